//! Other parameters of the twin by path and value.

use super::change;
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::icons::Icon;
use crate::editor::theme;
use crate::editor::widgets;
use crate::editor::widgets::Number;
use crate::editor::widgets::paths::{self, parse_value};
use crate::level::extra::MOST_SETS;
use crate::level::format::FormatError;
use crate::level::path::settable;
use crate::level::{DocumentPath, Level, Place, Twin, TwinSet};
use egui::{Button, Key, Label, Response, RichText, Role, ScrollArea, TextEdit, Ui, WidgetInfo};
use serde_json::Value;
use std::sync::Arc;

/// Settings with a row of their own above.
const WITH_ROW: [&str; 12] = [
    "world.gravity",
    "world.substeps",
    "world.integrator",
    "world.velocity_retention",
    "world.stick_iterations",
    "world.contact.method",
    "world.contact.edge_choice",
    "world.contact.barycentre_rule",
    "world.contact.approaching_only",
    "world.contact.response",
    "world.contact.self_contact",
    "world.discs",
];
/// Widths of path and value.
const PATH: f32 = 168.0;
const VALUE: f32 = 64.0;

/// Draws the parameters.
pub fn show(ui: &mut Ui, view: &ViewContext, twin: &Twin, out: &mut Vec<Action>) {
    ui.add_space(4.0);
    let weak = ui.visuals().weak_text_color();
    let tip = "Any parameter of the level by its path, with [*] for all items of a list. They apply to the twin from frame 0.";
    ui.label(RichText::new("Other parameters").small().color(weak)).on_hover_text(tip);
    let level = &view.document.placed().level;
    let refusals = refusals(ui, twin, level);
    for (index, (set, refusal)) in twin.set.iter().zip(refusals.iter()).enumerate() {
        let is_refused = |field: &str| refusal.as_ref().is_some_and(|error| error.place.ends_with(field));
        ui.push_id(("twin set", index), |ui| {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 4.0;
                row(ui, (index, set), [is_refused(".path"), is_refused(".value")], twin, out);
            });
        });
        if let Some(error) = refusal {
            let words = RichText::new(&error.reason).small().color(ui.visuals().error_fg_color);
            ui.add(Label::new(words).wrap());
        }
    }
    add(ui, view, twin, out);
}

/// Errors of the parameters, computed once per level because each test applies the parameters to a copy.
type Refusals = Arc<Vec<Option<FormatError>>>;

fn refusals(ui: &Ui, twin: &Twin, level: &Arc<Level>) -> Refusals {
    let id = egui::Id::unique("twin refusals");
    let known = ui.data(|data| data.get_temp::<(Arc<Level>, Refusals)>(id));
    if let Some((_, known)) = known.filter(|(of, known)| Arc::ptr_eq(of, level) && known.len() == twin.set.len()) {
        return known;
    }
    let found: Refusals = Arc::new(twin.refusals(level));
    ui.data_mut(|data| data.insert_temp(id, (level.clone(), found.clone())));
    found
}

fn row(ui: &mut Ui, (index, set): (usize, &TwinSet), wrong: [bool; 2], twin: &Twin, out: &mut Vec<Action>) {
    let number = index + 1;
    let label = format!("Twin: parameter {number}");
    let path_name = format!("{label} path");
    if let Some(path) = field(ui, &path_name, &set.path, (PATH, wrong[0]), "bodies[0].gas") {
        store(out, &path_name, twin, index, TwinSet { path: path.trim().to_owned(), ..set.clone() });
    }
    if let Some(value) = value(ui, &label, &set.value, wrong[1]) {
        store(out, &label, twin, index, TwinSet { value, ..set.clone() });
    }
    let remove =
        Button::new(Icon("trash").tinted(theme::SMALL_ICON, ui.visuals().weak_text_color())).frame_when_inactive(false);
    let remove = ui.add(remove).on_hover_text("Remove; the twin uses the level's value");
    let name = format!("{label} remove");
    remove.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    if remove.clicked() {
        let mut twin = twin.clone();
        twin.set.remove(index);
        change(out, &name, twin);
    }
}

fn store(out: &mut Vec<Action>, label: &str, twin: &Twin, index: usize, set: TwinSet) {
    let mut twin = twin.clone();
    twin.set[index] = set;
    change(out, label, twin);
}

/// A number field, a check box or a text field, depending on the value.
fn value(ui: &mut Ui, name: &str, value: &Value, is_wrong: bool) -> Option<Value> {
    match value {
        Value::Number(number) => {
            let old = number.as_f64()?;
            widgets::number(ui, name, old, Number::ANY).map(Value::from)
        }
        Value::Bool(is_on) => super::form::switch(ui, name, *is_on).map(Value::from),
        other => field(ui, name, &written(other), (VALUE, is_wrong), "value").map(|text| parse_value(&text)),
    }
}

