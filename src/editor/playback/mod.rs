//! Plays a run in real time, forwards and backwards, and seeks to far moments, at the pace that the UI frame allows.

pub mod looped;
mod watched;

use crate::debugger::breakpoints::Watcher;
use crate::debugger::{Moment, Run};
use crate::editor::background::Pace;
pub use crate::editor::playback::looped::Loop;
use crate::engine::Threads;
use std::sync::OnceLock;
use web_time::{Duration, Instant};

/// Frames per second at speed 1: the sources draw one simulated frame per displayed frame.
pub const FRAMES_PER_SECOND: f64 = 60.0;

/// Speeds that the speed keys select.
pub const SPEEDS: [f64; 13] = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0];
/// Slowest speed.
pub const SLOWEST: f64 = SPEEDS[0];
/// Fastest speed.
pub const FASTEST: f64 = SPEEDS[12];
/// Speed below which single substeps are shown.
pub const SLOW_MOTION: f64 = 0.5;

/// Time of the first steps of a seek, in the UI frame of the command: a near moment is in its picture.
const AT_ONCE: Duration = Duration::from_millis(if cfg!(target_arch = "wasm32") { 4 } else { 30 });
/// Maximum real time between UI frames that counts, in seconds. Longer gaps do not make the run jump.
const LONGEST_PICTURE: f64 = 0.1;

/// Number of hardware threads of this machine.
pub fn most_threads() -> usize {
    static MOST: OnceLock<usize> = OnceLock::new();
    *MOST.get_or_init(|| Threads::all().count())
}

/// A seek that takes more than one UI frame.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Seek {
    target: Moment,
    /// Where the seek was started; cancelling returns there. `None` if that moment no longer exists.
    origin: Option<Moment>,
    /// Where stepping began; known after the first UI frame.
    start: Option<Moment>,
    /// Whether playback started the seek.
    is_jump: bool,
}

/// Play state, direction and speed.
#[derive(Debug)]
pub struct Playback {
    /// Whether time goes on by itself.
    pub is_playing: bool,
    /// Whether it plays backwards.
    pub is_reverse: bool,
    /// Factor on [`FRAMES_PER_SECOND`].
    pub speed: f64,
    /// Loop range.
    pub looped: Loop,
    /// Frames by which real time is ahead of the run.
    owed: f64,
    /// Frames that the last UI frame had no time for.
    missed: f64,
    seek: Option<Seek>,
    /// Whether the last UI frame used up its budget.
    pub is_behind: bool,
    /// Threads that share a step.
    threads: Threads,
}

impl Default for Playback {
    fn default() -> Self {
        Self {
            is_playing: false,
            is_reverse: false,
            speed: 1.0,
            looped: Loop::default(),
            owed: 0.0,
            missed: 0.0,
            seek: None,
            is_behind: false,
            threads: Threads::default(),
        }
    }
}

impl Playback {
    /// The thread pool of the requested size; 0 means one thread per processor.
    pub fn threads(&mut self, wanted: u32) -> &Threads {
        let most = most_threads();
        let count = if wanted == 0 { most } else { most.min(wanted as usize) };
        if count != self.threads.count() {
            self.threads = Threads::new(count);
        }
        &self.threads
    }

    /// Starts playing forwards, or stops.
    pub fn set_playing(&mut self, playing: bool) {
        self.is_playing = playing;
        self.is_reverse = false;
        (self.owed, self.missed) = (0.0, 0.0);
        self.is_behind = false;
    }

    /// Starts playing in one direction, or stops if it already played in that direction. Cancels a seek in place.
    pub fn play_or_pause(&mut self, is_reverse: bool) {
        let goes_that_way = self.is_playing && self.is_reverse == is_reverse;
        self.set_playing(!goes_that_way);
        self.is_reverse = self.is_playing && is_reverse;
        self.seek = None;
    }

    /// Goes to a moment of a new run, over several UI frames if needed.
    pub fn catch_up_to(&mut self, target: Moment) {
        self.seek = (target > (0, 0)).then_some(Seek { target, origin: None, start: None, is_jump: false });
    }

