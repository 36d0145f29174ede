//! Menus of paths into the level, and typed values.

use super::kept_search;
use crate::level::fields;
use egui::{Response, ScrollArea, Ui};
use serde_json::Value;

/// Draws a search field named `name` and the paths that contain its text; returns the chosen path. `tip` explains a path.
pub fn choose(
    ui: &mut Ui,
    name: &str,
    all: &[String],
    area: ScrollArea,
    tip: impl Fn(&str) -> Option<String>,
) -> Option<String> {
    ui.set_width(280.0);
    let id = ui.scope_id().with("searched");
    let searched = kept_search(ui, id, name, "Find: gas, stiffness…", 264.0);
    let shown: Vec<&String> = all.iter().filter(|path| path.contains(searched.trim())).collect();
    if shown.is_empty() {
        ui.weak(format!("No parameter contains “{}”", searched.trim()));
    }
    let height = ui.spacing().interact_size.y;
    let mut chosen = None;
    area.show_rows(ui, height, shown.len(), |ui, range| {
        for path in &shown[range] {
            if row(ui, false, path, tip(path)).clicked() {
                chosen = Some((*path).clone());
                ui.data_mut(|data| data.remove::<String>(id));
                ui.close();
            }
        }
    });
    chosen
}

/// Draws a path in a menu.
pub fn row(ui: &mut Ui, is_selected: bool, path: &str, tip: Option<String>) -> Response {
    let response = ui.selectable_label(is_selected, path);
    match tip {
        Some(tip) => response.on_hover_text(tip),
        None => response,
    }
}

/// Meaning, unit and range of the number at a path.
pub fn facts(path: &str) -> Option<String> {
    fields::at(path).map(|facts| facts.to_string())
}

/// Parses a typed value: JSON, or a bare word such as `Verlet`.
pub fn parse_value(text: &str) -> Value {
    let text = text.trim();
    serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.to_owned()))
}
