//! Recall: a view with the hidden holdings filled in from memory.

use crate::{Chain, Holdings, MOST_PLAYERS, Money, SHARES_PER_CHAIN, Shares, View};

impl View {
    /// The view with everyone's cash and shares filled in, as if holdings were open. None if they are
    /// impossible: the shares and the market must add up to 25, and all values must agree with those the view
    /// has.
    ///
    /// Every transfer of cash and shares is public (K1): a viewer who has followed the whole game can know
    /// them.
    ///
    /// ```
    /// use mergemaker_engine::{Dice, Game, Money, Options, Preset, RandomDealer, Rules, Seat, Shares, Table};
    /// let options = Options::of(Preset::Classic).with("holdings", "hidden")?;
    /// let table = Table::new(Rules::new(options)?, 3)?;
    /// let view = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ()).view(Seat::new(0));
    /// let recalled = view.recalling([Money(6_000); 6], [Shares::NONE; 6]).unwrap();
    /// assert_eq!(recalled.cash(Seat::new(1).unwrap()), Some(Money(6_000)));
    /// assert_eq!(view.recalling([Money(5_000); 6], [Shares::NONE; 6]), None);
    /// # Ok::<(), mergemaker_engine::RulesError>(())
    /// ```
    #[must_use]
    pub fn recalling(&self, cash: [Money; MOST_PLAYERS], shares: [Shares; MOST_PLAYERS]) -> Option<View> {
        let mut view = *self;
        view.seen.public.rules = self.rules().with_holdings(Holdings::Open);
        for seat in self.seats() {
            let index = seat.index();
            let agrees = self.cash(seat).is_none_or(|seen| seen == cash[index])
                && Chain::ALL
                    .into_iter()
                    .all(|chain| self.shares_of(seat, chain).is_none_or(|seen| seen == shares[index][chain]));
            if !agrees {
                return None;
            }
            (view.seen.cash[index], view.seen.shares[index]) = (cash[index], shares[index]);
        }
        let adds_up = |chain| {
            let held: u32 = self.seats().map(|seat| u32::from(shares[seat.index()][chain])).sum();
            held + u32::from(self.market()[chain]) == u32::from(SHARES_PER_CHAIN)
        };
        Chain::ALL.into_iter().all(adds_up).then_some(view)
    }
}
