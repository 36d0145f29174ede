//! The heat map: a coloured cell for each variant over axes with their values, and the bar of colours. Cells that gave no
//! finite number are hatched, those that could not be run are crossed.
//!
//! Must never know: how cells are run.

use super::cell::said;
use crate::debugger::sweep::{Axis, Outcome};
use crate::editor::actions::Action;
use crate::editor::app::App;
use crate::editor::sweep::{Sheet, Wish};
use crate::editor::theme::color;
use crate::picture::chart::Scale;
use crate::picture::heatmap::{Cell, ink_on, part, ramp};
use crate::picture::{Palette, ruler};
use egui::{
    Align2, Color32, CursorIcon, FontId, Mesh, Painter, Pos2, Rangef, Rect, Response, Role, Sense, Shape, Stroke,
    StrokeKind, Ui, Vec2, WidgetInfo, pos2, vec2,
};
use egui_plot::{AxisHints, GridMark, Plot, PlotBounds, PlotPoint, PlotTransform};

/// Room for the bar of colours and its numbers.
const BAR_ROOM: f32 = 84.0;
const BAR: f32 = 14.0;
/// Below this height the names of the axes stand above the map.
const LOW: f32 = 230.0;
const SMALL: f32 = 11.0;
/// A letter of the axes is about so wide.
const LETTER: f32 = 6.2;
/// Cells have their numbers written in them from this height on.
const READABLE: f32 = 15.0;

/// How the grid lies: columns to the right, rows upwards; words, which have no height, are read downwards.
struct Grid {
    columns: usize,
    rows: usize,
    is_downwards: bool,
}

impl Grid {
    fn of(sheet: &Sheet) -> Self {
        let axes = sheet.sweep.axes();
        let rows = axes.get(1).map_or(1, Axis::len);
        Self { columns: axes[0].len(), rows, is_downwards: axes.get(1).is_some_and(|axis| !axis.is_of_numbers()) }
    }

    /// Height of a row, or the row of a height.
    fn turned(&self, row: usize) -> usize {
        if self.is_downwards { self.rows - 1 - row } else { row }
    }

    fn cell(&self, column: usize, row: usize) -> usize {
        column * self.rows + row
    }

    fn rect(&self, cell: usize, transform: &PlotTransform) -> Rect {
        let (x, y) = ((cell / self.rows) as f64, self.turned(cell % self.rows) as f64);
        let corner = |dx: f64, dy: f64| transform.position_from_point(&PlotPoint::new(x + dx, y + dy));
        // Whole pixels, so that neighbours leave no seam.
        let round = |at: Pos2| pos2(at.x.round(), at.y.round());
        Rect::from_two_pos(round(corner(-0.5, -0.5)), round(corner(0.5, 0.5)))
    }

    fn at(&self, at: Pos2, transform: &PlotTransform) -> Option<usize> {
        let point = transform.value_from_position(at);
        let (x, y) = (point.x.round(), point.y.round());
        let is_within = x >= 0.0 && y >= 0.0 && x < self.columns as f64 && y < self.rows as f64;
        is_within.then(|| self.cell(x as usize, self.turned(y as usize)))
    }
}

