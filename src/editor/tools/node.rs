//! Places nodes in the selected body, a nearby one, or a new one; splits links and edges.

use super::nodes::name_of;
use super::pen::{self, Pen};
use super::select::moving::Moving;
use super::typed::KeyOutcome;
use super::{Pointer, Press, Tool, ToolEntry, describe, plain, sketch};
use crate::editor::actions::Action;
use crate::editor::document::Edit;
use crate::editor::icons::Icon;
use crate::editor::mirror::axis_in;
use crate::editor::stage::Stage;
use crate::editor::stage::pick;
use crate::editor::widgets;
use crate::geometry::DVec2;
use crate::level::edit::symmetry::{node_both, split_both};
use crate::level::{Place, Point};
use egui::{CursorIcon, Key, Painter, Ui};

/// Registration of the tool.
pub const TOOL: ToolEntry = ToolEntry {
    id: "node",
    title: "Node",
    explanation: "Click to place a node in the selected body or a nearby one, else in a new one (Shift). On a spring, \
                  stick or hull edge the click splits it. Drag to move a node.",
    icon: Icon("radio-button"),
    keys: plain(Key::A),
    draws: true,
    overlays: &["outside"],
    make: || Box::new(NodeTool::default()),
};

/// Distance within which a body counts as nearby, in points.
const NEARBY: f64 = 90.0;

#[derive(Default)]
struct NodeTool {
    pen: Pen,
    moving: Option<Moving>,
    gestures: u64,
    /// Effect of a click now, for painting.
    goal: Option<Goal>,
}

/// Effect of a click.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Goal {
    /// Select the node.
    Take(Place),
    /// Split this link.
    Split(Place),
    /// Add a node to this body.
    Into(usize),
    /// Start a new body.
    New,
}

/// The body for a new node: the selected, a nearby or the surrounding one.
fn body_for(stage: &Stage, at: DVec2) -> Option<usize> {
    let mut selected: Vec<usize> = stage.selection.iter().filter_map(|place| place.body()).collect();
    selected.dedup();
    if let [body] = selected[..] {
        return Some(body);
    }
    let near = pick::nearest_node(stage, at, NEARBY / stage.viewport.scale).and_then(Place::body);
    near.or_else(|| pick::body_under(stage, at).and_then(Place::body))
}

fn goal(stage: &Stage, pointer: &Pointer, pen: &Pen) -> Option<Goal> {
    let spot = pen.spot.as_ref()?;
    Some(match spot.place {
        Some(place @ Place::Node(..)) => Goal::Take(place),
        Some(place @ (Place::Spring(..) | Place::Stick(..) | Place::HullEdge(..))) => Goal::Split(place),
        _ if pointer.modifiers.shift => Goal::New,
        _ => body_for(stage, spot.at).map_or(Goal::New, Goal::Into),
    })
}

/// Adds a node and its mirror image.
fn place(stage: &Stage, body: Option<usize>, at: DVec2) -> Edit {
    let x = stage.mirror;
    let at: Point = at.into();
    let label = match body {
        Some(body) => format!("Node in {}", name_of(stage.level, body)),
        None => "Node of a new body".to_owned(),
    };
    Edit::making(label, move |level| {
        let axis = axis_in(level, x);
        node_both(level, body, at, axis)
    })
}

/// Splits a link at a point, and its mirror image.
fn split(stage: &Stage, link: Place, at: DVec2) -> Edit {
    let x = stage.mirror;
    let at: Point = at.into();
    Edit::making(format!("Split {}", describe(link)), move |level| {
        let axis = axis_in(level, x);
        split_both(level, link, at, axis)
    })
}

impl NodeTool {
    fn click(&mut self, stage: &Stage, goal: Goal, at: DVec2, out: &mut Vec<Action>) {
        match goal {
            Goal::Take(place) => out.push(Action::Select(vec![place])),
            Goal::Split(link) => out.push(Action::Edit(split(stage, link, at))),
            Goal::Into(body) => out.push(Action::Edit(place(stage, Some(body), at))),
            Goal::New => out.push(Action::Edit(place(stage, None, at))),
        }
    }

    fn drop_moved(&mut self, out: &mut Vec<Action>) {
        if self.moving.take().is_some() {
            out.push(Action::EndGesture);
        }
    }
}

