//! Common part of tools that connect nodes: by a drag between two nodes, or by clicks from node to node.

use super::nodes::{self, NodeId};
use super::pen::Stretch;
use super::{Pointer, sketch};
use crate::editor::actions::Action;
use crate::editor::stage::Stage;
use crate::editor::widgets::short;
use crate::geometry::DVec2;
use crate::level::edit::symmetry::NewLink;
use egui::{CursorIcon, Painter};

/// Picks two nodes of one body, repeatedly.
pub(super) struct Chain {
    /// Name of the connection, such as `spring`.
    noun: &'static str,
    stretch: Stretch<NodeId>,
    /// Snapped pointer position.
    pub at: Option<DVec2>,
}

impl Chain {
    pub fn of(noun: &'static str) -> Self {
        Self { noun, stretch: Stretch::Idle, at: None }
    }

    /// Follows the pointer and connects two picked nodes.
    pub fn update(&mut self, stage: &Stage, pointer: &Pointer, link: impl FnOnce() -> NewLink, out: &mut Vec<Action>) {
        self.at = nodes::end(stage, pointer);
        let Some((from, to)) = self.stretch.update(pointer, |at| nodes::mass_at(stage, at)) else {
            if pointer.double_clicked {
                self.end();
            }
            return;
        };
        let noun = self.noun;
        if from.0 != to.0 {
            let [a, b] = [from.0, to.0].map(|body| nodes::name_of(stage.level, body));
            out.push(Action::Tell(format!("A {noun} connects nodes of one body; these belong to {a} and {b}")));
            return;
        }
        let mut label = format!("{noun} from node {} to node {}", from.1, to.1);
        label[..1].make_ascii_uppercase();
        out.push(Action::Edit(nodes::linking(stage, label, link(), from.0, vec![from.1, to.1])));
        if pointer.clicked.is_some() && !pointer.double_clicked {
            self.stretch = Stretch::Clicked(to);
        }
    }

    /// Hint; `None` if nothing is picked and no node is near.
    pub fn hint(&self, stage: &Stage, pointer: &Pointer) -> Option<String> {
        let noun = self.noun;
        let over = pointer.at.and_then(|at| nodes::mass_at(stage, at));
        Some(match (self.stretch.from(), over) {
            (Some(&from), Some(to)) if from.0 != to.0 => {
                format!("A {noun} connects nodes of one body; this node belongs to another")
            }
            (Some(from), Some(to)) if *from != to => {
                let length = nodes::position(stage, *from).distance(nodes::position(stage, to));
                format!("Node {}: click or release for a {noun} of length {}", to.1, short(length))
            }
            (Some(from), _) => format!("From node {}: click the next node; Enter or Esc ends the chain", from.1),
            (None, Some((_, node))) => format!("Node {node}: drag to another node, or click to begin a chain"),
            (None, None) => return None,
        })
    }

    pub fn cursor(stage: &Stage, pointer: &Pointer) -> CursorIcon {
        match pointer.at.and_then(|at| nodes::mass_at(stage, at)) {
            Some(_) => CursorIcon::PointingHand,
            None => CursorIcon::Crosshair,
        }
    }

    pub fn paint(&self, stage: &Stage, painter: &Painter) {
        nodes::paint_meant(stage, self.at, painter);
        if let (Some(&from), Some(at)) = (self.stretch.from(), self.at) {
            sketch::line(stage, painter, nodes::position(stage, from), at);
            sketch::image_line(stage, painter, nodes::position(stage, from), at);
            sketch::ring(stage, painter, nodes::position(stage, from));
        }
    }

    /// True if a first node is picked.
    pub fn is_begun(&self) -> bool {
        self.stretch.from().is_some()
    }

    /// Ends the chain.
    pub fn end(&mut self) {
        self.stretch = Stretch::Idle;
    }
}
