//! Nobody learns what they may not know.
//!
//! `SECRETS` says how many games are searched: `cargo xtask soak server` searches far more than the checks.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use mergemaker_engine::{Action, Event, Game, Holdings, Preset, Rules, Seat, Table};
use mergemaker_protocol::{RefusalCode, Request, TableId, ToClient};
use mergemaker_record::{Deck, Record, Recorder};
use serde_json::{Value, json};

use crate::raw::{Choice, Raw, take_part};
use crate::{Folder, start_behind_proxy};

/// Every word of a text that names a tile, such as `12I`.
pub(crate) fn tiles_in(text: &str) -> impl Iterator<Item = &str> {
    let is_tile = |word: &&str| {
        word.len() <= 3
            && word.ends_with(|letter: char| ('A'..='I').contains(&letter))
            && word[..word.len() - 1].parse::<u8>().is_ok_and(|column| (1..=12).contains(&column))
    };
    text.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(is_tile)
}

/// The tiles on a board, which is written row by row.
fn tiles_on(board: &str) -> impl Iterator<Item = String> {
    board.split('/').zip('A'..='I').flat_map(|(row, letter)| {
        let is_taken = |(_, cell): &(usize, char)| *cell != '.';
        row.chars().enumerate().filter(is_taken).map(move |(column, _)| format!("{}{letter}", column + 1))
    })
}

/// A game as it truly was, played again from what is kept: what was shown by when, even if it was taken back.
struct Truth {
    record: Record,
    /// For each number, all events that there were until then.
    shown: Vec<Vec<Event>>,
    takebacks: usize,
    offers: usize,
    /// How often somebody who was asked kept a dead tile.
    kept: usize,
}

