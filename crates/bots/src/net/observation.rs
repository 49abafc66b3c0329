//! The input of a network: the game as one seat may know it, in numbers.

mod purchase;

use mergemaker_engine::{
    Bonuses, Chain, ChainSet, Choosing, DeadTiles, EighthChainTiles, EndDeclaration, FounderWithoutStock,
    HAND_SIZE, Hand, MOST_PLAYERS, Money, Phase, STEPS, Seat, Step, StuckHand, Tier, Tile, TilePlay, TileSet,
    View,
};

use self::purchase::{Bought, affordable};
use crate::standing;

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
            features.write_chain(chain, &mut Pen::new(numbers));
        }
        for (tile, numbers) in features.hand.iter().zip(tiles.chunks_exact_mut(TILE_NUMBERS)) {
            features.write_tile(tile, &mut Pen::new(numbers));
        }
        features.write_game(&mut Pen::new(game));
    }
}

/// Writes numbers in sequence.
struct Pen<'a> {
    numbers: &'a mut [f32],
    at: usize,
}

impl<'a> Pen<'a> {
    fn new(numbers: &'a mut [f32]) -> Pen<'a> {
        Pen { numbers, at: 0 }
    }

    #[inline(always)]
    fn number(&mut self, number: f32) {
        self.numbers[self.at] = number;
        self.at += 1;
    }

    #[inline(always)]
    fn count(&mut self, count: impl Into<u32>, scale: f32) {
        self.number(count.into() as f32 / scale);
    }

    #[inline(always)]
    fn flag(&mut self, flag: bool) {
        self.number(f32::from(u8::from(flag)));
    }

    #[inline(always)]
    fn chains(&mut self, chains: ChainSet) {
        for chain in Chain::ALL {
            self.flag(chains.contains(chain));
        }
    }

    /// One-hot encoding.
    #[inline(always)]
    fn one_of(&mut self, which: usize, count: usize) {
        for place in 0..count {
            self.flag(place == which);
        }
    }
}

/// Intermediate values that are used more than once.
struct Features<'a> {
    view: &'a View,
    choosing: &'a Choosing,
    players: usize,
    /// The seats in order, the viewer's first.
    seats: [Seat; MOST_PLAYERS],
    hand: Hand,
    hand_set: TileSet,
    /// Empty spaces that can still be filled.
    free: TileSet,
    dead: TileSet,
    lone: TileSet,
    lone_near: TileSet,
    chain_tiles: TileSet,
    chains: [TileSet; Chain::COUNT],
    /// Free spaces adjacent to each chain, and free spaces adjacent to those.
    near: [TileSet; Chain::COUNT],
    nearer: [TileSet; Chain::COUNT],
    shares: [[u8; MOST_PLAYERS]; Chain::COUNT],
    /// The bank's shares of every chain; 0 if it does not compete.
    bank: u8,
    bonuses: [[Money; MOST_PLAYERS]; Chain::COUNT],
    /// Everybody's final money if the game ended now.
    worth: [u32; MOST_PLAYERS],
    /// The state after buying what has been picked so far.
    bought: Bought,
}

