//! Placement of a source in the level, and appending its parts.

use crate::level::{
    Body, Disc, EditorExtra, Instance, Level, Link, LinkEnd, Marker, Motion, Obstacle, ObstacleShape, Point,
};
use glam::DVec2;

/// Rotation, then mirroring in x, then translation.
#[derive(Clone, Copy)]
struct InstanceMap {
    cosine_sine: DVec2,
    mirror: bool,
    position: DVec2,
}

impl InstanceMap {
    fn of(instance: &Instance) -> Self {
        // Quarter turns are exact.
        let turns = instance.angle_deg.rem_euclid(360.0);
        let cosine_sine = match turns {
            0.0 => DVec2::new(1.0, 0.0),
            90.0 => DVec2::new(0.0, 1.0),
            180.0 => DVec2::new(-1.0, 0.0),
            270.0 => DVec2::new(0.0, -1.0),
            _ => {
                let angle = turns.to_radians();
                DVec2::new(libm::cos(angle), libm::sin(angle))
            }
        };
        Self { cosine_sine, mirror: instance.mirror, position: instance.position.into() }
    }

    fn turns(&self) -> bool {
        self.mirror || self.cosine_sine != DVec2::new(1.0, 0.0)
    }

    fn direction(&self, vector: Point) -> Point {
        let turned = self.cosine_sine.rotate(DVec2::from(vector));
        [if self.mirror { -turned.x } else { turned.x }, turned.y]
    }

    fn point(&self, point: Point) -> Point {
        (DVec2::from(self.direction(point)) + self.position).to_array()
    }

    fn motion(&self, motion: &mut Motion) {
        if let Motion::Driven(path) = motion {
            path.points.iter_mut().for_each(|point| *point = self.direction(*point));
        }
    }

    fn body(&self, body: &mut Body) {
        if self.turns() {
            body.fix_texture();
        }
        for node in &mut body.nodes {
            node.position = self.point(node.position);
            node.velocity = self.direction(node.velocity);
        }
        self.motion(&mut body.motion);
        if self.mirror {
            // The outside stays on the right and triangles stay counter-clockwise. Edges keep their places in the list, which
            // decide between equally near ones.
            body.hull.iter_mut().for_each(|edge| edge.swap(0, 1));
            body.triangles.iter_mut().for_each(|triangle| triangle.swap(1, 2));
        }
    }

    fn disc(&self, disc: &mut Disc) {
        disc.position = self.point(disc.position);
        disc.velocity = self.direction(disc.velocity);
        self.motion(&mut disc.motion);
    }

    fn obstacle(&self, obstacle: &mut Obstacle) {
        obstacle.shape = match obstacle.shape {
            // A mirrored segment is reversed, so that its left side stays its left side.
            ObstacleShape::Segment(a, b) if self.mirror => ObstacleShape::Segment(self.point(b), self.point(a)),
            ObstacleShape::Segment(a, b) => ObstacleShape::Segment(self.point(a), self.point(b)),
            ObstacleShape::Line(point, direction) => {
                let [x, y] = self.direction(direction);
                let direction = if self.mirror { [-x, -y] } else { [x, y] };
                ObstacleShape::Line(self.point(point), direction)
            }
            ObstacleShape::Circle { center, radius } => ObstacleShape::Circle { center: self.point(center), radius },
        };
    }

    fn marker(&self, marker: &mut Marker) {
        marker.shape = marker.shape.mapped(|point| self.point(point));
    }
}

/// Appends the parts of a source. `folder` is that of the source, relative to the level.
pub(super) fn append(level: &mut Level, source: Level, instance: &Instance, folder: &str) {
    let placement = InstanceMap::of(instance);
    let (first_body, first_disc) = (level.bodies.len(), level.discs.len());
    if let Some(extra) = &source.editor {
        let counts = [source.bodies.len(), source.discs.len()];
        append_colors(level, &extra.body_colors, [first_body, counts[0]], |extra| &mut extra.body_colors);
        append_colors(level, &extra.disc_colors, [first_disc, counts[1]], |extra| &mut extra.disc_colors);
    }
    let id = |id: String| format!("{}/{id}", instance.id);
    level.bodies.extend(source.bodies.into_iter().map(|mut body| {
        body.id = id(body.id);
        placement.body(&mut body);
        if let Some(skin) = body.skin.as_mut().filter(|_| !folder.is_empty()) {
            skin.image = format!("{folder}/{}", skin.image);
        }
        body
    }));
    level.discs.extend(source.discs.into_iter().map(|mut disc| {
        disc.id = id(disc.id);
        placement.disc(&mut disc);
        disc
    }));
    level.obstacles.extend(source.obstacles.into_iter().map(|mut obstacle| {
        obstacle.id = id(obstacle.id);
        placement.obstacle(&mut obstacle);
        obstacle
    }));
    let end = |end: LinkEnd| match end {
        LinkEnd::Node([body, node]) => LinkEnd::Node([first_body + body, node]),
        LinkEnd::Disc(disc) => LinkEnd::Disc(first_disc + disc),
        LinkEnd::Point(point) => LinkEnd::Point(placement.point(point)),
    };
    let links = source.links.into_iter().map(|link| Link { id: id(link.id), a: end(link.a), b: end(link.b), ..link });
    level.links.extend(links);
    level.markers.extend(source.markers.into_iter().map(|mut marker| {
        marker.id = id(marker.id);
        placement.marker(&mut marker);
        marker
    }));
}

/// Appends the colours of a list of the source. Colours of items that do not exist are dropped.
fn append_colors(
    level: &mut Level,
    colors: &[String],
    [first, count]: [usize; 2],
    list: fn(&mut EditorExtra) -> &mut Vec<String>,
) {
    if colors.iter().take(count).all(String::is_empty) {
        return;
    }
    let own = list(level.editor.get_or_insert_default());
    own.resize(first, String::new());
    own.extend(colors.iter().take(count).cloned());
}
