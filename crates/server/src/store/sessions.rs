//! Sessions: browsers where people are logged in, the tokens of programs, and known networks.

use std::collections::BTreeSet;

use mergemaker_protocol::{Account, Cursor, Page, PersonId, Scope, Session, SessionId, Token, TokenId};
use sqlx::Row;
use sqlx::any::AnyRow;

use super::people::account;
use super::{Result, Store, Window};

/// The kind of a session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SessionKind {
    /// A browser.
    Cookie,
    /// A program.
    Token,
}

impl SessionKind {
    const fn id(self) -> &'static str {
        match self {
            SessionKind::Cookie => "cookie",
            SessionKind::Token => "token",
        }
    }
}

/// A session to store.
#[derive(Clone, Debug)]
pub(crate) struct NewSession<'a> {
    /// The hash of its secret.
    pub(crate) hash: &'a str,
    pub(crate) person: &'a PersonId,
    pub(crate) kind: SessionKind,
    pub(crate) label: &'a str,
    /// What it allows; everything for a browser.
    pub(crate) scopes: &'a BTreeSet<Scope>,
    pub(crate) now: i64,
    pub(crate) expires_at: i64,
}

/// Whose session it is, and what it allows.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct OpenSession {
    pub(crate) account: Account,
    pub(crate) scopes: BTreeSet<Scope>,
    /// When it was last noted as used.
    pub(crate) used_at: Option<i64>,
}

/// The maximum number of networks remembered per account.
const MOST_NETWORKS: i64 = 20;

/// More than anyone has.
const ALL: i64 = 1_000_000_000;

