//! What can be said of a level at rest: one rule a file, each giving findings with their places and, where
//! it can, a fix.
//!
//! Rules assume a level that [`super::format::validate`] accepts.

mod balloon;
mod barycentre_idle;
mod barycentre_place;
mod coincident_nodes;
mod collapsed;
mod concave_barycentre_rule;
mod convention;
mod diagonals_convex;
mod disc_overlap;
mod disconnected;
mod duplicate_hull_edge;
mod duplicate_spring;
mod duplicate_stick;
mod duplicate_triangle;
mod empty_body;
mod explicit_growth;
mod fast_start;
mod flat_triangle;
mod friction;
mod hull_angle;
mod hull_consistency;
mod hull_orientation;
mod hull_self_intersection;
mod idle_gas;
mod idle_spring;
mod inverted_container;
mod missing_hull;
mod missing_triangles;
mod number_range;
mod open_hull;
mod orphan_node;
mod outside_bounds;
mod path_start;
mod rest_length;
mod restitution;
mod stability;
mod start_inside;
mod stick_integrator;
mod stick_length;
pub(super) mod support;
mod swelling;
mod triangle_area;
mod triangle_orientation;
mod triangle_tiling;
mod twin_parameter;
mod unheld_node;
mod zero_length;

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

/// Fixes a finding in place and says what it did; or changes nothing and says why it could not.
pub type Fix = fn(&mut Level, &Finding) -> Result<String, String>;

/// A rule: how to find, and how to fix.
pub struct CheckRule {
    /// Stable id in kebab-case.
    pub id: &'static str,
    /// Title for people.
    pub title: &'static str,
    /// Why it matters and what to do, in a few sentences; cites the source (`000 §E.2`).
    pub explanation: &'static str,
    /// Appends what it finds, in a stable order.
    pub find: fn(&Level, &mut Vec<Finding>),
    /// Fixes one of its own findings that carries a `fix`; says what it did. Fails with a reason when
    /// the level has changed so that the finding no longer holds.
    pub fix: Option<Fix>,
}

/// Every rule, in the order of the report.
pub const ALL: &[CheckRule] = &[
    convention::RULE,
    number_range::RULE,
    empty_body::RULE,
    orphan_node::RULE,
    coincident_nodes::RULE,
    disconnected::RULE,
    zero_length::RULE,
    duplicate_spring::RULE,
    duplicate_stick::RULE,
    rest_length::RULE,
    stick_length::RULE,
    unheld_node::RULE,
    idle_spring::RULE,
    stick_integrator::RULE,
    stability::RULE,
    explicit_growth::RULE,
    open_hull::RULE,
    duplicate_hull_edge::RULE,
    hull_consistency::RULE,
    hull_orientation::RULE,
    inverted_container::RULE,
    hull_self_intersection::RULE,
    hull_angle::RULE,
    missing_hull::RULE,
    duplicate_triangle::RULE,
    flat_triangle::RULE,
    triangle_orientation::RULE,
    triangle_area::RULE,
    triangle_tiling::RULE,
    missing_triangles::RULE,
    collapsed::RULE,
    idle_gas::RULE,
    swelling::RULE,
    balloon::RULE,
    barycentre_place::RULE,
    barycentre_idle::RULE,
    start_inside::RULE,
    disc_overlap::RULE,
    outside_bounds::RULE,
    path_start::RULE,
    fast_start::RULE,
    friction::RULE,
    restitution::RULE,
    concave_barycentre_rule::RULE,
    diagonals_convex::RULE,
    twin_parameter::RULE,
];

/// Everything that all rules find, worst first, then in the order of [`ALL`].
pub fn check(level: &Level) -> Vec<Finding> {
    let mut findings = Vec::new();
    for rule in ALL {
        (rule.find)(level, &mut findings);
    }
    sorted(findings)
}

/// Worst first; what was found in the order of [`ALL`] stays in that order.
pub fn sorted(mut findings: Vec<Finding>) -> Vec<Finding> {
    findings.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
    findings
}

/// The rule with this id.
pub fn rule(id: &str) -> Option<&'static CheckRule> {
    ALL.iter().find(|rule| rule.id == id)
}

/// Fixes one finding; says what was done.
///
/// # Errors
/// With a reason, and an unchanged level, when the finding has no fix or the level has changed so that it no longer holds.
pub fn fix(level: &mut Level, finding: &Finding) -> Result<String, String> {
    let rule = rule(finding.rule).ok_or_else(|| format!("there is no rule “{}”", finding.rule))?;
    let (Some(fix), Some(_)) = (rule.fix, &finding.fix) else {
        return Err("this has no automatic fix".to_string());
    };
    let mut current = Vec::new();
    (rule.find)(level, &mut current);
    if !current.contains(finding) {
        return Err("the level has changed since; this no longer holds".to_string());
    }
    fix(level, finding)
}

/// Passes of [`fix_all_from`] before it stops; one fix rarely waits for more than two others.
const MOST_PASSES: usize = 100;

/// Fixes every error and warning that has a fix, worst first, until none is left; gives what was done.
///
/// Hints stay: what they point at is often wanted.
pub fn fix_all(level: &mut Level) -> Vec<String> {
    fix_all_from(level, Severity::Warning)
}

/// Fixes every finding at least as bad as `least` that has a fix, until none is left; gives what was done.
///
/// A finding that is still there after its fix is left alone, and the number of passes is bounded, so that this
/// always comes to an end.
pub fn fix_all_from(level: &mut Level, least: Severity) -> Vec<String> {
    let mut done = Vec::new();
    let mut tried: Vec<Finding> = Vec::new();
    for _ in 0..MOST_PASSES {
        let findings = check(level);
        tried.retain(|finding| findings.contains(finding));
        let is_wanted = |finding: &&Finding| finding.severity >= least && finding.fix.is_some();
        // One fix per body in a pass: indices in its other findings may be out of date afterwards.
        let mut touched = Vec::new();
        for finding in findings.iter().filter(is_wanted) {
            let part = finding.places.first().map(|place| place.body());
            if touched.contains(&part) || tried.contains(finding) {
                continue;
            }
            tried.push(finding.clone());
            let count = level.bodies.len();
            // The rule says again what it finds when it fixes, so that looking through the whole level once per pass is enough.
            if let Some(Ok(message)) = rule(finding.rule).and_then(|rule| rule.fix).map(|fix| fix(level, finding)) {
                touched.push(part);
                let place = finding.places.first().map_or(String::new(), Place::to_string);
                done.push(format!("{place}: {message}"));
            }
            if level.bodies.len() != count {
                break;
            }
        }
        if touched.is_empty() {
            break;
        }
    }
    done
}
