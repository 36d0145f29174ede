//! A virtual table whose rows highlight and select the parts that they mention, and go to their moment.

use crate::debugger::Moment;
use crate::debugger::changes::NumberKind;
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::changes::panel::menu;
use crate::editor::features::changes::subject;
use crate::editor::features::timeline::commands::TimeCommand;
use crate::editor::icons::Icon;
use crate::editor::widgets::ColumnFormat;
use crate::editor::{theme, widgets};
use crate::level::{Level, Place};
use egui::{Align, Button, Label, Layout, Response, RichText, Role, Sense, Ui, WidgetInfo, vec2};
use egui_extras::{Column, Table, TableBuilder, TableRow};

/// Least width of columns of texts, which are narrower in a narrow panel.
const WIDE_COLUMN: f32 = 100.0;
/// Least factor of their widths.
const LEAST_SCALE: f32 = 0.5;
/// Step of that factor.
const SCALE_STEP: f32 = 0.05;

/// Units of columns in mass (m), length (l) and time (t) of the level.
const UNITS: [(&str, &str); 4] = [("Impulse", "m·l/t"), ("Friction", "m·l/t"), ("Distance", "l"), ("Move", "l")];

/// Number of rows, evenly spaced, that decide the formats of the columns.
const SAMPLED: usize = 100;
/// Greatest number of characters of a number in the format of its column.
const LONGEST: usize = 10;

/// Content of a cell.
#[derive(Clone, Debug)]
pub enum Cell {
    /// A text.
    Text(String),
    /// A number, in the format of its column; NaN is a missing number.
    Number(f64),
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<f64> for Cell {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl Cell {
    /// Its text in a column.
    fn text(&self, format: ColumnFormat) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Number(number) if number.is_nan() => "-".to_owned(),
            Self::Number(number) => {
                let text = format.write(*number);
                // The sampled rows may have been much smaller or larger.
                let is_lost = *number != 0.0 && text.parse() == Ok(0.0);
                if is_lost || text.len() > LONGEST { widgets::short(*number) } else { text }
            }
        }
    }

    /// True for numbers, also written ones; a dash is a missing number.
    fn is_number(&self) -> bool {
        match self {
            Self::Text(text) => text == "-" || text.parse::<f64>().is_ok(),
            Self::Number(_) => true,
        }
    }
}

/// One row.
pub struct TableLine {
    /// Mentioned parts.
    pub places: Vec<Place>,
    /// Its cells; the first is the row's button.
    pub cells: Vec<Cell>,
    /// Accessible name.
    pub name: String,
}

/// A table with column titles and widths; numbers are right-aligned.
pub struct Rows<'a> {
    /// Title and width of each column.
    pub columns: &'a [(&'a str, f32)],
    /// Number of rows.
    pub count: usize,
    /// Row to scroll to.
    pub wanted: Option<usize>,
    /// Row to highlight, because the pointer is over the same item elsewhere.
    pub lit: Option<usize>,
}

/// Order of the rows and their moments.
pub struct Timed<'a> {
    /// Column that the rows are sorted by, and whether the order is reversed.
    pub sorted: (usize, bool),
    /// Moment of a row.
    pub moment: &'a dyn Fn(usize) -> Moment,
}

