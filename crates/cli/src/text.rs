//! Text laid out for a terminal: styled lines, tables with aligned columns, columns side by side.

use std::fmt::{self, Write as _};

use anstyle::{Ansi256Color, Color, RgbColor, Style};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Bold, for headings and what one should see first.
pub(crate) const STRONG: Style = Style::new().bold();
/// Faint, for what explains or fills.
pub(crate) const FAINT: Style = Style::new().dimmed();
/// As the terminal has it.
pub(crate) const PLAIN: Style = Style::new();

/// One line of text in pieces of one style each.
#[derive(Clone, Default, Debug)]
pub(crate) struct Line {
    pieces: Vec<(Style, String)>,
}

impl Line {
    /// A line in one style.
    pub(crate) fn new(style: Style, text: impl Into<String>) -> Line {
        Line { pieces: vec![(style, text.into())] }
    }

    /// The line with more text at its end.
    pub(crate) fn and(mut self, style: Style, text: impl Into<String>) -> Line {
        self.pieces.push((style, text.into()));
        self
    }

    /// Adds text at the end.
    pub(crate) fn push(&mut self, style: Style, text: impl Into<String>) {
        self.pieces.push((style, text.into()));
    }

    /// Adds another line at the end.
    pub(crate) fn append(&mut self, mut other: Line) {
        self.pieces.append(&mut other.pieces);
    }

    /// How many columns it takes.
    pub(crate) fn width(&self) -> usize {
        self.pieces.iter().map(|(_, text)| width(text)).sum()
    }

    /// The line broken at spaces into lines of at most some columns. A longer word stands alone.
    pub(crate) fn broken(self, columns: usize) -> Vec<Line> {
        let mut lines = vec![Line::default()];
        let mut used = 0;
        for (style, text) in self.pieces {
            for word in text.split_inclusive(' ') {
                if used > 0 && used + width(word.trim_end()) > columns {
                    lines.push(Line::default());
                    used = 0;
                }
                used += width(word);
                lines.last_mut().expect("there is always a last line").push(style, word);
            }
        }
        lines
    }

    /// The line filled up with spaces to a width, on the side that `align` leaves free.
    fn aligned(mut self, align: Align, columns: usize) -> Line {
        let missing = " ".repeat(columns.saturating_sub(self.width()));
        match align {
            Align::Left => self.pieces.push((PLAIN, missing)),
            Align::Right => self.pieces.insert(0, (PLAIN, missing)),
        }
        self
    }
}

impl<T: Into<String>> From<T> for Line {
    fn from(text: T) -> Line {
        Line::new(PLAIN, text)
    }
}

/// Without the spaces that filling up leaves at the end.
impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A space in a colour is seen.
        let is_seen = |style: &Style| style.get_bg_color().is_some();
        let is_blank =
            |(style, text): &(Style, String)| !is_seen(style) && text.chars().all(char::is_whitespace);
        let end = self.pieces.iter().rposition(|piece| !is_blank(piece)).map_or(0, |last| last + 1);
        for (index, (style, text)) in self.pieces[..end].iter().enumerate() {
            let text = if index + 1 == end && !is_seen(style) { text.trim_end() } else { text };
            write!(f, "{style}{text}{style:#}")?;
        }
        Ok(())
    }
}

/// The side on which the text of a column stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// Rows of cells in columns, each as wide as its widest cell.
pub(crate) struct Table {
    aligns: Vec<Align>,
    gap: usize,
    rows: Vec<Vec<Line>>,
}

impl Table {
    /// A table whose columns stand as the letters say: `l` for left, `r` for right.
    pub(crate) fn new(aligns: &str) -> Table {
        let align = |letter| if letter == 'r' { Align::Right } else { Align::Left };
        Table { aligns: aligns.chars().map(align).collect(), gap: 2, rows: Vec::new() }
    }

    /// The table with another distance between its columns than two.
    pub(crate) fn with_gap(mut self, gap: usize) -> Table {
        self.gap = gap;
        self
    }

