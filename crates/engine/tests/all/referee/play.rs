//! Plays one game with the engine and checks it against the referee, event by event.

use std::collections::BTreeMap;

use mergemaker_engine::{
    Action, Dice, DiscardReason, Event, Game, Log, Options, Preset, Rules, RulesVersion, Seat, Table, below,
};

use super::compare::{compare_cash, compare_decisions, compare_outcomes, compare_tables, seat_at};
use super::dealer::AnyDealer;
use super::judge::{Fault, Referee};
use super::policy::{Policy, random_probe};

/// One game to play. The number is its seed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Case {
    pub(crate) number: u64,
    pub(crate) version: RulesVersion,
    pub(crate) options: Options,
    pub(crate) players: usize,
    pub(crate) habits: Habits,
}

/// The habits of the players of a game.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Habits {
    /// [`Policy::draw`].
    Any,
    /// [`Policy::stubborn`].
    Stubborn,
    /// [`Policy::teased`].
    Teased,
}

/// Counts of what was compared and of the rare paths taken.
#[derive(Clone, Default, Debug)]
pub(crate) struct Tally {
    pub(crate) games: usize,
    pub(crate) events: usize,
    pub(crate) decisions: usize,
    pub(crate) listed: usize,
    pub(crate) refused: usize,
    pub(crate) accepted: usize,
    pub(crate) seen: BTreeMap<&'static str, usize>,
    /// How often each reason for a refusal occurred.
    pub(crate) faults: BTreeMap<Fault, usize>,
}

impl Tally {
    pub(crate) fn add(&mut self, other: &Tally) {
        self.games += other.games;
        self.events += other.events;
        self.decisions += other.decisions;
        self.listed += other.listed;
        self.refused += other.refused;
        self.accepted += other.accepted;
        for (&what, &times) in &other.seen {
            *self.seen.entry(what).or_default() += times;
        }
        for (&fault, &times) in &other.faults {
            *self.faults.entry(fault).or_default() += times;
        }
    }
}

/// Each event with the game right after it.
#[derive(Default)]
struct Snapshots(Vec<(Event, Game)>);

impl Log for Snapshots {
    fn event(&mut self, game: &Game, event: Event) {
        self.0.push((event, *game));
    }
}

/// Plays a game, comparing after every event. The error reports where engine and referee disagree.
pub(crate) fn play(case: &Case, universe: &[Action]) -> Result<Tally, String> {
    let mut rng = Dice::new(case.number);
    let policy = match case.habits {
        Habits::Any => Policy::draw(&mut rng),
        Habits::Stubborn => Policy::stubborn(&mut rng),
        Habits::Teased => Policy::teased(&mut rng),
    };
    let mut tally = Tally { games: 1, ..Tally::default() };
    let mut number = 0;
    play_on(case, universe, policy, &mut rng, &mut tally, &mut number)
        .map(|()| tally)
        .map_err(|fault| format!("{case:?}, {policy:?}, after {number} events: {fault}"))
}

