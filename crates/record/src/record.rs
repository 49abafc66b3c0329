//! The record of one game: its contents, reading it and writing it.

use mergemaker_engine::{Event, Game, GivenRules, Money, Rules, RulesError, RulesVersion, Seat};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::error::Category;
use serde_json::value::RawValue;

use crate::name::plain_line;
use crate::{Commitment, RecordError, Seed};

/// The value of the member `format` of every record.
pub const FORMAT: &str = "mergemaker-record";
/// The version of the format of new records. Records of version 1 are read too, and written back as version
/// 1.
pub const VERSION: u64 = 2;
/// The most bytes a document may have: 4 MiB, more than the longest game needs.
pub const MOST_BYTES: usize = 4 << 20;
/// The most events a record may have. A game of six has fewer than 17,200 under any rules:
///
/// - A game has at most 618 turns. Apart from the six start tiles there are 102, each placed at most once. In
///   version 1, six turns without a tile end the game (E3): at most 6 × 103 turns. In version 2 the game
///   continues if a hand then has a playable tile. Its holder drew it within those six turns, or would have
///   had to place it (T2). They drew it in exchange for a tile set aside, since hands are otherwise full or
///   the pile is empty. They place it within six more turns. Six extra turns therefore cost a tile that is
///   never placed, and 6 × 103 remains the limit.
/// - A turn has at most 23 events for decisions: ten offers, ten answers, a declaration, a tile or a pass, a
///   purchase.
/// - Each of the 108 tiles, including start tiles (S3), may merge chains, with at most 24 events: one for the
///   survivor, two for the order, three for the bank's tiles and three times six for disposals.
/// - There are fewer than 300 other events: start tiles, hands, draws, discards, the bank's tiles at the end,
///   and the end.
pub const MOST_EVENTS: usize = 20_000;
/// The most characters in a player's name.
pub const MOST_NAME_CHARACTERS: usize = 200;

/// One game: its rules, its players and everything that happened. Only its shape has been checked; see
/// [`Record::verify`].
///
/// ```
/// use mergemaker_engine::{Preset, Rules};
/// use mergemaker_record::Record;
/// let record = Record {
///     rules: Rules::of(Preset::Renegade),
///     players: vec!["first".into(), "second".into()],
///     events: vec![],
///     result: None,
///     seed: None,
///     commitment: None,
/// };
/// assert_eq!(Record::read(record.to_json().as_bytes())?, record);
/// # Ok::<(), mergemaker_record::RecordError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The rules.
    pub rules: Rules,
    /// The players' names, in seat order. Show them through [`display_name`](crate::display_name).
    pub players: Vec<String>,
    /// What happened, in order.
    pub events: Vec<Event>,
    /// How it ended; none while it is being played.
    pub result: Option<GameResult>,
    /// The seed that dealt the game, once published.
    pub seed: Option<Seed>,
    /// The commitment to the seed, published before the first tile.
    pub commitment: Option<Commitment>,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameResult {
    /// Each player's money, in seat order.
    pub cash: Vec<Money>,
    /// Who has the most money; several share the victory.
    pub winners: Vec<Seat>,
}

impl GameResult {
    /// How a game ended; none while it is being played.
    #[must_use]
    pub fn of(game: &Game) -> Option<GameResult> {
        let outcome = game.outcome()?;
        Some(GameResult { cash: outcome.cash.to_vec(), winners: outcome.winners.to_vec() })
    }
}

impl Record {
    /// Reads one document. Only its shape is checked; [`Record::verify`] checks the rules. Unknown members
    /// are ignored.
    ///
    /// ```
    /// use mergemaker_record::{Record, RecordError};
    /// assert_eq!(Record::read(b"\xff").unwrap_err(), RecordError::NotText { byte: 1 });
    /// ```
    pub fn read(bytes: &[u8]) -> Result<Record, RecordError> {
        if bytes.len() > MOST_BYTES {
            return Err(RecordError::TooLarge);
        }
        let text = std::str::from_utf8(bytes)
            .map_err(|error| RecordError::NotText { byte: error.valid_up_to() + 1 })?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if text.trim().is_empty() {
            return Err(RecordError::Malformed { why: "it is empty".to_string(), place: None });
        }
        is_object(text).map_err(|why| RecordError::Malformed { why, place: None })?;
        let document: RawDocument = serde_json::from_str(text).map_err(|error| match error.classify() {
            Category::Eof => RecordError::CutOff,
            _ => RecordError::Malformed {
                why: plain_line(&error.to_string()),
                place: Some((error.line(), error.column())),
            },
        })?;
        document.read()
    }

    /// The document as one line, without a line end.
    ///
    /// ```
    /// # let record = mergemaker_record::Record {
    /// #     rules: mergemaker_engine::Rules::of(mergemaker_engine::Preset::Classic),
    /// #     players: vec!["a".into(), "b".into()],
    /// #     events: vec![], result: None, seed: None, commitment: None,
    /// # };
    /// assert!(record.to_json().starts_with(r#"{"format":"mergemaker-record","version":2,"rules":{"#));
    /// ```
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "every record can be serialized")]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("every record can be serialized")
    }
}

