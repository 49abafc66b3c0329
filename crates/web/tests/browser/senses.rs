//! Everything beside the game itself: settings, sounds, notifications, the card of prices, the board in
//! words, the large screen, the hand and motion.

use mergemaker_bots::{Budget, Level, decide};
use mergemaker_engine::{Dice, Phase, Preset, Rules};
use mergemaker_record::Seed;
use mergemaker_web::local::{LocalGame, Setup};
use mergemaker_web::motion::{Motion, between};
use mergemaker_web::scene::Player;
use serde_json::json;

use crate::Visit;
use crate::driver::{DESKTOP, PHONE, Page, Screen};
use crate::play::{decide_by_mouse, hand, next_decision};
use crate::tables::{make_table, page_with_decision, sit_down, start_game};
use crate::variants::choose;

/// A game of bots, optionally with a person in the first seat, after a number of decisions.
pub(crate) fn game(preset: Preset, has_person: bool, decisions: usize) -> LocalGame {
    game_of(3, preset, has_person, decisions)
}

fn game_of(count: usize, preset: Preset, has_person: bool, decisions: usize) -> LocalGame {
    let first = if has_person { Player::person("Ann") } else { Player::bot(Level::Novice) };
    let setup = Setup {
        rules: Rules::of(preset),
        players: std::iter::once(first).chain(vec![Player::bot(Level::Novice); count - 1]).collect(),
        seed: Seed::for_simulation(6, 1),
        hints: true,
    };
    let mut game = LocalGame::new(setup).unwrap();
    let mut person = Level::Novice.bot();
    let mut number = 0;
    while number < decisions || has_person && game.waits_for_bot() {
        let Some(seat) = game.game().to_act() else { break };
        if game.waits_for_bot() {
            game.let_bot_decide();
        } else {
            let action = decide(&mut *person, game.game(), &mut Dice::new(1), Budget::default()).action;
            game.decide(seat, &action).unwrap();
        }
        number += 1;
    }
    game
}

/// Opens the page of a game.
pub(crate) async fn open(page: &mut Page, game: &LocalGame) {
    page.keep("game", &game.to_text()).await;
    page.open("/play").await;
    page.wait_for(".board").await;
}

#[tokio::test]
async fn settings_are_kept_over_a_reload() {
    let mut visit = Visit::start().await;
    let mut page = visit.newcomer().await;
    page.open("/").await;
    for round in 0..2 {
        page.click("#settings").await;
        page.wait_for("dialog .settings").await;
        if round == 0 {
            for choice in ["[name=pace][value=calm]", "[name=motion][value=off]", "[name=scheme][value=dark]"]
            {
                page.click(&format!("{choice} + span")).await;
            }
            page.click("#words").await;
            page.click("#sound").await;
            choose(&mut page, "#volume", "30").await;
            choose(&mut page, "#theme", "hotels").await;
        }
        let chosen = page
            .evaluate(
                "({ chosen: [...document.querySelectorAll('.settings :checked')].map((one) => one.value), \
                 volume: document.querySelector('#volume').value, theme: document.querySelector('#theme').value, \
                 scheme: document.documentElement.style.colorScheme, \
                 motion: document.documentElement.dataset.motion })",
            )
            .await;
        let expected = json!({
            "chosen": ["hotels", "calm", "off", "dark", "on", "on"],
            "volume": "30", "theme": "hotels", "scheme": "dark", "motion": "off",
        });
        assert_eq!(chosen, expected, "round {round}");
        if round == 1 {
            // Changing the language redraws the page and keeps the settings.
            page.key("Escape").await;
            choose(&mut page, "#language", "de").await;
            page.wait_until("document.querySelector('#settings').ariaLabel === 'Einstellungen'").await;
            page.wait_until("/Gegen Bots/.test(document.querySelector('main').textContent)").await;
            break;
        }
        page.key("Escape").await;
        page.wait_until("!document.querySelector('dialog')").await;
        page.reload().await;
    }
    assert_eq!(page.complaints().await, [""; 0]);
}

