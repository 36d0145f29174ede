//! Results of a sweep as text tables, JSON and heat maps.

use crate::cli::outcome::Failure;
use crate::cli::tables::{Table, number};
use crate::debugger::sweep::{Axis, CellOutcome, Sweep};
use crate::picture::heatmap::{self, Cell, HeatAxis, HeatMap, MOST_PANELS, Map};
use crate::picture::{Palette, Picture, Theme, Viewport, checked_size, png, ruler, svg};
use glam::DVec2;
use serde::Serialize;
use serde_json::Value;
use std::io::{self, Write};

/// Maximum number of table rows; for larger grids only the extremes are printed.
const MOST_ROWS: usize = 400;
/// Maximum number of table columns.
const MOST_COLUMNS: usize = 16;

/// The results of a sweep.
pub(super) struct Shown<'a> {
    pub sweep: &'a Sweep,
    pub outcomes: &'a [Option<CellOutcome>],
    /// True for the default measures; those without findings are omitted.
    pub is_default: bool,
    /// Values at the ends of the colour bar.
    pub range: Option<[f64; 2]>,
}

/// Fails if the grid cannot be drawn.
pub(super) fn refuse_picture(sweep: &Sweep, size: Option<DVec2>) -> Result<(), String> {
    let map = HeatMap { axes: sweep.axes().iter().map(heat_axis).collect(), ..HeatMap::default() };
    if map.panels() > MOST_PANELS {
        return Err(format!("the grid needs {} panels; a heat map has at most {MOST_PANELS}", map.panels()));
    }
    let maps = vec![Map::default(); sweep.measures().len()];
    let size_px = size.unwrap_or_else(|| HeatMap { maps, ..map }.natural_size());
    let viewport = Viewport { size_px, center: DVec2::ZERO, scale: 1.0 };
    checked_size(&viewport).map(drop).map_err(|error| error.to_string())
}

fn heat_axis(axis: &Axis) -> HeatAxis {
    let label = |at: usize| match axis.values()[at].as_f64() {
        Some(value) => ruler::write(value),
        None => axis.word(at),
    };
    let is_list = !axis.is_of_numbers();
    HeatAxis { name: axis.name(), labels: (0..axis.len()).map(label).collect(), is_list }
}

