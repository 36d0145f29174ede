//! Keys: as text, and the table of the keys in force, which is made from the defaults and the changes of the user.
//!
//! A function has an id as in the palette, such as `command fit`. The keys that the user assigns take precedence over the
//! defaults of other functions.

use egui::{Context, Id, Key, KeyboardShortcut, Modifiers};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The keys that the user has assigned, as text, by function id. They replace the defaults of that function.
pub type KeyChanges = BTreeMap<String, Vec<String>>;

/// A function with its keys.
#[derive(Clone, Debug)]
pub struct KeyRow {
    /// Stable id, as in the palette.
    pub id: String,
    /// Display name.
    pub title: &'static str,
    /// Title of its group in lists.
    pub group: &'static str,
    /// Keys before any change.
    pub defaults: Vec<KeyboardShortcut>,
    /// Keys in force; the first is shown.
    pub keys: Vec<KeyboardShortcut>,
}

/// The keys in force.
#[derive(Clone, Debug, Default)]
pub struct KeyTable {
    /// All functions that keys can call, in menu order.
    pub rows: Vec<KeyRow>,
    changes: KeyChanges,
}

impl KeyTable {
    /// Applies changes to functions with their defaults. Unreadable and fixed keys of the changes are skipped.
    pub fn new(mut rows: Vec<KeyRow>, changes: &KeyChanges) -> Self {
        let mut taken: Vec<KeyboardShortcut> = Vec::new();
        for row in &mut rows {
            row.keys = row.defaults.iter().copied().filter(|keys| refusal(*keys).is_some()).collect();
            let own = changes.get(&row.id).into_iter().flatten().filter_map(|text| parse(text));
            for keys in own.filter(|keys| refusal(*keys).is_none()) {
                if !taken.contains(&keys) {
                    taken.push(keys);
                    row.keys.push(keys);
                }
            }
        }
        for row in rows.iter_mut().filter(|row| !changes.contains_key(&row.id)) {
            row.keys = row.defaults.iter().copied().filter(|keys| !taken.contains(keys)).collect();
        }
        Self { rows, changes: changes.clone() }
    }

    /// The function with this id.
    pub fn row(&self, id: &str) -> Option<&KeyRow> {
        self.rows.iter().find(|row| row.id == id)
    }

    /// The function that these keys call.
    pub fn owner(&self, keys: KeyboardShortcut) -> Option<&KeyRow> {
        self.rows.iter().find(|row| row.keys.contains(&keys))
    }

    /// True if the user has changed the keys of the function.
    pub fn is_changed(&self, id: &str) -> bool {
        self.changes.contains_key(id)
    }

    /// The changes after function `id` got the keys `new`, in place of `old` if it has these; another function that has
    /// them loses them.
    pub fn assigned(&self, id: &str, old: Option<KeyboardShortcut>, new: Option<KeyboardShortcut>) -> KeyChanges {
        let mut changes = self.changes.clone();
        let Some(row) = self.row(id) else { return changes };
        if let Some(other) = new.and_then(|new| self.owner(new)).filter(|other| other.id != id) {
            let left: Vec<_> = other.keys.iter().copied().filter(|keys| Some(*keys) != new).collect();
            keep(&mut changes, other, &left);
        }
        let mut keys: Vec<_> = row.keys.iter().copied().filter(|keys| Some(*keys) != new).collect();
        match (keys.iter().position(|keys| Some(*keys) == old), new) {
            (Some(at), Some(new)) => keys[at] = new,
            (Some(at), None) => _ = keys.remove(at),
            (None, new) => keys.extend(new),
        }
        keep(&mut changes, row, &keys);
        changes
    }

    /// The changes without those of one function.
    pub fn reset(&self, id: &str) -> KeyChanges {
        let mut changes = self.changes.clone();
        changes.remove(id);
        changes
    }
}

/// Stores the keys of a function, unless they are its defaults. Fixed keys are not stored.
fn keep(changes: &mut KeyChanges, row: &KeyRow, keys: &[KeyboardShortcut]) {
    if keys == row.defaults {
        changes.remove(&row.id);
    } else {
        let own = keys.iter().filter(|keys| refusal(**keys).is_none());
        changes.insert(row.id.clone(), own.map(text).collect());
    }
}

fn place() -> Id {
    Id::unique("keys in force")
}

/// Makes this table the one that tooltips, menus and lists show.
pub fn publish(ctx: &Context, table: Arc<KeyTable>) {
    ctx.data_mut(|data| data.insert_temp(place(), table));
}

