//! The tally: summary statistics of games, with intervals, ratings and pairwise results.

use arrayvec::ArrayVec;
use mergemaker_bots::Fault;
use mergemaker_engine::{MOST_PLAYERS, Money};
use serde::Serialize;
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

use crate::contest::{PlayedDeal, PlayedGame};

/// Statistics per distinct bot. Ratings depend on the order in which games are added.
///
/// ```
/// use mergemaker_arena::{Bots, Contest, Tally};
/// use mergemaker_bots::{Budget, Level};
/// use mergemaker_engine::{Preset, Rules, Table};
/// let contest = Contest::new(Table::new(Rules::of(Preset::Renegade), 2)?, 2, 7, Budget::default())?;
/// let mut bots: Bots = [Level::Steady, Level::Random].map(Level::bot).into();
/// let mut tally = Tally::new(&["steady".into(), "random".into()]);
/// for deal in 0..10 {
///     tally.add(&contest.play_deal(&mut bots, deal));
/// }
/// let standings = tally.standings();
/// assert!(standings[0].bot == "steady" && standings[0].win_share > 0.5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tally {
    /// The distinct names, in order of first appearance.
    names: Vec<String>,
    /// The index into `names` of each entrant.
    name_of: Vec<usize>,
    sums: Vec<Sums>,
    /// How often seats of one bot (row) finished ahead of another's (column); ties count half.
    ahead: Vec<Vec<PairCount>>,
    games: u64,
    deals: u64,
}

/// The sums for one bot.
#[derive(Clone, Debug)]
struct Sums {
    games: u64,
    seats: u64,
    wins: f64,
    ranks: f64,
    money: u64,
    timed: u64,
    nanoseconds: u64,
    faults: u64,
    first_fault: Option<Fault>,
    /// Sums of squares and products of wins and seats per deal, for the variance between deals.
    deals: f64,
    wins_wins: f64,
    wins_seats: f64,
    seats_seats: f64,
    by_seat: [(f64, u64); MOST_PLAYERS],
    rating: WengLinRating,
}

#[derive(Clone, Copy, Default, Debug)]
struct PairCount {
    ahead: f64,
    meetings: u64,
}

/// The result of one bot.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Standing {
    /// Its name.
    pub bot: String,
    /// The number of games it took part in.
    pub games: u64,
    /// The number of seats it held in them.
    pub seats: u64,
    /// The share of games won per seat held; ties are shared.
    pub win_share: f64,
    /// The lower end of the 95% confidence interval of the win share.
    pub win_low: f64,
    /// The upper end.
    pub win_high: f64,
    /// Its mean rank, from 1; ties share the mean of their ranks.
    pub mean_rank: f64,
    /// Its mean final money.
    pub mean_money: f64,
    /// Its Weng-Lin rating; the initial rating is 25.
    pub rating: f64,
    /// The standard deviation of the rating.
    pub rating_uncertainty: f64,
    /// The mean time per decision in microseconds; none if nothing was timed.
    pub us_per_decision: Option<f64>,
    /// The number of decisions that needed the fallback.
    pub faults: u64,
    /// A description of the first fault.
    pub first_fault: Option<String>,
    /// The win share from each seat, in seat order.
    pub win_share_by_seat: Vec<f64>,
}

/// How often one bot finished ahead of another.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Pairing {
    /// The bot.
    pub bot: String,
    /// The other bot.
    pub against: String,
    /// How often a seat of the bot met a seat of the other.
    pub meetings: u64,
    /// The share of these in which the bot had more money; ties count half.
    pub ahead: f64,
}

