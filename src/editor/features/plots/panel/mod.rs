//! Plots over time: those that are chosen, one above the other over one axis of frames, each with its legend, whose
//! numbers are those of the frame under the pointer or else of the present one.

mod choose;
mod legend;
pub mod marks;
mod one;

use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::breakpoints::Breakpoints;
use crate::editor::features::plots::Plots;
use crate::editor::features::timeline::Timeline;
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
/// Height at which a plot is easy to read: lower ones stand beside each other while there is room.
const EASY: f32 = 100.0;
/// Width of a plot, beside its legend, that is enough.
const NARROWEST: f32 = 230.0;

/// What the plots are controlled by; to the right of the tabs.
pub fn controls(ui: &mut Ui, view: &ViewContext, plots: &Plots, timeline: &Timeline, out: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing.x = 3.0;
    choose::show(ui, view, plots, out);
    export(ui, out);
    marks::menu(ui, view, timeline, out);
    let is_zoomed = plots.zoom.is_some();
    let tip = "Show all frames (double click in a plot)";
    if widgets::icon_button(ui, Icon("arrows-out-line-horizontal"), "Show all frames", tip, is_zoomed, false).clicked()
    {
        out.push(Action::Plots(Box::new(|plots| plots.zoom = None)));
    }
    let follows = view.settings.plots_follow;
    let tip = "Keep the present in sight while time goes on";
    if widgets::icon_button(ui, Icon("crosshair-simple"), "Follow the present", tip, true, follows).clicked() {
        out.push(Action::Prefer(Box::new(|settings| settings.plots_follow = !settings.plots_follow)));
    }
    ui.add_space(4.0);
    let weak = ui.visuals().weak_text_color();
    let (frame, tip) = match plots.hovered {
        Some(frame) => (frame as u64, "The numbers are those of the frame under the pointer"),
        None => (view.run.frame(), "The numbers are those of the present frame"),
    };
    // In a narrow window the tabs need the room, and the clock above has the number too.
    if ui.available_width() > 90.0 {
        ui.label(RichText::new(format!("at frame {frame}")).small().color(weak)).on_hover_text(tip);
    }
    if let Some(known) = plots.progress(view.run) {
        let part = 100 * known / (view.run.last_frame() + 1);
        ui.label(RichText::new(format!("measuring {part} %")).small().color(weak))
            .on_hover_text(format!("{known} of {} frames are measured", view.run.last_frame() + 1));
    }
    if let Some(frame) = plots.divergence() {
        ui.label(RichText::new(format!("diverged at frame {frame}")).small().color(ui.visuals().error_fg_color))
            .on_hover_text("Measuring the same inputs again gave other bits");
    }
}

/// Files that can be made of the open plots.
fn export(ui: &mut Ui, out: &mut Vec<Action>) {
    let button = Icon("export").text(theme::SMALL_ICON);
    let response = ui.menu_button(button, |ui| {
        for (kind, title) in Export::PLOTS {
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
pub fn show(
    ui: &mut Ui,
    view: &ViewContext,
    breakpoints: &Breakpoints,
    plots: &Plots,
    timeline: &Timeline,
    out: &mut Vec<Action>,
) {
    plots.lines.borrow_mut().begin();
    if plots.shown.is_empty() {
        let weak = ui.visuals().weak_text_color();
        ui.centered_and_justified(|ui| ui.label(RichText::new("No plot is open: choose one above").color(weak)));
        return;
    }
    let count = plots.shown.len();
    let room = ui.available_size();
    let columns = columns(count, room, NARROWEST + legend::LEAST);
    let rows = count.div_ceil(columns);
    let width = (room.x - GAP * (columns - 1) as f32) / columns as f32;
    let mut hovered = None;
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing = vec2(GAP, GAP);
        ui.horizontal_top(|ui| {
            for first in (0..count).step_by(rows) {
                let column = first..(first + rows).min(count);
                let each = height(column.len(), room.y);
                let size = vec2(width, height(rows, room.y) * rows as f32 + AXIS + GAP * (rows - 1) as f32);
                ui.allocate_ui_with_layout(size, Layout::top_down(Align::Min), |ui| {
                    for index in column.clone() {
                        let is_last = index + 1 == column.end;
                        let size = vec2(width, if is_last { each + AXIS } else { each });
                        ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Min), |ui| {
                            ui.set_min_size(size);
                            row(
                                ui,
                                view,
                                breakpoints,
                                plots,
                                timeline,
                                one::PlotSlot { index, height: size.y, is_last },
                                &mut hovered,
                                out,
                            );
                        });
                    }
                });
            }
        });
    });
    if hovered != plots.hovered {
        out.push(Action::Plots(Box::new(move |plots| plots.hovered = hovered)));
        // The other plots were drawn before.
        ui.ctx().request_repaint();
    }
}

/// Height of each of so many plots, one above the other in this room.
fn height(rows: usize, room: f32) -> f32 {
    ((room - AXIS - GAP * (rows - 1) as f32) / rows as f32).max(LOWEST)
}

/// In how many columns so many plots stand: one while they are high enough, else as many as it takes and fit beside
/// each other.
fn columns(count: usize, room: egui::Vec2, narrowest: f32) -> usize {
    let rows = (((room.y - AXIS + GAP) / (EASY + GAP)) as usize).max(1);
    let most = (((room.x + GAP) / (narrowest + GAP)) as usize).max(1);
    let columns = count.div_ceil(rows).clamp(1, most);
    // As few as have the same height.
    count.div_ceil(count.div_ceil(columns))
}

/// A plot with its legend.
fn row(
    ui: &mut Ui,
    view: &ViewContext,
    breakpoints: &Breakpoints,
    plots: &Plots,
    timeline: &Timeline,
    place: one::PlotSlot,
    hovered: &mut Option<f64>,
    out: &mut Vec<Action>,
) {
    let shown = &plots.shown[place.index];
    // Numbers of the axis reach beyond its end.
    let frame = Frame::NONE.inner_margin(egui::Margin { left: 18, ..egui::Margin::ZERO });
    let id = egui::Id::unique(("plot legend", place.index));
    Panel::right(id)
        .frame(frame)
        .resizable(false)
        .show_separator_line(false)
        .exact_size(legend::width(view, ui.available_width()))
        .show(ui, |ui| legend::show(ui, view, plots, shown, place.index, out));
    one::show(ui, view, breakpoints, plots, timeline, shown, place, hovered, out);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plots_stand_beside_each_other_where_they_would_be_low() {
        let at = |count, width, height| columns(count, vec2(width, height), 400.0);
        // The dock as it is at first in a window of 1280x720 has about 890x180.
        assert_eq!((1..=5).map(|count| at(count, 890.0, 180.0)).collect::<Vec<_>>(), [1, 2, 2, 2, 2]);
        assert_eq!(at(3, 1300.0, 180.0), 3);
        assert_eq!(at(4, 1300.0, 180.0), 2, "two by two rather than three and one");
        assert_eq!(at(2, 890.0, 260.0), 1);
        assert_eq!(at(2, 500.0, 180.0), 1, "too narrow");
        assert_eq!(at(3, 100.0, 0.0), 1);
    }
}
