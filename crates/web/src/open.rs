//! Opening record files: one game or many, and readable errors.

use mergemaker_record::{Record, RecordError, documents};

use crate::options::error_text_id;
use crate::review::Review;
use crate::words::Words;

/// The most games read from a file.
pub const MOST_GAMES: usize = 500;

/// The contents of a file.
#[derive(Clone, Debug)]
pub enum Opened {
    /// One game, replayed and checked.
    Game(Box<Review>),
    /// Several, to choose from.
    Games(Vec<FileEntry>),
}

/// A game in a file of several.
#[derive(Clone, PartialEq, Debug)]
pub struct FileEntry {
    /// Its number in the file, from 1.
    pub number: usize,
    /// The record, as text.
    pub text: String,
    /// The players, or why the record cannot be read.
    pub players: Result<Vec<String>, RecordError>,
    /// Who won and with how much. Empty if the game is not over.
    pub result: String,
}

/// Reads a file with one record, or with several, one per line.
///
/// ```
/// use mergemaker_record::RecordError;
/// assert!(matches!(mergemaker_web::open::read("{}"), Err(RecordError::Lacks { member: "format" })));
/// assert!(matches!(mergemaker_web::open::read(""), Err(RecordError::CutOff)));
/// ```
pub fn read(text: &str) -> Result<Opened, RecordError> {
    let mut found = Vec::new();
    for document in documents(text.as_bytes()).take(MOST_GAMES) {
        found.push(String::from_utf8_lossy(&document?).into_owned());
    }
    match &found[..] {
        [] => Err(RecordError::CutOff),
        [only] => Review::read(only).map(|review| Opened::Game(Box::new(review))),
        several => {
            let entries: Vec<FileEntry> =
                several.iter().enumerate().map(|(index, text)| entry(index + 1, text)).collect();
            // It may not be a record file at all, but a picture, say.
            let has_game = entries.iter().any(|entry| entry.players.is_ok());
            if has_game { Ok(Opened::Games(entries)) } else { Err(RecordError::Format) }
        }
    }
}

fn entry(number: usize, text: &str) -> FileEntry {
    let record = Record::read(text.as_bytes());
    let result = record.as_ref().ok().and_then(|record| {
        let result = record.result.as_ref()?;
        let winners: Vec<&str> = result
            .winners
            .iter()
            .filter_map(|seat| record.players.get(seat.index()))
            .map(String::as_str)
            .collect();
        let most = result.cash.iter().max()?;
        Some(format!("{} {most}", winners.join(", ")))
    });
    FileEntry {
        number,
        text: text.to_owned(),
        players: record.map(|record| record.players),
        result: result.unwrap_or_default(),
    }
}

/// Describes in plain words what is wrong with a record and where.
///
/// ```
/// use mergemaker_record::RecordError;
/// use mergemaker_web::words::{Language, page};
/// let text = mergemaker_web::open::error_text(&RecordError::CutOff, &page(Language::German));
/// assert!(text.starts_with("Die Aufzeichnung bricht ab"));
/// ```
#[must_use]
pub fn error_text(error: &RecordError, words: &Words) -> String {
    let event = |event: usize| ("event", event.into());
    match error {
        RecordError::Source { .. } | RecordError::Malformed { place: None, .. } => {
            words.say("record-malformed")
        }
        RecordError::Malformed { place: Some((line, column)), .. } => {
            words.fill("record-unreadable", &[("line", (*line).into()), ("column", (*column).into())])
        }
        RecordError::Lacks { member } => words.fill("record-lacks", &[("member", (*member).into())]),
        RecordError::TooLarge | RecordError::TooManyEvents { .. } => words.say("record-too-large"),
        RecordError::NotText { byte } => words.fill("record-no-text", &[("byte", (*byte).into())]),
        RecordError::CutOff => words.say("record-cut-off"),
        RecordError::Format => words.say("record-format"),
        RecordError::Version { given } => words.fill("record-version", &[("given", (*given).into())]),
        RecordError::Member { member, .. } => words.fill("record-member", &[("member", (*member).into())]),
        RecordError::LongName { seat } => words.fill("record-long-name", &[("seat", (*seat).into())]),
        RecordError::Event { event: number, .. } => words.fill("record-event", &[event(*number)]),
        RecordError::Rules(error) => {
            words.fill("record-rules", &[("why", words.say(error_text_id(error)).into())])
        }
        RecordError::Rule { event: number, rule, .. } => {
            words.fill("record-rule", &[event(*number), ("rule", (*rule).into())])
        }
        RecordError::Result { .. } => words.say("record-result"),
        RecordError::Commitment => words.say("record-commitment"),
    }
}

#[cfg(test)]
mod tests {
    use mergemaker_bots::Level;
    use mergemaker_engine::{Preset, Rules};

    use super::*;
    use crate::local::sample;
    use crate::words::{Language, page};

    fn record(seed: u64) -> Record {
        sample::finished(Rules::of(Preset::Renegade), [Level::Shopper; 3], (5, seed)).record()
    }

    #[test]
    fn a_file_may_hold_one_game_or_many() {
        let line = |seed| record(seed).to_json().replace('\n', "");
        assert!(matches!(read(&record(1).to_json()), Ok(Opened::Game(_))));
        let several = format!("{}\n{{broken\n{}\n", line(1), line(2));
        let Ok(Opened::Games(entries)) = read(&several) else { panic!("several games") };
        assert_eq!(entries.len(), 3);
        assert!(entries[0].result.contains('$') && entries[1].players.is_err());
        assert!(matches!(read("no\ngames\nat all"), Err(RecordError::Format)));
        assert_eq!((entries[2].number, Review::read(&entries[2].text).is_ok()), (3, true));
    }

    /// Every error is described in every language, with its location.
    #[test]
    fn errors_are_described_with_their_location() {
        let mut swapped = record(1);
        swapped.events.swap(20, 40);
        let whole = record(1).to_json();
        let mut broken = whole.clone();
        broken.insert(1, '!');
        let texts = [
            swapped.to_json(),
            whole[..whole.len() / 2].to_owned(),
            whole.replace("mergemaker", "chess"),
            whole.replace("\"bonuses\":\"classic\"", "\"bonuses\":\"typhoon\""),
            whole.replace("\"kind\":\"place\"", "\"kind\":\"lay\""),
            broken.clone(),
            "{}".to_owned(),
            "[]".to_owned(),
        ];
        for language in Language::ALL {
            let words = page(language);
            for text in &texts {
                let Err(error) = read(text) else { panic!("{text}") };
                let text = error_text(&error, &words);
                assert!(!text.starts_with("record-") && !text.contains('{'), "{text}");
                // The engine's own messages are English.
                let raw = error.to_string();
                let english = raw.rsplit(": ").next().unwrap_or_default();
                assert!(language == Language::English || !text.contains(english), "{text}");
                if *text == broken {
                    assert!(text.contains('1') && text.contains('2'), "{text}");
                }
                if let Some(event) = error.event() {
                    assert!(text.contains(&event.to_string()), "{text}");
                }
            }
        }
    }
}
