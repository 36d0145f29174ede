//! The phases of discs for who looks on: forces, flights and impacts in the order of resolution, told after they are
//! known, on a copy of the state.
//!
//! Must never know: why an impact turned a disc.

use super::flight::Flight;
use super::{DiscScratch, Role};
use crate::engine::data::observer::{PhaseKind, Touched, Watch};
use crate::engine::data::{Layout, State};
use glam::DVec2;

/// A disc went on a new flight.
#[derive(Clone, Copy, Debug)]
struct Turn {
    /// Turns of one number are told together.
    meeting: u32,
    disc: usize,
    flight: Flight,
    is_absent: bool,
    /// It is held after one impact too many, which the row of the impact does not say.
    is_held: bool,
    /// Row of the trace's impacts.
    row: Option<u32>,
}

/// Every flight that an impact began, in order, where somebody looks on.
#[derive(Clone, Debug, Default)]
pub(super) struct Turns {
    list: Vec<Turn>,
    meeting: u32,
    impacts: u32,
    row: Option<u32>,
}

impl Turns {
    /// A bounce with a row of its own, after which the disc is where this flight begins.
    pub(super) fn note_bounce(&mut self, disc: usize, flight: Flight) {
        self.meeting += 1;
        let (meeting, row) = (self.meeting, Some(self.impacts));
        self.impacts += 1;
        self.list.push(Turn { meeting, disc, flight, is_absent: false, is_held: false, row });
    }
}

impl DiscScratch {
    /// What happens from now on is told together.
    #[inline]
    pub(super) fn note_meeting(&mut self) {
        if let Some(turns) = &mut self.turns {
            turns.meeting += 1;
            turns.row = None;
        }
    }

    /// The meeting has a row in the trace, the next one.
    #[inline]
    pub(super) fn note_impact(&mut self) {
        if let Some(turns) = &mut self.turns {
            turns.row = Some(turns.impacts);
            turns.impacts += 1;
            let Turns { list, meeting, row, .. } = turns;
            list.iter_mut().rev().take_while(|turn| turn.meeting == *meeting).for_each(|turn| turn.row = *row);
        }
    }

    /// Takes note of the flight that a disc is on now.
    #[inline]
    pub(super) fn note_turn(&mut self, disc: usize) {
        if let Some(turns) = &mut self.turns {
            let mover = &self.movers[disc];
            let (flight, is_absent) = (mover.flight, mover.role == Role::Absent);
            turns.list.push(Turn { meeting: turns.meeting, disc, flight, is_absent, is_held: false, row: turns.row });
        }
    }

    /// The newest turn is that of a disc that is held.
    #[inline]
    pub(super) fn note_hold(&mut self) {
        if let Some(turn) = self.turns.as_mut().and_then(|turns| turns.list.last_mut()) {
            turn.is_held = true;
        }
    }
}

/// What there is to tell until the discs have flown.
pub(super) struct Told {
    /// The state as it is shown.
    state: State,
    /// The flights that are being flown.
    flights: Vec<Flight>,
    /// Flights end here.
    end: f64,
}

impl Told {
    /// Tells of the velocities that the discs start with; from now on every turn is noted.
    pub fn launched(layout: &Layout, state: &State, scratch: &mut DiscScratch, watch: &mut Watch) -> Self {
        let mut told = Self {
            state: state.clone(),
            flights: scratch.movers.iter().map(|mover| mover.flight).collect(),
            end: layout.substep_time,
        };
        for (disc, mover) in scratch.movers.iter().enumerate() {
            if mover.role == Role::Absent {
                told.end_flight(disc);
            } else {
                told.state.disc_velocities[disc] = mover.flight.velocity;
            }
        }
        scratch.turns = Some(Turns::default());
        watch.see(PhaseKind::DiscForces, Touched::AllDiscs, layout, &told.state);
        told
    }

    /// One that blew up stays where it is.
    fn end_flight(&mut self, disc: usize) {
        self.flights[disc].position = self.state.disc_positions[disc];
        self.flights[disc].velocity = DVec2::ZERO;
    }

    /// Tells of every impact: the discs that it turns fly to it, and are turned. Then nobody looks on any more.
    pub fn impacts(mut self, layout: &Layout, scratch: &mut DiscScratch, watch: &mut Watch) {
        let turns = scratch.turns.take().unwrap_or_default();
        for group in turns.list.chunk_by(|a, b| a.meeting == b.meeting) {
            let (held, met): (Vec<Turn>, Vec<Turn>) = group.iter().partition(|turn| turn.is_held);
            let row = met.iter().find_map(|turn| turn.row);
            self.turn(&met, row, layout, watch);
            self.turn(&held, None, layout, watch);
        }
    }

    /// Reports turns at one time, all in one phase.
    fn turn(&mut self, group: &[Turn], row: Option<u32>, layout: &Layout, watch: &mut Watch) {
        let Some(first) = group.first() else { return };
        let mut discs: Vec<usize> = group.iter().map(|turn| turn.disc).collect();
        discs.sort_unstable();
        discs.dedup();
        if row.is_none() && group.iter().all(|turn| self.changes_nothing(turn)) {
            group.iter().for_each(|turn| self.flights[turn.disc] = turn.flight);
            return;
        }
        let time = first.flight.time.min(self.end);
        let all = 0..self.flights.len();
        if watch.wants_all() {
            all.for_each(|disc| self.fly(disc, time));
            watch.see(PhaseKind::DiscFlight, Touched::AllDiscs, layout, &self.state);
        } else {
            discs.iter().for_each(|&disc| self.fly(disc, time));
            watch.see(PhaseKind::DiscFlight, Touched::Discs(&discs), layout, &self.state);
        }
        for turn in group {
            self.flights[turn.disc] = turn.flight;
            if turn.is_absent {
                self.end_flight(turn.disc);
            } else {
                self.state.disc_positions[turn.disc] = turn.flight.position;
                self.state.disc_velocities[turn.disc] = turn.flight.velocity;
            }
        }
        watch.see_impact(row, Touched::Discs(&discs), layout, &self.state);
    }

    fn fly(&mut self, disc: usize, time: f64) {
        // Driven discs of the discrete method are at the end of their way before the others are looked at.
        let flight = &self.flights[disc];
        self.state.disc_positions[disc] = flight.at(time.max(flight.time));
    }

    /// Whether a turn only says again where a disc flies.
    fn changes_nothing(&self, turn: &Turn) -> bool {
        let flight = &self.flights[turn.disc];
        !turn.is_absent
            && flight.velocity == turn.flight.velocity
            && flight.at(turn.flight.time) == turn.flight.position
    }
}
