//! Rows of a form: a label and a control, which has the label as its accessible name.

use crate::editor::theme::SMALL_ICON;
use crate::editor::widgets;
use crate::editor::widgets::{Number, number as number_field};
use crate::level::Point;
use egui::text::{LayoutJob, TextFormat};
use egui::{
    Align, Checkbox, Color32, ComboBox, EventFilter, FontId, Grid, Id, Key, Layout, Modifiers, RichText, Role,
    TextStyle, Ui, WidgetInfo,
};

/// Width of the labels.
const LABEL: f32 = 96.0;

/// Usual width of a drop-down list, in points.
const CHOICE: f32 = 150.0;
/// Least width of a drop-down list, in points.
pub const NARROWEST_CHOICE: f32 = 90.0;
/// Padding, and width of the arrow with the gap before it, in a drop-down list that is narrower than usual.
const NARROW_PADDING: f32 = 4.0;
const NARROW_ICON: [f32; 2] = [10.0, 3.0];

/// A table of rows.
pub fn table(ui: &mut Ui, id: &str, rows: impl FnOnce(&mut Ui)) {
    Grid::new(id).num_columns(2).min_col_width(LABEL).spacing([8.0, 5.0]).show(ui, rows);
}

fn label(ui: &mut Ui, text: &str) {
    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
        ui.label(RichText::new(text).color(ui.visuals().weak_text_color()));
    });
}

/// A row label with a tooltip.
pub fn hinted(ui: &mut Ui, text: &str, hint: &str) {
    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
        let words = RichText::new(text).color(ui.visuals().weak_text_color());
        ui.add(egui::Label::new(words).sense(egui::Sense::hover())).on_hover_text(hint);
    });
}

/// A number row.
pub fn number(ui: &mut Ui, name: &str, value: f64, how: Number) -> Option<f64> {
    label(ui, name);
    let new = widgets::number(ui, name, value, how);
    ui.end_row();
    new
}

/// A vector row.
pub fn vector(ui: &mut Ui, name: &str, value: Point) -> Option<Point> {
    label(ui, name);
    let new = pair(ui, name, value);
    ui.end_row();
    new
}

/// The two fields of a vector, without label.
pub fn pair(ui: &mut Ui, name: &str, value: Point) -> Option<Point> {
    let new = ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        number_field::fit_pair(ui, 0.0);
        let x = widgets::number(ui, &format!("{name} x"), value[0], Number::ANY);
        let y = widgets::number(ui, &format!("{name} y"), value[1], Number::ANY);
        (x.is_some() || y.is_some()).then(|| [x.unwrap_or(value[0]), y.unwrap_or(value[1])])
    });
    new.inner
}

/// A check box row.
pub fn check(ui: &mut Ui, name: &str, value: bool) -> Option<bool> {
    label(ui, name);
    let new = switch(ui, name, value);
    ui.end_row();
    new
}

/// A check box without label.
pub fn switch(ui: &mut Ui, name: &str, value: bool) -> Option<bool> {
    let mut new = value;
    let response = ui.add(Checkbox::without_text(&mut new));
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, new, name));
    response.changed().then_some(new)
}

/// A drop-down row.
pub fn choice<T: Copy + PartialEq>(ui: &mut Ui, name: &str, value: T, all: &[(T, &str, &str)]) -> Option<T> {
    label(ui, name);
    let new = combo(ui, name, value, all);
    ui.end_row();
    new
}

/// A drop-down list without label.
pub fn combo<T: Copy + PartialEq>(ui: &mut Ui, name: &str, value: T, all: &[(T, &str, &str)]) -> Option<T> {
    combo_or_mixed(ui, name, Some(value), all)
}

/// Moves the focus between the rows of an open list by the arrow keys. A list that the pointer opened has no focus: its
/// first key press moves from the current row.
fn list_keys(ui: &Ui, rows: &[Id], current: Option<usize>) {
    let focused = ui.memory(|memory| memory.focused());
    let at = focused.and_then(|id| rows.iter().position(|&row| row == id));
    let Some(at) = at else {
        if let Some(&row) = rows.get(current.unwrap_or(0)).filter(|_| focused.is_none()) {
            ui.memory_mut(|memory| memory.request_focus(row));
        }
        return;
    };
    let filter = EventFilter { vertical_arrows: true, ..EventFilter::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(rows[at], filter));
    let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    let (up, down) = (pressed(Key::ArrowUp), pressed(Key::ArrowDown));
    let next = match (up, down) {
        (true, false) => at.saturating_sub(1),
        (false, true) => (at + 1).min(rows.len() - 1),
        _ => return,
    };
    ui.memory_mut(|memory| memory.request_focus(rows[next]));
}

