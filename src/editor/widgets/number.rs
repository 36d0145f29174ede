//! A number field for one or several values: drag, arrow keys, or a typed formula.

use crate::debugger::watch::Formula;
use crate::editor::numbers::{brief, write_number};
use crate::editor::widgets::Number;
use egui::{
    Area, DragValue, Frame, Id, Label, Order, Response, RichText, Role, Stroke, StrokeKind, Ui, WidgetInfo, vec2,
};
use std::cell::RefCell;

/// Text for differing values.
const MIXED: &str = "mixed";
/// Usual and minimum width of a field, in points.
const WIDTH: f32 = 72.0;
const NARROWEST: f32 = 40.0;
/// Seconds for which an error is shown.
const STAY: f64 = 8.0;

/// A change of a number, applied to each of several values.
#[derive(Clone, Debug)]
pub struct NumberChange(Formula);

impl NumberChange {
    /// Sets this number.
    pub fn to(value: f64) -> Self {
        Self(Formula::number(value))
    }

    /// The changed value within the limits.
    pub fn of(&self, old: f64, how: Number) -> f64 {
        let new = self.0.value(old);
        let new = if how.is_whole { new.round() } else { new };
        // When several values are dragged, each is clamped on its own.
        if new.is_finite() { new.clamp(how.min, how.max) } else { old }
    }
}

/// An input error, and when its message disappears.
#[derive(Clone)]
struct TypingError {
    text: String,
    until: f64,
}

/// Why a formula is invalid for a number; `None` if it is valid.
pub fn refusal(formula: &Formula, old: f64, how: Number) -> Option<String> {
    let new = formula.value(old);
    if !new.is_finite() {
        return Some(format!("The result is not a finite number ({new})"));
    }
    if new < how.min {
        return Some(match how.min {
            least if least > 0.0 && least < 1e-6 => "It must be more than 0".to_owned(),
            least => format!("{} is too small: at least {}", write_number(new), write_number(least)),
        });
    }
    (new > how.max).then(|| format!("{} is too large: at most {}", write_number(new), write_number(how.max)))
}

/// Narrows the next two fields of this row to fit beside `others`, a width in points.
pub fn fit_pair(ui: &mut Ui, others: f32) {
    let room = ui.available_width() - others - ui.spacing().item_spacing.x;
    let width = (room * 0.5).floor().clamp(NARROWEST, WIDTH);
    if width < WIDTH {
        ui.spacing_mut().text_edit_width = width;
        ui.spacing_mut().button_padding.x = 4.0;
    }
}

/// A unit of a number: its factor for a number in level units, and its name.
pub type NumberUnit = (f64, String);

/// Parses a formula, which may end with one of these units.
fn parse(text: &str, units: &[NumberUnit]) -> Result<Formula, String> {
    let without = |(factor, name): &NumberUnit| {
        let rest = text.strip_suffix(name.as_str()).or_else(|| text.strip_suffix(&name.replace('²', "^2")))?;
        // `3 km` does not end with the unit `m`.
        rest.chars().next_back().is_some_and(|last| !last.is_alphabetic()).then_some((*factor, rest.trim_end()))
    };
    let found = units.iter().find_map(without);
    let (factor, text) = found.unwrap_or((1.0, text));
    let formula = Formula::parse(text).map_err(|fault| match fault.column(text) - 1 {
        0 => format!("“{text}”: {fault}"),
        1 => format!("“{text}”, after the first character: {fault}"),
        count => format!("“{text}”, after {count} characters: {fault}"),
    })?;
    Ok(if found.is_some() { formula.in_unit(factor) } else { formula })
}

/// Draws a field. `value` is the number, or the first of several; `refuse` returns why a formula is invalid for any of
/// them. A number can be typed in one of `units`, too. Returns the change.
pub fn field(
    ui: &mut Ui,
    name: &str,
    (value, is_mixed): (f64, bool),
    how: Number,
    units: &[NumberUnit],
    refuse: &dyn Fn(&Formula) -> Option<String>,
) -> (Response, Option<NumberChange>) {
    let written = write_number(value);
    let shown = if is_mixed { MIXED.to_owned() } else { written };
    let typed: RefCell<Option<Result<Formula, String>>> = RefCell::new(None);
    let read = |text: &str| {
        let text = text.trim().trim_end_matches(how.suffix.trim()).trim();
        // Leaving the field unchanged keeps the exact value, although the text is rounded.
        if text == shown {
            return None;
        }
        let found = parse(text, units).and_then(|found| refuse(&found).map_or(Ok(found), Err));
        *typed.borrow_mut() = Some(found);
        None
    };
    // Show all digits while typing and a rounded number otherwise, so that fields keep their width.
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

/// The typed change, else the dragged one. Stores an input error.
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

/// Shows the input error beside the field for some seconds.
fn show_value(ui: &Ui, response: &Response, memory: Id, name: &str) {
    let Some(fault) = ui.data(|data| data.get_temp::<TypingError>(memory)) else { return };
    let now = ui.input(|i| i.time);
    // The press that left the field does not count.
    let is_answered = fault.until - now < STAY - 0.1 && ui.input(|i| i.pointer.any_pressed());
    if fault.until <= now || is_answered {
        ui.data_mut(|data| data.remove::<TypingError>(memory));
        return;
    }
    ui.ctx().request_repaint_after_secs((fault.until - now) as f32 + 0.02);
    let color = ui.visuals().error_fg_color;
    ui.painter().rect_stroke(response.rect, 5.0, Stroke::new(1.5, color), StrokeKind::Outside);
    let text = format!("{name} was not changed. {}", fault.text);
    // It lies over the next field, which a click reaches all the same.
    let area = Area::new(memory.with("text")).order(Order::Tooltip).interactable(false);
    area.fixed_pos(response.rect.left_bottom() + vec2(0.0, 4.0)).show(ui.ctx(), |ui| {
        Frame::popup(ui.style()).show(ui, |ui| {
            ui.set_max_width(300.0);
            ui.add(Label::new(RichText::new(text).color(color)).selectable(false));
        });
    });
}

/// A field for one number; returns the new value if it changed.
pub fn number(ui: &mut Ui, name: &str, value: f64, how: Number) -> Option<f64> {
    number_in(ui, name, value, how, &[])
}

/// As [`number`]; the number can be typed in one of `units`, too.
pub fn number_in(ui: &mut Ui, name: &str, value: f64, how: Number, units: &[NumberUnit]) -> Option<f64> {
    let (_, change) = field(ui, name, (value, false), how, units, &|found| refusal(found, value, how));
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
        assert_eq!(brief(0.000_012_345_678), "1.235e-5");
        assert_eq!(brief(-12_345_678.25), "-12345678");
        assert_eq!(brief(123_456_789_012.0), "1.235e11");
        assert_eq!(brief(-2e12), "-2e12");
        assert_eq!(brief(0.0), "0");
    }
}
