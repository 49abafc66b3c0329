//! Thousands of games at once, written directly into the caller's arrays.

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

use crate::play::{Controller, OptionalSteps};
use crate::slot::{NO_LEARNER, Slot};
use crate::value_error;

/// More threads than any machine needs.
const MOST_THREADS: usize = 1_024;

/// Many games, each a row of every array.
///
/// `tables` are pairs of a preset and a number of players; each game picks one at random. `lineups` gives the
/// players of each row: learner ids (`0`, `1`, …) and bot levels (`"steady"`). The last entry fills the
/// remaining seats, and the seating is random. Every table must include a learner.
///
/// With `pauses`, learners get an extra step after their last one, before others continue: the only legal
/// step is to pass, and the observation shows the state they left.
///
/// With `exchange`, learners choose which dead tiles to exchange, one by one in order: step 181 keeps the
/// next tile, 182 exchanges it. Otherwise all are exchanged automatically.
///
/// The arrays are C-contiguous and must not overlap, with a row for each game: `numbers` (uint16, 1048: the
/// bits of bfloat16), `board` (uint8, 108), `hand` (uint8, 6), `mask` (uint8, 181, or 183 with `exchange`),
/// `info` (uint8, 5: the seat to act, its learner, whether a game ended with the last step, its number of
/// players, the number of players of the game that ended), `rewards` (float32, 6: each seat's reward for the
/// last step), `money` (int32, 6) and `learners` (uint8, 6) of the game that ended, `action` (uint8: the id
/// of the step to make).
#[pyclass(module = "mergemaker")]
pub(crate) struct VectorEnv {
    /// Locked for Python: a step has exclusive access, a copy reads another environment's games.
    slots: Mutex<Vec<Slot>>,
    pool: rayon::ThreadPool,
    arrays: Arrays,
    options: OptionalSteps,
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

/// The width of `info`.
const INFO: usize = 5;

#[pymethods]
impl VectorEnv {
    #[new]
    #[expect(
        clippy::too_many_arguments,
        clippy::needless_pass_by_value,
        reason = "keyword arguments from Python"
    )]
    #[pyo3(signature = (*, tables, lineups, seed, threads, pauses = false, exchange = false, numbers, board, hand, mask, info, rewards, money, learners, action))]
    fn new(
        py: Python<'_>,
        tables: Vec<(String, usize)>,
        lineups: Vec<Vec<LineupEntry>>,
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
                let preset: Preset = preset.parse().map_err(value_error)?;
                Table::new(Rules::of(preset), *players).map_err(value_error)
            })
            .collect::<PyResult<Vec<Table>>>()?;
        if tables.is_empty() || lineups.is_empty() || lineups.iter().any(Vec::is_empty) {
            let text = "give at least one table and one lineup, and no empty lineup";
            return Err(PyValueError::new_err(text));
        }
        let lineups = lineups
            .into_iter()
            .map(|lineup| lineup.into_iter().map(LineupEntry::controller).collect())
            .collect::<PyResult<Vec<Vec<Controller>>>>()?;
        check_learners(&lineups, &tables)?;
        let rows = lineups.len();
        let options = OptionalSteps { pauses, exchange };
        let arrays = Arrays {
            numbers: rows_of(numbers, "numbers", rows, NUMBERS)?,
            board: rows_of(board, "board", rows, Tile::COUNT)?,
            hand: rows_of(hand, "hand", rows, HAND_SIZE)?,
            mask: rows_of(mask, "mask", rows, options.steps())?,
            info: rows_of(info, "info", rows, INFO)?,
            rewards: rows_of(rewards, "rewards", rows, MOST_PLAYERS)?,
            money: rows_of(money, "money", rows, MOST_PLAYERS)?,
            learners: rows_of(learners, "learners", rows, MOST_PLAYERS)?,
            action: steps_of(action, rows)?,
        };
        arrays.check_no_overlap(py)?;
        if !(1..=MOST_THREADS).contains(&threads) {
            return Err(value_error(format!(
                "invalid number of threads {threads}: choose 1 to {MOST_THREADS}"
            )));
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(value_error)?;
        // Mix the seed first, so that the rows of one seed are not those of a nearby seed, shifted.
        let mut seeds = Dice::new(Dice::new(seed).next_u64());
        let slots = py.detach(|| {
            pool.install(|| {
                lineups
                    .into_iter()
                    .map(|lineup| (seeds.next_u64(), lineup))
                    .collect::<Vec<_>>()
                    .into_par_iter()
                    .map(|(seed, lineup)| Slot::new(tables.clone(), lineup, options, seed))
                    .collect()
            })
        });
        Ok(VectorEnv { slots: Mutex::new(slots), pool, arrays, options })
    }

    /// Writes the current observations of all games. Games are not restarted.
    fn reset(&mut self, py: Python<'_>) -> PyResult<()> {
        self.run(py, false)
    }

    /// Makes the step in `action` in every game and plays on to the next choice of a learner. If any step is
    /// illegal, it raises and changes nothing.
    fn step(&mut self, py: Python<'_>) -> PyResult<()> {
        self.run(py, true)
    }

    /// Replaces every row by a copy of a game of another environment: `rows` (int64, one per row) selects
    /// them. Arrays are not written until the next `step` or `reset`. A copy keeps its seats, learners and
    /// pauses. All copies of a game share their randomness, so with the same steps they continue identically,
    /// except that bots may repeat the last offer they made before the copy. When a copied game ends, this
    /// environment starts the next one.
    #[expect(clippy::needless_pass_by_value, reason = "an argument from Python")]
    fn copy_from(
        slf: &Bound<'_, VectorEnv>,
        other: &Bound<'_, VectorEnv>,
        rows: PyReadonlyArray1<'_, i64>,
    ) -> PyResult<()> {
        if slf.is(other) {
            return Err(PyValueError::new_err("cannot copy from the same environment: create a second one"));
        }
        let (mut own, other) = (slf.try_borrow_mut()?, other.try_borrow()?);
        if own.options.exchange != other.options.exchange {
            let text = "the environments differ in `exchange`: create both with the same value";
            return Err(PyValueError::new_err(text));
        }
        let slots = own.slots.get_mut().map_err(value_error)?;
        let sources = &*other.slots.lock().map_err(value_error)?;
        let rows = rows.as_slice()?;
        if rows.len() != slots.len() {
            let text = format!("`rows` has {} entries: give {}, one per row", rows.len(), slots.len());
            return Err(PyValueError::new_err(text));
        }
        let source = |row: &i64| usize::try_from(*row).ok().and_then(|row| sources.get(row));
        if let Some(row) = rows.iter().find(|row| source(row).is_none()) {
            let text = format!("there is no row {row} to copy: choose 0 to {}", sources.len() - 1);
            return Err(PyValueError::new_err(text));
        }
        for (slot, source) in slots.iter_mut().zip(rows.iter().filter_map(source)) {
            slot.copy_from(source);
        }
        Ok(())
    }
}

