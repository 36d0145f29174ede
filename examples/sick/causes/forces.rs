//! Causes in forces, masses and the time step.

use super::{Cause, Pair, with_body};
use crate::bodies::{balloon, body, bounds, falling, lattice, placed, scale_masses, scale_springs, some_body, stage};
use crate::random::Random;
use blobsmith::level::{Integrator, Role};

pub(super) const CAUSES: &[Cause] = &[
    Cause {
        id: "too-few-substeps",
        what: "The step is far too long for all springs.",
        criterion: "Energy rises (by 0.3 of the reference energy), or a number is not finite.",
        draw: |random| {
            let mut healthy = falling(random);
            let factor = random.between(1.5, 4.0);
            healthy.bodies.iter_mut().for_each(|body| scale_springs(body, factor, 1.0));
            healthy.world.substeps = 64;
            let mut sick = healthy.clone();
            sick.world.substeps = random.whole(1, 3) as u32;
            Pair { healthy, sick }
        },
        is_sick: |sick, _| sick.explodes(),
    },
    Cause {
        id: "stiff-spring",
        what: "One spring is far stiffer than the step can hold.",
        criterion: "Energy rises, a number is not finite, or a triangle flips.",
        draw: |random| {
            let level = falling(random);
            let at = some_body(random, &level);
            let spring = random.whole(0, level.bodies[at].springs.len() - 1);
            let factor = random.around(80.0, 5_000.0);
            with_body(level, at, |body| body.springs[spring].stiffness *= factor)
        },
        is_sick: |sick, _| sick.explodes() || sick.flips > 0,
    },
    Cause {
        id: "explicit-euler",
        what: "Explicit Euler adds energy to every oscillation.",
        criterion: "Energy rises, a number is not finite, or a triangle flips.",
        draw: |random| {
            let healthy = falling(random);
            let mut sick = healthy.clone();
            sick.world.integrator = Integrator::ExplicitEuler;
            Pair { healthy, sick }
        },
        is_sick: |sick, _| sick.explodes() || sick.flips > 0,
    },
    Cause {
        id: "light-node",
        what: "A node is far lighter than the step can hold.",
        criterion: "Energy rises, a number is not finite, or a triangle flips.",
        draw: |random| {
            let level = falling(random);
            let at = some_body(random, &level);
            let masses = |node: &blobsmith::level::Node| matches!(node.role, Role::Mass(_));
            let nodes: Vec<usize> =
                (0..level.bodies[at].nodes.len()).filter(|&n| masses(&level.bodies[at].nodes[n])).collect();
            let node = nodes[random.whole(0, nodes.len() - 1)];
            let mass = random.around(2e-4, 2e-2);
            with_body(level, at, |body| body.nodes[node].role = Role::Mass(mass))
        },
        is_sick: |sick, _| sick.explodes() || sick.flips > 0,
    },
    Cause {
        id: "heavy-on-soft",
        what: "A body lies on one that is far too soft for its weight.",
        criterion: "A body loses its shape, or bodies pass through each other.",
        draw: |random| {
            let (below, above) = (lattice(random, true), body(random));
            let top = bounds(&below).size().y;
            let gap = random.between(0.05, 0.4);
            let healthy = stage(random, vec![placed(below, 0.0, 0.02), placed(above, 0.0, top + 0.02 + gap)]);
            let (at, factor) = (healthy.bodies.len() - 1, random.around(30.0, 300.0));
            with_body(healthy, at, |body| {
                scale_masses(body, factor);
                scale_springs(body, factor, factor);
            })
        },
        is_sick: |sick, _| sick.is_bad(),
    },
    Cause {
        id: "over-damping",
        what: "Damping beyond what the step can hold.",
        criterion: "Energy rises, or a number is not finite.",
        draw: |random| {
            let level = falling(random);
            let at = some_body(random, &level);
            let factor = random.around(20.0, 400.0);
            with_body(level, at, |body| scale_springs(body, 1.0, factor))
        },
        is_sick: |sick, _| sick.explodes(),
    },
    Cause {
        id: "freezing-retention",
        what: "The velocity retention takes nearly all speed at every substep.",
        criterion: "In ten frames bodies fall less than a tenth as far as in free fall.",
        draw: |random| {
            let mut healthy = falling(random);
            healthy.world.velocity_retention = random.between(0.999, 1.0);
            let mut sick = healthy.clone();
            sick.world.velocity_retention = random.between(0.02, 0.75);
            Pair { healthy, sick }
        },
        is_sick: |sick, _| sick.fall < 0.1,
    },
    Cause {
        id: "too-little-gas",
        what: "Gas that cannot hold a body without bracing open.",
        criterion: "The body keeps less than 0.6 of its area, or a triangle flips.",
        draw: |random| gas(random, |random| random.around(1e-3, 5e-2)),
        is_sick: |sick, _| sick.area[0] < 0.6 || sick.flips > 0,
    },
    Cause {
        id: "too-much-gas",
        what: "Far more gas than the springs can hold.",
        criterion: "The body swells to more than 1.6 of its area, or energy rises.",
        draw: |random| gas(random, |random| random.around(12.0, 80.0)),
        is_sick: |sick, _| sick.area[1] > 1.6 || sick.explodes(),
    },
];

fn gas(random: &mut Random, factor: impl Fn(&mut Random) -> f64) -> Pair {
    let height = random.between(0.05, 0.8);
    let mut skin = placed(balloon(random), 0.0, height);
    // Springs along the skin only; the gas alone keeps it open.
    let sides = skin.hull.len();
    skin.springs.retain(|spring| (spring.a + 1) % sides == spring.b || (spring.b + 1) % sides == spring.a);
    skin.gas = random.between(6.0, 12.0);
    scale_springs(&mut skin, 4.0, 2.0);
    let mut level = stage(random, vec![skin]);
    level.world.gravity[1] *= 0.3;
    let at = level.bodies.len() - 1;
    let factor = factor(random);
    with_body(level, at, |body| body.gas *= factor)
}
