//! Detectors looking on together, substep by substep; and how far back they must have looked to have an answer.

use super::detectors::wrong_edge::REMEMBERED;
use super::energy_rises::{RiseMeter, SubstepEnergy};
use super::finding::Told;
use super::{ALL, Detector, Finding, Illness, Span};
use crate::debugger::replay_worker::ReplayWorker;
use crate::debugger::run::{Moment, Run};
use crate::engine::ledger::{Ledger, Meter};
use crate::engine::{Layout, Observer, Phase, State, Touched};
use crate::geometry::DVec2;
use std::fmt;

/// Looks on, substep by substep, without a gap.
pub(super) trait Detect: fmt::Debug + Send + Sync {
    /// Before the first phase.
    fn begin(&mut self, sight: &DetectorContext) {
        let _ = sight;
    }
    /// What it needs of a substep.
    fn needs(&self) -> DetectorNeeds {
        DetectorNeeds::Ledger
    }
    /// After a phase.
    fn see(&mut self, phase: Phase, touched: Touched<'_>, sight: &DetectorContext) {
        let _ = (phase, touched, sight);
    }
    /// After the last phase: tells what it found.
    fn end(&mut self, sight: &DetectorContext, tell: &mut dyn FnMut(Told));
    /// A window begins, where one is the span: what was seen in the last one may still count, of earlier ones nothing may.
    fn turn_page(&mut self) {
        self.forget();
    }
    /// What comes next does not follow on what was seen.
    fn forget(&mut self);
}

/// What a detector needs of a substep; each includes those above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum DetectorNeeds {
    /// Its start and its end: [`Detect::see`] is not called.
    Ends,
    /// Its phases.
    Phases,
    /// The energy that each phase made.
    Ledger,
}

/// Which detectors work together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DetectorGroup {
    /// Those that can say at once what is found at a moment.
    Immediate,
    /// All.
    All,
    /// Of all those that need the ledger, or no phases.
    Energy,
    /// Of all those that need phases without the ledger.
    Motion,
}

impl DetectorGroup {
    fn has(self, detector: &Detector, needs: DetectorNeeds) -> bool {
        match self {
            Self::Immediate => detector.span == Span::Substeps,
            Self::All => true,
            Self::Energy => needs != DetectorNeeds::Phases,
            Self::Motion => needs == DetectorNeeds::Phases,
        }
    }
}

/// What detectors see.
#[derive(Clone, Copy, Debug)]
pub(super) struct DetectorContext<'a> {
    pub layout: &'a Layout,
    /// After the phase.
    pub state: &'a State,
    /// Before it.
    pub before: &'a Before,
    /// Energy of the substep so far, this phase included; empty for detectors that do not need it.
    pub ledger: &'a Ledger,
    /// The body of each node.
    pub owners: &'a [u32],
}

impl DetectorContext<'_> {
    /// The body of a node, as [`Layout::body_of`] without the search.
    pub fn body_of(&self, node: usize) -> usize {
        self.owners[node] as usize
    }

    /// The velocity of a node, also in mid-substep.
    pub fn velocity(&self, node: usize) -> DVec2 {
        self.state.live_velocity(self.layout, node)
    }
}

/// Where all nodes were before the phase, or at the start of the substep, and how they and the discs moved.
#[derive(Clone, Debug, Default)]
pub(super) struct Before {
    pub positions: Vec<DVec2>,
    /// Those of mid-substep: with Verlet read from the positions.
    pub velocities: Vec<DVec2>,
    pub disc_velocities: Vec<DVec2>,
}

impl Before {
    fn take_all(&mut self, layout: &Layout, state: &State) {
        self.take_nodes(layout, state);
        self.disc_velocities.clone_from(&state.disc_velocities);
    }

    fn take_nodes(&mut self, layout: &Layout, state: &State) {
        self.positions.clone_from(&state.positions);
        self.velocities.clear();
        self.velocities.extend((0..layout.node_count).map(|node| state.live_velocity(layout, node)));
    }

    fn take(&mut self, touched: Touched<'_>, layout: &Layout, state: &State) {
        match touched {
            Touched::AllNodes => self.take_nodes(layout, state),
            Touched::Few(nodes, disc) => {
                for &node in nodes {
                    (self.positions[node], self.velocities[node]) =
                        (state.position(node), state.live_velocity(layout, node));
                }
                self.take_discs(disc.as_slice(), state);
            }
            Touched::AllDiscs => self.disc_velocities.clone_from(&state.disc_velocities),
            Touched::Discs(discs) => self.take_discs(discs, state),
            Touched::Nothing => {}
        }
    }

