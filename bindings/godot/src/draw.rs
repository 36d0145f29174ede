//! Drawing with Godot's canvas: triangles of bodies, outlines, discs, obstacles.

use crate::axes::Axes;
use blobsmith_engine::level::ObstacleShape;
use blobsmith_engine::play::{DrawList, OverlayList};
use godot::classes::{Node2D, RenderingServer};
use godot::prelude::*;
use std::f32::consts::TAU;
use std::ops::DerefMut;

/// Colours; nothing is drawn with alpha 0.
#[derive(Clone, Copy)]
pub struct Colours {
    pub fill: Color,
    pub line: Color,
    pub obstacle: Color,
}

/// Half of the length as which an infinite line is drawn, in level units.
const LINE: f64 = 1000.0;

/// Draws into a node, within its `_draw`.
pub fn draw(
    canvas: &mut impl DerefMut<Target = Gd<Node2D>>,
    axes: Axes,
    colours: Colours,
    list: &DrawList,
    obstacles: &[ObstacleShape],
) {
    let points: PackedVector2Array = list.points.iter().map(|&point| axes.local(point)).collect();
    if colours.fill.a > 0.0 && !list.triangles.is_empty() {
        let indices: PackedInt32Array = list.triangles.iter().map(|&index| index as i32).collect();
        let colors: PackedColorArray = list.points.iter().map(|_| colours.fill).collect();
        let item = canvas.get_canvas_item();
        RenderingServer::singleton().canvas_item_add_triangle_array(item, &indices, &points, &colors);
    }
    if colours.obstacle.a > 0.0 {
        obstacles.iter().for_each(|shape| draw_obstacle(canvas, axes, colours.obstacle, shape));
    }
    if colours.line.a > 0.0 {
        for outline in &list.loops {
            let nodes = &list.outlines[outline.points.clone()];
            let first = nodes.first().filter(|_| outline.is_closed);
            let line = nodes.iter().chain(first).map(|&node| axes.local(list.points[node as usize]));
            let line: PackedVector2Array = line.collect();
            if line.len() > 1 {
                canvas.draw_polyline(&line, colours.line);
            }
        }
        for disc in &list.discs {
            let radius = (disc.radius * axes.scale).max(1.0) as f32;
            canvas.draw_arc(axes.local(disc.center), radius, 0.0, TAU, 32, colours.line);
        }
    }
}

/// Draws debug overlays without their labels; `zoom` is the number of pixels of the screen per pixel of the node.
pub fn draw_overlays(canvas: &mut impl DerefMut<Target = Gd<Node2D>>, axes: Axes, zoom: f32, list: &OverlayList) {
    let colour = |[red, green, blue, alpha]: [u8; 4]| Color::from_rgba8(red, green, blue, alpha);
    for batch in &list.batches {
        if batch.is_lines {
            for line in batch.range.clone() {
                let [a, b] = [2 * line, 2 * line + 1].map(|end| axes.local(list.line_points[end]));
                let width = list.line_widths[line] / zoom;
                canvas.draw_line_ex(a, b, colour(list.line_colors[line])).width(width).done();
            }
            continue;
        }
        let corners = || list.triangles[batch.range.clone()].iter().map(|&corner| corner as usize);
        let points: PackedVector2Array = corners().map(|corner| axes.local(list.points[corner])).collect();
        let colors: PackedColorArray = corners().map(|corner| colour(list.colors[corner])).collect();
        let indices: PackedInt32Array = (0..batch.range.len() as i32).collect();
        let item = canvas.get_canvas_item();
        RenderingServer::singleton().canvas_item_add_triangle_array(item, &indices, &points, &colors);
    }
}

fn draw_obstacle(canvas: &mut impl DerefMut<Target = Gd<Node2D>>, axes: Axes, colour: Color, shape: &ObstacleShape) {
    match *shape {
        ObstacleShape::Segment(a, b) => canvas.draw_line(axes.local(a), axes.local(b), colour),
        ObstacleShape::Line([x, y], [along_x, along_y]) => {
            let scale = LINE / along_x.hypot(along_y);
            let [dx, dy] = [along_x * scale, along_y * scale];
            canvas.draw_line(axes.local([x - dx, y - dy]), axes.local([x + dx, y + dy]), colour);
        }
        ObstacleShape::Circle { center, radius } => {
            canvas.draw_arc(axes.local(center), (radius * axes.scale) as f32, 0.0, TAU, 64, colour);
        }
    }
}
