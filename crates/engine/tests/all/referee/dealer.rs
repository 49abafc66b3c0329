//! Dealers: a fair one, and some that steer towards rare paths.

use mergemaker_engine::{Dealer, Dice, RandomDealer, StartTiles, Tile, below};

use super::judge::{Effect, Referee, space};

/// Which tiles the dealer favours.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Mood {
    /// The engine's own random dealer.
    Fair,
    /// Unplayable tiles first.
    Spiteful,
    /// Unplayable tiles first, until a player has a turn without a tile; then a playable tile.
    Teasing,
    /// Lone tiles and new chains first, unplayable tiles late: hands get stuck when hardly any tile is left.
    Sparing,
    /// The tiles of a cross first and its centre later: four chains that meet in one tile.
    Crossing,
    /// Start tiles in a row, drawn in any order.
    Crowding,
}

#[derive(Clone)]
pub(crate) enum AnyDealer {
    Fair(RandomDealer<Dice>),
    Stacked(Stack),
}

/// A pile in a known order, the next tile last.
#[derive(Clone)]
pub(crate) struct Stack {
    mood: Mood,
    pile: Vec<Tile>,
    rng: Dice,
}

impl AnyDealer {
    pub(crate) fn new(mood: Mood, start_tiles: StartTiles, players: usize, mut rng: Dice) -> AnyDealer {
        if mood == Mood::Fair {
            return AnyDealer::Fair(RandomDealer::new(rng));
        }
        let pile: Vec<Tile> = shuffled(Tile::all().collect(), &mut rng);
        let deal = match mood {
            Mood::Crossing => crossed(&pile, players, &mut rng),
            Mood::Crowding => crowded(&pile, players, &mut rng),
            Mood::Fair | Mood::Spiteful | Mood::Teasing | Mood::Sparing => Deal::from_top(pile, players),
        };
        AnyDealer::Stacked(Stack { mood, pile: deal.stacked(start_tiles), rng })
    }

    /// Reorders the pile to fit the board before the next draw.
    pub(crate) fn stack_for(&mut self, referee: &Referee) {
        let AnyDealer::Stacked(stack) = self else { return };
        // Unplayable tiles are held back until just enough tiles are left to fill every hand with them.
        let late = if stack.pile.len() > 6 * referee.players.len() + 3 { 1 } else { 4 };
        let is_teased = stack.mood == Mood::Teasing && referee.is_first_turn_without_a_tile();
        match stack.mood {
            Mood::Teasing if is_teased => stack.pile.sort_by_cached_key(|&tile| {
                !matches!(referee.effect(space(tile)), Effect::Dead | Effect::Eighth)
            }),
            Mood::Spiteful | Mood::Teasing => {
                stack.pile.sort_by_cached_key(|&tile| match referee.effect(space(tile)) {
                    Effect::Dead | Effect::Eighth => 1,
                    Effect::Alone | Effect::Founds | Effect::Joins(_) | Effect::Merges(_) => 0,
                });
            }
            Mood::Sparing => stack.pile.sort_by_cached_key(|&tile| match referee.effect(space(tile)) {
                Effect::Alone | Effect::Founds => 3,
                Effect::Dead | Effect::Eighth => late,
                Effect::Joins(_) => 2,
                Effect::Merges(_) => 0,
            }),
            Mood::Fair | Mood::Crossing | Mood::Crowding => {}
        }
    }
}

fn shuffled(mut tiles: Vec<Tile>, rng: &mut Dice) -> Vec<Tile> {
    for last in (1..tiles.len()).rev() {
        tiles.swap(last, below(rng, last as u32 + 1) as usize);
    }
    tiles
}

/// A pile in three parts, the next tile last in each.
struct Deal {
    start_tiles: Vec<Tile>,
    hands: Vec<Tile>,
    rest: Vec<Tile>,
}

impl Deal {
    fn from_top(mut pile: Vec<Tile>, players: usize) -> Deal {
        let start_tiles = pile.split_off(pile.len() - players);
        let hands = pile.split_off(pile.len() - 6 * players);
        Deal { start_tiles, hands, rest: pile }
    }

    /// The whole pile in the order of S4.
    fn stacked(self, rule: StartTiles) -> Vec<Tile> {
        let Deal { start_tiles, hands, mut rest } = self;
        rest.extend(match rule {
            StartTiles::Lone => [hands, start_tiles].concat(),
            StartTiles::Found => [start_tiles, hands].concat(),
        });
        rest
    }
}

/// Deals start tiles that are neighbours in one row of the board, or pairs of neighbours in every other row.
fn crowded(pile: &[Tile], players: usize, rng: &mut Dice) -> Deal {
    let (row, column) = (below(rng, 4) as u8, 1 + below(rng, 7) as u8);
    let in_a_row = below(rng, 2) == 0;
    let starts = (0..players as u8).map(|player| {
        if in_a_row { (column + player, row) } else { (column + player % 2, row + player / 2 * 2) }
    });
    let starts: Vec<(u8, u8)> = starts.collect();
    let is_start = |tile: &Tile| starts.contains(&(tile.column(), tile.row()));
    let (start_tiles, mut rest): (Vec<Tile>, Vec<Tile>) = pile.iter().partition(|tile| is_start(tile));
    let hands = rest.split_off(rest.len() - 6 * players);
    Deal { start_tiles, hands, rest }
}

/// The same pile with a cross on top:
///
/// ```text
///   . . A . .      A: the arms, in the hands dealt first
///   . x A x .      o: the centre, drawn some turns later
///   A A o A A      x: the corners, drawn last to keep the arms apart
///   . x A x .
///   . . A . .
/// ```
fn crossed(pile: &[Tile], players: usize, rng: &mut Dice) -> Deal {
    let column = 3 + below(rng, 8) as i16;
    let row = 2 + below(rng, 5) as i16;
    let away = |tile: Tile| (i16::from(tile.column()) - column, i16::from(tile.row()) - row);
    let is_arm = |tile: &Tile| matches!(away(*tile), (0, -2 | -1 | 1 | 2) | (-2 | -1 | 1 | 2, 0));
    let is_centre = |tile: &Tile| away(*tile) == (0, 0);
    let is_corner = |tile: &Tile| matches!(away(*tile), (-1 | 1, -1 | 1));
    let mut rest: Vec<Tile> =
        pile.iter().copied().filter(|tile| !is_arm(tile) && !is_centre(tile) && !is_corner(tile)).collect();
    let start_tiles = rest.split_off(rest.len() - players);
    let fill = rest.split_off(rest.len() - (6 * players - 8));
    let turns_before = rest.split_off(rest.len() - 3 * players - below(rng, 6) as usize);
    let hands = shuffled(fill.into_iter().chain(pile.iter().copied().filter(is_arm)).collect(), rng);
    let corners = pile.iter().copied().filter(is_corner);
    let centre = pile.iter().copied().filter(is_centre);
    let rest = corners.chain(rest).chain(centre).chain(turns_before).collect();
    Deal { start_tiles, hands, rest }
}

impl Dealer for AnyDealer {
    fn draw(&mut self) -> Tile {
        match self {
            AnyDealer::Fair(dealer) => dealer.draw(),
            AnyDealer::Stacked(stack) => stack.pile.pop().expect("the pile has tiles"),
        }
    }

    fn look(&mut self) -> Tile {
        match self {
            AnyDealer::Fair(dealer) => dealer.look(),
            AnyDealer::Stacked(stack) => stack.pile[below(&mut stack.rng, stack.pile.len() as u32) as usize],
        }
    }
}
