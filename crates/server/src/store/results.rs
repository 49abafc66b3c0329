//! Results of games, statistics and ratings.

use mergemaker_protocol::{
    Cursor, FoundGame, FoundPlayer, GameSearch, Page, PastGame, PersonId, Rated, Statistics, TableId,
};
use mergemaker_record::Record;
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};

use super::transaction::Transaction;
use super::{Result, Store, Window, is_storable};
use crate::name::NameKey;

/// The results of a game.
#[derive(Clone, Debug)]
pub(crate) struct Finished {
    pub(crate) record: Record,
    /// The players, in seat order.
    pub(crate) players: Vec<FinishedPlayer>,
    /// Whether it changes ratings. Games with hints do not.
    pub(crate) is_rated: bool,
}

/// The result of one player.
#[derive(Clone, Debug)]
pub(crate) struct FinishedPlayer {
    /// The person; `None` for a bot.
    pub(crate) person: Option<PersonId>,
    /// The fixed rating of a bot.
    pub(crate) bot_rating: f64,
    pub(crate) money: i64,
    /// 1 is best; ties share the better place.
    pub(crate) place: i64,
}

/// Ratings are stored as integers, in thousandths.
const SCALE: f64 = 1_000.0;

impl Finished {
    /// The people who played.
    pub(super) fn people(&self) -> impl Iterator<Item = &PersonId> {
        self.players.iter().filter_map(|player| player.person.as_ref())
    }

    /// Stores the results, in the transaction that ends the game. The caller has locked the people, so that
    /// no rating is computed from an outdated one.
    pub(super) async fn save(&self, table: &TableId, now: i64, transaction: &mut Transaction) -> Result<()> {
        sqlx::query(
            "UPDATE tables SET state = 'over', ended_at = $1, due_at = NULL, waits_for = NULL, record = $2 \
             WHERE id = $3",
        )
        .bind(now)
        .bind(self.record.to_json())
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
        if self.is_rated { self.rate(table, now, transaction).await } else { Ok(()) }
    }

