//! Problems tab: what the checks find in the level and the detectors in its run, as rows of one list. Causes stand above
//! their symptoms. The marks of the timeline are the same rows.

pub mod commands;
pub(crate) mod panel;

use crate::debugger::diagnosis::{Cause, Diagnosed};
use crate::editor::features::diagnosis::DiagnosisUi;
use crate::level::checks::{Finding, Severity};
pub use commands::ProblemRow;

/// State of the Problems tab.
#[derive(Debug, Default)]
pub struct Problems {
    /// The chosen row; another one is shown while the run does not have it.
    pub chosen: Option<ProblemRow>,
}

impl Problems {
    /// The row to show: the chosen one while it exists, else an error in the level, a known cause of a problem, a warning
    /// about the level, a known cause without symptoms, or a problem.
    pub fn shown(&self, diagnosis: &DiagnosisUi, checks: &[Finding]) -> Option<ProblemRow> {
        let first = |least| checks.iter().find(|finding| finding.severity >= least);
        let check = |least| first(least).map(|finding| ProblemRow::Check(finding.rule));
        let causes = || diagnosis.found.causes.iter().filter(|cause| cause.is_known);
        let row = |cause: &Cause| ProblemRow::Cause(cause.id, cause.place);
        self.chosen
            .filter(|&row| has(diagnosis, checks, row))
            .or_else(|| check(Severity::Error))
            .or_else(|| causes().find(|cause| !cause.problems.is_empty()).map(row))
            .or_else(|| check(Severity::Warning))
            .or_else(|| causes().next().map(row))
            .or_else(|| diagnosis.found.problems.first().map(|diagnosed| ProblemRow::Problem(diagnosed.problem)))
    }
}

/// True if the row exists. Marks may appear at any time, so their list may be empty.
fn has(diagnosis: &DiagnosisUi, checks: &[Finding], row: ProblemRow) -> bool {
    match row {
        ProblemRow::Check(rule) => checks.iter().any(|finding| finding.rule == rule),
        ProblemRow::Cause(..) => cause(diagnosis, row).is_some(),
        ProblemRow::Marks(_) => true,
        _ => diagnosed(diagnosis, row).is_some(),
    }
}

/// The problem of a row.
pub fn diagnosed(diagnosis: &DiagnosisUi, row: ProblemRow) -> Option<&Diagnosed> {
    let (list, problem) = match row {
        ProblemRow::Problem(problem) => (&diagnosis.found.problems, problem),
        ProblemRow::Consequence(problem) => (&diagnosis.found.consequences, problem),
        ProblemRow::Harmless(problem) => (&diagnosis.found.passing, problem),
        _ => return None,
    };
    list.iter().find(|diagnosed| diagnosed.problem == problem)
}

/// The cause of a row.
pub fn cause(diagnosis: &DiagnosisUi, row: ProblemRow) -> Option<&Cause> {
    diagnosis.found.causes.iter().find(|cause| row == ProblemRow::Cause(cause.id, cause.place))
}
