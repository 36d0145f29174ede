//! Playing a run in real time, forwards and backwards, and long ways to a moment: with a limit on the work of each
//! picture, so that neither a slow level nor a far frame ever freezes the window.

pub mod looped;
mod watched;

use crate::debugger::breakpoints::Watcher;
use crate::debugger::{Moment, Run};
pub use crate::editor::playback::looped::Loop;
use crate::engine::Threads;
use std::sync::OnceLock;
use web_time::{Duration, Instant};

/// Frames a second at speed 1: the sources draw one frame per picture.
pub const FRAMES_PER_SECOND: f64 = 60.0;

/// Speeds that the keys go through.
pub const SPEEDS: [f64; 13] = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0];
/// Slowest and fastest.
pub const SLOWEST: f64 = SPEEDS[0];
/// See [`SLOWEST`].
pub const FASTEST: f64 = SPEEDS[12];
/// Below this speed substeps are shown one by one.
pub const SLOW_MOTION: f64 = 0.5;

/// Work that may go into one picture.
const BUDGET: Duration = Duration::from_millis(11);
/// Pictures that came later than this do not make the run jump.
const LONGEST_PICTURE: f64 = 0.1;

/// How many threads this machine has for a step.
pub fn most_threads() -> usize {
    static MOST: OnceLock<usize> = OnceLock::new();
    *MOST.get_or_init(|| Threads::all().count())
}

/// A moment that takes more than one picture to get to.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Seek {
    target: Moment,
    /// Where one was, and is again when it is called off; none where that is no more.
    origin: Option<Moment>,
    /// Where its steps began, known after the first picture.
    start: Option<Moment>,
    /// Whether it is a part of playing.
    is_jump: bool,
}

/// Whether, which way and how fast the run goes on.
#[derive(Debug)]
pub struct Playback {
    /// Whether time goes on by itself.
    pub is_playing: bool,
    /// Whether it goes backwards.
    pub is_reverse: bool,
    /// Factor on [`FRAMES_PER_SECOND`].
    pub speed: f64,
    /// What is played again and again.
    pub looped: Loop,
    /// Frames that real time is ahead of the run.
    owed: f64,
    seek: Option<Seek>,
    /// Whether the last picture had more to do than it was allowed.
    pub is_behind: bool,
    /// Who shares the steps.
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
            seek: None,
            is_behind: false,
            threads: Threads::default(),
        }
    }
}

impl Playback {
    /// Who shares the steps: so many, 0 being as many as there are.
    pub fn threads(&mut self, wanted: u32) -> &Threads {
        let most = most_threads();
        let count = if wanted == 0 { most } else { most.min(wanted as usize) };
        if count != self.threads.count() {
            self.threads = Threads::new(count);
        }
        &self.threads
    }

    /// Starts forwards, or stops.
    pub fn set_playing(&mut self, playing: bool) {
        self.is_playing = playing;
        self.is_reverse = false;
        self.owed = 0.0;
        self.is_behind = false;
    }

    /// Starts one way, or stops if it went that way already. What was on its way elsewhere is left there.
    pub fn play_or_pause(&mut self, is_reverse: bool) {
        let goes_that_way = self.is_playing && self.is_reverse == is_reverse;
        self.set_playing(!goes_that_way);
        self.is_reverse = self.is_playing && is_reverse;
        self.seek = None;
    }

    /// Goes to a frame of a new run, over several pictures where that takes long.
    pub fn catch_up_to(&mut self, frame: u64) {
        self.seek = (frame > 0).then_some(Seek { target: (frame, 0), origin: None, start: None, is_jump: false });
    }

    /// The frame it is on the way to.
    pub fn catching_up(&self) -> Option<u64> {
        self.way().map(|seek| seek.target.0)
    }

    /// Goes to a moment: at once where that is near, else over several pictures.
    pub fn seek(&mut self, run: &mut Run, target: Moment) {
        let origin = self.way().map_or(Some(run.moment()), |seek| seek.origin);
        self.seek = Some(Seek { target, origin, start: None, is_jump: false });
        self.go_on(run, Instant::now());
    }

    /// What it is on the way to, other than by playing.
    fn way(&self) -> Option<Seek> {
        self.seek.filter(|seek| !seek.is_jump)
    }

