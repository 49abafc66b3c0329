//! A crew: work spread over threads, its results taken in the order of the work.

use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Mutex, PoisonError};
use std::thread;

use anyhow::{Result, anyhow, bail};

/// How many threads the machine runs at once.
pub(crate) fn cores() -> NonZeroUsize {
    thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// As many threads as asked for, or one for each core.
pub(crate) fn threads(asked: Option<u16>) -> NonZeroUsize {
    asked.and_then(|threads| NonZeroUsize::new(threads.into())).unwrap_or(cores())
}

/// Does `work` on each of `pieces` with some threads, and gives the results to `take` one by one, in
/// order. A few pieces a thread are under way at a time and no more, however many there are. The first
/// error of `take` ends it.
pub(crate) fn in_order<Piece: Send, Done: Send>(
    threads: NonZeroUsize,
    pieces: impl IntoIterator<Item = Piece>,
    work: impl Fn(Piece) -> Done + Sync,
    mut take: impl FnMut(Done) -> Result<()>,
) -> Result<()> {
    /// Enough that no thread waits while one piece takes longer than the others.
    const AHEAD: usize = 3;

    let (to_do, jobs) = mpsc::channel::<(Piece, SyncSender<Done>)>();
    let jobs = Mutex::new(jobs);
    thread::scope(|scope| {
        let to_do = to_do; // Dropped when this block is left, however that is: the threads then end.
        let work_off = || {
            while let Some((piece, result)) = next_job(&jobs) {
                // Nobody waits for the result any more when `take` has failed.
                let _ = result.send(work(piece));
            }
        };
        // Where the system gives fewer threads than asked for, those it gives do the work.
        let start = |_: &usize| thread::Builder::new().spawn_scoped(scope, work_off).is_ok();
        let threads = (0..threads.get()).take_while(start).count();
        if threads == 0 {
            bail!("cannot start a thread: end some programs, or raise the limit of processes");
        }
        let mut under_way = VecDeque::new();
        for piece in pieces {
            if under_way.len() == AHEAD * threads {
                take_next(&mut under_way, &mut take)?;
            }
            let (result, done) = mpsc::sync_channel(1);
            to_do.send((piece, result)).map_err(|_| anyhow!("every thread has stopped"))?;
            under_way.push_back(done);
        }
        while !under_way.is_empty() {
            take_next(&mut under_way, &mut take)?;
        }
        Ok(())
    })
}

fn next_job<Job>(jobs: &Mutex<Receiver<Job>>) -> Option<Job> {
    // A thread that panics elsewhere leaves the queue as sound as before.
    jobs.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

fn take_next<Done>(
    under_way: &mut VecDeque<Receiver<Done>>,
    take: &mut impl FnMut(Done) -> Result<()>,
) -> Result<()> {
    let Some(done) = under_way.pop_front() else { return Ok(()) };
    take(done.recv().map_err(|_| anyhow!("a thread has stopped in the middle of its work"))?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    #[test]
    fn results_come_in_order_whatever_the_threads() {
        for threads in 1..9 {
            let mut taken = Vec::new();
            let threads = NonZeroUsize::new(threads).unwrap();
            let take = |square| {
                taken.push(square);
                Ok(())
            };
            in_order(threads, 0..500_u64, |n| n * n, take).unwrap();
            assert_eq!(taken, (0..500).map(|n| n * n).collect::<Vec<u64>>());
        }
    }

    #[test]
    fn an_error_ends_the_work_early() {
        let begun = AtomicU64::new(0);
        let work = |n: u64| begun.fetch_add(1, Ordering::Relaxed) + n;
        let error = in_order(NonZeroUsize::MIN, 0.., work, |_| Err(anyhow!("enough")));
        assert_eq!(error.unwrap_err().to_string(), "enough");
        assert!(begun.into_inner() < 10);
    }
}
