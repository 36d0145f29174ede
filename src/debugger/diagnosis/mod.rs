//! Detectors: what goes wrong in a run although every number of it is in order, one illness a file.
//!
//! Must never know: the screen, clocks, who listens. A detector only looks on, so it changes no bit of the state; where
//! nobody wants to know, nobody looks.

mod flips;
mod present;
mod record;
mod wrong_edge;

pub use record::Record;

pub(super) use present::Present;

use super::run::{Moment, Run};
use super::shadow::Shadow;
use crate::engine::ledger::Meter;
use crate::engine::{Layout, Observer, Phase, State, Touched};
use crate::level::{Level, Place};
use std::fmt;

/// A detector, as lists and menus have it.
pub struct Detector {
    /// What it finds.
    pub illness: Illness,
    /// Stable id in kebab-case.
    pub id: &'static str,
    /// Title for people.
    pub title: &'static str,
    /// What it finds, as a count has it.
    pub plural: &'static str,
    /// What it finds, and what it does not, in a few sentences.
    pub explanation: &'static str,
    make: fn() -> Box<dyn Detect>,
}

/// Every detector, in the order of lists.
pub const ALL: &[Detector] = &[wrong_edge::DETECTOR, flips::DETECTOR];

/// What detectors find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illness {
    /// A node was pushed out of another edge than the one by which it came in.
    WrongEdge,
    /// A triangle was turned over.
    Flip,
}

impl Illness {
    /// Its detector.
    pub fn detector(self) -> &'static Detector {
        let row = ALL.iter().find(|detector| detector.illness == self);
        row.unwrap_or(&ALL[0])
    }
}

/// Something that a detector found in a substep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Frame in whose course it happened: 0 for the step from frame 0 to frame 1.
    pub frame: u64,
    /// Substep of that frame, from 0.
    pub substep: u32,
    /// The node, or the triangle.
    pub place: Place,
    /// What happened to it.
    pub what: What,
}

/// What happened to something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// A node was pushed out of the wrong edge.
    WrongEdge {
        /// Body whose hull it is inside.
        other: usize,
        /// Hull edge of that body that it was pushed out of.
        chosen: usize,
        /// Hull edge of that body by which it came in.
        crossed: usize,
    },
    /// A triangle was turned over.
    Flip,
}

impl Finding {
    /// Of what kind it is.
    pub fn illness(&self) -> Illness {
        match self.what {
            What::WrongEdge { .. } => Illness::WrongEdge,
            What::Flip => Illness::Flip,
        }
    }

    /// One sentence for people, with the names of the bodies.
    pub fn describe(&self, level: &Level) -> String {
        match (self.place, self.what) {
            (Place::Node(body, node), What::WrongEdge { other, chosen, crossed }) => format!(
                "node {node} of {}: pushed out of edge {chosen} of {}, but it came in by edge {crossed}",
                level.body_title(body),
                level.body_title(other)
            ),
            (Place::Triangle(body, triangle), What::Flip) => {
                format!("triangle {triangle} of {}: turned over", level.body_title(body))
            }
            (place, _) => format!("{place}: {}", self.illness().detector().title),
        }
    }
}

/// Looks on, substep by substep, without a gap.
trait Detect: fmt::Debug + Send + Sync {
    /// Before the first phase.
    fn begin(&mut self, layout: &Layout, state: &State);
    /// After a phase.
    fn see(&mut self, phase: Phase, touched: Touched<'_>, layout: &Layout, state: &State) {
        let _ = (phase, touched, layout, state);
    }
    /// After the last phase: tells what it found.
    fn end(&mut self, layout: &Layout, state: &State, tell: &mut dyn FnMut(Place, What));
    /// What comes next does not follow on what was seen.
    fn forget(&mut self);
}

/// A substep is judged by so many, itself included: what was before is forgotten by every detector. So what is found does
/// not depend on the way to a moment.
const SEEN: u64 = wrong_edge::REMEMBERED + 1;

/// All detectors, looking on together. One that has missed substeps begins anew by itself.
#[derive(Debug)]
pub struct Examiner {
    detectors: Vec<Box<dyn Detect>>,
    findings: Vec<Finding>,
    /// The moment after the substep that was seen last.
    at: Option<Moment>,
    /// Substeps seen one after the other up to there; as many as are wanted where it was all of them.
    seen: u64,
}

impl Default for Examiner {
    fn default() -> Self {
        let detectors = ALL.iter().map(|detector| (detector.make)()).collect();
        Self { detectors, findings: Vec::new(), at: None, seen: 0 }
    }
}

impl Examiner {
    /// What was found in the substep that was seen last, in the order of detectors.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// The past is another one: what comes next does not follow on what was seen.
    pub fn forget(&mut self) {
        self.at = None;
        self.findings.clear();
    }

