//! Generators of bodies: one shape a file, each a small struct of parameters with sensible defaults and a `body()`.
//!
//! Must never know: the engine, the screen.
//!
//! What every shape promises: the outer hull runs counter-clockwise and a hole clockwise, so the outside is on the
//! right (000 §C.3); the triangles are counter-clockwise and tile the hull exactly; every spring is as long as it is
//! drawn and there is one per pair of nodes; sines and cosines come from `libm`, so that a shape has the same bits on
//! every machine. Counts that make no sense (a polygon of two sides) or no end (a million rows) are brought into range.

mod balloon;
mod bridge;
mod cloth;
mod concave;
mod container;
mod crate_box;
mod disc;
mod draft;
mod gear;
mod notch;
mod rectangle;
mod ring;
mod rope;
mod star;
mod terrain;
mod transform;
mod wheel;

pub use balloon::Balloon;
pub use bridge::Bridge;
pub use cloth::Cloth;
pub use concave::{Concave, ConcaveKind};
pub use container::Container;
pub use crate_box::CrateBox;
pub use disc::Disc;
pub use draft::{Masses, Material};
pub use gear::Gear;
pub use notch::Notch;
pub use rectangle::Rectangle;
pub use ring::Ring;
pub use rope::{Links, Rope};
pub use star::Star;
pub use terrain::{Floor, Terrain};
pub use wheel::Wheel;

use super::Body;

/// A generator with its default body, for menus and for tests that run over all of them.
pub struct Shape {
    /// Stable id in kebab-case.
    pub id: &'static str,
    /// Title for people.
    pub title: &'static str,
    /// What it is good for, in a sentence.
    pub explanation: &'static str,
    /// The body that the default parameters make, near the origin.
    pub make: fn() -> Body,
}

/// Every shape, in the order of menus: solids, then shells, then things that are held, then decor.
pub const ALL: &[Shape] = &[
    rectangle::SHAPE,
    disc::SHAPE,
    crate_box::SHAPE,
    concave::SHAPE_L,
    concave::SHAPE_U,
    concave::SHAPE_C,
    star::SHAPE,
    gear::SHAPE,
    balloon::SHAPE,
    ring::SHAPE,
    wheel::SHAPE,
    rope::SHAPE,
    cloth::SHAPE,
    bridge::SHAPE,
    terrain::FLOOR,
    terrain::SHAPE,
    notch::SHAPE,
    container::SHAPE,
];

/// The shape with this id.
pub fn shape(id: &str) -> Option<&'static Shape> {
    ALL.iter().find(|shape| shape.id == id)
}

#[cfg(test)]
mod tests;
