//! The results of a contest, as text and as JSON.

use mergemaker_arena::{Pairing, Standing, Tally};
use mergemaker_bots::Budget;
use mergemaker_engine::{Money, Rules};
use mergemaker_record::display_name;
use serde::Serialize;

use super::Plan;
use crate::text::{
    FAINT, Line, PLAIN, STRONG, Table, columns, counted, cut_inside, grouped, indented, width,
};

/// The results of a contest.
pub(super) struct Report<'a> {
    plan: &'a Plan<'a>,
    games: u64,
    deals: u64,
    /// In the order the bots were named.
    standings: Vec<Standing>,
    /// Strongest first.
    by_strength: Vec<Standing>,
    pairings: Vec<Pairing>,
}

impl<'a> Report<'a> {
    /// The report on the games played so far.
    pub(super) fn new(plan: &'a Plan<'a>, tally: &Tally) -> Report<'a> {
        let standings = tally.standings();
        let mut by_strength = standings.clone();
        by_strength.sort_by(|one, other| other.rating.total_cmp(&one.rating));
        let (games, deals, pairings) = (tally.games(), tally.deals(), tally.pairings());
        Report { plan, games, deals, standings, by_strength, pairings }
    }

    /// The standings, strongest first.
    pub(super) fn by_strength(&self) -> &[Standing] {
        &self.by_strength
    }

    /// Whether some games were not played.
    pub(super) fn is_interrupted(&self) -> bool {
        self.deals < self.plan.deals
    }

    /// The message about games that were not played.
    pub(super) fn interruption(&self) -> String {
        let played = format!("interrupted after {}", self.played());
        match &self.plan.args.records {
            None => played,
            Some(path) => format!("{played}; their records are in {}", path.display()),
        }
    }

    /// How many of the planned games were played.
    fn played(&self) -> String {
        format!("{} of {}", grouped(self.games), counted(self.plan.games(), "game"))
    }

    /// Whether the output must be reproducible, and so contain no times.
    fn is_reproducible(&self) -> bool {
        self.plan.args.work.is_some()
    }

    /// The times per decision, if they are not part of the report.
    pub(super) fn times_note(&self) -> Option<String> {
        let words = |standing: &Standing| {
            Some(format!("{}: {} µs", display_name(&standing.bot), time(standing.us_per_decision?)))
        };
        let times: Vec<String> = self.by_strength.iter().filter_map(words).collect();
        let is_wanted = self.is_reproducible() && !times.is_empty();
        is_wanted.then(|| format!("mean time per decision: {}", times.join(", ")))
    }

    /// A one-line description of the contest.
    pub(super) fn title(&self) -> String {
        self.words().map(|(name, word)| format!("{name}{word}")).join(" · ")
    }

    /// The parts of the description: labels and values.
    fn words(&self) -> [(&'static str, String); 5] {
        let planned = counted(self.plan.games(), "game");
        let games = if self.is_interrupted() { self.played() } else { planned };
        let players = counted(self.plan.players() as u64, "player");
        [
            ("", format!("{games} of {players}")),
            ("", counted(self.deals, "deal")),
            ("rules ", self.plan.args.table.in_words()),
            ("seed ", self.plan.args.seed.to_string()),
            match self.plan.budget {
                Budget::Work { units } => ("work ", grouped(units.into())),
                Budget::Time { limit } => ("thinking ", format!("{} ms", grouped(limit.as_millis() as u64))),
            },
        ]
    }

    /// The description in as few lines as possible.
    fn head(&self, columns: usize) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        for (name, word) in self.words() {
            let item = Line::new(FAINT, name).and(STRONG, word);
            match lines.last_mut().filter(|line| line.width() + 3 + item.width() <= columns) {
                Some(line) => {
                    line.push(FAINT, " · ");
                    line.append(item);
                }
                None => lines.push(item),
            }
        }
        lines
    }

    /// The report as text.
    pub(super) fn lines(&self) -> Vec<Line> {
        let columns = columns(None);
        let mut lines = self.head(columns);
        lines.push(Line::default());
        lines.extend(indented(2, self.standings_table(columns)));
        lines.extend(self.notes().into_iter().flat_map(|note| indented(2, note.broken(columns - 2))));
        lines.push(Line::default());
        lines.extend(indented(2, self.seats_table(columns)));
        if self.by_strength.len() > 1 {
            lines.push(Line::default());
            lines.extend(indented(2, self.pairings_table(columns)));
        }
        lines
    }

    fn standings_table(&self, columns: usize) -> Vec<Line> {
        /// The width of everything but the names.
        const FIGURES: usize = 60;
        let mut table = Table::new("lrrrrrr");
        let times = usize::from(!self.is_reproducible());
        let head = ["", "win", "95%", "mean", "mean", "", "µs per"];
        table.head(head.into_iter().take(6 + times));
        let head = ["bot", "share", "interval", "rank", "money", "rating", "decision"];
        table.head(head.into_iter().take(6 + times));
        for standing in &self.by_strength {
            let seats = self.plan.names().iter().filter(|name| **name == standing.bot).count();
            let mut name = Line::new(STRONG, shown(&standing.bot, columns - FIGURES));
            if seats > 1 {
                name.push(FAINT, format!(" ×{seats}"));
            }
            let money = Money(standing.mean_money.round() as u32).to_string();
            let rating = format!("{:.1} ± {:.1}", standing.rating, standing.rating_uncertainty);
            let mut row = vec![
                name,
                Line::new(STRONG, per_cent(standing.win_share)),
                format!("{:.1}–{}", 100.0 * standing.win_low, per_cent(standing.win_high)).into(),
                format!("{:.2}", standing.mean_rank).into(),
                money.into(),
                rating.into(),
            ];
            if !self.is_reproducible() {
                row.push(standing.us_per_decision.map_or("–".into(), time).into());
            }
            table.row(row);
        }
        table.lines()
    }

    /// Notes on the table of standings.
    fn notes(&self) -> Vec<Line> {
        let par = per_cent(1.0 / self.plan.players() as f64);
        let mut notes = vec![Line::new(
            FAINT,
            format!("wins are counted for each seat held; par is {par}, ratings start at 25"),
        )];
        for standing in &self.by_strength {
            if let Some(first) = &standing.first_fault {
                let (name, faults) = (display_name(&standing.bot), counted(standing.faults, "fault"));
                let each = if standing.faults == 1 { "it" } else { "each" };
                notes.push(
                    Line::new(STRONG, format!("{name} made {faults}"))
                        .and(PLAIN, format!(" (first: {first}); a fallback move was made for {each}")),
                );
            }
        }
        notes
    }

    fn seats_table(&self, columns: usize) -> Vec<Line> {
        let players = self.plan.players();
        let mut table = Table::new(&format!("l{}", "r".repeat(players)));
        let numbers = (0..players).map(|seat| seat.to_string());
        table.head(std::iter::once("win share by seat".to_owned()).chain(numbers));
        for standing in &self.by_strength {
            let shares = standing.win_share_by_seat.iter().map(|&share| per_cent(share));
            table.row(std::iter::once(shown(&standing.bot, columns - 2 - 8 * players)).chain(shares));
        }
        table.lines()
    }

    /// How often the row's bot finished ahead of the column's. If the names are too long for headings, rows
    /// and columns are numbered.
    fn pairings_table(&self, columns: usize) -> Vec<Line> {
        const CORNER: &str = "% ahead of";
        /// The longest name that is used as a heading.
        const LONGEST_HEAD: usize = 12;
        let bots = &self.by_strength;
        let names: Vec<String> = bots.iter().map(|standing| display_name(&standing.bot)).collect();
        let longest = names.iter().map(|name| width(name)).max().unwrap_or(0);
        let heads: usize = names.iter().map(|name| 2 + width(name).max("100.0".len())).sum();
        let is_numbered = longest > LONGEST_HEAD || 2 + longest.max(CORNER.len()) + heads > columns;
        let number = |index: usize| format!("{:>1$}", index + 1, bots.len().to_string().len());
        let head = |(index, name): (usize, &String)| if is_numbered { number(index) } else { name.clone() };
        // With many bots, drop the decimals to save space.
        let (decimals, cell) = if bots.len() > 8 { (0, 5) } else { (1, 6) };
        let mut table = Table::new(&format!("l{}", "r".repeat(bots.len())));
        table.head(std::iter::once(CORNER.to_owned()).chain(names.iter().enumerate().map(head)));
        for (index, standing) in bots.iter().enumerate() {
            let name = &names[index];
            let label = if is_numbered { format!("{} {name}", number(index)) } else { name.clone() };
            let mut row = vec![Line::from(cut_inside(&label, columns - 2 - cell * bots.len()))];
            row.extend(bots.iter().map(|other| match self.pairing(standing, other) {
                Some(pairing) => format!("{:.decimals$}", 100.0 * pairing.ahead).into(),
                None => Line::new(FAINT, "–"),
            }));
            table.row(row);
        }
        table.lines()
    }

    /// The result of one bot against another, if they have met.
    fn pairing(&self, one: &Standing, other: &Standing) -> Option<&Pairing> {
        let is_meant = |pairing: &&Pairing| pairing.bot == one.bot && pairing.against == other.bot;
        self.pairings.iter().find(is_meant).filter(|pairing| pairing.meetings > 0)
    }

    /// The report as JSON.
    pub(super) fn document(&self) -> Document<'_> {
        let mut results = self.standings.clone();
        if self.is_reproducible() {
            for standing in &mut results {
                standing.us_per_decision = None;
            }
        }
        Document {
            games: self.games,
            deals: self.deals,
            players: self.plan.players(),
            rules: *self.plan.table.rules(),
            seed: self.plan.args.seed,
            budget: Allowance::new(self.plan.budget),
            interrupted: self.is_interrupted(),
            results,
            pairings: &self.pairings,
        }
    }
}

/// The results of a contest, as JSON.
#[derive(Serialize)]
pub(super) struct Document<'a> {
    games: u64,
    deals: u64,
    players: usize,
    rules: Rules,
    seed: u64,
    budget: Allowance,
    interrupted: bool,
    /// In the order the bots were named.
    results: Vec<Standing>,
    pairings: &'a [Pairing],
}

/// The budget per decision, as JSON: one of the two is null.
#[derive(Serialize)]
struct Allowance {
    work: Option<u32>,
    think_ms: Option<u64>,
}

impl Allowance {
    fn new(budget: Budget) -> Allowance {
        match budget {
            Budget::Work { units } => Allowance { work: Some(units), think_ms: None },
            Budget::Time { limit } => Allowance { work: None, think_ms: Some(limit.as_millis() as u64) },
        }
    }
}

/// A displayable name, cut to a width.
fn shown(name: &str, columns: usize) -> String {
    cut_inside(&display_name(name), columns)
}

fn per_cent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}

/// Microseconds, rounded to significant digits.
fn time(microseconds: f64) -> String {
    if microseconds < 100.0 { format!("{microseconds:.1}") } else { grouped(microseconds.round() as u64) }
}
