//! Rule: the image of a skin can be drawn. Whether its file can be read depends on the folder of the level, see
//! [`unreadable`].

use super::support::{finding, tell};
use super::{CheckRule, Finding, Severity};
use crate::level::{Level, Place};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "skin",
    title: "Image cannot be shown",
    explanation: "A skin is an image on the triangles of a body (000 §C.3). It is not visible if the body has no triangles, if no image is \
        chosen, or if the file is missing or not a PNG image; then a checkerboard stands for it. The simulation does not depend on it.",
    find,
    fix: None,
};

fn find(level: &Level, findings: &mut Vec<Finding>) {
    for (index, body) in level.bodies.iter().enumerate() {
        let Some(skin) = &body.skin else { continue };
        let who = tell::body(level, index);
        let message = if skin.image.is_empty() {
            format!("The skin of {who} has no image")
        } else if body.triangles.is_empty() {
            format!("The image of {who} is not visible: the body has no triangles")
        } else {
            continue;
        };
        findings.push(finding(RULE.id, Severity::Warning, vec![Place::Body(index)], message));
    }
}

/// Findings about the files of images. `reason` tells why an image of the level cannot be read, if so.
pub fn unreadable(level: &Level, reason: impl Fn(&str) -> Option<String>) -> Vec<Finding> {
    let skins = level.bodies.iter().enumerate().filter_map(|(index, body)| Some((index, body.skin.as_ref()?)));
    skins
        .filter(|(_, skin)| !skin.image.is_empty())
        .filter_map(|(index, skin)| {
            let (who, reason) = (tell::body(level, index), reason(&skin.image)?);
            let message = format!("The image of {who}, “{}”, cannot be shown: it {reason}", skin.image);
            Some(finding(RULE.id, Severity::Warning, vec![Place::Body(index)], message))
        })
        .collect()
}
