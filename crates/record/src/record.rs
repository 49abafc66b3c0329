//! The record of one game: what is in its document, reading it and writing it.

use mergemaker_engine::{Event, Game, GivenRules, Money, Rules, RulesError, RulesVersion, Seat};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::error::Category;
use serde_json::value::RawValue;

use crate::name::plain_line;
use crate::{Commitment, RecordError, Seed};

/// What the member `format` of every record says.
pub const FORMAT: &str = "mergemaker-record";
/// The version of the format that new records have. Records of version 1 are read too, and written back so.
pub const VERSION: u64 = 2;
/// The most bytes a document may have: 4 MiB, more than the longest game takes.
pub const MOST_BYTES: usize = 4 << 20;
/// The most events a record may have: a game of six has fewer than 17,200, whatever its rules.
///
/// - A game has at most 618 turns. Apart from the six start tiles there are 102, each placed at most once. In version 1,
///   six turns without a tile end the game (E3), so there are at most 6 × 103 turns. In version 2 the game goes on if a
///   hand then holds a playable tile. Its holder drew it within those six turns, or would have had to place it (T2). They
///   drew it in exchange for a tile set aside, since hands are otherwise full or the pile is empty. They place it within
///   six more turns. So six extra turns cost a tile that is never placed, and 6 × 103 remains the limit.
/// - A turn has at most 23 events for decisions: ten offers, ten answers, a declaration, a tile or a pass, a purchase.
/// - Each of the 108 tiles may merge chains, start tiles included (S3), with at most 24 events: one for the survivor, two
///   for the order, three for the bank's tiles and three times six for disposals.
/// - There are fewer than 300 others: start tiles, hands, draws, discards, the bank's tiles at the end, and the end.
pub const MOST_EVENTS: usize = 20_000;
/// The most characters of a player's name.
pub const MOST_NAME_CHARACTERS: usize = 200;

/// One game: its rules, its players and everything that happened. Nothing in it is checked yet but its
/// shape; see [`Record::verify`].
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
    /// How it ended; nothing while it has not.
    pub result: Option<GameResult>,
    /// The seed that dealt the game, once it is published.
    pub seed: Option<Seed>,
    /// What was published of the seed before the first tile.
    pub commitment: Option<Commitment>,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameResult {
    /// Each player's money, in seat order.
    pub cash: Vec<Money>,
    /// Who has most; several share the victory.
    pub winners: Vec<Seat>,
}

impl GameResult {
    /// How a game ended; nothing before it has.
    #[must_use]
    pub fn of(game: &Game) -> Option<GameResult> {
        let outcome = game.outcome()?;
        Some(GameResult { cash: outcome.cash.to_vec(), winners: outcome.winners.to_vec() })
    }
}

impl Record {
    /// Reads one document. Only its shape is checked; whether the game follows the rules, see
    /// [`Record::verify`]. Members that are not known are ignored.
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

    /// The document on one line, without a line end.
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
    #[expect(clippy::missing_panics_doc, reason = "no value of a record fails to be written")]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("every member of a record can be written")
    }
}

/// A document as it is written.
#[derive(Serialize)]
struct Written<'a> {
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
        Written {
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

/// A document cut into its members, each still text, so that a fault can be said of its member or event.
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
        if serde_json::from_str::<String>(needed("format", self.format)?.get()).ok().as_deref()
            != Some(FORMAT)
        {
            return Err(RecordError::Format);
        }
        let version = match serde_json::from_str::<u64>(needed("version", self.version)?.get()) {
            Ok(1) => RulesVersion::One,
            Ok(VERSION) => RulesVersion::Two,
            Ok(given) => return Err(RecordError::Version { given }),
            Err(_) => {
                let why = "a whole number is expected".to_string();
                return Err(RecordError::Member { member: "version", why });
            }
        };
        let given: GivenRules = object_member("rules", needed("rules", self.rules)?)?;
        let rules = given
            .read(version)
            .map_err(|error| RecordError::Member { member: "rules", why: say_refusal(&error) })?;
        let players: Vec<String> = member("players", needed("players", self.players)?)?;
        for (seat, name) in players.iter().enumerate() {
            if name.chars().count() > MOST_NAME_CHARACTERS {
                return Err(RecordError::LongName { seat });
            }
        }
        mergemaker_engine::Table::new(rules, players.len())?;
        let events = read_events(needed("events", self.events.as_deref())?)?;
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

/// Why rules are refused, in the words of a record.
fn say_refusal(error: &RulesError) -> String {
    match error {
        RulesError::TooNew { .. } => format!("{error}: set `version` to 2 and name every option"),
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

/// Lists are no objects here, though a list of the right values would do for the reading of many a type.
fn is_object(text: &str) -> Result<(), String> {
    match text.trim_ascii_start().bytes().next() {
        Some(b'{') | None => Ok(()),
        Some(_) => Err("an object in braces is expected".to_string()),
    }
}

fn needed<T>(name: &'static str, value: Option<T>) -> Result<T, RecordError> {
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

/// What went wrong, without the line and column, which would be counted from the start of the part.
fn without_place(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    plain_line(message.strip_suffix(&place).unwrap_or(&message))
}
