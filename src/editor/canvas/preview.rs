//! Preview of the open dialog on the canvas: of a body in the making, or of an operation of the Arrange menu.

use super::CanvasParts;
use crate::editor::features::arrange;
use crate::editor::features::meshing::ghost;
use crate::editor::stage::Stage;
use crate::editor::tools::Pointer;
use egui::{CursorIcon, Painter};

/// Drags the preview or a handle; returns true if it uses the pointer, so that tools ignore it.
pub fn drag(parts: &mut CanvasParts, stage: &Stage, pointer: &Pointer) -> bool {
    ghost::drag(parts.maker, stage, pointer) || arrange::ghost::drag(parts.arranging, stage, pointer)
}

/// The shape of the pointer over the preview or a handle.
pub fn cursor(parts: &CanvasParts, stage: &Stage, pointer: &Pointer) -> Option<CursorIcon> {
    let at = pointer.at?;
    let over = parts.maker.as_ref().and_then(|maker| ghost::cursor(maker, stage, at));
    over.or_else(|| arrange::ghost::cursor(parts.arranging.as_ref()?, stage, at))
}

/// Hint for mouse and keys over the preview or a handle.
pub fn hint(parts: &CanvasParts, stage: &Stage, pointer: &Pointer) -> Option<String> {
    let placing = parts.maker.as_ref().and_then(|maker| ghost::hint(maker, stage, pointer));
    placing.or_else(|| arrange::ghost::hint(parts.arranging.as_ref()?, stage, pointer))
}

/// Draws the preview.
pub fn paint(parts: &mut CanvasParts, stage: &Stage, painter: &Painter) {
    ghost::paint(parts.maker, stage, parts.settings, painter);
    arrange::ghost::paint(parts.arranging, stage, parts.settings, parts.skins, painter);
}
