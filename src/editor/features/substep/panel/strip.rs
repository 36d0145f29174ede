//! Time strip of a substep: one tick per impact, at most one per pixel.

use crate::editor::context::ViewContext;
use crate::editor::theme::color;
use crate::editor::widgets::short;
use crate::picture::Palette;
use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

/// One impact.
#[derive(Clone, Copy)]
pub struct Tick {
    /// Time as a fraction of the substep.
    pub part: f32,
    /// Number of the impact.
    pub order: u32,
}

/// Tick under the pointer and clicked tick, by index.
#[derive(Clone, Copy, Default)]
pub struct Touched {
    pub hovered: Option<usize>,
    pub clicked: Option<usize>,
    pub double_clicked: Option<usize>,
}

const HEIGHT: f32 = 30.0;
/// Room for the texts at both ends.
const ENDS: [f32; 2] = [18.0, 84.0];
/// Pick distance in points.
const REACH: f32 = 7.0;
/// Minimum space between numbers.
const GAP: f32 = 6.0;

/// A larger tick with its number at the top.
fn highlight(
    painter: &Painter,
    at: Pos2,
    foot: f32,
    number: String,
    (strong, ground): (Color32, Color32),
    font: FontId,
) {
    painter.vline(at.x, at.y + 4.0..=foot, Stroke::new(3.0, strong));
    let size = vec2(9.0 + 6.5 * number.len() as f32, 13.0);
    painter.rect_filled(Rect::from_center_size(at, size), 3.0, ground);
    painter.text(at, Align2::CENTER_CENTER, number, font, strong);
}

/// Draws `count` ticks; `lit` is larger.
pub fn show(
    ui: &mut Ui,
    view: &ViewContext,
    h: f64,
    count: usize,
    tick: impl Fn(usize) -> Tick,
    lit: Option<usize>,
) -> Touched {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::GenericContainer, true, "Impacts over the time of the substep"));
    let axis = Rect::from_min_max(pos2(rect.left() + ENDS[0], rect.top()), pos2(rect.right() - ENDS[1], rect.bottom()));
    let x = |index: usize| axis.left() + axis.width() * tick(index).part.clamp(0.0, 1.0);
    let pointer = response.hover_pos().map(|at| at.x);
    let hovered = pointer.and_then(|at| nearest(count, at, x));
    let painter = ui.painter_at(rect);
    let palette = Palette::of(view.settings.theme.picture());
    let (weak, mark) = (ui.visuals().weak_text_color(), color(palette.contact));
    let foot = rect.bottom() - 6.0;
    painter.rect_filled(rect, 4.0, ui.visuals().extreme_bg_color);
    painter.hline(axis.x_range(), foot, Stroke::new(1.0, weak));
    for quarter in 0..=4 {
        let x = axis.left() + axis.width() * quarter as f32 / 4.0;
        painter.vline(x, foot..=foot + 4.0, Stroke::new(1.0, weak));
    }
    let font = FontId::proportional(11.0);
    painter.text(pos2(axis.left() - 6.0, rect.center().y), Align2::RIGHT_CENTER, "0", font.clone(), weak);
    let end = format!("h = {}", short(h));
    painter.text(pos2(axis.right() + 8.0, rect.center().y), Align2::LEFT_CENTER, end, font.clone(), weak);
    let columns = columns(count, axis, x);
    let most = columns.iter().map(|column| column.count).max().unwrap_or(1);
    let mut free_from = f32::NEG_INFINITY;
    for column in &columns {
        // The height shows how many ticks share a pixel.
        let share = column.count as f32 / most as f32;
        let top = foot - (foot - rect.top() - 13.0) * (0.4 + 0.6 * share);
        painter.vline(column.x, top..=foot, Stroke::new(1.5, mark));
        let text = tick(column.first).order.to_string();
        let number = painter.layout_no_wrap(text, font.clone(), weak);
        let left = column.x - 0.5 * number.size().x;
        if left >= free_from {
            free_from = left + number.size().x + GAP;
            painter.galley(pos2(left, rect.top() + 7.0 - 0.5 * number.size().y), number, weak);
        }
    }
    if let Some(index) = hovered.or(lit) {
        let at = pos2(x(index), rect.top() + 7.0);
        let tints = (color(palette.selection), ui.visuals().extreme_bg_color);
        highlight(&painter, at, foot, tick(index).order.to_string(), tints, font);
    }
    Touched {
        hovered,
        clicked: hovered.filter(|_| response.clicked()),
        double_clicked: hovered.filter(|_| response.double_clicked()),
    }
}

/// The tick nearest to the pointer, the first of equals.
fn nearest(count: usize, at: f32, x: impl Fn(usize) -> f32) -> Option<usize> {
    let mut best = (REACH, None);
    for index in 0..count {
        let distance = (x(index) - at).abs();
        if distance < best.0 {
            best = (distance, Some(index));
        }
    }
    best.1
}

/// A pixel column with ticks.
#[derive(Clone, Copy)]
struct PixelColumn {
    x: f32,
    /// Index of its first tick.
    first: usize,
    count: usize,
}

/// Pixel columns with ticks, from left to right.
fn columns(count: usize, axis: Rect, x: impl Fn(usize) -> f32) -> Vec<PixelColumn> {
    let width = axis.width().max(0.0) as usize + 1;
    let mut columns: Vec<Option<PixelColumn>> = vec![None; width];
    for index in 0..count {
        let pixel = ((x(index) - axis.left()).max(0.0) as usize).min(width - 1);
        let new = PixelColumn { x: axis.left() + pixel as f32, first: index, count: 0 };
        columns[pixel].get_or_insert(new).count += 1;
    }
    columns.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_merge_ticks_within_a_pixel() {
        let axis = Rect::from_min_max(pos2(10.0, 0.0), pos2(110.0, 20.0));
        let x = |index: usize| 10.0 + 100.0 * index as f32 / 99_999.0;
        let columns = columns(100_000, axis, x);
        assert_eq!(columns.len(), 101);
        assert!(columns.windows(2).all(|pair| pair[0].x < pair[1].x && pair[0].first < pair[1].first));
        assert_eq!(columns.iter().map(|column| column.count).sum::<usize>(), 100_000, "each tick is in one");
    }

    #[test]
    fn nearest_finds_a_tick_within_reach() {
        let ticks = [20.0, 30.0, 30.0, 90.0];
        let at = |pointer: f32| nearest(ticks.len(), pointer, |index| ticks[index]);
        assert_eq!(at(21.0), Some(0));
        assert_eq!(at(29.0), Some(1), "the first of two at one place");
        assert_eq!(at(60.0), None);
        assert_eq!(nearest(0, 5.0, |_| 0.0), None);
    }
}
