//! Replay: a record played again by the rules, event by event.
//!
//! Every decision of the record goes through the engine, with a dealer that answers with the record's
//! own tiles. What the engine then tells must be what the record says. The first difference is the fault.

use mergemaker_engine::{Action, DiscardReason, Event, Game, Hand, Payout, Phase, RuleError, Seat, Table};

use crate::script::Script;
use crate::witness::{Witness, fault, no_decision};
use crate::{Deck, GameResult, Record, RecordError};

/// A game at every moment of its record.
///
/// ```
/// # use mergemaker_engine::{Dice, Game, Preset, Rules, Table};
/// # use mergemaker_record::{Deck, Recorder, Seed};
/// # let (mut deck, mut recorder) = (Deck::new(&Seed::for_simulation(7, 1)), Recorder::new());
/// # let mut game = Game::start(Table::new(Rules::of(Preset::Classic), 2)?, &mut deck, &mut recorder);
/// # game.play_randomly(&mut Dice::new(1), &mut deck, &mut recorder);
/// # let record = recorder.finish(&game, vec!["first".into(), "second".into()], None);
/// let replay = record.replay()?;
/// assert_eq!(replay.moments().len(), record.events.len());
/// assert_eq!(replay.game_at(4).unwrap().pile_len(), 108 - 2 * 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Replay {
    moments: Vec<Moment>,
    game: Game,
}

/// One event, and the game right after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moment {
    /// The event, as the record has it.
    pub event: Event,
    /// The game after it and all that follows from it by rule alone, up to the next event.
    pub game: Game,
    /// The bonuses it brings. The whole final scoring is with `end`.
    pub payouts: Vec<Payout>,
    /// The game before it: for a decision, the one in which it was made; for the first event, the one after it.
    pub(crate) before: Game,
    /// The games after decisions that left no event, in order, up to the next event.
    pub(crate) silent: Vec<Game>,
}

impl Moment {
    /// The game before the event: for a decision, the one in which it was made; for the first event, the one
    /// after it.
    #[must_use]
    pub fn before(&self) -> &Game {
        &self.before
    }
}

impl Replay {
    /// Every event with the game after it, in order.
    ///
    /// ```
    /// # use mergemaker_engine::{Game, Preset, Rules, Table};
    /// # use mergemaker_record::{Deck, Recorder, Seed};
    /// # let (mut deck, mut recorder) = (Deck::new(&Seed::for_simulation(7, 1)), Recorder::new());
    /// # let game = Game::start(Table::new(Rules::of(Preset::Classic), 2)?, &mut deck, &mut recorder);
    /// # let record = recorder.finish(&game, vec!["first".into(), "second".into()], None);
    /// assert_eq!(record.replay()?.moments()[0].event, record.events[0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn moments(&self) -> &[Moment] {
        &self.moments
    }

    /// The game after all events.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The game after so many events; none before the first and after the last.
    #[must_use]
    pub fn game_at(&self, events: usize) -> Option<&Game> {
        self.game_after(events, 0)
    }

    /// The game after so many events and then so many decisions that left no event: a turn ended with an empty
    /// pile, dead tiles kept.
    #[must_use]
    pub fn game_after(&self, events: usize, silent: usize) -> Option<&Game> {
        let moment = self.moments.get(events.checked_sub(1)?)?;
        silent.checked_sub(1).map_or(Some(&moment.game), |silent| moment.silent.get(silent))
    }
}

impl Record {
    /// Checks everything: that each event follows the rules, that the result is the game's, and, where
    /// the record has a seed, that it dealt every tile and is the one committed to. The game at its end.
    ///
    /// A record may stop where a player is to decide, with no result. After a purchase with which the
    /// end could be declared, the turn's end has no event of its own: a record that stops there leaves
    /// the turn open.
    ///
    /// ```
    /// # use mergemaker_engine::{Game, Preset, Rules, Table};
    /// # use mergemaker_record::{Deck, Recorder, Seed};
    /// # let (mut deck, mut recorder) = (Deck::new(&Seed::for_simulation(7, 1)), Recorder::new());
    /// # let game = Game::start(Table::new(Rules::of(Preset::Classic), 2)?, &mut deck, &mut recorder);
    /// # let mut record = recorder.finish(&game, vec!["first".into(), "second".into()], None);
    /// assert_eq!(record.verify()?, game);
    /// record.events.swap(0, 1);
    /// let error = record.verify().unwrap_err();
    /// assert_eq!((error.event(), error.rule()), (Some(1), Some("S2")));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn verify(&self) -> Result<Game, RecordError> {
        run(self, false).map(|replay| replay.game)
    }

    /// Checks everything, as [`Record::verify`] does, and keeps the game at every event.
    ///
    /// ```
    /// # use mergemaker_engine::{Game, Preset, Rules, Table};
    /// # use mergemaker_record::{Deck, Recorder, Seed};
    /// # let (mut deck, mut recorder) = (Deck::new(&Seed::for_simulation(7, 1)), Recorder::new());
    /// # let game = Game::start(Table::new(Rules::of(Preset::Classic), 2)?, &mut deck, &mut recorder);
    /// # let record = recorder.finish(&game, vec!["first".into(), "second".into()], None);
    /// assert_eq!(record.replay()?.moments().len(), 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn replay(&self) -> Result<Replay, RecordError> {
        run(self, true)
    }
}

