//! Runs the detectors as one observer, substep by substep, and determines how much history each of them needs.

use super::detectors::wrong_edge::REMEMBERED;
use super::energy_rises::{RiseMeter, RiseSums};
use super::finding::Detection;
use super::{ALL, Detector, EnergyRises, Finding, Problem, Span};
use crate::debugger::replay_worker::ReplayWorker;
use crate::debugger::run::{Moment, Run};
use crate::engine::ledger::{Ledger, Meter};
use crate::engine::{Layout, Observer, Phase, State, Touched};
use crate::geometry::DVec2;
use crate::level::Each;
use std::fmt;

/// A detector as an observer. It must observe consecutive substeps.
pub(super) trait Detect: fmt::Debug + Send + Sync {
    /// Called before the first phase.
    fn begin(&mut self, sight: &DetectorContext) {
        let _ = sight;
    }
    /// What the detector needs of a substep.
    fn needs(&self) -> DetectorNeeds {
        DetectorNeeds::Ledger
    }
    /// Called after each phase.
    fn see(&mut self, phase: Phase, touched: Touched<'_>, sight: &DetectorContext) {
        let _ = (phase, touched, sight);
    }
    /// Called after the last phase. Reports the findings of the substep.
    fn end(&mut self, sight: &DetectorContext, emit: &mut dyn FnMut(Detection));
    /// Called when a window begins, for detectors whose span is a window. Data of the previous window may be kept;
    /// older data must be dropped.
    fn begin_window(&mut self) {
        self.forget();
    }
    /// Drops the history: the next substep does not follow on the last one observed.
    fn forget(&mut self);
}

/// What a detector needs of a substep; each level includes those above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum DetectorNeeds {
    /// Start and end only: [`Detect::see`] is not called.
    Ends,
    /// The phases.
    Phases,
    /// The energy change of each phase.
    Ledger,
}

/// Selects the detectors that an examiner runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DetectorGroup {
    /// Those with span [`Span::Substeps`].
    Immediate,
    /// All.
    All,
    /// All that need the ledger, and all that need no phases.
    Energy,
    /// All that need phases without the ledger.
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

/// State that detectors read.
#[derive(Clone, Copy, Debug)]
pub(super) struct DetectorContext<'a> {
    pub layout: &'a Layout,
    /// State after the phase.
    pub state: &'a State,
    /// State before the phase.
    pub before: &'a Before,
    /// Energy of the substep so far, this phase included. Empty for detectors that do not need it.
    pub ledger: &'a Ledger,
    /// Body index of each node.
    pub owners: &'a [u32],
}

impl DetectorContext<'_> {
    /// Body index of a node: [`Layout::body_of`] in constant time.
    pub fn body_of(&self, node: usize) -> usize {
        self.owners[node] as usize
    }

    /// Velocity of a node, also in mid-substep.
    pub fn velocity(&self, node: usize) -> DVec2 {
        self.state.live_velocity(self.layout, node)
    }
}

/// Positions and velocities of nodes and discs before the phase, or at the start of the substep.
#[derive(Clone, Debug, Default)]
pub(super) struct Before {
    pub positions: Vec<DVec2>,
    /// Velocities in mid-substep: with Verlet derived from the positions.
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
            Touched::All => {
                self.take_nodes(layout, state);
                self.disc_velocities.clone_from(&state.disc_velocities);
            }
            Touched::Nothing => {}
        }
    }

    fn take_discs(&mut self, discs: &[usize], state: &State) {
        discs.iter().for_each(|&disc| self.disc_velocities[disc] = state.disc_velocities[disc]);
    }
}

/// Substeps that the judgement of a substep depends on, itself included. Detectors with [`Span::Substeps`] drop older
/// data, so findings do not depend on how a moment was reached.
pub(super) const SEEN: u64 = REMEMBERED + 1;

/// Frames of a window: about one second at 30 frames per second, and 512 substeps at 16 per frame. Long enough to
/// separate lasting behaviour from transients.
pub const WINDOW: u64 = 32;

