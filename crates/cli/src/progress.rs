//! Progress bars for long operations, shown if standard error is a terminal.

use std::fmt::Write;
use std::num::NonZeroUsize;
use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressFinish, ProgressState, ProgressStyle};

use crate::text::{counted, grouped};

/// A bar for a known number of things, such as `games`.
pub(crate) fn bar(total: u64, things: &'static str) -> ProgressBar {
    let template = "{wide_bar:.cyan/dim} {human_pos} of {human_len} {msg} · {speed}/s · {left}";
    styled(ProgressBar::new(total), template, things)
}

/// A bar for a known number of bytes read.
pub(crate) fn bytes(total: u64) -> ProgressBar {
    styled(ProgressBar::new(total), "{wide_bar:.cyan/dim} {bytes} of {total_bytes} {msg} · {left}", "read")
}

/// A spinner for work of unknown length.
pub(crate) fn spinner(things: &'static str) -> ProgressBar {
    styled(ProgressBar::new_spinner(), "{spinner:.cyan} {human_pos} {msg} · {speed}/s", things)
}

/// A one-line summary of the playing speed.
pub(crate) fn speed(games: u64, time: Duration, threads: NonZeroUsize) -> String {
    let seconds = time.as_secs_f64();
    let rate = rate(games as f64 / seconds.max(1e-9));
    let threads = counted(threads.get() as u64, "thread");
    format!("{} in {seconds:.2} s on {threads}: {rate} per second", counted(games, "game"))
}

/// A rate, rounded to significant digits.
fn rate(rate: f64) -> String {
    if rate < 10.0 { format!("{rate:.1}") } else { grouped(rate as u64) }
}

fn styled(bar: ProgressBar, template: &str, message: &'static str) -> ProgressBar {
    let speed = |state: &ProgressState, text: &mut dyn Write| {
        let _ = text.write_str(&rate(state.per_sec()));
    };
    let left = |state: &ProgressState, text: &mut dyn Write| {
        // No estimate before the first step.
        let _ = match state.pos() {
            0 => text.write_str("…"),
            _ => write!(text, "{:#} left", HumanDuration(state.eta())),
        };
    };
    let style = ProgressStyle::with_template(template)
        .expect("a test checks the templates")
        .with_key("speed", speed)
        .with_key("left", left)
        .progress_chars("━╸─");
    bar.enable_steady_tick(Duration::from_millis(200));
    bar.with_style(style).with_message(message).with_finish(ProgressFinish::AndClear)
}

#[cfg(test)]
mod tests {
    #[test]
    fn templates_are_valid() {
        super::bar(1, "games");
        super::bytes(1);
        super::spinner("records");
    }
}