/// The keys in force.
pub fn table(ctx: &Context) -> Arc<KeyTable> {
    ctx.data_mut(|data| data.get_temp_mut_or_default::<Arc<KeyTable>>(place()).clone())
}

/// True if the table in force has these changes.
pub fn is_published(ctx: &Context, changes: &KeyChanges) -> bool {
    let table = table(ctx);
    !table.rows.is_empty() && table.changes == *changes
}

/// The first keys of a function as text, such as `Ctrl+[`.
pub fn shown(ctx: &Context, id: &str) -> Option<String> {
    let table = table(ctx);
    table.row(id)?.keys.first().map(|keys| write(ctx, keys))
}

/// A name with the keys of the function in brackets, as tooltips show it.
pub fn with_keys(ctx: &Context, name: &str, id: &str) -> String {
    shown(ctx, id).map_or_else(|| name.to_owned(), |keys| format!("{name}  ({keys})"))
}

/// A text with the keys of the functions that it names in braces, such as `Press {command save}`. A function without keys
/// is called by its name.
pub fn fill(ctx: &Context, text: &str) -> String {
    let table = table(ctx);
    table.rows.iter().fold(text.to_owned(), |text, row| {
        let place = format!("{{{}}}", row.id);
        if !text.contains(&place) {
            return text;
        }
        let keys = row.keys.first().map_or_else(|| format!("“{}”", row.title), |keys| write(ctx, keys));
        text.replace(&place, &keys)
    })
}

/// Why keys cannot be assigned; `None` if they can.
pub fn refusal(keys: KeyboardShortcut) -> Option<&'static str> {
    refusal_of(keys, cfg!(target_arch = "wasm32"))
}

/// Why keys have a fixed function everywhere; `None` if they have none.
pub fn fixed(keys: KeyboardShortcut) -> Option<&'static str> {
    refusal_of(keys, false)
}

fn refusal_of(keys: KeyboardShortcut, is_page: bool) -> Option<&'static str> {
    let Modifiers { command, shift, alt, .. } = keys.modifiers;
    match keys.logical_key {
        Key::Escape => Some("Esc closes windows and leaves bodies"),
        Key::Enter => Some("Enter confirms"),
        Key::Tab => Some("Tab moves between the controls"),
        _ if is_modifier(keys.logical_key) => Some("It changes the meaning of other keys"),
        Key::Space if !command && !alt => Some("Space plays, and held it moves the view"),
        Key::C | Key::X | Key::V if command && !shift && !alt => Some("The system's clipboard uses these keys"),
        Key::F5 | Key::F11 | Key::F12 if is_page => Some("The browser uses this key"),
        Key::N | Key::T | Key::W | Key::Plus | Key::Minus | Key::Equals | Key::Num0 if is_page && command => {
            Some("The browser uses these keys")
        }
        _ => None,
    }
}

/// True for Shift, Ctrl, Alt and the system key, which are also pressed on the way to other keys.
pub fn is_modifier(key: Key) -> bool {
    (Key::ShiftLeft..=Key::SuperRight).contains(&key)
}

/// Keys that are pressed, as they are assigned: without the difference between Ctrl and Command.
pub fn pressed(modifiers: Modifiers, key: Key) -> KeyboardShortcut {
    let Modifiers { alt, shift, command, .. } = modifiers;
    KeyboardShortcut::new(Modifiers { alt, shift, command, ..Modifiers::NONE }, key)
}

/// Keys as text for files, such as `Ctrl+Shift+OpenBracket`.
pub fn text(keys: &KeyboardShortcut) -> String {
    let Modifiers { command, shift, alt, .. } = keys.modifiers;
    let held = [(command, "Ctrl+"), (shift, "Shift+"), (alt, "Alt+")];
    let held: String = held.into_iter().filter(|(is_held, _)| *is_held).map(|(_, name)| name).collect();
    format!("{held}{}", keys.logical_key.name())
}

/// The keys that a [`text`] names.
pub fn parse(text: &str) -> Option<KeyboardShortcut> {
    let mut modifiers = Modifiers::NONE;
    let mut parts: Vec<&str> = text.split('+').map(str::trim).collect();
    let key = Key::from_name(parts.pop()?)?;
    for part in parts {
        match part {
            "Ctrl" => modifiers.command = true,
            "Shift" => modifiers.shift = true,
            "Alt" => modifiers.alt = true,
            _ => return None,
        }
    }
    Some(KeyboardShortcut::new(modifiers, key))
}

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

