//! The select tool: selects, moves, rotates and scales parts at frame 0; pulls by the hand later.

mod area;
mod fields;
mod handles;
mod meaning;
pub mod moving;
mod words;

pub use meaning::meant;
pub use words::{counted, describe, gone, titled};

/// Id of the tool.
pub const SELECT: &str = "select";

use super::hand::Pull;
use super::{Pointer, Press, Tool, ToolEntry, plain};
use crate::editor::actions::Action;
use crate::editor::document::Edit;
use crate::editor::icons::Icon;
use crate::editor::selection::Selection;
use crate::editor::settings::tools::AreaShape as Shape;
use crate::editor::stage::Stage;
use crate::editor::widgets;
use crate::geometry::DVec2;
use crate::level::edit;
use crate::level::{Level, Place};
use area::AreaSelection;
use egui::{CursorIcon, Key, Painter, Ui};
use handles::{Frame, Grip, Handling};
use moving::Moving;

/// Registration of the tool.
pub const TOOL: ToolEntry = ToolEntry {
    id: SELECT,
    title: "Select and move",
    explanation: "Click to select a body, drag to move it: at frame 0 the level itself, later by pulling. Double \
                  click to enter a body and move its parts. Drag on empty canvas to select by a box.",
    icon: Icon("cursor"),
    keys: plain(Key::V),
    draws: false,
    overlays: &[],
    make: || Box::new(Select::default()),
};

/// Distance within which a drag pulls a node or disc instead of drawing an area, in points.
const PULL_REACH: f64 = 14.0;

#[derive(Default)]
struct Select {
    gesture: Gesture,
    pull: Pull,
    /// Number of gestures; each gets its own history entry.
    gestures: u64,
    /// Box around the selection.
    frame: Option<Frame>,
    /// Handle under the pointer.
    over: Option<Grip>,
    /// A moved pivot and its selection.
    pivot: Option<(Selection, DVec2)>,
    /// UI frame in which an angle was typed.
    turned_at: u64,
}

/// What the pressed button does.
#[derive(Default)]
enum Gesture {
    #[default]
    None,
    /// Moves parts.
    Moving(Box<Moving>),
    /// Draws a selection area.
    Area(AreaSelection),
    /// Duplicates parts; the copies are moved as soon as they are selected.
    Copying {
        /// Start of the drag.
        from: DVec2,
        /// Previous selection.
        of: Selection,
    },
    /// Drags a handle.
    Handling(Box<Handling>),
}

/// True if the level itself can be edited now.
fn can_move(stage: &Stage) -> bool {
    stage.is_at_start && !stage.is_playing
}

impl Select {
    fn start(&mut self, stage: &Stage, pointer: &Pointer, at: DVec2, out: &mut Vec<Action>) {
        if let Some((frame, grip)) =
            self.frame.and_then(|frame| Some((frame, frame.grip(stage, at, pointer.modifiers.shift)?)))
        {
            self.gestures += 1;
            self.gesture = Gesture::Handling(Box::new(Handling::new(stage, grip, frame, at, self.gestures)));
            return;
        }
        let is_deep = pointer.modifiers.command;
        let copies = pointer.modifiers.alt && !pointer.modifiers.shift && can_move(stage);
        let copies = copies && meaning::grabbed(stage, at, is_deep).is_some();
        let wants_area = (pointer.modifiers.shift || pointer.modifiers.alt) && !copies;
        if !can_move(stage) && !wants_area && self.pull.grab(stage, at, PULL_REACH) {
            return;
        }
        if !can_move(stage) && self.pull.refusal().is_some() {
            return;
        }
        let grabbed = meaning::grabbed(stage, at, is_deep).filter(|_| can_move(stage) && !wants_area);
        let Some(place) = grabbed else {
            let is_lasso = (stage.options.area == Shape::Lasso) != pointer.modifiers.alt;
            self.gesture = Gesture::Area(AreaSelection::new(at, is_lasso));
            return;
        };
        meaning::enter_for(stage, place, out);
        let is_selected = stage.selection.contains(&place);
        let places = if is_selected { stage.selection.to_vec() } else { vec![place] };
        if !is_selected {
            out.push(Action::Select(places.clone()));
        }
        self.gestures += 1;
        if copies {
            self.gesture = Gesture::Copying { from: at, of: places.clone().into() };
            let label = moving::label("Duplicate", stage.level, &places);
            let change = move |level: &mut Level| edit::duplicate(level, &places, [0.0, 0.0]);
            out.push(Action::Edit(Edit::making(label, change).within(self.gestures)));
            return;
        }
        // Ctrl means the part itself; inside the body it restricts to one axis.
        let is_part = !matches!(place, Place::Body(_)) && place.body() != stage.entered;
        let moving = Moving::new(stage, &meaning::ends(stage.level, &places), at, self.gestures);
        self.gesture = Gesture::Moving(Box::new(moving.begun_with(is_deep && is_part)));
    }

