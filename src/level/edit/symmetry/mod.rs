//! Left and right at once: which part is the image of which about a vertical axis, and every change made on both sides.
//! It is the one place that knows; what an editor adds is where the axis is.
//!
//! # Which part is the image of which
//! A part's image is a part of its kind that lies where the mirror shows it, give or take a tolerance that follows the
//! level's size ([`Axis::of`]). Images are mutual: no part is the image of two.
//!
//! * **Bodies first.** A body all of whose masses find their images in itself is its own image. Else it goes with another
//!   body that has all of its images, or that has all of its own in it; of several with one of as many nodes, then the
//!   first. Masses on the axis do not count here, as they are there for every body.
//! * **Nodes.** Of several that lie where the image should be, the one in the body's image, then the one in the same body,
//!   then the nearest, then the first. *A node on the axis is its own image*, unless its body goes with another body that
//!   has a node there too: two bodies that touch on the axis are images corner by corner.
//! * **A barycentre** is nowhere by itself, its masses put it: its image is the barycentre of its body's image, wherever
//!   that lies. In a triangle it goes with the body in which the images of the other corners are.
//! * **Springs, sticks, hull edges, triangles** follow their nodes. Of several between the same nodes, the first goes
//!   with the first, the second with the second.
//! * **Discs and obstacles** by place; discs of the same radius first, obstacles of the same shape only. A line without end
//!   is the image of a line that it lies upon.
//!
//! # What is done on both sides
//! Each function takes the axis, or none: then it is the plain change. Images of hull edges and triangles run the other
//! way round, so that the outside stays on the right and triangles counter-clockwise. What lies on or across the axis
//! stays symmetric: it is moved along the axis, scaled about it, and not turned. Of two images that are both named, the
//! one on the side of the part that was named first leads.

mod bodies;
mod change;
mod cut;
mod draw;
mod follow;
pub mod image;
mod pairs;

pub use bodies::{Doubled, complete, doubled};
pub use change::{duplicate_both, move_both, pin_both, remove_both, shift_both, transform_both, transform_sides};
pub use cut::knife_both;
pub use draw::{NewLink, disc_both, link_both, neighbours_both, node_both, obstacle_both, split_both};
pub use follow::follow;
pub use pairs::{Mirror, MirrorSide};

use crate::geometry::{Aabb, DVec2};
use crate::level::{Level, ObstacleShape, Point};

/// Where the mirror is: x of the vertical axis, and how exact it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MirrorAxis {
    /// Of the axis.
    pub x: f64,
    /// Distance within which parts mirror each other, > 0.
    pub tolerance: f64,
}

/// Part of the level's size, and of its largest coordinate, within which parts mirror each other.
const OF_SIZE: f64 = 1e-6;
const OF_COORDINATES: f64 = 1e-12;
/// The same where there is no size.
const LEAST: f64 = 1e-9;

impl MirrorAxis {
    /// At x, as exact as suits the level: a millionth of the longer side of the box around it.
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

    /// Whether a point lies on the axis, so that it is its own image.
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
