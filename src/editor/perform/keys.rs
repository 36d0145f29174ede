//! Maps key presses to actions.

use crate::editor::actions::{self, Action, Command};
use crate::editor::app::App;
use crate::editor::keys::OVERLAY_KEYS;
use crate::editor::tools::{self, Press, typed};
use crate::picture::overlays;
use egui::{Context, Event, Id, InputState, Key, KeyboardShortcut, Modifiers};

/// Keys that belong to the focused control.
const OF_FOCUS: [Key; 5] = [Key::ArrowLeft, Key::ArrowRight, Key::Home, Key::End, Key::Escape];
/// Commands that a text field handles itself.
const OF_TEXT: [Command; 5] =
    [Command::Undo, Command::Redo, Command::SelectAll, Command::StepPhase, Command::BackPhase];

/// True for commands whose keys arrive as events of the clipboard. A browser sends the key, too, and no event of the
/// clipboard if the page has taken the key.
pub fn is_of_clipboard(command: Command) -> bool {
    cfg!(target_arch = "wasm32") && matches!(command, Command::Copy | Command::Cut | Command::Paste)
}

/// Reads the pressed keys.
pub fn read(ctx: &Context, app: &mut App, out: &mut Vec<Action>) {
    if app.files.is_blocking() {
        return;
    }
    if app.features.palette.is_open {
        // While the palette is open, only its own shortcut is handled here.
        let Some(&keys) = Command::Palette.row().keys.first() else { return };
        if ctx.input_mut(|input| input.consume_shortcut(&keys)) {
            out.push(Action::Command(Command::Palette));
        }
        return;
    }
    let is_typing = ctx.text_edit_focused();
    // Escape has already removed the focus from the field; the key still belongs to the field.
    let was_typing =
        ctx.data_mut(|data| std::mem::replace(data.get_temp_mut_or_default(Id::unique("typing")), is_typing));
    let is_leaving = was_typing && !is_typing;
    // Escape closes an open menu first.
    let has_menu = egui::Popup::is_any_open(ctx);
    // Escape cancels a long seek, whatever has the focus.
    let is_under_way = app.playback.target().is_some();
    // The gallery window handles its own keys.
    let is_typing = is_typing || app.files.start.is_open;
    let has_focus = ctx.memory(|memory| memory.focused().is_some());
    ctx.input_mut(|input| {
        if !is_typing && !has_focus && !has_menu {
            give_tool(input, app);
        }
        let mut commands: Vec<(KeyboardShortcut, KeyContext)> = actions::all()
            .filter(|(_, row)| !is_of_clipboard(row.command))
            .flat_map(|(_, row)| row.keys.iter().map(|&keys| (keys, KeyContext::Command(row.command))))
            .filter(|(keys, _)| keys.logical_key != Key::Space)
            .collect();
        commands.extend(tools::ALL.iter().map(|tool| (tool.keys, KeyContext::Tool(tool.id))));
        // Matching ignores an additional Shift, so shortcuts with more modifiers come first.
        commands.sort_by_key(|(keys, _)| std::cmp::Reverse(held(keys.modifiers)));
        for (keys, wanted) in commands {
            let is_plain = !keys.modifiers.command;
            let calls_off = is_under_way && keys.logical_key == Key::Escape;
            let is_of_field = (is_leaving || has_menu) && keys.logical_key == Key::Escape;
            let is_of_text = matches!(wanted, KeyContext::Command(command) if OF_TEXT.contains(&command));
            let is_of_others = (has_focus && is_of_focus(keys)) || is_of_field;
            if (is_typing && (is_plain || is_of_text)) || (is_of_others && !calls_off) {
                continue;
            }
            // A slow UI frame can contain several presses of one key.
            for _ in 0..input.count_and_consume_key(keys.modifiers, keys.logical_key) {
                out.push(match wanted {
                    KeyContext::Command(command) => Action::Command(command),
                    KeyContext::Tool(tool) => Action::Tool(tool),
                });
            }
        }
        if !is_typing {
            plain_keys(input, out);
            space(input, app, has_focus, out);
        }
    });
}

