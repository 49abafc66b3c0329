//! Checks docs/PROTOCOL.md against the messages, and `/api/openapi.json` against the REST API.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use mergemaker_engine::{Action, Situation};
use mergemaker_protocol::api::operations::Metrics;
use mergemaker_protocol::{PROTOCOL as VERSION, RefusalCode, Request, ToClient, ToServer};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::client::Client;
use crate::raw::Raw;
use crate::schema::{DOCUMENT, check_fits, check_is};
use crate::{Folder, start};

const PROTOCOL: &str = include_str!("../../../../docs/PROTOCOL.md");

/// The JSON examples in the document: info string and text.
fn examples() -> Vec<(Vec<&'static str>, &'static str)> {
    let mut examples = Vec::new();
    for block in PROTOCOL.split("```json").skip(1) {
        let (info, rest) = block.split_once('\n').unwrap();
        let (text, _) = rest.split_once("```").expect("a block that ends");
        examples.push((info.split_whitespace().collect(), text));
    }
    examples
}

#[test]
fn every_message_has_a_valid_example() {
    let (mut to_server, mut to_client) = (BTreeSet::new(), BTreeSet::new());
    for (info, text) in examples() {
        let value: Value = serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"));
        match info[..] {
            ["to_server"] => {
                if let Err(error) = serde_json::from_str::<ToServer>(text) {
                    panic!("{error}: {text}");
                }
                to_server.insert(value["type"].as_str().unwrap().to_owned());
            }
            ["to_client"] => {
                let message: ToClient =
                    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"));
                assert_eq!(serde_json::to_value(&message).unwrap(), value, "the example must round-trip");
                to_client.insert(value["type"].as_str().unwrap().to_owned());
            }
            ["body" | "answer", schema] => {
                check_is(schema, &value);
            }
            _ => panic!("unknown kind of example: {info:?}"),
        }
    }
    let mut all = variants::<Request>(&json!({ "type": "?" }));
    all.extend(["ping", "subscribe", "unsubscribe"].map(str::to_owned));
    assert_eq!(to_server, all);
    assert_eq!(to_client, variants::<ToClient>(&json!({ "type": "?" })));
    assert!(to_server.len() > 9 && to_client.len() > 8);
}

#[test]
fn the_documented_hello_has_the_current_version() {
    let versions: Vec<u32> = examples()
        .into_iter()
        .filter(|(info, _)| info[..] == ["to_client"])
        .filter_map(|(_, text)| match serde_json::from_str(text).unwrap() {
            ToClient::Hello { protocol, .. } => Some(protocol),
            _ => None,
        })
        .collect();
    assert_eq!(versions, [VERSION]);
}

/// The serialized names of an enum's variants, taken from the error for an unknown one.
fn variants<T: DeserializeOwned>(unknown: &Value) -> BTreeSet<String> {
    let error = T::deserialize(unknown).err().expect("no such variant").to_string();
    let (_, names) = error.split_once("expected one of ").expect("a list of the variants");
    names.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The names in the first column of the tables in a section.
fn first_column(part: &str) -> BTreeSet<String> {
    let cells = part.lines().filter_map(|line| line.strip_prefix("| ")?.split(" |").next());
    cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).map(str::to_owned).collect()
}

#[test]
fn every_action_and_situation_is_documented() {
    let part = |from: &str, to: &str| {
        let (_, rest) = PROTOCOL.split_once(from).unwrap();
        first_column(rest.split_once(to).unwrap().0)
    };
    assert_eq!(part("### decide", "### take_back"), variants::<Action>(&json!({ "kind": "?" })));
    let mut waits = part("### snapshot", "### update");
    waits.remove("waits_for");
    assert_eq!(waits, variants::<Situation>(&json!({ "waits_for": "?" })));
    assert!(waits.len() > 10);
}

#[test]
fn every_refusal_code_is_documented() {
    let codes = variants::<RefusalCode>(&json!("?"));
    for code in &codes {
        assert!(PROTOCOL.contains(&format!("| `{code}` |")), "no row for {code}");
        check_is("RefusalCode", &json!(code));
    }
    assert!(codes.len() > 10);
}

/// A new endpoint needs a line in routes.txt and a mention in docs/PROTOCOL.md.
#[test]
fn every_route_is_documented() {
    let mut index = String::new();
    for (path, methods) in DOCUMENT["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let route = format!("{} {path}", method.to_uppercase());
            assert!(PROTOCOL.contains(&format!("`{route}`")), "docs/PROTOCOL.md does not mention {route}");
            writeln!(index, "{route}: {}", operation["summary"].as_str().unwrap()).unwrap();
        }
    }
    let snapshot = include_str!("routes.txt");
    assert_eq!(index, snapshot, "if this is correct, write it to tests/all/routes.txt");
}

