//! Running other programs: loudly for the steps, silently for questions about the machine.

use std::env;
use std::io::{self, Write};
use std::iter;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// Runs the command with its output shown; a failure says which command it was and the `remedy`.
pub(crate) fn run(command: &mut Command, remedy: &str) -> Result<()> {
    let line = command_line(command);
    let status = command.status().with_context(|| format!("cannot start `{line}`: {remedy}"))?;
    if !status.success() {
        bail!("`{line}` failed: {remedy}");
    }
    Ok(())
}

/// Whether the command can be started and succeeds; nothing of it is shown.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// What the command prints, trimmed, when it succeeds.
pub(crate) fn answer(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

/// Prints a text that may be long. A reader such as `head` may leave before its end, which is no failure.
pub(crate) fn show(text: &str) {
    let _ = io::stdout().write_all(text.as_bytes());
}

/// A command from a line of words without quotes.
pub(crate) fn command(line: &str) -> Command {
    let mut words = line.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or_default());
    command.args(words);
    command
}

/// The cargo that runs us, with a line of arguments without quotes.
pub(crate) fn cargo(arguments: &str) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments.split_whitespace());
    command
}

/// The command as one would type it: the program without its folder, then its arguments.
fn command_line(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_stem().unwrap_or(command.get_program());
    let words: Vec<_> =
        iter::once(program).chain(command.get_args()).map(|word| word.to_string_lossy()).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_names_the_command_and_the_remedy_in_one_line() {
        let error = run(&mut cargo("no-such-subcommand --flag"), "do this instead").unwrap_err();
        assert_eq!(format!("{error:#}"), "`cargo no-such-subcommand --flag` failed: do this instead");
    }

    #[test]
    fn a_program_that_is_not_there_answers_nothing() {
        assert!(!succeeds(&mut command("no-such-program --version")));
        assert_eq!(answer(&mut command("no-such-program --version")), None);
    }
}
