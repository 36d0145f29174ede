//! Frames other than the present one that a scene shows, and their display options.

use super::Scene;
use crate::engine::trace::Past;
use crate::level::Place;
use glam::DVec2;
use serde::{Deserialize, Serialize};

/// Frames around the present one.
#[derive(Clone, Debug, Default)]
pub struct History<'a> {
    /// The present frame.
    pub now: u64,
    /// Available frames, ascending; may include the present one.
    pub frames: Vec<(u64, &'a Past)>,
    /// Items whose trails are drawn with [`TrailsOf::Selection`].
    pub selected: Vec<Tracked>,
    /// Display options.
    pub options: PastOptions,
}

/// An item that leaves a trail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tracked {
    /// A node, global numbering.
    Node(usize),
    /// The barycentre of a body.
    Barycentre(usize),
    /// The centre of a disc.
    Disc(usize),
}

/// Selection of the items that leave a trail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TrailsOf {
    /// Every body's barycentre and every disc.
    #[default]
    Barycentres,
    /// The selection: nodes, discs, and bodies by their barycentre.
    Selection,
    /// Every node and every disc.
    Nodes,
}

/// Quantity of the contact heat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HeatBy {
    /// Number of substeps with a contact.
    #[default]
    Count,
    /// How much momentum was exchanged.
    Strength,
}

/// Display options of past and future frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PastOptions {
    /// Items that leave a trail.
    pub trails_of: TrailsOf,
    /// Length of a trail in frames.
    pub trail_frames: u32,
    /// Frames over which contacts are summed.
    pub heat_frames: u32,
    /// Quantity of the contact heat.
    pub heat_by: HeatBy,
    /// Frames between two ghosts, >= 1.
    pub ghost_every: u32,
    /// Number of ghosts before and after the present.
    pub ghosts: u32,
}

/// Upper limit of the numbers of frames.
pub const MOST_FRAMES: u32 = 2000;

impl Default for PastOptions {
    fn default() -> Self {
        Self {
            trails_of: TrailsOf::default(),
            trail_frames: 120,
            heat_frames: 120,
            heat_by: HeatBy::default(),
            ghost_every: 10,
            ghosts: 5,
        }
    }
}

/// Id of the overlay of trails.
pub const TRAILS: &str = "trails";
/// Id of the overlay of contact heat.
pub const HEAT: &str = "contact-heat";
/// Id of the overlay of ghosts.
pub const GHOSTS: &str = "ghosts";

impl PastOptions {
    /// Frames needed before and after the present one, and whether their contacts are needed. `None` if these overlays
    /// are off.
    pub fn needs<'a>(&self, overlays: impl IntoIterator<Item = &'a str>) -> Option<(u64, u64, bool)> {
        let mut needs: Option<(u64, u64, bool)> = None;
        for id in overlays {
            let ghosts = u64::from(self.ghost_every.clamp(1, MOST_FRAMES)) * u64::from(self.ghosts.min(MOST_FRAMES));
            let ghosts = ghosts.min(u64::from(MOST_FRAMES));
            let (back, ahead, touches) = match id {
                TRAILS => (u64::from(self.trail_frames.min(MOST_FRAMES)), 0, false),
                // The contacts of a frame cover the substeps before it.
                HEAT => (u64::from(self.heat_frames.clamp(1, MOST_FRAMES)) - 1, 0, true),
                GHOSTS => (ghosts, ghosts, false),
                _ => continue,
            };
            let (old_back, old_ahead, had_touches) = needs.unwrap_or_default();
            needs = Some((old_back.max(back), old_ahead.max(ahead), had_touches || touches));
        }
        needs
    }
}

impl History<'_> {
    /// Position of a tracked item in a frame; `None` if it is not finite or not drawn.
    pub fn place(scene: &Scene, past: &Past, tracked: Tracked) -> Option<DVec2> {
        let layout = scene.world.layout();
        let is_shown = match tracked {
            Tracked::Node(node) => scene.shows_node(node),
            Tracked::Disc(disc) => scene.shows(Place::Disc(disc)),
            Tracked::Barycentre(body) => scene.shows(Place::Body(body)),
        };
        if !is_shown {
            return None;
        }
        let at = match tracked {
            Tracked::Node(node) => *past.positions.get(node)?,
            Tracked::Disc(disc) => *past.discs.get(disc)?,
            Tracked::Barycentre(body) => {
                let (mut sum, mut mass) = (DVec2::ZERO, 0.0);
                for node in layout.bodies.get(body)?.nodes.clone() {
                    sum += *past.positions.get(node)? * layout.mass[node];
                    mass += layout.mass[node];
                }
                if mass > 0.0 { sum / mass } else { DVec2::ZERO }
            }
        };
        at.is_finite().then_some(at)
    }

    /// Available frames of the last `count`, ascending, including the present one.
    pub fn last(&self, count: u64) -> &[(u64, &Past)] {
        let from = self.frames.partition_point(|&(frame, _)| frame + count < self.now);
        let to = self.frames.partition_point(|&(frame, _)| frame <= self.now);
        &self.frames[from.min(to)..to]
    }
}
