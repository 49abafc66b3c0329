//! Random play: a legal action picked without listing them all, and whole games of them.

use rand_core::Rng;

use super::{Game, Phase};
use crate::game::legal::{MOST_BOUGHT, MOST_OFFERS};
use crate::{Action, Bundle, Chain, ChainSet, Dealer, HAND_SIZE, Log, Money, Offer, Seat, Shares, below};

impl Game {
    /// A random legal action for the player who is to act.
    ///
    /// Every legal action can come up. A tile, a chain, an answer are picked evenly; a purchase share
    /// by share, evenly among what can still be bought and stopping; a disposal by how many to trade,
    /// then how many to sell; a declaration evenly against the other choices. Where players trade, one
    /// turn in four begins with a random offer.
    ///
    /// ```
    /// use mergemaker_engine::{Game, Preset, RandomDealer, Rules, SplitMix, Table};
    /// let table = Table::new(Rules::preset(Preset::Classic), 2)?;
    /// let game = Game::start(table, &mut RandomDealer::new(SplitMix::new(1)), &mut ());
    /// let action = game.random_action(&mut SplitMix::new(2));
    /// assert!(game.legal_actions().contains(&action));
    /// # Ok::<(), mergemaker_engine::RulesError>(())
    /// ```
    ///
    /// # Panics
    /// When the game is over: there is nothing to decide.
    #[inline]
    pub fn random_action<R: Rng>(&self, rng: &mut R) -> Action {
        match self.turn.phase {
            Phase::Between | Phase::Over => panic!("nobody is to act: the game waits for nothing"),
            Phase::Tile => self.random_opening(rng),
            Phase::Answer => Action::TradeAnswer { accept: below(rng, 2) == 1 },
            Phase::Found => Action::Found { chain: random_chain(ChainSet::ALL - self.active, rng) },
            Phase::Survivor => Action::Survivor { chain: random_chain(self.survivors(), rng) },
            Phase::Defunct => Action::Defunct { chain: random_chain(self.next_to_dissolve(), rng) },
            Phase::Dispose => {
                let trade = 2 * below(rng, u32::from(self.most_pairs()) + 1) as u8;
                let sell = below(rng, u32::from(self.held() - trade) + 1) as u8;
                Action::Dispose { sell, trade }
            }
            Phase::Buy => {
                if self.can_end() && self.check_declaration().is_ok() && below(rng, 2) == 1 {
                    return Action::DeclareEnd;
                }
                Action::Buy { shares: self.random_purchase(rng) }
            }
            Phase::Close => [Action::EndTurn, Action::DeclareEnd][below(rng, 2) as usize],
        }
    }

    /// Plays to the end at random, telling nobody.
    ///
    /// ```
    /// use mergemaker_engine::{Game, Preset, RandomDealer, Rules, SplitMix, Table};
    /// let table = Table::new(Rules::preset(Preset::Renegade), 4)?;
    /// let mut dealer = RandomDealer::new(SplitMix::new(1));
    /// let mut game = Game::start(table, &mut dealer, &mut ());
    /// game.play_randomly(&mut SplitMix::new(2), &mut dealer, &mut ());
    /// assert!(game.outcome().is_some());
    /// # Ok::<(), mergemaker_engine::RulesError>(())
    /// ```
    #[inline]
    pub fn play_randomly<R: Rng, D: Dealer, L: Log>(&mut self, rng: &mut R, dealer: &mut D, log: &mut L) {
        while self.turn.phase != Phase::Over {
            let action = self.random_action(rng);
            self.apply_unchecked(&action, dealer, log);
        }
    }

    /// The first thing in a turn: an offer, a declaration, a tile, or none.
    #[inline]
    fn random_opening<R: Rng>(&self, rng: &mut R) -> Action {
        if self.rules.options().trading
            && self.turn.offers < MOST_OFFERS
            && below(rng, 4) == 0
            && let Some(offer) = self.random_offer(rng)
        {
            return Action::TradeOffer { offer };
        }
        if self.can_end()
            && self.check_declaration().is_ok()
            && below(rng, 1 + self.hands[self.turn.seat.index()].len() as u32) == 0
        {
            return Action::DeclareEnd;
        }
        let hand = self.hands[self.turn.seat.index()];
        let mut left = hand;
        for count in (1..=hand.len() as u32).rev() {
            let tile = left.nth(below(rng, count) as usize % HAND_SIZE);
            if self.is_playable(self.board.touch(tile)) {
                return Action::Place { tile };
            }
            left.remove(tile);
        }
        Action::Pass
    }

    #[inline]
    fn random_purchase<R: Rng>(&self, rng: &mut R) -> Shares {
        /// The eighth lane, which is no chain's, stands for stopping.
        const STOP: u64 = 0x80 << 56;
        let mut shares = Shares::NONE;
        let mut cash = self.cash[self.turn.seat.index()];
        let mut market = self.market;
        for _ in 0..MOST_BOUGHT {
            let buyable = self.prices.buyable(cash, market);
            if buyable == 0 {
                break;
            }
            let lane = random_lane(buyable | STOP, rng);
            if lane == Chain::COUNT {
                break;
            }
            let chain = Chain::from_index(lane);
            shares[chain] += 1;
            market[chain] -= 1;
            cash -= self.prices.of(chain);
        }
        shares
    }

    /// A random offer that both sides can keep: up to half the cash and half the shares of a chain
    /// each way. None when that moves nothing.
    fn random_offer<R: Rng>(&self, rng: &mut R) -> Option<Offer> {
        let seat = self.turn.seat;
        let to = seat.after(1 + below(rng, u32::from(self.players) - 1) as u8, self.players);
        let offer = Offer { to, give: self.random_bundle(seat, rng), take: self.random_bundle(to, rng) };
        (offer.give != offer.take).then_some(offer)
    }

    fn random_bundle<R: Rng>(&self, seat: Seat, rng: &mut R) -> Bundle {
        let cash = Money(below(rng, 2) * below(rng, self.cash(seat).0 / 2 + 1));
        let chain = Chain::from_index(below(rng, Chain::COUNT as u32) as usize);
        let count = below(rng, u32::from(self.shares(seat)[chain]).div_ceil(2) + 1);
        Bundle { cash, shares: Shares::of(chain, count as u8) }
    }
}

#[inline]
fn random_chain<R: Rng>(chains: ChainSet, rng: &mut R) -> Chain {
    let mut bits = u32::from(chains.0);
    for _ in 0..below(rng, bits.count_ones()) {
        bits &= bits - 1;
    }
    Chain::from_index(bits.trailing_zeros() as usize % Chain::COUNT)
}

/// A random lane among those whose highest bit is set.
#[inline]
fn random_lane<R: Rng>(lanes: u64, rng: &mut R) -> usize {
    let count = (lanes >> 7).wrapping_mul(0x0101_0101_0101_0101) >> 56;
    let mut lanes = lanes;
    for _ in 0..below(rng, count as u32) {
        lanes &= lanes - 1;
    }
    lanes.trailing_zeros() as usize / 8
}
