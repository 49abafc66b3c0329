//! What may be decided: one action checked, all of them listed.

use super::{Game, Phase, TilePlay};
use crate::{Action, Actions, Chain, ChainSet, Offer, RuleError, Seat, Shares, Tile};

/// The most offers in one turn (X1).
pub(crate) const MOST_OFFERS: u8 = 10;
/// The most shares bought in one turn (T10).
pub(crate) const MOST_BOUGHT: u8 = 3;

impl Game {
    /// Whether a decision is legal, and the rule it breaks when it is not.
    ///
    /// ```
    /// use mergemaker_engine::{Action, Game, Preset, RandomDealer, Rules, SplitMix, Table};
    /// let table = Table::new(Rules::preset(Preset::Classic), 2)?;
    /// let game = Game::start(table, &mut RandomDealer::new(SplitMix::new(1)), &mut ());
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
            (Phase::Found, Action::Found { chain }) => match self.active.contains(chain) {
                true => Err(RuleError::ChainActive { chain }),
                false => Ok(()),
            },
            (Phase::Survivor, Action::Survivor { chain }) => match self.survivors().contains(chain) {
                true => Ok(()),
                false => Err(RuleError::NotLargest { chain }),
            },
            (Phase::Defunct, Action::Defunct { chain }) => match self.next_to_dissolve().contains(chain) {
                true => Ok(()),
                false => Err(RuleError::NotNext { chain }),
            },
            (Phase::Dispose, Action::Dispose { sell, trade }) => self.check_disposal(sell, trade),
            (Phase::Buy, Action::Buy { shares }) => self.check_purchase(shares),
            (Phase::Answer, Action::TradeAnswer { .. }) | (Phase::Close, Action::EndTurn) => Ok(()),
            (phase, _) => Err(RuleError::WrongMoment { expected: phase.words() }),
        }
    }

    /// Every legal action of the decision that is due, offers left out (they are too many: see
    /// [`Game::check`]). Empty when the game is over.
    ///
    /// ```
    /// use mergemaker_engine::{Game, Preset, RandomDealer, Rules, SplitMix, Table};
    /// let table = Table::new(Rules::preset(Preset::Classic), 2)?;
    /// let game = Game::start(table, &mut RandomDealer::new(SplitMix::new(1)), &mut ());
    /// assert_eq!(game.legal_actions().len(), 6);
    /// # Ok::<(), mergemaker_engine::RulesError>(())
    /// ```
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
                actions.extend((ChainSet::ALL - self.active).iter().map(|chain| Action::Found { chain }));
            }
            Phase::Survivor => {
                actions.extend(self.survivors().iter().map(|chain| Action::Survivor { chain }))
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
            Phase::Buy => self.list_purchases(0, Shares::NONE, &mut actions),
            Phase::Close => actions.push(Action::EndTurn),
        }
        if self.check_declaration().is_ok() {
            actions.push(Action::DeclareEnd);
        }
        actions
    }

    /// The chains the mergemaker may let survive (M1).
    pub(crate) fn survivors(&self) -> ChainSet {
        self.largest(self.turn.merger.merging)
    }

    /// The chains that may be dissolved next (M2).
    pub(crate) fn next_to_dissolve(&self) -> ChainSet {
        self.largest(self.turn.merger.unsettled)
    }

    /// How many shares of the dissolved chain the player to act holds.
    pub(crate) fn held(&self) -> u8 {
        self.shares[self.turn.actor.index()][self.turn.merger.defunct]
    }

    /// How many shares of the survivor the player to act can trade for (M3).
    pub(crate) fn most_pairs(&self) -> u8 {
        (self.held() / 2).min(self.market[self.turn.merger.survivor])
    }

    /// Purchases that add shares of the chain numbered `from` and later ones to `shares`.
    fn list_purchases(&self, from: usize, shares: Shares, actions: &mut Actions) {
        actions.push(Action::Buy { shares });
        for &chain in &Chain::ALL[from..] {
            let more = shares + Shares::of(chain, 1);
            if self.check_purchase(more).is_ok() {
                self.list_purchases(chain.index(), more, actions);
            }
        }
    }

    pub(crate) fn check_declaration(&self) -> Result<(), RuleError> {
        if self.turn.phase == Phase::Over {
            return Err(RuleError::GameOver);
        }
        if self.turn.declared {
            return Err(RuleError::EndDeclared);
        }
        if !self.can_end() {
            return Err(RuleError::EndTooEarly);
        }
        self.may_declare_here()
    }

    fn check_tile(&self, tile: Tile) -> Result<(), RuleError> {
        let seat = self.turn.seat;
        if !self.hand(seat).contains(tile) {
            return Err(RuleError::NotInHand { tile, seat });
        }
        match self.tile_play(tile) {
            TilePlay::Dead => Err(RuleError::DeadTile { tile }),
            TilePlay::EighthChain => Err(RuleError::EighthChain { tile }),
            TilePlay::Lone | TilePlay::Found | TilePlay::Grow(_) | TilePlay::Merge(_) => Ok(()),
        }
    }

    fn check_pass(&self) -> Result<(), RuleError> {
        match self.hand(self.turn.seat).iter().find(|&tile| self.tile_play(tile).is_playable()) {
            Some(tile) => Err(RuleError::MustPlace { tile }),
            None => Ok(()),
        }
    }

    fn check_disposal(&self, sell: u8, trade: u8) -> Result<(), RuleError> {
        let (held, wanted) = (self.held(), u32::from(sell) + u32::from(trade));
        if wanted > held.into() {
            return Err(RuleError::NotHeld { chain: self.turn.merger.defunct, wanted, held });
        }
        if trade % 2 == 1 {
            return Err(RuleError::OddTrade { trade });
        }
        let chain = self.turn.merger.survivor;
        if trade / 2 > self.market[chain] {
            return Err(RuleError::SurvivorSoldOut { chain, left: self.market[chain] });
        }
        Ok(())
    }

    fn check_purchase(&self, shares: Shares) -> Result<(), RuleError> {
        let wanted = shares.total();
        if wanted > MOST_BOUGHT.into() {
            return Err(RuleError::TooManyShares { wanted });
        }
        for (chain, count) in shares.iter() {
            if !self.active.contains(chain) {
                return Err(RuleError::ChainInactive { chain });
            }
            if count > self.market[chain] {
                return Err(RuleError::SoldOut { chain, left: self.market[chain] });
            }
        }
        let (cost, cash) = (self.prices.total(shares), self.cash(self.turn.seat));
        if cost > cash { Err(RuleError::TooExpensive { cost, cash }) } else { Ok(()) }
    }

    fn check_offer(&self, offer: &Offer) -> Result<(), RuleError> {
        let seat = self.turn.seat;
        if !self.rules.options().trading {
            return Err(RuleError::NoTrading);
        }
        if self.turn.offers >= MOST_OFFERS {
            return Err(RuleError::TooManyOffers);
        }
        if offer.to == seat || offer.to.index() >= self.players() {
            return Err(RuleError::NoSuchPartner { to: offer.to });
        }
        if offer.give == offer.take {
            return Err(RuleError::EmptyOffer);
        }
        if !self.can_give(seat, &offer.give) {
            return Err(RuleError::CannotGive { seat });
        }
        if !self.can_give(offer.to, &offer.take) {
            return Err(RuleError::CannotGive { seat: offer.to });
        }
        Ok(())
    }
}
