//! External bots: the examples play whole games, and bad bots do not stop a match.

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
    for &preset in Preset::NAMED {
        for (players, holdings) in TABLES {
            let rules = Rules::new(Options::of(preset).with("holdings", holdings).unwrap()).unwrap();
            let Ok(table) = Table::new(rules, players) else { continue };
            let names = names(&examples, players);
            let contest = Contest::new(table, players, 1, Budget::default()).unwrap();
            let deal = contest.play_deal_recorded(&mut bots(&names), 0, &names);
            for seat in seats(&deal) {
                let situation = format!("{preset}, {players} players, {holdings}, {}", names[seat.entrant]);
                assert_eq!((seat.faults, seat.first_fault), (0, None), "{situation}");
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
fn results_do_not_depend_on_earlier_games() {
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
    assert!(play([0, 1, 2]) == play([2, 0, 1]), "the order of the deals changed the games");
}

// Dead tiles.

/// T11: a bot chooses which dead tiles to exchange if its hello says so. Otherwise, or if its answer is
/// unusable, all are exchanged.
#[test]
fn a_bot_may_choose_its_dead_tiles() {
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
        let bot = TestBot::new(name, &script(hello, answer));
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
        assert_eq!(legal[0], Action::Exchange { tiles: Hand::EMPTY }, "keeping them comes first");
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
    check_always_faults("./no-such-bot", Fault::NotStarted);
}

#[test]
fn a_bot_that_exits_at_once() {
    let bot = TestBot::new("ends-at-once", "sys.exit(1)");
    check_always_faults(&bot.command(), Fault::NotStarted);
    bot.check_stopped(3, "given up after three failed starts");
}

#[test]
fn a_bot_of_another_protocol() {
    let bot = TestBot::new("another-protocol", "say({'type': 'hello', 'protocol': 2}); time.sleep(60)");
    check_always_faults(&bot.command(), Fault::NotStarted);
    bot.check_stopped(3, "given up after three failed starts");
}

#[test]
fn a_bot_that_exits_after_its_hello() {
    let bot = TestBot::new("ends-after-hello", "hello()");
    check_always_faults(&bot.command(), Fault::Crashed);
    bot.check_stopped(4, "restarted for each game");
}

#[test]
fn a_bot_that_closes_its_output() {
    let bot = TestBot::new("closes-output", "hello(); os.close(1); time.sleep(60)");
    check_always_faults(&bot.command(), Fault::Crashed);
    bot.check_stopped(4, "restarted for each game");
}

#[test]
fn a_bot_that_crashes_in_the_middle_of_a_game() {
    let bot = TestBot::new(
        "crashes",
        "
hello()
for number, request in enumerate(requests()):
    if number == 5:
        raise ValueError('five is enough')
    answer(request)",
    );
    for seat in play(&bot.command(), PATIENT).seats {
        assert_eq!((seat.faults, seat.first_fault), (seat.timed - 5, Some(Fault::Crashed)));
    }
    bot.check_stopped(4, "restarted for each game");
}

#[test]
fn a_bot_that_hangs() {
    let bot = TestBot::new("hangs", "hello(); [request for request in requests()]");
    check_always_faults(&bot.command(), Fault::TimedOut);
    bot.check_stopped(3, "given up after three games");
}

#[test]
fn a_bot_that_does_not_read() {
    let bot = TestBot::new("does-not-read", "say(HELLO); time.sleep(60)");
    check_always_faults(&bot.command(), Fault::TimedOut);
    bot.check_stopped(3, "given up after three games");
}

#[test]
fn a_bot_that_never_reads_blocks_nobody() {
    let script = TestBot::new("never-reads", "say(HELLO); time.sleep(60)");
    let table = Table::new(Rules::of(Preset::Renegade), 2).unwrap();
    let mut bot = External::new(script.command().parse().unwrap());
    bot.start(&table, Seat::new(0).unwrap());
    let mut delta = HoldingsDelta::default();
    delta.gained[1] = Shares::of(Chain::Tower, 3);
    let start = Instant::now();
    (0..10_000).for_each(|_| bot.observe(&delta));
    assert_eq!(first_decision(&mut bot, &table), Err(Fault::TimedOut));
    assert!(start.elapsed() < PATIENT, "it took {:?}", start.elapsed());
    drop(bot);
    script.check_stopped(1, "started once");
}

#[test]
fn a_bot_that_writes_garbage() {
    let bot = TestBot::new("rubbish", "hello()\nfor request in requests(): print('hm', flush=True)");
    check_always_faults(&bot.command(), Fault::Rubbish);
    bot.check_stopped(1, "kept running");
}

#[test]
fn a_bot_that_writes_garbage_before_each_answer() {
    let bot =
        TestBot::new("babbles", "hello()\nfor request in requests(): print('thinking'); answer(request)");
    check_always_faults(&bot.command(), Fault::Rubbish);
    bot.check_stopped(1, "kept running");
}

#[test]
fn a_bot_that_writes_huge_lines() {
    let bot =
        TestBot::new("huge", "hello()\nfor request in requests(): print('x' * 2_000_000); answer(request)");
    check_always_faults(&bot.command(), Fault::Rubbish);
    bot.check_stopped(1, "kept running");
}

#[test]
fn a_bot_that_writes_a_line_without_end() {
    let bot = TestBot::new("endless", "hello()\nwhile True: print('x' * 10_000, end='')");
    check_always_faults(&bot.command(), Fault::TimedOut);
    bot.check_stopped(3, "given up after three games");
}

#[test]
fn a_bot_that_answers_another_request() {
    let bot =
        TestBot::new("not-asked", "hello()\nfor request in requests(): answer({'id': request['id'] + 1})");
    check_always_faults(&bot.command(), Fault::Rubbish);
    bot.check_stopped(1, "kept running");
}

#[test]
fn a_bot_that_answers_with_an_index_out_of_range() {
    let bot = TestBot::new("illegal", "hello()\nfor request in requests(): answer(request, 9999)");
    check_always_faults(&bot.command(), Fault::Illegal);
    bot.check_stopped(1, "kept running");
}

#[test]
fn a_bot_that_offers_a_trade_where_trading_is_off() {
    let bot = TestBot::new(
        "no-trade",
        "
hello()
some, nothing = {'cash': 100, 'shares': {}}, {'cash': 0, 'shares': {}}
for request in requests():
    offer = {'to': 1 - request['view']['viewer'], 'give': some, 'take': nothing}
    say({'type': 'decision', 'id': request['id'], 'offer': offer})",
    );
    check_always_faults(&bot.command(), Fault::Illegal);
    bot.check_stopped(1, "kept running");
}

#[test]
fn a_bot_that_never_stops_answering() {
    let bot = TestBot::new("floods", "hello(); request = next(requests())\nwhile True: answer(request)");
    for seat in play(&bot.command(), BRIEF).seats {
        // The first answer of each process is a valid one.
        assert!(seat.faults >= seat.timed - 1, "{seat:?}");
        assert_eq!(seat.first_fault, Some(Fault::TimedOut));
    }
    bot.check_stopped(3, "given up after three games");
}

#[test]
fn a_bot_that_answers_late() {
    // The late answer is illegal: taking it for the answer to the next request would be noticed.
    let bot = TestBot::new(
        "late",
        "
hello()
for number, request in enumerate(requests()):
    time.sleep(4 if number == 1 else 0)
    answer(request, 9999 if number == 1 else 0)",
    );
    let mut late = 0;
    for seat in play(&bot.command(), Duration::from_secs(3)).seats {
        assert!(seat.first_fault.is_none_or(|fault| fault == Fault::TimedOut), "{seat:?}");
        late += seat.faults;
    }
    assert_eq!(late, 1);
    bot.check_stopped(1, "kept running");
}

#[cfg(unix)]
#[test]
fn a_bot_started_by_a_script_is_stopped_with_it() {
    let bot = TestBot::new("grandchild", "hello(); time.sleep(60)");
    check_always_faults(&format!("sh -c \"{}; true\"", bot.command()), Fault::TimedOut);
    bot.check_stopped(3, "given up after three games");
}

// Starting and ending.

#[test]
fn start_errors_say_why() {
    let check = |command: &str, message: &str| {
        let error = format!("cmd:{command}").parse::<Entrant>().unwrap().check().unwrap_err().to_string();
        assert_eq!(error, format!("cmd:{command}: {message}"));
    };
    check("./no-such-bot -x", "there is no program `./no-such-bot`: check its name");
    let command = |name: &str, script: &str| TestBot::new(name, script).command();
    check(&command("start-ended", "pass"), "it exited before sending a hello: see docs/BOTS.md");
    check(
        &command("start-crashed", "import no_such_thing"),
        "it exited before sending a hello (last error output: ModuleNotFoundError: No module named \
         'no_such_thing'): see docs/BOTS.md",
    );
    check(
        &command("start-rubbish", "print('Welcome!', flush=True); time.sleep(60)"),
        "its first line is not a hello (it wrote: Welcome!): see docs/BOTS.md",
    );
    check(
        &command("start-protocol", "say({'type': 'hello', 'protocol': 2}); time.sleep(60)"),
        "it speaks version 2 of the protocol, not 1: see docs/BOTS.md",
    );
    let silent = command("start-silent", "time.sleep(60)").parse().unwrap();
    let error = External::check(&silent, Duration::from_secs(1)).unwrap_err().to_string();
    assert_eq!(error, "it did not send a hello within 1 s: give it longer with --hello");
}

#[test]
fn a_bot_may_take_its_time_to_start() {
    let slow = TestBot::new("starts-slowly", "time.sleep(6); hello(); list(requests())");
    assert_eq!(External::check(&slow.command().parse().unwrap(), External::HELLO_LIMIT), Ok(()));
}

#[cfg(unix)]
#[test]
fn a_file_that_is_not_executable_is_reported() {
    let text = TestBot::new("start-not-run", "").script;
    let error =
        format!("cmd:'{}'", text.display()).parse::<Entrant>().unwrap().check().unwrap_err().to_string();
    assert!(
        error.ends_with("cannot be run (Permission denied (os error 13)): check its permissions"),
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
fn a_bot_gets_a_bye_and_time_to_exit() {
    let bot = TestBot::new(
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
    let script = TestBot::new("last-words", "hello(); next(requests()); raise ValueError('not this tile')");
    let table = Table::new(Rules::of(Preset::Renegade), 2).unwrap();
    let mut bot = External::new(script.command().parse().unwrap());
    bot.start(&table, Seat::new(0).unwrap());
    assert_eq!(first_decision(&mut bot, &table), Err(Fault::Crashed));
    assert_eq!(bot.failure().error_output.as_deref(), Some("ValueError: not this tile"));
}

#[test]
fn the_unreadable_line_of_a_bot_is_kept() {
    let script =
        TestBot::new("quoted", "hello(); next(requests()); print('hm\\t?', flush=True); time.sleep(60)");
    let table = Table::new(Rules::of(Preset::Renegade), 2).unwrap();
    let mut bot = External::new(script.command().parse().unwrap());
    bot.start(&table, Seat::new(0).unwrap());
    assert_eq!(first_decision(&mut bot, &table), Err(Fault::Rubbish));
    assert_eq!(bot.failure().unreadable.as_deref(), Some("hm?"));
}

#[test]
fn a_bot_is_given_up_after_three_games() {
    let script = TestBot::new("given-up", "sys.exit('no licence')");
    let table = Table::new(Rules::of(Preset::Renegade), 2).unwrap();
    let mut bot = External::new(script.command().parse().unwrap());
    for games in 1..=4 {
        bot.start(&table, Seat::new(0).unwrap());
        assert_eq!(first_decision(&mut bot, &table), Err(Fault::NotStarted));
        let failure = bot.failure();
        assert_eq!(failure.gave_up_after, (games >= 3).then_some(3));
        assert_eq!(failure.error_output.as_deref(), Some("no licence"));
    }
    script.check_stopped(3, "not started again");
}

// Playing.

/// A match against `shopper`, two deals of two games each, with the bot's seats.
struct Match {
    seats: Vec<PlayedSeat>,
    deals: Vec<PlayedDeal>,
}

/// How long a match with a program should take.
const TARGET: Duration = Duration::from_secs(5);
/// Long enough for a bot that answers, even on a busy machine.
const PATIENT: Duration = Duration::from_secs(30);
/// For a bot that does not answer.
const BRIEF: Duration = Duration::from_millis(50);

fn play(command: &str, limit: Duration) -> Match {
    let bot = Box::new(External::new(command.parse().unwrap()));
    let start = Instant::now();
    let played = play_bot(bot, limit);
    assert!(start.elapsed() < 10 * TARGET, "{command}: it took {:?}", start.elapsed());
    played
}

fn play_bot(bot: Box<dyn Bot>, limit: Duration) -> Match {
    let contest = contest(2, Budget::Time { limit });
    let mut bots: Bots = vec![bot, Level::Shopper.bot()];
    let deals: Vec<PlayedDeal> = (0..2).map(|deal| contest.play_deal(&mut bots, deal)).collect();
    let seats = deals.iter().flat_map(seats).filter(|seat| seat.entrant == 0).copied().collect();
    Match { seats, deals }
}

/// Checks a bot that never gives a usable answer: every decision is this fault, and the games are those of a
/// bot that always takes the first legal action.
#[track_caller]
fn check_always_faults(command: &str, fault: Fault) {
    let limit = if fault == Fault::TimedOut { BRIEF } else { PATIENT };
    let played = play(command, limit);
    for seat in &played.seats {
        assert!(seat.timed > 10, "{seat:?}");
        assert_eq!((seat.faults, seat.first_fault), (seat.timed, Some(fault)), "{command}");
    }
    let first = play_bot(Box::new(FirstAction), BRIEF);
    let money = |played: &Match| -> Vec<_> {
        played.deals.iter().flat_map(seats).map(|seat| (seat.entrant, seat.money)).collect()
    };
    assert_eq!(money(&played), money(&first), "{command}");
}

/// Takes the first legal action.
struct FirstAction;

impl Bot for FirstAction {
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

/// The given names, padded with `shopper`.
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

/// A bot written for a test. Each start adds its process id to the notes.
struct TestBot {
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

impl TestBot {
    fn new(name: &str, script: &str) -> TestBot {
        need_python();
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("external bots").join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let bot = TestBot { script: folder.join("bot.py"), notes: folder.join("notes") };
        fs::write(&bot.script, format!("{PRELUDE}\n{script}\n")).unwrap();
        bot
    }

    fn command(&self) -> String {
        format!("python3 '{}' '{}'", self.script.display(), self.notes.display())
    }

    /// Checks how often it was started, and that no process is left.
    #[track_caller]
    fn check_stopped(&self, starts: usize, why: &str) {
        let notes = fs::read_to_string(&self.notes).unwrap();
        assert_eq!(notes.lines().count(), starts, "{why}");
        for process in notes.lines() {
            let start = Instant::now();
            while is_running(process) {
                assert!(start.elapsed() < PATIENT, "the process {process} is still running");
                std::thread::sleep(Duration::from_millis(10));
            }
        }
    }
}

/// Whether a process exists and is not a zombie.
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
        "python3 is missing: install Python 3 for these tests and examples/python"
    );
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn python_example() -> String {
    need_python();
    format!("cmd:python3 '{}'", root().join("examples/python/bot.py").display())
}

/// The path of the Rust example, built first: Cargo does not build examples when only tests are requested.
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
        assert!(status.success(), "examples/rust/bot.rs failed to build: see above");
        target.join("debug/examples").join(format!("external_bot{}", std::env::consts::EXE_SUFFIX))
    });
    format!("cmd:'{}'", program.display())
}
