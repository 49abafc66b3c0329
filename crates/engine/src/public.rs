//! What everyone at the table sees of a game: everything except hands, cash and shares.

use serde::{Deserialize, Serialize};

use crate::game::legal::{MOST_OFFERS, require};
use crate::lanes::{HIGH, ONES, lane, with_lane};
use crate::price::Prices;
use crate::{
    Board, Cell, Chain, ChainSet, DeadTiles, EndDeclaration, EndReason, HAND_SIZE, Money, Offer, Phase,
    RuleError, Rules, SAFE_SIZE, Seat, Shares, Tile, TilePlay, TileSet, WINNING_SIZE,
};

/// The part of a game that everyone sees under any rules. [`Game`](crate::Game) and [`View`](crate::View)
/// both contain it and deref to it, so both have all its methods.
///
/// It never contains hands, cash or shares, even if holdings are open, nor anything that could give them
/// away: a game has all of them, a view those that its viewer may know.
///
/// ```
/// use mergemaker_engine::{Dice, Game, Preset, PublicState, RandomDealer, Rules, Table};
/// fn sizes(state: &PublicState) -> Vec<u8> {
///     state.active().iter().map(|chain| state.size(chain)).collect()
/// }
/// let table = Table::new(Rules::of(Preset::Renegade), 3)?;
/// let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
/// let view = game.view(Some(game.turn()));
/// assert_eq!(sizes(&game), sizes(&view));
/// # Ok::<(), mergemaker_engine::RulesError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PublicState {
    pub(crate) board: Board,
    pub(crate) set_aside: TileSet,
    pub(crate) turn: Turn,
    pub(crate) rules: Rules,
    pub(crate) players: u8,
    pub(crate) offer: Offer,

    // Cached values that follow from the rest of the game. `Game::recomputed` computes them from scratch.
    pub(crate) market: Shares,
    pub(crate) chains: Chains,
    pub(crate) active: ChainSet,
    pub(crate) safe: ChainSet,
    pub(crate) can_end: bool,
    pub(crate) pile_len: u8,
}

/// The size and the price of each chain.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Chains {
    pub(crate) sizes: Sizes,
    pub(crate) prices: Prices,
}

impl PublicState {
    /// The seat to act; none when the game is over.
    #[inline]
    #[must_use]
    pub fn to_act(&self) -> Option<Seat> {
        match self.turn.phase {
            Phase::Over | Phase::Between => None,
            _ => Some(self.turn.actor),
        }
    }