impl Rows<'_> {
    /// Draws the table; returns the row under the pointer.
    pub fn show(
        self,
        ui: &mut Ui,
        view: &ViewContext,
        line: impl Fn(usize) -> TableLine,
        out: &mut Vec<Action>,
    ) -> Option<usize> {
        self.show_timed(ui, view, line, None, out).0
    }

    /// As [`Rows::show`], for rows that have a moment; also returns the column title that was clicked.
    pub fn show_timed(
        self,
        ui: &mut Ui,
        view: &ViewContext,
        line: impl Fn(usize) -> TableLine,
        timed: Option<Timed<'_>>,
        out: &mut Vec<Action>,
    ) -> (Option<usize>, Option<usize>) {
        let (mut under, mut title) = (None, None);
        let numbers = if self.count > 0 { numbers(&line(0)) } else { Vec::new() };
        let formats = self.formats(&line);
        let sorted = timed.as_ref().map(|timed| timed.sorted);
        // Stripes separate the rows.
        let gap = std::mem::take(&mut ui.spacing_mut().item_spacing.y);
        self.header(ui, view, &numbers, sorted, &mut title).body(|body| {
            body.rows(24.0, self.count, |mut row| {
                let index = row.index();
                let line = line(index);
                let is_selected = !line.places.is_empty() && line.places.iter().all(|p| view.selection.contains(p));
                row.set_selected(is_selected);
                if self.lit == Some(index) {
                    row.set_hovered(true);
                }
                let response = cells(&mut row, self.columns, &line, (&numbers, &formats), is_selected);
                if response.hovered() {
                    under = Some(index);
                    out.push(Action::Hover(line.places.clone()));
                }
                if let Some(place) = subject(&line.places) {
                    response.context_menu(|ui| menu(ui, place, NumberKind::Velocity, out));
                }
                if let Some(timed) = timed.as_ref().filter(|_| response.clicked()) {
                    out.push(Action::Time(TimeCommand::GoTo((timed.moment)(index))));
                }
                if response.double_clicked() {
                    out.push(Action::Reveal(line.places));
                } else if response.clicked() {
                    out.push(Action::Select(line.places));
                }
            });
        });
        ui.spacing_mut().item_spacing.y = gap;
        (under, title)
    }

    /// The format of the numbers of each column.
    fn formats(&self, line: &impl Fn(usize) -> TableLine) -> Vec<ColumnFormat> {
        let mut columns: Vec<Vec<f64>> = vec![Vec::new(); self.columns.len()];
        let count = self.count.min(SAMPLED);
        for index in 0..count {
            for (column, cell) in columns.iter_mut().zip(line(index * self.count / count).cells) {
                if let Cell::Number(number) = cell {
                    column.push(number);
                }
            }
        }
        columns.into_iter().map(|numbers| ColumnFormat::of(numbers.into_iter())).collect()
    }

    /// Factor of the widths of wide columns with which all columns fit the panel, in steps.
    fn scale(&self, ui: &Ui) -> f32 {
        let spacing = ui.spacing();
        let gaps = spacing.item_spacing.x * (self.columns.len() + 1) as f32 + spacing.scroll.allocated_width();
        let sum = |is_wide: bool| -> f32 {
            self.columns.iter().map(|column| column.1).filter(|&width| (width >= WIDE_COLUMN) == is_wide).sum()
        };
        let fit = (ui.available_width() - gaps - sum(false)) / sum(true).max(1.0);
        ((fit / SCALE_STEP).floor() * SCALE_STEP).clamp(LEAST_SCALE, 1.0)
    }

    /// Table header; the titles of sorted rows are buttons.
    fn header<'a>(
        &self,
        ui: &'a mut Ui,
        view: &ViewContext,
        numbers: &[bool],
        sorted: Option<(usize, bool)>,
        clicked: &mut Option<usize>,
    ) -> Table<'a> {
        let weak = ui.visuals().weak_text_color();
        let scale = self.scale(ui);
        let mut builder = TableBuilder::new(ui)
            // Widths that the user sets hold for one scale.
            .id_salt(("columns", scale.to_bits()))
            .striped(true)
            .sense(Sense::click())
            // The panel keeps its height.
            .min_scrolled_height(0.0)
            .auto_shrink(false)
            .cell_layout(Layout::left_to_right(Align::Center));
        for &(_, width) in self.columns {
            let scale = if width >= WIDE_COLUMN { scale } else { 1.0 };
            builder = builder.column(Column::initial(width * scale).at_least(30.0).resizable(true).clip(true));
        }
        // A last column fills the remaining width.
        builder = builder.column(Column::remainder());
        if let Some(row) = self.wanted {
            builder = builder.scroll_to_row(row, Some(Align::Center));
        }
        let titles = self.columns.iter().map(|(title, _)| *title);
        builder.header(24.0, |mut header| {
            for (column, title) in titles.enumerate() {
                widgets::cell(&mut header, &format!("Column {title}"), |ui| {
                    let unit = UNITS.iter().find(|(of, _)| *of == title).map(|(_, unit)| *unit);
                    let words = unit.map_or_else(|| title.to_owned(), |unit| format!("{title} [{unit}]"));
                    let text = RichText::new(words).small().color(weak);
                    let tip = unit.map_or_else(String::new, |unit| explained(view.document.level(), unit));
                    ui.with_layout(layout(numbers.get(column) == Some(&true)), |ui| match sorted {
                        None if tip.is_empty() => _ = ui.label(text),
                        None => _ = ui.label(text).on_hover_text(tip),
                        Some(sorted) if sort_button(ui, title, text, column, sorted, &tip) => *clicked = Some(column),
                        Some(_) => {}
                    });
                });
            }
            widgets::cell(&mut header, "No column", |_| {});
        })
    }
}

