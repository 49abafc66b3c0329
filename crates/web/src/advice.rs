//! Hints and doubts in words, as data: what the strongest bot would do, and what the coach says before a blunder.

use mergemaker_bots::{Advice, Dissolving, Judgement, Reason};
use mergemaker_engine::{Action, Bundle};

use crate::explain::Explainer;
use crate::scene::Scene;

/// How many choices a hint shows.
const MOST: usize = 3;

/// A hint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// The best choice; none where none of them may be named.
    pub best: Option<Choice>,
    /// Why it is good.
    pub reason: String,
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

impl Explainer<'_> {
    /// Whether a decision may be named to the reader: where holdings are hidden, none that shows what others can give.
    ///
    /// ```
    /// use mergemaker_engine::{Action, Bonuses, Bundle, Money, Offer, Seat, Theme};
    /// use mergemaker_web::explain::Explainer;
    /// use mergemaker_web::log::Teller;
    /// use mergemaker_web::words::{Language, Words};
    /// let words = Words::new(Language::English);
    /// let explainer = |hides| Explainer {
    ///     teller: Teller { words: &words, theme: Theme::Hotels, players: &[], bonuses: Bonuses::Classic },
    ///     me: Seat::new(0),
    ///     hides,
    /// };
    /// let take = Bundle { cash: Money(500), ..Bundle::default() };
    /// let offer = Offer { to: Seat::new(1).unwrap(), give: Bundle::default(), take };
    /// let action = Action::TradeOffer { offer };
    /// assert!(explainer(false).may_name(&action) && !explainer(true).may_name(&action));
    /// ```
    #[must_use]
    pub fn may_name(&self, action: &Action) -> bool {
        let asks = matches!(action, Action::TradeOffer { offer } if offer.take != Bundle::default());
        !(asks && self.hides)
    }

    /// The hint for the viewer of a scene.
    #[must_use]
    pub fn hint(&self, scene: &Scene, advice: &Advice) -> Hint {
        let dissolving = Dissolving::of(&scene.view);
        let seat = scene.me().map_or(0, mergemaker_engine::Seat::index);
        let mut named =
            advice.alternatives.iter().filter(|alternative| self.may_name(&alternative.action)).peekable();
        let reason = match named.peek() {
            // What the thinker supposed of others' holdings is no reason to give.
            Some(best) if self.hides => self.reason(&Reason::of(&scene.view, &best.action)),
            _ => self.reason(&advice.reason),
        };
        let mut choices = named.map(|alternative| {
            let chance = alternative.estimate.chances.get(seat).copied().unwrap_or(0.0);
            Choice { action: self.action(&alternative.action, dissolving), points: points(chance) }
        });
        Hint { best: choices.next(), reason, others: choices.take(MOST - 1).collect() }
    }

    /// What the coach says about a judged decision.
    #[must_use]
    pub fn doubt(&self, judgement: &Judgement) -> Doubt {
        let action = |action: &Action| self.action(action, judgement.dissolving);
        let better = judgement.better.as_ref().filter(|better| self.may_name(&better.action));
        Doubt {
            action: action(&judgement.action),
            cost: points(judgement.cost),
            better: better.map(|better| Better {
                action: action(&better.action),
                reason: self.reason(&better.reason),
                instead: self.reason(&better.instead_of),
            }),
        }
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
