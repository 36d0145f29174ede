//! Converts a level from another convention to the level format's own.

use super::Convention;
use crate::level::fields::world::FORCES;
use crate::level::{Level, LinkEnd, Motion, ObstacleShape, Point};

/// Returns the level in the level format's own convention.
///
/// A flip maps y to -y: height 0, lengths and x do not change, and a second flip restores the same bits. (A flip within the
/// drawing's bounding box would keep numbers positive, but round them.) Texture coordinates do not change: a planar map shows
/// the image upright on the screen before and after. Sources and overrides of instances are not converted: convert the
/// files of the sources too.
pub fn convert(level: &Level, from: &Convention) -> Level {
    let turned = |level: &Level| {
        let mut level = level.clone();
        if from.is_y_down {
            flip(&mut level);
        }
        if from.reverses() {
            reverse(&mut level);
        }
        level
    };
    let mut converted = turned(level);
    // Parameters of a twin may be coordinates, so the twin's level is converted as a whole.
    if let Some(twin) = level.editor.as_ref().and_then(|extra| extra.twin.as_ref()).filter(|twin| !twin.set.is_empty())
    {
        let wanted = turned(&twin.level(level));
        let own = converted.editor.as_ref().and_then(|extra| extra.twin.as_ref());
        let sets = own.map(|own| own.sets_towards(&converted, &wanted)).unwrap_or_default();
        if let Some(twin) = converted.editor.as_mut().and_then(|extra| extra.twin.as_mut()) {
            twin.set = sets;
        }
    }
    converted
}

/// Zero is kept, so that files contain no `-0.0`.
fn flip_point(point: &mut Point) {
    if point[1] != 0.0 {
        point[1] = -point[1];
    }
}

fn flip(level: &mut Level) {
    for vector in FORCES {
        let mut flipped = vector.get(&level.world);
        flip_point(&mut flipped);
        vector.set(&mut level.world, flipped);
    }
    if let Some(bounds) = &mut level.world.bounds {
        flip_point(&mut bounds.min);
        flip_point(&mut bounds.max);
        std::mem::swap(&mut bounds.min[1], &mut bounds.max[1]);
    }
    for body in &mut level.bodies {
        flip_path(&mut body.motion);
        for node in &mut body.nodes {
            flip_point(&mut node.position);
            flip_point(&mut node.velocity);
        }
    }
    for disc in &mut level.discs {
        flip_path(&mut disc.motion);
        flip_point(&mut disc.position);
        flip_point(&mut disc.velocity);
    }
    for obstacle in &mut level.obstacles {
        match &mut obstacle.shape {
            ObstacleShape::Segment(a, b) | ObstacleShape::Line(a, b) => {
                flip_point(a);
                flip_point(b);
            }
            ObstacleShape::Circle { center, .. } => flip_point(center),
        }
    }
    for end in level.links.iter_mut().flat_map(|link| [&mut link.a, &mut link.b]) {
        if let LinkEnd::Point(point) = end {
            flip_point(point);
        }
    }
    for marker in &mut level.markers {
        marker.shape = marker.shape.mapped(|mut point| {
            flip_point(&mut point);
            point
        });
    }
    for instance in &mut level.instances {
        // The source is a file of its own; flipped as well, it is turned the other way.
        flip_point(&mut instance.position);
        if instance.angle_deg != 0.0 {
            instance.angle_deg = -instance.angle_deg;
        }
    }
    if let Some(extra) = &mut level.editor {
        extra.view.iter_mut().for_each(|view| flip_point(&mut view.center));
        extra.reference.iter_mut().for_each(|reference| flip_point(&mut reference.center));
        extra.guide_lines.horizontal.iter_mut().for_each(|y| *y = 0.0 - *y);
        extra.twin.iter_mut().filter_map(|twin| twin.gravity.as_mut()).for_each(flip_point);
        let knots = extra.curves.iter_mut().flat_map(|curve| &mut curve.knots);
        knots.flat_map(|knot| [&mut knot.at, &mut knot.before, &mut knot.after]).for_each(flip_point);
    }
}

fn flip_path(motion: &mut Motion) {
    if let Motion::Driven(path) = motion {
        path.points.iter_mut().for_each(flip_point);
    }
}

/// Reverses hull edges and triangles; the first corner of a triangle and the order of all lists are kept.
fn reverse(level: &mut Level) {
    for body in &mut level.bodies {
        body.hull.iter_mut().for_each(|edge| edge.reverse());
        body.triangles.iter_mut().for_each(|triangle| triangle.swap(1, 2));
    }
}
