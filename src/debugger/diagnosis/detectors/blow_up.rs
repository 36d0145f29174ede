//! Detector: bodies that fly apart and discs without a finite position, with the first node and the phase that moved
//! it.

use crate::debugger::diagnosis::examiner::{Detect, DetectorContext, DetectorNeeds};
use crate::debugger::diagnosis::finding::Detection;
use crate::debugger::diagnosis::{Detector, Harm, Problem, consequences, remedies, who};
use crate::debugger::probes::Scope;
use crate::debugger::why::brief;
use crate::engine::{EventKind, Layout, Phase, PhaseKind, State, Touched};
use crate::geometry::DVec2;

pub(super) const DETECTOR: Detector = Detector {
    problem: Problem::BlowUp,
    id: Problem::BlowUp.id(),
    letter: 'B',
    title: "Blow-up",
    plural: "blow-ups",
    explanation: "A node moves further in one substep, relative to its body as a whole, than the body is large; or a \
        coordinate is no longer finite. The first node of each body is named, with the phase of the substep that \
        changed its velocity most. Reported when it begins.",
    why: "Some part returned more energy than it received, repeatedly: springs too stiff for the step, or a contact \
        that moves a node far and so stretches all its springs. The original fault is reported earlier, as a problem \
        of its own, if it is known.",
    source: "000 §B, §C.2",
    span: Problem::BlowUp.span(),
    harm: Harm::Any,
    is_cause: true,
    overlay: Some("velocities"),
    consequences: consequences::ANY,
    event: Some(EventKind::BlowUp),
    numbers: &["way_per_substep", "size_of_body", "phase"],
    describe: |finding, level| {
        let [way, size, phase, _] = finding.numbers;
        let by = PhaseKind::ALL.get(phase as usize).map_or("", |kind| kind.title());
        let who = who(level, finding.place);
        if way == f64::MAX {
            format!("{who}: no longer finite, after {by}")
        } else {
            format!("{who}: {by} moved it by {} in one substep; the body's size is {}", brief(way), brief(size))
        }
    },
    remedies: |level, found| {
        vec![
            remedies::less_gas(level, found),
            remedies::enough_substeps(level),
            remedies::substeps(level, 4.0, "oscillations are resolved more finely, and contacts are found less deep"),
            remedies::without_barycentre_rule(),
            remedies::damped(level),
        ]
    },
    make: || Box::new(BlowUps::default()),
};

/// The detector.
#[derive(Debug, Default)]
struct BlowUps {
    /// True if the body or disc was healthy at the start of the substep.
    bodies: Vec<bool>,
    discs: Vec<bool>,
    /// Size of each body.
    sizes: Vec<f64>,
    /// The phase that changed the velocity of each node most, with the change.
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
            // NaN counts as the largest change.
            let change = if change.is_nan() { f64::INFINITY } else { change };
            if change > self.thrown[node].0 {
                self.thrown[node] = (change, phase.kind);
            }
        };
        match touched {
            Touched::AllNodes | Touched::All => (0..sight.layout.node_count).for_each(look),
            Touched::Few(nodes, _) => nodes.iter().for_each(|&node| look(node)),
            _ => {}
        }
    }

    fn end(&mut self, &DetectorContext { layout, state, .. }: &DetectorContext, emit: &mut dyn FnMut(Detection)) {
        for body in (0..layout.bodies.len()).filter(|&body| self.bodies[body]) {
            if let Some((node, way)) = self.runaway(layout, state, body) {
                let (size, phase) = (self.sizes[body], self.thrown[node].1);
                let detection = Detection::of(Scope::Node.place(layout, node));
                let phase = PhaseKind::ALL.iter().position(|&kind| kind == phase).unwrap_or_default();
                emit(detection.measuring(way / size, [way, size, phase as f64]));
            }
        }
        for disc in (0..self.discs.len()).filter(|&disc| self.discs[disc] && state.disc_blown_up[disc]) {
            let phase = PhaseKind::ALL.iter().position(|&kind| kind == PhaseKind::DiscFlight).unwrap_or_default();
            let detection = Detection::of(Scope::Disc.place(layout, disc));
            emit(detection.measuring(f64::MAX, [f64::MAX, 2.0 * layout.discs.radius[disc], phase as f64]));
        }
    }

    fn forget(&mut self) {
        self.sizes.clear();
    }
}

impl BlowUps {
    /// The fastest node of a body, relative to the body as a whole, with its path in a substep. None unless that
    /// exceeds the body's size. Infinite if no longer finite.
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

/// Size of a body by its layout: the longest spring or stick, or the side of a square of its area.
fn size(layout: &Layout, body: usize) -> f64 {
    let parts = &layout.bodies[body];
    let lengths = layout.springs.rest_length[parts.springs.clone()].iter();
    let longest = lengths.chain(&layout.sticks.length[parts.sticks.clone()]).fold(0.0, |a: f64, &b| a.max(b));
    longest.max((0.5 * parts.initial_doubled_area.abs()).sqrt())
}
