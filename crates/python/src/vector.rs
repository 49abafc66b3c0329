//! Thousands of games at once, written straight into the caller's arrays.

use std::ops::Range;
use std::sync::Mutex;

use mergemaker_bots::Level;
use mergemaker_bots::net::{NUMBERS, Observation};
use mergemaker_engine::{Dice, HAND_SIZE, MOST_PLAYERS, Preset, Rules, Step, Table, Tile};
use numpy::ndarray::Dimension;
use numpy::{
    Element, PyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray2,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use rand_core::Rng as _;
use rayon::prelude::*;

use crate::play::{Asking, Sitter};
use crate::slot::{NO_LEARNER, Slot};
use crate::wrong;

/// More threads than any machine has use for.
const MOST_THREADS: usize = 1_024;

/// Many games, each a row of every array.
///
/// `tables` are pairs of a preset and a number of players: each game is played at one of them by chance.
/// `lineups` says for every row who plays: a list of learners' numbers (`0`, `1`, …) and levels of bots
/// (`"steady"`); the last one fills the seats that are left, and everybody is seated by chance. At every table a
/// learner must be among those who are seated.
///
/// With `pauses` a learner is also asked after their last step before somebody else goes on: nothing but to pass is
/// legal then, and what they see is what they left.
///
/// With `exchange` learners pick the dead tiles to exchange, one by one in order: step 181 keeps the next, 182 exchanges
/// it. Otherwise all are exchanged and nobody is asked.
///
/// The arrays, C-contiguous and each with memory of its own, a row for each game: `numbers` (uint16, 1048: the bits of
/// bfloat16), `board` (uint8, 108), `hand` (uint8, 6), `mask` (uint8, 181, or 183 with `exchange`), `info` (uint8, 5: the seat that is asked,
/// the learner's number, whether a game ended with the last step, how many play, how many played in the game that
/// ended), `rewards` (float32, 6: what the last step brought to each seat), `money` (int32, 6) and `learners`
/// (uint8, 6) of the game that ended, `action` (uint8: the step to make, by its number).
#[pyclass(module = "mergemaker")]
pub(crate) struct VectorEnv {
    /// Behind a lock because Python asks for it: a step has it for itself, a copy reads the games of another.
    slots: Mutex<Vec<Slot>>,
    pool: rayon::ThreadPool,
    arrays: Arrays,
    asking: Asking,
}

struct Arrays {
    numbers: Py<PyArray2<u16>>,
    board: Py<PyArray2<u8>>,
    hand: Py<PyArray2<u8>>,
    mask: Py<PyArray2<u8>>,
    info: Py<PyArray2<u8>>,
    rewards: Py<PyArray2<f32>>,
    money: Py<PyArray2<i32>>,
    learners: Py<PyArray2<u8>>,
    action: Py<PyArray1<u8>>,
}

/// How many bytes of `info` a game has.
const INFO: usize = 5;

#[pymethods]
impl VectorEnv {
    #[new]
    #[expect(
        clippy::too_many_arguments,
        clippy::needless_pass_by_value,
        reason = "Python names and hands them over"
    )]
    #[pyo3(signature = (*, tables, lineups, seed, threads, pauses = false, exchange = false, numbers, board, hand, mask, info, rewards, money, learners, action))]
    fn new(
        py: Python<'_>,
        tables: Vec<(String, usize)>,
        lineups: Vec<Vec<Name>>,
        seed: u64,
        threads: usize,
        pauses: bool,
        exchange: bool,
        numbers: &Bound<'_, PyAny>,
        board: &Bound<'_, PyAny>,
        hand: &Bound<'_, PyAny>,
        mask: &Bound<'_, PyAny>,
        info: &Bound<'_, PyAny>,
        rewards: &Bound<'_, PyAny>,
        money: &Bound<'_, PyAny>,
        learners: &Bound<'_, PyAny>,
        action: &Bound<'_, PyAny>,
    ) -> PyResult<VectorEnv> {
        let tables = tables
            .iter()
            .map(|(preset, players)| {
                let preset: Preset = preset.parse().map_err(wrong)?;
                Table::new(Rules::of(preset), *players).map_err(wrong)
            })
            .collect::<PyResult<Vec<Table>>>()?;
        if tables.is_empty() || lineups.is_empty() || lineups.iter().any(Vec::is_empty) {
            let text = "name at least one table and one lineup, and somebody in every lineup";
            return Err(PyValueError::new_err(text));
        }
        let lineups = lineups
            .into_iter()
            .map(|lineup| lineup.into_iter().map(Name::sitter).collect())
            .collect::<PyResult<Vec<Vec<Sitter>>>>()?;
        check_learners(&lineups, &tables)?;
        let rows = lineups.len();
        let asking = Asking { pauses, exchange };
        let arrays = Arrays {
            numbers: rows_of(numbers, "numbers", rows, NUMBERS)?,
            board: rows_of(board, "board", rows, Tile::COUNT)?,
            hand: rows_of(hand, "hand", rows, HAND_SIZE)?,
            mask: rows_of(mask, "mask", rows, asking.steps())?,
            info: rows_of(info, "info", rows, INFO)?,
            rewards: rows_of(rewards, "rewards", rows, MOST_PLAYERS)?,
            money: rows_of(money, "money", rows, MOST_PLAYERS)?,
            learners: rows_of(learners, "learners", rows, MOST_PLAYERS)?,
            action: steps_of(action, rows)?,
        };
        arrays.check_apart(py)?;
        if !(1..=MOST_THREADS).contains(&threads) {
            return Err(wrong(format!("{threads} threads: give a number from 1 to {MOST_THREADS}")));
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(wrong)?;
        // Mixed before as well: the rows of one seed are not those of another, moved on.
        let mut seeds = Dice::new(Dice::new(seed).next_u64());
        let slots = py.detach(|| {
            pool.install(|| {
                lineups
                    .into_iter()
                    .map(|lineup| (seeds.next_u64(), lineup))
                    .collect::<Vec<_>>()
                    .into_par_iter()
                    .map(|(seed, lineup)| Slot::new(tables.clone(), lineup, asking, seed))
                    .collect()
            })
        });
        Ok(VectorEnv { slots: Mutex::new(slots), pool, arrays, asking })
    }

    /// Writes what the learner who is asked may know, for every game. No game begins anew: they go on where they are.
    fn reset(&mut self, py: Python<'_>) -> PyResult<()> {
        self.go(py, false)
    }

    /// Makes the step in `action` in every game, and goes on until a learner has a choice again. Where one of them is
    /// not legal it raises, and nothing has changed in any game.
    fn step(&mut self, py: Python<'_>) -> PyResult<()> {
        self.go(py, true)
    }

    /// Lays a copy of a game of another environment into every row: `rows` (int64, one for each row here) says which.
    /// Nothing is written before the next `step` or `reset`. A copy keeps its seats, learners and pauses. What chance
    /// brings is the same in all copies of a game: with the same steps they go on alike; where players trade, bots in
    /// them may repeat the last offer they made before. When a copied game is over, this environment deals the next.
    #[expect(clippy::needless_pass_by_value, reason = "Python hands it over")]
    fn copy_from(
        slf: &Bound<'_, VectorEnv>,
        other: &Bound<'_, VectorEnv>,
        rows: PyReadonlyArray1<'_, i64>,
    ) -> PyResult<()> {
        if slf.is(other) {
            return Err(PyValueError::new_err(
                "games are copied from another environment: make a second one",
            ));
        }
        let (mut own, other) = (slf.try_borrow_mut()?, other.try_borrow()?);
        if own.asking.exchange != other.asking.exchange {
            let text = "one of the two environments asks about dead tiles: give both the same `exchange`";
            return Err(PyValueError::new_err(text));
        }
        let slots = own.slots.get_mut().map_err(wrong)?;
        let sources = &*other.slots.lock().map_err(wrong)?;
        let rows = rows.as_slice()?;
        if rows.len() != slots.len() {
            let text =
                format!("`rows` names {} rows: give {}, one for each row here", rows.len(), slots.len());
            return Err(PyValueError::new_err(text));
        }
        let source = |row: &i64| usize::try_from(*row).ok().and_then(|row| sources.get(row));
        if let Some(row) = rows.iter().find(|row| source(row).is_none()) {
            let text = format!("there is no row {row} to copy: choose 0 to {}", sources.len() - 1);
            return Err(PyValueError::new_err(text));
        }
        for (slot, source) in slots.iter_mut().zip(rows.iter().filter_map(source)) {
            slot.take_over(source);
        }
        Ok(())
    }
}

