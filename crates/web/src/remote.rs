//! A table of the server, as known from its messages.

use mergemaker_engine::{Seat, View};
use mergemaker_protocol::{
    ChatLine, Clock, Clocks, Occupant, PROTOCOL, Refusal, RefusalCode, Request, SeatInfo, TableId, TableInfo,
    TableRequest, TableState, ToClient, ToServer,
};
use mergemaker_record::LogEntry;

use crate::headquarters::Headquarters;
use crate::people::refusal_text_id;
use crate::scene::{Player, Scene};

/// A table of the server.
#[derive(Clone, PartialEq, Debug)]
pub struct Remote {
    id: TableId,
    table: Option<TableInfo>,
    seat: Option<Seat>,
    number: u64,
    /// The number of the last log entry that changed the game itself, not just a setting.
    changed_at: u64,
    view: Option<View>,
    can_take_back: bool,
    entries: Vec<LogEntry>,
    clocks: Clocks,
    /// When the clocks were received, in the page's time.
    clocks_received_at: f64,
    /// When the table was received, in the page's time.
    table_received_at: f64,
    chat: Vec<ChatLine>,
    /// The last decision sent, until it is answered.
    sent: Option<Request>,
}

/// A player who is away from the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Absence {
    /// Their seat.
    pub seat: Seat,
    /// For how many whole minutes.
    pub minutes: i64,
    /// In how many minutes the others can vote to let a bot play: 0 if they can now, none if they never can.
    pub wait_minutes: Option<i64>,
    /// Who has voted for it.
    pub votes: Vec<Seat>,
    /// Whether the viewer has; none if the viewer has no vote.
    pub has_voted: Option<bool>,
}

/// The result of a message.
#[derive(Clone, PartialEq, Debug)]
pub enum Received {
    /// Nothing visible.
    Nothing,
    /// Something changed.
    Change,
    /// Something was missed: resubscribe from the start.
    Gap,
    /// Something was refused.
    Refused {
        /// Why.
        code: RefusalCode,
        /// The id of a text that explains it.
        words: &'static str,
    },
    /// The server is going away.
    Goodbye {
        /// How long to wait before reconnecting, in milliseconds.
        retry_ms: u32,
    },
    /// The page is older than the server: reload it.
    OldPage,
}

impl Remote {
    /// A table of which nothing is known yet.
    #[must_use]
    pub fn new(id: TableId) -> Remote {
        Remote {
            id,
            table: None,
            seat: None,
            number: 0,
            changed_at: 0,
            view: None,
            can_take_back: false,
            entries: Vec::new(),
            clocks: Clocks::default(),
            clocks_received_at: 0.0,
            table_received_at: 0.0,
            chat: Vec::new(),
            sent: None,
        }
    }

    /// Records a message being sent. Decisions are kept until they are answered.
    pub fn record_sent(&mut self, message: &ToServer) {
        if let ToServer::Request(TableRequest { request, .. }) = message
            && matches!(request, Request::Decide { .. } | Request::TakeBack { .. })
        {
            self.sent = Some(request.clone());
        }
    }

    /// A decision that may have been lost with the connection, to be sent again on the next one. Its number
    /// makes a repeat harmless.
    #[must_use]
    pub fn unanswered(&self) -> Option<ToServer> {
        let sent = self.sent.clone()?;
        let (Request::Decide { number, .. } | Request::TakeBack { number }) = sent else { return None };
        (number >= self.changed_at).then(|| sent.at(&self.id))
    }

    /// The first message on a new connection. It asks only for what was missed.
    #[must_use]
    pub fn subscribe(&self) -> ToServer {
        let chat_since = Some(self.chat.last().map_or(0, |line| line.number));
        ToServer::Subscribe { table: self.id.clone(), since: self.view.map(|_| self.number), chat_since }
    }

    /// The same, asking for everything.
    #[must_use]
    pub fn subscribe_from_start(&self) -> ToServer {
        ToServer::Subscribe { table: self.id.clone(), since: None, chat_since: None }
    }

