//! Table of the properties of the selected parts: name, kind and value.

use super::user_data::{UsedNames, UserDataGroup, begins, suggestions};
use crate::editor::icons::Icon;
use crate::editor::theme;
use crate::editor::widgets::committed::{committed, committed_if, draft};
use crate::editor::widgets::number::{self, NumberChange};
use crate::editor::widgets::{self, Number, form};
use crate::level::edit::user_data as edits;
use crate::level::{PropertyKind, PropertyValue};
use egui::{Checkbox, Response, RichText, Role, TextEdit, Ui, WidgetInfo};
use std::collections::BTreeMap;

/// Kinds with title and help.
pub(super) const KINDS: [(PropertyKind, &str, &str); 6] = [
    (PropertyKind::Bool, "Boolean", "True or false"),
    (PropertyKind::Integer, "Integer", "A whole number of 64 bits"),
    (PropertyKind::Number, "Number", "A number with decimals"),
    (PropertyKind::Text, "Text", "Any text"),
    (PropertyKind::List, "List", "Values in order, as JSON: [1, 2]"),
    (PropertyKind::Map, "Map", "Named values, as JSON: {\"a\": 1}"),
];

/// Largest magnitude up to which every integer is exact as a number of the field.
const EXACT: i64 = 1 << 53;
/// Maximum number of rows.
const MOST_ROWS: usize = 100;
/// Maximum number of suggestions.
const MOST_OFFERED: usize = 8;
/// Field of the name of the property that was added last; its value gets the focus.
const ADDED: &str = "added property";

/// A property of the parts: its values where it exists.
struct PropertyRow<'a> {
    name: &'a str,
    values: Vec<&'a PropertyValue>,
}

impl PropertyRow<'_> {
    /// The common kind.
    fn kind(&self) -> Option<PropertyKind> {
        let kind = self.values.first()?.kind();
        kind.filter(|_| self.values.iter().all(|value| value.kind() == kind))
    }

    /// The common value; None if the values differ.
    fn common(&self) -> Option<&PropertyValue> {
        let first = self.values.first()?;
        self.values.iter().all(|value| value == first).then_some(*first)
    }
}

/// Draws the table.
pub(super) fn show(ui: &mut Ui, group: &mut UserDataGroup, used: &UsedNames) {
    let data = group.data();
    let mut rows: Vec<PropertyRow> = Vec::new();
    for (name, value) in data.iter().flat_map(|data| data.properties.iter()) {
        match rows.iter().position(|row| row.name == name) {
            Some(at) => rows[at].values.push(value),
            None if rows.len() < MOST_ROWS => rows.push(PropertyRow { name, values: vec![value] }),
            None => {}
        }
    }
    ui.label(RichText::new("Properties").color(ui.visuals().weak_text_color()))
        .on_hover_text("Named values for games. The simulation ignores them");
    for row in &rows {
        ui.push_id(row.name, |ui| show_row(ui, group, row));
    }
    add_row(ui, group, &rows, &used.names);
}

fn show_row(ui: &mut Ui, group: &mut UserDataGroup, row: &PropertyRow) {
    let name = row.name.to_owned();
    let is_long = !matches!(row.kind(), Some(PropertyKind::Bool | PropertyKind::Integer | PropertyKind::Number));
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        // In a narrow panel the list of kinds keeps its least width.
        let trash = theme::BUTTON + ui.spacing().item_spacing.x;
        let width = (ui.available_width() - form::NARROWEST_CHOICE - trash - GAPS).clamp(60.0, 84.0);
        let id = group.field(&format!("name of {name}"));
        if let (_, Some(new)) = committed(ui, id, &format!("Name of {name}"), row.name, "name", width) {
            let old = name.clone();
            group.edit("Rename a property", move |level, places| edits::rename_property(level, places, &old, &new));
        }
        let kinds = |ui: &mut Ui| {
            ui.set_max_width(ui.available_width() - trash);
            form::combo_or_mixed(ui, &format!("Kind of {name}"), row.kind(), &KINDS)
        };
        let kind = ui.scope(kinds).inner;
        if let Some(kind) = kind {
            let name = name.clone();
            group.edit(&format!("Kind of {name}"), move |level, places| {
                edits::convert_property(level, places, &name, kind)
            });
        }
        let tip = "Remove the property";
        if widgets::icon_button(ui, Icon("trash"), &format!("Remove {name}"), tip, true, false).clicked() {
            let name = name.clone();
            group.edit("Remove a property", move |level, places| edits::remove_property(level, places, &name));
        }
    });
    ui.horizontal(|ui| {
        ui.add_space(12.0);
        let field = value(ui, group, row);
        let added = group.field(ADDED);
        if ui.data(|data| data.get_temp::<String>(added)).is_some_and(|name| name == row.name) {
            field.iter().for_each(Response::request_focus);
            ui.data_mut(|data| data.remove::<String>(added));
        }
        if row.values.len() < group.places.len() {
            let text = format!("on {} of {}", row.values.len(), group.places.len());
            widgets::short_note(ui, &text, "A new value is set on all selected parts");
        }
    });
    if is_long {
        json_error(ui, group, row);
    }
}

