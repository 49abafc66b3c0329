//! Bonuses: who is paid what, and how each amount is calculated (B6, P1 to P5).

use mergemaker_engine::{Award, Chain, Holder, Money, Payout, Place, Seat};

use crate::{Narrator, money};

impl Narrator<'_> {
    /// How the bonuses for a chain are calculated: a heading, and a line for each holder or group of tied
    /// holders.
    ///
    /// ```
    /// use mergemaker_engine::{Bonuses, Chain, Payout, Theme};
    /// use mergemaker_voice::{Language, Names, Narrator, Words};
    /// let words = Words::new(Language::English);
    /// let players = ["Ann", "Bob", "Cid"].map(String::from);
    /// let narrator = Narrator::new(&words, Names::new(&players, Theme::Hotels, &words));
    /// let payout = Payout::new(Bonuses::Classic, Chain::Tower, 3, &[2, 4, 2], None);
    /// let lines = narrator.payout(&payout);
    /// assert_eq!(lines[1], "Bob (4 shares): majority bonus $3,000");
    /// assert_eq!(
    ///     lines[2],
    ///     "Ann and Cid (2 shares each): minority bonus $1,500, divided by 2, rounded up to the next $100: $800 each",
    /// );
    /// ```
    #[must_use]
    pub fn payout(&self, payout: &Payout) -> Vec<String> {
        let heading = [
            ("chain", self.chain(payout.chain).into()),
            ("size", payout.size.into()),
            ("price", money(payout.price).into()),
            ("kind", self.bonuses.id().into()),
        ];
        let groups = payout.awards.chunk_by(|one, next| one.place == next.place);
        let awards = groups.map(|group| self.award(payout, group));
        std::iter::once(self.words.fill("bonus-for", &heading)).chain(awards).collect()
    }

    /// The final sale of each player's shares of a chain (E4); empty if the game goes on.
    #[must_use]
    pub fn sales(&self, payout: &Payout) -> Vec<String> {
        let sale = |(seat, &count): (Seat, &u8)| {
            let args = [
                ("player", self.player(seat).into()),
                ("count", count.into()),
                ("chain", self.chain(payout.chain).into()),
                ("price", money(payout.price).into()),
                ("cash", money(payout.sale(seat)).into()),
            ];
            format!("{} {}", self.player(seat), self.words.fill("log-sells", &args))
        };
        let holders = Seat::all(payout.shares.len()).zip(&payout.shares);
        holders.filter(|&(_, &count)| payout.is_final && count > 0).map(sale).collect()
    }

    /// A sentence with the bonuses paid for a chain.
    pub(crate) fn paid_for(&self, chain: Chain, paid: &[(Seat, Money)]) -> String {
        let chain = ("chain", self.chain(chain).into());
        let part = |(index, &(seat, amount)): (usize, &(Seat, Money))| {
            format!("{} {amount}", self.listed(seat, index + 1))
        };
        let list: Vec<String> = paid.iter().enumerate().map(part).collect();
        if list.is_empty() {
            return self.words.fill("log-paid-nobody", &[chain]);
        }
        self.words.fill("log-paid", &[chain, ("list", self.words.list(&list).into())])
    }

    /// The line for the holder or holders of a place.
    fn award(&self, payout: &Payout, group: &[Award]) -> String {
        let first = group[0];
        let who: Vec<String> = group
            .iter()
            .enumerate()
            .map(|(index, award)| match award.holder {
                Holder::Player(seat) => self.listed(seat, index),
                Holder::Bank => {
                    self.words.fill("the-bank", &[("at", if index == 0 { "start" } else { "within" }.into())])
                }
            })
            .collect();
        let places = self.bonuses.places(payout.price);
        let covered: Vec<_> = match first.place {
            Place::Sole => [places.first(), places.last()].into_iter().flatten().collect(),
            Place::Ranked { from, to } => places.iter().take(to.into()).skip(usize::from(from) - 1).collect(),
        };
        let covered = covered.into_iter().map(|(place, amount)| {
            self.words.fill(&format!("bonus-{place}"), &[("amount", money(*amount).into())])
        });
        let covered: Vec<String> = covered.collect();
        let id = match (first.place, first.pool, group.len()) {
            (_, Money::ZERO, _) => "bonus-none",
            (Place::Sole, ..) => "bonus-sole",
            (_, _, 1) => "bonus-one",
            _ => "bonus-shared",
        };
        let yes_no = |yes: bool| if yes { "yes" } else { "no" };
        let args = [
            ("who", self.words.list(&who).into()),
            ("shares", first.shares.into()),
            ("sum", covered.join(" + ").into()),
            ("people", group.len().into()),
            ("rounded", yes_no(first.amount * group.len() as u8 != first.pool).into()),
            ("bank", yes_no(group.iter().any(|award| award.holder == Holder::Bank)).into()),
            ("amount", money(first.amount).into()),
        ];
        self.words.fill(id, &args)
    }

    /// A name in a list, which is at the start of a sentence only if it comes first.
    fn listed(&self, seat: Seat, index: usize) -> String {
        let name = self.player(seat);
        if index > 0 && name == self.words.language().you() { self.words.say("you-within") } else { name }
    }
}

