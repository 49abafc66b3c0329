//! The checks that make a position valid.

use super::MOST_CASH;
use crate::game::legal::MOST_OFFERS;
use crate::position::{HandState, PlayerState, Position, PositionError, Situation};
use crate::public::{Merger, SetUp};
use crate::{
    Bundle, Cell, Chain, ChainSet, DeadTileExchange, EndDeclaration, EndReason, Game, HAND_SIZE, Holdings,
    MOST_PLAYERS, Money, Offer, SHARES_PER_CHAIN, Seat, Shares, StartTiles, Tile, TileSet,
};

impl Position {
    pub(super) fn check_tiles(&self) -> Result<(), PositionError> {
        let mut seen = self.board.occupied();
        let hands = self.players.iter().filter_map(|player| match player.hand {
            HandState::Known(hand) => Some(hand.tiles()),
            HandState::Count(_) => None,
        });
        for tiles in std::iter::once(self.set_aside).chain(hands) {
            if let Some(tile) = (seen & tiles).iter().next() {
                return Err(PositionError::TileTwice { tile });
            }
            seen = seen | tiles;
        }
        let mut left = Tile::COUNT - self.board.occupied().len() - self.set_aside.len();
        for (seat, player) in Seat::all(MOST_PLAYERS).zip(&self.players) {
            let count = player.hand.len();
            if count > HAND_SIZE.min(left) {
                return Err(PositionError::HandTooLarge { seat });
            }
            left -= count;
        }
        Ok(())
    }

    pub(super) fn check_board(&self) -> Result<(), PositionError> {
        for chain in Chain::ALL {
            let tiles = self.board.tiles(chain);
            if !tiles.is_empty() && (tiles.len() < 2 || !is_connected(tiles)) {
                return Err(PositionError::BrokenChain { chain });
            }
        }
        for tile in self.board.occupied().iter().filter(|&tile| Some(tile) != self.situation.tile()) {
            let own = match self.board.cell(tile) {
                Cell::Chain { chain } => ChainSet::of(chain),
                Cell::Lone | Cell::Empty => ChainSet::EMPTY,
            };
            if !(self.board.touch(tile).chains() - own).is_empty() {
                return Err(PositionError::Touching { tile });
            }
        }
        Ok(())
    }

    pub(super) fn check_players(&self) -> Result<(), PositionError> {
        for chain in Chain::ALL {
            let held = |player: &PlayerState| self.known_shares(player, chain);
            let sum = self.players.iter().filter_map(held).map(u32::from).sum::<u32>();
            let promised: u32 = self
                .players
                .iter()
                .enumerate()
                .filter(|(_, player)| held(player).is_none())
                .map(|(seat, _)| u32::from(self.promised(seat).shares[chain]))
                .sum();
            let sum = sum + promised + u32::from(self.market[chain]);
            let full = u32::from(SHARES_PER_CHAIN);
            let all_known = self.players.iter().all(|player| held(player).is_some());
            if sum > full || all_known && sum < full {
                return Err(PositionError::Shares { chain });
            }
        }
        for (seat, player) in Seat::all(MOST_PLAYERS).zip(&self.players) {
            if player.cash.unwrap_or(self.promised(seat.index()).cash) > MOST_CASH {
                return Err(PositionError::Cash { seat });
            }
        }
        Ok(())
    }

    /// What a player must have because it is their side of an offer (X1).
    fn promised(&self, seat: usize) -> Bundle {
        match self.situation {
            Situation::Answer { offer, .. } if offer.to.index() == seat => offer.take,
            Situation::Answer { offer, .. } if self.turn.index() == seat => offer.give,
            _ => Bundle::default(),
        }
    }

    /// A player's shares of a chain, if the position has them.
    pub(crate) fn known_shares(&self, player: &PlayerState, chain: Chain) -> Option<u8> {
        match (player.shares, self.situation) {
            (Some(shares), _) => Some(shares[chain]),
            (None, Situation::Dispose { defunct, .. }) if defunct == chain => player.revealed,
            (None, _) => None,
        }
    }

    fn check_exchange(&self, game: &Game) -> Result<(), PositionError> {
        let choice = self.rules.options().dead_tile_exchange == DeadTileExchange::Choice;
        ensure(choice, "these rules exchange dead tiles without asking")?;
        ensure(!self.declared, "no tiles are exchanged after the end is declared")?;
        let may_exchange = match self.players[self.turn.index()].hand {
            HandState::Known(_) => game.may_exchange(self.turn),
            HandState::Count(count) => {
                let is_unseen = game.pile().iter().any(|tile| game.is_exchangeable(tile));
                count > 0 && is_unseen && !(game.needs_pile() && game.pile_len() == 0)
            }
        };
        ensure(may_exchange, "no tile in the hand may be exchanged")
    }

