//! Probes of a body.

use super::{Probe, ProbeFn, ProbeSample, Scope, depth, node, overlap, triangle, truth};
use crate::geometry::cover::{Cover, Fill};
use crate::geometry::{Aabb, DVec2, cross};

const fn body(id: &'static str, title: &'static str, explanation: &'static str, measure: ProbeFn) -> Probe {
    Probe::number(Scope::Body, id, title, explanation, measure)
}

/// The probes.
pub(super) const PROBES: &[Probe] = &[
    body(
        "area",
        "Signed area",
        "Sum of the signed areas of its triangles; negative if the body is inside out. Computed from the hull if the triangles tile \
            it, which is equal up to rounding: see `tiles_hull`.",
        |look, index| look.world.doubled_area(index) * 0.5,
    ),
    body(
        "area_ratio",
        "Area ratio",
        "Its signed area divided by its initial one: 1 at the start; `nan` without triangles.",
        |look, index| look.world.doubled_area(index) / look.world.layout().bodies[index].initial_doubled_area,
    ),
    body(
        "tiles_hull",
        "Signed area from the hull",
        "True if the border of its triangles is its hull, edge by edge. Then its signed area is exactly that of the hull, for \
            any triangulation.",
        |look, index| truth(look.world.layout().bodies[index].tiles_hull),
    )
    .truth(),
    body("pressure", "Gas pressure", "gas / area, force per length; `nan` if the area is not positive.", pressure),
    body("x", "Barycentre x", "Mass-weighted mean of its masses' positions, x.", |look, index| {
        look.world.barycentre(index).x
    }),
    body("y", "Barycentre y", "Mass-weighted mean of its masses' positions, y.", |look, index| {
        look.world.barycentre(index).y
    }),
    body("vx", "Velocity in x", "Mass-weighted mean of its masses' velocities, x.", |look, index| {
        velocity(look, index).x
    }),
    body("vy", "Velocity in y", "Mass-weighted mean of its masses' velocities, y.", |look, index| {
        velocity(look, index).y
    }),
    body("speed", "Speed", "Length of the velocity of its barycentre.", |look, index| velocity(look, index).length()),
    body("kinetic", "Kinetic energy", "½ m v² of its free nodes; `nan` if it blew up.", |look, index| {
        look.world.layout().bodies[index].nodes.clone().map(|index| node::kinetic(look, index)).sum()
    }),
    body("spring_energy", "Energy in its springs", "½ k (d - L)² of its springs; `nan` if it blew up.", spring_energy),
    body("momentum.x", "Momentum in x", "Σ m v of its free nodes, x.", |look, index| momentum(look, index).x),
    body("momentum.y", "Momentum in y", "Σ m v of its free nodes, y.", |look, index| momentum(look, index).y),
    body(
        "angular_momentum",
        "Spin",
        "Σ m cross(x - G, v - V) of its masses about its barycentre G with velocity V; positive counter-clockwise.",
        spin,
    ),
    body(
        "angle",
        "Turn since the start",
        "Rotation from the initial shape in degrees, -180 to 180, counter-clockwise: the least-squares rotation of its \
            initial masses onto the present ones.",
        angle,
    ),
    body("flipped", "Flipped triangles", "Its triangles with a signed area of 0 or less.", |look, index| {
        triangle::flipped(look, look.world.layout().bodies[index].triangles.clone())
    }),
    body(
        "spill",
        "Painted outside the hull",
        "Area that its upright triangles paint outside its hull (flipped ones are culled); overlapping paint counts \
            once. 0 if the triangles tile the hull and none is flipped; `nan` without hull or triangles.",
        |look, index| painted(look, index, |cover| cover.spill),
    ),
    body(
        "unpainted",
        "Hull left unpainted",
        "Area inside its hull that its upright triangles leave unpainted (flipped ones are culled); `nan` without hull \
            or triangles.",
        |look, index| painted(look, index, |cover| cover.unpainted),
    ),
    body(
        "hidden_edges",
        "Hull edges hidden from the barycentre",
        "Number of hull edges that do not have the barycentre on their left. If there are any, the hull is not \
            star-shaped around the barycentre, and even a fan from there has flipped triangles.",
        |look, index| look.world.hidden_edges(index).count() as f64,
    ),
    body(
        "deepest",
        "Deepest point",
        "Depth of the deepest point of its outline, at a node or between nodes, inside the hull of another body: \
            distance to the nearest point of that outline; 0 if no point is inside.",
        |look, index| depth::of_body(look.world, index),
    ),
    body(
        "overlap",
        "Largest overlap",
        "Largest overlap with another body, as a part of the smaller hull, 0 to 1; inside is by the even-odd rule. \
            Pairs without a dynamic body do not count; `nan` without a closed hull.",
        |look, index| overlap::largest_share(look.world.layout(), look.world.state(), index),
    ),
    body("left", "Left end", "Least x of its nodes.", |look, index| surround(look, index).min.x),
    body("right", "Right end", "Greatest x of its nodes.", |look, index| surround(look, index).max.x),
    body("bottom", "Lower end", "Least y of its nodes.", |look, index| surround(look, index).min.y),
    body("top", "Upper end", "Greatest y of its nodes.", |look, index| surround(look, index).max.y),
    body("width", "Width", "From its least to its greatest x.", |look, index| {
        let around = surround(look, index);
        around.max.x - around.min.x
    }),
    body("height", "Height", "From its least to its greatest y.", |look, index| {
        let around = surround(look, index);
        around.max.y - around.min.y
    }),
    body("mass", "Mass", "Sum of its masses.", |look, index| {
        look.world.layout().mass[look.world.layout().bodies[index].nodes.clone()].iter().sum()
    }),
    body(
        "collapsed",
        "Collapsed",
        "True if its gas had no effect in the last substep, because its area was not positive.",
        |look, index| truth(look.world.state().collapsed[index]),
    )
    .truth(),
    body(
        "blown_up",
        "Blown up",
        "True if a node is no longer finite. The body is then frozen and excluded from contacts.",
        |look, index| truth(look.world.state().blown_up[index]),
    )
    .truth(),
];

