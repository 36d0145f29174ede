//! Detector: triangles that paint outside of their body's hull.

use crate::debugger::balloon::share;
use crate::debugger::diagnosis::examiner::{Detect, DetectorContext, DetectorNeeds};
use crate::debugger::diagnosis::finding::Told;
use crate::debugger::diagnosis::painting::{NOTICED, suspects};
use crate::debugger::diagnosis::{Detector, Harm, Illness, Span, remedies, who};
use crate::level::Place;

pub(super) const DETECTOR: Detector = Detector {
    illness: Illness::Spill,
    id: "spill",
    letter: 'A',
    title: "Painted outside the hull",
    plural: "frames with paint outside the hull",
    explanation: "At the end of a frame the triangles of a body that moves paint outside its hull, flipped ones left out, and \
                  that is a ten-thousandth of the hull's area or more: a pixel of a body that is a hundred across. It is told \
                  in every frame in which it is so. Bodies that blew up, and those that are flat or inside out, are not told.",
    why: "Where the hull is dented, a triangle that spans the dent turns over. It is left out when triangles are painted \
          (back-face culling), but its neighbours have to reach across the dent to make up for it: the sum of the areas stays \
          right, the picture does not. Triangles that do not follow the hull edge by edge do the same without a flip.",
    source: "000 §E.1",
    span: Span::Substeps,
    harm: Harm::Any,
    is_cause: false,
    event: None,
    numbers: &["spill", "hull_area", "flipped"],
    describe: |finding, level| {
        let [spill, hull, flipped, ..] = finding.numbers;
        let flipped = match flipped as usize {
            0 => String::new(),
            1 => "; 1 triangle is turned over".to_owned(),
            count => format!("; {count} triangles are turned over"),
        };
        format!("{}: {} is painted outside its hull{flipped}", who(level, finding.place), share(spill, hull))
    },
    remedies: |level, found| {
        let bodies = found.bodies();
        let fans = bodies.iter().filter(|&&body| remedies::is_all_hull(level, body)).map(|&body| remedies::fan(body));
        fans.chain(bodies.iter().map(|&body| remedies::triangulate(body))).collect()
    },
    make: || Box::new(Spill),
};

/// See the module.
#[derive(Debug)]
struct Spill;

impl Detect for Spill {
    fn needs(&self) -> DetectorNeeds {
        DetectorNeeds::Ends
    }

    fn end(&mut self, sight: &DetectorContext, tell: &mut dyn FnMut(Told)) {
        for found in suspects(sight).filter(|found| found.is_noticed(found.cover.spill)) {
            let numbers = [found.cover.spill, found.cover.hull, found.flipped as f64];
            let gravity = found.part(found.cover.spill) / NOTICED;
            tell(Told::of(Place::Body(found.body)).measuring(gravity, numbers));
        }
    }

    fn forget(&mut self) {}
}
