//! Questions about dead tiles (T11) on a real server: who is asked, for how long, and what others see.
//!
//! Each game is prepared in the database, up to the decision before the question. Tests that depend only on
//! time are in `course/tests`.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use mergemaker_engine::{
    Action, DeadTileExchange, DeadTiles, Event, Hand, Options, Phase, Preset, Rules, Seat,
};
use mergemaker_protocol::api::tables::{Join, JoinForm, Mine};
use mergemaker_protocol::{
    PageQuery, Presence, RefusalCode, Request, Snapshot, TableId, TableInfo, TableState, ToClient, ToServer,
    Update,
};
use mergemaker_record::Record;
use mergemaker_server::{Config, Server};
use serde_json::{Value, json};

use crate::client::{Client, Socket};
use crate::layout::{lay_out, pool};
use crate::player::{Choice, take_part};
use crate::question::{Question, comes_again};
use crate::raw::Raw;
use crate::{Folder, config, start};

/// A running game of Ann and Bob where Ann is to make the decision before the question.
struct Setup {
    folder: Folder,
    server: Server,
    addr: SocketAddr,
    ann: Client,
    bob: Client,
    table: TableId,
    question: Question,
}

impl Setup {
    async fn new(name: &str, clock: Value) -> Setup {
        let rules = Rules::of(Preset::Digital);
        let question =
            Question::find(rules, 2, |game, _| game.turn().index() == 0 && game.exchangeable().len() == 2);
        Setup::of(name, clock, question).await
    }

    async fn of(name: &str, clock: Value, question: Question) -> Setup {
        let folder = Folder::new(&format!("dead-tiles-{name}"));
        let server = start(&folder).await;
        let addr = server.addr();
        let (ann, bob) = (Client::guest(addr, "Ann").await, Client::guest(addr, "Bob").await);
        let seats = json!([{"kind":"open"}, {"kind":"open"}]);
        let rules = question.table.rules();
        let body = json!({ "seats": seats, "rules": rules, "clock": clock, "takebacks": true });
        let table = ann.new_table(body).await.id;
        bob.ask(Join { table: table.clone(), body: JoinForm { seat: Seat::new(1) } }).await.unwrap();
        ann.start(&table).await;
        server.end().await.unwrap();
        lay_out(&folder.0, &table, &question).await;
        let server = Server::start(Config { addr, ..config(&folder) }).await.unwrap();
        Setup { folder, server, addr, ann, bob, table, question }
    }

    /// Sockets of Ann, Bob and a spectator, each at the number before the last decision.
    async fn sockets(&self) -> [Socket; 3] {
        let cid = Client::guest(self.addr, "Cid").await;
        let mut sockets = [self.ann.connect().await, self.bob.connect().await, cid.connect().await];
        for socket in &mut sockets {
            assert_eq!(snapshot(socket, &self.table).await.number, self.before());
        }
        sockets
    }

    /// The number before the last decision.
    fn before(&self) -> u64 {
        self.question.before.len() as u64
    }

    fn ask(&self, ask: bool) -> ToServer {
        Request::AskAboutDeadTiles { ask }.at(&self.table)
    }

    fn decide(&self, number: u64, action: Action) -> ToServer {
        Request::Decide { number, action }.at(&self.table)
    }

    fn exchange(&self, number: u64, tiles: Hand) -> ToServer {
        self.decide(number, Action::Exchange { tiles })
    }

    fn pause(&self, paused: bool) -> ToServer {
        Request::Pause { paused }.at(&self.table)
    }

    /// Ann turns the setting on and decides, so that she is asked. Returns the number of the question and her
    /// update.
    async fn be_asked(&self, ann: &mut Socket) -> (u64, Update) {
        ann.send_message(&self.ask(true)).await;
        ann.send_message(&self.decide(self.before() + 1, self.question.last)).await;
        let number = self.before() + 2;
        let asked = update(ann, number).await;
        assert_eq!((asked.view.phase(), asked.view.turn()), (Phase::Exchange, self.question.seat));
        (number, asked)
    }

    /// The stored log entries.
    async fn entries(&self) -> Vec<Value> {
        let pool = pool(&self.folder.0).await;
        let entries = sqlx::query_scalar("SELECT entry FROM entries WHERE table_id = $1 ORDER BY number");
        let entries: Vec<String> = entries.bind(self.table.0.as_str()).fetch_all(&pool).await.unwrap();
        pool.close().await;
        entries.iter().map(|entry| serde_json::from_str(entry).unwrap()).collect()
    }

