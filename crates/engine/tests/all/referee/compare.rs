//! Compares the referee's state with the engine's.

use std::collections::{BTreeSet, HashSet};
use std::fmt::Debug;

use mergemaker_engine::{Action, Cell, Chain, Game, Hand, Seat, Shares, Tile, TileSet};

use super::figures::{self, HOTELS, chain};
use super::judge::{Referee, Space, space, tile};

/// Compares everything except cash: board, sizes, prices, market, shares, hands, tiles set aside, pile.
pub(crate) fn compare_tables(referee: &Referee, game: &Game) -> Result<(), String> {
    for column in 1..=12 {
        for row in 0..9 {
            let ours = match referee.board.get(&(column, row)) {
                None => Cell::Empty,
                Some(None) => Cell::Lone,
                Some(&Some(hotel)) => Cell::Chain { chain: chain(hotel) },
            };
            same("board", &tile((column, row)), &ours, &game.board().cell(tile((column, row))))?;
        }
    }
    let sizes = referee.sizes();
    for hotel in HOTELS {
        let size = sizes.get(&hotel).copied().unwrap_or(0);
        let theirs = chain(hotel);
        same("size", &hotel, &size, &usize::from(game.size(theirs)))?;
        same("price", &hotel, &figures::price(hotel, size), &i64::from(game.price(theirs).0))?;
        same("market", &hotel, &referee.market(hotel), &i64::from(game.market()[theirs]))?;
        for (seat, player) in referee.players.iter().enumerate() {
            let at = (seat, hotel);
            same("shares", &at, &player.shares[&hotel], &i64::from(game.shares(seat_at(seat))[theirs]))?;
        }
    }
    for (seat, player) in referee.players.iter().enumerate() {
        same_tiles("hand", &seat, &player.hand, game.hand(seat_at(seat)).tiles())?;
    }
    same_tiles("set aside", &"", &referee.aside, game.set_aside())?;
    same("pile size", &"", &referee.pile.len(), &game.pile_len())?;
    same_tiles("pile", &"", &referee.pile, game.pile())
}

/// Compares everyone's cash.
pub(crate) fn compare_cash(referee: &Referee, game: &Game) -> Result<(), String> {
    for (seat, player) in referee.players.iter().enumerate() {
        same("cash", &seat, &player.cash, &i64::from(game.cash(seat_at(seat)).0))?;
    }
    Ok(())
}

/// Compares the seat to act and its legal actions. Returns the referee's list.
pub(crate) fn compare_decisions(
    referee: &Referee,
    game: &Game,
    universe: &[Action],
) -> Result<Vec<Action>, String> {
    same("to act", &"", &referee.to_act(), &game.to_act().map(Seat::index))?;
    let Some(seat) = referee.to_act() else { return Ok(Vec::new()) };
    same("turn", &"", &referee.turn.seat, &game.turn().index())?;
    same("declared", &"", &referee.turn.declared, &game.is_declared())?;
    same("may end", &"", &referee.may_end(), &game.can_end())?;
    same_tiles("exchangeable", &"", &referee.exchangeable(), game.exchangeable().tiles())?;
    same_tiles("founding", &"", &referee.founding(), game.founding_tiles())?;
    let everything = universe.iter().copied().chain(exchanges(&referee.players[seat].hand));
    let ours: Vec<Action> = everything.filter(|action| referee.allows(seat, action).is_ok()).collect();
    let theirs = game.legal_actions();
    let ours_set: HashSet<Action> = ours.iter().copied().collect();
    let theirs_set: HashSet<Action> = theirs.iter().copied().collect();
    same("number of different actions listed", &"", &theirs_set.len(), &theirs.len())?;
    if ours_set != theirs_set {
        let only_ours: Vec<_> = ours_set.difference(&theirs_set).collect();
        let only_theirs: Vec<_> = theirs_set.difference(&ours_set).collect();
        return Err(format!(
            "decisions: only the referee allows {only_ours:?}, only the engine {only_theirs:?}"
        ));
    }
    Ok(ours)
}

/// Compares the outcomes: the reason, the final cash and the winners.
pub(crate) fn compare_outcomes(referee: &Referee, game: &Game) -> Result<(), String> {
    same("over", &"", &referee.is_over(), &game.outcome().is_some())?;
    let Some(outcome) = game.outcome() else { return Ok(()) };
    same("reason", &"", &referee.ending(), &Some(outcome.reason))?;
    let ours: Vec<i64> = referee.players.iter().map(|player| player.cash).collect();
    let theirs: Vec<i64> = outcome.cash.iter().map(|money| i64::from(money.0)).collect();
    same("final cash", &"", &ours, &theirs)?;
    let winners: Vec<usize> = outcome.winners.iter().map(|seat| seat.index()).collect();
    same("winners", &"", &referee.winners(), &winners)
}

/// The exchanges of any tiles of a hand, including none.
fn exchanges(hand: &BTreeSet<Space>) -> Vec<Action> {
    let mut parts = vec![Vec::new()];
    for &space in hand {
        let with: Vec<Vec<Tile>> = parts.iter().map(|part| [&part[..], &[tile(space)]].concat()).collect();
        parts.extend(with);
    }
    let exchange = |part: Vec<Tile>| Action::Exchange { tiles: part.into_iter().collect::<Hand>() };
    parts.into_iter().map(exchange).collect()
}

/// Every conceivable decision except offers, exchanges and places for headquarters: all tiles, all chains,
/// all disposals, all purchases of up to three shares. Some are never legal, such as odd trades.
pub(crate) fn universe() -> Vec<Action> {
    let mut all = vec![Action::DeclareEnd, Action::Pass, Action::EndTurn];
    all.extend([true, false].map(|accept| Action::TradeAnswer { accept }));
    all.extend(Tile::all().map(|tile| Action::Place { tile }));
    for chain in Chain::ALL {
        let found = Action::Found { chain, at: None };
        all.extend([found, Action::Survivor { chain }, Action::Defunct { chain }]);
    }
    for sell in 0..=25 {
        all.extend((0..=25).map(|trade| Action::Dispose { sell, trade }));
    }
    let mut purchases = HashSet::from([Shares::NONE]);
    for _ in 0..3 {
        for smaller in purchases.clone() {
            purchases.extend(Chain::ALL.map(|chain| smaller + Shares::of(chain, 1)));
        }
    }
    // The order of a hash set varies between runs: sort it to make games reproducible from their seed.
    let mut purchases: Vec<Shares> = purchases.into_iter().collect();
    purchases.sort_by_key(|shares| Chain::ALL.map(|chain| shares[chain]));
    all.extend(purchases.into_iter().map(|shares| Action::Buy { shares }));
    all
}

pub(crate) fn seat_at(index: usize) -> Seat {
    Seat::new(index).expect("at most six players")
}

fn same_tiles<W: Debug>(
    what: &str,
    at: &W,
    referee: &BTreeSet<Space>,
    engine: TileSet,
) -> Result<(), String> {
    if referee.len() == engine.len() && engine.iter().all(|tile| referee.contains(&space(tile))) {
        return Ok(());
    }
    Err(format!("{what} {at:?}: the referee has {referee:?}, the engine {engine:?}"))
}

fn same<W: Debug, T: PartialEq + Debug>(what: &str, at: &W, referee: &T, engine: &T) -> Result<(), String> {
    if referee == engine {
        return Ok(());
    }
    Err(format!("{what} {at:?}: the referee has {referee:?}, the engine {engine:?}"))
}
