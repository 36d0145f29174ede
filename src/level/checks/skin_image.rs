//! Rule: the image of a skin exists.

use super::support::{finding, tell};
use super::{CheckRule, Finding, Severity};
use crate::level::{Level, Place};
use std::path::{Component, Path};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "skin-image",
    title: "Image of a skin",
    explanation: "A skin names its image relative to the level file, with / between folders (docs/level-format.md). An absolute path, or one \
        with a drive or a backslash, is not found on another machine. Without its image a body is drawn in its colour. Whether the file \
        exists is checked only for levels in a file.",
    find,
    fix: None,
};

/// Reason why a path does not work on every machine, if any.
fn fault(image: &str) -> Option<&'static str> {
    let has_drive = image.as_bytes().get(1) == Some(&b':');
    match image {
        "" => Some("is empty"),
        _ if image.starts_with('/') || has_drive => Some("is absolute"),
        _ if image.contains('\\') => Some("has a backslash"),
        _ => None,
    }
}

fn named(image: &str) -> String {
    image.chars().take(80).collect()
}

fn find(level: &Level, findings: &mut Vec<Finding>) {
    for (index, body) in level.bodies.iter().enumerate() {
        let Some(skin) = &body.skin else { continue };
        if let Some(fault) = fault(&skin.image) {
            let message = format!("The image path “{}” of {} {fault}", named(&skin.image), tell::body(level, index));
            findings.push(finding(RULE.id, Severity::Warning, vec![Place::Body(index)], message));
        }
    }
}

/// Reports images that do not exist in the folder of the level file.
pub(super) fn find_in(level: &Level, folder: &Path, findings: &mut Vec<Finding>) {
    for (index, body) in level.bodies.iter().enumerate() {
        let Some(skin) = body.skin.as_ref().filter(|skin| fault(&skin.image).is_none()) else { continue };
        let path = Path::new(&skin.image);
        let is_plain = path.components().all(|part| !matches!(part, Component::Prefix(_) | Component::RootDir));
        if is_plain && !folder.join(path).is_file() {
            let who = tell::body(level, index);
            let message = format!("The image “{}” of {who} is not there", named(&skin.image));
            findings.push(finding(RULE.id, Severity::Warning, vec![Place::Body(index)], message));
        }
    }
}
