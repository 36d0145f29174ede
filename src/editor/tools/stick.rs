//! Joins two nodes by a stick, which keeps its length.
//!
//! Must never know: how sticks are held.

use super::nodes::{self, NodeId};
use super::pen::Stretch;
use super::{Entry, Pointer, Press, Tool, plain_shift, sketch};
use crate::editor::actions::Action;
use crate::editor::canvas::Stage;
use crate::editor::icons::Icon;
use crate::editor::widgets::short;
use crate::geometry::DVec2;
use crate::level::edit::symmetry::Link;
use egui::{CursorIcon, Key, Painter, Ui};

/// Its row.
pub const TOOL: Entry = Entry {
    id: "stick",
    title: "Stick",
    explanation: "Joins two nodes of a body by a rigid link as long as drawn: drag, or click from node to node.",
    icon: Icon("line-segment"),
    keys: plain_shift(Key::S),
    draws: true,
    overlays: &[],
    make: || Box::new(StickTool::default()),
};

#[derive(Default)]
struct StickTool {
    stretch: Stretch<NodeId>,
    at: Option<DVec2>,
}

impl Tool for StickTool {
    fn update(&mut self, stage: &Stage, pointer: &Pointer, out: &mut Vec<Action>) {
        self.at = nodes::end(stage, pointer);
        let Some((from, to)) = self.stretch.update(pointer, |at| nodes::mass_at(stage, at)) else {
            if pointer.double_clicked {
                self.stretch = Stretch::Idle;
            }
            return;
        };
        if from.0 != to.0 {
            let [a, b] = [from.0, to.0].map(|body| nodes::name_of(stage.level, body));
            out.push(Action::Tell(format!("A stick joins nodes of one body; these belong to {a} and {b}")));
            return;
        }
        let is_hidden = stage.options.hides_sticks;
        let label = format!("Stick from node {} to node {}", from.1, to.1);
        out.push(Action::Edit(nodes::linking(stage, label, Link::Stick(is_hidden), from.0, vec![from.1, to.1])));
        if pointer.clicked.is_some() && !pointer.double_clicked {
            self.stretch = Stretch::Clicked(to);
        }
    }

    fn hint(&self, stage: &Stage, pointer: &Pointer) -> String {
        let over = pointer.at.and_then(|at| nodes::mass_at(stage, at));
        match (self.stretch.from(), over) {
            (Some(&from), Some(to)) if from.0 != to.0 => {
                "A stick joins nodes of one body; this one belongs to another".to_owned()
            }
            (Some(from), Some(to)) if *from != to => {
                let length = nodes::position(stage, *from).distance(nodes::position(stage, to));
                format!("Node {}: click or release for a stick of length {}", to.1, short(length))
            }
            (Some(from), _) => format!("From node {}: to the next node; Enter or Esc ends the chain", from.1),
            (None, Some((_, node))) => format!("Node {node}: drag to another node, or click to begin a chain"),
            (None, None) => "Drag from node to node, or click from one to the next; A places nodes".to_owned(),
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
        if let (Some(&from), Some(at)) = (self.stretch.from(), self.at) {
            sketch::line(stage, painter, nodes::position(stage, from), at);
            sketch::image_line(stage, painter, nodes::position(stage, from), at);
            sketch::ring(stage, painter, nodes::position(stage, from));
        }
    }

    fn options(&mut self, stage: &Stage, ui: &mut Ui, out: &mut Vec<Action>) {
        let mut hides = stage.options.hides_sticks;
        let tip = "A support that holds, but is not drawn";
        if ui.checkbox(&mut hides, "Hidden support").on_hover_text(tip).changed() {
            out.push(Action::prefer(move |settings| settings.tools.hides_sticks = hides));
        }
    }

    fn claims(&self, press: Press) -> bool {
        matches!(press, Press::Enter | Press::Escape) && self.stretch.from().is_some()
    }

    fn press(&mut self, _: &Stage, _: Press, out: &mut Vec<Action>) {
        self.cancel(out);
    }

    fn cancel(&mut self, _: &mut Vec<Action>) {
        self.stretch = Stretch::Idle;
    }
}
