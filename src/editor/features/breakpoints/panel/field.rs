//! A text field for expressions, with completion and an error marker below the position of the error.

use crate::debugger::watch::{Candidate, WatchError, complete};
use crate::level::Level;
use egui::text::{CCursor, CCursorRange};
use egui::{
    Align, Align2, Area, Button, FontId, Frame, Id, Key, Label, Modifiers, Order, RichText, Role, ScrollArea, TextEdit,
    TextStyle, Ui, WidgetInfo, vec2,
};
use std::ops::Range;

/// Contents of the field.
pub struct Field<'a> {
    /// Accessible name.
    pub name: &'a str,
    /// Placeholder text.
    pub hint: &'static str,
    /// The expression.
    pub text: &'a str,
    /// Whether the expression is invalid.
    pub is_wrong: bool,
    /// Width in points.
    pub width: f32,
    /// Level for completion of names.
    pub level: &'a Level,
}

/// Number of visible completions.
const ROWS: f32 = 8.0;
/// Space between the field's edge and its text.
const MARGIN: f32 = 4.0;

/// State of the completion list between UI frames.
#[derive(Clone, Copy, Debug, Default)]
struct Suggestions {
    /// Opened by typing.
    is_open: bool,
    chosen: usize,
    /// Whether an entry was chosen with the arrow keys.
    is_chosen: bool,
}

/// Draws the field; returns the new text if it changed, and the x position of the text.
pub fn show(ui: &mut Ui, field: &Field) -> (Option<String>, f32) {
    let id = ui.make_persistent_id(field.name);
    let (range, candidates) = completions(ui, id, field);
    let mut list: Suggestions = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let has_focus = ui.memory(|memory| memory.has_focus(id));
    let is_open = list.is_open && has_focus && !candidates.is_empty();
    let mut picked = if is_open { keys(ui, &mut list, candidates.len()) } else { None };
    let mut text = field.text.to_owned();
    let tint = if field.is_wrong { ui.visuals().error_fg_color } else { ui.visuals().text_color() };
    let edit = TextEdit::singleline(&mut text)
        .id(id)
        .font(TextStyle::Monospace)
        .text_color(tint)
        .hint_text(field.hint)
        .margin(vec2(MARGIN, 2.0))
        .align(Align2::LEFT_CENTER)
        .char_limit(crate::debugger::watch::LONGEST)
        .lock_focus(is_open)
        .desired_width(field.width);
    let response = ui.add(edit);
    if field.text.is_empty() && is_new_field(ui, id) {
        response.request_focus();
    }
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(Role::TextInput, true, field.name);
        info.current_text_value = Some(field.text.to_owned());
        info
    });
    if response.changed() {
        list = Suggestions { is_open: true, ..Suggestions::default() };
    } else if response.lost_focus() || response.gained_focus() {
        list = Suggestions::default();
    }
    if is_open && !response.changed() {
        picked = picked.or(menu(ui, &response, &mut list, &candidates));
    }
    if has_focus && !list.is_open && ui.input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::Space)) {
        list = Suggestions { is_open: true, ..Suggestions::default() };
    }
    if let Some(candidate) = picked.and_then(|picked| candidates.get(picked)) {
        text = with_completion(ui, id, field.text, &range, candidate);
        response.request_focus();
        // After an opening bracket or a point, further completions follow.
        list = Suggestions { is_open: candidate.text.ends_with(['.', '(']), ..Suggestions::default() };
    }
    ui.data_mut(|data| data.insert_temp(id, list));
    ((text != field.text).then_some(text), response.rect.left() + MARGIN)
}

/// True in the first UI frame of the field if the panel was already open: the user has just added it.
fn is_new_field(ui: &Ui, id: Id) -> bool {
    let now = ui.ctx().cumulative_pass_nr();
    let seen: Option<u64> = ui.data(|data| data.get_temp(id.with("seen")));
    ui.data_mut(|data| data.insert_temp(id.with("seen"), now));
    let was_there = |pass: Option<u64>| pass.is_some_and(|pass| pass + 1 >= now);
    was_there(ui.data(|data| data.get_temp(panel_seen()))) && !was_there(seen)
}

/// Key of the UI frame in which the panel was last drawn.
pub fn panel_seen() -> Id {
    Id::unique("breakpoints were shown")
}

/// Completions at the caret, and the range that they replace.
fn completions(ui: &Ui, id: Id, field: &Field) -> (Range<usize>, Vec<Candidate>) {
    let caret = TextEdit::load_state(ui.ctx(), id).and_then(|state| state.cursor.char_range());
    let Some(caret) = caret else { return (0..0, Vec::new()) };
    let characters = usize::from(caret.primary.index);
    let byte = field.text.char_indices().nth(characters).map_or(field.text.len(), |(byte, _)| byte);
    let (range, mut candidates) = complete(field.text, byte, field.level);
    // Omit a completion that is already typed in full.
    candidates.retain(|candidate| field.text.get(range.clone()) != Some(candidate.text.as_str()));
    (range, candidates)
}