    /// Processes a message from the server.
    pub fn receive(&mut self, message: ToClient, now: f64) -> Received {
        match message {
            ToClient::Hello { protocol, .. } if protocol != PROTOCOL => Received::OldPage,
            ToClient::Snapshot(snapshot) if snapshot.table.id == self.id => {
                let snapshot = *snapshot;
                (self.table, self.table_received_at) = (Some(snapshot.table), now);
                self.seat = snapshot.seat;
                (self.number, self.changed_at) = (snapshot.number, snapshot.number);
                self.view = snapshot.view;
                self.can_take_back = snapshot.can_take_back;
                self.entries = snapshot.events;
                self.chat = snapshot.chat;
                (self.clocks, self.clocks_received_at) = (snapshot.clocks, now);
                Received::Change
            }
            ToClient::Update(update) if update.table == self.id => {
                let update = *update;
                if update.first_event > self.entries.len() {
                    return Received::Gap;
                }
                if update.first_event < self.entries.len()
                    || !update.events.is_empty()
                    || self.view != Some(update.view)
                {
                    self.changed_at = update.number;
                }
                self.entries.truncate(update.first_event);
                self.entries.extend(update.events);
                self.number = update.number;
                self.seat = update.view.viewer();
                self.view = Some(update.view);
                self.can_take_back = update.can_take_back;
                (self.clocks, self.clocks_received_at) = (update.clocks, now);
                Received::Change
            }
            ToClient::Table { table } if table.id == self.id => {
                (self.table, self.table_received_at) = (Some(*table), now);
                Received::Change
            }
            ToClient::Chat { table, line } if table == self.id => {
                self.chat.push(line);
                Received::Change
            }
            ToClient::Refused { refusal, .. } => {
                self.sent = None;
                match refusal.code {
                    RefusalCode::Stale => Received::Gap,
                    code => Received::Refused { code, words: text_id(&refusal) },
                }
            }
            ToClient::Accepted { table, .. } if table == self.id => {
                self.sent = None;
                Received::Nothing
            }
            ToClient::Bye { retry_ms, .. } => Received::Goodbye { retry_ms },
            ToClient::Hello { .. }
            | ToClient::Snapshot(_)
            | ToClient::Update(_)
            | ToClient::Table { .. }
            | ToClient::Chat { .. }
            | ToClient::Accepted { .. }
            | ToClient::Pong { .. } => Received::Nothing,
        }
    }

    /// The table's id.
    #[must_use]
    pub fn id(&self) -> &TableId {
        &self.id
    }

    /// The table, once known.
    #[must_use]
    pub fn table(&self) -> Option<&TableInfo> {
        self.table.as_ref()
    }

    /// Whether its game has started.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        self.view.is_some()
            && self
                .table
                .as_ref()
                .is_some_and(|table| matches!(table.state, TableState::Running | TableState::Over))
    }

    /// The number of the last log entry, which decisions must name.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The viewer's seat.
    #[must_use]
    pub fn seat(&self) -> Option<Seat> {
        self.seat
    }

    /// The chat messages.
    #[must_use]
    pub fn chat(&self) -> &[ChatLine] {
        &self.chat
    }

    /// A player's remaining time in milliseconds, and whether their clock is running.
    #[must_use]
    pub fn left_ms(&self, seat: Seat, now: f64) -> Option<(i64, bool)> {
        let left = self.clocks.left_ms.get(seat.index()).copied().flatten()?;
        let runs = self.clocks.running == Some(seat);
        let elapsed = if runs { (now - self.clocks_received_at).max(0.0) as i64 } else { 0 };
        Some(((left - elapsed).max(0), runs))
    }

    /// The other players who are away from the game.
    #[must_use]
    pub fn absences(&self, now: f64) -> Vec<Absence> {
        let Some(table) = self.table.as_ref().filter(|table| table.state == TableState::Running) else {
            return Vec::new();
        };
        let elapsed = (now - self.table_received_at).max(0.0) as i64;
        let stood_in = |seat: &Seat| {
            let presence = table.seats.get(seat.index()).and_then(|seat| seat.presence.as_ref());
            presence.is_none_or(|presence| presence.stand_in.is_some())
        };
        let me = self.seat.filter(|seat| !stood_in(seat));
        let absence = |(seat, info): (Seat, &SeatInfo)| {
            let away = info.presence.as_ref()?.away.as_ref()?;
            let wait_ms = away.vote_in_ms.map(|left| (left - elapsed).max(0));
            Some(Absence {
                seat,
                minutes: (away.for_ms + elapsed) / 60_000,
                wait_minutes: wait_ms.map(|left| (left + 59_999) / 60_000),
                votes: away.votes.clone(),
                has_voted: me.map(|me| away.votes.contains(&me)),
            })
        };
        let seats = Seat::all(table.seats.len()).zip(&table.seats);
        seats.filter(|(seat, _)| Some(*seat) != self.seat).filter_map(absence).collect()
    }

    /// The people for whom a bot plays, or has played to the end, and its level.
    #[must_use]
    pub fn stand_ins(&self) -> Vec<(Seat, String)> {
        let Some(table) = &self.table else { return Vec::new() };
        let seats = Seat::all(table.seats.len()).zip(&table.seats);
        seats.filter_map(|(seat, info)| Some((seat, info.presence.as_ref()?.stand_in.clone()?))).collect()
    }

    /// The remaining time for the question about dead tiles, in milliseconds.
    #[must_use]
    pub fn exchange_left_ms(&self, now: f64) -> Option<i64> {
        let left = self.clocks.exchange_ms?;
        let is_paused = self.table.as_ref().is_some_and(|table| table.is_paused);
        let elapsed = if is_paused { 0 } else { (now - self.clocks_received_at).max(0.0) as i64 };
        Some((left - elapsed).max(0))
    }

    /// Whether the viewer wants to be asked about dead tiles. None if the question never comes up: for
    /// spectators, without that choice in the rules, and with clocks in days.
    #[must_use]
    pub fn asks_about_dead_tiles(&self) -> Option<bool> {
        let table = self.table.as_ref()?;
        if !table.settings.rules.options().has_dead_tile_choice()
            || matches!(table.settings.clock, Clock::Days { .. })
        {
            return None;
        }
        Some(table.seats.get(self.seat?.index())?.presence.as_ref()?.asks_about_dead_tiles)
    }

    /// The game, once started.
    #[must_use]
    pub fn scene(&self) -> Option<Scene> {
        let (table, view) = (self.table.as_ref()?, self.view?);
        Some(Scene {
            view,
            headquarters: Headquarters::of(None, &self.entries),
            entries: self.entries.clone(),
            players: players(&table.seats),
            number: self.changed_at,
            clocks: self.clocks.clone(),
            can_take_back: self.can_take_back,
            memory: Some(table.settings.memory),
            is_shared: false,
        })
    }
}

