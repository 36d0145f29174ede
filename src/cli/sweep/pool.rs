//! Runs cells on several threads; one thread receives the results in the order of completion.

use crate::cli::cancel::Cancel;
use crate::cli::outcome::{Failure, eprint_line};
use crate::debugger::sweep::{CellOutcome, Sweep};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// Maximum delay until a stop request is acknowledged.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Runs these cells, `threads` at a time, until all are done or the sweep is cancelled. After a cancellation, running
/// cells are finished.
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
                while !cancel.is_requested() {
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
            match receiver.recv_timeout(POLL_INTERVAL) {
                Ok((cell, outcome)) if failure.is_ok() => {
                    failure = done(cell, outcome);
                    if failure.is_err() {
                        cancel.request();
                    }
                }
                Ok(_) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if cancel.is_requested() && failure.is_ok() && !std::mem::replace(&mut has_said, true) {
                eprint_line("stopping after the running cells; press Ctrl-C again to stop at once");
            }
        }
        failure
    })
}
