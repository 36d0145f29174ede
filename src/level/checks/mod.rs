//! Static checks of a level: one rule per file. Each rule returns findings with their places and, if possible, a fix.
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
mod duplicate_link;
mod duplicate_spring;
mod duplicate_stick;
mod duplicate_triangle;
mod empty_body;
mod explicit_growth;
mod fast_start;
mod fix_all;
mod flat_triangle;
mod friction;
mod held_velocity;
mod hull_angle;
mod hull_consistency;
mod hull_orientation;
mod hull_self_intersection;
mod idle_filter;
mod idle_gas;
mod idle_self_contact;
mod idle_spring;
pub mod instance_source;
mod inverted_container;
mod leaking_obstacle;
mod link_idle;
mod link_inside_body;
mod link_length;
mod link_stability;
mod marker_name;
mod marker_shape;
mod missing_hull;
mod missing_triangles;
mod number_range;
mod open_hull;
mod orphan_node;
mod outside_bounds;
mod path_start;
mod reference_image;
mod rest_length;
mod restitution;
mod skin_image;
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
mod world_changes;
mod zero_length;

pub use fix_all::{FixDone, fix_all, fix_all_from};
pub use stability::{StepLoad, limit as step_limit};
pub use world_changes::world_changes;

use super::edit::tracked;
use super::interned::{self, StaticText};
use super::texture::{self, image_path};
use super::{Level, Place};
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;

/// Severity of a finding, ordered: a hint is less than an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing; often intended.
    Hint,
    /// Likely to misbehave.
    Warning,
    /// Contradicts a requirement of the simulation; `check` fails.
    Error,
}

/// One result of one rule for one level.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Finding {
    /// Id of the rule that found it, such as `hull-orientation`.
    #[serde(deserialize_with = "interned::read")]
    pub rule: StaticText,
    /// How bad it is.
    pub severity: Severity,
    /// Elements concerned, the most important one first; never empty.
    pub places: Vec<Place>,
    /// One sentence with the numbers.
    pub message: String,
    /// Effect of *Fix*, if the rule has a fix for this finding.
    pub fix: Option<String>,
}

/// Fixes a finding in place and describes the change; on failure changes nothing and returns the reason.
pub type Fix = fn(&mut Level, &Finding) -> Result<String, String>;

/// A rule: how to find and how to fix.
pub struct CheckRule {
    /// Stable id in kebab-case.
    pub id: &'static str,
    /// Title shown in lists.
    pub title: &'static str,
    /// Why it matters and what to do, in a few sentences; cites the source (`000 §E.2`).
    pub explanation: &'static str,
    /// Appends its findings, in a stable order.
    pub find: fn(&Level, &mut Vec<Finding>),
    /// Fixes one of the rule's own findings that carries a `fix` and describes the change. Fails with a reason if the level
    /// has changed so that the finding no longer holds.
    pub fix: Option<Fix>,
}

/// Rules that find what every body lacks while it is drawn part by part.
pub const OF_UNFINISHED: &[&str] = &[
    empty_body::RULE.id,
    orphan_node::RULE.id,
    disconnected::RULE.id,
    unheld_node::RULE.id,
    open_hull::RULE.id,
    missing_hull::RULE.id,
    triangle_tiling::RULE.id,
    missing_triangles::RULE.id,
    idle_gas::RULE.id,
];

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
    link_stability::RULE,
    explicit_growth::RULE,
    link_length::RULE,
    link_idle::RULE,
    duplicate_link::RULE,
    link_inside_body::RULE,
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
    held_velocity::RULE,
    fast_start::RULE,
    friction::RULE,
    restitution::RULE,
    leaking_obstacle::RULE,
    concave_barycentre_rule::RULE,
    diagonals_convex::RULE,
    idle_self_contact::RULE,
    twin_parameter::RULE,
    idle_filter::RULE,
    marker_name::RULE,
    marker_shape::RULE,
    instance_source::RULE,
    skin_image::RULE,
    reference_image::RULE,
];

/// Returns the findings of all rules, worst first, then in the order of [`ALL`].
pub fn check(level: &Level) -> Vec<Finding> {
    let mut findings = Vec::new();
    for rule in ALL {
        (rule.find)(level, &mut findings);
    }
    sorted(findings)
}

/// Returns the findings of [`check`], and those about files that the level names, relative to `folder`.
pub fn check_in(level: &Level, folder: &Path) -> Vec<Finding> {
    let mut findings = check(level);
    let known = RefCell::new(BTreeMap::new());
    let read = |image: &str| image_path(Some(folder), image).and_then(|path| texture::read(&path)).err();
    let reason = |image: &str| known.borrow_mut().entry(image.to_owned()).or_insert_with(|| read(image)).clone();
    findings.extend(unreadable_images(level, &reason));
    instance_source::find_in(level, folder, &mut findings);
    sorted(findings)
}

/// Returns findings about the files of images. `reason` returns why an image of the level cannot be read, if so.
pub fn unreadable_images(level: &Level, reason: &dyn Fn(&str) -> Option<String>) -> Vec<Finding> {
    let of_skins = skin_image::unreadable(level, reason);
    of_skins.into_iter().chain(reference_image::unreadable(level, reason)).collect()
}

/// Sorts worst first; findings of equal severity keep the order of [`ALL`].
pub fn sorted(mut findings: Vec<Finding>) -> Vec<Finding> {
    findings.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
    findings
}

/// Returns the rule with this id.
pub fn rule(id: &str) -> Option<&'static CheckRule> {
    ALL.iter().find(|rule| rule.id == id)
}

/// Fixes one finding and describes the change.
///
/// # Errors
/// With a reason, and an unchanged level, if the finding has no fix or no longer holds.
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
    // Tracking gives missing ids even if the fix fails.
    let before = level.clone();
    let result = fix_tracked(level, fix, finding);
    if result.is_err() {
        *level = before;
    }
    result
}

/// True if the level has links or texture coordinates, which refer to nodes by index.
fn refers_to_nodes(level: &Level) -> bool {
    !level.links.is_empty() || level.bodies.iter().any(|body| body.skin.is_some())
}

/// A fix after which links and texture coordinates are still at their nodes.
fn fix_tracked(level: &mut Level, fix: Fix, finding: &Finding) -> Result<String, String> {
    if refers_to_nodes(level) { tracked(level, |level| fix(level, finding)) } else { fix(level, finding) }
}
