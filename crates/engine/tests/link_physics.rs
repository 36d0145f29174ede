//! Links against laws of physics: momentum, angular momentum, the period of a pendulum, bounded energy, distances that hold.

use blobsmith_engine::engine::World;
use blobsmith_engine::geometry::{DVec2, cross};
use blobsmith_engine::level::format::{TextFormat, read};
use serde_json::{Value, json};
use std::f64::consts::TAU;

const INTEGRATORS: [&str; 3] = ["SemiImplicitEuler", "ExplicitEuler", "Verlet"];

fn world(document: Value) -> World {
    World::new(&read(&document.to_string(), TextFormat::Json).unwrap_or_else(|error| panic!("{error}"))).unwrap()
}

/// A square of springs without hull, turned by `angle` and moving with `velocity`.
fn square(at: [f64; 2], angle: f64, velocity: [f64; 2], mass: f64) -> Value {
    let turn = |[x, y]: [f64; 2]| DVec2::from_angle(angle).rotate(DVec2::new(x, y)) + DVec2::from_array(at);
    let corners = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]].map(turn);
    let nodes = corners.map(|at| json!({"position": at.to_array(), "velocity": velocity, "role": {"Mass": mass}}));
    let spring = |(a, b): (usize, usize)| json!({"a": a, "b": b, "stiffness": 0.5, "damping": 0.05, "rest_length": (corners[a] - corners[b]).length()});
    let springs = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3)].map(spring);
    json!({"nodes": nodes, "springs": springs, "gas": 0.0})
}

/// Two squares that fly apart and turn, joined at a corner each.
fn joined(integrator: &str, kind: &Value, masses: [f64; 2]) -> World {
    joined_at(integrator, kind, (masses, [1.2, 0.1]), 16)
}

/// As [`joined`], with the corner of the second square at `at`; that of the first is at (1, 0).
fn joined_at(integrator: &str, kind: &Value, (masses, at): ([f64; 2], [f64; 2]), substeps: u32) -> World {
    let bodies = [square([0.0, 0.0], 0.0, [-0.02, 0.01], masses[0]), square(at, 0.3, [0.03, -0.04], masses[1])];
    let link = json!({"a": {"node": [0, 1]}, "b": {"node": [1, 0]}, "kind": kind});
    world(json!({"format": 2, "bodies": bodies, "links": [link],
        "world": {"integrator": integrator, "gravity": [0.0, 0.0], "substeps": substeps, "stick_iterations": 4}}))
}

/// Linear and angular momentum about the origin.
fn momenta(world: &World) -> (DVec2, f64) {
    let layout = world.layout();
    let nodes = (0..layout.node_count).map(|node| (layout.mass[node], world.position(node), world.velocity(node)));
    let discs = (0..layout.discs.count())
        .map(|disc| (layout.discs.mass[disc], world.disc_position(disc), world.disc_velocity(disc)));
    nodes
        .chain(discs)
        .fold((DVec2::ZERO, 0.0), |(linear, angular), (mass, x, v)| (linear + v * mass, angular + cross(x, v) * mass))
}

#[test]
fn links_between_bodies_keep_linear_momentum() {
    let stick = json!({"Stick": {"length": 0.3}});
    let spring = json!({"Spring": {"rest_length": 0.3, "stiffness": 0.4, "damping": 0.1}});
    for integrator in INTEGRATORS {
        for kind in [&stick, &spring, &json!("Pin")] {
            for masses in [[1.0, 1.0], [0.3, 2.5]] {
                let mut world = joined(integrator, kind, masses);
                let before = momenta(&world).0;
                (0..100).for_each(|_| world.step_frame());
                let drift = (momenta(&world).0 - before).length();
                assert!(drift < 1e-12, "{integrator}, {kind}: momentum changes by {drift:e}");
                let gap = (world.position(1) - world.position(4)).length();
                assert!(gap < 1.0, "{integrator}, {kind}: the ends are {gap} apart");
            }
        }
    }
}

/// Springs act along the line between their ends. So do the velocity changes Δv = δ/h of a projection with the moves δ, but the moves
/// themselves change the angular momentum by mδ × (v_A - v_B). That is 0 for a pin joint, whose ends have one velocity, and of the order h
/// in all for a stick. (Semi-implicit scheme: a step of free motion adds h·v × v = 0.)
#[test]
fn links_between_bodies_keep_angular_momentum() {
    let stick = json!({"Stick": {"length": 0.25}});
    let spring = json!({"Spring": {"rest_length": 0.3, "stiffness": 0.4, "damping": 0.1}});
    let drift = |kind: &Value, masses: [f64; 2], substeps: u32| {
        // Sticks and pin joints begin without an error: removing one takes a single substep and would dominate the drift.
        let at = if *kind == json!("Pin") { [1.0, 0.0] } else { [1.25, 0.0] };
        let mut world = joined_at("SemiImplicitEuler", kind, (masses, at), substeps);
        let before = momenta(&world).1;
        (0..60).for_each(|_| world.step_frame());
        (momenta(&world).1 / before - 1.0).abs()
    };
    for masses in [[1.0, 1.0], [0.3, 2.5]] {
        for kind in [&spring, &json!("Pin")] {
            let drift = drift(kind, masses, 16);
            assert!(drift < 1e-12, "{kind}: {drift:e}");
        }
        let drifts = [16, 64, 256].map(|substeps| drift(&stick, masses, substeps));
        let falls = drifts.windows(2).all(|pair| pair[1] < pair[0] / 2.0);
        assert!(drifts[0] < 0.03 && falls, "{drifts:?}");
    }
}

