//! Contests: deals played in all rotations of the players over the seats.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use arrayvec::ArrayVec;
use mergemaker_bots::{Bot, Budget, Fault, HoldingsDelta, decide, observe, start};
use mergemaker_engine::{Dice, Game, Log, MOST_PLAYERS, Money, Table};
use mergemaker_record::{Deck, Recorder, Seed};

/// Who plays, by which rules, from which seed.
///
/// ```
/// use mergemaker_arena::{Bots, Contest};
/// use mergemaker_bots::{Budget, Level};
/// use mergemaker_engine::{Preset, Rules, Table};
/// let table = Table::new(Rules::of(Preset::Renegade), 3)?;
/// let contest = Contest::new(table, 3, 7, Budget::default())?;
/// let mut bots: Bots = [Level::Steady, Level::Shopper, Level::Shopper].map(Level::bot).into();
/// let deal = contest.play_deal(&mut bots, 0);
/// assert_eq!(deal.games.len(), 3, "each of the three once in each seat");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Contest {
    table: Table,
    seed: u64,
    budget: Budget,
    /// The tables that take turns, as lists of entrants.
    lineups: Vec<Lineup>,
}

/// The entrants at one table, by index.
type Lineup = ArrayVec<usize, MOST_PLAYERS>;

/// One bot per entrant, in order.
pub type Bots = Vec<Box<dyn Bot>>;

/// Why a contest cannot be set up.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ContestError {
    /// There are too few bots.
    #[error("a table of {players} needs at least {players} bots: name more")]
    TooFew {
        /// The number of players at a table.
        players: usize,
    },
    /// There are too many bots.
    #[error("at most {most} bots can take part: name fewer")]
    TooMany {
        /// The maximum.
        most: usize,
    },
}

/// All games of one deal.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedDeal {
    /// The games, one for each rotation.
    pub games: ArrayVec<PlayedGame, MOST_PLAYERS>,
    /// Their records, one per line, if they are kept.
    pub records: String,
}

/// A finished game.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedGame {
    /// The seats, in order.
    pub seats: ArrayVec<PlayedSeat, MOST_PLAYERS>,
}

/// One seat of a finished game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlayedSeat {
    /// The index of the entrant who sat there.
    pub entrant: usize,
    /// Its final money.
    pub money: Money,
    /// The number of timed decisions.
    pub timed: u32,
    /// The total time of the timed decisions.
    pub time: Duration,
    /// The number of decisions that needed the fallback.
    pub faults: u32,
    /// The first of its faults.
    pub first_fault: Option<Fault>,
}

impl Contest {
    /// The maximum number of bots in one contest.
    pub const MOST_ENTRANTS: usize = 12;

    /// Sets up a contest. With more entrants than seats, all possible tables take turns.
    pub fn new(table: Table, entrants: usize, seed: u64, budget: Budget) -> Result<Contest, ContestError> {
        if entrants < table.players() {
            return Err(ContestError::TooFew { players: table.players() });
        }
        if entrants > Contest::MOST_ENTRANTS {
            return Err(ContestError::TooMany { most: Contest::MOST_ENTRANTS });
        }
        let mut lineups = Vec::new();
        form_lineups(entrants, table.players(), &mut Lineup::new(), &mut lineups);
        Ok(Contest { table, seed, budget, lineups })
    }

