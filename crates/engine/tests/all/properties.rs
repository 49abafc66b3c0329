//! Properties of every game, checked in random games under all presets, with 2 to 6 players, and under random
//! options. A failure prints the seed of its game.

use std::collections::BTreeMap;

use crate::random::{games, play, tables};
use mergemaker_engine::{
    Action, Bundle, Cell, Chain, DeadTileExchange, Dice, Event, FounderWithoutStock, Game, Hand, HandState,
    Holdings, Log, Money, Offer, Options, Payout, Phase, Preset, RandomDealer, RuleError, Rules, Seat,
    Shares, Situation, Table, Tile, TileSet, View, below,
};

/// A log that checks the state after every event.
struct Watcher<F>(F);

impl<F: FnMut(&Game, &Event)> Log for Watcher<F> {
    fn event(&mut self, game: &Game, event: Event) {
        (self.0)(game, &event);
    }
}

/// B1, B3, B4: after every event each tile is in one place, each chain has 25 shares, and the cached values
/// equal those computed from scratch.
#[test]
fn tiles_and_shares_add_up_and_caches_are_correct() {
    for (table, seed) in games() {
        let mut watcher = Watcher(|game: &Game, event: &Event| {
            let hands: usize = game.seats().map(|seat| game.hand(seat).len()).sum();
            let places = [game.board().occupied().len(), game.set_aside().len(), hands, game.pile_len()];
            assert_eq!(places.iter().sum::<usize>(), 108, "seed {seed}, {event:?}");
            assert_eq!(game.pile().len(), game.pile_len(), "seed {seed}, {event:?}");
            for chain in Chain::ALL {
                let held: u8 = game.seats().map(|seat| game.shares(seat)[chain]).sum();
                assert_eq!(held + game.market()[chain], 25, "seed {seed}, {event:?}");
                assert_ne!(game.size(chain), 1, "seed {seed}, {event:?}");
                assert_eq!(game.active().contains(chain), game.size(chain) >= 2);
                assert_eq!(game.safe().contains(chain), game.size(chain) >= 11);
            }
            assert_eq!(game.recomputed(), *game, "seed {seed}, {event:?}");
        });
        play(table, seed, &mut watcher, |_| {});
    }
}

/// Tracks each player's cash from events and payouts, in plain numbers.
#[derive(Default)]
struct CashLedger {
    seed: u64,
    cash: Vec<i64>,
    before: Option<Game>,
    offer: Option<Offer>,
}

impl Log for CashLedger {
    fn event(&mut self, game: &Game, event: Event) {
        let before = self.before.unwrap_or(*game);
        self.cash.resize(game.players(), 6_000);
        match event {
            Event::Buy { player, shares } => self.cash[player.index()] -= worth(game, shares),
            Event::Dispose { player, chain, sell, .. } => {
                self.cash[player.index()] += worth(game, Shares::of(chain, sell));
            }
            Event::TradeOffer { to, give, take, .. } => self.offer = Some(Offer { to, give, take }),
            Event::TradeAnswer { player, accept } => {
                let offer = self.offer.take().expect("an answer comes after an offer");
                let paid = i64::from(offer.give.cash.0) - i64::from(offer.take.cash.0);
                if accept {
                    self.cash[game.turn().index()] -= paid;
                    self.cash[player.index()] += paid;
                }
            }
            Event::Found { player, chain, .. } => {
                let instead = game.rules().options().founder_without_stock == FounderWithoutStock::Cash;
                if instead && before.market()[chain] == 0 {
                    self.cash[player.index()] += worth(game, Shares::of(chain, 1));
                }
            }
            Event::End { .. } => {
                for seat in game.seats() {
                    self.cash[seat.index()] += worth(&before, before.shares(seat));
                }
            }
            Event::StartTile { .. }
            | Event::Deal { .. }
            | Event::Discard { .. }
            | Event::DeclareEnd { .. }
            | Event::Place { .. }
            | Event::Pass { .. }
            | Event::Survivor { .. }
            | Event::Defunct { .. }
            | Event::BankTile { .. }
            | Event::Draw { .. } => {}
        }
        self.compare(game);
    }

    fn payout(&mut self, game: &Game, payout: Payout) {
        for seat in game.seats() {
            self.cash[seat.index()] += i64::from(payout.amount(seat).0);
        }
        self.compare(game);
    }
}

