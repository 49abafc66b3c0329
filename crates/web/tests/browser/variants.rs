//! Games by various rules, and every input: mouse, touch and keys.

use mergemaker_bots::{Budget, Level, decide};
use mergemaker_engine::{
    Action, Bonuses, DeadTiles, Dice, Event, Game, Holdings, Options, Phase, Preset, Rules, Seat,
};
use mergemaker_record::Seed;
use mergemaker_web::local::{Customs, LocalGame, Setup};
use mergemaker_web::scene::{Player, PlayerKind};

use crate::Visit;
use crate::driver::{PHONE, Page, quoted};
use crate::play::{check_result, decide_by_mouse, next_decision, saved_game};

/// Chooses a value of a list.
pub(crate) async fn choose(page: &mut Page, selector: &str, value: &str) {
    page.wait_for(selector).await;
    let script = format!(
        "(() => {{ const list = document.querySelector({}); list.value = {}; \
         list.dispatchEvent(new Event('change', {{ bubbles: true }})); return list.value; }})()",
        quoted(selector),
        quoted(value)
    );
    assert_eq!(page.evaluate(&script).await, value, "{selector} has no such value");
}

/// Plays by mouse until the game is over, checking the page before every decision.
async fn play_to_the_end(visit: &mut Visit, mut look: impl AsyncFnMut(&mut Visit, &str)) {
    for turn in 0.. {
        let asked = next_decision(visit).await;
        assert!(turn < 600, "the game does not end: {asked}");
        look(visit, &asked).await;
        if asked == "over" {
            break;
        }
        decide_by_mouse(visit, &asked, turn).await;
    }
    check_result(visit).await;
}

/// The first game in which a condition holds when it is the turn of the person, who plays like `steady`.
pub(crate) fn game_where(
    options: Options,
    bots: &[Level],
    condition: impl Fn(&Game, Seat) -> bool,
) -> LocalGame {
    game_with(options, Customs::default(), bots, condition)
}

/// The same, with other customs.
pub(crate) fn game_with(
    options: Options,
    customs: Customs,
    bots: &[Level],
    condition: impl Fn(&Game, Seat) -> bool,
) -> LocalGame {
    game_of(options, customs, 0, bots, condition)
}

/// The same, with the person in another seat.
pub(crate) fn game_of(
    options: Options,
    customs: Customs,
    place: usize,
    bots: &[Level],
    condition: impl Fn(&Game, Seat) -> bool,
) -> LocalGame {
    let bot = |(index, &level): (usize, &Level)| Player {
        name: format!("Bot {}", index + 1),
        ..Player::bot(level)
    };
    let mut players: Vec<Player> = bots.iter().enumerate().map(bot).collect();
    players.insert(place, Player::person("You"));
    let play = |seed: u64| {
        let seed = Seed::for_simulation(11, seed);
        let rules = Rules::new(options).unwrap();
        let mut game = LocalGame::new(Setup { rules, players: players.clone(), seed, hints: true }).unwrap();
        game = game.with_customs(customs);
        let mut person = Level::Steady.bot();
        let mut number = 0;
        while let Some(seat) = game.game().to_act() {
            if game.waits_for_bot() {
                game.let_bot_decide();
                continue;
            }
            if condition(game.game(), seat) {
                return Some(game);
            }
            number += 1;
            let action = decide(&mut *person, game.game(), &mut Dice::new(number), Budget::default()).action;
            game.decide(seat, &action).unwrap();
        }
        None
    };
    (0..200).find_map(play).expect("one of the games meets the condition")
}

/// Opens a game at its current state.
pub(crate) async fn open_game(visit: &mut Visit, game: &LocalGame) {
    visit.keep("game", &game.to_text()).await;
    visit.open("/play").await;
    visit.wait_for(".ask.mine").await;
}

/// The events of the saved game.
async fn events(page: &mut Page) -> Vec<Event> {
    saved_game(page).await.record().events
}