impl Shown<'_> {
    /// Measures to show.
    fn measures(&self) -> Vec<usize> {
        let all: Vec<usize> = (0..self.sweep.measures().len()).collect();
        if !self.is_default {
            return all;
        }
        let is_found = |&measure: &usize| self.outcomes.iter().flatten().any(|outcome| outcome.value(measure) != 0.0);
        let found: Vec<usize> = all.iter().copied().filter(is_found).collect();
        if found.is_empty() { all } else { found }
    }

    fn value(&self, cell: usize, measure: usize) -> Option<f64> {
        self.outcomes[cell].as_ref().map(|outcome| outcome.value(measure))
    }

    fn word(&self, cell: usize, measure: usize) -> String {
        match (&self.outcomes[cell], self.value(cell, measure)) {
            (Some(CellOutcome::Failed(_)), _) => "failed".to_owned(),
            (_, Some(value)) if value.is_nan() => "-".to_owned(),
            (_, Some(value)) => number(value),
            _ => String::new(),
        }
    }

    /// Writes the text tables.
    pub fn text(&self, out: &mut impl Write) -> io::Result<()> {
        let (sweep, measures) = (self.sweep, self.measures());
        let axes = sweep.axes();
        let left_out = sweep.measures().len() - measures.len();
        if sweep.cells() > MOST_ROWS * MOST_COLUMNS || (axes.len() > 2 && sweep.cells() > MOST_ROWS) {
            self.extremes(out, &measures)?;
        } else if axes.len() == 2 && axes[0].len() <= MOST_COLUMNS {
            for (index, &measure) in measures.iter().enumerate() {
                if index > 0 {
                    writeln!(out)?;
                }
                self.square(out, measure)?;
            }
        } else {
            self.list(out, &measures)?;
        }
        if left_out > 0 {
            writeln!(out, "not found in any cell: {left_out} of {} problems", sweep.measures().len())?;
        }
        self.failures(out)
    }

    /// Writes a table with the first axis to the right and the second downwards.
    fn square(&self, out: &mut impl Write, measure: usize) -> io::Result<()> {
        let axes = self.sweep.axes();
        let (across, down) = (&axes[0], &axes[1]);
        writeln!(out, "{}, to the right {}", self.sweep.measures()[measure].text(), across.name())?;
        let mut table = Table::new(std::iter::once(down.name()).chain((0..across.len()).map(|at| label(across, at))));
        for row in 0..down.len() {
            let cells = (0..across.len()).map(|column| self.word(column * down.len() + row, measure));
            table.row(std::iter::once(label(down, row)).chain(cells).collect());
        }
        table.write(out, "")
    }

    /// Writes one line per cell.
    fn list(&self, out: &mut impl Write, measures: &[usize]) -> io::Result<()> {
        let axes = self.sweep.axes();
        let heads = axes.iter().map(Axis::name);
        let heads = heads.chain(measures.iter().map(|&measure| self.sweep.measures()[measure].text().to_owned()));
        let mut table = Table::new(heads);
        for cell in (0..self.sweep.cells()).filter(|&cell| self.outcomes[cell].is_some()) {
            let place = self.sweep.place(cell);
            let words = axes.iter().zip(place).map(|(axis, at)| label(axis, at));
            table.row(words.chain(measures.iter().map(|&measure| self.word(cell, measure))).collect());
        }
        table.write(out, "")
    }

    /// Writes the minimum and maximum of each measure, if the grid is too large for a table.
    fn extremes(&self, out: &mut impl Write, measures: &[usize]) -> io::Result<()> {
        let mut table = Table::new(["", "minimum", "at", "maximum", "at", "no number"]);
        for &measure in measures {
            let values = (0..self.sweep.cells()).filter_map(|cell| Some((cell, self.value(cell, measure)?)));
            let (mut least, mut greatest, mut without) = (None::<(usize, f64)>, None::<(usize, f64)>, 0_usize);
            for (cell, value) in values {
                if !value.is_finite() {
                    without += 1;
                    continue;
                }
                least = least.filter(|known| known.1 <= value).or(Some((cell, value)));
                greatest = greatest.filter(|known| known.1 >= value).or(Some((cell, value)));
            }
            let mut row = vec![self.sweep.measures()[measure].text().to_owned()];
            for found in [least, greatest] {
                row.push(found.map_or(String::new(), |(_, value)| number(value)));
                row.push(found.map_or(String::new(), |(cell, _)| self.sweep.title(cell)));
            }
            row.push(without.to_string());
            table.row(row);
        }
        table.write(out, "")
    }

    fn failures(&self, out: &mut impl Write) -> io::Result<()> {
        let failed = self.outcomes.iter().enumerate().filter_map(|(cell, outcome)| match outcome {
            Some(CellOutcome::Failed(reason)) => Some((cell, reason)),
            _ => None,
        });
        let failed: Vec<_> = failed.collect();
        if let Some((cell, reason)) = failed.first() {
            let more = if failed.len() > 1 { format!(" (first of {})", failed.len()) } else { String::new() };
            writeln!(out, "failed: {}: {reason}{more}", self.sweep.title(*cell))?;
        }
        Ok(())
    }

    /// Writes one JSON object; non-finite numbers become null.
    pub fn json(&self, out: &mut impl Write) -> io::Result<()> {
        #[derive(Serialize)]
        struct Side<'a> {
            name: String,
            values: &'a [Value],
        }
        #[derive(Serialize)]
        struct Of<'a> {
            measure: &'a str,
            each: &'static str,
        }
        #[derive(Serialize)]
        struct CellRow<'a> {
            at: Vec<usize>,
            values: Option<&'a [f64]>,
            failed: Option<&'a str>,
        }
        #[derive(Serialize)]
        struct All<'a> {
            frames: u64,
            axes: Vec<Side<'a>>,
            measures: Vec<Of<'a>>,
            cells: Vec<CellRow<'a>>,
        }
        let done = self.outcomes.iter().enumerate().filter_map(|(cell, outcome)| Some((cell, outcome.as_ref()?)));
        let cells = done.map(|(cell, outcome)| {
            let at = self.sweep.place(cell);
            match outcome {
                CellOutcome::Measured(values) => CellRow { at, values: Some(values), failed: None },
                CellOutcome::Failed(reason) => CellRow { at, values: None, failed: Some(reason) },
            }
        });
        let all = All {
            frames: self.sweep.frames(),
            axes: self.sweep.axes().iter().map(|axis| Side { name: axis.name(), values: axis.values() }).collect(),
            measures: self
                .sweep
                .measures()
                .iter()
                .map(|measure| Of { measure: measure.text(), each: measure.each().word() })
                .collect(),
            cells: cells.collect(),
        };
        serde_json::to_writer_pretty(&mut *out, &all)?;
        writeln!(out)
    }

    fn picture(&self, size: Option<DVec2>, palette: &Palette) -> (Picture, Viewport) {
        let level = &self.sweep.level().name;
        let frames = self.sweep.frames();
        let title = if level.is_empty() { format!("{frames} frames") } else { format!("{level}, {frames} frames") };
        let cell = |cell: usize, measure: usize| self.value(cell, measure).map_or(Cell::Unknown, Cell::of);
        let map = |measure: usize| Map {
            title: self.sweep.measures()[measure].text().to_owned(),
            cells: (0..self.sweep.cells()).map(|number| cell(number, measure)).collect(),
        };
        let maps = self.measures().into_iter().map(map).collect();
        let axes = self.sweep.axes().iter().map(heat_axis).collect();
        let map = HeatMap { title, axes, maps, range: self.range };
        heatmap::draw(&map, size.unwrap_or_else(|| map.natural_size()), palette)
    }

    pub fn png(&self, size: Option<DVec2>, theme: Theme) -> Result<Vec<u8>, Failure> {
        let palette = Palette::of(theme);
        let (picture, viewport) = self.picture(size, &palette);
        png::paint(&picture, &viewport, &palette).map_err(|error| Failure::Refused(error.to_string()))
    }

    pub fn svg(&self, size: Option<DVec2>, theme: Theme) -> String {
        let palette = Palette::of(theme);
        let (picture, viewport) = self.picture(size, &palette);
        svg::paint(&picture, &viewport, &palette)
    }
}

/// Label of an axis value.
fn label(axis: &Axis, at: usize) -> String {
    axis.values()[at].as_f64().map_or_else(|| axis.word(at), number)
}
