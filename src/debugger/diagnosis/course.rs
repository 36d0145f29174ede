//! Diagnoses the frames of a run in slices. Journal inputs act at their recorded moments. The caller may stop after any
//! substep and read the findings so far.
//!
//! Frames before the first judged one are observed only as far back as the detectors need. So the findings of a frame
//! do not depend on the frame at which the diagnosis starts.

use super::examiner::DetectorGroup;
use super::record::{Checkpoint, FindingRecord};
use super::whole::Tallies;
use super::{Diagnosis, Examiner, Finding};
use crate::debugger::run::Run;
use crate::debugger::stepwise::Stepwise;
use crate::engine::{Threads, World};
use crate::level::Level;
use crate::level::format::FormatError;
use std::ops::Range;
use std::sync::Arc;

/// A diagnosis in progress.
#[derive(Debug)]
pub struct DiagnosisRun {
    lane: Lane,
    /// Detectors that need phases without the ledger, if two threads share the work. They observe a run of their own.
    second: Option<Box<Lane>>,
    tallies: Tallies,
    /// Findings by time, if they are wanted.
    record: Option<Box<FindingRecord>>,
    /// What was known where it began, or where it went on after a change of the inputs.
    begun: Checkpoint,
    /// The frames to judge.
    frames: Range<u64>,
    /// Frame at which the detectors are attached. None once it is reached.
    start: Option<u64>,
    uses_two_threads: bool,
}

/// A run with its detectors.
#[derive(Debug)]
struct Lane {
    run: Run,
    examiner: Examiner,
    /// Findings of the present frame so far.
    found: Vec<Finding>,
}

impl Lane {
    fn step(&mut self) {
        let examiner = &mut self.examiner;
        self.run.step_with(|world: &mut World| world.step_substep_observed(None, examiner));
        self.found.extend_from_slice(self.examiner.findings());
    }

    fn step_frame(&mut self) {
        let frame = self.run.frame();
        while self.run.frame() == frame {
            self.step();
        }
    }
}

/// Number of nodes and discs from which on a second thread per frame is faster.
const LARGE: usize = 400;

/// Bytes for the keyframes of its run. Small, since the run only steps forwards.
const BUDGET: usize = 4 << 20;

impl DiagnosisRun {
    /// Diagnoses the first frames of a level, without inputs.
    ///
    /// # Errors
    /// If [`crate::level::format::validate`] rejects the level.
    pub fn new(level: &Level, frames: u64) -> Result<Self, FormatError> {
        Ok(Self::of(Run::new(Arc::new(level.clone()))?, 0..frames))
    }

    /// Diagnoses frames of the present branch of a run, independent of its present frame. Frames not visited yet are
    /// simulated.
    pub fn of_run(run: &Run, frames: Range<u64>) -> Self {
        let mut own = run.fork();
        own.set_threads(&Threads::default());
        Self::of(own, frames)
    }

    fn of(mut run: Run, frames: Range<u64>) -> Self {
        let examiner = Examiner::thorough().with_energy_rises();
        let start = Some(examiner.first_frame_for(&run, (frames.start, 1)));
        run.set_memory_budget(BUDGET);
        let lane = Lane { run, examiner, found: Vec::new() };
        let begun = Checkpoint::at(frames.start);
        let (tallies, uses_two_threads) = (Tallies::default(), false);
        Self { lane, second: None, tallies, record: None, begun, frames, start, uses_two_threads }
    }

    /// Also lists the findings by time, and keeps checkpoints for [`Self::follow_run`].
    pub fn with_record(mut self) -> Self {
        self.record = Some(Box::new(FindingRecord::new(self.begun.clone())));
        self
    }

    /// The listed findings, by time; empty without [`Self::with_record`].
    pub fn findings(&self) -> &[Finding] {
        self.record.as_ref().map_or(&[], |record| record.findings())
    }