    fn take_discs(&mut self, discs: &[usize], state: &State) {
        discs.iter().for_each(|&disc| self.disc_velocities[disc] = state.disc_velocities[disc]);
    }
}

/// A substep is judged by so many, itself included: what was before is forgotten by every detector whose span is
/// [`Span::Substeps`]. So what is found does not depend on the way to a moment.
pub(super) const SEEN: u64 = REMEMBERED + 1;

/// Frames of a window. Half a second of the sources' thirty pictures a second and more, and with the sources' sixteen
/// substeps 512 of these: enough to tell what goes on from what passes.
pub const WINDOW: u64 = 32;

/// Detectors, looking on together. One that has missed substeps begins anew by itself.
#[derive(Debug)]
pub struct Examiner {
    detectors: Vec<(Illness, Box<dyn Detect>)>,
    /// Those of them that need phases.
    phased: Vec<usize>,
    /// Whether those are among them whose span is a window.
    is_thorough: bool,
    /// Whether one of them needs the ledger.
    measures_energy: bool,
    /// The body of each node.
    owners: Vec<u32>,
    meter: Meter,
    ledger: Ledger,
    rises: RiseMeter,
    before: Before,
    findings: Vec<Finding>,
    /// The moment after the substep that was seen last.
    at: Option<Moment>,
    /// The moment from which on all was seen.
    since: Moment,
    /// Substeps seen one after the other up to there; as many as are wanted where it was all of them.
    seen: u64,
}

impl Default for Examiner {
    /// With all detectors that can say at once what is found at a moment.
    fn default() -> Self {
        Self::new(DetectorGroup::Immediate)
    }
}

impl Examiner {
    pub(super) fn new(group: DetectorGroup) -> Self {
        let all = ALL.iter().map(|detector| (detector, (detector.make)()));
        let wanted = all.filter(|(detector, own)| group.has(detector, own.needs()));
        let detectors: Vec<(Illness, Box<dyn Detect>)> = wanted.map(|(row, own)| (row.illness, own)).collect();
        let phased =
            (0..detectors.len()).filter(|&index| detectors[index].1.needs() >= DetectorNeeds::Phases).collect();
        let is_thorough = group != DetectorGroup::Immediate;
        let measures_energy = is_thorough && detectors.iter().any(|(_, own)| own.needs() == DetectorNeeds::Ledger);
        Self {
            detectors,
            phased,
            is_thorough,
            measures_energy,
            owners: Vec::new(),
            meter: Meter::new(),
            ledger: Ledger::default(),
            rises: RiseMeter::default(),
            before: Before::default(),
            findings: Vec::new(),
            at: None,
            since: (0, 0),
            seen: 0,
        }
    }

    /// With all detectors.
    pub fn thorough() -> Self {
        Self::new(DetectorGroup::All)
    }

    /// With all detectors from here on, for who asks for what is found only over a window.
    pub fn be_thorough(&mut self) {
        if !self.is_thorough {
            *self = Self::thorough();
        }
    }

    /// What was found in the substep that was seen last, in the order of detectors.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// The energy of the substep that was seen last; none if no detector needs the ledger.
    pub(super) fn energy(&self) -> Option<&SubstepEnergy> {
        self.rises.last.as_ref()
    }

    /// The past is another one: what comes next does not follow on what was seen.
    pub fn forget(&mut self) {
        self.at = None;
        self.findings.clear();
    }

    /// The same where the past is another one after a moment.
    pub(in crate::debugger) fn forget_beyond(&mut self, changed: Moment) {
        if self.at.is_some_and(|at| at > changed) {
            self.forget();
        }
    }

    /// How many of an illness there were in the substep that was seen last.
    pub fn count(&self, illness: Illness) -> usize {
        self.findings.iter().filter(|finding| finding.illness == illness).count()
    }

