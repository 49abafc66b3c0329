//! Analysis: every decision of a game judged, and luck told apart from skill.

mod chart;

use arrayvec::ArrayVec;
use mergemaker_engine::{Action, Dice, Game, MOST_PLAYERS, Phase, Seat, View};
use mergemaker_record::{Replay, unwritten_decision};
use serde::{Deserialize, Serialize};

pub use chart::{ChartLabels, chart};

use crate::advice::candidates;
use crate::{Budget, Dissolving, Estimate, Evaluator, HoldingsDelta, Memory, Reason};

/// A decision in which there is a choice, of a record or about to be made.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The number of its event, from 1; for the end of a turn, which has none, of the event that follows.
    pub event: usize,
    /// Who decided.
    pub seat: Seat,
    /// What was decided.
    pub action: Action,
    /// What the player knows, what can be remembered of the others' holdings included.
    view: View,
}

/// How good a decision was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    /// Nothing clearly better was found.
    Best,
    /// It cost a little of the chance to win: 3 points of 100 or more.
    Inaccuracy,
    /// It cost 7 points or more.
    Mistake,
    /// It cost 15 points or more.
    Blunder,
}

/// A decision, judged.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Judgement {
    /// The number of its event, from 1.
    pub event: usize,
    /// Who decided.
    pub player: Seat,
    /// What was decided.
    pub action: Action,
    /// The merger in which shares were decided about.
    pub dissolving: Option<Dissolving>,
    /// Each player's chance to win before it, with the best decision to come; in seat order.
    pub before: ArrayVec<f32, MOST_PLAYERS>,
    /// Each player's chance to win after it.
    pub after: ArrayVec<f32, MOST_PLAYERS>,
    /// The money each player can expect at the end after it.
    pub money: ArrayVec<f32, MOST_PLAYERS>,
    /// What it cost of the player's own chance to win; 0 where nothing better was found.
    pub cost: f32,
    /// How good it was. Marked is only what is clearly more than chance.
    pub mark: Mark,
    /// What would have been better, where it is marked.
    pub better: Option<Better>,
    /// What it changed of everybody's chance, compared with the best alternative: off by chance either way.
    pub shift: ArrayVec<f32, MOST_PLAYERS>,
    /// How far off that may be for the player's own chance: one standard deviation.
    pub doubt: f32,
}

/// What would have been better.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Better {
    /// The better decision.
    pub action: Action,
    /// Why, with its figures.
    pub reason: Reason,
    /// The same of what was decided.
    pub instead_of: Reason,
}

/// How one player did, and why. The figures add up: the even chance at the start, what the own mistakes
/// cost, what those of the others gave, and luck come to the result.
///
/// What a mistake cost is what the best alternative that was found would have gained; where that turns out
/// worse than what was decided, it counts the other way, so that chance evens out over a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Summary {
    /// Who.
    pub player: Seat,
    /// The player's part of the victory: 1, or less where it is shared, or 0. In a game that is not over,
    /// the chance to win.
    pub result: f32,
    /// An even chance.
    pub start: f32,
    /// What the own mistakes cost: below 0, but for chance.
    pub own_mistakes: f32,
    /// How far off that may be: one standard deviation.
    pub own_doubt: f32,
    /// What the mistakes of the others gave.
    pub others_mistakes: f32,
    /// What is left: the luck of the tiles, and what nobody could know.
    pub luck: f32,
    /// How many decisions had a choice.
    pub decisions: usize,
    /// How many of them were inaccuracies.
    pub inaccuracies: usize,
    /// How many of them were mistakes.
    pub mistakes: usize,
    /// How many of them were blunders.
    pub blunders: usize,
}

/// Every decision of a record in which there was a choice, in order.
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
        // What a player decides about dead tiles, which leaves no event either, is not judged.
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

/// The decision as far as it is judged: where headquarters stand matters to nothing (S5).
fn judged(action: Action) -> Action {
    match action {
        Action::Found { chain, .. } => Action::Found { chain, at: None },
        action => action,
    }
}

impl Decision {
    /// A decision that is about to be made, as this event, by the viewer. None unless there is a choice that is judged:
    /// dead tiles are not (T11). The view has open holdings, or holdings filled in from [`Memory`].
    #[must_use]
    pub fn to_come(view: &View, action: Action, event: usize) -> Option<Decision> {
        let is_judged = view.phase() != Phase::Exchange && view.legal_actions().len() > 1;
        let seat = view.viewer().filter(|_| is_judged)?;
        view.check(&action).ok()?;
        Some(Decision { event, seat, action: judged(action), view: *view })
    }

    /// Judges the decision by what the player could know. The same for the same evaluator and work budget.
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
        // One half of the work finds the best alternative, the other half compares the two anew: what looked
        // best among many had luck too.
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
    /// The mark for a decision that cost so much of the chance to win.
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
