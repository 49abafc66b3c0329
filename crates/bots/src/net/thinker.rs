//! A thinker: a network that looks at games, decides in them and tells who will win.

use std::sync::Arc;

use arrayvec::ArrayVec;
use mergemaker_engine::{
    Action, Choosing, Dice, Game, MOST_PLAYERS, Offer, Phase, RandomDealer, Seat, Step, StepMask, View,
};
use rand_core::Rng as _;

use super::{CHOICES, Net, Observation, Thought};
use crate::evaluator::follow;
use crate::steady::Steady;

/// A network at work, with the room it needs.
pub(crate) struct Thinker {
    net: Arc<Net>,
    observation: Observation,
    thought: Thought,
    /// The last offer: it is not made twice.
    offered: Option<Offer>,
}

/// In how many deals of what is hidden an answer is thought about.
const DEALS: usize = 4;
/// How much a trade must add to the chance to win.
const BARGAIN: f32 = 0.005;

/// How much chance there is in a decision: 0 for none, 1 for as much as the network was trained with.
pub(crate) type Heat = f32;

impl Thinker {
    pub(crate) fn new(net: Arc<Net>) -> Thinker {
        let thought = net.thought();
        Thinker { net, observation: Observation::default(), thought, offered: None }
    }

    /// Decides for the viewer of a view with open holdings, offers to make left out.
    pub(crate) fn decide(&mut self, view: &View, heat: Heat, dice: &mut Dice) -> Action {
        if view.phase() == Phase::Answer {
            return self.answer(view, dice);
        }
        let mut choosing = view.choosing();
        loop {
            let legal = known_steps(&choosing, view);
            let step =
                if legal.len() == 1 { legal.iter().next() } else { self.pick(view, &choosing, heat, dice) };
            match step.map(|step| choosing.choose(step)) {
                Some(Ok(None)) => {}
                Some(Ok(Some(action))) => return action,
                // Not to be: the step is legal. Whoever asks checks the decision.
                Some(Err(_)) | None => return Action::Pass,
            }
        }
    }

    fn pick(&mut self, view: &View, choosing: &Choosing, heat: Heat, dice: &mut Dice) -> Option<Step> {
        let liked = self.liked(view, choosing);
        if heat == 0.0 {
            return liked.iter().max_by(|a, b| a.1.total_cmp(&b.1)).map(|best| best.0);
        }
        let mut left = part(dice);
        let likely = likely(liked, heat);
        let chosen = likely.iter().find(|(_, chance)| {
            left -= chance;
            left < 0.0
        });
        chosen.or(likely.last()).map(|chosen| chosen.0)
    }

    /// The legal steps, and how much the network likes each.
    fn liked(&mut self, view: &View, choosing: &Choosing) -> Liked {
        self.think(view, choosing);
        let liked = |step: Step| Some((step, self.thought.choices[self.observation.choice(step)?]));
        known_steps(choosing, view).iter().filter_map(liked).collect()
    }

    fn think(&mut self, view: &View, choosing: &Choosing) {
        self.observation.write(view, choosing);
        self.net.think(&self.observation, &mut self.thought);
    }

    /// The decisions the network thinks of, with how likely it is to make each, the likeliest first; at most so many,
    /// and none that is less likely than that. Decisions are alike in whatever order their steps are made.
    pub(crate) fn ideas(&mut self, view: &View, most: usize, least: f32) -> Vec<(Action, f32)> {
        let mut ideas: Vec<(Action, f32)> = Vec::new();
        let mut begun = vec![(view.choosing(), 1.0_f32)];
        while let Some((choosing, chance)) = begun.pop() {
            let steps = likely(self.liked(view, &choosing), 1.0);
            for (step, likely) in steps.into_iter().map(|(step, likely)| (step, chance * likely)) {
                let mut next = choosing;
                match next.choose(step) {
                    _ if likely < least => {}
                    Ok(None) => begun.push((next, likely)),
                    Ok(Some(action)) => match ideas.iter_mut().find(|idea| idea.0 == action) {
                        Some(idea) => idea.1 += likely,
                        None => ideas.push((action, likely)),
                    },
                    Err(_) => {}
                }
            }
        }
        ideas.sort_by(|a, b| b.1.total_cmp(&a.1));
        ideas.truncate(most);
        ideas
    }

