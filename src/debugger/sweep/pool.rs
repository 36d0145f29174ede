//! Runs cells on several threads; one thread receives the results in the order of completion.

use super::{CellOutcome, Sweep};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// Longest time between two calls of `event`.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Runs these cells, `threads` at a time.
///
/// `event` receives each cell with its outcome, and `None` whenever 100 ms pass without one. No cell starts after `may_start` has
/// returned false or `event` an error. A running cell is abandoned when `goes_on` returns false (called at least once per frame).
///
/// # Errors
/// The first error of `event`.
pub fn run_cells<E>(
    sweep: &Sweep,
    cells: &[usize],
    threads: usize,
    may_start: impl Fn() -> bool + Sync,
    goes_on: impl Fn() -> bool + Sync,
    mut event: impl FnMut(Option<(usize, CellOutcome)>) -> Result<(), E>,
) -> Result<(), E> {
    let (next, is_failed) = (&AtomicUsize::new(0), &AtomicBool::new(false));
    let (may_start, goes_on) = (&may_start, &goes_on);
    let (sender, receiver) = channel();
    thread::scope(|scope| {
        for _ in 0..threads.min(cells.len()) {
            let sender = sender.clone();
            scope.spawn(move || {
                while may_start() && !is_failed.load(Ordering::Relaxed) {
                    let Some(&cell) = cells.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
                    let Some(outcome) = sweep.run(cell, goes_on) else { break };
                    if sender.send((cell, outcome)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut result = Ok(());
        loop {
            let found = match receiver.recv_timeout(POLL_INTERVAL) {
                Ok(found) => Some(found),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => return result,
            };
            if result.is_ok() {
                result = event(found);
                is_failed.store(result.is_err(), Ordering::Relaxed);
            }
        }
    })
}
