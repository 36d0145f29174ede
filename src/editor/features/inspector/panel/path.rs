//! The path of driven bodies and discs: period, and a table of points.

use super::field::{PropertyGroup, PropertyOwner};
use super::points::{PointTable, TALLEST};
use crate::editor::actions::Action;
use crate::editor::document::Edit;
use crate::editor::icons::Icon;
use crate::editor::tools::titled;
use crate::editor::widgets;
use crate::editor::widgets::Number;
use crate::editor::widgets::form;
use crate::editor::widgets::number;
use crate::editor::widgets::number::NumberChange;
use crate::level::edit::curves;
use crate::level::{Motion, Path};
use egui::{ScrollArea, Ui};

fn path(motion: &Motion) -> Option<&Path> {
    match motion {
        Motion::Driven(path) => Some(path),
        _ => None,
    }
}

/// Draws the path if all parts are driven.
pub fn show<P: PropertyOwner>(
    ui: &mut Ui,
    group: &mut PropertyGroup,
    get: fn(&P) -> &Motion,
    get_mut: fn(&mut P) -> &mut Motion,
) {
    let level = group.level;
    let paths: Vec<&Path> = group.places.iter().filter_map(|&place| path(get(P::of(level, place)?))).collect();
    let Some(first) = paths.first().filter(|_| paths.len() == group.places.len()) else { return };
    widgets::heading(ui, "Path");
    let change = move |group: &mut PropertyGroup, name: &str, store: Box<dyn Fn(&mut Path)>| {
        group.change(name, move |part: &mut P| {
            if let Motion::Driven(path) = get_mut(part) {
                store(path);
            }
        });
    };
    form::table(ui, "path", |ui| {
        form::hinted(ui, "Period", "Level time of one cycle, more than 0. In the sources a frame takes 1.");
        let how = Number::MORE_THAN_ZERO;
        let is_mixed = paths.iter().any(|path| path.period != first.period);
        let refuse = |found: &_| paths.iter().find_map(|path| number::refusal(found, path.period, how));
        if let (_, Some(wanted)) = number::field(ui, "Period", (first.period, is_mixed), how, &[], &refuse) {
            let wanted: NumberChange = wanted;
            change(group, "Period", Box::new(move |path| path.period = wanted.of(path.period, how)));
        }
        ui.end_row();
    });
    if paths.len() > 1 {
        return widgets::note(ui, "Select a single part to see the points of its path.");
    }
    smooth(ui, group);
    widgets::note(
        ui,
        "Offsets from the start position at equal time intervals. The last point leads back to the first.",
    );
    let table = PointTable {
        points: &first.points,
        most_listed: usize::MAX,
        fewest: (1, "A path needs at least one point"),
        add: "Add a point to the path",
        remove: "Remove a point of the path",
    };
    // As tall in a low window: the inspector scrolls too.
    let area = ScrollArea::vertical().id_salt("path points").min_scrolled_height(TALLEST);
    table.show(ui, area, |name, edit| change(group, name, Box::new(move |path| edit(&mut path.points))));
}

/// Easing and points of the curve, and the way to the canvas.
fn smooth(ui: &mut Ui, group: &mut PropertyGroup) {
    let Some(place) = group.only() else { return };
    let Some(curve) = curves::curve_of(group.level, place) else { return };
    let period = curves::path_of(group.level, place).map_or(1.0, |path| path.period);
    form::table(ui, "curve", |ui| {
        form::hinted(ui, "Easing", "Speed along each section of the path");
        if let Some(easing) = form::combo(ui, "Easing of the path", curve.easing, &curves::EASINGS) {
            let mut curve = curve.clone();
            curves::set_easing(&mut curve, easing);
            let label = format!("Easing of {}", titled(group.level, place));
            let edit = Edit::new(label, move |level| curves::set(level, place, curve, period));
            group.out.push(Action::Edit(edit.on_both_sides()));
        }
        ui.end_row();
    });
    if widgets::text_button(ui, Icon("bezier-curve"), "Edit on the canvas").clicked() {
        group.out.push(Action::Tool("path"));
    }
    if curve.steps > 1 {
        let sections = curve.knots.len();
        let steps = curve.steps;
        widgets::note(
            ui,
            format!(
                "A curve of {sections} sections with {steps} points each. A change of a point below replaces the curve."
            ),
        );
    }
}
