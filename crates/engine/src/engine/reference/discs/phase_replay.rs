//! Replays the phases of the discs for an observer: forces, motions and impacts in the order of resolution.
//!
//! The stage records every new motion while an observer is attached. The replay applies the records to a copy of the state.

use super::linear_motion::LinearMotion;
use super::{DiscScratch, Role};
use crate::engine::data::observer::{PhaseKind, Touched, Watch};
use crate::engine::data::{Layout, State};
use crate::geometry::SortCopies;
use glam::DVec2;

/// The start of a new motion of a disc.
#[derive(Clone, Copy, Debug)]
struct MotionChange {
    /// Number of its event; changes of one event are one phase.
    event: u32,
    disc: usize,
    motion: LinearMotion,
    is_absent: bool,
    /// True if the disc was stopped at its impact limit; the row of the impact does not contain this.
    is_held: bool,
    /// Row of the trace's impacts.
    row: Option<u32>,
}

/// The motions started by impacts, in order, while an observer is attached.
#[derive(Clone, Debug, Default)]
pub(super) struct MotionLog {
    list: Vec<MotionChange>,
    event: u32,
    impacts: u32,
    row: Option<u32>,
}

impl MotionLog {
    /// Records a bounce with its own row; `motion` starts at the bounce.
    pub(super) fn note_bounce(&mut self, disc: usize, motion: LinearMotion) {
        self.event += 1;
        let (event, row) = (self.event, Some(self.impacts));
        self.impacts += 1;
        self.list.push(MotionChange { event, disc, motion, is_absent: false, is_held: false, row });
    }
}

impl DiscScratch {
    /// Starts a new event: later changes belong to it.
    #[inline]
    pub(super) fn note_event(&mut self) {
        if let Some(log) = &mut self.log {
            log.event += 1;
            log.row = None;
        }
    }

    /// Assigns the next row of the trace to the event.
    #[inline]
    pub(super) fn note_impact(&mut self) {
        if let Some(log) = &mut self.log {
            log.row = Some(log.impacts);
            log.impacts += 1;
            let MotionLog { list, event, row, .. } = log;
            list.iter_mut().rev().take_while(|change| change.event == *event).for_each(|change| change.row = *row);
        }
    }

    /// Records the current motion of a disc.
    #[inline]
    pub(super) fn note_motion(&mut self, disc: usize) {
        if let Some(log) = &mut self.log {
            let mover = &self.movers[disc];
            let (motion, is_absent) = (mover.motion, mover.role == Role::Absent);
            log.list.push(MotionChange { event: log.event, disc, motion, is_absent, is_held: false, row: log.row });
        }
    }

    /// Marks the newest change as a stop at the impact limit.
    #[inline]
    pub(super) fn note_stop(&mut self) {
        if let Some(change) = self.log.as_mut().and_then(|log| log.list.last_mut()) {
            change.is_held = true;
        }
    }
}

/// State of the replay.
pub(super) struct PhaseReplay {
    /// The state reported to the observer.
    state: State,
    /// Current motions.
    motions: Vec<LinearMotion>,
    /// End of the substep.
    end: f64,
}

impl PhaseReplay {
    /// Reports the initial velocities and starts recording.
    pub fn launched(layout: &Layout, state: &State, scratch: &mut DiscScratch, watch: &mut Watch) -> Self {
        let mut replay = Self {
            state: state.clone(),
            motions: scratch.movers.iter().map(|mover| mover.motion).collect(),
            end: layout.substep_time,
        };
        for (disc, mover) in scratch.movers.iter().enumerate() {
            if mover.role == Role::Absent {
                replay.end_motion(disc);
            } else {
                replay.state.disc_velocities[disc] = mover.motion.velocity;
            }
        }
        scratch.log = Some(MotionLog::default());
        watch.see(PhaseKind::DiscForces, Touched::AllDiscs, layout, &replay.state);
        replay
    }

    /// Stops the motion of an excluded disc.
    fn end_motion(&mut self, disc: usize) {
        self.motions[disc].position = self.state.disc_positions[disc];
        self.motions[disc].velocity = DVec2::ZERO;
    }

    /// Reports every impact: advances the discs to it and changes their motions. Ends the recording.
    pub fn impacts(mut self, layout: &Layout, scratch: &mut DiscScratch, watch: &mut Watch) {
        let log = scratch.log.take().unwrap_or_default();
        for group in log.list.chunk_by(|a, b| a.event == b.event) {
            let (held, hit): (Vec<MotionChange>, Vec<MotionChange>) = group.iter().partition(|change| change.is_held);
            let row = hit.iter().find_map(|change| change.row);
            self.report(&hit, row, layout, watch);
            self.report(&held, None, layout, watch);
        }
    }

    /// Reports simultaneous changes as one phase.
    fn report(&mut self, group: &[MotionChange], row: Option<u32>, layout: &Layout, watch: &mut Watch) {
        let Some(first) = group.first() else { return };
        let mut discs: Vec<usize> = group.iter().map(|change| change.disc).collect();
        discs.sort_copies();
        discs.dedup();
        if row.is_none() && group.iter().all(|change| self.repeats_motion(change)) {
            group.iter().for_each(|change| self.motions[change.disc] = change.motion);
            return;
        }
        let time = first.motion.time.min(self.end);
        let all = 0..self.motions.len();
        if watch.wants_all() {
            all.for_each(|disc| self.advance(disc, time));
            watch.see(PhaseKind::DiscFlight, Touched::AllDiscs, layout, &self.state);
        } else {
            discs.iter().for_each(|&disc| self.advance(disc, time));
            watch.see(PhaseKind::DiscFlight, Touched::Discs(&discs), layout, &self.state);
        }
        for change in group {
            self.motions[change.disc] = change.motion;
            if change.is_absent {
                self.end_motion(change.disc);
            } else {
                self.state.disc_positions[change.disc] = change.motion.position;
                self.state.disc_velocities[change.disc] = change.motion.velocity;
            }
        }
        watch.see_impact(row, Touched::Discs(&discs), layout, &self.state);
    }

    fn advance(&mut self, disc: usize, time: f64) {
        // The discrete method moves driven discs to the end of their path before it processes the others.
        let motion = &self.motions[disc];
        self.state.disc_positions[disc] = motion.at(time.max(motion.time));
    }

    /// True if a change continues the same motion.
    fn repeats_motion(&self, change: &MotionChange) -> bool {
        let motion = &self.motions[change.disc];
        !change.is_absent
            && motion.velocity == change.motion.velocity
            && motion.at(change.motion.time) == change.motion.position
    }
}
