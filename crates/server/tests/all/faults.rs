//! Faults under play: the server is killed without warning, and the connections to its database are cut. What
//! was accepted is there afterwards, every game goes on, every record verifies.
//!
//! `FAULTS` says how many there are: `cargo xtask soak server` has far more than the checks.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use mergemaker_engine::{Action, Dice, View, below};
use mergemaker_protocol::{RefusalCode, Request, TableId, TableState, ToClient, ToServer};
use mergemaker_record::Record;
use mergemaker_server::{Config, Server};
use reqwest::StatusCode;
use serde_json::{Value, json};
use sqlx::Row;
use tokio::sync::{Notify, watch};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::database::Postgres;
use crate::process::{Process, Wanted};
use crate::{Folder, config, seed};

/// How many people play at a time, each at a table of their own with bots.
const PEOPLE: usize = 6;
/// How long a client hears nothing before it comes back by itself.
const SILENCE: Duration = Duration::from_secs(3);

/// What people must know of the server.
#[derive(Clone, Copy)]
pub(crate) struct Situation {
    /// Where it is, while there is one.
    pub(crate) addr: Option<SocketAddr>,
    /// Whether no more games should begin.
    is_closing: bool,
}

/// Whatever keeps somebody from playing just now.
type Fault = Box<dyn std::error::Error + Send + Sync>;

/// What somebody did.
#[derive(Default)]
pub(crate) struct Deeds {
    /// What was accepted, by table and number.
    accepted: BTreeMap<(String, u64), Action>,
    finished: Vec<TableId>,
    /// How often nothing could be kept.
    pub(crate) unavailable: usize,
    reconnects: usize,
    silences: usize,
}

struct Person {
    http: reqwest::Client,
    cookie: String,
    situation: watch::Receiver<Situation>,
    /// Is told whenever nothing could be kept.
    refused: Arc<Notify>,
    deeds: Deeds,
}

impl Person {
    async fn new(situation: watch::Receiver<Situation>, refused: Arc<Notify>) -> Person {
        let http = reqwest::Client::builder().timeout(SILENCE).build().unwrap();
        let (cookie, deeds) = (String::new(), Deeds::default());
        let mut person = Person { http, cookie, situation, refused, deeds };
        loop {
            if let Ok(cookie) = person.say_hello().await {
                person.cookie = cookie;
                return person;
            }
            pause().await;
        }
    }

    /// Where the server is, once there is one.
    async fn addr(&mut self) -> SocketAddr {
        let situation = self.situation.wait_for(|situation| situation.addr.is_some()).await.unwrap();
        situation.addr.unwrap()
    }

    async fn say_hello(&mut self) -> Result<String, Fault> {
        let url = format!("http://{}/api/guest", self.addr().await);
        let response = self.http.post(url).json(&json!({ "name": "Ann" })).send().await?;
        let cookie = response.headers().get("set-cookie").ok_or("no cookie")?.to_str()?;
        Ok(cookie.split(';').next().unwrap_or_default().to_owned())
    }

    async fn post(&mut self, path: &str, body: &Value) -> Result<Value, Fault> {
        let url = format!("http://{}/api{path}", self.addr().await);
        let response = self.http.post(url).header("cookie", &self.cookie).json(body).send().await?;
        if response.status() == StatusCode::SERVICE_UNAVAILABLE {
            self.note_refusal();
        }
        Ok(response.error_for_status()?.json().await?)
    }

    fn note_refusal(&mut self) {
        self.deeds.unavailable += 1;
        self.refused.notify_one();
    }

    /// Plays one game after the other until the faults are over, and the last one to its end.
    async fn play(mut self) -> Deeds {
        while !self.situation.borrow().is_closing {
            let Ok(table) = self.new_game().await else {
                pause().await;
                continue;
            };
            let mut known = Known { number: None, state: TableState::Running };
            while known.state != TableState::Over {
                if self.follow(&table, &mut known).await.is_err() {
                    self.deeds.reconnects += 1;
                    pause().await;
                }
            }
            self.deeds.finished.push(table);
        }
        self.deeds
    }

