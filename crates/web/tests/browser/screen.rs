//! The whole game screen: its contents, that everything fits without scrolling, and that a phone is not
//! crowded.

use std::collections::BTreeSet;

use mergemaker_bots::Level;
use mergemaker_engine::{Action, Game, Money, Options, Phase, Preset, Seat};
use mergemaker_web::disposal::ways;
use mergemaker_web::local::{LocalGame, Setup};
use mergemaker_web::market::{Quote, rows};
use mergemaker_web::route::Route;
use mergemaker_web::scene::Player;
use mergemaker_web::share::to_link;
use serde_json::{Value, json};

use crate::Visit;
use crate::driver::{DESKTOP, PHONE, Page, Screen, TABLET};
use crate::look::page_states::game_at;
use crate::people::{CALL, write};
use crate::play::{decide_by_mouse, hand, next_decision};
use crate::senses::{game, open};
use crate::tables::{CUTTABLE_SOCKET, NUMBER, page_with_decision, sit_down, start_game};
use crate::variants::game_where;

/// Every row of the market: the visible text of each cell.
const MARKET: &str = "[...document.querySelectorAll('.market tbody tr')].map((row) => \
    [...row.querySelectorAll('td')].filter((cell) => cell.getClientRects().length > 0).map((cell) => { \
        const copy = cell.cloneNode(true); \
        copy.querySelectorAll('.unseen').forEach((part) => part.remove()); \
        const next = copy.querySelector('.next'); next?.remove(); \
        return [copy.textContent.trim(), next?.textContent ?? '']; }))";

/// On every screen the market shows size, shares left, price and bonuses, and the last two for the next price
/// too.
#[tokio::test]
async fn the_market_shows_current_and_next_prices() {
    let mut visit = Visit::start().await;
    for preset in [Preset::Renegade, Preset::Tycoon] {
        let game = game(preset, true, 90);
        let view = game.scene(Seat::new(0)).view;
        let expect: Vec<Vec<[String; 2]>> = rows(&view)
            .into_iter()
            .map(|row| {
                let next = row.next.map(|(_, step)| step);
                let both =
                    |of: &dyn Fn(&Quote) -> String| [of(&row.now), next.as_ref().map(of).unwrap_or_default()];
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
            next_decision(&mut visit).await;
            let seen: Vec<Vec<[String; 2]>> =
                serde_json::from_value(visit.evaluate(MARKET).await).expect("a table");
            assert_eq!(seen, expect, "{preset:?} {}", screen.name);
            visit.shot(&format!("market-{}-{}", preset.id(), screen.name)).await;
        }
    }
    // The letter matches the name.
    assert_eq!(visit.text(".market .mark.luxor").await, "S");
    assert!(visit.text(".market tr:has(.mark.luxor) .name").await.starts_with("Sackson"));
}

/// What needs scrolling: the page itself, and every control or text of the decision that is not fully
/// visible.
const OUT_OF_SIGHT: &str = "(() => {
    const found = [];
    const high = document.documentElement.scrollHeight;
    if (high > innerHeight) found.push(`the page is ${high} high`);
    const parts = ':is(.hand, .ask, .talk, .views, .banner, .below, .charts, .onward, .judged) :is(button, input, select, p, li, output, td, svg, a)';
    for (const part of document.querySelectorAll(parts)) {
        if (part.getClientRects().length === 0 || part.closest('.unseen, .chat')) continue;
        const { top, bottom } = part.getBoundingClientRect();
        let isSeen = bottom <= innerHeight + 1;
        for (let box = part.parentElement; box && box !== document.body; box = box.parentElement) {
            const edge = box.getBoundingClientRect();
            if (getComputedStyle(box).overflowY !== 'visible') isSeen &&= top >= edge.top - 1 && bottom <= edge.bottom + 1;
        }
        if (!isSeen) found.push(`${part.tagName} ${part.id} \"${part.textContent.trim().slice(0, 24)}\" ends at ${Math.round(bottom)}`);
    }
    for (const panel of document.querySelectorAll('.panel, .ask, .hint')) {
        if (panel.scrollWidth > panel.clientWidth + 1) found.push(`${panel.className} must be scrolled sideways`);
    }
    const ask = document.querySelector('.ask');
    if (ask && ask.scrollHeight > ask.clientHeight) found.push(`the decision scrolls: ${ask.scrollHeight} in ${ask.clientHeight}`);
    return found;
})()";

