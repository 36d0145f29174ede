//! The export dialog of the canvas.

use crate::editor::actions::Action;
use crate::editor::app::App;
use crate::editor::features::portrait;
use crate::editor::features::portrait::{Portrait, ZOOMS};
use crate::editor::files::Export;
use crate::editor::widgets;
use crate::editor::widgets::overflow;
use egui::{Align2, Button, Context, Key, RichText, Ui, Window, vec2};

/// Draws the dialog if open.
pub fn show(ctx: &Context, app: &mut App, out: &mut Vec<Action>) {
    if !app.files.portrait_is_open {
        return;
    }
    let mut is_open = !ctx.input(|i| i.key_pressed(Key::Escape));
    let mut wanted = app.settings.portrait;
    let mut is_ordered = false;
    Window::new("Export a picture")
        .id(egui::Id::unique("portrait"))
        .open(&mut is_open)
        .collapsible(false)
        .resizable(false)
        .default_width(330.0)
        .pivot(Align2::RIGHT_TOP)
        .default_pos(app.canvas.corner.map_or(ctx.content_rect().center(), |corner| corner - vec2(14.0, 340.0)))
        .show(ctx, |ui| {
            overflow::in_window(ui, |ui| {
                choices(ui, app, &mut wanted);
                ui.add_space(6.0);
                is_ordered = foot(ui, app);
            });
        });
    if wanted != app.settings.portrait {
        out.push(Action::Prefer(Box::new(move |settings| settings.portrait = wanted)));
    }
    if is_ordered {
        out.push(Action::Export(if wanted.is_svg { Export::CanvasSvg } else { Export::CanvasPng }));
    }
    app.files.portrait_is_open = is_open && !is_ordered;
}

fn choices(ui: &mut Ui, app: &App, wanted: &mut Portrait) {
    widgets::heading(ui, "Contents");
    ui.radio_value(&mut wanted.is_whole, false, "Visible part of the canvas");
    ui.radio_value(&mut wanted.is_whole, true, "The whole level");
    ui.checkbox(&mut wanted.has_overlays, "With active overlays");
    ui.checkbox(&mut wanted.has_legend, "With legend");
    widgets::heading(ui, "How");
    ui.horizontal(|ui| {
        ui.radio_value(&mut wanted.is_svg, false, "Pixels (PNG)");
        ui.radio_value(&mut wanted.is_svg, true, "Drawing (SVG)");
    });
    ui.horizontal(|ui| {
        ui.label("Size");
        for zoom in ZOOMS {
            ui.radio_value(&mut wanted.zoom, zoom, format!("{zoom}×"));
        }
    });
    let is_beside = portrait::is_beside(app);
    let text = "Transparent background";
    ui.add_enabled(!is_beside, egui::Checkbox::new(&mut wanted.is_transparent, text))
        .on_disabled_hover_text("Two runs side by side need a background");
    ui.checkbox(&mut wanted.is_light, "Dark on light, for paper");
}

/// File size and export button; returns true if pressed.
fn foot(ui: &mut Ui, app: &App) -> bool {
    let size = portrait::measure(app);
    let text = match &size {
        Ok((width, height)) => format!("{width} × {height} pixels, frame {}", app.run.frame()),
        Err(error) => format!("{error}. Choose a smaller size"),
    };
    widgets::note(ui, text);
    let button = Button::new(RichText::new("Export picture…").strong()).fill(ui.visuals().selection.bg_fill);
    ui.add_enabled(size.is_ok(), button).clicked()
}