#[tokio::test]
async fn there_is_no_sound_unless_it_is_turned_on() {
    let mut visit = Visit::start().await;
    visit
        .prepare(
            "window.studios = 0; window.tones = 0; const Studio = AudioContext; \
             window.AudioContext = class extends Studio { \
                 constructor() { super(); window.studios += 1; } \
                 createOscillator() { window.tones += 1; return super.createOscillator(); } }",
        )
        .await;
    open(&mut visit, &game(Preset::Renegade, true, 20)).await;
    for turn in 0..4 {
        let what = next_decision(&mut visit).await;
        decide_by_mouse(&mut visit, &what, turn).await;
    }
    next_decision(&mut visit).await;
    assert_eq!(visit.evaluate("[studios, tones]").await, json!([0, 0]), "sound is off by default");
    visit.click("#settings").await;
    visit.click("#sound").await;
    visit.wait_until("studios === 1 && tones > 0").await;
    visit.click("#settings-close").await;
    let before = visit.evaluate("tones").await.as_i64().unwrap();
    for turn in 0..4 {
        let what = next_decision(&mut visit).await;
        decide_by_mouse(&mut visit, &what, turn).await;
    }
    visit.wait_until(&format!("tones > {before}")).await;
    assert_eq!(visit.evaluate("studios").await, 1, "the audio context is reused");
    assert_eq!(visit.complaints().await, [""; 0]);
}

#[tokio::test]
async fn notification_permission_is_requested_only_on_opting_in() {
    let mut visit = Visit::start().await;
    visit
        .prepare(
            "window.asked = 0; window.notices = []; window.isHidden = false; \
             window.Notification = class { \
                 static get permission() { return window.asked ? 'granted' : 'default'; } \
                 static requestPermission() { window.asked += 1; return Promise.resolve('granted'); } \
                 constructor(title) { window.notices.push(title); } }; \
             Object.defineProperty(document, 'hidden', { get: () => window.isHidden });",
        )
        .await;
    open(&mut visit, &game(Preset::Renegade, true, 20)).await;
    let play_until_my_turn = async |visit: &mut Visit| {
        for turn in 0..3 {
            let what = next_decision(visit).await;
            decide_by_mouse(visit, &what, turn).await;
        }
        next_decision(visit).await;
    };
    visit.evaluate("window.isHidden = true").await;
    play_until_my_turn(&mut visit).await;
    assert_eq!(visit.evaluate("[asked, notices.length]").await, json!([0, 0]));
    visit.evaluate("window.isHidden = false").await;
    visit.click("#settings").await;
    visit.click("#notify").await;
    visit.wait_until("window.asked === 1").await;
    visit.click("#settings-close").await;
    play_until_my_turn(&mut visit).await;
    assert_eq!(visit.evaluate("notices.length").await, 0, "a visible page does not notify");
    visit.evaluate("window.isHidden = true").await;
    play_until_my_turn(&mut visit).await;
    visit.wait_until("notices.length > 0").await;
    assert_eq!(visit.evaluate("notices[0]").await, "Mergemaker: Your turn");
}

/// Everything in the log is announced in order while bots play at full speed, and the board is described in
/// words.
#[tokio::test]
async fn screen_readers_get_every_event() {
    let mut visit = Visit::start().await;
    let game = game(Preset::Renegade, true, 30);
    open(&mut visit, &game).await;
    visit.wait_for("#news li").await;
    visit
        .evaluate(
            "(() => { window.said = []; new MutationObserver((changes) => changes.forEach((change) => \
             change.addedNodes.forEach((node) => { if (node.matches?.('li')) said.push(node.textContent); }))) \
             .observe(document.querySelector('#news'), { childList: true }); \
             window.linesBefore = document.querySelectorAll('.log li.line').length; })()",
        )
        .await;
    for turn in 0..16 {
        let what = next_decision(&mut visit).await;
        if what == "over" {
            break;
        }
        decide_by_mouse(&mut visit, &what, turn).await;
    }
    next_decision(&mut visit).await;
    let compare = "(() => { const lines = [...document.querySelectorAll('.log li.line')].reverse().slice(linesBefore) \
        .map((line) => line.firstChild.textContent); \
        return { lines: lines.length, said: said.length, \
        swallowed: lines.filter((line, index) => !said[index]?.startsWith(line)) }; })()";
    let found = visit.evaluate(compare).await;
    assert_eq!(found["swallowed"], json!([]), "{found}");
    assert_eq!(found["lines"], found["said"]);
    assert!(found["lines"].as_i64() > Some(30), "{found}");
    // The board in words has every chain on the board and every tile of the hand.
    let words = visit.text(".in-words").await;
    for tile in hand(&mut visit).await {
        assert!(words.contains(&tile), "{tile} in {words}");
    }
    assert!(words.contains("a share. On "), "{words}");
    assert!(visit.has(".in-words.unseen").await);
    visit.click("#settings").await;
    visit.click("#words").await;
    visit.click("#settings-close").await;
    visit.wait_for(".in-words.panel:not(.unseen)").await;
    visit.shot("in-words").await;
}

