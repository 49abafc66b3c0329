//! Command lines: a program and its arguments, written as for a shell, but run without one.

use std::fmt;
use std::str::FromStr;

/// The command that starts an external bot: whole, and with a program in it.
///
/// Spaces separate words. `'…'` and `"…"` keep a word together, and a backslash takes the next sign as it
/// is: within `"…"` only `"` and `\`, within `'…'` none. Nothing else is special, as no shell reads it.
///
/// ```
/// use mergemaker_arena::CommandLine;
/// let command: CommandLine = "python3 'my bot.py' --plan a,b".parse()?;
/// assert_eq!((command.program(), command.arguments().len()), ("python3", 3));
/// assert_eq!(command.to_string(), "python3 'my bot.py' --plan a,b");
/// # Ok::<(), mergemaker_arena::CommandError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandLine {
    text: String,
    program: String,
    arguments: Vec<String>,
}

/// Why a text is no command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CommandError {
    /// It names no program.
    #[error("there is no program after `cmd:`: write one, such as cmd:./mybot")]
    Empty,
    /// A quotation has no end.
    #[error("the quote {mark} is never closed: close it, or write \\{mark} for the sign itself")]
    OpenQuote {
        /// What it began with.
        mark: char,
    },
    /// It ends with a backslash.
    #[error("nothing follows the last backslash: write \\\\ for the sign itself")]
    LastBackslash,
}

impl CommandLine {
    /// The program.
    ///
    /// ```
    /// let command: mergemaker_arena::CommandLine = "./mybot --fast".parse().unwrap();
    /// assert_eq!(command.program(), "./mybot");
    /// ```
    #[must_use]
    pub fn program(&self) -> &str {
        &self.program
    }

    /// What the program is handed.
    ///
    /// ```
    /// let command: mergemaker_arena::CommandLine = "./mybot --name 'A B'".parse().unwrap();
    /// assert_eq!(command.arguments(), ["--name", "A B"]);
    /// ```
    #[must_use]
    pub fn arguments(&self) -> &[String] {
        &self.arguments
    }
}

/// As it was given.
impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl FromStr for CommandLine {
    type Err = CommandError;

    fn from_str(text: &str) -> Result<CommandLine, CommandError> {
        let mut words = words(text)?.into_iter();
        let program = words.next().filter(|program| !program.is_empty()).ok_or(CommandError::Empty)?;
        Ok(CommandLine { text: text.to_owned(), program, arguments: words.collect() })
    }
}

/// The parts of a text between its commas; a comma in a quotation, or after a backslash, is not one.
pub(crate) fn split_at_commas(text: &str) -> Result<Vec<&str>, CommandError> {
    let mut parts = Vec::new();
    let mut start = 0;
    for Sign { at, letter, role } in signs(text)? {
        if role == Role::Bare && letter == ',' {
            parts.push(&text[start..at]);
            start = at + 1;
        }
    }
    parts.push(&text[start..]);
    Ok(parts)
}

fn words(text: &str) -> Result<Vec<String>, CommandError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    for Sign { letter, role, .. } in signs(text)? {
        match role {
            Role::Bare if letter.is_whitespace() => words.extend(word.take()),
            Role::Bare | Role::Quoted => word.get_or_insert_default().push(letter),
            // Even with nothing in it, a quotation is a word.
            Role::Mark => _ = word.get_or_insert_default(),
        }
    }
    words.extend(word);
    Ok(words)
}

struct Sign {
    /// Where it begins, in bytes.
    at: usize,
    letter: char,
    role: Role,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// It separates, if it is a sign that does.
    Bare,
    /// It stands for itself.
    Quoted,
    /// It says how others are meant, and is no part of a word.
    Mark,
}

fn signs(text: &str) -> Result<Vec<Sign>, CommandError> {
    let mut signs = Vec::new();
    let mut rest = text.char_indices().peekable();
    let mut quote = None;
    while let Some((at, letter)) = rest.next() {
        let next = rest.peek().map(|&(_, next)| next);
        let role = match (quote, letter) {
            (None, '\'' | '"') => {
                quote = Some(letter);
                Role::Mark
            }
            (Some(mark), _) if mark == letter => {
                quote = None;
                Role::Mark
            }
            (None, '\\') if next.is_none() => return Err(CommandError::LastBackslash),
            (None, '\\') => Role::Mark,
            (Some('"'), '\\') if matches!(next, Some('"' | '\\')) => Role::Mark,
            (None, _) => Role::Bare,
            (Some(_), _) => Role::Quoted,
        };
        signs.push(Sign { at, letter, role });
        if role == Role::Mark && letter == '\\' {
            signs.extend(rest.next().map(|(at, letter)| Sign { at, letter, role: Role::Quoted }));
        }
    }
    match quote {
        Some(mark) => Err(CommandError::OpenQuote { mark }),
        None => Ok(signs),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_as_a_shell_splits_them() {
        let check = |text: &str, expected: &[&str]| {
            assert_eq!(words(text).unwrap(), expected, "{text}");
        };
        check("", &[]);
        check("  ./mybot  ", &["./mybot"]);
        check("python3\tbot.py  --fast", &["python3", "bot.py", "--fast"]);
        check("'my bot' \"is here\"", &["my bot", "is here"]);
        check("a'b c'd\"e f\"", &["ab cde f"]);
        check("'' \"\"", &["", ""]);
        check(r"my\ bot \' \\ \,", &["my bot", "'", r"\", ","]);
        check(r#""say \"no\" to C:\bots \\ it's""#, &[r#"say "no" to C:\bots \ it's"#]);
        check(r#"'C:\bots "x"'"#, &[r#"C:\bots "x""#]);
        check("größe 'ünd 象'", &["größe", "ünd 象"]);
    }

    #[test]
    fn commas_outside_quotations_separate() {
        let check = |text: &str, expected: &[&str]| {
            assert_eq!(split_at_commas(text).unwrap(), expected, "{text}");
        };
        check("", &[""]);
        check("steady, shopper", &["steady", " shopper"]);
        check("cmd:a 'b,c',steady", &["cmd:a 'b,c'", "steady"]);
        check(r#"cmd:a "b,c" d\,e,,"#, &[r#"cmd:a "b,c" d\,e"#, "", ""]);
    }

    #[test]
    fn what_is_not_whole_is_refused() {
        let check = |text: &str, message: &str| {
            assert_eq!(text.parse::<CommandLine>().unwrap_err().to_string(), message, "{text}");
        };
        check("", "there is no program after `cmd:`: write one, such as cmd:./mybot");
        check(" '' x", "there is no program after `cmd:`: write one, such as cmd:./mybot");
        check("a 'b", "the quote ' is never closed: close it, or write \\' for the sign itself");
        check("a \"b'\\\"", "the quote \" is never closed: close it, or write \\\" for the sign itself");
        check("a \\", "nothing follows the last backslash: write \\\\ for the sign itself");
    }
}
