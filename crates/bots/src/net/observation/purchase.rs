//! The effects of purchases, encoded while shares are being bought.

use mergemaker_engine::{Chain, MOST_BOUGHT, MOST_PLAYERS, Money, Seat, Shares, View};

use super::columns::chain as of_chain;
use super::features::Features;
use super::pen::{Pen, as_number};

/// The state after buying what has been picked so far.
pub(super) struct Bought {
    pub(super) picked: Shares,
    /// The viewer's cash.
    pub(super) cash: u32,
    pub(super) shares: [[u8; MOST_PLAYERS]; Chain::COUNT],
    pub(super) bonuses: [[Money; MOST_PLAYERS]; Chain::COUNT],
    pub(super) worth: [u32; MOST_PLAYERS],
}

impl Bought {
    /// Buying is worth what it costs, so only bonuses change.
    #[inline(always)]
    pub(super) fn new(
        view: &View,
        picked: Shares,
        shares: [[u8; MOST_PLAYERS]; Chain::COUNT],
        bonuses: [[Money; MOST_PLAYERS]; Chain::COUNT],
        worth: [u32; MOST_PLAYERS],
        bank: u8,
    ) -> Bought {
        let me = view.viewer().unwrap_or(view.turn());
        let cash = view.cash(me).unwrap_or(Money::ZERO).0;
        let mut bought = Bought { picked, cash, shares, bonuses, worth };
        for (chain, count) in picked.iter() {
            let (index, price) = (chain.index(), view.price(chain));
            bought.cash = bought.cash.saturating_sub((price * count).0);
            bought.shares[index][me.index()] += count;
            bought.bonuses[index] = view.rules().options().bonuses.paid(price, bought.shares[index], bank);
            bought.worth = with_bonuses(&bought.worth, &bonuses[index], &bought.bonuses[index]);
        }
        bought
    }
}

impl Features<'_> {
    /// Writes the effects of buying one, two or three more, and of the others' best purchases.
    #[inline(always)]
    pub(super) fn write_purchases(&self, chain: Chain, mine: u8, pen: &mut Pen<'_>) {
        let (index, picked, me) = (chain.index(), self.bought.picked, self.seats[0]);
        let held = |seat: Seat| self.bought.shares[index][seat.index()];
        let left = self.view.market()[chain] - picked[chain];
        let most = mine.min(left).min(MOST_BOUGHT - picked.total() as u8);
        let now = self.lead(&self.bought.worth);
        for more in 1..=most {
            let (gain, lead) = self.if_held(chain, me, held(me) + more);
            let first = 3 * usize::from(more - 1);
            pen.nth(of_chain::PURCHASES, first, gain / 3_000.0);
            pen.nth(of_chain::PURCHASES, first + 1, (lead - now) / 3_000.0);
            pen.nth(of_chain::PURCHASES, first + 2, as_number(lead > 0.0));
        }
        let (mut worst_gain, mut worst_lead) = (0.0_f32, 0.0_f32);
        for &seat in &self.seats[1..self.players] {
            let cash = self.view.cash(seat).unwrap_or(Money::ZERO).0;
            let more = affordable(cash, self.view.price(chain)).min(left);
            if more > 0 {
                let (gain, lead) = self.if_held(chain, seat, held(seat) + more);
                worst_gain = worst_gain.min(gain);
                worst_lead = worst_lead.min(lead - now);
            }
        }
        pen.number(of_chain::RIVAL_BONUS, worst_gain / 3_000.0);
        pen.number(of_chain::RIVAL_LEAD, worst_lead / 3_000.0);
    }

    /// The change of the viewer's bonus and the viewer's lead, if a player held this many shares of a chain.
    #[inline(always)]
    fn if_held(&self, chain: Chain, seat: Seat, held: u8) -> (f32, f32) {
        let mut shares = self.bought.shares[chain.index()];
        shares[seat.index()] = held;
        let bonuses = self.view.rules().options().bonuses;
        let paid = bonuses.paid(self.view.price(chain), shares, self.bank);
        let before = &self.bought.bonuses[chain.index()];
        let worth = with_bonuses(&self.bought.worth, before, &paid);
        let me = self.seats[0].index();
        (paid[me].0 as f32 - before[me].0 as f32, self.lead(&worth))
    }
}

/// The number of shares that this cash can buy, up to the limit per turn.
pub(super) fn affordable(cash: u32, price: Money) -> u8 {
    (cash / price.0.max(1)).min(MOST_BOUGHT.into()) as u8
}

/// Everybody's worth with different bonuses for one chain.
#[inline(always)]
fn with_bonuses(
    worth: &[u32; MOST_PLAYERS],
    before: &[Money; MOST_PLAYERS],
    now: &[Money; MOST_PLAYERS],
) -> [u32; MOST_PLAYERS] {
    std::array::from_fn(|seat| worth[seat] + now[seat].0 - before[seat].0)
}

#[cfg(test)]
mod tests {
    use mergemaker_engine::{Action, Dice, Phase, RandomDealer, below};

