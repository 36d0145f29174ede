//! The chosen cell: values, result and actions.

use crate::debugger::sweep::CellOutcome;
use crate::editor::actions::Action;
use crate::editor::document::Edit;
use crate::editor::features::sweep::Sweeps;
use crate::editor::features::sweep::{Sheet, SweepCommand};
use crate::editor::icons::Icon;
use crate::editor::theme;
use crate::editor::widgets;
use crate::editor::widgets::write_number;
use crate::picture::ruler;
use egui::{AtomExt, Button, Label, RichText, Role, Sense, Spinner, Ui, WidgetInfo};

pub(super) fn show(ui: &mut Ui, sweeps: &Sweeps, sheet: &Sheet, cell: usize, out: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing.y = 4.0;
    let sweep = &sheet.sweep;
    for (axis, at) in sweep.axes().iter().zip(sweep.place(cell)) {
        let assignment = axis.assignment(at);
        let label = Label::new(RichText::new(brief(&assignment)).monospace().size(11.0)).wrap().sense(Sense::hover());
        ui.add(label).on_hover_text(assignment);
    }
    let words = outcome_text(sheet, cell);
    let is_failed = !can_be_opened(sheet, cell);
    let tint = if is_failed { ui.visuals().error_fg_color } else { ui.visuals().strong_text_color() };
    ui.add(Label::new(RichText::new(words).color(tint)).wrap());
    ui.add_space(2.0);
    if sweeps.searched() == Some(cell) {
        ui.horizontal(|ui| {
            ui.add(Spinner::new().size(14.0));
            ui.label("Searching the frame…");
        });
        if widgets::text_button(ui, Icon("x"), "Cancel opening").clicked() {
            out.push(Action::Sweep(SweepCommand::Stay));
        }
    } else if button(
        ui,
        "folder-open",
        "Open as a level",
        !is_failed,
        "Opens the level at the frame at which the measured condition was first true or a detector first found \
         something; at frame 0 if there is none",
    ) {
        out.push(Action::Sweep(SweepCommand::Open(cell)));
    }
    ui.columns_const(|[left, right]| {
        let tip = "Set the level to these values, as one undoable step";
        if named(left, "check", "Set", "Set the level to these values", !is_failed, tip) {
            out.push(set(sheet, cell));
        }
        let tip = "Compare: run a twin with these values";
        if named(right, "columns", "Beside", "Run beside", !is_failed, tip) {
            out.push(beside(sheet, cell));
        }
    });
}

/// Assignments with numbers shortened to a few digits.
fn brief(assignment: &str) -> String {
    let ends = assignment.rsplit_once('=');
    let number = ends.and_then(|(what, value)| Some((what, value.parse::<f64>().ok()?)));
    number.map_or_else(|| assignment.to_owned(), |(what, value)| format!("{what}={}", ruler::write(value)))
}

/// True if the cell is a level that can run, as far as known.
pub(super) fn can_be_opened(sheet: &Sheet, cell: usize) -> bool {
    !matches!(sheet.outcomes.get(cell), Some(Some(CellOutcome::Failed(_))))
}

fn button(ui: &mut Ui, icon: &'static str, what: &str, is_enabled: bool, tip: &str) -> bool {
    named(ui, icon, what, what, is_enabled, tip)
}

/// A button with a short label and a longer accessible name.
fn named(ui: &mut Ui, icon: &'static str, word: &str, what: &str, is_enabled: bool, tip: &str) -> bool {
    let size = egui::vec2(ui.available_width(), 0.0);
    // The label shrinks before the icon.
    let atoms = (Icon(icon).text(theme::SMALL_ICON), RichText::new(word).atom_shrink(true));
    let response = ui.add_enabled(is_enabled, Button::new(atoms).truncate().min_size(size));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, is_enabled, what));
    response.on_hover_text(tip).clicked()
}

/// Result of a cell as text.
pub(super) fn outcome_text(sheet: &Sheet, cell: usize) -> String {
    let measure = sheet.measure().text();
    match sheet.outcomes.get(cell) {
        Some(Some(CellOutcome::Failed(reason))) => format!("refused: {reason}"),
        Some(Some(outcome)) => match outcome.value(sheet.measure) {
            value if value.is_nan() => format!("{measure}: no number: never true, not measured, or a part blew up"),
            value => format!("{measure} = {}", write_number(value)),
        },
        _ => "not run yet".to_owned(),
    }
}

fn set(sheet: &Sheet, cell: usize) -> Action {
    let sweep = sheet.sweep.clone();
    Action::Edit(Edit::new(format!("Set {}", sweep.title(cell)), move |level| sweep.set(level, cell)))
}

fn beside(sheet: &Sheet, cell: usize) -> Action {
    let sweep = sheet.sweep.clone();
    Action::Edit(Edit::new(format!("Twin: {}", sweep.title(cell)), move |level| {
        let twin = sweep.twin(cell)?;
        twin.checked(level).map_err(|error| error.to_string())?;
        level.editor.get_or_insert_default().twin = Some(twin);
        Ok(())
    }))
}
