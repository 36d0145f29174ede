//! Options of `render` for trails, contact heat and ghosts.

use super::outcome::Failure;
use crate::debugger::history::Window;
use crate::debugger::{NearbyFrames, Run};
use crate::level::Level;
use crate::picture::history::{MOST_FRAMES, PastOptions, TrailsOf};
use clap::{Args, ValueEnum};
use std::sync::Arc;

// No doc comment: clap would use it instead of the command's own.
#[derive(Args, Clone, Copy)]
pub(super) struct PastArgs {
    /// Frames that trails and contact heat cover
    #[arg(long, value_name = "N", default_value_t = 120, value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_FRAMES)))]
    past: u32,
    /// Items that leave a trail
    #[arg(long, value_enum, default_value_t = Trails::Barycentres)]
    trails: Trails,
    /// Frames between two ghosts
    #[arg(long, value_name = "K", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_FRAMES)))]
    ghost_every: u32,
    /// Number of ghosts
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
    /// The display options.
    pub fn options(&self) -> PastOptions {
        let trails_of = if self.trails == Trails::Nodes { TrailsOf::Nodes } else { TrailsOf::Barycentres };
        let (trail_frames, heat_frames, ghost_every, ghosts) = (self.past, self.past, self.ghost_every, self.ghosts);
        PastOptions { trails_of, trail_frames, heat_frames, ghost_every, ghosts, ..PastOptions::default() }
    }

    /// The frames that the overlays need before this one; `None` if they need none.
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