    /// Starts moving the copies when they exist.
    fn take_copies(&mut self, stage: &Stage) {
        if let Gesture::Copying { from, of } = &self.gesture
            && **of != **stage.selection
            && !stage.selection.is_empty()
        {
            let moving = Moving::of_copies(stage, stage.selection, *from, self.gestures);
            self.gesture = Gesture::Moving(Box::new(moving));
        }
    }

    fn click(&self, stage: &Stage, pointer: &Pointer, at: DVec2, out: &mut Vec<Action>) {
        let meant = meaning::clicked(stage, at, pointer.modifiers, pointer.double_clicked);
        if pointer.modifiers.shift && !pointer.modifiers.command {
            out.extend(meant.place.map(|place| Action::Select(stage.selection.toggled(&[place]).to_vec())));
            return;
        }
        if meant.entered != stage.entered {
            out.push(Action::Enter(meant.entered));
        }
        out.push(Action::Select(meant.place.into_iter().collect()));
    }

    fn let_go(&mut self, handling: &Handling, stage: &Stage, out: &mut Vec<Action>) {
        if handling.is_pivot() {
            self.pivot = Some((stage.selection.clone(), handling.pivot));
        } else {
            out.push(Action::EndGesture);
        }
    }

    /// Updates the box around the selection and the handle under the pointer.
    fn look(&mut self, stage: &Stage, pointer: &Pointer) {
        if self.pivot.as_ref().is_some_and(|(selection, _)| **selection != **stage.selection) {
            self.pivot = None;
        }
        let pivot = match &self.gesture {
            Gesture::Handling(handling) => Some(handling.pivot),
            _ => self.pivot.as_ref().map(|(_, pivot)| *pivot),
        };
        let has_frame =
            can_move(stage) && !matches!(self.gesture, Gesture::Moving(_) | Gesture::Copying { .. } | Gesture::Area(_));
        self.frame = if has_frame { Frame::of(stage, pivot) } else { None };
        let at = pointer.at.filter(|_| !pointer.is_dragging);
        self.over = self.frame.and_then(|frame| frame.grip(stage, at?, pointer.modifiers.shift));
    }

    fn finish_area(area: &AreaSelection, stage: &Stage, pointer: &Pointer, out: &mut Vec<Action>) {
        let found = area.found(stage);
        let mut selection = stage.selection.clone();
        if pointer.modifiers.command {
            let found = Selection::from(found);
            selection.retain(|place| !found.contains(&place));
        } else if pointer.modifiers.shift {
            selection.extend(found);
        } else {
            selection = found.into();
        }
        out.push(Action::Select(selection.to_vec()));
    }
}

impl Tool for Select {
    fn update(&mut self, stage: &Stage, pointer: &Pointer, out: &mut Vec<Action>) {
        if let Some(at) = pointer.drag_started {
            self.start(stage, pointer, at, out);
        }
        if let Some(at) = pointer.at.filter(|_| pointer.is_dragging && pointer.drag_started.is_none()) {
            self.take_copies(stage);
            match &mut self.gesture {
                Gesture::Copying { .. } => {}
                Gesture::Moving(moving) => moving.carry(stage, pointer, at, out),
                Gesture::Area(area) => area.go_on(stage, at),
                Gesture::Handling(handling) => handling.carry(stage, pointer, at, out),
                Gesture::None => self.pull.pull(at, out),
            }
        }
        if pointer.drag_stopped {
            match std::mem::take(&mut self.gesture) {
                Gesture::Moving(_) | Gesture::Copying { .. } => out.push(Action::EndGesture),
                Gesture::Area(area) => Self::finish_area(&area, stage, pointer, out),
                Gesture::Handling(handling) => self.let_go(&handling, stage, out),
                Gesture::None => {}
            }
            self.pull.release(out);
        }
        if let Some(at) = pointer.clicked.filter(|_| self.over.is_none()) {
            self.click(stage, pointer, at, out);
        }
        self.look(stage, pointer);
    }