    /// Updates the players' ratings for this number of players.
    async fn rate(&self, table: &TableId, now: i64, transaction: &mut Transaction) -> Result<()> {
        let seats = self.players.len() as i64;
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

async fn rating_of(person: &PersonId, seats: i64, transaction: &mut Transaction) -> Result<WengLinRating> {
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
    /// The ratings of a person.
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

    /// A person's rating over time, newest first: times and ratings.
    pub(crate) async fn rating_history(
        &self,
        person: &PersonId,
        seats: i64,
        window: &Window,
    ) -> Result<Page<(i64, f64)>> {
        let (at, table) = window.after_newest();
        let rows = sqlx::query(
            "SELECT at, rating, table_id FROM rating_history WHERE person = $1 AND seats = $2 \
             AND (at < $3 OR (at = $3 AND table_id < $4)) ORDER BY at DESC, table_id DESC LIMIT $5",
        )
        .bind(&person.0)
        .bind(seats)
        .bind(at)
        .bind(table)
        .bind(window.rows())
        .fetch_all(&self.read)
        .await?;
        let point = |row: &AnyRow| {
            let rating = row.try_get::<i64, _>("rating")? as f64 / SCALE;
            Ok((row.try_get::<i64, _>("at")?, rating, row.try_get::<String, _>("table_id")?))
        };
        let points = rows.iter().map(point).collect::<Result<_>>()?;
        let page = window.page(points, |(at, _, table): &(i64, f64, String)| Cursor::at(*at, table));
        Ok(page.map(|(at, rating, _)| (at, rating)))
    }

    /// The accounts with the best estimates: few games make a rating uncertain, so it counts for less.
    pub(crate) async fn leaderboard(&self, seats: i64, window: &Window) -> Result<Page<Rated>> {
        let (estimate, person) = window.after_newest();
        let rows = sqlx::query(
            "SELECT ratings.person, people.name, seats, rating, uncertainty, games FROM ratings \
             JOIN people ON people.id = ratings.person \
             WHERE seats = $1 AND people.name_key IS NOT NULL AND (rating - 2 * uncertainty < $2 \
             OR (rating - 2 * uncertainty = $2 AND ratings.person < $3)) \
             ORDER BY rating - 2 * uncertainty DESC, ratings.person DESC LIMIT $4",
        )
        .bind(seats)
        .bind(estimate)
        .bind(person)
        .bind(window.rows())
        .fetch_all(&self.read)
        .await?;
        let ranked = rows.iter().map(rated).collect::<Result<_>>()?;
        Ok(window
            .page(ranked, |last: &Rated| Cursor::at((last.estimate * SCALE).round() as i64, &last.person.0)))
    }

    /// A person's finished games, newest first. Games at tables by link are shown
    /// only to the person themselves, since anyone with the table's id could watch it.
    pub(crate) async fn games_of(
        &self,
        person: &PersonId,
        is_own: bool,
        window: &Window,
    ) -> Result<Page<PastGame>> {
        let (ended_at, table) = window.after_newest();
        let rows = sqlx::query(
            "SELECT own.table_id, own.seats, own.preset, own.seat, own.money, own.place, own.ended_at \
             FROM players AS own JOIN tables ON tables.id = own.table_id \
             WHERE own.person = $1 AND own.ended_at IS NOT NULL AND own.ended_at <= $2 \
             AND (own.ended_at < $2 OR own.table_id < $3) AND (tables.visibility = 'public' OR $4 = 1) \
             ORDER BY own.ended_at DESC, own.table_id DESC LIMIT $5",
        )
        .bind(&person.0)
        .bind(ended_at)
        .bind(table)
        .bind(i64::from(is_own))
        .bind(window.rows())
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
        let games = rows.iter().map(game).collect::<Result<_>>()?;
        Ok(window.page(games, |last: &PastGame| Cursor::at(last.ended_at, &last.table.0)))
    }

    /// A person's statistics, for each number of players.
    pub(crate) async fn statistics_of(&self, person: &PersonId) -> Result<Vec<Statistics>> {
        let rows = sqlx::query(
            "SELECT own.seats, COUNT(*) AS games, CAST(SUM(own.place) AS BIGINT) AS places, \
             CAST(SUM(own.money) AS BIGINT) AS money, MAX(own.money) AS best, \
             CAST(SUM(CASE WHEN own.place = 1 THEN 1 ELSE 0 END) AS BIGINT) AS wins, \
             CAST(SUM(CASE WHEN own.place = 1 AND EXISTS (SELECT 1 FROM players AS other \
             WHERE other.table_id = own.table_id AND other.seat <> own.seat AND other.place = 1) \
             THEN 1 ELSE 0 END) AS BIGINT) AS shared \
             FROM players AS own WHERE own.person = $1 AND own.ended_at IS NOT NULL \
             GROUP BY own.seats ORDER BY own.seats",
        )
        .bind(&person.0)
        .fetch_all(&self.read)
        .await?;
        let ratings = self.ratings_of(person).await?;
        let statistics = |row: &AnyRow| {
            let number = |column: &str| row.try_get::<i64, _>(column);
            let (players, games) = (number("seats")?, number("games")?);
            let rated = ratings.iter().find(|rated| rated.players == players);
            Ok(Statistics {
                players: Some(players),
                games,
                wins: number("wins")?,
                shared_wins: number("shared")?,
                mean_place: number("places")? as f64 / games as f64,
                mean_money: number("money")? as f64 / games as f64,
                best_money: number("best")?,
                rating: rated.map(|rated| rated.rating),
                uncertainty: rated.map(|rated| rated.uncertainty),
            })
        };
        rows.iter().map(statistics).collect()
    }

    /// The finished games that match, newest first: public games, and the asker's own.
    pub(crate) async fn find_games(
        &self,
        search: &GameSearch,
        window: &Window,
        asker: Option<&PersonId>,
    ) -> Result<Page<FoundGame>> {
        let page = |games| window.page(games, |last: &FoundGame| Cursor::at(last.ended_at, &last.table.0));
        if let Some(name) = &search.player {
            let name = name.trim();
            if !is_storable(name) {
                return Ok(Page::default());
            }
            // Accounts are found by normalized name, guests by exact name.
            let account = self.password_of(&NameKey::of(name)).await?;
            let whose = account.as_ref().map_or(Whose::Guests(name), |(person, _)| Whose::Person(person));
            return Ok(page(self.games_with(search, window, asker, whose).await?));
        }
        let mut games = self.games_with(search, window, asker, Whose::Everyone).await?;
        if let Some(person) = asker {
            games.extend(self.games_with(search, window, asker, Whose::Person(person)).await?);
        }
        games.sort_by(|one, other| (other.ended_at, &other.table).cmp(&(one.ended_at, &one.table)));
        games.dedup_by(|one, other| one.table == other.table);
        Ok(page(games))
    }

    /// The matching games of one kind of search.
    async fn games_with(
        &self,
        search: &GameSearch,
        window: &Window,
        asker: Option<&PersonId>,
        whose: Whose<'_>,
    ) -> Result<Vec<FoundGame>> {
        let (ended_at, last) = window.after_newest();
        let mut query = sqlx::query(AssertSqlSafe(games_statement(search, whose)))
            .bind(ended_at)
            .bind(window.rows())
            .bind(last);
        let who = match whose {
            Whose::Everyone => None,
            Whose::Person(person) => Some(person.0.as_str()),
            Whose::Guests(name) => Some(name),
        };
        if let Some(who) = who {
            query = query.bind(who).bind(asker.map_or("", |asker| &asker.0));
        }
        if let Some(preset) = search.preset {
            query = query.bind(preset.id());
        }
        if let Some(players) = search.players {
            query = query.bind(i64::from(players));
        }
        let mut games: Vec<FoundGame> = Vec::new();
        for row in query.fetch_all(&self.read).await? {
            let table = TableId(row.try_get("id")?);
            if games.last().is_none_or(|last| last.table != table) {
                let (preset, ended_at) = (row.try_get("preset")?, row.try_get("ended_at")?);
                games.push(FoundGame { table, preset, ended_at, players: Vec::new() });
            }
            let bot: Option<String> = row.try_get("bot")?;
            let name: Option<String> = row.try_get("name")?;
            let player = FoundPlayer {
                person: row.try_get::<Option<String>, _>("person")?.map(PersonId),
                name: name.or_else(|| bot.clone()).unwrap_or_default(),
                bot,
                money: row.try_get("money")?,
                place: row.try_get("place")?,
            };
            if let Some(game) = games.last_mut() {
                game.players.push(player);
            }
        }
        Ok(games)
    }
}

/// The newest guests with a given name. Guests are recognized by `password_hash`: with a condition on
/// `name_key`, SQLite would use that index and scan all guests.
const GUESTS_NAMED: &str = "IN (SELECT id FROM people WHERE name = $4 AND password_hash IS NULL \
                            AND deleted_at IS NULL ORDER BY created_at DESC LIMIT 50)";

/// Whose games to search.
#[derive(Clone, Copy)]
pub(super) enum Whose<'a> {
    Everyone,
    Person(&'a PersonId),
    /// The newest guests with this name.
    Guests(&'a str),
}

/// The SQL statement for a search, written so that one index provides the order.
pub(super) fn games_statement(search: &GameSearch, whose: Whose) -> String {
    // Parameters 1 to 3 are the time and the table after which to begin, and between them the number of rows; then
    // come whose games, and who asks.
    let (preset, players, first, distinct, is_own) = match whose {
        Whose::Everyone => ("preset", "players", 4, "", ""),
        Whose::Person(_) => ("own.preset", "own.seats", 6, "", "= $4"),
        // Two guests with this name may have played in the same game.
        Whose::Guests(_) => ("own.preset", "own.seats", 6, "DISTINCT ", GUESTS_NAMED),
    };
    let columns = [search.preset.map(|_| preset), search.players.map(|_| players)];
    let conditions = (first..).zip(columns.into_iter().flatten());
    let also: Vec<String> = conditions.map(|(next, column)| format!(" AND {column} = ${next}")).collect();
    let also = also.concat();
    let found = match whose {
        Whose::Everyone => format!(
            "SELECT id, preset, ended_at FROM tables WHERE visibility = 'public' AND ended_at <= $1 \
             AND (ended_at < $1 OR id < $3){also} ORDER BY ended_at DESC, id DESC LIMIT $2"
        ),
        Whose::Person(_) | Whose::Guests(_) => format!(
            "SELECT {distinct}tables.id, tables.preset, own.ended_at FROM players AS own \
             JOIN tables ON tables.id = own.table_id WHERE own.person {is_own} AND own.ended_at <= $1 \
             AND (own.ended_at < $1 OR tables.id < $3){also} \
             AND (tables.visibility = 'public' OR EXISTS (SELECT 1 FROM players AS asker \
             WHERE asker.table_id = tables.id AND asker.person = $5)) \
             ORDER BY own.ended_at DESC, tables.id DESC LIMIT $2"
        ),
    };
    format!(
        "SELECT found.id, found.preset, found.ended_at, players.person, bot, money, place, people.name \
         FROM ({found}) AS found JOIN players ON players.table_id = found.id \
         LEFT JOIN people ON people.id = players.person ORDER BY found.ended_at DESC, found.id DESC, players.seat"
    )
}

fn rated(row: &AnyRow) -> Result<Rated> {
    let (rating, uncertainty): (i64, i64) = (row.try_get("rating")?, row.try_get("uncertainty")?);
    Ok(Rated {
        person: PersonId(row.try_get("person")?),
        name: row.try_get("name")?,
        players: row.try_get("seats")?,
        rating: rating as f64 / SCALE,
        uncertainty: uncertainty as f64 / SCALE,
        estimate: (rating - 2 * uncertainty) as f64 / SCALE,
        games: row.try_get("games")?,
    })
}