    /// Lets bots finish the game. Returns the verified record.
    async fn play_out(&self, [mut ann, mut bob, mut cid]: [Socket; 3]) -> Record {
        for socket in [&mut ann, &mut bob] {
            socket.send_message(&Request::LeaveSeat {}.at(&self.table)).await;
        }
        table_with(&mut cid, |table| table.state == TableState::Over).await;
        self.ann.record(&self.table).await
    }
}

async fn snapshot(socket: &mut Socket, table: &TableId) -> Snapshot {
    socket.subscribe(table, None).await;
    loop {
        if let ToClient::Snapshot(snapshot) = socket.receive().await {
            return *snapshot;
        }
    }
}

/// The update with this number.
async fn update(socket: &mut Socket, number: u64) -> Update {
    loop {
        match socket.receive().await {
            ToClient::Update(update) if update.number == number => return *update,
            ToClient::Update(update) => assert!(update.number < number, "{} is not {number}", update.number),
            ToClient::Refused { refusal, .. } => panic!("{refusal:?}"),
            _ => {}
        }
    }
}

/// The next table message that matches.
async fn table_with(socket: &mut Socket, fits: impl Fn(&TableInfo) -> bool) -> TableInfo {
    loop {
        if let ToClient::Table { table } = socket.receive().await
            && fits(&table)
        {
            return *table;
        }
    }
}

async fn refused(socket: &mut Socket) -> RefusalCode {
    loop {
        if let ToClient::Refused { refusal, .. } = socket.receive().await {
            return refusal.code;
        }
    }
}

/// Ann's presence; she has the first seat.
fn ann_is(table: &TableInfo) -> Presence {
    table.seats[0].presence.clone().expect("a person")
}

fn ann_asks(table: &TableInfo) -> bool {
    ann_is(table).asks_about_dead_tiles
}

/// The exchanged tiles that an update shows.
fn exchanged(update: &Update) -> Vec<String> {
    let events: Vec<Value> = update.events.iter().map(|event| serde_json::to_value(event).unwrap()).collect();
    let discarded = events.iter().filter(|event| event["kind"] == "discard");
    discarded
        .flat_map(|event| event["tiles"].as_array().unwrap())
        .map(|tile| tile.as_str().unwrap().into())
        .collect()
}

fn bank() -> Value {
    json!({"kind": "bank", "seconds": 600, "increment": 5})
}

/// If the setting is off, Ann is away, or the clock is in days, the host answers in the entry of her
/// decision.
#[tokio::test]
async fn the_host_answers_at_once_for_players_who_are_not_asked() {
    for (name, clock, asks, is_here) in [
        ("off", bank(), false, true),
        ("away", bank(), true, false),
        ("days", json!({"kind": "days", "days": 1}), true, true),
    ] {
        let setup = Setup::new(name, clock).await;
        let [mut a, mut b, mut c] = setup.sockets().await;
        let mut number = setup.before();
        if asks {
            a.send_message(&setup.ask(true)).await;
            number += 1;
            assert!(update(&mut a, number).await.events.is_empty());
            assert!(ann_asks(&table_with(&mut c, ann_asks).await), "everyone sees the setting");
        }
        if !is_here {
            a.send_message(&ToServer::Unsubscribe { table: setup.table.clone() }).await;
        }
        a.send_message(&setup.decide(number, setup.question.last)).await;
        for socket in [&mut b, &mut c] {
            let update = update(socket, number + 1).await;
            assert_ne!(update.view.phase(), Phase::Exchange, "{name}");
            assert_eq!((exchanged(&update).len(), update.clocks.exchange_ms), (1, None), "{name}");
        }
        let entries = setup.entries().await;
        assert_eq!(entries.len() as u64, number + 1, "{name}: in the same entry");
        assert_eq!(entries.last().unwrap()["asks"], Value::Null);
        setup.server.end().await.unwrap();
    }
}

