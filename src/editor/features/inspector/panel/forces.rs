//! Forces on the selected node or disc, one by one with bars, and their sum.

use super::node;
use crate::debugger::changes::NumberKind;
use crate::debugger::why::{self, Order};
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::changes::panel::ask_button;
use crate::editor::features::substep::panel::names;
use crate::editor::theme::color;
use crate::editor::widgets;
use crate::editor::widgets::form;
use crate::editor::widgets::{ColumnFormat, short};
use crate::engine::forces::sources::{ForceList, Source, SourceForce};
use crate::geometry::DVec2;
use crate::level::Place;
use crate::picture::Palette;
use egui::{Align, Button, Color32, Label, Layout, Rect, RichText, Role, Sense, Ui, WidgetInfo, pos2, vec2};

/// Row height.
const ROW: f32 = 32.0;
/// Maximum number of rows; a node rarely has more springs.
const MOST: usize = 60;
/// Sums below this fraction of the largest force are rounding error.
const ROUNDING: f64 = 1e-13;

/// Explanation of the heading.
const PRESENT: &str = "The forces of the displayed positions and velocities, with which the next substep begins. “Who changed this?” \
    shows the forces at the start of the last substep, which led here";

/// Draws the forces of a node or disc.
pub fn show(ui: &mut Ui, view: &ViewContext, place: Place, list: &ForceList, out: &mut Vec<Action>) {
    ui.add_space(4.0);
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new("Forces at the present positions").strong()).on_hover_text(PRESENT);
        ask_button(ui, place, NumberKind::Force, out);
        order(ui, view, false, "by size", "Largest first", out);
        order(ui, view, true, "by step", "In the order in which the step adds them", out);
    });
    if list.rows.is_empty() {
        return widgets::note(ui, "No forces: its motion does not depend on forces.");
    }
    let palette = Palette::of(view.settings.theme.picture());
    let full = why::bars(list);
    let vectors = list.rows.iter().map(|row| row.force).chain([list.total]);
    let format = ColumnFormat::of(vectors.flat_map(|force| [force.x, force.y, force.length()]));
    let by = if view.settings.forces_by_file { Order::File } else { Order::Size };
    ui.spacing_mut().item_spacing.y = 2.0;
    for row in why::sorted(list, by).into_iter().take(MOST) {
        source(ui, view, place.body(), row, (full, format), &palette, out);
    }
    if list.rows.len() > MOST {
        ui.weak(format!("and {} more", list.rows.len() - MOST));
    }
    ui.separator();
    let (strong, unit) = (ui.visuals().strong_text_color(), view.document.level().unit_of(node::FORCE));
    line(
        ui,
        &ForceLine {
            name: "Net force",
            vector: list.total,
            part: part(list.total, full),
            tint: strong,
            is_strong: true,
            format,
            unit: &unit,
        },
    );
    if list.inverse_mass == 0.0 {
        return widgets::note(
            ui,
            "Forces do not move it, because it is pinned, a barycentre node, or part of a fixed or driven body.",
        );
    }
    form::table(ui, "acceleration", |ui| {
        // Forces that cancel leave a rounding error.
        let grain = full * list.inverse_mass * ROUNDING;
        let measure = node::measure(view, grain, "length/time²");
        form::vector_fact(ui, "Acceleration", list.acceleration, &measure);
        form::number_fact(ui, "Magnitude", list.acceleration.length(), &measure);
    });
    let retention = view.document.level().world.velocity_retention;
    if retention != 1.0 {
        let kept = short(retention);
        widgets::note(ui, format!("Beside these forces, each substep multiplies the velocity by {kept} (retention)."));
    }
}

fn order(ui: &mut Ui, view: &ViewContext, by_file: bool, title: &str, tip: &str, out: &mut Vec<Action>) {
    let is_on = view.settings.forces_by_file == by_file;
    let response = ui.add(Button::selectable(is_on, RichText::new(title).small())).on_hover_text(tip);
    let name = format!("Forces {title}");
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_on, &name));
    if response.clicked() {
        out.push(Action::Prefer(Box::new(move |settings| settings.forces_by_file = by_file)));
    }
}

