//! Batches of small equal bodies, one body a lane: forces and motion of eight bodies at a time, within the first-level cache.

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

/// The same node of eight bodies: x of all of them, then y.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(64))]
pub(in crate::engine) struct LaneNode {
    position: [[f64; LANES]; 2],
    velocity: [[f64; LANES]; 2],
    force: [[f64; LANES]; 2],
}

/// A sweep over some groups of a batch; [`super::Sweep`] does the same for all other bodies.
pub(in crate::engine) struct BodyBatchSweep<'a> {
    pub batch: &'a BodyBatch,
    /// Which of its groups.
    pub groups: Range<usize>,
    pub lists: NodeLists<'a>,
    pub gravity: [f64; 2],
    pub motion: IntegrationStep,
    /// None where there are no obstacles.
    pub is_clear: Option<IsClear<'a>>,
    /// Whether all old positions are kept, and not only those of bodies that are not clear.
    pub keeps_old: bool,
    /// Room for one body of the batch; its contents are not read.
    pub lanes: &'a mut [LaneNode],
}

/// Consecutive nodes and bodies: those of the groups of a sweep and what lies between them. Two numbers a node.
#[derive(Debug, Default)]
pub(in crate::engine) struct NodeLists<'a> {
    /// The first node, and the first body.
    pub first: [usize; 2],
    pub positions: &'a mut [f64],
    pub velocities: &'a mut [f64],
    /// Only with Verlet.
    pub previous: &'a mut [f64],
    /// Where to leave the positions that nodes come from.
    pub old: &'a mut [f64],
    /// One a body: gets true where the gas has no area.
    pub collapsed: &'a mut [bool],
    /// What is left of each body that moved.
    pub body_bounds: BodyBounds<'a>,
}

impl<'a> NodeLists<'a> {
    /// What lies before a node and a body, and the rest.
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
            let way = advance(simd, batch, group, &motion, &mut lists, lanes, &mut nan_accumulator);
            let bodies = group.bodies.map(|body| body as usize - lists.first[1]);
            let are_clear = lists.body_bounds.mark_settled(bodies, &way, is_clear);
            if keeps_old || !are_clear {
                store_old_positions(simd, group, &mut lists, lanes);
            }
        }
        motion::is_all_finite(simd, nan_accumulator)
    }
}

impl NodeLists<'_> {
    /// Checks what the loops rely on.
    ///
    /// # Panics
    /// Where a node of the groups is not in the lists.
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

/// Where the numbers of the first node are in each body.
#[inline(always)]
fn first_places(group: &LaneGroup, lists: &NodeLists<'_>) -> [usize; LANES] {
    group.nodes.map(|first| 2 * (first as usize - lists.first[0]))
}

/// Where those of another one are.
#[inline(always)]
fn places(firsts: [usize; LANES], node: usize) -> [usize; LANES] {
    firsts.map(|first| first + 2 * node)
}

/// x of eight bodies, and y.
///
/// # Safety
/// `from + 2` is at most the length for each.
#[inline(always)]
unsafe fn load<S: Simd>(simd: S, of: &[f64], from: [usize; LANES]) -> [f64x8<S>; 2] {
    let [a, b, c, d, e, f, g, h] = from;
    // SAFETY: as promised.
    let (low, high) = unsafe {
        let two = |from: usize| -> f64x2<S> { memory::load(simd, of, from) };
        let (low, next) = (two(a).combine(two(b)), two(c).combine(two(d)));
        let (third, last) = (two(e).combine(two(f)), two(g).combine(two(h)));
        (low.combine(next), third.combine(last))
    };
    let (x, y) = low.deinterleave(high);
    [x, y]
}

/// Back into the lists.
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
        // SAFETY: as promised.
        unsafe {
            memory::store(first, of, to_first);
            memory::store(second, of, to_second);
        }
    }
}

