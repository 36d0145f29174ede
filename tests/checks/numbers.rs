//! Rules against numbers worked out by hand.

use crate::build::*;
use blobsmith::level::checks::{Finding, Severity, check, fix, rule};
use blobsmith::level::*;

fn found(level: &Level, rule: &str) -> Vec<Finding> {
    check(level).into_iter().filter(|finding| finding.rule == rule).collect()
}

/// One mass on a spring that hangs from a pinned node, in one substep of length 1.
fn pendulum(stiffness: f64, damping: f64) -> Level {
    let mut nodes = nodes(&[[0.0, 0.0], [0.0, -10.0]]);
    nodes[0].pinned = true;
    let springs = vec![Spring { a: 0, b: 1, rest_length: 10.0, stiffness, damping }];
    let mut level = level(vec![Body { nodes, springs, gas: 0.0, ..Body::default() }]);
    level.world.substeps = 1;
    level
}

/// hω = 2 is the limit: with h = 1 and m = 1, k = 4.
#[test]
fn stability_limit_of_undamped_semi_implicit_euler_is_h_omega_2() {
    assert!(found(&pendulum(3.999, 0.0), "stability").is_empty());
    let unstable = found(&pendulum(4.1, 0.0), "stability");
    assert_eq!(unstable.len(), 1);
    assert_eq!(unstable[0].severity, Severity::Error);
    assert!(
        unstable[0].message.contains("reaches 4.1 (at node 1: stiffness 4.1), the limit is 4; 2 substeps are enough"),
        "{:?}",
        unstable[0]
    );
}

/// h²k + 2hc < 4: with k = 1, c = 1.5 is the limit; and where N is asked for, N - 1 is not enough.
#[test]
fn stability_fix_sets_the_fewest_substeps_with_damping() {
    assert!(found(&pendulum(1.0, 1.499), "stability").is_empty());
    assert_eq!(found(&pendulum(1.0, 1.51), "stability").len(), 1);
    // k = 300, c = 7: h = 1/12 gives 2.08 + 1.17 = 3.25, h = 1/11 gives 2.48 + 1.27 = 3.75, h = 1/10 gives 3 + 1.4 = 4.4.
    let mut level = pendulum(300.0, 7.0);
    let finding = found(&level, "stability").remove(0);
    fix(&mut level, &finding).expect("the fix works");
    assert_eq!(level.world.substeps, 11);
}

/// Iterating the step: bounded just below the limit, growing without bound just above it.
#[test]
fn stability_limit_is_where_the_recurrence_starts_to_grow() {
    let amplitude = |k: f64, c: f64| {
        let (mut x, mut v) = (1.0f64, 0.0f64);
        for _ in 0..2000 {
            v += -k * x - c * v;
            x += v;
        }
        x.abs()
    };
    for (k, c) in [(3.99, 0.0), (1.99, 1.0), (0.5, 1.74)] {
        assert!(amplitude(k, c) < 100.0 && found(&pendulum(k, c), "stability").is_empty());
    }
    for (k, c) in [(4.05, 0.0), (2.05, 1.0), (0.5, 1.8)] {
        assert!(amplitude(k, c) > 1e6 && found(&pendulum(k, c), "stability").len() == 1);
    }
}

/// With retention r, Verlet's limit is 2 + 2r, that of semi-implicit Euler 2 + 2/r.
#[test]
fn stability_limit_with_retention_depends_on_the_integrator() {
    let with = |integrator, stiffness| {
        let mut level = pendulum(stiffness, 0.0);
        level.world.integrator = integrator;
        level.world.velocity_retention = 0.5;
        found(&level, "stability").len()
    };
    assert_eq!((with(Integrator::Verlet, 2.95), with(Integrator::Verlet, 3.05)), (0, 1));
    assert_eq!((with(Integrator::SemiImplicitEuler, 5.95), with(Integrator::SemiImplicitEuler, 6.05)), (0, 1));
}

/// Explicit Euler grows by sqrt(1 + h²ω²) per substep: with k = 0.01 the amplitude doubles after
/// 2 ln 2 / ln 1.01 = 139.3 frames; c = h·k holds it.
#[test]
fn explicit_growth_reports_the_doubling_time() {
    let mut level = pendulum(0.01, 0.0);
    level.world.integrator = Integrator::ExplicitEuler;
    let growing = found(&level, "explicit-growth");
    assert!(growing[0].message.contains("double within 140 frames"), "{:?}", growing[0]);
    level.bodies[0].springs[0].damping = 0.01;
    assert!(found(&level, "explicit-growth").is_empty());
    assert!(found(&level, "stability").is_empty());
}

