//! Paints the cells, or the values as dots if there is one axis, and the colour bar. Cells without a finite value are
//! hatched; failed cells are crossed out.

use super::grid::Grid;
use crate::debugger::sweep::{Axis, CellOutcome};
use crate::editor::features::sweep::{ROUNDING, Sheet};
use crate::editor::theme::color;
use crate::picture::heatmap::{Cell, bar_ticks, ink_on, part, ramp};
use crate::picture::{Palette, ruler};
use egui::{Align2, Color32, FontId, Mesh, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Ui, Visuals, pos2, vec2};
use egui_plot::PlotTransform;

const SMALL: f32 = 11.0;
const BAR: f32 = 14.0;
/// Height of a text line below the bar.
const LINE: f32 = 15.0;
type Sample = fn(Rect, &Visuals) -> Vec<Shape>;
/// Kinds of cells without a finite value; see [`kind_of`].
const SAMPLES: [(&str, Sample); 3] = [("none", hatching), ("infinite", lattice), ("refused", crossing)];
/// Approximate width of a digit.
const LETTER: f32 = 6.2;
/// Minimum height and width of cells that show their number.
const READABLE: [f32; 2] = [15.0, 12.0];

pub(super) fn cells(
    painter: &Painter,
    visuals: &Visuals,
    sheet: &Sheet,
    grid: &Grid,
    transform: &PlotTransform,
    extent: Option<[f64; 2]>,
) {
    let (mut mesh, mut marks, mut numbers) = (Mesh::default(), Vec::new(), Vec::new());
    let first = grid.rect(0, transform);
    let is_readable = grid.heights.is_none() && first.height() >= READABLE[0] && first.width() >= READABLE[1];
    for cell in 0..sheet.outcomes.len() {
        let rect = grid.rect(cell, transform);
        match (sheet.cell(cell), extent) {
            (Cell::Number(number), Some([low, high])) if grid.heights.is_none() => {
                let tint = ramp(match low < high {
                    true => part(number, [low, high]),
                    // Runaway values beside equal ones.
                    false if number > high + ROUNDING => 1.0,
                    false => 0.5,
                });
                mesh.add_colored_rect(rect, color(tint));
                if is_readable {
                    numbers.push((rect, ruler::write(number), color(ink_on(tint))));
                }
            }
            (Cell::NotANumber, _) => {
                mesh.add_colored_rect(rect, blank(visuals));
                marks.extend(SAMPLES[kind_of(sheet, cell)].1(rect, visuals));
            }
            _ => {}
        }
    }
    painter.add(Shape::mesh(mesh));
    painter.extend(marks);
    let font = FontId::proportional(SMALL);
    let fits = |(rect, text, _): &(Rect, String, Color32)| rect.width() >= text.chars().count() as f32 * LETTER + 4.0;
    if numbers.iter().all(fits) {
        for (rect, text, ink) in numbers {
            painter.text(rect.center(), Align2::CENTER_CENTER, text, font.clone(), ink);
        }
    }
}

/// A dot per value at its height, joined by lines if the axis is ordered.
pub(super) fn dots(painter: &Painter, sheet: &Sheet, grid: &Grid, transform: &PlotTransform, palette: &Palette) {
    let tint = color(palette.bodies[0].opaque());
    let count = sheet.outcomes.len();
    let point = |cell: usize| match sheet.cell(cell) {
        Cell::Number(number) => Some(grid.point(cell, number, transform)),
        _ => None,
    };
    if sheet.sweep.axes().first().is_some_and(Axis::is_of_numbers) {
        for ends in (1..count).filter_map(|at| Some([point(at - 1)?, point(at)?])) {
            painter.line_segment(ends, Stroke::new(1.5, tint));
        }
    }
    for at in (0..count).filter_map(point) {
        painter.circle_filled(at, 3.5, tint);
    }
}

/// Background of cells without a value.
fn blank(visuals: &Visuals) -> Color32 {
    visuals.widgets.noninteractive.bg_fill.lerp_to_gamma(visuals.text_color(), 0.12)
}

/// Index in [`SAMPLES`] of a cell without a finite value.
fn kind_of(sheet: &Sheet, cell: usize) -> usize {
    match &sheet.outcomes[cell] {
        Some(CellOutcome::Failed(_)) => 2,
        Some(outcome) if outcome.value(sheet.measure).is_infinite() => 1,
        _ => 0,
    }
}

