//! The Python package: environments for research that step thousands of games at once.

mod game;
mod play;
mod records;
mod slot;
mod vector;

use std::collections::BTreeMap;
use std::fmt::Display;

use mergemaker_bots::net::columns;
use mergemaker_bots::{Level, net};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Everything in `import mergemaker` that is not written in Python.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("OBSERVATION_VERSION", net::VERSION)?;
    module.add("CHAIN_NUMBERS", net::CHAIN_NUMBERS)?;
    module.add("TILE_NUMBERS", net::TILE_NUMBERS)?;
    module.add("GAME_NUMBERS", net::GAME_NUMBERS)?;
    module.add("NUMBERS", net::NUMBERS)?;
    module.add("COLUMNS", columns())?;
    module.add("SPACES", net::SPACES)?;
    module.add("CHOICES", net::CHOICES)?;
    module.add("STEPS", mergemaker_engine::STEPS)?;
    module.add("STEPS_WITH_EXCHANGE", mergemaker_engine::STEPS_WITH_EXCHANGE)?;
    module.add("BOTS", Level::ALL.map(Level::id).to_vec())?;
    module.add_class::<vector::VectorEnv>()?;
    module.add_class::<game::PyGame>()?;
    module.add_class::<records::Moment>()?;
    module.add_function(wrap_pyfunction!(records::play, module)?)?;
    module.add_function(wrap_pyfunction!(records::verify, module)?)?;
    module.add_function(wrap_pyfunction!(records::replay, module)?)?;
    module.add_function(wrap_pyfunction!(records::story, module)?)?;
    module.add_function(wrap_pyfunction!(records::analyse, module)?)
}

/// The columns of an observation by part and name, each with its first number and its width.
fn columns() -> BTreeMap<&'static str, BTreeMap<String, (usize, usize)>> {
    let parts = [("chain", columns::chain::ALL), ("tile", columns::tile::ALL), ("game", columns::game::ALL)];
    let row = |column: &columns::Column| (column.name.to_lowercase(), (column.start, column.width));
    parts.map(|(part, all)| (part, all.iter().map(row).collect())).into()
}

/// Converts an error into a Python `ValueError`.
pub(crate) fn value_error(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}
