//! The window on a small screen: where it would be as large as the screen, and the desktop's own bars would push a part of
//! it out of sight, it fills what is free instead.

use egui::{Context, Vec2, ViewportCommand, vec2};

/// Smallest size of the window, in points. A screen of 1280x720 pixels at 180 % has 711x400 points.
pub const SMALLEST: Vec2 = vec2(640.0, 390.0);
/// Pictures after which the screen's size must be known.
const PATIENCE: u64 = 30;

/// Maximizes a window as large as its screen, once, as soon as the screen's size is known.
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
    // Some say nothing of a screen but that it has no size.
    if !is_large && screen.min_elem() > 1.0 && (inner.width() >= screen.x || inner.height() >= screen.y) {
        ctx.send_viewport_cmd(ViewportCommand::Maximized(true));
    }
}
