//! The keyboard shortcuts as a table: what each key does in a given state of the game. The page acts on it,
//! and the list of all keys is derived from it.
//!
//! Chains have the letters displayed on them, which depend on the theme. While a chain can be chosen, its
//! letter chooses the chain and nothing else. Other uses of that letter have a sign as a second key.

#[cfg(test)]
mod tests;

mod list;

use mergemaker_engine::{Action, Chain, ChainSet, Phase, Theme};

use crate::disposal::ways;
use crate::offer::{Deal, most_shares, partners};
use crate::scene::Scene;

pub use list::{Cap, KeyRow, is_shared, list};

/// A key the game can use.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Key {
    /// A letter, in upper case.
    Letter {
        /// The letter.
        letter: char,
        /// Whether Shift is held.
        is_shift: bool,
    },
    /// A digit or a sign.
    Sign(char),
    /// The Enter key.
    Enter,
    /// The Backspace key.
    Backspace,
    /// The Escape key.
    Escape,
    /// An arrow.
    Up,
    /// An arrow.
    Down,
    /// An arrow.
    Left,
    /// An arrow.
    Right,
}

impl Key {
    /// The key with a browser's key name.
    ///
    /// ```
    /// use mergemaker_web::keys::Key;
    /// assert_eq!(Key::of("s", false), Some(Key::Letter { letter: 'S', is_shift: false }));
    /// assert_eq!(Key::of("$", true), Some(Key::Sign('$')));
    /// assert_eq!(Key::of("F5", false), None);
    /// ```
    #[must_use]
    pub fn of(name: &str, is_shift: bool) -> Option<Key> {
        Some(match name {
            "Enter" => Key::Enter,
            "Backspace" => Key::Backspace,
            "Escape" => Key::Escape,
            "ArrowUp" => Key::Up,
            "ArrowDown" => Key::Down,
            "ArrowLeft" => Key::Left,
            "ArrowRight" => Key::Right,
            _ => {
                let mut characters = name.chars();
                match (characters.next()?, characters.next()) {
                    (letter, None) if letter.is_ascii_alphabetic() => {
                        Key::Letter { letter: letter.to_ascii_uppercase(), is_shift }
                    }
                    (sign, None) => Key::Sign(sign),
                    (_, Some(_)) => return None,
                }
            }
        })
    }

    /// The label of the key, if it is the same in every language.
    ///
    /// ```
    /// use mergemaker_web::keys::Key;
    /// assert_eq!(Key::Sign('$').cap().as_deref(), Some("$"));
    /// assert_eq!(Key::Backspace.cap(), None);
    /// ```
    #[must_use]
    pub fn cap(self) -> Option<String> {
        Some(match self {
            Key::Letter { letter, .. } => letter.to_string(),
            Key::Sign(sign) => sign.to_string(),
            Key::Up => "↑".to_owned(),
            Key::Down => "↓".to_owned(),
            Key::Left => "←".to_owned(),
            Key::Right => "→".to_owned(),
            Key::Enter | Key::Backspace | Key::Escape => return None,
        })
    }
}

/// What a key does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Command {
    /// Choose a tile of the hand by index, or place it if it is already chosen.
    Tile(usize),
    /// Confirm the current choice: place, buy, offer, decide.
    Confirm,
    /// Choose a chain to found, to survive, or to dissolve next.
    Choose(Chain),
    /// Buy one more share.
    More(Chain),
    /// Buy one share fewer.
    Less(Chain),
    /// Clear the purchase or the offer.
    StartOver,
    /// Choose a common disposal of a dissolved chain's shares by index, or confirm it if it is already
    /// chosen.
    Way(usize),
    /// Sell one more share.
    SellMore,
    /// Sell one share fewer.
    SellLess,
    /// Trade two more shares.
    TradeMore,
    /// Trade two shares fewer.
    TradeLess,
    /// Declare the end, after a preview.
    Declare,
    /// End the game at once after its end was declared, after a preview.
    EndAtOnce,
    /// Pick or unpick a dead tile to exchange, by index.
    Pick(usize),
    /// Start an offer.
    Offer,
    /// Choose who gets the offer, by index.
    Partner(usize),
    /// Give one more share.
    Give(Chain),
    /// Get one more share.
    Get(Chain),
    /// Get more money, or pay less.
    GetMoney,
    /// Pay more money, or get less.
    PayMoney,
    /// Choose the answer to an offer, or send it if it is already chosen.
    Answer {
        /// Whether to accept.
        accept: bool,
    },
    /// Take the last decision back.
    Undo,
    /// Show or hide the card of prices and bonuses.
    Card,
    /// Ask for a hint.
    Hint,
    /// Close what is open, or clear the choice.
    Close,
    /// Show or hide the list of keys.
    Keys,
}

