//! Tests of timeline marks.

use super::*;
use crate::debugger::diagnosis::describe;
use crate::engine::{Hand, Held};
use crate::level::{Body, CollisionFilter, Disc, Level, Motion, Node, Place};

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
    let inputs: Vec<_> = marks.of(MarkKind::Input).iter().map(|mark| (mark.moment, mark.until, mark.count)).collect();
    assert_eq!(inputs, [((30, 0), (35, 0), 3), ((55, 0), (55, 0), 1)]);
    let event = run.events()[0];
    assert_eq!(event.kind, EventKind::BlowUp);
    let blow_up = marks.of(MarkKind::Found(Problem::BlowUp))[0].moment;
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
    assert!(marks.of(MarkKind::Found(Problem::BlowUp)).is_empty());
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
    let mut marks = TimelineMarks::default();
    let findings = found(&run);
    marks.take_found(&run, &findings, &HarmlessFindings::default(), 6);
    // 1 - 0.15 n is positive for n = 6 substeps and negative for 7.
    assert_eq!(marks.of(MarkKind::Found(Problem::Flip)).iter().map(|mark| mark.moment).collect::<Vec<_>>(), [(3, 1)]);
    let flip = findings.iter().find(|finding| finding.problem == Problem::Flip).unwrap();
    assert_eq!(describe(flip, run.level()), "triangle 0 of body 0: flipped");
    // Held back from frame 2 on, the tip does not pass the base.
    run.seek(2);
    run.set_hand(Some(Hand { held: Held::Node(0, 2), target: [1.0, 9.0], stiffness: 5.0, damping: 0.0 }));
    (0..2).for_each(|_| run.step_frame());
    marks.take_found(&run, &found(&run), &HarmlessFindings::default(), 4);
    assert!(marks.of(MarkKind::Found(Problem::Flip)).is_empty());
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
        let marks = marked(level, 5);
        // Each frame reports all bodies that have it.
        let mark = Mark { moment: (1, 0), until: (5, 0), index: 0, count: 5 * count, is_early: false };
        assert_eq!(marks.of(MarkKind::Found(Problem::Unpainted)), [mark]);
        assert_eq!(places(marks.findings(), &mark), count);
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
    let spans = |level: &Level, problem| -> Vec<(u64, u64, usize)> {
        let marks = marked(level.clone(), 5);
        let list = marks.of(MarkKind::Found(problem));
        list.iter().map(|mark| (mark.moment.0, mark.until.0, mark.count)).collect()
    };
    // The second body starts in the frame in which the first ends.
    assert_eq!(spans(&level, Problem::Unpainted), [(1, 5, 5)]);
    assert_eq!(spans(&level, Problem::Spill), [(1, 5, 5)]);
    // From 0.05 inside, 0.015 outwards per frame: outside from 4 on, so there is a gap.
    level.bodies[1] = through(0.05, -0.015).translated([9.0, 0.0]);
    assert_eq!(spans(&level, Problem::Unpainted), [(1, 2, 2), (4, 5, 2)]);
}

/// Marks of the detectors over a number of frames.
fn marked(level: Level, frames: u64) -> TimelineMarks {
    let mut run = Run::new(level.into()).unwrap();
    (0..frames).for_each(|_| run.step_frame());
    let mut marks = TimelineMarks::default();
    marks.take_found(&run, &found(&run), &HarmlessFindings::default(), frames);
    marks
}

/// Findings in the visited frames.
fn found(run: &Run) -> Arc<Vec<Finding>> {
    let mut course = diagnosis::DiagnosisRun::of_run(run, 0..run.last_frame()).with_record();
    assert!(course.follow(|| true));
    Arc::new(course.findings().to_vec())
}

/// The blow-up in the first substep is marked at once, as an event; the diagnosis replaces the mark by its finding.
#[test]
fn event_marks_a_problem_until_its_frame_is_judged() {
    let mut run = run();
    (0..3).for_each(|_| run.step_frame());
    let mut marks = TimelineMarks::default();
    marks.update(&run);
    let blow_ups = |marks: &TimelineMarks| marks.of(MarkKind::Found(Problem::BlowUp)).to_vec();
    let early = blow_ups(&marks);
    assert!(early.len() == 1 && early[0].is_early);
    marks.take_found(&run, &found(&run), &HarmlessFindings::default(), 3);
    marks.update(&run);
    assert_eq!(blow_ups(&marks), [Mark { is_early: false, ..early[0] }]);
    marks.take_found(&run, &Arc::default(), &HarmlessFindings::default(), 0);
    marks.update(&run);
    assert_eq!(blow_ups(&marks), early);
}

#[test]
fn mark_kinds_have_distinct_lists_and_ids() {
    for (index, kind) in MarkKind::ALL.into_iter().enumerate() {
        assert_eq!(kind.index(), index);
        assert!(MarkKind::ALL[..index].iter().all(|other| other.id() != kind.id()));
    }
}

/// A disc flies at one unit per substep through a sensor of radius 1.5: it is inside after substeps 1 to 3 only.
#[test]
fn sensor_marks_stand_where_a_disc_enters_and_leaves() {
    let filter = CollisionFilter { sensor: true, ..CollisionFilter::default() };
    let sensor = Disc { radius: 1.5, motion: Motion::Fixed, collision: filter, ..Disc::default() };
    let flying =
        Disc { position: [-3.0, 0.0], velocity: [4.0, 0.0], radius: 0.1, motion: Motion::Dynamic, ..Disc::default() };
    let mut level = Level { discs: vec![sensor, flying], ..Level::default() };
    (level.world.gravity, level.world.substeps, level.world.frame_time) = ([0.0; 2], 4, 1.0);
    let (mut run, mut marks) = (Run::new(level.into()).unwrap(), TimelineMarks::default());
    run.step_frame();
    marks.update(&run);
    let moments = |marks: &TimelineMarks| marks.of(MarkKind::Sensor).iter().map(|mark| mark.moment).collect::<Vec<_>>();
    assert_eq!(moments(&marks), [(0, 2)]);
    run.step_frame();
    marks.update(&run);
    assert_eq!(moments(&marks), [(0, 2), (1, 1)]);
    assert_eq!(run.sensor_events().iter().map(|event| event.entered).collect::<Vec<_>>(), [true, false]);
    assert_eq!(run.sensor_events()[0].other, Place::Disc(1));
}
