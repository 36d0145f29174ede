//! The Plots panel: stacked plots with a common frame axis, each with a legend.

mod choose;
mod hover;
mod legend;
pub mod marks;
mod one;
mod pointer;

use crate::editor::actions::{Action, Command};
use crate::editor::context::ViewContext;
use crate::editor::features::breakpoints::Breakpoints;
use crate::editor::features::plots::Plots;
use crate::editor::features::timeline::Timeline;
use crate::editor::files::Export;
use crate::editor::icons::Icon;
use crate::editor::settings::{Settings, ShownPlot};
use crate::editor::widgets::command::item;
use crate::editor::widgets::overflow;
use crate::editor::{theme, widgets};
use egui::{Align, Button, Frame, Layout, Panel, RichText, Role, Ui, Vec2, WidgetInfo, vec2};
use std::ops::Range;

/// Minimum readable height in a low panel; below it the stack has pages. In a panel with room for one comfortable plot and a half,
/// the plots of a page are comfortable.
const LOWEST: f32 = 64.0;
/// Minimum height of a plot below its legend, in a narrow panel.
const LOWEST_NARROW: f32 = 48.0;
/// Height of the frame axis below the last plot.
const AXIS: f32 = 18.0;
/// Height of the line about plots out of sight.
const HINT: f32 = 18.0;
/// Space between plots.
const GAP: f32 = 8.0;
/// Comfortable height; below it plots are placed side by side if possible.
const EASY: f32 = 100.0;
/// Width of a narrow panel from which its legends have two columns.
const TWO_COLUMNS: f32 = 250.0;
/// Minimum width of a plot beside its legend.
const NARROWEST: f32 = 230.0;

/// Icon, name and tooltip of controls.
const ALL_FRAMES: (&str, &str, &str) =
    ("arrows-out-line-horizontal", "Show all frames", "Show all frames and values (double click in a plot)");
const FOLLOW: (&str, &str, &str) = ("crosshair-simple", "Follow the present", "Scroll with the present frame");

/// What the values of a legend are while the present moment is within a frame.
pub const WITHIN: &str = "Plots have one value a frame: the values are those at its start. The status bar shows those of \
                          the present substep";

/// Controls to the right of the tabs.
pub fn controls(ui: &mut Ui, view: &ViewContext, plots: &Plots, timeline: &Timeline, out: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing.x = 3.0;
    choose::show(ui, view, plots, out);
    export(ui, view, "", out);
    marks::menu(ui, view, timeline, out);
    let (icon, name, tip) = ALL_FRAMES;
    if widgets::icon_button(ui, Icon(icon), name, tip, plots.is_zoomed(), false).clicked() {
        out.push(show_all());
    }
    let (icon, name, tip) = FOLLOW;
    if widgets::icon_button(ui, Icon(icon), name, tip, true, view.settings.plots_follow).clicked() {
        out.push(follow());
    }
    widgets::icon_button(ui, Icon("question"), "Mouse and keys in plots", pointer::HELP, true, false);
    ui.add_space(4.0);
    let weak = ui.visuals().weak_text_color();
    let frame = plots.shown_frame(view.run);
    let (words, tip) = match plots.hovered {
        Some(_) => (format!("at frame {frame}"), "Values at the frame under the pointer"),
        None if plots.is_within_frame(view.run) => (format!("start of {frame}"), WITHIN),
        None => (format!("at frame {frame}"), "Values at the present frame"),
    };
    // In a narrow window the tabs need the room; the toolbar also shows the frame.
    if ui.available_width() > 90.0 {
        ui.label(RichText::new(words).small().color(weak)).on_hover_text(tip);
    }
    progress(ui, view, plots);
}