/// The title of a column that the rows can be sorted by. True if clicked.
fn sort_button(
    ui: &mut Ui,
    title: &str,
    text: RichText,
    column: usize,
    (by, is_reversed): (usize, bool),
    unit: &str,
) -> bool {
    let arrow = Icon(if is_reversed { "arrow-up" } else { "arrow-down" });
    let strong = ui.visuals().text_color();
    let button = match by == column {
        true => Button::new((text.color(strong), arrow.tinted(theme::SMALL_ICON * 0.8, strong))),
        false => Button::new(text),
    };
    let response = ui.add(button.frame_when_inactive(false).small().min_size(vec2(0.0, 24.0)));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Sort by {title}")));
    let tip = format!("Sort by this column; again: the other way\n{unit}");
    response.on_hover_text(tip.trim_end()).clicked()
}

/// A unit in words, and its size in the physical units of the level, if it has some.
fn explained(level: &Level, unit: &str) -> String {
    let physical = level.unit_of(unit).map(|(factor, name)| format!(": 1 {unit} is {} {name}", widgets::short(factor)));
    format!("In mass (m), length (l) and time (t) of the level{}", physical.unwrap_or_default())
}

/// Draws the cells of a row; the first is a button with the row's name.
fn cells(
    row: &mut TableRow,
    columns: &[(&str, f32)],
    line: &TableLine,
    (numbers, formats): (&[bool], &[ColumnFormat]),
    is_selected: bool,
) -> Response {
    let mut texts = line.cells.iter().zip(formats).map(|(cell, format)| (cell, cell.text(*format)));
    let mut first = None;
    let name = |column: usize, text: &str| format!("{}: {text}", columns.get(column).map_or("", |column| column.0));
    widgets::cell(row, &name(0, &line.name), |ui| {
        first = texts.next().map(|(_, text)| button(ui, &text, &line.name, is_selected));
    });
    for (column, (content, cell)) in texts.enumerate() {
        let is_number = numbers.get(column + 1) == Some(&true);
        let text = RichText::new(&cell);
        let text = if is_number || !cell.chars().any(char::is_alphabetic) { text.monospace() } else { text };
        widgets::cell(row, &name(column + 1, &cell), |ui| {
            let label = Label::new(text).truncate().selectable(false);
            let response = ui.with_layout(layout(is_number), |ui| ui.add(label)).inner;
            if let Cell::Number(number) = content {
                response.on_hover_ui(|ui| _ = ui.label(format!("{number:?}")));
            }
        });
    }
    widgets::cell(row, "No column", |_| {});
    let row_response = row.response();
    first.map_or(row_response.clone(), |first| first.union(row_response))
}

/// Which cells are numbers; the first is a button.
fn numbers(line: &TableLine) -> Vec<bool> {
    line.cells.iter().enumerate().map(|(column, cell)| column > 0 && cell.is_number()).collect()
}

fn layout(is_number: bool) -> Layout {
    if is_number { Layout::right_to_left(Align::Center) } else { Layout::left_to_right(Align::Center) }
}

fn button(ui: &mut Ui, text: &str, name: &str, is_selected: bool) -> egui::Response {
    let response = ui.add(Button::selectable(is_selected, text).truncate());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_selected, name));
    response
}
