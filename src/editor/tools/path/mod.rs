//! Draws and edits the paths of driven bodies and discs: points, Bézier handles and speed.

mod grip;
mod marks;

use super::pen;
use super::{Pointer, Press, Tool, ToolEntry, plain_shift, titled};
use crate::editor::actions::Action;
use crate::editor::document::Edit;
use crate::editor::icons::Icon;
use crate::editor::stage::Stage;
use crate::editor::widgets::{self, Number, overflow};
use crate::geometry::DVec2;
use crate::level::edit::curves::{self, HandleSide};
use crate::level::{Curve, Easing, Knot, Place};
use egui::containers::menu::is_in_menu;
use egui::{Button, CursorIcon, Key, Painter, Role, Ui, WidgetInfo};
use grip::PathGrip;

/// Registration of the tool.
pub const TOOL: ToolEntry = ToolEntry {
    id: "path",
    title: "Path",
    explanation: "Draw the closed path of a driven body or disc. Select it first; then click the points of its path.",
    icon: Icon("bezier-curve"),
    keys: plain_shift(Key::D),
    draws: true,
    overlays: &[],
    make: || Box::new(PathTool::default()),
};

/// Level time of a period of a new path, per point.
const TIME_PER_POINT: f64 = 60.0;

/// The driven part, with its path as a curve around a point.
struct Driven {
    place: Place,
    /// Title of the part.
    name: String,
    /// Where offset 0 of the path is.
    origin: DVec2,
    /// `None` if the part is not driven yet.
    curve: Option<Curve>,
    period: f64,
}

/// A drag in progress; each UI frame changes the curve as it was at the start.
struct PathDrag {
    gesture: u64,
    place: Place,
    grip: PathGrip,
    start: Curve,
    period: f64,
}

#[derive(Default)]
struct PathTool {
    drag: Option<PathDrag>,
    /// What is under the pointer.
    over: Option<PathGrip>,
    /// The knot that Backspace deletes.
    chosen: Option<usize>,
    /// Number of drags so far.
    drags: u64,
}

/// The selected body or disc, if the selection is in one.
fn driven(stage: &Stage) -> Option<Driven> {
    let owners: std::collections::BTreeSet<Place> = stage.selection.iter().map(|place| place.owner()).collect();
    let (Some(&place), 1) = (owners.first(), owners.len()) else { return None };
    let origin = curves::origin_of(stage.level, place)?;
    let curve = curves::curve_of(stage.level, place);
    let period = curves::path_of(stage.level, place).map_or(TIME_PER_POINT, |path| path.period);
    Some(Driven { place, name: titled(stage.level, place), origin, curve, period })
}

/// Number of this tool in gesture ids.
const GESTURE: u64 = 0x7061_7468_0000_0000;

fn edit(label: String, place: Place, curve: Curve, period: f64) -> Edit {
    Edit::new(label, move |level| curves::set(level, place, curve, period)).on_both_sides()
}

impl PathTool {
    /// The curve with the dragged grip at a point.
    fn dragged(drag: &PathDrag, to: DVec2, alone: bool) -> Curve {
        let mut curve = drag.start.clone();
        match drag.grip {
            PathGrip::Knot(index) => {
                if let Some(knot) = curve.knots.get_mut(index) {
                    knot.at = to.to_array();
                }
            }
            PathGrip::Handle(index, side) => {
                if let Some(knot) = curve.knots.get(index) {
                    let offset = to - DVec2::from_array(knot.at);
                    curves::set_handle(&mut curve, index, side, offset.to_array(), alone);
                }
            }
            PathGrip::Section(..) => {}
        }
        curve
    }

    /// Starts a drag: of a point or handle, or of the handles of a new point.
    fn begin(&mut self, stage: &Stage, pointer: &Pointer, driven: &Driven, at: DVec2, out: &mut Vec<Action>) {
        self.drags += 1;
        let gesture = GESTURE + self.drags;
        let found = driven.curve.as_ref().and_then(|curve| grip::at(stage, driven.origin, curve, at));
        let (grip, start, period) = match (found, &driven.curve) {
            (Some(PathGrip::Section(section, t)), Some(curve)) => {
                let mut start = curve.clone();
                let Some(knot) = curves::insert_knot(&mut start, section, t) else { return };
                (PathGrip::Knot(knot), start, driven.period)
            }
            // Shift pulls new handles out of a point.
            (Some(PathGrip::Knot(knot)), Some(curve)) if pointer.modifiers.shift => {
                (PathGrip::Handle(knot, HandleSide::After), curve.clone(), driven.period)
            }
            (Some(grip), Some(curve)) => (grip, curve.clone(), driven.period),
            _ => {
                let (start, period) = appended(driven, pen::snapped(stage, pointer, at, None).at);
                let last = start.knots.len() - 1;
                out.push(Action::Edit(
                    edit(label("Add a point to", driven), driven.place, start.clone(), period).within(gesture),
                ));
                (PathGrip::Handle(last, HandleSide::After), start, period)
            }
        };
        self.chosen = match grip {
            PathGrip::Knot(knot) | PathGrip::Handle(knot, _) => Some(knot),
            PathGrip::Section(..) => None,
        };
        self.drag = Some(PathDrag { gesture, place: driven.place, grip, start, period });
    }

