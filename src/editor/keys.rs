//! Keys become actions.

use super::actions::{self, Action, Command};
use super::app::App;
use super::tools::{self, Press, typed};
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
    if app.features.palette.is_open {
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
    // Likewise an open menu's, which it closes.
    let has_menu = egui::Popup::is_any_open(ctx);
    // While one is on the way to a far moment, it calls that off whatever has the focus.
    let is_under_way = app.playback.target().is_some();
    // The window of levels has keys of its own.
    let is_typing = is_typing || app.files.start.is_open;
    let has_focus = ctx.memory(|memory| memory.focused().is_some());
    ctx.input_mut(|input| {
        if !is_typing && !has_focus && !has_menu {
            give_tool(input, app);
        }
        let mut commands: Vec<(KeyboardShortcut, KeyContext)> = actions::all()
            .flat_map(|(_, row)| row.keys.iter().map(|&keys| (keys, KeyContext::Command(row.command))))
            .filter(|(keys, _)| keys.logical_key != Key::Space)
            .collect();
        commands.extend(tools::ALL.iter().map(|tool| (tool.keys, KeyContext::Tool(tool.id))));
        // Matching lets extra Shift pass, so the most particular comes first.
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
            // Every press counts, also when a slow picture lets several come at once.
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

/// What keys are for.
#[derive(Clone, Copy)]
enum KeyContext {
    Command(Command),
    Tool(&'static str),
}

/// Keys that numbers are typed with. What they type comes as text.
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

/// Gives the tool in hand the keys that are its own now.
fn give_tool(input: &mut InputState, app: &mut App) {
    let (tool, presses) = (&app.toolbox.tool, &mut app.toolbox.presses);
    let is_typing = tool.claims(Press::Letter(' '));
    let is_letter = |letter: char| tool.claims(Press::Letter(letter));
    // Enter takes over what the dialog of a body in the making shows, unless a point is being typed.
    let is_for_maker = app.features.maker.is_some() && !is_typing;
    // Once a number has begun, the rest of it belongs to it.
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

/// Overlays by digit.
fn plain_keys(input: &mut InputState, out: &mut Vec<Action>) {
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
pub fn of_tool(ctx: &Context, tool: &tools::ToolEntry) -> String {
    write(ctx, &tool.keys)
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
