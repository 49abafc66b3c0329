//! Games at tables of the server, with several visitors.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use mergemaker_engine::{DeadTiles, Options, Preset, Rules};
use mergemaker_protocol::{Request, TableId};
use mergemaker_server::{Config, Server};

use crate::driver::{PATIENCE, Page, quoted};
use crate::layout::lay_out;
use crate::people::write;
use crate::play::{decide_by_mouse, next_decision};
use crate::question::Question;
use crate::variants::choose;
use crate::{Folder, Visit};

/// Enters a name when the page asks for one.
pub(crate) async fn introduce(page: &mut Page, name: &str) {
    write(page, "#guest-name", name).await;
    page.click("#introduce").await;
}

/// Creates a table with some options, and returns its link.
pub(crate) async fn make_table(page: &mut Page, name: &str, options: &[(&str, &str)]) -> String {
    page.open("/").await;
    page.click("#new-table").await;
    introduce(page, name).await;
    if !options.is_empty() {
        page.click("#table-preset-more summary").await;
    }
    for (option, value) in options {
        let id =
            if *option == "memory" { "table-memory".to_owned() } else { format!("table-preset-{option}") };
        choose(page, &format!("#{id}"), value).await;
    }
    page.click("#create").await;
    page.wait_for("#link").await;
    let link = page.evaluate("document.querySelector('#link').value").await;
    link.as_str().expect("a link").to_owned()
}

/// Takes a seat at a table.
pub(crate) async fn sit_down(page: &mut Page, path: &str, name: &str) {
    page.open(path).await;
    introduce(page, name).await;
    page.click("[data-join]").await;
}

/// The host, who is first, starts the game.
pub(crate) async fn start_game([host, other]: &mut [Page; 2]) {
    host.wait_until("!document.querySelector('#start').disabled").await;
    host.click("#start").await;
    host.wait_for(".board").await;
    other.wait_for(".board").await;
}

/// Any free port of a loopback address unique to this process: no other program can take the port between
/// stopping and restarting a server. Only Linux listens on all of 127.0.0.0/8.
fn own_address() -> SocketAddr {
    let [_, a, b, c] = std::process::id().to_be_bytes();
    let address = if cfg!(target_os = "linux") { [127, a.max(1), b, c] } else { [127, 0, 0, 1] };
    (address, 0).into()
}

/// Whether a page waits for its player, or the game is over.
const HAS_DECISION: &str = "document.querySelector('.ask.mine, #again') !== null";

/// Two people join a table by its link and play to the end. A reload and a server restart in the middle lose
/// nothing.
#[tokio::test(flavor = "multi_thread")]
async fn two_people_play_through_the_server() {
    let mut visit = Visit::start().await;
    let folder = Folder::new("tables");
    let config = |addr| Config::new(addr, &folder.0);
    let mut server = Server::start(config(own_address())).await.unwrap();
    let addr = server.addr();
    let home = format!("http://{addr}");
    let mut pages = [visit.newcomer_at(&home).await, visit.newcomer_at(&home).await];
    let [ann, bob] = &mut pages;
    let link = make_table(ann, "Ann", &[]).await;
    ann.shot("lobby").await;
    assert_eq!(ann.text("h1").await, "Waiting for players");
    assert!(ann.text("#options").await.contains("Clock: None"));
    assert!(ann.text("#options").await.ends_with("Decisions may be taken back"));
    sit_down(bob, link.strip_prefix(&home).expect("the link leads here"), "Bob").await;
    pages[1].wait_until("document.querySelector('h1').textContent === 'Every seat is taken'").await;
    start_game(&mut pages).await;
    pages[1].shot("table").await;

    for turn in 0.. {
        if turn == 20 {
            pages[1].reload().await;
        }
        if turn == 30 {
            pages.iter_mut().for_each(Page::expect_no_connection);
            server.end().await.unwrap();
            server = Server::start(config(addr)).await.unwrap();
        }
        let index = page_with_decision(&mut pages).await;
        let page = &mut pages[index];
        let what = next_decision(page).await;
        if what == "over" {
            break;
        }
        let before = page.evaluate("document.querySelector('.game').dataset.number").await;
        decide_by_mouse(page, &what, turn).await;
        // The decision is shown after the server has stored it.
        page.wait_until(&format!("document.querySelector('.game').dataset.number !== {before}")).await;
        assert!(turn < 600, "the game does not end");
    }
    for page in &mut pages {
        page.wait_for("#again").await;
        assert!(page.text(".outcome h2").await.contains('$'), "the result is shown");
    }
    let [ann, bob] = &mut pages;
    ann.shot("result").await;
    ann.click("#review").await;
    ann.wait_for("#slider").await;
    ann.click("#first").await;
    ann.click("#forth").await;
    assert!(ann.text("output").await.starts_with("2 /"));
    ann.shot("review").await;
    // A link opens a moment of the game.
    assert!(ann.has("#share-moment").await);
    let here = ann.evaluate("location.pathname").await;
    ann.open(&format!("{}#5", here.as_str().unwrap())).await;
    ann.wait_until("document.querySelector('output')?.textContent.startsWith('5 /')").await;
    // A rematch seats the player who asks for it, and invites the other.
    bob.click("#again").await;
    bob.wait_for("#link").await;
    server.end().await.unwrap();
}