    /// Goes to a moment: at once if near, else over several UI frames.
    pub fn seek(&mut self, run: &mut Run, target: Moment) {
        let origin = self.way().map_or(Some(run.moment()), |seek| seek.origin);
        self.seek = Some(Seek { target, origin, start: None, is_jump: false });
        self.go_on(run, &Pace::until(Instant::now() + AT_ONCE));
    }

    /// The current seek that was not started by playback.
    fn way(&self) -> Option<Seek> {
        self.seek.filter(|seek| !seek.is_jump)
    }

    /// The target of that seek.
    pub fn target(&self) -> Option<Moment> {
        self.way().map(|seek| seek.target)
    }

    /// Fraction of the seek to [`Playback::target`] that is done, 0 to 1.
    pub fn progress(&self, run: &Run) -> f64 {
        let Some(Seek { target, start: Some(start), .. }) = self.seek else { return 0.0 };
        let frames = |(frame, substep): Moment| frame as f64 + f64::from(substep) / f64::from(run.substeps_in(frame));
        let frame_count = frames(target) - frames(start);
        if frame_count > 0.0 { ((frames(run.moment()) - frames(start)) / frame_count).clamp(0.0, 1.0) } else { 0.0 }
    }

    /// Cancels the seek and returns to its origin. Frames stepped on the way stay cached.
    pub fn cancel(&mut self, run: &mut Run) {
        let Some(seek) = self.seek.take() else { return };
        if let Some(origin) = seek.origin {
            self.seek = Some(Seek { target: origin, origin: None, start: None, is_jump: false });
            self.go_on(run, &Pace::until(Instant::now() + AT_ONCE));
        }
    }

    /// Ends the seek at the present moment.
    pub fn stay(&mut self) {
        self.seek = None;
    }

    /// True if the next UI frame has to step.
    pub fn is_active(&self) -> bool {
        self.is_playing || self.seek.is_some()
    }

    /// True if the run plays as fast as it should.
    #[cfg(target_arch = "wasm32")]
    pub fn keeps_up(&self) -> bool {
        self.is_playing && !self.is_behind && self.seek.is_none()
    }

    /// The next faster or slower entry of [`SPEEDS`].
    pub fn change_speed(&mut self, faster: bool) {
        let next = if faster {
            SPEEDS.iter().find(|&&speed| speed > self.speed * 1.001)
        } else {
            SPEEDS.iter().rev().find(|&&speed| speed < self.speed * 0.999)
        };
        self.set_speed(next.copied().unwrap_or(self.speed));
    }

    /// Sets the speed, clamped to [`SLOWEST`] and [`FASTEST`].
    pub fn set_speed(&mut self, speed: f64) {
        if speed.is_finite() {
            self.speed = speed.clamp(SLOWEST, FASTEST);
        }
    }

    /// Advances the run by `seconds` of real time, while the pace allows it.
    pub fn advance(&mut self, run: &mut Run, seconds: f64, pace: &Pace, watcher: &mut Watcher) {
        self.missed = 0.0;
        if self.seek.is_some() {
            self.go_on(run, pace);
            self.owed = 0.0;
            return;
        }
        if !self.is_playing {
            return;
        }
        self.owed += seconds.clamp(0.0, LONGEST_PICTURE) * FRAMES_PER_SECOND * self.speed;
        self.is_behind = false;
        if self.is_reverse {
            self.play_back(run, pace);
        } else if watcher.is_idle() {
            self.play_on(run, pace);
        } else {
            self.play_watched(run, pace, watcher);
        }
    }

    /// Continues a seek, and steps that the last UI frame had no time for. True if there may be more.
    #[cfg(target_arch = "wasm32")]
    pub fn catch_up(&mut self, run: &mut Run, pace: &Pace, watcher: &Watcher) -> bool {
        if self.seek.is_some() {
            self.go_on(run, pace);
        } else if self.is_playing && !self.is_reverse && watcher.is_idle() {
            self.owed += std::mem::take(&mut self.missed);
            self.play_on(run, pace);
        }
        self.seek.is_some() || self.missed >= 1.0
    }

