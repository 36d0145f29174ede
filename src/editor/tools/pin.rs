//! Pins and unpins nodes by click or by dragging over them.

use super::nodes::{self, NodeId};
use super::{Pointer, Press, Tool, ToolEntry, plain, sketch};
use crate::editor::actions::Action;
use crate::editor::document::Edit;
use crate::editor::icons::Icon;
use crate::editor::mirror::axis_in;
use crate::editor::stage::Stage;
use crate::editor::widgets;
use crate::geometry::DVec2;
use crate::level::Place;
use crate::level::edit::symmetry::pin_both;
use egui::{CursorIcon, Key, Painter, Ui};

/// Registration of the tool.
pub const TOOL: ToolEntry = ToolEntry {
    id: "pin",
    title: "Pin",
    explanation: "Click to pin or unpin a node. Drag to do the same to several nodes.",
    icon: Icon("push-pin"),
    keys: plain(Key::Q),
    draws: true,
    overlays: &[],
    make: || Box::new(PinTool::default()),
};

#[derive(Default)]
struct PinTool {
    at: Option<DVec2>,
    /// Effect of a drag: the same as on its first node.
    pins: Option<bool>,
    gestures: u64,
}

fn is_pinned(stage: &Stage, (body, node): NodeId) -> bool {
    stage.level.bodies.get(body).and_then(|body| body.nodes.get(node)).is_some_and(|node| node.pinned)
}

/// The edit, including the mirror image.
fn edit(stage: &Stage, (body, node): NodeId, pinned: bool) -> Edit {
    let x = stage.mirror;
    let label = format!("{} node {node}", if pinned { "Pin" } else { "Unpin" });
    Edit::new(label, move |level| {
        let axis = axis_in(level, x);
        pin_both(level, &[Place::Node(body, node)], pinned, axis).map(drop)
    })
}

impl Tool for PinTool {
    fn update(&mut self, stage: &Stage, pointer: &Pointer, out: &mut Vec<Action>) {
        self.at = nodes::end(stage, pointer);
        if pointer.drag_started.is_some() {
            (self.pins, self.gestures) = (None, self.gestures + 1);
        }
        if pointer.is_dragging {
            let passed = pointer.drag_started.or(pointer.at).and_then(|at| nodes::mass_at(stage, at));
            if let Some(node) = passed {
                let pins = *self.pins.get_or_insert(!is_pinned(stage, node));
                if is_pinned(stage, node) != pins {
                    out.push(Action::Edit(edit(stage, node, pins).within(self.gestures)));
                }
            }
        }
        if pointer.drag_stopped {
            self.pins = None;
            out.push(Action::EndGesture);
        }
        if let Some(node) = pointer.clicked.and_then(|at| nodes::mass_at(stage, at)) {
            out.push(Action::Edit(edit(stage, node, !is_pinned(stage, node))));
        }
    }

    fn hint(&self, stage: &Stage, pointer: &Pointer) -> String {
        match (self.pins, pointer.at.and_then(|at| nodes::mass_at(stage, at))) {
            (Some(true), _) => "Drag over nodes to pin them; Esc undoes it".to_owned(),
            (Some(false), _) => "Drag over nodes to unpin them; Esc undoes it".to_owned(),
            (None, Some(node)) if is_pinned(stage, node) => format!("Node {}: click to unpin", node.1),
            (None, Some(node)) => format!("Node {}: click to pin", node.1),
            (None, None) => "Click a node to pin or unpin it; drag over several".to_owned(),
        }
    }

    fn cursor(&self, stage: &Stage, pointer: &Pointer) -> CursorIcon {
        match pointer.at.and_then(|at| nodes::mass_at(stage, at)) {
            Some(_) => CursorIcon::PointingHand,
            None => CursorIcon::Default,
        }
    }

    fn paint(&self, stage: &Stage, painter: &Painter) {
        if let Some(node) = self.at.and_then(|at| nodes::mass_at(stage, at)) {
            sketch::ring(stage, painter, nodes::position(stage, node));
            sketch::image_dot(stage, painter, nodes::position(stage, node));
        }
    }

    fn options(&mut self, stage: &Stage, ui: &mut Ui, _: &mut Vec<Action>) {
        let count = |pinned: bool| {
            let nodes = stage.level.bodies.iter().flat_map(|body| &body.nodes);
            nodes.filter(|node| node.pinned == pinned).count()
        };
        widgets::short_note(ui, &format!("{} pinned, {} free", count(true), count(false)), "All nodes of the level.");
    }

    fn claims(&self, press: Press) -> bool {
        press == Press::Escape && self.pins.is_some()
    }

    fn press(&mut self, _: &Stage, _: Press, out: &mut Vec<Action>) {
        self.cancel(out);
    }

    fn cancel(&mut self, out: &mut Vec<Action>) {
        if self.pins.take().is_some() {
            out.push(Action::CancelGesture(self.gestures));
        }
    }
}
