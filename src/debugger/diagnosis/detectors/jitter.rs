//! Detector: resting nodes that vibrate.

use crate::debugger::diagnosis::examiner::{Detect, DetectorContext, DetectorNeeds};
use crate::debugger::diagnosis::finding::Detection;
use crate::debugger::diagnosis::support::{free_nodes, resting_speed, sizes};
use crate::debugger::diagnosis::{Detector, Harm, Problem, WINDOW, remedies, who};
use crate::debugger::probes::Scope;
use crate::debugger::why::brief;
use crate::engine::{Phase, PhaseKind, Touched};
use crate::geometry::DVec2;

pub(super) const DETECTOR: Detector = Detector {
    problem: Problem::Jitter,
    id: Problem::Jitter.id(),
    letter: 'J',
    title: "Jitter at rest",
    plural: "nodes that vibrate at rest",
    explanation: "Over a whole window of frames a node was inside a hull in at least a quarter of the substeps, \
        reversed in at least half of them, and moved less than a tenth of its path length from its start. Its mean \
        speed was above the speed that gravity adds in a frame, and above a thousandth of its body's size per frame. A \
        node at rest is slower: it has the speed that gravity adds in a substep.",
    why: "Weight presses a resting node into the hull, and contacts push it out again, substep after substep. That \
        decays if each response is smaller than its cause. It does not for penalty decor too stiff for the step (h²·k/m \
        + 2h·c/m above about 2), a product of restitutions of 1 or more, or a friction above 1, which reverses the \
        motion along the edge.",
    source: "000 §D.2; 001 §C.4",
    span: Problem::Jitter.span(),
    harm: Harm::Any,
    is_cause: false,
    overlay: Some("contacts"),
    consequences: &[Problem::Jitter, Problem::Repositioning],
    event: None,
    numbers: &["speed", "turns_per_substep", "found_inside_per_substep"],
    describe: |finding, level| {
        let [speed, turns, inside, _] = finding.numbers.map(brief);
        format!(
            "{}: vibrates at a speed of {speed} in place; reverses in {turns} of all substeps, inside in {inside} of \
                them",
            who(level, finding.place)
        )
    },
    remedies: |level, found| {
        let mut remedies = remedies::softer_decor(level);
        remedies.push(remedies::calm_friction(level, found));
        remedies.push(remedies::calm_restitution(level, found));
        remedies.push(remedies::substeps(level, 2.0, "each response is to half the depth"));
        remedies
    },
    make: || Box::new(Jitter::default()),
};

/// The detector.
#[derive(Debug, Default)]
struct Jitter {
    nodes: Vec<Shiver>,
    substeps: u32,
    /// Extent of each body at the start of the window.
    sizes: Vec<f64>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Shiver {
    start: DVec2,
    velocity: DVec2,
    squares: f64,
    turns: u32,
    inside: u32,
    is_inside: bool,
}

/// Least part of the substeps in which a node must be inside, and must reverse.
const INSIDE: f64 = 0.25;
const TURNS: f64 = 0.5;

/// Greatest displacement, as a part of the path length.
const AWAY: f64 = 0.1;

impl Detect for Jitter {
    fn needs(&self) -> DetectorNeeds {
        DetectorNeeds::Phases
    }

    fn begin(&mut self, sight: &DetectorContext) {
        let DetectorContext { layout, state, .. } = *sight;
        if self.nodes.is_empty() {
            let node = |node: usize| Shiver {
                start: state.position(node),
                velocity: state.velocity(node),
                ..Shiver::default()
            };
            self.nodes = (0..layout.node_count).map(node).collect();
            self.sizes = sizes(layout, state);
            self.substeps = 0;
        }
        self.nodes.iter_mut().for_each(|node| node.is_inside = false);
    }

