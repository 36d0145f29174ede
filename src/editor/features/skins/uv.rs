//! The map of a body's image: the image with the triangles over it. Dragging a node moves it, dragging the inside moves
//! all, dragging a corner of the frame scales all about the opposite corner.

use super::change;
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::stage::skins::kept;
use crate::editor::theme::color;
use crate::geometry::{Aabb, DVec2};
use crate::level::{Body, Point, UvMap};
use crate::picture::Palette;
use egui::{Color32, CursorIcon, Painter, Pos2, Rect, Role, Sense, Stroke, StrokeKind, TextureHandle};
use egui::{Ui, Vec2, WidgetInfo, pos2, vec2};
use std::sync::Arc;

/// Height of the map in points.
const HEIGHT: f32 = 220.0;
/// Space around the image, in image sizes: coordinates outside 0..1 repeat the rim of the image.
const MARGIN: f32 = 0.15;
/// Distance at which a node or corner is grabbed, in points.
const REACH: f32 = 9.0;
/// Distance of the frame's corners from the box around all nodes, in points.
const OUTSIDE: f32 = 10.0;
/// Least and greatest radius of a node, in points, and its radius as a part of the mean distance of the nodes.
const RADII: [f32; 2] = [2.5, 4.5];
const CROWDED: f32 = 0.2;

/// What a drag moves.
#[derive(Clone, Copy, Debug, PartialEq)]
enum UvGrip {
    Node(usize),
    All,
    /// A corner of the frame: index of x (0: left) and y (0: top).
    Corner([usize; 2]),
}

/// A drag in progress.
#[derive(Clone)]
struct UvDrag {
    grip: UvGrip,
    from: DVec2,
    start: Arc<Vec<Point>>,
}

/// Where the image is on the screen.
struct UvView {
    image: Rect,
}

impl UvView {
    fn screen(&self, uv: DVec2) -> Pos2 {
        let at = self.image.min + vec2(uv.x as f32, uv.y as f32) * self.image.size();
        pos2(at.x.clamp(-1e5, 1e5), at.y.clamp(-1e5, 1e5))
    }

    fn uv(&self, at: Pos2) -> DVec2 {
        let part = (at - self.image.min) / self.image.size();
        DVec2::new(part.x.into(), part.y.into())
    }
}

/// Draws the map of one body.
pub fn show(ui: &mut Ui, view: &ViewContext, index: usize, body: &Body, out: &mut Vec<Action>) {
    let Some(skin) = &body.skin else { return };
    let Some(texture) = view.skins.texture(skin) else { return };
    let size = vec2(ui.available_width(), HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::drag());
    response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, "Map of the image"));
    let response = response.on_hover_text("Drag a node, all of them, or a corner of the frame");
    let [width, height] = texture.size().map(|side| side as f32);
    let room = rect.size() / (1.0 + 2.0 * MARGIN);
    let scale = (room.x / width).min(room.y / height);
    let uv_view = UvView { image: Rect::from_center_size(rect.center(), Vec2::new(width, height) * scale) };
    let pairs = body.texture_coordinates().unwrap_or_default();
    let id = response.id.with(index);
    if response.drag_started()
        && let Some(at) = ui.input(|i| i.pointer.press_origin())
    {
        let drag = grip(&uv_view, &pairs, at);
        let drag = drag.map(|grip| UvDrag { grip, from: uv_view.uv(at), start: Arc::new(pairs.clone()) });
        ui.data_mut(|data| data.insert_temp(id, drag));
    }
    let drag: Option<UvDrag> = ui.data(|data| data.get_temp::<Option<UvDrag>>(id)).flatten();
    if let (Some(drag), Some(at), true) = (&drag, response.interact_pointer_pos(), response.dragged()) {
        let moved = dragged(drag, uv_view.uv(at));
        if moved != pairs {
            let name = match drag.grip {
                UvGrip::Node(node) => format!("Move node {node} in the image"),
                UvGrip::All => "Move the map of the image".to_owned(),
                UvGrip::Corner(_) => "Scale the map of the image".to_owned(),
            };
            out.push(set(index, &name, moved));
        }
    }
    if response.drag_stopped() {
        ui.data_mut(|data| data.insert_temp::<Option<UvDrag>>(id, None));
    }
    let hovered = response.hover_pos().and_then(|at| grip(&uv_view, &pairs, at));
    if let Some(grip) = drag.map(|drag| drag.grip).or(hovered) {
        ui.set_cursor_icon(match grip {
            UvGrip::Node(_) => CursorIcon::Crosshair,
            UvGrip::All => CursorIcon::Move,
            UvGrip::Corner([x, y]) if x == y => CursorIcon::ResizeNwSe,
            UvGrip::Corner(_) => CursorIcon::ResizeNeSw,
        });
    }
    let palette = Palette::of(view.settings.theme.picture());
    let handle = kept(ui.ctx(), id, &texture);
    paint(&ui.painter_at(rect), &uv_view, &handle, (body, &pairs), &palette);
    buttons(ui, index, &pairs, out);
}

