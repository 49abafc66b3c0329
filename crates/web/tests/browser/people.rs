//! People: accounts, profiles, the leaderboard, joining by code, and error screens.

use serde_json::Value;

use crate::Visit;
use crate::driver::{Page, quoted};
use crate::look::expect_nothing_there;
use crate::tables::introduce;
use crate::variants::choose;

/// Evaluates an expression that uses `call` to send requests to the server as the page would.
async fn ask(page: &mut Page, what: &str) -> Value {
    page.evaluate(&format!("(async () => {{ {CALL} return {what}; }})()")).await
}

/// Defines `call`, which sends a request to the server with the page's session.
pub(crate) const CALL: &str = "const call = async (method, path, body) => {
    const headers = body ? { 'Content-Type': 'application/json' } : {};
    const answer = await fetch('/api' + path, { method, headers, body: body && JSON.stringify(body) });
    const text = await answer.text();
    return text ? JSON.parse(text) : null;
};";

/// Plays a quick game against a bot, leaving the visitor's seat to a bot too.
pub(crate) const PLAY: &str = "(async () => {
    const table = await call('POST', '/tables', { seats: [{ kind: 'open' }, { kind: 'bot', level: 'novice' }] });
    await call('POST', `/tables/${table.id}/start`);
    const socket = new WebSocket(location.origin.replace('http', 'ws') + '/ws');
    await new Promise((done) => {
        socket.onopen = () => {
            socket.send(JSON.stringify({ type: 'subscribe', table: table.id }));
            socket.send(JSON.stringify({ type: 'leave_seat', table: table.id }));
        };
        socket.onmessage = ({ data }) => {
            const message = JSON.parse(data);
            if (message.type === 'table' && message.table.state === 'over') done();
            if (message.type === 'update' && message.view.situation.waits_for === 'over') done();
        };
    });
    socket.close();
    return table.id;
})()";

/// Types into a field.
pub(crate) async fn write(page: &mut Page, selector: &str, text: &str) {
    page.wait_for(selector).await;
    let script = format!(
        "(() => {{ const field = document.querySelector({}); field.value = {}; \
         field.dispatchEvent(new Event('input', {{ bubbles: true }})); }})()",
        quoted(selector),
        quoted(text)
    );
    page.evaluate(&script).await;
}

/// Waits until an element contains a text.
pub(crate) async fn wait_for_text(page: &mut Page, selector: &str, text: &str) {
    let what = format!(
        "[...document.querySelectorAll({})].some((place) => place.textContent.includes({}))",
        quoted(selector),
        quoted(text)
    );
    page.wait_until(&what).await;
}

/// Signs up: as a guest, or with a password as an account.
async fn sign_up(page: &mut Page, name: &str, password: &str) {
    page.open("/account").await;
    write(page, "#new-name", name).await;
    write(page, "#new-password", password).await;
    page.click("#come").await;
}

/// Logs in on the account page.
async fn log_in(page: &mut Page, name: &str, password: &str) {
    write(page, "#login-name", name).await;
    write(page, "#login-password", password).await;
    page.click("#login").await;
}

/// A token works until it is ended, and is shown only once.
async fn use_and_end_a_token(page: &mut Page) {
    write(page, "#token-label", "my bot").await;
    page.click("#make-token").await;
    let token = page.text("#token").await;
    let as_program = format!(
        "fetch('/api/me', {{ headers: {{ Authorization: 'Bearer {token}' }}, credentials: 'omit' }}).then((answer) => answer.status)"
    );
    assert_eq!(page.evaluate(&as_program).await, 200);
    page.click("#copy-token").await;
    wait_for_text(page, "#copy-token + [role=status]", "Copied").await;
    page.reload().await;
    page.wait_for(".end-token").await;
    assert!(!page.has("#token").await, "the token is not shown again");
    page.click(".end-token").await;
    page.wait_until("!document.querySelector('.end-token')").await;
    page.expect_refusal(401, "/api/me");
    assert_eq!(page.evaluate(&as_program).await, 401);
}

