//! Number fields for position and size of the selection.

use super::handles::Frame;
use crate::editor::actions::Action;
use crate::editor::document::Edit;
use crate::editor::mirror::axis_in;
use crate::editor::stage::Stage;
use crate::editor::widgets::Number;
use crate::editor::widgets::number::{NumberUnit, number_in};
use crate::geometry::Aabb;
use crate::level::edit::Transform;
use crate::level::edit::symmetry::transform_both;
use egui::{RichText, Ui};

/// History key that merges successive edits of the fields.
const GESTURE: u64 = 0xF1E1_D000;

fn edit(stage: &Stage, label: &str, number: u64, how: Transform) -> Action {
    let (places, x) = (stage.selection.to_vec(), stage.mirror);
    let edit = Edit::making(label, move |level| {
        let axis = axis_in(level, x);
        transform_both(level, &places, how, axis)
    });
    Action::Edit(edit.within(GESTURE + number))
}

fn field(ui: &mut Ui, short: &str, name: &str, value: f64, how: Number, units: &[NumberUnit]) -> Option<f64> {
    ui.label(RichText::new(short).small());
    number_in(ui, name, value, how, units)
}

/// UI frames in which a typed angle is not applied again.
const AGAIN: u64 = 3;

/// Draws the fields: centre, width, height and rotation angle. `turned_at` is the UI frame in which an angle was typed.
pub fn show(ui: &mut Ui, stage: &Stage, frame: Option<Frame>, turned_at: &mut u64, out: &mut Vec<Action>) {
    let bounds: Aabb = frame.map_or_else(|| stage.bounds(stage.selection), |frame| frame.bounds);
    if bounds.is_empty() || !bounds.is_finite() {
        return;
    }
    ui.separator();
    let (middle, units) = (bounds.center(), stage.level.readings("length"));
    ui.label(RichText::new("box").small()).on_hover_text("Middle and size of the box around the selection");
    if let Some(x) = field(ui, "x", "Middle of the selection x", middle.x, Number::ANY, &units) {
        out.push(edit(stage, "Move", 0, Transform::Move([x - middle.x, 0.0])));
    }
    if let Some(y) = field(ui, "y", "Middle of the selection y", middle.y, Number::ANY, &units) {
        out.push(edit(stage, "Move", 1, Transform::Move([0.0, y - middle.y])));
    }
    let Some(frame) = frame else { return };
    let (size, pivot) = (bounds.size(), middle.into());
    if size.x > 0.0
        && let Some(width) = field(ui, "w", "Width of the selection", size.x, Number::MORE_THAN_ZERO, &units)
    {
        out.push(edit(stage, "Scale", 2, Transform::Scale { pivot, factors: [width / size.x, 1.0] }));
    }
    if size.y > 0.0
        && let Some(height) = field(ui, "h", "Height of the selection", size.y, Number::MORE_THAN_ZERO, &units)
    {
        out.push(edit(stage, "Scale", 3, Transform::Scale { pivot, factors: [1.0, height / size.y] }));
    }
    let how = Number { suffix: "°", ..Number::ANY };
    let degrees = field(ui, "turn by", "Turn the selection by", 0.0, how, &[]);
    // The field reports its value again when it loses the focus, and this field is reset to 0.
    let pass = ui.ctx().cumulative_pass_nr();
    let is_reported_again = !ui.input(|i| i.pointer.any_down()) && pass <= *turned_at + AGAIN;
    if let Some(degrees) = degrees.filter(|_| !is_reported_again) {
        *turned_at = pass;
        let how = Transform::Rotate { pivot: frame.pivot.into(), angle_rad: degrees.to_radians() };
        out.push(edit(stage, "Turn", 4, how));
    }
}
