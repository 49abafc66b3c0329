//! Command lines: a program and its arguments, in shell syntax but run without a shell.

use std::fmt;
use std::str::FromStr;

/// The command that starts an external bot. It always has a program.
///
/// Spaces separate words. `'…'` and `"…"` group words, and a backslash escapes the next character: inside
/// `"…"` only `"` and `\`, inside `'…'` none. Nothing else is special, since no shell is involved.
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

/// Why a text is not a command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CommandError {
    /// There is no program.
    #[error("there is no program after `cmd:`: write one, such as cmd:./mybot")]
    Empty,
    /// A quote is not closed.
    #[error("the quote {mark} is never closed: close it, or write \\{mark} for the character itself")]
    OpenQuote {
        /// The opening quote.
        mark: char,
    },
    /// The text ends with a backslash.
    #[error("nothing follows the last backslash: write \\\\ for the character itself")]
    LastBackslash,
}

impl CommandLine {
    /// The program to run.
    #[must_use]
    pub fn program(&self) -> &str {
        &self.program
    }

    /// The arguments of the program.
    #[must_use]
    pub fn arguments(&self) -> &[String] {
        &self.arguments
    }
}

/// The original text.
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

/// Splits a text at commas that are neither quoted nor escaped.
pub(crate) fn split_at_commas(text: &str) -> Result<Vec<&str>, CommandError> {
    let mut parts = Vec::new();
    let mut start = 0;
    for Character { at, value, role } in characters(text)? {
        if role == Role::Unquoted && value == ',' {
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
    for Character { value, role, .. } in characters(text)? {
        match role {
            Role::Unquoted if value.is_whitespace() => words.extend(word.take()),
            Role::Unquoted | Role::Literal => word.get_or_insert_default().push(value),
            // Even an empty quotation is a word.
            Role::Syntax => _ = word.get_or_insert_default(),
        }
    }
    words.extend(word);
    Ok(words)
}

struct Character {
    /// Its byte offset.
    at: usize,
    value: char,
    role: Role,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// Unquoted: separators separate.
    Unquoted,
    /// Quoted or escaped: taken literally.
    Literal,
    /// A quote or backslash, which is not part of a word.
    Syntax,
}

fn characters(text: &str) -> Result<Vec<Character>, CommandError> {
    let mut characters = Vec::new();
    let mut rest = text.char_indices().peekable();
    let mut quote = None;
    while let Some((at, value)) = rest.next() {
        let next = rest.peek().map(|&(_, next)| next);
        let role = match (quote, value) {
            (None, '\'' | '"') => {
                quote = Some(value);
                Role::Syntax
            }
            (Some(mark), _) if mark == value => {
                quote = None;
                Role::Syntax
            }
            (None, '\\') if next.is_none() => return Err(CommandError::LastBackslash),
            (None, '\\') => Role::Syntax,
            (Some('"'), '\\') if matches!(next, Some('"' | '\\')) => Role::Syntax,
            (None, _) => Role::Unquoted,
            (Some(_), _) => Role::Literal,
        };
        characters.push(Character { at, value, role });
        if role == Role::Syntax && value == '\\' {
            characters.extend(rest.next().map(|(at, value)| Character { at, value, role: Role::Literal }));
        }
    }
    match quote {
        Some(mark) => Err(CommandError::OpenQuote { mark }),
        None => Ok(characters),
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
    fn malformed_commands_are_rejected() {
        let check = |text: &str, message: &str| {
            assert_eq!(text.parse::<CommandLine>().unwrap_err().to_string(), message, "{text}");
        };
        check("", "there is no program after `cmd:`: write one, such as cmd:./mybot");
        check(" '' x", "there is no program after `cmd:`: write one, such as cmd:./mybot");
        check("a 'b", "the quote ' is never closed: close it, or write \\' for the character itself");
        check("a \"b'\\\"", "the quote \" is never closed: close it, or write \\\" for the character itself");
        check("a \\", "nothing follows the last backslash: write \\\\ for the character itself");
    }
}
