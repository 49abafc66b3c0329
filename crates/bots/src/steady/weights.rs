//! Weights: the numbers in the rules of thumb, found by self-play.

macro_rules! weights {
    ($($(#[$doc:meta])* $name:ident = $value:literal, $scale:literal;)+) => {
        /// The numbers in `steady`'s rules of thumb, tuned by self-play with
        /// `cargo run --release -p mergemaker-arena --example tune`.
        #[derive(Clone, Copy, PartialEq, Debug)]
        pub struct Weights {
            $($(#[$doc])* pub $name: f32,)+
        }

        impl Weights {
            /// The names of the weights.
            pub const NAMES: &[&str] = &[$(stringify!($name)),+];
            /// How far tuning moves each weight in one step.
            pub const STEPS: &[f32] = &[$($scale),+];
            /// The weights that `steady` plays with.
            pub const TUNED: Weights = Weights { $($name: $value),+ };

            /// The weights as numbers, in the order of [`Weights::NAMES`].
            ///
            /// ```
            /// use mergemaker_bots::Weights;
            /// assert_eq!(Weights::from_numbers(&Weights::TUNED.numbers()), Some(Weights::TUNED));
            /// ```
            #[must_use]
            pub fn numbers(&self) -> Vec<f32> {
                vec![$(self.$name),+]
            }

            /// The weights from numbers; none unless there is one number per weight.
            #[must_use]
            pub fn from_numbers(numbers: &[f32]) -> Option<Weights> {
                let [$($name),+] = *<&[f32; Weights::NAMES.len()]>::try_from(numbers).ok()?;
                Some(Weights { $($name),+ })
            }
        }
    };
}

weights! {
    /// How many tiles a chain below 11 grows over a whole game.
    grow_small = 2.506, 1.5;
    /// How many tiles a safe chain grows over a whole game.
    grow_safe = 24.49, 2.0;
    /// The lead in shares that makes a majority certain, when little can change.
    spread = 2.349, 0.4;
    /// How much larger that lead must be per share left in the market, over a whole game.
    spread_market = 0.283, 0.1;
    /// How much of the bonuses that nobody competes for yet counts as won.
    unclaimed = 0.012, 0.2;
    /// The number of dissolving spaces at which a chain has an even chance of being dissolved soon.
    near_half = 4.108, 1.0;
    /// How many unseen spaces one in our own hand counts for.
    near_hand = 2.087, 1.0;
    /// How much less of a lead is needed in a chain about to be dissolved.
    near_lock = 1.477, 0.2;
    /// The value of a share of a chain not on the board, relative to its lowest price.
    dormant = 0.421, 0.2;
    /// The desired cash reserve, in thousands of dollars.
    reserve = 5.261, 0.6;
    /// The penalty per dollar missing from the reserve.
    shortage = 2.712, 0.15;
    /// The weight of the others' mean worth against our own.
    others = 0.792, 0.15;
    /// The weight of the strongest opponent's worth.
    leader = 0.69, 0.15;
    /// The value of a lone tile, in thousands of dollars.
    lone = 0.056, 0.2;
    /// The extra value if it prepares a founding with another tile in hand.
    prepare = 1.238, 0.2;
    /// The value of founding a chain beyond its shares, in thousands of dollars.
    found = 0.559, 0.3;
    /// The least value of a survivor's share, relative to two of the dissolved chain, at which holders trade.
    trade_in = 0.461, 0.15;
    /// The minimum gain from a trade with another player, in thousands of dollars.
    bargain = 0.3, 0.0;
    /// How much of the game's time is left when the end may be declared, relative to the pile.
    overtime = 2.137, 0.15;
}

impl Default for Weights {
    fn default() -> Weights {
        Weights::TUNED
    }
}
