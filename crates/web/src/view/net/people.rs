//! Requests about people and their games.

use mergemaker_protocol::api::accounts::{Claim, Guest, NameForm, PasswordForm};
use mergemaker_protocol::api::people::{Before, Games, RatingHistory, Show};
use mergemaker_protocol::api::sessions::{Logout, LogoutEverywhere};
use mergemaker_protocol::api::{muted, tables, tokens};
use mergemaker_protocol::{Account, PastGame, Person, PersonId, RefusalCode};
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

/// Mutes or unmutes a person; returns everybody who is muted.
pub(crate) async fn set_muted(person: PersonId, is_muted: bool) -> Result<Vec<Person>, Trouble> {
    if is_muted { ask(muted::Mute { person }).await } else { ask(muted::Unmute { person }).await }
}

/// Everything the server knows about the visitor.
pub(crate) async fn everything(person: PersonId) -> Result<Value, Trouble> {
    let mut games: Vec<PastGame> = Vec::new();
    loop {
        let before = games.last().map(|game| game.ended_at);
        let older = ask(Games { person: person.clone(), query: Before { before } }).await?;
        if older.is_empty() {
            break;
        }
        games.extend(older);
    }
    let profile = ask(Show { person: person.clone() }).await?;
    let mut ratings = serde_json::Map::new();
    for rated in &profile.ratings {
        let history = ask(RatingHistory { person: person.clone(), players: rated.players }).await?;
        ratings.insert(rated.players.to_string(), json!(history));
    }
    Ok(json!({
        "account": profile.account,
        "statistics": profile.statistics,
        "ratings": profile.ratings,
        "rating_history": ratings,
        "games": games,
        "tables": ask(tables::Mine {}).await?,
        "tokens": ask(tokens::List {}).await?,
        "muted": ask(muted::List {}).await?,
    }))
}
