//! The referee: a game of Acquire as plain collections, updated event by event.
//!
//! Written from the rulebook alone. Slow on purpose: sizes are counted, groups are flood-filled, and nothing
//! is stored that the board shows.

use std::collections::{BTreeMap, BTreeSet};

use mergemaker_engine::{
    Action, Bundle, DeadTileExchange, DeadTiles, DiscardReason, EighthChainTiles, EndDeclaration, EndReason,
    Hand, Offer, Options, RulesVersion, Shares, StartTiles, Tile,
};

use super::figures::{self, HOTELS, Hotel, hotel};

/// A column (1 to 12) and a row (0 for A to 8 for I).
pub(crate) type Space = (u8, u8);

/// Why an event or decision is not allowed.
pub(crate) type Fault = &'static str;

#[derive(Clone, Debug)]
pub(crate) struct Referee {
    pub(crate) version: RulesVersion,
    pub(crate) options: Options,
    /// The players by seat.
    pub(crate) players: Vec<Player>,
    /// The tiles on the board, with their chain if they have one.
    pub(crate) board: BTreeMap<Space, Option<Hotel>>,
    pub(crate) aside: BTreeSet<Space>,
    pub(crate) pile: BTreeSet<Space>,
    pub(crate) turn: Turn,
    pub(crate) notes: Notes,
    pub(super) stage: Stage,
    pub(super) set_up: SetUp,
    pub(super) merger: Option<Merger>,
    pub(super) ending: Option<EndReason>,
}

/// What a player has.
#[derive(Clone, Debug)]
pub(crate) struct Player {
    pub(crate) hand: BTreeSet<Space>,
    pub(crate) cash: i64,
    pub(crate) shares: BTreeMap<Hotel, i64>,
}

/// The turn being played. During set-up, the seat is the one whose start tile is being settled.
#[derive(Clone, Default, Debug)]
pub(crate) struct Turn {
    pub(crate) seat: usize,
    pub(crate) declared: bool,
    pub(super) placed: bool,
    /// Offers made in this turn (X1).
    pub(super) offers: usize,
    /// How many turns without a tile came right before (E3).
    pub(super) idle_before: usize,
}

/// The set-up: start tiles by seat (S2).
#[derive(Clone, Default, Debug)]
pub(super) struct SetUp {
    pub(super) start_tiles: Vec<Space>,
    /// Whether the first turn has begun.
    pub(super) is_over: bool,
}

/// What the tests want to know. It decides nothing.
#[derive(Clone, Default, Debug)]
pub(crate) struct Notes {
    /// How often each rare path was taken.
    pub(crate) seen: BTreeMap<&'static str, usize>,
    /// The chains that were ever dissolved.
    pub(super) dissolved: BTreeSet<Hotel>,
}

#[derive(Clone, Debug)]
pub(super) struct Merger {
    pub(super) tile: Space,
    /// Counted without the merging tile (M1).
    pub(super) sizes: BTreeMap<Hotel, usize>,
    pub(super) survivor: Option<Hotel>,
    pub(super) left: BTreeSet<Hotel>,
    pub(super) dissolving: Option<Hotel>,
}

/// The game waits for an event, or a consequence of the rules is due.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Stage {
    Wait(Wait),
    Consequence(Consequence),
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Wait {
    StartTile {
        seat: usize,
    },
    Deal {
        seat: usize,
    },
    Discard {
        tiles: BTreeSet<Space>,
        reason: DiscardReason,
        then: Consequence,
    },
    /// T11, `choice`: which of these tiles to exchange.
    Exchange {
        tiles: BTreeSet<Space>,
        round: usize,
    },
    Draw {
        count: usize,
        then: Consequence,
    },
    BankTile {
        chain: Hotel,
    },
    BeforeTile,
    Answer {
        offer: Offer,
    },
    Found {
        tile: Space,
    },
    Survivor {
        choices: BTreeSet<Hotel>,
    },
    Defunct {
        choices: BTreeSet<Hotel>,
    },
    Dispose {
        seat: usize,
        steps: usize,
    },
    /// T10: at the prices after the tile.
    Buy {
        prices: BTreeMap<Hotel, i64>,
    },
    AfterBuy,
    End,
    Nothing,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Consequence {
    StartTile,
    TurnBegins,
    TurnGoesOn,
    RedrawHand,
    TileDone,
    NextDissolved,
    PayBonuses { chain: Hotel, bank: i64 },
    Disposals { steps: usize },
    Bought,
    TurnEnds,
    Unplayable { round: usize },
    Replace { count: usize, round: usize },
    NothingToExchange,
    TurnOver,
    Scoring { next: usize },
}

/// The effect of placing a tile (T3 to T9).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    Alone,
    Founds,
    Joins(Hotel),
    Merges(BTreeSet<Hotel>),
    Dead,
    Eighth,
}

