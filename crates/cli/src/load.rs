//! `mergemaker load`: a load test that plays whole games on a running server.

mod crew;
mod idle;
mod report;
mod seat;
mod server;
mod tally;

use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::{Context, Result};
use indicatif::ProgressBar;
use mergemaker_engine::Table;
use mergemaker_protocol::api;
use mergemaker_record::Record;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout};

use crate::table::TableArgs;
use crate::text::joined;
use crate::usage::number;
use crate::{Verdict, interrupt, output, progress};
use crew::{Crew, PING_INTERVAL};
use report::Report;
use server::Server;
use tally::{Pace, Tally};

/// Load-test a running server with whole games
///
/// Every seat is a guest with its own socket, and plays like the bot `shopper`. All tables are filled before
/// the first decision. The latency of a decision is the time from sending it until every player has received
/// it. Without
/// --rate, all games play as fast as they can, so a thousand games always have a thousand decisions in flight: set a
/// rate to measure the latency at that rate. At the end, the record of every finished game is fetched and
/// verified.
///
/// All clients come from one address, which the server limits: start it with `--trusted 127.0.0.1`, or the address that
/// this machine has for it.
///
/// Ctrl-C ends it early: the measurements so far are printed, without verifying records, and the exit code is
/// 130. If there were errors, it is 1.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  mergemaker load
  mergemaker load --games 1000 --rate 1500 --seconds 60
  mergemaker load --url http://127.0.0.1:8080 --games 500 --at-once 50 --players 3 --json
  mergemaker load --idle 10000 --seconds 60")]
pub(crate) struct Args {
    /// URL of the server
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8080")]
    url: String,

    /// Number of games
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = number(1_u64, 1_000_000), allow_negative_numbers = true)]
    games: u64,

    /// Players per game: 2 to 6
    #[arg(long, value_name = "P", default_value_t = 4, value_parser = number(2_u8, 6), allow_negative_numbers = true)]
    players: u8,

    #[command(flatten)]
    table: TableArgs,

    /// Number of concurrent games [default: all]
    #[arg(long, value_name = "M", value_parser = number(1_u64, 1_000_000), allow_negative_numbers = true)]
    at_once: Option<u64>,

    /// Maximum decisions per second, over all games [default: unlimited]
    #[arg(long, value_name = "R", value_parser = rate, allow_negative_numbers = true)]
    rate: Option<NonZeroU32>,

    /// Stop after this many seconds of play
    #[arg(long, value_name = "S", value_parser = number(1_u32, 1_000_000), allow_negative_numbers = true)]
    seconds: Option<u32>,

    /// Do not play: open this many sockets and hold them for --seconds [default: 30]
    #[arg(long, value_name = "N", conflicts_with_all = ["games", "players", "rules", "set", "at_once", "rate"], value_parser = number(1_u64, 1_000_000), allow_negative_numbers = true)]
    idle: Option<u64>,

    /// Print one JSON document: `finished`, `decisions`, `decisions_per_second`, `latency_ms` (`p50`, `p90`,
    /// `p99`, `max`), `errors`, `records_verified` and more
    #[arg(long)]
    json: bool,
}

/// Parses a rate.
fn rate(text: &str) -> Result<NonZeroU32, String> {
    let rate = number(1_u32, 1_000_000)(text)?;
    NonZeroU32::new(rate).ok_or_else(|| "give a number from 1 to 1000000".to_owned())
}

/// Plays games or holds sockets, and prints the results.
pub(crate) fn run(args: &Args) -> Result<Verdict> {
    let table = args.table.table(args.players.into())?;
    let server = Server::new(&args.url)?;
    interrupt::watch()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.context("cannot start threads for the clients")?;
    let verdict = runtime.block_on(async {
        server.check_health().await?;
        match args.idle {
            Some(sockets) => idle::run(args, server, sockets).await,
            None => play(args, table, server).await,
        }
    });
    // Do not wait for pending requests.
    runtime.shutdown_background();
    verdict
}

/// State shared by all games.
struct Load {
    server: Arc<Server>,
    table: Table,
    pace: Option<Pace>,
    tally: Tally,
    /// The number of games started.
    started_games: AtomicU64,
    games: u64,
}

