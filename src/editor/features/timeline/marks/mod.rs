//! Timeline marks by kind and in order of time, also for the keys that jump between them.
//!
//! The marks of problems are the findings of the diagnosis, whose rows *Problems* shows. In frames that it has not judged yet,
//! events of the engine stand for the problems that the engine reports itself.

use crate::debugger::breakpoints::Mark as Fired;
use crate::debugger::diagnosis::{self, Detector, Finding, HarmlessFindings, Problem};
use crate::debugger::{Moment, Run};
use crate::engine::{Event, EventKind, SensorEvent};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Kind of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkKind {
    /// A repetition of the same inputs gave another result.
    Divergence,
    /// A detector found a problem.
    Found(Problem),
    /// A detector found something without harm.
    Harmless,
    /// A disc reached the impact limit.
    ManyImpacts,
    /// A body or disc entered or left a sensor.
    Sensor,
    /// An input of the user.
    Input,
    /// A breakpoint's condition became true.
    Breakpoint,
}

impl MarkKind {
    /// All kinds in painting order, least important first.
    pub const ALL: [Self; DETECTED + OTHERS.len() + 1] = {
        let mut kinds = [Self::Divergence; DETECTED + OTHERS.len() + 1];
        let mut other = 0;
        while other < OTHERS.len() {
            kinds[other] = OTHERS[other];
            other += 1;
        }
        let mut index = 0;
        while index < DETECTED {
            kinds[OTHERS.len() + index] = Self::DETECTED[index];
            index += 1;
        }
        kinds
    };

    /// Stable id in kebab-case.
    pub fn id(self) -> &'static str {
        match self {
            Self::Divergence => "divergence",
            Self::Found(problem) => Detector::of(problem).id,
            Self::Harmless => "harmless",
            Self::ManyImpacts => "many-impacts",
            Self::Sensor => "sensor",
            Self::Input => "input",
            Self::Breakpoint => "breakpoint",
        }
    }

    /// Display title.
    pub fn title(self) -> &'static str {
        match self {
            Self::Divergence => "Divergence",
            Self::Found(problem) => Detector::of(problem).title,
            Self::Harmless => "Harmless",
            Self::ManyImpacts => "Too many impacts",
            Self::Sensor => "Sensor",
            Self::Input => "Your input",
            Self::Breakpoint => "Breakpoint",
        }
    }

    /// Kinds that the detectors find, mildest first.
    pub const DETECTED: [Self; DETECTED] = {
        let mut kinds = [Self::Divergence; DETECTED];
        let mut row = 0;
        while row < DETECTED {
            kinds[DETECTED - 1 - row] = Self::Found(diagnosis::ALL[row].problem);
            row += 1;
        }
        kinds
    };

    /// Index in [`Self::ALL`].
    fn index(self) -> usize {
        Self::ALL.iter().position(|&kind| kind == self).unwrap_or_default()
    }

    /// The problem of the marks, if a detector finds it.
    pub fn problem(self) -> Option<Problem> {
        match self {
            Self::Found(problem) => Some(problem),
            _ => None,
        }
    }

    /// The kind that marks an event of the engine.
    fn of(event: EventKind) -> Self {
        let detector = diagnosis::ALL.iter().find(|detector| detector.event == Some(event));
        detector.map_or(Self::ManyImpacts, |detector| Self::Found(detector.problem))
    }
}

/// Number of problems.
const DETECTED: usize = diagnosis::ALL.len();
/// Kinds below the problems, least important first.
const OTHERS: [MarkKind; 5] =
    [MarkKind::Harmless, MarkKind::Breakpoint, MarkKind::Input, MarkKind::Sensor, MarkKind::ManyImpacts];

/// A mark at a moment or over a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// First moment at which it is visible: after the substep in which it happened.
    pub moment: Moment,
    /// Last such moment; equal to `moment` for instantaneous events.
    pub until: Moment,
    /// Index of the event, finding or first input.
    pub index: usize,
    /// Number of merged occurrences.
    pub count: usize,
    /// Whether it is an event of the engine that stands for a finding, in a frame that the diagnosis has not judged.
    pub is_early: bool,
}