    fn click(&mut self, stage: &Stage, pointer: &Pointer, driven: &Driven, at: DVec2, out: &mut Vec<Action>) {
        let found = driven.curve.as_ref().and_then(|curve| grip::at(stage, driven.origin, curve, at));
        let mut curve = driven.curve.clone().unwrap_or_default();
        match found {
            Some(PathGrip::Knot(knot)) if pointer.double_clicked => {
                curves::toggle_smooth(&mut curve, knot);
                let label = label("Smooth or straighten a point of", driven);
                out.push(Action::Edit(edit(label, driven.place, curve, driven.period)));
                self.chosen = Some(knot);
            }
            Some(PathGrip::Knot(knot) | PathGrip::Handle(knot, _)) => self.chosen = Some(knot),
            Some(PathGrip::Section(section, t)) => {
                self.chosen = curves::insert_knot(&mut curve, section, t);
                out.push(Action::Edit(edit(label("Insert a point into", driven), driven.place, curve, driven.period)));
            }
            None => {
                let (curve, period) = appended(driven, pen::snapped(stage, pointer, at, None).at);
                self.chosen = Some(curve.knots.len() - 1);
                out.push(Action::Edit(edit(label("Add a point to", driven), driven.place, curve, period)));
            }
        }
    }
}

/// `Add a point to the path of body 3`.
fn label(verb: &str, driven: &Driven) -> String {
    format!("{verb} the path of {}", driven.name)
}

/// The curve with a point behind the last one; a part that is not driven gets a path from where it is. The speed of the
/// part is about the same afterwards.
fn appended(driven: &Driven, at: DVec2) -> (Curve, f64) {
    let offset = (at - driven.origin).to_array();
    let Some(curve) = &driven.curve else {
        let knots = vec![Knot::corner([0.0, 0.0]), Knot::corner(offset)];
        return (Curve { knots, steps: 1, ..Curve::default() }, 2.0 * TIME_PER_POINT);
    };
    let mut new = curve.clone();
    new.knots.push(Knot::corner(offset));
    let (before, after) = (curve.knots.len() as f64, new.knots.len() as f64);
    (new, driven.period * after / before)
}

/// The button with the easing and its menu; returns the new one.
fn easing_menu(ui: &mut Ui, easing: Easing) -> Option<Easing> {
    let title = curves::EASINGS.iter().find(|row| row.0 == easing).map_or("", |row| row.1);
    let mut new = None;
    if is_in_menu(ui) {
        ui.label("Easing").on_hover_text("How the velocity changes along the path");
    }
    // A drop-down list would close the menu of a bar without room.
    let response = overflow::stays_open(ui, Button::new(title), |ui, _| {
        for (candidate, title, explanation) in curves::EASINGS {
            let is_it = candidate == easing;
            if ui.selectable_label(is_it, title).on_hover_text(explanation).clicked() {
                new = Some(candidate).filter(|_| !is_it);
                ui.close();
            }
        }
    });
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Easing of the sections"));
    response.on_hover_text("Easing: the speed along each section of the path");
    new
}

impl Tool for PathTool {
    fn update(&mut self, stage: &Stage, pointer: &Pointer, out: &mut Vec<Action>) {
        let found = driven(stage);
        let pressed = pointer.drag_started.or(pointer.clicked);
        let is_choosing = found.is_none() || pointer.modifiers.command;
        if let (Some(place), true, true) = (pointer.over, is_choosing, pressed.is_some()) {
            self.chosen = None;
            return out.push(Action::Select(vec![place.owner()]));
        }
        let Some(driven) = found else {
            (self.over, self.drag) = (None, None);
            return;
        };
        if let Some(at) = pointer.drag_started {
            self.begin(stage, pointer, &driven, at, out);
        } else if let Some(at) = pointer.clicked {
            self.click(stage, pointer, &driven, at, out);
        }
        if let (Some(drag), Some(at)) = (&self.drag, pointer.at)
            && drag.place == driven.place
        {
            let is_knot = matches!(drag.grip, PathGrip::Knot(_));
            let to = if is_knot { pen::snapped(stage, pointer, at, None).at } else { at };
            let curve = Self::dragged(drag, to - driven.origin, pointer.is_free());
            let verb = if is_knot { "Move a point of" } else { "Move a handle of" };
            let edit = edit(label(verb, &driven), driven.place, curve, drag.period);
            out.push(Action::Edit(edit.within(drag.gesture)));
        }
        if pointer.drag_stopped {
            self.drag = None;
            out.push(Action::EndGesture);
        }
        self.over = match (&driven.curve, pointer.at) {
            (Some(curve), Some(at)) => grip::at(stage, driven.origin, curve, at),
            _ => None,
        };
    }