/// Progress of the measurement, and where it differs from the run.
fn progress(ui: &mut Ui, view: &ViewContext, plots: &Plots) {
    let weak = ui.visuals().weak_text_color();
    if let Some(known) = plots.progress(view.run) {
        let part = 100 * known / (view.run.last_frame() + 1);
        ui.label(RichText::new(format!("measuring {part} %")).small().color(weak))
            .on_hover_text(format!("{known} of {} frames measured", view.run.last_frame() + 1));
    }
    if let Some(frame) = plots.divergence() {
        ui.label(RichText::new(format!("diverged at frame {frame}")).small().color(ui.visuals().error_fg_color))
            .on_hover_text("Repeating the same inputs gave different results");
    }
}

/// The same controls as rows of a menu.
pub fn controls_in_menu(ui: &mut Ui, view: &ViewContext, plots: &Plots, timeline: &Timeline, out: &mut Vec<Action>) {
    choose::show(ui, view, plots, out);
    export(ui, view, "Export the plots", out);
    marks::menu(ui, view, timeline, out);
    let (icon, name, tip) = ALL_FRAMES;
    ui.add_enabled_ui(plots.is_zoomed(), |ui| {
        if overflow::choice(ui, Icon(icon), name, false).on_hover_text(tip).clicked() {
            out.push(show_all());
        }
    });
    let (icon, name, tip) = FOLLOW;
    if overflow::choice(ui, Icon(icon), name, view.settings.plots_follow).on_hover_text(tip).clicked() {
        out.push(follow());
    }
    ui.weak("Mouse and keys in plots").on_hover_text(pointer::HELP);
    progress(ui, view, plots);
}

fn show_all() -> Action {
    Action::Plots(Box::new(Plots::show_all))
}

fn follow() -> Action {
    Action::Prefer(Box::new(|settings| settings.plots_follow = !settings.plots_follow))
}

/// Export menu; `words` stand beside its icon.
fn export(ui: &mut Ui, view: &ViewContext, words: &str, out: &mut Vec<Action>) {
    let mut button: egui::Atoms<'_> = egui::IntoAtoms::into_atoms(Icon("export").text(theme::SMALL_ICON));
    if !words.is_empty() {
        button.push_right(words);
    }
    let response = ui.menu_button(button, |ui| {
        for (kind, title) in Export::PLOTS {
            if ui.button(title).clicked() {
                out.push(Action::Export(kind));
                ui.close();
            }
        }
        ui.separator();
        item(ui, view, Command::OpenNotebook, out);
    });
    response.response.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Export the plots"));
    response.response.on_hover_text("Export the visible series as a table, an image or a notebook");
}

/// An action that changes an open plot.
fn prefer(index: usize, change: fn(&mut ShownPlot)) -> Action {
    Action::prefer(move |settings: &mut Settings| settings.plots.get_mut(index).map_or((), change))
}

/// What the pointer is on.
#[derive(Clone, Debug, Default, PartialEq)]
struct PlotHover {
    /// The frame, if it is over a plot.
    frame: Option<f64>,
    /// Key of the series whose curve or row of a legend it is on.
    series: Option<String>,
}

/// What a plot reads.
#[derive(Clone, Copy)]
struct PlotsView<'a> {
    view: &'a ViewContext<'a>,
    plots: &'a Plots,
    breakpoints: &'a Breakpoints,
    timeline: &'a Timeline,
    /// Whether the plot has the glyphs of the marks: the first of a column, and others that are high enough.
    has_glyphs: bool,
}

