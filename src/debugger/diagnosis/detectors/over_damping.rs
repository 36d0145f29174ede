//! Detector: damping that reverses motion instead of slowing it down, or prevents motion.

use crate::debugger::diagnosis::examiner::{Detect, DetectorContext, DetectorNeeds};
use crate::debugger::diagnosis::finding::Detection;
use crate::debugger::diagnosis::support::ends_frame;
use crate::debugger::diagnosis::swings::{ChosenSwings, Swing, parts_reached, rest_length};
use crate::debugger::diagnosis::{Detector, Harm, Problem, WINDOW, consequences, remedies, who};
use crate::debugger::probes::Scope;
use crate::debugger::why::brief;
use crate::engine::{Phase, Touched};
use crate::geometry::DVec2;
use crate::level::Place;

pub(super) const DETECTOR: Detector = Detector {
    problem: Problem::OverDamping,
    id: Problem::OverDamping.id(),
    letter: 'D',
    title: "Over-damping",
    plural: "parts that damping reverses or stops",
    explanation: "A spring with a damping term above its stiffness term (2h·c/m above h²·k/m) reversed in six or more \
        consecutive substeps without decaying, and a substep changed its length by a thousandth or more. Or the \
        velocity retention removes half of every speed or more per frame, and a body without contact reaches less than \
        a tenth of its free-fall speed in eight frames.",
    why: "Damping is explicit: in one substep of length h it removes the part h·c/m of a speed. Above 1 it reverses the \
        speed, and above 2 the reversed speed is larger; the terms of all springs at a node add up.",
    source: "000 §C.2.b; 004 (friction)",
    span: Problem::OverDamping.span(),
    harm: Harm::Any,
    is_cause: false,
    overlay: Some("strain-rate"),
    consequences: consequences::ANY,
    event: None,
    numbers: &["damping_in_a_step", "stiffness_in_a_step", "speed_now", "turns"],
    describe: |finding, level| {
        let [damping, stiffness, speed, turns] = finding.numbers.map(brief);
        let own = who(level, finding.place);
        match finding.place {
            Place::Spring(..) => format!(
                "{own}: its damping reverses it in every substep, {turns} times so far, to a speed of {speed}; its 2h·c/m is \
                 {damping}, its h²·k/m {stiffness}"
            ),
            _ => format!(
                "{own}: falls at {speed} after eight frames; the velocity retention leaves {damping} of a speed per frame"
            ),
        }
    },
    remedies: |level, found| match found.first.place {
        Place::Spring(body, _) => remedies::less_damping(level, &[body]),
        _ => vec![remedies::less_retention()],
    },
    make: || Box::new(OverDamping::default()),
};

/// Consecutive reversals.
const TURNS: u32 = 6;
/// Least change of a spring's length in one substep, as a part of its length.
const STRAIN: f64 = 0.001;
/// Least 2h·c/m of one spring: eight such springs at a node reach the limit.
const REACHED: f64 = 0.5;
/// Frames of a window after which the speed of a fall is judged.
const FALL: u64 = 8;
/// Part of the free-fall speed below which a body counts as stopped.
const HELD: f64 = 0.1;

/// The detector.
#[derive(Debug, Default)]
struct OverDamping {
    swings: ChosenSwings,
    /// True if anything but forces acted on a body in this window, by body; empty at its start.
    touched: Vec<bool>,
}

impl Detect for OverDamping {
    fn needs(&self) -> DetectorNeeds {
        DetectorNeeds::Phases
    }

    fn begin(&mut self, sight: &DetectorContext) {
        let layout = sight.layout;
        self.swings.begin(layout, |spring| {
            let [stiffness, damping] = parts_reached(layout, spring);
            damping >= REACHED && damping > stiffness
        });
        self.touched.resize(layout.bodies.len(), false);
    }

    fn see(&mut self, _: Phase, touched: Touched<'_>, sight: &DetectorContext) {
        self.swings.see(touched);
        if let (Touched::Few(nodes, _), true) = (touched, sight.layout.settings.velocity_retention < 1.0) {
            nodes.iter().for_each(|&node| self.touched[sight.body_of(node)] = true);
        }
    }

