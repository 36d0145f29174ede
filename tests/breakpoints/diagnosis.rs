//! Detectors, compared with brute force: entry edges by testing two thousand moments of each substep, flips by the
//! signs of areas, and equal findings for every order of visits.

use crate::scenes::random::meeting;
use blobsmith::debugger::breakpoints::{PRESETS, PresetSubject};
use blobsmith::debugger::diagnosis::{DiagnosisRun, Examiner, Finding, Problem, describe};
use blobsmith::debugger::quantities::Series;
use blobsmith::debugger::search::{FirstMoment, Search};
use blobsmith::debugger::{Expression, Run, Survey};
use blobsmith::engine::trace::{Candidate, ContactTrace};
use blobsmith::engine::{State, Trace, World};
use blobsmith::geometry::{DVec2, polygon};
use blobsmith::level::format::{TextFormat, read};
use blobsmith::level::{Body, Each, Level, Place, gallery};
use std::f64::consts::PI;

fn level(id: &str) -> Level {
    read(gallery::level(id).unwrap().text, TextFormat::Ron).unwrap()
}

/// All findings of the substep detectors in n frames of a straight run.
fn straight(level: &Level, frames: u64) -> Vec<Finding> {
    found_by(Examiner::default(), level, frames)
}

/// The same with the window detectors, which a diagnosis includes.
fn straight_with_windows(level: &Level, frames: u64) -> Vec<Finding> {
    found_by(Examiner::thorough(), level, frames)
}

fn found_by(mut examiner: Examiner, level: &Level, frames: u64) -> Vec<Finding> {
    let (mut world, mut found) = (World::new(level).unwrap(), Vec::new());
    while world.state().frame < frames {
        world.step_substep_observed(None, &mut examiner);
        found.extend_from_slice(examiner.findings());
    }
    let mut plain = World::new(level).unwrap();
    (0..frames).for_each(|_| plain.step_frame());
    assert_eq!(world.hash(), plain.hash(), "observation does not change the state");
    found
}

fn of(found: &[Finding], problem: Problem) -> Vec<Finding> {
    found.iter().copied().filter(|finding| finding.problem == problem).collect()
}

/// 000 §E.2: the lower right corner (node 1) of the pushed square enters by the left edge (3) of the waiting one, and
/// the lower edge (0) is nearer.
#[test]
fn wrong_edge_of_the_two_squares_is_found() {
    for id in ["02-squares-projection", "03-squares-wedge45", "04-squares-distance"] {
        let level = level(id);
        let found = of(&straight(&level, 60), Problem::WrongEdge);
        let first = found.first().unwrap_or_else(|| panic!("{id}: nothing"));
        assert_eq!(first.place, Place::Node(0, 1), "{id}");
        assert_eq!((first.other, first.numbers[0]), (Some(Place::HullEdge(1, 0)), 3.0), "{id}");
        let words = "node 1 of “pushed”: entered “waiting” by edge 3 (0.008092 deep), but was pushed out of edge 0 (0.005 deep)";
        assert!(describe(first, &level).starts_with(words), "{}", describe(first, &level));
    }
}

#[test]
fn entry_edge_has_no_wrong_edge_of_the_two_squares() {
    assert_eq!(of(&straight(&level("06-squares-entry-edge"), 60), Problem::WrongEdge), []);
}