/// Draws the plots.
pub fn show(
    ui: &mut Ui,
    view: &ViewContext,
    breakpoints: &Breakpoints,
    plots: &Plots,
    timeline: &Timeline,
    out: &mut Vec<Action>,
) {
    let all = PlotsView { view, plots, breakpoints, timeline, has_glyphs: true };
    plots.lines.borrow_mut().begin();
    if plots.shown.is_empty() {
        let weak = ui.visuals().weak_text_color();
        ui.centered_and_justified(|ui| ui.label(RichText::new("No plot is open. Choose one above").color(weak)));
        return;
    }
    let count = plots.shown.len();
    let room = ui.available_size();
    let columns = columns(count, room, NARROWEST + legend::LEAST);
    let rows = count.div_ceil(columns);
    let is_narrow = room.x < NARROWEST + legend::LEAST;
    let lowest = match is_narrow {
        true => LOWEST_NARROW + legend::LEAST_ABOVE,
        false if room.y - AXIS >= 1.5 * EASY => EASY,
        false => LOWEST,
    };
    let width = (room.x - GAP * (columns - 1) as f32) / columns as f32;
    let mut pointed = PlotHover::default();
    let is_cut = height(rows, room.y, lowest) * rows as f32 + AXIS + GAP * (rows - 1) as f32 > room.y + 0.5;
    let room_of_plots = room.y - if is_cut { HINT } else { 0.0 };
    let visible = if is_cut { (((room_of_plots - AXIS + GAP) / (lowest + GAP)) as usize).max(1) } else { rows };
    let page_id = ui.scope_id().with("first visible row");
    let first_row = ui.data(|data| data.get_temp(page_id)).unwrap_or(0).min(rows - visible);
    ui.spacing_mut().item_spacing = vec2(GAP, 0.0);
    ui.horizontal_top(|ui| {
        for first in (0..count).step_by(rows) {
            let end = (first + rows).min(count);
            let page = (first + first_row).min(end)..(first + first_row + visible).min(end);
            let rows = if is_cut { visible } else { page.len() };
            let size = vec2(width, room_of_plots);
            ui.allocate_ui_with_layout(size, Layout::top_down(Align::Min), |ui| {
                ui.spacing_mut().item_spacing = vec2(GAP, GAP);
                let each = vec2(width, height(rows, room_of_plots, lowest));
                self::column(ui, all, page, each, is_narrow, &mut pointed, out);
            });
        }
    });
    if let Some(row) = hint(ui, [first_row, visible], beyond(count, rows, [first_row, visible])) {
        ui.data_mut(|data| data.insert_temp(page_id, row));
    }
    if (pointed.frame, &pointed.series) != (plots.hovered, &plots.pointed) {
        out.push(Action::Plots(Box::new(move |plots| {
            (plots.hovered, plots.pointed) = (pointed.frame, pointed.series)
        })));
        // The other plots were drawn before the hovered frame changed.
        ui.ctx().request_repaint();
    }
}

/// Draws the plots with these indices below each other.
fn column(
    ui: &mut Ui,
    all: PlotsView,
    indices: Range<usize>,
    each: Vec2,
    is_narrow: bool,
    pointed: &mut PlotHover,
    out: &mut Vec<Action>,
) {
    for index in indices.clone() {
        let (is_first, is_last) = (index == indices.start, index + 1 == indices.end);
        let size = if is_last { each + vec2(0.0, AXIS) } else { each };
        ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Min), |ui| {
            ui.set_min_size(size);
            let slot = one::PlotSlot { index, height: size.y, is_first, is_last };
            let all = PlotsView { has_glyphs: is_first || each.y >= EASY, ..all };
            row(ui, all, slot, is_narrow, pointed, out);
        });
    }
}

/// Numbers of the plots above and below a page of the stack: its first row, and its number of rows.
fn beyond(count: usize, rows: usize, [first_row, visible]: [usize; 2]) -> [usize; 2] {
    let columns = (0..count).step_by(rows).map(|first| rows.min(count - first));
    let above: usize = columns.clone().map(|plots| plots.min(first_row)).sum();
    let below = columns.map(|plots| plots.saturating_sub(first_row + visible)).sum();
    [above, below]
}

