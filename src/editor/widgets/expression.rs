//! A text field for expressions of the watch language, with completion, and an underline where an error is.

use crate::debugger::watch::{Candidate, WatchError, complete};
use crate::level::Level;
use egui::text::{CCursor, CCursorRange, LayoutJob};
use egui::text_edit::TextEditOutput;
use egui::{
    Align, Align2, Area, Button, Context, EventFilter, Frame, Galley, Id, Key, Label, LayerId, Modifiers, Order, Rect,
    Response, RichText, Role, ScrollArea, Shape, Stroke, TextEdit, TextFormat, TextStyle, Ui, Vec2, WidgetInfo, pos2,
    vec2,
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
    /// The error in the expression. None if it is valid or empty.
    pub error: Option<&'a WatchError>,
    /// Width in points.
    pub width: f32,
    /// Level for completion of names.
    pub level: &'a Level,
}

/// What the user did in the field.
pub struct FieldChange {
    /// The new text, if it changed.
    pub text: Option<String>,
    /// Left end of the text.
    pub left: f32,
    /// Whether Enter was pressed, and no completion accepted.
    pub is_entered: bool,
}

/// Largest size of the list of completions, and its distance from the edges of the window.
const WIDEST: f32 = 520.0;
const HIGHEST: f32 = 260.0;
const EDGE: f32 = 12.0;
/// Height of the waves below an error, and least width of the line.
const WAVE: f32 = 1.5;
const LEAST_MARK: f32 = 6.0;
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
    /// Whether a press on the list took the focus, which returns until the button is released.
    has_lent_focus: bool,
}

/// True if the pointer is over a list of completions that was open in the last pass, or from which a press still lasts.
/// Clicks there lie outside the menu of the field, which must stay open.
pub fn is_pointer_over_list(ctx: &Context) -> bool {
    let known = ctx.data(|data| data.get_temp::<(u64, Rect)>(open_key()));
    let (pass, pointer) = (ctx.cumulative_pass_nr(), ctx.input(|input| input.pointer.interact_pos()));
    known.zip(pointer).is_some_and(|((last, rect), at)| last + 1 >= pass && rect.contains(at))
}

/// Stores the rectangle of an open list. While a press on a list lasts, the rectangles of the earlier lists are kept,
/// because the pointer may be outside the next list when the button is released.
fn note_open(ctx: &Context, rect: Rect, is_press_on_list: bool) {
    let pass = ctx.cumulative_pass_nr();
    ctx.data_mut(|data| {
        let known = data.get_temp_mut_or::<(u64, Rect)>(open_key(), (pass, Rect::NOTHING));
        let kept = if is_press_on_list { known.1 } else { Rect::NOTHING };
        *known = (pass, kept.union(rect));
    });
}

fn open_key() -> Id {
    Id::unique("a list of completions is open")
}

/// Closes the list of the field with this name.
pub fn close_list(ui: &Ui, name: &str) {
    ui.data_mut(|data| data.insert_temp(ui.make_persistent_id(name), Suggestions::default()));
}