/// A floor and two soft boxes, the upper one narrower, so every corner is far within the edge below it. (In the stack
/// of the gallery nodes are close to the corners above them and are pushed out sideways.)
#[test]
fn stack_at_rest_has_no_findings_in_ten_thousand_frames() {
    let mut stack = level("15-stack");
    stack.bodies.truncate(1);
    let square = &level("04-squares-distance").bodies[0];
    for (side, bottom) in [(2.0, 0.0), (1.2, 2.0)] {
        let mut square = square.clone();
        for node in &mut square.nodes {
            let [x, y] = node.position;
            let at = [(x + 1.6) * side / 2.0, (y - 0.005 + 1.0) * side / 2.0 + bottom];
            (node.position, node.velocity) = (at, [0.0, 0.0]);
        }
        square.springs.iter_mut().for_each(|spring| spring.rest_length *= side / 2.0);
        stack.bodies.push(Body { restitution: 0.4, friction: 0.6, ..square });
    }
    let (mut world, mut examiner) = (World::new(&stack).unwrap(), Examiner::default());
    while world.state().frame < 10_000 {
        world.step_substep_observed(None, &mut examiner);
        assert_eq!(examiner.count(Problem::WrongEdge), 0, "at frame {}", world.state().frame);
    }
    assert!(world.contact_count() > 100_000, "the stack is in contact: {} contacts", world.contact_count());
}

/// Last entry edge of M, moving linearly from the start of the substep to detection, by testing many moments. None if
/// it was inside at the start, never entered, came too near to a corner, or the hull is inside out.
fn crossed(old: &State, first: [usize; 2], contact: &ContactTrace) -> Option<usize> {
    const LOOKS: usize = 2000;
    let mix = |a: DVec2, b: DVec2, at: usize| a + (b - a) * (at as f64 / LOOKS as f64);
    let m = |at: usize| mix(old.positions[first[0] + contact.node], contact.point, at);
    let edges = |at: usize| {
        contact.candidates.iter().map(move |row| {
            let [a, b] = [row.a, row.b].map(|node| old.positions[first[1] + node]);
            (mix(a, row.a_position, at), mix(b, row.b_position, at))
        })
    };
    let is_inside = |at: usize| polygon::contains(edges(at), m(at));
    if is_inside(0) {
        return None;
    }
    let entered = (0..LOOKS).rev().find(|&at| !is_inside(at) && is_inside(at + 1))?;
    let mut near: Vec<(f64, usize)> =
        edges(entered).map(|(a, b)| polygon::distance_to_segment(m(entered), a, b)).zip(0..).collect();
    near.sort_by(|p, q| p.0.total_cmp(&q.0));
    let size = contact.candidates[near[0].1].length_squared.sqrt();
    let is_clear = near[1].0 - near[0].0 > 0.01 * size && contact.candidates[near[0].1].cross >= 0.0;
    is_clear.then_some(near[0].1)
}

/// True if the corner between two edges was inside the hull of M's own body at the start, or on or in it at detection.
/// Then it entered through a side of M, and the entry of M is ambiguous.
fn is_pierced(old: &State, world: &World, contact: &ContactTrace, [first, second]: [&Candidate; 2]) -> bool {
    let [own, other] = [contact.body, contact.other].map(|body| &world.layout().bodies[body]);
    let ends = |row: &Candidate| [(row.a, row.a_position), (row.b, row.b_position)];
    let of_both = |&(node, _): &(usize, DVec2)| first.edge != second.edge && [second.a, second.b].contains(&node);
    let Some((corner, found)) = ends(first).into_iter().find(of_both) else { return false };
    let hull = world.layout().hull_edges[own.hull_edges.clone()].iter().map(|edge| edge.map(|node| node as usize));
    let edges_at =
        |at: &dyn Fn(usize) -> DVec2| -> Vec<(DVec2, DVec2)> { hull.clone().map(|[a, b]| (at(a), at(b))).collect() };
    let before = edges_at(&|node| old.positions[node]);
    let m = own.nodes.start + contact.node;
    let after = edges_at(&|node| if node == m { contact.point } else { world.position(node) });
    let is_on = |&(a, b): &(DVec2, DVec2)| polygon::distance_to_segment(found, a, b) < 1e-2 * a.distance(b);
    polygon::contains(before, old.positions[other.nodes.start + corner])
        || after.iter().any(is_on)
        || polygon::contains(after, found)
}

