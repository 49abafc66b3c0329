//! The course of a game: what each event changes, and its consequences by the rules.

use std::collections::{BTreeMap, BTreeSet};

use mergemaker_engine::{
    Action, Bundle, DeadTiles, DiscardReason, EndDeclaration, EndReason, Event, FounderWithoutStock, Hand,
    Offer, RulesVersion, StartTiles, StuckHand, Tile,
};

use super::figures::{HOTELS, Hotel, hotel};
use super::judge::{
    Consequence, Effect, Fault, Merger, Referee, Space, Stage, Wait, counts, needs, neighbours, space,
};
use super::mergers::largest;

/// Applying events.
impl Referee {
    /// Applies the next event of the record, or explains why it cannot come now. The consequences of the event
    /// are left to [`Referee::advance`], which runs at the latest when the next event is applied.
    pub(crate) fn take(&mut self, event: &Event) -> Result<(), String> {
        self.advance();
        while let Some(action) = self.silent_decision(event) {
            self.decide(self.turn.seat, &action)?;
            self.advance();
        }
        let outcome = match *event {
            Event::TradeOffer { player, to, give, take } => {
                self.decide(player.index(), &Action::TradeOffer { offer: Offer { to, give, take } })
            }
            Event::TradeAnswer { player, accept } => {
                self.decide(player.index(), &Action::TradeAnswer { accept })
            }
            Event::DeclareEnd { player } => self.decide(player.index(), &Action::DeclareEnd),
            Event::Place { player, tile } => self.decide(player.index(), &Action::Place { tile }),
            Event::Pass { player } => self.decide(player.index(), &Action::Pass),
            Event::Found { player, chain, at } => self.decide(player.index(), &Action::Found { chain, at }),
            Event::Survivor { player, chain } => self.decide(player.index(), &Action::Survivor { chain }),
            Event::Defunct { player, chain } => self.decide(player.index(), &Action::Defunct { chain }),
            Event::Dispose { player, chain, sell, trade } => {
                let dissolving = self.merger.as_ref().and_then(|merger| merger.dissolving);
                needs(dissolving == Some(hotel(chain)), "M3: another chain is being dissolved")
                    .and_then(|()| self.decide(player.index(), &Action::Dispose { sell, trade }))
            }
            Event::Buy { player, shares } => self.decide(player.index(), &Action::Buy { shares }),
            Event::Discard { player, ref tiles, .. } if !self.exchangeable().is_empty() => {
                let tiles: Hand = tiles.iter().copied().collect();
                self.decide(player.index(), &Action::Exchange { tiles })
                    .and_then(|()| self.apply_automatic(event))
            }
            Event::StartTile { .. }
            | Event::Deal { .. }
            | Event::Discard { .. }
            | Event::BankTile { .. }
            | Event::Draw { .. }
            | Event::End { .. } => self.apply_automatic(event),
        };
        outcome.map_err(|fault| format!("{fault}: {event:?} while {:?}", self.stage))
    }

    /// A decision without an event of its own, if the next event implies it.
    fn silent_decision(&self, event: &Event) -> Option<Action> {
        let Stage::Wait(wait) = &self.stage else { return None };
        match (wait, event) {
            // After buying, a player who does not declare the end has ended the turn.
            (Wait::AfterBuy, Event::DeclareEnd { player }) if player.index() == self.turn.seat => None,
            (Wait::AfterBuy, _) => Some(Action::EndTurn),
            // The scoring begins without a tile or purchase: the game was ended at once.
            (Wait::BeforeTile | Wait::Buy { .. }, Event::BankTile { .. } | Event::End { .. })
                if self.may_end_at_once() =>
            {
                Some(Action::EndTurn)
            }
            // No tile was set aside: the dead tiles were kept.
            (Wait::Exchange { .. }, Event::Discard { player, reason: DiscardReason::Unplayable, .. })
                if player.index() == self.turn.seat =>
            {
                None
            }
            (Wait::Exchange { .. }, _) => Some(Action::Exchange { tiles: Hand::EMPTY }),
            _ => None,
        }
    }

