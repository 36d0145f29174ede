//! Draws a hull: a loop of clicked nodes, or traced around the selected nodes.

mod trace;

use super::nodes::{self, NodeId};
use super::{Pointer, Press, Tool, ToolEntry, plain, sketch};
use crate::editor::actions::Action;
use crate::editor::icons::Icon;
use crate::editor::stage::Stage;
use crate::editor::widgets;
use crate::geometry::{DVec2, polygon};
use crate::level::edit::symmetry::NewLink;
use egui::{CursorIcon, Key, Painter, Ui};

/// Registration of the tool.
pub const TOOL: ToolEntry = ToolEntry {
    id: "hull",
    title: "Hull",
    explanation: "Click the nodes of the outline in order and the first one again. The loop becomes the hull; its \
                  orientation is chosen automatically. A loop inside another one is a hole.",
    icon: Icon("polygon"),
    keys: plain(Key::E),
    draws: true,
    overlays: &["outside"],
    make: || Box::new(HullTool::default()),
};

#[derive(Default)]
struct HullTool {
    body: usize,
    ring: Vec<usize>,
    at: Option<DVec2>,
}

/// Adds the hull through a loop of nodes and through their mirror images.
fn close(stage: &Stage, body: usize, ring: Vec<usize>) -> Action {
    Action::Edit(nodes::linking(stage, format!("Hull of {} edges", ring.len()), NewLink::HullLoop, body, ring))
}

/// The loop around the selected nodes.
fn traced(stage: &Stage) -> Result<Action, String> {
    let (body, ring) = trace::around(stage.level, stage.selection)?;
    Ok(close(stage, body, ring))
}

impl HullTool {
    fn closes(&self, node: NodeId) -> bool {
        node.0 == self.body && self.ring.len() >= 3 && self.ring.first() == Some(&node.1)
    }

    fn finish(&mut self, stage: &Stage, out: &mut Vec<Action>) {
        out.push(close(stage, self.body, std::mem::take(&mut self.ring)));
    }

    fn click(&mut self, stage: &Stage, (body, node): NodeId, out: &mut Vec<Action>) {
        if self.ring.is_empty() {
            self.body = body;
        } else if body != self.body {
            let own = nodes::name_of(stage.level, self.body);
            out.push(Action::Refuse(format!("A hull goes through nodes of one body, here {own}")));
            return;
        }
        if self.closes((body, node)) {
            self.finish(stage, out);
        } else if !self.ring.contains(&node) {
            self.ring.push(node);
        }
    }

    fn points(&self, stage: &Stage) -> Vec<DVec2> {
        self.ring.iter().map(|&node| nodes::position(stage, (self.body, node))).collect()
    }
}

impl Tool for HullTool {
    fn update(&mut self, stage: &Stage, pointer: &Pointer, out: &mut Vec<Action>) {
        self.at = nodes::end(stage, pointer);
        // A drag adds each node that it passes.
        let passed = pointer.at.filter(|_| pointer.is_dragging).or(pointer.clicked).or(pointer.drag_started);
        if let Some(node) = passed.and_then(|at| nodes::mass_at(stage, at)) {
            self.click(stage, node, out);
        } else if pointer.clicked.or(pointer.drag_started).is_some() && self.ring.is_empty() {
            let text = "No node here: a hull goes through nodes. The tool Polygon draws the outline of a new body";
            out.push(Action::Refuse(text.to_owned()));
        }
    }

    fn hint(&self, stage: &Stage, pointer: &Pointer) -> String {
        let over = pointer.at.and_then(|at| nodes::mass_at(stage, at));
        match (self.ring.len(), over) {
            (0, Some((_, node))) => format!("Node {node}: click to begin a loop"),
            (0, None) if !stage.selection.is_empty() => {
                "Click the nodes of the outline in order; Enter traces around the selected nodes".to_owned()
            }
            (0, None) => "Click the nodes of the outline in order; click the first one again to close".to_owned(),
            (_, Some((body, _))) if body != self.body => "This node belongs to another body".to_owned(),
            (count, Some(node)) if self.closes(node) => format!("Click to close the hull of {count} edges"),
            (count @ (1 | 2), _) => format!("{count} of at least 3 nodes; Backspace removes one, Esc cancels"),
            (count, _) => {
                format!("{count} nodes: click the first one or press Enter to close; Backspace removes one")
            }
        }
    }

    fn cursor(&self, stage: &Stage, pointer: &Pointer) -> CursorIcon {
        match pointer.at.and_then(|at| nodes::mass_at(stage, at)) {
            Some(_) => CursorIcon::PointingHand,
            None => CursorIcon::Crosshair,
        }
    }

    fn paint(&self, stage: &Stage, painter: &Painter) {
        nodes::paint_meant(stage, self.at, painter);
        let mut points = self.points(stage);
        if let Some(&first) = points.first() {
            sketch::ring(stage, painter, first);
        }
        points.extend(self.at.filter(|at| !self.ring.is_empty() && points.last() != Some(at)));
        // Show the outside of the closed loop.
        let is_clockwise = polygon::doubled_area(&points) < 0.0;
        let tint = sketch::tint(stage);
        for pair in points.windows(2) {
            sketch::line(stage, painter, pair[0], pair[1]);
            sketch::image_line(stage, painter, pair[0], pair[1]);
            let (from, to) = if is_clockwise { (pair[1], pair[0]) } else { (pair[0], pair[1]) };
            if points.len() > 2 {
                sketch::outside(stage, painter, from, to, tint);
            }
        }
        if let ([first, .., last], 3..) = (&points[..], points.len()) {
            sketch::dashed(stage, painter, *last, *first);
        }
    }

    fn options(&mut self, stage: &Stage, ui: &mut Ui, out: &mut Vec<Action>) {
        let traced = traced(stage);
        let tip = match &traced {
            Ok(_) => "Hull along the outermost springs of the selected nodes  (Enter)".to_owned(),
            Err(reason) => reason.clone(),
        };
        let name = "Trace around the selected nodes";
        if widgets::icon_button(ui, Icon("bounding-box"), name, &tip, traced.is_ok(), false).clicked() {
            out.extend(traced);
        }
        widgets::short_note(ui, "The hatched side is the outside", "Each edge has its outside on the right.");
    }

    fn claims(&self, press: Press) -> bool {
        match press {
            Press::Enter => true,
            Press::Backspace | Press::Escape => !self.ring.is_empty(),
            Press::Letter(_) | Press::Delete => false,
        }
    }

    fn press(&mut self, stage: &Stage, press: Press, out: &mut Vec<Action>) {
        match press {
            Press::Backspace => drop(self.ring.pop()),
            Press::Enter if self.ring.is_empty() => out.push(traced(stage).unwrap_or_else(Action::Refuse)),
            Press::Enter if self.ring.len() < 3 => {
                out.push(Action::Refuse("A hull needs at least three nodes".to_owned()));
            }
            Press::Enter => self.finish(stage, out),
            _ => self.ring.clear(),
        }
    }

    fn cancel(&mut self, _: &mut Vec<Action>) {
        self.ring.clear();
    }
}
