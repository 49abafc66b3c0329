//! The bot `steady`: sound rules of thumb.
//!
//! It estimates everybody's final worth including bonuses, tries each choice, and takes the one that leaves
//! it best placed against the others.

mod haggle;
mod ledger;
mod score;
mod shop;
mod trade;
mod valuation;
mod weights;

use mergemaker_engine::{Action, Chain, ChainSet, Dice, Offer, Phase, Seat, Shares, Tile, TilePlay, View};

pub use weights::Weights;

use crate::player::{Player, Strategy};
use crate::{Bot, Budget, standing};
use ledger::Ledger;
use shop::Shop;
use valuation::Valuation;

/// Plays by rules of thumb.
#[derive(Clone, Default)]
pub struct Steady {
    weights: Weights,
    /// The last offer, which is not repeated.
    offered: Option<Offer>,
}

impl Steady {
    /// A bot with custom weights.
    ///
    /// ```
    /// use mergemaker_bots::{Steady, Weights};
    /// let bot = Steady::with(Weights { reserve: 3.0, ..Weights::TUNED });
    /// # let _ = bot;
    /// ```
    #[must_use]
    pub fn with(weights: Weights) -> Box<dyn Bot> {
        Box::new(Player::new(Box::new(Steady { weights, offered: None })))
    }

    /// Answers the pending offer. Holdings in the view must be open.
    #[must_use]
    pub fn answer(&self, view: &View) -> Action {
        let accept = view
            .viewer()
            .is_some_and(|me| Valuation::of(view, &self.weights, me).accepts_offer(&Ledger::of(view)));
        Action::TradeAnswer { accept }
    }

    /// The offer to make now, if there is a good one that is not a repeat.
    pub fn offer(&mut self, view: &View) -> Option<Offer> {
        let offer = self.proposal(view).filter(|offer| self.offered != Some(*offer))?;
        self.offered = Some(offer);
        Some(offer)
    }

    /// Decides for the viewer, without making offers. Deterministic. Holdings in the view must be open.
    pub(crate) fn decision(&self, view: &View) -> Action {
        let Some(me) = view.viewer() else { return Action::Pass };
        if view.may_declare() && standing::is_ahead(view) {
            return Action::DeclareEnd;
        }
        if view.phase() == Phase::Close {
            return Action::EndTurn;
        }
        let valuation = Valuation::of(view, &self.weights, me);
        let ledger = Ledger::of(view);
        match view.phase() {
            Phase::Tile => valuation
                .best_tile(&Shop::new(&valuation, &ledger), &ledger)
                .map_or(Action::Pass, |tile| Action::Place { tile }),
            Phase::Answer => Action::TradeAnswer { accept: valuation.accepts_offer(&ledger) },
            Phase::Found => {
                let shop = Shop::new(&valuation, &ledger);
                Action::Found {
                    chain: valuation.best_founding(&shop, &ledger, valuation.joining()).0,
                    at: None,
                }
            }
            Phase::Survivor => {
                let shop = Shop::new(&valuation, &ledger);
                let (chain, _) = valuation.best_survivor(&shop, &ledger, view.merging(), valuation.joining());
                Action::Survivor { chain }
            }
            Phase::Defunct => Action::Defunct { chain: valuation.best_defunct(&ledger) },
            Phase::Dispose => valuation.best_disposal(&ledger),
            Phase::Buy => Action::Buy { shares: Shop::new(&valuation, &ledger).best_purchase(&valuation).0 },
            Phase::Close | Phase::Exchange | Phase::Between | Phase::Over => Action::EndTurn,
        }
    }

    /// The offer it would make, at most one per turn.
    pub(crate) fn proposal(&self, view: &View) -> Option<Offer> {
        let may_offer = view.may_offer() && view.offers() == 0 && !view.is_declared();
        let me = view.viewer().filter(|_| may_offer)?;
        Valuation::of(view, &self.weights, me).best_offer(&Ledger::of(view))
    }
}

impl Strategy for Steady {
    fn begin(&mut self, offered: Option<Offer>) {
        self.offered = offered;
    }

    fn offer(&mut self, view: &View) -> Option<Offer> {
        // The player who ends the game gains nothing from a trade.
        if self.decision(view) == Action::DeclareEnd { None } else { Steady::offer(self, view) }
    }

    fn choose(&mut self, view: &View, _: &[Action], _: &mut Dice, _: Budget) -> Action {
        self.decision(view)
    }
}

