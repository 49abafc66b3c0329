//! Whole games: what must hold in every one of them.

mod allocation;
mod properties;
mod random;
mod steps;