/// Records messages from the server, and lets a test cut the connection as a tunnel would: open sockets fail
/// silently, and new ones are refused.
pub(crate) const CUTTABLE_SOCKET: &str = "
    const Real = WebSocket;
    window.sockets = [];
    window.received = [];
    window.WebSocket = class extends Real {
        constructor(address, ...rest) {
            super(window.isCut ? address.replace(/ws$/, 'nowhere') : address, ...rest);
            window.sockets.push(this);
            this.addEventListener('message', (event) => window.received.push(event.data));
        }
        send(data) { if (!window.isCut) super.send(data); }
    };";

/// The pages of two people at a table created by the first with some options.
pub(crate) async fn two_at_a_table(visit: &mut Visit, options: &[(&str, &str)]) -> [Page; 2] {
    let mut pages = [visit.newcomer().await, visit.newcomer().await];
    for page in &mut pages {
        page.prepare(CUTTABLE_SOCKET).await;
    }
    let [ann, bob] = &mut pages;
    let link = make_table(ann, "Ann", options).await;
    sit_down(bob, link.strip_prefix(&visit.home).expect("the link leads here"), "Bob").await;
    start_game(&mut pages).await;
    pages
}

/// Waits until one of two pages has a decision, and returns its index.
pub(crate) async fn page_with_decision(pages: &mut [Page; 2]) -> usize {
    let started = Instant::now();
    while started.elapsed() < PATIENCE {
        for (index, page) in pages.iter_mut().enumerate() {
            if page.evaluate(HAS_DECISION).await == true {
                return index;
            }
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("no page has a decision");
}

pub(crate) const NUMBER: &str = "Number(document.querySelector('.game').dataset.number)";

/// When the browser goes offline, the page says so at once, and decisions made meanwhile arrive later.
#[tokio::test(flavor = "multi_thread")]
async fn going_offline_is_shown_at_once() {
    let mut visit = Visit::start().await;
    let mut pages = two_at_a_table(&mut visit, &[]).await;
    let index = page_with_decision(&mut pages).await;
    let what = next_decision(&mut pages[index]).await;
    let before = pages[index].evaluate(NUMBER).await;
    let page = &mut pages[index];
    page.expect_no_connection();
    page.be_offline(true).await;
    page.wait_until("/Connection lost/.test(document.querySelector('.banner')?.textContent)").await;
    decide_by_mouse(page, &what, 0).await;
    page.wait_until("/decision is saved/.test(document.querySelector('.banner')?.textContent)").await;
    page.be_offline(false).await;
    page.wait_until("!document.querySelector('.banner')").await;
    for page in &mut pages {
        page.wait_until(&format!("{NUMBER} > {before}")).await;
    }
}

/// Two people at a table, and a spectator.
async fn a_watched_table(visit: &mut Visit) -> ([Page; 2], Page) {
    let mut pages = two_at_a_table(visit, &[]).await;
    let high = pages[0].evaluate("document.documentElement.scrollHeight").await;
    assert!(
        high.as_u64().expect("a height") <= crate::driver::DESKTOP.height.into(),
        "{high}: the whole table is in one view"
    );
    let address = pages[0].evaluate("location.pathname").await;
    let mut watcher = visit.newcomer().await;
    watcher.open(address.as_str().expect("an address")).await;
    watcher.wait_for(".board").await;
    (pages, watcher)
}

/// Plays a game to its end. Players are disconnected at the first two decisions about shares.
async fn play_with_cuts(pages: &mut [Page; 2], cuts: &mut u32) {
    for turn in 0.. {
        assert!(turn < 600, "the game does not end");
        let index = page_with_decision(pages).await;
        let what = next_decision(&mut pages[index]).await;
        if what == "over" {
            break;
        }
        let before = pages[index].evaluate(NUMBER).await;
        let is_cut = what == "dispose" && *cuts < 2;
        if is_cut {
            let page = &mut pages[index];
            page.expect_no_connection();
            page.evaluate("window.isCut = true; window.sockets.forEach((socket) => socket.close())").await;
            page.wait_until("/Connection lost/.test(document.querySelector('.banner')?.textContent)").await;
            page.shot("cut-off").await;
        }
        if !is_cut || *cuts == 0 {
            decide_by_mouse(&mut pages[index], &what, turn).await;
        }
        if is_cut && *cuts == 0 {
            let queued = "/decision is saved/.test(document.querySelector('.banner')?.textContent)";
            pages[index].wait_until(queued).await;
        }
        if is_cut {
            pages[index].wait_for_frame().await;
            assert_eq!(pages[index].evaluate(NUMBER).await, before, "decisions need the server");
            pages[index].evaluate("window.isCut = false").await;
            pages[index].wait_until("!document.querySelector('.banner')").await;
            if *cuts > 0 {
                // The decision is still open, and is made now.
                assert_eq!(next_decision(&mut pages[index]).await, "dispose");
                decide_by_mouse(&mut pages[index], &what, turn).await;
            }
            *cuts += 1;
        }
        for page in &mut *pages {
            page.wait_until(&format!("{NUMBER} > {before}")).await;
        }
    }
}

/// A player disconnected during a merger decides anyway and reconnects: the other waits, and then gets the
/// decision.
#[tokio::test(flavor = "multi_thread")]
async fn a_player_is_disconnected_during_a_merger() {
    let mut visit = Visit::start().await;
    let mut cuts = 0;
    let (mut pages, mut watcher) = loop {
        let (mut pages, watcher) = a_watched_table(&mut visit).await;
        play_with_cuts(&mut pages, &mut cuts).await;
        // If a game has too few mergers, play another.
        if cuts == 2 {
            break (pages, watcher);
        }
    };
    let [ann, bob] = &mut pages;
    assert_eq!(ann.text(".outcome h2").await, bob.text(".outcome h2").await);
    assert_eq!(ann.text(".log ol").await, bob.text(".log ol").await, "both have the same log");
    // The spectator sees the result, without the players' actions.
    watcher.wait_for(".outcome").await;
    assert!(ann.has("#again").await && !watcher.has("#again").await);
}

/// At a table with hidden holdings, neither the page nor its storage nor the server's messages reveal what
/// the other has.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_hides_what_others_hold() {
    let mut visit = Visit::start().await;
    let mut pages = two_at_a_table(&mut visit, &[("holdings", "hidden"), ("trading", "yes")]).await;
    let mut searched = 0;
    for turn in 0..120 {
        let index = page_with_decision(&mut pages).await;
        let what = next_decision(&mut pages[index]).await;
        if what == "over" {
            break;
        }
        let [ann, bob] = &mut pages;
        let own = "document.querySelector('.players tr.me td.money').innerText";
        let both = [ann.evaluate(own).await, bob.evaluate(own).await];
        for (page, mine, other) in [(ann, &both[0], &both[1]), (bob, &both[1], &both[0])] {
            let search = format!(
                "(() => {{
                    const rows = [...document.querySelectorAll('.players tbody tr:not(.me) td.money')];
                    const open = rows.map((cell) => cell.innerText).filter((text) => text !== '?');
                    // Skip payments, prices and bonuses, which are public, and the player's own holdings.
                    const rest = document.body.cloneNode(true);
                    rest.querySelectorAll('.log, .market, .ask, .in-words, .flying, .players tr.me, [aria-live]').forEach((element) => element.remove());
                    // Small amounts may also appear as prices.
                    const isTelling = {other} !== {mine} && Number({other}.replace(/\\D/g, '')) > 1200;
                    const isTold = isTelling && rest.outerHTML.includes({other});
                    const isKept = JSON.stringify([{{ ...localStorage }}, {{ ...sessionStorage }}]).includes('cash');
                    const views = window.received.map((text) => JSON.parse(text)).map((message) => message.view).filter(Boolean);
                    const known = views.flatMap((view) =>
                        view.players.filter((player, seat) => seat !== view.viewer && (player.cash != null || player.shares != null)));
                    window.received = [];
                    return [open, isTold, isKept, views.length, known];
                }})()",
            );
            let leaks = page.evaluate(&search).await;
            assert_eq!(leaks[0], serde_json::json!([]), "turn {turn}, {what}");
            assert_eq!(
                (&leaks[1], &leaks[2]),
                (&false.into(), &false.into()),
                "turn {turn}, {what}: {other}"
            );
            assert_eq!(leaks[4], serde_json::json!([]), "turn {turn}, {what}");
            searched += leaks[3].as_u64().unwrap_or(0);
        }
        let before = pages[index].evaluate(NUMBER).await;
        if what == "tile" && turn == 40 {
            // An offer that the other cannot pay is refused with a message.
            let page = &mut pages[index];
            page.click("#offer").await;
            for _ in 0..90 {
                page.click("[data-side=you-get] [data-by='+1000']").await;
            }
            page.click("#send-offer").await;
            page.wait_until(
                "/does not have what you ask for/.test(document.querySelector('.banner')?.textContent)",
            )
            .await;
            page.click("#cancel-offer").await;
        }
        decide_by_mouse(&mut pages[index], &what, turn).await;
        for page in &mut pages {
            page.wait_until(&format!("{NUMBER} > {before}")).await;
        }
    }
    assert!(searched > 60, "{searched} views were sent");
}