impl CashLedger {
    fn compare(&mut self, game: &Game) {
        for (seat, &cash) in self.cash.iter().enumerate() {
            let seat = Seat::new(seat).unwrap();
            assert_eq!(i64::from(game.cash(seat).0), cash, "seed {}, seat {seat}", self.seed);
        }
        self.before = Some(*game);
    }
}

/// The value of shares by the price table; zero if the chain is not active.
fn worth(game: &Game, shares: Shares) -> i64 {
    shares.iter().map(|(chain, count)| i64::from(chain.price(game.size(chain)).0) * i64::from(count)).sum()
}

/// B7, E4: cash changes only by the rules and never goes below zero, and the final scoring is the explained
/// bonuses plus the sale of every share of an active chain.
#[test]
fn money_changes_only_by_the_rules() {
    for (table, seed) in games() {
        let game = play(table, seed, &mut CashLedger { seed, ..CashLedger::default() }, |_| {});
        let outcome = game.outcome().expect("the game is over");
        for chain in game.active().iter() {
            assert_eq!(game.market()[chain], 25, "seed {seed}: not every share of {chain} is sold");
        }
        let most = outcome.cash.iter().max().unwrap();
        let winners: Vec<Seat> = game.seats().filter(|&seat| game.cash(seat) == *most).collect();
        assert_eq!(outcome.winners.to_vec(), winners);
    }
}

/// Every conceivable action except offers and exchanges.
fn universe() -> Vec<Action> {
    let mut all = vec![Action::DeclareEnd, Action::Pass, Action::EndTurn];
    all.extend([true, false].map(|accept| Action::TradeAnswer { accept }));
    all.extend(Tile::all().map(|tile| Action::Place { tile }));
    for chain in Chain::ALL {
        let found = Action::Found { chain, at: None };
        all.extend([found, Action::Survivor { chain }, Action::Defunct { chain }]);
    }
    for sell in 0..=26 {
        all.extend((0..=26).map(|trade| Action::Dispose { sell, trade }));
    }
    all.extend(purchases(0, 4).into_iter().map(|shares| Action::Buy { shares }));
    all.extend([Action::Dispose { sell: 255, trade: 255 }, Action::Dispose { sell: 0, trade: 254 }]);
    all
}

fn purchases(from: usize, most: u8) -> Vec<Shares> {
    if from == Chain::COUNT {
        return vec![Shares::NONE];
    }
    (0..=most)
        .flat_map(|count| {
            let mut with = purchases(from + 1, most - count);
            for shares in &mut with {
                shares[Chain::ALL[from]] = count;
            }
            with
        })
        .collect()
}

/// Exchanges of no tile, of any one tile, and of several tiles of any hand.
fn exchanges(game: &Game) -> Vec<Action> {
    let mut sets: Vec<Hand> = Tile::all().map(|tile| Hand::from_iter([tile])).collect();
    sets.push(Hand::EMPTY);
    for hand in game.seats().map(|seat| game.hand(seat)) {
        let parts = (0..1_u32 << hand.len()).filter(|chosen| chosen.count_ones() > 1);
        sets.extend(parts.map(|chosen| {
            let tiles = hand.iter().enumerate();
            tiles.filter(|(place, _)| chosen >> place & 1 == 1).map(|(_, tile)| tile).collect::<Hand>()
        }));
    }
    sets.into_iter().map(|tiles| Action::Exchange { tiles }).collect()
}

/// T1, T10, T11, M3: the list of legal actions contains an action exactly when `apply` accepts it, has no
/// duplicates and is never empty before the end; only the seat to act may decide.
#[test]
fn legal_actions_are_those_that_apply_accepts() {
    let universe = universe();
    for (table, seed) in games().filter(|(_, seed)| seed % 20 == 0) {
        play(table, seed, &mut (), |game| {
            let legal = game.legal_actions();
            assert_eq!(legal.is_empty(), game.to_act().is_none(), "seed {seed}");
            let exchanges = exchanges(game);
            let is_known = |action| universe.contains(action) || exchanges.contains(action);
            assert!(legal.iter().all(is_known), "seed {seed}");
            let dealer = RandomDealer::from_pile(game.pile(), Dice::new(seed));
            for action in universe.iter().chain(&exchanges) {
                let listed = legal.iter().filter(|listed| *listed == action).count();
                for seat in game.seats() {
                    let mut copy = *game;
                    let accepted = copy.apply(seat, action, &mut dealer.clone(), &mut ());
                    let expected = if game.to_act() == Some(seat) { listed } else { 0 };
                    assert_eq!(
                        expected,
                        usize::from(accepted.is_ok()),
                        "seed {seed}: {action:?}: {accepted:?}"
                    );
                    assert!(accepted.is_ok() || copy == *game, "seed {seed}: a refusal changed the game");
                }
            }
        });
    }
}

