//! Detector: bodies whose area becomes zero or negative.

use crate::debugger::diagnosis::examiner::{Detect, DetectorContext, DetectorNeeds};
use crate::debugger::diagnosis::finding::Detection;
use crate::debugger::diagnosis::{Detector, Harm, Problem, remedies, who};
use crate::debugger::why::brief;
use crate::engine::{EventKind, Layout, State};
use crate::geometry::polygon::doubled_triangle_area;
use crate::level::Place;

pub(super) const DETECTOR: Detector = Detector {
    problem: Problem::Collapse,
    id: Problem::Collapse.id(),
    letter: 'C',
    title: "Collapse",
    plural: "collapses",
    explanation: "The sum of the signed areas of a body's triangles was positive and is so no longer. Reported once, \
        when it happens. Bodies without area from the start and bodies that blew up are not reported.",
    why: "The pressure is gas divided by area, so it grows without bound as a body is pressed flat, but only while the \
        area is positive. One substep that takes the area through zero turns the body inside out. From then on its gas \
        is switched off, because with a negative area it would pull inwards.",
    source: "000 §C.3",
    span: Problem::Collapse.span(),
    harm: Harm::Any,
    is_cause: false,
    overlay: Some("pressure"),
    consequences: &[
        Problem::Collapse,
        Problem::Flip,
        Problem::Spill,
        Problem::Unpainted,
        Problem::FanFails,
        Problem::SelfOverlap,
        Problem::UnderBraced,
        Problem::EnergyGain,
    ],
    event: Some(EventKind::Collapsed),
    numbers: &["area", "area_in_the_level"],
    describe: |finding, level| {
        let [area, whole, ..] = finding.numbers.map(brief);
        format!("{}: its signed area is {area}; initially it was {whole}", who(level, finding.place))
    },
    remedies: |level, found| {
        let mut remedies: Vec<_> =
            found.bodies().into_iter().flat_map(|body| remedies::stronger(level, body)).collect();
        remedies.push(remedies::substeps(
            level,
            2.0,
            "a substep compresses only half as far, so the pressure can respond",
        ));
        remedies
    },
    make: || Box::new(Collapses::default()),
};

/// The detector.
#[derive(Debug, Default)]
struct Collapses {
    /// True if the area was positive before this substep, by body.
    has_area: Vec<bool>,
}

impl Detect for Collapses {
    fn begin(&mut self, &DetectorContext { layout, state, .. }: &DetectorContext) {
        self.has_area.clear();
        self.has_area.extend((0..layout.bodies.len()).map(|body| doubled_area(layout, state, body) > 0.0));
    }

    fn needs(&self) -> DetectorNeeds {
        DetectorNeeds::Ends
    }

    fn end(&mut self, &DetectorContext { layout, state, .. }: &DetectorContext, emit: &mut dyn FnMut(Detection)) {
        for (index, body) in layout.bodies.iter().enumerate() {
            if !body.is_dynamic || !self.has_area[index] || state.blown_up[index] {
                continue;
            }
            let area = doubled_area(layout, state, index);
            // False for NaN, which is another problem.
            if area <= 0.0 {
                emit(Detection::of(Place::Body(index)).measuring(1.0, [0.5 * area, 0.5 * body.initial_doubled_area]));
            }
        }
    }

    fn forget(&mut self) {}
}

fn doubled_area(layout: &Layout, state: &State, body: usize) -> f64 {
    let corners = layout.triangles[layout.bodies[body].triangles.clone()].iter();
    corners
        .map(|corners| corners.map(|node| state.position(node as usize)))
        .fold(0.0, |sum, [a, b, c]| sum + doubled_triangle_area(a, b, c))
}