#[tokio::test]
async fn the_card_can_always_be_opened() {
    let mut visit = Visit::start().await;
    for (preset, bonuses) in [(Preset::Renegade, 2), (Preset::Tycoon, 3)] {
        let game = game(preset, true, 80);
        open(&mut visit, &game).await;
        next_decision(&mut visit).await;
        visit.key("p").await;
        visit.wait_for("#prices").await;
        let found = visit
            .evaluate(
                "({ rows: document.querySelectorAll('#prices tbody tr').length, \
                 columns: document.querySelectorAll('#prices thead th').length, \
                 marked: document.querySelectorAll('#prices td.here .mark').length })",
            )
            .await;
        let active = game.game().active().len();
        assert!(active > 2);
        assert_eq!(found, json!({ "rows": 11, "columns": 4 + bonuses, "marked": active }));
        visit.key("p").await;
        visit.wait_until("!document.querySelector('#prices')").await;
        visit.click("#prices-button").await;
        // It is beside the game, which continues.
        visit.wait_for("#prices").await;
        let what = next_decision(&mut visit).await;
        decide_by_mouse(&mut visit, &what, 1).await;
        assert!(visit.has("#prices").await);
        visit.click("#prices-close").await;
        visit.wait_until("!document.querySelector('#prices')").await;
    }
}

/// Arrow keys move over the board and Enter places a tile. A tile can be dragged to its square.
#[tokio::test]
async fn a_tile_is_placed_on_the_board_by_arrows_and_by_dragging() {
    let mut visit = Visit::start().await;
    open(&mut visit, &game(Preset::Renegade, true, 0)).await;
    for by_arrows in [true, false] {
        while next_decision(&mut visit).await != "tile" {
            let what = next_decision(&mut visit).await;
            decide_by_mouse(&mut visit, &what, 1).await;
        }
        let tile =
            visit.evaluate("document.querySelector('.hand .tile:not(.not-now, .never)').dataset.tile").await;
        let tile = tile.as_str().unwrap().to_owned();
        let square = format!(".board [data-tile=\"{tile}\"]");
        if by_arrows {
            let (column, row) = tile.split_at(tile.len() - 1);
            visit.evaluate("document.querySelector('.board').focus()").await;
            for _ in 1..column.parse::<u32>().unwrap() {
                visit.key("ArrowRight").await;
            }
            for _ in 'A'..row.chars().next().unwrap() {
                visit.key("ArrowDown").await;
            }
            let label = "document.getElementById(document.querySelector('.board').getAttribute('aria-activedescendant')).ariaLabel";
            let label = visit.evaluate(label).await;
            assert!(label.as_str().unwrap().starts_with(&format!("{tile}, ")), "{label}");
            // Moving onto one of the viewer's tiles previews it, as hovering does.
            visit.wait_for(&format!("{square}.chosen")).await;
            visit.key("Enter").await;
        } else {
            visit.drag(&format!(".hand [data-tile=\"{tile}\"]"), &square).await;
        }
        visit.wait_for(&format!("{square}:is(.lone, .chain)")).await;
    }
}