async fn play(args: &Args, table: Table, server: Server) -> Result<Verdict> {
    let load = Arc::new(Load {
        server: Arc::new(server),
        table,
        pace: args.rate.map(Pace::new),
        tally: Tally::default(),
        started_games: AtomicU64::new(0),
        games: args.games,
    });
    let at_once = args.at_once.unwrap_or(args.games).min(args.games);
    let Some(crews) = seat_all(&load, at_once).await? else {
        output::error("interrupted before the first game started");
        return Ok(Verdict::CutShort);
    };
    let started = Instant::now();
    let bar = progress::bar(args.games, "games");
    let mut playing: JoinSet<()> =
        crews.into_iter().map(|crew| play_on(load.clone(), crew, bar.clone())).collect();
    let all = async { while playing.join_next().await.is_some() {} };
    let longest = args.seconds.map_or(Duration::MAX, |seconds| Duration::from_secs(seconds.into()));
    tokio::select! {
        () = all => {}
        () = interrupted() => {}
        _ = timeout(longest, std::future::pending::<()>()) => {}
    }
    let time = started.elapsed();
    // Unfinished games are abandoned on the server.
    drop(playing);
    bar.finish_and_clear();
    let is_interrupted = interrupt::is_requested();
    if !is_interrupted {
        verify_all(&load).await;
    }
    let report = Report::new(args, at_once, &load.tally, time);
    if args.json {
        output::print_json(&report)?;
    } else {
        output::print(&joined(&report.lines()))?;
    }
    report.print_errors();
    Ok(match (interrupt::is_requested(), report.errors()) {
        (true, _) => Verdict::CutShort,
        (false, 0) => Verdict::Good,
        (false, _) => Verdict::Bad,
    })
}

/// Waits for Ctrl-C.
async fn interrupted() {
    while !interrupt::is_requested() {
        sleep(Duration::from_millis(50)).await;
    }
}

/// Fills the first tables, so that all games start at the same time. `None` after Ctrl-C.
async fn seat_all(load: &Arc<Load>, at_once: u64) -> Result<Option<Vec<Crew>>> {
    let bar = progress::bar(at_once, "tables filled");
    let mut coming: JoinSet<Result<Crew>> = JoinSet::new();
    for _ in 0..at_once {
        let load = load.clone();
        coming.spawn(async move { Crew::gather(&load).await });
    }
    let mut crews = Vec::new();
    // However quickly others arrive, those who wait answer pings.
    let mut pings = tokio::time::interval(PING_INTERVAL);
    loop {
        tokio::select! {
            next = coming.join_next() => match next {
                Some(crew) => {
                    crews.push(crew.context("a client panicked")??);
                    bar.inc(1);
                }
                None => return Ok(Some(crews)),
            },
            _ = pings.tick() => {
                crews.iter_mut().try_for_each(Crew::answer_pings).context("while filling tables")?;
            }
            () = interrupted() => return Ok(None),
        }
    }
}

/// Plays games with the same clients until enough have been started.
async fn play_on(load: Arc<Load>, mut crew: Crew, bar: ProgressBar) {
    while load.started_games.fetch_add(1, Ordering::Relaxed) < load.games {
        let result = match crew.sit_down(&load).await {
            Ok(()) => crew.play(&load).await,
            Err(error) => return load.tally.not_begun(&format!("{error:#}")),
        };
        bar.inc(1);
        match result {
            Ok(finished) => load.tally.finish(finished),
            Err(fault) => {
                load.tally.fail(&fault);
                // Do not reuse sockets after an error.
                match Crew::gather(&load).await {
                    Ok(fresh) => crew = fresh,
                    Err(error) => return load.tally.not_begun(&format!("{error:#}")),
                }
            }
        }
    }
}

/// Fetches the record of every finished game and verifies it.
async fn verify_all(load: &Arc<Load>) {
    let finished = load.tally.finished();
    let bar = progress::bar(finished.len() as u64, "records verified");
    let mut checks = JoinSet::new();
    for finished in finished {
        let (load, bar) = (load.clone(), bar.clone());
        checks.spawn(async move {
            let request = api::games::Record { table: finished.table.clone() };
            let fetched = load.server.ask(&load.server.nobody(), request).await;
            let checked = fetched.map_err(|error| format!("{error:#}")).and_then(|kept| {
                let record = Record::read(kept.0.get().as_bytes()).map_err(|error| error.to_string())?;
                record.verify().map_err(|error| error.to_string())?;
                let is_as_played =
                    record.seed.is_some() && record.result.is_some_and(|result| result.cash == finished.cash);
                is_as_played
                    .then_some(())
                    .ok_or_else(|| "it is not the record of the game that was played".to_owned())
            });
            load.tally.verify(&finished, checked);
            bar.inc(1);
        });
    }
    tokio::select! {
        () = async { while checks.join_next().await.is_some() {} } => {}
        () = interrupted() => {}
    }
    bar.finish_and_clear();
}