    async fn new_game(&mut self) -> Result<TableId, Fault> {
        let seats =
            json!([{"kind":"bot","level":"random"}, {"kind":"open"}, {"kind":"bot","level":"novice"}]);
        let table = self.post("/tables", &json!({ "seats": seats })).await?;
        let table = TableId(table["id"].as_str().ok_or("no id")?.to_owned());
        self.post(&format!("/tables/{}/start", table.0), &json!({})).await?;
        Ok(table)
    }

    /// Plays until the game is over or the connection is lost.
    async fn follow(&mut self, table: &TableId, known: &mut Known) -> Result<(), Fault> {
        let mut request = format!("ws://{}/ws", self.addr().await).into_client_request()?;
        request.headers_mut().insert("cookie", self.cookie.parse()?);
        let connecting = tokio::time::timeout(SILENCE, tokio_tungstenite::connect_async(request));
        let (mut socket, _) = connecting.await??;
        let subscribe = ToServer::Subscribe { table: table.clone(), since: known.number, chat_since: None };
        socket.send(Message::text(serde_json::to_string(&subscribe)?)).await?;
        // The news of a decision may come before the word that it is accepted.
        let mut asked: BTreeMap<u64, Action> = BTreeMap::new();
        while known.state != TableState::Over {
            let Ok(message) = tokio::time::timeout(SILENCE, socket.next()).await else {
                self.deeds.silences += 1;
                return Err("silence".into());
            };
            let Message::Text(text) = message.ok_or("the end")?? else { continue };
            let mut view: Option<View> = None;
            match serde_json::from_str(&text)? {
                ToClient::Snapshot(snapshot) => {
                    known.number = Some(snapshot.number);
                    known.state = snapshot.table.state;
                    view = snapshot.view;
                }
                ToClient::Update(update) => {
                    assert!(known.number.is_none_or(|number| number <= update.number), "the log went back");
                    known.number = Some(update.number);
                    view = Some(update.view);
                }
                ToClient::Table { table } => known.state = table.state,
                ToClient::Accepted { table, number } => {
                    let action = asked.remove(&(number - 1)).expect("only what is asked for is accepted");
                    self.deeds.accepted.insert((table.0, number), action);
                }
                ToClient::Refused { refusal, .. } => match refusal.code {
                    RefusalCode::Unavailable => {
                        self.note_refusal();
                        return Err("unavailable".into());
                    }
                    RefusalCode::TooMany | RefusalCode::Stale => return Err("look again".into()),
                    _ => panic!("{refusal:?}"),
                },
                _ => {}
            }
            let (Some(view), Some(number)) = (view, known.number) else { continue };
            if let Some(action) = view.legal_actions().last().copied() {
                asked.insert(number, action);
                let decide = Request::Decide { number, action }.at(table);
                socket.send(Message::text(serde_json::to_string(&decide)?)).await?;
            }
        }
        Ok(())
    }
}

/// What somebody knows of their game.
struct Known {
    number: Option<u64>,
    state: TableState,
}

async fn pause() {
    tokio::time::sleep(Duration::from_millis(20)).await;
}

/// How many faults there are to be.
fn faults(usual: u64) -> u64 {
    std::env::var("FAULTS").map_or(usual, |text| text.parse().expect("FAULTS is a number"))
}

async fn wait_a_little(dice: &mut Dice, most_ms: u32) {
    tokio::time::sleep(Duration::from_millis(u64::from(below(dice, most_ms)))).await;
}