/// S5: headquarters may stand on every tile of the new chain and nowhere else, and their place has no effect.
#[test]
fn headquarters_stand_on_tiles_of_the_new_chain() {
    let (mut accepted, mut refused) = (0, 0);
    for (table, seed) in games().filter(|(_, seed)| seed % 10 == 0) {
        play(table, seed, &mut (), |game| {
            let Some(seat) = game.to_act() else { return };
            let tiles = new_chain(game);
            assert_eq!(game.founding_tiles(), tiles, "seed {seed}");
            let dealer = RandomDealer::from_pile(game.pile(), Dice::new(seed));
            let found = |chain, at| {
                let mut after = *game;
                let action = Action::Found { chain, at };
                after.apply(seat, &action, &mut dealer.clone(), &mut ()).map(|()| after)
            };
            for chain in Chain::ALL {
                for tile in Tile::all() {
                    let expected = match found(chain, None) {
                        Ok(_) if !tiles.contains(tile) => Err(RuleError::HeadquartersElsewhere { tile }),
                        expected => expected,
                    };
                    let counter = if expected.is_ok() { &mut accepted } else { &mut refused };
                    *counter += 1;
                    assert_eq!(found(chain, Some(tile)), expected, "seed {seed}: {chain} at {tile}");
                }
            }
        });
    }
    assert!(accepted > 5_000 && refused > 5_000, "too few: {accepted}, {refused}");
}

/// The tiles of the chain being founded: the tile just placed and all lone tiles connected to it.
fn new_chain(game: &Game) -> TileSet {
    let mut tiles = TileSet::EMPTY;
    let mut edge: Vec<Tile> =
        game.unsettled_tile().into_iter().filter(|_| game.phase() == Phase::Found).collect();
    while let Some(tile) = edge.pop() {
        if game.board().cell(tile) == Cell::Lone && !tiles.contains(tile) {
            tiles.insert(tile);
            edge.extend(tile.neighbours());
        }
    }
    tiles
}

/// T11: exchanging all has the same result as rules that exchange dead tiles without asking.
#[test]
fn exchanging_all_equals_exchanging_without_a_choice() {
    let mut asked = 0;
    for (table, seed) in games().filter(|(_, seed)| seed % 4 == 0) {
        let under = |dead_tile_exchange| {
            let options = Options { dead_tile_exchange, ..*table.rules().options() };
            Table::new(Rules::new(options).unwrap(), table.players()).unwrap()
        };
        let (mut dealer, mut events) = (RandomDealer::new(Dice::new(seed)), Vec::new());
        let mut game = Game::start(under(DeadTileExchange::Choice), &mut dealer, &mut events);
        let mut dice = Dice::new(!seed);
        while game.to_act().is_some() {
            let action = game.random_action(&mut dice);
            game.apply_unchecked(&action, &mut dealer, &mut events);
            game.exchange_for(|_| false, &mut dealer, &mut events);
            asked += u32::from(game.phase() == Phase::Exchange);
            let (mut answered, mut same_dealer) = (game, dealer.clone());
            while let Some(action) = answered.exchange_all() {
                assert_eq!(answered.check(game.turn(), &action), Ok(()), "seed {seed}");
                answered.apply_unchecked(&action, &mut same_dealer, &mut ());
            }
            let turn = game.turn();
            game.exchange_for(|seat| seat == turn, &mut dealer, &mut events);
            assert_eq!(game, answered, "seed {seed}");
        }
        let mut without: Vec<Event> = Vec::new();
        let mut dealer = RandomDealer::new(Dice::new(seed));
        let mut game = Game::start(under(DeadTileExchange::Automatic), &mut dealer, &mut without);
        game.play_randomly(&mut Dice::new(!seed), &mut dealer, &mut without);
        assert_eq!(without, events, "seed {seed}");
    }
    assert!(asked > 500, "too few exchanges: {asked}");
}

