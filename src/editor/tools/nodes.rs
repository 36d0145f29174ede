//! What the tools share that work with nodes that are there: which one is meant, in whose body, and its image.

use super::{Pointer, describe, sketch};
use crate::editor::canvas::{Stage, pick};
use crate::editor::document::Edit;
use crate::editor::mirror::axis_in;
use crate::geometry::DVec2;
use crate::level::edit::symmetry::{NewLink, link_both};
use crate::level::{Level, Place, Role};
use egui::Painter;

/// How near the pointer must be to a node that is meant, in points.
const REACH: f64 = 14.0;

/// Body and number of a node.
pub type NodeId = (usize, usize);

/// The node that is meant at a point.
pub fn at(stage: &Stage, at: DVec2) -> Option<NodeId> {
    match pick::nearest_node(stage, at, REACH / stage.viewport.scale)? {
        Place::Node(body, node) => Some((body, node)),
        _ => None,
    }
}

/// The same without barycentres, which no link may use.
pub fn mass_at(stage: &Stage, point: DVec2) -> Option<NodeId> {
    at(stage, point).filter(|&(body, node)| is_mass(stage.level, body, node))
}

/// Whether a node is a mass.
pub fn is_mass(level: &Level, body: usize, node: usize) -> bool {
    let found = level.bodies.get(body).and_then(|body| body.nodes.get(node));
    found.is_some_and(|node| matches!(node.role, Role::Mass(_)))
}

/// Where a node is.
pub fn position(stage: &Stage, (body, node): NodeId) -> DVec2 {
    stage.node(body, node).unwrap_or(stage.viewport.center)
}

/// A body by its name, else by its number.
pub fn name_of(level: &Level, body: usize) -> String {
    match level.bodies.get(body).map(|body| body.name.trim()) {
        Some(name) if !name.is_empty() => format!("“{name}”"),
        _ => describe(Place::Body(body)),
    }
}

/// A ring round the node that the pointer means.
pub fn paint_meant(stage: &Stage, pointer_at: Option<DVec2>, painter: &Painter) {
    if let Some(node) = pointer_at.and_then(|point| at(stage, point)) {
        sketch::ring(stage, painter, position(stage, node));
    }
}

/// Where the end of a line is that follows the pointer: at the node that is meant, else at the pointer.
pub fn end(stage: &Stage, pointer: &Pointer) -> Option<DVec2> {
    let point = pointer.at?;
    Some(at(stage, point).map_or(point, |node| position(stage, node)))
}

/// A link between nodes of a body, and between their images where the mirror is on.
pub fn linking(stage: &Stage, label: String, link: NewLink, body: usize, nodes: Vec<usize>) -> Edit {
    let x = stage.mirror;
    Edit::making(label, move |level| {
        let axis = axis_in(level, x);
        link_both(level, link, body, &nodes, axis)
    })
}
