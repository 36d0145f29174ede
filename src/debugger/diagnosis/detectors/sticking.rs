//! Detector: contacts that pull back what is leaving.

use crate::debugger::diagnosis::examiner::{Detect, DetectorContext, DetectorNeeds};
use crate::debugger::diagnosis::finding::Told;
use crate::debugger::diagnosis::support::{Contact, drift, resting_speed, sizes};
use crate::debugger::diagnosis::{Detector, Harm, Illness, Span, remedies, who};
use crate::debugger::why::number;
use crate::engine::{Phase, PhaseKind, Touched};
use std::collections::BTreeMap;

pub(super) const DETECTOR: Detector = Detector {
    illness: Illness::Sticking,
    id: "sticking",
    letter: 'S',
    title: "Sticking",
    plural: "pairs of which one was held back",
    explanation: "Two bodies, or a disc and a body, were parting, a node or disc of theirs that was still inside was on its way out \
                  as well, and the impulses of its contacts took nine tenths of the momentum with which they parted, or more, in one \
                  go. What parts so slowly that gravity would bring it back within eight frames is not told, nor what would not be \
                  seen. Nor is a node that swings out faster than its body goes: to hold that back takes little from the body.",
    why: "The impulse of the source is that of a collision, and is applied as often as the node is found inside. It does not \
          ask whether the node comes or goes: what goes is turned round too.",
    source: "000 §D.2",
    span: Span::Window,
    harm: Harm::Any,
    is_cause: false,
    event: None,
    numbers: &["leaving_speed_before", "leaving_speed_after", "momentum_taken", "momentum_of_parting"],
    describe: |finding, level| {
        let [before, after, taken, parting] = finding.numbers.map(number);
        let edge = finding.other.map_or(String::new(), |edge| who(level, edge));
        format!(
            "{}: was leaving {edge} at {before}, and the impulse made that {after}; so far {taken} of a momentum of {parting} \
             is taken from what parts",
            who(level, finding.place)
        )
    },
    remedies: |_, _| vec![remedies::approaching_only()],
    make: || Box::new(Sticking::default()),
};

/// What must be taken of the momentum of parting for it to count: with less they still part. (All of it, but for what gravity
/// and rounding do in between.)
const SHARE: f64 = 0.9;

/// So many times the speed that counts as resting: with 4 of what gravity gives in a frame something is back after 8
/// frames, a quarter of a window, whether it is held back or not.
const FLIGHT: f64 = 4.0;

/// After so many substeps without, holding back begins anew: what parted, met again and parts again is not held.
const GAP: u32 = 2;

/// See the module.
#[derive(Debug, Default)]
struct Sticking {
    /// Substeps of the window.
    clock: u32,
    /// By who is inside whom: a body or a disc, and a body.
    pairs: BTreeMap<(bool, usize, usize), Pair>,
    told: Vec<Told>,
    /// Extent of each body at the start of the window.
    sizes: Vec<f64>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Pair {
    taken: f64,
    parting: f64,
    /// In which substep of the window they were held back last.
    last: u32,
    /// Whether it was reported in this window.
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

    fn end(&mut self, _: &DetectorContext, tell: &mut dyn FnMut(Told)) {
        self.told.drain(..).for_each(tell);
    }

    fn forget(&mut self) {
        self.clock = 0;
        self.pairs.clear();
        self.sizes.clear();
    }
}

impl Sticking {
    /// How large what leaves is: the smaller of both, of those that move.
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
        // As a whole, body against body: of masses and velocities that were before this contact.
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
            let told = Told::of(contact.place).with(contact.edge);
            let gravity = pair.taken / (SHARE * pair.parting);
            self.told.push(told.measuring(gravity, [before, after, pair.taken, pair.parting]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::debugger::diagnosis::stage::{Stage, square, v, weightless};
    use crate::level::{Motion, Place};

    /// A square of four masses of 1 leaves a fixed block upwards at `speed`; both of its lower nodes are still inside, and an
    /// impulse of restitution 1 turns each of them round.
    fn leaving(speed: f64) -> Vec<Told> {
        let bodies = vec![square([0.0, -10.0], 10.0, Motion::Fixed), square([4.0, -0.25], 1.0, Motion::Dynamic)];
        let mut stage = Stage::new(&weightless(bodies, 1));
        stage.state.velocities[4..].fill(v(0.0, speed));
        let mut sticking = Sticking::default();
        stage.begin(&mut sticking);
        for node in [4, 5] {
            // Against the block's upper edge, from its node 2 to its node 3.
            stage.see(&mut sticking, PhaseKind::Impulse, Touched::Few(&[2, 3, node], None), |state, _| {
                state.velocities[node] = v(0.0, -speed);
            });
        }
        stage.end(&mut sticking)
    }

    #[test]
    fn what_is_turned_round_is_held_back() {
        // It parts with 4 masses at 0.5: 2. The first impulse takes 1·(0.5 + 0.5) = 1, half of it; the second one takes the rest.
        let told = leaving(0.5);
        assert_eq!(told.len(), 1);
        assert_eq!(told[0].numbers, [0.5, -0.5, 2.0, 2.0]);
        assert_eq!(told[0].gravity, 2.0 / (0.9 * 2.0));
        assert_eq!((told[0].place, told[0].other), (Place::Node(1, 1), Some(Place::HullEdge(0, 2))));
    }

    #[test]
    fn what_hardly_moves_or_comes_in_is_not() {
        // A thousandth of the square's diagonal a frame, sqrt(2)/1000, counts as resting; four times that, 0.00566, is the least, and
        // before the second impulse half of the speed is left.
        assert!(leaving(0.0113).is_empty());
        assert_eq!(leaving(0.0114).len(), 1);
        assert!(leaving(-0.5).is_empty());
    }
}
