//! The list of all keys, derived from the table of shortcuts.

use mergemaker_engine::{Chain, ChainSet, HAND_SIZE, MOST_PLAYERS, Theme};

use super::{Key, KeyContext, Prompt};

/// One row of the list of all keys.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeyRow {
    /// The keys.
    pub caps: Vec<Cap>,
    /// The id of their description.
    pub words: &'static str,
}

/// A key in the list, or a sign between keys.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cap {
    /// A label that is the same in every language.
    Label(String),
    /// The id of a translated name.
    Named(&'static str),
    /// The dash of a range.
    Dash,
}

/// The list of all keys.
///
/// ```
/// use mergemaker_engine::Theme;
/// use mergemaker_web::keys::{Cap, list};
/// let line = list(Theme::Corporations).into_iter().find(|line| line.words == "keys-chain").unwrap();
/// assert_eq!(line.caps, [Cap::Label("S Z A F H P Q".to_owned())]);
/// ```
#[must_use]
pub fn list(theme: Theme) -> Vec<KeyRow> {
    let mut groups: Vec<(&'static str, Vec<Key>)> = Vec::new();
    let decisions =
        DECISIONS.iter().flat_map(|&prompt| KeyContext { prompt, ..SHORTCUTS }.decision_keys(theme));
    for (key, command) in decisions.chain(END_AT_ONCE.shortcuts()).chain(SHORTCUTS.shortcuts()) {
        match groups.iter_mut().find(|(words, _)| *words == command.words()) {
            Some((_, keys)) if keys.contains(&key) => {}
            Some((_, keys)) => keys.push(key),
            None => groups.push((command.words(), vec![key])),
        }
    }
    groups.into_iter().map(|(words, keys)| KeyRow { caps: caps(theme, &keys), words }).collect()
}

/// Every shortcut but one: a player either declares the end or ends the game at once.
const SHORTCUTS: KeyContext = KeyContext {
    prompt: Prompt::Nothing,
    can_declare: true,
    can_end_at_once: false,
    can_take_back: true,
    has_hint: true,
    has_sheets: true,
};

/// The remaining shortcut.
const END_AT_ONCE: KeyContext = KeyContext { can_declare: false, can_end_at_once: true, ..SHORTCUTS };

/// All decisions, each with every key it can have.
const DECISIONS: [Prompt; 7] = [
    Prompt::Tile { tiles: HAND_SIZE, can_offer: true },
    Prompt::Chain { chains: ChainSet::ALL },
    Prompt::Buy { chains: ChainSet::ALL },
    Prompt::Dispose { ways: 4 },
    Prompt::Offer { partners: MOST_PLAYERS - 1, chains: ChainSet::ALL },
    Prompt::Answer,
    Prompt::Exchange { tiles: HAND_SIZE },
];

/// The labels of keys with the same description: digits as a range, the letters of chains together.
fn caps(theme: Theme, keys: &[Key]) -> Vec<Cap> {
    let label = |key: &Key| match key {
        Key::Enter => Cap::Named("key-enter"),
        Key::Backspace => Cap::Named("key-backspace"),
        Key::Escape => Cap::Named("key-escape"),
        key => Cap::Label(key.cap().unwrap_or_default()),
    };
    let letters = Chain::ALL.map(|chain| theme.face(chain).letter);
    let has_all =
        |shift: bool| letters.iter().all(|&letter| keys.contains(&Key::Letter { letter, is_shift: shift }));
    let joined = letters.map(String::from).join(" ");
    if has_all(false) {
        return vec![Cap::Label(joined)];
    }
    if has_all(true) {
        return vec![Cap::Named("key-shift"), Cap::Label(joined)];
    }
    // List a letter once if it does the same with Shift.
    let is_twice = |key: &Key| match *key {
        Key::Letter { letter, is_shift: true } => keys.contains(&Key::Letter { letter, is_shift: false }),
        _ => false,
    };
    let keys: Vec<&Key> = keys.iter().filter(|key| !is_twice(key)).collect();
    match keys[..] {
        [first @ Key::Sign('1'), _, .., last @ Key::Sign('3'..='9')] => {
            vec![label(first), Cap::Dash, label(last)]
        }
        _ => keys.into_iter().map(label).collect(),
    }
}

/// Whether a chain has the letter of a shortcut, which then works only by its sign while the chain can be
/// chosen.
#[must_use]
pub fn is_shared(theme: Theme) -> bool {
    let shortcuts = SHORTCUTS.shortcuts();
    Chain::ALL.iter().any(|&chain| {
        let letter = Key::Letter { letter: theme.face(chain).letter, is_shift: false };
        shortcuts.iter().any(|(key, _)| *key == letter)
    })
}
