//! Detector: contacts that pull back a leaving body.

use crate::debugger::diagnosis::examiner::{Detect, DetectorContext, DetectorNeeds};
use crate::debugger::diagnosis::finding::Detection;
use crate::debugger::diagnosis::support::{Contact, drift, resting_speed, sizes};
use crate::debugger::diagnosis::{Detector, Harm, Problem, remedies, who};
use crate::debugger::why::brief;
use crate::engine::{Phase, PhaseKind, Touched};
use std::collections::BTreeMap;

pub(super) const DETECTOR: Detector = Detector {
    problem: Problem::Sticking,
    id: Problem::Sticking.id(),
    letter: 'S',
    title: "Sticking",
    plural: "pairs with a contact that pulls back",
    explanation: "Two bodies, or a disc and a body, were separating, and a node or disc still inside was also leaving. \
        The impulses of its contacts removed nine tenths or more of the separating momentum in consecutive substeps. \
        Not reported: separation so slow that gravity reverses it within eight frames, or that is not visible; and a \
        node that leaves faster than its body, because that takes little momentum from the body.",
    why: "The impulse of the source models a collision and is applied as long as the node is inside. It does not \
        distinguish approaching from leaving nodes, so it reverses leaving ones too.",
    source: "000 §D.2",
    span: Problem::Sticking.span(),
    harm: Harm::Any,
    is_cause: false,
    overlay: Some("impulses"),
    consequences: &[Problem::Sticking, Problem::Jitter],
    event: None,
    numbers: &["leaving_speed_before", "leaving_speed_after", "momentum_taken", "momentum_of_parting"],
    describe: |finding, level| {
        let [before, after, taken, parting] = finding.numbers.map(brief);
        let edge = finding.other.map_or(String::new(), |edge| who(level, edge));
        format!(
            "{}: was leaving {edge} at {before}, and the impulse changed that to {after}; so far {taken} of a \
                separating momentum of {parting} is removed",
            who(level, finding.place)
        )
    },
    remedies: |_, _| vec![remedies::approaching_only()],
    make: || Box::new(Sticking::default()),
};

/// Least part of the separating momentum that must be removed; below, the bodies still separate. (All of it, up to
/// gravity and rounding in between.)
const SHARE: f64 = 0.9;

/// Multiple of the resting speed. A body with 4 times the speed that gravity adds in a frame returns after 8 frames, a
/// quarter of a window, in any case.
const FLIGHT: f64 = 4.0;

/// Substeps without a pull after which the count restarts.
const GAP: u32 = 2;

/// The detector.
#[derive(Debug, Default)]
struct Sticking {
    /// Number of substeps in the window.
    clock: u32,
    /// By pair: a body (or disc, if true) that is inside, and the body around it.
    pairs: BTreeMap<(bool, usize, usize), Pair>,
    detection: Vec<Detection>,
    /// Extent of each body at the start of the window.
    sizes: Vec<f64>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Pair {
    taken: f64,
    parting: f64,
    /// Substep of the window of the last pull.
    last: u32,
    /// True if it was reported in this window.
    is_reported: bool,
}

impl Detect for Sticking {
    fn needs(&self) -> DetectorNeeds {
        DetectorNeeds::Phases
    }

    fn begin(&mut self, sight: &DetectorContext) {
        self.clock += 1;
        if self.sizes.is_empty() {
            self.sizes = sizes(sight.layout, sight.state);
        }
    }

    fn see(&mut self, phase: Phase, touched: Touched<'_>, sight: &DetectorContext) {
        if phase.kind == PhaseKind::Impulse
            && let Some(contact) = Contact::of(touched, sight)
        {
            self.judge(&contact, sight);
        }
    }

    fn end(&mut self, _: &DetectorContext, emit: &mut dyn FnMut(Detection)) {
        self.detection.drain(..).for_each(emit);
    }