impl Command {
    /// The chain it refers to.
    #[must_use]
    pub const fn chain(self) -> Option<Chain> {
        match self {
            Command::Choose(chain)
            | Command::More(chain)
            | Command::Less(chain)
            | Command::Give(chain)
            | Command::Get(chain) => Some(chain),
            Command::Tile(_)
            | Command::Confirm
            | Command::StartOver
            | Command::Way(_)
            | Command::SellMore
            | Command::SellLess
            | Command::TradeMore
            | Command::TradeLess
            | Command::Declare
            | Command::EndAtOnce
            | Command::Pick(_)
            | Command::Offer
            | Command::Partner(_)
            | Command::GetMoney
            | Command::PayMoney
            | Command::Answer { .. }
            | Command::Undo
            | Command::Card
            | Command::Hint
            | Command::Close
            | Command::Keys => None,
        }
    }

    /// Whether it repeats while its key is held. Only steps towards a decision do: a held key never decides
    /// or confirms.
    ///
    /// ```
    /// use mergemaker_engine::Chain;
    /// use mergemaker_web::keys::Command;
    /// assert!(Command::More(Chain::Tower).repeats() && !Command::Confirm.repeats());
    /// ```
    #[must_use]
    pub const fn repeats(self) -> bool {
        match self {
            Command::More(_)
            | Command::Less(_)
            | Command::SellMore
            | Command::SellLess
            | Command::TradeMore
            | Command::TradeLess
            | Command::Give(_)
            | Command::Get(_)
            | Command::GetMoney
            | Command::PayMoney => true,
            Command::Tile(_)
            | Command::Confirm
            | Command::Choose(_)
            | Command::StartOver
            | Command::Way(_)
            | Command::Declare
            | Command::EndAtOnce
            | Command::Pick(_)
            | Command::Offer
            | Command::Partner(_)
            | Command::Answer { .. }
            | Command::Undo
            | Command::Card
            | Command::Hint
            | Command::Close
            | Command::Keys => false,
        }
    }

    /// The id of its description in the list of all keys.
    const fn words(self) -> &'static str {
        match self {
            Command::Tile(_) => "keys-1-6",
            Command::Confirm => "keys-enter",
            Command::Choose(_) | Command::More(_) => "keys-chain",
            Command::Less(_) => "keys-shift-chain",
            Command::StartOver => "keys-backspace",
            Command::Way(_) => "keys-ways",
            Command::SellMore | Command::SellLess => "keys-up-down",
            Command::TradeMore | Command::TradeLess => "keys-right-left",
            Command::Declare => "keys-e",
            Command::EndAtOnce => "keys-end-at-once",
            Command::Pick(_) => "keys-pick",
            Command::Offer => "keys-o",
            Command::Partner(_) => "keys-offer-partner",
            Command::Give(_) => "keys-offer-give",
            Command::Get(_) => "keys-offer-get",
            Command::GetMoney | Command::PayMoney => "keys-offer-money",
            Command::Answer { .. } => "keys-answer",
            Command::Undo => "keys-u",
            Command::Card => "keys-card",
            Command::Hint => "keys-hint",
            Command::Close => "keys-escape",
            Command::Keys => "keys-help",
        }
    }
}

/// What the viewer is asked to decide, as far as the keys depend on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Prompt {
    /// Nothing.
    Nothing,
    /// A tile.
    Tile {
        /// The number of tiles in the hand.
        tiles: usize,
        /// Whether an offer may be made.
        can_offer: bool,
    },
    /// The next step of the offer being drafted.
    Offer {
        /// The number of players it could go to.
        partners: usize,
        /// The chains whose shares could be traded.
        chains: ChainSet,
    },
    /// An answer to an offer.
    Answer,
    /// A chain to found, to survive, or to dissolve next.
    Chain {
        /// The chains to choose from.
        chains: ChainSet,
    },
    /// A purchase.
    Buy {
        /// The chains on the board.
        chains: ChainSet,
    },
    /// The shares of a dissolved chain.
    Dispose {
        /// The number of common choices.
        ways: usize,
    },
    /// The end of the turn.
    Close,
    /// Dead tiles to exchange.
    Exchange {
        /// The number of tiles to choose from.
        tiles: usize,
    },
}

