//! A diagnosis in the making: so many frames of a level with all detectors looking on, in slices, so that whoever waits can
//! do other things meanwhile and see what was found so far.
//!
//! Must never know: the screen, clocks. Whoever calls says how long it may take.

use super::whole::Tallies;
use super::{Diagnosis, Examiner};
use crate::debugger::stepwise::Stepwise;
use crate::engine::World;
use crate::level::Level;
use crate::level::format::FormatError;

/// See the module.
#[derive(Debug)]
pub struct Course {
    world: World,
    examiner: Examiner,
    tallies: Tallies,
    frames: u64,
    level: Level,
}

impl Course {
    /// At the beginning of so many frames.
    ///
    /// # Errors
    /// Where [`crate::level::format::validate`] refuses the level.
    pub fn new(level: &Level, frames: u64) -> Result<Self, FormatError> {
        let (world, examiner, tallies) = (World::new(level)?, Examiner::thorough(), Tallies::default());
        Ok(Self { world, examiner, tallies, frames, level: level.clone() })
    }

    /// Goes on as long as `goes_on` says so (it is asked once a substep); whether the end is reached.
    pub fn follow(&mut self, goes_on: impl FnMut() -> bool) -> bool {
        self.go_on(goes_on)
    }

    fn is_between_frames(&self) -> bool {
        self.world.state().substep == 0
    }

    /// Whether all frames were looked at.
    pub fn is_done(&self) -> bool {
        self.frames_done() >= self.frames
    }

    /// Whole frames that were looked at.
    pub fn frames_done(&self) -> u64 {
        self.world.state().frame
    }

    /// Frames that are to be looked at.
    pub fn frames(&self) -> u64 {
        self.frames
    }

    /// What was found so far; once all frames were looked at, with its causes.
    pub fn diagnosis(&self) -> Diagnosis {
        let found = self.tallies.clone().done(self.frames_done());
        if self.is_done() { found.with_causes(&self.level) } else { found }
    }
}

impl Stepwise for Course {
    fn is_over(&self) -> bool {
        self.is_done()
    }

    fn step(&mut self) {
        self.world.step_substep_observed(None, &mut self.examiner);
        for finding in self.examiner.findings() {
            self.tallies.add(finding);
        }
        if self.is_between_frames() {
            self.tallies.end_frame(&self.world);
        }
        // Nobody asks for them.
        self.world.take_events();
    }
}

/// Runs a level for so many frames with all detectors looking on. `goes_on` is told of every frame that is done, and may
/// call it off.
///
/// # Errors
/// Where [`crate::level::format::validate`] refuses the level.
pub fn diagnose(level: &Level, frames: u64, mut goes_on: impl FnMut(u64) -> bool) -> Result<Diagnosis, FormatError> {
    let mut course = Course::new(level, frames)?;
    while !course.is_done() {
        course.step();
        if course.is_between_frames() && !goes_on(course.frames_done()) {
            return Ok(course.diagnosis().with_causes(level));
        }
    }
    Ok(course.diagnosis())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{format, gallery};

    #[test]
    fn slices_come_to_what_one_go_finds() {
        let text = gallery::level("04-squares-distance").map(|row| row.text).unwrap_or_default();
        let level = format::read(text, format::TextFormat::Ron).unwrap();
        let whole = diagnose(&level, 12, |_| true).unwrap();
        assert!(!whole.is_healthy());
        let mut course = Course::new(&level, 12).unwrap();
        let mut slices = 0;
        loop {
            let mut left = 7;
            let done = course.follow(|| {
                left -= 1;
                left >= 0
            });
            slices += 1;
            if done {
                break;
            }
        }
        assert!(slices > 10, "{slices}");
        assert_eq!(course.diagnosis(), whole);
    }
}
