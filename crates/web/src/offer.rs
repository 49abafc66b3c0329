//! Offers (X1): drafting one, and what it would mean for both sides.

use mergemaker_engine::{
    Action, Bundle, Chain, Money, Offer, Phase, RuleError, SHARES_PER_CHAIN, Seat, Shares, View,
};

use crate::scene::{Scene, award};

/// A direction, as seen by the player who makes the offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// They give it.
    Give,
    /// They get it.
    Take,
}

/// The viewer's draft of an offer. It never contains what a player is known not to have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deal {
    offer: Offer,
}

impl Deal {
    /// An empty draft to the next player, unless no offer can be made now.
    #[must_use]
    pub fn start(view: &View) -> Option<Deal> {
        if view.phase() != Phase::Tile || view.to_act() != view.viewer() {
            return None;
        }
        let deal =
            Deal { offer: Offer { to: partners(view).first().copied()?, give: NOTHING, take: NOTHING } };
        // Being empty is all that is wrong with it.
        (deal.error(view) == Some(RuleError::EmptyOffer)).then_some(deal)
    }

    /// The offer so far.
    #[must_use]
    pub const fn offer(&self) -> &Offer {
        &self.offer
    }

    /// The decision.
    #[must_use]
    pub const fn action(&self) -> Action {
        Action::TradeOffer { offer: self.offer }
    }

    /// Why the offer cannot be made yet, if so.
    #[must_use]
    pub fn error(&self, view: &View) -> Option<RuleError> {
        view.check(&self.action()).err()
    }

    /// The same offer to another player, limited to what that player has.
    #[must_use]
    pub fn to(mut self, view: &View, to: Seat) -> Deal {
        self.offer.to = to;
        let take = &mut self.offer.take;
        take.cash = take.cash.min(most_cash(view, to));
        for chain in Chain::ALL {
            take.shares[chain] = take.shares[chain].min(most_shares(view, to, chain));
        }
        self
    }

    /// With one more or one fewer share in a direction. Adding one first cancels a share in the other
    /// direction: shares of a chain never go both ways.
    #[must_use]
    pub fn share(mut self, view: &View, direction: Direction, chain: Chain, adds: bool) -> Option<Deal> {
        let giver = self.giver(view, direction)?;
        let (there, back) = self.bundles(direction);
        let (there, back) = (&mut there.shares[chain], &mut back.shares[chain]);
        if !adds {
            *there = there.checked_sub(1)?;
        } else if *back > 0 {
            *back -= 1;
        } else if *there < most_shares(view, giver, chain) {
            *there += 1;
        } else {
            return None;
        }
        Some(self)
    }

    /// With more or less cash in a direction, up to what the giver has.
    #[must_use]
    pub fn cash(mut self, view: &View, direction: Direction, by: Money, adds: bool) -> Option<Deal> {
        let giver = self.giver(view, direction)?;
        let most = most_cash(view, giver);
        let (there, back) = self.bundles(direction);
        let (there, back) = (&mut there.cash, &mut back.cash);
        let before = (*there, *back);
        if !adds {
            *there = there.saturating_sub(by);
        } else if *back >= by {
            *back -= by;
        } else {
            *there = (*there + by - *back).min(most);
            *back = Money::ZERO;
        }
        ((*there, *back) != before).then_some(self)
    }

    fn giver(&self, view: &View, direction: Direction) -> Option<Seat> {
        match direction {
            Direction::Give => view.viewer(),
            Direction::Take => Some(self.offer.to),
        }
    }

    fn bundles(&mut self, direction: Direction) -> (&mut Bundle, &mut Bundle) {
        let Offer { give, take, .. } = &mut self.offer;
        match direction {
            Direction::Give => (give, take),
            Direction::Take => (take, give),
        }
    }
}

const NOTHING: Bundle = Bundle { cash: Money::ZERO, shares: Shares::NONE };

/// The players the viewer may make an offer to, the next player first.
#[must_use]
pub fn partners(view: &View) -> Vec<Seat> {
    let Some(me) = view.viewer() else { return Vec::new() };
    let after = view.seats().filter(|seat| seat.index() > me.index());
    after.chain(view.seats().filter(|seat| seat.index() < me.index())).collect()
}

/// The most shares a player may have, as far as the viewer knows.
#[must_use]
pub fn most_shares(view: &View, seat: Seat, chain: Chain) -> u8 {
    view.shares_of(seat, chain).unwrap_or_else(|| {
        let own = view.viewer().and_then(|me| view.shares_of(me, chain)).unwrap_or(0);
        SHARES_PER_CHAIN.saturating_sub(view.market()[chain]).saturating_sub(own)
    })
}

/// The most cash a player may have, as far as the viewer knows, in whole notes. Hidden cash is limited only
/// to stay readable.
fn most_cash(view: &View, seat: Seat) -> Money {
    let Money(cash) = view.cash(seat).unwrap_or(Money(99_900));
    Money(cash - cash % Money::NOTE.0)
}

