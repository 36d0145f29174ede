//! Exports the visible series over the visible frames as CSV, PNG, SVG, or Parquet with a notebook.

use crate::debugger::table;
use crate::editor::app::App;
use crate::editor::context::ViewContext;
use crate::editor::features::breakpoints::Breakpoints;
use crate::editor::features::plots::Plots;
use crate::editor::features::plots::panel::marks;
use crate::editor::features::timeline::Timeline;
use crate::editor::files::{Export, Purpose};
use crate::editor::settings::tabs::Tab;
use crate::geometry::{DVec2, Extremes};
use crate::picture::chart::{self, Chart, Line, Plot};
use crate::picture::{Painter, Palette, png, svg};
#[cfg(not(target_arch = "wasm32"))]
use crate::picture::{Theme, chart::notebook};
use egui::Context;
use std::ops::Range;

/// Width of an image and height of each plot, in pixels.
const SIZE: [f64; 2] = [1280.0, 260.0];

/// Asks where to save a notebook of the plots.
pub fn open_notebook(app: &mut App, ctx: &Context) {
    // Only visible plots are measured.
    app.settings.show(Tab::Plots);
    super::ask(app, ctx, Purpose::Export(Export::PlotsNotebook));
}

/// Returns a function that produces the file's bytes. Fails if no series is shown.
pub fn painter(
    view: &ViewContext,
    breakpoints: &Breakpoints,
    plots: &Plots,
    timeline: &Timeline,
    kind: Export,
) -> Result<Painter, String> {
    let palette = Palette::of(view.settings.theme.picture());
    let chart = chart(view, breakpoints, plots, timeline, &palette)?;
    if kind == Export::PlotsCsv {
        let (columns, frame_time) = (columns(plots, &chart.plots), view.run.level().world.frame_time);
        let columns: Vec<_> = columns.into_iter().map(|(name, numbers)| (name, numbers.clone())).collect();
        let frames = chart.frames;
        return Ok(Box::new(move || {
            let columns: Vec<_> = columns.iter().map(|(name, numbers)| (name.clone(), numbers)).collect();
            Ok(table::csv(&columns, frames, frame_time).into_bytes())
        }));
    }
    let size = DVec2::new(SIZE[0], SIZE[1] * chart.plots.len() as f64 + 80.0);
    let (picture, viewport) = chart::draw(&chart, size, &palette);
    Ok(Box::new(move || match kind {
        Export::PlotsPng => png::paint(&picture, &viewport, &palette).map_err(|error| error.to_string()),
        _ => Ok(svg::paint(&picture, &viewport, &palette).into_bytes()),
    }))
}

/// The data and the text of a notebook, which reads the data from a file of this name.
#[cfg(not(target_arch = "wasm32"))]
pub fn notebook(
    view: &ViewContext,
    breakpoints: &Breakpoints,
    plots: &Plots,
    timeline: &Timeline,
    data_name: &str,
) -> Result<[Vec<u8>; 2], String> {
    // Notebooks have a white background.
    let chart = chart(view, breakpoints, plots, timeline, &Palette::of(Theme::Light))?;
    let data = notebook::data(&chart, &columns(plots, &chart.plots), view.run.level().world.frame_time)?;
    Ok([data, notebook::text(&chart, data_name).into_bytes()])
}

fn chart<'a>(
    view: &ViewContext,
    breakpoints: &Breakpoints,
    plots: &'a Plots,
    timeline: &Timeline,
    palette: &Palette,
) -> Result<Chart<'a>, String> {
    let frames = frames(view, plots);
    let drawn = drawn(view, plots, &frames, palette);
    if drawn.iter().all(|plot| plot.lines.is_empty()) {
        return Err("There is nothing to export, because no plot shows a series".to_owned());
    }
    Ok(Chart {
        title: view.document.title(),
        plots: drawn,
        frames,
        now: Some(view.run.frame() as f64),
        marks: marks::of_chart(view, breakpoints, timeline),
        seconds: view.document.level().units().map(|units| 1.0 / units.frames_per_second),
    })
}

/// The exported frames in words, if the view is zoomed and others are left out.
pub fn zoomed_words(view: &ViewContext, plots: &Plots) -> Option<String> {
    let (frames, last) = (frames(view, plots), view.run.last_frame() as usize);
    let is_part = frames.start > 0 || frames.end <= last;
    is_part.then(|| format!("frames {} to {} of {last}", frames.start, frames.end.saturating_sub(1)))
}

/// The visited frames in the visible range.
fn frames(view: &ViewContext, plots: &Plots) -> Range<usize> {
    let last = view.run.last_frame();
    let [from, to] = plots.range(last);
    from.max(0.0).ceil() as usize..(to.floor() as usize).min(last as usize) + 1
}

fn drawn<'a>(view: &ViewContext, plots: &'a Plots, frames: &Range<usize>, palette: &Palette) -> Vec<Plot<'a>> {
    let mut drawn = Vec::new();
    for shown in &plots.shown {
        let mut lines: Vec<Line<'_>> = Vec::new();
        for (index, series) in shown.series.iter().enumerate() {
            if view.settings.is_series_hidden(&series.key) || plots.is_idle(shown, series) {
                continue;
            }
            let color = chart::tint(palette, &view.document.placed().level, &series.key, index);
            let (own, twin) = (plots.numbers(&series.key), plots.twin_numbers(&series.key));
            for (numbers, is_dashed) in [(own, false), (twin, true)] {
                let name = shown.legend_name(series);
                let name = if is_dashed { format!("{name} (twin)") } else { name };
                lines.extend(numbers.map(|numbers| Line { name, numbers, color, is_dashed }));
            }
        }
        let (factor, unit) = shown.axis_unit(view.document.level());
        let title = chart::axis_title(shown.axis_name(), &unit, shown.scale, chart::least(&lines, frames.clone()));
        let (scale, shows_zero, empty) = (shown.scale, shown.shows_zero, shown.waits_for.clone());
        drawn.push(Plot { title, factor, scale, shows_zero, lines, empty });
    }
    drawn
}

/// The series with their names, in level units.
fn columns<'a>(plots: &Plots, drawn: &[Plot<'a>]) -> Vec<(String, &'a Extremes)> {
    let shown = plots.shown.iter().zip(drawn);
    let columns = shown.flat_map(|(shown, plot)| {
        plot.lines.iter().map(|line| (chart::with_unit(&shown.full_name(&line.name), &shown.unit), line.numbers))
    });
    columns.collect()
}
