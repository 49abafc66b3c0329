//! A whole game as text for a reader: turn by turn, each payment explained, the final scoring.

use mergemaker_engine::{Event, Game, Money, Payout, Seat, Theme};

use crate::describe::{victory_words, what_happened};
use crate::explain::explain;
use crate::name::{Names, and_list, plural, tile_list};
use crate::{Moment, Record, RecordError};

/// The whole game as readable text, its chains called as in the theme. It shows everything, hands
/// included.
///
/// ```
/// use mergemaker_engine::Theme;
/// # use mergemaker_engine::{Game, Preset, Rules, Table};
/// # use mergemaker_record::{Deck, Recorder, Seed};
/// # let (mut deck, mut recorder) = (Deck::new(&Seed::for_simulation(7, 1)), Recorder::new());
/// # let game = Game::start(Table::new(Rules::of(Preset::Classic), 2)?, &mut deck, &mut recorder);
/// # let record = recorder.finish(&game, vec!["Ann".into(), "Bob".into()], None);
/// let text = mergemaker_record::transcript(&record, Theme::Hotels)?;
/// assert!(text.starts_with("Acquire for 2 players, rules: classic\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn transcript(record: &Record, theme: Theme) -> Result<String, RecordError> {
    let replay = record.replay()?;
    let names = &Names::new(&record.players, theme);
    let mut text = Text::default();
    text.heading(&format!("Acquire for {} players, rules: {}", record.players.len(), record.rules.preset()));
    text.line(&options_words(record));
    text.heading("Set-up");
    let mut turn = Turn { number: 0, player: None };
    for moment in replay.moments() {
        if let Some(player) = turn.begins(&moment.event) {
            let game = &moment.before;
            if turn.number == 1 {
                text.line(&format!("{} starts: that start tile is closest to 1A", names.player(player)));
            }
            let (name, cash) = (names.player(player), game.cash(player));
            let shares: Vec<String> = game
                .shares(player)
                .iter()
                .map(|(chain, count)| format!("{count} {}", names.chain(chain)))
                .collect();
            let shares = if shares.is_empty() { "no shares".to_string() } else { and_list(&shares) };
            text.heading(&format!("Turn {}: {name}, with {cash} and {shares}", turn.number));
            text.line(&format!("Hand: {}", tile_list(game.hand(player).iter())));
        }
        tell(&mut text, moment, names);
    }
    match (replay.game().outcome(), replay.game().to_act()) {
        (Some(_), _) => standing(&mut text, replay.game(), names),
        (None, Some(seat)) => {
            text.heading("The game goes on");
            let due = replay.game().phase().words();
            text.line(&format!("It waits for {due} by {}", names.player(seat)));
        }
        (None, None) => {}
    }
    Ok(text.0)
}

/// Lines under headings.
#[derive(Default)]
struct Text(String);

impl Text {
    fn heading(&mut self, text: &str) {
        if !self.0.is_empty() {
            self.0.push('\n');
        }
        self.0.push_str(text);
        self.0.push('\n');
    }

    fn line(&mut self, text: &str) {
        self.0.push_str("  ");
        self.0.push_str(text);
        self.0.push('\n');
    }

    /// Lines that belong to the line before.
    fn more(&mut self, lines: impl IntoIterator<Item = String>) {
        for line in lines {
            self.line(&format!("  {line}"));
        }
    }
}

/// Whose turn the transcript is in.
struct Turn {
    number: usize,
    player: Option<Seat>,
}

impl Turn {
    /// Whose turn begins with this event, if one does.
    fn begins(&mut self, event: &Event) -> Option<Seat> {
        let player = event.opens_turn_of()?;
        // Two turns in a row are never the same player's.
        if self.player == Some(player) {
            return None;
        }
        *self = Turn { number: self.number + 1, player: Some(player) };
        Some(player)
    }
}

fn tell(text: &mut Text, moment: &Moment, names: &Names<'_>) {
    let bonuses = moment.game.rules().options().bonuses;
    text.line(&what_happened(moment, names));
    for payout in &moment.payouts {
        let mut lines = explain(payout, bonuses, names).into_iter();
        text.more(lines.next());
        text.more(lines.map(|line| format!("  {line}")));
        if matches!(moment.event, Event::End { .. }) {
            text.more(sales(payout, &moment.game, names).map(|line| format!("  {line}")));
        }
    }
}

/// What the shares of a chain bring at the end (E4).
fn sales<'a>(
    payout: &'a Payout,
    game: &Game,
    names: &'a Names<'a>,
) -> impl Iterator<Item = String> + use<'a> {
    game.seats().filter_map(move |seat| {
        let (shares, sale) = (*payout.shares.get(seat.index())?, payout.sale(seat));
        let sold = || {
            let shares = plural(shares.into(), "share");
            format!("{} sells {shares} at {}: {sale}", names.player(seat), payout.price)
        };
        (sale > Money::ZERO).then(sold)
    })
}

fn standing(text: &mut Text, game: &Game, names: &Names<'_>) {
    text.heading("Standing");
    let mut seats: Vec<Seat> = game.seats().collect();
    seats.sort_by_key(|&seat| std::cmp::Reverse(game.cash(seat)));
    for &seat in &seats {
        let place = 1 + seats.iter().filter(|&&other| game.cash(other) > game.cash(seat)).count();
        text.line(&format!("{place}. {} {}", names.player(seat), game.cash(seat)));
    }
    text.line(&victory_words(game, names));
}

fn options_words(record: &Record) -> String {
    let part = |(option, value): (&str, &str)| format!("{} {value}", option.replace('_', " "));
    let parts = record.rules.options().values().map(part);
    format!("Options: {}", parts.join(", "))
}
