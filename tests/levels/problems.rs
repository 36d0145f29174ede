//! The levels of the problems, measured without a detector.

use super::support::Run;
use blobsmith::debugger::diagnosis::{Problem, diagnose};
use blobsmith::geometry::{cross, polygon};
use blobsmith::level::{Body, Level};

/// The remedy of this id removes the problem.
fn is_fixed_by(id: &str, problem: Problem, remedy: &str) -> Level {
    let level = super::support::level(id);
    let before = diagnose(&level, 100, |_| true).unwrap();
    let diagnosed = before.of(problem).unwrap_or_else(|| panic!("{id}: no such problem"));
    let remedies = diagnosed.remedies(&level);
    let found = remedies.iter().find(|known| known.id == remedy);
    let fixed = found.unwrap_or_else(|| panic!("{id}: no {remedy}")).apply(&level).unwrap();
    let after = diagnose(&fixed, 100, |_| true).unwrap();
    assert_eq!(after.count(problem), 0, "{id} with {remedy}");
    fixed
}

#[test]
fn level_49_shot_passes_the_wall_without_a_contact() {
    let mut run = Run::new("49-thin-wall");
    run.frames(4, |_| {});
    // It went 2 a frame from -3.43.
    assert!((run.world.barycentre(1).x - 4.57).abs() < 1e-9);
    assert_eq!(run.world.contact_count(), 0);
    let fixed = is_fixed_by("49-thin-wall", Problem::Tunnelling, "substeps");
    let mut run = Run::of(fixed);
    run.frames(20, |_| {});
    assert!(run.world.barycentre(1).x < 1.0, "it is held back");
}

