//! The game screen as a whole: what it tells, that all of it is in one view, and that a phone is not crowded.

use mergemaker_bots::Level;
use mergemaker_engine::{Action, Game, Options, Phase, Preset, Seat};
use mergemaker_web::local::{LocalGame, Setup};
use mergemaker_web::market::{Step, rows};
use mergemaker_web::route::Route;
use mergemaker_web::scene::Player;
use mergemaker_web::share::to_link;
use serde_json::{Value, json};

use crate::Visit;
use crate::driver::{DESKTOP, PHONE};
use crate::look::sights::game_at;
use crate::play::{asked, hand};
use crate::senses::{game, open};
use crate::variants::game_where;

/// Every line of the market, as far as it can be seen: the chain, and what is written in each cell.
const MARKET: &str = "[...document.querySelectorAll('.market tbody tr')].map((row) => \
    [...row.querySelectorAll('td')].filter((cell) => cell.getClientRects().length > 0).map((cell) => { \
        const copy = cell.cloneNode(true); \
        copy.querySelectorAll('.unseen').forEach((part) => part.remove()); \
        const next = copy.querySelector('.next'); next?.remove(); \
        return [copy.textContent.trim(), next?.textContent ?? '']; }))";

/// On every screen the market tells size, shares left, price and each bonus, and the last two for the next step too.
#[tokio::test]
async fn the_market_tells_now_and_next() {
    let mut visit = Visit::start().await;
    for preset in [Preset::Renegade, Preset::Tycoon] {
        let game = game(preset, true, 90);
        let view = game.scene(Seat::new(0)).view;
        let expect: Vec<Vec<[String; 2]>> = rows(&view)
            .into_iter()
            .map(|row| {
                let next = row.next.map(|(_, step)| step);
                let both =
                    |of: &dyn Fn(&Step) -> String| [of(&row.now), next.as_ref().map(of).unwrap_or_default()];
                let size = if row.size == 0 { "–".to_owned() } else { row.size.to_string() };
                let mut cells = vec![
                    [size, String::new()],
                    [row.left.to_string(), String::new()],
                    both(&|step| step.price.to_string()),
                ];
                cells.extend(
                    (0..row.now.bonuses.len()).map(|place| both(&|step| step.bonuses[place].to_string())),
                );
                cells
            })
            .collect();
        for screen in [DESKTOP, PHONE] {
            visit.resize(screen).await;
            open(&mut visit, &game).await;
            asked(&mut visit).await;
            let seen: Vec<Vec<[String; 2]>> =
                serde_json::from_value(visit.evaluate(MARKET).await).expect("a table");
            assert_eq!(seen, expect, "{preset:?} {}", screen.name);
            visit.shot(&format!("market-{}-{}", preset.id(), screen.name)).await;
        }
    }
    // The letter is not that of the name: it is said what it stands for, for mice and for fingers.
    let title = visit.evaluate("document.querySelector('.market .mark.luxor').title").await;
    assert_eq!(title, "L as in Luxor, here Sackson");
    visit.click("#prices-button").await;
    assert!(visit.text("#letters").await.contains("L as in Luxor, here Sackson"));
}

/// How high the page is.
const HIGH: &str = "document.documentElement.scrollHeight";

