//! Weights: the numbers in the rules of thumb, found by self-play.

macro_rules! weights {
    ($($(#[$doc:meta])* $name:ident = $value:literal, $scale:literal;)+) => {
        /// The numbers in `steady`'s rules of thumb. What they are now was found by self-play:
        /// `cargo run --release -p mergemaker-arena --example tune`.
        #[derive(Clone, Copy, PartialEq, Debug)]
        pub struct Weights {
            $($(#[$doc])* pub $name: f32,)+
        }

        impl Weights {
            /// The names of the weights.
            pub const NAMES: &[&str] = &[$(stringify!($name)),+];
            /// How far each is changed in one step of tuning.
            pub const STEPS: &[f32] = &[$($scale),+];
            /// The weights that `steady` plays with.
            pub const TUNED: Weights = Weights { $($name: $value),+ };

            /// The weights as plain numbers, in the order of [`Weights::NAMES`].
            ///
            /// ```
            /// use mergemaker_bots::Weights;
            /// assert_eq!(Weights::from_numbers(&Weights::TUNED.numbers()), Some(Weights::TUNED));
            /// ```
            #[must_use]
            pub fn numbers(&self) -> Vec<f32> {
                vec![$(self.$name),+]
            }

            /// The weights from plain numbers; none unless there are as many as weights.
            ///
            /// ```
            /// assert_eq!(mergemaker_bots::Weights::from_numbers(&[1.0]), None);
            /// ```
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
    /// How many shares of a lead are needed to be sure of a majority, when little can change.
    spread = 2.349, 0.4;
    /// How many more for each share left in the market, over a whole game.
    spread_market = 0.283, 0.1;
    /// How much of what nobody competes for yet counts as won.
    unclaimed = 0.012, 0.2;
    /// How many spaces that would dissolve a chain make it one to two that it happens soon.
    near_half = 4.108, 1.0;
    /// How many unseen spaces one in the own hand counts for.
    near_hand = 2.087, 1.0;
    /// How much less of a lead is needed in a chain about to be dissolved.
    near_lock = 1.477, 0.2;
    /// What a share of a chain not on the board is worth, as part of its lowest price.
    dormant = 0.421, 0.2;
    /// How much cash one should have, in thousands of dollars.
    reserve = 5.261, 0.6;
    /// How much each dollar missing there counts.
    shortage = 2.712, 0.15;
    /// How much the mean worth of the others counts against the own.
    others = 0.792, 0.15;
    /// How much the worth of the strongest of the others counts.
    leader = 0.69, 0.15;
    /// What a tile that lies alone is worth, in thousands of dollars.
    lone = 0.056, 0.2;
    /// What it is worth more where it prepares a founding with another tile in hand.
    prepare = 1.238, 0.2;
    /// What founding a chain is worth beside the shares.
    found = 0.559, 0.3;
    /// How many times a share of the survivor must be worth two of the dissolved chain to be traded for.
    trade_in = 0.461, 0.15;
    /// What a trade with another player must bring, in thousands of dollars.
    bargain = 0.3, 0.0;
    /// How much of the game's time is left when the end may be declared.
    overtime = 2.137, 0.15;
}

impl Default for Weights {
    fn default() -> Weights {
        Weights::TUNED
    }
}
