//! The tables next to the board: chains, players, tiles, and the final scoring.

use mergemaker_engine::{Chain, Event, Game, MOST_PLAYERS, Money, Seat, TilePlay};

use super::palette;
use super::state::{Screen, bonuses};
use crate::text::{FAINT, Line, PLAIN, STRONG, Table, cut};

/// The chains with size, price, stock and bonuses.
pub(super) fn chains(screen: &Screen<'_>) -> Vec<Line> {
    let game = screen.game();
    let words = screen.narrator.words;
    let places = game.rules().options().bonuses.places(Money::ZERO);
    let mut table = Table::new(&format!("lrlrr{}", "r".repeat(places.len())));
    let heads = ["chain", "size", "", "share", "left"].into_iter().chain(places.iter().map(|place| place.0));
    table.head(heads.map(|id| if id.is_empty() { String::new() } else { head(screen, id) }));
    for chain in Chain::ALL {
        let is_active = game.active().contains(chain);
        let style = if is_active { PLAIN } else { FAINT };
        let cell = |text: String| Line::new(style, text);
        let name = badge(screen, chain).and(style, format!(" {}", screen.chain(chain)));
        let left = cell(game.market()[chain].to_string());
        let mut cells = vec![name];
        if is_active {
            let safe = if game.safe().contains(chain) { words.say("head-safe") } else { String::new() };
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

/// The heading of a column.
fn head(screen: &Screen<'_>, id: &str) -> String {
    screen.narrator.words.say(&format!("head-{id}"))
}

/// The letter of a chain on its colour.
fn badge(screen: &Screen<'_>, chain: Chain) -> Line {
    let letter = palette::letter(screen.theme, chain);
    Line::new(palette::on_chain(screen.theme, chain), format!(" {letter} "))
}

/// The players' possessions: `▸` marks the player to move, `*` the player whose turn it is otherwise.
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
    let [player, cash, worth] = ["player", "cash", "worth"].map(|id| Line::new(FAINT, head(screen, id)));
    let hand_head = Line::new(FAINT, format!(" {}", head(screen, "hand")));
    table.row([Line::default(), player, cash, worth, badges, hand_head]);
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

/// The shares of each chain, as wide as its badge; the largest holding is bold.
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

/// The tiles in hand; unplayable ones are struck out.
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

/// The number of other tiles, and the legend of the board.
pub(super) fn tiles(screen: &Screen<'_>, columns: usize) -> Vec<Line> {
    let game = screen.game();
    let aside = game.set_aside();
    let words = screen.narrator.words;
    let mut text = words.fill("pile-left", &[("count", game.pile_len().into())]);
    let names: Vec<String> = aside.iter().map(|tile| tile.to_string()).collect();
    if !names.is_empty() {
        let gaps = [("count", names.len().into()), ("tiles", names.join(" ").into())];
        text = format!("{text}, {}", words.fill("pile-aside", &gaps));
    }
    let mut lines = Line::from(text).broken(columns);
    lines.push(Line::new(FAINT, words.say("legend")));
    lines
}

/// The final scoring by player and chain, if the game is over.
pub(super) fn scoring(screen: &Screen<'_>) -> Option<Vec<Line>> {
    let moment = screen.moment();
    let Event::End { .. } = moment.event else { return None };
    let game = &moment.game;
    // Six players' money fits 80 columns with a gap of one.
    let is_wide = game.players() == MOST_PLAYERS;
    let (gap, longest_name) = if is_wide { (1, 8) } else { (2, 10) };
    let mut table = Table::new(&format!("ll{}", "r".repeat(game.players()))).with_gap(gap);
    let names = game.seats().map(|seat| Line::new(FAINT, cut(screen.name(seat), longest_name)));
    table.row([Line::new(STRONG, head(screen, "scoring")), Line::default()].into_iter().chain(names));
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
    table.row([head(screen, "cash").into(), Line::default()].into_iter().chain(cash));
    for payout in &moment.payouts {
        let name = badge(screen, payout.chain).and(PLAIN, format!(" {}", screen.chain(payout.chain)));
        let bonus = amounts(&|seat| payout.amount(seat));
        table.row([name, Line::new(FAINT, head(screen, "bonus"))].into_iter().chain(bonus));
        let sale = amounts(&|seat| payout.sale(seat));
        let price = [("price", payout.price.to_string().into())];
        let price = Line::new(FAINT, screen.narrator.words.fill("head-price", &price));
        table.row([Line::default(), price].into_iter().chain(sale));
    }
    let total = game.seats().map(|seat| Line::new(STRONG, game.cash(seat).to_string()));
    table.row([head(screen, "total").into(), Line::default()].into_iter().chain(total));
    Some(table.lines())
}
