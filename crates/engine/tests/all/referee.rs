//! A second, slow and obvious implementation of the rules, written from the rulebook alone. It checks the
//! engine's every event, decision and refusal over thousands of random games.
//!
//! A failure prints the number of its case. `REFEREE_CASE=1234 cargo test -p mergemaker-engine
//! --test all referee` plays only that case.

mod compare;
mod course;
mod dealer;
mod figures;
mod judge;
mod mergers;
mod play;
mod policy;
mod set_ups;
mod tables;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};

use mergemaker_engine::{
    Action, Bonuses, Bundle, Chain, DeadTileExchange, DeadTiles, Dice, DiscardReason, EighthChainTiles,
    EndDeclaration, EndReason, Event, Game, Holdings, Log, Money, Offer, Options, Preset, RandomDealer,
    Rules, RulesVersion, Seat, Shares, StuckHand, Table,
};

use compare::universe;
use figures::Owner;
use judge::Referee;
use play::{Case, Habits, Tally, play};
use tables::{all_options, is_of_version_one, makes_sense, presets, presets_before};

/// Games per preset and number of players.
const GAMES_OF_A_PRESET: usize = 25;

/// Games per preset of version 1 and number of players.
const GAMES_BEFORE: usize = 5;

/// Games of players with [`Policy::stubborn`] habits, per set of rules.
const STUBBORN_GAMES: usize = 100;

/// Games of players with [`Policy::teased`] habits, per set of rules.
const TEASED_GAMES: usize = 40;

/// Rare paths that the games must take for the test to check what it claims.
const RARE: &[&str] = &[
    "start tiles touch",
    "a start tile founds",
    "a start tile joins a chain",
    "a start tile takes others along",
    "a start tile merges chains",
    "a survivor is chosen at set-up",
    "a chain at set-up",
    "two chains at set-up",
    "three chains at set-up",
    "headquarters elsewhere",
    "chain founded with more than two tiles",
    "chain grows by more than the tile",
    "seventh chain founded",
    "chain with held shares founded again",
    "founder without stock: nothing",
    "founder without stock: cash",
    "two-way merger",
    "three-way merger",
    "four-way merger",
    "merger into a safe chain",
    "merger takes unincorporated tiles",
    "tied survivors",
    "three or more tied survivors",
    "tied dissolving order",
    "three tied in the dissolving order",
    "shares held",
    "trade limited by the market",
    "trade empties the market",
    "sole holder",
    "two tied for first",
    "three or more tied for first",
    "two or more tied for second",
    "two or more tied for third",
    "bank tie",
    "bank first",
    "bank and one player",
    "bank and both players tied",
    "bank without a tile",
    "dead tile",
    "dead tile stays in hand",
    "several unplayable tiles",
    "unplayable tiles again",
    "unplayable tile not replaced",
    "dead tiles go before the draw",
    "a dead tile just drawn waits",
    "all dead tiles kept by choice",
    "some dead tiles kept by choice",
    "several tiles exchanged by choice",
    "asked again about dead tiles",
    "asked before the hand is refilled",
    "not asked because the pile is empty",
    "dead tiles kept because the pile is empty",
    "exchange with an empty pile",
    "eighth-chain tile in hand",
    "eighth-chain tile replaced",
    "stuck hand",
    "stuck hand redrawn",
    "stuck hand, too few tiles to redraw",
    "pass",
    "pass with an empty hand",
    "empty pile",
    "offer accepted",
    "ten offers",
    "offer after the end was declared",
    "declared at the start: over at once",
    "declared before the tile",
    "declared before buying",
    "declared after buying",
    "declared, and E1 no longer holds at the end",
    "ended at once before the tile",
    "ended at once before buying",
    "ended at once, and E1 no longer holds",
    "end: declared",
    "end: all tiles played",
    "end: no tile played",
    "a round without a tile, and a hand holds a playable tile",
    "version 1: a round without a tile ends the game all the same",
    "shared victory",
];

