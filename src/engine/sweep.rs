//! Stages 1 and 2 with the instructions of this machine: the forces of all nodes, and where nobody looks on also their motion, in one
//! sweep through the level.
//!
//! Must never know: what a force is made of, contacts. It changes no bit against the plain form.

use super::kernels::{Advance, CrowdSweep, IsClear, Lanes, Lists, Motion, Nodes, Outlines, Sweep, Told};
use super::schedule::Crowd;
use super::scratch::Scratch;
use super::watch::Watch;
use super::{Held, InstructionSet, Layout, State, Threads, World, forces, obstacles};
use crate::geometry::{Aabb, flat};
use crate::level::{Decor, EdgeChoice};
use glam::DVec2;
use std::ops::Range;

/// How much of a substep's forces and motion is done in a sweep.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Plan {
    /// Nothing: all is done one by one.
    #[default]
    Plain,
    /// Weight, springs and gas; other forces are added to them before anything moves.
    Sums,
    /// Motion too.
    All,
}

impl Plan {
    /// For the substep to come.
    pub fn of(world: &World, watch: &Watch) -> Self {
        let World { layout, state, instructions, .. } = world;
        if *instructions == InstructionSet::Plain {
            return Self::Plain;
        }
        let is_watched = watch.is_observed() || watch.trace.is_some();
        let has_other_forces = layout.settings.contact.decor != Decor::Impulse
            || state.hand.is_some_and(|hand| matches!(hand.held, Held::Node(..)));
        let is_broken = state.blown_up.contains(&true);
        if is_watched || has_other_forces || is_broken { Self::Sums } else { Self::All }
    }
}

/// Slots in a line of the cache.
const LINE: usize = 4;

/// Weight, springs and gas of every node; with [`Plan::All`] also the motion of every free node, and the positions before it.
pub(super) fn run(world: &mut World) {
    let World { layout, state, scratch, instructions, threads, .. } = world;
    let schedule = layout.schedule();
    scratch.slots.resize(schedule.slots + LINE, DVec2::ZERO);
    // At the beginning of a line of the cache: then no chunk is written to two of them.
    let skipped = scratch.slots.as_ptr().align_offset(LINE * size_of::<DVec2>()).min(LINE);
    let slots = &mut scratch.slots[skipped..][..schedule.slots];
    if let Some(nothing) = slots.last_mut() {
        *nothing = DVec2::ZERO;
    }
    let collapsed = &mut scratch.workspace.collapsed;
    collapsed.clear();
    collapsed.resize(layout.bodies.len(), false);
    for &[body, slot] in &schedule.gas {
        let pushes = forces::gas::fill(layout, state, body, &mut slots[slot..]);
        collapsed[body] = !pushes;
    }
    let motion = (scratch.plan == Plan::All).then(|| motion(layout));
    let keeps_old = wants_old_positions(layout);
    let sweep = Sweep {
        schedule,
        nodes: nodes(layout, state, &mut scratch.forces),
        mass: &layout.mass,
        gravity: layout.settings.gravity,
        slots: flat::numbers_mut(slots),
        motion,
        old: if keeps_old || obstacles::are_there(layout) {
            flat::numbers_mut(&mut scratch.old_positions)
        } else {
            &mut []
        },
    };
    let expected = "an instruction set of this machine";
    let is_finite = sweep.run(*instructions).expect(expected);
    scratch.is_finite = is_finite;
    for crowd in &schedule.crowds {
        let who = (*instructions, &*threads);
        scratch.is_finite &= run_crowd(crowd, motion, layout, state, scratch, who);
    }
    if !scratch.is_finite {
        // Who blew up is found out one by one.
        scratch.told.fill(Told::Nothing);
    }
    let collapsed = &mut scratch.workspace.collapsed;
    collapsed.iter_mut().zip(&state.blown_up).for_each(|(collapsed, &is_broken)| *collapsed &= !is_broken);
}

/// Whether a stage other than that of the obstacles looks at where nodes come from, where nobody looks on.
fn wants_old_positions(layout: &Layout) -> bool {
    layout.settings.contact.edge_choice == EdgeChoice::EntryEdge || layout.discs.count() > 0
}

/// Groups of a crowd below which one thread has them all: it takes others some 50 µs to wake up.
const FEW_GROUPS: usize = 80;

/// The groups of a crowd, shared among threads: none has a node of another.
fn run_crowd(
    crowd: &Crowd,
    motion: Option<Motion>,
    layout: &Layout,
    state: &mut State,
    scratch: &mut Scratch,
    (instructions, threads): (InstructionSet, &Threads),
) -> bool {
    let (groups, nodes) = (crowd.groups.len(), crowd.masses.len());
    let count = threads.parts(groups, FEW_GROUPS);
    let size = groups.div_ceil(count);
    scratch.lanes.resize(scratch.lanes.len().max(count * nodes), Lanes::default());
    let ask = |way: &Aabb| obstacles::is_clear(layout, way);
    let is_clear: Option<IsClear<'_>> = if obstacles::are_there(layout) { Some(&ask) } else { None };
    let keeps_old = wants_old_positions(layout);
    let mut left = Lists {
        first: [0, 0],
        positions: flat::numbers_mut(&mut state.positions),
        velocities: flat::numbers_mut(&mut state.velocities),
        previous: flat::numbers_mut(&mut state.previous),
        forces: scratch.forces.numbers_mut(),
        old: flat::numbers_mut(&mut scratch.old_positions),
        collapsed: &mut scratch.workspace.collapsed,
        outlines: Outlines {
            told: &mut scratch.told,
            boxes: &mut scratch.boxes,
            barycentres: &mut scratch.barycentres,
        },
    };
    let parts = scratch.lanes.chunks_mut(nodes).take(groups.div_ceil(size)).enumerate().map(|(index, lanes)| {
        let (from, to) = (index * size, groups.min((index + 1) * size));
        let all = std::mem::take(&mut left);
        let lists = match crowd.groups.get(to) {
            Some(next) => {
                let (own, rest) = all.split([next.nodes[0] as usize, next.bodies[0] as usize]);
                left = rest;
                own
            }
            None => all,
        };
        let gravity = layout.settings.gravity;
        CrowdSweep { crowd, groups: from..to, lists, gravity, motion, is_clear, keeps_old, lanes }
    });
    let mut is_finite = true;
    let work = |part: CrowdSweep<'_>| part.run(instructions).expect("an instruction set of this machine");
    threads.share(parts, work, |is_clean| is_finite &= is_clean);
    is_finite
}

/// Moves the free nodes of the range; whether all positions are finite numbers afterwards.
pub(super) fn advance(world: &mut World, range: Range<usize>) -> bool {
    let World { layout, state, scratch, instructions, .. } = world;
    let nodes = nodes(layout, state, &mut scratch.forces);
    Advance { nodes, range, motion: motion(layout) }.run(*instructions).expect("an instruction set of this machine")
}

fn motion(layout: &Layout) -> Motion {
    Motion {
        integrator: layout.settings.integrator,
        substep_time: layout.substep_time,
        retention: layout.settings.velocity_retention,
    }
}

fn nodes<'a>(layout: &'a Layout, state: &'a mut State, forces: &'a mut forces::NodeForces) -> Nodes<'a> {
    Nodes {
        positions: flat::numbers_mut(&mut state.positions),
        velocities: flat::numbers_mut(&mut state.velocities),
        previous: flat::numbers_mut(&mut state.previous),
        forces: forces.numbers_mut(),
        inverse_mass: &layout.inverse_mass,
    }
}
