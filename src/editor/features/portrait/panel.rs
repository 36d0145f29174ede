//! The export dialog of the canvas.

use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::portrait;
use crate::editor::features::portrait::{Portrait, ZOOMS};
use crate::editor::files::Export;
use crate::editor::widgets;
use crate::editor::widgets::overflow;
use crate::picture::PictureError;
use egui::{Align2, Button, Context, Key, Pos2, RichText, Ui, Window, vec2};

/// Size of the picture in pixels, or why that size is not possible.
pub type PictureSize = Result<(u32, u32), PictureError>;

/// Draws the dialog at the canvas's lower right corner. Returns true while it stays open.
pub fn show(
    ctx: &Context,
    view: &ViewContext,
    size: &PictureSize,
    corner: Option<Pos2>,
    out: &mut Vec<Action>,
) -> bool {
    let mut is_open = !ctx.input(|i| i.key_pressed(Key::Escape));
    let mut wanted = view.settings.portrait;
    let mut is_ordered = false;
    Window::new("Export a picture")
        .id(egui::Id::unique("portrait"))
        .open(&mut is_open)
        .collapsible(false)
        .resizable(false)
        .default_width(330.0)
        .pivot(Align2::RIGHT_TOP)
        .default_pos(corner.map_or(ctx.content_rect().center(), |corner| corner - vec2(14.0, 340.0)))
        .show(ctx, |ui| {
            overflow::in_window(ui, |ui| {
                choices(ui, view, &mut wanted);
                ui.add_space(6.0);
                is_ordered = foot(ui, view, size);
            });
        });
    if wanted != view.settings.portrait {
        out.push(Action::Prefer(Box::new(move |settings| settings.portrait = wanted)));
    }
    if is_ordered {
        out.push(Action::Export(if wanted.is_svg { Export::CanvasSvg } else { Export::CanvasPng }));
    }
    is_open && !is_ordered
}

fn choices(ui: &mut Ui, view: &ViewContext, wanted: &mut Portrait) {
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
    let is_beside = portrait::is_beside(view);
    let text = "Transparent background";
    ui.add_enabled(!is_beside, egui::Checkbox::new(&mut wanted.is_transparent, text))
        .on_disabled_hover_text("Two runs side by side need a background");
    ui.checkbox(&mut wanted.is_light, "Dark on light, for paper");
}

/// File size and export button; returns true if pressed.
fn foot(ui: &mut Ui, view: &ViewContext, size: &PictureSize) -> bool {
    let text = match size {
        Ok((width, height)) => format!("{width} × {height} pixels, frame {}", view.run.frame()),
        Err(error) => format!("{error}. Choose a smaller size"),
    };
    widgets::note(ui, text);
    let button = Button::new(RichText::new("Export picture…").strong()).fill(ui.visuals().selection.bg_fill);
    ui.add_enabled(size.is_ok(), button).clicked()
}
