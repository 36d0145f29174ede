//! The live mirror of the window: axis position and on/off state. For the symmetric edits see
//! [`crate::level::edit::symmetry`].

use crate::geometry::{Aabb, DVec2};
use crate::level::edit::symmetry::{MirrorAxis, image};
use crate::level::{Level, Place};

/// The mirror state; off by default.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mirror {
    /// Whether edits are repeated on the other side.
    pub is_on: bool,
    /// Position of the vertical axis, x in level units.
    pub x: f64,
}

impl Mirror {
    /// The axis position if the mirror is on.
    pub fn axis(self) -> Option<f64> {
        self.is_on.then_some(self.x)
    }
}

/// The axis with a tolerance for this level; `None` while the mirror is off.
pub fn axis_in(level: &Level, x: Option<f64>) -> Option<MirrorAxis> {
    x.map(|x| MirrorAxis::of(level, x))
}

/// Mirror image of a point.
pub fn reflected(at: DVec2, axis: f64) -> DVec2 {
    image::point(at.to_array(), axis).into()
}

/// Centre x of the bodies of the selected parts, else of all bodies; 0 if there are none.
pub fn middle(level: &Level, selection: &[Place]) -> f64 {
    let bounds = |bodies: &mut dyn Iterator<Item = usize>| {
        let nodes = bodies.filter_map(|body| level.bodies.get(body)).flat_map(|body| &body.nodes);
        Aabb::around(nodes.map(|node| DVec2::from(node.position)))
    };
    let selected = bounds(&mut selection.iter().filter_map(|place| place.body()));
    let around = if selected.is_empty() { bounds(&mut (0..level.bodies.len())) } else { selected };
    let middle = around.center().x;
    if around.is_empty() || !middle.is_finite() { 0.0 } else { middle }
}
