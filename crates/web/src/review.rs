//! Reviewing a game event by event.

use mergemaker_bots::Level;
use mergemaker_engine::{Event, Game, Money, Seat};
use mergemaker_protocol::Clocks;
use mergemaker_record::{LogEntry, Moment, Record, RecordError, Replay, unwritten_decision};

use crate::headquarters::Headquarters;
use crate::local::{Customs, LocalGame, Setup};
use crate::scene::{Player, PlayerKind, Scene};
use crate::share::to_link;
use crate::words::Words;

/// A game that can be viewed after each of its events.
#[derive(Clone, Debug)]
pub struct Review {
    record: Record,
    replay: Replay,
    players: Vec<Player>,
}

impl Review {
    /// Reads a record and replays it, checking every event against the rules.
    ///
    /// ```
    /// assert!(mergemaker_web::review::Review::read("{}").is_err());
    /// ```
    pub fn read(text: &str) -> Result<Review, RecordError> {
        let record = Record::read(text.as_bytes())?;
        let replay = record.replay()?;
        let players = players(&record.players);
        Ok(Review { record, replay, players })
    }

    /// The number of events.
    #[must_use]
    pub fn len(&self) -> usize {
        self.replay.moments().len()
    }

    /// Whether there are no events.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.replay.moments().is_empty()
    }

    /// The players' names in a language, in seat order.
    #[must_use]
    pub fn names(&self, words: &Words) -> Vec<String> {
        self.players.iter().map(|player| player.name_in(words)).collect()
    }

    /// The record as text.
    #[must_use]
    pub fn to_text(&self) -> String {
        self.record.to_json()
    }

    /// The game after a number of events, as seen by a player or a spectator.
    #[must_use]
    pub fn scene(&self, events: usize, viewer: Option<Seat>) -> Option<Scene> {
        let moments = &self.replay.moments()[..events.clamp(1, self.len().max(1)).min(self.len())];
        let last = moments.last()?;
        let entries: Vec<LogEntry> = moments.iter().map(|moment| moment.entry(viewer)).collect();
        Some(Scene {
            view: last.game.view(viewer),
            headquarters: Headquarters::of(None, &entries),
            entries,
            players: self.players.clone(),
            number: moments.len() as u64,
            clocks: Clocks::default(),
            can_take_back: false,
            memory: None,
            is_shared: false,
        })
    }

    /// Everybody's net worth after each event: cash and shares at their price.
    #[must_use]
    pub fn worths(&self) -> Vec<Vec<Money>> {
        let worth = |game: &Game| match game.outcome() {
            Some(outcome) => outcome.cash.to_vec(),
            None => game.seats().map(|seat| game.net_worth(seat)).collect(),
        };
        self.replay.moments().iter().map(|moment| worth(&moment.game)).collect()
    }

    /// The final state of the game.
    #[must_use]
    pub fn end(&self) -> &Game {
        self.replay.game()
    }

    /// A link to the position of the next decision, as a viewer sees it, or to the end of the game.
    #[must_use]
    pub fn position(&self, events: usize, viewer: Option<Seat>) -> String {
        let moments = self.replay.moments().iter().skip(events.saturating_sub(1));
        let mut games = moments.map(|moment| &moment.game);
        let game = games.find(|game| game.to_act().is_some()).unwrap_or(self.replay.game());
        to_link(&game.view(viewer))
    }

    /// The events where the arrow keys stop, from 1: placed tiles, decisions during set-up, and the end.
    #[must_use]
    pub fn turns(&self) -> Vec<usize> {
        let events = self.replay.moments().iter().enumerate();
        // Start tiles may need decisions before the first turn.
        let is_at_set_up =
            |moment: &Moment| moment.event.decision().is_some() && moment.before().set_up().is_some();
        let turns = events.filter(|(_, moment)| {
            matches!(moment.event, Event::Place { .. } | Event::End { .. }) || is_at_set_up(moment)
        });
        turns.map(|(index, _)| index + 1).collect()
    }

    /// Whether the game can be continued: the remaining tiles are known.
    #[must_use]
    pub fn can_play_on(&self) -> bool {
        self.record.seed.is_some()
    }

    /// The game after a number of events, to be continued against bots from a player's seat. Needs the seed,
    /// which the record of every finished game has.
    #[must_use]
    pub fn play_on(&self, events: usize, seat: Seat, level: Level) -> Option<LocalGame> {
        let seed = self.record.seed?;
        let players = self.players.iter().enumerate().map(|(index, player)| {
            let kind = if index == seat.index() { PlayerKind::Person } else { PlayerKind::Bot { level } };
            Player { name: player.name.clone(), kind }
        });
        let setup = Setup { rules: self.record.rules, players: players.collect(), seed, hints: true };
        let mut game = LocalGame::new(setup).ok()?;
        let events = &self.record.events[..events.min(self.record.events.len())];
        while let Some(event) = events.get(game.events()) {
            let (decider, action) = unwritten_decision(game.game(), event).or_else(|| event.decision())?;
            game.replay_decision(decider, &action).ok()?;
        }
        Some(game.with_customs(Customs::default()))
    }
}

/// The players by their names in a record. A bot's name is its level, possibly with a number.
fn players(names: &[String]) -> Vec<Player> {
    let mut bots = 0;
    let player = |name: &String| {
        let level = name.split(' ').next().and_then(|word| word.to_ascii_lowercase().parse::<Level>().ok());
        let Some(level) = level else { return Player::person(name) };
        bots += 1;
        let is_numbered = name.rsplit_once(' ').is_some_and(|(_, number)| number.parse::<usize>().is_ok());
        if is_numbered {
            Player { name: name.clone(), kind: PlayerKind::Bot { level } }
        } else if name == level.id() {
            Player::numbered_bot(level, bots)
        } else {
            Player::person(name)
        }
    };
    names.iter().map(player).collect()
}

#[cfg(test)]
mod tests {
    use mergemaker_engine::{Preset, Rules};

    use super::*;
    use crate::local::sample;

    fn finished(preset: Preset) -> LocalGame {
        sample::finished(Rules::of(preset), [Level::Steady, Level::Novice, Level::Shopper], (5, 5))
    }

    /// After every event the game can be viewed and continued, and is the same as it was.
    #[test]
    fn every_moment_is_restored() {
        for preset in [Preset::Renegade, Preset::Trading, Preset::Classic] {
            let record = finished(preset).record();
            let review = Review::read(&record.to_json()).unwrap();
            let replay = record.replay().unwrap();
            assert_eq!((review.len(), review.worths().len()), (record.events.len(), record.events.len()));
            for (index, moment) in replay.moments().iter().enumerate() {
                let seat = Seat::new(index % 3);
                let scene = review.scene(index + 1, seat).unwrap();
                assert_eq!((scene.view, scene.entries.len()), (moment.game.view(seat), index + 1));
                if index % 7 == 0 && moment.event.decision().is_some() && moment.game.to_act().is_some() {
                    let game = review.play_on(index + 1, seat.unwrap(), Level::Steady).unwrap();
                    assert_eq!(game.record().events[..=index], record.events[..=index]);
                }
            }
            assert!(review.turns().len() > 20);
        }
    }

    #[test]
    fn a_record_that_breaks_a_rule_is_rejected() {
        let mut record = finished(Preset::Renegade).record();
        record.events.swap(10, 20);
        let error = Review::read(&record.to_json()).unwrap_err();
        assert!(error.to_string().contains("event"), "{error}");
    }
}