/// Without a session, every endpoint that requires one responds 401, whatever the request.
#[tokio::test]
async fn authentication_is_required_as_documented() {
    let folder = Folder::new("protocol-callers");
    let server = start(&folder).await;
    let nobody = Raw::nobody(server.addr());
    for (path, methods) in DOCUMENT["paths"].as_object().unwrap() {
        let parts = path.split('/').map(|part| if part.starts_with('{') { "0" } else { part });
        let address = parts.collect::<Vec<_>>().join("/");
        for (method, operation) in methods.as_object().unwrap() {
            let needs_name = operation["security"] != json!([]);
            let reply = nobody.send(&method.to_uppercase(), &address, None).await;
            assert_eq!(reply.status == 401, needs_name, "{method} {path}: {}", reply.text);
        }
    }
    server.end().await.unwrap();
}

/// A client that checks every answer against the API description.
struct CheckedClient {
    raw: Raw,
}

impl CheckedClient {
    /// Sends a request with the documented example as its body, and checks the answer.
    async fn check(&self, method: &str, route: &str, path: &str) -> Value {
        let operation = &DOCUMENT["paths"][route][method.to_lowercase()];
        let body = operation.pointer("/requestBody/content/application~1json/example").cloned();
        if let Some(body) = &body {
            let schema = operation.pointer("/requestBody/content/application~1json/schema").unwrap();
            check_fits(schema, body);
        }
        let reply = self.raw.send(method, path, body).await;
        let described = &operation["responses"]["200"];
        assert_eq!(
            described["headers"]["Set-Cookie"].is_object(),
            reply.cookie.is_some(),
            "{method} {route}"
        );
        let Some(schema) = described.pointer("/content/application~1json/schema") else {
            assert!(reply.status.is_success(), "{method} {route}: {}", reply.text);
            return Value::Null;
        };
        let value = reply.json();
        check_fits(schema, &value);
        value
    }

    async fn sign_in(&mut self, route: &str) {
        self.sign_in_with("POST", route).await;
    }

    async fn sign_in_with(&mut self, method: &str, route: &str) {
        let operation = &DOCUMENT["paths"][route][method.to_lowercase()];
        let example = &operation["requestBody"]["content"]["application/json"]["example"];
        let reply = self.raw.send(method, route, Some(example.clone())).await;
        self.raw = self.raw.with("cookie", &reply.cookie.unwrap());
    }
}

