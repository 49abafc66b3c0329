//! The plot: win shares with their confidence intervals, as a picture.

use std::fmt::Write as _;

use mergemaker_bots::svg::Svg;

use crate::tally::Standing;

/// Draws a row per bot: a dot at its win share and a bar for the interval. A dashed line marks par, the share
/// of equal players (`1 / players`). The title says what was played. Returns a complete SVG file.
///
/// ```
/// let tally = mergemaker_arena::Tally::new(&["steady".into(), "cmd:./bot <1>".into()]);
/// let picture = mergemaker_arena::plot(&tally.standings(), 4, "no games yet");
/// assert!(picture.starts_with("<svg ") && picture.contains("cmd:./bot &lt;1&gt;"));
/// ```
#[must_use]
pub fn plot(standings: &[Standing], players: usize, title: &str) -> String {
    let layout = Layout::new(standings, title);
    let par = 1.0 / players.max(1) as f64;
    let mut svg = Svg::new(layout.width, layout.height(), title, &description(standings, par));
    svg.style(LIGHT, DARK);
    svg.text((MARGIN.into(), 30.0), "strong title", "Win share");
    svg.text((MARGIN.into(), 51.0), "faint", title);
    draw_axis(&mut svg, &layout, par);
    for (row, standing) in standings.iter().enumerate() {
        draw_row(&mut svg, &layout, row, standing);
    }
    svg.finish()
}

const LIGHT: &str = "\
.title{font-size:16px}.small{font-size:12px}.end{font-variant-numeric:tabular-nums}\
.par{stroke:#bf5b04;stroke-dasharray:4 3}.par-label{fill:#a34d00;font-size:12px}\
.interval{fill:#2f6fd6;fill-opacity:.3}.dot{fill:#2f6fd6;stroke:#fff;stroke-width:1.5}";
const DARK: &str = "\
.par{stroke:#f0a050}.par-label{fill:#f0a050}\
.interval{fill:#6ea8ff;fill-opacity:.38}.dot{fill:#6ea8ff;stroke:#0f141a}";

/// The space at the edges.
const MARGIN: u32 = 24;
/// From the top edge to the first row.
const HEAD: u32 = 98;
/// The height of a row.
const ROW: u32 = 34;
/// From the last row to the bottom edge.
const FOOT: u32 = 58;
/// The width of the axis.
const AXIS: u32 = 420;
/// The width of the figures on the right.
const FIGURES: u32 = 150;
/// An upper estimate of the average width of a letter.
const LETTER: u32 = 8;
/// The same in bold.
const BOLD_LETTER: u32 = 9;
/// Longer names are shortened.
const MOST_LETTERS: usize = 32;

/// The positions of the parts.
struct Layout {
    rows: u32,
    /// The left end of the axis.
    left: u32,
    width: u32,
}

impl Layout {
    fn new(standings: &[Standing], title: &str) -> Layout {
        let letters = standings.iter().map(|standing| standing.bot.chars().count().min(MOST_LETTERS));
        let names = BOLD_LETTER * letters.max().unwrap_or(0).max(6) as u32;
        let left = MARGIN + names + 16;
        let titles = LETTER * title.chars().count() as u32;
        let width = (left + AXIS + FIGURES).max(MARGIN + titles) + MARGIN;
        Layout { rows: standings.len() as u32, left, width }
    }

    fn height(&self) -> u32 {
        HEAD + ROW * self.rows + FOOT
    }

    /// The bottom of the rows.
    fn bottom(&self) -> f64 {
        f64::from(HEAD + ROW * self.rows)
    }

    /// The right end of the figures.
    fn right(&self) -> f64 {
        f64::from(self.left + AXIS + FIGURES)
    }

    /// The position of a share on the axis.
    fn x(&self, share: f64) -> f64 {
        f64::from(self.left) + f64::from(AXIS) * share.clamp(0.0, 1.0)
    }
}

fn draw_axis(svg: &mut Svg, layout: &Layout, par: f64) {
    let (top, bottom) = (f64::from(HEAD), layout.bottom());
    for tick in [0, 20, 40, 60, 80, 100] {
        let x = layout.x(f64::from(tick) / 100.0);
        svg.line((x, top), (x, bottom + 4.0), "grid");
        svg.text((x, bottom + 20.0), "faint small middle", &format!("{tick}%"));
    }
    let middle = layout.x(0.5);
    svg.text(
        (middle, bottom + 42.0),
        "faint small middle",
        "of the games, for each seat held; bars are 95% intervals",
    );
    let x = layout.x(par);
    svg.line((x, top - 4.0), (x, bottom + 4.0), "par");
    svg.text((x, top - 10.0), "par-label middle", &format!("par {}", per_cent(par)));
}

fn draw_row(svg: &mut Svg, layout: &Layout, row: usize, standing: &Standing) {
    let y = f64::from(HEAD) + f64::from(ROW) * (row as f64 + 0.5);
    let baseline = y + 4.5;
    svg.text((MARGIN.into(), baseline), "strong", &shorten(&standing.bot));
    let (low, high) = (layout.x(standing.win_low), layout.x(standing.win_high));
    svg.rect((low, y - 7.0), ((high - low).max(1.5), 14.0), "interval");
    svg.circle((layout.x(standing.win_share), y), 4.5, "dot");
    let right = layout.right();
    svg.text((right - 88.0, baseline), "strong end", &per_cent(standing.win_share));
    svg.text((right, baseline), "faint small end", &interval(standing));
}

/// The picture in words, for screen readers.
fn description(standings: &[Standing], par: f64) -> String {
    let mut words = format!("Win shares for each seat held; equal players would have {}.", per_cent(par));
    for standing in standings {
        let (share, interval) = (per_cent(standing.win_share), interval(standing));
        let _ = write!(words, " {}: {share}, 95% interval {interval}.", standing.bot);
    }
    words
}

fn interval(standing: &Standing) -> String {
    format!("{:.1}–{}", 100.0 * standing.win_low, per_cent(standing.win_high))
}

fn per_cent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}

/// Shortens a long name in the middle, since commands differ at the end.
fn shorten(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    if letters.len() <= MOST_LETTERS {
        return name.to_owned();
    }
    let head = MOST_LETTERS / 3;
    let tail = letters.len() - (MOST_LETTERS - head - 1);
    letters[..head].iter().chain(&['…']).chain(&letters[tail..]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_shortened_in_the_middle() {
        let name = "cmd:python3 /home/ann/acquire/bots/careful.py";
        let shorten = shorten(name);
        assert_eq!(shorten, "cmd:python…quire/bots/careful.py");
        assert_eq!(shorten.chars().count(), MOST_LETTERS);
    }
}
