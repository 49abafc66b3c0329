//! A whole game as readable text: turn by turn, with each payment explained and the final scoring.

use std::cmp::Reverse;

use mergemaker_engine::{Bundle, Event, Game, Money, Seat, Theme};
use mergemaker_record::{Moment, Record, RecordError};

use crate::{Language, Names, Narrator, Words, money};

/// The whole game as readable text, with the theme's names for chains. It shows everything, even hands.
///
/// ```
/// use mergemaker_engine::Theme;
/// use mergemaker_voice::{Language, transcript};
/// # use mergemaker_engine::{Game, Preset, Rules, Table};
/// # use mergemaker_record::{Deck, Recorder, Seed};
/// # let (mut deck, mut recorder) = (Deck::new(&Seed::for_simulation(7, 1)), Recorder::new());
/// # let game = Game::start(Table::new(Rules::of(Preset::Classic), 2)?, &mut deck, &mut recorder);
/// # let record = recorder.finish(&game, vec!["Ann".into(), "Bob".into()], None);
/// let text = transcript(&record, Theme::Hotels, Language::English)?;
/// assert!(text.starts_with("Acquire for 2 players, rules: Classic\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn transcript(record: &Record, theme: Theme, language: Language) -> Result<String, RecordError> {
    let replay = record.replay()?;
    let words = &Words::new(language);
    let bonuses = record.rules.options().bonuses;
    let narrator = Narrator { bonuses, ..Narrator::new(words, Names::new(&record.players, theme, words)) };
    let mut text = Text::default();
    let rules = ("rules", words.say(&format!("preset-{}", record.rules.preset().id())).into());
    text.heading(&words.fill("transcript", &[("players", record.players.len().into()), rules]));
    for (option, value) in record.rules.options().values() {
        let value = words.say(&format!("option-{option}-{value}"));
        let args = [("name", words.say(&format!("option-{option}")).into()), ("value", value.into())];
        text.line(&words.fill("transcript-option", &args));
    }
    text.heading(&words.say("transcript-set-up"));
    let mut turn = Turn { number: 0, player: None };
    for moment in replay.moments() {
        if let Some(player) = turn.begins(&moment.event) {
            if turn.number == 1 {
                let who = ("player", narrator.player(player).into());
                text.line(&words.fill("transcript-starts", &[who]));
            }
            write_turn_heading(&mut text, &turn, player, moment.before(), &narrator);
        }
        write_event(&mut text, moment, &narrator);
    }
    match (replay.game().outcome(), replay.game().to_act()) {
        (Some(_), _) => write_standings(&mut text, replay.game(), &narrator),
        (None, Some(seat)) => {
            text.heading(&words.say("transcript-goes-on"));
            let phase = ("phase", narrator.awaited(replay.game()).into());
            text.line(&words.fill("transcript-waits", &[("player", narrator.player(seat).into()), phase]));
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
}

/// The current turn of the transcript.
struct Turn {
    number: usize,
    player: Option<Seat>,
}

impl Turn {
    /// The player whose turn begins with this event, if one begins.
    fn begins(&mut self, event: &Event) -> Option<Seat> {
        let player = event.opens_turn_of()?;
        // The same player never has two turns in a row.
        if self.player == Some(player) {
            return None;
        }
        *self = Turn { number: self.number + 1, player: Some(player) };
        Some(player)
    }
}

/// Writes whose turn it is, with their money, shares and hand.
fn write_turn_heading(text: &mut Text, turn: &Turn, player: Seat, game: &Game, narrator: &Narrator<'_>) {
    let words = narrator.words;
    let shares = Bundle { cash: Money::ZERO, shares: game.shares(player) };
    let shares = if shares == Bundle::default() {
        words.say("transcript-no-shares")
    } else {
        narrator.bundle(&shares)
    };
    let args = [
        ("number", turn.number.into()),
        ("player", narrator.player(player).into()),
        ("cash", money(game.cash(player)).into()),
        ("shares", shares.into()),
    ];
    text.heading(&words.fill("transcript-turn", &args));
    let tiles = narrator.tiles(game.hand(player).iter());
    text.line(&words.fill("transcript-hand", &[("tiles", tiles.into())]));
}

/// Writes what happened in an event, and below it who is paid what and why.
fn write_event(text: &mut Text, moment: &Moment, narrator: &Narrator<'_>) {
    text.line(&narrator.sentence(moment));
    for payout in &moment.payouts {
        let lines = narrator.payout(payout).into_iter().chain(narrator.sales(payout));
        for (index, line) in lines.enumerate() {
            text.line(&format!("{}{line}", if index == 0 { "  " } else { "    " }));
        }
    }
}

fn write_standings(text: &mut Text, game: &Game, narrator: &Narrator<'_>) {
    text.heading(&narrator.words.say("transcript-standing"));
    let mut seats: Vec<Seat> = game.seats().collect();
    seats.sort_by_key(|&seat| Reverse(game.cash(seat)));
    for &seat in &seats {
        let place = 1 + seats.iter().filter(|&&other| game.cash(other) > game.cash(seat)).count();
        text.line(&format!("{place}. {} {}", narrator.player(seat), game.cash(seat)));
    }
    text.line(&narrator.victory(game));
}
