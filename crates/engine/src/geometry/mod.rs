//! Plane geometry and hashing, independent of blobs.
//!
//! Uses only `+ - * /` and `sqrt`, never fused, so every result has the same bits on every machine.

pub mod aabb;
pub mod box_tree;
pub mod cells;
pub mod chain;
pub mod cover;
pub mod extremes;
pub mod flat;
pub mod hashing;
pub mod loops;
pub mod outline_depth;
#[cfg(feature = "recorder")]
pub mod overlap;
pub mod polygon;
pub mod regions;
pub mod simplify;
mod sorting;
pub mod swarm;

pub use aabb::Aabb;
pub use box_tree::BoxTree;
pub use cells::Cells;
pub use extremes::Extremes;
pub use glam::DVec2;
pub use regions::Regions;
pub use sorting::SortCopies;
pub use swarm::Swarm;

/// `u.x*v.y - u.y*v.x`: twice the signed area of the triangle (0, u, v), positive when v is
/// counter-clockwise of u.
#[inline(always)]
pub fn cross(u: DVec2, v: DVec2) -> f64 {
    u.x * v.y - u.y * v.x
}
