//! A whole game as text for a reader: turn by turn, each payment explained, the final scoring.

use std::cmp::Reverse;

use mergemaker_engine::{Bundle, Event, Game, Money, Payout, Seat, Theme};
use mergemaker_record::{Moment, Record, RecordError};

use crate::{Language, Names, Narrator, Words, money};

/// The whole game as readable text, its chains called as in the theme. It shows everything, hands included.
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
/// assert!(text.starts_with("Acquire for 2 players, rules: classic\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn transcript(record: &Record, theme: Theme, language: Language) -> Result<String, RecordError> {
    let replay = record.replay()?;
    let words = &Words::new(language);
    let bonuses = record.rules.options().bonuses;
    let narrator = Narrator { bonuses, ..Narrator::new(words, Names::new(&record.players, theme, words)) };
    let mut text = Text::default();
    let rules = ("rules", record.rules.preset().id().into());
    text.heading(&words.fill("transcript", &[("players", record.players.len().into()), rules]));
    let option = |(option, value): (&str, &str)| {
        let (name, value) = (format!("option-{option}"), format!("option-{option}-{value}"));
        words.fill(
            "transcript-option",
            &[("name", words.say(&name).into()), ("value", words.say(&value).into())],
        )
    };
    let options: Vec<String> = record.rules.options().values().map(option).into();
    text.line(&words.fill("transcript-options", &[("options", options.join("; ").into())]));
    text.heading(&words.say("transcript-set-up"));
    let mut turn = Turn { number: 0, player: None };
    for moment in replay.moments() {
        if let Some(player) = turn.begins(&moment.event) {
            if turn.number == 1 {
                let who = ("player", narrator.player(player).into());
                text.line(&words.fill("transcript-starts", &[who]));
            }
            heading_of(&mut text, &turn, player, moment.before(), &narrator);
        }
        happened(&mut text, moment, &narrator);
    }
    match (replay.game().outcome(), replay.game().to_act()) {
        (Some(_), _) => standing(&mut text, replay.game(), &narrator),
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

/// Whose turn it is, what they have, and their hand.
fn heading_of(text: &mut Text, turn: &Turn, player: Seat, game: &Game, narrator: &Narrator<'_>) {
    let words = narrator.words;
    let shares = Bundle { cash: Money::ZERO, shares: game.shares(player) };
    let shares = if shares == Bundle::default() {
        words.say("transcript-no-shares")
    } else {
        narrator.bundle(&shares)
    };
    let gaps = [
        ("number", turn.number.into()),
        ("player", narrator.player(player).into()),
        ("cash", money(game.cash(player)).into()),
        ("shares", shares.into()),
    ];
    text.heading(&words.fill("transcript-turn", &gaps));
    let tiles = narrator.tiles(game.hand(player).iter());
    text.line(&words.fill("transcript-hand", &[("tiles", tiles.into())]));
}

/// What happened in an event, and below it who is paid what and why.
fn happened(text: &mut Text, moment: &Moment, narrator: &Narrator<'_>) {
    text.line(&narrator.sentence(moment));
    for payout in &moment.payouts {
        let mut lines = narrator.payout(payout);
        if let Event::End { .. } = moment.event {
            lines.extend(sales(payout, &moment.game, narrator));
        }
        for (index, line) in lines.iter().enumerate() {
            text.line(&format!("{}{line}", if index == 0 { "  " } else { "    " }));
        }
    }
}

/// What the shares of a chain are sold for at the end (E4).
fn sales(payout: &Payout, game: &Game, narrator: &Narrator<'_>) -> Vec<String> {
    let sold = |seat: Seat| {
        let (shares, sale) = (*payout.shares.get(seat.index())?, payout.sale(seat));
        let gaps = [
            ("player", narrator.player(seat).into()),
            ("count", shares.into()),
            ("price", money(payout.price).into()),
            ("cash", money(sale).into()),
        ];
        (sale > Money::ZERO).then(|| narrator.words.fill("transcript-sale", &gaps))
    };
    game.seats().filter_map(sold).collect()
}

fn standing(text: &mut Text, game: &Game, narrator: &Narrator<'_>) {
    text.heading(&narrator.words.say("transcript-standing"));
    let mut seats: Vec<Seat> = game.seats().collect();
    seats.sort_by_key(|&seat| Reverse(game.cash(seat)));
    for &seat in &seats {
        let place = 1 + seats.iter().filter(|&&other| game.cash(other) > game.cash(seat)).count();
        text.line(&format!("{place}. {} {}", narrator.player(seat), game.cash(seat)));
    }
    text.line(&narrator.victory(game));
}
