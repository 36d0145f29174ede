//! The heat map of a sweep: coloured cells over labelled axes, with pointer and keyboard control.

use super::cell::outcome_text;
use super::grid::{Grid, Way};
use super::{paint, progress};
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::sweep::Sweeps;
use crate::editor::features::sweep::{Sheet, SweepCommand};
use crate::editor::theme::color;
use crate::picture::Palette;
use egui::{
    Align, Color32, ComboBox, CursorIcon, EventFilter, Key, Label, Layout, Modifiers, Rect, Response, RichText, Role,
    Sense, Stroke, StrokeKind, Ui, WidgetInfo,
};
use egui_plot::PlotTransform;

/// Width of the colour bar with its numbers.
const BAR_ROOM: f32 = 84.0;
/// Width of the number of frames beside the choice of a measure.
const FRAMES_ROOM: f32 = 96.0;
/// Height below which axis names are shown above the map.
const LOW: f32 = 230.0;

pub(super) fn show(ui: &mut Ui, view: &ViewContext, sweep: &Sweeps, sheet: &Sheet, out: &mut Vec<Action>) {
    let extent = sheet.extent();
    let grid = Grid::of(sheet, extent);
    let is_low = ui.available_height() < LOW;
    ui.horizontal(|ui| {
        ui.add_space(8.0);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            progress::show(ui, sweep, sheet);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| match &sweep.refusal {
                Some(problem) => {
                    let words = RichText::new(problem).color(ui.visuals().error_fg_color);
                    ui.add(Label::new(words).truncate());
                }
                None => {
                    measure(ui, sheet, out);
                    ui.add(Label::new(title(sheet, is_low)).truncate());
                }
            });
        });
    });
    let (rect, _) = ui.allocate_exact_size(ui.available_size(), Sense::hover());
    let bar_room = if grid.heights.is_some() { 8.0 } else { BAR_ROOM };
    let (plot_rect, bar_rect) = rect.split_left_right_at_x((rect.right() - bar_room).max(rect.left() + 40.0));
    let mut inner = ui.new_child(egui::UiBuilder::new().max_rect(plot_rect));
    let (response, transform) = grid.plot(&mut inner, sheet, !is_low);
    let palette = Palette::of(view.settings.theme.picture());
    let painter = ui.painter_at(response.rect);
    paint::cells(&painter, ui.visuals(), sheet, &grid, &transform, extent);
    let frame = grid.frame(&transform);
    painter.rect_stroke(frame, 0.0, Stroke::new(1.0, color(palette.axis)), StrokeKind::Inside);
    if grid.heights.is_some() {
        paint::dots(&painter, sheet, &grid, &transform, &palette);
    } else {
        let room = Rect::from_x_y_ranges(bar_rect.x_range(), response.rect.y_range());
        let (bar, words) = room.split_top_bottom_at_y(room.bottom() - paint::words_room(sheet));
        paint::bar(ui, &palette, bar, extent, paint::beyond(sheet, extent));
        paint::words(ui, words, sheet);
    }
    if let Some(chosen) = chosen(sweep, sheet) {
        let rect = grid.rect(chosen, &transform);
        painter.rect_stroke(rect, 0.0, Stroke::new(4.0, Color32::from_black_alpha(160)), StrokeKind::Inside);
        painter.rect_stroke(rect, 0.0, Stroke::new(2.0, Color32::WHITE), StrokeKind::Inside);
    }
    if response.has_focus() {
        painter.rect_stroke(frame, 0.0, ui.visuals().selection.stroke, StrokeKind::Outside);
        keys(ui, sweep, sheet, &grid, &response, out);
    }
    point(ui, sweep, sheet, &grid, &response, &transform, out);
}

fn chosen(sweep: &Sweeps, sheet: &Sheet) -> Option<usize> {
    sweep.chosen.filter(|&cell| cell < sheet.outcomes.len())
}

