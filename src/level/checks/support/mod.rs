//! What several rules need: words and numbers for messages, positions, hull loops, how triangles cover a hull, edits.

pub mod cover;
pub mod edit;
pub mod measure;
pub mod network;
pub mod outline;
pub mod tell;

use crate::level::checks::{Finding, Severity};
use crate::level::{Body, Level, Motion, Place};

/// A finding without a fix.
pub fn finding(rule: &'static str, severity: Severity, places: Vec<Place>, message: String) -> Finding {
    Finding { rule, severity, places, message, fix: None }
}

impl Finding {
    /// The same finding with what *Fix* would do.
    pub(in crate::level::checks) fn with_fix(mut self, fix: impl Into<String>) -> Self {
        self.fix = Some(fix.into());
        self
    }
}

/// Whether forces and contacts move the body.
pub fn is_dynamic(body: &Body) -> bool {
    matches!(body.motion, Motion::Dynamic)
}

/// Whether gas pushes this body's hull, or is meant to.
pub fn has_gas(body: &Body) -> bool {
    is_dynamic(body) && body.gas > 0.0
}

/// Index of the body a finding is about.
pub fn body_index(level: &Level, finding: &Finding) -> Result<usize, String> {
    let index = finding.places.first().and_then(|place| place.body());
    index.filter(|&index| index < level.bodies.len()).ok_or_else(|| "the body is no longer there".to_string())
}

/// The body a finding is about.
pub fn body_of<'a>(level: &'a mut Level, finding: &Finding) -> Result<&'a mut Body, String> {
    let index = body_index(level, finding)?;
    Ok(&mut level.bodies[index])
}

/// Appends one finding for each body about which `look` has something to say.
pub fn each_body(level: &Level, findings: &mut Vec<Finding>, look: impl Fn(usize, &Body) -> Option<Finding>) {
    findings.extend(level.bodies.iter().enumerate().filter_map(|(index, body)| look(index, body)));
}
