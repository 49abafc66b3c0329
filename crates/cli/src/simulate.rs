//! `mergemaker simulate`: plays whole games, summarizes them, and writes their records.

mod players;
mod statistics;

use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::Result;
use mergemaker_bots::Level;
use mergemaker_engine::{Action, Dice, EndDeclaration, Game, Log, Money, Phase, Rules, Table, TilePlay};
use mergemaker_record::{Deck, Recorder, Seed};
use serde::Serialize;

use crate::draft::Draft;
use crate::table::TableArgs;
use crate::text::{FAINT, Line, STRONG, Table as TextTable, counted, grouped, indented, joined};
use crate::usage::number;
use crate::{Verdict, interrupt, output, parallel, progress};
use players::{Players, level_parser};
use statistics::{GameFacts, REASONS, Statistics, Summary};

/// Play whole games and summarize them
///
/// Each game has its own seed, derived from --seed and the number of the game: the same seed gives the same
/// games, whatever the number of threads.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  mergemaker simulate --games 100000 --players 3 --rules tycoon
  mergemaker simulate --set trading=yes --set dead_tiles=replace_one
  mergemaker simulate --games 500 --seed 7 --records games.jsonl")]
pub(crate) struct Args {
    /// Number of games
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = number(1_u64, 1_000_000_000_000), allow_negative_numbers = true)]
    games: u64,

    /// Players per game: 2 to 6
    #[arg(long, value_name = "P", default_value_t = 4, value_parser = number(2_u8, 6), allow_negative_numbers = true)]
    players: u8,

    #[command(flatten)]
    table: TableArgs,

    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = number(0, u64::MAX), allow_negative_numbers = true)]
    seed: u64,

    /// Bot for all seats
    #[arg(long, default_value_t = Level::Random, value_parser = level_parser())]
    bot: Level,

    /// Number of threads [default: one per core]
    #[arg(long, value_name = "T", value_parser = number(1_u16, 1024), allow_negative_numbers = true)]
    threads: Option<u16>,

    /// Write the records of all games to this file, one per line. Until it is complete it is called
    /// FILE.part; then it replaces any older file
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,

    /// Print the summary as one JSON document
    #[arg(long)]
    json: bool,
}

/// Plays the games and prints the summary. Machine-dependent output goes to standard error.
pub(crate) fn run(args: &Args) -> Result<Verdict> {
    let table = args.table.table(args.players.into())?;
    let threads = parallel::threads(args.threads);
    if args.records.is_some() {
        interrupt::watch()?;
    }
    let mut draft = args.records.as_deref().map(|path| Draft::create("records", path)).transpose()?;
    let started = Instant::now();
    let statistics = play_all(args, table, threads, draft.as_mut())?;
    if let Some(draft) = draft {
        draft.finish()?;
    }
    let time = started.elapsed();
    if args.json {
        output::print_json(&Report::new(args, table, &statistics))?;
    } else {
        output::print(&joined(&summary(args, &statistics)))?;
    }
    output::note(&progress::speed(args.games, time, threads));
    Ok(Verdict::Good)
}

/// The results of some consecutive games.
struct Chunk {
    facts: Vec<GameFacts>,
    /// Their records, one per line, if records are written.
    records: String,
}

fn play_all(
    args: &Args,
    table: Table,
    threads: NonZeroUsize,
    mut draft: Option<&mut Draft>,
) -> Result<Statistics> {
    // Long enough to make scheduling cheap, short enough to limit memory and the wait for the last chunk.
    let length = if args.bot == Level::Random { 100 } else { 10 };
    let keeps_records = draft.is_some();
    let play_chunk = |first: u64| {
        let numbers = first..=first.saturating_add(length - 1).min(args.games);
        let mut chunk = Chunk { facts: Vec::with_capacity(length as usize), records: String::new() };
        let mut players = Players::new(args.bot, table);
        for number in numbers {
            let seed = Seed::for_simulation(args.seed, number);
            chunk.facts.push(if keeps_records {
                play_recorded(args.bot, &mut players, table, seed, &mut chunk.records)
            } else {
                play(&mut players, table, seed, &mut ()).1
            });
        }
        chunk
    };
    let mut statistics = Statistics::new(table.players());
    let bar = progress::bar(args.games, "games");
    let firsts = (0..args.games.div_ceil(length)).map(|index| index * length + 1);
    parallel::in_order(threads, firsts, play_chunk, |chunk| {
        interrupt::check()?;
        bar.inc(chunk.facts.len() as u64);
        chunk.facts.into_iter().for_each(|game| statistics.add(game));
        draft.as_mut().map_or(Ok(()), |draft| draft.write(chunk.records.as_bytes()))
    })?;
    bar.finish_and_clear();
    Ok(statistics)
}

/// Plays a game and adds its record to `records`.
fn play_recorded(
    bot: Level,
    players: &mut Players,
    table: Table,
    seed: Seed,
    records: &mut String,
) -> GameFacts {
    let mut recorder = Recorder::new();
    let (game, facts) = play(players, table, seed, &mut recorder);
    let names = (1..=table.players()).map(|player| format!("{bot} {player}")).collect();
    let record = recorder.finish(&game, names, Some(seed));
    let _ = writeln!(records, "{}", record.to_json());
    facts
}