impl VectorEnv {
    fn run(&mut self, py: Python<'_>, makes_step: bool) -> PyResult<()> {
        let slots = self.slots.get_mut().map_err(value_error)?;
        let count = slots.len();
        let arrays = &self.arrays;
        let steps = self.options.steps();
        let mut action = arrays.action.bind(py).try_readwrite()?;
        check_shape(action.shape(), &[count], "action")?;
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
        let rows = Rows {
            numbers: slice_of(&mut numbers, "numbers", count, NUMBERS)?,
            board: slice_of(&mut board, "board", count, Tile::COUNT)?,
            hand: slice_of(&mut hand, "hand", count, HAND_SIZE)?,
            mask: slice_of(&mut mask, "mask", count, steps)?,
            info: slice_of(&mut info, "info", count, INFO)?,
            rewards: slice_of(&mut rewards, "rewards", count, MOST_PLAYERS)?,
            money: slice_of(&mut money, "money", count, MOST_PLAYERS)?,
            learners: slice_of(&mut learners, "learners", count, MOST_PLAYERS)?,
        };
        let pool = &self.pool;
        let action = &*action.as_slice_mut()?;
        let illegal_row = py.detach(move || {
            pool.install(|| {
                let illegal_row = if makes_step { first_illegal(slots, action) } else { None };
                if illegal_row.is_none() {
                    step_all(slots, action, rows, steps, makes_step);
                }
                illegal_row
            })
        });
        match illegal_row {
            None => Ok(()),
            Some(row) => {
                let step = action[row];
                let text = format!("step {step} is not legal in row {row}: choose one whose mask is 1");
                Err(PyValueError::new_err(text))
            }
        }
    }
}

