//! Why a record is refused.

use mergemaker_engine::RulesError;

use crate::record::{FORMAT, MOST_BYTES, MOST_EVENTS, MOST_NAME_CHARACTERS, VERSION};

/// Why a record cannot be read or fails verification. Each message is one plain line.
///
/// ```
/// use mergemaker_record::Record;
/// let error = Record::read(b"{}").unwrap_err();
/// assert_eq!(error.to_string(), "the record cannot be read: `format` is missing");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RecordError {
    /// The source of the record failed.
    #[error("the record cannot be read: {why}")]
    Source {
        /// The system's error message.
        why: String,
    },
    /// More bytes than any record needs.
    #[error("the record is too large: it may have at most {} MiB", MOST_BYTES >> 20)]
    TooLarge,
    /// More events than any game has.
    #[error("the record has {given} events: the limit is {MOST_EVENTS}, more than any game has")]
    TooManyEvents {
        /// How many there are.
        given: usize,
    },
    /// The bytes are not UTF-8.
    #[error("the record is not UTF-8 text: byte {byte} is invalid")]
    NotText {
        /// The number of the first invalid byte, counted from 1.
        byte: usize,
    },
    /// The document ends before it is complete.
    #[error("the record is cut off: its end is missing")]
    CutOff,
    /// Not JSON, or not an object.
    #[error("the record cannot be read: {why}")]
    Malformed {
        /// What is wrong and where.
        why: String,
        /// The line and column of the error, both counted from 1, if known.
        place: Option<(usize, usize)>,
    },
    /// A required member is missing.
    #[error("the record cannot be read: `{member}` is missing")]
    Lacks {
        /// The member.
        member: &'static str,
    },
    /// Another format.
    #[error("this is not a game record: its `format` is not \"{FORMAT}\"")]
    Format,
    /// Another version of the format.
    #[error("the record has version {given}: this program reads versions 1 to {VERSION}")]
    Version {
        /// The version.
        given: u64,
    },
    /// A member other than the events has an invalid value.
    #[error("`{member}` cannot be read: {why}")]
    Member {
        /// The name of the member.
        member: &'static str,
        /// What is wrong.
        why: String,
    },
    /// A name is too long.
    #[error("the name of player {seat} is too long: it may have at most {MOST_NAME_CHARACTERS} characters")]
    LongName {
        /// The player's seat, from 0.
        seat: usize,
    },
    /// An event has an invalid shape.
    #[error("event {event} cannot be read: {why}")]
    Event {
        /// The number of the event, counted from 1.
        event: usize,
        /// What is wrong.
        why: String,
    },
    /// The rules do not allow the number of players.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// An event breaks a rule.
    #[error("event {event} breaks {rule}: {why}")]
    Rule {
        /// The number of the event, counted from 1.
        event: usize,
        /// The id of the rule.
        rule: &'static str,
        /// What is wrong.
        why: String,
    },
    /// The result does not follow from the events.
    #[error("the result breaks E4: {why}")]
    Result {
        /// What is wrong.
        why: String,
    },
    /// The seed is not the one committed to.
    #[error("the seed does not match the commitment: one of them was changed after the game began")]
    Commitment,
}

impl RecordError {
    /// The id of the broken rule, if it is a rule.
    ///
    /// ```
    /// use mergemaker_record::RecordError;
    /// assert_eq!(RecordError::Commitment.rule(), None);
    /// ```
    #[must_use]
    pub fn rule(&self) -> Option<&'static str> {
        match self {
            RecordError::Rule { rule, .. } => Some(rule),
            RecordError::Result { .. } => Some("E4"),
            RecordError::Rules(error) => match error {
                RulesError::Players { .. } => Some("S1"),
                RulesError::TycoonForTwo => Some("P6"),
                RulesError::TycoonWithBank => Some("P5"),
                RulesError::NotThePreset { .. }
                | RulesError::TooNew { .. }
                | RulesError::Missing { .. }
                | RulesError::Unknown { .. } => None,
            },
            RecordError::Source { .. }
            | RecordError::TooLarge
            | RecordError::TooManyEvents { .. }
            | RecordError::NotText { .. }
            | RecordError::CutOff
            | RecordError::Malformed { .. }
            | RecordError::Lacks { .. }
            | RecordError::Format
            | RecordError::Version { .. }
            | RecordError::Member { .. }
            | RecordError::LongName { .. }
            | RecordError::Event { .. }
            | RecordError::Commitment => None,
        }
    }

    /// The number of the faulty event, counted from 1, if it is an event.
    ///
    /// ```
    /// use mergemaker_record::RecordError;
    /// assert_eq!(RecordError::Event { event: 3, why: String::new() }.event(), Some(3));
    /// ```
    #[must_use]
    pub fn event(&self) -> Option<usize> {
        match *self {
            RecordError::Event { event, .. } | RecordError::Rule { event, .. } => Some(event),
            RecordError::Source { .. }
            | RecordError::TooLarge
            | RecordError::TooManyEvents { .. }
            | RecordError::NotText { .. }
            | RecordError::CutOff
            | RecordError::Malformed { .. }
            | RecordError::Lacks { .. }
            | RecordError::Format
            | RecordError::Version { .. }
            | RecordError::Member { .. }
            | RecordError::LongName { .. }
            | RecordError::Rules(_)
            | RecordError::Result { .. }
            | RecordError::Commitment => None,
        }
    }
}
