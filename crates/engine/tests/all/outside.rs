//! Untrusted input: randomly altered positions and views.

use mergemaker_engine::{Dice, Game, Position, RandomDealer, View, below};
use serde_json::Value;

use crate::random::{games, play};

/// Changes one random value inside the document to another number, another value of the document or null, or
/// removes a member.
fn mutate(document: &mut Value, words: &[Value], dice: &mut Dice) {
    match document {
        Value::Object(members) if !members.is_empty() => {
            let chosen = below(dice, members.len() as u32) as usize;
            let key = members.keys().nth(chosen).unwrap().clone();
            if below(dice, 12) == 0 {
                members.remove(&key);
            } else {
                mutate(&mut members[&key], words, dice);
            }
        }
        Value::Array(parts) if !parts.is_empty() && below(dice, 8) > 0 => {
            let chosen = below(dice, parts.len() as u32) as usize;
            mutate(&mut parts[chosen], words, dice);
        }
        Value::Array(parts) => {
            let part = parts.first().cloned().unwrap_or(Value::Null);
            parts.push(part);
        }
        leaf => {
            *leaf = match below(dice, 6) {
                0 => below(dice, 30).into(),
                1 => 1_000_000_000_u64.into(),
                2 => Value::Null,
                3 => (below(dice, 2) == 1).into(),
                _ => words[below(dice, words.len() as u32) as usize].clone(),
            };
        }
    }
}

/// All leaf values in a document.
fn leaves(document: &Value) -> Vec<Value> {
    match document {
        Value::Object(members) => members.values().flat_map(leaves).collect(),
        Value::Array(parts) => parts.iter().flat_map(leaves).collect(),
        leaf => vec![leaf.clone()],
    }
}

/// A changed copy of a document, as text.
fn changed(document: &Value, dice: &mut Dice) -> String {
    let words = leaves(document);
    let mut copy = document.clone();
    for _ in 0..=below(dice, 3) {
        mutate(&mut copy, &words, dice);
    }
    copy.to_string()
}

/// B1, B3, K2: an altered position or view is either refused or can be sampled and played to the end.
#[test]
fn accepted_positions_and_views_can_be_played() {
    let mut dice = Dice::new(8);
    let mut accepted = [0; 2];
    for (table, seed) in games().filter(|(_, seed)| seed % 2 == 0) {
        let mut decisions = 0;
        play(table, seed, &mut (), |game| {
            decisions += 1;
            if decisions % 3 != 0 {
                return;
            }
            let text = changed(&serde_json::to_value(game.position()).unwrap(), &mut dice);
            let position = serde_json::from_str::<Position>(&text).ok();
            if let Some(game) = position.and_then(|position| Game::from_position(&position).ok()) {
                accepted[0] += 1;
                finish(game, seed, &text);
            }
            let viewer = game.seats().map(Some).chain([None]).nth(below(&mut dice, 3) as usize).unwrap();
            let text = changed(&serde_json::to_value(game.view(viewer)).unwrap(), &mut dice);
            if let Ok(view) = serde_json::from_str::<View>(&text) {
                accepted[1] += 1;
                let sample = view.sample(&mut dice);
                assert_eq!(sample.view(view.viewer()), view, "{text}");
                finish(sample, seed, &text);
            }
        });
    }
    assert!(accepted.iter().all(|&count| count > 300), "too few are accepted: {accepted:?}");
}

fn finish(mut game: Game, seed: u64, text: &str) {
    assert_eq!(game.recomputed(), game, "seed {seed}: {text}");
    let mut dealer = RandomDealer::from_pile(game.pile(), Dice::new(seed));
    let mut dice = Dice::new(seed + 1);
    for _ in 0..10_000 {
        let Some(seat) = game.to_act() else { return };
        let action = game.random_action(&mut dice);
        game.apply(seat, &action, &mut dealer, &mut ()).unwrap_or_else(|error| panic!("{error}: {text}"));
    }
    panic!("seed {seed}: the game does not end: {text}");
}
