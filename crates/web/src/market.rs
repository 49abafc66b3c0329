//! The market: each chain's size, price and bonuses, now and at the next step; and what is being bought.

use mergemaker_engine::{Action, Chain, Money, SAFE_SIZE, Shares, View};

/// One chain in the market.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// Which.
    pub chain: Chain,
    /// Its size; 0 when it is not on the board.
    pub size: u8,
    /// Whether it is safe.
    pub is_safe: bool,
    /// Shares left in the market.
    pub left: u8,
    /// Price and bonuses now, or as it would be founded.
    pub now: Step,
    /// The size at which the price rises, and what it is then.
    pub next: Option<(u8, Step)>,
}

/// A price and the bonuses it comes with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The price of a share.
    pub price: Money,
    /// The bonuses, the highest first.
    pub bonuses: Vec<Money>,
}

/// The market as it is.
#[must_use]
pub fn rows(view: &View) -> Vec<Row> {
    let bonuses = view.rules().options().bonuses;
    let step =
        |price: Money| Step { price, bonuses: bonuses.places(price).iter().map(|place| place.1).collect() };
    let row = |chain: Chain| {
        let size = view.size(chain);
        let now = chain.price(size.max(2));
        let next = (size.max(2) + 1..=41).find(|&size| chain.price(size) > now);
        Row {
            chain,
            size,
            is_safe: size >= SAFE_SIZE,
            left: view.market()[chain],
            now: step(now),
            next: next.map(|size| (size, step(chain.price(size)))),
        }
    };
    Chain::ALL.into_iter().map(row).collect()
}

/// A purchase that is being put together. It can always be made as it is.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Basket {
    shares: Shares,
}

impl Basket {
    /// What it holds.
    #[must_use]
    pub fn shares(self) -> Shares {
        self.shares
    }

    /// How many of a chain.
    #[must_use]
    pub fn count(self, chain: Chain) -> u8 {
        self.shares[chain]
    }

    /// With one share more, where the rules allow it.
    #[must_use]
    pub fn with(self, view: &View, chain: Chain) -> Option<Basket> {
        let mut shares = self.shares;
        shares[chain] += 1;
        view.check(&Action::Buy { shares }).ok().map(|()| Basket { shares })
    }

    /// With one share less.
    #[must_use]
    pub fn without(self, chain: Chain) -> Basket {
        let mut shares = self.shares;
        shares[chain] = shares[chain].saturating_sub(1);
        Basket { shares }
    }

    /// What it costs.
    #[must_use]
    pub fn cost(self, view: &View) -> Money {
        self.shares.iter().fold(Money::ZERO, |sum, (chain, count)| sum + view.price(chain) * count)
    }

    /// The decision.
    #[must_use]
    pub fn action(self) -> Action {
        Action::Buy { shares: self.shares }
    }
}
