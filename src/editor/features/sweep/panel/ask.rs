//! The form of the Sweep panel and its run buttons.

use super::side;
use crate::debugger::diagnosis;
use crate::debugger::sweep::{REDUCERS, Reducer};
use crate::editor::access;
use crate::editor::actions::Action;
#[cfg(not(target_arch = "wasm32"))]
use crate::editor::actions::FileCommand;
use crate::editor::context::ViewContext;
use crate::editor::features::sweep::Sweeps;
use crate::editor::features::sweep::{SweepCommand, SweepForm};
use crate::editor::icons::Icon;
use crate::editor::theme;
use crate::editor::widgets::{self, Number, expression};
use egui::{Button, ComboBox, Label, RichText, Role, ScrollArea, Ui, WidgetInfo};

/// Height below which rows are denser.
const LOW: f32 = 180.0;
/// Maximum number of frames.
const MOST_FRAMES: f64 = 100_000.0;
/// Common measures: title, reducer, expression.
const USUAL: [(&str, Reducer, &str); 7] = [
    ("Deepest penetration", Reducer::Max, "deepest"),
    ("Frame of the first penetration", Reducer::First, "deepest > 0"),
    ("Largest overlap", Reducer::Max, "overlap"),
    ("Total contacts", Reducer::Sum, "contacts"),
    ("Energy at the end", Reducer::Last, "energy.total"),
    ("Greatest energy", Reducer::Max, "energy.total"),
    ("Kinetic energy at the end", Reducer::Last, "energy.kinetic"),
];

pub(super) fn show(ui: &mut Ui, view: &ViewContext, sweep: &Sweeps, out: &mut Vec<Action>) {
    let mut form = sweep.form.clone();
    ui.spacing_mut().item_spacing = egui::vec2(4.0, 4.0);
    if ui.clip_rect().height() < LOW {
        ui.spacing_mut().item_spacing.y = 1.0;
        ui.spacing_mut().interact_size.y = access::room(ui.ctx(), 20.0);
        ui.spacing_mut().button_padding.y = 1.0;
    }
    ui.horizontal_wrapped(|ui| {
        button(ui, sweep, out);
        let how = Number { min: 1.0, max: MOST_FRAMES, suffix: "", is_whole: true };
        let number = ui.scope(|ui| widgets::number(ui, "Sweep: frames", form.frames as f64, how));
        number.response.on_hover_text("Frames that the run of each cell has");
        if let Some(frames) = number.inner {
            form.frames = frames as u64;
        }
        head(ui, "frames per cell");
        let tip = "Fill in a sweep that suits this level";
        if widgets::icon_button(ui, Icon("magic-wand"), "Suggest a sweep", tip, true, false).clicked() {
            out.push(Action::Sweep(SweepCommand::Suggest));
        }
        #[cfg(not(target_arch = "wasm32"))]
        {
            let tip = "Open the results of a sweep that Python has written (.parquet)";
            let is_free = !sweep.is_reading();
            if widgets::icon_button(ui, Icon("folder-open"), "Open sweep results", tip, is_free, false).clicked() {
                out.push(Action::Files(FileCommand::OpenSweep));
            }
        }
        if sweep.is_of_another() {
            let tip = "The map belongs to another level or an earlier state of this one. Run recomputes it";
            let words = RichText::new("Map outdated").small().color(ui.visuals().warn_fg_color);
            ui.add(Label::new(words).extend()).on_hover_text(tip);
        }
    });
    measure(ui, view, sweep, &mut form);
    side::show(ui, view, "Across", &mut form.sides[0], None);
    let SweepForm { sides: [_, up], is_square, .. } = &mut form;
    side::show(ui, view, "Up", up, Some(is_square));
    if form != sweep.form {
        out.push(Action::Sweep(SweepCommand::Form(Box::new(form))));
    }
}

fn head(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text).color(ui.visuals().weak_text_color()));
}

/// The measure.
fn measure(ui: &mut Ui, view: &ViewContext, sweep: &Sweeps, form: &mut SweepForm) {
    ui.horizontal(|ui| {
        side::label(
            ui,
            "Measure",
            "Measure of each cell's run: a watch expression, and how its values are reduced to one number",
        );
        let current = REDUCERS.iter().find(|row| Some(row.0) == form.reducer).map_or("default", |row| row.1);
        let combo = ComboBox::from_id_salt("sweep reducer").width(66.0).height(300.0).selected_text(current).show_ui(
            ui,
            |ui| {
                let usual = "count for conditions, sum for detectors, else last";
                let rows = REDUCERS.iter().map(|row| (Some(row.0), row.1, row.2));
                for (reducer, word, explanation) in std::iter::once((None, "default", usual)).chain(rows) {
                    if ui.selectable_label(form.reducer == reducer, word).on_hover_text(explanation).clicked() {
                        form.reducer = reducer;
                    }
                }
            },
        );
        combo.response.widget_info(|| {
            let mut info = WidgetInfo::labeled(Role::ComboBox, true, "Sweep: what becomes of the values");
            info.current_text_value = Some(current.to_owned());
            info
        });
        combo.response.on_hover_text("Which number of the values counts");
        let width = ui.available_width() - side::CHOOSE - 8.0;
        let is_wrong = sweep.refusal.as_ref().is_some_and(|refusal| refusal.starts_with("Measure"));
        let error = if is_wrong { form.measure_error(view.document.level()) } else { None };
        let field = expression::Field {
            name: "Sweep: measure",
            hint: "energy.total",
            text: &form.measure,
            error: error.as_ref(),
            width,
            level: view.document.level(),
        };
        if let Some(text) = expression::show(ui, &field).text {
            form.measure = text;
        }
        let menu = ui.menu_button(Icon("caret-down").text(theme::SMALL_ICON), |ui| usual(ui, form));
        menu.response.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Choose a measure"));
        menu.response.on_hover_text("Common measures and counts of problems");
    });
}

/// Menu of measures.
fn usual(ui: &mut Ui, form: &mut SweepForm) {
    ui.set_width(250.0);
    ScrollArea::vertical().max_height(320.0).show(ui, |ui| {
        let mut row = |ui: &mut Ui, title: &str, reducer: Reducer, measure: String, tip: &str| {
            let response = ui.add(Button::selectable(false, title).min_size(egui::vec2(236.0, 0.0)));
            let tip = if tip.is_empty() { measure.clone() } else { format!("{measure}\n{tip}") };
            if response.on_hover_text(tip).clicked() {
                (form.measure, form.reducer) = (measure, Some(reducer));
                ui.close();
            }
        };
        for (title, reducer, measure) in USUAL {
            row(ui, title, reducer, measure.to_owned(), "");
        }
        ui.separator();
        for detector in diagnosis::ALL {
            let measure = format!("problem(\"{}\")", detector.id);
            row(ui, detector.title, Reducer::Sum, measure, detector.explanation);
        }
    });
}

fn button(ui: &mut Ui, sweep: &Sweeps, out: &mut Vec<Action>) {
    if sweep.is_running() {
        if widgets::text_button(ui, Icon("stop"), "Cancel").on_hover_text("Stop. Finished cells are kept").clicked() {
            out.push(Action::Sweep(SweepCommand::Cancel));
        }
        return;
    }
    let is_possible = sweep.refusal.is_none();
    let response = ui.add_enabled(is_possible, Button::new((Icon("play").text(theme::SMALL_ICON), "Run")));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, is_possible, "Run the sweep"));
    let tip = "Run all missing cells of the grid";
    if response.on_hover_text(tip).clicked() {
        out.push(Action::Sweep(SweepCommand::Run));
    }
}
