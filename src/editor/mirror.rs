//! The live mirror of the window: where its axis is, and whether it is on. What is whose image, and how both sides are
//! changed: see [`crate::level::edit::symmetry`].

use crate::geometry::{Aabb, DVec2};
use crate::level::edit::symmetry::{MirrorAxis, image};
use crate::level::{Level, Place};

/// The mirror of the window: off at first.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mirror {
    /// Whether what is done on one side is done on the other too.
    pub is_on: bool,
    /// Where the axis is.
    pub x: f64,
}

impl Mirror {
    /// The axis, while it is on.
    pub fn axis(self) -> Option<f64> {
        self.is_on.then_some(self.x)
    }
}

/// The axis with the tolerance that suits the level; none while the mirror is off.
pub fn axis_in(level: &Level, x: Option<f64>) -> Option<MirrorAxis> {
    x.map(|x| MirrorAxis::of(level, x))
}

/// The image of a point.
pub fn reflected(at: DVec2, axis: f64) -> DVec2 {
    image::point(at.to_array(), axis).into()
}

/// The middle of the bodies of the selected parts, else of all bodies; 0 for none.
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
