//! The prediction of the stability rule for a level at rest, compared with runs of the engine.

use crate::build::*;
use crate::fixtures_joints::{link, spring_link};
use blobsmith::engine::World;
use blobsmith::level::checks::{Finding, Severity, check, fix};
use blobsmith::level::*;

/// A free lattice with a small disturbance, and with springs of this stiffness and damping.
fn stiff(stiffness: f64, damping: f64, integrator: Integrator) -> Level {
    let mut body = lattice(0.0, 0.0, 3, 2);
    body.springs.iter_mut().for_each(|spring| (spring.stiffness, spring.damping) = (stiffness, damping));
    for (i, node) in body.nodes.iter_mut().enumerate() {
        node.velocity = [0.001 * (i % 3) as f64, 0.001 * (i % 5) as f64];
    }
    let mut level = level(vec![body]);
    level.world.gravity = [0.0, 0.0];
    level.world.integrator = integrator;
    level
}

fn stability(level: &Level) -> Option<Finding> {
    check(level).into_iter().find(|finding| finding.rule == "stability")
}

/// The largest speed of a node after this number of frames; infinite if it is not finite.
fn speed_after(level: &Level, frames: usize) -> f64 {
    let mut world = World::new(level).expect("the level is valid");
    (0..frames).for_each(|_| world.step_frame());
    let speeds = (0..level.bodies[0].nodes.len()).map(|node| world.velocity(node).length());
    speeds.fold(0.0, |most, speed| if speed.is_finite() { most.max(speed) } else { f64::INFINITY })
}

#[test]
fn stability_errors_explode_and_levels_without_finding_do_not() {
    for integrator in [Integrator::SemiImplicitEuler, Integrator::Verlet] {
        let mut certain = 0;
        let mut silent = 0;
        // h = 1/16: k from 20 to 520, so that h²·8k/m passes the limit 4 on the way.
        for i in 0..26 {
            for damping in [0.0, 4.0] {
                let level = stiff(20.0 * f64::from(i + 1), damping, integrator);
                match stability(&level).map(|finding| finding.severity) {
                    Some(Severity::Error) => {
                        certain += 1;
                        let speed = speed_after(&level, 400);
                        assert!(speed > 1.0, "called certain, speed {speed}: {i} {damping} {integrator:?}");
                    }
                    None => {
                        silent += 1;
                        let speed = speed_after(&level, 400);
                        assert!(speed < 0.1, "called stable, speed {speed}: {i} {damping} {integrator:?}");
                    }
                    Some(_) => {}
                }
            }
        }
        assert!(certain > 5 && silent > 5, "{certain} certain and {silent} silent");
    }
}

#[test]
fn stability_fix_makes_an_exploding_level_stable() {
    for (stiffness, damping) in [(600.0, 0.0), (2000.0, 0.0), (100.0, 20.0), (5000.0, 30.0)] {
        let mut level = stiff(stiffness, damping, Integrator::SemiImplicitEuler);
        assert!(speed_after(&level, 200) > 1.0);
        let finding = stability(&level).expect("it is too stiff");
        fix(&mut level, &finding).expect("more substeps");
        assert_eq!(stability(&level), None);
        assert!(speed_after(&level, 200) < 0.1, "{stiffness} {damping}");
    }
}

/// The lattice of [`stiff`] with a disc of mass 0.5 linked to a corner by a spring; both masses are at the drawn length.
fn linked(stiffness: f64, damping: f64, integrator: Integrator) -> Level {
    let mut level = stiff(20.0, 0.5, integrator);
    let at = level.bodies[0].nodes[0].position;
    let position = [at[0] - 3.0, at[1] - 4.0];
    level.discs.push(Disc { position, velocity: [0.001, 0.0], mass: 0.5, motion: Motion::Dynamic, ..Disc::default() });
    let kind = spring_link(5.0, stiffness, damping);
    level.links.push(link(LinkEnd::Node([0, 0]), LinkEnd::Disc(0), kind));
    level
}

/// h²·k·(1/1 + 1/0.5) = 3k/256 passes 4 at k = 341.
#[test]
fn link_stability_errors_explode_and_levels_without_finding_do_not() {
    for integrator in [Integrator::SemiImplicitEuler, Integrator::Verlet] {
        let (mut certain, mut silent) = (0, 0);
        for i in 0..16 {
            let stiffness = 40.0 * f64::from(i + 1);
            for damping in [0.0, 2.0] {
                let level = linked(stiffness, damping, integrator);
                let findings = check(&level);
                assert!(findings.iter().all(|finding| finding.rule != "stability"), "the body alone is sound");
                let found = findings.into_iter().find(|finding| finding.rule == "link-stability");
                let speed = speed_after(&level, 400);
                match found.map(|finding| (finding.severity, finding.places[0])) {
                    Some((Severity::Error, place)) => {
                        certain += 1;
                        assert_eq!(place, Place::Link(0));
                        assert!(speed > 1.0, "called certain, speed {speed}: {stiffness} {damping} {integrator:?}");
                    }
                    None => {
                        silent += 1;
                        assert!(speed < 0.1, "called stable, speed {speed}: {stiffness} {damping} {integrator:?}");
                    }
                    Some(_) => {}
                }
            }
        }
        assert!(certain > 5 && silent > 5, "{certain} certain and {silent} silent");
    }
}

#[test]
fn link_stability_fix_makes_an_exploding_level_stable() {
    let mut level = linked(5000.0, 10.0, Integrator::SemiImplicitEuler);
    assert!(speed_after(&level, 200) > 1.0);
    let finding = check(&level).into_iter().find(|finding| finding.rule == "link-stability").expect("it is too stiff");
    fix(&mut level, &finding).expect("more substeps");
    assert!(check(&level).iter().all(|finding| finding.rule != "link-stability"));
    assert!(speed_after(&level, 200) < 0.1);
}
