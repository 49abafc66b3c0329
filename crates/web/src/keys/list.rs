//! The list of all keys of a game, made from the table of what they mean.

use mergemaker_engine::{Chain, ChainSet, HAND_SIZE, MOST_PLAYERS, Theme};

use super::{Asks, Key, Moment};

/// One line of the list of all keys.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The keys, as they are written.
    pub caps: Vec<Cap>,
    /// The id of what they mean.
    pub words: &'static str,
}

/// A key in the list, or what stands between keys.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cap {
    /// As it is written on every keyboard.
    As(String),
    /// By the id of its name, which every language has.
    Said(&'static str),
    /// From the key before to the one after.
    To,
}

/// The list of all keys of a game.
///
/// ```
/// use mergemaker_engine::Theme;
/// use mergemaker_web::keys::{Cap, list};
/// let line = list(Theme::Corporations).into_iter().find(|line| line.words == "keys-chain").unwrap();
/// assert_eq!(line.caps, [Cap::As("S Z A F H P Q".to_owned())]);
/// ```
#[must_use]
pub fn list(theme: Theme) -> Vec<Line> {
    let mut groups: Vec<(&'static str, Vec<Key>)> = Vec::new();
    let decisions = DECISIONS.iter().flat_map(|&asks| Moment { asks, ..SHORTCUTS }.of_decision(theme));
    for (key, command) in decisions.chain(END_AT_ONCE.shortcuts()).chain(SHORTCUTS.shortcuts()) {
        match groups.iter_mut().find(|(words, _)| *words == command.words()) {
            Some((_, keys)) if keys.contains(&key) => {}
            Some((_, keys)) => keys.push(key),
            None => groups.push((command.words(), vec![key])),
        }
    }
    groups.into_iter().map(|(words, keys)| Line { caps: caps(theme, &keys), words }).collect()
}

/// A moment with every shortcut but one: the end is either declared or follows at once.
const SHORTCUTS: Moment = Moment {
    asks: Asks::Nothing,
    can_declare: true,
    can_end_at_once: false,
    can_take_back: true,
    has_hint: true,
    has_sheets: true,
};

/// A moment with the one shortcut that is left.
const END_AT_ONCE: Moment = Moment { can_declare: false, can_end_at_once: true, ..SHORTCUTS };

/// What can be asked, with every key that such a decision ever has.
const DECISIONS: [Asks; 7] = [
    Asks::Tile { tiles: HAND_SIZE, can_offer: true },
    Asks::Chain { chains: ChainSet::ALL },
    Asks::Buy { chains: ChainSet::ALL },
    Asks::Dispose { ways: 4 },
    Asks::Offer { partners: MOST_PLAYERS - 1, chains: ChainSet::ALL },
    Asks::Answer,
    Asks::Exchange { tiles: HAND_SIZE },
];

/// Keys with one meaning as they are written: digits as a range, the letters of chains together.
fn caps(theme: Theme, keys: &[Key]) -> Vec<Cap> {
    let as_written = |key: &Key| match key {
        Key::Enter => Cap::Said("key-enter"),
        Key::Backspace => Cap::Said("key-backspace"),
        Key::Escape => Cap::Said("key-escape"),
        key => Cap::As(key.cap().unwrap_or_default()),
    };
    let letters = Chain::ALL.map(|chain| theme.face(chain).letter);
    let has_all =
        |shift: bool| letters.iter().all(|&letter| keys.contains(&Key::Letter { letter, is_shift: shift }));
    let joined = letters.map(String::from).join(" ");
    if has_all(false) {
        return vec![Cap::As(joined)];
    }
    if has_all(true) {
        return vec![Cap::Said("key-shift"), Cap::As(joined)];
    }
    // A letter that means the same with Shift is written once.
    let is_twice = |key: &Key| match *key {
        Key::Letter { letter, is_shift: true } => keys.contains(&Key::Letter { letter, is_shift: false }),
        _ => false,
    };
    let keys: Vec<&Key> = keys.iter().filter(|key| !is_twice(key)).collect();
    match keys[..] {
        [first @ Key::Sign('1'), _, .., last @ Key::Sign('3'..='9')] => {
            vec![as_written(first), Cap::To, as_written(last)]
        }
        _ => keys.into_iter().map(as_written).collect(),
    }
}

/// The shortcuts whose letter is that of a chain: while the chain can be chosen, they have only their sign.
#[must_use]
pub fn is_shared(theme: Theme) -> bool {
    let shortcuts = SHORTCUTS.shortcuts();
    Chain::ALL.iter().any(|&chain| {
        let letter = Key::Letter { letter: theme.face(chain).letter, is_shift: false };
        shortcuts.iter().any(|(key, _)| *key == letter)
    })
}
