//! Detector: hull area that no triangle paints.

use crate::debugger::balloon::share;
use crate::debugger::diagnosis::examiner::{Detect, DetectorContext, DetectorNeeds};
use crate::debugger::diagnosis::finding::Detection;
use crate::debugger::diagnosis::painting::{NOTICED, suspects};
use crate::debugger::diagnosis::{Detector, Harm, Problem, remedies, who};
use crate::level::Place;

pub(super) const DETECTOR: Detector = Detector {
    problem: Problem::Unpainted,
    id: Problem::Unpainted.id(),
    letter: 'U',
    title: "Hull left unpainted",
    plural: "frames with hull left unpainted",
    explanation: "At the end of a frame the upright triangles of a moving body leave a part of its hull unpainted, by a \
        ten-thousandth of the hull's covered area or more. Reported in every frame in which it holds. Bodies that have no \
        triangles, blew up, are flat or are inside out are not reported.",
    why: "The triangles do not follow the hull edge by edge: some are missing in the level, or hull nodes were added \
        later. Triangles that do follow it cover any hull that does not cross itself. The gas of such a body depends on \
        the sum of the triangles, which is not the enclosed area.",
    source: "000 §C.3, §E.1",
    span: Problem::Unpainted.span(),
    harm: Harm::Any,
    is_cause: false,
    overlay: Some("balloon"),
    consequences: &[Problem::Unpainted],
    event: None,
    numbers: &["unpainted", "hull_area"],
    describe: |finding, level| {
        let [unpainted, hull, ..] = finding.numbers;
        format!("{}: {} of its hull is unpainted", who(level, finding.place), share(unpainted, hull))
    },
    remedies: remedies::other_triangles,
    make: || Box::new(Unpainted),
};

/// The detector.
#[derive(Debug)]
struct Unpainted;

impl Detect for Unpainted {
    fn needs(&self) -> DetectorNeeds {
        DetectorNeeds::Ends
    }

    fn end(&mut self, sight: &DetectorContext, emit: &mut dyn FnMut(Detection)) {
        for found in suspects(sight).filter(|found| found.is_noticed(found.cover.unpainted)) {
            let numbers = [found.cover.unpainted, found.cover.hull];
            let gravity = found.part(found.cover.unpainted) / NOTICED;
            emit(Detection::of(Place::Body(found.body)).measuring(gravity, numbers));
        }
    }

    fn forget(&mut self) {}
}
