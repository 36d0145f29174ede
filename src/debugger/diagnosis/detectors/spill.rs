//! Detector: triangles that paint outside their body's hull.

use crate::debugger::balloon::share;
use crate::debugger::diagnosis::examiner::{Detect, DetectorContext, DetectorNeeds};
use crate::debugger::diagnosis::finding::Detection;
use crate::debugger::diagnosis::painting::{NOTICED, suspects};
use crate::debugger::diagnosis::{Detector, Harm, Problem, remedies, who};
use crate::level::Place;

pub(super) const DETECTOR: Detector = Detector {
    problem: Problem::Spill,
    id: Problem::Spill.id(),
    letter: 'A',
    title: "Painted outside the hull",
    plural: "frames with paint outside the hull",
    explanation: "At the end of a frame the upright triangles of a moving body paint outside its hull, by a \
        ten-thousandth of the hull's covered area or more: one pixel of a body a hundred pixels wide. Reported in every frame \
        in which it holds. Bodies that blew up, are flat or are inside out are not reported.",
    why: "A triangle that spans a dent of the hull flips. Back-face culling omits it, but its neighbours then extend \
        across the dent. The sum of signed areas stays right; the picture does not. Triangles that do not follow the \
        hull edge by edge have the same effect without a flip.",
    source: "000 §E.1",
    span: Problem::Spill.span(),
    harm: Harm::Any,
    is_cause: false,
    overlay: Some("balloon"),
    consequences: &[Problem::Spill],
    event: None,
    numbers: &["spill", "hull_area", "flipped"],
    describe: |finding, level| {
        let [spill, hull, flipped, ..] = finding.numbers;
        let flipped = match flipped as usize {
            0 => String::new(),
            1 => "; 1 triangle is flipped".to_owned(),
            count => format!("; {count} triangles are flipped"),
        };
        format!("{}: {} is painted outside its hull{flipped}", who(level, finding.place), share(spill, hull))
    },
    remedies: remedies::other_triangles,
    make: || Box::new(Spill),
};

/// The detector.
#[derive(Debug)]
struct Spill;

impl Detect for Spill {
    fn needs(&self) -> DetectorNeeds {
        DetectorNeeds::Ends
    }

    fn end(&mut self, sight: &DetectorContext, emit: &mut dyn FnMut(Detection)) {
        for found in suspects(sight).filter(|found| found.is_noticed(found.cover.spill)) {
            let numbers = [found.cover.spill, found.cover.hull, found.flipped as f64];
            let gravity = found.part(found.cover.spill) / NOTICED;
            emit(Detection::of(Place::Body(found.body)).measuring(gravity, numbers));
        }
    }

    fn forget(&mut self) {}
}
