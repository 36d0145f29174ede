//! A row of an expectation: claim and result.

use crate::debugger::expect::ExpectationVerdict;
use crate::debugger::watch::WatchError;
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::breakpoints::panel::row;
use crate::editor::features::expectations;
use crate::editor::features::expectations::Expectations;
use crate::editor::features::expectations::{HOLDS, edit, failure};
use crate::editor::features::shrink;
use crate::editor::features::timeline::commands::TimeCommand;
use crate::editor::icons::Icon;
use crate::editor::theme;
use crate::editor::widgets::{self, Number, expression};
use crate::level::Expectation;
use crate::level::bookmarks::LAST_FRAME;
use crate::picture::Palette;
use egui::{Align, AtomExt, Button, Label, Layout, RichText, Role, Sense, Ui, WidgetInfo, vec2};

/// Width of the controls to the right of the condition.
const RIGHT: f32 = 546.0;
/// Width of the buttons of a row.
const BUTTONS: f32 = 84.0;
/// Least width of a row of one line.
const WIDE: f32 = 1100.0;
/// Width of the frame count.
const FRAMES: f32 = 100.0;
/// Width of the result.
const VERDICT: f32 = 212.0;

/// Draws the row; two lines in a narrow panel.
pub fn show(ui: &mut Ui, view: &ViewContext, expectations: &Expectations, index: usize, out: &mut Vec<Action>) {
    let one = &expectations::of(view.document.level())[index];
    let verdict = expectations.verdict(one);
    let number = index + 1;
    let is_wide = ui.available_width() >= WIDE;
    let left = ui.horizontal(|ui| {
        sign(ui, view, verdict);
        if let Some(holds) = row::narrow(ui, &format!("Expectation {number}: when"), one.holds, &HOLDS, 100.0) {
            change(out, index, "Change the kind of an expectation", move |row| row.holds = holds);
        }
        let width = ui.available_width() - if is_wide { RIGHT } else { BUTTONS };
        let left = condition(ui, view, (index, one), verdict, width, out);
        if is_wide {
            options(ui, one, index, out);
            verdict_row(ui, view, index, one, verdict, out);
        }
        buttons(ui, index, one, verdict, out);
        left
    });
    if !is_wide {
        ui.horizontal(|ui| {
            ui.add_space(theme::ICON + ui.spacing().item_spacing.x);
            options(ui, one, index, out);
            verdict_row(ui, view, index, one, verdict, out);
        });
    }
    if let Some(error) = error(one, verdict) {
        expression::complain(ui, error, left.inner);
    }
}

/// The field of the condition. Returns its left edge.
fn condition(
    ui: &mut Ui,
    view: &ViewContext,
    (index, one): (usize, &Expectation),
    verdict: Option<&ExpectationVerdict>,
    width: f32,
    out: &mut Vec<Action>,
) -> f32 {
    let name = format!("Expectation {}", index + 1);
    let level = &view.document.placed().level;
    let (text, error) = (one.condition.as_str(), error(one, verdict));
    let change =
        expression::show(ui, &expression::Field { name: &name, hint: "deepest > 0.1", text, error, width, level });
    if let Some(text) = change.text {
        let edit = edit(&name, move |all| {
            if let Some(row) = all.get_mut(index) {
                row.condition = text;
            }
        });
        out.push(Action::Edit(edit.within(0x6578_7065_6374_0000 + index as u64)));
    }
    change.left
}

fn error<'a>(one: &Expectation, verdict: Option<&'a ExpectationVerdict>) -> Option<&'a WatchError> {
    match verdict {
        Some(ExpectationVerdict::Unreadable(error)) if !one.condition.is_empty() => Some(error),
        _ => None,
    }
}

fn change(out: &mut Vec<Action>, index: usize, label: &str, change: impl FnOnce(&mut Expectation) + 'static) {
    out.push(Action::Edit(edit(label, move |all| {
        if let Some(row) = all.get_mut(index) {
            change(row);
        }
    })));
}