impl Valuation<'_> {
    /// How many tiles join with the one just placed.
    fn joining(&self) -> u8 {
        self.view.unsettled_tile().map_or(0, |tile| self.view.board().joining(tile))
    }

    fn best_tile(&self, shop: &Shop, ledger: &Ledger) -> Option<Tile> {
        let tiles = self.view.hand()?.iter().filter(|&tile| self.view.tile_play(tile).is_playable());
        best(tiles, |tile| self.score_of_tile(shop, ledger, tile))
    }

    fn score_of_tile(&self, shop: &Shop, ledger: &Ledger, tile: Tile) -> f32 {
        let joining = || self.view.board().joining(tile);
        match self.view.tile_play(tile) {
            TilePlay::Lone => {
                let hand = self.view.hand().unwrap_or_default();
                let prepares = tile.neighbours().any(|next| hand.contains(next));
                let prepare = if prepares { self.weights.prepare } else { 0.0 };
                shop.best_purchase(self).1 + 1_000.0 * (self.weights.lone + prepare)
            }
            TilePlay::Found => self.best_founding(shop, ledger, joining()).1,
            TilePlay::Grow { chain } => {
                let mut grown = *ledger;
                grown.sizes[chain.index()] += joining();
                shop.with(self, &grown, ChainSet::of(chain)).best_purchase(self).1
            }
            TilePlay::Merge { chains } => self.best_survivor(shop, ledger, chains, joining()).1,
            TilePlay::Dead | TilePlay::EighthChain => f32::MIN,
        }
    }

    /// The best chain to found, with its score.
    fn best_founding(&self, shop: &Shop, ledger: &Ledger, size: u8) -> (Chain, f32) {
        let inactive = ChainSet::ALL - self.view.active();
        let scored = inactive.iter().map(|chain| (chain, self.score_of_founding(shop, ledger, chain, size)));
        scored.max_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((Chain::Luxor, f32::MIN))
    }

    fn score_of_founding(&self, shop: &Shop, ledger: &Ledger, chain: Chain, size: u8) -> f32 {
        let founded = ledger.with_founded(self.view, self.me, chain, size);
        let shop = shop.with(self, &founded, ChainSet::of(chain));
        shop.best_purchase(self).1 + 1_000.0 * self.weights.found
    }

    /// The best survivor, with its score.
    fn best_survivor(&self, shop: &Shop, ledger: &Ledger, merging: ChainSet, joining: u8) -> (Chain, f32) {
        let largest = merging.iter().map(|chain| ledger.size(chain)).max().unwrap_or(0);
        let survivors = merging.iter().filter(|&chain| ledger.size(chain) == largest);
        let score = |chain| self.score_of_survivor(shop, ledger, merging, chain, joining);
        let scored = survivors.map(|chain| (chain, score(chain)));
        scored.max_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((Chain::Luxor, f32::MIN))
    }

    fn score_of_survivor(
        &self,
        shop: &Shop,
        ledger: &Ledger,
        merging: ChainSet,
        survivor: Chain,
        joining: u8,
    ) -> f32 {
        let merged = ledger.with_merger(self.view, self.weights, merging, survivor, joining);
        shop.with(self, &merged, merging).best_purchase(self).1
    }

    /// Among tied chains, dissolves first the one the viewer holds most of, while the survivor still has
    /// shares to trade for.
    fn best_defunct(&self, ledger: &Ledger) -> Chain {
        let unsettled = self.view.unsettled();
        let largest = unsettled.iter().map(|chain| ledger.size(chain)).max().unwrap_or(0);
        let next = unsettled.iter().filter(|&chain| ledger.size(chain) == largest);
        next.max_by_key(|&chain| ledger.shares[self.me.index()][chain]).unwrap_or(Chain::Luxor)
    }

    /// The best number of shares to sell and to trade.
    fn best_disposal(&self, ledger: &Ledger) -> Action {
        let (Some(defunct), Some(survivor)) = (self.view.defunct(), self.view.survivor()) else {
            return Action::Pass;
        };
        let me = self.me.index();
        let held = ledger.shares[me][defunct];
        let price = standing::dollars(ledger.price(defunct));
        let after = self.after_settling(ledger, defunct, survivor);
        let rest = {
            let mut worth = self.worth_of_cash(&after);
            for chain in Chain::ALL.into_iter().filter(|&chain| chain != survivor && chain != defunct) {
                valuation::add(&mut worth, &self.worth_of_chain(&after, chain));
            }
            worth[me] -= self.value_of_cash(after.cash[me]);
            worth
        };
        let mut best = (Action::Dispose { sell: held, trade: 0 }, f32::MIN);
        for pairs in 0..=(held / 2).min(ledger.market[survivor]) {
            let mut traded = after;
            traded.market -= Shares::of(survivor, pairs);
            traded.shares[me] += Shares::of(survivor, pairs);
            let mut with_survivor = rest;
            valuation::add(&mut with_survivor, &self.worth_of_chain(&traded, survivor));
            let left = held - 2 * pairs;
            for sell in (0..=left).rev() {
                traded.shares[me][defunct] = left - sell;
                let mut worth = with_survivor;
                valuation::add(&mut worth, &self.worth_of_chain(&traded, defunct));
                worth[me] += self.value_of_cash(after.cash[me] + price * f32::from(sell));
                let score = self.score_for(self.me, &worth);
                if score > best.1 {
                    best = (Action::Dispose { sell, trade: 2 * pairs }, score);
                }
            }
        }
        best.0
    }

    /// The ledger after a chain is settled: the survivor has all tiles, and the settled chains have none.
    fn after_settling(&self, ledger: &Ledger, defunct: Chain, survivor: Chain) -> Ledger {
        let mut after = *ledger;
        let merging = self.view.merging();
        for chain in (merging - self.view.unsettled()).iter().chain([defunct]) {
            after.sizes[chain.index()] = 0;
        }
        after.sizes[survivor.index()] =
            self.joining() + merging.iter().map(|chain| ledger.size(chain)).sum::<u8>();
        after
    }

    /// A player's score with a ledger, buying nothing.
    fn standing(&self, seat: Seat, ledger: &Ledger) -> f32 {
        self.score_for(seat, &self.worth(ledger))
    }
}

/// The choice with the highest score, the first among ties.
fn best<T: Copy>(choices: impl Iterator<Item = T>, score: impl Fn(T) -> f32) -> Option<T> {
    let mut best: Option<(T, f32)> = None;
    for choice in choices {
        let score = score(choice);
        if best.is_none_or(|(_, most)| score > most) {
            best = Some((choice, score));
        }
    }
    best.map(|(choice, _)| choice)
}
