//! Parses the text of a position.

use std::str::FromStr;

use mergemaker_engine::{
    Board, Bundle, Chain, ChainSet, EndReason, HAND_SIZE, Hand, HandState, MOST_PLAYERS, Money, Offer,
    PlayerState, Position, Preset, Rules, RulesError, RulesVersion, SHARES_PER_CHAIN, Seat, SetUp, Shares,
    Situation, Tile, TileSet,
};

use super::{PositionTextError, derived_market};
use crate::name::plain_line;

/// Why one part of the text cannot be read.
type Why = String;

/// The most cash accepted, as in records.
const MOST_CASH: u32 = 1_000_000_000;

/// Parses a position. It is not checked: `Game::from_position` and `View::from_position` check whether it can
/// be played.
///
/// ```
/// use mergemaker_record::position::from_text;
/// let text = "12/12/12/12/12/12/12/12/12 6000:-:?6;6000:-:?6 0:tile renegade";
/// assert_eq!(from_text(text)?.players[1].hand.len(), 6);
/// # Ok::<(), mergemaker_record::position::PositionTextError>(())
/// ```
pub fn from_text(text: &str) -> Result<Position, PositionTextError> {
    let parts: Vec<&str> = text.split_ascii_whitespace().collect();
    let [board, players, decision, rules, extras @ ..] = &parts[..] else {
        return Err(PositionTextError::Parts { given: parts.len() });
    };
    let (board, set_aside) = read_board(board).map_err(|why| PositionTextError::Board { why })?;
    let players = read_players(players)?;
    let (turn, situation) = read_decision(decision).map_err(|why| PositionTextError::Decision { why })?;
    let rules = read_rules(rules).map_err(|why| PositionTextError::Rules { why })?;
    let extras = Extras::read(extras)?;
    if extras.first.is_some() && extras.start.is_none() {
        let why = "use it only together with start:".to_string();
        return Err(PositionTextError::Extra { given: "`first:`".to_string(), why });
    }
    let market = extras.market.or(derived_market(&players)).ok_or(PositionTextError::Market)?;
    Ok(Position {
        rules,
        board,
        set_aside,
        players,
        market,
        turn,
        declared: extras.declared,
        idle: extras.idle.unwrap_or(0),
        situation,
        set_up: extras.start.map(|left| SetUp { left, first: extras.first.unwrap_or(turn) }),
    })
}

/// The board, and the tiles set aside.
fn read_board(text: &str) -> Result<(Board, TileSet), Why> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != 9 {
        return Err(format!("it has {} rows, not 9", rows.len()));
    }
    let mut spaces = String::new();
    for (row, letter) in rows.into_iter().zip('A'..) {
        let symbols = expand(row).ok_or_else(|| format!("row {letter} does not have 12 spaces"))?;
        spaces += &symbols;
        spaces.push('/');
    }
    let set_aside = Tile::all().zip(spaces.chars().filter(|&symbol| symbol != '/'));
    let set_aside = set_aside.filter(|&(_, symbol)| symbol == 'x').map(|(tile, _)| tile).collect();
    let board =
        spaces.trim_end_matches('/').replace('x', ".").parse().map_err(|why: Why| plain_line(&why))?;
    Ok((board, set_aside))
}

/// A row with each number replaced by that many `.` for empty spaces.
fn expand(row: &str) -> Option<String> {
    let mut symbols = String::new();
    let mut rest = row;
    while let Some(first) = rest.chars().next() {
        let digits = rest.len() - rest.trim_start_matches(|symbol: char| symbol.is_ascii_digit()).len();
        if digits > 0 {
            let empty = number(&rest[..digits], 12).ok().filter(|&empty| empty > 0)?;
            symbols += &".".repeat(empty as usize);
            rest = &rest[digits..];
        } else {
            symbols.push(first);
            rest = &rest[first.len_utf8()..];
        }
        if symbols.len() > 12 {
            return None;
        }
    }
    (symbols.len() == 12 && symbols.is_ascii()).then_some(symbols)
}

fn read_players(text: &str) -> Result<Vec<PlayerState>, PositionTextError> {
    let players: Vec<&str> = text.split(';').take(MOST_PLAYERS + 1).collect();
    if players.len() > MOST_PLAYERS {
        let why = "a game has at most 6 players".to_string();
        return Err(PositionTextError::Player { seat: MOST_PLAYERS, why });
    }
    let read = |(seat, text): (usize, &&str)| {
        read_player(text).map_err(|why| PositionTextError::Player { seat, why })
    };
    players.iter().enumerate().map(read).collect()
}

