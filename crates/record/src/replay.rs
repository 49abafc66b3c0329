//! Replays a record by the rules, event by event.
//!
//! Every decision of the record goes through the engine, with a dealer that deals the record's tiles. The
//! engine's events must match the record. The first mismatch is the error.

use mergemaker_engine::{Action, DiscardReason, Event, Game, Hand, Payout, Phase, RuleError, Seat, Table};

use crate::script::Script;
use crate::verifier::{Verifier, decision_expected, rule_error};
use crate::{Deck, GameResult, Record, RecordError};

/// A game at every event of its record.
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
    /// The event, as in the record.
    pub event: Event,
    /// The game after it and its consequences, up to the next event.
    pub game: Game,
    /// The bonuses it pays. The `end` event has the whole final scoring.
    pub payouts: Vec<Payout>,
    /// The game before the event, in which a decision was made. For the first event, the one after it.
    pub(crate) before: Game,
    /// The games after decisions without an event, in order, up to the next event.
    pub(crate) silent: Vec<Game>,
}

impl Moment {
    /// The game before the event, in which a decision was made. For the first event, the one after it.
    #[must_use]
    pub fn before(&self) -> &Game {
        &self.before
    }
}

impl Replay {
    /// Every event with the game after it, in order.
    #[must_use]
    pub fn moments(&self) -> &[Moment] {
        &self.moments
    }

    /// The game after all events.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The game after this many events; none for 0 and past the last event.
    #[must_use]
    pub fn game_at(&self, events: usize) -> Option<&Game> {
        self.game_after(events, 0)
    }

    /// The game after this many events and then this many decisions without an event, such as ending a turn
    /// with an empty pile or keeping dead tiles.
    #[must_use]
    pub fn game_after(&self, events: usize, silent: usize) -> Option<&Game> {
        let moment = self.moments.get(events.checked_sub(1)?)?;
        silent.checked_sub(1).map_or(Some(&moment.game), |silent| moment.silent.get(silent))
    }
}

impl Record {
    /// Checks that every event follows the rules and the result matches the game. If the record has a seed,
    /// also checks that it dealt every tile and matches the commitment. Returns the final game.
    ///
    /// A record without a result may stop at any decision. When the end could be declared after a purchase,
    /// ending the turn instead has no event: a record that stops there leaves the turn open.
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

    /// Checks everything like [`Record::verify`], and keeps the game at every event.
    pub fn replay(&self) -> Result<Replay, RecordError> {
        run(self, true)
    }
}

fn run(record: &Record, keeps_moments: bool) -> Result<Replay, RecordError> {
    let table = Table::new(record.rules, record.players.len())?;
    if let (Some(seed), Some(commitment)) = (&record.seed, record.commitment)
        && seed.commitment() != commitment
    {
        return Err(RecordError::Commitment);
    }
    let events = &record.events[..];
    let mut script = Script::new(events);
    let mut verifier = Verifier::new(events, record.seed.as_ref().map(Deck::new), keeps_moments);
    let mut game = Game::start(table, &mut script, &mut verifier);
    verifier.settle(&game, 0, &script)?;
    while let Some(event) = events.get(verifier.at) {
        let at = verifier.at;
        let unwritten = unwritten_decision(&game, event);
        let (seat, action) =
            unwritten.or_else(|| event.decision()).ok_or_else(|| decision_expected(&game, event, at))?;
        check_chain(&game, seat, event).map_err(|error| rule_error(at, error.rule(), error.to_string()))?;
        script.go_to(if unwritten.is_some() { at } else { at + 1 });
        verifier.before_decision(&game);
        game.apply(seat, &action, &mut script, &mut verifier)
            .map_err(|error| rule_error(at, error.rule(), error.to_string()))?;
        verifier.settle(&game, at, &script)?;
    }
    check_result(record, &game)?;
    Ok(Replay { moments: verifier.into_moments(), game })
}

/// The decision implied by the next event, if it has no event of its own: ending the turn, ending a declared
/// game (E2) even if the bank's tiles come first (P5), or an exchange of dead tiles, which shows only in the
/// tiles set aside (T11).
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

/// M3: checks the dissolved chain, which is in the event but not in the decision.
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
        (Some(_), None) => "the record has a result, but the game is not over".to_string(),
        (None, Some(_)) => "the game is over, but the record has no result".to_string(),
        (Some(given), Some(due)) if given.cash != due.cash => {
            format!("the game ends with {:?}, but the result says {:?}", due.cash, given.cash)
        }
        (Some(given), Some(due)) => {
            let mut winners = given.winners.clone();
            winners.sort_unstable();
            if winners == due.winners {
                return Ok(());
            }
            format!("the winners are seats {:?}, but the result says {:?}", due.winners, given.winners)
        }
    };
    Err(RecordError::Result { why: crate::name::plain_line(&why) })
}
