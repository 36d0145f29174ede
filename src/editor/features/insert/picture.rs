//! Thumbnails of shapes.

use crate::geometry::{Aabb, DVec2};
use crate::level::Body;
use crate::level::shapes::{self, ShapeGenerator};
use egui::{Color32, Painter, Pos2, Rect, Stroke, pos2};
use std::sync::OnceLock;

/// The body with default parameters, generated once.
fn body(shape: &ShapeGenerator) -> Option<&'static Body> {
    static BODIES: OnceLock<Vec<(&'static str, Body)>> = OnceLock::new();
    let bodies = BODIES.get_or_init(|| shapes::ALL.iter().map(|shape| (shape.id, shape.body())).collect());
    bodies.iter().find(|(id, _)| *id == shape.id).map(|(_, body)| body)
}

/// Paints the hull of a shape, or its links if it has no hull.
pub fn thumbnail(shape: &ShapeGenerator, rect: Rect, tint: Color32, painter: &Painter) {
    let Some(body) = body(shape) else { return };
    let at = |node: usize| DVec2::from_array(body.nodes[node].position);
    let bounds = Aabb::around((0..body.nodes.len()).map(at));
    let size = bounds.size();
    let scale = (f64::from(rect.width()) / size.x.max(1e-9)).min(f64::from(rect.height()) / size.y.max(1e-9));
    let place = |node: usize| -> Pos2 {
        let off = (at(node) - bounds.center()) * scale;
        pos2(rect.center().x + off.x as f32, rect.center().y - off.y as f32)
    };
    for &[a, b, c] in &body.triangles {
        let corners = vec![place(a), place(b), place(c)];
        painter.add(egui::Shape::convex_polygon(corners, tint.gamma_multiply(0.22), Stroke::NONE));
    }
    let line = Stroke::new(1.2, tint);
    for &[a, b] in &body.hull {
        painter.line_segment([place(a), place(b)], line);
    }
    if body.hull.is_empty() {
        for spring in &body.springs {
            painter.line_segment([place(spring.a), place(spring.b)], line);
        }
        for node in 0..body.nodes.len() {
            painter.circle_filled(place(node), 1.2, tint);
        }
    }
}
