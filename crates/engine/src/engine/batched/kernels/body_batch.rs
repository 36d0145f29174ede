//! Sweep over batches of small equal bodies: forces and motion of eight bodies at a time, one per lane, within the L1 cache.

#![allow(unsafe_code)]

use super::body_bounds::{BodyBounds, IsClear, LaneBounds};
use super::memory;
use super::{IntegrationStep, motion, springs};
use crate::engine::batched::schedule::{AreaTerms, BodyBatch, LANES, LaneGroup};
use crate::engine::data::InstructionSet;
use crate::engine::data::instruction_set::Kernel;
use crate::geometry::Aabb;
use crate::level::Integrator;
use fearless_simd::{f64x2, f64x8, prelude::*};
use std::ops::Range;

/// One node of eight bodies: x of all bodies, then y.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(64))]
pub(in crate::engine) struct LaneNode {
    position: [[f64; LANES]; 2],
    velocity: [[f64; LANES]; 2],
    force: [[f64; LANES]; 2],
}

/// A sweep over a range of groups of a batch; [`super::Sweep`] processes all other bodies.
pub(in crate::engine) struct BodyBatchSweep<'a> {
    pub batch: &'a BodyBatch,
    /// Range of groups.
    pub groups: Range<usize>,
    pub lists: NodeLists<'a>,
    pub gravity: [f64; 2],
    pub motion: IntegrationStep,
    /// None if the level has no obstacles.
    pub is_clear: Option<IsClear<'a>>,
    /// True to store the old positions of all bodies, false to store those of unclear bodies only.
    pub keeps_old: bool,
    /// Scratch memory for one body of the batch.
    pub lanes: &'a mut [LaneNode],
}

/// A range of nodes and bodies that contains the groups of a sweep. Two numbers per node.
#[derive(Debug, Default)]
pub(in crate::engine) struct NodeLists<'a> {
    /// Index of the first node and of the first body.
    pub first: [usize; 2],
    pub positions: &'a mut [f64],
    pub velocities: &'a mut [f64],
    /// Used with Verlet only.
    pub previous: &'a mut [f64],
    /// Output: positions before the sweep.
    pub old: &'a mut [f64],
    /// Output per body: true if the area is not positive and finite, so that the gas cannot push.
    pub collapsed: &'a mut [bool],
    /// Output: bounds of each body.
    pub body_bounds: BodyBounds<'a>,
}

impl<'a> NodeLists<'a> {
    /// Splits the lists before a node and a body.
    pub fn split(self, [node, body]: [usize; 2]) -> (Self, Self) {
        let of_nodes = |list: &'a mut [f64]| {
            let at = (2 * (node - self.first[0])).min(list.len());
            list.split_at_mut(at)
        };
        let (positions, velocities) = (of_nodes(self.positions), of_nodes(self.velocities));
        let (previous, old) = (of_nodes(self.previous), of_nodes(self.old));
        let collapsed = self.collapsed.split_at_mut(body - self.first[1]);
        let body_bounds = self.body_bounds.split(body - self.first[1]);
        let before = Self {
            first: self.first,
            positions: positions.0,
            velocities: velocities.0,
            previous: previous.0,
            old: old.0,
            collapsed: collapsed.0,
            body_bounds: body_bounds.0,
        };
        let rest = Self {
            first: [node, body],
            positions: positions.1,
            velocities: velocities.1,
            previous: previous.1,
            old: old.1,
            collapsed: collapsed.1,
            body_bounds: body_bounds.1,
        };
        (before, rest)
    }
}

impl BodyBatchSweep<'_> {
    /// As [`super::Sweep::run`].
    pub fn run(self, set: InstructionSet) -> Option<bool> {
        set.run(self)
    }
}

