//! Shared controls of the panels, each with an accessible name.

pub(crate) mod asked;
pub(crate) mod axes;
pub(crate) mod command;
pub(crate) mod committed;
pub(crate) mod floating;
pub(crate) mod form;
pub(crate) mod level_card;
pub mod number;
pub(crate) mod overflow;
pub(crate) mod parameters;

use super::icons::Icon;
pub use super::numbers::{short, short_beyond, write_number};
use super::theme;
use crate::level::fields::Range;
use egui::{Button, Response, RichText, Role, Sense, Ui, WidgetInfo, vec2};

pub use crate::editor::widgets::number::number;

/// A square icon button. `name` is its accessible name, `tip` its tooltip.
pub fn icon_button(ui: &mut Ui, icon: Icon, name: &str, tip: &str, is_enabled: bool, is_selected: bool) -> Response {
    let tint = if is_selected { ui.visuals().strong_text_color() } else { ui.visuals().text_color() };
    let button = Button::new(icon.tinted(theme::ICON, tint))
        .min_size(vec2(theme::BUTTON, theme::BUTTON))
        .selected(is_selected)
        .frame_when_inactive(is_selected);
    let padding = std::mem::replace(&mut ui.spacing_mut().button_padding, vec2(5.0, 4.0));
    let response = ui.add_enabled(is_enabled, button);
    ui.spacing_mut().button_padding = padding;
    response.widget_info(|| WidgetInfo::selected(Role::Button, is_enabled, is_selected, name));
    if tip.is_empty() { response } else { response.on_hover_text(tip).on_disabled_hover_text(tip) }
}

/// A button with an icon and a text.
pub fn text_button(ui: &mut Ui, icon: Icon, text: &str) -> Response {
    let response = ui.add(Button::new((icon.text(theme::SMALL_ICON), RichText::new(text))));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, text));
    response
}

/// Draws a cell of a table, with a name for screen readers.
pub fn cell(row: &mut egui_extras::TableRow, name: &str, contents: impl FnOnce(&mut Ui)) {
    let (_, response) = row.col(contents);
    response.widget_info(|| WidgetInfo::labeled(Role::Cell, true, name));
}

/// One tab of a tab row; it can be dragged.
pub fn tab(ui: &mut Ui, icon: Icon, title: &str, badge: Option<(usize, egui::Color32)>, is_open: bool) -> Response {
    let tint = if is_open { ui.visuals().strong_text_color() } else { ui.visuals().weak_text_color() };
    let mut atoms: egui::Atoms<'_> =
        egui::IntoAtoms::into_atoms((icon.tinted(theme::SMALL_ICON, tint), RichText::new(title).color(tint)));
    if let Some((count, color)) = badge.filter(|(count, _)| *count > 0) {
        // On the colour of the selection that of a severity is hard to read.
        let color = if is_open { tint } else { color };
        atoms.push_right(RichText::new(count.to_string()).small().color(color));
    }
    let button = Button::new(atoms).selected(is_open).frame_when_inactive(is_open);
    let response = ui.add(button.sense(Sense::click_and_drag()));
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_open, title));
    response
}

/// A closed tab without its title, for narrow rows.
pub fn short_tab(ui: &mut Ui, icon: Icon, title: &str, badge: Option<(usize, egui::Color32)>) -> Response {
    let mut atoms: egui::Atoms<'_> =
        egui::IntoAtoms::into_atoms(icon.tinted(theme::SMALL_ICON, ui.visuals().weak_text_color()));
    if let Some((count, color)) = badge.filter(|(count, _)| *count > 0) {
        atoms.push_right(RichText::new(count.to_string()).small().color(color));
    }
    let response = ui.add(Button::new(atoms).frame_when_inactive(false).sense(Sense::click_and_drag()));
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, false, title));
    response.on_hover_text(title)
}

/// A heading within a panel.
pub fn heading(ui: &mut Ui, text: &str) {
    ui.add_space(4.0);
    ui.label(RichText::new(text).strong());
}

/// Capitalizes the first letter.
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Explanatory text.
pub fn note(ui: &mut Ui, text: impl Into<String>) {
    let text = RichText::new(text).small().color(ui.visuals().weak_text_color());
    ui.add(egui::Label::new(text).wrap());
}

/// A small weak label in a bar: it is cut if there is no room, and the whole text with an explanation is its tooltip.
pub fn short_note(ui: &mut Ui, text: &str, explanation: &str) {
    let small = RichText::new(text).small().color(ui.visuals().weak_text_color());
    ui.add(egui::Label::new(small).truncate()).on_hover_text(format!("{text}. {explanation}"));
}

/// Format and limits of a number field.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    /// Minimum.
    pub min: f64,
    /// Maximum.
    pub max: f64,
    /// Text after the number.
    pub suffix: &'static str,
    /// Whether it is an integer.
    pub is_whole: bool,
}

impl Number {
    /// Any number.
    pub const ANY: Self = Self { min: f64::MIN, max: f64::MAX, suffix: "", is_whole: false };
    /// A number of at least 0.
    pub const POSITIVE: Self = Self { min: 0.0, max: f64::MAX, suffix: "", is_whole: false };
    /// A number greater than 0.
    pub const MORE_THAN_ZERO: Self = Self { min: 1e-9, max: f64::MAX, suffix: "", is_whole: false };
    /// 0 to 1.
    pub const PORTION: Self = Self { min: 0.0, max: 1.0, suffix: "", is_whole: false };
}

impl From<Range> for Number {
    fn from(range: Range) -> Self {
        match range {
            Range::Any => Self::ANY,
            Range::AtLeastZero => Self::POSITIVE,
            Range::AboveZero => Self::MORE_THAN_ZERO,
            Range::Portion => Self::PORTION,
            Range::Count { least, most } => {
                Self { min: f64::from(least), max: f64::from(most), suffix: "", is_whole: true }
            }
        }
    }
}

/// Selects the whole text of the field.
pub fn select_all(ui: &Ui, id: egui::Id, text: &str) {
    use egui::text::{CCursor, CCursorRange};
    let mut state = egui::text_edit::TextEditState::load(ui.ctx(), id).unwrap_or_default();
    state.cursor.set_char_range(Some(CCursorRange::two(CCursor::new(0), CCursor::new(text.chars().count()))));
    state.store(ui.ctx(), id);
}

/// Id of the frame field.
pub fn frame_field_id() -> egui::Id {
    egui::Id::unique("frame field")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_beyond_writes_zero_below_the_limit() {
        assert_eq!(short_beyond(-2.8e-17, 1e-14), "0");
        assert_eq!(short_beyond(-2.8e-13, 1e-14), "-2.80e-13");
        assert_eq!(short_beyond(f64::NAN, 1.0), "NaN");
    }

    #[test]
    fn write_number_is_short_and_reads_back() {
        assert_eq!(write_number(0.1 + 0.2), "0.3");
        assert_eq!(write_number(-0.02), "-0.02");
        assert_eq!(write_number(16.0), "16");
        assert_eq!(write_number(1234.5), "1234.5");
        assert_eq!(write_number(1e-7).parse(), Ok(1e-7));
        assert_eq!(write_number(100_000_000.0), "100000000");
    }
}
