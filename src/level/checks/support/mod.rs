//! Shared by several rules: message texts, positions, hull loops, triangle coverage, edits.

pub mod cover;
pub mod edit;
pub mod joints;
pub mod measure;
pub mod network;
pub mod outline;
pub mod tell;

use crate::level::checks::{Finding, Severity};
use crate::level::{Body, Level, Motion, Place};

/// Creates a finding without a fix.
pub fn finding(rule: &'static str, severity: Severity, places: Vec<Place>, message: String) -> Finding {
    Finding { rule, severity, places, message, fix: None }
}

impl Finding {
    /// Returns the finding with the effect of *Fix*.
    pub(in crate::level::checks) fn with_fix(mut self, fix: impl Into<String>) -> Self {
        self.fix = Some(fix.into());
        self
    }
}

/// True if forces and contacts move the body.
pub fn is_dynamic(body: &Body) -> bool {
    matches!(body.motion, Motion::Dynamic)
}

/// True if gas pushes this body's hull, or is intended to.
pub fn has_gas(body: &Body) -> bool {
    is_dynamic(body) && body.gas > 0.0
}

/// Index of the body of a finding.
pub fn body_index(level: &Level, finding: &Finding) -> Result<usize, String> {
    let index = finding.places.first().and_then(|place| place.body());
    index.filter(|&index| index < level.bodies.len()).ok_or_else(|| "the body is no longer there".to_string())
}

/// The body of a finding.
pub fn body_of<'a>(level: &'a mut Level, finding: &Finding) -> Result<&'a mut Body, String> {
    let index = body_index(level, finding)?;
    Ok(&mut level.bodies[index])
}

/// Appends the finding that `look` returns for each body, if any.
pub fn each_body(level: &Level, findings: &mut Vec<Finding>, look: impl Fn(usize, &Body) -> Option<Finding>) {
    findings.extend(level.bodies.iter().enumerate().filter_map(|(index, body)| look(index, body)));
}
