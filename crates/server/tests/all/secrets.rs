//! Hidden information stays hidden.
//!
//! `SECRETS` sets the number of games to search: `cargo xtask soak server` searches many more than the
//! checks.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use mergemaker_engine::{Action, Event, Game, Holdings, Preset, Rules, Seat, Table};
use mergemaker_protocol::api::games;
use mergemaker_protocol::{RefusalCode, Request, ToClient};
use mergemaker_record::{Deck, Record, Recorder};
use serde_json::{Value, json};

use crate::client::Client;
use crate::player::{Choice, take_part};
use crate::raw::Raw;
use crate::{Folder, start_behind_proxy};

/// The words in a text that name a tile, such as `12I`.
pub(crate) fn tiles_in(text: &str) -> impl Iterator<Item = &str> {
    let is_tile = |word: &&str| {
        word.len() <= 3
            && word.ends_with(|letter: char| ('A'..='I').contains(&letter))
            && word[..word.len() - 1].parse::<u8>().is_ok_and(|column| (1..=12).contains(&column))
    };
    text.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(is_tile)
}

/// The tiles on a board, given row by row.
fn tiles_on(board: &str) -> impl Iterator<Item = String> {
    board.split('/').zip('A'..='I').flat_map(|(row, letter)| {
        let is_taken = |(_, cell): &(usize, char)| *cell != '.';
        row.chars().enumerate().filter(is_taken).map(move |(column, _)| format!("{}{letter}", column + 1))
    })
}

/// A game replayed from the database: what was public or known to each player by when, even if later taken
/// back.
struct Truth {
    record: Record,
    /// For each number, the events it added.
    shown: Vec<Vec<Event>>,
    takebacks: usize,
    offers: usize,
    /// How often a player who was asked kept a dead tile.
    kept_tiles: usize,
}

impl Truth {
    fn of(record: Record, entries: &[Value]) -> Truth {
        let mut deck = Deck::new(&record.seed.unwrap());
        let mut recorder = Recorder::new();
        let table = Table::new(record.rules, record.players.len()).unwrap();
        let mut game = Game::start(table, &mut deck, &mut recorder);
        let mut shown = vec![recorder.events().to_vec()];
        let mut before = Vec::new();
        let (mut takebacks, mut offers, mut kept_tiles) = (0, 0, 0);
        for entry in entries {
            let mut now = Vec::new();
            match entry["kind"].as_str().unwrap() {
                "decide" => {
                    before.push((game, recorder.events().len()));
                    let action: Action = serde_json::from_value(entry["action"].clone()).unwrap();
                    offers += usize::from(matches!(action, Action::TradeOffer { .. }));
                    let dead = game.exchangeable();
                    kept_tiles += usize::from(
                        entry["by"] == "person"
                            && matches!(action, Action::Exchange { tiles } if tiles.len() < dead.len()),
                    );
                    game.apply_unchecked(&action, &mut deck, &mut recorder);
                    // Without a question, the same entry exchanges all dead tiles.
                    if entry["asks"] != true {
                        game.exchange_for(|_| true, &mut deck, &mut recorder);
                    }
                    now.extend_from_slice(&recorder.events()[before.last().unwrap().1..]);
                }
                "take_back" => {
                    let (earlier, events) = before.pop().unwrap();
                    game = earlier;
                    recorder.truncate(events);
                    takebacks += 1;
                }
                _ => {}
            }
            shown.push(now);
        }
        assert_eq!(recorder.events(), record.events);
        Truth { record, shown, takebacks, offers, kept_tiles }
    }
}

