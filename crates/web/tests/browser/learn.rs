//! Learning the game: live boards, the guided game, the puzzles.

use mergemaker_engine::{Action, Chain, Shares, Theme};
use mergemaker_web::learn::guide::{Guide, GuideStep};
use mergemaker_web::learn::puzzle;

use crate::Visit;
use crate::driver::{DESKTOP, PHONE, Page};

/// Places a tile of the hand. Hovering chooses it; if the mouse was there already, the first click does.
async fn place(page: &mut Page, tile: &str) {
    let (button, number) = (format!(".hand [data-tile='{tile}']"), NUMBER_OF_LINES);
    let before = page.evaluate(number).await;
    page.click(&button).await;
    let answer = "document.querySelector('#verdict, .otherwise:not(:empty)')";
    let is_placed = format!("({answer} || {number} > {before})");
    let is_chosen = format!("document.querySelector(\"{button}\")?.ariaPressed === 'true'");
    page.wait_until(&format!("{is_placed} || {is_chosen}")).await;
    if page.evaluate(&format!("!{is_placed}")).await == true {
        page.click(&button).await;
    }
}

const NUMBER_OF_LINES: &str = "document.querySelectorAll('.told li.line').length";

async fn last_line(page: &mut Page) -> String {
    page.wait_for(".told li.line").await;
    let text = page.evaluate("[...document.querySelectorAll('.told li.line')].at(-1).textContent").await;
    text.as_str().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn a_chapter_is_tried_on_its_boards() {
    let mut visit = Visit::start().await;
    visit.open("/").await;
    visit.click("#learn").await;
    visit.click("a[href='/learn/tiles']").await;
    // A tile touching only by a corner stays on its own. After a reset, a neighbouring tile joins the chain.
    visit.click(".board [data-tile='6D']").await;
    visit.wait_for("#buy").await;
    assert!(last_line(&mut visit).await.contains("stays on its own"));
    visit.click("#set-back").await;
    visit.wait_for(".board [data-tile='6D'].mine").await;
    visit.click(".board [data-tile='6C']").await;
    visit.wait_for(".board [data-tile='6C'].tower").await;
    assert!(last_line(&mut visit).await.contains("3 tiles"));
    visit.click("#buy").await;
    visit.wait_for(".verdict").await;
    // The chapter's other board, then the chapters up to mergers.
    visit.click("input[name=board][value='1'] + span").await;
    visit.wait_for(".board [data-tile='5D'].mine").await;
    for chapter in ["founding", "stock", "mergers"] {
        visit.click("#next").await;
        visit.wait_until(&format!("location.pathname === '/learn/{chapter}'")).await;
    }
    visit.click(".board [data-tile='5D']").await;
    visit.wait_for("#trade-sell").await;
    let paid = last_line(&mut visit).await;
    let expected = ["(5 shares): majority bonus $3,000", "Ada (2 shares): minority bonus $1,500"];
    assert!(expected.iter().all(|part| paid.contains(part)), "{paid}");
    visit.click("#trade-sell").await;
    visit.click("#buy").await;
    visit.wait_for(".verdict").await;
    visit.click("#previous").await;
    visit.wait_until("location.pathname === '/learn/stock'").await;
    assert_eq!(visit.complaints().await, [""; 0]);
}

/// The saved guided game.
async fn saved_guide(page: &mut Page) -> Guide {
    let text = page.evaluate("localStorage.getItem('first-game') ?? ''").await;
    Guide::read(text.as_str().unwrap_or_default(), "you")
}

/// Follows the guide by mouse.
async fn follow(page: &mut Page, step: GuideStep) {
    match step {
        GuideStep::Place | GuideStep::Grow | GuideStep::Merge => {
            let tile = step.tile().expect("it names a tile").to_string();
            page.wait_for(&format!(".board [data-tile='{tile}'][data-pointed]")).await;
            page.wait_for(&format!(".hand [data-tile='{tile}'][data-pointed]")).await;
            place(page, &tile).await;
        }
        GuideStep::Found => page.click(".ask[data-pointed] button.chip").await,
        GuideStep::Buy | GuideStep::BuyMore => {
            for _ in 0..3 {
                page.click(".chip[data-pointed] .step:last-child").await;
            }
            page.wait_until("document.querySelector('.chip[data-pointed] output').textContent === '3'").await;
            page.click("#buy").await;
        }
        GuideStep::Dispose => {
            page.click("#sell-all").await;
        }
        GuideStep::BuyLast => {
            for _ in 0..3 {
                page.click(".chip.american .step:last-child").await;
            }
            page.click("#buy").await;
        }
        GuideStep::Declare => {
            page.click("#declare[data-pointed]").await;
            page.click("#declare-now").await;
        }
        GuideStep::Watch | GuideStep::Over => {}
    }
}

#[tokio::test]
async fn the_guided_game_is_played_to_its_end() {
    let mut visit = Visit::start().await;
    visit.open("/").await;
    visit.click("#learn-first").await;
    // Other decisions get an explanation and change nothing.
    place(&mut visit, "1A").await;
    visit.wait_for(".otherwise:not(:empty)").await;
    assert_eq!(saved_guide(&mut visit).await.step(), GuideStep::Place);
    let mut steps = Vec::new();
    while steps.len() < 9 {
        let guide = saved_guide(&mut visit).await;
        let step = guide.step();
        if step == GuideStep::Watch || steps.last() == Some(&step) {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
            continue;
        }
        if step == GuideStep::Merge {
            visit.reload().await;
        }
        follow(&mut visit, step).await;
        steps.push(step);
    }
    assert_eq!(steps, GuideStep::ALL);
    visit.wait_for("#real-game").await;
    let outcome = saved_guide(&mut visit).await.sandbox().game().outcome().expect("the game is over").clone();
    let shown = visit.text(".outcome h2").await;
    assert!(shown.contains(&outcome.cash[0].to_string()), "{shown}");
    assert!(visit.has("#to-puzzles").await);
    for screen in [PHONE, DESKTOP] {
        visit.resize(screen).await;
        visit.shot(&format!("first-over-{}-light", screen.name)).await;
    }
    visit.click("#real-game").await;
    visit.wait_for(".ask").await;
    assert_eq!(visit.evaluate("location.pathname").await, "/play");
    assert_eq!(visit.complaints().await, [""; 0]);
}

/// Follows the guide by keyboard.
async fn follow_by_keyboard(page: &mut Page, step: GuideStep, own: Option<Chain>) {
    match step {
        GuideStep::Place | GuideStep::Grow | GuideStep::Merge => {
            let tile = step.tile().expect("it names a tile").to_string();
            let number = page.text(&format!(".hand [data-tile='{tile}'][data-pointed] kbd")).await;
            page.key(&number).await;
            page.wait_for(".tile[aria-pressed=true]").await;
            page.key("Enter").await;
        }
        GuideStep::Found => page.key("t").await,
        GuideStep::Buy | GuideStep::BuyMore => {
            let letter = Theme::Renegade
                .face(own.expect("a chain is founded"))
                .letter
                .to_ascii_lowercase()
                .to_string();
            for _ in 0..3 {
                page.key(&letter).await;
            }
            page.key("Enter").await;
        }
        GuideStep::Dispose => {
            page.tab_to("#sell-all").await;
            page.key("Enter").await;
        }
        GuideStep::BuyLast => page.key("Enter").await,
        GuideStep::Declare => {
            page.key("e").await;
            page.wait_for("#declare-now").await;
            page.key("e").await;
        }
        GuideStep::Watch | GuideStep::Over => {}
    }
}

#[tokio::test]
async fn the_guided_game_is_played_by_keyboard_alone() {
    let mut visit = Visit::start().await;
    visit.prepare("addEventListener('mousedown', () => { window.wasMouseUsed = true; })").await;
    visit.open("/").await;
    visit.tab_to("#learn-first").await;
    visit.key("Enter").await;
    for wanted in GuideStep::ALL {
        visit.wait_for(&format!(".guide[data-step={}]", wanted.id())).await;
        let own = saved_guide(&mut visit).await.own();
        follow_by_keyboard(&mut visit, wanted, own).await;
    }
    visit.wait_for("#real-game").await;
    assert!(visit.evaluate("window.wasMouseUsed").await.is_null());
    assert_eq!(visit.complaints().await, [""; 0]);
}

#[tokio::test]
async fn a_puzzle_is_answered_wrong_and_then_right() {
    let mut visit = Visit::start().await;
    visit.open("/learn/puzzles").await;
    visit.click("a[href='/learn/puzzles/1']").await;
    visit.click("#puzzle-hint").await;
    visit.wait_for(".hint").await;
    let choices = puzzle::all()[0].choices();
    let tile = |action: &Action| match action {
        Action::Place { tile } => tile.to_string(),
        _ => panic!("the first puzzle is about tiles"),
    };
    place(&mut visit, &tile(&choices[1].action)).await;
    let wrong = visit.text("#verdict[data-right=false] .question").await;
    assert!(wrong.contains(&(choices[0].money - choices[1].money).to_string()), "{wrong}");
    assert!(!visit.has(".compared").await, "the answer is not given away");
    visit.click("#set-back").await;
    place(&mut visit, &tile(&choices[0].action)).await;
    let right = visit.text("#verdict[data-right=true] .question").await;
    assert!(right.contains(&choices[0].money.to_string()), "{right}");
    assert_eq!(visit.evaluate("localStorage.getItem('puzzles')").await, "pays");
    visit.click("#next").await;
    visit.wait_until("location.pathname === '/learn/puzzles/2'").await;
    // A puzzle about shares, by keyboard alone.
    visit.open("/learn/puzzles/5").await;
    visit.wait_for("#buy").await;
    let best = Action::Buy { shares: Shares::of(Chain::American, 3) };
    assert_eq!(puzzle::all()[4].choices()[0].action, best);
    for _ in 0..3 {
        visit.key("a").await;
    }
    visit.key("Enter").await;
    visit.wait_for("#verdict[data-right=true] .compared").await;
    assert_eq!(visit.evaluate("localStorage.getItem('puzzles')").await, "pays,majority");
    visit.open("/learn/puzzles").await;
    assert_eq!(visit.evaluate("document.querySelectorAll('.solved').length").await, 2);
    assert_eq!(visit.complaints().await, [""; 0]);
}
