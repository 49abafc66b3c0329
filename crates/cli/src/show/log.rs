//! What happened, in words, with the names that the players see.

use mergemaker_engine::Event;
use mergemaker_record::{Moment, Names, describe, explain};

use super::state::Screen;
use crate::text::{FAINT, Line, PLAIN, STRONG, counted, indented};

/// The events so far, the last `told` of them, each with its number; under a payment, why it was made.
pub(super) fn lines(screen: &Screen<'_>, told: usize, columns: usize) -> Vec<Line> {
    let first = screen.moments.len().saturating_sub(told);
    let digits = screen.moments.len().to_string().len();
    let mut lines = Vec::new();
    if first > 0 {
        lines.push(Line::new(FAINT, format!("{} before: --log all", counted(first as u64, "event"))));
    }
    for (index, entry) in entries(screen, first).into_iter().enumerate() {
        let is_last = first + index + 1 == screen.moments.len();
        let style = if is_last { STRONG } else { PLAIN };
        let mut number = Line::new(FAINT, format!("{:>digits$}  ", first + index + 1));
        for part in Line::new(style, entry.told).broken(columns.saturating_sub(digits + 2)) {
            number.append(part);
            lines.push(std::mem::replace(&mut number, " ".repeat(digits + 2).into()));
        }
        for reason in entry.reasons {
            let parts = Line::new(FAINT, reason).broken(columns.saturating_sub(digits + 6));
            let (first, rest) = parts.split_at(1);
            lines.extend(indented(digits + 4, first.to_vec()));
            lines.extend(indented(digits + 6, rest.to_vec()));
        }
    }
    lines
}

/// The same without the reasons, for a program.
pub(super) fn told(screen: &Screen<'_>, told: usize) -> Vec<String> {
    let first = screen.moments.len().saturating_sub(told);
    entries(screen, first).into_iter().map(|entry| entry.told).collect()
}

struct Entry {
    told: String,
    reasons: Vec<String>,
}

fn entries(screen: &Screen<'_>, first: usize) -> Vec<Entry> {
    let bonuses = screen.game().rules().options().bonuses;
    let names = Names::new(&screen.names, screen.theme);
    let entry = |moment: &Moment| {
        // The final scoring has a table of its own.
        let payouts = if matches!(moment.event, Event::End { .. }) { &[][..] } else { &moment.payouts };
        let reasons = payouts.iter().flat_map(|payout| explain(payout, bonuses, &names).into_iter().skip(1));
        Entry { told: describe(moment, &names), reasons: reasons.collect() }
    };
    screen.moments[first..].iter().map(entry).collect()
}