/// X1: a random offer is accepted exactly when both sides can afford it and it changes something.
#[test]
fn offers_are_checked_for_both_sides() {
    let table = Table::new(Rules::of(Preset::Trading), 4).unwrap();
    let mut rng = Dice::new(99);
    let mut kinds = [0; 2];
    for seed in 0..60 {
        play(table, seed, &mut (), |game| {
            let Some(seat) = game.to_act().filter(|_| game.phase() == Phase::Tile) else { return };
            let mut bundle = |owner: Seat| {
                let chain = Chain::ALL[below(&mut rng, 7) as usize];
                let cash = Money(below(&mut rng, 3) * (game.cash(owner).0 / 2 + below(&mut rng, 2)));
                let count = below(&mut rng, 3) as u8 * (game.shares(owner)[chain] / 2);
                Bundle { cash, shares: Shares::of(chain, count) }
            };
            let to = Seat::new((seat.index() + 1) % 4).unwrap();
            let offer = Offer { to, give: bundle(seat), take: bundle(to) };
            let has = |owner: Seat, bundle: &Bundle| {
                bundle.cash <= game.cash(owner) && bundle.shares.fits(game.shares(owner))
            };
            let kept = has(seat, &offer.give) && has(to, &offer.take);
            let tired = game.position().situation == Situation::Tile { offers: 10 };
            let expected = kept && offer.give != offer.take && !tired;
            kinds[usize::from(expected)] += 1;
            let result = game.check(seat, &Action::TradeOffer { offer });
            assert_eq!(result.is_ok(), expected, "seed {seed}: {offer:?}: {result:?}");
            assert!(result.is_ok() || result.is_err_and(|error| error.rule() == "X1"));
        });
    }
    assert!(kinds.iter().all(|&count| count > 500), "too few: {kinds:?}");
}

/// X1: random play can pick every legal action, and nothing else except offers in steps of $100.
#[test]
fn random_actions_cover_exactly_the_legal_ones() {
    let mut rng = Dice::new(5);
    for (table, seed) in games().filter(|(_, seed)| seed % 100 == 0) {
        play(table, seed, &mut (), |game| {
            let legal = game.legal_actions();
            let mut seen = vec![false; legal.len()];
            for _ in 0..60 * legal.len() {
                let action = game.random_action(&mut rng);
                if let Some(index) = legal.iter().position(|listed| *listed == action) {
                    seen[index] = true;
                } else {
                    let Action::TradeOffer { offer } = action else { panic!("seed {seed}: {action:?}") };
                    let moved = [offer.give, offer.take].map(|bundle| bundle.cash.0);
                    assert!(moved.iter().all(|cash| cash.is_multiple_of(100)), "seed {seed}: {offer:?}");
                    assert_eq!(game.check(game.turn(), &action), Ok(()), "seed {seed}: {action:?}");
                }
            }
            // Only the rarest of many purchases or disposals may be missed.
            let may_stay_out = |action: &Action| {
                legal.len() > 7 && matches!(action, Action::Buy { .. } | Action::Dispose { .. })
            };
            let came_up = seen.iter().zip(&legal).all(|(&seen, action)| seen || may_stay_out(action));
            assert!(came_up, "seed {seed}: {legal:?} {seen:?}");
        });
    }
}

/// E1, E2: random play can end a declared game at once, even when E1 no longer holds because the player's
/// tile founded a chain.
#[test]
fn random_actions_end_a_declared_game_when_e1_no_longer_holds() {
    let table = Table::new(Rules::of(Preset::Classic), 2).unwrap();
    let mut position = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ()).position();
    position.board = "LLLLLLLLLLL./............/.TT.........".parse().unwrap();
    for player in &mut position.players {
        player.hand = HandState::Known(Hand::EMPTY);
    }
    (position.declared, position.situation) = (true, Situation::Buy);
    let game = Game::from_position(&position).unwrap();
    assert!(!game.can_end() && game.legal_actions().contains(&Action::EndTurn));
    let mut dice = Dice::new(2);
    let ended = (0..1_000).filter(|_| game.random_action(&mut dice) == Action::EndTurn).count();
    assert!((400..600).contains(&ended), "{ended} of 1,000");
}

