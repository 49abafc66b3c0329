//! The look of an edition: names, colours, letters, card, ranks, tiles out of play and headquarters.

use std::collections::BTreeSet;

use mergemaker_bots::Level;
use mergemaker_engine::{Chain, Game, Options, Phase, Preset, Seat, Theme};
use mergemaker_web::local::LocalGame;
use mergemaker_web::route::Route;
use mergemaker_web::share::to_link;
use serde_json::json;

use crate::Visit;
use crate::driver::{DESKTOP, PHONE, Page, Screen, TABLET};
use crate::play::next_decision;
use crate::senses::{game, open};
use crate::variants::{choose, game_where};

/// A screen with space for the card beside the game.
const LARGE: Screen = Screen { name: "large", width: 1_440, height: 900, is_phone: false };
/// Small laptops, where only the digital edition docks the card.
const SMALL: [Screen; 3] = [
    Screen { name: "laptop", width: 1_280, height: 800, is_phone: false },
    Screen { name: "zoomed", width: 1_210, height: 720, is_phone: false },
    DESKTOP,
];

/// The names in the market, and the letters on the board.
const NAMES: &str = "({ colour: getComputedStyle(document.documentElement).getPropertyValue('--tower'), \
    letters: [...new Set([...document.querySelectorAll('.board .chain .letter')].map((one) => one.textContent))].sort(), \
    names: [...document.querySelectorAll('.market .name')].map((name) => name.firstChild.textContent) })";

/// Waits until a page shows a game in a theme.
async fn check_theme(page: &mut Page, game: &Game, theme: Theme) {
    let [red, green, blue] = theme.face(Chain::Tower).rgb;
    let letters: BTreeSet<String> =
        game.active().iter().map(|chain| theme.face(chain).letter.to_string()).collect();
    // Sorted like the page's letters, since both are compared as text.
    let expected = json!({
        "colour": format!("rgb({red} {green} {blue})"),
        "letters": letters,
        "names": Chain::ALL.map(|chain| theme.face(chain).name),
    });
    page.wait_until(&format!("JSON.stringify({NAMES}) === JSON.stringify({expected})")).await;
}

/// A game has the theme of its edition unless the reader chose one. Lessons keep the names they are written
/// with.
#[tokio::test]
async fn chains_have_the_names_of_the_edition() {
    let mut visit = Visit::start().await;
    for preset in [Preset::Classic, Preset::Trading, Preset::Digital, Preset::Renegade] {
        let game = game(preset, true, 90);
        open(&mut visit, &game).await;
        next_decision(&mut visit).await;
        check_theme(&mut visit, game.game(), preset.theme()).await;
        // Also in the log and the board in words.
        let named = visit.text(".log").await + &visit.text(".in-words").await;
        let chain = game.game().active().first().expect("chains are on the board");
        assert!(named.contains(preset.theme().face(chain).name), "{preset}");
        visit.shot(&format!("edition-{preset}")).await;
    }
    let classic = game(Preset::Classic, true, 90);
    let lesson = "[...document.querySelectorAll('.market .name')].map((name) => name.firstChild.textContent)";
    for (choice, theme) in [("hotels", Theme::Hotels), ("edition", Theme::Corporations)] {
        open(&mut visit, &classic).await;
        visit.click("#settings").await;
        choose(&mut visit, "#theme", choice).await;
        visit.click("#settings-close").await;
        check_theme(&mut visit, classic.game(), theme).await;
        visit.reload().await;
        visit.wait_for(".market").await;
        check_theme(&mut visit, classic.game(), theme).await;
        visit.open("/learn/stock").await;
        visit.wait_for(".market").await;
        let names = Chain::ALL.map(|chain| Theme::Renegade.face(chain).name);
        assert_eq!(visit.evaluate(lesson).await, json!(names));
    }
    // Positions and reviews have the theme of their game.
    let link = to_link(&classic.scene(Seat::new(0)).view);
    visit.open(&Route::Position { link }.path()).await;
    check_theme(&mut visit, classic.game(), Theme::Corporations).await;
    let over = game(Preset::Classic, true, usize::MAX);
    open(&mut visit, &over).await;
    visit.open("/review/local").await;
    visit.wait_for("#slider").await;
    check_theme(&mut visit, over.game(), Theme::Corporations).await;
}

