//! The Materials panel: a table of materials and their numbers.

mod row;

pub use row::show as material_row;

use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::materials;
use crate::editor::icons::Icon;
use crate::editor::widgets::{self, Number};
use crate::level::edit::materials as edit;
use crate::level::{BodyMaterial, MaterialField, Place};
use egui::{Checkbox, Grid, Label, RichText, Role, ScrollArea, TextEdit, Ui, WidgetInfo};

/// Width of a name.
const NAME: f32 = 130.0;

/// Draws the panel.
pub fn show(ui: &mut Ui, view: &ViewContext, out: &mut Vec<Action>) {
    let level = view.document.level();
    head(ui, view, out);
    let all = edit::materials(level);
    if all.is_empty() {
        let text = "A material is a set of numbers that several bodies share. Change a number here, and all its bodies \
                    follow in one step. The numbers are written into the bodies, so a game needs to know nothing of \
                    materials.";
        ui.add(Label::new(RichText::new(text).color(ui.visuals().weak_text_color())).wrap());
        return;
    }
    ScrollArea::both().id_salt("materials").auto_shrink(false).show(ui, |ui| {
        Grid::new("materials").spacing([10.0, 4.0]).show(ui, |ui| {
            let weak = ui.visuals().weak_text_color();
            ui.label(RichText::new("Name").color(weak));
            for field in MaterialField::ALL {
                ui.label(RichText::new(field.name()).color(weak)).on_hover_text(field.hint());
            }
            ui.label(RichText::new("Bodies").color(weak));
            ui.end_row();
            for (index, material) in all.iter().enumerate() {
                ui.push_id(index, |ui| name(ui, index, material, out));
                for field in MaterialField::ALL {
                    ui.push_id((index, field), |ui| number(ui, view, index, material, field, out));
                }
                ui.push_id((index, "buttons"), |ui| buttons(ui, view, index, material, out));
                ui.end_row();
            }
        });
        for index in 0..all.len() {
            differing(ui, view, index, out);
        }
    });
}

fn head(ui: &mut Ui, view: &ViewContext, out: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        widgets::menu_button(ui, Some(Icon("plus")), "New material", |ui| {
            for ready in edit::STOCK {
                if ui.button(ready.name).on_hover_text(ready.explanation).clicked() {
                    out.push(Action::Edit(materials::add(ready)));
                    ui.close();
                }
            }
        });
        let bodies = selected_bodies(view);
        let response = ui.add_enabled_ui(bodies.len() == 1, |ui| {
            let response = widgets::text_button(ui, Icon("eyedropper"), "New from the selected body");
            response.on_hover_text("With the numbers of the body, which then follows the material")
        });
        if let ([Place::Body(body)], true) = (&bodies[..], response.inner.clicked()) {
            out.push(Action::Edit(materials::add_from(*body)));
        }
    });
}

/// The bodies that are selected, or contain a selected part.
fn selected_bodies(view: &ViewContext) -> Vec<Place> {
    let mut bodies: Vec<Place> = view.selection.iter().filter_map(|place| place.body()).map(Place::Body).collect();
    bodies.sort_unstable();
    bodies.dedup();
    bodies
}

/// The name field: applied when it loses the focus.
fn name(ui: &mut Ui, index: usize, material: &BodyMaterial, out: &mut Vec<Action>) {
    let id = ui.scope_id().with("typed name");
    let mut typed = ui.data(|data| data.get_temp::<String>(id)).unwrap_or_else(|| material.name.clone());
    // In a grid, a field would shrink to the width of the title of its column.
    let size = egui::vec2(NAME, ui.spacing().interact_size.y);
    let response = ui.add_sized(size, TextEdit::singleline(&mut typed));
    response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, format!("Name of {}", material.name)));
    if response.lost_focus() {
        ui.data_mut(|data| data.remove::<String>(id));
        let is_meant = !ui.input(|input| input.key_pressed(egui::Key::Escape)) && typed.trim() != material.name;
        if is_meant {
            out.push(Action::Edit(materials::rename(index, typed)));
        }
    } else if response.has_focus() {
        ui.data_mut(|data| data.insert_temp(id, typed));
    }
}