/// The id of a text that explains a refusal. Refused offers (X1) have their own: only the server may know
/// that a player cannot pay, and after too many offers waiting does not help.
fn text_id(refusal: &Refusal) -> &'static str {
    match (refusal.code, refusal.rule.as_deref()) {
        (RefusalCode::TooMany, Some("X1")) => "offer-refused-often",
        (_, Some("X1")) => "offer-refused",
        (code, _) => refusal_text_id(code),
    }
}

/// The players in the seats. Bots are numbered.
fn players(seats: &[SeatInfo]) -> Vec<Player> {
    let mut bots = 0;
    let mut bot = |level: &str| {
        bots += 1;
        // A level unknown to this page is shown by its name.
        level.parse().map_or_else(|_| Player::person(level), |level| Player::numbered_bot(level, bots))
    };
    let player = |seat: &SeatInfo| match &seat.occupant {
        Occupant::Open => Player::person(""),
        Occupant::Bot { level } => bot(level),
        Occupant::Person { person } => Player::person(&person.name),
    };
    seats.iter().map(player).collect()
}

#[cfg(test)]
mod tests {
    use mergemaker_engine::{Action, Bundle, Money, Offer, Preset, Rules, Table};
    use mergemaker_protocol::{Away, Person, PersonId, Presence, Settings, Snapshot, Update, Visibility};
    use mergemaker_record::{Deck, GameLog, Seed};

    use super::*;

    fn info() -> TableInfo {
        let person = |name: &str| SeatInfo {
            occupant: Occupant::Person {
                person: Person { id: PersonId(name.into()), name: name.into(), is_guest: true },
            },
            presence: Some(Presence { is_here: true, ..Presence::default() }),
            reserved: None,
        };
        TableInfo {
            id: TableId("t".into()),
            state: TableState::Running,
            settings: Settings { takebacks: true, ..Settings::default() },
            seats: vec![person("Ann"), person("Bob")],
            host: PersonId("Ann".into()),
            visibility: Visibility::Public,
            created_at: 0,
            commitment: None,
            rematch: None,
            is_paused: false,
            pause_votes: Vec::new(),
            silenced: Vec::new(),
            bots_wait_until: None,
            code: None,
        }
    }

