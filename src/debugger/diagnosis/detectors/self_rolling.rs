//! Detector: bodies that turn although nothing turned them.

use crate::debugger::diagnosis::examiner::{Detect, DetectorContext, DetectorNeeds};
use crate::debugger::diagnosis::finding::Told;
use crate::debugger::diagnosis::support::Contact;
use crate::debugger::diagnosis::{Detector, Harm, Illness, Span, remedies, who};
use crate::debugger::why::number;
use crate::engine::{Layout, Phase, PhaseKind, State, Touched};
use crate::geometry::{DVec2, cross};
use crate::level::Place;
use std::f64::consts::TAU;

pub(super) const DETECTOR: Detector = Detector {
    illness: Illness::SelfRolling,
    id: "self-rolling",
    letter: 'L',
    title: "Self-rolling",
    plural: "bodies turned by the lever arm that is left out",
    explanation: "Within a window of frames a body really turned by half of a full turn or more, and at least half of that angle \
                  is what it turned by an angular momentum out of nothing: that of impulses which it got at the middle of a hull \
                  edge where they should have acted at the place of the contact. An impulse between two changes no angular \
                  momentum about the point where they touch; what it did change is a couple too much. It counts from the window \
                  before on, and only as much of it as is still there at the end of each frame: what friction or another \
                  contact takes away, as in a pile or a stack at rest, turns nobody.",
    why: "The impulse of the source gives both ends of the edge the same change of velocity, wherever between them the node is: as \
          if it had hit the middle. So the pair of forces does not lie on one line, and what is missing or too much is a \
          turn out of nothing. The longer the edges, the longer the lever. Of two squares in space (level 54), whose angular momentum should \
          stay what it is, the impulses make 2.5; without restitution 2.3, with a friction of 1 as much as before. With every edge \
          split in two they make 1.4, and the diagonals of 004, which share a push by where it acts, 0.03.",
    source: "000 §D.2",
    span: Span::Window,
    harm: Harm::Any,
    is_cause: false,
    event: None,
    numbers: &["turns", "turns_by_what_was_made", "angular_momentum_made", "angular_momentum"],
    describe: |finding, level| {
        let [turns, by_made, made, has] = finding.numbers.map(number);
        format!(
            "{}: turned {turns} times around in this window, {by_made} of it by impulses without a lever arm, which made {made} of \
             its angular momentum of {has}",
            who(level, finding.place)
        )
    },
    remedies: |level, found| {
        let diagonals = remedies::diagonals(level);
        std::iter::once(remedies::weighted_response()).chain(diagonals).chain([remedies::split_edges(found)]).collect()
    },
    make: || Box::new(SelfRolling::default()),
};

/// How much of the angle must be due to what was made: with less it would have turned about as far without.
const SHARE: f64 = 0.5;

/// By how much of a full turn it must have turned in a window, about a second: its top is where its bottom was.
const TURN: f64 = 0.5;

/// See the module.
#[derive(Debug, Default)]
struct SelfRolling {
    bodies: Vec<Turning>,
}

/// How a body turned, and what of its angular momentum was made.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Turning {
    /// Angular momentum made in this window, as much of it as is still there.
    made_now: f64,
    /// The same from the start of the window before on: what is made at the end of a window turns it in the next one.
    made: f64,
    /// Angle that it turned in this window, rad, and what of it what was made alone would have turned it.
    turned: f64,
    by_made: f64,
    is_told: bool,
}

impl Turning {
    /// An impulse changed the angular momentum about the point of the contact by so much.
    fn make(&mut self, couple: f64) {
        self.made_now += couple;
        self.made += couple;
    }

    /// After a frame of a given length, with the angular momentum that the body has.
    fn turn(&mut self, spin: &Spin, time: f64) {
        self.made_now = left(self.made_now, spin.momentum);
        self.made = left(self.made, spin.momentum);
        self.turned += spin.momentum / spin.inertia * time;
        self.by_made += self.made / spin.inertia * time;
    }