    use super::super::columns::{Column, game as of_game};
    use super::super::features::BANK;
    use super::super::tests::decisions;
    use super::super::{CHAIN_NUMBERS, GAME_NUMBERS, NUMBERS, Observation};
    use super::*;
    use crate::standing;

    /// Everybody's bonus in each chain and total worth if the game ended now.
    fn ending(view: &View) -> ([[i64; MOST_PLAYERS]; Chain::COUNT], [i64; MOST_PLAYERS]) {
        let bank = if view.bank_competes() { BANK } else { 0 };
        let (mut bonuses, mut worth) = ([[0; MOST_PLAYERS]; Chain::COUNT], [0; MOST_PLAYERS]);
        for seat in view.seats() {
            worth[seat.index()] = i64::from(view.cash(seat).unwrap().0);
        }
        for chain in view.active().iter() {
            let shares = standing::shares_by_seat(view, chain);
            let paid = view.rules().options().bonuses.paid(view.price(chain), shares, bank);
            for seat in view.seats() {
                let bonus = i64::from(paid[seat.index()].0);
                bonuses[chain.index()][seat.index()] = bonus;
                worth[seat.index()] += bonus + i64::from((view.price(chain) * shares[seat.index()]).0);
            }
        }
        (bonuses, worth)
    }

    fn lead(worth: &[i64; MOST_PLAYERS], me: Seat, players: usize) -> f32 {
        let others = (0..players).filter(|&seat| seat != me.index());
        (worth[me.index()] - others.map(|seat| worth[seat]).max().unwrap()) as f32
    }

    /// The slow twin of `write_purchases`: makes the purchases and compares.
    #[test]
    fn predicted_effects_of_purchases_match_the_real_ones() {
        let flag = |flag: bool| f32::from(u8::from(flag));
        let (mut observation, mut dice, mut checks) = (Observation::default(), Dice::new(9), [0; 2]);
        decisions(|game, view| {
            let Some(me) = view.viewer().filter(|_| view.phase() == Phase::Buy) else { return };
            let legal = view.legal_actions();
            let after = |shares: Shares| {
                let action = Action::Buy { shares };
                let mut game = legal.contains(&action).then_some(*game)?;
                let mut dealer = RandomDealer::from_pile(game.pile(), Dice::new(1));
                // The next player has not placed a tile yet, so nothing but the purchase has changed.
                game.apply_unchecked(&action, &mut dealer, &mut ());
                (game.to_act().is_some()).then(|| game.view(Some(me)))
            };
            let mut choosing = view.choosing();
            loop {
                observation.write(view, &choosing);
                let picked = choosing.picked();
                let Some(bought) = after(picked) else { return };
                let (bonuses, worth) = ending(&bought);
                let now = lead(&worth, me, view.players());
                let numbers = &observation.numbers[NUMBERS - GAME_NUMBERS..];
                let check = |column: Column, place: usize, expected: f32| {
                    let at = column.start + place;
                    assert_eq!(numbers[at..=at], [expected], "{} {place}", column.name);
                };
                for place in 1..view.players() {
                    let other = (me.index() + place) % view.players();
                    let ahead = (worth[me.index()] - worth[other]) as f32;
                    check(of_game::BOUGHT_AHEAD, place, (ahead / 1_000.0).clamp(-3.0, 3.0));
                    check(of_game::BOUGHT_AHEAD_OF, place, flag(ahead > 0.0));
                }
                check(of_game::BOUGHT_LEAD, 0, (now / 500.0).clamp(-3.0, 3.0));
                check(of_game::BOUGHT_LEADS, 0, flag(now > 0.0));
                for chain in view.active().iter() {
                    let written =
                        &observation.numbers[chain.index() * CHAIN_NUMBERS..][of_chain::PURCHASES.start..];
                    for more in 1..=MOST_BOUGHT {
                        let expected = after(picked + Shares::of(chain, more)).map(|view| ending(&view));
                        let expected = expected.map_or([0.0; 3], |(then, worth)| {
                            let gain = then[chain.index()][me.index()] - bonuses[chain.index()][me.index()];
                            let lead = lead(&worth, me, view.players());
                            [gain as f32 / 3_000.0, (lead - now) / 3_000.0, flag(lead > 0.0)]
                        });
                        assert_eq!(written[usize::from(more) * 3 - 3..][..3], expected, "{chain} {more}");
                        checks[0] += usize::from(expected.iter().any(|number| number.abs() > 0.0));
                    }
                    // Another player's purchase can only reduce the viewer's bonus.
                    assert!(written[9] <= 0.0 && written[10] <= 0.0);
                    checks[1] += usize::from(written[9] < 0.0);
                }
                let steps = choosing.legal_steps();
                let at = below(&mut dice, steps.len() as u32) as usize;
                if choosing.choose(steps.iter().nth(at).unwrap()).unwrap().is_some() {
                    break;
                }
            }
        });
        assert!(checks.iter().all(|&checks| checks > 500), "{checks:?}");
    }
}
