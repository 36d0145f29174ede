//! What the canvas shows: layers of the level, overlays, lengths of arrows.
//!
//! Must never know: how anything is drawn.

use crate::editor::actions::Action;
use crate::editor::app::App;
use crate::editor::keys::OVERLAY_KEYS;
use crate::editor::settings::Settings;
use crate::editor::widgets;
use crate::picture::{layers, overlays};
use egui::{Checkbox, RichText, Role, Slider, Ui, WidgetInfo};

/// Draws it.
pub fn show(ui: &mut Ui, app: &App, out: &mut Vec<Action>) {
    widgets::heading(ui, "Overlays");
    ui.scope(|ui| overlay_list(ui, app, out));
    ui.add_space(6.0);
    widgets::heading(ui, "Arrows");
    zoom(ui, "Forces", app.settings.force_zoom, |settings, value| settings.force_zoom = value, out);
    zoom(ui, "Velocities", app.settings.velocity_zoom, |settings, value| settings.velocity_zoom = value, out);
    let mut legend = app.settings.shows_legend;
    if ui.checkbox(&mut legend, "Legend on the canvas").changed() {
        out.push(Action::Prefer(Box::new(move |settings| settings.shows_legend = legend)));
    }
    ui.add_space(6.0);
    widgets::heading(ui, "Layers of the level");
    let shown = app.settings.layers();
    ui.spacing_mut().item_spacing.y = 2.0;
    ui.spacing_mut().interact_size.y = 21.0;
    for layer in layers::ALL {
        let mut on = shown.is_on(layer.id);
        if ui.checkbox(&mut on, layer.title).on_hover_text(layer.explanation).changed() {
            out.push(Action::Prefer(Box::new(|settings| settings.toggle_layer(layer.id))));
        }
    }
}

/// A check box per overlay.
pub fn overlay_list(ui: &mut Ui, app: &App, out: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing.y = 2.0;
    ui.spacing_mut().interact_size.y = 21.0;
    for (index, overlay) in overlays::ALL.iter().enumerate() {
        let mut on = app.settings.is_overlay_on(overlay.id);
        ui.horizontal(|ui| {
            let response = ui.add(Checkbox::new(&mut on, overlay.title)).on_hover_text(overlay.explanation);
            if response.changed() {
                out.push(Action::Overlay(overlay.id));
            }
            if let Some(key) = OVERLAY_KEYS.get(index) {
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    ui.label(RichText::new(key.name()).small().color(ui.visuals().weak_text_color()));
                });
            }
        });
    }
    let is_any_on = !app.settings.overlays.is_empty();
    if ui.add_enabled(is_any_on, egui::Button::new("All off")).clicked() {
        out.push(Action::Prefer(Box::new(|settings| settings.overlays.clear())));
    }
}

fn zoom(ui: &mut Ui, name: &str, value: f64, store: fn(&mut Settings, f64), out: &mut Vec<Action>) {
    let mut new = value;
    ui.horizontal(|ui| {
        ui.add_sized([74.0, 18.0], egui::Label::new(RichText::new(name).color(ui.visuals().weak_text_color())));
        let response = ui.add(Slider::new(&mut new, 0.05..=20.0).logarithmic(true).suffix(" ×").max_decimals(2));
        response.widget_info(|| WidgetInfo::labeled(Role::Slider, true, format!("{name} scale")));
        if response.changed() {
            out.push(Action::Prefer(Box::new(move |settings| store(settings, new))));
        }
    });
}
