//! Progress bars for long work: on standard error, and only where that is a terminal.

use std::fmt::Write;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressFinish, ProgressState, ProgressStyle};

use crate::text::grouped;

/// A bar towards a known number of things, such as `games`.
pub(crate) fn bar(total: u64, things: &'static str) -> ProgressBar {
    let template = "{wide_bar:.cyan/dim} {human_pos} of {human_len} {msg} · {speed}/s · {eta} left";
    styled(ProgressBar::new(total), template, things)
}

/// A bar for bytes read out of a known number.
pub(crate) fn bytes(total: u64) -> ProgressBar {
    styled(
        ProgressBar::new(total),
        "{wide_bar:.cyan/dim} {bytes} of {total_bytes} {msg} · {eta} left",
        "read",
    )
}

/// Sign of life for work of unknown length.
pub(crate) fn spinner(things: &'static str) -> ProgressBar {
    styled(ProgressBar::new_spinner(), "{spinner:.cyan} {human_pos} {msg} · {speed}/s", things)
}

fn styled(bar: ProgressBar, template: &str, message: &'static str) -> ProgressBar {
    let speed = |state: &ProgressState, text: &mut dyn Write| {
        let _ = text.write_str(&grouped(state.per_sec().round() as u64));
    };
    let style = ProgressStyle::with_template(template)
        .expect("the templates above are sound, as a test shows")
        .with_key("speed", speed)
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
