//! Timeline marks by kind and in order of time, also for the keys that jump between them.

use crate::debugger::breakpoints::Mark as Fired;
use crate::debugger::diagnosis::{self, Illness, Record};
use crate::debugger::{Moment, Run};
use crate::engine::{Event, EventKind};
use std::collections::BTreeSet;

/// Kind of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkKind {
    /// A repetition of the same inputs gave another result.
    Divergence,
    /// A value is not finite.
    BlowUp,
    /// The area of a body is not positive.
    Collapse,
    /// No eligible edge: a node or disc is inside a hull and nothing pushes it out.
    NoEdge,
    /// A detector found an illness.
    Found(Illness),
    /// A disc reached the impact limit.
    ManyImpacts,
    /// An input of the user.
    Input,
    /// A breakpoint's condition became true.
    Breakpoint,
}

impl MarkKind {
    /// All kinds in painting order, least important first.
    pub const ALL: [Self; DETECTED + 7] = {
        let mut kinds = [Self::Divergence; DETECTED + 7];
        (kinds[0], kinds[1], kinds[2]) = (Self::Breakpoint, Self::Input, Self::ManyImpacts);
        let mut index = 0;
        while index < DETECTED {
            kinds[3 + index] = Self::DETECTED[index];
            index += 1;
        }
        (kinds[DETECTED + 3], kinds[DETECTED + 4], kinds[DETECTED + 5]) = (Self::NoEdge, Self::Collapse, Self::BlowUp);
        kinds
    };

    /// Stable id in kebab-case.
    pub fn id(self) -> &'static str {
        match self {
            Self::Divergence => "divergence",
            Self::BlowUp => "blow-up",
            Self::Collapse => "collapse",
            Self::NoEdge => "no-edge",
            Self::Found(illness) => illness.detector().id,
            Self::ManyImpacts => "many-impacts",
            Self::Input => "input",
            Self::Breakpoint => "breakpoint",
        }
    }

    /// Display title.
    pub fn title(self) -> &'static str {
        match self {
            Self::Divergence => "Divergence",
            Self::BlowUp => "Blow-up",
            Self::Collapse => "Collapse",
            Self::NoEdge => "No eligible edge",
            Self::Found(illness) => illness.detector().title,
            Self::ManyImpacts => "Too many impacts",
            Self::Input => "Your input",
            Self::Breakpoint => "Breakpoint",
        }
    }

    /// Kinds that detectors search in the background, mildest first. Events of the engine are marked at once.
    pub const DETECTED: [Self; DETECTED] = {
        let mut kinds = [Self::Divergence; DETECTED];
        let (mut row, mut index) = (diagnosis::ALL.len(), 0);
        while row > 0 {
            row -= 1;
            if diagnosis::ALL[row].event.is_none() {
                kinds[index] = Self::Found(diagnosis::ALL[row].illness);
                index += 1;
            }
        }
        kinds
    };

    /// Index in [`Self::ALL`].
    fn index(self) -> usize {
        Self::ALL.iter().position(|&kind| kind == self).unwrap_or_default()
    }

    fn of(event: EventKind) -> Self {
        match event {
            EventKind::BlowUp => Self::BlowUp,
            EventKind::Collapsed => Self::Collapse,
            EventKind::NoEdge => Self::NoEdge,
            EventKind::ManyImpacts => Self::ManyImpacts,
        }
    }
}

/// Number of illnesses with marks of their own.
const DETECTED: usize = {
    let (mut row, mut count) = (0, 0);
    while row < diagnosis::ALL.len() {
        count += diagnosis::ALL[row].event.is_none() as usize;
        row += 1;
    }
    count
};

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
}

/// All marks of a run.
#[derive(Debug, Default)]
pub struct TimelineMarks {
    lists: [Vec<Mark>; MarkKind::ALL.len()],
    events: usize,
    last_event: Option<Event>,
    inputs: usize,
    /// Version of the journal whose inputs are marked.
    version: Option<u64>,
    /// Version of the record whose findings are marked.
    found: Option<u64>,
}

