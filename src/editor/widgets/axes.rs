//! Common setup of interactive plots: own navigation disabled, axis numbers formatted as in exported charts.

use crate::picture::chart::Scale;
use egui_plot::{GridMark, Plot};

/// Numbers closer to the ends than this part of the height of a row would be cut off, or overlap those of the next plot.
const END: f64 = 0.2;

/// Disables the plot's own navigation and pointer labels.
pub fn still(plot: Plot<'_>) -> Plot<'_> {
    plot.allow_zoom(false)
        .allow_scroll(false)
        .allow_drag(false)
        .allow_axis_zoom_drag(false)
        .allow_boxed_zoom(false)
        .allow_double_click_reset(false)
        .show_x(false)
        .show_y(false)
        .label_formatter(|_| None)
        .show_background(false)
}

/// Grid lines and numbers of a y axis, at most about `rows`, round in the unit that values are multiplied by `factor` for.
/// Numbers that would not fit at the ends are left out.
pub fn upright(plot: Plot<'_>, scale: Scale, rows: usize, factor: f64) -> Plot<'_> {
    plot.y_grid_spacer(move |input| {
        let (low, high) = input.bounds;
        let ticks = scale.ticks_in([low, high], rows, factor);
        let step_size = if ticks.len() > 1 { ticks[1].0 - ticks[0].0 } else { high - low };
        ticks.into_iter().map(|(value, _)| GridMark { value, step_size }).collect()
    })
    .y_axis_formatter(move |mark, range| {
        let (low, high) = (*range.start(), *range.end());
        let gap = END / rows as f64 * (high - low);
        let is_at_end = mark.value - low < gap || high - mark.value < gap;
        let ticks = scale.ticks_in([low, high], rows, factor);
        let near = |tick: &&(f64, String)| (tick.0 - mark.value).abs() <= 1e-6 * mark.step_size;
        ticks.iter().find(near).filter(|_| !is_at_end).map_or(String::new(), |tick| tick.1.clone())
    })
}
