//! Usage errors in one line.

use std::fmt::Display;
use std::process::ExitCode;
use std::str::FromStr;

use clap::error::ErrorKind;

use crate::output;

/// Prints help or version unchanged, and a usage error as one line. Returns the exit code.
pub(crate) fn report(error: &clap::Error) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp
        | ErrorKind::DisplayVersion
        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            // This can only fail if the pipe is closed.
            let _ = error.print();
        }
        _ => output::error(&in_one_line(&error.to_string())),
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}

/// Parses a number within bounds.
pub(crate) fn number<T: FromStr + PartialOrd + Display + Copy + Send + Sync + 'static>(
    from: T,
    to: T,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| match text.parse() {
        Ok(number) if from <= number && number <= to => Ok(number),
        _ => Err(format!("give a number from {from} to {to}")),
    }
}

/// The essence of clap's message: without `error:` and without the usage.
fn in_one_line(message: &str) -> String {
    let lines = message
        .lines()
        .map(str::trim)
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more information"))
        .filter(|line| !line.is_empty());
    let mut point = String::new();
    for line in lines {
        if !point.is_empty() {
            point.push_str(if line.starts_with("tip:") { "; " } else { " " });
        }
        point.push_str(line);
    }
    format!("{} (see `--help`)", point.strip_prefix("error: ").unwrap_or(&point))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_within_their_bounds() {
        let read = number(2_u8, 6);
        assert_eq!((read("2"), read("6")), (Ok(2), Ok(6)));
        for text in ["1", "7", "-2", "300", "2.5", "two", ""] {
            assert_eq!(read(text), Err("give a number from 2 to 6".to_owned()), "{text}");
        }
    }

    #[test]
    fn a_message_becomes_one_line() {
        let message = "error: invalid value 'x' for '--rules <PRESET>'\n  [possible values: classic]\n\n  tip: y\n\n\
                         Usage: mergemaker simulate\n\nFor more information, try '--help'.\n";
        assert_eq!(
            in_one_line(message),
            "invalid value 'x' for '--rules <PRESET>' [possible values: classic]; tip: y (see `--help`)"
        );
    }
}
