//! Analysis: judges every decision of a game and separates luck from skill.

mod chart;

use arrayvec::ArrayVec;
use mergemaker_engine::{Action, Dice, Game, MOST_PLAYERS, Phase, Seat, View};
use mergemaker_record::{Replay, unwritten_decision};
use serde::{Deserialize, Serialize};

pub use chart::{ChartLabels, chart};

use crate::advice::candidates;
use crate::{Budget, Dissolving, Estimate, Evaluator, HoldingsDelta, Memory, Reason};

/// A decision with a real choice, from a record or about to be made.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The number of its event, from 1. Ending a turn has no event of its own, so it takes the next one's.
    pub event: usize,
    /// The player who decides.
    pub seat: Seat,
    /// The action taken.
    pub action: Action,
    /// What the player knows, including the others' holdings as remembered.
    view: View,
}

/// How good a decision was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    /// Nothing clearly better was found.
    Best,
    /// It cost at least 3 percentage points of win probability.
    Inaccuracy,
    /// It cost at least 7 points.
    Mistake,
    /// It cost at least 15 points.
    Blunder,
}

/// A judged decision.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Judgement {
    /// The number of its event, from 1.
    pub event: usize,
    /// The player who decided.
    pub player: Seat,
    /// The action taken.
    pub action: Action,
    /// The chain being dissolved, for decisions during a merger.
    pub dissolving: Option<Dissolving>,
    /// Each player's win probability before it, assuming the best decision; in seat order.
    pub before: ArrayVec<f32, MOST_PLAYERS>,
    /// Each player's win probability after it.
    pub after: ArrayVec<f32, MOST_PLAYERS>,
    /// Each player's expected final money after it.
    pub money: ArrayVec<f32, MOST_PLAYERS>,
    /// The player's loss in win probability; 0 if nothing better was found.
    pub cost: f32,
    /// How good it was. Only clear differences are marked, not noise.
    pub mark: Mark,
    /// The better alternative, if the decision is marked.
    pub better: Option<Better>,
    /// The change in each player's win probability compared with the best alternative, including noise.
    pub shift: ArrayVec<f32, MOST_PLAYERS>,
    /// The standard error of `shift` for the player.
    pub doubt: f32,
}

/// A better alternative.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Better {
    /// The better decision.
    pub action: Action,
    /// Why it is better, with figures.
    pub reason: Reason,
    /// The same for the action taken.
    pub instead_of: Reason,
}

/// How one player did, and why. The figures add up: `start`, `own_mistakes`, `others_mistakes` and `luck` sum
/// to `result`.
///
/// A mistake costs what the best alternative found would have gained. If that alternative turns out worse
/// after all, the difference counts with the opposite sign, and the noise averages out over a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Summary {
    /// The player.
    pub player: Seat,
    /// The player's share of the win: 1, less if tied, or 0. For an unfinished game, the win probability.
    pub result: f32,
    /// The win probability of equal players.
    pub start: f32,
    /// The cost of the player's own mistakes: below 0, apart from noise.
    pub own_mistakes: f32,
    /// The standard error of `own_mistakes`.
    pub own_doubt: f32,
    /// The gain from the others' mistakes.
    pub others_mistakes: f32,
    /// The rest: the luck of the draw, and what nobody could know.
    pub luck: f32,
    /// The number of decisions with a real choice.
    pub decisions: usize,
    /// How many were inaccuracies.
    pub inaccuracies: usize,
    /// How many were mistakes.
    pub mistakes: usize,
    /// How many were blunders.
    pub blunders: usize,
}

/// Every decision of a record with a real choice, in order.
///
/// ```
/// # use mergemaker_engine::{Dice, Game, Preset, Rules, Table};
/// # use mergemaker_record::{Deck, Recorder, Seed};
/// # let (mut deck, mut recorder) = (Deck::new(&Seed::for_simulation(7, 1)), Recorder::new());
/// # let mut game = Game::start(Table::new(Rules::of(Preset::Classic), 2)?, &mut deck, &mut recorder);
/// # game.play_randomly(&mut Dice::new(1), &mut deck, &mut recorder);
/// # let record = recorder.finish(&game, vec!["first".into(), "second".into()], None);
/// let decisions = mergemaker_bots::decisions(&record.replay()?);
/// assert!(decisions.iter().all(|decision| decision.seat.index() < 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn decisions(replay: &Replay) -> Vec<Decision> {
    let mut memory = Memory::default();
    let mut decisions = Vec::new();
    for (index, pair) in replay.moments().windows(2).enumerate() {
        let [before, moment] = pair else { continue };
        let event = index + 2;
        let known =
            |game: &Game, seat: Seat| memory.recall(&game.view(Some(seat)), &mut Dice::new(event as u64));
        // Exchanging dead tiles leaves no event either, but is not judged.
        let unwritten = unwritten_decision(&before.game, &moment.event);
        if let Some((seat, action @ Action::EndTurn)) = unwritten {
            decisions.push(Decision { event, seat, action, view: known(&before.game, seat) });
        }
        let game = moment.before();
        if let Some((seat, action)) = moment.event.decision()
            && game.to_act() == Some(seat)
            && (game.may_offer() || game.legal_actions().len() > 1)
        {
            decisions.push(Decision { event, seat, action: judged(action), view: known(game, seat) });
        }
        memory.note(&HoldingsDelta::between(&before.game, &moment.game));
    }
    decisions
}

/// The decision without details that do not matter, such as where headquarters are placed (S5).
fn judged(action: Action) -> Action {
    match action {
        Action::Found { chain, .. } => Action::Found { chain, at: None },
        action => action,
    }
}

