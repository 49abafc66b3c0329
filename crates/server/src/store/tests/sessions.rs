//! Sessions, tokens, and known networks.

use super::*;

pub(super) async fn sessions_expire_and_end(url: &str) {
    let store = Store::open(url).await.unwrap();
    for name in ["ann", "bob"] {
        store.add_guest(&id(name), name, 1).await.unwrap();
    }
    let add = async |hash, person, kind, expires_at| {
        add_session(&store, (hash, person, kind), 1, expires_at).await.unwrap();
    };
    add("a1", "ann", SessionKind::Cookie, 100).await;
    add("a2", "ann", SessionKind::Token, 200).await;
    add("b1", "bob", SessionKind::Cookie, i64::MAX).await;
    let whose = async |hash, kind, now| {
        let open = store.session(hash, kind, now).await.unwrap();
        open.map(|open| open.account.person.id.0)
    };
    let (cookie, token) = (SessionKind::Cookie, SessionKind::Token);
    assert_eq!(whose("a1", cookie, 99).await.as_deref(), Some("ann"));
    assert_eq!(whose("a1", cookie, 100).await, None, "it has expired");
    assert_eq!(whose("a1", token, 99).await, None, "a cookie is not a token");
    assert_eq!(whose("none", cookie, 99).await, None);
    store.end_session("a1").await.unwrap();
    assert_eq!(whose("a1", cookie, 99).await, None);
    assert_eq!(whose("a2", token, 99).await.as_deref(), Some("ann"), "the other session is still valid");
    store.end_sessions(&id("ann")).await.unwrap();
    assert_eq!(whose("a2", token, 99).await, None);
    assert_eq!(whose("b1", cookie, i64::MAX - 1).await.as_deref(), Some("bob"));
    let nobody = add_session(&store, ("n", "nobody", cookie), 1, 2).await;
    assert!(nobody.is_err(), "a session needs an owner");
}

pub(super) async fn tokens_are_listed_and_ended(url: &str) {
    let store = store_with_games(url, &[]).await;
    for (hash, person, kind, now) in [
        ("hash of the cookie", "ann", SessionKind::Cookie, 1),
        ("one hash of a token", "ann", SessionKind::Token, 2),
        ("another hash of a token", "ann", SessionKind::Token, 3),
        ("a hash of a token of bob", "bob", SessionKind::Token, 4),
    ] {
        add_session(&store, (hash, person, kind), now, 100).await.unwrap();
    }
    let tokens = store.tokens_of(&id("ann"), 50, &first(10)).await.unwrap().items;
    let labels: Vec<_> = tokens.iter().map(|token| (token.label.as_str(), token.created_at)).collect();
    assert_eq!(labels, [("label 3", 3), ("label 2", 2)]);
    assert!(
        store.tokens_of(&id("ann"), 100, &first(10)).await.unwrap().items.is_empty(),
        "they have expired"
    );
    let end = async |person: &PersonId, id: &str| store.end_session_of(person, SessionKind::Token, id).await;
    assert!(!end(&id("bob"), &tokens[0].id.0).await.unwrap(), "not his");
    assert!(end(&id("ann"), &tokens[0].id.0).await.unwrap());
    assert!(!end(&id("ann"), &tokens[0].id.0).await.unwrap());
    assert_eq!(store.tokens_of(&id("ann"), 50, &first(10)).await.unwrap().items, tokens[1..]);
    let cookie = Store::session_id("hash of the cookie");
    assert!(!end(&id("ann"), &cookie).await.unwrap(), "a cookie is not a token");
}

/// The 21st browser ends the oldest; the 21st token is refused. Of two concurrent ones, one is.
pub(super) async fn there_is_a_limit_for_sessions_and_tokens(url: &str) {
    let store = store_with_games(url, &[]).await;
    let (other, ann) = (Store::open(url).await.unwrap(), id("ann"));
    let add = async |store: &Store, hash: &str, kind, now, expires_at| {
        let (person, label, scopes) = (&id("ann"), "", &Scope::usual());
        let session = NewSession { hash, person, kind, label, scopes, now, expires_at };
        store.add_session(&session, 3).await.unwrap()
    };
    for number in 1..=5 {
        let ended = add(&store, &format!("browser {number}"), SessionKind::Cookie, number, 100).await;
        assert_eq!(ended, Some(u64::from(number > 3)));
    }
    let browsers = store.sessions_of(&ann, 9, Some("browser 4"), &first(10)).await.unwrap();
    let browsers = browsers.items.iter().map(|one| (one.created_at, one.used_at, one.is_current));
    assert_eq!(browsers.collect::<Vec<_>>(), [(5, 5, false), (4, 4, true), (3, 3, false)]);
    add(&store, "token 1", SessionKind::Token, 1, 7).await;
    add(&store, "token 2", SessionKind::Token, 2, 100).await;
    let (token, tokens) = (SessionKind::Token, ["token 3 of one", "token 3 of another"]);
    let (a, b) = tokio::join!(add(&store, tokens[0], token, 6, 100), add(&other, tokens[1], token, 6, 100));
    assert!(a.is_some() ^ b.is_some(), "{a:?} {b:?}");
    assert_eq!(add(&store, "token 4", token, 6, 100).await, None);
    assert_eq!(add(&store, "token 5", token, 7, 100).await, Some(0), "an expired one does not count");
    store.note_use("token 5", 50).await.unwrap();
    let listed = store.tokens_of(&ann, 8, &first(1)).await.unwrap();
    assert_eq!((listed.items[0].used_at, listed.items[0].scopes.clone()), (Some(50), Scope::usual()));
    assert_eq!(store.session("browser 5", SessionKind::Cookie, 9).await.unwrap().unwrap().scopes.len(), 3);
}

/// Tokens from before scopes existed may do what their programs did, but not manage the account.
pub(super) async fn older_tokens_may_play_and_read(url: &str) {
    let store = store_with_games(url, &[]).await;
    add_session(&store, ("a token from before", "ann", SessionKind::Token), 1, 100).await.unwrap();
    // As the migration leaves it.
    sqlx::query("UPDATE sessions SET scopes = 'play read'").execute(&store.write).await.unwrap();
    let open = store.session("a token from before", SessionKind::Token, 2).await.unwrap().unwrap();
    assert_eq!(open.scopes, Scope::usual());
}

pub(super) async fn known_networks_are_remembered(url: &str) {
    let store = store_with_games(url, &[]).await;
    let (ann, bob) = (id("ann"), id("bob"));
    for at in 1..=25 {
        store.note_network(&ann, &format!("network {at}"), at).await.unwrap();
        store.note_network(&ann, "home", at).await.unwrap();
    }
    for (network, is_known) in
        [("home", true), ("network 25", true), ("network 7", true), ("network 6", false)]
    {
        assert_eq!(store.knows_network(&ann, network).await.unwrap(), is_known, "{network}");
    }
    assert!(!store.knows_network(&bob, "home").await.unwrap());
}
