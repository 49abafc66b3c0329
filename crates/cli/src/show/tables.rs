//! The tables beside and below the board: chains, players, tiles, the final scoring.

use mergemaker_engine::{Bonuses, Chain, Event, Game, MOST_PLAYERS, Money, Seat, TilePlay};

use super::state::{Screen, bonuses};
use super::{palette, tile_count};
use crate::text::{FAINT, Line, PLAIN, STRONG, Table, cut};

/// Each chain with its size, price, stock and bonuses.
pub(super) fn chains(screen: &Screen<'_>) -> Vec<Line> {
    let game = screen.game();
    let places: &[&str] = match game.rules().options().bonuses {
        Bonuses::Classic => &["majority", "minority"],
        Bonuses::Tycoon => &["primary", "secondary", "tertiary"],
    };
    let mut table = Table::new(&format!("lrlrr{}", "r".repeat(places.len())));
    table.head(["chain", "size", "", "share", "left"].iter().chain(places).copied());
    for chain in Chain::ALL {
        let is_active = game.active().contains(chain);
        let style = if is_active { PLAIN } else { FAINT };
        let cell = |text: String| Line::new(style, text);
        let name = badge(screen, chain).and(style, format!(" {}", screen.chain(chain)));
        let left = cell(game.market()[chain].to_string());
        let mut cells = vec![name];
        if is_active {
            let safe = if game.safe().contains(chain) { "safe" } else { "" };
            cells.extend([cell(game.size(chain).to_string()), Line::new(STRONG, safe)]);
            cells.extend([cell(game.price(chain).to_string()), left]);
            cells.extend(bonuses(game, chain).into_iter().map(|amount| cell(amount.to_string())));
        } else {
            cells.extend([cell("–".to_owned()), Line::default(), cell("–".to_owned()), left]);
        }
        table.row(cells);
    }
    table.lines()
}

/// The letter of a chain on its colour.
fn badge(screen: &Screen<'_>, chain: Chain) -> Line {
    let letter = palette::letter(screen.theme, chain);
    Line::new(palette::on_chain(screen.theme, chain), format!(" {letter} "))
}

/// What each player has: `▸` stands before whoever is to decide, `*` before whoever else has the turn.
pub(super) fn players(screen: &Screen<'_>, columns: usize) -> Vec<Line> {
    let spacious = players_spaced(screen, 24, 2);
    let fits = spacious.iter().all(|line| line.width() <= columns);
    if fits { spacious } else { players_spaced(screen, 12, 1) }
}

fn players_spaced(screen: &Screen<'_>, longest_name: usize, gap: usize) -> Vec<Line> {
    let game = screen.game();
    let mut table = Table::new("llrrll").with_gap(gap);
    let mut badges = Line::default();
    for chain in Chain::ALL {
        badges.append(badge(screen, chain));
    }
    let head = |text: &str| Line::new(FAINT, text);
    table.row([Line::default(), head("player"), head("cash"), head("worth"), badges, head(" hand")]);
    for seat in game.seats() {
        let is_next = game.to_act() == Some(seat);
        let mark = match game.to_act() {
            Some(next) if next == seat => "▸",
            Some(_) if game.turn() == seat => "*",
            _ => "",
        };
        let won = game.outcome().is_some_and(|outcome| outcome.winners.contains(&seat));
        let style = if is_next || won { STRONG } else { PLAIN };
        table.row([
            Line::new(STRONG, mark),
            Line::new(style, cut(screen.name(seat), longest_name)),
            Line::new(style, game.cash(seat).to_string()),
            Line::new(FAINT, game.net_worth(seat).to_string()),
            holdings(game, seat),
            hand(game, seat),
        ]);
    }
    table.lines()
}

/// The shares of each chain, as wide as its badge; bold where nobody has more.
fn holdings(game: &Game, seat: Seat) -> Line {
    let mut line = Line::default();
    for chain in Chain::ALL {
        let shares = game.shares(seat)[chain];
        let most = game.seats().map(|seat| game.shares(seat)[chain]).max();
        match shares {
            0 => line.push(FAINT, " · "),
            _ if Some(shares) == most => line.push(STRONG, format!("{shares:>2} ")),
            _ => line.push(PLAIN, format!("{shares:>2} ")),
        }
    }
    line
}

/// The tiles of a hand, those that cannot be played struck out.
fn hand(game: &Game, seat: Seat) -> Line {
    let mut line = Line::default();
    for tile in game.hand(seat).iter() {
        line.push(PLAIN, " ");
        let style = match game.tile_play(tile) {
            TilePlay::Dead | TilePlay::EighthChain => FAINT.strikethrough(),
            _ => PLAIN,
        };
        line.push(style, tile.to_string());
    }
    line
}

/// Where the other tiles are, and what the signs on the board mean.
pub(super) fn tiles(screen: &Screen<'_>, columns: usize) -> Vec<Line> {
    let game = screen.game();
    let aside = game.set_aside();
    let left = tile_count(game.pile_len());
    let names: Vec<String> = aside.iter().map(|tile| tile.to_string()).collect();
    let text = match names.len() {
        0 => format!("{left} left in the pile"),
        count => format!("{left} left in the pile, {count} set aside: {}", names.join(" ")),
    };
    let mut lines = Line::from(text).broken(columns);
    lines.push(Line::new(FAINT, "o in no chain   ° safe   > placed last"));
    lines
}

/// What each player was paid for each chain at the end, if this is the end.
pub(super) fn scoring(screen: &Screen<'_>) -> Option<Vec<Line>> {
    let moment = screen.moment();
    let Event::End { .. } = moment.event else { return None };
    let game = &moment.game;
    // Six players and their money fit 80 columns with one between them.
    let is_wide = game.players() == MOST_PLAYERS;
    let (gap, longest_name) = if is_wide { (1, 8) } else { (2, 10) };
    let mut table = Table::new(&format!("ll{}", "r".repeat(game.players()))).with_gap(gap);
    let names = game.seats().map(|seat| Line::new(FAINT, cut(screen.name(seat), longest_name)));
    table.row([Line::new(STRONG, "final scoring"), Line::default()].into_iter().chain(names));
    let amounts = |amount: &dyn Fn(Seat) -> Money| -> Vec<Line> {
        let cell = |amount: Money| match amount {
            Money::ZERO => Line::new(FAINT, "·"),
            amount => amount.to_string().into(),
        };
        game.seats().map(|seat| cell(amount(seat))).collect()
    };
    let paid = |seat: Seat| -> Money {
        let payouts = moment.payouts.iter();
        payouts.map(|payout| payout.amount(seat) + payout.sale(seat)).sum()
    };
    let cash = amounts(&|seat| game.cash(seat).saturating_sub(paid(seat)));
    table.row(["cash".into(), Line::default()].into_iter().chain(cash));
    for payout in &moment.payouts {
        let name = badge(screen, payout.chain).and(PLAIN, format!(" {}", screen.chain(payout.chain)));
        let bonus = amounts(&|seat| payout.amount(seat));
        table.row([name, Line::new(FAINT, "bonus")].into_iter().chain(bonus));
        let sale = amounts(&|seat| payout.sale(seat));
        table
            .row([Line::default(), Line::new(FAINT, format!("at {}", payout.price))].into_iter().chain(sale));
    }
    let total = game.seats().map(|seat| Line::new(STRONG, game.cash(seat).to_string()));
    table.row(["total".into(), Line::default()].into_iter().chain(total));
    Some(table.lines())
}
