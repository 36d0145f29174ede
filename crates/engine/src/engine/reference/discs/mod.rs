//! Stage 8: discs, and particles, which are discs of radius 0 (002, 003). `README.md` explains the folder on one page.
//!
//! Order within a substep: forces on velocities, update of sleeping islands, motion (event-driven or discrete), contacts with hulls,
//! clamp to the bounds, events.

mod broad_phase;
mod budget;
mod calendar_queue;
mod discrete;
mod hulls;
mod impact_limiter;
mod impulse;
mod linear_motion;
mod neighbour_lists;
mod phase_replay;
mod sleeping;
mod support;
mod swept;
mod time_of_impact;
mod toi_query;
mod trace_rows;

use super::{driven, forces, obstacles};
use crate::engine::data::observer::{PhaseKind, Touched, Watch};
use crate::engine::data::{EventKind, Layout, State, World};
use crate::geometry::Aabb;
use crate::level::{DiscMethod, Place};
use broad_phase::DiscBroadPhase;
use calendar_queue::CalendarQueue;
use glam::DVec2;
use impact_limiter::ImpactCounter;
use linear_motion::LinearMotion;

/// Moves all discs through one substep; counts resolved contacts.
type Move = fn(&Layout, &mut DiscScratch, &mut u64, &mut Watch);

/// A method that detects the contacts of discs.
struct Method {
    method: DiscMethod,
    /// True if islands may sleep (see `sleeping`).
    sleeps: bool,
    run: Move,
}

const ALL: &[Method] = &[
    Method { method: DiscMethod::Swept, sleeps: true, run: swept::run },
    Method { method: DiscMethod::Discrete, sleeps: false, run: discrete::run },
];

/// Scratch data. Data of the previous substep saves work and does not affect results.
#[derive(Clone, Debug, Default)]
pub(super) struct DiscScratch {
    movers: Vec<Mover>,
    counters: Vec<ImpactCounter>,
    /// Positions at the start of the substep.
    starts: Vec<DVec2>,
    near: DiscBroadPhase,
    sleeping: sleeping::Sleeping,
    queue: CalendarQueue,
    /// Discs that blew up in this substep.
    blown_up: Vec<u32>,
    /// Pairs of discs under examination.
    pairs: Vec<[u32; 2]>,
    /// Bodies or obstacles under examination.
    list: Vec<usize>,
    edges: hulls::HullEdges,
    /// See `impact_limiter`.
    impact_limit: u32,
    /// Motions started by impacts, while an observer is attached.
    log: Option<phase_replay::MotionLog>,
}

/// Effect of impacts on a disc.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Role {
    /// Excluded: its state was not finite.
    #[default]
    Absent,
    /// Fixed or driven.
    Immovable,
    /// Impacts change its velocity.
    Free,
    /// Asleep in an island; only fast impacts change its velocity (see `sleeping`).
    Asleep,
    /// Keeps its velocity until the substep ends (see `impact_limiter`).
    Stopped,
}

/// A disc within a substep: the data that pair queries read, in one cache line.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
struct Mover {
    motion: LinearMotion,
    /// Closing speeds up to this are ignored.
    negligible: f64,
    /// Number of motions started in this substep; events of earlier motions are void.
    generation: u32,
    role: Role,
}

/// Runs stage 8.
pub(in crate::engine) fn stage(world: &mut World, watch: &mut Watch) {
    if world.layout.discs.count() == 0 {
        return;
    }
    // Moved out of the world so that the world can be borrowed mutably.
    let mut scratch = world.scratch.workspaces.take::<DiscScratch>();
    if std::mem::take(&mut world.scratch.are_discs_stale) {
        scratch = DiscScratch::default();
    }
    let method = ALL.iter().find(|method| method.method == world.layout.settings.discs);
    let method = method.expect("every method has its row");
    // Sleeping assumes that every touching disc supports, and that only impacts move a disc.
    let sleeps = method.sleeps && world.layout.filters.are_default() && !world.layout.links.touch_discs();
    begin(&world.layout, &world.state, &world.scratch.disc_forces, &mut scratch, sleeps);
    let replay = watch
        .is_observed()
        .then(|| phase_replay::PhaseReplay::launched(&world.layout, &world.state, &mut scratch, watch));
    scratch.edges.prepare(&world.layout, &world.state);
    if sleeps {
        sleeping::update_sleeping(world, &mut scratch);
    }
    let World { layout, state, .. } = world;
    let contacts_before = state.contacts;
    let first_record = watch.contacts.records().len();
    (method.run)(layout, &mut scratch, &mut state.contacts, watch);
    watch.contacts.merge_from(first_record);
    if let Some(replay) = replay {
        replay.impacts(layout, &mut scratch, watch);
    }
    watch.set_disc_events((state.contacts - contacts_before) as u32);
    let was_quiet = end(layout, state, &scratch);
    watch.see(PhaseKind::DiscFlight, Touched::AllDiscs, layout, state);
    hulls::resolve(world, &mut scratch, watch);
    world.state.disc_impacts += world.state.contacts - contacts_before;
    clamp(&world.layout, &mut world.state, watch);
    report(world, &mut scratch, was_quiet);
    world.scratch.workspaces.put(scratch);
}

