//! Disposing of the shares of a dissolved chain (M3): common choices, and exact numbers.

use mergemaker_engine::{Action, View};

/// How many shares to sell and to trade. The rest are held.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Disposal {
    /// Shares to sell.
    pub sell: u8,
    /// Shares to trade, two for one.
    pub trade: u8,
}

impl Disposal {
    /// The decision.
    ///
    /// ```
    /// use mergemaker_engine::Action;
    /// use mergemaker_web::disposal::Disposal;
    /// assert_eq!(Disposal { sell: 1, trade: 2 }.action(), Action::Dispose { sell: 1, trade: 2 });
    /// ```
    #[must_use]
    pub const fn action(self) -> Action {
        Action::Dispose { sell: self.sell, trade: self.trade }
    }

    /// The disposal with these numbers added to shares sold and traded, if it is legal.
    #[must_use]
    pub fn changed(self, view: &View, sell: i8, trade: i8) -> Option<Disposal> {
        let sell = self.sell.checked_add_signed(sell)?;
        let trade = self.trade.checked_add_signed(trade)?;
        let disposal = Disposal { sell, trade };
        view.check(&disposal.action()).ok().map(|()| disposal)
    }
}

/// A disposal offered as one button.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Way {
    /// The id of its label.
    pub id: &'static str,
    /// The decision.
    pub disposal: Disposal,
}

/// The common choices open to the viewer: sell all, trade as many as possible and sell or hold the rest, hold
/// all.
#[must_use]
pub fn ways(view: &View) -> Vec<Way> {
    let held = view.viewer().zip(view.defunct()).and_then(|(seat, chain)| view.shares_of(seat, chain));
    let Some(held) = held.filter(|&held| held > 0) else { return Vec::new() };
    let is_legal = |disposal: Disposal| view.check(&disposal.action()).is_ok();
    let most = (0..=held).rev().find(|&trade| is_legal(Disposal { sell: 0, trade })).unwrap_or(0);
    let way = |id, sell, trade| Way { id, disposal: Disposal { sell, trade } };
    let mut ways = vec![way("sell-all", held, 0)];
    if most > 0 && most < held {
        ways.push(way("trade-sell", held - most, most));
    }
    if most > 0 {
        ways.push(way("trade-all", 0, most));
    }
    ways.push(way("hold-all", 0, 0));
    ways.retain(|way| is_legal(way.disposal));
    ways
}

#[cfg(test)]
mod tests {
    use mergemaker_bots::Level;
    use mergemaker_engine::{Phase, Preset, Rules};

    use super::*;
    use crate::local::sample;

    /// In whole games every choice is legal and different, and single steps reach all legal numbers.
    #[test]
    fn choices_are_legal_and_all_numbers_can_be_reached() {
        let mut seen = std::collections::BTreeSet::new();
        for seed in 0..12 {
            let mut game = sample::new_game(Rules::of(Preset::Renegade), [Level::Steady; 3], (8, seed));
            while let Some(seat) = game.game().to_act() {
                let view = game.game().view(Some(seat));
                if view.phase() == Phase::Dispose {
                    let ways = ways(&view);
                    assert!(ways.len() >= 2);
                    for (index, way) in ways.iter().enumerate() {
                        view.check(&way.disposal.action()).unwrap();
                        assert!(ways[..index].iter().all(|other| other.disposal != way.disposal));
                        seen.insert(way.id);
                    }
                    let mut reached = vec![Disposal::default()];
                    let mut next = 0;
                    while let Some(&from) = reached.get(next) {
                        next += 1;
                        for (sell, trade) in [(1, 0), (-1, 0), (0, 2), (0, -2)] {
                            let more = from.changed(&view, sell, trade);
                            reached.extend(more.filter(|more| !reached.contains(more)));
                        }
                    }
                    assert_eq!(reached.len(), view.legal_actions().len());
                }
                game.let_bot_decide();
            }
        }
        assert_eq!(seen.len(), 4, "{seen:?}");
    }
}
