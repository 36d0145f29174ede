//! The material row of the inspector.

use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::materials;
use crate::editor::widgets::form;
use crate::level::Place;
use crate::level::edit::materials as edit;
use egui::{RichText, Role, Ui, WidgetInfo};

/// An item of the list of materials.
#[derive(Clone, Copy, PartialEq)]
enum MaterialChoice {
    None,
    Of(usize),
    /// A ready material that the level lacks, by its index.
    Ready(usize),
    New,
}

/// Draws the row for bodies, and below it the numbers in which a single body differs from its material.
pub fn show(ui: &mut Ui, view: &ViewContext, places: &[Place], out: &mut Vec<Action>) {
    let level = view.document.level();
    let of = |place: &Place| {
        place.body().map(|body| edit::material_of(level, body).map_or(MaterialChoice::None, MaterialChoice::Of))
    };
    let mut choices = places.iter().filter_map(of);
    let first = choices.next();
    let common = first.filter(|first| choices.all(|other| other == *first));
    form::hinted(ui, "Material", "Numbers that several bodies share. The Materials tab lists and changes them.");
    let mut rows = vec![(MaterialChoice::None, "None", "The body has its own numbers")];
    let materials = edit::materials(level).iter().enumerate();
    rows.extend(materials.map(|(index, material)| (MaterialChoice::Of(index), material.name.as_str(), "")));
    let lacks = |name: &str| edit::materials(level).iter().all(|material| material.name != name);
    let ready = edit::STOCK.iter().enumerate().filter(|(_, ready)| lacks(ready.name));
    rows.extend(ready.map(|(index, ready)| (MaterialChoice::Ready(index), ready.name, ready.explanation)));
    if places.len() == 1 {
        rows.push((MaterialChoice::New, "New from this body", "A material with the numbers of this body"));
    }
    let chosen = form::combo_or_mixed(ui, "Material", common, &rows);
    ui.end_row();
    match (chosen, places) {
        (None, _) => {}
        (Some(MaterialChoice::New), [place]) => {
            out.extend(place.body().map(|body| Action::Edit(materials::add_from(body))));
        }
        (Some(MaterialChoice::Ready(index)), _) => out.push(Action::Edit(materials::give(&edit::STOCK[index], places))),
        (Some(MaterialChoice::Of(index)), _) => out.push(Action::Edit(materials::assign(level, places, Some(index)))),
        (Some(_), _) => out.push(Action::Edit(materials::assign(level, places, None))),
    }
    let &[Place::Body(body)] = places else { return };
    let words = materials::difference(level, body);
    if !words.is_empty() {
        ui.label("");
        ui.vertical(|ui| difference(ui, body, &words, "the body", out));
        ui.end_row();
    }
}

/// What differs, and the two ways to end it.
pub(super) fn difference(ui: &mut Ui, body: usize, words: &str, title: &str, out: &mut Vec<Action>) {
    let text = RichText::new(format!("differs: {words}")).color(ui.visuals().warn_fg_color);
    ui.label(text).on_hover_text("These numbers were changed after the material was assigned");
    let response = ui.button("Apply again").on_hover_text("Set the numbers of the material");
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Apply the material to {title} again")));
    if response.clicked() {
        out.push(Action::Edit(materials::apply_again(&[Place::Body(body)])));
    }
    let response =
        ui.button("Update material").on_hover_text("Set the material from this body; its other bodies follow");
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Update the material from {title}")));
    if response.clicked() {
        out.push(Action::Edit(materials::update_from(body)));
    }
}
