//! Detector: two bodies that overlap for many frames.

use crate::debugger::diagnosis::examiner::{Detect, DetectorContext, DetectorNeeds};
use crate::debugger::diagnosis::finding::Detection;
use crate::debugger::diagnosis::support::{ends_frame, hull_box, shared_part};
use crate::debugger::diagnosis::{Detector, Harm, Problem, remedies, who};
use crate::debugger::why::brief;
use crate::engine::{Layout, State};
use crate::geometry::{Aabb, BoxTree};
use crate::level::Place;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

pub(super) const DETECTOR: Detector = Detector {
    problem: Problem::Interpenetration,
    id: Problem::Interpenetration.id(),
    letter: 'I',
    title: "Lasting interpenetration",
    plural: "pairs that lie inside each other",
    explanation: "The overlap of two hulls is an eighth or more of the smaller one, at four frame ends four frames \
        apart within a window. The overlap is the area that both enclose, by the even-odd rule. Reported once in each \
        window in which it holds.",
    why: "A contact pushes a node out of one edge at a time. Nodes of bodies that are deep inside each other are pushed \
        in different directions, and one contact undoes the correction of another.",
    source: "000 §D",
    span: Problem::Interpenetration.span(),
    harm: Harm::Any,
    is_cause: false,
    overlay: Some("outside"),
    consequences: &[
        Problem::Interpenetration,
        Problem::WrongEdge,
        Problem::NoEdge,
        Problem::Repositioning,
        Problem::EnergyGain,
        Problem::Sticking,
        Problem::SelfRolling,
        Problem::Flip,
        Problem::Spill,
        Problem::Tunnelling,
    ],
    event: None,
    numbers: &["share", "most", "since_frame"],
    describe: |finding, level| {
        let [share, most, since, _] = finding.numbers;
        let other = finding.other.map_or(String::new(), |other| who(level, other));
        let [share, most] = [share, most].map(|part| brief((100.0 * part).round()));
        format!(
            "{}: {share} % of the smaller hull lies inside {other}, an eighth or more since frame {since} or before, at most {most} %",
            who(level, finding.place)
        )
    },
    remedies: |level, found| {
        let finer = remedies::substeps(level, 2.0, "contacts are found at a smaller depth");
        let apart = remedies::separate(level, found.first.place.body(), found.first.other.and_then(Place::body));
        apart.into_iter().chain([remedies::entry_edge(), finer]).collect()
    },
    make: || Box::new(Interpenetration::default()),
};

/// Part of the smaller hull from which on two bodies count as inside each other.
const DEEP: f64 = 0.125;
/// Frames between two tests.
const EVERY: u64 = 4;
/// Consecutive tests.
const LOOKS: u32 = 4;

/// The detector.
#[derive(Debug, Default)]
struct Interpenetration {
    /// Pairs that were deep at the last test.
    deep: BTreeMap<[usize; 2], DeepPair>,
}

/// Consecutive tests at which a pair was deep.
#[derive(Clone, Copy, Debug)]
struct DeepPair {
    looks: u32,
    /// Frame at whose start the first of them was.
    since: u64,
    /// The largest share at one of them.
    most: f64,
}

impl Detect for Interpenetration {
    fn needs(&self) -> DetectorNeeds {
        DetectorNeeds::Ends
    }

    fn end(&mut self, &DetectorContext { layout, state, .. }: &DetectorContext, emit: &mut dyn FnMut(Detection)) {
        if !ends_frame(layout, state) || !(state.frame + 1).is_multiple_of(EVERY) {
            return;
        }
        let mut now = BTreeMap::new();
        for (pair, share) in deep_pairs(layout, state) {
            let first = DeepPair { looks: 0, since: state.frame + 1, most: share };
            let known = self.deep.get(&pair).copied().unwrap_or(first);
            let deep = DeepPair { looks: known.looks + 1, most: known.most.max(share), ..known };
            now.insert(pair, deep);
            if deep.looks == LOOKS {
                // The moving body first; if both move, the second.
                let [other, own] = if layout.bodies[pair[1]].is_dynamic { pair } else { [pair[1], pair[0]] };
                let detection = Detection::of(Place::Body(own)).with(Place::Body(other));
                emit(detection.measuring(share / DEEP, [share, deep.most, deep.since as f64]));
            }
        }
        self.deep = now;
    }

    fn forget(&mut self) {
        self.deep.clear();
    }
}

/// Pairs of closed hulls with at least one moving and an overlap above the threshold, ascending.
fn deep_pairs(layout: &Layout, state: &State) -> Vec<([usize; 2], f64)> {
    let judged = |body: usize| {
        let parts = &layout.bodies[body];
        parts.is_closed && !parts.hull_edges.is_empty() && !state.blown_up[body]
    };
    let boxes: Vec<Aabb> = (0..layout.bodies.len())
        .map(|body| if judged(body) { hull_box(layout, state, body) } else { Aabb::EMPTY })
        .collect();
    let mut pairs = Vec::new();
    let _ = BoxTree::new(boxes).visit_pairs(|first, second| {
        let pair = [first.min(second), first.max(second)];
        let collide = layout.filters.bodies_collide(first, second);
        if collide && pair.iter().any(|&body| layout.bodies[body].is_dynamic) {
            pairs.push((pair, shared_part(layout, state, pair, DEEP)));
        }
        ControlFlow::Continue(())
    });
    pairs.retain(|(_, share)| *share >= DEEP);
    pairs.sort_unstable_by_key(|(pair, _)| *pair);
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::debugger::diagnosis::stage::{Stage, square, weightless};
    use crate::level::Motion;

    /// Two squares of side 3, one translated by `by`, for n frames.
    fn apart(by: f64, frames: u32) -> Vec<Detection> {
        let bodies = vec![square([0.0, 0.0], 3.0, Motion::Dynamic), square([by, 0.0], 3.0, Motion::Dynamic)];
        let mut stage = Stage::new(&weightless(bodies, 1));
        let mut detector = Interpenetration::default();
        (0..frames)
            .flat_map(|_| {
                stage.begin(&mut detector);
                stage.end(&mut detector)
            })
            .collect()
    }

    #[test]
    fn interpenetration_needs_a_share_and_sixteen_frames() {
        // Translated by 1 of 3: the overlap is two thirds.
        let found = apart(1.0, 32);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].place, found[0].other), (Place::Body(1), Some(Place::Body(0))));
        assert!((found[0].numbers[0] - 2.0 / 3.0).abs() < 1e-12, "{:?}", found[0].numbers);
        // Tested at the ends of frames 3, 7, 11 and 15.
        assert_eq!(found[0].numbers[1..3], [found[0].numbers[0], 4.0]);
        assert!(apart(1.0, 15).is_empty());
        // 0.3 of 3 is a tenth.
        assert!(apart(2.7, 32).is_empty());
    }
}