fn part(force: DVec2, full: f64) -> f32 {
    if full > 0.0 { (force.length() / full).clamp(0.0, 1.0) as f32 } else { 0.0 }
}

fn source(
    ui: &mut Ui,
    view: &ViewContext,
    body: Option<usize>,
    row: &SourceForce,
    (full, format): (f64, ColumnFormat),
    palette: &Palette,
    out: &mut Vec<Action>,
) {
    let level = view.document.level();
    let mut name = why::source_words(row.source, |body| names::body(level, body));
    if let Some(first) = name.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    let (vector, tint) = (row.force, color(palette.force(row.source.part())));
    let unit = &level.unit_of(node::FORCE);
    let response =
        line(ui, &ForceLine { name: &name, vector, part: part(vector, full), tint, is_strong: false, format, unit });
    let place = body.and_then(|body| why::source_place(body, row.source));
    let text = |v: DVec2| format!("{}, {}", short(v.x), short(v.y));
    let response = match row.source {
        Source::Spring { .. } | Source::Link { .. } => {
            response.on_hover_text(format!("elastic {}\ndamping {}", text(row.elastic), text(row.damping)))
        }
        Source::Decor { .. } => {
            response.on_hover_text(format!("by depth {}\nby velocity {}", text(row.elastic), text(row.damping)))
        }
        _ => response,
    };
    if let Some(place) = place {
        if response.hovered() {
            out.push(Action::Hover(vec![place]));
        }
        if response.clicked() {
            out.push(Action::Select(vec![place]));
        }
    }
}

struct ForceLine<'a> {
    name: &'a str,
    vector: DVec2,
    /// Fraction of a full bar.
    part: f32,
    tint: Color32,
    is_strong: bool,
    /// Format of all numbers of the list.
    format: ColumnFormat,
    /// As in [`form::FactFormat`].
    unit: &'a Option<(f64, String)>,
}

/// Name and magnitude above, vector and bar below.
fn line(ui: &mut Ui, force: &ForceLine) -> egui::Response {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    let said = format!("{}: {}, {}", force.name, short(force.vector.x), short(force.vector.y));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &said));
    if response.hovered() {
        ui.painter().rect_filled(rect, 4.0, ui.visuals().widgets.hovered.weak_bg_fill);
    }
    let inner = rect.shrink2(vec2(4.0, 1.0));
    let mut child = ui.new_child(egui::UiBuilder::new().max_rect(inner).layout(Layout::right_to_left(Align::Min)));
    let strong = ui.visuals().strong_text_color();
    // Beside the other component, such a part is a rounding error.
    let grain = force.vector.length() * ROUNDING;
    let write = |value: f64| force.format.write(if value.abs() > grain { value } else { 0.0 });
    let numbers = format!("{:>9}, {:>9}", write(force.vector.x), write(force.vector.y));
    child.add(Label::new(RichText::new(numbers).monospace().small()).selectable(false));
    let physical = force
        .unit
        .as_ref()
        .map_or(String::new(), |(factor, name)| format!("\n{} {name}", short(factor * force.vector.length())));
    let response = response.on_hover_text(format!("{:?}, {:?}{physical}", force.vector.x, force.vector.y));
    child.with_layout(Layout::left_to_right(Align::Min), |ui| {
        let name = RichText::new(force.name);
        let name = if force.is_strong { name.strong() } else { name };
        ui.add(Label::new(name).truncate().selectable(false));
    });
    let length = write(force.vector.length());
    let foot = rect.bottom() - 7.0;
    let room = Rect::from_min_max(pos2(inner.left(), foot - 3.0), pos2(inner.right() - 62.0, foot + 3.0));
    let painter = ui.painter();
    painter.rect_filled(room, 3.0, ui.visuals().extreme_bg_color);
    let bar = Rect::from_min_size(room.min, vec2(room.width() * force.part, room.height()));
    painter.rect_filled(bar, 3.0, force.tint);
    let font = egui::FontId::monospace(11.0);
    painter.text(pos2(inner.right(), foot), egui::Align2::RIGHT_CENTER, length, font, strong);
    response
}