/// Draws the field.
pub fn show(ui: &mut Ui, field: &Field) -> FieldChange {
    let id = ui.make_persistent_id(field.name);
    let (range, candidates) = completions(ui, id, field);
    let mut list: Suggestions = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let has_focus = ui.memory(|memory| memory.has_focus(id));
    let is_open = list.is_open && has_focus && !candidates.is_empty();
    let mut picked = if is_open { keys(ui, &mut list, candidates.len()) } else { None };
    let mut text = field.text.to_owned();
    let output = editor(field, &mut text, id, is_open).show(ui);
    let response = output.response.response.clone();
    if is_open && response.has_focus() {
        // Escape closes the list only; without a filter it takes the focus.
        let all = EventFilter { tab: true, horizontal_arrows: true, vertical_arrows: true, escape: true };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(id, all));
    }
    if field.text.is_empty() && is_new_field(ui, id) {
        response.request_focus();
    }
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(Role::TextInput, true, field.name);
        info.current_text_value = Some(field.text.to_owned());
        info
    });
    if !has_focus {
        response.clone().on_hover_text("An expression. Type a name for a list of completions, or press Ctrl+Space");
    }
    if let Some(error) = field.error.filter(|_| !response.changed()) {
        mark(ui, field.text, error, &output);
    }
    if response.changed() {
        list = Suggestions { is_open: true, ..Suggestions::default() };
    } else if (response.lost_focus() || response.gained_focus()) && !list.has_lent_focus {
        list = Suggestions::default();
    }
    let is_pressed = ui.input(|input| input.pointer.any_down() || input.pointer.any_released());
    if list.has_lent_focus {
        response.request_focus();
        list.has_lent_focus = is_pressed;
        note_open(ui.ctx(), Rect::NOTHING, true);
    }
    if is_open && !response.changed() {
        picked = picked.or(show_list(ui, &response, &list, &candidates));
    }
    if has_focus && !list.is_open && ui.input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::Space)) {
        list = Suggestions { is_open: true, ..Suggestions::default() };
    }
    if let Some(candidate) = picked.and_then(|picked| candidates.get(picked)) {
        text = with_completion(ui, id, field.text, &range, candidate);
        response.request_focus();
        // After an opening bracket or a point, further completions follow.
        let is_open = candidate.text.ends_with(['.', '(']);
        list = Suggestions { is_open, has_lent_focus: is_pressed, ..Suggestions::default() };
    }
    ui.data_mut(|data| data.insert_temp(id, list));
    let is_entered = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    FieldChange { text: (text != field.text).then_some(text), left: response.rect.left() + MARGIN, is_entered }
}

fn editor<'t>(field: &Field, text: &'t mut String, id: Id, is_open: bool) -> TextEdit<'t> {
    TextEdit::singleline(text)
        .id(id)
        .font(TextStyle::Monospace)
        .hint_text(field.hint)
        .margin(vec2(MARGIN, 2.0))
        .align(Align2::LEFT_CENTER)
        .char_limit(crate::debugger::watch::LONGEST)
        .lock_focus(is_open)
        .desired_width(field.width)
}

/// Underlines the place of the error in the field.
fn mark(ui: &Ui, text: &str, error: &WatchError, output: &TextEditOutput) {
    let [from, to] = span(&output.galley, text, error).map(|x| output.galley_pos.x + x);
    let bottom = output.galley_pos.y + output.galley.size().y;
    let count = ((to - from) / (2.0 * WAVE)).ceil() as usize;
    let points = (0..=count).map(|index| {
        let y = if index % 2 == 0 { bottom } else { bottom - WAVE };
        pos2((from + 2.0 * WAVE * index as f32).min(to), y)
    });
    let painter = ui.painter().with_clip_rect(output.text_clip_rect.expand2(vec2(0.0, 3.0)));
    painter.add(Shape::line(points.collect(), Stroke::new(1.5, ui.visuals().error_fg_color)));
}

/// Left and right end of the place of an error in the laid out text.
fn span(galley: &Galley, text: &str, error: &WatchError) -> [f32; 2] {
    let start = error.column(text) - 1;
    let count = text.get(error.at.clone()).map_or(0, |part| part.chars().count());
    let [from, to] = [start, start + count].map(|at| galley.pos_from_cursor(CCursor::new(at)).left());
    [from, to.max(from + LEAST_MARK)]
}

/// True in the first UI frame of the field if its panel was already open: the user has just added it.
fn is_new_field(ui: &Ui, id: Id) -> bool {
    let now = ui.ctx().cumulative_pass_nr();
    let seen: Option<u64> = ui.data(|data| data.get_temp(id.with("seen")));
    ui.data_mut(|data| data.insert_temp(id.with("seen"), now));
    let was_there = |pass: Option<u64>| pass.is_some_and(|pass| pass + 1 >= now);
    let is_in_open_panel =
        || ui.stack().iter().any(|around| was_there(ui.data(|data| data.get_temp(seen_key(around.scope_id)))));
    !was_there(seen) && is_in_open_panel()
}

/// Key of the UI frame in which a panel with new fields was last drawn; `ui` is that of the whole panel.
pub fn panel_seen(ui: &Ui) -> Id {
    seen_key(ui.scope_id())
}

