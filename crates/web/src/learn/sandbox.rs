//! A sandbox: a position to play from, which can be reset.

use mergemaker_bots::{Budget, Level, decide, start};
use mergemaker_engine::{
    Action, Dice, FixedDealer, Game, Phase, PositionError, RuleError, Seat, Table, Tile,
};
use mergemaker_protocol::Clocks;
use mergemaker_record::GameLog;
use mergemaker_record::position::{self, PositionTextError};

use crate::headquarters::Headquarters;
use crate::scene::{Player, Scene};

/// A position and what was played from it. The reader has the first seat.
#[derive(Clone)]
pub struct Sandbox {
    start: Game,
    draws: Vec<Tile>,
    players: Vec<Player>,
    game: Game,
    dealer: FixedDealer,
    log: GameLog,
    decisions: Vec<Action>,
}

/// Why a sandbox cannot be created.
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// The position cannot be read.
    #[error("{0}")]
    Text(#[from] PositionTextError),
    /// The position is invalid.
    #[error("{0}")]
    Position(#[from] PositionError),
    /// A tile to be drawn is not in the pile.
    #[error("{0} is not in the pile")]
    Draw(String),
}

/// The reader's seat.
pub const READER: Seat = match Seat::new(0) {
    Some(seat) => seat,
    None => panic!("there is a first seat"),
};

/// The others, in seat order.
const OTHERS: [&str; 3] = ["Ada", "Ben", "Cleo"];

impl Sandbox {
    /// Creates a sandbox from a position, the next tiles to be drawn, and the reader's name.
    ///
    /// ```
    /// use mergemaker_web::learn::sandbox::{READER, Sandbox};
    /// let position = "12/1LL9/12/5o6/12/12/12/12/12 5800:L2:2C;6000:-:5E 0:tile classic";
    /// let sandbox = Sandbox::new(position, &["1A", "9I"], "you")?;
    /// assert!(sandbox.scene().is_my_turn());
    /// # Ok::<(), mergemaker_web::learn::sandbox::SandboxError>(())
    /// ```
    pub fn new(position: &str, draws: &[&str], reader: &str) -> Result<Sandbox, SandboxError> {
        let start = Game::from_position(&position::from_text(position)?)?;
        let draw = |name: &&str| {
            let tile = name.parse().ok().filter(|&tile| start.pile().contains(tile));
            tile.ok_or_else(|| SandboxError::Draw((*name).to_owned()))
        };
        let draws = draws.iter().map(draw).collect::<Result<Vec<Tile>, _>>()?;
        let others = OTHERS.iter().take(start.players() - 1);
        let others = others.map(|name| Player { name: (*name).to_owned(), ..Player::bot(Level::Novice) });
        let players = std::iter::once(Player::person(reader)).chain(others).collect();
        let dealer = dealer(&start, &draws);
        Ok(Sandbox {
            start,
            draws,
            players,
            game: start,
            dealer,
            log: GameLog::default(),
            decisions: Vec::new(),
        })
    }

    /// A sandbox of a built-in position.
    pub(super) fn prepared(position: &str, draws: &[&str], reader: &str) -> Sandbox {
        Sandbox::new(position, draws, reader).expect("tests play every built-in position")
    }

    /// Returns to the start.
    ///
    /// ```
    /// use mergemaker_web::learn::chapter::Chapter;
    /// let mut sandbox = Chapter::Tiles.boards()[0].sandbox("you");
    /// let before = *sandbox.game();
    /// sandbox.decide(&before.legal_actions()[0])?;
    /// sandbox.reset();
    /// assert_eq!(sandbox.game(), &before);
    /// # Ok::<(), mergemaker_engine::RuleError>(())
    /// ```
    pub fn reset(&mut self) {
        self.game = self.start;
        self.dealer = dealer(&self.start, &self.draws);
        self.log = GameLog::default();
        self.decisions.clear();
    }

    /// Makes a decision of the player to act. Nobody is asked about dead tiles: all are exchanged (T11).
    ///
    /// ```
    /// use mergemaker_engine::Action;
    /// use mergemaker_web::learn::chapter::Chapter;
    /// let mut sandbox = Chapter::Tiles.boards()[0].sandbox("you");
    /// assert!(sandbox.decide(&Action::DeclareEnd).is_err());
    /// ```
    pub fn decide(&mut self, action: &Action) -> Result<(), RuleError> {
        let seat = self.game.to_act().ok_or(RuleError::GameOver)?;
        self.game.check(seat, action)?;
        self.log.decide(&mut self.game, action, &mut self.dealer);
        self.log.exchange_for(&mut self.game, |_| true, &mut self.dealer);
        self.decisions.push(*action);
        Ok(())
    }

    /// Whether a player other than the reader is to act.
    ///
    /// ```
    /// use mergemaker_web::learn::chapter::Chapter;
    /// assert!(!Chapter::Tiles.boards()[0].sandbox("you").waits_for_other());
    /// ```
    #[must_use]
    pub fn waits_for_other(&self) -> bool {
        self.game.to_act().is_some_and(|seat| seat != READER)
    }

    /// Whether it is the reader's turn.
    ///
    /// ```
    /// use mergemaker_web::learn::chapter::Chapter;
    /// assert!(Chapter::Tiles.boards()[0].sandbox("you").is_own_turn());
    /// ```
    #[must_use]
    pub fn is_own_turn(&self) -> bool {
        self.game.phase() != Phase::Over && self.game.turn() == READER
    }

    /// Lets a bot decide for the player to act, deterministically.
    ///
    /// ```
    /// use mergemaker_web::learn::chapter::Chapter;
    /// let mut sandbox = Chapter::Tiles.boards()[0].sandbox("you");
    /// sandbox.let_bot_decide();
    /// assert_eq!(sandbox.decisions().len(), 1);
    /// ```
    pub fn let_bot_decide(&mut self) {
        let Some(seat) = self.game.to_act() else { return };
        let mut bot = Level::Novice.bot();
        if let Ok(table) = Table::new(*self.game.rules(), self.game.players()) {
            start(&mut *bot, &table, seat);
        }
        let mut dice = Dice::new(self.decisions.len() as u64);
        let decided = decide(&mut *bot, &self.game, &mut dice, Budget::default());
        // `decide` only returns legal actions.
        let _ = self.decide(&decided.action);
    }

    /// Everybody's decisions so far, without the exchanges of dead tiles.
    ///
    /// ```
    /// use mergemaker_web::learn::chapter::Chapter;
    /// assert!(Chapter::Tiles.boards()[0].sandbox("you").decisions().is_empty());
    /// ```
    #[must_use]
    pub fn decisions(&self) -> &[Action] {
        &self.decisions
    }

    /// The game itself.
    ///
    /// ```
    /// use mergemaker_web::learn::chapter::Chapter;
    /// assert_eq!(Chapter::Tiles.boards()[0].sandbox("you").game().phase(), mergemaker_engine::Phase::Tile);
    /// ```
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The game as the reader sees it.
    ///
    /// ```
    /// use mergemaker_web::learn::chapter::Chapter;
    /// assert_eq!(Chapter::Tiles.boards()[0].sandbox("you").scene().players[0].name, "you");
    /// ```
    #[must_use]
    pub fn scene(&self) -> Scene {
        let entries = self.log.entries(0, Some(READER));
        Scene {
            view: self.game.view(Some(READER)),
            headquarters: Headquarters::of(Some(&self.start.view(Some(READER))), &entries),
            entries,
            players: self.players.clone(),
            number: self.decisions.len() as u64,
            clocks: Clocks::default(),
            can_take_back: false,
            memory: None,
            is_shared: false,
        }
    }
}

fn dealer(game: &Game, draws: &[Tile]) -> FixedDealer {
    FixedDealer::with_looks(draws.iter().copied(), [], game.pile())
}

#[cfg(test)]
mod tests {
    use mergemaker_engine::{Preset, RandomDealer, Rules};

    use super::*;

    /// T11: a lesson never asks about dead tiles.
    #[test]
    fn dead_tiles_are_exchanged_without_a_question() {
        let mut questions = 0;
        for seed in 0..20 {
            let (mut dice, mut dealer) = (Dice::new(seed), RandomDealer::new(Dice::new(!seed)));
            let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
            let mut game = Game::start(table, &mut dealer, &mut ());
            while game.to_act().is_some() {
                let (before, action) = (game, game.random_action(&mut dice));
                game.apply_unchecked(&action, &mut dealer, &mut ());
                if game.phase() == Phase::Exchange {
                    questions += 1;
                    let text = position::to_text(&before.position());
                    let mut sandbox = Sandbox::prepared(&text, &[], "you");
                    sandbox.decide(&action).unwrap();
                    assert_ne!(sandbox.game().phase(), Phase::Exchange, "{text}");
                    assert_eq!(sandbox.decisions(), [action], "{text}");
                }
            }
        }
        assert!(questions > 5, "{questions}");
    }
}