    /// Judges the frames up to `end` of a run of the same level with other inputs. With a record it keeps what was judged before
    /// the first difference, as far as a checkpoint. Returns true if it dropped findings.
    pub fn follow_run(&mut self, leader: &Run, end: u64) -> bool {
        let here = self.lane.run.moment();
        let changed = self.lane.run.follow_run(leader, &mut None);
        if let Some(second) = &mut self.second {
            second.run.follow_run(leader, &mut None);
        }
        self.frames.end = end.max(self.frames.start);
        let changed = changed.filter(|&changed| changed < here).map(|(frame, _)| frame);
        let beyond = (here > (self.frames.end, 0)).then_some(self.frames.end);
        let Some(frame) = [changed, beyond].into_iter().flatten().min() else { return false };
        self.go_back(frame);
        true
    }

    /// Continues from the last checkpoint at or before a frame.
    fn go_back(&mut self, frame: u64) {
        let first = Checkpoint::at(self.frames.start);
        self.begun = self.record.as_mut().map_or(first, |record| record.go_back(frame));
        self.tallies = self.begun.tallies.clone();
        self.lane.examiner = Examiner::thorough().with_energy_rises();
        self.lane.found.clear();
        self.second = None;
        self.start = Some(self.lane.examiner.first_frame_for(&self.lane.run, (self.begun.frame, 1)));
    }

    /// Uses two threads for a large level. The findings are identical.
    pub fn with_two_threads(mut self) -> Self {
        let layout = self.lane.run.world().layout();
        let is_large = layout.node_count + layout.discs.count() >= LARGE;
        self.uses_two_threads = is_large && !cfg!(target_arch = "wasm32");
        self
    }

    /// Continues while `goes_on` returns true (called once per substep). Returns true once all frames are judged.
    pub fn follow(&mut self, goes_on: impl FnMut() -> bool) -> bool {
        self.go_on(goes_on)
    }

    /// Raises the end of the frames to judge. Keeps the findings so far.
    pub fn extend(&mut self, end: u64) {
        self.frames.end = self.frames.end.max(end);
    }

    /// True if all frames are judged.
    pub fn is_done(&self) -> bool {
        self.frames_done() >= self.frames()
    }

    /// Number of judged frames.
    pub fn frames_done(&self) -> u64 {
        let frame = if self.start.is_some() { 0 } else { self.lane.run.frame() };
        frame.max(self.begun.frame).saturating_sub(self.frames.start)
    }

    /// Number of frames to judge.
    pub fn frames(&self) -> u64 {
        self.frames.end.saturating_sub(self.frames.start)
    }

    /// The findings so far; with causes once all frames are judged.
    pub fn diagnosis(&self) -> Diagnosis {
        let found = self.tallies.clone().done(self.frames_done());
        let found = Diagnosis { energy: self.lane.examiner.energy_rises(), ..found };
        if self.is_done() { found.with_causes(&self.lane.run) } else { found }
    }

    /// Attaches the detectors. From here on no substep is skipped.
    fn begin(&mut self) {
        self.start = None;
        if self.uses_two_threads {
            let lane =
                Lane { run: self.lane.run.fork(), examiner: Examiner::new(DetectorGroup::Motion), found: Vec::new() };
            self.lane.examiner = Examiner::new(DetectorGroup::Energy).with_energy_rises();
            self.second = Some(Box::new(lane));
        }
        self.lane.examiner.set_rises(&self.begun.rises);
    }

    fn judge(&mut self) {
        let (frame, lane) = (self.lane.run.frame(), &mut self.lane);
        match &mut self.second {
            None => lane.step(),
            Some(second) => {
                std::thread::scope(|scope| {
                    scope.spawn(|| second.step_frame());
                    lane.step_frame();
                });
                lane.found.append(&mut second.found);
                lane.found.sort_by_key(|finding| (finding.substep, finding.problem));
            }
        }
        if frame >= self.begun.frame {
            lane.found.iter().for_each(|finding| self.tallies.add(finding));
            self.record.iter_mut().for_each(|record| record.add(&lane.found));
            if lane.run.substep() == 0 {
                self.tallies.end_frame(lane.run.world());
                let (rises, frame) = (|| lane.examiner.rise_sums(), lane.run.frame());
                self.record.iter_mut().for_each(|record| record.end_frame(frame, &self.tallies, rises));
            }
        } else {
            lane.examiner.set_rises(&self.begun.rises);
        }
        lane.found.clear();
    }
}

