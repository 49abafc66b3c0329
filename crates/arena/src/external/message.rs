//! The messages of docs/BOTS.md, one line of JSON each.

use mergemaker_bots::{Budget, Fault, HoldingsDelta};
use mergemaker_engine::{Action, Offer, Rules, Seat, Shares, View};
use serde::{Deserialize, Serialize};

/// The protocol version, sent in both hellos.
pub(crate) const PROTOCOL: u32 = 1;

/// A message from the arena to the bot.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum Message<'a> {
    /// Opens the connection. The bot answers with a hello.
    Hello { protocol: u32, program: &'a str, version: &'a str },
    /// A new game starts.
    Start { game: u64, seat: Seat, players: usize, rules: &'a Rules },
    /// Holdings changed, if they are hidden.
    Moved { changes: Vec<Change> },
    /// Asks for a decision.
    Decide {
        id: u64,
        time_ms: Option<u64>,
        work: Option<u32>,
        seed: u64,
        view: &'a View,
        legal: &'a [Action],
    },
    /// No more games follow.
    Bye,
}

/// A change in one player's holdings.
#[derive(Serialize)]
pub(crate) struct Change {
    seat: Seat,
    cash: i32,
    gained: Shares,
    lost: Shares,
}

/// A message from the bot.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum Answer {
    /// The answer to a hello.
    Hello {
        protocol: u32,
        name: Option<String>,
        /// Whether it wants to choose which dead tiles to exchange.
        #[serde(default)]
        exchange: bool,
    },
    /// The answer to a request: the index of a legal action, or an offer.
    Decision { id: u64, action: Option<usize>, offer: Option<Offer> },
}

impl Message<'_> {
    pub(crate) fn hello() -> Message<'static> {
        Message::Hello { protocol: PROTOCOL, program: "mergemaker", version: env!("CARGO_PKG_VERSION") }
    }

    /// The message for a change in holdings; none if nothing changed.
    pub(crate) fn moved(delta: &HoldingsDelta) -> Option<Message<'static>> {
        let changes: Vec<Change> = Seat::all(mergemaker_engine::MOST_PLAYERS)
            .map(|seat| Change {
                seat,
                cash: delta.cash[seat.index()],
                gained: delta.gained[seat.index()],
                lost: delta.lost[seat.index()],
            })
            .filter(Change::is_change)
            .collect();
        (!changes.is_empty()).then_some(Message::Moved { changes })
    }

    pub(crate) fn decide<'a>(
        id: u64,
        budget: Budget,
        seed: u64,
        view: &'a View,
        legal: &'a [Action],
    ) -> Message<'a> {
        let (time_ms, work) = match budget {
            Budget::Time { limit } => (Some(limit.as_millis().clamp(1, u64::MAX.into()) as u64), None),
            Budget::Work { units } => (None, Some(units)),
        };
        Message::Decide { id, time_ms, work, seed, view, legal }
    }

    /// The message as a line, including the newline.
    pub(crate) fn to_line(&self) -> String {
        let mut line = serde_json::to_string(self).expect("plain data serializes as JSON");
        line.push('\n');
        line
    }
}

impl Change {
    fn is_change(&self) -> bool {
        self.cash != 0 || self.gained != Shares::NONE || self.lost != Shares::NONE
    }
}

