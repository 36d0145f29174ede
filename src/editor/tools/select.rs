//! Selects parts of the level and moves them: the level itself at frame 0, by the hand while it runs.
//!
//! Must never know: history, panels.

use super::hand::Pull;
use super::{Entry, Pointer, Tool};
use crate::editor::actions::Action;
use crate::editor::canvas::{Stage, pick};
use crate::editor::document::Edit;
use crate::editor::icons::Icon;
use crate::geometry::DVec2;
use crate::level::{Level, ObstacleShape, Place, Point};
use egui::{CursorIcon, Key, Painter};

/// Its row.
pub const TOOL: Entry = Entry {
    id: "select",
    title: "Select and move",
    explanation: "Click selects, drag moves: at frame 0 the level itself, later by pulling.",
    icon: Icon("cursor"),
    key: Key::V,
    make: || Box::new(Select::default()),
};

/// How near a node or disc must be to be pulled rather than the view be left alone, in points.
const PULL_REACH: f64 = 14.0;

#[derive(Default)]
struct Select {
    moving: Option<Moving>,
    pull: Pull,
    /// Numbers the gestures, so that each gets an entry in the history.
    gestures: u64,
}

/// Parts on their way.
struct Moving {
    /// Where the drag began.
    from: DVec2,
    /// What is moved, each with its points as they were.
    parts: Vec<(Place, Vec<Point>)>,
    what: String,
}

/// Points of a part that move with it.
fn points(level: &Level, place: Place) -> Option<Vec<Point>> {
    let body = |index: usize| level.bodies.get(index);
    match place {
        Place::Node(b, node) => Some(vec![body(b)?.nodes.get(node)?.position]),
        Place::Body(b) => Some(body(b)?.nodes.iter().map(|node| node.position).collect()),
        Place::Disc(i) => Some(vec![level.discs.get(i)?.position]),
        Place::Obstacle(i) => Some(match level.obstacles.get(i)?.shape {
            ObstacleShape::Segment(a, b) => vec![a, b],
            ObstacleShape::Line(point, _) => vec![point],
            ObstacleShape::Circle { center, .. } => vec![center],
        }),
        _ => None,
    }
}

fn set_points(level: &mut Level, place: Place, to: &[Point]) -> Result<(), String> {
    let gone = || format!("{place} is no longer there");
    match place {
        Place::Node(b, node) => {
            let node = level.bodies.get_mut(b).and_then(|body| body.nodes.get_mut(node)).ok_or_else(gone)?;
            node.position = *to.first().ok_or_else(gone)?;
        }
        Place::Body(b) => {
            let body = level.bodies.get_mut(b).ok_or_else(gone)?;
            for (node, &position) in body.nodes.iter_mut().zip(to) {
                node.position = position;
            }
        }
        Place::Disc(i) => {
            level.discs.get_mut(i).ok_or_else(gone)?.position = *to.first().ok_or_else(gone)?;
        }
        Place::Obstacle(i) => match (&mut level.obstacles.get_mut(i).ok_or_else(gone)?.shape, to) {
            (ObstacleShape::Segment(a, b), &[to_a, to_b]) => (*a, *b) = (to_a, to_b),
            (ObstacleShape::Line(point, _), &[to]) => *point = to,
            (ObstacleShape::Circle { center, .. }, &[to]) => *center = to,
            _ => return Err(gone()),
        },
        _ => return Err(format!("{place} cannot be moved by itself")),
    }
    Ok(())
}

/// What a drag on a place moves: nodes by themselves, links and triangles with their whole body.
fn movable(place: Place) -> Place {
    match place {
        Place::Spring(body, _) | Place::Stick(body, _) | Place::HullEdge(body, _) | Place::Triangle(body, _) => {
            Place::Body(body)
        }
        other => other,
    }
}

impl Select {
    fn start(&mut self, stage: &Stage, at: DVec2, out: &mut Vec<Action>) {
        if !stage.is_at_start || stage.is_playing {
            self.pull.grab(stage, at, PULL_REACH);
            return;
        }
        let Some(over) = pick::pick(stage, at) else { return };
        let place = movable(over);
        let is_selected = stage.selection.contains(&place);
        let places = if is_selected { stage.selection.to_vec() } else { vec![place] };
        if !is_selected {
            out.push(Action::Select(places.clone()));
        }
        // A body moves with its nodes; nodes that are selected beside it are not moved twice.
        let bodies: Vec<_> = places.iter().filter(|p| matches!(p, Place::Body(_))).filter_map(|p| p.body()).collect();
        let alone = |p: &&Place| !matches!(p, Place::Node(body, _) if bodies.contains(body));
        let parts = places.iter().filter(alone).filter_map(|&p| Some((p, points(stage.level, p)?))).collect();
        let what = if places.len() == 1 {
            format!("Move {}", describe(place))
        } else {
            format!("Move {} parts", places.len())
        };
        self.gestures += 1;
        self.moving = Some(Moving { from: at, parts, what });
    }

