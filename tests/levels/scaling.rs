//! Levels in other units of length, mass and time have the same diagnosis.

use super::make;
use super::support::level;
use blobsmith::debugger::diagnosis::{Diagnosis, diagnose};
use blobsmith::level::{Body, Decor, Level, LinkEnd, LinkKind, Motion, ObstacleShape, Point, Role};

/// The number of new units in an old one.
#[derive(Clone, Copy, Debug)]
pub struct Units {
    pub length: f64,
    pub mass: f64,
    pub time: f64,
}

/// The same level, measured in other units. A frame is as many substeps as before.
pub fn in_units(level: &Level, units: Units) -> Level {
    let Units { length, mass, time } = units;
    let (speed, stiffness, damping) = (length / time, mass / (time * time), mass / time);
    let times = |point: &mut Point, factor: f64| *point = point.map(|x| x * factor);
    let mut level = level.clone();
    let world = &mut level.world;
    times(&mut world.gravity, speed / time);
    world.frame_time *= time;
    if let Decor::Penalty { stiffness: k, viscosity: c } = &mut world.contact.decor {
        (*k, *c) = (*k * stiffness, *c * damping);
    }
    if let Some(bounds) = &mut world.bounds {
        times(&mut bounds.min, length);
        times(&mut bounds.max, length);
    }
    let motion = |motion: &mut Motion| {
        if let Motion::Driven(path) = motion {
            path.points.iter_mut().for_each(|point| times(point, length));
            path.period *= time;
        }
    };
    for body in &mut level.bodies {
        motion(&mut body.motion);
        // Pressure is gas over area, force is pressure times length.
        body.gas *= mass * speed * speed;
        scale_parts(body, units);
        for spring in &mut body.springs {
            spring.stiffness *= stiffness;
            spring.damping *= damping;
        }
    }
    for disc in &mut level.discs {
        motion(&mut disc.motion);
        times(&mut disc.position, length);
        times(&mut disc.velocity, speed);
        disc.radius *= length;
        disc.mass *= mass;
    }
    for link in &mut level.links {
        for end in [&mut link.a, &mut link.b] {
            if let LinkEnd::Point(point) = end {
                times(point, length);
            }
        }
        match &mut link.kind {
            LinkKind::Spring { rest_length, stiffness: k, damping: c } => {
                (*rest_length, *k, *c) = (*rest_length * length, *k * stiffness, *c * damping);
            }
            LinkKind::Stick { length: own } => *own *= length,
            LinkKind::Pin => {}
        }
    }
    level.world.contact.repositioning.slop *= length;
    for obstacle in &mut level.obstacles {
        match &mut obstacle.shape {
            ObstacleShape::Segment(a, b) | ObstacleShape::Line(a, b) => {
                times(a, length);
                times(b, length);
            }
            ObstacleShape::Circle { center, radius } => {
                times(center, length);
                *radius *= length;
            }
        }
    }
    level.editor = None;
    level
}

fn scale_parts(body: &mut Body, Units { length, mass, time }: Units) {
    for node in &mut body.nodes {
        node.position = node.position.map(|x| x * length);
        node.velocity = node.velocity.map(|x| x * (length / time));
        if let Role::Mass(of) = &mut node.role {
            *of *= mass;
        }
    }
    body.springs.iter_mut().for_each(|spring| spring.rest_length *= length);
    body.sticks.iter_mut().for_each(|stick| stick.length *= length);
}

/// The parts of a diagnosis without units: problem, count, place, moment and gravity. Consequences of a cause are left out: for
/// a body that was torn apart to a million times its size, the painted area is rounded on a grid that is no power of two.
fn without_units(diagnosis: &Diagnosis) -> Vec<String> {
    let lists = [&diagnosis.problems, &diagnosis.passing];
    let reported = lists.into_iter().enumerate().flat_map(|(list, found)| found.iter().map(move |found| (list, found)));
    reported
        .map(|(list, found)| {
            let findings = [found.first, found.worst].map(|finding| {
                let gravity = if finding.gravity == f64::MAX { 0.0 } else { finding.gravity };
                format!("{}.{} {} {:?} {gravity:e}", finding.frame, finding.substep, finding.place, finding.other)
            });
            format!("{list} {} {} {findings:?} {:?}", found.detector().id, found.count, found.spots)
        })
        .collect()
}

/// Levels that are quick to run.
fn is_small(id: &str) -> bool {
    !["16-pile-of-100", "36-fast-shots-swept", "38-zeno-heap", "39-two-thousand-discs"].contains(&id)
}

const FRAMES: u64 = 40;

#[test]
fn diagnosis_is_identical_in_units_scaled_by_powers_of_two() {
    // Powers of two, which change no digits: the results must be equal to the bit.
    let units = Units { length: 8.0, mass: 128.0, time: 2.0 };
    let mut wrong = Vec::new();
    for (id, _) in make::ALL.iter().filter(|(id, _)| is_small(id)) {
        let [old, new] = [level(id), in_units(&level(id), units)]
            .map(|level| without_units(&diagnose(&level, FRAMES, |_| true).expect("a level of the gallery runs")));
        if old != new {
            wrong.push(format!("{id}: {old:#?} {new:#?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn diagnosis_has_the_same_problems_in_decimal_units() {
    let units = Units { length: 10.0, mass: 100.0, time: 2.0 };
    let names = |level: &Level| -> Vec<&'static str> {
        let diagnosis = diagnose(level, FRAMES, |_| true).expect("a level of the gallery runs");
        diagnosis.problems.iter().map(|found| found.detector().id).collect()
    };
    // In the other levels findings depend on rounding: bodies that blow up, or are pressed through each other.
    for id in [
        "04-squares-distance",
        "37-fast-shots-discrete",
        "46-sticking-contact",
        "49-thin-wall",
        "50-folded-loop",
        "51-flattened-tent",
    ]
    .into_iter()
    .chain([
        "52-too-much-gas",
        "53-drawn-into-the-ground",
        "54-self-rolling",
        "55-ringing",
        "14-container",
        "15-stack",
    ]) {
        assert_eq!(names(&level(id)), names(&in_units(&level(id), units)), "{id}");
    }
}
