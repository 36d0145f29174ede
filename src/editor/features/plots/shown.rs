//! An open plot resolved for a level and a selection: series, title, axis, or the reason why it is empty.

use crate::debugger::quantities::{self, PlotSubject, Quantity, Series};
use crate::editor::settings::ShownPlot;
use crate::level::{Level, Place};
use crate::picture::chart::{Scale, with_unit};

/// A resolved plot.
#[derive(Clone)]
pub struct OpenPlot {
    /// Its settings.
    pub plot: ShownPlot,
    /// Display title.
    pub title: String,
    /// Common unit of the series; empty for counts, and for expressions with different units.
    pub unit: String,
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
    /// Expressions that this level cannot evaluate.
    pub missing: Vec<MissingSeries>,
    /// What to do if there are no series.
    pub waits_for: String,
}

/// An expression that names what a level lacks.
#[derive(Clone)]
pub struct MissingSeries {
    /// The expression.
    pub text: String,
    /// Why it has no values, as an error of the expression.
    pub reason: String,
}

impl OpenPlot {
    /// What values are multiplied by for display, and the unit of the result: physical if the level has units, else in
    /// mass (m), length (l) and time (t) of the level.
    pub fn axis_unit(&self, level: &Level) -> (f64, String) {
        level.unit_of(&self.unit).unwrap_or_else(|| (1.0, self.unit.clone()))
    }

    /// Unit of a series: that of the plot, or its own if the plot has expressions with different units.
    pub fn unit_of(&self, series: &Series) -> String {
        if self.unit.is_empty() { series.unit().to_string() } else { self.unit.clone() }
    }

    /// Name of a series in the legend, with its unit if the axis has none.
    pub fn legend_name(&self, series: &Series) -> String {
        if self.unit.is_empty() { with_unit(&series.name, &self.unit_of(series)) } else { series.name.clone() }
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
        unit: quantity.unit.to_owned(),
        explanation: quantity.explanation.to_owned(),
        scale: scale(plot, quantity.is_logarithmic),
        shows_zero: quantity.shows_zero,
        adds_up: quantity.adds_up,
        series,
        missing: Vec::new(),
        waits_for: quantity.waits_for.to_owned(),
    }
}

/// Resolves a plot of watch expressions separated by `;`.
fn watched(plot: &ShownPlot, level: &Level) -> OpenPlot {
    let (mut series, mut missing) = (Vec::new(), Vec::new());
    for text in plot.of.split(';').map(str::trim).filter(|text| !text.is_empty()) {
        match Series::watch(text, level) {
            Ok(found) if series.iter().all(|known: &Series| known.key != found.key) => series.push(found),
            Ok(_) => {}
            Err(error) => missing.push(MissingSeries { text: text.to_owned(), reason: error.to_string() }),
        }
    }
    let first = series.first().map(Series::unit).unwrap_or_default();
    let problems: Vec<String> = missing.iter().map(|one| format!("{}: {}", one.text, one.reason)).collect();
    let is_common = series.iter().all(|series| series.unit() == first);
    OpenPlot {
        plot: plot.clone(),
        title: plot.of.trim().to_owned(),
        unit: if is_common { first.to_string() } else { String::new() },
        explanation: plot.of.clone(),
        scale: scale(plot, false),
        shows_zero: false,
        adds_up: false,
        series,
        missing,
        waits_for: problems.join("\n"),
    }
}
