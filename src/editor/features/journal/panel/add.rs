//! Controls that add inputs now: a push of the selection, a change of a setting.

use super::{desk, request};
use crate::debugger::run::journal::name;
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::journal::JournalCommand;
use crate::editor::features::journal::JournalUi;
use crate::editor::icons::Icon;
use crate::editor::theme;
use crate::editor::widgets;
use crate::editor::widgets::Number;
use crate::editor::widgets::paths::{self, parse_value};
use crate::level::path::settable;
use crate::level::{DocumentPath, Place};
use egui::{Align, Button, Key, Layout, RichText, Role, ScrollArea, TextEdit, Ui, WidgetInfo, vec2};

/// Draws the controls.
pub fn show(ui: &mut Ui, view: &ViewContext, journal: &JournalUi, out: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| push(ui, view, journal, out));
    ui.horizontal_wrapped(|ui| set(ui, view, journal, out));
}

/// Label before a row, with the same width in both rows.
fn label(ui: &mut Ui, text: &str) {
    let size = vec2(76.0, ui.spacing().interact_size.y);
    ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
        ui.set_min_width(size.x);
        ui.label(RichText::new(text).small());
    });
}

/// Selected parts that can be pushed.
fn pushable(view: &ViewContext) -> Vec<Place> {
    let places = view.selection.iter().copied();
    places.filter(|&place| view.run.world().can_nudge(place).is_ok()).collect()
}

fn push(ui: &mut Ui, view: &ViewContext, journal: &JournalUi, out: &mut Vec<Action>) {
    let places = pushable(view);
    label(ui, "Push by");
    let [x, y] = journal.push;
    if let Some(x) = widgets::number(ui, "Push x", x, Number::ANY) {
        desk(out, move |desk| desk.push[0] = x);
    }
    if let Some(y) = widgets::number(ui, "Push y", y, Number::ANY) {
        desk(out, move |desk| desk.push[1] = y);
    }
    let what = match places[..] {
        [] => "Push".to_owned(),
        [place] => format!("Push {}", name(view.run.level(), place)),
        _ => format!("Push {} parts", places.len()),
    };
    let is_possible = !places.is_empty() && journal.push != [0.0, 0.0];
    let response = ui.add_enabled(is_possible, Button::new((Icon("arrow-right").text(theme::SMALL_ICON), what)));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, is_possible, "Push the selection"));
    let tip = "Changes the velocity of the selected nodes, bodies and discs at this moment of the run. With the hand \
               (H), hold Shift and drag to push.";
    let response = response.on_hover_text(tip);
    let response =
        response.on_disabled_hover_text(format!("Select nodes, bodies or discs and enter a velocity. {tip}"));
    if response.clicked() {
        request(out, JournalCommand::Push(places, journal.push));
    }
}

fn set(ui: &mut Ui, view: &ViewContext, journal: &JournalUi, out: &mut Vec<Action>) {
    label(ui, "From here on");
    let mut path = journal.path.clone();
    let edit = ui.add(TextEdit::singleline(&mut path).desired_width(190.0).hint_text("world.gravity[1]"));
    edit.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "Setting"));
    if edit.changed() {
        desk(out, move |desk| desk.path = path);
    }
    choose(ui, view, journal, out);
    ui.label("=");
    let mut value = journal.value.clone();
    let now = now(view, journal);
    let hint = now.clone().unwrap_or_else(|| "value".to_owned());
    let edit = ui.add(TextEdit::singleline(&mut value).desired_width(90.0).hint_text(hint));
    edit.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "Value"));
    let is_entered = edit.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter));
    if edit.changed() {
        let typed = value.clone();
        desk(out, move |desk| desk.value = typed);
    }
    let is_possible = !journal.path.trim().is_empty() && !value.trim().is_empty();
    let response =
        ui.add_enabled(is_possible, Button::new((Icon("sliders-horizontal").text(theme::SMALL_ICON), "Set")));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, is_possible, "Set from here on"));
    let tip = match now {
        Some(now) => format!("Present value: {now}. The level itself does not change."),
        None => "A path into the level, with [*] for all items of a list. The level itself does not change.".to_owned(),
    };
    if response.on_hover_text(&tip).on_disabled_hover_text(tip).clicked() || (is_entered && is_possible) {
        request(out, JournalCommand::Set(journal.path.trim().to_owned(), parse_value(&value)));
    }
}

/// The present value at the path; the first of several.
fn now(view: &ViewContext, journal: &JournalUi) -> Option<String> {
    let found = DocumentPath::parse(&journal.path).ok()?.get(view.run.level()).ok()?;
    let first = found.first()?.value.to_string();
    let is_even = found.iter().all(|other| other.value == found[0].value);
    Some(if is_even { first } else { format!("{first}, …") })
}

/// Menu of the paths that can be set, filtered by the typed text.
fn choose(ui: &mut Ui, view: &ViewContext, journal: &JournalUi, out: &mut Vec<Action>) {
    let response = ui.menu_button(Icon("caret-down").text(theme::SMALL_ICON), |ui| {
        ui.set_min_width(260.0);
        let typed = journal.path.trim();
        let all = settable(view.run.level());
        let is_path = all.iter().any(|path| path == typed);
        let shown: Vec<&String> =
            all.iter().filter(|path| is_path || typed.is_empty() || path.contains(typed)).collect();
        if shown.is_empty() {
            ui.weak(format!("No setting contains “{typed}”"));
        }
        ScrollArea::vertical().max_height(320.0).show(ui, |ui| {
            for path in shown {
                if paths::row(ui, path == typed, path, paths::facts(path)).clicked() {
                    let chosen = path.clone();
                    desk(out, move |desk| (desk.path, desk.value) = (chosen, String::new()));
                    ui.close();
                }
            }
        });
    });
    response.response.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Choose a setting"));
    response.response.on_hover_text("Settings that can change during a run");
}
