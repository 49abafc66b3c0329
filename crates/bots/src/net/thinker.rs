//! Plays with a network: decisions by policy, win probabilities by value.

use std::sync::Arc;

use arrayvec::ArrayVec;
use mergemaker_engine::{
    Action, Choosing, Dice, Game, MOST_PLAYERS, Offer, Phase, RandomDealer, Seat, Step, StepMask, View,
};
use rand_core::Rng as _;

use super::{CHOICES, Net, Observation, Thought};
use crate::evaluator::follow;
use crate::steady::Steady;

/// A network with its buffers.
pub(crate) struct Thinker {
    net: Arc<Net>,
    observation: Observation,
    thought: Thought,
    /// The last offer, which is not repeated.
    offered: Option<Offer>,
}

/// The number of deals of hidden information sampled to answer an offer.
const ANSWER_DEALS: usize = 4;
/// The minimum gain in win probability for a trade.
const LEAST_TRADE_GAIN: f32 = 0.005;

/// The sampling temperature: 0 for the most likely step, 1 as in training.
pub(crate) type Temperature = f32;

impl Thinker {
    pub(crate) fn new(net: Arc<Net>) -> Thinker {
        let thought = net.thought();
        Thinker { net, observation: Observation::default(), thought, offered: None }
    }

    /// Decides for the viewer, without making offers. Holdings in the view must be open.
    pub(crate) fn decide(&mut self, view: &View, temperature: Temperature, dice: &mut Dice) -> Action {
        if view.phase() == Phase::Answer {
            return self.answer(view, dice);
        }
        let mut choosing = view.choosing();
        loop {
            let legal = trained_steps(&choosing, view);
            let step = if legal.len() == 1 {
                legal.iter().next()
            } else {
                self.pick(view, &choosing, temperature, dice)
            };
            match step.map(|step| choosing.choose(step)) {
                Some(Ok(None)) => {}
                Some(Ok(Some(action))) => return action,
                // Unreachable, since the step is legal. The caller checks the decision.
                Some(Err(_)) | None => return Action::Pass,
            }
        }
    }

    fn pick(
        &mut self,
        view: &View,
        choosing: &Choosing,
        temperature: Temperature,
        dice: &mut Dice,
    ) -> Option<Step> {
        let logits = self.logits(view, choosing);
        if temperature == 0.0 {
            return logits.iter().max_by(|a, b| a.1.total_cmp(&b.1)).map(|best| best.0);
        }
        let mut left = uniform(dice);
        let probabilities = softmax(logits, temperature);
        let chosen = probabilities.iter().find(|(_, chance)| {
            left -= chance;
            left < 0.0
        });
        chosen.or(probabilities.last()).map(|chosen| chosen.0)
    }

    /// The legal steps with their logits.
    fn logits(&mut self, view: &View, choosing: &Choosing) -> StepScores {
        self.think(view, choosing);
        let logit = |step: Step| Some((step, self.thought.choices[self.observation.choice(step)?]));
        trained_steps(choosing, view).iter().filter_map(logit).collect()
    }

    fn think(&mut self, view: &View, choosing: &Choosing) {
        self.observation.write(view, choosing);
        self.net.think(&self.observation, &mut self.thought);
    }

    /// The likeliest actions with their policy probabilities, best first: up to `most`, each with a
    /// probability of at least `least`. An action that several orders of steps lead to counts once, with the
    /// sum of their probabilities.
    pub(crate) fn ideas(&mut self, view: &View, most: usize, least: f32) -> Vec<(Action, f32)> {
        let mut ideas: Vec<(Action, f32)> = Vec::new();
        let mut open = vec![(view.choosing(), 1.0_f32)];
        while let Some((choosing, chance)) = open.pop() {
            let steps = softmax(self.logits(view, &choosing), 1.0);
            for (step, probability) in
                steps.into_iter().map(|(step, probability)| (step, chance * probability))
            {
                let mut next = choosing;
                match next.choose(step) {
                    _ if probability < least => {}
                    Ok(None) => open.push((next, probability)),
                    Ok(Some(action)) => match ideas.iter_mut().find(|idea| idea.0 == action) {
                        Some(idea) => idea.1 += probability,
                        None => ideas.push((action, probability)),
                    },
                    Err(_) => {}
                }
            }
        }
        ideas.sort_by(|a, b| b.1.total_cmp(&a.1));
        ideas.truncate(most);
        ideas
    }

