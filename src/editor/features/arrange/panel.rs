//! The dialog of an operation: parameters, what results, and why it is not possible. It is not modal, so the selection can
//! change while it is open.

use super::ArrangeDialog;
use super::commands::ArrangeCommand;
use crate::editor::actions::Action;
use crate::editor::icons::Icon;
use crate::editor::settings::ThemeChoice;
use crate::editor::theme;
use crate::editor::widgets;
use crate::editor::widgets::floating::{self, Corner};
use crate::level::checks::Severity;
use egui::{Align, Button, Context, Key, Label, Layout, Modifiers, Pos2, RichText, Ui};

/// Width of the dialog.
const WIDTH: f32 = 300.0;

/// Draws the dialog at a corner. With `is_blocked` another window takes the Enter key.
pub fn show(
    ctx: &Context,
    dialog: &mut ArrangeDialog,
    (corner, is_blocked): (Pos2, bool),
    choice: ThemeChoice,
    out: &mut Vec<Action>,
) {
    let had_focus = ctx.memory(|memory| memory.focused().is_some());
    let room = (ctx.content_rect().height() - corner.y - 260.0).clamp(120.0, 420.0);
    let title = dialog.operation.title;
    let contents = |ui: &mut Ui| {
        widgets::note(ui, dialog.operation.explanation);
        ui.add_space(4.0);
        let level = dialog.level().clone();
        dialog.chosen.show(ui, "arrange parameters", Some(room), &level);
        ui.separator();
        facts(ui, dialog, choice);
        ui.add_space(4.0);
        buttons(ui, dialog, out);
    };
    if !floating::show(ctx, ("arrange", title), Corner::Left(corner), WIDTH, contents) {
        out.push(Action::Arrange(ArrangeCommand::Leave));
    }
    // A focused number field or button handles Enter itself.
    if !had_focus && !is_blocked && ctx.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Enter)) {
        out.push(Action::Arrange(ArrangeCommand::Commit));
    }
}

/// What results, or why nothing does.
fn facts(ui: &mut Ui, dialog: &ArrangeDialog, choice: ThemeChoice) {
    let preview = match &dialog.preview {
        Ok(preview) => preview,
        Err(reason) => {
            let tint = theme::severity(choice, Severity::Warning);
            ui.horizontal_wrapped(|ui| {
                ui.label(Icon("warning").tinted(theme::SMALL_ICON, tint));
                ui.add(Label::new(RichText::new(widgets::sentence(reason)).color(tint)).wrap());
            });
            return;
        }
    };
    let ghost = &preview.ghost;
    let nodes = ghost.bodies.iter().map(|body| body.nodes.len()).sum();
    let counts = [
        (ghost.bodies.len(), ["body", "bodies"]),
        (ghost.discs.len(), ["disc", "discs"]),
        (ghost.obstacles.len(), ["obstacle", "obstacles"]),
        (ghost.markers.len(), ["marker", "markers"]),
        (nodes, ["node", "nodes"]),
    ];
    let counts = counts.into_iter().filter(|(count, _)| *count > 0);
    let words = counts.map(|(count, nouns)| format!("{count} {}", nouns[usize::from(count != 1)]));
    ui.add(Label::new(format!("Result: {}", words.collect::<Vec<_>>().join(", "))).wrap());
    if !preview.said.is_empty() {
        widgets::note(ui, widgets::sentence(&preview.said));
    }
}

fn buttons(ui: &mut Ui, dialog: &mut ArrangeDialog, out: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        let (is_possible, verb) = (dialog.preview.is_ok(), dialog.operation.verb);
        let button = Button::new(RichText::new(verb).strong()).fill(ui.visuals().selection.bg_fill);
        let response = ui.add_enabled(is_possible, button).on_hover_text("Enter");
        let name = format!("Apply: {verb}");
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, is_possible, &name));
        if response.clicked() {
            out.push(Action::Arrange(ArrangeCommand::Commit));
        }
        if ui.button("Cancel").on_hover_text("Esc").clicked() {
            out.push(Action::Arrange(ArrangeCommand::Leave));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            dialog.chosen.reset_button(ui);
        });
    });
}