/// A corner of 90° is not acute, turned by any angle and written with six decimals; one of 89.9° is.
#[test]
fn hull_angle_accepts_right_angles_in_any_rotation() {
    for step in 0..360 {
        let angle = f64::from(step) * 0.0174;
        let turned = |corner: [f64; 2]| {
            let (sin, cos) = angle.sin_cos();
            [corner[0] * cos - corner[1] * sin, corner[0] * sin + corner[1] * cos].map(|x| (x * 1e6).round() / 1e6)
        };
        let with_corner = |x: f64| {
            let mut body = slab([3.0, 4.0], [13.0, 14.0]);
            body.nodes[2].position[0] += x;
            body.nodes.iter_mut().for_each(|node| node.position = turned(node.position));
            found(&level(vec![body]), "hull-angle").len()
        };
        assert_eq!(with_corner(0.0), 0, "turned by {angle}");
        assert_eq!(with_corner(0.02), 1, "turned by {angle}");
    }
}

/// A triangle with the corners 30°, 60°, 90° names the sharpest, 30°, at node 1.
#[test]
fn hull_angle_names_the_sharpest_corner_in_degrees() {
    let mut body = slab([0.0, 0.0], [1.0, 1.0]);
    body.nodes = nodes(&[[0.0, 0.0], [3f64.sqrt(), 0.0], [0.0, 1.0]]);
    body.hull = ring(0, 3);
    let acute = found(&level(vec![body]), "hull-angle");
    assert_eq!(acute[0].message, "The hull of “slab” has 2 angles under 90°, the sharpest 30° at node 1");
    assert_eq!(acute[0].places, [Place::Node(0, 1), Place::Node(0, 2)]);
}

/// The angle is the interior one: a notch in a frame is no acute corner of the frame.
#[test]
fn hull_angle_of_a_hole_is_measured_inside_the_body() {
    let mut walls = frame([0.0, 0.0], [10.0, 10.0], 2.0);
    assert!(found(&level(vec![walls.clone()]), "hull-angle").is_empty());
    // Pulling a corner of the hole outwards makes the hole sharper, not the walls.
    walls.nodes[6].position = [11.0, 11.0];
    assert!(found(&level(vec![walls]), "hull-angle").is_empty());
}

/// Scale s at which gas and springs balance: s²·Σkd² - s·ΣkdL = 2·gas. The square has Σkd² = 0.2·(4·100 + 2·200) = 160 = ΣkdL, so
/// gas 480 balances at 160 s² - 160 s = 960, s = 3.
#[test]
fn swelling_matches_the_balance_of_springs_and_gas() {
    let mut level = level(vec![square(0.0, 5.0)]);
    level.bodies[0].gas = 480.0;
    let swelling = found(&level, "swelling");
    assert!(swelling[0].message.ends_with("at 3 times the drawn size"), "{:?}", swelling[0]);
}

/// A square of side 10 sunk 0.5 into the floor.
#[test]
fn start_inside_depth_is_the_distance_to_the_nearest_edge() {
    let inside = found(&level(vec![square(0.0, -0.5), floor()]), "start-inside");
    assert_eq!(inside[0].message, "Node 1 of “square” starts 0.5 inside “slab”, 2 nodes inside in all");
    assert_eq!(inside[0].places, [Place::Node(0, 0), Place::Node(0, 1), Place::Body(1)]);
}

/// Three of the four fan triangles of a square of side 10.
#[test]
fn triangle_area_reports_both_areas() {
    let mut level = level(vec![square(0.0, 5.0)]);
    level.bodies[0].triangles.remove(0);
    let wrong = found(&level, "triangle-area");
    let message = &wrong[0].message;
    assert!(
        message.contains("cover an area of 75, its hull encloses 100; hull edge 0 has no triangle inside"),
        "{message}"
    );
    assert!(fix(&mut level, &wrong[0]).is_ok());
    assert_eq!(level.bodies[0].triangles, square(0.0, 5.0).triangles);
}

#[test]
fn lattice_on_a_floor_has_no_findings() {
    let lattice = lattice(0.0, 0.0, 12, 7);
    assert_eq!(check(&level(vec![lattice, floor()])), []);
}

#[test]
fn empty_level_has_no_findings() {
    assert_eq!(check(&Level::default()), []);
    assert!(rule("no-such-rule").is_none());
}

/// A driven body that is drawn at the start of its path has the same position at every moment.
#[test]
fn path_start_fix_does_not_change_the_run() {
    let mut level = level(vec![slab([0.0, 0.0], [2.0, 1.0])]);
    let points = vec![[4.0, -1.0], [8.0, 3.0], [0.5, 0.25]];
    level.bodies[0].motion = Motion::Driven(Path { points, period: 7.0 });
    let mut fixed = level.clone();
    let finding = found(&level, "path-start").remove(0);
    fix(&mut fixed, &finding).expect("it can be moved");
    assert_eq!(fixed.bodies[0].nodes[2].position, [6.0, 0.0]);
    let [mut before, mut after] = [&level, &fixed].map(|l| blobsmith::engine::World::new(l).expect("valid"));
    for _ in 0..20 {
        before.step_frame();
        after.step_frame();
        assert!((0..4).all(|node| before.position(node).distance(after.position(node)) < 1e-12));
    }
}
