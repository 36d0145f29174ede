//! Damped springs with SIMD, eight at a time: the formula of `reference::spring_force::on_first_end`.

#![allow(unsafe_code)]

use super::memory::{load, store};
use crate::engine::batched::schedule::{LANES, NONE, Schedule, SpringChunk};
use fearless_simd::{f64x2, f64x4, f64x8, prelude::*};

/// Stores the force of each spring on its first end in the slot of the spring.
#[inline(always)]
pub(in crate::engine) fn compute<S: Simd>(
    simd: S,
    schedule: &Schedule,
    chunks: &[SpringChunk],
    positions: &[f64],
    velocities: &[f64],
    slots: &mut [f64],
) {
    // The native vector width; wider vectors would spill registers.
    match S::f64s::LEN {
        8 => by::<S, f64x8<S>>(simd, schedule, chunks, [positions, velocities], slots),
        4 => by::<S, f64x4<S>>(simd, schedule, chunks, [positions, velocities], slots),
        _ => by::<S, f64x2<S>>(simd, schedule, chunks, [positions, velocities], slots),
    }
}

/// [`compute`] with vectors of type `V`, with a specialised loop body for each kind of chunk.
#[inline(always)]
fn by<S: Simd, V: Width<S>>(simd: S, schedule: &Schedule, chunks: &[SpringChunk], of: [&[f64]; 2], slots: &mut [f64]) {
    for chunk in chunks {
        match (chunk.b == NONE, chunk.material == NONE, chunk.numbers == NONE) {
            (false, false, true) => chunk_forces::<S, V, false, 0>(simd, schedule, chunk, of, slots),
            (false, false, false) => chunk_forces::<S, V, false, 1>(simd, schedule, chunk, of, slots),
            (false, true, _) => chunk_forces::<S, V, false, 3>(simd, schedule, chunk, of, slots),
            (true, false, true) => chunk_forces::<S, V, true, 0>(simd, schedule, chunk, of, slots),
            (true, false, false) => chunk_forces::<S, V, true, 1>(simd, schedule, chunk, of, slots),
            (true, true, _) => chunk_forces::<S, V, true, 3>(simd, schedule, chunk, of, slots),
        }
    }
}

/// Forces of one chunk. `DIFFERENT` is the number of parameters that differ between its springs: 0, 1 (rest length) or 3.
#[inline(always)]
fn chunk_forces<S: Simd, V: Width<S>, const IS_GATHERED: bool, const DIFFERENT: usize>(
    simd: S,
    schedule: &Schedule,
    chunk: &SpringChunk,
    [positions, velocities]: [&[f64]; 2],
    slots: &mut [f64],
) {
    let mut same = [V::splat(simd, 0.0); 3];
    if DIFFERENT < 3 {
        let material = &schedule.materials[chunk.material as usize];
        same[0] = V::splat(simd, material.rest_length);
        same[1] = V::splat(simd, material.stiffness);
        same[2] = V::splat(simd, material.damping);
    }
    // Springs of the lower and of the upper half of a chunk alternate (`schedule::LANE_ORDER`).
    for first in (0..LANES / 2).step_by(V::LEN / 2) {
        let (d, v) = if IS_GATHERED {
            let ends = &schedule.ends[chunk.a as usize];
            (V::gathered(simd, positions, ends, first), V::gathered(simd, velocities, ends, first))
        } else {
            (side_by_side(simd, positions, chunk, first), side_by_side(simd, velocities, chunk, first))
        };
        let [rest_length, stiffness, damping] = match DIFFERENT {
            0 => same,
            1 => [column(simd, schedule, chunk, 0, first), same[1], same[2]],
            _ => [
                column(simd, schedule, chunk, 0, first),
                column(simd, schedule, chunk, 1, first),
                column(simd, schedule, chunk, 2, first),
            ],
        };
        let ((dx, dy), (vx, vy)) = (d[0].zip(d[1]), v[0].zip(v[1]));
        let per_length = per_length(simd, [dx, dy], [vx, vy], [rest_length, stiffness, damping]);
        let (of_lower, of_upper) = per_length.zip(per_length);
        let slot = 2 * (chunk.slot as usize + first);
        // SAFETY: `Schedule::new` has checked all slots.
        unsafe {
            store(of_lower * d[0], slots, slot);
            store(of_upper * d[1], slots, slot + LANES);
        }
    }
}

/// A column of parameters (0: rest length, 1: stiffness, 2: damping) in lane order.
#[inline(always)]
fn column<S: Simd, V: Width<S>>(simd: S, schedule: &Schedule, chunk: &SpringChunk, index: usize, first: usize) -> V {
    let from = chunk.numbers as usize + LANES * index + 2 * first;
    V::from_slice(simd, &schedule.numbers[from..from + V::LEN])
}