/// Plays one game. The seed determines the tiles and the decisions.
fn play<L: Log>(players: &mut Players, table: Table, seed: Seed, log: &mut L) -> (Game, GameFacts) {
    players.start();
    let mut deck = Deck::new(&seed);
    let mut game = Game::start(table, &mut deck, log);
    let mut dice = decisions(seed);
    let mut first = game.turn();
    let ends_at_once = game.rules().options().end_declaration == EndDeclaration::StartOrEnd;
    let (mut turns, mut decisions, mut mergers, mut founded) = (0, 0, 0, 0);
    while game.phase() != Phase::Over {
        // Start tiles that found chains come before the first turn (S3).
        if turns == 0 && game.set_up().is_none() {
            first = game.turn();
        }
        // Nobody is asked which dead tiles to exchange (T11).
        decisions += u16::from(game.phase() != Phase::Exchange);
        let action = players.decide(&game, &mut dice);
        match action {
            Action::Place { tile } => {
                turns += 1;
                mergers += u8::from(matches!(game.tile_play(tile), TilePlay::Merge { .. }));
            }
            Action::Pass => turns += 1,
            // If a declaration before placing a tile ends the game, it is a whole turn.
            Action::DeclareEnd if ends_at_once && game.phase() == Phase::Tile => turns += 1,
            Action::EndTurn if game.phase() == Phase::Tile => turns += 1,
            Action::Found { .. } => founded += 1,
            _ => {}
        }
        players.apply(&mut game, &action, &mut deck, log);
    }
    let outcome = game.outcome().expect("a game that is over has an outcome");
    let winners = outcome.winners.iter().fold(0, |bits, seat| bits | 1 << seat.index());
    let winning = outcome.cash.iter().copied().max().unwrap_or(Money::ZERO);
    let facts =
        GameFacts { first, turns, decisions, mergers, founded, reason: outcome.reason, winning, winners };
    (game, facts)
}

/// The random source for decisions, independent of the deal but derived from the same seed.
fn decisions(seed: Seed) -> Dice {
    let bytes = seed.bytes();
    Dice::new(bytes[..8].iter().fold(0, |number, &byte| number << 8 | u64::from(byte)))
}

fn summary(args: &Args, statistics: &Statistics) -> Vec<Line> {
    let mut lines = vec![
        Line::new(STRONG, counted(args.games, "game"))
            .and(FAINT, " of ")
            .and(STRONG, counted(args.players.into(), "player"))
            .and(FAINT, " · rules ")
            .and(STRONG, args.table.in_words())
            .and(FAINT, " · bot ")
            .and(STRONG, args.bot.id())
            .and(FAINT, " · seed ")
            .and(STRONG, args.seed.to_string()),
        Line::default(),
    ];
    let mut table = TextTable::new("lrrrrrr");
    table.head(["", "mean", "min", "10%", "median", "90%", "max"]);
    let number = |value: u32| grouped(value.into());
    for (name, spread) in [
        ("turns", &statistics.turns),
        ("decisions", &statistics.decisions),
        ("chains founded", &statistics.founded),
        ("mergers", &statistics.mergers),
    ] {
        let Summary { mean, min, p10, median, p90, max } = spread.summary();
        let rest = [min, p10, median, p90, max].map(number);
        table.row([name.to_owned(), format!("{mean:.1}")].into_iter().chain(rest));
    }
    let Summary { mean, min, p10, median, p90, max } = statistics.winning.summary();
    let rest = [mean.round() as u32, min, p10, median, p90, max].map(|value| Money(value).to_string());
    table.row(["winning money".to_owned()].into_iter().chain(rest));
    lines.extend(indented(2, table.lines()));

    let per_cent = |games: f64| format!("{:.1}%", statistics.per_cent(games));
    let mut table = TextTable::new("lrr");
    table.head(["ended because", "games", ""]);
    for (reason, &games) in REASONS.iter().zip(&statistics.endings) {
        table.row([reason.id().replace('_', " "), grouped(games), per_cent(games as f64)]);
    }
    lines.push(Line::default());
    lines.extend(indented(2, table.lines()));

    let mut table = TextTable::new(&format!("l{}", "r".repeat(args.players.into())));
    let players = usize::from(args.players);
    for (name, first, wins) in
        [("won by seat", 0, statistics.wins_by_seat()), ("won by turn order", 1, statistics.wins_by_order())]
    {
        let numbers = (first..first + players).map(|number| number.to_string());
        table.head(std::iter::once(name.to_owned()).chain(numbers));
        table.row(std::iter::once(String::new()).chain(wins.into_iter().map(per_cent)));
    }
    lines.push(Line::default());
    lines.extend(indented(2, table.lines()));
    if statistics.shared > 0 {
        let shared = grouped(statistics.shared);
        let share = per_cent(statistics.shared as f64);
        lines.push(Line::new(FAINT, format!("  shared victories ({shared}, {share}) count in parts")));
    }
    lines
}

/// The summary as JSON.
#[derive(Serialize)]
struct Report {
    games: u64,
    players: u8,
    rules: Rules,
    bot: Level,
    seed: u64,
    turns: Summary,
    decisions: Summary,
    chains_founded: Summary,
    mergers: Summary,
    winning_money: Summary,
    endings: Endings,
    shared_victories: u64,
    wins_by_seat: Vec<f64>,
    wins_by_turn_order: Vec<f64>,
}

#[derive(Serialize)]
struct Endings {
    declared: u64,
    all_tiles_played: u64,
    no_tile_played: u64,
}

impl Report {
    fn new(args: &Args, table: Table, statistics: &Statistics) -> Report {
        let [declared, all_tiles_played, no_tile_played] = statistics.endings;
        Report {
            games: args.games,
            players: args.players,
            rules: *table.rules(),
            bot: args.bot,
            seed: args.seed,
            turns: statistics.turns.summary(),
            decisions: statistics.decisions.summary(),
            chains_founded: statistics.founded.summary(),
            mergers: statistics.mergers.summary(),
            winning_money: statistics.winning.summary(),
            endings: Endings { declared, all_tiles_played, no_tile_played },
            shared_victories: statistics.shared,
            wins_by_seat: statistics.wins_by_seat(),
            wins_by_turn_order: statistics.wins_by_order(),
        }
    }
}
