//! Writes one body as a mesh of QuarkPhysics.

use crate::geometry::{Aabb, DVec2};
use crate::level::checks::support::outline::HullOutline;
use crate::level::checks::support::{measure, tell};
use crate::level::{Body, Motion, Role};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Relative difference of a spring's rest length from the drawn length that is ignored.
const AT_REST: f64 = 1e-6;

/// A written mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct QuarkExport {
    /// The file's text: JSON.
    pub text: String,
    /// What the file cannot contain, one sentence each.
    pub losses: Vec<String>,
}

/// Writes a body as a `.qmesh` file with one mesh. Coordinates are relative to the centre of the body's box, in pixels
/// (`pixels_per_unit` per level unit) and with y down; the polygon runs clockwise on the screen.
///
/// # Errors
/// The reason why no mesh has this shape: a barycentre, more than one hull loop, an open hull, or springs and sticks that are
/// not at rest as drawn.
pub fn write(body: &Body, pixels_per_unit: f64) -> Result<QuarkExport, String> {
    let points = measure::points(body).ok_or("a node is not at a finite position")?;
    if points.is_empty() {
        return Err("the body has no nodes".to_owned());
    }
    if let Some(node) = measure::barycentre(body) {
        return Err(format!("node {node} is a barycentre, which QuarkPhysics does not have"));
    }
    let polygon = polygon_of(body, &points)?;
    let stretched = lengths(body).filter(|&(a, b, length)| {
        let drawn = points[a].distance(points[b]);
        (drawn - length).abs() > AT_REST * length.max(drawn)
    });
    let stretched = stretched.count();
    if stretched > 0 {
        return Err(format!(
            "{} not at rest as drawn, but QuarkPhysics takes every length from the drawing; use Mesh > Lengths as drawn first",
            if stretched == 1 {
                "a spring or stick is".to_owned()
            } else {
                format!("{stretched} springs and sticks are")
            }
        ));
    }
    let mesh = mesh_of(body, &points, &polygon, pixels_per_unit);
    let text = serde_json::to_string_pretty(&json!({ "meshes": [mesh] })).map_err(|error| error.to_string())?;
    Ok(QuarkExport { text: text + "\n", losses: losses(body) })
}

/// Ends and rest lengths of springs and sticks, in file order.
fn lengths(body: &Body) -> impl Iterator<Item = (usize, usize, f64)> {
    let springs = body.springs.iter().map(|spring| (spring.a, spring.b, spring.rest_length));
    springs.chain(body.sticks.iter().map(|stick| (stick.a, stick.b, stick.length)))
}

/// Corners of the hull in the order of QuarkPhysics; none without a hull.
fn polygon_of(body: &Body, points: &[DVec2]) -> Result<Vec<usize>, String> {
    if body.hull.is_empty() {
        return Ok(Vec::new());
    }
    let outline = HullOutline::of(body, points);
    if !outline.ends.is_empty() {
        return Err(format!("its hull is open at {}", tell::list("node", &outline.ends)));
    }
    let Some(found) = outline.only_loop() else {
        let count = outline.loops.len().max(outline.tangled);
        return Err(format!("its hull has {count} loops, but a mesh of QuarkPhysics has one polygon"));
    };
    let mut corners = found.nodes_outside_right();
    corners.reverse();
    Ok(corners)
}

fn mesh_of(body: &Body, points: &[DVec2], polygon: &[usize], scale: f64) -> Value {
    let center = Aabb::around(points.iter().copied()).center();
    let on_hull: BTreeSet<usize> = polygon.iter().copied().collect();
    let edges: BTreeSet<[usize; 2]> = body.hull.iter().map(|&[a, b]| [a.min(b), a.max(b)]).collect();
    let particles: Vec<Value> = points
        .iter()
        .enumerate()
        .map(|(index, &point)| {
            let at = (point - center) * scale;
            json!({
                "position": [at.x, 0.0 - at.y],
                "radius": 0.0,
                "is_internal": !on_hull.contains(&index),
                "enabled": !body.nodes[index].pinned,
                "lazy": false,
            })
        })
        .collect();
    let is_outer = |&(a, b, _): &(usize, usize, f64)| edges.contains(&[a.min(b), a.max(b)]);
    let pairs = |wanted: bool| -> Vec<[usize; 2]> {
        lengths(body).filter(|link| is_outer(link) == wanted).map(|(a, b, _)| [a, b]).collect()
    };
    json!({
        "name": body.name,
        "position": [0.0, 0.0],
        "rotation": 0.0,
        "particles": particles,
        "springs": pairs(true),
        "internal_springs": pairs(false),
        "polygon": polygon,
        "uv_maps": body.triangles,
    })
}

/// What QuarkPhysics takes from the program that loads the mesh, as far as the body differs from its defaults.
fn losses(body: &Body) -> Vec<String> {
    let plain = Body::default();
    let has_tags = |tags: &[String], is_empty: bool| !tags.is_empty() || !is_empty;
    let has_data = has_tags(&body.tags, body.properties.is_empty())
        || body.nodes.iter().any(|node| has_tags(&node.tags, node.properties.is_empty()) || !node.label.is_empty());
    let masses: BTreeSet<u64> =
        body.nodes.iter().filter_map(|node| measure::mass(node.role)).map(f64::to_bits).collect();
    let rows = [
        (true, "the position: coordinates are relative to the centre of the body's box"),
        (!body.springs.is_empty(), "stiffness and damping of the springs: set the rigidity of the QSoftBody"),
        (!body.sticks.is_empty(), "that sticks are rigid: they become springs"),
        (
            masses.iter().any(|&bits| Role::Mass(f64::from_bits(bits)) != Role::Mass(1.0)),
            "masses: a particle has mass 1",
        ),
        (body.gas != 0.0, "gas: enable area preserving of the QSoftBody"),
        (body.restitution != plain.restitution || body.friction != plain.friction, "restitution and friction"),
        (body.motion != Motion::Dynamic, "that the body does not move by forces: set the mode of the QBody"),
        (body.nodes.iter().any(|node| node.velocity != [0.0, 0.0]), "velocities"),
        (body.collision != plain.collision, "the collision filter"),
        (body.skin.is_some(), "the texture"),
        (has_data, "labels, tags and properties"),
    ];
    rows.into_iter().filter(|row| row.0).map(|(_, what)| format!("not in the file: {what}")).collect()
}
