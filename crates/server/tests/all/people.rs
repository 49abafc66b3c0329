//! Muting, finished games, sessions, and deleted accounts.

use std::slice;

use mergemaker_engine::{Action, Bundle, Money, Offer, Preset, Seat, Shares};
use mergemaker_protocol::api::accounts::{Delete, DeleteForm};
use mergemaker_protocol::api::games::Search;
use mergemaker_protocol::api::muted::{self, Mute, Unmute};
use mergemaker_protocol::api::people;
use mergemaker_protocol::api::sessions::{Logout, LogoutEverywhere};
use mergemaker_protocol::api::tables::{
    self, Join, JoinForm, Leave, Mine, Rematch, Silence, Unsilence, Which,
};
use mergemaker_protocol::api::tokens::{self, TokenForm};
use mergemaker_protocol::{
    ChatLine, FoundGame, GameSearch, Occupant, PageQuery, PersonId, RefusalCode, Request, SeatInfo, Snapshot,
    Statistics, TableId, TableInfo, TableState, ToClient, ToServer,
};
use serde_json::{Value, json};

use crate::client::{Client, Socket};
use crate::play::{PlayerView, play};
use crate::raw::Raw;
use crate::{Folder, start};

/// The next line of chat.
async fn line(socket: &mut Socket) -> ChatLine {
    loop {
        match socket.receive().await {
            ToClient::Chat { line, .. } => return line,
            ToClient::Refused { refusal, .. } => panic!("{refusal:?}"),
            _ => {}
        }
    }
}

/// The next snapshot.
async fn snapshot(socket: &mut Socket, table: &TableId) -> Snapshot {
    socket.subscribe(table, None).await;
    loop {
        if let ToClient::Snapshot(snapshot) = socket.receive().await {
            return *snapshot;
        }
    }
}

async fn write(socket: &mut Socket, table: &TableId, text: &str) {
    socket.send_message(&Request::Chat { text: text.into() }.at(table)).await;
}

fn texts(snapshot: &Snapshot) -> Vec<&str> {
    snapshot.chat.iter().map(|line| line.text.as_str()).collect()
}

/// Creates a table with all of these people seated.
async fn table_of(people: &[&Client], body: Value) -> TableId {
    let mut form = json!({ "seats": vec![json!({"kind":"open"}); people.len()] });
    form.as_object_mut().unwrap().extend(body.as_object().unwrap().clone());
    let table = people[0].new_table(form).await.id;
    for person in &people[1..] {
        person.join(&table).await;
    }
    table
}

/// Plays a whole game against a bot.
async fn play_a_game(person: &Client, body: Value) -> TableId {
    let mut form = json!({ "seats": [{"kind":"open"}, {"kind":"bot","level":"random"}] });
    form.as_object_mut().unwrap().extend(body.as_object().unwrap().clone());
    let table = person.new_table(form).await.id;
    person.start(&table).await;
    let mut socket = person.connect().await;
    socket.subscribe(&table, None).await;
    play(&mut socket, &table, &mut PlayerView::new()).await;
    table
}

