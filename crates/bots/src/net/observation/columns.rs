//! The columns of an observation: what each number means. The writer addresses them by name, and the table in
//! docs/PYTHON.md is made from them.

use mergemaker_engine::{Chain, HAND_SIZE, MOST_PLAYERS};

/// One or more consecutive numbers of a chain, a tile or the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Column {
    /// The name.
    pub name: &'static str,
    /// The index of the first number.
    pub start: usize,
    /// How many numbers there are.
    pub width: usize,
    /// What they mean.
    pub about: &'static str,
}

/// Declares the columns of one part of an observation, in order.
macro_rules! columns {
    ($(#[$doc:meta])* $part:ident { $($name:ident: $width:expr, $about:literal;)* }) => {
        $(#[$doc])*
        pub mod $part {
            #[allow(unused_imports)]
            use super::*;
            columns!(@declare 0; $($name: $width, $about;)*);
            /// All columns, in order.
            pub const ALL: &[Column] = &[$($name),*];
        }
    };
    (@declare $start:expr; $name:ident: $width:expr, $about:literal; $($rest:tt)*) => {
        #[doc = $about]
        pub const $name: Column =
            Column { name: stringify!($name), start: $start, width: $width, about: $about };
        columns!(@declare $start + $width; $($rest)*);
    };
    (@declare $start:expr;) => {};
}

columns! {
    /// The numbers of a chain.
    chain {
        TIER: 3, "tier: cheap, medium or expensive";
        ID: Chain::COUNT, "which chain it is";
        ACTIVE: 1, "whether it is active";
        SAFE: 1, "whether it is safe";
        TILES: 1, "tiles, at most 11, / 11";
        SIZE: 1, "tiles / 40";
        PRICE: 1, "share price / $1,000";
        TO_NEXT_PRICE: 1, "1 / tiles until the price rises";
        MARKET: 1, "unsold shares / 25";
        SOLD_OUT: 1, "whether no share is unsold";
        SHARES: MOST_PLAYERS, "each player's shares / 10";
        BONUSES: MOST_PLAYERS, "the bonus each player would be paid now / $6,000";
        ALONE_FIRST: 1, "whether the viewer has the most shares alone";
        TIED_FIRST: 1, "whether the viewer shares first place";
        ALONE_SECOND: 1, "whether the viewer is second alone";
        TIED_SECOND: 1, "whether the viewer shares second place";
        BEHIND: 1, "whether the viewer holds shares and fewer than the second";
        LEAD_OVER_FIRST: 1, "the viewer's shares minus the most of any other / 5";
        LEAD_OVER_SECOND: 1, "the viewer's shares minus the second most of the others / 5";
        OUT_OF_REACH: 1, "whether nobody can catch up with the viewer";
        SURVIVES: 1, "whether it survives the merger";
        IS_DISSOLVED: 1, "whether it is being dissolved";
        MERGES: 1, "whether it takes part in the merger";
        UNSETTLED: 1, "whether it is still to be dissolved";
        FREE_SPACES: 1, "adjacent free spaces / 12";
        OWN_SPACES: 1, "adjacent free spaces whose tile is in hand / 3";
        PICKED: 1, "shares picked so far / 3";
        AFFORDABLE: 1, "shares the viewer can still afford, at most 3, / 3";
        MERGERS: 3 * Chain::COUNT, "for each chain: spaces that would merge the two / 3; those in hand; whether they would meet with one tile more";
        THREATENED: 1, "whether one tile could merge it into a chain of its size or larger";
        PURCHASES: 9, "while buying, for one, two and three shares more: the gain in the viewer's bonus / $3,000; the gain in their lead if the game ended now / $3,000; whether they would lead. 0 if they cannot buy as many";
        RIVAL_BONUS: 1, "while buying: the most the viewer's bonus can fall if another player buys up to three / $3,000, never above 0";
        RIVAL_LEAD: 1, "while buying: the most the viewer's lead can fall that way / $3,000, never above 0";
    }
}

columns! {
    /// The numbers of a tile in hand.
    tile {
        EXISTS: 1, "1: there is a tile";
        ROW: 9, "its row";
        COLUMN: 12, "its column";
        EFFECT: 6, "its effect: stays on its own, founds, grows, merges, dead, would found an eighth chain";
        CHAINS: Chain::COUNT, "the chains it touches";
        SURVIVORS: Chain::COUNT, "the chains that could survive, if it merges";
        JOINED: 1, "unincorporated tiles that would join / 4";
        TOTAL: 1, "tiles connected afterwards / 20";
        BONUSES: MOST_PLAYERS, "the bonuses each player would be paid / $6,000";
        SALE: 1, "the value of the viewer's shares of the chains it would dissolve / $6,000";
        FREE_SPACES: 1, "adjacent free spaces / 4";
        OWN_SPACES: 1, "adjacent spaces whose tile is in hand / 2";
        OWN_PAIR: 1, "whether one of those touches no chain";
        PRICE_RISE: 1, "if a chain grows: its price rise / $100";
        BECOMES_SAFE: 1, "if a chain grows: whether it becomes safe";
        OWN_SHARES: 1, "if a chain grows: the viewer's shares of it / 10";
        NEAR_CHAINS: 1, "chains two spaces away / 3";
    }
}

columns! {
    /// The numbers of the game as a whole.
    game {
        DECISION: 9, "the decision: tile, foundation, survivor, next chain to dissolve, disposal, rest of a disposal, purchase, end of the turn, answer to an offer";
        PICKED: 3, "while buying: whether 0, 1 or 2 shares are picked";
        CASH: MOST_PLAYERS, "each player's cash / $10,000";
        LOG_CASH: MOST_PLAYERS, "ln(1 + cash / $100) / 6";
        CASH_LEFT: 1, "the viewer's cash after paying for the picked shares / $10,000";
        WORTH: MOST_PLAYERS, "each player's money if the game ended now / $30,000";
        WORTH_AHEAD: MOST_PLAYERS, "the viewer's money if the game ended now minus theirs / $10,000";
        LEAD: 1, "the viewer's lead over the best other player / $10,000";
        LEADS: 1, "whether the viewer leads";
        PILE: 1, "tiles in the pile / 84";
        PILE_EMPTY: 1, "whether the pile is empty";
        SET_ASIDE: 1, "tiles set aside / 10";
        ACTIVE: 1, "active chains / 7";
        SAFE: 1, "safe chains / 7";
        ONE_UNSAFE: 1, "whether exactly one active chain is not safe";
        LARGEST: 1, "tiles of the largest chain / 41";
        CAN_END: 1, "whether the end may be declared";
        DECLARED: 1, "whether the end has been declared";
        TURN: MOST_PLAYERS, "whose turn it is";
        PLAYABLE: 1, "playable tiles in hand / 6";
        HAND: 1, "tiles in hand / 6";
        HELD: 1, "in a disposal: shares held / 10";
        UNTRADED: 1, "in a disposal: shares not traded / 10";
        MOST_TRADES: 1, "in a disposal: the most shares trading can yield / 6";
        TRADES: 1, "in a disposal: the shares trading yields / 6";
        DEFUNCT_PRICE: 1, "in a disposal: the price of the dissolved chain / $1,000";
        SURVIVOR_PRICE: 1, "in a disposal: the price of the survivor / $1,000";
        TRADE_GAIN: 1, "in a disposal: what a trade gains / $1,000";
        JOINING: 1, "tiles that the tile just placed joins / 6";
        PLAYERS: MOST_PLAYERS - 1, "whether 2, 3, 4, 5 or 6 play";
        TYCOON: 1, "option: tycoon bonuses";
        BANK: 1, "option: the bank competes";
        FOUNDER_CASH: 1, "option: cash for a founder without stock";
        TRADING: 1, "option: trading";
        REPLACE_ONE: 1, "option: one dead tile is replaced";
        REPLACE_UNTIL_PLAYABLE: 1, "option: dead tiles are replaced until the hand is playable";
        REPLACE_EIGHTH: 1, "option: eighth-chain tiles are replaced";
        REDRAW: 1, "option: a stuck hand is redrawn";
        START_OR_END: 1, "option: the end can be declared only at the start or end of a turn";
        BOUGHT_AHEAD: MOST_PLAYERS, "if the game ended now, with the picked shares bought: the viewer's lead over each player / $1,000, from -3 to 3";
        BOUGHT_AHEAD_OF: MOST_PLAYERS, "the same: whether the viewer is ahead of each player";
        BOUGHT_LEAD: 1, "the same: the lead over the best other player / $500, from -3 to 3";
        BOUGHT_LEADS: 1, "the same: whether the viewer leads";
    }
}

const _: () = assert!(HAND_SIZE == 6 && MOST_PLAYERS == 6, "the columns' descriptions name these numbers");

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;
    use crate::net::{CHAIN_NUMBERS, GAME_NUMBERS, TILE_NUMBERS};

    #[test]
    fn columns_follow_each_other_and_fit() {
        for (all, room) in [(chain::ALL, CHAIN_NUMBERS), (tile::ALL, TILE_NUMBERS), (game::ALL, GAME_NUMBERS)]
        {
            let mut next = 0;
            for column in all {
                assert_eq!(column.start, next, "{}", column.name);
                next += column.width;
            }
            assert!(next <= room, "{next} numbers in room for {room}");
        }
    }

    /// The tables in the docs list exactly these columns.
    #[test]
    fn the_docs_list_every_column() {
        let page = include_str!("../../../../../docs/PYTHON.md");
        for (part, all) in [("chain", chain::ALL), ("tile", tile::ALL), ("game", game::ALL)] {
            let mut table = format!("| {part} | column | meaning |\n|---|---|---|\n");
            for Column { name, start, width, about } in all {
                let numbers =
                    if *width == 1 { start.to_string() } else { format!("{start}–{}", start + width - 1) };
                let _ = writeln!(table, "| {numbers} | `{}` | {about} |", name.to_lowercase());
            }
            assert!(page.contains(&table), "docs/PYTHON.md needs this table:\n\n{table}");
        }
    }
}
