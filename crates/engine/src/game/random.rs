//! Random play: picks a legal action without listing them all, and plays whole games.

#![expect(clippy::inline_always, reason = "a playout applies the picked action at once: a tenth of its time")]

use rand_core::Rng;

use super::Game;
use crate::{
    Action, Bundle, Chain, ChainSet, Dealer, Hand, Log, MOST_BOUGHT, Money, Offer, Phase, Seat, Shares, below,
};

impl Game {
    /// A random legal action for the player who is to act.
    ///
    /// Every action of [`Game::legal_actions`] can be picked:
    /// - A tile, a chain or an answer uniformly.
    /// - A purchase share by share, uniformly among the chains that can still be bought and stopping.
    /// - A disposal by how many shares to trade, then how many to sell.
    /// - A legal declaration with probability 1 in (tiles in hand + 1) before the tile, 1 in 2 later. The
    ///   same for ending the game at once after declaring.
    /// - All dead tiles are exchanged three times in four, otherwise a random subset.
    /// - With trading, one turn in four opens with an offer of up to half the cash, in hundreds, and half the
    ///   shares of one chain each way.
    ///
    /// # Panics
    /// If nobody is to act, as when the game is over.
    #[inline(always)]
    pub fn random_action<R: Rng>(&self, rng: &mut R) -> Action {
        // Most turns are a tile and a purchase. Testing for these first avoids a jump table, which the
        // processor predicts less well.
        if self.turn.phase == Phase::Tile {
            return self.random_opening(rng);
        }
        if self.turn.phase == Phase::Buy {
            return self.random_end_or_purchase(rng);
        }
        match self.turn.phase {
            Phase::Between | Phase::Tile | Phase::Buy | Phase::Over => {
                panic!("no player is to act in this phase")
            }
            Phase::Answer => Action::TradeAnswer { accept: below(rng, 2) == 1 },
            Phase::Found => Action::Found { chain: random_chain(ChainSet::ALL - self.active, rng), at: None },
            Phase::Survivor => Action::Survivor { chain: random_chain(self.survivors(), rng) },
            Phase::Defunct => Action::Defunct { chain: random_chain(self.next_to_dissolve(), rng) },
            Phase::Dispose => {
                let trade = 2 * below(rng, u32::from(self.most_pairs()) + 1) as u8;
                let sell = below(rng, u32::from(self.held() - trade) + 1) as u8;
                Action::Dispose { sell, trade }
            }
            Phase::Close => [Action::EndTurn, Action::DeclareEnd][below(rng, 2) as usize],
            Phase::Exchange => self.random_exchange(rng.next_u64()),
        }
    }

    /// Plays random actions to the end of the game.
    #[inline(never)]
    pub fn play_randomly<R: Rng, D: Dealer, L: Log>(&mut self, rng: &mut R, dealer: &mut D, log: &mut L) {
        while self.turn.phase != Phase::Over {
            let action = self.random_action(rng);
            self.dispatch(&action, dealer, log);
        }
    }

    /// The first action of a turn: an offer, a declaration, a tile or a pass.
    #[inline(always)]
    fn random_opening<R: Rng>(&self, rng: &mut R) -> Action {
        if self.may_offer()
            && below(rng, 4) == 0
            && let Some(offer) = self.random_offer(rng)
        {
            return Action::TradeOffer { offer };
        }
        // Nothing on the board has changed since the declaration: E1 still holds.
        if self.can_end()
            && self.may_end_at_once()
            && below(rng, 1 + self.hands[self.turn.seat.index()].len().max(1) as u32) == 0
        {
            return Action::EndTurn;
        }
        if self.can_end()
            && self.may_declare()
            && below(rng, 1 + self.hands[self.turn.seat.index()].len().max(1) as u32) == 0
        {
            return Action::DeclareEnd;
        }
        let hand = self.hands[self.turn.seat.index()];
        let mut left = hand;
        let mut count = hand.len() as u32;
        while count > 0 {
            let tile = left.nth(below(rng, count) as usize);
            if self.is_playable(self.board.touch(tile)) {
                return Action::Place { tile };
            }
            left.remove(tile);
            count -= 1;
        }
        Action::Pass
    }

    #[inline(always)]
    fn random_end_or_purchase<R: Rng>(&self, rng: &mut R) -> Action {
        if self.turn.declared {
            if self.may_end_at_once() && below(rng, 2) == 1 {
                return Action::EndTurn;
            }
        } else if self.can_end() && self.may_declare() && below(rng, 2) == 1 {
            return Action::DeclareEnd;
        }
        Action::Buy { shares: self.random_purchase(rng) }
    }