/// On a laptop nothing must be scrolled for, whatever is asked: chains to choose from, an offer of everything, an
/// answer, the end; nor for the charts of a game that is looked at again.
#[tokio::test]
async fn every_decision_is_in_one_view() {
    let mut visit = Visit::start().await;
    let five = [Level::Steady; 5];
    let trading = Options::of(Preset::Trading);
    let at = |phase: Phase| {
        game_where(trading, &five, move |game: &Game, _| game.phase() == phase && game.active().len() > 5)
    };
    let end = |game: &Game, seat| game.check(seat, &Action::DeclareEnd).is_ok();
    let novices = [Level::Novice; 3];
    let games = [
        ("found", LocalGame::read(&game_at(&novices, Phase::Found, 10)).unwrap()),
        ("survivor", LocalGame::read(&game_at(&novices, Phase::Survivor, 20)).unwrap()),
        ("offer", at(Phase::Tile)),
        ("answer", at(Phase::Answer)),
        ("declare", game_where(Options::of(Preset::Renegade), &five, end)),
    ];
    let mut found = Vec::new();
    for language in ["en", "de", "fr"] {
        visit.prepare(&format!("localStorage.setItem('language', '{language}')")).await;
        for (name, game) in &games {
            open(&mut visit, game).await;
            asked(&mut visit).await;
            match *name {
                "offer" => {
                    visit.click("#offer").await;
                    visit.wait_for("#offer-says").await;
                    // Some of everything changes hands.
                    visit
                        .evaluate("document.querySelectorAll('.offering [data-chain] .more').forEach((more) => more.click())")
                        .await;
                    visit.click("[data-side=you-give] [data-by='+100']").await;
                    visit.wait_for(".meaning tbody tr:nth-child(3)").await;
                }
                "declare" => {
                    visit.click("#declare").await;
                    visit.wait_for("#declare-now").await;
                }
                _ => {}
            }
            let high = visit.evaluate(HIGH).await;
            if high.as_u64().expect("a height") > DESKTOP.height.into() {
                found.push(format!("{name} {language}: {high}"));
            }
            visit.shot(&format!("one-view-{name}-{language}")).await;
        }
    }
    visit.prepare("localStorage.setItem('language', 'en')").await;
    let over = LocalGame::read(&game_at(&novices, Phase::Over, 0)).unwrap();
    open(&mut visit, &over).await;
    visit.open("/review/local").await;
    visit.click("#analyse").await;
    visit.wait_for("#summary caption").await;
    let charts = "[...document.querySelectorAll('.chart')].map((chart) => scrollY + chart.getBoundingClientRect().bottom)";
    let charts: Vec<f64> = serde_json::from_value(visit.evaluate(charts).await).unwrap();
    if charts.len() != 2 || charts.iter().any(|bottom| *bottom > f64::from(DESKTOP.height)) {
        found.push(format!("charts: {charts:?}"));
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// On a phone chains to choose from stand side by side, each thing is said once, and nothing of a headquarters lies over
/// anything else.
#[tokio::test]
async fn a_phone_is_not_crowded() {
    let mut visit = Visit::start().await;
    visit.resize(PHONE).await;
    let game = LocalGame::read(&game_at(&[Level::Novice; 3], Phase::Found, 10)).unwrap();
    open(&mut visit, &game).await;
    assert_eq!(asked(&mut visit).await, "chain");
    let rows = "(() => { const chips = [...document.querySelectorAll('.means > button.chip')]; \
        return { chips: chips.length, rows: new Set(chips.map((chip) => chip.getBoundingClientRect().top)).size, \
            said: document.querySelector('.ask').textContent.match(/one share of it free/g).length }; })()";
    let seen = visit.evaluate(rows).await;
    let (chips, rows) = (seen["chips"].as_u64().unwrap(), seen["rows"].as_u64().unwrap());
    assert!(chips >= 4 && rows <= chips.div_ceil(2), "{seen}");
    assert_eq!(seen["said"], 1);
    visit.shot("found-phone").await;
    let late = LocalGame::read(&game_at(&[Level::Novice; 3], Phase::Buy, 150)).unwrap();
    open(&mut visit, &late).await;
    asked(&mut visit).await;
    let crowded = "[...document.querySelectorAll('.square.headquarters')].filter((square) => { \
        const parts = [...square.children].filter((part) => part.getClientRects().length > 0) \
            .map((part) => { const range = document.createRange(); range.selectNodeContents(part); \
                return part.matches('svg') ? part.getBoundingClientRect() : range.getBoundingClientRect(); }); \
        return parts.some((a, index) => parts.slice(index + 1).some((b) => \
            Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3)); \
        }).map((square) => square.dataset.tile)";
    assert!(visit.has(".square.headquarters").await);
    assert_eq!(visit.evaluate(crowded).await, Value::Array(Vec::new()));
}

/// Whoever has a mouse sees a button for the keys; a finger does not.
#[tokio::test]
async fn the_keys_are_behind_a_button() {
    let mut visit = Visit::start().await;
    open(&mut visit, &game(Preset::Renegade, true, 60)).await;
    asked(&mut visit).await;
    visit.click("#keys-button").await;
    visit.wait_for(".keys tbody tr").await;
    visit.key("Escape").await;
    visit.wait_until("!document.querySelector('.keys')").await;
    visit.resize(PHONE).await;
    visit.touch().await;
    visit.wait_until("document.querySelector('#keys-button').getClientRects().length === 0").await;
}

/// Whoever has clicked on a button plays on by keyboard: Enter does what the panel says, not that button again. And
/// those who listen hear a tile's name without the key that chooses it.
#[tokio::test]
async fn keys_go_on_after_a_click_and_are_not_read_out() {
    let mut visit = Visit::start().await;
    let game = LocalGame::read(&game_at(&[Level::Novice; 3], Phase::Tile, 60)).unwrap();
    open(&mut visit, &game).await;
    assert_eq!(asked(&mut visit).await, "tile");
    let tree = visit.ask("Accessibility.getFullAXTree", json!({})).await;
    let nodes = tree["nodes"].as_array().expect("a tree");
    let names: Vec<&str> = nodes.iter().filter_map(|node| node["name"]["value"].as_str()).collect();
    for tile in hand(&mut visit).await {
        assert!(names.contains(&tile.as_str()), "{tile} in {names:?}");
    }
    visit.click("#hint").await;
    visit.key("1").await;
    visit.wait_for("#place").await;
    visit.key("Enter").await;
    visit.wait_until("!document.querySelector('#place')").await;
}

/// Bots have names of the language, in the game and when one looks at it again; the record keeps its own.
#[tokio::test]
async fn bots_are_named_in_the_language() {
    let mut visit = Visit::start().await;
    let kept = LocalGame::read(&game_at(&[Level::Novice; 2], Phase::Over, 0)).unwrap();
    let players: Vec<Player> = std::iter::once(Player::person("Ann"))
        .chain((1..=2).map(|number| Player::numbered_bot(Level::Novice, number)))
        .collect();
    let text = kept.to_text().replace("novice 1", &players[1].name).replace("novice 2", &players[2].name);
    let game = LocalGame::read(&text).unwrap();
    for (language, name) in [("en", "Novice 1"), ("de", "Neuling 1"), ("fr", "Débutant 1")] {
        visit.prepare(&format!("localStorage.setItem('language', '{language}')")).await;
        open(&mut visit, &game).await;
        visit.wait_for(".outcome").await;
        for place in [".players", ".outcome", ".log"] {
            assert!(visit.text(place).await.contains(name), "{language} {place}");
        }
        visit.click("#review").await;
        visit.wait_for("#slider").await;
        assert!(visit.text(".players").await.contains(name), "{language}");
    }
    assert_eq!(game.record().players[1], "Novice 1");
}

/// A shared position speaks of asking what to do only where one can ask.
#[tokio::test]
async fn a_position_offers_only_what_there_is() {
    let mut visit = Visit::start().await;
    let game: LocalGame = game(Preset::Renegade, true, 60);
    let Setup { players, .. } = game.setup();
    for seat in (0..players.len()).map(Seat::new).chain([None]) {
        let link = to_link(&game.game().view(seat));
        visit.open(&Route::Position { link }.path()).await;
        visit.wait_for("#play-on").await;
        let says = visit.text(".ask").await.contains("ask what to do");
        assert_eq!(says, visit.has("#hint").await, "{seat:?}");
        assert_eq!(says, seat.is_some() && seat == game.game().to_act());
    }
}
