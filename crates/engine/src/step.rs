//! Steps: every decision split into choices from one fixed, numbered list, for machine learning.
//!
//! | ids | step |
//! |---|---|
//! | 0–107 | place the tile with that number, row by row from 1A |
//! | 108 | pass |
//! | 109–115 | found a chain, in the order of the rulebook |
//! | 116–122 | let a chain survive |
//! | 123–129 | dissolve a chain next |
//! | 130–142 | trade for 0 to 12 shares of the survivor |
//! | 143–168 | then hold 0 to 25 shares and sell the rest |
//! | 169–175 | buy one share of a chain |
//! | 176 | stop buying |
//! | 177 | declare the end |
//! | 178 | end the turn without declaring |
//! | 179, 180 | decline, accept an offer |
//! | 181, 182 | keep, exchange the next dead tile in hand |
//!
//! The last two occur only if players are asked about dead tiles (T11); without them there are [`STEPS`].
//! Dead tiles are offered in order; once as many are picked as allowed, the rest are kept.
//!
//! Offers have no id. After the first step of a decision, a choice with only one answer is skipped: a
//! purchase is complete when nothing more can be bought, and so is a disposal when all shares are traded.

use crate::game::legal::MOST_BOUGHT;
use crate::shares::SHARES_PER_CHAIN;
use crate::{Action, Chain, ChainSet, Dealer, Game, Hand, Log, Phase, RuleError, Shares, Tile};

/// The number of steps if players are not asked about dead tiles.
pub const STEPS: usize = 181;
/// The number of steps if they are (T11).
pub const STEPS_WITH_EXCHANGE: usize = 183;

const PASS: usize = Tile::COUNT;
const FOUND: usize = PASS + 1;
const SURVIVOR: usize = FOUND + Chain::COUNT;
const DEFUNCT: usize = SURVIVOR + Chain::COUNT;
const TRADE: usize = DEFUNCT + Chain::COUNT;
const HOLD: usize = TRADE + MOST_PAIRS as usize + 1;
const BUY: usize = HOLD + SHARES_PER_CHAIN as usize + 1;
const STOP: usize = BUY + Chain::COUNT;
const DECLARE: usize = STOP + 1;
const END_TURN: usize = DECLARE + 1;
const DECLINE: usize = END_TURN + 1;
const ACCEPT: usize = DECLINE + 1;
const KEEP: usize = ACCEPT + 1;
const EXCHANGE: usize = KEEP + 1;
const _: () = assert!(KEEP == STEPS && EXCHANGE + 1 == STEPS_WITH_EXCHANGE);

/// The most pairs in 25 shares.
const MOST_PAIRS: u8 = SHARES_PER_CHAIN / 2;

/// One choice within a decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// Place a tile.
    Place {
        /// The tile.
        tile: Tile,
    },
    /// Place no tile.
    Pass,
    /// Found a chain.
    Found {
        /// The chain.
        chain: Chain,
    },
    /// Let a chain survive.
    Survivor {
        /// The chain.
        chain: Chain,
    },
    /// Dissolve a chain next.
    Defunct {
        /// The chain.
        chain: Chain,
    },
    /// Trade for this many shares of the survivor, two for one.
    Trade {
        /// How many, 0 to 12.
        pairs: u8,
    },
    /// Hold this many shares and sell the rest.
    Hold {
        /// How many, 0 to 25.
        count: u8,
    },
    /// Buy one share.
    Buy {
        /// The chain.
        chain: Chain,
    },
    /// Stop buying.
    StopBuying,
    /// Declare the end.
    DeclareEnd,
    /// End the turn without declaring.
    EndTurn,
    /// Accept or decline an offer.
    Answer {
        /// Whether it is accepted.
        accept: bool,
    },
    /// Keep the next dead tile in hand.
    KeepTile,
    /// Exchange the next dead tile in hand.
    ExchangeTile,
}

impl Step {
    /// The number of the step, from 0 to 182. It is meaningless for a trade of more than 12 pairs or a
    /// holding of more than 25 shares, which occur in no decision.
    #[must_use]
    pub const fn id(self) -> usize {
        match self {
            Step::Place { tile } => tile.index(),
            Step::Pass => PASS,
            Step::Found { chain } => FOUND + chain.index(),
            Step::Survivor { chain } => SURVIVOR + chain.index(),
            Step::Defunct { chain } => DEFUNCT + chain.index(),
            Step::Trade { pairs } => TRADE + pairs as usize,
            Step::Hold { count } => HOLD + count as usize,
            Step::Buy { chain } => BUY + chain.index(),
            Step::StopBuying => STOP,
            Step::DeclareEnd => DECLARE,
            Step::EndTurn => END_TURN,
            Step::Answer { accept } => DECLINE + accept as usize,
            Step::KeepTile => KEEP,
            Step::ExchangeTile => EXCHANGE,
        }
    }

