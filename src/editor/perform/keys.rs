//! Maps key presses to actions.

use crate::editor::access::crosshair;
use crate::editor::actions::{Action, Command};
use crate::editor::app::App;
use crate::editor::features::Features;
use crate::editor::key_table;
use crate::editor::keys::{self, KeyTable};
use crate::editor::tools::{Press, typed};
use egui::{Context, Event, FocusDirection, Id, InputState, Key, KeyboardShortcut, Modifiers};

/// Keys that belong to the focused control.
const OF_FOCUS: [Key; 5] = [Key::ArrowLeft, Key::ArrowRight, Key::Home, Key::End, Key::Escape];
/// Keys that play backwards; [`space`] reads them.
const BACKWARDS: KeyboardShortcut = KeyboardShortcut::new(Modifiers::SHIFT, Key::Space);

/// True for keys that arrive as events of the clipboard. A browser sends the key, too, and no event of the clipboard if
/// the page has taken the key.
pub fn is_of_clipboard(keys: KeyboardShortcut) -> bool {
    let is_plain_command = keys.modifiers.command && !keys.modifiers.shift && !keys.modifiers.alt;
    cfg!(target_arch = "wasm32") && is_plain_command && matches!(keys.logical_key, Key::C | Key::X | Key::V)
}

/// True if other parts of the window use the keys that type text: a text field, a dialog, the palette.
fn is_typing(ctx: &Context, app: &App) -> bool {
    let Features { palette, settings, .. } = &app.features;
    ctx.text_edit_focused()
        || app.files.is_blocking()
        || app.files.start.is_open
        || palette.is_open
        || settings.capture.is_some()
}

/// Whether keys typed text at the begin of the UI frame.
#[derive(Clone, Copy)]
pub struct WasTyping(bool);

/// Reads the pressed keys before the panels are drawn, except those that type text.
pub fn read(ctx: &Context, app: &mut App, out: &mut Vec<Action>) -> WasTyping {
    let before = WasTyping(is_typing(ctx, app));
    if app.files.is_blocking() || app.features.settings.capture.is_some() {
        return before;
    }
    if app.features.palette.is_open {
        // While the palette is open, only its own shortcut is handled here.
        out.extend(key_table::consume(ctx, Command::Palette).then_some(Action::Command(Command::Palette)));
        return before;
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
    let is_on_control = ctx.memory(|memory| memory.focused().is_some());
    // Beside the crosshair, the keys of the canvas keep their meaning.
    let has_crosshair = crosshair::is_on(ctx);
    let has_focus = is_on_control && !has_crosshair;
    let is_over_canvas = app.canvas.pointer.at.is_some() || app.window.is_canvas_alone;
    let (table, first) = (keys::table(ctx), out.len());
    ctx.input_mut(|input| {
        if !is_typing && !has_focus && !has_menu {
            give_tool(input, app);
        }
        press(input, &table, out, |keys| {
            let calls_off = is_under_way && keys.logical_key == Key::Escape;
            let is_of_field = (is_leaving || has_menu) && keys.logical_key == Key::Escape;
            let is_of_others = (has_focus && is_of_focus(keys)) || is_of_field;
            // No text field uses function keys; one of them leads from one area of the window to the next.
            let is_of_text = is_typing
                && (!keys.modifiers.command || is_of_text(keys))
                && !matches!(keys.logical_key, Key::F6 | Key::F9);
            // Tab moves the focus, except from the mouse over the canvas.
            let is_plain_tab = keys.logical_key == Key::Tab && !keys.modifiers.command;
            let is_traversal = is_plain_tab && (is_on_control || !is_over_canvas);
            !types_text(keys) && !is_of_text && (!is_of_others || calls_off) && !is_traversal
        });
        if !is_typing {
            space(input, app, has_focus, out);
        }
    });
    let has_pressed =
        |command| out[first..].iter().any(|action| matches!(action, Action::Command(own) if *own == command));
    if has_crosshair && has_pressed(Command::SelectNothing) && app.selection.is_empty() {
        crosshair::toggle(ctx);
    }
    if has_pressed(Command::CanvasAlone) {
        ctx.memory_mut(|memory| memory.move_focus(FocusDirection::None));
    }
    before
}

/// Reads the keys that type text after the panels are drawn: only then it is certain whether a field has taken them,
/// since a field may appear, or get the focus by a click, in the same UI frame.
pub fn read_typed(ctx: &Context, app: &App, before: WasTyping, out: &mut Vec<Action>) {
    if before.0 || is_typing(ctx, app) {
        return;
    }
    let table = keys::table(ctx);
    ctx.input_mut(|input| press(input, &table, out, types_text));
}

/// Takes the presses of all admitted keys.
fn press(input: &mut InputState, table: &KeyTable, out: &mut Vec<Action>, admits: impl Fn(KeyboardShortcut) -> bool) {
    let rows = table.rows.iter().flat_map(|row| row.keys.iter().map(|&keys| (keys, &row.id)));
    let is_own = |keys: KeyboardShortcut| keys.logical_key != Key::Space || !keys.modifiers.is_none();
    let mut rows: Vec<_> = rows
        .filter(|(keys, _)| is_own(*keys) && *keys != BACKWARDS && !is_of_clipboard(*keys) && admits(*keys))
        .collect();
    // Matching ignores an additional Shift, so shortcuts with more modifiers come first.
    rows.sort_by_key(|(keys, _)| std::cmp::Reverse(held(keys.modifiers)));
    for (keys, id) in rows {
        // A slow UI frame can contain several presses of one key.
        for _ in 0..input.count_and_consume_key(keys.modifiers, keys.logical_key) {
            out.extend(key_table::action(id));
        }
    }
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

/// True for keys that a text field handles itself although Ctrl is held.
fn is_of_text(keys: KeyboardShortcut) -> bool {
    matches!(keys.logical_key, Key::Z | Key::Y | Key::A | Key::ArrowLeft | Key::ArrowRight)
}

/// True for keys that type, or delete, in a text field.
fn types_text(keys: KeyboardShortcut) -> bool {
    use Key::{ArrowDown, ArrowLeft, ArrowRight, ArrowUp, End, Escape, Home, Insert, PageDown, PageUp, Tab};
    let is_held = keys.modifiers.command || keys.modifiers.alt;
    let moves = [ArrowDown, ArrowLeft, ArrowRight, ArrowUp, End, Escape, Home, Insert, PageDown, PageUp, Tab];
    let is_numbered = keys.logical_key >= Key::F1 && keys.logical_key <= Key::F35;
    !is_held && !is_numbered && !moves.contains(&keys.logical_key)
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
