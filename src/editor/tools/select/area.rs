//! Selection areas: box and lasso.

use super::super::sketch;
use crate::editor::stage::Stage;
use crate::geometry::{Aabb, DVec2, cross, polygon};
use crate::level::{ObstacleShape, Place};
use egui::{Painter, Rect, Shape, Stroke, StrokeKind};

/// An area being drawn.
pub enum AreaSelection {
    /// Two corners. Drawn to the right it selects parts inside, to the left also parts that it touches.
    Box(DVec2, DVec2),
    /// A loop; it selects parts inside.
    Lasso(Vec<DVec2>),
}

/// Minimum distance of lasso points, in points.
const STEP_PX: f64 = 3.0;
/// Maximum number of lasso points.
const MOST: usize = 20_000;

impl AreaSelection {
    /// Starts an area.
    pub fn new(at: DVec2, is_lasso: bool) -> Self {
        if is_lasso { Self::Lasso(vec![at]) } else { Self::Box(at, at) }
    }

    /// Follows the pointer.
    pub fn go_on(&mut self, stage: &Stage, at: DVec2) {
        match self {
            Self::Box(_, to) => *to = at,
            Self::Lasso(line) => {
                let step = STEP_PX / stage.viewport.scale;
                if line.len() < MOST && line.last().is_none_or(|last| last.distance(at) >= step) {
                    line.push(at);
                }
            }
        }
    }

    /// True if touched parts are selected too.
    fn takes_touched(&self) -> bool {
        matches!(self, Self::Box(from, to) if to.x < from.x)
    }

    /// Hint.
    pub fn hint(&self, stage: &Stage) -> String {
        match self {
            _ if stage.entered.is_some() => "Release to select the nodes of the entered body inside the area",
            Self::Box(..) if self.takes_touched() => {
                "Release to select all parts that the box touches; to the right: only those inside"
            }
            Self::Box(..) => "Release to select the parts inside the box; to the left: also those it touches",
            Self::Lasso(_) => "Release to select the parts inside the lasso",
        }
        .to_owned()
    }

    /// The selected parts.
    pub fn found(&self, stage: &Stage) -> Vec<Place> {
        match stage.entered {
            Some(body) => self.parts(stage, body),
            None if self.takes_touched() => self.touched(stage),
            None => self.inside(stage),
        }
    }

    /// True if a point is inside.
    fn contains(&self, at: DVec2) -> bool {
        let is_lasso = matches!(self, Self::Lasso(_));
        self.bounds().contains(at) && (!is_lasso || polygon::contains(self.edges(), at))
    }

    /// Nodes of a body inside the area.
    fn parts(&self, stage: &Stage, body: usize) -> Vec<Place> {
        let count = stage.level.bodies.get(body).map_or(0, |body| body.nodes.len());
        let is_in = |node: &usize| stage.node(body, *node).is_some_and(|at| self.contains(at));
        (0..count).filter(is_in).map(|node| Place::Node(body, node)).collect()
    }

    fn inside(&self, stage: &Stage) -> Vec<Place> {
        let is_in = |&index: &usize| {
            let count = stage.level.bodies[index].nodes.len();
            let node = |node: usize| stage.node(index, node).is_some_and(|at| self.contains(at));
            count > 0 && stage.is_pickable(Place::Body(index)) && (0..count).all(node)
        };
        let bodies = (0..stage.level.bodies.len()).filter(is_in).map(Place::Body);
        let others = self.others(stage).filter(|&place| {
            let corners = rim(stage, place);
            !corners.is_empty() && corners.into_iter().all(|at| self.contains(at))
        });
        bodies.chain(others).collect()
    }