/// A guest claims an account, creates and revokes a token, logs out and in, and deletes the account. Errors
/// have helpful messages.
#[tokio::test(flavor = "multi_thread")]
async fn an_account_is_created_used_and_deleted() {
    let mut visit = Visit::start().await;
    // Logging in with a wrong password.
    visit.expect_refusal(401, "/api/login");
    sign_up(&mut visit, "Ann", "").await;
    visit.wait_for("#claim").await;
    assert_eq!(visit.text(".who").await, "Ann", "the header shows the visitor's name");
    write(&mut visit, "#claim-password", "short").await;
    visit.click("#claim-account").await;
    wait_for_text(&mut visit, ".trouble", "too short").await;
    write(&mut visit, "#claim-password", "correct horse").await;
    visit.click("#claim-account").await;
    visit.wait_for("#log-out-everywhere").await;
    assert!(!visit.has("#claim").await, "it is an account now");

    use_and_end_a_token(&mut visit).await;

    visit.click("#log-out").await;
    visit.wait_for("#log-in").await;
    log_in(&mut visit, "ann", "wrong horse").await;
    wait_for_text(&mut visit, "#log-in .trouble", "Name or password is wrong").await;
    write(&mut visit, "#login-password", "correct horse").await;
    visit.click("#login").await;
    visit.wait_for("#log-out-everywhere").await;

    // The name is taken: another visitor must choose a different one.
    let mut bob = visit.newcomer().await;
    bob.expect_refusal(409, "/api/guest");
    sign_up(&mut bob, "Ann", "battery staple").await;
    wait_for_text(&mut bob, "#new-here .trouble", "An account has this name already").await;
    assert!(
        bob.evaluate("fetch('/api/visitor').then((answer) => answer.json())").await.is_null(),
        "Bob is not signed in yet"
    );
    write(&mut bob, "#new-name", "Bob").await;
    bob.click("#come").await;
    bob.wait_for("#log-out-everywhere").await;
    assert_eq!(bob.text(".who").await, "Bob");

    // Ann has two sessions: logging out everywhere ends both.
    let mut other = visit.newcomer().await;
    other.open("/account").await;
    log_in(&mut other, "Ann", "correct horse").await;
    other.wait_for("#log-out-everywhere").await;
    other.click("#log-out-everywhere").await;
    other.wait_for("#log-in").await;
    visit.open("/account").await;
    visit.wait_for("#log-in").await;
    log_in(&mut visit, "Ann", "correct horse").await;

    // Deleting needs confirmation, and Escape cancels.
    visit.click("#delete").await;
    wait_for_text(&mut visit, "dialog", "cannot be undone").await;
    visit.shot("delete-account").await;
    visit.key("Escape").await;
    visit.wait_until("!document.querySelector('dialog')").await;
    visit.click("#delete").await;
    write(&mut visit, "#delete-password", "correct horse").await;
    visit.click("#confirm-yes").await;
    visit.wait_for("#log-in").await;
    log_in(&mut visit, "Ann", "correct horse").await;
    wait_for_text(&mut visit, "#log-in .trouble", "Name or password is wrong").await;
}

/// A token for the account needs the password again, and may do only what it was made for. The account page lists the
/// browsers that are logged in, ends the session of one, and changes the password.
#[tokio::test(flavor = "multi_thread")]
async fn tokens_have_scopes_and_browsers_are_logged_out() {
    let mut visit = Visit::start().await;
    sign_up(&mut visit, "Ann", "correct horse").await;
    visit.wait_for("#make-token").await;
    for scope in ["#scope-play", "#scope-read"] {
        visit.click(scope).await;
    }
    visit.wait_until("document.querySelector('#make-token').disabled").await;
    visit.click("#scope-account").await;
    write(&mut visit, "#token-label", "my tools").await;
    write(&mut visit, "#token-password", "wrong horse").await;
    visit.expect_refusal(401, "/api/tokens");
    visit.click("#make-token").await;
    wait_for_text(&mut visit, "#tokens ~ form .trouble", "The password is wrong").await;
    write(&mut visit, "#token-password", "correct horse").await;
    visit.click("#make-token").await;
    let token = visit.text("#token").await;
    wait_for_text(&mut visit, "#tokens ~ .lines", "Manage your account · never used").await;
    visit.shot("token-scopes").await;
    visit.expect_refusal(403, "/api/me/tables");
    let as_program = format!(
        "Promise.all(['/api/me/tokens', '/api/me/tables'].map((path) => fetch(path, {{ headers: {{ \
         Authorization: 'Bearer {token}' }}, credentials: 'omit' }}).then((answer) => answer.status)))"
    );
    assert_eq!(visit.evaluate(&as_program).await, serde_json::json!([200, 403]));

    let mut other = visit.newcomer().await;
    other.open("/account").await;
    log_in(&mut other, "Ann", "correct horse").await;
    other.wait_for("#log-out-everywhere").await;
    visit.reload().await;
    visit.wait_for(".end-session").await;
    wait_for_text(&mut visit, "#browsers .tag", "this browser").await;
    visit.click(".end-session").await;
    visit.wait_until("!document.querySelector('.end-session')").await;
    other.open("/account").await;
    other.wait_for("#log-in").await;

    write(&mut visit, "#old-password", "wrong horse").await;
    write(&mut visit, "#next-password", "battery staple").await;
    visit.expect_refusal(401, "/api/me/password");
    visit.click("#change-password-do").await;
    wait_for_text(&mut visit, "#change-password .trouble", "The password is wrong").await;
    write(&mut visit, "#old-password", "correct horse").await;
    visit.click("#change-password-do").await;
    wait_for_text(&mut visit, "#change-password [role=status]", "Your password is changed").await;
    log_in(&mut other, "Ann", "battery staple").await;
    other.wait_for("#log-out-everywhere").await;
    assert_eq!(visit.complaints().await, [""; 0]);
}

