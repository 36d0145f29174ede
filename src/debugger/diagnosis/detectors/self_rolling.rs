//! Detector: bodies that turn although nothing turned them.
//!
//! Must never know: friction, which turns bodies rightly.

use crate::debugger::diagnosis::examiner::{Detect, Sight};
use crate::debugger::diagnosis::finding::Told;
use crate::debugger::diagnosis::support::Contact;
use crate::debugger::diagnosis::{Detector, Harm, Illness, Span, WINDOW, cures, who};
use crate::debugger::why::number;
use crate::engine::{Layout, Phase, PhaseKind, State, Touched};
use crate::geometry::{DVec2, cross};
use crate::level::Place;

pub(super) const DETECTOR: Detector = Detector {
    illness: Illness::SelfRolling,
    id: "self-rolling",
    letter: 'L',
    title: "Self-rolling",
    plural: "bodies turned by the lever arm that is left out",
    explanation: "A body spins, so fast that a window of frames turns it by half of a full turn or more, and at least half of its \
                  angular momentum was made, within the window, by impulses that it got at the middle of a hull edge where they \
                  should have acted at the place of the contact. An impulse between two changes no angular momentum about the point \
                  where they touch; what it did change is counted.",
    why: "The impulse of the source gives both ends of the edge the same change of velocity, wherever between them the node is: as \
          if it had hit the middle. So the pair of forces does not lie on one line, and what is missing or too much is a \
          turn out of nothing. The longer the edges, the longer the lever.",
    source: "000 §D.2",
    span: Span::Window,
    harm: Harm::Any,
    is_cause: false,
    event: None,
    numbers: &["angular_momentum_made", "angular_momentum", "turns_per_window"],
    describe: |finding, level| {
        let [made, has, turns, _] = finding.numbers.map(number);
        format!(
            "{}: {made} of its angular momentum of {has} was made by impulses without a lever arm; at this rate it turns {turns} \
             times around in a window",
            who(level, finding.place)
        )
    },
    remedies: |_, found| vec![cures::split_edges(found)],
    make: || Box::new(SelfRolling::default()),
};

/// How much of the angular momentum must have been made.
const SHARE: f64 = 0.5;

/// By how much of a full turn a window, about a second, must turn it.
const TURN: f64 = 0.5;

/// See the module.
#[derive(Debug, Default)]
struct SelfRolling {
    /// Angular momentum made in this window, by body.
    made: Vec<f64>,
    told: Vec<bool>,
    discs: Vec<DVec2>,
}

impl Detect for SelfRolling {
    fn begin(&mut self, sight: &Sight) {
        self.made.resize(sight.layout.bodies.len(), 0.0);
        self.told.resize(sight.layout.bodies.len(), false);
        self.discs.clone_from(&sight.state.disc_velocities);
    }

    fn see(&mut self, phase: Phase, touched: Touched<'_>, sight: &Sight) {
        if phase.kind != PhaseKind::Impulse {
            return;
        }
        let Some(contact) = Contact::of(touched, sight, &self.discs) else { return };
        let Sight { layout, state, before, .. } = *sight;
        if contact.other < self.made.len() && layout.bodies[contact.other].is_dynamic {
            self.made[contact.other] += contact
                .ends
                .map(|end| {
                    let change = sight.velocity(end) - before.velocities[end];
                    layout.mass[end] * cross(state.position(end) - contact.at, change)
                })
                .into_iter()
                .sum::<f64>();
        }
    }

    fn end(&mut self, sight: &Sight, tell: &mut dyn FnMut(Told)) {
        let Sight { layout, state, .. } = *sight;
        if state.substep + 1 != layout.settings.substeps {
            return;
        }
        for body in 0..self.made.len() {
            let made = self.made[body];
            if made == 0.0 || self.told[body] || state.blown_up[body] {
                continue;
            }
            let Some(spin) = spin(layout, state, body) else { continue };
            let window = WINDOW as f64 * layout.settings.frame_time;
            let turns = spin.momentum.abs() / spin.inertia * window / std::f64::consts::TAU;
            if made * spin.momentum > 0.0 && made.abs() >= SHARE * spin.momentum.abs() && turns >= TURN {
                self.told[body] = true;
                tell(Told::of(Place::Body(body)).measuring(turns / TURN, [made, spin.momentum, turns]));
            }
        }
    }

    fn forget(&mut self) {
        self.made.clear();
        self.told.clear();
    }
}

/// How a body turns about its own barycentre.
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
