//! Decisions that only some editions have: choosing dead tiles, founding chains during set-up, ending at
//! once. And recommendations for first games.

use mergemaker_bots::{Budget, Level, decide};
use mergemaker_engine::{Action, Dice, EndReason, Event, Game, Options, Phase, Preset, Rules, Seat, Tile};
use mergemaker_record::Seed;
use mergemaker_web::local::{Customs, LocalGame, Setup};
use mergemaker_web::scene::Player;
use mergemaker_web::words::{Language, page};

use crate::Visit;
use crate::driver::{DESKTOP, PHONE, quoted};
use crate::play::{check_result, decide_by_mouse, next_decision, saved_game};
use crate::tables::introduce;
use crate::variants::{choose, game_of, game_where, game_with, open_game};

fn me() -> Seat {
    Seat::new(0).unwrap()
}

/// Takes screenshots on a desktop and a phone, in both colour schemes.
pub(crate) async fn shots(visit: &mut Visit, name: &str) {
    for (size, device) in [(DESKTOP, "desktop"), (PHONE, "phone")] {
        for scheme in ["light", "dark"] {
            visit.resize(size).await;
            visit.prefer(scheme).await;
            visit.shot(&format!("{name}-{device}-{scheme}")).await;
        }
    }
    visit.prefer("light").await;
    visit.resize(DESKTOP).await;
}

/// In `digital`, one of two dead tiles is exchanged: the one the player picks.
#[tokio::test]
async fn one_of_two_dead_tiles_is_exchanged() {
    let customs = Customs { asks: true, ..Customs::default() };
    let game = game_with(Options::of(Preset::Digital), customs, &[Level::Steady; 2], |game, _| {
        game.phase() == Phase::Exchange && game.exchangeable().len() > 1 && game.pile_len() > 0
    });
    let mut dead: Vec<Tile> = game.game().exchangeable().iter().collect();
    dead.sort_by_key(|tile| (tile.column(), tile.row()));
    let mut visit = Visit::start().await;
    open_game(&mut visit, &game).await;
    assert_eq!(visit.text(".question").await, "Which dead tiles will you exchange?");
    assert!(visit.text("#exchange-about").await.starts_with("Pick one tile"));
    assert!(visit.has("#ask-dead-tiles[aria-checked=true]").await);
    let picked = "[...document.querySelectorAll('.pick')].map((tile) => tile.ariaPressed).join()";
    assert_eq!(visit.evaluate(&format!("{picked}.split('true').length")).await, 2, "one is picked initially");
    shots(&mut visit, "exchange").await;
    // Picking the other replaces it. Without a pick, all are kept.
    visit.key("1").await;
    visit.key("2").await;
    visit.wait_for(".pick:nth-of-type(2)[aria-pressed=true]").await;
    visit.key("2").await;
    visit.wait_until("/Keep all/.test(document.querySelector('#exchange').textContent)").await;
    visit.click(&format!(".pick[data-pick='{}']", dead[1])).await;
    visit.wait_until("/Exchange 1 tile/.test(document.querySelector('#exchange').textContent)").await;
    visit.key("Enter").await;
    visit.wait_until("!document.querySelector('#exchange')").await;
    let after = saved_game(&mut visit).await;
    let hand = after.game().hand(me());
    assert!(after.game().set_aside().contains(dead[1]) && !hand.contains(dead[1]));
    assert!(hand.contains(dead[0]) && !after.game().set_aside().contains(dead[0]), "the other was kept");
    assert!(visit.has(&format!(".board .out[data-tile='{}']", dead[1])).await);

    // By keyboard: Enter confirms the picks, here none.
    open_game(&mut visit, &game).await;
    let first = visit
        .evaluate(
            "[...document.querySelectorAll('.pick')].findIndex((tile) => tile.ariaPressed === 'true') + 1",
        )
        .await;
    visit.key(&first.to_string()).await;
    visit.wait_until("/Keep all/.test(document.querySelector('#exchange').textContent)").await;
    visit.key("Enter").await;
    visit.wait_until("!document.querySelector('#exchange')").await;
    assert_eq!(saved_game(&mut visit).await.game().set_aside(), game.game().set_aside());

    // Turning the question off answers it at once.
    open_game(&mut visit, &game).await;
    visit.click("#ask-dead-tiles").await;
    visit.wait_until("!document.querySelector('#exchange')").await;
    let after = saved_game(&mut visit).await;
    assert!(!after.customs().asks && after.game().set_aside().len() == game.game().set_aside().len() + 1);
    assert_eq!(visit.complaints().await, [""; 0]);
}