    fn see(&mut self, phase: Phase, touched: Touched<'_>, _: &DetectorContext) {
        if let (PhaseKind::Detect, Touched::Few(&[node], None)) = (phase.kind, touched) {
            self.nodes[node].is_inside = true;
        }
    }

    fn end(&mut self, sight: &DetectorContext, emit: &mut dyn FnMut(Detection)) {
        let DetectorContext { layout, state, .. } = *sight;
        self.substeps += 1;
        for (node, shiver) in self.nodes.iter_mut().enumerate() {
            let velocity = state.velocity(node);
            shiver.turns += u32::from(velocity.dot(shiver.velocity) < 0.0);
            shiver.inside += u32::from(shiver.is_inside);
            shiver.squares += velocity.length_squared();
            shiver.velocity = velocity;
        }
        let is_last = state.substep + 1 == layout.settings.substeps && (state.frame + 1).is_multiple_of(WINDOW);
        if !is_last {
            return;
        }
        let count = f64::from(self.substeps);
        for node in free_nodes(layout, state) {
            let shiver = &self.nodes[node];
            let speed = (shiver.squares / count).sqrt();
            let least = resting_speed(layout, self.sizes[sight.body_of(node)]);
            let [turns, inside] = [shiver.turns, shiver.inside].map(|part| f64::from(part) / count);
            let way = speed * layout.substep_time * count;
            let is_away = (state.position(node) - shiver.start).length() > AWAY * way;
            if turns >= TURNS && inside >= INSIDE && speed >= least && !is_away {
                let detection = Detection::of(Scope::Node.place(layout, node));
                emit(detection.measuring(speed / least, [speed, turns, inside]));
            }
        }
    }

    fn forget(&mut self) {
        self.nodes.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::debugger::diagnosis::stage::{Stage, square, v, weightless};
    use crate::level::{Motion, Place};

    /// A window of 32 frames of 2 substeps. Node 0 of a square of diagonal 1 is inside in every substep, moves up and
    /// down at `speed`, and drifts by `drift` in all.
    fn shivering(speed: f64, gravity: f64, drift: f64) -> Vec<Detection> {
        let mut level = weightless(vec![square([0.0, 0.0], 0.5_f64.sqrt(), Motion::Dynamic)], 2);
        level.world.gravity = [0.0, -gravity];
        let mut stage = Stage::new(&level);
        stage.state.velocities[0] = v(0.0, -speed);
        let mut jitter = Jitter::default();
        let mut detection = Vec::new();
        for substep in 0..64 {
            stage.begin(&mut jitter);
            stage.see(&mut jitter, PhaseKind::Detect, Touched::Few(&[0], None), |state, _| {
                state.velocities[0] = v(0.0, if substep % 2 == 0 { speed } else { -speed });
                state.positions[0] += v(drift / 64.0, 0.0);
            });
            detection.extend(stage.end(&mut jitter));
        }
        detection
    }

    #[test]
    fn jitter_needs_reversals_in_place() {
        // Gravity adds 0.25 per frame, so a speed of 0.5 is twice the threshold.
        let detection = shivering(0.5, 0.25, 0.0);
        assert_eq!(detection.len(), 1);
        assert_eq!(
            (detection[0].place, detection[0].gravity, detection[0].numbers),
            (Place::Node(0, 0), 2.0, [0.5, 1.0, 1.0, 0.0])
        );
        assert!(shivering(0.24, 0.25, 0.0).is_empty(), "slower than one frame of gravity");
        // Its path is 0.5 per frame, 16 in the window: a tenth of that is 1.6.
        assert_eq!(shivering(0.5, 0.25, 1.5).len(), 1);
        assert!(shivering(0.5, 0.25, 1.7).is_empty(), "it moves away");
        // Without gravity a thousandth of its body's size per frame is the threshold.
        assert_eq!(shivering(0.0011, 0.0, 0.0).len(), 1);
        assert!(shivering(0.0009, 0.0, 0.0).is_empty(), "not visible");
    }
}
