//! Cells run on several threads; what comes out is handed on by one, in the order in which they end.

use crate::cli::cancel::Cancel;
use crate::cli::outcome::{Failure, complain};
use crate::debugger::sweep::{CellOutcome, Sweep};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// Longest time until a request to stop is acknowledged.
const GLANCE: Duration = Duration::from_millis(100);

/// Runs these cells, so many at once, until all are done or the sweep is cancelled; cells that are running then are finished.
pub(super) fn run(
    sweep: &Sweep,
    cells: &[usize],
    threads: usize,
    cancel: &Cancel,
    mut done: impl FnMut(usize, CellOutcome) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = channel();
    let next = &next;
    thread::scope(|scope| {
        for _ in 0..threads.min(cells.len()) {
            let sender = sender.clone();
            scope.spawn(move || {
                while !cancel.is_wanted() {
                    let Some(&cell) = cells.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
                    let Some(outcome) = sweep.run(cell, || true) else { break };
                    if sender.send((cell, outcome)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let (mut failure, mut has_said) = (Ok(()), false);
        loop {
            match receiver.recv_timeout(GLANCE) {
                Ok((cell, outcome)) if failure.is_ok() => {
                    failure = done(cell, outcome);
                    if failure.is_err() {
                        cancel.want();
                    }
                }
                Ok(_) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if cancel.is_wanted() && failure.is_ok() && !std::mem::replace(&mut has_said, true) {
                complain("stopping: the cells that are running are finished first; Ctrl-C once more stops at once");
            }
        }
        failure
    })
}