pub(super) fn show(ui: &mut Ui, app: &App, sheet: &Sheet, out: &mut Vec<Action>) {
    let grid = Grid::of(sheet);
    let extent = sheet.extent();
    let is_low = ui.available_height() < LOW;
    ui.horizontal(|ui| {
        ui.add_space(8.0);
        ui.add(egui::Label::new(title(sheet, is_low)).truncate());
    });
    let room = ui.available_size();
    let (rect, _) = ui.allocate_exact_size(room, Sense::hover());
    let (plot_rect, bar_rect) = rect.split_left_right_at_x((rect.right() - BAR_ROOM).max(rect.left() + 40.0));
    let mut inner = ui.new_child(egui::UiBuilder::new().max_rect(plot_rect));
    let (response, transform) = plot(&mut inner, sheet, &grid, is_low);
    let palette = Palette::of(app.settings.theme.picture());
    let painter = ui.painter_at(response.rect);
    paint(&painter, ui, sheet, &grid, &transform, extent);
    let frame = Rect::from_two_pos(
        grid.rect(grid.cell(0, 0), &transform).union(grid.rect(grid.cell(0, grid.rows - 1), &transform)).min,
        grid.rect(grid.cell(grid.columns - 1, 0), &transform)
            .union(grid.rect(grid.cell(grid.columns - 1, grid.rows - 1), &transform))
            .max,
    );
    painter.rect_stroke(frame, 0.0, Stroke::new(1.0, color(palette.axis)), StrokeKind::Inside);
    if let Some(chosen) = app.sweep.chosen.filter(|&cell| cell < sheet.outcomes.len()) {
        let rect = grid.rect(chosen, &transform);
        painter.rect_stroke(rect, 0.0, Stroke::new(4.0, Color32::from_black_alpha(160)), StrokeKind::Inside);
        painter.rect_stroke(rect, 0.0, Stroke::new(2.0, Color32::WHITE), StrokeKind::Inside);
    }
    let beyond = beyond(sheet, extent);
    bar(ui, &palette, Rect::from_x_y_ranges(bar_rect.x_range(), response.rect.y_range()), extent, beyond);
    interact(ui, app, sheet, &grid, &response, &transform, out);
}

/// What is measured; where the map has little room, what varies as well.
fn title(sheet: &Sheet, is_low: bool) -> String {
    let sweep = &sheet.sweep;
    let measure = sweep.measures().first().map_or("", |measure| measure.text());
    if !is_low {
        return format!("{measure}   ({} frames)", sweep.frames());
    }
    let names = sweep.axes().iter().zip(["→", "↑"]).map(|(axis, arrow)| format!("   {arrow} {}", axis.name()));
    format!("{measure}{}", names.collect::<String>())
}

/// The axes, with nothing between them yet.
fn plot(ui: &mut Ui, sheet: &Sheet, grid: &Grid, is_low: bool) -> (Response, PlotTransform) {
    let axes = sheet.sweep.axes();
    let labels = |axis: &Axis| -> Vec<String> {
        let label = |at: usize| axis.values()[at].as_f64().map_or_else(|| axis.word(at), ruler::write);
        (0..axis.len()).map(label).collect()
    };
    let across = labels(&axes[0]);
    let up: Vec<String> = axes.get(1).map(labels).unwrap_or_default();
    let size = ui.available_size();
    let widest = |labels: &[String]| labels.iter().map(|label| label.chars().count()).max().unwrap_or(0) as f32;
    let beside = (widest(&up) * LETTER + 12.0).clamp(30.0, (size.x * 0.4).max(30.0));
    // So many columns share a label, so that none runs into the next.
    let each = (size.x - beside - 20.0).max(1.0) / grid.columns as f32;
    let step_x = ((widest(&across) * LETTER + 8.0) / each).ceil().max(1.0) as usize;
    let step_y = (15.0 / ((size.y - 40.0).max(1.0) / grid.rows as f32)).ceil().max(1.0) as usize;
    let marks = |count: usize, step: usize, turn: Option<usize>| {
        move |_| {
            let place = |at: usize| turn.map_or(at, |rows| rows - 1 - at) as f64;
            (0..count).step_by(step).map(|at| GridMark { value: place(at), step_size: step as f64 }).collect()
        }
    };
    let (rows, is_downwards) = (grid.rows, grid.is_downwards);
    let row_of = move |height: usize| if is_downwards { rows.wrapping_sub(1 + height) } else { height };
    let word = |labels: Vec<String>, row_of: Box<dyn Fn(usize) -> usize>| {
        move |mark: GridMark, _: &std::ops::RangeInclusive<f64>| {
            labels.get(row_of(mark.value.round().max(0.0) as usize)).cloned().unwrap_or_default()
        }
    };
    let hints_x = AxisHints::new_x()
        .label(if is_low { String::new() } else { axes[0].name() })
        .formatter(word(across, Box::new(|at| at)))
        .label_spacing(Rangef::new(1.0, 2.0));
    let hints_y = AxisHints::new_y()
        .label(axes.get(1).filter(|_| !is_low).map_or(String::new(), Axis::name))
        .formatter(word(up, Box::new(row_of)))
        .label_spacing(Rangef::new(1.0, 2.0))
        .min_thickness(beside);
    // The panel beside it comes and goes: the focus stays where it is.
    let shown = Plot::new("sweep map")
        .id(egui::Id::unique("sweep map"))
        .width(size.x)
        .height(size.y)
        .sense(Sense::click())
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_drag(false)
        .allow_axis_zoom_drag(false)
        .allow_boxed_zoom(false)
        .allow_double_click_reset(false)
        .show_x(false)
        .show_y(false)
        .label_formatter(|_| None)
        .show_background(false)
        .show_grid(false)
        .show_axes([true, rows > 1])
        .custom_x_axes(vec![hints_x])
        .custom_y_axes(vec![hints_y])
        .x_grid_spacer(marks(grid.columns, step_x, None))
        .y_grid_spacer(marks(rows, step_y, is_downwards.then_some(rows)))
        .set_margin_fraction(Vec2::ZERO)
        .show(ui, |plot| {
            let max = [grid.columns as f64 - 0.5, rows as f64 - 0.5];
            plot.set_plot_bounds(PlotBounds::from_min_max([-0.5, -0.5], max));
        });
    (shown.response, shown.transform)
}