    /// The number of different tables that the entrants can form.
    ///
    /// ```
    /// use mergemaker_arena::Contest;
    /// use mergemaker_bots::Budget;
    /// use mergemaker_engine::{Preset, Rules, Table};
    /// let table = Table::new(Rules::of(Preset::Renegade), 4)?;
    /// assert_eq!(Contest::new(table, 4, 1, Budget::default())?.tables(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn tables(&self) -> usize {
        self.lineups.len()
    }

    /// Plays one deal in all rotations.
    pub fn play_deal(&self, bots: &mut Bots, deal: u64) -> PlayedDeal {
        self.play(bots, deal, None)
    }

    /// Like [`play_deal`](Contest::play_deal), and keeps records of the games with these names of the
    /// entrants.
    ///
    /// ```
    /// # use mergemaker_arena::{Bots, Contest};
    /// # use mergemaker_bots::{Budget, Level};
    /// # use mergemaker_engine::{Preset, Rules, Table};
    /// let table = Table::new(Rules::of(Preset::Renegade), 2)?;
    /// let contest = Contest::new(table, 2, 7, Budget::default())?;
    /// let mut bots: Bots = [Level::Steady, Level::Shopper].map(Level::bot).into();
    /// let deal = contest.play_deal_recorded(&mut bots, 0, &["steady".into(), "shopper".into()]);
    /// assert_eq!(deal.records.lines().count(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play_deal_recorded(&self, bots: &mut Bots, deal: u64, names: &[String]) -> PlayedDeal {
        self.play(bots, deal, Some(names))
    }

    fn play(&self, bots: &mut Bots, deal: u64, names: Option<&[String]>) -> PlayedDeal {
        let lineup = &self.lineups[(deal % self.lineups.len() as u64) as usize];
        let seed = Seed::for_simulation(self.seed, deal + 1);
        let mut played = PlayedDeal { games: ArrayVec::new(), records: String::new() };
        for rotation in 0..lineup.len() {
            let mut seated = lineup.clone();
            seated.rotate_left(rotation);
            let dice = Dice::new(seed.for_decisions(rotation as u64));
            let game = match names {
                None => self.play_game(bots, &seated, &seed, dice, &mut ()).1,
                Some(names) => {
                    let mut recorder = Recorder::new();
                    let (end, game) = self.play_game(bots, &seated, &seed, dice, &mut recorder);
                    let players = seated.iter().map(|&entrant| names[entrant].clone()).collect();
                    let record = recorder.finish(&end, players, Some(seed));
                    let _ = writeln!(played.records, "{}", record.to_json());
                    game
                }
            };
            played.games.push(game);
        }
        played
    }

    fn play_game<L: Log>(
        &self,
        bots: &mut Bots,
        seated: &Lineup,
        seed: &Seed,
        mut dice: Dice,
        log: &mut L,
    ) -> (Game, PlayedGame) {
        let mut deck = Deck::new(seed);
        let mut game = Game::start(self.table, &mut deck, log);
        let is_hidden = self.table.rules().hides_holdings();
        let mut timer = DecisionTimer::new(self.budget);
        let mut seats: ArrayVec<PlayedSeat, MOST_PLAYERS> = seated
            .iter()
            .map(|&entrant| PlayedSeat {
                entrant,
                money: Money::ZERO,
                timed: 0,
                time: Duration::ZERO,
                faults: 0,
                first_fault: None,
            })
            .collect();
        for (seat, played) in game.seats().zip(&mut seats) {
            played.note_fault(start(&mut *bots[played.entrant], &self.table, seat));
        }
        while let Some(seat) = game.to_act() {
            let played = &mut seats[seat.index()];
            let started = timer.start();
            let decided = decide(&mut *bots[played.entrant], &game, &mut dice, self.budget);
            if let Some(started) = started.filter(|_| decided.was_asked) {
                played.timed += 1;
                played.time += started.elapsed();
            }
            played.note_fault(decided.fault);
            let before = is_hidden.then_some(game);
            game.apply_unchecked(&decided.action, &mut deck, log);
            if let Some(before) = before {
                let delta = HoldingsDelta::between(&before, &game);
                for played in &mut seats {
                    played.note_fault(observe(&mut *bots[played.entrant], &delta));
                }
            }
        }
        for (seat, played) in game.seats().zip(&mut seats) {
            played.money = game.cash(seat);
        }
        (game, PlayedGame { seats })
    }
}

impl PlayedSeat {
    fn note_fault(&mut self, fault: Option<Fault>) {
        self.faults += u32::from(fault.is_some());
        self.first_fault = self.first_fault.or(fault);
    }
}

/// Adds all tables of `players` that extend `lineup` with later entrants.
fn form_lineups(entrants: usize, players: usize, lineup: &mut Lineup, lineups: &mut Vec<Lineup>) {
    if lineup.len() == players {
        lineups.push(lineup.clone());
        return;
    }
    for next in lineup.last().map_or(0, |last| last + 1)..entrants {
        lineup.push(next);
        form_lineups(entrants, players, lineup, lineups);
        lineup.pop();
    }
}

/// Times decisions: all of them with a time budget, otherwise every seventh, since reading the clock takes as
/// long as a fast decision.
struct DecisionTimer {
    every: u32,
    asked: u32,
}

impl DecisionTimer {
    fn new(budget: Budget) -> DecisionTimer {
        let every = match budget {
            Budget::Work { .. } => 7,
            Budget::Time { .. } => 1,
        };
        DecisionTimer { every, asked: 0 }
    }

    fn start(&mut self) -> Option<Instant> {
        self.asked += 1;
        self.asked.is_multiple_of(self.every).then(Instant::now)
    }
}