    /// The setting exists only if it has an effect, and the time for dead tiles runs unless the game is
    /// paused.
    #[test]
    fn dead_tiles_have_a_setting_and_a_time() {
        let id = TableId("t".into());
        let mut remote = Remote::new(id.clone());
        let snapshot = |table: TableInfo, seat: Option<Seat>| {
            ToClient::Snapshot(Box::new(Snapshot {
                table,
                seat,
                number: 0,
                view: None,
                events: Vec::new(),
                can_take_back: false,
                clocks: Clocks { exchange_ms: Some(20_000), ..Clocks::default() },
                chat: Vec::new(),
            }))
        };
        let asks = |remote: &mut Remote, table: TableInfo, seat: Option<Seat>| {
            remote.receive(snapshot(table, seat), 1_000.0);
            remote.asks_about_dead_tiles()
        };
        let with = |settings: Settings| TableInfo { settings, ..info() };
        let classic = with(Settings { rules: Rules::of(Preset::Classic), ..Settings::default() });
        let slow = with(Settings { clock: Clock::Days { days: 2 }, ..Settings::default() });
        let mut wants = info();
        wants.seats[1].presence = Some(Presence { asks_about_dead_tiles: true, ..Presence::default() });
        assert_eq!(asks(&mut remote, classic, Seat::new(0)), None);
        assert_eq!(asks(&mut remote, slow, Seat::new(0)), None);
        assert_eq!(asks(&mut remote, wants.clone(), None), None);
        assert_eq!(asks(&mut remote, wants.clone(), Seat::new(0)), Some(false));
        assert_eq!(asks(&mut remote, wants.clone(), Seat::new(1)), Some(true));
        assert_eq!(remote.exchange_left_ms(6_000.0), Some(15_000));
        assert_eq!(remote.exchange_left_ms(60_000.0), Some(0));
        let paused = TableInfo { is_paused: true, ..wants };
        remote.receive(ToClient::Table { table: Box::new(paused) }, 2_000.0);
        assert_eq!(remote.exchange_left_ms(6_000.0), Some(20_000));
    }

    /// A refused offer has a helpful explanation: waiting allows more messages, but no more offers.
    #[test]
    fn refused_offers_are_explained() {
        let (id, to) = (TableId("t".into()), Seat::new(1).unwrap());
        let take = Bundle { cash: Money(9_000), ..Bundle::default() };
        let offer = Action::TradeOffer { offer: Offer { to, give: Bundle::default(), take } };
        let words = |action: Action, code: RefusalCode, rule: Option<&str>| {
            let mut remote = Remote::new(id.clone());
            remote.record_sent(&Request::Decide { number: 0, action }.at(&id));
            let refusal = Refusal { code, message: String::new(), rule: rule.map(ToOwned::to_owned) };
            let received =
                remote.receive(ToClient::Refused { table: Some(id.clone()), number: None, refusal }, 0.0);
            assert_eq!(remote.unanswered(), None);
            let Received::Refused { words, .. } = received else { panic!("{received:?}") };
            words
        };
        let (too_many, rules) = (RefusalCode::TooMany, RefusalCode::AgainstTheRules);
        assert_eq!(words(offer, rules, Some("X1")), "offer-refused");
        assert_eq!(words(offer, too_many, Some("X1")), "offer-refused-often");
        assert_eq!(words(offer, too_many, None), "refused-too-many", "too many messages");
        assert_eq!(words(Action::Pass, too_many, None), "refused-too-many");
    }

    /// The server says what may be taken back. A changed setting is not a decision: drafts stay, and a lost
    /// decision is sent again.
    #[test]
    fn changing_a_setting_does_not_change_the_game() {
        let mut deck = Deck::new(&Seed::for_simulation(2, 3));
        let table = Table::new(Rules::of(Preset::Renegade), 2).unwrap();
        let (mut game, mut log) = GameLog::start(table, &mut deck);
        let me = Some(game.turn());
        let id = TableId("t".into());
        let action = game.legal_actions()[0];
        log.decide(&mut game, &action, &mut deck);
        let update = |number: u64, first_event: usize, can_take_back: bool| {
            ToClient::Update(Box::new(Update {
                table: id.clone(),
                number,
                first_event,
                events: log.entries(first_event, me),
                view: game.view(me),
                can_take_back,
                clocks: Clocks::default(),
            }))
        };
        let events = log.events().len();
        let mut remote = Remote::new(id.clone());
        let snapshot = Snapshot {
            table: info(),
            seat: me,
            number: 1,
            view: Some(game.view(me)),
            events: log.entries(0, me),
            can_take_back: true,
            clocks: Clocks::default(),
            chat: Vec::new(),
        };
        remote.receive(ToClient::Snapshot(Box::new(snapshot)), 0.0);
        let before = remote.scene().unwrap();
        assert!(before.can_take_back);
        let decide = Request::Decide { number: 1, action: Action::Pass }.at(&id);
        remote.record_sent(&decide);
        remote.receive(update(2, events, true), 0.0);
        assert_eq!((remote.scene().unwrap(), remote.number()), (before, 2));
        assert_eq!(remote.unanswered(), Some(decide));
        remote.receive(update(3, events - 1, false), 0.0);
        let scene = remote.scene().unwrap();
        assert_eq!((scene.number, scene.can_take_back, remote.unanswered()), (3, false, None));
    }

