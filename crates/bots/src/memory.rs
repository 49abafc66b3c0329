//! Memory: holdings remembered from public information where they are hidden (K1, K2).

use mergemaker_engine::{Chain, Dice, Game, Holdings, MOST_PLAYERS, Money, Shares, View};

/// The change in holdings between two moments of a game. Every purchase, sale, trade and payment is public as
/// it happens (K1).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct HoldingsDelta {
    /// The change in each player's cash.
    pub cash: [i32; MOST_PLAYERS],
    /// The shares each player gained.
    pub gained: [Shares; MOST_PLAYERS],
    /// The shares each player lost.
    pub lost: [Shares; MOST_PLAYERS],
}

impl HoldingsDelta {
    /// The change in holdings from one moment of a game to a later one.
    ///
    /// ```
    /// use mergemaker_bots::HoldingsDelta;
    /// use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// let table = Table::new(Rules::of(Preset::Classic), 3).unwrap();
    /// let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// assert_eq!(HoldingsDelta::between(&game, &game), HoldingsDelta::default());
    /// ```
    #[must_use]
    pub fn between(before: &Game, after: &Game) -> HoldingsDelta {
        let mut delta = HoldingsDelta::default();
        for seat in after.seats() {
            let index = seat.index();
            delta.cash[index] = after.cash(seat).0.cast_signed() - before.cash(seat).0.cast_signed();
            for chain in Chain::ALL {
                let (had, has) = (before.shares(seat)[chain], after.shares(seat)[chain]);
                delta.gained[index][chain] = has.saturating_sub(had);
                delta.lost[index][chain] = had.saturating_sub(has);
            }
        }
        delta
    }
}

/// What a player who has watched from the start knows of everybody's cash and shares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Memory {
    cash: [Money; MOST_PLAYERS],
    shares: [Shares; MOST_PLAYERS],
}

/// The start of a game: everybody has $6,000 and no share (S1).
impl Default for Memory {
    fn default() -> Memory {
        Memory { cash: [Money::START; MOST_PLAYERS], shares: [Shares::NONE; MOST_PLAYERS] }
    }
}

impl Memory {
    /// Adds a change in holdings.
    pub fn note(&mut self, delta: &HoldingsDelta) {
        for seat in 0..MOST_PLAYERS {
            self.cash[seat] = Money(self.cash[seat].0.saturating_add_signed(delta.cash[seat]));
            for chain in Chain::ALL {
                let held = self.shares[seat][chain].saturating_sub(delta.lost[seat][chain]);
                self.shares[seat][chain] = held.saturating_add(delta.gained[seat][chain]);
            }
        }
    }

    /// The view with the others' holdings filled in from memory, as if they were open. If the memory
    /// contradicts the view, because it missed the start of the game, the holdings are sampled instead.
    ///
    /// ```
    /// use mergemaker_bots::Memory;
    /// use mergemaker_engine::{Dice, Game, Money, Options, Preset, RandomDealer, Rules, Seat, Table};
    /// let options = Options::of(Preset::Classic).with("holdings", "hidden").unwrap();
    /// let table = Table::new(Rules::new(options).unwrap(), 3).unwrap();
    /// let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let (viewer, other) = (Seat::new(0), Seat::new(1).unwrap());
    /// assert_eq!(game.view(viewer).cash(other), None);
    /// let recalled = Memory::default().recall(&game.view(viewer), &mut Dice::new(2));
    /// assert_eq!(recalled.cash(other), Some(Money(6_000)));
    /// ```
    #[must_use]
    pub fn recall(&self, view: &View, dice: &mut Dice) -> View {
        if view.rules().options().holdings == Holdings::Open {
            return *view;
        }
        view.recalling(self.cash, self.shares).unwrap_or_else(|| {
            let guess = Memory::of(&view.sample(dice));
            view.recalling(guess.cash, guess.shares).unwrap_or(*view)
        })
    }

    /// Whether the memory is consistent with the view.
    pub(crate) fn agrees_with(&self, view: &View) -> bool {
        view.rules().options().holdings == Holdings::Open || view.recalling(self.cash, self.shares).is_some()
    }

    /// The actual holdings of a game.
    fn of(game: &Game) -> Memory {
        let mut memory = Memory { cash: [Money::ZERO; MOST_PLAYERS], shares: [Shares::NONE; MOST_PLAYERS] };
        for seat in game.seats() {
            (memory.cash[seat.index()], memory.shares[seat.index()]) = (game.cash(seat), game.shares(seat));
        }
        memory
    }
}