impl Truth {
    fn of(record: Record, entries: &[Value]) -> Truth {
        let mut deck = Deck::new(&record.seed.unwrap());
        let mut recorder = Recorder::new();
        let table = Table::new(record.rules, record.players.len()).unwrap();
        let mut game = Game::start(table, &mut deck, &mut recorder);
        let mut shown = vec![recorder.events().to_vec()];
        let mut before = Vec::new();
        let (mut takebacks, mut offers, mut kept) = (0, 0, 0);
        for entry in entries {
            let mut now = Vec::new();
            match entry["kind"].as_str().unwrap() {
                "decide" => {
                    before.push((game, recorder.events().len()));
                    let action: Action = serde_json::from_value(entry["action"].clone()).unwrap();
                    offers += usize::from(matches!(action, Action::TradeOffer { .. }));
                    let dead = game.exchangeable();
                    kept += usize::from(
                        entry["by"] == "person"
                            && matches!(action, Action::Exchange { tiles } if tiles.len() < dead.len()),
                    );
                    game.apply_unchecked(&action, &mut deck, &mut recorder);
                    // Whoever is not asked about dead tiles is answered for in the same entry.
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
        Truth { record, shown, takebacks, offers, kept }
    }
}

/// What a viewer was sent that they may not have known at that moment, compared with the truth.
fn leak(heard: &[String], viewer: Option<Seat>, truth: &Truth) -> Option<String> {
    let seed = truth.record.seed.unwrap().to_string();
    let hides = truth.record.rules.options().holdings == Holdings::Hidden;
    let mut known_at: Vec<BTreeSet<String>> = Vec::new();
    for shown in &truth.shown {
        let mut known = known_at.last().cloned().unwrap_or_default();
        known.extend(shown.iter().flat_map(|event| shown_by(event, viewer)));
        known_at.push(known);
    }
    let nothing = BTreeSet::new();
    for text in heard {
        if text.contains(&seed) {
            return Some("the seed".into());
        }
        // How much of the game had happened when this was said.
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
            let holdings_are_told = !player["cash"].is_null() || !player["shares"].is_null();
            if player["hand"].is_number() == is_own || (hides && !is_own && !is_over && holdings_are_told) {
                return Some(format!("what {seat} has: {player}"));
            }
        }
        assert_eq!(has_view, view.is_object());
    }
    None
}

/// The tiles that an event shows to a viewer.
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

/// One of the games that are searched for leaks.
#[derive(Clone, Copy, Debug)]
struct Searched {
    /// Which one, which is also where its people come from.
    index: usize,
    rules: Rules,
    players: usize,
    takebacks: bool,
    choice: Choice,
}

impl Searched {
    /// A game of every preset and every number of people in turn, every other one with hidden holdings; none
    /// where the rules are not for so many.
    fn new(index: usize) -> Option<Searched> {
        let presets: Vec<Preset> =
            Preset::ALL.iter().copied().filter(|&preset| preset != Preset::Custom).collect();
        let preset = presets[index % presets.len()];
        let round = index / presets.len();
        let holdings = if (index + round).is_multiple_of(2) { Holdings::Hidden } else { Holdings::Open };
        let players = 2 + (index + 3 * round) % 5;
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
        Some(Searched { index, rules, players, takebacks: round.is_multiple_of(2), choice })
    }
}

/// What was searched.
#[derive(Default, Debug)]
struct Found {
    games: usize,
    messages: usize,
    bytes: usize,
    takebacks: usize,
    offers: usize,
    kept: usize,
    hidden: usize,
    with_bank: usize,
}

async fn check_game(addr: SocketAddr, pool: sqlx::AnyPool, searched: Searched, found: Arc<Mutex<Found>>) {
    let Searched { index, rules, players, takebacks, choice } = searched;
    let what = format!("{searched:?}");
    // Everybody comes from elsewhere, so that no limit is met.
    let nobody = |seat: usize| {
        Raw::nobody(addr).with("x-forwarded-for", &format!("10.{}.{}.{seat}", index / 256, index % 256))
    };
    let mut people = Vec::new();
    for seat in 0..players {
        people.push(nobody(seat).named(&format!("Player {seat}")).await);
    }
    let body =
        json!({ "seats": vec![json!({"kind":"open"}); players], "rules": rules, "takebacks": takebacks });
    let info = people[0].send("POST", "/api/tables", Some(body)).await.json();
    let table = TableId(info["id"].as_str().unwrap().to_owned());
    let path = format!("/api/tables/{}", table.0);
    for (seat, person) in people.iter().enumerate().skip(1) {
        person.send("POST", &format!("{path}/join"), Some(json!({ "seat": seat }))).await.json();
    }
    let mut parts = Vec::new();
    for person in people.iter().chain([&nobody(players)]) {
        parts.push(tokio::spawn(take_part(person.connect().await.unwrap(), table.clone(), choice)));
    }
    people[0].post(&format!("{path}/start")).await.json();
    // All but one want to be asked about dead tiles.
    for (_, person) in people.iter().enumerate().filter(|(seat, _)| *seat != index % players) {
        let mut socket = person.connect().await.unwrap();
        socket.say(&Request::AskAboutDeadTiles { ask: true }.at(&table)).await;
        while !matches!(socket.hear().await, ToClient::Accepted { .. }) {}
    }
    // What the REST interface tells while the game runs.
    let mut told = Vec::new();
    for path in [path.clone(), "/api/tables?state=running".into(), "/api/me/tables".into()] {
        told.push(people[1].get(&path).await.text);
    }
    assert_eq!(people[1].get(&format!("{path}/record")).await.code(), RefusalCode::NotFound, "{what}");
    let mut heard = Vec::new();
    for part in parts {
        heard.push(part.await.unwrap());
    }
    let record = Record::read(people[0].get(&format!("{path}/record")).await.text.as_bytes()).unwrap();
    record.verify().unwrap();
    let entries = sqlx::query_scalar("SELECT entry FROM entries WHERE table_id = $1 ORDER BY number");
    let entries: Vec<String> = entries.bind(table.0.as_str()).fetch_all(&pool).await.unwrap();
    let entries: Vec<Value> = entries.iter().map(|entry| serde_json::from_str(entry).unwrap()).collect();
    let truth = Truth::of(record, &entries);
    for (index, heard) in heard.iter().enumerate() {
        // A game may be short; whoever follows it hears of most decisions one by one.
        assert!(heard.len() > entries.len() / 2, "{what}: only {} messages looked at", heard.len());
        let viewer = Seat::new(index).filter(|_| index < players);
        assert_eq!(leak(heard, viewer, &truth), None, "{what}, {viewer:?}");
        // What is fine for one is a leak for another: the search does find something.
        if viewer.is_some() {
            assert!(leak(heard, Seat::new((index + 1) % players), &truth).is_some(), "{what}");
            assert!(leak(heard, None, &truth).is_some(), "{what}");
        }
    }
    let seed = truth.record.seed.unwrap().to_string();
    assert!(told.iter().all(|text| !text.contains(&seed) && tiles_in(text).next().is_none()), "{what}");
    let options = rules.options();
    let mut found = found.lock().unwrap();
    found.games += 1;
    if found.games.is_multiple_of(100) {
        println!("{} games", found.games);
    }
    found.messages += heard.iter().map(Vec::len).sum::<usize>();
    found.bytes += heard.iter().flatten().map(String::len).sum::<usize>();
    found.takebacks += truth.takebacks;
    found.offers += truth.offers;
    found.kept += truth.kept;
    found.hidden += usize::from(options.holdings == Holdings::Hidden);
    found.with_bank += usize::from(options.bank_shareholder && players == 2);
}

/// Every byte sent to every player and to a spectator, in games of every preset and of two to six players, with
/// takebacks, offers, hidden holdings, the bank of two and dead tiles that are kept: no tile that the viewer may not know
/// at that moment, and no seed.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_sent_what_they_may_not_know() {
    const AT_A_TIME: usize = 24;
    let games = std::env::var("SECRETS").map_or(40, |text| text.parse().expect("SECRETS is a number"));
    let folder = Folder::new("secrets");
    let server = start_behind_proxy(&folder).await;
    sqlx::any::install_default_drivers();
    let url = format!("sqlite://{}/mergemaker.db", folder.0.display());
    let pool = sqlx::AnyPool::connect(&url).await.unwrap();
    let found = Arc::new(Mutex::new(Found::default()));
    let mut running = tokio::task::JoinSet::new();
    for searched in (0..).filter_map(Searched::new).take(games) {
        if running.len() >= AT_A_TIME {
            running.join_next().await.unwrap().unwrap();
        }
        running.spawn(check_game(server.addr(), pool.clone(), searched, found.clone()));
    }
    while let Some(game) = running.join_next().await {
        game.unwrap();
    }
    pool.close().await;
    server.end().await.unwrap();
    let found = found.lock().unwrap();
    println!("{found:?}");
    assert_eq!(found.games, games);
    assert!(found.takebacks > 0 && found.offers > 0 && found.hidden > 0 && found.with_bank > 0, "{found:?}");
    assert!(found.kept > 0, "{found:?}");
}
