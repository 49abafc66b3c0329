//! Mergers: which chain survives, the order of dissolution, and what holders do with their shares (M1 to M4).

use super::Game;
use crate::public::Merger;
use crate::{Chain, ChainSet, Dealer, Event, Log, Phase, Shares, Tile};

impl Game {
    pub(super) fn begin_merger<D: Dealer, L: Log>(
        &mut self,
        tile: Tile,
        merging: ChainSet,
        dealer: &mut D,
        log: &mut L,
    ) {
        self.public.turn.merger = Merger { tile, merging, unsettled: merging, ..Merger::NONE };
        let largest = self.largest(merging);
        if largest.has_several() {
            self.public.turn.phase = Phase::Survivor;
        } else {
            self.survive(only(largest), dealer, log);
        }
    }

    pub(super) fn pick_survivor<D: Dealer, L: Log>(&mut self, chain: Chain, dealer: &mut D, log: &mut L) {
        self.public.turn.phase = Phase::Between;
        self.emit(log, || Event::Survivor { player: self.turn.seat, chain });
        self.survive(chain, dealer, log);
    }

    fn survive<D: Dealer, L: Log>(&mut self, chain: Chain, dealer: &mut D, log: &mut L) {
        self.public.turn.merger.survivor = chain;
        self.public.turn.merger.unsettled.remove(chain);
        self.next_defunct(dealer, log);
    }

    /// Dissolves the next chain, largest first (M2), or closes the merger.
    fn next_defunct<D: Dealer, L: Log>(&mut self, dealer: &mut D, log: &mut L) {
        self.public.turn.actor = self.turn.seat;
        if self.turn.merger.unsettled.is_empty() {
            return self.close_merger(dealer, log);
        }
        let largest = self.largest(self.turn.merger.unsettled);
        if largest.has_several() {
            self.public.turn.merger.defunct = Merger::NONE.defunct;
            self.public.turn.phase = Phase::Defunct;
        } else {
            self.dissolve(only(largest), dealer, log);
        }
    }

    pub(super) fn pick_defunct<D: Dealer, L: Log>(&mut self, chain: Chain, dealer: &mut D, log: &mut L) {
        self.public.turn.phase = Phase::Between;
        self.emit(log, || Event::Defunct { player: self.turn.seat, chain });
        self.dissolve(chain, dealer, log);
    }

    /// Pays a chain's bonuses and asks its holders in turn, starting with the mergemaker (M3).
    fn dissolve<D: Dealer, L: Log>(&mut self, chain: Chain, dealer: &mut D, log: &mut L) {
        self.public.turn.merger.defunct = chain;
        self.pay_bonuses(chain, false, dealer, log);
        self.ask_holders(0, dealer, log);
    }

    /// Asks the first holder at least `from` seats after the mergemaker.
    fn ask_holders<D: Dealer, L: Log>(&mut self, from: u8, dealer: &mut D, log: &mut L) {
        let chain = self.turn.merger.defunct;
        for steps in from..self.players {
            let seat = self.turn.seat.after(steps, self.players);
            if self.shares[seat.index()][chain] > 0 {
                self.public.turn.actor = seat;
                self.public.turn.phase = Phase::Dispose;
                return;
            }
        }
        self.public.turn.merger.unsettled.remove(chain);
        self.next_defunct(dealer, log);
    }

    #[inline]
    pub(super) fn dispose<D: Dealer, L: Log>(&mut self, sell: u8, trade: u8, dealer: &mut D, log: &mut L) {
        let player = self.turn.actor;
        let Merger { survivor, defunct, .. } = self.turn.merger;
        self.public.turn.phase = Phase::Between;
        let (given, taken) = (Shares::of(defunct, sell + trade), Shares::of(survivor, trade / 2));
        let shares = &mut self.shares[player.index()];
        *shares = *shares - given + taken;
        self.public.market = self.market + given - taken;
        self.cash[player.index()] += self.price(defunct) * sell;
        self.emit(log, || Event::Dispose { player, chain: defunct, sell, trade });
        let asked = (player.index() + self.players() - self.turn.seat.index()) % self.players();
        self.ask_holders(asked as u8 + 1, dealer, log);
    }

    /// Gives all the tiles to the survivor (M4).
    fn close_merger<D: Dealer, L: Log>(&mut self, dealer: &mut D, log: &mut L) {
        let Merger { tile, merging, survivor, .. } = self.turn.merger;
        let mut size = self.size(survivor) + self.public.board.join(tile, self.board.touch(tile), survivor);
        let absorbed = merging - ChainSet::of(survivor);
        for chain in absorbed.iter() {
            size += self.size(chain);
            self.public.set_size(chain, 0);
        }
        self.public.board.hand_over(absorbed, survivor);
        self.public.set_size(survivor, size);
        self.public.turn.merger = Merger::NONE;
        self.tile_settled(dealer, log);
    }
}

fn only(chains: ChainSet) -> Chain {
    chains.first().expect("a merger has a largest chain")
}
