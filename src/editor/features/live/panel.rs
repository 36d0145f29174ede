//! The bar of the attached game, and the dialog that asks for its address.

use super::commands::LiveCommand;
use super::{Attached, Live};
use crate::editor::actions::Action;
use crate::editor::icons::Icon;
use crate::editor::{theme, widgets};
use egui::{Align2, Context, Key, RichText, Role, TextEdit, Ui, WidgetInfo, Window};

/// Accessible name of the field.
const FIELD: &str = "Address of the game";

fn request(out: &mut Vec<Action>, command: LiveCommand) {
    out.push(Action::Live(command));
}

/// Draws the bar. The buttons stand before the texts that change, so that they keep their places.
pub fn bar(ui: &mut Ui, link: &Attached, out: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        let (icon, color) = match link.status.paused {
            true => ("pause", ui.visuals().warn_fg_color),
            false => ("broadcast", ui.visuals().hyperlink_color),
        };
        ui.label(Icon(icon).tinted(theme::ICON, color));
        let name = if link.status.name.is_empty() { "a game" } else { &link.status.name };
        ui.label(RichText::new(format!("Attached to {name}")).strong());
        buttons(ui, link.status.paused, out);
        let state = if link.status.paused { "paused" } else { "running" };
        let [bodies, discs, ..] = link.status.parts;
        ui.label(format!("{state} at game frame {}", link.status.frame))
            .on_hover_text(format!("Engine {}, {bodies} bodies, {discs} discs", link.engine));
        if link.is_sending {
            ui.spinner();
            ui.label("Sending the level");
        }
        if link.is_loading {
            ui.spinner();
            ui.label("Loading the recording");
        }
        ui.weak("Edits go to the game at once.");
    });
}

/// Each button has an identifier of its own: a press that the game overtakes must not reach another one.
fn buttons(ui: &mut Ui, is_paused: bool, out: &mut Vec<Action>) {
    let mut button = |is_enabled, icon, text: &str, tip: &str, command| {
        let response = ui.push_id(text, |ui| {
            ui.add_enabled_ui(is_enabled, |ui| widgets::text_button(ui, Icon(icon), text).on_hover_text(tip)).inner
        });
        if response.inner.clicked() {
            request(out, command);
        }
    };
    if is_paused {
        let tip = "The canvas then shows its last frame, several times a second";
        button(true, "play", "Let the game go on", tip, LiveCommand::Pause(false));
    } else {
        let tip = "The timeline then has what its flight recorder kept";
        button(true, "pause", "Pause the game", tip, LiveCommand::Pause(true));
    }
    button(is_paused, "skip-forward", "Step the game", "Runs one frame of a paused game", LiveCommand::Step(1));
    let tip = "The game goes on; the level and the run stay in this window";
    button(true, "plugs", "Detach", tip, LiveCommand::Detach);
}

/// Draws the dialog.
pub fn dialog(ctx: &Context, live: &mut Live, out: &mut Vec<Action>) {
    if !live.is_asking {
        return;
    }
    let mut open = true;
    let window = Window::new("Attach to a running game").collapsible(false).resizable(false).open(&mut open);
    window.anchor(Align2::CENTER_CENTER, [0.0, 0.0]).show(ctx, |ui| {
        ui.set_width(460.0);
        ui.label("Start the link in the game. It prints an address:");
        ui.label(RichText::new("world.start_link()").monospace());
        ui.add_space(6.0);
        let edit = TextEdit::singleline(&mut live.address)
            .hint_text("blobsmith-link://127.0.0.1:PORT/TOKEN")
            .desired_width(f32::INFINITY)
            .font(egui::TextStyle::Monospace);
        let response = ui.add(edit);
        response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, FIELD));
        if live.address.is_empty() && ui.memory(|memory| memory.focused().is_none()) {
            response.request_focus();
        }
        let is_ready = live.address.trim().parse::<crate::play::LinkAddress>().is_ok();
        let is_entered = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        ui.add_space(6.0);
        ui.horizontal(|ui| {
            let attach = ui.add_enabled(is_ready, egui::Button::new("Attach"));
            if attach.clicked() || (is_ready && is_entered) {
                request(out, LiveCommand::Attach);
            }
            if ui.button("Cancel").clicked() {
                request(out, LiveCommand::Ask(false));
            }
            if !is_ready && !live.address.trim().is_empty() {
                ui.colored_label(ui.visuals().warn_fg_color, "This is not an address of a link.");
            }
        });
    });
    if !open {
        request(out, LiveCommand::Ask(false));
    }
}