    /// The moment it is on the way to, other than by playing.
    pub fn target(&self) -> Option<Moment> {
        self.way().map(|seek| seek.target)
    }

    /// How much of the way to [`Playback::target`] is done, 0 to 1.
    pub fn progress(&self, run: &Run) -> f64 {
        let Some(Seek { target, start: Some(start), .. }) = self.seek else { return 0.0 };
        let frames = |(frame, substep): Moment| frame as f64 + f64::from(substep) / f64::from(run.substeps_in(frame));
        let whole = frames(target) - frames(start);
        if whole > 0.0 { ((frames(run.moment()) - frames(start)) / whole).clamp(0.0, 1.0) } else { 0.0 }
    }

    /// Calls it off: back to where one was. What was stepped on the way stays known.
    pub fn call_off(&mut self, run: &mut Run) {
        let Some(seek) = self.seek.take() else { return };
        if let Some(origin) = seek.origin {
            self.seek = Some(Seek { target: origin, origin: None, start: None, is_jump: false });
            self.go_on(run, Instant::now());
        }
    }

    /// Stays where it has got to.
    pub fn stay(&mut self) {
        self.seek = None;
    }

    /// Whether the next picture has work to do.
    pub fn is_active(&self) -> bool {
        self.is_playing || self.seek.is_some()
    }

    /// Next faster (or slower) of [`SPEEDS`].
    pub fn change_speed(&mut self, faster: bool) {
        let next = if faster {
            SPEEDS.iter().find(|&&speed| speed > self.speed * 1.001)
        } else {
            SPEEDS.iter().rev().find(|&&speed| speed < self.speed * 0.999)
        };
        self.set_speed(next.copied().unwrap_or(self.speed));
    }

    /// A speed between [`SLOWEST`] and [`FASTEST`]; anything else is taken for the nearest of both.
    pub fn set_speed(&mut self, speed: f64) {
        if speed.is_finite() {
            self.speed = speed.clamp(SLOWEST, FASTEST);
        }
    }

    /// Does what `seconds` of real time ask for.
    pub fn advance(&mut self, run: &mut Run, seconds: f64, watcher: &mut Watcher) {
        let start = Instant::now();
        if self.seek.is_some() {
            self.go_on(run, start);
            self.owed = 0.0;
            return;
        }
        if !self.is_playing {
            return;
        }
        self.owed += seconds.clamp(0.0, LONGEST_PICTURE) * FRAMES_PER_SECOND * self.speed;
        self.is_behind = false;
        if self.is_reverse {
            self.play_back(run, start);
        } else if watcher.is_idle() {
            self.play_on(run, start);
        } else {
            self.play_watched(run, start, watcher);
        }
    }

    /// As far on the way as one picture allows.
    fn go_on(&mut self, run: &mut Run, start: Instant) {
        let Some(mut seek) = self.seek else { return };
        let has_arrived = run.approach(seek.target, || start.elapsed() < BUDGET);
        seek.start.get_or_insert_with(|| run.moment());
        self.seek = (!has_arrived).then_some(seek);
    }

    /// Slow motion shows substeps; otherwise whole frames, so that pausing lands on one.
    fn portion(&self, run: &Run) -> f64 {
        if self.speed < SLOW_MOTION { 1.0 / f64::from(run.level().world.substeps) } else { 1.0 }
    }

    fn play_on(&mut self, run: &mut Run, start: Instant) {
        let portion = self.portion(run);
        while self.owed >= portion {
            if start.elapsed() >= BUDGET {
                return self.fall_behind();
            }
            let (first, last) = self.looped.frames(run.last_frame());
            if self.looped.is_on && run.frame() >= last {
                self.owed -= portion;
                self.jump(run, (first, 0), start);
                if self.seek.is_some() {
                    return;
                }
                continue;
            }
            // What was visited is skipped where more than one frame is owed: its keyframes are there.
            let limit = if self.looped.is_on { last } else { run.last_frame() };
            let skip = (self.owed as u64).min(limit.min(run.last_frame()).saturating_sub(run.frame()));
            if portion < 1.0 {
                self.owed -= portion;
                run.step_substep();
            } else if skip > 1 {
                self.owed -= skip as f64;
                self.jump(run, (run.frame() + skip, 0), start);
                if self.seek.is_some() {
                    return;
                }
            } else {
                self.owed -= portion;
                if !step_frame_within(run, start) {
                    return self.fall_behind();
                }
            }
        }
    }

