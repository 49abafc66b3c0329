//! What came of games: results, statistics and ratings.

use mergemaker_protocol::{PersonId, TableId};
use serde::Serialize;
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};
use sqlx::any::AnyRow;
use sqlx::{Any, Row, Transaction};

use super::{Result, Store};

/// What came of a game.
#[derive(Clone, Debug)]
pub(crate) struct Finished {
    /// The record, as JSON.
    pub(crate) record: String,
    /// Everybody, in seat order.
    pub(crate) players: Vec<FinishedPlayer>,
}

/// What came of it for one player.
#[derive(Clone, Debug)]
pub(crate) struct FinishedPlayer {
    /// The person; none for a bot.
    pub(crate) person: Option<PersonId>,
    /// What a bot is rated, which does not change.
    pub(crate) bot_rating: f64,
    pub(crate) money: i64,
    /// 1 for the first; those who tie share the better place.
    pub(crate) place: i64,
}

/// Somebody's rating for a number of players.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Rated {
    pub(crate) person: PersonId,
    pub(crate) name: String,
    pub(crate) players: i64,
    pub(crate) rating: f64,
    pub(crate) uncertainty: f64,
    pub(crate) games: i64,
}

/// A game of somebody's past.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct PastGame {
    pub(crate) table: TableId,
    pub(crate) players: i64,
    pub(crate) preset: String,
    pub(crate) seat: i64,
    pub(crate) money: i64,
    pub(crate) place: i64,
    pub(crate) ended_at: i64,
}

/// Ratings are kept in thousandths, since both databases know whole numbers alike.
const SCALE: f64 = 1_000.0;

impl Finished {
    /// Keeps it, as part of the commit that ends the game.
    pub(super) async fn keep(
        &self,
        table: &TableId,
        now: i64,
        transaction: &mut Transaction<'_, Any>,
    ) -> Result<()> {
        sqlx::query(
            "UPDATE tables SET state = 'over', ended_at = $1, due_at = NULL, record = $2 WHERE id = $3",
        )
        .bind(now)
        .bind(&self.record)
        .bind(&table.0)
        .execute(&mut **transaction)
        .await?;
        for (seat, player) in self.players.iter().enumerate() {
            sqlx::query(
                "UPDATE players SET money = $1, place = $2, ended_at = $3 WHERE table_id = $4 AND seat = $5",
            )
            .bind(player.money)
            .bind(player.place)
            .bind(now)
            .bind(&table.0)
            .bind(seat as i64)
            .execute(&mut **transaction)
            .await?;
        }
        self.rate(table, now, transaction).await
    }

    /// Makes other writers wait who end games of the same people, so that no rating is made from one that is
    /// out of date. A change of nothing locks a row in both databases; one order for all keeps two writers from
    /// waiting for each other.
    async fn lock_people(&self, transaction: &mut Transaction<'_, Any>) -> Result<()> {
        let mut people: Vec<&PersonId> =
            self.players.iter().filter_map(|player| player.person.as_ref()).collect();
        people.sort();
        for person in people {
            sqlx::query("UPDATE people SET id = id WHERE id = $1")
                .bind(&person.0)
                .execute(&mut **transaction)
                .await?;
        }
        Ok(())
    }

    /// Moves the ratings of the people who played, for this number of players.
    async fn rate(&self, table: &TableId, now: i64, transaction: &mut Transaction<'_, Any>) -> Result<()> {
        let seats = self.players.len() as i64;
        self.lock_people(transaction).await?;
        let mut before = Vec::with_capacity(self.players.len());
        for player in &self.players {
            before.push([match &player.person {
                Some(person) => rating_of(person, seats, transaction).await?,
                None => WengLinRating { rating: player.bot_rating, uncertainty: 1.0 },
            }]);
        }
        let place =
            |player: &FinishedPlayer| MultiTeamOutcome::new(usize::try_from(player.place).unwrap_or(1));
        let teams: Vec<(&[WengLinRating], MultiTeamOutcome)> =
            before.iter().zip(&self.players).map(|(rating, player)| (&rating[..], place(player))).collect();
        let after = weng_lin_multi_team(&teams, &WengLinConfig::new());
        for (player, rating) in self.players.iter().zip(after) {
            let Some(person) = &player.person else { continue };
            let [rating, uncertainty] =
                [rating[0].rating, rating[0].uncertainty].map(|number| (number * SCALE).round() as i64);
            sqlx::query(
                "INSERT INTO ratings (person, seats, rating, uncertainty, games) VALUES ($1, $2, $3, $4, 1) \
                 ON CONFLICT (person, seats) DO UPDATE SET rating = excluded.rating, \
                 uncertainty = excluded.uncertainty, games = ratings.games + 1",
            )
            .bind(&person.0)
            .bind(seats)
            .bind(rating)
            .bind(uncertainty)
            .execute(&mut **transaction)
            .await?;
            sqlx::query(
                "INSERT INTO rating_history (person, seats, table_id, at, rating, uncertainty) \
                 VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING",
            )
            .bind(&person.0)
            .bind(seats)
            .bind(&table.0)
            .bind(now)
            .bind(rating)
            .bind(uncertainty)
            .execute(&mut **transaction)
            .await?;
        }
        Ok(())
    }
}