impl VectorEnv {
    fn go(&mut self, py: Python<'_>, makes_step: bool) -> PyResult<()> {
        let slots = self.slots.get_mut().map_err(wrong)?;
        let rows = slots.len();
        let arrays = &self.arrays;
        let steps = self.asking.steps();
        let mut action = arrays.action.bind(py).try_readwrite()?;
        check_shape(action.shape(), &[rows], "action")?;
        let (mut numbers, mut board, mut hand, mut mask, mut info, mut rewards, mut money, mut learners) = (
            arrays.numbers.bind(py).try_readwrite()?,
            arrays.board.bind(py).try_readwrite()?,
            arrays.hand.bind(py).try_readwrite()?,
            arrays.mask.bind(py).try_readwrite()?,
            arrays.info.bind(py).try_readwrite()?,
            arrays.rewards.bind(py).try_readwrite()?,
            arrays.money.bind(py).try_readwrite()?,
            arrays.learners.bind(py).try_readwrite()?,
        );
        let numbers = slice_of(&mut numbers, "numbers", rows, NUMBERS)?;
        let board = slice_of(&mut board, "board", rows, Tile::COUNT)?;
        let hand = slice_of(&mut hand, "hand", rows, HAND_SIZE)?;
        let mask = slice_of(&mut mask, "mask", rows, steps)?;
        let info = slice_of(&mut info, "info", rows, INFO)?;
        let rewards = slice_of(&mut rewards, "rewards", rows, MOST_PLAYERS)?;
        let money = slice_of(&mut money, "money", rows, MOST_PLAYERS)?;
        let learners = slice_of(&mut learners, "learners", rows, MOST_PLAYERS)?;
        let pool = &self.pool;
        let action = &*action.as_slice_mut()?;
        let wrong_row = py.detach(move || {
            pool.install(|| {
                let is_wrong = |(slot, &action): (&mut Slot, &u8)| !slot.is_legal(action);
                let wrong_row = if makes_step {
                    slots.par_iter_mut().zip(action).with_min_len(256).position_first(is_wrong)
                } else {
                    None
                };
                if wrong_row.is_some() {
                    return wrong_row;
                }
                slots
                    .par_iter_mut()
                    .zip(numbers.par_chunks_exact_mut(NUMBERS))
                    .zip(board.par_chunks_exact_mut(Tile::COUNT))
                    .zip(hand.par_chunks_exact_mut(HAND_SIZE))
                    .zip(mask.par_chunks_exact_mut(steps))
                    .zip(info.par_chunks_exact_mut(INFO))
                    .zip(rewards.par_chunks_exact_mut(MOST_PLAYERS))
                    .zip(money.par_chunks_exact_mut(MOST_PLAYERS))
                    .zip(learners.par_chunks_exact_mut(MOST_PLAYERS))
                    .zip(action.par_iter())
                    .with_min_len(16)
                    .for_each_init(
                        Observation::default,
                        |observation,
                         (
                            ((((((((slot, numbers), board), hand), mask), info), rewards), money), learners),
                            action,
                        )| {
                            match Step::from_id(usize::from(*action)).filter(|_| makes_step) {
                                Some(step) => _ = slot.step(step),
                                None => slot.forget_ending(),
                            }
                            slot.observe(observation);
                            write_bf16(&observation.numbers, numbers);
                            board.copy_from_slice(&observation.board);
                            hand.copy_from_slice(&observation.hand);
                            mask.fill(0);
                            slot.legal_steps().iter().for_each(|step| mask[step.id()] = 1);
                            let (seat, learner) = slot.asked();
                            let ending = slot.ending();
                            info.copy_from_slice(&[
                                seat.index() as u8,
                                learner,
                                u8::from(ending.is_some()),
                                slot.players() as u8,
                                ending.map_or(0, |ending| ending.players),
                            ]);
                            rewards.copy_from_slice(
                                &ending.map_or([0.0; MOST_PLAYERS], |ending| ending.rewards),
                            );
                            if let Some(ending) = ending {
                                money.copy_from_slice(&ending.money);
                                learners.copy_from_slice(&ending.learners);
                            }
                        },
                    );
                None
            })
        });
        match wrong_row {
            None => Ok(()),
            Some(row) => {
                let step = action[row];
                let text = format!("step {step} is not legal in row {row}: choose one whose mask is 1");
                Err(PyValueError::new_err(text))
            }
        }
    }
}