fn paint(painter: &Painter, ui: &Ui, sheet: &Sheet, grid: &Grid, transform: &PlotTransform, extent: Option<[f64; 2]>) {
    let mut mesh = Mesh::default();
    let mut numbers = Vec::new();
    let mut marks = Vec::new();
    let visuals = ui.visuals();
    let blank = visuals.widgets.noninteractive.bg_fill.lerp_to_gamma(visuals.text_color(), 0.12);
    let stroke = Stroke::new(1.0, visuals.weak_text_color());
    for cell in 0..sheet.outcomes.len() {
        let rect = grid.rect(cell, transform);
        match (sheet.cell(cell), extent) {
            (Cell::Number(number), Some([low, high])) => {
                let tint = ramp(if low < high { part(number, [low, high]) } else { 0.5 });
                mesh.add_colored_rect(rect, color(tint));
                numbers.push((rect, ruler::write(number), color(ink_on(tint))));
            }
            (Cell::NotANumber, _) => {
                mesh.add_colored_rect(rect, blank);
                if matches!(sheet.outcomes[cell], Some(Outcome::Failed(_))) {
                    let stroke = Stroke::new(1.5, visuals.error_fg_color);
                    let inner = rect.shrink(rect.size().min_elem() * 0.2);
                    marks.push(Shape::line_segment([inner.left_top(), inner.right_bottom()], stroke));
                    marks.push(Shape::line_segment([inner.right_top(), inner.left_bottom()], stroke));
                } else {
                    marks.extend(hatching(rect).into_iter().map(|ends| Shape::line_segment(ends, stroke)));
                }
            }
            _ => {}
        }
    }
    painter.add(Shape::mesh(mesh));
    painter.extend(marks);
    let font = FontId::proportional(SMALL);
    let fits = |(rect, text, _): &(Rect, String, Color32)| {
        rect.height() >= READABLE && rect.width() >= text.chars().count() as f32 * LETTER + 4.0
    };
    if numbers.iter().all(fits) {
        for (rect, text, ink) in numbers {
            painter.text(rect.center(), Align2::CENTER_CENTER, text, font.clone(), ink);
        }
    }
}

/// Slanted lines across a cell.
fn hatching(rect: Rect) -> Vec<[Pos2; 2]> {
    const APART: f32 = 6.0;
    let (width, height) = (rect.width(), rect.height());
    let count = ((width + height) / APART).min(512.0) as usize;
    let line = |index: usize| {
        let at = APART * (index as f32 + 0.5);
        let upper = if at <= width { vec2(at, 0.0) } else { vec2(width, at - width) };
        let lower = if at <= height { vec2(0.0, at) } else { vec2(at - height, height) };
        [rect.min + upper, rect.min + lower]
    };
    (0..count).map(line).collect()
}

