//! Probes for findings of the detectors since the previous moment: in the substep, or in all substeps of the frame.

use super::{Finding, ProbeSample, Problem, Scope};

fn of<'a>(look: &ProbeSample<'a>, problem: Problem) -> impl Iterator<Item = &'a Finding> {
    look.found.unwrap_or(&[]).iter().filter(move |finding| finding.problem == problem)
}

/// Number of findings of a problem.
pub(super) fn count(look: &ProbeSample, problem: Problem) -> f64 {
    of(look, problem).count() as f64
}

/// Number of findings of the problem with this index.
pub(crate) fn count_of_problem(look: &ProbeSample, problem: usize) -> f64 {
    Problem::ALL.get(problem).map_or(0.0, |&problem| count(look, problem))
}

/// True if one of the findings is about this part.
pub(super) fn is_about(look: &ProbeSample, problem: Problem, scope: Scope, index: usize) -> bool {
    let mut found = of(look, problem).peekable();
    // The lookup of the part is a search, and usually there are no findings.
    found.peek().is_some() && {
        let place = scope.place(look.world.layout(), index);
        found.any(|finding| finding.place == place)
    }
}
