//! Requests about people and their games.

use mergemaker_protocol::api::accounts::{Claim, Guest, NameForm, PasswordForm, Visitor};
use mergemaker_protocol::api::games::Search;
use mergemaker_protocol::api::people::{Before, Games, Leaderboard, RatingHistory};
use mergemaker_protocol::api::sessions::{Login, Logout, LogoutEverywhere};
use mergemaker_protocol::api::tokens::{Create, End, TokenForm};
use mergemaker_protocol::api::{accounts, muted, people, tables, tokens};
use mergemaker_protocol::{
    Account, FoundGame, GameSearch, NewToken, PastGame, Person, PersonId, Profile, Rated, RefusalCode, Token,
    TokenId,
};
use serde_json::{Value, json};

use super::{Trouble, ask};

impl Trouble {
    /// Which refusal it is, where it is one.
    pub(crate) fn code(&self) -> Option<RefusalCode> {
        match self {
            Trouble::Unreachable => None,
            Trouble::Refused(refusal) => Some(refusal.code),
        }
    }

    /// The id of the words that say it, and what to do.
    pub(crate) fn words(&self) -> &'static str {
        self.code().map_or("unreachable", mergemaker_web::people::refusal_words)
    }

    /// The same where somebody gave a name: most likely that is what is wrong.
    pub(crate) fn words_of_name(&self) -> &'static str {
        if self.code() == Some(RefusalCode::Invalid) { "refused-invalid-name" } else { self.words() }
    }
}

/// Who we are, or nobody yet.
pub(crate) async fn visitor() -> Result<Option<Account>, Trouble> {
    ask(Visitor {}).await
}

/// Plays under a name from now on.
pub(crate) async fn become_guest(name: &str) -> Result<Account, Trouble> {
    ask(Guest { body: NameForm { name: name.to_owned() } }).await
}

fn form(name: &str, password: &str) -> PasswordForm {
    PasswordForm { name: name.to_owned(), password: password.to_owned() }
}

/// Turns a guest into an account.
pub(crate) async fn claim(name: &str, password: &str) -> Result<Account, Trouble> {
    ask(Claim { body: form(name, password) }).await
}

/// Logs in.
pub(crate) async fn log_in(name: &str, password: &str) -> Result<Account, Trouble> {
    ask(Login { body: form(name, password) }).await
}

/// Ends this session, or all of them.
pub(crate) async fn log_out(is_everywhere: bool) -> Result<(), Trouble> {
    if is_everywhere { ask(LogoutEverywhere {}).await } else { ask(Logout {}).await }
}

/// Deletes one's own account.
pub(crate) async fn delete_account() -> Result<(), Trouble> {
    ask(accounts::Delete {}).await
}

/// One's own tokens.
pub(crate) async fn tokens() -> Result<Vec<Token>, Trouble> {
    ask(tokens::List {}).await
}

/// Creates a token.
pub(crate) async fn new_token(label: &str) -> Result<NewToken, Trouble> {
    ask(Create { body: TokenForm { label: label.to_owned() } }).await
}

/// Ends a token; returns the others.
pub(crate) async fn end_token(token: TokenId) -> Result<Vec<Token>, Trouble> {
    ask(End { token }).await
}

/// The people one has muted.
pub(crate) async fn muted() -> Result<Vec<Person>, Trouble> {
    ask(muted::List {}).await
}

/// Mutes or unmutes a person; returns everybody who is muted.
pub(crate) async fn set_muted(person: PersonId, is_muted: bool) -> Result<Vec<Person>, Trouble> {
    if is_muted { ask(muted::Mute { person }).await } else { ask(muted::Unmute { person }).await }
}

/// Somebody's profile.
pub(crate) async fn profile(person: PersonId) -> Result<Profile, Trouble> {
    ask(people::Show { person }).await
}

/// Somebody's games that ended before a time.
pub(crate) async fn past_games(person: PersonId, before: Option<i64>) -> Result<Vec<PastGame>, Trouble> {
    ask(Games { person, query: Before { before } }).await
}

/// The history of somebody's rating: times and ratings.
pub(crate) async fn rating_history(person: PersonId, players: i64) -> Result<Vec<(i64, f64)>, Trouble> {
    ask(RatingHistory { person, players }).await
}

/// The best rated people.
pub(crate) async fn leaderboard(players: u8) -> Result<Vec<Rated>, Trouble> {
    ask(Leaderboard { players: players.into() }).await
}

/// Finished games.
pub(crate) async fn finished(search: GameSearch) -> Result<Vec<FoundGame>, Trouble> {
    ask(Search { query: search }).await
}

/// Everything the server knows of us, for us to keep.
pub(crate) async fn everything(person: PersonId) -> Result<Value, Trouble> {
    let mut games: Vec<PastGame> = Vec::new();
    loop {
        let older = past_games(person.clone(), games.last().map(|game| game.ended_at)).await?;
        if older.is_empty() {
            break;
        }
        games.extend(older);
    }
    let profile = profile(person.clone()).await?;
    let mut ratings = serde_json::Map::new();
    for rated in &profile.ratings {
        let history = rating_history(person.clone(), rated.players).await?;
        ratings.insert(rated.players.to_string(), json!(history));
    }
    Ok(json!({
        "account": profile.account,
        "statistics": profile.statistics,
        "ratings": profile.ratings,
        "rating_history": ratings,
        "games": games,
        "tables": ask(tables::Mine {}).await?,
        "tokens": tokens().await?,
        "muted": muted().await?,
    }))
}
