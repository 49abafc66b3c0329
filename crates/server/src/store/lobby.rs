//! Lists of tables: the lobby in a fair order, and how many tables may be open.

use std::net::IpAddr;

use mergemaker_protocol::{Cursor, Page, PersonId, TableId, TableState};
use sqlx::{AssertSqlSafe, Row};

use super::tables::{COLUMNS, TableRow, readable, rows, select, state_id};
use super::transaction::Transaction;
use super::{Result, Store, Window};
use crate::limit::{WIDER, network};

/// How many open tables there may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Opening {
    /// Open tables a person may host.
    pub(crate) per_person: u32,
    /// Open tables from one network.
    pub(crate) per_network: u32,
    /// The address the request comes from, unless it has no limits.
    pub(crate) address: Option<IpAddr>,
}

impl Opening {
    /// The network as it is stored: an IPv4 address, or the first half of an IPv6 address, each group in full.
    pub(super) fn network(&self) -> Option<String> {
        let network = match network(self.address?) {
            IpAddr::V4(address) => address.to_string(),
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                format!("{a:04x}:{b:04x}:{c:04x}:{d:04x}")
            }
        };
        Some(network)
    }
}

/// What became of a request to open a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Opened {
    /// It is open.
    Yes,
    /// The host has as many open tables as allowed.
    TooManyOfPerson,
    /// The network has as many open tables as allowed.
    TooManyOfNetwork,
}

/// How long the lobby shows an open table whose host is away, in milliseconds.
const HOST_AWAY_MS: i64 = 10 * 60 * 1_000;

/// Whether another table may be opened.
pub(super) async fn may_open(
    host: &PersonId,
    opening: &Opening,
    transaction: &mut Transaction,
) -> Result<Opened> {
    // Of two tables at once, the second sees the first.
    transaction.lock_people([host]).await?;
    let of_person = "SELECT COUNT(*) FROM tables WHERE host = $1 AND state = 'open'";
    let hosted: i64 = sqlx::query_scalar(of_person).bind(&host.0).fetch_one(&mut **transaction).await?;
    if hosted >= i64::from(opening.per_person) {
        return Ok(Opened::TooManyOfPerson);
    }
    let Some(network) = opening.network() else { return Ok(Opened::Yes) };
    let of_network = "SELECT COUNT(*) FROM tables WHERE opened_from = $1 AND state = 'open'";
    let mut opened: i64 = sqlx::query_scalar(of_network).bind(&network).fetch_one(&mut **transaction).await?;
    let mut most = i64::from(opening.per_network);
    // One client may control every network of a site (an IPv6 /48).
    if opened < most
        && let Some((site, _)) = network.rsplit_once(':')
    {
        let of_site = "SELECT COUNT(*) FROM tables WHERE SUBSTR(opened_from, 1, 14) = $1 AND state = 'open'";
        opened = sqlx::query_scalar(of_site).bind(site).fetch_one(&mut **transaction).await?;
        most *= i64::from(WIDER);
    }
    Ok(if opened < most { Opened::Yes } else { Opened::TooManyOfNetwork })
}

impl Store {
    /// The public tables in a state, newest first. [`Store::lobby`] has the open ones.
    pub(crate) async fn public_tables(&self, state: TableState, window: &Window) -> Result<Page<TableRow>> {
        let (created_at, id) = window.after_newest();
        let found = sqlx::query(select(
            "WHERE state = $1 AND visibility = 'public' AND created_at <= $2 AND (created_at < $2 OR id < $3) \
             ORDER BY created_at DESC, id DESC LIMIT $4",
        ))
        .bind(state_id(state))
        .bind(created_at)
        .bind(id)
        .bind(window.rows())
        .fetch_all(&self.read)
        .await?;
        Ok(by_age(window, rows(&found)?))
    }