impl Arrays {
    /// Refuses arrays that lie in the same memory: two slices of one tensor are not known as such to numpy.
    fn check_apart(&self, py: Python<'_>) -> PyResult<()> {
        let ranges = [
            range("numbers", self.numbers.bind(py)),
            range("board", self.board.bind(py)),
            range("hand", self.hand.bind(py)),
            range("mask", self.mask.bind(py)),
            range("info", self.info.bind(py)),
            range("rewards", self.rewards.bind(py)),
            range("money", self.money.bind(py)),
            range("learners", self.learners.bind(py)),
            range("action", self.action.bind(py)),
        ];
        for (index, (name, one)) in ranges.iter().enumerate() {
            for (other_name, other) in &ranges[index + 1..] {
                if one.start < other.end && other.start < one.end {
                    let text = format!("`{name}` and `{other_name}` share memory: give each array its own");
                    return Err(PyValueError::new_err(text));
                }
            }
        }
        Ok(())
    }
}

/// Where an array without gaps lies.
fn range<'a, T, D>(name: &'a str, array: &Bound<'_, PyArray<T, D>>) -> (&'a str, Range<usize>)
where
    T: Element,
    D: Dimension,
{
    let start = array.data().addr();
    (name, start..start + array.len() * size_of::<T>())
}

