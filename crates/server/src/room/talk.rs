//! The chat of a table: recent lines, rate limits, and people the host silenced.

use std::collections::{HashMap, VecDeque};

use mergemaker_protocol::{ChatLine, Person, PersonId, Refusal, RefusalCode};

use super::refuse;
use crate::limit::{Bucket, Rate};

/// The number of recent lines kept, which new watchers get.
pub(super) const RECENT_LINES: usize = 50;
/// The maximum length of a line in characters.
const MAX_LENGTH: usize = 300;
/// The rate limit per person.
const RATE: Rate = Rate { burst: 5, refill_ms: 2_000 };

/// The chat of a table.
pub(super) struct Talk {
    lines: VecDeque<ChatLine>,
    writers: HashMap<PersonId, Bucket>,
    silenced: Vec<PersonId>,
}

impl Talk {
    /// A chat with its recent lines.
    pub(super) fn new(lines: Vec<ChatLine>, silenced: Vec<PersonId>) -> Talk {
        Talk { lines: lines.into(), writers: HashMap::new(), silenced }
    }

    /// The recent lines, oldest first.
    pub(super) fn lines(&self) -> impl Iterator<Item = &ChatLine> {
        self.lines.iter()
    }

    /// The silenced people.
    pub(super) fn silenced(&self) -> &[PersonId] {
        &self.silenced
    }

    /// Checks a line and returns it. It appears once it is [added](Talk::add).
    pub(super) fn compose(
        &mut self,
        person: &Person,
        text: &str,
        most: u32,
        at: i64,
        elapsed_ms: i64,
    ) -> Result<ChatLine, Refusal> {
        let text = mergemaker_record::display_name(text.trim());
        if self.silenced.contains(&person.id) {
            return Err(refuse(RefusalCode::Forbidden, "The host of this table has silenced you."));
        }
        if text.is_empty() || text.chars().count() > MAX_LENGTH {
            return Err(refuse(RefusalCode::Invalid, "Write 1 to 300 characters."));
        }
        let number = self.lines.back().map_or(1, |last| last.number + 1);
        if number > u64::from(most) {
            let message = "The chat of this table is full. Start a rematch to go on writing.";
            return Err(refuse(RefusalCode::TooMany, message));
        }
        if !self.writers.entry(person.id.clone()).or_default().take(RATE, elapsed_ms) {
            return Err(refuse(RefusalCode::TooMany, "You are writing too fast. Wait a moment."));
        }
        Ok(ChatLine { number, person: person.clone(), text, at })
    }

    /// Adds a line that has been stored.
    pub(super) fn add(&mut self, line: ChatLine) {
        self.lines.push_back(line);
        if self.lines.len() > RECENT_LINES {
            self.lines.pop_front();
        }
    }

    /// Updates a person's name in the recent lines.
    pub(super) fn rename(&mut self, person: &Person) {
        for line in self.lines.iter_mut().filter(|line| line.person.id == person.id) {
            line.person = person.clone();
        }
    }

    /// Silences a person, or undoes that.
    pub(super) fn silence(&mut self, person: PersonId, is_silenced: bool) {
        self.silenced.retain(|other| *other != person);
        if is_silenced {
            self.silenced.push(person);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ann() -> Person {
        Person { id: PersonId("ann".to_owned()), name: "Ann".to_owned(), is_guest: true }
    }

    #[test]
    fn lines_are_numbered_and_only_recent_ones_kept() {
        let mut talk = Talk::new(Vec::new(), Vec::new());
        for number in 1..=60 {
            let line = talk.compose(&ann(), " Hello! ", 60, 7, number * 10_000).unwrap();
            assert_eq!((line.number, line.text.as_str(), line.at), (number.cast_unsigned(), "Hello!", 7));
            talk.add(line);
        }
        assert_eq!(talk.lines().map(|line| line.number).collect::<Vec<_>>(), (11..=60).collect::<Vec<_>>());
        assert_eq!(talk.compose(&ann(), "Hello!", 60, 7, 700_000).unwrap_err().code, RefusalCode::TooMany);
        talk.rename(&Person { name: "Anna".to_owned(), ..ann() });
        assert!(talk.lines().all(|line| line.person.name == "Anna"));
    }

    #[test]
    fn forbidden_lines_are_refused() {
        let mut talk = Talk::new(Vec::new(), vec![PersonId("bob".to_owned())]);
        let bob = Person { id: PersonId("bob".to_owned()), ..ann() };
        assert_eq!(talk.compose(&bob, "Hello!", 9, 0, 0).unwrap_err().code, RefusalCode::Forbidden);
        talk.silence(bob.id.clone(), false);
        assert!(talk.compose(&bob, "Hello!", 9, 0, 0).is_ok());
        for text in ["", "  \n", &"long ".repeat(100)] {
            assert_eq!(talk.compose(&ann(), text, 9, 0, 0).unwrap_err().code, RefusalCode::Invalid, "{text}");
        }
        for _ in 0..5 {
            assert!(talk.compose(&ann(), "Hello!", 9, 0, 0).is_ok());
        }
        assert_eq!(talk.compose(&ann(), "Hello!", 9, 0, 0).unwrap_err().code, RefusalCode::TooMany);
        assert!(talk.compose(&ann(), "Hello!", 9, 0, 2_000).is_ok());
    }
}