/// Whether there are numbers below the lower end of the colours, and above the upper one.
fn beyond(sheet: &Sheet, extent: Option<[f64; 2]>) -> [bool; 2] {
    let Some([low, high]) = extent else { return [false; 2] };
    let is_any = |test: &dyn Fn(f64) -> bool| {
        (0..sheet.outcomes.len()).any(|cell| matches!(sheet.cell(cell), Cell::Number(number) if test(number)))
    };
    [is_any(&|number| number < low), is_any(&|number| number > high)]
}

/// The colours with their numbers; arrows where there are numbers beyond the ends.
fn bar(ui: &Ui, palette: &Palette, room: Rect, extent: Option<[f64; 2]>, beyond: [bool; 2]) {
    let Some([low, high]) = extent else { return };
    let left = room.left() + 12.0;
    let rect = Rect::from_min_max(pos2(left, room.top() + 8.0), pos2(left + BAR, room.bottom() - 8.0));
    if !rect.is_positive() {
        return;
    }
    let painter = ui.painter();
    let is_flat = low >= high;
    let y = |part: f64| rect.bottom() - part as f32 * rect.height();
    let mut mesh = Mesh::default();
    let steps = 64;
    for step in 0..steps {
        let (from, to) = (f64::from(step) / f64::from(steps), f64::from(step + 1) / f64::from(steps));
        let tint = ramp(if is_flat { 0.5 } else { (from + to) * 0.5 });
        mesh.add_colored_rect(Rect::from_x_y_ranges(rect.x_range(), y(to)..=y(from)), color(tint));
    }
    painter.add(Shape::mesh(mesh));
    let stroke = Stroke::new(1.0, color(palette.axis));
    painter.rect_stroke(rect, 0.0, stroke, StrokeKind::Outside);
    for (is_beyond, at, up) in [(beyond[0], rect.bottom() + 2.0, -1.0), (beyond[1], rect.top() - 2.0, 1.0)] {
        if is_beyond {
            let (left, right) = (pos2(rect.left(), at), pos2(rect.right(), at));
            let tip = pos2(rect.center().x, at - up * 6.0);
            let tint = color(ramp(if up > 0.0 { 1.0 } else { 0.0 }));
            painter.add(Shape::convex_polygon(vec![left, tip, right], tint, stroke));
        }
    }
    let ticks = if is_flat {
        vec![(low, ruler::write(low))]
    } else {
        Scale::Linear.ticks([low, high], (rect.height() / 30.0).clamp(2.0, 10.0) as usize)
    };
    for (number, text) in ticks {
        let text = if text.len() > 8 { ruler::write(number) } else { text };
        let at = y(if is_flat { 0.5 } else { part(number, [low, high]) });
        painter.line_segment([pos2(rect.right(), at), pos2(rect.right() + 4.0, at)], stroke);
        let tint = ui.visuals().text_color();
        painter.text(pos2(rect.right() + 7.0, at), Align2::LEFT_CENTER, text, FontId::proportional(SMALL), tint);
    }
}

/// The pointer tells of a cell and chooses it.
fn interact(
    ui: &Ui,
    app: &App,
    sheet: &Sheet,
    grid: &Grid,
    response: &Response,
    transform: &PlotTransform,
    out: &mut Vec<Action>,
) {
    let chosen = app.sweep.chosen;
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(Role::Image, true, "Heat map");
        info.current_text_value = chosen.map(|cell| format!("{}: {}", sheet.sweep.title(cell), said(sheet, cell)));
        info
    });
    let under = response.hover_pos().and_then(|at| grid.at(at, transform));
    if let Some(cell) = under {
        let rect = grid.rect(cell, transform);
        let ring = Stroke::new(1.0, ui.visuals().strong_text_color());
        ui.painter_at(response.rect).rect_stroke(rect, 0.0, ring, StrokeKind::Inside);
        response.clone().on_hover_cursor(CursorIcon::PointingHand).on_hover_ui_at_pointer(|ui| {
            for (axis, at) in sheet.sweep.axes().iter().zip(sheet.sweep.place(cell)) {
                ui.monospace(axis.assignment(at));
            }
            ui.label(said(sheet, cell));
        });
    }
    if response.clicked() {
        let cell = response.interact_pointer_pos().and_then(|at| grid.at(at, transform));
        out.push(Action::Sweep(Wish::Choose(cell)));
    }
}
