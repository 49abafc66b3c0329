//! A single game for Python, step by step, which can be told as a record.

use std::sync::{Mutex, MutexGuard, PoisonError};

use mergemaker_bots::Level;
use mergemaker_bots::net::Observation;
use mergemaker_engine::{Dice, Game, MOST_PLAYERS, Preset, Rules, Seat, Step, StepMask, Table, Tile, View};
use mergemaker_record::{Deck, Recorder, Seed};
use numpy::{IntoPyArray, PyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::play::{Asking, Play, Sitter};
use crate::wrong;

/// One game.
///
/// `bots` names a level for every seat at which a bot plays, and `None` for the others; without it every seat is
/// asked. Where there is only one legal step nobody is asked. Offers of a trade are made and answered by rules of
/// thumb. Dead tiles are all exchanged, unless `exchange` is true: then steps 181 and 182 keep or exchange them one by
/// one.
#[pyclass(frozen, name = "Game", module = "mergemaker")]
pub(crate) struct PyGame {
    /// Behind a lock, since any thread of Python may ask.
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
        py.detach(|| PyGame::begin(preset, players, seed, bots, exchange))
    }

    /// How many play.
    #[getter]
    fn players(&self, py: Python<'_>) -> usize {
        self.with(py, |play| play.game().players())
    }

    /// The seat that is asked, from 0; None when the game is over.
    #[getter]
    fn to_act(&self, py: Python<'_>) -> Option<usize> {
        self.with(py, |play| play.asked().map(Seat::index))
    }

    /// Everybody's cash, in seat order; what they have won when the game is over.
    #[getter]
    fn cash(&self, py: Python<'_>) -> Vec<u32> {
        self.with(py, |play| {
            let game = play.game();
            game.seats().map(|seat| game.cash(seat).0).collect()
        })
    }

    /// The seats that won; none while the game goes on.
    #[getter]
    fn winners(&self, py: Python<'_>) -> Vec<usize> {
        self.with(py, |play| {
            play.game()
                .outcome()
                .map_or(Vec::new(), |outcome| outcome.winners.iter().map(|seat| seat.index()).collect())
        })
    }

    /// The dead tile that steps 181 and 182 keep or exchange next, by its number; None unless the seat is asked about one.
    #[getter]
    fn tile_asked_about(&self, py: Python<'_>) -> Option<usize> {
        self.with(py, |play| play.tile_asked_about().map(Tile::index))
    }

    /// Which of the 181 steps (183 with `exchange`) are legal for the seat that is asked: 1 or 0 for each.
    fn legal_steps<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        self.with(py, |play| mask_of(play.legal_steps(), play.asking())).into_pyarray(py)
    }

    /// What a seat may know: numbers, board and hand.
    fn observe<'py>(&self, py: Python<'py>, seat: usize) -> PyResult<Seen<'py>> {
        let observation = self.with(py, |play| -> PyResult<Box<Observation>> {
            let game = play.game();
            let seat = seat_of(game, seat)?;
            let mut observation = Box::new(Observation::default());
            if play.asked() == Some(seat) {
                play.observe(&mut observation);
            } else {
                let view = game.view(Some(seat));
                observation.write(&view, &view.choosing());
            }
            Ok(observation)
        })?;
        Ok(arrays_of(py, &observation))
    }

    /// Makes a step for the seat that is asked, by its number, and plays on until the next is asked.
    fn step(&self, py: Python<'_>, step: usize) -> PyResult<()> {
        self.with(py, |play| {
            let legal = Step::from_id(step).filter(|step| play.legal_steps().contains(*step));
            match legal {
                Some(step) if play.step(step) => Ok(()),
                _ if play.is_over() => Err(PyValueError::new_err("the game is over: begin a new one")),
                _ => Err(PyValueError::new_err(format!(
                    "step {step} is not legal now: choose one that `legal_steps` marks with 1"
                ))),
            }
        })
    }

    /// The record of the game so far, as JSON.
    fn record(&self, py: Python<'_>) -> String {
        py.detach(|| self.told())
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let players = self.players(py);
        match self.to_act(py) {
            Some(seat) => format!("<mergemaker.Game of {players} players, seat {seat} is asked>"),
            None => format!("<mergemaker.Game of {players} players, over>"),
        }
    }
}

