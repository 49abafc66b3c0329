//! Who may have a seat: bots for absent players and what that means for ratings, reserved seats of a rematch, people
//! the host removed.

use std::net::SocketAddr;

use mergemaker_engine::Seat;
use mergemaker_protocol::api::accounts::{Delete, DeleteForm};
use mergemaker_protocol::api::tables::{BotForm, ClearSeat, Join, JoinForm, Leave, Mine, Rematch, SetBot};
use mergemaker_protocol::{
    Away, Occupant, PageQuery, Presence, Refusal, RefusalCode, Request, TableId, TableInfo, TableState,
    ToClient, ToServer,
};
use mergemaker_server::{Config, Limits, Server};
use serde_json::{Value, json};

use crate::client::{Client, Socket};
use crate::player::{Choice, take_part};
use crate::{Folder, config};

/// A running game of people, each with a socket that watches it.
struct Game {
    people: Vec<Client>,
    sockets: Vec<Socket>,
    table: TableId,
}

impl Game {
    async fn new(addr: SocketAddr, names: &[&str], clock: Value) -> Game {
        let mut people = Vec::new();
        for name in names {
            people.push(Client::guest(addr, name).await);
        }
        let seats = vec![json!({"kind": "open"}); names.len()];
        let table = people[0].new_table(json!({ "seats": seats, "clock": clock })).await.id;
        for (seat, person) in people.iter().enumerate().skip(1) {
            person
                .ask(Join { table: table.clone(), body: JoinForm { seat: Seat::new(seat) } })
                .await
                .unwrap();
        }
        people[0].start(&table).await;
        let mut sockets = Vec::new();
        for person in &people {
            let mut socket = person.connect().await;
            socket.watch(&table).await;
            sockets.push(socket);
        }
        let mut game = Game { people, sockets, table };
        game.table_with(0, |table| (0..names.len()).all(|seat| presence(table, seat).is_here)).await;
        game
    }

    /// The table as a player sees it, once it fits.
    async fn table_with(&mut self, player: usize, fits: impl Fn(&TableInfo) -> bool) -> TableInfo {
        let now = self.people[player].info(&self.table).await;
        if fits(&now) { now } else { table_with(&mut self.sockets[player], fits).await }
    }

    /// A player closes their page.
    async fn go_away(&mut self, player: usize) {
        let message = ToServer::Unsubscribe { table: self.table.clone() };
        self.sockets[player].send_message(&message).await;
        let other = usize::from(player == 0);
        self.table_with(other, |table| !presence(table, player).is_here).await;
    }

    /// A player votes for or against a bot in a seat.
    async fn vote(&mut self, player: usize, seat: usize, agree: bool) {
        let vote = Request::LetBotPlay { seat: Seat::new(seat).unwrap(), agree };
        self.sockets[player].send_message(&vote.at(&self.table)).await;
    }

    /// Why a vote is refused.
    async fn refused_vote(&mut self, player: usize, seat: usize) -> Refusal {
        self.vote(player, seat, true).await;
        self.sockets[player].refusal().await
    }
}

/// The next table message that fits.
async fn table_with(socket: &mut Socket, fits: impl Fn(&TableInfo) -> bool) -> TableInfo {
    loop {
        if let ToClient::Table { table } = socket.receive().await
            && fits(&table)
        {
            return *table;
        }
    }
}

fn presence(table: &TableInfo, seat: usize) -> Presence {
    table.seats[seat].presence.clone().expect("a person")
}

fn away(table: &TableInfo, seat: usize) -> Away {
    presence(table, seat).away.expect("they are away")
}

fn stand_in(table: &TableInfo, seat: usize) -> Option<String> {
    presence(table, seat).stand_in
}

fn votes(table: &TableInfo, seat: usize) -> Vec<usize> {
    away(table, seat).votes.into_iter().map(Seat::index).collect()
}

async fn server_with(folder: &Folder, limits: Limits) -> Server {
    Server::start(Config { limits, ..config(folder) }).await.unwrap()
}

fn no_waiting() -> Limits {
    Limits { away_seconds: 0, ..Limits::default() }
}

