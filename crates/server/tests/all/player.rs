//! A player who decides by a simple rule.

use std::time::Duration;

use mergemaker_engine::{Action, Bundle, Dice, Money, Offer, Seat, Shares, View, below};
use mergemaker_protocol::{RefusalCode, Request, TableId, TableState, ToClient, ToServer};

use crate::client::Socket;

/// How a player chooses among the legal actions.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Choice {
    First,
    Last,
    /// At random with this seed, including trade offers.
    Random(u64),
}

impl Choice {
    fn action(self, view: &View, dice: &mut Dice) -> Option<Action> {
        match self {
            Choice::First => view.legal_actions().first().copied(),
            Choice::Last => view.legal_actions().last().copied(),
            Choice::Random(_) => {
                let action = view.random_action(dice)?;
                // With hidden holdings, asking for something is risky, but giving always works.
                let gift = Bundle { cash: Money(100), shares: Shares::NONE };
                let other =
                    view.viewer().map_or(0, Seat::index).checked_sub(1).map_or(Seat::new(1), Seat::new)?;
                let offer =
                    Action::TradeOffer { offer: Offer { to: other, give: gift, take: Bundle::default() } };
                let is_offered = below(dice, 8) == 0 && view.check(&offer).is_ok();
                Some(if is_offered { offer } else { action })
            }
        }
    }
}

/// Plays or watches until the game is over. Occasionally requests a snapshot or missed updates, and takes back
/// decisions if the table allows it. Returns all messages received.
pub(crate) async fn take_part(mut socket: Socket, table: TableId, choice: Choice) -> Vec<String> {
    let mut view: Option<View> = None;
    let mut dice = Dice::new(if let Choice::Random(seed) = choice { seed } else { 1 });
    let (mut number, mut is_over, mut decided_at, mut updates) = (0, false, None, 0_u64);
    let mut takes_back = false;
    socket.watch(&table).await;
    while !is_over {
        let may_decide = view.filter(|_| decided_at != Some(number));
        if let Some(action) = may_decide.and_then(|view| choice.action(&view, &mut dice)) {
            decided_at = Some(number);
            socket.send_message(&Request::Decide { number, action }.at(&table)).await;
        }
        match socket.receive().await {
            ToClient::Snapshot(snapshot) => {
                (view, number) = (snapshot.view, snapshot.number);
                is_over = snapshot.table.state == TableState::Over;
                takes_back = snapshot.table.settings.takebacks;
            }
            ToClient::Update(update) => {
                let is_own = decided_at.is_some_and(|decided: u64| decided + 1 == update.number);
                (view, number, updates) = (Some(update.view), update.number, updates + 1);
                if is_own && takes_back && below(&mut dice, 6) == 0 {
                    // Wait for the answer before deciding again.
                    decided_at = Some(number);
                    socket.send_message(&Request::TakeBack { number }.at(&table)).await;
                }
                if updates % 40 == 0 {
                    let since = (updates % 80 == 0).then(|| number.saturating_sub(25));
                    socket
                        .send_message(&ToServer::Subscribe { table: table.clone(), since, chat_since: None })
                        .await;
                }
            }
            ToClient::Table { table } => is_over = table.state == TableState::Over,
            ToClient::Refused { refusal, .. } => match refusal.code {
                RefusalCode::TooMany => {
                    tokio::time::sleep(Duration::from_millis(100)).await;
                    decided_at = None;
                }
                // There was nothing to take back, or the game is over.
                RefusalCode::WrongState => decided_at = None,
                RefusalCode::Stale => {}
                _ => panic!("{refusal:?}"),
            },
            _ => {}
        }
    }
    socket.received
}
