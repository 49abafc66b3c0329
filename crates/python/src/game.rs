//! A single game for Python, stepped one choice at a time, with a record.

use std::sync::{Mutex, MutexGuard, PoisonError};

use mergemaker_bots::Level;
use mergemaker_bots::net::Observation;
use mergemaker_engine::{Dice, Game, MOST_PLAYERS, Preset, Rules, Seat, Step, StepMask, Table, Tile, View};
use mergemaker_record::{Deck, Recorder, Seed};
use numpy::{IntoPyArray, PyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::play::{Controller, OptionalSteps, Play};
use crate::value_error;

/// One game.
///
/// `bots` gives a bot level for each seat, or `None` for seats that you play; without it, you play every
/// seat. Forced steps are made automatically. Rules of thumb make and answer trade offers. Dead tiles are all
/// exchanged, unless `exchange` is true: then steps 181 and 182 keep or exchange them one by one.
#[pyclass(frozen, name = "Game", module = "mergemaker")]
pub(crate) struct PyGame {
    /// Locked, since any Python thread may use it.
    play: Mutex<Play<Deck, Recorder>>,
    seed: Seed,
    names: Vec<String>,
}

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (preset = "renegade", players = 4, seed = 0, bots = None, exchange = false))]
    fn new(
        py: Python<'_>,
        preset: &str,
        players: usize,
        seed: u64,
        bots: Option<Vec<Option<String>>>,
        exchange: bool,
    ) -> PyResult<PyGame> {
        py.detach(|| PyGame::start(preset, players, seed, bots, exchange))
    }

    /// The number of players.
    #[getter]
    fn players(&self, py: Python<'_>) -> usize {
        self.with(py, |play| play.game().players())
    }

    /// The seat to act, from 0; None when the game is over.
    #[getter]
    fn to_act(&self, py: Python<'_>) -> Option<usize> {
        self.with(py, |play| play.seat_to_act().map(Seat::index))
    }

    /// Everybody's cash, in seat order. When the game is over, the final money.
    #[getter]
    fn cash(&self, py: Python<'_>) -> Vec<u32> {
        self.with(py, |play| {
            let game = play.game();
            game.seats().map(|seat| game.cash(seat).0).collect()
        })
    }

    /// The seats that won; empty until the game is over.
    #[getter]
    fn winners(&self, py: Python<'_>) -> Vec<usize> {
        self.with(py, |play| {
            play.game()
                .outcome()
                .map_or(Vec::new(), |outcome| outcome.winners.iter().map(|seat| seat.index()).collect())
        })
    }

    /// The index of the dead tile that steps 181 and 182 keep or exchange; None unless that is the next
    /// decision.
    #[getter]
    fn tile_asked_about(&self, py: Python<'_>) -> Option<usize> {
        self.with(py, |play| play.tile_asked_about().map(Tile::index))
    }

    /// A mask of the 181 steps (183 with `exchange`) that are legal for the seat to act: 1 or 0.
    fn legal_steps<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        self.with(py, |play| step_mask(play.legal_steps(), play.options())).into_pyarray(py)
    }

    /// What a seat may know: numbers, board and hand.
    fn observe<'py>(&self, py: Python<'py>, seat: usize) -> PyResult<Arrays<'py>> {
        let observation = self.with(py, |play| -> PyResult<Box<Observation>> {
            let game = play.game();
            let seat = seat_of(game, seat)?;
            let mut observation = Box::new(Observation::default());
            if play.seat_to_act() == Some(seat) {
                play.observe(&mut observation);
            } else {
                let view = game.view(Some(seat));
                observation.write(&view, &view.choosing());
            }
            Ok(observation)
        })?;
        Ok(arrays_of(py, &observation))
    }

    /// Makes a step for the seat to act, by its id, and plays on to the next choice.
    fn step(&self, py: Python<'_>, step: usize) -> PyResult<()> {
        self.with(py, |play| {
            let legal = Step::from_id(step).filter(|step| play.legal_steps().contains(*step));
            match legal {
                Some(step) if play.step(step) => Ok(()),
                _ if play.is_over() => Err(PyValueError::new_err("the game is over: start a new one")),
                _ => Err(PyValueError::new_err(format!(
                    "step {step} is not legal now: choose one that `legal_steps` marks with 1"
                ))),
            }
        })
    }

    /// The record of the game so far, as JSON.
    fn record(&self, py: Python<'_>) -> String {
        py.detach(|| self.to_record())
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let players = self.players(py);
        match self.to_act(py) {
            Some(seat) => format!("<mergemaker.Game of {players} players, seat {seat} to act>"),
            None => format!("<mergemaker.Game of {players} players, over>"),
        }
    }
}