    fn carry(&self, at: DVec2, out: &mut Vec<Action>) {
        let Some(moving) = &self.moving else { return };
        let by = at - moving.from;
        let target = |parts: &[Point]| parts.iter().map(|&p| (DVec2::from(p) + by).into()).collect::<Vec<Point>>();
        let to: Vec<_> = moving.parts.iter().map(|(place, points)| (*place, target(points))).collect();
        let edit = Edit::new(moving.what.clone(), move |level| {
            to.iter().try_for_each(|(place, points)| set_points(level, *place, points))
        });
        out.push(Action::Edit(edit.within(self.gestures)));
    }

    fn click(&self, stage: &Stage, pointer: &Pointer, at: DVec2, out: &mut Vec<Action>) {
        let over = pick::pick(stage, at);
        let selection = match over {
            Some(place) if pointer.double_clicked => place.body().map_or(vec![place], |body| vec![Place::Body(body)]),
            Some(place) if pointer.modifiers.shift => {
                let mut all = stage.selection.to_vec();
                if all.contains(&place) {
                    all.retain(|&p| p != place)
                } else {
                    all.push(place)
                }
                all
            }
            Some(place) => vec![place],
            None if pointer.modifiers.shift => return,
            None => Vec::new(),
        };
        out.push(Action::Select(selection));
    }
}

/// A part in the words of labels and hints.
pub fn describe(place: Place) -> String {
    match place {
        Place::Level => "the level".to_owned(),
        Place::World => "the world".to_owned(),
        Place::Body(body) => format!("body {body}"),
        Place::Node(_, node) => format!("node {node}"),
        Place::Spring(_, i) => format!("spring {i}"),
        Place::Stick(_, i) => format!("stick {i}"),
        Place::HullEdge(_, i) => format!("hull edge {i}"),
        Place::Triangle(_, i) => format!("triangle {i}"),
        Place::Disc(i) => format!("disc {i}"),
        Place::Obstacle(i) => format!("obstacle {i}"),
    }
}

impl Tool for Select {
    fn update(&mut self, stage: &Stage, pointer: &Pointer, out: &mut Vec<Action>) {
        if let Some(at) = pointer.drag_started {
            self.start(stage, at, out);
        }
        if pointer.is_dragging
            && let Some(at) = pointer.at
        {
            self.carry(at, out);
            self.pull.pull(at, out);
        }
        if pointer.drag_stopped {
            self.cancel(out);
        }
        if let Some(at) = pointer.clicked {
            self.click(stage, pointer, at, out);
        }
    }

    fn hint(&self, stage: &Stage, pointer: &Pointer) -> String {
        if let Some(moving) = &self.moving {
            return format!("{}: release to drop, Ctrl+Z takes it back", moving.what);
        }
        if self.pull.is_holding() {
            return if stage.is_playing {
                "Pulling; release to let go".to_owned()
            } else {
                "Holding while paused: step with → or play with Space, the hand pulls along".to_owned()
            };
        }
        if let Some(reason) = self.pull.refusal() {
            return format!("Cannot be pulled: {reason}");
        }
        let drag = if stage.is_at_start && !stage.is_playing {
            "drag moves it in the level"
        } else {
            "drag a node or a disc to pull it"
        };
        match pointer.over {
            Some(place) => format!("{}: click selects, {drag}", describe(place)),
            None => format!("Click selects, {drag}, Shift adds; wheel zooms, middle button moves the view"),
        }
    }

    fn cursor(&self, _: &Stage, pointer: &Pointer) -> CursorIcon {
        match (self.moving.is_some() || self.pull.is_holding(), pointer.over) {
            (true, _) => CursorIcon::Grabbing,
            (false, Some(_)) => CursorIcon::PointingHand,
            (false, None) => CursorIcon::Default,
        }
    }

    fn paint(&self, stage: &Stage, painter: &Painter) {
        self.pull.paint(stage, painter);
    }

    fn cancel(&mut self, out: &mut Vec<Action>) {
        if self.moving.take().is_some() {
            out.push(Action::EndGesture);
        }
        self.pull.release(out);
    }
}