/// The first row whose step is illegal.
fn first_illegal(slots: &mut [Slot], action: &[u8]) -> Option<usize> {
    let is_illegal = |(slot, &action): (&mut Slot, &u8)| !slot.is_legal(action);
    slots.par_iter_mut().zip(action).with_min_len(256).position_first(is_illegal)
}

/// Makes the steps of all games, or none, and writes what their learners observe.
fn step_all(slots: &mut [Slot], action: &[u8], rows: Rows<'_>, steps: usize, makes_step: bool) {
    slots.par_iter_mut().zip(action.par_iter()).zip(rows.one_by_one(steps)).with_min_len(16).for_each_init(
        Observation::default,
        |observation, ((slot, action), row)| {
            match Step::from_id(usize::from(*action)).filter(|_| makes_step) {
                Some(step) => _ = slot.step(step),
                None => slot.clear_result(),
            }
            row.write(slot, observation);
        },
    );
}

/// The elements of the arrays that a step writes: of all rows, or of one.
struct Rows<'a> {
    numbers: &'a mut [u16],
    board: &'a mut [u8],
    hand: &'a mut [u8],
    mask: &'a mut [u8],
    info: &'a mut [u8],
    rewards: &'a mut [f32],
    money: &'a mut [i32],
    learners: &'a mut [u8],
}

impl<'a> Rows<'a> {
    /// Each row on its own, with masks of this many steps.
    fn one_by_one(self, steps: usize) -> impl IndexedParallelIterator<Item = Rows<'a>> {
        self.numbers
            .par_chunks_exact_mut(NUMBERS)
            .zip(self.board.par_chunks_exact_mut(Tile::COUNT))
            .zip(self.hand.par_chunks_exact_mut(HAND_SIZE))
            .zip(self.mask.par_chunks_exact_mut(steps))
            .zip(self.info.par_chunks_exact_mut(INFO))
            .zip(self.rewards.par_chunks_exact_mut(MOST_PLAYERS))
            .zip(self.money.par_chunks_exact_mut(MOST_PLAYERS))
            .zip(self.learners.par_chunks_exact_mut(MOST_PLAYERS))
            .map(|(((((((numbers, board), hand), mask), info), rewards), money), learners)| Rows {
                numbers,
                board,
                hand,
                mask,
                info,
                rewards,
                money,
                learners,
            })
    }

    /// Writes one row: what the learner to act observes, and the result of the game that just ended.
    fn write(self, slot: &Slot, observation: &mut Observation) {
        slot.observe(observation);
        write_bf16(&observation.numbers, self.numbers);
        self.board.copy_from_slice(&observation.board);
        self.hand.copy_from_slice(&observation.hand);
        self.mask.fill(0);
        slot.legal_steps().iter().for_each(|step| self.mask[step.id()] = 1);
        let (seat, learner) = slot.seat_to_act();
        let result = slot.result();
        self.info.copy_from_slice(&[
            seat.index() as u8,
            learner,
            u8::from(result.is_some()),
            slot.players() as u8,
            result.map_or(0, |result| result.players),
        ]);
        self.rewards.copy_from_slice(&result.map_or([0.0; MOST_PLAYERS], |result| result.rewards));
        if let Some(result) = result {
            self.money.copy_from_slice(&result.money);
            self.learners.copy_from_slice(&result.learners);
        }
    }
}