/// Refusals that the random decisions must meet.
const REFUSED: &[&str] = &[
    "E1:",
    "E2: something came before",
    "E2: the end has already been declared",
    "E2: the end has not been declared",
    "E2: the turn must be finished",
    "M1:",
    "M2:",
    "M3: an odd number",
    "M3: more shares than held",
    "M3: the market has too few",
    "S5: not a tile of the new chain",
    "T1:",
    "T2:",
    "T4:",
    "T8, T9:",
    "T10: more than three shares",
    "T10: more than the market holds",
    "T10: more than the player can pay",
    "T10: the chain is not active",
    "T11: more than one tile",
    "T11: not a dead tile in hand",
    "X1: nothing changes hands",
    "X1: not another player",
    "X1: ten offers",
    "X1: the offering player cannot",
    "X1: the other player cannot",
    "X1: trading is off",
    "another player decides",
];

/// The games to play: the presets of both versions many times, every valid combination of options once, and
/// stuck hands.
fn cases() -> Vec<Case> {
    let mut tables = Vec::new();
    let versions = [
        (RulesVersion::Two, presets(), GAMES_OF_A_PRESET),
        (RulesVersion::One, presets_before(), GAMES_BEFORE),
    ];
    for (version, presets, games) in versions {
        for (_, options) in presets {
            for players in (2..=6).filter(|&players| makes_sense(&options, players)) {
                tables.extend([(version, options, players, Habits::Any)].repeat(games));
            }
        }
    }
    for options in all_options().into_iter().filter(|options| options.holdings == Holdings::Open) {
        let index = seed_of(&format!("{:?}", options.values())) as usize;
        let options = Options { holdings: Holdings::ALL[index % 2], ..options };
        let players: Vec<usize> = (2..=6).filter(|&players| makes_sense(&options, players)).collect();
        if !players.is_empty() {
            tables.push((RulesVersion::Two, options, players[index % players.len()], Habits::Any));
            if is_of_version_one(&options) {
                tables.push((RulesVersion::One, options, players[(index + 1) % players.len()], Habits::Any));
            }
        }
    }
    let one = Options { dead_tiles: DeadTiles::ReplaceOne, ..presets_before()[0].1 };
    let asked = Options { dead_tile_exchange: DeadTileExchange::Choice, ..one };
    for (version, options) in [(RulesVersion::One, one), (RulesVersion::Two, one), (RulesVersion::Two, asked)]
    {
        let stubborn = Options { stuck_hand: StuckHand::Redraw, ..options };
        tables.extend([(version, stubborn, 2, Habits::Stubborn)].repeat(STUBBORN_GAMES));
        let teased = Options { eighth_chain_tiles: EighthChainTiles::Replace, ..options };
        tables.extend([(version, teased, 2, Habits::Teased)].repeat(TEASED_GAMES));
    }
    let mut times = BTreeMap::new();
    let case = |(version, options, players, habits): (_, Options, _, _)| {
        let name = format!("{version:?} {:?} {players} {habits:?}", options.values());
        let nth = times.entry(name.clone()).or_insert(0);
        *nth += 1;
        Case { number: seed_of(&format!("{name} {nth}")), version, options, players, habits }
    };
    tables.into_iter().map(case).collect()
}

/// A seed from a text (FNV-1a), so that a new preset or value leaves the other games as they are.
fn seed_of(text: &str) -> u64 {
    let mix = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    text.bytes().fold(0x811c_9dc5, mix).into()
}

/// Plays one case, turning a panic of the engine into a failure of that case.
fn play_safely(case: &Case, universe: &[Action]) -> Result<Tally, String> {
    catch_unwind(AssertUnwindSafe(|| play(case, universe)))
        .unwrap_or_else(|_| Err(format!("{case:?}: panicked, see above")))
}

/// Plays the cases on all processors. Each case depends only on its number.
fn play_all(cases: &[Case]) -> (Tally, Vec<String>) {
    let universe = universe();
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let worker = || {
        let mut tally = Tally::default();
        let mut failures = Vec::new();
        while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
            match play_safely(case, &universe) {
                Ok(game) => tally.add(&game),
                Err(failure) => failures.push(failure),
            }
        }
        (tally, failures)
    };
    let mut whole = Tally::default();
    let mut failures = Vec::new();
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        for worker in workers {
            let (tally, failed) = worker.join().expect("panics are caught");
            whole.add(&tally);
            failures.extend(failed);
        }
    });
    (whole, failures)
}

