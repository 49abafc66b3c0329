//! People: guests, accounts, sessions, ratings.

use std::net::{IpAddr, SocketAddr};
use std::sync::LazyLock;

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{ConnectInfo, Path, Query, State};
use axum::http::HeaderMap;
use mergemaker_bots::Level;
use mergemaker_protocol::{
    Account, NewToken, PAST_AT_A_TIME, PAST_IN_PROFILE, PastGame, Person, PersonId, Profile, Rated,
    RefusalCode, Statistics, Token,
};
use mergemaker_record::display_name;
use serde::Deserialize;
use tokio::sync::{mpsc, oneshot};
use unicode_normalization::UnicodeNormalization;

use super::answer::{checked_id, id};
use super::identity::{MaybeYou, You, secret};
use super::{Answer, App, Problem};
use crate::room::Change;
use crate::secret::{hashed, random_text};
use crate::store::{SessionKind, Store};
use crate::time::now_ms;

/// A name, as it is asked for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NameForm {
    name: String,
}

/// A name and a password.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PasswordForm {
    name: String,
    password: String,
}

/// Checked where there is no such account, so that the time tells nothing.
const NOBODY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$T7y0wT5nZ9Yk3Yx0f2mS3m7k3Y0Q1y8o5b6JX0n7Q3E";

/// A name that may be shown: 1 to 24 letters, none of which could steer a screen or not be seen at all.
fn checked_name(name: &str) -> Result<String, Problem> {
    let invalid = |message: &str| Err(Problem::new(RefusalCode::Invalid, message));
    let name: String = name.trim().nfc().collect();
    if !(1..=24).contains(&name.chars().count()) {
        return invalid("choose a name of 1 to 24 letters");
    }
    let is_seen = |letter: char| letter.is_alphanumeric() && !FILLERS.contains(&letter);
    if display_name(&name) != name || name.contains(FILLERS) || !name.contains(is_seen) {
        return invalid("choose a name with letters or digits, and none that cannot be seen");
    }
    if RESERVED.contains(&key(&name).as_str()) || key(&name).parse::<Level>().is_ok() {
        return invalid("this name is kept for bots and for those who have gone: choose another");
    }
    Ok(name)
}

/// What counts as a letter and shows nothing.
const FILLERS: [char; 7] = ['\u{ad}', '\u{115f}', '\u{1160}', '\u{2800}', '\u{3164}', '\u{ffa0}', '\u{34f}'];

/// Names that nobody may have.
const RESERVED: [&str; 2] = [Store::SOMEBODY, "mergemaker"];

/// The form of a name that no two accounts may share: letters that differ only in how they are written are the same.
fn key(name: &str) -> String {
    name.nfkc().collect::<String>().to_lowercase()
}

pub(super) async fn guest(
    State(app): State<App>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    MaybeYou(you): MaybeYou,
    headers: HeaderMap,
    form: Result<Json<NameForm>, JsonRejection>,
) -> Result<(HeaderMap, Json<Account>), Problem> {
    let Json(form) = form?;
    if you.is_some() {
        return Err(Problem::new(
            RefusalCode::WrongState,
            "you have a name already: log out to take another",
        ));
    }
    let address = app.address(&headers, peer);
    // This machine itself may bring a whole club: a load test does.
    if !address.is_loopback() && !app.limits.newcomers.allows(address) {
        return Err(Problem::new(RefusalCode::TooMany, "too many newcomers at once: wait a moment"));
    }
    let name = checked_name(&form.name)?;
    // Nobody comes under the name of somebody's account.
    refuse_taken(&app, &name).await?;
    let id = PersonId(random_text(16));
    let now = now_ms();
    app.rooms.store.add_guest(&id, &name, now).await?;
    let secret = app.new_session(&id, SessionKind::Cookie, "").await?;
    let account = Account { person: Person { id, name, is_guest: true }, created_at: now };
    Ok((app.cookie(Some(&secret)), Json(account)))
}

fn taken() -> Problem {
    Problem::new(RefusalCode::NameTaken, "this name is taken: choose another")
}

/// Refuses a name that an account has.
async fn refuse_taken(app: &App, name: &str) -> Result<(), Problem> {
    if app.rooms.store.password_of(&key(name)).await?.is_some() { Err(taken()) } else { Ok(()) }
}

