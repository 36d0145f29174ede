//! Visible frames, common to all plots, and visible heights of each plot. All plots use these functions, for the pointer
//! and for keys.

use super::{LEAST, Plots};
use crate::editor::settings::ShownPlot;

/// Minimum width of the zoom, in frames.
const CLOSEST: f64 = 8.0;
/// Minimum height of the zoom, as a fraction of the size of the values.
const FINEST: f64 = 1e-9;

impl Plots {
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

    /// Shows these frames.
    pub fn show_frames(&mut self, last: u64, [from, to]: [f64; 2]) {
        let full_width = (last as f64).max(LEAST);
        self.look(from, (to - from).clamp(CLOSEST, full_width), full_width);
    }

    /// Visible heights of a plot, if they are zoomed.
    pub fn heights_of(&self, plot: &ShownPlot) -> Option<[f64; 2]> {
        self.heights.iter().find(|(of, _)| of == plot).map(|(_, heights)| *heights)
    }

    /// Shows these heights; those of all values are not kept, so that the axis follows the values again.
    pub fn show_heights(&mut self, plot: &ShownPlot, [low, high]: [f64; 2], full: [f64; 2]) {
        self.heights.retain(|(of, _)| of != plot);
        let closest = FINEST * full[0].abs().max(full[1].abs());
        let is_all = low <= full[0] && high >= full[1];
        if !is_all && high - low > closest && (high - low).is_finite() {
            self.heights.push((plot.clone(), [low, high]));
        } else if !is_all && high - low <= closest {
            let middle = 0.5 * (low + high);
            self.heights.push((plot.clone(), [middle - closest, middle + closest]));
        }
    }

    /// Zooms the heights and keeps the one under the pointer in place.
    pub fn zoom_heights(&mut self, plot: &ShownPlot, full: [f64; 2], at: f64, factor: f64) {
        let [low, high] = self.heights_of(plot).unwrap_or(full);
        let most = full[1] - full[0];
        let height = (high - low) / factor;
        if height >= most {
            self.heights.retain(|(of, _)| of != plot);
            return;
        }
        let first = at - (at - low) / (high - low) * height;
        self.show_heights(plot, [first, first + height], full);
    }

    /// Shifts the visible heights, if they are zoomed.
    pub fn pan_heights(&mut self, plot: &ShownPlot, by: f64) {
        for (_, heights) in self.heights.iter_mut().filter(|(of, _)| of == plot) {
            *heights = heights.map(|height| height + by);
        }
    }

    /// True if not everything is visible.
    pub fn is_zoomed(&self) -> bool {
        self.zoom.is_some() || !self.heights.is_empty()
    }

    /// Shows all frames and all values.
    pub fn show_all(&mut self) {
        self.zoom = None;
        self.heights.clear();
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

    #[test]
    fn heights_keep_the_value_under_the_pointer_until_all_values_are_visible() {
        let mut plots = Plots::default();
        let (plot, full) = (ShownPlot::of("energy"), [0.0, 100.0]);
        plots.zoom_heights(&plot, full, 25.0, 2.0);
        // Half the height, and 25 keeps its place at a quarter of it.
        assert_eq!(plots.heights_of(&plot), Some([12.5, 62.5]));
        plots.pan_heights(&plot, 10.0);
        assert_eq!(plots.heights_of(&plot), Some([22.5, 72.5]));
        let logarithmic = ShownPlot { is_switched: true, ..plot.clone() };
        assert_eq!(plots.heights_of(&logarithmic), None, "heights of another scale are other numbers");
        plots.zoom_heights(&plot, full, 50.0, 1e-9);
        assert!(!plots.is_zoomed());
        plots.show_heights(&plot, [5.0, 5.0], full);
        let [low, high] = plots.heights_of(&plot).unwrap();
        assert!(low < 5.0 && high > 5.0, "{low} {high}");
        plots.show_frames(1000, [10.0, 11.0]);
        assert_eq!(plots.range(1000), [10.0, 18.0], "at least eight frames");
        plots.show_all();
        assert!(!plots.is_zoomed());
    }
}