/// Everyone sees that Ann is asked and how long she has. No clock runs, nobody else can answer, and nothing
/// can be taken back. No message to others shows what she keeps.
#[tokio::test]
async fn players_who_want_it_are_asked() {
    let setup = Setup::new("on", bank()).await;
    let [mut a, mut b, mut c] = setup.sockets().await;
    let (number, asked) = setup.be_asked(&mut a).await;
    let dead: Vec<_> = asked.view.exchangeable().iter().collect();
    assert_eq!(dead.len(), 2);
    for socket in [&mut b, &mut c] {
        assert!(ann_asks(&table_with(socket, ann_asks).await));
        let seen = update(socket, number).await;
        assert_eq!(seen.view.phase(), Phase::Exchange);
        assert_eq!(seen.clocks.running, None, "no clock runs");
        assert!(
            seen.clocks.exchange_ms.is_some_and(|left| (1..=20_000).contains(&left)),
            "{:?}",
            seen.clocks
        );
        assert_eq!(seen.clocks.left_ms, asked.clocks.left_ms);
        assert!(seen.view.exchangeable().is_empty(), "which tiles are dead is Ann's secret");
    }
    assert_eq!(
        setup.ann.ask(Mine { query: PageQuery::default() }).await.unwrap().items[0].is_your_turn,
        Some(true)
    );
    b.send_message(&setup.exchange(number, Hand::EMPTY)).await;
    assert_eq!(refused(&mut b).await, RefusalCode::AgainstTheRules, "it is for Ann to answer");
    let take_back = |number| Request::TakeBack { number }.at(&setup.table);
    a.send_message(&take_back(number)).await;
    assert_eq!(refused(&mut a).await, RefusalCode::WrongState, "the decision before the question is final");
    a.send_message(&setup.exchange(number, dead.iter().copied().collect())).await;
    assert_eq!(refused(&mut a).await, RefusalCode::AgainstTheRules, "the limit is one tile");

    tokio::time::sleep(Duration::from_millis(300)).await;
    a.send_message(&setup.exchange(number, dead[..1].iter().copied().collect())).await;
    for socket in [&mut b, &mut c] {
        let seen = update(socket, number + 1).await;
        assert_eq!((exchanged(&seen), seen.clocks.exchange_ms), (vec![dead[0].to_string()], None));
        assert_eq!(
            seen.clocks.left_ms[0], asked.clocks.left_ms[0],
            "the answer neither cost nor earned time"
        );
        assert_eq!(seen.clocks.running, Seat::new(1));
        let text = serde_json::to_string(&ToClient::Update(Box::new(seen))).unwrap();
        assert!(!text.contains(&format!("\"{}\"", dead[1])), "what she keeps: {text}");
    }
    a.send_message(&take_back(number + 1)).await;
    assert_eq!(refused(&mut a).await, RefusalCode::WrongState, "the answer is final too");
    let entries = setup.entries().await;
    let [asks, answer] = &entries[entries.len() - 2..] else { panic!("two entries") };
    assert_eq!((&asks["asks"], &answer["action"]["kind"]), (&json!(true), &json!("exchange")));
    let record = setup.play_out([a, b, c]).await;
    let shown = |event: &Event| matches!(event, Event::Discard { tiles, .. } if tiles.contains(&dead[0]));
    assert!(record.events.iter().any(shown));
    setup.server.end().await.unwrap();
}

/// With five seconds per move, Ann still has twenty to answer. Then the host answers, and no bot takes her
/// seat.
#[tokio::test]
async fn without_an_answer_the_host_exchanges_after_twenty_seconds() {
    let setup = Setup::new("silent", json!({"kind": "per_decision", "seconds": 5})).await;
    let [mut a, mut b, mut c] = setup.sockets().await;
    let (number, asked) = setup.be_asked(&mut a).await;
    let started = Instant::now();
    update(&mut b, number).await;
    let answered = update(&mut b, number + 1).await;
    let waited = started.elapsed();
    assert!(waited.as_secs() >= 19, "{waited:?}");
    assert_eq!(exchanged(&answered).len(), 1);
    assert_eq!(answered.clocks.left_ms[0], asked.clocks.left_ms[0], "Ann is not charged");
    assert_eq!(answered.clocks.running, Seat::new(1));
    assert!(answered.clocks.left_ms[1].is_some_and(|left| left > 2_500), "{:?}", answered.clocks);
    let table = snapshot(&mut c, &setup.table).await.table;
    assert!(ann_is(&table).stand_in.is_none(), "{:?}", table.seats);
    assert_eq!(setup.entries().await[usize::try_from(number).unwrap()]["by"], "host");
    setup.server.end().await.unwrap();
}

/// If Ann disconnects, turns the setting off or leaves the seat while she is asked, the host answers at once.
#[tokio::test]
async fn the_host_answers_when_ann_can_no_longer_be_asked() {
    for name in ["gone", "changed", "left"] {
        let setup = Setup::new(name, bank()).await;
        let [mut a, mut b, c] = setup.sockets().await;
        let (number, asked) = setup.be_asked(&mut a).await;
        update(&mut b, number).await;
        let started = Instant::now();
        // Disconnecting is not an entry.
        let answer = match name {
            "gone" => {
                drop(a);
                number + 1
            }
            "changed" => {
                a.send_message(&setup.ask(false)).await;
                number + 2
            }
            _ => {
                a.send_message(&Request::LeaveSeat {}.at(&setup.table)).await;
                number + 2
            }
        };
        let answered = update(&mut b, answer).await;
        assert!(started.elapsed() < Duration::from_secs(10), "{name}: long before the time is up");
        assert_eq!(exchanged(&answered).len(), 1, "{name}");
        assert_eq!(answered.clocks.left_ms[0], asked.clocks.left_ms[0], "{name}");
        let entries = setup.entries().await;
        assert_eq!(entries[usize::try_from(answer).unwrap() - 1]["by"], "host", "{name}");
        drop(c);
        setup.server.end().await.unwrap();
    }
}

