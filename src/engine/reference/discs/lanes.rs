//! Boxes of flights, all four sides at once: the bits of [`Flight::reach`] and of looking at one side after the other.
//!
//! Must never know: discs that are near, impacts.

use super::flight::{Flight, GRAIN};
use crate::geometry::Aabb;
use fearless_simd::{f64x4, prelude::*};
use glam::DVec2;

/// Up to this, sums of a few coordinates are finite.
const HUGE: f64 = f64::MAX / 16.0;

/// What turns the upper sides of a box over, so that all four of them are lower ones.
const OVER: [f64; 4] = [1.0, 1.0, -1.0, -1.0];

/// [`Flight::reach`].
#[inline(always)]
pub(super) fn reach<S: Simd>(simd: S, flight: Flight, end: f64) -> Option<Aabb> {
    let Flight { position, velocity, time, radius } = flight;
    let target = position + velocity * (end - time);
    let far = f64x4::simd_from(simd, [position.x, position.y, target.x, target.y]).abs();
    if !far.simd_le(f64x4::splat(simd, HUGE)).all_true() || radius > HUGE {
        return far_out(flight, end);
    }
    let [x, y, to_x, to_y] = far.into();
    let radius = greater(radius, GRAIN * greater(greater(x, y), greater(to_x, to_y)));
    let over = f64x4::simd_from(simd, OVER);
    let start = f64x4::simd_from(simd, [position.x, position.y, position.x, position.y]) * over;
    let target = f64x4::simd_from(simd, [target.x, target.y, target.x, target.y]) * over;
    let sides = target.simd_lt(start).select(target, start) - f64x4::splat(simd, radius);
    let [left, low, right, high] = (sides * over).into();
    Some(Aabb { min: DVec2::new(left, low), max: DVec2::new(right, high) })
}

/// Whether a box that has grown by a margin holds another one.
#[inline(always)]
pub(super) fn holds<S: Simd>(simd: S, outer: &Aabb, margin: f64, inner: &Aabb) -> bool {
    let over = f64x4::simd_from(simd, OVER);
    let sides = |of: &Aabb| f64x4::simd_from(simd, [of.min.x, of.min.y, of.max.x, of.max.y]) * over;
    (sides(outer) - f64x4::splat(simd, margin)).simd_le(sides(inner)).all_true()
}

/// The greater of two numbers.
#[inline(always)]
fn greater(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// Where numbers end.
#[cold]
fn far_out(flight: Flight, end: f64) -> Option<Aabb> {
    flight.reach(end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::data::InstructionSet;
    use crate::engine::data::instruction_set::Kernel;
    use crate::engine::reference::discs::foresee::{Foresee, Fours};

    /// Asks for the reach of a flight, and whether a box that has grown holds it, with one set of instructions.
    struct Asked(Flight, f64, Aabb, f64);

    impl Kernel for Asked {
        type Output = (Option<Aabb>, bool);

        #[inline(always)]
        fn run<S: Simd>(self, simd: S) -> Self::Output {
            let Self(flight, end, outer, margin) = self;
            let way = Fours(simd);
            let reach = way.reach(flight, end);
            (reach, way.holds(&outer, margin, &reach.unwrap_or(Aabb::EMPTY)))
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
            // On a coarse grid too, so that sides are equal; and out to where numbers end.
            let scale = [1.0, 1.0, 1e-300, 1e15, 1e300, 1e307][round % 6];
            let grid = if round % 4 < 2 { 6 } else { 1 << 30 };
            let mut number = || (below(grid) as f64 / grid as f64 - 0.5) * 4.0 * scale;
            let (position, velocity) = (DVec2::new(number(), number()), DVec2::new(number(), number()));
            let corners = [DVec2::new(number(), number()), DVec2::new(number(), number())];
            let odd = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.0, -0.0][below(5) as usize];
            let velocity = velocity * [1.0, 1.0, 8.0][below(3) as usize];
            let velocity = if below(20) == 0 { DVec2::new(velocity.x, odd) } else { velocity };
            let radius = [0.0, 0.25 * scale, scale, f64::MAX][if below(50) == 0 { 3 } else { below(3) as usize }];
            let flight = Flight { position, velocity, time: below(5) as f64 * 0.25, radius };
            let (outer, margin) = (Aabb::around(corners), [0.0, 0.5 * scale, 4.0 * scale][below(3) as usize]);
            let reach = flight.reach(END);
            let inner = reach.unwrap_or(Aabb::EMPTY);
            let is_held = outer.expanded(margin).contains_box(&inner) || inner.is_empty();
            counts[usize::from(reach.is_some())] += 1;
            counts[2 + usize::from(is_held)] += 1;
            for set in InstructionSet::available().filter(|&set| set != InstructionSet::Plain) {
                let found = set.run(Asked(flight, END, outer, margin)).unwrap();
                assert_eq!(found, (reach, is_held), "{set:?}, round {round}: {flight:?}, {outer:?} and {margin}");
            }
        }
        assert!(counts.iter().all(|&count| count > 500), "{counts:?}");
    }
}