fn read_player(text: &str) -> Result<PlayerState, Why> {
    let [cash, shares, hand] = fields(text)?;
    let cash = if cash == "?" { None } else { Some(Money(number(cash, MOST_CASH)?)) };
    let (shares, revealed) = match shares.strip_prefix('?') {
        None => (Some(read_shares(shares)?), None),
        Some("") => (None, None),
        Some(count) => (None, Some(number(count, SHARES_PER_CHAIN.into())? as u8)),
    };
    Ok(PlayerState { cash, shares, revealed, hand: read_hand(hand)? })
}

fn read_hand(text: &str) -> Result<HandState, Why> {
    if let Some(count) = text.strip_prefix('?') {
        return Ok(HandState::Count(number(count, HAND_SIZE as u32)? as u8));
    }
    if text == "-" {
        return Ok(HandState::Known(Hand::EMPTY));
    }
    let mut tiles = TileSet::EMPTY;
    for name in text.split(',') {
        let tile = read::<Tile>(name)?;
        if tiles.contains(tile) {
            return Err(format!("{tile} is listed twice"));
        }
        tiles.insert(tile);
    }
    if tiles.len() > HAND_SIZE {
        return Err("a hand has at most 6 tiles".to_string());
    }
    Ok(HandState::Known(tiles.iter().collect()))
}

/// `L3T2`: letters with counts; `-` for none.
fn read_shares(text: &str) -> Result<Shares, Why> {
    let mut shares = Shares::NONE;
    if text == "-" {
        return Ok(shares);
    }
    let unknown = || format!("{} is not a list of shares such as L3T2", quoted(text));
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let chain = Chain::from_letter(letter).ok_or_else(unknown)?;
        rest = &rest[letter.len_utf8()..];
        let digits = rest.find(|symbol: char| !symbol.is_ascii_digit()).unwrap_or(rest.len());
        let count = number(&rest[..digits], SHARES_PER_CHAIN.into())? as u8;
        if count == 0 || shares[chain] > 0 {
            return Err(unknown());
        }
        shares[chain] = count;
        rest = &rest[digits..];
    }
    if shares == Shares::NONE { Err(unknown()) } else { Ok(shares) }
}

/// `500L3T2`: cash, shares or both; `-` for nothing.
fn read_bundle(text: &str) -> Result<Bundle, Why> {
    let digits = text.find(|symbol: char| !symbol.is_ascii_digit()).unwrap_or(text.len());
    let (cash, shares) = text.split_at(digits);
    Ok(Bundle {
        cash: if cash.is_empty() { Money::ZERO } else { Money(number(cash, MOST_CASH)?) },
        shares: if shares.is_empty() && !cash.is_empty() { Shares::NONE } else { read_shares(shares)? },
    })
}

fn read_decision(text: &str) -> Result<(Seat, Situation), Why> {
    let (turn, rest) = text.split_once(':').ok_or("expected a seat and a decision, such as 0:tile")?;
    let (kind, rest) = rest.split_once(':').unwrap_or((rest, ""));
    let alone =
        |situation| if rest.is_empty() { Ok(situation) } else { Err(format!("{kind} takes no fields")) };
    let situation = match kind {
        "between" => alone(Situation::Between)?,
        "buy" => alone(Situation::Buy)?,
        "close" => alone(Situation::Close)?,
        "exchange" => alone(Situation::Exchange)?,
        "tile" if rest.is_empty() => Situation::Tile { offers: 0 },
        "tile" => Situation::Tile { offers: read_offers(rest)? },
        "answer" => {
            let [offers, to, give, take] = fields(rest)?;
            let offer = Offer { to: read_seat(to)?, give: read_bundle(give)?, take: read_bundle(take)? };
            Situation::Answer { offers: read_offers(offers)?, offer }
        }
        "found" => Situation::Found { tile: read(rest)? },
        "survivor" => Situation::Survivor { tile: read(rest)? },
        "defunct" => {
            let [tile, survivor, unsettled] = fields(rest)?;
            Situation::Defunct {
                tile: read(tile)?,
                survivor: read_chain(survivor)?,
                unsettled: read_chains(unsettled)?,
            }
        }
        "dispose" => {
            let [tile, survivor, unsettled, defunct, player] = fields(rest)?;
            Situation::Dispose {
                tile: read(tile)?,
                survivor: read_chain(survivor)?,
                unsettled: read_chains(unsettled)?,
                defunct: read_chain(defunct)?,
                player: read_seat(player)?,
            }
        }
        "over" => Situation::Over { reason: read_reason(rest)? },
        _ => return Err(format!("{} is not a decision", quoted(kind))),
    };
    Ok((read_seat(turn)?, situation))
}

fn read_offers(text: &str) -> Result<u8, Why> {
    number(text, 10).map(|offers| offers as u8)
}