/// A learner by number or a bot by name.
#[derive(FromPyObject)]
enum Name {
    Learner(i64),
    Level(String),
}

impl Name {
    fn sitter(self) -> PyResult<Sitter> {
        match self {
            Name::Learner(number) => u8::try_from(number)
                .ok()
                .filter(|number| *number != NO_LEARNER)
                .map(Sitter::Learner)
                .ok_or_else(|| {
                    PyValueError::new_err(format!("there is no learner {number}: choose 0 to 254"))
                }),
            Name::Level(level) => level.parse::<Level>().map(Sitter::Scripted).map_err(wrong),
        }
    }
}

/// Refuses a row in which nobody might ever be asked.
fn check_learners(lineups: &[Vec<Sitter>], tables: &[Table]) -> PyResult<()> {
    // Who is seated at the smallest table is seated at every other.
    let fewest = tables.iter().map(Table::players).min().unwrap_or(0);
    let has_learner =
        |lineup: &Vec<Sitter>| lineup.iter().take(fewest).any(|sitter| matches!(sitter, Sitter::Learner(_)));
    match lineups.iter().position(|lineup| !has_learner(lineup)) {
        None => Ok(()),
        Some(row) => Err(PyValueError::new_err(format!(
            "row {row} has no learner at a table of {fewest}: name one, such as 0, among the first {fewest} of its lineup"
        ))),
    }
}

/// An array of so many rows of that width, which may be written.
fn rows_of<T: Element>(
    array: &Bound<'_, PyAny>,
    name: &str,
    rows: usize,
    width: usize,
) -> PyResult<Py<PyArray2<T>>> {
    array
        .cast::<PyArray2<T>>()
        .ok()
        .filter(|array| array.shape() == [rows, width] && array.is_c_contiguous() && array.is_aligned())
        .filter(|array| array.try_readwrite().is_ok())
        .map(|array| array.clone().unbind())
        .ok_or_else(|| {
            let dtype = T::get_dtype(array.py());
            let text = format!("`{name}` must be a C-contiguous {dtype} array of {rows} rows of {width}");
            PyValueError::new_err(format!("{text} that may be written"))
        })
}

/// The array with a step for every row.
fn steps_of(array: &Bound<'_, PyAny>, rows: usize) -> PyResult<Py<PyArray1<u8>>> {
    array
        .cast::<PyArray1<u8>>()
        .ok()
        .filter(|array| array.shape() == [rows] && array.is_c_contiguous())
        .filter(|array| array.try_readwrite().is_ok())
        .map(|array| array.clone().unbind())
        .ok_or_else(|| {
            let text =
                format!("`action` must be a C-contiguous uint8 array of {rows} numbers that may be written");
            PyValueError::new_err(text)
        })
}

/// The numbers of an array, row by row.
fn slice_of<'a, T: Element>(
    array: &'a mut PyReadwriteArray2<'_, T>,
    name: &str,
    rows: usize,
    width: usize,
) -> PyResult<&'a mut [T]> {
    check_shape(array.shape(), &[rows, width], name)?;
    Ok(array.as_slice_mut()?)
}

/// Refuses an array that has got another shape since it was handed over.
fn check_shape(shape: &[usize], expected: &[usize], name: &str) -> PyResult<()> {
    if shape == expected {
        Ok(())
    } else {
        Err(PyValueError::new_err(format!(
            "`{name}` has another shape than at the beginning: leave it as it was"
        )))
    }
}

/// The bits of the nearest bfloat16.
fn write_bf16(from: &[f32], to: &mut [u16]) {
    for (from, to) in from.iter().zip(to) {
        let bits = from.to_bits();
        *to = (bits.wrapping_add(0x7fff + (bits >> 16 & 1)) >> 16) as u16;
    }
}
