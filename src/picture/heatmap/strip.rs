//! A heat map of one axis: a dot for each value, joined by lines, over a vertical axis.

use super::{Area, Cell, HeatMap, HeatmapCanvas, Map, SMALL, part};
use crate::picture::chart::Scale;
use crate::picture::{Align, Item};
use glam::DVec2;

impl HeatmapCanvas<'_> {
    pub(super) fn strip(&mut self, all: &HeatMap, map: &Map, area: Area, extent: Option<[f64; 2]>) {
        let palette = self.palette;
        let count = all.count(0);
        let border = |at: usize| (area.left + (area.right - area.left) * at as f64 / count as f64).round();
        let middles: Vec<f64> = (0..count).map(|at| (border(at) + border(at + 1)) * 0.5).collect();
        let hatched: Vec<Area> = (0..count)
            .filter(|&at| map.cells.get(at) == Some(&Cell::NotANumber))
            .map(|at| Area { left: border(at), right: border(at + 1), ..area })
            .collect();
        self.hatch(&hatched);
        let heights = Scale::Linear.shown(extent, false);
        let y = |number: f64| area.bottom - part(number, heights) * (area.bottom - area.top);
        let rows = ((area.bottom - area.top) / 34.0).clamp(2.0, 12.0) as usize;
        for (number, text) in Scale::Linear.ticks(heights, rows) {
            let at = y(number);
            let rule = [DVec2::new(area.left, at), DVec2::new(area.right, at)];
            self.lines(vec![rule], palette.grid.mix(palette.axis, 0.4), 1.0);
            self.words(DVec2::new(area.left - 8.0, at), Align::Right, &text, SMALL, palette.text);
        }
        self.frame(area);
        let point = |at: usize| match map.cells.get(at) {
            Some(Cell::Number(number)) => Some(DVec2::new(middles[at], y(*number))),
            _ => None,
        };
        let joined = (1..count).filter_map(|at| Some([point(at - 1)?, point(at)?])).collect();
        let color = palette.bodies[0].opaque();
        // No line between names, which have no order.
        if !all.axes.first().is_some_and(|axis| axis.is_list) {
            self.lines(joined, color, 1.5);
        }
        let centers: Vec<DVec2> = (0..count).filter_map(point).map(|p| DVec2::new(p.x, -p.y)).collect();
        if !centers.is_empty() {
            self.picture.items.push(Item::Dots { centers, radius_px: 3.5, fill: color, outline: None });
        }
        if let Some(axis) = all.axes.first() {
            self.across(axis, &middles, area);
        }
    }
}
