//! Exhaustive search without chance: everybody maximizes their own money.

use mergemaker_engine::{Action, FixedDealer, Game, MOST_PLAYERS, Money, Phase, Seat};

/// How far to search. There must be no chance events and few decisions until then: all of them are tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Horizon {
    /// To the end of the turn, counting cash and shares at their price, or the final money if the game ends
    /// with it.
    Turn,
    /// To the end of the game.
    Game,
}

/// Everybody's money at the horizon, in seat order.
type FinalMoney = [Money; MOST_PLAYERS];

/// The best play from here, and the money of one player after it.
///
/// ```
/// use mergemaker_engine::Action;
/// use mergemaker_web::learn::puzzle;
/// use mergemaker_web::learn::sandbox::READER;
/// use mergemaker_web::learn::solve::{Horizon, best_play};
/// let game = *puzzle::all()[4].sandbox("you").game();
/// let (line, money) = best_play(&game, Horizon::Turn, READER);
/// assert!(matches!(line[..], [Action::Buy { .. }]) && money > game.cash(READER));
/// ```
#[must_use]
pub fn best_play(game: &Game, horizon: Horizon, seat: Seat) -> (Vec<Action>, Money) {
    let mut line = Vec::new();
    let (mut now, turn) = (*game, game.turn());
    while let Some((action, _)) = best(&now, horizon, turn) {
        line.push(action);
        now = after(&now, &action);
    }
    (line, worth(&now, seat))
}

/// The game after a legal decision.
///
/// ```
/// use mergemaker_web::learn::chapter::Chapter;
/// use mergemaker_web::learn::solve::after;
/// let game = *Chapter::Tiles.boards()[0].sandbox("you").game();
/// assert_ne!(after(&game, &game.legal_actions()[0]), game);
/// ```
#[must_use]
pub fn after(game: &Game, action: &Action) -> Game {
    let mut next = *game;
    // The draws are fixed, and the result does not depend on them.
    next.apply_unchecked(action, &mut FixedDealer::with_looks([], [], game.pile()), &mut ());
    next
}

/// Cash and shares at their price. When the game is over, everything is cash.
///
/// ```
/// use mergemaker_engine::Money;
/// use mergemaker_web::learn::chapter::Chapter;
/// use mergemaker_web::learn::sandbox::READER;
/// use mergemaker_web::learn::solve::worth;
/// let game = *Chapter::Tiles.boards()[0].sandbox("you").game();
/// assert_eq!(worth(&game, READER), Money(6_400));
/// ```
#[must_use]
pub fn worth(game: &Game, seat: Seat) -> Money {
    if game.phase() == Phase::Over { game.cash(seat) } else { game.net_worth(seat) }
}

/// The best decision of the player to act (the first of equals) and everybody's money after it, unless
/// nothing is left to decide.
fn best(game: &Game, horizon: Horizon, turn: Seat) -> Option<(Action, FinalMoney)> {
    if horizon == Horizon::Turn && game.turn() != turn {
        return None;
    }
    let seat = game.to_act()?;
    let mut best: Option<(Action, FinalMoney)> = None;
    for action in &game.legal_actions() {
        let money = final_money(&after(game, action), horizon, turn);
        if best.as_ref().is_none_or(|(_, most)| money[seat.index()] > most[seat.index()]) {
            best = Some((*action, money));
        }
    }
    best
}

fn final_money(game: &Game, horizon: Horizon, turn: Seat) -> FinalMoney {
    best(game, horizon, turn).map_or_else(
        || {
            let mut money = [Money::ZERO; MOST_PLAYERS];
            game.seats().for_each(|seat| money[seat.index()] = worth(game, seat));
            money
        },
        |(_, money)| money,
    )
}
