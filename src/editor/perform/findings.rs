//! Applies the fixes of findings, one or all, each as one history step with a message.

use super::{edit_level, keep_in_sight};
use crate::editor::app::App;
use crate::editor::document::Edit;
use crate::editor::features::findings::fix_lines;
use crate::level::Level;
use crate::level::checks::{self, Finding, Severity};
use std::sync::Arc;

/// Applies the fix of a finding and reports it.
pub fn fix(app: &mut App, finding: &Finding) {
    let mut level = Level::clone(app.document.level());
    let done = match checks::fix(&mut level, finding) {
        Ok(done) => done,
        Err(reason) => return app.notices.error(reason),
    };
    let label = finding.fix.clone().unwrap_or_else(|| format!("Fix {}", finding.rule));
    if replace_level(app, label, level) {
        app.notices.success(upper(&done));
    }
}

/// Maximum number of fixes listed in a message.
const LISTED: usize = 4;

/// Applies the fixes of all findings of at least this severity in one history step.
pub fn fix_all(app: &mut App, least: Severity) {
    let before = app.document.level().clone();
    let mut level = Level::clone(&before);
    let done = checks::fix_all_from(&mut level, least);
    let (count, mut text) = (done.len(), format!("Fixed {}:", done.len()));
    fix_lines(&before, &level, done, LISTED).iter().for_each(|line| text += &format!("\n{line}"));
    if count == 0 || !replace_level(app, format!("Fix all: {count} findings"), level) {
        return app.notices.warning("No finding could be fixed automatically. Each finding says what to do");
    }
    let left = app.features.findings.list.iter().filter(|finding| finding.severity >= least).count();
    match left {
        // Findings of a large level arrive later.
        _ if app.features.findings.inspection.is_behind() => {}
        0 => {}
        1 => text += "\n1 finding is left",
        _ => text += &format!("\n{left} findings are left"),
    }
    app.notices.success(text);
}

/// Replaces the level in one history step; returns true if it changed.
fn replace_level(app: &mut App, label: String, level: Level) -> bool {
    let before = app.document.level().clone();
    let edit = Edit::new(label, move |now| {
        *now = level;
        Ok(())
    });
    keep_in_sight(app, |app| edit_level(app, edit));
    !Arc::ptr_eq(&before, app.document.level())
}

fn upper(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
