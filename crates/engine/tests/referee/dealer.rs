//! Dealers: fair ones, and ones that steer towards rare paths.

use mergemaker_engine::{Dealer, Dice, RandomDealer, Tile, below};

use super::judge::{Effect, Referee, space};

/// Whom the tiles come from.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Mood {
    /// The engine's own random dealer.
    Fair,
    /// Tiles that cannot be played come first.
    Spiteful,
    /// Lone tiles and new chains come first, and tiles that cannot be played late: hands get stuck when
    /// hardly any tile is left.
    Sparing,
    /// The tiles of a cross come first, and later its centre: four chains that meet in one tile.
    Crossing,
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
    pub(crate) fn new(mood: Mood, players: usize, mut rng: Dice) -> AnyDealer {
        if mood == Mood::Fair {
            return AnyDealer::Fair(RandomDealer::new(rng));
        }
        let mut pile: Vec<Tile> = Tile::all().collect();
        for last in (1..pile.len()).rev() {
            pile.swap(last, below(&mut rng, last as u32 + 1) as usize);
        }
        if mood == Mood::Crossing {
            pile = crossed(&pile, players, &mut rng);
        }
        AnyDealer::Stacked(Stack { mood, pile, rng })
    }

    /// Looks at the board before the next draw.
    pub(crate) fn look_at(&mut self, referee: &Referee) {
        let AnyDealer::Stacked(stack) = self else { return };
        // Saved up until there are just enough tiles left to fill every hand with them.
        let late = if stack.pile.len() > 6 * referee.players + 3 { 1 } else { 4 };
        match stack.mood {
            Mood::Spiteful => stack.pile.sort_by_cached_key(|&tile| match referee.effect(space(tile)) {
                Effect::Dead | Effect::Eighth => 1,
                Effect::Alone | Effect::Founds | Effect::Joins(_) | Effect::Merges(_) => 0,
            }),
            Mood::Sparing => stack.pile.sort_by_cached_key(|&tile| match referee.effect(space(tile)) {
                Effect::Alone | Effect::Founds => 3,
                Effect::Dead | Effect::Eighth => late,
                Effect::Joins(_) => 2,
                Effect::Merges(_) => 0,
            }),
            Mood::Fair | Mood::Crossing => {}
        }
    }
}

/// The same pile with a cross on top:
///
/// ```text
///   . . A . .      A: the arms, in the hands dealt first
///   . x A x .      o: the centre, drawn some turns later
///   A A o A A      x: the corners, drawn last, so that the arms stay apart
///   . x A x .
///   . . A . .
/// ```
fn crossed(pile: &[Tile], players: usize, rng: &mut Dice) -> Vec<Tile> {
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
    let mut hands: Vec<Tile> = fill.into_iter().chain(pile.iter().copied().filter(is_arm)).collect();
    for last in (1..hands.len()).rev() {
        hands.swap(last, below(rng, last as u32 + 1) as usize);
    }
    let corners = pile.iter().copied().filter(is_corner);
    let centre = pile.iter().copied().filter(is_centre);
    corners.chain(rest).chain(centre).chain(turns_before).chain(hands).chain(start_tiles).collect()
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
