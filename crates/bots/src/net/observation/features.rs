//! What the numbers of an observation are computed from.

use mergemaker_engine::{Chain, Choosing, Hand, MOST_PLAYERS, Money, Seat, TileSet, View};

use super::purchase::Bought;
use crate::standing;

/// The bank competes with the column of a drawn tile (P5); the middle column is used as an approximation.
pub(super) const BANK: u8 = 6;

/// Intermediate values that are used more than once.
pub(super) struct Features<'a> {
    pub(super) view: &'a View,
    pub(super) choosing: &'a Choosing,
    pub(super) players: usize,
    /// The seats in order, the viewer's first.
    pub(super) seats: [Seat; MOST_PLAYERS],
    pub(super) hand: Hand,
    pub(super) spaces: Spaces,
    pub(super) shares: [[u8; MOST_PLAYERS]; Chain::COUNT],
    /// The bank's shares of every chain; 0 if it does not compete.
    pub(super) bank: u8,
    pub(super) bonuses: [[Money; MOST_PLAYERS]; Chain::COUNT],
    /// Everybody's final money if the game ended now.
    pub(super) worth: [u32; MOST_PLAYERS],
    /// The state after buying what has been picked so far.
    pub(super) bought: Bought,
}

impl<'a> Features<'a> {
    #[inline(always)]
    pub(super) fn of(view: &'a View, choosing: &'a Choosing) -> Features<'a> {
        let players = view.players();
        let me = view.viewer().unwrap_or(view.turn());
        let seats = std::array::from_fn(|place| Seat::new((me.index() + place) % players).unwrap_or(me));
        let hand = view.hand().unwrap_or_default();
        let spaces = Spaces::of(view, hand);
        let shares: [[u8; MOST_PLAYERS]; Chain::COUNT] =
            Chain::ALL.map(|chain| standing::shares_by_seat(view, chain));
        let bank = if view.bank_competes() { BANK } else { 0 };
        let options = view.rules().options();
        let mut worth = [0; MOST_PLAYERS];
        for seat in view.seats() {
            worth[seat.index()] = view.cash(seat).unwrap_or(Money::ZERO).0;
        }
        let mut bonuses = [[Money::ZERO; MOST_PLAYERS]; Chain::COUNT];
        for chain in view.active().iter() {
            let (index, price) = (chain.index(), view.price(chain));
            bonuses[index] = options.bonuses.paid(price, shares[index], bank);
            for seat in 0..players {
                worth[seat] += bonuses[index][seat].0 + (price * shares[index][seat]).0;
            }
        }
        Features {
            view,
            choosing,
            players,
            seats,
            hand,
            spaces,
            shares,
            bank,
            bonuses,
            worth,
            bought: Bought::new(view, choosing.picked(), shares, bonuses, worth, bank),
        }
    }

    /// The viewer's lead over the best other player.
    #[inline(always)]
    pub(super) fn lead(&self, worth: &[u32; MOST_PLAYERS]) -> f32 {
        let best = self.seats[1..self.players].iter().map(|seat| worth[seat.index()]).max().unwrap_or(0);
        worth[self.seats[0].index()] as f32 - best as f32
    }
}

/// The spaces of the board by what is on them and beside them.
pub(super) struct Spaces {
    /// Spaces of the tiles in hand.
    pub(super) hand: TileSet,
    /// Empty spaces that can still be filled.
    pub(super) free: TileSet,
    pub(super) dead: TileSet,
    pub(super) lone: TileSet,
    pub(super) lone_near: TileSet,
    pub(super) chain_tiles: TileSet,
    pub(super) chains: [TileSet; Chain::COUNT],
    /// Free spaces adjacent to each chain, and free spaces adjacent to those.
    pub(super) near: [TileSet; Chain::COUNT],
    pub(super) nearer: [TileSet; Chain::COUNT],
}

impl Spaces {
    #[inline(always)]
    fn of(view: &View, hand: Hand) -> Spaces {
        let (chains, lone) = view.board().sets();
        let chain_tiles = chains.iter().fold(TileSet::EMPTY, |all, &tiles| all | tiles);
        let (mut once, mut dead) = (TileSet::EMPTY, TileSet::EMPTY);
        for chain in view.safe().iter() {
            let near = chains[chain.index()].around();
            dead = dead | (once & near);
            once = once | near;
        }
        let free = TileSet::ALL - chain_tiles - lone - view.set_aside() - dead;
        let near = chains.map(|tiles| tiles.around() & free);
        Spaces {
            hand: hand.iter().collect(),
            free,
            dead: dead - chain_tiles - lone - view.set_aside(),
            lone,
            lone_near: lone.around(),
            chain_tiles,
            chains,
            near,
            nearer: near.map(|near| near.around() & free),
        }
    }
}
