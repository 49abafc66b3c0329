//! The price card: the chain sizes of each tier at each price (B5).

use std::fmt;

use serde::Serialize;

use crate::{Money, Tier, Tile};

/// One price and the sizes at which the chains of each tier have it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PriceRow {
    /// The price of a share.
    pub price: Money,
    /// The sizes, in the order of [`Tier::ALL`].
    pub sizes: [Option<Sizes>; 3],
}

/// A range of chain sizes, possibly up to the whole board. Formats as `5`, `6–10` or `41+`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Sizes {
    /// The smallest.
    pub from: u8,
    /// The largest.
    pub to: u8,
}

/// All prices of a share, lowest first, with their sizes.
///
/// ```
/// let row = mergemaker_engine::price_card()[4];
/// let sizes = row.sizes.map(|sizes| sizes.unwrap().to_string());
/// assert_eq!((row.price.0, sizes.join(" ").as_str()), (600, "6–10 5 4"));
/// ```
#[must_use]
pub fn price_card() -> [PriceRow; 11] {
    std::array::from_fn(|row| {
        let price = Money(200 + 100 * row as u32);
        PriceRow { price, sizes: Tier::ALL.map(|tier| sizes(tier, price)) }
    })
}

fn sizes(tier: Tier, price: Money) -> Option<Sizes> {
    let mut sizes = (2..=Tile::COUNT as u8).filter(|&size| tier.price(size) == price);
    let from = sizes.next()?;
    Some(Sizes { from, to: sizes.next_back().unwrap_or(from) })
}

impl fmt::Display for Sizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.from, self.to) {
            (from, to) if from == to => write!(f, "{from}"),
            (from, to) if usize::from(to) == Tile::COUNT => write!(f, "{from}+"),
            (from, to) => write!(f, "{from}–{to}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// B5: every size of every tier is on the card exactly once, at its price.
    #[test]
    fn every_size_is_on_the_card_once() {
        for (index, tier) in Tier::ALL.into_iter().enumerate() {
            for size in 2..=Tile::COUNT as u8 {
                let has = |row: &PriceRow| {
                    row.sizes[index].is_some_and(|sizes| (sizes.from..=sizes.to).contains(&size))
                };
                let prices: Vec<Money> =
                    price_card().iter().filter(|row| has(row)).map(|row| row.price).collect();
                assert_eq!(prices, [tier.price(size)], "{tier:?} at {size}");
            }
        }
    }
}
