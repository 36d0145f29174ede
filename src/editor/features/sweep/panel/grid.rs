//! Geometry of the sweep grid on the screen, and its axes.

use crate::debugger::sweep::Axis;
use crate::editor::features::sweep::Sheet;
use crate::editor::widgets::axes;
use crate::picture::chart::{Scale, every};
use crate::picture::ruler;
use egui::{Pos2, Rangef, Rect, Response, Sense, Ui, Vec2, pos2};
use egui_plot::{AxisHints, GridMark, Plot, PlotBounds, PlotPoint, PlotTransform};

/// Approximate width of a letter of the axis labels.
const LETTER: f32 = 6.2;
/// Height of a text line.
const LINE: f32 = 15.0;

/// The grid: columns to the right, rows upwards; rows of words are listed downwards. A grid with one axis shows its
/// values as heights.
pub(super) struct Grid {
    columns: usize,
    rows: usize,
    is_downwards: bool,
    /// Range of the y axis of a grid with one axis.
    pub heights: Option<[f64; 2]>,
}

/// Direction of a keyboard move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Left,
    Right,
    Up,
    Down,
    /// To the first column.
    First,
    /// To the last column.
    Last,
}

impl Grid {
    pub fn of(sheet: &Sheet, extent: Option<[f64; 2]>) -> Self {
        let axes = sheet.sweep.axes();
        let rows = axes.get(1).map_or(1, Axis::len);
        let heights = (axes.len() == 1).then(|| Scale::Linear.shown(extent, false));
        let is_downwards = axes.get(1).is_some_and(|axis| !axis.is_of_numbers());
        Self { columns: axes[0].len(), rows, is_downwards, heights }
    }

    /// Vertical position of a row, or the row at a vertical position.
    fn turned(&self, row: usize) -> usize {
        if self.is_downwards { self.rows - 1 - row } else { row }
    }

    fn cell(&self, column: usize, row: usize) -> usize {
        column * self.rows + row
    }

    /// Range of the y axis: rows or values.
    fn bounds(&self) -> [f64; 2] {
        self.heights.unwrap_or([-0.5, self.rows as f64 - 0.5])
    }

    pub fn rect(&self, cell: usize, transform: &PlotTransform) -> Rect {
        let (x, y) = ((cell / self.rows) as f64, self.turned(cell % self.rows) as f64);
        let [low, high] = self.heights.unwrap_or([y - 0.5, y + 0.5]);
        let corner = |dx: f64, y: f64| transform.position_from_point(&PlotPoint::new(x + dx, y));
        // Round to whole pixels, so that adjacent cells have no gap.
        let round = |at: Pos2| pos2(at.x.round(), at.y.round());
        Rect::from_two_pos(round(corner(-0.5, low)), round(corner(0.5, high)))
    }

    /// Rectangle of all cells.
    pub fn frame(&self, transform: &PlotTransform) -> Rect {
        let last = self.cell(self.columns - 1, self.rows - 1);
        let corners = [0, self.rows - 1, self.cell(self.columns - 1, 0), last];
        corners.iter().map(|&cell| self.rect(cell, transform)).fold(Rect::NOTHING, Rect::union)
    }

    /// Position of a cell's value in a grid with one axis.
    pub fn point(&self, cell: usize, number: f64, transform: &PlotTransform) -> Pos2 {
        transform.position_from_point(&PlotPoint::new((cell / self.rows) as f64, number))
    }

    pub fn at(&self, at: Pos2, transform: &PlotTransform) -> Option<usize> {
        let point = transform.value_from_position(at);
        let [low, high] = self.bounds();
        let (x, is_within) = (point.x.round(), point.y >= low && point.y <= high);
        let y = if self.heights.is_some() { 0 } else { (point.y.round().max(0.0) as usize).min(self.rows - 1) };
        let is_within = is_within && x >= 0.0 && x < self.columns as f64;
        is_within.then(|| self.cell(x as usize, self.turned(y)))
    }

    /// The next cell in a direction; the same cell at the border.
    pub fn step(&self, cell: usize, way: Way) -> usize {
        let (column, height) = (cell / self.rows, self.turned(cell % self.rows));
        let (column, height) = match way {
            Way::Left => (column.saturating_sub(1), height),
            Way::Right => ((column + 1).min(self.columns - 1), height),
            Way::Up => (column, (height + 1).min(self.rows - 1)),
            Way::Down => (column, height.saturating_sub(1)),
            Way::First => (0, height),
            Way::Last => (self.columns - 1, height),
        };
        self.cell(column, self.turned(height))
    }

    /// The cell at the lower left.
    pub fn first(&self) -> usize {
        self.cell(0, self.turned(0))
    }

