//! Advice: what to do, the alternatives, and why.

use mergemaker_engine::{Action, Dice, Seat, View};
use serde::{Deserialize, Serialize};

use crate::steady::Steady;
use crate::{Budget, Estimate, Evaluator, Reason};

/// What a player should do, and why.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Advice {
    /// The choices worth considering, best first; never empty.
    pub alternatives: Vec<Alternative>,
    /// Why the first of them is good, with figures.
    pub reason: Reason,
}

/// One choice and its estimate.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Alternative {
    /// The action to take.
    pub action: Action,
    /// Its estimated outcome; empty for an exchange of dead tiles.
    pub estimate: Estimate,
}

/// The maximum number of alternatives to evaluate.
const MOST_ALTERNATIVES: usize = 5;

/// Advises the viewer, who must be the player to act. Holdings in the view must be open or filled in from
/// [`Memory`](crate::Memory). Dead tiles are not evaluated: the advice is always to exchange them all (T11).
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
    // The sort is stable: ties keep the order of the candidates.
    alternatives.sort_by(|a, b| chance(b).total_cmp(&chance(a)));
    let reason = alternatives.first().map_or(Reason::NothingElse, |best| Reason::of(view, &best.action));
    Advice { alternatives, reason }
}

/// The actions worth evaluating: the one taken, the evaluator's ideas, and the best by the rules of thumb.
pub(crate) fn candidates(view: &View, taken: Option<Action>, ideas: &[Action]) -> Vec<Action> {
    let legal = view.legal_actions();
    let mut actions: Vec<Action> = taken.into_iter().collect();
    let offer = Steady::default().proposal(view).map(|offer| Action::TradeOffer { offer });
    let ranked = Steady::default().ranked(view, &legal);
    // Offers are not among the legal actions; ours ranks second to the best of those.
    let best = ranked.iter().take(1);
    for action in ideas.iter().chain(best).chain(&offer).chain(&ranked).copied() {
        if actions.len() < MOST_ALTERNATIVES && !actions.contains(&action) {
            actions.push(action);
        }
    }
    actions
}
