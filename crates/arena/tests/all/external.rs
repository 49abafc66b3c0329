//! External bots: the examples play whole games, and whatever a bad one does, the match goes on.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use mergemaker_arena::{Bots, Contest, Entrant, External, PlayedDeal, PlayedSeat, Tally};
use mergemaker_bots::{Bot, Budget, Fault, HoldingsDelta, Level};
use mergemaker_engine::{
    Action, Chain, Dice, Event, Game, Hand, Options, Phase, Preset, RandomDealer, Rules, Seat, Shares, Table,
    View,
};
use mergemaker_record::{Moment, Record};
use rand_core::Rng as _;

// The examples.

#[test]
fn the_examples_play_every_preset_without_a_fault() {
    const TABLES: [(usize, &str); 6] =
        [(2, "open"), (2, "hidden"), (3, "open"), (4, "hidden"), (5, "open"), (6, "hidden")];
    let examples = [python_example(), rust_example()];
    let (mut tables, mut offers) = (0, 0);
    for &preset in Preset::ALL.iter().filter(|&&preset| preset != Preset::Custom) {
        for (players, holdings) in TABLES {
            let rules = Rules::new(Options::of(preset).with("holdings", holdings).unwrap()).unwrap();
            let Ok(table) = Table::new(rules, players) else { continue };
            let names = names(&examples, players);
            let contest = Contest::new(table, players, 1, Budget::default()).unwrap();
            let deal = contest.play_deal_recorded(&mut bots(&names), 0, &names);
            for seat in seats(&deal) {
                let told = format!("{preset}, {players} players, {holdings}, {}", names[seat.entrant]);
                assert_eq!((seat.faults, seat.first_fault), (0, None), "{told}");
            }
            tables += 1;
            offers += deal.records.matches("\"trade_offer\"").count();
        }
    }
    assert!(tables >= 34, "only {tables} tables");
    assert!(offers > 0, "nobody offered a trade");
}

#[test]
fn the_examples_play_well() {
    for example in [python_example(), rust_example()] {
        let names = names(&[example], 4);
        let contest = contest(4, Budget::default());
        let mut tally = Tally::new(&names);
        let mut bots = bots(&names);
        (0..15).for_each(|deal| tally.add(&contest.play_deal(&mut bots, deal)));
        let standing = &tally.standings()[0];
        assert!(standing.win_share > 0.4, "{} wins only {:.2}", standing.bot, standing.win_share);
    }
}

#[test]
fn a_match_comes_out_the_same_whichever_games_were_played_before() {
    let names = names(&[python_example(), rust_example()], 3);
    let rules = Rules::new(Options::of(Preset::Trading).with("holdings", "hidden").unwrap()).unwrap();
    let contest = Contest::new(Table::new(rules, 3).unwrap(), 3, 5, Budget::default()).unwrap();
    let play = |deals: [u64; 3]| {
        let mut bots = bots(&names);
        let mut played =
            deals.map(|deal| (deal, contest.play_deal_recorded(&mut bots, deal, &names).records));
        played.sort();
        played
    };
    assert!(play([0, 1, 2]) == play([2, 0, 1]), "the order of the deals has changed the games");
}

// Dead tiles.

/// T11: a bot is asked which dead tiles to exchange if its hello says so. Otherwise, and when its answer is of no use,
/// they are all exchanged.
#[test]
fn a_bot_that_asks_for_it_picks_its_dead_tiles() {
    let script = |hello: &str, answer: &str| {
        format!(
            "
HELLO |= {hello}
hello()
for request in requests():
    is_exchange = request['view']['situation']['waits_for'] == 'exchange'
    if is_exchange: open(sys.argv[1] + '.asked', 'a').write(json.dumps(request['legal']) + '\\n')
    answer(request, {answer} if is_exchange else 0)"
        )
    };
    let play = |name: &str, hello: &str, answer: &str| {
        let bot = Bad::new(name, &script(hello, answer));
        let names = [format!("cmd:{}", bot.command()), "shopper".to_owned()];
        let contest = contest(2, Budget::default());
        let mut bots = bots(&names);
        let deals: Vec<PlayedDeal> =
            (0..3).map(|deal| contest.play_deal_recorded(&mut bots, deal, &names)).collect();
        drop(bots);
        let asked = fs::read_to_string(bot.notes.with_extension("asked")).unwrap_or_default();
        let faults: u32 = deals.iter().flat_map(seats).map(|seat| seat.faults).sum();
        let records = deals.iter().flat_map(|deal| deal.records.lines());
        let kept: usize = records.map(|line| kept_by(line, &names[0])).sum();
        (asked, faults, kept)
    };
    let (asked, faults, kept) = play("exchange-keeps", "{'exchange': True}", "0");
    assert!(
        kept > 0 && kept == asked.lines().count() && faults == 0,
        "{kept} kept, {faults} faults: {asked}"
    );
    for legal in asked.lines() {
        let legal: Vec<Action> = serde_json::from_str(legal).unwrap();
        assert_eq!(legal[0], Action::Exchange { tiles: Hand::EMPTY }, "to keep them is the first");
        assert!(legal.len() > 1 && legal.iter().all(|action| matches!(action, Action::Exchange { .. })));
    }
    let (asked, faults, kept) = play("exchange-rubbish", "{'exchange': True}", "9999");
    assert!(
        faults > 0 && faults as usize == asked.lines().count() && kept == 0,
        "{kept} kept, {faults} faults"
    );
    assert_eq!(play("exchange-not-asked", "{}", "9999"), (String::new(), 0, 0));
}

