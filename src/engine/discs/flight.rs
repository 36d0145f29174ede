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
#[derive(Clone, Copy, Debug)]
pub(super) struct Flight {
    /// When it began, since the start of the substep.
    pub time: f64,
    /// Where it began.
    pub position: DVec2,
    /// Constant.
    pub velocity: DVec2,
    /// Of the disc.
    pub radius: f64,
    /// Largest coordinate on the way.
    pub magnitude: f64,
    /// Box around the disc on the rest of its way: 002 §1.i.
    pub reach: Aabb,
}

impl Flight {
    /// From `time` to `end`; none where it leads out of the finite numbers.
    pub fn new(position: DVec2, velocity: DVec2, radius: f64, time: f64, end: f64) -> Option<Self> {
        let target = position + velocity * (end - time);
        let magnitude = position.abs().max(target.abs()).max_element();
        let reach = Aabb::around([position, target]).expanded(radius.max(GRAIN * magnitude));
        let is_sound = velocity.is_finite() && reach.is_finite() && target.is_finite();
        is_sound.then_some(Self { time, position, velocity, radius, magnitude, reach })
    }

    /// Where it is; `time` is not before its own.
    pub fn at(&self, time: f64) -> DVec2 {
        self.position + self.velocity * (time - self.time)
    }

    /// How well a position can be told near an obstacle whose largest coordinate is `magnitude`.
    pub fn grain_against(&self, magnitude: f64) -> f64 {
        GRAIN * self.magnitude.max(magnitude)
    }

    /// Radius against such an obstacle.
    pub fn radius_against(&self, magnitude: f64) -> f64 {
        self.radius.max(self.grain_against(magnitude))
    }
}
