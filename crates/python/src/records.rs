//! Records for Python: played by bots, checked, replayed, put into words and judged.

use std::ops::RangeInclusive;

use mergemaker_bots::{Budget, Foresight, decisions, net, summaries};
use mergemaker_engine::{Game, Phase, Seat};
use mergemaker_record::{Record, position};
use mergemaker_voice::{Language, Names, Narrator, Words};
use numpy::{IntoPyArray, PyArray1};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::prelude::*;
use serde_json::json;

use crate::game::{PyGame, Seen, mask_of, seat_of, seen};
use crate::play::Asking;
use crate::wrong;

/// How much work a decision may be worth, as for `mergemaker analyse`.
const WORK: RangeInclusive<u32> = 4..=100_000_000;

/// A game of bots, as a record.
#[pyfunction]
#[pyo3(signature = (bots, preset = "renegade", seed = 0))]
pub(crate) fn play(py: Python<'_>, bots: Vec<String>, preset: &str, seed: u64) -> PyResult<String> {
    py.detach(|| {
        let players = bots.len();
        let game = PyGame::begin(preset, players, seed, Some(bots.into_iter().map(Some).collect()), false)?;
        Ok(game.told())
    })
}

/// Checks a record by replaying it; raises where it breaks a rule.
#[pyfunction]
pub(crate) fn verify(record: &str) -> PyResult<()> {
    Record::read(record.as_bytes()).map_err(wrong)?.verify().map_err(wrong)?;
    Ok(())
}

/// Every event of a record in a sentence, in English, German or French (`en`, `de`, `fr`).
#[pyfunction]
#[pyo3(signature = (record, lang = "en"))]
pub(crate) fn story(record: &str, lang: &str) -> PyResult<Vec<String>> {
    let words = words(lang)?;
    let record = Record::read(record.as_bytes()).map_err(wrong)?;
    let replay = record.replay().map_err(wrong)?;
    let narrator = narrator(&record, &words);
    Ok(replay.moments().iter().map(|moment| narrator.summary(moment)).collect())
}

/// Every event of a record, with the game after it. With `exchange` the choice of dead tiles to exchange is a decision
/// as any other; otherwise nobody is asked about it.
#[pyfunction]
#[pyo3(signature = (record, exchange = false, lang = "en"))]
pub(crate) fn replay(record: &str, exchange: bool, lang: &str) -> PyResult<Vec<Moment>> {
    let words = words(lang)?;
    let record = Record::read(record.as_bytes()).map_err(wrong)?;
    let replay = record.replay().map_err(wrong)?;
    let narrator = narrator(&record, &words);
    let moments = replay.moments().iter().map(|moment| {
        let event = serde_json::to_string(&moment.event).map_err(wrong)?;
        let asking = Asking { exchange, ..Asking::default() };
        Ok(Moment { event, told: narrator.summary(moment), game: moment.game, asking })
    });
    moments.collect()
}

/// One event of a record, and the game after it.
#[pyclass(frozen, module = "mergemaker")]
pub(crate) struct Moment {
    /// The event as the record has it, in JSON.
    #[pyo3(get)]
    event: String,
    /// The event in a sentence.
    #[pyo3(get)]
    told: String,
    game: Game,
    asking: Asking,
}

#[pymethods]
impl Moment {
    /// The position in one line of text (docs/POSITION.md).
    #[getter]
    fn position(&self) -> String {
        position::to_text(&self.game.position())
    }

    /// The seat that decides next, from 0; None when the game is over, or nobody is asked.
    #[getter]
    fn to_act(&self) -> Option<usize> {
        self.decider().map(Seat::index)
    }

    /// Everybody's cash, in seat order.
    #[getter]
    fn cash(&self) -> Vec<u32> {
        self.game.seats().map(|seat| self.game.cash(seat).0).collect()
    }

    /// Which of the 181 steps (183 with `exchange`) are legal for the seat that decides: 1 or 0 for each.
    fn legal_steps<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        let decider = self.decider();
        let legal = decider.map(|_| self.game.view(decider).choosing().legal_steps());
        mask_of(legal.unwrap_or_default(), self.asking).into_pyarray(py)
    }

    /// What a seat may know: numbers, board and hand.
    fn observe<'py>(&self, py: Python<'py>, seat: usize) -> PyResult<Seen<'py>> {
        Ok(seen(py, &self.game.view(Some(seat_of(&self.game, seat)?))))
    }

    fn __repr__(&self) -> String {
        format!("<mergemaker.Moment: {}>", self.told)
    }
}

impl Moment {
    /// Who decides next, if somebody is asked.
    fn decider(&self) -> Option<Seat> {
        self.game.to_act().filter(|_| self.asking.exchange || self.game.phase() != Phase::Exchange)
    }
}

/// Every decision of a record judged by the network, and every player summed up, as JSON: `decisions` and `summary` as
/// in `mergemaker analyse --json`.
#[pyfunction]
#[pyo3(signature = (record, work = 40, lang = "en"))]
pub(crate) fn analyse(py: Python<'_>, record: &str, work: u32, lang: &str) -> PyResult<String> {
    let words = words(lang)?;
    if !WORK.contains(&work) {
        return Err(wrong(format!(
            "{work} is too little or too much work: give a number from {} to {}",
            WORK.start(),
            WORK.end()
        )));
    }
    let record = Record::read(record.as_bytes()).map_err(wrong)?;
    let replay = record.replay().map_err(wrong)?;
    let net = net::small().ok_or_else(|| PyRuntimeError::new_err("this build has no network in it"))?;
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
    let unknown = || wrong(format!("there is no language `{lang}`: choose en, de or fr"));
    language.map(Words::new).ok_or_else(unknown)
}

fn narrator<'a>(record: &Record, words: &'a Words) -> Narrator<'a> {
    let names = Names::new(&record.players, record.rules.preset().theme(), words);
    Narrator { bonuses: record.rules.options().bonuses, ..Narrator::new(words, names) }
}
