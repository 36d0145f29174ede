//! All functions that keys can call, with their default keys.

use super::actions::{self, Action, Command};
use super::keys::{self, KeyRow, KeyTable};
use super::settings::Settings;
use super::tools;
use crate::picture::overlays;
use egui::{Context, Key, KeyboardShortcut, Modifiers};
use std::sync::Arc;

/// The overlays with a default key, from 1 on.
const OVERLAYS: [(&str, Key); 9] = [
    ("force-total", Key::Num1),
    ("velocities", Key::Num2),
    ("normals", Key::Num3),
    ("contacts", Key::Num4),
    ("verdict", Key::Num5),
    ("impulses", Key::Num6),
    ("strain", Key::Num7),
    ("trails", Key::Num8),
    ("node-ids", Key::Num9),
];

/// Title of the group of tools.
pub const TOOLS: &str = "Tools";
/// Title of the group of overlays.
pub const OVERLAY_GROUP: &str = "Overlays";

/// Id of a tool as a function.
pub fn tool_id(id: &str) -> String {
    format!("tool {id}")
}

/// Id of an overlay as a function.
pub fn overlay_id(id: &str) -> String {
    format!("overlay {id}")
}

/// All functions with their default keys, in menu order.
pub fn rows() -> Vec<KeyRow> {
    let row = |id, title, group, defaults: Vec<KeyboardShortcut>| {
        let keys = defaults.clone();
        KeyRow { id, title, group, defaults, keys }
    };
    let commands =
        actions::all().map(|(menu, about)| row(about.command.key_id(), about.name, menu.title(), about.keys.to_vec()));
    let tools = tools::ALL.iter().map(|tool| row(tool_id(tool.id), tool.title, TOOLS, vec![tool.keys]));
    let overlays = overlays::ALL.iter().map(|overlay| {
        let own = OVERLAYS.iter().filter(|(id, _)| *id == overlay.id);
        let keys = own.map(|(_, key)| KeyboardShortcut::new(Modifiers::NONE, *key)).collect();
        row(overlay_id(overlay.id), overlay.title, OVERLAY_GROUP, keys)
    });
    commands.chain(tools).chain(overlays).collect()
}

/// What the function with this id does.
pub fn action(id: &str) -> Option<Action> {
    if let Some(id) = id.strip_prefix("command ") {
        return actions::all().find(|(_, row)| row.id == id).map(|(_, row)| Action::Command(row.command));
    }
    if let Some(id) = id.strip_prefix("tool ") {
        return tools::ALL.iter().find(|tool| tool.id == id).map(|tool| Action::Tool(tool.id));
    }
    let id = id.strip_prefix("overlay ")?;
    overlays::ALL.iter().find(|overlay| overlay.id == id).map(|overlay| Action::Overlay(overlay.id))
}

/// Puts the keys of the settings in force; true if they have changed.
pub fn follow(ctx: &Context, settings: &Settings) -> bool {
    let is_new = !keys::is_published(ctx, &settings.keys);
    if is_new {
        keys::publish(ctx, Arc::new(KeyTable::new(rows(), &settings.keys)));
    }
    is_new
}

/// True if one of the keys of the command was pressed; the press is consumed.
pub fn consume(ctx: &Context, command: Command) -> bool {
    let table = keys::table(ctx);
    let keys = table.row(&command.key_id()).map_or(&[][..], |row| &row.keys);
    ctx.input_mut(|input| keys.iter().any(|keys| input.consume_shortcut(keys)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn default_keys_are_unique_and_every_function_does_something() {
        let rows = rows();
        for (i, row) in rows.iter().enumerate() {
            assert!(action(&row.id).is_some(), "{}", row.id);
            for other in &rows[..i] {
                assert_ne!(row.id, other.id);
                assert!(!row.keys.iter().any(|keys| other.keys.contains(keys)), "{} and {}", row.id, other.id);
            }
        }
        let digits = rows.iter().filter(|row| row.group == OVERLAY_GROUP).flat_map(|row| &row.keys).count();
        assert_eq!(digits, OVERLAYS.len(), "an overlay with a default key is gone");
    }
}
