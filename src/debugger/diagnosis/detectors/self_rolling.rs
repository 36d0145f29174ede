//! Detector: bodies that rotate without a torque on them (spurious angular momentum of contacts).

use crate::debugger::diagnosis::examiner::{Detect, DetectorContext, DetectorNeeds};
use crate::debugger::diagnosis::finding::Detection;
use crate::debugger::diagnosis::support::Contact;
use crate::debugger::diagnosis::{Detector, Harm, Problem, remedies, who};
use crate::debugger::why::brief;
use crate::engine::{Layout, Phase, PhaseKind, State, Touched};
use crate::geometry::{DVec2, cross};
use crate::level::Place;
use std::f64::consts::TAU;

pub(super) const DETECTOR: Detector = Detector {
    problem: Problem::SelfRolling,
    id: Problem::SelfRolling.id(),
    letter: 'L',
    title: "Self-rolling",
    plural: "bodies rotated by a missing lever arm",
    explanation: "Within a window of frames a body rotated by half a turn or more, and at least half of that angle \
        comes from spurious angular momentum. That is the momentum of impulses that acted at the middle of a hull edge \
        instead of at the contact point. An impulse between two bodies does not change the angular momentum about their \
        contact point; any change is a spurious couple. Couples count from the previous window on, and only as far as \
        they remain at the end of each frame. What friction or another contact removes, as in a resting pile or stack, \
        does not count.",
    why: "The impulse of the source gives both ends of an edge the same change of velocity, independent of the position \
        of the node between them, as if it had hit the middle. So the two forces are not collinear, and their couple \
        rotates the body. Longer edges have longer lever arms. For two squares in space (level 54), whose angular \
        momentum should be constant, the impulses add 2.5; 2.3 without restitution, and 2.5 with a friction of 1. With \
        every edge split in two they add 1.4. Diagonals, which share an impulse by the crossing point, add \
        0.03, and the response `Weighted` less than 0.005.",
    source: "000 §D.2",
    span: Problem::SelfRolling.span(),
    harm: Harm::Any,
    is_cause: false,
    overlay: Some("velocities"),
    consequences: &[Problem::SelfRolling],
    event: None,
    numbers: &["turns", "turns_by_what_was_made", "angular_momentum_made", "angular_momentum"],
    describe: |finding, level| {
        let [turns, by_made, made, has] = finding.numbers.map(brief);
        format!(
            "{}: rotated {turns} times in this window, {by_made} of it by impulses without a lever arm, which added \
                {made} of its angular momentum of {has}",
            who(level, finding.place)
        )
    },
    remedies: |level, found| {
        let diagonals = remedies::diagonals(level);
        std::iter::once(remedies::weighted_response()).chain(diagonals).chain([remedies::split_edges(found)]).collect()
    },
    make: || Box::new(SelfRolling::default()),
};

/// Least part of the angle that spurious angular momentum must account for.
const SHARE: f64 = 0.5;

/// Least rotation in a window (about a second), in turns.
const TURN: f64 = 0.5;

/// The detector.
#[derive(Debug, Default)]
struct SelfRolling {
    bodies: Vec<Turning>,
}

/// Rotation of a body in the window, with its spurious angular momentum.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Turning {
    /// Spurious angular momentum of this window, as far as it remains.
    made_now: f64,
    /// The same since the start of the previous window: a couple at the end of a window rotates the body in the next
    /// one.
    made: f64,
    /// Angle rotated in this window, rad; and the part that spurious angular momentum accounts for.
    turned: f64,
    by_made: f64,
    is_reported: bool,
}

impl Turning {
    /// Adds a spurious couple about the contact point.
    fn make(&mut self, couple: f64) {
        self.made_now += couple;
        self.made += couple;
    }

    /// Advances by a frame of a given length, with the body's angular momentum at its end.
    fn turn(&mut self, spin: &Spin, time: f64) {
        self.made_now = left(self.made_now, spin.momentum);
        self.made = left(self.made, spin.momentum);
        self.turned += spin.momentum / spin.inertia * time;
        self.by_made += self.made / spin.inertia * time;
    }

    /// Number of turns, if it reaches the threshold and is mostly spurious.
    fn problem(&self) -> Option<f64> {
        let turns = self.turned.abs() / TAU;
        let share = if self.turned == 0.0 { 0.0 } else { self.by_made / self.turned };
        (turns >= TURN && share >= SHARE).then_some(turns)
    }

    /// Begins a window.
    fn begin_window(&mut self) {
        *self = Self { made: self.made_now, ..Self::default() };
    }
}

/// Remaining part of a spurious angular momentum: at most the body's total.
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

    fn end(&mut self, sight: &DetectorContext, emit: &mut dyn FnMut(Detection)) {
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
            if turning.is_reported {
                continue;
            }
            if let Some(turns) = turning.problem() {
                turning.is_reported = true;
                let numbers = [turns, turning.by_made.abs() / TAU, turning.made, spin.momentum];
                emit(Detection::of(Place::Body(body)).measuring(turns / TURN, numbers));
            }
        }
    }

    fn begin_window(&mut self) {
        self.bodies.iter_mut().for_each(Turning::begin_window);
    }

    fn forget(&mut self) {
        self.bodies.clear();
    }
}

