//! A field for a number, of one thing or of many at once: dragged, stepped with the arrow keys, or typed as a formula.

use crate::debugger::watch::Formula;
use crate::editor::widgets::{Number, write_number};
use egui::{DragValue, Id, Response, Role, Stroke, StrokeKind, Ui, WidgetInfo, vec2};
use std::cell::RefCell;

/// What is shown where the numbers differ.
const MIXED: &str = "mixed";
/// Widths of a field in points: the usual one, and the least one in a narrow panel.
const WIDTH: f32 = 72.0;
const NARROWEST: f32 = 40.0;
/// Seconds for which a field says what is wrong with what was typed.
const STAY: f64 = 8.0;

/// A change of a number; of many, each by itself.
#[derive(Clone, Debug)]
pub struct NumberChange(Formula);

impl NumberChange {
    /// To this number.
    pub fn to(value: f64) -> Self {
        Self(Formula::number(value))
    }

    /// What a number becomes, within what is allowed.
    pub fn of(&self, old: f64, how: Number) -> f64 {
        let new = self.0.value(old);
        let new = if how.is_whole { new.round() } else { new };
        // Of several that are dragged together, one may reach its end before the others.
        if new.is_finite() { new.clamp(how.min, how.max) } else { old }
    }
}

/// What was typed and is wrong, and until when that is said.
#[derive(Clone)]
struct TypingError {
    text: String,
    until: f64,
}

/// A number in at most eight characters or so.
fn brief(value: f64) -> String {
    let whole = write_number(value);
    if whole.len() <= 8 || whole.contains('e') {
        return whole;
    }
    let before = if value.abs() >= 1.0 { value.abs().log10() as usize + 1 } else { 1 };
    let text = format!("{value:.*}", 6_usize.saturating_sub(before));
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    // A small number must not read as none.
    if text.trim_start_matches('-') == "0" { format!("{value:.3e}") } else { text.to_owned() }
}

/// Looks at what a formula makes of a number; says what is wrong with it.
pub fn refusal(formula: &Formula, old: f64, how: Number) -> Option<String> {
    let new = formula.value(old);
    if !new.is_finite() {
        return Some(format!("that has no value (it would be {new})"));
    }
    if new < how.min {
        return Some(match how.min {
            least if least > 0.0 && least < 1e-6 => "it must be more than 0".to_owned(),
            least => format!("{} is too small: at least {}", write_number(new), write_number(least)),
        });
    }
    (new > how.max).then(|| format!("{} is too large: at most {}", write_number(new), write_number(how.max)))
}

/// Narrows the two fields that follow in this row until they fit beside `others`, a width in points.
pub fn fit_pair(ui: &mut Ui, others: f32) {
    let room = ui.available_width() - others - ui.spacing().item_spacing.x;
    let width = (room * 0.5).floor().clamp(NARROWEST, WIDTH);
    if width < WIDTH {
        ui.spacing_mut().text_edit_width = width;
        ui.spacing_mut().button_padding.x = 4.0;
    }
}