impl PyGame {
    /// A new game, played on to the first choice; bots may think for it.
    pub(crate) fn begin(
        preset: &str,
        players: usize,
        seed: u64,
        bots: Option<Vec<Option<String>>>,
        exchange: bool,
    ) -> PyResult<PyGame> {
        let preset: Preset = preset.parse().map_err(wrong)?;
        let table = Table::new(Rules::of(preset), players).map_err(wrong)?;
        let mut sitters = [Sitter::Learner(0); MOST_PLAYERS];
        let bots = bots.unwrap_or_else(|| vec![None; players]);
        if bots.len() != players {
            return Err(PyValueError::new_err(format!(
                "`bots` must name one for each of the {players} seats, or None"
            )));
        }
        let mut names = Vec::new();
        for (seat, bot) in bots.into_iter().enumerate() {
            sitters[seat] = match &bot {
                Some(level) => Sitter::Scripted(level.parse::<Level>().map_err(wrong)?),
                None => Sitter::Learner(seat as u8),
            };
            names.push(bot.unwrap_or_else(|| format!("player_{seat}")));
        }
        let seed = Seed::for_simulation(seed, 1);
        let dice = Dice::new(seed.for_decisions(0));
        let asking = Asking { exchange, ..Asking::default() };
        let play = Play::new(table, sitters, Deck::new(&seed), Recorder::new(), dice, asking);
        Ok(PyGame { play: Mutex::new(play), seed, names })
    }

    /// The record of the game so far, as JSON.
    pub(crate) fn told(&self) -> String {
        let play = self.lock();
        play.log.clone().finish(play.game(), self.names.clone(), Some(self.seed)).to_json()
    }

    /// Does something with the game while Python is free to go on. The game is free again before Python is asked for
    /// anything, so that no two threads wait for each other.
    fn with<T: Send>(&self, py: Python<'_>, act: impl FnOnce(&mut Play<Deck, Recorder>) -> T + Send) -> T {
        py.detach(|| act(&mut self.lock()))
    }

    fn lock(&self) -> MutexGuard<'_, Play<Deck, Recorder>> {
        // Whatever went wrong in another thread, the game is as it was left.
        self.play.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Numbers, board and hand, as the stubs name them.
pub(crate) type Seen<'py> = (Bound<'py, PyArray1<f32>>, Bound<'py, PyArray1<u8>>, Bound<'py, PyArray1<u8>>);

/// What a view shows where no decision is begun.
pub(crate) fn seen<'py>(py: Python<'py>, view: &View) -> Seen<'py> {
    let mut observation = Box::new(Observation::default());
    observation.write(view, &view.choosing());
    arrays_of(py, &observation)
}

fn arrays_of<'py>(py: Python<'py>, observation: &Observation) -> Seen<'py> {
    (
        observation.numbers.to_vec().into_pyarray(py),
        observation.board.to_vec().into_pyarray(py),
        observation.hand.to_vec().into_pyarray(py),
    )
}

/// A seat by its number, if somebody plays there.
pub(crate) fn seat_of(game: &Game, seat: usize) -> PyResult<Seat> {
    Seat::new(seat)
        .filter(|seat| seat.index() < game.players())
        .ok_or_else(|| PyValueError::new_err("there is no such seat in this game"))
}

/// 1 for each step of a set, 0 for the others.
pub(crate) fn mask_of(steps: StepMask, asking: Asking) -> Vec<i8> {
    let mut mask = vec![0; asking.steps()];
    steps.iter().for_each(|step| mask[step.id()] = 1);
    mask
}
