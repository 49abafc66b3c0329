//! One game for Python: bots decide on their own, learners are asked step by step.

use mergemaker_bots::net::Observation;
use mergemaker_bots::{Bot, Budget, Level, Steady, decide, start};
use mergemaker_engine::{
    Action, Choosing, Dealer, Dice, Game, Log, MOST_PLAYERS, Phase, STEPS, STEPS_WITH_EXCHANGE, Seat, Step,
    StepMask, Table, Tile, View,
};

/// Who plays a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Controller {
    /// The caller of the environment, as the learner with this id.
    Learner(u8),
    /// A built-in bot.
    Scripted(Level),
}

/// Optional steps of learners.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct OptionalSteps {
    /// Learners also observe the state they leave at the end of their turn.
    pub(crate) pauses: bool,
    /// Learners choose which dead tiles to exchange (T11). Otherwise all are exchanged.
    pub(crate) exchange: bool,
}

impl OptionalSteps {
    /// The length of a step mask.
    pub(crate) fn steps(self) -> usize {
        if self.exchange { STEPS_WITH_EXCHANGE } else { STEPS }
    }
}

/// A game with open holdings that waits for a learner's step or is over.
pub(crate) struct Play<D, L> {
    dealer: D,
    pub(crate) log: L,
    table: Table,
    game: Game,
    players: Players,
    choice: Choice,
    options: OptionalSteps,
    /// The learner who acted last, if they have yet to observe the result.
    last_actor: Option<Seat>,
    /// The learner who is observing the result.
    observing: Option<Seat>,
}

impl<D: Dealer, L: Log> Play<D, L> {
    /// Starts a game and plays on to the first choice of a learner.
    pub(crate) fn new(
        table: Table,
        controllers: [Controller; MOST_PLAYERS],
        mut dealer: D,
        mut log: L,
        dice: Dice,
        options: OptionalSteps,
    ) -> Play<D, L> {
        let game = Game::start(table, &mut dealer, &mut log);
        let players = Players {
            controllers,
            bots: start_bots(&table, &controllers),
            dice,
            traders: std::array::from_fn(|_| Steady::default()),
        };
        let view = game.view(game.to_act());
        let choice = Choice { view, choosing: view.choosing(), legal: StepMask::default() };
        let mut play =
            Play { dealer, log, table, game, players, choice, options, last_actor: None, observing: None };
        play.run();
        play
    }

    /// Makes a step for the learner to act and plays on to the next choice. Returns false and changes nothing
    /// if the step is illegal.
    pub(crate) fn step(&mut self, step: Step) -> bool {
        if !self.choice.legal.contains(step) {
            return false;
        }
        if self.observing.take().is_none() {
            self.last_actor = self.game.to_act().filter(|_| self.options.pauses);
            let Ok(chosen) = self.choice.choosing.choose(step) else { return false };
            let Some(action) = chosen.or_else(|| self.choice.forced()) else { return true };
            self.apply(&action);
        }
        self.run();
        true
    }

    /// Copies the game. With the same steps, all copies continue identically, except that their bots forget
    /// the last offer they made and may repeat it.
    pub(crate) fn copy(&self) -> Play<D, L>
    where
        D: Clone,
        L: Clone,
    {
        Play {
            dealer: self.dealer.clone(),
            log: self.log.clone(),
            table: self.table,
            game: self.game,
            players: self.players.copy(&self.table),
            choice: self.choice,
            options: self.options,
            last_actor: self.last_actor,
            observing: self.observing,
        }
    }

    fn apply(&mut self, action: &Action) {
        self.game.apply_unchecked(action, &mut self.dealer, &mut self.log);
    }

