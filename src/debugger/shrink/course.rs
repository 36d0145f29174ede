//! A shrink run in steps, for callers without a spare thread.
//!
//! The reduction is a future that pauses at every evaluation of a condition; a step polls it until the next pause. This
//! keeps the loop readable, without an explicit state machine. No executor is needed, because it waits only for its
//! caller.

use super::hunt::{Hunt, Progress, ShrinkInput};
use super::parts::Size;
use super::{Failure, Refusal, ShrinkEffort, Shrunk};
use crate::level::Level;
use std::cell::Cell;
use std::fmt;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

type ShrinkStart = Result<Shrunk, Refusal>;

/// A reduction in progress.
pub struct ShrinkRun {
    hunt: Option<Pin<Box<dyn Future<Output = ShrinkStart>>>>,
    shared: Rc<ShrinkInput>,
}

impl fmt::Debug for ShrinkRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Course").field("shared", &self.shared).finish_non_exhaustive()
    }
}

impl ShrinkRun {
    /// A reduction before its first step.
    pub fn new(level: Level, failure: Failure, effort: ShrinkEffort) -> Self {
        let progress = Progress { stage: "the level as it is", runs: 0, size: Size::of(&level) };
        let shared = Rc::new(ShrinkInput { progress: Cell::new(progress), is_stopped: Cell::new(false) });
        Self { hunt: Some(Box::pin(hunt(level, failure, effort, shared.clone()))), shared }
    }

    /// Continues to the next evaluation of the condition, a frame or a substep. Returns the result once, at the end.
    ///
    /// # Errors
    /// As for [`super::shrink`].
    pub fn step(&mut self) -> Option<ShrinkStart> {
        let hunt = self.hunt.as_mut()?;
        match hunt.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(found) => {
                self.hunt = None;
                Some(found)
            }
            Poll::Pending => None,
        }
    }

    /// Progress so far.
    pub fn progress(&self) -> Progress {
        self.shared.progress.get()
    }

    /// Requests an end with the smallest level so far; the next step returns it.
    pub fn stop(&self) {
        self.shared.is_stopped.set(true);
    }
}

async fn hunt(level: Level, failure: Failure, effort: ShrinkEffort, shared: Rc<ShrinkInput>) -> ShrinkStart {
    let mut hunt = Hunt::begin(level, failure, effort, shared).await?;
    hunt.remove_parts().await;
    let has_moved = !effort.keeps_start && hunt.move_start().await;
    hunt.hold_frames();
    if has_moved {
        hunt.remove_parts().await;
        hunt.hold_frames();
    }
    while !effort.keeps_numbers && hunt.simplify().await && hunt.remove_parts().await {}
    Ok(hunt.end())
}
