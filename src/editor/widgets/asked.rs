//! Layout helpers for panels with a form on the left and results on the right.

use egui::{Color32, Frame, Label, Margin, Panel, RichText, ScrollArea, Ui};

/// The resizable form. Its initial width is a share of the panel; its minimum is `least` points.
pub fn form(ui: &mut Ui, id: &'static str, share: f32, least: f32, show: impl FnOnce(&mut Ui)) {
    let width = ui.available_width();
    Panel::left(id)
        .frame(Frame::NONE.inner_margin(Margin { right: 8, ..Margin::ZERO }))
        .resizable(true)
        .default_size((width * share).clamp(344.0, 440.0))
        .size_range(least..=(width * (share + 0.13)).max(least + 10.0))
        .show(ui, |ui| {
            ScrollArea::vertical().id_salt(id).auto_shrink(false).show(ui, show);
        });
}

/// Shows an error of the form.
pub fn complain(ui: &mut Ui, text: &str) {
    words(ui, text, ui.visuals().error_fg_color);
}

/// Shows an explanation beside the form while there are no results.
pub fn explain(ui: &mut Ui, text: &str) {
    words(ui, text, ui.visuals().weak_text_color());
}

fn words(ui: &mut Ui, text: &str, tint: Color32) {
    Frame::NONE.inner_margin(Margin::symmetric(12, 4)).show(ui, |ui| {
        ui.add(Label::new(RichText::new(text).color(tint)).wrap());
    });
}