    /// Applies a decision of a player.
    pub(crate) fn decide(&mut self, seat: usize, action: &Action) -> Result<(), Fault> {
        self.allows(seat, action)?;
        let Stage::Wait(wait) = self.stage.clone() else { return Err("no decision is due") };
        self.stage = match *action {
            Action::TradeOffer { offer } => {
                self.turn.offers += 1;
                self.note_if(self.turn.offers == 10, "ten offers");
                self.note_if(self.turn.declared, "offer after the end was declared");
                Stage::Wait(Wait::Answer { offer })
            }
            Action::TradeAnswer { accept } => {
                let Wait::Answer { offer } = wait else { return Err("no offer is waiting") };
                if accept {
                    self.note("offer accepted");
                    let to = offer.to.index();
                    self.hand_over(self.turn.seat, to, &offer.give);
                    self.hand_over(to, self.turn.seat, &offer.take);
                }
                Stage::Wait(Wait::BeforeTile)
            }
            Action::DeclareEnd => self.declare(wait),
            Action::Place { tile } => {
                let tile = space(tile);
                self.players[seat].hand.remove(&tile);
                self.board.insert(tile, None);
                self.turn.placed = true;
                self.settle(tile)
            }
            Action::Pass => {
                self.note("pass");
                self.note_if(self.players[seat].hand.is_empty(), "pass with an empty hand");
                self.buying()
            }
            Action::Found { chain, at } => {
                let Wait::Found { tile } = wait else { return Err("no founding is due") };
                self.note_if(at.is_some_and(|at| space(at) != tile), "headquarters elsewhere");
                self.found(seat, hotel(chain), tile);
                Stage::Consequence(Consequence::TileDone)
            }
            Action::Survivor { chain } => {
                self.choose_survivor(hotel(chain));
                Stage::Consequence(Consequence::NextDissolved)
            }
            Action::Defunct { chain } => self.dissolve(hotel(chain)),
            Action::Dispose { sell, trade } => {
                let Wait::Dispose { steps, .. } = wait else { return Err("no disposal is due") };
                self.dispose(seat, i64::from(sell), i64::from(trade));
                Stage::Consequence(Consequence::Disposals { steps: steps + 1 })
            }
            Action::Buy { shares } => {
                let Wait::Buy { prices } = wait else { return Err("no purchase is due") };
                for (chain, count) in counts(shares) {
                    self.players[seat].cash -= count * prices[&chain];
                    *self.players[seat].shares.get_mut(&chain).expect("all chains are counted") += count;
                }
                Stage::Consequence(Consequence::Bought)
            }
            Action::EndTurn if wait == Wait::AfterBuy => Stage::Consequence(Consequence::TurnEnds),
            Action::EndTurn => {
                self.note(if wait == Wait::BeforeTile {
                    "ended at once before the tile"
                } else {
                    "ended at once before buying"
                });
                self.note_if(!self.may_end(), "ended at once, and E1 no longer holds");
                self.end(EndReason::Declared)
            }
            Action::Exchange { tiles } => {
                let Wait::Exchange { tiles: due, round } = wait else { return Err("no exchange is due") };
                self.note_exchange(tiles.len(), due.len(), round);
                if tiles.is_empty() {
                    Stage::Consequence(Consequence::NothingToExchange)
                } else {
                    set_aside_dead(tiles.iter().map(space).collect(), round)
                }
            }
        };
        Ok(())
    }

    fn note_exchange(&mut self, picked: usize, due: usize, round: usize) {
        self.note_if(picked == 0, "all dead tiles kept by choice");
        self.note_if(0 < picked && picked < due, "some dead tiles kept by choice");
        self.note_if(picked > 1, "several tiles exchanged by choice");
        self.note_if(round > 1, "asked again about dead tiles");
        self.note_if(picked > 0 && self.pile.is_empty(), "exchange with an empty pile");
        self.note_if(
            self.options.dead_tiles == DeadTiles::DiscardThenDraw,
            "asked before the hand is refilled",
        );
    }

