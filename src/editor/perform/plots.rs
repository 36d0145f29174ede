//! Exports the visible series over the visible frames as CSV, PNG or SVG.

use crate::debugger::table;
use crate::editor::context::ViewContext;
use crate::editor::features::breakpoints::Breakpoints;
use crate::editor::features::plots::Plots;
use crate::editor::features::plots::panel::marks;
use crate::editor::features::timeline::Timeline;
use crate::editor::files::Export;
use crate::geometry::{DVec2, Extremes};
use crate::picture::chart::{self, Chart, Line, Plot};
use crate::picture::{Painter, Palette, png, svg};
use std::ops::Range;

/// Width of an image and height of each plot, in pixels.
const SIZE: [f64; 2] = [1280.0, 260.0];

/// Returns a function that produces the file's bytes. Fails if no series is shown.
pub fn painter(
    view: &ViewContext,
    breakpoints: &Breakpoints,
    plots: &Plots,
    timeline: &Timeline,
    kind: Export,
) -> Result<Painter, String> {
    let drawn = drawn(view, plots);
    if drawn.iter().all(|plot| plot.lines.is_empty()) {
        return Err("There is nothing to export, because no plot shows a series".to_owned());
    }
    let frames = frames(view, plots);
    if kind == Export::PlotsCsv {
        let (columns, frame_time) = (columns(plots, &drawn), view.run.level().world.frame_time);
        return Ok(Box::new(move || {
            let columns: Vec<_> = columns.iter().map(|(name, numbers)| (name.clone(), numbers)).collect();
            Ok(table::csv(&columns, frames, frame_time).into_bytes())
        }));
    }
    let palette = Palette::of(view.settings.theme.picture());
    let size = DVec2::new(SIZE[0], SIZE[1] * drawn.len() as f64 + 80.0);
    let now = Some(view.run.frame() as f64);
    let (picture, viewport) = chart::draw(
        &Chart {
            title: view.document.title(),
            plots: drawn,
            frames,
            now,
            marks: marks::of_chart(view, breakpoints, timeline),
        },
        size,
        &palette,
    );
    Ok(Box::new(move || match kind {
        Export::PlotsPng => png::paint(&picture, &viewport, &palette).map_err(|error| error.to_string()),
        _ => Ok(svg::paint(&picture, &viewport, &palette).into_bytes()),
    }))
}

/// The visited frames in the visible range.
fn frames(view: &ViewContext, plots: &Plots) -> Range<usize> {
    let last = view.run.last_frame();
    let [from, to] = plots.range(last);
    from.max(0.0).ceil() as usize..(to.floor() as usize).min(last as usize) + 1
}

fn drawn<'a>(view: &ViewContext, plots: &'a Plots) -> Vec<Plot<'a>> {
    let palette = Palette::of(view.settings.theme.picture());
    let mut drawn = Vec::new();
    for shown in &plots.shown {
        let mut lines: Vec<Line<'_>> = Vec::new();
        for (index, series) in shown.series.iter().enumerate() {
            if view.settings.is_series_hidden(&series.key) || plots.is_idle(shown, series) {
                continue;
            }
            let color = chart::tint(&palette, &view.document.placed().level, &series.key, index);
            let (own, twin) = (plots.numbers(&series.key), plots.twin_numbers(&series.key));
            for (numbers, is_dashed) in [(own, false), (twin, true)] {
                let name = if is_dashed { format!("{} (twin)", series.name) } else { series.name.clone() };
                lines.extend(numbers.map(|numbers| Line { name, numbers, color, is_dashed }));
            }
        }
        let title = chart::with_unit(&shown.title, shown.unit);
        let (scale, shows_zero, empty) = (shown.scale, shown.shows_zero, shown.waits_for.clone());
        drawn.push(Plot { title, scale, shows_zero, lines, empty });
    }
    drawn
}

/// Copies of the series with their names.
fn columns(plots: &Plots, drawn: &[Plot]) -> Vec<(String, Extremes)> {
    let shown = plots.shown.iter().zip(drawn);
    let columns = shown.flat_map(|(shown, plot)| {
        plot.lines.iter().map(|line| {
            let name = chart::with_unit(&format!("{}: {}", shown.title, line.name), shown.unit);
            (name, line.numbers.clone())
        })
    });
    columns.collect()
}