fn seen_key(panel: Id) -> Id {
    panel.with("panel with new fields")
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

/// The completion list over the window, below the field, or above it if there is more room; returns the clicked entry.
fn show_list(ui: &Ui, field: &Response, list: &Suggestions, candidates: &[Candidate]) -> Option<usize> {
    let (screen, id) = (ui.ctx().content_rect().shrink(EDGE), field.id.with("ways"));
    let (above, below) = (field.rect.top() - screen.top(), screen.bottom() - field.rect.bottom());
    let is_below = below >= HIGHEST.min(above);
    let (pivot, at) = match is_below {
        true => (Align2::LEFT_TOP, field.rect.left_bottom() + vec2(0.0, 2.0)),
        false => (Align2::LEFT_BOTTOM, field.rect.left_top() - vec2(0.0, 2.0)),
    };
    let size = vec2(WIDEST.min(screen.width()), HIGHEST.min(if is_below { below } else { above } - EDGE));
    let area = Area::new(id).order(Order::Foreground).pivot(pivot).fixed_pos(at);
    // In front of the menu that the field is in.
    ui.ctx().move_to_top(LayerId::new(Order::Foreground, id));
    let shown = area.show(ui.ctx(), |ui| {
        Frame::popup(ui.style())
            .show(ui, |ui| {
                ui.set_width(size.x);
                rows(ui, size, list, candidates)
            })
            .inner
    });
    note_open(ui.ctx(), shown.response.rect, list.has_lent_focus);
    shown.inner
}

/// The entries; the meaning of each wraps.
fn rows(ui: &mut Ui, size: Vec2, list: &Suggestions, candidates: &[Candidate]) -> Option<usize> {
    let (mut picked, height) = (None, ui.spacing().interact_size.y);
    ScrollArea::vertical().id_salt("completions").max_height(size.y).show(ui, |ui| {
        for (index, candidate) in candidates.iter().enumerate() {
            let is_chosen = index == list.chosen && list.is_chosen;
            let meaning = meaning(candidate);
            let button = Button::selectable(is_chosen, words(ui, &candidate.text, &meaning)).wrap();
            let response = ui.add(button.min_size(vec2(size.x - 16.0, height)));
            response.widget_info(|| {
                let mut info =
                    WidgetInfo::selected(Role::Button, true, is_chosen, format!("Insert {}", candidate.text));
                info.current_text_value = Some(meaning.clone());
                info
            });
            if is_chosen {
                response.scroll_to_me(Some(Align::Center));
            }
            // A click would move the focus out of the field, so the press decides. The button may stay down on the row
            // of the next list, and its release is a click there.
            let is_pressed = response.is_pointer_button_down_on() && ui.input(|input| input.pointer.any_pressed());
            if is_pressed || (response.clicked() && !list.has_lent_focus) {
                picked = Some(index);
            }
        }
    });
    picked
}

/// A completion and its meaning as one text.
fn words(ui: &Ui, text: &str, meaning: &str) -> LayoutJob {
    let mut job = LayoutJob::default();
    let format = |style: TextStyle, color| TextFormat::simple(style.resolve(ui.style()), color);
    job.append(text, 0.0, format(TextStyle::Monospace, ui.visuals().text_color()));
    job.append(meaning, 10.0, format(TextStyle::Small, ui.visuals().weak_text_color()));
    job
}

/// What a completion is. The title of a function repeats its name.
fn meaning(candidate: &Candidate) -> String {
    let Candidate { text, title, explanation } = candidate;
    match () {
        () if explanation.is_empty() => title.clone(),
        () if title.starts_with(text.as_str()) => explanation.clone(),
        () => format!("{title}. {explanation}"),
    }
}

/// The text with a completion inserted; moves the caret behind it.
fn with_completion(ui: &Ui, id: Id, text: &str, range: &Range<usize>, candidate: &Candidate) -> String {
    let (head, rest) = inserted(text, range, &candidate.text);
    if let Some(mut state) = TextEdit::load_state(ui.ctx(), id) {
        let caret = CCursor::new(head.chars().count());
        state.cursor.set_char_range(Some(CCursorRange::one(caret)));
        TextEdit::store_state(ui.ctx(), id, state);
    }
    head + rest
}

/// The text up to the new caret and after it. A completion replaces also the rest of the word or name after the caret, and
/// closes an open quote.
fn inserted<'t>(text: &'t str, range: &Range<usize>, new: &str) -> (String, &'t str) {
    let (before, after) = (&text[..range.start], &text[range.end..]);
    let quote = before.chars().next_back().filter(|c| matches!(c, '"' | '\''));
    // A quote behind a comma or bracket belongs to another name.
    let name_end = quote.and_then(|quote| after.find(quote)).filter(|&end| !after[..end].contains([',', '(', ')']));
    let mut rest = match name_end {
        Some(end) => &after[end..],
        None => after.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_'),
    };
    if new.ends_with(['(', '.']) && rest.starts_with(['(', '.']) {
        rest = &rest[1..];
    }
    let mut head = format!("{before}{new}");
    head.extend(quote.filter(|_| name_end.is_none()));
    (head, rest)
}

