//! The input of a network: the game as one seat may know it, in numbers.

pub mod columns;
mod features;
mod pen;
mod purchase;

use mergemaker_engine::{
    Bonuses, Chain, ChainSet, Choosing, DeadTiles, EighthChainTiles, EndDeclaration, FounderWithoutStock,
    HAND_SIZE, Money, Phase, STEPS, Seat, Step, StuckHand, Tile, TilePlay, TileSet, View,
};

use self::columns::{Column, chain as of_chain, game as of_game, tile as of_tile};
use self::features::Features;
use self::pen::{Pen, as_number};
use self::purchase::affordable;

/// The version of this encoding. A network works only with the version it was trained on.
pub const VERSION: u32 = 2;
/// The numbers of each chain.
pub const CHAIN_NUMBERS: usize = 80;
/// The numbers of each tile in hand.
pub const TILE_NUMBERS: usize = 64;
/// The numbers of the game as a whole.
pub const GAME_NUMBERS: usize = 104;
/// All numbers: seven chains, six tiles, the game.
pub const NUMBERS: usize = Chain::COUNT * CHAIN_NUMBERS + HAND_SIZE * TILE_NUMBERS + GAME_NUMBERS;
/// The number of states of a board space: see [`Observation::board`].
pub const SPACES: usize = 12;
/// The number of choices of a network: tiles by position in hand, then every other step in order.
pub const CHOICES: usize = HAND_SIZE + STEPS - Tile::COUNT;
/// Marks an empty position in hand.
const NO_TILE: u8 = u8::MAX;

const LONE: u8 = 1;
const FIRST_CHAIN: u8 = 2;
const OWN: u8 = 9;
const DEAD: u8 = 10;
const SET_ASIDE: u8 = 11;

/// The game as one seat may know it, in numbers of magnitude around 1.
///
/// Players are in seat order, starting with the viewer, so all seats see the game alike. Hidden tiles are not
/// included: redealing them changes nothing.
#[derive(Clone, PartialEq, Debug)]
pub struct Observation {
    /// The numbers of the chains, the tiles in hand and the game, concatenated.
    pub numbers: [f32; NUMBERS],
    /// The state of each space: 0 empty, 1 a lone tile, 2 to 8 a chain, 9 empty and in hand, 10 empty and
    /// permanently unplayable, 11 empty with its tile set aside.
    pub board: [u8; Tile::COUNT],
    /// The tiles in hand by index, in order; 255 for an empty position.
    pub hand: [u8; HAND_SIZE],
}

impl Default for Observation {
    fn default() -> Observation {
        Observation { numbers: [0.0; NUMBERS], board: [0; Tile::COUNT], hand: [NO_TILE; HAND_SIZE] }
    }
}

impl Observation {
    /// Encodes a view and the steps chosen so far. Holdings must be open or filled in from memory. From a
    /// spectator's view, only the board is meaningful.
    pub fn write(&mut self, view: &View, choosing: &Choosing) {
        pulp::Arch::new().dispatch(Writing { observation: self, view, choosing });
    }

    /// The step that a network's choice stands for.
    ///
    /// ```
    /// use mergemaker_bots::net::Observation;
    /// use mergemaker_engine::Step;
    /// assert_eq!(Observation::default().step(6), Some(Step::Pass));
    /// assert_eq!(Observation::default().step(0), None);
    /// ```
    #[must_use]
    pub fn step(&self, choice: usize) -> Option<Step> {
        let id = match self.hand.get(choice) {
            Some(&tile) => usize::from(tile),
            None => choice - HAND_SIZE + Tile::COUNT,
        };
        // An empty position is not a step: 255 would collide with other step ids.
        if choice < HAND_SIZE && id >= Tile::COUNT { None } else { Step::from_id(id) }
    }

    /// The network's choice for a step. None for tiles not in hand, and for dead tiles, which the network
    /// does not decide about (T11).
    ///
    /// ```
    /// use mergemaker_bots::net::Observation;
    /// use mergemaker_engine::Step;
    /// assert_eq!(Observation::default().choice(Step::Pass), Some(6));
    /// ```
    #[must_use]
    pub fn choice(&self, step: Step) -> Option<usize> {
        match step {
            Step::Place { tile } => self.hand.iter().position(|&held| usize::from(held) == tile.index()),
            Step::ExchangeTile | Step::KeepTile => None,
            other => Some(other.id() - Tile::COUNT + HAND_SIZE),
        }
    }
}

/// Encoding of an observation, dispatched to the fastest instruction set, since most of it is set operations.
struct Writing<'a> {
    observation: &'a mut Observation,
    view: &'a View,
    choosing: &'a Choosing,
}