/// Vector types of the spring kernel; a vector holds interleaved x and y, or numbers of one kind.
pub(in crate::engine) trait Width<S: Simd>:
    SimdFloat<S, Element = f64, Bits: SimdBase<S, Mask: Select<Self>>>
{
    /// Separates the first and the second number of each pair; pairs of both vectors alternate. Zipping a result with itself duplicates
    /// each number to the lanes of its pair. No number leaves its 128-bit quarter, which is the fastest shuffle on all machines.
    fn zip(self, other: Self) -> (Self, Self);

    /// Vectors from first to second ends, for the springs from `first` on and for those half a chunk later; ends at any nodes.
    fn gathered(simd: S, of: &[f64], ends: &[[u32; 2]; LANES], first: usize) -> [Self; 2];
}

impl<S: Simd> Width<S> for f64x2<S> {
    #[inline(always)]
    fn zip(self, other: Self) -> (Self, Self) {
        (self.zip_low(other), self.zip_high(other))
    }

    #[inline(always)]
    fn gathered(simd: S, of: &[f64], ends: &[[u32; 2]; LANES], first: usize) -> [Self; 2] {
        [one(simd, of, ends[first]), one(simd, of, ends[first + LANES / 2])]
    }
}

impl<S: Simd> Width<S> for f64x4<S> {
    #[inline(always)]
    fn zip(self, other: Self) -> (Self, Self) {
        let ((a, b), (c, d)) = (self.split(), other.split());
        let ((low, high), (next_low, next_high)) = (Width::zip(a, c), Width::zip(b, d));
        (low.combine(next_low), high.combine(next_high))
    }

    #[inline(always)]
    fn gathered(simd: S, of: &[f64], ends: &[[u32; 2]; LANES], first: usize) -> [Self; 2] {
        let ([a, b], [c, d]) = (f64x2::gathered(simd, of, ends, first), f64x2::gathered(simd, of, ends, first + 1));
        [a.combine(c), b.combine(d)]
    }
}

impl<S: Simd> Width<S> for f64x8<S> {
    #[inline(always)]
    fn zip(self, other: Self) -> (Self, Self) {
        let ((a, b), (c, d)) = (self.split(), other.split());
        let ((low, high), (next_low, next_high)) = (Width::zip(a, c), Width::zip(b, d));
        (low.combine(next_low), high.combine(next_high))
    }

    #[inline(always)]
    fn gathered(simd: S, of: &[f64], ends: &[[u32; 2]; LANES], first: usize) -> [Self; 2] {
        let ([a, b], [c, d]) = (f64x4::gathered(simd, of, ends, first), f64x4::gathered(simd, of, ends, first + 2));
        [a.combine(c), b.combine(d)]
    }
}

/// Force on the first end divided by `d`.
#[inline(always)]
pub(in crate::engine) fn per_length<S: Simd, V: Width<S>>(
    simd: S,
    [dx, dy]: [V; 2],
    [vx, vy]: [V; 2],
    [rest_length, stiffness, damping]: [V; 3],
) -> V {
    let squared = dx * dx + dy * dy;
    let distance = squared.sqrt();
    let inverse = V::splat(simd, 1.0) / distance;
    let drag = (vx * dx + vy * dy) * inverse * damping;
    let tension = drag + (distance - rest_length) * stiffness;
    // Coincident ends have no direction and no force. A square root is never -0, so its bits can be compared, which is faster with AVX2.
    let is_zero = distance.to_bits().simd_eq(V::Bits::splat(simd, 0));
    is_zero.select(V::splat(simd, 0.0), tension * inverse)
}

/// Vectors from first to second ends, for the springs from `first` on and for those half a chunk later; ends at consecutive nodes.
#[inline(always)]
fn side_by_side<S: Simd, V: Width<S>>(simd: S, of: &[f64], chunk: &SpringChunk, first: usize) -> [V; 2] {
    let (a, b) = (2 * (chunk.a as usize + first), 2 * (chunk.b as usize + first));
    // SAFETY: `Schedule::new` has checked all nodes.
    unsafe {
        let low = load::<S, V>(simd, of, b) - load::<S, V>(simd, of, a);
        [low, load::<S, V>(simd, of, b + LANES) - load::<S, V>(simd, of, a + LANES)]
    }
}

/// Vector from the first to the second end of one spring.
#[inline(always)]
fn one<S: Simd>(simd: S, of: &[f64], [a, b]: [u32; 2]) -> f64x2<S> {
    // SAFETY: `Schedule::new` has checked all nodes.
    unsafe { load::<S, f64x2<S>>(simd, of, 2 * b as usize) - load::<S, f64x2<S>>(simd, of, 2 * a as usize) }
}
