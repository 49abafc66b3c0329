//! Every page, and the game in every state that looks different.

use mergemaker_bots::{Budget, Level, decide};
use mergemaker_engine::{Action, Dice, Game, Holdings, Options, Phase, Preset, Rules};
use mergemaker_record::Seed;
use mergemaker_web::local::{Customs, LocalGame, Setup};
use mergemaker_web::memory::Memory;
use mergemaker_web::route::Route;
use mergemaker_web::scene::Player;
use mergemaker_web::share::to_link;

use crate::rules::game_at_set_up;
use crate::variants::{game_where, game_with};

/// A page in some state.
pub(super) struct PageState {
    pub(super) name: &'static str,
    pub(super) path: &'static str,
    /// The selector to wait for.
    pub(super) ready: &'static str,
    /// The saved game.
    pub(super) game: Option<String>,
    /// Then click these selectors or press keys (`key` and its name). `if` clicks only visible elements.
    pub(super) steps: &'static [&'static str],
    /// A script that creates it on the server and returns its address, instead of the path.
    pub(super) set_up: Option<String>,
}

/// All page states.
pub(super) fn page_states() -> Vec<PageState> {
    [home_and_game(), lessons(), dialogs_and_reviews(), variants(), super::people::page_states()]
        .into_iter()
        .flatten()
        .collect()
}

/// A page that shows a saved game, or no game.
fn state(
    name: &'static str,
    path: &'static str,
    ready: &'static str,
    game: Option<String>,
    steps: &'static [&'static str],
) -> PageState {
    PageState { name, path, ready, game, steps, set_up: None }
}

/// A game against three bots.
fn at(phase: Phase, decisions: u64) -> String {
    game_at(&[Level::Novice; 3], phase, decisions)
}

/// The home page, and a game at each kind of decision.
fn home_and_game() -> Vec<PageState> {
    vec![
        state("home", "/", "#play-now", None, &[]),
        state("home-kept", "/", "#continue", Some(at(Phase::Tile, 40)), &[]),
        state("tile", "/play", ".ask.mine", Some(at(Phase::Tile, 120)), &["key 1"]),
        state("found", "/play", ".ask.mine button.chip", Some(at(Phase::Found, 10)), &[]),
        state("survivor", "/play", ".ask.mine button.chip", Some(at(Phase::Survivor, 20)), &[]),
        state("dispose", "/play", "#confirm", Some(at(Phase::Dispose, 40)), &["key 1"]),
        state("buy", "/play", "#buy", Some(at(Phase::Buy, 150)), &[".chips .step:last-child:not(:disabled)"]),
        state("six", "/play", "#buy", Some(game_at(&[Level::Steady; 5], Phase::Buy, 150)), &[]),
        state("over", "/play", "#again", Some(at(Phase::Over, 0)), &[]),
        state("curtain", "/play", "#open-curtain", Some(game_at(&[], Phase::Tile, 0)), &[]),
        state("keys", "/play", ".ask.mine", Some(at(Phase::Tile, 60)), &["key ?"]),
    ]
}

/// Lessons and puzzles.
fn lessons() -> Vec<PageState> {
    vec![
        state("learn", "/learn", ".chapters", None, &[]),
        state("learn-tiles", "/learn/tiles", ".board", None, &["key 1"]),
        state("learn-founding", "/learn/founding", ".board", None, &[".board [data-tile='6D']"]),
        state("learn-stock", "/learn/stock", "#buy", None, &["key t"]),
        state("learn-mergers", "/learn/mergers", ".board", None, &[".board [data-tile='5D']", "#sell-all"]),
        state("learn-safety", "/learn/safety", ".board", None, &["key 1"]),
        state(
            "learn-end",
            "/learn/end",
            "#declare",
            None,
            &["#declare", "#declare-now", ".board [data-tile='5F']", "#buy"],
        ),
        state("learn-variants", "/learn/variants", ".board", None, &[".board [data-tile='5D']"]),
        state("first", "/learn/first", ".guide", None, &[".board [data-tile='1A']"]),
        state("puzzles", "/learn/puzzles", ".chapters", None, &[]),
        state(
            "puzzle",
            "/learn/puzzles/4",
            ".means button.chip",
            None,
            &["#puzzle-hint", "[data-chain=tower]"],
        ),
        state("puzzle-solved", "/learn/puzzles/10", "#declare", None, &[".means button.primary"]),
    ]
}

/// Dialogs, hints, reviews and positions, and pages with nothing to show.
fn dialogs_and_reviews() -> Vec<PageState> {
    vec![
        state("nothing", "/nowhere", "h1", None, &[]),
        state("menu", "/", "#play-now", None, &["if #menu"]),
        state("settings", "/", "#play-now", None, &["if #menu", "#settings"]),
        state("prices", "/play", ".ask.mine", Some(at(Phase::Tile, 120)), &["key p"]),
        state("tv-nothing", "/tv/0000000000000000", ".tv h1", None, &[]),
        state("hint", "/play", ".ask.mine", Some(at(Phase::Tile, 90)), &["#hint", ".hint b"]),
        state("review-open", "/review", "#record", None, &[]),
        state("review", "/review/local", "#slider", Some(at(Phase::Over, 0)), &["#back"]),
        state(
            "review-judged",
            "/review/local",
            "#slider",
            Some(at(Phase::Over, 0)),
            &["#analyse", "#summary caption", "#first", "#next-mistake"],
        ),
        state("position", position(), "#play-on", None, &["#hint", ".hint b"]),
        state("position-bad", "/position/12.12", "#bad-position", None, &[]),
    ]
}