impl<'a> Features<'a> {
    #[inline(always)]
    fn of(view: &'a View, choosing: &'a Choosing) -> Features<'a> {
        let players = view.players();
        let me = view.viewer().unwrap_or(view.turn());
        let seats = std::array::from_fn(|place| Seat::new((me.index() + place) % players).unwrap_or(me));
        let hand = view.hand().unwrap_or_default();
        let (chains, lone) = view.board().sets();
        let chain_tiles = chains.iter().fold(TileSet::EMPTY, |all, &tiles| all | tiles);
        let (mut once, mut dead) = (TileSet::EMPTY, TileSet::EMPTY);
        for chain in view.safe().iter() {
            let near = chains[chain.index()].around();
            dead = dead | (once & near);
            once = once | near;
        }
        let free = TileSet::ALL - chain_tiles - lone - view.set_aside() - dead;
        let near = chains.map(|tiles| tiles.around() & free);
        let shares: [[u8; MOST_PLAYERS]; Chain::COUNT] =
            Chain::ALL.map(|chain| standing::shares_by_seat(view, chain));
        let bank = if view.bank_competes() { BANK } else { 0 };
        let options = view.rules().options();
        let mut worth = [0; MOST_PLAYERS];
        for seat in view.seats() {
            worth[seat.index()] = view.cash(seat).unwrap_or(Money::ZERO).0;
        }
        let mut bonuses = [[Money::ZERO; MOST_PLAYERS]; Chain::COUNT];
        for chain in view.active().iter() {
            let (index, price) = (chain.index(), view.price(chain));
            bonuses[index] = options.bonuses.paid(price, shares[index], bank);
            for seat in 0..players {
                worth[seat] += bonuses[index][seat].0 + (price * shares[index][seat]).0;
            }
        }
        Features {
            view,
            choosing,
            players,
            seats,
            hand,
            hand_set: hand.iter().collect(),
            free,
            dead: dead - chain_tiles - lone - view.set_aside(),
            lone,
            lone_near: lone.around(),
            chain_tiles,
            chains,
            near,
            nearer: near.map(|near| near.around() & free),
            shares,
            bank,
            bonuses,
            worth,
            bought: Bought::new(view, choosing.picked(), shares, bonuses, worth, bank),
        }
    }

    /// Writes a number per player, in seat order from the viewer, and 0 for seats without a player.
    #[inline(always)]
    fn by_seat(&self, pen: &mut Pen<'_>, number: impl Fn(usize) -> f32) {
        for (place, seat) in self.seats.iter().enumerate() {
            pen.number(if place < self.players { number(seat.index()) } else { 0.0 });
        }
    }

    #[inline(always)]
    fn write_board(&self, board: &mut [u8; Tile::COUNT]) {
        let mut put = |tiles: TileSet, what: u8| tiles.iter().for_each(|tile| board[tile.index()] = what);
        put(self.lone, LONE);
        for (chain, &tiles) in (FIRST_CHAIN..).zip(&self.chains) {
            put(tiles, chain);
        }
        put(self.dead, DEAD);
        put(self.view.set_aside(), SET_ASIDE);
        put(self.hand_set, OWN);
    }

    #[inline(always)]
    fn write_chain(&self, chain: Chain, pen: &mut Pen<'_>) {
        let (view, index) = (self.view, chain.index());
        let size = view.size(chain);
        let is_active = view.active().contains(chain);
        let is_safe = view.safe().contains(chain);
        pen.one_of(tier(chain), 3);
        pen.one_of(index, Chain::COUNT);
        pen.flag(is_active);
        pen.flag(is_safe);
        pen.count(size.min(11), 11.0);
        pen.count(size, 40.0);
        let price = view.price(chain);
        pen.count(price.0, 1_000.0);
        pen.number(1.0 / f32::from(to_next_price(size)));
        let market = view.market()[chain];
        pen.count(market, 25.0);
        pen.flag(market == 0);
        let held = &self.shares[index];
        self.by_seat(pen, |seat| f32::from(held[seat]) / 10.0);
        self.by_seat(pen, |seat| self.bonuses[index][seat].0 as f32 / 6_000.0);
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
        pen.flag(mine > most);
        pen.flag(mine > 0 && mine == most);
        pen.flag(mine < most && mine > second);
        pen.flag(mine > 0 && mine < most && mine == second);
        pen.flag(mine > 0 && mine < second);
        pen.number((f32::from(mine) - f32::from(most)) / 5.0);
        pen.number((f32::from(mine) - f32::from(second)) / 5.0);
        // Nobody can catch up.
        pen.flag(mine > 0 && mine > most + market);
        pen.flag(view.survivor() == Some(chain));
        pen.flag(view.defunct() == Some(chain));
        pen.flag(view.merging().contains(chain));
        pen.flag(view.unsettled().contains(chain));
        let near = self.near[index];
        pen.count(near.len() as u32, 12.0);
        pen.count((near & self.hand_set).len() as u32, 3.0);
        pen.count(self.bought.picked[chain], 3.0);
        let affordable = if is_active { affordable(self.bought.cash, price) } else { 0 };
        pen.count(affordable, 3.0);
        for other in 0..Chain::COUNT {
            let spots = if other == index { TileSet::EMPTY } else { near & self.near[other] };
            pen.count(spots.len() as u32, 3.0);
            pen.count((spots & self.hand_set).len() as u32, 1.0);
            pen.flag(other != index && !(self.nearer[index] & self.near[other]).is_empty());
        }
        let is_threat = |other: &Chain| {
            *other != chain && view.size(*other) >= size && !(near & self.near[other.index()]).is_empty()
        };
        pen.flag(is_active && !is_safe && Chain::ALL.iter().any(is_threat));
        if is_active && view.phase() == Phase::Buy {
            self.write_purchases(chain, affordable, pen);
        }
    }

    /// The viewer's lead over the best other player.
    #[inline(always)]
    fn lead(&self, worth: &[u32; MOST_PLAYERS]) -> f32 {
        let best = self.seats[1..self.players].iter().map(|seat| worth[seat.index()]).max().unwrap_or(0);
        worth[self.seats[0].index()] as f32 - best as f32
    }

    #[inline(always)]
    fn write_tile(&self, tile: Tile, pen: &mut Pen<'_>) {
        let view = self.view;
        let play = view.tile_play(tile);
        pen.flag(true);
        pen.one_of(usize::from(tile.row()), 9);
        pen.one_of(usize::from(tile.column()) - 1, 12);
        let kind = match play {
            TilePlay::Lone => 0,
            TilePlay::Found => 1,
            TilePlay::Grow { .. } => 2,
            TilePlay::Merge { .. } => 3,
            TilePlay::Dead => 4,
            TilePlay::EighthChain => 5,
        };
        pen.one_of(kind, 6);
        let touched = view.board().touch(tile).chains();
        pen.chains(touched);
        let largest = touched.iter().map(|chain| view.size(chain)).max().unwrap_or(0);
        let survivors: ChainSet = touched.iter().filter(|&chain| view.size(chain) == largest).collect();
        let merges = matches!(play, TilePlay::Merge { .. });
        pen.chains(if merges { survivors } else { ChainSet::default() });
        let joined = if self.lone_near.contains(tile) { view.board().joining(tile) } else { 1 };
        let total =
            touched.iter().fold(u32::from(joined), |total, chain| total + u32::from(view.size(chain)));
        pen.count(joined - 1, 4.0);
        pen.count(total, 20.0);
        let is_paid = |chain: &Chain| merges && (survivors.has_several() || !survivors.contains(*chain));
        self.by_seat(pen, |seat| {
            let paid = touched.iter().filter(is_paid).map(|chain| self.bonuses[chain.index()][seat].0);
            paid.sum::<u32>() as f32 / 6_000.0
        });
        let mine = |chain: Chain| u32::from(self.shares[chain.index()][self.seats[0].index()]);
        let sale = touched.iter().filter(is_paid).map(|chain| mine(chain) * view.price(chain).0).sum::<u32>();
        pen.count(sale, 6_000.0);
        let only: TileSet = [tile].into_iter().collect();
        let beside = only.around();
        pen.count((beside & self.free).len() as u32, 4.0);
        pen.count((beside & self.hand_set).len() as u32, 2.0);
        pen.flag(!((beside & self.hand_set) - self.chain_tiles.around()).is_empty());
        if let TilePlay::Grow { chain } = play {
            let size = view.size(chain) + joined;
            pen.number((chain.price(size).0 as f32 - view.price(chain).0 as f32) / 100.0);
            pen.flag(size >= 11 && !view.safe().contains(chain));
            pen.count(mine(chain), 10.0);
        } else {
            pen.at += 3;
        }
        let close = self.nearer.iter().filter(|near| near.contains(tile)).count();
        pen.count(close as u32, 3.0);
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
        pen.one_of(phase, 9);
        pen.one_of(if phase == 6 { self.bought.picked.total() as usize } else { 9 }, 3);
        let cash =
            |seat: usize| Seat::new(seat).and_then(|seat| view.cash(seat)).unwrap_or(Money::ZERO).0 as f32;
        self.by_seat(pen, |seat| cash(seat) / 10_000.0);
        self.by_seat(pen, |seat| libm::logf(1.0 + cash(seat) / 100.0) / 6.0);
        pen.count(self.bought.cash, 10_000.0);
        self.by_seat(pen, |seat| self.worth[seat] as f32 / 30_000.0);
        let mine = self.worth[self.seats[0].index()] as f32;
        self.by_seat(pen, |seat| (mine - self.worth[seat] as f32) / 10_000.0);
        let lead = self.lead(&self.worth);
        pen.number(lead / 10_000.0);
        pen.flag(lead > 0.0);
        pen.count(view.pile_len() as u32, 84.0);
        pen.flag(view.pile_len() == 0);
        pen.count(view.set_aside().len() as u32, 10.0);
        pen.count(view.active().len() as u32, 7.0);
        pen.count(view.safe().len() as u32, 7.0);
        pen.flag((view.active() - view.safe()).len() == 1);
        let largest = Chain::ALL.iter().map(|&chain| view.size(chain)).max().unwrap_or(0);
        pen.count(largest, 41.0);
        pen.flag(view.can_end());
        pen.flag(view.is_declared());
        let turn = (view.turn().index() + self.players - self.seats[0].index()) % self.players;
        pen.one_of(turn, MOST_PLAYERS);
        let playable = self.hand.iter().filter(|&tile| view.tile_play(tile).is_playable()).count();
        pen.count(playable as u32, 6.0);
        pen.count(self.hand.len() as u32, 6.0);
        self.write_disposal(pen);
        let joined = view.unsettled_tile().map_or(0, |tile| view.board().joining(tile));
        pen.count(joined, 6.0);
        pen.one_of(self.players - 2, MOST_PLAYERS - 1);
        self.write_rules(pen);
        let worth = &self.bought.worth;
        let ahead = |seat: usize| worth[self.seats[0].index()] as f32 - worth[seat] as f32;
        self.by_seat(pen, |seat| (ahead(seat) / 1_000.0).clamp(-3.0, 3.0));
        self.by_seat(pen, |seat| f32::from(u8::from(ahead(seat) > 0.0)));
        let lead = self.lead(worth);
        pen.number((lead / 500.0).clamp(-3.0, 3.0));
        pen.flag(lead > 0.0);
    }

    /// The numbers of a pending disposal.
    #[inline(always)]
    fn write_disposal(&self, pen: &mut Pen<'_>) {
        let (Some(defunct), Some(survivor)) = (self.view.defunct(), self.view.survivor()) else {
            pen.at += 7;
            return;
        };
        let held = self.shares[defunct.index()][self.seats[0].index()];
        let traded = self.choosing.traded().unwrap_or(0);
        let (price, other) = (self.view.price(defunct).0 as f32, self.view.price(survivor).0 as f32);
        pen.count(held, 10.0);
        pen.count(held.saturating_sub(2 * traded), 10.0);
        pen.count((held / 2).min(self.view.market()[survivor]), 6.0);
        pen.count(traded, 6.0);
        pen.number(price / 1_000.0);
        pen.number(other / 1_000.0);
        pen.number((other - 2.0 * price) / 1_000.0);
    }

    /// One flag for each rule that differs from the default.
    #[inline(always)]
    fn write_rules(&self, pen: &mut Pen<'_>) {
        let options = self.view.rules().options();
        pen.flag(options.bonuses == Bonuses::Tycoon);
        pen.flag(self.view.bank_competes());
        pen.flag(options.founder_without_stock == FounderWithoutStock::Cash);
        pen.flag(options.trading);
        pen.flag(options.dead_tiles == DeadTiles::ReplaceOne);
        pen.flag(options.dead_tiles == DeadTiles::ReplaceUntilPlayable);
        pen.flag(options.eighth_chain_tiles == EighthChainTiles::Replace);
        pen.flag(options.stuck_hand == StuckHand::Redraw);
        pen.flag(options.end_declaration == EndDeclaration::StartOrEnd);
    }
}

/// The bank competes with the column of a drawn tile (P5); the middle column is used as an approximation.
const BANK: u8 = 6;

const fn tier(chain: Chain) -> usize {
    match chain.tier() {
        Tier::Cheap => 0,
        Tier::Medium => 1,
        Tier::Expensive => 2,
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