#[test]
fn wrong_edges_match_brute_force() {
    let mut levels: Vec<Level> = (0..12).map(meeting).collect();
    levels.extend(["02-squares-projection", "04-squares-distance", "13-notch-distance"].map(level));
    let (mut judged, mut wrong) = (0, 0);
    for level in &levels {
        let (mut world, mut examiner, mut trace) = (World::new(level).unwrap(), Examiner::default(), Trace::default());
        while world.state().frame < 25 {
            let old = world.state().clone();
            world.step_substep_observed(Some(&mut trace), &mut examiner);
            let bodies = &world.layout().bodies;
            for contact in trace.contacts.iter().filter(|contact| contact.response.is_some()) {
                let starts = [contact.body, contact.other].map(|body| bodies[body].nodes.start);
                let Some(crossed) = crossed(&old, starts, contact) else { continue };
                let chosen = contact.winner().expect("a response has an edge");
                // Two edges that are almost collinear (tangent of the angle below 0.2) count as one wall.
                let [first, second] = [&contact.candidates[crossed], chosen];
                let angle = |row: &Candidate| (row.b_position - row.a_position).to_angle();
                let turn = (angle(second) - angle(first) + 3.0 * PI).rem_euclid(2.0 * PI) - PI;
                let is_one_wall = (first.b == second.a || first.a == second.b) && turn.abs() < 0.2_f64.atan();
                // A body thrown a hundred units away folds over itself, so its sides are not meaningful.
                let ends = [first.a_position, first.b_position, second.a_position, second.b_position];
                let is_thrown = ends.iter().any(|at| at.abs().max_element() > 100.0);
                if is_thrown || is_pierced(&old, &world, contact, [first, second]) {
                    continue;
                }
                let is_wrong = chosen.edge != crossed && !is_one_wall;
                let place = Place::Node(contact.body, contact.node);
                let reported = examiner.findings().iter().find(|finding| {
                    matches!(finding.other, Some(Place::HullEdge(other, _)) if other == contact.other)
                        && finding.problem == Problem::WrongEdge
                        && finding.place == place
                });
                assert_eq!(reported.is_some(), is_wrong, "{}, frame {}: {place}", level.name, old.frame);
                if let Some(known) = reported.map(|finding| finding.numbers[0]) {
                    assert_eq!(known as usize, crossed, "{}, frame {}: {place}", level.name, old.frame);
                    wrong += 1;
                }
                judged += 1;
            }
        }
    }
    assert!(judged > 50 && wrong > 2, "{judged} judged, {wrong} wrong");
}

#[test]
fn flips_match_the_signs_of_areas() {
    let level = level("10-balloon-bare");
    let (mut world, mut expected) = (World::new(&level).unwrap(), Vec::new());
    let areas = |world: &World| -> Vec<f64> {
        let triangles = world.layout().triangles.iter();
        let corner = |node: u32| world.position(node as usize);
        triangles.map(|&[a, b, c]| polygon::doubled_area(&[corner(a), corner(b), corner(c)])).collect()
    };
    let mut before = areas(&world);
    while world.state().frame < 120 {
        let (frame, substep) = (world.state().frame, world.state().substep);
        world.step_substep();
        let now = areas(&world);
        for (index, (before, now)) in before.iter().zip(&now).enumerate() {
            if *before > 0.0 && *now <= 0.0 {
                let body = world.layout().bodies.iter().position(|body| body.triangles.contains(&index)).unwrap();
                let place = Place::Triangle(body, index - world.layout().bodies[body].triangles.start);
                expected.push((frame, substep, place));
            }
        }
        before = now;
    }
    assert!(!expected.is_empty(), "a balloon without a barycentre folds");
    let found = of(&straight(&level, 120), Problem::Flip);
    let found: Vec<_> = found.iter().map(|finding| (finding.frame, finding.substep, finding.place)).collect();
    assert_eq!(found, expected);
}

