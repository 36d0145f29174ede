//! The Journal panel: inputs from outside with their moments, controls for new ones, and branches.

mod add;
mod branches;
mod inputs;
mod live;

pub use live::show as live;

use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::journal::{JournalCommand, JournalUi};
use crate::editor::icons::Icon;
use crate::editor::theme;
use egui::{Button, Frame, Margin, Panel, Response, Role, Ui, WidgetInfo};
use std::ops::RangeInclusive;

/// Least and greatest width of the list of branches.
const BRANCHES: RangeInclusive<f32> = 240.0..=620.0;

/// Draws the panel.
pub fn show(ui: &mut Ui, view: &ViewContext, journal: &JournalUi, out: &mut Vec<Action>) {
    let frame = Frame::NONE.inner_margin(Margin { left: 8, ..Margin::ZERO });
    let width = (ui.available_width() * 0.42).clamp(*BRANCHES.start(), 360.0);
    let branches = Panel::right("branches").frame(frame).resizable(true).default_size(width).size_range(BRANCHES);
    branches.show(ui, |ui| branches::show(ui, view, journal, out));
    add::show(ui, view, journal, out);
    ui.separator();
    inputs::show(ui, view, out);
}

/// Number of inputs for the tab badge; a pull counts as one.
pub fn count(view: &ViewContext) -> usize {
    inputs::rows(view.run.journal().entries()).len()
}

/// A small icon button of the row's height.
fn small_button(ui: &mut Ui, icon: &'static str, name: &str, tip: &str, is_enabled: bool, is_on: bool) -> Response {
    let tint = if is_on { ui.visuals().strong_text_color() } else { ui.visuals().weak_text_color() };
    let button = Button::new(Icon(icon).tinted(theme::SMALL_ICON, tint)).selected(is_on).frame_when_inactive(is_on);
    let response = ui.add_enabled(is_enabled, button);
    response.widget_info(|| WidgetInfo::selected(Role::Button, is_enabled, is_on, name));
    response.on_hover_text(tip).on_disabled_hover_text(tip)
}

fn request(out: &mut Vec<Action>, command: JournalCommand) {
    out.push(Action::Journal(command));
}

fn desk(out: &mut Vec<Action>, change: impl FnOnce(&mut JournalUi) + 'static) {
    request(out, JournalCommand::Ui(Box::new(change)));
}
