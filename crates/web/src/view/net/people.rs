//! Requests about people and their games.

use mergemaker_protocol::api::accounts::{Claim, Guest, NameForm, PasswordForm};
use mergemaker_protocol::api::people::{Games, RatingHistory, Show};
use mergemaker_protocol::api::sessions::{self, Logout, LogoutEverywhere};
use mergemaker_protocol::api::{muted, tables, tokens};
use mergemaker_protocol::{Account, Endpoint, MOST_PER_PAGE, Page, PageQuery, Person, PersonId, RefusalCode};
use serde_json::{Value, json};

use super::{Trouble, ask};

impl Trouble {
    /// The refusal code, if it is a refusal.
    pub(crate) fn code(&self) -> Option<RefusalCode> {
        match self {
            Trouble::Unreachable => None,
            Trouble::Refused(refusal) => Some(refusal.code),
        }
    }

    /// The id of a text that explains it and what to do.
    pub(crate) fn words(&self) -> &'static str {
        self.code().map_or("unreachable", mergemaker_web::people::refusal_text_id)
    }

    /// The same for forms with a name, which is most likely the problem.
    pub(crate) fn words_of_name(&self) -> &'static str {
        if self.code() == Some(RefusalCode::Invalid) { "refused-invalid-name" } else { self.words() }
    }
}

/// Signs in as a guest with a name.
pub(crate) async fn become_guest(name: &str) -> Result<Account, Trouble> {
    ask(Guest { body: NameForm { name: name.to_owned() } }).await
}

/// The name and password of an account.
pub(crate) fn form(name: &str, password: &str) -> PasswordForm {
    PasswordForm { name: name.to_owned(), password: password.to_owned() }
}

/// Turns a guest into an account.
pub(crate) async fn claim(name: &str, password: &str) -> Result<Account, Trouble> {
    ask(Claim { body: form(name, password) }).await
}

/// Ends this session, or all sessions.
pub(crate) async fn log_out(is_everywhere: bool) -> Result<(), Trouble> {
    if is_everywhere { ask(LogoutEverywhere {}).await } else { ask(Logout {}).await }
}

/// Mutes or unmutes a person; returns the first page of people who are muted.
pub(crate) async fn set_muted(person: PersonId, is_muted: bool) -> Result<Page<Person>, Trouble> {
    if is_muted { ask(muted::Mute { person }).await } else { ask(muted::Unmute { person }).await }
}

/// A whole list, page by page.
async fn all<E, T>(request: impl Fn(PageQuery) -> E) -> Result<Vec<T>, Trouble>
where
    E: Endpoint<Answer = Page<T>>,
{
    let (mut items, mut before) = (Vec::new(), None);
    loop {
        let page = ask(request(PageQuery { before, limit: Some(MOST_PER_PAGE) })).await?;
        items.extend(page.items);
        before = page.next;
        if before.is_none() {
            return Ok(items);
        }
    }
}

/// The last ratings of a person, oldest first, for the chart.
pub(crate) async fn rating_history(person: PersonId, players: i64) -> Vec<(i64, f64)> {
    let query = PageQuery { before: None, limit: Some(MOST_PER_PAGE) };
    let page = ask(RatingHistory { person, players, query }).await.unwrap_or_default();
    page.items.into_iter().rev().collect()
}

/// Everything the server knows about the visitor.
pub(crate) async fn everything(person: PersonId) -> Result<Value, Trouble> {
    let games = all(|query| Games { person: person.clone(), query }).await?;
    let profile = ask(Show { person: person.clone() }).await?;
    let mut ratings = serde_json::Map::new();
    for rated in &profile.ratings {
        let players = rated.players;
        let history = all(|query| RatingHistory { person: person.clone(), players, query }).await?;
        ratings.insert(rated.players.to_string(), json!(history));
    }
    Ok(json!({
        "account": profile.account,
        "statistics": profile.statistics,
        "ratings": profile.ratings,
        "rating_history": ratings,
        "games": games,
        "tables": all(|query| tables::Mine { query }).await?,
        "sessions": all(|query| sessions::List { query }).await?,
        "tokens": all(|query| tokens::List { query }).await?,
        "muted": all(|query| muted::List { query }).await?,
    }))
}
