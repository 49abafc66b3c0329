//! Properties of every bot in every game.

mod advice;
mod allocation;
mod analysis;
mod editions;
mod evaluator;
mod hidden;
mod legal;
mod observation;
mod trades;

use mergemaker_bots::{Bot, Budget, HoldingsDelta, Level, decide};
use mergemaker_engine::{
    Action, Chain, Dice, Game, HandState, Holdings, MOST_PLAYERS, Options, Preset, RandomDealer, Rules,
    Shares, Table, Tile,
};

/// Every table of every preset, with open and hidden holdings.
pub(crate) fn tables() -> impl Iterator<Item = Table> {
    let rules = Preset::NAMED.iter().flat_map(|&preset| {
        [Holdings::Open, Holdings::Hidden].map(|holdings| Rules::of(preset).with_holdings(holdings))
    });
    rules.flat_map(|rules| (2..=MOST_PLAYERS).filter_map(move |players| Table::new(rules, players).ok()))
}

/// A table with some options of a preset changed.
pub(crate) fn table(preset: Preset, changes: &[(&str, &str)], players: usize) -> Table {
    let options = changes.iter().fold(Options::of(preset), |options, (option, value)| {
        options.with(option, value).expect("a valid option")
    });
    Table::new(Rules::new(options).unwrap(), players).unwrap()
}

/// Numbers of shares, by chain.
pub(crate) type Held<'a> = &'a [(Chain, u8)];

/// A game in the tile phase with this board, and with hands and shares in turn order.
pub(crate) fn situation(table: Table, board: &str, hands: &[&str], shares: &[Held<'_>]) -> Game {
    let game = Match::new(table, &[Level::Steady], 5).game;
    let mut position = game.position();
    position.board = board.parse().unwrap();
    position.market = Shares::FULL;
    let (first, players) = (game.turn().index(), table.players());
    for (index, player) in position.players.iter_mut().enumerate() {
        let place = (index + players - first) % players;
        let held =
            shares[place].iter().fold(Shares::NONE, |all, &(chain, count)| all + Shares::of(chain, count));
        position.market -= held;
        player.shares = Some(held);
        let tiles = hands[place].split(' ').map(|tile| tile.parse::<Tile>().unwrap());
        player.hand = HandState::Known(tiles.collect());
    }
    Game::from_position(&position).unwrap()
}

/// A game between bots, one step at a time.
pub(crate) struct Match {
    pub(crate) game: Game,
    pub(crate) bots: Vec<Box<dyn Bot>>,
    dealer: RandomDealer<Dice>,
    dice: Dice,
}

impl Match {
    pub(crate) fn new(table: Table, levels: &[Level], seed: u64) -> Match {
        let mut dealer = RandomDealer::new(Dice::new(seed));
        let game = Game::start(table, &mut dealer, &mut ());
        let mut bots: Vec<Box<dyn Bot>> =
            levels.iter().cycle().take(table.players()).map(|level| level.bot()).collect();
        for (seat, bot) in game.seats().zip(&mut bots) {
            bot.start(&table, seat);
        }
        Match { game, bots, dealer, dice: Dice::new(!seed) }
    }

    /// Lets the next bot decide, and returns its decision; none when the game is over.
    pub(crate) fn step(&mut self) -> Option<Action> {
        let seat = self.game.to_act()?;
        let decided = decide(&mut *self.bots[seat.index()], &self.game, &mut self.dice, Budget::default());
        assert_eq!(decided.fault, None, "{decided:?} of {:?}", self.game);
        self.follow(&decided.action);
        Some(decided.action)
    }

    /// Applies an action and shows all bots the change of holdings.
    pub(crate) fn follow(&mut self, action: &Action) {
        let before = self.game;
        let seat = self.game.to_act().expect("the game is not over");
        self.game.apply(seat, action, &mut self.dealer, &mut ()).expect("a legal action");
        if self.game.rules().options().holdings == Holdings::Hidden {
            let delta = HoldingsDelta::between(&before, &self.game);
            self.bots.iter_mut().for_each(|bot| bot.observe(&delta));
        }
    }
}
