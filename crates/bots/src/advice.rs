//! Advice: what to do, what else there is, and why.

use mergemaker_engine::{Action, Dice, Seat, View};
use serde::{Deserialize, Serialize};

use crate::steady::Steady;
use crate::{Budget, Estimate, Evaluator, Reason};

/// What a player should do, and why.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Advice {
    /// The choices worth a look, the best first; never none.
    pub alternatives: Vec<Alternative>,
    /// Why the first of them is good, with its figures.
    pub reason: Reason,
}

/// One choice.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Alternative {
    /// What is decided.
    pub action: Action,
    /// What it leads to; nothing is known of an exchange of dead tiles.
    pub estimate: Estimate,
}

/// The most alternatives that are looked at.
const MOST_ALTERNATIVES: usize = 5;

/// Advises the viewer, whose decision it must be. The view has open holdings, or holdings filled in from
/// [`Memory`](crate::Memory). About dead tiles nobody is asked: the advice is to exchange them all (T11), without figures.
///
/// ```
/// use mergemaker_bots::{Budget, Playouts, advise};
/// use mergemaker_engine::{Action, Dice, Game, Preset, RandomDealer, Rules, Table};
/// let table = Table::new(Rules::of(Preset::Classic), 3).unwrap();
/// let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
/// let budget = Budget::Work { units: 40 };
/// let advice = advise(&game.view(game.to_act()), &mut Playouts::default(), &mut Dice::new(2), budget);
/// assert!(matches!(advice.alternatives[0].action, Action::Place { .. }));
/// ```
pub fn advise(view: &View, evaluator: &mut dyn Evaluator, dice: &mut Dice, budget: Budget) -> Advice {
    if let Some(action) = view.exchange_all() {
        let all = Alternative { action, estimate: Estimate::default() };
        return Advice { reason: Reason::of(view, &action), alternatives: vec![all] };
    }
    let actions = candidates(view, None, &evaluator.ideas(view));
    let estimates = evaluator.evaluate(view, &actions, dice, budget);
    let mut alternatives: Vec<Alternative> = actions
        .into_iter()
        .zip(estimates)
        .map(|(action, estimate)| Alternative { action, estimate })
        .collect();
    let seat = view.viewer().map_or(0, Seat::index);
    let chance = |alternative: &Alternative| alternative.estimate.chances.get(seat).copied().unwrap_or(0.0);
    // Those that cannot be told apart stay in the order in which they were thought of.
    alternatives.sort_by(|a, b| chance(b).total_cmp(&chance(a)));
    let reason = alternatives.first().map_or(Reason::NothingElse, |best| Reason::of(view, &best.action));
    Advice { alternatives, reason }
}

/// The actions worth a look: the one that was taken, the ideas of whoever judges, and the best by the rules of thumb.
pub(crate) fn candidates(view: &View, taken: Option<Action>, ideas: &[Action]) -> Vec<Action> {
    let legal = view.legal_actions();
    let mut actions: Vec<Action> = taken.into_iter().collect();
    let offer = Steady::default().proposal(view).map(|offer| Action::TradeOffer { offer });
    let ranked = Steady::default().ranked(view, &legal);
    // An offer is no legal action on the list; it comes after the best of those.
    let best = ranked.iter().take(1);
    for action in ideas.iter().chain(best).chain(&offer).chain(&ranked).copied() {
        if actions.len() < MOST_ALTERNATIVES && !actions.contains(&action) {
            actions.push(action);
        }
    }
    actions
}
