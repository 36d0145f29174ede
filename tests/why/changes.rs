//! Who changed a number: against calculations by hand, and against every phase of the same run.

use crate::support::level;
use blobsmith::debugger::Run;
use blobsmith::debugger::changes::{ChangeSearch, FoundChange, NumberAxis, NumberKind, PartNumber};
use blobsmith::level::{Level, Place, format};
use std::sync::Arc;

fn run(text: &str) -> Run {
    Run::new(Arc::new(format::read(text, format::TextFormat::Json).unwrap())).unwrap()
}

fn number(place: Place, kind: NumberKind) -> PartNumber {
    PartNumber { place, kind, axis: NumberAxis::Both }
}

fn last(run: &Run, number: PartNumber, skips_motion: bool) -> Option<FoundChange> {
    ChangeSearch::back(run, number, skips_motion, None).go_on(|| true).unwrap()
}

fn next(run: &Run, number: PartNumber, skips_motion: bool) -> Option<FoundChange> {
    ChangeSearch::forward(run, number, skips_motion).go_on(|| true).unwrap()
}

/// Two discs of radius 1 and equal mass, a gap of 1 between them: at speed 0.3 they meet at time 10/3, in the second of
/// four substeps of frame 3. An elastic impact exchanges the velocities.
const DISCS: &str = r#"{"format": 1, "world": {"gravity": [0, 0], "frame_time": 1, "substeps": 4}, "discs": [
    {"position": [0, 0], "radius": 1, "velocity": [0.3, 0], "restitution": 1},
    {"position": [3, 0], "radius": 1, "restitution": 1}]}"#;

#[test]
fn last_change_of_a_velocity_is_the_impact_of_two_discs() {
    let mut run = run(DISCS);
    (0..9).for_each(|_| run.step_frame());
    for (disc, other) in [(0, 1), (1, 0)] {
        let found = last(&run, number(Place::Disc(disc), NumberKind::Velocity), false).unwrap();
        assert_eq!((found.shown.0, found.at.0), ((3, 1), (3, 2)), "{found:?}");
        assert_eq!(found.title, "impact of discs");
        assert!(found.cause.contains("disc 0 with disc 1"), "{}", found.cause);
        assert!(found.places.contains(&Place::Disc(other)));
        let (before, after) = if disc == 0 { (0.3, 0.0) } else { (0.0, 0.3) };
        assert!((found.before.x - before).abs() < 1e-12 && (found.after.x - after).abs() < 1e-12, "{found:?}");
    }
    // No coordinate y has ever changed.
    let y = PartNumber { axis: NumberAxis::Y, ..number(Place::Disc(0), NumberKind::Velocity) };
    assert_eq!(last(&run, y, false), None);
    // Disc 0 rests since the impact, so the same moment is the last change of its position, too: a flight.
    let found = last(&run, number(Place::Disc(0), NumberKind::Position), false).unwrap();
    assert_eq!((found.at.0, found.title.as_str()), ((3, 2), "flight of discs"));
    assert_eq!(last(&run, number(Place::Disc(0), NumberKind::Position), true), None, "no phase but motion moved it");
}

#[test]
fn next_change_of_a_velocity_is_found_beyond_the_last_visited_frame() {
    let run = run(DISCS);
    let found = next(&run, number(Place::Disc(1), NumberKind::Velocity), false).unwrap();
    assert_eq!(found.shown.0, (3, 1));
    assert_eq!(run.last_frame(), 0, "the run itself stays where it was");
}

#[test]
fn input_is_found_as_the_cause_of_a_change() {
    let mut run = run(r#"{"format": 1, "world": {"gravity": [0, 0]}, "bodies": [
        {"nodes": [{"position": [0, 0]}, {"position": [1, 0]}]}]}"#);
    (0..3).for_each(|_| run.step_frame());
    run.nudge(Place::Node(0, 1), [0.0, 0.5]).unwrap();
    (0..3).for_each(|_| run.step_frame());
    let found = last(&run, number(Place::Node(0, 1), NumberKind::Velocity), false).unwrap();
    assert_eq!((found.at, found.shown), (((3, 0), None), ((3, 0), 0)));
    assert_eq!((found.title.as_str(), found.after.y), ("input", 0.5));
    assert!(found.cause.starts_with("nudge"), "{}", found.cause);
    assert_eq!(last(&run, number(Place::Node(0, 0), NumberKind::Velocity), false), None);
}

#[test]
fn velocity_in_free_fall_is_changed_by_gravity_in_the_last_substep() {
    let mut run = run(r#"{"format": 1, "world": {"gravity": [0, -0.5], "substeps": 2, "frame_time": 1}, "bodies": [
        {"nodes": [{"position": [0, 0], "role": {"Mass": 2}}]}]}"#);
    (0..4).for_each(|_| run.step_frame());
    let found = last(&run, number(Place::Node(0, 0), NumberKind::Velocity), false).unwrap();
    assert_eq!((found.shown.0, found.title.as_str()), ((3, 1), "integration"));
    // Half a frame at 0.5 adds 0.25; the weight of mass 2 is 1.
    assert_eq!((found.before.y, found.after.y), (-1.75, -2.0));
    assert!(found.cause.contains("gravity (0, -1)") || found.cause.contains("weight (0, -1)"), "{}", found.cause);
    assert_eq!(last(&run, number(Place::Node(0, 0), NumberKind::Velocity), true), None);
    assert_eq!(last(&run, number(Place::Node(0, 0), NumberKind::Force), false), None, "its weight is constant");
}

