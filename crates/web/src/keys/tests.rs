//! The table of keys, in every possible context and over whole games.

use std::collections::BTreeSet;

use mergemaker_bots::Level;
use mergemaker_engine::{HAND_SIZE, MOST_PLAYERS, Options, Preset, Rules, Seat};

use super::*;
use crate::local::sample;

/// Every combination of decision, chains to choose from, and available shortcuts.
fn all_contexts() -> Vec<KeyContext> {
    let sets = (0..1_u8 << Chain::COUNT).map(|bits| {
        Chain::ALL.into_iter().filter(|chain| bits >> chain.index() & 1 == 1).collect::<ChainSet>()
    });
    let of_chains = sets.flat_map(|chains| {
        let offers = (1..MOST_PLAYERS).map(move |partners| Prompt::Offer { partners, chains });
        [Prompt::Chain { chains }, Prompt::Buy { chains }].into_iter().chain(offers)
    });
    let tiles =
        (0..=HAND_SIZE).flat_map(|tiles| [false, true].map(|can_offer| Prompt::Tile { tiles, can_offer }));
    let others = [Prompt::Nothing, Prompt::Answer, Prompt::Close].into_iter();
    let exchanges = (1..=HAND_SIZE).map(|tiles| Prompt::Exchange { tiles });
    let disposals = (0..=4).map(|ways| Prompt::Dispose { ways });
    let prompt = of_chains.chain(tiles).chain(disposals).chain(exchanges).chain(others);
    let with = |prompt: Prompt| {
        (0..1_u8 << 5).map(move |bits| KeyContext {
            prompt,
            can_declare: bits & 1 != 0,
            can_take_back: bits & 2 != 0,
            has_hint: bits & 4 != 0,
            has_sheets: bits & 8 != 0,
            can_end_at_once: bits & 16 != 0,
        })
    };
    prompt.flat_map(with).collect()
}

/// No key does two things in any theme or context. A chain that can be chosen owns its letter, and a shortcut
/// that loses its letter still has another key.
#[test]
fn no_key_does_two_things() {
    let contexts = all_contexts();
    assert!(contexts.len() > 10_000);
    let mut lost = BTreeSet::new();
    for theme in Theme::ALL {
        for context in &contexts {
            let bindings = context.bindings(theme);
            let keys: BTreeSet<Key> = bindings.iter().map(|(key, _)| *key).collect();
            assert_eq!(keys.len(), bindings.len(), "{} {context:?}: {bindings:?}", theme.id());
            for (key, command) in &bindings {
                assert_eq!(context.command(theme, *key), Some(*command));
            }
            if let Prompt::Chain { chains } | Prompt::Buy { chains } | Prompt::Offer { chains, .. } =
                context.prompt
            {
                for chain in chains.iter() {
                    let letter = theme.face(chain).letter;
                    for is_shift in [false, true] {
                        let command = context.command(theme, Key::Letter { letter, is_shift });
                        assert_eq!(command.and_then(Command::chain), Some(chain), "{letter} {context:?}");
                    }
                }
            }
            // The end cannot be declared twice.
            assert!(!(context.can_declare && bindings.iter().any(|(_, own)| *own == Command::EndAtOnce)));
            for (key, command) in context.shortcuts() {
                assert!(
                    context.key(theme, command).is_some(),
                    "{command:?} at {context:?} in {}",
                    theme.id()
                );
                if context.command(theme, key) != Some(command) {
                    lost.insert((theme.id(), command));
                }
            }
        }
    }
    let corporations = Theme::Corporations.id();
    assert_eq!(
        lost.into_iter().collect::<Vec<_>>(),
        [(corporations, Command::Card), (corporations, Command::Hint)]
    );
}

#[test]
fn a_letter_chooses_the_chain_while_it_can_be_chosen() {
    let theme = Theme::Corporations;
    let here = KeyContext { has_hint: true, has_sheets: true, ..KeyContext::IDLE };
    let buy = |chains| KeyContext { prompt: Prompt::Buy { chains }, ..here };
    let command =
        |context: KeyContext, name: &str, is_shift| context.command(theme, Key::of(name, is_shift).unwrap());
    let (phoenix, hydra) = (ChainSet::of(Chain::Imperial), ChainSet::of(Chain::Festival));
    assert_eq!(command(here, "p", false), Some(Command::Card));
    assert_eq!(command(buy(phoenix), "p", false), Some(Command::More(Chain::Imperial)));
    assert_eq!(command(buy(phoenix), "P", true), Some(Command::Less(Chain::Imperial)));
    assert_eq!(command(buy(hydra), "P", true), Some(Command::Card));
    assert_eq!(command(buy(hydra), "h", false), Some(Command::More(Chain::Festival)));
    for context in [here, buy(ChainSet::ALL)] {
        assert_eq!(command(context, "$", true), Some(Command::Card));
        assert_eq!(command(context, "!", true), Some(Command::Hint));
    }
    // Buttons show the key that works.
    assert_eq!(here.key(theme, Command::Card).and_then(Key::cap).as_deref(), Some("P"));
    assert_eq!(buy(phoenix).key(theme, Command::Card), Some(Key::Sign('$')));
    assert!(is_shared(theme) && !is_shared(Theme::Hotels));
}

