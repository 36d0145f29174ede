//! Detector: bounces that add energy because the product of restitutions is above 1.

use crate::debugger::diagnosis::examiner::{Detect, DetectorContext};
use crate::debugger::diagnosis::finding::Detection;
use crate::debugger::diagnosis::support::{free_nodes, resting_speed, sizes};
use crate::debugger::diagnosis::{Detector, Harm, Problem, WINDOW, consequences, remedies, who};
use crate::debugger::why::brief;
use crate::engine::ledger::Entry;
use crate::engine::{Layout, Phase, PhaseKind, Touched};
use crate::level::Place;
use std::collections::BTreeMap;

pub(super) const DETECTOR: Detector = Detector {
    problem: Problem::RestitutionGain,
    id: Problem::RestitutionGain.id(),
    letter: 'V',
    title: "Bounces that gain energy",
    plural: "pairs whose bounces gain energy",
    explanation: "Within a window of frames the impulses between two bodies, or between a body and obstacles or bounds, \
        added more than a twentieth of the kinetic energy of the level, and the product of both restitutions is above \
        1. Discs are not judged: their restitution above 1 makes a bumper.",
    why: "The restitution of a contact is the product of both partners' values. Above 1 each bounce is faster than the \
        fall before it, so the next one is higher.",
    source: "000 §D.2.a; 002 §1.iii",
    span: Problem::RestitutionGain.span(),
    harm: Harm::Any,
    is_cause: false,
    overlay: Some("impulses"),
    consequences: consequences::ANY,
    event: None,
    numbers: &["made", "kinetic", "restitution"],
    describe: |finding, level| {
        let [made, kinetic, restitution, _] = finding.numbers.map(brief);
        let other = finding.other.map_or(String::new(), |other| match other {
            Place::World => "the bounds".to_owned(),
            other => who(level, other),
        });
        let (own, start) = (who(level, finding.place), finding.frame / WINDOW * WINDOW);
        format!(
            "{own}: its bounces on {other} gained {made} of energy since frame {start}, with a restitution of {restitution}; \
                the kinetic energy is {kinetic}"
        )
    },
    remedies: |level, found| remedies::restitution_below_one(level, found.first.place, found.first.other),
    make: || Box::new(RestitutionGain::default()),
};

/// Threshold of added energy, as a part of the greatest kinetic energy.
const SHARE: f64 = 0.05;
/// Tolerance for rounding of the product.
const ABOVE: f64 = 1.0 + 1e-9;

/// The detector.
#[derive(Debug, Default)]
struct RestitutionGain {
    /// True if any product is above 1. None before the first substep.
    is_possible: Option<bool>,
    kinetic: f64,
    known: [f64; 2],
    /// By pair: energy from impulses, and whether it was reported.
    made: BTreeMap<(Place, Place), (f64, f64, bool)>,
    sizes: Vec<f64>,
}

/// Highest product of restitutions in a level, without discs.
fn highest(layout: &Layout) -> f64 {
    let bodies = || layout.bodies.iter();
    let most = |of: &mut dyn Iterator<Item = f64>| of.fold(0.0, f64::max);
    let all = most(&mut bodies().map(|body| body.restitution));
    let walls = most(&mut layout.obstacles.iter().map(|wall| wall.restitution));
    let bounds = layout.settings.bounds.map_or(0.0, |bounds| bounds.restitution);
    all * all.max(walls).max(bounds)
}

impl Detect for RestitutionGain {
    fn begin(&mut self, sight: &DetectorContext) {
        let layout = sight.layout;
        if !*self.is_possible.get_or_insert_with(|| highest(layout) > ABOVE) {
            return;
        }
        self.known = [0.0; 2];
        if self.sizes.is_empty() {
            self.sizes = sizes(layout, sight.state);
        }
        let energy = |node: usize| {
            let resting = resting_speed(layout, self.sizes[sight.body_of(node)]);
            let speed = sight.state.velocity(node).length().max(resting);
            0.5 * layout.mass[node] * speed * speed
        };
        self.kinetic = self.kinetic.max(free_nodes(layout, sight.state).map(energy).sum());
    }