    fn end(&mut self, sight: &DetectorContext, emit: &mut dyn FnMut(Detection)) {
        let layout = sight.layout;
        self.swings.end(sight, |spring, &Swing { turns, start, now, .. }| {
            let strain = now * layout.substep_time / rest_length(sight, spring);
            let is_found = turns >= TURNS && now >= start && strain >= STRAIN;
            if is_found {
                let [stiffness, damping] = parts_reached(layout, spring);
                let detection = Detection::of(Scope::Spring.place(layout, spring));
                emit(detection.measuring(strain / STRAIN, [damping, stiffness, now, f64::from(turns)]));
            }
            is_found
        });
        if ends_frame(layout, sight.state) && sight.state.frame % WINDOW == FALL - 1 {
            self.judge_falls(sight, emit);
        }
    }

    fn forget(&mut self) {
        self.swings.forget();
        self.touched.clear();
    }
}

impl OverDamping {
    fn judge_falls(&self, sight: &DetectorContext, emit: &mut dyn FnMut(Detection)) {
        let (layout, state) = (sight.layout, sight.state);
        let settings = &layout.settings;
        let kept = (0..settings.substeps.min(10_000)).fold(1.0, |kept, _| kept * settings.velocity_retention);
        let free = DVec2::from(settings.gravity).length() * settings.frame_time * FALL as f64;
        if kept > 0.5 || free == 0.0 || !state.hands.is_empty() {
            return;
        }
        for (index, body) in layout.bodies.iter().enumerate() {
            let nodes = || body.nodes.clone().filter(|&node| layout.mass[node] > 0.0);
            let is_free = nodes().all(|node| layout.inverse_mass[node] > 0.0);
            if !body.is_dynamic || self.touched[index] || state.blown_up[index] || !is_free {
                continue;
            }
            let momentum = nodes().fold(DVec2::ZERO, |sum, node| sum + state.velocity(node) * layout.mass[node]);
            let speed = momentum.length() / nodes().map(|node| layout.mass[node]).sum::<f64>();
            if speed < HELD * free {
                emit(Detection::of(Place::Body(index)).measuring(HELD * free / speed, [kept, 0.0, speed, 0.0]));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::debugger::diagnosis::diagnose;
    use crate::level::{Body, Level, Node, Spring};

    /// Two unit masses on a spring of rest length 1 with a rate of elongation of 0.1; 2h·c/m is 4h·c.
    fn pair(damping: f64, stiffness: f64) -> Level {
        let mut nodes = vec![Node::at([0.0, 0.0]), Node::at([1.0, 0.0])];
        nodes[1].velocity = [0.1, 0.0];
        let springs = vec![Spring { a: 0, b: 1, rest_length: 1.0, stiffness, damping }];
        let mut level =
            Level { bodies: vec![Body { nodes, springs, gas: 0.0, ..Body::default() }], ..Level::default() };
        level.world.gravity = [0.0, 0.0];
        level
    }

    #[test]
    fn over_damping_needs_a_growing_swing() {
        // With N = 16, 4c/16 = 4 is the limit: c = 16. At 16.5 the rate is multiplied by 1 - 2h·c·... = -1.0625 a substep.
        let count = |level: &Level| diagnose(level, 4, |_| true).unwrap().count(Problem::OverDamping);
        assert_eq!(count(&pair(16.5, 0.01)), 1);
        assert_eq!(count(&pair(15.0, 0.01)), 0, "it decays");
        // The same instability by stiffness is another problem: h²·2k = 4.25 at k = 544.
        assert_eq!(count(&pair(0.0, 544.0)), 0);
    }

    #[test]
    fn over_damping_by_retention_needs_a_slow_fall() {
        let mut level = pair(0.0, 0.2);
        level.world.gravity = [0.0, -0.02];
        let count = |level: &Level| diagnose(level, 10, |_| true).unwrap().count(Problem::OverDamping);
        assert_eq!(count(&level), 0);
        // The speed tends to g·h·r/(1 - r): 0.00125 for r = 0.5, compared with 0.16 in free fall.
        level.bodies[0].nodes[1].velocity = [0.0, 0.0];
        level.world.velocity_retention = 0.5;
        assert_eq!(count(&level), 1);
        level.world.velocity_retention = 0.999;
        assert_eq!(count(&level), 0);
    }
}