    /// Hands are dealt first; then start tiles are drawn in seat order, each settled before the next (S2 to
    /// S4).
    fn check_set_up(&self) -> Result<(), PositionError> {
        let Some(SetUp { left, first }) = self.set_up else {
            return Ok(());
        };
        let found = self.rules.options().start_tiles == StartTiles::Found;
        ensure(found, "start tiles have no effect under these rules")?;
        ensure(
            self.situation.tile().is_some(),
            "during set-up, the game must be waiting for a decision about a start tile",
        )?;
        let drawn = self.turn.index() + 1;
        ensure(
            drawn + usize::from(left) == self.players.len(),
            "the seats still to draw a start tile must be those after the one whose tile is being settled",
        )?;
        let tiles = self.board.occupied();
        ensure(
            tiles.len() == drawn,
            "during set-up, the board must have one tile for each seat that has drawn a start tile",
        )?;
        ensure(first <= self.turn, "the seat with the closest start tile has not drawn one")?;
        let is_closest = tiles.iter().next() == self.situation.tile();
        ensure(
            (first == self.turn) == is_closest,
            "the first turn goes to the seat whose start tile is closest to 1A so far",
        )?;
        ensure(
            !self.declared && self.idle == 0,
            "the end cannot be declared, or a turn passed, during set-up",
        )?;
        ensure(self.set_aside.is_empty(), "no tiles are set aside during set-up")?;
        self.check_players_at_set_up(drawn)
    }

    /// During set-up, players have only their starting cash, the share of a chain they founded, and the
    /// bonuses of a merger, which takes two chains of two tiles and the tile that merges them.
    fn check_players_at_set_up(&self, drawn: usize) -> Result<(), PositionError> {
        ensure(
            self.players.iter().all(|player| player.hand.len() == HAND_SIZE),
            "during set-up, every hand must have six tiles",
        )?;
        // Hidden holdings may be guesses, as in a sample of a view.
        if self.rules.options().holdings == Holdings::Hidden {
            return Ok(());
        }
        let mut cash = self.players.iter().filter_map(|player| player.cash);
        ensure(
            cash.all(|cash| cash == Money::START || drawn >= 5 && cash > Money::START),
            "during set-up, cash can change only by a merger, which takes five start tiles",
        )?;
        let has_at_most_founded = |(seat, player): (usize, &PlayerState)| {
            player.shares.is_none_or(|shares| shares.total() <= u32::from(seat < self.turn.index()))
        };
        ensure(
            self.players.iter().enumerate().all(has_at_most_founded),
            "during set-up, a seat can have only the share of a chain it founded",
        )
    }

    pub(super) fn check_situation(&self, game: &Game) -> Result<(), PositionError> {
        ensure(self.turn.index() < self.players.len(), "nobody sits in the seat whose turn it is")?;
        ensure(
            usize::from(self.idle) <= self.players.len(),
            "more turns without a tile than there are players",
        )?;
        self.check_declaration(game)?;
        self.check_set_up()?;
        if let Some(tile) = self.situation.tile() {
            ensure(self.board.cell(tile) == Cell::Lone, "the tile just placed is not on the board")?;
        }
        match self.situation {
            Situation::Between => ensure(false, "the game is between decisions"),
            Situation::Tile { offers } => {
                let most = if self.rules.options().trading { MOST_OFFERS } else { 0 };
                ensure(offers <= most, "more offers have been made than the rules allow")
            }
            Situation::Answer { offers, offer } => self.check_offer(offers, &offer),
            Situation::Found { tile } => {
                let touch = self.board.touch(tile);
                let founds = touch.has_lone() && touch.chains().is_empty() && game.active() != ChainSet::ALL;
                ensure(founds, "the tile just placed founds nothing")
            }
            Situation::Survivor { .. } => {
                let merging = game.turn.merger.merging;
                ensure(merging.has_several(), "the tile just placed merges nothing")?;
                ensure(!(merging & game.safe).has_several(), "safe chains never merge")?;
                ensure(game.survivors().has_several(), "there is no choice of a survivor")
            }
            Situation::Defunct { .. } => {
                check_merger(game)?;
                ensure(game.next_to_dissolve().has_several(), "there is no choice of a chain to dissolve")
            }
            Situation::Dispose { player, defunct, .. } => {
                check_merger(game)?;
                ensure(game.next_to_dissolve().contains(defunct), "another chain must be dissolved first")?;
                ensure(player.index() < self.players.len(), "nobody sits in the seat to act")?;
                ensure(
                    game.shares(player)[defunct] > 0,
                    "the player to act has no share of the dissolved chain",
                )
            }
            Situation::Buy => Ok(()),
            Situation::Close => ensure(game.can_end() && !self.declared, "the end cannot be declared"),
            Situation::Exchange => self.check_exchange(game),
            Situation::Over { reason } => self.check_end(game, reason),
        }
    }

