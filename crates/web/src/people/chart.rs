//! How a rating went, as the shapes of a picture.

/// The picture of a rating over time.
#[derive(Clone, PartialEq, Debug)]
pub struct Chart {
    /// The line, as the points of an SVG polyline.
    pub line: String,
    /// Where each game is on it.
    pub dots: Vec<(f64, f64)>,
    /// The lines to read values from: where each is, and its value.
    pub rows: Vec<(f64, f64)>,
}

/// The size of the picture, and the room around the line.
pub const WIDTH: f64 = 360.0;
/// How high the picture is.
pub const HEIGHT: f64 = 160.0;
/// Where the line begins, right of the values.
pub const LEFT: f64 = 32.0;
const EDGE: f64 = 10.0;
/// From how many games on single ones are no longer marked.
const MANY: usize = 60;
/// How many steps from the least to the most.
const MOST_ROWS: u8 = 4;

impl Chart {
    /// The picture of times, in milliseconds, and ratings, the oldest first; none where there is nothing to draw.
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
        // Whole steps below and above, so that the first and the last row are the edges.
        let bottom = ((least / step).floor() * step).min(most - step);
        let top = ((most / step).ceil() * step).max(bottom + step);
        // Seconds since the first game: there are not more of them in a lifetime.
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

/// The distance of the rows: a round number, so that there are few of them.
fn step_for(span: f64) -> f64 {
    [1.0, 2.0, 5.0, 10.0, 20.0].into_iter().find(|step| span / step <= f64::from(MOST_ROWS)).unwrap_or(50.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_within_the_picture_and_later_ones_are_right_of_it() {
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
            assert!(low.0 > high.0, "more is higher");
            assert!(points.iter().all(|(_, rating)| (low.1..=high.1).contains(rating)), "{points:?}");
        }
    }
}
