//! Detector: triangles that flip.

use crate::debugger::diagnosis::examiner::{Detect, DetectorContext, DetectorNeeds};
use crate::debugger::diagnosis::finding::Detection;
use crate::debugger::diagnosis::{Detector, Harm, Problem, remedies, who};
use crate::debugger::probes::Scope;
use crate::engine::State;
use crate::geometry::polygon::doubled_triangle_area;

pub(super) const DETECTOR: Detector = Detector {
    problem: Problem::Flip,
    id: Problem::Flip.id(),
    letter: 'F',
    title: "Flipped triangle",
    plural: "flipped triangles",
    explanation: "A triangle's signed area was positive and is so no longer. From then on it counts negative in its \
        body's area, and therefore in the pressure. It is harmless if the triangle is upright again by the end of every \
        frame. Triangles that are flipped from the start and those of bodies that blew up are not reported.",
    why: "Triangles along the outline flip in a dent or when the body pulsates. A fan from a node of the outline has \
        such triangles; a fan from the barycentre has none. The gas depends on the sum of the areas, which stays right; \
        the painted area does not.",
    source: "000 §E.1",
    span: Problem::Flip.span(),
    harm: Harm::EndOfFrame,
    is_cause: false,
    overlay: Some("triangle-orientation"),
    consequences: &[Problem::Flip, Problem::Spill, Problem::Unpainted, Problem::FanFails],
    event: None,
    numbers: &[],
    describe: |finding, level| format!("{}: flipped", who(level, finding.place)),
    remedies: remedies::other_triangles,
    make: || Box::new(Flips::default()),
};

/// The detector.
#[derive(Debug, Default)]
struct Flips {
    /// True if the signed area was positive at the end of the last substep, by triangle; empty if unknown.
    upright: Vec<bool>,
}

impl Detect for Flips {
    fn begin(&mut self, &DetectorContext { layout, state, .. }: &DetectorContext) {
        if self.upright.len() != layout.triangles.len() {
            let areas = layout.triangles.iter().map(|corners| doubled_area(state, corners));
            self.upright = areas.map(|area| area > 0.0).collect();
        }
    }

    fn needs(&self) -> DetectorNeeds {
        DetectorNeeds::Ends
    }

    fn end(&mut self, &DetectorContext { layout, state, .. }: &DetectorContext, emit: &mut dyn FnMut(Detection)) {
        for (index, (corners, upright)) in layout.triangles.iter().zip(&mut self.upright).enumerate() {
            let area = doubled_area(state, corners);
            if std::mem::replace(upright, area > 0.0) && area <= 0.0 {
                emit(Detection::of(Scope::Triangle.place(layout, index)));
            }
        }
    }

    fn forget(&mut self) {
        self.upright.clear();
    }
}

fn doubled_area(state: &State, corners: &[u32; 3]) -> f64 {
    let [a, b, c] = corners.map(|node| state.position(node as usize));
    doubled_triangle_area(a, b, c)
}