/// Everything that decides what keys do, apart from the letters of chains.
#[expect(clippy::struct_excessive_bools, reason = "each enables one shortcut, independently of the others")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeyContext {
    /// What the viewer is asked to decide.
    pub prompt: Prompt,
    /// Whether the viewer may declare the end.
    pub can_declare: bool,
    /// Whether the end was declared and the viewer may end the game at once.
    pub can_end_at_once: bool,
    /// Whether the viewer can take back the last decision.
    pub can_take_back: bool,
    /// Whether hints are available.
    pub has_hint: bool,
    /// Whether the card of prices and the list of all keys are available.
    pub has_sheets: bool,
}

impl KeyContext {
    /// Nothing to decide and no shortcuts.
    pub const IDLE: KeyContext = KeyContext {
        prompt: Prompt::Nothing,
        can_declare: false,
        can_end_at_once: false,
        can_take_back: false,
        has_hint: false,
        has_sheets: false,
    };

    /// The context of a game with the offer being drafted. The caller sets `has_hint` and `has_sheets`.
    #[must_use]
    pub fn of(scene: &Scene, deal: Option<&Deal>) -> KeyContext {
        let view = &scene.view;
        let prompt = match (scene.asked(), deal) {
            (Some(Phase::Tile), Some(deal)) => {
                let has = |seat, chain| most_shares(view, seat, chain) > 0;
                let can_move = |chain: &Chain| {
                    scene.me().is_some_and(|me| has(me, *chain)) || has(deal.offer().to, *chain)
                };
                let chains = Chain::ALL.into_iter().filter(can_move).collect();
                Prompt::Offer { partners: partners(view).len(), chains }
            }
            (Some(Phase::Tile), None) => {
                Prompt::Tile { tiles: scene.hand().len(), can_offer: Deal::start(view).is_some() }
            }
            (Some(Phase::Answer), _) => Prompt::Answer,
            (Some(Phase::Found | Phase::Survivor | Phase::Defunct), _) => {
                Prompt::Chain { chains: scene.choices() }
            }
            (Some(Phase::Buy), _) => Prompt::Buy { chains: view.active() },
            (Some(Phase::Dispose), _) => Prompt::Dispose { ways: ways(view).len() },
            (Some(Phase::Close), _) => Prompt::Close,
            (Some(Phase::Exchange), _) => Prompt::Exchange { tiles: view.exchangeable().len() },
            (Some(Phase::Between | Phase::Over) | None, _) => Prompt::Nothing,
        };
        let is_offer = matches!(prompt, Prompt::Offer { .. });
        KeyContext {
            prompt,
            can_declare: !is_offer && scene.is_my_turn() && view.check(&Action::DeclareEnd).is_ok(),
            can_end_at_once: !is_offer && scene.is_my_turn() && view.may_end_at_once(),
            can_take_back: !is_offer && scene.can_take_back,
            ..KeyContext::IDLE
        }
    }

    /// What a key does.
    ///
    /// ```
    /// use mergemaker_engine::{Chain, ChainSet, Theme};
    /// use mergemaker_web::keys::{Command, Key, KeyContext, Prompt};
    /// let tile = KeyContext { has_sheets: true, ..KeyContext::IDLE };
    /// let found = KeyContext { prompt: Prompt::Chain { chains: ChainSet::ALL }, ..tile };
    /// let p = Key::of("p", false).unwrap();
    /// assert_eq!(tile.command(Theme::Corporations, p), Some(Command::Card));
    /// assert_eq!(found.command(Theme::Corporations, p), Some(Command::Choose(Chain::Imperial)), "Phoenix");
    /// ```
    #[must_use]
    pub fn command(&self, theme: Theme, key: Key) -> Option<Command> {
        self.bindings(theme).into_iter().find(|(own, _)| *own == key).map(|(_, command)| command)
    }

