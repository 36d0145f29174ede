//! SIMD kernels of the sweep: spring forces, force sums and integration, block by block.
//!
//! Only `+ - * /` and `sqrt`, lane by lane in the order of the reference formulas, so every instruction set gives the same bits.

mod body_batch;
mod body_bounds;
mod memory;
mod motion;
mod springs;
mod sums;

pub(in crate::engine) use body_batch::{BodyBatchSweep, LaneNode, NodeLists};
pub(in crate::engine) use body_bounds::{BodyBounds, IsClear};

pub(in crate::engine) use memory::{load, store};

use super::schedule::{Block, GatherBatch, GatherKind, Schedule};
use crate::engine::data::InstructionSet;
use crate::engine::data::instruction_set::Kernel;
use crate::level::Integrator;
use fearless_simd::{f64x8, prelude::*};
use memory::{load_two_of_eight, store_two_of_eight};

/// Parameters of the integration.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct IntegrationStep {
    pub integrator: Integrator,
    pub substep_time: f64,
    pub retention: f64,
}

/// State of all nodes as interleaved x and y, two numbers per node.
#[derive(Debug)]
pub(in crate::engine) struct SweptNodes<'a> {
    pub positions: &'a mut [f64],
    pub velocities: &'a mut [f64],
    /// Used with Verlet only.
    pub previous: &'a mut [f64],
    /// One number per node.
    pub inverse_mass: &'a [f64],
}

/// One sweep over all blocks.
#[derive(Debug)]
pub(in crate::engine) struct Sweep<'a> {
    pub schedule: &'a Schedule,
    pub nodes: SweptNodes<'a>,
    /// One number per node.
    pub mass: &'a [f64],
    pub gravity: [f64; 2],
    /// Forces of springs and gas, two numbers per slot. The caller has filled in those of the gas.
    pub slots: &'a mut [f64],
    pub motion: IntegrationStep,
    /// Output: positions before the sweep. Empty if no later stage reads them.
    pub old: &'a mut [f64],
}

impl Sweep<'_> {
    /// Runs the sweep. Returns whether the positions of all moved nodes are finite; None if the machine lacks the instruction set.
    pub fn run(self, set: InstructionSet) -> Option<bool> {
        set.run(self)
    }
}

impl Kernel for Sweep<'_> {
    type Output = bool;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> bool {
        let motion = self.motion;
        // WebAssembly engines compile one long function worse than a branch in the loop.
        if cfg!(target_arch = "wasm32") {
            return self.blocks(simd, motion);
        }
        // One copy of the loop per scheme: the integrator is a constant within each.
        let by = |integrator| IntegrationStep { integrator, ..motion };
        match motion.integrator {
            Integrator::SemiImplicitEuler => self.blocks(simd, by(Integrator::SemiImplicitEuler)),
            Integrator::ExplicitEuler => self.blocks(simd, by(Integrator::ExplicitEuler)),
            Integrator::Verlet => self.blocks(simd, by(Integrator::Verlet)),
        }
    }
}

impl Sweep<'_> {
    #[inline(always)]
    #[allow(unsafe_code)]
    fn blocks<S: Simd>(self, simd: S, motion: IntegrationStep) -> bool {
        let Self { schedule, mut nodes, mass, gravity, slots, old, .. } = self;
        // The unchecked loads below rely on these lengths.
        let count = schedule.node_count;
        assert!(nodes.positions.len() == 2 * count && nodes.velocities.len() == 2 * count);
        assert!(nodes.inverse_mass.len() == count);
        assert!(mass.len() == count && slots.len() == 2 * schedule.slots);
        assert!(old.is_empty() || old.len() == 2 * count);
        assert!(motion.integrator != Integrator::Verlet || nodes.previous.len() == 2 * count);
        let mut nan_accumulator = motion::zero_nan_accumulator(simd);
        let (mut done, mut summed) = (Block::default(), Block::default());
        // One extra round, because sums run one block behind the springs.
        for block in schedule.blocks.iter().map(Some).chain([None]) {
            for &[from, to] in &schedule.copies[summed.copies as usize..done.copies as usize] {
                // SAFETY: `Schedule::new` has checked all slots.
                unsafe {
                    store_two_of_eight(load_two_of_eight(simd, slots, 2 * from as usize), slots, 2 * to as usize)
                };
            }
            let gathers = &schedule.gathers[summed.gathers as usize..done.gathers as usize];
            let next = block.copied().unwrap_or(done);
            let chunks = &schedule.chunks[done.chunks as usize..next.chunks as usize];
            let mut portions = chunks.chunks(chunks.len().div_ceil(gathers.len().max(1)).max(1));
            let mut gathers = gathers.iter();
            loop {
                let (some, gather) = (portions.next(), gathers.next());
                springs::compute(simd, schedule, some.unwrap_or(&[]), nodes.positions, nodes.velocities, slots);
                let addends = sums::Addends { schedule, mass, gravity, slots };
                match gather {
                    Some(gather) => settle(simd, addends, gather, &mut nodes, &motion, old, &mut nan_accumulator),
                    None if some.is_none() => break,
                    None => {}
                }
            }
            (summed, done) = (done, next);
        }
        motion::is_all_finite(simd, nan_accumulator)
    }
}

/// Sums the forces of a gather batch and moves its nodes.
#[inline(always)]
#[allow(unsafe_code)]
fn settle<S: Simd>(
    simd: S,
    addends: sums::Addends<'_>,
    gather: &GatherBatch,
    nodes: &mut SweptNodes<'_>,
    motion: &IntegrationStep,
    old: &mut [f64],
    nan_accumulator: &mut f64x8<S>,
) {
    match gather.kind {
        GatherKind::Even => settle_wide::<S, true, false>(simd, addends, gather, nodes, motion, old, nan_accumulator),
        GatherKind::Wide => settle_wide::<S, false, false>(simd, addends, gather, nodes, motion, old, nan_accumulator),
        GatherKind::Part => settle_wide::<S, false, true>(simd, addends, gather, nodes, motion, old, nan_accumulator),
        GatherKind::Scattered => {
            let begin = gather.terms as usize;
            let rows = &addends.schedule.four_terms[begin..=begin + gather.count as usize];
            let four = rows[0].map(|node| node as usize);
            let forces = sums::scattered(simd, addends, four, &rows[1..]);
            // SAFETY: `Schedule::new` has checked all nodes, and `Sweep::blocks` the lengths of the lists.
            unsafe { *nan_accumulator += motion::settle_scattered(simd, motion, nodes, old, four, forces) }
        }
    }
}

/// As [`settle`] for consecutive nodes. `EVEN`: all have one mass. `PART`: some are skipped or pinned.
#[inline(always)]
#[allow(unsafe_code)]
fn settle_wide<S: Simd, const EVEN: bool, const PART: bool>(
    simd: S,
    addends: sums::Addends<'_>,
    gather: &GatherBatch,
    nodes: &mut SweptNodes<'_>,
    motion: &IntegrationStep,
    old: &mut [f64],
    nan_accumulator: &mut f64x8<S>,
) {
    let forces = sums::wide::<S, EVEN>(simd, addends, gather);
    // SAFETY: as in `settle`.
    unsafe { *nan_accumulator += motion::settle::<S, EVEN, PART>(simd, motion, nodes, old, gather, forces) }
}
