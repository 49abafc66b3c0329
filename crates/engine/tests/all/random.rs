//! Random games for the tests.

use std::collections::BTreeSet;

use mergemaker_engine::{
    Dice, Game, Log, OPTIONS, Options, Preset, RandomDealer, Rules, RulesVersion, Table, below,
};

/// Every preset with every number of players it allows.
pub(crate) fn tables() -> impl Iterator<Item = Table> {
    Preset::ALL
        .iter()
        .flat_map(|&preset| (2..=6).map(move |players| (Rules::of(preset), players)))
        .filter_map(|(rules, players)| Table::new(rules, players).ok())
}

/// The table and seed of a few games of each preset, then of some under random options. The latter follow
/// version 1 of the rules if it has these options.
pub(crate) fn games() -> impl Iterator<Item = (Table, u64)> {
    let presets = tables().flat_map(|table| (0..40).map(move |seed| (table, seed)));
    presets.chain((0..600).map(|seed| (random_table(seed), 1_000 + seed)))
}

fn random_table(seed: u64) -> Table {
    let mut rng = Dice::new(seed);
    loop {
        let mut pick = |count: u32| below(&mut rng, count) as usize;
        let options = OPTIONS.iter().fold(Options::of(Preset::Custom), |options, option| {
            options
                .with(option.id, option.values[pick(option.values.len() as u32)])
                .expect("an option's value")
        });
        let players = 2 + pick(5);
        let before = Rules::named(RulesVersion::One, Preset::Custom, options);
        if let Ok(table) = before.or(Rules::new(options)).and_then(|rules| Table::new(rules, players)) {
            return table;
        }
    }
}

/// The games use every value of every option, in each version that has it.
#[test]
fn every_value_of_every_option_is_played() {
    let mut seen = BTreeSet::new();
    for (table, _) in games() {
        let version = table.rules().version().number();
        seen.extend(table.rules().options().values().map(|value| (version, value)));
    }
    let count: usize = OPTIONS.iter().map(|option| option.values.len()).sum();
    assert_eq!(seen.len(), 21 + count, "21 values in version 1, all of them in version 2: {seen:?}");
}

/// Plays a random game, checking every decision. Calls `inspect` before each decision and at the end.
pub(crate) fn play(table: Table, seed: u64, log: &mut impl Log, mut inspect: impl FnMut(&Game)) -> Game {
    let mut dealer = RandomDealer::new(Dice::new(2 * seed));
    let mut rng = Dice::new(2 * seed + 1);
    let mut game = Game::start(table, &mut dealer, log);
    for _ in 0..10_000 {
        inspect(&game);
        let Some(seat) = game.to_act() else { return game };
        let action = game.random_action(&mut rng);
        game.apply(seat, &action, &mut dealer, log)
            .unwrap_or_else(|error| panic!("seed {seed}: {action:?} is refused: {error}"));
    }
    panic!("seed {seed}: the game under {:?} does not end", table.rules());
}
