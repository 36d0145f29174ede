//! Rule: instances can be replaced by their parts, and their overrides have an effect.

use super::support::{finding, tell};
use super::{CheckRule, Finding, Severity};
use crate::level::flatten::InstanceFault;
use crate::level::format::load_level;
use crate::level::{Level, Place, Properties, flatten, ids};
use std::path::Path;

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "instance-source",
    title: "Source of an instance",
    explanation: "An instance is replaced by the parts of its source (docs/level-format.md). It cannot if the source is missing or refused, \
        contains itself, or does not accept an override. The world, name, notes, tags and properties of a source, and its editor data other \
        than colours, are ignored, so overrides of them have no effect. Sources are read only for levels in a file.",
    find,
    fix: Some(fix),
};

/// Fields of a source that its instances ignore.
const IGNORED: [&str; 7] = ["world", "name", "notes", "tags", "properties", "editor", "format"];

/// Editor data that instances use.
const COLORS: [&str; 2] = ["editor.body_colors[", "editor.disc_colors["];

fn is_ignored(path: &str) -> bool {
    if COLORS.iter().any(|colors| path.trim_start().starts_with(colors)) {
        return false;
    }
    let first = path.trim_start().split(['.', '[']).next().unwrap_or_default();
    IGNORED.contains(&first.trim_end())
}

fn find(level: &Level, findings: &mut Vec<Finding>) {
    for (index, instance) in level.instances.iter().enumerate() {
        let Some((path, _)) = instance.overrides.iter().find(|(path, _)| is_ignored(path)) else { continue };
        let who = tell::sentence(tell::instance(level, index));
        let short: String = path.chars().take(60).collect();
        let message = format!("{who} overrides “{short}”, which instances ignore");
        let found = finding(RULE.id, Severity::Warning, vec![Place::Instance(index)], message);
        findings.push(found.with_fix("Remove the overrides without effect"));
    }
}

fn fix(level: &mut Level, finding: &Finding) -> Result<String, String> {
    let Some(&Place::Instance(index)) = finding.places.first() else { return Err("it names no instance".to_owned()) };
    let instance = level.instances.get_mut(index).ok_or("the instance is no longer there")?;
    let before = instance.overrides.len();
    let kept = instance.overrides.iter().filter(|(path, _)| !is_ignored(path));
    let kept: Properties = kept.map(|(path, value)| (path.to_owned(), value.clone())).collect();
    instance.overrides = kept;
    Ok(format!("removed {} of instance {index}", tell::count(before - instance.overrides.len(), "override")))
}

/// Reports the instances of a level in `folder` that cannot be replaced by their parts, and each override that is refused.
pub(super) fn find_in(level: &Level, folder: &Path, findings: &mut Vec<Finding>) {
    if level.instances.is_empty() {
        return;
    }
    let mut level = level.clone();
    ids::assign(&mut level);
    // No file has this name, so no source is taken for the level itself.
    let own = folder.join("\0");
    let (_, faults) = flatten::flatten_sound(level, &own, &mut |path| load_level(path));
    findings.extend(refused(&faults));
}

/// Findings about instances that cannot be replaced.
pub fn refused(faults: &[InstanceFault]) -> Vec<Finding> {
    let found = |fault: &InstanceFault| {
        let message = fault.clone().in_level().to_string();
        finding(RULE.id, Severity::Error, vec![Place::Instance(fault.instance)], message)
    };
    faults.iter().map(found).collect()
}
