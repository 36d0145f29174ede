//! Runs stacks and piles for ten thousand frames and measures overlap and residual motion.

use crate::measure::overlap_of_all;
use crate::scenes;
use blobsmith::debugger::diagnosis::{Examiner, Problem};
use blobsmith::engine::World;
use blobsmith::engine::contact::Setting;
use blobsmith::geometry::DVec2;
use blobsmith::level::format::{TextFormat, read};
use blobsmith::level::{EdgeChoice, Level, gallery};

/// Frames of a run.
pub const FRAMES: u64 = 10_000;

/// Final frames over which drift is measured.
pub const LAST: u64 = 1000;

/// Interval of the overlap measurement.
const EVERY: u64 = 10;

/// The compared rules.
pub const RULES: [Setting; 3] = [
    Setting { choice: EdgeChoice::Distance, barycentre_rule: false },
    Setting { choice: EdgeChoice::Distance, barycentre_rule: true },
    Setting { choice: EdgeChoice::EntryEdge, barycentre_rule: false },
];

/// A scene that comes to rest.
pub struct Scene {
    pub title: &'static str,
    pub level: fn() -> Level,
}

/// All scenes, in the order of the table.
pub const ALL: &[Scene] = &[
    Scene { title: "`13`: a square in a V notch", level: || of_gallery("13-notch-distance") },
    Scene { title: "`14`: blobs in a container", level: || of_gallery("14-container") },
    Scene { title: "`15`: a stack of five bricks, narrower upwards", level: || of_gallery("15-stack") },
    Scene { title: "`16`: a pile of 100 blobs", level: || of_gallery("16-pile-of-100") },
    Scene { title: "five squares of one width, corner on corner", level: scenes::tower },
    Scene { title: "ten bricks as a wall", level: scenes::wall },
    Scene { title: "three squares side by side, no gap between them", level: scenes::side_by_side },
];

/// Measurements of a run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Outcome {
    pub contacts: u64,
    /// Contacts that pushed a node out of an edge other than that of entry.
    pub wrong: u64,
    /// Maximum overlap of two bodies as a fraction of the smaller, 0..=1, at any time and at the end.
    pub worst_overlap: f64,
    pub last_overlap: f64,
    /// Maximum rise of the energy above its previous minimum: the height to which it could lift all moving bodies, as a
    /// fraction of the smallest body's size.
    pub rise: f64,
    /// Maximum displacement of a barycentre in the final frames, as a fraction of the body's size.
    pub drift: f64,
    /// True if the run blew up.
    pub is_broken: bool,
}

/// A level of the gallery.
pub fn of_gallery(id: &str) -> Level {
    let entry = gallery::ALL.iter().find(|level| level.id == id).expect("a level of the gallery");
    read(entry.text, TextFormat::Ron).expect("the gallery's levels are sound")
}

/// Runs a level.
pub fn run(level: &Level) -> Outcome {
    let mut world = World::new(level).expect("a scene is a sound level");
    let mut examiner = Examiner::default();
    let mut outcome = Outcome::default();
    let mut least = world.energy().total;
    let mut places: Vec<DVec2> = Vec::new();
    for frame in 0..FRAMES {
        if frame == FRAMES - LAST {
            places = barycentres(&world);
        }
        for _ in 0..level.world.substeps {
            world.step_substep_observed(None, &mut examiner);
            outcome.wrong += examiner.count(Problem::WrongEdge) as u64;
        }
        let total = world.energy().total;
        outcome.is_broken |= !total.is_finite() || world.state().blown_up.contains(&true);
        if outcome.is_broken {
            break;
        }
        least = least.min(total);
        outcome.rise = outcome.rise.max(total - least);
        if (frame + 1) % EVERY == 0 {
            outcome.last_overlap = overlap_of_all(&world).min(1.0);
            outcome.worst_overlap = outcome.worst_overlap.max(outcome.last_overlap);
        }
    }
    outcome.contacts = world.contact_count();
    let sizes = (0..level.bodies.len()).map(|body| world.hull_box(body).size().length());
    outcome.rise /= weight(level, &world) * sizes.clone().fold(f64::INFINITY, f64::min);
    let moved = places.iter().zip(barycentres(&world)).map(|(before, after)| before.distance(after));
    outcome.drift = moved.zip(sizes).map(|(moved, size)| moved / size).fold(0.0, f64::max);
    outcome
}

/// Weight of all moving nodes.
fn weight(level: &Level, world: &World) -> f64 {
    let layout = world.layout();
    let masses = layout.mass.iter().zip(&layout.inverse_mass).filter(|(_, inverse)| **inverse != 0.0);
    DVec2::from(level.world.gravity).length() * masses.map(|(mass, _)| mass).sum::<f64>()
}

fn barycentres(world: &World) -> Vec<DVec2> {
    (0..world.layout().bodies.len()).map(|body| world.barycentre(body)).collect()
}
