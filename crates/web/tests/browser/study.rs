//! Studying games: hints, the coach, replay, analysis, positions in links, record files.

use std::sync::Arc;

use mergemaker_bots::net::{self, Net};
use mergemaker_bots::{Budget, Decision, Foresight, Level, Mark, decide};
use mergemaker_engine::{Action, Dice, Phase, Preset, Rules, Shares};
use mergemaker_record::Seed;
use mergemaker_web::local::{LocalGame, Setup};
use mergemaker_web::scene::Player;

use crate::driver::{DESKTOP, Page};
use crate::look::page_states::game_at;
use crate::people::write;
use crate::play::{next_decision, saved_game};
use crate::tables::introduce;
use crate::variants::choose;
use crate::{Folder, Visit};

/// The page's work budget for each request.
const UNITS: u32 = 60;

/// The page's evaluator: the small network.
fn judge() -> Foresight {
    Foresight::until(Arc::new(Net::read(net::SMALL).unwrap()), || false)
}

/// Saves a game and the work budget in the page.
async fn keep(page: &mut Page, game: &str, units: u32) {
    page.keep("game", game).await;
    page.keep("work", &units.to_string()).await;
}

fn finished() -> String {
    game_at(&[Level::Novice; 3], Phase::Over, 0)
}

/// The event shown.
async fn moment(page: &mut Page) -> usize {
    let shown = page.text(".review output").await;
    shown.split('/').next().and_then(|event| event.trim().parse().ok()).expect("an event is shown")
}

/// Waits until an event is shown.
async fn wait_for_event(page: &mut Page, event: usize) {
    page.wait_until(&format!("document.querySelector('.review output').textContent.startsWith('{event} /')"))
        .await;
}

/// Captures copied text for the test.
const CATCH_COPIES: &str = "Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { window.copied = text; } } })";

#[tokio::test]
async fn a_game_is_replayed_from_every_seat() {
    let mut visit = Visit::start().await;
    keep(&mut visit, &finished(), 8).await;
    visit.open("/review/local").await;
    visit.wait_for("#slider").await;
    let last = moment(&mut visit).await;
    assert!(last > 100, "{last} events");
    visit.key("Home").await;
    wait_for_event(&mut visit, 1).await;
    for _ in 0..3 {
        visit.key("ArrowRight").await;
    }
    visit.key("ArrowLeft").await;
    wait_for_event(&mut visit, 3).await;
    visit.click("#forth").await;
    visit.click("#back").await;
    write(&mut visit, "#slider", "60").await;
    wait_for_event(&mut visit, 60).await;
    // With the focus on the slider, keys move by one event too.
    visit.evaluate("document.querySelector('#slider').focus()").await;
    visit.key("ArrowRight").await;
    wait_for_event(&mut visit, 61).await;
    // Space starts and stops autoplay.
    visit.key(" ").await;
    visit.wait_for("#autoplay[aria-pressed=true]").await;
    visit.key(" ").await;
    visit.wait_for("#autoplay[aria-pressed=false]").await;
    write(&mut visit, "#slider", "61").await;
    wait_for_event(&mut visit, 61).await;
    // Each viewpoint shows that player's tiles, and a spectator none.
    let game = saved_game(&mut visit).await;
    let replay = game.record().replay().unwrap();
    for seat in game.game().seats() {
        choose(&mut visit, "#viewpoint", &seat.index().to_string()).await;
        let mut expected: Vec<String> =
            replay.game_at(61).unwrap().hand(seat).iter().map(|tile| tile.to_string()).collect();
        let shown = visit
            .evaluate("[...document.querySelectorAll('.hand.still .tile')].map((tile) => tile.textContent)");
        let mut shown: Vec<String> = serde_json::from_value(shown.await).unwrap();
        expected.sort();
        shown.sort();
        assert_eq!(shown, expected, "seat {seat}");
    }
    choose(&mut visit, "#viewpoint", "none").await;
    assert!(!visit.has(".hand.still .tile").await);
    // Autoplay goes to the end and stops there.
    write(&mut visit, "#slider", &(last - 6).to_string()).await;
    visit.click("#autoplay").await;
    visit.wait_until(&format!("/^{last} /.test(document.querySelector('.review output').textContent)")).await;
    visit.wait_for("#autoplay[aria-pressed=false]").await;
    assert_eq!(visit.complaints().await, [""; 0]);
}

