//! The real binary, run as a person or a program runs it.

mod bench;
mod program;
mod rules;
mod show;
mod simulate;
mod usage;
mod verify;