/// Text that parses to this value.
fn written(value: &Value) -> String {
    match value {
        Value::String(word) if parse_value(word) == *value => word.clone(),
        other => other.to_string(),
    }
}

/// A text field that returns its text when entered.
fn field(ui: &mut Ui, name: &str, text: &str, (width, is_wrong): (f32, bool), hint: &str) -> Option<String> {
    let id = ui.scope_id().with(name);
    let typed: Option<(String, String)> = ui.data(|data| data.get_temp(id));
    // Discard typed text if the value has changed meanwhile.
    let mut new = typed.filter(|(of, _)| of == text).map_or_else(|| text.to_owned(), |(_, typed)| typed);
    let tint = if is_wrong { ui.visuals().error_fg_color } else { ui.visuals().text_color() };
    let edit =
        TextEdit::singleline(&mut new).id(id.with("field")).desired_width(width).hint_text(hint).text_color(tint);
    let response: Response = ui.add(edit.char_limit(1000));
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(Role::TextInput, true, name);
        info.current_text_value = Some(new.clone());
        info
    });
    if response.changed() {
        ui.data_mut(|data| data.insert_temp(id, (text.to_owned(), new.clone())));
    }
    if !response.lost_focus() {
        return None;
    }
    ui.data_mut(|data| data.remove::<(String, String)>(id));
    let is_dropped = ui.input(|input| input.key_pressed(Key::Escape));
    (new != text && !is_dropped).then_some(new)
}

fn add(ui: &mut Ui, view: &ViewContext, twin: &Twin, out: &mut Vec<Action>) {
    let is_full = twin.set.len() >= MOST_SETS;
    let level = &view.document.placed().level;
    let words = (Icon("plus").text(theme::SMALL_ICON), "Add a parameter");
    let response =
        ui.add_enabled_ui(!is_full, |ui| ui.menu_button(words, |ui| choose(ui, view, level, twin, out))).inner;
    response.response.widget_info(|| WidgetInfo::labeled(Role::Button, !is_full, "Twin: add a parameter"));
    let most = format!("At most {MOST_SETS}. Use a separate level for more differences");
    response.response.on_hover_text("Parameters of the selection come first").on_disabled_hover_text(most);
}

/// Menu of paths that match the search, the selection's first.
fn choose(ui: &mut Ui, view: &ViewContext, level: &Level, twin: &Twin, out: &mut Vec<Action>) {
    let area = ScrollArea::vertical().max_height(320.0);
    let mut offered = offered(view, level);
    let has_row = |path: &str| {
        WITH_ROW.iter().any(|row| path.strip_prefix(row).is_some_and(|rest| rest.is_empty() || rest.starts_with('[')))
    };
    offered.retain(|path| !has_row(path));
    if let Some(path) = paths::choose(ui, "Find a parameter", &offered, area, paths::facts) {
        let mut twin = twin.clone();
        twin.set.push(TwinSet { value: now(level, &path), path });
        change(out, "Twin: add a parameter", twin);
    }
}

/// Paths that can be set, the selection's first.
pub fn offered(view: &ViewContext, level: &Level) -> Vec<String> {
    let all = settable(level);
    let placed = view.document.placed();
    let parts = |place: &Place| match *place {
        Place::Instance(i) => placed.bodies(i).map(Place::Body).chain(placed.discs(i).map(Place::Disc)).collect(),
        place => vec![place.owner()],
    };
    let owners: Vec<String> = view.selection.iter().flat_map(parts).map(|place| format!("{place}.")).collect();
    let is_selected = |path: &String| owners.iter().any(|owner| path.starts_with(owner.as_str()));
    let (mut first, rest): (Vec<String>, Vec<String>) = all.into_iter().partition(is_selected);
    first.extend(rest);
    first
}

/// The level's value at a path; the first of several.
fn now(level: &Level, path: &str) -> Value {
    let found = DocumentPath::parse(path).and_then(|path| path.get(level)).unwrap_or_default();
    found.into_iter().next().map(|found| found.value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn parse_value_inverts_written() {
        for value in
            [json!("Verlet"), json!("3"), json!("true"), json!([1.5, -2]), json!({"Mass": 2.0}), Value::Null, json!("")]
        {
            assert_eq!(parse_value(&written(&value)), value);
        }
        assert_eq!((written(&json!("Verlet")), written(&json!("3"))), ("Verlet".to_owned(), "\"3\"".to_owned()));
    }
}