    /// Full turns, if that is so many and owes to what was made.
    fn illness(&self) -> Option<f64> {
        let turns = self.turned.abs() / TAU;
        let share = if self.turned == 0.0 { 0.0 } else { self.by_made / self.turned };
        (turns >= TURN && share >= SHARE).then_some(turns)
    }

    /// Another window begins.
    fn turn_page(&mut self) {
        *self = Self { made: self.made_now, ..Self::default() };
    }
}

/// What is left of an angular momentum that was made, where a body has so much in all: not more than that.
fn left(made: f64, has: f64) -> f64 {
    if made * has > 0.0 { made.abs().min(has.abs()).copysign(has) } else { 0.0 }
}

impl Detect for SelfRolling {
    fn needs(&self) -> DetectorNeeds {
        DetectorNeeds::Phases
    }

    fn begin(&mut self, sight: &DetectorContext) {
        self.bodies.resize(sight.layout.bodies.len(), Turning::default());
    }

    fn see(&mut self, phase: Phase, touched: Touched<'_>, sight: &DetectorContext) {
        if phase.kind == PhaseKind::Impulse
            && let Some(contact) = Contact::of(touched, sight)
            && sight.layout.bodies[contact.other].is_dynamic
        {
            let couple = couple(&contact, sight);
            self.bodies[contact.other].make(couple);
        }
    }

    fn end(&mut self, sight: &DetectorContext, tell: &mut dyn FnMut(Told)) {
        let DetectorContext { layout, state, .. } = *sight;
        if state.substep + 1 != layout.settings.substeps {
            return;
        }
        for (body, turning) in self.bodies.iter_mut().enumerate() {
            if !layout.bodies[body].is_dynamic || state.blown_up[body] {
                continue;
            }
            let Some(spin) = spin(layout, state, body) else { continue };
            turning.turn(&spin, layout.settings.frame_time);
            if turning.is_told {
                continue;
            }
            if let Some(turns) = turning.illness() {
                turning.is_told = true;
                let numbers = [turns, turning.by_made.abs() / TAU, turning.made, spin.momentum];
                tell(Told::of(Place::Body(body)).measuring(turns / TURN, numbers));
            }
        }
    }

    fn turn_page(&mut self) {
        self.bodies.iter_mut().for_each(Turning::turn_page);
    }

    fn forget(&mut self) {
        self.bodies.clear();
    }
}

/// The angular momentum about the place of a contact that its impulse gave to the edge: nothing, if it acted there. The
/// momentum is that which the other side got, so that this is a couple, the same about every point.
fn couple(contact: &Contact, sight: &DetectorContext) -> f64 {
    let DetectorContext { layout, state, before, .. } = *sight;
    let of = |end: usize| {
        let change = sight.velocity(end) - before.velocities[end];
        layout.mass[end] * cross(state.position(end) - contact.at, change)
    };
    contact.ends.map(of).into_iter().sum()
}

/// How a body turns about its own barycentre.
#[derive(Clone, Copy, Debug)]
struct Spin {
    momentum: f64,
    inertia: f64,
}

