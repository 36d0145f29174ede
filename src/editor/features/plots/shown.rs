//! An open plot, for a level and a selection: its series, title and axis, or why there is nothing to see.

use crate::debugger::quantities::{self, PlotSubject, Quantity, Series};
use crate::editor::settings::ShownPlot;
use crate::level::{Level, Place};
use crate::picture::chart::Scale;

/// See the module.
#[derive(Clone)]
pub struct OpenPlot {
    /// What it is in the settings.
    pub plot: ShownPlot,
    /// Title for people.
    pub title: String,
    /// Unit; empty where it is only counted, or not known.
    pub unit: &'static str,
    /// What it shows, in a sentence.
    pub explanation: String,
    /// Upright axis.
    pub scale: Scale,
    /// Whether the axis always shows 0.
    pub shows_zero: bool,
    /// Whether its numbers can be added up.
    pub adds_up: bool,
    /// Its lines.
    pub series: Vec<Series>,
    /// What to do where there are none.
    pub waits_for: String,
}

/// The plot for a level and a selection.
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

/// Watch expressions, with `;` between them.
fn watched(plot: &ShownPlot, level: &Level) -> OpenPlot {
    let (mut series, mut problems) = (Vec::new(), Vec::new());
    for text in plot.of.split(';').map(str::trim).filter(|text| !text.is_empty()) {
        match Series::watch(text, level) {
            Ok(found) if series.iter().all(|known: &Series| known.key != found.key) => series.push(found),
            Ok(_) => {}
            Err(complaint) => problems.push(format!("{text}: {complaint}")),
        }
    }
    OpenPlot {
        plot: plot.clone(),
        title: "Watch".to_owned(),
        unit: "",
        explanation: plot.of.clone(),
        scale: scale(plot, false),
        shows_zero: false,
        adds_up: false,
        series,
        waits_for: problems.join("\n"),
    }
}