/// Sets the initial motion of each disc. Sleeping discs stay asleep until `sleeping` has tested their supports.
fn begin(layout: &Layout, state: &State, forces: &[DVec2], scratch: &mut DiscScratch, sleeps: bool) {
    let count = layout.discs.count();
    let is_new = scratch.near.prepare(layout, count) || scratch.movers.len() != count;
    scratch.movers.resize(count, Mover::default());
    scratch.counters.resize(count, ImpactCounter::default());
    scratch.starts.clone_from(&state.disc_positions);
    scratch.sleeping.resize(count);
    scratch.impact_limit = impact_limiter::impact_limit(count);
    scratch.near.discs.load(if sleeps { scratch.sleeping.candidates() } else { 0 });
    for disc in 0..count {
        let Mover { role, motion, .. } = scratch.movers[disc];
        let position = state.disc_positions[disc];
        let is_still = state.disc_velocities[disc] == DVec2::ZERO && forces::hand::on_disc(state, disc).is_none();
        let is_asleep = sleeps && state.disc_asleep[disc] && is_still;
        if is_asleep && !is_new && role == Role::Asleep && motion.position == position {
            // Unchanged since the previous substep.
            scratch.sleeping.has_moved[disc] = false;
            continue;
        }
        if is_asleep {
            scratch.put_to_sleep(layout, state, disc);
        } else {
            scratch.launch(layout, state, forces, disc);
        }
        let now = &scratch.movers[disc];
        scratch.sleeping.has_moved[disc] = is_new || now.role != role || now.motion.position != motion.position;
    }
    scratch.near.discs.build();
    scratch.near.look_for_all_obstacles();
}

impl DiscScratch {
    /// Applies gravity, links, the hand and retention. Fixed discs stay; driven ones follow their path (002 §3). `forces` are
    /// those of the links, empty without any.
    fn launch(&mut self, layout: &Layout, state: &State, forces: &[DVec2], disc: usize) {
        let (h, discs) = (layout.substep_time, &layout.discs);
        let mut position = state.disc_positions[disc];
        let mut role = Role::Immovable;
        let velocity = if let Some(path) = &discs.path[disc] {
            let [before, after] = driven::times(layout, state).map(|time| driven::offset(path, time));
            position = discs.start[disc] + before;
            (after - before) / h
        } else if discs.is_dynamic(disc) {
            role = Role::Free;
            let gravity = DVec2::from(layout.settings.gravity);
            let held = forces::hand::on_disc(state, disc);
            let linked = forces.get(disc).copied().filter(|_| layout.links.is_linked(disc));
            let force = linked.map_or(held, |linked| Some(held.map_or(linked, |held| linked + held)));
            let pull = force.map(|force| force * discs.inverse_mass[disc]);
            let change = pull.map_or(gravity, |pull| gravity + pull) * h;
            (state.disc_velocities[disc] + change) * layout.settings.velocity_retention
        } else {
            DVec2::ZERO
        };
        self.counters[disc] = ImpactCounter::new(velocity, self.impact_limit);
        let mover = Mover {
            motion: LinearMotion { position, velocity, time: 0.0, radius: discs.radius[disc] },
            negligible: self.counters[disc].negligible(),
            generation: 0,
            role,
        };
        let swept_aabb = if state.disc_blown_up[disc] { None } else { mover.motion.swept_aabb(h) };
        self.movers[disc] = mover;
        if swept_aabb.is_none() {
            self.movers[disc].role = Role::Absent;
            self.movers[disc].motion.position = state.disc_positions[disc];
            if !state.disc_blown_up[disc] {
                self.blown_up.push(disc as u32);
            }
        }
        self.near.discs.set(disc, swept_aabb.unwrap_or(Aabb::EMPTY));
    }

