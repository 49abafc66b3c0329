//! The bot `novice`: plays like a person in their first games, with the typical mistakes.
//!
//! It likes to found chains, to merge what it holds and to see its chains grow, even if others gain more. It
//! chases majorities one by one, spends until it is broke, and forgets bonuses when deciding whether to end
//! the game.

use mergemaker_engine::{
    Action, Bonuses, Chain, ChainSet, Dice, MOST_BOUGHT, Money, Phase, Seat, Shares, Tile, TilePlay, View,
    below,
};

use crate::player::Strategy;
use crate::{Budget, standing};

/// Plays like a beginner.
#[derive(Default)]
pub(crate) struct Novice;

impl Strategy for Novice {
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
            Phase::Close | Phase::Exchange | Phase::Between | Phase::Over => legal[0],
        }
    }
}

/// The most appealing tile; one time in six, a random one.
fn favourite_tile(view: &View, me: Seat, dice: &mut Dice) -> Option<Tile> {
    let is_distracted = below(dice, 6) == 0;
    let mut best = None;
    for tile in view.hand()?.iter().filter(|&tile| view.tile_play(tile).is_playable()) {
        let preference = if is_distracted { 0 } else { preference(view, me, tile) };
        let appeal = 100 * preference + below(dice, 100);
        if best.is_none_or(|(_, most)| appeal > most) {
            best = Some((tile, appeal));
        }
    }
    best.map(|(tile, _)| tile)
}

fn preference(view: &View, me: Seat, tile: Tile) -> u32 {
    let own = |chain: Chain| view.shares_of(me, chain).unwrap_or(0);
    match view.tile_play(tile) {
        TilePlay::Found => 5,
        TilePlay::Merge { chains } => {
            // A merger is exciting if it holds shares, even if someone else holds more.
            let small = chains.iter().min_by_key(|&chain| view.size(chain));
            if small.is_some_and(|chain| own(chain) > 0) { 4 } else { 0 }
        }
        TilePlay::Grow { chain } if own(chain) >= 3 => 3,
        TilePlay::Lone => 2,
        TilePlay::Grow { .. } => 1,
        TilePlay::Dead | TilePlay::EighthChain => 0,
    }
}

/// Sells when short of cash. Otherwise it may trade for the survivor, or keep half in the hope that the chain
/// returns.
fn disposal(view: &View, me: Seat, dice: &mut Dice) -> Option<Action> {
    let (defunct, survivor) = (view.defunct()?, view.survivor()?);
    let held = view.shares(me)?[defunct];
    let is_short = view.cash(me)? < Money(3_000);
    let trade = 2 * (held / 2).min(view.market()[survivor]);
    Some(match below(dice, 3) {
        0 if !is_short => Action::Dispose { sell: held / 2, trade: 0 },
        1 if !is_short => Action::Dispose { sell: held - trade, trade },
        _ => Action::Dispose { sell: held, trade: 0 },
    })
}

/// Three shares while the money lasts: usually of the chain with the closest race, sometimes of the largest,
/// sometimes of any. Where three places are paid, it picks each share separately and spreads out.
fn purchase(view: &View, me: Seat, dice: &mut Dice) -> Shares {
    let at_once = match view.rules().options().bonuses {
        Bonuses::Classic => 3,
        Bonuses::Tycoon => 1,
    };
    let mut cash = view.cash(me).unwrap_or_default();
    let mut shares = Shares::NONE;
    while shares.total() < MOST_BOUGHT.into() {
        let chains = standing::buyable(view, cash, shares);
        let Some(chain) = favourite_chain(view, me, chains, shares, dice) else { break };
        for _ in 0..at_once {
            if shares.total() < MOST_BOUGHT.into() && standing::buyable(view, cash, shares).contains(chain) {
                shares += Shares::of(chain, 1);
                cash -= view.price(chain);
            }
        }
    }
    shares
}

fn favourite_chain(
    view: &View,
    me: Seat,
    chains: ChainSet,
    bought: Shares,
    dice: &mut Dice,
) -> Option<Chain> {
    let race = |chain: Chain| {
        let own = view.shares_of(me, chain).unwrap_or(0) + bought[chain];
        let others = view.seats().filter(|&seat| seat != me);
        let most = others.filter_map(|seat| view.shares_of(seat, chain)).max().unwrap_or(0);
        own.abs_diff(most)
    };
    match below(dice, 6) {
        0..=3 => chains.iter().min_by_key(|&chain| race(chain)),
        4 => chains.iter().max_by_key(|&chain| view.size(chain)),
        _ => chains.iter().nth(below(dice, chains.len().max(1) as u32) as usize),
    }
}

/// Whether nobody has more cash and shares at today's prices. Bonuses are forgotten.
fn feels_ahead(view: &View, me: Seat) -> bool {
    view.seats().all(|seat| standing::worth(view, seat) <= standing::worth(view, me))
}
