//! Table codes, which replace links while a table is open.

use mergemaker_protocol::api::tables::{Leave, WithCode};
use mergemaker_protocol::{RefusalCode, TableInfo};
use serde_json::json;

use crate::client::Client;
use crate::raw::Raw;
use crate::{Folder, start, start_behind_proxy};

/// Creates a table by link for two; returns it and its code.
async fn open_table(host: &Client) -> (TableInfo, String) {
    let form = json!({ "seats": [{"kind":"open"}, {"kind":"open"}], "visibility": "link" });
    let table = host.new_table(form).await;
    let code = table.code.clone().expect("an open table has a code");
    (table, code)
}

#[tokio::test]
async fn a_table_is_found_by_its_code_until_its_game_starts() {
    let folder = Folder::new("codes");
    let server = start(&folder).await;
    let (ann, bob) = (Client::guest(server.addr(), "Ann").await, Client::guest(server.addr(), "Bob").await);
    let (table, code) = open_table(&ann).await;
    let find = async |text: &str| {
        let found = bob.ask(WithCode { code: text.to_owned() }).await;
        found.map(|found| found.id).map_err(|refusal| refusal.code)
    };
    let dashed = format!("{}-{}", &code[..3], &code[3..]);
    for typed in [code.clone(), code.to_lowercase(), dashed, format!("{} {}", &code[..2], &code[2..])] {
        assert_eq!(find(&typed).await, Ok(table.id.clone()), "{typed}");
    }
    for typed in ["CDFGH", "\0", "AAAAAA", "......"] {
        assert_eq!(find(typed).await, Err(RefusalCode::NotFound), "{typed}");
    }
    bob.join(&table.id).await;
    assert_eq!(find(&code).await, Ok(table.id.clone()), "a full table can be watched");
    ann.start(&table.id).await;
    assert_eq!(find(&code).await, Err(RefusalCode::NotFound), "the game has started");
    assert!(ann.info(&table.id).await.code.is_none());

    // A table that everyone leaves is closed and loses its code.
    let (table, code) = open_table(&ann).await;
    assert_eq!(find(&code).await, Ok(table.id.clone()));
    ann.ask(Leave { table: table.id.clone() }).await.unwrap();
    assert_eq!(find(&code).await, Err(RefusalCode::NotFound), "the table is empty");
    server.end().await.unwrap();

    // Codes survive a restart.
    let server = start(&folder).await;
    let ann = ann.at(server.addr());
    let (table, code) = open_table(&ann).await;
    server.end().await.unwrap();
    let server = start(&folder).await;
    let found = ann.at(server.addr()).ask(WithCode { code: code.clone() }).await.unwrap();
    assert_eq!((found.id, found.code), (table.id, Some(code)));
    server.end().await.unwrap();
}

/// Guessing is stopped after a few attempts, and does not block anyone else.
#[tokio::test]
async fn guessing_codes_is_limited() {
    let folder = Folder::new("codes-guessed");
    let server = start_behind_proxy(&folder).await;
    let ann = Client::guest(server.addr(), "Ann").await;
    let (_, code) = open_table(&ann).await;
    let ask = async |address: &str, code: &str| {
        let from = Raw::nobody(server.addr()).with("x-forwarded-for", address);
        from.get(&format!("/api/codes/{code}")).await.status.as_u16()
    };
    // Correct codes do not count towards the limit.
    for _ in 0..30 {
        assert_eq!(ask("10.0.0.1", &code).await, 200);
    }
    let wrong = if code == "CCCCCC" { "DDDDDD" } else { "CCCCCC" };
    for guess in 0..10 {
        assert_eq!(ask("10.0.0.1", wrong).await, 404, "guess {guess}");
    }
    assert_eq!(ask("10.0.0.1", wrong).await, 429);
    assert_eq!(ask("10.0.0.1", &code).await, 429, "even the right code is refused now");
    assert_eq!(ask("10.0.0.2", &code).await, 200);
    server.end().await.unwrap();
}
