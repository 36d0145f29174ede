//! State of the plots: series measured in the background for the run and its twin, visible frames, and cached lines.

mod lines;
pub(crate) mod panel;
mod shown;

pub use lines::{Drawn, Lines, Request};
pub use shown::{OpenPlot, resolve};

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
/// Minimum width of the zoom, in frames.
const CLOSEST: f64 = 8.0;

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
    /// Frame under the pointer.
    pub hovered: Option<f64>,
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
        self.hovered = None;
    }

    /// Scrolls so that the present frame stays visible.
    pub fn follow(&mut self, now: f64) {
        let Some([first, last]) = self.zoom else { return };
        let width = last - first;
        if !(first..=last - 0.05 * width).contains(&now) {
            let first = (now - 0.9 * width).max(0.0);
            self.zoom = Some([first, first + width]);
        }
    }

    /// First and last visible frame of a run with `last` frames.
    pub fn range(&self, last: u64) -> [f64; 2] {
        self.zoom.unwrap_or([0.0, (last as f64).max(LEAST)])
    }

    /// Zooms and keeps the frame under the pointer in place; fully zoomed out shows all frames.
    pub fn zoom_at(&mut self, last: u64, frame: f64, factor: f64) {
        let full_width = (last as f64).max(LEAST);
        let [from, to] = self.range(last);
        let width = ((to - from) / factor).max(CLOSEST);
        if width >= full_width {
            self.zoom = None;
            return;
        }
        let first = frame - (frame - from) / (to - from) * width;
        self.look(first, width, full_width);
    }

    /// Shifts the visible frames.
    pub fn pan(&mut self, last: u64, frames: f64) {
        if let Some([from, to]) = self.zoom {
            self.look(from + frames, to - from, (last as f64).max(LEAST));
        }
    }

    fn look(&mut self, first: f64, width: f64, full_width: f64) {
        let first = first.clamp(0.0, (full_width - width).max(0.0));
        self.zoom = Some([first, first + width]);
    }

    /// Values of a series of the run.
    pub fn numbers(&self, key: &str) -> Option<&Extremes> {
        self.survey.numbers(key)
    }

    /// Values of a series of the twin.
    pub fn twin_numbers(&self, key: &str) -> Option<&Extremes> {
        self.twin.as_ref()?.numbers(key)
    }

    /// True if the plot has many series and this one is 0 in all frames of the run and the twin.
    pub fn is_idle(&self, shown: &OpenPlot, series: &Series) -> bool {
        let is_zero = |numbers: &Extremes| {
            numbers.len() > 1 && numbers.bounds(0..numbers.len()).is_none_or(|bounds| bounds == [0.0, 0.0])
        };
        shown.series.len() > MANY
            && self.numbers(&series.key).is_some_and(is_zero)
            && self.twin_numbers(&series.key).is_none_or(is_zero)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zoom_keeps_the_frame_under_the_pointer_up_to_the_whole_run() {
        let mut plots = Plots::default();
        assert_eq!(plots.range(1000), [0.0, 1000.0]);
        plots.zoom_at(1000, 250.0, 2.0);
        assert_eq!(plots.range(1000), [125.0, 625.0]);
        // The frame keeps its place at a quarter of the width.
        assert_eq!((250.0 - 125.0) / 500.0, 0.25);
        plots.pan(1000, 10.0);
        assert_eq!(plots.range(1000), [135.0, 635.0]);
        plots.pan(1000, 1e9);
        assert_eq!(plots.range(1000), [500.0, 1000.0]);
        plots.zoom_at(1000, 700.0, 1e9);
        let [from, to] = plots.range(1000);
        assert!((to - from - CLOSEST).abs() < 1e-9 && (from..to).contains(&700.0));
        plots.zoom_at(1000, 700.0, 1e-9);
        assert_eq!(plots.zoom, None);
    }

    #[test]
    fn follow_keeps_the_present_in_view() {
        let mut plots = Plots { zoom: Some([100.0, 200.0]), ..Plots::default() };
        plots.follow(150.0);
        assert_eq!(plots.zoom, Some([100.0, 200.0]));
        plots.follow(198.0);
        assert_eq!(plots.zoom, Some([108.0, 208.0]));
        plots.follow(3.0);
        assert_eq!(plots.zoom, Some([0.0, 100.0]));
    }
}
