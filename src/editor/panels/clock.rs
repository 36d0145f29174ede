//! Time controls of the toolbar: play, speed, threads and present moment.

use crate::editor::actions::{Action, Command};
use crate::editor::context::ViewContext;
use crate::editor::features::settings::panel::general::threads;
use crate::editor::features::timeline::commands::TimeCommand;
use crate::editor::features::timeline::moments::{self};
use crate::editor::icons::Icon;
use crate::editor::keys;
use crate::editor::playback::{FASTEST, SLOW_MOTION, SLOWEST, SPEEDS};
use crate::editor::theme;
use crate::editor::widgets;
use crate::editor::widgets::command::tip;
use crate::editor::widgets::overflow;
use egui::{Button, Key, RichText, Role, Slider, TextEdit, Ui, WidgetInfo, vec2};

/// Width of the field of the moment: the usual one, the largest, the step between them, and its margins.
const FIELD: f32 = 84.0;
const WIDEST: f32 = 150.0;
const STEP: f32 = 22.0;
const MARGINS: f32 = 16.0;

/// Width of the field for words of this width. It grows in steps, so that the toolbar is at rest while a moment gets
/// another digit.
fn field_width(words: f32) -> f32 {
    let steps = ((words + MARGINS - FIELD) / STEP).ceil().max(0.0);
    (FIELD + steps * STEP).min(WIDEST)
}

/// Button that plays in one direction or pauses.
pub fn play(ui: &mut Ui, view: &ViewContext, is_reverse: bool, out: &mut Vec<Action>) {
    let is_playing = view.playback.is_playing && view.playback.is_reverse == is_reverse;
    let command = if is_reverse { Command::PlayBackward } else { Command::PlayPause };
    let (icon, name) = match (is_playing, is_reverse) {
        (true, false) => ("pause", "Pause"),
        (true, true) => ("pause", "Pause playing backwards"),
        (false, false) => ("play", "Play"),
        (false, true) => ("play", "Play backwards"),
    };
    let visuals = ui.visuals();
    let accent = visuals.hyperlink_color.gamma_multiply(0.85);
    let fill = if is_playing {
        visuals.selection.bg_fill
    } else if is_reverse {
        visuals.widgets.inactive.weak_bg_fill
    } else {
        accent
    };
    let tint = if is_reverse && !is_playing { visuals.text_color() } else { egui::Color32::WHITE };
    let width = if is_reverse { theme::BUTTON } else { 40.0 };
    let is_possible = view.commands.is_possible(command);
    // The icon font has no triangle to the left of the same size, so it is drawn.
    let is_drawn = is_reverse && !is_playing;
    let words = if is_drawn { RichText::new("") } else { Icon(icon).tinted(theme::ICON, tint) };
    let button = Button::new(words).min_size(vec2(width, theme::BUTTON)).fill(fill);
    let response = ui.add_enabled(is_possible, button);
    if is_drawn {
        let at = response.rect.center();
        let corners = vec![at + vec2(-6.0, 0.0), at + vec2(4.5, -6.5), at + vec2(4.5, 6.5)];
        let tint = if is_possible { tint } else { tint.gamma_multiply(0.4) };
        ui.painter().add(egui::Shape::closed_line(corners, egui::Stroke::new(1.4, tint)));
    }
    response.widget_info(|| WidgetInfo::labeled(Role::Button, is_possible, name));
    if response.on_hover_text(tip(ui, name, command)).clicked() {
        out.push(Action::Command(command));
    }
}

/// The speed, with a menu of a slider and presets.
pub fn speed(ui: &mut Ui, view: &ViewContext, out: &mut Vec<Action>) {
    let speed = view.playback.speed;
    let words = format!("{} ×", widgets::write_number((speed * 1000.0).round() / 1000.0));
    let button = Button::new(RichText::new(words)).min_size(vec2(58.0, theme::BUTTON));
    let response = overflow::stays_open(ui, button, |ui, _| {
        ui.set_width(250.0);
        let mut new = speed;
        ui.spacing_mut().slider_width = 160.0;
        let slider = Slider::new(&mut new, SLOWEST..=FASTEST).logarithmic(true).suffix(" ×").max_decimals(3);
        let response = ui.add(slider);
        response.widget_info(|| {
            let mut info = WidgetInfo::labeled(Role::Slider, true, "Speed of playing");
            info.value = Some(speed);
            info
        });
        if new != speed {
            out.push(Action::Speed(new));
        }
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(3.0, 3.0);
            for preset in SPEEDS {
                if ui.add(Button::selectable(speed == preset, format!("{preset} ×"))).clicked() {
                    out.push(Action::Speed(preset));
                }
            }
        });
        widgets::note(ui, format!("1 × is 60 frames a second. Below {SLOW_MOTION} × substeps are shown one by one."));
        threads(ui, view, out);
    });
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Speed"));
    let tip = "Playback speed, forwards and backwards.  ({command slower} and {command faster})";
    response.on_hover_text(keys::fill(ui.ctx(), tip));
}

/// The present frame as an editable field, and the substeps done of the next frame.
pub fn moment(ui: &mut Ui, view: &ViewContext, out: &mut Vec<Action>) {
    let weak = ui.visuals().weak_text_color();
    ui.label(RichText::new("Frame").small().color(weak));
    let present = view.run.moment();
    let id = widgets::frame_field_id();
    let typed = ui.data(|data| data.get_temp::<String>(id));
    let is_typing = typed.is_some();
    let mut text = typed.unwrap_or_else(|| moments::displayed(view.run));
    if !is_typing && ui.memory(|memory| memory.has_focus(id)) {
        // Opened by the shortcut: the next typed character replaces the text.
        text = moments::displayed(view.run);
        widgets::select_all(ui, id, &text);
    }
    let font = egui::FontId::monospace(14.5);
    let words = ui.painter().layout_no_wrap(text.clone(), font.clone(), weak).size().x;
    let field = TextEdit::singleline(&mut text)
        .id(id)
        .desired_width(field_width(words))
        .font(font)
        .align(egui::Align2::RIGHT_CENTER);
    let response = ui.add(field);
    response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "Frame"));
    if response.gained_focus() {
        // Opened by a click.
        text = moments::displayed(view.run);
        widgets::select_all(ui, id, &text);
    }
    if response.lost_focus() && is_typing {
        if ui.input(|i| i.key_pressed(Key::Enter)) {
            out.push(Action::Time(TimeCommand::GoToTyped(text)));
        }
        ui.data_mut(|data| data.remove::<String>(id));
    } else if response.has_focus() {
        ui.data_mut(|data| data.insert_temp(id, text));
    }
    let substeps = match view.run.level().world.substeps {
        1 => "A frame has one substep.".to_owned(),
        count => format!("A frame has {count} substeps."),
    };
    response.on_hover_text(format!(
        "Completed frames, then substeps of the next frame, then phases of the next substep: 8.13.2. {substeps} Type any \
         moment, visited or not, and press Enter.  (G)",
    ));
    if view.run.game_frame() > 0 {
        let game = view.run.game_frame() + present.0;
        ui.label(RichText::new(format!("game {game}")).monospace().small().color(weak))
            .on_hover_text("Frame of the game that this recording comes from");
    }
    if view.playback.is_behind && view.playback.is_playing {
        ui.label(Icon("warning").tinted(theme::SMALL_ICON, ui.visuals().warn_fg_color))
            .on_hover_text("Stepping is too slow for the chosen playback speed");
    }
}
