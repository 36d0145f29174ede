//! Detector: hull area that no triangle paints.

use crate::debugger::balloon::share;
use crate::debugger::diagnosis::examiner::{Detect, DetectorContext, DetectorNeeds};
use crate::debugger::diagnosis::finding::Told;
use crate::debugger::diagnosis::painting::{NOTICED, suspects};
use crate::debugger::diagnosis::{Detector, Harm, Illness, Span, remedies, who};
use crate::level::Place;

pub(super) const DETECTOR: Detector = Detector {
    illness: Illness::Unpainted,
    id: "unpainted",
    letter: 'U',
    title: "Hull left unpainted",
    plural: "frames with hull left unpainted",
    explanation: "At the end of a frame the triangles of a body that moves leave a part of what its hull encloses unpainted, \
                  flipped ones left out, and that is a ten-thousandth of the hull's area or more. It is told in every frame in \
                  which it is so. Bodies without triangles, those that blew up, and those that are flat or inside out are not told.",
    why: "The triangles do not follow the hull edge by edge: some of it was left out when they were drawn, or hull nodes were \
          added afterwards. Triangles that do, never leave anything of a hull that does not cross itself. The gas of such a \
          body goes by the sum of the triangles, which is not what the hull encloses.",
    source: "000 §C.3, §E.1",
    span: Span::Substeps,
    harm: Harm::Any,
    is_cause: false,
    event: None,
    numbers: &["unpainted", "hull_area"],
    describe: |finding, level| {
        let [unpainted, hull, ..] = finding.numbers;
        format!("{}: {} of its hull is left unpainted", who(level, finding.place), share(unpainted, hull))
    },
    remedies: |level, found| {
        let bodies = found.bodies();
        // A fan first for what has one, or nothing inside: the rest keeps its inner nodes as corners.
        let fans = bodies.iter().filter(|&&body| remedies::is_all_hull(level, body)).map(|&body| remedies::fan(body));
        fans.chain(bodies.iter().map(|&body| remedies::triangulate(body))).collect()
    },
    make: || Box::new(Unpainted),
};

/// See the module.
#[derive(Debug)]
struct Unpainted;

impl Detect for Unpainted {
    fn needs(&self) -> DetectorNeeds {
        DetectorNeeds::Ends
    }

    fn end(&mut self, sight: &DetectorContext, tell: &mut dyn FnMut(Told)) {
        for found in suspects(sight).filter(|found| found.is_noticed(found.cover.unpainted)) {
            let numbers = [found.cover.unpainted, found.cover.hull];
            let gravity = found.part(found.cover.unpainted) / NOTICED;
            tell(Told::of(Place::Body(found.body)).measuring(gravity, numbers));
        }
    }

    fn forget(&mut self) {}
}