/// A guest makes an account, and keeps everything.
pub(super) async fn claim(
    State(app): State<App>,
    You(you): You,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    form: Result<Json<PasswordForm>, JsonRejection>,
) -> Result<(HeaderMap, Json<Account>), Problem> {
    let Json(form) = form?;
    let name = checked_name(&form.name)?;
    if !you.person.is_guest {
        return Err(Problem::new(
            RefusalCode::WrongState,
            "you have an account already: log out to make another",
        ));
    }
    if !app.limits.logins_by_address.allows(app.address(&headers, peer)) {
        return Err(Problem::new(RefusalCode::TooMany, "too many tries: wait a minute"));
    }
    if !(8..=200).contains(&form.password.chars().count()) {
        return Err(Problem::new(RefusalCode::Invalid, "choose a password of 8 to 200 letters"));
    }
    refuse_taken(&app, &name).await?;
    let hash = in_background(move || {
        Argon2::default().hash_password(form.password.as_bytes()).map(|hash| hash.to_string()).ok()
    })
    .await?;
    to_its_end(async move {
        if !app.rooms.store.claim(&you.person.id, &name, &key(&name), &hash).await? {
            return Err(taken());
        }
        // A new secret, so that one that somebody may know from before is worth nothing.
        app.rooms.store.end_sessions(&you.person.id).await?;
        let secret = app.new_session(&you.person.id, SessionKind::Cookie, "").await?;
        app.rooms.look_again(&you.person.id);
        let person = Person { name, is_guest: false, ..you.person };
        let change = Change::Renamed { person: person.clone() };
        app.rooms.change_where_seated(&change).await?;
        app.rooms.change_where_open(&change).await?;
        Ok((app.cookie(Some(&secret)), Json(Account { person, ..you })))
    })
    .await
}

/// Does all of it, even if whoever asked goes in the middle.
async fn to_its_end<T: Send + 'static>(
    work: impl Future<Output = Result<T, Problem>> + Send + 'static,
) -> Result<T, Problem> {
    let broke = |_| Problem::new(RefusalCode::Unavailable, "something broke: try again");
    tokio::spawn(work).await.map_err(broke)?
}

pub(super) async fn login(
    State(app): State<App>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    form: Result<Json<PasswordForm>, JsonRejection>,
) -> Result<(HeaderMap, Json<Account>), Problem> {
    let Json(form) = form?;
    if form.name.len() > 200 || form.password.len() > 1_000 {
        return Err(Problem::new(RefusalCode::WrongPassword, "name or password is wrong"));
    }
    let key = key(form.name.trim());
    let address = app.address(&headers, peer);
    let too_many = || Problem::new(RefusalCode::TooMany, "too many tries: wait a minute");
    if !app.limits.logins_by_address.allows(address) {
        return Err(too_many());
    }
    let guess = Guess::of(&app, &key, address).ok_or_else(too_many)?;
    let found = app.rooms.store.password_of(&key).await?;
    let (person, hash) = found.map_or((None, NOBODY.to_owned()), |(person, hash)| (Some(person), hash));
    let is_right = in_background(move || {
        let verify = |hash| Argon2::default().verify_password(form.password.as_bytes(), &hash).is_ok();
        Some(PasswordHash::new(&hash).is_ok_and(verify))
    })
    .await?;
    let wrong = || Problem::new(RefusalCode::WrongPassword, "name or password is wrong");
    let person = person.filter(|_| is_right).ok_or_else(wrong)?;
    guess.was_right(&app);
    let account = app.rooms.store.person(&person).await?.ok_or_else(wrong)?;
    let secret = app.new_session(&person, SessionKind::Cookie, "").await?;
    Ok((app.cookie(Some(&secret)), Json(account)))
}

/// One try to log in, which counts as a failure until it was right.
struct Guess {
    from: (String, IpAddr),
    /// Whether it counts for the account as a whole, too.
    counts_for_all: bool,
}

impl Guess {
    /// A try, where it is allowed. Once too many failed from everywhere, each address has only one left: enough for
    /// the owner, who knows the password.
    fn of(app: &App, key: &str, address: IpAddr) -> Option<Guess> {
        const WHEN_MANY_FAIL: i64 = 1;
        let from = (key.to_owned(), address);
        let counts_for_all = app.limits.failures.allows(key.to_owned());
        let is_allowed = if counts_for_all {
            app.limits.failures_by_address.allows(from.clone())
        } else {
            app.limits.failures_by_address.allows_of(from.clone(), WHEN_MANY_FAIL)
        };
        let guess = Guess { from, counts_for_all };
        if !is_allowed && counts_for_all {
            app.limits.failures.forget_one(&guess.from.0);
        }
        is_allowed.then_some(guess)
    }

    /// It was no failure.
    fn was_right(&self, app: &App) {
        app.limits.failures_by_address.forget_one(&self.from);
        if self.counts_for_all {
            app.limits.failures.forget_one(&self.from.0);
        }
    }
}

