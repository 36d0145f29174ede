//! The Pin command: fixes the selected nodes or releases them (source 004).

use super::document::Edit;
use super::mirror::axis_in;
use super::tools::describe;
use crate::level::edit::symmetry::pin_both;
use crate::level::{Level, Place, Role};

/// The change that the command would make.
#[derive(Clone, Debug, PartialEq)]
pub struct Pins {
    /// Body and node index of the changed nodes.
    nodes: Vec<(usize, usize)>,
    /// True to pin, false to unpin.
    is_pinned: bool,
}

/// Pins the selected free nodes; if all are pinned, unpins them. `None` if no node with mass is selected.
pub fn pins(level: &Level, selection: &[Place]) -> Option<Pins> {
    let nodes = selection.iter().filter_map(|&place| {
        let Place::Node(body, index) = place else { return None };
        let node = level.bodies.get(body)?.nodes.get(index)?;
        matches!(node.role, Role::Mass(_)).then_some(((body, index), node.pinned))
    });
    let nodes: Vec<_> = nodes.collect();
    let is_pinned = nodes.iter().any(|&(_, pinned)| !pinned);
    let nodes: Vec<_> = nodes.into_iter().filter(|&(_, pinned)| pinned != is_pinned).map(|(node, _)| node).collect();
    (!nodes.is_empty()).then_some(Pins { nodes, is_pinned })
}

impl Pins {
    /// `Pin node 3`, `Unpin 4 nodes`.
    pub fn label(&self) -> String {
        let verb = if self.is_pinned { "Pin" } else { "Unpin" };
        match self.nodes[..] {
            [(body, node)] => format!("{verb} {}", describe(Place::Node(body, node))),
            _ => format!("{verb} {} nodes", self.nodes.len()),
        }
    }
}

/// The edit, including the mirror images.
pub fn edit(level: &Level, selection: &[Place], mirror: Option<f64>) -> Option<Edit> {
    let pins = pins(level, selection)?;
    let label = pins.label();
    Some(Edit::new(label, move |level| {
        let places: Vec<Place> = pins.nodes.iter().map(|&(body, node)| Place::Node(body, node)).collect();
        let axis = axis_in(level, mirror);
        pin_both(level, &places, pins.is_pinned, axis).map(drop)
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editor::document::Document;
    use crate::level::{Body, Node};

    #[test]
    fn pin_changes_several_nodes_in_one_step() {
        let mut nodes = vec![Node::at([0.0, 0.0]), Node::at([1.0, 0.0]), Node::at([0.0, 1.0])];
        nodes[1].pinned = true;
        nodes.push(Node { role: Role::Barycentre, ..Node::at([0.3, 0.3]) });
        let level = Level { bodies: vec![Body { nodes, ..Body::default() }], ..Level::default() };
        let mut document = Document::new(level, None);
        let selection = [0, 1, 2, 3].map(|node| Place::Node(0, node));
        let pinned =
            |document: &Document| document.level().bodies[0].nodes.iter().map(|node| node.pinned).collect::<Vec<_>>();
        let press = |document: &mut Document| {
            let change = edit(document.level(), &selection, None).unwrap();
            let label = change.label.clone();
            document.apply(change).unwrap();
            label
        };
        assert_eq!(press(&mut document), "Pin 2 nodes");
        assert_eq!(pinned(&document), [true, true, true, false]);
        assert_eq!(press(&mut document), "Unpin 3 nodes");
        assert_eq!(pinned(&document), [false; 4]);
        document.undo();
        document.undo();
        assert_eq!(pinned(&document), [false, true, false, false]);
        assert_eq!(pins(document.level(), &[Place::Node(0, 1)]).unwrap().label(), "Unpin node 1");
        assert_eq!(pins(document.level(), &[Place::Body(0), Place::Node(0, 3)]), None);
    }
}
