//! Table settings are stored with the table and carried over to rematches.

use mergemaker_engine::{DeadTileExchange, Options, Preset, Rules, RulesVersion, StartTiles};
use mergemaker_protocol::api::tables::{List, Mine, Which};
use mergemaker_protocol::{Memory, PageQuery, Request, TableState, ToClient};
use mergemaker_server::{Config, Server};
use serde_json::json;

use crate::client::Client;
use crate::{Folder, config, start};

/// The memory setting is the same in the table, in lists, after a restart and in a rematch. The default is
/// none.
#[tokio::test]
async fn the_memory_setting_belongs_to_the_table() {
    let folder = Folder::new("settings-memory");
    let server = start(&folder).await;
    let addr = server.addr();
    let ann = Client::guest(addr, "Ann").await;
    let mut tables = Vec::new();
    for memory in [None].into_iter().chain(Memory::ALL.map(Some)) {
        let seats = json!([{"kind":"open"}, {"kind":"bot","level":"random"}]);
        let mut body = json!({ "seats": seats, "rules": {"preset": "classic", "holdings": "hidden"} });
        if let Some(memory) = memory {
            body["memory"] = json!(memory);
        }
        let made = ann.new_table(body).await;
        let expected = memory.unwrap_or(Memory::None);
        assert_eq!(made.settings.memory, expected);
        tables.push((made.id, expected));
    }
    let body = json!({ "seats": [], "memory": "some" });
    let refused = ann.raw().send("POST", "/api/tables", Some(body)).await;
    assert!(!refused.status.is_success(), "there are three choices");
    for (table, memory) in &tables {
        for list in [
            ann.ask(List { query: Which::default() }).await,
            ann.ask(Mine { query: PageQuery::default() }).await,
        ] {
            let listed = list.unwrap().items.into_iter().find(|listed| listed.id == *table).unwrap();
            assert_eq!(listed.settings.memory, *memory);
        }
        ann.start(table).await;
    }
    server.end().await.unwrap();

    let server = Server::start(Config { addr, ..config(&folder) }).await.unwrap();
    for (table, memory) in &tables {
        let mut socket = ann.connect().await;
        socket.subscribe(table, None).await;
        let ToClient::Snapshot(snapshot) = socket.receive().await else {
            panic!("expected a snapshot first")
        };
        assert_eq!((snapshot.table.state, snapshot.table.settings.memory), (TableState::Running, *memory));
        // A bot plays the game to its end.
        socket.send_message(&Request::LeaveSeat {}.at(table)).await;
        loop {
            if let ToClient::Table { table } = socket.receive().await
                && table.state == TableState::Over
            {
                assert_eq!(table.settings.memory, *memory);
                break;
            }
        }
        assert_eq!(ann.rematch(table).await.settings.memory, *memory, "a rematch keeps the setting");
    }
    server.end().await.unwrap();
}

/// A client that names the nine options of version 1 gets version 2 rules with them: the current preset if it
/// agrees with all of them, otherwise `custom`.
#[tokio::test]
async fn version_one_options_make_version_two_games() {
    let folder = Folder::new("settings-rules");
    let server = start(&folder).await;
    let ann = Client::guest(server.addr(), "Ann").await;
    for &preset in Preset::ALL {
        for holdings in ["open", "hidden"] {
            let before = Rules::named(RulesVersion::One, preset, Options::before(preset)).unwrap();
            let mut named = serde_json::to_value(before).unwrap();
            named["holdings"] = json!(holdings);
            let seats =
                json!([{"kind":"open"}, {"kind":"bot","level":"random"}, {"kind":"bot","level":"random"}]);
            let made = ann.new_table(json!({ "seats": seats, "rules": named })).await;
            let (rules, options) = (made.settings.rules, *made.settings.rules.options());
            let written = serde_json::to_value(rules).unwrap();
            assert_eq!(written.as_object().unwrap().len(), 12, "every option: {written}");
            // For example, `classic` may now end the game at once, and dead tiles go sooner in `manual`.
            let today = serde_json::to_value(Rules::of(preset)).unwrap();
            let mut values = named.as_object().unwrap().iter().filter(|(option, _)| *option != "holdings");
            let has_changed =
                preset == Preset::Custom || values.any(|(option, value)| today[option] != *value);
            if has_changed {
                assert_eq!(rules.preset(), Preset::Custom, "{preset}");
                assert_eq!(options.start_tiles, StartTiles::Lone);
                assert_eq!(options.dead_tile_exchange, DeadTileExchange::Automatic);
            } else {
                assert_eq!(rules, Rules::of(preset).with_holdings(options.holdings));
            }
            for (option, value) in named.as_object().unwrap().iter().filter(|(option, _)| *option != "preset")
            {
                assert_eq!(written[option], *value, "{preset}: {option}");
            }
        }
    }
    let body = json!({ "seats": [{"kind":"open"}, {"kind":"bot","level":"random"}], "rules":
        Rules::named(RulesVersion::One, Preset::Classic, Options::before(Preset::Classic)).unwrap() });
    let table = ann.new_table(body).await.id;
    ann.start(&table).await;
    let mut socket = ann.connect().await;
    socket.subscribe(&table, None).await;
    socket.send_message(&Request::LeaveSeat {}.at(&table)).await;
    while !matches!(socket.receive().await, ToClient::Table { table } if table.state == TableState::Over) {}
    let record = ann.record(&table).await;
    assert_eq!(record.rules.version(), RulesVersion::Two, "new records are of version 2");
    server.end().await.unwrap();
}
