//! What `render` shows of other frames than the one asked for: trails, contact heat, ghosts.

use super::outcome::Failure;
use crate::debugger::history::Window;
use crate::debugger::{NearbyFrames, Run};
use crate::level::Level;
use crate::picture::history::{MOST_FRAMES, PastOptions, TrailsOf};
use clap::{Args, ValueEnum};
use std::sync::Arc;

// No words of its own: they would take the place of the command's.
#[derive(Args, Clone, Copy)]
pub(super) struct PastArgs {
    /// Frames that trails and contact heat go back
    #[arg(long, value_name = "N", default_value_t = 120, value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_FRAMES)))]
    past: u32,
    /// Who leaves a trail
    #[arg(long, value_enum, default_value_t = Trails::Barycentres)]
    trails: Trails,
    /// Frames from one ghost to the next
    #[arg(long, value_name = "K", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_FRAMES)))]
    ghost_every: u32,
    /// How many ghosts
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=100))]
    ghosts: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Trails {
    /// Every body's barycentre and every disc
    Barycentres,
    /// Every node and every disc
    Nodes,
}

impl PastArgs {
    /// As the overlays want them.
    pub fn options(&self) -> PastOptions {
        let trails_of = if self.trails == Trails::Nodes { TrailsOf::Nodes } else { TrailsOf::Barycentres };
        let (trail_frames, heat_frames, ghost_every, ghosts) = (self.past, self.past, self.ghost_every, self.ghosts);
        PastOptions { trails_of, trail_frames, heat_frames, ghost_every, ghosts, ..PastOptions::default() }
    }

    /// The frames before this one that the overlays need; none where they need none.
    pub fn frames(&self, level: &Level, frame: u64, overlays: &[String]) -> Result<Option<NearbyFrames>, Failure> {
        let Some((back, _, touches)) = self.options().needs(overlays.iter().map(String::as_str)) else {
            return Ok(None);
        };
        let mut run = Run::new(Arc::new(level.clone()))?;
        while run.frame() < frame {
            run.step_frame();
        }
        let mut history = NearbyFrames::default();
        history.follow(&run, Window { back, ahead: 0, touches }, || true);
        Ok(Some(history))
    }
}