    fn declare(&mut self, wait: Wait) -> Stage {
        self.turn.declared = true;
        match (self.options.end_declaration, wait) {
            (EndDeclaration::StartOrEnd, Wait::BeforeTile) => {
                self.note("declared at the start: over at once");
                self.end(EndReason::Declared)
            }
            (_, Wait::AfterBuy) => {
                self.note("declared after buying");
                self.end(EndReason::Declared)
            }
            (_, wait @ Wait::Buy { .. }) => {
                self.note("declared before buying");
                Stage::Wait(wait)
            }
            (_, wait) => {
                self.note("declared before the tile");
                Stage::Wait(wait)
            }
        }
    }

    /// Applies an event that is not a player's decision, such as chance.
    fn apply_automatic(&mut self, event: &Event) -> Result<(), Fault> {
        let Stage::Wait(wait) = self.stage.clone() else { return Err("nothing is due") };
        self.stage = match (event, wait) {
            (Event::StartTile { player, tile }, Wait::StartTile { seat }) if player.index() == seat => {
                self.take_from_pile(&[*tile])?;
                self.board.insert(space(*tile), None);
                self.set_up.start_tiles.push(space(*tile));
                let touches = neighbours(space(*tile)).iter().any(|next| self.board.contains_key(next));
                match self.options.start_tiles {
                    StartTiles::Lone => {
                        self.note_if(touches, "start tiles touch");
                        Stage::Consequence(Consequence::StartTile)
                    }
                    StartTiles::Found => {
                        self.turn.seat = seat;
                        self.settle(space(*tile))
                    }
                }
            }
            (Event::Deal { player, tiles }, Wait::Deal { seat }) if player.index() == seat => {
                needs(tiles.len() == 6, "S4: a hand has six tiles")?;
                self.take_from_pile(tiles)?;
                self.players[seat].hand = tiles.iter().copied().map(space).collect();
                if seat + 1 < self.players.len() {
                    Stage::Wait(Wait::Deal { seat: seat + 1 })
                } else if self.options.start_tiles == StartTiles::Found {
                    Stage::Consequence(Consequence::StartTile)
                } else {
                    self.first_turn()
                }
            }
            (Event::Discard { player, tiles, reason }, Wait::Discard { tiles: due, reason: why, then })
                if player.index() == self.turn.seat && *reason == why =>
            {
                let shown: BTreeSet<Space> = tiles.iter().copied().map(space).collect();
                needs(shown == due && tiles.len() == due.len(), "T11, T13: other tiles must be set aside")?;
                self.players[self.turn.seat].hand.retain(|tile| !due.contains(tile));
                self.aside.extend(due);
                Stage::Consequence(then)
            }
            (Event::Draw { player, tiles }, Wait::Draw { count, then })
                if player.index() == self.turn.seat =>
            {
                needs(tiles.len() == count, "T11, T13: another number of tiles must be drawn")?;
                self.take_from_pile(tiles)?;
                self.players[self.turn.seat].hand.extend(tiles.iter().copied().map(space));
                Stage::Consequence(then)
            }
            (Event::BankTile { chain, tile }, Wait::BankTile { chain: due }) if hotel(*chain) == due => {
                needs(self.pile.contains(&space(*tile)), "P5: the tile is not in the pile")?;
                Stage::Consequence(Consequence::PayBonuses { chain: due, bank: i64::from(tile.column()) })
            }
            (Event::End { reason }, Wait::End) if Some(*reason) == self.ending => {
                self.note(match reason {
                    EndReason::Declared => "end: declared",
                    EndReason::AllTilesPlayed => "end: all tiles played",
                    EndReason::NoTilePlayed => "end: no tile played",
                });
                self.note_if(self.winners().len() > 1, "shared victory");
                Stage::Wait(Wait::Nothing)
            }
            _ => return Err("something else is due"),
        };
        Ok(())
    }

