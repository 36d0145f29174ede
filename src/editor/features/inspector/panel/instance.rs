//! Properties of instances: source, placement, and values that differ from the source.

use super::field::{PropertyGroup, gesture};
use crate::editor::actions::{Action, Source};
use crate::editor::context::ViewContext;
use crate::editor::document::Edit;
use crate::editor::icons::Icon;
use crate::editor::theme;
use crate::editor::widgets::committed::committed_if;
use crate::editor::widgets::{self, Number, form};
use crate::level::checks::Severity;
use crate::level::edit::instances;
use crate::level::fields::{NumberField, Range};
use crate::level::gallery;
use crate::level::path::settable;
use crate::level::{DocumentPath, Instance, Level, Place, PropertyValue};
use egui::{Label, RichText, ScrollArea, Ui};
use std::sync::Arc;

const fn scalar(
    name: &'static str,
    unit: &'static str,
    hint: &'static str,
    get: fn(&Instance) -> f64,
    set: fn(&mut Instance, f64),
) -> NumberField<Instance> {
    NumberField { path: "", name, hint, unit, range: Range::Any, usual: Some(0.0), get, set }
}

const X: NumberField<Instance> = scalar(
    "Position x",
    "length",
    "Where the origin of the source is.",
    |instance| instance.position[0],
    |instance, value| instance.position[0] = value,
);
const Y: NumberField<Instance> = scalar(
    "Position y",
    "length",
    "Where the origin of the source is.",
    |instance| instance.position[1],
    |instance, value| instance.position[1] = value,
);
const ANGLE: NumberField<Instance> = scalar(
    "Angle",
    "degrees",
    "Rotation about the origin of the source, counter-clockwise.",
    |instance| instance.angle_deg,
    |instance, value| instance.angle_deg = value,
);

/// Indentation of the value below its path, in points.
const INDENT: f32 = 12.0;

/// Draws the properties of instances.
pub fn show(ui: &mut Ui, view: &ViewContext, group: &mut PropertyGroup) {
    let only = group.only().and_then(|place| match place {
        Place::Instance(index) => Some((index, group.level.instances.get(index)?)),
        _ => None,
    });
    if let Some((index, instance)) = only {
        source(ui, view, index, instance, group.out);
    }
    form::table(ui, "instance", |ui| {
        group.vector(ui, "Position", &X, &Y);
        group.number(ui, &ANGLE);
        let tip = "Mirrors x after the rotation";
        group.check(ui, ("Mirror", tip), |it: &Instance| it.mirror, |it, mirror| it.mirror = mirror);
    });
    if let Some((index, instance)) = only {
        overrides(ui, view, index, instance, group.out);
    }
}

/// The source, and what can be done with it.
fn source(ui: &mut Ui, view: &ViewContext, index: usize, instance: &Instance, out: &mut Vec<Action>) {
    let path = view.document.source_path(instance);
    let short = instance.source.rsplit('/').next().unwrap_or(&instance.source);
    ui.label(RichText::new(format!("of {short}")).color(ui.visuals().weak_text_color()))
        .on_hover_text(&instance.source);
    if let Some(reason) = view.document.placed().fault(index) {
        let tint = theme::severity(view.settings.theme, Severity::Error);
        ui.colored_label(tint, format!("Left out: {reason}"));
    }
    ui.horizontal(|ui| {
        let tip = "Opens the source level. When it is saved, all its instances change";
        let why_not = "Save the level first: then its sources are files beside it";
        let edit = ui.add_enabled_ui(view.document.path.is_some(), |ui| {
            widgets::text_button(ui, Icon("pencil-simple"), "Edit source")
        });
        if edit.inner.on_hover_text(tip).on_disabled_hover_text(why_not).clicked() {
            out.push(Action::Open(Source::File(path.clone())));
        }
        let tip = "Replaces the instance by its parts, which no longer follow the source";
        if widgets::text_button(ui, Icon("link-break"), "Make local").on_hover_text(tip).clicked() {
            out.push(Action::Edit(make_local(view, index)));
        }
    });
}

fn make_local(view: &ViewContext, index: usize) -> Edit {
    let file = gallery::file_or_none(view.document.path.as_deref());
    Edit::making(format!("Make instance {index} local"), move |level| {
        instances::make_local(level, index, &file, &mut gallery::load_source)
    })
}

/// Values that differ from the source, each with a button that reverts it.
fn overrides(ui: &mut Ui, view: &ViewContext, index: usize, instance: &Instance, out: &mut Vec<Action>) {
    let Some(source) = view.document.source(instance) else { return };
    widgets::heading(ui, "Overrides");
    if instance.overrides.is_empty() {
        widgets::note(ui, "All values are those of the source.");
    }
    for (path, value) in instance.overrides.iter() {
        let original = value_at(&source, path);
        let tint = ui.visuals().hyperlink_color;
        let known = original.as_ref().map_or("nothing there".to_owned(), |value| value.to_string());
        let tip = format!("{path}. {}In the source: {known}", owner(&source, path));
        ui.add(Label::new(RichText::new(path).monospace().color(tint)).truncate()).on_hover_text(tip);
        ui.horizontal(|ui| {
            ui.add_space(INDENT);
            if let Some(new) = editor(ui, index, path, value) {
                out.push(set(index, path, Some(new), &source));
            }
            let (name, tip) = (format!("Revert {path}"), format!("Back to the source: {known}"));
            if widgets::icon_button(ui, Icon("arrow-counter-clockwise"), &name, &tip, true, false).clicked() {
                out.push(set(index, path, None, &source));
            }
        });
    }
    choose(ui, index, instance, &source, out);
    add(ui, index, &source, out);
}

