//! Random players with habits that lead to rare paths.

use mergemaker_engine::{Action, Bundle, Chain, Dice, Game, Hand, Money, Offer, Shares, Tile, below};

use super::compare::seat_at;
use super::dealer::Mood;
use super::figures::{HOTELS, Hotel, chain, hotel};
use super::judge::{Effect, Referee, space, tile};

/// The habits of all players of one game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Policy {
    pub(crate) mood: Mood,
    placing: Placing,
    disposing: Disposing,
    buying: Buying,
    ending: Ending,
    hurry: Hurry,
    exchanging: Exchanging,
    /// The percentage of decisions before the tile that are offers.
    offers: u32,
    /// The chain that hoarders want.
    favourite: Hotel,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Placing {
    Any,
    /// Many small chains, and no mergers.
    Spread,
    /// Mergers of as many chains as possible, otherwise new chains.
    Merge,
    /// Mergers of four chains, otherwise new chains, and hardly anything else.
    Cross,
    /// One chain that grows.
    Grow,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Ending {
    Any,
    /// Only when there is nothing else to do.
    Never,
    /// Only before the tile.
    Early,
}

/// When to end a declared game, if there is a choice.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Hurry {
    Any,
    BeforeTile,
    BeforeBuying,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Exchanging {
    Any,
    All,
    Nothing,
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
    pub(crate) fn draw(rng: &mut Dice) -> Policy {
        let plain = below(rng, 5) == 0;
        let habit = |of: u32, rng: &mut Dice| if plain { 0 } else { below(rng, of) };
        let mood = match habit(9, rng) {
            1 => Mood::Spiteful,
            2 => Mood::Crossing,
            3 => Mood::Sparing,
            4 => Mood::Crowding,
            _ => Mood::Fair,
        };
        let ending = match habit(6, rng) {
            0 | 1 => Ending::Any,
            2 | 3 => Ending::Early,
            _ => Ending::Never,
        };
        Policy {
            mood,
            placing: match (mood, habit(6, rng)) {
                (Mood::Crossing | Mood::Sparing, _) => Placing::Cross,
                (Mood::Fair | Mood::Spiteful | Mood::Teasing | Mood::Crowding, habit) => match habit {
                    0 => Placing::Any,
                    1 => Placing::Grow,
                    2 | 3 if ending == Ending::Early => Placing::Grow,
                    2 => Placing::Merge,
                    _ => Placing::Spread,
                },
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
            ending,
            hurry: match habit(3, rng) {
                0 => Hurry::Any,
                1 => Hurry::BeforeTile,
                _ => Hurry::BeforeBuying,
            },
            exchanging: match habit(4, rng) {
                0 | 1 => Exchanging::Any,
                2 => Exchanging::All,
                _ => Exchanging::Nothing,
            },
            offers: match habit(10, rng) {
                0..5 => 5,
                5..9 => 30,
                _ => 95,
            },
            favourite: HOTELS[below(rng, 7) as usize],
        }
    }

    /// Habits that lead to stuck hands when hardly any tile is left, which is very rare.
    pub(crate) fn stubborn(rng: &mut Dice) -> Policy {
        Policy {
            mood: Mood::Sparing,
            placing: Placing::Cross,
            ending: Ending::Never,
            offers: 0,
            ..Policy::draw(rng)
        }
    }

    /// Habits that lead to stuck hands, with a dealer who then deals a playable tile.
    pub(crate) fn teased(rng: &mut Dice) -> Policy {
        Policy { mood: Mood::Teasing, placing: Placing::Spread, ..Policy::stubborn(rng) }
    }

    /// Picks one of the legal decisions, or an offer.
    pub(crate) fn choose(&self, referee: &Referee, game: &Game, legal: &[Action], rng: &mut Dice) -> Action {
        if referee.is_before_tile() && referee.options.trading && below(rng, 100) < self.offers {
            for _ in 0..10 {
                let offer = Action::TradeOffer { offer: random_offer(referee, rng) };
                if referee.allows(referee.turn.seat, &offer).is_ok() {
                    return offer;
                }
            }
        }
        if let Some(found) = found_elsewhere(referee, legal, rng) {
            return found;
        }
        let scores: Vec<i64> = legal.iter().map(|action| self.score(referee, action)).collect();
        let most = *scores.iter().max().expect("there is always a decision");
        if most == 0 || below(rng, 10) == 0 && self.ending == Ending::Any {
            return game.random_action(rng);
        }
        let best: Vec<Action> = legal
            .iter()
            .zip(&scores)
            .filter(|&(_, &score)| score == most)
            .map(|(&action, _)| action)
            .collect();
        best[below(rng, best.len() as u32) as usize]
    }

    /// How much the players prefer a decision; 0 for all decisions without a habit.
    fn score(&self, referee: &Referee, action: &Action) -> i64 {
        let early = self.ending == Ending::Early && referee.is_before_tile();
        let avoids_end = i64::from(self.ending != Ending::Any && !early);
        match *action {
            Action::Place { tile } => {
                let effect = referee.effect(space(tile));
                // A new chain after the declaration: E1 may no longer hold, but the declaration stands.
                if referee.turn.declared && effect == Effect::Founds {
                    return 50;
                }
                avoids_end + self.placing_score(&effect)
            }
            Action::EndTurn if referee.may_end_at_once() => match (self.hurry, referee.is_before_tile()) {
                (Hurry::BeforeTile, true) | (Hurry::BeforeBuying, false) => 200,
                (Hurry::Any | Hurry::BeforeTile | Hurry::BeforeBuying, _) => 0,
            },
            Action::EndTurn | Action::Pass => avoids_end,
            Action::Exchange { tiles } => match self.exchanging {
                Exchanging::Any => 0,
                Exchanging::All => 1 + i64::from(tiles.len() as u8),
                Exchanging::Nothing => 7 - i64::from(tiles.len() as u8),
            },
            Action::Found { chain, .. } => {
                i64::from(self.buying == Buying::Hoard && hotel(chain) == self.favourite)
            }
            Action::Survivor { chain } => {
                i64::from(self.buying == Buying::Hoard && hotel(chain) != self.favourite)
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
            Action::DeclareEnd => 100 * i64::from(early),
            Action::Defunct { .. } | Action::TradeAnswer { .. } | Action::TradeOffer { .. } => 0,
        }
    }

    fn placing_score(&self, effect: &Effect) -> i64 {
        let [alone, founds, joins, two, three, four] = match self.placing {
            Placing::Any => [0; 6],
            Placing::Spread => [4, 5, 3, 2, 6, 6],
            Placing::Merge => [2, 3, 1, 4, 5, 6],
            Placing::Cross => [4, 5, 3, 1, 2, 6],
            Placing::Grow => [1, 2, 4, 3, 3, 3],
        };
        match effect {
            Effect::Alone => alone,
            Effect::Founds => founds,
            Effect::Joins(_) => joins,
            Effect::Merges(chains) => [two, three, four][chains.len() - 2],
            Effect::Dead | Effect::Eighth => 0,
        }
    }
}

/// In one founding in three, puts the headquarters on a random tile of the new chain.
fn found_elsewhere(referee: &Referee, legal: &[Action], rng: &mut Dice) -> Option<Action> {
    let group: Vec<Tile> = referee.founding().into_iter().map(tile).collect();
    if group.is_empty() || below(rng, 3) > 0 {
        return None;
    }
    match legal[below(rng, legal.len() as u32) as usize] {
        Action::Found { chain, .. } => {
            Some(Action::Found { chain, at: Some(group[below(rng, group.len() as u32) as usize]) })
        }
        _ => None,
    }
}

/// An offer that is sometimes legal and sometimes not.
pub(crate) fn random_offer(referee: &Referee, rng: &mut Dice) -> Offer {
    let players = referee.players.len();
    let to = match below(rng, 10) {
        0 => below(rng, 6) as usize,
        _ => (referee.turn.seat + 1 + below(rng, players as u32 - 1) as usize) % players,
    };
    let give = random_bundle(referee, referee.turn.seat, rng);
    let take = random_bundle(referee, to.min(players - 1), rng);
    Offer { to: seat_at(to), give, take }
}

/// Part of what a player has, sometimes a little more than that.
fn random_bundle(referee: &Referee, seat: usize, rng: &mut Dice) -> Bundle {
    let cash = u32::try_from(referee.players[seat].cash).expect("cash is never negative");
    let cash = match below(rng, 12) {
        0 => cash,
        1 => cash + 1,
        2 => u32::MAX,
        3..6 => below(rng, cash + 1),
        _ => 0,
    };
    let mut shares = Shares::NONE;
    for hotel in HOTELS {
        let held = u8::try_from(referee.players[seat].shares[&hotel]).expect("at most 25 shares");
        shares += Shares::of(
            chain(hotel),
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

/// A random decision, legal or not.
pub(crate) fn random_probe(referee: &Referee, universe: &[Action], rng: &mut Dice) -> Action {
    // Disposals are most of the universe: pick the kind first.
    match below(rng, 14) {
        12 => Action::Exchange { tiles: some_of(referee, rng) },
        13 => {
            let chain = Chain::ALL[below(rng, 7) as usize];
            let around: Vec<Tile> = referee.founding().into_iter().map(tile).flat_map(near).collect();
            let at = around.get(below(rng, 1 + around.len() as u32) as usize).copied();
            Action::Found { chain, at: at.or(Tile::from_index(below(rng, 108) as usize)) }
        }
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
            // Decisions other than disposals and purchases come first.
            let kinds =
                universe.iter().take_while(|action| !matches!(action, Action::Dispose { .. })).count();
            universe[below(rng, kinds as u32) as usize]
        }
        9 => [Action::DeclareEnd, Action::Pass, Action::EndTurn][below(rng, 3) as usize],
        _ => {
            let is_held = |action: &Action| {
                let Action::Place { tile } = action else { return false };
                referee.hand().contains(&space(*tile))
            };
            let hand: Vec<Action> = universe.iter().copied().filter(is_held).collect();
            *hand.get(below(rng, 6) as usize).unwrap_or(&Action::Pass)
        }
    }
}

/// The tile and its neighbours.
fn near(tile: Tile) -> Vec<Tile> {
    tile.neighbours().chain([tile]).collect()
}

/// Some tiles of the hand, mostly from those that may be exchanged.
fn some_of(referee: &Referee, rng: &mut Dice) -> Hand {
    let hand = referee.hand();
    let due = referee.exchangeable();
    let tiles = if due.is_empty() || below(rng, 3) == 0 { hand } else { &due };
    tiles.iter().filter(|_| below(rng, 2) == 1).map(|&space| tile(space)).collect()
}
