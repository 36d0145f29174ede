//! Even motion within a substep: where a disc is at a time, and the box of the rest of its way.
//!
//! Must never know: impacts, forces.

use crate::geometry::Aabb;
use glam::DVec2;

/// Positions are known to some units in the last place of the largest coordinate on the way. A particle (radius 0)
/// that is brought to the very surface of an obstacle could come out on the wrong side; against obstacles every disc
/// has at least this part of that coordinate as its radius: 2^-46, some 64 such units.
const GRAIN: f64 = 1.0 / (1u64 << 46) as f64;

/// A disc from some time of the substep on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Flight {
    /// Where it began.
    pub position: DVec2,
    /// Constant.
    pub velocity: DVec2,
    /// When it began, since the start of the substep.
    pub time: f64,
    /// Of the disc.
    pub radius: f64,
}

impl Flight {
    /// Where it is; `time` is not before its own.
    pub fn at(&self, time: f64) -> DVec2 {
        self.position + self.velocity * (time - self.time)
    }

    /// Box around the disc on its way until `end`: 002 §1.i; none where it leads out of the finite numbers.
    pub fn reach(&self, end: f64) -> Option<Aabb> {
        let target = self.at(end);
        let reach = Aabb::around([self.position, target]).expanded(self.radius.max(GRAIN * self.magnitude(end)));
        (self.velocity.is_finite() && reach.is_finite() && target.is_finite()).then_some(reach)
    }

    /// Largest coordinate on the way until `end`.
    fn magnitude(&self, end: f64) -> f64 {
        self.position.abs().max(self.at(end).abs()).max_element()
    }

    /// How well a position on the way until `end` can be told near an obstacle whose largest coordinate is `magnitude`.
    pub fn grain_against(&self, magnitude: f64, end: f64) -> f64 {
        GRAIN * self.magnitude(end).max(magnitude)
    }

    /// Radius against such an obstacle.
    pub fn radius_against(&self, magnitude: f64, end: f64) -> f64 {
        self.radius.max(self.grain_against(magnitude, end))
    }
}
