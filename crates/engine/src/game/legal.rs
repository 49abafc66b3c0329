//! Legal actions: checking one, and listing all.

use super::Game;
use crate::{Action, Actions, Chain, ChainSet, Money, Offer, Phase, RuleError, Seat, Shares, Tile, TilePlay};

/// The most offers in one turn (X1).
pub(crate) const MOST_OFFERS: u8 = 10;
/// The most shares bought in one turn (T10).
pub const MOST_BOUGHT: u8 = 3;

impl Game {
    /// Checks whether a decision is legal; the error names the rule it breaks.
    ///
    /// ```
    /// use mergemaker_engine::{Action, Dice, Game, Preset, RandomDealer, Rules, Table};
    /// let table = Table::new(Rules::of(Preset::Classic), 2)?;
    /// let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let seat = game.to_act().unwrap();
    /// assert_eq!(game.check(seat, &Action::Pass).unwrap_err().rule(), "T2");
    /// # Ok::<(), mergemaker_engine::RulesError>(())
    /// ```
    pub fn check(&self, seat: Seat, action: &Action) -> Result<(), RuleError> {
        let Some(expected) = self.to_act() else {
            return Err(RuleError::GameOver);
        };
        if seat != expected {
            return Err(RuleError::NotYourDecision { given: seat, expected });
        }
        match (self.turn.phase, *action) {
            (_, Action::DeclareEnd) => self.check_declaration(),
            (Phase::Tile, Action::TradeOffer { offer }) => self.check_offer(&offer),
            (Phase::Tile, Action::Place { tile }) => self.check_tile(tile),
            (Phase::Tile, Action::Pass) => self.check_pass(),
            (Phase::Found, Action::Found { chain, at }) => self.check_founding(chain, at),
            (Phase::Survivor, Action::Survivor { chain }) => {
                require(self.survivors().contains(chain), RuleError::NotLargest { chain })
            }
            (Phase::Defunct, Action::Defunct { chain }) => {
                require(self.unsettled().contains(chain), RuleError::NotToDissolve { chain })?;
                require(self.next_to_dissolve().contains(chain), RuleError::NotNext { chain })
            }
            (Phase::Dispose, Action::Dispose { sell, trade }) => self.check_disposal(sell, trade),
            (Phase::Buy, Action::Buy { shares }) => self.check_purchase(shares),
            (Phase::Exchange, Action::Exchange { tiles }) => self.check_exchange(tiles),
            (Phase::Answer, Action::TradeAnswer { .. }) | (Phase::Close, Action::EndTurn) => Ok(()),
            (_, Action::EndTurn) if self.may_end_at_once() => Ok(()),
            (phase, _) => Err(RuleError::WrongMoment { expected: phase.words() }),
        }
    }

    /// Every legal action of the current decision, except offers (too many to list: see [`Game::check`]).
    /// Empty when the game is over.
    #[must_use]
    pub fn legal_actions(&self) -> Actions {
        let mut actions = Actions::new();
        match self.turn.phase {
            Phase::Between | Phase::Over => {}
            Phase::Tile => {
                let playable =
                    self.hand(self.turn.seat).iter().filter(|&tile| self.tile_play(tile).is_playable());
                actions.extend(playable.map(|tile| Action::Place { tile }));
                if actions.is_empty() {
                    actions.push(Action::Pass);
                }
            }
            Phase::Answer => actions.extend([false, true].map(|accept| Action::TradeAnswer { accept })),
            Phase::Found => {
                let chains = (ChainSet::ALL - self.active).iter();
                actions.extend(chains.map(|chain| Action::Found { chain, at: None }));
            }
            Phase::Survivor => {
                actions.extend(self.survivors().iter().map(|chain| Action::Survivor { chain }));
            }
            Phase::Defunct => {
                actions.extend(self.next_to_dissolve().iter().map(|chain| Action::Defunct { chain }));
            }
            Phase::Dispose => {
                let held = self.held();
                for trade in (0..=2 * self.most_pairs()).step_by(2) {
                    actions.extend((0..=held - trade).map(|sell| Action::Dispose { sell, trade }));
                }
            }
            Phase::Buy => {
                let cash = self.cash(self.turn.seat);
                self.list_purchases(0, Shares::NONE, cash, MOST_BOUGHT, &mut actions);
            }
            Phase::Close => actions.push(Action::EndTurn),
            Phase::Exchange => self.list_exchanges(&mut actions),
        }
        if self.may_declare() {
            actions.push(Action::DeclareEnd);
        }
        if self.may_end_at_once() {
            actions.push(Action::EndTurn);
        }
        actions
    }

    /// How many shares of the dissolved chain the player to act holds.
    pub(crate) fn held(&self) -> u8 {
        self.shares[self.turn.actor.index()][self.turn.merger.defunct]
    }

