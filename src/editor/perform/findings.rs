//! Mending what the checks found, one or all of them: one step each, which says what was done.

use super::{edit_level, keep_in_sight};
use crate::editor::app::App;
use crate::editor::document::Edit;
use crate::level::Level;
use crate::level::checks::{self, Finding, Severity};
use std::sync::Arc;

/// Applies the fix of a finding and says what was done.
pub fn fix(app: &mut App, finding: &Finding) {
    let mut level = Level::clone(app.document.level());
    let done = match checks::fix(&mut level, finding) {
        Ok(done) => done,
        Err(reason) => return app.notices.error(reason),
    };
    let label = finding.fix.clone().unwrap_or_else(|| format!("Fix {}", finding.rule));
    if become_(app, label, level) {
        app.notices.success(upper(&done));
    }
}

/// Most fixes that one notice lists.
const LISTED: usize = 4;

/// Applies the fixes of all findings of at least this severity, in one undo step.
pub fn fix_all(app: &mut App, least: Severity) {
    let mut level = Level::clone(app.document.level());
    let done = checks::fix_all_from(&mut level, least);
    if done.is_empty() || !become_(app, format!("Fix all: {} findings", done.len()), level) {
        return app.notices.warning("Nothing could be fixed automatically; each finding says what to do");
    }
    let more = done.len().saturating_sub(LISTED);
    let mut text = format!("Fixed {}:\n{}", done.len(), done[..done.len().min(LISTED)].join("\n"));
    if more > 0 {
        text += &format!("\nand {more} more");
    }
    let left = app.findings.iter().filter(|finding| finding.severity >= least).count();
    match left {
        // Those of a large level come later.
        _ if app.inspection.is_behind() => {}
        0 => {}
        1 => text += "\n1 finding is left",
        _ => text += &format!("\n{left} findings are left"),
    }
    app.notices.success(text);
}

/// The level becomes another one, one step of the history; whether it did.
fn become_(app: &mut App, label: String, level: Level) -> bool {
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