#[tokio::test]
async fn hidden_holdings_stay_hidden() {
    let mut visit = Visit::start().await;
    visit.open("/").await;
    visit.click("#preset-more summary").await;
    choose(&mut visit, "#preset-holdings", "hidden").await;
    assert!(visit.text("#preset-holdings-about").await.starts_with("Nobody can see"));
    visit.click("#play-now").await;
    let mut looks = 0;
    play_to_the_end(&mut visit, async |visit, asked| {
        if asked == "over" {
            return;
        }
        // Cash, worth and shares of others, except shares of a chain whose bonuses are being paid.
        let shown = visit
            .evaluate(
                "[...document.querySelectorAll('.players tbody tr:not(.me) td.money')].map((cell) => cell.innerText)",
            )
            .await;
        assert_eq!(shown, serde_json::json!(["?", "?", "?", "?", "?", "?"]), "{asked}");
        let open = visit
            .evaluate(
                "[...document.querySelectorAll('.players tbody tr:not(.me)')].map((row) => \
                 [...row.querySelectorAll('td.held')].filter((cell) => cell.innerText !== '?').length)",
            )
            .await;
        let most = u64::from(asked == "dispose");
        let counts: Vec<u64> = serde_json::from_value(open).unwrap();
        assert!(counts.iter().all(|&count| count <= most), "{asked}: {counts:?}");
        let own = visit.text(".players tbody tr.me td.money").await;
        assert!(own.starts_with('$'), "the own cash is shown: {own}");
        looks += 1;
    })
    .await;
    assert!(looks > 10, "{looks}");
    let game = saved_game(&mut visit).await;
    assert_eq!(game.setup().rules.options().holdings, Holdings::Hidden);
}

#[tokio::test]
async fn tycoon_bonuses_for_three() {
    let mut visit = Visit::start().await;
    visit.open("/").await;
    choose(&mut visit, "#preset", "tycoon").await;
    visit.click("input[name=opponents][value='1'] + span").await;
    // Invalid rules are explained, and cannot be started.
    visit.wait_until("document.querySelector('#play-now').disabled").await;
    assert!(visit.text("#preset-trouble").await.contains("at least three players"));
    visit.click("input[name=opponents][value='2'] + span").await;
    visit.click("#play-now").await;
    let mut places = 0;
    play_to_the_end(&mut visit, async |visit, asked| {
        if asked == "dispose" {
            assert!(visit.text(".bonuses").await.contains("primary 10 ×"));
            places += 1;
        }
    })
    .await;
    let game = saved_game(&mut visit).await;
    assert_eq!((game.setup().rules.options().bonuses, game.setup().players.len()), (Bonuses::Tycoon, 3));
    assert!(places > 0, "no merger needed a decision");
}

#[tokio::test]
async fn two_players_with_the_bank() {
    let mut visit = Visit::start().await;
    visit.open("/").await;
    choose(&mut visit, "#preset", "classic").await;
    visit.click("input[name=opponents][value='1'] + span").await;
    visit.click("#preset-more summary").await;
    choose(&mut visit, "#preset-bank_shareholder", "yes").await;
    visit.wait_until("document.querySelector('#preset').value === 'custom'").await;
    visit.click("#play-now").await;
    play_to_the_end(&mut visit, async |_, _| {}).await;
    let drawn =
        events(&mut visit).await.iter().filter(|event| matches!(event, Event::BankTile { .. })).count();
    let shown = visit.evaluate(
        "[...document.querySelectorAll('.log .line')].filter((line) => line.textContent.startsWith('The bank draws')).length",
    );
    assert_eq!(shown.await, drawn);
    assert!(drawn > 0);
}