    /// The step that is this whole decision; none for a purchase, a disposal, an exchange or an offer.
    fn of(action: &Action) -> Option<Step> {
        Some(match *action {
            Action::Place { tile } => Step::Place { tile },
            Action::Pass => Step::Pass,
            Action::Found { chain, .. } => Step::Found { chain },
            Action::Survivor { chain } => Step::Survivor { chain },
            Action::Defunct { chain } => Step::Defunct { chain },
            Action::DeclareEnd => Step::DeclareEnd,
            Action::EndTurn => Step::EndTurn,
            Action::TradeAnswer { accept } => Step::Answer { accept },
            Action::TradeOffer { .. }
            | Action::Dispose { .. }
            | Action::Buy { .. }
            | Action::Exchange { .. } => return None,
        })
    }

    /// The step with a number from 0 to 182.
    ///
    /// ```
    /// use mergemaker_engine::{STEPS_WITH_EXCHANGE, Step};
    /// assert!((0..STEPS_WITH_EXCHANGE).all(|id| Step::from_id(id).is_some_and(|step| step.id() == id)));
    /// assert_eq!(Step::from_id(STEPS_WITH_EXCHANGE), None);
    /// ```
    #[must_use]
    pub fn from_id(id: usize) -> Option<Step> {
        Some(match id {
            0..PASS => Step::Place { tile: Tile::from_index(id)? },
            PASS => Step::Pass,
            FOUND..SURVIVOR => Step::Found { chain: Chain::ALL[id - FOUND] },
            SURVIVOR..DEFUNCT => Step::Survivor { chain: Chain::ALL[id - SURVIVOR] },
            DEFUNCT..TRADE => Step::Defunct { chain: Chain::ALL[id - DEFUNCT] },
            TRADE..HOLD => Step::Trade { pairs: (id - TRADE) as u8 },
            HOLD..BUY => Step::Hold { count: (id - HOLD) as u8 },
            BUY..STOP => Step::Buy { chain: Chain::ALL[id - BUY] },
            STOP => Step::StopBuying,
            DECLARE => Step::DeclareEnd,
            END_TURN => Step::EndTurn,
            DECLINE => Step::Answer { accept: false },
            ACCEPT => Step::Answer { accept: true },
            KEEP => Step::KeepTile,
            EXCHANGE => Step::ExchangeTile,
            _ => return None,
        })
    }
}

/// A set of steps, such as those that are legal now.
///
/// ```
/// use mergemaker_engine::{Step, StepMask};
/// let mask: StepMask = [Step::Pass, Step::Trade { pairs: 200 }].into_iter().collect();
/// assert_eq!(mask.iter().collect::<Vec<_>>(), [Step::Pass], "nobody has 400 shares");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct StepMask([u64; 3]);

impl StepMask {
    /// Whether the step is in the set.
    #[must_use]
    pub fn contains(&self, step: Step) -> bool {
        // An impossible count has the same number as another step.
        Step::from_id(step.id()) == Some(step) && self.0[step.id() / 64] >> (step.id() % 64) & 1 == 1
    }

    /// How many steps are in the set.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 3]
    }

    /// The steps of the set, by number.
    pub fn iter(&self) -> impl Iterator<Item = Step> {
        let mut words = self.0;
        std::iter::from_fn(move || {
            let place = words.iter().position(|&word| word != 0)?;
            let bit = words[place].trailing_zeros() as usize;
            words[place] &= words[place] - 1;
            Step::from_id(64 * place + bit)
        })
    }

    fn insert(&mut self, step: Step) {
        debug_assert_eq!(Step::from_id(step.id()), Some(step), "an impossible count");
        self.0[step.id() / 64] |= 1 << (step.id() % 64);
    }

    fn extend(&mut self, steps: impl IntoIterator<Item = Step>) {
        steps.into_iter().for_each(|step| self.insert(step));
    }
}

/// Collects steps, ignoring impossible counts.
impl FromIterator<Step> for StepMask {
    fn from_iter<I: IntoIterator<Item = Step>>(steps: I) -> StepMask {
        let mut mask = StepMask::default();
        mask.extend(steps.into_iter().filter(|step| Step::from_id(step.id()) == Some(*step)));
        mask
    }
}

/// A decision being made step by step.
///
/// ```
/// use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Step, Table};
/// let table = Table::new(Rules::of(Preset::Renegade), 4)?;
/// let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
/// let view = game.view(game.to_act());
/// let mut choosing = view.choosing();
/// let step = choosing.legal_steps().iter().next().unwrap();
/// let action = choosing.choose(step)?;
/// assert!(action.is_some_and(|action| view.check(&action).is_ok()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choosing {
    game: Game,
    progress: Progress,
}

