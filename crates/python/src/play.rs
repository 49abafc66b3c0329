//! One game for Python: bots decide by themselves, learners are asked, step by step.

use mergemaker_bots::net::Observation;
use mergemaker_bots::{Bot, Budget, Level, Steady, decide, start};
use mergemaker_engine::{
    Action, Choosing, Dealer, Dice, Game, Log, MOST_PLAYERS, Phase, STEPS, STEPS_WITH_EXCHANGE, Seat, Step,
    StepMask, Table, Tile, View,
};

/// Who sits at a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sitter {
    /// Whoever steps the environment, told apart by a number.
    Learner(u8),
    /// A bot of ours.
    Scripted(Level),
}

/// When learners are asked although their answer is rarely needed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Asking {
    /// They also look at what their turn left before others go on.
    pub(crate) pauses: bool,
    /// They pick the dead tiles to exchange (T11). Otherwise all are exchanged.
    pub(crate) exchange: bool,
}

impl Asking {
    /// How many steps a mask has.
    pub(crate) fn steps(self) -> usize {
        if self.exchange { STEPS_WITH_EXCHANGE } else { STEPS }
    }
}

/// A game with open holdings that waits for a learner's next step, or is over.
pub(crate) struct Play<D, L> {
    dealer: D,
    pub(crate) log: L,
    table: Table,
    game: Game,
    sitters: [Sitter; MOST_PLAYERS],
    bots: [Option<Box<dyn Bot>>; MOST_PLAYERS],
    dice: Dice,
    /// Offers are no steps: rules of thumb make and answer them for learners.
    traders: [Steady; MOST_PLAYERS],
    view: View,
    choosing: Choosing,
    /// What may be done now; nothing when the game is over.
    legal: StepMask,
    asking: Asking,
    /// The learner who made the last choice, if they have not looked at what came of it.
    chose: Option<Seat>,
    /// The learner who looks.
    looking: Option<Seat>,
}

impl<D: Dealer, L: Log> Play<D, L> {
    /// A new game, played on to the first choice of a learner.
    pub(crate) fn new(
        table: Table,
        sitters: [Sitter; MOST_PLAYERS],
        mut dealer: D,
        mut log: L,
        dice: Dice,
        asking: Asking,
    ) -> Play<D, L> {
        let game = Game::start(table, &mut dealer, &mut log);
        let bots = seated(&table, &sitters);
        let view = game.view(game.to_act());
        let choosing = view.choosing();
        let traders = std::array::from_fn(|_| Steady::default());
        let mut play = Play {
            dealer,
            log,
            table,
            game,
            sitters,
            bots,
            dice,
            traders,
            view,
            choosing,
            legal: StepMask::default(),
            asking,
            chose: None,
            looking: None,
        };
        play.run();
        play
    }

    /// Makes a step for the learner who is asked, and goes on until the next is asked. An illegal step is answered
    /// with `false` and changes nothing.
    pub(crate) fn step(&mut self, step: Step) -> bool {
        if !self.legal.contains(step) {
            return false;
        }
        if self.looking.take().is_none() {
            self.chose = self.game.to_act().filter(|_| self.asking.pauses);
            let Ok(chosen) = self.choosing.choose(step) else { return false };
            let Some(action) = chosen.or_else(|| self.forced()) else { return true };
            self.apply(&action);
        }
        self.run();
        true
    }

    /// Makes the steps that have no alternative. The whole decision, or none where there is a choice.
    fn forced(&mut self) -> Option<Action> {
        loop {
            self.legal = self.choosing.legal_steps();
            let only = self.legal.iter().next().filter(|_| self.legal.len() == 1)?;
            if let Some(action) = self.choosing.choose(only).ok()? {
                return Some(action);
            }
        }
    }

    /// The same game once more: with the same steps all copies go on alike. Their bots have forgotten what they last
    /// offered, and may offer it again.
    pub(crate) fn copied(&self) -> Play<D, L>
    where
        D: Clone,
        L: Clone,
    {
        Play {
            dealer: self.dealer.clone(),
            log: self.log.clone(),
            table: self.table,
            game: self.game,
            sitters: self.sitters,
            bots: seated(&self.table, &self.sitters),
            dice: self.dice,
            traders: self.traders.clone(),
            view: self.view,
            choosing: self.choosing,
            legal: self.legal,
            asking: self.asking,
            chose: self.chose,
            looking: self.looking,
        }
    }

    fn apply(&mut self, action: &Action) {
        self.game.apply_unchecked(action, &mut self.dealer, &mut self.log);
    }

    /// Plays on until a learner has a choice or looks, or the game is over.
    fn run(&mut self) {
        while let Some(seat) = self.game.to_act() {
            if let Some(chose) = self.chose.take_if(|chose| *chose != seat) {
                self.looking = Some(chose);
                self.view = self.game.view(self.looking);
                self.choosing = self.view.choosing();
                self.legal = [Step::Pass].into_iter().collect();
                return;
            }
            if let Some(bot) = &mut self.bots[seat.index()] {
                let action = decide(&mut **bot, &self.game, &mut self.dice, Budget::default()).action;
                self.apply(&action);
                continue;
            }
            if let Some(action) = self.game.exchange_all().filter(|_| !self.asking.exchange) {
                self.apply(&action);
                continue;
            }
            self.view = self.game.view(Some(seat));
            if let Some(action) = self.trade(seat) {
                self.apply(&action);
                continue;
            }
            self.choosing = self.view.choosing();
            match self.forced() {
                Some(action) => self.apply(&action),
                None => return,
            }
        }
        self.legal = StepMask::default();
    }

    /// What the rules of thumb say about offers, which are no steps: whether to make one now, and the answer.
    fn trade(&mut self, seat: Seat) -> Option<Action> {
        if !self.view.rules().options().trading {
            return None;
        }
        let trader = &mut self.traders[seat.index()];
        match self.view.phase() {
            Phase::Answer => Some(trader.answer(&self.view)),
            Phase::Tile => trader.offer(&self.view).map(|offer| Action::TradeOffer { offer }),
            _ => None,
        }
    }

    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    pub(crate) fn is_over(&self) -> bool {
        self.game.to_act().is_none()
    }

    /// The seat that is asked, unless the game is over.
    pub(crate) fn asked(&self) -> Option<Seat> {
        self.looking.or(self.game.to_act())
    }

    pub(crate) fn sitter(&self, seat: Seat) -> Sitter {
        self.sitters[seat.index()]
    }

    /// What may be done by the one who is asked; nothing when the game is over.
    pub(crate) fn legal_steps(&self) -> StepMask {
        self.legal
    }

    /// When learners are asked.
    pub(crate) fn asking(&self) -> Asking {
        self.asking
    }

    /// The dead tile that the next step is about.
    pub(crate) fn tile_asked_about(&self) -> Option<Tile> {
        self.asked().and_then(|_| self.choosing.tile_asked_about())
    }

    /// What the one who is asked may know.
    pub(crate) fn observe(&self, observation: &mut Observation) {
        observation.write(&self.view, &self.choosing);
    }
}

/// The bots among those who sit at a table, ready for a game.
fn seated(table: &Table, sitters: &[Sitter; MOST_PLAYERS]) -> [Option<Box<dyn Bot>>; MOST_PLAYERS] {
    std::array::from_fn(|seat| match (sitters[seat], Seat::new(seat)) {
        (Sitter::Scripted(level), Some(seat)) if seat.index() < table.players() => {
            let mut bot = level.bot();
            start(&mut *bot, table, seat);
            Some(bot)
        }
        _ => None,
    })
}
