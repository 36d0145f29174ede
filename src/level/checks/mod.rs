//! What can be said of a level at rest: one rule a file, each giving findings with their places and, where
//! it can, a fix.
//!
//! Must never know: the engine, the screen. Rules assume a level that [`super::format::validate`] accepts.

use super::{Level, Place};
use serde::Serialize;

/// How bad a finding is. Ordered: a hint is less than an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing; often wanted.
    Hint,
    /// Will probably misbehave.
    Warning,
    /// Contradicts what the simulation needs; `check` says no.
    Error,
}

/// One thing that one rule has to say of one level.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Finding {
    /// Id of the rule that found it, such as `hull-orientation`.
    pub rule: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// The elements concerned, the first being where to look; never empty.
    pub places: Vec<Place>,
    /// One sentence with the numbers.
    pub message: String,
    /// What *Fix* would do, if the rule has a fix for this finding.
    pub fix: Option<String>,
}

/// A rule: how to find, and how to mend.
pub struct Rule {
    /// Stable id in kebab-case.
    pub id: &'static str,
    /// Title for people.
    pub title: &'static str,
    /// Why it matters and what to do, in a few sentences; cites the source (`000 §E.2`).
    pub explanation: &'static str,
    /// Appends what it finds, in a stable order.
    pub find: fn(&Level, &mut Vec<Finding>),
    /// Mends one of its own findings that carries a `fix`; says what it did. Fails with a reason when
    /// the level has changed so that the finding no longer holds.
    pub fix: Option<fn(&mut Level, &Finding) -> Result<String, String>>,
}

/// Every rule, in the order of the report.
pub const ALL: &[Rule] = &[];

/// Everything that all rules find, worst first, then in the order of [`ALL`].
pub fn check(level: &Level) -> Vec<Finding> {
    let mut findings = Vec::new();
    for rule in ALL {
        (rule.find)(level, &mut findings);
    }
    findings.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
    findings
}

/// The rule with this id.
pub fn rule(id: &str) -> Option<&'static Rule> {
    ALL.iter().find(|rule| rule.id == id)
}