/// Any option on top of a preset, bots of every level, and people with names.
#[tokio::test]
async fn own_rules_and_mixed_tables() {
    let mut visit = Visit::start().await;
    visit.open("/").await;
    choose(&mut visit, "#preset", "classic").await;
    visit.click("#preset-more summary").await;
    choose(&mut visit, "#preset-trading", "yes").await;
    choose(&mut visit, "#preset-dead_tiles", "replace_one").await;
    choose(&mut visit, "#preset-bonuses", "tycoon").await;
    choose(&mut visit, "#preset-bank_shareholder", "yes").await;
    // Conflicting options are changed, with a message.
    visit.wait_until("document.querySelector('#preset-bonuses').value === 'classic'").await;
    assert!(visit.text("#preset-told").await.contains("Two places are paid now"));
    choose(&mut visit, "#preset-bonuses", "tycoon").await;
    visit.wait_until("document.querySelector('#preset-bank_shareholder').value === 'no'").await;
    assert!(visit.text("#preset-told").await.contains("bank is set aside"));
    for (index, level) in ["steady", "shopper", "novice"].into_iter().enumerate() {
        choose(&mut visit, &format!("[data-opponent='{index}']"), level).await;
    }
    visit.click("#play-now").await;
    play_to_the_end(&mut visit, async |_, _| {}).await;
    let game = saved_game(&mut visit).await;
    let options = *game.setup().rules.options();
    let wanted = Options {
        trading: true,
        dead_tiles: DeadTiles::ReplaceOne,
        bonuses: Bonuses::Tycoon,
        ..Options::of(Preset::Classic)
    };
    assert_eq!((options, game.setup().rules.preset()), (wanted, Preset::Custom));
    let levels: Vec<_> = game.game().seats().map(|seat| game.level(seat)).collect();
    assert_eq!(levels, [None, Some(Level::Steady), Some(Level::Shopper), Some(Level::Novice)]);

    visit.open("/").await;
    visit.click("input[name=people][value='3'] + span").await;
    let name = |index: usize, name: &str| {
        format!(
            "(() => {{ const field = document.querySelector('[data-name=\"{index}\"]'); field.value = '{name}'; \
             field.dispatchEvent(new Event('input', {{ bubbles: true }})); }})()"
        )
    };
    visit.evaluate(&name(0, "Ann")).await;
    visit.evaluate(&name(1, "Ann")).await;
    assert!(visit.text("#share-trouble").await.contains("Two players are called Ann"));
    visit.evaluate(&name(1, "Bea")).await;
    choose(&mut visit, "[data-kind='2']", "steady").await;
    visit.click("#pass-and-play").await;
    visit.wait_for("#open-curtain, .ask").await;
    let players = saved_game(&mut visit).await.setup().players.clone();
    let names: Vec<&str> = players.iter().map(|player| player.name.as_str()).collect();
    assert_eq!(names, ["Ann", "Bea", "Steady 3"]);
    assert_eq!(players[2].kind, PlayerKind::Bot { level: Level::Steady });
    // Two people and a bot: there is a curtain between the people, and the bot plays by itself.
    for turn in 0..30 {
        let asked = next_decision(&mut visit).await;
        decide_by_mouse(&mut visit, &asked, turn).await;
    }
    assert_eq!(visit.complaints().await, [""; 0]);
}

/// A person makes and answers offers, and plays the rest of the game by mouse.
#[tokio::test]
async fn trading_by_mouse() {
    let options = Options::of(Preset::Trading);
    let can_take = |game: &Game, seat: Seat| {
        let next = Seat::new((seat.index() + 1) % 3).unwrap();
        game.phase() == Phase::Tile
            && game.offers() == 0
            && game.cash(seat).0 >= 3_000
            && game.active().iter().any(|chain| game.shares(next)[chain] > 1)
    };
    let game = game_where(options, &[Level::Novice, Level::Novice], can_take);
    let mut visit = Visit::start().await;
    open_game(&mut visit, &game).await;
    visit.click("#offer").await;
    assert!(visit.text("#offer-says").await.starts_with("Nothing changes hands"));
    assert!(visit.evaluate("document.querySelector('#send-offer').disabled").await == true);
    visit.click("[data-side=you-get] .stepper[data-chain] .more").await;
    visit
        .wait_until(
            "/^You offer Bot 1 nothing for 1 /.test(document.querySelector('#offer-says').textContent)",
        )
        .await;
    for _ in 0..2 {
        visit.click("[data-side=you-give] [data-by='+1000']").await;
    }
    visit.click("[data-side=you-give] [data-by='+100']").await;
    visit
        .wait_until(
            "/^You offer Bot 1 \\$2,100 for 1 /.test(document.querySelector('#offer-says').textContent)",
        )
        .await;
    assert!(visit.text(".meaning").await.contains(" → "), "the meaning is shown");
    visit.shot("offer").await;
    visit.click("#send-offer").await;
    visit.wait_for("#answered").await;
    assert_eq!(visit.text("#answered").await, "Bot 1 accepts the offer.");
    let before = *game.game();
    let now = saved_game(&mut visit).await;
    let me = now.people().next().unwrap();
    assert_eq!(now.game().cash(me), before.cash(me) - mergemaker_engine::Money(2_100));
    assert_eq!(now.game().shares(me).total(), before.shares(me).total() + 1);

    // Offers to the person, accepted and declined.
    let is_asked = |game: &Game, _| game.phase() == Phase::Answer;
    let game = game_where(options, &[Level::Steady, Level::Steady], is_asked);
    for (button, shown) in [("#accept", "You accept the offer."), ("#decline", "You decline the offer.")] {
        open_game(&mut visit, &game).await;
        assert!(visit.text(".question").await.contains("offers you"));
        assert!(visit.text(".meaning").await.contains("You"));
        visit.shot("answer").await;
        visit.click(button).await;
        visit
            .wait_until(&format!(
                "[...document.querySelectorAll('.log .line')].some((line) => line.textContent === '{shown}')"
            ))
            .await;
    }
    play_to_the_end(&mut visit, async |_, _| {}).await;
}

