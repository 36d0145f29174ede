//! Shrinking: from a level whose run fulfils a condition to the smallest one that still does, so that a bug becomes
//! something that one can read, and a test.
//!
//! Parts are taken away in halves, quarters and so on down to single ones (delta debugging, Zeller and Hildebrandt 2002),
//! then the start is moved nearer, then, without taking more frames again, numbers become simpler and parts that are
//! needed no longer go, until nothing does. What is left is minimal one by one: without any one of its parts it fails no
//! longer, or in another manner. The same manner means: the condition becomes true within the frames, it is not true
//! from the beginning where it was not before, and the checks find no error that the level did not have.

mod course;
mod hunt;
mod simpler;

pub use course::ShrinkRun;
pub use hunt::{Progress, Size};

use super::run::Moment;
use crate::level::{Breakpoint, Each, Expectation, Holds, Level};

/// What the run does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The condition that becomes true, as a watch expression.
    pub condition: String,
    /// How often it is looked at.
    pub each: Each,
    /// Frames within which it does.
    pub frames: u64,
}

/// How far to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShrinkEffort {
    /// Runs that may be made.
    pub most_runs: u64,
    /// Frame 0 stays frame 0.
    pub keeps_start: bool,
    /// Numbers stay as they are.
    pub keeps_numbers: bool,
}

impl Default for ShrinkEffort {
    fn default() -> Self {
        Self { most_runs: 20_000, keeps_start: false, keeps_numbers: false }
    }
}

/// The smallest level that was found.
#[derive(Clone, Debug)]
pub struct Shrunk {
    /// The level, without what only an editor needs.
    pub level: Level,
    /// What its run does; parts that the condition names have got other numbers.
    pub failure: Failure,
    /// Where the condition is true first.
    pub first: Moment,
    /// What there was before, and where the condition was true first then.
    pub before: (Size, Moment),
    /// What is left.
    pub after: Size,
    /// Frames by which the start was moved.
    pub moved_by: u64,
    /// Numbers that became simpler, in words.
    pub simpler: Vec<String>,
    /// Runs that were made.
    pub runs: u64,
    /// Whether nothing more goes; else somebody stopped it, or there were no more runs.
    pub is_complete: bool,
}

/// Shrinks a level, as long as `goes_on` says so (it is asked at least once a frame).
///
/// # Errors
/// The condition cannot be read, or the run does not fulfil it.
pub fn shrink(
    level: &Level,
    failure: &Failure,
    effort: ShrinkEffort,
    goes_on: &mut dyn FnMut(&Progress) -> bool,
) -> Result<Shrunk, Refusal> {
    let mut course = ShrinkRun::new(level.clone(), failure.clone(), effort);
    loop {
        if let Some(found) = course.step() {
            return found;
        }
        if !goes_on(&course.progress()) {
            course.stop();
        }
    }
}

/// Why there is nothing to shrink.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// The condition cannot be read.
    Condition(super::watch::Complaint),
    /// The level cannot be run: why.
    Level(String),
    /// The condition does not become true.
    Never,
    /// Somebody stopped it before that was known.
    Stopped,
}

impl Refusal {
    /// In a sentence.
    pub fn describe(&self, failure: &Failure) -> String {
        let condition = failure.condition.trim();
        match self {
            Self::Condition(complaint) => format!("The condition cannot be read: {complaint}"),
            Self::Level(reason) => reason.clone(),
            Self::Never => format!("Not true in {} frames: {condition}", failure.frames),
            Self::Stopped => "Stopped before the level had gone wrong once".to_owned(),
        }
    }
}

impl Shrunk {
    /// The level as a test: what it is in words, the condition as an expectation and as a breakpoint.
    pub fn as_test(&self, name: &str, holds: Holds) -> Level {
        let Failure { condition, each, frames } = self.failure.clone();
        let (frame, substep) = self.first;
        let within = if substep > 0 { format!(", substep {substep}") } else { String::new() };
        let name = if name.is_empty() { "a level" } else { name };
        let mut level = self.level.clone();
        level.name = format!("{name}, shrunk");
        level.notes = format!(
            "The smallest level found in {} runs that still fulfils {condition}: first at frame {frame}{within}.",
            self.runs
        );
        let extra = level.editor.get_or_insert_default();
        extra.breakpoints = vec![Breakpoint::new(condition.clone(), each)];
        extra.expect = vec![Expectation { holds, condition, each, frames }];
        level
    }
}