impl Tool for NodeTool {
    fn update(&mut self, stage: &Stage, pointer: &Pointer, out: &mut Vec<Action>) {
        if let Some(origin) = pointer.drag_started {
            let spot = pen::snapped(stage, pointer, origin, None);
            if let Some(node @ Place::Node(..)) = spot.place {
                self.gestures += 1;
                let places = if stage.selection.contains(&node) { stage.selection.to_vec() } else { vec![node] };
                out.push(Action::Select(places.clone()));
                self.moving = Some(Moving::new(stage, &places, origin, self.gestures));
            }
        }
        if let (Some(moving), Some(at)) = (&mut self.moving, pointer.at.filter(|_| pointer.is_dragging)) {
            moving.carry(stage, pointer, at, out);
        }
        self.pen.aim(stage, pointer, None);
        self.goal = goal(stage, pointer, &self.pen).filter(|_| self.moving.is_none());
        if pointer.drag_stopped && self.moving.is_some() {
            self.drop_moved(out);
        } else if pointer.clicked.is_some() || pointer.drag_stopped {
            // A short drag counts as a click at the release position.
            if let (Some(goal), Some(spot)) = (self.goal, self.pen.spot.clone()) {
                self.click(stage, goal, spot.at, out);
            }
        }
    }

    fn hint(&self, stage: &Stage, pointer: &Pointer) -> String {
        if let Some(moving) = &self.moving {
            return moving.hint(pointer);
        }
        if let Some(hint) = self.pen.hint() {
            return hint;
        }
        match self.goal {
            Some(Goal::Take(node)) => format!("{}: click to select, drag to move", describe(node)),
            Some(Goal::Split(link)) => format!("Click to split {} here; Alt: place a node beside it", describe(link)),
            Some(Goal::Into(body)) => {
                format!(
                    "Click adds a node to {}; Shift: to a new body, Alt: without snapping",
                    name_of(stage.level, body)
                )
            }
            Some(Goal::New) => "Click to start a new body with a node; Alt: without snapping".to_owned(),
            None => "Click to place a node; Enter types its position".to_owned(),
        }
    }

    fn cursor(&self, _: &Stage, _: &Pointer) -> CursorIcon {
        match (&self.moving, self.goal) {
            (Some(_), _) => CursorIcon::Grabbing,
            (None, Some(Goal::Take(_))) => CursorIcon::PointingHand,
            _ => CursorIcon::Crosshair,
        }
    }

    fn paint(&self, stage: &Stage, painter: &Painter) {
        if let Some(moving) = &self.moving {
            return moving.paint(stage, painter);
        }
        if let (Some(goal), Some(spot)) = (self.goal, &self.pen.spot) {
            if let Goal::Take(_) = goal {
                sketch::ring(stage, painter, spot.at);
            } else {
                sketch::dot(stage, painter, spot.at);
                sketch::image_dot(stage, painter, spot.at);
            }
        }
        self.pen.paint(stage, painter, None);
    }

    fn options(&mut self, _: &Stage, ui: &mut Ui, _: &mut Vec<Action>) {
        let tip = "x, y in level units  (Enter)";
        if widgets::icon_button(ui, Icon("textbox"), "Type position", tip, true, self.pen.is_typing()).clicked() {
            self.pen.type_point();
        }
        widgets::short_note(
            ui,
            "Shift: new body",
            "Without Shift the node is added to the selected body, else to a nearby one.",
        );
    }

    fn claims(&self, press: Press) -> bool {
        self.pen.claims(press, false) || (press == Press::Escape && self.moving.is_some())
    }

    fn press(&mut self, stage: &Stage, press: Press, out: &mut Vec<Action>) {
        match self.pen.press(press, false, None) {
            KeyOutcome::Point(at) => {
                let body = body_for(stage, at);
                out.push(Action::Edit(place(stage, body, at)));
            }
            KeyOutcome::Taken => {}
            KeyOutcome::Ignored => self.cancel(out),
        }
    }

    fn cancel(&mut self, out: &mut Vec<Action>) {
        self.pen.reset();
        if let Some(moving) = self.moving.take() {
            out.extend(moving.has_moved().then_some(Action::CancelGesture(self.gestures)));
        }
    }
}
