//! Detector: nodes and discs inside a hull without an eligible edge.

use crate::debugger::diagnosis::examiner::{Detect, DetectorContext, DetectorNeeds};
use crate::debugger::diagnosis::finding::Detection;
use crate::debugger::diagnosis::{Detector, Harm, Problem, consequences, remedies, who};
use crate::debugger::probes::Scope;
use crate::engine::EventKind;

pub(super) const DETECTOR: Detector = Detector {
    problem: Problem::NoEdge,
    id: Problem::NoEdge.id(),
    letter: 'N',
    title: "No eligible edge",
    plural: "times without an eligible edge",
    explanation: "A node, or a disc's centre, is inside a hull, and no edge of that hull is eligible, so nothing pushes \
        it out. Reported when it begins, not in every substep.",
    why: "Projection needs the foot of the perpendicular on the edge; at the bottom of a notch there are points without \
        one. The barycentre rule excludes edges that have the barycentre on their inside, which may be all edges of a \
        concave body.",
    source: "000 §D.1.c, §E.2",
    span: Problem::NoEdge.span(),
    harm: Harm::Any,
    is_cause: false,
    overlay: Some("contacts"),
    consequences: consequences::CONTACTS,
    event: Some(EventKind::NoEdge),
    numbers: &[],
    describe: |finding, level| format!("{}: inside a hull without an eligible edge", who(level, finding.place)),
    remedies: |_, _| vec![remedies::without_barycentre_rule(), remedies::distance(), remedies::entry_edge()],
    make: || Box::new(NoEdge::default()),
};

/// The detector.
#[derive(Debug, Default)]
struct NoEdge {
    nodes: Vec<bool>,
    discs: Vec<bool>,
}

impl Detect for NoEdge {
    fn begin(&mut self, sight: &DetectorContext) {
        self.nodes.clone_from(&sight.state.without_edge);
        self.discs.clone_from(&sight.state.disc_without_edge);
    }

    fn needs(&self) -> DetectorNeeds {
        DetectorNeeds::Ends
    }

    fn end(&mut self, &DetectorContext { layout, state, .. }: &DetectorContext, emit: &mut dyn FnMut(Detection)) {
        for (scope, now, before) in
            [(Scope::Node, &state.without_edge, &self.nodes), (Scope::Disc, &state.disc_without_edge, &self.discs)]
        {
            for (index, _) in now.iter().zip(before).enumerate().filter(|(_, (now, before))| **now && !**before) {
                emit(Detection::of(scope.place(layout, index)));
            }
        }
    }

    fn forget(&mut self) {}
}
