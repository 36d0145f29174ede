//! Parts being dragged: snapping, axis lock and mirror images.

use super::super::{Pointer, pen, sketch};
use super::{counted, gone};
use crate::editor::actions::Action;
use crate::editor::document::Edit;
use crate::editor::mirror::axis_in;
use crate::editor::selection::Selection;
use crate::editor::snap::Snapped;
use crate::editor::stage::Stage;
use crate::editor::widgets::short;
use crate::geometry::DVec2;
use crate::level::edit::symmetry::{Mirror, MirrorSide};
use crate::level::{Level, LinkEnd, MarkerShape, ObstacleShape, Place, Point};
use egui::Painter;
use std::sync::Arc;

/// Parts being dragged.
pub struct Moving {
    /// Start of the drag.
    from: DVec2,
    /// The point that snaps: the nearest of the moved points.
    anchor: DVec2,
    /// Moved parts with their original points.
    parts: Arc<[(Place, Vec<Point>, MirrorSide)]>,
    /// The moved parts, which are not snap targets.
    moved: Selection,
    label_text: String,
    gesture: u64,
    by: DVec2,
    spot: Option<Snapped>,
    images: usize,
    /// Number of parts restricted to the mirror axis.
    held: usize,
    /// Whether the parts are copies, which exist even if they have not moved.
    is_copy: bool,
    /// Whether Alt is held since the drag began, where it means copying, not suspended snapping.
    holds_alt: bool,
    /// Whether Ctrl is held since the drag began, where it means a part, not the axis lock.
    holds_ctrl: bool,
}

/// History label.
pub fn label(verb: &str, level: &Level, places: &[Place]) -> String {
    format!("{verb} {}", counted(level, places, "parts"))
}

/// Points of a part that move with it; of a link its fixed points.
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
        Place::Instance(i) => Some(vec![level.instances.get(i)?.position]),
        Place::Link(i) => {
            let link = level.links.get(i)?;
            let fixed = [link.a, link.b].into_iter().filter_map(|end| match end {
                LinkEnd::Point(point) => Some(point),
                _ => None,
            });
            Some(fixed.collect::<Vec<_>>()).filter(|fixed| !fixed.is_empty())
        }
        Place::Marker(i) => Some(level.markers.get(i)?.shape.points()),
        _ => None,
    }
}

fn set_points(level: &mut Level, place: Place, to: &[Point]) -> Result<(), String> {
    let gone = || gone(place);
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
        Place::Instance(i) => {
            level.instances.get_mut(i).ok_or_else(gone)?.position = *to.first().ok_or_else(gone)?;
        }
        Place::Link(i) => {
            let link = level.links.get_mut(i).ok_or_else(gone)?;
            let fixed = [&mut link.a, &mut link.b].into_iter().filter_map(|end| match end {
                LinkEnd::Point(point) => Some(point),
                _ => None,
            });
            fixed.zip(to).for_each(|(point, to)| *point = *to);
        }
        Place::Marker(i) => {
            let shape = &mut level.markers.get_mut(i).ok_or_else(gone)?.shape;
            match (shape, to) {
                (MarkerShape::Point(point), &[to]) => *point = to,
                (MarkerShape::Rect(min, max), &[to_min, _, to_max, _]) => (*min, *max) = (to_min, to_max),
                (MarkerShape::Polygon(points) | MarkerShape::Path(points), to) if points.len() == to.len() => {
                    points.copy_from_slice(to);
                }
                _ => return Err(gone()),
            }
        }
        _ => return Err(format!("{place} cannot be moved by itself")),
    }
    Ok(())
}

/// The parts with their points. Selected nodes of a selected body are not moved twice.
fn parts(level: &Level, places: &[Place]) -> Vec<(Place, Vec<Point>)> {
    let mut bodies = vec![false; level.bodies.len()];
    for place in places {
        if let Place::Body(body) = *place
            && let Some(moves) = bodies.get_mut(body)
        {
            *moves = true;
        }
    }
    let alone = |place: &&Place| !matches!(**place, Place::Node(body, _) if bodies.get(body) == Some(&true));
    places.iter().filter(alone).filter_map(|&place| Some((place, points(level, place)?))).collect()
}

/// The parts and their mirror images, each with its side; the side of the drag leads.
fn both_sides(stage: &Stage, parts: Vec<(Place, Vec<Point>)>, lead_x: f64) -> Vec<(Place, Vec<Point>, MirrorSide)> {
    let places: Vec<Place> = parts.iter().map(|(place, _)| *place).collect();
    let found = axis_in(stage.level, stage.mirror).and_then(|axis| {
        let mirror = Mirror::new(stage.level, axis).ok()?;
        mirror.sides(&places, Some(lead_x)).ok()
    });
    let Some(sides) = found else {
        return parts.into_iter().map(|(place, points)| (place, points, MirrorSide::Own)).collect();
    };
    sides.into_iter().filter_map(|(place, side)| Some((place, points(stage.level, place)?, side))).collect()
}

