//! An open plot resolved for a level and a selection: series, title, axis, or the reason why it is empty.

use crate::debugger::quantities::{self, PlotSubject, Quantity, Series};
use crate::editor::settings::ShownPlot;
use crate::level::{Level, Place};
use crate::picture::chart::Scale;

/// A resolved plot.
#[derive(Clone)]
pub struct OpenPlot {
    /// Its settings.
    pub plot: ShownPlot,
    /// Display title.
    pub title: String,
    /// Unit; empty for counts and unknown units.
    pub unit: &'static str,
    /// One-sentence description.
    pub explanation: String,
    /// Scale of the y axis.
    pub scale: Scale,
    /// Whether the y axis always includes 0.
    pub shows_zero: bool,
    /// Whether the values can be accumulated.
    pub adds_up: bool,
    /// Series to draw.
    pub series: Vec<Series>,
    /// What to do if there are no series.
    pub waits_for: String,
}

impl OpenPlot {
    /// What values are multiplied by for display, and the unit of the result: physical if the level has units, else in
    /// mass (m), length (l) and time (t) of the level.
    pub fn axis_unit(&self, level: &Level) -> (f64, String) {
        level.unit_of(self.unit).unwrap_or_else(|| (1.0, self.unit.to_owned()))
    }

    /// The title within a sentence: a quantity is a word, an expression stays as it was typed.
    pub fn in_sentence(&self) -> String {
        if quantities::find(&self.plot.of).is_some() { self.title.to_lowercase() } else { self.title.clone() }
    }

    /// Name of a series after its quantity; an expression needs none.
    pub fn full_name(&self, series: &str) -> String {
        let is_quantity = quantities::find(&self.plot.of).is_some();
        if is_quantity { format!("{}: {series}", self.title) } else { series.to_owned() }
    }

    /// What the values are: the title, or the expressions.
    pub fn axis_name(&self) -> &str {
        if quantities::find(&self.plot.of).is_some() { &self.title } else { &self.plot.of }
    }
}

/// Resolves a plot.
pub fn resolve(plot: &ShownPlot, level: &Level, selection: &[Place]) -> OpenPlot {
    match quantities::find(&plot.of) {
        Some(quantity) => ready(plot, quantity, level, selection),
        None => watched(plot, level),
    }
}

fn scale(plot: &ShownPlot, is_logarithmic: bool) -> Scale {
    if plot.is_switched != is_logarithmic { Scale::Logarithmic } else { Scale::Linear }
}

fn ready(plot: &ShownPlot, quantity: &Quantity, level: &Level, selection: &[Place]) -> OpenPlot {
    let mut series = (quantity.series)(&PlotSubject { level, selection });
    let is_summed = plot.is_summed && quantity.adds_up;
    if is_summed {
        series = series.into_iter().map(Series::summed).collect();
    }
    OpenPlot {
        plot: plot.clone(),
        title: if is_summed { format!("{} (sum)", quantity.title) } else { quantity.title.to_owned() },
        unit: quantity.unit,
        explanation: quantity.explanation.to_owned(),
        scale: scale(plot, quantity.is_logarithmic),
        shows_zero: quantity.shows_zero,
        adds_up: quantity.adds_up,
        series,
        waits_for: quantity.waits_for.to_owned(),
    }
}

/// Resolves a plot of watch expressions separated by `;`.
fn watched(plot: &ShownPlot, level: &Level) -> OpenPlot {
    let (mut series, mut problems) = (Vec::new(), Vec::new());
    for text in plot.of.split(';').map(str::trim).filter(|text| !text.is_empty()) {
        match Series::watch(text, level) {
            Ok(found) if series.iter().all(|known: &Series| known.key != found.key) => series.push(found),
            Ok(_) => {}
            Err(error) => problems.push(format!("{text}: {error}")),
        }
    }
    OpenPlot {
        plot: plot.clone(),
        title: plot.of.trim().to_owned(),
        unit: "",
        explanation: plot.of.clone(),
        scale: scale(plot, false),
        shows_zero: false,
        adds_up: false,
        series,
        waits_for: problems.join("\n"),
    }
}