    /// What the game waits for.
    #[inline]
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.turn.phase
    }

    /// Whose turn it is.
    #[must_use]
    pub fn turn(&self) -> Seat {
        self.turn.seat
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The number of players.
    #[must_use]
    pub fn players(&self) -> usize {
        self.players.into()
    }

    /// The seats, in order.
    #[must_use]
    pub fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + use<> {
        Seat::all(self.players.into())
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// How many tiles a chain has; 0 when it is not active.
    #[must_use]
    pub fn size(&self, chain: Chain) -> u8 {
        self.chains.sizes.of(chain)
    }

    /// The current price of a share of a chain (B5); zero when it is not active.
    #[must_use]
    pub fn price(&self, chain: Chain) -> Money {
        self.chains.prices.of(chain)
    }

    /// The chains on the board (B4).
    #[must_use]
    pub fn active(&self) -> ChainSet {
        self.active
    }

    /// The chains of 11 tiles or more (B4).
    #[must_use]
    pub fn safe(&self) -> ChainSet {
        self.safe
    }

    /// The shares nobody holds.
    #[must_use]
    pub fn market(&self) -> Shares {
        self.market
    }

    /// How many tiles the pile has.
    #[must_use]
    pub fn pile_len(&self) -> usize {
        self.pile_len.into()
    }

    /// The tiles out of the game (T11, T13).
    #[must_use]
    pub fn set_aside(&self) -> TileSet {
        self.set_aside
    }

    /// Whether the end has been declared this turn (E2).
    #[must_use]
    pub fn is_declared(&self) -> bool {
        self.turn.declared
    }

    /// The offer waiting for an answer (X1).
    #[must_use]
    pub fn offer(&self) -> Option<&Offer> {
        (self.turn.phase == Phase::Answer).then_some(&self.offer)
    }

    /// How many offers have been made this turn (X1).
    #[must_use]
    pub fn offers(&self) -> u8 {
        self.turn.offers
    }

    /// The tile just placed, if its effect is not settled yet.
    #[must_use]
    pub fn unsettled_tile(&self) -> Option<Tile> {
        match self.turn.phase {
            Phase::Found | Phase::Survivor | Phase::Defunct | Phase::Dispose => Some(self.turn.merger.tile),
            _ => None,
        }
    }

    /// The survivor of the merger under way, once it is known (M1).
    #[must_use]
    pub fn survivor(&self) -> Option<Chain> {
        matches!(self.turn.phase, Phase::Defunct | Phase::Dispose).then_some(self.turn.merger.survivor)
    }

    /// The chain being dissolved (M3).
    #[must_use]
    pub fn defunct(&self) -> Option<Chain> {
        (self.turn.phase == Phase::Dispose).then_some(self.turn.merger.defunct)
    }

    /// The merging chains, including the survivor, while a merger is being settled (M1).
    #[must_use]
    pub fn merging(&self) -> ChainSet {
        self.turn.merger.merging
    }

    /// The merging chains that are not settled: all of them until the survivor is known, then those still to
    /// be dissolved, including the current one (M2).
    #[must_use]
    pub fn unsettled(&self) -> ChainSet {
        self.turn.merger.unsettled
    }

    /// The effect of placing a tile now (T3 to T9).
    ///
    /// ```
    /// use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table, TilePlay};
    /// let table = Table::new(Rules::of(Preset::Renegade), 3)?;
    /// let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let tile = game.board().lone().iter().next().unwrap().neighbours().next().unwrap();
    /// assert_eq!(game.tile_play(tile), TilePlay::Found);
    /// # Ok::<(), mergemaker_engine::RulesError>(())
    /// ```
    #[must_use]
    pub fn tile_play(&self, tile: Tile) -> TilePlay {
        let touch = self.board.touch(tile);
        let chains = touch.chains();
        match chains.first() {
            _ if touch.is_nothing() => TilePlay::Lone,
            None if self.active == ChainSet::ALL => TilePlay::EighthChain,
            None => TilePlay::Found,
            Some(chain) if !chains.has_several() => TilePlay::Grow { chain },
            Some(_) if (chains & self.safe).has_several() => TilePlay::Dead,
            Some(_) => TilePlay::Merge { chains },
        }
    }

    /// Whether the condition of E1 holds: a chain has 41 tiles, or every active chain is safe.
    #[inline]
    #[must_use]
    pub fn can_end(&self) -> bool {
        self.can_end
    }

    /// Whether the player to act may declare the end now (E1, E2).
    #[must_use]
    pub fn may_declare(&self) -> bool {
        self.check_declaration().is_ok()
    }

    /// Whether the player to act may offer a trade now (X1).
    #[inline]
    #[must_use]
    pub fn may_offer(&self) -> bool {
        self.turn.phase == Phase::Tile && self.rules.options().trading && self.turn.offers < MOST_OFFERS
    }

    /// The progress of the set-up, while start tiles that act like placed tiles are being drawn (S3); none
    /// once the first turn has begun.
    #[must_use]
    pub fn set_up(&self) -> Option<SetUp> {
        self.turn.set_up
    }

    /// The most tiles that may be exchanged at once (T11).
    #[must_use]
    pub fn most_exchanged(&self) -> usize {
        match self.rules.options().dead_tiles {
            DeadTiles::ReplaceOne => 1,
            DeadTiles::ReplaceAll | DeadTiles::ReplaceUntilPlayable | DeadTiles::DiscardThenDraw => HAND_SIZE,
        }
    }

    /// Whether the player to act has declared the end and may end the game without finishing the turn (E2).
    #[inline]
    #[must_use]
    pub fn may_end_at_once(&self) -> bool {
        self.turn.declared
            && self.rules.options().end_declaration == EndDeclaration::MayFinish
            && matches!(self.turn.phase, Phase::Tile | Phase::Buy)
    }

    /// The tiles of the chain about to be founded, any of which may get the headquarters (S5). Empty unless a
    /// chain is to be founded.
    ///
    /// ```
    /// use mergemaker_engine::{Action, Dice, Game, Preset, RandomDealer, Rules, Table, TilePlay};
    /// let table = Table::new(Rules::of(Preset::Classic), 2)?;
    /// let mut dealer = RandomDealer::new(Dice::new(1));
    /// let mut game = Game::start(table, &mut dealer, &mut ());
    /// let tile = loop {
    ///     match game.legal_actions()[0] {
    ///         Action::Place { tile } if game.tile_play(tile) == TilePlay::Found => break tile,
    ///         action => game.apply_unchecked(&action, &mut dealer, &mut ()),
    ///     }
    /// };
    /// assert!(game.founding_tiles().is_empty());
    /// game.apply_unchecked(&Action::Place { tile }, &mut dealer, &mut ());
    /// assert!(game.founding_tiles().contains(tile) && game.founding_tiles().len() >= 2);
    /// # Ok::<(), mergemaker_engine::RulesError>(())
    /// ```
    #[must_use]
    pub fn founding_tiles(&self) -> TileSet {
        if self.turn.phase != Phase::Found {
            return TileSet::EMPTY;
        }
        let tile = self.turn.merger.tile;
        let is_lone = |&tile: &Tile| self.board.cell(tile) == Cell::Lone;
        let mut tiles: TileSet = std::iter::once(tile).collect();
        loop {
            let joining: TileSet = tiles.iter().flat_map(Tile::neighbours).filter(is_lone).collect();
            let grown = tiles | joining;
            if grown == tiles {
                return tiles;
            }
            tiles = grown;
        }
    }

    /// Whether the bank competes for bonuses (P5).
    #[inline]
    #[must_use]
    pub fn bank_competes(&self) -> bool {
        self.rules.options().bank_shareholder && self.players == 2 && self.pile_len > 0
    }

    /// The chains the mergemaker may let survive (M1).
    pub(crate) fn survivors(&self) -> ChainSet {
        self.largest(self.turn.merger.merging)
    }

    /// The chains that may be dissolved next (M2).
    pub(crate) fn next_to_dissolve(&self) -> ChainSet {
        self.largest(self.turn.merger.unsettled)
    }

    pub(crate) fn check_declaration(&self) -> Result<(), RuleError> {
        require(self.turn.phase != Phase::Over, RuleError::GameOver)?;
        require(!self.turn.declared, RuleError::EndDeclared)?;
        require(self.can_end(), RuleError::EndTooEarly)?;
        self.check_moment_of_declaration()
    }

    /// Whether the end may be declared at this moment of the turn (E2).
    fn check_moment_of_declaration(&self) -> Result<(), RuleError> {
        let options = self.rules.options();
        match (self.turn.phase, options.end_declaration) {
            (Phase::Tile | Phase::Buy, EndDeclaration::DuringTurn | EndDeclaration::MayFinish)
            | (Phase::Close, _) => Ok(()),
            (Phase::Tile, EndDeclaration::StartOrEnd) if self.turn.offers == 0 => Ok(()),
            (_, EndDeclaration::DuringTurn | EndDeclaration::MayFinish) => Err(RuleError::EndNotNow {
                when: "declare it before placing the tile, or before or after buying",
            }),
            (_, EndDeclaration::StartOrEnd) => Err(RuleError::EndNotNow {
                when: "declare it at the very start of the turn, or after buying",
            }),
        }
    }

    /// The largest of these chains; several if they are equally large.
    pub(crate) fn largest(&self, chains: ChainSet) -> ChainSet {
        let mut largest = ChainSet::EMPTY;
        let mut most = 0;
        for chain in chains.iter() {
            let size = self.size(chain);
            if size > most {
                most = size;
                largest = ChainSet::EMPTY;
            }
            if size == most {
                largest.insert(chain);
            }
        }
        largest
    }

    #[inline]
    pub(crate) fn set_size(&mut self, chain: Chain, size: u8) {
        self.chains.sizes.0 = with_lane(self.chains.sizes.0, chain, size);
        self.chains.prices.set(chain, size);
        let bit = 1 << chain as u8;
        self.active.0 = if size == 0 { self.active.0 & !bit } else { self.active.0 | bit };
        self.safe.0 = if size < SAFE_SIZE { self.safe.0 & !bit } else { self.safe.0 | bit };
        self.can_end =
            !self.active.is_empty() && (self.active == self.safe || self.chains.sizes.has_winning());
    }

    pub(crate) fn hides_holdings(&self) -> bool {
        self.rules.hides_holdings() && self.turn.ended.is_none()
    }
}

/// The progress of the game: whose turn it is, and what is left of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Turn {
    /// What the game waits for.
    pub(crate) phase: Phase,
    /// Whose turn it is.
    pub(crate) seat: Seat,
    /// The seat to act: the player whose turn it is, except for answers and disposals.
    pub(crate) actor: Seat,
    /// How the game ended, if it has.
    pub(crate) ended: Option<EndReason>,
    /// Whether the end has been declared this turn (E2).
    pub(crate) declared: bool,
    /// How many turns in a row had no tile placed, up to one per player (E3).
    pub(crate) idle: u8,
    /// How many offers have been made this turn (X1).
    pub(crate) offers: u8,
    /// The progress of the set-up, while start tiles that act like placed tiles are being drawn (S3).
    pub(crate) set_up: Option<SetUp>,
    /// The current merger or founding.
    pub(crate) merger: Merger,
}