/// The findings of a moment do not depend on the previous moment.
#[test]
fn findings_do_not_depend_on_the_order_of_visits() {
    let level = level("04-squares-distance");
    let mut found = straight(&level, 40);
    found.retain(|finding| matches!(finding.problem, Problem::WrongEdge | Problem::Flip));
    let mut run = Run::new(level.clone().into()).unwrap();
    (0..40).for_each(|_| run.step_frame());
    let condition = Expression::new("wrong_edges + 1000 * problem(\"flip\")", &level).unwrap();
    let mut memory = condition.memory();
    let mut seed = 7_u64;
    let mut hits = 0;
    for look in 0..150_u64 {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // Far jumps, steps forwards and backwards, and moments with known findings.
        let random = ((seed >> 33) % 39, (seed >> 20) as u32 % 16);
        let target = match look % 4 {
            0 => random,
            1 => run.moment_after(run.moment()),
            2 => run.moment_before(run.moment()).unwrap_or((0, 0)),
            _ => {
                let finding = found[(seed >> 33) as usize % found.len()];
                run.moment_after((finding.frame, finding.substep))
            }
        };
        run.approach(target, || true);
        let here = |finding: &&Finding| run.moment_after((finding.frame, finding.substep)) == target;
        let count = |problem| of(&found, problem).iter().filter(here).count() as f64;
        let expected = count(Problem::WrongEdge) + 1000.0 * count(Problem::Flip);
        let value = condition.value(&run.look_for(&condition, Each::Substep), &mut memory);
        assert_eq!(value, expected, "at {target:?}");
        // Per frame, all substeps of the frame so far count.
        let frame = if target.1 == 0 { target.0.saturating_sub(1) } else { target.0 };
        let in_frame =
            |finding: &&Finding| finding.frame == frame && run.moment_after((finding.frame, finding.substep)) <= target;
        let count = |problem| of(&found, problem).iter().filter(in_frame).count() as f64;
        let expected_of_frame = count(Problem::WrongEdge) + 1000.0 * count(Problem::Flip);
        let value = condition.value(&run.look_for(&condition, Each::Frame), &mut memory);
        assert_eq!(value, expected_of_frame, "frame of {target:?}");
        hits += u32::from(expected > 0.0);
    }
    assert!(hits > 30, "{hits}");
}

/// Evaluated per frame, findings of every substep count once.
#[test]
fn findings_of_all_frames_add_up_to_those_of_the_run() {
    let level = level("04-squares-distance");
    let found = of(&straight(&level, 40), Problem::WrongEdge);
    let mut run = Run::new(level.clone().into()).unwrap();
    (0..40).for_each(|_| run.step_frame());
    let series = ["wrong_edges", "problem(\"wrong-edge\")"].map(|text| Series::watch(text, &level).unwrap());
    let mut survey = Survey::default();
    survey.want(&series);
    assert!(survey.follow(&run, || true));
    for series in &series {
        let numbers = survey.numbers(&series.key).unwrap().values();
        assert_eq!(numbers.iter().sum::<f64>(), found.len() as f64);
        assert!(found.iter().all(|finding| numbers[finding.frame as usize + 1] > 0.0));
    }
    let condition = Expression::condition("wrong_edges > 0", &level).unwrap();
    let mut search = Search::new(&run, condition, Each::Frame, None);
    assert_eq!(search.go_on(|| true), Some(&FirstMoment::First((found[0].frame + 1, 0))));
}

/// The diagnosis of the visited frames, with its findings by time.
fn diagnosed(run: &Run) -> DiagnosisRun {
    let mut course = DiagnosisRun::of_run(run, 0..run.last_frame()).with_record();
    assert!(course.follow(|| true));
    course
}

