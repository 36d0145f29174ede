//! The canvas with the phases and the timeline below it.

use crate::editor::actions::Action;
use crate::editor::app::App;
use crate::editor::features::{phases, timeline};
use crate::editor::{regions, theme};
use crate::picture::Palette;
use egui::{CentralPanel, Frame, InnerResponse, Margin, Panel, Ui};

/// Height of the timeline before it is first drawn.
const TIMELINE: f32 = 86.0;

fn id() -> egui::Id {
    egui::Id::unique("height of the timeline")
}

/// Height of the bars below the canvas in the previous UI frame.
pub fn height_of_bars(ui: &Ui) -> f32 {
    ui.data(|data| data.get_temp::<f32>(id())).unwrap_or(TIMELINE)
}

/// Draws the canvas and, unless it stands alone, the bars below it.
pub fn show(ui: &mut Ui, app: &mut App, out: &mut Vec<Action>) {
    if !app.window.is_canvas_alone {
        bars(ui, app, out);
    }
    let background = theme::color(Palette::of(app.settings.theme.picture()).background);
    CentralPanel::no_frame().frame(Frame::new().fill(background)).show(ui, |ui| app.show_canvas(ui, out));
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
    if app.settings.shows_phases {
        let phases = Panel::bottom("phases").frame(bar).show(ui, |ui| phases::panel::show(ui, view, out));
        height += record("phases", phases);
    }
    ui.data_mut(|data| data.insert_temp(id(), height));
}