/// What an offer would change for one side, as pairs of before and after.
#[derive(Clone, PartialEq, Debug)]
pub struct Meaning {
    /// The player.
    pub seat: Seat,
    /// Their cash, if known.
    pub cash: Option<(Money, Money)>,
    /// Cash and shares at their price, if known.
    pub worth: Option<(Money, Money)>,
    /// Each chain whose shares change hands.
    pub shares: Vec<(Chain, Option<(Held, Held)>)>,
}

/// Shares of a chain and their rank among its holders.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Held {
    /// The number of shares.
    pub count: u8,
    /// The rank (1 for the majority) and its bonus if the chain were dissolved now, if known.
    pub award: Option<(u8, Money)>,
}

/// What an offer would change for both players, the viewer first.
#[must_use]
pub fn meanings(scene: &Scene, from: Seat, offer: &Offer) -> Vec<Meaning> {
    let side = |seat: Seat, gains: &Bundle, loses: &Bundle| meaning(scene, from, offer, seat, gains, loses);
    let mut sides = vec![side(from, &offer.take, &offer.give), side(offer.to, &offer.give, &offer.take)];
    if scene.me() == Some(offer.to) {
        sides.reverse();
    }
    sides
}

fn meaning(scene: &Scene, from: Seat, offer: &Offer, seat: Seat, gains: &Bundle, loses: &Bundle) -> Meaning {
    let view = &scene.view;
    let cash = view.cash(seat).map(|cash| (cash, (cash + gains.cash).saturating_sub(loses.cash)));
    let worth_of = |shares: Shares| {
        shares.iter().fold(Money::ZERO, |sum, (chain, count)| sum + view.price(chain) * count)
    };
    let worth = cash.zip(view.shares(seat)).filter(|(_, shares)| loses.shares.fits(*shares)).map(
        |((before, after), shares)| {
            (before + worth_of(shares), after + worth_of(shares - loses.shares + gains.shares))
        },
    );
    let moved = Chain::ALL.into_iter().filter(|&chain| gains.shares[chain] > 0 || loses.shares[chain] > 0);
    let held = |chain: Chain| {
        let before: Vec<Option<u8>> = view.seats().map(|seat| view.shares_of(seat, chain)).collect();
        let after: Vec<Option<u8>> = view
            .seats()
            .zip(&before)
            .map(|(seat, count)| {
                let (gains, loses) = match seat {
                    seat if seat == from => (offer.take.shares[chain], offer.give.shares[chain]),
                    seat if seat == offer.to => (offer.give.shares[chain], offer.take.shares[chain]),
                    _ => (0, 0),
                };
                count.and_then(|count| (count + gains).checked_sub(loses))
            })
            .collect();
        let held = |counts: &[Option<u8>]| {
            let all: Option<Vec<u8>> = counts.iter().copied().collect();
            let award = all
                .filter(|_| view.active().contains(chain))
                .and_then(|shares| award(view, chain, &shares, seat));
            Some(Held { count: counts[seat.index()]?, award })
        };
        held(&before).zip(held(&after))
    };
    Meaning { seat, cash, worth, shares: moved.map(|chain| (chain, held(chain))).collect() }
}

#[cfg(test)]
mod tests {
    use mergemaker_bots::Level;
    use mergemaker_engine::{Holdings, Options, Preset, Rules};

    use super::*;
    use crate::local::{LocalGame, sample};

    fn game(options: Options, seed: u64) -> LocalGame {
        sample::new_game(
            Rules::new(options).unwrap(),
            [Level::Steady, Level::Novice, Level::Steady],
            (7, seed),
        )
    }

    /// Cash changes in steps of $100 even if a player has an odd amount, which the rules allow (X1).
    #[test]
    fn cash_moves_in_whole_steps() {
        let text = "12/1LL9/12/5o6/12/12/12/12/12 5899:L2:1A,2C,9I;6001:-:?1;250:-:?1 0:tile trading@2";
        let position = mergemaker_record::position::from_text(text).unwrap();
        let view = View::from_position(&position, Seat::new(0)).unwrap();
        let start = Deal::start(&view).unwrap();
        let mut amounts = Vec::new();
        for to in partners(&view) {
            for direction in [Direction::Give, Direction::Take] {
                for by in [Money::NOTE, Money::NOTE * 10] {
                    let mut deal = start.to(&view, to);
                    while let Some(more) = deal.cash(&view, direction, by, true) {
                        deal = more;
                        assert_eq!(
                            (
                                deal.offer().give.cash.0 % Money::NOTE.0,
                                deal.offer().take.cash.0 % Money::NOTE.0
                            ),
                            (0, 0)
                        );
                        assert_eq!(deal.error(&view), None);
                    }
                    amounts.push((deal.offer().give.cash + deal.offer().take.cash).0);
                    // A player with less cash is asked for less.
                    for other in partners(&view) {
                        assert_eq!(deal.to(&view, other).offer().take.cash.0 % Money::NOTE.0, 0);
                    }
                }
            }
        }
        assert_eq!(amounts, [5_800, 5_800, 6_000, 6_000, 5_800, 5_800, 200, 200]);
    }