/// Under every preset and combination of options, the engine and the referee agree on every event, decision,
/// refusal and outcome:
///
/// B1, B2, B3, B4, B5, B6, B7: board and stock,
/// S1, S2, S3, S4, S5: set-up,
/// T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13: turns,
/// M1, M2, M3, M4: mergers,
/// P1, P2, P3, P4, P5: bonuses,
/// X1: trades,
/// E1, E2, E3, E4: the end,
/// K2: open or hidden holdings, which change no rule.
#[test]
fn engine_and_referee_agree() {
    let mut cases = cases();
    let only = std::env::var("REFEREE_CASE").ok().map(|number| number.parse::<u64>().expect("a number"));
    cases.retain(|case| only.is_none_or(|number| number == case.number));
    let (tally, failures) = play_all(&cases);
    println!(
        "{} games, {} events, {} decisions with {} actions listed; of other decisions {} refused, {} accepted",
        tally.games, tally.events, tally.decisions, tally.listed, tally.refused, tally.accepted
    );
    for (what, times) in tally.seen.iter().chain(&tally.faults) {
        println!("{times:>9} {what}");
    }
    let shown = failures.iter().take(5).map(String::as_str).collect::<Vec<_>>().join("\n");
    assert!(failures.is_empty(), "{} of {} games differ:\n{shown}", failures.len(), cases.len());
    if only.is_none() {
        let missed: Vec<_> = RARE.iter().filter(|&what| !tally.seen.contains_key(what)).collect();
        assert!(missed.is_empty(), "paths never taken: {missed:?}");
        for rule in REFUSED {
            let met = tally.faults.keys().any(|fault| fault.starts_with(rule));
            assert!(met, "no decision was refused because of {rule}");
        }
        let unknown: Vec<_> = tally.seen.keys().filter(|what| !RARE.contains(what)).collect();
        assert!(unknown.is_empty(), "not in the list of rare paths: {unknown:?}");
    }
}

/// S1: everyone has $6,000 before the first tile is drawn: a log sees it with every event of the deal.
#[test]
fn everyone_starts_with_cash() {
    struct Watch(Vec<String>);
    impl Log for Watch {
        fn event(&mut self, game: &Game, event: Event) {
            if !game.seats().all(|seat| game.cash(seat) == Money(6000)) {
                let cash: Vec<Money> = game.seats().map(|seat| game.cash(seat)).collect();
                self.0.push(format!("{event:?}: {cash:?}"));
            }
        }
    }
    let mut watch = Watch(Vec::new());
    let table = Table::new(Rules::of(Preset::Classic), 3).expect("a preset");
    Game::start(table, &mut RandomDealer::new(Dice::new(0)), &mut watch);
    assert!(watch.0.is_empty(), "{:#?}", watch.0);
}

/// X1: an offer that gives and takes the same changes nothing: both implementations refuse it.
#[test]
fn an_even_swap_is_refused() {
    let options = Options { trading: true, ..presets()[0].1 };
    let table = Rules::new(options).and_then(|rules| Table::new(rules, 2)).expect("a table");
    let mut dealer = RandomDealer::new(Dice::new(0));
    let mut events = Vec::new();
    let mut game = Game::start(table, &mut dealer, &mut events);
    let mut referee = Referee::new(RulesVersion::Two, options, 2);
    for event in &events {
        referee.take(event).expect("the deal is valid");
    }
    referee.advance();
    let seat = game.to_act().expect("the first player");
    let bundle = Bundle { cash: Money(100), shares: Shares::NONE };
    let to = Seat::new(1 - seat.index()).expect("the other player");
    let swap = Action::TradeOffer { offer: Offer { to, give: bundle, take: bundle } };
    let verdict = referee.allows(seat.index(), &swap);
    let answer = game.apply(seat, &swap, &mut dealer, &mut ());
    assert!(verdict.is_err() && answer.is_err(), "the referee says {verdict:?}, the engine {answer:?}");
}

