//! Attacks that must fail: guessing, planted sessions, forged requests, and cross-site requests.

use std::collections::BTreeSet;

use mergemaker_protocol::api::tokens::{Create, TokenForm};
use mergemaker_protocol::{Occupant, RefusalCode, Request, TableId, TableState, ToClient};
use mergemaker_server::{Config, Server};
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::client::Client;
use crate::raw::Raw;
use crate::{Folder, config, start};

/// The headers that every response must have, with a part of their values.
const ALWAYS: [(&str, &str); 4] = [
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "same-origin"),
    ("content-security-policy", "frame-ancestors 'none'"),
];

/// Covers successes, every kind of error, pages, metrics, and unknown addresses.
#[tokio::test]
async fn every_response_has_security_headers() {
    let folder = Folder::new("attacks-headers");
    let server = start(&folder).await;
    let url = format!("http://{}", server.addr());
    let ann = Client::guest(server.addr(), "<script>alert()</script>").await;
    let table = new_table(&ann, "link").await;
    let ann = ann.raw();
    let http = &ann.http;
    let cookie = &ann.headers[0].1;
    let requests = [
        (200, http.get(format!("{url}/api/me")).header("cookie", cookie)),
        (200, http.get(format!("{url}/api/tables/{}", table.0))),
        (200, http.get(format!("{url}/api"))),
        (200, http.get(format!("{url}/api/try.js"))),
        (200, http.get(format!("{url}/api/openapi.json"))),
        (200, http.get(format!("{url}/healthz"))),
        (200, http.get(format!("{url}/readyz"))),
        (200, http.get(format!("{url}/metrics"))),
        (400, http.post(format!("{url}/api/guest")).body("{")),
        (400, http.get(format!("{url}/ws"))),
        (401, http.get(format!("{url}/api/me"))),
        (401, http.post(format!("{url}/api/login")).json(&json!({"name":"a","password":"b"}))),
        (403, http.get(format!("{url}/api/me")).header("origin", "https://evil.example")),
        (404, http.get(format!("{url}/<script>"))),
        (404, http.get(format!("{url}/api/tables/nothere"))),
        (405, http.patch(format!("{url}/api/me"))),
        (409, http.post(format!("{url}/api/tables/{}/rematch", table.0)).header("cookie", cookie)),
    ];
    for (status, request) in requests {
        let response = request.send().await.unwrap();
        let what = response.url().path().to_owned();
        assert_eq!(response.status().as_u16(), status, "{what}");
        check_headers(&response, &what);
    }
    // The response to too many requests has them too.
    let mut limited = None;
    for _ in 0..50 {
        // Concurrently: one at a time, a busy machine would stay under the limit.
        let asked = (0..40).map(|_| http.get(format!("{url}/api/visitor")).send());
        let answers = futures_util::future::join_all(asked).await.into_iter().map(Result::unwrap);
        limited = answers.into_iter().find(|answer| answer.status() == StatusCode::TOO_MANY_REQUESTS);
        if limited.is_some() {
            break;
        }
    }
    check_headers(&limited.expect("there is a limit"), "429");
    // Whoever watches over the server is heard all the same.
    for path in ["healthz", "readyz"] {
        for _ in 0..50 {
            assert_eq!(
                http.get(format!("{url}/{path}")).send().await.unwrap().status(),
                StatusCode::OK,
                "{path}"
            );
        }
    }
    server.end().await.unwrap();
}

