//! A chart of a rating over time, as the shapes of a picture.

/// A chart of a rating over time.
#[derive(Clone, PartialEq, Debug)]
pub struct Chart {
    /// The line, as the points of an SVG polyline.
    pub line: String,
    /// The point of each game.
    pub dots: Vec<(f64, f64)>,
    /// The grid lines: the height and value of each.
    pub rows: Vec<(f64, f64)>,
}

/// The width of the picture.
pub const WIDTH: f64 = 360.0;
/// The height of the picture.
pub const HEIGHT: f64 = 160.0;
/// The left edge of the plot, right of the labels.
pub const LEFT: f64 = 32.0;
const EDGE: f64 = 10.0;
/// The number of games from which single ones are no longer marked.
const MANY: usize = 60;
/// The most steps between the lowest and the highest rating.
const MOST_ROWS: u8 = 4;

impl Chart {
    /// Draws times in milliseconds and ratings, oldest first. None without points.
    ///
    /// ```
    /// use mergemaker_web::people::chart::Chart;
    /// let chart = Chart::of(&[(0, 25.0), (1_000, 27.5)]).unwrap();
    /// assert_eq!(chart.dots.len(), 2);
    /// assert!(Chart::of(&[]).is_none());
    /// ```
    #[must_use]
    pub fn of(points: &[(i64, f64)]) -> Option<Chart> {
        let (first, last) = (points.first()?.0, points.last()?.0);
        let least = points.iter().map(|point| point.1).fold(f64::INFINITY, f64::min);
        let most = points.iter().map(|point| point.1).fold(f64::NEG_INFINITY, f64::max);
        let step = step_for(most - least);
        // Round to whole steps: the first and last grid lines are the edges.
        let bottom = ((least / step).floor() * step).min(most - step);
        let top = ((most / step).ceil() * step).max(bottom + step);
        // Seconds since the first game: a lifetime of them fits.
        let since = |at: i64| f64::from(i32::try_from((at - first) / 1_000).unwrap_or(i32::MAX));
        let span = since(last);
        let x = |at: i64| {
            let share = if span > 0.0 { since(at) / span } else { 0.5 };
            LEFT + EDGE + share * (WIDTH - LEFT - 2.0 * EDGE)
        };
        let y = |rating: f64| EDGE + (top - rating) / (top - bottom) * (HEIGHT - 2.0 * EDGE);
        let places: Vec<(f64, f64)> = points.iter().map(|&(at, rating)| (x(at), y(rating))).collect();
        let line: Vec<String> = places.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let values = (0..=MOST_ROWS + 2).map(|row| bottom + f64::from(row) * step);
        let values = values.take_while(|value| *value < top + step / 2.0);
        Some(Chart {
            line: line.join(" "),
            dots: if places.len() < MANY { places } else { Vec::new() },
            rows: values.map(|value| (y(value), value)).collect(),
        })
    }
}

/// The distance between grid lines: a round number that needs few lines.
fn step_for(span: f64) -> f64 {
    [1.0, 2.0, 5.0, 10.0, 20.0].into_iter().find(|step| span / step <= f64::from(MOST_ROWS)).unwrap_or(50.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_is_in_the_picture_and_in_order() {
        for points in [
            vec![(5, 25.0)],
            vec![(5, 25.0), (5, 26.2)],
            vec![(0, 25.0), (10_000, 27.6), (40_000, 22.1), (100_000, 31.9)],
            (0..200).map(|game| (i64::from(game) * 5_000, f64::from(game) / 3.0)).collect(),
            vec![(0, -3.0), (9, -3.0)],
        ] {
            let chart = Chart::of(&points).unwrap();
            assert!((2..=6).contains(&chart.rows.len()), "{} rows for {points:?}", chart.rows.len());
            let read = |text: &str| text.parse::<f64>().unwrap();
            let places: Vec<(f64, f64)> = chart
                .line
                .split(' ')
                .map(|place| place.split_once(',').map(|(x, y)| (read(x), read(y))).unwrap())
                .collect();
            assert_eq!(places.len(), points.len());
            assert!(places.iter().all(|(x, y)| (LEFT..=WIDTH).contains(x) && (0.0..=HEIGHT).contains(y)));
            assert!(places.is_sorted_by(|one, other| one.0 <= other.0));
            let (low, high) = (chart.rows[0], chart.rows[chart.rows.len() - 1]);
            assert!(low.0 > high.0, "higher ratings are higher up");
            assert!(points.iter().all(|(_, rating)| (low.1..=high.1).contains(rating)), "{points:?}");
        }
    }
}
