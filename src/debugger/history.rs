//! Positions and contacts in the frames around the present one, computed by a second run, in bounded memory. The caller
//! limits the time.

use super::replay_worker::{Followed, ReplayWorker};
use super::run::Run;
use crate::engine::trace::{Past, Touch};
use crate::geometry::DVec2;
use std::collections::BTreeMap;

/// The frames around the present one.
#[derive(Debug)]
pub struct NearbyFrames {
    worker: Option<ReplayWorker>,
    frames: BTreeMap<u64, Past>,
    /// The frame in progress, with its contacts so far. None between frames.
    open: Option<(u64, Vec<Touch>)>,
    budget: usize,
    version: u64,
}

/// The requested frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Frames before the present one.
    pub back: u64,
    /// Frames after it, as far as visited.
    pub ahead: u64,
    /// True if contacts are requested too.
    pub touches: bool,
}

/// Most bytes of all frames together.
const BUDGET: usize = 64 << 20;
/// Frames that are computed at once when going backwards, because every restart costs steps.
const CHUNK: u64 = 32;

impl Default for NearbyFrames {
    fn default() -> Self {
        Self { worker: None, frames: BTreeMap::new(), open: None, budget: BUDGET, version: 0 }
    }
}

impl NearbyFrames {
    /// Computes the frames of the window around the present of the run while `goes_on` returns true (called once per
    /// substep). Returns true once all are known. A window that does not fit into memory is cut at its far ends.
    pub fn follow(&mut self, leader: &Run, window: Window, mut goes_on: impl FnMut() -> bool) -> bool {
        self.forget(leader);
        let [first, last] = self.cut(leader, window);
        // Slightly more is kept, for moving back and forth.
        let before = self.frames.len();
        self.frames.retain(|&frame, _| frame + CHUNK >= first && frame <= last + CHUNK);
        if self.frames.len() != before {
            self.version += 1;
        }
        while let Some(frame) = self.first_missing(first, last, window.touches) {
            if !self.make(frame, window.touches, &mut goes_on) {
                return false;
            }
        }
        true
    }

    /// The known frames by time: those of the last window, and possibly a few more on both sides.
    pub fn frames(&self) -> impl DoubleEndedIterator<Item = (u64, &Past)> {
        self.frames.iter().map(|(&frame, past)| (frame, past))
    }

    /// Data of the start of a frame. None if unknown.
    pub fn at(&self, frame: u64) -> Option<&Past> {
        self.frames.get(&frame)
    }

    /// Changes with all other data.
    pub fn version(&self) -> u64 {
        self.version
    }

    fn forget(&mut self, leader: &Run) {
        let known = match ReplayWorker::follow(&mut self.worker, leader) {
            Followed::Same => leader.last_frame(),
            Followed::Since((frame, _)) => frame.min(leader.last_frame()),
            Followed::OtherLevel => {
                self.frames.clear();
                (self.open, self.version) = (None, self.version + 1);
                return;
            }
        };
        let before = self.frames.len();
        self.frames.retain(|&frame, _| frame <= known);
        if self.frames.len() != before || self.open.as_ref().is_some_and(|&(frame, _)| frame > known) {
            (self.open, self.version) = (None, self.version + 1);
        }
    }

    /// First and last frame of the window, cut to the memory budget.
    fn cut(&self, leader: &Run, window: Window) -> [u64; 2] {
        let world = leader.world();
        let points = world.layout().node_count + world.layout().discs.count();
        let each = size_of::<Past>() + points * size_of::<DVec2>();
        let room = (self.budget / each).max(2 * CHUNK as usize + 2) as u64 - 2 * CHUNK;
        let now = leader.frame();
        let ahead = window.ahead.min(leader.last_frame().saturating_sub(now)).min(room / 2);
        let back = window.back.min(now).min(room.saturating_sub(ahead + 1));
        [now - back, now + ahead]
    }

    fn first_missing(&self, first: u64, last: u64, touches: bool) -> Option<u64> {
        let is_known = |frame: u64| self.frames.get(&frame).is_some_and(|past| !touches || past.touches.is_some());
        (first..=last).find(|&frame| !is_known(frame))
    }

    /// Computes a frame and all frames on the way. False if interrupted.
    fn make(&mut self, frame: u64, touches: bool, goes_on: &mut impl FnMut() -> bool) -> bool {
        let Some(worker) = &mut self.worker else { return true };
        let is_on_its_way = |(next, substep): (u64, u32)| {
            let is_open = self.open.as_ref().is_some_and(|&(open, _)| open == next + 1);
            next < frame && next + CHUNK >= frame && (substep == 0 || is_open)
        };
        if !is_on_its_way(worker.moment()) {
            self.open = None;
            // Starts one frame before the kept ones, so that the first of them has its contacts.
            if !worker.go_to((frame / CHUNK * CHUNK).saturating_sub(1), &mut *goes_on) {
                return false;
            }
            if worker.moment() == (0, 0) {
                self.frames.insert(0, Past::of(worker.world(), touches.then(Vec::new)));
                self.version += 1;
            }
        }
        while worker.moment().0 < frame {
            let next = worker.moment().0 + 1;
            if self.open.as_ref().is_none_or(|&(open, _)| open != next) {
                self.open = Some((next, Vec::new()));
            }
            if !goes_on() {
                return false;
            }
            match &mut self.open {
                Some((_, found)) if touches => {
                    worker.step_explained();
                    Touch::gather(worker.world().layout(), worker.trace(), found);
                }
                _ => worker.step(),
            }
            if worker.moment().0 == next {
                let found = self.open.take().map(|(_, found)| found).filter(|_| touches);
                self.frames.insert(next, Past::of(worker.world(), found));
                self.version += 1;
            }
        }
        true
    }
}
