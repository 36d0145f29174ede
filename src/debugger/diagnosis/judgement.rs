//! Judges a remedy by comparing the diagnoses of two runs, over all problems.

use super::{Diagnosis, Problem, Remedy};
use crate::debugger::diagnosis::Detector;

/// Result of the comparison of a run with a remedy to the run without it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// The problems that it is for are gone, and nothing else is worse.
    Fixed,
    /// Some problem is found less often, and none more often.
    Better,
    /// No problem is found less often.
    NoBetter,
    /// Some problem is found less often, and another more often.
    Trades {
        /// Problems found less often.
        less: Vec<Problem>,
        /// Problems found more often.
        more: Vec<Problem>,
    },
}

impl Judgement {
    /// Order of remedies: the best first, those that were not tried (`None`) between those that help and the others.
    pub fn rank(of: Option<&Self>) -> u8 {
        match of {
            Some(Self::Fixed) => 0,
            Some(Self::Better) => 1,
            None => 2,
            Some(Self::Trades { .. }) => 3,
            Some(Self::NoBetter) => 4,
        }
    }

    /// A few words for the UI.
    pub fn words(&self) -> String {
        let titles = |list: &[Problem]| {
            list.iter().map(|problem| Detector::of(*problem).title.to_lowercase()).collect::<Vec<_>>().join(", ")
        };
        match self {
            Self::Fixed => "fixed".to_owned(),
            Self::Better => "better".to_owned(),
            Self::NoBetter => "no better".to_owned(),
            Self::Trades { less, more } => format!("trades {} for {}", titles(less), titles(more)),
        }
    }
}

/// Compares a run with a remedy to the run without it. `of` lists the problems that the remedy is for. If it is empty
/// (a defect without symptoms), the remedy must remove the defect.
pub fn judge(of: &[Problem], before: &Diagnosis, after: &Diagnosis) -> Judgement {
    let all: Vec<Problem> = super::ALL.iter().map(|detector| detector.problem).collect();
    let is_more = |problem: &Problem| after.count(*problem) > before.count(*problem);
    let is_less = |problem: &Problem| after.count(*problem) < before.count(*problem);
    let [more, less]: [Vec<Problem>; 2] =
        [all.iter().copied().filter(is_more).collect(), all.iter().copied().filter(is_less).collect()];
    let has_defect_gone = after.causes.len() < before.causes.len();
    let is_gone = of.iter().all(|problem| after.count(*problem) == 0) && (!of.is_empty() || has_defect_gone);
    match (more.is_empty(), less.is_empty()) {
        (true, _) if is_gone => Judgement::Fixed,
        (true, false) => Judgement::Better,
        (false, false) => Judgement::Trades { less, more },
        _ => Judgement::NoBetter,
    }
}

/// Pairs of remedies to try together, the most effective first. Empty if a single remedy is enough. `tried` lists
/// remedies with their judgements. Pairs that set the same value are left out.
pub fn together(tried: &[(Remedy, Judgement)]) -> Vec<Remedy> {
    const MOST: usize = 3;
    if tried.iter().any(|(_, judgement)| *judgement == Judgement::Fixed) {
        return Vec::new();
    }
    let mut useful: Vec<&(Remedy, Judgement)> =
        tried.iter().filter(|(_, judgement)| *judgement != Judgement::NoBetter).collect();
    useful.sort_by_key(|(_, judgement)| Judgement::rank(Some(judgement)));
    let mut pairs = Vec::new();
    for (index, (first, _)) in useful.iter().enumerate() {
        for (second, _) in &useful[index + 1..] {
            let are_apart = first.edits.iter().all(|edit| second.edits.iter().all(|other| !edit.meets(other)));
            if are_apart && pairs.len() < MOST {
                pairs.push(first.and(second));
            }
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::debugger::diagnosis::{Diagnosed, Edit, Finding};
    use crate::level::Place;

    fn found(counts: &[(Problem, u64)]) -> Diagnosis {
        let one = |&(problem, count): &(Problem, u64)| {
            let first = Finding {
                frame: 0,
                substep: 0,
                problem,
                place: Place::Body(0),
                other: None,
                gravity: 1.0,
                numbers: [0.0; 4],
            };
            Diagnosed { problem, count, first, worst: first, spots: Vec::new(), place_count: 1 }
        };
        Diagnosis { frames: 10, problems: counts.iter().map(one).collect(), ..Diagnosis::default() }
    }

    #[test]
    fn judge_reports_a_trade_if_another_problem_appears() {
        use Problem::{Flip, Spill, WrongEdge};
        let before = found(&[(WrongEdge, 12)]);
        let judged = |after: &[(Problem, u64)]| judge(&[WrongEdge], &before, &found(after));
        assert_eq!(judged(&[]), Judgement::Fixed);
        assert_eq!(judged(&[(WrongEdge, 3)]), Judgement::Better);
        assert_eq!(judged(&[(WrongEdge, 12)]), Judgement::NoBetter);
        assert_eq!(judged(&[(WrongEdge, 12), (Flip, 1)]), Judgement::NoBetter);
        let trades = judged(&[(Flip, 86)]);
        assert_eq!(trades, Judgement::Trades { less: vec![WrongEdge], more: vec![Flip] });
        assert_eq!(trades.words(), "trades wrong edge for flipped triangle");
        // A problem that was present before and did not change does not count as a trade.
        let before = found(&[(WrongEdge, 12), (Spill, 4)]);
        assert_eq!(judge(&[WrongEdge], &before, &found(&[(Spill, 4)])), Judgement::Fixed);
    }

    #[test]
    fn together_pairs_remedies_only_if_no_single_one_is_enough() {
        let remedy = |path: &str, value: f64| Remedy {
            id: "test",
            label: path.to_owned(),
            why: String::new(),
            cost: String::new(),
            edits: vec![Edit::set(path, value)],
        };
        let [a, b, c] = [remedy("world.substeps", 8.0), remedy("bodies[0].gas", 1.0), remedy("world.substeps", 16.0)];
        let better = |remedy: &Remedy| (remedy.clone(), Judgement::Better);
        let pairs = together(&[better(&a), better(&b), better(&c)]);
        assert_eq!(pairs.len(), 2, "a pair must not set the same value twice");
        assert_eq!(pairs[0].edits, [a.edits.clone(), b.edits.clone()].concat());
        assert!(together(&[better(&a), (b.clone(), Judgement::Fixed)]).is_empty());
        assert!(together(&[better(&a), (b, Judgement::NoBetter)]).is_empty());
    }
}
