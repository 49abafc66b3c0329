//! Untrusted player names, and helpers for error messages.

/// A name that is safe to show: characters that could control a terminal or reorder the line are replaced.
///
/// A record keeps names as they were given. Pass them through this function to show them.
///
/// ```
/// use mergemaker_record::display_name;
/// assert_eq!(display_name("Ann\u{1b}[31m"), "Ann\u{fffd}[31m");
/// ```
#[must_use]
pub fn display_name(name: &str) -> String {
    name.chars().map(|character| if is_unsafe(character) { '\u{fffd}' } else { character }).collect()
}

/// Control characters, and those that change the direction or breaking of lines.
fn is_unsafe(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
        )
}

/// Makes a message with parts of the input safe to show: one line of limited length.
pub(crate) fn plain_line(message: &str) -> String {
    const MOST: usize = 300;
    let line = display_name(message);
    match line.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}
