//! Detector: bodies that fly apart, and discs that are no longer anywhere, with the first node and what threw it.

use crate::debugger::diagnosis::examiner::{Detect, DetectorContext, DetectorNeeds};
use crate::debugger::diagnosis::finding::Told;
use crate::debugger::diagnosis::{Detector, Harm, Illness, Span, remedies, who};
use crate::debugger::probes::Scope;
use crate::debugger::why::number;
use crate::engine::{EventKind, Layout, Phase, PhaseKind, State, Touched};
use crate::geometry::DVec2;

pub(super) const DETECTOR: Detector = Detector {
    illness: Illness::BlowUp,
    id: "blow-up",
    letter: 'B',
    title: "Blow-up",
    plural: "blow-ups",
    explanation: "A node has a speed, against the body as a whole, at which one substep takes it farther than the body is \
                  large, or a coordinate is no longer a finite number. The first node of each body is named, with the phase of \
                  the substep that changed its velocity most. It is told when it begins.",
    why: "Something gave back more than it got, again and again: springs that are too stiff for the step, a contact that puts \
          a node far away, and with it tears at all springs of that node. What began it is told before it, as an illness of \
          its own, if it is known.",
    source: "000 §B, §C.2",
    span: Span::Substeps,
    harm: Harm::Any,
    is_cause: true,
    event: Some(EventKind::BlowUp),
    numbers: &["way_per_substep", "size_of_body", "phase"],
    describe: |finding, level| {
        let [way, size, phase, _] = finding.numbers;
        let by = PhaseKind::ALL.get(phase as usize).map_or("", |kind| kind.title());
        let who = who(level, finding.place);
        if way == f64::MAX {
            format!("{who}: no longer a finite number, after {by}")
        } else {
            format!("{who}: {by} threw it {} in one substep, where the body is {} large", number(way), number(size))
        }
    },
    remedies: |level, found| {
        vec![
            remedies::less_gas(level, found),
            remedies::enough_substeps(level),
            remedies::substeps(level, 4.0, "each swing is followed more closely, and each contact found less deep"),
            remedies::without_barycentre_rule(),
            remedies::damped(level),
        ]
    },
    make: || Box::new(BlowUps::default()),
};

/// See the module.
#[derive(Debug, Default)]
struct BlowUps {
    /// Whether a body, or a disc, was well at the start of the substep.
    bodies: Vec<bool>,
    discs: Vec<bool>,
    /// How large each body is.
    sizes: Vec<f64>,
    /// The phase that changed the velocity of each node most, and by how much.
    thrown: Vec<(f64, PhaseKind)>,
}

impl Detect for BlowUps {
    fn needs(&self) -> DetectorNeeds {
        DetectorNeeds::Phases
    }

    fn begin(&mut self, &DetectorContext { layout, state, .. }: &DetectorContext) {
        if self.sizes.len() != layout.bodies.len() {
            self.sizes = (0..layout.bodies.len()).map(|body| size(layout, body)).collect();
        }
        self.bodies.clear();
        for body in 0..layout.bodies.len() {
            let is_well = self.runaway(layout, state, body).is_none();
            self.bodies.push(is_well);
        }
        self.discs.clear();
        self.discs.extend(state.disc_blown_up.iter().map(|is_blown_up| !is_blown_up));
        self.thrown.clear();
        self.thrown.resize(layout.node_count, (0.0, PhaseKind::Integration));
    }

    fn see(&mut self, phase: Phase, touched: Touched<'_>, sight: &DetectorContext) {
        let mut look = |node: usize| {
            let change = (sight.velocity(node) - sight.before.velocities[node]).length();
            // What is no number counts as more than any.
            let change = if change.is_nan() { f64::INFINITY } else { change };
            if change > self.thrown[node].0 {
                self.thrown[node] = (change, phase.kind);
            }
        };
        match touched {
            Touched::AllNodes => (0..sight.layout.node_count).for_each(look),
            Touched::Few(nodes, _) => nodes.iter().for_each(|&node| look(node)),
            _ => {}
        }
    }

    fn end(&mut self, &DetectorContext { layout, state, .. }: &DetectorContext, tell: &mut dyn FnMut(Told)) {
        for body in (0..layout.bodies.len()).filter(|&body| self.bodies[body]) {
            if let Some((node, way)) = self.runaway(layout, state, body) {
                let (size, phase) = (self.sizes[body], self.thrown[node].1);
                let told = Told::of(Scope::Node.place(layout, node));
                let phase = PhaseKind::ALL.iter().position(|&kind| kind == phase).unwrap_or_default();
                tell(told.measuring(way / size, [way, size, phase as f64]));
            }
        }
        for disc in (0..self.discs.len()).filter(|&disc| self.discs[disc] && state.disc_blown_up[disc]) {
            let phase = PhaseKind::ALL.iter().position(|&kind| kind == PhaseKind::DiscFlight).unwrap_or_default();
            let told = Told::of(Scope::Disc.place(layout, disc));
            tell(told.measuring(f64::MAX, [f64::MAX, 2.0 * layout.discs.radius[disc], phase as f64]));
        }
    }

    fn forget(&mut self) {
        self.sizes.clear();
    }
}

impl BlowUps {
    /// The node of a body that goes farthest in a substep, as seen from the body as a whole, if that is farther than the
    /// body is large; and how far that is. Infinite where it is no longer a finite number.
    fn runaway(&self, layout: &Layout, state: &State, body: usize) -> Option<(usize, f64)> {
        let parts = &layout.bodies[body];
        let free = || parts.nodes.clone().filter(|&node| layout.inverse_mass[node] != 0.0);
        if !parts.is_dynamic {
            return None;
        }
        if let Some(node) = free().find(|&node| !(state.position(node).is_finite() && state.velocity(node).is_finite()))
        {
            return Some((node, f64::INFINITY));
        }
        let (mut momentum, mut mass) = (DVec2::ZERO, 0.0);
        for node in free() {
            momentum += state.velocity(node) * layout.mass[node];
            mass += layout.mass[node];
        }
        let mean = momentum / mass;
        let way = |node: usize| (state.velocity(node) - mean).length() * layout.substep_time;
        let (node, way) = free().map(|node| (node, way(node))).max_by(|a, b| a.1.total_cmp(&b.1))?;
        (way > self.sizes[body] && self.sizes[body] > 0.0).then_some((node, way))
    }
}

/// How large a body is, as far as the layout tells: its longest spring or stick, or the side of a square of its area.
fn size(layout: &Layout, body: usize) -> f64 {
    let parts = &layout.bodies[body];
    let lengths = layout.springs.rest_length[parts.springs.clone()].iter();
    let longest = lengths.chain(&layout.sticks.length[parts.sticks.clone()]).fold(0.0, |a: f64, &b| a.max(b));
    longest.max((0.5 * parts.initial_doubled_area.abs()).sqrt())
}