pub(crate) fn space(tile: Tile) -> Space {
    (tile.column(), tile.row())
}

pub(crate) fn tile((column, row): Space) -> Tile {
    Tile::new(column, row).expect("a space of the board")
}

pub(super) fn counts(shares: Shares) -> BTreeMap<Hotel, i64> {
    shares.iter().map(|(chain, count)| (hotel(chain), i64::from(count))).collect()
}

/// Spaces above, below, left and right (B2).
pub(super) fn neighbours((column, row): Space) -> Vec<Space> {
    let mut found = Vec::new();
    if column > 1 {
        found.push((column - 1, row));
    }
    if column < 12 {
        found.push((column + 1, row));
    }
    if row > 0 {
        found.push((column, row - 1));
    }
    if row < 8 {
        found.push((column, row + 1));
    }
    found
}

/// Read-only queries.
impl Referee {
    pub(crate) fn new(version: RulesVersion, options: Options, players: usize) -> Referee {
        let none: BTreeMap<Hotel, i64> = HOTELS.into_iter().map(|name| (name, 0)).collect();
        // S4: if start tiles found chains, the hands are dealt first.
        let first = match options.start_tiles {
            StartTiles::Lone => Wait::StartTile { seat: 0 },
            StartTiles::Found => Wait::Deal { seat: 0 },
        };
        Referee {
            version,
            options,
            players: vec![Player { hand: BTreeSet::new(), cash: 6000, shares: none }; players],
            board: BTreeMap::new(),
            aside: BTreeSet::new(),
            pile: (1..=12).flat_map(|column| (0..9).map(move |row| (column, row))).collect(),
            turn: Turn::default(),
            notes: Notes::default(),
            stage: Stage::Wait(first),
            set_up: SetUp::default(),
            merger: None,
            ending: None,
        }
    }

    /// The hand of the player whose turn it is.
    pub(crate) fn hand(&self) -> &BTreeSet<Space> {
        &self.players[self.turn.seat].hand
    }

    pub(crate) fn size(&self, chain: Hotel) -> usize {
        self.board.values().filter(|&&owner| owner == Some(chain)).count()
    }

    pub(crate) fn price(&self, chain: Hotel) -> i64 {
        figures::price(chain, self.size(chain))
    }

    pub(crate) fn market(&self, chain: Hotel) -> i64 {
        25 - self.players.iter().map(|player| player.shares[&chain]).sum::<i64>()
    }

    /// The active chains with their sizes.
    pub(crate) fn sizes(&self) -> BTreeMap<Hotel, usize> {
        let mut sizes = BTreeMap::new();
        for hotel in self.board.values().filter_map(|&owner| owner) {
            *sizes.entry(hotel).or_default() += 1;
        }
        sizes
    }

    /// The share prices of the active chains.
    pub(super) fn prices(&self) -> BTreeMap<Hotel, i64> {
        self.sizes().into_iter().map(|(hotel, size)| (hotel, figures::price(hotel, size))).collect()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.stage == Stage::Wait(Wait::Nothing)
    }

    pub(crate) fn is_before_tile(&self) -> bool {
        self.stage == Stage::Wait(Wait::BeforeTile)
    }

    /// Whether the player has placed no tile this turn, but the previous player has.
    pub(crate) fn is_first_turn_without_a_tile(&self) -> bool {
        !self.turn.placed && self.turn.idle_before == 0
    }

    pub(crate) fn ending(&self) -> Option<EndReason> {
        self.ending
    }

    /// E4: most money wins.
    pub(crate) fn winners(&self) -> Vec<usize> {
        let most = self.players.iter().map(|player| player.cash).max().expect("there are players");
        (0..self.players.len()).filter(|&seat| self.players[seat].cash == most).collect()
    }

    /// E1.
    pub(crate) fn may_end(&self) -> bool {
        let sizes = self.sizes();
        sizes.values().any(|&size| size >= 41) || !sizes.is_empty() && sizes.values().all(|&size| size >= 11)
    }

    /// T3 to T9.
    pub(crate) fn effect(&self, tile: Space) -> Effect {
        let around: Vec<Option<Hotel>> =
            neighbours(tile).iter().filter_map(|space| self.board.get(space).copied()).collect();
        let chains: BTreeSet<Hotel> = around.iter().filter_map(|&owner| owner).collect();
        if chains.iter().filter(|&&chain| self.size(chain) >= 11).count() >= 2 {
            Effect::Dead
        } else if chains.len() >= 2 {
            Effect::Merges(chains)
        } else if let Some(&chain) = chains.first() {
            Effect::Joins(chain)
        } else if around.is_empty() {
            Effect::Alone
        } else if self.sizes().len() == 7 {
            Effect::Eighth
        } else {
            Effect::Founds
        }
    }

