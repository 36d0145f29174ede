//! Keys become actions.
//!
//! Must never know: what the actions do.

use super::actions::{self, Action, Command};
use super::app::App;
use super::tools;
use crate::picture::overlays;
use egui::{Context, Event, Id, InputState, Key, KeyboardShortcut, Modifiers};

/// Keys that belong to whatever control has the focus, where one has.
const OF_FOCUS: [Key; 5] = [Key::ArrowLeft, Key::ArrowRight, Key::Home, Key::End, Key::Escape];
/// Commands that a text field understands in its own way.
const OF_TEXT: [Command; 5] =
    [Command::Undo, Command::Redo, Command::SelectAll, Command::StepPhase, Command::BackPhase];

/// Reads the keys that were pressed.
pub fn read(ctx: &Context, app: &mut App, out: &mut Vec<Action>) {
    if app.files.is_blocking() {
        return;
    }
    if app.palette.is_open {
        // It has all keys but the one that closes it.
        let Some(&keys) = Command::Palette.row().keys.first() else { return };
        if ctx.input_mut(|input| input.consume_shortcut(&keys)) {
            out.push(Action::Command(Command::Palette));
        }
        return;
    }
    let is_typing = ctx.text_edit_focused();
    // Escape takes the keys from a field before anybody can ask; it is the field's all the same.
    let was_typing =
        ctx.data_mut(|data| std::mem::replace(data.get_temp_mut_or_default(Id::unique("typing")), is_typing));
    let is_leaving = was_typing && !is_typing;
    // The window of levels has keys of its own.
    let is_typing = is_typing || app.files.start.is_open;
    let has_focus = ctx.memory(|memory| memory.focused().is_some());
    ctx.input_mut(|input| {
        let mut commands: Vec<(KeyboardShortcut, Command)> = actions::all()
            .flat_map(|(_, row)| row.keys.iter().map(|&keys| (keys, row.command)))
            .filter(|(keys, _)| keys.logical_key != Key::Space)
            .collect();
        // Matching lets extra Shift pass, so the most particular comes first.
        commands.sort_by_key(|(keys, _)| std::cmp::Reverse(held(keys.modifiers)));
        for (keys, command) in commands {
            let is_plain = !keys.modifiers.command;
            let is_of_field = is_leaving && keys.logical_key == Key::Escape;
            if (is_typing && (is_plain || OF_TEXT.contains(&command)))
                || (has_focus && is_of_focus(keys))
                || is_of_field
            {
                continue;
            }
            // Every press counts, also when a slow picture lets several come at once.
            for _ in 0..input.count_and_consume_key(keys.modifiers, keys.logical_key) {
                out.push(Action::Command(command));
            }
        }
        if !is_typing {
            plain_keys(input, out);
            space(input, app, has_focus, out);
        }
    });
}

fn held(modifiers: Modifiers) -> u8 {
    u8::from(modifiers.shift) + u8::from(modifiers.alt) + u8::from(modifiers.command)
}

fn is_of_focus(keys: KeyboardShortcut) -> bool {
    keys.modifiers.is_none() && OF_FOCUS.contains(&keys.logical_key)
}

/// Tools by letter, overlays by digit.
fn plain_keys(input: &mut InputState, out: &mut Vec<Action>) {
    for tool in tools::ALL {
        if input.consume_key(Modifiers::NONE, tool.key) {
            out.push(Action::Tool(tool.id));
        }
    }
    for (overlay, key) in overlays::ALL.iter().zip(OVERLAY_KEYS) {
        if input.consume_key(Modifiers::NONE, key) {
            out.push(Action::Overlay(overlay.id));
        }
    }
}

/// Keys as people write them: `Ctrl+[`.
pub fn write(ctx: &Context, keys: &KeyboardShortcut) -> String {
    const SIGNS: [(Key, &str); 13] = [
        (Key::OpenBracket, "["),
        (Key::CloseBracket, "]"),
        (Key::Backslash, "\\"),
        (Key::Period, "."),
        (Key::Comma, ","),
        (Key::Plus, "+"),
        (Key::Minus, "-"),
        (Key::Equals, "="),
        (Key::ArrowLeft, "←"),
        (Key::ArrowRight, "→"),
        (Key::Escape, "Esc"),
        (Key::PageUp, "Page ↑"),
        (Key::PageDown, "Page ↓"),
    ];
    let text = ctx.format_shortcut(keys);
    let Some((key, sign)) = SIGNS.iter().find(|(key, _)| *key == keys.logical_key) else { return text };
    match text.strip_suffix(key.name()) {
        Some(held) => format!("{held}{sign}"),
        None => text,
    }
}

/// Keys that take a tool.
pub fn of_tool(_ctx: &Context, tool: &tools::Entry) -> String {
    tool.key.name().to_owned()
}

/// Keys of the first overlays, in their order.
pub const OVERLAY_KEYS: [Key; 9] =
    [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];

/// The space bar plays when it is let go, unless it was held to move the view.
fn space(input: &mut InputState, app: &mut App, has_focus: bool, out: &mut Vec<Action>) {
    let is_backward = |event: &Event| match event {
        Event::Key { key: Key::Space, pressed: false, modifiers, .. } => Some(modifiers.shift),
        _ => None,
    };
    for is_backward in input.events.iter().filter_map(is_backward) {
        let was_used = std::mem::take(&mut app.canvas.input.is_space_used);
        if !was_used && !has_focus {
            let command = if is_backward { Command::PlayBackward } else { Command::PlayPause };
            out.push(Action::Command(command));
        }
    }
}
