//! Scores single actions, to rank alternatives. `decision` finds the best action without listing them all; a
//! test checks that the two agree.

use mergemaker_engine::{Action, Shares, View};

use super::Steady;
use super::ledger::Ledger;
use super::shop::Shop;
use super::valuation::Valuation;
use crate::standing;

impl Steady {
    /// The legal actions by score, best first. Holdings in the view must be open.
    pub(crate) fn ranked(&self, view: &View, legal: &[Action]) -> Vec<Action> {
        let Some(me) = view.viewer() else { return legal.to_vec() };
        let valuation = Valuation::of(view, &self.weights, me);
        let ledger = Ledger::of(view);
        let mut scored: Vec<(Action, f32)> =
            legal.iter().map(|action| (*action, valuation.score(&ledger, action))).collect();
        scored.sort_by(|a, b| b.1.total_cmp(&a.1));
        scored.into_iter().map(|(action, _)| action).collect()
    }
}

impl Valuation<'_> {
    fn score(&self, ledger: &Ledger, action: &Action) -> f32 {
        let shop = || Shop::new(self, ledger);
        match *action {
            Action::Place { tile } => self.score_of_tile(&shop(), ledger, tile),
            Action::Found { chain, .. } => self.score_of_founding(&shop(), ledger, chain, self.joining()),
            Action::Survivor { chain } => {
                self.score_of_survivor(&shop(), ledger, self.view.merging(), chain, self.joining())
            }
            Action::Defunct { chain } => ledger.shares[self.me.index()][chain].into(),
            Action::Dispose { sell, trade } => self.score_of_disposal(ledger, sell, trade),
            Action::Buy { shares } => self.score_of_purchase(ledger, shares),
            Action::TradeAnswer { accept } => {
                if accept == self.accepts_offer(ledger) {
                    1.0
                } else {
                    0.0
                }
            }
            Action::DeclareEnd if standing::is_ahead(self.view) => f32::MAX,
            Action::DeclareEnd => f32::MIN,
            Action::TradeOffer { .. } | Action::Pass | Action::EndTurn | Action::Exchange { .. } => 0.0,
        }
    }

    /// Adds up what the shares of each chain gain on their own, and the value of the remaining cash.
    fn score_of_purchase(&self, ledger: &Ledger, shares: Shares) -> f32 {
        let me = self.me.index();
        let now = self.standing(self.me, ledger);
        let mut score = now;
        let mut cash = ledger.cash[me];
        for (chain, count) in shares.iter() {
            let mut after = *ledger;
            after.market -= Shares::of(chain, count);
            after.shares[me] += Shares::of(chain, count);
            score += self.standing(self.me, &after) - now;
            cash -= standing::dollars(ledger.price(chain) * count);
        }
        score + self.value_of_cash(cash) - self.value_of_cash(ledger.cash[me])
    }

    fn score_of_disposal(&self, ledger: &Ledger, sell: u8, trade: u8) -> f32 {
        let (Some(defunct), Some(survivor)) = (self.view.defunct(), self.view.survivor()) else {
            return f32::MIN;
        };
        let me = self.me.index();
        let mut after = self.after_settling(ledger, defunct, survivor);
        after.cash[me] += standing::dollars(ledger.price(defunct) * sell);
        after.shares[me] -= Shares::of(defunct, sell + trade);
        after.shares[me] += Shares::of(survivor, trade / 2);
        after.market -= Shares::of(survivor, trade / 2);
        self.standing(self.me, &after)
    }
}

#[cfg(test)]
mod tests {
    use mergemaker_engine::{ChainSet, Dice, Game, Phase, Preset, RandomDealer, Rules, Table};

    use super::*;

    /// The fast decision is the best of all legal actions.
    #[test]
    fn the_decision_has_the_best_score() {
        let steady = Steady::default();
        let presets = [Preset::Renegade, Preset::Tycoon, Preset::Trading, Preset::Manual];
        for (seed, preset) in presets.into_iter().enumerate() {
            for players in 2..=6 {
                let Ok(table) = Table::new(Rules::of(preset), players) else { continue };
                let mut dealer = RandomDealer::new(Dice::new(seed as u64));
                let mut game = Game::start(table, &mut dealer, &mut ());
                while let Some(seat) = game.to_act() {
                    let view = game.view(Some(seat));
                    let decision = steady.decision(&view);
                    let valuation = Valuation::of(&view, &steady.weights, seat);
                    let ledger = Ledger::of(&view);
                    let score = |action: &Action| valuation.score(&ledger, action);
                    let most = view.legal_actions().iter().map(score).fold(f32::MIN, f32::max);
                    // Summation order changes the last digits.
                    let is_close = score(&decision) >= most - 0.5;
                    assert!(is_close || view.phase() == Phase::Close, "{decision:?} of {view:?}");
                    game.apply(seat, &decision, &mut dealer, &mut ()).unwrap();
                    game.exchange_for(|_| true, &mut dealer, &mut ());
                }
            }
        }
    }

    /// Updating a shop for changed chains equals building a new one.
    #[test]
    fn an_updated_shop_equals_a_new_one() {
        let steady = Steady::default();
        for seed in 0..6 {
            let mut dealer = RandomDealer::new(Dice::new(seed));
            let table = Table::new(Rules::of(Preset::Renegade), 4).unwrap();
            let mut game = Game::start(table, &mut dealer, &mut ());
            while let Some(seat) = game.to_act() {
                let view = game.view(Some(seat));
                let valuation = Valuation::of(&view, &steady.weights, seat);
                let ledger = Ledger::of(&view);
                let shop = Shop::new(&valuation, &ledger);
                for chain in view.active().iter() {
                    let mut grown = ledger;
                    grown.sizes[chain.index()] += 2;
                    grown.cash[seat.index()] += 700.0;
                    let updated =
                        shop.with(&valuation, &grown, ChainSet::of(chain)).best_purchase(&valuation);
                    assert_eq!(updated, Shop::new(&valuation, &grown).best_purchase(&valuation));
                }
                let decision = steady.decision(&view);
                game.apply(seat, &decision, &mut dealer, &mut ()).unwrap();
                game.exchange_for(|_| true, &mut dealer, &mut ());
            }
        }
    }
}
