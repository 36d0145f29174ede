//! Detector: energy that repositioning adds, by the energy ledger.

use crate::debugger::diagnosis::examiner::{Detect, DetectorContext};
use crate::debugger::diagnosis::finding::Detection;
use crate::debugger::diagnosis::support::{edge_of, resting_speed, sizes};
use crate::debugger::diagnosis::{Detector, Harm, Problem, WINDOW, consequences, remedies, who};
use crate::debugger::probes::Scope;
use crate::debugger::why::brief;
use crate::engine::energy;
use crate::engine::ledger::Entry;
use crate::engine::{Layout, Phase, PhaseKind, State, Touched};
use crate::geometry::DVec2;
use crate::level::Place;

pub(super) const DETECTOR: Detector = Detector {
    problem: Problem::Repositioning,
    id: Problem::Repositioning.id(),
    letter: 'P',
    title: "Energy from repositioning",
    plural: "windows in which repositioning added energy",
    explanation: "Within a window of frames, repositioning gave a group of touching bodies more energy than half of \
        their greatest kinetic energy, and more than lifts each of them by a hundredth of its size. Their own energy \
        rose by as much from frame to frame, after subtracting the work of decor, hand, driven bodies, discs and all \
        other external sources. So energy that one contact adds and the next one removes does not count. The contact \
        that added most is named.",
    why: "A node that is found inside is put onto the edge at once, without regard to what is connected to it. Its \
        springs are stretched and its weight is lifted, and this energy has no source. A small correction adds next to \
        nothing. A correction to the other side of a body, or back and forth between two bodies, adds a lot.",
    source: "000 §D.2",
    span: Problem::Repositioning.span(),
    harm: Harm::Any,
    is_cause: true,
    overlay: Some("impulses"),
    consequences: consequences::ANY,
    event: None,
    numbers: &["made", "kinetic", "made_by_this_contact", "way_put_back"],
    describe: |finding, level| {
        let [made, kinetic, own, way] = finding.numbers.map(brief);
        let edge = finding.other.map_or(String::new(), |edge| who(level, edge));
        format!(
            "repositioning gained {made} of energy since frame {}, with a kinetic energy of {kinetic}; {own} of it by \
                repositioning {} by {way}, onto {edge}",
            finding.frame / WINDOW * WINDOW,
            who(level, finding.place)
        )
    },
    remedies: |level, found| {
        let finer = remedies::substeps(level, 2.0, "nodes are found half as deep and repositioned half as far");
        let outside = remedies::start_outside(level, found);
        let others =
            [remedies::without_barycentre_rule(), remedies::softer_repositioning(), remedies::entry_edge(), finer];
        outside.into_iter().chain(others).collect()
    },
    make: || Box::new(Repositioning::default()),
};

/// Threshold of added energy, as a part of the greatest kinetic energy: enough to throw all bodies up by half of their
/// fall.
const SHARE: f64 = 0.5;

/// Threshold of added energy for bodies at rest: the height of a visible lift, as a part of the body's size. Less is
/// creep.
const LIFT: f64 = 0.01;

/// Ledger entries of other sources of energy, beside [`Entry::GIVEN`].
const OTHERS: [Entry; 4] = [Entry::Inputs, Entry::Sticks, Entry::Obstacles, Entry::Barycentres];
/// Number of the sources of energy in the ledger.
const SOURCES: usize = Entry::GIVEN.len() + OTHERS.len();

/// Ledger entries of contacts, in the order of their phases.
const CONTACT: [Entry; 3] = [Entry::Impulse, Entry::Friction, Entry::Repositioning];

/// The detector.
#[derive(Debug, Default)]
struct Repositioning {
    bodies: Vec<BodyWindow>,
    /// Ledger values of contacts before this phase.
    known: [f64; 3],
    /// Energy in this window from each of these sources, and last from driven bodies and discs.
    given: [f64; SOURCES + 1],
}

/// Data of a body in this window.
#[derive(Clone, Copy, Debug)]
struct BodyWindow {
    /// Union-find link: a body that it touches, directly or not, or itself for the representative.
    next: usize,
    size: f64,
    /// Energy at the start of the window, and at the end of the last frame.
    start: f64,
    last: f64,
    /// Greatest kinetic energy at the start of a substep.
    kinetic: f64,
    /// Energy of a visible lift.
    lift: f64,
    /// Energy from repositioning in contacts of its nodes or its hull; each contact counts for one body only.
    made: f64,
    most: Option<(f64, Detection)>,
    is_reported: bool,
}

impl BodyWindow {
    fn new(layout: &Layout, state: &State, body: usize, size: f64) -> Self {
        let weight = free(layout, body).map(|node| layout.mass[node]).sum::<f64>()
            * DVec2::from(layout.settings.gravity).length();
        let start = energy::of_body(layout, state, body).total;
        let lift = LIFT * size * weight;
        Self { next: body, size, start, last: start, kinetic: 0.0, lift, made: 0.0, most: None, is_reported: false }
    }
}