/// The first piece of information a viewer received that they were not allowed to know at that moment.
fn leak(received: &[String], viewer: Option<Seat>, truth: &Truth) -> Option<String> {
    let seed = truth.record.seed.unwrap().to_string();
    let hides = truth.record.rules.options().holdings == Holdings::Hidden;
    let mut known_at: Vec<BTreeSet<String>> = Vec::new();
    for shown in &truth.shown {
        let mut known = known_at.last().cloned().unwrap_or_default();
        known.extend(shown.iter().flat_map(|event| shown_by(event, viewer)));
        known_at.push(known);
    }
    let nothing = BTreeSet::new();
    for text in received {
        if text.contains(&seed) {
            return Some("the seed".into());
        }
        // What was known when this message was sent.
        let (known, has_view) = match serde_json::from_str::<ToClient>(text).unwrap() {
            ToClient::Snapshot(snapshot) if snapshot.view.is_none() => (&nothing, false),
            ToClient::Snapshot(snapshot) => (&known_at[usize::try_from(snapshot.number).unwrap()], true),
            ToClient::Update(update) => (&known_at[usize::try_from(update.number).unwrap()], true),
            _ => (&nothing, false),
        };
        let view = &serde_json::from_str::<Value>(text).unwrap()["view"];
        let on_board = tiles_on(view["board"].as_str().unwrap_or_default());
        if let Some(tile) =
            tiles_in(text).map(str::to_owned).chain(on_board).find(|tile| !known.contains(tile))
        {
            return Some(format!("{tile}: {text}"));
        }
        let is_over = view["situation"]["waits_for"] == "over";
        for (seat, player) in view["players"].as_array().into_iter().flatten().enumerate() {
            let is_own = viewer.is_some_and(|viewer| viewer.index() == seat);
            let shows_holdings = !player["cash"].is_null() || !player["shares"].is_null();
            if player["hand"].is_number() == is_own || (hides && !is_own && !is_over && shows_holdings) {
                return Some(format!("what {seat} has: {player}"));
            }
        }
        assert_eq!(has_view, view.is_object());
    }
    None
}

/// The tiles that an event reveals to a viewer.
fn shown_by(event: &Event, viewer: Option<Seat>) -> Vec<String> {
    match event {
        Event::Deal { player, tiles } | Event::Draw { player, tiles } if viewer == Some(*player) => {
            tiles.iter().map(ToString::to_string).collect()
        }
        Event::Discard { tiles, .. } => tiles.iter().map(ToString::to_string).collect(),
        Event::StartTile { tile, .. } | Event::Place { tile, .. } | Event::BankTile { tile, .. } => {
            vec![tile.to_string()]
        }
        _ => Vec::new(),
    }
}

/// A game to search for leaks.
#[derive(Clone, Copy, Debug)]
struct GameSpec {
    /// Its index, which also determines the addresses of its players.
    index: usize,
    rules: Rules,
    players: usize,
    takebacks: bool,
    choice: Choice,
}

impl GameSpec {
    /// Cycles through presets and numbers of players, every other game with hidden holdings. `None` if the
    /// rules do not allow the number of players.
    fn new(index: usize) -> Option<GameSpec> {
        let (round, number) = (index / Preset::NAMED.len(), index % Preset::NAMED.len());
        let preset = Preset::NAMED[number];
        let holdings = if (number + round).is_multiple_of(2) { Holdings::Hidden } else { Holdings::Open };
        let players = 2 + (number + 4 * round) % 5;
        let mut rules = json!({ "preset": preset.id(), "holdings": holdings.id() });
        if round % 3 == 1 {
            rules["trading"] = json!(true);
        }
        let rules: Rules = serde_json::from_value(rules).ok()?;
        Table::new(rules, players).ok()?;
        let choice = match index % 4 {
            0 => Choice::First,
            1 => Choice::Last,
            _ => Choice::Random(index as u64),
        };
        Some(GameSpec { index, rules, players, takebacks: round.is_multiple_of(2), choice })
    }
}

/// Totals of what was searched.
#[derive(Default, Debug)]
struct Totals {
    games: usize,
    messages: usize,
    bytes: usize,
    takebacks: usize,
    offers: usize,
    kept_tiles: usize,
    hidden: usize,
    with_bank: usize,
}