/// A drop-down list without label; without a choice if the values differ.
pub fn combo_or_mixed<T: Copy + PartialEq>(
    ui: &mut Ui,
    name: &str,
    value: Option<T>,
    all: &[(T, &str, &str)],
) -> Option<T> {
    let chosen = all.iter().find(|row| Some(row.0) == value);
    let current = chosen.map_or("mixed", |row| row.1);
    let mut new = None;
    let width = ui.available_width().clamp(NARROWEST_CHOICE, CHOICE);
    let list = |ui: &mut Ui| {
        let mut rows = Vec::new();
        for &(candidate, title, explanation) in all {
            let is_it = value == Some(candidate);
            let row = ui.selectable_label(is_it, title).on_hover_text(explanation);
            if row.clicked() {
                new = (!is_it).then_some(candidate);
                // By itself the list closes only on a click of the pointer, not on Enter or by a screen reader.
                ui.close();
            }
            rows.push(row.id);
        }
        list_keys(ui, &rows, all.iter().position(|row| Some(row.0) == value));
    };
    let combo = ui.scope(|ui| {
        if width < CHOICE {
            let spacing = ui.spacing_mut();
            spacing.button_padding.x = NARROW_PADDING;
            [spacing.icon_width, spacing.icon_spacing] = NARROW_ICON;
        }
        // Without truncation a long choice would reach beyond the panel.
        ComboBox::from_id_salt(name).width(width).truncate().selected_text(current).show_ui(ui, list)
    });
    let response = combo.inner.response;
    response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, name));
    if let Some((_, title, explanation)) = chosen {
        response.on_hover_text([*title, *explanation].join("\n").trim_end());
    }
    new
}

/// A read-only text row.
pub fn fact(ui: &mut Ui, name: &str, text: impl Into<String>) {
    label(ui, name);
    ui.add(egui::Label::new(RichText::new(text).monospace()).selectable(true));
    ui.end_row();
}

/// How a read-only number is shown.
#[derive(Clone, Debug, Default)]
pub struct FactFormat {
    /// Rounding error: magnitudes up to it are shown as 0.
    pub grain: f64,
    /// Value of 1 in a physical unit, and its name, if the level has physical units.
    pub unit: Option<(f64, String)>,
}

/// A read-only vector row; see [`number_fact`].
pub fn vector_fact(ui: &mut Ui, name: &str, value: crate::geometry::DVec2, format: &FactFormat) {
    numbers(ui, name, &[value.x, value.y], format);
}

/// A read-only number row, in the units of the level and in physical ones. The tooltip shows the exact value.
pub fn number_fact(ui: &mut Ui, name: &str, value: f64, format: &FactFormat) {
    numbers(ui, name, &[value], format);
}

/// As [`vector_fact`], with a small button behind the numbers.
pub fn vector_fact_with(
    ui: &mut Ui,
    name: &str,
    value: crate::geometry::DVec2,
    format: &FactFormat,
    button: impl FnOnce(&mut Ui),
) {
    label(ui, name);
    // A row of controls would be centred by its usual height, and reach into the next row of the grid.
    let controls = |ui: &mut Ui| {
        let spacing = ui.spacing();
        let button_width = SMALL_ICON + 2.0 * spacing.button_padding.x + spacing.item_spacing.x;
        // The label of the row is in the middle of the button's height.
        let above = 0.5 * (spacing.interact_size.y - ui.text_style_height(&TextStyle::Monospace));
        ui.vertical(|ui| {
            ui.set_max_width(ui.available_width() - button_width);
            ui.add_space(above);
            number_text(ui, &[value.x, value.y], format);
        });
        button(ui);
    };
    ui.vertical(|ui| ui.horizontal_top(controls));
    ui.end_row();
}

fn numbers(ui: &mut Ui, name: &str, values: &[f64], format: &FactFormat) {
    label(ui, name);
    number_text(ui, values, format);
    ui.end_row();
}

/// In a narrow panel each number has a line.
fn number_text(ui: &mut Ui, values: &[f64], FactFormat { grain, unit }: &FactFormat) {
    let written = |factor: f64| {
        let numbers = values.iter().map(|&value| widgets::short_beyond(factor * value, factor * grain));
        numbers.collect::<Vec<_>>().join(", ")
    };
    // One text of two lines: a row does not grow with two labels below each other.
    let font = |style: TextStyle| FontId::monospace(style.resolve(ui.style()).size);
    let part = |style: TextStyle, color: Color32| TextFormat::simple(font(style), color);
    let mut text = LayoutJob::default();
    text.append(&written(1.0), 0.0, part(TextStyle::Monospace, ui.visuals().text_color()));
    if let Some((factor, name)) = unit {
        // The unit stays with its number.
        let physical = format!("\n{}\u{a0}{name}", written(*factor));
        text.append(&physical, 0.0, part(TextStyle::Small, ui.visuals().weak_text_color()));
    }
    let response = ui.add(egui::Label::new(text).selectable(true).wrap());
    let exact: Vec<String> = values.iter().map(|value| format!("{value:?}")).collect();
    let is_rounded = values.iter().any(|value| *value != 0.0 && value.abs() <= *grain);
    let note = if is_rounded { "\nRounding error of 0" } else { "" };
    response.on_hover_text(format!("{}{note}", exact.join(", ")));
}
