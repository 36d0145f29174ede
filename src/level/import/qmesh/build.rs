//! Builds the level: one body per mesh, with springs dimensioned like those of drawings.

use super::read::{QuarkFile, QuarkMesh};
use crate::geometry::{Aabb, DVec2, polygon};
use crate::level::checks::support::edit::triangles_in_hull;
use crate::level::format::{self, FormatError};
use crate::level::import::hold::{self, Chosen, Holding};
use crate::level::import::{Drawn, ImportOptions, Imported, Stretch};
use crate::level::mesh::{DrawnOutline, MeshOptions};
use crate::level::{Body, EdgeChoice, Level, Node, Spring};

/// Gravity of a new QuarkPhysics world, in pixels per step².
const GRAVITY: f64 = 0.2;
/// Damping of the springs as a fraction of critical damping, as of drawings.
const DAMPING: f64 = 0.25;

/// Converts meshes to a level.
///
/// # Errors
/// If a requested size is impossible, or a number is outside the format's range.
pub(super) fn build(file: &QuarkFile, options: &ImportOptions) -> Result<Imported, FormatError> {
    let points = file.meshes.iter().flat_map(|mesh| mesh.particles.iter().map(|particle| particle.position));
    let bounds = Aabb::around(points);
    let stretch = options.stretch_of_pixels(bounds.min, bounds.size())?;
    let mut level = Level::default();
    level.world.gravity = [0.0, -GRAVITY * stretch.factor.y];
    level.world.contact.edge_choice = EdgeChoice::EntryEdge;
    let mut remarks = file.remarks.clone();
    let mut holding = Holding::default();
    for mesh in &file.meshes {
        let mut body = shape(mesh, &stretch, &mut remarks);
        dimension(&mut body, mesh, options, &level, &mut holding);
        level.bodies.push(body);
    }
    let Holding { choices, reports, warnings, .. } = holding.finish(&mut level);
    remarks.extend(warnings);
    format::validate(&level)?;
    Ok(Imported { level, remarks, choices, reports })
}

/// Nodes, hull and triangles, and springs that are still without stiffness.
fn shape(mesh: &QuarkMesh, stretch: &Stretch, remarks: &mut Vec<String>) -> Body {
    let points: Vec<DVec2> = mesh.particles.iter().map(|particle| stretch.point(particle.position)).collect();
    let nodes = points.iter().zip(&mesh.particles);
    let mut body = Body {
        name: mesh.name.clone(),
        gas: 0.0,
        nodes: nodes
            .map(|(point, particle)| Node { pinned: !particle.is_enabled, ..Node::at(point.to_array()) })
            .collect(),
        ..Body::default()
    };
    for &[a, b] in &mesh.springs {
        let rest_length = points[a].distance(points[b]);
        body.springs.push(Spring { a, b, rest_length, stiffness: 0.0, damping: 0.0 });
    }
    set_hull(&mut body, mesh, &points, remarks);
    body.triangles = triangles(mesh, &points);
    if body.triangles.is_empty() && !body.hull.is_empty() {
        match triangles_in_hull(&body) {
            Ok(triangles) => body.triangles = triangles,
            Err(reason) => remarks.push(format!("{}: the body gets no triangles: {reason}", mesh.place)),
        }
    }
    body
}

/// The polygon as hull, counter-clockwise.
fn set_hull(body: &mut Body, mesh: &QuarkMesh, points: &[DVec2], remarks: &mut Vec<String>) {
    let mut around = mesh.polygon.clone();
    let corners: Vec<DVec2> = around.iter().map(|&corner| points[corner]).collect();
    let area = if corners.len() < 3 { 0.0 } else { polygon::doubled_area(&corners) };
    if area == 0.0 || !area.is_finite() {
        let reason = if around.is_empty() { "the mesh has no polygon" } else { "its polygon encloses no area" };
        remarks.push(format!("{}: {reason}, so the body has no hull and does not collide with others", mesh.place));
        return;
    }
    if area < 0.0 {
        around.reverse();
    }
    body.hull = (0..around.len()).map(|index| [around[index], around[(index + 1) % around.len()]]).collect();
}

/// The UV polygons as fans of counter-clockwise triangles; those without area are left out.
fn triangles(mesh: &QuarkMesh, points: &[DVec2]) -> Vec<[usize; 3]> {
    let fans = mesh.faces.iter().flat_map(|face| face[1..].windows(2).map(|pair| [face[0], pair[0], pair[1]]));
    let turned = fans.filter_map(|[a, b, c]| {
        let area = polygon::doubled_triangle_area(points[a], points[b], points[c]);
        match area {
            _ if area > 0.0 => Some([a, b, c]),
            _ if area < 0.0 => Some([a, c, b]),
            _ => None,
        }
    });
    turned.collect()
}

/// Chooses stiffness and damping: for a hull those of a drawing with this outline and mass, else the usual ones.
fn dimension(body: &mut Body, mesh: &QuarkMesh, options: &ImportOptions, level: &Level, holding: &mut Holding) {
    let outer: Vec<DVec2> = body.hull.iter().map(|&[a, _]| DVec2::from(body.nodes[a].position)).collect();
    let area = 0.5 * polygon::doubled_area(&outer);
    let chosen = (area > 0.0 && area.is_finite()).then(|| choose(body, &outer, area, options, level));
    let usual = MeshOptions::default();
    let stiffness = chosen.map_or(options.stiffness.unwrap_or(usual.stiffness), |chosen| chosen.options.stiffness);
    let damping = chosen.map_or(options.damping.unwrap_or(DAMPING), |chosen| chosen.options.damping);
    for spring in &mut body.springs {
        spring.stiffness = stiffness;
        // Two masses of 1 on a spring oscillate like one of 1/2.
        spring.damping = damping * 2.0 * (0.5 * stiffness).sqrt();
    }
    if let Some(chosen) = chosen {
        let drawn = Drawn {
            name: mesh.name.clone(),
            color: String::new(),
            outline: DrawnOutline::of(outer),
            is_soft: true,
            place: mesh.place.clone(),
            image: None,
        };
        holding.add(&drawn, (body, 0.0), &chosen, &level.world);
    }
}

fn choose(body: &Body, outer: &[DVec2], area: f64, options: &ImportOptions, level: &Level) -> Chosen {
    let total: f64 = body.springs.iter().map(|spring| spring.rest_length).sum();
    let spacing = if body.springs.is_empty() { area.sqrt() } else { total / body.springs.len() as f64 };
    let density = body.nodes.len() as f64 / area;
    let mesh = MeshOptions { density, ..options.mesh };
    // Nodes stay where they are, so tips stay too and no braces are added.
    let options = ImportOptions { mesh, spacing: Some(spacing), keeps_tips: true, ..*options };
    let chosen = hold::choose(&DrawnOutline::of(outer.to_vec()), spacing, &options, level.world.gravity);
    Chosen { brace_reason: None, ..chosen }
}
