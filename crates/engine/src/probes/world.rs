//! Probes of the whole level.

use super::{Probe, ProbeSample, Problem, Scope, body, depth, found, linked, node, overlap, triangle, truth};
use crate::geometry::{DVec2, cross};

const fn world(id: &'static str, title: &'static str, explanation: &'static str, measure: super::ProbeFn) -> Probe {
    Probe::number(Scope::World, id, title, explanation, measure)
}

/// The probes.
pub(super) const PROBES: &[Probe] = &[
    world("frame", "Frame", "Completed frames.", |look, _| look.world.state().frame as f64),
    world("substep", "Substep", "Completed substeps of the present frame; 0 at the start of a frame.", |look, _| {
        f64::from(look.world.state().substep)
    }),
    world("time", "Time", "Simulated time: completed frames and substeps times their length.", |look, _| {
        look.world.time()
    }),
    world(
        "contacts",
        "Contacts",
        "Contacts resolved since the previous moment (in the frame or substep that led here), including impacts of \
            discs; 0 at the beginning.",
        |look, _| look.world.counts().contacts as f64,
    )
    .counted(),
    world(
        "disc_impacts",
        "Impacts of discs",
        "Impacts of discs since the previous moment; 0 at the beginning.",
        |look, _| look.world.counts().disc_impacts as f64,
    )
    .counted(),
    world(
        "obstacle_hits",
        "Hits on obstacles",
        "Hits of nodes on obstacles and bounds since the previous moment; 0 at the beginning.",
        |look, _| look.world.counts().obstacle_hits as f64,
    )
    .counted(),
    world("contacts_so_far", "Contacts so far", "Contacts resolved since frame 0.", |look, _| {
        look.world.counts().contacts as f64
    }),
    world(
        "energy.kinetic",
        "Kinetic energy",
        "½ m v², free nodes and discs; mass·length²/time². Energies of the level are `nan` once a part has blown up.",
        |look, _| look.world.energy().kinetic,
    ),
    world("energy.gravity", "Energy in gravity", "-m g·x, free nodes and discs; the origin is at 0.", |look, _| {
        look.world.energy().gravity
    }),
    world(
        "energy.spring",
        "Energy in springs",
        "½ k (d - L)² of the springs of dynamic bodies and of links.",
        |look, _| look.world.energy().spring,
    ),
    world("energy.links", "Energy in links", "The part of `energy.spring` in links.", |look, _| {
        let links = Scope::Link.range(look.world.layout());
        if look.world.has_blown_up() { f64::NAN } else { links.map(|link| linked::energy(look, link)).sum() }
    }),
    world("energy.gas", "Energy in gas", "-gas·ln(S/S0) per body, with its initial area S0.", |look, _| {
        look.world.energy().gas
    }),
    world("energy.total", "Total energy", "Sum of the four kinds.", |look, _| look.world.energy().total),
    world("momentum.x", "Momentum in x", "Σ m v of free nodes and dynamic discs, x.", |look, _| momentum(look).x),
    world("momentum.y", "Momentum in y", "Σ m v of free nodes and dynamic discs, y.", |look, _| momentum(look).y),
    world(
        "angular_momentum",
        "Angular momentum",
        "Σ m cross(x, v) of free nodes and dynamic discs, about the origin; positive counter-clockwise.",
        |look, _| angular_momentum(look),
    ),
    world(
        "stick_error",
        "Worst stick",
        "Largest relative error of a stick's length, over dynamic bodies; 0 without sticks.",
        |look, _| look.world.stick_error(),
    ),
    world("flipped", "Flipped triangles", "Triangles of all bodies with a signed area of 0 or less.", |look, _| {
        triangle::flipped(look, Scope::Triangle.range(look.world.layout()))
    }),
    world(
        "deepest",
        "Deepest penetration",
        "Depth of the deepest point of any outline, at a node or between nodes, inside the hull of another body, after \
            the contacts have moved it: distance to the nearest point of that outline; 0 if no point is inside.",
        |look, _| depth::deepest(look.world),
    ),
    world(
        "overlap",
        "Largest overlap",
        "Largest overlap of two bodies, as a part of the smaller hull, 0 to 1, over all pairs with a dynamic body; \
            inside is by the even-odd rule.",
        |look, _| overlap::largest_of_all(look.world.layout(), look.world.state()),
    ),
    world(
        "collapsed",
        "Collapsed bodies",
        "Bodies whose gas had no effect in the last substep, because their area was not positive.",
        |look, _| count(&look.world.state().collapsed),
    ),
    world("blown_up", "Blown-up parts", "Bodies and discs with a coordinate that is no longer finite.", |look, _| {
        blown_up(look)
    }),
    world(
        "stuck",
        "Nodes without an edge",
        "Nodes inside a hull without an eligible edge in the last substep, so nothing pushed them out.",
        |look, _| count(&look.world.state().without_edge),
    ),
    world(
        "wrong_edges",
        "Wrong edges",
        "Contacts since the previous moment (in the frame or substep that led here) that pushed a node out of another \
            hull edge than the one by which it entered, both in motion; 0 at the beginning.",
        |look, _| found::count(look, Problem::WrongEdge),
    )
    .found(),
    world(
        "flips",
        "Flips of triangles",
        "How often the signed area of a triangle became 0 or less since the previous moment (in the frame or substep \
            that led here); 0 at the beginning.",
        |look, _| found::count(look, Problem::Flip),
    )
    .found(),
    world(
        "not_finite",
        "Not finite",
        "Nodes and discs whose position or velocity is infinite or not a number.",
        |look, _| not_finite(look),
    ),
    world(
        "differs",
        "Differs from the recording",
        "True if the state hash differs from the recorded one. Compared at whole frames of the recording; false at all \
            other moments and without a recording.",
        |look, _| truth(differs(look)),
    )
    .truth(),
];