/// Arrow keys choose, Tab accepts, Enter accepts a chosen entry, Escape closes.
fn keys(ui: &Ui, list: &mut Suggestions, count: usize) -> Option<usize> {
    let chosen = list.chosen.min(count - 1);
    ui.input_mut(|input| {
        let mut pressed = |key| input.consume_key(Modifiers::NONE, key);
        if pressed(Key::ArrowDown) {
            (list.chosen, list.is_chosen) = (if list.is_chosen { (chosen + 1) % count } else { 0 }, true);
        } else if pressed(Key::ArrowUp) {
            (list.chosen, list.is_chosen) = ((chosen + count - 1) % count, true);
        } else if pressed(Key::Escape) {
            *list = Suggestions::default();
        } else if pressed(Key::Tab) || (list.is_chosen && pressed(Key::Enter)) {
            return Some(chosen);
        }
        None
    })
}

/// The completion list below the field; returns the clicked entry.
fn menu(ui: &Ui, field: &egui::Response, list: &mut Suggestions, candidates: &[Candidate]) -> Option<usize> {
    let mut picked = None;
    let height = ui.spacing().interact_size.y;
    // Open above if there is no room below.
    let room = ui.ctx().content_rect().bottom() - field.rect.bottom();
    let wanted = (height + 4.0) * (candidates.len() as f32).min(ROWS) + 16.0;
    let is_above = room < wanted;
    let (pivot, at) = if is_above {
        (Align2::LEFT_BOTTOM, field.rect.left_top() - vec2(0.0, 2.0))
    } else {
        (Align2::LEFT_TOP, field.rect.left_bottom() + vec2(0.0, 2.0))
    };
    let area = Area::new(field.id.with("ways")).order(Order::Foreground).pivot(pivot).fixed_pos(at);
    area.show(ui.ctx(), |ui| {
        Frame::popup(ui.style()).show(ui, |ui| {
            ui.set_width(420.0);
            ScrollArea::vertical().max_height((height + 4.0) * ROWS).show(ui, |ui| {
                for (index, candidate) in candidates.iter().enumerate() {
                    let is_chosen = index == list.chosen && list.is_chosen;
                    let words = (
                        RichText::new(&candidate.text).monospace(),
                        RichText::new(&candidate.title).small().color(ui.visuals().weak_text_color()),
                    );
                    let response =
                        ui.add(Button::selectable(is_chosen, words).truncate().min_size(vec2(404.0, height)));
                    response
                        .widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Insert {}", candidate.text)));
                    if is_chosen {
                        response.scroll_to_me(Some(Align::Center));
                    }
                    // A click would move the focus out of the field, so the press decides.
                    if response.clicked() || response.is_pointer_button_down_on() {
                        picked = Some(index);
                    }
                    if !candidate.explanation.is_empty() {
                        response.on_hover_text(&candidate.explanation);
                    }
                }
            });
        });
    });
    picked
}

/// The text with a completion inserted; moves the caret behind it.
fn with_completion(ui: &Ui, id: Id, text: &str, range: &Range<usize>, candidate: &Candidate) -> String {
    let mut rest = &text[range.end..];
    // Replace also the rest of the word after the caret.
    rest = rest.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
    if candidate.text.ends_with(['(', '.']) && rest.starts_with(['(', '.']) {
        rest = &rest[1..];
    }
    let head = format!("{}{}", &text[..range.start], candidate.text);
    if let Some(mut state) = TextEdit::load_state(ui.ctx(), id) {
        let caret = CCursor::new(head.chars().count());
        state.cursor.set_char_range(Some(CCursorRange::one(caret)));
        TextEdit::store_state(ui.ctx(), id, state);
    }
    head + rest
}

/// Shows an error with a marker below its position; the text of the field begins at `left`.
pub fn complain(ui: &mut Ui, text: &str, error: &WatchError, left: f32) {
    let font = FontId::monospace(TextStyle::Monospace.resolve(ui.style()).size);
    let letter = ui.fonts_mut(|fonts| fonts.glyph_width(&font, '^'));
    let tint = ui.visuals().error_fg_color;
    let start = error.column(text) - 1;
    let count = text.get(error.at.clone()).map_or(1, |part| part.chars().count()).max(1);
    ui.vertical(|ui| {
        ui.spacing_mut().item_spacing = vec2(0.0, 0.0);
        ui.spacing_mut().interact_size.y = 0.0;
        let indent = left - ui.cursor().left();
        ui.horizontal(|ui| {
            ui.add_space(indent + letter * start as f32);
            ui.label(RichText::new("^".repeat(count.min(60))).monospace().color(tint));
        });
        ui.horizontal(|ui| {
            ui.add_space(indent);
            ui.add(Label::new(RichText::new(error.to_string()).small().color(tint)).wrap());
        });
    });
}
