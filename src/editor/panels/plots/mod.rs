//! Plots over time: those that are chosen, one above the other over one axis of frames, each with its legend, whose
//! numbers are those of the frame under the pointer or else of the present one.
//!
//! Must never know: how anything is measured.

mod choose;
mod legend;
mod one;

use crate::editor::actions::Action;
use crate::editor::app::App;
use crate::editor::files::Export;
use crate::editor::icons::Icon;
use crate::editor::{theme, widgets};
use egui::{Align, Frame, Layout, Panel, RichText, Role, ScrollArea, Ui, WidgetInfo, vec2};

/// Height below which a plot cannot be read: then the stack scrolls.
const LOWEST: f32 = 66.0;
/// Height of the axis of frames below the last plot.
const AXIS: f32 = 18.0;
/// Space between two plots.
const GAP: f32 = 8.0;

/// What the plots are controlled by; to the right of the tabs.
pub fn controls(ui: &mut Ui, app: &App, out: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing.x = 3.0;
    choose::show(ui, app, out);
    export(ui, out);
    let is_zoomed = app.plots.zoom.is_some();
    let tip = "Show all frames (double click in a plot)";
    if widgets::icon_button(ui, Icon("arrows-out-line-horizontal"), "Show all frames", tip, is_zoomed, false).clicked()
    {
        out.push(Action::Plots(Box::new(|plots| plots.zoom = None)));
    }
    let follows = app.settings.plots_follow;
    let tip = "Keep the present in sight while time goes on";
    if widgets::icon_button(ui, Icon("crosshair-simple"), "Follow the present", tip, true, follows).clicked() {
        out.push(Action::Prefer(Box::new(|settings| settings.plots_follow = !settings.plots_follow)));
    }
    ui.add_space(4.0);
    let weak = ui.visuals().weak_text_color();
    let (frame, tip) = match app.plots.hovered {
        Some(frame) => (frame as u64, "The numbers are those of the frame under the pointer"),
        None => (app.run.frame(), "The numbers are those of the present frame"),
    };
    ui.label(RichText::new(format!("at frame {frame}")).small().color(weak)).on_hover_text(tip);
    if let Some(known) = app.plots.progress(&app.run) {
        let part = 100 * known / (app.run.last_frame() + 1);
        ui.label(RichText::new(format!("measuring {part} %")).small().color(weak))
            .on_hover_text(format!("{known} of {} frames are measured", app.run.last_frame() + 1));
    }
    if let Some(frame) = app.plots.divergence() {
        ui.label(RichText::new(format!("diverged at frame {frame}")).small().color(ui.visuals().error_fg_color))
            .on_hover_text("Measuring the same inputs again gave other bits");
    }
}

/// Files that can be made of the open plots.
fn export(ui: &mut Ui, out: &mut Vec<Action>) {
    let button = Icon("export").text(theme::SMALL_ICON);
    let response = ui.menu_button(button, |ui| {
        for (kind, title) in Export::ALL {
            if ui.button(title).clicked() {
                out.push(Action::Export(kind));
                ui.close();
            }
        }
    });
    response.response.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Export the plots"));
    response.response.on_hover_text("Export all series shown as a table or a picture");
}

/// Draws them.
pub fn show(ui: &mut Ui, app: &App, out: &mut Vec<Action>) {
    app.plots.lines.borrow_mut().begin();
    if app.plots.shown.is_empty() {
        let weak = ui.visuals().weak_text_color();
        ui.centered_and_justified(|ui| ui.label(RichText::new("No plot is open: choose one above").color(weak)));
        return;
    }
    let count = app.plots.shown.len();
    let height = ((ui.available_height() - AXIS - GAP * (count - 1) as f32) / count as f32).max(LOWEST);
    ui.spacing_mut().item_spacing.y = GAP;
    let mut hovered = None;
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        for index in 0..count {
            let is_last = index + 1 == count;
            let height = if is_last { height + AXIS } else { height };
            let size = vec2(ui.available_width(), height);
            ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Min), |ui| {
                ui.set_min_size(size);
                row(ui, app, index, height, is_last, &mut hovered, out);
            });
        }
    });
    if hovered != app.plots.hovered {
        out.push(Action::Plots(Box::new(move |plots| plots.hovered = hovered)));
        // The other plots were drawn before.
        ui.ctx().request_repaint();
    }
}

/// A plot with its legend.
fn row(
    ui: &mut Ui,
    app: &App,
    index: usize,
    height: f32,
    is_last: bool,
    hovered: &mut Option<f64>,
    out: &mut Vec<Action>,
) {
    let shown = &app.plots.shown[index];
    let frame = Frame::NONE.inner_margin(egui::Margin { left: 8, ..egui::Margin::ZERO });
    let id = egui::Id::unique(("plot legend", index));
    Panel::right(id)
        .frame(frame)
        .resizable(false)
        .show_separator_line(false)
        .exact_size(legend::width(app))
        .show(ui, |ui| legend::show(ui, app, shown, index, out));
    let place = one::Place { index, height, is_last };
    one::show(ui, app, shown, place, hovered, out);
}