/// Too many attempts and an unreachable server have helpful messages, and local games still work.
#[tokio::test(flavor = "multi_thread")]
async fn too_many_attempts_and_an_unreachable_server_are_explained() {
    let mut visit = Visit::start().await;
    visit.expect_refusal(401, "/api/login");
    visit.expect_refusal(429, "/api/login");
    visit.open("/account").await;
    for _ in 0..11 {
        ask(&mut visit, "call('POST', '/login', { name: 'Ann', password: 'wrong horse' })").await;
    }
    log_in(&mut visit, "Ann", "wrong horse").await;
    wait_for_text(&mut visit, "#log-in .trouble", "Too many attempts").await;

    visit.evaluate("navigator.serviceWorker.ready.then(() => 1)").await;
    visit.wait_until("navigator.serviceWorker.controller?.state === 'activated'").await;
    visit.expect_no_connection();
    visit.be_offline(true).await;
    visit.server.take().expect("it runs").end().await.unwrap();
    for path in ["/account", "/games", "/leaderboard", "/people/abc", "/t/0000000000000000"] {
        visit.open(path).await;
        wait_for_text(&mut visit, "h1", "The server cannot be reached").await;
        visit.wait_for("#retry").await;
        if path == "/account" {
            visit.shot("unreachable").await;
        }
    }
    visit.click(".notice a.button").await;
    visit.click("#play-now").await;
    visit.wait_for(".board").await;
}

/// Finished games appear in the profile, the leaderboard and the list of games.
#[tokio::test(flavor = "multi_thread")]
async fn finished_games_make_a_profile_and_a_leaderboard() {
    let mut visit = Visit::start().await;
    visit.open("/leaderboard/2").await;
    visit.wait_for("#nobody-rated").await;
    sign_up(&mut visit, "Ann", "correct horse").await;
    visit.wait_for("#log-out-everywhere").await;
    let table = ask(&mut visit, &format!("await {PLAY}")).await;
    ask(&mut visit, &format!("await {PLAY}")).await;

    visit.open("/leaderboard/2").await;
    visit.wait_for(".ranks tr.me").await;
    assert!(visit.text(".ranks tr.me").await.contains("Ann"));
    visit.click("[name=leaderboard-players][value='3'] + span").await;
    visit.wait_for("#nobody-rated").await;
    assert_eq!(visit.evaluate("location.pathname").await, "/leaderboard/3");
    visit.click("[name=leaderboard-players][value='2'] + span").await;
    visit.wait_for(".bots-rank").await;
    visit.click(".ranks tr.me a").await;
    visit.wait_for("#person-name").await;
    assert!(visit.text(".bots-rank").await.contains("last place"));
    assert_eq!(visit.text("#person-name").await, "Ann");
    assert_eq!(visit.text("[data-figure=games-played]").await, "2");
    visit.wait_for(".rating-chart .dot").await;
    let dots = visit.evaluate("document.querySelectorAll('.rating-chart .dot').length").await;
    assert_eq!(dots, 2, "a dot for each game");
    let past = visit.evaluate("document.querySelectorAll('.games-list > li').length").await;
    assert_eq!(past, 2);

    visit.open("/games").await;
    visit.wait_for("#found > li").await;
    visit.wait_for("#own-games").await;
    visit.wait_for(".bots-rank").await;
    assert!(visit.text("#found .scores .money").await.contains('$'), "the players with their money");
    visit.shot("games-found").await;
    write(&mut visit, "#search-player", "Nobody").await;
    visit.click("#search").await;
    visit.wait_for("#nothing-found").await;
    assert_eq!(visit.evaluate("location.search").await, "?player=Nobody");
    write(&mut visit, "#search-player", "ann").await;
    visit.click("#search").await;
    visit.wait_for("#found > li").await;
    visit.click("#found > li a.button").await;
    visit.wait_for("#slider").await;

    // Another visitor opens the table's link: the game is over, and can be reviewed.
    let mut bob = visit.newcomer().await;
    bob.open(&format!("/t/{}", table.as_str().expect("an id"))).await;
    wait_for_text(&mut bob, "h1", "The game is over").await;
    bob.shot("game-over").await;
    bob.click(".notice a.primary").await;
    bob.wait_for("#slider").await;
    assert_eq!(bob.complaints().await, [""; 0]);
}

