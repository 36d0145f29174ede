//! The focus moves between the areas of the window: bars, canvas, panels, and the windows in front of them.

use crate::editor::regions;
use egui::{Context, LayerId, Order, Rect, WidgetRect};

/// Regions within others.
const WITHIN: [&str; 2] = ["tabs", "side tabs"];

/// An area that can have the focus.
enum FocusArea {
    Region(Rect),
    Window(LayerId),
}

impl FocusArea {
    fn holds(&self, widget: &WidgetRect) -> bool {
        match self {
            Self::Region(rect) => {
                widget.layer_id.order == Order::Background && rect.contains(widget.interact_rect.center())
            }
            Self::Window(layer) => widget.layer_id == *layer,
        }
    }
}

/// Gives the focus to the next area, or to the previous one.
pub fn go(ctx: &Context, is_forward: bool) {
    // A dialog keeps the focus.
    if ctx.memory(|memory| memory.top_modal_layer().is_some()) {
        return;
    }
    let widgets = focusable(ctx);
    let mut areas = areas(ctx);
    areas.retain(|area| widgets.iter().any(|widget| area.holds(widget)));
    let focused = ctx.memory(|memory| memory.focused());
    let own = widgets.iter().find(|widget| Some(widget.id) == focused);
    let now = own.and_then(|widget| areas.iter().position(|area| area.holds(widget)));
    let count = areas.len();
    let next = match (now, is_forward) {
        (None, true) => 0,
        (None, false) => count.saturating_sub(1),
        (Some(at), true) => (at + 1) % count,
        (Some(at), false) => (at + count - 1) % count,
    };
    let first = areas.get(next).and_then(|area| widgets.iter().find(|widget| area.holds(widget)));
    if let Some(widget) = first {
        ctx.memory_mut(|memory| memory.request_focus(widget.id));
    }
}

/// Controls of this UI frame that can have the focus and are in sight, in drawing order.
fn focusable(ctx: &Context) -> Vec<WidgetRect> {
    let is_open = |widget: &WidgetRect| {
        widget.enabled
            && widget.sense.is_focusable()
            && widget.sense.senses_click()
            && widget.interact_rect.is_positive()
    };
    ctx.viewport(|state| {
        let layers = state.this_pass.widgets.layers();
        layers.flat_map(|(_, widgets)| widgets).filter(|widget| is_open(widget)).copied().collect()
    })
}

/// All areas: windows in front from back to front, then the canvas, then the regions in drawing order.
fn areas(ctx: &Context) -> Vec<FocusArea> {
    let mut regions = regions::all(ctx);
    regions.retain(|(name, _)| !WITHIN.contains(name));
    let canvas = regions.iter().position(|(name, _)| *name == "canvas").unwrap_or_default();
    if !regions.is_empty() {
        regions.rotate_left(canvas);
    }
    let windows: Vec<LayerId> = ctx.memory(|memory| {
        let is_window = |layer: &LayerId| layer.order == Order::Middle && memory.areas().is_visible(layer);
        memory.layer_ids().filter(is_window).collect()
    });
    let regions = regions.into_iter().map(|(_, rect)| FocusArea::Region(rect));
    windows.into_iter().map(FocusArea::Window).chain(regions).collect()
}
