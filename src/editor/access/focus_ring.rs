//! The focus ring around the control that has the keyboard: one painter for all controls, shown while the keyboard is
//! used. It has two colours, so that one of them stands out from any background (WCAG 2.2, technique C40).

use egui::{Color32, Context, Painter, Rect, Stroke, StrokeKind};

/// Inner and outer colour.
pub const COLORS: [Color32; 2] = [Color32::WHITE, Color32::from_rgb(0, 60, 150)];
/// Width of each colour, in points.
const WIDTH: f32 = 2.0;

/// Paints the ring, above everything in the layer of the control.
pub(super) fn paint(ctx: &Context, is_by_keys: bool) {
    let focused = ctx.memory(|memory| memory.focused()).and_then(|id| ctx.read_response(id));
    let Some(response) = focused.filter(|_| is_by_keys) else { return };
    let clip = response.interact_rect.expand(2.0 * WIDTH).intersect(ctx.content_rect());
    let painter = Painter::new(ctx.clone(), response.layer_id, clip);
    // A control that fills its area is ringed within it.
    let rect = response.rect.expand(WIDTH).intersect(clip.shrink(WIDTH));
    ring(&painter, rect);
}

fn ring(painter: &Painter, rect: Rect) {
    let [inner, outer] = COLORS;
    painter.rect_stroke(rect, 4.0, Stroke::new(WIDTH, inner), StrokeKind::Inside);
    painter.rect_stroke(rect, 5.0, Stroke::new(WIDTH, outer), StrokeKind::Outside);
}