/// Two people at a table make and answer offers.
#[tokio::test(flavor = "multi_thread")]
async fn people_trade_at_a_table() {
    let mut visit = Visit::start().await;
    let mut pages = two_at_a_table(&mut visit, &[("trading", "yes")]).await;
    let first = page_with_decision(&mut pages).await;
    for accepts in [false, true] {
        let offerer = &mut pages[first];
        offerer.click("#offer").await;
        offerer.click("[data-side=you-give] [data-by='+1000']").await;
        offerer.click("#send-offer").await;
        offerer.wait_until("!document.querySelector('.ask.mine')").await;
        let other = &mut pages[1 - first];
        other.wait_for("#accept").await;
        assert!(other.text(".question").await.ends_with("offers you $1,000 for nothing."));
        other.wait_until("/\\$6,000 → \\$7,000/.test(document.querySelector('.meaning').textContent)").await;
        other.click(if accepts { "#accept" } else { "#decline" }).await;
        let answer = if accepts { "accepts the offer." } else { "declines the offer." };
        pages[first]
            .wait_until(&format!("document.querySelector('#answered')?.textContent.endsWith('{answer}')"))
            .await;
    }
    let cash = "[...document.querySelectorAll('.players tbody tr')].map((row) => row.querySelector('.money').innerText).sort()";
    for page in &mut pages {
        // The figures count up to their values.
        page.wait_until(&format!("{cash}.join() === '$5,000,$7,000'")).await;
    }
}