/// How often a player of a recorded game kept dead tiles.
fn kept_by(record: &str, player: &str) -> usize {
    let record = Record::read(record.as_bytes()).unwrap();
    let seat = record.players.iter().position(|name| name == player).and_then(Seat::new);
    let replay = record.replay().unwrap();
    let keeps = |pair: &&[Moment]| {
        pair[0].game.phase() == Phase::Exchange
            && pair[0].game.to_act() == seat
            && !matches!(pair[1].event, Event::Discard { .. })
    };
    replay.moments().windows(2).filter(keeps).count()
}

// Bots that fail.

#[test]
fn a_bot_that_does_not_exist() {
    check_helpless("./no-such-bot", Fault::NotStarted);
}

#[test]
fn a_bot_that_ends_at_once() {
    let bad = Bad::new("ends-at-once", "sys.exit(1)");
    check_helpless(&bad.command(), Fault::NotStarted);
    bad.check_ended(3, "it is given up after three failed starts");
}

#[test]
fn a_bot_of_another_protocol() {
    let bad = Bad::new("another-protocol", "say({'type': 'hello', 'protocol': 2}); time.sleep(60)");
    check_helpless(&bad.command(), Fault::NotStarted);
    bad.check_ended(3, "it is given up after three failed starts");
}

#[test]
fn a_bot_that_ends_after_its_hello() {
    let bad = Bad::new("ends-after-hello", "hello()");
    check_helpless(&bad.command(), Fault::Crashed);
    bad.check_ended(4, "it is started anew for each game");
}

#[test]
fn a_bot_that_closes_its_output() {
    let bad = Bad::new("closes-output", "hello(); os.close(1); time.sleep(60)");
    check_helpless(&bad.command(), Fault::Crashed);
    bad.check_ended(4, "it is started anew for each game");
}

#[test]
fn a_bot_that_crashes_in_the_middle_of_a_game() {
    let bad = Bad::new(
        "crashes",
        "
hello()
for number, request in enumerate(requests()):
    if number == 5:
        raise ValueError('five is enough')
    answer(request)",
    );
    for seat in play(&bad.command(), PATIENT).seats {
        assert_eq!((seat.faults, seat.first_fault), (seat.timed - 5, Some(Fault::Crashed)));
    }
    bad.check_ended(4, "it is started anew for each game");
}

#[test]
fn a_bot_that_hangs() {
    let bad = Bad::new("hangs", "hello(); [request for request in requests()]");
    check_helpless(&bad.command(), Fault::TimedOut);
    bad.check_ended(3, "it is given up after three games");
}

#[test]
fn a_bot_that_does_not_read() {
    let bad = Bad::new("does-not-read", "say(HELLO); time.sleep(60)");
    check_helpless(&bad.command(), Fault::TimedOut);
    bad.check_ended(3, "it is given up after three games");
}

#[test]
fn a_bot_that_does_not_read_blocks_nobody_however_much_it_is_told() {
    let bad = Bad::new("never-reads", "say(HELLO); time.sleep(60)");
    let table = Table::new(Rules::of(Preset::Renegade), 2).unwrap();
    let mut bot = External::new(bad.command().parse().unwrap());
    bot.start(&table, Seat::new(0).unwrap());
    let mut delta = HoldingsDelta::default();
    delta.gained[1] = Shares::of(Chain::Tower, 3);
    let start = Instant::now();
    (0..10_000).for_each(|_| bot.observe(&delta));
    assert_eq!(first_decision(&mut bot, &table), Err(Fault::TimedOut));
    assert!(start.elapsed() < PATIENT, "it took {:?}", start.elapsed());
    drop(bot);
    bad.check_ended(1, "it was started once");
}

