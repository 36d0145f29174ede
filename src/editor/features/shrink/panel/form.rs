//! The form of the Shrink panel: failure, allowed changes and start button.

use crate::debugger::Expression;
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::breakpoints::panel::row;
use crate::editor::features::diagnosis::DiagnosisUi;
use crate::editor::features::expectations::Expectations;
use crate::editor::features::expectations::panel::offers;
use crate::editor::features::shrink::Shrinking;
use crate::editor::features::shrink::{ShrinkCommand, ShrinkForm};
use crate::editor::icons::Icon;
use crate::editor::theme;
use crate::editor::widgets::{self, Number, expression};
use crate::level::Holds;
use egui::{Align, Button, Checkbox, Label, Layout, RichText, Role, Ui, WidgetInfo};

/// Maximum number of frames.
const MOST_FRAMES: f64 = 100_000.0;
/// Width of row labels.
const LABEL: f32 = 62.0;
/// Width of the choose button with its gap.
const CHOOSE: f32 = 44.0;

const KEPT: [(Holds, &str, &str); 2] = [
    (Holds::Never, "a test that fails until it is fixed", "The level expects that the condition never holds"),
    (Holds::Eventually, "a level that shows it", "The level expects that the condition holds at some moment"),
];

pub(super) fn show(
    ui: &mut Ui,
    view: &ViewContext,
    diagnosis: &DiagnosisUi,
    expectations: &Expectations,
    shrink: &Shrinking,
    out: &mut Vec<Action>,
) {
    let mut form = shrink.form.clone();
    ui.spacing_mut().item_spacing = egui::vec2(4.0, 4.0);
    ui.horizontal(|ui| button(ui, view, shrink, out));
    condition(ui, view, diagnosis, expectations, &mut form);
    ui.horizontal(|ui| {
        label(ui, "Evaluated");
        if let Some(each) = row::narrow(ui, "Shrink: how often", form.each, &row::EACH, 110.0) {
            form.each = each;
        }
        ui.label("for");
        let how = Number { min: 1.0, max: MOST_FRAMES, suffix: " frames", is_whole: true };
        if let Some(frames) = widgets::number(ui, "Shrink: frames", form.frames as f64, how) {
            form.frames = frames as u64;
        }
    });
    ui.horizontal(|ui| {
        label(ui, "May");
        let tick = |ui: &mut Ui, is_on: &mut bool, text: &str, tip: &str| {
            let response = ui.add(Checkbox::new(is_on, text)).on_hover_text(tip);
            response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, *is_on, format!("May {text}")));
        };
        tick(ui, &mut form.may_begin_later, "begin later", "The level may start at the frame before the failure");
        let tip = "Tries no gravity, fewer substeps, zero velocities and round numbers, and keeps what still fails";
        tick(ui, &mut form.may_simplify, "be simpler", tip);
    });
    ui.horizontal(|ui| {
        label(ui, "Becomes");
        if let Some(holds) = row::narrow(ui, "Shrink: what becomes of it", form.holds, &KEPT, 210.0) {
            form.holds = holds;
        }
    });
    if form != shrink.form {
        out.push(Action::Shrink(ShrinkCommand::Form(Box::new(form))));
    }
}

fn label(ui: &mut Ui, text: &str) {
    let size = egui::vec2(LABEL, ui.spacing().interact_size.y);
    ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
        ui.set_min_width(LABEL);
        ui.add(Label::new(RichText::new(text).color(ui.visuals().weak_text_color())));
    });
}

fn button(ui: &mut Ui, view: &ViewContext, shrink: &Shrinking, out: &mut Vec<Action>) {
    if let Some(task) = shrink.task.as_ref().filter(|task| task.is_running()) {
        let tip = "Stops and keeps the smallest level so far";
        let response = ui
            .add_enabled(!task.is_stopping, Button::new((Icon("stop").text(theme::SMALL_ICON), RichText::new("Stop"))));
        response.widget_info(|| WidgetInfo::labeled(Role::Button, !task.is_stopping, "Stop shrinking"));
        if response.on_hover_text(tip).clicked() {
            out.push(Action::Shrink(ShrinkCommand::Stop));
        }
        return;
    }
    let refusal = shrink.refusal(&view.document.placed().level);
    let atoms = (Icon("arrows-in").text(theme::SMALL_ICON), RichText::new("Shrink"));
    let response = ui.add_enabled(refusal.is_none(), Button::new(atoms));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, refusal.is_none(), "Start shrinking"));
    let tip = "Searches for the smallest level that still fails. This level does not change";
    if response.on_hover_text(tip).on_disabled_hover_text(refusal.unwrap_or("")).clicked() {
        out.push(Action::Shrink(ShrinkCommand::Run));
    }
    let words = refusal.map_or("to the smallest level in which".to_owned(), |reason| format!("{reason}:"));
    ui.label(RichText::new(words).color(ui.visuals().weak_text_color()));
}

/// The condition with a menu of suggestions, and its error.
fn condition(
    ui: &mut Ui,
    view: &ViewContext,
    diagnosis: &DiagnosisUi,
    expectations: &Expectations,
    form: &mut ShrinkForm,
) {
    let read = Expression::condition(&form.condition, &view.document.placed().level);
    let error = read.as_ref().err().filter(|_| !form.condition.trim().is_empty());
    let before = form.condition.clone();
    let left = ui.horizontal(|ui| {
        let shown = expression::Field {
            name: "Shrink: what goes wrong",
            hint: "such as flipped > 0",
            text: &before,
            error,
            width: ui.available_width() - CHOOSE - 8.0,
            level: &view.document.placed().level,
        };
        let change = expression::show(ui, &shown);
        form.condition = change.text.unwrap_or_else(|| before.clone());
        let menu = ui.menu_button(Icon("caret-down").text(theme::SMALL_ICON), |ui| {
            if let Some(offer) = offers::menu(ui, view, diagnosis, expectations, true) {
                let failure = offer.failure;
                (form.condition, form.each, form.frames) = (failure.condition, failure.each, failure.frames);
                form.holds = offer.holds;
            }
        });
        menu.response.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Choose what goes wrong"));
        menu.response.on_hover_text("Unmet expectations, findings of the run, breakpoints, ready-made conditions");
        change.left
    });
    if let Some(error) = error {
        expression::complain(ui, error, left.inner);
    }
}
