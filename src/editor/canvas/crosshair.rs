//! The canvas's part of the crosshair: the grid along which it moves, and what it says to screen readers.

use crate::debugger::diagnosis::part_title;
use crate::editor::access::crosshair::{self, CrosshairField};
use crate::editor::access::{self, Device};
use crate::editor::stage::Stage;
use crate::editor::tools::Pointer;
use crate::editor::{numbers::write_number, snap};
use crate::level::Level;
use egui::accesskit::Live;
use egui::{Context, Painter, Response};

/// Least step along the grid, in points; lines between are skipped.
const LEAST_STEP: f64 = 6.0;
/// Help in the status bar.
const KEYS: &str = "arrows move (Shift: far, Ctrl: a pixel), Space clicks, Insert holds, Shift+F10: menu, Esc ends";

/// Tells the crosshair where the canvas and its grid are.
pub fn publish(ctx: &Context, response: &Response, stage: &Stage) {
    let (snap, scale) = (&stage.options.snap, stage.viewport.scale);
    let step = snap::grid::step(snap, 1.0 / scale).filter(|_| snap.is_on && snap.has("grid"));
    let step = step.map(|step| step * (LEAST_STEP / (step * scale)).ceil().max(1.0));
    let center = stage.world_from_screen(stage.rect.center());
    let origin = step.map_or(center, |step| (center / step).round() * step);
    let field = CrosshairField {
        rect: response.rect,
        origin: stage.screen_from_world(origin),
        grid: step.map(|step| (step * scale) as f32),
        has_focus: response.has_focus(),
    };
    crosshair::publish(ctx, response.id, field);
}

/// Paints the crosshair, and names what it points at for screen readers.
pub fn show(ctx: &Context, response: &Response, painter: &Painter, (level, pointer): (&Level, &Pointer)) {
    if !response.has_focus() {
        return;
    }
    crosshair::paint(ctx, painter);
    let Some(at) = pointer.at else { return };
    let over = pointer.over.map_or(String::new(), |place| format!(": {}", part_title(level, place)));
    let text = format!("x {}, y {}{over}", write_number(at.x), write_number(at.y));
    ctx.accesskit_node_builder(response.id, |node| {
        node.set_value(text);
        node.set_live(Live::Polite);
    });
}

/// Releases the focus of a button, and of the canvas unless keys have it, so that keys reach the tool.
pub fn release_focus(ctx: &Context, response: &Response) {
    let is_kept = |id: egui::Id| id == response.id && access::device(ctx) == Device::Keys;
    let focused = ctx.memory(|memory| memory.focused()).filter(|&id| !is_kept(id));
    ctx.memory_mut(|memory| focused.into_iter().for_each(|id| memory.surrender_focus(id)));
}

/// A hint with the keys of the crosshair, if it is on.
pub fn with_keys(response: &Response, hint: String) -> String {
    if response.has_focus() { format!("{hint}  |  {KEYS}") } else { hint }
}
