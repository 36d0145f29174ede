//! Detector: an engine limit that is reached in many substeps.

use crate::debugger::diagnosis::examiner::{Detect, DetectorContext, DetectorNeeds};
use crate::debugger::diagnosis::finding::Detection;
use crate::debugger::diagnosis::{Detector, Harm, Problem, WINDOW, remedies, who};
use crate::debugger::probes::Scope;
use crate::debugger::why::brief;
use crate::engine::{Phase, PhaseKind, Touched};
use crate::level::Place;
use std::collections::BTreeMap;

pub(super) const DETECTOR: Detector = Detector {
    problem: Problem::NoProgress,
    id: Problem::NoProgress.id(),
    letter: 'H',
    title: "No progress",
    plural: "parts at an engine limit",
    explanation: "In at least half of the substeps of a window, obstacles corrected a node eight times or more in one \
        substep, or a disc had 4096 impacts or more in one. Then the engine omits the remaining corrections, and the \
        final position does not follow from the rules.",
    why: "Obstacles are tested in up to eight passes, and impacts of one disc in one substep are limited. Between two \
        walls that each push it into the other, a node or disc needs infinitely many corrections.",
    source: "003 (multi-collisions); 002",
    span: Problem::NoProgress.span(),
    harm: Harm::Any,
    is_cause: false,
    overlay: Some("contacts"),
    consequences: &[Problem::NoProgress, Problem::Jitter, Problem::Tunnelling],
    event: None,
    numbers: &["substeps_at_the_limit", "corrections"],
    describe: |finding, level| {
        let [substeps, corrections, ..] = finding.numbers.map(brief);
        let own = who(level, finding.place);
        format!(
            "{own}: substeps of one window at the limit of corrections: {substeps}, with up to {corrections} in one of them"
        )
    },
    remedies: |level, _| vec![remedies::substeps(level, 2.0, "a shorter substep needs fewer corrections")],
    make: || Box::new(NoProgress::default()),
};

/// Corrections of a node in one substep that only repeated passes over the obstacles reach.
const PASSES: u32 = 8;
/// Impacts of a disc in one substep that no resting pile needs.
const IMPACTS: u32 = 4096;

/// The detector.
#[derive(Debug, Default)]
struct NoProgress {
    /// Corrections in this substep, by disc (true) or node (false) and index.
    now: BTreeMap<(bool, usize), u32>,
    /// By part: substeps at the limit in this window, the most corrections, and whether it was reported.
    limits: BTreeMap<(bool, usize), (u32, u32, bool)>,
}

impl Detect for NoProgress {
    fn needs(&self) -> DetectorNeeds {
        DetectorNeeds::Phases
    }

    fn begin(&mut self, _: &DetectorContext) {
        self.now.clear();
    }

    fn see(&mut self, phase: Phase, touched: Touched<'_>, _: &DetectorContext) {
        match (phase.kind, touched) {
            (PhaseKind::Obstacle, Touched::Few(&[node], None)) => *self.now.entry((false, node)).or_default() += 1,
            (PhaseKind::DiscImpact, Touched::Few(_, Some(disc))) => *self.now.entry((true, disc)).or_default() += 1,
            (PhaseKind::DiscImpact, Touched::Discs(discs)) => {
                discs.iter().for_each(|&disc| *self.now.entry((true, disc)).or_default() += 1);
            }
            _ => {}
        }
    }

    fn end(&mut self, sight: &DetectorContext, emit: &mut dyn FnMut(Detection)) {
        let needed = (u64::from(sight.layout.settings.substeps) * WINDOW).div_ceil(2);
        for (&part, &count) in &self.now {
            let (is_disc, index) = part;
            if count < if is_disc { IMPACTS } else { PASSES } {
                continue;
            }
            let (substeps, most, is_reported) = self.limits.entry(part).or_default();
            (*substeps, *most) = (*substeps + 1, count.max(*most));
            if u64::from(*substeps) >= needed && !std::mem::replace(is_reported, true) {
                let place = if is_disc { Place::Disc(index) } else { Scope::Node.place(sight.layout, index) };
                emit(Detection::of(place).measuring(1.0, [f64::from(*substeps), f64::from(*most)]));
            }
        }
    }

    fn forget(&mut self) {
        self.now.clear();
        self.limits.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::debugger::diagnosis::stage::{Stage, square, weightless};
    use crate::level::Motion;

    /// n corrections of node 2 in each substep, for frames of one substep.
    fn corrected(times: u32, frames: u64) -> Vec<Detection> {
        let mut stage = Stage::new(&weightless(vec![square([0.0, 0.0], 1.0, Motion::Dynamic)], 1));
        let mut detector = NoProgress::default();
        let mut found = Vec::new();
        for _ in 0..frames {
            stage.begin(&mut detector);
            for _ in 0..times {
                stage.see(&mut detector, PhaseKind::Obstacle, Touched::Few(&[2], None), |_, _| {});
            }
            found.extend(stage.end(&mut detector));
        }
        found
    }

    #[test]
    fn no_progress_needs_the_limit_in_half_of_a_window() {
        let found = corrected(8, 20);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].place, &found[0].numbers[..2]), (Place::Node(0, 2), &[16.0, 8.0][..]));
        assert!(corrected(7, 32).is_empty() && corrected(8, 15).is_empty());
    }
}