/// On a laptop the whole game fits in one view for every decision. Larger screens use their space.
#[tokio::test]
async fn the_whole_game_is_in_one_view() {
    let mut visit = Visit::start().await;
    let screen = |name, width, height| Screen { name, width, height, is_phone: false };
    let mut games: Vec<LocalGame> =
        [60, 62, 90, 91, 92, 120].map(|number| game(Preset::Renegade, true, number)).into();
    // Six players, and as many chains to buy as possible.
    let six = (0..300).map(|number| game_of(6, Preset::Renegade, true, number));
    games.extend(
        six.filter(|six| six.game().phase() == Phase::Buy).max_by_key(|six| six.game().active().len()),
    );
    assert!(games.last().is_some_and(|six| six.game().active().len() >= 6), "many chains");
    let mut found = Vec::new();
    for (index, game) in games.iter().enumerate() {
        for screen in [DESKTOP, screen("large", 1_920, 1_080), screen("huge", 2_560, 1_440)] {
            visit.resize(screen).await;
            open(&mut visit, game).await;
            let what = next_decision(&mut visit).await;
            let seen = "({ high: document.documentElement.scrollHeight, wide: document.documentElement.scrollWidth, \
                board: document.querySelector('.board').getBoundingClientRect().height / innerHeight })";
            let seen = visit.evaluate(seen).await;
            let fits = seen["high"].as_f64() <= Some(screen.height.into())
                && seen["wide"].as_f64() <= Some(screen.width.into());
            let uses = seen["board"].as_f64() >= Some(0.5);
            if !fits || !uses {
                found.push(format!("{} {what} of game {index}: {seen}", screen.name));
            }
            if [0, 5, 6].contains(&index) {
                visit.shot(&format!("view-{index}-{}", screen.name)).await;
            }
        }
    }
    visit.resize(screen("tablet", 768, 1_024)).await;
    open(&mut visit, &games[0]).await;
    next_decision(&mut visit).await;
    visit.shot("view-tablet").await;
    assert!(found.is_empty(), "{found:#?}");
}

/// A table on a large screen with phones for the hands: the screen shows nobody's tiles, and a whole turn can
/// be played from a phone that shows only the hand.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_on_a_large_screen_with_phones_as_hands() {
    let mut visit = Visit::start().await;
    let mut ann = visit.newcomer().await;
    let mut bob = visit.newcomer().await;
    let mut tv = visit.newcomer().await;
    let link = make_table(&mut ann, "Ann", &[]).await;
    let path = link.strip_prefix(&visit.home).expect("the link leads here").to_owned();
    let tv_path = ann.evaluate("document.querySelector('#tv').getAttribute('href')").await;
    let tv_path = tv_path.as_str().unwrap().to_owned();

    // The screen needs no name. Its QR code is exactly the address for joining.
    tv.resize(Screen { name: "tv", width: 1_920, height: 1_080, is_phone: false }).await;
    tv.prefer("dark").await;
    tv.open(&tv_path).await;
    tv.wait_for(".qr").await;
    let drawn = tv.evaluate("document.querySelector('.qr path').getAttribute('d')").await;
    assert_eq!(drawn, mergemaker_web::qr::Code::of(&link).unwrap().path());
    assert!(link.ends_with(&tv.text(".tv-address").await));
    assert!(tv.text(".tv-waits").await.contains("one more player"));
    tv.shot("tv-lobby").await;

    bob.resize(PHONE).await;
    sit_down(&mut bob, &path, "Bob").await;
    tv.wait_until("/Everybody is here/.test(document.querySelector('.tv-waits')?.textContent)").await;
    let mut pages = [ann, bob];
    start_game(&mut pages).await;
    tv.wait_for(".tv .board").await;
    let [_, bob] = &mut pages;
    bob.click("#hand-only").await;
    bob.wait_for(".hand-only .purse").await;
    bob.reload().await;
    bob.wait_for(".hand-only .purse").await;
    let shown = "['.board', '.figures', '.log'].filter((one) => document.querySelector(one).getClientRects().length > 0)";
    assert_eq!(bob.evaluate(shown).await, json!([]), "only the hand");

    for turn in 0..14 {
        let index = page_with_decision(&mut pages).await;
        let what = next_decision(&mut pages[index]).await;
        if turn == 8 || turn == 9 {
            pages[1].shot("hand-only").await;
        }
        // The hand has no board to click.
        let way = if what == "tile" { 3 * turn + turn % 2 } else { turn };
        decide_by_mouse(&mut pages[index], &what, way).await;
        let number = format!("document.querySelector('.game').dataset.number === '{}'", turn + 1);
        pages[index].wait_until(&number).await;
        tv.wait_until(&number).await;
    }
    let [ann, bob] = &mut pages;
    let tiles = [hand(ann).await, hand(bob).await].concat();
    assert!(tiles.len() > 8);
    // Not even if a player opens it.
    ann.open(&tv_path).await;
    ann.wait_for(".tv .board").await;
    for page in [&mut tv, &mut *ann] {
        let leaks = format!(
            "{}.filter((tile) => document.querySelector(`.board [data-tile=\"${{tile}}\"]`).className !== 'square')",
            serde_json::to_string(&tiles).unwrap()
        );
        assert_eq!(page.evaluate(&leaks).await, json!([]));
        assert!(!page.has(".hand, .mine").await);
    }
    assert!(tv.text(".tv-now").await.len() > 5 && tv.has(".tv-lines li").await);
    let high = tv.evaluate("document.documentElement.scrollHeight").await;
    assert!(high.as_i64().expect("a height") <= 1_080, "one view: {high}");
    tv.shot("tv-game").await;
    for page in [&mut tv, ann, bob] {
        assert_eq!(page.complaints().await, [""; 0]);
    }
}

