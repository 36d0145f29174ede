//! The toolbar: files, history and time.

use super::{clock, docking};
use crate::editor::actions::{Action, Command};
use crate::editor::context::ViewContext;
use crate::editor::features::show::panel::overlay_list;
use crate::editor::features::tour::panel::ring;
use crate::editor::features::tour::{Target, Tour};
use crate::editor::icons::Icon;
use crate::editor::settings::layout::SplitAxis;
use crate::editor::theme;
use crate::editor::widgets;
use crate::editor::widgets::command::{item, tip};
use crate::editor::widgets::overflow;
use crate::editor::widgets::overflow::Item;
use egui::{Button, RichText, Role, Ui, WidgetInfo};

/// Height of separators.
const LINE: f32 = 18.0;

/// Draws the toolbar.
pub fn show(ui: &mut Ui, view: &ViewContext, tour: &Tour, out: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        overflow::row(ui, "Toolbar", (&left(view, tour), &right(view, tour)), (0.0, &|_, _| {}), out);
    });
}

/// A command as an icon; by name in the overflow menu.
fn command<'a>(view: &'a ViewContext<'a>, tour: &'a Tour, rank: u8, command: Command) -> Item<'a> {
    Item::new(rank, move |ui, out| button(ui, view, tour, command, out), move |ui, out| item(ui, view, command, out))
}

fn left<'a>(view: &'a ViewContext<'a>, tour: &'a Tour) -> Vec<Item<'a>> {
    let play = |rank, is_reverse, command| {
        let show = move |ui: &mut Ui, out: &mut Vec<Action>| clock::play(ui, view, is_reverse, out);
        Item::new(rank, show, move |ui, out| item(ui, view, command, out))
    };
    vec![
        command(view, tour, 5, Command::Open),
        command(view, tour, 6, Command::Save),
        Item::gap(LINE),
        command(view, tour, 9, Command::Undo),
        command(view, tour, 8, Command::Redo),
        Item::gap(LINE),
        command(view, tour, 10, Command::Restart),
        command(view, tour, 7, Command::BackFrame),
        command(view, tour, 3, Command::BackSubstep),
        command(view, tour, 2, Command::BackPhase),
        play(4, true, Command::PlayBackward),
        play(20, false, Command::PlayPause),
        command(view, tour, 2, Command::StepPhase),
        command(view, tour, 3, Command::StepSubstep),
        command(view, tour, 11, Command::StepFrame),
        command(view, tour, 3, Command::LastFrame),
        Item::gap(LINE),
        Item::new(12, |ui, out| clock::speed(ui, view, out), |ui, out| clock::speed(ui, view, out)),
        Item::gap(LINE),
        Item::new(
            15,
            |ui, out| clock::moment(ui, view, out),
            |ui, out| overflow::line(ui, "", |ui| clock::moment(ui, view, out)),
        ),
    ]
}

fn right<'a>(view: &'a ViewContext<'a>, tour: &'a Tour) -> Vec<Item<'a>> {
    let switch = |rank, command: Command, is_on| {
        let show = move |ui: &mut Ui, out: &mut Vec<Action>| toggle(ui, command, is_on, out);
        Item::new(rank, show, move |ui, out| item(ui, view, command, out))
    };
    vec![
        Item::new(9, |ui, out| overlays(ui, view, out), |ui, out| overlays(ui, view, out)),
        command(view, tour, 8, Command::Fit),
        Item::gap(LINE),
        Item::new(7, |ui, out| layouts(ui, view, out), |ui, out| layouts(ui, view, out)),
        switch(6, Command::ToggleDock, view.settings.layout().is_any_visible(SplitAxis::Column)),
        switch(6, Command::ToggleInspector, view.settings.layout().is_any_visible(SplitAxis::Row)),
        command(view, tour, 1, Command::ToggleTheme),
        command(view, tour, 10, Command::Palette),
        command(view, tour, 1, Command::Shortcuts),
    ]
}

fn button(ui: &mut Ui, view: &ViewContext, tour: &Tour, command: Command, out: &mut Vec<Action>) {
    let row = command.row();
    let tip = tip(ui, &view.commands.name(command), command);
    let response = widgets::icon_button(ui, row.icon, row.name, &tip, view.commands.is_possible(command), false);
    ring(ui, tour, Target::Command(command), response.rect);
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
fn overlays(ui: &mut Ui, view: &ViewContext, out: &mut Vec<Action>) {
    let count = view.settings.overlays_on().count();
    let title = if count == 0 { "Overlays".to_owned() } else { format!("Overlays {count}") };
    let button = Button::new((Icon("stack").text(theme::SMALL_ICON), RichText::new(title)));
    let response = overflow::stays_open(ui, button, |ui, height| {
        ui.set_width(290.0);
        overflow::scrolling_within(ui, height, |ui| overlay_list(ui, view, out));
    });
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Overlays"));
}

/// The layout in use; opens the menu of layouts.
fn layouts(ui: &mut Ui, view: &ViewContext, out: &mut Vec<Action>) {
    let layouts = &view.settings.layouts;
    let words = (Icon("layout").text(theme::SMALL_ICON), RichText::new(layouts.name()));
    let response = overflow::stays_open(ui, Button::new(words), |ui, height| {
        overflow::scrolling_within(ui, height, |ui| docking::layouts(ui, layouts, out));
    });
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Layout"));
    response.on_hover_text("Arrangement of the panels");
}
