//! Decisions in words, and the reasons why one may be good.

#[cfg(test)]
mod tests;

use std::cmp::Ordering;

use mergemaker_bots::{Dissolving, End, Gain, Goods, Paid, Rank, Reason};
use mergemaker_engine::{Action, Bundle, Chain, Hand, Money, Seat, Shares};

use crate::words::Gap;
use crate::{Narrator, money};

impl Narrator<'_> {
    /// An action in words: `Place 5C`, `Buy 2 Tower and 1 Luxor`.
    ///
    /// ```
    /// use mergemaker_engine::{Action, Chain, Shares, Theme};
    /// use mergemaker_voice::{Language, Names, Narrator, Words};
    /// let words = Words::new(Language::English);
    /// let narrator = Narrator::new(&words, Names::ready(vec![], Theme::Hotels));
    /// let buy = Action::Buy { shares: Shares::of(Chain::Tower, 2) };
    /// assert_eq!(narrator.action(&buy, None), "Buy 2 Tower");
    /// ```
    #[must_use]
    pub fn action(&self, action: &Action, dissolving: Option<Dissolving>) -> String {
        let chain = |chain: Chain| ("chain", self.chain(chain).into());
        let disposal = |sell: u8, trade: u8| {
            vec![
                ("sell", sell.into()),
                ("trade", trade.into()),
                ("taken", (trade / 2).into()),
                ("defunct", dissolving.map_or("", |merger| self.chain(merger.defunct)).into()),
                ("survivor", dissolving.map_or("", |merger| self.chain(merger.survivor)).into()),
            ]
        };
        let (id, args): (&str, Vec<Gap<'_>>) = match *action {
            Action::TradeOffer { offer } => {
                let args = vec![
                    ("player", self.player(offer.to).into()),
                    ("give", self.bundle(&offer.give).into()),
                    ("take", self.bundle(&offer.take).into()),
                ];
                ("do-offer", args)
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
            Action::Exchange { tiles } => ("do-exchange", vec![("tiles", self.tiles(tiles.iter()).into())]),
        };
        self.words.fill(id, &args)
    }

    /// Why a player's decision may be good, in sentences with figures.
    ///
    /// ```
    /// use mergemaker_bots::Reason;
    /// use mergemaker_engine::{Money, Seat, Theme};
    /// use mergemaker_voice::{Language, Names, Narrator, Words};
    /// let words = Words::new(Language::English);
    /// let narrator = Narrator::new(&words, Names::ready(vec![], Theme::Hotels));
    /// let reason = Reason::BuysNothing { cash: Money(700) };
    /// let text = narrator.reason(&reason, Seat::new(0).unwrap());
    /// assert_eq!(text, "Buying nothing leaves $700 for later.");
    /// ```
    #[must_use]
    pub fn reason(&self, reason: &Reason, decider: Seat) -> String {
        ReasonWriter { narrator: self, decider }.sentences(reason).join(" ")
    }

    fn shares(&self, shares: Shares) -> String {
        self.bundle(&Bundle { cash: Money::ZERO, shares })
    }
}

/// Writes the reasons for one decision.
struct ReasonWriter<'a> {
    narrator: &'a Narrator<'a>,
    /// The player who decides.
    decider: Seat,
}

