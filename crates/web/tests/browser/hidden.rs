//! Games with hidden holdings: neither local games nor tables show what players must remember.

use std::collections::BTreeSet;

use mergemaker_bots::{Dissolving, Reason};
use mergemaker_engine::{Holdings, Options, Phase, Preset, Seat};
use mergemaker_protocol::{TableId, ToClient};
use mergemaker_voice::{LogLine, Narrator};
use mergemaker_web::local::{Customs, LocalGame};
use mergemaker_web::memory::Memory;
use mergemaker_web::remote::{Received, Remote};
use mergemaker_web::scene::Scene;
use mergemaker_web::spoken::{board, outlook};
use mergemaker_web::words::{Language, Words, page};
use serde_json::json;

use crate::Visit;
use crate::driver::Page;
use crate::play::{decide_by_mouse, next_decision, saved_game};
use crate::rules::shots;
use crate::secrets::secrets;
use crate::tables::{CUTTABLE_SOCKET, NUMBER, page_with_decision, two_at_a_table};
use crate::variants::{choose, game_with, open_game};

/// The log as shown, newest line first: each line with its details.
const LOG: &str = "[...document.querySelectorAll('.log ol > .line, .tv-lines > .line')].map((line) => [ \
    [...line.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.textContent).join(''), \
    [...line.querySelectorAll('ul > li')].map((detail) => detail.textContent)])";

/// The text of all matching elements.
async fn lines(page: &mut Page, selector: &str) -> Vec<String> {
    let script = format!("[...document.querySelectorAll('{selector}')].map((line) => line.textContent)");
    serde_json::from_value(page.evaluate(&script).await).expect("lines of text")
}

/// Checks that log, announcements and large screen show exactly what the page may remember. Returns the
/// number of forgotten lines.
async fn check_log(page: &mut Page, scene: &Scene, words: &Words) -> usize {
    let narrator = scene.narrator(words, scene.view.rules().preset().theme());
    let log = scene.log(&narrator);
    // A large screen shows only the newest lines.
    let most = if page.has(".tv-lines").await { 5 } else { log.len() };
    let shown: Vec<_> = log.iter().rev().take(most).map(|line| (&line.text, &line.details)).collect();
    assert_eq!(page.evaluate(LOG).await, json!(shown));
    let whole = |line: &LogLine| [std::slice::from_ref(&line.text), &line.details].concat().join(" ");
    let news: BTreeSet<String> = log.iter().map(whole).collect();
    for received in lines(page, "#news .line").await {
        assert!(news.contains(&received), "{received} is not in {news:#?}");
    }
    narrator.lines(&scene.entries).len() - log.len()
}

fn me() -> Seat {
    Seat::new(0).unwrap()
}

/// Checks that a local game's page reveals nothing of what others hold. Returns the number of forgotten
/// lines.
async fn look(visit: &mut Visit, game: &LocalGame, words: &Words, asked: &str) -> usize {
    let scene = game.scene(Some(me())).localized(words);
    let forgotten = check_log(visit, &scene, words).await;
    let theme = scene.view.rules().preset().theme();
    let narrator = scene.narrator(words, theme);
    assert_eq!(lines(visit, ".in-words li").await, board(&scene, &narrator));
    // Cash, worth and shares of others, except shares of a chain whose bonuses are being paid.
    let others = visit
        .evaluate("[...document.querySelectorAll('.players tbody tr:not(.me)')].map((row) => [...row.querySelectorAll('td')].filter((cell) => cell.innerText.trim() !== '?').length)")
        .await;
    let others: Vec<u64> = serde_json::from_value(others).unwrap();
    let most = u64::from(game.game().phase() == Phase::Dispose);
    assert!(others.iter().all(|&count| count <= most), "{others:?}");
    // No ranks and no crowns.
    assert!(!visit.has(".players :is(td.first, td.second, td.third, .crown)").await);
    assert!(!visit.has(".standing, .hint").await);
    // Others are named only for their offers, or when bonuses are paid, which is public.
    let is_public = ["answer", "dispose"].contains(&asked);
    let question = visit.text(".ask").await;
    let named = scene.players[1..].iter().find(|player| question.contains(&player.name));
    assert!(named.is_none() || is_public, "{question}");
    if asked == "tile" {
        look_at_previews(visit, &scene, &narrator).await;
    }
    forgotten
}

