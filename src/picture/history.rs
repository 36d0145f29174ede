//! What a scene may show of other frames than the present one, and how much of it.

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
    /// The frames that are known, in order of time; the present one may be among them.
    pub frames: Vec<(u64, &'a Past)>,
    /// Whose trails are drawn where those of the selection are.
    pub selected: Vec<Tracked>,
    /// How much is shown.
    pub options: PastOptions,
}

/// Something that leaves a trail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tracked {
    /// A node, global numbering.
    Node(usize),
    /// The barycentre of a body.
    Barycentre(usize),
    /// The centre of a disc.
    Disc(usize),
}

/// Who leaves a trail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TrailsOf {
    /// Every body's barycentre and every disc.
    #[default]
    Barycentres,
    /// What is selected: nodes, discs, and bodies by their barycentre.
    Selection,
    /// Every node and every disc.
    Nodes,
}

/// What heat tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HeatBy {
    /// In how many substeps something was touched.
    #[default]
    Count,
    /// How much momentum was exchanged.
    Strength,
}

/// How much of the past is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PastOptions {
    /// Who leaves a trail.
    pub trails_of: TrailsOf,
    /// Length of a trail.
    pub trail_frames: u32,
    /// Over how many frames contacts are added up.
    pub heat_frames: u32,
    /// What heat tells.
    pub heat_by: HeatBy,
    /// Frames from one ghost to the next, at least 1.
    pub ghost_every: u32,
    /// How many ghosts there are on each side of the present.
    pub ghosts: u32,
}

/// Most frames that any of these options may ask for.
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

/// Ids of the overlays that show other frames than the present one.
pub const TRAILS: &str = "trails";
/// See [`TRAILS`].
pub const HEAT: &str = "contact-heat";
/// See [`TRAILS`].
pub const GHOSTS: &str = "ghosts";

impl PastOptions {
    /// What these overlays need: frames before and after the present one, and whether contacts; none where they need
    /// nothing.
    pub fn needs<'a>(&self, overlays: impl IntoIterator<Item = &'a str>) -> Option<(u64, u64, bool)> {
        let mut needs: Option<(u64, u64, bool)> = None;
        for id in overlays {
            let ghosts = u64::from(self.ghost_every.clamp(1, MOST_FRAMES)) * u64::from(self.ghosts.min(MOST_FRAMES));
            let ghosts = ghosts.min(u64::from(MOST_FRAMES));
            let (back, ahead, touches) = match id {
                TRAILS => (u64::from(self.trail_frames.min(MOST_FRAMES)), 0, false),
                // Its frame covers the substeps before it.
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
    /// Where something was, as long as that is a place, and it is drawn at all.
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

    /// The known frames of the last so many, in order of time, the present one among them.
    pub fn last(&self, count: u64) -> &[(u64, &Past)] {
        let from = self.frames.partition_point(|&(frame, _)| frame + count < self.now);
        let to = self.frames.partition_point(|&(frame, _)| frame <= self.now);
        &self.frames[from.min(to)..to]
    }
}