fn play_on(
    case: &Case,
    universe: &[Action],
    policy: Policy,
    rng: &mut Dice,
    tally: &mut Tally,
    number: &mut usize,
) -> Result<(), String> {
    let rules =
        Rules::named(case.version, Preset::Custom, case.options).map_err(|error| error.to_string())?;
    let table = Table::new(rules, case.players).map_err(|error| error.to_string())?;
    let dice = Dice::new(!case.number);
    let mut dealer = AnyDealer::new(policy.mood, case.options.start_tiles, case.players, dice);
    let mut log = Snapshots::default();
    let mut referee = Referee::new(case.version, case.options, case.players);
    let mut game = Game::start(table, &mut dealer, &mut log);
    let mut gap = Gap::default();
    loop {
        for (event, snapshot) in log.0.drain(..) {
            referee.take(&event)?;
            gap.take(&event, case.players)?;
            *number += 1;
            let after_event = |fault| format!("right after {event:?}: {fault}");
            compare_tables(&referee, &snapshot).map_err(after_event)?;
            compare_cash(&referee, &snapshot).map_err(after_event)?;
        }
        referee.advance();
        compare_tables(&referee, &game)?;
        compare_cash(&referee, &game)?;
        compare_outcomes(&referee, &game)?;
        let legal = compare_decisions(&referee, &game, universe)?;
        let Some(seat) = game.to_act() else { break };
        tally.decisions += 1;
        tally.listed += legal.len();
        for _ in 0..4 {
            probe(&referee, &game, &dealer, universe, rng, tally)?;
        }
        let action = policy.choose(&referee, &game, &legal, rng);
        referee
            .allows(seat.index(), &action)
            .map_err(|fault| format!("the engine's random action {action:?}: {fault}"))?;
        if matches!(action, Action::Buy { .. } | Action::EndTurn | Action::Exchange { .. }) {
            dealer.stack_for(&referee);
        }
        game.apply(seat, &action, &mut dealer, &mut log)
            .map_err(|error| format!("the engine refuses {action:?} by {seat}: {error}"))?;
        let logged = log.0.first().and_then(|(event, _)| decision_in(event));
        if !leaves_no_event(&action) && logged != Some((seat, action)) {
            return Err(format!("{action:?} by {seat} is logged as {logged:?}"));
        }
        // The referee infers a decision without an event from the next event, if there is one.
        if log.0.is_empty() {
            referee.decide(seat.index(), &action)?;
        }
    }
    tally.events += *number;
    tally.seen.clone_from(&referee.notes.seen);
    Ok(())
}

/// The turns since a tile was placed. The limit on a record's events depends on their being few.
#[derive(Default)]
struct Gap {
    turns: usize,
    is_tile_set_aside: bool,
}

impl Gap {
    /// T2, E3: fewer turns than players, or fewer than twice as many if a tile was set aside meanwhile.
    fn take(&mut self, event: &Event, players: usize) -> Result<(), String> {
        let most = if self.is_tile_set_aside { 2 * players } else { players };
        match event {
            Event::Place { .. } if self.turns >= most => {
                return Err(format!("{} turns without a tile before {event:?}", self.turns));
            }
            Event::Place { .. } => *self = Gap::default(),
            Event::Pass { .. } => self.turns += 1,
            Event::Discard { .. } => self.is_tile_set_aside = true,
            Event::End { .. } if self.turns > most => {
                return Err(format!("{} turns without a tile at the end", self.turns));
            }
            _ => {}
        }
        Ok(())
    }
}

/// Whether the decision leaves no event: ending a turn or keeping dead tiles.
fn leaves_no_event(action: &Action) -> bool {
    match action {
        Action::EndTurn => true,
        Action::Exchange { tiles } => tiles.is_empty(),
        _ => false,
    }
}

/// The decision in an event. Setting dead tiles aside is the decision of an exchange (T11).
fn decision_in(event: &Event) -> Option<(Seat, Action)> {
    match event {
        Event::Discard { player, tiles, reason: DiscardReason::Unplayable } => {
            Some((*player, Action::Exchange { tiles: tiles.iter().copied().collect() }))
        }
        event => event.decision(),
    }
}

/// Tries a random decision of a random seat on both: they must agree, and a refusal must change nothing.
fn probe(
    referee: &Referee,
    game: &Game,
    dealer: &AnyDealer,
    universe: &[Action],
    rng: &mut Dice,
    tally: &mut Tally,
) -> Result<(), String> {
    let action = random_probe(referee, universe, rng);
    let seat = match (below(rng, 4), referee.to_act()) {
        (1.., Some(seat)) => seat,
        _ => below(rng, 6) as usize,
    };
    let verdict = referee.allows(seat, &action);
    let mut copy = *game;
    let answer = copy.apply(seat_at(seat), &action, &mut dealer.clone(), &mut ());
    if verdict.is_ok() != answer.is_ok() {
        return Err(format!("{action:?} by {seat}: the referee says {verdict:?}, the engine {answer:?}"));
    }
    if answer.is_err() && copy != *game {
        return Err(format!("{action:?} by {seat} is refused but changes the game"));
    }
    match verdict {
        Ok(()) => tally.accepted += 1,
        Err(fault) => {
            tally.refused += 1;
            *tally.faults.entry(fault).or_default() += 1;
        }
    }
    Ok(())
}