/// While a chain can be chosen it owns its letter, and the letter's other use has a sign.
#[tokio::test]
async fn a_chains_letter_takes_precedence() {
    let mut visit = Visit::start().await;
    let sells = |game: &Game, chain: Chain| game.active().contains(chain) && game.market()[chain] > 2;
    let at = |phase: Phase| {
        game_where(Options::of(Preset::Classic), &[Level::Novice; 3], move |game: &Game, seat| {
            let is_rich = game.cash(seat).0 > 3_000;
            game.phase() == phase && is_rich && sells(game, Chain::Imperial) && sells(game, Chain::Festival)
        })
    };
    open(&mut visit, &at(Phase::Buy)).await;
    assert_eq!(next_decision(&mut visit).await, "buy");
    assert_eq!(visit.text("#prices-button kbd").await, "$");
    visit.key("p").await;
    visit.wait_until("document.querySelector('.chip.imperial output').textContent === '1'").await;
    visit.key("h").await;
    visit.wait_until("document.querySelector('.chip.festival output').textContent === '1'").await;
    assert!(!visit.has("#prices, .hint").await, "Phoenix and Hydra, no prices and no hint");
    visit.key("$").await;
    visit.wait_for("#prices").await;
    visit.key("$").await;
    visit.wait_until("!document.querySelector('#prices')").await;
    visit.key("!").await;
    visit.wait_for("div.hint").await;
    // The list shows this edition's letters.
    visit.key("?").await;
    let keys = visit.text(".keys").await;
    assert!(keys.contains("S Z A F H P Q") && keys.contains("its letter chooses the chain"), "{keys}");
    visit.shot("keys-classic").await;
    // When no chain can be chosen, the letters are free.
    open(&mut visit, &at(Phase::Tile)).await;
    assert_eq!(next_decision(&mut visit).await, "tile");
    visit.key("p").await;
    visit.wait_for("#prices").await;
    visit.key("h").await;
    visit.wait_for("div.hint").await;
}

/// The placement of the card, and whether it covers the log.
const CARD: &str = "(() => { const card = document.querySelector('#prices'); if (!card) return null; \
    const [a, b] = [card, document.querySelector('.log')].map((one) => one.getBoundingClientRect()); \
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left); \
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top); \
    return { overLog: across > 0 && down > 0, place: getComputedStyle(card).position, \
        isWhole: a.left >= 0 && a.right <= innerWidth && card.scrollWidth <= card.clientWidth, \
        closes: !!document.querySelector('#prices-close'), opens: !!document.querySelector('#prices-button') }; })()";