impl pulp::NullaryFnOnce for Writing<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Observation { numbers, board, hand } = self.observation;
        numbers.fill(0.0);
        board.fill(0);
        hand.fill(NO_TILE);
        let features = Features::of(self.view, self.choosing);
        features.write_board(board);
        for (place, tile) in hand.iter_mut().zip(features.hand.iter()) {
            *place = tile.index() as u8;
        }
        let (chains, rest) = numbers.split_at_mut(Chain::COUNT * CHAIN_NUMBERS);
        let (tiles, game) = rest.split_at_mut(HAND_SIZE * TILE_NUMBERS);
        for (chain, numbers) in Chain::ALL.into_iter().zip(chains.chunks_exact_mut(CHAIN_NUMBERS)) {
            features.write_chain(chain, &mut Pen(numbers));
        }
        for (tile, numbers) in features.hand.iter().zip(tiles.chunks_exact_mut(TILE_NUMBERS)) {
            features.write_tile(tile, &mut Pen(numbers));
        }
        features.write_game(&mut Pen(game));
    }
}

/// Writing the numbers.
impl Features<'_> {
    /// Writes a number per player, in seat order from the viewer.
    #[inline(always)]
    fn by_seat(&self, pen: &mut Pen<'_>, column: Column, number: impl Fn(usize) -> f32) {
        for (place, seat) in self.seats[..self.players].iter().enumerate() {
            pen.nth(column, place, number(seat.index()));
        }
    }

    #[inline(always)]
    fn write_board(&self, board: &mut [u8; Tile::COUNT]) {
        let spaces = &self.spaces;
        let mut put = |tiles: TileSet, what: u8| tiles.iter().for_each(|tile| board[tile.index()] = what);
        put(spaces.lone, LONE);
        for (chain, &tiles) in (FIRST_CHAIN..).zip(&spaces.chains) {
            put(tiles, chain);
        }
        put(spaces.dead, DEAD);
        put(self.view.set_aside(), SET_ASIDE);
        put(spaces.hand, OWN);
    }

    #[inline(always)]
    fn write_chain(&self, chain: Chain, pen: &mut Pen<'_>) {
        let (view, spaces, index) = (self.view, &self.spaces, chain.index());
        let size = view.size(chain);
        let is_active = view.active().contains(chain);
        let is_safe = view.safe().contains(chain);
        pen.one_of(of_chain::TIER, chain.tier() as usize);
        pen.one_of(of_chain::ID, index);
        pen.flag(of_chain::ACTIVE, is_active);
        pen.flag(of_chain::SAFE, is_safe);
        pen.count(of_chain::TILES, size.min(11), 11.0);
        pen.count(of_chain::SIZE, size, 40.0);
        let price = view.price(chain);
        pen.count(of_chain::PRICE, price.0, 1_000.0);
        pen.number(of_chain::TO_NEXT_PRICE, 1.0 / f32::from(to_next_price(size)));
        let market = view.market()[chain];
        pen.count(of_chain::MARKET, market, 25.0);
        pen.flag(of_chain::SOLD_OUT, market == 0);
        let held = &self.shares[index];
        self.by_seat(pen, of_chain::SHARES, |seat| f32::from(held[seat]) / 10.0);
        self.by_seat(pen, of_chain::BONUSES, |seat| self.bonuses[index][seat].0 as f32 / 6_000.0);
        let mine = held[self.seats[0].index()];
        let (mut most, mut second) = (0, 0);
        for seat in &self.seats[1..self.players] {
            let theirs = held[seat.index()];
            if theirs > most {
                (most, second) = (theirs, most);
            } else {
                second = second.max(theirs);
            }
        }
        pen.flag(of_chain::ALONE_FIRST, mine > most);
        pen.flag(of_chain::TIED_FIRST, mine > 0 && mine == most);
        pen.flag(of_chain::ALONE_SECOND, mine < most && mine > second);
        pen.flag(of_chain::TIED_SECOND, mine > 0 && mine < most && mine == second);
        pen.flag(of_chain::BEHIND, mine > 0 && mine < second);
        pen.number(of_chain::LEAD_OVER_FIRST, (f32::from(mine) - f32::from(most)) / 5.0);
        pen.number(of_chain::LEAD_OVER_SECOND, (f32::from(mine) - f32::from(second)) / 5.0);
        pen.flag(of_chain::OUT_OF_REACH, mine > 0 && mine > most + market);
        pen.flag(of_chain::SURVIVES, view.survivor() == Some(chain));
        pen.flag(of_chain::IS_DISSOLVED, view.defunct() == Some(chain));
        pen.flag(of_chain::MERGES, view.merging().contains(chain));
        pen.flag(of_chain::UNSETTLED, view.unsettled().contains(chain));
        let near = spaces.near[index];
        pen.count(of_chain::FREE_SPACES, near.len() as u32, 12.0);
        pen.count(of_chain::OWN_SPACES, (near & spaces.hand).len() as u32, 3.0);
        pen.count(of_chain::PICKED, self.bought.picked[chain], 3.0);
        let affordable = if is_active { affordable(self.bought.cash, price) } else { 0 };
        pen.count(of_chain::AFFORDABLE, affordable, 3.0);
        for other in 0..Chain::COUNT {
            let spots = if other == index { TileSet::EMPTY } else { near & spaces.near[other] };
            pen.nth(of_chain::MERGERS, 3 * other, spots.len() as f32 / 3.0);
            pen.nth(of_chain::MERGERS, 3 * other + 1, (spots & spaces.hand).len() as f32);
            let could_meet = other != index && !(spaces.nearer[index] & spaces.near[other]).is_empty();
            pen.nth(of_chain::MERGERS, 3 * other + 2, as_number(could_meet));
        }
        let is_threat = |other: &Chain| {
            *other != chain && view.size(*other) >= size && !(near & spaces.near[other.index()]).is_empty()
        };
        pen.flag(of_chain::THREATENED, is_active && !is_safe && Chain::ALL.iter().any(is_threat));
        if is_active && view.phase() == Phase::Buy {
            self.write_purchases(chain, affordable, pen);
        }
    }

    #[inline(always)]
    fn write_tile(&self, tile: Tile, pen: &mut Pen<'_>) {
        let (view, spaces) = (self.view, &self.spaces);
        let play = view.tile_play(tile);
        pen.flag(of_tile::EXISTS, true);
        pen.one_of(of_tile::ROW, usize::from(tile.row()));
        pen.one_of(of_tile::COLUMN, usize::from(tile.column()) - 1);
        let kind = match play {
            TilePlay::Lone => 0,
            TilePlay::Found => 1,
            TilePlay::Grow { .. } => 2,
            TilePlay::Merge { .. } => 3,
            TilePlay::Dead => 4,
            TilePlay::EighthChain => 5,
        };
        pen.one_of(of_tile::EFFECT, kind);
        let touched = view.board().touch(tile).chains();
        pen.chains(of_tile::CHAINS, touched);
        let largest = touched.iter().map(|chain| view.size(chain)).max().unwrap_or(0);
        let survivors: ChainSet = touched.iter().filter(|&chain| view.size(chain) == largest).collect();
        let merges = matches!(play, TilePlay::Merge { .. });
        pen.chains(of_tile::SURVIVORS, if merges { survivors } else { ChainSet::default() });
        let joined = if spaces.lone_near.contains(tile) { view.board().joining(tile) } else { 1 };
        let total =
            touched.iter().fold(u32::from(joined), |total, chain| total + u32::from(view.size(chain)));
        pen.count(of_tile::JOINED, joined - 1, 4.0);
        pen.count(of_tile::TOTAL, total, 20.0);
        let is_paid = |chain: &Chain| merges && (survivors.has_several() || !survivors.contains(*chain));
        self.by_seat(pen, of_tile::BONUSES, |seat| {
            let paid = touched.iter().filter(is_paid).map(|chain| self.bonuses[chain.index()][seat].0);
            paid.sum::<u32>() as f32 / 6_000.0
        });
        let mine = |chain: Chain| u32::from(self.shares[chain.index()][self.seats[0].index()]);
        let sale = touched.iter().filter(is_paid).map(|chain| mine(chain) * view.price(chain).0).sum::<u32>();
        pen.count(of_tile::SALE, sale, 6_000.0);
        let only: TileSet = [tile].into_iter().collect();
        let beside = only.around();
        pen.count(of_tile::FREE_SPACES, (beside & spaces.free).len() as u32, 4.0);
        pen.count(of_tile::OWN_SPACES, (beside & spaces.hand).len() as u32, 2.0);
        pen.flag(of_tile::OWN_PAIR, !((beside & spaces.hand) - spaces.chain_tiles.around()).is_empty());
        if let TilePlay::Grow { chain } = play {
            let size = view.size(chain) + joined;
            pen.number(
                of_tile::PRICE_RISE,
                (chain.price(size).0 as f32 - view.price(chain).0 as f32) / 100.0,
            );
            pen.flag(of_tile::BECOMES_SAFE, size >= 11 && !view.safe().contains(chain));
            pen.count(of_tile::OWN_SHARES, mine(chain), 10.0);
        }
        let close = spaces.nearer.iter().filter(|near| near.contains(tile)).count();
        pen.count(of_tile::NEAR_CHAINS, close as u32, 3.0);
    }

    #[inline(always)]
    fn write_game(&self, pen: &mut Pen<'_>) {
        let view = self.view;
        let phase = match view.phase() {
            Phase::Tile => 0,
            Phase::Found => 1,
            Phase::Survivor => 2,
            Phase::Defunct => 3,
            Phase::Dispose if self.choosing.traded().is_none() => 4,
            Phase::Dispose => 5,
            Phase::Buy => 6,
            Phase::Close => 7,
            Phase::Answer => 8,
            Phase::Exchange | Phase::Between | Phase::Over => 9,
        };
        pen.one_of(of_game::DECISION, phase);
        if phase == 6 {
            pen.one_of(of_game::PICKED, self.bought.picked.total() as usize);
        }
        let cash =
            |seat: usize| Seat::new(seat).and_then(|seat| view.cash(seat)).unwrap_or(Money::ZERO).0 as f32;
        self.by_seat(pen, of_game::CASH, |seat| cash(seat) / 10_000.0);
        self.by_seat(pen, of_game::LOG_CASH, |seat| libm::logf(1.0 + cash(seat) / 100.0) / 6.0);
        pen.count(of_game::CASH_LEFT, self.bought.cash, 10_000.0);
        self.by_seat(pen, of_game::WORTH, |seat| self.worth[seat] as f32 / 30_000.0);
        let mine = self.worth[self.seats[0].index()] as f32;
        self.by_seat(pen, of_game::WORTH_AHEAD, |seat| (mine - self.worth[seat] as f32) / 10_000.0);
        let lead = self.lead(&self.worth);
        pen.number(of_game::LEAD, lead / 10_000.0);
        pen.flag(of_game::LEADS, lead > 0.0);
        pen.count(of_game::PILE, view.pile_len() as u32, 84.0);
        pen.flag(of_game::PILE_EMPTY, view.pile_len() == 0);
        pen.count(of_game::SET_ASIDE, view.set_aside().len() as u32, 10.0);
        pen.count(of_game::ACTIVE, view.active().len() as u32, 7.0);
        pen.count(of_game::SAFE, view.safe().len() as u32, 7.0);
        pen.flag(of_game::ONE_UNSAFE, (view.active() - view.safe()).len() == 1);
        let largest = Chain::ALL.iter().map(|&chain| view.size(chain)).max().unwrap_or(0);
        pen.count(of_game::LARGEST, largest, 41.0);
        pen.flag(of_game::CAN_END, view.can_end());
        pen.flag(of_game::DECLARED, view.is_declared());
        let turn = (view.turn().index() + self.players - self.seats[0].index()) % self.players;
        pen.one_of(of_game::TURN, turn);
        let playable = self.hand.iter().filter(|&tile| view.tile_play(tile).is_playable()).count();
        pen.count(of_game::PLAYABLE, playable as u32, 6.0);
        pen.count(of_game::HAND, self.hand.len() as u32, 6.0);
        self.write_disposal(pen);
        let joined = view.unsettled_tile().map_or(0, |tile| view.board().joining(tile));
        pen.count(of_game::JOINING, joined, 6.0);
        pen.one_of(of_game::PLAYERS, self.players - 2);
        self.write_rules(pen);
        let worth = &self.bought.worth;
        let ahead = |seat: usize| worth[self.seats[0].index()] as f32 - worth[seat] as f32;
        self.by_seat(pen, of_game::BOUGHT_AHEAD, |seat| (ahead(seat) / 1_000.0).clamp(-3.0, 3.0));
        self.by_seat(pen, of_game::BOUGHT_AHEAD_OF, |seat| as_number(ahead(seat) > 0.0));
        let lead = self.lead(worth);
        pen.number(of_game::BOUGHT_LEAD, (lead / 500.0).clamp(-3.0, 3.0));
        pen.flag(of_game::BOUGHT_LEADS, lead > 0.0);
    }

    /// The numbers of a pending disposal.
    #[inline(always)]
    fn write_disposal(&self, pen: &mut Pen<'_>) {
        let (Some(defunct), Some(survivor)) = (self.view.defunct(), self.view.survivor()) else {
            return;
        };
        let held = self.shares[defunct.index()][self.seats[0].index()];
        let traded = self.choosing.traded().unwrap_or(0);
        let (price, other) = (self.view.price(defunct).0 as f32, self.view.price(survivor).0 as f32);
        pen.count(of_game::HELD, held, 10.0);
        pen.count(of_game::UNTRADED, held.saturating_sub(2 * traded), 10.0);
        pen.count(of_game::MOST_TRADES, (held / 2).min(self.view.market()[survivor]), 6.0);
        pen.count(of_game::TRADES, traded, 6.0);
        pen.number(of_game::DEFUNCT_PRICE, price / 1_000.0);
        pen.number(of_game::SURVIVOR_PRICE, other / 1_000.0);
        pen.number(of_game::TRADE_GAIN, (other - 2.0 * price) / 1_000.0);
    }

    /// One flag for each rule that differs from the default.
    #[inline(always)]
    fn write_rules(&self, pen: &mut Pen<'_>) {
        let options = self.view.rules().options();
        pen.flag(of_game::TYCOON, options.bonuses == Bonuses::Tycoon);
        pen.flag(of_game::BANK, self.view.bank_competes());
        pen.flag(of_game::FOUNDER_CASH, options.founder_without_stock == FounderWithoutStock::Cash);
        pen.flag(of_game::TRADING, options.trading);
        pen.flag(of_game::REPLACE_ONE, options.dead_tiles == DeadTiles::ReplaceOne);
        pen.flag(of_game::REPLACE_UNTIL_PLAYABLE, options.dead_tiles == DeadTiles::ReplaceUntilPlayable);
        pen.flag(of_game::REPLACE_EIGHTH, options.eighth_chain_tiles == EighthChainTiles::Replace);
        pen.flag(of_game::REDRAW, options.stuck_hand == StuckHand::Redraw);
        pen.flag(of_game::START_OR_END, options.end_declaration == EndDeclaration::StartOrEnd);
    }
}