impl Mark {
    fn at(moment: Moment, index: usize) -> Self {
        Self { moment, until: moment, index, count: 1, is_early: false }
    }
}

/// All marks of a run.
#[derive(Debug, Default)]
pub struct TimelineMarks {
    lists: [Vec<Mark>; MarkKind::ALL.len()],
    events: usize,
    last_event: Option<Event>,
    sensor_events: usize,
    last_sensor_event: Option<SensorEvent>,
    inputs: usize,
    /// Version of the journal whose inputs are marked.
    version: Option<u64>,
    /// The marked findings, and which of them are without harm.
    found: Arc<Vec<Finding>>,
    harmless: HarmlessFindings,
    /// Frame up to which they are complete.
    judged_until: u64,
}

/// Inputs at most this many frames apart share a mark.
const TOGETHER: u64 = 10;

impl TimelineMarks {
    /// Adds new marks.
    pub fn update(&mut self, run: &Run) {
        self.take_events(run);
        self.take_sensor_events(run);
        self.take_inputs(run);
        let divergence = run.divergence().map(|frame| Mark::at((frame, 0), 0));
        let list = self.list_mut(MarkKind::Divergence);
        list.clear();
        list.extend(divergence);
    }

    fn take_events(&mut self, run: &Run) {
        let events = run.events();
        let last = self.events.checked_sub(1).and_then(|last| events.get(last));
        if last.copied() != self.last_event {
            self.list_mut(MarkKind::ManyImpacts).clear();
            self.drop_early();
            self.events = 0;
        }
        for (index, event) in events.iter().enumerate().skip(self.events) {
            let kind = MarkKind::of(event.kind);
            let mark = Mark::at(run.moment_of(event), index);
            let is_early = kind.problem().is_some();
            if !is_early || event.frame >= self.judged_until {
                self.list_mut(kind).push(Mark { is_early, ..mark });
            }
        }
        self.events = events.len();
        self.last_event = events.last().copied();
    }

    fn take_sensor_events(&mut self, run: &Run) {
        let events = run.sensor_events();
        let last = self.sensor_events.checked_sub(1).and_then(|last| events.get(last));
        if last.copied() != self.last_sensor_event {
            self.list_mut(MarkKind::Sensor).clear();
            self.sensor_events = 0;
        }
        for (index, event) in events.iter().enumerate().skip(self.sensor_events) {
            let moment = run.moment_after((event.frame, event.substep));
            let list = self.list_mut(MarkKind::Sensor);
            match list.last_mut().filter(|last| last.moment == moment) {
                Some(last) => last.count += 1,
                None => list.push(Mark::at(moment, index)),
            }
        }
        self.sensor_events = events.len();
        self.last_sensor_event = events.last().copied();
    }

    fn take_inputs(&mut self, run: &Run) {
        let journal = run.journal();
        let seen = self.version.replace(journal.version());
        if seen == Some(journal.version()) {
            return;
        }
        if seen.map_or(0, |seen| journal.changed_since(seen)) < self.inputs {
            self.list_mut(MarkKind::Input).clear();
            self.inputs = 0;
        }
        let known = std::mem::replace(&mut self.inputs, journal.entries().len());
        let list = self.list_mut(MarkKind::Input);
        for (index, entry) in journal.entries().iter().enumerate().skip(known) {
            match list.last_mut() {
                Some(mark) if entry.moment.0 - mark.until.0 <= TOGETHER => {
                    (mark.until, mark.count) = (entry.moment, mark.count + 1);
                }
                _ => list.push(Mark::at(entry.moment, index)),
            }
        }
    }

    /// Replaces the breakpoint marks; `index` refers to the list of hits.
    pub fn take_fired(&mut self, fired: &[Fired]) {
        let list = self.list_mut(MarkKind::Breakpoint);
        list.clear();
        list.extend(fired.iter().enumerate().map(|(index, fired)| Mark::at(fired.moment, index)));
    }

