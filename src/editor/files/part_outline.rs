//! The outline of a level at frame 0: what the canvas shows of a part while it is dragged there.

use crate::geometry::{Aabb, DVec2};
use crate::level::{Body, Level, ObstacleShape};

/// Maximum number of segments; a larger level is shown as its box.
const MOST_SEGMENTS: usize = 4000;

/// Lines and circles, in coordinates of the level.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PartOutline {
    /// Hull edges, springs and sticks of bodies without a hull, and segments.
    pub segments: Vec<[DVec2; 2]>,
    /// Centres and radii of discs and circles.
    pub circles: Vec<(DVec2, f64)>,
    /// Points and directions of infinite lines.
    pub lines: Vec<[DVec2; 2]>,
}

impl PartOutline {
    /// The outline of a level without instances.
    pub fn of(level: &Level) -> Self {
        let mut outline = Self::default();
        level.bodies.iter().for_each(|body| outline.add_body(body));
        outline.circles.extend(level.discs.iter().map(|disc| (disc.position.into(), disc.radius)));
        for obstacle in &level.obstacles {
            match obstacle.shape {
                ObstacleShape::Segment(a, b) => outline.segments.push([a.into(), b.into()]),
                ObstacleShape::Line(point, direction) => outline.lines.push([point.into(), direction.into()]),
                ObstacleShape::Circle { center, radius } => outline.circles.push((center.into(), radius)),
            }
        }
        if outline.segments.len() + outline.circles.len() > MOST_SEGMENTS { outline.bounds() } else { outline }
    }

    fn add_body(&mut self, body: &Body) {
        let links = body.springs.iter().map(|spring| [spring.a, spring.b]);
        let links = links.chain(body.sticks.iter().map(|stick| [stick.a, stick.b]));
        let pairs: Vec<[usize; 2]> = if body.hull.is_empty() { links.collect() } else { body.hull.clone() };
        let at = |node: usize| body.nodes.get(node).map(|node| DVec2::from(node.position));
        self.segments.extend(pairs.into_iter().filter_map(|[a, b]| Some([at(a)?, at(b)?])));
    }

    /// The box of the segments and circles.
    fn bounds(self) -> Self {
        let mut bounds = Aabb::around(self.segments.into_iter().flatten());
        for (center, radius) in self.circles {
            bounds = bounds.union(Aabb::around([center]).expanded(radius));
        }
        let (min, max) = (bounds.min, bounds.max);
        let corners = [min, DVec2::new(max.x, min.y), max, DVec2::new(min.x, max.y)];
        let segments = (0..4).map(|side| [corners[side], corners[(side + 1) % 4]]).collect();
        Self { segments, circles: Vec::new(), lines: self.lines }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Disc, Node, Obstacle, Spring};

    #[test]
    fn outline_has_hulls_discs_and_obstacles_and_springs_of_bodies_without_hull() {
        let nodes = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]].map(Node::at).to_vec();
        let spring = Spring { a: 1, b: 2, rest_length: 1.0, stiffness: 1.0, damping: 0.0 };
        let solid = Body { nodes, hull: vec![[0, 1], [1, 2], [2, 0]], springs: vec![spring], ..Body::default() };
        let rope = Body { hull: Vec::new(), ..solid.clone() };
        let disc = Disc { position: [3.0, 4.0], radius: 2.0, ..Disc::default() };
        let shape = |shape| Obstacle { shape, ..Obstacle::default() };
        let obstacles = vec![
            shape(ObstacleShape::Segment([5.0, 0.0], [6.0, 0.0])),
            shape(ObstacleShape::Line([0.0, -1.0], [1.0, 0.0])),
            shape(ObstacleShape::Circle { center: [7.0, 7.0], radius: 0.5 }),
        ];
        let level = Level { bodies: vec![solid, rope], discs: vec![disc], obstacles, ..Level::default() };
        let outline = PartOutline::of(&level);
        let [a, b, c] = [DVec2::ZERO, DVec2::X, DVec2::Y];
        assert_eq!(outline.segments, [[a, b], [b, c], [c, a], [b, c], [5.0 * DVec2::X, 6.0 * DVec2::X]]);
        assert_eq!(outline.circles, [(DVec2::new(3.0, 4.0), 2.0), (DVec2::splat(7.0), 0.5)]);
        assert_eq!(outline.lines, [[-DVec2::Y, DVec2::X]]);
    }

    /// One disc more than may be shown: the box reaches from -1 to 4001 and from -1 to 1.
    #[test]
    fn outline_of_many_parts_is_their_box() {
        let disc = |x: usize| Disc { position: [x as f64, 0.0], radius: 1.0, ..Disc::default() };
        let level = Level { discs: (0..=MOST_SEGMENTS).map(disc).collect(), ..Level::default() };
        let outline = PartOutline::of(&level);
        let corners = [[-1.0, -1.0], [4001.0, -1.0], [4001.0, 1.0], [-1.0, 1.0]].map(DVec2::from);
        let sides = [[0, 1], [1, 2], [2, 3], [3, 0]].map(|side| side.map(|corner: usize| corners[corner]));
        assert_eq!((outline.segments, outline.circles.len()), (sides.to_vec(), 0));
    }
}