/// Inputs at most this many frames apart share a mark.
const TOGETHER: u64 = 10;

impl TimelineMarks {
    /// Adds new marks.
    pub fn update(&mut self, run: &Run) {
        self.take_events(run);
        self.take_inputs(run);
        let divergence =
            run.divergence().map(|frame| Mark { moment: (frame, 0), until: (frame, 0), index: 0, count: 1 });
        let list = self.list_mut(MarkKind::Divergence);
        list.clear();
        list.extend(divergence);
    }

    fn take_events(&mut self, run: &Run) {
        let events = run.events();
        let last = self.events.checked_sub(1).and_then(|last| events.get(last));
        if last.copied() != self.last_event {
            for kind in [EventKind::BlowUp, EventKind::Collapsed, EventKind::NoEdge, EventKind::ManyImpacts] {
                self.list_mut(MarkKind::of(kind)).clear();
            }
            self.events = 0;
        }
        for (index, event) in events.iter().enumerate().skip(self.events) {
            let moment = run.moment_after((event.frame, event.substep));
            self.list_mut(MarkKind::of(event.kind)).push(Mark { moment, until: moment, index, count: 1 });
        }
        self.events = events.len();
        self.last_event = events.last().copied();
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
                _ => list.push(Mark { moment: entry.moment, until: entry.moment, index, count: 1 }),
            }
        }
    }

    /// Replaces the breakpoint marks; `index` refers to the list of hits.
    pub fn take_fired(&mut self, fired: &[Fired]) {
        let list = self.list_mut(MarkKind::Breakpoint);
        list.clear();
        let mark =
            |(index, fired): (usize, &Fired)| Mark { moment: fired.moment, until: fired.moment, index, count: 1 };
        list.extend(fired.iter().enumerate().map(mark));
    }

    /// Replaces the detector marks; `index` refers to the list of findings.
    pub fn take_found(&mut self, run: &Run, record: &Record) {
        if self.found.replace(record.version()) == Some(record.version()) {
            return;
        }
        for kind in MarkKind::DETECTED {
            self.list_mut(kind).clear();
        }
        for (index, finding) in record.findings().iter().enumerate() {
            let moment = run.moment_after((finding.frame, finding.substep));
            if finding.illness.detector().event.is_some() {
                continue;
            }
            let list = self.list_mut(MarkKind::Found(finding.illness));
            // An illness that is reported in each frame is one mark while any body has it, even if bodies alternate.
            let goes_on = |last: &Mark| {
                let is_next = last.until == moment || (last.until.0 + 1, last.until.1) == moment;
                is_reported_by_frames(finding.illness) && is_next
            };
            match list.last_mut().filter(|last| goes_on(last)) {
                Some(last) => (last.until, last.count) = (moment, last.count + 1),
                None => list.push(Mark { moment, until: moment, index, count: 1 }),
            }
        }
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
pub fn places(record: &Record, mark: &Mark) -> usize {
    let findings = record.findings().get(mark.index..).unwrap_or_default();
    let Some(first) = findings.first() else { return 0 };
    let alike = findings.iter().filter(|finding| finding.illness == first.illness);
    alike.take(mark.count).map(|finding| finding.place).collect::<BTreeSet<_>>().len()
}

/// True if the illness is reported at the end of each frame in which it holds.
fn is_reported_by_frames(illness: Illness) -> bool {
    matches!(illness, Illness::FanFails | Illness::Spill | Illness::Unpainted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Hand, Held};
    use crate::level::{Body, Level, Node};

    fn run() -> Run {
        let fast = Node { velocity: [f64::MAX, 0.0], ..Node::at([0.0, 0.0]) };
        let still = Body { nodes: vec![Node::at([0.0, 0.0])], ..Body::default() };
        let level = Level { bodies: vec![Body { nodes: vec![fast], ..Body::default() }, still], ..Level::default() };
        Run::new(level.into()).unwrap()
    }

    #[test]
    fn marks_stand_where_events_and_inputs_are_first_visible() {
        let mut run = run();
        (0..30).for_each(|_| run.step_frame());
        let hand = |x: f64| Some(Hand { held: Held::Node(1, 0), target: [x, 0.0], stiffness: 0.1, damping: 0.0 });
        for (frames, x) in [(2, 1.0), (3, 2.0), (20, 3.0)] {
            run.set_hand(hand(x));
            (0..frames).for_each(|_| run.step_frame());
        }
        run.set_hand(None);
        let mut marks = TimelineMarks::default();
        marks.update(&run);
        let inputs: Vec<_> =
            marks.of(MarkKind::Input).iter().map(|mark| (mark.moment, mark.until, mark.count)).collect();
        assert_eq!(inputs, [((30, 0), (35, 0), 3), ((55, 0), (55, 0), 1)]);
        let event = run.events()[0];
        assert_eq!(event.kind, EventKind::BlowUp);
        let blow_up = marks.of(MarkKind::BlowUp)[0].moment;
        assert_eq!(blow_up, run.moment_after((event.frame, event.substep)));
        assert_eq!(marks.next((0, 0), |_| true), Some(blow_up));
        assert_eq!(marks.next(blow_up, |_| true), Some((30, 0)));
        assert_eq!(marks.next((30, 0), |_| true), Some((55, 0)));
        assert_eq!(marks.next((55, 0), |_| true), None);
        assert_eq!(marks.previous((55, 0), |_| true), Some((30, 0)));
        assert_eq!(marks.previous((55, 0), |kind| kind != MarkKind::Input), Some(blow_up));
        assert_eq!(marks.previous((0, 0), |_| true), None);
        // On another branch, the marks of the old future are removed.
        run.seek(20);
        run.set_hand(hand(9.0));
        marks.update(&run);
        assert_eq!(marks.of(MarkKind::Input).iter().map(|mark| mark.moment).collect::<Vec<_>>(), [(20, 0)]);
        run.seek(0);
        run.set_hand(hand(9.0));
        marks.update(&run);
        assert!(marks.of(MarkKind::BlowUp).is_empty());
    }

    #[test]
    fn marks_of_findings_disappear_with_their_findings() {
        // A triangle whose tip falls through its base.
        let falling = Node { velocity: [0.0, -0.3], ..Node::at([1.0, 1.0]) };
        let nodes = vec![Node::at([0.0, 0.0]), Node::at([2.0, 0.0]), falling];
        let body = Body { nodes, triangles: vec![[0, 1, 2]], gas: 0.0, ..Body::default() };
        let world = crate::level::World { gravity: [0.0, 0.0], substeps: 2, ..Default::default() };
        let mut run = Run::new(Level { world, bodies: vec![body], ..Level::default() }.into()).unwrap();
        (0..6).for_each(|_| run.step_frame());
        let (mut marks, mut record) = (TimelineMarks::default(), Record::default());
        assert!(record.follow(&run, || true));
        marks.take_found(&run, &record);
        // 1 - 0.15 n is positive for n = 6 substeps and negative for 7.
        assert_eq!(
            marks.of(MarkKind::Found(Illness::Flip)).iter().map(|mark| mark.moment).collect::<Vec<_>>(),
            [(3, 1)]
        );
        let flip = record.findings().iter().find(|finding| finding.illness == Illness::Flip).unwrap();
        assert_eq!(flip.describe(run.level()), "triangle 0 of body 0: turned over");
        // Held back from frame 2 on, the tip does not pass the base.
        run.seek(2);
        run.set_hand(Some(Hand { held: Held::Node(0, 2), target: [1.0, 9.0], stiffness: 5.0, damping: 0.0 }));
        (0..2).for_each(|_| run.step_frame());
        assert!(record.follow(&run, || true));
        marks.take_found(&run, &record);
        assert!(marks.of(MarkKind::Found(Illness::Flip)).is_empty());
    }

    #[test]
    fn marks_merge_findings_of_consecutive_frames() {
        // Half of the square has no triangle in any frame.
        let nodes = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]].map(Node::at).to_vec();
        let hull = vec![[0, 1], [1, 2], [2, 3], [3, 0]];
        let body = Body { nodes, hull, triangles: vec![[0, 1, 2]], gas: 0.0, ..Body::default() };
        for bodies in 1..=3 {
            let bodies =
                (0..bodies).map(|index| body.clone().translated([9.0 * f64::from(index), 0.0])).collect::<Vec<_>>();
            let (count, level) = (bodies.len(), Level { bodies, ..Level::default() });
            let (marks, record) = marked(level, 5);
            // Each frame reports all bodies that have it.
            let mark = Mark { moment: (1, 0), until: (5, 0), index: 0, count: 5 * count };
            assert_eq!(marks.of(MarkKind::Found(Illness::Unpainted)), [mark]);
            assert_eq!(places(&record, &mark), count);
        }
    }

    #[test]
    fn marks_separate_findings_after_a_gap() {
        // The hull of a square has a fifth node, which crosses the side on which it lies. Outside, the hull covers more
        // area than the triangles; inside, less. A distance of 0.01 changes the area by 0.5 %.
        let through = |from: f64, speed: f64| {
            let mut nodes = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0], [0.5, from]].map(Node::at).to_vec();
            nodes[4].velocity = [0.0, speed];
            let hull = vec![[0, 4], [4, 1], [1, 2], [2, 3], [3, 0]];
            Body { nodes, hull, triangles: vec![[0, 1, 2], [0, 2, 3]], gas: 0.0, ..Body::default() }
        };
        // From 0.05 outside, 0.02 inwards per frame: outside after frames 1 and 2, inside from 3 on. The reverse: from
        // 0.05 inside, outside from 3 on.
        let bodies = vec![through(-0.05, 0.02), through(0.05, -0.02).translated([9.0, 0.0])];
        let world = crate::level::World { gravity: [0.0, 0.0], substeps: 1, ..Default::default() };
        let mut level = Level { world, bodies, ..Level::default() };
        let spans = |level: &Level, illness| -> Vec<(u64, u64, usize)> {
            let (marks, _) = marked(level.clone(), 5);
            let list = marks.of(MarkKind::Found(illness));
            list.iter().map(|mark| (mark.moment.0, mark.until.0, mark.count)).collect()
        };
        // The second body starts in the frame in which the first ends.
        assert_eq!(spans(&level, Illness::Unpainted), [(1, 5, 5)]);
        assert_eq!(spans(&level, Illness::Spill), [(1, 5, 5)]);
        // From 0.05 inside, 0.015 outwards per frame: outside from 4 on, so there is a gap.
        level.bodies[1] = through(0.05, -0.015).translated([9.0, 0.0]);
        assert_eq!(spans(&level, Illness::Unpainted), [(1, 2, 2), (4, 5, 2)]);
    }

    /// Findings of the detectors over a number of frames.
    fn marked(level: Level, frames: u64) -> (TimelineMarks, Record) {
        let mut run = Run::new(level.into()).unwrap();
        (0..frames).for_each(|_| run.step_frame());
        let (mut marks, mut record) = (TimelineMarks::default(), Record::default());
        assert!(record.follow(&run, || true));
        marks.take_found(&run, &record);
        (marks, record)
    }

    #[test]
    fn mark_kinds_have_distinct_lists_and_ids() {
        for (index, kind) in MarkKind::ALL.into_iter().enumerate() {
            assert_eq!(kind.index(), index);
            assert!(MarkKind::ALL[..index].iter().all(|other| other.id() != kind.id()));
        }
    }
}