fn painted(look: &ProbeSample, index: usize, area: fn(&Cover) -> f64) -> f64 {
    let parts = &look.world.layout().bodies[index];
    if parts.hull_edges.is_empty() || parts.triangles.is_empty() {
        return f64::NAN;
    }
    look.world.cover_areas(index, Fill::Culled).map_or(f64::NAN, |cover| area(&cover))
}

fn pressure(look: &ProbeSample, index: usize) -> f64 {
    let area = look.world.doubled_area(index) * 0.5;
    if area > 0.0 { look.world.layout().bodies[index].gas / area } else { f64::NAN }
}

/// Mass-weighted mean velocity; 0 for a body without masses.
fn velocity(look: &ProbeSample, index: usize) -> DVec2 {
    let layout = look.world.layout();
    let (mut sum, mut mass) = (DVec2::ZERO, 0.0);
    for node in layout.bodies[index].nodes.clone() {
        sum += look.world.velocity(node) * layout.mass[node];
        mass += layout.mass[node];
    }
    if mass > 0.0 { sum / mass } else { DVec2::ZERO }
}

/// Σ m v of the free nodes.
pub(super) fn momentum(look: &ProbeSample, index: usize) -> DVec2 {
    let layout = look.world.layout();
    let nodes = layout.bodies[index].nodes.clone().filter(|&node| node::is_free(look, node));
    nodes.fold(DVec2::ZERO, |sum, node| sum + look.world.velocity(node) * layout.mass[node])
}

fn spin(look: &ProbeSample, index: usize) -> f64 {
    let layout = look.world.layout();
    let (center, drift) = (look.world.barycentre(index), velocity(look, index));
    let of_node =
        |node: usize| layout.mass[node] * cross(look.world.position(node) - center, look.world.velocity(node) - drift);
    layout.bodies[index].nodes.clone().map(of_node).sum()
}

/// Least-squares rotation from the initial masses to the present ones, in closed form for the plane.
fn angle(look: &ProbeSample, index: usize) -> f64 {
    let layout = look.world.layout();
    let (nodes, first) = (&look.level.bodies[index].nodes, layout.bodies[index].nodes.start);
    let start = |node: usize| DVec2::from(nodes[node].position);
    let (mut sum, mut mass) = (DVec2::ZERO, 0.0);
    for node in 0..nodes.len() {
        sum += start(node) * layout.mass[first + node];
        mass += layout.mass[first + node];
    }
    let (before, now) = (sum / mass, look.world.barycentre(index));
    let (mut along, mut across) = (0.0, 0.0);
    for node in 0..nodes.len() {
        let (p, q) = (start(node) - before, look.world.position(first + node) - now);
        along += layout.mass[first + node] * p.dot(q);
        across += layout.mass[first + node] * cross(p, q);
    }
    // `libm` instead of the platform's function, so that every machine prints the same digits.
    libm::atan2(across, along).to_degrees()
}

fn spring_energy(look: &ProbeSample, index: usize) -> f64 {
    let layout = look.world.layout();
    let springs = &layout.springs;
    let of_spring = |spring: usize| {
        let ends = [springs.a[spring], springs.b[spring]].map(|node| look.world.position(node as usize));
        let elongation = ends[0].distance(ends[1]) - springs.rest_length[spring];
        0.5 * springs.stiffness[spring] * elongation * elongation
    };
    if look.world.state().blown_up[index] {
        f64::NAN
    } else {
        layout.bodies[index].springs.clone().map(of_spring).sum()
    }
}

fn surround(look: &ProbeSample, index: usize) -> Aabb {
    Aabb::around(look.world.layout().bodies[index].nodes.clone().map(|node| look.world.position(node)))
}