/// A pause stops the time to answer. For a player who is gone when the game resumes, the host answers then.
#[tokio::test]
async fn a_pause_stops_the_question() {
    for stays in [true, false] {
        let setup = Setup::new(&format!("pause-{stays}"), bank()).await;
        let [mut a, mut b, mut c] = setup.sockets().await;
        let (number, asked) = setup.be_asked(&mut a).await;
        a.send_message(&setup.pause(true)).await;
        b.send_message(&setup.pause(true)).await;
        table_with(&mut c, |table| table.is_paused).await;
        let paused = snapshot(&mut c, &setup.table).await;
        assert_eq!(paused.number, number + 1);
        tokio::time::sleep(Duration::from_millis(300)).await;
        let later = snapshot(&mut c, &setup.table).await;
        assert!(paused.clocks.exchange_ms.is_some());
        assert_eq!(paused.clocks, later.clocks, "no time passes");
        a.send_message(&setup.exchange(number + 1, Hand::EMPTY)).await;
        assert_eq!(refused(&mut a).await, RefusalCode::WrongState, "the game is paused");
        if stays {
            b.send_message(&setup.pause(false)).await;
            let on = update(&mut c, number + 2).await;
            assert_eq!(on.view.phase(), Phase::Exchange);
            assert!(on.clocks.exchange_ms <= paused.clocks.exchange_ms);
            a.send_message(&setup.exchange(number + 2, Hand::EMPTY)).await;
            assert!(exchanged(&update(&mut c, number + 3).await).is_empty(), "she keeps what she has");
        } else {
            drop(a);
            table_with(&mut c, |table| !ann_is(table).is_here).await;
            assert_eq!(snapshot(&mut c, &setup.table).await.number, number + 1, "nothing happens in a pause");
            b.send_message(&setup.pause(false)).await;
            assert_eq!(exchanged(&update(&mut c, number + 3).await).len(), 1);
            assert_eq!(setup.entries().await[usize::try_from(number).unwrap() + 2]["by"], "host");
        }
        assert_eq!(snapshot(&mut c, &setup.table).await.clocks.left_ms[0], asked.clocks.left_ms[0]);
        setup.server.end().await.unwrap();
    }
}

/// After a restart Ann is still asked, with no more time than before.
#[tokio::test]
async fn a_question_survives_a_restart() {
    let mut setup = Setup::new("restart", bank()).await;
    let [mut a, b, c] = setup.sockets().await;
    let (number, asked) = setup.be_asked(&mut a).await;
    let (addr, config) = (setup.addr, config(&setup.folder));
    setup.server.end().await.unwrap();
    drop((a, b, c));
    setup.server = Server::start(Config { addr, ..config }).await.unwrap();
    let (mut a, mut b) = (setup.ann.connect().await, setup.bob.connect().await);
    for socket in [&mut a, &mut b] {
        socket.subscribe(&setup.table, Some(number)).await;
        let ToClient::Update(missed) = socket.receive().await else { panic!("expected an update") };
        assert_eq!((missed.number, missed.view.phase()), (number, Phase::Exchange));
        assert_eq!((missed.clocks.running, &missed.clocks.left_ms), (None, &asked.clocks.left_ms));
        assert!(missed.clocks.exchange_ms < asked.clocks.exchange_ms, "{:?}", missed.clocks);
    }
    a.send_message(&setup.exchange(number, Hand::EMPTY)).await;
    let seen = update(&mut b, number + 1).await;
    assert!(exchanged(&seen).is_empty() && seen.view.phase() != Phase::Exchange);
    let mut c = setup.bob.connect().await;
    snapshot(&mut c, &setup.table).await;
    setup.play_out([a, b, c]).await;
    setup.server.end().await.unwrap();
}