/// Lets people play while something brings faults, which hears when they are refused something; then holds what
/// they were told against what is kept.
pub(crate) async fn under_faults(
    url: &str,
    faults: impl AsyncFnOnce(&watch::Sender<Situation>, &Notify),
) -> Deeds {
    let refused = Arc::new(Notify::new());
    let (tell, situation) = watch::channel(Situation { addr: None, is_closing: false });
    let people: Vec<_> = (0..PEOPLE)
        .map(|_| {
            let (situation, refused) = (situation.clone(), refused.clone());
            tokio::spawn(async move { Person::new(situation, refused).await.play().await })
        })
        .collect();
    faults(&tell, &refused).await;
    tell.send_modify(|situation| situation.is_closing = true);
    let mut all = Deeds::default();
    for person in people {
        let deeds = tokio::time::timeout(Duration::from_mins(2), person).await.expect("games go on").unwrap();
        all.accepted.extend(deeds.accepted);
        all.finished.extend(deeds.finished);
        all.unavailable += deeds.unavailable;
        all.reconnects += deeds.reconnects;
        all.silences += deeds.silences;
    }
    println!(
        "{} decisions accepted, {} games finished, {} connections lost, {} refused as unavailable, {} silent",
        all.accepted.len(),
        all.finished.len(),
        all.reconnects,
        all.unavailable,
        all.silences
    );
    assert!(!all.accepted.is_empty() && !all.finished.is_empty());
    compare(url, &all).await;
    all
}

/// Starts servers, one after the other, and kills each at some moment; the last one lives on.
async fn killed(data: &Folder, database: &str, kills: u64) {
    let url = match database {
        "" => format!("sqlite://{}/mergemaker.db", data.0.display()),
        url => url.to_owned(),
    };
    let wanted = Wanted { data: data.0.to_str().unwrap(), database, ..Wanted::default() };
    let mut dice = Dice::new(seed());
    let mut last = None;
    under_faults(&url, async |tell, _| {
        for _ in 0..kills {
            let process = Process::start(wanted);
            tell.send_modify(|situation| situation.addr = Some(process.addr));
            // Long enough to play, and now and then hardly long enough to start.
            wait_a_little(&mut dice, 1_500).await;
            tell.send_modify(|situation| situation.addr = None);
            process.kill();
        }
        let process = last.insert(Process::start(wanted));
        tell.send_modify(|situation| situation.addr = Some(process.addr));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_killed_loses_nothing() {
    let folder = Folder::new("killed");
    killed(&folder, "", faults(15)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_killed_loses_nothing_on_postgres() {
    let folder = Folder::new("killed-postgres");
    killed(&folder, &Postgres::start().database(), faults(5)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_to_the_database_that_are_cut_lose_nothing() {
    const CUT: &str = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                       WHERE datname = current_database() AND pid <> pg_backend_pid()";
    let folder = Folder::new("cut");
    let url = Postgres::start().database();
    let server = Server::start(Config { database: Some(url.clone()), ..config(&folder) }).await.unwrap();
    sqlx::any::install_default_drivers();
    let pool = sqlx::AnyPool::connect(&url).await.unwrap();
    let mut dice = Dice::new(seed());
    under_faults(&url, async |tell, _| {
        tell.send_modify(|situation| situation.addr = Some(server.addr()));
        let mut cut = 0;
        for _ in 0..faults(15) {
            wait_a_little(&mut dice, 600).await;
            cut += sqlx::query(CUT).fetch_all(&pool).await.unwrap().len();
        }
        println!("{cut} connections to the database cut");
    })
    .await;
    server.end().await.unwrap();
}

/// Compares what people were told with what the database holds.
async fn compare(url: &str, deeds: &Deeds) {
    sqlx::any::install_default_drivers();
    let pool = sqlx::AnyPool::connect(url).await.unwrap();
    for ((table, number), action) in &deeds.accepted {
        let row = sqlx::query("SELECT entry FROM entries WHERE table_id = $1 AND number = $2")
            .bind(table.as_str())
            .bind(number.cast_signed())
            .fetch_optional(&pool)
            .await
            .unwrap();
        let row = row.unwrap_or_else(|| panic!("decision {number} at {table} was accepted and is lost"));
        let kept: Value = serde_json::from_str(row.get("entry")).unwrap();
        assert_eq!(kept["action"], serde_json::to_value(action).unwrap(), "decision {number} at {table}");
        assert_eq!(kept["by"], "person");
    }
    for table in &deeds.finished {
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
