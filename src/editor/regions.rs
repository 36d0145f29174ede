//! Rectangles of the window's regions (panels, tool row, canvas, tabs of the bottom panel) in the last UI frame.
//! Accessibility nodes do not contain panel borders, so the report and the tests of small windows read them here.

use egui::{Context, Id, Rect};

/// Regions in drawing order, each with its UI frame number.
type RegionLog = Vec<(&'static str, u64, Rect)>;

fn id() -> Id {
    Id::unique("regions of the window")
}

/// Records the rectangle of a region.
pub fn record(ctx: &Context, name: &'static str, rect: Rect) {
    let picture = ctx.cumulative_pass_nr();
    ctx.data_mut(|data| {
        let drawn: &mut RegionLog = data.get_temp_mut_or_default(id());
        drawn.retain(|(known, at, _)| *known != name && at + 1 >= picture);
        drawn.push((name, picture, rect));
    });
}

/// The regions of the latest UI frame, in drawing order.
pub fn all(ctx: &Context) -> Vec<(&'static str, Rect)> {
    let drawn: RegionLog = ctx.data(|data| data.get_temp(id())).unwrap_or_default();
    let newest = drawn.iter().map(|(_, picture, _)| *picture).max().unwrap_or_default();
    drawn.into_iter().filter(|(_, picture, _)| *picture == newest).map(|(name, _, rect)| (name, rect)).collect()
}
