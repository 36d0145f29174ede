//! What each tab draws, and its badge.

use crate::editor::actions::Action;
use crate::editor::app::App;
use crate::editor::context::ViewContext;
use crate::editor::features::{
    balloon, breakpoints, event_log, expectations, history, inspector, journal, library, materials, outline,
    parts_table, plots, problems, project, rules, show, shrink, substep, sweep, verdict, world,
};
use crate::editor::settings::tabs::Tab;
use crate::editor::theme;
use crate::picture::Palette;
use egui::{Color32, ScrollArea, Ui};

/// Draws the contents of a tab.
pub fn show(ui: &mut Ui, view: &ViewContext, app: &App, tab: Tab, out: &mut Vec<Action>) {
    let features = &app.features;
    if matches!(tab, Tab::Inspector | Tab::World) {
        journal::panel::live(ui, view, &features.journal, out);
    }
    match tab {
        Tab::Inspector => scrolling(ui, |ui| inspector::panel::show(ui, view, out)),
        Tab::World => scrolling(ui, |ui| world::panel::show(ui, view, out)),
        Tab::Show => scrolling(ui, |ui| show::panel::show(ui, view, out)),
        // These panels scroll row by row.
        Tab::Outline => outline::panel::show(ui, view, out),
        Tab::History => history::panel::show(ui, view, out),
        Tab::Plots => {
            plots::panel::show(ui, view, &features.breakpoints, &features.plots, &features.timeline, out);
        }
        Tab::Problems => problems::panel::show(ui, view, &problem_subjects(app), out),
        Tab::Substep => substep::panel::show(ui, view, out),
        Tab::Verdict => verdict::panel::show(ui, view, &features.verdict, out),
        Tab::Rules => rules::panel::show(ui, view, app.canvas.pointed_verdict(), &features.rules, out),
        Tab::Sweep => sweep::panel::show(ui, view, &features.sweep, out),
        Tab::Breakpoints => breakpoints::panel::show(ui, view, &features.breakpoints, out),
        Tab::Journal => journal::panel::show(ui, view, &features.journal, out),
        Tab::Balloon => balloon::panel::show(ui, view, &features.balloon, out),
        Tab::Expectations => expectations::panel::show(ui, view, &features.diagnosis, &features.expectations, out),
        Tab::Shrink => {
            shrink::panel::show(ui, view, &features.diagnosis, &features.expectations, &features.shrink, out);
        }
        Tab::Materials => materials::panel::show(ui, view, out),
        Tab::EventLog => event_log::panel::show(ui, view, &features.event_log, out),
        Tab::PartsTable => parts_table::panel::show(ui, view, &features.parts_table, out),
        Tab::Library => library::panel::show(ui, view, &app.files.library, app.canvas.camera.center, out),
        Tab::Project => project::panel::show(ui, app, out),
    }
}

fn scrolling(ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
    ScrollArea::vertical().auto_shrink(false).show(ui, contents);
}

/// What the Problems panel shows.
fn problem_subjects(app: &App) -> problems::panel::Subjects<'_> {
    problems::panel::Subjects {
        problems: &app.features.problems,
        findings: &app.features.findings,
        diagnosis: &app.features.diagnosis,
        timeline: &app.features.timeline,
        breakpoints: &app.features.breakpoints,
    }
}

/// The number beside the title of a tab, and its colour.
pub fn badge(ui: &Ui, view: &ViewContext, app: &App, tab: Tab) -> Option<(usize, Color32)> {
    let features = &app.features;
    match tab {
        Tab::Problems => {
            let count = problems::panel::counts(view, &features.findings, &features.diagnosis).all();
            Some((count, problems::panel::tint(ui, view, &features.findings)))
        }
        Tab::Substep => {
            let count = view.trace.as_deref().map_or(0, substep::panel::count);
            Some((count, ui.visuals().weak_text_color()))
        }
        Tab::Verdict => Some((verdict::panel::count(view), ui.visuals().weak_text_color())),
        Tab::Rules => Some((rules::panel::count(&features.rules), ui.visuals().weak_text_color())),
        Tab::Sweep => Some((sweep::panel::count(&features.sweep), ui.visuals().weak_text_color())),
        Tab::Expectations => {
            let palette = Palette::of(view.settings.theme.picture());
            Some((expectations::panel::count(view, &features.expectations), theme::color(palette.error)))
        }
        Tab::Shrink => Some((shrink::panel::count(&features.shrink), ui.visuals().weak_text_color())),
        Tab::Breakpoints => Some((breakpoints::panel::count(&features.breakpoints), ui.visuals().weak_text_color())),
        Tab::Journal => Some((journal::panel::count(view), ui.visuals().weak_text_color())),
        Tab::Balloon => {
            let palette = Palette::of(view.settings.theme.picture());
            Some((features.balloon.flipped(), theme::color(palette.triangle_flipped.opaque())))
        }
        Tab::Inspector
        | Tab::Outline
        | Tab::World
        | Tab::Show
        | Tab::History
        | Tab::Plots
        | Tab::Materials
        | Tab::Library
        | Tab::EventLog
        | Tab::PartsTable
        | Tab::Project => None,
    }
}