/// Checks the previews of tiles under the mouse.
async fn look_at_previews(visit: &mut Visit, scene: &Scene, narrator: &Narrator<'_>) {
    for (tile, _) in scene.hand() {
        visit.hover(&format!(".hand .tile[data-tile='{tile}']")).await;
        let text = outlook(scene, narrator, tile);
        visit
            .wait_until(&format!("document.querySelector('.preview').textContent === {}", json!(text)))
            .await;
        assert!(!text.contains(" get"), "a preview mentions no payments: {text}");
    }
}

/// Checks that a hint does not depend on what others hold.
async fn check_hint(visit: &mut Visit, scene: &Scene, words: &Words) {
    visit.click("#hint").await;
    visit.wait_for(".hint .chance").await;
    let hint = visit.text(".hint").await;
    for player in &scene.players[1..] {
        assert!(!hint.contains(&player.name) || hint.contains("Offer "), "{hint}");
    }
    assert_eq!(secrets(words, &hint), [""; 0], "{hint}");
    let narrator = scene.narrator(words, scene.view.rules().preset().theme());
    let (best, reason) = (visit.text(".hint b").await, visit.text(".hint p:nth-of-type(2)").await);
    let dissolving = Dissolving::of(&scene.view);
    let reasons: Vec<String> = scene
        .view
        .legal_actions()
        .iter()
        .filter(|action| narrator.action(action, dissolving) == best)
        .map(|action| narrator.reason(&Reason::of(&scene.view, action), me()))
        .collect();
    assert!(reasons.contains(&reason) || best.starts_with("Offer "), "{best}: {reason}; {reasons:?}");
}

/// Checks that an offer's meaning is shown for the viewer but not for the other side.
async fn look_at_offer(visit: &mut Visit) {
    visit.click("#offer").await;
    visit.click("[data-side=you-get] [data-by='+1000']").await;
    visit.wait_for(".meaning").await;
    let other = lines(visit, ".meaning tbody td:nth-child(3)").await;
    assert!(!other.is_empty() && other.iter().all(|text| text == "hidden"), "{other:?}");
    visit.click("#cancel-offer").await;
    visit.wait_until("!document.querySelector('.meaning')").await;
}

/// Neither the screen nor the log nor hints show what players must remember.
#[tokio::test]
async fn what_players_must_remember_is_not_shown() {
    let words = page(Language::English);
    let mut visit = Visit::start().await;
    for preset in [Preset::Renegade, Preset::Trading] {
        visit.open("/").await;
        choose(&mut visit, "#preset", preset.id()).await;
        visit.click("#preset-more summary").await;
        assert!(!visit.has("#now-memory").await, "open holdings need no memory setting");
        choose(&mut visit, "#preset-holdings", "hidden").await;
        visit.wait_for("#now-memory").await;
        assert_eq!(visit.evaluate("document.querySelector('#now-memory').value").await, "none");
        visit.click("#play-now").await;
        let (mut forgotten, mut hints, mut offers) = (0, 0, 0);
        for turn in 0..70 {
            let asked = next_decision(&mut visit).await;
            if asked == "over" {
                break;
            }
            let game = saved_game(&mut visit).await;
            assert_eq!(game.setup().rules.options().holdings, Holdings::Hidden);
            assert_eq!(game.customs().memory, Memory::None);
            forgotten += look(&mut visit, &game, &words, &asked).await;
            if asked == "tile" && preset == Preset::Trading && offers < 5 {
                look_at_offer(&mut visit).await;
                offers += 1;
            }
            if turn % 4 == 3 && visit.has("#hint").await {
                check_hint(&mut visit, &game.scene(Some(me())).localized(&words), &words).await;
                hints += 1;
            }
            if turn == 40 {
                assert!(visit.text("#log-forgets").await.contains("your last turn"));
                shots(&mut visit, &format!("hidden-{preset}")).await;
            }
            decide_by_mouse(&mut visit, &asked, turn).await;
        }
        assert!(forgotten > 300 && hints > 5, "{forgotten} lines, {hints} hints");
        assert!(preset != Preset::Trading || offers == 5);
    }
    assert_eq!(visit.complaints().await, [""; 0]);
}