/// Making and answering offers by keyboard alone.
#[tokio::test]
async fn trading_by_keyboard() {
    let options = Options::of(Preset::Trading);
    let is_tile = |game: &Game, seat: Seat| game.phase() == Phase::Tile && game.cash(seat).0 >= 1_000;
    let game = game_where(options, &[Level::Novice, Level::Novice], is_tile);
    let mut visit = Visit::start().await;
    open_game(&mut visit, &game).await;
    visit.key("o").await;
    visit.wait_for("#send-offer").await;
    visit.key("2").await;
    visit.key("ArrowDown").await;
    visit
        .wait_until(
            "/^You offer Bot 2 \\$100 for nothing/.test(document.querySelector('#offer-says').textContent)",
        )
        .await;
    visit.key("ArrowUp").await;
    visit.wait_until("document.querySelector('#send-offer').disabled").await;
    visit.key("ArrowDown").await;
    visit.wait_until("!document.querySelector('#send-offer').disabled").await;
    visit.key("Enter").await;
    visit.wait_for("#answered").await;
    let offers: Vec<_> = events(&mut visit).await;
    let offer = offers.iter().rev().find_map(|event| match event {
        Event::TradeOffer { give, .. } => Some(give.cash),
        _ => None,
    });
    assert_eq!(offer, Some(mergemaker_engine::Money(100)));
    // Escape closes without an offer.
    visit.key("o").await;
    visit.wait_for("#send-offer").await;
    visit.key("Escape").await;
    visit.wait_for("#offer").await;

    let game = game_where(options, &[Level::Steady, Level::Steady], |game, _| game.phase() == Phase::Answer);
    open_game(&mut visit, &game).await;
    visit.key("1").await;
    visit.wait_for("#accept.chosen").await;
    visit.key("Enter").await;
    visit.wait_until("!document.querySelector('#accept')").await;
    let events = events(&mut visit).await;
    assert!(events.iter().any(|event| matches!(event, Event::TradeAnswer { accept: true, .. })));
}

/// The first tap only previews a tile, and the second places it. A tile can also be dragged.
#[tokio::test]
async fn a_finger_taps_twice() {
    let game = game_where(Options::of(Preset::Renegade), &[Level::Novice; 2], |game, _| {
        game.phase() == Phase::Tile && game.active().len() > 1
    });
    let mut visit = Visit::start().await;
    visit.resize(PHONE).await;
    visit.touch().await;
    let placed = "(JSON.parse(localStorage.getItem('game')).decisions.length)";
    for target in [".hand .tile:not(.not-now, .never)", ".square.mine:not(.not-now, .never)"] {
        open_game(&mut visit, &game).await;
        let before = visit.evaluate(placed).await;
        visit.tap(target).await;
        visit.wait_for("#place").await;
        assert!(!visit.text("#preview").await.is_empty());
        visit.wait_for_frame().await;
        assert_eq!(visit.evaluate(placed).await, before, "{target}: one tap places nothing");
        visit.shot("tapped").await;
        visit.tap(target).await;
        visit.wait_until(&format!("{placed} > {before}")).await;
    }
    // Tapping another tile chooses it. The button places it.
    open_game(&mut visit, &game).await;
    let before = visit.evaluate(placed).await;
    visit.tap(".hand .tile:nth-child(1)").await;
    visit.tap(".hand .tile:nth-child(2)").await;
    visit.wait_for(".tile:nth-child(2)[aria-pressed=true]").await;
    assert_eq!(visit.evaluate(placed).await, before);
    if visit.has("#place").await {
        visit.tap("#place").await;
        visit.wait_until(&format!("{placed} > {before}")).await;
    }
    assert_eq!(visit.complaints().await, [""; 0]);
}

