//! Every level of the gallery, traced over some substeps.

use blobsmith::engine::{Trace, World};
use blobsmith::level::{Level, format, gallery};

/// One level a row, by its id.
pub fn levels() -> impl Iterator<Item = (&'static str, Level)> {
    gallery::ALL.iter().map(|row| {
        let level =
            format::read(row.text, format::TextFormat::Ron).unwrap_or_else(|error| panic!("{}: {error}", row.id));
        (row.id, level)
    })
}

pub fn level(id: &str) -> Level {
    levels().find(|(known, _)| *known == id).unwrap_or_else(|| panic!("no level {id}")).1
}

/// Traced frames: some at the start, some after the first contacts.
const FRAMES: [u64; 4] = [0, 6, 25, 60];

/// Calls `look` with the world before, the trace and the world after, for the first substeps of some frames.
pub fn over_some_frames(level: &Level, mut look: impl FnMut(&World, &Trace, &World)) {
    let mut world = World::new(level).expect("the level is valid");
    let mut trace = Trace::comparing();
    for frame in FRAMES {
        while world.state().frame < frame {
            world.step_frame();
        }
        for _ in 0..level.world.substeps.min(4) {
            let before = world.clone();
            world.step_substep_traced(&mut trace);
            look(&before, &trace, &world);
        }
    }
}
