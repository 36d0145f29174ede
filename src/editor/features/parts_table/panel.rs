//! The Table tab: one row per part, one column per frame. A click on a value goes to its frame and selects the part.

use super::{PartSort, PartsTableUi, TableChoice};
use crate::debugger::changes::NumberKind;
use crate::debugger::probes::{self, Scope};
use crate::debugger::run::journal::{PartNames, name};
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::changes;
use crate::editor::features::timeline::commands::TimeCommand;
use crate::editor::icons::Icon;
use crate::editor::widgets::{self, ColumnFormat, Number, expression, overflow};
use crate::level::{Dimension, Place};
use egui::{Align, Button, Checkbox, Layout, ProgressBar, RichText, Role, Sense, Ui, WidgetInfo, vec2};
use egui_extras::{Column, TableBuilder, TableRow};

/// Width of the column of names and of a column of numbers, with its spacing.
const NAME: f32 = 170.0;
const NUMBER: f32 = 76.0;
/// Height of a row.
const ROW: f32 = 24.0;

/// Draws the tab.
pub fn show(ui: &mut Ui, view: &ViewContext, state: &PartsTableUi, out: &mut Vec<Action>) {
    let mut choice = state.choice.clone();
    let left = ui.horizontal_wrapped(|ui| head(ui, view, state, &mut choice, out)).inner;
    if let Some(error) = state.error() {
        expression::complain(ui, error, left);
    } else if state.table().places().is_empty() {
        ui.weak("The level has no part of this kind.");
    } else {
        ui.add_space(2.0);
        table(ui, view, state, &mut choice, out);
    }
    if choice != state.choice {
        out.push(Action::PartsTable(Box::new(move |state| state.choice = choice)));
    }
}

/// Controls above the table. Returns the left end of the expression.
fn head(ui: &mut Ui, view: &ViewContext, state: &PartsTableUi, choice: &mut TableChoice, out: &mut Vec<Action>) -> f32 {
    quantities(ui, choice);
    let field = expression::Field {
        name: "Expression of the table",
        hint: "node.speed",
        text: &state.choice.text,
        error: state.error(),
        width: 180.0,
        level: view.run.start_level(),
    };
    let change = expression::show(ui, &field);
    if let Some(text) = change.text {
        choice.text = text;
    }
    let unit = state.table().unit();
    if unit != Dimension::NONE {
        ui.weak(format!("in {unit}"))
            .on_hover_text("Unit of the values in mass (m), length (l) and time (t) of the level");
    }
    widgets::search(ui, "Find parts", &mut choice.filter, "Find: left, node 3…", 140.0);
    ui.add(Checkbox::new(&mut choice.follows_selection, "Selection only"))
        .on_hover_text("Only the selected parts, and parts of the selected bodies");
    frames(ui, view, choice);
    let table = state.table();
    ui.label(RichText::new(format!("{} of {} parts", state.rows().len(), table.places().len())).strong());
    if state.is_behind {
        let last = view.run.last_frame().max(1);
        let part = table.frames() as f32 / (last + 1) as f32;
        let bar = ProgressBar::new(part).desired_width(130.0);
        ui.add(bar.text(format!("frame {} of {last}", table.frames().saturating_sub(1))));
    }
    if table.is_full() {
        let text = format!("Full at frame {}", table.frames().saturating_sub(1));
        ui.colored_label(ui.visuals().warn_fg_color, text).on_hover_text("Later frames are not measured");
    }
    if !state.rows().is_empty()
        && widgets::icon_button(ui, Icon("copy"), "Copy as CSV", "Copy the rows as CSV", true, false).clicked()
    {
        let names = PartNames::new(view.run.start_level());
        ui.ctx().copy_text(table.csv(state.rows().iter().copied(), |place| names.name(place)));
        out.push(Action::Tell(format!("Copied {} parts over {} frames as CSV", state.rows().len(), table.frames())));
    }
    change.left
}

