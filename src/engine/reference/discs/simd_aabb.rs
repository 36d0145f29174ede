//! SIMD form of the swept AABB and of box containment. Bit-identical to [`LinearMotion::swept_aabb`] and
//! [`Aabb::contains_box`].

use super::linear_motion::{LinearMotion, POSITION_EPSILON};
use crate::geometry::Aabb;
use fearless_simd::{f64x4, prelude::*};
use glam::DVec2;

/// Sums of up to 16 coordinates of this size are finite.
const LARGEST_SAFE: f64 = f64::MAX / 16.0;

/// Signs that turn upper sides of a box into lower ones.
const FLIP_UPPER: [f64; 4] = [1.0, 1.0, -1.0, -1.0];

/// [`LinearMotion::swept_aabb`].
#[inline(always)]
pub(super) fn swept_aabb<S: Simd>(simd: S, motion: LinearMotion, end: f64) -> Option<Aabb> {
    let LinearMotion { position, velocity, time, radius } = motion;
    let target = position + velocity * (end - time);
    let far = f64x4::simd_from(simd, [position.x, position.y, target.x, target.y]).abs();
    if !far.simd_le(f64x4::splat(simd, LARGEST_SAFE)).all_true() || radius > LARGEST_SAFE {
        return scalar_fallback(motion, end);
    }
    let [x, y, to_x, to_y] = far.into();
    let radius = larger(radius, POSITION_EPSILON * larger(larger(x, y), larger(to_x, to_y)));
    let flip = f64x4::simd_from(simd, FLIP_UPPER);
    let start = f64x4::simd_from(simd, [position.x, position.y, position.x, position.y]) * flip;
    let target = f64x4::simd_from(simd, [target.x, target.y, target.x, target.y]) * flip;
    let sides = target.simd_lt(start).select(target, start) - f64x4::splat(simd, radius);
    let [left, low, right, high] = (sides * flip).into();
    Some(Aabb { min: DVec2::new(left, low), max: DVec2::new(right, high) })
}

/// Whether a box expanded by a margin contains another one.
#[inline(always)]
pub(super) fn holds<S: Simd>(simd: S, outer: &Aabb, margin: f64, inner: &Aabb) -> bool {
    let flip = f64x4::simd_from(simd, FLIP_UPPER);
    let sides = |of: &Aabb| f64x4::simd_from(simd, [of.min.x, of.min.y, of.max.x, of.max.y]) * flip;
    (sides(outer) - f64x4::splat(simd, margin)).simd_le(sides(inner)).all_true()
}

/// The larger of two finite numbers.
#[inline(always)]
fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// The scalar form, for coordinates near overflow.
#[cold]
fn scalar_fallback(motion: LinearMotion, end: f64) -> Option<Aabb> {
    motion.swept_aabb(end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::data::InstructionSet;
    use crate::engine::data::instruction_set::Kernel;
    use crate::engine::reference::discs::toi_query::{SimdQuery, ToiQuery};

    /// Computes a swept AABB and a containment test with one instruction set.
    struct AabbQuery(LinearMotion, f64, Aabb, f64);

    impl Kernel for AabbQuery {
        type Output = (Option<Aabb>, bool);

        #[inline(always)]
        fn run<S: Simd>(self, simd: S) -> Self::Output {
            let Self(motion, end, outer, margin) = self;
            let query = SimdQuery(simd);
            let swept_aabb = query.swept_aabb(motion, end);
            (swept_aabb, query.holds(&outer, margin, &swept_aabb.unwrap_or(Aabb::EMPTY)))
        }
    }

    #[test]
    fn four_sides_are_as_one_by_one() {
        const END: f64 = 1.0;
        let mut seed = 3u64;
        let mut below = |bound: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % bound
        };
        let mut counts = [0; 4];
        for round in 0..20_000 {
            // On coarse grids, where sides are equal, and up to overflow.
            let scale = [1.0, 1.0, 1e-300, 1e15, 1e300, 1e307][round % 6];
            let grid = if round % 4 < 2 { 6 } else { 1 << 30 };
            let mut number = || (below(grid) as f64 / grid as f64 - 0.5) * 4.0 * scale;
            let (position, velocity) = (DVec2::new(number(), number()), DVec2::new(number(), number()));
            let corners = [DVec2::new(number(), number()), DVec2::new(number(), number())];
            let odd = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.0, -0.0][below(5) as usize];
            let velocity = velocity * [1.0, 1.0, 8.0][below(3) as usize];
            let velocity = if below(20) == 0 { DVec2::new(velocity.x, odd) } else { velocity };
            let radius = [0.0, 0.25 * scale, scale, f64::MAX][if below(50) == 0 { 3 } else { below(3) as usize }];
            let motion = LinearMotion { position, velocity, time: below(5) as f64 * 0.25, radius };
            let (outer, margin) = (Aabb::around(corners), [0.0, 0.5 * scale, 4.0 * scale][below(3) as usize]);
            let swept_aabb = motion.swept_aabb(END);
            let inner = swept_aabb.unwrap_or(Aabb::EMPTY);
            let is_held = outer.expanded(margin).contains_box(&inner) || inner.is_empty();
            counts[usize::from(swept_aabb.is_some())] += 1;
            counts[2 + usize::from(is_held)] += 1;
            for set in InstructionSet::available().filter(|&set| set != InstructionSet::Plain) {
                let found = set.run(AabbQuery(motion, END, outer, margin)).unwrap();
                assert_eq!(found, (swept_aabb, is_held), "{set:?}, round {round}: {motion:?}, {outer:?} and {margin}");
            }
        }
        assert!(counts.iter().all(|&count| count > 500), "{counts:?}");
    }
}
