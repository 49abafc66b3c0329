//! What is asked of the server about people and their games.

use gloo_net::http::{Request, Response};
use mergemaker_protocol::{
    Account, FoundGame, GameSearch, NewToken, PastGame, Person, Profile, Rated, RefusalCode, TableInfo, Token,
};
use serde_json::{Value, json};

use super::{Trouble, read, send};

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

    /// The same where somebody gave a name: what is wrong is most likely that.
    pub(crate) fn words_of_name(&self) -> &'static str {
        if self.code() == Some(RefusalCode::Invalid) { "refused-invalid-name" } else { self.words() }
    }
}

/// Who we are, or nobody yet.
pub(crate) async fn visitor() -> Result<Option<Account>, Trouble> {
    read(Request::get("/api/visitor").send().await).await
}

/// An answer that says nothing but that it is done.
async fn done(response: Result<Response, gloo_net::Error>) -> Result<(), Trouble> {
    let response = response.map_err(|_| Trouble::Unreachable)?;
    if response.ok() {
        return Ok(());
    }
    Err(response.json().await.map_or(Trouble::Unreachable, Trouble::Refused))
}

/// Makes an account of a guest.
pub(crate) async fn claim(name: &str, password: &str) -> Result<Account, Trouble> {
    send(Request::post("/api/claim"), &json!({ "name": name, "password": password })).await
}

/// Comes with an account.
pub(crate) async fn log_in(name: &str, password: &str) -> Result<Account, Trouble> {
    send(Request::post("/api/login"), &json!({ "name": name, "password": password })).await
}

/// Ends this session, or all of them.
pub(crate) async fn log_out(is_everywhere: bool) -> Result<(), Trouble> {
    let address = if is_everywhere { "/api/logout-everywhere" } else { "/api/logout" };
    done(Request::post(address).send().await).await
}

/// Deletes one's own account.
pub(crate) async fn delete_account() -> Result<(), Trouble> {
    done(Request::delete("/api/me").send().await).await
}

/// One's own tokens.
pub(crate) async fn tokens() -> Result<Vec<Token>, Trouble> {
    read(Request::get("/api/me/tokens").send().await).await
}

/// Makes a token.
pub(crate) async fn new_token(label: &str) -> Result<NewToken, Trouble> {
    send(Request::post("/api/tokens"), &json!({ "label": label })).await
}

/// Ends a token; the others are told.
pub(crate) async fn end_token(token: &str) -> Result<Vec<Token>, Trouble> {
    read(Request::delete(&format!("/api/me/tokens/{token}")).send().await).await
}

/// Whom one does not hear.
pub(crate) async fn muted() -> Result<Vec<Person>, Trouble> {
    read(Request::get("/api/me/muted").send().await).await
}

/// Hears somebody no more, or again; everybody one does not hear is told.
pub(crate) async fn set_muted(person: &str, is_muted: bool) -> Result<Vec<Person>, Trouble> {
    let address = format!("/api/me/muted/{person}");
    let request = if is_muted { Request::put(&address) } else { Request::delete(&address) };
    read(request.send().await).await
}

/// Somebody's profile.
pub(crate) async fn profile(person: &str) -> Result<Profile, Trouble> {
    read(Request::get(&format!("/api/people/{person}")).send().await).await
}

/// Somebody's games that ended before a time.
pub(crate) async fn past_games(person: &str, before: i64) -> Result<Vec<PastGame>, Trouble> {
    read(Request::get(&format!("/api/people/{person}/games?before={before}")).send().await).await
}

/// How somebody's rating went: times and ratings.
pub(crate) async fn rating_history(person: &str, players: i64) -> Result<Vec<(i64, f64)>, Trouble> {
    read(Request::get(&format!("/api/people/{person}/ratings/{players}")).send().await).await
}

/// The best rated people.
pub(crate) async fn leaderboard(players: u8) -> Result<Vec<Rated>, Trouble> {
    read(Request::get(&format!("/api/leaderboard/{players}")).send().await).await
}

/// The query of a search, as it is written in an address.
pub(crate) fn query_of(search: &GameSearch) -> String {
    let fields = [
        ("player", search.player.clone()),
        ("preset", search.preset.map(|preset| preset.id().to_owned())),
        ("players", search.players.map(|players| players.to_string())),
        ("before", search.before.map(|before| before.to_string())),
    ];
    let given = fields.into_iter().filter_map(|(name, value)| {
        Some(format!("{name}={}", String::from(js_sys::encode_uri_component(&value?))))
    });
    given.collect::<Vec<_>>().join("&")
}

/// Games that are over.
pub(crate) async fn finished(search: &GameSearch) -> Result<Vec<FoundGame>, Trouble> {
    read(Request::get(&format!("/api/games?{}", query_of(search))).send().await).await
}

/// A table.
pub(crate) async fn table(table: &str) -> Result<TableInfo, Trouble> {
    read(Request::get(&format!("/api/tables/{table}")).send().await).await
}

/// The open table with a code.
pub(crate) async fn table_with_code(code: &str) -> Result<TableInfo, Trouble> {
    read(Request::get(&format!("/api/codes/{code}")).send().await).await
}

/// Everything the server tells of us, for us to keep.
pub(crate) async fn everything(person: &str) -> Result<Value, Trouble> {
    let mut games: Vec<PastGame> = Vec::new();
    loop {
        let older = past_games(person, games.last().map_or(i64::MAX, |game| game.ended_at)).await?;
        if older.is_empty() {
            break;
        }
        games.extend(older);
    }
    let profile = profile(person).await?;
    let mut ratings = serde_json::Map::new();
    for rated in &profile.ratings {
        let history = rating_history(person, rated.players).await?;
        ratings.insert(rated.players.to_string(), json!(history));
    }
    let tables: Value = read(Request::get("/api/me/tables").send().await).await?;
    Ok(json!({
        "account": profile.account,
        "statistics": profile.statistics,
        "ratings": profile.ratings,
        "rating_history": ratings,
        "games": games,
        "tables": tables,
        "tokens": tokens().await?,
        "muted": muted().await?,
    }))
}
