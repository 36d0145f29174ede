//! Marks over the level: selection and hovered part.

use crate::editor::keys;
use crate::editor::stage::Stage;
use crate::editor::stage::paint::own_batch;
use crate::editor::theme::color;
use crate::geometry::DVec2;
use crate::level::{ObstacleShape, Place};
use egui::{Color32, FontId, Mesh, Painter, Pos2, Rect, Shape, Stroke, Ui, Vec2, vec2};
use std::f32::consts::TAU;

/// Paints the selection and the highlighted parts.
pub fn paint(stage: &Stage, over: Option<Place>, lit: &[Place], painter: &Painter) {
    let selection = color(stage.palette.selection);
    if stage.selection.len() > MANY_AT_ONCE {
        paint_many(stage, selection, painter);
    } else {
        for &place in stage.selection.iter() {
            mark(stage, place, selection, 1.0, painter);
        }
    }
    let faint = selection.gamma_multiply(0.7);
    if let Some(body) = stage.entered {
        mark_body(stage, body, Stroke::new(1.2, selection.gamma_multiply(0.55)), painter);
    }
    for place in over.into_iter().chain(lit.iter().copied()) {
        if !stage.selection.contains(&place) {
            mark(stage, place, faint, 0.6, painter);
        }
    }
}

/// Number of marks above which they are merged into one mesh, because outlines would dominate the painting time.
const MANY_AT_ONCE: usize = 400;

/// Number of ring corners: normal, and for thousands of rings.
const RING: [usize; 2] = [10, 4];
/// Number of marks from which the coarse rings are used.
const THOUSANDS: usize = 2000;

/// Paints many marks: rings for nodes, bands for links, tints for triangles, outlines for the rest.
fn paint_many(stage: &Stage, tint: Color32, painter: &Painter) {
    let seen = stage.rect.expand(20.0);
    let corners = RING[usize::from(stage.selection.len() > THOUSANDS)];
    let ring: Vec<Vec2> = (0..corners).map(|i| Vec2::angled(i as f32 * TAU / corners as f32)).collect();
    let mut mesh = Mesh::default();
    mesh.reserve_vertices(2 * corners * stage.selection.len());
    mesh.reserve_triangles(2 * corners * stage.selection.len());
    for &place in stage.selection.iter() {
        match place {
            Place::Node(body, node) => {
                let at = stage.node(body, node).map(|at| stage.paintable(at));
                if let Some(at) = at.filter(|&at| seen.contains(at)) {
                    band(&mut mesh, ring.iter().map(|&out| (at + out * 4.5, at + out * 6.5)), tint);
                }
            }
            Place::Spring(..) | Place::Stick(..) | Place::HullEdge(..) | Place::Link(_) => {
                if let [a, b] = *stage.points(place)
                    && let Some([a, b]) = stage.line_on_screen([a, b])
                {
                    let side = (b - a).normalized().rot90() * 2.0;
                    convex_area(&mut mesh, &[a + side, b + side, b - side, a - side], tint);
                }
            }
            Place::Triangle(..) => {
                let corners: Vec<Pos2> = stage.points(place).into_iter().map(|at| stage.paintable(at)).collect();
                convex_area(&mut mesh, &corners, tint.gamma_multiply(0.35));
            }
            _ => mark(stage, place, tint, 1.0, painter),
        }
    }
    own_batch(painter, 2).add(Shape::mesh(mesh));
}

/// A closed band between pairs of inner and outer points.
fn band(mesh: &mut Mesh, pairs: impl Iterator<Item = (Pos2, Pos2)>, tint: Color32) {
    let first = mesh.vertices.len() as u32;
    for (inner, outer) in pairs {
        mesh.colored_vertex(inner, tint);
        mesh.colored_vertex(outer, tint);
    }
    let count = mesh.vertices.len() as u32 - first;
    for i in (0..count).step_by(2) {
        let [a, b, c, d] = [i, i + 1, (i + 2) % count, (i + 3) % count].map(|i| first + i);
        mesh.add_triangle(a, b, c);
        mesh.add_triangle(c, b, d);
    }
}

/// A convex area.
fn convex_area(mesh: &mut Mesh, corners: &[Pos2], tint: Color32) {
    let first = mesh.vertices.len() as u32;
    corners.iter().for_each(|&corner| mesh.colored_vertex(corner, tint));
    for i in 2..corners.len() as u32 {
        mesh.add_triangle(first, first + i - 1, first + i);
    }
}

/// Node count above which a body is marked by its box.
const MANY: usize = 4000;