/// P5, P6, S1, S3, T11, E2: the engine accepts exactly the valid combinations of options and players, and its
/// presets match the rulebook, those of version 1 too.
#[test]
fn tables_agree() {
    let mut valid = [0; 2];
    for options in all_options() {
        for players in 0..9 {
            let table = Rules::new(options).and_then(|rules| Table::new(rules, players));
            assert_eq!(table.is_ok(), makes_sense(&options, players), "{options:?} for {players}");
            let before = Rules::named(RulesVersion::One, Preset::Custom, options)
                .and_then(|rules| Table::new(rules, players));
            let made_sense = makes_sense(&options, players) && is_of_version_one(&options);
            assert_eq!(before.is_ok(), made_sense, "version 1: {options:?} for {players}");
            valid[0] += usize::from(table.is_ok());
            valid[1] += usize::from(before.is_ok());
        }
    }
    assert_eq!((valid[1], valid[0] > valid[1]), (2688, true), "{valid:?}");
    for (preset, options) in presets() {
        assert_eq!(*Rules::of(preset).options(), options, "{preset}");
        assert_eq!(Rules::new(options).unwrap().preset(), preset);
    }
    for (preset, options) in presets_before() {
        let rules = Rules::named(RulesVersion::One, preset, RulesVersion::One.options(preset)).unwrap();
        assert_eq!((rules.preset(), *rules.options()), (preset, options));
        assert_eq!(rules.today(), Rules::of(preset), "a new game uses the current preset");
    }
}

/// B5: the engine's prices match the rulebook.
#[test]
fn prices_agree() {
    for chain in Chain::ALL {
        for size in 2..=108 {
            let price = figures::price(figures::hotel(chain), usize::from(size));
            assert_eq!(i64::from(chain.price(size).0), price, "{chain} {size}");
        }
    }
}

/// B6, P2, P3, P4: the referee itself pays what the rulebook says.
#[test]
fn referee_pays_by_the_book() {
    let check = |kind: Bonuses, price: i64, held: &[i64], expected: &[i64]| {
        let held: BTreeMap<Owner, i64> = (0..).map(Owner::Seat).zip(held.iter().copied()).collect();
        let paid = figures::bonuses(kind, price, &held);
        let paid: Vec<i64> = held.keys().map(|who| paid.get(who).copied().unwrap_or(0)).collect();
        assert_eq!(paid, expected, "{kind:?} at {price}: {held:?}");
    };
    check(Bonuses::Classic, 300, &[4, 0, 0], &[4500, 0, 0]);
    check(Bonuses::Classic, 300, &[4, 2, 1], &[3000, 1500, 0]);
    check(Bonuses::Classic, 300, &[4, 4, 1], &[2300, 2300, 0]);
    check(Bonuses::Classic, 500, &[4, 4, 4, 1], &[2500, 2500, 2500, 0]);
    check(Bonuses::Classic, 700, &[2, 4, 2], &[1800, 7000, 1800]);
    check(Bonuses::Tycoon, 300, &[4, 0, 0], &[4500, 0, 0]);
    check(Bonuses::Tycoon, 300, &[4, 2, 0], &[3000, 2200, 0]);
    check(Bonuses::Tycoon, 300, &[4, 2, 1], &[3000, 2200, 1500]);
    check(Bonuses::Tycoon, 300, &[4, 4, 1], &[2600, 2600, 1500]);
    check(Bonuses::Tycoon, 300, &[4, 1, 1], &[3000, 1900, 1900]);
    check(Bonuses::Tycoon, 300, &[4, 4, 4, 1], &[2300, 2300, 2300, 0]);
    check(Bonuses::Tycoon, 300, &[4, 3, 1, 1], &[3000, 2200, 800, 800]);
    check(Bonuses::Tycoon, 300, &[4, 1, 1, 1], &[3000, 1300, 1300, 1300]);
    check(Bonuses::Tycoon, 1200, &[2, 2, 0], &[10_100, 10_100, 0]);
}