/// Every phase that changes a number, by displaying one after the other.
fn by_phases(run: &mut Run, number: PartNumber, is_counted: impl Fn(&str) -> bool) -> Option<((u64, u32), usize)> {
    let value = |run: &Run| match (number.place, number.kind) {
        (Place::Node(body, node), NumberKind::Force) => run.world().forces_on(body, node).unwrap().total,
        (Place::Node(body, node), kind) => {
            let index = run.world().layout().bodies[body].nodes.start + node;
            if kind == NumberKind::Position { run.world().position(index) } else { run.world().velocity(index) }
        }
        _ => unreachable!("nodes only"),
    };
    loop {
        let before = run.moment_before(run.moment())?;
        let titles: Vec<_> = run.phases().iter().map(|seen| seen.phase.kind.title()).collect();
        for done in (2..=titles.len()).rev() {
            run.look_inside(done);
            let after = value(run);
            run.look_inside(done - 1);
            if value(run) != after && is_counted(titles[done - 1]) {
                return Some((before, done));
            }
        }
        run.look_at_end();
        run.back_substep();
    }
}

#[test]
fn last_change_agrees_with_the_displayed_phases_of_a_pile() {
    let level = level("06-squares-entry-edge");
    let mut run = Run::new(Arc::new(level)).unwrap();
    (0..60).for_each(|_| run.step_frame());
    for place in [Place::Node(0, 0), Place::Node(0, 2), Place::Node(1, 1)] {
        for kind in NumberKind::ALL {
            for skips in [false, true] {
                let number = number(place, kind);
                let found = last(&run, number, skips).map(|found| found.shown);
                let motion = ["integration", "driven bodies", "barycentres", "velocities"];
                let mut other = run.fork();
                let expected = by_phases(&mut other, number, |title| !skips || !motion.contains(&title));
                assert_eq!(found, expected, "{place} {kind:?} {skips}");
            }
        }
    }
}

#[test]
fn contact_is_named_with_its_parts_and_a_repeated_question_goes_further_back() {
    let mut run = Run::new(Arc::new(level("06-squares-entry-edge"))).unwrap();
    // Up to the first contact.
    while run.trace().is_none_or(|trace| trace.contacts.is_empty()) {
        run.step_substep();
        assert!(run.frame() < 600, "the squares meet");
    }
    let contact = run.trace().unwrap().contacts[0].clone();
    (0..30).for_each(|_| run.step_frame());
    let number = number(Place::Node(contact.body, contact.node), NumberKind::Position);
    let mut at = None;
    let mut seen: Vec<FoundChange> = Vec::new();
    let mut place = run.fork();
    while let Some(Some(found)) = ChangeSearch::back(&place, number, true, at).go_on(|| true) {
        assert!(seen.last().is_none_or(|last| (found.at.0, found.at.1) < (last.at.0, last.at.1)), "{found:?}");
        place.approach(found.at.0, || true);
        at = Some(found.at);
        seen.push(found);
    }
    let first = seen.last().unwrap();
    assert_eq!(first.contact, Some([contact.body, contact.node, contact.other]), "{first:?}");
    assert!(first.places.contains(&Place::HullEdge(contact.other, contact.chosen.unwrap())));
    assert!(first.cause.contains(&format!("contact of node {}", contact.node)), "{}", first.cause);
}

#[test]
fn search_in_slices_gives_the_same_answer() {
    let mut run = run(DISCS);
    (0..40).for_each(|_| run.step_frame());
    let number = number(Place::Disc(0), NumberKind::Velocity);
    let mut search = ChangeSearch::back(&run, number, false, None);
    let (mut slices, mut progress) = (0, 0.0);
    let found = loop {
        let mut steps = 0;
        if let Some(found) = search.go_on(|| {
            steps += 1;
            steps < 4
        }) {
            break found;
        }
        assert!(search.progress() >= progress);
        progress = search.progress();
        slices += 1;
        assert!(slices < 1000);
    };
    assert!(slices > 10);
    assert_eq!(found, last(&run, number, false));
}

#[test]
fn part_that_does_not_exist_never_changes() {
    let mut run = Run::new(Arc::new(Level::default())).unwrap();
    run.step_frame();
    assert_eq!(last(&run, number(Place::Node(7, 7), NumberKind::Force), false), None);
    assert_eq!(last(&run, number(Place::Disc(3), NumberKind::Velocity), false), None);
}

#[test]
fn retention_is_named_as_a_part_of_a_change_of_velocity() {
    let level = |retention: f64| {
        run(&format!(
            r#"{{"format": 1, "world": {{"gravity": [0, -1], "velocity_retention": {retention}}}, "bodies": [
                {{"nodes": [{{"position": [0, 0]}}]}}]}}"#
        ))
    };
    for (retention, is_named) in [(0.99, true), (1.0, false)] {
        let mut run = level(retention);
        run.step_frame();
        let found = last(&run, number(Place::Node(0, 0), NumberKind::Velocity), false).unwrap();
        let words = "; retention multiplies the velocity by 0.99";
        assert_eq!(found.cause.ends_with(words), is_named, "{}", found.cause);
    }
}