#[cfg(test)]
mod tests {
    use mergemaker_engine::{Bonuses, Theme, Tile};

    use super::*;
    use crate::{Language, Names, Words};

    fn check(payout: &Payout, bonuses: Bonuses, expected: &[&str]) {
        let words = Words::new(Language::English);
        let players = ["Ann", "Bob", "Cid", "Dot", "Eve"].map(String::from);
        let names = Names::new(&players, Theme::Hotels, &words);
        let lines = Narrator { bonuses, ..Narrator::new(&words, names) }.payout(payout);
        assert_eq!(lines[1..], *expected);
    }

    fn classic(shares: &[u8], bank: Option<&str>) -> Payout {
        let tile = bank.map(|name| name.parse::<Tile>().unwrap());
        Payout::new(Bonuses::Classic, Chain::Festival, 5, shares, tile)
    }

    /// P2, P3, P5: classic bonuses, with the bank.
    #[test]
    fn classic_bonuses_are_explained() {
        let check = |payout: Payout, expected: &[&str]| check(&payout, Bonuses::Classic, expected);
        check(
            classic(&[0, 3], None),
            &["Bob, the only holder (3 shares): majority bonus $6,000 + minority bonus $3,000 = $9,000"],
        );
        check(
            classic(&[5, 3, 1], None),
            &[
                "Ann (5 shares): majority bonus $6,000",
                "Bob (3 shares): minority bonus $3,000",
                "Cid (1 share): no bonus",
            ],
        );
        check(
            classic(&[2, 2, 1, 2], None),
            &[
                "Ann, Bob and Dot (2 shares each): majority bonus $6,000 + minority bonus $3,000, divided by 3: \
                 $3,000 each",
                "Cid (1 share): no bonus",
            ],
        );
        check(
            classic(&[4, 9, 4, 4, 4], None),
            &[
                "Bob (9 shares): majority bonus $6,000",
                "Ann, Cid, Dot and Eve (4 shares each): minority bonus $3,000, divided by 4, rounded up to the \
                 next $100: $800 each",
            ],
        );
        check(
            classic(&[4, 9], Some("9C")),
            &[
                "Bob and the bank (9 shares each): majority bonus $6,000 + minority bonus $3,000, divided by 2: \
                 $4,500 each; the bank’s part is not paid",
                "Ann (4 shares): no bonus",
            ],
        );
        check(
            classic(&[0, 9], Some("12C")),
            &[
                "The bank (12 shares): majority bonus $6,000; the bank’s part is not paid",
                "Bob (9 shares): minority bonus $3,000",
            ],
        );
    }

    /// P3, P4: tycoon bonuses, three places.
    #[test]
    fn tycoon_bonuses_are_explained() {
        let tycoon = |shares: &[u8]| Payout::new(Bonuses::Tycoon, Chain::Luxor, 2, shares, None);
        let check = |shares: &[u8], expected: &[&str]| check(&tycoon(shares), Bonuses::Tycoon, expected);
        check(
            &[0, 0, 1],
            &["Cid, the only holder (1 share): primary bonus $2,000 + tertiary bonus $1,000 = $3,000"],
        );
        check(
            &[3, 1, 2, 1],
            &[
                "Ann (3 shares): primary bonus $2,000",
                "Cid (2 shares): secondary bonus $1,500",
                "Bob and Dot (1 share each): tertiary bonus $1,000, divided by 2: $500 each",
            ],
        );
        check(
            &[4, 3, 2, 1, 1],
            &[
                "Ann (4 shares): primary bonus $2,000",
                "Bob (3 shares): secondary bonus $1,500",
                "Cid (2 shares): tertiary bonus $1,000",
                "Dot and Eve (1 share each): no bonus",
            ],
        );
        check(
            &[3, 3, 1],
            &[
                "Ann and Bob (3 shares each): primary bonus $2,000 + secondary bonus $1,500, divided by 2, rounded \
                 up to the next $100: $1,800 each",
                "Cid (1 share): tertiary bonus $1,000",
            ],
        );
    }
}