    /// Brings a second run to the start of a frame, having seen enough to go on from there; false when interrupted.
    pub(in crate::debugger) fn lead_to(
        &mut self,
        shadow: &mut ReplayWorker,
        start: Moment,
        goes_on: &mut impl FnMut() -> bool,
    ) -> bool {
        while shadow.moment() != start || !self.is_ready_at(start) {
            let here = shadow.moment();
            if self.at != Some(here) || here >= start {
                let first = self.first_frame_for(shadow.run(), (start.0, start.1 + 1));
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
    pub(super) fn at(&self) -> Option<Moment> {
        self.at
    }

    /// Whether it has seen enough to say what was found in the substep that led to a moment.
    pub(super) fn knows(&self, moment: Moment) -> bool {
        self.at == Some(moment) && self.seen >= SEEN && self.has_window_of(frame_before(moment))
    }

    /// Whether it has seen enough to go on from a moment.
    fn is_ready_at(&self, moment: Moment) -> bool {
        moment == (0, 0) || (self.at == Some(moment) && self.seen + 1 >= SEEN && self.has_window_of(moment.0))
    }

    /// Whether all of the frame's window so far was seen, and the one before, where that matters.
    fn has_window_of(&self, frame: u64) -> bool {
        !self.is_thorough || self.since <= (horizon(frame), 0)
    }

    /// The frame from which one must look on, so that the substep that leads to a moment can be judged.
    pub(super) fn first_frame_for(&self, run: &Run, moment: Moment) -> u64 {
        let (mut first, mut substeps) = (moment.0, u64::from(moment.1));
        while substeps < SEEN && first > 0 {
            first -= 1;
            substeps += u64::from(run.substeps_in(first));
        }
        if self.is_thorough { first.min(horizon(frame_before(moment))) } else { first }
    }
}

/// The body of each node of a level, which keeps its bodies while it runs.
pub(super) fn take_owners(owners: &mut Vec<u32>, layout: &Layout) {
    owners.clear();
    for (index, body) in layout.bodies.iter().enumerate() {
        owners.resize(body.nodes.end, index as u32);
    }
}

/// The frame of the substep that led to a moment.
fn frame_before((frame, substep): Moment) -> u64 {
    if substep == 0 { frame.saturating_sub(1) } else { frame }
}

/// The first frame of the window before a frame's own.
fn horizon(frame: u64) -> u64 {
    (frame / WINDOW).saturating_sub(1) * WINDOW
}

impl Observer for Examiner {
    fn begin(&mut self, layout: &Layout, state: &State) {
        let present = (state.frame, state.substep);
        if self.at != Some(present) {
            self.detectors.iter_mut().for_each(|(_, detector)| detector.forget());
            self.seen = if present == (0, 0) { SEEN } else { 0 };
            self.since = present;
            self.meter = Meter::new();
        } else if self.is_thorough && present.1 == 0 && present.0.is_multiple_of(WINDOW) {
            for (illness, detector) in &mut self.detectors {
                if illness.detector().span == Span::Window {
                    detector.turn_page();
                }
            }
        }
        self.findings.clear();
        self.before.take_all(layout, state);
        if self.measures_energy {
            self.meter.begin(layout, state);
            self.rises.begin(layout);
        }
        if self.owners.len() != layout.node_count {
            take_owners(&mut self.owners, layout);
        }
        let sight = DetectorContext { layout, state, before: &self.before, ledger: &self.ledger, owners: &self.owners };
        self.detectors.iter_mut().for_each(|(_, detector)| detector.begin(&sight));
    }

    fn see(&mut self, phase: Phase, touched: Touched<'_>, layout: &Layout, state: &State) {
        let mut ledger = &self.ledger;
        if self.measures_energy {
            self.meter.see(phase, touched, layout, state);
            ledger = self.meter.ledger();
            self.rises.see(phase, touched, layout, ledger);
        }
        let sight = DetectorContext { layout, state, before: &self.before, ledger, owners: &self.owners };
        for &index in &self.phased {
            self.detectors[index].1.see(phase, touched, &sight);
        }
        self.before.take(touched, layout, state);
    }

    fn end(&mut self, layout: &Layout, state: &State) {
        if self.measures_energy {
            self.meter.end(layout, state);
            self.ledger = self.meter.take();
            self.rises.end(state, &self.ledger);
        }
        let State { frame, substep, .. } = *state;
        let findings = &mut self.findings;
        let sight = DetectorContext { layout, state, before: &self.before, ledger: &self.ledger, owners: &self.owners };
        for (illness, detector) in &mut self.detectors {
            detector.end(&sight, &mut |told| findings.push(told.at(frame, substep, *illness)));
        }
        let is_last = substep + 1 == layout.settings.substeps;
        self.at = Some(if is_last { (frame + 1, 0) } else { (frame, substep + 1) });
        self.seen = self.seen.saturating_add(1);
        self.ledger = Ledger::default();
    }

    fn wants_all(&self) -> bool {
        false
    }
}

/// A meter and detectors, looking on together; either may be wanting.
pub(in crate::debugger) struct Both<'a> {
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
