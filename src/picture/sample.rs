//! Small pictures of the overlays, each in a level of the gallery that it suits.

use super::history::{History, PastOptions, TrailsOf};
use super::overlays::{Draw, Overlay, OverlayOptions};
use super::vignette::{has_met, read};
use super::{Item, Layers, Palette, Picture, Scene, Theme, Viewport, draw_level, scene};
use crate::engine::trace::{Past, Touch};
use crate::engine::{Hand, Held, Trace, World};
use crate::geometry::Aabb;
use crate::level::{Level, Motion};
use glam::DVec2;

/// When a level is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Moment {
    /// After the first substep with a contact.
    Contact,
    /// After this number of frames.
    Frame(u64),
}

/// A level with the overlays that it illustrates.
struct SampleRow {
    level: &'static str,
    moment: Moment,
    is_whole: bool,
    overlays: &'static [&'static str],
}

const fn whole(row: SampleRow) -> SampleRow {
    SampleRow { is_whole: true, ..row }
}

const fn sample(level: &'static str, moment: Moment, overlays: &'static [&'static str]) -> SampleRow {
    SampleRow { level, moment, is_whole: false, overlays }
}

const SAMPLES: [SampleRow; 11] = [
    sample(
        "04-squares-distance",
        Moment::Contact,
        &["contacts", "verdict", "candidates", "parity-ray", "impulses", "edge-map"],
    ),
    whole(sample("04-squares-distance", Moment::Contact, &["pairs", "outside", "node-ids", "triangle-orientation"])),
    sample(
        "01-first-blob",
        Moment::Frame(30),
        &[
            "force-total",
            "force-spring",
            "force-damping",
            "force-gas",
            "force-gravity",
            "force-hand",
            "velocities",
            "acceleration",
            "strain",
            "strain-rate",
            "pressure",
            "node-energy",
            "normals",
            "boxes",
            "barycentres",
            "trails",
            "ghosts",
        ],
    ),
    whole(sample("15-stack", Moment::Frame(40), &["contact-heat"])),
    sample("10-balloon-bare", Moment::Frame(20), &["balloon", "retriangulation"]),
    sample("28-decor-by-force", Moment::Contact, &["force-decor"]),
    sample("29-ropes-of-sticks", Moment::Frame(30), &["stick-error"]),
    whole(sample("62-balloon-on-a-string", Moment::Frame(30), &["links"])),
    whole(sample("65-goal", Moment::Frame(10), &["markers", "sensors", "ids"])),
    whole(sample("45-hidden-supports", Moment::Contact, &["diagonals"])),
    whole(sample("31-obstacles", Moment::Contact, &["obstacle-hits", "impacts"])),
];

/// Limit of the frames until a contact.
const MOST_FRAMES: u64 = 120;
/// Frames of which the overlays of the past show some.
const PAST: PastOptions = PastOptions {
    trails_of: TrailsOf::Barycentres,
    trail_frames: 60,
    heat_frames: 60,
    ghost_every: 8,
    ghosts: 3,
    heat_by: super::history::HeatBy::Count,
};

/// Number of the sample of an overlay; several overlays share one.
pub fn number(overlay: &str) -> Option<usize> {
    SAMPLES.iter().position(|row| row.overlays.contains(&overlay))
}

/// Overlays that consist of text.
const NAMES: [&str; 3] = ["node-ids", "ids", "sensors"];
/// Length of the longest force arrow as a fraction of the picture's height.
const ARROW: f64 = 0.3;

/// Scales at which the arrows of the overlay alone are visible.
fn options(overlay: &Overlay, scene: &Scene) -> OverlayOptions {
    let mut options = OverlayOptions::suggest(scene);
    let forces = scene.world.forces();
    let list = match overlay.draw {
        Draw::Force(Some(part)) => forces.of(part.id()),
        _ => &forces.total[..],
    };
    let longest = list.iter().map(|force| force.length()).fold(0.0, f64::max);
    if longest > 0.0 {
        options.force_scale = ARROW * scene.viewport.world_box().size().y / longest;
    }
    if overlay.id == "impulses" {
        options.velocity_scale *= 30.0;
    }
    options
}

fn first_dynamic(level: &Level) -> usize {
    level.bodies.iter().position(|body| matches!(body.motion, Motion::Dynamic)).unwrap_or(0)
}

/// The relevant part: the surroundings of the first contact, or the first body of dynamic motion, or everything.
fn bounds(row: &SampleRow, level: &Level, world: &World, trace: &Trace) -> Aabb {
    if row.is_whole {
        return scene::bounds(level, world);
    }
    if let Some(contact) = trace.contacts.first().filter(|_| row.moment == Moment::Contact) {
        let size = world.hull_box(contact.body).size().max_element();
        return Aabb::around([contact.point]).expanded(0.36 * size);
    }
    let around = world.hull_box(first_dynamic(level));
    around.expanded(0.12 * around.size().max_element())
}

/// A level at the moment that its overlays need.
pub struct OverlaySample {
    level: Level,
    world: World,
    trace: Trace,
    pasts: Vec<(u64, Past)>,
    bounds: Aabb,
}

impl OverlaySample {
    /// The sample of an overlay; `None` if there is none.
    pub fn of(overlay: &str) -> Option<Self> {
        let row = &SAMPLES[number(overlay)?];
        let level = read(row.level)?;
        let mut world = World::new(&level).ok()?;
        let (mut trace, mut pasts) = (Trace::default(), vec![(0, Past::of(&world, Some(Vec::new())))]);
        let frames = if let Moment::Frame(frame) = row.moment { frame } else { MOST_FRAMES };
        'run: for frame in 1..=frames {
            let mut touches = Vec::new();
            for _ in 0..level.world.substeps {
                world.step_substep_traced(&mut trace);
                Touch::gather(world.layout(), &trace, &mut touches);
                if row.moment == Moment::Contact && has_met(&trace) {
                    break 'run;
                }
            }
            pasts.push((frame, Past::of(&world, Some(touches))));
        }
        // A hand pulls the first node that can move, for the overlay of its force.
        let body = first_dynamic(&level);
        if row.overlays.contains(&"force-hand") {
            let at = world.position(world.layout().bodies[body].nodes.start);
            let target = (at + DVec2::new(-0.3, 0.3)).into();
            world.set_hand(Some(Hand { held: Held::Node(body, 0), target, stiffness: 0.02, damping: 0.0 }));
        }
        let bounds = bounds(row, &level, &world, &trace);
        Some(Self { level, world, trace, pasts, bounds })
    }

    /// The overlay over pale outlines, at a size in pixels.
    pub fn draw(&self, overlay: &Overlay, theme: Theme, size: DVec2) -> (Picture, Viewport) {
        let palette = Palette::of(theme);
        let viewport = Viewport::fit(size, self.bounds, size.min_element() * 0.12);
        let now = self.world.state().frame;
        let frames = self.pasts.iter().map(|(frame, past)| (*frame, past)).collect();
        let history = History { now, frames, options: PAST, ..History::default() };
        let layers = ["hull", "obstacles", "discs", "sticks", "links"];
        let layers = layers.iter().fold(Layers::NONE, |set, id| set.with(id, true));
        let trace = Some(&self.trace);
        let history = Some(&history);
        let scene = Scene { trace, history, layers, ..Scene::new(&self.level, &self.world, &palette, viewport) };
        let mut picture = Picture::default();
        draw_level(&scene, &mut picture);
        overlay.draw(&scene, &options(overlay, &scene), &mut picture);
        if !NAMES.contains(&overlay.id) {
            // Numbers would cover the rest.
            picture.items.retain(|item| !matches!(item, Item::Text { .. }));
        }
        (picture, viewport)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::overlays;

    #[test]
    fn every_overlay_has_a_sample_in_which_it_draws_something() {
        for overlay in overlays::ALL {
            let sample = OverlaySample::of(overlay.id).unwrap_or_else(|| panic!("{} has no sample", overlay.id));
            let size = DVec2::new(96.0, 64.0);
            let (with, _) = sample.draw(overlay, Theme::Dark, size);
            let nothing = Overlay { draw: overlays::Draw::Own(|_, _, _| ()), ..*overlay };
            let (without, _) = sample.draw(&nothing, Theme::Dark, size);
            assert!(with.items.len() > without.items.len(), "{} draws nothing", overlay.id);
        }
        let all: Vec<_> = SAMPLES.iter().flat_map(|row| row.overlays).collect();
        assert_eq!(all.len(), overlays::ALL.len(), "an overlay has two samples, or is gone");
    }
}
