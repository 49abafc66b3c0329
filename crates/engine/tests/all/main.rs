//! The rules as readable cases, a second implementation beside the first, and what must hold in every game.

mod allocation;
mod outside;
mod positions;
mod previews;
mod properties;
mod random;
mod referee;
mod rules;
mod steps;
