//! `mergemaker advise`: suggests a move and explains it.

use anyhow::{Result, bail};
use mergemaker_bots::{HoldingsDelta, Memory, advise};
use mergemaker_engine::{Dice, Game, Money, Phase, Seat};
use mergemaker_record::{MOST_EVENTS, Replay};
use mergemaker_voice::{AdviceInWords, Narrator};
use serde::Serialize;

use crate::game::{GameArgs, fewer_silent};
use crate::language::LanguageArgs;
use crate::text::{FAINT, Line, STRONG, Table, columns, cut, indented, joined};
use crate::thinking::{Thinking, ThinkingArgs};
use crate::usage::number;
use crate::{Verdict, output};

/// Suggest a move and explain why
///
/// For the player to move after an event: the best choices, each with every player's win probability and
/// final money, and the reason in a sentence. The decision that `mergemaker analyse` lists as event 57 comes
/// after event 56, or, if the turn ended without an event in between, after `--event 56 --then 1`. Win
/// probabilities come from the network of the bot `expert`, money from games played by the bot `steady`, over
/// many deals of the hidden information.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  mergemaker advise games.jsonl --game 3 --event 120
  mergemaker advise game.json --event 57 --think 2000")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// Advise on the decision after this event, counted from 1 [default: the last]
    #[arg(long, value_name = "N", value_parser = number(1, MOST_EVENTS), allow_negative_numbers = true)]
    event: Option<usize>,

    /// Skip this many decisions that left no event: a turn ended with an empty pile, or dead tiles were kept
    #[arg(long, value_name = "K", default_value_t = 0, value_parser = number(0, MOST_EVENTS), allow_negative_numbers = true)]
    then: usize,

    #[command(flatten)]
    thinking: ThinkingArgs,

    #[command(flatten)]
    language: LanguageArgs,

    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Prints the advice.
pub(crate) fn run(args: &Args) -> Result<Verdict> {
    let (record, replay) = args.game.open()?;
    let place = || args.game.place();
    let last = replay.moments().len();
    let event = args.event.unwrap_or(last);
    if replay.game_at(event).is_none() {
        bail!("{}: there is no event {event}: choose --event 1 to {last}", place());
    }
    let Some(&game) = replay.game_after(event, args.then) else {
        bail!("{}: {}", place(), fewer_silent(&replay, event));
    };
    let Some(seat) = game.to_act() else {
        bail!("{}: no decision follows event {event}: choose an earlier --event", place());
    };
    let words = args.language.words();
    let narrator = args.game.narrator(&record, &words);
    let mut dice = Dice::new(event as u64);
    let view = remembered(&replay, event).recall(&game.view(Some(seat)), &mut dice);
    let thinking = args.thinking.chosen(400);
    let mut evaluator = thinking.evaluator(|| false);
    let advice = advise(&view, &mut *evaluator, &mut dice, thinking.budget);
    let reader = Narrator {
        names: narrator.names.clone().addressing(seat, words.language()),
        ..args.game.narrator(&record, &words)
    };
    let advice = reader.advice(&advice, &view);
    if args.json {
        output::print_json(&Report {
            game: args.game.game,
            event,
            players: &record.players,
            player: seat,
            advice: &advice,
        })?;
    } else {
        output::print(&joined(&lines(&game, seat, event, thinking, &advice, &narrator)))?;
    }
    Ok(Verdict::Good)
}

#[derive(Serialize)]
struct Report<'a> {
    game: u64,
    event: usize,
    players: &'a [String],
    player: Seat,
    #[serde(flatten)]
    advice: &'a AdviceInWords,
}

/// What an attentive player remembers of the holdings.
fn remembered(replay: &Replay, event: usize) -> Memory {
    let mut memory = Memory::default();
    for pair in replay.moments()[..event].windows(2) {
        memory.note(&HoldingsDelta::between(&pair[0].game, &pair[1].game));
    }
    memory
}

fn lines(
    game: &Game,
    seat: Seat,
    event: usize,
    thinking: Thinking,
    advice: &AdviceInWords,
    narrator: &Narrator<'_>,
) -> Vec<Line> {
    let words = narrator.words;
    let after = words.fill("advise-after", &[("event", event.into())]);
    let decides = [("player", narrator.player(seat).into()), ("what", narrator.awaited(game).into())];
    let columns = columns(None);
    let mut lines = Line::new(FAINT, format!("{after} · "))
        .and(STRONG, words.fill("status-decides", &decides))
        .and(FAINT, format!(" · {}", thinking.in_words(words)))
        .broken(columns);
    lines.push(Line::default());
    if game.phase() == Phase::Exchange {
        let choices = advice.alternatives.iter().map(|one| Line::new(STRONG, one.words.clone()));
        // Nothing is evaluated: all dead tiles should go.
        lines.extend(indented(2, choices.collect()));
    } else {
        lines.extend(indented(2, choices_with_figures(game, seat, advice, narrator, columns - 2)));
    }
    lines.push(Line::default());
    lines.extend(Line::from(advice.reason.clone()).broken(columns));
    lines
}

/// The table of figures, at most as wide as `columns` if that is possible.
fn choices_with_figures(
    game: &Game,
    seat: Seat,
    advice: &AdviceInWords,
    narrator: &Narrator<'_>,
    columns: usize,
) -> Vec<Line> {
    let mut table = figures(game, seat, advice, narrator, true);
    if table.iter().any(|line| line.width() > columns) {
        // Too narrow for a column of words: put each choice on its own line, with its figures below.
        let mut rows = figures(game, seat, advice, narrator, false).into_iter();
        table = rows.next().into_iter().collect();
        for (alternative, row) in advice.alternatives.iter().zip(rows) {
            table.push(Line::new(STRONG, alternative.words.clone()));
            table.push(row);
        }
    }
    table
}

/// A header and a row for each choice, with or without its description: the players' win probabilities, the
/// uncertainty of the player's own relative to the other choices, and the player's money.
fn figures(
    game: &Game,
    seat: Seat,
    advice: &AdviceInWords,
    narrator: &Narrator<'_>,
    has_words: bool,
) -> Vec<Line> {
    let words = |words: &str| has_words.then(|| words.to_owned());
    let mut table =
        Table::new(&format!("{}{}rr", if has_words { "l" } else { "" }, "r".repeat(game.players())));
    let players = game.seats().map(|seat| cut(narrator.names.player(seat), 12));
    let heads = words(&narrator.words.say("head-chance")).into_iter().chain(players);
    table.head(heads.chain(["±".to_owned(), narrator.words.say("head-own-money")]));
    for (rank, alternative) in advice.alternatives.iter().enumerate() {
        let style = if rank == 0 { STRONG } else { FAINT };
        let estimate = &alternative.estimate;
        let chances = estimate.chances.iter().map(|chance| format!("{:.0} %", 100.0 * chance));
        let doubt = format!("{:.0}", 100.0 * estimate.doubt);
        let money = Money((estimate.money[seat.index()] / 100.0).round() as u32 * 100);
        let cells = words(&alternative.words).into_iter().chain(chances).chain([doubt, money.to_string()]);
        table.row(cells.map(|text| Line::new(style, text)));
    }
    table.lines()
}