impl Arrays {
    /// Rejects arrays that share memory. numpy does not detect overlapping slices of one tensor.
    fn check_no_overlap(&self, py: Python<'_>) -> PyResult<()> {
        let ranges = [
            memory_range("numbers", self.numbers.bind(py)),
            memory_range("board", self.board.bind(py)),
            memory_range("hand", self.hand.bind(py)),
            memory_range("mask", self.mask.bind(py)),
            memory_range("info", self.info.bind(py)),
            memory_range("rewards", self.rewards.bind(py)),
            memory_range("money", self.money.bind(py)),
            memory_range("learners", self.learners.bind(py)),
            memory_range("action", self.action.bind(py)),
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

/// The memory range of a contiguous array.
fn memory_range<'a, T, D>(name: &'a str, array: &Bound<'_, PyArray<T, D>>) -> (&'a str, Range<usize>)
where
    T: Element,
    D: Dimension,
{
    let start = array.data().addr();
    (name, start..start + array.len() * size_of::<T>())
}

/// A learner by id or a bot by level.
#[derive(FromPyObject)]
enum LineupEntry {
    Learner(i64),
    Level(String),
}

impl LineupEntry {
    fn controller(self) -> PyResult<Controller> {
        match self {
            LineupEntry::Learner(number) => u8::try_from(number)
                .ok()
                .filter(|number| *number != NO_LEARNER)
                .map(Controller::Learner)
                .ok_or_else(|| {
                    PyValueError::new_err(format!("there is no learner {number}: choose 0 to 254"))
                }),
            LineupEntry::Level(level) => {
                level.parse::<Level>().map(Controller::Scripted).map_err(value_error)
            }
        }
    }
}

/// Rejects rows in which no learner might be seated.
fn check_learners(lineups: &[Vec<Controller>], tables: &[Table]) -> PyResult<()> {
    // Entries seated at the smallest table are seated at every other.
    let fewest = tables.iter().map(Table::players).min().unwrap_or(0);
    let has_learner = |lineup: &Vec<Controller>| {
        lineup.iter().take(fewest).any(|controller| matches!(controller, Controller::Learner(_)))
    };
    match lineups.iter().position(|lineup| !has_learner(lineup)) {
        None => Ok(()),
        Some(row) => Err(PyValueError::new_err(format!(
            "row {row} has no learner at a table of {fewest}: put one, such as 0, among the first {fewest} of its lineup"
        ))),
    }
}

/// Checks a writable array of this many rows and columns.
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
            let text =
                format!("`{name}` must be a writable C-contiguous {dtype} array of {rows} rows of {width}");
            PyValueError::new_err(text)
        })
}

/// Checks the array with a step for every row.
fn steps_of(array: &Bound<'_, PyAny>, rows: usize) -> PyResult<Py<PyArray1<u8>>> {
    array
        .cast::<PyArray1<u8>>()
        .ok()
        .filter(|array| array.shape() == [rows] && array.is_c_contiguous())
        .filter(|array| array.try_readwrite().is_ok())
        .map(|array| array.clone().unbind())
        .ok_or_else(|| {
            let text = format!("`action` must be a writable C-contiguous uint8 array of {rows} numbers");
            PyValueError::new_err(text)
        })
}

/// The elements of an array, row by row.
fn slice_of<'a, T: Element>(
    array: &'a mut PyReadwriteArray2<'_, T>,
    name: &str,
    rows: usize,
    width: usize,
) -> PyResult<&'a mut [T]> {
    check_shape(array.shape(), &[rows, width], name)?;
    Ok(array.as_slice_mut()?)
}

/// Rejects an array whose shape has changed since it was passed in.
fn check_shape(shape: &[usize], expected: &[usize], name: &str) -> PyResult<()> {
    if shape == expected {
        Ok(())
    } else {
        Err(PyValueError::new_err(format!("the shape of `{name}` has changed: keep the original shape")))
    }
}

/// Rounds to the nearest bfloat16 and writes its bits.
fn write_bf16(from: &[f32], to: &mut [u16]) {
    for (from, to) in from.iter().zip(to) {
        let bits = from.to_bits();
        *to = (bits.wrapping_add(0x7fff + (bits >> 16 & 1)) >> 16) as u16;
    }
}
