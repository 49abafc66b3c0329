//! Idle sockets.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use futures_util::StreamExt as _;
use serde::Serialize;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use super::server::{Server, Stream};
use super::{Args, interrupted};
use crate::text::counted;
use crate::{Verdict, interrupt, output, progress};

/// How long sockets are held by default.
const DEFAULT_SECONDS: u32 = 30;

/// The results.
#[derive(Serialize)]
struct Report {
    sockets: u64,
    opened: u64,
    opened_in_seconds: f64,
    held_seconds: f64,
    closed_early: u64,
}

/// Opens sockets, holds them, and reports how many the server closed.
pub(super) async fn run(args: &Args, server: Server, sockets: u64) -> Result<Verdict> {
    let server = Arc::new(server);
    let guest = Arc::new(server.guest("Load").await?);
    let bar = progress::bar(sockets, "sockets open");
    let mut opening: JoinSet<Result<Stream>> = JoinSet::new();
    for _ in 0..sockets {
        let (server, guest) = (server.clone(), guest.clone());
        opening.spawn(async move { server.connect(&guest).await });
    }
    let started = Instant::now();
    let mut held = JoinSet::new();
    loop {
        let next = tokio::select! {
            next = opening.join_next() => next,
            () = interrupted() => None,
        };
        let Some(stream) = next else { break };
        let mut stream = stream.context("a client panicked")??;
        held.spawn(async move { while let Some(Ok(_)) = stream.next().await {} });
        bar.inc(1);
    }
    bar.finish_and_clear();
    let opened = held.len() as u64;
    let opened_in = started.elapsed();
    if !interrupt::is_requested() {
        output::note(&format!("{} open", counted(opened, "socket")));
    }
    let seconds = args.seconds.unwrap_or(DEFAULT_SECONDS);
    let holding = Instant::now();
    tokio::select! {
        () = sleep(Duration::from_secs(seconds.into())) => {}
        () = interrupted() => {}
    }
    let mut closed_early = 0;
    while held.try_join_next().is_some() {
        closed_early += 1;
    }
    let report = Report {
        sockets,
        opened,
        opened_in_seconds: opened_in.as_secs_f64(),
        held_seconds: holding.elapsed().as_secs_f64(),
        closed_early,
    };
    if args.json {
        output::print_json(&report)?;
    } else {
        output::print(&format!(
            "{} opened in {:.1} s and held for {:.1} s; the server closed {closed_early} of them\n",
            counted(opened, "socket"),
            report.opened_in_seconds,
            report.held_seconds,
        ))?;
    }
    Ok(match (interrupt::is_requested(), closed_early) {
        (true, _) => Verdict::CutShort,
        (false, 0) => Verdict::Good,
        (false, _) => Verdict::Bad,
    })
}
