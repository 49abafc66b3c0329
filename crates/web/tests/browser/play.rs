//! Whole games, played as people do.

use mergemaker_bots::Level;
use mergemaker_engine::{Action, Chain, Game, Options, Phase, Preset, Preview, Seat, Tile};
use mergemaker_web::local::LocalGame;

use crate::Visit;
use crate::driver::Page;
use crate::senses::open;
use crate::tables::NUMBER;
use crate::variants::game_where;

/// The current decision, derived from the controls.
const DECISION: &str = "(() => {
    const has = (selector) => document.querySelector(selector) !== null;
    if (has('#again')) return 'over';
    if (has('#open-curtain')) return 'curtain';
    if (!has('.ask.mine')) return 'wait';
    if (has('#declare')) return 'declare';
    if (has('#pass')) return 'pass';
    if (has('#accept')) return 'answer';
    if (has('#confirm')) return 'dispose';
    if (has('#buy')) return 'buy';
    if (has('.means > button.chip')) return 'chain';
    if (has('#end-turn')) return 'close';
    return 'tile';
})()";

/// A playable tile of the hand.
const PLAYABLE: &str = ".hand .tile:not(.not-now, .never)";

/// Waits for the next decision and returns its kind.
pub(crate) async fn next_decision(page: &mut Page) -> String {
    page.wait_until(&format!("{DECISION} !== 'wait'")).await;
    page.evaluate(DECISION).await.as_str().unwrap_or_default().to_owned()
}

/// The game saved by the page.
pub(crate) async fn saved_game(page: &mut Page) -> LocalGame {
    let text = page.evaluate("localStorage.getItem('game')").await;
    LocalGame::read(text.as_str().expect("a game is saved")).expect("the saved game can be restored")
}

/// The names of the tiles shown in the hand.
pub(crate) async fn hand(page: &mut Page) -> Vec<String> {
    let tiles =
        page.evaluate("[...document.querySelectorAll('.hand .tile')].map((tile) => tile.dataset.tile)");
    serde_json::from_value(tiles.await).expect("tiles have names")
}

/// Makes the current decision with the mouse, in a different way each turn.
pub(crate) async fn decide_by_mouse(page: &mut Page, asked: &str, turn: usize) {
    match asked {
        "declare" => {
            page.click("#declare").await;
            page.click("#declare-now").await;
        }
        "pass" => page.click("#pass").await,
        "close" => page.click("#end-turn").await,
        "answer" => page.click(if turn.is_multiple_of(2) { "#accept" } else { "#decline" }).await,
        "chain" => page.click(".means > button.chip").await,
        "curtain" => page.click("#open-curtain").await,
        "tile" => match turn % 4 {
            0 => page.click(PLAYABLE).await,
            1 => {
                page.hover(PLAYABLE).await;
                page.click("#place").await;
            }
            2 => {
                let tile = page.evaluate(&format!("document.querySelector('{PLAYABLE}').dataset.tile")).await;
                let square = format!(".board [data-tile='{}']", tile.as_str().unwrap_or_default());
                page.drag(PLAYABLE, &square).await;
            }
            _ => page.click(".square.mine:not(.not-now, .never)").await,
        },
        "dispose" => {
            // Use one of the common choices, if it is offered.
            let ways = ["#sell-all", "#trade-all", "#hold-all", "#trade-sell"];
            let way = ways[turn % ways.len()];
            if page.has(way).await {
                page.click(way).await;
            } else {
                page.click("#confirm").await;
            }
        }
        "buy" => {
            let more = ".chips .step:last-child:not(:disabled)";
            for _ in 0..3 {
                if page.has(more).await {
                    page.click(more).await;
                    page.wait_until("/for/.test(document.querySelector('#buy').textContent)").await;
                }
            }
            page.click("#buy").await;
        }
        _ => panic!("unexpected decision: {asked}"),
    }
}

async fn decide_by_keyboard(page: &mut Page, asked: &str, turn: usize) {
    match asked {
        "declare" => {
            page.key("e").await;
            page.wait_for("#declare-now").await;
            page.key(if turn.is_multiple_of(2) { "e" } else { "Enter" }).await;
        }
        "answer" => {
            page.key("2").await;
            page.wait_for("#decline.chosen").await;
            page.key("2").await;
        }
        "pass" | "close" => page.key("Enter").await,
        "tile" => {
            let number = page.text(&format!("{PLAYABLE} kbd")).await;
            page.key(&number).await;
            page.wait_for(".tile[aria-pressed=true]").await;
            page.key(if turn.is_multiple_of(2) { "Enter" } else { &number }).await;
        }
        "chain" => {
            let letter = page.text(".means > button.chip kbd").await.to_lowercase();
            page.key(&letter).await;
        }
        "buy" => {
            if page.has(".chips .step:last-child:not(:disabled)").await {
                let letter = page.text(".chip:has(.step:last-child:not(:disabled)) kbd").await.to_lowercase();
                for _ in 0..3 {
                    page.key(&letter).await;
                }
            }
            page.key("Enter").await;
        }
        "dispose" => {
            page.key("1").await;
            page.wait_for("#sell-all.chosen").await;
            page.key(if turn.is_multiple_of(2) { "1" } else { "Enter" }).await;
        }
        _ => panic!("unexpected decision: {asked}"),
    }
}

