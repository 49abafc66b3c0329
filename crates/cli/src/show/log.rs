//! The event log in words.

use mergemaker_engine::Event;
use mergemaker_record::Moment;

use super::state::Screen;
use crate::text::{FAINT, Line, PLAIN, STRONG, indented};

/// The latest events, numbered, with the reasons for payments below them.
pub(super) fn lines(screen: &Screen<'_>, events: usize, columns: usize) -> Vec<Line> {
    let first = screen.moments.len().saturating_sub(events);
    let digits = screen.moments.len().to_string().len();
    let mut lines = Vec::new();
    if first > 0 {
        lines.push(Line::new(FAINT, screen.narrator.words.fill("log-before", &[("count", first.into())])));
    }
    for (index, moment) in screen.moments.iter().enumerate().skip(first) {
        let is_last = index + 1 == screen.moments.len();
        let style = if is_last { STRONG } else { PLAIN };
        let mut number = Line::new(FAINT, format!("{:>digits$}  ", index + 1));
        let text = screen.narrator.summary(moment);
        for part in Line::new(style, text).broken(columns.saturating_sub(digits + 2)) {
            number.append(part);
            lines.push(std::mem::replace(&mut number, " ".repeat(digits + 2).into()));
        }
        for reason in reasons(screen, moment) {
            let parts = Line::new(FAINT, reason).broken(columns.saturating_sub(digits + 6));
            let (first, rest) = parts.split_at(1);
            lines.extend(indented(digits + 4, first.to_vec()));
            lines.extend(indented(digits + 6, rest.to_vec()));
        }
    }
    lines
}

/// The reasons for each payment. The final scoring has its own table.
fn reasons(screen: &Screen<'_>, moment: &Moment) -> Vec<String> {
    if let Event::End { .. } = moment.event {
        return Vec::new();
    }
    moment.payouts.iter().flat_map(|payout| screen.narrator.payout(payout).into_iter().skip(1)).collect()
}

/// The latest events in words, for JSON.
pub(super) fn summaries(screen: &Screen<'_>, events: usize) -> Vec<String> {
    let first = screen.moments.len().saturating_sub(events);
    screen.moments[first..].iter().map(|moment| screen.narrator.summary(moment)).collect()
}