/// Angular momentum about the contact point that the impulse gave to the edge: 0 if it acted there. The momentum is
/// that of the other side, so it is a couple, the same about every point.
fn couple(contact: &Contact, sight: &DetectorContext) -> f64 {
    let DetectorContext { layout, state, before, .. } = *sight;
    let of = |end: usize| {
        let change = sight.velocity(end) - before.velocities[end];
        layout.mass[end] * cross(state.position(end) - contact.at, change)
    };
    contact.ends.map(of).into_iter().sum()
}

/// Rotation of a body about its barycentre.
#[derive(Clone, Copy, Debug)]
struct Spin {
    momentum: f64,
    inertia: f64,
}

/// None for a body with a pinned node, which may rotate it.
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
    fn turning_counts_the_remaining_couple_only() {
        assert_eq!(left(3.0, 5.0), 3.0);
        assert_eq!(left(3.0, 2.0), 2.0);
        assert_eq!(left(-3.0, -2.0), -2.0);
        assert_eq!(left(3.0, -2.0), 0.0);
        assert_eq!(left(3.0, 0.0), 0.0);
        let mut turning = Turning::default();
        turning.make(3.0);
        // Momentum 4 and inertia 2 rotate it by 2 rad in a time of 1; three quarters of that are spurious.
        turning.turn(&Spin { momentum: 4.0, inertia: 2.0 }, 1.0);
        assert_eq!((turning.turned, turning.by_made, turning.problem()), (2.0, 1.5, None));
        turning.turn(&Spin { momentum: 4.0, inertia: 2.0 }, 1.0);
        assert_eq!(turning.problem(), Some(4.0 / TAU));
        // Friction stops it: nothing remains, and the next window starts at zero.
        turning.turn(&Spin { momentum: 0.0, inertia: 2.0 }, 1.0);
        turning.begin_window();
        assert_eq!(turning, Turning::default());
        // A couple late in a window counts in the next window only.
        turning.make(2.0);
        turning.begin_window();
        assert_eq!((turning.made, turning.made_now), (2.0, 0.0));
        turning.begin_window();
        assert_eq!(turning, Turning::default());
    }

    /// A square of side 2 with masses of 1. A node hits its upper edge at x with an impulse of 4, which acts at the
    /// middle of the edge. Then the square spins with `omega` for eight frames.
    fn hit_at(x: f64, omega: f64) -> Vec<Detection> {
        let body = square([0.0, 0.0], 2.0, Motion::Dynamic);
        let other = square([x, 2.0], 2.0, Motion::Dynamic);
        let mut stage = Stage::new(&weightless(vec![body, other], 1));
        stage.state.velocities[4] = v(0.0, -4.0);
        let mut rolling = SelfRolling::default();
        let mut detection = Vec::new();
        for frame in 0..8 {
            stage.begin(&mut rolling);
            if frame == 0 {
                stage.see(&mut rolling, PhaseKind::Impulse, Touched::Few(&[2, 3, 4], None), |state, _| {
                    state.velocities[4] = v(0.0, 0.0);
                    (state.velocities[2], state.velocities[3]) = (v(0.0, -2.0), v(0.0, -2.0));
                });
                // The springs make the motion rigid.
                let turn = |state: &mut State, _: &mut Ledger| {
                    for node in 0..4 {
                        let arm = state.positions[node] - v(1.0, 1.0);
                        state.velocities[node] = v(0.0, -1.0) + v(-arm.y, arm.x) * omega;
                    }
                };
                stage.see(&mut rolling, PhaseKind::Integration, Touched::AllNodes, turn);
            }
            detection.extend(stage.end(&mut rolling));
        }
        detection
    }

    #[test]
    fn hit_beside_the_middle_adds_lever_arm_times_impulse() {
        // 4 at x = 0.5, half a unit left of the middle: each end gets 2 downwards, about the contact 2·0.5 - 2·1.5 =
        // -2. Four masses at sqrt(2) have inertia 8, so at -0.25 all angular momentum is spurious. 2 rad in eight
        // frames are less than half a turn. At -0.5 per frame it is more, and half of it is spurious.
        assert!(hit_at(0.5, -0.25).is_empty());
        let detection = hit_at(0.5, -0.5);
        assert_eq!(detection.len(), 1);
        // After 7 frames: 3.5 rad, the first angle above pi; half of it is spurious.
        assert_eq!(detection[0].numbers, [3.5 / TAU, 1.75 / TAU, -2.0, -4.0]);
        assert_eq!(detection[0].gravity, 3.5 / TAU / 0.5);
        // With the opposite spin, or hit in the middle, there is no finding.
        assert!(hit_at(0.5, 0.5).is_empty());
        assert!(hit_at(1.0, -0.5).is_empty());
    }
}
