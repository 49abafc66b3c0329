//! What is shown: one moment of one game, and its state for a program.

use mergemaker_engine::{
    Chain, Event, Game, Holder, Money, Outcome, Payout, Phase, Position, Seat, Theme, Tile,
};
use mergemaker_record::{Moment, Names, Record, Replay, position};
use serde::Serialize;

use super::log;
use crate::text::{FAINT, Line, PLAIN, STRONG, cut};

/// A game at one of its events.
pub(super) struct Screen<'a> {
    pub(super) theme: Theme,
    /// What each player is called, in seat order.
    pub(super) names: Vec<String>,
    /// Every event up to the one shown, and at least one.
    pub(super) moments: &'a [Moment],
    /// The game after the last of them, and after the decisions without an event that are gone on by.
    game: &'a Game,
    /// Whether one more decision left no event.
    has_more: bool,
    /// How many events the game has.
    events: usize,
    /// Which game of its file this is.
    number: u64,
}

impl<'a> Screen<'a> {
    /// The game after its `event`-th event and `then` decisions that left no event; none where there are fewer.
    pub(super) fn new(
        record: &Record,
        replay: &'a Replay,
        theme: Theme,
        number: u64,
        (event, then): (usize, usize),
    ) -> Option<Self> {
        let names = Names::new(&record.players, theme);
        let seats = Seat::all(record.players.len());
        Some(Screen {
            theme,
            names: seats.map(|seat| cut(&names.player(seat), 32)).collect(),
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

    /// The game as it is shown.
    pub(super) fn game(&self) -> &'a Game {
        self.game
    }

    /// What a chain is called.
    pub(super) fn chain(&self, chain: Chain) -> &'static str {
        self.theme.face(chain).name
    }

    /// What a player is called.
    pub(super) fn name(&self, seat: Seat) -> &str {
        &self.names[seat.index()]
    }

    /// The tile that came to the board last.
    pub(super) fn last_tile(&self) -> Option<Tile> {
        self.moments.iter().rev().find_map(|moment| match moment.event {
            Event::Place { tile, .. } | Event::StartTile { tile, .. } => Some(tile),
            _ => None,
        })
    }

    /// Which game and which event.
    pub(super) fn title(&self) -> Line {
        Line::new(FAINT, "game ")
            .and(PLAIN, self.number.to_string())
            .and(FAINT, " · event ")
            .and(PLAIN, self.moments.len().to_string())
            .and(FAINT, format!(" of {} · rules ", self.events))
            .and(PLAIN, self.game().rules().preset().id())
    }

    /// Whose turn it is, and who is to decide what; or who has won.
    pub(super) fn status(&self) -> Line {
        let game = self.game();
        if let Some(outcome) = game.outcome() {
            return Line::new(STRONG, victory(self, &outcome));
        }
        let turn = if game.set_up().is_some() { " draws a start tile" } else { " has the turn" };
        let mut line = Line::new(STRONG, self.name(game.turn())).and(PLAIN, turn);
        match game.to_act() {
            None if self.moments.len() <= 2 * game.players() => line = "The tiles are dealt".into(),
            None => line.push(FAINT, " · more follows from the last event"),
            Some(seat) if seat == game.turn() => {
                line.push(PLAIN, format!(" and decides: {}", self.decision()));
            }
            Some(seat) => {
                line.push(PLAIN, ", ");
                line.push(STRONG, self.name(seat));
                line.push(PLAIN, format!(" decides: {}", self.decision()));
            }
        }
        if game.is_declared() {
            line.push(FAINT, " · the end is declared");
        } else if game.can_end() {
            line.push(FAINT, " · the end may be declared");
        }
        if self.has_more {
            line.push(FAINT, " · no event follows: go on with --then");
        }
        line
    }

    /// What is to be decided.
    fn decision(&self) -> String {
        let game = self.game();
        match (game.phase(), game.defunct(), game.survivor()) {
            (Phase::Dispose, Some(defunct), Some(survivor)) => {
                format!("shares of {}, absorbed by {}", self.chain(defunct), self.chain(survivor))
            }
            (phase, ..) => phase.words().to_owned(),
        }
    }

    /// All of it for a program.
    pub(super) fn state(&self, told: usize) -> State {
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
            players: self.names.clone(),
            to_act: game.to_act(),
            last_tile: self.last_tile(),
            tiles_left: game.pile_len(),
            net_worth: game.seats().map(|seat| game.net_worth(seat)).collect(),
            chains: Chain::ALL.map(chain).into(),
            position: game.position(),
            position_text: position::to_text(&game.position()),
            payouts: self.moment().payouts.clone(),
            outcome: game.outcome(),
            log: log::told(self, told),
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
    /// The same as one line.
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
    /// What the places are paid, the first place first; nothing for a chain that is not active.
    bonuses: Vec<Money>,
}

/// What the places of an active chain are paid at its size, the first place first.
pub(super) fn bonuses(game: &Game, chain: Chain) -> Vec<Money> {
    if !game.active().contains(chain) {
        return Vec::new();
    }
    // Three holders who do not tie are paid one place each.
    let payout = Payout::new(game.rules().options().bonuses, chain, game.size(chain), &[3, 2, 1], None);
    let awards = payout.awards.iter().filter(|award| award.holder != Holder::Bank);
    awards.map(|award| award.amount).filter(|&amount| amount > Money::ZERO).collect()
}

fn victory(screen: &Screen<'_>, outcome: &Outcome) -> String {
    let most = outcome.cash.iter().copied().max().unwrap_or_default();
    let winners: Vec<&str> = outcome.winners.iter().map(|&seat| screen.name(seat)).collect();
    match &winners[..] {
        [winner] => format!("The game is over: {winner} wins with {most}"),
        winners => format!("The game is over: {} share the victory with {most} each", winners.join(" and ")),
    }
}
