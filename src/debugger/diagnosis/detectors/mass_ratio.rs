//! Detector: masses that differ too much for the step, or so much that one body crushes another.

use crate::debugger::diagnosis::examiner::{Detect, DetectorContext, DetectorNeeds};
use crate::debugger::diagnosis::finding::Detection;
use crate::debugger::diagnosis::support::{ends_frame, hull_area, mass_of, shared_part};
use crate::debugger::diagnosis::swings::{ChosenSwings, Swing, reached, rest_length};
use crate::debugger::diagnosis::{Detector, Harm, Problem, consequences, remedies, who};
use crate::debugger::probes::Scope;
use crate::debugger::why::brief;
use crate::engine::{Layout, Phase, PhaseKind, Touched};
use crate::level::Place;
use std::collections::BTreeMap;

pub(super) const DETECTOR: Detector = Detector {
    problem: Problem::MassRatio,
    id: Problem::MassRatio.id(),
    letter: 'M',
    title: "Mass ratio",
    plural: "mass ratios too large for the step",
    explanation: "A spring between masses of a ratio of eight or more reversed in six or more consecutive substeps and \
        grew to twice its initial speed. Or a body at least eight times as heavy as another one in contact pressed that \
        to half of its area, or overlaps it by an eighth, for eight frames.",
    why: "The term of a spring is k/m of the lighter end, so a light node among heavy ones needs a shorter step than \
        all others. Between bodies, a contact moves almost only the lighter side, so a light body cannot bear a heavy \
        one.",
    source: "000 §B, §C.2, §D.2",
    span: Problem::MassRatio.span(),
    harm: Harm::Any,
    is_cause: false,
    overlay: Some("strain-rate"),
    consequences: consequences::ANY,
    event: None,
    numbers: &["ratio", "measured", "turns_or_frames"],
    describe: |finding, level| {
        let [ratio, measured, count, _] = finding.numbers.map(brief);
        let own = who(level, finding.place);
        match finding.other {
            Some(Place::Spring(body, spring)) => format!(
                "{own}: lighter than its neighbour by a factor of {ratio}; spring {spring} of {} reverses in every substep, \
                 {count} times so far, to a speed of {measured}",
                level.quoted_body(body)
            ),
            other => {
                let light = other.map_or(String::new(), |other| who(level, other));
                format!("{own}: {ratio} times as heavy as {light}, which it crushes for {count} frames")
            }
        }
    },
    remedies: |level, found| remedies::nearer_masses(level, found.first.place, found.first.other),
    make: || Box::new(MassRatios::default()),
};

/// From this ratio on masses count as different.
pub(in crate::debugger::diagnosis) const RATIO: f64 = 8.0;
/// Consecutive reversals of a spring, and least growth of its speed meanwhile.
const TURNS: u32 = 6;
const GROWTH: f64 = 2.0;
/// Least change of a spring's length in one substep, as a part of its length.
const STRAIN: f64 = 0.001;
/// Least h²·k/m + 2h·c/m of one spring.
const REACHED: f64 = 0.5;
/// Part of the area that is left of a crushed body; and least overlap.
const CRUSHED: f64 = 0.5;
const DEEP: f64 = 0.125;
/// Consecutive frames in which a body is crushed.
const FRAMES: u32 = 8;

/// The detector.
#[derive(Debug, Default)]
struct MassRatios {
    swings: ChosenSwings,
    masses: Vec<f64>,
    /// Consecutive frames in which the first body of a pair crushed the second, and whether they touched in this frame.
    pairs: BTreeMap<[usize; 2], (u32, bool)>,
}

fn masses(layout: &Layout, spring: usize) -> [(f64, usize); 2] {
    let node = |node: u32| (layout.mass[node as usize], node as usize);
    [node(layout.springs.a[spring]), node(layout.springs.b[spring])]
}

fn ratio(layout: &Layout, spring: usize) -> f64 {
    let [a, b] = masses(layout, spring).map(|(mass, _)| mass);
    if a > 0.0 && b > 0.0 { (a / b).max(b / a) } else { 1.0 }
}

impl Detect for MassRatios {
    fn needs(&self) -> DetectorNeeds {
        DetectorNeeds::Phases
    }

