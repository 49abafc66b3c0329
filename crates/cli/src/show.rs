//! `mergemaker show`: draws a game at any event in the terminal.

mod board;
mod log;
mod palette;
mod state;
mod tables;

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use mergemaker_engine::Theme;
use mergemaker_record::{MOST_EVENTS, Record, RecordError, Replay, position};
use mergemaker_voice::transcript;

use crate::game::fewer_silent;
use crate::language::LanguageArgs;
use crate::source::{Source, theme_parser};
use crate::text::{Line, NARROW, beside, columns, joined};
use crate::usage::number;
use crate::{Verdict, output};
use state::Screen;

/// Show a game at any event
///
/// Draws the board, the chains with prices and bonuses, the players, and the latest events with each payment
/// explained. A letter on a tile is the first of its chain's name; `o` is a tile in no chain, `°` a safe
/// chain, `>` the last tile placed. A player's worth is their cash plus their shares at current prices; the
/// largest holding of a chain is bold.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  mergemaker show games.jsonl
  mergemaker show games.jsonl --game 3 --event 120
  mergemaker show games.jsonl --game 3 --transcript | less")]
pub(crate) struct Args {
    /// A file with one record, or one record per line; `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Show the game after this event, counted from 1 [default: the last]
    #[arg(long, value_name = "N", value_parser = number(1, MOST_EVENTS), allow_negative_numbers = true)]
    event: Option<usize>,

    /// Skip this many decisions that left no event: a turn ended with an empty pile, or dead tiles were kept
    #[arg(long, value_name = "K", default_value_t = 0, value_parser = number(0, MOST_EVENTS), allow_negative_numbers = true)]
    then: usize,

    /// The game in the file, counted from 1
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = number(1_u64, 1_000_000_000_000), allow_negative_numbers = true)]
    game: u64,

    /// Number of latest events to show, or `all`
    #[arg(long, value_name = "EVENTS", default_value = "12", value_parser = log_length)]
    log: usize,

    /// Print the whole game as text
    #[arg(long, conflicts_with_all = ["event", "then", "json"])]
    transcript: bool,

    /// Print the position after the event as one line (docs/POSITION.md)
    #[arg(long, conflicts_with_all = ["transcript", "json"])]
    position: bool,

    /// Names and colours of the chains [default: those of the record's rules]
    #[arg(long, value_parser = theme_parser())]
    theme: Option<Theme>,

    #[command(flatten)]
    language: LanguageArgs,

    /// Width of the output in columns, at least 80 [default: that of the terminal]
    #[arg(long, value_name = "COLUMNS", value_parser = number(NARROW, 1000), allow_negative_numbers = true)]
    width: Option<u16>,

    /// Print the state as one JSON document
    #[arg(long)]
    json: bool,
}

/// Parses a number of events, or `all`.
fn log_length(text: &str) -> Result<usize, String> {
    match text {
        "all" => Ok(MOST_EVENTS),
        text => number(0, MOST_EVENTS)(text).map_err(|why| format!("{why}, or `all`")),
    }
}

/// Shows the game.
pub(crate) fn run(args: &Args) -> Result<Verdict> {
    let source = Source::new(&args.file);
    let record = source.record(args.game)?;
    let theme = args.theme.unwrap_or(record.rules.preset().theme());
    let place = || format!("{source}: record {}", args.game);
    if args.transcript {
        output::print(&transcript(&record, theme, args.language.language()).with_context(place)?)?;
        return Ok(Verdict::Good);
    }
    let (replay, fault) = replay(&record).with_context(place)?;
    let last = replay.moments().len();
    let event = args.event.unwrap_or(last);
    match fault {
        Some(error) if event > last => return Err(error).with_context(place),
        _ if event > last => {
            bail!("{}: there is no event {event}: choose --event 1 to {last}", place())
        }
        _ => {}
    }
    let words = args.language.words();
    let Some(screen) = Screen::new(&record, &replay, (theme, &words), args.game, (event, args.then)) else {
        bail!("{}: {}", place(), fewer_silent(&replay, event));
    };
    if args.json {
        output::print_json(&screen.state(args.log))?;
    } else if args.position {
        output::print(&format!("{}\n", position::to_text(&screen.game().position())))?;
    } else {
        output::print(&joined(&draw(&screen, args.log, columns(args.width))))?;
    }
    match fault {
        None => Ok(Verdict::Good),
        Some(error) => {
            let shown = format!("shown up to event {last}");
            output::error(&format!("{}: {error}; {shown}", place()));
            Ok(Verdict::Bad)
        }
    }
}

/// Replays a record. A record that breaks a rule is replayed up to its error, which is returned too.
fn replay(record: &Record) -> Result<(Replay, Option<RecordError>), RecordError> {
    let fault = match record.replay() {
        Ok(replay) => return Ok((replay, None)),
        Err(fault) => fault,
    };
    // The valid part must end before a decision, at most a few events earlier.
    let sound = fault.event().map_or(record.events.len(), |event| event - 1);
    let part = |count: usize| {
        let events = record.events[..count].to_vec();
        Record { events, result: None, seed: None, ..record.clone() }
    };
    match (1..=sound).rev().take(30).find_map(|count| part(count).replay().ok()) {
        Some(replay) => Ok((replay, Some(fault))),
        None => Err(fault),
    }
}

/// The width from which the chains are shown beside the board.
const WIDE: usize = 110;

fn draw(screen: &Screen<'_>, events: usize, columns: usize) -> Vec<Line> {
    let is_wide = columns >= WIDE;
    let board = board::draw(screen);
    let chains = tables::chains(screen);
    let mut lines = vec![screen.title()];
    lines.extend(screen.status().broken(columns));
    lines.push(Line::default());
    if is_wide {
        let mut right = chains;
        right.push(Line::default());
        right.extend(tables::tiles(screen, columns - 41));
        lines.extend(beside(board, 2, right));
    } else {
        lines.extend(beside(board, 3, tables::tiles(screen, columns.saturating_sub(41))));
        lines.push(Line::default());
        lines.extend(chains);
    }
    lines.push(Line::default());
    lines.extend(tables::players(screen, columns));
    lines.push(Line::default());
    lines.extend(log::lines(screen, events, columns));
    if let Some(scoring) = tables::scoring(screen) {
        lines.push(Line::default());
        lines.extend(scoring);
    }
    lines
}