/// A game of two people at one screen, one of whom is asked about dead tiles.
fn shared_game() -> LocalGame {
    for number in 1..1_000 {
        let players = ["Ann", "Bob"].map(Player::person).to_vec();
        let (rules, seed) = (Rules::of(Preset::Digital), Seed::for_simulation(12, number));
        let game = LocalGame::new(Setup { rules, players, seed, hints: false }).unwrap();
        let mut game = game.with_customs(Customs { asks: true, ..Customs::default() });
        let (mut bot, mut dice) = (Level::Steady.bot(), Dice::new(number));
        while let Some(seat) = game.game().to_act() {
            if game.game().phase() == Phase::Exchange {
                return game;
            }
            let decided = decide(&mut *bot, game.game(), &mut dice, Budget::default());
            game.decide(seat, &decided.action).unwrap();
        }
    }
    panic!("no game asks about dead tiles");
}

/// At one screen each person is asked behind the curtain. Turning the setting off answers the question.
/// Either way the screen goes to the next player.
#[tokio::test]
async fn people_at_one_screen_are_asked_about_dead_tiles() {
    let game = shared_game();
    let asked = game.game().turn();
    let [asked, next] =
        [asked.index(), 1 - asked.index()].map(|index| game.setup().players[index].name.clone());
    let mut visit = Visit::start().await;
    for turns_off in [false, true] {
        visit.open("/").await;
        visit.evaluate(&format!("localStorage.setItem('game', {})", quoted(&game.to_text()))).await;
        visit.open("/play").await;
        visit.wait_for("#open-curtain").await;
        assert!(visit.text(".curtain").await.contains(&asked));
        assert!(!visit.has(".pick").await, "nobody's tiles are shown yet");
        visit.click("#open-curtain").await;
        visit.wait_for(".pick").await;
        visit.click(if turns_off { "#ask-dead-tiles" } else { "#keep-tiles" }).await;
        visit.wait_for("#open-curtain").await;
        assert!(visit.text(".curtain").await.contains(&next));
        let after = saved_game(&mut visit).await;
        assert_eq!(after.customs().asks, !turns_off);
        let set_aside = game.game().set_aside().len() + usize::from(turns_off);
        assert_eq!(after.game().set_aside().len(), set_aside);
    }
    assert_eq!(visit.complaints().await, [""; 0]);
}

/// The setting is offered if the rules allow a choice, and is off by default.
#[tokio::test]
async fn questions_about_dead_tiles_are_off_by_default() {
    let mut visit = Visit::start().await;
    visit.open("/").await;
    choose(&mut visit, "#preset", "classic").await;
    visit.wait_until("!document.querySelector('#now-ask-dead-tiles')").await;
    choose(&mut visit, "#preset", "digital").await;
    visit.wait_for("#now-ask-dead-tiles").await;
    assert!(visit.evaluate("document.querySelector('#now-ask-dead-tiles').checked").await == false);
    visit.click("#now-ask-dead-tiles").await;
    visit.click("#play-now").await;
    visit.wait_for("#ask-dead-tiles[aria-checked=true]").await;
    assert!(saved_game(&mut visit).await.customs().asks);
    visit.click("#ask-dead-tiles").await;
    visit.wait_for("#ask-dead-tiles[aria-checked=false]").await;
    assert!(!saved_game(&mut visit).await.customs().asks);
}

/// A game of six in which the person founds a chain with a start tile. The first start tile never touches
/// another, so the person is last.
pub(crate) fn game_at_set_up() -> (LocalGame, Seat) {
    let founds = |game: &Game, _| game.phase() == Phase::Found && game.set_up().is_some();
    let game = game_of(Options::of(Preset::Manual), Customs::default(), 5, &[Level::Novice; 5], founds);
    (game, Seat::new(5).unwrap())
}

