//! Detector: energy without a source, attributed by the ledger to a phase, a body and a contact.

use crate::debugger::diagnosis::examiner::{Detect, DetectorContext};
use crate::debugger::diagnosis::finding::Detection;
use crate::debugger::diagnosis::support::{ends_frame, free_nodes, mass_of, resting_speed, sizes};
use crate::debugger::diagnosis::{Detector, Harm, Problem, WINDOW, consequences, remedies, who};
use crate::debugger::why::brief;
use crate::engine::energy;
use crate::engine::ledger::Entry;
use crate::engine::{Layout, Phase, PhaseKind, State, Touched};
use crate::geometry::DVec2;
use crate::level::{Integrator, Place};
use std::collections::BTreeMap;

pub(super) const DETECTOR: Detector = Detector {
    problem: Problem::EnergyGain,
    id: Problem::EnergyGain.id(),
    letter: 'X',
    title: "Energy from nothing",
    plural: "windows in which energy came from nothing",
    explanation: "The total energy was higher throughout the last quarter of a window than at any frame end of its \
        first quarter, by more than half of the greatest kinetic energy and by more than lifts the bodies by a \
        hundredth of their size. Work of the hand, live inputs, driven parts, penalty decor, discs and products of \
        restitutions above 1 is subtracted. Repositioning and explicit Euler have detectors of their own. The phase \
        that added most, the body that gained most and the contact that added most are named.",
    why: "The rules conserve or remove energy, but their discrete form can add it: by a force too stiff for the step, \
        by sticks that move nodes and so change their velocity, or by impulses on nodes that already leave.",
    source: "000 §B, §D.2; 004",
    span: Problem::EnergyGain.span(),
    harm: Harm::Any,
    is_cause: false,
    overlay: Some("velocities"),
    consequences: consequences::ANY,
    event: None,
    numbers: &["made", "kinetic", "entry", "given_by_entry"],
    describe: |finding, level| {
        let [made, kinetic, entry, given] = finding.numbers;
        let phase = Entry::ALL.get(entry as usize).map_or("", |(_, _, title)| *title);
        let contact =
            finding.other.map_or(String::new(), |other| format!(", most of it in contact with {}", who(level, other)));
        let [made, kinetic, given] = [made, kinetic, given].map(brief);
        format!(
            "{}: net change of the total energy without a source since frame {} at least {made}, with a kinetic energy of \
                {kinetic}; gain of {phase} {given}{contact}",
            who(level, finding.place),
            finding.frame / WINDOW * WINDOW
        )
    },
    remedies: |level, found| {
        let finer = remedies::substeps(level, 2.0, "a shorter step is more accurate");
        vec![remedies::approaching_only(), remedies::more_damping(level, found), finer, remedies::damped(level)]
    },
    make: || Box::new(EnergyGain::default()),
};

/// Threshold of added energy, as a part of the greatest kinetic energy.
const SHARE: f64 = 0.5;
/// Threshold of added energy: height by which it lifts every body, as a part of its size.
const LIFT: f64 = 0.01;
/// Frames at both ends of a window that are compared.
const QUARTER: u64 = WINDOW / 4;
/// Ledger entries of external sources beside [`Entry::GIVEN`], and of those that other detectors judge.
const OTHERS: [Entry; 3] = [Entry::Inputs, Entry::Repositioning, Entry::Impacts];
/// Ledger entries that can add energy without a source.
const JUDGED: [Entry; 6] =
    [Entry::Integration, Entry::Sticks, Entry::Obstacles, Entry::Barycentres, Entry::Impulse, Entry::Friction];

/// The detector.
#[derive(Debug, Default)]
struct EnergyGain {
    sizes: Vec<f64>,
    /// Energy of each body at the start of the window.
    start: Vec<f64>,
    /// Greatest total energy at the ends of the first frames, and least at the ends of the last ones.
    first: Option<f64>,
    last: Option<f64>,
    kinetic: f64,
    /// Energy in this window from each of [`JUDGED`], and from all other sources.
    made: [f64; JUDGED.len()],
    given: f64,
    /// Ledger values before this phase: impulse, friction and obstacles.
    known: [f64; 3],
    /// Energy from contacts, by pair of bodies.
    contacts: BTreeMap<(usize, usize), f64>,
    /// True if a body collapsed or blew up: its gas energy vanishes then, so the balance is invalid.
    is_void: bool,
}

