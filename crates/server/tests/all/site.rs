//! One public address: whose pages may use the server, cookies, headers, and who runs it.

use mergemaker_protocol::api::operations::About;
use mergemaker_server::{Config, Server, Site};
use reqwest::StatusCode;
use serde_json::json;

use crate::client::Client;
use crate::raw::Raw;
use crate::{Folder, config};

const PUBLIC: &str = "https://acquire.example";

/// A server that people reach under this address.
async fn start_at(folder: &Folder, public_url: Option<&str>, behind_proxy: bool) -> Server {
    let public_url = public_url.map(|url| url.parse().unwrap());
    Server::start(Config { public_url, behind_proxy, ..config(folder) }).await.unwrap()
}

/// A page may use the server it came from, over the same scheme. The `Host` header decides only where the public
/// address is not known.
#[tokio::test]
async fn only_the_servers_own_origin_is_accepted() {
    let folder = Folder::new("site-origin");
    for (public_url, behind_proxy, host, origin, fits) in [
        (None, false, "here.example", "http://here.example", true),
        (None, false, "here.example", "https://here.example", false),
        (None, false, "here.example", "http://here.example:81", false),
        (None, true, "here.example", "https://here.example", true),
        (None, true, "here.example", "http://here.example", false),
        (Some(PUBLIC), true, "acquire.example", PUBLIC, true),
        (Some(PUBLIC), true, "10.0.0.1:8080", PUBLIC, true),
        (Some(PUBLIC), true, "acquire.example", "http://acquire.example", false),
        (Some(PUBLIC), true, "evil.example", "https://evil.example", false),
        (Some("http://club.example:8080"), false, "a", "http://club.example:8080", true),
    ] {
        let server = start_at(&folder, public_url, behind_proxy).await;
        let what = format!("{origin} at {host}, public address {public_url:?}");
        let raw = Raw::nobody(server.addr()).with("host", host).with("origin", origin);
        let expect = if fits { StatusCode::OK } else { StatusCode::FORBIDDEN };
        assert_eq!(raw.get("/healthz").await.status, expect, "{what}");
        assert_eq!(raw.connect().await.err(), (!fits).then_some(StatusCode::FORBIDDEN), "{what}");
        server.end().await.unwrap();
    }
}

/// Over TLS, the session cookie has a name that only this server can set. A cookie from before still works, and
/// logging out clears both.
#[tokio::test]
async fn the_cookie_over_tls_belongs_to_the_server_alone() {
    let folder = Folder::new("site-cookie");
    let server = start_at(&folder, None, false).await;
    let before = Client::guest(server.addr(), "Ann").await.cookie();
    assert!(before.starts_with("mergemaker_session="), "{before}");
    server.end().await.unwrap();
    for (public_url, behind_proxy) in [(Some(PUBLIC), false), (None, true)] {
        let server = start_at(&folder, public_url, behind_proxy).await;
        let url = format!("http://{}", server.addr());
        let nobody = Raw::nobody(server.addr());
        assert_eq!(nobody.with("cookie", &before).get("/api/me").await.json()["name"], "Ann");
        let guest = nobody.http.post(format!("{url}/api/guest")).json(&json!({ "name": "Bob" }));
        let response = guest.send().await.unwrap();
        let cookies: Vec<&str> =
            response.headers().get_all("set-cookie").iter().map(|value| value.to_str().unwrap()).collect();
        let [new, old] = cookies[..] else { panic!("{cookies:?}") };
        assert!(new.starts_with("__Host-mergemaker_session=") && old.starts_with("mergemaker_session=;"));
        for part in ["; Secure", "; Path=/", "; HttpOnly", "; SameSite=Lax"] {
            assert!(new.contains(part), "{part}: {new}");
        }
        assert!(!new.contains("Domain"), "{new}");
        // Another site of the domain may plant the old name, but not the new one.
        let both = format!("{before}; {}", new.split(';').next().unwrap());
        assert_eq!(nobody.with("cookie", &both).get("/api/me").await.json()["name"], "Bob");
        let logout =
            nobody.http.post(format!("{url}/api/logout")).header("cookie", both).send().await.unwrap();
        assert_eq!(logout.headers().get_all("set-cookie").iter().count(), 2);
        server.end().await.unwrap();
    }
}

#[tokio::test]
async fn headers_keep_browsers_on_tls_and_answers_out_of_caches() {
    let folder = Folder::new("site-headers");
    for (public_url, behind_proxy, is_https) in [
        (None, false, false),
        (None, true, true),
        (Some(PUBLIC), false, true),
        (Some("http://club.example"), true, false),
    ] {
        let server = start_at(&folder, public_url, behind_proxy).await;
        let http = reqwest::Client::new();
        for (path, is_page) in [
            ("/api/visitor", false),
            ("/api/me", false),
            ("/metrics", false),
            ("/api/nothing", false),
            ("/", true),
        ] {
            let response = http.get(format!("http://{}{path}", server.addr())).send().await.unwrap();
            let header = |name: &str| response.headers().get(name).and_then(|value| value.to_str().ok());
            assert_eq!(header("strict-transport-security").is_some(), is_https, "{path} {public_url:?}");
            assert!(is_page || header("cache-control") == Some("no-store"), "{path}: {response:?}");
            assert!(header("content-security-policy").unwrap().contains("form-action 'self'"));
            assert_eq!(header("cross-origin-opener-policy"), Some("same-origin"));
        }
        server.end().await.unwrap();
    }
}

#[tokio::test]
async fn the_server_says_who_runs_it() {
    let folder = Folder::new("site-about");
    let server = start_at(&folder, None, false).await;
    let ann = Client::guest(server.addr(), "Ann").await;
    assert_eq!(ann.ask(About {}).await.unwrap(), Site::default(), "nothing is offered unless it is set");
    server.end().await.unwrap();
    let site = Site {
        public_url: Some(PUBLIC.into()),
        imprint: Some("https://acquire.example/imprint".into()),
        privacy: Some("https://acquire.example/privacy".into()),
        terms: None,
        contact: Some("mailto:host@acquire.example".into()),
    };
    let server = Server::start(Config { site: site.clone(), ..config(&folder) }).await.unwrap();
    assert_eq!(ann.at(server.addr()).ask(About {}).await.unwrap(), site);
    server.end().await.unwrap();
}
