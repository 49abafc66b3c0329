//! An independent copy of the rulebook's figures: prices (B5) and bonuses (B6, P1 to P5).

use std::collections::{BTreeMap, BTreeSet};

use mergemaker_engine::{Bonuses, Chain};

/// The chains in the order of B3.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Hotel {
    Luxor,
    Tower,
    American,
    Worldwide,
    Festival,
    Imperial,
    Continental,
}

pub(crate) const HOTELS: [Hotel; 7] = [
    Hotel::Luxor,
    Hotel::Tower,
    Hotel::American,
    Hotel::Worldwide,
    Hotel::Festival,
    Hotel::Imperial,
    Hotel::Continental,
];

/// The engine's chain.
pub(crate) fn chain(hotel: Hotel) -> Chain {
    match hotel {
        Hotel::Luxor => Chain::Luxor,
        Hotel::Tower => Chain::Tower,
        Hotel::American => Chain::American,
        Hotel::Worldwide => Chain::Worldwide,
        Hotel::Festival => Chain::Festival,
        Hotel::Imperial => Chain::Imperial,
        Hotel::Continental => Chain::Continental,
    }
}

/// The referee's chain.
pub(crate) fn hotel(chain: Chain) -> Hotel {
    match chain {
        Chain::Luxor => Hotel::Luxor,
        Chain::Tower => Hotel::Tower,
        Chain::American => Hotel::American,
        Chain::Worldwide => Hotel::Worldwide,
        Chain::Festival => Hotel::Festival,
        Chain::Imperial => Hotel::Imperial,
        Chain::Continental => Hotel::Continental,
    }
}

/// The price of a share at a size (B5); zero for a chain that is not active.
pub(crate) fn price(hotel: Hotel, size: usize) -> i64 {
    let cheap = match size {
        0 | 1 => return 0,
        2 => 200,
        3 => 300,
        4 => 400,
        5 => 500,
        6..=10 => 600,
        11..=20 => 700,
        21..=30 => 800,
        31..=40 => 900,
        41.. => 1000,
    };
    match hotel {
        Hotel::Luxor | Hotel::Tower => cheap,
        Hotel::American | Hotel::Worldwide | Hotel::Festival => cheap + 100,
        Hotel::Imperial | Hotel::Continental => cheap + 200,
    }
}

/// The secondary bonus at a price (B6).
fn secondary(price: i64) -> i64 {
    match price {
        200 => 1500,
        300 => 2200,
        400 => 3000,
        500 => 3700,
        600 => 4200,
        700 => 5000,
        800 => 5700,
        900 => 6200,
        1000 => 7000,
        1100 => 7700,
        1200 => 8200,
        _ => panic!("no share costs {price}"),
    }
}

/// A holder of shares: a seat, or the bank (P5).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Owner {
    Seat(usize),
    Bank,
}

/// The bonus of each holder for a chain at a price (P1 to P4).
pub(crate) fn bonuses(kind: Bonuses, price: i64, held: &BTreeMap<Owner, i64>) -> BTreeMap<Owner, i64> {
    let held: BTreeMap<Owner, i64> =
        held.iter().filter(|&(_, &count)| count > 0).map(|(&who, &n)| (who, n)).collect();
    let places = match kind {
        Bonuses::Classic => vec![10 * price, 5 * price],
        Bonuses::Tycoon => vec![10 * price, secondary(price), 5 * price],
    };
    if held.len() == 1 {
        // P2: the bonuses of the first and the last place, with classic and tycoon bonuses.
        let only = *held.keys().next().expect("there is one");
        return BTreeMap::from([(only, places[0] + places[places.len() - 1])]);
    }
    let mut paid = BTreeMap::new();
    let mut place = 0;
    let ranks: BTreeSet<i64> = held.values().copied().collect();
    for rank in ranks.into_iter().rev() {
        let tied: Vec<Owner> = held.iter().filter(|&(_, &n)| n == rank).map(|(&who, _)| who).collect();
        let together: i64 = places.iter().skip(place).take(tied.len()).sum();
        let people = i64::try_from(tied.len()).expect("few players");
        let mut each = together / people;
        if each * people != together || each % 100 != 0 {
            each = (each / 100 + 1) * 100;
        }
        for &who in &tied {
            if each > 0 {
                paid.insert(who, each);
            }
        }
        place += tied.len();
    }
    paid
}