async fn check_game(addr: SocketAddr, pool: sqlx::AnyPool, spec: GameSpec, totals: Arc<Mutex<Totals>>) {
    let GameSpec { index, rules, players, takebacks, choice } = spec;
    let what = format!("{spec:?}");
    // Each client has its own address, to avoid rate limits.
    let from = |seat: usize| format!("10.{}.{}.{seat}", index / 256, index % 256);
    let mut people = Vec::new();
    for seat in 0..players {
        people.push(Client::guest_from(addr, &from(seat), &format!("Player {seat}")).await);
    }
    let body =
        json!({ "seats": vec![json!({"kind":"open"}); players], "rules": rules, "takebacks": takebacks });
    let table = people[0].new_table(body).await.id;
    let mut sockets = vec![people[0].connect().await];
    for person in &people[1..] {
        person.join(&table).await;
        sockets.push(person.connect().await);
    }
    let nobody = Raw::nobody(addr).with("x-forwarded-for", &from(players));
    sockets.push(nobody.connect().await.unwrap());
    let parts = sockets.into_iter().map(|socket| tokio::spawn(take_part(socket, table.clone(), choice)));
    let parts: Vec<_> = parts.collect();
    people[0].start(&table).await;
    // All players but one want to be asked about dead tiles.
    for (_, person) in people.iter().enumerate().filter(|(seat, _)| *seat != index % players) {
        let mut socket = person.connect().await;
        socket.send_message(&Request::AskAboutDeadTiles { ask: true }.at(&table)).await;
        while !matches!(socket.receive().await, ToClient::Accepted { .. }) {}
    }
    // What the REST API shows while the game runs.
    let mut shown = Vec::new();
    for path in [&format!("/api/tables/{}", table.0), "/api/tables?state=running", "/api/me/tables"] {
        shown.push(people[1].raw().get(path).await.text);
    }
    let early = people[1].ask(games::Record { table: table.clone() }).await;
    assert_eq!(early.unwrap_err().code, RefusalCode::NotFound, "{what}");
    let mut received = Vec::new();
    for part in parts {
        received.push(part.await.unwrap());
    }
    let record = people[0].record(&table).await;
    let entries = sqlx::query_scalar("SELECT entry FROM entries WHERE table_id = $1 ORDER BY number");
    let entries: Vec<String> = entries.bind(table.0.as_str()).fetch_all(&pool).await.unwrap();
    let entries: Vec<Value> = entries.iter().map(|entry| serde_json::from_str(entry).unwrap()).collect();
    let truth = Truth::of(record, &entries);
    for (index, received) in received.iter().enumerate() {
        // A watcher receives most decisions one by one.
        assert!(received.len() > entries.len() / 2, "{what}: only {} messages looked at", received.len());
        let viewer = Seat::new(index).filter(|_| index < players);
        assert_eq!(leak(received, viewer, &truth), None, "{what}, {viewer:?}");
        // What one player may know is a leak to another: the search does find leaks.
        if viewer.is_some() {
            assert!(leak(received, Seat::new((index + 1) % players), &truth).is_some(), "{what}");
            assert!(leak(received, None, &truth).is_some(), "{what}");
        }
    }
    let seed = truth.record.seed.unwrap().to_string();
    assert!(shown.iter().all(|text| !text.contains(&seed) && tiles_in(text).next().is_none()), "{what}");
    let options = rules.options();
    let mut totals = totals.lock().unwrap();
    totals.games += 1;
    if totals.games.is_multiple_of(100) {
        println!("{} games", totals.games);
    }
    totals.messages += received.iter().map(Vec::len).sum::<usize>();
    totals.bytes += received.iter().flatten().map(String::len).sum::<usize>();
    totals.takebacks += truth.takebacks;
    totals.offers += truth.offers;
    totals.kept_tiles += truth.kept_tiles;
    totals.hidden += usize::from(options.holdings == Holdings::Hidden);
    totals.with_bank += usize::from(options.bank_shareholder && players == 2);
}

/// Searches everything sent to players and a spectator for tiles the viewer may not know at that moment and
/// for the seed. Games cover every preset, two to six players, takebacks, offers, hidden holdings, the bank
/// in two-player games and kept dead tiles.
#[tokio::test(flavor = "multi_thread")]
async fn no_message_reveals_hidden_information() {
    const AT_A_TIME: usize = 24;
    let games = std::env::var("SECRETS").map_or(40, |text| text.parse().expect("SECRETS is a number"));
    let folder = Folder::new("secrets");
    let server = start_behind_proxy(&folder).await;
    sqlx::any::install_default_drivers();
    let url = format!("sqlite://{}/mergemaker.db", folder.0.display());
    let pool = sqlx::AnyPool::connect(&url).await.unwrap();
    let totals = Arc::new(Mutex::new(Totals::default()));
    let mut running = tokio::task::JoinSet::new();
    for spec in (0..).filter_map(GameSpec::new).take(games) {
        if running.len() >= AT_A_TIME {
            running.join_next().await.unwrap().unwrap();
        }
        running.spawn(check_game(server.addr(), pool.clone(), spec, totals.clone()));
    }
    while let Some(game) = running.join_next().await {
        game.unwrap();
    }
    pool.close().await;
    server.end().await.unwrap();
    let totals = totals.lock().unwrap();
    println!("{totals:?}");
    assert_eq!(totals.games, games);
    assert!(
        totals.takebacks > 0 && totals.offers > 0 && totals.hidden > 0 && totals.with_bank > 0,
        "{totals:?}"
    );
    assert!(totals.kept_tiles > 0, "{totals:?}");
}