    fn hint(&self, stage: &Stage, _: &Pointer) -> String {
        let Some(driven) = driven(stage) else { return "Click the body or disc to drive along a path".to_owned() };
        match self.over {
            Some(PathGrip::Knot(_)) => {
                "Drag to move the point; Shift+drag pulls handles, a double click smooths it, Delete removes it"
                    .to_owned()
            }
            Some(PathGrip::Handle(..)) => "Drag the handle; Alt moves it alone".to_owned(),
            Some(PathGrip::Section(..)) => "Click to insert a point".to_owned(),
            None if driven.curve.is_none() => {
                format!("Click where {} shall go: it becomes driven", driven.name)
            }
            None => "Click to add a point, drag for a curve; Ctrl+click another part to edit its path".to_owned(),
        }
    }

    fn cursor(&self, stage: &Stage, _: &Pointer) -> CursorIcon {
        match (self.over, driven(stage)) {
            (Some(PathGrip::Knot(_) | PathGrip::Handle(..)), _) => CursorIcon::Grab,
            (_, None) => CursorIcon::PointingHand,
            _ => CursorIcon::Crosshair,
        }
    }

    fn paint(&self, stage: &Stage, painter: &Painter) {
        let Some(driven) = driven(stage) else { return };
        if let Some(curve) = &driven.curve {
            let shown = marks::ShownPath { place: driven.place, origin: driven.origin, curve, period: driven.period };
            marks::paint(stage, painter, &shown, self.over, self.chosen);
        }
    }

    fn options(&mut self, stage: &Stage, ui: &mut Ui, out: &mut Vec<Action>) {
        let Some(driven) = driven(stage) else {
            return widgets::short_note(ui, "No part chosen", "Click a body or disc to draw its path.");
        };
        let Some(curve) = driven.curve else {
            return widgets::short_note(ui, "No path yet", "Click on the canvas where the part shall go.");
        };
        let mut changed = curve.clone();
        if let Some(easing) = easing_menu(ui, curve.easing) {
            curves::set_easing(&mut changed, easing);
            let label = format!("Easing of {}", driven.name);
            out.push(Action::Edit(edit(label, driven.place, changed.clone(), driven.period)));
        }
        ui.label("Period").on_hover_text("Time for the whole path, in time units of the level");
        if let Some(period) = widgets::number(ui, "Period of the path", driven.period, Number::MORE_THAN_ZERO) {
            let label = format!("Period of {}", driven.name);
            out.push(Action::Edit(edit(label, driven.place, curve.clone(), period).within(GESTURE)));
        }
        if curve.steps > 1 {
            ui.label("Steps").on_hover_text("Points of the path per section of the curve");
            let how = Number { min: 2.0, max: 100.0, suffix: "", is_whole: true };
            if let Some(steps) = widgets::number(ui, "Points per section", f64::from(curve.steps), how) {
                changed.steps = steps as u32;
                let label = format!("Points per section of {}", driven.name);
                out.push(Action::Edit(edit(label, driven.place, changed, driven.period).within(GESTURE + 1)));
            }
        }
    }

    fn claims(&self, press: Press) -> bool {
        match press {
            Press::Escape => self.drag.is_some() || self.chosen.is_some(),
            Press::Backspace | Press::Delete => self.chosen.is_some(),
            Press::Enter | Press::Letter(_) => false,
        }
    }

    fn press(&mut self, stage: &Stage, press: Press, out: &mut Vec<Action>) {
        if press == Press::Escape {
            return self.cancel(out);
        }
        let (Some(driven), Some(knot)) = (driven(stage), self.chosen.take()) else { return };
        let Some(mut curve) = driven.curve.clone() else { return };
        if !curves::delete_knot(&mut curve, knot) {
            return out.push(Action::Refuse("A path needs at least one point".to_owned()));
        }
        out.push(Action::Edit(edit(label("Delete a point of", &driven), driven.place, curve, driven.period)));
    }

    fn cancel(&mut self, out: &mut Vec<Action>) {
        if let Some(drag) = self.drag.take() {
            out.push(Action::CancelGesture(drag.gesture));
        }
        (self.chosen, self.over) = (None, None);
    }
}