/// The steps made so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Progress {
    Nothing,
    Traded { pairs: u8 },
    Bought { shares: Shares },
    Exchanging { asked: u8, picked: Hand },
}

impl Choosing {
    /// A decision without any steps yet. It uses only what the player to act may know of the game.
    pub(crate) const fn new(game: &Game) -> Choosing {
        Choosing { game: *game, progress: Progress::Nothing }
    }

    /// The shares picked so far for the current purchase.
    #[must_use]
    pub const fn picked(&self) -> Shares {
        match self.progress {
            Progress::Bought { shares } => shares,
            Progress::Nothing | Progress::Traded { .. } | Progress::Exchanging { .. } => Shares::NONE,
        }
    }

    /// How many shares of the survivor are traded for, once that is chosen and only holding is left to
    /// choose.
    #[must_use]
    pub const fn traded(&self) -> Option<u8> {
        match self.progress {
            Progress::Traded { pairs } => Some(pairs),
            Progress::Nothing | Progress::Bought { .. } | Progress::Exchanging { .. } => None,
        }
    }

    /// The steps that are legal now; none when the game is over.
    #[must_use]
    pub fn legal_steps(&self) -> StepMask {
        let game = &self.game;
        let mut mask = StepMask::default();
        match (game.phase(), self.progress) {
            (Phase::Dispose, Progress::Traded { pairs }) => {
                mask.extend((0..=game.held() - 2 * pairs).map(|count| Step::Hold { count }));
            }
            (Phase::Dispose, _) if game.most_pairs() == 0 => {
                mask.extend((0..=game.held()).map(|count| Step::Hold { count }));
            }
            (Phase::Dispose, _) => mask.extend((0..=game.most_pairs()).map(|pairs| Step::Trade { pairs })),
            (Phase::Buy, _) => {
                mask.insert(Step::StopBuying);
                mask.extend(self.buyable().iter().map(|chain| Step::Buy { chain }));
                if self.progress == Progress::Nothing && game.may_declare() {
                    mask.insert(Step::DeclareEnd);
                }
                if self.progress == Progress::Nothing && game.may_end_at_once() {
                    mask.insert(Step::EndTurn);
                }
            }
            (Phase::Exchange, _) => mask.extend([Step::KeepTile, Step::ExchangeTile]),
            _ => mask.extend(game.legal_actions().iter().filter_map(Step::of)),
        }
        mask
    }

    /// Makes a step. The last one returns the whole decision.
    ///
    /// ```
    /// use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Step, Table};
    /// let table = Table::new(Rules::of(Preset::Renegade), 4)?;
    /// let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// assert!(game.view(game.to_act()).choosing().choose(Step::StopBuying).is_err());
    /// # Ok::<(), mergemaker_engine::RulesError>(())
    /// ```
    pub fn choose(&mut self, step: Step) -> Result<Option<Action>, RuleError> {
        if !self.legal_steps().contains(step) {
            return Err(self.step_error(step));
        }
        self.progress = match (step, self.progress) {
            (Step::Trade { pairs }, _) if 2 * pairs < self.game.held() => Progress::Traded { pairs },
            (Step::Buy { chain }, _) => Progress::Bought { shares: self.picked() + Shares::of(chain, 1) },
            (Step::KeepTile | Step::ExchangeTile, _) => {
                let (asked, mut picked) = self.exchanging();
                if step == Step::ExchangeTile
                    && let Some(tile) = self.tile_asked_about()
                {
                    picked.insert(tile);
                }
                Progress::Exchanging { asked: asked + 1, picked }
            }
            (_, progress) => progress,
        };
        let action = self.completed(step);
        if action.is_some() {
            self.progress = Progress::Nothing;
        }
        Ok(action)
    }

    /// Why a step is not legal: the rule that its decision would break.
    fn step_error(&self, step: Step) -> RuleError {
        let Some(seat) = self.game.to_act() else {
            return RuleError::GameOver;
        };
        let wrong_moment = RuleError::WrongMoment { expected: self.game.phase().words() };
        match step {
            Step::Trade { .. }
            | Step::Hold { .. }
            | Step::Buy { .. }
            | Step::StopBuying
            | Step::KeepTile
            | Step::ExchangeTile => wrong_moment,
            step => self
                .completed(step)
                .and_then(|action| self.game.check(seat, &action).err())
                .unwrap_or(wrong_moment),
        }
    }

