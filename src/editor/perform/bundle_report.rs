//! The report of a bug bundle: what a developer asks first, as plain text.

use crate::debugger::moment;
use crate::editor::app::App;
use crate::editor::features::timeline::moments::displayed;
use crate::editor::share::LinkTarget;
use crate::engine::EventKind;
use std::fmt::Write as _;

/// Most lines of one list.
const MOST: usize = 40;

/// The report.
pub fn report(app: &App, target: &LinkTarget) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_all(&mut text, app, target);
    text
}

fn write_all(text: &mut String, app: &App, target: &LinkTarget) -> std::fmt::Result {
    let (run, level) = (&app.run, app.document.level());
    let system = (std::env::consts::OS, std::env::consts::ARCH);
    writeln!(text, "Blobsmith {} on {} {}", env!("CARGO_PKG_VERSION"), system.0, system.1)?;
    let build = if cfg!(debug_assertions) { "debug build" } else { "release build" };
    let page = if app.window.address.is_empty() { "window" } else { "web page" };
    writeln!(text, "{build}, {page}, {} threads per step (0: all)", app.settings.threads)?;
    let file = app.document.path.as_deref().and_then(|path| path.file_name());
    let file = file.map_or_else(|| "no file".to_owned(), |name| name.to_string_lossy().into_owned());
    let unsaved = if app.document.is_dirty() { ", unsaved changes" } else { "" };
    writeln!(text, "\nLevel: {} ({file}{unsaved})", app.document.title())?;
    let nodes: usize = level.bodies.iter().map(|body| body.nodes.len()).sum();
    let counts = [level.bodies.len(), nodes, level.discs.len(), level.obstacles.len(), level.links.len()];
    let [bodies, nodes, discs, obstacles, links] = counts;
    writeln!(text, "{bodies} bodies, {nodes} nodes, {discs} discs, {obstacles} obstacles, {links} links")?;
    writeln!(text, "\nMoment: {} of frame {}", displayed(run), run.last_frame())?;
    writeln!(text, "Hash of the state: {:016x}", run.world().hash())?;
    let selection: Vec<String> = target.selection.iter().map(ToString::to_string).collect();
    writeln!(text, "Selection: {}", selection.join(", "))?;
    writeln!(text, "Overlays: {}", app.settings.overlays.join(", "))?;
    let (inputs, branches) = (run.journal().entries(), run.branches().len());
    writeln!(text, "\nInputs: {}, branches: {branches}", inputs.len())?;
    for entry in inputs.iter().take(MOST) {
        writeln!(text, "  {} {}", moment::write(entry.moment), entry.input.describe(run.start_level()))?;
    }
    if let Some(departure) = run.departed() {
        writeln!(text, "This version differs from the opened recording from frame {} on", departure.frame)?;
    }
    if let Some(frame) = run.divergence() {
        writeln!(text, "The recomputed frame {frame} differs from the stored one")?;
    }
    problems(text, app)?;
    writeln!(text, "\nMessages:")?;
    app.notices.texts().try_for_each(|notice| writeln!(text, "  {notice}"))
}

/// Findings of the checks and failures of the run.
fn problems(text: &mut String, app: &App) -> std::fmt::Result {
    let findings = &app.features.findings.list;
    writeln!(text, "\nFindings of the checks: {}", findings.len())?;
    for finding in findings.iter().take(MOST) {
        writeln!(text, "  {:?} {}: {}", finding.severity, finding.rule, finding.message)?;
    }
    let diagnosis = &app.features.diagnosis;
    writeln!(text, "\nCauses, in {} judged frames:", diagnosis.found.frames)?;
    for cause in diagnosis.found.causes.iter().take(MOST) {
        writeln!(text, "  {}: {}", cause.title, cause.describe())?;
    }
    writeln!(text, "\nFailures of the run:")?;
    for kind in [EventKind::Collapsed, EventKind::BlowUp, EventKind::ManyImpacts, EventKind::NoEdge] {
        let mut events = app.run.events().iter().filter(|event| event.kind == kind);
        let Some(first) = events.next() else { continue };
        let (at, more) = (moment::write(app.run.moment_of(first)), events.count());
        writeln!(text, "  {}: first at {at}, {}, and {more} more", kind.title(), first.place)?;
    }
    for diagnosed in diagnosis.found.problems.iter().take(MOST) {
        writeln!(text, "  problem {}: {} times", diagnosed.detector().id, diagnosed.count)?;
    }
    Ok(())
}