/// The number of tiles until the share price rises (B5); a large number at the top.
const fn to_next_price(size: u8) -> u8 {
    match size {
        0..=1 => 2,
        2..=5 => 1,
        6..=10 => 11 - size,
        11..=20 => 21 - size,
        21..=30 => 31 - size,
        31..=40 => 41 - size,
        _ => 20,
    }
}

#[cfg(test)]
mod tests {
    use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table, below};

    use super::*;

    /// Calls `look` on every decision of games at many tables.
    pub(super) fn decisions(mut look: impl FnMut(&Game, &View)) {
        let presets = [Preset::Renegade, Preset::Tycoon, Preset::Trading, Preset::Manual];
        for (seed, (preset, players)) in
            presets.into_iter().flat_map(|p| (2..=6).map(move |n| (p, n))).enumerate()
        {
            let Ok(table) = Table::new(Rules::of(preset), players) else { continue };
            let mut dealer = RandomDealer::new(Dice::new(seed as u64));
            let mut dice = Dice::new(seed as u64 + 100);
            let mut game = Game::start(table, &mut dealer, &mut ());
            while game.to_act().is_some() {
                look(&game, &game.view(game.to_act()));
                let action = game.random_action(&mut dice);
                game.apply_unchecked(&action, &mut dealer, &mut ());
            }
        }
    }

    #[test]
    fn observations_omit_hidden_tiles_and_stay_small() {
        let (mut one, mut other) = (Observation::default(), Observation::default());
        let mut dice = Dice::new(7);
        decisions(|_, view| {
            let redealt = view.sample(&mut dice).view(view.viewer());
            let (mut choosing, mut same) = (view.choosing(), redealt.choosing());
            loop {
                one.write(view, &choosing);
                other.write(&redealt, &same);
                assert_eq!(one, other);
                assert!(one.numbers.iter().all(|number| number.is_finite() && number.abs() < 20.0));
                let legal = choosing.legal_steps();
                let at = below(&mut dice, legal.len() as u32) as usize;
                let step = legal.iter().nth(at).unwrap();
                same.choose(step).unwrap();
                if choosing.choose(step).unwrap().is_some() {
                    break;
                }
            }
        });
    }

    #[test]
    fn legal_steps_and_choices_map_to_each_other() {
        let mut observation = Observation::default();
        let mut dice = Dice::new(8);
        decisions(|_, view| {
            let mut choosing = view.choosing();
            loop {
                observation.write(view, &choosing);
                let legal = choosing.legal_steps();
                for step in legal.iter() {
                    if view.phase() == Phase::Exchange {
                        assert_eq!(observation.choice(step), None, "a network is not asked about dead tiles");
                        continue;
                    }
                    let choice = observation.choice(step).unwrap();
                    assert!(choice < CHOICES);
                    assert_eq!(observation.step(choice), Some(step));
                }
                let at = below(&mut dice, legal.len() as u32) as usize;
                if choosing.choose(legal.iter().nth(at).unwrap()).unwrap().is_some() {
                    break;
                }
            }
        });
    }
}
