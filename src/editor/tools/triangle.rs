//! Creates a triangle from three nodes, counter-clockwise in any click order.

use super::nodes::{self, NodeId};
use super::{Pointer, Press, Tool, ToolEntry, plain_shift, sketch};
use crate::editor::actions::Action;
use crate::editor::icons::Icon;
use crate::editor::stage::Stage;
use crate::editor::theme::color;
use crate::editor::widgets;
use crate::geometry::{DVec2, cross};
use crate::level::edit::symmetry::NewLink;
use egui::{CursorIcon, Key, Painter, Shape, Stroke, Ui};

/// Registration of the tool.
pub const TOOL: ToolEntry = ToolEntry {
    id: "triangle",
    title: "Triangle",
    explanation: "Click three nodes of a body in any order to create a counter-clockwise triangle.",
    icon: Icon("triangle"),
    keys: plain_shift(Key::T),
    draws: true,
    overlays: &["triangle-orientation", "balloon"],
    make: || Box::new(TriangleTool::default()),
};

#[derive(Default)]
struct TriangleTool {
    body: usize,
    corners: Vec<usize>,
    at: Option<DVec2>,
}

impl TriangleTool {
    /// The node that a click would pick.
    fn meant(&self, stage: &Stage, pointer: &Pointer) -> Option<NodeId> {
        pointer.at.and_then(|at| nodes::at(stage, at))
    }
}

/// Maximum number of outlined triangles.
const OUTLINED: usize = 5000;

/// Outlines the triangles that are there; the overlays of the tool hatch what they leave unpainted.
fn outlines(stage: &Stage, painter: &Painter) {
    let stroke = Stroke::new(1.0, color(stage.palette.triangle_sound.opaque()).gamma_multiply(0.8));
    let bodies = stage.level.bodies.iter().enumerate();
    let all = bodies.flat_map(|(body, parts)| parts.triangles.iter().map(move |triangle| (body, triangle)));
    for (body, triangle) in all.take(OUTLINED) {
        let corners = triangle.map(|node| stage.paintable(nodes::position(stage, (body, node))));
        // The mitred joints of a closed line extend far at sharp corners.
        (0..3).for_each(|i| _ = painter.line_segment([corners[i], corners[(i + 1) % 3]], stroke));
    }
}

impl Tool for TriangleTool {
    fn update(&mut self, stage: &Stage, pointer: &Pointer, out: &mut Vec<Action>) {
        self.at = nodes::end(stage, pointer);
        let Some((body, node)) = pointer.clicked.and_then(|at| nodes::at(stage, at)) else { return };
        if self.corners.is_empty() {
            self.body = body;
        } else if body != self.body {
            let own = nodes::name_of(stage.level, self.body);
            out.push(Action::Refuse(format!("The corners of a triangle belong to one body, here {own}")));
            return;
        }
        if !self.corners.contains(&node) {
            self.corners.push(node);
        }
        if let [a, b, c] = self.corners[..] {
            self.corners.clear();
            let label = format!("Triangle {a}, {b}, {c}");
            out.push(Action::Edit(nodes::linking(stage, label, NewLink::Triangle, self.body, vec![a, b, c])));
        }
    }

    fn hint(&self, stage: &Stage, pointer: &Pointer) -> String {
        let over = self.meant(stage, pointer);
        match (&self.corners[..], over) {
            ([], None) => "Click three nodes of a body, in any order".to_owned(),
            ([], Some((_, node))) => format!("Node {node}: click to begin a triangle"),
            (_, Some((body, _))) if body != self.body => "This node belongs to another body".to_owned(),
            ([a], _) => format!("From node {a}: click the second corner; Backspace removes one, Esc cancels"),
            ([a, b, ..], Some((_, node))) => format!("Click for the triangle {a}, {b}, {node}"),
            ([a, b, ..], None) => format!("Nodes {a} and {b}: click the third corner; Backspace removes one"),
        }
    }

    fn cursor(&self, stage: &Stage, pointer: &Pointer) -> CursorIcon {
        if self.meant(stage, pointer).is_some() { CursorIcon::PointingHand } else { CursorIcon::Crosshair }
    }

    fn paint(&self, stage: &Stage, painter: &Painter) {
        outlines(stage, painter);
        nodes::paint_meant(stage, self.at, painter);
        let mut points: Vec<DVec2> =
            self.corners.iter().map(|&node| nodes::position(stage, (self.body, node))).collect();
        points.iter().for_each(|&at| sketch::ring(stage, painter, at));
        points.extend(self.at.filter(|_| !self.corners.is_empty()));
        for (i, &at) in points.iter().enumerate().filter(|_| points.len() > 1) {
            sketch::image_line(stage, painter, at, points[(i + 1) % points.len()]);
        }
        match points[..] {
            [a, b] => sketch::line(stage, painter, a, b),
            [a, b, c] => {
                let is_left = cross(b - a, c - a) > 0.0;
                let tint = color(stage.palette.triangle_sound.opaque());
                let corners = [a, b, c].map(|at| stage.paintable(at)).to_vec();
                painter.add(Shape::convex_polygon(corners, tint.gamma_multiply(0.2), Stroke::new(1.5, tint)));
                // In the resulting order, not the click order.
                sketch::turn(stage, painter, if is_left { [a, b, c] } else { [a, c, b] }, tint);
            }
            _ => {}
        }
    }

    fn options(&mut self, _: &Stage, ui: &mut Ui, _: &mut Vec<Action>) {
        widgets::short_note(
            ui,
            "Gaps and flipped triangles are hatched",
            "Arrows show the orientation. Flipped triangles have negative area.",
        );
    }

    fn claims(&self, press: Press) -> bool {
        matches!(press, Press::Backspace | Press::Escape) && !self.corners.is_empty()
    }

    fn press(&mut self, _: &Stage, press: Press, _: &mut Vec<Action>) {
        match press {
            Press::Backspace => drop(self.corners.pop()),
            _ => self.corners.clear(),
        }
    }

    fn cancel(&mut self, _: &mut Vec<Action>) {
        self.corners.clear();
    }
}