impl PyGame {
    /// Starts a game and plays on to the first choice; bots may take a while.
    pub(crate) fn start(
        preset: &str,
        players: usize,
        seed: u64,
        bots: Option<Vec<Option<String>>>,
        exchange: bool,
    ) -> PyResult<PyGame> {
        let preset: Preset = preset.parse().map_err(value_error)?;
        let table = Table::new(Rules::of(preset), players).map_err(value_error)?;
        let mut controllers = [Controller::Learner(0); MOST_PLAYERS];
        let bots = bots.unwrap_or_else(|| vec![None; players]);
        if bots.len() != players {
            return Err(PyValueError::new_err(format!(
                "`bots` must have {players} entries: a level or None for each seat"
            )));
        }
        let mut names = Vec::new();
        for (seat, bot) in bots.into_iter().enumerate() {
            controllers[seat] = match &bot {
                Some(level) => Controller::Scripted(level.parse::<Level>().map_err(value_error)?),
                None => Controller::Learner(seat as u8),
            };
            names.push(bot.unwrap_or_else(|| format!("player_{seat}")));
        }
        let seed = Seed::for_simulation(seed, 1);
        let dice = Dice::new(seed.for_decisions(0));
        let options = OptionalSteps { exchange, ..OptionalSteps::default() };
        let play = Play::new(table, controllers, Deck::new(&seed), Recorder::new(), dice, options);
        Ok(PyGame { play: Mutex::new(play), seed, names })
    }

    /// The record of the game so far, as JSON.
    pub(crate) fn to_record(&self) -> String {
        let play = self.lock();
        play.log.clone().finish(play.game(), self.names.clone(), Some(self.seed)).to_json()
    }

    /// Runs `act` on the game without holding Python's interpreter lock. The game is unlocked before that
    /// lock is taken again, so no two threads can deadlock.
    fn with<T: Send>(&self, py: Python<'_>, act: impl FnOnce(&mut Play<Deck, Recorder>) -> T + Send) -> T {
        py.detach(|| act(&mut self.lock()))
    }

    fn lock(&self) -> MutexGuard<'_, Play<Deck, Recorder>> {
        // A panic in another thread leaves the game as it was.
        self.play.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Numbers, board and hand, as in the stubs.
pub(crate) type Arrays<'py> = (Bound<'py, PyArray1<f32>>, Bound<'py, PyArray1<u8>>, Bound<'py, PyArray1<u8>>);

/// The observation of a view at the start of a decision.
pub(crate) fn observe_view<'py>(py: Python<'py>, view: &View) -> Arrays<'py> {
    let mut observation = Box::new(Observation::default());
    observation.write(view, &view.choosing());
    arrays_of(py, &observation)
}

fn arrays_of<'py>(py: Python<'py>, observation: &Observation) -> Arrays<'py> {
    (
        observation.numbers.to_vec().into_pyarray(py),
        observation.board.to_vec().into_pyarray(py),
        observation.hand.to_vec().into_pyarray(py),
    )
}

/// Converts a seat index, if it is in the game.
pub(crate) fn seat_of(game: &Game, seat: usize) -> PyResult<Seat> {
    Seat::new(seat).filter(|seat| seat.index() < game.players()).ok_or_else(|| {
        PyValueError::new_err(format!("there is no seat {seat}: choose 0 to {}", game.players() - 1))
    })
}

/// Converts a set of steps into a 0/1 mask.
pub(crate) fn step_mask(steps: StepMask, options: OptionalSteps) -> Vec<i8> {
    let mut mask = vec![0; options.steps()];
    steps.iter().for_each(|step| mask[step.id()] = 1);
    mask
}
