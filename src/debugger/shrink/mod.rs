//! Shrinking by delta debugging (Zeller and Hildebrandt 2002): reduces a level to a minimal one whose run still fulfils
//! a condition. The result is small enough to read and serves as a regression test.
//!
//! 1. Parts are removed in halves, quarters and so on down to single ones.
//! 2. The start is moved closer to the failure.
//! 3. Numbers are simplified, and parts that became redundant are removed, until a fixed point, without more frames.
//!
//! The result is 1-minimal: without any one of its parts the run no longer fails in the same manner. The same manner
//! means that the condition becomes true within the frames, that it is not true initially unless it was before, and
//! that the checks find no new error.

mod course;
mod hunt;
mod parts;
mod simpler;

pub use course::ShrinkRun;
pub use hunt::Progress;
pub use parts::Size;

use super::moment;
use super::run::Moment;
use crate::level::{Breakpoint, Each, Expectation, Holds, Level};
use serde::{Deserialize, Serialize};

/// The failure that a run must keep.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// The condition that must become true, as a watch expression.
    pub condition: String,
    /// Interval of its evaluation.
    pub each: Each,
    /// Frames within which it must become true.
    pub frames: u64,
}

/// Limits of the reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShrinkEffort {
    /// Most runs.
    pub most_runs: u64,
    /// True if frame 0 must stay frame 0.
    pub keeps_start: bool,
    /// True if numbers must not change.
    pub keeps_numbers: bool,
}

impl Default for ShrinkEffort {
    fn default() -> Self {
        Self { most_runs: 20_000, keeps_start: false, keeps_numbers: false }
    }
}

/// The smallest level found.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Shrunk {
    /// The level, without editor data.
    pub level: Level,
    /// The failure of its run. Indices in the condition are updated.
    pub failure: Failure,
    /// The first moment at which the condition is true.
    pub first: Moment,
    /// Size and first moment of the original level.
    pub before: (Size, Moment),
    /// Size of the smallest level.
    pub after: Size,
    /// Number of frames by which the start was moved.
    pub moved_by: u64,
    /// Descriptions of the simplified numbers.
    pub simpler: Vec<String>,
    /// Number of runs.
    pub runs: u64,
    /// True if the level is 1-minimal; false if it was cancelled or reached the limit of runs.
    pub is_complete: bool,
}

/// Shrinks a level while `goes_on` returns true (called at least once per frame).
///
/// # Errors
/// If the condition cannot be parsed, or the run does not fulfil it.
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

/// Reasons for which a level cannot be shrunk.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Refusal {
    /// The condition cannot be parsed.
    Condition(super::watch::WatchError),
    /// The level is rejected, with the reason.
    Level(String),
    /// The condition never becomes true.
    Never,
    /// Cancelled before the first failure.
    Stopped,
}

impl Refusal {
    /// One sentence for the UI.
    pub fn describe(&self, failure: &Failure) -> String {
        let condition = failure.condition.trim();
        match self {
            Self::Condition(error) => format!("Cannot parse the condition: {error}"),
            Self::Level(reason) => reason.clone(),
            Self::Never => format!("Not true in {} frames: {condition}", failure.frames),
            Self::Stopped => "Stopped before the condition was true for the first time".to_owned(),
        }
    }
}

impl Shrunk {
    /// The level as a test: with a description, and the condition as an expectation and as a breakpoint.
    pub fn as_test(&self, name: &str, holds: Holds) -> Level {
        let Failure { condition, each, frames } = self.failure.clone();
        let name = if name.is_empty() { "a level" } else { name };
        let mut level = self.level.clone();
        level.name = format!("{name}, shrunk");
        level.notes = format!(
            "The smallest level found in {} runs that still fulfils {condition}, first at frame {}.",
            self.runs,
            moment::write(self.first)
        );
        let extra = level.editor.get_or_insert_default();
        extra.breakpoints = vec![Breakpoint::new(condition.clone(), each)];
        extra.expect = vec![Expectation { holds, condition, each, frames }];
        level
    }
}
