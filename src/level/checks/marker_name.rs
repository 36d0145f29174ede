//! Rule: every marker has a name of its own.

use super::support::{finding, tell};
use super::{CheckRule, Finding, Severity};
use crate::level::{Level, Place};
use std::collections::{BTreeMap, BTreeSet};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "marker-name",
    title: "Name of a marker",
    explanation: "Games and watch expressions such as inside(\"goal\", body(0)) find a marker by its name (docs/level-format.md). A marker \
        without a name is found by its id only; of two with one name, neither can be meant.",
    find,
    fix: Some(fix),
};

/// Markers with the name of an earlier one, by name.
fn repeated(level: &Level) -> BTreeMap<&str, Vec<usize>> {
    let mut by_name: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, marker) in level.markers.iter().enumerate().filter(|(_, marker)| !marker.name.is_empty()) {
        by_name.entry(&marker.name).or_default().push(index);
    }
    by_name.retain(|_, markers| markers.len() > 1);
    by_name
}

fn find(level: &Level, findings: &mut Vec<Finding>) {
    for (index, marker) in level.markers.iter().enumerate().filter(|(_, marker)| marker.name.is_empty()) {
        let message = format!("{} has no name", tell::sentence(tell::marker(level, index)));
        let found = finding(RULE.id, Severity::Hint, vec![Place::Marker(index)], message);
        findings.push(match marker.id.is_empty() {
            true => found,
            false => found.with_fix(format!("Name it “{}”, as its id", marker.id)),
        });
    }
    for (name, markers) in repeated(level) {
        let short: String = name.chars().take(40).collect();
        let message = format!("{} have the name “{short}”", tell::sentence(tell::list("marker", &markers)));
        let places = markers.into_iter().map(Place::Marker).collect();
        findings.push(finding(RULE.id, Severity::Warning, places, message).with_fix("Number all but the first"));
    }
}

fn fix(level: &mut Level, finding: &Finding) -> Result<String, String> {
    let Some(&Place::Marker(first)) = finding.places.first() else { return Err("it names no marker".to_owned()) };
    let marker = level.markers.get(first).ok_or("the marker is no longer there")?;
    let taken: BTreeSet<String> = level.markers.iter().map(|marker| marker.name.clone()).collect();
    if marker.name.is_empty() {
        if marker.id.is_empty() {
            return Err("the marker has no id either".to_owned());
        }
        let name = free(&marker.id, &taken);
        level.markers[first].name.clone_from(&name);
        return Ok(format!("named marker {first} “{name}”"));
    }
    let name = marker.name.clone();
    let later: Vec<usize> = repeated(level).remove(name.as_str()).unwrap_or_default().into_iter().skip(1).collect();
    if later.is_empty() {
        return Err("no other marker has its name".to_owned());
    }
    let mut taken = taken;
    for &index in &later {
        let new = free(&name, &taken);
        taken.insert(new.clone());
        level.markers[index].name = new;
    }
    Ok(format!("renamed {}", tell::count(later.len(), "marker")))
}

/// The name, with the first number that makes it new if it is taken.
fn free(name: &str, taken: &BTreeSet<String>) -> String {
    let numbered = (2..).map(|number| format!("{name} {number}"));
    std::iter::once(name.to_owned()).chain(numbered).find(|name| !taken.contains(name)).unwrap_or_default()
}