/// Runs detectors as one observer. Restarts their history by itself after a gap.
#[derive(Debug)]
pub struct Examiner {
    detectors: Vec<(Problem, Box<dyn Detect>)>,
    /// Indices of the detectors that need phases.
    phased: Vec<usize>,
    /// True if a detector with a window span is among them.
    is_thorough: bool,
    /// True if a detector needs the ledger.
    measures_energy: bool,
    /// Body index of each node.
    owners: Vec<u32>,
    meter: Meter,
    ledger: Ledger,
    /// Measures rises of the total energy. None unless they are wanted.
    rises: Option<RiseMeter>,
    before: Before,
    /// Findings of the frame so far.
    findings: Vec<Finding>,
    /// Number of them before the last observed substep.
    earlier: usize,
    /// Moment after the last observed substep. None before the first.
    at: Option<Moment>,
    /// Moment since which every substep was observed.
    since: Moment,
    /// Consecutive substeps observed up to `at`; saturated if observation began at frame 0.
    seen: u64,
    /// The same at the start of the frame of the last observed substep.
    seen_before_frame: u64,
}

impl Default for Examiner {
    /// All detectors with span [`Span::Substeps`].
    fn default() -> Self {
        Self::new(DetectorGroup::Immediate)
    }
}

impl Examiner {
    pub(super) fn new(group: DetectorGroup) -> Self {
        let all = ALL.iter().map(|detector| (detector, (detector.make)()));
        let wanted = all.filter(|(detector, own)| group.has(detector, own.needs()));
        let detectors: Vec<(Problem, Box<dyn Detect>)> = wanted.map(|(row, own)| (row.problem, own)).collect();
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
            rises: None,
            before: Before::default(),
            findings: Vec::new(),
            earlier: 0,
            at: None,
            since: (0, 0),
            seen: 0,
            seen_before_frame: 0,
        }
    }

    /// Measures rises of the total energy as well, from here on; only with detectors that need the ledger.
    pub(super) fn with_energy_rises(self) -> Self {
        Self { rises: self.measures_energy.then(RiseMeter::default), ..self }
    }

    /// Rises of the total energy so far.
    pub(super) fn energy_rises(&self) -> EnergyRises {
        self.rises.as_ref().map_or_else(EnergyRises::default, RiseMeter::rises)
    }

    /// Sums of the rises so far, from which another examiner continues.
    pub(super) fn rise_sums(&self) -> RiseSums {
        self.rises.as_ref().map_or_else(RiseSums::default, |rises| rises.sums().clone())
    }

    /// Replaces the rises of the total energy so far.
    pub(super) fn set_rises(&mut self, sums: &RiseSums) {
        self.rises.iter_mut().for_each(|rises| rises.set(sums));
    }

    /// With all detectors.
    pub fn thorough() -> Self {
        Self::new(DetectorGroup::All)
    }

    /// Adds the detectors with a window span from here on.
    pub fn be_thorough(&mut self) {
        if !self.is_thorough {
            *self = Self::thorough();
        }
    }

    /// Findings of the last observed substep, in the order of detectors.
    pub fn findings(&self) -> &[Finding] {
        &self.findings[self.earlier..]
    }

    /// Findings since the previous moment of an interval: of the last observed substep, or of all those of its frame.
    pub fn findings_since(&self, each: Each) -> &[Finding] {
        match each {
            Each::Frame => &self.findings,
            Each::Substep => self.findings(),
        }
    }

    /// Drops the history after the past was changed.
    pub fn forget(&mut self) {
        self.at = None;
        self.findings.clear();
        self.earlier = 0;
    }

    /// Drops the history if the past was changed after a moment.
    pub(in crate::debugger) fn forget_beyond(&mut self, changed: Moment) {
        if self.at.is_some_and(|at| at > changed) {
            self.forget();
        }
    }

    /// Findings of one problem in the last observed substep.
    pub fn count(&self, problem: Problem) -> usize {
        self.findings().iter().filter(|finding| finding.problem == problem).count()
    }

    /// Steps a second run to the start of a frame, with enough history for the detectors. False if interrupted.
    pub(in crate::debugger) fn lead_to(
        &mut self,
        worker: &mut ReplayWorker,
        start: Moment,
        goes_on: &mut impl FnMut() -> bool,
    ) -> bool {
        while worker.moment() != start || !self.is_ready_at(start) {
            let here = worker.moment();
            if self.at != Some(here) || here >= start {
                let first = self.first_frame_for(worker.run(), (start.0, start.1 + 1));
                if !worker.go_to(first, &mut *goes_on) {
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
            worker.step_observed(false, self);
        }
        true
    }

    /// Moment after the last observed substep.
    pub(super) fn at(&self) -> Option<Moment> {
        self.at
    }

    /// True if there is enough history for the findings of the frame of the substep that led to a moment.
    pub(super) fn knows(&self, moment: Moment) -> bool {
        self.at == Some(moment) && self.seen_before_frame + 1 >= SEEN && self.has_window_of(frame_before(moment))
    }

    /// True if there is enough history to continue from a moment.
    fn is_ready_at(&self, moment: Moment) -> bool {
        moment == (0, 0) || (self.at == Some(moment) && self.seen + 1 >= SEEN && self.has_window_of(moment.0))
    }

    /// True if no detector has a window span, or if the frame's window so far and the one before were observed.
    fn has_window_of(&self, frame: u64) -> bool {
        !self.is_thorough || self.since <= (horizon(frame), 0)
    }

    /// First frame that must be observed to judge the frame of the substep that leads to a moment.
    pub(super) fn first_frame_for(&self, run: &Run, moment: Moment) -> u64 {
        let (mut first, mut substeps) = (frame_before(moment), 1);
        while substeps < SEEN && first > 0 {
            first -= 1;
            substeps += u64::from(run.substeps_in(first));
        }
        if self.is_thorough { first.min(horizon(frame_before(moment))) } else { first }
    }
}

/// Fills in the body index of each node. Bodies do not change during a run.
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

/// First frame of the window before the one of a frame.
fn horizon(frame: u64) -> u64 {
    (frame / WINDOW).saturating_sub(1) * WINDOW
}

impl Observer for Examiner {
    fn begin(&mut self, layout: &Layout, state: &State) {
        let present = (state.frame, state.substep);
        if self.at != Some(present) {
            self.detectors.iter_mut().for_each(|(_, detector)| detector.forget());
            self.seen = if present == (0, 0) { SEEN } else { 0 };
            (self.since, self.seen_before_frame) = (present, self.seen);
            self.findings.clear();
            self.meter = Meter::new();
        } else if self.is_thorough && present.1 == 0 && present.0.is_multiple_of(WINDOW) {
            for (problem, detector) in &mut self.detectors {
                if Detector::of(*problem).span == Span::Window {
                    detector.begin_window();
                }
            }
        }
        if present.1 == 0 {
            self.seen_before_frame = self.seen;
            self.findings.clear();
        }
        self.earlier = self.findings.len();
        self.before.take_all(layout, state);
        if self.measures_energy {
            self.meter.begin(layout, state);
            self.rises.iter_mut().for_each(|rises| rises.begin(layout, state));
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
            self.rises.iter_mut().for_each(|rises| rises.see(phase, touched, layout, ledger));
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
            self.rises.iter_mut().for_each(|rises| rises.end(layout, state, &self.ledger));
        }
        let State { frame, substep, .. } = *state;
        let findings = &mut self.findings;
        let sight = DetectorContext { layout, state, before: &self.before, ledger: &self.ledger, owners: &self.owners };
        for (problem, detector) in &mut self.detectors {
            detector.end(&sight, &mut |detection| findings.push(detection.at(frame, substep, *problem)));
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