/// Cid mutes Bob and gets none of his lines, live or later, before or after a restart. Ann gets them all.
#[tokio::test]
async fn muted_people_are_hidden() {
    let folder = Folder::new("people-mute");
    let server = start(&folder).await;
    let addr = server.addr();
    let (ann, bob) = (Client::guest(addr, "Ann").await, Client::guest(addr, "Bob").await);
    let cid = Client::guest(addr, "Cid").await;
    let table = table_of(&[&ann, &bob, &cid], json!({})).await;
    let (mut a, mut b, mut c) = (ann.connect().await, bob.connect().await, cid.connect().await);
    for socket in [&mut a, &mut b, &mut c] {
        snapshot(socket, &table).await;
    }
    write(&mut b, &table, "one").await;
    for socket in [&mut a, &mut b, &mut c] {
        assert_eq!(line(socket).await.text, "one");
    }
    let mute = async |person: &PersonId| cid.ask(Mute { person: person.clone() }).await;
    assert_eq!(mute(&bob.you.person.id).await.unwrap().items, slice::from_ref(&bob.you.person));
    write(&mut b, &table, "two").await;
    assert_eq!((line(&mut a).await.text, line(&mut b).await.text), ("two".into(), "two".into()));
    write(&mut a, &table, "three").await;
    assert_eq!(line(&mut c).await.text, "three", "Bob's line is hidden");
    assert_eq!(texts(&snapshot(&mut c, &table).await), ["three"]);
    assert_eq!(texts(&snapshot(&mut a, &table).await), ["one", "two", "three"]);
    assert_eq!(mute(&cid.you.person.id).await.unwrap_err().code, RefusalCode::Invalid);
    assert_eq!(mute(&PersonId("nobody".into())).await.unwrap_err().code, RefusalCode::NotFound);
    server.end().await.unwrap();

    let server = start(&folder).await;
    let cid = cid.at(server.addr());
    let mut c = cid.connect().await;
    assert_eq!(texts(&snapshot(&mut c, &table).await), ["three"], "muting survives a restart");
    let muted = cid.ask(muted::List { query: PageQuery::default() }).await.unwrap().items;
    assert_eq!(muted, slice::from_ref(&bob.you.person));
    let person = bob.you.person.id;
    assert!(cid.ask(muted::Show { person: person.clone() }).await.unwrap());
    assert!(cid.ask(Unmute { person: person.clone() }).await.unwrap().items.is_empty());
    assert!(!cid.ask(muted::Show { person }).await.unwrap());
    assert_eq!(texts(&snapshot(&mut c, &table).await), ["one", "two", "three"]);
    server.end().await.unwrap();
}

#[tokio::test]
async fn the_host_silences_a_person() {
    let folder = Folder::new("people-silence");
    let server = start(&folder).await;
    let (ann, bob) = (Client::guest(server.addr(), "Ann").await, Client::guest(server.addr(), "Bob").await);
    let table = table_of(&[&ann, &bob], json!({})).await;
    let silence = async |host: &Client, person: &PersonId| {
        let silenced = host.ask(Silence { table: table.clone(), person: person.clone() }).await;
        silenced.map(|info| info.silenced).map_err(|refusal| refusal.code)
    };
    let (ann_id, bob_id) = (&ann.you.person.id, &bob.you.person.id);
    assert_eq!(silence(&bob, ann_id).await, Err(RefusalCode::Forbidden), "not the host");
    assert_eq!(silence(&ann, ann_id).await, Err(RefusalCode::Invalid));
    assert_eq!(silence(&ann, &PersonId("nobody".into())).await, Err(RefusalCode::NotFound));
    assert_eq!(silence(&ann, bob_id).await, Ok(vec![bob_id.clone()]));
    let mut b = bob.connect().await;
    snapshot(&mut b, &table).await;
    write(&mut b, &table, "one").await;
    let why = b.refusal().await;
    assert_eq!(
        (why.code, why.message.as_str()),
        (RefusalCode::Forbidden, "The host of this table has silenced you.")
    );
    server.end().await.unwrap();

    let server = start(&folder).await;
    let (ann, bob) = (ann.at(server.addr()), bob.at(server.addr()));
    let mut b = bob.connect().await;
    snapshot(&mut b, &table).await;
    write(&mut b, &table, "two").await;
    assert_eq!(b.refused().await, RefusalCode::Forbidden, "silencing survives a restart");
    let person = bob.you.person.id.clone();
    ann.ask(Unsilence { table: table.clone(), person }).await.unwrap();
    write(&mut b, &table, "three").await;
    assert_eq!(line(&mut b).await.text, "three");
    server.end().await.unwrap();
}