/// The node of that number.
#[inline(always)]
fn at(lanes: &[LaneNode], node: u32) -> &LaneNode {
    debug_assert!((node as usize) < lanes.len());
    // SAFETY: a schedule names nodes that there are, see `Schedule`.
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

/// From one to the other.
#[inline(always)]
fn between<S: Simd>(from: [f64x8<S>; 2], to: [f64x8<S>; 2]) -> [f64x8<S>; 2] {
    [to[0] - from[0], to[1] - from[1]]
}

/// Positions, velocities and weight.
#[inline(always)]
fn load_bodies<S: Simd>(
    simd: S,
    batch: &BodyBatch,
    group: &LaneGroup,
    lists: &NodeLists<'_>,
    gravity: [f64; 2],
    lanes: &mut [LaneNode],
) {
    let firsts = first_places(group, lists);
    for (node, (lanes, &[mass, _])) in lanes.iter_mut().zip(&batch.masses).enumerate() {
        let from = places(firsts, node);
        // SAFETY: the lists have all nodes of the groups, see `NodeLists::check`.
        let (position, velocity) = unsafe { (load(simd, lists.positions, from), load(simd, lists.velocities, from)) };
        write(position, &mut lanes.position);
        write(velocity, &mut lanes.velocity);
        let weight = gravity.map(|gravity| 0.0 + gravity * mass);
        write([f64x8::splat(simd, weight[0]), f64x8::splat(simd, weight[1])], &mut lanes.force);
    }
}

/// Springs, in file order. The rest lengths are those of the batch, or of this group.
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

/// Twice the signed areas, as [`crate::engine::data::Layout::doubled_area`] has them.
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

/// The pressure of the gas on every hull edge, half of it to each end; only in bodies that have an area.
#[inline(always)]
fn add_gas<S: Simd>(simd: S, batch: &BodyBatch, group: &LaneGroup, doubled_area: f64x8<S>, lanes: &mut [LaneNode]) {
    let zero = f64x8::splat(simd, 0.0);
    let is_sound = doubled_area.simd_gt(zero) & doubled_area.simd_lt(f64x8::splat(simd, f64::INFINITY));
    let pressure = f64x8::from_slice(simd, &group.gas) / doubled_area;
    for &[a, b] in &batch.edges {
        let [dx, dy] = between(read(simd, &at(lanes, a).position), read(simd, &at(lanes, b).position));
        // A force is never -0 (it begins with 0 + something): to add 0 is to add nothing.
        let force = [is_sound.select(pressure * dy, zero), is_sound.select(-(pressure * dx), zero)];
        for end in [a, b] {
            let on_end = &mut at_mut(lanes, end).force;
            let [x, y] = read(simd, on_end);
            write([x + force[0], y + force[1]], on_end);
        }
    }
}

/// Marks the bodies whose gas has no area.
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

/// Moves all nodes, and puts them back where they belong. Gives the boxes around where they were and are.
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
    let firsts = first_places(group, lists);
    let (mut way, mut hull, mut sum, mut total) = (LaneBounds::none(simd), LaneBounds::none(simd), [zero; 2], 0.0);
    for (node, (lanes, &[mass, inverse_mass])) in lanes.iter().zip(&batch.masses).enumerate() {
        let place = places(firsts, node);
        let inverse_mass = f64x8::splat(simd, inverse_mass);
        let (position, force) = (read(simd, &lanes.position), read(simd, &lanes.force));
        let carried = if is_verlet { &mut *lists.previous } else { &mut *lists.velocities };
        // SAFETY: the lists have all nodes of the groups, see `NodeLists::check`.
        let before = if is_verlet { unsafe { load(simd, carried, place) } } else { read(simd, &lanes.velocity) };
        let (x, carried_x) =
            motion::moved::<S, f64x8<S>, true>(simd, motion, position[0], before[0], force[0], inverse_mass);
        let (y, carried_y) =
            motion::moved::<S, f64x8<S>, true>(simd, motion, position[1], before[1], force[1], inverse_mass);
        *nan_accumulator += x * zero + y * zero;
        // SAFETY: as above.
        unsafe {
            store([carried_x, carried_y], carried, place);
            store([x, y], lists.positions, place);
        }
        way.include(position);
        way.include([x, y]);
        if batch.is_of_hull[node] {
            hull.include([x, y]);
        }
        // In the order of `measure::mean`.
        sum = [sum[0] + x * mass, sum[1] + y * mass];
        total += mass;
    }
    let bodies = group.bodies.map(|body| body as usize - lists.first[1]);
    lists.body_bounds.put(bodies, hull.boxes(), sum, total);
    way.boxes()
}

/// Keeps where nodes were.
#[inline(always)]
fn store_old_positions<S: Simd>(simd: S, group: &LaneGroup, lists: &mut NodeLists<'_>, lanes: &[LaneNode]) {
    let firsts = first_places(group, lists);
    for (node, lanes) in lanes.iter().enumerate() {
        // SAFETY: the lists have all nodes of the groups, see `NodeLists::check`.
        unsafe { store(read(simd, &lanes.position), lists.old, places(firsts, node)) };
    }
}