/// Whatever the clock, the host cannot hand an absent opponent's seat to a bot, and nobody can before its time.
#[tokio::test]
async fn nobody_takes_an_absent_players_seat_before_its_time() {
    let folder = Folder::new("seats-early");
    let server = server_with(&folder, Limits::default()).await;
    let days = json!({"kind": "days", "days": 3});
    for (clock, waits) in [(json!({"kind": "none"}), true), (days, false)] {
        let mut game = Game::new(server.addr(), &["Ann", "Bob"], clock).await;
        let here = game.refused_vote(0, 1).await;
        assert_eq!(here.code, RefusalCode::WrongState);
        game.go_away(1).await;
        for level in ["steady", "random"] {
            let body = BotForm { level: level.into() };
            let seat = Seat::new(1).unwrap();
            let refused = game.people[0].ask(SetBot { table: game.table.clone(), seat, body }).await;
            assert_eq!(refused.unwrap_err().code, RefusalCode::WrongState);
        }
        let early = game.refused_vote(0, 1).await;
        assert_eq!(early.code, RefusalCode::WrongState);
        let message =
            if waits { "Vote in 5 min" } else { "a bot takes over when the player's time runs out" };
        assert!(early.message.contains(message), "{}", early.message);
        let table = game.people[0].info(&game.table).await;
        let Away { for_ms, vote_in_ms, votes } = away(&table, 1);
        assert!((0..60_000).contains(&for_ms), "{for_ms}");
        assert_eq!(vote_in_ms.map(|left| (240_000..=300_000).contains(&left)), waits.then_some(true));
        assert!(votes.is_empty() && stand_in(&table, 1).is_none());
        assert_eq!(presence(&table, 0).away, None, "Ann is here");
    }
    server.end().await.unwrap();
}

/// Without a clock, all other people must agree, except those who are away for as long. The bot is a `steady` one.
#[tokio::test]
async fn the_others_agree_on_a_bot_for_an_absent_player() {
    let folder = Folder::new("seats-votes");
    let server = server_with(&folder, no_waiting()).await;
    let mut game = Game::new(server.addr(), &["Ann", "Bob", "Cid"], json!({"kind": "none"})).await;
    for (voter, seat) in [(0, 1), (0, 0), (0, 5)] {
        let refused = game.refused_vote(voter, seat).await;
        assert_eq!(refused.code, RefusalCode::WrongState, "{voter} about {seat}");
    }
    game.go_away(1).await;
    game.vote(0, 1, true).await;
    let table = game.table_with(2, |table| votes(table, 1) == [0]).await;
    assert_eq!(stand_in(&table, 1), None, "Cid has not agreed");
    // A vote can be withdrawn, and a player who returns ends it.
    game.vote(0, 1, false).await;
    game.table_with(2, |table| votes(table, 1).is_empty()).await;
    game.vote(2, 1, true).await;
    game.table_with(0, |table| votes(table, 1) == [2]).await;
    game.sockets[1].watch(&game.table.clone()).await;
    game.table_with(0, |table| presence(table, 1).is_here).await;
    game.go_away(1).await;
    game.table_with(0, |table| votes(table, 1).is_empty()).await;
    // Nobody chooses the level.
    let seat =
        json!({ "type": "let_bot_play", "table": game.table, "seat": 1, "agree": true, "level": "random" });
    game.sockets[0].send_text(seat.to_string()).await;
    assert_eq!(game.sockets[0].refused().await, RefusalCode::Unreadable);
    for voter in [0, 2] {
        game.vote(voter, 1, true).await;
    }
    let table = game.table_with(0, |table| stand_in(table, 1).is_some()).await;
    assert_eq!((stand_in(&table, 1).as_deref(), presence(&table, 1).away), (Some("steady"), None));
    // Bob may return at any time, and then the others vote again. Those who are away themselves are not asked.
    game.sockets[1].watch(&game.table.clone()).await;
    game.sockets[1].send_message(&Request::ResumeSeat {}.at(&game.table)).await;
    game.table_with(0, |table| stand_in(table, 1).is_none()).await;
    game.go_away(1).await;
    game.go_away(2).await;
    game.vote(0, 1, true).await;
    let table = game.table_with(0, |table| stand_in(table, 1).is_some()).await;
    assert_eq!(stand_in(&table, 2), None, "one vote is for one seat");
    // A person who hands over their own seat gets the same bot.
    game.sockets[0].send_message(&Request::LeaveSeat {}.at(&game.table)).await;
    let table = game.table_with(0, |table| stand_in(table, 0).is_some()).await;
    assert_eq!(stand_in(&table, 0).as_deref(), Some("steady"));
    server.end().await.unwrap();
}

/// A break that everybody agreed to is no absence, and one person with bots has nobody to vote with.
#[tokio::test]
async fn a_pause_is_no_absence() {
    let folder = Folder::new("seats-pause");
    let server = server_with(&folder, no_waiting()).await;
    let mut game = Game::new(server.addr(), &["Ann", "Bob"], json!({"kind": "none"})).await;
    for player in [0, 1] {
        game.sockets[player].send_message(&Request::Pause { paused: true }.at(&game.table)).await;
    }
    game.table_with(0, |table| table.is_paused).await;
    game.go_away(1).await;
    let table = game.people[0].info(&game.table).await;
    assert_eq!(away(&table, 1).vote_in_ms, None);
    assert!(game.refused_vote(0, 1).await.message.contains("paused"));
    game.sockets[0].send_message(&Request::Pause { paused: false }.at(&game.table)).await;
    let table = game.table_with(0, |table| !table.is_paused).await;
    assert_eq!(away(&table, 1).vote_in_ms, Some(0));
    // Alone with bots, nothing changes.
    let ann = &game.people[0];
    let seats = json!([{"kind": "open"}, {"kind": "bot", "level": "novice"}]);
    let table = ann.new_table(json!({ "seats": seats })).await.id;
    let info = ann.start(&table).await;
    assert_eq!(away(&info, 0).vote_in_ms, None);
    server.end().await.unwrap();
}

