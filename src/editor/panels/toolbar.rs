//! The toolbar: files, history and time.

use super::clock;
use super::menu::{is_possible, item, name};
use crate::editor::actions::{Action, Command};
use crate::editor::app::App;
use crate::editor::features::tour::Target;
use crate::editor::features::tour::panel as tour;
use crate::editor::icons::Icon;
use crate::editor::theme;
use crate::editor::widgets::overflow;
use crate::editor::widgets::overflow::Item;
use crate::editor::{keys, widgets};
use egui::{RichText, Role, Ui, WidgetInfo};

/// Height of separators.
const LINE: f32 = 18.0;

/// Draws the toolbar.
pub fn show(ui: &mut Ui, app: &App, out: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        overflow::row(ui, "Toolbar", (&left(app), &right(app)), (0.0, &|_, _| {}), out);
    });
}

/// A command as an icon; by name in the overflow menu.
fn command(app: &App, rank: u8, command: Command) -> Item<'_> {
    Item::new(rank, move |ui, out| button(ui, app, command, out), move |ui, out| item(ui, app, command, out))
}

fn left(app: &App) -> Vec<Item<'_>> {
    let play = |rank, is_reverse, command| {
        let show = move |ui: &mut Ui, out: &mut Vec<Action>| clock::play(ui, app, is_reverse, out);
        Item::new(rank, show, move |ui, out| item(ui, app, command, out))
    };
    vec![
        command(app, 5, Command::Open),
        command(app, 6, Command::Save),
        Item::gap(LINE),
        command(app, 9, Command::Undo),
        command(app, 8, Command::Redo),
        Item::gap(LINE),
        command(app, 10, Command::Restart),
        command(app, 7, Command::BackFrame),
        command(app, 3, Command::BackSubstep),
        command(app, 2, Command::BackPhase),
        play(4, true, Command::PlayBackward),
        play(20, false, Command::PlayPause),
        command(app, 2, Command::StepPhase),
        command(app, 3, Command::StepSubstep),
        command(app, 11, Command::StepFrame),
        command(app, 3, Command::LastFrame),
        Item::gap(LINE),
        Item::new(12, |ui, out| clock::speed(ui, app, out), |ui, out| clock::speed(ui, app, out)),
        Item::gap(LINE),
        Item::new(
            15,
            |ui, out| clock::moment(ui, app, out),
            |ui, out| overflow::line(ui, "", |ui| clock::moment(ui, app, out)),
        ),
    ]
}

fn right(app: &App) -> Vec<Item<'_>> {
    let switch = |rank, command: Command, is_on| {
        let show = move |ui: &mut Ui, out: &mut Vec<Action>| toggle(ui, command, is_on, out);
        Item::new(rank, show, move |ui, out| item(ui, app, command, out))
    };
    vec![
        Item::new(9, |ui, out| overlays(ui, app, out), |ui, out| overlays(ui, app, out)),
        command(app, 8, Command::Fit),
        Item::gap(LINE),
        switch(6, Command::ToggleDock, app.settings.shows_dock),
        switch(6, Command::ToggleInspector, app.settings.shows_side),
        command(app, 1, Command::ToggleTheme),
        command(app, 10, Command::Palette),
        command(app, 1, Command::Shortcuts),
    ]
}

/// Tooltip with shortcut.
pub fn tip(ui: &Ui, text: &str, command: Command) -> String {
    match command.row().keys.first() {
        Some(keys) => format!("{text}  ({})", keys::write(ui.ctx(), keys)),
        None => text.to_owned(),
    }
}

fn button(ui: &mut Ui, app: &App, command: Command, out: &mut Vec<Action>) {
    let row = command.row();
    let tip = tip(ui, &name(app, command), command);
    let response = widgets::icon_button(ui, row.icon, row.name, &tip, is_possible(app, command), false);
    tour::ring(ui, app, Target::Command(command), response.rect);
    if response.clicked() {
        out.push(Action::Command(command));
    }
}

fn toggle(ui: &mut Ui, command: Command, is_on: bool, out: &mut Vec<Action>) {
    let row = command.row();
    let tip = tip(ui, row.name, command);
    if widgets::icon_button(ui, row.icon, row.name, &tip, true, is_on).clicked() {
        out.push(Action::Command(command));
    }
}

/// Overlays in a menu, for when the Show panel is not visible.
fn overlays(ui: &mut Ui, app: &App, out: &mut Vec<Action>) {
    let count = app.settings.overlays_on().count();
    let title = if count == 0 { "Overlays".to_owned() } else { format!("Overlays {count}") };
    let response = ui.menu_button((Icon("stack").text(theme::SMALL_ICON), RichText::new(title)), |ui| {
        ui.set_max_width(240.0);
        overflow::scrolling(ui, |ui| crate::editor::features::show::panel::overlay_list(ui, app, out));
    });
    response.response.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Overlays"));
}