fn set(index: usize, name: &str, pairs: Vec<Point>) -> Action {
    change(&[index], name, move |body| {
        body.skin.iter_mut().for_each(|skin| skin.uv = UvMap::PerNode(pairs.clone()));
    })
}

fn buttons(ui: &mut Ui, index: usize, pairs: &[Point], out: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        if ui.button("Planar").on_hover_text("Map the box around the body to the whole image").clicked() {
            out.push(change(&[index], "Planar map", |body| {
                body.skin.iter_mut().for_each(|skin| skin.uv = UvMap::Planar);
            }));
        }
        if ui.button("Fit").on_hover_text("Stretch the map to the whole image").clicked() {
            out.push(set(index, "Fit the map to the image", fitted(pairs)));
        }
    });
}

fn bounds(pairs: &[Point]) -> Aabb {
    Aabb::around(pairs.iter().map(|&pair| DVec2::from(pair)))
}

/// The map stretched so that its box is the whole image; a side without length stays in place.
fn fitted(pairs: &[Point]) -> Vec<Point> {
    let Aabb { min, max } = bounds(pairs);
    let fit = |value: f64, axis: usize| {
        let size = max[axis] - min[axis];
        if size > 0.0 { (value - min[axis]) / size } else { value }
    };
    pairs.iter().map(|&[u, v]| [fit(u, 0), fit(v, 1)]).collect()
}

/// The map after a drag to this position.
fn dragged(drag: &UvDrag, to: DVec2) -> Vec<Point> {
    let by = to - drag.from;
    let mut pairs = drag.start.to_vec();
    match drag.grip {
        UvGrip::Node(node) => {
            if let Some(pair) = pairs.get_mut(node) {
                *pair = (DVec2::from(*pair) + by).to_array();
            }
        }
        UvGrip::All => pairs.iter_mut().for_each(|pair| *pair = (DVec2::from(*pair) + by).to_array()),
        UvGrip::Corner(corner) => {
            let Aabb { min, max } = bounds(&pairs);
            for axis in 0..2 {
                let (fixed, moved) = if corner[axis] == 0 { (max[axis], min[axis]) } else { (min[axis], max[axis]) };
                // A map without width cannot be widened, and must not lose its width.
                let factor = (moved + by[axis] - fixed) / (moved - fixed);
                if factor.is_finite() && factor.abs() > 1e-3 {
                    pairs.iter_mut().for_each(|pair| pair[axis] = fixed + (pair[axis] - fixed) * factor);
                }
            }
        }
    }
    pairs
}

/// The box around all nodes on the screen, and the frame with its corners.
fn frame(uv_view: &UvView, pairs: &[Point]) -> (Rect, Rect) {
    let Aabb { min, max } = bounds(pairs);
    let inner = Rect::from_two_pos(uv_view.screen(min), uv_view.screen(max));
    (inner, inner.expand(OUTSIDE))
}

