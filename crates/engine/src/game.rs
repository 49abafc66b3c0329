//! The game: its whole state except the order of the pile.

mod end;
mod exchange;
pub(crate) mod legal;
mod merger;
mod random;
mod set_up;
mod state;
mod trade;
mod turn;

use std::ops::Deref;

use arrayvec::ArrayVec;

use crate::bonus::Holders;
use crate::public::{Chains, Merger, Turn, no_offer};
use crate::{
    Action, Board, Chain, ChainSet, Dealer, EndReason, Event, Hand, Log, MOST_PLAYERS, Money, Payout, Phase,
    PublicState, RuleError, Seat, Shares, Table, Tile, TileSet,
};

/// A whole game as one small `Copy` value: board, hands, cash, shares and whose decision it is.
///
/// ```
/// use mergemaker_engine::{Action, Dice, Game, Preset, RandomDealer, Rules, Table};
///
/// let table = Table::new(Rules::of(Preset::Classic), 3)?;
/// let mut dealer = RandomDealer::new(Dice::new(1));
/// let mut events = Vec::new();
/// let mut game = Game::start(table, &mut dealer, &mut events);
/// let seat = game.to_act().expect("a new game waits for its first player");
/// let tile = game.hand(seat).tile(0).expect("a hand has six tiles");
/// game.apply(seat, &Action::Place { tile }, &mut dealer, &mut events)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Game {
    pub(crate) public: PublicState,
    pub(crate) hands: [Hand; MOST_PLAYERS],
    pub(crate) shares: [Shares; MOST_PLAYERS],
    pub(crate) cash: [Money; MOST_PLAYERS],
}

/// The public state is available on the game itself. There is no `DerefMut`: it cannot be changed from
/// outside.
impl Deref for Game {
    type Target = PublicState;

    #[inline]
    fn deref(&self) -> &PublicState {
        &self.public
    }
}

impl Game {
    /// Deals a new game (S1 to S4), up to its first decision.
    pub fn start<D: Dealer, L: Log>(table: Table, dealer: &mut D, log: &mut L) -> Game {
        let players = table.players() as u8;
        let turn = Turn {
            phase: Phase::Between,
            seat: Seat::FIRST,
            actor: Seat::FIRST,
            ended: None,
            declared: false,
            idle: 0,
            offers: 0,
            set_up: None,
            merger: Merger::NONE,
        };
        let public = PublicState {
            board: Board::EMPTY,
            set_aside: TileSet::EMPTY,
            turn,
            rules: *table.rules(),
            players,
            offer: no_offer(),
            market: Shares::FULL,
            chains: Chains::default(),
            active: ChainSet::EMPTY,
            safe: ChainSet::EMPTY,
            can_end: false,
            pile_len: Tile::COUNT as u8,
        };
        let mut game = Game {
            public,
            hands: [Hand::EMPTY; MOST_PLAYERS],
            shares: [Shares::NONE; MOST_PLAYERS],
            cash: [Money::ZERO; MOST_PLAYERS],
        };
        game.cash[..table.players()].fill(Money::START);
        game.set_up_table(dealer, log);
        game
    }

    /// Applies a decision. It is checked first; one that breaks a rule changes nothing. Then the game
    /// proceeds to the next decision, drawing from the dealer and reporting events to the log.
    ///
    /// ```
    /// use mergemaker_engine::{Action, Dice, Game, Preset, RandomDealer, RuleError, Rules, Table};
    /// let table = Table::new(Rules::of(Preset::Classic), 2)?;
    /// let mut dealer = RandomDealer::new(Dice::new(1));
    /// let mut game = Game::start(table, &mut dealer, &mut ());
    /// let seat = game.to_act().unwrap();
    /// assert_eq!(game.apply(seat, &Action::DeclareEnd, &mut dealer, &mut ()), Err(RuleError::EndTooEarly));
    /// # Ok::<(), mergemaker_engine::RulesError>(())
    /// ```
    pub fn apply<D: Dealer, L: Log>(
        &mut self,
        seat: Seat,
        action: &Action,
        dealer: &mut D,
        log: &mut L,
    ) -> Result<(), RuleError> {
        self.check(seat, action)?;
        self.apply_unchecked(action, dealer, log);
        Ok(())
    }

