//! Runs other programs: with output for steps, silently for queries.

use std::env;
use std::io::{self, Write};
use std::iter;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// Runs a command and shows its output. An error names the command and the remedy.
pub(crate) fn run(command: &mut Command, remedy: &str) -> Result<()> {
    let line = command_line(command);
    let status = command.status().with_context(|| format!("cannot start `{line}`: {remedy}"))?;
    if !status.success() {
        bail!("`{line}` failed: {remedy}");
    }
    Ok(())
}

/// Whether a command starts and succeeds, without showing its output.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// The trimmed output of a command if it succeeds.
pub(crate) fn answer(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

/// Prints a long text. It is not an error if the reader, such as `head`, closes the pipe early.
pub(crate) fn show(text: &str) {
    let _ = io::stdout().write_all(text.as_bytes());
}

/// Parses a command from words without quotes.
pub(crate) fn command(line: &str) -> Command {
    let mut words = line.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or_default());
    command.args(words);
    command
}

/// The running cargo, with arguments parsed from words without quotes.
pub(crate) fn cargo(arguments: &str) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments.split_whitespace());
    command
}

/// The command as typed: the program without its folder, then its arguments.
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
    fn an_error_names_the_command_and_the_remedy() {
        let error = run(&mut cargo("no-such-subcommand --flag"), "do this instead").unwrap_err();
        assert_eq!(format!("{error:#}"), "`cargo no-such-subcommand --flag` failed: do this instead");
    }

    #[test]
    fn a_missing_program_has_no_output() {
        assert!(!succeeds(&mut command("no-such-program --version")));
        assert_eq!(answer(&mut command("no-such-program --version")), None);
    }
}
