//! Progress bars for long work: on standard error, and only where that is a terminal.

use std::fmt::Write;
use std::num::NonZeroUsize;
use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressFinish, ProgressState, ProgressStyle};

use crate::text::{counted, grouped};

/// A bar towards a known number of things, such as `games`.
pub(crate) fn bar(total: u64, things: &'static str) -> ProgressBar {
    let template = "{wide_bar:.cyan/dim} {human_pos} of {human_len} {msg} · {speed}/s · {left}";
    styled(ProgressBar::new(total), template, things)
}

/// A bar for bytes read out of a known number.
pub(crate) fn bytes(total: u64) -> ProgressBar {
    styled(ProgressBar::new(total), "{wide_bar:.cyan/dim} {bytes} of {total_bytes} {msg} · {left}", "read")
}

/// Sign of life for work of unknown length.
pub(crate) fn spinner(things: &'static str) -> ProgressBar {
    styled(ProgressBar::new_spinner(), "{spinner:.cyan} {human_pos} {msg} · {speed}/s", things)
}

/// How fast games were played, in a line.
pub(crate) fn speed(games: u64, time: Duration, threads: NonZeroUsize) -> String {
    let seconds = time.as_secs_f64();
    let rate = rate(games as f64 / seconds.max(1e-9));
    let threads = counted(threads.get() as u64, "thread");
    format!("{} in {seconds:.2} s on {threads}: {rate} a second", counted(games, "game"))
}

/// So many a second, with the digits that mean something.
fn rate(rate: f64) -> String {
    if rate < 10.0 { format!("{rate:.1}") } else { grouped(rate as u64) }
}

fn styled(bar: ProgressBar, template: &str, message: &'static str) -> ProgressBar {
    let speed = |state: &ProgressState, text: &mut dyn Write| {
        let _ = text.write_str(&rate(state.per_sec()));
    };
    let left = |state: &ProgressState, text: &mut dyn Write| {
        // Before the first thing is done, nothing is known.
        let _ = match state.pos() {
            0 => text.write_str("…"),
            _ => write!(text, "{:#} left", HumanDuration(state.eta())),
        };
    };
    let style = ProgressStyle::with_template(template)
        .expect("the templates above are sound, as a test shows")
        .with_key("speed", speed)
        .with_key("left", left)
        .progress_chars("━╸─");
    bar.enable_steady_tick(Duration::from_millis(200));
    bar.with_style(style).with_message(message).with_finish(ProgressFinish::AndClear)
}

#[cfg(test)]
mod tests {
    #[test]
    fn templates_are_sound() {
        super::bar(1, "games");
        super::bytes(1);
        super::spinner("records");
    }
}