/// Checks the result shown and verifies the record of the saved game.
pub(crate) async fn check_result(page: &mut Page) {
    let game = saved_game(page).await;
    let outcome = game.game().outcome().expect("the game is over").clone();
    let winner = &game.setup().players[outcome.winners[0].index()].name;
    let shown = page.text(".outcome h2").await;
    assert!(shown.contains(winner), "{winner} won: {shown}");
    game.record().verify().unwrap();
    assert_eq!(page.complaints().await, [""; 0]);
}

#[tokio::test]
async fn a_whole_game_by_mouse() {
    let mut visit = Visit::start().await;
    visit.open("/").await;
    visit.click("#play-now").await;
    let mut has_undone = false;
    for turn in 0.. {
        assert!(turn < 500, "the game does not end");
        let asked = next_decision(&mut visit).await;
        if asked == "over" {
            break;
        }
        if asked == "buy" && !has_undone {
            visit.click("#undo").await;
            visit.wait_until(&format!("!['buy', 'wait'].includes({DECISION})")).await;
            has_undone = true;
            continue;
        }
        decide_by_mouse(&mut visit, &asked, turn).await;
    }
    assert!(has_undone);
    check_result(&mut visit).await;
    visit.click("#again").await;
    assert_eq!(next_decision(&mut visit).await, "tile", "another game starts");
}

#[tokio::test]
async fn a_whole_game_by_keyboard_alone() {
    let mut visit = Visit::start().await;
    visit.prepare("addEventListener('mousedown', () => { window.wasMouseUsed = true; })").await;
    visit.open("/").await;
    visit.tab_to("#play-now").await;
    visit.key("Enter").await;
    for turn in 0.. {
        assert!(turn < 500, "the game does not end");
        let asked = next_decision(&mut visit).await;
        if asked == "over" {
            break;
        }
        decide_by_keyboard(&mut visit, &asked, turn).await;
    }
    assert!(visit.evaluate("window.wasMouseUsed").await.is_null());
    check_result(&mut visit).await;
}

/// A tile in a hand that would touch no other.
fn alone(game: &Game, seat: Seat) -> Option<Tile> {
    let lies_alone = |tile: &Tile| game.preview(&Action::Place { tile: *tile }) == Preview::Lone;
    game.hand(seat).iter().find(lies_alone)
}

/// After clicking a tile, the keyboard still works: Enter buys.
#[tokio::test]
async fn enter_buys_after_a_click_on_a_tile() {
    let mut visit = Visit::start().await;
    let game = game_where(Options::of(Preset::Renegade), &[Level::Steady; 2], |game: &Game, seat| {
        game.phase() == Phase::Tile && !game.active().is_empty() && alone(game, seat).is_some()
    });
    let tile = alone(game.game(), Seat::new(0).unwrap()).unwrap();
    open(&mut visit, &game).await;
    assert_eq!(next_decision(&mut visit).await, "tile");
    visit.click(&format!(".hand .tile[data-tile='{tile}']")).await;
    visit.wait_for("#buy").await;
    let before = visit.evaluate(NUMBER).await;
    visit.key("Enter").await;
    visit.wait_until(&format!("{NUMBER} !== {before}")).await;
}

