//! The rules as readable cases, a second implementation to compare with, and properties of every game.

mod allocation;
mod outside;
mod positions;
mod previews;
mod properties;
mod random;
mod referee;
mod rules;
mod steps;