/// Shows an error below its field, whose text begins at `left`.
pub fn complain(ui: &mut Ui, error: &WatchError, left: f32) {
    let tint = ui.visuals().error_fg_color;
    ui.horizontal(|ui| {
        ui.spacing_mut().interact_size.y = 0.0;
        ui.add_space((left - ui.cursor().left()).max(0.0));
        ui.add(Label::new(RichText::new(error.to_string()).small().color(tint)).wrap());
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{Color32, FontId};

    #[test]
    fn inserted_closes_its_own_quote_only() {
        let insert = |text: &str, range: Range<usize>, new: &str| {
            let (head, rest) = inserted(text, &range, new);
            format!("{head}|{rest}")
        };
        assert_eq!(insert("touching(\"le, \"b\")", 10..12, "left"), "touching(\"left\"|, \"b\")");
        assert_eq!(insert("touching(\"left\", \"b\")", 10..12, "left"), "touching(\"left|\", \"b\")");
        assert_eq!(insert("problem(\"wro-edge\") > 0", 9..12, "wrong-edge"), "problem(\"wrong-edge|\") > 0");
        assert_eq!(insert("body('le", 6..8, "left"), "body('left'|");
        assert_eq!(insert("max(no.x)", 4..6, "node."), "max(node.|x)");
    }

    #[test]
    fn field_is_new_only_in_a_panel_that_was_open() {
        let ctx = egui::Context::default();
        let mut found = Vec::new();
        for has_fields in [false, true] {
            let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
                for panel in ["marked", "other"] {
                    ui.push_id(panel, |ui| {
                        if has_fields {
                            ui.horizontal(|ui| found.push(is_new_field(ui, ui.make_persistent_id("field"))));
                        }
                        if panel == "marked" {
                            let now = ui.ctx().cumulative_pass_nr();
                            ui.data_mut(|data| data.insert_temp(panel_seen(ui), now));
                        }
                    });
                }
            });
            output.textures_delta.clear();
        }
        assert_eq!(found, [true, false]);
    }

    #[test]
    fn span_is_below_the_letters_of_the_error() {
        // Sizes are rounded to pixels; a letter has 6 points.
        let ctx = egui::Context::default();
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
            let lay =
                |text: &str| ui.painter().layout_no_wrap(text.to_owned(), FontId::monospace(12.0), Color32::WHITE);
            let text = "body(\"größe 日本\").sped > 2";
            let at = text.find("sped").unwrap();
            let [from, to] = span(&lay(text), text, &WatchError::new(at..at + 4, "unknown"));
            let before = lay(&text[..at]).size().x;
            assert!((from - before).abs() < 1.5, "{from} {before}");
            assert!((to - lay(&text[..at + 4]).size().x).abs() < 1.5, "{to}");
            let [from, to] = span(&lay(text), text, &WatchError::new(text.len()..text.len(), "ends"));
            assert!((from - lay(text).size().x).abs() < 1.5 && to - from == LEAST_MARK, "{from} {to}");
        });
        output.textures_delta.clear();
    }
}