fn check_headers(response: &reqwest::Response, what: &str) {
    let header = |name: &str| response.headers().get(name).and_then(|value| value.to_str().ok());
    for (name, says) in ALWAYS {
        assert!(header(name).is_some_and(|value| value.contains(says)), "{name} of {what}: {response:?}");
    }
    // Browsers never interpret an error as a page.
    let kind = header("content-type").unwrap_or_default();
    assert!(response.status().is_success() || kind == "application/json", "{what}: {kind}");
    let policy = header("content-security-policy").unwrap_or_default();
    assert!(!policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'"), "{policy}");
    assert_eq!(header("access-control-allow-origin"), None, "{what}");
}

/// Creates an open table.
async fn new_table(person: &Client, visibility: &str) -> TableId {
    let body = json!({ "seats": [{"kind":"open"}, {"kind":"open"}], "visibility": visibility });
    person.new_table(body).await.id
}

/// Without the link, nobody can find a table that is visible by link only.
#[tokio::test]
async fn tables_by_link_are_not_listed() {
    let folder = Folder::new("attacks-link");
    let server = start(&folder).await;
    let (ann, bob) = (Client::guest(server.addr(), "Ann").await, Client::guest(server.addr(), "Bob").await);
    let cid = Raw::guest(server.addr(), "Cid").await;
    let hidden = new_table(&ann, "link").await;
    let public = new_table(&ann, "public").await;
    bob.join(&hidden).await;
    for state in ["open", "running", "over", "closed"] {
        if state == "running" {
            ann.start(&hidden).await;
        }
        if state == "over" {
            for person in [&ann, &bob] {
                let mut socket = person.connect().await;
                socket.watch(&hidden).await;
                socket.send_message(&Request::LeaveSeat {}.at(&hidden)).await;
                tokio::time::timeout(std::time::Duration::from_mins(1), async {
                    while !matches!(socket.receive().await, ToClient::Accepted { .. }) {}
                })
                .await
                .unwrap();
            }
            while ann.info(&hidden).await.state != TableState::Over {
                tokio::time::sleep(std::time::Duration::from_millis(50)).await;
            }
        }
        for list in [
            format!("/api/tables?state={state}"),
            "/api/tables".into(),
            "/api/me/tables".into(),
            "/metrics".into(),
            "/api/leaderboard/2".into(),
        ] {
            let text = cid.get(&list).await.text;
            assert!(!text.contains(&hidden.0), "{list} while {state}: {text}");
        }
    }
    assert!(cid.get("/api/tables").await.text.contains(&public.0), "public tables are listed");
    server.end().await.unwrap();
}

/// Ids are long and random, and near misses match nothing.
#[tokio::test]
async fn ids_cannot_be_guessed() {
    let folder = Folder::new("attacks-ids");
    let server = start(&folder).await;
    let ann = Client::guest(server.addr(), "Ann").await;
    let mut ids = BTreeSet::new();
    let mut last = String::new();
    for _ in 0..40 {
        last = new_table(&ann, "link").await.0;
        assert!(last.len() >= 16 && last.bytes().all(|letter| letter.is_ascii_alphanumeric()), "{last}");
        ids.insert(last.clone());
    }
    assert_eq!(ids.len(), 40);
    // Ids share letters at the same position only by chance: one in 32.
    let ids: Vec<&String> = ids.iter().collect();
    let same: usize = ids
        .windows(2)
        .map(|pair| pair[0].bytes().zip(pair[1].bytes()).skip(2).filter(|(one, other)| one == other).count())
        .sum();
    assert!(same < 39 * 14 / 8, "{same} letters in common");
    let mut socket = ann.connect().await;
    let near = [
        last[..last.len() - 1].to_owned(),
        format!("{last}a"),
        last.to_uppercase(),
        format!("{}%", &last[..4]),
        format!("{}_", &last[..last.len() - 1]),
        "*".into(),
        format!("{last}' OR '1'='1"),
        format!("{last}\0"),
        String::new(),
    ];
    for id in near {
        socket.watch(&TableId(id.clone())).await;
        assert_eq!(socket.refused().await, RefusalCode::NotFound, "{id:?}");
    }
    server.end().await.unwrap();
}

/// A session that an attacker chose or knew never becomes the session of an account.
#[tokio::test]
async fn sessions_cannot_be_planted() {
    let folder = Folder::new("attacks-session");
    let server = start(&folder).await;
    // Mallory plants her own guest session in Ann's browser, where Ann claims an account.
    let mallory = Raw::guest(server.addr(), "Mallory").await;
    let ann = Raw { addr: mallory.addr, http: reqwest::Client::new(), headers: mallory.headers.clone() };
    let form = json!({ "name": "Ann", "password": "correct horse" });
    let claimed = ann.send("POST", "/api/claim", Some(form.clone())).await;
    let cookie = claimed.cookie.clone().unwrap();
    assert_ne!(cookie, mallory.headers[0].1);
    assert_eq!(
        mallory.get("/api/me").await.status,
        StatusCode::UNAUTHORIZED,
        "the planted session has ended"
    );
    // The same with a login: the earlier session does not become the account's.
    let eve = Raw::guest(server.addr(), "Eve").await;
    let login = eve.send("POST", "/api/login", Some(form)).await;
    assert_ne!(login.cookie.unwrap(), eve.headers[0].1);
    assert_eq!(eve.get("/api/me").await.json()["name"], "Eve", "the old session is not Ann's");
    // URLs and other headers cannot carry a session.
    let secret = cookie.split_once('=').unwrap().1;
    let nobody = Raw::nobody(server.addr());
    for path in
        [format!("/api/me?mergemaker_session={secret}"), format!("/api/me;mergemaker_session={secret}")]
    {
        assert!(!nobody.get(&path).await.status.is_success(), "{path}");
    }
    for (name, value) in [
        ("authorization", format!("Basic {secret}")),
        ("x-mergemaker-session", secret.to_owned()),
        ("cookie", format!("MERGEMAKER_SESSION={secret}")),
        ("cookie", format!("other=mergemaker_session={secret}")),
    ] {
        assert_eq!(
            nobody.with(name, &value).get("/api/me").await.status,
            StatusCode::UNAUTHORIZED,
            "{value}"
        );
    }
    server.end().await.unwrap();
}

/// Scripts cannot read the cookie, other sites cannot send it, and behind TLS it is only sent over TLS.
#[tokio::test]
async fn the_cookie_is_hidden_from_scripts_and_other_sites() {
    let folder = Folder::new("attacks-cookie");
    for behind_proxy in [false, true] {
        let config = Config { behind_proxy, ..config(&folder) };
        let server = Server::start(config).await.unwrap();
        let guest = reqwest::Client::new().post(format!("http://{}/api/guest", server.addr()));
        let response = guest.json(&json!({ "name": "Ann" })).send().await.unwrap();
        let cookie = response.headers()["set-cookie"].to_str().unwrap();
        for part in ["HttpOnly", "SameSite=Lax", "Path=/"] {
            assert!(cookie.contains(part), "{part}: {cookie}");
        }
        assert!(!cookie.contains("Domain"), "{cookie}");
        assert_eq!(cookie.contains("Secure"), behind_proxy, "{cookie}");
        server.end().await.unwrap();
    }
}

/// Browsers send forms without a preflight request. They are refused by origin or content type, and change
/// nothing.
#[tokio::test]
async fn forms_on_other_sites_do_nothing() {
    let folder = Folder::new("attacks-forms");
    let server = start(&folder).await;
    let client = Client::guest(server.addr(), "Ann").await;
    let table = new_table(&client, "public").await;
    let ann = client.raw();
    let url = format!("http://{}", server.addr());
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=a"] {
        for origin in [None, Some("https://evil.example"), Some("null")] {
            let request = ann.http.post(format!("{url}/api/tables/{}/join", table.0));
            let request = request.header("cookie", &ann.headers[0].1).header("content-type", kind);
            let request = match origin {
                Some(origin) => request.header("origin", origin),
                None => request,
            };
            let response = request.body(r#"{"seat":1}"#).send().await.unwrap();
            let expect = if origin.is_some() { StatusCode::FORBIDDEN } else { StatusCode::BAD_REQUEST };
            assert_eq!(response.status(), expect, "{kind} from {origin:?}");
        }
    }
    // A preflight request grants nothing.
    let preflight = ann.http.request("OPTIONS".parse().unwrap(), format!("{url}/api/me"));
    let preflight =
        preflight.header("origin", "https://evil.example").header("access-control-request-method", "DELETE");
    let response = preflight.send().await.unwrap();
    assert_eq!(response.status(), StatusCode::FORBIDDEN);
    assert!(response.headers().keys().all(|name| !name.as_str().starts_with("access-control")));
    assert_eq!(client.info(&table).await.seats[1].occupant, Occupant::Open);
    server.end().await.unwrap();
}

/// Guessing is limited per address and per account, whatever forwarding headers a client sends. The response
/// does not reveal whether an account exists.
#[tokio::test(flavor = "multi_thread")]
async fn guessing_passwords_for_many_names_is_limited() {
    let folder = Folder::new("attacks-guess");
    let server = start(&folder).await;
    let ann = Raw::guest(server.addr(), "Ann").await;
    ann.send("POST", "/api/claim", Some(json!({ "name": "Ann", "password": "correct horse" }))).await.json();
    let mut answers: Vec<(StatusCode, Value)> = Vec::new();
    for guess in 0..25 {
        let name = if guess == 0 { "Ann".to_owned() } else { format!("Nobody {guess}") };
        // Without a proxy this header is ignored.
        let raw = Raw::nobody(server.addr()).with("x-forwarded-for", &format!("10.0.0.{guess}"));
        let form = json!({ "name": name, "password": "wrong" });
        let reply = raw.send("POST", "/api/login", Some(form)).await;
        answers.push((reply.status, serde_json::from_str(&reply.text).unwrap()));
    }
    assert_eq!(answers[0].0, StatusCode::UNAUTHORIZED);
    assert_eq!(answers[0], answers[1], "same response whether or not the account exists");
    assert_eq!(answers[24].0, StatusCode::TOO_MANY_REQUESTS, "there is a limit per address");
    server.end().await.unwrap();
}

/// Scripts in user-provided texts come back as JSON, which no browser runs.
#[tokio::test]
async fn script_in_texts_stays_text() {
    const SCRIPT: &str = "<script>x</script>";
    let folder = Folder::new("attacks-script");
    let server = start(&folder).await;
    let ann = Client::guest(server.addr(), SCRIPT).await;
    let table = new_table(&ann, "public").await;
    let id = &ann.you.person.id.0;
    ann.ask(Create { body: TokenForm::usual(SCRIPT) }).await.unwrap();
    let ann = ann.raw();
    for path in [
        "/api/me".to_owned(),
        "/api/tables".into(),
        format!("/api/tables/{}", table.0),
        format!("/api/people/{id}"),
        format!("/api/people/{SCRIPT}"),
        format!("/api/tables/{SCRIPT}"),
        format!("/api/tables?state={SCRIPT}"),
        format!("/{SCRIPT}"),
    ] {
        let request = ann.http.get(format!("http://{}{path}", server.addr()));
        let response = request.header("cookie", &ann.headers[0].1).send().await.unwrap();
        assert_eq!(response.headers()["content-type"], "application/json", "{path}");
        assert_eq!(response.headers()["x-content-type-options"], "nosniff", "{path}");
        let _: Value = response.json().await.unwrap();
    }
    server.end().await.unwrap();
}
