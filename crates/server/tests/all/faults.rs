//! Fault injection: during play, the server is killed or its database connections are cut. Afterwards, every
//! accepted decision is stored, every game continues, and every record verifies.
//!
//! `FAULTS` sets the number of faults: `cargo xtask soak server` injects many more than the checks.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use mergemaker_engine::{Action, Dice, View, below};
use mergemaker_protocol::api::accounts::{Guest, NameForm};
use mergemaker_protocol::api::tables::{Create, Start};
use mergemaker_protocol::{
    CallError, Endpoint, Native, NewTable, Occupant, RefusalCode, Request, Settings, TableId, TableState,
    ToClient, ToServer, Visibility, call,
};
use mergemaker_record::Record;
use mergemaker_server::{Config, Server};
use serde_json::Value;
use sqlx::Row;
use tokio::sync::{Notify, watch};
use tokio_tungstenite::tungstenite::Message;

use crate::client::socket_request;
use crate::database::Postgres;
use crate::process::{Process, ProcessConfig};
use crate::{Folder, config, seed};

/// The number of concurrent players, each at their own table with bots.
const PEOPLE: usize = 6;
/// How long a client waits for a message before it reconnects.
const IDLE_TIMEOUT: Duration = Duration::from_secs(3);

/// What the players need to know about the server.
#[derive(Clone, Copy)]
pub(crate) struct ServerState {
    /// Its address, while it runs.
    pub(crate) addr: Option<SocketAddr>,
    /// Whether to start no more games.
    is_closing: bool,
}

/// Why a player was interrupted.
type Interruption = Box<dyn std::error::Error + Send + Sync>;

/// What the players observed.
#[derive(Default)]
pub(crate) struct Observed {
    /// Accepted decisions, by table and number.
    accepted: BTreeMap<(String, u64), Action>,
    finished: Vec<TableId>,
    /// How often the server was unable to save.
    pub(crate) unavailable: usize,
    reconnects: usize,
    timeouts: usize,
}

struct Person {
    native: Native,
    server: watch::Receiver<ServerState>,
    /// Notified whenever the server was unable to save.
    refused: Arc<Notify>,
    observed: Observed,
}

impl Person {
    async fn new(server: watch::Receiver<ServerState>, refused: Arc<Notify>) -> Person {
        let http = reqwest::Client::builder().timeout(IDLE_TIMEOUT).build().unwrap();
        let native = Native::new(http, "");
        let mut person = Person { native, server, refused, observed: Observed::default() };
        while person.ask(Guest { body: NameForm { name: "Ann".into() } }).await.is_err() {
            pause().await;
        }
        person
    }

    /// The address of the server, once it runs.
    async fn addr(&mut self) -> SocketAddr {
        let server = self.server.wait_for(|server| server.addr.is_some()).await.unwrap();
        server.addr.unwrap()
    }

    /// Sends a request to the server, once it runs.
    async fn ask<E: Endpoint>(&mut self, request: E) -> Result<E::Answer, Interruption> {
        let server = format!("http://{}", self.addr().await);
        self.native = self.native.at(server);
        call(&self.native, &request).await.map_err(|error| {
            if let CallError::Refused(refusal) = &error
                && refusal.code == RefusalCode::Unavailable
            {
                self.count_unavailable();
            }
            format!("{error:?}").into()
        })
    }

    fn count_unavailable(&mut self) {
        self.observed.unavailable += 1;
        self.refused.notify_one();
    }

    /// Plays games until the faults are over, and finishes the last one.
    async fn play(mut self) -> Observed {
        while !self.server.borrow().is_closing {
            let Ok(table) = self.new_game().await else {
                pause().await;
                continue;
            };
            let mut progress = Progress { number: None, state: TableState::Running };
            while progress.state != TableState::Over {
                if self.follow(&table, &mut progress).await.is_err() {
                    self.observed.reconnects += 1;
                    pause().await;
                }
            }
            self.observed.finished.push(table);
        }
        self.observed
    }

    async fn new_game(&mut self) -> Result<TableId, Interruption> {
        let bot = |level: &str| Occupant::Bot { level: level.into() };
        let seats = vec![bot("random"), Occupant::Open, bot("novice")];
        let body = NewTable { seats, visibility: Visibility::Public, settings: Settings::default() };
        let table = self.ask(Create { body }).await?.id;
        self.ask(Start { table: table.clone() }).await?;
        Ok(table)
    }

