//! A shrinking in the making, taken in steps, so that whoever has no thread to spare can do other things meanwhile.
//!
//! The hunt is a future that pauses at every look at a run; here it is asked to go on to the next pause. So it reads from
//! above downwards, instead of as a list of states; no executor is needed, since it waits for nobody but its caller.

use super::hunt::{Hunt, Progress, ShrinkInput, Size};
use super::{Failure, Refusal, ShrinkEffort, Shrunk};
use crate::level::Level;
use std::cell::Cell;
use std::fmt;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

type ShrinkStart = Result<Shrunk, Refusal>;

/// See the module.
pub struct ShrinkRun {
    hunt: Option<Pin<Box<dyn Future<Output = ShrinkStart>>>>,
    desk: Rc<ShrinkInput>,
}

impl fmt::Debug for ShrinkRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Course").field("desk", &self.desk).finish_non_exhaustive()
    }
}

impl ShrinkRun {
    /// At its beginning.
    pub fn new(level: Level, failure: Failure, effort: ShrinkEffort) -> Self {
        let progress = Progress { stage: "the level as it is", runs: 0, size: Size::of(&level) };
        let desk = Rc::new(ShrinkInput { progress: Cell::new(progress), is_stopped: Cell::new(false) });
        Self { hunt: Some(Box::pin(hunt(level, failure, effort, desk.clone()))), desk }
    }

    /// Goes on to the next look at a run, a frame or a substep; what was found, once, at the end.
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

    /// How far it has come.
    pub fn progress(&self) -> Progress {
        self.desk.progress.get()
    }

    /// It is to end with the smallest level so far: the next step has it.
    pub fn stop(&self) {
        self.desk.is_stopped.set(true);
    }
}

async fn hunt(level: Level, failure: Failure, effort: ShrinkEffort, desk: Rc<ShrinkInput>) -> ShrinkStart {
    let mut hunt = Hunt::begin(level, failure, effort, desk).await?;
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
