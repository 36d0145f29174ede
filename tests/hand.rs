//! The hand at its automatic strength: it pulls, and the pulled body does not blow up.
//!
//! Hands of a given strength are tested in `agreement.rs`, `run.rs` and `discs/hand.rs`.

use blobsmith::engine::{EventKind, Hand, Held, Unmoved, World};
use blobsmith::geometry::DVec2;
use blobsmith::level::format::{self, TextFormat};
use blobsmith::level::{Body, Disc, Integrator, Level, Motion, Node, Path, Role, Spring, Stick, gallery};

const INTEGRATORS: [Integrator; 3] = [Integrator::SemiImplicitEuler, Integrator::ExplicitEuler, Integrator::Verlet];
const MASSES: [f64; 5] = [0.01, 0.1, 1.0, 10.0, 100.0];

fn level(bodies: Vec<Body>) -> Level {
    Level { bodies, ..Level::default() }
}

/// A disc as the format's defaults have it.
fn disc(radius: f64, mass: f64) -> Disc {
    let text = format!(r#"{{"position": [0, 0], "radius": {radius}, "mass": {mass}}}"#);
    serde_json::from_str(&text).expect("a disc")
}

/// Two nodes three apart, the first of this mass, held together by what `link` adds.
fn pair(mass: f64, link: impl FnOnce(&mut Body)) -> Body {
    let mut nodes = [[0.0, 0.0], [3.0, 0.0]].map(Node::at).to_vec();
    nodes[0].role = Role::Mass(mass);
    let mut body = Body { nodes, gas: 0.0, ..Body::default() };
    link(&mut body);
    body
}

/// Pulls with the automatic strength along a square of side 4 for 240 frames, then holds still at the first corner for 400;
/// returns the largest distance of the held part from the middle of the square, and its last position.
fn dragged(level: &Level, held: Held) -> (f64, DVec2) {
    let mut world = World::new(level).unwrap();
    let corners = [[2.0, 2.0], [-2.0, 2.0], [-2.0, -2.0], [2.0, -2.0]];
    let at = |world: &World| match held {
        Held::Node(body, node) => world.position(world.layout().bodies[body].nodes.start + node),
        Held::Disc(disc) => world.disc_position(disc),
    };
    let mut furthest: f64 = 0.0;
    for frame in 0..640 {
        let target = corners[if frame < 240 { frame / 60 } else { 0 }];
        let hand = world.hand_for(held, target).unwrap();
        world.set_hand(Some(hand));
        world.step_frame();
        furthest = furthest.max(at(&world).length());
    }
    let blew_up = world.take_events().iter().any(|event| event.kind == EventKind::BlowUp);
    assert!(!blew_up && furthest.is_finite());
    (furthest, at(&world))
}

/// Every mass from a hundredth to a hundred, alone, on a spring and on a stick to a node of mass 1, under each scheme and
/// with long and short steps: it comes to rest under the pointer, lower by its weight.
#[test]
fn hand_moves_nodes_of_any_mass_to_the_target() {
    for integrator in INTEGRATORS {
        for mass in MASSES {
            for substeps in [1, 16] {
                let alone = pair(mass, |body| body.nodes.truncate(1));
                // A tenth of what the step bears; damped by twice what the explicit scheme needs to stand still (c = h·k).
                let bears = 0.2 * mass.min(1.0) * f64::from(substeps * substeps);
                let damping = 2.0 * bears / f64::from(substeps);
                let spring = Spring { a: 0, b: 1, rest_length: 3.0, stiffness: bears, damping };
                let sprung = pair(mass, |body| body.springs.push(spring));
                let stick = Stick { a: 0, b: 1, length: 3.0, hidden: false };
                let stuck = pair(mass, |body| body.sticks.push(stick));
                for (name, body) in [("alone", alone), ("spring", sprung), ("stick", stuck)] {
                    let mut level = level(vec![body]);
                    level.world.integrator = integrator;
                    level.world.substeps = substeps;
                    level.world.gravity = [0.0, -0.0005];
                    if name != "alone" && integrator == Integrator::ExplicitEuler {
                        // Explicit Euler without damping increases every oscillation: by 1 + h²ω², up to 1.2 a substep here.
                        level.world.velocity_retention = 0.9;
                    }
                    let (furthest, rest) = dragged(&level, Held::Node(0, 0));
                    let case = format!("{integrator:?}, mass {mass}, {substeps} substeps, {name}");
                    assert!(furthest < 40.0, "{case}: {furthest}");
                    if name == "alone" {
                        let hand = World::new(&level).unwrap().hand_for(Held::Node(0, 0), [0.0, 0.0]).unwrap();
                        let sag = mass * 0.0005 / hand.stiffness;
                        let error = (rest - DVec2::new(2.0, 2.0 - sag)).length();
                        assert!(error < 0.5, "{case}: {rest}, sag {sag}");
                    }
                }
            }
        }
    }
}

#[test]
fn hand_moves_discs_of_any_mass_and_size_to_the_target() {
    for mass in MASSES {
        for radius in [0.0, 1e-6, 0.1, 1.0, 50.0] {
            for (gravity, frame_time) in [(-0.02, 1.0), (-9.81, 1.0 / 60.0), (0.0, 1.0)] {
                let mut level = Level { discs: vec![disc(radius, mass)], ..Level::default() };
                level.world.gravity = [0.0, gravity];
                level.world.frame_time = frame_time;
                let (furthest, rest) = dragged(&level, Held::Disc(0));
                let case = format!("mass {mass}, radius {radius}, gravity {gravity}");
                assert!(furthest < 6.0, "{case}: {furthest}");
                let stiffness = World::new(&level).unwrap().hand_for(Held::Disc(0), [0.0; 2]).unwrap().stiffness;
                let error = (rest - DVec2::new(2.0, 2.0 + mass * gravity / stiffness)).length();
                assert!(error < 1e-3, "{case}: {rest}");
                assert!((2.0 - rest.y) < 0.4, "{case}: sags to {rest}");
            }
        }
    }
}

/// A node of every body of every stable level is dragged up and to and fro by twice the size of the body.
#[test]
fn hand_blows_up_no_level_of_the_gallery() {
    let mut pulled = 0;
    for known in gallery::ALL {
        let level = format::read(known.text, TextFormat::Ron).unwrap();
        let nodes: usize = level.bodies.iter().map(|body| body.nodes.len()).sum();
        // Levels that blow up without the hand are left out, and those of hundreds of bodies, which take too long.
        if known.id.contains("too-few") || nodes * level.world.substeps as usize > 12_000 {
            continue;
        }
        let discs = (0..level.discs.len().min(3)).map(Held::Disc);
        let nodes = (0..level.bodies.len().min(6)).flat_map(|body| [Held::Node(body, 0), Held::Node(body, 7)]);
        for held in nodes.chain(discs) {
            let mut world = World::new(&level).unwrap();
            if world.can_pull(held).is_err() {
                continue;
            }
            pulled += 1;
            let start = match held {
                Held::Node(body, node) => world.position(world.layout().bodies[body].nodes.start + node),
                Held::Disc(disc) => world.disc_position(disc),
            };
            for frame in 0..60 {
                let way = DVec2::new(if frame / 15 % 2 == 0 { 3.0 } else { -3.0 }, 2.0);
                world.set_hand(world.hand_for(held, (start + way).into()).ok());
                world.step_frame();
            }
            let blew_up = world.take_events().into_iter().find(|event| event.kind == EventKind::BlowUp);
            assert!(blew_up.is_none(), "{}: {held:?}", known.id);
            let last = world.layout().node_count;
            assert!((0..last).all(|node| world.position(node).length() < 1e3), "{}: {held:?}", known.id);
        }
    }
    assert!(pulled > 40, "{pulled}");
}

#[test]
fn hand_for_reports_why_a_part_cannot_be_pulled() {
    let mut soft = pair(1.0, |_| {});
    soft.nodes[1].pinned = true;
    soft.nodes.push(Node { role: Role::Barycentre, ..Node::at([0.0, 0.0]) });
    let path = Motion::Driven(Path { points: vec![[0.0, 0.0]], period: 1.0 });
    let fixed = Body { motion: Motion::Fixed, ..pair(1.0, |_| {}) };
    let driven = Body { motion: path.clone(), ..pair(1.0, |_| {}) };
    let mut level = level(vec![soft, fixed, driven]);
    level.discs = vec![disc(1.0, 1.0), disc(1.0, 1.0), disc(1.0, 1.0)];
    (level.discs[1].motion, level.discs[2].motion) = (Motion::Fixed, path);
    let world = World::new(&level).unwrap();
    let pulls = |held| world.hand_for(held, [0.0, 0.0]).map(|hand: Hand| hand.held);
    for held in [Held::Node(0, 0), Held::Disc(0)] {
        assert_eq!((pulls(held), world.can_pull(held)), (Ok(held), Ok(())));
    }
    for (held, reason) in [
        (Held::Node(0, 1), Unmoved::Pinned),
        (Held::Node(0, 2), Unmoved::Barycentre),
        (Held::Node(1, 0), Unmoved::Fixed),
        (Held::Node(2, 0), Unmoved::Driven),
        (Held::Node(0, 3), Unmoved::Missing),
        (Held::Node(9, 0), Unmoved::Missing),
        (Held::Disc(1), Unmoved::Fixed),
        (Held::Disc(2), Unmoved::Driven),
        (Held::Disc(3), Unmoved::Missing),
    ] {
        assert_eq!((pulls(held), world.can_pull(held)), (Err(reason), Err(reason)), "{held:?}");
    }
}