    fn forget(&mut self) {
        self.clock = 0;
        self.pairs.clear();
        self.sizes.clear();
    }
}

impl Sticking {
    /// Size of the smaller moving part of a contact.
    fn size(&self, contact: &Contact, sight: &DetectorContext) -> f64 {
        let own = contact.disc.map_or(self.sizes[contact.body], |disc| 2.0 * sight.layout.discs.radius[disc]);
        let is_free = sight.layout.bodies[contact.other].is_dynamic;
        if is_free { own.min(self.sizes[contact.other]) } else { own }
    }

    fn judge(&mut self, contact: &Contact, sight: &DetectorContext) {
        let [before, after] = contact.speeds;
        if before <= 0.0 || after >= before {
            return;
        }
        // Both bodies as rigid wholes, with masses and velocities before this contact.
        let (own, other) = (contact.own(sight), drift(sight, contact.other));
        let weight = own.inverse_mass + other.inverse_mass;
        let parting = (own.velocity - other.velocity).dot(contact.outward);
        let resting = FLIGHT * resting_speed(sight.layout, self.size(contact, sight));
        let owner = (contact.disc.is_some(), contact.disc.unwrap_or(contact.body), contact.other);
        if parting <= resting || weight == 0.0 {
            return;
        }
        let pair = self.pairs.entry(owner).or_default();
        if self.clock > pair.last + GAP {
            (pair.taken, pair.parting) = (0.0, 0.0);
        }
        pair.last = self.clock;
        pair.taken += contact.impulse;
        pair.parting = pair.parting.max(parting / weight);
        if pair.taken >= SHARE * pair.parting && !pair.is_reported {
            pair.is_reported = true;
            let detection = Detection::of(contact.place).with(contact.edge);
            let gravity = pair.taken / (SHARE * pair.parting);
            self.detection.push(detection.measuring(gravity, [before, after, pair.taken, pair.parting]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::debugger::diagnosis::stage::{Stage, square, v, weightless};
    use crate::level::{Motion, Place};

    /// A square of four unit masses leaves a fixed block upwards at `speed`. Both lower nodes are still inside, and an
    /// impulse of restitution 1 reverses each of them.
    fn leaving(speed: f64) -> Vec<Detection> {
        let bodies = vec![square([0.0, -10.0], 10.0, Motion::Fixed), square([4.0, -0.25], 1.0, Motion::Dynamic)];
        let mut stage = Stage::new(&weightless(bodies, 1));
        stage.state.velocities[4..].fill(v(0.0, speed));
        let mut sticking = Sticking::default();
        stage.begin(&mut sticking);
        for node in [4, 5] {
            // Against the block's upper edge, from node 2 to node 3.
            stage.see(&mut sticking, PhaseKind::Impulse, Touched::Few(&[2, 3, node], None), |state, _| {
                state.velocities[node] = v(0.0, -speed);
            });
        }
        stage.end(&mut sticking)
    }

    #[test]
    fn sticking_reports_reversed_nodes() {
        // Separating momentum: 4 masses at 0.5, which is 2. The first impulse removes 1·(0.5 + 0.5) = 1, the second one
        // the rest.
        let detection = leaving(0.5);
        assert_eq!(detection.len(), 1);
        assert_eq!(detection[0].numbers, [0.5, -0.5, 2.0, 2.0]);
        assert_eq!(detection[0].gravity, 2.0 / (0.9 * 2.0));
        assert_eq!((detection[0].place, detection[0].other), (Place::Node(1, 1), Some(Place::HullEdge(0, 2))));
    }

    #[test]
    fn sticking_ignores_slow_separation() {
        // Resting speed: a thousandth of the square's diagonal per frame, sqrt(2)/1000. The threshold is four times
        // that, 0.00566; before the second impulse half of the speed is left.
        assert!(leaving(0.0113).is_empty());
        assert_eq!(leaving(0.0114).len(), 1);
        assert!(leaving(-0.5).is_empty());
    }
}
