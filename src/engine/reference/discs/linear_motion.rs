//! Even motion within a substep: where a disc is at a time, and the box of the rest of its way.
//!
//! Must never know: impacts, forces.

use crate::geometry::Aabb;
use glam::DVec2;

/// Positions are known to some units in the last place of the largest coordinate on the way. A particle (radius 0)
/// that is brought to the very surface of an obstacle could come out on the wrong side; against obstacles every disc
/// has at least this part of that coordinate as its radius: 2^-46, some 64 such units.
pub(super) const POSITION_EPSILON: f64 = 1.0 / (1u64 << 46) as f64;

/// A disc from some time of the substep on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LinearMotion {
    /// Where it began.
    pub position: DVec2,
    /// Constant.
    pub velocity: DVec2,
    /// When it began, since the start of the substep.
    pub time: f64,
    /// Of the disc.
    pub radius: f64,
}

impl LinearMotion {
    /// Where it is; `time` is not before its own.
    #[inline]
    pub fn at(&self, time: f64) -> DVec2 {
        self.position + self.velocity * (time - self.time)
    }

    /// Box around the disc on its way until `end`: 002 §1.i; none where it leads out of the finite numbers.
    #[inline]
    pub fn swept_aabb(&self, end: f64) -> Option<Aabb> {
        let (start, target) = (self.position, self.at(end));
        let (less, more) = (target.cmplt(start), target.cmpgt(start));
        let way = Aabb { min: DVec2::select(less, target, start), max: DVec2::select(more, target, start) };
        let magnitude = start.abs().max(target.abs()).max_element();
        let swept_aabb = way.expanded(self.radius.max(POSITION_EPSILON * magnitude));
        (self.velocity.is_finite() && swept_aabb.is_finite() && target.is_finite()).then_some(swept_aabb)
    }

    /// Largest coordinate on the way until `end`.
    #[inline]
    pub fn magnitude(&self, end: f64) -> f64 {
        self.position.abs().max(self.at(end).abs()).max_element()
    }

    /// How well a position on the way until `end` can be told near an obstacle whose largest coordinate is `magnitude`.
    pub fn position_epsilon_against(&self, magnitude: f64, end: f64) -> f64 {
        POSITION_EPSILON * self.magnitude(end).max(magnitude)
    }

    /// Radius against such an obstacle.
    pub fn radius_against(&self, magnitude: f64, end: f64) -> f64 {
        self.radius_at(self.magnitude(end), magnitude)
    }

    /// The same where its own largest coordinate is known.
    #[inline]
    pub fn radius_at(&self, own: f64, magnitude: f64) -> f64 {
        self.radius.max(POSITION_EPSILON * own.max(magnitude))
    }
}
