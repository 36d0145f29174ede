//! Detector: bodies whose hull crosses itself.

use crate::debugger::diagnosis::examiner::{Detect, DetectorContext, DetectorNeeds};
use crate::debugger::diagnosis::finding::Detection;
use crate::debugger::diagnosis::{Detector, Harm, Problem, remedies, who};
use crate::engine::{Layout, State};
use crate::geometry::polygon::segments_cross;
use crate::geometry::{Aabb, BoxTree};
use crate::level::Place;
use std::ops::ControlFlow;

pub(super) const DETECTOR: Detector = Detector {
    problem: Problem::SelfOverlap,
    id: Problem::SelfOverlap.id(),
    letter: 'O',
    title: "Self-overlap",
    plural: "outlines that cross themselves",
    explanation: "Two hull edges of one body cross at the ends of eight consecutive frames, and did not initially. \
        Reported once in each window in which it holds; a pinch that opens again at once is not reported. The interior \
        is then not the visible one: where the hull overlaps itself, the parity is even, and points there count as \
        outside.",
    why: "Nodes of a body are not tested against its own hull. Only springs and gas resist folding, and the gas pushes \
        by the sign of the area: it pushes an inverted loop further outwards.",
    source: "000 §D.1 (pairs of bodies); §C.3",
    span: Problem::SelfOverlap.span(),
    harm: Harm::Any,
    is_cause: false,
    overlay: Some("outside"),
    consequences: &[
        Problem::SelfOverlap,
        Problem::Collapse,
        Problem::Flip,
        Problem::Spill,
        Problem::Unpainted,
        Problem::FanFails,
        Problem::UnderBraced,
    ],
    event: None,
    numbers: &["edge", "crossed_edge"],
    describe: |finding, level| {
        let [edge, crossed, ..] = finding.numbers;
        format!("{}: edge {edge} of its hull crosses edge {crossed}", who(level, finding.place))
    },
    remedies: |level, found| {
        let mut remedies = vec![remedies::self_contact(), remedies::braced(found)];
        remedies.extend(found.bodies().into_iter().flat_map(|body| remedies::stronger(level, body)));
        remedies.push(remedies::substeps(level, 2.0, "springs and gas respond before it folds over"));
        remedies
    },
    make: || Box::new(SelfOverlap::default()),
};

/// Consecutive frames in which a hull must be crossed.
const FRAMES: u32 = 8;

/// The detector.
#[derive(Debug, Default)]
struct SelfOverlap {
    /// Consecutive frames in which the hull of each body crossed itself; empty at the start of a window. None if it did
    /// initially, which is a finding of the checks.
    crossed: Vec<Option<u32>>,
    tree: BoxTree,
}

impl Detect for SelfOverlap {
    fn begin(&mut self, &DetectorContext { layout, state, .. }: &DetectorContext) {
        if self.crossed.is_empty() {
            let is_start = (state.frame, state.substep) == (0, 0);
            for body in 0..layout.bodies.len() {
                let is_drawn_so = is_start && self.crossing(layout, state, body).is_some();
                self.crossed.push(if is_drawn_so { None } else { Some(0) });
            }
        }
    }

    fn needs(&self) -> DetectorNeeds {
        DetectorNeeds::Ends
    }

    fn end(&mut self, &DetectorContext { layout, state, .. }: &DetectorContext, emit: &mut dyn FnMut(Detection)) {
        if state.substep + 1 != layout.settings.substeps {
            return;
        }
        for body in 0..layout.bodies.len() {
            if !layout.bodies[body].is_dynamic || state.blown_up[body] {
                continue;
            }
            let crossing = self.crossing(layout, state, body);
            let Some(frames) = &mut self.crossed[body] else { continue };
            let Some([edge, other]) = crossing else {
                *frames = if *frames < FRAMES { 0 } else { *frames };
                continue;
            };
            *frames += 1;
            if *frames == FRAMES {
                emit(Detection::of(Place::Body(body)).measuring(1.0, [edge as f64, other as f64]));
            }
        }
    }

    fn forget(&mut self) {
        self.crossed.clear();
    }
}

impl SelfOverlap {
    /// The first pair of hull edges of a body that cross; edges that share a node do not count.
    fn crossing(&mut self, layout: &Layout, state: &State, body: usize) -> Option<[usize; 2]> {
        let edges = &layout.hull_edges[layout.bodies[body].hull_edges.clone()];
        let ends = |edge: usize| edges[edge].map(|node| state.position(node as usize));
        self.tree.rebuild((0..edges.len()).map(|edge| Aabb::around(ends(edge))));
        let mut found: Option<[usize; 2]> = None;
        let _ = self.tree.visit_pairs(|first, second| {
            let are_neighbours = edges[first].iter().any(|end| edges[second].contains(end));
            let ([a, b], [c, d]) = (ends(first), ends(second));
            if !are_neighbours && segments_cross(a, b, c, d) {
                let pair = [first.min(second), first.max(second)];
                found = Some(found.map_or(pair, |known| known.min(pair)));
            }
            ControlFlow::Continue(())
        });
        found
    }
}
