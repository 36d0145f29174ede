//! The canvas with the tabs of the open documents above, and the phases and the timeline below it.

use crate::editor::actions::Action;
use crate::editor::app::App;
use crate::editor::features::{documents, phases, timeline};
use crate::editor::{regions, theme};
use egui::{CentralPanel, InnerResponse, Margin, Panel, Ui, UiBuilder};

/// Half of the gap between two documents.
const GAP: f32 = 2.0;

/// Height of the bars before they are first drawn.
const TIMELINE: f32 = 86.0;

fn id() -> egui::Id {
    egui::Id::unique("height of the timeline")
}

/// Height of the bars above and below the canvas in the previous UI frame.
pub fn height_of_bars(ui: &Ui) -> f32 {
    ui.data(|data| data.get_temp::<f32>(id())).unwrap_or(TIMELINE)
}

/// Draws the canvas and, unless it stands alone, the bars above and below it.
pub fn show(ui: &mut Ui, app: &mut App, out: &mut Vec<Action>) {
    if !app.window.is_canvas_alone {
        bars(ui, app, out);
    }
    let Some((number, is_left)) = app.documents.beside(app.document.number()) else { return active(ui, app, out) };
    let (left, right) = ui.available_rect_before_wrap().split_left_right_at_fraction(0.5);
    let (left, right) = (left.with_max_x(left.right() - GAP), right.with_min_x(right.left() + GAP));
    let (beside, own) = if is_left { (left, right) } else { (right, left) };
    documents::panel::beside::show(ui, app, number, beside, out);
    ui.scope_builder(UiBuilder::new().max_rect(own), |ui| active(ui, app, out));
}

/// The canvas of the active document.
fn active(ui: &mut Ui, app: &mut App, out: &mut Vec<Action>) {
    CentralPanel::no_frame().show(ui, |ui| app.show_canvas(ui, out));
}

fn bars(ui: &mut Ui, app: &App, out: &mut Vec<Action>) {
    let (bar, ctx, view) = (theme::bar(ui), ui.ctx().clone(), &app.view());
    let record = |name, panel: InnerResponse<()>| {
        regions::record(&ctx, name, panel.response.rect);
        panel.response.rect.height()
    };
    let has_one_line = app.settings.layout().has_slim_timeline;
    let margin = if has_one_line { Margin::symmetric(8, 1) } else { bar.inner_margin };
    let timeline = Panel::bottom("timeline").frame(bar.inner_margin(margin));
    let features = &app.features;
    let show = |ui: &mut Ui| timeline::panel::show(ui, view, &features.breakpoints, &features.timeline, out);
    let mut height = record("timeline", timeline.show(ui, show));
    if app.documents.count() > 1 {
        let tabs = Panel::top("documents").frame(bar.inner_margin(Margin::symmetric(6, 1)));
        height += record("documents", tabs.show(ui, |ui| documents::panel::show(ui, app, out)));
    }
    if app.settings.shows_phases {
        let phases = Panel::bottom("phases").frame(bar).show(ui, |ui| phases::panel::show(ui, view, out));
        height += record("phases", phases);
    }
    ui.data_mut(|data| data.insert_temp(id(), height));
}