/// Sets a value on all parts.
fn set(group: &mut UserDataGroup, name: &str, value: PropertyValue) {
    let name = name.to_owned();
    group.edit(&name.clone(), move |level, places| edits::set_property(level, places, &name, &value));
}

/// The field for the value; `None` for values of several kinds.
fn value(ui: &mut Ui, group: &mut UserDataGroup, row: &PropertyRow) -> Option<Response> {
    let name = row.name;
    Some(match row.kind() {
        None => {
            widgets::note(ui, "mixed kinds; choose one to convert all");
            return None;
        }
        Some(PropertyKind::Bool) => {
            let common = row.common();
            let mut value = common == Some(&PropertyValue::Bool(true));
            let response = ui.add(Checkbox::without_text(&mut value).indeterminate(common.is_none()));
            response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, value, name));
            if response.changed() {
                set(group, name, PropertyValue::Bool(value));
            }
            response
        }
        Some(PropertyKind::Integer) => return integer(ui, group, row),
        Some(PropertyKind::Number) => return numbers(ui, group, row, Number::ANY, PropertyValue::Number),
        Some(PropertyKind::Text) => {
            let (mut text, hint) = match row.common() {
                Some(PropertyValue::Text(text)) => (text.clone(), "empty"),
                _ => (String::new(), "mixed"),
            };
            let response = ui.add(TextEdit::singleline(&mut text).desired_width(170.0).hint_text(hint));
            response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, name));
            if response.changed() {
                set(group, name, PropertyValue::Text(text));
            }
            response
        }
        Some(kind @ (PropertyKind::List | PropertyKind::Map)) => {
            let text = row.common().map(edits::json).unwrap_or_default();
            let hint = if row.common().is_some() { "" } else { "mixed" };
            let fits = |text: &str| edits::parse_json(text, kind).is_ok();
            let (response, new) = committed_if(ui, group.field(name), name, &text, hint, 190.0, fits);
            if let Some(Ok(value)) = new.map(|text| edits::parse_json(&text, kind)) {
                set(group, name, value);
            }
            response
        }
    })
}

/// The error of the typed JSON text, with its place.
fn json_error(ui: &mut Ui, group: &UserDataGroup, row: &PropertyRow) {
    let Some(kind) = row.kind().filter(|kind| matches!(kind, PropertyKind::List | PropertyKind::Map)) else { return };
    let Some(text) = draft(ui, group.field(row.name)) else { return };
    if let Err(reason) = edits::parse_json(&text, kind) {
        let text = RichText::new(reason).small().color(ui.visuals().warn_fg_color);
        ui.add(egui::Label::new(text).wrap());
    }
}

