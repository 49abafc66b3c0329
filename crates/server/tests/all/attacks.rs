//! Attacks that are tried and fail: guessing, planting, forging, and pages that would use somebody's browser.

use std::collections::BTreeSet;

use mergemaker_protocol::{RefusalCode, Request, TableId, ToClient};
use mergemaker_server::{Config, Server};
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::raw::Raw;
use crate::{Folder, config, start};

/// The headers that every answer must have, and what they say.
const ALWAYS: [(&str, &str); 4] = [
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "same-origin"),
    ("content-security-policy", "frame-ancestors 'none'"),
];

/// Every kind of answer: fine ones, each kind of error, pages, figures, and what is no address at all.
#[tokio::test]
async fn every_answer_has_the_headers_that_protect() {
    let folder = Folder::new("attacks-headers");
    let server = start(&folder).await;
    let url = format!("http://{}", server.addr());
    let ann = Raw::guest(server.addr(), "<script>alert()</script>").await;
    let table = new_table(&ann, "link").await;
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
    // Too many, at last: the refusal is as safe as any.
    let mut limited = None;
    for _ in 0..50 {
        // Many at a time: one by one, a busy machine would not be too fast.
        let asked = (0..40).map(|_| http.get(format!("{url}/healthz")).send());
        let answers = futures_util::future::join_all(asked).await.into_iter().map(Result::unwrap);
        limited = answers.into_iter().find(|answer| answer.status() == StatusCode::TOO_MANY_REQUESTS);
        if limited.is_some() {
            break;
        }
    }
    check_headers(&limited.expect("there is a limit"), "429");
    server.end().await.unwrap();
}