    /// How many shares of the survivor the player to act can trade for (M3).
    pub(crate) fn most_pairs(&self) -> u8 {
        (self.held() / 2).min(self.market[self.turn.merger.survivor])
    }

    /// Lists the purchases that add shares of chain number `from` and later ones to `shares`, within the cash
    /// and the number of shares left.
    fn list_purchases(&self, from: usize, shares: Shares, cash: Money, left: u8, actions: &mut Actions) {
        actions.push(Action::Buy { shares });
        if left == 0 {
            return;
        }
        for &chain in &Chain::ALL[from..] {
            let price = self.price(chain);
            if self.active.contains(chain) && price <= cash && shares[chain] < self.market[chain] {
                let more = shares + Shares::of(chain, 1);
                self.list_purchases(chain.index(), more, cash - price, left - 1, actions);
            }
        }
    }

    /// Lists every set of tiles that may be exchanged, from none to all.
    fn list_exchanges(&self, actions: &mut Actions) {
        let tiles = self.exchangeable();
        for chosen in 0..1_u32 << tiles.len() {
            if chosen.count_ones() as usize <= self.most_exchanged() {
                let is_chosen = |&(place, _): &(usize, Tile)| chosen >> place & 1 == 1;
                let tiles = tiles.iter().enumerate().filter(is_chosen).map(|(_, tile)| tile).collect();
                actions.push(Action::Exchange { tiles });
            }
        }
    }

    fn check_founding(&self, chain: Chain, at: Option<Tile>) -> Result<(), RuleError> {
        require(!self.active.contains(chain), RuleError::ChainActive { chain })?;
        match at.filter(|&at| !self.founding_tiles().contains(at)) {
            Some(tile) => Err(RuleError::HeadquartersElsewhere { tile }),
            None => Ok(()),
        }
    }

    fn check_tile(&self, tile: Tile) -> Result<(), RuleError> {
        let seat = self.turn.seat;
        if !self.hand(seat).contains(tile) {
            return Err(RuleError::NotInHand { tile, seat });
        }
        match self.tile_play(tile) {
            TilePlay::Dead => Err(RuleError::DeadTile { tile }),
            TilePlay::EighthChain => Err(RuleError::EighthChain { tile }),
            TilePlay::Lone | TilePlay::Found | TilePlay::Grow { .. } | TilePlay::Merge { .. } => Ok(()),
        }
    }

    fn check_pass(&self) -> Result<(), RuleError> {
        match self.hand(self.turn.seat).iter().find(|&tile| self.tile_play(tile).is_playable()) {
            Some(tile) => Err(RuleError::MustPlace { tile }),
            None => Ok(()),
        }
    }

    pub(crate) fn check_disposal(&self, sell: u8, trade: u8) -> Result<(), RuleError> {
        let (held, wanted) = (self.held(), u32::from(sell) + u32::from(trade));
        let (seat, chain) = (self.turn.actor, self.turn.merger.defunct);
        require(wanted <= held.into(), RuleError::NotHeld { seat, chain, wanted, held })?;
        require(trade.is_multiple_of(2), RuleError::OddTrade { trade })?;
        let chain = self.turn.merger.survivor;
        let left = self.market[chain];
        require(trade / 2 <= left, RuleError::SurvivorSoldOut { chain, left })
    }

    pub(crate) fn check_purchase(&self, shares: Shares) -> Result<(), RuleError> {
        let wanted = shares.total();
        require(wanted <= MOST_BOUGHT.into(), RuleError::TooManyShares { wanted })?;
        for (chain, count) in shares.iter() {
            let left = self.market[chain];
            require(self.active.contains(chain), RuleError::ChainInactive { chain })?;
            require(count <= left, RuleError::SoldOut { chain, left })?;
        }
        let (cost, cash) = (self.chains.prices.cost(shares), self.cash(self.turn.seat));
        require(cost <= cash, RuleError::TooExpensive { cost, cash })
    }

    fn check_offer(&self, offer: &Offer) -> Result<(), RuleError> {
        let (seat, to) = (self.turn.seat, offer.to);
        require(self.rules.options().trading, RuleError::NoTrading)?;
        require(self.turn.offers < MOST_OFFERS, RuleError::TooManyOffers)?;
        require(to != seat && to.index() < self.players(), RuleError::NoSuchPartner { to })?;
        require(offer.give != offer.take, RuleError::EmptyOffer)?;
        require(self.can_give(seat, &offer.give), RuleError::CannotGive { seat })?;
        require(self.can_give(to, &offer.take), RuleError::CannotGive { seat: to })
    }
}

pub(crate) fn require(holds: bool, error: RuleError) -> Result<(), RuleError> {
    if holds { Ok(()) } else { Err(error) }
}
