//! `mergemaker advise`: what to do at a decision, what else there is, and why.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use mergemaker_bots::{Advice, Budget, Memory, Movement, Playouts, advise};
use mergemaker_engine::{Dice, Game, Money, Seat, Theme};
use mergemaker_record::{MOST_EVENTS, Names, Replay};
use serde::Serialize;

use crate::source::{Source, theme_parser};
use crate::text::{FAINT, Line, STRONG, Table, columns, cut, indented, joined};
use crate::thinking::{self, ThinkingArgs};
use crate::usage::number;
use crate::{Verdict, output};

/// Tell what to do at a decision, and why
///
/// For the player who is to decide after an event: the best choices with everybody's chance to win and money
/// at the end, and the reason in a sentence. They are estimated by playing on many times with the bot `steady`
/// in every seat, from what this player may know.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  mergemaker advise games.jsonl --game 3 --event 120
  mergemaker advise game.json --event 57 --think 2000")]
pub(crate) struct Args {
    /// A file with one record, or with one on each line; `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Advise on the decision after this event, counted from 1 [default: the last]
    #[arg(long, value_name = "N", value_parser = number(1, MOST_EVENTS), allow_negative_numbers = true)]
    event: Option<usize>,

    /// Which game of the file, counted from 1
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = number(1_u64, 1_000_000_000_000), allow_negative_numbers = true)]
    game: u64,

    #[command(flatten)]
    thinking: ThinkingArgs,

    /// The names of the chains [default: those of the record's rules]
    #[arg(long, value_parser = theme_parser())]
    theme: Option<Theme>,

    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Advises and prints it.
pub(crate) fn run(args: &Args) -> Result<Verdict> {
    let source = Source::new(&args.file);
    let record = source.record(args.game)?;
    let place = || format!("{source}: record {}", args.game);
    let replay = record.replay().with_context(place)?;
    let last = replay.moments().len();
    let event = args.event.unwrap_or(last);
    let Some(&game) = replay.game_at(event) else {
        bail!("{}: there is no event {event}: choose --event 1 to {last}", place());
    };
    let Some(seat) = game.to_act() else {
        bail!("{}: nobody is to decide after event {event}: choose --event with another", place());
    };
    let names = Names::new(&record.players, args.theme.unwrap_or(record.rules.preset().theme()));
    let mut dice = Dice::new(event as u64);
    let view = remembered(&replay, event).recall(&game.view(Some(seat)), &mut dice);
    let budget = args.thinking.budget();
    let advice = advise(&view, &mut Playouts::default(), &mut dice, budget, &names);
    if args.json {
        output::print_json(&Report { game: args.game, event, player: seat, advice: &advice })?;
    } else {
        output::print(&joined(&lines(&game, seat, event, budget, &advice, &names)))?;
    }
    Ok(Verdict::Good)
}

#[derive(Serialize)]
struct Report<'a> {
    game: u64,
    event: usize,
    player: Seat,
    #[serde(flatten)]
    advice: &'a Advice,
}

/// What everybody at the table could remember of the holdings.
fn remembered(replay: &Replay, event: usize) -> Memory {
    let mut memory = Memory::default();
    for pair in replay.moments()[..event].windows(2) {
        memory.note(&Movement::between(&pair[0].game, &pair[1].game));
    }
    memory
}

fn lines(
    game: &Game,
    seat: Seat,
    event: usize,
    budget: Budget,
    advice: &Advice,
    names: &Names<'_>,
) -> Vec<Line> {
    let name = |seat| cut(&names.player(seat), 14);
    let mut lines = vec![
        Line::new(FAINT, format!("after event {event} · "))
            .and(STRONG, names.player(seat))
            .and(FAINT, format!(" decides: {} · {}", game.phase().words(), thinking::in_words(budget))),
        Line::default(),
    ];
    let mut table = Table::new(&format!("l{}r", "r".repeat(game.players())));
    let heads = std::iter::once("chance to win".to_owned()).chain(game.seats().map(name));
    table.head(heads.chain(["own money".to_owned()]));
    for (place, alternative) in advice.alternatives.iter().enumerate() {
        let style = if place == 0 { STRONG } else { FAINT };
        let estimate = &alternative.estimate;
        let chances = estimate.chances.iter().map(|chance| format!("{:.0} %", 100.0 * chance));
        let money = Money((estimate.money[seat.index()] / 100.0).round() as u32 * 100);
        let cells = std::iter::once(alternative.words.clone()).chain(chances).chain([money.to_string()]);
        table.row(cells.map(|text| Line::new(style, text)));
    }
    lines.extend(indented(2, table.lines()));
    lines.push(Line::default());
    lines.extend(Line::from(format!("{}.", advice.reason)).broken(columns(None)));
    lines
}
