//! Requests to a table, as clients send them.

use mergemaker_bots::{Level, UnknownLevel};
use mergemaker_protocol::api::tables::{
    ClearSeat, Join, Leave, Rematch, SetBot, Silence, Start, Swap, Unsilence,
};
use mergemaker_protocol::{Person, Refusal, RefusalCode, TableId, TableRequest};

use super::{Reply, Room, refuse};

/// A request to a table, as the client sent it: over the WebSocket during the game, over REST before and after it.
pub(crate) enum RoomRequest {
    Live(TableRequest),
    Join(Join),
    Leave(Leave),
    SetBot(SetBot),
    ClearSeat(ClearSeat),
    Swap(Swap),
    Silence(Silence),
    Unsilence(Unsilence),
    Start(Start),
    Rematch(Rematch),
}

impl RoomRequest {
    /// The table it is for.
    pub(crate) fn table(&self) -> &TableId {
        match self {
            RoomRequest::Live(TableRequest { table, .. })
            | RoomRequest::Join(Join { table, .. })
            | RoomRequest::Leave(Leave { table })
            | RoomRequest::SetBot(SetBot { table, .. })
            | RoomRequest::ClearSeat(ClearSeat { table, .. })
            | RoomRequest::Swap(Swap { table, .. })
            | RoomRequest::Silence(Silence { table, .. })
            | RoomRequest::Unsilence(Unsilence { table, .. })
            | RoomRequest::Start(Start { table })
            | RoomRequest::Rematch(Rematch { table }) => table,
        }
    }
}

impl Room {
    pub(super) async fn request(&mut self, person: &Person, request: RoomRequest) -> Result<Reply, Refusal> {
        match request {
            RoomRequest::Live(TableRequest { request, .. }) => self.live(person, request).await,
            RoomRequest::Join(Join { body, .. }) => self.join(person, body.seat).await,
            RoomRequest::Leave(Leave { .. }) => self.leave(&person.id).await,
            RoomRequest::SetBot(SetBot { seat, body, .. }) => {
                self.set_seat(person, seat, Some(read_level(&body.level)?)).await
            }
            RoomRequest::ClearSeat(ClearSeat { seat, .. }) => self.set_seat(person, seat, None).await,
            RoomRequest::Swap(Swap { body, .. }) => self.swap(person, body.one, body.other).await,
            RoomRequest::Silence(Silence { person: other, .. }) => self.silence(person, other, true).await,
            RoomRequest::Unsilence(Unsilence { person: other, .. }) => {
                self.silence(person, other, false).await
            }
            RoomRequest::Start(Start { .. }) => self.start(person).await,
            RoomRequest::Rematch(Rematch { .. }) => self.create_rematch(person).await,
        }
    }
}

/// The level of the bot that a request asks for.
pub(crate) fn read_level(level: &str) -> Result<Level, Refusal> {
    level.parse().map_err(|error: UnknownLevel| refuse(RefusalCode::Invalid, &error.to_string()))
}