fn read_seat(text: &str) -> Result<Seat, Why> {
    let unknown = || format!("{} is not a seat from 0 to 5", quoted(text));
    let index = number(text, 5).map_err(|_| unknown())?;
    Seat::new(index as usize).ok_or_else(unknown)
}

fn read_chain(text: &str) -> Result<Chain, Why> {
    read_chains(text)?
        .first()
        .filter(|_| text.len() == 1)
        .ok_or_else(|| format!("{} is not a chain", quoted(text)))
}

/// `LT`: letters; `-` for none.
fn read_chains(text: &str) -> Result<ChainSet, Why> {
    let mut chains = ChainSet::EMPTY;
    for letter in text.chars().filter(|_| text != "-") {
        let chain = Chain::from_letter(letter).filter(|&chain| !chains.contains(chain));
        chains.insert(chain.ok_or_else(|| format!("{} is not a list of chains such as LT", quoted(text)))?);
    }
    if chains.is_empty() && text != "-" { Err("a chain is missing".to_string()) } else { Ok(chains) }
}

fn read_reason(text: &str) -> Result<EndReason, Why> {
    [EndReason::Declared, EndReason::AllTilesPlayed, EndReason::NoTilePlayed]
        .into_iter()
        .find(|reason| reason.id() == text)
        .ok_or_else(|| format!("{} is not a reason for the end", quoted(text)))
}

/// A preset and the options that differ from it. Without a version mark the preset is that of version 1.
fn read_rules(text: &str) -> Result<Rules, Why> {
    let mut parts = text.split(',');
    let preset = parts.next().unwrap_or_default();
    let (preset, version) = match preset.split_once('@') {
        None => (preset, RulesVersion::One),
        Some((preset, "2")) => (preset, RulesVersion::Two),
        Some((_, mark)) => return Err(format!("{} is not a version of the rules: write @2", quoted(mark))),
    };
    let preset: Preset = read(preset)?;
    let mut options = version.options(preset);
    for part in parts {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        options = options.with(name, value).map_err(|error| error.to_string())?;
    }
    Rules::named(version, preset, options).map_err(|error| match error {
        RulesError::TooNew { .. } => format!("{error}: write the preset as in `custom@2`"),
        error => error.to_string(),
    })
}

/// The parts that may follow the rules, each at most once.
#[derive(Default)]
struct Extras {
    declared: bool,
    idle: Option<u8>,
    start: Option<u8>,
    first: Option<Seat>,
    market: Option<Shares>,
}

impl Extras {
    fn read(parts: &[&str]) -> Result<Extras, PositionTextError> {
        let mut extras = Extras::default();
        for part in parts {
            let error = |why: Why| PositionTextError::Extra { given: quoted(part), why };
            match part.split_once(':') {
                None if *part == "declared" && !extras.declared => extras.declared = true,
                Some(("idle", count)) if extras.idle.is_none() => {
                    extras.idle = Some(number(count, MOST_PLAYERS as u32).map_err(error)? as u8);
                }
                Some(("start", count)) if extras.start.is_none() => {
                    extras.start = Some(number(count, MOST_PLAYERS as u32 - 1).map_err(error)? as u8);
                }
                Some(("first", seat)) if extras.first.is_none() => {
                    extras.first = Some(read_seat(seat).map_err(error)?);
                }
                Some(("market", shares)) if extras.market.is_none() => {
                    extras.market = Some(read_shares(shares).map_err(error)?);
                }
                _ => {
                    return Err(error(
                        "only start:, first:, declared, idle: and market: may follow, each at most once"
                            .to_string(),
                    ));
                }
            }
        }
        Ok(extras)
    }
}

/// Splits text into exactly `COUNT` fields separated by colons.
fn fields<const COUNT: usize>(text: &str) -> Result<[&str; COUNT], Why> {
    let fields: Vec<&str> = text.split(':').take(COUNT + 1).collect();
    fields
        .try_into()
        .map_err(|_| format!("{} does not have {COUNT} fields separated by colons", quoted(text)))
}

/// A decimal whole number without sign or leading zeros.
fn number(text: &str, most: u32) -> Result<u32, Why> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    text.parse()
        .ok()
        .filter(|number| is_plain && *number <= most)
        .ok_or_else(|| format!("{} is not a whole number from 0 to {most}", quoted(text)))
}

fn read<T: FromStr<Err: std::fmt::Display>>(text: &str) -> Result<T, Why> {
    text.parse().map_err(|error: T::Err| plain_line(&format!("{}: {error}", quoted(text))))
}

/// Quotes a part of the text for a message.
fn quoted(text: &str) -> String {
    let start: String = text.chars().take(40).collect();
    plain_line(&format!("`{start}{}`", if start.len() < text.len() { "…" } else { "" }))
}