/// T2, E2: with an empty hand, random play passes or declares the end, and a view picks as the game does.
#[test]
fn random_actions_with_an_empty_hand() {
    let table = Table::new(Rules::of(Preset::Classic), 2).unwrap();
    let mut position = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ()).position();
    position.board = "LLLLLLLLLLLL".parse().unwrap();
    position.players[position.turn.index()].hand = HandState::Known(Hand::EMPTY);
    let other = &mut position.players[1 - position.turn.index()];
    other.hand = HandState::Known(Hand::EMPTY);
    let game = Game::from_position(&position).unwrap();
    let mut dice = Dice::new(2);
    let mut passes = 0;
    for _ in 0..1_000 {
        passes += u32::from(game.random_action(&mut dice) == Action::Pass);
        let view = game.view(Some(game.turn()));
        assert!(view.legal_actions().contains(&view.random_action(&mut dice).unwrap()));
    }
    assert!((400..600).contains(&passes), "{passes}");
}

/// At every decision, a game rebuilt from its position is the same game.
#[test]
fn positions_round_trip() {
    for (table, seed) in games() {
        play(table, seed, &mut (), |game| {
            assert_eq!(Game::from_position(&game.position()).as_ref(), Ok(game), "seed {seed}");
        });
    }
}

/// K1, K2: a view does not depend on what the viewer may not know, nor does its JSON or debug text show it.
/// `sample` agrees with the view, and a view's JSON round-trips.
#[test]
fn views_contain_only_what_the_viewer_may_know() {
    let (mut phases, mut decisions) = (BTreeMap::new(), 0);
    for (table, seed) in games().filter(|(_, seed)| seed % 8 == 0) {
        let mut rng = Dice::new(seed);
        play(table, seed, &mut (), |game| {
            let is_set_up = game.set_up().is_none();
            *phases.entry((format!("{:?}", game.phase()), is_set_up)).or_insert(0) += 1;
            // One in eight of the most common decisions is enough.
            decisions += 1;
            if matches!(game.phase(), Phase::Tile | Phase::Buy) && decisions % 8 != 0 {
                return;
            }
            for viewer in game.seats().map(Some).chain([None]) {
                let view = game.view(viewer);
                let sample = view.sample(&mut rng);
                assert_eq!(sample.view(viewer), view, "seed {seed}");
                assert_eq!(Game::from_position(&sample.position()), Ok(sample), "seed {seed}");
                let (json, debug) = (serde_json::to_string(&view).unwrap(), format!("{view:?}"));
                assert_eq!(serde_json::to_string(&sample.view(viewer)).unwrap(), json);
                assert_eq!(format!("{:?}", sample.view(viewer)), debug);
                assert_eq!(serde_json::from_str::<View>(&json).unwrap(), view, "seed {seed}");
                check_secrets(game, viewer, &view, &json, &debug, seed);
            }
        });
    }
    let seen = |phase: &str, is_set_up| phases.get(&(phase.to_owned(), is_set_up)).copied().unwrap_or(0);
    assert!(seen("Exchange", true) > 500 && seen("Found", false) > 5, "{phases:?}");
}

fn check_secrets(game: &Game, viewer: Option<Seat>, view: &View, json: &str, debug: &str, seed: u64) {
    let public = game.board().occupied() | game.set_aside();
    let own = viewer.map_or(TileSet::EMPTY, |seat| game.hand(seat).tiles());
    for tile in TileSet::ALL - public - own {
        assert!(!json.contains(&format!("\"{tile}\"")), "seed {seed}: {tile} in {json}");
        let named = [" ", "[", "{", "("].iter().any(|before| debug.contains(&format!("{before}{tile}")));
        assert!(!named, "seed {seed}: {tile} in {debug}");
    }
    let hidden = game.rules().options().holdings == Holdings::Hidden && game.to_act().is_some();
    for seat in game.seats() {
        let player = &view.position().players[seat.index()];
        assert_eq!(matches!(player.hand, HandState::Known(_)), Some(seat) == viewer);
        let may_know = Some(seat) == viewer || !hidden;
        assert_eq!(player.cash, may_know.then(|| game.cash(seat)));
        assert_eq!(player.shares, may_know.then(|| game.shares(seat)));
        let revealed = game.defunct().filter(|_| !may_know).map(|chain| game.shares(seat)[chain]);
        assert_eq!(player.revealed, revealed);
    }
    // T11: everyone sees that a player is asked about dead tiles, but only that player sees which.
    let own = viewer.is_some_and(|seat| game.to_act() == Some(seat));
    assert_eq!(view.phase(), game.phase());
    assert_eq!(view.exchangeable(), if own { game.exchangeable() } else { Hand::EMPTY });
    assert_eq!(view.exchange_all(), game.exchange_all().filter(|_| own));
}