impl Kernel for BodyBatchSweep<'_> {
    type Output = bool;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> bool {
        let Self { batch, groups, mut lists, gravity, motion, is_clear, keeps_old, lanes } = self;
        lists.check(batch, &groups, &motion);
        let lanes = &mut lanes[..batch.masses.len()];
        let count = batch.springs.len();
        let mut nan_accumulator = motion::zero_nan_accumulator(simd);
        for index in groups {
            let group = &batch.groups[index];
            load_bodies(simd, batch, group, &lists, gravity, lanes);
            if batch.rest_lengths.is_empty() {
                add_springs::<S, true>(simd, batch, &[], lanes);
            } else {
                add_springs::<S, false>(simd, batch, &batch.rest_lengths[index * count..][..count], lanes);
            }
            if let Some(area) = &batch.area {
                let doubled_area = doubled_area(simd, area, lanes);
                add_gas(simd, batch, group, doubled_area, lanes);
                report_collapses(simd, group, doubled_area, &mut lists);
            }
            let swept = advance(simd, batch, group, &motion, &mut lists, lanes, &mut nan_accumulator);
            let bodies = group.bodies.map(|body| body as usize - lists.first[1]);
            let are_clear = lists.body_bounds.mark_settled(bodies, &swept, is_clear);
            if keeps_old || !are_clear {
                store_old_positions(simd, group, &mut lists, lanes);
            }
        }
        motion::is_all_finite(simd, nan_accumulator)
    }
}

impl NodeLists<'_> {
    /// Checks the lengths that the unchecked loads rely on.
    ///
    /// # Panics
    /// If a node of the groups is outside of the lists.
    fn check(&self, batch: &BodyBatch, groups: &Range<usize>, motion: &IntegrationStep) {
        let count = self.positions.len();
        assert!(self.velocities.len() == count && self.old.len() == count);
        assert!(motion.integrator != Integrator::Verlet || self.previous.len() == count);
        let firsts = || batch.groups[groups.clone()].iter().flat_map(|group| group.nodes);
        let (low, high) = (firsts().min().unwrap_or(u32::MAX), firsts().max().unwrap_or(0));
        assert!(groups.is_empty() || self.first[0] <= low as usize);
        assert!(groups.is_empty() || 2 * (high as usize + batch.masses.len() - self.first[0]) <= count);
    }
}

/// Offset of the first node of each body.
#[inline(always)]
fn first_offsets(group: &LaneGroup, lists: &NodeLists<'_>) -> [usize; LANES] {
    group.nodes.map(|first| 2 * (first as usize - lists.first[0]))
}

/// Offset of a node of each body.
#[inline(always)]
fn offsets(firsts: [usize; LANES], node: usize) -> [usize; LANES] {
    firsts.map(|first| first + 2 * node)
}

/// Loads x and y of one node of eight bodies.
///
/// # Safety
/// Each `from + 2` is at most the length of the list.
#[inline(always)]
unsafe fn load<S: Simd>(simd: S, of: &[f64], from: [usize; LANES]) -> [f64x8<S>; 2] {
    let [a, b, c, d, e, f, g, h] = from;
    // SAFETY: by the contract of this function.
    let (low, high) = unsafe {
        let two = |from: usize| -> f64x2<S> { memory::load(simd, of, from) };
        let (low, next) = (two(a).combine(two(b)), two(c).combine(two(d)));
        let (third, last) = (two(e).combine(two(f)), two(g).combine(two(h)));
        (low.combine(next), third.combine(last))
    };
    let (x, y) = low.deinterleave(high);
    [x, y]
}

/// Stores x and y of one node of eight bodies.
///
/// # Safety
/// As [`load`].
#[inline(always)]
unsafe fn store<S: Simd>([x, y]: [f64x8<S>; 2], of: &mut [f64], to: [usize; LANES]) {
    let (low, high) = x.interleave(y);
    let ((low, next), (third, last)) = (low.split(), high.split());
    for (half, at) in [low, next, third, last].into_iter().zip(to.as_chunks().0) {
        let (first, second): (f64x2<S>, f64x2<S>) = half.split();
        let &[to_first, to_second] = at;
        // SAFETY: by the contract of this function.
        unsafe {
            memory::store(first, of, to_first);
            memory::store(second, of, to_second);
        }
    }
}

/// A node by its index within the body.
#[inline(always)]
fn at(lanes: &[LaneNode], node: u32) -> &LaneNode {
    debug_assert!((node as usize) < lanes.len());
    // SAFETY: `Schedule::new` has checked all nodes.
    unsafe { lanes.get_unchecked(node as usize) }
}

#[inline(always)]
fn at_mut(lanes: &mut [LaneNode], node: u32) -> &mut LaneNode {
    debug_assert!((node as usize) < lanes.len());
    // SAFETY: as above.
    unsafe { lanes.get_unchecked_mut(node as usize) }
}

#[inline(always)]
fn read<S: Simd>(simd: S, [x, y]: &[[f64; LANES]; 2]) -> [f64x8<S>; 2] {
    [f64x8::from_slice(simd, x), f64x8::from_slice(simd, y)]
}