fn corners(frame: Rect) -> [([usize; 2], Pos2); 4] {
    [
        ([0, 0], frame.left_top()),
        ([1, 0], frame.right_top()),
        ([1, 1], frame.right_bottom()),
        ([0, 1], frame.left_bottom()),
    ]
}

/// What a press at this point grabs.
fn grip(uv_view: &UvView, pairs: &[Point], at: Pos2) -> Option<UvGrip> {
    if pairs.is_empty() {
        return None;
    }
    let (inner, frame) = frame(uv_view, pairs);
    if let Some((corner, _)) = corners(frame).into_iter().find(|(_, corner)| corner.distance(at) <= REACH * 0.8) {
        return Some(UvGrip::Corner(corner));
    }
    let distance = |pair: &Point| uv_view.screen(DVec2::from(*pair)).distance(at);
    let nearest = pairs.iter().map(distance).enumerate().min_by(|a, b| a.1.total_cmp(&b.1));
    match nearest {
        Some((node, distance)) if distance <= REACH => Some(UvGrip::Node(node)),
        _ => inner.contains(at).then_some(UvGrip::All),
    }
}

fn paint(
    painter: &Painter,
    uv_view: &UvView,
    image: &TextureHandle,
    (body, pairs): (&Body, &[Point]),
    palette: &Palette,
) {
    painter.rect_filled(painter.clip_rect(), 3.0, color(palette.background));
    let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
    painter.image(image.id(), uv_view.image, whole, Color32::WHITE);
    let thin = Stroke::new(1.0, color(palette.axis));
    painter.rect_stroke(uv_view.image, 0.0, thin, StrokeKind::Outside);
    let at = |node: usize| pairs.get(node).map(|&pair| uv_view.screen(DVec2::from(pair)));
    let line = Stroke::new(1.0, color(palette.selection.alpha(170)));
    for &[a, b, c] in &body.triangles {
        for (from, to) in [(a, b), (b, c), (c, a)] {
            if let (Some(from), Some(to)) = (at(from), at(to)) {
                painter.line_segment([from, to], line);
            }
        }
    }
    if pairs.is_empty() {
        return;
    }
    let (inner, frame) = frame(uv_view, pairs);
    let (ground, rim) = (color(palette.background), Stroke::new(1.5, color(palette.selection)));
    let radius = (CROWDED * (inner.area() / pairs.len() as f32).sqrt()).clamp(RADII[0], RADII[1]);
    for node in 0..pairs.len() {
        at(node).into_iter().for_each(|at| {
            painter.circle(at, radius, ground, rim);
        });
    }
    painter.rect_stroke(frame, 0.0, thin, StrokeKind::Middle);
    for (_, corner) in corners(frame) {
        painter.rect(Rect::from_center_size(corner, Vec2::splat(8.0)), 1.5, ground, rim, StrokeKind::Middle);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square() -> Vec<Point> {
        vec![[0.25, 0.25], [0.75, 0.25], [0.75, 0.5], [0.25, 0.5]]
    }

    #[test]
    fn fitted_map_covers_the_image() {
        assert_eq!(fitted(&square()), [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]);
        // No width: only v is stretched.
        assert_eq!(fitted(&[[0.5, 0.25], [0.5, 0.5]]), [[0.5, 0.0], [0.5, 1.0]]);
    }

    #[test]
    fn corner_drag_scales_about_the_opposite_corner() {
        let drag = |grip| UvDrag { grip, from: DVec2::new(0.75, 0.5), start: Arc::new(square()) };
        let to = DVec2::new(1.25, 0.75);
        assert_eq!(
            dragged(&drag(UvGrip::Corner([1, 1])), to),
            [[0.25, 0.25], [1.25, 0.25], [1.25, 0.75], [0.25, 0.75]]
        );
        assert_eq!(dragged(&drag(UvGrip::All), to)[0], [0.75, 0.5]);
        assert_eq!(dragged(&drag(UvGrip::Node(2)), to), [[0.25, 0.25], [0.75, 0.25], [1.25, 0.75], [0.25, 0.5]]);
    }
}
