//! Terminal layout: styled lines, aligned tables, and blocks side by side.

use std::fmt::{self, Write as _};

use anstyle::{Ansi256Color, Color, RgbColor, Style};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Bold, for headings and highlights.
pub(crate) const STRONG: Style = Style::new().bold();
/// Faint, for secondary text.
pub(crate) const FAINT: Style = Style::new().dimmed();
/// The terminal's default style.
pub(crate) const PLAIN: Style = Style::new();

/// A line of text in differently styled pieces.
#[derive(Clone, Default, Debug)]
pub(crate) struct Line {
    pieces: Vec<(Style, String)>,
}

impl Line {
    /// A line in one style.
    pub(crate) fn new(style: Style, text: impl Into<String>) -> Line {
        Line { pieces: vec![(style, text.into())] }
    }

    /// The line with text appended.
    pub(crate) fn and(mut self, style: Style, text: impl Into<String>) -> Line {
        self.pieces.push((style, text.into()));
        self
    }

    /// Appends text.
    pub(crate) fn push(&mut self, style: Style, text: impl Into<String>) {
        self.pieces.push((style, text.into()));
    }

    /// Appends another line.
    pub(crate) fn append(&mut self, mut other: Line) {
        self.pieces.append(&mut other.pieces);
    }

    /// Its width in columns.
    pub(crate) fn width(&self) -> usize {
        self.pieces.iter().map(|(_, text)| width(text)).sum()
    }

    /// Wraps the line at spaces. A word longer than a line stays whole.
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

    /// The line padded to a width.
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

/// Omits trailing padding.
impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A space with a background colour is visible.
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

/// The alignment of a column.
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
    /// A table with these alignments: `l` for left, `r` for right.
    pub(crate) fn new(aligns: &str) -> Table {
        let align = |letter| if letter == 'r' { Align::Right } else { Align::Left };
        Table { aligns: aligns.chars().map(align).collect(), gap: 2, rows: Vec::new() }
    }

    /// Sets the gap between columns; the default is two.
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

    /// Lays out the table.
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

/// Puts two blocks of lines side by side.
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

/// Indents each line.
pub(crate) fn indented(columns: usize, lines: Vec<Line>) -> Vec<Line> {
    let indent = |line: Line| {
        let mut indented = Line::from(" ".repeat(columns));
        indented.append(line);
        indented
    };
    lines.into_iter().map(indent).collect()
}

/// Joins the lines, each with a line break.
pub(crate) fn joined(lines: &[Line]) -> String {
    lines.iter().fold(String::new(), |mut text, line| {
        let _ = writeln!(text, "{line}");
        text
    })
}

/// Cuts the text to a width, ending with `…`.
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

/// Cuts the middle out of the text to fit a width, for texts that differ at their ends, such as commands.
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

/// The width to lay out for: as requested, from `COLUMNS`, that of the terminal, or 80.
pub(crate) fn columns(requested: Option<u16>) -> usize {
    let from_shell = || std::env::var("COLUMNS").ok()?.parse().ok();
    let from_terminal = || terminal_size::terminal_size_of(std::io::stdout()).map(|(width, _)| width.0);
    requested.or_else(from_shell).or_else(from_terminal).unwrap_or(NARROW).max(NARROW).into()
}

/// The minimum width of the layout.
pub(crate) const NARROW: u16 = 80;

/// The width of a text in columns.
pub(crate) fn width(text: &str) -> usize {
    text.width()
}

/// Formats a number with thousands separators.
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

/// Formats a number with its noun, in the plural unless it is one.
pub(crate) fn counted(number: u64, thing: &str) -> String {
    format!("{} {thing}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// A colour for the terminal: exact if `COLORTERM` announces true colour, otherwise the nearest of the 216
/// colours that nearly every terminal supports.
pub(crate) fn colour(rgb: RgbColor) -> Color {
    let knows_all = std::env::var("COLORTERM").is_ok_and(|value| value == "truecolor" || value == "24bit");
    if knows_all { rgb.into() } else { nearest(rgb).into() }
}

/// The nearest colour of the 6 × 6 × 6 cube, which starts at number 16.
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
    fn blocks_are_laid_out_side_by_side() {
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