/// In whole games the keys match the choices exactly.
#[test]
fn keys_match_the_choices() {
    let mut seen = BTreeSet::new();
    for preset in [Preset::Classic, Preset::Trading] {
        let rules = Rules::new(Options::of(preset)).unwrap();
        for seed in 0..6 {
            let mut game = sample::new_game(rules, [Level::Steady; 3], (7, seed));
            while let Some(seat) = game.game().to_act() {
                let scene = game.scene(Some(seat));
                let context = KeyContext::of(&scene, None);
                let keys = |is: fn(&Command) -> bool| {
                    context.bindings(preset.theme()).into_iter().filter(|(_, command)| is(command)).count()
                };
                match context.prompt {
                    Prompt::Nothing => panic!("{:?} is decided by keys", scene.asked()),
                    Prompt::Tile { tiles, can_offer } => {
                        assert_eq!(tiles, scene.hand().len());
                        assert_eq!(
                            can_offer,
                            preset == Preset::Trading && Deal::start(&scene.view).is_some()
                        );
                    }
                    Prompt::Chain { chains } => assert_eq!(chains.len(), scene.view.legal_actions().len()),
                    Prompt::Buy { chains } => {
                        assert_eq!(2 * chains.len(), keys(|key| key.chain().is_some()));
                    }
                    Prompt::Dispose { ways } => {
                        assert_eq!(ways, keys(|key| matches!(key, Command::Way(_))));
                    }
                    Prompt::Answer => assert_eq!(keys(|key| matches!(key, Command::Answer { .. })), 2),
                    Prompt::Offer { .. } => panic!("nothing is offered yet"),
                    Prompt::Exchange { .. } => panic!("bots are not asked about dead tiles"),
                    Prompt::Close => assert!(context.can_declare),
                }
                let can_end = context
                    .bindings(preset.theme())
                    .contains(&(Key::Letter { letter: 'E', is_shift: false }, Command::EndAtOnce));
                assert_eq!(can_end, scene.view.may_end_at_once());
                if can_end {
                    seen.insert("EndAtOnce".to_owned());
                }
                if let Some(deal) = Deal::start(&scene.view) {
                    let context = KeyContext::of(&scene, Some(&deal));
                    assert!(
                        matches!(context.prompt, Prompt::Offer { partners: 2, .. }) && !context.can_declare
                    );
                }
                // The others have nothing to decide.
                let other = Seat::new((seat.index() + 1) % 3);
                assert_eq!(KeyContext::of(&game.scene(other), None).prompt, Prompt::Nothing);
                seen.insert(format!("{:?}", scene.view.phase()));
                game.let_bot_decide();
            }
        }
    }
    assert!(seen.len() >= 7 && seen.contains("EndAtOnce"), "{seen:?}");
}

/// The list describes every command once.
#[test]
fn the_list_has_every_key() {
    for theme in Theme::ALL {
        let list = list(theme);
        let words: BTreeSet<&str> = list.iter().map(|line| line.words).collect();
        assert_eq!(words.len(), list.len());
        let meant = all_contexts().into_iter().flat_map(|context| context.bindings(theme));
        assert_eq!(words, meant.map(|(_, command)| command.words()).collect());
    }
    let line = |words: &str| {
        let line = list(Theme::Renegade).into_iter().find(|line| line.words == words).unwrap();
        line.caps
    };
    let text = |text: &str| Cap::Label(text.to_owned());
    assert_eq!(line("keys-1-6"), [text("1"), Cap::Dash, text("6")]);
    assert_eq!(line("keys-chain"), [text("S T A W F I C")]);
    assert_eq!(line("keys-shift-chain"), [Cap::Named("key-shift"), text("S T A W F I C")]);
    assert_eq!(line("keys-card"), [text("P"), text("$")]);
    assert_eq!(line("keys-hint"), [text("H"), text("!")]);
    assert_eq!(line("keys-answer"), [text("1"), text("2")]);
    assert_eq!(line("keys-pick"), [text("1"), Cap::Dash, text("6")]);
    assert_eq!(line("keys-end-at-once"), [text("E")]);
    assert_eq!(line("keys-escape"), [Cap::Named("key-escape")]);
}