impl Store {
    /// Stores a session, of which a person may have `most` of its kind. Of browsers, the oldest are logged out.
    /// Returns how many were, or none if there are too many tokens.
    pub(crate) async fn add_session(&self, session: &NewSession<'_>, most: u32) -> Result<Option<u64>> {
        let NewSession { hash, person, kind, label, scopes, now, expires_at } = session;
        let mut transaction = self.begin().await?;
        // Of two sessions at once, the second sees the first.
        transaction.lock_people([*person]).await?;
        sqlx::query("DELETE FROM sessions WHERE person = $1 AND kind = $2 AND expires_at <= $3")
            .bind(&person.0)
            .bind(kind.id())
            .bind(*now)
            .execute(&mut *transaction)
            .await?;
        let mut ended = 0;
        match kind {
            SessionKind::Cookie => {
                let done = sqlx::query(
                    "DELETE FROM sessions WHERE secret_hash IN (SELECT secret_hash FROM sessions \
                     WHERE person = $1 AND kind = 'cookie' ORDER BY created_at DESC, secret_hash DESC \
                     LIMIT $2 OFFSET $3)",
                )
                .bind(&person.0)
                .bind(ALL)
                .bind(i64::from(most.saturating_sub(1)))
                .execute(&mut *transaction)
                .await?;
                ended = done.rows_affected();
            }
            SessionKind::Token => {
                let tokens: i64 = sqlx::query_scalar(
                    "SELECT COUNT(*) FROM (SELECT 1 FROM sessions WHERE person = $1 AND kind = 'token' \
                     LIMIT $2) AS tokens",
                )
                .bind(&person.0)
                .bind(i64::from(most))
                .fetch_one(&mut *transaction)
                .await?;
                if tokens >= i64::from(most) {
                    return Ok(None);
                }
            }
        }
        let scopes = (*kind == SessionKind::Token).then(|| write_scopes(scopes));
        sqlx::query(
            "INSERT INTO sessions (secret_hash, person, kind, label, created_at, expires_at, id, scopes) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        )
        .bind(*hash)
        .bind(&person.0)
        .bind(kind.id())
        .bind(*label)
        .bind(*now)
        .bind(*expires_at)
        .bind(Store::session_id(hash))
        .bind(scopes)
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await?;
        Ok(Some(ended))
    }

    /// A session that has not expired.
    pub(crate) async fn session(
        &self,
        hash: &str,
        kind: SessionKind,
        now: i64,
    ) -> Result<Option<OpenSession>> {
        let row = sqlx::query(
            "SELECT people.id, people.name, people.name_key, people.created_at, sessions.scopes, \
             sessions.used_at FROM sessions JOIN people ON people.id = sessions.person \
             WHERE sessions.secret_hash = $1 AND sessions.kind = $2 AND sessions.expires_at > $3 \
             AND people.deleted_at IS NULL",
        )
        .bind(hash)
        .bind(kind.id())
        .bind(now)
        .fetch_optional(&self.read)
        .await?;
        let open = |row: &AnyRow| {
            Ok(OpenSession {
                account: account(row)?,
                scopes: read_scopes(row.try_get("scopes")?),
                used_at: row.try_get("used_at")?,
            })
        };
        row.as_ref().map(open).transpose()
    }

    /// Notes that a session was used.
    pub(crate) async fn note_use(&self, hash: &str, now: i64) -> Result<()> {
        sqlx::query("UPDATE sessions SET used_at = $1 WHERE secret_hash = $2")
            .bind(now)
            .bind(hash)
            .execute(&self.write)
            .await?;
        Ok(())
    }

    /// Ends one session.
    pub(crate) async fn end_session(&self, hash: &str) -> Result<()> {
        sqlx::query("DELETE FROM sessions WHERE secret_hash = $1").bind(hash).execute(&self.write).await?;
        Ok(())
    }

    /// Ends all sessions of a person, including tokens.
    pub(crate) async fn end_sessions(&self, person: &PersonId) -> Result<()> {
        sqlx::query("DELETE FROM sessions WHERE person = $1").bind(&person.0).execute(&self.write).await?;
        Ok(())
    }

    /// The public id of a session: a prefix of its hash, which does not reveal the secret.
    pub(crate) fn session_id(hash: &str) -> String {
        hash.chars().take(16).collect()
    }

    /// The browsers in which a person is logged in, newest first.
    pub(crate) async fn sessions_of(
        &self,
        person: &PersonId,
        now: i64,
        own: Option<&str>,
        window: &Window,
    ) -> Result<Page<Session>> {
        let session = |row: &AnyRow| {
            let created_at: i64 = row.try_get("created_at")?;
            Ok(Session {
                id: SessionId(row.try_get("id")?),
                label: row.try_get("label")?,
                created_at,
                used_at: row.try_get::<Option<i64>, _>("used_at")?.unwrap_or(created_at),
                is_current: own == Some(&row.try_get::<String, _>("secret_hash")?),
            })
        };
        let rows = self.session_rows(person, SessionKind::Cookie, now, window).await?;
        let sessions = rows.iter().map(session).collect::<Result<_>>()?;
        Ok(window.page(sessions, |last: &Session| Cursor::at(last.created_at, &last.id.0)))
    }

    /// The tokens of a person, newest first.
    pub(crate) async fn tokens_of(
        &self,
        person: &PersonId,
        now: i64,
        window: &Window,
    ) -> Result<Page<Token>> {
        let token = |row: &AnyRow| {
            Ok(Token {
                id: TokenId(row.try_get("id")?),
                label: row.try_get("label")?,
                scopes: read_scopes(row.try_get("scopes")?),
                created_at: row.try_get("created_at")?,
                expires_at: row.try_get("expires_at")?,
                used_at: row.try_get("used_at")?,
            })
        };
        let rows = self.session_rows(person, SessionKind::Token, now, window).await?;
        let tokens = rows.iter().map(token).collect::<Result<_>>()?;
        Ok(window.page(tokens, |last: &Token| Cursor::at(last.created_at, &last.id.0)))
    }

    async fn session_rows(
        &self,
        person: &PersonId,
        kind: SessionKind,
        now: i64,
        window: &Window,
    ) -> Result<Vec<AnyRow>> {
        let (created_at, id) = window.after_newest();
        let rows = sqlx::query(
            "SELECT id, secret_hash, label, scopes, created_at, expires_at, used_at FROM sessions \
             WHERE person = $1 AND kind = $2 AND expires_at > $3 \
             AND (created_at < $4 OR (created_at = $4 AND id < $5)) ORDER BY created_at DESC, id DESC LIMIT $6",
        )
        .bind(&person.0)
        .bind(kind.id())
        .bind(now)
        .bind(created_at)
        .bind(id)
        .bind(window.rows())
        .fetch_all(&self.read)
        .await?;
        Ok(rows)
    }

    /// Ends a session of a person by its id; false if they have no such session.
    pub(crate) async fn end_session_of(
        &self,
        person: &PersonId,
        kind: SessionKind,
        id: &str,
    ) -> Result<bool> {
        let done = sqlx::query("DELETE FROM sessions WHERE id = $1 AND person = $2 AND kind = $3")
            .bind(id)
            .bind(&person.0)
            .bind(kind.id())
            .execute(&self.write)
            .await?;
        Ok(done.rows_affected() > 0)
    }

    /// Remembers the network, as a hash, from which an account is used. The oldest are forgotten.
    pub(crate) async fn note_network(&self, person: &PersonId, network: &str, now: i64) -> Result<()> {
        let mut transaction = self.begin().await?;
        transaction.lock_people([person]).await?;
        sqlx::query(
            "INSERT INTO known_networks (person, network, at) VALUES ($1, $2, $3) \
             ON CONFLICT (person, network) DO UPDATE SET at = excluded.at",
        )
        .bind(&person.0)
        .bind(network)
        .bind(now)
        .execute(&mut *transaction)
        .await?;
        sqlx::query(
            "DELETE FROM known_networks WHERE person = $1 AND network IN (SELECT network FROM known_networks \
             WHERE person = $1 ORDER BY at DESC, network DESC LIMIT $2 OFFSET $3)",
        )
        .bind(&person.0)
        .bind(ALL)
        .bind(MOST_NETWORKS)
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await
    }

    /// Whether an account was used from a network before.
    pub(crate) async fn knows_network(&self, person: &PersonId, network: &str) -> Result<bool> {
        let found = sqlx::query("SELECT at FROM known_networks WHERE person = $1 AND network = $2")
            .bind(&person.0)
            .bind(network)
            .fetch_optional(&self.read)
            .await?;
        Ok(found.is_some())
    }
}

fn write_scopes(scopes: &BTreeSet<Scope>) -> String {
    scopes.iter().map(|scope| scope.id()).collect::<Vec<_>>().join(" ")
}

/// The stored scopes; a browser's session has none and may do everything.
fn read_scopes(text: Option<String>) -> BTreeSet<Scope> {
    let Some(text) = text else { return BTreeSet::from(Scope::ALL) };
    Scope::ALL.into_iter().filter(|scope| text.split(' ').any(|word| word == scope.id())).collect()
}
