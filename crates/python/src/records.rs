//! Records for Python: play, verify, replay, narrate and analyse.

use std::ops::RangeInclusive;

use mergemaker_bots::net::Networks;
use mergemaker_bots::{Budget, Foresight, decisions, summaries};
use mergemaker_engine::{Game, Phase, Seat};
use mergemaker_record::{Record, position};
use mergemaker_voice::{Language, Names, Narrator, Words};
use numpy::{IntoPyArray, PyArray1};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::prelude::*;
use serde_json::json;

use crate::game::{Arrays, PyGame, observe_view, seat_of, step_mask};
use crate::play::OptionalSteps;
use crate::value_error;

/// The allowed work per decision, as for `mergemaker analyse`.
const WORK: RangeInclusive<u32> = 4..=100_000_000;

/// Plays a game between bots and returns its record.
#[pyfunction]
#[pyo3(signature = (bots, preset = "renegade", seed = 0))]
pub(crate) fn play(py: Python<'_>, bots: Vec<String>, preset: &str, seed: u64) -> PyResult<String> {
    py.detach(|| {
        let players = bots.len();
        let game = PyGame::start(preset, players, seed, Some(bots.into_iter().map(Some).collect()), false)?;
        Ok(game.to_record())
    })
}

/// Verifies a record by replaying it. Raises if it breaks a rule.
#[pyfunction]
pub(crate) fn verify(record: &str) -> PyResult<()> {
    Record::read(record.as_bytes()).map_err(value_error)?.verify().map_err(value_error)?;
    Ok(())
}

/// Returns a sentence for every event of a record, in English, German or French (`en`, `de`, `fr`).
#[pyfunction]
#[pyo3(signature = (record, lang = "en"))]
pub(crate) fn story(record: &str, lang: &str) -> PyResult<Vec<String>> {
    let words = words(lang)?;
    let record = Record::read(record.as_bytes()).map_err(value_error)?;
    let replay = record.replay().map_err(value_error)?;
    let narrator = narrator(&record, &words);
    Ok(replay.moments().iter().map(|moment| narrator.summary(moment)).collect())
}

/// Returns every event of a record with the game after it. With `exchange`, choosing dead tiles to exchange
/// counts as a decision.
#[pyfunction]
#[pyo3(signature = (record, exchange = false, lang = "en"))]
pub(crate) fn replay(record: &str, exchange: bool, lang: &str) -> PyResult<Vec<Moment>> {
    let words = words(lang)?;
    let record = Record::read(record.as_bytes()).map_err(value_error)?;
    let replay = record.replay().map_err(value_error)?;
    let narrator = narrator(&record, &words);
    let moments = replay.moments().iter().map(|moment| {
        let event = serde_json::to_string(&moment.event).map_err(value_error)?;
        let options = OptionalSteps { exchange, ..OptionalSteps::default() };
        Ok(Moment { event, sentence: narrator.summary(moment), game: moment.game, options })
    });
    moments.collect()
}

/// An event of a record, and the game after it.
#[pyclass(frozen, module = "mergemaker")]
pub(crate) struct Moment {
    /// The event as in the record, as JSON.
    #[pyo3(get)]
    event: String,
    /// The event in a sentence.
    #[pyo3(get)]
    sentence: String,
    game: Game,
    options: OptionalSteps,
}

#[pymethods]
impl Moment {
    /// The position as one line of text (docs/POSITION.md).
    #[getter]
    fn position(&self) -> String {
        position::to_text(&self.game.position())
    }

    /// The next seat to act, from 0; None when the game is over or the next decision is left out.
    #[getter]
    fn to_act(&self) -> Option<usize> {
        self.seat_to_act().map(Seat::index)
    }

    /// Everybody's cash, in seat order.
    #[getter]
    fn cash(&self) -> Vec<u32> {
        self.game.seats().map(|seat| self.game.cash(seat).0).collect()
    }

    /// A mask of the 181 steps (183 with `exchange`) that are legal for the seat to act: 1 or 0.
    fn legal_steps<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        let seat_to_act = self.seat_to_act();
        let legal = seat_to_act.map(|_| self.game.view(seat_to_act).choosing().legal_steps());
        step_mask(legal.unwrap_or_default(), self.options).into_pyarray(py)
    }

    /// What a seat may know: numbers, board and hand.
    fn observe<'py>(&self, py: Python<'py>, seat: usize) -> PyResult<Arrays<'py>> {
        Ok(observe_view(py, &self.game.view(Some(seat_of(&self.game, seat)?))))
    }

    fn __repr__(&self) -> String {
        format!("<mergemaker.Moment: {}>", self.sentence)
    }
}

impl Moment {
    /// The next seat to act, unless the decision is left out.
    fn seat_to_act(&self) -> Option<Seat> {
        self.game.to_act().filter(|_| self.options.exchange || self.game.phase() != Phase::Exchange)
    }
}

/// Judges every decision of a record with the network and summarises each player. Returns JSON with
/// `decisions` and `summary`, as in `mergemaker analyse --json`.
#[pyfunction]
#[pyo3(signature = (record, work = 40, lang = "en"))]
pub(crate) fn analyse(py: Python<'_>, record: &str, work: u32, lang: &str) -> PyResult<String> {
    let words = words(lang)?;
    if !WORK.contains(&work) {
        return Err(value_error(format!("invalid work {work}: choose {} to {}", WORK.start(), WORK.end())));
    }
    let record = Record::read(record.as_bytes()).map_err(value_error)?;
    let replay = record.replay().map_err(value_error)?;
    let net = Networks::built_in()
        .quick
        .ok_or_else(|| PyRuntimeError::new_err("this build does not include a network"))?;
    let judgements: Vec<_> = py.detach(|| {
        decisions(&replay)
            .par_iter()
            .map(|decision| {
                let mut foresight = Foresight::until(net.clone(), || false);
                decision.judge(&mut foresight, Budget::Work { units: work })
            })
            .collect()
    });
    let narrator = narrator(&record, &words);
    let decisions: Vec<_> = judgements.iter().map(|judgement| narrator.judgement(judgement)).collect();
    Ok(json!({ "decisions": decisions, "summary": summaries(replay.game(), &judgements) }).to_string())
}

/// The words of a language, by its code.
fn words(lang: &str) -> PyResult<Words> {
    let language = Language::ALL.into_iter().find(|language| language.code() == lang);
    let unknown = || value_error(format!("there is no language `{lang}`: choose en, de or fr"));
    language.map(Words::new).ok_or_else(unknown)
}

fn narrator<'a>(record: &Record, words: &'a Words) -> Narrator<'a> {
    let names = Names::new(&record.players, record.rules.preset().theme(), words);
    Narrator { bonuses: record.rules.options().bonuses, ..Narrator::new(words, names) }
}