/// Which kinds of cells without a finite value there are.
fn blanks(sheet: &Sheet) -> [bool; 3] {
    let mut is_there = [false; 3];
    let blank = (0..sheet.outcomes.len()).filter(|&cell| matches!(sheet.cell(cell), Cell::NotANumber));
    blank.for_each(|cell| is_there[kind_of(sheet, cell)] = true);
    is_there
}

/// Height of the legend of cells without a value.
pub(super) fn words_room(sheet: &Sheet) -> f32 {
    LINE * blanks(sheet).into_iter().filter(|is_any| *is_any).count() as f32
}

/// Legend of cells without a value, below the colour bar.
pub(super) fn words(ui: &Ui, room: Rect, sheet: &Sheet) {
    let mut top = room.top();
    for ((word, sample), _) in SAMPLES.into_iter().zip(blanks(sheet)).filter(|(_, is_any)| *is_any) {
        let rect = Rect::from_min_size(pos2(room.left() + 12.0, top + 1.0), vec2(BAR, LINE - 4.0));
        ui.painter().rect_filled(rect, 0.0, blank(ui.visuals()));
        ui.painter().extend(sample(rect, ui.visuals()));
        let at = pos2(rect.right() + 7.0, rect.center().y);
        ui.painter().text(at, Align2::LEFT_CENTER, word, FontId::proportional(SMALL), ui.visuals().text_color());
        top += LINE;
    }
}

fn crossing(rect: Rect, visuals: &Visuals) -> Vec<Shape> {
    let stroke = Stroke::new(1.5, visuals.error_fg_color);
    let middle = Rect::from_center_size(rect.center(), egui::Vec2::splat(rect.size().min_elem().min(40.0) * 0.6));
    let lines = [[middle.left_top(), middle.right_bottom()], [middle.right_top(), middle.left_bottom()]];
    lines.into_iter().map(|ends| Shape::line_segment(ends, stroke)).collect()
}

/// Hatching in both directions.
fn lattice(rect: Rect, visuals: &Visuals) -> Vec<Shape> {
    let mirrored = |at: Pos2| pos2(rect.left() + rect.right() - at.x, at.y);
    let lines = hatching(rect, visuals);
    let others = lines.iter().filter_map(|line| match line {
        Shape::LineSegment { points, stroke } => Some(Shape::line_segment(points.map(mirrored), *stroke)),
        _ => None,
    });
    let others: Vec<Shape> = others.collect();
    lines.into_iter().chain(others).collect()
}

/// Hatching of a cell.
fn hatching(rect: Rect, visuals: &Visuals) -> Vec<Shape> {
    const APART: f32 = 6.0;
    let stroke = Stroke::new(1.0, visuals.weak_text_color());
    let (width, height) = (rect.width(), rect.height());
    let count = ((width + height) / APART).min(512.0) as usize;
    let line = |index: usize| -> [Pos2; 2] {
        let at = APART * (index as f32 + 0.5);
        let upper = if at <= width { vec2(at, 0.0) } else { vec2(width, at - width) };
        let lower = if at <= height { vec2(0.0, at) } else { vec2(at - height, height) };
        [rect.min + upper, rect.min + lower]
    };
    (0..count).map(|index| Shape::line_segment(line(index), stroke)).collect()
}

/// Whether there are values below and above the range of colours.
pub(super) fn beyond(sheet: &Sheet, extent: Option<[f64; 2]>) -> [bool; 2] {
    let Some([low, high]) = extent else { return [false; 2] };
    let is_any = |test: &dyn Fn(f64) -> bool| {
        (0..sheet.outcomes.len()).any(|cell| matches!(sheet.cell(cell), Cell::Number(number) if test(number)))
    };
    [is_any(&|number| number < low), is_any(&|number| number > high)]
}

/// The colour bar with numbers; arrows if values exceed its range.
pub(super) fn bar(ui: &Ui, palette: &Palette, room: Rect, extent: Option<[f64; 2]>, beyond: [bool; 2]) {
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
    for (up, text) in bar_ticks([low, high], f64::from(rect.height())) {
        let at = y(up);
        painter.line_segment([pos2(rect.right(), at), pos2(rect.right() + 4.0, at)], stroke);
        let tint = ui.visuals().text_color();
        painter.text(pos2(rect.right() + 7.0, at), Align2::LEFT_CENTER, text, FontId::proportional(SMALL), tint);
    }
}
