//! The set-up of a case: a position and the tiles to draw next, or a new game.
//!
//! ```text
//! rules: renegade dead_tiles=replace_one holdings=hidden      (`classic@1`: as in records of version 1)
//! board:
//! C ..TT........
//! player 0: $6000, 3 tower 2 luxor, hand 5E 6F
//! player 1: hand 7G
//! set aside: 1A 2A
//! turn: 1                                         (0 by default)
//! waits for: buy                                  (tile, buy, close or exchange)
//! declared: yes
//! offers made: 9
//! turns without a tile: 1
//! pile: 1A 2B                                     (the next draws; then the rest from 1A on)
//! whole pile: 1A 2B                               (only these; all others are set aside)
//! bank: 9C 2D                                     (the bank's tiles, in order)
//!
//! rules: classic                                  (or a new game, with the tiles in the order drawn:
//! new game: 3 players                              the pile begins with the hands)
//! start tiles: 2A 9A 1B
//! pile: 4E 5E
//! ```

use std::str::FromStr;

use mergemaker_engine::{
    FixedDealer, Game, HAND_SIZE, Hand, HandState, Money, Options, PlayerState, Position, Preset, Rules,
    RulesError, RulesVersion, Seat, Shares, Situation, StartTiles, Table, Tile, TileSet,
};

use crate::rules::case::{Content, Line};
use crate::rules::play::Recorder;
use crate::rules::words::{read_board, read_hand, read_money, read_seat, read_shares, read_tile, read_tiles};

/// A game about to be played, with its dealer and the events so far.
pub(crate) type Start = (Game, FixedDealer, Recorder);

/// Why a set-up fails.
pub(crate) enum Failure {
    /// The file is wrong.
    Unreadable { number: usize, why: String },
    /// The engine refuses the rules, the table or the position.
    Refused { message: String },
}

fn refused(error: impl std::fmt::Display) -> Failure {
    Failure::Refused { message: error.to_string() }
}

/// Everything a set-up can contain.
struct Setup {
    version: RulesVersion,
    options: Options,
    position: Position,
    draws: Vec<Tile>,
    looks: Vec<Tile>,
    whole_pile: bool,
    start_tiles: Vec<Tile>,
    new_game: Option<usize>,
}

/// Builds the game.
pub(crate) fn set_up(lines: &[Line]) -> Result<Start, Failure> {
    let mut setup = Setup::new();
    let mut seen = Vec::new();
    for line in lines {
        let Content::Setup { key, value } = &line.content else {
            continue;
        };
        let unreadable = |why: String| Failure::Unreadable { number: line.number, why };
        if seen.contains(&key) {
            return Err(unreadable(format!("`{key}` is given twice")));
        }
        seen.push(key);
        setup.read(key, value, &line.rows).map_err(unreadable)?;
    }
    let number = lines.first().map_or(0, |line| line.number);
    if let Some(players) = setup.new_game {
        return setup.start(players);
    }
    let (draws, looks) = (std::mem::take(&mut setup.draws), std::mem::take(&mut setup.looks));
    let game = setup.game(&draws)?;
    if let Some(tile) = draws.iter().chain(&looks).find(|&&tile| !game.pile().contains(tile)) {
        return Err(Failure::Unreadable { number, why: format!("{tile} is not in the pile") });
    }
    let dealer = FixedDealer::with_looks(draws, looks, game.pile());
    Ok((game, dealer, Recorder::default()))
}

impl Setup {
    fn new() -> Setup {
        let rules = Rules::of(Preset::Renegade);
        Setup {
            version: rules.version(),
            options: *rules.options(),
            position: Position {
                rules,
                board: mergemaker_engine::Board::EMPTY,
                set_aside: TileSet::EMPTY,
                players: Vec::new(),
                market: Shares::FULL,
                turn: Seat::new(0).unwrap(),
                declared: false,
                idle: 0,
                situation: Situation::Tile { offers: 0 },
                set_up: None,
            },
            draws: Vec::new(),
            looks: Vec::new(),
            whole_pile: false,
            start_tiles: Vec::new(),
            new_game: None,
        }
    }

