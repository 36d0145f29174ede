//! One axis of the sweep form: path and values.

use crate::editor::context::ViewContext;
use crate::editor::features::sweep::{AxisKind, MOST_VALUES, Side};
use crate::editor::features::twin::panel::set::offered;
use crate::editor::icons::Icon;
use crate::editor::theme;
use crate::editor::widgets;
use crate::editor::widgets::{Number, paths};
use egui::{Align, Checkbox, ComboBox, Label, Layout, RichText, Role, ScrollArea, Sense, TextEdit, Ui, WidgetInfo};

/// Width of the choose button with its gap.
pub(super) const CHOOSE: f32 = 44.0;
const KINDS: [(AxisKind, &str, &str); 3] = [
    (AxisKind::Linear, "even", "Equally spaced numbers"),
    (AxisKind::Logarithmic, "ratios", "Numbers with equal ratios, such as 1, 10, 100; both ends above 0"),
    (AxisKind::List, "list", "A list of numbers or words, separated by commas"),
];

/// Width of row labels.
const LABEL: f32 = 62.0;
/// Width from which path and values share a row.
const ONE_ROW: f32 = 590.0;

/// Draws the axis; an optional axis has a check box.
pub(super) fn show(ui: &mut Ui, view: &ViewContext, name: &str, side: &mut Side, is_on: Option<&mut bool>) {
    let is_one_row = ui.available_width() >= ONE_ROW;
    ui.push_id(name, |ui| {
        let is_shown = ui
            .horizontal(|ui| {
                let is_shown = match is_on {
                    Some(is_on) => {
                        let tip = "Vertical axis; without it the map has one row";
                        let response = ui.scope(|ui| {
                            ui.set_min_width(LABEL);
                            ui.add(Checkbox::new(is_on, name)).on_hover_text(tip)
                        });
                        response
                            .inner
                            .widget_info(|| WidgetInfo::selected(Role::CheckBox, true, *is_on, "Varies upwards"));
                        *is_on
                    }
                    None => {
                        label(ui, name, "Horizontal axis");
                        true
                    }
                };
                if is_shown {
                    let share = if is_one_row { 0.32 } else { 1.0 };
                    path(ui, view, name, side, ui.available_width() * share);
                }
                if is_shown && is_one_row {
                    values(ui, name, side);
                }
                is_shown
            })
            .inner;
        if is_shown && !is_one_row {
            ui.horizontal(|ui| values(ui, name, side));
        }
    });
}

/// Label of a row.
pub(super) fn label(ui: &mut Ui, text: &str, tip: &str) {
    let size = egui::vec2(LABEL, ui.spacing().interact_size.y);
    ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
        ui.set_min_width(LABEL);
        let words = RichText::new(text).color(ui.visuals().weak_text_color());
        ui.add(Label::new(words).sense(Sense::hover())).on_hover_text(tip);
    });
}

fn path(ui: &mut Ui, view: &ViewContext, name: &str, side: &mut Side, room: f32) {
    let width = room - CHOOSE - 8.0;
    let tip = "Path of the setting that varies, such as world.substeps or bodies[0].gas";
    if text(ui, &format!("{name}: path"), &mut side.path, (width, "world.substeps"), tip) {
        // A path with `*` or `+` keeps the typed values.
        side.path = side.path.trim_start().to_owned();
    }
    let menu = ui.menu_button(Icon("caret-down").text(theme::SMALL_ICON), |ui| {
        if let Some(path) = choose(ui, view) {
            *side = Side::around(&path, view.document.level());
        }
    });
    menu.response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("{name}: choose what varies")));
    menu.response.on_hover_text(
        "Settings that can vary, the selection's first. A path may end in * to multiply the present value, or in + to add to it.",
    );
}

fn values(ui: &mut Ui, name: &str, side: &mut Side) {
    let (current, meaning) = KINDS.iter().find(|row| row.0 == side.kind).map_or(("", ""), |row| (row.1, row.2));
    let combo = ComboBox::from_id_salt("kind").width(52.0).selected_text(current).show_ui(ui, |ui| {
        for (kind, title, explanation) in KINDS {
            if ui.selectable_label(side.kind == kind, title).on_hover_text(explanation).clicked() {
                side.kind = kind;
            }
        }
    });
    combo.response.widget_info(|| {
        let mut info = WidgetInfo::labeled(Role::ComboBox, true, format!("{name}: kind of values"));
        info.current_text_value = Some(current.to_owned());
        info
    });
    combo.response.on_hover_text(meaning);
    if side.kind == AxisKind::List {
        let width = ui.available_width() - 16.0;
        let tip = "Values, separated by commas";
        text(ui, &format!("{name}: values"), &mut side.words, (width, "1,2,4,8"), tip);
        return;
    }
    let number = |ui: &mut Ui, what: &str, value: f64, how: Number, tip: &str| {
        let number = ui.scope(|ui| widgets::number(ui, &format!("{name}: {what}"), value, how));
        number.response.on_hover_text(tip);
        number.inner.unwrap_or(value)
    };
    side.from = number(ui, "from", side.from, Number::ANY, "First value");
    ui.label("to");
    side.to = number(ui, "to", side.to, Number::ANY, "Last value");
    ui.label("in");
    let how = Number { min: 1.0, max: f64::from(MOST_VALUES), suffix: " values", is_whole: true };
    side.count = number(ui, "count", f64::from(side.count), how, "Number of values") as u32;
}

fn text(ui: &mut Ui, name: &str, value: &mut String, (width, hint): (f32, &str), tip: &str) -> bool {
    // A name-based id keeps the focus when controls above appear or disappear.
    let id = ui.make_persistent_id(name);
    let edit = TextEdit::singleline(value).id(id).desired_width(width).hint_text(hint).char_limit(1000);
    let response = ui.add(edit.font(egui::TextStyle::Monospace).align(egui::Align2::LEFT_CENTER));
    let now = value.clone();
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(Role::TextInput, true, name);
        info.current_text_value = Some(now.clone());
        info
    });
    response.on_hover_text(tip).changed()
}

/// Menu of the parameters that match the search.
fn choose(ui: &mut Ui, view: &ViewContext) -> Option<String> {
    let mut all = vec!["rule".to_owned()];
    all.extend(offered(view, view.document.level()));
    let area = ScrollArea::vertical().max_height(280.0).auto_shrink([false, true]);
    paths::choose(ui, "Find what varies", &all, area, |path| match path {
        "rule" => Some("Edge choice and barycentre rule together".to_owned()),
        _ => paths::facts(path),
    })
}