    fn is_playable(&self, tile: Space) -> bool {
        !matches!(self.effect(tile), Effect::Dead | Effect::Eighth)
    }

    pub(super) fn has_playable_tile(&self, seat: usize) -> bool {
        self.players[seat].hand.iter().any(|&tile| self.is_playable(tile))
    }

    /// E2, `may_finish`: whether the player may end the game instead of placing or buying.
    pub(crate) fn may_end_at_once(&self) -> bool {
        let instead = matches!(self.stage, Stage::Wait(Wait::BeforeTile | Wait::Buy { .. }));
        self.turn.declared && instead && self.options.end_declaration == EndDeclaration::MayFinish
    }

    /// The tiles that the player is asked about (T11); empty unless they are asked now.
    pub(crate) fn exchangeable(&self) -> BTreeSet<Space> {
        match &self.stage {
            Stage::Wait(Wait::Exchange { tiles, .. }) => tiles.clone(),
            _ => BTreeSet::new(),
        }
    }

    /// The tiles of the chain being founded (T4), if any.
    pub(crate) fn founding(&self) -> BTreeSet<Space> {
        match self.stage {
            Stage::Wait(Wait::Found { tile }) => self.group(tile),
            _ => BTreeSet::new(),
        }
    }

    /// The tile and all unincorporated tiles connected to it.
    pub(super) fn group(&self, tile: Space) -> BTreeSet<Space> {
        let mut group = BTreeSet::from([tile]);
        let mut edge = vec![tile];
        while let Some(from) = edge.pop() {
            for next in neighbours(from) {
                if self.board.get(&next) == Some(&None) && group.insert(next) {
                    edge.push(next);
                }
            }
        }
        group
    }

    /// The tiles of a hand that are dead or count as dead (T11, T12).
    pub(super) fn unplayable_tiles(&self) -> BTreeSet<Space> {
        let goes = |&tile: &Space| match self.effect(tile) {
            Effect::Dead => true,
            Effect::Eighth => self.options.eighth_chain_tiles == EighthChainTiles::Replace,
            Effect::Alone | Effect::Founds | Effect::Joins(_) | Effect::Merges(_) => false,
        };
        self.hand().iter().copied().filter(goes).collect()
    }

    /// The seat to act; none while chance, set-up or the end is due.
    pub(crate) fn to_act(&self) -> Option<usize> {
        let Stage::Wait(wait) = &self.stage else { return None };
        match wait {
            Wait::BeforeTile
            | Wait::Found { .. }
            | Wait::Survivor { .. }
            | Wait::Defunct { .. }
            | Wait::Buy { .. }
            | Wait::AfterBuy
            | Wait::Exchange { .. } => Some(self.turn.seat),
            Wait::Answer { offer } => Some(offer.to.index()),
            Wait::Dispose { seat, .. } => Some(*seat),
            Wait::StartTile { .. }
            | Wait::Deal { .. }
            | Wait::Discard { .. }
            | Wait::Draw { .. }
            | Wait::BankTile { .. }
            | Wait::End
            | Wait::Nothing => None,
        }
    }