/// A menu of the quantities of each kind of part.
fn quantities(ui: &mut Ui, choice: &mut TableChoice) {
    let menu = ui.menu_button((Icon("list").text(crate::editor::theme::SMALL_ICON), "Quantity"), |ui| {
        for scope in Scope::ALL.into_iter().filter(|scope| *scope != Scope::World) {
            ui.menu_button(scope.plural(), |ui| {
                overflow::scrolling(ui, |ui| {
                    for probe in probes::of(scope) {
                        if ui.button(probe.title).on_hover_text(probe.meaning()).clicked() {
                            choice.text = format!("{}.{}", scope.word(), probe.id);
                            ui.close();
                        }
                    }
                });
            });
        }
    });
    menu.response.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Quantity of the table"));
}

/// Which frames are shown.
fn frames(ui: &mut Ui, view: &ViewContext, choice: &mut TableChoice) {
    let mut follows = choice.first.is_none();
    let tip = "The frame on display is in the middle";
    if ui.add(Checkbox::new(&mut follows, "Around the present")).on_hover_text(tip).changed() {
        choice.first = (!follows).then(|| view.run.frame());
    }
    if let Some(first) = choice.first {
        ui.weak("from");
        let whole = Number { min: 0.0, max: 9_999_999.0, suffix: "", is_whole: true };
        if let Some(first) = widgets::number(ui, "First frame of the table", first as f64, whole) {
            choice.first = Some(first as u64);
        }
    }
    ui.weak("every");
    let whole = Number { min: 1.0, max: 100_000.0, suffix: "", is_whole: true };
    if let Some(every) = widgets::number(ui, "Every n-th frame", choice.every as f64, whole) {
        choice.every = every as u64;
    }
}

/// The frames that have room.
fn shown(view: &ViewContext, state: &PartsTableUi, room: f32) -> Vec<u64> {
    let count = ((room / NUMBER) as u64).max(1);
    let (every, known) = (state.choice.every, state.table().frames());
    let middle = view.run.frame().saturating_sub(count / 2 * every);
    let last = known.saturating_sub(1);
    // Around the present, the last columns stay filled at the end of the run.
    let first = state.choice.first.unwrap_or_else(|| middle.min(last.saturating_sub((count - 1) * every)));
    (0..count).map(|index| first + index * every).filter(|&frame| frame < known).collect()
}

fn table(ui: &mut Ui, view: &ViewContext, state: &PartsTableUi, choice: &mut TableChoice, out: &mut Vec<Action>) {
    let frames = shown(view, state, ui.available_width() - NAME - 2.0 * NUMBER - 24.0);
    let mut builder = TableBuilder::new(ui)
        .striped(true)
        .sense(Sense::click())
        .min_scrolled_height(0.0)
        .auto_shrink(false)
        .cell_layout(Layout::left_to_right(Align::Center))
        .column(Column::exact(NAME).clip(true));
    for _ in 0..frames.len() + 2 {
        builder = builder.column(Column::exact(NUMBER - 8.0).clip(true));
    }
    let table = builder.column(Column::remainder()).header(24.0, |mut header| {
        widgets::cell(&mut header, "Column Part", |ui| title(ui, "Part", PartSort::Level, false, choice));
        widgets::cell(&mut header, "Column Least", |ui| title(ui, "Least", PartSort::Least, false, choice));
        widgets::cell(&mut header, "Column Greatest", |ui| title(ui, "Greatest", PartSort::Greatest, false, choice));
        for &frame in &frames {
            let is_present = view.run.moment() == (frame, 0);
            let text = frame.to_string();
            widgets::cell(&mut header, &format!("Column of frame {text}"), |ui| {
                title(ui, &text, PartSort::Frame(frame), is_present, choice);
            });
        }
        widgets::cell(&mut header, "No column", |_| {});
    });
    table.body(|body| body.rows(ROW, state.rows().len(), |mut row| part(&mut row, view, state, &frames, out)));
}