    /// Each player's win probability, in seat order, from the value head at the next real choice. No offer
    /// may be pending.
    pub(crate) fn chances(
        &mut self,
        game: &mut Game,
        dealer: &mut RandomDealer<Dice>,
    ) -> [f32; MOST_PLAYERS] {
        let mut chances = [0.0; MOST_PLAYERS];
        while let Some(seat) = game.to_act() {
            let view = game.view(Some(seat));
            let mut choosing = view.choosing();
            let legal = trained_steps(&choosing, &view);
            let only = legal.iter().next().filter(|_| legal.len() == 1);
            // If only the first of several steps is forced, the later ones are not.
            let Some(Ok(Some(action))) = only.map(|step| choosing.choose(step)) else {
                self.think(&view, &choosing);
                return self.chances_by_seat(seat, game.players());
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

    /// Softmax of the values from the last run, in seat order.
    fn chances_by_seat(&self, viewer: Seat, players: usize) -> [f32; MOST_PLAYERS] {
        let values = &self.thought.values[..players];
        let best = values.iter().copied().fold(f32::MIN, f32::max);
        let mut chances = [0.0; MOST_PLAYERS];
        for (place, value) in values.iter().enumerate() {
            chances[(viewer.index() + place) % players] = libm::expf(value - best);
        }
        let total: f32 = chances.iter().sum();
        chances.map(|chance| chance / total)
    }

    /// The offer to make, at most one per turn and never the last one again. Of the offers the others should
    /// accept, the one that gives the viewer the best chance.
    pub(crate) fn offer(&mut self, view: &View) -> Option<Offer> {
        let dice = &mut Dice::new(0);
        let may_offer = view.offers() == 0 && !view.is_declared();
        let me = view.viewer().filter(|_| may_offer)?;
        // The player who ends the game gains nothing from a trade.
        if view.may_declare() && self.decide(view, 0.0, dice) == Action::DeclareEnd {
            return None;
        }
        // When the viewer has the choice, the others' tiles are not observed: one sample is enough.
        let deal = view.sample(dice);
        let mut best = (None, self.chance(deal, &[], me) + LEAST_TRADE_GAIN);
        let before = self.offered;
        // Offers are not steps of the network: rules of thumb say which ones the others should accept.
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

    /// Accepts an offer if that raises the viewer's mean chance over some deals, as seen by the proposer, who
    /// moves next.
    fn answer(&mut self, view: &View, dice: &mut Dice) -> Action {
        let Some(me) = view.viewer() else { return Action::TradeAnswer { accept: false } };
        let mut gain = 0.0;
        for _ in 0..ANSWER_DEALS {
            let deal = view.sample(dice);
            let [declined, accepted] =
                [false, true].map(|accept| self.chance(deal, &[Action::TradeAnswer { accept }], me));
            gain += accepted - declined;
        }
        Action::TradeAnswer { accept: gain > LEAST_TRADE_GAIN * ANSWER_DEALS as f32 }
    }

    /// A seat's win probability after some actions, as seen by the next player to act.
    fn chance(&mut self, mut game: Game, actions: &[Action], seat: Seat) -> f32 {
        let mut dealer = RandomDealer::from_pile(game.pile(), Dice::new(0));
        for action in actions {
            follow(&mut game, action, &mut dealer);
        }
        self.chances(&mut game, &mut dealer)[seat.index()]
    }

    /// Starts over, with the last offer of a game that is resumed.
    pub(crate) fn begin(&mut self, offered: Option<Offer>) {
        self.offered = offered;
    }
}

/// The legal steps that networks are trained on: they do not end a turn early after declaring the end (E2).
fn trained_steps(choosing: &Choosing, view: &View) -> StepMask {
    let legal = choosing.legal_steps();
    if !view.may_end_at_once() {
        return legal;
    }
    legal.iter().filter(|&step| step != Step::EndTurn).collect()
}

/// Steps with logits or probabilities.
type StepScores = ArrayVec<(Step, f32), CHOICES>;

/// Softmax at a temperature.
fn softmax(mut scores: StepScores, temperature: Temperature) -> StepScores {
    let most = scores.iter().map(|step| step.1).fold(f32::MIN, f32::max);
    for (_, score) in &mut scores {
        *score = libm::expf((*score - most) / temperature);
    }
    let total: f32 = scores.iter().map(|step| step.1).sum();
    for (_, chance) in &mut scores {
        *chance /= total;
    }
    scores
}

/// A uniform number in [0, 1).
fn uniform(dice: &mut Dice) -> f32 {
    (dice.next_u32() >> 8) as f32 / (1 << 24) as f32
}