/// T1: a record with one event missing, duplicated or given to another player is refused. Optional events may
/// be missing: setting dead tiles aside when the pile is empty (T11), or the purchase before the end (E2).
#[test]
fn referee_refuses_spoiled_records() {
    let mut left_out = 0;
    for (seed, (_, options)) in (0..).zip(presets()) {
        let players = if options.bonuses == Bonuses::Tycoon { 3 } else { 2 };
        let events = record(options, players, seed);
        judge(options, players, &events).expect("the engine's own record is valid");
        for index in 0..events.len() {
            let mut shorter = events.clone();
            shorter.remove(index);
            let mut longer = events.clone();
            longer.insert(index, events[index].clone());
            let mut others = events.clone();
            others[index] = by_next_player(&events[index], players);
            for spoiled in [shorter, longer, others] {
                let is_shorter = spoiled.len() < events.len();
                if is_shorter && may_be_left_out(&options, &events[index], &events[index + 1..]) {
                    left_out += 1;
                    continue;
                }
                let unchanged = spoiled == events;
                let verdict = judge(options, players, &spoiled);
                assert_eq!(verdict.is_ok(), unchanged, "seed {seed}, event {index}: {:?}", events[index]);
            }
        }
    }
    assert!(left_out < 10, "too many events may be left out: {left_out}");
}

/// Whether a record without this event can also be valid.
fn may_be_left_out(options: &Options, event: &Event, next: &[Event]) -> bool {
    match event {
        Event::Discard { reason: DiscardReason::Unplayable, .. } => {
            let is_drawn = matches!(next.first(), Some(Event::Draw { .. }));
            options.dead_tile_exchange == DeadTileExchange::Choice && !is_drawn
        }
        Event::Buy { .. } => {
            let ends = next.iter().find(|event| !matches!(event, Event::BankTile { .. }));
            let may_finish = options.end_declaration == EndDeclaration::MayFinish;
            may_finish && ends == Some(&Event::End { reason: EndReason::Declared })
        }
        _ => false,
    }
}

/// The events of a random game.
fn record(options: Options, players: usize, seed: u64) -> Vec<Event> {
    let table = Rules::new(options).and_then(|rules| Table::new(rules, players)).expect("a preset");
    let mut dealer = RandomDealer::new(Dice::new(seed));
    let mut rng = Dice::new(!seed);
    let mut events = Vec::new();
    let mut game = Game::start(table, &mut dealer, &mut events);
    while let Some(seat) = game.to_act() {
        let action = game.random_action(&mut rng);
        game.apply(seat, &action, &mut dealer, &mut events).expect("random actions are legal");
    }
    events
}

/// Checks that the referee accepts a record from the first event to the end of the game.
fn judge(options: Options, players: usize, events: &[Event]) -> Result<(), String> {
    let mut referee = Referee::new(RulesVersion::Two, options, players);
    for event in events {
        referee.take(event)?;
    }
    if referee.is_over() { Ok(()) } else { Err("the game is not over".into()) }
}

/// The same event by the next seat; events without a player stay the same.
fn by_next_player(event: &Event, players: usize) -> Event {
    let mut event = event.clone();
    match &mut event {
        Event::StartTile { player, .. }
        | Event::Deal { player, .. }
        | Event::Discard { player, .. }
        | Event::TradeOffer { player, .. }
        | Event::TradeAnswer { player, .. }
        | Event::DeclareEnd { player }
        | Event::Place { player, .. }
        | Event::Pass { player }
        | Event::Found { player, .. }
        | Event::Survivor { player, .. }
        | Event::Defunct { player, .. }
        | Event::Dispose { player, .. }
        | Event::Buy { player, .. }
        | Event::Draw { player, .. } => {
            *player = Seat::new((player.index() + 1) % players).expect("a seat of the table");
        }
        Event::BankTile { .. } | Event::End { .. } => {}
    }
    event
}