/// The players may agree on more memory: then mergers or everything stay in the log.
#[tokio::test]
async fn players_agree_on_what_the_page_remembers() {
    let words = page(Language::English);
    let mut visit = Visit::start().await;
    let hidden = Options { holdings: Holdings::Hidden, ..Options::of(Preset::Classic) };
    for memory in [Memory::Mergers, Memory::All] {
        let customs = Customs { memory, ..Customs::default() };
        let levels = [mergemaker_bots::Level::Steady; 3];
        let game = game_with(hidden, customs, &levels, |game, _| {
            game.phase() == Phase::Tile && game.pile_len() < 40
        });
        open_game(&mut visit, &game).await;
        let forgotten = look(&mut visit, &game, &words, "tile").await;
        assert_eq!(visit.has("#log-forgets").await, memory == Memory::Mergers);
        assert!(visit.text(".log").await.contains("Bonuses for"));
        assert_eq!(forgotten > 20, memory == Memory::Mergers, "{forgotten}");
        check_hint(&mut visit, &game.scene(Some(me())).localized(&words), &words).await;
    }
    assert_eq!(visit.complaints().await, [""; 0]);
}

/// Compares a page at a table with the game rebuilt from its messages. Returns the number of forgotten lines.
async fn check_remote(page: &mut Page, remote: &mut Remote, words: &Words) -> usize {
    let received = page.evaluate("window.received.splice(0)").await;
    let received: Vec<String> = serde_json::from_value(received).expect("messages");
    for message in received {
        let message: ToClient = serde_json::from_str(&message).unwrap();
        assert_ne!(remote.receive(message, 0.0), Received::Gap);
    }
    let scene = remote.scene().expect("the game has started").with_bots_localized(words);
    check_log(page, &scene, words).await
}

/// At a table the log, the announcements and the large screen follow the table's memory setting for players,
/// spectators and the room.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_remembers_for_everybody_alike() {
    let words = page(Language::English);
    let mut visit = Visit::start().await;
    for memory in Memory::ALL {
        let options = [("trading", "yes"), ("holdings", "hidden"), ("memory", memory.id())];
        let mut pages = two_at_a_table(&mut visit, &options).await;
        let path = pages[0].evaluate("location.pathname").await.as_str().expect("an address").to_owned();
        let table = path.rsplit('/').next().expect("a table").to_owned();
        let mut others = [visit.newcomer().await, visit.newcomer().await];
        let views = [(path.clone(), ".log"), (format!("/tv/{table}"), ".tv-lines")];
        for (page, (path, shows)) in others.iter_mut().zip(views) {
            page.prepare(CUTTABLE_SOCKET).await;
            page.open(&path).await;
            page.wait_for(shows).await;
        }
        let mut remotes = [(); 4].map(|()| Remote::new(TableId(table.clone())));
        let mut forgotten = [0; 4];
        for turn in 0..50 {
            let index = page_with_decision(&mut pages).await;
            let what = next_decision(&mut pages[index]).await;
            if what == "over" {
                break;
            }
            let looked_at = pages.iter_mut().chain(&mut others).zip(&mut remotes).zip(&mut forgotten);
            for ((page, remote), forgotten) in looked_at {
                *forgotten += check_remote(page, remote, &words).await;
            }
            let before = pages[index].evaluate(NUMBER).await;
            decide_by_mouse(&mut pages[index], &what, turn).await;
            for page in pages.iter_mut().chain(&mut others) {
                page.wait_until(&format!("{NUMBER} > {before}")).await;
            }
        }
        let forgets = memory != Memory::All;
        assert!(forgotten.iter().all(|&count| (count > 100) == forgets), "{memory:?}: {forgotten:?}");
        others[1].shot(&format!("tv-hidden-{}", memory.id())).await;
    }
}
