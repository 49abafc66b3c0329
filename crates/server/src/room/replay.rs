//! Restoring a game from its log: from the snapshot on, where there is one.

use mergemaker_protocol::TableId;

use super::unreadable;
use crate::course::Course;
use crate::metrics;
use crate::store::{EntryRow, Result, Store};

/// A snapshot is stored after this many entries. This bounds how many of them are replayed.
pub(super) const SNAPSHOT_EVERY: u64 = 1_000;

/// How many entries are read at once.
const PAGE: usize = 500;

/// Restores a game, and returns how many entries of its log were replayed. The log decides: a snapshot that cannot be
/// read, or does not fit the log, is not used.
pub(super) async fn replay(store: &Store, id: &TableId, start: impl Fn() -> Course) -> Result<(Course, u64)> {
    let course = match restored(store, id, &start).await? {
        Some(course) => course,
        None => start(),
    };
    let from = course.number();
    let course = continued(store, id, course).await?;
    let replayed = course.number() - from;
    metrics::entries_replayed(replayed);
    if replayed >= SNAPSHOT_EVERY
        && let Err(error) = store.save_snapshot(id, &course.snapshot()).await
    {
        // The game goes on without it.
        metrics::store_failed();
        tracing::warn!(table = %id.0, %error, "cannot store the snapshot of a game");
    }
    Ok((course, replayed))
}

/// The game at its snapshot, if that fits the log.
async fn restored(store: &Store, id: &TableId, start: &impl Fn() -> Course) -> Result<Option<Course>> {
    let Some(snapshot) = store.snapshot(id).await? else { return Ok(None) };
    let (number, at) = (snapshot.number(), snapshot.at());
    let last = store.entries(id, number, 1).await?;
    let fits = |row: &EntryRow| row.number == number && row.at == at;
    let course = if last.first().is_some_and(fits) { start().restored(snapshot) } else { None };
    if course.is_none() {
        tracing::warn!(table = %id.0, number, "the snapshot of a game does not fit its log: replaying the log");
    }
    Ok(course)
}

/// Replays the rest of a log. A log with a gap or an illegal entry is rejected.
async fn continued(store: &Store, id: &TableId, mut course: Course) -> Result<Course> {
    loop {
        let page = store.entries(id, course.number() + 1, PAGE).await?;
        let is_last = page.len() < PAGE;
        for EntryRow { number, at, entry } in page {
            if number != course.number() + 1 || course.check(&entry).is_err() {
                return Err(unreadable("the log of a game", &format!("entry {number} does not follow")));
            }
            course.apply(&entry, at);
        }
        if is_last {
            return Ok(course);
        }
    }
}

#[cfg(test)]
mod tests {
    use mergemaker_engine::{Dice, MOST_PLAYERS, Preset, Rules, Seat, Table};
    use mergemaker_protocol::{Clock, Occupant, PersonId, Settings, Visibility};
    use mergemaker_record::Seed;

    use super::*;
    use crate::course::{Decider, Entry};
    use crate::store::{Append, NewGame, Opened, Opening, TableRow};

    /// The number of entries in the long log.
    const LONG: u64 = 20_000;

    fn start() -> Course {
        let table = Table::new(Rules::of(Preset::Renegade), 2).unwrap();
        Course::start(table, Seed::for_simulation(1, 1), Clock::None, [false; MOST_PLAYERS], 0)
    }

    fn append(table: &TableId, number: u64, entry: Entry) -> Append {
        Append {
            table: table.clone(),
            number,
            at: number.cast_signed(),
            entry,
            due_at: None,
            waits_for: None,
            snapshot: None,
            finished: None,
        }
    }

    /// A game with some decisions, and pauses up to the given number of entries. As before snapshots, there is none.
    async fn long_game(folder: &std::path::Path) -> (Store, TableId) {
        let store = Store::open_file(&folder.join("long.db")).await.unwrap();
        let ann = PersonId("ann".into());
        store.add_guest(&ann, "Ann", 1).await.unwrap();
        let seats = vec![Occupant::Open; 2];
        let row = TableRow::open(ann, Visibility::Public, Settings::default(), seats.clone());
        let opening = Opening { per_person: 1, per_network: 1, address: None };
        assert_eq!(store.add_table(&row, &opening).await.unwrap(), Opened::Yes);
        let game = NewGame {
            seed: Seed::for_simulation(1, 1),
            seats,
            preset: Preset::Renegade,
            now: 0,
            due_at: None,
            waits_for: None,
        };
        assert!(store.start_game(&row.id, &game).await.unwrap());
        let (mut course, mut dice) = (start(), Dice::new(1));
        let mut entries = Vec::new();
        for number in 1..=LONG {
            let seat = course.game().to_act().unwrap();
            let entry = match number % 200 {
                7 => {
                    let action = course.game().random_action(&mut dice);
                    Entry::Decide { seat, action, by: Decider::Person, asks: false }
                }
                _ => Entry::AskDeadTiles { seat: Seat::new(0).unwrap(), ask: number.is_multiple_of(2) },
            };
            course.apply(&entry, number.cast_signed());
            entries.push(append(&row.id, number, entry));
        }
        for batch in entries.chunks(500) {
            assert!(store.append(batch).await.unwrap().iter().all(|is_added| *is_added));
        }
        (store, row.id)
    }

    /// However long a log is, only its end is replayed; a snapshot that cannot be read, or does not fit, changes nothing.
    #[tokio::test]
    async fn a_long_log_is_picked_up_near_its_end() {
        let folder = std::env::temp_dir().join(format!("mergemaker-replay-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let (store, id) = long_game(&folder).await;
        let (whole, replayed) = replay(&store, &id, start).await.unwrap();
        assert_eq!((whole.number(), replayed), (LONG, LONG), "there is no snapshot yet");
        let (again, replayed) = replay(&store, &id, start).await.unwrap();
        assert_eq!(replayed, 0, "now there is");
        assert_eq!(again.snapshot(), whole.snapshot());
        assert!(serde_json::to_string(&whole.snapshot()).unwrap().len() < 32 * 1024, "settings take no room");

        // The end of the log is replayed, and the snapshot renewed in time.
        let mut course = again;
        for (entries, expect) in [(SNAPSHOT_EVERY - 1, SNAPSHOT_EVERY - 1), (1, SNAPSHOT_EVERY), (1, 1)] {
            for _ in 0..entries {
                let number = course.number() + 1;
                let entry = Entry::Pause { paused: number.is_multiple_of(2) };
                course.apply(&entry, number.cast_signed());
                assert_eq!(store.append(&[append(&id, number, entry)]).await.unwrap(), [true]);
            }
            let (now, replayed) = replay(&store, &id, start).await.unwrap();
            assert_eq!((replayed, now.snapshot()), (expect, course.snapshot()));
        }

        // The log decides.
        let number = course.number();
        for break_it in [
            "UPDATE snapshots SET data = '{}'",
            "UPDATE snapshots SET version = 999",
            "UPDATE snapshots SET data = REPLACE(data, '\"last\":', '\"last\":9')",
            "UPDATE snapshots SET data = REPLACE(data, '\"last_at\":', '\"last_at\":9')",
            "DELETE FROM snapshots",
        ] {
            sqlx::query(break_it).execute(store.writer()).await.unwrap();
            let (now, replayed) = replay(&store, &id, start).await.unwrap();
            assert_eq!((replayed, now.snapshot()), (number, course.snapshot()), "{break_it}");
            assert_eq!(replay(&store, &id, start).await.unwrap().1, 0, "it is stored again: {break_it}");
        }
        store.close().await;
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
