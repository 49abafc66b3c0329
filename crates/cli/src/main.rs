//! The binary `mergemaker`: simulate, verify, show, explain and measure games of Acquire, and the bots that
//! play it.

#![expect(
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "floating point is only for means, shares and speeds, never negative and shown to a few digits"
)]

mod advise;
mod analyse;
mod arena;
mod bench;
mod bots;
mod crew;
mod draft;
mod game;
mod interrupt;
mod language;
mod load;
mod output;
mod progress;
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

use crate::interrupt::Interrupted;
use crate::output::PipeClosed;

/// The referee of Acquire: play, check, look at and measure games.
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

`mergemaker COMMAND --help` tells more about each."
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
    Load(load::Args),
}

/// When the output is coloured.
#[derive(Clone, Copy, ValueEnum)]
enum Colour {
    /// On a terminal, unless the variable `NO_COLOR` is set
    Auto,
    /// Even into a file or a pipe
    Always,
    /// Never
    Never,
}

/// How a command that did not fail ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    /// Everything is well.
    Good,
    /// The command did its work, and what it looked at is wrong.
    Bad,
    /// Somebody asked the program to end; what was done till then is told.
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
        Command::Load(args) => load::run(&args),
    };
    match result {
        Ok(Verdict::Good) => ExitCode::SUCCESS,
        Ok(Verdict::Bad) => ExitCode::FAILURE,
        Ok(Verdict::CutShort) => ExitCode::from(interrupt::EXIT_CODE),
        // Whoever reads the output has had enough of it: nothing went wrong.
        Err(error) if error.is::<PipeClosed>() => ExitCode::SUCCESS,
        Err(error) => {
            output::complain(&format!("{error:#}"));
            // Options that do not go together are wrong usage, though each alone is right.
            if error.is::<RulesError>() || error.is::<ContestError>() {
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
    fn the_command_line_is_sound() {
        super::Cli::command().debug_assert();
    }
}