#[tokio::test]
async fn a_game_is_analysed_and_a_position_shared() {
    let mut visit = Visit::start().await;
    visit.prepare(CATCH_COPIES).await;
    keep(&mut visit, &finished(), 200).await;
    visit.open("/review/local").await;
    // It can be stopped in the middle and keeps its results.
    visit.click("#analyse").await;
    visit.wait_until("document.querySelector('#progress')?.value > 0").await;
    // The page stays responsive during the analysis.
    visit.key("Home").await;
    wait_for_event(&mut visit, 1).await;
    visit.click("#stop-analysis").await;
    visit.wait_for("#stopped").await;
    assert!(!visit.has("#summary").await);

    visit.evaluate("localStorage.setItem('work', '8')").await;
    visit.click("#analyse").await;
    visit.wait_for("#summary").await;
    let game = saved_game(&mut visit).await;
    let decisions = mergemaker_bots::decisions(&game.record().replay().unwrap());
    let judged = decisions.iter().map(|one| one.judge(&mut judge(), Budget::Work { units: 8 }));
    let marked: Vec<usize> = judged.filter(|one| one.mark > Mark::Best).map(|one| one.event).collect();
    assert!(!marked.is_empty());
    // The page marks the same events as a native analysis, in the log and along the slider.
    let mut events = marked.clone();
    events.dedup();
    let ticks = visit.evaluate("document.querySelectorAll('.ticks .tick').length").await;
    assert_eq!(ticks, events.len());
    visit.key("End").await;
    let signs = visit.evaluate("document.querySelectorAll('.log .sign').length").await.as_u64().unwrap();
    assert!(signs > 0 && signs <= events.len() as u64);
    visit.key("Home").await;
    visit.key("n").await;
    wait_for_event(&mut visit, events[0]).await;
    assert!(visit.has(".judged:not(.best)").await);
    assert!(visit.text(".judged").await.contains("Better:"));
    visit.click("#next-mistake").await;
    wait_for_event(&mut visit, events[1]).await;
    visit.key("p").await;
    wait_for_event(&mut visit, events[0]).await;
    assert_eq!(visit.evaluate("document.querySelectorAll('.chart svg').length").await, 2);
    visit.shot("judged").await;

    // The link contains the position: it opens for another visitor.
    visit.click("#share-position").await;
    visit.wait_until("window.copied").await;
    let link = visit.evaluate("window.copied").await;
    let home = visit.home.clone();
    let path = link.as_str().unwrap().strip_prefix(&home).expect("the link leads here").to_owned();
    let shows =
        "[...document.querySelectorAll('.square.chain, .square.lone')].map((one) => one.dataset.tile).join()";
    let mut other = visit.browser.page(&home).await;
    other.prepare("localStorage.setItem('language', 'en'); localStorage.setItem('pace', 'fast')").await;
    other.resize(DESKTOP).await;
    other.open(&path).await;
    other.wait_for("#play-on").await;
    let shared = other.evaluate(shows).await;
    assert!(shared.as_str().unwrap().len() > 10);
    other.click("#play-on").await;
    next_decision(&mut other).await;
    assert!(saved_game(&mut other).await.position().is_some());
    assert_eq!(other.complaints().await, [""; 0]);
    assert_eq!(visit.complaints().await, [""; 0]);
}