/// What is out of sight on a page, labelled with the page's name.
async fn out_of_sight(page: &mut Page, name: &str) -> Vec<String> {
    page.shot(&format!("one-view-{name}")).await;
    let found: Vec<String> = serde_json::from_value(page.evaluate(OUT_OF_SIGHT).await).expect("a list");
    found.into_iter().map(|text| format!("{name}: {text}")).collect()
}

/// On a laptop no decision needs scrolling: tiles, chains, shares of a dissolved chain, purchases, offers of
/// everything, answers, the end, and hints with alternatives.
#[tokio::test]
async fn every_decision_is_in_one_view() {
    let mut visit = Visit::start().await;
    let five = [Level::Steady; 5];
    let trading = Options::of(Preset::Trading);
    let at = |phase: Phase| {
        game_where(trading, &five, move |game: &Game, _| game.phase() == phase && game.active().len() > 5)
    };
    let end = |game: &Game, seat| game.check(seat, &Action::DeclareEnd).is_ok();
    let sells_all = |game: &Game, _| game.phase() == Phase::Buy && game.active().len() == 7;
    let has_four_ways =
        |game: &Game, seat| game.phase() == Phase::Dispose && ways(&game.view(Some(seat))).len() == 4;
    let novices = [Level::Novice; 3];
    let games = [
        ("found", LocalGame::read(&game_at(&novices, Phase::Found, 10)).unwrap()),
        ("survivor", LocalGame::read(&game_at(&novices, Phase::Survivor, 20)).unwrap()),
        ("tile", LocalGame::read(&game_at(&five, Phase::Tile, 90)).unwrap()),
        ("dispose", LocalGame::read(&game_at(&five, Phase::Dispose, 40)).unwrap()),
        ("dispose-four", game_where(Options::of(Preset::Renegade), &five, has_four_ways)),
        ("buy", at(Phase::Buy)),
        ("buy-of-seven", game_where(Options::of(Preset::Renegade), &five, sells_all)),
        ("offer", at(Phase::Tile)),
        ("answer", at(Phase::Answer)),
        ("declare", game_where(Options::of(Preset::Renegade), &five, end)),
    ];
    let mut found = Vec::new();
    for language in ["en", "de", "fr"] {
        visit.prepare(&format!("localStorage.setItem('language', '{language}')")).await;
        for (name, game) in &games {
            open(&mut visit, game).await;
            next_decision(&mut visit).await;
            match *name {
                "offer" => {
                    visit.click("#offer").await;
                    visit.wait_for("#offer-says").await;
                    // Trade shares of every chain.
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
                "tile" => {
                    visit.key("1").await;
                    visit.wait_for("#place").await;
                }
                _ => {}
            }
            found.extend(out_of_sight(&mut visit, &format!("{name}-{language}")).await);
            // The panels of an offer and of the end replace everything else.
            if !matches!(*name, "offer" | "declare") {
                visit.click("#hint").await;
                visit.wait_for("div.hint").await;
                found.extend(out_of_sight(&mut visit, &format!("{name}-hint-{language}")).await);
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// Analyses a game, and goes to its first mistake.
async fn go_to_a_mistake(page: &mut Page) {
    page.click("#analyse").await;
    page.wait_for("#summary caption").await;
    page.click("#first").await;
    page.click("#next-mistake").await;
    page.wait_for(".judged").await;
}

/// A moment of a review does not need scrolling either: board, navigation, judgement and charts.
#[tokio::test]
async fn a_moment_of_a_review_is_in_one_view() {
    let mut visit = Visit::start().await;
    let mut found = Vec::new();
    for (name, bots) in [("four", vec![Level::Novice; 3]), ("six", vec![Level::Novice; 5])] {
        let over = LocalGame::read(&game_at(&bots, Phase::Over, 0)).unwrap();
        for language in ["en", "de", "fr"] {
            visit.prepare(&format!("localStorage.setItem('language', '{language}')")).await;
            open(&mut visit, &over).await;
            visit.open("/review/local").await;
            visit.wait_for("#slider").await;
            found.extend(out_of_sight(&mut visit, &format!("review-{name}-{language}")).await);
            go_to_a_mistake(&mut visit).await;
            assert_eq!(visit.evaluate("document.querySelectorAll('.charts .chart').length").await, 2);
            found.extend(out_of_sight(&mut visit, &format!("review-judged-{name}-{language}")).await);
        }
        visit.resize(Screen { name: "laptop", width: 1440, height: 900, is_phone: false }).await;
        found.extend(out_of_sight(&mut visit, &format!("review-judged-{name}-1440")).await);
        visit.resize(DESKTOP).await;
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// A table with every feature: clocks, chat, offers, hints and takebacks.
fn full_table(seats: &str) -> String {
    format!(
        "(async () => {{ {CALL}
            await call('POST', '/guest', {{ name: 'Bartholomew' }});
            const bot = {{ kind: 'bot', level: 'novice' }}, open = {{ kind: 'open' }};
            const {{ id }} = await call('POST', '/tables', {{ rules: {{ preset: 'trading' }}, seats: {seats},
                clock: {{ kind: 'bank', seconds: 600, increment: 5 }}, takebacks: true, hints: true }});
            return '/t/' + id; }})()"
    )
}

/// A table does not need scrolling either, with everything beside the game: when founding any of seven
/// chains, with a hint, and with the banner for a lost connection.
#[tokio::test(flavor = "multi_thread")]
async fn a_whole_table_is_in_one_view() {
    let mut visit = Visit::start().await;
    let mut found = Vec::new();
    for (name, seats) in [("two", "[open, open]"), ("six", "[open, open, bot, bot, bot, bot]")] {
        let mut pages = [visit.newcomer().await, visit.newcomer().await];
        for page in &mut pages {
            page.prepare(CUTTABLE_SOCKET).await;
            page.open("/").await;
        }
        let path = pages[0].evaluate(&full_table(seats)).await;
        let path = path.as_str().expect("an address");
        pages[0].open(path).await;
        sit_down(&mut pages[1], path, "Anne-Catherine").await;
        start_game(&mut pages).await;
        for page in &mut pages {
            page.click("#chat").await;
            write(page, "#chat", "Good luck to all of you, and may the best of us win this game!").await;
            page.key("Enter").await;
            page.wait_for(".chat li").await;
        }
        // Check each kind of decision once, including the first founding, which has the most choices.
        let mut seen = BTreeSet::new();
        for turn in 0..60 {
            let index = page_with_decision(&mut pages).await;
            let page = &mut pages[index];
            let what = next_decision(page).await;
            if what == "over" {
                break;
            }
            let before = page.evaluate(NUMBER).await;
            if seen.insert(what.clone()) {
                if what == "chain" && name == "two" {
                    let chains =
                        page.evaluate("document.querySelectorAll('.means > button.chip').length").await;
                    assert_eq!(chains, 7, "the first founding is of any chain");
                }
                let name = format!("{name}-{what}");
                found.extend(out_of_sight(page, &name).await);
                page.click("#hint").await;
                page.wait_for("div.hint").await;
                found.extend(out_of_sight(page, &format!("{name}-hint")).await);
                page.expect_no_connection();
                page.evaluate("window.isCut = true; window.sockets.forEach((socket) => socket.close())")
                    .await;
                page.wait_for(".banner").await;
                found.extend(out_of_sight(page, &format!("{name}-cut")).await);
                page.evaluate("window.isCut = false").await;
                page.wait_until("!document.querySelector('.banner')").await;
            }
            decide_by_mouse(page, &what, turn).await;
            page.wait_until(&format!("{NUMBER} !== {before}")).await;
        }
        // At a table of six, bots may found every chain.
        let needed: &[&str] = if name == "two" { &["tile", "chain", "buy"] } else { &["tile", "buy"] };
        assert!(needed.iter().all(|what| seen.contains(*what)), "{seen:?}");
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// On a laptop a new table is reachable without scrolling, and on a phone the saved game comes first.
#[tokio::test]
async fn the_home_page_starts_with_the_most_important_actions() {
    let mut visit = Visit::start().await;
    let end = "Math.round(document.querySelector('#new-table').getBoundingClientRect().bottom)";
    visit.open("/").await;
    visit.wait_for("#new-table").await;
    assert!((1..=u64::from(DESKTOP.height)).contains(&visit.evaluate(end).await.as_u64().unwrap()));
    open(&mut visit, &game(Preset::Renegade, true, 60)).await;
    visit.open("/").await;
    visit.wait_for("#new-table").await;
    assert!((1..=u64::from(DESKTOP.height)).contains(&visit.evaluate(end).await.as_u64().unwrap()));
    visit.resize(PHONE).await;
    // It comes first visually and for Tab, and all targets are large enough for a thumb.
    let first =
        "[...document.querySelectorAll('.home :is(a, button, input, select)')].map((part) => part.id)[0]";
    assert_eq!(visit.evaluate(first).await, "continue");
    let above = "Math.min(...[...document.querySelectorAll('.home .card')] \
        .map((card) => card.getBoundingClientRect().top)) >= \
            document.querySelector('#continue').getBoundingClientRect().bottom";
    assert_eq!(visit.evaluate(above).await, true);
    let small = "[...document.querySelectorAll('.home :is(a, button)')] \
        .filter((part) => part.getBoundingClientRect().height < 36).map((part) => part.textContent)";
    assert_eq!(visit.evaluate(small).await, json!([]));
}

/// On a phone chains to choose from are side by side, each thing is said once, and the parts of headquarters
/// do not overlap.
#[tokio::test]
async fn a_phone_is_not_crowded() {
    let mut visit = Visit::start().await;
    visit.resize(PHONE).await;
    let game = LocalGame::read(&game_at(&[Level::Novice; 3], Phase::Found, 10)).unwrap();
    open(&mut visit, &game).await;
    assert_eq!(next_decision(&mut visit).await, "chain");
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
    next_decision(&mut visit).await;
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

/// The button for the list of keys is shown with a mouse, but not on a touch screen.
#[tokio::test]
async fn the_keys_are_behind_a_button() {
    let mut visit = Visit::start().await;
    open(&mut visit, &game(Preset::Renegade, true, 60)).await;
    next_decision(&mut visit).await;
    visit.click("#keys-button").await;
    visit.wait_for(".keys tbody tr").await;
    visit.key("Escape").await;
    visit.wait_until("!document.querySelector('.keys')").await;
    visit.resize(PHONE).await;
    visit.touch().await;
    visit.wait_until("document.querySelector('#keys-button').getClientRects().length === 0").await;
}

/// After clicking a button, Enter confirms the decision instead of pressing that button again. A tile's
/// accessible name does not include its key.
#[tokio::test]
async fn keys_work_after_a_click_and_are_not_read_out() {
    let mut visit = Visit::start().await;
    let game = LocalGame::read(&game_at(&[Level::Novice; 3], Phase::Tile, 60)).unwrap();
    open(&mut visit, &game).await;
    assert_eq!(next_decision(&mut visit).await, "tile");
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

/// Bots are named in the page's language, in the game and in its review. The record keeps their names.
#[tokio::test]
async fn bots_are_named_in_the_language() {
    let mut visit = Visit::start().await;
    let finished = LocalGame::read(&game_at(&[Level::Novice; 2], Phase::Over, 0)).unwrap();
    let players: Vec<Player> = std::iter::once(Player::person("Ann"))
        .chain((1..=2).map(|number| Player::numbered_bot(Level::Novice, number)))
        .collect();
    let text = finished.to_text().replace("novice 1", &players[1].name).replace("novice 2", &players[2].name);
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

/// A shared position mentions hints only if they are available.
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

/// What needs scrolling sideways.
const TOO_WIDE: &str = "[...document.querySelectorAll('body, .panel, .ask')] \
    .filter((part) => part.scrollWidth > part.clientWidth + 1).map((part) => part.className || part.tagName)";

/// Even with the longest names and amounts, the players need no scrolling sideways.
#[tokio::test]
async fn long_names_and_much_money_widen_nothing() {
    let mut visit = Visit::start().await;
    let played = game_where(Options::of(Preset::Renegade), &[Level::Steady; 5], |game: &Game, _| {
        let is_rich = game.seats().any(|seat| game.cash(seat) >= Money(15_000));
        game.phase() == Phase::Buy && game.active().len() > 4 && is_rich
    });
    let name = "Maximiliana-Wilhelmine K";
    let game = LocalGame::read(&played.to_text().replace("\"You\"", &format!("{name:?}"))).unwrap();
    let over = game_at(&[Level::Steady; 5], Phase::Over, 0).replace("\"Ann\"", &format!("{name:?}"));
    let over = LocalGame::read(&over).unwrap();
    for game in [&game, &over] {
        assert_eq!(game.setup().players[0].name, name);
    }
    for screen in [DESKTOP, PHONE, TABLET] {
        visit.resize(screen).await;
        open(&mut visit, &game).await;
        visit.wait_for("#buy").await;
        visit.shot(&format!("wide-{}", screen.name)).await;
        assert_eq!(visit.evaluate(TOO_WIDE).await, json!([]), "{}", screen.name);
        open(&mut visit, &over).await;
        visit.open("/review/local").await;
        visit.click("#last").await;
        visit.shot(&format!("wide-review-{}", screen.name)).await;
        assert_eq!(visit.evaluate(TOO_WIDE).await, json!([]), "review, {}", screen.name);
    }
}

/// A review uses the width of a tablet: the charts are beside the board, and the judgement below it.
#[tokio::test]
async fn a_tablet_shows_a_review_side_by_side() {
    let mut visit = Visit::start().await;
    let over = LocalGame::read(&game_at(&[Level::Novice; 3], Phase::Over, 0)).unwrap();
    visit.resize(TABLET).await;
    open(&mut visit, &over).await;
    visit.open("/review/local").await;
    go_to_a_mistake(&mut visit).await;
    visit.shot("tablet-review").await;
    let beside = "(() => { const place = (part) => document.querySelector(part).getBoundingClientRect(); \
        const table = place('.table'), figures = place('.figures'), judged = place('.judged'); \
        return [figures.left >= table.right, Math.abs(figures.top - table.top) < 2, \
            judged.top >= table.bottom && judged.right <= figures.left, \
            document.body.scrollWidth <= innerWidth]; })()";
    assert_eq!(visit.evaluate(beside).await, json!([true, true, true, true]));
}

/// On a tablet nothing needs scrolling sideways, and a purchase of many chains fits without scrolling.
#[tokio::test]
async fn a_tablet_shows_the_whole_turn() {
    let mut visit = Visit::start().await;
    let full = game_where(Options::of(Preset::Renegade), &[Level::Steady; 5], |game: &Game, _| {
        game.phase() == Phase::Buy && game.active().len() > 4
    });
    let upright = Screen { width: TABLET.height, height: TABLET.width, ..TABLET };
    for (name, screen) in [("across", TABLET), ("upright", upright)] {
        visit.resize(screen).await;
        open(&mut visit, &full).await;
        visit.wait_for("#buy").await;
        visit.shot(&format!("tablet-{name}")).await;
        assert_eq!(visit.evaluate(TOO_WIDE).await, json!([]), "{name}");
        let low = "document.querySelector('#buy').getBoundingClientRect().bottom <= innerHeight";
        assert_eq!(visit.evaluate(low).await, true, "{name}: buying needs scrolling");
    }
}
