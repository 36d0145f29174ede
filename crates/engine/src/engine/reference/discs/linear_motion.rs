//! Uniform motion of a disc between two impacts: its position at a time, and its swept AABB.

use crate::geometry::Aabb;
use glam::DVec2;

/// Relative error of positions, dimensionless: 2^-46, or 64 units in the last place (2^-52). The arithmetic of a substep loses less.
/// Against obstacles the radius of every disc is at least this fraction of the largest coordinate. Otherwise a particle (radius 0)
/// at the surface of an obstacle could cross it by rounding.
pub(super) const POSITION_EPSILON: f64 = 1.0 / (1u64 << 46) as f64;

/// Uniform motion of a disc from a time within the substep.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LinearMotion {
    /// Position at `time`.
    pub position: DVec2,
    /// Constant velocity.
    pub velocity: DVec2,
    /// Start, since the start of the substep.
    pub time: f64,
    /// Radius of the disc.
    pub radius: f64,
}

impl LinearMotion {
    /// Position at a time not before the start.
    #[inline]
    pub fn at(&self, time: f64) -> DVec2 {
        self.position + self.velocity * (time - self.time)
    }

    /// Swept AABB until `end` (002 §1.i); none if it is not finite.
    #[inline]
    pub fn swept_aabb(&self, end: f64) -> Option<Aabb> {
        let (start, target) = (self.position, self.at(end));
        let (less, more) = (target.cmplt(start), target.cmpgt(start));
        let path_box = Aabb { min: DVec2::select(less, target, start), max: DVec2::select(more, target, start) };
        let magnitude = start.abs().max(target.abs()).max_element();
        let swept_aabb = path_box.expanded(self.radius.max(POSITION_EPSILON * magnitude));
        (self.velocity.is_finite() && swept_aabb.is_finite() && target.is_finite()).then_some(swept_aabb)
    }

    /// Largest coordinate until `end`.
    #[inline]
    pub fn magnitude(&self, end: f64) -> f64 {
        self.position.abs().max(self.at(end).abs()).max_element()
    }

    /// Position error until `end` near an obstacle whose largest coordinate is `magnitude`.
    pub fn position_epsilon_against(&self, magnitude: f64, end: f64) -> f64 {
        POSITION_EPSILON * self.magnitude(end).max(magnitude)
    }

    /// Effective radius against such an obstacle.
    pub fn radius_against(&self, magnitude: f64, end: f64) -> f64 {
        self.radius_at(self.magnitude(end), magnitude)
    }

    /// Effective radius, given the largest coordinate of the motion.
    #[inline]
    pub fn radius_at(&self, own: f64, magnitude: f64) -> f64 {
        self.radius.max(POSITION_EPSILON * own.max(magnitude))
    }
}
