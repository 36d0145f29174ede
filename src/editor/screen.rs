//! Maximizes the window on small screens. A window as large as the screen would be partly covered by the desktop's
//! bars.

use egui::{Context, Vec2, ViewportCommand, vec2};

/// Minimum window size in points. A screen of 1280x720 pixels at 200 % has 640x360 points.
pub const SMALLEST: Vec2 = vec2(640.0, 360.0);
/// Width in points below which the window is laid out for a telephone: one menu, the side panel below the canvas.
pub const NARROW: f32 = 600.0;
/// Number of UI frames after which the screen size must be known.
const PATIENCE: u64 = 30;

/// True if the window has the width of a telephone.
pub fn is_narrow(ctx: &Context) -> bool {
    ctx.content_rect().width() < NARROW
}

/// Maximizes a window that is as large as its screen, once the screen size is known.
pub fn fit(ctx: &Context, has_looked: &mut bool) {
    if *has_looked {
        return;
    }
    let (screen, inner, is_large) = ctx.input(|i| {
        let viewport = i.viewport();
        let is_large = viewport.maximized == Some(true) || viewport.fullscreen == Some(true);
        (viewport.monitor_size, viewport.inner_rect, is_large)
    });
    let (Some(screen), Some(inner)) = (screen, inner) else {
        *has_looked = ctx.cumulative_frame_nr() > PATIENCE;
        return;
    };
    *has_looked = true;
    // Some systems report a screen size of 0.
    if !is_large && screen.min_elem() > 1.0 && (inner.width() >= screen.x || inner.height() >= screen.y) {
        ctx.send_viewport_cmd(ViewportCommand::Maximized(true));
    }
}