#[cfg(test)]
mod tests {
    use super::*;

    fn row(id: &str, defaults: &[&str]) -> KeyRow {
        let defaults: Vec<_> = defaults.iter().map(|text| parse(text).expect("keys")).collect();
        KeyRow { id: id.to_owned(), title: "", group: "", keys: defaults.clone(), defaults }
    }

    fn rows() -> Vec<KeyRow> {
        vec![row("fit", &["F"]), row("play", &["Space", "K"]), row("find", &["Ctrl+K"])]
    }

    fn keys_of(table: &KeyTable, id: &str) -> Vec<String> {
        table.row(id).expect("a row").keys.iter().map(text).collect()
    }

    #[test]
    fn keys_as_text_read_back() {
        for name in ["F", "Ctrl+Shift+OpenBracket", "Alt+Left", "Ctrl+Plus", "Shift+F1", "9", "Delete"] {
            assert_eq!(parse(name).map(|keys| text(&keys)).as_deref(), Some(name));
        }
        assert_eq!([parse("Ctrl+"), parse("Hyper+A"), parse("Ctrl+Foo"), parse("")], [None; 4]);
    }

    #[test]
    fn texts_name_the_keys_in_force() {
        let ctx = Context::default();
        let changes =
            KeyChanges::from([("fit".to_owned(), vec!["Shift+Z".to_owned()]), ("find".to_owned(), Vec::new())]);
        let mut rows = rows();
        rows[2].title = "Find";
        publish(&ctx, Arc::new(KeyTable::new(rows, &changes)));
        assert_eq!(
            fill(&ctx, "Press {fit} or {play}; {find} and {other}"),
            "Press Shift+Z or Space; “Find” and {other}"
        );
    }

    #[test]
    fn assigned_keys_leave_their_earlier_function() {
        let table = KeyTable::new(rows(), &KeyChanges::new());
        let changes = table.assigned("fit", parse("F"), parse("K"));
        let table = KeyTable::new(rows(), &changes);
        assert_eq!((keys_of(&table, "fit"), keys_of(&table, "play")), (vec!["K".to_owned()], vec!["Space".to_owned()]));
        // Without the change of `fit`, K is free; a reset of `play` returns it.
        let table = KeyTable::new(rows(), &table.reset("fit"));
        let table = KeyTable::new(rows(), &table.reset("play"));
        assert_eq!(keys_of(&table, "play"), ["Space", "K"]);
        // Keys as at first are no change.
        assert_eq!(KeyTable::new(rows(), &changes).assigned("fit", parse("K"), parse("F")).get("fit"), None);
    }

    #[test]
    fn keys_are_added_and_removed() {
        let table = KeyTable::new(rows(), &KeyChanges::new());
        let table = KeyTable::new(rows(), &table.assigned("fit", None, parse("Shift+Z")));
        assert_eq!(keys_of(&table, "fit"), ["F", "Shift+Z"]);
        let table = KeyTable::new(rows(), &table.assigned("fit", parse("F"), None));
        assert_eq!(keys_of(&table, "fit"), ["Shift+Z"]);
    }

    #[test]
    fn changes_of_other_origin_cannot_make_two_functions_share_keys_or_take_fixed_ones() {
        let strings = |list: &[&str]| list.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
        let changes = KeyChanges::from([
            ("find".to_owned(), strings(&["F", "K", "Escape"])),
            ("fit".to_owned(), strings(&["K", "nonsense"])),
            ("gone".to_owned(), strings(&["G"])),
        ]);
        let table = KeyTable::new(rows(), &changes);
        assert_eq!(keys_of(&table, "fit"), ["K"], "the first in menu order has them");
        assert_eq!(keys_of(&table, "find"), ["F"]);
        assert_eq!(keys_of(&table, "play"), ["Space"], "a fixed key stays");
    }

    #[test]
    fn keys_of_the_browser_are_refused_on_a_page_only() {
        for name in ["F5", "Ctrl+T", "Ctrl+Shift+N", "Ctrl+0"] {
            let keys = parse(name).expect("keys");
            assert!(refusal_of(keys, true).is_some() && refusal_of(keys, false).is_none(), "{name}");
        }
        for name in ["Escape", "Tab", "Shift+Space", "Ctrl+C", "ShiftLeft", "ControlRight", "AltLeft", "SuperRight"] {
            assert!(refusal_of(parse(name).expect("keys"), false).is_some(), "{name}");
        }
        assert_eq!(refusal_of(parse("Ctrl+Shift+V").expect("keys"), true), None);
    }
}