fn body_energies(layout: &Layout, state: &State) -> Vec<f64> {
    (0..layout.bodies.len()).map(|body| energy::of_body(layout, state, body).total).collect()
}

impl Detect for EnergyGain {
    fn begin(&mut self, sight: &DetectorContext) {
        self.known = [0.0; 3];
        if self.sizes.is_empty() {
            self.sizes = sizes(sight.layout, sight.state);
            self.start = body_energies(sight.layout, sight.state);
        }
    }

    fn see(&mut self, phase: Phase, touched: Touched<'_>, sight: &DetectorContext) {
        let (layout, ledger) = (sight.layout, sight.ledger);
        if !matches!(phase.kind, PhaseKind::Impulse | PhaseKind::Friction | PhaseKind::Obstacle | PhaseKind::Bounds) {
            return;
        }
        let now = [Entry::Impulse, Entry::Friction, Entry::Obstacles].map(|entry| ledger.of(entry));
        let before = std::mem::replace(&mut self.known, now);
        let gain: f64 = now.into_iter().zip(before).map(|(now, before)| now - before).sum();
        match touched {
            Touched::Few(&[a, _, node], None) => {
                let [own, other] = [node, a].map(|node| sight.body_of(node));
                let bodies = [own, other].map(|body| &layout.bodies[body]);
                let is_driven = bodies.iter().any(|body| body.path.is_some());
                if is_driven || bodies[0].restitution * bodies[1].restitution > 1.0 {
                    self.given += gain.max(0.0);
                } else {
                    *self.contacts.entry((own, other)).or_default() += gain;
                }
            }
            Touched::Few(&[node], None) => {
                let own = layout.bodies[sight.body_of(node)].restitution;
                let walls = layout.obstacles.iter().map(|wall| wall.restitution);
                let most = walls.chain(layout.settings.bounds.map(|bounds| bounds.restitution)).fold(0.0, f64::max);
                self.given += if own * most > 1.0 { gain.max(0.0) } else { 0.0 };
            }
            // A disc may be driven, or a bumper.
            Touched::Few(_, Some(_)) => self.given += gain.max(0.0),
            _ => {}
        }
    }

    fn end(&mut self, sight: &DetectorContext, emit: &mut dyn FnMut(Detection)) {
        let DetectorContext { layout, state, ledger, .. } = *sight;
        self.made.iter_mut().zip(JUDGED).for_each(|(made, entry)| *made += ledger.of(entry));
        self.given += Entry::GIVEN.into_iter().chain(OTHERS).map(|entry| ledger.of(entry).max(0.0)).sum::<f64>();
        if layout.settings.integrator == Integrator::ExplicitEuler {
            self.given += ledger.of(Entry::Integration).max(0.0);
        }
        let has_collapsed = |body: usize| layout.bodies[body].gas > 0.0 && sight_area(layout, state, body) <= 0.0;
        self.is_void |= (0..layout.bodies.len()).any(|body| state.blown_up[body] || has_collapsed(body));
        if !ends_frame(layout, state) || self.is_void {
            return;
        }
        self.look(sight);
        if (state.frame + 1).is_multiple_of(WINDOW) {
            self.judge(sight, emit);
        }
    }

    fn forget(&mut self) {
        *self = Self::default();
    }
}

fn sight_area(layout: &Layout, state: &State, body: usize) -> f64 {
    layout.doubled_area(body, |node| state.position(node))
}

impl EnergyGain {
    /// Updates total and kinetic energy at the end of a frame.
    fn look(&mut self, sight: &DetectorContext) {
        let DetectorContext { layout, state, ledger, .. } = *sight;
        let energy = |node: usize| {
            let speed = state.velocity(node).length().max(resting_speed(layout, self.sizes[sight.body_of(node)]));
            0.5 * layout.mass[node] * speed * speed
        };
        let discs = (0..layout.discs.count()).filter(|&disc| layout.discs.is_dynamic(disc));
        let discs = discs.map(|disc| 0.5 * layout.discs.mass[disc] * state.disc_velocities[disc].length_squared());
        let kinetic = free_nodes(layout, state).map(energy).sum::<f64>() + discs.sum::<f64>();
        self.kinetic = self.kinetic.max(kinetic);
        let total = ledger.after;
        let frame = state.frame % WINDOW;
        if frame < QUARTER {
            self.first = Some(self.first.map_or(total, |known| known.max(total)));
        } else if frame >= WINDOW - QUARTER {
            self.last = Some(self.last.map_or(total, |known| known.min(total)));
        }
    }

