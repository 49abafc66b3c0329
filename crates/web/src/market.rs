//! The market: each chain's size, price and bonuses, now and at the next price; and the purchase being
//! drafted.

use mergemaker_engine::{Action, Chain, Money, SAFE_SIZE, Shares, View};

/// One chain in the market.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The chain.
    pub chain: Chain,
    /// Its size, 0 if it is not on the board.
    pub size: u8,
    /// Whether it is safe.
    pub is_safe: bool,
    /// Shares left in the market.
    pub left: u8,
    /// Price and bonuses now, or after founding.
    pub now: Quote,
    /// The size at which the price rises next, with price and bonuses then.
    pub next: Option<(u8, Quote)>,
}

/// A share price with its bonuses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quote {
    /// The price of a share.
    pub price: Money,
    /// The bonuses, highest first.
    pub bonuses: Vec<Money>,
}

/// The market in chain order.
#[must_use]
pub fn rows(view: &View) -> Vec<Row> {
    let bonuses = view.rules().options().bonuses;
    let step =
        |price: Money| Quote { price, bonuses: bonuses.places(price).iter().map(|place| place.1).collect() };
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

/// A draft of a purchase. It is always legal.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Basket {
    shares: Shares,
}

impl Basket {
    /// The shares in it.
    #[must_use]
    pub fn shares(self) -> Shares {
        self.shares
    }

    /// The number of shares of a chain.
    #[must_use]
    pub fn count(self, chain: Chain) -> u8 {
        self.shares[chain]
    }

    /// With one more share, if it is legal.
    #[must_use]
    pub fn with(self, view: &View, chain: Chain) -> Option<Basket> {
        let mut shares = self.shares;
        shares[chain] += 1;
        view.check(&Action::Buy { shares }).ok().map(|()| Basket { shares })
    }

    /// With one share fewer.
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