/// Motion shows what the decision did: the tile flies, a chain is taken over square by square, and every
/// payment flies. Then everything is removed. With reduced motion there is none.
#[tokio::test]
async fn motion_shows_what_a_decision_did() {
    let mut visit = Visit::start().await;
    let mut played = game(Preset::Renegade, false, 0);
    let (before, motions) = loop {
        let (before, scene) = (played.to_text(), played.scene(None));
        assert!(played.waits_for_bot(), "the game has no merger");
        played.let_bot_decide();
        let motions = between(&scene, &played.scene(None));
        if motions.iter().any(|motion| matches!(motion, Motion::Takeover { .. })) {
            break (LocalGame::read(&before).unwrap(), motions);
        }
    };
    let mut taken: Vec<String> = Vec::new();
    let mut paid: Vec<String> = Vec::new();
    for motion in &motions {
        match motion {
            Motion::Takeover { squares, .. } => {
                taken.extend(squares.iter().map(|(tile, _)| tile.to_string()));
            }
            Motion::Money { cash, before, .. } if cash > before => {
                paid.push(format!("+{}", cash.saturating_sub(*before)));
            }
            Motion::Money { cash, before, .. } => paid.push(format!("−{}", before.saturating_sub(*cash))),
            Motion::Tile { .. } | Motion::Ripple { .. } => {}
        }
    }
    taken.sort();
    for wants_motion in [true, false] {
        let mut page = visit.newcomer().await;
        if !wants_motion {
            page.prefer("light").await;
        }
        let number = before.scene(None).number;
        let watch = format!(
            "window.seen = {{ taken: [], paid: [], moving: 0 }}; setInterval(() => {{ \
                 const layer = document.querySelector('#flight'); \
                 if (!layer || document.querySelector('.game').dataset.number !== '{}') return; \
                 if (seen.paid.length + seen.taken.length === 0) {{ \
                     seen.taken = [...layer.querySelectorAll('[data-was]')].map((one) => one.dataset.was).sort(); \
                     seen.paid = [...layer.querySelectorAll('.flying')].map((one) => one.textContent); }} \
                 seen.moving = Math.max(seen.moving, document.getAnimations().length); }}, 5)",
            number + 1
        );
        page.prepare(&watch).await;
        open(&mut page, &before).await;
        page.wait_until(&format!("document.querySelector('.game').dataset.number === '{}'", number + 1))
            .await;
        if wants_motion {
            page.shot("motion").await;
        }
        page.wait_until(&format!("document.querySelector('.game').dataset.number === '{}'", number + 2))
            .await;
        let seen = page.evaluate("window.seen").await;
        if wants_motion {
            assert_eq!((&seen["taken"], &seen["paid"]), (&json!(taken), &json!(paid)));
            assert!(seen["moving"].as_u64() >= Some(taken.len() as u64), "{seen}");
        } else {
            assert_eq!(seen, json!({ "taken": [], "paid": [], "moving": 0 }));
        }
        // The figures end at their true values.
        page.evaluate("document.querySelector('#settings').click()").await;
        page.wait_for("dialog .settings").await;
        page.click("[name=pace][value=fast] + span").await;
        page.wait_for("#again").await;
        page.wait_until("document.querySelector('#flight').childElementCount === 0").await;
        let outcome = {
            let mut whole = LocalGame::read(&before.to_text()).unwrap();
            while whole.game().to_act().is_some() {
                whole.let_bot_decide();
            }
            whole.game().outcome().unwrap().cash.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        let shown = page
            .evaluate("[...document.querySelectorAll('[data-cash]')].map((cell) => cell.textContent)")
            .await;
        assert_eq!(shown, json!(outcome));
        assert_eq!(page.complaints().await, [""; 0]);
    }
}