/// K1, T11: others know only that the hand of a player who is asked about dead tiles has a dead tile: samples
/// deal it every unseen tile, dead or not.
#[test]
fn samples_of_a_hand_with_dead_tiles() {
    let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    let mut asked = Vec::new();
    for seed in 0..40 {
        play(table, seed, &mut (), |game| {
            if game.phase() == Phase::Exchange && game.hand(game.turn()).len() == 6 {
                asked.push(*game);
            }
        });
    }
    let mut dice = Dice::new(6);
    for game in asked.iter().step_by(7).take(12) {
        let others = game.seats().filter(|&seat| seat != game.turn()).map(Some);
        for viewer in others.chain([None]) {
            let view = game.view(viewer);
            let mut dealt = TileSet::EMPTY;
            for _ in 0..2_000 {
                let sample = view.sample(&mut dice);
                assert!(!sample.exchangeable().is_empty());
                assert_eq!(sample.hand(game.turn()).len(), 6);
                dealt = dealt | sample.hand(game.turn()).tiles();
            }
            assert_eq!(dealt, view.unseen(), "{game:?}");
        }
    }
    assert!(asked.len() >= 84, "too few exchanges: {}", asked.len());
}

/// K1: `sample` deals every unseen tile to each hidden place: the other hands and the pile.
#[test]
fn samples_deal_every_unseen_tile_everywhere() {
    let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    let game = Game::start(table, &mut RandomDealer::new(Dice::new(3)), &mut ());
    let viewer = Seat::new(0);
    let view = game.view(viewer);
    let mut places = vec![[0; 3]; 108];
    let mut rng = Dice::new(4);
    for _ in 0..6_000 {
        let sample = view.sample(&mut rng);
        for (place, seat) in [1, 2].into_iter().enumerate() {
            let hand = sample.hand(Seat::new(seat).unwrap());
            hand.iter().for_each(|tile| places[tile.index()][place] += 1);
        }
        sample.pile().iter().for_each(|tile| places[tile.index()][2] += 1);
    }
    for tile in view.unseen() {
        let [first, second, pile] = places[tile.index()];
        // 99 tiles are unseen: a tile is in a given hand 6 times in 99, or 364 times in 6,000.
        assert!((270..460).contains(&first) && (270..460).contains(&second), "{tile}: {places:?}");
        assert_eq!(first + second + pile, 6_000);
    }
}

/// S2: every seat can start, and the seat whose tile is closest to 1A does.
#[test]
fn every_seat_can_start() {
    for players in 2..=6 {
        let table = Table::new(Rules::of(Preset::Renegade), players).unwrap();
        let mut starts = vec![0; players];
        for seed in 0..300 {
            let mut events: Vec<Event> = Vec::new();
            let game = Game::start(table, &mut RandomDealer::new(Dice::new(seed)), &mut events);
            let closest = events
                .iter()
                .filter_map(|event| match event {
                    Event::StartTile { player, tile } => Some((tile.row(), tile.column(), *player)),
                    _ => None,
                })
                .min()
                .unwrap();
            assert_eq!(game.turn(), closest.2, "seed {seed}");
            starts[game.turn().index()] += 1;
        }
        assert!(starts.iter().all(|&count| count > 20), "{starts:?}");
    }
}

/// A game is one small value without heap data.
#[test]
fn a_game_is_small() {
    assert!(size_of::<Game>() <= 400, "{} bytes", size_of::<Game>());
}

/// The properties cover every preset and number of players.
#[test]
fn all_presets_and_player_counts_are_played() {
    assert_eq!(tables().count(), Preset::ALL.len() * 5 - 1);
}