/// A second visitor joins by the code, a third finds the table full and watches, and a removed player sees
/// why.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_is_joined_by_its_code_and_watched_when_full() {
    let mut visit = Visit::start().await;
    sign_up(&mut visit, "Ann", "").await;
    visit.wait_for("#claim").await;
    visit.open("/").await;
    visit.click("#new-table").await;
    visit.click("#create").await;
    let code = visit.text("#code").await;
    assert_eq!(code.len(), 6);

    let mut bob = visit.newcomer().await;
    // Bob tries an unknown table, an unknown code, and later the code of a started table.
    let none = if code == "CCCCCC" { "DDDDDD" } else { "CCCCCC" };
    for path in ["/api/tables/0qjh7fp0xuuehq40", &format!("/api/codes/{none}"), &format!("/api/codes/{code}")]
    {
        bob.expect_refusal(404, path);
    }
    bob.open("/").await;
    write(&mut bob, "#join-text", "hello").await;
    bob.click("#join").await;
    wait_for_text(&mut bob, ".trouble", "neither a link nor a code").await;
    write(&mut bob, "#join-text", "https://other.example/t/0qjh7fp0xuuehq40").await;
    bob.click("#join").await;
    wait_for_text(&mut bob, ".trouble", "another server, other.example").await;
    write(&mut bob, "#join-text", none).await;
    bob.click("#join").await;
    wait_for_text(&mut bob, ".trouble", "No open table has this code").await;
    write(&mut bob, "#join-text", &code.to_lowercase()).await;
    bob.click("#join").await;
    introduce(&mut bob, "Bob").await;
    bob.click("[data-join]").await;
    bob.wait_for("#leave").await;

    // Cid opens the link, is not asked for a name, and watches.
    let link = visit.evaluate("document.querySelector('#link').value").await;
    let link = link.as_str().expect("a link").to_owned();
    let mut cid = visit.newcomer().await;
    cid.open("/").await;
    write(&mut cid, "#join-text", &link).await;
    cid.click("#join").await;
    cid.wait_for("#full").await;
    cid.shot("table-full").await;

    // The host replaces Bob by a bot.
    choose(&mut visit, ".places select", "novice").await;
    wait_for_text(&mut bob, "h1", "gave your seat to somebody else").await;
    bob.shot("sent-away").await;
    visit.click("#start").await;
    visit.wait_for(".board").await;
    cid.wait_for(".board").await;
    assert!(!cid.has(".ask.mine, #chat").await, "Cid only watches");
    bob.open("/").await;
    write(&mut bob, "#join-text", &code).await;
    bob.click("#join").await;
    wait_for_text(&mut bob, ".trouble", "No open table has this code").await;
    // The running game is listed for watching, and for Ann among her own games.
    wait_for_text(&mut bob, ".tables .verb", "Watch").await;
    visit.open("/").await;
    wait_for_text(&mut visit, ".tables .verb", "Resume").await;
    for page in [&mut *visit, &mut cid] {
        assert_eq!(page.complaints().await, [""; 0]);
    }
}

