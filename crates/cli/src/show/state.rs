//! The state to show: one event of one game.

use mergemaker_engine::{Chain, Event, Game, Holder, Money, Outcome, Payout, Position, Seat, Theme, Tile};
use mergemaker_record::{Moment, Record, Replay, position};
use mergemaker_voice::{Names, Narrator, Words};
use serde::Serialize;

use super::log;
use crate::text::{FAINT, Line, PLAIN, STRONG, cut};

/// A game at one event.
pub(super) struct Screen<'a> {
    pub(super) theme: Theme,
    /// The narrator, with the players' names.
    pub(super) narrator: Narrator<'a>,
    /// The events up to the one shown; never empty.
    pub(super) moments: &'a [Moment],
    /// The game after the last of them and the skipped decisions without an event.
    game: &'a Game,
    /// Whether another decision without an event follows.
    has_more: bool,
    /// The number of events in the game.
    events: usize,
    /// The number of the game in its file.
    number: u64,
}

impl<'a> Screen<'a> {
    /// The game after event number `event` and `then` more decisions without an event. `None` if there are
    /// fewer.
    pub(super) fn new(
        record: &Record,
        replay: &'a Replay,
        (theme, words): (Theme, &'a Words),
        number: u64,
        (event, then): (usize, usize),
    ) -> Option<Self> {
        let names = Names::new(&record.players, theme, words);
        let seats = Seat::all(record.players.len());
        let names = Names::ready(seats.map(|seat| cut(names.player(seat), 32)).collect(), theme);
        let bonuses = record.rules.options().bonuses;
        Some(Screen {
            theme,
            narrator: Narrator { bonuses, ..Narrator::new(words, names) },
            moments: &replay.moments()[..event],
            game: replay.game_after(event, then)?,
            has_more: replay.game_after(event, then + 1).is_some(),
            events: replay.moments().len(),
            number,
        })
    }

    /// The event shown.
    pub(super) fn moment(&self) -> &'a Moment {
        self.moments.last().expect("a screen has at least one event")
    }

    /// The game to show.
    pub(super) fn game(&self) -> &'a Game {
        self.game
    }

    /// The name of a chain.
    pub(super) fn chain(&self, chain: Chain) -> &'static str {
        self.narrator.chain(chain)
    }

    /// The name of a player.
    pub(super) fn name(&self, seat: Seat) -> &str {
        self.narrator.names.player(seat)
    }

    /// The last tile placed on the board.
    pub(super) fn last_tile(&self) -> Option<Tile> {
        self.moments.iter().rev().find_map(|moment| match moment.event {
            Event::Place { tile, .. } | Event::StartTile { tile, .. } => Some(tile),
            _ => None,
        })
    }

    /// The title: game and event.
    pub(super) fn title(&self) -> Line {
        let gaps = [
            ("game", self.number.into()),
            ("event", self.moments.len().into()),
            ("events", self.events.into()),
            ("rules", self.game().rules().preset().id().into()),
        ];
        Line::new(FAINT, self.narrator.words.fill("show-title", &gaps))
    }

    /// Whose turn it is and what is to be decided, or who has won.
    pub(super) fn status(&self) -> Line {
        let (game, words) = (self.game(), self.narrator.words);
        if game.outcome().is_some() {
            let victory = ("victory", self.narrator.victory(game).into());
            return Line::new(STRONG, words.fill("status-over", &[victory]));
        }
        let of = |seat: Seat, id: &str| {
            let what = ("what", self.narrator.awaited(game).into());
            words.fill(id, &[("player", self.name(seat).into()), what])
        };
        let is_set_up = game.set_up().is_some();
        let begun = if is_set_up { words.say("transcript-set-up") } else { of(game.turn(), "status-turn") };
        let mut line = Line::new(STRONG, begun);
        match game.to_act() {
            None if self.moments.len() <= 2 * game.players() => line = words.say("status-dealt").into(),
            None => line.push(FAINT, format!(" · {}", words.say("status-follows"))),
            Some(seat) if seat == game.turn() && !is_set_up => {
                line.push(PLAIN, of(seat, "status-decides-too"));
            }
            Some(seat) => {
                line.push(PLAIN, if is_set_up { " · " } else { ", " });
                line.push(STRONG, of(seat, "status-decides"));
            }
        }
        let end = if game.is_declared() {
            Some("status-declared")
        } else {
            game.can_end().then_some("status-may-declare")
        };
        if let Some(end) = end {
            line.push(FAINT, format!(" · {}", words.say(end)));
        }
        if self.has_more {
            line.push(FAINT, format!(" · {}", words.say("status-then")));
        }
        line
    }

    /// The state for JSON.
    pub(super) fn state(&self, events: usize) -> State {
        let game = self.game();
        let chain = |chain: Chain| ChainState {
            id: chain.id(),
            name: self.chain(chain),
            size: game.size(chain),
            safe: game.safe().contains(chain),
            price: game.price(chain),
            market: game.market()[chain],
            bonuses: bonuses(game, chain),
        };
        State {
            game: self.number,
            event: self.moments.len(),
            events: self.events,
            happened: self.moment().event.clone(),
            players: game.seats().map(|seat| self.name(seat).to_owned()).collect(),
            to_act: game.to_act(),
            last_tile: self.last_tile(),
            tiles_left: game.pile_len(),
            net_worth: game.seats().map(|seat| game.net_worth(seat)).collect(),
            chains: Chain::ALL.map(chain).into(),
            position: game.position(),
            position_text: position::to_text(&game.position()),
            payouts: self.moment().payouts.clone(),
            outcome: game.outcome(),
            log: log::summaries(self, events),
        }
    }
}

/// A state as JSON.
#[derive(Serialize)]
pub(super) struct State {
    game: u64,
    event: usize,
    events: usize,
    happened: Event,
    players: Vec<String>,
    to_act: Option<Seat>,
    last_tile: Option<Tile>,
    tiles_left: usize,
    net_worth: Vec<Money>,
    chains: Vec<ChainState>,
    position: Position,
    /// The position as one line of text.
    position_text: String,
    payouts: Vec<Payout>,
    outcome: Option<Outcome>,
    log: Vec<String>,
}

#[derive(Serialize)]
struct ChainState {
    id: &'static str,
    name: &'static str,
    size: u8,
    safe: bool,
    price: Money,
    market: u8,
    /// The bonuses by rank, highest first; empty for an inactive chain.
    bonuses: Vec<Money>,
}

/// The bonuses of an active chain at its size by rank, highest first.
pub(super) fn bonuses(game: &Game, chain: Chain) -> Vec<Money> {
    if !game.active().contains(chain) {
        return Vec::new();
    }
    // Three holders without ties show each rank's bonus.
    let payout = Payout::new(game.rules().options().bonuses, chain, game.size(chain), &[3, 2, 1], None);
    let awards = payout.awards.iter().filter(|award| award.holder != Holder::Bank);
    awards.map(|award| award.amount).filter(|&amount| amount > Money::ZERO).collect()
}
