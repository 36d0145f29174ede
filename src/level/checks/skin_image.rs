//! Rule: the image of a skin can be shown. Whether its file can be read depends on the folder of the level, see
//! [`unreadable`].

use super::support::{finding, tell};
use super::{CheckRule, Finding, Severity};
use crate::level::{Level, Place};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "skin-image",
    title: "Image of a skin",
    explanation: "A skin names its PNG image relative to the level file, with / between folders (docs/level-format.md). An absolute path, or \
        one with a drive or a backslash, is not found on another machine; saving a new level makes the paths relative. The image is drawn on \
        the triangles of the body; a checkerboard stands for one that cannot be read. Files are checked only for levels in a file.",
    find,
    fix: None,
};

/// Reason why a path does not work on every machine, if any.
pub(super) fn fault(image: &str) -> Option<&'static str> {
    let has_drive = image.as_bytes().get(1) == Some(&b':');
    match image {
        "" => Some("is empty"),
        _ if image.starts_with('/') || has_drive => Some("is absolute"),
        _ if image.contains('\\') => Some("has a backslash"),
        _ => None,
    }
}

/// The path, shortened for a message.
pub(super) fn named(image: &str) -> String {
    image.chars().take(80).collect()
}

fn find(level: &Level, findings: &mut Vec<Finding>) {
    for (index, body) in level.bodies.iter().enumerate() {
        let Some(skin) = &body.skin else { continue };
        let (name, who) = (named(&skin.image), tell::body(level, index));
        let message = if let Some(fault) = fault(&skin.image) {
            format!("The image path “{name}” of {who} {fault}")
        } else if body.triangles.is_empty() {
            format!("The image “{name}” of {who} is not visible: the body has no triangles")
        } else {
            continue;
        };
        findings.push(finding(RULE.id, Severity::Warning, vec![Place::Body(index)], message));
    }
}

/// Findings about the files of images. `reason` returns why an image of the level cannot be read, if so.
pub(super) fn unreadable(level: &Level, reason: &dyn Fn(&str) -> Option<String>) -> Vec<Finding> {
    let skins = level.bodies.iter().enumerate().filter_map(|(index, body)| Some((index, body.skin.as_ref()?)));
    let found = |(index, image): (usize, &str)| {
        let reason = reason(image)?;
        let message = format!("The image “{}” of {} {reason}", named(image), tell::body(level, index));
        Some(finding(RULE.id, Severity::Warning, vec![Place::Body(index)], message))
    };
    let is_sound = |image: &str| fault(image).is_none();
    skins
        .map(|(index, skin)| (index, skin.image.as_str()))
        .filter(|(_, image)| is_sound(image))
        .filter_map(found)
        .collect()
}
