//! The phases of discs for who looks on: forces, motions and impacts in the order of resolution, replay after they are
//! known, on a copy of the state.
//!
//! Must never know: why an impact turned a disc.

use super::linear_motion::LinearMotion;
use super::{DiscScratch, Role};
use crate::engine::data::observer::{PhaseKind, Touched, Watch};
use crate::engine::data::{Layout, State};
use glam::DVec2;

/// A disc went on a new motion.
#[derive(Clone, Copy, Debug)]
struct MotionChange {
    /// MotionLog of one number are replay together.
    event: u32,
    disc: usize,
    motion: LinearMotion,
    is_absent: bool,
    /// It is held after one impact too many, which the row of the impact does not say.
    is_held: bool,
    /// Row of the trace's impacts.
    row: Option<u32>,
}

/// Every motion that an impact began, in order, where somebody looks on.
#[derive(Clone, Debug, Default)]
pub(super) struct MotionLog {
    list: Vec<MotionChange>,
    event: u32,
    impacts: u32,
    row: Option<u32>,
}

impl MotionLog {
    /// A bounce with a row of its own, after which the disc is where this motion begins.
    pub(super) fn note_bounce(&mut self, disc: usize, motion: LinearMotion) {
        self.event += 1;
        let (event, row) = (self.event, Some(self.impacts));
        self.impacts += 1;
        self.list.push(MotionChange { event, disc, motion, is_absent: false, is_held: false, row });
    }
}

impl DiscScratch {
    /// What happens from now on is replay together.
    #[inline]
    pub(super) fn note_event(&mut self) {
        if let Some(log) = &mut self.log {
            log.event += 1;
            log.row = None;
        }
    }

    /// The event has a row in the trace, the next one.
    #[inline]
    pub(super) fn note_impact(&mut self) {
        if let Some(log) = &mut self.log {
            log.row = Some(log.impacts);
            log.impacts += 1;
            let MotionLog { list, event, row, .. } = log;
            list.iter_mut().rev().take_while(|change| change.event == *event).for_each(|change| change.row = *row);
        }
    }

    /// Takes note of the motion that a disc is on now.
    #[inline]
    pub(super) fn note_motion(&mut self, disc: usize) {
        if let Some(log) = &mut self.log {
            let mover = &self.movers[disc];
            let (motion, is_absent) = (mover.motion, mover.role == Role::Absent);
            log.list.push(MotionChange { event: log.event, disc, motion, is_absent, is_held: false, row: log.row });
        }
    }

    /// The newest change is that of a disc that is held.
    #[inline]
    pub(super) fn note_stop(&mut self) {
        if let Some(change) = self.log.as_mut().and_then(|log| log.list.last_mut()) {
            change.is_held = true;
        }
    }
}

/// What there is to tell until the discs have flown.
pub(super) struct PhaseReplay {
    /// The state as it is shown.
    state: State,
    /// The motions that are being flown.
    motions: Vec<LinearMotion>,
    /// Flights end here.
    end: f64,
}

impl PhaseReplay {
    /// Tells of the velocities that the discs start with; from now on every change is noted.
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

    /// One that blew up stays where it is.
    fn end_motion(&mut self, disc: usize) {
        self.motions[disc].position = self.state.disc_positions[disc];
        self.motions[disc].velocity = DVec2::ZERO;
    }

    /// Tells of every impact: the discs that it log advance to it, and are turned. Then nobody looks on any more.
    pub fn impacts(mut self, layout: &Layout, scratch: &mut DiscScratch, watch: &mut Watch) {
        let log = scratch.log.take().unwrap_or_default();
        for group in log.list.chunk_by(|a, b| a.event == b.event) {
            let (held, met): (Vec<MotionChange>, Vec<MotionChange>) = group.iter().partition(|change| change.is_held);
            let row = met.iter().find_map(|change| change.row);
            self.show(&met, row, layout, watch);
            self.show(&held, None, layout, watch);
        }
    }

    /// Reports log at one time, all in one phase.
    fn show(&mut self, group: &[MotionChange], row: Option<u32>, layout: &Layout, watch: &mut Watch) {
        let Some(first) = group.first() else { return };
        let mut discs: Vec<usize> = group.iter().map(|change| change.disc).collect();
        discs.sort_unstable();
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
        // Driven discs of the discrete method are at the end of their way before the others are looked at.
        let motion = &self.motions[disc];
        self.state.disc_positions[disc] = motion.at(time.max(motion.time));
    }

    /// Whether a change only says again where a disc flies.
    fn repeats_motion(&self, change: &MotionChange) -> bool {
        let motion = &self.motions[change.disc];
        !change.is_absent
            && motion.velocity == change.motion.velocity
            && motion.at(change.motion.time) == change.motion.position
    }
}