/// Names the plots out of sight; a click shows the next page, after the last one the first. Returns its first row.
fn hint(ui: &mut Ui, [first_row, visible]: [usize; 2], [above, below]: [usize; 2]) -> Option<usize> {
    let plots = |count: usize| if count == 1 { "1 more plot".to_owned() } else { format!("{count} more plots") };
    let words = match (above, below) {
        (0, 0) => return None,
        (0, _) => format!("{} below", plots(below)),
        (_, 0) => format!("{} above", plots(above)),
        _ => format!("{} above, {below} below", plots(above)),
    };
    (ui.spacing_mut().button_padding.y, ui.spacing_mut().interact_size.y) = (0.0, HINT);
    let button = Button::new(RichText::new(words).small()).frame_when_inactive(false);
    let response = ui.add(button).on_hover_text("Show them");
    response.clicked().then_some(if below > 0 { first_row + visible } else { 0 })
}

/// Height of each of `rows` plots in this room.
fn height(rows: usize, room: f32, lowest: f32) -> f32 {
    ((room - AXIS - GAP * (rows - 1) as f32) / rows as f32).max(lowest)
}

/// Number of columns: one while plots are high enough, else as many as needed and possible.
fn columns(count: usize, room: egui::Vec2, narrowest: f32) -> usize {
    let rows = (((room.y - AXIS + GAP) / (EASY + GAP)) as usize).max(1);
    let most = (((room.x + GAP) / (narrowest + GAP)) as usize).max(1);
    let columns = count.div_ceil(rows).clamp(1, most);
    // Fewest columns with the same number of rows.
    count.div_ceil(count.div_ceil(columns))
}

/// A plot with its legend: beside it, or above it in a narrow panel.
fn row(
    ui: &mut Ui,
    all: PlotsView,
    mut place: one::PlotSlot,
    is_narrow: bool,
    pointed: &mut PlotHover,
    out: &mut Vec<Action>,
) {
    let PlotsView { view, plots, .. } = all;
    let shown = &plots.shown[place.index];
    let id = egui::Id::unique(("plot legend", place.index));
    if is_narrow {
        let above = (place.height - LOWEST_NARROW).clamp(legend::LEAST_ABOVE, legend::ABOVE);
        place.height -= above;
        let columns = if ui.available_width() < TWO_COLUMNS { 1 } else { 2 };
        let panel = Panel::top(id).frame(Frame::NONE).resizable(false).show_separator_line(false);
        panel
            .exact_size(above)
            .show(ui, |ui| legend::show(ui, (view, plots), shown, (place.index, columns), pointed, out));
        one::show(ui, all, shown, place, pointed, out);
        return;
    }
    let frame = Frame::NONE.inner_margin(egui::Margin { left: legend::MARGIN, ..egui::Margin::ZERO });
    Panel::right(id)
        .frame(frame)
        .resizable(false)
        .show_separator_line(false)
        .exact_size(legend::width(ui, view, plots, ui.available_width()))
        .show(ui, |ui| legend::show(ui, (view, plots), shown, (place.index, 1), pointed, out));
    one::show(ui, all, shown, place, pointed, out);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plots_use_columns_where_rows_would_be_too_low() {
        let at = |count, width, height| columns(count, vec2(width, height), 400.0);
        // The default dock in a 1280x720 window has about 890x180 points.
        assert_eq!((1..=5).map(|count| at(count, 890.0, 180.0)).collect::<Vec<_>>(), [1, 2, 2, 2, 2]);
        assert_eq!(at(3, 1300.0, 180.0), 3);
        assert_eq!(at(4, 1300.0, 180.0), 2, "two rows of two, not three and one");
        assert_eq!(at(2, 890.0, 260.0), 1);
        assert_eq!(at(2, 500.0, 180.0), 1, "too narrow");
        assert_eq!(at(3, 100.0, 0.0), 1);
    }

    #[test]
    fn plots_beyond_the_page_are_counted() {
        assert_eq!(beyond(3, 3, [0, 2]), [0, 1]);
        assert_eq!(beyond(3, 3, [1, 2]), [1, 0]);
        // Two columns of three and two plots.
        assert_eq!(beyond(5, 3, [0, 1]), [0, 3]);
        assert_eq!(beyond(5, 3, [1, 1]), [2, 1]);
        assert_eq!(beyond(3, 3, [0, 3]), [0, 0]);
    }
}
