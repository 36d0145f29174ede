//! The dialog that waits for the keys of a function.

use crate::editor::actions::Action;
use crate::editor::features::settings::{KeyCapture, Pressed, SettingsUi};
use crate::editor::keys::{self, KeyTable};
use crate::editor::theme;
use egui::{Context, Event, Id, KeyboardShortcut, Layout, Modal, RichText, Ui};

/// KeyAnswer to the question.
enum KeyAnswer {
    /// These keys replace the old ones; `None`: the old ones are removed.
    Assign(Option<KeyboardShortcut>),
    /// Nothing changes.
    Cancel,
}

pub(super) fn show(ctx: &Context, state: &mut SettingsUi, out: &mut Vec<Action>) {
    let Some(capture) = &mut state.capture else { return };
    let table = keys::table(ctx);
    let by_key = read(ctx, capture, &table);
    let modal = Modal::new(Id::unique("keys of a function")).frame(theme::dialog(ctx)).show(ctx, |ui| {
        ui.set_width(380.0);
        dialog(ui, capture, &table)
    });
    // Keys belong to the question, so only a click outside closes it.
    let outside = modal.backdrop_response.clicked().then_some(KeyAnswer::Cancel);
    let Some(answer) = by_key.or(modal.inner).or(outside) else { return };
    if let KeyAnswer::Assign(new) = answer {
        let changes = table.assigned(&capture.question.id, capture.question.old, new);
        out.push(Action::prefer(move |settings| settings.keys = changes));
    }
    state.capture = None;
}

/// Reads the pressed keys.
fn read(ctx: &Context, capture: &mut KeyCapture, table: &KeyTable) -> Option<KeyAnswer> {
    let mut presses = Vec::new();
    ctx.input_mut(|input| {
        input.events.retain(|event| {
            presses.extend(match event {
                Event::Key { key, pressed: true, repeat: false, modifiers, .. } => Pressed::of(*modifiers, *key),
                Event::Copy | Event::Cut | Event::Paste(_) => {
                    Some(Pressed::Refused("The system's clipboard uses these keys"))
                }
                _ => None,
            });
            !matches!(event, Event::Key { .. } | Event::Copy | Event::Cut | Event::Paste(_))
        });
    });
    for pressed in presses {
        match pressed {
            Pressed::Cancel => return Some(KeyAnswer::Cancel),
            Pressed::Confirm => {
                if let Some(wanted) = capture.wanted {
                    return Some(KeyAnswer::Assign(Some(wanted)));
                }
            }
            Pressed::Refused(reason) => (capture.wanted, capture.refusal) = (None, Some(reason)),
            Pressed::Keys(keys) => match table.owner(keys) {
                Some(other) if other.id != capture.question.id => {
                    (capture.wanted, capture.refusal) = (Some(keys), None);
                }
                _ => return Some(KeyAnswer::Assign(Some(keys))),
            },
        }
    }
    None
}

fn dialog(ui: &mut Ui, capture: &KeyCapture, table: &KeyTable) -> Option<KeyAnswer> {
    let title = table.row(&capture.question.id).map_or("", |row| row.title);
    let mut answer = None;
    ui.heading(format!("Key for {title}"));
    ui.add_space(4.0);
    match (capture.wanted, capture.refusal) {
        (Some(wanted), _) => {
            let owner = table.owner(wanted).map_or("another function", |row| row.title);
            let text = format!("{} is the key of {owner}.", keys::write(ui.ctx(), &wanted));
            ui.label(RichText::new(text).color(ui.visuals().warn_fg_color));
            ui.label(format!("Take it over, so that {owner} loses it, or press another key."));
        }
        (None, Some(reason)) => {
            ui.label(RichText::new(format!("{reason}.")).color(ui.visuals().warn_fg_color));
            ui.label("Press another key.");
        }
        (None, None) => _ = ui.label("Press a key, with Ctrl, Shift or Alt if you like."),
    }
    ui.add_space(8.0);
    ui.with_layout(Layout::right_to_left(egui::Align::Center), |ui| {
        if let Some(wanted) = capture.wanted {
            let button = egui::Button::new(RichText::new("Take it over").strong());
            if ui.add(button.fill(ui.visuals().selection.bg_fill)).on_hover_text("Enter").clicked() {
                answer = Some(KeyAnswer::Assign(Some(wanted)));
            }
        }
        if ui.button("Cancel").on_hover_text("Esc").clicked() {
            answer = Some(KeyAnswer::Cancel);
        }
        if let Some(old) = capture.question.old
            && ui.button(format!("Remove {}", keys::write(ui.ctx(), &old))).clicked()
        {
            answer = Some(KeyAnswer::Assign(None));
        }
    });
    answer
}