/// Calls every route with its documented example: the answers match the description.
#[tokio::test]
async fn answers_match_the_description() {
    let folder = Folder::new("protocol");
    let server = start(&folder).await;
    let mut client = CheckedClient { raw: Raw::nobody(server.addr()) };
    client.check("POST", "/api/guest", "/api/guest").await;
    client.sign_in("/api/guest").await;
    client.sign_in("/api/claim").await;
    client.check("POST", "/api/login", "/api/login").await;
    for route in ["/api/tokens", "/api/tables"] {
        client.check("POST", route, route).await;
    }
    let mut tables = Vec::new();
    for _ in 0..3 {
        let info = client.check("POST", "/api/tables", "/api/tables").await;
        tables.push(format!("/api/tables/{}", info["id"].as_str().unwrap()));
    }
    let table = &tables[0];
    let info = client.check("GET", "/api/tables/{table}", table).await;
    let by_code = format!("/api/codes/{}", info["code"].as_str().expect("an open table has a code"));
    assert_eq!(client.check("GET", "/api/codes/{code}", &by_code).await, info);
    client.check("PUT", "/api/tables/{table}/seats/{seat}", &format!("{table}/seats/1")).await;
    client.check("POST", "/api/tables/{table}/swap", &format!("{table}/swap")).await;
    client.check("DELETE", "/api/tables/{table}/seats/{seat}", &format!("{table}/seats/0")).await;
    client.check("POST", "/api/tables/{table}/join", &format!("{table}/join")).await;
    client.check("POST", "/api/tables/{table}/leave", &format!("{table}/leave")).await;
    client.check("POST", "/api/tables/{table}/start", &format!("{}/start", tables[1])).await;
    play_out(&client.raw, &tables[1]).await;
    client.check("GET", "/api/tables/{table}/record", &format!("{}/record", tables[1])).await;
    client.check("POST", "/api/tables/{table}/rematch", &format!("{}/rematch", tables[1])).await;
    for table in &tables {
        client.check("GET", "/api/tables/{table}", table).await;
    }
    let me = client.check("GET", "/api/me", "/api/me").await;
    let person = format!("/api/people/{}", me["id"].as_str().unwrap());
    client.check("POST", "/api/tables/{table}/start", &format!("{}/start", tables[2])).await;
    let mut shown = Vec::new();
    for (route, path) in [
        ("/api/people/{person}", person.clone()),
        ("/api/people/{person}/games", format!("{person}/games?before=9999999999999")),
        ("/api/people/{person}/ratings/{players}", format!("{person}/ratings/2")),
        ("/api/leaderboard/{players}", "/api/leaderboard/2".into()),
        ("/api/tables", "/api/tables?state=open".into()),
        ("/api/me/tables", "/api/me/tables?limit=1".into()),
        ("/api/me/tokens", "/api/me/tokens".into()),
        ("/api/me/sessions", "/api/me/sessions".into()),
    ] {
        let answer = client.check("GET", route, &path).await;
        assert!(answer["items"].as_array().is_none_or(|list| !list.is_empty()), "{path} is empty");
        shown.push(answer);
    }
    assert_eq!(shown[0]["games"].as_array().unwrap().len(), 1);
    for route in
        ["/api", "/api/try.css", "/api/try.js", "/api/openapi.json", "/healthz", "/readyz", "/metrics"]
    {
        client.check("GET", route, route).await;
    }
    let refused = Raw::nobody(server.addr()).get("/api/me").await;
    check_is("Refusal", &serde_json::from_str(&refused.text).unwrap());
    for route in ["/api/logout-everywhere", "/api/logout"] {
        client.check("POST", route, route).await;
        client.raw.headers.clear();
        client.sign_in("/api/login").await;
    }
    client.sign_in_with("PUT", "/api/me/password").await;
    // The password has changed, which the example cannot know.
    let reply = client.raw.send("DELETE", "/api/me", Some(json!({ "password": "battery staple" }))).await;
    assert!(reply.status.is_success() && reply.cookie.is_some(), "{}", reply.text);
    server.end().await.unwrap();
}

/// Plays a started game to its end.
async fn play_out(raw: &Raw, table: &str) {
    let id = table.trim_start_matches("/api/tables/").to_owned();
    let socket = raw.connect().await.unwrap();
    crate::player::take_part(socket, mergemaker_protocol::TableId(id), crate::player::Choice::Last).await;
}

/// The metrics are available in the Prometheus text format.
#[tokio::test]
async fn metrics_are_reported() {
    let folder = Folder::new("protocol-metrics");
    let server = start(&folder).await;
    let ann = Client::guest(server.addr(), "Ann").await;
    let _socket = ann.connect().await;
    let text = ann.ask(Metrics {}).await.unwrap();
    let value = |name: &str| -> f64 {
        let line =
            text.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_else(|| panic!("no {name}"));
        line.trim().parse().unwrap()
    };
    assert!(value("mergemaker_sockets_open ") >= 1.0);
    assert!(value("mergemaker_http_requests_total{status=\"2xx\"} ") >= 1.0);
    for name in [
        "mergemaker_tables_opened_total ",
        "mergemaker_games_total{state=\"started\"} ",
        "mergemaker_games_total{state=\"finished\"} ",
        "mergemaker_decisions_total{result=\"accepted\"} ",
        "mergemaker_decisions_total{result=\"refused\"} ",
        "mergemaker_decision_seconds_count ",
        "mergemaker_bot_thinking_seconds_count ",
        "mergemaker_bot_faults_total{fault=\"timed_out\"} ",
        "mergemaker_store_errors_total ",
    ] {
        assert!(value(name) >= 0.0);
    }
    server.end().await.unwrap();
}

/// The page for trying out the API has no inline scripts or styles, which our CSP forbids, and no external
/// resources.
#[tokio::test]
async fn the_try_page_is_self_contained() {
    let folder = Folder::new("protocol-page");
    let server = start(&folder).await;
    let page = Raw::nobody(server.addr()).get("/api").await.text;
    assert!(page.contains("<script src=\"/api/try.js\"") && !page.contains("://"), "{page}");
    assert!(!page.contains("<style") && !page.contains("style=") && !page.contains("onclick"));
    let script = Raw::nobody(server.addr()).get("/api/try.js").await.text;
    assert!(!script.contains("innerHTML") && !script.contains("://"));
    server.end().await.unwrap();
}
