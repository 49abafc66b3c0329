//! The bot `novice`: plays like a person's first games, with their typical mistakes.
//!
//! It likes to found and to see its chains grow, buys more of what it has and of what is large, pays no heed
//! to what the others hold, spends until it is broke, and counts no bonuses when it thinks about the end.

use mergemaker_engine::{Action, Chain, Dice, Money, Phase, Seat, Shares, Tile, TilePlay, View, below};

use crate::player::Mind;
use crate::{Budget, shopper, standing};

/// The mind of `novice`.
#[derive(Default)]
pub(crate) struct Novice;

impl Mind for Novice {
    fn choose(&mut self, view: &View, legal: &[Action], dice: &mut Dice, _: Budget) -> Action {
        let Some(me) = view.viewer() else { return legal[0] };
        if view.may_declare() && feels_ahead(view, me) {
            return Action::DeclareEnd;
        }
        match view.phase() {
            Phase::Tile => favourite_tile(view, me, dice).map_or(legal[0], |tile| Action::Place { tile }),
            Phase::Answer => Action::TradeAnswer { accept: standing::is_good_at_face_value(view) },
            Phase::Dispose => disposal(view, me, dice).unwrap_or(legal[0]),
            Phase::Buy => Action::Buy { shares: purchase(view, me, dice) },
            Phase::Found | Phase::Survivor | Phase::Defunct => standing::pick(legal, dice),
            Phase::Close | Phase::Between | Phase::Over => legal[0],
        }
    }
}

/// The tile with the most appealing effect; one in six times, just any.
fn favourite_tile(view: &View, me: Seat, dice: &mut Dice) -> Option<Tile> {
    let tiles = view.hand()?.iter().filter(|&tile| view.tile_play(tile).is_playable());
    let distracted = below(dice, 6) == 0;
    let own = view.shares(me).unwrap_or_default();
    let appeal = |tile: Tile, dice: &mut Dice| {
        let luck = below(dice, 100);
        let liking = match view.tile_play(tile) {
            _ if distracted => 0,
            TilePlay::Found => 5,
            // A merger is exciting with shares in it, whoever holds more of them.
            TilePlay::Merge { chains } => if chains.iter().any(|chain| own[chain] > 0) { 4 } else { 1 },
            TilePlay::Grow { chain } => if own[chain] >= 3 { 3 } else { 1 },
            TilePlay::Lone => 2,
            TilePlay::Dead | TilePlay::EighthChain => 0,
        };
        100 * liking + luck
    };
    let mut best = None;
    for tile in tiles {
        let appeal = appeal(tile, dice);
        if best.is_none_or(|(_, most)| appeal > most) {
            best = Some((tile, appeal));
        }
    }
    best.map(|(tile, _)| tile)
}

/// Sells when short of cash; else trades for a larger chain, or keeps everything in the hope that the chain
/// comes back.
fn disposal(view: &View, me: Seat, dice: &mut Dice) -> Option<Action> {
    let (defunct, survivor) = (view.defunct()?, view.survivor()?);
    let held = view.shares(me)?[defunct];
    if view.cash(me)? < Money(2_000) {
        return Some(Action::Dispose { sell: held, trade: 0 });
    }
    let trade = 2 * (held / 2).min(view.market()[survivor]);
    match below(dice, 3) {
        0 => Some(Action::Dispose { sell: 0, trade: 0 }),
        1 => Some(Action::Dispose { sell: held, trade: 0 }),
        _ => Some(Action::Dispose { sell: 0, trade }),
    }
}

/// More of the chain it has most of; or of the largest; or anything. Always as much as it can.
fn purchase(view: &View, me: Seat, dice: &mut Dice) -> Shares {
    let own = view.shares(me).unwrap_or_default();
    let favourite = match below(dice, 4) {
        0 | 1 => view.active().iter().max_by_key(|&chain| own[chain]),
        2 => view.active().iter().max_by_key(|&chain| view.size(chain)),
        _ => None,
    };
    let Some(chain) = favourite else { return shopper::three_shares(view, dice) };
    let price = view.price(chain);
    let affordable = view.cash(me).unwrap_or_default().0 / price.0.max(1);
    let count = affordable.min(3).min(view.market()[chain].into());
    Shares::of(chain, count as u8)
}

/// Whether nobody has more in cash and shares at their prices. That bonuses come on top is forgotten.
fn feels_ahead(view: &View, me: Seat) -> bool {
    let worth = |seat| {
        let shares = view.shares(seat).unwrap_or_default();
        let cash = view.cash(seat).unwrap_or_default();
        shares.iter().fold(cash, |worth, (chain, count): (Chain, u8)| worth + view.price(chain) * count)
    };
    view.seats().all(|seat| worth(seat) <= worth(me))
}
