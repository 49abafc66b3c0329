//! A turn: tile, what it does, purchase, draw (T1 to T13).

#![expect(clippy::inline_always, reason = "the steps of every turn: a tenth of a playout's time")]

use arrayvec::ArrayVec;

use super::{Game, Merger};
use crate::board::Touch;
use crate::{
    Chain, ChainSet, DeadTiles, Dealer, DiscardReason, EighthChainTiles, EndReason, Event,
    FounderWithoutStock, HAND_SIZE, Log, Phase, Seat, Shares, StuckHand, Tile, Tiles,
};

impl Game {
    /// The start of a turn, with the redraw of a stuck hand (T13).
    #[inline(always)]
    pub(super) fn begin_turn<D: Dealer, L: Log>(&mut self, dealer: &mut D, log: &mut L) {
        self.turn.actor = self.turn.seat;
        if self.rules.options().stuck_hand == StuckHand::Redraw {
            self.redraw_stuck_hand(dealer, log);
        }
        self.turn.phase = Phase::Tile;
    }

    fn redraw_stuck_hand<D: Dealer, L: Log>(&mut self, dealer: &mut D, log: &mut L) {
        let seat = self.turn.seat;
        let hand = self.hands[seat.index()];
        if self.pile_len > 0 && !hand.is_empty() && !self.has_playable_tile(seat) {
            self.put_aside(seat, &hand.iter().collect(), DiscardReason::StuckHand, log);
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
    fn is_dead(&self, touch: Touch) -> bool {
        (touch.chains() & self.safe).has_several()
    }

    #[inline]
    fn is_eighth(&self, touch: Touch) -> bool {
        self.active == ChainSet::ALL && touch.has_lone() && touch.chains().is_empty()
    }

    #[inline(always)]
    pub(super) fn place<D: Dealer, L: Log>(&mut self, tile: Tile, dealer: &mut D, log: &mut L) {
        let seat = self.turn.seat;
        self.turn.phase = Phase::Between;
        self.turn.idle = 0;
        self.turn.offers = 0;
        self.hands[seat.index()].remove(tile);
        let touch = self.board.touch(tile);
        self.board.put(tile);
        let chains = touch.chains();
        match chains.first() {
            None => {
                self.tell(log, || Event::Place { player: seat, tile });
                if touch.is_nothing() {
                    self.turn.phase = Phase::Buy;
                } else {
                    self.turn.merger.tile = tile;
                    self.turn.phase = Phase::Found;
                }
            }
            Some(chain) if !chains.has_several() => {
                let joined = self.board.join(tile, touch, chain);
                self.set_size(chain, self.size(chain) + joined);
                self.tell(log, || Event::Place { player: seat, tile });
                self.turn.phase = Phase::Buy;
            }
            Some(_) => {
                self.tell(log, || Event::Place { player: seat, tile });
                self.begin_merger(tile, chains, dealer, log);
            }
        }
    }

    /// A turn without a tile (T2).
    #[inline]
    pub(super) fn pass<L: Log>(&mut self, log: &mut L) {
        self.turn.phase = Phase::Between;
        self.turn.idle += 1;
        self.turn.offers = 0;
        self.tell(log, || Event::Pass { player: self.turn.seat });
        self.turn.phase = Phase::Buy;
    }

    #[inline]
    pub(super) fn found<L: Log>(&mut self, chain: Chain, log: &mut L) {
        let player = self.turn.seat;
        let tile = self.turn.merger.tile;
        self.turn.phase = Phase::Between;
        let size = self.board.join(tile, self.board.touch(tile), chain);
        self.set_size(chain, size);
        self.turn.merger = Merger::NONE;
        if self.market[chain] > 0 {
            self.market -= Shares::of(chain, 1);
            self.shares[player.index()] += Shares::of(chain, 1);
        } else if self.rules.options().founder_without_stock == FounderWithoutStock::Cash {
            self.cash[player.index()] += self.price(chain);
        }
        self.tell(log, || Event::Found { player, chain });
        self.turn.phase = Phase::Buy;
    }

    #[inline(always)]
    pub(super) fn buy<D: Dealer, L: Log>(&mut self, shares: Shares, dealer: &mut D, log: &mut L) {
        let player = self.turn.seat;
        self.turn.phase = Phase::Between;
        self.cash[player.index()] -= self.prices.cost(shares);
        self.shares[player.index()] += shares;
        self.market -= shares;
        self.tell(log, || Event::Buy { player, shares });
        if self.turn.declared {
            self.finish(EndReason::Declared, dealer, log);
        } else if self.can_end() {
            self.turn.phase = Phase::Close;
        } else {
            self.end_turn(dealer, log);
        }
    }

    /// The end of a turn: tiles are drawn and replaced (T11, T12), and the next turn begins unless the
    /// game is over (E3).
    #[inline(always)]
    pub(super) fn end_turn<D: Dealer, L: Log>(&mut self, dealer: &mut D, log: &mut L) {
        let seat = self.turn.seat;
        self.turn.phase = Phase::Between;
        let missing = HAND_SIZE - self.hands[seat.index()].len();
        self.draw(seat, missing, dealer, log, |player, tiles| Event::Draw { player, tiles });
        let eighth = self.active == ChainSet::ALL
            && self.rules.options().eighth_chain_tiles == EighthChainTiles::Replace;
        if (self.safe.has_several() || eighth) && self.has_replaceable_tile(seat) {
            self.replace_unplayable(seat, dealer, log);
        }
        if self.pile_len == 0 && self.hands.iter().all(|hand| hand.is_empty()) {
            self.finish(EndReason::AllTilesPlayed, dealer, log);
        } else if self.turn.idle >= self.players {
            self.finish(EndReason::NoTilePlayed, dealer, log);
        } else {
            self.turn.seat = seat.after(1, self.players);
            self.begin_turn(dealer, log);
        }
    }

    /// Replaces unplayable tiles in hand as the options say (T11, T12).
    fn replace_unplayable<D: Dealer, L: Log>(&mut self, seat: Seat, dealer: &mut D, log: &mut L) {
        let dead_tiles = self.rules.options().dead_tiles;
        let most = if dead_tiles == DeadTiles::ReplaceOne { 1 } else { HAND_SIZE };
        while self.has_replaceable_tile(seat) {
            let hand = self.hands[seat.index()];
            let tiles: Tiles = hand.iter().filter(|&tile| self.is_replaceable(tile)).take(most).collect();
            self.put_aside(seat, &tiles, DiscardReason::Unplayable, log);
            self.draw(seat, tiles.len(), dealer, log, |player, tiles| Event::Draw { player, tiles });
            if dead_tiles != DeadTiles::ReplaceUntilPlayable {
                return;
            }
        }
    }

    #[inline]
    fn has_replaceable_tile(&self, seat: Seat) -> bool {
        self.hands[seat.index()].iter().any(|tile| self.is_replaceable(tile))
    }

    #[inline]
    fn is_replaceable(&self, tile: Tile) -> bool {
        let touch = self.board.touch(tile);
        let eighth = self.rules.options().eighth_chain_tiles == EighthChainTiles::Replace;
        self.is_dead(touch) || eighth && self.is_eighth(touch)
    }

    /// Draws as many tiles as there are, up to `count`.
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
        self.pile_len -= count as u8;
        if count > 0 {
            self.tell(log, || event(seat, tiles));
        }
    }

    fn put_aside<L: Log>(&mut self, player: Seat, tiles: &Tiles, reason: DiscardReason, log: &mut L) {
        for &tile in tiles {
            self.hands[player.index()].remove(tile);
            self.set_aside.insert(tile);
        }
        self.tell(log, || Event::Discard { player, tiles: tiles.clone(), reason });
    }
}
