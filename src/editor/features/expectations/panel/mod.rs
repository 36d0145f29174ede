//! The Expectations panel: claims of the level about its run, with results.

pub mod offers;
mod row;

use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::diagnosis::DiagnosisUi;
use crate::editor::features::expectations;
use crate::editor::features::expectations::Expectations;
use crate::editor::features::expectations::{add, default_frames, never};
use crate::editor::icons::Icon;
use crate::editor::theme;
use crate::editor::widgets::{self, expression};
use crate::level::Each;
use crate::picture::Palette;
use egui::{Label, ProgressBar, RichText, Role, ScrollArea, Ui, WidgetInfo};

/// Number of unmet expectations, for the tab badge.
pub fn count(view: &ViewContext, expectations: &Expectations) -> usize {
    expectations.count(view.document.level())[1]
}

/// Draws the panel.
pub fn show(
    ui: &mut Ui,
    view: &ViewContext,
    diagnosis: &DiagnosisUi,
    expectations: &Expectations,
    out: &mut Vec<Action>,
) {
    head(ui, view, diagnosis, expectations, out);
    ScrollArea::vertical().id_salt("expectations").auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 4.0;
        let all = expectations::of(view.document.level());
        if all.is_empty() {
            let text = "An expectation is a claim about this level's run, such as: never deepest > 0.1 within 600 frames. It is \
                        saved with the level, so that the level is a test. This panel tests each claim on a run from \
                        frame 0 without user input; blobsmith check --run does the same. An unmet expectation can be \
                        shrunk to the smallest level that still fails.";
            ui.add(Label::new(RichText::new(text).color(ui.visuals().weak_text_color())).wrap());
        }
        for index in 0..all.len() {
            ui.push_id(("expectation", index), |ui| row::show(ui, view, expectations, index, out));
        }
    });
    let now = ui.ctx().cumulative_pass_nr();
    ui.data_mut(|data| data.insert_temp(expression::panel_seen(ui), now));
}

/// Buttons to add expectations, and a summary of the results.
fn head(ui: &mut Ui, view: &ViewContext, diagnosis: &DiagnosisUi, expectations: &Expectations, out: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        let menu = widgets::menu_button(ui, None, "Add expectation", |ui| {
            if let Some(offer) = offers::menu(ui, view, diagnosis, expectations, false) {
                let failure = offer.failure;
                out.push(Action::Edit(add(never(failure.condition, failure.each, failure.frames))));
            }
        });
        menu.on_hover_text(
            "Expect that a condition never holds: findings of the run, breakpoints or ready-made conditions",
        );
        if widgets::text_button(ui, Icon("plus"), "Empty expectation").clicked() {
            out.push(Action::Edit(add(never("", Each::Frame, default_frames(view)))));
        }
        summary(ui, view, expectations);
    });
}

fn summary(ui: &mut Ui, view: &ViewContext, expectations: &Expectations) {
    let [met, unmet, all] = expectations.count(view.document.level());
    if all == 0 {
        return;
    }
    ui.add_space(8.0);
    if let Some((frame, frames)) = expectations.progress() {
        let text = format!("frame {frame} of {frames}");
        let part = frame as f32 / frames.max(1) as f32;
        let bar = ProgressBar::new(part).desired_width(150.0).desired_height(16.0);
        let response = ui.add(bar.text(RichText::new(&text).small()));
        response.widget_info(|| WidgetInfo::labeled(Role::ProgressIndicator, true, &text));
    }
    let palette = Palette::of(view.settings.theme.picture());
    let (text, tint) = match () {
        () if unmet > 0 => (format!("{unmet} of {all} not met"), theme::color(palette.error)),
        () if met == all => (format!("{all} of {all} met"), theme::color(palette.triangle_sound.opaque())),
        () if view.playback.is_active() => ("tested when the run pauses".to_owned(), ui.visuals().weak_text_color()),
        () => (format!("{met} of {all} met so far"), ui.visuals().weak_text_color()),
    };
    ui.label(RichText::new(text).color(tint));
}