    /// Puts a disc to sleep: velocity 0, no gravity.
    fn put_to_sleep(&mut self, layout: &Layout, state: &State, disc: usize) {
        let (position, radius) = (state.disc_positions[disc], layout.discs.radius[disc]);
        let motion = LinearMotion { position, velocity: DVec2::ZERO, time: 0.0, radius };
        let Some(swept_aabb) = motion.swept_aabb(layout.substep_time).filter(|_| !state.disc_blown_up[disc]) else {
            self.launch(layout, state, &[], disc);
            return;
        };
        self.counters[disc] = ImpactCounter::new(DVec2::ZERO, self.impact_limit);
        self.movers[disc] = Mover { motion, negligible: 0.0, generation: 0, role: Role::Asleep };
        self.near.discs.set(disc, swept_aabb);
    }
}

/// Writes the end of each motion to the state; an excluded disc keeps its last finite position.
/// Returns true if no disc was asleep or at its impact limit before.
fn end(layout: &Layout, state: &mut State, scratch: &DiscScratch) -> bool {
    let h = layout.substep_time;
    let [_, at_end] = driven::times(layout, state);
    let was_quiet = !state.disc_asleep.iter().chain(&state.disc_impact_limit_reached).any(|&is_so| is_so);
    for (disc, Mover { motion, role, .. }) in scratch.movers.iter().enumerate() {
        state.disc_asleep[disc] = *role == Role::Asleep;
        state.disc_velocities[disc] = motion.velocity;
        state.disc_positions[disc] = match &layout.discs.path[disc] {
            _ if *role == Role::Asleep => continue,
            _ if *role == Role::Absent => {
                state.disc_velocities[disc] = DVec2::ZERO;
                motion.position
            }
            Some(path) => layout.discs.start[disc] + driven::offset(path, at_end),
            None => motion.at(h),
        };
    }
    was_quiet
}

/// 004's clamp, with the bounds shrunk by the radius.
fn clamp(layout: &Layout, state: &mut State, watch: &mut Watch) {
    let Some(bounds) = &layout.settings.bounds else { return };
    let discs = &layout.discs;
    for disc in (0..discs.count()).filter(|&disc| discs.is_dynamic(disc)) {
        let (position, velocity) = (state.disc_positions[disc], state.disc_velocities[disc]);
        let restitution = discs.restitution[disc];
        if let Some(clamped) = obstacles::clamped(position, velocity, bounds, discs.radius[disc], restitution) {
            state.disc_positions[disc] = clamped.position;
            state.disc_velocities[disc] = velocity + clamped.velocity_change;
            state.disc_asleep[disc] = false;
            clamped.record(&mut watch.contacts, Place::Disc(disc), position, [discs.mass[disc], discs.radius[disc]]);
            if let Some(trace) = watch.trace.as_deref_mut() {
                trace.clamps.push(clamped.row(Place::Disc(disc), position, [velocity, state.disc_velocities[disc]]));
            }
            watch.next_row(PhaseKind::Bounds);
            watch.see(PhaseKind::Bounds, Touched::Few(&[], Some(disc)), layout, state);
        }
    }
}

/// Reports discs with a non-finite state, and discs at their impact limit or asleep, once until they are free again.
/// With enough discs for an island, it reports only the first one until no disc is limited or asleep.
fn report(world: &mut World, scratch: &mut DiscScratch, was_quiet: bool) {
    for disc in scratch.blown_up.drain(..) {
        world.state.disc_blown_up[disc as usize] = true;
        world.report(EventKind::BlowUp, Place::Disc(disc as usize));
    }
    let is_crowd = scratch.counters.len() >= sleeping::MIN_ISLAND_SIZE;
    let mut has_reported = !was_quiet;
    for (disc, counter) in scratch.counters.iter().enumerate() {
        let is_held = counter.impact_limit_reached || world.state.disc_asleep[disc];
        let is_news = is_held && if is_crowd { !has_reported } else { !world.state.disc_impact_limit_reached[disc] };
        if is_news {
            has_reported = true;
            world.report(EventKind::ManyImpacts, Place::Disc(disc));
        }
        world.state.disc_impact_limit_reached[disc] = counter.impact_limit_reached;
    }
}