fn free(layout: &Layout, body: usize) -> impl Iterator<Item = usize> + '_ {
    layout.bodies[body].nodes.clone().filter(|&node| layout.inverse_mass[node] != 0.0)
}

impl Detect for Repositioning {
    fn begin(&mut self, sight: &DetectorContext) {
        let DetectorContext { layout, state, .. } = *sight;
        self.known = [0.0; 3];
        if self.bodies.is_empty() {
            let sizes = sizes(layout, state).into_iter().enumerate();
            self.bodies = sizes.map(|(body, size)| BodyWindow::new(layout, state, body, size)).collect();
        }
        for (body, part) in self.bodies.iter_mut().enumerate() {
            // A resting body counts as moving at the resting speed.
            let resting = resting_speed(layout, part.size);
            let energy = |node: usize| {
                let speed = state.velocity(node).length().max(resting);
                0.5 * layout.mass[node] * speed * speed
            };
            part.kinetic = part.kinetic.max(free(layout, body).map(energy).sum());
        }
    }

    fn see(&mut self, phase: Phase, touched: Touched<'_>, sight: &DetectorContext) {
        let DetectorContext { layout, ledger, .. } = *sight;
        if !matches!(phase.kind, PhaseKind::Impulse | PhaseKind::Friction | PhaseKind::Reposition) {
            return;
        }
        let now = CONTACT.map(|entry| ledger.of(entry));
        let before = std::mem::replace(&mut self.known, now);
        let gain: f64 = now.into_iter().zip(before).map(|(now, before)| now - before).sum();
        let outside = SOURCES;
        match touched {
            Touched::Few(&[a, b, node], None) => {
                let [own, other] = [sight.body_of(node), sight.body_of(a)];
                if [own, other].iter().any(|&body| layout.bodies[body].path.is_some()) {
                    self.given[outside] += gain;
                } else if phase.kind == PhaseKind::Reposition {
                    self.put_back(sight, [own, other], [a, b, node], gain);
                }
            }
            // For a disc, only the energy of the hull's ends is known, from their speeds.
            Touched::Few(&[a, b], Some(_)) => {
                let kinetic = |node: usize| {
                    let speeds = [sight.velocity(node), sight.before.velocities[node]].map(|v| v.length_squared());
                    0.5 * layout.mass[node] * layout.inverse_mass[node].signum() * (speeds[0] - speeds[1])
                };
                let got = if phase.kind == PhaseKind::Reposition { gain } else { kinetic(a) + kinetic(b) };
                self.given[outside] += got.max(0.0);
            }
            _ => {}
        }
    }

    fn end(&mut self, sight: &DetectorContext, emit: &mut dyn FnMut(Detection)) {
        let DetectorContext { layout, state, ledger, .. } = *sight;
        for (given, entry) in self.given.iter_mut().zip(Entry::GIVEN.into_iter().chain(OTHERS)) {
            *given += ledger.of(entry);
        }
        if state.substep + 1 != layout.settings.substeps {
            return;
        }
        let mut groups: Vec<Option<TouchingBodies>> = vec![None; self.bodies.len()];
        for body in 0..self.bodies.len() {
            let leader = self.leader(body);
            let part = &mut self.bodies[body];
            let energy = energy::of_body(layout, state, body).total;
            let rise = energy.min(part.last) - part.start;
            part.last = energy;
            groups[leader].get_or_insert_default().add(part, rise);
        }
        let given: f64 = self.given.iter().map(|given| given.max(0.0)).sum();
        for (leader, group) in groups.into_iter().enumerate() {
            let Some(TouchingBodies { made, kinetic, lift, rise, most: Some((own, detection)) }) = group else {
                continue;
            };
            let limit = (SHARE * kinetic).max(lift);
            if self.bodies[leader].is_reported || made <= limit || rise - given <= limit {
                continue;
            }
            self.bodies[leader].is_reported = true;
            emit(detection.measuring(made / limit, [made, kinetic, own, detection.numbers[3]]));
        }
    }

    fn forget(&mut self) {
        *self = Self::default();
    }
}

/// Sums over a group of touching bodies.
#[derive(Clone, Copy, Debug, Default)]
struct TouchingBodies {
    made: f64,
    kinetic: f64,
    lift: f64,
    rise: f64,
    most: Option<(f64, Detection)>,
}

impl TouchingBodies {
    fn add(&mut self, part: &BodyWindow, rise: f64) {
        self.made += part.made;
        self.kinetic += part.kinetic;
        self.lift += part.lift;
        self.rise += rise;
        if let Some((gain, _)) = part.most
            && self.most.is_none_or(|(most, _)| gain > most)
        {
            self.most = part.most;
        }
    }
}