    /// Plays until the game is over or the connection is lost.
    async fn follow(&mut self, table: &TableId, progress: &mut Progress) -> Result<(), Interruption> {
        let mut request = socket_request(self.addr().await);
        request.headers_mut().insert("cookie", self.native.cookie().ok_or("no cookie")?.parse()?);
        let connecting = tokio::time::timeout(IDLE_TIMEOUT, tokio_tungstenite::connect_async(request));
        let (mut socket, _) = connecting.await??;
        let subscribe =
            ToServer::Subscribe { table: table.clone(), since: progress.number, chat_since: None };
        socket.send(Message::text(serde_json::to_string(&subscribe)?)).await?;
        // The update may arrive before the acceptance.
        let mut asked: BTreeMap<u64, Action> = BTreeMap::new();
        while progress.state != TableState::Over {
            let Ok(message) = tokio::time::timeout(IDLE_TIMEOUT, socket.next()).await else {
                self.observed.timeouts += 1;
                return Err("silence".into());
            };
            let Message::Text(text) = message.ok_or("the end")?? else { continue };
            let mut view: Option<View> = None;
            match serde_json::from_str(&text)? {
                ToClient::Snapshot(snapshot) => {
                    progress.number = Some(snapshot.number);
                    progress.state = snapshot.table.state;
                    view = snapshot.view;
                }
                ToClient::Update(update) => {
                    assert!(
                        progress.number.is_none_or(|number| number <= update.number),
                        "the log number decreased"
                    );
                    progress.number = Some(update.number);
                    view = Some(update.view);
                }
                ToClient::Table { table } => progress.state = table.state,
                ToClient::Accepted { table, number } => {
                    let action = asked.remove(&(number - 1)).expect("only our decisions are accepted");
                    self.observed.accepted.insert((table.0, number), action);
                }
                ToClient::Refused { refusal, .. } => match refusal.code {
                    RefusalCode::Unavailable => {
                        self.count_unavailable();
                        return Err("unavailable".into());
                    }
                    RefusalCode::TooMany | RefusalCode::Stale => return Err("refused".into()),
                    _ => panic!("{refusal:?}"),
                },
                _ => {}
            }
            let (Some(view), Some(number)) = (view, progress.number) else { continue };
            if let Some(action) = view.legal_actions().last().copied() {
                asked.insert(number, action);
                let decide = Request::Decide { number, action }.at(table);
                socket.send(Message::text(serde_json::to_string(&decide)?)).await?;
            }
        }
        Ok(())
    }
}

/// What a player knows about their game.
struct Progress {
    number: Option<u64>,
    state: TableState,
}

async fn pause() {
    tokio::time::sleep(Duration::from_millis(20)).await;
}

/// The number of faults to inject.
fn faults(usual: u64) -> u64 {
    std::env::var("FAULTS").map_or(usual, |text| text.parse().expect("FAULTS is a number"))
}

async fn sleep_up_to(dice: &mut Dice, most_ms: u32) {
    tokio::time::sleep(Duration::from_millis(u64::from(below(dice, most_ms)))).await;
}

/// Lets people play while `faults` runs. `faults` reports the server's address and is notified of refusals.
/// Afterwards, compares what the players observed with the database.
pub(crate) async fn under_faults(
    url: &str,
    faults: impl AsyncFnOnce(&watch::Sender<ServerState>, &Notify),
) -> Observed {
    let refused = Arc::new(Notify::new());
    let (state, server) = watch::channel(ServerState { addr: None, is_closing: false });
    let people: Vec<_> = (0..PEOPLE)
        .map(|_| {
            let (server, refused) = (server.clone(), refused.clone());
            tokio::spawn(async move { Person::new(server, refused).await.play().await })
        })
        .collect();
    faults(&state, &refused).await;
    state.send_modify(|server| server.is_closing = true);
    let mut all = Observed::default();
    for person in people {
        let observed =
            tokio::time::timeout(Duration::from_mins(2), person).await.expect("games continue").unwrap();
        all.accepted.extend(observed.accepted);
        all.finished.extend(observed.finished);
        all.unavailable += observed.unavailable;
        all.reconnects += observed.reconnects;
        all.timeouts += observed.timeouts;
    }
    println!(
        "{} decisions accepted, {} games finished, {} connections lost, {} refused as unavailable, {} silent",
        all.accepted.len(),
        all.finished.len(),
        all.reconnects,
        all.unavailable,
        all.timeouts
    );
    assert!(!all.accepted.is_empty() && !all.finished.is_empty());
    compare(url, &all).await;
    all
}