    fn read(&mut self, key: &str, value: &str, rows: &[String]) -> Result<(), String> {
        let position = &mut self.position;
        match key {
            "rules" => (self.version, self.options) = read_options(value)?,
            "new game" => {
                let players = value.strip_suffix(" players").and_then(|number| number.parse().ok());
                self.new_game = Some(players.ok_or("write `new game: 3 players`")?);
            }
            "start tiles" => self.start_tiles = read_tiles(value)?,
            "board" => position.board = read_board(rows)?,
            "set aside" => position.set_aside = read_tiles(value)?.into_iter().collect(),
            "turn" => position.turn = read_seat(value)?,
            "declared" => position.declared = read_yes(value)?,
            "turns without a tile" => position.idle = value.parse().map_err(|_| "expected a number")?,
            "waits for" => {
                position.situation = match value {
                    "tile" => Situation::Tile { offers: 0 },
                    "buy" => Situation::Buy,
                    "close" => Situation::Close,
                    "exchange" => Situation::Exchange,
                    _ => return Err(format!("a case cannot begin with `{value}`")),
                }
            }
            "offers made" => {
                position.situation =
                    Situation::Tile { offers: value.parse().map_err(|_| "expected a number")? }
            }
            "pile" => self.draws = read_tiles(value)?,
            "whole pile" => {
                self.draws = read_tiles(value)?;
                self.whole_pile = true;
            }
            "bank" => self.looks = value.split(' ').map(read_tile).collect::<Result<_, _>>()?,
            _ if key == format!("player {}", position.players.len()) => {
                position.players.push(read_player(value)?);
            }
            _ => return Err(format!("`{key}` is not part of a set-up")),
        }
        Ok(())
    }

    fn start(self, players: usize) -> Result<Start, Failure> {
        let table = self.rules().and_then(|rules| Table::new(rules, players)).map_err(refused)?;
        let mut dealer = FixedDealer::new(self.dealt(players));
        let mut recorder = Recorder::default();
        let game = Game::start(table, &mut dealer, &mut recorder);
        Ok((game, dealer, recorder))
    }

    /// The tiles in the order drawn: if start tiles found chains, the hands are dealt first (S4).
    fn dealt(&self, players: usize) -> Vec<Tile> {
        let unnamed = Tile::all().filter(|tile| !self.draws.contains(tile));
        let mut pile: Vec<Tile> = self.draws.iter().copied().chain(unnamed).collect();
        pile.retain(|tile| !self.start_tiles.contains(tile));
        let before = match self.options.start_tiles {
            StartTiles::Lone => 0,
            StartTiles::Found => HAND_SIZE * players,
        };
        pile.splice(before..before, self.start_tiles.iter().copied());
        pile
    }

    fn rules(&self) -> Result<Rules, RulesError> {
        let is_own = |preset: &Preset| {
            Options { holdings: self.options.holdings, ..self.version.options(*preset) } == self.options
        };
        let preset = Preset::ALL.iter().copied().find(is_own).unwrap_or(Preset::Custom);
        Rules::named(self.version, preset, self.options)
    }

    fn game(mut self, draws: &[Tile]) -> Result<Game, Failure> {
        self.position.rules = self.rules().map_err(refused)?;
        let position = &mut self.position;
        for (chain, count) in Shares::FULL.iter() {
            let shares = position.players.iter().filter_map(|player| player.shares);
            let held = shares.map(|shares| u32::from(shares[chain])).sum::<u32>();
            position.market[chain] = u32::from(count).saturating_sub(held) as u8;
        }
        if self.whole_pile {
            let mut elsewhere: TileSet = position.board.occupied() | draws.iter().copied().collect();
            for player in &position.players {
                if let HandState::Known(hand) = player.hand {
                    elsewhere = elsewhere | hand.tiles();
                }
            }
            position.set_aside = TileSet::ALL - elsewhere;
        }
        Game::from_position(position).map_err(refused)
    }
}

/// `renegade dead_tiles=replace_one`, or `renegade@1` for the rules of version 1.
fn read_options(text: &str) -> Result<(RulesVersion, Options), String> {
    let mut words = text.split(' ');
    let preset = words.next().unwrap_or_default();
    let (preset, version) = match preset.strip_suffix("@1") {
        Some(preset) => (preset, RulesVersion::One),
        None => (preset, RulesVersion::Two),
    };
    let mut options = version.options(parse(preset)?);
    for word in words {
        let (name, value) = word.split_once('=').ok_or_else(|| format!("`{word}` is not option=value"))?;
        options = options.with(name, value).map_err(|error| error.to_string())?;
    }
    Ok((version, options))
}

fn parse<T: FromStr<Err: std::fmt::Display>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error: T::Err| error.to_string())
}

fn read_yes(text: &str) -> Result<bool, String> {
    match text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(format!("`{text}` is neither yes nor no")),
    }
}

/// `$6000, 3 tower 2 luxor, hand 5E 6F`: each part may be left out.
fn read_player(text: &str) -> Result<PlayerState, String> {
    let (mut cash, mut shares, mut hand) = (Money::START, Shares::NONE, Hand::EMPTY);
    for part in text.split(", ") {
        if part.starts_with('$') {
            cash = read_money(part)?;
        } else if let Some(tiles) = part.strip_prefix("hand ") {
            hand = read_hand(tiles)?;
        } else {
            shares = read_shares(part)?;
        }
    }
    Ok(PlayerState { cash: Some(cash), shares: Some(shares), revealed: None, hand: HandState::Known(hand) })
}