    /// Applies the consequences of the rules, up to the next event.
    pub(crate) fn advance(&mut self) {
        while let Stage::Consequence(consequence) = self.stage.clone() {
            self.stage = match consequence {
                Consequence::StartTile => self.next_start_tile(),
                Consequence::TurnBegins => self.begin_turn(),
                Consequence::TurnGoesOn => Stage::Wait(Wait::BeforeTile),
                Consequence::RedrawHand => {
                    let count = self.pile.len().min(6);
                    self.note_if(count < 6, "stuck hand, too few tiles to redraw");
                    draw(count, Consequence::TurnGoesOn)
                }
                Consequence::TileDone if self.set_up.is_over => self.buying(),
                Consequence::TileDone => Stage::Consequence(Consequence::StartTile),
                Consequence::NextDissolved => self.next_dissolved(),
                Consequence::PayBonuses { chain, bank } => self.pay_bonuses(chain, bank),
                Consequence::Disposals { steps } => self.next_holder(steps),
                Consequence::Bought => self.after_buying(),
                Consequence::TurnEnds if self.options.dead_tiles == DeadTiles::DiscardThenDraw => {
                    Stage::Consequence(Consequence::Unplayable { round: 1 })
                }
                Consequence::TurnEnds => self.fill_hand(Consequence::Unplayable { round: 1 }),
                Consequence::Unplayable { round } => self.exchange_unplayable(round),
                Consequence::Replace { .. } if self.options.dead_tiles == DeadTiles::DiscardThenDraw => {
                    Stage::Consequence(Consequence::NothingToExchange)
                }
                Consequence::Replace { count, round } => {
                    self.note_if(self.pile.len() < count, "unplayable tile not replaced");
                    draw(count.min(self.pile.len()), Consequence::Unplayable { round: round + 1 })
                }
                Consequence::NothingToExchange if self.options.dead_tiles == DeadTiles::DiscardThenDraw => {
                    self.fill_hand(Consequence::TurnOver)
                }
                Consequence::NothingToExchange => Stage::Consequence(Consequence::TurnOver),
                Consequence::TurnOver => self.end_turn(),
                Consequence::Scoring { next } => self.score(next),
            };
        }
    }
}

/// The consequences of the rules, one step each.
impl Referee {
    /// S3: the next start tile. After the last one come the hands (S4), or the first turn if they are already
    /// dealt.
    fn next_start_tile(&mut self) -> Stage {
        let seat = self.set_up.start_tiles.len();
        if seat < self.players.len() {
            Stage::Wait(Wait::StartTile { seat })
        } else if self.options.start_tiles == StartTiles::Lone {
            Stage::Wait(Wait::Deal { seat: 0 })
        } else {
            self.note_set_up();
            self.first_turn()
        }
    }

    fn note_set_up(&mut self) {
        let chains = self.sizes().len();
        self.note_if(chains == 1, "a chain at set-up");
        self.note_if(chains == 2, "two chains at set-up");
        self.note_if(chains == 3, "three chains at set-up");
    }

    fn first_turn(&mut self) -> Stage {
        self.set_up.is_over = true;
        self.turn.seat = self.first_player();
        Stage::Consequence(Consequence::TurnBegins)
    }

    /// T13, before anything else in a turn.
    fn begin_turn(&mut self) -> Stage {
        self.turn.declared = false;
        self.turn.placed = false;
        self.turn.offers = 0;
        let stuck = !self.hand().is_empty() && !self.has_playable_tile(self.turn.seat);
        self.note_if(stuck, "stuck hand");
        if stuck && self.options.stuck_hand == StuckHand::Redraw && !self.pile.is_empty() {
            self.note("stuck hand redrawn");
            let tiles = self.hand().clone();
            return Stage::Wait(Wait::Discard {
                tiles,
                reason: DiscardReason::StuckHand,
                then: Consequence::RedrawHand,
            });
        }
        Stage::Wait(Wait::BeforeTile)
    }