    fn play_back(&mut self, run: &mut Run, start: Instant) {
        let portion = self.portion(run);
        let count = (self.owed / portion) as u64;
        if count == 0 {
            return;
        }
        self.owed -= count as f64 * portion;
        let (first, last) = if self.looped.is_on { self.looped.frames(run.last_frame()) } else { (0, 0) };
        if run.moment() <= (first, 0) {
            if self.looped.is_on && last > first {
                self.jump(run, (last, 0), start);
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
            // The start of the present frame is one back.
            let whole = run.frame() + u64::from(run.substep() > 0);
            (whole.saturating_sub(count), 0)
        };
        self.jump(run, target.max((first, 0)), start);
    }

    /// To a moment of the run while it plays.
    fn jump(&mut self, run: &mut Run, target: Moment, start: Instant) {
        self.seek = Some(Seek { target, origin: None, start: None, is_jump: true });
        self.go_on(run, start);
        if self.seek.is_some() {
            self.fall_behind();
        }
    }

    fn fall_behind(&mut self) {
        self.owed = 0.0;
        self.is_behind = true;
    }
}

/// Levels with less than this many nodes times substeps do a frame in no time.
const SMALL: usize = 40_000;

/// To the start of the next frame; false when the budget was used up on the way.
fn step_frame_within(run: &mut Run, start: Instant) -> bool {
    if run.world().layout().node_count.saturating_mul(run.level().world.substeps as usize) < SMALL {
        run.step_frame();
        return true;
    }
    let from = run.frame();
    while run.frame() == from {
        run.step_substep();
        if start.elapsed() >= BUDGET * 2 && run.frame() == from {
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

    /// Time that asks for so many frames at a speed.
    fn seconds(frames: f64, speed: f64) -> f64 {
        (frames + 1e-6) / (FRAMES_PER_SECOND * speed)
    }

    /// Plays until so many frames were asked for in all, ten pictures a second at most, however busy the machine is.
    fn play(playback: &mut Playback, run: &mut Run, frames: u64) {
        for _ in 0..frames {
            playback.advance(run, seconds(1.0, playback.speed), &mut Watcher::default());
            while playback.seek.is_some() {
                playback.advance(run, 0.0, &mut Watcher::default());
            }
        }
    }

    #[test]
    fn backwards_it_shows_each_frame_and_stops_at_the_beginning() {
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
    fn slow_motion_shows_substeps_both_ways() {
        let mut run = run(3);
        let mut playback = Playback::default();
        playback.set_speed(0.01);
        playback.play_or_pause(true);
        for expected in [(2, 15), (2, 14), (2, 13)] {
            playback.advance(&mut run, seconds(1.0 / 16.0, 0.01).min(LONGEST_PICTURE), &mut Watcher::default());
            // A substep is 0.104 s at this speed: longer than the longest picture.
            playback.advance(&mut run, seconds(1.0 / 16.0, 0.01) - LONGEST_PICTURE, &mut Watcher::default());
            assert_eq!(run.moment(), expected);
        }
        playback.set_speed(0.2);
        playback.play_or_pause(false);
        playback.advance(&mut run, seconds(2.0 / 16.0, 0.2), &mut Watcher::default());
        assert_eq!(run.moment(), (2, 15));
    }

    #[test]
    fn a_loop_turns_back_at_both_ends() {
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
    fn a_long_way_can_be_called_off_or_changed() {
        let mut run = run(5);
        run.seek(2);
        let mut playback = Playback::default();
        // So far that no machine gets there in one picture.
        playback.seek(&mut run, (5_000_000, 0));
        assert_eq!(playback.target(), Some((5_000_000, 0)));
        playback.advance(&mut run, 0.0, &mut Watcher::default());
        let (known, part) = (run.last_frame(), playback.progress(&run));
        assert!(part > 0.0 && part < 1.0 && known >= 5);
        playback.seek(&mut run, (6_000_000, 0));
        playback.call_off(&mut run);
        while playback.target().is_some() {
            playback.advance(&mut run, 0.0, &mut Watcher::default());
        }
        assert_eq!(run.moment(), (2, 0), "back to where it began");
        assert!(run.last_frame() >= known, "what was stepped stays known");
    }

    #[test]
    fn speeds_stay_within_limits() {
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
