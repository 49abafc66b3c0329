//! Hints and doubts in words, as data: what the strongest bot would do, and what the coach says before a blunder.

use mergemaker_bots::{Advice, Dissolving, Judgement, Reason};
use mergemaker_engine::{Action, Bundle};

use crate::scene::Scene;
use mergemaker_voice::Narrator;

/// How many choices a hint shows.
const MOST: usize = 3;

/// A hint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// The best choice; none where none of them may be named.
    pub best: Option<Choice>,
    /// Why it is good; none where it may not be named.
    pub reason: Option<String>,
    /// What else is worth a look.
    pub others: Vec<Choice>,
}

/// One choice of a hint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// What is decided.
    pub action: String,
    /// The chance to win, in points of a hundred.
    pub points: i32,
}

/// What the coach says about a decision that is about to be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Doubt {
    /// The decision.
    pub action: String,
    /// What it costs of the chance to win, in points of a hundred.
    pub cost: i32,
    /// What would be better, where it may be named.
    pub better: Option<Better>,
}

/// What would be better than a decision.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Better {
    /// What to do.
    pub action: String,
    /// Why that is good.
    pub reason: String,
    /// What the decision itself would do.
    pub instead: String,
}

/// Whether a decision may be named to the reader: where holdings are hidden, none that shows what others can give.
///
/// ```
/// use mergemaker_engine::{Action, Bundle, Money, Offer, Seat, Theme};
/// use mergemaker_voice::{Language, Names, Narrator, Words};
/// use mergemaker_web::advice::may_name;
/// let words = Words::new(Language::English);
/// let narrator =
///     |hides| Narrator { hides, ..Narrator::new(&words, Names::ready(vec![], Theme::Hotels)) };
/// let take = Bundle { cash: Money(500), ..Bundle::default() };
/// let offer = Offer { to: Seat::new(1).unwrap(), give: Bundle::default(), take };
/// let action = Action::TradeOffer { offer };
/// assert!(may_name(&narrator(false), &action) && !may_name(&narrator(true), &action));
/// ```
#[must_use]
pub fn may_name(narrator: &Narrator<'_>, action: &Action) -> bool {
    let asks = matches!(action, Action::TradeOffer { offer } if offer.take != Bundle::default());
    !(asks && narrator.hides)
}

/// The hint for the viewer of a scene.
#[must_use]
pub fn hint(narrator: &Narrator<'_>, scene: &Scene, advice: &Advice) -> Hint {
    let dissolving = Dissolving::of(&scene.view);
    let decider = scene.me().or(scene.view.to_act()).unwrap_or(scene.view.turn());
    let mut named =
        advice.alternatives.iter().filter(|alternative| may_name(narrator, &alternative.action)).peekable();
    // What the thinker supposed of others' holdings is no reason to give.
    let reason = if narrator.hides {
        named.peek().map(|best| narrator.reason(&Reason::of(&scene.view, &best.action), decider))
    } else {
        Some(narrator.reason(&advice.reason, decider))
    };
    let mut choices = named.map(|alternative| {
        let chance = alternative.estimate.chances.get(decider.index()).copied().unwrap_or(0.0);
        Choice { action: narrator.action(&alternative.action, dissolving), points: points(chance) }
    });
    Hint { best: choices.next(), reason, others: choices.take(MOST - 1).collect() }
}

/// What the coach says about a judged decision.
#[must_use]
pub fn doubt(narrator: &Narrator<'_>, judgement: &Judgement) -> Doubt {
    let action = |action: &Action| narrator.action(action, judgement.dissolving);
    let better = judgement.better.as_ref().filter(|better| may_name(narrator, &better.action));
    Doubt {
        action: action(&judgement.action),
        cost: points(judgement.cost),
        better: better.map(|better| Better {
            action: action(&better.action),
            reason: narrator.reason(&better.reason, judgement.player),
            instead: narrator.reason(&better.instead_of, judgement.player),
        }),
    }
}

/// A part of one as points of a hundred.
///
/// ```
/// assert_eq!(mergemaker_web::advice::points(0.456), 46);
/// ```
#[must_use]
pub fn points(part: f32) -> i32 {
    #[expect(clippy::cast_possible_truncation, reason = "a hundred at most")]
    let points = (100.0 * part).round() as i32;
    points
}

#[cfg(test)]
mod tests;