    /// T3 to T7: the effect of the tile just placed.
    fn settle(&mut self, tile: Space) -> Stage {
        match self.effect(tile) {
            Effect::Alone => Stage::Consequence(Consequence::TileDone),
            Effect::Founds => {
                self.note_if(!self.set_up.is_over, "a start tile founds");
                Stage::Wait(Wait::Found { tile })
            }
            Effect::Joins(chain) => {
                let group = self.group(tile);
                self.note_if(group.len() > 1, "chain grows by more than the tile");
                self.note_if(!self.set_up.is_over, "a start tile joins a chain");
                self.note_if(!self.set_up.is_over && group.len() > 1, "a start tile takes others along");
                self.give_to(chain, group);
                Stage::Consequence(Consequence::TileDone)
            }
            Effect::Merges(chains) => {
                self.note_if(!self.set_up.is_over, "a start tile merges chains");
                self.note(match chains.len() {
                    2 => "two-way merger",
                    3 => "three-way merger",
                    _ => "four-way merger",
                });
                let sizes: BTreeMap<Hotel, usize> =
                    chains.iter().map(|&chain| (chain, self.size(chain))).collect();
                let largest = largest(&sizes, &chains);
                self.note_if(sizes.values().any(|&size| size >= 11), "merger into a safe chain");
                self.merger = Some(Merger { tile, sizes, survivor: None, left: chains, dissolving: None });
                if largest.len() > 1 {
                    self.note("tied survivors");
                    self.note_if(largest.len() > 2, "three or more tied survivors");
                    self.note_if(!self.set_up.is_over, "a survivor is chosen at set-up");
                    return Stage::Wait(Wait::Survivor { choices: largest });
                }
                self.choose_survivor(*largest.first().expect("chains merge"));
                Stage::Consequence(Consequence::NextDissolved)
            }
            Effect::Dead | Effect::Eighth => panic!("an unplayable tile was accepted"),
        }
    }

    /// T10.
    fn buying(&self) -> Stage {
        Stage::Wait(Wait::Buy { prices: self.prices() })
    }

    /// T4, T5.
    fn found(&mut self, seat: usize, chain: Hotel, tile: Space) {
        let group = self.group(tile);
        self.note_if(group.len() > 2, "chain founded with more than two tiles");
        self.note_if(self.sizes().len() == 6, "seventh chain founded");
        let held: i64 = 25 - self.market(chain);
        self.note_if(
            held > 0 && self.notes.dissolved.contains(&chain),
            "chain with held shares founded again",
        );
        self.give_to(chain, group);
        if self.market(chain) > 0 {
            *self.players[seat].shares.get_mut(&chain).expect("all chains are counted") += 1;
            return;
        }
        match self.options.founder_without_stock {
            FounderWithoutStock::Nothing => self.note("founder without stock: nothing"),
            FounderWithoutStock::Cash => {
                self.note("founder without stock: cash");
                self.players[seat].cash += self.price(chain);
            }
        }
    }

    pub(super) fn give_to(&mut self, chain: Hotel, spaces: BTreeSet<Space>) {
        for space in spaces {
            self.board.insert(space, Some(chain));
        }
    }

    /// E2 after buying.
    fn after_buying(&mut self) -> Stage {
        if self.turn.declared {
            self.note_if(!self.may_end(), "declared, and E1 no longer holds at the end");
            return self.end(EndReason::Declared);
        }
        if self.may_end() { Stage::Wait(Wait::AfterBuy) } else { Stage::Consequence(Consequence::TurnEnds) }
    }

    /// T11: up to six tiles, as many as the pile has.
    fn fill_hand(&mut self, then: Consequence) -> Stage {
        let missing = 6 - self.hand().len();
        self.note_if(self.pile.len() < missing, "empty pile");
        draw(missing.min(self.pile.len()), then)
    }

    /// T11, T12: exchanges the tiles that may be exchanged in this round, or asks the player.
    fn exchange_unplayable(&mut self, round: usize) -> Stage {
        let again = self.options.dead_tiles == DeadTiles::ReplaceUntilPlayable;
        let mut tiles = if round == 1 || again { self.unplayable_tiles() } else { BTreeSet::new() };
        if again && self.pile.is_empty() && self.version != RulesVersion::One {
            self.note_if(self.asks() && !tiles.is_empty(), "not asked because the pile is empty");
            self.note_if(!self.asks() && !tiles.is_empty(), "dead tiles kept because the pile is empty");
            tiles.clear();
        }
        if tiles.is_empty() {
            return Stage::Consequence(Consequence::NothingToExchange);
        }
        if self.asks() {
            return Stage::Wait(Wait::Exchange { tiles, round });
        }
        for &tile in &tiles {
            self.note(if self.effect(tile) == Effect::Dead {
                "dead tile"
            } else {
                "eighth-chain tile replaced"
            });
        }
        self.note_if(tiles.len() > 1, "several unplayable tiles");
        self.note_if(round > 1, "unplayable tiles again");
        if self.options.dead_tiles == DeadTiles::ReplaceOne {
            let first = tiles.iter().copied().min_by_key(|&(column, row)| (row, column));
            tiles = first.into_iter().collect();
        }
        self.note_if(self.options.dead_tiles == DeadTiles::DiscardThenDraw, "dead tiles go before the draw");
        set_aside_dead(tiles, round)
    }

