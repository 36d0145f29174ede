//! State of the plots: series measured in the background for the run and its twin, visible frames, and cached lines.

mod lines;
pub(crate) mod panel;
mod shown;
mod zoom;

pub use lines::{Drawn, Lines, Request};
pub use shown::{MissingSeries, OpenPlot, resolve};

use crate::debugger::quantities::Series;
use crate::debugger::{Run, Survey};
use crate::editor::background::Pace;
use crate::editor::settings::ShownPlot;
use crate::geometry::Extremes;
use crate::level::{Level, Place};
use std::cell::RefCell;
use std::sync::Arc;

/// Minimum width of the plots in frames, so that they do not scroll fast at the start.
pub const LEAST: f64 = 120.0;
/// Number of series above which those that are always 0 are hidden.
const MANY: usize = 8;
/// Open plots and their measurements.
#[derive(Default)]
pub struct Plots {
    /// Open plots, resolved for this level and selection.
    pub shown: Vec<OpenPlot>,
    shown_for: Option<(Arc<Level>, Vec<Place>, Vec<ShownPlot>)>,
    survey: Survey,
    twin: Option<Survey>,
    /// Whether measurements are unfinished.
    pub is_behind: bool,
    /// First and last visible frame; `None`: all.
    pub zoom: Option<[f64; 2]>,
    /// Plots whose values are zoomed, with the lowest and highest visible height.
    pub heights: Vec<(ShownPlot, [f64; 2])>,
    /// Frame under the pointer.
    pub hovered: Option<f64>,
    /// Key of the series under the pointer, in a plot or its legend.
    pub pointed: Option<String>,
    /// Frame of the run before the last click.
    pub before_click: Option<u64>,
    /// Text of the watch expression field.
    pub writing: String,
    /// Cached lines.
    pub lines: RefCell<Lines>,
}

impl Plots {
    /// Resolves the open plots; call this before drawing them.
    pub fn prepare(&mut self, level: &Arc<Level>, selection: &[Place], open: &[ShownPlot]) {
        let is_known = self
            .shown_for
            .as_ref()
            .is_some_and(|(of, parts, plots)| Arc::ptr_eq(of, level) && parts == selection && plots == open);
        if !is_known {
            self.shown = open.iter().map(|plot| resolve(plot, level, selection)).collect();
            self.shown_for = Some((level.clone(), selection.to_vec(), open.to_vec()));
        }
    }

    /// Continues measuring the open plots.
    pub fn measure(&mut self, run: &Run, twin: Option<&Run>, pace: &Pace) {
        let wanted: Vec<Series> = self.shown.iter().flat_map(|shown| shown.series.clone()).collect();
        self.survey.want(&wanted);
        self.is_behind = !self.survey.follow(run, || pace.goes_on());
        match twin {
            None => self.twin = None,
            Some(twin) => {
                let survey = self.twin.get_or_insert_default();
                survey.want(&wanted);
                self.is_behind |= !survey.follow(twin, || pace.goes_on());
            }
        }
    }

    /// Stops measuring while the plots are hidden.
    pub fn rest(&mut self) {
        self.is_behind = false;
        (self.hovered, self.pointed) = (None, None);
    }

    /// The frame of the values in the legend: the one under the pointer, else the displayed one.
    pub fn shown_frame(&self, run: &Run) -> u64 {
        self.hovered.map_or_else(|| run.displayed_frame(), |frame| frame.max(0.0).round() as u64)
    }

    /// Whether the legend shows the values at the start of the frame while the present moment is within it.
    pub fn is_within_frame(&self, run: &Run) -> bool {
        self.hovered.is_none() && (run.substep() > 0 || run.phases_done().is_some())
    }

    /// Values of a series of the run.
    pub fn numbers(&self, key: &str) -> Option<&Extremes> {
        self.survey.numbers(key)
    }

    /// Values of a series of the twin.
    pub fn twin_numbers(&self, key: &str) -> Option<&Extremes> {
        self.twin.as_ref()?.numbers(key)
    }

    /// True if the plot has many series and this one is 0 in the run and the twin.
    pub fn is_idle(&self, shown: &OpenPlot, series: &Series) -> bool {
        shown.series.len() > MANY
            && self.numbers(&series.key).is_some_and(|numbers| numbers.len() > 1 && numbers.is_always_zero())
            && self.twin_numbers(&series.key).is_none_or(Extremes::is_always_zero)
    }

    /// Versions of the values of the run and the twin; they change when values are dropped.
    pub fn versions(&self) -> [u64; 2] {
        [self.survey.version(), self.twin.as_ref().map_or(0, Survey::version)]
    }

    /// Number of frames measured; `None` if complete.
    pub fn progress(&self, run: &Run) -> Option<u64> {
        let known = self.survey.frames_known();
        (self.is_behind && known <= run.last_frame()).then_some(known)
    }

    /// First frame at which the hash of the measuring run differs from that of the run.
    pub fn divergence(&self) -> Option<u64> {
        self.survey.divergence()
    }
}
