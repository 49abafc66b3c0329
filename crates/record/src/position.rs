//! Positions as one line of text, like FEN for chess. `docs/POSITION.md` has the grammar.
//!
//! ```
//! use mergemaker_engine::Game;
//! use mergemaker_record::position;
//! let text = "12/1LL9/12/5o6/12/12/12/12/12 5800:L2:1A,2C,9I;6000:-:5E 1:tile classic";
//! let game = Game::from_position(&position::from_text(text)?)?;
//! assert_eq!(game.to_act().unwrap().index(), 1);
//! assert_eq!(position::to_text(&game.position()), text);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod reading;

use mergemaker_engine::{
    Bundle, Chain, ChainSet, HandState, Money, Offer, PlayerState, Position, Rules, RulesVersion, SetUp,
    Shares, Situation, Tile,
};

pub use reading::from_text;

/// Why text is not a position.
///
/// ```
/// let error = mergemaker_record::position::from_text("12/12").unwrap_err();
/// assert_eq!(error.to_string(), "the position has 1 part: board, players, decision and rules are needed");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PositionTextError {
    /// A part is missing.
    #[error(
        "the position has {given} part{}: board, players, decision and rules are needed",
        if *given == 1 { "" } else { "s" }
    )]
    Parts {
        /// The number of parts.
        given: usize,
    },
    /// The board cannot be read.
    #[error("the board of the position cannot be read: {why}")]
    Board {
        /// What is wrong.
        why: String,
    },
    /// A player cannot be read.
    #[error("player {seat} of the position cannot be read: {why}")]
    Player {
        /// The seat, from 0.
        seat: usize,
        /// What is wrong.
        why: String,
    },
    /// What the game waits for cannot be read.
    #[error("the decision of the position cannot be read: {why}")]
    Decision {
        /// What is wrong.
        why: String,
    },
    /// The rules cannot be read.
    #[error("the rules of the position cannot be read: {why}")]
    Rules {
        /// What is wrong.
        why: String,
    },
    /// One of the parts after the rules cannot be read.
    #[error("{given} cannot come after the rules of the position: {why}")]
    Extra {
        /// The part.
        given: String,
        /// What is wrong.
        why: String,
    },
    /// The market is required if the shares of a player are not known.
    #[error("the market is missing from the position: add it after the rules, such as market:L25T20")]
    Market,
}

/// A position as one line of text. [`from_text`] reads it back.
///
/// ```
/// use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Seat, Table};
/// use mergemaker_record::position;
/// let table = Table::new(Rules::of(Preset::Tycoon), 3)?;
/// let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
/// let view = position::to_text(&game.view(Seat::new(0)).position());
/// assert!(view.contains(";6000:-:?6;6000:-:?6 ") && view.ends_with(":tile tycoon@2"), "{view}");
/// # Ok::<(), mergemaker_engine::RulesError>(())
/// ```
#[must_use]
pub fn to_text(position: &Position) -> String {
    let players: Vec<String> = position.players.iter().map(player_text).collect();
    let mut parts = vec![
        board_text(position),
        players.join(";"),
        format!("{}:{}", position.turn, situation_text(&position.situation)),
        rules_text(&position.rules),
    ];
    if let Some(SetUp { left, first }) = position.set_up {
        parts.push(format!("start:{left}"));
        if first != position.turn {
            parts.push(format!("first:{first}"));
        }
    }
    if position.declared {
        parts.push("declared".to_string());
    }
    if position.idle > 0 {
        parts.push(format!("idle:{}", position.idle));
    }
    if derived_market(&position.players) != Some(position.market) {
        parts.push(format!("market:{}", shares_text(position.market)));
    }
    parts.join(" ")
}

/// The shares nobody holds, if everyone's are known.
fn derived_market(players: &[PlayerState]) -> Option<Shares> {
    let mut market = Shares::FULL;
    for player in players {
        let shares = player.shares.filter(|shares| shares.fits(market))?;
        market -= shares;
    }
    Some(market)
}

