//! Handles of the selection: eight for scaling, one for rotation, and the pivot.

use super::super::{Pointer, pen, sketch};
use crate::editor::actions::Action;
use crate::editor::document::Edit;
use crate::editor::mirror::axis_in;
use crate::editor::selection::Selection;
use crate::editor::snap::Snapped;
use crate::editor::stage::Stage;
use crate::editor::theme::color;
use crate::editor::widgets::short;
use crate::geometry::{Aabb, DVec2};
use crate::level::edit::symmetry::{Mirror, MirrorSide, transform_sides};
use crate::level::edit::{Made, Transform, transform};
use crate::level::{Level, Place};
use egui::{CursorIcon, Painter, Pos2, Rect, Stroke, StrokeKind, Vec2, pos2, vec2};
use std::sync::Arc;

/// A handle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Grip {
    /// A scale handle on a side or corner: -1, 0 or 1 to the right and up.
    Scale(f64, f64),
    /// The rotation handle above the box.
    Turn,
    /// The fixed point of rotation, and of scaling with Shift.
    Pivot,
}

/// Distance of the handles from the selection, in points.
const ROOM: f32 = 13.0;
/// Distance of the rotation handle above the box, in points.
const STALK: f32 = 26.0;
/// Pick distance, in points.
const REACH: f32 = 8.0;
/// Length below which a side has no handle in its middle, in points.
const SHORT: f32 = 44.0;
/// Minimum scale factor of one drag.
const LEAST: f64 = 1e-3;
/// Rotation step with Ctrl.
const STEP_DEGREES: f64 = 15.0;

/// The box around the selection, with its pivot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// In level units.
    pub bounds: Aabb,
    /// In level units.
    pub pivot: DVec2,
}

impl Frame {
    /// The box, if the selection is larger than a point.
    pub fn of(stage: &Stage, pivot: Option<DVec2>) -> Option<Self> {
        let bounds = stage.bounds(stage.selection);
        let has_size = !bounds.is_empty() && bounds.is_finite() && bounds.size().max_element() > 0.0;
        has_size.then(|| Self { bounds, pivot: pivot.unwrap_or(bounds.center()) })
    }

    fn on_screen(&self, stage: &Stage) -> Rect {
        let corners = [self.bounds.min, self.bounds.max].map(|at| stage.paintable(at));
        Rect::from_two_pos(corners[0], corners[1]).expand(ROOM)
    }

    fn grips(&self, stage: &Stage) -> Vec<(Grip, Pos2)> {
        let area = self.on_screen(stage);
        let mut grips =
            vec![(Grip::Pivot, stage.paintable(self.pivot)), (Grip::Turn, pos2(area.center().x, area.top() - STALK))];
        let size = self.bounds.size();
        for (x, y) in [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)] {
            let is_flat = (x != 0 && size.x == 0.0) || (y != 0 && size.y == 0.0);
            let is_cramped = (x == 0 && area.width() < SHORT) || (y == 0 && area.height() < SHORT);
            if !is_flat && !is_cramped {
                let at = area.center() + vec2(x as f32 * area.width(), -y as f32 * area.height()) * 0.5;
                grips.push((Grip::Scale(f64::from(x), f64::from(y)), at));
            }
        }
        grips
    }

    /// The handle at a point. The pivot only with Shift, because it lies over the selection.
    pub fn grip(&self, stage: &Stage, at: DVec2, with_shift: bool) -> Option<Grip> {
        let at = stage.screen_from_world(at);
        let grips = self.grips(stage);
        let near = grips.iter().filter(|(_, grip)| grip.distance(at) <= stage.near_on_screen(REACH));
        let near = near.filter(|(grip, _)| with_shift || *grip != Grip::Pivot);
        near.min_by(|a, b| a.1.distance(at).total_cmp(&b.1.distance(at))).map(|(grip, _)| *grip)
    }

    /// Paints the box and its handles.
    pub fn paint(&self, stage: &Stage, lit: Option<Grip>, painter: &Painter) {
        let (tint, ground) = (sketch::tint(stage), color(stage.palette.background));
        let area = self.on_screen(stage);
        painter.rect_stroke(area, 0.0, Stroke::new(1.0, tint.gamma_multiply(0.5)), StrokeKind::Middle);
        let top = pos2(area.center().x, area.top());
        painter.line_segment([top, top - vec2(0.0, STALK)], Stroke::new(1.0, tint.gamma_multiply(0.5)));
        for (grip, at) in self.grips(stage) {
            let fill = if lit == Some(grip) { tint } else { ground };
            let stroke = Stroke::new(1.5, tint);
            match grip {
                Grip::Scale(..) => {
                    painter.rect(Rect::from_center_size(at, Vec2::splat(8.0)), 1.5, fill, stroke, StrokeKind::Middle);
                }
                Grip::Turn => {
                    painter.circle(at, 5.5, fill, stroke);
                }
                Grip::Pivot => {
                    painter.circle_stroke(at, 4.0, Stroke::new(1.5, if lit == Some(grip) { fill } else { tint }));
                    for arm in [vec2(8.0, 0.0), vec2(0.0, 8.0)] {
                        painter.line_segment([at - arm, at + arm], Stroke::new(1.2, tint));
                    }
                }
            }
        }
    }
}

