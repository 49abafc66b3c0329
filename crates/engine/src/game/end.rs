//! The end: declaring it, and the final scoring (E1 to E4).

use super::Game;
use crate::{ChainSet, Dealer, EndDeclaration, EndReason, Event, Log, Phase, Shares};

impl Game {
    /// Declares the end. Under some rules the turn is finished first (E2).
    pub(super) fn declare_end<D: Dealer, L: Log>(&mut self, dealer: &mut D, log: &mut L) {
        let phase = self.turn.phase;
        self.public.turn.phase = Phase::Between;
        self.public.turn.declared = true;
        self.emit(log, || Event::DeclareEnd { player: self.turn.seat });
        let at_once = self.rules.options().end_declaration == EndDeclaration::StartOrEnd;
        if phase == Phase::Close || at_once {
            self.finish(EndReason::Declared, dealer, log);
        } else {
            self.public.turn.phase = phase;
        }
    }

    /// Pays the bonuses of every active chain and sells all their shares (E4).
    pub(super) fn finish<D: Dealer, L: Log>(&mut self, reason: EndReason, dealer: &mut D, log: &mut L) {
        self.public.turn.phase = Phase::Between;
        for chain in self.active.iter() {
            self.pay_bonuses(chain, true, dealer, log);
        }
        let (prices, active) = (self.chains.prices, self.active);
        for (cash, shares) in self.cash.iter_mut().zip(&mut self.shares) {
            *cash += prices.total(*shares);
            let sold = of_chains(*shares, active);
            *shares -= sold;
            self.public.market += sold;
        }
        self.public.turn.ended = Some(reason);
        self.public.turn.phase = Phase::Over;
        self.public.turn.offers = 0;
        self.emit(log, || Event::End { reason });
    }
}

/// The shares of these chains only.
fn of_chains(shares: Shares, chains: ChainSet) -> Shares {
    let mut some = Shares::NONE;
    for chain in chains.iter() {
        some[chain] = shares[chain];
    }
    some
}