impl Stepwise for DiagnosisRun {
    fn is_over(&self) -> bool {
        self.is_done()
    }

    /// Steps one substep, or one frame if two threads share the work.
    fn step(&mut self) {
        match self.start {
            // One substep towards the start.
            Some(start) if !self.lane.run.approach((start, 0), || false) => {}
            Some(_) => self.begin(),
            None => self.judge(),
        }
    }
}

/// Diagnoses n frames of a level with all detectors. `goes_on` is called after each frame with the number of judged
/// frames; false stops the diagnosis.
///
/// # Errors
/// If [`crate::level::format::validate`] rejects the level.
pub fn diagnose(level: &Level, frames: u64, goes_on: impl FnMut(u64) -> bool) -> Result<Diagnosis, FormatError> {
    Ok(to_the_end(DiagnosisRun::new(level, frames)?.with_two_threads(), goes_on))
}

/// Diagnoses frames of the present branch of a run, with the inputs of its journal. `goes_on` as for [`diagnose`].
pub fn diagnose_run(run: &Run, frames: Range<u64>, goes_on: impl FnMut(u64) -> bool) -> Diagnosis {
    to_the_end(DiagnosisRun::of_run(run, frames).with_two_threads(), goes_on)
}

/// Single-threaded [`diagnose_run`], for callers that diagnose several runs in parallel.
pub fn diagnose_alone(run: &Run, frames: Range<u64>) -> Diagnosis {
    to_the_end(DiagnosisRun::of_run(run, frames), |_| true)
}