impl Decision {
    /// A decision the viewer is about to make, as event number `event`. None without a choice to judge:
    /// exchanges of dead tiles are not judged (T11). The view's holdings are open or filled in from
    /// [`Memory`].
    #[must_use]
    pub fn to_come(view: &View, action: Action, event: usize) -> Option<Decision> {
        let is_judged = view.phase() != Phase::Exchange && view.legal_actions().len() > 1;
        let seat = view.viewer().filter(|_| is_judged)?;
        view.check(&action).ok()?;
        Some(Decision { event, seat, action: judged(action), view: *view })
    }

    /// Judges the decision by what the player could know. Deterministic for a given evaluator and work
    /// budget.
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, Rules, Table};
    /// # use mergemaker_record::{Deck, Recorder, Seed};
    /// # let (mut deck, mut recorder) = (Deck::new(&Seed::for_simulation(7, 1)), Recorder::new());
    /// # let mut game = Game::start(Table::new(Rules::of(Preset::Classic), 2)?, &mut deck, &mut recorder);
    /// # game.play_randomly(&mut Dice::new(1), &mut deck, &mut recorder);
    /// # let record = recorder.finish(&game, vec!["first".into(), "second".into()], None);
    /// use mergemaker_bots::{Budget, Playouts};
    /// let decisions = mergemaker_bots::decisions(&record.replay()?);
    /// let judgement = decisions[5].judge(&mut Playouts::default(), Budget::Work { units: 20 });
    /// assert!(judgement.cost >= 0.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn judge(&self, evaluator: &mut dyn Evaluator, budget: Budget) -> Judgement {
        let mut dice = Dice::new(self.event as u64);
        let view = &self.view;
        let actions = candidates(view, Some(self.action), &evaluator.ideas(view));
        let own = |estimate: &Estimate| estimate.chances[self.seat.index()];
        // Half of the budget finds the best alternative. The other half compares the two with fresh samples,
        // because the best of many was partly lucky.
        let half = budget.halved();
        let first = evaluator.evaluate(view, &actions, &mut dice, half);
        let best = (1..actions.len())
            .fold(0, |best, index| if own(&first[index]) > own(&first[best]) { index } else { best });
        if best == 0 {
            return self.judgement(&first[0], &first[0], None);
        }
        let pair = evaluator.evaluate(view, &[self.action, actions[best]], &mut dice, half);
        let cost = own(&pair[1]) - own(&pair[0]);
        let is_clear = cost > 2.0 * pair[1].doubt && Mark::of(cost) > Mark::Best;
        let better = is_clear.then(|| Better {
            action: actions[best],
            reason: Reason::of(view, &actions[best]),
            instead_of: Reason::of(view, &self.action),
        });
        self.judgement(&pair[0], &pair[1], better)
    }

    fn judgement(&self, taken: &Estimate, best: &Estimate, better: Option<Better>) -> Judgement {
        let own = self.seat.index();
        let cost = (best.chances[own] - taken.chances[own]).max(0.0);
        Judgement {
            event: self.event,
            player: self.seat,
            action: self.action,
            dissolving: Dissolving::of(&self.view),
            before: if cost > 0.0 { best } else { taken }.chances.clone(),
            after: taken.chances.clone(),
            money: taken.money.clone(),
            cost,
            mark: if better.is_some() { Mark::of(cost) } else { Mark::Best },
            better,
            shift: taken.chances.iter().zip(&best.chances).map(|(taken, best)| taken - best).collect(),
            doubt: best.doubt,
        }
    }
}

impl Mark {
    /// The mark for a loss of win probability.
    fn of(cost: f32) -> Mark {
        match cost {
            cost if cost >= 0.15 => Mark::Blunder,
            cost if cost >= 0.07 => Mark::Mistake,
            cost if cost >= 0.03 => Mark::Inaccuracy,
            _ => Mark::Best,
        }
    }

    /// The mark's name.
    ///
    /// ```
    /// assert_eq!(mergemaker_bots::Mark::Blunder.id(), "blunder");
    /// ```
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Mark::Best => "best",
            Mark::Inaccuracy => "inaccuracy",
            Mark::Mistake => "mistake",
            Mark::Blunder => "blunder",
        }
    }
}

/// How each player did, from all judgements of a game.
#[must_use]
pub fn summaries(end: &Game, judgements: &[Judgement]) -> Vec<Summary> {
    end.seats().map(|seat| summary(end, judgements, seat)).collect()
}

fn summary(end: &Game, judgements: &[Judgement], seat: Seat) -> Summary {
    let index = seat.index();
    let start = 1.0 / end.players() as f32;
    let last = judgements.last().map_or(start, |judgement| judgement.after[index]);
    let result = end.outcome().map_or(last, |outcome| {
        let won = outcome.winners.contains(&seat);
        if won { 1.0 / outcome.winners.len() as f32 } else { 0.0 }
    });
    let own = || judgements.iter().filter(|judgement| judgement.player == seat);
    let others = judgements.iter().filter(|judgement| judgement.player != seat);
    let own_mistakes = own().fold(0.0, |sum, judgement| sum + judgement.shift[index]);
    let others_mistakes = others.fold(0.0, |sum, judgement| sum + judgement.shift[index]);
    let count = |mark| own().filter(|judgement| judgement.mark == mark).count();
    Summary {
        player: seat,
        result,
        start,
        own_mistakes,
        own_doubt: own().fold(0.0, |sum, judgement| sum + judgement.doubt * judgement.doubt).sqrt(),
        others_mistakes,
        luck: result - start - own_mistakes - others_mistakes,
        decisions: own().count(),
        inaccuracies: count(Mark::Inaccuracy),
        mistakes: count(Mark::Mistake),
        blunders: count(Mark::Blunder),
    }
}
