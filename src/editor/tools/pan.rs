//! Pans the view.

use super::{Pointer, Tool, ToolEntry, plain};
use crate::editor::actions::Action;
use crate::editor::icons::Icon;
use crate::editor::stage::Stage;
use crate::geometry::DVec2;
use egui::{CursorIcon, Key};

/// Registration of the tool.
pub const TOOL: ToolEntry = ToolEntry {
    id: "pan",
    title: "Pan",
    explanation: "Moves the view. With any other tool: the middle or right button, or Space and drag.",
    icon: Icon("arrows-out-cardinal"),
    keys: plain(Key::P),
    draws: false,
    overlays: &[],
    make: || Box::new(Pan),
};

struct Pan;

impl Tool for Pan {
    fn update(&mut self, stage: &Stage, pointer: &Pointer, out: &mut Vec<Action>) {
        if pointer.is_dragging {
            let mut viewport = stage.viewport;
            let delta = DVec2::new(-f64::from(pointer.drag_delta.x), f64::from(pointer.drag_delta.y));
            viewport.center += delta / viewport.scale;
            out.push(Action::Look(viewport));
        }
    }

    fn hint(&self, _: &Stage, _: &Pointer) -> String {
        "Drag to move the view, wheel to zoom at the pointer, F to show everything".to_owned()
    }

    fn cursor(&self, _: &Stage, pointer: &Pointer) -> CursorIcon {
        if pointer.is_dragging { CursorIcon::Grabbing } else { CursorIcon::Grab }
    }
}