    fn begin(&mut self, sight: &DetectorContext) {
        let layout = sight.layout;
        self.swings.begin(layout, |spring| reached(layout, spring) >= REACHED && ratio(layout, spring) >= RATIO);
        if self.masses.is_empty() {
            self.masses = (0..layout.bodies.len()).map(|body| mass_of(layout, body)).collect();
        }
    }

    fn see(&mut self, phase: Phase, touched: Touched<'_>, sight: &DetectorContext) {
        self.swings.see(touched);
        if let (PhaseKind::Impulse, Touched::Few(&[a, _, node], None)) = (phase.kind, touched) {
            let [first, second] = [node, a].map(|node| sight.body_of(node));
            let are_free = [first, second].iter().all(|&body| sight.layout.bodies[body].is_dynamic);
            let [heavy, light] =
                if self.masses[first] > self.masses[second] { [first, second] } else { [second, first] };
            if are_free && self.masses[heavy] >= RATIO * self.masses[light] {
                self.pairs.entry([heavy, light]).or_default().1 = true;
            }
        }
    }

    fn end(&mut self, sight: &DetectorContext, emit: &mut dyn FnMut(Detection)) {
        let (layout, state) = (sight.layout, sight.state);
        self.swings.end(sight, |spring, &Swing { turns, start, now, .. }| {
            let strain = now * layout.substep_time / rest_length(sight, spring);
            let is_found = turns >= TURNS && now >= GROWTH * start && strain >= STRAIN;
            if is_found {
                let [a, b] = masses(layout, spring);
                let lighter = if a.0 < b.0 { a.1 } else { b.1 };
                let detection =
                    Detection::of(Scope::Node.place(layout, lighter)).with(Scope::Spring.place(layout, spring));
                let ratio = ratio(layout, spring);
                emit(detection.measuring(ratio / RATIO, [ratio, now, f64::from(turns)]));
            }
            is_found
        });
        if !ends_frame(layout, state) {
            return;
        }
        for (&[heavy, light], (frames, has_met)) in &mut self.pairs {
            let whole = 0.5 * layout.bodies[light].initial_doubled_area;
            let is_crushed = std::mem::take(has_met)
                && !state.blown_up[light]
                && !state.blown_up[heavy]
                && whole > 0.0
                && (hull_area(layout, state, light) < CRUSHED * whole
                    || shared_part(layout, state, [heavy, light], DEEP) >= DEEP);
            *frames = if is_crushed { *frames + 1 } else { 0 };
            if *frames == FRAMES {
                let ratio = self.masses[heavy] / self.masses[light];
                let left = hull_area(layout, state, light) / whole;
                let detection = Detection::of(Place::Body(heavy)).with(Place::Body(light));
                emit(detection.measuring(ratio / RATIO, [ratio, left, f64::from(FRAMES)]));
            }
        }
    }

    fn forget(&mut self) {
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::debugger::diagnosis::diagnose;
    use crate::level::{Body, Level, Node, Role, Spring};

    /// Masses 1 and `light` on a spring with k = 100: h²·k(1 + 1/light), h = 1/16.
    fn pair(light: f64) -> Level {
        let mut nodes = vec![Node::at([0.0, 0.0]), Node::at([1.0, 0.0])];
        nodes[1].role = Role::Mass(light);
        nodes[1].velocity = [0.01, 0.0];
        let springs = vec![Spring { a: 0, b: 1, rest_length: 1.0, stiffness: 100.0, damping: 0.0 }];
        let mut level =
            Level { bodies: vec![Body { nodes, springs, gas: 0.0, ..Body::default() }], ..Level::default() };
        level.world.gravity = [0.0, 0.0];
        level
    }

    #[test]
    fn mass_ratio_needs_a_light_end_that_is_unstable() {
        // 100/256·(1 + 1/light) is above 4 for a light mass below 0.108.
        let count = |light: f64| diagnose(&pair(light), 8, |_| true).unwrap().count(Problem::MassRatio);
        assert_eq!(count(0.08), 1);
        assert_eq!(count(0.125), 0, "a ratio of eight that is stable at this step");
        assert_eq!(count(0.5), 0);
    }
}