impl Tally {
    /// An empty tally for entrants with these names, which may repeat.
    #[must_use]
    pub fn new(entrants: &[String]) -> Tally {
        let mut names: Vec<String> = Vec::new();
        let mut name_of = Vec::new();
        for entrant in entrants {
            let known = names.iter().position(|name| name == entrant);
            name_of.push(known.unwrap_or(names.len()));
            if known.is_none() {
                names.push(entrant.clone());
            }
        }
        let sums = Sums {
            games: 0,
            seats: 0,
            wins: 0.0,
            ranks: 0.0,
            money: 0,
            timed: 0,
            nanoseconds: 0,
            faults: 0,
            first_fault: None,
            deals: 0.0,
            wins_wins: 0.0,
            wins_seats: 0.0,
            seats_seats: 0.0,
            by_seat: [(0.0, 0); MOST_PLAYERS],
            rating: WengLinRating::new(),
        };
        let count = names.len();
        Tally {
            sums: vec![sums; count],
            ahead: vec![vec![PairCount::default(); count]; count],
            names,
            name_of,
            games: 0,
            deals: 0,
        }
    }

    /// Adds the games of a deal.
    pub fn add(&mut self, deal: &PlayedDeal) {
        self.deals += 1;
        let mut wins = vec![(0.0, 0_u32); self.names.len()];
        for game in &deal.games {
            self.add_game(game, &mut wins);
        }
        for (sums, (wins, seats)) in self.sums.iter_mut().zip(wins) {
            if seats > 0 {
                let seats = f64::from(seats);
                sums.deals += 1.0;
                sums.wins_wins += wins * wins;
                sums.wins_seats += wins * seats;
                sums.seats_seats += seats * seats;
            }
        }
    }

    fn add_game(&mut self, game: &PlayedGame, deal_wins: &mut [(f64, u32)]) {
        self.games += 1;
        let money: ArrayVec<Money, MOST_PLAYERS> = game.seats.iter().map(|seat| seat.money).collect();
        let most = money.iter().max().copied().unwrap_or_default();
        let winners = money.iter().filter(|&&money| money == most).count() as f64;
        let mut took_part = vec![false; self.names.len()];
        for (index, seat) in game.seats.iter().enumerate() {
            let who = self.name_of[seat.entrant];
            let win = if seat.money == most { 1.0 / winners } else { 0.0 };
            let sums = &mut self.sums[who];
            sums.games += u64::from(!std::mem::replace(&mut took_part[who], true));
            sums.seats += 1;
            sums.wins += win;
            deal_wins[who].0 += win;
            deal_wins[who].1 += 1;
            sums.by_seat[index].0 += win;
            sums.by_seat[index].1 += 1;
            let better = money.iter().filter(|&&other| other > seat.money).count() as f64;
            let equal = money.iter().filter(|&&other| other == seat.money).count() as f64;
            sums.ranks += better + f64::midpoint(equal, 1.0);
            sums.money += u64::from(seat.money.0);
            sums.timed += u64::from(seat.timed);
            sums.nanoseconds += seat.time.as_nanos() as u64;
            sums.faults += u64::from(seat.faults);
            sums.first_fault = sums.first_fault.or(seat.first_fault);
            for other in &game.seats {
                let race = &mut self.ahead[who][self.name_of[other.entrant]];
                if who != self.name_of[other.entrant] {
                    race.meetings += 1;
                    race.ahead += match seat.money.cmp(&other.money) {
                        std::cmp::Ordering::Greater => 1.0,
                        std::cmp::Ordering::Equal => 0.5,
                        std::cmp::Ordering::Less => 0.0,
                    };
                }
            }
        }
        self.rate(game, &money);
    }

    /// Updates the ratings. A bot that holds several seats gets the mean of their updates.
    fn rate(&mut self, game: &PlayedGame, money: &[Money]) {
        if self.names.len() < 2 {
            return;
        }
        let seats: ArrayVec<usize, MOST_PLAYERS> =
            game.seats.iter().map(|seat| self.name_of[seat.entrant]).collect();
        let ratings: ArrayVec<[WengLinRating; 1], MOST_PLAYERS> =
            seats.iter().map(|&who| [self.sums[who].rating]).collect();
        let rank = |own: &Money| MultiTeamOutcome::new(1 + money.iter().filter(|&other| other > own).count());
        let teams: ArrayVec<(&[WengLinRating], MultiTeamOutcome), MOST_PLAYERS> =
            ratings.iter().zip(money).map(|(rating, money)| (&rating[..], rank(money))).collect();
        let moved = weng_lin_multi_team(&teams, &WengLinConfig::new());
        for who in 0..self.names.len() {
            let own = || seats.iter().zip(&moved).filter(|&(&seat, _)| seat == who).map(|(_, team)| team[0]);
            let count = own().count() as f64;
            if count > 0.0 {
                self.sums[who].rating = WengLinRating {
                    rating: own().map(|rating| rating.rating).sum::<f64>() / count,
                    uncertainty: own().map(|rating| rating.uncertainty).sum::<f64>() / count,
                };
            }
        }
    }

