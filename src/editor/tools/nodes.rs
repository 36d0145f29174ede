//! Shared by tools that pick existing nodes: the picked node, its body and its mirror image.

use super::{Pointer, describe, sketch};
use crate::editor::document::Edit;
use crate::editor::mirror::axis_in;
use crate::editor::stage::Stage;
use crate::editor::stage::pick;
use crate::geometry::DVec2;
use crate::level::edit::symmetry::{NewLink, link_both};
use crate::level::{Level, Place, Role};
use egui::Painter;

/// Pick distance of a node, in points.
const REACH: f64 = 14.0;

/// Body and node index.
pub type NodeId = (usize, usize);

/// The node at a point.
pub fn at(stage: &Stage, at: DVec2) -> Option<NodeId> {
    match pick::nearest_node(stage, at, stage.near(REACH))? {
        Place::Node(body, node) => Some((body, node)),
        _ => None,
    }
}

/// The node with mass at a point; links cannot use barycentre nodes.
pub fn mass_at(stage: &Stage, point: DVec2) -> Option<NodeId> {
    at(stage, point).filter(|&(body, node)| is_mass(stage.level, body, node))
}

/// True if a node has mass.
pub fn is_mass(level: &Level, body: usize, node: usize) -> bool {
    let found = level.bodies.get(body).and_then(|body| body.nodes.get(node));
    found.is_some_and(|node| matches!(node.role, Role::Mass(_)))
}

/// Position of a node.
pub fn position(stage: &Stage, (body, node): NodeId) -> DVec2 {
    stage.node(body, node).unwrap_or(stage.viewport.center)
}

/// Name of a body, else its number.
pub fn name_of(level: &Level, body: usize) -> String {
    match level.bodies.get(body).map(|body| body.name.trim()) {
        Some(name) if !name.is_empty() => format!("“{name}”"),
        _ => describe(Place::Body(body)),
    }
}

/// Paints a ring around the node that a click would pick.
pub fn paint_meant(stage: &Stage, pointer_at: Option<DVec2>, painter: &Painter) {
    if let Some(node) = pointer_at.and_then(|point| at(stage, point)) {
        sketch::ring(stage, painter, position(stage, node));
    }
}

/// End of a line that follows the pointer, snapped to a node.
pub fn end(stage: &Stage, pointer: &Pointer) -> Option<DVec2> {
    let point = pointer.at?;
    Some(at(stage, point).map_or(point, |node| position(stage, node)))
}

/// Connects nodes of a body, and their mirror images.
pub fn linking(stage: &Stage, label: String, link: NewLink, body: usize, nodes: Vec<usize>) -> Edit {
    let x = stage.mirror;
    Edit::making(label, move |level| {
        let axis = axis_in(level, x);
        link_both(level, link, body, &nodes, axis)
    })
}
