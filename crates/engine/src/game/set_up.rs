//! Set-up: start tiles and first hands (S2 to S4).

#![expect(clippy::inline_always, reason = "a hundredth of a playout's time")]

use super::Game;
use crate::{Dealer, Event, HAND_SIZE, Log, Seat, SetUp, StartTiles, Tile};

impl Game {
    /// Deals, up to the first decision.
    #[inline]
    pub(super) fn set_up_table<D: Dealer, L: Log>(&mut self, dealer: &mut D, log: &mut L) {
        match self.rules.options().start_tiles {
            StartTiles::Lone => {
                let mut closest: Option<(Tile, Seat)> = None;
                for seat in self.seats() {
                    let tile = self.draw_start_tile(dealer);
                    self.emit(log, || Event::StartTile { player: seat, tile });
                    closest = Some(closest.map_or((tile, seat), |closest| closest.min((tile, seat))));
                }
                self.public.turn.seat = closest.map_or(Seat::FIRST, |(_, seat)| seat);
                self.deal_hands(dealer, log);
                self.begin_turn(dealer, log);
            }
            StartTiles::Found => {
                self.deal_hands(dealer, log);
                self.public.turn.set_up = Some(SetUp { left: self.players, first: Seat::FIRST });
                self.continue_set_up(dealer, log);
            }
        }
    }

    #[inline(always)]
    fn deal_hands<D: Dealer, L: Log>(&mut self, dealer: &mut D, log: &mut L) {
        for seat in self.seats() {
            self.draw(seat, HAND_SIZE, dealer, log, |player, tiles| Event::Deal { player, tiles });
        }
    }

    fn draw_start_tile<D: Dealer>(&mut self, dealer: &mut D) -> Tile {
        let tile = dealer.draw();
        self.public.pile_len -= 1;
        self.public.board.put(tile);
        tile
    }

    /// Draws the next start tile, which acts like a placed tile (S3), or begins the first turn.
    #[cold]
    #[inline(never)]
    pub(super) fn continue_set_up<D: Dealer, L: Log>(&mut self, dealer: &mut D, log: &mut L) {
        let Some(SetUp { left, first }) = self.turn.set_up else {
            return;
        };
        if left == 0 {
            self.public.turn.set_up = None;
            self.public.turn.seat = first;
            return self.begin_turn(dealer, log);
        }
        let seat = self.seats().nth_back(usize::from(left) - 1).unwrap_or(Seat::FIRST);
        let tile = self.draw_start_tile(dealer);
        let is_closest = self.board.occupied().iter().next() == Some(tile);
        self.public.turn.set_up =
            Some(SetUp { left: left - 1, first: if is_closest { seat } else { first } });
        (self.public.turn.seat, self.public.turn.actor) = (seat, seat);
        if self.settle_tile(tile, dealer, log, || Event::StartTile { player: seat, tile }) {
            self.continue_set_up(dealer, log);
        }
    }
}