/// A column title that sorts the rows.
fn title(ui: &mut Ui, text: &str, sort: PartSort, is_present: bool, choice: &mut TableChoice) {
    let is_it = choice.sort == sort;
    let tint = match (is_present, is_it) {
        (true, _) => ui.visuals().hyperlink_color,
        (_, true) => ui.visuals().text_color(),
        _ => ui.visuals().weak_text_color(),
    };
    let words = RichText::new(text).small().color(tint);
    let arrow = Icon(if choice.is_reversed { "arrow-up" } else { "arrow-down" });
    let button = match is_it {
        true => Button::new((words, arrow.tinted(crate::editor::theme::SMALL_ICON * 0.8, tint))),
        false => Button::new(words),
    };
    let layout = if sort == PartSort::Level {
        Layout::left_to_right(Align::Center)
    } else {
        Layout::right_to_left(Align::Center)
    };
    let response =
        ui.with_layout(layout, |ui| ui.add(button.frame_when_inactive(false).small().min_size(vec2(24.0, 24.0)))).inner;
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Sort the table by {text}")));
    let response = response.on_hover_text("Sort by this column; again: the other way");
    if response.clicked() {
        choice.is_reversed = is_it && !choice.is_reversed;
        choice.sort = sort;
    }
}

/// The row of one part.
fn part(row: &mut TableRow, view: &ViewContext, state: &PartsTableUi, frames: &[u64], out: &mut Vec<Action>) {
    let (table, part, format) = (state.table(), state.rows()[row.index()], state.format());
    let place = table.places()[part];
    let words = name(view.run.start_level(), place);
    let is_selected = view.selection.contains(&place);
    row.set_selected(is_selected);
    widgets::cell(row, &format!("Row of {words}"), |ui| {
        let response = ui.add(Button::selectable(is_selected, &words).truncate());
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_selected, &words));
        if let Some(place) = changes::subject(&[place]) {
            response.context_menu(|ui| changes::panel::menu(ui, place, NumberKind::Velocity, out));
        }
        if response.hovered() {
            out.push(Action::Hover(vec![place]));
        }
        if response.double_clicked() {
            out.push(Action::Reveal(vec![place]));
        } else if response.clicked() {
            out.push(Action::Select(vec![place]));
        }
    });
    if let Some(extremes) = table.extremes(part) {
        for (what, (number, frame)) in [("least", extremes.least), ("greatest", extremes.greatest)] {
            let name = format!("{what} of {words}");
            let cell = PartCell { name: &name, number, frame, format, is_present: false, place };
            widgets::cell(row, &format!("Cell of {name}"), |ui| cell.show(ui, out));
        }
    }
    for &frame in frames {
        let number = table.value(part, frame).unwrap_or(f64::NAN);
        let is_present = view.run.moment() == (frame, 0);
        let name = format!("{words} at {frame}");
        let cell = PartCell { name: &name, number, frame, format, is_present, place };
        widgets::cell(row, &format!("Cell of {name}"), |ui| cell.show(ui, out));
    }
    widgets::cell(row, "No column", |_| {});
}

/// A value that goes to its frame.
struct PartCell<'a> {
    /// Accessible name.
    name: &'a str,
    number: f64,
    frame: u64,
    format: ColumnFormat,
    /// Whether it is of the displayed frame.
    is_present: bool,
    place: Place,
}

impl PartCell<'_> {
    fn show(self, ui: &mut Ui, out: &mut Vec<Action>) {
        let Self { name, number, frame, format, is_present, place } = self;
        let text = if number.is_nan() { "-".to_owned() } else { format.write(number) };
        let text = RichText::new(text).monospace().small();
        let text = if is_present { text.color(ui.visuals().hyperlink_color) } else { text };
        let layout = Layout::right_to_left(Align::Center);
        let button = Button::new(text).frame_when_inactive(false).small().min_size(vec2(24.0, 24.0));
        let response = ui.with_layout(layout, |ui| ui.add(button)).inner;
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
        if response.on_hover_ui(|ui| _ = ui.label(format!("{number:?} at frame {frame}"))).clicked() {
            out.push(Action::Time(TimeCommand::GoTo((frame, 0))));
            out.push(Action::Select(vec![place]));
        }
    }
}