/// Options and what they lead to: offers, editions, hidden holdings and rare decisions.
fn variants() -> Vec<PageState> {
    vec![
        state(
            "home-options",
            "/",
            "#play-now",
            None,
            &["#preset-more summary", "#share-preset-more summary"],
        ),
        state(
            "offer",
            "/play",
            "#offer",
            Some(deals(Phase::Tile)),
            &["#offer", "[data-side=you-give] [data-by='+1000']"],
        ),
        state("digital", "/play", ".ask.mine", Some(edition(Preset::Digital)), &["key $"]),
        state("tycoon", "/play", ".ask.mine", Some(edition(Preset::Tycoon)), &["key $"]),
        state("classic", "/play", ".ask.mine", Some(edition(Preset::Classic)), &[]),
        state("answer", "/play", "#accept", Some(deals(Phase::Answer)), &[]),
        state("declare", "/play", "#declare", Some(end()), &["#declare"]),
        state("exchange", "/play", "#exchange", Some(dead_tiles()), &["key 1"]),
        state("set-up", "/play", ".sites", Some(game_at_set_up().0.to_text()), &[]),
        state("end-at-once", "/play", "#end-at-once", Some(end_at_once()), &["#end-at-once"]),
        state("hidden", "/play", ".ask.mine", Some(hidden()), &["#hint", ".hint b"]),
    ]
}

/// A link to a position in the middle of a game.
fn position() -> &'static str {
    let game = LocalGame::read(&game_at(&[Level::Novice; 3], Phase::Tile, 100)).unwrap();
    let link = to_link(&game.game().view(game.game().to_act()));
    Route::Position { link }.path().leak()
}

/// A game with trading, after its start.
fn deals(phase: Phase) -> String {
    let options = Options::of(Preset::Trading);
    let condition = |game: &Game, _| game.phase() == phase && game.active().len() > 3;
    game_where(options, &[Level::Steady; 3], condition).to_text()
}

/// A game of an edition with tiles out of play and several chains.
fn edition(preset: Preset) -> String {
    let condition = |game: &Game, _| {
        game.phase() == Phase::Buy && game.active().len() > 3 && !game.set_aside().is_empty()
    };
    game_where(Options::of(preset), &[Level::Novice; 3], condition).to_text()
}

/// A game of two players and the bank, whose end may be declared.
fn end() -> String {
    let condition = |game: &Game, seat| game.check(seat, &Action::DeclareEnd).is_ok();
    game_where(Options::of(Preset::Renegade), &[Level::Steady], condition).to_text()
}

/// A game in which the player chooses among several dead tiles.
fn dead_tiles() -> String {
    let customs = Customs { asks: true, ..Customs::default() };
    let is_asked = |game: &Game, _| game.phase() == Phase::Exchange && game.exchangeable().len() > 1;
    game_with(Options::of(Preset::Digital), customs, &[Level::Steady; 2], is_asked).to_text()
}

/// A game whose end was declared, and which may be ended at once.
fn end_at_once() -> String {
    let may_declare =
        |game: &Game, seat| game.phase() == Phase::Tile && game.check(seat, &Action::DeclareEnd).is_ok();
    let mut game = game_where(Options::of(Preset::Classic), &[Level::Steady; 2], may_declare);
    let seat = game.game().to_act().expect("a player may declare the end");
    game.decide(seat, &Action::DeclareEnd).expect("it was checked");
    game.to_text()
}

/// A game with hidden holdings and trading that remembers mergers.
fn hidden() -> String {
    let customs = Customs { memory: Memory::Mergers, ..Customs::default() };
    let options = Options { holdings: Holdings::Hidden, ..Options::of(Preset::Trading) };
    let condition = |game: &Game, _| game.phase() == Phase::Tile && game.pile_len() < 45;
    game_with(options, customs, &[Level::Steady; 3], condition).to_text()
}

/// The first game in which a person, who plays like `novice`, reaches a phase after a number of decisions.
/// Without bots it is a game of two people.
pub(crate) fn game_at(bots: &[Level], phase: Phase, decisions: u64) -> String {
    let mut players = vec![Player::person("Ann")];
    players.extend(bots.iter().enumerate().map(|(index, &level)| Player {
        name: format!("{} {}", level.id(), index + 1),
        ..Player::bot(level)
    }));
    if bots.is_empty() {
        players.push(Player::person("Bea"));
    }
    (0..100)
        .find_map(|seed| {
            let seed = Seed::for_simulation(3, seed);
            let setup =
                Setup { rules: Rules::of(Preset::Renegade), players: players.clone(), seed, hints: true };
            play_until(LocalGame::new(setup).unwrap(), phase, decisions)
        })
        .expect("one of a hundred games reaches it")
}

fn play_until(mut game: LocalGame, phase: Phase, decisions: u64) -> Option<String> {
    let mut person = Level::Novice.bot();
    let mut number = 0;
    while let Some(seat) = game.game().to_act() {
        if game.waits_for_bot() {
            game.let_bot_decide();
        } else {
            if number >= decisions && game.game().phase() == phase {
                return Some(game.to_text());
            }
            let action = decide(&mut *person, game.game(), &mut Dice::new(number), Budget::default()).action;
            game.decide(seat, &action).unwrap();
        }
        number += 1;
    }
    (phase == Phase::Over).then(|| game.to_text())
}
