//! Stage 8: discs, and particles, which are discs of radius 0 (002, 003).
//!
//! Must never know: forces between nodes, the screen. Gravity, the hand and retention change the velocity first; then
//! the discs move, by one method a file; then they meet the hulls of bodies; then the bounds clamp them.

mod candidates;
mod discrete;
mod exchange;
mod flight;
mod hulls;
mod queue;
mod swept;
mod time_of_impact;

use super::{EventKind, Layout, State, Trace, World, driven, forces, obstacles};
use crate::level::{DiscMethod, Place};
use candidates::Candidates;
use flight::Flight;
use glam::DVec2;
use queue::Queue;

/// Moves all discs through one substep; counts resolved contacts.
type Move = fn(&Layout, &mut DiscScratch, &mut u64, Option<&mut Trace>);

/// A way to find the contacts of discs.
struct Method {
    method: DiscMethod,
    run: Move,
}

const ALL: &[Method] = &[
    Method { method: DiscMethod::Swept, run: swept::run },
    Method { method: DiscMethod::Discrete, run: discrete::run },
];

/// What the stage works with and throws away.
#[derive(Clone, Debug, Default)]
pub(super) struct DiscScratch {
    /// How each disc moves; none for one that blew up.
    flights: Vec<Option<Flight>>,
    movers: Vec<Mover>,
    candidates: Candidates,
    queue: Queue,
    /// Discs that blew up in this substep.
    blown_up: Vec<u32>,
    /// Pairs of discs under examination.
    pairs: Vec<[u32; 2]>,
    /// Bodies under examination.
    bodies: Vec<usize>,
}

/// What is known of a disc within a substep besides its flight.
#[derive(Clone, Copy, Debug)]
struct Mover {
    /// Whether impacts change its velocity: false for fixed and driven discs, and for one that was stopped.
    gives_way: bool,
    /// Where it was at the start of the substep.
    start: DVec2,
    /// Where it was last known to be.
    last_position: DVec2,
    /// Flights begun.
    generation: u32,
    impacts: u32,
    /// Impacts since `moment` that cost it speed.
    at_once: u32,
    moment: f64,
    /// Greatest closing speed of those.
    greatest: f64,
    /// Greatest speed in this substep.
    fastest: f64,
    is_hemmed_in: bool,
}

/// The stage.
pub(super) fn stage(world: &mut World, mut trace: Option<&mut Trace>) {
    if world.layout.discs.count() == 0 {
        return;
    }
    // Taken out and put back, so that discs can be reported while it is read.
    let mut scratch = std::mem::take(&mut world.scratch.discs);
    let World { layout, state, .. } = world;
    let contacts_before = state.contacts;
    begin(layout, state, &mut scratch);
    let method = ALL.iter().find(|method| method.method == layout.settings.discs);
    let run = method.expect("every method has its row").run;
    run(layout, &mut scratch, &mut state.contacts, trace.as_deref_mut());
    end(layout, state, &scratch);
    hulls::resolve(world, &mut scratch, trace.as_deref_mut());
    world.state.disc_impacts += world.state.contacts - contacts_before;
    clamp(&world.layout, &mut world.state, trace);
    report(world, &mut scratch);
    world.scratch.discs = scratch;
}

/// Gravity, the hand and retention, then the flights that the discs would fly if they met nothing.
fn begin(layout: &Layout, state: &State, scratch: &mut DiscScratch) {
    let DiscScratch { flights, movers, blown_up, .. } = scratch;
    let (h, retention) = (layout.substep_time, layout.settings.velocity_retention);
    let gravity = DVec2::from(layout.settings.gravity);
    let held = forces::hand::on_disc(state);
    let done = driven::substeps_done(layout, state);
    flights.clear();
    movers.clear();
    for disc in 0..layout.discs.count() {
        let mut position = state.disc_positions[disc];
        let velocity = if let Some(path) = &layout.discs.path[disc] {
            let [before, after] = [done, done + 1].map(|done| driven::offset(path, done as f64 * h));
            position = layout.discs.start[disc] + before;
            (after - before) / h
        } else if layout.discs.is_dynamic(disc) {
            let pull = held.filter(|&(held, _)| held == disc).map(|(_, force)| force * layout.discs.inverse_mass[disc]);
            (state.disc_velocities[disc] + pull.map_or(gravity, |pull| gravity + pull) * h) * retention
        } else {
            DVec2::ZERO
        };
        let is_present = !state.disc_blown_up[disc];
        let flight = Flight::new(position, velocity, layout.discs.radius[disc], 0.0, h).filter(|_| is_present);
        if flight.is_none() && is_present {
            blown_up.push(disc as u32);
        }
        flights.push(flight);
        movers.push(Mover {
            gives_way: layout.discs.is_dynamic(disc),
            start: state.disc_positions[disc],
            last_position: state.disc_positions[disc],
            generation: 0,
            impacts: 0,
            at_once: 0,
            moment: 0.0,
            greatest: 0.0,
            fastest: velocity.length(),
            is_hemmed_in: false,
        });
    }
}

/// Takes over where the flights lead; what has none stays where it was last known to be.
fn end(layout: &Layout, state: &mut State, scratch: &DiscScratch) {
    let h = layout.substep_time;
    let done = driven::substeps_done(layout, state);
    for (disc, flight) in scratch.flights.iter().enumerate() {
        let Some(flight) = flight else {
            state.disc_positions[disc] = scratch.movers[disc].last_position;
            state.disc_velocities[disc] = DVec2::ZERO;
            continue;
        };
        state.disc_velocities[disc] = flight.velocity;
        state.disc_positions[disc] = match &layout.discs.path[disc] {
            Some(path) => layout.discs.start[disc] + driven::offset(path, (done + 1) as f64 * h),
            None => flight.at(h),
        };
    }
}

/// 004's clamp, with the box shrunk by the radius.
fn clamp(layout: &Layout, state: &mut State, mut trace: Option<&mut Trace>) {
    let Some(bounds) = &layout.settings.bounds else { return };
    let discs = &layout.discs;
    for disc in (0..discs.count()).filter(|&disc| discs.is_dynamic(disc)) {
        let (position, velocity) = (state.disc_positions[disc], state.disc_velocities[disc]);
        let restitution = discs.restitution[disc];
        if let Some(clamped) = obstacles::clamped(position, velocity, bounds, discs.radius[disc], restitution) {
            state.disc_positions[disc] = clamped.position;
            state.disc_velocities[disc] = velocity + clamped.velocity_change;
            if let Some(trace) = trace.as_deref_mut() {
                trace.clamps.push(clamped.row(Place::Disc(disc), position, velocity));
            }
        }
    }
}

/// Reports discs that blew up, and, once until they are free again, discs that met too many impacts.
fn report(world: &mut World, scratch: &mut DiscScratch) {
    for disc in scratch.blown_up.drain(..) {
        world.state.disc_blown_up[disc as usize] = true;
        world.report(EventKind::BlowUp, Place::Disc(disc as usize));
    }
    for (disc, mover) in scratch.movers.iter().enumerate() {
        if mover.is_hemmed_in && !world.state.disc_hemmed_in[disc] {
            world.report(EventKind::ManyImpacts, Place::Disc(disc));
        }
        world.state.disc_hemmed_in[disc] = mover.is_hemmed_in;
    }
}