/// Finished games are listed, searched and counted in profiles, including those from before a guest claimed
/// an account.
#[tokio::test]
async fn games_are_found_and_counted() {
    let folder = Folder::new("people-games");
    let server = start(&folder).await;
    let (ann, bob) = (Client::guest(server.addr(), "Ann").await, Client::guest(server.addr(), "Bob").await);
    let public = play_a_game(&ann, json!({ "rules": {"preset": "classic"} })).await;
    let by_link = play_a_game(&ann, json!({ "visibility": "link", "rules": {"preset": "renegade"} })).await;
    let (public, by_link) = (public.0.as_str(), by_link.0.as_str());
    let ann = ann.claim("\u{ff21}nnabel").await;
    let find = async |who: &Client, query: &GameSearch| {
        who.ask(Search { query: query.clone() }).await.unwrap().items
    };
    let ids = |games: Vec<FoundGame>| games.into_iter().map(|game| game.table.0).collect::<Vec<_>>();
    let all = GameSearch::default();
    let named = |name: &str| GameSearch { player: Some(name.into()), ..GameSearch::default() };
    let found = find(&bob, &all).await;
    assert_eq!(ids(found.clone()), [public]);
    let players: Vec<_> =
        found[0].players.iter().map(|one| (one.name.as_str(), one.bot.as_deref())).collect();
    assert_eq!(players, [("\u{ff21}nnabel", None), ("random", Some("random"))]);
    assert_eq!(found[0].players.iter().map(|one| one.place).min(), Some(1));
    assert_eq!(ids(find(&ann, &all).await), [by_link, public], "her own too");
    let query = GameSearch { limit: Some(1), ..all.clone() };
    let newest = ann.ask(Search { query }).await.unwrap();
    let older = GameSearch { before: newest.next, ..all.clone() };
    assert_eq!(ids(newest.items), [by_link]);
    assert_eq!(ids(find(&ann, &older).await), [public]);
    // The name in another case, in full-width letters, and exactly.
    for name in ["aNNABEL", "\u{ff21}\u{ff2e}NABEL", "\u{ff21}nnabel"] {
        let query = GameSearch { preset: Some(Preset::Classic), players: Some(2), ..named(name) };
        assert_eq!(ids(find(&bob, &query).await), [public], "{name}");
    }
    let renegade = GameSearch { preset: Some(Preset::Renegade), ..all.clone() };
    let query = GameSearch { player: Some("annabel".into()), ..renegade.clone() };
    assert_eq!(ids(find(&ann, &query).await), [by_link]);
    for query in [named("Bob"), named("\0"), GameSearch { players: Some(3), ..all }, renegade] {
        assert!(find(&bob, &query).await.is_empty(), "{query:?}");
    }
    for query in ["?preset=none", "?limit=0", "?limit=101", "?players=x", "?before=x", "?what=1"] {
        let code = bob.raw().get(&format!("/api/games{query}")).await.code();
        assert!(matches!(code, RefusalCode::Invalid | RefusalCode::Unreadable), "{query}: {code:?}");
    }
    let profile = bob.ask(people::Show { person: ann.you.person.id }).await.unwrap();
    let of_two = &profile.statistics[0];
    assert_eq!((of_two.players, of_two.games), (Some(2), 2));
    assert!(of_two.rating.is_some() && of_two.uncertainty.is_some());
    assert!((1.0..=2.0).contains(&of_two.mean_place));
    let totals = |all: &Statistics| (all.games, all.wins, all.shared_wins, all.best_money, all.mean_money);
    assert_eq!(totals(&profile.total), totals(of_two));
    let nothing = bob.own_profile().await;
    assert_eq!((nothing.statistics.len(), nothing.total.games), (0, 0));
    server.end().await.unwrap();
}

#[tokio::test]
async fn own_tables_are_listed_while_open_and_running() {
    let folder = Folder::new("people-tables");
    let server = start(&folder).await;
    let (ann, bob) = (Client::guest(server.addr(), "Ann").await, Client::guest(server.addr(), "Bob").await);
    let table = table_of(&[&ann, &bob], json!({ "visibility": "link" })).await;
    let mine = async |who: &Client| {
        let tables = who.ask(Mine { query: PageQuery::default() }).await.unwrap().items;
        tables.into_iter().map(|table| (table.state, table.is_your_turn == Some(true))).collect::<Vec<_>>()
    };
    for person in [&ann, &bob] {
        assert_eq!(mine(person).await, [(TableState::Open, false)]);
    }
    bob.ask(Leave { table: table.clone() }).await.unwrap();
    assert!(mine(&bob).await.is_empty());
    bob.ask(Join { table: table.clone(), body: JoinForm { seat: Seat::new(1) } }).await.unwrap();
    ann.start(&table).await;
    let (of_ann, of_bob) = (mine(&ann).await, mine(&bob).await);
    assert_eq!((of_ann.len(), of_bob.len(), of_ann[0].0), (1, 1, TableState::Running));
    assert!(of_ann[0].1 ^ of_bob[0].1, "it is one player's turn");
    // It is not the turn of a player whose bot is standing in.
    let waited_for = if of_ann[0].1 { &ann } else { &bob };
    let mut socket = waited_for.connect().await;
    socket.send_message(&Request::LeaveSeat {}.at(&table)).await;
    while !matches!(socket.receive().await, ToClient::Accepted { .. }) {}
    assert!(!mine(waited_for).await[0].1);
    server.end().await.unwrap();
}

