//! The numbers of problems, as the window and `diagnose` state them.

use super::Diagnosis;
use crate::level::checks::{Finding, Severity};
use std::collections::BTreeSet;
use std::fmt;

/// Numbers of problems by where they are found. A problem is a rule of the checks or a detector, however often it is found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProblemCounts {
    /// Errors and warnings of the checks, by rule.
    pub level: usize,
    /// Problems of the run, by detector.
    pub run: usize,
    /// Detectors with findings without harm, which are no problems.
    pub harmless: usize,
}

impl ProblemCounts {
    /// Counts what the checks and a diagnosis have found.
    pub fn of(findings: &[Finding], diagnosis: &Diagnosis) -> Self {
        let severe = findings.iter().filter(|finding| finding.severity > Severity::Hint);
        let rules: BTreeSet<&str> = severe.map(|finding| finding.rule).collect();
        Self { level: rules.len(), run: diagnosis.problems.len(), harmless: diagnosis.passing.len() }
    }

    /// Number of problems.
    pub fn all(self) -> usize {
        self.level + self.run
    }
}

/// A number of problems in words.
fn problems(count: usize) -> String {
    match count {
        0 => "no problem".to_owned(),
        1 => "1 problem".to_owned(),
        _ => format!("{count} problems"),
    }
}

/// `4 problems: 3 in the level, 1 in the run, and 2 kinds of harmless findings`.
impl fmt::Display for ProblemCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", problems(self.all()))?;
        match (self.level, self.run) {
            (0, 0) => {}
            (_, 0) => write!(f, " in the level")?,
            (0, _) => write!(f, " in the run")?,
            (level, run) => write!(f, ": {level} in the level, {run} in the run")?,
        }
        match self.harmless {
            0 => Ok(()),
            1 => write!(f, ", and 1 kind of harmless findings"),
            kinds => write!(f, ", and {kinds} kinds of harmless findings"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn problem_counts_name_the_level_the_run_and_what_is_without_harm() {
        let words = |level, run, harmless| ProblemCounts { level, run, harmless }.to_string();
        assert_eq!(words(3, 1, 2), "4 problems: 3 in the level, 1 in the run, and 2 kinds of harmless findings");
        assert_eq!([words(1, 0, 0), words(0, 2, 0)], ["1 problem in the level", "2 problems in the run"]);
        assert_eq!([words(0, 0, 0), words(0, 0, 1)], ["no problem", "no problem, and 1 kind of harmless findings"]);
    }
}