fn to_the_end(mut course: DiagnosisRun, mut goes_on: impl FnMut(u64) -> bool) -> Diagnosis {
    let mut done = 0;
    while !course.is_done() {
        course.step();
        if course.frames_done() > done {
            done = course.frames_done();
            if !goes_on(done) {
                return course.diagnosis().with_causes(&course.lane.run);
            }
        }
    }
    course.diagnosis()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::debugger::diagnosis::Problem;
    use crate::level::{format, gallery};

    #[test]
    fn diagnosis_in_slices_equals_diagnosis_at_once() {
        let text = gallery::level("04-squares-distance").map(|row| row.text).unwrap_or_default();
        let level = format::read(text, format::TextFormat::Ron).unwrap();
        let whole = diagnose(&level, 12, |_| true).unwrap();
        assert!(!whole.is_healthy());
        let mut course = DiagnosisRun::new(&level, 12).unwrap();
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

    fn level_01() -> Arc<Level> {
        let text = gallery::level("01-first-blob").map(|row| row.text).unwrap_or_default();
        Arc::new(format::read(text, format::TextFormat::Ron).unwrap())
    }

    #[test]
    fn diagnosis_applies_inputs_of_the_journal() {
        // Far too much gas from frame 36 on. The level itself is healthy.
        let level = level_01();
        assert!(diagnose(&level, 60, |_| true).unwrap().is_healthy());
        let mut run = Run::new(level).unwrap();
        (0..36).for_each(|_| run.step_frame());
        assert!(run.set("bodies[1].gas", &serde_json::json!(3000.0)).unwrap());
        for moment in [36, 0] {
            run.seek(moment);
            let found = diagnose_run(&run, 0..60, |_| true);
            let blow_up = found.of(Problem::BlowUp).expect("the body blows up");
            assert!(blow_up.first.frame >= 36 && blow_up.first.place.body() == Some(1), "{:?}", blow_up.first);
        }
        assert!(diagnose_run(&run, 0..36, |_| true).is_healthy());
        // The other branch is unchanged.
        let first = run.branches()[0].id;
        run.seek(20);
        run.nudge(crate::level::Place::Body(1), [0.001, 0.0]).unwrap();
        assert!(diagnose_run(&run, 0..60, |_| true).of(Problem::BlowUp).is_none());
        run.switch_branch(first);
        assert!(diagnose_run(&run, 0..60, |_| true).of(Problem::BlowUp).is_some());
    }

    #[test]
    fn findings_do_not_depend_on_the_first_frame() {
        let text = gallery::level("56-jitter-at-rest").map(|row| row.text).unwrap_or_default();
        let level = Arc::new(format::read(text, format::TextFormat::Ron).unwrap());
        let run = Run::new(level).unwrap();
        let whole = diagnose_run(&run, 0..160, |_| true);
        let [first, rest] = [0..96, 96..160].map(|frames| diagnose_run(&run, frames, |_| true));
        assert!(!whole.is_healthy());
        for diagnosed in &whole.problems {
            let counts = [&first, &rest].map(|part| part.count(diagnosed.problem));
            assert_eq!(counts[0] + counts[1], diagnosed.count, "{:?}", diagnosed.problem);
        }
        assert_eq!((first.frames, rest.frames), (96, 64));
    }

    #[test]
    fn diagnosis_is_the_same_with_two_threads() {
        let text = gallery::level("16-pile-of-100").map(|row| row.text).unwrap_or_default();
        let level = Arc::new(format::read(text, format::TextFormat::Ron).unwrap());
        let mut run = Run::new(level).unwrap();
        (0..8).for_each(|_| run.step_frame());
        run.set("bodies[40].gas", &serde_json::json!(3000.0)).unwrap();
        for frames in [0..40, 10..44] {
            let two = DiagnosisRun::of_run(&run, frames.clone()).with_two_threads();
            assert!(two.uses_two_threads);
            let two = to_the_end(two, |_| true);
            assert!(!two.is_healthy());
            assert_eq!(two, diagnose_alone(&run, frames));
        }
    }

    #[test]
    fn extend_keeps_earlier_findings() {
        let text = gallery::level("04-squares-distance").map(|row| row.text).unwrap_or_default();
        let level = format::read(text, format::TextFormat::Ron).unwrap();
        let mut course = DiagnosisRun::new(&level, 10).unwrap();
        assert!(course.follow(|| true));
        course.extend(24);
        assert!(!course.is_done() && course.follow(|| true));
        assert_eq!(course.diagnosis(), diagnose(&level, 24, |_| true).unwrap());
    }

    #[test]
    fn diagnosis_of_changed_inputs_equals_a_new_one() {
        let text = gallery::level("16-pile-of-100").map(|row| row.text).unwrap_or_default();
        let mut run = Run::new(Arc::new(format::read(text, format::TextFormat::Ron).unwrap())).unwrap();
        (0..44).for_each(|_| run.step_frame());
        let mut course = DiagnosisRun::of_run(&run, 0..48).with_two_threads().with_record();
        assert!(course.follow(|| true));
        // A change before the first checkpoint, after it, beyond the judged frames, and a shorter run.
        for (frame, gas, end) in [(20, 300.0, 48), (36, 3000.0, 44), (46, 20.0, 60), (40, 8.0, 42)] {
            run.seek(frame);
            run.set("bodies[40].gas", &serde_json::json!(gas)).unwrap();
            course.follow_run(&run, end);
            assert!(course.follow(|| true));
            let mut fresh = DiagnosisRun::of_run(&run, 0..end).with_record();
            assert!(fresh.follow(|| true));
            assert_eq!(course.diagnosis(), fresh.diagnosis(), "after frame {frame}");
            assert_eq!(course.findings(), fresh.findings());
            let counted =
                |list: &[crate::debugger::diagnosis::Diagnosed]| list.iter().map(|one| one.count).sum::<u64>();
            let found = course.diagnosis();
            let rows = counted(&found.problems) + counted(&found.consequences) + counted(&found.passing);
            assert_eq!(course.findings().len() as u64, rows, "each finding is in one row");
        }
    }
}