    fn see(&mut self, phase: Phase, touched: Touched<'_>, sight: &DetectorContext) {
        if self.is_possible != Some(true) {
            return;
        }
        let now = [Entry::Impulse, Entry::Obstacles].map(|entry| sight.ledger.of(entry));
        let before = std::mem::replace(&mut self.known, now);
        let gain = now[0] - before[0] + now[1] - before[1];
        let Touched::Few(nodes, None) = touched else { return };
        let layout = sight.layout;
        let found = match (phase.kind, nodes) {
            (PhaseKind::Impulse, &[a, _, node]) => {
                let [own, other] = [node, a].map(|node| sight.body_of(node));
                let product = layout.bodies[own].restitution * layout.bodies[other].restitution;
                let [first, second] = if layout.bodies[own].is_dynamic { [own, other] } else { [other, own] };
                Some((Place::Body(first), Place::Body(second), product))
            }
            (PhaseKind::Obstacle, &[node]) => {
                let own = sight.body_of(node);
                let walls = layout.obstacles.iter().map(|wall| wall.restitution).enumerate();
                let (wall, most) = walls.fold((0, 0.0), |best, next| if next.1 > best.1 { next } else { best });
                Some((Place::Body(own), Place::Obstacle(wall), layout.bodies[own].restitution * most))
            }
            (PhaseKind::Bounds, &[node]) => {
                let own = sight.body_of(node);
                let most = layout.settings.bounds.map_or(0.0, |bounds| bounds.restitution);
                Some((Place::Body(own), Place::World, layout.bodies[own].restitution * most))
            }
            _ => None,
        };
        if let Some((own, other, product)) = found.filter(|(.., product)| *product > ABOVE) {
            let pair = self.made.entry((own, other)).or_insert((0.0, product, false));
            pair.0 += gain;
        }
    }

    fn end(&mut self, _: &DetectorContext, emit: &mut dyn FnMut(Detection)) {
        for (&(own, other), (made, product, is_reported)) in &mut self.made {
            if !*is_reported && *made > SHARE * self.kinetic {
                *is_reported = true;
                let gravity = *made / (SHARE * self.kinetic);
                emit(Detection::of(own).with(other).measuring(gravity, [*made, self.kinetic, *product]));
            }
        }
    }

    fn forget(&mut self) {
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::debugger::diagnosis::stage::{Stage, square, v, weightless};
    use crate::level::Motion;

    /// A square bounces off a block from speed 1 to speed `e`; both restitutions are sqrt(`e`).
    fn bounce(e: f64) -> Vec<Detection> {
        let mut bodies = vec![square([0.0, -10.0], 10.0, Motion::Fixed), square([4.0, 0.0], 1.0, Motion::Dynamic)];
        bodies.iter_mut().for_each(|body| body.restitution = e.sqrt());
        let mut stage = Stage::new(&weightless(bodies, 1));
        stage.state.velocities[4..].fill(v(0.0, -1.0));
        let mut detector = RestitutionGain::default();
        stage.begin(&mut detector);
        stage.see(&mut detector, PhaseKind::Impulse, Touched::Few(&[2, 3, 4], None), |state, ledger| {
            state.velocities[4] = v(0.0, e);
            ledger.entries[Entry::Impulse.index()] += 0.5 * (e * e - 1.0);
        });
        stage.end(&mut detector)
    }

    #[test]
    fn restitution_gain_needs_a_product_above_one_and_a_share_of_the_motion() {
        // One of four masses leaves at 1.5: ½(1.5² - 1) = 0.625 of the total 2.
        let found = bounce(1.5);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].place, found[0].other), (Place::Body(1), Some(Place::Body(0))));
        assert!((found[0].numbers[0] - 0.625).abs() < 1e-12 && found[0].numbers[1] == 2.0);
        assert!(bounce(1.0).is_empty());
        // ½(1.05² - 1) = 0.051 is less than a twentieth of 2.
        assert!(bounce(1.05).is_empty());
    }
}