    /// Continues a seek while the pace allows it.
    fn go_on(&mut self, run: &mut Run, pace: &Pace) {
        let Some(mut seek) = self.seek else { return };
        let has_arrived = run.approach(seek.target, || pace.goes_on());
        seek.start.get_or_insert_with(|| run.moment());
        self.seek = (!has_arrived).then_some(seek);
    }

    /// Smallest step to show: a substep in slow motion, else a whole frame, so that pausing lands on a frame.
    fn portion(&self, run: &Run) -> f64 {
        if self.speed < SLOW_MOTION { 1.0 / f64::from(run.level().world.substeps) } else { 1.0 }
    }

    fn play_on(&mut self, run: &mut Run, pace: &Pace) {
        let portion = self.portion(run);
        while self.owed >= portion {
            if !pace.goes_on() {
                return self.fall_behind();
            }
            let (first, last) = self.looped.frames(run.last_frame());
            if self.looped.is_on && run.frame() >= last {
                self.owed -= portion;
                self.jump(run, (first, 0), pace);
                if self.seek.is_some() {
                    return;
                }
                continue;
            }
            // Visited frames are skipped if more than one frame is due, because keyframes exist.
            let limit = if self.looped.is_on { last } else { run.last_frame() };
            let skip = (self.owed as u64).min(limit.min(run.last_frame()).saturating_sub(run.frame()));
            if portion < 1.0 {
                self.owed -= portion;
                run.step_substep();
            } else if skip > 1 {
                self.owed -= skip as f64;
                self.jump(run, (run.frame() + skip, 0), pace);
                if self.seek.is_some() {
                    return;
                }
            } else {
                // A frame that is not complete stays owed.
                if !step_frame_within(run, pace) {
                    return self.fall_behind();
                }
                self.owed -= portion;
            }
        }
    }

    fn play_back(&mut self, run: &mut Run, pace: &Pace) {
        let portion = self.portion(run);
        let count = (self.owed / portion) as u64;
        if count == 0 {
            return;
        }
        self.owed -= count as f64 * portion;
        let (first, last) = if self.looped.is_on { self.looped.frames(run.last_frame()) } else { (0, 0) };
        if run.moment() <= (first, 0) {
            if self.looped.is_on && last > first {
                self.jump(run, (last, 0), pace);
            } else {
                self.set_playing(false);
            }
            return;
        }
        let target = if portion < 1.0 {
            let mut target = run.moment();
            (0..count).for_each(|_| target = run.moment_before(target).unwrap_or_default());
            target
        } else {
            // Inside a frame, one step back leads to its start.
            let started_frames = run.frame() + u64::from(run.substep() > 0);
            (started_frames.saturating_sub(count), 0)
        };
        self.jump(run, target.max((first, 0)), pace);
    }

    /// Jumps to a visited moment while playing.
    fn jump(&mut self, run: &mut Run, target: Moment, pace: &Pace) {
        self.seek = Some(Seek { target, origin: None, start: None, is_jump: true });
        self.go_on(run, pace);
        if self.seek.is_some() {
            self.fall_behind();
        }
    }

    fn fall_behind(&mut self) {
        self.missed = std::mem::take(&mut self.owed);
        self.is_behind = true;
    }
}

/// Nodes times substeps below which one frame takes far less than the budget.
const SMALL: usize = 40_000;

/// Steps to the start of the next frame; returns false if the pace ended first.
fn step_frame_within(run: &mut Run, pace: &Pace) -> bool {
    if run.world().layout().node_count.saturating_mul(run.level().world.substeps as usize) < SMALL {
        run.step_frame();
        return true;
    }
    let from = run.frame();
    while run.frame() == from {
        run.step_substep();
        if run.frame() == from && !pace.goes_on() {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests;