#[test]
fn a_bot_that_talks_rubbish() {
    let bad = Bad::new("rubbish", "hello()\nfor request in requests(): print('hm', flush=True)");
    check_helpless(&bad.command(), Fault::Rubbish);
    bad.check_ended(1, "it may go on");
}

#[test]
fn a_bot_that_talks_rubbish_before_each_answer() {
    let bad = Bad::new("babbles", "hello()\nfor request in requests(): print('thinking'); answer(request)");
    check_helpless(&bad.command(), Fault::Rubbish);
    bad.check_ended(1, "it may go on");
}

#[test]
fn a_bot_that_writes_huge_lines() {
    let bad = Bad::new("huge", "hello()\nfor request in requests(): print('x' * 2_000_000); answer(request)");
    check_helpless(&bad.command(), Fault::Rubbish);
    bad.check_ended(1, "it may go on");
}

#[test]
fn a_bot_that_writes_a_line_without_end() {
    let bad = Bad::new("endless", "hello()\nwhile True: print('x' * 10_000, end='')");
    check_helpless(&bad.command(), Fault::TimedOut);
    bad.check_ended(3, "it is given up after three games");
}

#[test]
fn a_bot_that_answers_what_it_is_not_asked() {
    let bad = Bad::new("not-asked", "hello()\nfor request in requests(): answer({'id': request['id'] + 1})");
    check_helpless(&bad.command(), Fault::Rubbish);
    bad.check_ended(1, "it may go on");
}

#[test]
fn a_bot_that_answers_with_a_number_not_in_the_list() {
    let bad = Bad::new("illegal", "hello()\nfor request in requests(): answer(request, 9999)");
    check_helpless(&bad.command(), Fault::Illegal);
    bad.check_ended(1, "it may go on");
}

#[test]
fn a_bot_that_offers_a_trade_where_there_is_none() {
    let bad = Bad::new(
        "no-trade",
        "
hello()
some, nothing = {'cash': 100, 'shares': {}}, {'cash': 0, 'shares': {}}
for request in requests():
    offer = {'to': 1 - request['view']['viewer'], 'give': some, 'take': nothing}
    say({'type': 'decision', 'id': request['id'], 'offer': offer})",
    );
    check_helpless(&bad.command(), Fault::Illegal);
    bad.check_ended(1, "it may go on");
}

#[test]
fn a_bot_that_never_stops_answering() {
    let bad = Bad::new("floods", "hello(); request = next(requests())\nwhile True: answer(request)");
    for seat in play(&bad.command(), BRIEF).seats {
        // The first answer of a process is one to what it was asked.
        assert!(seat.faults >= seat.timed - 1, "{seat:?}");
        assert_eq!(seat.first_fault, Some(Fault::TimedOut));
    }
    bad.check_ended(3, "it is given up after three games");
}

#[test]
fn a_bot_that_answers_late() {
    // The late answer breaks the rules: whoever took it for that to the next request would see it.
    let bad = Bad::new(
        "late",
        "
hello()
for number, request in enumerate(requests()):
    time.sleep(4 if number == 1 else 0)
    answer(request, 9999 if number == 1 else 0)",
    );
    let mut late = 0;
    for seat in play(&bad.command(), Duration::from_secs(3)).seats {
        assert!(seat.first_fault.is_none_or(|fault| fault == Fault::TimedOut), "{seat:?}");
        late += seat.faults;
    }
    assert_eq!(late, 1);
    bad.check_ended(1, "it may go on");
}

#[cfg(unix)]
#[test]
fn a_bot_that_a_script_starts_is_ended_with_it() {
    let bad = Bad::new("grandchild", "hello(); time.sleep(60)");
    check_helpless(&format!("sh -c \"{}; true\"", bad.command()), Fault::TimedOut);
    bad.check_ended(3, "it is given up after three games");
}

// Starting and ending.