/// A session ended in another window ends here too, with a message. A guest claimed in another window stays.
#[tokio::test(flavor = "multi_thread")]
async fn a_session_ended_elsewhere_is_reported() {
    let mut visit = Visit::start().await;
    sign_up(&mut visit, "Ann", "").await;
    visit.wait_for("#claim").await;
    let table =
        ask(&mut visit, "await call('POST', '/tables', { seats: [{ kind: 'open' }, { kind: 'open' }] })")
            .await;
    visit.open(&format!("/t/{}", table["id"].as_str().expect("an id"))).await;
    visit.wait_for("#leave").await;
    // As another window of the same browser would do.
    ask(&mut visit, "call('POST', '/claim', { name: 'Annabel', password: 'correct horse' })").await;
    wait_for_text(&mut visit, ".places", "Annabel").await;
    visit.wait_for("#leave").await;
    ask(&mut visit, "call('POST', '/logout')").await;
    wait_for_text(&mut visit, "h1", "You are logged out").await;
    visit.shot("logged-out").await;
    visit.click(".notice a.primary").await;
    visit.wait_for("#log-in").await;
}

/// Every kind of missing page has a screen with a link to continue.
#[tokio::test(flavor = "multi_thread")]
async fn missing_pages_have_screens() {
    let mut visit = Visit::start().await;
    expect_nothing_there(&mut visit);
    for (path, heading) in [
        ("/nowhere", "There is nothing at this address"),
        ("/people/0000000000000000", "There is nobody here"),
        ("/t/0000000000000000", "There is no such table"),
    ] {
        visit.open(path).await;
        wait_for_text(&mut visit, "h1", heading).await;
        visit.wait_for(".notice a.button").await;
    }
    let table = ask(
        &mut visit,
        "(await call('POST', '/guest', { name: 'Ann' }), \
        await call('POST', '/tables', { seats: [{ kind: 'open' }, { kind: 'open' }] }))",
    )
    .await;
    let id = table["id"].as_str().expect("an id").to_owned();
    ask(&mut visit, &format!("call('POST', '/tables/{id}/leave')")).await;
    visit.open(&format!("/t/{id}")).await;
    wait_for_text(&mut visit, "h1", "This table was closed").await;
    visit.click(".notice a.button").await;
    visit.wait_for("#play-now").await;
}

/// Without WebAssembly the page explains what is missing and what to do, in the reader's language.
#[tokio::test(flavor = "multi_thread")]
async fn a_browser_without_web_assembly_gets_an_explanation() {
    let mut visit = Visit::start().await;
    visit.prepare("delete globalThis.WebAssembly").await;
    visit.navigate("/").await;
    wait_for_text(&mut visit, "#trouble:not([hidden])", "WebAssembly").await;
    visit.shot("no-webassembly").await;
    assert_eq!(visit.text("#trouble button").await, "Reload");
    visit.prepare("localStorage.setItem('language', 'de')").await;
    visit.navigate("/").await;
    wait_for_text(&mut visit, "#trouble:not([hidden])", "Dieser Browser").await;
}

/// A page older than the server offers to reload, and then is the new version: the service worker's cache is
/// not used.
#[tokio::test(flavor = "multi_thread")]
async fn an_old_page_is_replaced_by_the_new_one() {
    let mut visit = Visit::start().await;
    // Until the reload, pretend that the server has a newer protocol.
    visit
        .prepare(
            "if (!sessionStorage.getItem('isNew')) {
                const Real = WebSocket;
                globalThis.WebSocket = class extends Real {
                    constructor(...given) {
                        super(...given);
                        this.addEventListener('message', (event) => {
                            const message = JSON.parse(event.data);
                            if (message.type !== 'hello' || message.protocol === 99) return;
                            event.stopImmediatePropagation();
                            const data = JSON.stringify({ ...message, protocol: 99 });
                            this.dispatchEvent(new MessageEvent('message', { data }));
                        });
                    }
                };
            }",
        )
        .await;
    sign_up(&mut visit, "Ann", "").await;
    visit.wait_for("#claim").await;
    visit.evaluate("navigator.serviceWorker.ready.then(() => 1)").await;
    visit.wait_until("navigator.serviceWorker.controller?.state === 'activated'").await;
    let table =
        ask(&mut visit, "await call('POST', '/tables', { seats: [{ kind: 'open' }, { kind: 'open' }] })")
            .await;
    visit.open(&format!("/t/{}", table["id"].as_str().expect("an id"))).await;
    visit.wait_for("#reload").await;
    visit.shot("old-page").await;
    // The cached page is old.
    visit
        .evaluate(
            "caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name).then((cache) => \
             cache.put('/', new Response('<h1>old</h1>', { headers: { 'Content-Type': 'text/html' } }))))))",
        )
        .await;
    visit.evaluate("sessionStorage.setItem('isNew', 'yes')").await;
    visit.click("#reload").await;
    visit.wait_for("#code").await;
    assert!(!visit.has("#reload").await);
}
