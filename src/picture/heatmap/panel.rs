//! One panel of a heat map: a coloured cell for each pair of values, with labels.

use super::colours::{ink_on, ramp};
use super::{Area, Cell, HeatAxis, HeatMap, HeatmapCanvas, Map, SMALL, part};
use crate::picture::chart::every;
use crate::picture::{Align, Rgba, ruler};
use glam::DVec2;
use std::collections::BTreeMap;

/// Smaller cells have no number in them.
const READABLE: f64 = 17.0;

impl HeatmapCanvas<'_> {
    pub(super) fn panel(&mut self, all: &HeatMap, map: &Map, number: usize, area: Area, extent: Option<[f64; 2]>) {
        let (columns, rows) = (all.count(0), all.count(1));
        let is_list = all.axes.get(1).is_some_and(|axis| axis.is_list);
        // Rounded to whole pixels, so that there is no gap between neighbours.
        let x = |at: usize| (area.left + (area.right - area.left) * at as f64 / columns as f64).round();
        let down = |at: usize| if is_list { at } else { rows - 1 - at };
        let y = |line: usize| (area.top + (area.bottom - area.top) * line as f64 / rows as f64).round();
        let place = |column: usize, row: usize| Area {
            left: x(column),
            right: x(column + 1),
            top: y(down(row)),
            bottom: y(down(row) + 1),
        };
        let (mut by_color, mut hatched, mut numbers) = (BTreeMap::<Rgba, Vec<Area>>::new(), Vec::new(), Vec::new());
        for column in 0..columns {
            for row in 0..rows {
                let here = place(column, row);
                let index = (column * rows + row) * all.panels() + number;
                match (map.cells.get(index).copied().unwrap_or_default(), extent) {
                    (Cell::Number(number), Some([low, high])) => {
                        let color = ramp(if low < high { part(number, [low, high]) } else { 0.5 });
                        by_color.entry(color).or_default().push(here);
                        numbers.push((here, number, ink_on(color)));
                    }
                    (Cell::NotANumber, _) => hatched.push(here),
                    _ => {}
                }
            }
        }
        for (color, areas) in by_color {
            self.fill(&areas, color);
        }
        self.hatch(&hatched);
        self.frame(area);
        self.numbers(&numbers);
        self.captions(all, number, area);
        if let Some(axis) = all.axes.first() {
            let middles: Vec<f64> = (0..columns).map(|at| (x(at) + x(at + 1)) * 0.5).collect();
            self.across(axis, &middles, area);
        }
        if let Some(axis) = all.axes.get(1) {
            let middles: Vec<f64> = (0..rows).map(|at| (y(down(at)) + y(down(at) + 1)) * 0.5).collect();
            self.upright(axis, &middles, area);
        }
    }

    /// Writes the numbers into their cells, if all of them fit.
    fn numbers(&mut self, numbers: &[(Area, f64, Rgba)]) {
        let texts: Vec<String> = numbers.iter().map(|&(_, number, _)| ruler::write(number)).collect();
        let fits = |((area, ..), text): (&(Area, f64, Rgba), &String)| {
            area.bottom - area.top >= READABLE && area.right - area.left >= self.width(text, SMALL) + 6.0
        };
        if numbers.iter().zip(&texts).all(fits) {
            for ((area, _, ink), text) in numbers.iter().zip(&texts) {
                let middle = DVec2::new(area.left + area.right, area.top + area.bottom) * 0.5;
                self.words(middle, Align::Center, text, SMALL, *ink);
            }
        }
    }

    /// Writes the name of the vertical axis and the panel's caption above it.
    fn captions(&mut self, all: &HeatMap, number: usize, area: Area) {
        let mut rest = number;
        let mut parts: Vec<String> = Vec::new();
        for axis in all.axes.iter().skip(2).rev() {
            let count = axis.labels.len().max(1);
            // Axes that add or multiply already end in their operator.
            let sign = if axis.name.ends_with(['+', '×']) { "" } else { " =" };
            parts.push(format!("{}{sign} {}", axis.name, axis.labels.get(rest % count).map_or("", String::as_str)));
            rest /= count;
        }
        parts.reverse();
        let y = area.top - 10.0;
        if let Some(axis) = all.axes.get(1) {
            let name =
                if parts.is_empty() { axis.name.clone() } else { format!("{}   ({})", parts.join(", "), axis.name) };
            self.words(DVec2::new(area.left, y), Align::Left, &name, SMALL, self.palette.text);
        }
    }

    /// Writes as many labels as fit below, and the name of the axis.
    pub(super) fn across(&mut self, axis: &HeatAxis, middles: &[f64], area: Area) {
        let widest = axis.labels.iter().map(|label| self.width(label, SMALL)).fold(0.0, f64::max) + 10.0;
        let step = every(area.right - area.left, middles.len(), widest);
        for (middle, label) in middles.iter().zip(&axis.labels).step_by(step) {
            let foot = DVec2::new(*middle, area.bottom);
            self.lines(vec![[foot, foot + DVec2::new(0.0, 4.0)]], self.palette.axis, 1.0);
            self.words(foot + DVec2::new(0.0, 13.0), Align::Center, label, SMALL, self.palette.text);
        }
        let middle = DVec2::new((area.left + area.right) * 0.5, area.bottom + 29.0);
        self.words(middle, Align::Center, &axis.name, SMALL, self.palette.text);
    }

    fn upright(&mut self, axis: &HeatAxis, middles: &[f64], area: Area) {
        let step = every(area.bottom - area.top, middles.len(), 16.0);
        for (middle, label) in middles.iter().zip(&axis.labels).step_by(step) {
            let foot = DVec2::new(area.left, *middle);
            self.lines(vec![[foot, foot - DVec2::new(4.0, 0.0)]], self.palette.axis, 1.0);
            self.words(foot - DVec2::new(8.0, 0.0), Align::Right, label, SMALL, self.palette.text);
        }
    }
}
