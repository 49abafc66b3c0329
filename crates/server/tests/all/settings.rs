//! What a table is made with: it lasts as long as the table, and goes over to the next game.

use mergemaker_engine::{DeadTileExchange, Options, Preset, Rules, RulesVersion, StartTiles};
use mergemaker_protocol::{TableState, ToClient, ToServer};
use mergemaker_record::Record;
use serde_json::json;

use crate::client::Client;
use crate::{Folder, start};

/// Whoever names the nine options of version 1 gets a game of version 2 that has them: today's preset where it agrees
/// with all of them, else `custom`.
#[tokio::test]
async fn the_options_of_version_one_make_a_game_of_version_two() {
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
            let (rules, options) = (made.rules, *made.rules.options());
            let written = serde_json::to_value(rules).unwrap();
            assert_eq!(written.as_object().unwrap().len(), 12, "every option: {written}");
            // `classic` may be ended at once today, and dead tiles go sooner in `manual`.
            let has_changed = [Preset::Classic, Preset::Manual, Preset::Custom].contains(&preset);
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
    ann.call("POST", &format!("/tables/{}/start", table.0), None).await.unwrap();
    let mut socket = ann.connect().await;
    socket.subscribe(&table, None).await;
    socket.say(&ToServer::LeaveSeat { table: table.clone() }).await;
    while !matches!(socket.hear().await, ToClient::Table { table } if table.state == TableState::Over) {}
    let record = ann.call("GET", &format!("/tables/{}/record", table.0), None).await.unwrap();
    assert_eq!(record["version"], 2, "new records are of version 2");
    Record::read(record.to_string().as_bytes()).unwrap().verify().unwrap();
    server.end().await.unwrap();
}