/// Integers that a number of the field holds exactly have the usual field; others a text field.
fn integer(ui: &mut Ui, group: &mut UserDataGroup, row: &PropertyRow) -> Option<Response> {
    let is_exact = |value: &&PropertyValue| matches!(value, PropertyValue::Integer(whole) if whole.abs() <= EXACT);
    if row.values.iter().all(is_exact) {
        let how = Number { min: -(EXACT as f64), max: EXACT as f64, suffix: "", is_whole: true };
        return numbers(ui, group, row, how, |value| PropertyValue::Integer(value as i64));
    }
    let (text, hint) = match row.common() {
        Some(PropertyValue::Integer(whole)) => (whole.to_string(), ""),
        _ => (String::new(), "mixed"),
    };
    let fits = |text: &str| text.trim().parse::<i64>().is_ok();
    let (response, new) = committed_if(ui, group.field(row.name), row.name, &text, hint, 170.0, fits);
    if let Some(Ok(whole)) = new.map(|text| text.trim().parse()) {
        set(group, row.name, PropertyValue::Integer(whole));
    }
    Some(response)
}

fn numbers(
    ui: &mut Ui,
    group: &mut UserDataGroup,
    row: &PropertyRow,
    how: Number,
    wrap: fn(f64) -> PropertyValue,
) -> Option<Response> {
    let values: Vec<f64> = row.values.iter().map(|value| of(value)).collect();
    let &first = values.first()?;
    let refuse = |found: &_| values.iter().find_map(|&old| number::refusal(found, old, how));
    let is_mixed = row.common().is_none();
    let (response, change) = number::field(ui, row.name, (first, is_mixed), how, &[], &refuse);
    let response = response.on_hover_text(if is_mixed {
        "Several values. Typing sets all; *2, +=0.5 and dragging change each"
    } else {
        "Drag, or type a number or a formula; *2 or +=0.5 changes the present value"
    });
    let Some(change) = change else { return Some(response) };
    let change: NumberChange = change;
    if values.len() == group.places.len() && values.iter().all(|&old| change.of(old, how) == old) {
        return Some(response);
    }
    let name = row.name.to_owned();
    group.edit(&name.clone(), move |level, places| {
        edits::map_property(level, places, &name, |old| wrap(change.of(old.map_or(first, of), how)))
    });
    Some(response)
}

/// The number of a value; 0 for texts, lists and maps.
fn of(value: &PropertyValue) -> f64 {
    match PropertyKind::Number.convert(value) {
        PropertyValue::Number(number) => number,
        _ => 0.0,
    }
}

/// Gaps of the row that adds a property, and its margin at the right.
const GAPS: f32 = 16.0;

/// The row that adds a property: a name, a kind, and names used elsewhere in the level.
fn add_row(ui: &mut Ui, group: &mut UserDataGroup, rows: &[PropertyRow], used: &BTreeMap<String, PropertyKind>) {
    let id = group.field("new property");
    let kind_id = group.field("kind of the new property");
    let mut kind: PropertyKind = ui.data(|data| data.get_temp(kind_id)).unwrap_or_default();
    let text = draft(ui, id).unwrap_or_default();
    let mut chosen = None;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        // In a narrow panel the list of kinds keeps its least width.
        let width = (ui.available_width() - form::NARROWEST_CHOICE - GAPS).clamp(60.0, 110.0);
        let (response, new) = committed(ui, id, "New property", "", "New property", width);
        response.on_hover_text("Enter adds the property");
        if let Some(new) = form::combo(ui, "Kind of the new property", kind, &KINDS) {
            kind = new;
            ui.data_mut(|data| data.insert_temp(kind_id, kind));
        }
        chosen = new.filter(|name| !name.trim().is_empty()).map(|name| {
            // A known name has its usual kind, unless another one is chosen.
            let usual = used.get(name.trim()).copied().filter(|_| kind == PropertyKind::default());
            (name, usual.unwrap_or(kind))
        });
    });
    let is_new = |name: &&String| !rows.iter().any(|row| row.name == **name && row.values.len() == group.places.len());
    let offered = used.keys().filter(is_new).filter(|name| begins(name, &text));
    let offered: Vec<String> = offered.take(MOST_OFFERED).cloned().collect();
    if let Some(name) = suggestions(ui, "Add the property", &offered) {
        let kind = used.get(name.as_str()).copied().unwrap_or_default();
        chosen = Some((name, kind));
    }
    if let Some((name, kind)) = chosen {
        let added = group.field(ADDED);
        ui.data_mut(|data| data.insert_temp(added, name.trim().to_owned()));
        group.edit("Add a property", move |level, places| edits::add_property(level, places, &name, kind));
    }
}