    /// The empty axes, with names if there is room.
    pub fn plot(&self, ui: &mut Ui, sheet: &Sheet, has_names: bool) -> (Response, PlotTransform) {
        let axes = sheet.sweep.axes();
        let size = ui.available_size();
        // A fixed id keeps the focus when the panel beside it appears or disappears.
        let plot = axes::still(Plot::new("sweep map").id(egui::Id::unique("sweep map")))
            .width(size.x)
            .height(size.y)
            .sense(Sense::click())
            .set_margin_fraction(Vec2::ZERO)
            .show_axes([true, true]);
        let name = |axis: &Axis| if has_names { axis.name() } else { String::new() };
        let across = words(&axes[0]);
        let beside = match axes.get(1) {
            Some(up) => (widest(&words(up)) * LETTER + 12.0).clamp(30.0, (size.x * 0.4).max(30.0)),
            None => 58.0,
        };
        let step = every(f64::from(size.x - beside - 20.0), self.columns, f64::from(widest(&across) * LETTER + 8.0));
        let hints = AxisHints::new_x()
            .label(name(&axes[0]))
            .formatter(word_of(across, |at| at))
            .label_spacing(Rangef::new(1.0, 2.0));
        let plot = plot.custom_x_axes(vec![hints]).x_grid_spacer(marks(self.columns, step, None));
        let plot = match axes.get(1) {
            Some(up) => self.rows_of(plot, words(up), name(up), size.y, beside),
            None => {
                let rows = (size.y / 28.0).clamp(2.0, 10.0) as usize;
                let grid = ui.visuals().widgets.noninteractive.bg_stroke.color;
                let title = if has_names { sheet.measure().text() } else { "" };
                let plot = plot.show_grid([false, true]).grid_color(grid).grid_spacing(4.0..=60.0).y_axis_label(title);
                axes::upright(plot.y_axis_min_width(beside), Scale::Linear, rows, 1.0)
            }
        };
        let [low, high] = self.bounds();
        let shown = plot.show(ui, |plot| {
            plot.set_plot_bounds(PlotBounds::from_min_max([-0.5, low], [self.columns as f64 - 0.5, high]));
        });
        (shown.response, shown.transform)
    }

    /// The y axis of rows with labels.
    fn rows_of<'a>(&self, plot: Plot<'a>, words: Vec<String>, name: String, height: f32, beside: f32) -> Plot<'a> {
        let (rows, is_downwards) = (self.rows, self.is_downwards);
        let row_of = move |height: usize| if is_downwards { rows.wrapping_sub(1 + height) } else { height };
        let hints = AxisHints::new_y()
            .label(name)
            .formatter(word_of(words, row_of))
            .label_spacing(Rangef::new(1.0, 2.0))
            .min_thickness(beside);
        let step = every(f64::from(height - 40.0), rows, f64::from(LINE));
        let turn = is_downwards.then_some(rows);
        plot.show_grid(false).custom_y_axes(vec![hints]).y_grid_spacer(marks(rows, step, turn))
    }
}

/// Labels of an axis.
fn words(axis: &Axis) -> Vec<String> {
    (0..axis.len()).map(|at| axis.values()[at].as_f64().map_or_else(|| axis.word(at), ruler::write)).collect()
}

fn widest(words: &[String]) -> f32 {
    words.iter().map(|word| word.chars().count()).max().unwrap_or(0) as f32
}

/// A mark at each `step`-th value; top-down if `turn` is the number of rows.
fn marks(count: usize, step: usize, turn: Option<usize>) -> impl Fn(egui_plot::GridInput) -> Vec<GridMark> {
    move |_| {
        let place = |at: usize| turn.map_or(at, |rows| rows - 1 - at) as f64;
        (0..count).step_by(step).map(|at| GridMark { value: place(at), step_size: step as f64 }).collect()
    }
}

/// Label of a mark.
fn word_of(
    words: Vec<String>,
    index: impl Fn(usize) -> usize,
) -> impl Fn(GridMark, &std::ops::RangeInclusive<f64>) -> String {
    move |mark, _| words.get(index(mark.value.round().max(0.0) as usize)).cloned().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(rows: usize, is_downwards: bool) -> Grid {
        Grid { columns: 3, rows, is_downwards, heights: None }
    }

    #[test]
    fn arrow_keys_move_by_one_cell_and_stop_at_the_border() {
        // Three columns of two: cell 0 below 1, cell 2 to the right of cell 0.
        let up = grid(2, false);
        assert_eq!(up.first(), 0);
        let go = |grid: &Grid, from: usize, ways: &[Way]| ways.iter().fold(from, |cell, &way| grid.step(cell, way));
        assert_eq!(go(&up, 0, &[Way::Up]), 1);
        assert_eq!(go(&up, 0, &[Way::Right, Way::Right, Way::Right]), 4);
        assert_eq!(go(&up, 3, &[Way::Down, Way::Down]), 2);
        assert_eq!(go(&up, 3, &[Way::Last]), 5);
        assert_eq!(go(&up, 5, &[Way::First, Way::Left]), 1);
        // Words are listed downwards, first on top.
        let down = grid(2, true);
        assert_eq!((down.first(), go(&down, 1, &[Way::Up]), go(&down, 0, &[Way::Up])), (1, 0, 0));
        let line = grid(1, false);
        assert_eq!(go(&line, 1, &[Way::Up, Way::Down, Way::Right]), 2);
    }
}
