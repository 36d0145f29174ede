//! Draws the dialog that asks for a link.

use super::OpenLink;
use crate::editor::actions::Action;
use crate::editor::share;
use egui::{Align2, Button, Context, Key, Role, TextEdit, WidgetInfo, Window};

/// Accessible name of the field.
const FIELD: &str = "Link";

/// Draws the dialog.
pub fn show(ctx: &Context, dialog: &mut OpenLink, out: &mut Vec<Action>) {
    if !dialog.is_asking {
        return;
    }
    let (mut is_open, mut is_done) = (true, ctx.input(|i| i.key_pressed(Key::Escape)));
    let window = Window::new("Open a link").collapsible(false).resizable(false).open(&mut is_open);
    window.anchor(Align2::CENTER_CENTER, [0.0, 0.0]).show(ctx, |ui| {
        ui.set_width(460.0);
        ui.label("A link names a level, a moment of its run, the selection and the overlays. Ctrl+V on the canvas opens one too.");
        ui.add_space(6.0);
        let field = TextEdit::singleline(&mut dialog.text)
            .hint_text("blobsmith://#z=… or https://…#z=…")
            .desired_width(f32::INFINITY)
            .font(egui::TextStyle::Monospace);
        let response = ui.add(field);
        response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, FIELD));
        if dialog.text.is_empty() && ui.memory(|memory| memory.focused().is_none()) {
            response.request_focus();
        }
        let is_ready = share::is_link(&dialog.text);
        let is_entered = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        ui.add_space(6.0);
        ui.horizontal(|ui| {
            if ui.add_enabled(is_ready, Button::new("Open the link")).clicked() || (is_ready && is_entered) {
                out.push(Action::OpenLink(dialog.text.trim().to_owned()));
                is_done = true;
            }
            is_done |= ui.button("Cancel").clicked();
            if !is_ready && !dialog.text.trim().is_empty() {
                ui.colored_label(ui.visuals().warn_fg_color, "This is not a link to a level or a moment.");
            }
        });
    });
    if is_done || !is_open {
        *dialog = OpenLink::default();
    }
}