/// A check box that decides whether the material sets the number, and the number.
fn number(
    ui: &mut Ui,
    view: &ViewContext,
    index: usize,
    material: &BodyMaterial,
    field: MaterialField,
    out: &mut Vec<Action>,
) {
    let level = view.document.level();
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        let value = field.get(material);
        let mut is_set = value.is_some();
        let name = format!("{} of {}", field.name(), material.name);
        let response = ui.add(Checkbox::without_text(&mut is_set));
        response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, is_set, format!("Set {name}")));
        if response.on_hover_text("Off: each body has its own value").changed() {
            let new = is_set.then(|| common_value(view, index, field).unwrap_or_else(|| field.usual()));
            out.push(Action::Edit(materials::set(level, index, field, new)));
        }
        if let Some(value) = value
            && let Some(new) = widgets::number(ui, &name, value, Number::from(field.range()))
        {
            out.push(Action::Edit(materials::set(level, index, field, Some(new))));
        }
    });
}

/// The number that the first body of the material has, so that a check mark changes nothing if all agree.
fn common_value(view: &ViewContext, material: usize, field: MaterialField) -> Option<f64> {
    let level = view.document.level();
    let values = edit::bodies_of(level, material).into_iter().map(|body| edit::value_of(&level.bodies[body], field));
    values.into_iter().find_map(|value| if let edit::BodyValue::One(value) = value { Some(value) } else { None })
}

fn buttons(ui: &mut Ui, view: &ViewContext, index: usize, material: &BodyMaterial, out: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        let bodies = edit::bodies_of(view.document.level(), index);
        let places: Vec<Place> = bodies.iter().map(|&body| Place::Body(body)).collect();
        let response = ui.add_enabled(!bodies.is_empty(), egui::Link::new(bodies.len().to_string()));
        response.widget_info(|| WidgetInfo::labeled(Role::Link, true, format!("Bodies of {}", material.name)));
        let response = response.on_hover_text("Select them");
        if response.hovered() {
            out.push(Action::Hover(places.clone()));
        }
        if response.clicked() {
            out.push(Action::Select(places));
        }
        let selected = selected_bodies(view);
        let name = &material.name;
        let tip = "Give this material to the selected bodies";
        let button = format!("Assign {name}");
        if widgets::icon_button(ui, Icon("paint-bucket"), &button, tip, !selected.is_empty(), false).clicked() {
            out.push(Action::Edit(materials::assign(view.document.level(), &selected, Some(index))));
        }
        let tip = "A copy without bodies";
        if widgets::icon_button(ui, Icon("copy"), &format!("Duplicate {name}"), tip, true, false).clicked() {
            out.push(Action::Edit(materials::duplicate(index)));
        }
        let tip = "Delete the material; its bodies keep their numbers";
        if widgets::icon_button(ui, Icon("trash"), &format!("Delete {name}"), tip, true, false).clicked() {
            out.push(Action::Edit(materials::delete(index)));
        }
    });
}

/// Maximum number of listed bodies that differ from a material.
const LISTED: usize = 20;

/// Bodies of a material that were edited by hand.
fn differing(ui: &mut Ui, view: &ViewContext, material: usize, out: &mut Vec<Action>) {
    let level = view.document.level();
    let bodies = edit::bodies_of(level, material).into_iter();
    let differing =
        bodies.map(|body| (body, materials::difference(level, body))).filter(|(_, words)| !words.is_empty());
    for (body, words) in differing.take(LISTED) {
        ui.push_id(("differs", body), |ui| {
            ui.horizontal(|ui| {
                let title = level.body_title(body);
                if ui.link(&title).on_hover_text("Select the body").clicked() {
                    out.push(Action::Select(vec![Place::Body(body)]));
                }
                row::difference(ui, body, &words, &title, out);
            });
        });
    }
}
