//! Mergers (M1 to M4) and the bonuses they pay (P1 to P5).

use std::collections::{BTreeMap, BTreeSet};

use super::figures::{self, HOTELS, Hotel, Owner};
use super::judge::{Consequence, Merger, Referee, Stage, Wait};

impl Referee {
    fn merger(&mut self) -> &mut Merger {
        self.merger.as_mut().expect("a merger is under way")
    }

    pub(super) fn choose_survivor(&mut self, chain: Hotel) {
        self.merger().survivor = Some(chain);
        self.merger().left.remove(&chain);
    }

    /// M2, or M4 when no chain is left to dissolve.
    pub(super) fn next_dissolved(&mut self) -> Stage {
        let merger = self.merger();
        if merger.left.is_empty() {
            self.absorb();
            return Stage::Consequence(Consequence::TileDone);
        }
        let next = largest(&merger.sizes, &merger.left);
        if next.len() > 1 {
            self.note("tied dissolving order");
            self.note_if(next.len() > 2, "three tied in the dissolving order");
            return Stage::Wait(Wait::Defunct { choices: next });
        }
        self.dissolve(*next.first().expect("a chain is left"))
    }

    pub(super) fn dissolve(&mut self, chain: Hotel) -> Stage {
        self.merger().left.remove(&chain);
        self.merger().dissolving = Some(chain);
        self.notes.dissolved.insert(chain);
        self.bonuses_due(chain)
    }

    /// P5: if the bank competes and the pile has a tile, the bank's tile comes first.
    pub(super) fn bonuses_due(&mut self, chain: Hotel) -> Stage {
        let is_held = self.players.iter().any(|player| player.shares[&chain] > 0);
        if !self.options.bank_shareholder || self.players.len() != 2 || !is_held {
            return Stage::Consequence(Consequence::PayBonuses { chain, bank: 0 });
        }
        if self.pile.is_empty() {
            self.note("bank without a tile");
            return Stage::Consequence(Consequence::PayBonuses { chain, bank: 0 });
        }
        Stage::Wait(Wait::BankTile { chain })
    }

    /// P1 to P5.
    pub(super) fn pay_bonuses(&mut self, chain: Hotel, bank: i64) -> Stage {
        let price = self.price(chain);
        let shares = self.players.iter().map(|player| player.shares[&chain]);
        let mut held: BTreeMap<Owner, i64> = (0..).map(Owner::Seat).zip(shares).collect();
        held.insert(Owner::Bank, bank);
        self.note_bonuses(&held, bank);
        for (owner, amount) in figures::bonuses(self.options.bonuses, price, &held) {
            match owner {
                Owner::Seat(seat) => self.players[seat].cash += amount,
                Owner::Bank => {}
            }
        }
        if self.ending.is_none() {
            return Stage::Consequence(Consequence::Disposals { steps: 0 });
        }
        let place = HOTELS.iter().position(|&other| other == chain).expect("a chain of B3");
        Stage::Consequence(Consequence::Scoring { next: place + 1 })
    }

    fn note_bonuses(&mut self, held: &BTreeMap<Owner, i64>, bank: i64) {
        let mut ranks: Vec<i64> = held.values().copied().filter(|&count| count > 0).collect();
        ranks.sort_unstable();
        ranks.reverse();
        let at = |place: usize| ranks.get(place).copied();
        let players_tie = held.iter().any(|(&who, &count)| who != Owner::Bank && count == bank);
        self.note_if(bank > 0 && players_tie, "bank tie");
        self.note_if(bank > 0 && at(0) == Some(bank) && !players_tie, "bank first");
        self.note_if(bank > 0 && ranks.len() == 2, "bank and one player");
        self.note_if(bank > 0 && ranks.len() == 3 && ranks[0] == ranks[2], "bank and both players tied");
        self.note_if(ranks.len() == 1, "sole holder");
        self.note_if(ranks.len() > 1 && at(0) == at(1) && at(1) != at(2), "two tied for first");
        self.note_if(ranks.len() > 2 && at(0) == at(2), "three or more tied for first");
        self.note_if(ranks.len() > 2 && at(0) != at(1) && at(1) == at(2), "two or more tied for second");
        self.note_if(ranks.len() > 3 && at(1) != at(2) && at(2) == at(3), "two or more tied for third");
    }

    /// M3: the next holder from the mergemaker clockwise.
    pub(super) fn next_holder(&mut self, from: usize) -> Stage {
        let chain = self.merger().dissolving.expect("a chain is being dissolved");
        for steps in from..self.players.len() {
            let seat = (self.turn.seat + steps) % self.players.len();
            if self.players[seat].shares[&chain] > 0 {
                return Stage::Wait(Wait::Dispose { seat, steps });
            }
        }
        Stage::Consequence(Consequence::NextDissolved)
    }

    pub(super) fn dispose(&mut self, seat: usize, sold: i64, traded: i64) {
        let merger = self.merger();
        let chain = merger.dissolving.expect("a chain is being dissolved");
        let survivor = merger.survivor.expect("the survivor is known");
        let price = figures::price(chain, merger.sizes[&chain]);
        let held = self.players[seat].shares[&chain];
        self.note_if(held / 2 > self.market(survivor), "trade limited by the market");
        self.note_if(traded > 0 && traded / 2 == self.market(survivor), "trade empties the market");
        self.note_if(sold + traded < held, "shares held");
        self.players[seat].cash += sold * price;
        *self.players[seat].shares.get_mut(&chain).expect("all chains are counted") -= sold + traded;
        *self.players[seat].shares.get_mut(&survivor).expect("all chains are counted") += traded / 2;
    }

    /// M4.
    pub(super) fn absorb(&mut self) {
        let merger = self.merger.take().expect("a merger is under way");
        let survivor = merger.survivor.expect("the survivor is known");
        let group = self.group(merger.tile);
        self.note_if(group.len() > 1, "merger takes unincorporated tiles");
        self.give_to(survivor, group);
        for owner in self.board.values_mut() {
            if owner.is_some_and(|chain| merger.sizes.contains_key(&chain)) {
                *owner = Some(survivor);
            }
        }
    }
}

/// The largest of these chains.
pub(super) fn largest(sizes: &BTreeMap<Hotel, usize>, chains: &BTreeSet<Hotel>) -> BTreeSet<Hotel> {
    let most = chains.iter().map(|chain| sizes[chain]).max().expect("chains merge");
    chains.iter().copied().filter(|chain| sizes[chain] == most).collect()
}
