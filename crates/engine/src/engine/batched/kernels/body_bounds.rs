//! Per-body data computed during integration, while the nodes are in cache: hull box, barycentre, clearance from obstacles.

use crate::engine::batched::schedule::LANES;
use crate::geometry::Aabb;
use fearless_simd::{f64x8, prelude::*};
use glam::DVec2;

/// Bounds of bodies, one entry per body.
#[derive(Debug, Default)]
pub(in crate::engine) struct BodyBounds<'a> {
    /// True if the box and the barycentre are up to date and no obstacle is within the swept box.
    pub are_settled: &'a mut [bool],
    /// Box around the hull nodes.
    pub boxes: &'a mut [Aabb],
    pub barycentres: &'a mut [DVec2],
}

/// Returns true if no obstacle is within a swept box.
pub(in crate::engine) type IsClear<'a> = &'a (dyn Fn(&Aabb) -> bool + Sync);

impl<'a> BodyBounds<'a> {
    /// Splits the lists before a body.
    pub fn split(self, at: usize) -> (Self, Self) {
        let (are_settled, boxes) = (self.are_settled.split_at_mut(at), self.boxes.split_at_mut(at));
        let barycentres = self.barycentres.split_at_mut(at);
        let before = Self { are_settled: are_settled.0, boxes: boxes.0, barycentres: barycentres.0 };
        (before, Self { are_settled: are_settled.1, boxes: boxes.1, barycentres: barycentres.1 })
    }

    /// Sets hull boxes and barycentres, from the sums of position times mass and the total mass.
    #[inline(always)]
    pub fn set<S: Simd>(&mut self, bodies: [usize; LANES], hulls: [Aabb; LANES], sums: [f64x8<S>; 2], mass: f64) {
        let [x, y] = sums.map(<[f64; LANES]>::from);
        for (lane, body) in bodies.into_iter().enumerate() {
            self.boxes[body] = hulls[lane];
            let sum = DVec2::new(x[lane], y[lane]);
            self.barycentres[body] = if mass > 0.0 { sum / mass } else { DVec2::ZERO };
        }
    }

    /// Marks the bodies as settled if their swept boxes are clear; returns whether all are.
    #[inline(always)]
    pub fn mark_settled(
        &mut self,
        bodies: [usize; LANES],
        swept: &[Aabb; LANES],
        is_clear: Option<IsClear<'_>>,
    ) -> bool {
        let mut are_clear = true;
        for (body, swept) in bodies.into_iter().zip(swept) {
            let is_clear = is_clear.is_none_or(|is_clear| is_clear(swept));
            self.are_settled[body] = is_clear;
            are_clear &= is_clear;
        }
        are_clear
    }
}

/// Bounding boxes of eight bodies, one per lane.
pub(in crate::engine) struct LaneBounds<S: Simd> {
    min: [f64x8<S>; 2],
    max: [f64x8<S>; 2],
}

impl<S: Simd> LaneBounds<S> {
    #[inline(always)]
    pub fn none(simd: S) -> Self {
        let (min, max) = (f64x8::splat(simd, f64::INFINITY), f64x8::splat(simd, f64::NEG_INFINITY));
        Self { min: [min; 2], max: [max; 2] }
    }

    #[inline(always)]
    pub fn include(&mut self, [x, y]: [f64x8<S>; 2]) {
        self.min = [x.min(self.min[0]), y.min(self.min[1])];
        self.max = [x.max(self.max[0]), y.max(self.max[1])];
    }

    #[inline(always)]
    pub fn boxes(self) -> [Aabb; LANES] {
        let ([left, bottom], [right, top]) = (self.min.map(<[f64; LANES]>::from), self.max.map(<[f64; LANES]>::from));
        std::array::from_fn(|lane| Aabb {
            min: DVec2::new(left[lane], bottom[lane]),
            max: DVec2::new(right[lane], top[lane]),
        })
    }
}
