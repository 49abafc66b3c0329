//! The server's log: for people in a terminal, as JSON otherwise.

use std::fmt::{self, Debug, Write as _};
use std::io::{IsTerminal as _, stderr};
use std::time::SystemTime;

use anstyle::{AnsiColor, Style};
use mergemaker_server::utc;
use tracing::field::{Field, Visit};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::format::{FormatEvent, FormatFields, Writer};
use tracing_subscriber::fmt::{FmtContext, MakeWriter};
use tracing_subscriber::registry::LookupSpan;

/// How the log is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum LogFormat {
    /// For people in a terminal, as JSON otherwise
    Auto,
    /// One line for each event, for people
    Human,
    /// One JSON object for each event, for programs
    Json,
}

/// Starts writing the log to standard error.
pub(crate) fn start(format: LogFormat) {
    let is_human = match format {
        LogFormat::Auto => stderr().is_terminal(),
        LogFormat::Human => true,
        LogFormat::Json => false,
    };
    // We report database connection errors ourselves, once.
    let filter = EnvFilter::new("info,sqlx_core::pool=off");
    let log = tracing_subscriber::fmt().with_target(false).with_env_filter(filter);
    if is_human {
        log.event_format(ForPeople).with_writer(Coloured).init();
    } else {
        log.json().with_writer(stderr).init();
    }
}

/// Standard error, with colours where they are wanted.
struct Coloured;

impl MakeWriter<'_> for Coloured {
    type Writer = anstream::AutoStream<std::io::Stderr>;

    fn make_writer(&self) -> Self::Writer {
        anstream::stderr()
    }
}

/// Writes an event as one line: the time, a client's address, the message, and everything else.
struct ForPeople;

impl<S, N> FormatEvent<S, N> for ForPeople
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
{
    fn format_event(
        &self,
        _: &FmtContext<'_, S, N>,
        mut writer: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        let mut parts = Parts::default();
        event.record(&mut parts);
        let dim = Style::new().dimmed();
        write!(writer, "{dim}{}{dim:#} ", utc(SystemTime::now()))?;
        let level = match *event.metadata().level() {
            Level::ERROR => Some(("error", AnsiColor::Red)),
            Level::WARN => Some(("warning", AnsiColor::Yellow)),
            _ => None,
        };
        if let Some((name, colour)) = level {
            let style = Style::new().bold().fg_color(Some(colour.into()));
            write!(writer, "{style}{name}{style:#} ")?;
        }
        if !parts.address.is_empty() {
            let style = Style::new().fg_color(Some(AnsiColor::Cyan.into()));
            write!(writer, "{style}{}{style:#} ", parts.address)?;
        }
        writeln!(writer, "{}{dim}{}{dim:#}", parts.message, parts.others)
    }
}

/// The parts of an event, without control characters.
#[derive(Default)]
struct Parts {
    address: String,
    message: String,
    others: String,
}

impl Visit for Parts {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.add(field.name(), value);
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.add(field.name(), &format!("{value:?}"));
    }
}

impl Parts {
    fn add(&mut self, name: &str, value: &str) {
        let value = escaped(value);
        match name {
            "addr" | "address" => self.address = value,
            "message" => self.message = value,
            _ => {
                // Writing to a string does not fail.
                let _ = write!(self.others, " {name}={value}");
            }
        }
    }
}

/// A text on one line that no terminal obeys: control characters and those that change the direction of text
/// are escaped.
fn escaped(text: &str) -> String {
    let is_unsafe = |letter: char| {
        letter.is_control()
            || matches!(letter, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        if is_unsafe(letter) { safe.extend(letter.escape_default()) } else { safe.push(letter) }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_cannot_control_the_terminal() {
        assert_eq!(escaped("Zoë\u{1b}[2J\nx\u{202e}"), "Zoë\\u{1b}[2J\\nx\\u{202e}");
    }

    #[test]
    fn the_address_and_the_message_stand_apart() {
        let mut parts = Parts::default();
        for (name, value) in
            [("table", "t1"), ("address", "10.0.0.1"), ("message", "refused"), ("count", "3")]
        {
            parts.add(name, value);
        }
        assert_eq!((parts.address.as_str(), parts.message.as_str()), ("10.0.0.1", "refused"));
        assert_eq!(parts.others, " table=t1 count=3");
    }
}
