//! The section *Reference image* of the World tab.

use super::{change, reference_of};
use crate::editor::actions::{Action, Command, ImageUse};
use crate::editor::context::ViewContext;
use crate::editor::document::Edit;
use crate::editor::files::FileCommand;
use crate::editor::icons::Icon;
use crate::editor::theme;
use crate::editor::widgets::{self, Number, form};
use crate::level::ReferenceImage;
use crate::level::checks::Severity;
use egui::{Align, Context, Id, Ui};

/// Scrolls the World tab to the section when it is drawn next.
pub fn reveal(ctx: &Context) {
    ctx.data_mut(|data| data.insert_temp(wants_scroll(), true));
}

fn wants_scroll() -> Id {
    Id::unique("scroll to the reference image")
}

/// Draws the section.
pub fn show(ui: &mut Ui, view: &ViewContext, out: &mut Vec<Action>) {
    let section = ui.scope(|ui| contents(ui, view, out)).response;
    if ui.data_mut(|data| data.remove_temp::<bool>(wants_scroll())).is_some() {
        section.scroll_to_me(Some(Align::Center));
    }
}

fn contents(ui: &mut Ui, view: &ViewContext, out: &mut Vec<Action>) {
    widgets::heading(ui, "Reference image");
    let Some(reference) = reference_of(view.document.level()) else {
        widgets::note(ui, "A picture behind the level, to draw over. Simulation and exports ignore it.");
        pick(ui, out);
        return;
    };
    ui.horizontal(|ui| {
        let name = reference.image.rsplit('/').next().unwrap_or(&reference.image);
        ui.add(egui::Label::new(name).truncate()).on_hover_text(&reference.image);
    });
    ui.horizontal(|ui| {
        pick(ui, out);
        if widgets::icon_button(ui, Icon("x"), "Remove reference image", "Remove it from the level", true, false)
            .clicked()
        {
            out.push(Action::Edit(Edit::new("Remove the reference image", |level| {
                level.editor.get_or_insert_default().reference = None;
                Ok(())
            })));
        }
    });
    if let Some(reason) = view.skins.reason(&reference.image) {
        ui.colored_label(theme::severity(view.settings.theme, Severity::Warning), format!("The image {reason}"));
    }
    form::table(ui, "reference image", |ui| numbers(ui, reference, out));
}

fn pick(ui: &mut Ui, out: &mut Vec<Action>) {
    let tip = "A PNG file. The path is stored relative to the level";
    if widgets::text_button(ui, Icon("image"), "Choose reference image…").on_hover_text(tip).clicked() {
        out.push(Action::Files(FileCommand::PickImage(ImageUse::Reference)));
    }
}

fn numbers(ui: &mut Ui, reference: &ReferenceImage, out: &mut Vec<Action>) {
    if let Some(center) = form::vector(ui, "Centre", reference.center) {
        out.push(change("Move the reference image", move |reference| reference.center = center));
    }
    if let Some(width) = form::number(ui, "Image width", reference.width, Number::MORE_THAN_ZERO) {
        out.push(change("Scale the reference image", move |reference| reference.width = width));
    }
    if let Some(opacity) = form::number(ui, "Opacity", reference.opacity, Number::PORTION) {
        out.push(change("Opacity of the reference image", move |reference| reference.opacity = opacity));
    }
    if form::check(ui, "Visible", reference.visible).is_some() {
        out.push(Action::Command(Command::ToggleReference));
    }
    if let Some(locked) = form::check(ui, "Locked", reference.locked) {
        let name = if locked { "Lock the reference image" } else { "Unlock the reference image" };
        out.push(change(name, move |reference| reference.locked = locked));
    }
}