    /// Plays on until a learner has a choice or a pause, or the game is over.
    fn run(&mut self) {
        while let Some(seat) = self.game.to_act() {
            if let Some(last_actor) = self.last_actor.take_if(|last_actor| *last_actor != seat) {
                self.observing = Some(last_actor);
                self.choice.view = self.game.view(self.observing);
                self.choice.choosing = self.choice.view.choosing();
                self.choice.legal = [Step::Pass].into_iter().collect();
                return;
            }
            if let Some(bot) = &mut self.players.bots[seat.index()] {
                let action = decide(&mut **bot, &self.game, &mut self.players.dice, Budget::default()).action;
                self.apply(&action);
                continue;
            }
            if let Some(action) = self.game.exchange_all().filter(|_| !self.options.exchange) {
                self.apply(&action);
                continue;
            }
            self.choice.view = self.game.view(Some(seat));
            if let Some(action) = self.trade(seat) {
                self.apply(&action);
                continue;
            }
            self.choice.choosing = self.choice.view.choosing();
            match self.choice.forced() {
                Some(action) => self.apply(&action),
                None => return,
            }
        }
        self.choice.legal = StepMask::default();
    }

    /// Whether the rules of thumb make or answer an offer now.
    fn trade(&mut self, seat: Seat) -> Option<Action> {
        if !self.choice.view.rules().options().trading {
            return None;
        }
        let trader = &mut self.players.traders[seat.index()];
        match self.choice.view.phase() {
            Phase::Answer => Some(trader.answer(&self.choice.view)),
            Phase::Tile => trader.offer(&self.choice.view).map(|offer| Action::TradeOffer { offer }),
            _ => None,
        }
    }

    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    pub(crate) fn is_over(&self) -> bool {
        self.game.to_act().is_none()
    }

    /// The seat to act, unless the game is over.
    pub(crate) fn seat_to_act(&self) -> Option<Seat> {
        self.observing.or(self.game.to_act())
    }

    pub(crate) fn controller(&self, seat: Seat) -> Controller {
        self.players.controllers[seat.index()]
    }

    /// The legal steps of the seat to act; empty when the game is over.
    pub(crate) fn legal_steps(&self) -> StepMask {
        self.choice.legal
    }

    /// The optional steps of learners.
    pub(crate) fn options(&self) -> OptionalSteps {
        self.options
    }

    /// The dead tile that the next step is about.
    pub(crate) fn tile_asked_about(&self) -> Option<Tile> {
        self.seat_to_act().and_then(|_| self.choice.choosing.tile_asked_about())
    }

    /// Writes what the seat to act may know.
    pub(crate) fn observe(&self, observation: &mut Observation) {
        observation.write(&self.choice.view, &self.choice.choosing);
    }
}

/// Who plays each seat, and the bots that decide.
struct Players {
    controllers: [Controller; MOST_PLAYERS],
    bots: [Option<Box<dyn Bot>>; MOST_PLAYERS],
    /// The bots' dice.
    dice: Dice,
    /// Rules of thumb that make and answer offers for learners, since offers are not steps.
    traders: [Steady; MOST_PLAYERS],
}

impl Players {
    /// Copies the players, with new bots.
    fn copy(&self, table: &Table) -> Players {
        Players {
            controllers: self.controllers,
            bots: start_bots(table, &self.controllers),
            dice: self.dice,
            traders: self.traders.clone(),
        }
    }
}

/// What the learner to act knows and may do.
#[derive(Clone, Copy)]
struct Choice {
    view: View,
    choosing: Choosing,
    /// The legal steps; empty when the game is over.
    legal: StepMask,
}

impl Choice {
    /// Makes forced steps. Returns the action if that completes it; none at a choice.
    fn forced(&mut self) -> Option<Action> {
        loop {
            self.legal = self.choosing.legal_steps();
            let only = self.legal.iter().next().filter(|_| self.legal.len() == 1)?;
            if let Some(action) = self.choosing.choose(only).ok()? {
                return Some(action);
            }
        }
    }
}

/// Creates the bots of a table and starts a game for them.
fn start_bots(
    table: &Table,
    controllers: &[Controller; MOST_PLAYERS],
) -> [Option<Box<dyn Bot>>; MOST_PLAYERS] {
    std::array::from_fn(|seat| match (controllers[seat], Seat::new(seat)) {
        (Controller::Scripted(level), Some(seat)) if seat.index() < table.players() => {
            let mut bot = level.bot();
            start(&mut *bot, table, seat);
            Some(bot)
        }
        _ => None,
    })
}