#[tokio::test]
async fn sockets_end_with_their_sessions() {
    let folder = Folder::new("people-sessions");
    let server = start(&folder).await;
    let addr = server.addr();
    let logged_out = (4401, "You are logged out. Log in again.".to_owned());
    let ann = Client::guest(addr, "Ann").await;
    let mut socket = ann.connect().await;
    let ann = ann.claim("Ann").await;
    assert_eq!(socket.closed().await, logged_out, "the guest's session has ended");

    // Ending one of two tokens keeps the other's socket open.
    let mut tokens = Vec::new();
    for label in ["one", "other"] {
        let made = ann.ask(tokens::Create { body: TokenForm::usual(label) }).await.unwrap();
        let bearer = format!("Bearer {}", made.token);
        let socket = Raw::nobody(addr).with("authorization", &bearer).connect().await.unwrap();
        tokens.push((made.id, socket));
    }
    let list = ann.ask(tokens::List { query: PageQuery::default() }).await.unwrap().items;
    let mut labels: Vec<_> = list.iter().map(|token| token.label.as_str()).collect();
    labels.sort_unstable();
    assert_eq!(labels, ["one", "other"]);
    let end = tokens::End { token: tokens[0].0.clone() };
    let rest = ann.ask(end.clone()).await.unwrap().items;
    assert_eq!(rest.iter().map(|token| &token.id).collect::<Vec<_>>(), [&tokens[1].0]);
    assert_eq!(ann.ask(end).await.unwrap_err().code, RefusalCode::NotFound);
    assert_eq!(tokens[0].1.closed().await, logged_out);
    let other = &mut tokens[1].1;
    other.send_message(&ToServer::Ping { nonce: 3 }).await;
    while !matches!(other.receive().await, ToClient::Pong { nonce: 3 }) {}

    // Logging out ends only that session's sockets; logging out everywhere ends all.
    let second = ann.login("Ann").await;
    let (mut one, mut two) = (ann.connect().await, second.connect().await);
    second.ask(Logout {}).await.unwrap();
    assert_eq!(two.closed().await, logged_out);
    one.send_message(&ToServer::Ping { nonce: 4 }).await;
    while !matches!(one.receive().await, ToClient::Pong { nonce: 4 }) {}
    ann.ask(LogoutEverywhere {}).await.unwrap();
    assert_eq!(one.closed().await, logged_out);
    assert_eq!(tokens[1].1.closed().await, logged_out);

    let ann = ann.login("Ann").await;
    let mut socket = ann.connect().await;
    for wrong in [None, Some("wrong horse".to_owned())] {
        let refused = ann.ask(Delete { body: DeleteForm { password: wrong } }).await;
        assert_eq!(refused.unwrap_err().code, RefusalCode::WrongPassword);
    }
    ann.ask(Delete { body: with_password() }).await.unwrap();
    assert_eq!(socket.closed().await, logged_out);
    server.end().await.unwrap();
}

/// The form that deletes an account.
fn with_password() -> DeleteForm {
    DeleteForm { password: Some("correct horse".into()) }
}

fn names(table: &TableInfo) -> Vec<String> {
    let name = |seat: &SeatInfo| match &seat.occupant {
        Occupant::Open => "-".to_owned(),
        Occupant::Bot { level } => format!("bot {level}"),
        Occupant::Person { person } => person.name.clone(),
    };
    table.seats.iter().map(name).collect()
}

