//! A form for described parameters: a row each with its name, control and unit.

use super::number::{NumberUnit, number_in};
use super::{Number, form, number, write_number};
use crate::level::Level;
use crate::level::parameter::{Kind, Parameter, Values};
use egui::{Align, Button, Grid, Label, Layout, RichText, ScrollArea, Ui};

/// Least width of a drop-down list, in points.
const CHOICE: f32 = 130.0;

/// Parameters with the values that the user has changed.
#[derive(Clone, Debug, Default)]
pub struct Chosen {
    /// Described parameters.
    pub parameters: Vec<Parameter>,
    /// Values other than the defaults, by id.
    pub values: Values,
    /// Whether what follows from the values is to be made again.
    pub is_stale: bool,
}

impl Chosen {
    /// Parameters with the values, of those given, that they admit.
    pub fn new(parameters: Vec<Parameter>, values: Values) -> Self {
        let mut chosen = Self { values, is_stale: true, ..Self::default() };
        chosen.replace(parameters);
        chosen
    }

    /// Replaces the parameters; values that are not possible any more become the defaults.
    pub fn replace(&mut self, parameters: Vec<Parameter>) {
        self.values.retain(|id, value| parameters.iter().any(|p| p.id == id && p.admits(*value)));
        (self.parameters, self.is_stale) = (parameters, true);
    }

    /// Sets a value; a default value is removed from the stored ones.
    pub fn set(&mut self, parameter: &Parameter, value: f64) {
        if value == parameter.default {
            self.values.remove(parameter.id);
        } else {
            self.values.insert(parameter.id.to_owned(), value);
        }
        self.is_stale = true;
    }

    /// Draws the rows in an area that scrolls.
    pub fn show(&mut self, ui: &mut Ui, id: &str, height: Option<f32>, level: &Level) {
        let mut rows = |ui: &mut Ui| {
            if let Some((parameter, new)) = table(ui, id, (&self.parameters, &self.values), level) {
                self.set(&parameter, new);
            }
        };
        match height {
            Some(height) => {
                ScrollArea::vertical().max_height(height).auto_shrink([false, true]).show(ui, rows);
            }
            None => rows(ui),
        }
    }

    /// The button that resets all values to their defaults.
    pub fn reset_button(&mut self, ui: &mut Ui) {
        let button = ui.add_enabled(!self.values.is_empty(), Button::new("Defaults"));
        if button.on_hover_text("Reset all parameters to their defaults").clicked() {
            self.values.clear();
            self.is_stale = true;
        }
    }
}

/// Draws the rows; returns the changed parameter with its new value. Lengths can be typed in the units of the level, too.
fn table(ui: &mut Ui, id: &str, (all, values): (&[Parameter], &Values), level: &Level) -> Option<(Parameter, f64)> {
    let mut change = None;
    Grid::new(id).num_columns(3).min_col_width(96.0).spacing([8.0, 4.0]).show(ui, |ui| {
        for parameter in all {
            let value = parameter.value(values);
            let counts = parameter.counts(all, values);
            label(ui, parameter, value != parameter.default, counts);
            let units = level.readings(parameter.unit);
            let new = ui.add_enabled_ui(counts, |ui| control(ui, parameter, value, &units)).inner;
            let unit = if parameter.unit == "°" { "" } else { parameter.unit };
            ui.add(Label::new(RichText::new(unit).small().color(ui.visuals().weak_text_color())));
            ui.end_row();
            if let Some(new) = new.filter(|new| counts && parameter.admits(*new)) {
                change = Some((*parameter, new));
            }
        }
    });
    change
}

fn label(ui: &mut Ui, parameter: &Parameter, is_changed: bool, counts: bool) {
    let visuals = ui.visuals();
    let tint = if is_changed && counts { visuals.strong_text_color() } else { visuals.weak_text_color() };
    let mut tip = format!("{}.", parameter.explanation);
    match parameter.kind {
        Kind::Number(..) | Kind::Whole(..) => {
            tip += &format!("\n{}, usually {}", parameter.wanted(), write_number(parameter.default));
        }
        Kind::Switch | Kind::Choice(_) => {}
    }
    if !counts {
        tip += "\nNot used with the choices above.";
    }
    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
        ui.add(Label::new(RichText::new(parameter.name).color(tint))).on_hover_text(tip);
    });
}

fn control(ui: &mut Ui, parameter: &Parameter, value: f64, units: &[NumberUnit]) -> Option<f64> {
    let suffix = if parameter.unit == "°" { "°" } else { "" };
    match parameter.kind {
        Kind::Number(min, max) => {
            number_in(ui, parameter.name, value, Number { min, max, suffix, is_whole: false }, units)
        }
        Kind::Whole(min, max) => {
            number(ui, parameter.name, value, Number { min, max, suffix, is_whole: true }).map(f64::round)
        }
        Kind::Switch => form::switch(ui, parameter.name, value != 0.0).map(f64::from),
        Kind::Choice(rows) => {
            let rows: Vec<(usize, &str, &str)> =
                rows.iter().enumerate().map(|(index, row)| (index, row.title, row.explanation)).collect();
            let list = |ui: &mut Ui| {
                ui.set_min_width(CHOICE);
                form::combo(ui, parameter.name, value as usize, &rows).map(|index| index as f64)
            };
            // A column of a grid is as wide as in the last UI frame, so the list must ask for its width.
            ui.scope(list).inner
        }
    }
}