    /// Replaces the marks of problems: findings of the diagnosis, by time, which are complete up to a frame.
    pub fn take_found(
        &mut self,
        run: &Run,
        findings: &Arc<Vec<Finding>>,
        harmless: &HarmlessFindings,
        judged_until: u64,
    ) {
        let is_same = Arc::ptr_eq(&self.found, findings) || (self.found.is_empty() && findings.is_empty());
        if is_same && self.judged_until == judged_until && self.harmless == *harmless {
            return;
        }
        (self.found, self.judged_until, self.harmless) = (findings.clone(), judged_until, harmless.clone());
        for kind in MarkKind::DETECTED.into_iter().chain([MarkKind::Harmless]) {
            self.list_mut(kind).clear();
        }
        for (index, finding) in findings.iter().enumerate() {
            let moment = run.moment_after((finding.frame, finding.substep));
            let is_harmless = harmless.has(finding);
            let list = self.list_mut(if is_harmless { MarkKind::Harmless } else { MarkKind::Found(finding.problem) });
            // A problem that is reported in each frame is one mark while any body has it, even if bodies alternate.
            let goes_on = |last: &Mark| {
                let is_next = last.until == moment || (last.until.0 + 1, last.until.1) == moment;
                is_reported_by_frames(finding.problem) && is_next
            };
            match list.last_mut().filter(|last| goes_on(last)) {
                Some(last) => (last.until, last.count) = (moment, last.count + 1),
                None => list.push(Mark::at(moment, index)),
            }
        }
        // The events of later frames follow.
        self.list_mut(MarkKind::ManyImpacts).clear();
        self.events = 0;
        self.take_events(run);
    }

    /// Drops the events that stand for findings.
    fn drop_early(&mut self) {
        for kind in MarkKind::DETECTED {
            self.list_mut(kind).retain(|mark| !mark.is_early);
        }
    }

    /// The marked findings, by time; marks of problems refer to them by index.
    pub fn findings(&self) -> &[Finding] {
        &self.found
    }

    /// The last frame with a problem, visited or not.
    pub fn last_found(&self) -> u64 {
        self.found.last().map_or(0, |finding| finding.frame + 1)
    }

    fn list_mut(&mut self, kind: MarkKind) -> &mut Vec<Mark> {
        &mut self.lists[kind.index()]
    }

    /// Marks of one kind, in order of time.
    pub fn of(&self, kind: MarkKind) -> &[Mark] {
        &self.lists[kind.index()]
    }

    /// The first moment with a visible mark after a moment.
    pub fn next(&self, after: Moment, is_shown: impl Fn(MarkKind) -> bool) -> Option<Moment> {
        let kinds = MarkKind::ALL.into_iter().filter(|&kind| is_shown(kind));
        let next = |kind| {
            let list = self.of(kind);
            list.get(list.partition_point(|mark| mark.moment <= after)).map(|mark| mark.moment)
        };
        kinds.filter_map(next).min()
    }

    /// The last moment with a visible mark before a moment.
    pub fn previous(&self, before: Moment, is_shown: impl Fn(MarkKind) -> bool) -> Option<Moment> {
        let kinds = MarkKind::ALL.into_iter().filter(|&kind| is_shown(kind));
        let previous = |kind| {
            let list = self.of(kind);
            list[..list.partition_point(|mark| mark.moment < before)].last().map(|mark| mark.moment)
        };
        kinds.filter_map(previous).max()
    }
}

/// Number of places of the findings in a mark.
pub fn places(findings: &[Finding], mark: &Mark) -> usize {
    let findings = findings.get(mark.index..).unwrap_or_default();
    let Some(first) = findings.first() else { return 0 };
    let alike = findings.iter().filter(|finding| finding.problem == first.problem);
    alike.take(mark.count).map(|finding| finding.place).collect::<BTreeSet<_>>().len()
}

/// True if the problem is reported at the end of each frame in which it holds.
fn is_reported_by_frames(problem: Problem) -> bool {
    matches!(problem, Problem::FanFails | Problem::Spill | Problem::Unpainted)
}

#[cfg(test)]
mod tests;
