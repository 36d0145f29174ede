//! The reference image on the canvas: behind the level, with handles that move and scale it while it is not locked.

use crate::editor::actions::Action;
use crate::editor::features::meshing::SizeGrip;
use crate::editor::features::reference::{change, reference_of};
use crate::editor::stage::Stage;
use crate::editor::stage::skins::kept;
use crate::editor::theme::color;
use crate::editor::tools::Pointer;
use crate::geometry::{Aabb, DVec2};
use crate::level::{ReferenceImage, Texture};
use crate::picture::Skins;
use egui::{Color32, CursorIcon, Id, Painter, Pos2, Rect, Stroke, StrokeKind, Vec2, pos2};
use std::sync::Arc;

/// Half the side of a handle, and the distance at which it is grabbed, in points.
const HANDLE: f32 = 4.5;
const REACH: f32 = 10.0;
/// Radius of the handle in the middle, in points.
const MIDDLE: f32 = 9.0;
/// Minimum size of the image for handles, and the size beyond which it is not painted, in points.
const LEAST: f32 = 40.0;
const MOST: f32 = 1e6;

/// A handle: a corner, by its side along x and y, or the middle.
#[derive(Clone, Copy, Debug, PartialEq)]
enum ReferenceGrip {
    Corner(DVec2),
    Middle,
}

impl ReferenceGrip {
    const ALL: [Self; 5] = [
        Self::Middle,
        Self::Corner(DVec2::new(-1.0, -1.0)),
        Self::Corner(DVec2::new(1.0, -1.0)),
        Self::Corner(DVec2::new(1.0, 1.0)),
        Self::Corner(DVec2::new(-1.0, 1.0)),
    ];

    fn at(self, frame: Rect) -> Pos2 {
        match self {
            Self::Middle => frame.center(),
            // The screen's y axis points down.
            Self::Corner(side) => frame.center() + frame.size() * Vec2::new(side.x as f32, -side.y as f32) * 0.5,
        }
    }
}

/// Hover and drag state of the handles.
#[derive(Clone, Copy, Default)]
pub struct ReferenceHandles {
    over: Option<ReferenceGrip>,
    drag: Option<(ReferenceGrip, SizeGrip)>,
}

/// The image as it is shown.
pub struct ShownReference<'a> {
    reference: &'a ReferenceImage,
    texture: Arc<Texture>,
    /// Whether it has handles.
    has_handles: bool,
}

impl<'a> ShownReference<'a> {
    /// The image of the level; `None` without one, if it is hidden or while it is read. It has handles with the tool that
    /// selects.
    pub fn of(stage: &Stage<'a>, skins: &Skins, can_move: bool) -> Option<Self> {
        let reference = reference_of(stage.level).filter(|reference| reference.visible)?;
        let texture = skins.image(&reference.image)?;
        Some(Self { reference, texture, has_handles: can_move && !reference.locked })
    }

    /// The image's box in level units.
    fn bounds(&self) -> Aabb {
        let [width, height] = self.texture.size().map(f64::from);
        let half = 0.5 * DVec2::new(self.reference.width, self.reference.width * height / width);
        let center = DVec2::from(self.reference.center);
        Aabb { min: center - half, max: center + half }
    }

    /// The image's box on the screen; `None` if it is too large to be painted.
    fn frame(&self, stage: &Stage) -> Option<Rect> {
        let Aabb { min, max } = self.bounds();
        let frame = Rect::from_two_pos(stage.screen_from_world(min), stage.screen_from_world(max));
        (frame.is_finite() && frame.size().max_elem() < MOST).then_some(frame)
    }

    fn handles(&self, stage: &Stage) -> Vec<(ReferenceGrip, Pos2)> {
        let frame = self.frame(stage).filter(|frame| self.has_handles && frame.size().min_elem() >= LEAST);
        frame.map_or(Vec::new(), |frame| ReferenceGrip::ALL.map(|grip| (grip, grip.at(frame))).to_vec())
    }

    fn grip(&self, stage: &Stage, at: DVec2) -> Option<ReferenceGrip> {
        let at = stage.screen_from_world(at);
        self.handles(stage)
            .into_iter()
            .find(|(_, handle)| handle.distance(at) <= stage.near_on_screen(REACH))
            .map(|(grip, _)| grip)
    }