    /// Everybody's chance to win, in seat order. Whoever is to decide is asked, once there is a choice. No offer waits.
    pub(crate) fn chances(
        &mut self,
        game: &mut Game,
        dealer: &mut RandomDealer<Dice>,
    ) -> [f32; MOST_PLAYERS] {
        let mut chances = [0.0; MOST_PLAYERS];
        while let Some(seat) = game.to_act() {
            let view = game.view(Some(seat));
            let mut choosing = view.choosing();
            let legal = known_steps(&choosing, &view);
            let only = legal.iter().next().filter(|_| legal.len() == 1);
            // Where only the first step of several has no alternative, those after it have.
            let Some(Ok(Some(action))) = only.map(|step| choosing.choose(step)) else {
                self.think(&view, &choosing);
                return self.told(seat, game.players());
            };
            follow(game, &action, dealer);
        }
        if let Some(outcome) = game.outcome() {
            for winner in &outcome.winners {
                chances[winner.index()] = 1.0 / outcome.winners.len() as f32;
            }
        }
        chances
    }

    /// What was thought of everybody's chance, in seat order.
    fn told(&self, viewer: Seat, players: usize) -> [f32; MOST_PLAYERS] {
        let values = &self.thought.values[..players];
        let best = values.iter().copied().fold(f32::MIN, f32::max);
        let mut chances = [0.0; MOST_PLAYERS];
        for (place, value) in values.iter().enumerate() {
            chances[(viewer.index() + place) % players] = libm::expf(value - best);
        }
        let total: f32 = chances.iter().sum();
        chances.map(|chance| chance / total)
    }

    /// The offer to make, once a turn, if there is a good one that was not made before: of those that the others should
    /// like, the one that leaves the viewer the best chance.
    pub(crate) fn offer(&mut self, view: &View) -> Option<Offer> {
        let dice = &mut Dice::new(0);
        let is_time = view.offers() == 0 && !view.is_declared();
        let me = view.viewer().filter(|_| is_time)?;
        // Whoever ends the game has nothing to gain by a trade.
        if view.may_declare() && self.decide(view, 0.0, dice) == Action::DeclareEnd {
            return None;
        }
        // Where the viewer has a choice, what the others were dealt is not seen: one deal is enough.
        let deal = view.sample(dice);
        let mut best = (None, self.chance(deal, &[], me) + BARGAIN);
        let before = self.offered;
        // Offers are no steps: rules of thumb say which ones others should like.
        let ideas = Steady::default().haggle(view).into_iter();
        for offer in ideas.filter(|&offer| before != Some(offer)) {
            let trade = [Action::TradeOffer { offer }, Action::TradeAnswer { accept: true }];
            let chance = self.chance(deal, &trade, me);
            if chance > best.1 {
                best = (Some(offer), chance);
            }
        }
        self.offered = best.0.or(before);
        best.0
    }

    /// The answer to an offer: accepted if that makes the viewer's chance better in the mean of some deals, as whoever
    /// made the offer then sees it.
    fn answer(&mut self, view: &View, dice: &mut Dice) -> Action {
        let Some(me) = view.viewer() else { return Action::TradeAnswer { accept: false } };
        let mut gain = 0.0;
        for _ in 0..DEALS {
            let deal = view.sample(dice);
            let [declined, accepted] =
                [false, true].map(|accept| self.chance(deal, &[Action::TradeAnswer { accept }], me));
            gain += accepted - declined;
        }
        Action::TradeAnswer { accept: gain > BARGAIN * DEALS as f32 }
    }

    /// A seat's chance to win after some actions, as whoever is then to decide sees it.
    fn chance(&mut self, mut game: Game, actions: &[Action], seat: Seat) -> f32 {
        let mut dealer = RandomDealer::from_pile(game.pile(), Dice::new(0));
        for action in actions {
            follow(&mut game, action, &mut dealer);
        }
        self.chances(&mut game, &mut dealer)[seat.index()]
    }

    /// Forgets what was before. Where a game goes on, this was offered last in it.
    pub(crate) fn begin(&mut self, offered: Option<Offer>) {
        self.offered = offered;
    }
}

/// The legal steps that networks have learned about: they finish a turn in which the end is declared (E2).
fn known_steps(choosing: &Choosing, view: &View) -> StepMask {
    let legal = choosing.legal_steps();
    if !view.may_end_at_once() {
        return legal;
    }
    legal.iter().filter(|&step| step != Step::EndTurn).collect()
}

/// Steps, and how much each is liked, or how likely it is.
type Liked = ArrayVec<(Step, f32), CHOICES>;

/// How likely each of some steps is to be made.
fn likely(mut liked: Liked, heat: Heat) -> Liked {
    let most = liked.iter().map(|step| step.1).fold(f32::MIN, f32::max);
    for (_, liking) in &mut liked {
        *liking = libm::expf((*liking - most) / heat);
    }
    let total: f32 = liked.iter().map(|step| step.1).sum();
    for (_, chance) in &mut liked {
        *chance /= total;
    }
    liked
}

/// A number from 0 up to 1.
fn part(dice: &mut Dice) -> f32 {
    (dice.next_u32() >> 8) as f32 / (1 << 24) as f32
}