/// The progress of drawing start tiles (S3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SetUp {
    /// How many seats have yet to draw.
    pub left: u8,
    /// The seat whose tile is closest to 1A so far, which would start (S2).
    pub first: Seat,
}

/// A placed tile whose effect is not settled yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Merger {
    /// The tile.
    pub(crate) tile: Tile,
    /// The merging chains, including the survivor.
    pub(crate) merging: ChainSet,
    /// The chains still to be dissolved, including the current one.
    pub(crate) unsettled: ChainSet,
    /// The chain that survives.
    pub(crate) survivor: Chain,
    /// The chain being dissolved.
    pub(crate) defunct: Chain,
}

impl Merger {
    pub(crate) const NONE: Merger = Merger {
        tile: Tile::ORDERED[0],
        merging: ChainSet::EMPTY,
        unsettled: ChainSet::EMPTY,
        survivor: Chain::Luxor,
        defunct: Chain::Luxor,
    };
}

/// The size of each chain, one lane per chain.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Sizes(u64);

impl Sizes {
    #[inline]
    fn of(self, chain: Chain) -> u8 {
        lane(self.0, chain)
    }

    /// Whether some chain is large enough for the end (E1): adding `REACH` to all lanes at once sets its
    /// highest bit.
    #[inline]
    fn has_winning(self) -> bool {
        const REACH: u64 = ONES * (0x80 - WINNING_SIZE as u64);
        (self.0 + REACH) & HIGH != 0
    }
}

/// A placeholder for when there is no offer.
pub(crate) fn no_offer() -> Offer {
    Offer { to: Seat::FIRST, give: crate::Bundle::default(), take: crate::Bundle::default() }
}
