//! Detector: energy that contacts make by putting nodes elsewhere.
//!
//! Must never know: why a node was put there. It goes by the ledger of energy.

use crate::debugger::diagnosis::examiner::{Detect, Sight};
use crate::debugger::diagnosis::finding::Told;
use crate::debugger::diagnosis::support::{edge_of, free_nodes, resting_speed, sizes};
use crate::debugger::diagnosis::{Detector, Harm, Illness, Span, cures, who};
use crate::debugger::probes::Scope;
use crate::debugger::why::number;
use crate::engine::ledger::Entry;
use crate::engine::{Phase, PhaseKind, Touched};
use crate::level::Place;

pub(super) const DETECTOR: Detector = Detector {
    illness: Illness::Repositioning,
    id: "repositioning",
    letter: 'P',
    title: "Energy from repositioning",
    plural: "windows in which repositioning made energy",
    explanation: "Within a window of frames the repositioning of contacts gave more energy than half of all the kinetic energy \
                  that there was, and the total rose by that for a whole frame. What driven bodies push is not counted: their work comes from \
                  outside. The contact that gave most is named.",
    why: "A node that is found inside is put back onto the edge at once, whatever hangs on it: its springs are stretched, its \
          weight is lifted, and nobody pays for that. A node that is put back by a little makes next to nothing; one that is \
          put to the other side of a body, or pressed back and forth between two, makes much.",
    source: "000 §D.2",
    span: Span::Window,
    harm: Harm::Any,
    is_cause: true,
    event: None,
    numbers: &["made", "kinetic", "made_by_this_contact", "way_put_back"],
    describe: |finding, level| {
        let [made, kinetic, own, way] = finding.numbers.map(number);
        let edge = finding.other.map_or(String::new(), |edge| who(level, edge));
        format!(
            "{made} of energy made, where the motion had {kinetic}; {own} of it by putting {} back by {way}, onto {edge}",
            who(level, finding.place)
        )
    },
    remedies: |level, found| {
        let finer = cures::substeps(level, 2.0, "nodes are found half as deep, and put back half as far");
        let outside = cures::start_outside(level, found);
        outside.into_iter().chain([cures::without_barycentre_rule(), cures::entry_edge(), finer]).collect()
    },
    make: || Box::new(Repositioning::default()),
};

/// What is made, as a part of the greatest kinetic energy, for it to count: as much as would throw all that moves up by half
/// of what it fell.
const SHARE: f64 = 0.5;

/// See the module.
#[derive(Debug, Default)]
struct Repositioning {
    /// What the ledger had before this phase.
    known: f64,
    made: f64,
    /// Greatest kinetic energy of nodes at the start of a substep.
    kinetic: f64,
    /// Total at the start of the window.
    start: Option<f64>,
    /// Least total at the end of a substep of this frame: what a contact gives and the next one takes is not made.
    least: f64,
    sizes: Vec<f64>,
    most: Option<(f64, Told)>,
    is_told: bool,
}

impl Detect for Repositioning {
    fn begin(&mut self, sight: &Sight) {
        let Sight { layout, state, .. } = *sight;
        self.known = 0.0;
        if self.sizes.is_empty() {
            self.sizes = sizes(layout, state);
        }
        if state.substep == 0 {
            self.least = f64::INFINITY;
        }
        // What rests counts as moving at the speed up to which that is called so.
        let resting: Vec<f64> = self.sizes.iter().map(|&size| resting_speed(layout, size)).collect();
        let energy = |node: usize| {
            let speed = state.velocity(node).length().max(resting[layout.body_of(node).0]);
            0.5 * layout.mass[node] * speed * speed
        };
        let kinetic: f64 = free_nodes(layout, state).map(energy).sum();
        self.kinetic = self.kinetic.max(kinetic);
    }

    fn see(&mut self, phase: Phase, touched: Touched<'_>, sight: &Sight) {
        let Sight { layout, state, before, ledger } = *sight;
        let sum = ledger.of(Entry::Repositioning);
        let gain = sum - std::mem::replace(&mut self.known, sum);
        let (PhaseKind::Reposition, Touched::Few(&[a, b, node], None)) = (phase.kind, touched) else { return };
        let is_driven = |node: usize| layout.bodies[layout.body_of(node).0].path.is_some();
        if is_driven(a) || is_driven(node) {
            return;
        }
        self.made += gain;
        if self.most.is_none_or(|(most, _)| gain > most) {
            let edge = edge_of(layout, [a, b]).map(|(body, edge)| Place::HullEdge(body, edge));
            let told = Told { other: edge, ..Told::of(Scope::Node.place(layout, node)) };
            let way = [a, b, node].map(|node| (state.position(node) - before.positions[node]).length());
            self.most = Some((gain, told.measuring(0.0, [0.0, 0.0, gain, way[2].max(way[0])])));
        }
    }

    fn end(&mut self, sight: &Sight, tell: &mut dyn FnMut(Told)) {
        let ledger = sight.ledger;
        let start = *self.start.get_or_insert(ledger.before);
        self.least = self.least.min(ledger.after);
        if sight.state.substep + 1 != sight.layout.settings.substeps {
            return;
        }
        let limit = SHARE * self.kinetic;
        let rise = self.least - start;
        if self.is_told || self.made <= limit || rise <= limit {
            return;
        }
        if let Some((own, told)) = self.most {
            self.is_told = true;
            tell(told.measuring(self.made / limit, [self.made, self.kinetic, own, told.numbers[3]]));
        }
    }

    fn forget(&mut self) {
        *self = Self::default();
    }
}
