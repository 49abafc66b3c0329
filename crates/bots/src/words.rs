//! Decisions and reasons in plain English, as they are said to the player who has to decide.

use std::cmp::Ordering;

use arrayvec::ArrayVec;
use mergemaker_engine::{Action, Bundle, Chain, MOST_PLAYERS, Money, Seat, Shares, View};
use mergemaker_record::{Names, and_list, bundle_in_words, plural};
use serde::Serialize;

use crate::reason::{Dissolving, End, Gain, Goods, Paid, Rank, Reason};
use crate::{Advice, Better, Estimate, Judgement, Mark};

/// Advice as it is read.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AdviceInWords {
    /// The choices worth a look, the best first; never none.
    pub alternatives: Vec<AlternativeInWords>,
    /// Why the first of them is good, in one plain sentence with its figures.
    pub reason: String,
}

/// One choice as it is read.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AlternativeInWords {
    /// What is decided.
    pub action: Action,
    /// The same in words: `place 5C`.
    pub words: String,
    /// What it leads to.
    pub estimate: Estimate,
}

/// A decision that was judged, as it is read. The figures are those of [`Judgement`].
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct JudgementInWords {
    /// The number of its event, from 1.
    pub event: usize,
    /// Who decided.
    pub player: Seat,
    /// What was decided.
    pub action: Action,
    /// The same in words.
    pub words: String,
    /// Each player's chance to win before it, with the best decision to come; in seat order.
    pub before: ArrayVec<f32, MOST_PLAYERS>,
    /// Each player's chance to win after it.
    pub after: ArrayVec<f32, MOST_PLAYERS>,
    /// The money each player can expect at the end after it.
    pub money: ArrayVec<f32, MOST_PLAYERS>,
    /// What it cost of the player's own chance to win.
    pub cost: f32,
    /// How good it was.
    pub mark: Mark,
    /// What would have been better, where it is marked.
    pub better: Option<BetterInWords>,
    /// What it changed of everybody's chance, compared with the best alternative.
    pub shift: ArrayVec<f32, MOST_PLAYERS>,
    /// How far off that may be for the player's own chance.
    pub doubt: f32,
}

/// What would have been better, as it is read.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BetterInWords {
    /// The better decision.
    pub action: Action,
    /// The same in words.
    pub words: String,
    /// Why, in one plain sentence with its figures.
    pub reason: String,
    /// The same of what was decided.
    pub instead_of: String,
}

impl Advice {
    /// The advice in plain English, said to the player whose view it was made from.
    ///
    /// ```
    /// use mergemaker_bots::{Budget, Playouts, advise};
    /// use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table, Theme};
    /// use mergemaker_record::Names;
    /// let table = Table::new(Rules::of(Preset::Classic), 3).unwrap();
    /// let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let view = game.view(game.to_act());
    /// let budget = Budget::Work { units: 40 };
    /// let advice = advise(&view, &mut Playouts::default(), &mut Dice::new(2), budget);
    /// let words = advice.in_words(&view, &Names::new(&[], Theme::Hotels));
    /// assert!(words.alternatives[0].words.starts_with("place "));
    /// ```
    #[must_use]
    pub fn in_words(&self, view: &View, names: &Names<'_>) -> AdviceInWords {
        let talk = Talk { viewer: view.viewer(), players: view.players(), names };
        let dissolving = Dissolving::of(view);
        let alternatives = self.alternatives.iter().map(|alternative| AlternativeInWords {
            action: alternative.action,
            words: action_in_words(&alternative.action, dissolving, names),
            estimate: alternative.estimate.clone(),
        });
        AdviceInWords { alternatives: alternatives.collect(), reason: talk.reason(&self.reason) }
    }
}