    /// The same where the past is another one after a moment.
    pub(super) fn forget_beyond(&mut self, changed: Moment) {
        if self.at.is_some_and(|at| at > changed) {
            self.forget();
        }
    }

    /// How many of an illness there were in the substep that was seen last.
    pub fn count(&self, illness: Illness) -> usize {
        self.findings.iter().filter(|finding| finding.illness() == illness).count()
    }

    /// Brings a second run to the start of a frame, having seen enough to go on from there; false when interrupted.
    pub(super) fn lead_to(&mut self, shadow: &mut Shadow, start: Moment, goes_on: &mut impl FnMut() -> bool) -> bool {
        while shadow.moment() != start || !self.is_ready_at(start) {
            let here = shadow.moment();
            if self.at != Some(here) || here >= start {
                let first = first_frame_for(shadow.run(), (start.0, start.1 + 1));
                if !shadow.go_to(first, &mut *goes_on) {
                    return false;
                }
                self.forget();
                if start == (0, 0) {
                    continue;
                }
            }
            if !goes_on() {
                return false;
            }
            shadow.step_observed(false, self);
        }
        true
    }

    /// The moment after the substep that was seen last.
    fn at(&self) -> Option<Moment> {
        self.at
    }

    /// Whether it has seen enough to say what was found in the substep that led to a moment.
    fn knows(&self, moment: Moment) -> bool {
        self.at == Some(moment) && self.seen >= SEEN
    }

    /// Whether it has seen enough to go on from a moment.
    fn is_ready_at(&self, moment: Moment) -> bool {
        moment == (0, 0) || (self.at == Some(moment) && self.seen + 1 >= SEEN)
    }
}

/// The frame from which one must look on, so that the substep that leads to a moment can be judged.
fn first_frame_for(run: &Run, (frame, substep): Moment) -> u64 {
    let (mut first, mut substeps) = (frame, u64::from(substep));
    while substeps < SEEN && first > 0 {
        first -= 1;
        substeps += u64::from(run.substeps_in(first));
    }
    first
}

impl Observer for Examiner {
    fn begin(&mut self, layout: &Layout, state: &State) {
        let present = (state.frame, state.substep);
        if self.at != Some(present) {
            self.detectors.iter_mut().for_each(|detector| detector.forget());
            self.seen = if present == (0, 0) { SEEN } else { 0 };
        }
        self.findings.clear();
        for detector in &mut self.detectors {
            detector.begin(layout, state);
        }
    }

    fn see(&mut self, phase: Phase, touched: Touched<'_>, layout: &Layout, state: &State) {
        for detector in &mut self.detectors {
            detector.see(phase, touched, layout, state);
        }
    }

    fn end(&mut self, layout: &Layout, state: &State) {
        let State { frame, substep, .. } = *state;
        let findings = &mut self.findings;
        for detector in &mut self.detectors {
            detector.end(layout, state, &mut |place, what| findings.push(Finding { frame, substep, place, what }));
        }
        let is_last = substep + 1 == layout.settings.substeps;
        self.at = Some(if is_last { (frame + 1, 0) } else { (frame, substep + 1) });
        self.seen = self.seen.saturating_add(1);
    }

    fn wants_all(&self) -> bool {
        false
    }
}

/// A meter and detectors, looking on together; either may be wanting.
pub(super) struct Both<'a> {
    /// Of energy.
    pub meter: Option<&'a mut Meter>,
    /// Of what goes wrong.
    pub examiner: Option<&'a mut Examiner>,
}

impl Both<'_> {
    fn each(&mut self, mut tell: impl FnMut(&mut dyn Observer)) {
        if let Some(meter) = &mut self.meter {
            tell(&mut **meter);
        }
        if let Some(examiner) = &mut self.examiner {
            tell(&mut **examiner);
        }
    }
}

impl Observer for Both<'_> {
    fn begin(&mut self, layout: &Layout, state: &State) {
        self.each(|observer| observer.begin(layout, state));
    }

    fn see(&mut self, phase: Phase, touched: Touched<'_>, layout: &Layout, state: &State) {
        self.each(|observer| observer.see(phase, touched, layout, state));
    }

    fn end(&mut self, layout: &Layout, state: &State) {
        self.each(|observer| observer.end(layout, state));
    }

    fn wants_all(&self) -> bool {
        self.meter.as_ref().is_some_and(|meter| meter.wants_all())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_unique_and_every_illness_has_its_detector() {
        for (index, detector) in ALL.iter().enumerate() {
            assert!(detector.id.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{}", detector.id);
            assert!(detector.explanation.ends_with('.'), "{}", detector.id);
            assert!(ALL[..index].iter().all(|other| other.id != detector.id), "{}", detector.id);
            assert_eq!(detector.illness.detector().id, detector.id);
        }
    }
}
