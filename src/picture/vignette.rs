//! Illustration of a guide topic: one of its levels at a chosen frame, with the topic's overlays.

use super::overlays::{self, OverlayOptions};
use super::{Layers, Palette, Picture, Scene, Theme, Viewport, draw_level, scene};
use crate::engine::{Trace, World};
use crate::geometry::Aabb;
use crate::guide::Topic;
use crate::level::{Level, gallery};
use glam::DVec2;

/// Limit of the work, in elements (nodes, springs, discs) times substeps; then the present frame is used.
const BUDGET: usize = 400_000;
/// Maximum number of frames.
const FRAMES: u64 = 240;
/// Frame of levels without contacts.
const CALM_FRAME: u64 = 40;
/// Frames for topics whose frame is not that of the first contact, because more motion is needed.
const MOMENTS: [(&str, u64); 6] = [
    ("springs", 24),
    ("gas", 24),
    ("net-force", 24),
    ("time-travel", 24),
    ("leaving-nodes", 12),
    ("energy-ledger", 12),
];
/// Maximum number of overlays; more would cover each other at this size.
const OVERLAYS: usize = 2;
/// Overlays that need other frames.
const OF_THE_PAST: [&str; 3] = ["trails", "ghosts", "heat"];

/// A level at the frame that the picture shows.
pub struct Vignette {
    level: Level,
    world: World,
    trace: Trace,
    overlays: Vec<&'static overlays::Overlay>,
    /// The relevant part of the plane.
    bounds: Aabb,
    /// Id of the level in the gallery.
    id: &'static str,
    /// Display name of the level.
    pub title: String,
    /// Frame number.
    pub frame: u64,
}

/// Approximate work of a substep: number of elements.
fn weight(level: &Level) -> usize {
    let bodies = level.bodies.iter().map(|body| body.nodes.len() + body.springs.len() + body.sticks.len());
    1 + bodies.sum::<usize>() + 4 * level.discs.len()
}

/// True if the substep has a contact or an impact.
pub(super) fn has_met(trace: &Trace) -> bool {
    !(trace.contacts.is_empty()
        && trace.diagonals.is_empty()
        && trace.disc_events.is_empty()
        && trace.decor.is_empty()
        && trace.obstacle_hits.is_empty())
}

impl Vignette {
    /// The illustration of a topic; `None` if none of its levels can be read and run.
    pub fn of(topic: &Topic) -> Option<Self> {
        // The first level within the limit, else the first level.
        let levels: Vec<(&str, Level)> = topic.levels.iter().filter_map(|id| Some((*id, read(id)?))).collect();
        let is_small =
            |(_, level): &&(&str, Level)| weight(level) * level.world.substeps as usize <= BUDGET / CALM_FRAME as usize;
        let (id, level) = levels.iter().find(is_small).or(levels.first())?.clone();
        let mut world = World::new(&level).ok()?;
        let mut trace = Trace::default();
        let steps = (BUDGET / weight(&level)) as u64;
        let substeps = u64::from(level.world.substeps);
        let frames = (steps / substeps.max(1)).clamp(1, FRAMES);
        let moment = MOMENTS.iter().find(|(id, _)| *id == topic.id).map(|(_, frame)| *frame);
        'run: for _ in 0..if moment.is_some() { 0 } else { frames } {
            for _ in 0..substeps {
                world.step_substep_traced(&mut trace);
                if has_met(&trace) {
                    break 'run;
                }
            }
        }
        if !has_met(&trace) {
            world = World::new(&level).ok()?;
            (0..moment.unwrap_or(CALM_FRAME).min(frames) * substeps)
                .for_each(|_| world.step_substep_traced(&mut trace));
        }
        let known = |overlay: &&overlays::Overlay| {
            let is_idle = overlay.id == "velocities" && level.bodies.is_empty();
            topic.overlays.contains(&overlay.id) && !OF_THE_PAST.contains(&overlay.id) && !is_idle
        };
        let overlays = overlays::ALL.iter().filter(known).take(OVERLAYS).collect();
        let bounds = focus(&level, &world, &trace);
        let (title, frame) = (level.name.clone(), world.state().frame);
        Some(Self { level, world, trace, overlays, bounds, id, title, frame })
    }

    /// True if it shows this level of the gallery.
    pub fn is_of(&self, id: &str) -> bool {
        self.id == id
    }

    /// Titles of its overlays.
    pub fn overlays(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.overlays.iter().map(|overlay| overlay.title)
    }

    /// The picture at a size in pixels.
    pub fn draw(&self, theme: Theme, size: DVec2) -> (Picture, Viewport) {
        let palette = Palette::of(theme);
        let viewport = Viewport::fit(size, self.bounds, size.min_element() * 0.14);
        let layers = Layers::default().with("scale-bar", false).with("coordinates", false);
        let scene =
            Scene { trace: Some(&self.trace), layers, ..Scene::new(&self.level, &self.world, &palette, viewport) };
        let mut picture = Picture::default();
        draw_level(&scene, &mut picture);
        let options = OverlayOptions::suggest(&scene);
        for overlay in &self.overlays {
            overlay.draw(&scene, &options, &mut picture);
        }
        (picture, viewport)
    }
}

pub(super) fn read(id: &str) -> Option<Level> {
    gallery::read_flat(gallery::level(id)?).ok()
}

/// The relevant part: the body of the first contact and its surroundings; without a contact, everything.
fn focus(level: &Level, world: &World, trace: &Trace) -> Aabb {
    let whole = scene::bounds(level, world);
    let Some(contact) = trace.contacts.first() else { return whole };
    let around = world.hull_box(contact.body).union(match level.bodies.get(contact.other) {
        // Decor may be as large as the level.
        Some(other) if matches!(other.motion, crate::level::Motion::Dynamic) => world.hull_box(contact.other),
        _ => Aabb::EMPTY,
    });
    if around.is_empty() || !around.is_finite() {
        return whole;
    }
    let near = around.expanded(around.size().max_element() * 0.25);
    // If that is most of the level, shows the whole level.
    if near.size().max_element() > whole.size().max_element() * 0.7 { whole } else { near }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guide;

    #[test]
    fn every_topic_with_a_level_has_a_picture() {
        for topic in guide::ALL.iter().filter(|topic| !topic.levels.is_empty()) {
            let vignette = Vignette::of(topic).unwrap_or_else(|| panic!("{}", topic.id));
            let (picture, viewport) = vignette.draw(Theme::Dark, DVec2::new(440.0, 220.0));
            assert!(picture.items.len() > 3, "{}", topic.id);
            assert!(viewport.scale.is_finite() && viewport.scale > 0.0, "{}", topic.id);
        }
    }
}
