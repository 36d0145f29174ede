//! Symmetry editing about a vertical axis: finds mirror images and applies every change to both sides. The axis is passed
//! by the caller.
//!
//! # Images
//!
//! The image of a part is a part of its kind at the mirrored position, within a tolerance that depends on the level's size
//! ([`MirrorAxis::of`]). Images are mutual: no part is the image of two.
//!
//! * **Bodies first.** A body is its own image if all its masses have images in itself. Else it is paired with a body that
//!   contains all of its images, or vice versa. Among several, one with the same number of nodes has priority, then the
//!   first. Masses on the axis are ignored here, since they match every body.
//! * **Nodes.** Among several at the mirrored position, the order is: in the body's image, in the same body, nearest,
//!   first. *A node on the axis is its own image*, unless its body is paired with a body that has a node there too: two
//!   bodies that touch on the axis are mirrored corner by corner.
//! * **Barycentres** have a computed position: the image is the barycentre of the body's image, wherever it lies. In a
//!   triangle it belongs to the body of the images of the other corners.
//! * **Springs, sticks, hull edges, triangles** follow their nodes. Several between the same nodes are paired in order.
//! * **Links** follow their nodes and discs; their fixed points are mirrored. The image has the same kind.
//! * **Discs, obstacles and markers** by position; discs of the same radius first, the others of the same shape only. An infinite
//!   line is the image of a coincident line.
//!
//! # Changes on both sides
//!
//! Each function takes an optional axis; without one it is the plain change. Images of hull edges and triangles are
//! reversed, so that the outside stays on the right and triangles counter-clockwise. Parts on or across the axis stay
//! symmetric: they move along the axis, are scaled about it, and are not rotated. If both images are named, the one on the
//! side of the first named part determines the change.

mod bodies;
mod change;
mod cut;
mod draw;
mod follow;
pub mod image;
mod links;
mod markers;
mod pairs;
mod paths;

pub use bodies::{Doubled, complete, doubled};
pub use change::{duplicate_both, move_both, pin_both, remove_both, shift_both, transform_both, transform_sides};
pub use cut::knife_both;
pub use draw::{NewLink, disc_both, link_both, neighbours_both, node_both, obstacle_both, split_both};
pub use follow::follow;
pub use links::joined_both;
pub use markers::marker_both;
pub use pairs::{Mirror, MirrorSide};

use crate::geometry::{Aabb, DVec2};
use crate::level::{Level, ObstacleShape, Point};

/// Position and tolerance of the vertical mirror axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MirrorAxis {
    /// x of the axis.
    pub x: f64,
    /// Distance within which parts mirror each other, > 0.
    pub tolerance: f64,
}

/// Tolerance as a fraction of the level's size and of its largest coordinate.
const OF_SIZE: f64 = 1e-6;
const OF_COORDINATES: f64 = 1e-12;
/// Minimum tolerance, for a level without size.
const LEAST: f64 = 1e-9;

impl MirrorAxis {
    /// Axis at x, with a tolerance of a millionth of the longer side of the level's bounding box.
    pub fn of(level: &Level, x: f64) -> Self {
        let point = |point: &Point| DVec2::from_array(*point);
        let nodes = level.bodies.iter().flat_map(|body| &body.nodes).map(|node| point(&node.position));
        let discs = level.discs.iter().map(|disc| point(&disc.position));
        let ends = level.obstacles.iter().flat_map(|obstacle| match obstacle.shape {
            ObstacleShape::Segment(a, b) => [a, b],
            ObstacleShape::Line(at, _) | ObstacleShape::Circle { center: at, .. } => [at, at],
        });
        let around = Aabb::around(nodes.chain(discs).chain(ends.map(|end| point(&end))));
        let size = if around.is_empty() { 0.0 } else { around.size().max_element() };
        let most = if around.is_empty() { 0.0 } else { around.min.abs().max(around.max.abs()).max_element() };
        let tolerance = (OF_SIZE * size).max(OF_COORDINATES * most.max(x.abs())).max(LEAST);
        Self { x, tolerance: if tolerance.is_finite() { tolerance } else { LEAST } }
    }

    /// True if a point lies on the axis and so is its own image.
    pub fn has(self, point: Point) -> bool {
        (point[0] - self.x).abs() * 2.0 <= self.tolerance
    }

    fn check(self) -> Result<(), String> {
        if self.x.is_finite() && self.tolerance > 0.0 && self.tolerance.is_finite() {
            return Ok(());
        }
        Err("the axis is a number, and the tolerance a number above 0".to_owned())
    }
}
