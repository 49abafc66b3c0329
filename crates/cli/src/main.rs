//! The `mergemaker` binary: simulates, verifies, shows, analyses and hosts games of Acquire.

#![expect(
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "floating point is only for means, shares and speeds, never negative and shown to a few digits"
)]

mod advise;
mod analyse;
mod arena;
mod backup;
mod bench;
mod bots;
mod doctor;
mod draft;
mod game;
mod interrupt;
mod language;
mod load;
mod log;
mod output;
mod parallel;
mod place;
mod progress;
mod restore;
mod rules;
mod serve;
mod show;
mod simulate;
mod source;
mod table;
mod text;
mod thinking;
mod usage;
mod verify;

use std::process::ExitCode;

use clap::{Parser, Subcommand, ValueEnum};
use mergemaker_arena::ContestError;
use mergemaker_engine::RulesError;
use mergemaker_server::BackupError;

use crate::interrupt::Interrupted;
use crate::output::PipeClosed;

/// Acquire, the board game: simulate, verify, study and host games
#[derive(Parser)]
#[command(
    name = "mergemaker",
    version,
    max_term_width = 100,
    arg_required_else_help = true,
    after_help = "Examples:
  mergemaker simulate --games 1000 --players 4 --records games.jsonl
  mergemaker verify games.jsonl
  mergemaker show games.jsonl --game 3 --event 120
  mergemaker rules tycoon
  mergemaker arena --bots steady,novice,shopper,random --games 10000

See `mergemaker COMMAND --help` for details."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,

    /// When to colour the output
    #[arg(long, global = true, display_order = 1000, value_name = "WHEN", value_enum, default_value_t = Colour::Auto)]
    color: Colour,
}

#[derive(Subcommand)]
enum Command {
    Simulate(simulate::Args),
    Arena(arena::Args),
    Bots(bots::Args),
    Verify(verify::Args),
    Show(show::Args),
    Analyse(analyse::Args),
    Advise(advise::Args),
    Rules(rules::Args),
    Bench(bench::Args),
    Serve(serve::Args),
    Backup(backup::Args),
    Restore(restore::Args),
    Doctor(doctor::Args),
    Load(load::Args),
}

/// When to colour the output.
#[derive(Clone, Copy, ValueEnum)]
enum Colour {
    /// On a terminal, unless the variable `NO_COLOR` is set
    Auto,
    /// Even into a file or a pipe
    Always,
    /// Never
    Never,
}

/// The outcome of a command that did not fail.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    /// Success.
    Good,
    /// The command worked, but found problems in its input.
    Bad,
    /// Interrupted; partial results were printed.
    CutShort,
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage::report(&error),
    };
    match cli.color {
        Colour::Auto => anstream::ColorChoice::Auto,
        Colour::Always => anstream::ColorChoice::Always,
        Colour::Never => anstream::ColorChoice::Never,
    }
    .write_global();
    let result = match cli.command {
        Command::Simulate(args) => simulate::run(&args),
        Command::Arena(args) => arena::run(&args),
        Command::Bots(args) => bots::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Show(args) => show::run(&args),
        Command::Analyse(args) => analyse::run(&args),
        Command::Advise(args) => advise::run(&args),
        Command::Rules(args) => rules::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Serve(args) => serve::run(&args),
        Command::Backup(args) => backup::run(&args),
        Command::Restore(args) => restore::run(&args),
        Command::Doctor(args) => doctor::run(&args),
        Command::Load(args) => load::run(&args),
    };
    match result {
        Ok(Verdict::Good) => ExitCode::SUCCESS,
        Ok(Verdict::Bad) => ExitCode::FAILURE,
        Ok(Verdict::CutShort) => ExitCode::from(interrupt::EXIT_CODE),
        // The reader closed the pipe early: not an error.
        Err(error) if error.is::<PipeClosed>() => ExitCode::SUCCESS,
        Err(error) => {
            output::error(&format!("{error:#}"));
            // Options that conflict are a usage error, even if each is valid alone.
            let is_misuse = error.downcast_ref().is_some_and(BackupError::is_misuse);
            if is_misuse || error.is::<RulesError>() || error.is::<ContestError>() {
                ExitCode::from(2)
            } else if error.is::<Interrupted>() {
                ExitCode::from(interrupt::EXIT_CODE)
            } else {
                ExitCode::FAILURE
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        super::Cli::command().debug_assert();
    }
}
