//! Hints and the coach's warnings as data: what the strongest bot would do, and what to say before a blunder.

use mergemaker_bots::{Advice, Dissolving, Judgement, Reason};
use mergemaker_engine::{Action, Bundle};

use crate::scene::Scene;
use mergemaker_voice::Narrator;

/// How many choices a hint shows.
const MOST_CHOICES: usize = 3;

/// A hint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// The best choice, unless none may be named.
    pub best: Option<RatedChoice>,
    /// Why it is good, unless it may not be named.
    pub reason: Option<String>,
    /// Other good choices.
    pub others: Vec<RatedChoice>,
}

/// One choice of a hint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RatedChoice {
    /// The decision.
    pub action: String,
    /// The win probability in percent.
    pub points: i32,
}

/// The coach's warning about a decision the player is about to make.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    /// The decision.
    pub action: String,
    /// How much win probability it costs, in percentage points.
    pub cost: i32,
    /// A better decision, if it may be named.
    pub better: Option<Better>,
}

/// A better decision.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Better {
    /// What to do.
    pub action: String,
    /// Why it is good.
    pub reason: String,
    /// What the player's own decision would do.
    pub instead: String,
}

/// Whether the reader may be shown a decision: with hidden holdings, not one that reveals what others can
/// give.
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
    // With hidden holdings, a reason must not use the evaluator's guesses about others.
    let reason = if narrator.hides {
        named.peek().map(|best| narrator.reason(&Reason::of(&scene.view, &best.action), decider))
    } else {
        Some(narrator.reason(&advice.reason, decider))
    };
    let mut choices = named.map(|alternative| {
        let chance = alternative.estimate.chances.get(decider.index()).copied().unwrap_or(0.0);
        RatedChoice { action: narrator.action(&alternative.action, dissolving), points: points(chance) }
    });
    Hint { best: choices.next(), reason, others: choices.take(MOST_CHOICES - 1).collect() }
}

/// What the coach says about a judged decision.
#[must_use]
pub fn warning(narrator: &Narrator<'_>, judgement: &Judgement) -> Warning {
    let action = |action: &Action| narrator.action(action, judgement.dissolving);
    let better = judgement.better.as_ref().filter(|better| may_name(narrator, &better.action));
    Warning {
        action: action(&judgement.action),
        cost: points(judgement.cost),
        better: better.map(|better| Better {
            action: action(&better.action),
            reason: narrator.reason(&better.reason, judgement.player),
            instead: narrator.reason(&better.instead_of, judgement.player),
        }),
    }
}

/// A fraction as a whole percentage.
///
/// ```
/// assert_eq!(mergemaker_web::advice::points(0.456), 46);
/// ```
#[must_use]
pub fn points(part: f32) -> i32 {
    #[expect(clippy::cast_possible_truncation, reason = "at most 100")]
    let points = (100.0 * part).round() as i32;
    points
}

#[cfg(test)]
mod tests;