    /// Adds a row.
    pub(crate) fn row<T: Into<Line>>(&mut self, cells: impl IntoIterator<Item = T>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// Adds a row of headings.
    pub(crate) fn head<T: Into<String>>(&mut self, cells: impl IntoIterator<Item = T>) {
        self.rows.push(cells.into_iter().map(|text| Line::new(FAINT, text)).collect());
    }

    /// The lines.
    pub(crate) fn lines(self) -> Vec<Line> {
        let widths: Vec<usize> = (0..self.aligns.len())
            .map(|column| {
                self.rows.iter().filter_map(|row| row.get(column)).map(Line::width).max().unwrap_or(0)
            })
            .collect();
        let line = |row: Vec<Line>| {
            let mut line = Line::default();
            for (column, cell) in row.into_iter().enumerate() {
                if column > 0 {
                    line.push(PLAIN, " ".repeat(self.gap));
                }
                line.append(cell.aligned(self.aligns[column], widths[column]));
            }
            line
        };
        self.rows.into_iter().map(line).collect()
    }
}

/// Two blocks of lines next to each other.
pub(crate) fn beside(left: Vec<Line>, gap: usize, right: Vec<Line>) -> Vec<Line> {
    let columns = left.iter().map(Line::width).max().unwrap_or(0) + gap;
    let height = left.len().max(right.len());
    let (mut left, mut right) = (left.into_iter(), right.into_iter());
    (0..height)
        .map(|_| {
            let mut line = left.next().unwrap_or_default().aligned(Align::Left, columns);
            line.append(right.next().unwrap_or_default());
            line
        })
        .collect()
}

/// The lines, each indented.
pub(crate) fn indented(columns: usize, lines: Vec<Line>) -> Vec<Line> {
    let indent = |line: Line| {
        let mut indented = Line::from(" ".repeat(columns));
        indented.append(line);
        indented
    };
    lines.into_iter().map(indent).collect()
}

/// The lines as one text, each ended.
pub(crate) fn joined(lines: &[Line]) -> String {
    lines.iter().fold(String::new(), |mut text, line| {
        let _ = writeln!(text, "{line}");
        text
    })
}

/// The text cut to some columns, with a sign where something is missing.
pub(crate) fn cut(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let mut used = 1;
    let fits = |c: &char| {
        used += c.width().unwrap_or(0);
        used <= columns
    };
    let mut short: String = text.chars().take_while(fits).collect();
    short.push('…');
    short
}

/// The text cut to some columns in its middle, for what differs at its end, as commands do.
pub(crate) fn cut_inside(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let fitting = |letters: &mut dyn Iterator<Item = char>, columns: usize| -> Vec<char> {
        let mut used = 0;
        let fits = |c: &char| {
            used += c.width().unwrap_or(0);
            used <= columns
        };
        letters.take_while(fits).collect()
    };
    let head = columns / 3;
    let mut short = fitting(&mut text.chars(), head);
    short.push('…');
    short.extend(fitting(&mut text.chars().rev(), columns.saturating_sub(head + 1)).into_iter().rev());
    short.into_iter().collect()
}

/// How many columns to lay out for: as asked, as the shell says, those of the terminal, or as every
/// terminal has.
pub(crate) fn columns(asked: Option<u16>) -> usize {
    let said = || std::env::var("COLUMNS").ok()?.parse().ok();
    let seen = || terminal_size::terminal_size_of(std::io::stdout()).map(|(width, _)| width.0);
    asked.or_else(said).or_else(seen).unwrap_or(NARROW).max(NARROW).into()
}

/// How many columns what is laid out needs at least.
pub(crate) const NARROW: u16 = 80;

/// How many columns a text takes.
pub(crate) fn width(text: &str) -> usize {
    text.width()
}

/// A number with a comma at each thousand.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number and the thing it counts, in the plural unless it is one.
pub(crate) fn counted(number: u64, thing: &str) -> String {
    format!("{} {thing}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// A colour as the terminal can show it: as it is where the terminal says so in `COLORTERM`, else the
/// nearest of the 216 that nearly every terminal knows.
pub(crate) fn colour(rgb: RgbColor) -> Color {
    let knows_all = std::env::var("COLORTERM").is_ok_and(|value| value == "truecolor" || value == "24bit");
    if knows_all { rgb.into() } else { nearest(rgb).into() }
}

/// The nearest colour of the cube of 6 × 6 × 6 that begins at number 16.
fn nearest(RgbColor(red, green, blue): RgbColor) -> Ansi256Color {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let level = |part: u8| {
        let distance = |level: &usize| LEVELS[*level].abs_diff(part);
        (0..LEVELS.len()).min_by_key(distance).unwrap_or(0) as u8
    };
    Ansi256Color(16 + 36 * level(red) + 6 * level(green) + level(blue))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_colour_of_the_cube() {
        assert_eq!(nearest(RgbColor(0, 0, 0)), Ansi256Color(16));
        assert_eq!(nearest(RgbColor(255, 255, 255)), Ansi256Color(231));
        assert_eq!(nearest(RgbColor(0xe9, 0x8a, 0x2b)), Ansi256Color(16 + 36 * 4 + 6 * 2));
    }

    #[test]
    fn columns_are_aligned_and_lines_end_without_spaces() {
        let mut table = Table::new("lrl");
        table.row(["tower", "2", "x"]);
        table.row(["luxor", "12", ""]);
        assert_eq!(joined(&table.lines()), "tower   2  x\nluxor  12\n");
    }

    #[test]
    fn blocks_stand_beside_each_other() {
        let lines = beside(vec!["a".into(), "bcd".into()], 2, vec!["1".into(), "2".into(), "3".into()]);
        assert_eq!(joined(&lines), "a    1\nbcd  2\n     3\n");
    }

    #[test]
    fn styles_do_not_count_as_width() {
        let line = Line::new(STRONG, "ab").and(FAINT, "c");
        assert_eq!((line.width(), line.to_string().len() > 3), (3, true));
    }

    #[test]
    fn text_wraps_at_spaces() {
        let broken = |text: &str, columns| joined(&Line::from(text).broken(columns));
        assert_eq!(broken("one two three", 7), "one two\nthree\n");
        assert_eq!(broken("extraordinary day", 5), "extraordinary\nday\n");
        let line = Line::from("one ").and(PLAIN, "two ").and(PLAIN, "three");
        assert_eq!(joined(&line.broken(8)), "one two\nthree\n");
        assert_eq!(cut("extraordinary", 5), "extr…");
        assert_eq!(cut("日本語の名前", 6), "日本…");
        assert_eq!(cut_inside("extraordinary", 13), "extraordinary");
        assert_eq!(cut_inside("extraordinary", 9), "ext…inary");
        assert_eq!(cut_inside("日本語の名前", 9), "日…名前");
    }

    #[test]
    fn numbers_are_grouped() {
        assert_eq!([0, 999, 1_000, 12_345_678].map(grouped), ["0", "999", "1,000", "12,345,678"]);
        assert_eq!(
            (counted(1, "record"), counted(2_000, "record")),
            ("1 record".into(), "2,000 records".into())
        );
    }
}
