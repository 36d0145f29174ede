//! Playing a run in real time, with a limit on the work of each picture so that a slow level never freezes the window.
//!
//! Must never know: widgets, the document.

use crate::debugger::Run;
use web_time::{Duration, Instant};

/// Frames a second at speed 1: the sources draw one frame per picture.
pub const FRAMES_PER_SECOND: f64 = 60.0;

/// Speeds that the keys go through.
pub const SPEEDS: [f64; 9] = [0.1, 0.2, 0.5, 0.75, 1.0, 2.0, 3.0, 5.0, 10.0];

/// Work that may go into one picture.
const BUDGET: Duration = Duration::from_millis(11);
/// Pictures that came later than this do not make the run jump.
const LONGEST_PICTURE: f64 = 0.1;

/// Whether and how fast the run goes on.
#[derive(Debug)]
pub struct Playback {
    /// Whether time goes on by itself.
    pub is_playing: bool,
    /// Factor on [`FRAMES_PER_SECOND`].
    pub speed: f64,
    /// Frames that real time is ahead of the run.
    owed: f64,
    /// A frame to be reached as fast as may be: where one was before the level changed.
    catch_up: Option<u64>,
    /// Whether the last picture had more to do than it was allowed.
    pub is_behind: bool,
}

impl Default for Playback {
    fn default() -> Self {
        Self { is_playing: false, speed: 1.0, owed: 0.0, catch_up: None, is_behind: false }
    }
}

impl Playback {
    /// Starts or stops.
    pub fn set_playing(&mut self, playing: bool) {
        self.is_playing = playing;
        self.owed = 0.0;
        self.is_behind = false;
    }

    /// Goes to a frame of a new run, over several pictures where that takes long.
    pub fn catch_up_to(&mut self, frame: u64) {
        self.catch_up = (frame > 0).then_some(frame);
    }

    /// Where it is on the way to, after a change of the level.
    pub fn catching_up(&self) -> Option<u64> {
        self.catch_up
    }

    /// Whether the next picture has work to do.
    pub fn is_active(&self) -> bool {
        self.is_playing || self.catch_up.is_some()
    }

    /// Next faster (or slower) of [`SPEEDS`].
    pub fn change_speed(&mut self, faster: bool) {
        let next = if faster {
            SPEEDS.iter().find(|&&speed| speed > self.speed * 1.001)
        } else {
            SPEEDS.iter().rev().find(|&&speed| speed < self.speed * 0.999)
        };
        self.speed = next.copied().unwrap_or(self.speed);
    }

    /// Does what `seconds` of real time ask for.
    pub fn advance(&mut self, run: &mut Run, seconds: f64) {
        let start = Instant::now();
        if let Some(target) = self.catch_up {
            while run.frame() < target && start.elapsed() < BUDGET {
                run.step_substep();
            }
            if run.frame() >= target {
                self.catch_up = None;
            }
            return;
        }
        if !self.is_playing {
            return;
        }
        self.owed += seconds.clamp(0.0, LONGEST_PICTURE) * FRAMES_PER_SECOND * self.speed;
        self.is_behind = false;
        let substep = 1.0 / f64::from(run.level().world.substeps);
        // Slow motion shows substeps; otherwise whole frames, so that pausing lands on one.
        let portion = if self.speed < 0.5 { substep } else { 1.0 };
        while self.owed >= portion {
            if start.elapsed() >= BUDGET {
                self.owed = 0.0;
                self.is_behind = true;
                break;
            }
            self.owed -= portion;
            if portion < 1.0 {
                run.step_substep();
            } else if !step_frame_within(run, start) {
                self.owed = 0.0;
                self.is_behind = true;
                break;
            }
        }
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
