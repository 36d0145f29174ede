//! The work of a sweep, written once and compiled for each instruction set; which of them runs is chosen at run time.
//!
//! Only `+ - * /` and `sqrt`, lane by lane, so that each set gives the same bits as the plain form in `forces/` and `integrators/`.
//!
//! Must never know: levels, the trace, who looks on.

mod crowd;
mod lists;
mod motion;
mod set;
mod springs;
mod sums;

pub(super) use crowd::{CrowdSweep, Lanes, Lists};
pub use set::InstructionSet;
pub(super) use set::Kernel;

use super::schedule::{Block, Schedule};
use crate::level::Integrator;
use fearless_simd::Simd;

/// How forces become motion.
#[derive(Clone, Copy, Debug)]
pub(super) struct Motion {
    pub integrator: Integrator,
    pub substep_time: f64,
    pub retention: f64,
}

/// All that moves, x and y in turn: two numbers a node.
#[derive(Debug)]
pub(super) struct Nodes<'a> {
    pub positions: &'a mut [f64],
    pub velocities: &'a mut [f64],
    /// Only with Verlet.
    pub previous: &'a mut [f64],
    pub forces: &'a mut [f64],
    /// One number a node.
    pub inverse_mass: &'a [f64],
}

/// One sweep over all blocks: springs, then sums, and then motion if it is wanted.
#[derive(Debug)]
pub(super) struct Sweep<'a> {
    pub schedule: &'a Schedule,
    pub nodes: Nodes<'a>,
    /// One number a node.
    pub mass: &'a [f64],
    pub gravity: [f64; 2],
    /// Forces of springs and gas, two numbers a slot; those of the gas are there already.
    pub slots: &'a mut [f64],
    /// How nodes move, and where to leave the positions that they come from.
    pub motion: Option<(Motion, &'a mut [f64])>,
}

impl Sweep<'_> {
    /// Sweeps; whether all positions are finite numbers afterwards as far as nodes moved. None where this machine has not the
    /// instruction set.
    pub fn run(self, set: InstructionSet) -> Option<bool> {
        set.run(self)
    }
}

impl Kernel for Sweep<'_> {
    type Output = bool;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> bool {
        let Self { schedule, mut nodes, mass, gravity, slots, mut motion } = self;
        // What the loops below do not ask again.
        let count = schedule.node_count;
        assert!(nodes.positions.len() == 2 * count && nodes.velocities.len() == 2 * count);
        assert!(nodes.forces.len() == 2 * count && mass.len() == count && slots.len() == 2 * schedule.slots);
        let mut before = Block::default();
        let mut poison = motion::no_poison(simd);
        for block in &schedule.blocks {
            let chunks = &schedule.chunks[before.chunks as usize..block.chunks as usize];
            springs::compute(simd, schedule, chunks, nodes.positions, nodes.velocities, slots);
            let rows = before.rows as usize..block.rows as usize;
            let weights = sums::Weights { mass, gravity };
            sums::sum(simd, schedule, rows, weights, slots, nodes.forces);
            let fours = before.fours as usize..block.fours as usize;
            sums::sum_fours(simd, schedule, fours, weights, slots, nodes.forces);
            if let Some((motion, old)) = &mut motion {
                for &[from, to] in &schedule.spans[before.spans as usize..block.spans as usize] {
                    let range = 2 * from as usize..2 * to as usize;
                    old[range.clone()].copy_from_slice(&nodes.positions[range]);
                    motion::advance(simd, motion, &mut nodes, from as usize..to as usize, &mut poison);
                }
            }
            before = *block;
        }
        motion::is_clean(simd, poison)
    }
}

/// Motion alone, of some consecutive nodes whose forces are known.
#[derive(Debug)]
pub(super) struct Advance<'a> {
    pub nodes: Nodes<'a>,
    pub range: std::ops::Range<usize>,
    pub motion: Motion,
}

impl Advance<'_> {
    /// As [`Sweep::run`].
    pub fn run(self, set: InstructionSet) -> Option<bool> {
        set.run(self)
    }
}

impl Kernel for Advance<'_> {
    type Output = bool;

    #[inline(always)]
    fn run<S: Simd>(mut self, simd: S) -> bool {
        let mut poison = motion::no_poison(simd);
        motion::advance(simd, &self.motion, &mut self.nodes, self.range, &mut poison);
        motion::is_clean(simd, poison)
    }
}