#[inline(always)]
fn write<S: Simd>([x, y]: [f64x8<S>; 2], to: &mut [[f64; LANES]; 2]) {
    x.store_slice(&mut to[0]);
    y.store_slice(&mut to[1]);
}

/// Vector from one point to another.
#[inline(always)]
fn between<S: Simd>(from: [f64x8<S>; 2], to: [f64x8<S>; 2]) -> [f64x8<S>; 2] {
    [to[0] - from[0], to[1] - from[1]]
}

/// Loads positions and velocities, and starts each force with the weight.
#[inline(always)]
fn load_bodies<S: Simd>(
    simd: S,
    batch: &BodyBatch,
    group: &LaneGroup,
    lists: &NodeLists<'_>,
    gravity: [f64; 2],
    lanes: &mut [LaneNode],
) {
    let firsts = first_offsets(group, lists);
    for (node, (lanes, &[mass, _])) in lanes.iter_mut().zip(&batch.masses).enumerate() {
        let from = offsets(firsts, node);
        // SAFETY: `NodeLists::check` has found all nodes of the groups in the lists.
        let (position, velocity) = unsafe { (load(simd, lists.positions, from), load(simd, lists.velocities, from)) };
        write(position, &mut lanes.position);
        write(velocity, &mut lanes.velocity);
        let weight = gravity.map(|gravity| 0.0 + gravity * mass);
        write([f64x8::splat(simd, weight[0]), f64x8::splat(simd, weight[1])], &mut lanes.force);
    }
}

/// Adds the spring forces in file order. `SAME`: the rest lengths of the batch apply, else those of the group.
#[inline(always)]
fn add_springs<S: Simd, const SAME: bool>(
    simd: S,
    batch: &BodyBatch,
    rest_lengths: &[[f64; LANES]],
    lanes: &mut [LaneNode],
) {
    for (index, spring) in batch.springs.iter().enumerate() {
        let (a, b) = (at(lanes, spring.a), at(lanes, spring.b));
        let d = between(read(simd, &a.position), read(simd, &b.position));
        let v = between(read(simd, &a.velocity), read(simd, &b.velocity));
        let rest_length =
            if SAME { f64x8::splat(simd, spring.rest_length) } else { f64x8::from_slice(simd, &rest_lengths[index]) };
        let (stiffness, damping) = (f64x8::splat(simd, spring.stiffness), f64x8::splat(simd, spring.damping));
        let per_length = springs::per_length(simd, d, v, [rest_length, stiffness, damping]);
        let force = [per_length * d[0], per_length * d[1]];
        let on_a = &mut at_mut(lanes, spring.a).force;
        let [x, y] = read(simd, on_a);
        write([x + force[0], y + force[1]], on_a);
        let on_b = &mut at_mut(lanes, spring.b).force;
        let [x, y] = read(simd, on_b);
        write([x - force[0], y - force[1]], on_b);
    }
}

/// Twice the signed area of each body, with the terms of [`crate::engine::data::Layout::doubled_area`].
#[inline(always)]
fn doubled_area<S: Simd>(simd: S, area: &AreaTerms, lanes: &[LaneNode]) -> f64x8<S> {
    let mut sum = f64x8::splat(simd, 0.0);
    match area {
        AreaTerms::Hull { origin, sides } => {
            let origin = read(simd, &at(lanes, *origin).position);
            for side in sides {
                let low = read(simd, &at(lanes, side.low).position);
                let high = read(simd, &at(lanes, side.high).position);
                sum += cross(between(origin, low), between(low, high)) * f64x8::splat(simd, side.sign);
            }
        }
        AreaTerms::Triangles(triangles) => {
            for &[a, b, c] in triangles {
                let a = read(simd, &at(lanes, a).position);
                let (b, c) = (read(simd, &at(lanes, b).position), read(simd, &at(lanes, c).position));
                sum += cross(between(a, b), between(a, c));
            }
        }
    }
    sum
}

#[inline(always)]
fn cross<S: Simd>(u: [f64x8<S>; 2], v: [f64x8<S>; 2]) -> f64x8<S> {
    u[0] * v[1] - u[1] * v[0]
}

