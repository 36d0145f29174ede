//! Shared controls of the panels, each with an accessible name.

pub(crate) mod asked;
pub(crate) mod axes;
pub(crate) mod command;
pub(crate) mod committed;
pub(crate) mod expression;
pub(crate) mod floating;
pub(crate) mod form;
pub(crate) mod level_card;
pub mod number;
pub(crate) mod overflow;
pub(crate) mod parameters;
pub(crate) mod paths;
mod search;

use super::icons::{self, Icon};
pub use super::numbers::{ColumnFormat, short, short_beyond, write_number};
use super::theme;
use crate::level::fields::Range;
use egui::{Align2, Button, Color32, FontId, Galley, Response, RichText, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use std::sync::Arc;

pub use crate::editor::widgets::number::number;
pub use search::{kept_search, search, search_in_window};

/// Size of the arrow of a button that opens a menu.
const MENU_ARROW: f32 = 11.0;

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

/// What is on a button that opens a menu: an icon, a text and an arrow.
pub fn menu_words<'a>(icon: Option<Icon>, text: &str) -> egui::Atoms<'a> {
    let mut words: egui::Atoms<'_> = egui::IntoAtoms::into_atoms(RichText::new(text));
    if let Some(icon) = icon {
        words.push_left(icon.text(theme::SMALL_ICON));
    }
    words.push_right(Icon("caret-down").text(MENU_ARROW));
    words
}

/// A button with a text and an arrow that opens a menu; `icon` may stand before the text.
pub fn menu_button(ui: &mut Ui, icon: Option<Icon>, text: &str, items: impl FnOnce(&mut Ui)) -> Response {
    let response = ui.menu_button(menu_words(icon, text), items).response;
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, text));
    response
}

/// Draws a cell of a table, with a name for screen readers.
pub fn cell(row: &mut egui_extras::TableRow, name: &str, contents: impl FnOnce(&mut Ui)) {
    let (_, response) = row.col(contents);
    response.widget_info(|| WidgetInfo::labeled(Role::Cell, true, name));
}

/// Size of a tab's title and of its count, in points.
const TAB_TITLE: f32 = 10.5;
const COUNT: f32 = 9.0;
/// Height of a tab, and its margin beside the title.
const TAB: f32 = 32.0;
const TAB_MARGIN: f32 = 4.0;
/// Counts above this have no room.
const MOST: usize = 99;

/// Width of a tab with this title.
pub fn tab_width(ui: &Ui, title: &str) -> f32 {
    tab_title(ui, title, Color32::PLACEHOLDER).size().x.max(theme::SMALL_ICON) + 2.0 * TAB_MARGIN
}

fn tab_title(ui: &Ui, title: &str, color: Color32) -> Arc<Galley> {
    ui.painter().layout_no_wrap(title.to_owned(), FontId::proportional(TAB_TITLE), color)
}

/// One tab of a tab row: the title under the icon. It can be dragged. Its size does not depend on the count.
pub fn tab(ui: &mut Ui, icon: Icon, title: &str, count: Option<(usize, Color32)>, is_open: bool) -> Response {
    let tint = if is_open { ui.visuals().strong_text_color() } else { ui.visuals().weak_text_color() };
    let button = Button::new("").min_size(vec2(tab_width(ui, title), TAB)).selected(is_open);
    let padding = std::mem::replace(&mut ui.spacing_mut().button_padding, vec2(TAB_MARGIN, 0.0));
    let response = ui.add(button.frame_when_inactive(is_open).sense(Sense::click_and_drag()));
    ui.spacing_mut().button_padding = padding;
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_open, title));
    let (rect, painter) = (response.rect, ui.painter());
    let words = tab_title(ui, title, tint);
    let at = Align2::CENTER_BOTTOM.anchor_size(rect.center_bottom() - vec2(0.0, 1.0), words.size());
    painter.galley(at.min, words, tint);
    let upper = rect.with_max_y(at.top());
    let count = count.filter(|(count, _)| *count > 0).map(|(count, color)| {
        let text = if count > MOST { format!("{MOST}+") } else { count.to_string() };
        // On the colour of the selection that of a severity is hard to read.
        let color = if is_open { tint } else { color };
        painter.layout_no_wrap(text, FontId::proportional(COUNT), color)
    });
    // In a narrow tab the icon makes room for the count.
    let half = 0.5 * theme::SMALL_ICON;
    let most = count.as_ref().map_or(f32::INFINITY, |count| upper.right() - 1.0 - count.size().x - half);
    let middle = pos2(upper.center().x.min(most), upper.center().y);
    painter.text(middle, Align2::CENTER_CENTER, icon.glyph(), icons::font(theme::SMALL_ICON), tint);
    if let Some(count) = count {
        painter.galley(pos2(middle.x + half, upper.top()), count, tint);
    }
    response
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
        assert_eq!(short_beyond(-2.8e-13, 1e-14), "-2.800e-13");
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