    /// The key for a command: its usual one, unless a chain has taken it.
    #[must_use]
    pub fn key(&self, theme: Theme, command: Command) -> Option<Key> {
        self.bindings(theme).into_iter().find(|(_, own)| *own == command).map(|(key, _)| key)
    }

    /// All keys that do something now.
    #[must_use]
    pub fn bindings(&self, theme: Theme) -> Vec<(Key, Command)> {
        let mut bindings = self.decision_keys(theme);
        let of_chains: Vec<Key> =
            bindings.iter().filter(|(_, command)| command.chain().is_some()).map(|(key, _)| *key).collect();
        bindings.extend(self.shortcuts().into_iter().filter(|(key, _)| !of_chains.contains(key)));
        bindings
    }

    /// The keys for the current decision.
    fn decision_keys(&self, theme: Theme) -> Vec<(Key, Command)> {
        let letter = |chain: Chain, is_shift| Key::Letter { letter: theme.face(chain).letter, is_shift };
        let both = |chain: Chain, plain: Command, shift: Command| {
            [(letter(chain, false), plain), (letter(chain, true), shift)]
        };
        let digits = |count: usize, command: fn(usize) -> Command| {
            ('1'..='9').enumerate().take(count).map(move |(index, digit)| (Key::Sign(digit), command(index)))
        };
        let confirm = (Key::Enter, Command::Confirm);
        match self.prompt {
            Prompt::Nothing => Vec::new(),
            Prompt::Tile { tiles, can_offer } => {
                let offer = shortcut('O', Command::Offer).into_iter().filter(|_| can_offer);
                digits(tiles, Command::Tile).chain([confirm]).chain(offer).collect()
            }
            Prompt::Offer { partners, chains } => {
                let shares =
                    chains.iter().flat_map(|chain| both(chain, Command::Give(chain), Command::Get(chain)));
                digits(partners, Command::Partner)
                    .chain(shares)
                    .chain([(Key::Up, Command::GetMoney), (Key::Down, Command::PayMoney)])
                    .chain([(Key::Backspace, Command::StartOver), confirm])
                    .collect()
            }
            Prompt::Answer => {
                let answer = |accept| Command::Answer { accept };
                vec![(Key::Sign('1'), answer(true)), (Key::Sign('2'), answer(false)), confirm]
            }
            Prompt::Chain { chains } => chains
                .iter()
                .flat_map(|chain| both(chain, Command::Choose(chain), Command::Choose(chain)))
                .collect(),
            Prompt::Buy { chains } => chains
                .iter()
                .flat_map(|chain| both(chain, Command::More(chain), Command::Less(chain)))
                .chain([(Key::Backspace, Command::StartOver), confirm])
                .collect(),
            Prompt::Dispose { ways } => digits(ways, Command::Way)
                .chain([(Key::Up, Command::SellMore), (Key::Down, Command::SellLess)])
                .chain([(Key::Right, Command::TradeMore), (Key::Left, Command::TradeLess), confirm])
                .collect(),
            Prompt::Close => vec![confirm],
            Prompt::Exchange { tiles } => digits(tiles, Command::Pick).chain([confirm]).collect(),
        }
    }

    /// The keys that do the same at any decision, unless a chain has taken their letter.
    fn shortcuts(&self) -> Vec<(Key, Command)> {
        let sign = |sign, command| (Key::Sign(sign), command);
        let mut shortcuts = Vec::new();
        if self.can_declare {
            shortcuts.extend(shortcut('E', Command::Declare));
        } else if self.can_end_at_once {
            shortcuts.extend(shortcut('E', Command::EndAtOnce));
        }
        if self.can_take_back {
            shortcuts.extend(shortcut('U', Command::Undo));
        }
        shortcuts.push((Key::Escape, Command::Close));
        if self.has_hint {
            shortcuts.extend(shortcut('H', Command::Hint));
            shortcuts.push(sign('!', Command::Hint));
        }
        if self.has_sheets {
            shortcuts.extend(shortcut('P', Command::Card));
            shortcuts.extend([sign('$', Command::Card), sign('?', Command::Keys)]);
        }
        shortcuts
    }
}

/// A letter that does the same with and without Shift.
fn shortcut(letter: char, command: Command) -> [(Key, Command); 2] {
    [false, true].map(|is_shift| (Key::Letter { letter, is_shift }, command))
}