#[test]
fn who_cannot_be_started_is_told_why() {
    let check = |command: &str, message: &str| {
        let error = format!("cmd:{command}").parse::<Entrant>().unwrap().check().unwrap_err().to_string();
        assert_eq!(error, format!("cmd:{command}: {message}"));
    };
    check("./no-such-bot -x", "there is no program `./no-such-bot`: check its name");
    let bad = |name: &str, script: &str| Bad::new(name, script).command();
    check(&bad("told-ended", "pass"), "it ended before it said hello: see docs/BOTS.md");
    check(
        &bad("told-crashed", "import no_such_thing"),
        "it ended before it said hello (its last words: ModuleNotFoundError: No module named \
         'no_such_thing'): see docs/BOTS.md",
    );
    check(
        &bad("told-rubbish", "print('Welcome!', flush=True); time.sleep(60)"),
        "the first line it wrote is no hello: see docs/BOTS.md",
    );
    check(
        &bad("told-protocol", "say({'type': 'hello', 'protocol': 2}); time.sleep(60)"),
        "it speaks version 2 of the protocol, not 1: see docs/BOTS.md",
    );
    check(&bad("told-silent", "time.sleep(60)"), "it did not say hello within 5 s: see docs/BOTS.md");
}

#[cfg(unix)]
#[test]
fn who_may_not_be_run_is_told_so() {
    let text = Bad::new("told-not-run", "").script;
    let error =
        format!("cmd:'{}'", text.display()).parse::<Entrant>().unwrap().check().unwrap_err().to_string();
    assert!(
        error.ends_with("cannot be run (Permission denied (os error 13)): check that it may be"),
        "{error}"
    );
}

#[test]
fn the_examples_can_be_started() {
    for example in [python_example(), rust_example()] {
        assert_eq!(example.parse::<Entrant>().unwrap().check(), Ok(()));
    }
}

#[test]
fn a_bot_is_told_when_it_is_over_and_given_time_to_end() {
    let bot = Bad::new(
        "bye",
        "
hello()
lines = [json.loads(line)['type'] for line in sys.stdin]
open(sys.argv[1], 'a').write(' '.join(lines))",
    );
    let table = Table::new(Rules::of(Preset::Renegade), 2).unwrap();
    let mut external = External::new(bot.command().parse().unwrap());
    external.start(&table, Seat::new(0).unwrap());
    assert_eq!(external.name(), Some("a test's"));
    drop(external);
    assert_eq!(fs::read_to_string(&bot.notes).unwrap().lines().last(), Some("start bye"));
}

#[test]
fn the_last_words_of_a_bot_are_kept() {
    let bad = Bad::new("last-words", "hello(); next(requests()); raise ValueError('not this tile')");
    let table = Table::new(Rules::of(Preset::Renegade), 2).unwrap();
    let mut bot = External::new(bad.command().parse().unwrap());
    bot.start(&table, Seat::new(0).unwrap());
    assert_eq!(first_decision(&mut bot, &table), Err(Fault::Crashed));
    assert_eq!(bot.last_words(), Some("ValueError: not this tile"));
}

// How the tests play.

/// Two games each of two deals against `shopper`, seen from the bot: its seats.
struct Match {
    seats: Vec<PlayedSeat>,
    deals: Vec<PlayedDeal>,
}

/// Long enough for a bot that answers, however busy the machine is.
const PATIENT: Duration = Duration::from_secs(30);
/// For a bot that does not.
const BRIEF: Duration = Duration::from_millis(50);

fn play(command: &str, limit: Duration) -> Match {
    let bot = Box::new(External::new(command.parse().unwrap()));
    let start = Instant::now();
    let played = play_bot(bot, limit);
    assert!(start.elapsed() < 5 * PATIENT, "{command}: it took {:?}", start.elapsed());
    played
}

fn play_bot(bot: Box<dyn Bot>, limit: Duration) -> Match {
    let contest = contest(2, Budget::Time { limit });
    let mut bots: Bots = vec![bot, Level::Shopper.bot()];
    let deals: Vec<PlayedDeal> = (0..2).map(|deal| contest.play_deal(&mut bots, deal)).collect();
    let seats = deals.iter().flat_map(seats).filter(|seat| seat.entrant == 0).copied().collect();
    Match { seats, deals }
}

/// A bot that never gives a usable answer: every decision is this fault, and the games are those of one that
/// always takes the first of the legal actions.
#[track_caller]
fn check_helpless(command: &str, fault: Fault) {
    let limit = if fault == Fault::TimedOut { BRIEF } else { PATIENT };
    let played = play(command, limit);
    for seat in &played.seats {
        assert!(seat.timed > 10, "{seat:?}");
        assert_eq!((seat.faults, seat.first_fault), (seat.timed, Some(fault)), "{command}");
    }
    let first = play_bot(Box::new(First), BRIEF);
    let money = |played: &Match| -> Vec<_> {
        played.deals.iter().flat_map(seats).map(|seat| (seat.entrant, seat.money)).collect()
    };
    assert_eq!(money(&played), money(&first), "{command}");
}