    /// E3, or the next turn.
    fn end_turn(&mut self) -> Stage {
        let effects = self.hand().iter().map(|&tile| self.effect(tile)).collect::<Vec<_>>();
        self.note_if(effects.contains(&Effect::Eighth), "eighth-chain tile in hand");
        self.note_if(effects.contains(&Effect::Dead), "dead tile stays in hand");
        if self.options.dead_tiles == DeadTiles::DiscardThenDraw && !self.asks() {
            self.note_if(effects.contains(&Effect::Dead), "a dead tile just drawn waits");
        }
        self.turn.idle_before = if self.turn.placed { 0 } else { self.turn.idle_before + 1 };
        if self.pile.is_empty() && self.players.iter().all(|player| player.hand.is_empty()) {
            return self.end(EndReason::AllTilesPlayed);
        }
        if self.turn.idle_before >= self.players.len() {
            let is_playable = (0..self.players.len()).any(|seat| self.has_playable_tile(seat));
            if self.version == RulesVersion::One || !is_playable {
                self.note_if(is_playable, "version 1: a round without a tile ends the game all the same");
                return self.end(EndReason::NoTilePlayed);
            }
            self.note("a round without a tile, and a hand holds a playable tile");
        }
        self.turn.seat = (self.turn.seat + 1) % self.players.len();
        Stage::Consequence(Consequence::TurnBegins)
    }

    fn end(&mut self, reason: EndReason) -> Stage {
        self.ending = Some(reason);
        Stage::Consequence(Consequence::Scoring { next: 0 })
    }

    /// E4: bonuses, chain by chain in the order of B3, then the shares.
    fn score(&mut self, next: usize) -> Stage {
        if let Some(&chain) = HOTELS.iter().skip(next).find(|&&chain| self.size(chain) > 0) {
            return self.bonuses_due(chain);
        }
        for (chain, price) in self.prices() {
            for player in &mut self.players {
                let held = player.shares.insert(chain, 0).expect("all chains are counted");
                player.cash += held * price;
            }
        }
        Stage::Wait(Wait::End)
    }

    /// S2: closest to 1A, rows first.
    fn first_player(&self) -> usize {
        let nearest = |&seat: &usize| {
            let (column, row) = self.set_up.start_tiles[seat];
            (row, column)
        };
        (0..self.players.len()).min_by_key(nearest).expect("there are players")
    }

    fn take_from_pile(&mut self, tiles: &[Tile]) -> Result<(), Fault> {
        for &tile in tiles {
            needs(self.pile.remove(&space(tile)), "the tile is not in the pile")?;
        }
        Ok(())
    }

    fn hand_over(&mut self, from: usize, to: usize, bundle: &Bundle) {
        let cash = i64::from(bundle.cash.0);
        self.players[from].cash -= cash;
        self.players[to].cash += cash;
        for (chain, count) in counts(bundle.shares) {
            *self.players[from].shares.get_mut(&chain).expect("all chains are counted") -= count;
            *self.players[to].shares.get_mut(&chain).expect("all chains are counted") += count;
        }
    }

    pub(super) fn note(&mut self, what: &'static str) {
        *self.notes.seen.entry(what).or_default() += 1;
    }

    pub(super) fn note_if(&mut self, condition: bool, what: &'static str) {
        if condition {
            self.note(what);
        }
    }
}

/// Dead tiles are shown, then replaced.
fn set_aside_dead(tiles: BTreeSet<Space>, round: usize) -> Stage {
    let then = Consequence::Replace { count: tiles.len(), round };
    Stage::Wait(Wait::Discard { tiles, reason: DiscardReason::Unplayable, then })
}

fn draw(count: usize, then: Consequence) -> Stage {
    if count == 0 { Stage::Consequence(then) } else { Stage::Wait(Wait::Draw { count, then }) }
}