/// The body that a path belongs to, as the beginning of a tip.
fn owner(source: &Level, path: &str) -> String {
    let index = path.strip_prefix("bodies[").and_then(|rest| rest.split(']').next()?.parse().ok());
    let body = index.filter(|&body: &usize| body < source.bodies.len());
    body.map_or(String::new(), |body| format!("Of {}. ", source.body_title(body)))
}

/// A field for an override of any path, such as a property that the source lacks.
fn add(ui: &mut Ui, index: usize, source: &Arc<Level>, out: &mut Vec<Action>) {
    let id = ui.scope_id().with("new override");
    let hint = "bodies[0].properties.hp = 3";
    let (response, new) = committed_if(ui, id, "New override", "", hint, 220.0, |text| written(text).is_some());
    response.on_hover_text("A path and a value. It may add a property, a tag or the image of a skin");
    if let Some((path, value)) = new.as_deref().and_then(written) {
        out.push(set(index, &path, Some(value), source));
    }
}

/// A path and a value in JSON; a value of another form is a text.
fn written(text: &str) -> Option<(String, PropertyValue)> {
    let (path, value) = text.split_once('=')?;
    let (path, value) = (path.trim(), value.trim());
    DocumentPath::parse(path).ok().filter(|_| !value.is_empty())?;
    let value = serde_json::from_str(value).unwrap_or_else(|_| PropertyValue::Text(value.to_owned()));
    Some((path.to_owned(), value))
}

/// The first value of a path.
fn value_at(source: &Level, path: &str) -> Option<serde_json::Value> {
    let found = DocumentPath::parse(path).ok()?.get(source).ok()?;
    found.into_iter().next().map(|found| found.value)
}

/// A field for a value; lists and maps cannot be edited.
fn editor(ui: &mut Ui, index: usize, path: &str, value: &PropertyValue) -> Option<PropertyValue> {
    match value {
        PropertyValue::Number(number) => widgets::number(ui, path, *number, Number::ANY).map(PropertyValue::Number),
        PropertyValue::Integer(number) => {
            let new = widgets::number(ui, path, *number as f64, Number::ANY)?;
            let is_whole = new.fract() == 0.0 && new.abs() < 9e15;
            Some(if is_whole { PropertyValue::Integer(new as i64) } else { PropertyValue::Number(new) })
        }
        PropertyValue::Bool(is_on) => form::switch(ui, path, *is_on).map(PropertyValue::Bool),
        PropertyValue::Text(text) => {
            let id = ui.scope_id().with((index, path));
            committed_if(ui, id, path, text, "", 150.0, |_| true).1.map(PropertyValue::Text)
        }
        other => {
            ui.label(serde_json::Value::from(other).to_string());
            None
        }
    }
}

fn set(index: usize, path: &str, value: Option<PropertyValue>, source: &Arc<Level>) -> Action {
    let verb = if value.is_some() { "Override" } else { "Revert" };
    let (label, id) = (format!("{verb} {path}"), gesture(Place::Instance(index), path));
    let (path, source) = (path.to_owned(), source.clone());
    let edit = Edit::new(label, move |level| instances::override_value(level, index, &path, value, &source));
    Action::Edit(edit.within(id))
}

/// Menu of the values of the source that can be overridden.
fn choose(ui: &mut Ui, index: usize, instance: &Instance, source: &Arc<Level>, out: &mut Vec<Action>) {
    let response = widgets::menu_button(ui, None, "Override a value", |ui| {
        ui.set_min_width(240.0);
        ScrollArea::vertical().max_height(320.0).show(ui, |ui| {
            // The world of a source is not used.
            let paths = settable(source).into_iter().filter(|path| !path.starts_with("world"));
            for path in paths.filter(|path| instance.overrides.get(path).is_none()) {
                let Some(value) = value_at(source, &path) else { continue };
                let row = ui.selectable_label(false, format!("{path}: {value}"));
                if row.on_hover_text(owner(source, &path)).clicked() {
                    out.push(set(index, &path, Some(PropertyValue::from(value)), source));
                    ui.close();
                }
            }
        });
    });
    response.on_hover_text("Gives this instance another value than its source has");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_override_has_a_path_and_a_value_of_any_kind() {
        let text = |text: &str| PropertyValue::Text(text.to_owned());
        for (typed, path, value) in [
            ("bodies[0].gas = 2.5", "bodies[0].gas", PropertyValue::Number(2.5)),
            ("bodies[0].properties.hp=3", "bodies[0].properties.hp", PropertyValue::Integer(3)),
            ("bodies[0].tags[0] = enemy", "bodies[0].tags[0]", text("enemy")),
            ("bodies[0].name = \"a = b\"", "bodies[0].name", text("a = b")),
        ] {
            assert_eq!(written(typed), Some((path.to_owned(), value)), "{typed}");
        }
        for wrong in ["", "bodies[0].gas", "= 3", "bodies[ = 3", "bodies[0].gas ="] {
            assert_eq!(written(wrong), None, "{wrong}");
        }
    }
}
