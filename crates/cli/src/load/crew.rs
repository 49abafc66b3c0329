//! The clients of one table, who play one game after another.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use mergemaker_bots::{Bot, Budget, Level};
use mergemaker_engine::{Action, Dice, View};
use mergemaker_protocol::api::tables::{Create, Join, JoinForm, Start};
use mergemaker_protocol::{Native, NewTable, Occupant, Request, Settings, TableId, ToServer, Visibility};
use tokio::time::{Instant, sleep, timeout};

use super::Load;
use super::seat::{Fault, Received, Seat};
use super::tally::Finished;

/// The clients of one table.
pub(super) struct Crew {
    seats: Vec<Seat>,
    /// The table where they are seated, with its game started.
    table: Option<TableId>,
    /// The previous table.
    left: Option<TableId>,
    bot: Box<dyn Bot>,
    dice: Dice,
}

/// The time limit for a decision to reach every player.
const TIMEOUT: Duration = Duration::from_secs(30);
/// The delay after a message was refused as too fast.
const RETRY_DELAY: Duration = Duration::from_millis(250);
/// How often clients waiting for their turn answer pings.
pub(super) const PING_INTERVAL: Duration = Duration::from_secs(5);

/// Waits for something while these clients answer pings.
async fn while_reading<T>(seats: &mut [Seat], work: impl Future<Output = T>) -> Result<T, Fault> {
    let mut work = std::pin::pin!(work);
    loop {
        seats.iter_mut().try_for_each(Seat::answer_pings)?;
        if let Ok(done) = timeout(PING_INTERVAL, &mut work).await {
            return Ok(done);
        }
    }
}

impl Crew {
    /// Creates guests with a socket each, and seats them at a table.
    pub(super) async fn gather(load: &Load) -> Result<Crew> {
        let server = &load.server;
        let mut seats = Vec::with_capacity(load.table.players());
        for number in 1..=load.table.players() {
            let coming = async {
                let who = server.guest(&format!("Load {number}")).await?;
                let stream = server.connect(&who).await?;
                Ok::<Seat, anyhow::Error>(Seat::new(who, stream))
            };
            // On a busy machine this takes longer than the server waits for an answer to its pings.
            let seat = while_reading(&mut seats, coming).await??;
            seats.push(seat);
        }
        let mut crew = Crew {
            seats,
            table: None,
            left: None,
            bot: Level::Shopper.bot(),
            dice: Dice::new(load.tally.next_seed()),
        };
        crew.sit_down(load).await?;
        Ok(crew)
    }

    /// Creates a table, takes its seats and starts the game, unless already seated.
    pub(super) async fn sit_down(&mut self, load: &Load) -> Result<()> {
        if self.table.is_some() {
            return Ok(());
        }
        let people: Vec<Arc<Native>> = self.seats.iter().map(|seat| seat.who.clone()).collect();
        let (server, [host, others @ ..]) = (&load.server, &people[..]) else { return Ok(()) };
        let wanted = NewTable {
            seats: vec![Occupant::Open; load.table.players()],
            visibility: Visibility::Link,
            settings: Settings { rules: *load.table.rules(), chat: false, ..Settings::default() },
        };
        let filling = async {
            let table = server.ask(host, Create { body: wanted }).await?.id;
            for (index, other) in others.iter().enumerate() {
                let body = JoinForm { seat: mergemaker_engine::Seat::new(index + 1) };
                server.ask(other, Join { table: table.clone(), body }).await?;
            }
            server.ask(host, Start { table: table.clone() }).await?;
            Ok::<TableId, anyhow::Error>(table)
        };
        let table = while_reading(&mut self.seats, filling).await??;
        for index in 0..self.seats.len() {
            let (ready, rest) = self.seats.split_at_mut(index);
            let Some(seat) = rest.first_mut() else { break };
            let (left, table) = (self.left.clone(), table.clone());
            let subscribing = async {
                if let Some(table) = left {
                    seat.send(&ToServer::Unsubscribe { table }).await?;
                }
                seat.send(&ToServer::Subscribe { table: table.clone(), since: None, chat_since: None })
                    .await?;
                timeout(TIMEOUT, seat.until_snapshot(&table)).await.unwrap_or(Err(Fault::Late))
            };
            while_reading(ready, subscribing).await??;
        }
        self.table = Some(table);
        Ok(())
    }

