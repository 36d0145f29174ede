//! State of the timeline: visible range, marks and activity curves, updated incrementally.

pub mod activity;
pub mod commands;
pub mod marks;
pub mod moments;
pub(crate) mod panel;

use crate::debugger::{Moment, Run};
use crate::editor::features::diagnosis::DiagnosisUi;
use crate::level::Place;
use activity::Activity;
pub use commands::TimeCommand;
use marks::TimelineMarks;

/// Minimum width of the whole timeline in frames, so that it does not scroll fast at the start.
pub const LEAST: f64 = 120.0;
/// Minimum visible width, in frames.
const CLOSEST: f64 = 1.0;

/// Timeline data of the run.
#[derive(Debug, Default)]
pub struct Timeline {
    /// Activity per frame.
    pub activity: Activity,
    /// Marks.
    pub marks: TimelineMarks,
    /// Frame that the diagnosis has reached; `None` when it is finished or off.
    pub judging: Option<u64>,
    /// Bookmark whose name is being edited, by index.
    pub renames: Option<usize>,
    /// End of the substep that a seek goes to, and the phases to show there as completed.
    pub inside: Option<(Moment, usize)>,
    /// Parts that must be in view when the seek has arrived at this moment; see [`crate::editor::canvas::Canvas::kept_in_view`].
    pub kept_in_view: Option<(Moment, Vec<Place>)>,
    /// The divergence that was reported.
    pub reported: Option<u64>,
    /// First and last visible frame; `None`: all.
    span: Option<[f64; 2]>,
    seen: Moment,
}

/// A moment as a number of frames; substeps count as fractions.
pub fn frames(run: &Run, (frame, substep): Moment) -> f64 {
    frame as f64 + f64::from(substep) / f64::from(run.substeps_in(frame))
}

impl Timeline {
    /// Adds new data of the run.
    pub fn update(&mut self, run: &Run) {
        self.activity.update(run.samples());
        self.marks.update(run);
        let moment = run.moment();
        if moment != std::mem::replace(&mut self.seen, moment) {
            self.follow(frames(run, moment));
        }
    }

    /// Marks what the diagnosis has found.
    pub fn take_found(&mut self, run: &Run, diagnosis: &DiagnosisUi) {
        self.marks.take_found(run, &diagnosis.findings(), &diagnosis.found.harmless, diagnosis.judged_until());
        self.judging = diagnosis.progress().map(|_| diagnosis.judged_until());
    }

    /// Clears all data after a change of the level or run.
    pub fn forget(&mut self) {
        self.activity = Activity::default();
        self.marks = TimelineMarks::default();
    }

    /// First and last visible frame.
    pub fn span(&self, run: &Run) -> [f64; 2] {
        self.span.unwrap_or_else(|| self.full_range(run))
    }

    /// True if only a part is visible.
    pub fn is_zoomed(&self) -> bool {
        self.span.is_some()
    }

    /// Shows a range, clamped to the run; shows all if the range covers it.
    pub fn show(&mut self, run: &Run, [from, to]: [f64; 2]) {
        let end = self.full_range(run)[1];
        let width = (to - from).max(CLOSEST);
        if !width.is_finite() || !from.is_finite() || width >= end {
            self.span = None;
            return;
        }
        let from = from.clamp(0.0, end - width);
        self.span = Some([from, from + width]);
    }

    /// Scales the visible range by `factor` and keeps a frame in place.
    pub fn zoom(&mut self, run: &Run, at: f64, factor: f64) {
        let [from, to] = self.span(run);
        self.show(run, [at - (at - from) * factor, at + (to - at) * factor]);
    }

    /// Scrolls by a page when the present frame leaves the visible range.
    fn follow(&mut self, now: f64) {
        let Some([from, to]) = self.span else { return };
        let width = to - from;
        let start = if now < from {
            now - 0.9 * width
        } else if now > to {
            now - 0.1 * width
        } else {
            return;
        };
        let start = start.max(0.0);
        self.span = Some([start, start + width]);
    }

    /// The full range with all marks, and the minimum width.
    fn full_range(&self, run: &Run) -> [f64; 2] {
        let end = frames(run, (run.last_frame().max(run.frame()), run.substep()));
        [0.0, end.max(self.marks.last_found() as f64).max(LEAST)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    fn run(frames: u64) -> Run {
        let mut run = Run::new(Level::default().into()).unwrap();
        (0..frames).for_each(|_| run.step_frame());
        run
    }

    #[test]
    fn zoom_keeps_the_frame_under_the_pointer_and_stays_within_the_run() {
        let run = run(1000);
        let mut timeline = Timeline::default();
        assert_eq!(timeline.span(&run), [0.0, 1000.0]);
        timeline.zoom(&run, 250.0, 0.5);
        assert_eq!(timeline.span(&run), [125.0, 625.0]);
        timeline.zoom(&run, 125.0, 0.5);
        assert_eq!(timeline.span(&run), [125.0, 375.0]);
        timeline.show(&run, [-50.0, 150.0]);
        assert_eq!(timeline.span(&run), [0.0, 200.0], "moved, not cut");
        timeline.show(&run, [900.0, 1100.0]);
        assert_eq!(timeline.span(&run), [800.0, 1000.0]);
        (0..60).for_each(|_| timeline.zoom(&run, 900.0, 0.5));
        let [from, to] = timeline.span(&run);
        assert!((to - from - CLOSEST).abs() < 1e-9 && from <= 900.0 && 900.0 <= to);
        (0..60).for_each(|_| timeline.zoom(&run, 900.0, 2.0));
        assert!(!timeline.is_zoomed());
        timeline.show(&run, [f64::NAN, 3.0]);
        assert!(!timeline.is_zoomed());
    }

    #[test]
    fn zoomed_timeline_turns_the_page_when_the_present_leaves_it() {
        let mut run = run(1000);
        run.seek(100);
        let mut timeline = Timeline::default();
        timeline.update(&run);
        timeline.show(&run, [0.0, 200.0]);
        run.seek(150);
        timeline.update(&run);
        assert_eq!(timeline.span(&run), [0.0, 200.0]);
        run.seek(300);
        timeline.update(&run);
        assert_eq!(timeline.span(&run), [280.0, 480.0]);
        run.seek(270);
        timeline.update(&run);
        assert_eq!(timeline.span(&run), [90.0, 290.0]);
        timeline.show(&run, [500.0, 600.0]);
        timeline.update(&run);
        assert_eq!(timeline.span(&run), [500.0, 600.0], "one may look elsewhere");
    }
}