impl Judgement {
    /// The judgement in plain English, said to the player who decided.
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, Rules, Table, Theme};
    /// # use mergemaker_record::{Deck, Names, Recorder, Seed};
    /// # let (mut deck, mut recorder) = (Deck::new(&Seed::for_simulation(7, 1)), Recorder::new());
    /// # let mut game = Game::start(Table::new(Rules::of(Preset::Classic), 2)?, &mut deck, &mut recorder);
    /// # game.play_randomly(&mut Dice::new(1), &mut deck, &mut recorder);
    /// # let record = recorder.finish(&game, vec!["first".into(), "second".into()], None);
    /// use mergemaker_bots::{Budget, Playouts};
    /// let decisions = mergemaker_bots::decisions(&record.replay()?);
    /// let judgement = decisions[5].judge(&mut Playouts::default(), Budget::Work { units: 20 });
    /// let names = Names::new(&record.players, Theme::Hotels);
    /// assert!(!judgement.in_words(&names).words.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn in_words(&self, names: &Names<'_>) -> JudgementInWords {
        let talk = Talk { viewer: Some(self.player), players: self.after.len(), names };
        let better = |better: &Better| BetterInWords {
            action: better.action,
            words: action_in_words(&better.action, self.dissolving, names),
            reason: talk.reason(&better.reason),
            instead_of: talk.reason(&better.instead_of),
        };
        JudgementInWords {
            event: self.event,
            player: self.player,
            action: self.action,
            words: action_in_words(&self.action, self.dissolving, names),
            before: self.before.clone(),
            after: self.after.clone(),
            money: self.money.clone(),
            cost: self.cost,
            mark: self.mark,
            better: self.better.as_ref().map(better),
            shift: self.shift.clone(),
            doubt: self.doubt,
        }
    }
}

/// What an action is, as advice: `place 5C`, `buy 2 Tower and 1 Luxor`.
///
/// ```
/// use mergemaker_bots::action_in_words;
/// use mergemaker_engine::{Action, Chain, Shares, Theme};
/// use mergemaker_record::Names;
/// let names = Names::new(&[], Theme::Hotels);
/// let buy = Action::Buy { shares: Shares::of(Chain::Tower, 2) };
/// assert_eq!(action_in_words(&buy, None, &names), "buy 2 Tower");
/// ```
#[must_use]
pub fn action_in_words(action: &Action, dissolving: Option<Dissolving>, names: &Names<'_>) -> String {
    let defunct = dissolving.map_or("", |dissolving| names.chain(dissolving.defunct));
    let survivor = dissolving.map_or("", |dissolving| names.chain(dissolving.survivor));
    match *action {
        Action::TradeOffer { offer } => format!(
            "offer {}: {} for {}",
            names.player(offer.to),
            bundle_in_words(&offer.give, names),
            bundle_in_words(&offer.take, names)
        ),
        Action::TradeAnswer { accept: true } => "accept the offer".to_owned(),
        Action::TradeAnswer { accept: false } => "decline the offer".to_owned(),
        Action::DeclareEnd => "declare the end".to_owned(),
        Action::Place { tile } => format!("place {tile}"),
        Action::Pass => "pass".to_owned(),
        Action::Found { chain, .. } => format!("found {}", names.chain(chain)),
        Action::Survivor { chain } => format!("let {} survive", names.chain(chain)),
        Action::Defunct { chain } => format!("dissolve {} first", names.chain(chain)),
        Action::Dispose { sell: 0, trade: 0 } => format!("hold all {defunct}"),
        Action::Dispose { sell, trade: 0 } => format!("sell {sell} {defunct}"),
        Action::Dispose { sell: 0, trade } => {
            format!("trade {trade} {defunct} for {} {survivor}", trade / 2)
        }
        Action::Dispose { sell, trade } => {
            format!("sell {sell} {defunct} and trade {trade} for {} {survivor}", trade / 2)
        }
        Action::Buy { shares: Shares::NONE } => "buy nothing".to_owned(),
        Action::Buy { shares } => format!("buy {}", share_list(shares, names)),
        Action::EndTurn => "end the turn".to_owned(),
        Action::Exchange { tiles } => match tiles.len() {
            0 => "keep all dead tiles".to_owned(),
            _ => format!(
                "exchange {}",
                tiles.iter().map(|tile| tile.to_string()).collect::<Vec<_>>().join(", ")
            ),
        },
    }
}

/// Speaks to the viewer.
struct Talk<'a> {
    viewer: Option<Seat>,
    players: usize,
    names: &'a Names<'a>,
}