    fn touched(&self, stage: &Stage) -> Vec<Place> {
        let bounds = self.bounds();
        let edges = self.edges();
        let crosses = |a: DVec2, b: DVec2| {
            bounds.contains(a)
                || bounds.contains(b)
                || (Aabb::around([a, b]).overlaps(&bounds)
                    && edges.iter().any(|&(c, d)| polygon::segments_cross(a, b, c, d)))
        };
        let bodies = (0..stage.level.bodies.len()).filter(|&index| {
            let body = &stage.level.bodies[index];
            let links = body.springs.iter().map(|spring| [spring.a, spring.b]);
            let links =
                links.chain(body.sticks.iter().map(|stick| [stick.a, stick.b])).chain(body.hull.iter().copied());
            let ends = |[a, b]: [usize; 2]| Some((stage.node(index, a)?, stage.node(index, b)?));
            stage.is_pickable(Place::Body(index))
                && ((0..body.nodes.len()).any(|node| stage.node(index, node).is_some_and(|at| bounds.contains(at)))
                    || links.filter_map(ends).any(|(a, b)| crosses(a, b)))
        });
        let bodies = bodies.map(Place::Body).collect::<Vec<_>>();
        let others = self.others(stage).filter(|&place| match place {
            Place::Obstacle(index) => match stage.level.obstacles[index].shape {
                ObstacleShape::Segment(a, b) => crosses(a.into(), b.into()),
                ObstacleShape::Line(point, along) => {
                    let side = |corner: DVec2| cross(along.into(), corner - DVec2::from(point)) > 0.0;
                    edges.iter().any(|&(a, b)| side(a) != side(b))
                }
                ObstacleShape::Circle { center, radius } => touches_disc(&bounds, center.into(), radius),
            },
            Place::Disc(index) => stage.disc(index).is_some_and(|(at, radius)| touches_disc(&bounds, at, radius)),
            Place::Marker(index) => {
                let shape = &stage.level.markers[index].shape;
                shape.points().into_iter().any(|point| bounds.contains(point.into()))
                    || shape.lines().into_iter().any(|[a, b]| crosses(a.into(), b.into()))
            }
            _ => false,
        });
        bodies.into_iter().chain(others).collect()
    }

    /// Pickable discs, obstacles and markers.
    fn others<'a>(&self, stage: &'a Stage) -> impl Iterator<Item = Place> + 'a {
        let discs = (0..stage.level.discs.len()).map(Place::Disc);
        let markers = (0..stage.level.markers.len()).map(Place::Marker);
        let all = discs.chain((0..stage.level.obstacles.len()).map(Place::Obstacle)).chain(markers);
        all.filter(|&place| stage.is_pickable(place))
    }

    fn bounds(&self) -> Aabb {
        match self {
            Self::Box(from, to) => Aabb::around([*from, *to]),
            Self::Lasso(line) => Aabb::around(line.iter().copied()),
        }
    }

    fn edges(&self) -> Vec<(DVec2, DVec2)> {
        let corners = match self {
            Self::Box(a, b) => vec![*a, DVec2::new(b.x, a.y), *b, DVec2::new(a.x, b.y)],
            Self::Lasso(line) => line.clone(),
        };
        (0..corners.len()).map(|i| (corners[i], corners[(i + 1) % corners.len()])).collect()
    }

    /// Paints the area.
    pub fn paint(&self, stage: &Stage, painter: &Painter) {
        let (tint, fill) = (sketch::tint(stage), sketch::tint(stage).gamma_multiply(0.12));
        match self {
            Self::Box(from, to) => {
                let area = Rect::from_two_pos(stage.paintable(*from), stage.paintable(*to));
                painter.rect_filled(area, 0.0, fill);
                if self.takes_touched() {
                    let corners =
                        [area.left_top(), area.right_top(), area.right_bottom(), area.left_bottom(), area.left_top()];
                    painter.extend(Shape::dashed_line(&corners, Stroke::new(1.5, tint), 6.0, 4.0));
                } else {
                    painter.rect_stroke(area, 0.0, Stroke::new(1.5, tint), StrokeKind::Middle);
                }
            }
            Self::Lasso(line) => {
                let points: Vec<_> = line.iter().map(|&at| stage.paintable(at)).collect();
                if let (Some(&first), Some(&last)) = (points.first(), points.last()) {
                    painter.extend(Shape::dashed_line(&[last, first], Stroke::new(1.0, tint), 5.0, 4.0));
                }
                painter.add(Shape::line(points, Stroke::new(1.5, tint)));
            }
        }
    }
}

fn touches_disc(bounds: &Aabb, center: DVec2, radius: f64) -> bool {
    center.distance(center.clamp(bounds.min, bounds.max)) <= radius
}

/// Points that must be inside for a disc, obstacle or marker to be inside.
fn rim(stage: &Stage, place: Place) -> Vec<DVec2> {
    let round = |center: DVec2, radius: f64| {
        [DVec2::X, DVec2::Y, DVec2::NEG_X, DVec2::NEG_Y].map(|out| center + out * radius).to_vec()
    };
    match place {
        Place::Disc(index) => stage.disc(index).map_or(Vec::new(), |(center, radius)| round(center, radius)),
        Place::Obstacle(index) => match stage.level.obstacles[index].shape {
            ObstacleShape::Segment(a, b) => vec![a.into(), b.into()],
            // Infinite: never inside.
            ObstacleShape::Line(..) => Vec::new(),
            ObstacleShape::Circle { center, radius } => round(center.into(), radius),
        },
        Place::Marker(_) => stage.points(place),
        _ => Vec::new(),
    }
}