/// Which keys are handled.
#[derive(Clone, Copy)]
enum KeyContext {
    Command(Command),
    Tool(&'static str),
}

/// Keys that type numbers; the characters arrive as text events.
const OF_NUMBERS: [Key; 17] = [
    Key::Num0,
    Key::Num1,
    Key::Num2,
    Key::Num3,
    Key::Num4,
    Key::Num5,
    Key::Num6,
    Key::Num7,
    Key::Num8,
    Key::Num9,
    Key::Minus,
    Key::Plus,
    Key::Equals,
    Key::Period,
    Key::Comma,
    Key::Semicolon,
    Key::E,
];

/// Passes keys to the active tool.
fn give_tool(input: &mut InputState, app: &mut App) {
    let (tool, presses) = (&app.toolbox.tool, &mut app.toolbox.presses);
    let is_typing = tool.claims(Press::Letter(' '));
    let is_letter = |letter: char| tool.claims(Press::Letter(letter));
    // Enter confirms the open dialog unless a point is being typed.
    let is_for_maker = (app.features.maker.is_some() || app.features.arranging.is_some()) && !is_typing;
    // After its first digit, a typed number takes all following number keys.
    let mut has_begun = is_typing;
    input.events.retain(|event| {
        let (key, modifiers) = match event {
            Event::Text(text) => {
                for letter in text.chars() {
                    has_begun |= is_letter(letter);
                    presses.extend((has_begun && typed::is_letter(letter)).then_some(Press::Letter(letter)));
                }
                return !has_begun;
            }
            Event::Key { key, pressed: true, modifiers, .. } if !modifiers.command && !modifiers.alt => {
                (*key, modifiers)
            }
            _ => return true,
        };
        let press = match key {
            Key::Enter if is_for_maker => return true,
            Key::Enter => Press::Enter,
            Key::Backspace => Press::Backspace,
            Key::Delete => Press::Delete,
            Key::Escape => Press::Escape,
            Key::Space if is_typing => {
                app.canvas.input.is_space_used = true;
                return false;
            }
            _ => return !(OF_NUMBERS.contains(&key) && (is_typing || (key != Key::E && is_letter('1')))),
        };
        let is_own = modifiers.is_none() && (tool.claims(press) || has_begun);
        if is_own {
            presses.push(press);
        }
        !is_own
    });
}

fn held(modifiers: Modifiers) -> u8 {
    u8::from(modifiers.shift) + u8::from(modifiers.alt) + u8::from(modifiers.command)
}

fn is_of_focus(keys: KeyboardShortcut) -> bool {
    keys.modifiers.is_none() && OF_FOCUS.contains(&keys.logical_key)
}

/// Digit keys that switch overlays.
fn plain_keys(input: &mut InputState, out: &mut Vec<Action>) {
    for (overlay, key) in overlays::ALL.iter().zip(OVERLAY_KEYS) {
        if input.consume_key(Modifiers::NONE, key) {
            out.push(Action::Overlay(overlay.id));
        }
    }
}

/// All shortcuts of commands, tools and overlays, with the name of their function.
pub fn all_keys() -> Vec<(KeyboardShortcut, &'static str)> {
    let commands = actions::all().flat_map(|(_, row)| row.keys.iter().map(|&keys| (keys, row.name)));
    let tools = tools::ALL.iter().map(|tool| (tool.keys, tool.title));
    let overlays = overlays::ALL
        .iter()
        .zip(OVERLAY_KEYS)
        .map(|(overlay, digit)| (KeyboardShortcut::new(Modifiers::NONE, digit), overlay.title));
    commands.chain(tools).chain(overlays).collect()
}

/// Space toggles playing on release, unless it was held to pan the view. With Shift it acts at once.
fn space(input: &mut InputState, app: &mut App, has_focus: bool, out: &mut Vec<Action>) {
    for event in &input.events {
        match event {
            Event::Key { key: Key::Space, pressed: true, repeat: false, modifiers, .. }
                if modifiers.shift && !has_focus =>
            {
                app.canvas.input.is_space_used = true;
                out.push(Action::Command(Command::PlayBackward));
            }
            Event::Key { key: Key::Space, pressed: false, .. } => {
                let was_used = std::mem::take(&mut app.canvas.input.is_space_used);
                if !was_used && !has_focus {
                    out.push(Action::Command(Command::PlayPause));
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shortcuts_are_unique() {
        let keys = all_keys();
        for (i, (keys_a, a)) in keys.iter().enumerate() {
            for (keys_b, b) in &keys[..i] {
                assert_ne!(keys_a, keys_b, "{a} and {b}");
            }
        }
    }
}
