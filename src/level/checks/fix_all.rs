//! Fixes all findings of a level, in passes.
//!
//! A pass finds once, and keeps links and texture coordinates at their nodes once per run of findings of one kind, so its cost does
//! not grow with the product of findings and parts.

use super::{Finding, Severity, check, refers_to_nodes, rule};
use crate::level::edit::tracked;
use crate::level::{Level, Place};
use std::collections::BTreeSet;

/// Maximum number of passes; a fix rarely depends on more than two others.
const MOST_PASSES: usize = 100;

/// A change that fixed a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FixDone {
    /// What was changed: the part that the finding names first, or the world.
    pub place: Place,
    /// Description of the change.
    pub change: String,
}

/// Fixes every error and warning that has a fix, worst first, until none is left. Returns the changes.
///
/// Hints remain, since what they report is often intended.
pub fn fix_all(level: &mut Level) -> Vec<FixDone> {
    fix_all_from(level, Severity::Warning)
}

/// Fixes every finding at least as bad as `least` that has a fix, until none is left. Returns the changes.
///
/// A finding that remains after its fix is skipped, and the number of passes is bounded, so the function always terminates.
pub fn fix_all_from(level: &mut Level, least: Severity) -> Vec<FixDone> {
    let mut fixing = Fixing::default();
    for _ in 0..MOST_PASSES {
        let findings = check(level);
        let present: BTreeSet<&Finding> = findings.iter().collect();
        fixing.tried.retain(|finding| present.contains(finding));
        let known = fixing.done.len();
        fixing.pass(
            level,
            findings.iter().filter(|finding| finding.severity >= least && finding.fix.is_some()).collect(),
        );
        if fixing.done.len() == known {
            break;
        }
    }
    fixing.done
}

/// The link that the finding is about.
fn link_of(finding: &Finding) -> Option<usize> {
    match finding.places.first() {
        Some(Place::Link(index)) => Some(*index),
        _ => None,
    }
}

/// What one finding of a pass changes: a link, a marker, a body, or the rest of the level.
fn subject(finding: &Finding) -> Option<Place> {
    match finding.places.first()? {
        place @ (Place::Link(_) | Place::Marker(_)) => Some(*place),
        place => place.body().map(Place::Body),
    }
}

#[derive(Default)]
struct Fixing {
    /// Findings with an attempted fix that are still found.
    tried: BTreeSet<Finding>,
    /// The changes.
    done: Vec<FixDone>,
    /// Subjects that the present pass has changed: the fix may invalidate indices in their other findings.
    touched: BTreeSet<Option<Place>>,
}

impl Fixing {
    /// Fixes one finding per subject, until the number of bodies or links changes.
    fn pass(&mut self, level: &mut Level, mut due: Vec<&Finding>) {
        self.touched.clear();
        let kind = |finding: &Finding| (finding.severity, link_of(finding).is_some());
        for run in due.chunk_by_mut(|a, b| kind(a) == kind(b)) {
            // A fix of a link removes no link before it, so the indices of those that follow in this order are still valid.
            run.sort_by_key(|finding| std::cmp::Reverse(link_of(finding)));
            let (counts, known) = ([level.bodies.len(), level.links.len()], self.done.len());
            if refers_to_nodes(level) {
                // The edit itself cannot fail.
                let _ = tracked(level, |level| {
                    self.fix(level, run);
                    Ok(())
                });
            } else {
                self.fix(level, run);
            }
            if run.iter().all(|finding| link_of(finding).is_some()) {
                // In the order of the report.
                self.done[known..].reverse();
            }
            if [level.bodies.len(), level.links.len()] != counts {
                return;
            }
        }
    }

    /// Fixes findings of one kind. Each rule verifies its finding before fixing.
    fn fix(&mut self, level: &mut Level, run: &[&Finding]) {
        let bodies = level.bodies.len();
        for &finding in run {
            let subject = subject(finding);
            if self.touched.contains(&subject) || !self.tried.insert(finding.clone()) {
                continue;
            }
            let fix = rule(finding.rule).and_then(|rule| rule.fix);
            let world = level.world.clone();
            if let Some(Ok(change)) = fix.map(|fix| fix(level, finding)) {
                self.touched.insert(subject);
                let part = finding.places.first().copied().unwrap_or(Place::Level);
                let place = if level.world == world { part } else { Place::World };
                self.done.push(FixDone { place, change });
            }
            if level.bodies.len() != bodies {
                return;
            }
        }
    }
}
