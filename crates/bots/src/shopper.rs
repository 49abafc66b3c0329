//! The bot `shopper`: places at random, and always buys three random shares it can pay for.

use mergemaker_engine::{Action, Dice, MOST_BOUGHT, Money, Phase, Shares, View, below};

use crate::player::Strategy;
use crate::{Budget, standing};

/// Spends whatever it has. Everything else is random, with two exceptions: it ends the game when ahead, and
/// accepts offers that are worth more than they cost today.
#[derive(Default)]
pub(crate) struct Shopper;

impl Strategy for Shopper {
    fn choose(&mut self, view: &View, legal: &[Action], dice: &mut Dice, _: Budget) -> Action {
        let may_declare = legal.last() == Some(&Action::DeclareEnd);
        if may_declare && standing::is_ahead(view) {
            return Action::DeclareEnd;
        }
        match view.phase() {
            Phase::Answer => Action::TradeAnswer { accept: standing::is_good_at_face_value(view) },
            Phase::Buy => Action::Buy { shares: three_shares(view, dice) },
            Phase::Dispose => standing::random(view, legal, dice),
            Phase::Tile | Phase::Found | Phase::Survivor | Phase::Defunct | Phase::Close => {
                standing::pick(&legal[..legal.len() - usize::from(may_declare)], dice)
            }
            Phase::Exchange | Phase::Between | Phase::Over => legal[0],
        }
    }
}

/// Three random shares, picked one at a time and uniformly among the affordable chains; fewer if it runs out
/// of money.
fn three_shares(view: &View, dice: &mut Dice) -> Shares {
    let mut cash = view.viewer().and_then(|seat| view.cash(seat)).unwrap_or(Money::ZERO);
    let mut shares = Shares::NONE;
    for _ in 0..MOST_BOUGHT {
        let chains = standing::buyable(view, cash, shares);
        let nth = below(dice, chains.len().max(1) as u32) as usize;
        let Some(chain) = chains.iter().nth(nth) else { break };
        shares += Shares::of(chain, 1);
        cash -= view.price(chain);
    }
    shares
}