#[tokio::test]
async fn record_files_are_opened_and_errors_explained() {
    let mut visit = Visit::start().await;
    let folder = Folder::new("records");
    let file = |name: &str, text: &str| {
        let path = folder.0.join(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    let record = LocalGame::read(&finished()).unwrap().record();
    let whole = record.to_json();
    let mut broken = record.clone();
    broken.events.swap(30, 60);
    visit.open("/review").await;
    visit.choose_file("#record", &file("cut.json", &whole[..whole.len() / 2])).await;
    visit.wait_until("/cut off/.test(document.querySelector('#record-trouble')?.textContent)").await;
    visit.choose_file("#record", &file("game.json", &whole)).await;
    visit.wait_for("#slider").await;
    assert!(!visit.has("#record-trouble").await);
    visit.key("Home").await;
    visit.choose_file("#record", &file("wrong.json", &whole.replacen(',', ";", 1))).await;
    visit
        .wait_until("/line 1, column \\d+/.test(document.querySelector('#record-trouble')?.textContent)")
        .await;
    // If a file cannot be read, the open game stays.
    visit.choose_file("#record", &file("broken.json", &broken.to_json())).await;
    visit
        .wait_until("/Event \\d+ .*rule/.test(document.querySelector('#record-trouble')?.textContent)")
        .await;
    wait_for_event(&mut visit, 1).await;
    let line = whole.replace('\n', "");
    visit.choose_file("#record", &file("games.jsonl", &format!("{line}\n{line}\n"))).await;
    visit.wait_for("#games li + li button").await;
    visit.click("#games li + li button").await;
    visit.wait_until("!document.querySelector('#games')").await;
    wait_for_event(&mut visit, record.events.len()).await;
    assert_eq!(visit.complaints().await, [""; 0]);
}

/// A game in which buying nothing is a blunder.
fn before_a_blunder() -> LocalGame {
    let nothing = Action::Buy { shares: Shares::NONE };
    for seed in 0..200 {
        let players = vec![Player::person("Ann"), Player::bot(Level::Steady), Player::bot(Level::Steady)];
        let (rules, seed) = (Rules::of(Preset::Renegade), Seed::for_simulation(11, seed));
        let mut game = LocalGame::new(Setup { rules, players, seed, hints: true }).unwrap();
        let mut person = Level::Steady.bot();
        while let Some(seat) = game.game().to_act() {
            if game.waits_for_bot() {
                game.let_bot_decide();
                continue;
            }
            let scene = game.scene(Some(seat));
            let event = usize::try_from(scene.number).unwrap() + 1;
            if game.game().phase() == Phase::Buy
                && let Some(decision) = Decision::to_come(&scene.view, nothing, event)
                && decision.judge(&mut judge(), Budget::Work { units: UNITS }).mark == Mark::Blunder
            {
                return game;
            }
            let mut dice = Dice::new(scene.number);
            let action = decide(&mut *person, game.game(), &mut dice, Budget::default()).action;
            game.decide(seat, &action).unwrap();
        }
    }
    panic!("no game has such a blunder");
}

async fn number(page: &mut Page) -> u64 {
    let number = page.evaluate("document.querySelector('.game').dataset.number").await;
    number.as_str().and_then(|number| number.parse().ok()).expect("a number")
}

#[tokio::test]
async fn hints_and_the_coach_help_and_stay_out_of_the_way() {
    let mut visit = Visit::start().await;
    keep(&mut visit, &game_at(&[Level::Novice; 3], Phase::Tile, 60), UNITS).await;
    visit.open("/play").await;
    next_decision(&mut visit).await;
    visit.key("h").await;
    visit.wait_for(".hint b").await;
    assert!(visit.text(".hint b").await.starts_with("Place "));
    assert!(visit.has(".square.hinted").await);
    assert!(visit.evaluate("document.querySelectorAll('.hint li').length").await.as_u64().unwrap() >= 1);
    // Changing the language redraws the page.
    choose(&mut visit, "#language", "de").await;
    visit.wait_until("/Tipp/.test(document.querySelector('#hint')?.textContent)").await;
    visit.click("#hint").await;
    visit.wait_until("/ legen$/.test(document.querySelector('.hint b')?.textContent)").await;

    let game = before_a_blunder();
    keep(&mut visit, &game.to_text(), UNITS).await;
    visit.open("/play").await;
    visit.click("#coach").await;
    visit.wait_for("#coach[aria-checked=true]").await;
    // Ask once first, because a worker that is still starting may warn too late.
    visit.click("#hint").await;
    visit.wait_for(".hint b").await;
    let before = number(&mut visit).await;
    visit.click("#buy").await;
    visit.wait_for("#think-again").await;
    visit.shot("coach").await;
    assert_eq!(number(&mut visit).await, before, "the decision is not made yet");
    visit.click("#think-again").await;
    visit.wait_until("!document.querySelector('#think-again')").await;
    assert_eq!(number(&mut visit).await, before);
    visit.click("#buy").await;
    visit.click("#play-anyway").await;
    visit.wait_until(&format!("Number(document.querySelector('.game').dataset.number) > {before}")).await;
    // Decisions without a warning are made at once.
    next_decision(&mut visit).await;
    visit.reload().await;
    visit.wait_for("#coach[aria-checked=true]").await;
    assert_eq!(visit.complaints().await, [""; 0]);
}

/// At a table there are hints only if the table was created with them.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_without_hints_offers_none() {
    let mut visit = Visit::start().await;
    for has_hints in [false, true] {
        visit.open("/").await;
        visit.click("#new-table").await;
        visit.wait_for("#guest-name, #table-hints").await;
        if visit.has("#guest-name").await {
            introduce(&mut visit, "Ann").await;
        }
        if has_hints {
            visit.click("#table-hints").await;
        }
        visit.click("#create").await;
        visit.wait_for("#link").await;
        assert_eq!(visit.text("#options").await.contains("Hints and coach"), has_hints);
        choose(&mut visit, ".places select", "shopper").await;
        visit.wait_until("!document.querySelector('#start').disabled").await;
        visit.click("#start").await;
        next_decision(&mut visit).await;
        assert_eq!(visit.has("#hint").await, has_hints);
        assert_eq!(visit.has("#coach").await, has_hints);
    }
    assert_eq!(visit.complaints().await, [""; 0]);
}