/// Choice of the shown measure, if there are several.
fn measure(ui: &mut Ui, sheet: &Sheet, out: &mut Vec<Action>) {
    if sheet.sweep.measures().len() < 2 {
        return;
    }
    let current = sheet.measure().text();
    let width = (ui.available_width() - FRAMES_ROOM).clamp(60.0, 300.0);
    let size = egui::vec2(width, ui.spacing().interact_size.y);
    let combo = ComboBox::from_id_salt("sweep shown").width(width).selected_text(current).truncate();
    let combo = ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
        combo.show_ui(ui, |ui| {
            for (index, measure) in sheet.sweep.measures().iter().enumerate() {
                if ui.selectable_label(measure.text() == current, measure.text()).clicked() {
                    out.push(Action::Sweep(SweepCommand::Measure(index)));
                }
            }
        })
    });
    let combo = combo.inner;
    combo.response.widget_info(|| {
        let mut info = WidgetInfo::labeled(Role::ComboBox, true, "Sweep: shown measure");
        info.current_text_value = Some(current.to_owned());
        info
    });
    combo.response.on_hover_text(current);
}

/// The measure, if there is no choice of it; in low maps also the axes.
fn title(sheet: &Sheet, is_low: bool) -> String {
    let sweep = &sheet.sweep;
    let measure = if sweep.measures().len() < 2 { sheet.measure().text() } else { "" };
    if !is_low {
        return format!("{measure}   ({} frames)", sweep.frames()).trim_start().to_owned();
    }
    let names = sweep.axes().iter().zip(["→", "↑"]).map(|(axis, arrow)| format!("   {arrow} {}", axis.name()));
    format!("{measure}{}", names.collect::<String>())
}

/// Arrow keys move between cells while the map has the focus.
fn keys(ui: &Ui, sweep: &Sweeps, sheet: &Sheet, grid: &Grid, response: &Response, out: &mut Vec<Action>) {
    const WAYS: [(Key, Way); 6] = [
        (Key::ArrowLeft, Way::Left),
        (Key::ArrowRight, Way::Right),
        (Key::ArrowUp, Way::Up),
        (Key::ArrowDown, Way::Down),
        (Key::Home, Way::First),
        (Key::End, Way::Last),
    ];
    let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
    let before = chosen(sweep, sheet);
    let mut cell = before;
    for (key, way) in WAYS {
        for _ in 0..ui.input_mut(|input| input.count_and_consume_key(Modifiers::NONE, key)) {
            cell = Some(cell.map_or_else(|| grid.first(), |cell| grid.step(cell, way)));
        }
    }
    if cell != before {
        out.push(Action::Sweep(SweepCommand::Choose(cell)));
    }
}

/// Hover shows a cell, click chooses it; double click or Enter opens it.
fn point(
    ui: &Ui,
    sweep: &Sweeps,
    sheet: &Sheet,
    grid: &Grid,
    response: &Response,
    transform: &PlotTransform,
    out: &mut Vec<Action>,
) {
    let chosen = chosen(sweep, sheet);
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(Role::Image, true, "Heat map");
        let words = |cell| format!("{}: {}", sheet.sweep.title(cell), outcome_text(sheet, cell));
        info.current_text_value =
            Some(chosen.map_or_else(|| "no cell chosen; arrow keys choose one".to_owned(), words));
        info
    });
    let cell_at = |response: &Response| response.interact_pointer_pos().and_then(|at| grid.at(at, transform));
    if let Some(cell) = response.hover_pos().and_then(|at| grid.at(at, transform)) {
        let rect = grid.rect(cell, transform);
        let ring = Stroke::new(1.0, ui.visuals().strong_text_color());
        ui.painter_at(response.rect).rect_stroke(rect, 0.0, ring, StrokeKind::Inside);
        response.clone().on_hover_cursor(CursorIcon::PointingHand).on_hover_ui_at_pointer(|ui| {
            for (axis, at) in sheet.sweep.axes().iter().zip(sheet.sweep.place(cell)) {
                ui.monospace(axis.assignment(at));
            }
            ui.label(outcome_text(sheet, cell));
        });
    }
    let is_by_key = response.clicked() && response.interact_pointer_pos().is_none();
    let opened = if response.double_clicked() { cell_at(response) } else { chosen.filter(|_| is_by_key) };
    if let Some(cell) = opened.filter(|&cell| super::cell::can_be_opened(sheet, cell)) {
        out.push(Action::Sweep(SweepCommand::Choose(Some(cell))));
        out.push(Action::Sweep(SweepCommand::Open(cell)));
    } else if response.clicked() && !is_by_key {
        out.push(Action::Sweep(SweepCommand::Choose(cell_at(response))));
        response.request_focus();
    }
}
