//! Detector: bodies that lose their shape because their links leave a mechanism.

use crate::debugger::diagnosis::examiner::{Detect, DetectorContext, DetectorNeeds};
use crate::debugger::diagnosis::finding::Detection;
use crate::debugger::diagnosis::rigidity::mechanisms;
use crate::debugger::diagnosis::support::{ends_frame, hull};
use crate::debugger::diagnosis::{Detector, Harm, Problem, remedies, who};
use crate::debugger::why::brief;
use crate::engine::{Layout, State};
use crate::geometry::{DVec2, polygon};
use crate::level::Place;

pub(super) const DETECTOR: Detector = Detector {
    problem: Problem::UnderBraced,
    id: Problem::UnderBraced.id(),
    letter: 'Y',
    title: "Under-braced body",
    plural: "under-braced bodies",
    explanation: "The hull of a free body encloses less than half of the initial area of its triangles, at the ends of \
        eight consecutive frames (sixteen for a body with gas). Its springs and sticks leave at least one mechanism: a \
        motion that changes no length (the rank of the rigidity matrix is below 2n - 3). Gas can hold such a body; then \
        it does not collapse, or it recovers from a dent soon. Bodies with a pinned node and bodies with more than a \
        hundred masses are not analysed.",
    why: "A square of four springs shears flat without a change of length, so nothing resists. n points in the plane \
        need at least 2n - 3 well-placed links, or gas that preserves the area.",
    source: "000 §A, §C",
    span: Problem::UnderBraced.span(),
    harm: Harm::Any,
    is_cause: false,
    overlay: Some("strain-rate"),
    consequences: &[
        Problem::UnderBraced,
        Problem::Collapse,
        Problem::SelfOverlap,
        Problem::Flip,
        Problem::Spill,
        Problem::Unpainted,
        Problem::FanFails,
    ],
    event: None,
    numbers: &["mechanisms", "area_left"],
    describe: |finding, level| {
        let [mechanisms, left, ..] = finding.numbers.map(brief);
        let own = who(level, finding.place);
        format!(
            "{own}: {left} of its signed area is left, and its links leave {mechanisms} ways to move without resistance"
        )
    },
    remedies: |level, found| {
        let stronger = found.bodies().into_iter().flat_map(|body| remedies::stronger(level, body));
        std::iter::once(remedies::braced(found)).chain(stronger).collect()
    },
    make: || Box::new(UnderBraced::default()),
};

/// Part of the initial area below which a body has lost its shape.
const LEFT: f64 = 0.5;
/// Consecutive frames.
const FRAMES: u32 = 8;
/// Consecutive frames for a body with gas, which recovers from dents.
const FRAMES_WITH_GAS: u32 = 16;

/// The detector.
#[derive(Debug, Default)]
struct UnderBraced {
    /// Consecutive frames with too small an area, by body.
    fallen: Vec<u32>,
}

impl Detect for UnderBraced {
    fn needs(&self) -> DetectorNeeds {
        DetectorNeeds::Ends
    }

    fn end(&mut self, &DetectorContext { layout, state, .. }: &DetectorContext, emit: &mut dyn FnMut(Detection)) {
        if !ends_frame(layout, state) {
            return;
        }
        self.fallen.resize(layout.bodies.len(), 0);
        for (index, body) in layout.bodies.iter().enumerate() {
            if !body.is_dynamic || state.blown_up[index] || !body.is_closed || body.initial_doubled_area <= 0.0 {
                continue;
            }
            let hull = hull(layout, state, index);
            let Some((origin, _)) = hull.clone().next() else { continue };
            let left = polygon::doubled_area_of_edges(hull, origin) / body.initial_doubled_area;
            self.fallen[index] = if left < LEFT { self.fallen[index] + 1 } else { 0 };
            let frames = if body.gas > 0.0 { FRAMES_WITH_GAS } else { FRAMES };
            if self.fallen[index] == frames
                && let Some(ways) = ways_of(layout, state, index).filter(|&ways| ways > 0)
            {
                emit(Detection::of(Place::Body(index)).measuring(LEFT / left.max(1e-3), [ways as f64, left]));
            }
        }
    }

    fn forget(&mut self) {
        self.fallen.clear();
    }
}

/// Number of mechanisms of a body. None if a node is pinned or there are too many masses.
fn ways_of(layout: &Layout, state: &State, index: usize) -> Option<usize> {
    let body = &layout.bodies[index];
    let masses: Vec<usize> = body.nodes.clone().filter(|&node| layout.mass[node] > 0.0).collect();
    if masses.iter().any(|&node| layout.inverse_mass[node] == 0.0) {
        return None;
    }
    let points: Vec<DVec2> = masses.iter().map(|&node| state.position(node)).collect();
    let (springs, sticks) = (&layout.springs, &layout.sticks);
    let ends = body.springs.clone().map(|i| [springs.a[i], springs.b[i]]);
    let ends = ends.chain(body.sticks.clone().map(|i| [sticks.a[i], sticks.b[i]]));
    let local = |node: u32| masses.binary_search(&(node as usize)).ok();
    let links: Vec<[usize; 2]> = ends.filter_map(|[a, b]| Some([local(a)?, local(b)?])).collect();
    mechanisms(&points, &links)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::debugger::diagnosis::stage::{Stage, square, weightless};
    use crate::level::{Motion, Spring};

    /// A square with springs on its outline and optionally a diagonal, sheared to a given height.
    fn sheared(is_braced: bool, height: f64) -> Vec<Detection> {
        sheared_for(10, is_braced, height, 0.0)
    }

    /// The same for n frames, with gas.
    fn sheared_for(frames: u32, is_braced: bool, height: f64, gas: f64) -> Vec<Detection> {
        let mut body = square([0.0, 0.0], 2.0, Motion::Dynamic);
        body.gas = gas;
        body.triangles = vec![[0, 1, 2], [0, 2, 3]];
        let across = is_braced.then_some([0, 2]);
        for [a, b] in body.hull.clone().into_iter().chain(across) {
            body.springs.push(Spring { a, b, rest_length: 2.0, stiffness: 1.0, damping: 0.0 });
        }
        let mut stage = Stage::new(&weightless(vec![body], 1));
        stage.state.positions[2].y = height;
        stage.state.positions[3].y = height;
        let mut detector = UnderBraced::default();
        (0..frames)
            .flat_map(|_| {
                stage.begin(&mut detector);
                stage.end(&mut detector)
            })
            .collect()
    }

    #[test]
    fn under_braced_needs_a_mechanism_and_a_lost_area() {
        let found = sheared(false, 0.5);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].numbers[..2], [1.0, 0.25]);
        assert!(sheared(false, 1.5).is_empty(), "three quarters of the area remain");
        assert!(sheared(true, 0.5).is_empty(), "a brace resists");
    }

    #[test]
    fn under_braced_with_gas_needs_more_than_a_dent() {
        assert!(sheared_for(15, false, 0.5, 1.0).is_empty());
        assert_eq!(sheared_for(16, false, 0.5, 1.0).len(), 1);
    }
}
