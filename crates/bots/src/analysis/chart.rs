//! The chart of a game: win probabilities and net worths, from the first decision to the end.

use mergemaker_engine::{Game, Money, Seat};
use mergemaker_record::Replay;

use super::{Judgement, Mark};
use crate::svg::{Point, Svg};

const WIDTH: u32 = 960;
const HEIGHT: u32 = 640;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 790.0;

/// The colours of six players. They also differ in lightness and dash pattern.
const LIGHT: &str = "\
.line{stroke-width:2}.p0{stroke:#0b61c4}.p1{stroke:#c2410c;stroke-dasharray:7 3}\
.p2{stroke:#157f3b;stroke-dasharray:2 3}.p3{stroke:#7c3aed;stroke-dasharray:10 3 2 3}\
.p4{stroke:#b3156b;stroke-dasharray:4 4}.p5{stroke:#566070;stroke-dasharray:12 4}\
.mistake{fill:#d97706}.blunder{fill:#c81e1e}";
const DARK: &str = "\
.p0{stroke:#6cb2ff}.p1{stroke:#ff9a5c}.p2{stroke:#5fd38a}.p3{stroke:#b79cff}.p4{stroke:#ff7bb8}\
.p5{stroke:#b4bdc9}.mistake{fill:#f5b041}.blunder{fill:#ff6b6b}";

/// The text of a chart, in some language.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ChartLabels {
    /// The title, for screen readers.
    pub title: String,
    /// A description, for screen readers.
    pub description: String,
    /// The heading of the win probabilities.
    pub chances: String,
    /// The heading of the net worths.
    pub worth: String,
    /// The word for a mistake.
    pub mistake: String,
    /// The word for a blunder.
    pub blunder: String,
    /// The label below the first event.
    pub first_event: String,
    /// The label below the last event.
    pub last_event: String,
    /// The names of the players, in seat order.
    pub players: Vec<String>,
}

/// Draws a judged game: win probabilities with mistakes and blunders above, net worths below.
///
/// ```
/// # use mergemaker_engine::{Dice, Game, Preset, Rules, Table};
/// # use mergemaker_record::{Deck, Recorder, Seed};
/// # let (mut deck, mut recorder) = (Deck::new(&Seed::for_simulation(7, 1)), Recorder::new());
/// # let mut game = Game::start(Table::new(Rules::of(Preset::Classic), 2)?, &mut deck, &mut recorder);
/// # game.play_randomly(&mut Dice::new(1), &mut deck, &mut recorder);
/// # let record = recorder.finish(&game, vec!["first".into(), "second".into()], None);
/// use mergemaker_bots::{ChartLabels, chart};
/// let labels = ChartLabels { players: record.players.clone(), ..ChartLabels::default() };
/// let svg = chart(&record.replay()?, &[], &labels);
/// assert!(svg.starts_with("<svg"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn chart(replay: &Replay, judgements: &[Judgement], labels: &ChartLabels) -> String {
    let end = replay.game();
    let events = replay.moments().len().max(2);
    let x = |event: usize| LEFT + (RIGHT - LEFT) * (event - 1) as f64 / (events - 1) as f64;
    let mut svg = Svg::new(WIDTH, HEIGHT, &labels.title, &labels.description);
    svg.style(LIGHT, DARK);

    let chances = Panel { top: 50.0, bottom: 300.0, most: 1.0 };
    svg.text((LEFT, 30.0), "strong", &labels.chances);
    for tenths in [0, 25, 50, 75, 100] {
        chances.rule(&mut svg, f64::from(tenths) / 100.0, &format!("{tenths} %"));
    }
    let curve = |seat: Seat| chance_curve(end, judgements, seat, events);
    draw_players(&mut svg, &chances, end, labels, &x, curve, |chance| format!("{:.0} %", 100.0 * chance));
    for judgement in judgements {
        let class = match judgement.mark {
            Mark::Best | Mark::Inaccuracy => continue,
            Mark::Mistake => "mistake",
            Mark::Blunder => "blunder",
        };
        let chance = judgement.after[judgement.player.index()];
        svg.circle((x(judgement.event), chances.y(chance.into())), 4.0, class);
    }
    svg.circle((RIGHT - 160.0, 26.0), 4.0, "mistake");
    svg.text((RIGHT - 150.0, 30.0), "faint", &labels.mistake);
    svg.circle((RIGHT - 72.0, 26.0), 4.0, "blunder");
    svg.text((RIGHT - 62.0, 30.0), "faint", &labels.blunder);

    let worths: Vec<Vec<(usize, f64)>> = end.seats().map(|seat| worth_curve(replay, seat)).collect();
    let most = worths.iter().flatten().map(|&(_, worth)| worth).fold(10_000.0, f64::max);
    let step = if most > 40_000.0 { 20_000 } else { 10_000 };
    let worth = Panel { top: 370.0, bottom: 600.0, most };
    svg.text((LEFT, 350.0), "strong", &labels.worth);
    for line in (0..).map(|line| line * step).take_while(|&dollars| f64::from(dollars) <= most) {
        worth.rule(&mut svg, f64::from(line), &Money(line).to_string());
    }
    draw_players(
        &mut svg,
        &worth,
        end,
        labels,
        &x,
        |seat| worths[seat.index()].clone(),
        |dollars| Money((dollars / 100.0).round() as u32 * 100).to_string(),
    );
    svg.text((LEFT, 622.0), "faint", &labels.first_event);
    svg.text((RIGHT, 622.0), "faint end", &labels.last_event);
    svg.finish()
}