#[tokio::test]
async fn a_new_name_appears_at_tables_and_in_chat() {
    let folder = Folder::new("people-name");
    let server = start(&folder).await;
    let (ann, bob) = (Client::guest(server.addr(), "Ann").await, Client::guest(server.addr(), "Bob").await);
    let open = table_of(&[&ann, &bob], json!({})).await;
    let running = table_of(&[&bob, &ann], json!({})).await;
    bob.start(&running).await;
    let mut a = ann.connect().await;
    write(&mut a, &open, "hello").await;
    let mut b = bob.connect().await;
    while snapshot(&mut b, &open).await.chat.is_empty() {}
    let ann = ann.claim("Annabel").await;
    assert_eq!(names(&bob.info(&open).await), ["Annabel", "Bob"]);
    assert_eq!(names(&bob.info(&running).await), ["Bob", "Annabel"]);
    let seen = snapshot(&mut b, &open).await;
    assert_eq!((seen.chat[0].person.name.as_str(), seen.chat[0].person.is_guest), ("Annabel", false));
    write(&mut ann.connect().await, &open, "here again").await;
    assert_eq!(line(&mut b).await.person.name, "Annabel");
    let query = Which { state: Some(TableState::Running), ..Which::default() };
    let listed = bob.ask(tables::List { query }).await.unwrap().items;
    assert_eq!(listed[0].seats[1].person().unwrap().name, "Annabel", "the stored name changes too");
    server.end().await.unwrap();
}

/// A deleted account's name disappears everywhere; its games continue and still verify.
#[tokio::test]
async fn deleting_an_account_removes_its_name_everywhere() {
    let folder = Folder::new("people-gone");
    let server = start(&folder).await;
    let addr = server.addr();
    let (ann, bob) = (Client::guest(addr, "Ann").await, Client::guest(addr, "Bob").await);
    let ann = ann.claim("Annabel").await;
    let over = play_a_game(&ann, json!({})).await;
    let open = table_of(&[&ann, &bob], json!({})).await;
    let running = table_of(&[&ann, &bob], json!({})).await;
    ann.start(&running).await;
    let mut b = bob.connect().await;
    let mut a = ann.connect().await;
    snapshot(&mut b, &running).await;
    write(&mut a, &running, "good bye").await;
    assert_eq!(line(&mut b).await.person.name, "Annabel");
    ann.ask(Delete { body: with_password() }).await.unwrap();

    let person = ann.you.person.id;
    let profile = bob.ask(people::Show { person: person.clone() }).await;
    let games = bob.ask(people::Games { person, query: PageQuery::default() }).await;
    assert_eq!(profile.unwrap_err().code, RefusalCode::NotFound);
    assert_eq!(games.unwrap_err().code, RefusalCode::NotFound);
    let now = bob.info(&open).await;
    assert_eq!((names(&now), &now.host), (vec!["-".to_owned(), "Bob".into()], &bob.you.person.id));
    assert_eq!(names(&bob.info(&over).await), ["somebody", "bot random"]);
    assert_eq!(bob.record(&over).await.players, ["somebody", "random"]);
    // In the running game, a bot takes the seat and Bob finishes the game.
    let now = bob.info(&running).await;
    assert_eq!((names(&now), &now.host), (vec!["bot steady".to_owned(), "Bob".into()], &bob.you.person.id));
    let mut known = PlayerView::new();
    let seen = snapshot(&mut b, &running).await;
    assert_eq!((seen.chat[0].person.name.as_str(), seen.chat[0].text.as_str()), ("somebody", "good bye"));
    known.update(&ToClient::Snapshot(Box::new(seen)));
    play(&mut b, &running, &mut known).await;
    assert_eq!(bob.record(&running).await.players, ["steady", "Bob"]);
    for path in ["/api/games", "/api/tables?state=over", "/api/tables?state=open"] {
        let text = bob.raw().get(path).await.text;
        assert!(!text.contains("Annabel"), "{text}");
    }
    server.end().await.unwrap();

    let server = start(&folder).await;
    let bob = bob.at(server.addr());
    for (table, expect) in [(&over, ["somebody", "bot random"]), (&running, ["bot steady", "Bob"])] {
        assert_eq!(names(&bob.info(table).await), expect);
    }
    let seen = snapshot(&mut bob.connect().await, &running).await;
    assert_eq!(seen.chat[0].person.name, "somebody");
    server.end().await.unwrap();
}