impl ReasonWriter<'_> {
    /// A message with `who` set to the player who decides.
    fn say(&self, id: &str, args: &[Gap<'_>]) -> String {
        let mut all = vec![("who", self.narrator.player(self.decider).into())];
        all.extend_from_slice(args);
        self.narrator.words.fill(id, &all)
    }

    fn chain(&self, chain: Chain) -> Gap<'static> {
        ("chain", self.narrator.chain(chain).into())
    }

    fn player(&self, player: Seat) -> Gap<'static> {
        ("player", self.narrator.player(player).into())
    }

    fn sentences(&self, reason: &Reason) -> Vec<String> {
        let hides = self.narrator.hides;
        match reason {
            Reason::Lone { tile, next } => {
                let id = if next.is_some() { "reason-lone-next" } else { "reason-lone" };
                let next = next.map_or_else(String::new, |next| next.to_string());
                vec![self.say(id, &[("tile", tile.to_string().into()), ("next", next.into())])]
            }
            Reason::Founds { tile, size, has_share } => {
                let args = [("tile", tile.to_string().into()), ("size", (*size).into())];
                let share = has_share.then(|| self.say("reason-first-share", &[]));
                std::iter::once(self.say("reason-founds", &args)).chain(share).collect()
            }
            Reason::NewChain { chain, size, price, gets_share, cash, rank } => {
                let args = [self.chain(*chain), ("size", (*size).into()), ("price", money(*price).into())];
                let gift = match (gets_share, *cash) {
                    (true, _) => self.say("reason-first-share", &[]),
                    (false, Money::ZERO) => self.say("reason-no-share", &[]),
                    (false, cash) => self.say("reason-cash-instead", &[("cash", money(cash).into())]),
                };
                let rank = rank.and_then(|rank| self.rank(rank));
                [self.say("reason-new-chain", &args), gift].into_iter().chain(rank).collect()
            }
            Reason::Grows { tile, chain, size, before, price, becomes_safe, rank } => {
                let args = [("tile", tile.to_string().into()), self.chain(*chain), ("size", (*size).into())];
                let prices = [("before", money(*before).into()), ("price", money(*price).into())];
                std::iter::once(self.say("reason-grows", &args))
                    .chain((price > before).then(|| self.say("reason-price", &prices)))
                    .chain(becomes_safe.then(|| self.say("reason-safe", &[])))
                    .chain(self.rank(*rank))
                    .collect()
            }
            Reason::Merges { survivor, dissolved, paid, bank_competes, .. } => {
                let chains = self.narrator.chains(dissolved.iter().copied());
                let args = [("chains", chains.into()), ("survivor", self.narrator.chain(*survivor).into())];
                let bank = bank_competes.then(|| self.say("reason-bank", &[]));
                [self.say("reason-merges", &args), self.paid(None, paid)].into_iter().chain(bank).collect()
            }
            Reason::MergesEquals { choices, bank_competes, .. } => {
                let chains = self.narrator.chains(choices.iter().map(|&(chain, _)| chain));
                let choices = choices.iter().map(|(chain, paid)| self.paid(Some(*chain), paid));
                std::iter::once(self.say("reason-equals", &[("chains", chains.into())]))
                    .chain(choices)
                    .chain(bank_competes.then(|| self.say("reason-bank", &[])))
                    .collect()
            }
            Reason::Disposes { dissolving, cash, taken, held } => {
                self.disposal(*dissolving, *cash, *taken, *held)
            }
            Reason::BuysNothing { cash } => {
                vec![self.say("reason-buys-nothing", &[("cash", money(*cash).into())])]
            }
            Reason::Buys { shares, cost, cash, gains } => {
                let args = [
                    ("shares", self.narrator.shares(*shares).into()),
                    ("cost", money(*cost).into()),
                    ("cash", money(*cash).into()),
                ];
                let gains = gains.iter().filter(|_| !hides).map(|gain| self.gain(*gain));
                std::iter::once(self.say("reason-buys", &args)).chain(gains).collect()
            }
            Reason::Ends { when, own, next } if !hides => vec![self.end(*when, *own, *next)],
            Reason::Ends { .. } | Reason::EndHidden => vec![self.say("reason-end-hidden", &[])],
            Reason::TurnOver => vec![self.say("reason-turn-over", &[])],
            Reason::Answers { get, give, .. } | Reason::Offers { get, give } => {
                let args = [("get", self.goods(get).into()), ("give", self.goods(give).into())];
                vec![self.say("reason-trade", &args)]
            }
            Reason::Exchanges { count: 0 } => vec![self.say("reason-keeps-tiles", &[])],
            Reason::Exchanges { .. } => vec![self.say("reason-exchanges", &[])],
            Reason::NothingElse => vec![self.say("reason-nothing-else", &[])],
        }
    }

    /// Money and shares, with their value.
    fn goods(&self, goods: &Goods) -> String {
        let what = self.narrator.bundle(&goods.bundle);
        if goods.bundle.shares == Shares::NONE { what } else { format!("{what} ({})", goods.value) }
    }

    fn rank(&self, rank: Rank) -> Option<String> {
        if self.narrator.hides {
            return None;
        }
        let id = match rank.own.cmp(&rank.most) {
            _ if rank.own == 0 => "reason-rank-none",
            Ordering::Greater => "reason-rank-most",
            Ordering::Equal => "reason-rank-equal",
            Ordering::Less => "reason-rank-less",
        };
        let rival = rank.rival.map_or(("player", "".into()), |rival| self.player(rival));
        Some(self.say(id, &[("own", rank.own.into()), rival, ("most", rank.most.into())]))
    }

    /// Who is paid what, with the name of the chain if several may be dissolved.
    fn paid(&self, chain: Option<Chain>, paid: &Paid) -> String {
        let chain = chain.map_or(("chain", "none".into()), |chain| self.chain(chain));
        match paid.as_deref().filter(|_| !self.narrator.hides) {
            None => self.say("reason-pays-hidden", &[chain]),
            Some([]) => self.say("reason-pays-nobody", &[chain]),
            Some(paid) => {
                let one = |&(seat, amount): &(Seat, Money)| {
                    self.say("reason-paid", &[self.player(seat), ("amount", money(amount).into())])
                };
                let list: Vec<String> = paid.iter().map(one).collect();
                self.say("reason-pays", &[chain, ("list", self.narrator.words.list(&list).into())])
            }
        }
    }

    fn disposal(&self, dissolving: Dissolving, cash: Money, taken: u8, held: u8) -> Vec<String> {
        let args = [
            ("cash", money(cash).into()),
            ("taken", taken.into()),
            ("held", held.into()),
            ("defunct", self.narrator.chain(dissolving.defunct).into()),
            ("survivor", self.narrator.chain(dissolving.survivor).into()),
        ];
        let parts =
            [("reason-sells", cash > Money::ZERO), ("reason-trades", taken > 0), ("reason-holds", held > 0)];
        parts.into_iter().filter(|(_, is_so)| *is_so).map(|(id, _)| self.say(id, &args)).collect()
    }

    fn gain(&self, gain: Gain) -> String {
        let numbers = |own: u8, most: u8| [("own", own.into()), ("most", most.into())];
        match gain {
            Gain::Alone { chain } => self.say("gain-alone", &[self.chain(chain)]),
            Gain::Majority { chain, own, rival, most } => {
                let [own, most] = numbers(own, most);
                self.say("gain-majority", &[self.chain(chain), self.player(rival), own, most])
            }
            Gain::Level { chain, rival } => self.say("gain-level", &[self.chain(chain), self.player(rival)]),
            Gain::Lead { chain, by, rival } => {
                self.say("gain-lead", &[self.chain(chain), self.player(rival), ("by", by.into())])
            }
            Gain::Second { chain, rival } => {
                self.say("gain-second", &[self.chain(chain), self.player(rival)])
            }
            Gain::Closer { chain, rival, own, most } => {
                let [own, most] = numbers(own, most);
                self.say("gain-closer", &[self.chain(chain), self.player(rival), own, most])
            }
        }
    }

    /// How the game would end, with or without declaring it.
    fn end(&self, when: End, own: Money, next: Option<(Seat, Money)>) -> String {
        let id = match when {
            End::NotDeclared => "reason-end-not-declared",
            // The rest of the turn may still change it.
            End::AfterTurn => "reason-end-after-turn",
            End::Now => "reason-end-now",
        };
        let (rival, cash) =
            next.map_or((("player", "".into()), Money::ZERO), |(rival, cash)| (self.player(rival), cash));
        self.say(id, &[("own", money(own).into()), rival, ("cash", money(cash).into())])
    }
}