/// A player whose seat a bot finished takes last place. The others are compared with each other, so the best of them
/// wins, whatever the bot has.
#[tokio::test(flavor = "multi_thread")]
async fn the_best_of_those_who_stayed_wins() {
    let folder = Folder::new("seats-rating");
    let server = server_with(&folder, no_waiting()).await;
    for (names, replaced) in [(&["Ann", "Bob"][..], vec![1]), (&["Ann", "Bob", "Cid", "Dan"], vec![1, 3])] {
        let mut game = Game::new(server.addr(), names, json!({"kind": "none"})).await;
        for &player in &replaced {
            game.go_away(player).await;
        }
        for &seat in &replaced {
            for voter in (0..names.len()).filter(|voter| !replaced.contains(voter)) {
                game.vote(voter, seat, true).await;
            }
            game.table_with(0, |table| stand_in(table, seat).is_some()).await;
        }
        let Game { people, sockets, table } = game;
        let playing = sockets.into_iter().enumerate().filter(|(player, _)| !replaced.contains(player));
        // Those who stay play as badly as they can.
        let playing = playing.map(|(_, socket)| tokio::spawn(take_part(socket, table.clone(), Choice::Last)));
        for player in playing.collect::<Vec<_>>() {
            player.await.unwrap();
        }
        let record = people[0].record(&table).await;
        let cash = record.verify().unwrap().outcome().unwrap().cash;
        let money: Vec<i64> = cash.iter().map(|cash| cash.0.into()).collect();
        for (player, person) in people.iter().enumerate() {
            let profile = person.own_profile().await;
            let place = profile.games[0].place;
            let others = (0..names.len()).filter(|other| !replaced.contains(other));
            let expect = if replaced.contains(&player) {
                names.len()
            } else {
                1 + others.filter(|&other| money[other] > money[player]).count()
            };
            assert_eq!(usize::try_from(place), Ok(expect), "{player} of {money:?}");
            let rating = profile.ratings[0].rating;
            match (expect, names.len()) {
                (1, _) => assert!(rating > 25.0, "the winner gains: {rating}"),
                (place, last) if place == last => assert!(rating < 25.0, "the last one loses: {rating}"),
                _ => {}
            }
        }
    }
    server.end().await.unwrap();
}

/// The seats of a rematch are for the players of the last game. Strangers cannot take them, and the host cannot give
/// them away for some minutes.
#[tokio::test]
async fn a_rematch_reserves_seats() {
    let folder = Folder::new("seats-rematch");
    let server = server_with(&folder, Limits::default()).await;
    let addr = server.addr();
    let mut game = Game::new(addr, &["Ann", "Bob", "Cid"], json!({"kind": "none"})).await;
    for player in 0..3 {
        game.sockets[player].send_message(&Request::LeaveSeat {}.at(&game.table)).await;
    }
    game.table_with(0, |table| table.state == TableState::Over).await;
    let [ann, bob, cid] = <[Client; 3]>::try_from(game.people).ok().unwrap();
    let next = ann.rematch(&game.table).await;
    // The seats rotate by one.
    let reserved = |table: &TableInfo| -> Vec<String> {
        let name = |seat: &mergemaker_protocol::SeatInfo| match (&seat.occupant, &seat.reserved) {
            (Occupant::Person { person }, None) => person.name.clone(),
            (Occupant::Open, Some(reserved)) => format!("for {}", reserved.person.name),
            (occupant, None) => format!("{occupant:?}"),
            (occupant, reserved) => panic!("{occupant:?} and {reserved:?}"),
        };
        table.seats.iter().map(name).collect()
    };
    assert_eq!(reserved(&next), ["for Bob", "for Cid", "Ann"]);
    assert_eq!(next.open_seats_for(None), 0);
    let stranger = Client::guest(addr, "Eve").await;
    for seat in [None, Seat::new(0), Seat::new(1)] {
        let join = Join { table: next.id.clone(), body: JoinForm { seat } };
        let refused = stranger.ask(join).await.unwrap_err();
        assert_eq!(refused.code, RefusalCode::WrongState, "{}", refused.message);
    }
    let clear = ClearSeat { table: next.id.clone(), seat: Seat::new(0).unwrap() };
    let refused = ann.ask(clear.clone()).await.unwrap_err();
    assert!(refused.message.contains("reserved for Bob"), "{}", refused.message);
    // Those who were here before find the table and take their seats, whether the server restarts or not.
    assert_eq!(bob.ask(Mine { query: PageQuery::default() }).await.unwrap().items[0].id, next.id);
    server.end().await.unwrap();
    let limits = Limits { rematch_seconds: 0, ..Limits::default() };
    let server = server_with(&folder, limits).await;
    let addr = server.addr();
    let [bob, cid, stranger] = [bob, cid, stranger].map(|person| person.at(addr));
    let join = Join { table: next.id.clone(), body: JoinForm::default() };
    assert_eq!(stranger.ask(join.clone()).await.unwrap_err().code, RefusalCode::WrongState);
    assert_eq!(reserved(&bob.rematch(&game.table).await), ["Bob", "for Cid", "Ann"]);
    // Whoever declines frees the seat.
    let table = cid.ask(Leave { table: next.id.clone() }).await.unwrap();
    assert_eq!(reserved(&table), ["Bob", "Open", "Ann"]);
    assert_eq!(reserved(&stranger.join(&next.id).await), ["Bob", "Eve", "Ann"]);
    server.end().await.unwrap();
}