/// Dropping a tile anywhere but on its own square changes nothing.
#[tokio::test]
async fn a_tile_dragged_elsewhere_stays_in_the_hand() {
    let game =
        game_where(Options::of(Preset::Renegade), &[Level::Novice; 2], |game, _| game.phase() == Phase::Tile);
    let mut visit = Visit::start().await;
    open_game(&mut visit, &game).await;
    let before = game.to_text();
    visit.drag(".hand .tile:not(.not-now, .never)", ".market caption").await;
    visit.wait_for_frame().await;
    let after = saved_game(&mut visit).await;
    assert_eq!(after.to_text(), before);
    assert!(!visit.has(".tile.dragged").await);
}

/// A merger by keyboard, with exact numbers by arrow keys.
#[tokio::test]
async fn exact_numbers_by_keyboard() {
    let exact = Action::Dispose { sell: 1, trade: 2 };
    let game = game_where(Options::of(Preset::Renegade), &[Level::Steady; 2], |game, seat| {
        game.phase() == Phase::Dispose && game.check(seat, &exact).is_ok()
    });
    let mut visit = Visit::start().await;
    open_game(&mut visit, &game).await;
    assert!(visit.text(".bonuses").await.contains("majority 10 ×"), "the bonuses come first");
    visit.key("1").await;
    visit.wait_for("#sell-all.chosen").await;
    visit.key("3").await;
    // Go back to zero, then sell one and trade two.
    let held = visit.evaluate("document.querySelectorAll('.exactly output').length").await;
    assert_eq!(held, 2);
    for _ in 0..30 {
        visit.key("ArrowDown").await;
    }
    for _ in 0..15 {
        visit.key("ArrowLeft").await;
    }
    visit.key("ArrowUp").await;
    visit.key("ArrowRight").await;
    visit
        .wait_until("/^1 sold for .*, 2 traded for 1 /.test(document.querySelector('#brings').textContent)")
        .await;
    visit.key("Enter").await;
    visit.wait_until("!document.querySelector('#confirm')").await;
    let events = events(&mut visit).await;
    let disposal = events.iter().rev().find_map(|event| match event {
        Event::Dispose { player, sell, trade, .. } if player.index() == 0 => Some((*sell, *trade)),
        _ => None,
    });
    assert_eq!(disposal, Some((1, 2)));
    // The list of keys includes them.
    visit.key("?").await;
    assert!(visit.text(".keys").await.contains("sell one share more or less"));
}

/// Declaring the end first previews everybody's money, and can be cancelled.
#[tokio::test]
async fn declaring_the_end_shows_a_preview() {
    let game = game_where(Options::of(Preset::Renegade), &[Level::Steady; 2], |game, seat| {
        game.check(seat, &Action::DeclareEnd).is_ok()
    });
    let mut visit = Visit::start().await;
    open_game(&mut visit, &game).await;
    visit.click("#declare").await;
    let rows =
        visit.evaluate("[...document.querySelectorAll('.standing tr')].map((row) => row.innerText)").await;
    assert_eq!(rows.as_array().map(Vec::len), Some(3));
    visit.shot("declare").await;
    visit.click("#declare-not").await;
    assert!(visit.has("#declare").await && saved_game(&mut visit).await.to_text() == game.to_text());
    visit.key("e").await;
    visit.wait_for("#declare-now").await;
    visit.key("e").await;
    visit.wait_until("/You declare the end/.test(document.querySelector('.log').textContent)").await;
}