#[test]
fn level_50_loop_crosses_itself() {
    let crossings = |run: &Run| {
        let hull = &run.level.bodies[0].hull;
        let at = |edge: usize| hull[edge].map(|node| run.world.position(node));
        let pairs = (0..hull.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
        pairs.filter(|&(a, b)| polygon::segments_cross(at(a)[0], at(a)[1], at(b)[0], at(b)[1])).count()
    };
    let mut run = Run::new("50-folded-loop");
    assert_eq!(crossings(&run), 0);
    run.frames(30, |_| {});
    assert!(crossings(&run) > 0);
    is_fixed_by("50-folded-loop", Problem::SelfOverlap, "braces");
}

#[test]
fn level_51_tent_has_negative_area() {
    let mut run = Run::new("51-flattened-tent");
    let mut least = f64::INFINITY;
    run.frames(10, |run| {
        let points: Vec<_> = (0..5).map(|node| run.world.position(node)).collect();
        least = least.min(polygon::doubled_area(&points));
    });
    assert!(least < 0.0, "{least}");
    is_fixed_by("51-flattened-tent", Problem::Collapse, "stiffer");
}

#[test]
fn level_52_balloon_moves_by_more_than_its_size_in_a_substep() {
    let mut run = Run::new("52-too-much-gas");
    run.world.step_substep();
    let fastest = (0..12).map(|node| run.world.velocity(node).length()).fold(0.0, f64::max);
    // The side of a square of its area, which is that of a regular twelve-sided figure: 3.
    assert!(fastest / 16.0 > 3.0_f64.sqrt(), "{fastest}");
    is_fixed_by("52-too-much-gas", Problem::BlowUp, "less-gas");
}

#[test]
fn level_53_block_gains_energy_by_repositioning() {
    let mut run = Run::new("53-drawn-into-the-ground");
    let before = run.world.energy().total;
    run.frames(1, |_| {});
    // Two uprights of 2, pressed by 0.4 at 10, hold 2·½·10·0.4² = 1.6; damping takes at most a half of that at once, where
    // nothing should have been added at all.
    assert!(run.world.energy().total - before > 0.8, "{:?}", run.world.energy());
    is_fixed_by("53-drawn-into-the-ground", Problem::Repositioning, "start-outside");
}

#[test]
fn level_54_squares_gain_the_snapshot_angular_momentum() {
    // Snapshots, rounded to two digits: also in src/debugger/diagnosis/detectors/self_rolling.rs and docs/diagnose.md. After a
    // deliberate change of the physics, copy the numbers of the failing assertions.
    const MADE_IN_10_FRAMES: f64 = 2.5;
    const MADE_WITHOUT_RESTITUTION: f64 = 2.3;
    const MADE_WITH_FRICTION: f64 = 2.5;
    const MADE_WITH_SPLIT_EDGES: f64 = 1.4;
    const MADE_WITH_DIAGONALS: f64 = 0.03;
    const MADE_WITH_WEIGHTED: f64 = 0.0;

    let whole = |run: &Run| -> f64 {
        let layout = run.world.layout();
        let of = |node: usize| layout.mass[node] * cross(run.world.position(node), run.world.velocity(node));
        (0..layout.node_count).map(of).sum()
    };
    let mut run = Run::new("54-self-rolling");
    let before = whole(&run);
    run.frames(10, |_| {});
    // No external force acts, so the exact change is 0.
    let made = (whole(&run) - before).abs();
    assert!(made > 1.0, "the level shows nothing: {made}");
    assert!((made - MADE_IN_10_FRAMES).abs() < 0.05, "{made}");

    // A sum independent of the detector's.
    let made_in = |level: Level| {
        let mut run = Run::of(level);
        let before = whole(&run);
        run.frames(64, |_| {});
        (whole(&run) - before).abs()
    };
    let with = |change: fn(&mut Body)| {
        let mut level = super::support::level("54-self-rolling");
        level.bodies.iter_mut().for_each(change);
        made_in(level)
    };
    let [calm, rough] = [with(|body| body.restitution = 0.0), with(|body| body.friction = 1.0)];
    assert!(calm > 1.0 && rough > 1.0, "no remedies: {calm}, {rough}");
    assert!(
        (calm - MADE_WITHOUT_RESTITUTION).abs() < 0.05 && (rough - MADE_WITH_FRICTION).abs() < 0.05,
        "{calm}, {rough}"
    );
    let split = made_in(is_fixed_by("54-self-rolling", Problem::SelfRolling, "split-edges"));
    let by_diagonals = made_in(is_fixed_by("54-self-rolling", Problem::SelfRolling, "diagonals"));
    let weighted = made_in(is_fixed_by("54-self-rolling", Problem::SelfRolling, "weighted-response"));
    assert!(
        by_diagonals < 0.05 * split && split < made,
        "diagonals are the better remedy: {by_diagonals}, {split}, {made}"
    );
    assert!((split - MADE_WITH_SPLIT_EDGES).abs() < 0.05, "{split}");
    assert!((by_diagonals - MADE_WITH_DIAGONALS).abs() < 0.005, "{by_diagonals}");
    assert!((weighted - MADE_WITH_WEIGHTED).abs() < 0.005, "{weighted}");
}

#[test]
fn level_55_frame_reverses_within_three_substeps() {
    let mut run = Run::new("55-ringing");
    let length = |run: &Run| (run.world.position(1) - run.world.position(0)).length();
    let (mut last, mut way, mut turns) = (length(&run), 0.0, 0);
    for _ in 0..160 {
        run.world.step_substep();
        let now = length(&run);
        turns += u32::from((now - last) * way < 0.0);
        (way, last) = (now - last, now);
    }
    assert!(turns > 96, "{turns}");
    is_fixed_by("55-ringing", Problem::Ringing, "substeps");
    is_fixed_by("55-ringing", Problem::Ringing, "more-damping");
}

#[test]
fn level_56_block_jitters_in_place() {
    let mut run = Run::new("56-jitter-at-rest");
    run.frames(64, |_| {});
    let start = run.world.barycentre(1);
    let mut fastest: f64 = 0.0;
    run.frames(64, |run| fastest = fastest.max((4..8).map(|n| run.world.velocity(n).length()).fold(0.0, f64::max)));
    assert!((run.world.barycentre(1) - start).length() < 0.2);
    // What gravity gives in a frame is 0.02.
    assert!(fastest > 0.02, "{fastest}");
    is_fixed_by("56-jitter-at-rest", Problem::Jitter, "less-friction");
}
