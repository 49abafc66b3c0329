//! Sampling: hidden information dealt at random.

use arrayvec::ArrayVec;
use rand_core::Rng;

use crate::{
    Bundle, Chain, Dealer, Game, MOST_PLAYERS, Money, Phase, RandomDealer, SHARES_PER_CHAIN, Seat, View,
    below,
};

impl View {
    /// A full game consistent with the view. The unseen tiles are dealt at random. If holdings are hidden, so
    /// are the unseen shares, and unseen cash is a random amount up to $12,000.
    ///
    /// ```
    /// use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// let table = Table::new(Rules::of(Preset::Renegade), 3)?;
    /// let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let guess = game.view(None).sample(&mut Dice::new(2));
    /// assert_eq!((guess.board(), guess.pile_len()), (game.board(), game.pile_len()));
    /// # Ok::<(), mergemaker_engine::RulesError>(())
    /// ```
    #[must_use]
    pub fn sample<R: Rng>(&self, rng: &mut R) -> Game {
        let mut game = self.sample_hands(rng);
        while game.phase() == Phase::Exchange && game.exchangeable().is_empty() {
            game = self.sample_hands(rng);
        }
        if game.hides_holdings() {
            self.sample_holdings(&mut game, rng);
        }
        game
    }

    fn sample_hands<R: Rng>(&self, rng: &mut R) -> Game {
        let mut game = self.seen;
        let mut dealer = RandomDealer::from_pile(self.unseen(), &mut *rng);
        for seat in game.seats().filter(|&seat| Some(seat) != self.viewer) {
            for _ in 0..self.hand_lens[seat.index()] {
                game.hands[seat.index()].insert(dealer.draw());
            }
        }
        game
    }

    fn sample_holdings<R: Rng>(&self, game: &mut Game, rng: &mut R) {
        let unknown: ArrayVec<Seat, MOST_PLAYERS> =
            game.seats().filter(|&seat| !self.knows_holdings(seat)).collect();
        let Some(last) = unknown.len().checked_sub(1) else {
            return;
        };
        for &seat in &unknown {
            let promised = self.promised(seat);
            game.cash[seat.index()] = promised.cash.max(Money(100 * below(rng, 121)));
            for (chain, count) in promised.shares.iter() {
                game.shares[seat.index()][chain] = count;
            }
        }
        for chain in Chain::ALL.into_iter().filter(|&chain| self.defunct() != Some(chain)) {
            let held: u8 = game.seats().map(|seat| game.shares(seat)[chain]).sum();
            for _ in 0..SHARES_PER_CHAIN - self.seen.market[chain] - held {
                let seat = unknown[below(rng, last as u32 + 1) as usize];
                game.shares[seat.index()][chain] += 1;
            }
        }
    }

    /// What a seat is known to have because it is their side of the offer waiting for an answer (X1).
    fn promised(&self, seat: Seat) -> Bundle {
        match self.offer() {
            Some(offer) if offer.to == seat => offer.take,
            Some(offer) if self.turn() == seat => offer.give,
            Some(_) | None => Bundle::default(),
        }
    }
}