/// Hint for a handle.
pub fn hint(grip: Grip) -> &'static str {
    match grip {
        Grip::Scale(..) => "Drag to scale; Shift: about the pivot, Ctrl: keep proportions, Alt: without snapping",
        Grip::Turn => "Drag to rotate about the pivot, Ctrl: in steps of 15°; Shift and drag moves the pivot",
        Grip::Pivot => "Drag the pivot, the fixed point of rotation and of scaling with Shift",
    }
}

/// Pointer shape over a handle.
pub fn cursor(grip: Grip) -> CursorIcon {
    match grip {
        Grip::Scale(0.0, _) => CursorIcon::ResizeVertical,
        Grip::Scale(_, 0.0) => CursorIcon::ResizeHorizontal,
        Grip::Scale(x, y) if x == y => CursorIcon::ResizeNeSw,
        Grip::Scale(..) => CursorIcon::ResizeNwSe,
        Grip::Turn => CursorIcon::Alias,
        Grip::Pivot => CursorIcon::Move,
    }
}

/// A handle being dragged.
pub struct Handling {
    grip: Grip,
    frame: Frame,
    /// The level before the drag.
    base: Arc<Level>,
    places: Selection,
    from: DVec2,
    gesture: u64,
    how: Option<Transform>,
    /// Changed parts with their side of the mirror.
    sides: Vec<(Place, MirrorSide)>,
    words: String,
    spot: Option<Snapped>,
    /// Present pivot.
    pub pivot: DVec2,
}

impl Handling {
    /// Starts dragging a handle.
    pub fn new(stage: &Stage, grip: Grip, frame: Frame, from: DVec2, gesture: u64) -> Self {
        let mirror = axis_in(stage.level, stage.mirror).and_then(|axis| Mirror::new(stage.level, axis).ok());
        let sides = mirror.and_then(|mirror| mirror.sides(stage.selection, Some(from.x)).ok()).unwrap_or_default();
        Self {
            grip,
            frame,
            sides,
            base: stage.level.clone(),
            places: stage.selection.clone(),
            from,
            gesture,
            how: None,
            words: String::new(),
            spot: None,
            pivot: frame.pivot,
        }
    }

    /// The handle.
    pub fn grip(&self) -> Grip {
        self.grip
    }

    /// True if something has changed.
    pub fn has_changed(&self) -> bool {
        self.how.is_some()
    }

    /// True if only the pivot moves.
    pub fn is_pivot(&self) -> bool {
        self.grip == Grip::Pivot
    }

    /// Follows the pointer.
    pub fn carry(&mut self, stage: &Stage, pointer: &Pointer, at: DVec2, out: &mut Vec<Action>) {
        let how = match self.grip {
            Grip::Pivot => {
                let spot = pen::snapped(stage, pointer, at, None);
                self.pivot = spot.at;
                self.words = format!("Pivot at {}, {}", short(spot.at.x), short(spot.at.y));
                self.spot = Some(spot);
                return;
            }
            Grip::Turn => self.turn(pointer, at),
            Grip::Scale(x, y) => self.scale(stage, pointer, at, DVec2::new(x, y)),
        };
        if self.how == Some(how) {
            return;
        }
        self.how = Some(how);
        let (base, places) = (self.base.clone(), self.places.to_vec());
        let mirror = stage.mirror.filter(|_| !self.sides.is_empty()).map(|x| (x, self.sides.clone()));
        if self.grip == Grip::Turn && self.is_across() {
            self.words = "Parts across the mirror axis cannot be rotated; Y switches the mirror off".to_owned();
            self.how = None;
            return;
        }
        let label = match self.grip {
            Grip::Turn => "Turn",
            _ => "Scale",
        };
        let edit = Edit::making(label, move |level| {
            *level = Level::clone(&base);
            match mirror {
                Some((x, sides)) => {
                    transform_sides(level, &sides, how, x)?;
                    Ok(Made::at(places))
                }
                None => transform(level, &places, how),
            }
        });
        out.push(Action::Edit(edit.within(self.gesture)));
    }