/// The card is docked and open if there is space, otherwise over the market, and never over the log. The
/// digital edition always shows it.
#[tokio::test]
async fn the_card_is_docked_if_there_is_space() {
    let mut visit = Visit::start().await;
    let seen = |place: &str, closes: bool| json!({ "overLog": false, "place": place, "isWhole": true, "closes": closes, "opens": closes });
    for (preset, is_fixed) in [(Preset::Renegade, false), (Preset::Tycoon, false), (Preset::Digital, true)] {
        for language in ["en", "de", "fr"] {
            visit.prepare(&format!("localStorage.setItem('language', '{language}')")).await;
            let small = SMALL.into_iter().filter(|_| is_fixed);
            for screen in [LARGE, TABLET].into_iter().chain(small) {
                visit.resize(screen).await;
                open(&mut visit, &game(preset, true, 90)).await;
                next_decision(&mut visit).await;
                assert_eq!(visit.evaluate(CARD).await, seen("static", !is_fixed), "{preset} {}", screen.name);
                let wide = "[document.documentElement.scrollWidth <= innerWidth, [...document.querySelectorAll('.panel')] \
                    .filter((panel) => panel.scrollWidth > panel.clientWidth + 1).map((panel) => panel.className)]";
                assert_eq!(
                    visit.evaluate(wide).await,
                    json!([true, []]),
                    "{preset} {} {language}",
                    screen.name
                );
                visit.shot(&format!("card-{preset}-{}-{language}", screen.name)).await;
            }
        }
        visit.prepare("localStorage.setItem('language', 'en')").await;
        visit.resize(LARGE).await;
        open(&mut visit, &game(preset, true, 90)).await;
        next_decision(&mut visit).await;
        visit.key("$").await;
        if is_fixed {
            visit.wait_for("#prices").await;
            // It is open and cannot be closed.
            for screen in SMALL {
                visit.resize(screen).await;
                visit.wait_for(".aside #prices").await;
                visit.key("$").await;
                visit.key("Escape").await;
                assert_eq!(visit.evaluate(CARD).await, seen("static", false), "{}", screen.name);
            }
            continue;
        }
        visit.wait_until("!document.querySelector('#prices')").await;
        visit.click("#prices-button").await;
        visit.wait_for(".aside #prices").await;
        visit.key("Escape").await;
        assert!(visit.has("#prices").await, "a docked card stays open");
        // A small laptop has less space.
        visit.resize(DESKTOP).await;
        open(&mut visit, &game(preset, true, 90)).await;
        next_decision(&mut visit).await;
        assert!(visit.evaluate(CARD).await.is_null());
        visit.key("$").await;
        visit.wait_for("#prices").await;
        assert_eq!(visit.evaluate(CARD).await, seen("absolute", true), "{preset}");
        visit.key("Escape").await;
        visit.wait_until("!document.querySelector('#prices')").await;
    }
}

/// On a phone the card is a tab beside the market. In the digital edition it is the first tab.
#[tokio::test]
async fn on_a_phone_the_card_is_a_tab() {
    let mut visit = Visit::start().await;
    visit.resize(PHONE).await;
    let tabs = "({ tabs: [...document.querySelectorAll('.tabs label')].map((tab) => tab.textContent), \
        chosen: document.querySelector('.tabs :checked')?.closest('label').textContent, \
        card: !!document.querySelector('#prices'), market: document.querySelector('.market').getClientRects().length > 0 })";
    let seen = |tabs: [&str; 2], chosen: &str| json!({ "tabs": tabs, "chosen": chosen, "card": chosen == "Prices", "market": chosen == "Market" });
    for (preset, order) in [
        (Preset::Renegade, ["Market", "Prices"]),
        (Preset::Tycoon, ["Market", "Prices"]),
        (Preset::Digital, ["Prices", "Market"]),
    ] {
        open(&mut visit, &game(preset, true, 90)).await;
        next_decision(&mut visit).await;
        assert_eq!(visit.evaluate(tabs).await, seen(order, order[0]), "{preset}");
        for (id, name) in [("tab-market", "Market"), ("tab-prices", "Prices")] {
            visit.click(&format!("#{id} + span")).await;
            visit.wait_until(&format!("document.querySelector('.tabs :checked')?.id === '{id}'")).await;
            assert_eq!(visit.evaluate(tabs).await, seen(order, name), "{preset}");
        }
        let wide = "document.documentElement.scrollWidth <= innerWidth && \
            document.querySelector('.prices-table').scrollWidth <= document.querySelector('.prices-table').clientWidth";
        assert_eq!(visit.evaluate(wide).await, true, "{preset}");
        visit.shot(&format!("card-{preset}-phone")).await;
    }
}