fn mark(stage: &Stage, place: Place, tint: Color32, weight: f32, painter: &Painter) {
    let stroke = Stroke::new(2.5 * weight, tint);
    match place {
        Place::Level | Place::World => {}
        Place::Body(body) => mark_body(stage, body, stroke, painter),
        Place::Disc(i) => {
            if let Some((center, radius)) = stage.disc(i) {
                let radius = (radius * stage.viewport.scale) as f32;
                painter.circle_stroke(stage.paintable(center), (radius + 3.0).min(1e4), stroke);
            }
        }
        Place::Obstacle(i) => mark_obstacle(stage, i, stroke, painter),
        Place::Marker(i) => mark_marker(stage, i, stroke, painter),
        Place::Node(..) => {
            for point in stage.points(place) {
                painter.circle_stroke(stage.paintable(point), 8.0, stroke);
                painter.circle_stroke(stage.paintable(point), 10.5, Stroke::new(1.0, tint.gamma_multiply(0.4)));
            }
        }
        Place::Instance(_) => mark_box(stage, place, stroke, painter),
        Place::Spring(..) | Place::Stick(..) | Place::HullEdge(..) | Place::Link(_) => {
            if let [a, b] = stage.points(place)[..]
                && let Some([a, b]) = stage.line_on_screen([a, b])
            {
                if a.distance(b) < 6.0 {
                    // A pin joint has no length.
                    painter.circle_stroke(a, 7.0, stroke);
                }
                painter.line_segment([a, b], Stroke::new(4.0 * weight, tint));
            }
        }
        Place::Triangle(..) => {
            let [a, b, c] = stage.points(place)[..] else { return };
            // The soft rim of a polygon and the mitred joints of a closed line extend far at sharp corners.
            let mut mesh = Mesh::default();
            convex_area(&mut mesh, &[a, b, c].map(|corner| stage.paintable(corner)), tint.gamma_multiply(0.25));
            painter.add(Shape::mesh(mesh));
            for side in [[a, b], [b, c], [c, a]].into_iter().filter_map(|ends| stage.line_on_screen(ends)) {
                painter.line_segment(side, stroke);
            }
        }
    }
}

fn mark_box(stage: &Stage, place: Place, stroke: Stroke, painter: &Painter) {
    let bounds = stage.bounds(&[place]);
    if !bounds.is_empty() {
        let rect = Rect::from_two_pos(stage.paintable(bounds.min), stage.paintable(bounds.max)).expand(6.0);
        painter.rect_stroke(rect, 3.0, stroke, egui::StrokeKind::Outside);
    }
}

fn mark_body(stage: &Stage, body: usize, stroke: Stroke, painter: &Painter) {
    let Some(parts) = stage.level.bodies.get(body) else { return };
    if parts.hull.is_empty() || parts.hull.len() > MANY {
        return mark_box(stage, Place::Body(body), stroke, painter);
    }
    for &[a, b] in &parts.hull {
        if let (Some(a), Some(b)) = (stage.node(body, a), stage.node(body, b))
            && let Some(ends) = stage.line_on_screen([a, b])
        {
            painter.line_segment(ends, stroke);
        }
    }
}

fn mark_obstacle(stage: &Stage, index: usize, stroke: Stroke, painter: &Painter) {
    let Some(obstacle) = stage.level.obstacles.get(index) else { return };
    match obstacle.shape {
        ObstacleShape::Segment(a, b) => {
            if let Some(ends) = stage.line_on_screen([a.into(), b.into()]) {
                painter.line_segment(ends, stroke);
            }
        }
        ObstacleShape::Line(point, direction) => {
            let at = stage.screen_from_world(point.into());
            let along = vec2(direction[0] as f32, -direction[1] as f32).normalized() * 1e4;
            painter.line_segment([at - along, at + along], stroke);
        }
        ObstacleShape::Circle { center, radius } => {
            let radius = (radius * stage.viewport.scale) as f32;
            painter.circle_stroke(stage.paintable(center.into()), (radius + 2.0).min(1e4), stroke);
        }
    }
}

/// Maximum number of points of a marker that are drawn as squares.
const MOST_SQUARES: usize = 500;

/// The lines of a marker, and a square at each of its points.
fn mark_marker(stage: &Stage, index: usize, stroke: Stroke, painter: &Painter) {
    let Some(marker) = stage.level.markers.get(index) else { return };
    for ends in marker.shape.lines().into_iter().filter_map(|ends| stage.line_on_screen(ends.map(DVec2::from))) {
        painter.line_segment(ends, stroke);
    }
    for at in marker.shape.points().into_iter().take(MOST_SQUARES) {
        let square = Rect::from_center_size(stage.paintable(at.into()), Vec2::splat(9.0));
        painter.rect_stroke(square, 1.0, stroke, egui::StrokeKind::Middle);
    }
}

/// Width of the message on an empty level, and its distance from the borders of the canvas, in points.
const EMPTY_WIDTH: f32 = 620.0;
const EMPTY_MARGIN: f32 = 12.0;

/// Message on an empty level.
pub fn empty(stage: &Stage, painter: &Painter, ui: &Ui) {
    let text = "An empty level.\nDraw nodes ({tool node}), springs ({tool spring}) and the hull ({tool hull}); Mesh > Fill the hull \
        adds triangles. Or insert a complete body, or draw its outline ({tool polygon}).\nOr open a file \
        with {command open}, drop one here, or take one from the gallery with {command gallery}.";
    let tint = ui.visuals().weak_text_color();
    let text = keys::fill(ui.ctx(), text);
    let width = (stage.rect.width() - 2.0 * EMPTY_MARGIN).clamp(1.0, EMPTY_WIDTH);
    let galley = painter.layout(text, FontId::proportional(15.0), tint, width);
    let rect = Rect::from_center_size(stage.rect.center(), galley.size());
    // Axes and the grid would cross the words.
    painter.rect_filled(rect.expand(EMPTY_MARGIN), 7.0, ui.visuals().panel_fill.gamma_multiply(0.92));
    painter.galley(rect.min, galley, tint);
}
