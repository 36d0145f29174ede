//! Detector: energy that contacts make by putting nodes elsewhere.
//!
//! It goes by the ledger of energy.

use crate::debugger::diagnosis::examiner::{Detect, DetectorContext};
use crate::debugger::diagnosis::finding::Told;
use crate::debugger::diagnosis::support::{edge_of, resting_speed, sizes};
use crate::debugger::diagnosis::{Detector, Harm, Illness, Span, remedies, who};
use crate::debugger::probes::Scope;
use crate::debugger::why::number;
use crate::engine::energy;
use crate::engine::ledger::Entry;
use crate::engine::{Layout, Phase, PhaseKind, State, Touched};
use crate::geometry::DVec2;
use crate::level::Place;

pub(super) const DETECTOR: Detector = Detector {
    illness: Illness::Repositioning,
    id: "repositioning",
    letter: 'P',
    title: "Energy from repositioning",
    plural: "windows in which repositioning made energy",
    explanation: "Within a window of frames the repositioning of contacts gave the bodies that touch one another more energy than \
                  half of all the kinetic energy that these had, and than would lift each of them by a hundredth of its size; and \
                  their own energy rose by that from frame to frame, less what decor, hand, driven bodies, discs and all other \
                  work from outside gave. So what a contact gives and the next one takes is not counted. The contact that gave \
                  most is named.",
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
        let finer = remedies::substeps(level, 2.0, "nodes are found half as deep, and put back half as far");
        let outside = remedies::start_outside(level, found);
        let others =
            [remedies::without_barycentre_rule(), remedies::softer_repositioning(), remedies::entry_edge(), finer];
        outside.into_iter().chain(others).collect()
    },
    make: || Box::new(Repositioning::default()),
};

/// What is made, as a part of the greatest kinetic energy, for it to count: as much as would throw all that moves up by half
/// of what it fell.
const SHARE: f64 = 0.5;

/// By which part of its size a body must be lifted to be seen lifted, where hardly anything moves: what is less is creep
/// of what rests.
const LIFT: f64 = 0.01;

/// What else gives energy, to whichever body.
const OTHERS: [Entry; 6] =
    [Entry::Decor, Entry::Hand, Entry::Inputs, Entry::Sticks, Entry::Obstacles, Entry::Barycentres];

/// What contacts do, phase by phase.
const CONTACT: [Entry; 3] = [Entry::Impulse, Entry::Friction, Entry::Repositioning];

/// See the module.
#[derive(Debug, Default)]
struct Repositioning {
    bodies: Vec<BodyWindow>,
    /// What the ledger had of contacts before this phase.
    known: [f64; 3],
    /// What each of [`OTHERS`] gave in this window, and driven bodies and discs.
    given: [f64; OTHERS.len() + 1],
}

/// A body in this window.
#[derive(Clone, Copy, Debug)]
struct BodyWindow {
    /// A body that it is in contact with, directly or not, or itself: what leads to the one that stands for all.
    next: usize,
    size: f64,
    /// Its energy at the start of the window, and at the end of the last frame.
    start: f64,
    last: f64,
    /// Its greatest kinetic energy at the start of a substep.
    kinetic: f64,
    /// What lifts it so far that it is seen.
    lift: f64,
    /// What repositioning gave in contacts of its nodes or of its hull, each counted for one body only.
    made: f64,
    most: Option<(f64, Told)>,
    is_told: bool,
}