/// A held key decides nothing: it does not declare the end, end the game, place a tile, undo, or press a
/// button twice. It does repeat steps of a draft.
#[tokio::test]
async fn a_held_key_decides_nothing() {
    let mut visit = Visit::start().await;
    let game = game_where(Options::of(Preset::Classic), &[Level::Steady; 2], |game, seat| {
        game.phase() == Phase::Tile && game.check(seat, &Action::DeclareEnd).is_ok()
    });
    open(&mut visit, &game).await;
    visit.wait_for("#declare").await;
    visit.hold("e", 4).await;
    visit.wait_for("#declare-now").await;
    visit.hold("Escape", 4).await;
    visit.wait_for("#declare").await;
    let number = visit.text(&format!("{PLAYABLE} kbd")).await;
    visit.hold(&number, 4).await;
    visit.wait_for(".tile[aria-pressed=true]").await;
    // With the focus on the board, Enter chooses the tile, and a second Enter would place it.
    let tile =
        game.scene(Seat::new(0)).hand().into_iter().find(|(_, outlook)| outlook.is_playable()).unwrap().0;
    visit.key("Escape").await;
    visit.evaluate("document.querySelector('.board').focus()").await;
    for _ in 1..tile.column() {
        visit.key("ArrowRight").await;
    }
    let cursor = format!(".board .cursor[data-tile='{tile}']");
    while !visit.has(&cursor).await {
        visit.key("ArrowDown").await;
    }
    visit.key("Escape").await;
    visit.hold("Enter", 4).await;
    visit
        .wait_for(&format!(
            ".board [data-tile='{tile}'].chosen, .hand [data-tile='{tile}'][aria-pressed=true]"
        ))
        .await;
    assert_eq!(saved_game(&mut visit).await.to_text(), game.to_text());
    // With the focus on a button, Enter presses it once, and not the button that replaces it.
    visit.evaluate("document.querySelector('#declare').focus()").await;
    visit.hold("Enter", 4).await;
    visit.wait_for("#declare-now").await;
    assert_eq!(saved_game(&mut visit).await.to_text(), game.to_text());
    visit.hold("Enter", 4).await;
    visit.wait_for("#end-at-once").await;
    visit.hold("e", 4).await;
    visit.wait_for("#end-now").await;
    assert!(saved_game(&mut visit).await.game().outcome().is_none());
    // Shares are added to the basket one by one.
    let bought = game_where(Options::of(Preset::Renegade), &[Level::Steady; 2], |game, seat| {
        let sells = |chain| game.active().contains(chain) && game.market()[chain] > 3;
        game.phase() == Phase::Buy && game.cash(seat).0 > 4_000 && sells(Chain::Tower)
    });
    open(&mut visit, &bought).await;
    visit.wait_for("#buy").await;
    visit.hold("t", 2).await;
    visit.wait_until("document.querySelector('.chip.tower output').textContent === '3'").await;
    visit.hold("Enter", 0).await;
    visit.wait_until("!document.querySelector('#buy')").await;
    assert_eq!(visit.complaints().await, [""; 0]);
}

/// Finds tiles revealed by the page: named outside the board, or not drawn as empty on it.
async fn leaks(page: &mut Page, tiles: &[String]) -> Vec<String> {
    let script = format!(
        "(() => {{
            const rest = document.documentElement.cloneNode(true);
            rest.querySelectorAll('.board, script').forEach((element) => element.remove());
            // A tile drawn by the bank was public and went back to the pile.
            const lines = [...rest.querySelectorAll('.line, [aria-live]')];
            lines.filter((line) => line.textContent.startsWith('The bank draws')).forEach((line) => line.remove());
            const leak = (tile) => {{
                const square = document.querySelector(`.board [data-tile=\"${{tile}}\"]`);
                // The cursor of the arrow keys reveals nothing.
                const isPlain = [...square.classList].every((name) => name === 'square' || name === 'cursor');
                const isEmpty = isPlain && square.ariaLabel === `${{tile}}, empty`;
                if (!isEmpty) return [`${{tile}}: ${{square.outerHTML}}`];
                const named = rest.outerHTML.match(new RegExp(`.{{0,60}}\\\\b${{tile}}\\\\b.{{0,30}}`));
                return named ? [`${{tile}}: ${{named[0]}}`] : [];
            }};
            return {}.flatMap(leak);
        }})()",
        serde_json::to_string(tiles).unwrap()
    );
    serde_json::from_value(page.evaluate(&script).await).unwrap()
}

#[tokio::test]
async fn people_who_share_a_screen_do_not_see_each_others_tiles() {
    let mut visit = Visit::start().await;
    visit.open("/").await;
    visit.click("#pass-and-play").await;
    let mut curtains = 0;
    for turn in 0.. {
        assert!(turn < 500, "the game does not end");
        let asked = next_decision(&mut visit).await;
        if asked == "over" {
            break;
        }
        let game = saved_game(&mut visit).await;
        let tiles = |seat: Seat| -> Vec<String> {
            let view = game.game().view(Some(seat));
            view.hand().map(|hand| hand.iter().map(|tile| tile.to_string()).collect()).unwrap_or_default()
        };
        let acting = game.game().to_act().expect("the game continues");
        let is_open = asked != "curtain";
        let hidden: Vec<String> =
            game.people().filter(|&seat| seat != acting || !is_open).flat_map(tiles).collect();
        assert_eq!(leaks(&mut visit, &hidden).await, [""; 0], "turn {turn}, {asked}");
        let mut shown = hand(&mut visit).await;
        let mut own = if is_open { tiles(acting) } else { Vec::new() };
        shown.sort();
        own.sort();
        assert_eq!(shown, own, "turn {turn}, {asked}");
        if is_open {
            // Make sure the search above would find tiles.
            assert_eq!(leaks(&mut visit, &own).await.len(), own.len());
        } else {
            curtains += 1;
            // The curtain disables the keys of the game.
            visit.key("1").await;
            assert!(!visit.has(".tile").await);
        }
        decide_by_mouse(&mut visit, &asked, turn).await;
    }
    assert!(curtains > 20, "{curtains} curtains");
    check_result(&mut visit).await;
}
