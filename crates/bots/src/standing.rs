//! How the players stand, and small decisions shared by the simple bots.

use mergemaker_engine::{
    Action, Bundle, Chain, ChainSet, Dice, MOST_PLAYERS, Money, Seat, Shares, View, below,
};

/// Each player's final money if the game ended now (E4), in seat order. With the bank as a shareholder, the
/// mean over the twelve columns its tile may have.
pub(crate) fn money_at_end(view: &View) -> [f32; MOST_PLAYERS] {
    let shares = |chain| shares_by_seat(view, chain);
    let mut money = [0.0; MOST_PLAYERS];
    for seat in view.seats() {
        money[seat.index()] = dollars(worth(view, seat));
    }
    for chain in view.active().iter() {
        let paid = mean_bonuses(view, view.price(chain), shares(chain));
        money.iter_mut().zip(paid).for_each(|(money, paid)| *money += paid);
    }
    money
}

/// The bonuses of one chain, in seat order. With the bank as a shareholder, the mean over the twelve columns
/// its tile may have.
pub(crate) fn mean_bonuses(view: &View, price: Money, shares: [u8; MOST_PLAYERS]) -> [f32; MOST_PLAYERS] {
    let bonuses = view.rules().options().bonuses;
    if !view.bank_competes() {
        return bonuses.paid(price, shares, 0).map(dollars);
    }
    let mut mean = [0.0; MOST_PLAYERS];
    for column in 1..=12 {
        let paid = bonuses.paid(price, shares, column);
        mean.iter_mut().zip(paid).for_each(|(mean, paid)| *mean += dollars(paid) / 12.0);
    }
    mean
}

/// The shares of one chain, in seat order.
pub(crate) fn shares_by_seat(view: &View, chain: Chain) -> [u8; MOST_PLAYERS] {
    std::array::from_fn(|index| {
        let seat = Seat::new(index).filter(|_| index < view.players());
        seat.and_then(|seat| view.shares_of(seat, chain)).unwrap_or(0)
    })
}

/// Cash and shares at current prices.
pub(crate) fn worth(view: &View, seat: Seat) -> Money {
    let cash = view.cash(seat).unwrap_or(Money::ZERO);
    let shares = view.shares(seat).unwrap_or_default();
    shares.iter().fold(cash, |worth, (chain, count)| worth + view.price(chain) * count)
}

/// The chains of which another share can be bought with this cash, after buying `bought` (T10).
pub(crate) fn buyable(view: &View, cash: Money, bought: Shares) -> ChainSet {
    let can_buy = |chain: &Chain| view.price(*chain) <= cash && bought[*chain] < view.market()[*chain];
    view.active().iter().filter(can_buy).collect()
}

/// Whether the viewer would win or tie if the game ended now.
pub(crate) fn is_ahead(view: &View) -> bool {
    let Some(me) = view.viewer() else { return false };
    let money = money_at_end(view);
    view.seats().all(|seat| money[seat.index()] <= money[me.index()])
}

/// Whether an offer gives the viewer more than it takes, at current prices.
pub(crate) fn is_good_at_face_value(view: &View) -> bool {
    let value = |bundle: &Bundle| {
        bundle.shares.iter().fold(bundle.cash, |value, (chain, count)| value + view.price(chain) * count)
    };
    view.offer().is_some_and(|offer| value(&offer.give) > value(&offer.take))
}

/// A random legal action that is not an offer.
pub(crate) fn random(view: &View, legal: &[Action], dice: &mut Dice) -> Action {
    // One draw in four is an offer, so this ends soon; the limit guarantees it.
    for _ in 0..50 {
        match view.random_action(dice) {
            Some(Action::TradeOffer { .. }) => {}
            Some(Action::EndTurn) if !legal.contains(&Action::EndTurn) => {}
            Some(action) => return action,
            None => break,
        }
    }
    pick(legal, dice)
}

/// A uniformly random action.
pub(crate) fn pick(actions: &[Action], dice: &mut Dice) -> Action {
    actions[below(dice, actions.len() as u32) as usize]
}

#[expect(clippy::cast_precision_loss, reason = "money fits in 24 bits")]
pub(crate) fn dollars(money: Money) -> f32 {
    money.0 as f32
}