fn check_headers(response: &reqwest::Response, what: &str) {
    let header = |name: &str| response.headers().get(name).and_then(|value| value.to_str().ok());
    for (name, says) in ALWAYS {
        assert!(header(name).is_some_and(|value| value.contains(says)), "{name} of {what}: {response:?}");
    }
    // What is not a success is never taken for a page.
    let kind = header("content-type").unwrap_or_default();
    assert!(response.status().is_success() || kind == "application/json", "{what}: {kind}");
    let policy = header("content-security-policy").unwrap_or_default();
    assert!(!policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'"), "{policy}");
    assert_eq!(header("access-control-allow-origin"), None, "{what}");
}

/// Makes a table that has not begun.
async fn new_table(person: &Raw, visibility: &str) -> TableId {
    let body = json!({ "seats": [{"kind":"open"}, {"kind":"open"}], "visibility": visibility });
    let info = person.send("POST", "/api/tables", Some(body)).await.json();
    TableId(info["id"].as_str().unwrap().to_owned())
}

/// Who has no link finds no way to a table that only those with the link may see.
#[tokio::test]
async fn a_private_table_is_told_to_nobody_without_its_link() {
    let folder = Folder::new("attacks-link");
    let server = start(&folder).await;
    let (ann, bob) = (Raw::guest(server.addr(), "Ann").await, Raw::guest(server.addr(), "Bob").await);
    let cid = Raw::guest(server.addr(), "Cid").await;
    let hidden = new_table(&ann, "link").await;
    let public = new_table(&ann, "public").await;
    let path = format!("/api/tables/{}", hidden.0);
    bob.send("POST", &format!("{path}/join"), Some(json!({ "seat": 1 }))).await.json();
    for state in ["open", "running", "over", "closed"] {
        if state == "running" {
            ann.post(&format!("{path}/start")).await.json();
        }
        if state == "over" {
            for person in [&ann, &bob] {
                let mut socket = person.connect().await.unwrap();
                socket.follow(&hidden).await;
                socket.say(&Request::LeaveSeat {}.at(&hidden)).await;
                tokio::time::timeout(std::time::Duration::from_mins(1), async {
                    while !matches!(socket.hear().await, ToClient::Accepted { .. }) {}
                })
                .await
                .unwrap();
            }
            while ann.get(&format!("{path}/record")).await.status != StatusCode::OK {
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
    assert!(cid.get("/api/tables").await.text.contains(&public.0), "the search finds what is public");
    server.end().await.unwrap();
}

/// Ids are long, random and of no order; what is nearly one is nothing.
#[tokio::test]
async fn ids_cannot_be_guessed() {
    let folder = Folder::new("attacks-ids");
    let server = start(&folder).await;
    let ann = Raw::guest(server.addr(), "Ann").await;
    let mut ids = BTreeSet::new();
    let mut last = String::new();
    for _ in 0..40 {
        last = new_table(&ann, "link").await.0;
        assert!(last.len() >= 16 && last.bytes().all(|letter| letter.is_ascii_alphanumeric()), "{last}");
        ids.insert(last.clone());
    }
    assert_eq!(ids.len(), 40);
    // The letters that two ids share in place are hardly more than chance has it: one in 32.
    let ids: Vec<&String> = ids.iter().collect();
    let same: usize = ids
        .windows(2)
        .map(|pair| pair[0].bytes().zip(pair[1].bytes()).skip(2).filter(|(one, other)| one == other).count())
        .sum();
    assert!(same < 39 * 14 / 8, "{same} letters in common");
    let mut socket = ann.connect().await.unwrap();
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
        socket.follow(&TableId(id.clone())).await;
        assert_eq!(socket.refused().await, RefusalCode::NotFound, "{id:?}");
    }
    server.end().await.unwrap();
}

/// A session that somebody else chose, or knew before, is never the one of an account.
#[tokio::test]
async fn sessions_cannot_be_planted() {
    let folder = Folder::new("attacks-session");
    let server = start(&folder).await;
    // Mallory's own guest session, planted in Ann's browser: Ann claims an account in it.
    let mallory = Raw::guest(server.addr(), "Mallory").await;
    let ann = Raw { addr: mallory.addr, http: reqwest::Client::new(), headers: mallory.headers.clone() };
    let form = json!({ "name": "Ann", "password": "correct horse" });
    let claimed = ann.send("POST", "/api/claim", Some(form.clone())).await;
    let cookie = claimed.cookie.clone().unwrap();
    assert_ne!(cookie, mallory.headers[0].1);
    assert_eq!(
        mallory.get("/api/me").await.status,
        StatusCode::UNAUTHORIZED,
        "it is dead for who planted it"
    );
    // The same with a login: the session from before is not the one of the account.
    let eve = Raw::guest(server.addr(), "Eve").await;
    let login = eve.send("POST", "/api/login", Some(form)).await;
    assert_ne!(login.cookie.unwrap(), eve.headers[0].1);
    assert_eq!(eve.get("/api/me").await.json()["name"], "Eve", "who knew the old one is not Ann");
    // Nor does an address, a header or a body carry one.
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

/// No script reads the cookie, no other page sends it along, and behind TLS nothing but TLS carries it.
#[tokio::test]
async fn the_cookie_is_kept_from_scripts_and_other_pages() {
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

/// A form on another page can be sent without asking first: it is refused by where it comes from, by its kind,
/// and changes nothing.
#[tokio::test]
async fn forms_of_other_pages_do_nothing() {
    let folder = Folder::new("attacks-forms");
    let server = start(&folder).await;
    let ann = Raw::guest(server.addr(), "Ann").await;
    let table = new_table(&ann, "public").await;
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
    // Asking first is of no use: nobody is allowed anything.
    let ask = ann.http.request("OPTIONS".parse().unwrap(), format!("{url}/api/me"));
    let ask = ask.header("origin", "https://evil.example").header("access-control-request-method", "DELETE");
    let response = ask.send().await.unwrap();
    assert_eq!(response.status(), StatusCode::FORBIDDEN);
    assert!(response.headers().keys().all(|name| !name.as_str().starts_with("access-control")));
    let info = ann.get(&format!("/api/tables/{}", table.0)).await.json();
    assert_eq!(info["seats"][1]["kind"], "open");
    server.end().await.unwrap();
}

/// Passwords are guessed neither from one address nor for one account, whatever a client writes about where it
/// comes from; and the answer does not tell whether there is such an account.
#[tokio::test(flavor = "multi_thread")]
async fn passwords_are_not_guessed_from_many_names() {
    let folder = Folder::new("attacks-guess");
    let server = start(&folder).await;
    let ann = Raw::guest(server.addr(), "Ann").await;
    ann.send("POST", "/api/claim", Some(json!({ "name": "Ann", "password": "correct horse" }))).await.json();
    let mut answers: Vec<(StatusCode, Value)> = Vec::new();
    for guess in 0..25 {
        let name = if guess == 0 { "Ann".to_owned() } else { format!("Nobody {guess}") };
        // Without a proxy this header is only what the client says.
        let raw = Raw::nobody(server.addr()).with("x-forwarded-for", &format!("10.0.0.{guess}"));
        let form = json!({ "name": name, "password": "wrong" });
        let reply = raw.send("POST", "/api/login", Some(form)).await;
        answers.push((reply.status, serde_json::from_str(&reply.text).unwrap()));
    }
    assert_eq!(answers[0].0, StatusCode::UNAUTHORIZED);
    assert_eq!(answers[0], answers[1], "there or not, the answer is the same");
    assert_eq!(answers[24].0, StatusCode::TOO_MANY_REQUESTS, "an address has its limit");
    server.end().await.unwrap();
}

/// Script in every text that others are shown comes back as JSON text, of a kind that no browser runs.
#[tokio::test]
async fn script_in_texts_stays_text() {
    const SCRIPT: &str = "<script>x</script>";
    let folder = Folder::new("attacks-script");
    let server = start(&folder).await;
    let ann = Raw::guest(server.addr(), SCRIPT).await;
    let table = new_table(&ann, "public").await;
    let id = ann.get("/api/me").await.json()["id"].as_str().unwrap().to_owned();
    let reply = ann.send("POST", "/api/tokens", Some(json!({ "label": SCRIPT }))).await;
    assert!(reply.status.is_success());
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