    /// In whole games every draft is legal unless empty, and its predicted meaning is what happens when it is
    /// accepted.
    #[test]
    fn an_offers_meaning_is_its_result() {
        let mut accepted = 0;
        for seed in 0..4 {
            let mut game = game(Options::of(Preset::Trading), seed);
            while let Some(seat) = game.game().to_act() {
                let view = game.game().view(Some(seat));
                if let Some(mut deal) = Deal::start(&view).filter(|_| accepted < 60 && view.offers() == 0) {
                    for (index, chain) in Chain::ALL.into_iter().enumerate() {
                        let direction = if index % 2 == 0 { Direction::Give } else { Direction::Take };
                        deal = deal.share(&view, direction, chain, true).unwrap_or(deal);
                    }
                    deal = deal.cash(&view, Direction::Give, Money::NOTE * 3, true).unwrap_or(deal);
                    if deal.offer().give == deal.offer().take {
                        assert_eq!(deal.error(&view), Some(RuleError::EmptyOffer));
                    } else {
                        assert_eq!(deal.error(&view), None, "{:?}", deal.offer());
                        let offer = *deal.offer();
                        let meaning = meanings(&game.scene(Some(seat)), seat, &offer);
                        assert_eq!((meaning[0].seat, meaning[1].seat), (seat, offer.to));
                        game.decide(seat, &deal.action()).unwrap();
                        let asked = meanings(&game.scene(Some(offer.to)), seat, &offer);
                        assert_eq!(
                            asked.iter().rev().collect::<Vec<_>>(),
                            meaning.iter().collect::<Vec<_>>()
                        );
                        game.decide(offer.to, &Action::TradeAnswer { accept: true }).unwrap();
                        accepted += 1;
                        for side in meaning {
                            assert_eq!(side.cash.unwrap().1, game.game().cash(side.seat));
                            assert_eq!(side.worth.unwrap().1, game.game().net_worth(side.seat));
                            for (chain, held) in side.shares {
                                let scene = game.scene(None);
                                let now = &scene.standings()[side.seat.index()].shares[chain.index()];
                                let after = held.unwrap().1;
                                assert_eq!(
                                    (Some(after.count), after.award.map(|award| award.0)),
                                    (now.1, now.2)
                                );
                            }
                        }
                        continue;
                    }
                }
                game.let_bot_decide();
            }
        }
        assert!(accepted >= 60, "{accepted}");
    }

    /// Removing undoes adding. Nothing goes both ways. Nobody gives what they lack.
    #[test]
    fn steps_are_undone_and_bounded() {
        let game = game(Options::of(Preset::Trading), 1);
        let seat = game.game().to_act().unwrap();
        let view = game.game().view(Some(seat));
        let start = Deal::start(&view).unwrap();
        let paid = start.cash(&view, Direction::Give, Money(500), true).unwrap();
        assert_eq!(paid.offer().give.cash, Money(500));
        assert_eq!(paid.cash(&view, Direction::Give, Money(500), false), Some(start));
        let back = paid.cash(&view, Direction::Take, Money(700), true).unwrap();
        assert_eq!((back.offer().give.cash, back.offer().take.cash), (Money::ZERO, Money(200)));
        let all = start.cash(&view, Direction::Give, Money(1_000_000), true).unwrap();
        assert_eq!(all.offer().give.cash, game.game().cash(seat));
        assert_eq!(all.cash(&view, Direction::Give, Money::NOTE, true), None);
        assert_eq!(start.share(&view, Direction::Give, Chain::Tower, true), None, "nobody has a share yet");
        assert_eq!(start.share(&view, Direction::Give, Chain::Tower, false), None);
        assert_eq!(partners(&view).len(), 2);
        assert_eq!(start.to(&view, partners(&view)[1]).offer().to, partners(&view)[1]);
    }

    /// With hidden holdings the meaning for the other side is unknown. Without trading there are no offers.
    #[test]
    fn hidden_holdings_stay_unknown() {
        let hidden = Options { holdings: Holdings::Hidden, ..Options::of(Preset::Trading) };
        let game = game(hidden, 2);
        let seat = game.game().to_act().unwrap();
        let view = game.game().view(Some(seat));
        let deal = Deal::start(&view).unwrap().cash(&view, Direction::Take, Money::NOTE, true).unwrap();
        let [mine, theirs] = &meanings(&game.scene(Some(seat)), seat, deal.offer())[..] else {
            panic!("two sides")
        };
        assert!(mine.worth.is_some() && theirs.worth.is_none() && theirs.cash.is_none());
        let other = game.game().view(Some(deal.offer().to));
        assert_eq!(Deal::start(&other), None, "it is another player's turn");
        let renegade = super::tests::game(Options::of(Preset::Renegade), 2);
        let view = renegade.game().view(renegade.game().to_act());
        assert_eq!(Deal::start(&view), None);
    }
}
