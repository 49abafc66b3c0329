//! A turn: the tile and its effect, the purchase, the draw (T1 to T13).

#![expect(clippy::inline_always, reason = "the steps of every turn: a tenth of a playout's time")]

use arrayvec::ArrayVec;

use super::Game;
use crate::board::Touch;
use crate::public::Merger;
use crate::{
    Chain, ChainSet, DeadTiles, Dealer, DiscardReason, EndReason, Event, HAND_SIZE, Hand, Log, Phase,
    RulesVersion, Seat, Shares, StuckHand, Tile, Tiles,
};

impl Game {
    /// Begins a turn, redrawing a stuck hand if the rules say so (T13).
    #[inline(always)]
    pub(super) fn begin_turn<D: Dealer, L: Log>(&mut self, dealer: &mut D, log: &mut L) {
        self.public.turn.actor = self.turn.seat;
        if self.rules.options().stuck_hand == StuckHand::Redraw {
            self.redraw_stuck_hand(dealer, log);
        }
        self.public.turn.phase = Phase::Tile;
    }

    fn redraw_stuck_hand<D: Dealer, L: Log>(&mut self, dealer: &mut D, log: &mut L) {
        let seat = self.turn.seat;
        let hand = self.hands[seat.index()];
        if self.pile_len > 0 && !hand.is_empty() && !self.has_playable_tile(seat) {
            self.put_aside(seat, hand, DiscardReason::StuckHand, log);
            self.draw(seat, HAND_SIZE, dealer, log, |player, tiles| Event::Draw { player, tiles });
        }
    }

    pub(super) fn has_playable_tile(&self, seat: Seat) -> bool {
        self.hands[seat.index()].iter().any(|tile| self.is_playable(self.board.touch(tile)))
    }

    /// Whether a tile with these neighbours can be placed (T8, T9).
    #[inline]
    pub(super) fn is_playable(&self, touch: Touch) -> bool {
        !self.is_dead(touch) && !self.is_eighth(touch)
    }

    #[inline]
    pub(super) fn is_dead(&self, touch: Touch) -> bool {
        (touch.chains() & self.safe).has_several()
    }

    #[inline]
    pub(super) fn is_eighth(&self, touch: Touch) -> bool {
        self.active == ChainSet::ALL && touch.has_lone() && touch.chains().is_empty()
    }

    #[inline(always)]
    pub(super) fn place<D: Dealer, L: Log>(&mut self, tile: Tile, dealer: &mut D, log: &mut L) {
        let seat = self.turn.seat;
        self.public.turn.phase = Phase::Between;
        self.public.turn.idle = 0;
        self.public.turn.offers = 0;
        self.hands[seat.index()].remove(tile);
        self.public.board.put(tile);
        if self.settle_tile(tile, dealer, log, || Event::Place { player: seat, tile }) {
            self.public.turn.phase = Phase::Buy;
        }
    }

    /// Emits the event and applies the effect of a tile just put on the board (T3, T4, T6, T7). Returns
    /// whether it is settled: it neither founds nor merges.
    #[inline(always)]
    pub(super) fn settle_tile<D: Dealer, L: Log>(
        &mut self,
        tile: Tile,
        dealer: &mut D,
        log: &mut L,
        event: impl FnOnce() -> Event,
    ) -> bool {
        let touch = self.board.touch(tile);
        let chains = touch.chains();
        match chains.first() {
            None => {
                self.emit(log, event);
                let is_lone = touch.is_nothing();
                if !is_lone {
                    self.public.turn.merger.tile = tile;
                    self.public.turn.phase = Phase::Found;
                }
                is_lone
            }
            Some(chain) if !chains.has_several() => {
                let joined = self.public.board.join(tile, touch, chain);
                self.public.set_size(chain, self.size(chain) + joined);
                self.emit(log, event);
                true
            }
            Some(_) => {
                self.emit(log, event);
                self.begin_merger(tile, chains, dealer, log);
                false
            }
        }
    }

    /// Continues after a founding or a merger, with the purchase or the next start tile.
    #[inline]
    pub(super) fn tile_settled<D: Dealer, L: Log>(&mut self, dealer: &mut D, log: &mut L) {
        if self.turn.set_up.is_some() {
            self.continue_set_up(dealer, log);
        } else {
            self.public.turn.phase = Phase::Buy;
        }
    }

    /// A turn without a tile (T2).
    #[inline]
    pub(super) fn pass<L: Log>(&mut self, log: &mut L) {
        self.public.turn.phase = Phase::Between;
        self.public.turn.idle = self.players.min(self.turn.idle + 1);
        self.public.turn.offers = 0;
        self.emit(log, || Event::Pass { player: self.turn.seat });
        self.public.turn.phase = Phase::Buy;
    }