    /// Paints the image; the level is painted over it.
    pub fn paint(&self, stage: &Stage, painter: &Painter) {
        let Some(frame) = self.frame(stage) else { return };
        let handle = kept(painter.ctx(), Id::unique("reference image"), &self.texture);
        let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        painter.image(handle.id(), frame, whole, Color32::WHITE.gamma_multiply(self.reference.opacity as f32));
    }

    /// Paints the frame and its handles.
    pub fn paint_handles(&self, stage: &Stage, handles: &ReferenceHandles, painter: &Painter) {
        let (tint, ground) = (color(stage.palette.barycentre), color(stage.palette.background));
        let stroke = Stroke::new(1.5, tint);
        for (grip, at) in self.handles(stage) {
            let fill = if handles.over == Some(grip) { tint } else { ground };
            if let ReferenceGrip::Corner(_) = grip {
                painter.rect(
                    Rect::from_center_size(at, Vec2::splat(2.0 * HANDLE)),
                    1.0,
                    fill,
                    stroke,
                    StrokeKind::Middle,
                );
                continue;
            }
            if let Some(frame) = self.frame(stage) {
                painter.rect_stroke(frame, 0.0, Stroke::new(1.0, tint.gamma_multiply(0.6)), StrokeKind::Middle);
            }
            painter.circle(at, MIDDLE, fill, stroke);
            let ink = Stroke::new(1.5, if handles.over == Some(grip) { ground } else { tint });
            for arm in [Vec2::X, Vec2::Y] {
                painter.line_segment([at - arm * (MIDDLE - 3.0), at + arm * (MIDDLE - 3.0)], ink);
            }
        }
    }
}

impl ReferenceHandles {
    /// Drags a handle. Returns the pointer's shape and a hint if the pointer is used, which the tool then ignores.
    pub fn update(
        &mut self,
        stage: &Stage,
        shown: Option<&ShownReference>,
        pointer: &mut Pointer,
        out: &mut Vec<Action>,
    ) -> Option<(CursorIcon, &'static str)> {
        let Some(shown) = shown.filter(|shown| shown.has_handles) else {
            *self = Self::default();
            return None;
        };
        if let Some(start) = pointer.drag_started
            && let Some(grip) = shown.grip(stage, start)
        {
            let (before, side) = (shown.bounds(), DVec2::ONE);
            let side = if let ReferenceGrip::Corner(side) = grip { side } else { side };
            self.drag = Some((grip, SizeGrip { side, start, before, target: before }));
        }
        if let (Some((grip, drag)), Some(at)) = (&mut self.drag, pointer.at) {
            drag.drag_to(*grip, at, shown.reference, out);
        }
        let hovered = pointer.at.filter(|_| !pointer.is_dragging).and_then(|at| shown.grip(stage, at));
        self.over = self.drag.map(|(grip, _)| grip).or(hovered);
        if self.drag.is_some() && (pointer.drag_stopped || (!pointer.is_dragging && pointer.drag_started.is_none())) {
            self.drag = None;
            out.push(Action::EndGesture);
        }
        let over = self.over?;
        *pointer = Pointer { at: pointer.at, modifiers: pointer.modifiers, ..Pointer::default() };
        Some(match over {
            ReferenceGrip::Middle => {
                (CursorIcon::Move, "The reference image: drag to move it. The World tab locks, hides or removes it")
            }
            ReferenceGrip::Corner(side) => {
                let shape = if side.x == side.y { CursorIcon::ResizeNeSw } else { CursorIcon::ResizeNwSe };
                (shape, "The reference image: drag to scale it about the opposite corner")
            }
        })
    }
}

impl SizeGrip {
    /// Moves or scales the reference image to the pointer.
    fn drag_to(&mut self, grip: ReferenceGrip, at: DVec2, reference: &ReferenceImage, out: &mut Vec<Action>) {
        let by = at - self.start;
        if grip == ReferenceGrip::Middle {
            let center = (self.before.center() + by).to_array();
            if center != reference.center {
                out.push(change("Move the reference image", move |reference| reference.center = center));
            }
            return;
        }
        self.follow(at, true);
        let (center, width) = (self.target.center().to_array(), self.target.size().x);
        if width != reference.width {
            out.push(change("Scale the reference image", move |reference| {
                (reference.center, reference.width) = (center, width);
            }));
        }
    }
}