    /// The whole decision, if this step is its last.
    fn completed(&self, step: Step) -> Option<Action> {
        Some(match step {
            Step::Place { tile } => Action::Place { tile },
            Step::Pass => Action::Pass,
            Step::Found { chain } => Action::Found { chain, at: None },
            Step::Survivor { chain } => Action::Survivor { chain },
            Step::Defunct { chain } => Action::Defunct { chain },
            Step::Trade { pairs } if self.progress == Progress::Nothing => {
                Action::Dispose { sell: 0, trade: 2 * pairs }
            }
            Step::Trade { .. } => return None,
            Step::Hold { count } => {
                let pairs = if let Progress::Traded { pairs } = self.progress { pairs } else { 0 };
                Action::Dispose { sell: self.game.held() - 2 * pairs - count, trade: 2 * pairs }
            }
            Step::Buy { .. } if !self.buyable().is_empty() => return None,
            Step::Buy { .. } | Step::StopBuying => Action::Buy { shares: self.picked() },
            Step::DeclareEnd => Action::DeclareEnd,
            Step::EndTurn => Action::EndTurn,
            Step::Answer { accept } => Action::TradeAnswer { accept },
            Step::KeepTile | Step::ExchangeTile => {
                let (asked, tiles) = self.exchanging();
                let is_over = usize::from(asked) == self.game.exchangeable().len()
                    || tiles.len() == self.game.most_exchanged();
                return is_over.then_some(Action::Exchange { tiles });
            }
        })
    }

    /// How many dead tiles have been decided, and those to exchange.
    const fn exchanging(&self) -> (u8, Hand) {
        match self.progress {
            Progress::Exchanging { asked, picked } => (asked, picked),
            Progress::Nothing | Progress::Traded { .. } | Progress::Bought { .. } => (0, Hand::EMPTY),
        }
    }

    /// The dead tile that the next step is about; none unless dead tiles are being exchanged (T11).
    #[must_use]
    pub fn tile_asked_about(&self) -> Option<Tile> {
        self.game.exchangeable().tile(self.exchanging().0.into())
    }

    /// The chains of which one more share can be bought.
    fn buyable(&self) -> ChainSet {
        let picked = self.picked();
        if picked.total() == u32::from(MOST_BOUGHT) {
            return ChainSet::EMPTY;
        }
        let game = &self.game;
        let left = game.cash(game.turn()) - game.chains.prices.total(picked);
        let lanes = game.chains.prices.buyable(left, game.market - picked);
        Chain::ALL.into_iter().filter(|chain| lanes >> (8 * chain.index() + 7) & 1 == 1).collect()
    }
}

/// A game played step by step.
///
/// ```
/// use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Stepper, Table, below};
/// let table = Table::new(Rules::of(Preset::Renegade), 4)?;
/// let mut dealer = RandomDealer::new(Dice::new(1));
/// let mut stepper = Stepper::new(Game::start(table, &mut dealer, &mut ()));
/// let mut rng = Dice::new(2);
/// while stepper.game().to_act().is_some() {
///     let legal = stepper.legal_steps();
///     let step = legal.iter().nth(below(&mut rng, legal.len() as u32) as usize).unwrap();
///     stepper.apply(step, &mut dealer, &mut ())?;
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stepper {
    choosing: Choosing,
}

impl Stepper {
    /// Continues from a game.
    #[must_use]
    pub const fn new(game: Game) -> Stepper {
        Stepper { choosing: Choosing::new(&game) }
    }

    /// The game as it was before the current decision.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.choosing.game
    }

    /// The current decision.
    #[must_use]
    pub const fn choosing(&self) -> &Choosing {
        &self.choosing
    }

    /// The steps that are legal now; none when the game is over.
    #[must_use]
    pub fn legal_steps(&self) -> StepMask {
        self.choosing.legal_steps()
    }

    /// Makes a step. The last step of a decision applies it to the game.
    pub fn apply<D: Dealer, L: Log>(
        &mut self,
        step: Step,
        dealer: &mut D,
        log: &mut L,
    ) -> Result<(), RuleError> {
        if let Some(action) = self.choosing.choose(step)? {
            self.choosing.game.apply_unchecked(&action, dealer, log);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A mask yields exactly its steps, in order of their numbers.
    #[test]
    fn masks_yield_their_steps_in_order() {
        let mut dice = crate::Dice::new(5);
        for _ in 0..500 {
            let part = 1 + crate::below(&mut dice, 9);
            let ids: Vec<usize> = (0..STEPS).filter(|_| crate::below(&mut dice, part) == 0).collect();
            let mask: StepMask = ids.iter().filter_map(|&id| Step::from_id(id)).collect();
            assert_eq!(mask.iter().map(Step::id).collect::<Vec<_>>(), ids);
            assert_eq!(mask.len(), ids.len());
            let slowly: Vec<Step> =
                (0..STEPS).filter_map(Step::from_id).filter(|&step| mask.contains(step)).collect();
            assert_eq!(mask.iter().collect::<Vec<_>>(), slowly);
        }
    }
}
