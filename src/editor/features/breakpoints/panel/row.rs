//! A row of a breakpoint: condition, present value, options, hits and search buttons.

use super::{edit, gesture};
use crate::debugger::breakpoints::{Stop, Value};
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::breakpoints::BreakpointCommand;
use crate::editor::features::breakpoints::Breakpoints;
use crate::editor::icons::Icon;
use crate::editor::theme;
use crate::editor::widgets::{self, Number, expression};
use crate::level::{Breakpoint, Each, Then};
use egui::{Align, Checkbox, ComboBox, Label, Layout, ProgressBar, RichText, Role, Ui, WidgetInfo, vec2};

/// Width of the controls to the right of the condition.
const RIGHT: f32 = 520.0;
/// Width of the controls to the right of the condition in the first of two lines.
const RIGHT_NARROW: f32 = 204.0;
/// Least width of a row of one line.
const WIDE: f32 = 740.0;

/// When a condition is evaluated.
pub const EACH: [(Each, &str, &str); 2] = [
    (
        Each::Frame,
        "each frame",
        "Evaluated at the start of every frame: stops there, and misses what is true only within a frame",
    ),
    (
        Each::Substep,
        "each substep",
        "Evaluated after every substep: stops in the one in which it becomes true, but slows playback down",
    ),
];
const THEN: [(Then, &str, &str); 2] = [
    (Then::Stop, "stop", "Stops the run when it becomes true"),
    (Then::Mark, "mark", "Adds a mark to the timeline; the run continues"),
];

/// Draws the row; two lines in a narrow panel.
pub fn show(ui: &mut Ui, view: &ViewContext, breakpoints: &Breakpoints, index: usize, out: &mut Vec<Action>) {
    let stop = &breakpoints.watcher.stops()[index];
    let breakpoint = &stop.breakpoint;
    let number = index + 1;
    let is_wide = ui.available_width() >= WIDE;
    let error = stop.row.expression().err().filter(|_| !breakpoint.condition.is_empty());
    let left = ui.horizontal(|ui| {
        let mut is_on = breakpoint.enabled;
        let response = ui.add(Checkbox::without_text(&mut is_on)).on_hover_text("Evaluate while the run advances");
        let name = format!("Breakpoint {number} is on");
        response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, is_on, &name));
        if response.changed() {
            change(out, index, if is_on { "Breakpoint on" } else { "Breakpoint off" }, move |row| row.enabled = is_on);
        }
        let width = ui.available_width() - if is_wide { RIGHT } else { RIGHT_NARROW };
        let name = format!("Condition {number}");
        let change = expression::show(
            ui,
            &expression::Field {
                name: &name,
                hint: "such as max(node.speed) > 2",
                text: &breakpoint.condition,
                error,
                width,
                level: &view.document.placed().level,
            },
        );
        if let Some(text) = change.text {
            let edit = edit(format!("Condition {number}"), move |extra| {
                if let Some(row) = extra.breakpoints.get_mut(index) {
                    row.condition = text;
                }
            });
            out.push(Action::Edit(edit.within(gesture(1, index))));
        }
        value(ui, &format!("Condition {number} now"), (stop.row.value(), ""), stop.row.readings(), 74.0);
        if is_wide {
            options(ui, index, breakpoint, out);
            hits(ui, breakpoints, index, stop, out);
        }
        ways(ui, breakpoints, index, stop, out);
        change.left
    });
    if !is_wide {
        ui.horizontal(|ui| {
            ui.add_space(theme::ICON + ui.spacing().item_spacing.x);
            options(ui, index, breakpoint, out);
            hits(ui, breakpoints, index, stop, out);
        });
    }
    if let Some(error) = error {
        expression::complain(ui, error, left.inner);
    }
    below(ui, view, breakpoints, index, out);
}

fn change(out: &mut Vec<Action>, index: usize, label: &str, change: impl FnOnce(&mut Breakpoint) + 'static) {
    out.push(Action::Edit(edit(label, move |extra| {
        if let Some(row) = extra.breakpoints.get_mut(index) {
            change(row);
        }
    })));
}

/// A live value with its unit in a fixed width; its tooltip lists the values of its parts.
pub fn value<'a>(
    ui: &mut Ui,
    name: &str,
    (value, unit): (Option<Value>, &str),
    readings: impl Iterator<Item = (&'a str, f64)>,
    width: f32,
) {
    let (text, tint) = match value {
        None => ("–".to_owned(), ui.visuals().weak_text_color()),
        Some(Value::Truth(true)) => ("true".to_owned(), ui.visuals().hyperlink_color),
        Some(Value::Truth(false)) => ("false".to_owned(), ui.visuals().weak_text_color()),
        Some(Value::Number(number)) => {
            let text = format!("{} {unit}", widgets::short(number));
            (text.trim_end().to_owned(), ui.visuals().text_color())
        }
    };
    let size = vec2(width, ui.spacing().interact_size.y);
    let layout = Layout::left_to_right(Align::Center);
    let response = ui.allocate_ui_with_layout(size, layout, |ui| {
        ui.set_min_width(width);
        ui.add(Label::new(RichText::new(&text).monospace().color(tint)).selectable(false))
    });
    let response = response.inner;
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(Role::Label, true, name);
        info.current_text_value = Some(text.clone());
        info
    });
    let list: Vec<String> =
        readings.map(|(part, value)| format!("{part} = {}", widgets::write_number(value))).collect();
    if list.is_empty() {
        response.on_hover_text("Value at the present moment");
    } else {
        response.on_hover_ui(|ui| {
            ui.label("At the present moment:");
            list.iter().for_each(|line| drop(ui.monospace(line)));
        });
    }
}

