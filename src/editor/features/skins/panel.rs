//! The skin of the selected bodies, in the inspector.

use super::{change, uv};
use crate::editor::actions::{Action, ImageUse};
use crate::editor::context::ViewContext;
use crate::editor::files::FileCommand;
use crate::editor::icons::Icon;
use crate::editor::theme;
use crate::editor::widgets;
use crate::editor::widgets::form;
use crate::level::{Body, Level, Skin, UvMap};
use crate::picture::Rgba;
use egui::{Color32, DragValue, Role, Ui, WidgetInfo};

/// Draws the skin of these bodies; changes apply to all of them.
pub fn show(ui: &mut Ui, view: &ViewContext, level: &Level, bodies: &[usize], out: &mut Vec<Action>) {
    let all: Vec<&Body> = bodies.iter().filter_map(|&index| level.bodies.get(index)).collect();
    if all.is_empty() {
        return;
    }
    widgets::heading(ui, "Skin");
    let skins: Vec<&Skin> = all.iter().filter_map(|body| body.skin.as_ref()).collect();
    image(ui, view, bodies, (&skins, skins.len() == all.len()), out);
    let Some(first) = skins.first() else { return };
    form::table(ui, "skin", |ui| {
        tint(ui, bodies, first, out);
        layer(ui, bodies, first, out);
        map(ui, bodies, &skins, out);
    });
    if let ([index], [skin]) = (bodies, &skins[..]) {
        if let Some(reason) = view.skins.reason(&skin.image) {
            ui.colored_label(
                theme::severity(view.settings.theme, crate::level::checks::Severity::Warning),
                format!("The image {reason}"),
            );
        }
        uv::show(ui, view, *index, all[0], out);
    }
}

fn change_skin(bodies: &[usize], name: &str, set: impl Fn(&mut Skin) + 'static) -> Action {
    change(bodies, name, move |body| body.skin.iter_mut().for_each(&set))
}

fn image(ui: &mut Ui, view: &ViewContext, bodies: &[usize], (skins, has_all): (&[&Skin], bool), out: &mut Vec<Action>) {
    let name = match skins {
        [] => "no image",
        [first, others @ ..] if has_all && others.iter().all(|skin| skin.image == first.image) => &first.image,
        _ => "mixed",
    };
    ui.horizontal(|ui| {
        let short = name.rsplit('/').next().unwrap_or(name);
        ui.label(short).on_hover_text(name);
        if widgets::text_button(ui, Icon("image"), "Choose image…")
            .on_hover_text(
                "A PNG file that is drawn on the triangles of the body. The path is stored relative to the level",
            )
            .clicked()
        {
            out.push(Action::Files(FileCommand::PickImage(ImageUse::Skin(bodies.to_vec()))));
        }
        if !skins.is_empty()
            && widgets::icon_button(ui, Icon("x"), "Remove image", "Draw the body without an image", true, false)
                .clicked()
        {
            out.push(change(bodies, "Remove the image", |body| body.skin = None));
        }
    });
    let is_hidden = !skins.is_empty() && !view.settings.layers().is_on("skins");
    if is_hidden {
        widgets::note(ui, "The layer Skins is off, so that images are not drawn.");
    }
}

fn tint(ui: &mut Ui, bodies: &[usize], skin: &Skin, out: &mut Vec<Action>) {
    form::hinted(
        ui,
        "Tint",
        "Colour that multiplies the image; white leaves it as it is. The last number is the opacity.",
    );
    let Rgba(r, g, b, a) = Rgba::parse_with_alpha(&skin.tint).unwrap_or(Rgba(255, 255, 255, 255));
    let mut color = Color32::from_rgba_unmultiplied(r, g, b, a);
    let response = ui.color_edit_button_srgba(&mut color);
    response.widget_info(|| WidgetInfo::labeled(Role::ColorWell, true, "Tint"));
    ui.end_row();
    if response.changed() {
        let [r, g, b, a] = color.to_srgba_unmultiplied();
        let text = format!("#{r:02x}{g:02x}{b:02x}{a:02x}");
        out.push(change_skin(bodies, "Tint the image", move |skin| skin.tint.clone_from(&text)));
    }
}

fn layer(ui: &mut Ui, bodies: &[usize], skin: &Skin, out: &mut Vec<Action>) {
    form::hinted(ui, "Layer", "Images of higher layers are drawn in front; in one layer, later bodies are in front.");
    let mut layer = skin.layer;
    let response = ui.add(DragValue::new(&mut layer).speed(0.05));
    response.widget_info(|| WidgetInfo::labeled(Role::SpinButton, true, "Layer"));
    ui.end_row();
    if response.changed() {
        out.push(change_skin(bodies, "Layer of the image", move |skin| skin.layer = layer));
    }
}

/// Whether the map is planar or has a pair for each node.
fn map(ui: &mut Ui, bodies: &[usize], skins: &[&Skin], out: &mut Vec<Action>) {
    const ALL: [(bool, &str, &str); 2] = [
        (true, "Planar", "The box around the body at frame 0 is the whole image. Follows the shape when it is edited"),
        (false, "Per node", "Each node keeps its own place in the image, which the map below changes"),
    ];
    form::hinted(ui, "Map", "Which part of the image is drawn where.");
    let is_planar = |skin: &&Skin| skin.uv == UvMap::Planar;
    let common = if skins.iter().all(is_planar) {
        Some(true)
    } else if skins.iter().any(is_planar) {
        None
    } else {
        Some(false)
    };
    if let Some(planar) = form::combo_or_mixed(ui, "Map", common, &ALL) {
        out.push(change(bodies, "Map of the image", move |body| {
            let pairs = body.texture_coordinates().unwrap_or_default();
            body.skin.iter_mut().for_each(|skin| {
                skin.uv = if planar { UvMap::Planar } else { UvMap::PerNode(pairs.clone()) };
            });
        }));
    }
    ui.end_row();
}