/// The position and scale of one of the two charts.
struct Panel {
    top: f64,
    bottom: f64,
    most: f64,
}

impl Panel {
    fn y(&self, value: f64) -> f64 {
        self.bottom - (self.bottom - self.top) * value / self.most
    }

    /// Draws a grid line at a value, with its label.
    fn rule(&self, svg: &mut Svg, value: f64, label: &str) {
        svg.line((LEFT, self.y(value)), (RIGHT, self.y(value)), "grid");
        svg.text((LEFT - 8.0, self.y(value) + 4.5), "faint end", label);
    }
}

/// Draws each player's curve, with name and last value at its end.
fn draw_players(
    svg: &mut Svg,
    panel: &Panel,
    end: &Game,
    labels: &ChartLabels,
    x: &dyn Fn(usize) -> f64,
    curve: impl Fn(Seat) -> Vec<(usize, f64)>,
    value: impl Fn(f64) -> String,
) {
    let mut ends: Vec<(f64, Seat, String)> = Vec::new();
    for seat in end.seats() {
        let curve = curve(seat);
        let points: Vec<Point> = curve.iter().map(|&(event, value)| (x(event), panel.y(value))).collect();
        svg.polyline(&points, &format!("line p{}", seat.index()));
        let last = curve.last().map_or(0.0, |&(_, value)| value);
        ends.push((panel.y(last), seat, value(last)));
    }
    ends.sort_by(|a, b| a.0.total_cmp(&b.0));
    let heights: Vec<f64> = ends.iter().map(|end| end.0).collect();
    for (y, (_, seat, value)) in spread(&heights, panel.bottom).into_iter().zip(ends) {
        svg.line((RIGHT + 8.0, y), (RIGHT + 28.0, y), &format!("line p{}", seat.index()));
        svg.text((RIGHT + 34.0, y + 4.5), "", &format!("{} {value}", short(&labels.players[seat.index()])));
    }
}

/// Moves overlapping labels down, then up again where they would leave the chart. Positions are sorted from
/// the top.
fn spread(heights: &[f64], bottom: f64) -> Vec<f64> {
    const LINE: f64 = 18.0;
    let mut heights = heights.to_vec();
    for index in 1..heights.len() {
        heights[index] = heights[index].max(heights[index - 1] + LINE);
    }
    let mut limit = bottom;
    for height in heights.iter_mut().rev() {
        *height = height.min(limit);
        limit = *height - LINE;
    }
    heights
}

/// A player's win probability after each decision and, once the game is over, their share of the win.
fn chance_curve(end: &Game, judgements: &[Judgement], seat: Seat, events: usize) -> Vec<(usize, f64)> {
    let start = (1, 1.0 / end.players() as f64);
    let after = judgements.iter().map(|judgement| (judgement.event, judgement.after[seat.index()].into()));
    let mut curve: Vec<(usize, f64)> = std::iter::once(start).chain(after).collect();
    if let Some(outcome) = end.outcome() {
        let won = outcome.winners.contains(&seat);
        curve.push((events, if won { 1.0 / outcome.winners.len() as f64 } else { 0.0 }));
    }
    curve
}

fn worth_curve(replay: &Replay, seat: Seat) -> Vec<(usize, f64)> {
    let moments = replay.moments().iter().enumerate();
    moments.map(|(index, moment)| (index + 1, f64::from(moment.game.net_worth(seat).0))).collect()
}

/// A name cut to fit beside the chart.
fn short(name: &str) -> String {
    const MOST: usize = 12;
    if name.chars().count() <= MOST {
        return name.to_owned();
    }
    name.chars().take(MOST - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_stay_apart_and_on_the_chart() {
        assert_eq!(spread(&[50.0, 299.0, 300.0, 300.0], 300.0), [50.0, 264.0, 282.0, 300.0]);
        assert_eq!(spread(&[50.0, 50.0], 300.0), [50.0, 68.0]);
    }
}
