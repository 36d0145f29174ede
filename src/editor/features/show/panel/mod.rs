//! The Show panel: layers, overlays and arrow lengths.

mod list;
mod pictures;

pub use list::overlay_list;

use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::settings::Settings;
use crate::editor::widgets;
use crate::picture::layers;
use crate::picture::overlays::arrows::DECADE_PX;
use egui::{RichText, Role, Slider, Ui, WidgetInfo};

/// Draws the panel.
pub fn show(ui: &mut Ui, view: &ViewContext, out: &mut Vec<Action>) {
    widgets::heading(ui, "Overlays");
    ui.scope(|ui| overlay_list(ui, view, out));
    ui.add_space(6.0);
    widgets::heading(ui, "Arrows");
    zoom(ui, "Forces", view.settings.force_zoom, |settings, value| settings.force_zoom = value, out);
    zoom(ui, "Velocities", view.settings.velocity_zoom, |settings, value| settings.velocity_zoom = value, out);
    zoom(
        ui,
        "Accelerations",
        view.settings.acceleration_zoom,
        |settings, value| settings.acceleration_zoom = value,
        out,
    );
    arrow_scale(ui, view, out);
    let mut legend = view.settings.shows_legend;
    if ui.checkbox(&mut legend, "Legend on the canvas").changed() {
        out.push(Action::Prefer(Box::new(move |settings| settings.shows_legend = legend)));
    }
    ui.add_space(6.0);
    ui.scope(|ui| crate::editor::features::past::panel::show(ui, view, out));
    ui.add_space(6.0);
    widgets::heading(ui, "Layers of the level");
    let shown = view.settings.layers();
    ui.spacing_mut().item_spacing.y = 2.0;
    ui.spacing_mut().interact_size.y = 21.0;
    for layer in layers::ALL {
        let mut on = shown.is_on(layer.id);
        if ui.checkbox(&mut on, layer.title).on_hover_text(layer.explanation).changed() {
            out.push(Action::Prefer(Box::new(|settings| settings.toggle_layer(layer.id))));
        }
    }
}

/// Arrow scale and length limit.
fn arrow_scale(ui: &mut Ui, view: &ViewContext, out: &mut Vec<Action>) {
    let settings = view.settings;
    ui.horizontal(|ui| {
        ui.add_sized([84.0, 18.0], egui::Label::new(RichText::new("Lengths").color(ui.visuals().weak_text_color())));
        let tip = format!("Each factor of ten is {DECADE_PX} pixels, so small and large arrows are both visible");
        let choices = [(false, "Linear", "Length proportional to magnitude"), (true, "Logarithmic", &tip)];
        for (logarithmic, title, tip) in choices {
            let is_on = settings.arrows_logarithmic == logarithmic;
            let response = ui.add(egui::Button::selectable(is_on, title)).on_hover_text(tip);
            let name = format!("Arrows: {title}");
            response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_on, &name));
            if response.clicked() {
                out.push(Action::Prefer(Box::new(move |settings| settings.arrows_logarithmic = logarithmic)));
            }
        }
    });
    ui.horizontal(|ui| {
        let mut cuts = settings.cuts_arrows;
        let response =
            ui.checkbox(&mut cuts, "Cut at").on_hover_text("Limits the arrow length; the legend counts cut arrows");
        response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, cuts, "Cut long arrows"));
        if response.changed() {
            out.push(Action::Prefer(Box::new(move |settings| settings.cuts_arrows = cuts)));
        }
        let mut limit = settings.arrow_limit_px;
        let slider = Slider::new(&mut limit, 20.0..=400.0).suffix(" px").max_decimals(0);
        let response = ui.add_enabled(settings.cuts_arrows, slider);
        response.widget_info(|| WidgetInfo::labeled(Role::Slider, settings.cuts_arrows, "Longest arrow"));
        if response.changed() {
            out.push(Action::Prefer(Box::new(move |settings| settings.arrow_limit_px = limit)));
        }
    });
}

fn zoom(ui: &mut Ui, name: &str, value: f64, store: fn(&mut Settings, f64), out: &mut Vec<Action>) {
    let mut new = value;
    ui.horizontal(|ui| {
        ui.add_sized([84.0, 18.0], egui::Label::new(RichText::new(name).color(ui.visuals().weak_text_color())));
        let response = ui.add(Slider::new(&mut new, 0.05..=20.0).logarithmic(true).suffix(" ×").max_decimals(2));
        response.widget_info(|| WidgetInfo::labeled(Role::Slider, true, format!("{name} scale")));
        if response.changed() {
            out.push(Action::Prefer(Box::new(move |settings| store(settings, new))));
        }
    });
}