/// None for a body that is held somewhere: its hold may turn it.
fn spin(layout: &Layout, state: &State, body: usize) -> Option<Spin> {
    let nodes = || layout.bodies[body].nodes.clone().filter(|&node| layout.mass[node] > 0.0);
    if nodes().any(|node| layout.inverse_mass[node] == 0.0) {
        return None;
    }
    let (mut at, mut velocity, mut mass) = (DVec2::ZERO, DVec2::ZERO, 0.0);
    for node in nodes() {
        at += state.position(node) * layout.mass[node];
        velocity += state.velocity(node) * layout.mass[node];
        mass += layout.mass[node];
    }
    let (at, velocity) = (at / mass, velocity / mass);
    let mut spin = Spin { momentum: 0.0, inertia: 0.0 };
    for node in nodes() {
        let arm = state.position(node) - at;
        spin.momentum += layout.mass[node] * cross(arm, state.velocity(node) - velocity);
        spin.inertia += layout.mass[node] * arm.length_squared();
    }
    (spin.inertia > 0.0).then_some(spin)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::debugger::diagnosis::stage::{Stage, square, v, weightless};
    use crate::engine::ledger::Ledger;
    use crate::level::Motion;

    #[test]
    fn of_what_was_made_only_what_is_left_counts() {
        assert_eq!(left(3.0, 5.0), 3.0);
        assert_eq!(left(3.0, 2.0), 2.0);
        assert_eq!(left(-3.0, -2.0), -2.0);
        assert_eq!(left(3.0, -2.0), 0.0);
        assert_eq!(left(3.0, 0.0), 0.0);
        let mut turning = Turning::default();
        turning.make(3.0);
        // 4 of angular momentum and 2 of inertia turn it by 2 rad in a time of 1, three quarters of that by what was made.
        turning.turn(&Spin { momentum: 4.0, inertia: 2.0 }, 1.0);
        assert_eq!((turning.turned, turning.by_made, turning.illness()), (2.0, 1.5, None));
        turning.turn(&Spin { momentum: 4.0, inertia: 2.0 }, 1.0);
        assert_eq!(turning.illness(), Some(4.0 / TAU));
        // Friction stops it: nothing is left, and another window knows of nothing.
        turning.turn(&Spin { momentum: 0.0, inertia: 2.0 }, 1.0);
        turning.turn_page();
        assert_eq!(turning, Turning::default());
        // What is made late counts in the next window, and in no other.
        turning.make(2.0);
        turning.turn_page();
        assert_eq!((turning.made, turning.made_now), (2.0, 0.0));
        turning.turn_page();
        assert_eq!(turning, Turning::default());
    }

    /// A square of side 2 and masses of 1; a node comes down on its upper edge at x and gives it an impulse of 4, which the
    /// edge gets at its middle. Then it spins with `omega` for eight frames.
    fn hit_at(x: f64, omega: f64) -> Vec<Told> {
        let body = square([0.0, 0.0], 2.0, Motion::Dynamic);
        let other = square([x, 2.0], 2.0, Motion::Dynamic);
        let mut stage = Stage::new(&weightless(vec![body, other], 1));
        stage.state.velocities[4] = v(0.0, -4.0);
        let mut rolling = SelfRolling::default();
        let mut told = Vec::new();
        for frame in 0..8 {
            stage.begin(&mut rolling);
            if frame == 0 {
                stage.see(&mut rolling, PhaseKind::Impulse, Touched::Few(&[2, 3, 4], None), |state, _| {
                    state.velocities[4] = v(0.0, 0.0);
                    (state.velocities[2], state.velocities[3]) = (v(0.0, -2.0), v(0.0, -2.0));
                });
                // The springs make it one.
                let turn = |state: &mut State, _: &mut Ledger| {
                    for node in 0..4 {
                        let arm = state.positions[node] - v(1.0, 1.0);
                        state.velocities[node] = v(0.0, -1.0) + v(-arm.y, arm.x) * omega;
                    }
                };
                stage.see(&mut rolling, PhaseKind::Integration, Touched::AllNodes, turn);
            }
            told.extend(stage.end(&mut rolling));
        }
        told
    }

    #[test]
    fn a_hit_beside_the_middle_makes_its_lever_arm_times_the_impulse() {
        // 4 at x = 0.5, half a length left of the middle: each end gets 2 downwards, about the contact 2·0.5 - 2·1.5 = -2.
        // Four masses at sqrt(2) have an inertia of 8: with a spin of -0.25 all of the angular momentum is that. At 2 rad in eight
        // frames it has not turned by half of a full turn; at -0.5 a frame it has, and half of it is due.
        assert!(hit_at(0.5, -0.25).is_empty());
        let told = hit_at(0.5, -0.5);
        assert_eq!(told.len(), 1);
        // After 7 frames: 3.5 rad, the first time that it is more than pi; half of them of what was made.
        assert_eq!(told[0].numbers, [3.5 / TAU, 1.75 / TAU, -2.0, -4.0]);
        assert_eq!(told[0].gravity, 3.5 / TAU / 0.5);
        // The other way round, or hit in the middle, it is not due to that.
        assert!(hit_at(0.5, 0.5).is_empty());
        assert!(hit_at(1.0, -0.5).is_empty());
    }
}
