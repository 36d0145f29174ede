//! Rule: the reference image can be shown. Whether its file can be read depends on the folder of the level, see
//! [`unreadable`].

use super::skin_image::{fault, named};
use super::support::finding;
use super::{CheckRule, Finding, Severity};
use crate::level::{Level, Place, ReferenceImage};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "reference-image",
    title: "Reference image",
    explanation: "The canvas draws a reference image behind the level. Its PNG file is named relative to the level file, with / between \
        folders, as that of a skin (docs/level-format.md); an absolute path is not found on another machine. A checkerboard stands for an image that cannot be \
        read. Simulation and exported levels do not depend on it. The file is checked only for levels in a file.",
    find,
    fix: None,
};

fn reference(level: &Level) -> Option<&ReferenceImage> {
    level.editor.as_ref()?.reference.as_ref()
}

fn warning(message: String) -> Finding {
    finding(RULE.id, Severity::Warning, vec![Place::Level], message)
}

fn find(level: &Level, findings: &mut Vec<Finding>) {
    let Some(reference) = reference(level) else { return };
    if let Some(fault) = fault(&reference.image) {
        findings.push(warning(format!("The path “{}” of the reference image {fault}", named(&reference.image))));
    }
}

/// The finding about the file of the reference image, if it cannot be read.
pub(super) fn unreadable(level: &Level, reason: &dyn Fn(&str) -> Option<String>) -> Option<Finding> {
    let image = &reference(level).filter(|reference| fault(&reference.image).is_none())?.image;
    Some(warning(format!("The reference image “{}” {}", named(image), reason(image)?)))
}