impl BodyWindow {
    fn new(layout: &Layout, state: &State, body: usize, size: f64) -> Self {
        let weight = free(layout, body).map(|node| layout.mass[node]).sum::<f64>()
            * DVec2::from(layout.settings.gravity).length();
        let start = energy::of_body(layout, state, body).total;
        let lift = LIFT * size * weight;
        Self { next: body, size, start, last: start, kinetic: 0.0, lift, made: 0.0, most: None, is_told: false }
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
            // What rests counts as moving at the speed up to which that is called so.
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
        let outside = OTHERS.len();
        match touched {
            Touched::Few(&[a, b, node], None) => {
                let [own, other] = [sight.body_of(node), sight.body_of(a)];
                if [own, other].iter().any(|&body| layout.bodies[body].path.is_some()) {
                    self.given[outside] += gain;
                } else if phase.kind == PhaseKind::Reposition {
                    self.put_back(sight, [own, other], [a, b, node], gain);
                }
            }
            // Of what a disc gives, only what the hull gets is known: how fast its ends are.
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

    fn end(&mut self, sight: &DetectorContext, tell: &mut dyn FnMut(Told)) {
        let DetectorContext { layout, state, ledger, .. } = *sight;
        for (given, entry) in self.given.iter_mut().zip(OTHERS) {
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
            let Some(TouchingBodies { made, kinetic, lift, rise, most: Some((own, told)) }) = group else { continue };
            let limit = (SHARE * kinetic).max(lift);
            if self.bodies[leader].is_told || made <= limit || rise - given <= limit {
                continue;
            }
            self.bodies[leader].is_told = true;
            tell(told.measuring(made / limit, [made, kinetic, own, told.numbers[3]]));
        }
    }

    fn forget(&mut self) {
        *self = Self::default();
    }
}

/// Bodies that touch one another.
#[derive(Clone, Copy, Debug, Default)]
struct TouchingBodies {
    made: f64,
    kinetic: f64,
    lift: f64,
    rise: f64,
    most: Option<(f64, Told)>,
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
    /// A node of one body was put back onto an edge of the other, which gave so much energy.
    fn put_back(&mut self, sight: &DetectorContext, bodies: [usize; 2], [a, b, node]: [usize; 3], gain: f64) {
        let DetectorContext { layout, state, before, .. } = *sight;
        let dynamic = bodies.map(|body| layout.bodies[body].is_dynamic);
        if dynamic == [true, true] {
            let [first, second] = bodies.map(|body| self.leader(body));
            // The first in the level stands for all, and has told for all.
            let (low, high) = (first.min(second), first.max(second));
            self.bodies[low].is_told |= self.bodies[high].is_told;
            self.bodies[high].next = low;
        }
        let part = &mut self.bodies[if dynamic[0] { bodies[0] } else { bodies[1] }];
        part.made += gain;
        if part.most.is_none_or(|(most, _)| gain > most) {
            let edge = edge_of(layout, [a, b]).map(|(body, edge)| Place::HullEdge(body, edge));
            let told = Told { other: edge, ..Told::of(Scope::Node.place(layout, node)) };
            let way = [a, b, node].map(|node| (state.position(node) - before.positions[node]).length());
            part.most = Some((gain, told.measuring(0.0, [0.0, 0.0, gain, way[2].max(way[0])])));
        }
    }

    /// The body that stands for all that are in contact with this one.
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

    fn give(ledger: &mut Ledger, entry: Entry, energy: f64) {
        ledger.entries[entry as usize] += energy;
    }

    /// Four masses of 1 of which one is put back out of a block, and goes at a speed from then on; the books say that this
    /// was given by the repositioning, and so much more by another entry. For two frames.
    fn put_back(speed: f64, other: Entry, given: f64, gravity: f64) -> Vec<Told> {
        let bodies = vec![square([0.0, -10.0], 10.0, Motion::Fixed), square([4.0, -0.5], 1.0, Motion::Dynamic)];
        let mut level = weightless(bodies, 1);
        level.world.gravity = [gravity, 0.0];
        let mut stage = Stage::new(&level);
        let mut repositioning = Repositioning::default();
        let mut told = Vec::new();
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
            told.extend(stage.end(&mut repositioning));
        }
        told
    }

    #[test]
    fn what_a_node_got_by_being_put_back_is_made() {
        let made = 0.5 * 0.25 * 0.25;
        let told = put_back(0.25, Entry::Damping, 0.0, 0.0);
        // At the start nothing moved: then a thousandth of the diagonal a frame is what it counts as. Afterwards one node
        // goes at 0.25 and three count so.
        let resting = 0.001 * 2.0_f64.sqrt();
        let kinetic = made + 3.0 * 0.5 * resting * resting;
        assert_eq!(told.len(), 1, "told when the energy has been there for two frames");
        let [of, has, own, way] = told[0].numbers;
        assert_eq!((of, own, way), (made, made, 0.5));
        assert!((has - kinetic).abs() < 1e-15, "{has}");
        assert!((told[0].gravity - made / (0.5 * kinetic)).abs() < 1e-12);
    }

    #[test]
    fn what_others_gave_or_what_lifts_nothing_is_not() {
        let made = 0.5 * 0.25 * 0.25;
        assert!(put_back(0.25, Entry::Decor, made, 0.0).is_empty(), "the decor pushed it");
        assert!(put_back(0.25, Entry::Hand, made, 0.0).is_empty());
        assert_eq!(put_back(0.25, Entry::Hand, -made, 0.0).len(), 1);
        // With a gravity of 0.02, four masses are lifted by a hundredth of a diagonal of sqrt(2) by 0.00113. At 0.045 a node has
        // 0.00101: more than half of what moves has, 0.5·(0.00101 + 3·½·0.02²) = 0.00081, but nothing is seen. At 0.06
        // it has 0.0018, more than that and than half of 0.0024. (The weight is along the edge: putting it back lifts nothing.)
        assert!(put_back(0.045, Entry::Damping, 0.0, 0.02).is_empty());
        assert_eq!(put_back(0.06, Entry::Damping, 0.0, 0.02).len(), 1);
    }
}
