//! Whole games: what must hold in every one of them.

mod allocation;
mod outside;
mod positions;
mod previews;
mod properties;
mod random;
mod steps;