    /// How long somebody is away is counted on from the last message.
    #[test]
    fn absences_are_counted_on() {
        let mut remote = Remote::new(TableId("t".into()));
        let mut table = info();
        let away = |for_ms, vote_in_ms| {
            let votes = vec![Seat::new(0).unwrap()];
            Presence { away: Some(Away { for_ms, vote_in_ms, votes }), ..Presence::default() }
        };
        table.seats[1].presence = Some(away(90_000, Some(210_000)));
        let snapshot = Snapshot {
            table: table.clone(),
            seat: Seat::new(0),
            number: 0,
            view: None,
            events: Vec::new(),
            can_take_back: false,
            clocks: Clocks::default(),
            chat: Vec::new(),
        };
        remote.receive(ToClient::Snapshot(Box::new(snapshot)), 1_000.0);
        let at = |remote: &Remote, now| {
            let [absence] = <[Absence; 1]>::try_from(remote.absences(now)).unwrap();
            assert_eq!((absence.seat.index(), absence.has_voted), (1, Some(true)));
            (absence.minutes, absence.wait_minutes)
        };
        assert_eq!(at(&remote, 1_000.0), (1, Some(4)));
        assert_eq!(at(&remote, 151_000.0), (4, Some(1)));
        assert_eq!(at(&remote, 211_000.0), (5, Some(0)));
        assert!(remote.stand_ins().is_empty());
        table.seats[1].presence = Some(Presence { stand_in: Some("steady".into()), ..Presence::default() });
        remote.receive(ToClient::Table { table: Box::new(table.clone()) }, 2_000.0);
        assert!(remote.absences(2_000.0).is_empty());
        assert_eq!(remote.stand_ins(), [(Seat::new(1).unwrap(), "steady".to_owned())]);
        // With a clock there is no vote.
        table.seats[1].presence = Some(away(0, None));
        remote.receive(ToClient::Table { table: Box::new(table) }, 3_000.0);
        assert_eq!(at(&remote, 3_000.0), (0, None));
    }

    /// The messages yield the same scene as the game itself. Gaps are noticed. A lost decision is sent again.
    #[test]
    fn messages_yield_the_same_game() {
        let mut deck = Deck::new(&Seed::for_simulation(2, 2));
        let table = Table::new(Rules::of(Preset::Renegade), 2).unwrap();
        let (mut game, mut log) = GameLog::start(table, &mut deck);
        let me = Some(game.turn());
        let mut remote = Remote::new(TableId("t".into()));
        let snapshot = Snapshot {
            table: info(),
            seat: me,
            number: 0,
            view: Some(game.view(me)),
            events: log.entries(0, me),
            can_take_back: false,
            clocks: Clocks::default(),
            chat: Vec::new(),
        };
        assert_eq!(remote.receive(ToClient::Snapshot(Box::new(snapshot)), 0.0), Received::Change);
        assert_eq!(remote.scene().unwrap().view, game.view(me));

        let action = game.legal_actions()[0];
        let decide = Request::Decide { number: 0, action }.at(&TableId("t".into()));
        remote.record_sent(&decide);
        assert_eq!(remote.unanswered(), Some(decide), "the connection may be lost now");
        let first_event = log.events().len();
        log.decide(&mut game, &action, &mut deck);
        let update = |first_event: usize| {
            ToClient::Update(Box::new(Update {
                table: TableId("t".into()),
                number: 1,
                first_event,
                events: log.entries(first_event, me),
                view: game.view(me),
                can_take_back: true,
                clocks: Clocks::default(),
            }))
        };
        assert_eq!(remote.clone().receive(update(first_event + 1), 0.0), Received::Gap);
        assert_eq!(remote.receive(update(first_event), 0.0), Received::Change);
        assert_eq!(remote.unanswered(), None, "it did arrive");
        let scene = remote.scene().unwrap();
        assert_eq!((scene.view, scene.entries), (game.view(me), log.entries(0, me)));
        assert!(scene.can_take_back);
    }
}