/// Icon of the result.
fn sign(ui: &mut Ui, view: &ViewContext, verdict: Option<&ExpectationVerdict>) {
    let palette = Palette::of(view.settings.theme.picture());
    let (icon, tint) = match verdict {
        None => ("circle-dashed", ui.visuals().weak_text_color()),
        Some(ExpectationVerdict::Met) => ("check-circle", theme::color(palette.triangle_sound.opaque())),
        Some(_) => ("x-circle", theme::color(palette.error)),
    };
    ui.add(Label::new(Icon(icon).tinted(theme::ICON, tint)).selectable(false));
}

fn options(ui: &mut Ui, one: &Expectation, index: usize, out: &mut Vec<Action>) {
    let number = index + 1;
    if let Some(each) = row::narrow(ui, &format!("Expectation {number}: how often"), one.each, &row::EACH, 118.0) {
        change(out, index, "Change when an expectation is evaluated", move |row| row.each = each);
    }
    let suffix = if one.frames == 1 { " frame" } else { " frames" };
    let limits = Number { min: 1.0, max: LAST_FRAME as f64, suffix, is_whole: true };
    let size = vec2(FRAMES, ui.spacing().interact_size.y);
    let field = ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
        ui.set_min_width(FRAMES);
        widgets::number(ui, &format!("Expectation {number}: frames"), one.frames as f64, limits)
    });
    if let Some(frames) = field.inner {
        change(out, index, "Change the frames of an expectation", move |row| row.frames = frames as u64);
    }
}

/// The result; if unmet, a button that goes to the moment.
fn verdict_row(
    ui: &mut Ui,
    view: &ViewContext,
    index: usize,
    one: &Expectation,
    verdict: Option<&ExpectationVerdict>,
    out: &mut Vec<Action>,
) {
    let name = |words: &str| format!("Verdict on expectation {}: {words}", index + 1);
    let size = vec2(VERDICT, ui.spacing().interact_size.y);
    if let Some(ExpectationVerdict::Unmet { at, readings }) = verdict {
        let words = verdict.map_or(String::new(), |verdict| verdict.words(one));
        let atoms = (Icon("crosshair-simple").text(theme::SMALL_ICON), RichText::new(&words).atom_shrink(true));
        let layout = Layout::left_to_right(Align::Center);
        let button = Button::new(atoms).truncate().min_size(size);
        let response = ui.allocate_ui_with_layout(size, layout, |ui| ui.add(button)).inner;
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, name(&words)));
        let response = response.on_hover_ui(|ui| {
            ui.label("Go to this moment. Values there:");
            readings.iter().for_each(|(part, value)| drop(ui.monospace(format!("{part} = {value}"))));
        });
        if response.clicked() {
            out.push(Action::Time(TimeCommand::GoTo(*at)));
        }
        return;
    }
    let words = match verdict {
        Some(ExpectationVerdict::Met) => "met",
        Some(_) if one.condition.trim().is_empty() => "enter a condition",
        Some(_) => "invalid condition",
        None if view.playback.is_active() => "not tested while playing",
        None => "not tested yet",
    };
    let layout = Layout::left_to_right(Align::Center);
    let response = ui.allocate_ui_with_layout(size, layout, |ui| {
        ui.set_min_width(VERDICT);
        ui.add_space(4.0);
        ui.add(Label::new(RichText::new(words).color(ui.visuals().weak_text_color())).sense(Sense::hover()))
    });
    let response = response.inner;
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, name(words)));
    response.on_hover_text("Tested by a run from frame 0 without user input");
}

fn buttons(ui: &mut Ui, index: usize, one: &Expectation, verdict: Option<&ExpectationVerdict>, out: &mut Vec<Action>) {
    let number = index + 1;
    let found = failure(one, verdict);
    let tip =
        found.as_ref().map_or_else(|reason| *reason, |_| "Shrink: search for the smallest level that still fails");
    let name = format!("Shrink by expectation {number}");
    if widgets::icon_button(ui, Icon("arrows-in"), &name, tip, found.is_ok(), false).clicked()
        && let Ok(found) = found
    {
        out.push(Action::Shrink(shrink::ShrinkCommand::Show(Some(found))));
    }
    let name = format!("Remove expectation {number}");
    if widgets::icon_button(ui, Icon("trash"), &name, "Remove", true, false).clicked() {
        out.push(Action::Edit(edit("Remove expectation", move |all| {
            if index < all.len() {
                all.remove(index);
            }
        })));
    }
}