/// Work for the thread of the passwords.
type Job = Box<dyn FnOnce() + Send>;

/// One thread works on all passwords, one after the other: each takes 19 MiB, which every thread that ever did one
/// would keep.
static PASSWORDS: LazyLock<mpsc::Sender<Job>> = LazyLock::new(|| {
    let (jobs, mut queue) = mpsc::channel::<Job>(64);
    std::thread::spawn(move || {
        while let Some(job) = queue.blocking_recv() {
            // One that breaks is answered by silence.
            let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(job));
        }
    });
    jobs
});

/// Work that would keep the network waiting, on the thread of the passwords.
async fn in_background<T: Send + 'static>(
    work: impl FnOnce() -> Option<T> + Send + 'static,
) -> Result<T, Problem> {
    let (reply, answer) = oneshot::channel();
    let job = Box::new(move || drop(reply.send(work())));
    let is_sent = PASSWORDS.send(job).await.is_ok();
    let done = if is_sent { answer.await.ok().flatten() } else { None };
    done.ok_or_else(|| Problem::new(RefusalCode::Unavailable, "something broke: try again"))
}

/// Who asks, or nobody: for a page that does not know yet.
pub(super) async fn visitor(MaybeYou(you): MaybeYou) -> Json<Option<Account>> {
    Json(you)
}

pub(super) async fn me(You(you): You) -> Json<Account> {
    Json(you)
}

pub(super) async fn logout(State(app): State<App>, headers: HeaderMap) -> Result<HeaderMap, Problem> {
    if let Some((secret, kind)) = secret(&headers) {
        let hash = hashed(&secret);
        let whose = app.rooms.store.person_of_session(&hash, kind, now_ms()).await?;
        app.rooms.store.end_session(&hash).await?;
        if let Some(you) = whose {
            app.rooms.look_again(&you.person.id);
        }
    }
    Ok(app.cookie(None))
}

pub(super) async fn logout_everywhere(State(app): State<App>, You(you): You) -> Result<HeaderMap, Problem> {
    app.rooms.store.end_sessions(&you.person.id).await?;
    app.rooms.look_again(&you.person.id);
    Ok(app.cookie(None))
}

/// Deletes the own account. The account itself goes last: where the server ends in between, it can be asked for again.
pub(super) async fn delete_account(State(app): State<App>, You(you): You) -> Result<HeaderMap, Problem> {
    let person = you.person.id;
    to_its_end(async move {
        let change = Change::Gone { person: person.clone() };
        app.rooms.change_where_seated(&change).await?;
        app.rooms.store.forget(&person).await?;
        // Where they sat down since.
        app.rooms.change_where_seated(&change).await?;
        app.rooms.store.delete_person(&person, now_ms()).await?;
        app.rooms.look_again(&person);
        app.rooms.change_where_open(&change).await?;
        Ok(app.cookie(None))
    })
    .await
}

/// What a token is for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TokenForm {
    label: String,
}

pub(super) async fn token(
    State(app): State<App>,
    You(you): You,
    form: Result<Json<TokenForm>, JsonRejection>,
) -> Answer<NewToken> {
    let Json(form) = form?;
    let label = checked_name(&form.label)?;
    let token = app.new_session(&you.person.id, SessionKind::Token, &label).await?;
    Ok(Json(NewToken { id: Store::token_id(&hashed(&token)), token }))
}

pub(super) async fn tokens(State(app): State<App>, You(you): You) -> Answer<Vec<Token>> {
    Ok(Json(app.rooms.store.tokens_of(&you.person.id, now_ms()).await?))
}

pub(super) async fn end_token(
    State(app): State<App>,
    You(you): You,
    path: Result<Path<String>, PathRejection>,
) -> Answer<Vec<Token>> {
    if !app.rooms.store.end_token(&you.person.id, &id(path)?).await? {
        return Err(Problem::new(RefusalCode::NotFound, "you have no such token"));
    }
    app.rooms.look_again(&you.person.id);
    tokens(State(app), You(you)).await
}

pub(super) async fn muted(State(app): State<App>, You(you): You) -> Answer<Vec<Person>> {
    Ok(Json(app.rooms.store.muted_by(&you.person.id).await?))
}

