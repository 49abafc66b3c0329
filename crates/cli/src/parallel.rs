//! Parallel work on a few threads, with results in order.

use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Mutex, PoisonError};
use std::thread;

use anyhow::{Result, anyhow, bail};

/// The number of threads that the machine can run in parallel.
pub(crate) fn cores() -> NonZeroUsize {
    thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// The requested number of threads, or one per core.
pub(crate) fn threads(asked: Option<u16>) -> NonZeroUsize {
    asked.and_then(|threads| NonZeroUsize::new(threads.into())).unwrap_or(cores())
}

/// Runs `work` on each piece in parallel and passes the results to `take` in order. Only a few pieces per
/// thread are in flight at a time. Stops at the first error of `take`.
pub(crate) fn in_order<Piece: Send, Done: Send>(
    threads: NonZeroUsize,
    pieces: impl IntoIterator<Item = Piece>,
    work: impl Fn(Piece) -> Done + Sync,
    mut take: impl FnMut(Done) -> Result<()>,
) -> Result<()> {
    /// Pieces in flight per thread: enough that no thread idles while one piece takes longer than others.
    const PER_THREAD: usize = 3;

    let (queue, jobs) = mpsc::channel::<(Piece, SyncSender<Done>)>();
    let jobs = Mutex::new(jobs);
    thread::scope(|scope| {
        let queue = queue; // Dropped at the end of this block in any case, which ends the threads.
        let run_jobs = || {
            while let Some((piece, result)) = next_job(&jobs) {
                // If `take` has failed, nobody receives the result.
                let _ = result.send(work(piece));
            }
        };
        // If the system allows fewer threads, use those.
        let start = |_: &usize| thread::Builder::new().spawn_scoped(scope, run_jobs).is_ok();
        let threads = (0..threads.get()).take_while(start).count();
        if threads == 0 {
            bail!("cannot start a thread: close some programs, or raise the process limit");
        }
        let mut in_flight = VecDeque::new();
        for piece in pieces {
            if in_flight.len() == PER_THREAD * threads {
                take_next(&mut in_flight, &mut take)?;
            }
            let (result, done) = mpsc::sync_channel(1);
            queue.send((piece, result)).map_err(|_| anyhow!("every thread has stopped"))?;
            in_flight.push_back(done);
        }
        while !in_flight.is_empty() {
            take_next(&mut in_flight, &mut take)?;
        }
        Ok(())
    })
}

fn next_job<Job>(jobs: &Mutex<Receiver<Job>>) -> Option<Job> {
    // A panic elsewhere cannot leave the queue in a bad state.
    jobs.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

fn take_next<Done>(
    in_flight: &mut VecDeque<Receiver<Done>>,
    take: &mut impl FnMut(Done) -> Result<()>,
) -> Result<()> {
    let Some(done) = in_flight.pop_front() else { return Ok(()) };
    take(done.recv().map_err(|_| anyhow!("a thread stopped before finishing its work"))?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    #[test]
    fn results_are_in_order_for_any_number_of_threads() {
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
        let started = AtomicU64::new(0);
        let work = |n: u64| started.fetch_add(1, Ordering::Relaxed) + n;
        let error = in_order(NonZeroUsize::MIN, 0.., work, |_| Err(anyhow!("enough")));
        assert_eq!(error.unwrap_err().to_string(), "enough");
        assert!(started.into_inner() < 10);
    }
}