impl Answer {
    /// Parses a line. Unknown members are ignored.
    pub(crate) fn read(line: &[u8]) -> Result<Answer, Fault> {
        serde_json::from_slice(line).map_err(|_| Fault::Rubbish)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mergemaker_engine::Chain;
    use std::time::Duration;

    #[test]
    fn only_changes_are_sent() {
        assert!(Message::moved(&HoldingsDelta::default()).is_none());
        let mut delta = HoldingsDelta::default();
        delta.cash[1] = -600;
        delta.gained[1] = Shares::of(Chain::Tower, 3);
        assert_eq!(
            Message::moved(&delta).unwrap().to_line(),
            "{\"type\":\"moved\",\"changes\":[{\"seat\":1,\"cash\":-600,\"gained\":{\"tower\":3},\"lost\":{}}]}\n"
        );
    }

    #[test]
    fn answers_are_parsed() {
        let check = |line: &str, expected: Result<Answer, Fault>| {
            assert_eq!(Answer::read(line.as_bytes()), expected, "{line}");
        };
        let decision = |id, action| Ok(Answer::Decision { id, action: Some(action), offer: None });
        check(r#"{"type":"decision","id":17,"action":3}"#, decision(17, 3));
        check(" {\"type\":\"decision\",\"id\":1,\"action\":0,\"why\":\"\"}\r", decision(1, 0));
        let hello = |protocol, exchange| Ok(Answer::Hello { protocol, name: None, exchange });
        check(r#"{"type":"hello","protocol":2}"#, hello(2, false));
        check(r#"{"type":"hello","protocol":1,"exchange":true}"#, hello(1, true));
        for rubbish in [
            r#"{"type":"hello","protocol":1,"exchange":"yes"}"#,
            "",
            "3",
            "null",
            r#"{"id":17,"action":3}"#,
            r#"{"type":"decision","action":3}"#,
            r#"{"type":"decision","id":17,"action":-1}"#,
            r#"{"type":"decision","id":17,"action":1.5}"#,
            r#"{"type":"decision","id":17,"offer":{"to":1}}"#,
            r#"{"type":"decision","id":17,"action":3} {"type":"decision","id":17,"action":3}"#,
        ] {
            check(rubbish, Err(Fault::Rubbish));
        }
    }

    #[test]
    fn messages_in_the_docs_are_valid() {
        let page = include_str!("../../../../docs/BOTS.md");
        let mut types = Vec::new();
        for block in page.split("```json\n").skip(1) {
            let line = block.split("\n```").next().unwrap();
            let message: serde_json::Value = serde_json::from_str(line).unwrap();
            let kind = message["type"].as_str().unwrap().to_owned();
            assert!(kind != "hello" || message["protocol"] == PROTOCOL, "{line}");
            if kind == "decision" || message["name"].is_string() {
                assert!(Answer::read(line.as_bytes()).is_ok(), "{line}");
            }
            types.push(kind);
        }
        let others: Vec<_> = types.iter().filter(|kind| *kind != "decide").collect();
        assert_eq!(others, ["hello", "hello", "start", "decision", "decision", "moved"]);
    }

    #[test]
    fn the_docs_have_a_full_request_for_each_kind_of_decision() {
        let page = include_str!("../../../../docs/BOTS.md");
        let mut lines = include_str!("../../../../examples/requests.jsonl").lines();
        assert!(lines.next().is_some_and(|hello| page.contains(hello)));
        let (mut kinds, mut started) = (Vec::new(), "");
        for line in lines {
            let request: serde_json::Value = serde_json::from_str(line).unwrap();
            if request["type"] != "decide" {
                started = line;
                continue;
            }
            let view: View = serde_json::from_value(request["view"].clone()).unwrap();
            let (id, seed) = (request["id"].as_u64().unwrap(), request["seed"].as_u64().unwrap());
            let sent = Message::decide(id, Budget::default(), seed, &view, &view.legal_actions()).to_line();
            assert_eq!(line, sent.trim_end());
            let (seat, players) = (view.viewer().unwrap(), view.players());
            let start = Message::Start { game: kinds.len() as u64 + 1, seat, players, rules: view.rules() };
            assert_eq!(started, start.to_line().trim_end());
            assert!(page.contains(line), "not on the page: {line}");
            kinds.push(request["view"]["situation"]["waits_for"].as_str().unwrap().to_owned());
        }
        let all = ["tile", "answer", "found", "survivor", "defunct", "dispose", "buy", "close", "exchange"];
        assert_eq!(kinds, all);
        assert_eq!(started, Message::Bye.to_line().trim_end());
    }

    #[test]
    fn time_limits_are_sent_in_milliseconds_and_never_as_zero() {
        let time_ms = |limit| {
            let table =
                mergemaker_engine::Table::new(Rules::of(mergemaker_engine::Preset::Classic), 2).unwrap();
            let mut dealer = mergemaker_engine::RandomDealer::new(mergemaker_engine::Dice::new(1));
            let view = mergemaker_engine::Game::start(table, &mut dealer, &mut ()).view(Seat::new(0));
            match Message::decide(1, Budget::Time { limit }, 0, &view, &[]) {
                Message::Decide { time_ms, work: None, .. } => time_ms,
                _ => None,
            }
        };
        assert_eq!(time_ms(Duration::from_secs(2)), Some(2_000));
        assert_eq!(time_ms(Duration::from_micros(10)), Some(1));
    }
}