/// After some minutes the host may open a reserved seat. An account that is deleted reserves nothing.
#[tokio::test]
async fn reserved_seats_are_not_reserved_forever() {
    let folder = Folder::new("seats-open");
    let server = server_with(&folder, Limits { rematch_seconds: 0, ..Limits::default() }).await;
    let mut game = Game::new(server.addr(), &["Ann", "Bob", "Cid"], json!({"kind": "none"})).await;
    game.people[2] = game.people[2].claim("Cid").await;
    for player in 0..2 {
        game.sockets[player].send_message(&Request::LeaveSeat {}.at(&game.table)).await;
    }
    let mut socket = game.people[2].connect().await;
    socket.send_message(&Request::LeaveSeat {}.at(&game.table)).await;
    game.table_with(0, |table| table.state == TableState::Over).await;
    let next = game.people[0].rematch(&game.table).await;
    let clear = ClearSeat { table: next.id.clone(), seat: Seat::new(0).unwrap() };
    let table = game.people[0].ask(clear).await.unwrap();
    assert_eq!((table.seats[0].reserved.as_ref(), table.open_seats_for(None)), (None, 1));
    let body = DeleteForm { password: Some("correct horse".into()) };
    game.people[2].ask(Delete { body }).await.unwrap();
    let table = game.people[0].info(&next.id).await;
    assert_eq!(table.open_seats_for(None), 2, "{:?}", table.seats);
    server.end().await.unwrap();
}

/// A rematch is a new table of the person who asks for it.
#[tokio::test]
async fn a_rematch_counts_as_a_table() {
    let folder = Folder::new("seats-count");
    let server = server_with(&folder, Limits::default()).await;
    let mut game = Game::new(server.addr(), &["Ann", "Bob"], json!({"kind": "none"})).await;
    for player in 0..2 {
        game.sockets[player].send_message(&Request::LeaveSeat {}.at(&game.table)).await;
    }
    game.table_with(0, |table| table.state == TableState::Over).await;
    let (ann, table) = (&game.people[0], game.table.clone());
    let open = ann.new_table(json!({ "seats": [{"kind": "open"}, {"kind": "open"}] })).await.id;
    let refused = ann.ask(Rematch { table: table.clone() }).await.unwrap_err();
    assert_eq!(refused.code, RefusalCode::LimitReached);
    ann.ask(Leave { table: open }).await.unwrap();
    let next = ann.rematch(&table).await.id;
    // To ask again is not to open another.
    for _ in 0..100 {
        assert_eq!(ann.rematch(&table).await.id, next);
    }
    server.end().await.unwrap();
}

/// People the host removed stay away, even if the server restarts.
#[tokio::test]
async fn the_host_removes_people_for_good() {
    let folder = Folder::new("seats-removed");
    let server = server_with(&folder, Limits::default()).await;
    let (ann, bob) = (Client::guest(server.addr(), "Ann").await, Client::guest(server.addr(), "Bob").await);
    let table = ann.new_table(json!({ "seats": [{"kind": "open"}, {"kind": "open"}] })).await.id;
    bob.join(&table).await;
    ann.ask(ClearSeat { table: table.clone(), seat: Seat::new(1).unwrap() }).await.unwrap();
    server.end().await.unwrap();
    let server = server_with(&folder, Limits::default()).await;
    let bob = bob.at(server.addr());
    let refused = bob.ask(Join { table, body: JoinForm::default() }).await.unwrap_err();
    assert_eq!(refused.code, RefusalCode::Forbidden);
    server.end().await.unwrap();
}