fn run(record: &Record, keeps: bool) -> Result<Replay, RecordError> {
    let table = Table::new(record.rules, record.players.len())?;
    if let (Some(seed), Some(commitment)) = (&record.seed, record.commitment)
        && seed.commitment() != commitment
    {
        return Err(RecordError::Commitment);
    }
    let events = &record.events[..];
    let mut script = Script::new(events);
    let mut witness = Witness::new(events, record.seed.as_ref().map(Deck::new), keeps);
    let mut game = Game::start(table, &mut script, &mut witness);
    witness.settle(&game, 0, &script)?;
    while let Some(event) = events.get(witness.at) {
        let at = witness.at;
        let unwritten = unwritten_decision(&game, event);
        let (seat, action) =
            unwritten.or_else(|| event.decision()).ok_or_else(|| no_decision(&game, event, at))?;
        check_chain(&game, seat, event).map_err(|error| fault(at, error.rule(), error.to_string()))?;
        script.go_to(if unwritten.is_some() { at } else { at + 1 });
        witness.decided_in(&game);
        game.apply(seat, &action, &mut script, &mut witness)
            .map_err(|error| fault(at, error.rule(), error.to_string()))?;
        witness.settle(&game, at, &script)?;
    }
    check_result(record, &game)?;
    Ok(Replay { moments: witness.into_moments(), game })
}

/// The decision before an event that has no event of its own: the end of a turn, the end of the game after it
/// was declared (E2), which the bank's tiles may come before (P5), and an exchange of dead tiles, which shows in the
/// tiles set aside or not at all (T11).
///
/// ```
/// use mergemaker_engine::{Dice, Event, Game, Preset, RandomDealer, Rules, Table};
/// let table = Table::new(Rules::of(Preset::Classic), 2)?;
/// let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
/// let passed = Event::Pass { player: game.turn() };
/// assert_eq!(mergemaker_record::unwritten_decision(&game, &passed), None);
/// # Ok::<(), mergemaker_engine::RulesError>(())
/// ```
#[must_use]
pub fn unwritten_decision(game: &Game, event: &Event) -> Option<(Seat, Action)> {
    let seat = game.to_act()?;
    let action = match (game.phase(), event) {
        (Phase::Close, Event::DeclareEnd { player }) if *player == seat => return None,
        (Phase::Close, _) => Action::EndTurn,
        (Phase::Tile | Phase::Buy, Event::BankTile { .. } | Event::End { .. }) if game.is_declared() => {
            Action::EndTurn
        }
        (Phase::Exchange, Event::Discard { player, tiles, reason: DiscardReason::Unplayable })
            if *player == seat =>
        {
            Action::Exchange { tiles: tiles.iter().copied().collect() }
        }
        (Phase::Exchange, _) => Action::Exchange { tiles: Hand::EMPTY },
        _ => return None,
    };
    Some((seat, action))
}

/// M3: the event names the chain being dissolved, the decision does not.
fn check_chain(game: &Game, seat: Seat, event: &Event) -> Result<(), RuleError> {
    match (event, game.defunct()) {
        (&Event::Dispose { chain, .. }, Some(defunct)) if chain != defunct && game.to_act() == Some(seat) => {
            Err(RuleError::NotDissolving { chain, defunct })
        }
        _ => Ok(()),
    }
}

fn check_result(record: &Record, game: &Game) -> Result<(), RecordError> {
    let why = match (&record.result, GameResult::of(game)) {
        (None, None) => return Ok(()),
        (Some(_), None) => "there is one, but the game is not over".to_string(),
        (None, Some(_)) => "there is none, but the game is over".to_string(),
        (Some(given), Some(due)) if given.cash != due.cash => {
            format!("the game ends with {:?}, the result says {:?}", due.cash, given.cash)
        }
        (Some(given), Some(due)) => {
            let mut winners = given.winners.clone();
            winners.sort_unstable();
            if winners == due.winners {
                return Ok(());
            }
            format!("the winners are the seats {:?}, the result says {:?}", due.winners, given.winners)
        }
    };
    Err(RecordError::Result { why: crate::name::plain_line(&why) })
}
