//! The colour row of bodies and discs.

use super::field::{PropertyGroup, RESET, gesture, reset_button};
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::document::Edit;
use crate::editor::theme;
use crate::editor::tools::counted;
use crate::editor::widgets::form;
use crate::level::Place;
use crate::level::edit::colors;
use crate::picture::{Palette, Rgba, Scene, Viewport};
use egui::{Button, Role, Stroke, Ui, WidgetInfo, vec2};
use glam::DVec2;

/// Least and greatest width of a swatch. The button beside them, which opens the colour picker, does the same with room for a finger.
const SWATCH: [f32; 2] = [8.0, 13.0];
/// Side of that button, and height of a swatch.
const BUTTON: f32 = 24.0;
/// Gap between them.
const GAP: f32 = 2.0;

/// Names of the colours of the palette, in its order.
const NAMES: [&str; 7] = ["Sky blue", "Orange", "Green", "Pink", "Yellow", "Blue", "Red"];

/// `#rrggbb`.
fn hex(Rgba(red, green, blue, _): Rgba) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// The fill on the canvas, opaque.
fn fill(view: &ViewContext, palette: &Palette, place: Place) -> Rgba {
    let viewport = Viewport { size_px: DVec2::ONE, center: DVec2::ZERO, scale: 1.0 };
    let scene = Scene::new(view.document.level(), view.run.world(), palette, viewport);
    match place {
        Place::Disc(disc) => scene.disc_fill(disc).opaque(),
        place => scene.body_fill(place.body().unwrap_or_default()).opaque(),
    }
}

/// Draws the row.
pub fn show(ui: &mut Ui, view: &ViewContext, group: &mut PropertyGroup) {
    let (Some(&first), level) = (group.places.first(), view.document.level()) else { return };
    let palette = Palette::of(view.settings.theme.picture());
    form::hinted(
        ui,
        "Colour",
        "Fill colour on the canvas and in pictures. It is kept whatever happens to other parts.",
    );
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        // Without the room for *reset* the form would become wider than the panel.
        let room = ui.available_width() - BUTTON - GAP - RESET;
        let width = (room / NAMES.len() as f32 - GAP).floor().clamp(SWATCH[0], SWATCH[1]);
        let Rgba(red, green, blue, _) = fill(view, &palette, first);
        let mut chosen = [red, green, blue];
        let interact = std::mem::replace(&mut ui.spacing_mut().interact_size, vec2(BUTTON, BUTTON));
        let response = ui.color_edit_button_srgb(&mut chosen);
        ui.spacing_mut().interact_size = interact;
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Colour"));
        if response.changed() {
            let [red, green, blue] = chosen;
            paint(group, Some(hex(Rgba(red, green, blue, 255))));
        }
        let own = colors::color_of(level, first);
        for (color, name) in palette.bodies.iter().zip(NAMES) {
            let text = hex(*color);
            let is_it = own == Some(text.as_str());
            if swatch(ui, width, *color, name, is_it) {
                paint(group, Some(text));
            }
        }
        let has_own = group.places.iter().any(|&place| colors::color_of(level, place).is_some());
        if has_own && reset_button(ui, "Colour", "the automatic colour") {
            paint(group, None);
        }
    });
    ui.end_row();
}

fn swatch(ui: &mut Ui, width: f32, color: Rgba, name: &str, is_selected: bool) -> bool {
    let size = vec2(width, BUTTON);
    let button = Button::new("").fill(theme::color(color.opaque())).min_size(size).corner_radius(3.0);
    let stroke = if is_selected { Stroke::new(2.0, ui.visuals().strong_text_color()) } else { Stroke::NONE };
    let padding = std::mem::replace(&mut ui.spacing_mut().button_padding, vec2(0.0, 0.0));
    let interact = std::mem::replace(&mut ui.spacing_mut().interact_size, size);
    let response = ui.add(button.stroke(stroke));
    (ui.spacing_mut().button_padding, ui.spacing_mut().interact_size) = (padding, interact);
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_selected, name));
    response.on_hover_text(name).clicked()
}

/// Paints the parts of the group; `None`: automatically.
fn paint(group: &mut PropertyGroup, color: Option<String>) {
    let places = group.places.to_vec();
    let Some(&first) = places.first() else { return };
    let label = format!("Colour of {}", counted(group.level, &places, "parts"));
    let edit = Edit::making(label, move |level| colors::paint(level, &places, color.as_deref()));
    group.out.push(Action::Edit(edit.within(gesture(first, "colour"))));
}