/// Tycoon pays three ranks. Each has a name and a crown on the card, in the market and for the players.
#[tokio::test]
async fn tycoon_marks_and_names_three_places() {
    let mut visit = Visit::start().await;
    visit.resize(LARGE).await;
    let all = game(Preset::Tycoon, true, 90);
    open(&mut visit, &all).await;
    next_decision(&mut visit).await;
    let heads = |table: &str| {
        format!(
            "[...document.querySelectorAll('{table} thead th')].filter((head) => head.querySelector('.crown')) \
             .map((head) => [head.textContent.trim(), head.querySelector('.crown').classList[1]])"
        )
    };
    let named = json!([["Primary", "place1"], ["Secondary", "place2"], ["Tertiary", "place3"]]);
    assert_eq!(visit.evaluate(&heads(".market")).await, named);
    assert_eq!(visit.evaluate(&heads("#prices")).await, named);
    let scene = all.scene(Seat::new(0));
    let places: Vec<Vec<Option<u8>>> = scene
        .standings()
        .into_iter()
        .map(|standing| standing.shares.into_iter().map(|(_, _, place)| place).collect())
        .collect();
    assert!((1..=3).all(|place| places.iter().flatten().any(|own| *own == Some(place))), "{places:?}");
    let names = ["Primary", "Secondary", "Tertiary"];
    let expected: Vec<Vec<String>> = places
        .iter()
        .map(|row| {
            let text = |place: &Option<u8>| {
                place.map_or(String::new(), |place| format!("{} place{place}", names[usize::from(place) - 1]))
            };
            row.iter().map(text).collect()
        })
        .collect();
    let held = "[...document.querySelectorAll('.players tbody tr')].map((row) => [...row.querySelectorAll('td.held')] \
        .map((cell) => [cell.title, cell.querySelector('.crown')?.classList[1]].filter(Boolean).join(' ')))";
    assert_eq!(visit.evaluate(held).await, json!(expected));
}

/// Tiles out of play are crossed out on the board and listed beside the pile. Headquarters are where the
/// chain was founded. Chains not on the board are muted.
#[tokio::test]
async fn the_board_shows_tiles_out_of_play_and_headquarters() {
    let mut visit = Visit::start().await;
    let is_there = |game: &Game, _| game.set_aside().len() > 1 && game.active().len() > 2;
    let late = game_where(Options::of(Preset::Trading), &[Level::Novice; 3], is_there);
    let founding = game_where(Options::of(Preset::Trading), &[Level::Novice; 3], |game, _| {
        game.phase() == Phase::Found && game.active().len() > 1
    });
    let moved = |game: &LocalGame| {
        let (view, headquarters) = (game.scene(None).view, game.scene(None).headquarters);
        view.active().iter().any(|chain| view.board().tiles(chain).iter().next() != headquarters.tile(chain))
    };
    assert!(moved(&late), "a chain has grown past its headquarters");
    for game in [&late, &founding] {
        open(&mut visit, game).await;
        next_decision(&mut visit).await;
        let scene = game.scene(Seat::new(0));
        let out: BTreeSet<String> = scene.out_of_play().iter().map(ToString::to_string).collect();
        let stand: BTreeSet<String> = scene
            .view
            .active()
            .iter()
            .filter_map(|chain| scene.headquarters.tile(chain))
            .map(|tile| tile.to_string())
            .collect();
        let off: BTreeSet<&str> =
            Chain::ALL.into_iter().filter(|&chain| scene.view.size(chain) == 0).map(Chain::id).collect();
        let expected = json!({ "crossed": out, "listed": out, "said": out, "stand": stand, "off": off });
        let seen = "(() => { const tiles = (selector) => [...document.querySelectorAll(selector)] \
            .map((one) => one.dataset.tile ?? one.textContent).sort(); \
            return { crossed: tiles('.board .out:has(.cross)'), listed: tiles('.players .out-tile'), \
                said: [...document.querySelectorAll('.square')].filter((one) => /out of play/.test(one.ariaLabel)) \
                    .map((one) => one.dataset.tile).sort(), \
                stand: tiles('.square.headquarters'), \
                off: [...document.querySelectorAll('.market tr.off .mark')].map((mark) => mark.classList[1]).sort() }; })()";
        assert_eq!(visit.evaluate(seen).await, expected);
    }
    // The choice of a chain to found mutes them too.
    let chips =
        "[...document.querySelectorAll('.means > button.chip')].every((chip) => chip.matches('.off'))";
    assert_eq!(visit.evaluate(chips).await, true);
    visit.shot("founding-muted").await;
}