    /// Applies a decision without checking it, for playouts. The action must be legal for the seat to act;
    /// otherwise the game ends up in an invalid state.
    pub fn apply_unchecked<D: Dealer, L: Log>(&mut self, action: &Action, dealer: &mut D, log: &mut L) {
        self.dispatch(action, dealer, log);
    }

    /// [`Game::apply_unchecked`], always inlined: in playouts, where the caller has just picked the action,
    /// the compiler never has to build it.
    #[expect(clippy::inline_always, reason = "a tenth of a playout's time, see `mergemaker bench`")]
    #[inline(always)]
    fn dispatch<D: Dealer, L: Log>(&mut self, action: &Action, dealer: &mut D, log: &mut L) {
        match *action {
            Action::TradeOffer { offer } => self.make_offer(offer, log),
            Action::TradeAnswer { accept } => self.answer_offer(accept, log),
            Action::DeclareEnd => self.declare_end(dealer, log),
            Action::Place { tile } => self.place(tile, dealer, log),
            Action::Pass => self.pass(log),
            Action::Found { chain, at } => self.found(chain, at, dealer, log),
            Action::Survivor { chain } => self.pick_survivor(chain, dealer, log),
            Action::Defunct { chain } => self.pick_defunct(chain, dealer, log),
            Action::Dispose { sell, trade } => self.dispose(sell, trade, dealer, log),
            Action::Buy { shares } => self.buy(shares, dealer, log),
            Action::EndTurn if self.turn.declared => self.finish(EndReason::Declared, dealer, log),
            Action::EndTurn => self.end_turn(dealer, log),
            Action::Exchange { tiles } => self.exchange(tiles, dealer, log),
        }
    }

    /// The current bonuses of a chain, explained.
    pub(crate) fn payout(&self, chain: Chain, bank_tile: Option<Tile>) -> Payout {
        let shares: ArrayVec<u8, MOST_PLAYERS> = self.seats().map(|seat| self.shares(seat)[chain]).collect();
        Payout::new(self.rules.options().bonuses, chain, self.size(chain), &shares, bank_tile)
    }

    #[inline]
    fn emit<L: Log>(&self, log: &mut L, event: impl FnOnce() -> Event) {
        if L::LISTENS {
            log.event(self, event());
        }
    }

    /// Pays the bonuses of a chain (P1 to P5) and reports the payout to the log.
    ///
    /// In play an active chain always has a holder: the founder has a share, or all 25 were held already.
    /// Only in a hand-made position can nobody hold it; then nothing is paid and the bank shows no tile.
    fn pay_bonuses<D: Dealer, L: Log>(&mut self, chain: Chain, is_final: bool, dealer: &mut D, log: &mut L) {
        let mut holders = Holders::default();
        for (seat, shares) in self.shares.iter().enumerate() {
            holders.set(seat, shares[chain]);
        }
        if holders == Holders::default() {
            return;
        }
        let bank_tile = self.bank_competes().then(|| dealer.look());
        if let Some(tile) = bank_tile {
            holders.set(Holders::BANK, tile.column());
            self.emit(log, || Event::BankTile { chain, tile });
        }
        let payout = L::LISTENS.then(|| Payout { is_final, ..self.payout(chain, bank_tile) });
        let paid = holders.amounts(self.rules.options().bonuses, self.chains.prices.hundreds(chain));
        for (cash, paid) in self.cash.iter_mut().zip(paid) {
            *cash += paid;
        }
        if let Some(payout) = payout {
            log.payout(self, payout);
        }
    }
}
