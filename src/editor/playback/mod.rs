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

/// Time of the first steps of a seek, in the UI frame of the command.
const AT_ONCE: Duration = Duration::from_millis(if cfg!(target_arch = "wasm32") { 4 } else { 11 });
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

    /// Goes to a frame of a new run, over several UI frames if needed.
    pub fn catch_up_to(&mut self, frame: u64) {
        self.seek = (frame > 0).then_some(Seek { target: (frame, 0), origin: None, start: None, is_jump: false });
    }

    /// The frame that a new run is stepped to.
    pub fn catching_up(&self) -> Option<u64> {
        self.way().map(|seek| seek.target.0)
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
                self.owed -= portion;
                if !step_frame_within(run, pace) {
                    return self.fall_behind();
                }
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
mod tests {
    use super::*;
    use crate::level::{Body, Level, Node};

    fn run(frames: u64) -> Run {
        let body = Body { nodes: vec![Node::at([0.0, 0.0])], ..Body::default() };
        let mut run = Run::new(Level { bodies: vec![body], ..Level::default() }.into()).unwrap();
        (0..frames).for_each(|_| run.step_frame());
        run
    }

    /// The time of a UI frame.
    fn pace() -> Pace<'static> {
        Pace::until(Instant::now() + Duration::from_millis(11))
    }

    /// Real time that corresponds to a number of frames at a speed.
    fn seconds(frames: f64, speed: f64) -> f64 {
        (frames + 1e-6) / (FRAMES_PER_SECOND * speed)
    }

    /// Plays the given number of frames at ten UI frames per second, independent of the machine's load.
    fn play(playback: &mut Playback, run: &mut Run, frames: u64) {
        for _ in 0..frames {
            playback.advance(run, seconds(1.0, playback.speed), &pace(), &mut Watcher::default());
            while playback.seek.is_some() {
                playback.advance(run, 0.0, &pace(), &mut Watcher::default());
            }
        }
    }

    #[test]
    fn reverse_playback_shows_each_frame_and_stops_at_the_start() {
        let mut run = run(10);
        let mut playback = Playback::default();
        playback.play_or_pause(true);
        play(&mut playback, &mut run, 4);
        assert_eq!(run.moment(), (6, 0));
        run.step_substep();
        play(&mut playback, &mut run, 1);
        assert_eq!(run.moment(), (6, 0), "the start of the frame that had begun");
        play(&mut playback, &mut run, 6);
        assert_eq!((run.moment(), playback.is_playing), ((0, 0), true));
        play(&mut playback, &mut run, 1);
        assert!(!playback.is_playing);
        playback.play_or_pause(true);
        assert!(playback.is_playing && playback.is_reverse);
        playback.play_or_pause(false);
        assert!(playback.is_playing && !playback.is_reverse, "the other way, not a pause");
        playback.play_or_pause(false);
        assert!(!playback.is_playing);
    }

    #[test]
    fn slow_motion_shows_substeps_in_both_directions() {
        let mut run = run(3);
        let mut playback = Playback::default();
        playback.set_speed(0.01);
        playback.play_or_pause(true);
        for expected in [(2, 15), (2, 14), (2, 13)] {
            playback.advance(
                &mut run,
                seconds(1.0 / 16.0, 0.01).min(LONGEST_PICTURE),
                &pace(),
                &mut Watcher::default(),
            );
            // A substep takes 0.104 s at this speed, longer than [`LONGEST_PICTURE`].
            playback.advance(&mut run, seconds(1.0 / 16.0, 0.01) - LONGEST_PICTURE, &pace(), &mut Watcher::default());
            assert_eq!(run.moment(), expected);
        }
        playback.set_speed(0.2);
        playback.play_or_pause(false);
        playback.advance(&mut run, seconds(2.0 / 16.0, 0.2), &pace(), &mut Watcher::default());
        assert_eq!(run.moment(), (2, 15));
    }

    #[test]
    fn loop_jumps_at_both_ends() {
        let mut run = run(10);
        run.seek(4);
        let mut playback = Playback { looped: Loop::default().from(3).to(6), ..Playback::default() };
        playback.play_or_pause(false);
        let mut seen = Vec::new();
        for _ in 0..7 {
            play(&mut playback, &mut run, 1);
            seen.push(run.frame());
        }
        assert_eq!(seen, [5, 6, 3, 4, 5, 6, 3]);
        playback.play_or_pause(true);
        seen.clear();
        for _ in 0..5 {
            play(&mut playback, &mut run, 1);
            seen.push(run.frame());
        }
        assert_eq!(seen, [6, 5, 4, 3, 6]);
        assert_eq!(run.last_frame(), 10, "nothing new was stepped");
    }

    #[test]
    fn long_seek_can_be_cancelled_or_changed() {
        let mut run = run(5);
        run.seek(2);
        let mut playback = Playback::default();
        // Too far for one UI frame on any machine.
        playback.seek(&mut run, (5_000_000, 0));
        assert_eq!(playback.target(), Some((5_000_000, 0)));
        playback.advance(&mut run, 0.0, &pace(), &mut Watcher::default());
        let (known, part) = (run.last_frame(), playback.progress(&run));
        assert!(part > 0.0 && part < 1.0 && known >= 5);
        playback.seek(&mut run, (6_000_000, 0));
        playback.cancel(&mut run);
        while playback.target().is_some() {
            playback.advance(&mut run, 0.0, &pace(), &mut Watcher::default());
        }
        assert_eq!(run.moment(), (2, 0), "back to where it began");
        assert!(run.last_frame() >= known, "what was stepped stays known");
    }

    #[test]
    fn speed_stays_within_limits() {
        let mut playback = Playback::default();
        (0..20).for_each(|_| playback.change_speed(true));
        assert_eq!(playback.speed, 100.0);
        (0..20).for_each(|_| playback.change_speed(false));
        assert_eq!(playback.speed, 0.01);
        playback.set_speed(3.7);
        playback.change_speed(true);
        assert_eq!(playback.speed, 5.0);
        playback.set_speed(f64::NAN);
        playback.set_speed(1e9);
        assert_eq!(playback.speed, 100.0);
    }
}