/// In `manual`, a start tile founds a chain before the first turn, and the founder chooses the place of its
/// headquarters.
#[tokio::test]
async fn a_chain_is_founded_at_set_up() {
    let (game, me) = game_at_set_up();
    let founding = game.scene(Some(me)).founding_tile().unwrap();
    let other = game.game().founding_tiles().iter().find(|&tile| tile != founding).unwrap();
    let mut visit = Visit::start().await;
    open_game(&mut visit, &game).await;
    assert_eq!(visit.text(".question").await, "Your start tile founds a chain. Choose which one.");
    assert!(
        visit
            .text(".log")
            .await
            .contains(&format!("You draw the start tile {founding}, which founds a chain."))
    );
    visit.wait_for(&format!(".board .site.chosen[data-tile='{founding}']")).await;
    shots(&mut visit, "set-up").await;
    visit.click(&format!(".board [data-tile='{other}']")).await;
    visit.wait_for(&format!(".board .site.chosen[data-tile='{other}']")).await;
    assert!(
        visit.evaluate(&format!("document.querySelector('[name=site][value=\"{other}\"]').checked")).await
            == true
    );
    let chain = visit.evaluate("document.querySelector('.means [data-chain]').dataset.chain").await;
    visit.click(".means [data-chain]").await;
    visit.wait_for(&format!(".board .headquarters.chain[data-tile='{other}']")).await;
    let after = saved_game(&mut visit).await;
    let founded = after.record().events.into_iter().find_map(|event| match event {
        Event::Found { player, chain, at } => Some((player, chain, at)),
        _ => None,
    });
    let (player, founded, at) = founded.expect("a chain was founded");
    assert_eq!((player, chain.as_str(), at), (me, Some(founded.id()), Some(other)));
    visit
        .wait_until(&format!(
            "/You found .*, with headquarters on {other}\\./.test(document.querySelector('.log').textContent)"
        ))
        .await;
    // The game continues, and survives a reload.
    for turn in 0..8 {
        let asked = next_decision(&mut visit).await;
        decide_by_mouse(&mut visit, &asked, turn).await;
    }
    visit.reload().await;
    visit.wait_for(".board").await;
    let scene = saved_game(&mut visit).await.scene(None);
    if scene.view.active().contains(founded) {
        assert_eq!(scene.headquarters.tile(founded), Some(other), "headquarters never move");
    }
    assert_eq!(visit.complaints().await, [""; 0]);
}

/// In `classic`, a player who declared the end may end the game at once, before placing a tile and before
/// buying.
#[tokio::test]
async fn the_game_ends_at_once() {
    let game = game_where(Options::of(Preset::Classic), &[Level::Steady; 2], |game, seat| {
        game.phase() == Phase::Tile && game.check(seat, &Action::DeclareEnd).is_ok()
    });
    let mut visit = Visit::start().await;
    for before_buying in [false, true] {
        open_game(&mut visit, &game).await;
        visit.click("#declare").await;
        visit.click("#declare-now").await;
        visit.wait_for("#end-at-once").await;
        if before_buying {
            let asked = next_decision(&mut visit).await;
            decide_by_mouse(&mut visit, &asked, 1).await;
            let mut asked = crate::play::next_decision(&mut visit).await;
            while asked != "buy" {
                decide_by_mouse(&mut visit, &asked, 0).await;
                asked = crate::play::next_decision(&mut visit).await;
            }
        }
        // The first press shows a preview, and Escape closes it.
        visit.key("e").await;
        visit.wait_for("#end-now").await;
        assert!(visit.text(".declaring").await.contains("without the rest of your turn"));
        shots(&mut visit, if before_buying { "end-before-buying" } else { "end-at-once" }).await;
        visit.key("Escape").await;
        visit.wait_for("#end-at-once").await;
        if before_buying {
            visit.key("e").await;
            visit.wait_for("#end-now").await;
            visit.key("e").await;
        } else {
            visit.click("#end-at-once").await;
            visit.click("#end-now").await;
        }
        visit.wait_for("#again").await;
        check_result(&mut visit).await;
        let events = saved_game(&mut visit).await.record().events;
        assert!(matches!(events.last(), Some(Event::End { reason: EndReason::Declared })));
        let declared = events.iter().rposition(|event| matches!(event, Event::DeclareEnd { .. })).unwrap();
        let rest = &events[declared + 1..];
        assert!(!rest.iter().any(|event| matches!(event, Event::Buy { .. })), "{rest:?}");
        assert_eq!(rest.iter().any(|event| matches!(event, Event::Place { .. })), before_buying);
    }
    // The list of keys includes it.
    visit.key("?").await;
    assert!(visit.text(".keys").await.contains("end the game at once"));
}

/// Wherever an edition is chosen (for a local game, a shared screen or a table), a line says what its
/// rulebook recommends for a first game.
#[tokio::test]
async fn every_edition_recommends_how_to_play_a_first_game() {
    let words = page(Language::English);
    let mut visit = Visit::start().await;
    visit.open("/").await;
    for id in ["preset", "share-preset", "table-preset"] {
        if id == "table-preset" {
            visit.click("#new-table").await;
            introduce(&mut visit, "Ann").await;
        }
        for preset in Preset::NAMED {
            choose(&mut visit, &format!("#{id}"), preset.id()).await;
            let advice = words.say(&format!("preset-{}-first", preset.id()));
            visit
                .wait_until(&format!(
                    "document.querySelector('#{id}-first')?.textContent === {}",
                    quoted(&advice)
                ))
                .await;
        }
        // Custom rules have no recommendation.
        visit.click(&format!("#{id}-more summary")).await;
        choose(&mut visit, &format!("#{id}-trading"), "yes").await;
        visit
            .wait_until(&format!(
                "document.querySelector('#{id}').value === 'custom' && !document.querySelector('#{id}-first')"
            ))
            .await;
    }
    assert_eq!(visit.complaints().await, [""; 0]);
}