    /// True if all parts are their own images; they are scaled about the mirror axis.
    fn is_across(&self) -> bool {
        !self.sides.is_empty() && self.sides.iter().all(|(_, side)| *side == MirrorSide::Axis)
    }

    fn turn(&mut self, pointer: &Pointer, at: DVec2) -> Transform {
        let pivot = self.frame.pivot;
        let angle = |point: DVec2| libm::atan2(point.y - pivot.y, point.x - pivot.x).to_degrees();
        let mut degrees = (angle(at) - angle(self.from) + 540.0).rem_euclid(360.0) - 180.0;
        if pointer.modifiers.command {
            degrees = (degrees / STEP_DEGREES).round() * STEP_DEGREES;
        }
        self.words = format!("Turned by {}°", short(degrees));
        Transform::Rotate { pivot: pivot.into(), angle_rad: degrees.to_radians() }
    }

    fn scale(&mut self, stage: &Stage, pointer: &Pointer, at: DVec2, side: DVec2) -> Transform {
        let bounds = self.frame.bounds;
        let (center, half) = (bounds.center(), bounds.size() * 0.5);
        let handle = center + half * side;
        let fixed = if pointer.modifiers.shift { self.frame.pivot } else { center - half * side };
        let across = stage.mirror.filter(|_| self.is_across());
        let fixed = DVec2::new(across.unwrap_or(fixed.x), fixed.y);
        let is_own = |place: Place| {
            self.sides
                .iter()
                .any(|(own, _)| place == *own || place.body() == own.body() && matches!(own, Place::Body(_)))
                || self.places.contains(&place)
                || place.body().is_some_and(|body| self.places.contains(&Place::Body(body)))
        };
        let spot = pen::snapped_but(stage, pointer, handle + (at - self.from), None, &is_own);
        let factor = |axis: usize| {
            let reach = handle[axis] - fixed[axis];
            let factor = if side[axis] == 0.0 || reach == 0.0 { 1.0 } else { (spot.at[axis] - fixed[axis]) / reach };
            if factor.abs() < LEAST { LEAST.copysign(factor) } else { factor }
        };
        let mut factors = [factor(0), factor(1)];
        if pointer.modifiers.command {
            let [x, y] = factors;
            let larger = match (side.x == 0.0, side.y == 0.0) {
                (true, _) => y,
                (_, true) => x,
                _ if (x.abs() - 1.0).abs() >= (y.abs() - 1.0).abs() => x,
                _ => y,
            };
            // Only a corner can be dragged past the opposite one.
            factors = [larger, larger.abs().copysign(if side.x == 0.0 || side.y == 0.0 { 1.0 } else { larger })];
            if side.x == 0.0 {
                factors = [larger.abs(), larger];
            }
        }
        let [x, y] = factors.map(|factor| short(factor * 100.0));
        self.words = format!("Scaled to {x} % × {y} %");
        self.spot = Some(spot);
        Transform::Scale { pivot: fixed.into(), factors }
    }

    /// Hint during the drag.
    pub fn hint(&self) -> String {
        let held = match self.grip {
            Grip::Scale(..) => ": Shift: about the pivot, Ctrl: keep proportions, Alt: without snapping, Esc: cancel",
            Grip::Turn => ": Ctrl: in steps of 15°, Esc: cancel",
            Grip::Pivot => "",
        };
        let images = match self.sides.iter().filter(|(_, side)| *side == MirrorSide::Image).count() {
            0 if self.is_across() && self.grip != Grip::Turn => " about the axis of the mirror".to_owned(),
            0 => String::new(),
            count => format!(", {count} in the mirror"),
        };
        format!("{}{images}{held}", self.words)
    }

    /// Paints the snap guides.
    pub fn paint(&self, stage: &Stage, painter: &Painter) {
        if let Some(spot) = self.spot.as_ref().filter(|spot| spot.is_snapped()) {
            sketch::snapped(stage, painter, spot);
        }
        if self.grip == Grip::Turn {
            sketch::dashed(stage, painter, self.frame.pivot, self.from);
        }
    }
}