/// Time of the last of `count` crossings of x = 0 to the right, in frames: `count` - 1 periods after the first.
fn period(world: &mut World, x: impl Fn(&World) -> f64, count: usize) -> f64 {
    let mut crossings = Vec::new();
    let step = world.layout().substep_time;
    let (mut before, mut substep) = (x(world), 0);
    while crossings.len() < count {
        world.step_substep();
        substep += 1;
        let now = x(world);
        if before < 0.0 && now >= 0.0 {
            crossings.push((f64::from(substep) - now / (now - before)) * step);
        }
        before = now;
        assert!(substep < 1_000_000, "{} crossings", crossings.len());
    }
    (crossings[count - 1] - crossings[0]) / (count - 1) as f64
}

/// Small angles: T = 2π √(L/g); 0.05 rad adds 0.016 %.
#[test]
fn pendulum_of_a_stick_has_the_period_of_its_length() {
    for integrator in ["SemiImplicitEuler", "Verlet"] {
        for length in [1.0, 2.5] {
            let bob = [length * libm::sin(-0.05), -length * libm::cos(0.05)];
            let link =
                json!({"a": {"node": [0, 0]}, "b": {"point": [0.0, 0.0]}, "kind": {"Stick": {"length": length}}});
            let mut world = world(json!({"format": 2, "bodies": [{"nodes": [{"position": bob}]}], "links": [link],
                "world": {"integrator": integrator, "gravity": [0.0, -0.01], "substeps": 32}}));
            let expected = TAU * (length / 0.01_f64).sqrt();
            let found = period(&mut world, |world| world.position(0).x, 4);
            assert!((found / expected - 1.0).abs() < 0.01, "{integrator}, L = {length}: {found} is not {expected}");
            let error = world.position(0).length() / length - 1.0;
            assert!(error.abs() < 1e-4, "the stick is {error:e} longer");
        }
    }
}

/// A disc as bob; its integration is semi-implicit under every integrator.
#[test]
fn pendulum_of_a_disc_has_the_period_of_its_length() {
    for integrator in INTEGRATORS {
        let length = 1.5;
        let bob = [length * libm::sin(-0.05), -length * libm::cos(0.05)];
        let disc = json!({"position": bob, "radius": 0.2, "mass": 3.0});
        let link = json!({"a": {"point": [0.0, 0.0]}, "b": {"disc": 0}, "kind": {"Stick": {"length": length}}});
        let mut world = world(json!({"format": 2, "discs": [disc], "links": [link],
            "world": {"integrator": integrator, "gravity": [0.0, -0.01], "substeps": 32}}));
        let expected = TAU * (length / 0.01_f64).sqrt();
        let found = period(&mut world, |world| world.disc_position(0).x, 4);
        assert!((found / expected - 1.0).abs() < 0.01, "{integrator}: {found} is not {expected}");
        assert!((world.disc_position(0).length() / length - 1.0).abs() < 1e-3, "{integrator}");
    }
}

/// Two masses on an undamped spring: T = 2π √(m₁m₂/((m₁ + m₂) k)), and an energy that stays within a few percent (symplectic schemes).
#[test]
fn undamped_spring_links_have_their_period_and_a_bounded_energy() {
    let (m1, m2, k) = (1.0, 3.0, 0.2);
    let at = |x: f64, mass: f64| json!({"nodes": [{"position": [x, 0.0], "role": {"Mass": mass}}]});
    let spring = json!({"Spring": {"rest_length": 1.0, "stiffness": k, "damping": 0.0}});
    let link = json!({"a": {"node": [0, 0]}, "b": {"node": [1, 0]}, "kind": spring});
    for integrator in ["SemiImplicitEuler", "Verlet"] {
        let mut world = world(json!({"format": 2, "bodies": [at(0.0, m1), at(1.4, m2)], "links": [link],
            "world": {"integrator": integrator, "gravity": [0.0, 0.0], "substeps": 16}}));
        let start = world.energy().total;
        assert!((start - 0.5 * k * 0.16).abs() < 1e-15);
        let expected = TAU * (m1 * m2 / ((m1 + m2) * k)).sqrt();
        let found = period(&mut world, |world| (world.position(1) - world.position(0)).x - 1.0, 20);
        assert!((found / expected - 1.0).abs() < 0.01, "{integrator}: {found} is not {expected}");
        for frame in 0..2000 {
            world.step_frame();
            let ratio = world.energy().total / start;
            assert!((ratio - 1.0).abs() < 0.05, "{integrator}, frame {frame}: {ratio} times the energy");
        }
    }
}

