//! Decisions and the reasons for them, in the words of the page.

#[cfg(test)]
pub(crate) mod secrets;

use mergemaker_bots::{Dissolving, End, Gain, Goods, Paid, Rank, Reason};
use mergemaker_engine::{Action, Bundle, Chain, Hand, Money, Seat, Shares, Theme};

use crate::log::Teller;
use crate::scene::Scene;
use crate::words::{Gap, Words, money};

/// Tells decisions and reasons, to one reader.
pub struct Explainer<'a> {
    /// Who tells: the language and the names.
    pub teller: Teller<'a>,
    /// Which place the reader has, if any.
    pub me: Option<Seat>,
    /// Whether others' holdings are hidden: then nothing is said of them.
    pub hides: bool,
}

impl<'a> Explainer<'a> {
    /// Who explains decisions to the viewer of a scene.
    #[must_use]
    pub fn of(scene: &'a Scene, words: &'a Words, theme: Theme) -> Explainer<'a> {
        Explainer { teller: Teller::of(scene, words, theme), me: scene.me(), hides: scene.hides_holdings() }
    }
}

impl Explainer<'_> {
    /// What an action is: `Place 5C`, `Buy 2 Tower and 1 Luxor`.
    ///
    /// ```
    /// use mergemaker_engine::{Action, Bonuses, Chain, Shares, Theme};
    /// use mergemaker_web::explain::Explainer;
    /// use mergemaker_web::log::Teller;
    /// use mergemaker_web::words::{Language, Words};
    /// let words = Words::new(Language::English);
    /// let teller =
    ///     Teller { words: &words, theme: Theme::Hotels, players: &[], bonuses: Bonuses::Classic };
    /// let explainer = Explainer { teller, me: None, hides: false };
    /// let buy = Action::Buy { shares: Shares::of(Chain::Tower, 2) };
    /// assert_eq!(explainer.action(&buy, None), "Buy 2 Tower");
    /// ```
    #[must_use]
    pub fn action(&self, action: &Action, dissolving: Option<Dissolving>) -> String {
        let chain = |chain: Chain| ("chain", self.teller.chain(chain).into());
        let defunct = dissolving.map_or("", |merger| self.teller.chain(merger.defunct));
        let survivor = dissolving.map_or("", |merger| self.teller.chain(merger.survivor));
        let disposal = |sell: u8, trade: u8| {
            vec![
                ("sell", sell.into()),
                ("trade", trade.into()),
                ("taken", (trade / 2).into()),
                ("defunct", defunct.into()),
                ("survivor", survivor.into()),
            ]
        };
        let (id, gaps): (&str, Vec<Gap<'_>>) = match *action {
            Action::TradeOffer { offer } => {
                let gaps = vec![
                    ("player", self.teller.player(offer.to).into()),
                    ("give", self.teller.bundle(&offer.give).into()),
                    ("take", self.teller.bundle(&offer.take).into()),
                ];
                ("do-offer", gaps)
            }
            Action::TradeAnswer { accept: true } => ("do-accept", vec![]),
            Action::TradeAnswer { accept: false } => ("do-decline", vec![]),
            Action::DeclareEnd => ("do-declare", vec![]),
            Action::Place { tile } => ("do-place", vec![("tile", tile.to_string().into())]),
            Action::Pass => ("do-pass", vec![]),
            Action::Found { chain: which, .. } => ("do-found", vec![chain(which)]),
            Action::Survivor { chain: which } => ("do-survivor", vec![chain(which)]),
            Action::Defunct { chain: which } => ("do-defunct", vec![chain(which)]),
            Action::Dispose { sell: 0, trade: 0 } => ("do-hold", disposal(0, 0)),
            Action::Dispose { sell, trade: 0 } => ("do-sell", disposal(sell, 0)),
            Action::Dispose { sell: 0, trade } => ("do-trade", disposal(0, trade)),
            Action::Dispose { sell, trade } => ("do-sell-and-trade", disposal(sell, trade)),
            Action::Buy { shares: Shares::NONE } => ("do-buy-nothing", vec![]),
            Action::Buy { shares } => ("do-buy", vec![("shares", self.shares(shares).into())]),
            Action::EndTurn => ("do-end-turn", vec![]),
            Action::Exchange { tiles: Hand::EMPTY } => ("do-keep-tiles", vec![]),
            Action::Exchange { tiles } => {
                ("do-exchange", vec![("tiles", self.teller.tiles(tiles.iter()).into())])
            }
        };
        self.teller.words.fill(id, &gaps)
    }

    /// Why a decision may be good, in plain sentences with its figures.
    ///
    /// ```
    /// use mergemaker_bots::Reason;
    /// use mergemaker_engine::{Bonuses, Money, Theme};
    /// use mergemaker_web::explain::Explainer;
    /// use mergemaker_web::log::Teller;
    /// use mergemaker_web::words::{Language, Words};
    /// let words = Words::new(Language::English);
    /// let teller =
    ///     Teller { words: &words, theme: Theme::Hotels, players: &[], bonuses: Bonuses::Classic };
    /// let reason = Reason::BuysNothing { cash: Money(700) };
    /// let told = Explainer { teller, me: None, hides: false }.reason(&reason);
    /// assert_eq!(told, "Buying nothing keeps $700 for what comes.");
    /// ```
    #[must_use]
    pub fn reason(&self, reason: &Reason) -> String {
        self.sentences(reason).join(" ")
    }

    fn say(&self, id: &str, gaps: &[Gap<'_>]) -> String {
        self.teller.words.fill(id, gaps)
    }

    fn sentences(&self, reason: &Reason) -> Vec<String> {
        let chain = |chain: &Chain| ("chain", self.teller.chain(*chain).into());
        match reason {
            Reason::Lone { tile, next: None } => {
                vec![self.say("reason-lone", &[("tile", tile.to_string().into())])]
            }
            Reason::Lone { tile, next: Some(next) } => {
                let gaps = [("tile", tile.to_string().into()), ("next", next.to_string().into())];
                vec![self.say("reason-lone-next", &gaps)]
            }
            Reason::Founds { tile, size, has_share } => {
                let gaps = [("tile", tile.to_string().into()), ("size", (*size).into())];
                let share = has_share.then(|| self.say("reason-first-share", &[]));
                std::iter::once(self.say("reason-founds", &gaps)).chain(share).collect()
            }
            Reason::NewChain { chain: which, size, price, gets_share, cash, rank } => {
                let gaps = [chain(which), ("size", (*size).into()), ("price", money(*price).into())];
                let gift = match (gets_share, *cash) {
                    (true, _) => self.say("reason-first-share", &[]),
                    (false, Money::ZERO) => self.say("reason-no-share", &[]),
                    (false, cash) => self.say("reason-cash-instead", &[("cash", money(cash).into())]),
                };
                let rank = rank.and_then(|rank| self.rank(rank));
                [self.say("reason-new-chain", &gaps), gift].into_iter().chain(rank).collect()
            }
            Reason::Grows { tile, chain: which, size, before, price, becomes_safe, rank } => {
                let gaps = [("tile", tile.to_string().into()), chain(which), ("size", (*size).into())];
                let mut told = vec![self.say("reason-grows", &gaps)];
                if price > before {
                    let gaps = [("before", money(*before).into()), ("price", money(*price).into())];
                    told.push(self.say("reason-price", &gaps));
                }
                told.extend(becomes_safe.then(|| self.say("reason-safe", &[])));
                told.extend(self.rank(*rank));
                told
            }
            Reason::Merges { survivor, dissolved, paid, bank_competes, .. } => {
                let gaps = [
                    ("chains", self.chains(dissolved.iter().copied()).into()),
                    ("survivor", self.teller.chain(*survivor).into()),
                ];
                let told = [self.say("reason-merges", &gaps), self.paid(paid)];
                told.into_iter().chain(bank_competes.then(|| self.say("reason-bank", &[]))).collect()
            }
            Reason::MergesEquals { choices, bank_competes, .. } => {
                let chains = self.chains(choices.iter().map(|&(chain, _)| chain));
                let mut told = vec![self.say("reason-equals", &[("chains", chains.into())])];
                for (which, paid) in choices {
                    told.push(format!(
                        "{} {}",
                        self.say("reason-if-dissolved", &[chain(which)]),
                        self.paid(paid)
                    ));
                }
                told.extend(bank_competes.then(|| self.say("reason-bank", &[])));
                told
            }
            Reason::Disposes { dissolving, cash, taken, held } => {
                self.disposal(*dissolving, *cash, *taken, *held)
            }
            Reason::BuysNothing { cash } => {
                vec![self.say("reason-buys-nothing", &[("cash", money(*cash).into())])]
            }
            Reason::Buys { shares, cost, cash, gains } => {
                let gaps = [
                    ("shares", self.shares(*shares).into()),
                    ("cost", money(*cost).into()),
                    ("cash", money(*cash).into()),
                ];
                let gains = gains.iter().filter(|_| !self.hides).map(|gain| self.gain(*gain));
                std::iter::once(self.say("reason-buys", &gaps)).chain(gains).collect()
            }
            Reason::Ends { .. } if self.hides => vec![self.say("reason-end-hidden", &[])],
            Reason::Ends { when, own, next } => {
                let id = match when {
                    End::NotDeclared => "reason-end-not-declared",
                    End::AfterTurn => "reason-end-after-turn",
                    End::Now => "reason-end-now",
                };
                let (player, cash) =
                    next.map_or((String::new(), Money::ZERO), |(seat, cash)| (self.person(seat), cash));
                let gaps =
                    [("own", money(*own).into()), ("player", player.into()), ("cash", money(cash).into())];
                vec![self.say(id, &gaps)]
            }
            Reason::EndHidden => vec![self.say("reason-end-hidden", &[])],
            Reason::TurnOver => vec![self.say("reason-turn-over", &[])],
            Reason::Answers { get, give, .. } | Reason::Offers { get, give } => {
                let gaps = [("get", self.goods(get).into()), ("give", self.goods(give).into())];
                vec![self.say("reason-trade", &gaps)]
            }
            Reason::Exchanges { count: 0 } => vec![self.say("reason-keeps-tiles", &[])],
            Reason::Exchanges { .. } => vec![self.say("reason-exchanges", &[])],
            Reason::NothingElse => vec![self.say("reason-nothing-else", &[])],
        }
    }

    /// A name, or `you`.
    fn person(&self, seat: Seat) -> String {
        if self.me == Some(seat) { self.say("reason-you", &[]) } else { self.teller.player(seat) }
    }

    fn chains(&self, chains: impl Iterator<Item = Chain>) -> String {
        let names: Vec<String> = chains.map(|chain| self.teller.chain(chain).to_owned()).collect();
        self.teller.words.list(&names)
    }

    fn shares(&self, shares: Shares) -> String {
        self.teller.bundle(&Bundle { cash: Money::ZERO, shares })
    }

    fn goods(&self, goods: &Goods) -> String {
        let what = self.teller.bundle(&goods.bundle);
        if goods.bundle.shares == Shares::NONE { what } else { format!("{what} ({})", goods.value) }
    }

    fn rank(&self, rank: Rank) -> Option<String> {
        if self.hides {
            return None;
        }
        let id = match rank.own.cmp(&rank.most) {
            _ if rank.own == 0 => "reason-rank-none",
            std::cmp::Ordering::Greater => "reason-rank-most",
            std::cmp::Ordering::Equal => "reason-rank-equal",
            std::cmp::Ordering::Less => "reason-rank-less",
        };
        let rival = rank.rival.map_or(String::new(), |rival| self.person(rival));
        Some(self.say(id, &[("own", rank.own.into()), ("player", rival.into()), ("most", rank.most.into())]))
    }

    fn paid(&self, paid: &Paid) -> String {
        match paid.as_deref().filter(|_| !self.hides) {
            None => self.say("reason-pays-hidden", &[]),
            Some([]) => self.say("reason-pays-nobody", &[]),
            Some(paid) => {
                let list: Vec<String> =
                    paid.iter().map(|&(seat, amount)| format!("{} {amount}", self.person(seat))).collect();
                self.say("reason-pays", &[("list", self.teller.words.list(&list).into())])
            }
        }
    }

    fn disposal(&self, dissolving: Dissolving, cash: Money, taken: u8, held: u8) -> Vec<String> {
        let gaps = [
            ("cash", money(cash).into()),
            ("taken", taken.into()),
            ("held", held.into()),
            ("defunct", self.teller.chain(dissolving.defunct).into()),
            ("survivor", self.teller.chain(dissolving.survivor).into()),
        ];
        let parts =
            [("reason-sells", cash > Money::ZERO), ("reason-trades", taken > 0), ("reason-holds", held > 0)];
        parts.into_iter().filter(|(_, is_so)| *is_so).map(|(id, _)| self.say(id, &gaps)).collect()
    }

    fn gain(&self, gain: Gain) -> String {
        let chain = |chain: Chain| ("chain", self.teller.chain(chain).into());
        let player = |seat: Seat| ("player", self.person(seat).into());
        match gain {
            Gain::Alone { chain: which } => self.say("gain-alone", &[chain(which)]),
            Gain::Majority { chain: which, own, rival, most } => {
                let gaps = [chain(which), player(rival), ("own", own.into()), ("most", most.into())];
                self.say("gain-majority", &gaps)
            }
            Gain::Level { chain: which, rival } => self.say("gain-level", &[chain(which), player(rival)]),
            Gain::Lead { chain: which, by, rival } => {
                self.say("gain-lead", &[chain(which), player(rival), ("by", by.into())])
            }
            Gain::Second { chain: which, rival } => self.say("gain-second", &[chain(which), player(rival)]),
            Gain::Closer { chain: which, rival, own, most } => {
                let gaps = [chain(which), player(rival), ("own", own.into()), ("most", most.into())];
                self.say("gain-closer", &gaps)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use mergemaker_bots::{Budget, Level, decide};
    use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table, Theme};

    use super::*;
    use crate::scene::Player;
    use crate::words::{Language, Words};

    /// Every legal action of whole games is told with its reason, in every language, with no gap left open.
    #[test]
    fn every_decision_has_words_in_every_language() {
        let words = Language::ALL.map(Words::new);
        let players: Vec<Player> = ["Ann", "Bob", "Cid", "Dot"].map(Player::person).to_vec();
        let mut kinds = BTreeSet::new();
        for (preset, count, seed) in
            [(Preset::Trading, 4, 8), (Preset::Renegade, 2, 3), (Preset::Tycoon, 3, 5)]
        {
            let table = Table::new(Rules::of(preset), count).unwrap();
            let mut dealer = RandomDealer::new(Dice::new(seed));
            let mut game = Game::start(table, &mut dealer, &mut ());
            let mut bots: Vec<_> = (0..count).map(|_| Level::Steady.bot()).collect();
            let mut dice = Dice::new(4);
            while let Some(seat) = game.to_act() {
                let view = game.view(Some(seat));
                let chosen =
                    decide(&mut *bots[seat.index()], &game, &mut dice, Budget::Work { units: 4 }).action;
                for action in view.legal_actions().iter().take(8).chain([&chosen]) {
                    let reason = Reason::of(&view, action);
                    let kind = serde_json::to_value(&reason).unwrap()["because"].to_string();
                    kinds.insert(kind);
                    for words in &words {
                        let teller = Teller {
                            words,
                            theme: Theme::Hotels,
                            players: &players[..count],
                            bonuses: table.rules().options().bonuses,
                        };
                        let explainer = Explainer { teller, me: Some(seat), hides: false };
                        let told = format!(
                            "{}: {}",
                            explainer.action(action, Dissolving::of(&view)),
                            explainer.reason(&reason)
                        );
                        let bad = ["{", "reason-", "do-", "gain-", "  ", "..", " ."];
                        assert!(!bad.iter().any(|bad| told.contains(bad)), "{told}");
                        assert!(told.ends_with('.'), "{told}");
                    }
                }
                game.apply(seat, &chosen, &mut dealer, &mut ()).unwrap();
            }
        }
        assert!(kinds.len() >= 12, "{kinds:?}");
    }
}
