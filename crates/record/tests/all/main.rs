//! Tests of game records.

mod documents;
mod fair;
mod fuzz;
mod golden;
mod messages;
mod page;
mod position;
mod release;
mod round_trip;
mod tampering;

use mergemaker_engine::{
    Action, Bonuses, DeadTileExchange, DeadTiles, Dice, EighthChainTiles, EndDeclaration,
    FounderWithoutStock, Game, Holdings, Options, Preset, Rules, RulesVersion, StartTiles, StuckHand, Table,
    below,
};
use mergemaker_record::{Deck, Record, Recorder, Seed};

/// Every preset and custom rules, with each number of players they allow.
fn tables() -> Vec<Table> {
    let custom = Options { trading: true, ..Options::of(Preset::Manual) };
    let mut tables = Vec::new();
    for &preset in Preset::ALL {
        let rules = match preset {
            Preset::Custom => Rules::new(custom).unwrap(),
            preset => Rules::of(preset),
        };
        tables.extend((2..=6).filter_map(|players| Table::new(rules, players).ok()));
    }
    tables
}

/// The presets of version 1 with 2 to 6 players.
fn tables_before() -> Vec<Table> {
    let rules = Preset::ALL
        .iter()
        .map(|&preset| Rules::named(RulesVersion::One, preset, RulesVersion::One.options(preset)).unwrap());
    rules.flat_map(|rules| (2..=6).filter_map(move |players| Table::new(rules, players).ok())).collect()
}

/// Tables with random options.
fn tables_by_chance(count: usize) -> Vec<Table> {
    let mut dice = Dice::new(23);
    let mut tables = Vec::new();
    while tables.len() < count {
        let options = Options {
            bonuses: pick(Bonuses::ALL, &mut dice),
            bank_shareholder: pick(&[false, true], &mut dice),
            founder_without_stock: pick(FounderWithoutStock::ALL, &mut dice),
            trading: pick(&[false, true], &mut dice),
            holdings: pick(Holdings::ALL, &mut dice),
            start_tiles: pick(StartTiles::ALL, &mut dice),
            dead_tiles: pick(DeadTiles::ALL, &mut dice),
            dead_tile_exchange: pick(DeadTileExchange::ALL, &mut dice),
            eighth_chain_tiles: pick(EighthChainTiles::ALL, &mut dice),
            stuck_hand: pick(StuckHand::ALL, &mut dice),
            end_declaration: pick(EndDeclaration::ALL, &mut dice),
        };
        let players = 2 + below(&mut dice, 5) as usize;
        tables.extend(Rules::new(options).and_then(|rules| Table::new(rules, players)));
    }
    tables
}

fn pick<T: Copy>(among: &[T], dice: &mut Dice) -> T {
    among[below(dice, among.len() as u32) as usize]
}

fn names(players: usize) -> Vec<String> {
    ["Ann", "Bob", "Cid", "Dot", "Eve", "Fay"].iter().take(players).map(ToString::to_string).collect()
}

/// A whole random game, dealt by the seed of this number.
fn play(table: Table, number: u64) -> (Record, Game) {
    let mut rng = Dice::new(number);
    play_with(table, number, |game| random_decision(game, &mut rng))
}

/// A random action, with headquarters on any tile of the new chain (S5).
fn random_decision(game: &Game, rng: &mut Dice) -> Action {
    match game.random_action(rng) {
        Action::Found { chain, .. } => {
            let tiles: Vec<_> = game.founding_tiles().iter().collect();
            Action::Found { chain, at: [None, Some(pick(&tiles, rng))][below(rng, 2) as usize] }
        }
        action => action,
    }
}

/// A whole random game in which nobody declares the end.
fn play_to_the_last_tile(table: Table, number: u64) -> (Record, Game) {
    let mut rng = Dice::new(number);
    play_with(table, number, |game| {
        let mut actions = game.legal_actions();
        actions.retain(|action| *action != Action::DeclareEnd);
        pick(&actions, &mut rng)
    })
}

fn play_with(table: Table, number: u64, mut decide: impl FnMut(&Game) -> Action) -> (Record, Game) {
    let seed = Seed::for_simulation(number, table.players() as u64);
    let (mut deck, mut recorder) = (Deck::new(&seed), Recorder::new());
    let mut game = Game::start(table, &mut deck, &mut recorder);
    while let Some(seat) = game.to_act() {
        let action = decide(&game);
        game.apply(seat, &action, &mut deck, &mut recorder).unwrap();
    }
    (recorder.finish(&game, names(table.players()), Some(seed)), game)
}

fn table(preset: Preset, players: usize) -> Table {
    Table::new(Rules::of(preset), players).unwrap()
}
