//! Tokens do what their scopes allow, and nothing else; the account itself needs its password.

use std::collections::BTreeSet;

use mergemaker_protocol::api::accounts::{ChangePassword, ChangePasswordForm};
use mergemaker_protocol::api::sessions;
use mergemaker_protocol::api::tokens::{Create, List, TokenForm};
use mergemaker_protocol::{Account, NewToken, PageQuery, RefusalCode, Request, Scope, TableId, ToClient};
use reqwest::StatusCode;
use serde_json::json;

use crate::client::{Client, Socket};
use crate::raw::Raw;
use crate::schema::DOCUMENT;
use crate::{Folder, start};

async fn token(of: &Client, scopes: &[Scope], password: Option<&str>) -> Result<NewToken, RefusalCode> {
    let scopes = scopes.iter().copied().collect();
    let form = TokenForm { label: "bot".into(), scopes, password: password.map(str::to_owned) };
    of.ask(Create { body: form }).await.map_err(|refusal| refusal.code)
}

/// A program with a token.
fn program(of: &Client, token: &NewToken) -> Raw {
    Raw::nobody(of.raw().addr).with("authorization", &format!("Bearer {}", token.token))
}

/// For every endpoint and every set of scopes: a token without the documented scope is refused with 403, one with it is
/// not.
#[tokio::test]
async fn every_endpoint_needs_its_scope() {
    let folder = Folder::new("scopes-endpoints");
    let server = start(&folder).await;
    let ann = Client::guest(server.addr(), "Ann").await.claim("Ann").await;
    let table = ann.new_table(json!({ "seats": [{"kind":"open"}, {"kind":"open"}] })).await.id;
    let (play, read, account) = (Scope::Play, Scope::Read, Scope::Account);
    let mut checked = BTreeSet::new();
    for scopes in [vec![play], vec![read], vec![account], vec![play, read], vec![play, read, account]] {
        let token = token(&ann, &scopes, Some("correct horse")).await.unwrap();
        let program = program(&ann, &token);
        for (path, methods) in DOCUMENT["paths"].as_object().unwrap() {
            let address = path.replace("{table}", &table.0).replace("{seat}", "1").replace("{players}", "2");
            let address: Vec<_> =
                address.split('/').map(|part| if part.starts_with('{') { "0" } else { part }).collect();
            for (method, operation) in methods.as_object().unwrap() {
                let needed = operation["security"][1]["token"].as_array();
                let needed: Vec<&str> =
                    needed.into_iter().flatten().map(|scope| scope.as_str().unwrap()).collect();
                // These would end the token or the account.
                if address.contains(&"logout-everywhere") || address.contains(&"logout") {
                    continue;
                }
                let reply = program.send(&method.to_uppercase(), &address.join("/"), None).await;
                let has_all = needed.iter().all(|needed| scopes.iter().any(|scope| scope.id() == *needed));
                let is_refused = reply.text.contains("This token may not do this");
                assert_eq!(is_refused, !has_all, "{method} {path} with {scopes:?}: {}", reply.text);
                assert_eq!(reply.status == StatusCode::FORBIDDEN && is_refused, is_refused);
                checked.extend(needed.into_iter().map(str::to_owned));
            }
        }
    }
    assert_eq!(checked.iter().map(String::as_str).collect::<Vec<_>>(), ["account", "play", "read"]);
    server.end().await.unwrap();
}

/// Subscribes and returns the seat that the program sees.
async fn seat(socket: &mut Socket, table: &TableId) -> Option<usize> {
    socket.watch(table).await;
    loop {
        if let ToClient::Snapshot(snapshot) = socket.receive().await {
            return snapshot.seat.map(mergemaker_engine::Seat::index);
        }
    }
}

/// Over the WebSocket: a program that may only read sees what its person sees and cannot act; one that may only manage the
/// account sees what everybody sees.
#[tokio::test]
async fn sockets_need_scopes_too() {
    let folder = Folder::new("scopes-socket");
    let server = start(&folder).await;
    let ann = Client::guest(server.addr(), "Ann").await.claim("Ann").await;
    let seats = json!([{"kind":"open"}, {"kind":"bot","level":"random"}]);
    let table = ann.new_table(json!({ "seats": seats })).await.id;
    ann.start(&table).await;
    let chat = Request::Chat { text: "hello".into() }.at(&table);
    for (scopes, sees, code) in [
        (vec![Scope::Read], Some(0), Some(RefusalCode::Forbidden)),
        (vec![Scope::Account], None, Some(RefusalCode::Unknown)),
        (vec![Scope::Play], Some(0), None),
    ] {
        let token = token(&ann, &scopes, Some("correct horse")).await.unwrap();
        let mut socket = program(&ann, &token).connect().await.unwrap();
        assert_eq!(seat(&mut socket, &table).await, sees, "{scopes:?}");
        socket.send_message(&chat).await;
        match code {
            Some(code) => assert_eq!(socket.refused().await, code, "{scopes:?}"),
            None => while !matches!(socket.receive().await, ToClient::Chat { .. }) {},
        }
    }
    server.end().await.unwrap();
}