/// A player who wants to be asked about dead tiles picks them. Everyone sees who is asked and for how long,
/// but not which tiles are kept.
#[tokio::test(flavor = "multi_thread")]
async fn everyone_sees_who_is_asked_about_dead_tiles() {
    let mut visit = Visit::start().await;
    let folder = Folder::new("dead-tiles");
    let config = |addr| Config::new(addr, &folder.0);
    let server = Server::start(config(own_address())).await.unwrap();
    let addr = server.addr();
    let home = format!("http://{addr}");
    let mut pages = [visit.newcomer_at(&home).await, visit.newcomer_at(&home).await];
    for page in &mut pages {
        page.prepare(CUTTABLE_SOCKET).await;
    }
    let [ann, bob] = &mut pages;
    // Without the bank, no tile is drawn and put back: only hands and the board name tiles.
    let link = make_table(ann, "Ann", &[("dead_tiles", "replace_one"), ("bank_shareholder", "no")]).await;
    let path = link.strip_prefix(&home).expect("the link leads here").to_owned();
    sit_down(bob, &path, "Bob").await;
    start_game(&mut pages).await;
    let table = TableId(path.rsplit('/').next().expect("a table").to_owned());
    let options = Options {
        dead_tiles: DeadTiles::ReplaceOne,
        bank_shareholder: false,
        ..Options::of(Preset::Renegade)
    };
    let question = Question::find(Rules::new(options).unwrap(), 2, |game, _| {
        game.turn().index() == 0 && game.exchangeable().len() == 2
    });
    pages.iter_mut().for_each(Page::expect_no_connection);
    server.end().await.unwrap();
    lay_out(&folder.0, &table, &question).await;
    let server = Server::start(config(addr)).await.unwrap();
    let mut watcher = visit.newcomer_at(&home).await;
    watcher.prepare(CUTTABLE_SOCKET).await;
    for page in pages.iter_mut().chain([&mut watcher]) {
        page.open(&path).await;
        page.wait_for(".board").await;
    }
    let [ann, bob] = &mut pages;
    ann.click("#ask-dead-tiles").await;
    ann.wait_for("#ask-dead-tiles[aria-checked=true]").await;
    let number = question.before.len() as u64 + 1;
    let decide = Request::Decide { number, action: question.last }.at(&table);
    let decide = serde_json::to_string(&decide).unwrap();
    ann.evaluate(&format!("window.sockets.at(-1).send({})", quoted(&decide))).await;
    ann.wait_for("#exchange").await;
    assert_eq!(ann.text(".question").await, "Which dead tiles will you exchange?");
    assert!(!ann.has("#undo").await, "the decision before the question stands");
    let left = "/^[12]?[0-9] seconds left, then one is exchanged$/\
        .test(document.querySelector('#exchange-time')?.textContent)";
    ann.wait_until(left).await;
    for page in [&mut *bob, &mut watcher] {
        page.wait_until(left).await;
        assert_eq!(page.text(".question").await, "Ann is asked about dead tiles.");
        assert!(!page.has(".pick, #exchange").await);
    }
    ann.shot("table-exchange").await;
    bob.shot("table-exchange-of").await;
    let pick = "[...document.querySelectorAll('.pick')].map((tile) => [tile.dataset.pick, tile.ariaPressed])";
    let picks: Vec<(String, String)> = serde_json::from_value(ann.evaluate(pick).await).unwrap();
    let named = |is_picked: &str| picks.iter().find(|pick| pick.1 == is_picked).unwrap().0.clone();
    let (exchanged, kept) = (named("true"), named("false"));
    ann.click("#exchange").await;
    let received = "window.received.join()";
    for (page, knows) in [(ann, true), (bob, false), (&mut watcher, false)] {
        page.wait_until("!document.querySelector('#exchange-time')").await;
        let received = page.evaluate(received).await.as_str().expect("messages").to_owned();
        assert!(received.contains(&format!("\"{exchanged}\"")));
        assert_eq!(received.contains(&format!("\"{kept}\"")), knows, "{kept}");
        let log = page.text(".log").await;
        // Include the space: 2B is part of 12B.
        let names = |tile: &str| log.contains(&format!(" {tile}"));
        assert!(names(&exchanged) && !names(&kept), "{log}");
    }
    server.end().await.unwrap();
}