    /// The open public tables whose hosts are here. First one table of each network and host, those that have waited
    /// longest first; then their second ones, and so on.
    pub(crate) async fn lobby(&self, now: i64, window: &Window) -> Result<Page<TableRow>> {
        let (turn, rest) = window.after_oldest();
        let rest = Cursor(rest.to_owned());
        let (created_at, id) = rest.place().unwrap_or((i64::MIN, ""));
        let found = sqlx::query(AssertSqlSafe(format!(
            "SELECT {COLUMNS}, turn FROM (SELECT open.*, ROW_NUMBER() OVER (PARTITION BY COALESCE(opened_from, host) \
             ORDER BY of_host, created_at, id) AS turn FROM (SELECT tables.*, ROW_NUMBER() OVER \
             (PARTITION BY host ORDER BY created_at, id) AS of_host FROM tables WHERE state = 'open' \
             AND visibility = 'public' AND COALESCE(host_seen_at, created_at) > $1) AS open) AS listed \
             WHERE turn > $2 OR (turn = $2 AND (created_at > $3 OR (created_at = $3 AND id > $4))) \
             ORDER BY turn, created_at, id LIMIT $5"
        )))
        .bind(now - HOST_AWAY_MS)
        .bind(turn)
        .bind(created_at)
        .bind(id)
        .bind(window.rows())
        .fetch_all(&self.read)
        .await?;
        let mut listed = Vec::with_capacity(found.len());
        for each in &found {
            if let Some(table) = readable(each)? {
                listed.push((each.try_get::<i64, _>("turn")?, table));
            }
        }
        let page = window.page(listed, |(turn, last): &(i64, TableRow)| {
            Cursor::at(*turn, &Cursor::at(last.created_at, &last.id.0).0)
        });
        Ok(page.map(|(_, table)| table))
    }

    /// Notes that the host of an open table is connected to it: the lobby shows only such tables.
    pub(crate) async fn note_host(&self, id: &TableId, now: i64) -> Result<()> {
        sqlx::query("UPDATE tables SET host_seen_at = $1 WHERE id = $2 AND state = 'open'")
            .bind(now)
            .bind(&id.0)
            .execute(&self.write)
            .await?;
        Ok(())
    }

    /// The open and running tables where a person sits or a seat is reserved for them, newest first.
    pub(crate) async fn tables_of(&self, person: &PersonId, window: &Window) -> Result<Page<TableRow>> {
        let (created_at, id) = window.after_newest();
        let found = sqlx::query(select(
            "WHERE state IN ('open', 'running') AND id IN ( \
             SELECT table_id FROM players WHERE person = $1 AND ended_at IS NULL \
             UNION SELECT table_id FROM sitters WHERE person = $1 \
             UNION SELECT table_id FROM reserved WHERE person = $1) \
             AND (created_at < $2 OR (created_at = $2 AND id < $3)) ORDER BY created_at DESC, id DESC LIMIT $4",
        ))
        .bind(&person.0)
        .bind(created_at)
        .bind(id)
        .bind(window.rows())
        .fetch_all(&self.read)
        .await?;
        Ok(by_age(window, rows(&found)?))
    }

    /// All open and running tables where a person sits or a seat is reserved for them.
    pub(crate) async fn seated_at(&self, person: &PersonId) -> Result<Vec<TableId>> {
        let rows = sqlx::query(
            "SELECT id FROM tables WHERE state IN ('open', 'running') AND id IN ( \
             SELECT table_id FROM players WHERE person = $1 AND ended_at IS NULL \
             UNION SELECT table_id FROM sitters WHERE person = $1 \
             UNION SELECT table_id FROM reserved WHERE person = $1)",
        )
        .bind(&person.0)
        .fetch_all(&self.read)
        .await?;
        rows.iter().map(|row| Ok(TableId(row.try_get("id")?))).collect()
    }

    /// The number of running games in which a person plays, at most `most`.
    pub(crate) async fn running_games_of(&self, person: &PersonId, most: u32) -> Result<i64> {
        let count = sqlx::query_scalar(
            "SELECT COUNT(*) FROM (SELECT 1 FROM players WHERE person = $1 AND ended_at IS NULL LIMIT $2) AS games",
        );
        Ok(count.bind(&person.0).bind(i64::from(most)).fetch_one(&self.read).await?)
    }
}

/// A page of tables, newest first.
fn by_age(window: &Window, tables: Vec<TableRow>) -> Page<TableRow> {
    window.page(tables, |last: &TableRow| Cursor::at(last.created_at, &last.id.0))
}
