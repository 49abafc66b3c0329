//! Tests of game records, from reading to the transcript.

mod documents;
mod fair;
mod fuzz;
mod golden;
mod messages;
mod position;
mod round_trip;
mod tampering;
mod transcript;

use mergemaker_engine::{Action, Dice, Game, Options, Preset, Rules, Table, below};
use mergemaker_record::{Deck, Record, Recorder, Seed};

/// Rules and numbers of players that go together: every preset and a custom set, with 2 to 6 players.
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

fn names(players: usize) -> Vec<String> {
    ["Ann", "Bob", "Cid", "Dot", "Eve", "Fay"].iter().take(players).map(ToString::to_string).collect()
}

/// A whole random game, dealt by the seed of its number.
fn play(table: Table, number: u64) -> (Record, Game) {
    let mut rng = Dice::new(number);
    play_with(table, number, |game| game.random_action(&mut rng))
}

/// A whole random game in which nobody declares the end.
fn play_to_the_last_tile(table: Table, number: u64) -> (Record, Game) {
    let mut rng = Dice::new(number);
    play_with(table, number, |game| {
        let mut actions = game.legal_actions();
        actions.retain(|action| *action != Action::DeclareEnd);
        actions[below(&mut rng, actions.len() as u32) as usize]
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
