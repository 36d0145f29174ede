//! Time: whole frames, and frames for real time by an accumulator (Fiedler, *Fix Your Timestep!*, 2004).
//!
//! The clock of the caller only decides how many frames run; it never enters a state, so the hash of a frame does not depend on it.
//!
//! ```
//! # use blobsmith_engine::play::PlayWorld;
//! # let mut world = PlayWorld::from_text(
//! #     r#"{"format": 2, "world": {"gravity": [0, 0]}, "discs": [{"position": [0, 0], "velocity": [1, 0], "radius": 0.5}]}"#,
//! # )?;
//! let disc = world.discs().next().expect("a disc");
//! world.set_seconds_per_frame(0.25)?;
//! world.set_interpolation(true);
//! // Two frames and a half.
//! let advanced = world.advance(0.625)?;
//! assert_eq!((advanced.frames, advanced.alpha, advanced.lost_seconds), (2, 0.5, 0.0));
//! // Drawn half a frame behind: between x = 1 and x = 2.
//! assert_eq!(world.interpolated_disc(disc, advanced.alpha)?, [1.5, 0.0]);
//! # Ok::<(), blobsmith_engine::play::PlayError>(())
//! ```

use super::handles::{BodyHandle, DiscHandle};
use super::{PlayError, PlayWorld};
use crate::engine::{State, Threads};
use glam::DVec2;

/// Default of [`PlayWorld::seconds_per_frame`].
const SECONDS_PER_FRAME: f64 = 1.0 / 60.0;
/// Default of [`PlayWorld::max_frames`].
const MAX_FRAMES: u32 = 8;

/// Real time that has not become a frame yet, and how much of it a frame takes.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PlayClock {
    /// Seconds, below `seconds_per_frame`.
    waiting: f64,
    seconds_per_frame: f64,
    max_frames: u32,
}

impl Default for PlayClock {
    fn default() -> Self {
        Self { waiting: 0.0, seconds_per_frame: SECONDS_PER_FRAME, max_frames: MAX_FRAMES }
    }
}

/// Result of [`PlayWorld::advance`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Advanced {
    /// Number of frames that ran.
    pub frames: u32,
    /// Seconds that were dropped, because more than [`PlayWorld::max_frames`] frames were due.
    pub lost_seconds: f64,
    /// Part of the next frame that has passed, 0 to below 1: the weight of the present frame against the one before it, see
    /// [`PlayWorld::interpolated`].
    pub alpha: f64,
}

impl PlayClock {
    /// Adds seconds; returns the frames that are due.
    fn add(&mut self, seconds: f64) -> Advanced {
        self.waiting += seconds;
        let due = (self.waiting / self.seconds_per_frame).floor();
        let frames = due.min(f64::from(self.max_frames));
        self.waiting -= frames * self.seconds_per_frame;
        let mut lost_seconds = 0.0;
        if due > frames {
            lost_seconds = (due - frames) * self.seconds_per_frame;
            self.waiting -= lost_seconds;
        }
        // Rounding of a long time may leave more than a frame, or less than nothing.
        if !(0.0..self.seconds_per_frame).contains(&self.waiting) {
            self.waiting = 0.0;
        }
        Advanced { frames: frames as u32, lost_seconds, alpha: self.waiting / self.seconds_per_frame }
    }
}

/// Positions one frame ago, for [`PlayWorld::interpolated`].
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Trail {
    pub nodes: Vec<DVec2>,
    pub discs: Vec<DVec2>,
}

impl PlayWorld {
    /// Runs whole frames; none while an editor has paused this world, see [`PlayWorld::start_link`].
    pub fn step(&mut self, frames: u32) {
        let frames = self.serve_link(frames);
        self.run_frames(frames);
    }

    fn run_frames(&mut self, frames: u32) {
        for left in (0..frames).rev() {
            if left == 0 {
                self.mark_trail();
            }
            self.keep_keyframe();
            self.keep_last_frame();
            self.step_pushed();
            self.collect_events();
            self.keep_fault();
            self.keep_condition();
        }
        self.changed();
    }

    /// Adds real seconds and runs the frames that are due, at most [`PlayWorld::max_frames`]. The rest of the time is lost, so a
    /// slow machine does not fall behind further with every call. While an editor has paused this world, all time is lost.
    ///
    /// # Errors
    /// [`PlayError::Number`] if the seconds are negative or not finite.
    pub fn advance(&mut self, seconds: f64) -> Result<Advanced, PlayError> {
        if !(seconds.is_finite() && seconds >= 0.0) {
            return Err(PlayError::Number("seconds", "a finite number, 0 or more"));
        }
        let asked = self.serve_link(0);
        if self.is_paused() {
            self.run_frames(asked);
            self.mark_trail();
            return Ok(Advanced { frames: asked, lost_seconds: seconds, alpha: 0.0 });
        }
        let advanced = self.clock.add(seconds);
        self.run_frames(advanced.frames);
        Ok(advanced)
    }

    /// Real seconds that a frame takes in [`PlayWorld::advance`]; by default 1/60.
    pub fn seconds_per_frame(&self) -> f64 {
        self.clock.seconds_per_frame
    }