impl Moving {
    /// Starts dragging parts.
    pub fn new(stage: &Stage, places: &[Place], at: DVec2, gesture: u64) -> Self {
        Self::of(stage, places, at, gesture, false)
    }

    /// Starts dragging copies. They lie on their originals, so mirror images are not searched.
    pub fn of_copies(stage: &Stage, places: &[Place], at: DVec2, gesture: u64) -> Self {
        Self::of(stage, places, at, gesture, true)
    }

    fn of(stage: &Stage, places: &[Place], at: DVec2, gesture: u64, is_copy: bool) -> Self {
        let parts = parts(stage.level, places);
        let all = parts.iter().flat_map(|(_, points)| points).map(|&point| DVec2::from(point));
        let anchor = all.min_by(|a, b| a.distance_squared(at).total_cmp(&b.distance_squared(at))).unwrap_or(at);
        let verb = if is_copy { "Duplicate" } else { "Move" };
        let label_text = label(verb, stage.level, &parts.iter().map(|(place, _)| *place).collect::<Vec<_>>());
        let parts = if is_copy {
            parts.into_iter().map(|(place, points)| (place, points, MirrorSide::Own)).collect()
        } else {
            both_sides(stage, parts, anchor.x)
        };
        let moved = parts.iter().map(|(place, ..)| *place).collect::<Vec<_>>().into();
        let count = |wanted: MirrorSide| parts.iter().filter(|(.., side)| *side == wanted).count();
        let (images, held) = (count(MirrorSide::Image), count(MirrorSide::Axis));
        let parts = parts.into();
        let (by, spot, holds_alt) = (DVec2::ZERO, None, is_copy);
        Self {
            from: at,
            anchor,
            parts,
            moved,
            label_text,
            gesture,
            by,
            spot,
            images,
            held,
            is_copy,
            holds_alt,
            holds_ctrl: false,
        }
    }

    /// Remembers that Ctrl was held from the start, where it means a part.
    pub fn begun_with(self, holds_ctrl: bool) -> Self {
        Self { holds_ctrl, ..self }
    }

    /// True if something has moved.
    pub fn has_moved(&self) -> bool {
        self.is_copy || self.by != DVec2::ZERO
    }

    /// Follows the pointer.
    pub fn carry(&mut self, stage: &Stage, pointer: &Pointer, at: DVec2, out: &mut Vec<Action>) {
        self.holds_alt &= pointer.modifiers.alt;
        self.holds_ctrl &= pointer.modifiers.command;
        let mut pointer = *pointer;
        pointer.modifiers.alt &= !self.holds_alt;
        pointer.modifiers.command &= !self.holds_ctrl;
        let mut by = at - self.from;
        if pointer.modifiers.command {
            by = along_one_axis(by);
        }
        let goal = self.anchor + by;
        let spot = pen::snapped_but(stage, &pointer, goal, None, &|place| self.moved.contains(&place));
        by = spot.at - self.anchor;
        if pointer.modifiers.command {
            // The snap target can lie off the locked axis.
            by = along_one_axis(by);
        }
        self.spot = Some(spot);
        if by == self.by {
            return;
        }
        self.by = by;
        let parts = self.parts.clone();
        let edit = Edit::new(self.label_text.clone(), move |level| {
            let mut to: Vec<Point> = Vec::new();
            parts.iter().try_for_each(|(place, points, side)| {
                let by = side.turned(by);
                to.clear();
                to.extend(points.iter().map(|&point| Point::from(DVec2::from(point) + by)));
                set_points(level, *place, &to)
            })
        });
        out.push(Action::Edit(edit.within(self.gesture)));
    }

    /// Hint during the drag.
    pub fn hint(&self, pointer: &Pointer) -> String {
        let [x, y] = [self.by.x, self.by.y].map(short);
        let mut images = if self.images > 0 { format!(", {} in the mirror", self.images) } else { String::new() };
        if self.held > 0 {
            images += &format!(", {} along its axis (Y switches it off)", self.held);
        }
        let held = match (pointer.modifiers.command && !self.holds_ctrl, pointer.is_free() && !self.holds_alt) {
            (true, _) => "along one axis",
            (_, true) => "without snapping",
            _ => "Ctrl: along one axis, Alt: without snapping, Esc: cancel",
        };
        format!("{} by {x}, {y}{images}: {held}", self.label_text)
    }

    /// Paints the snap guides.
    pub fn paint(&self, stage: &Stage, painter: &Painter) {
        if let Some(spot) = self.spot.as_ref().filter(|spot| spot.is_snapped()) {
            sketch::snapped(stage, painter, spot);
        }
    }
}

fn along_one_axis(by: DVec2) -> DVec2 {
    if by.x.abs() >= by.y.abs() { DVec2::new(by.x, 0.0) } else { DVec2::new(0.0, by.y) }
}