/// Two boxes swing under gravity, joined at a corner by a pin joint, the upper one to the world by another: after the projections the ends are together.
#[test]
fn pins_hold_nodes_together() {
    for integrator in INTEGRATORS {
        let bodies = [square([0.0, 0.0], -0.8, [0.0, 0.0], 1.0), square([1.1, -0.7], -0.4, [0.05, 0.0], 0.5)];
        let first: [f64; 2] = serde_json::from_value(bodies[0]["nodes"][0]["position"].clone()).unwrap();
        let links = json!([
            {"a": {"node": [0, 0]}, "b": {"point": first}, "kind": "Pin"},
            {"a": {"node": [0, 2]}, "b": {"node": [1, 3]}, "kind": "Pin", "collide": false}
        ]);
        let mut world = world(json!({"format": 2, "bodies": bodies, "links": links,
            "world": {"integrator": integrator, "gravity": [0.0, -0.01], "substeps": 16, "stick_iterations": 8}}));
        let mut height = 0.0;
        for frame in 0..300 {
            world.step_frame();
            height += world.position(5).y / 300.0;
            let gaps = [world.position(0) - DVec2::from_array(first), world.position(2) - world.position(7)];
            // The first frame pulls the corners together.
            let most = gaps[0].length().max(gaps[1].length());
            assert!(frame == 0 || most < 1e-9, "{integrator}, frame {frame}: the pin joints are {most:e} open");
        }
        assert!(height < -0.5, "{integrator}: it hangs at {height}");
    }
}

/// A disc joined to a node of a body by a pin joint takes part in its momentum: heavy disc, light node.
#[test]
fn pins_between_discs_and_nodes_share_momentum() {
    for integrator in INTEGRATORS {
        let body = json!({"nodes": [{"position": [0.0, 0.0], "velocity": [0.4, 0.0], "role": {"Mass": 1.0}}]});
        let disc = json!({"position": [0.0, 0.0], "radius": 0.1, "mass": 3.0});
        let link = json!({"a": {"node": [0, 0]}, "b": {"disc": 0}, "kind": "Pin"});
        let mut world = world(json!({"format": 2, "bodies": [body], "discs": [disc], "links": [link],
            "world": {"integrator": integrator, "gravity": [0.0, 0.0], "substeps": 8}}));
        for _ in 0..40 {
            world.step_frame();
            assert!((momenta(&world).0 - DVec2::new(0.4, 0.0)).length() < 1e-12, "{integrator}");
        }
    }
}

/// A free mass that a pin joint holds to a driven node follows its path.
#[test]
fn pins_follow_driven_nodes() {
    let path = json!({"Driven": {"points": [[0.0, 0.0], [2.0, 1.0]], "period": 40.0}});
    let driven = json!({"nodes": [{"position": [0.0, 0.0]}], "motion": path});
    let free = json!({"nodes": [{"position": [0.0, 0.0], "role": {"Mass": 2.0}}]});
    let link = json!({"a": {"node": [0, 0]}, "b": {"node": [1, 0]}, "kind": "Pin"});
    for integrator in INTEGRATORS {
        let mut world = world(json!({"format": 2, "bodies": [driven, free], "links": [link],
            "world": {"integrator": integrator, "gravity": [0.0, -0.02]}}));
        for _ in 0..20 {
            world.step_frame();
            assert!((world.position(0) - world.position(1)).length() < 1e-12, "{integrator}");
        }
        assert!((world.position(1) - DVec2::new(2.0, 1.0)).length() < 1e-9, "{integrator}: half of the period");
    }
}

/// Step 3 moves a driven disc, so that step 4 finds it where the substep ends: the pin joint is closed, and not a substep late.
#[test]
fn pins_follow_driven_discs() {
    let path = json!({"Driven": {"points": [[0.0, 0.0], [2.0, 1.0]], "period": 40.0}});
    let driven = json!({"position": [0.0, 0.0], "radius": 0.1, "motion": path});
    let free = json!({"nodes": [{"position": [0.0, 0.0], "role": {"Mass": 2.0}}]});
    let link = json!({"a": {"disc": 0}, "b": {"node": [0, 0]}, "kind": "Pin"});
    for integrator in INTEGRATORS {
        let mut world = world(json!({"format": 2, "bodies": [free], "discs": [driven], "links": [link],
            "world": {"integrator": integrator, "gravity": [0.0, -0.02]}}));
        for _ in 0..20 {
            world.step_frame();
            assert!((world.disc_position(0) - world.position(0)).length() < 1e-12, "{integrator}");
        }
        assert!((world.position(0) - DVec2::new(2.0, 1.0)).length() < 1e-9, "{integrator}: half of the period");
    }
}
