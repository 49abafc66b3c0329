//! Random players with habits, so that rare paths come up.

use mergemaker_engine::{Action, Bundle, Chain, Game, Money, Offer, Shares, SplitMix, below};

use super::compare::seat_at;
use super::figures::CHAINS;
use super::judge::{Effect, Referee, chain, space};

/// The habits of all players of one game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Policy {
    placing: Placing,
    disposing: Disposing,
    buying: Buying,
    /// Whether the end is declared only when there is nothing else to do.
    never_ends: bool,
    /// In a hundred decisions before the tile, how many are offers.
    offers: u32,
    /// The chain that hoarders want.
    favourite: &'static str,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Placing {
    Any,
    /// Many small chains, and no mergers.
    Spread,
    /// Mergers of as many chains as possible, else new chains.
    Merge,
    /// One chain that grows.
    Grow,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Disposing {
    Any,
    Hold,
    Trade,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Buying {
    Any,
    Nothing,
    /// As much as possible of the favourite.
    Hoard,
    /// As much as possible.
    Most,
}

impl Policy {
    /// Habits drawn at random; one game in five has none.
    pub(crate) fn draw(rng: &mut SplitMix) -> Policy {
        let plain = below(rng, 5) == 0;
        let habit = |of: u32, rng: &mut SplitMix| if plain { 0 } else { below(rng, of) };
        Policy {
            placing: match habit(5, rng) {
                0 => Placing::Any,
                1 => Placing::Grow,
                2 => Placing::Merge,
                _ => Placing::Spread,
            },
            disposing: match habit(4, rng) {
                0 | 1 => Disposing::Any,
                2 => Disposing::Hold,
                _ => Disposing::Trade,
            },
            buying: match habit(5, rng) {
                0 => Buying::Any,
                1 => Buying::Nothing,
                2 => Buying::Most,
                _ => Buying::Hoard,
            },
            never_ends: habit(4, rng) > 1,
            offers: match habit(4, rng) {
                0 | 1 => 10,
                2 => 40,
                _ => 95,
            },
            favourite: CHAINS[below(rng, 7) as usize],
        }
    }

    /// A decision out of the legal ones, or an offer.
    pub(crate) fn choose(
        &self,
        referee: &Referee,
        game: &Game,
        legal: &[Action],
        rng: &mut SplitMix,
    ) -> Action {
        if referee.is_before_tile() && referee.options.trading && below(rng, 100) < self.offers {
            let offer = Action::TradeOffer { offer: random_offer(referee, rng) };
            if referee.allows(referee.turn, &offer).is_ok() {
                return offer;
            }
        }
        let liked: Vec<i64> = legal.iter().map(|action| self.liking(referee, action)).collect();
        let most = *liked.iter().max().expect("there is always a decision");
        if most == 0 || below(rng, 10) == 0 && !self.never_ends {
            return game.random_action(rng);
        }
        let best: Vec<Action> =
            legal.iter().zip(&liked).filter(|&(_, &like)| like == most).map(|(&action, _)| action).collect();
        best[below(rng, best.len() as u32) as usize]
    }

    /// How much the players like a decision: 0 for all when there is no habit about it.
    fn liking(&self, referee: &Referee, action: &Action) -> i64 {
        let avoids_end = i64::from(self.never_ends);
        match *action {
            Action::DeclareEnd => 0,
            Action::EndTurn => avoids_end,
            Action::Place { tile } => avoids_end + self.liking_of_place(&referee.effect(space(tile))),
            Action::Pass => avoids_end,
            Action::Found { chain } => i64::from(self.buying == Buying::Hoard && chain.id() == self.favourite),
            Action::Survivor { chain } => {
                i64::from(self.buying == Buying::Hoard && chain.id() != self.favourite)
            }
            Action::Dispose { sell, trade } => match self.disposing {
                Disposing::Any => 0,
                Disposing::Hold => 60 - i64::from(sell + trade),
                Disposing::Trade => 60 + i64::from(trade),
            },
            Action::Buy { shares } => {
                avoids_end
                    + match self.buying {
                        Buying::Any => 0,
                        Buying::Nothing => 60 - i64::from(shares.total()),
                        Buying::Most => 60 + i64::from(shares.total()),
                        Buying::Hoard => 60 + i64::from(shares[chain(self.favourite)]),
                    }
            }
            Action::Defunct { .. } | Action::TradeAnswer { .. } | Action::TradeOffer { .. } => 0,
        }
    }

    fn liking_of_place(&self, effect: &Effect) -> i64 {
        match (self.placing, effect) {
            (Placing::Any, _) | (_, Effect::Dead | Effect::Eighth) => 0,
            (Placing::Spread, Effect::Founds) => 5,
            (Placing::Spread, Effect::Alone) => 4,
            (Placing::Spread, Effect::Joins(_)) => 3,
            (Placing::Spread, Effect::Merges(chains)) => if chains.len() > 2 { 6 } else { 2 },
            (Placing::Merge, Effect::Merges(chains)) => 10 + chains.len() as i64,
            (Placing::Merge, Effect::Founds) => 5,
            (Placing::Merge, Effect::Alone) => 2,
            (Placing::Merge, Effect::Joins(_)) => 1,
            (Placing::Grow, Effect::Joins(_)) => 4,
            (Placing::Grow, Effect::Merges(_)) => 3,
            (Placing::Grow, Effect::Founds) => 2,
            (Placing::Grow, Effect::Alone) => 1,
        }
    }
}

/// An offer that is sometimes fine and sometimes not.
pub(crate) fn random_offer(referee: &Referee, rng: &mut SplitMix) -> Offer {
    let to = match below(rng, 10) {
        0 => below(rng, 6) as usize,
        _ => (referee.turn + 1 + below(rng, referee.players as u32 - 1) as usize) % referee.players,
    };
    let give = random_bundle(referee, referee.turn, rng);
    let take = random_bundle(referee, to.min(referee.players - 1), rng);
    Offer { to: seat_at(to), give, take }
}

/// Some of what a player has, at times a little more.
fn random_bundle(referee: &Referee, seat: usize, rng: &mut SplitMix) -> Bundle {
    let cash = u32::try_from(referee.cash[seat]).expect("nobody owes money");
    let cash = match below(rng, 12) {
        0 => cash,
        1 => cash + 1,
        2 => u32::MAX,
        3..6 => below(rng, cash + 1),
        _ => 0,
    };
    let mut shares = Shares::NONE;
    for name in CHAINS {
        let held = u8::try_from(referee.shares[seat][name]).expect("at most 25 shares");
        shares += Shares::of(
            chain(name),
            match below(rng, 24) {
                0 => 25.min(held + 1),
                1 => held,
                2..6 => below(rng, u32::from(held) + 1) as u8,
                _ => 0,
            },
        );
    }
    Bundle { cash: Money(cash), shares }
}

/// A decision drawn from everything there is, legal or not.
pub(crate) fn random_probe(referee: &Referee, universe: &[Action], rng: &mut SplitMix) -> Action {
    // Disposals are most of the universe: draw the kind first.
    match below(rng, 12) {
        0 | 1 => {
            let mut shares = Shares::NONE;
            for _ in 0..=below(rng, 3) {
                let chain = Chain::ALL[below(rng, 7) as usize];
                shares = shares - Shares::of(chain, shares[chain]) + Shares::of(chain, below(rng, 5) as u8);
            }
            Action::Buy { shares }
        }
        2 | 3 => Action::TradeOffer { offer: random_offer(referee, rng) },
        4 => Action::Dispose { sell: below(rng, 256) as u8, trade: below(rng, 256) as u8 },
        5 => Action::Dispose { sell: below(rng, 4) as u8, trade: below(rng, 4) as u8 },
        6..9 => {
            // The decisions that are not disposals or purchases come first.
            let kinds = universe.iter().take_while(|action| !matches!(action, Action::Dispose { .. })).count();
            universe[below(rng, kinds as u32) as usize]
        }
        9 => [Action::DeclareEnd, Action::Pass, Action::EndTurn][below(rng, 3) as usize],
        _ => {
            let hand: Vec<Action> = universe
                .iter()
                .copied()
                .filter(|action| {
                    matches!(action, Action::Place { tile } if referee.hands[referee.turn].contains(&space(*tile)))
                })
                .collect();
            *hand.get(below(rng, 6) as usize).unwrap_or(&Action::Pass)
        }
    }
}