impl Repositioning {
    /// Records that a node of one body was put onto an edge of the other, with the energy gained.
    fn put_back(&mut self, sight: &DetectorContext, bodies: [usize; 2], [a, b, node]: [usize; 3], gain: f64) {
        let DetectorContext { layout, state, before, .. } = *sight;
        let dynamic = bodies.map(|body| layout.bodies[body].is_dynamic);
        if dynamic == [true, true] {
            let [first, second] = bodies.map(|body| self.leader(body));
            // The body with the lowest index represents the group, and its report counts for the group.
            let (low, high) = (first.min(second), first.max(second));
            self.bodies[low].is_reported |= self.bodies[high].is_reported;
            self.bodies[high].next = low;
        }
        let part = &mut self.bodies[if dynamic[0] { bodies[0] } else { bodies[1] }];
        part.made += gain;
        if part.most.is_none_or(|(most, _)| gain > most) {
            let edge = edge_of(layout, [a, b]).map(|(body, edge)| Place::HullEdge(body, edge));
            let detection = Detection { other: edge, ..Detection::of(Scope::Node.place(layout, node)) };
            let way = [a, b, node].map(|node| (state.position(node) - before.positions[node]).length());
            part.most = Some((gain, detection.measuring(0.0, [0.0, 0.0, gain, way[2].max(way[0])])));
        }
    }

    /// Representative of the group of a body.
    fn leader(&self, mut body: usize) -> usize {
        while self.bodies[body].next != body {
            body = self.bodies[body].next;
        }
        body
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::debugger::diagnosis::stage::{Stage, square, v, weightless};
    use crate::engine::ledger::Ledger;
    use crate::level::Motion;

    fn work(id: &str) -> Entry {
        Entry::find(id).expect("an entry")
    }

    fn give(ledger: &mut Ledger, entry: Entry, energy: f64) {
        ledger.entries[entry.index()] += energy;
    }

    /// Four masses of 1 of which one is put back out of a block, and goes at a speed from then on; the books say that this
    /// was given by the repositioning, and so much more by another entry. For two frames.
    fn put_back(speed: f64, other: Entry, given: f64, gravity: f64) -> Vec<Detection> {
        let bodies = vec![square([0.0, -10.0], 10.0, Motion::Fixed), square([4.0, -0.5], 1.0, Motion::Dynamic)];
        let mut level = weightless(bodies, 1);
        level.world.gravity = [gravity, 0.0];
        let mut stage = Stage::new(&level);
        let mut repositioning = Repositioning::default();
        let mut detection = Vec::new();
        for frame in 0..2 {
            stage.begin(&mut repositioning);
            if frame == 0 {
                stage.see(
                    &mut repositioning,
                    PhaseKind::Reposition,
                    Touched::Few(&[2, 3, 4], None),
                    |state, ledger| {
                        state.positions[4] = v(4.0, 0.0);
                        state.velocities[4] = v(0.0, speed);
                        give(ledger, Entry::Repositioning, 0.5 * speed * speed);
                        give(ledger, other, given);
                    },
                );
            }
            detection.extend(stage.end(&mut repositioning));
        }
        detection
    }

    #[test]
    fn repositioning_reports_energy_of_a_corrected_node() {
        let made = 0.5 * 0.25 * 0.25;
        let detection = put_back(0.25, work("damping"), 0.0, 0.0);
        // At rest, the resting speed counts: a thousandth of the diagonal per frame. Afterwards one node moves at 0.25
        // and three count as resting.
        let resting = 0.001 * 2.0_f64.sqrt();
        let kinetic = made + 3.0 * 0.5 * resting * resting;
        assert_eq!(detection.len(), 1, "reported once the energy has lasted for two frames");
        let [of, has, own, way] = detection[0].numbers;
        assert_eq!((of, own, way), (made, made, 0.5));
        assert!((has - kinetic).abs() < 1e-15, "{has}");
        assert!((detection[0].gravity - made / (0.5 * kinetic)).abs() < 1e-12);
    }

    #[test]
    fn repositioning_ignores_external_work_and_invisible_lifts() {
        let made = 0.5 * 0.25 * 0.25;
        assert!(put_back(0.25, work("decor"), made, 0.0).is_empty(), "the decor pushed it");
        assert!(put_back(0.25, work("hand"), made, 0.0).is_empty());
        assert_eq!(put_back(0.25, work("hand"), -made, 0.0).len(), 1);
        // With gravity 0.02, lifting four masses by a hundredth of the diagonal sqrt(2) takes 0.00113. At 0.045 a node
        // has 0.00101: more than half of the motion, 0.5·(0.00101 + 3·½·0.02²) = 0.00081, but not visible. At 0.06 it
        // has 0.0018, more than that and than half of 0.0024. (Gravity is parallel to the edge, so repositioning lifts
        // nothing.)
        assert!(put_back(0.045, work("damping"), 0.0, 0.02).is_empty());
        assert_eq!(put_back(0.06, work("damping"), 0.0, 0.02).len(), 1);
    }
}