    /// An end can be declared only with a chain on the board, under rules that let the game go on (E1, E2).
    fn check_declaration(&self, game: &Game) -> Result<(), PositionError> {
        let may_stay_declared = self.rules.options().end_declaration != EndDeclaration::StartOrEnd
            || matches!(self.situation, Situation::Over { .. });
        ensure(!self.declared || may_stay_declared, "a declaration ends the game at once under these rules")?;
        ensure(
            !self.declared || !game.active().is_empty(),
            "the end is declared without a chain on the board",
        )?;
        let is_before_tile = matches!(self.situation, Situation::Tile { .. } | Situation::Answer { .. });
        ensure(
            !(self.declared && is_before_tile) || game.can_end(),
            "the end was declared before the tile, when it could not be",
        )
    }

    /// An offer is to another player, changes something, and gives only what both sides have (X1).
    fn check_offer(&self, offers: u8, offer: &Offer) -> Result<(), PositionError> {
        ensure(self.rules.options().trading, "these rules do not allow trading between players")?;
        ensure((1..=MOST_OFFERS).contains(&offers), "the number of offers must be 1 to 10")?;
        ensure(
            offer.to != self.turn && offer.to.index() < self.players.len(),
            "the offer is not to another player",
        )?;
        ensure(offer.give != offer.take, "the offer changes nothing")?;
        let sides = [(self.turn, offer.give), (offer.to, offer.take)];
        let affordable = sides.iter().all(|(seat, bundle)| {
            let player = &self.players[seat.index()];
            player.cash.is_none_or(|cash| bundle.cash <= cash)
                && player.shares.is_none_or(|shares| bundle.shares.fits(shares))
        });
        ensure(affordable, "a player does not have what the offer says they give")
    }

    /// A game is over for a reason that holds (E2, E3), and shares of active chains have been sold (E4).
    fn check_end(&self, game: &Game, reason: EndReason) -> Result<(), PositionError> {
        let has_tiles = game.pile_len() > 0 || self.players.iter().any(|player| !player.hand.is_empty());
        ensure(reason != EndReason::AllTilesPlayed || !has_tiles, "not all tiles have been played")?;
        ensure(reason != EndReason::Declared || self.declared, "the end was not declared")?;
        let sold = self.players.iter().filter_map(|player| player.shares);
        ensure(
            sold.flat_map(Shares::iter).all(|(chain, _)| !game.active().contains(chain)),
            "shares of active chains have not been sold",
        )
    }
}

fn ensure(holds: bool, why: &'static str) -> Result<(), PositionError> {
    if holds { Ok(()) } else { Err(PositionError::Situation { why }) }
}

fn check_merger(game: &Game) -> Result<(), PositionError> {
    let Merger { merging, unsettled, survivor, .. } = game.turn.merger;
    ensure(merging.has_several(), "the tile just placed merges nothing")?;
    ensure(!(merging & game.safe).has_several(), "safe chains never merge")?;
    ensure(game.survivors().contains(survivor), "the survivor is not among the largest")?;
    let others = merging - ChainSet::of(survivor);
    ensure(
        !unsettled.is_empty() && (unsettled - others).is_empty(),
        "the chains to dissolve must be part of the merger",
    )?;
    let settled = others - unsettled;
    let largest_left = unsettled.iter().map(|chain| game.size(chain)).max().unwrap_or(0);
    ensure(
        settled.iter().all(|chain| game.size(chain) >= largest_left),
        "a larger chain must be dissolved first",
    )
}

fn is_connected(tiles: TileSet) -> bool {
    let mut reached: TileSet = tiles.iter().take(1).collect();
    loop {
        let around: TileSet = reached.iter().flat_map(Tile::neighbours).collect();
        let grown = reached | around & tiles;
        if grown == reached {
            return reached == tiles;
        }
        reached = grown;
    }
}