fn options(ui: &mut Ui, index: usize, breakpoint: &Breakpoint, out: &mut Vec<Action>) {
    let number = index + 1;
    if let Some(each) = narrow(ui, &format!("Breakpoint {number}: how often"), breakpoint.each, &EACH, 118.0) {
        change(out, index, "Change when a breakpoint is evaluated", move |row| row.each = each);
    }
    if let Some(then) = narrow(ui, &format!("Breakpoint {number}: what then"), breakpoint.then, &THEN, 62.0) {
        change(out, index, "Change the action of a breakpoint", move |row| row.then = then);
    }
}

/// A drop-down list in a small width; returns the new choice.
pub fn narrow<T: Copy + PartialEq>(
    ui: &mut Ui,
    name: &str,
    value: T,
    all: &[(T, &str, &str)],
    width: f32,
) -> Option<T> {
    let (current, meaning) = all.iter().find(|row| row.0 == value).map_or(("", ""), |row| (row.1, row.2));
    let mut new = None;
    let combo = ComboBox::from_id_salt(name).width(width).selected_text(current).show_ui(ui, |ui| {
        for &(candidate, title, explanation) in all {
            let is_chosen = candidate == value;
            if ui.selectable_label(is_chosen, title).on_hover_text(explanation).clicked() && !is_chosen {
                new = Some(candidate);
            }
        }
    });
    combo.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, name));
    combo.response.on_hover_text(meaning);
    new
}

fn hits(ui: &mut Ui, breakpoints: &Breakpoints, index: usize, stop: &Stop, out: &mut Vec<Action>) {
    let number = index + 1;
    let limits =
        Number { min: 1.0, max: 1e6, suffix: if stop.breakpoint.hits == 1 { " hit" } else { " hits" }, is_whole: true };
    let is_stop = stop.breakpoint.then == Then::Stop;
    let new = ui.add_enabled_ui(is_stop, |ui| {
        let name = format!("Breakpoint {number}: stop at hit");
        widgets::number(ui, &name, f64::from(stop.breakpoint.hits), limits)
    });
    new.response.on_hover_text("Stops when the condition has become true this many times");
    if let Some(hits) = new.inner {
        change(out, index, "Change the hit count of a breakpoint", move |row| row.hits = hits as u32);
    }
    let text = format!("{}×", stop.hits);
    let tint = if stop.hits > 0 { ui.visuals().text_color() } else { ui.visuals().weak_text_color() };
    let label = Label::new(RichText::new(&text).monospace().color(tint)).sense(egui::Sense::click());
    let last = breakpoints.marks().iter().rfind(|mark| mark.breakpoint == index).cloned();
    let response = ui.add(label);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, last.is_some(), format!("Breakpoint {number}: hits")));
    let tip = match &last {
        Some(mark) => {
            let at = crate::editor::features::breakpoints::words(mark.moment);
            format!("Became true {} times, last at {at}. Click to go there", stop.hits)
        }
        None => "Has not become true yet".to_owned(),
    };
    if response.on_hover_text(tip).clicked()
        && let Some(mark) = last
    {
        out.push(Action::Breakpoints(BreakpointCommand::GoTo(mark.moment, mark.place)));
    }
}

fn ways(ui: &mut Ui, breakpoints: &Breakpoints, index: usize, stop: &Stop, out: &mut Vec<Action>) {
    let number = index + 1;
    let is_sound = stop.row.expression().is_ok() && breakpoints.search_job.is_none();
    let name = format!("Breakpoint {number}: run back to the first time");
    let tip = "Run back to the first moment at which it became true";
    if widgets::icon_button(ui, Icon("rewind"), &name, tip, is_sound, false).clicked() {
        out.push(Action::Breakpoints(BreakpointCommand::Back(index)));
    }
    let name = format!("Breakpoint {number}: run on until it is true");
    let tip = "Run at full speed until it becomes true";
    if widgets::icon_button(ui, Icon("fast-forward"), &name, tip, is_sound, false).clicked() {
        out.push(Action::Breakpoints(BreakpointCommand::Forward(index)));
    }
    let name = format!("Remove breakpoint {number}");
    if widgets::icon_button(ui, Icon("trash"), &name, "Remove", true, false).clicked() {
        out.push(Action::Edit(edit("Remove breakpoint", move |extra| {
            if index < extra.breakpoints.len() {
                extra.breakpoints.remove(index);
            }
        })));
    }
}

/// Progress of a search, or the result of the last one.
fn below(ui: &mut Ui, view: &ViewContext, breakpoints: &Breakpoints, index: usize, out: &mut Vec<Action>) {
    if let Some((of, part, words)) = breakpoints.progress(view.run)
        && of == index
    {
        ui.horizontal(|ui| {
            ui.add_space(26.0);
            match part {
                Some(part) => drop(ui.add(ProgressBar::new(part as f32).desired_width(200.0))),
                None => drop(ui.spinner()),
            }
            ui.label(RichText::new(words).small());
            if widgets::text_button(ui, Icon("x"), "Cancel search").clicked() {
                out.push(Action::Breakpoints(BreakpointCommand::Cancel));
            }
        });
        return;
    }
    if let Some((of, words)) = &breakpoints.report
        && *of == index
    {
        ui.horizontal(|ui| {
            ui.add_space(26.0);
            ui.label(Icon("check-circle").tinted(theme::SMALL_ICON, ui.visuals().weak_text_color()));
            ui.label(RichText::new(words).small());
        });
    }
}