/// The serialized form of a record.
#[derive(Serialize)]
struct SerializedRecord<'a> {
    format: &'static str,
    version: u64,
    rules: &'a Rules,
    players: &'a [String],
    events: &'a [Event],
    result: Option<&'a GameResult>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<Seed>,
    #[serde(skip_serializing_if = "Option::is_none")]
    commitment: Option<Commitment>,
}

impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        SerializedRecord {
            format: FORMAT,
            version: self.rules.version().number(),
            rules: &self.rules,
            players: &self.players,
            events: &self.events,
            result: self.result.as_ref(),
            seed: self.seed,
            commitment: self.commitment,
        }
        .serialize(serializer)
    }
}

/// A document split into its members, each still text: an error can name the member or event.
#[derive(Deserialize)]
struct RawDocument<'a> {
    #[serde(borrow)]
    format: Option<&'a RawValue>,
    version: Option<&'a RawValue>,
    rules: Option<&'a RawValue>,
    players: Option<&'a RawValue>,
    events: Option<Vec<&'a RawValue>>,
    result: Option<&'a RawValue>,
    seed: Option<&'a RawValue>,
    commitment: Option<&'a RawValue>,
}

impl RawDocument<'_> {
    fn read(&self) -> Result<Record, RecordError> {
        if serde_json::from_str::<String>(required("format", self.format)?.get()).ok().as_deref()
            != Some(FORMAT)
        {
            return Err(RecordError::Format);
        }
        let version = match serde_json::from_str::<u64>(required("version", self.version)?.get()) {
            Ok(1) => RulesVersion::One,
            Ok(VERSION) => RulesVersion::Two,
            Ok(given) => return Err(RecordError::Version { given }),
            Err(_) => {
                let why = "expected a whole number".to_string();
                return Err(RecordError::Member { member: "version", why });
            }
        };
        let given: GivenRules = object_member("rules", required("rules", self.rules)?)?;
        let rules = given
            .read(version)
            .map_err(|error| RecordError::Member { member: "rules", why: rules_message(&error) })?;
        let players: Vec<String> = member("players", required("players", self.players)?)?;
        for (seat, name) in players.iter().enumerate() {
            if name.chars().count() > MOST_NAME_CHARACTERS {
                return Err(RecordError::LongName { seat });
            }
        }
        mergemaker_engine::Table::new(rules, players.len())?;
        let events = read_events(required("events", self.events.as_deref())?)?;
        Ok(Record {
            rules,
            players,
            events,
            result: self.result.map(|raw| object_member("result", raw)).transpose()?,
            seed: self.seed.map(|raw| member("seed", raw)).transpose()?,
            commitment: self.commitment.map(|raw| member("commitment", raw)).transpose()?,
        })
    }
}

/// Why rules are refused, with advice for a record.
fn rules_message(error: &RulesError) -> String {
    match error {
        RulesError::TooNew { .. } => format!("{error}: set `version` to 2 and give every option"),
        error => error.to_string(),
    }
}

fn read_events(raw: &[&RawValue]) -> Result<Vec<Event>, RecordError> {
    if raw.len() > MOST_EVENTS {
        return Err(RecordError::TooManyEvents { given: raw.len() });
    }
    let read = |(index, raw): (usize, &&RawValue)| {
        read_event(raw.get()).map_err(|why| RecordError::Event { event: index + 1, why })
    };
    raw.iter().enumerate().map(read).collect()
}

fn read_event(text: &str) -> Result<Event, String> {
    is_object(text)?;
    let event = serde_json::from_str(text).map_err(|error| without_place(&error))?;
    if let Event::TradeOffer { .. } = event {
        let sides: Sides = serde_json::from_str(text).map_err(|error| without_place(&error))?;
        is_object(sides.give.get()).and(is_object(sides.take.get()))?;
    }
    Ok(event)
}

/// The two sides of an offer, still text.
#[derive(Deserialize)]
struct Sides<'a> {
    #[serde(borrow)]
    give: &'a RawValue,
    #[serde(borrow)]
    take: &'a RawValue,
}

/// Refuses lists, which serde would otherwise accept as structs.
fn is_object(text: &str) -> Result<(), String> {
    match text.trim_ascii_start().bytes().next() {
        Some(b'{') | None => Ok(()),
        Some(_) => Err("expected an object in braces".to_string()),
    }
}

fn required<T>(name: &'static str, value: Option<T>) -> Result<T, RecordError> {
    value.ok_or(RecordError::Lacks { member: name })
}

fn member<'a, T: Deserialize<'a>>(member: &'static str, raw: &'a RawValue) -> Result<T, RecordError> {
    serde_json::from_str(raw.get())
        .map_err(|error| RecordError::Member { member, why: without_place(&error) })
}

fn object_member<'a, T: Deserialize<'a>>(name: &'static str, raw: &'a RawValue) -> Result<T, RecordError> {
    is_object(raw.get()).map_err(|why| RecordError::Member { member: name, why })?;
    member(name, raw)
}

/// The error message without line and column, which would be relative to the part.
fn without_place(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    plain_line(message.strip_suffix(&place).unwrap_or(&message))
}