    /// The number of games added.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The number of deals added.
    #[must_use]
    pub fn deals(&self) -> u64 {
        self.deals
    }

    /// The result of each distinct bot, in order of first appearance.
    #[must_use]
    pub fn standings(&self) -> Vec<Standing> {
        self.names.iter().zip(&self.sums).map(|(name, sums)| sums.standing(name)).collect()
    }

    /// The result of each distinct bot against each other one.
    #[must_use]
    pub fn pairings(&self) -> Vec<Pairing> {
        let names = || self.names.iter().enumerate();
        let pairs = names().flat_map(|one| names().map(move |other| (one, other)));
        pairs
            .filter(|((one, _), (other, _))| one != other)
            .map(|((one, bot), (other, against))| {
                let PairCount { ahead, meetings } = self.ahead[one][other];
                let ahead = if meetings == 0 { 0.5 } else { ahead / meetings as f64 };
                Pairing { bot: bot.clone(), against: against.clone(), meetings, ahead }
            })
            .collect()
    }
}

impl Sums {
    fn standing(&self, name: &str) -> Standing {
        let seats = (self.seats as f64).max(1.0);
        let share = self.wins / seats;
        let (win_low, win_high) = self.interval(share);
        let timed = (self.timed > 0).then(|| self.nanoseconds as f64 / 1_000.0 / self.timed as f64);
        let by_seat = self.by_seat.iter().filter(|(_, seats)| *seats > 0);
        Standing {
            bot: name.to_owned(),
            games: self.games,
            seats: self.seats,
            win_share: share,
            win_low,
            win_high,
            mean_rank: self.ranks / seats,
            mean_money: self.money as f64 / seats,
            rating: self.rating.rating,
            rating_uncertainty: self.rating.uncertainty,
            us_per_decision: timed,
            faults: self.faults,
            first_fault: self.first_fault.map(|fault| fault.to_string()),
            win_share_by_seat: by_seat.map(|(wins, seats)| wins / *seats as f64).collect(),
        }
    }

    /// The 95% Wilson interval of the win share. The games of one deal are not independent, so the effective
    /// sample size is computed from the variance between deals.
    fn interval(&self, share: f64) -> (f64, f64) {
        const Z: f64 = 1.96;
        /// Anything smaller is a rounding error.
        const EPSILON: f64 = 1e-9;
        if self.deals < 2.0 {
            return (0.0, 1.0);
        }
        let seats = self.seats as f64;
        let differences = self.wins_wins - 2.0 * share * self.wins_seats + share * share * self.seats_seats;
        let variance = differences / (seats * seats) * self.deals / (self.deals - 1.0);
        let samples = match share * (1.0 - share) {
            // Never or always won: each deal counts as one sample.
            spread if spread < EPSILON => self.deals,
            // The same in every deal, such as a bot against itself: no uncertainty.
            _ if differences < EPSILON * self.seats_seats => return (share, share),
            spread => (spread / variance).clamp(1.0, seats),
        };
        let centre = share + Z * Z / (2.0 * samples);
        let margin = Z * (share * (1.0 - share) / samples + Z * Z / (4.0 * samples * samples)).sqrt();
        let whole = 1.0 + Z * Z / samples;
        (((centre - margin) / whole).max(0.0), ((centre + margin) / whole).min(1.0))
    }
}
