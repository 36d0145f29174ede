//! Property templates in the inspector: adding from one, making one, and editing those of the level.

use super::user_data::UserDataGroup;
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::document::Edit;
use crate::editor::features::inspector::panel::gesture;
use crate::editor::icons::Icon;
use crate::editor::widgets;
use crate::editor::widgets::committed::committed;
use crate::level::edit::user_data as edits;
use crate::level::user_data::templates;
use crate::level::{Level, Place, PropertyTemplate};
use egui::{CollapsingHeader, Id, RichText, Role, ScrollArea, TextEdit, Ui, WidgetInfo};

/// Title of the menu.
const ADD: &str = "Add from template";

/// Tooltip of a template: its help and its properties.
fn tip(template: &PropertyTemplate) -> String {
    let properties = template.properties.iter().map(|property| {
        let help = if property.help.is_empty() { String::new() } else { format!(": {}", property.help) };
        format!("\n{} = {}{help}", property.name, edits::json(&property.value()))
    });
    format!("{}{}", template.help, properties.collect::<String>()).trim_start().to_owned()
}

/// The menu of templates, and the field that makes one of the properties of a part.
pub(super) fn offer(ui: &mut Ui, view: &ViewContext, group: &mut UserDataGroup) {
    let own = templates::of_level(group.level);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let has_any = !own.is_empty() || !view.templates.is_empty();
        let menu = ui.add_enabled_ui(has_any, |ui| {
            let menu = ui.menu_button(ADD, |ui| {
                ScrollArea::vertical().max_height(300.0).show(ui, |ui| {
                    for template in own.iter().chain(view.templates) {
                        if ui.button(&template.name).on_hover_text(tip(template)).clicked() {
                            let (name, template) = (format!("Template {}", template.name), template.clone());
                            group.edit(&name, move |level, places| edits::add_template(level, places, &template));
                            ui.close();
                        }
                    }
                });
            });
            menu.response.widget_info(|| WidgetInfo::labeled(Role::Button, has_any, ADD));
            menu.response.on_hover_text("Adds the properties of a template that the parts do not have yet");
        });
        if !has_any {
            let tip = format!(
                "No templates yet. Make one of a part's properties, or put {} beside the level",
                templates::FILE
            );
            menu.response.on_hover_text(tip);
        }
        make(ui, group);
    });
}

/// A field for the name of a template made of the part's properties.
fn make(ui: &mut Ui, group: &mut UserDataGroup) {
    let data = group.data();
    let [data] = data[..] else { return };
    if data.properties.is_empty() {
        return;
    }
    let id = group.field("new template");
    let (response, name) = committed(ui, id, "New template", "", "New template", 132.0);
    response.on_hover_text("Makes a template of these properties: type its name and press Enter");
    if let Some(name) = name.filter(|name| !name.trim().is_empty()) {
        let template = edits::template_of(&name, data.properties);
        group.edit("Make a template", move |level, _| edits::put_template(level, template));
    }
}

/// Draws the templates of the level: names, help texts, and buttons to remove them.
pub fn of_level(ui: &mut Ui, view: &ViewContext, out: &mut Vec<Action>) {
    let own = templates::of_level(view.document.level());
    if own.is_empty() && view.templates.is_empty() {
        return;
    }
    widgets::heading(ui, "Property templates");
    if !view.templates.is_empty() {
        let names: Vec<&str> = view.templates.iter().map(|template| template.name.as_str()).collect();
        widgets::note(ui, format!("Of the project ({}): {}", templates::FILE, names.join(", ")));
    }
    for (index, template) in own.iter().enumerate() {
        CollapsingHeader::new(&template.name).id_salt(("template", index)).show(ui, |ui| {
            one(ui, index, template, out);
        });
    }
}

/// Changes a template of the level.
fn edit(out: &mut Vec<Action>, verb: &str, index: usize, change: impl FnOnce(&mut PropertyTemplate) + 'static) {
    let label = format!("{verb} of a template");
    let change = move |level: &mut Level| {
        let templates = level.editor.as_mut().map(|extra| &mut extra.templates);
        change(templates.and_then(|list| list.get_mut(index)).ok_or("the template no longer exists")?);
        Ok(())
    };
    let gesture = gesture(Place::Level, &format!("template {index} {verb}"));
    out.push(Action::Edit(Edit::new(label, change).within(gesture)));
}

fn one(ui: &mut Ui, index: usize, template: &PropertyTemplate, out: &mut Vec<Action>) {
    let id = Id::unique("template name").with(index);
    ui.horizontal(|ui| {
        if let (_, Some(name)) = committed(ui, id, "Name of the template", &template.name, "name", 130.0)
            && !name.trim().is_empty()
        {
            edit(out, "Name", index, move |template| name.trim().clone_into(&mut template.name));
        }
        let name = format!("Remove the template {}", template.name);
        if widgets::icon_button(ui, Icon("trash"), &name, "Remove the template", true, false).clicked() {
            let name = template.name.clone();
            out.push(Action::Edit(Edit::new(format!("Remove the template {name}"), move |level| {
                edits::remove_template(level, &name);
                Ok(())
            })));
        }
    });
    help(ui, "Help of the template", &template.help, |text| {
        edit(out, "Help", index, move |template| template.help = text);
    });
    let mut removed = None;
    for (number, property) in template.properties.iter().enumerate() {
        ui.push_id(number, |ui| {
            ui.horizontal(|ui| {
                let words = format!("{} = {}", property.name, edits::json(&property.value()));
                ui.add(egui::Label::new(RichText::new(words).monospace()).truncate());
                let name = format!("Remove {} from the template", property.name);
                if widgets::icon_button(ui, Icon("minus"), &name, "Remove from the template", true, false).clicked() {
                    removed = Some(number);
                }
            });
            help(ui, &format!("Help of {}", property.name), &property.help, |text| {
                edit(out, &format!("Help {number}"), index, move |template| {
                    if let Some(property) = template.properties.get_mut(number) {
                        property.help = text;
                    }
                });
            });
        });
    }
    if let Some(number) = removed {
        edit(out, "Remove a property", index, move |template| {
            if number < template.properties.len() {
                template.properties.remove(number);
            }
        });
    }
}

/// A field for a help text.
fn help(ui: &mut Ui, name: &str, text: &str, store: impl FnOnce(String)) {
    let mut new = text.to_owned();
    let response = ui.add(TextEdit::singleline(&mut new).desired_width(f32::INFINITY).hint_text("meaning, unit"));
    response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, name));
    if response.changed() {
        store(new);
    }
}
