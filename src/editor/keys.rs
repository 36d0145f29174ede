//! Keys as text.

use egui::{Context, Key, KeyboardShortcut};

/// A shortcut as text, such as `Ctrl+[`.
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

/// Keys of the first overlays, in overlay order.
pub const OVERLAY_KEYS: [Key; 9] =
    [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];