/// The scope `account` needs the password, even from a program that has it already. Guests have neither.
#[tokio::test]
async fn managing_the_account_needs_its_password() {
    let folder = Folder::new("scopes-password");
    let server = start(&folder).await;
    let guest = Client::guest(server.addr(), "Guest 1").await;
    assert_eq!(token(&guest, &[Scope::Account], None).await, Err(RefusalCode::Forbidden), "no password");
    let usual = token(&guest, &[Scope::Play, Scope::Read], None).await.unwrap();
    let form = json!({ "name": "Stolen", "password": "correct horse" });
    let program_of_guest = program(&guest, &usual);
    let stolen = program_of_guest.send("POST", "/api/claim", Some(form)).await;
    assert_eq!(stolen.code(), RefusalCode::Forbidden, "a token cannot claim the guest's account");
    let deleted = program_of_guest.send("DELETE", "/api/me", Some(json!({}))).await;
    assert_eq!(deleted.code(), RefusalCode::Forbidden);

    let ann = Client::guest(server.addr(), "Ann").await.claim("Ann").await;
    for (scopes, password, expected) in [
        (vec![Scope::Account], None, Some(RefusalCode::WrongPassword)),
        (vec![Scope::Account, Scope::Play], Some("wrong horse"), Some(RefusalCode::WrongPassword)),
        (vec![], None, Some(RefusalCode::Invalid)),
        (vec![Scope::Play], None, None),
    ] {
        assert_eq!(token(&ann, &scopes, password).await.err(), expected, "{scopes:?}");
    }
    let made = token(&ann, &[Scope::Account], Some("correct horse")).await.unwrap();
    let program = program(&ann, &made);
    let body = json!({ "label": "another", "scopes": ["account"] });
    let another = program.send("POST", "/api/tokens", Some(body)).await;
    assert_eq!(another.code(), RefusalCode::WrongPassword);
    let deleted = program.send("DELETE", "/api/me", Some(json!({}))).await;
    assert_eq!(deleted.code(), RefusalCode::WrongPassword);
    // The list shows scopes and the last use.
    let listed = ann.ask(List { query: PageQuery::default() }).await.unwrap().items;
    let with_scopes = |scope| listed.iter().filter(move |token| token.scopes.contains(&scope)).count();
    assert_eq!((listed.len(), with_scopes(Scope::Account), with_scopes(Scope::Play)), (2, 1, 1));
    assert!(
        program
            .send("DELETE", "/api/me", Some(json!({ "password": "correct horse" })))
            .await
            .status
            .is_success()
    );
    server.end().await.unwrap();
}

/// A new password ends every other session and token, and the old one no longer works.
#[tokio::test]
async fn a_new_password_ends_what_the_old_one_allowed() {
    let folder = Folder::new("scopes-change");
    let server = start(&folder).await;
    let ann = Client::guest(server.addr(), "Ann").await.claim("Ann").await;
    let other = ann.login("Ann").await;
    let made = token(&ann, &[Scope::Read], None).await.unwrap();
    let change = async |old: &str, new: &str| {
        let body = ChangePasswordForm { old: old.into(), new: new.into() };
        ann.ask(ChangePassword { body }).await.map(drop).map_err(|refusal| refusal.code)
    };
    assert_eq!(change("wrong horse", "battery staple").await, Err(RefusalCode::WrongPassword));
    assert_eq!(change("correct horse", "short").await, Err(RefusalCode::Invalid));
    let before = ann.raw();
    assert_eq!(change("correct horse", "battery staple").await, Ok(()));
    for gone in [&other.raw(), &program(&ann, &made), &before] {
        assert_eq!(gone.get("/api/me").await.status, StatusCode::UNAUTHORIZED);
    }
    let me: Account = serde_json::from_value(ann.raw().get("/api/me").await.json()).unwrap();
    assert_eq!(me.person.name, "Ann", "this browser stays logged in");
    let nobody = Raw::nobody(server.addr());
    for (password, status) in [("correct horse", 401), ("battery staple", 200)] {
        let form = json!({ "name": "Ann", "password": password });
        assert_eq!(nobody.send("POST", "/api/login", Some(form)).await.status.as_u16(), status);
    }
    server.end().await.unwrap();
}

/// The account page lists the browsers; each of them can be logged out.
#[tokio::test]
async fn a_browser_can_be_logged_out_from_another() {
    let folder = Folder::new("scopes-sessions");
    let server = start(&folder).await;
    let ann = Client::guest(server.addr(), "Ann").await.claim("Ann").await;
    let form = json!({ "name": "Ann", "password": "correct horse" });
    let agent = "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0";
    let phone = Raw::nobody(server.addr()).with("user-agent", agent);
    let login = phone.send("POST", "/api/login", Some(form)).await;
    let phone = phone.with("cookie", &login.cookie.unwrap());
    let mut socket = phone.connect().await.unwrap();
    let listed = ann.ask(sessions::List { query: PageQuery::default() }).await.unwrap().items;
    let current: Vec<_> = listed.iter().map(|one| one.is_current).collect();
    assert_eq!(current.iter().filter(|is_current| **is_current).count(), 1, "{listed:?}");
    let other = listed.into_iter().find(|one| !one.is_current).unwrap();
    assert_eq!(other.label, "Firefox, Linux");
    let end = sessions::End { session: other.id };
    assert_eq!(ann.ask(end.clone()).await.unwrap().items.len(), 1);
    assert_eq!(ann.ask(end).await.unwrap_err().code, RefusalCode::NotFound);
    assert_eq!(socket.closed().await.0, 4401, "its socket closes");
    assert_eq!(phone.get("/api/me").await.status, StatusCode::UNAUTHORIZED);
    server.end().await.unwrap();
}