/// Adds the gas force of every hull edge, half to each end, for bodies with a positive finite area.
#[inline(always)]
fn add_gas<S: Simd>(simd: S, batch: &BodyBatch, group: &LaneGroup, doubled_area: f64x8<S>, lanes: &mut [LaneNode]) {
    let zero = f64x8::splat(simd, 0.0);
    let is_sound = doubled_area.simd_gt(zero) & doubled_area.simd_lt(f64x8::splat(simd, f64::INFINITY));
    let pressure = f64x8::from_slice(simd, &group.gas) / doubled_area;
    for &[a, b] in &batch.edges {
        let [dx, dy] = between(read(simd, &at(lanes, a).position), read(simd, &at(lanes, b).position));
        // A force is never -0, because it starts as 0 + weight; so adding 0 changes no bit.
        let force = [is_sound.select(pressure * dy, zero), is_sound.select(-(pressure * dx), zero)];
        for end in [a, b] {
            let on_end = &mut at_mut(lanes, end).force;
            let [x, y] = read(simd, on_end);
            write([x + force[0], y + force[1]], on_end);
        }
    }
}

/// Marks the bodies without a positive finite area.
#[inline(always)]
fn report_collapses<S: Simd>(simd: S, group: &LaneGroup, doubled_area: f64x8<S>, lists: &mut NodeLists<'_>) {
    let zero = f64x8::splat(simd, 0.0);
    if (doubled_area.simd_gt(zero) & doubled_area.simd_lt(f64x8::splat(simd, f64::INFINITY))).all_true() {
        return;
    }
    let mut areas = [0.0; LANES];
    doubled_area.store_slice(&mut areas);
    for (body, area) in group.bodies.into_iter().zip(areas) {
        let is_sound = area > 0.0 && area.is_finite();
        lists.collapsed[body as usize - lists.first[1]] = !is_sound;
    }
}

/// Moves all nodes and stores them. Returns the swept box of each body, around old and new positions.
#[inline(always)]
fn advance<S: Simd>(
    simd: S,
    batch: &BodyBatch,
    group: &LaneGroup,
    motion: &IntegrationStep,
    lists: &mut NodeLists<'_>,
    lanes: &[LaneNode],
    nan_accumulator: &mut f64x8<S>,
) -> [Aabb; LANES] {
    let zero = f64x8::splat(simd, 0.0);
    let is_verlet = motion.integrator == Integrator::Verlet;
    let firsts = first_offsets(group, lists);
    let (mut swept, mut hull, mut sum, mut total) = (LaneBounds::none(simd), LaneBounds::none(simd), [zero; 2], 0.0);
    for (node, (lanes, &[mass, inverse_mass])) in lanes.iter().zip(&batch.masses).enumerate() {
        let offset = offsets(firsts, node);
        let inverse_mass = f64x8::splat(simd, inverse_mass);
        let (position, force) = (read(simd, &lanes.position), read(simd, &lanes.force));
        let carried = if is_verlet { &mut *lists.previous } else { &mut *lists.velocities };
        // SAFETY: `NodeLists::check` has found all nodes of the groups in the lists.
        let before = if is_verlet { unsafe { load(simd, carried, offset) } } else { read(simd, &lanes.velocity) };
        let (x, carried_x) =
            motion::moved::<S, f64x8<S>, true>(simd, motion, position[0], before[0], force[0], inverse_mass);
        let (y, carried_y) =
            motion::moved::<S, f64x8<S>, true>(simd, motion, position[1], before[1], force[1], inverse_mass);
        *nan_accumulator += x * zero + y * zero;
        // SAFETY: as above.
        unsafe {
            store([carried_x, carried_y], carried, offset);
            store([x, y], lists.positions, offset);
        }
        swept.include(position);
        swept.include([x, y]);
        if batch.is_of_hull[node] {
            hull.include([x, y]);
        }
        // In the order of summation of `measure::mean`.
        sum = [sum[0] + x * mass, sum[1] + y * mass];
        total += mass;
    }
    let bodies = group.bodies.map(|body| body as usize - lists.first[1]);
    lists.body_bounds.set(bodies, hull.boxes(), sum, total);
    swept.boxes()
}

/// Stores the positions before the sweep.
#[inline(always)]
fn store_old_positions<S: Simd>(simd: S, group: &LaneGroup, lists: &mut NodeLists<'_>, lanes: &[LaneNode]) {
    let firsts = first_offsets(group, lists);
    for (node, lanes) in lanes.iter().enumerate() {
        // SAFETY: `NodeLists::check` has found all nodes of the groups in the lists.
        unsafe { store(read(simd, &lanes.position), lists.old, offsets(firsts, node)) };
    }
}
