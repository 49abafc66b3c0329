//! Tests of the real binary.

mod analyse;
mod arena;
mod bench;
mod bots;
mod editions;
mod hosting;
mod language;
mod load;
mod operations;
mod pages;
mod program;
mod rules;
mod serve;
mod show;
mod simulate;
mod usage;
mod verify;