/// Number of bodies and discs that have blown up.
fn blown_up(look: &ProbeSample) -> f64 {
    count(&look.world.state().blown_up) + count(&look.world.state().disc_blown_up)
}

fn count(flags: &[bool]) -> f64 {
    flags.iter().filter(|&&is_set| is_set).count() as f64
}

fn discs<'a>(look: &ProbeSample<'a>) -> impl Iterator<Item = (f64, DVec2, DVec2)> + 'a {
    let world = look.world;
    let discs = &world.layout().discs;
    let counts = move |&disc: &usize| discs.is_dynamic(disc) && !world.state().disc_blown_up[disc];
    let row = move |disc| (discs.mass[disc], world.disc_position(disc), world.disc_velocity(disc));
    (0..discs.count()).filter(counts).map(row)
}

fn momentum(look: &ProbeSample) -> DVec2 {
    let bodies = Scope::Body.range(look.world.layout());
    let of_bodies = bodies.fold(DVec2::ZERO, |sum, index| sum + body::momentum(look, index));
    discs(look).fold(of_bodies, |sum, (mass, _, velocity)| sum + velocity * mass)
}

fn angular_momentum(look: &ProbeSample) -> f64 {
    let layout = look.world.layout();
    let nodes = Scope::Node.range(layout).filter(|&index| node::is_free(look, index));
    let of_node = |index: usize| layout.mass[index] * cross(look.world.position(index), look.world.velocity(index));
    let of_discs: f64 = discs(look).map(|(mass, position, velocity)| mass * cross(position, velocity)).sum();
    nodes.map(of_node).sum::<f64>() + of_discs
}

fn not_finite(look: &ProbeSample) -> f64 {
    let state = look.world.state();
    let bad = |positions: &[DVec2], velocities: &[DVec2]| {
        positions.iter().zip(velocities).filter(|(x, v)| !(x.is_finite() && v.is_finite())).count() as f64
    };
    bad(&state.positions, &state.velocities) + bad(&state.disc_positions, &state.disc_velocities)
}

fn differs(look: &ProbeSample) -> bool {
    let state = look.world.state();
    let known = look.recorded.and_then(|hashes| hashes.get(usize::try_from(state.frame).ok()?));
    state.substep == 0 && known.is_some_and(|&hash| hash != look.world.hash())
}