#[tokio::test]
async fn oversized_messages_get_a_reason() {
    let folder = Folder::new("people-long");
    let server = start(&folder).await;
    let ann = Client::guest(server.addr(), "Ann").await;
    let mut socket = ann.connect().await;
    socket.send_text(" ".repeat(16 * 1024 + 1)).await;
    let why = "the message is too long: send at most 16 KiB".to_owned();
    assert_eq!(socket.closed().await, (1009, why));
    server.end().await.unwrap();
}

/// If holdings are hidden, offers do not reveal them.
#[tokio::test]
async fn offers_do_not_reveal_hidden_holdings() {
    let folder = Folder::new("people-offers");
    let server = start(&folder).await;
    for (holdings, most) in [("hidden", 3), ("open", 8)] {
        let (ann, bob) =
            (Client::guest(server.addr(), "Ann").await, Client::guest(server.addr(), "Bob").await);
        let rules = json!({"preset": "trading", "holdings": holdings});
        let table = table_of(&[&ann, &bob], json!({ "rules": rules, "takebacks": true })).await;
        ann.start(&table).await;
        let (mut a, mut b) = (ann.connect().await, bob.connect().await);
        let (seen_a, seen_b) = (snapshot(&mut a, &table).await, snapshot(&mut b, &table).await);
        let is_ann = !seen_a.view.unwrap().legal_actions().is_empty();
        let (socket, to) = if is_ann { (&mut a, seen_b.seat) } else { (&mut b, seen_a.seat) };
        let nothing = Bundle { cash: Money(0), shares: Shares::default() };
        let offer = |to: Option<Seat>, give: Bundle, take: Bundle| {
            let offer = Offer { to: to.unwrap(), give, take };
            Request::Decide { number: 0, action: Action::TradeOffer { offer } }.at(&table)
        };
        let cash = |amount| Bundle { cash: Money(amount), ..nothing };
        let one_share = Bundle { shares: Shares::of(mergemaker_engine::Chain::Tower, 1), ..nothing };
        // Offers that the sender cannot fulfil reveal nothing and do not count.
        for _ in 0..5 {
            socket.send_message(&offer(to, cash(1_000_000), nothing)).await;
            assert_eq!(socket.refused().await, RefusalCode::AgainstTheRules);
        }
        let mut words = Vec::new();
        for take in [cash(6_001), one_share, cash(100_000)].into_iter().cycle().take(most) {
            socket.send_message(&offer(to, nothing, take)).await;
            let refusal = socket.refusal().await;
            assert_eq!(refusal.code, RefusalCode::AgainstTheRules);
            words.push(refusal.message);
        }
        words.dedup();
        assert_eq!(words.len(), 1, "the same message whatever is missing: {words:?}");
        socket.send_message(&offer(to, nothing, cash(100))).await;
        if holdings == "hidden" {
            let refusal = socket.refusal().await;
            assert_eq!(refusal.code, RefusalCode::TooMany, "a valid offer is refused too");
            assert_eq!(refusal.rule.as_deref(), Some("X1"), "too many offers, not too many messages");
        } else {
            while !matches!(socket.receive().await, ToClient::Accepted { .. }) {}
        }
    }
    server.end().await.unwrap();
}

/// Games with hints are played and stored like any other, but do not change ratings.
#[tokio::test]
async fn a_table_with_hints_is_never_rated() {
    let folder = Folder::new("people-hints");
    let server = start(&folder).await;
    for hints in [true, false] {
        let ann = Client::guest(server.addr(), "Ann").await;
        let seats = json!([{"kind":"open"}, {"kind":"bot","level":"shopper"}]);
        let made = ann.new_table(json!({ "seats": seats, "hints": hints })).await;
        assert_eq!(made.settings.hints, hints);
        ann.start(&made.id).await;
        let again = ann.ask(Rematch { table: made.id.clone() }).await;
        assert!(again.is_err(), "no rematch while the game is running");
        let mut socket = ann.connect().await;
        socket.subscribe(&made.id, None).await;
        play(&mut socket, &made.id, &mut PlayerView::new()).await;
        let profile = ann.own_profile().await;
        assert_eq!(profile.games.len(), 1, "the game is in the history");
        assert_eq!(profile.ratings.len(), usize::from(!hints), "{profile:?}");
        assert_eq!(ann.rematch(&made.id).await.settings.hints, hints, "a rematch keeps the setting");
    }
    server.end().await.unwrap();
}
