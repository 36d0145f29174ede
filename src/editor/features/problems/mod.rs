//! Problems tab: what the checks find in the level and the detectors in its run, as rows of one list. Causes stand above
//! their symptoms. The marks of the timeline are the same rows.

pub mod commands;
pub(crate) mod panel;

use crate::debugger::diagnosis::{Cause, Diagnosed};
use crate::editor::features::clinic::Clinic;
use crate::level::checks::{Finding, Severity};
pub use commands::Problem;

/// State of the Problems tab.
#[derive(Debug, Default)]
pub struct Problems {
    /// The chosen row; another one is shown while the run does not have it.
    pub chosen: Option<Problem>,
}

impl Problems {
    /// The row to show: the chosen one while it exists, else an error in the level, a known cause of an illness, a warning
    /// about the level, a known cause without symptoms, or an illness.
    pub fn shown(&self, clinic: &Clinic, checks: &[Finding]) -> Option<Problem> {
        let first = |least| checks.iter().find(|finding| finding.severity >= least);
        let check = |least| first(least).map(|finding| Problem::Check(finding.rule));
        let causes = || clinic.found.causes.iter().filter(|cause| cause.is_known);
        let row = |cause: &Cause| Problem::Cause(cause.id, cause.place);
        self.chosen
            .filter(|&problem| has(clinic, checks, problem))
            .or_else(|| check(Severity::Error))
            .or_else(|| causes().find(|cause| !cause.illnesses.is_empty()).map(row))
            .or_else(|| check(Severity::Warning))
            .or_else(|| causes().next().map(row))
            .or_else(|| clinic.found.illnesses.first().map(|diagnosed| Problem::Illness(diagnosed.illness)))
    }
}

/// True if the row exists. Marks may appear at any time, so their list may be empty.
fn has(clinic: &Clinic, checks: &[Finding], problem: Problem) -> bool {
    match problem {
        Problem::Check(rule) => checks.iter().any(|finding| finding.rule == rule),
        Problem::Cause(..) => cause(clinic, problem).is_some(),
        Problem::Marks(_) => true,
        _ => diagnosed(clinic, problem).is_some(),
    }
}

/// The illness of a row.
pub fn diagnosed(clinic: &Clinic, problem: Problem) -> Option<&Diagnosed> {
    let (list, illness) = match problem {
        Problem::Illness(illness) => (&clinic.found.illnesses, illness),
        Problem::Consequence(illness) => (&clinic.found.consequences, illness),
        Problem::Harmless(illness) => (&clinic.found.passing, illness),
        _ => return None,
    };
    list.iter().find(|diagnosed| diagnosed.illness == illness)
}

/// The cause of a row.
pub fn cause(clinic: &Clinic, problem: Problem) -> Option<&Cause> {
    clinic.found.causes.iter().find(|cause| problem == Problem::Cause(cause.id, cause.place))
}