/// Draws a field. `value` is the number, of several the first; `refuse` says what is wrong with a formula for any of
/// them. Gives the change that is wanted.
pub fn field(
    ui: &mut Ui,
    name: &str,
    value: f64,
    is_mixed: bool,
    how: Number,
    refuse: &dyn Fn(&Formula) -> Option<String>,
) -> (Response, Option<NumberChange>) {
    let written = write_number(value);
    let shown = if is_mixed { MIXED.to_owned() } else { written };
    let typed: RefCell<Option<Result<Formula, String>>> = RefCell::new(None);
    let read = |text: &str| {
        let text = text.trim().trim_end_matches(how.suffix.trim()).trim();
        // Leaving a field alone changes nothing, whatever was rounded for showing.
        if text == shown {
            return None;
        }
        let found = Formula::parse(text)
            .map_err(|fault| format!("“{text}”, after {} characters: {fault}", fault.column(text) - 1))
            .and_then(|found| refuse(&found).map_or(Ok(found), Err));
        *typed.borrow_mut() = Some(found);
        None
    };
    // All digits to type in, those that one reads otherwise: fields keep their width.
    let is_typed = ui.memory(|memory| memory.has_focus(ui.next_auto_id()));
    let write = if is_typed { write_number } else { brief };
    let mut new = value;
    let speed = if how.is_whole { 0.1 } else { (value.abs() * 0.01).max(0.002) };
    let drag = DragValue::new(&mut new)
        .speed(speed)
        .range(how.min..=how.max)
        .clamp_existing_to_range(false)
        .update_while_editing(false)
        .min_size(vec2(ui.spacing().text_edit_width.min(WIDTH), 22.0))
        .suffix(if is_mixed { "" } else { how.suffix })
        .custom_formatter(|now, _| if is_mixed && now == value { MIXED.to_owned() } else { write(now) })
        .custom_parser(read);
    let drag = if how.is_whole { drag.max_decimals(0) } else { drag };
    let response = ui.add(drag);
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(Role::SpinButton, ui.is_enabled(), name);
        info.value = Some(value);
        info
    });
    let memory = response.id.with("fault");
    let by_drag = (new != value && new.is_finite())
        .then(|| NumberChange(if is_mixed { Formula::more_by(new - value) } else { Formula::number(new) }));
    let change = outcome(ui, typed.into_inner(), by_drag, memory);
    if change.is_some() || response.has_focus() || response.dragged() {
        ui.data_mut(|data| data.remove::<TypingError>(memory));
    }
    show_value(ui, &response, memory, name);
    (response, change)
}

/// The change that was typed, else the one by dragging. Remembers an error in what was typed.
fn outcome(
    ui: &Ui,
    typed: Option<Result<Formula, String>>,
    by_drag: Option<NumberChange>,
    memory: Id,
) -> Option<NumberChange> {
    match typed {
        Some(Ok(formula)) => Some(NumberChange(formula)),
        Some(Err(text)) => {
            let until = ui.input(|i| i.time) + STAY;
            ui.data_mut(|data| data.insert_temp(memory, TypingError { text, until }));
            None
        }
        None => by_drag,
    }
}

/// Says beside the field what was wrong with what was typed, for a while.
fn show_value(ui: &Ui, response: &Response, memory: Id, name: &str) {
    let Some(fault) = ui.data(|data| data.get_temp::<TypingError>(memory)) else { return };
    let now = ui.input(|i| i.time);
    if fault.until <= now {
        ui.data_mut(|data| data.remove::<TypingError>(memory));
        return;
    }
    ui.ctx().request_repaint_after_secs((fault.until - now) as f32 + 0.02);
    let color = ui.visuals().error_fg_color;
    ui.painter().rect_stroke(response.rect, 5.0, Stroke::new(1.5, color), StrokeKind::Outside);
    let text = format!("{name} stays as it was. {}", fault.text);
    response.clone().show_tooltip_ui(|ui| {
        ui.set_max_width(300.0);
        ui.colored_label(color, text);
    });
}

/// A field for one number; the new one, when it changed.
pub fn number(ui: &mut Ui, name: &str, value: f64, how: Number) -> Option<f64> {
    let (_, change) = field(ui, name, value, false, how, &|found| refusal(found, value, how));
    change.map(|change| change.of(value, how)).filter(|new| *new != value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brief_numbers_are_short_and_not_zero_unless_the_value_is() {
        assert_eq!(brief(0.5), "0.5");
        assert_eq!(brief(1.234_567_891), "1.23457");
        assert_eq!(brief(-1_234.567_891), "-1234.57");
        assert_eq!(brief(0.000_012_345_678), "0.00001");
        assert_eq!(brief(123_456_789.0), "123456789");
        assert_eq!(brief(0.0), "0");
    }
}