    fn judge(&self, &DetectorContext { layout, state, .. }: &DetectorContext, emit: &mut dyn FnMut(Detection)) {
        let (Some(first), Some(last)) = (self.first, self.last) else { return };
        let gained = last - first - self.given;
        let gravity = DVec2::from(layout.settings.gravity).length();
        let lifted = |body: usize| LIFT * self.sizes[body] * mass_of(layout, body) * gravity;
        let free = (0..layout.bodies.len()).filter(|&body| layout.bodies[body].is_dynamic);
        let limit = (SHARE * self.kinetic).max(free.clone().map(lifted).sum());
        if !(gained > limit && gained.is_finite()) {
            return;
        }
        let ends = body_energies(layout, state);
        let rises = free.map(|body| (ends[body] - self.start[body], body));
        let Some((_, body)) = rises.max_by(|a, b| a.0.total_cmp(&b.0)) else { return };
        let most = self.made.iter().zip(JUDGED).max_by(|a, b| a.0.total_cmp(b.0));
        let (given, entry) = most.map_or((0.0, Entry::Integration), |(&given, entry)| (given, entry));
        let of_body = self.contacts.iter().filter(|((own, other), _)| [*own, *other].contains(&body));
        let contact = of_body.filter(|(_, gain)| **gain > 0.0).max_by(|a, b| a.1.total_cmp(b.1));
        let mut detection = Detection::of(Place::Body(body));
        if let (Some((&(own, other), _)), Entry::Impulse | Entry::Friction) = (contact, entry) {
            detection = detection.with(Place::Body(if own == body { other } else { own }));
        }
        emit(detection.measuring(gained / limit, [gained, self.kinetic, entry.index() as f64, given]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::debugger::diagnosis::stage::{Stage, square, v, weightless};
    use crate::level::Motion;

    /// A square moves at 1 and, from the middle of the window on, at `speed`; one ledger entry has the difference.
    fn sped_up(speed: f64, entry: Entry) -> Vec<Detection> {
        let bodies = vec![square([0.0, -10.0], 10.0, Motion::Fixed), square([4.0, 0.0], 1.0, Motion::Dynamic)];
        let mut stage = Stage::new(&weightless(bodies, 1));
        stage.state.velocities[4..].fill(v(0.0, 1.0));
        let mut detector = EnergyGain::default();
        let mut found = Vec::new();
        for frame in 0..32 {
            stage.begin(&mut detector);
            stage.see(&mut detector, PhaseKind::Impulse, Touched::Few(&[2, 3, 4], None), |state, ledger| {
                if frame == 16 {
                    state.velocities[4..].fill(v(0.0, speed));
                    ledger.entries[entry.index()] += 2.0 * (speed * speed - 1.0);
                }
                ledger.after = 2.0 * if frame < 16 { 1.0 } else { speed * speed };
            });
            found.extend(stage.end(&mut detector));
        }
        found
    }

    #[test]
    fn energy_gain_needs_a_lasting_rise_without_external_work() {
        // Four unit masses at speed 2 have 8, of which 6 are new: more than half.
        let found = sped_up(2.0, Entry::Impulse);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].place, found[0].other), (Place::Body(1), Some(Place::Body(0))));
        assert_eq!(found[0].numbers, [6.0, 8.0, Entry::Impulse.index() as f64, 6.0]);
        assert!(sped_up(2.0, Entry::find("hand").unwrap()).is_empty(), "the hand gave it");
        // At 1.4 they have 3.92, of which 1.92 are new: less than half.
        assert!(sped_up(1.4, Entry::Impulse).is_empty());
        assert_eq!(sped_up(2.0, Entry::Sticks)[0].other, None, "no contact gave it");
    }
}