#[test]
fn record_is_complete_and_drops_invalid_findings() {
    let level = level("04-squares-distance");
    let mut run = Run::new(level.clone().into()).unwrap();
    (0..40).for_each(|_| run.step_frame());
    let mut course = DiagnosisRun::of_run(&run, 0..40).with_record();
    // In small slices.
    let mut calls = 0;
    while !course.follow({
        let mut left = 7;
        move || {
            left -= 1;
            left >= 0
        }
    }) {
        calls += 1;
        assert!(calls < 2000);
    }
    let expected = straight_with_windows(&level, 40);
    assert_eq!(course.findings(), expected);
    let is_in_it = |problem| !of(&expected, problem).is_empty();
    assert!(
        is_in_it(Problem::WrongEdge) && is_in_it(Problem::Interpenetration),
        "of substep detectors and of window detectors"
    );
    assert_eq!(course.frames_done(), 40);
    // Another past from frame 20 on: equal to a run that had it from the start.
    run.seek(20);
    run.set_hand(Some(blobsmith::engine::Hand {
        held: blobsmith::engine::Held::Node(1, 2),
        target: [5.0, 5.0],
        stiffness: 0.5,
        damping: 0.1,
    }));
    (0..25).for_each(|_| run.step_frame());
    course.follow_run(&run, 45);
    assert!(course.follow(|| true));
    let fresh = diagnosed(&run);
    assert_eq!(course.findings(), fresh.findings());
    assert_eq!((course.frames_done(), fresh.frames_done()), (45, 45));
}

/// Window detectors: after a change of the past within a window, findings equal those of a new run.
#[test]
fn windows_are_judged_again_after_a_changed_past() {
    let level = level("55-ringing");
    let mut run = Run::new(level.clone().into()).unwrap();
    (0..45).for_each(|_| run.step_frame());
    let mut course = diagnosed(&run);
    let (mut world, mut examiner, mut found) = (World::new(&level).unwrap(), Examiner::thorough(), Vec::new());
    while world.state().frame < 45 {
        world.step_substep_observed(None, &mut examiner);
        found.extend_from_slice(examiner.findings());
    }
    assert_eq!(course.findings(), found);
    assert!(of(&found, Problem::Ringing).len() > 6, "{}", found.len());
    // In the middle of the second window, which starts at frame 32.
    run.seek(37);
    run.set_hand(Some(blobsmith::engine::Hand {
        held: blobsmith::engine::Held::Node(0, 2),
        target: [3.0, 3.0],
        stiffness: 0.5,
        damping: 0.1,
    }));
    (0..30).for_each(|_| run.step_frame());
    course.follow_run(&run, run.last_frame());
    assert!(course.follow(|| true));
    assert_eq!(course.findings(), diagnosed(&run).findings());
}

#[test]
fn search_finds_the_first_finding() {
    let level = level("04-squares-distance");
    let preset = PRESETS.iter().find(|preset| preset.id == "wrong-edge").unwrap();
    let breakpoint = preset.breakpoint(&PresetSubject { level: &level, selection: &[Place::Body(0)] }).unwrap();
    assert_eq!(breakpoint.condition, "any(body(\"pushed\").node.wrong_edge)");
    let condition = Expression::condition(&breakpoint.condition, &level).unwrap();
    let found = of(&straight(&level, 40), Problem::WrongEdge);
    let first = found.iter().find(|finding| finding.place.body() == Some(0)).unwrap();
    let mut run = Run::new(level.into()).unwrap();
    let last = found.iter().rfind(|finding| finding.place.body() == Some(0)).unwrap();
    run.approach(run.moment_after((last.frame, last.substep)), || true);
    let expected = run.moment_after((first.frame, first.substep));
    let mut search = Search::new(&run, condition.clone(), Each::Substep, None);
    assert_eq!(search.go_on(|| true), Some(&FirstMoment::First(expected)));
    // The breakpoint's place is that node.
    run.approach(expected, || true);
    let mut memory = condition.memory();
    assert!(condition.is_true(&run.look_for(&condition, Each::Substep), &mut memory));
    assert_eq!(condition.place(&run.look_for(&condition, Each::Substep), &memory), Some(first.place));
}