pub(super) async fn mute(
    State(app): State<App>,
    You(you): You,
    path: Result<Path<String>, PathRejection>,
) -> Answer<Vec<Person>> {
    const MOST_MUTED: usize = 1_000;
    let other = PersonId(id(path)?);
    if other == you.person.id {
        return Err(Problem::new(RefusalCode::Invalid, "choose somebody else than yourself"));
    }
    if app.rooms.store.person(&other).await?.is_none() {
        return Err(nobody());
    }
    if app.rooms.store.muted_by(&you.person.id).await?.len() >= MOST_MUTED {
        return Err(Problem::new(RefusalCode::TooMany, "you mute very many people: hear some again first"));
    }
    set_muted(&app, &you, &other, true).await
}

pub(super) async fn unmute(
    State(app): State<App>,
    You(you): You,
    path: Result<Path<String>, PathRejection>,
) -> Answer<Vec<Person>> {
    set_muted(&app, &you, &PersonId(id(path)?), false).await
}

/// Keeps whether somebody is muted, and lets the rooms know before it is answered.
async fn set_muted(app: &App, you: &Account, other: &PersonId, is_muted: bool) -> Answer<Vec<Person>> {
    let store = &app.rooms.store;
    store.set_muted(&you.person.id, other, is_muted).await?;
    let muted = store.muted_by(&you.person.id).await?;
    app.rooms.mutes.of(&you.person.id).replace(muted.iter().map(|other| other.id.clone()).collect());
    Ok(Json(muted))
}

pub(super) async fn profile(
    State(app): State<App>,
    MaybeYou(you): MaybeYou,
    path: Result<Path<String>, PathRejection>,
) -> Answer<Profile> {
    let person = PersonId(id(path)?);
    let is_own = you.is_some_and(|you| you.person.id == person);
    let store = &app.rooms.store;
    let account = store.person(&person).await?.ok_or_else(nobody)?;
    let statistics = store.statistics_of(&person).await?;
    let total = total(&statistics);
    let ratings = store.ratings_of(&person).await?;
    let games = store.games_of(&person, is_own, i64::MAX, PAST_IN_PROFILE).await?;
    Ok(Json(Profile { account, statistics, total, ratings, games }))
}

fn nobody() -> Problem {
    Problem::new(RefusalCode::NotFound, "there is nobody of that kind")
}

/// What came of all games together.
fn total(statistics: &[Statistics]) -> Statistics {
    let games = statistics.iter().map(|some| some.games).sum();
    let mean = |of: fn(&Statistics) -> f64| {
        let sum: f64 = statistics.iter().map(|some| of(some) * some.games as f64).sum();
        if games == 0 { 0.0 } else { sum / games as f64 }
    };
    Statistics {
        players: None,
        games,
        wins: statistics.iter().map(|some| some.wins).sum(),
        shared_wins: statistics.iter().map(|some| some.shared_wins).sum(),
        mean_place: mean(|some| some.mean_place),
        mean_money: mean(|some| some.mean_money),
        best_money: statistics.iter().map(|some| some.best_money).max().unwrap_or(0),
        rating: None,
        uncertainty: None,
    }
}

/// Which part of a list.
#[derive(Deserialize)]
pub(super) struct Page {
    before: Option<i64>,
}

pub(super) async fn games(
    State(app): State<App>,
    MaybeYou(you): MaybeYou,
    path: Result<Path<String>, PathRejection>,
    page: Result<Query<Page>, QueryRejection>,
) -> Answer<Vec<PastGame>> {
    let before = page?.0.before.unwrap_or(i64::MAX);
    let person = PersonId(id(path)?);
    let is_own = you.is_some_and(|you| you.person.id == person);
    app.rooms.store.person(&person).await?.ok_or_else(nobody)?;
    Ok(Json(app.rooms.store.games_of(&person, is_own, before, PAST_AT_A_TIME).await?))
}

pub(super) async fn rating_history(
    State(app): State<App>,
    path: Result<Path<(String, i64)>, PathRejection>,
) -> Answer<Vec<(i64, f64)>> {
    let Path((person, players)) = path?;
    Ok(Json(app.rooms.store.rating_history(&PersonId(checked_id(person)?), players).await?))
}

pub(super) async fn leaderboard(
    State(app): State<App>,
    path: Result<Path<i64>, PathRejection>,
) -> Answer<Vec<Rated>> {
    Ok(Json(app.rooms.store.leaderboard(path?.0, 100).await?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A hash that could not be read would cost no time, and so tell that there is no such account.
    #[test]
    fn the_hash_of_nobody_costs_as_much_as_any() {
        let any = Argon2::default().hash_password(b"some password").unwrap();
        let nobody = PasswordHash::new(NOBODY).unwrap();
        assert_eq!(
            (any.algorithm, any.version, &any.params),
            (nobody.algorithm, nobody.version, &nobody.params)
        );
        assert!(nobody.salt.is_some() && nobody.hash.is_some());
    }
}