/// The rows, with a number for each run of empty spaces.
fn board_text(position: &Position) -> String {
    let mut rows = Vec::new();
    for (row, symbols) in position.board.rows().iter().enumerate() {
        let mut text = String::new();
        let mut empty = 0;
        for (column, symbol) in symbols.chars().enumerate() {
            let tile = Tile::new(column as u8 + 1, row as u8);
            let is_set_aside = tile.is_some_and(|tile| position.set_aside.contains(tile));
            match symbol {
                '.' if !is_set_aside => empty += 1,
                symbol => {
                    push_number(&mut text, empty);
                    empty = 0;
                    text.push(if symbol == '.' { 'x' } else { symbol });
                }
            }
        }
        push_number(&mut text, empty);
        rows.push(text);
    }
    rows.join("/")
}

fn push_number(text: &mut String, number: u32) {
    if number > 0 {
        text.push_str(&number.to_string());
    }
}

fn player_text(player: &PlayerState) -> String {
    let cash = player.cash.map_or("?".to_string(), |cash| cash.0.to_string());
    let shares = match (player.shares, player.revealed) {
        (Some(shares), _) => shares_text(shares),
        (None, Some(revealed)) => format!("?{revealed}"),
        (None, None) => "?".to_string(),
    };
    let hand = match player.hand {
        HandState::Known(hand) if hand.is_empty() => "-".to_string(),
        HandState::Known(hand) => hand.iter().map(|tile| tile.to_string()).collect::<Vec<String>>().join(","),
        HandState::Count(count) => format!("?{count}"),
    };
    format!("{cash}:{shares}:{hand}")
}

fn shares_text(shares: Shares) -> String {
    if shares == Shares::NONE {
        return "-".to_string();
    }
    let counts: Vec<String> =
        shares.iter().map(|(chain, count)| format!("{}{count}", chain.letter())).collect();
    counts.concat()
}

fn bundle_text(bundle: &Bundle) -> String {
    match (bundle.cash, bundle.shares) {
        (Money::ZERO, shares) => shares_text(shares),
        (cash, Shares::NONE) => cash.0.to_string(),
        (cash, shares) => format!("{}{}", cash.0, shares_text(shares)),
    }
}

fn chains_text(chains: ChainSet) -> String {
    if chains.is_empty() { "-".to_string() } else { chains.iter().map(Chain::letter).collect() }
}

fn situation_text(situation: &Situation) -> String {
    match situation {
        Situation::Between => "between".to_string(),
        Situation::Tile { offers: 0 } => "tile".to_string(),
        Situation::Tile { offers } => format!("tile:{offers}"),
        Situation::Answer { offers, offer: Offer { to, give, take } } => {
            format!("answer:{offers}:{to}:{}:{}", bundle_text(give), bundle_text(take))
        }
        Situation::Found { tile } => format!("found:{tile}"),
        Situation::Survivor { tile } => format!("survivor:{tile}"),
        Situation::Defunct { tile, survivor, unsettled } => {
            format!("defunct:{tile}:{}:{}", survivor.letter(), chains_text(*unsettled))
        }
        Situation::Dispose { tile, survivor, unsettled, defunct, player } => format!(
            "dispose:{tile}:{}:{}:{}:{player}",
            survivor.letter(),
            chains_text(*unsettled),
            defunct.letter()
        ),
        Situation::Buy => "buy".to_string(),
        Situation::Close => "close".to_string(),
        Situation::Exchange => "exchange".to_string(),
        Situation::Over { reason } => format!("over:{}", reason.id()),
    }
}

/// The preset, and the options that differ from it.
fn rules_text(rules: &Rules) -> String {
    let own = rules.version().options(rules.preset()).values();
    let mark = match rules.version() {
        RulesVersion::One => "",
        RulesVersion::Two => "@2",
    };
    let differing = rules
        .options()
        .values()
        .into_iter()
        .zip(own)
        .filter(|(option, own)| option != own)
        .map(|((name, value), _)| format!(",{name}={value}"));
    std::iter::once(format!("{}{mark}", rules.preset())).chain(differing).collect()
}