    /// Checks whether a whole decision is allowed now.
    pub(crate) fn allows(&self, seat: usize, action: &Action) -> Result<(), Fault> {
        let Stage::Wait(wait) = &self.stage else { return Err("no decision is due") };
        if self.to_act() != Some(seat) {
            return Err("another player decides");
        }
        match (wait, *action) {
            (Wait::BeforeTile, Action::TradeOffer { offer }) => self.allows_offer(&offer),
            (Wait::BeforeTile | Wait::Buy { .. } | Wait::AfterBuy, Action::DeclareEnd) => {
                self.allows_end(wait)
            }
            (Wait::BeforeTile, Action::Place { tile }) => {
                let tile = space(tile);
                needs(self.players[seat].hand.contains(&tile), "T1: the tile is not in the hand")?;
                needs(self.is_playable(tile), "T8, T9: the tile is unplayable")
            }
            (Wait::BeforeTile, Action::Pass) => {
                needs(!self.has_playable_tile(seat), "T2: a tile is playable and must be placed")
            }
            (Wait::Answer { .. }, Action::TradeAnswer { .. }) | (Wait::AfterBuy, Action::EndTurn) => Ok(()),
            (Wait::BeforeTile | Wait::Buy { .. }, Action::EndTurn) => {
                needs(self.turn.declared, "E2: the end has not been declared")?;
                needs(self.may_end_at_once(), "E2: the turn must be finished")
            }
            (Wait::Found { tile }, Action::Found { chain, at }) => {
                needs(self.size(hotel(chain)) == 0, "T4: the chain is active")?;
                let is_there = at.is_none_or(|at| self.group(*tile).contains(&space(at)));
                needs(is_there, "S5: not a tile of the new chain")
            }
            (Wait::Exchange { tiles: due, .. }, Action::Exchange { tiles }) => {
                self.allows_exchange(due, tiles)
            }
            (Wait::Survivor { choices }, Action::Survivor { chain }) => {
                needs(choices.contains(&hotel(chain)), "M1: the chain is not among the largest")
            }
            (Wait::Defunct { choices }, Action::Defunct { chain }) => {
                needs(choices.contains(&hotel(chain)), "M2: the chain is not among the largest left")
            }
            (Wait::Dispose { .. }, Action::Dispose { sell, trade }) => {
                let merger = self.merger.as_ref().expect("a merger is under way");
                let held = self.players[seat].shares[&merger.dissolving.expect("a chain is being dissolved")];
                let survivor = merger.survivor.expect("the survivor is known");
                let (sold, traded) = (i64::from(sell), i64::from(trade));
                needs(traded % 2 == 0, "M3: an odd number of shares is traded")?;
                needs(sold + traded <= held, "M3: more shares than held")?;
                needs(
                    traded / 2 <= self.market(survivor),
                    "M3: the market has too few shares of the survivor",
                )
            }
            (Wait::Buy { prices }, Action::Buy { shares }) => self.allows_purchase(seat, shares, prices),
            _ => Err("the game waits for another kind of decision"),
        }
    }

    /// T11, T12.
    fn allows_exchange(&self, due: &BTreeSet<Space>, tiles: Hand) -> Result<(), Fault> {
        needs(tiles.iter().all(|tile| due.contains(&space(tile))), "T11: not a dead tile in hand")?;
        let most = if self.options.dead_tiles == DeadTiles::ReplaceOne { 1 } else { 6 };
        needs(tiles.len() <= most, "T11: more than one tile")
    }

    /// Whether players are asked which dead tiles to exchange (T11).
    pub(super) fn asks(&self) -> bool {
        self.options.dead_tile_exchange == DeadTileExchange::Choice
    }

    /// X1.
    fn allows_offer(&self, offer: &Offer) -> Result<(), Fault> {
        let to = offer.to.index();
        needs(self.options.trading, "X1: trading is off")?;
        needs(self.turn.offers < 10, "X1: ten offers have been made")?;
        needs(to < self.players.len() && to != self.turn.seat, "X1: not another player")?;
        needs(offer.give != offer.take, "X1: nothing changes hands")?;
        needs(self.can_give(self.turn.seat, &offer.give), "X1: the offering player cannot give this")?;
        needs(self.can_give(to, &offer.take), "X1: the other player cannot give this")
    }

    fn can_give(&self, seat: usize, bundle: &Bundle) -> bool {
        i64::from(bundle.cash.0) <= self.players[seat].cash
            && counts(bundle.shares).iter().all(|(chain, &count)| count <= self.players[seat].shares[chain])
    }

    /// E1, E2.
    fn allows_end(&self, wait: &Wait) -> Result<(), Fault> {
        needs(!self.turn.declared, "E2: the end has already been declared")?;
        needs(self.may_end(), "E1: the end may not be declared")?;
        match self.options.end_declaration {
            EndDeclaration::DuringTurn | EndDeclaration::MayFinish => Ok(()),
            EndDeclaration::StartOrEnd => {
                needs(!matches!(wait, Wait::Buy { .. }), "E2: only first in the turn, or after buying")?;
                let first = *wait == Wait::BeforeTile && self.turn.offers == 0;
                needs(first || *wait == Wait::AfterBuy, "E2: something came before in the turn")
            }
        }
    }

    /// T10.
    fn allows_purchase(
        &self,
        seat: usize,
        shares: Shares,
        prices: &BTreeMap<Hotel, i64>,
    ) -> Result<(), Fault> {
        let wanted = counts(shares);
        needs(wanted.values().sum::<i64>() <= 3, "T10: more than three shares")?;
        let mut cost = 0;
        for (&chain, &count) in &wanted {
            let price = prices.get(&chain).ok_or("T10: the chain is not active")?;
            needs(count <= self.market(chain), "T10: more than the market holds")?;
            cost += count * price;
        }
        needs(cost <= self.players[seat].cash, "T10: more than the player can pay")
    }
}

pub(super) fn needs(condition: bool, fault: Fault) -> Result<(), Fault> {
    if condition { Ok(()) } else { Err(fault) }
}