impl Talk<'_> {
    /// `you`, a name, or where somebody sits.
    fn person(&self, seat: Seat) -> String {
        let players = self.players;
        let Some(me) = self.viewer else { return self.names.player(seat) };
        if seat == me {
            return "you".to_owned();
        }
        if self.names.knows(seat) {
            return self.names.player(seat);
        }
        match (seat.index() + players - me.index()) % players {
            1 if players == 2 => "the other player".to_owned(),
            1 => "the player on your left".to_owned(),
            steps if steps + 1 == players => "the player on your right".to_owned(),
            2 if players == 4 => "the player opposite you".to_owned(),
            steps => format!("the player {steps} to your left"),
        }
    }

    /// Why an action may be good, in one plain sentence with its figures.
    fn reason(&self, reason: &Reason) -> String {
        match reason {
            Reason::Lone { tile, next: Some(next) } => {
                format!("{tile} lies alone, and with {next} from your hand you can found a chain beside it")
            }
            Reason::Lone { tile, next: None } => format!("{tile} lies alone: it gives nobody anything"),
            Reason::Founds { tile, size, has_share } => {
                let share = if *has_share { ", and its first share is yours for nothing" } else { "" };
                format!("Placing {tile} founds a chain of {}{share}", plural((*size).into(), "tile"))
            }
            Reason::NewChain { chain, size, price, gets_share, cash, rank } => {
                let gift = match (gets_share, *cash) {
                    (true, _) => "and gives you its first share".to_owned(),
                    (false, Money::ZERO) => "but it has no share left for you".to_owned(),
                    (false, cash) => format!("and gives you {cash}, since it has no share left"),
                };
                let name = self.names.chain(*chain);
                let tiles = plural((*size).into(), "tile");
                let rank = rank.map_or(String::new(), |rank| format!("; before, {}", self.rank(rank)));
                format!("Founding {name} puts {tiles} at {price} a share on the board {gift}{rank}")
            }
            Reason::Grows { tile, chain, size, before, price, becomes_safe, rank } => {
                let name = self.names.chain(*chain);
                let safe = if *becomes_safe { " and makes it safe" } else { "" };
                let step = if price > before {
                    format!(", from {before} to {price} a share")
                } else {
                    String::new()
                };
                format!("Placing {tile} grows {name} to {size} tiles{step}{safe}; {}", self.rank(*rank))
            }
            Reason::Merges { tile, survivor, dissolved, paid, bank_competes } => {
                let with = tile.map_or(String::new(), |tile| format!(" with {tile}"));
                let chains: Vec<String> = dissolved.iter().map(|&chain| self.name(chain)).collect();
                let (chains, into, paid) = (and_list(&chains), self.names.chain(*survivor), self.paid(paid));
                format!("Merging {chains} into {into}{with} {paid}{}", bank(*bank_competes))
            }
            Reason::MergesEquals { tile, choices, bank_competes } => {
                let with = tile.map_or(String::new(), |tile| format!(" with {tile}"));
                let mut equals: Vec<Chain> = choices.iter().map(|&(chain, _)| chain).collect();
                equals.sort_unstable();
                let chains: Vec<String> = equals.into_iter().map(|chain| self.name(chain)).collect();
                let choices: Vec<String> = choices
                    .iter()
                    .map(|(chain, paid)| format!("{} {}", self.name(*chain), self.paid(paid)))
                    .collect();
                let (chains, choices) = (and_list(&chains), choices.join("; "));
                let bank = bank(*bank_competes);
                format!("Merging{with}, you choose which of {chains} survives; dissolved, {choices}{bank}")
            }
            Reason::Disposes { dissolving, cash, taken, held } => {
                self.disposal(*dissolving, *cash, *taken, *held)
            }
            Reason::BuysNothing { cash } => format!("Buying nothing keeps your {cash} for what comes"),
            Reason::Buys { shares, cost, cash, gains } => {
                let gains: Vec<String> = gains.iter().map(|gain| self.gain(*gain)).collect();
                let gains =
                    if gains.is_empty() { String::new() } else { format!("; you {}", gains.join("; you ")) };
                format!("Buying {} for {cost} leaves you {cash}{gains}", share_list(*shares, self.names))
            }
            Reason::Ends { when, own, next } => self.end(*when, *own, *next),
            Reason::EndHidden => "What the end would bring is hidden".to_owned(),
            Reason::TurnOver => "The turn is over".to_owned(),
            Reason::Answers { accept, get, give } => {
                let would = if *accept { "You" } else { "You would" };
                format!("{would} get {} and give {}, at today's prices", self.goods(get), self.goods(give))
            }
            Reason::Offers { get, give } => {
                format!("You give {} and get {}, at today's prices", self.goods(give), self.goods(get))
            }
            Reason::Exchanges { count: 0 } => "You keep tiles that cannot be placed".to_owned(),
            Reason::Exchanges { .. } => "Tiles that cannot be placed make room for new ones".to_owned(),
            Reason::NothingElse => "There is nothing else to do".to_owned(),
        }
    }

    fn name(&self, chain: Chain) -> String {
        self.names.chain(chain).to_owned()
    }

    /// How the viewer stands in a chain.
    fn rank(&self, rank: Rank) -> String {
        let Rank { own, rival, most } = rank;
        let rival = rival.map_or(String::new(), |rival| self.person(rival));
        let shares = plural(own.into(), "share");
        match own.cmp(&most) {
            _ if own == 0 => "you hold no share of it".to_owned(),
            Ordering::Greater => format!("you hold most of it, {shares}"),
            Ordering::Equal => format!("you hold {shares} of it, as many as {rival}"),
            Ordering::Less => format!("you hold {shares} of it, {rival} has {most}"),
        }
    }

    /// Who is paid what, the viewer first.
    fn paid(&self, paid: &Paid) -> String {
        let Some(paid) = paid else { return "pays whoever holds most".to_owned() };
        let paid: Vec<String> =
            paid.iter().map(|&(seat, amount)| format!("{} {amount}", self.person(seat))).collect();
        if paid.is_empty() { "pays nobody".to_owned() } else { format!("pays {}", and_list(&paid)) }
    }

    fn disposal(&self, dissolving: Dissolving, cash: Money, taken: u8, held: u8) -> String {
        let defunct = self.names.chain(dissolving.defunct);
        let survivor = self.names.chain(dissolving.survivor);
        let mut parts = Vec::new();
        if cash > Money::ZERO {
            parts.push(format!("selling {defunct} brings {cash}"));
        }
        if taken > 0 {
            parts.push(format!("trading brings {taken} {survivor}"));
        }
        if held > 0 {
            let wait = if held == 1 { "waits" } else { "wait" };
            parts.push(format!("{held} {defunct} {wait} for it to be founded again"));
        }
        capitalised(&and_list(&parts))
    }

    /// What more shares of a chain change about the viewer's place in it.
    fn gain(&self, gain: Gain) -> String {
        match gain {
            Gain::Alone { chain } => format!("are alone in {}", self.names.chain(chain)),
            Gain::Majority { chain, own, rival, most } => {
                let (name, rival) = (self.names.chain(chain), self.person(rival));
                format!("take the majority of {name} with {own} to {rival}'s {most}")
            }
            Gain::Level { chain, rival } => {
                format!("draw level with {} in {}", self.person(rival), self.names.chain(chain))
            }
            Gain::Lead { chain, by, rival } => {
                format!("lead {} by {by} over {}", self.names.chain(chain), self.person(rival))
            }
            Gain::Second { chain, rival } => {
                format!("become second in {}, behind {}", self.names.chain(chain), self.person(rival))
            }
            Gain::Closer { chain, rival, own, most } => {
                format!(
                    "come closer to {} in {}, {own} to {most}",
                    self.person(rival),
                    self.names.chain(chain)
                )
            }
        }
    }

    /// What the end would bring, whether it is declared or not.
    fn end(&self, when: End, own: Money, next: Option<(Seat, Money)>) -> String {
        let next = next.map_or(String::new(), |(seat, cash)| format!("{} {cash}", self.person(seat)));
        match when {
            End::NotDeclared => format!("Ended now, the game would bring you {own}, and {next}"),
            // What is left of the turn may still change it.
            End::AfterTurn => {
                format!("As things stand the end brings you {own}, and {next}; this turn may still change it")
            }
            End::Now => format!("Ending the game now brings you {own}, and {next}"),
        }
    }

    /// What is traded, and what it is worth.
    fn goods(&self, goods: &Goods) -> String {
        let words = bundle_in_words(&goods.bundle, self.names);
        if goods.bundle.shares == Shares::NONE { words } else { format!("{words} ({})", goods.value) }
    }
}

fn bank(competes: bool) -> &'static str {
    if competes { ", unless the bank's tile takes a place" } else { "" }
}

fn share_list(shares: Shares, names: &Names<'_>) -> String {
    bundle_in_words(&Bundle { cash: Money::ZERO, shares }, names)
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