    #[inline(always)]
    fn random_purchase<R: Rng>(&self, rng: &mut R) -> Shares {
        /// The eighth lane, which belongs to no chain, stands for stopping.
        const STOP: u64 = 0x80 << 56;
        /// One random number serves the whole purchase, with this many bits per share.
        const BITS: u32 = 64 / MOST_BOUGHT as u32;
        let mut shares = Shares::NONE;
        let mut cash = self.cash[self.turn.seat.index()];
        let mut market = self.market;
        let mut random = rng.next_u64();
        for _ in 0..MOST_BOUGHT {
            let buyable = self.chains.prices.buyable(cash, market);
            if buyable == 0 {
                break;
            }
            let choices = gather(buyable | STOP);
            let choice = ((random & ((1 << BITS) - 1)) * u64::from(COUNT[choices])) >> BITS;
            let lane = usize::from(NTH[choices][choice as usize % 8]);
            if lane == Chain::COUNT {
                break;
            }
            let chain = Chain::from_index(lane);
            shares += Shares::of(chain, 1);
            market -= Shares::of(chain, 1);
            cash -= self.chains.prices.of(chain);
            random >>= BITS;
        }
        shares
    }

    /// Exchanges all dead tiles three times in four, otherwise a uniform random subset. If only one may be
    /// exchanged, picks uniformly among each of them and none.
    #[cold]
    #[inline(never)]
    fn random_exchange(&self, mut random: u64) -> Action {
        let tiles = self.exchangeable();
        if self.most_exchanged() == 1 {
            let tile = tiles.tile((random % (tiles.len() as u64 + 1)) as usize);
            return Action::Exchange { tiles: tile.into_iter().collect() };
        }
        let mut picked = Hand::EMPTY;
        if random >> 62 != 0 {
            return Action::Exchange { tiles };
        }
        for tile in tiles.iter() {
            if random & 1 == 1 {
                picked.insert(tile);
            }
            random >>= 1;
        }
        Action::Exchange { tiles: picked }
    }

    /// A random offer that both sides can afford: up to half the cash and half the shares of a chain each
    /// way. None if the two sides are equal.
    fn random_offer<R: Rng>(&self, rng: &mut R) -> Option<Offer> {
        let seat = self.turn.seat;
        let to = seat.after(1 + below(rng, u32::from(self.players) - 1) as u8, self.players);
        let offer = Offer { to, give: self.random_bundle(seat, rng), take: self.random_bundle(to, rng) };
        (offer.give != offer.take).then_some(offer)
    }

    fn random_bundle<R: Rng>(&self, seat: Seat, rng: &mut R) -> Bundle {
        let notes = below(rng, 2) * below(rng, self.cash(seat).0 / 2 / Money::NOTE.0 + 1);
        let cash = Money(Money::NOTE.0 * notes);
        let chain = Chain::from_index(below(rng, Chain::COUNT as u32) as usize);
        let count = below(rng, u32::from(self.shares(seat)[chain]).div_ceil(2) + 1);
        Bundle { cash, shares: Shares::of(chain, count as u8) }
    }
}

#[inline]
fn random_chain<R: Rng>(chains: ChainSet, rng: &mut R) -> Chain {
    let choices = usize::from(chains.0);
    let choice = below(rng, u32::from(COUNT[choices]));
    Chain::from_index(usize::from(NTH[choices][choice as usize % 8]) % Chain::COUNT)
}

/// Gathers the highest bits of the eight lanes into one byte.
#[inline]
fn gather(lanes: u64) -> usize {
    ((lanes >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as usize
}

/// The number of set bits in a byte. A look-up table: not every processor counts bits in one instruction.
static COUNT: [u8; 256] = {
    let mut count = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        count[byte] = byte.count_ones() as u8;
        byte += 1;
    }
    count
};

/// The position of the first set bit of a byte, the second, and so on. A look-up table: a loop over the bits
/// has a random length, which no processor predicts.
static NTH: [[u8; 8]; 256] = {
    let mut nth = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut found) = (0_u8, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                nth[byte][found] = bit;
                found += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    nth
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_are_gathered_in_order() {
        for byte in 0..256_usize {
            let lanes: u64 = (0..8).filter(|bit| byte >> bit & 1 == 1).map(|bit| 0x80 << (8 * bit)).sum();
            assert_eq!(gather(lanes), byte);
            let bits: Vec<u8> = (0..8).filter(|bit| byte >> bit & 1 == 1).collect();
            assert_eq!(&NTH[byte][..usize::from(COUNT[byte])], &bits[..]);
        }
    }
}