/// Takes the first of the legal actions.
struct First;

impl Bot for First {
    fn decide(&mut self, _: &View, legal: &[Action], dice: &mut Dice, _: Budget) -> Result<Action, Fault> {
        dice.next_u64();
        Ok(legal[0])
    }
}

fn seats(deal: &PlayedDeal) -> impl Iterator<Item = &PlayedSeat> {
    deal.games.iter().flat_map(|game| &game.seats)
}

fn contest(players: usize, budget: Budget) -> Contest {
    let table = Table::new(Rules::of(Preset::Renegade), players).unwrap();
    Contest::new(table, players, 3, budget).unwrap()
}

/// As many names as there are seats: those given, then `shopper`.
fn names(first: &[String], players: usize) -> Vec<String> {
    let shoppers = std::iter::repeat_n("shopper".to_owned(), players);
    first.iter().cloned().chain(shoppers).take(players).collect()
}

fn bots(names: &[String]) -> Bots {
    names.iter().map(|name| name.parse::<Entrant>().unwrap().bot()).collect()
}

fn first_decision(bot: &mut External, table: &Table) -> Result<Action, Fault> {
    let game = Game::start(*table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    let view = game.view(game.to_act());
    let budget = Budget::Time { limit: PATIENT };
    bot.decide(&view, &view.legal_actions(), &mut Dice::new(2), budget)
}

// The programs.

/// A bot written for a test. Each time it is started it notes the number of its process.
struct Bad {
    script: PathBuf,
    notes: PathBuf,
}

const PRELUDE: &str = "
import json, os, sys, time
open(sys.argv[1], 'a').write(f'{os.getpid()}\\n')
HELLO = {'type': 'hello', 'protocol': 1, 'name': \"a test's\"}
def say(message): print(json.dumps(message), flush=True)
def hello(): sys.stdin.readline(); say(HELLO)
def requests(): return (message for message in map(json.loads, sys.stdin) if message['type'] == 'decide')
def answer(request, action=0): say({'type': 'decision', 'id': request['id'], 'action': action})
";

impl Bad {
    fn new(name: &str, script: &str) -> Bad {
        need_python();
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("external bots").join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let bad = Bad { script: folder.join("bot.py"), notes: folder.join("notes") };
        fs::write(&bad.script, format!("{PRELUDE}\n{script}\n")).unwrap();
        bad
    }

    fn command(&self) -> String {
        format!("python3 '{}' '{}'", self.script.display(), self.notes.display())
    }

    /// It was started so many times, and no process of it is left.
    #[track_caller]
    fn check_ended(&self, starts: usize, why: &str) {
        let notes = fs::read_to_string(&self.notes).unwrap();
        assert_eq!(notes.lines().count(), starts, "{why}");
        for process in notes.lines() {
            let start = Instant::now();
            while is_running(process) {
                assert!(start.elapsed() < PATIENT, "the process {process} is left behind");
                std::thread::sleep(Duration::from_millis(10));
            }
        }
    }
}

/// Whether a process is there and more than a name that nobody has asked about yet.
fn is_running(process: &str) -> bool {
    if Path::new("/proc/self/stat").exists() {
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        return stat.rsplit(')').next().is_some_and(|rest| !rest.is_empty() && !rest.starts_with(" Z"));
    }
    Command::new("sh").args(["-c", &format!("kill -0 {process} 2>&-")]).status().unwrap().success()
}

fn need_python() {
    let version = Command::new("python3").arg("--version").output();
    assert!(
        version.is_ok_and(|output| output.status.success()),
        "there is no python3: install Python 3, which these tests and examples/python need"
    );
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn python_example() -> String {
    need_python();
    format!("cmd:python3 '{}'", root().join("examples/python/bot.py").display())
}

/// Cargo makes programs for tests, but not examples when only tests are asked for: so it is asked here.
fn rust_example() -> String {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    let program = BUILT.get_or_init(|| {
        let tests = std::env::current_exe().unwrap();
        let target = tests.ancestors().nth(3).unwrap().to_owned();
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| env!("CARGO").into());
        let mut build = Command::new(cargo);
        build
            .args(["build", "--quiet", "--workspace", "--example", "external_bot", "--target-dir"])
            .arg(&target);
        let status = build.current_dir(root()).status().unwrap();
        assert!(status.success(), "examples/rust/bot.rs cannot be built: see above");
        target.join("debug/examples").join(format!("external_bot{}", std::env::consts::EXE_SUFFIX))
    });
    format!("cmd:'{}'", program.display())
}