    fn hint(&self, stage: &Stage, pointer: &Pointer) -> String {
        match &self.gesture {
            Gesture::Moving(moving) => return moving.hint(pointer),
            Gesture::Area(area) => return area.hint(stage),
            Gesture::Handling(handling) => return handling.hint(),
            Gesture::Copying { .. } | Gesture::None => {}
        }
        if let Some(grip) = self.over {
            return handles::hint(grip).to_owned();
        }
        if self.pull.is_holding() {
            return if stage.is_playing {
                "Pulling; release to stop".to_owned()
            } else {
                "Holding while paused: step with → or play with Space to pull".to_owned()
            };
        }
        if let Some(reason) = self.pull.refusal() {
            return format!("Cannot be pulled: {reason}");
        }
        words::hint(stage, pointer)
    }

    fn cursor(&self, _: &Stage, pointer: &Pointer) -> CursorIcon {
        match (&self.gesture, pointer.over) {
            (Gesture::Area(_), _) => CursorIcon::Crosshair,
            (Gesture::Moving(_), _) => CursorIcon::Grabbing,
            (Gesture::Copying { .. }, _) => CursorIcon::Copy,
            (Gesture::Handling(handling), _) => handles::cursor(handling.grip()),
            _ if self.over.is_some() => self.over.map_or(CursorIcon::Default, handles::cursor),
            _ if self.pull.is_holding() => CursorIcon::Grabbing,
            (_, Some(_)) => CursorIcon::PointingHand,
            (_, None) => CursorIcon::Default,
        }
    }

    fn paint(&self, stage: &Stage, painter: &Painter) {
        match &self.gesture {
            Gesture::Moving(moving) => moving.paint(stage, painter),
            Gesture::Handling(handling) => handling.paint(stage, painter),
            Gesture::Area(area) => area.paint(stage, painter),
            Gesture::Copying { .. } | Gesture::None => {}
        }
        self.pull.paint(stage, painter);
        if let Some(frame) = self.frame {
            frame.paint(stage, self.over, painter);
        }
    }

    fn options(&mut self, stage: &Stage, ui: &mut Ui, out: &mut Vec<Action>) {
        for (shape, icon, name, tip) in [
            (Shape::Box, "selection", "Select by a box", "A drag on empty canvas draws a box (Alt: a lasso)"),
            (Shape::Lasso, "lasso", "Select by a lasso", "A drag on empty canvas draws a lasso (Alt: a box)"),
        ] {
            if widgets::icon_button(ui, Icon(icon), name, tip, true, stage.options.area == shape).clicked() {
                out.push(Action::prefer(move |settings| settings.tools.area = shape));
            }
        }
        if can_move(stage) && !stage.selection.is_empty() {
            // Recomputed, because the stored box may be one edit old.
            let pivot = self.pivot.as_ref().map(|(_, pivot)| *pivot);
            fields::show(ui, stage, Frame::of(stage, pivot), &mut self.turned_at, out);
        }
    }

    fn claims(&self, press: Press) -> bool {
        press == Press::Escape && (!matches!(self.gesture, Gesture::None) || self.pull.is_holding())
    }

    fn press(&mut self, _: &Stage, _: Press, out: &mut Vec<Action>) {
        self.cancel(out);
    }

    fn moves_parts(&self) -> bool {
        matches!(self.gesture, Gesture::Moving(_))
    }

    fn cancel(&mut self, out: &mut Vec<Action>) {
        let has_changed = match std::mem::take(&mut self.gesture) {
            Gesture::Moving(moving) => moving.has_moved(),
            Gesture::Copying { .. } => true,
            Gesture::Handling(handling) => handling.has_changed(),
            Gesture::Area(_) | Gesture::None => false,
        };
        out.extend(has_changed.then_some(Action::CancelGesture(self.gestures)));
        self.pull.release(out);
    }
}