/// If the exchange repeats, Ann is asked again and has another twenty seconds.
#[tokio::test]
async fn each_repeated_question_has_its_own_time() {
    let rules = Rules::of(Preset::Trading);
    let question = Question::find(rules, 2, |game, deck| game.turn().index() == 0 && comes_again(game, deck));
    let setup = Setup::of("again", bank(), question).await;
    let [mut a, mut b, _c] = setup.sockets().await;
    let (number, asked) = setup.be_asked(&mut a).await;
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    let late = snapshot(&mut b, &setup.table).await.clocks;
    assert!(late.exchange_ms.is_some_and(|left| left <= 18_500), "{late:?}");
    a.send_message(&setup.exchange(number, asked.view.exchangeable())).await;
    let again = update(&mut a, number + 1).await;
    assert_eq!((again.view.phase(), again.view.turn()), (Phase::Exchange, setup.question.seat));
    assert!(again.clocks.exchange_ms > late.exchange_ms, "{:?}", again.clocks);
    assert_eq!(again.clocks.left_ms, asked.clocks.left_ms);
    a.send_message(&setup.exchange(number + 1, Hand::EMPTY)).await;
    assert_ne!(update(&mut a, number + 2).await.view.phase(), Phase::Exchange);
    setup.server.end().await.unwrap();
}

/// Bots exchange without a question, even in games where a person is asked.
#[tokio::test]
async fn bots_are_never_asked() {
    let folder = Folder::new("dead-tiles-bots");
    let server = start(&folder).await;
    let ann = Client::guest(server.addr(), "Ann").await;
    let bot = json!({"kind": "bot", "level": "novice"});
    let body = json!({ "seats": [{"kind": "open"}, bot, bot, bot], "rules": {"preset": "renegade"} });
    let mut exchanged_by_bots = 0;
    for _ in 0..20 {
        let table = ann.new_table(body.clone()).await.id;
        ann.start(&table).await;
        let (mut player, watcher) = (ann.connect().await, Raw::nobody(server.addr()).connect().await);
        player.send_message(&Request::AskAboutDeadTiles { ask: true }.at(&table)).await;
        let (_, received) = tokio::join!(
            take_part(player, table.clone(), Choice::Last),
            take_part(watcher.unwrap(), table.clone(), Choice::Last),
        );
        for text in received {
            if let ToClient::Update(update) = serde_json::from_str(&text).unwrap()
                && update.view.phase() == Phase::Exchange
            {
                assert_eq!(update.view.turn().index(), 0, "only Ann is asked");
            }
        }
        let record = ann.record(&table).await;
        let is_of_bot = |event: &&Event| matches!(event, Event::Discard { player, .. } if player.index() > 0);
        exchanged_by_bots += record.events.iter().filter(is_of_bot).count();
        if exchanged_by_bots > 0 {
            break;
        }
    }
    assert!(exchanged_by_bots > 0, "a bot must exchange something");
    server.end().await.unwrap();
}

/// The server reports who may take back a decision. A question about dead tiles ends takebacks even if no
/// tile was drawn, because it reveals dead tiles before the hand is refilled.
#[tokio::test]
async fn updates_report_what_can_be_taken_back() {
    let rules = Rules::new(Options {
        dead_tiles: DeadTiles::DiscardThenDraw,
        dead_tile_exchange: DeadTileExchange::Choice,
        ..Options::of(Preset::Manual)
    });
    let question = Question::find(rules.unwrap(), 2, |game, _| game.turn().index() == 0);
    let setup = Setup::of("takebacks", bank(), question).await;
    let [mut a, mut b, mut c] = setup.sockets().await;
    let placed = snapshot(&mut a, &setup.table).await;
    assert_eq!((placed.view.unwrap().phase(), placed.can_take_back), (Phase::Buy, true), "her tile");
    let (number, asked) = setup.be_asked(&mut a).await;
    assert!(!asked.can_take_back, "her purchase led to the question");
    a.send_message(&setup.exchange(number, Hand::EMPTY)).await;
    for socket in [&mut a, &mut b, &mut c] {
        assert!(!update(socket, number + 1).await.can_take_back);
    }
    setup.server.end().await.unwrap();
}

/// Changing the setting makes nobody's decision stale, and changing it too often is refused.
#[tokio::test]
async fn the_setting_stalls_no_table() {
    let setup = Setup::new("stalls", bank()).await;
    let [mut a, mut b, _c] = setup.sockets().await;
    for (number, ask) in (setup.before() + 1..).zip([true, false, true]) {
        b.send_message(&setup.ask(ask)).await;
        assert_eq!(update(&mut b, number).await.number, number);
    }
    b.send_message(&setup.ask(false)).await;
    assert_eq!(refused(&mut b).await, RefusalCode::TooMany);
    let settings = 3;
    a.send_message(&setup.decide(setup.before(), setup.question.last)).await;
    assert_eq!(exchanged(&update(&mut a, setup.before() + settings + 1).await).len(), 1);
    setup.server.end().await.unwrap();
}