    /// Sets the real seconds that a frame takes. Larger numbers give slow motion; the simulation of a frame stays the same.
    ///
    /// # Errors
    /// [`PlayError::Number`] if the number is not finite or not above 0.
    pub fn set_seconds_per_frame(&mut self, seconds: f64) -> Result<(), PlayError> {
        if !(seconds.is_finite() && seconds > 0.0) {
            return Err(PlayError::Number("seconds_per_frame", "a finite number above 0"));
        }
        let alpha = self.clock.waiting / self.clock.seconds_per_frame;
        self.clock.seconds_per_frame = seconds;
        self.clock.waiting = alpha * seconds;
        Ok(())
    }

    /// Greatest number of frames in one [`PlayWorld::advance`]; by default 8.
    pub fn max_frames(&self) -> u32 {
        self.clock.max_frames
    }

    /// Sets the greatest number of frames in one [`PlayWorld::advance`].
    ///
    /// # Errors
    /// [`PlayError::Number`] if it is 0.
    pub fn set_max_frames(&mut self, frames: u32) -> Result<(), PlayError> {
        if frames == 0 {
            return Err(PlayError::Number("max_frames", "1 or more"));
        }
        self.clock.max_frames = frames;
        Ok(())
    }

    /// Sets the threads that share the work of later frames; by default one. Small levels still use one. States are the same.
    pub fn set_threads(&mut self, threads: Threads) {
        self.world.set_threads(threads);
    }

    /// Number of frames since the start of the level.
    pub fn frame(&self) -> u64 {
        self.world.state().frame
    }

    /// Level time, in the unit of the level's `frame_time`.
    pub fn time(&self) -> f64 {
        self.world.time()
    }

    /// Hash of all bits that later frames depend on. Equal levels with equal inputs have equal hashes on every machine.
    pub fn hash(&self) -> u64 {
        self.world.hash()
    }

    /// The hash as 16 hexadecimal digits, as `blobsmith run` writes it.
    pub fn hash_text(&self) -> String {
        format!("{:016x}", self.hash())
    }

    /// Keeps the positions of the previous frame from now on, for [`PlayWorld::interpolated`]; or drops them. Costs one copy of all
    /// positions per step.
    pub fn set_interpolation(&mut self, is_on: bool) {
        self.trail = is_on.then(Trail::default);
        self.mark_trail();
    }

    /// Makes the present positions those of the previous frame, if these are kept.
    pub(super) fn mark_trail(&mut self) {
        if let Some(trail) = &mut self.trail {
            trail.nodes.clone_from(&self.world.state().positions);
            trail.discs.clone_from(&self.world.state().disc_positions);
        }
    }

    /// Writes the positions of a body's nodes between the previous frame (`alpha` 0) and the present one (`alpha` 1) into `out`,
    /// one per node. Draw with [`Advanced::alpha`] for smooth motion at any display rate.
    ///
    /// # Errors
    /// [`PlayError::Stale`]; [`PlayError::Off`] without [`PlayWorld::set_interpolation`]; [`PlayError::Length`] if `out` does not
    /// have one entry per node; [`PlayError::Number`] if alpha is outside 0..=1.
    pub fn interpolated(&self, body: BodyHandle, alpha: f64, out: &mut [[f64; 2]]) -> Result<(), PlayError> {
        let (nodes, between) = (self.nodes_of(body)?, self.between(alpha)?);
        if out.len() != nodes.len() {
            return Err(PlayError::Length(out.len(), nodes.len()));
        }
        out.iter_mut().zip(nodes).for_each(|(out, node)| *out = between.node(node));
        Ok(())
    }

    /// Centre of a disc between the previous frame (`alpha` 0) and the present one (`alpha` 1).
    ///
    /// # Errors
    /// As [`PlayWorld::interpolated`].
    pub fn interpolated_disc(&self, disc: DiscHandle, alpha: f64) -> Result<[f64; 2], PlayError> {
        Ok(self.between(alpha)?.disc(self.parts.discs.index(disc)?))
    }

    pub(super) fn between(&self, alpha: f64) -> Result<Between<'_>, PlayError> {
        let trail = self.trail.as_ref().ok_or(PlayError::Off("set_interpolation(true)"))?;
        if !(0.0..=1.0).contains(&alpha) {
            return Err(PlayError::Number("alpha", "between 0 and 1"));
        }
        Ok(Between { trail, state: self.world.state(), alpha })
    }
}

/// Positions between the previous frame and the present one.
pub(super) struct Between<'a> {
    trail: &'a Trail,
    state: &'a State,
    alpha: f64,
}

impl Between<'_> {
    /// Position of a node, as the engine counts.
    pub fn node(&self, node: usize) -> [f64; 2] {
        self.mix(self.trail.nodes[node], self.state.positions[node])
    }

    /// Centre of a disc.
    pub fn disc(&self, disc: usize) -> [f64; 2] {
        self.mix(self.trail.discs[disc], self.state.disc_positions[disc])
    }

    /// Exact at both ends.
    fn mix(&self, from: DVec2, to: DVec2) -> [f64; 2] {
        (from * (1.0 - self.alpha) + to * self.alpha).into()
    }
}