async fn rating_of(
    person: &PersonId,
    seats: i64,
    transaction: &mut Transaction<'_, Any>,
) -> Result<WengLinRating> {
    let row = sqlx::query("SELECT rating, uncertainty FROM ratings WHERE person = $1 AND seats = $2")
        .bind(&person.0)
        .bind(seats)
        .fetch_optional(&mut **transaction)
        .await?;
    let Some(row) = row else { return Ok(WengLinRating::new()) };
    let number = |column: &str| row.try_get::<i64, _>(column).map(|number| number as f64 / SCALE);
    Ok(WengLinRating { rating: number("rating")?, uncertainty: number("uncertainty")? })
}

impl Store {
    /// Somebody's ratings.
    pub(crate) async fn ratings_of(&self, person: &PersonId) -> Result<Vec<Rated>> {
        let rows = sqlx::query(
            "SELECT ratings.person, people.name, seats, rating, uncertainty, games FROM ratings \
             JOIN people ON people.id = ratings.person WHERE ratings.person = $1 ORDER BY seats",
        )
        .bind(&person.0)
        .fetch_all(&self.read)
        .await?;
        rows.iter().map(rated).collect()
    }

    /// How somebody's rating went, the oldest first: times and ratings.
    pub(crate) async fn rating_history(&self, person: &PersonId, seats: i64) -> Result<Vec<(i64, f64)>> {
        let rows = sqlx::query(
            "SELECT at, rating FROM rating_history WHERE person = $1 AND seats = $2 ORDER BY at DESC LIMIT 500",
        )
        .bind(&person.0)
        .bind(seats)
        .fetch_all(&self.read)
        .await?;
        let point = |row: &AnyRow| Ok((row.try_get("at")?, row.try_get::<i64, _>("rating")? as f64 / SCALE));
        rows.iter().rev().map(point).collect()
    }

    /// The best rated people with an account.
    pub(crate) async fn leaderboard(&self, seats: i64, most: i64) -> Result<Vec<Rated>> {
        let rows = sqlx::query(
            "SELECT ratings.person, people.name, seats, rating, uncertainty, games FROM ratings \
             JOIN people ON people.id = ratings.person \
             WHERE seats = $1 AND people.name_key IS NOT NULL ORDER BY rating DESC LIMIT $2",
        )
        .bind(seats)
        .bind(most)
        .fetch_all(&self.read)
        .await?;
        rows.iter().map(rated).collect()
    }

    /// Somebody's games that are over, the newest first, before a time.
    pub(crate) async fn games_of(&self, person: &PersonId, before: i64, most: i64) -> Result<Vec<PastGame>> {
        let rows = sqlx::query(
            "SELECT table_id, seats, preset, seat, money, place, ended_at FROM players \
             WHERE person = $1 AND ended_at IS NOT NULL AND ended_at < $2 ORDER BY ended_at DESC LIMIT $3",
        )
        .bind(&person.0)
        .bind(before)
        .bind(most)
        .fetch_all(&self.read)
        .await?;
        let game = |row: &AnyRow| {
            Ok(PastGame {
                table: TableId(row.try_get("table_id")?),
                players: row.try_get("seats")?,
                preset: row.try_get("preset")?,
                seat: row.try_get("seat")?,
                money: row.try_get("money")?,
                place: row.try_get("place")?,
                ended_at: row.try_get("ended_at")?,
            })
        };
        rows.iter().map(game).collect()
    }
}

fn rated(row: &AnyRow) -> Result<Rated> {
    Ok(Rated {
        person: PersonId(row.try_get("person")?),
        name: row.try_get("name")?,
        players: row.try_get("seats")?,
        rating: row.try_get::<i64, _>("rating")? as f64 / SCALE,
        uncertainty: row.try_get::<i64, _>("uncertainty")? as f64 / SCALE,
        games: row.try_get("games")?,
    })
}