    /// Reads pending messages without waiting, which answers pings.
    pub(super) fn answer_pings(&mut self) -> Result<(), Fault> {
        self.seats.iter_mut().try_for_each(Seat::answer_pings)
    }

    /// Plays the game at the current table to its end.
    pub(super) async fn play(&mut self, load: &Load) -> Result<Finished, Fault> {
        let table = self.table.take().ok_or(Fault::Late)?;
        self.left = Some(table.clone());
        let mut number = 0;
        let mut actor = 0;
        loop {
            // The last actor often acts again; otherwise their view shows who is next.
            let mut view = self.seats[actor].view()?;
            let Some(to_act) = view.to_act() else {
                let cash = view.outcome().map_or(Vec::new(), |outcome| outcome.cash.to_vec());
                return Ok(Finished { table, cash });
            };
            if to_act.index() != actor {
                actor = to_act.index();
                view = self.seats[actor].view()?;
            }
            let action = self.decide(&view);
            let message = Request::Decide { number, action }.at(&table);
            number += 1;
            self.wait_for_turn(load).await?;
            loop {
                let sent = Instant::now();
                self.seats[actor].send(&message).await?;
                let received = timeout(TIMEOUT, self.until_all(&table, actor, number)).await;
                match received.unwrap_or(Err(Fault::Late))? {
                    Received::View => {
                        load.tally.decide(sent.elapsed());
                        break;
                    }
                    Received::TooFast => sleep(RETRY_DELAY).await,
                }
            }
        }
    }

    /// Waits until every player has the update with this number, starting with the actor, who would get a
    /// refusal.
    async fn until_all(&mut self, table: &TableId, actor: usize, number: u64) -> Result<Received, Fault> {
        if self.seats[actor].until(table, number).await? == Received::TooFast {
            return Ok(Received::TooFast);
        }
        for (_, seat) in self.seats.iter_mut().enumerate().filter(|(index, _)| *index != actor) {
            seat.until(table, number).await?;
        }
        Ok(Received::View)
    }

    fn decide(&mut self, view: &View) -> Action {
        let legal = view.legal_actions();
        let decided = self.bot.decide(view, &legal, &mut self.dice, Budget::default());
        decided.unwrap_or(legal[0])
    }

    async fn wait_for_turn(&mut self, load: &Load) -> Result<(), Fault> {
        let Some(pace) = &load.pace else { return Ok(()) };
        let turn = pace.next();
        loop {
            let now = Instant::now();
            if turn <= now {
                return Ok(());
            }
            sleep((turn - now).min(PING_INTERVAL)).await;
            if turn > Instant::now() {
                self.answer_pings()?;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::{SinkExt as _, StreamExt as _};
    use tokio_tungstenite::tungstenite::Message;

    use super::*;

    /// A client whose server sends a ping, and a future that completes when the server receives the answer.
    async fn pinged() -> (Seat, tokio::task::JoinHandle<()>) {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("ws://{}", listener.local_addr().unwrap());
        let answered = tokio::spawn(async move {
            let (stream, _) = listener.accept().await.unwrap();
            let mut server = tokio_tungstenite::accept_async(stream).await.unwrap();
            server.send(Message::Ping("".into())).await.unwrap();
            while !matches!(server.next().await.unwrap().unwrap(), Message::Pong(_)) {}
        });
        let (stream, _) = tokio_tungstenite::connect_async(&url).await.unwrap();
        (Seat::new(Native::new(reqwest::Client::new(), ""), stream), answered)
    }

    /// While one client waits for its place at a table, the others at the table stay connected.
    #[tokio::test]
    async fn clients_answer_pings_while_others_are_seated() {
        let (seat, answered) = pinged().await;
        let mut seats = [seat];
        // The work takes until the ping is answered: nobody else answers it.
        let done = tokio::time::timeout(60 * PING_INTERVAL, while_reading(&mut seats, answered));
        done.await.expect("the ping is answered").unwrap().unwrap();
    }
}