    #[inline]
    pub(super) fn found<D: Dealer, L: Log>(
        &mut self,
        chain: Chain,
        at: Option<Tile>,
        dealer: &mut D,
        log: &mut L,
    ) {
        let player = self.turn.seat;
        let tile = self.turn.merger.tile;
        self.public.turn.phase = Phase::Between;
        let size = self.public.board.join(tile, self.board.touch(tile), chain);
        self.public.set_size(chain, size);
        self.public.turn.merger = Merger::NONE;
        if self.market[chain] > 0 {
            self.public.market -= Shares::of(chain, 1);
            self.shares[player.index()] += Shares::of(chain, 1);
        } else {
            self.cash[player.index()] += self.rules.options().founder_without_stock.pays(self.price(chain));
        }
        self.emit(log, || Event::Found { player, chain, at });
        self.tile_settled(dealer, log);
    }

    #[inline(always)]
    pub(super) fn buy<D: Dealer, L: Log>(&mut self, shares: Shares, dealer: &mut D, log: &mut L) {
        let player = self.turn.seat;
        self.public.turn.phase = Phase::Between;
        self.cash[player.index()] -= self.chains.prices.cost(shares);
        self.shares[player.index()] += shares;
        self.public.market -= shares;
        self.emit(log, || Event::Buy { player, shares });
        if self.turn.declared {
            self.finish(EndReason::Declared, dealer, log);
        } else if self.can_end() {
            self.public.turn.phase = Phase::Close;
        } else {
            self.end_turn(dealer, log);
        }
    }

    /// Ends a turn: refills the hand and exchanges dead tiles (T11, T12).
    #[inline(always)]
    pub(super) fn end_turn<D: Dealer, L: Log>(&mut self, dealer: &mut D, log: &mut L) {
        let seat = self.turn.seat;
        self.public.turn.phase = Phase::Between;
        let has_unplayable_spaces = self.has_unplayable_spaces();
        if has_unplayable_spaces && self.rules.options().dead_tiles == DeadTiles::DiscardThenDraw {
            return self.discard_then_draw(dealer, log);
        }
        self.fill_hand(seat, dealer, log);
        if has_unplayable_spaces {
            let tiles = self.exchangeable_by(seat);
            if !tiles.is_empty() {
                return self.begin_exchange(tiles, dealer, log);
            }
        }
        self.next_turn(dealer, log);
    }

    /// Begins the next turn unless the game is over (E3).
    #[inline(always)]
    pub(super) fn next_turn<D: Dealer, L: Log>(&mut self, dealer: &mut D, log: &mut L) {
        if self.pile_len == 0 && self.hands.iter().all(|hand| hand.is_empty()) {
            self.finish(EndReason::AllTilesPlayed, dealer, log);
        } else if self.turn.idle >= self.players && self.is_stuck() {
            self.finish(EndReason::NoTilePlayed, dealer, log);
        } else {
            self.public.turn.seat = self.turn.seat.after(1, self.players);
            self.begin_turn(dealer, log);
        }
    }

    /// Whether a round without a tile ends the game (E3): always in version 1 of the rules, later only if
    /// nobody has a playable tile.
    #[cold]
    fn is_stuck(&self) -> bool {
        self.rules.version() == RulesVersion::One || !self.seats().any(|seat| self.has_playable_tile(seat))
    }

    #[inline(always)]
    pub(super) fn fill_hand<D: Dealer, L: Log>(&mut self, seat: Seat, dealer: &mut D, log: &mut L) {
        let missing = HAND_SIZE - self.hands[seat.index()].len();
        self.draw(seat, missing, dealer, log, |player, tiles| Event::Draw { player, tiles });
    }

    /// Draws up to `count` tiles, as many as the pile has.
    #[inline(always)]
    pub(super) fn draw<D: Dealer, L: Log>(
        &mut self,
        seat: Seat,
        count: usize,
        dealer: &mut D,
        log: &mut L,
        event: impl FnOnce(Seat, Tiles) -> Event,
    ) {
        let count = count.min(self.pile_len.into());
        let mut tiles: Tiles = ArrayVec::new();
        let mut hand = self.hands[seat.index()];
        for _ in 0..count {
            let tile = dealer.draw();
            hand.insert(tile);
            if L::LISTENS {
                tiles.push(tile);
            }
        }
        self.hands[seat.index()] = hand;
        self.public.pile_len -= count as u8;
        if count > 0 {
            self.emit(log, || event(seat, tiles));
        }
    }

    pub(super) fn put_aside<L: Log>(
        &mut self,
        player: Seat,
        tiles: Hand,
        reason: DiscardReason,
        log: &mut L,
    ) {
        for tile in tiles.iter() {
            self.hands[player.index()].remove(tile);
            self.public.set_aside.insert(tile);
        }
        self.emit(log, || Event::Discard { player, tiles: tiles.iter().collect(), reason });
    }
}