/// Starts servers one after another and kills each at a random moment, except the last.
async fn killed(data: &Folder, database: &str, kills: u64) {
    let url = match database {
        "" => format!("sqlite://{}/mergemaker.db", data.0.display()),
        url => url.to_owned(),
    };
    let process_config =
        ProcessConfig { data: data.0.to_str().unwrap(), database, ..ProcessConfig::default() };
    let mut dice = Dice::new(seed());
    let mut last = None;
    under_faults(&url, async |state, _| {
        for _ in 0..kills {
            let process = Process::start(process_config);
            state.send_modify(|server| server.addr = Some(process.addr));
            // Usually long enough to play, sometimes barely long enough to start.
            sleep_up_to(&mut dice, 1_500).await;
            state.send_modify(|server| server.addr = None);
            process.kill();
        }
        let process = last.insert(Process::start(process_config));
        state.send_modify(|server| server.addr = Some(process.addr));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn killing_the_server_loses_nothing() {
    let folder = Folder::new("killed");
    killed(&folder, "", faults(15)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn killing_the_server_loses_nothing_on_postgres() {
    let folder = Folder::new("killed-postgres");
    killed(&folder, &Postgres::start().database(), faults(5)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cutting_database_connections_loses_nothing() {
    const CUT: &str = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                       WHERE datname = current_database() AND pid <> pg_backend_pid()";
    let folder = Folder::new("cut");
    let url = Postgres::start().database();
    let server = Server::start(Config { database: Some(url.clone()), ..config(&folder) }).await.unwrap();
    sqlx::any::install_default_drivers();
    let pool = sqlx::AnyPool::connect(&url).await.unwrap();
    let mut dice = Dice::new(seed());
    under_faults(&url, async |state, _| {
        state.send_modify(|state| state.addr = Some(server.addr()));
        let mut cut = 0;
        for _ in 0..faults(15) {
            sleep_up_to(&mut dice, 600).await;
            cut += sqlx::query(CUT).fetch_all(&pool).await.unwrap().len();
        }
        println!("{cut} connections to the database cut");
    })
    .await;
    server.end().await.unwrap();
}

/// Compares what the players observed with the database.
async fn compare(url: &str, observed: &Observed) {
    sqlx::any::install_default_drivers();
    let pool = sqlx::AnyPool::connect(url).await.unwrap();
    for ((table, number), action) in &observed.accepted {
        let row = sqlx::query("SELECT entry FROM entries WHERE table_id = $1 AND number = $2")
            .bind(table.as_str())
            .bind(number.cast_signed())
            .fetch_optional(&pool)
            .await
            .unwrap();
        let row = row.unwrap_or_else(|| panic!("decision {number} at {table} was accepted but is lost"));
        let kept: Value = serde_json::from_str(row.get("entry")).unwrap();
        assert_eq!(kept["action"], serde_json::to_value(action).unwrap(), "decision {number} at {table}");
        assert_eq!(kept["by"], "person");
    }
    for table in &observed.finished {
        let row = sqlx::query("SELECT state, record FROM tables WHERE id = $1").bind(table.0.as_str());
        let row = row.fetch_one(&pool).await.unwrap();
        assert_eq!(row.get::<String, _>("state"), "over");
        Record::read(row.get::<String, _>("record").as_bytes()).unwrap().verify().unwrap();
        let numbers = sqlx::query("SELECT number FROM entries WHERE table_id = $1 ORDER BY number");
        let numbers = numbers.bind(table.0.as_str()).fetch_all(&pool).await.unwrap();
        for (index, row) in (1_i64..).zip(&numbers) {
            assert_eq!(row.get::<i64, _>("number"), index, "the log has no gap");
        }
    }
    pool.close().await;
}
