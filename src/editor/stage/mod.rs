//! The input of tools: the level as shown on the canvas.

pub mod paint;
pub mod pick;
pub mod retained;
pub mod skins;

use crate::editor::document::placed::Placed;
use crate::editor::selection::Selection;
use crate::editor::settings::tools::ToolOptions;
use crate::engine::World;
use crate::geometry::polygon::segment_between;
use crate::geometry::{Aabb, DVec2};
use crate::level::edit::links::end_place;
use crate::level::{Level, LinkEnd, ObstacleShape, Place};
use crate::picture::{Palette, Viewport};
use egui::{Pos2, Rect, pos2};
use std::sync::Arc;

/// Distance from the axes, in level units, from which moving parts are neither picked nor marked. Divergent runs pass it within a
/// few frames, on the way to infinity.
const FARTHEST: f64 = 1e12;

fn is_near(at: &DVec2) -> bool {
    at.abs().max_element() < FARTHEST
}

/// The level on the canvas.
#[derive(Clone, Copy)]
pub struct Stage<'a> {
    /// The level.
    pub level: &'a Arc<Level>,
    /// The level with its instances, which runs.
    pub placed: &'a Placed,
    /// Its present state.
    pub world: &'a World,
    /// The view.
    pub viewport: Viewport,
    /// Rectangle of the canvas in the window.
    pub rect: Rect,
    /// Selected parts.
    pub selection: &'a Selection,
    /// The entered body.
    pub entered: Option<usize>,
    /// Whether the run is at frame 0, so that the level itself can be edited.
    pub is_at_start: bool,
    /// Whether the run plays.
    pub is_playing: bool,
    /// Colours.
    pub palette: &'a Palette,
    /// Options of the tools.
    pub options: &'a ToolOptions,
    /// Position of the mirror axis, if on.
    pub mirror: Option<f64>,
    /// Factor of pick distances for the pointing device: more than 1 for a finger.
    pub reach: f64,
}

impl Stage<'_> {
    /// A pick distance, given in points, in level units.
    pub fn near(&self, points: f64) -> f64 {
        points * self.reach / self.viewport.scale
    }

    /// A pick distance on the screen, in points.
    pub fn near_on_screen(&self, points: f32) -> f32 {
        points * self.reach as f32
    }

    /// True if a part can be picked: neither it nor its body is hidden or locked. A link can, unless that holds for all
    /// that it joins.
    pub fn is_pickable(&self, place: Place) -> bool {
        if let Place::Link(index) = place {
            let link = self.level.links.get(index);
            return link.is_some_and(|link| {
                [link.a, link.b].into_iter().filter_map(end_place).any(|end| self.is_pickable(end))
            });
        }
        // The parts of instances are not parts of the document.
        self.level.has(place.owner()) && !self.level.is_hidden(place) && !self.level.is_locked(place)
    }

    /// Window position of a level point.
    pub fn screen_from_world(&self, point: DVec2) -> Pos2 {
        let pixel = self.viewport.screen_from_world(point);
        self.rect.min + egui::vec2(pixel.x as f32, pixel.y as f32)
    }

    /// Level point at a window position.
    pub fn world_from_screen(&self, at: Pos2) -> DVec2 {
        let pixel = at - self.rect.min;
        self.viewport.world_from_screen(DVec2::new(f64::from(pixel.x), f64::from(pixel.y)))
    }

    /// Position of a node; `None` if missing, or 10¹² units from an axis or farther.
    pub fn node(&self, body: usize, node: usize) -> Option<DVec2> {
        let nodes = &self.world.layout().bodies.get(body)?.nodes;
        let number = (node < nodes.len()).then(|| nodes.start + node)?;
        Some(self.world.position(number)).filter(is_near)
    }

    /// Position and radius of a disc; `None` if missing.
    pub fn disc(&self, disc: usize) -> Option<(DVec2, f64)> {
        let radius = *self.world.layout().discs.radius.get(disc)?;
        Some((self.world.disc_position(disc), radius))
    }

    /// Position of an end of a link; `None` if missing, or 10¹² units from an axis or farther.
    pub fn link_end(&self, end: LinkEnd) -> Option<DVec2> {
        match end {
            LinkEnd::Node([body, node]) => self.node(body, node),
            LinkEnd::Disc(disc) => self.disc(disc).map(|(center, _)| center).filter(is_near),
            LinkEnd::Point(point) => Some(point.into()),
        }
    }

    /// Points that mark a place: one for a node, two for a link, three for a triangle, all of a body or marker.
    pub fn points(&self, place: Place) -> Vec<DVec2> {
        let mut points = Vec::new();
        self.each_point(place, |point| points.push(point));
        points
    }

    /// Passes the points to `each` without allocating a list.
    fn each_point(&self, place: Place, mut each: impl FnMut(DVec2)) {
        let body = |body: usize| self.level.bodies.get(body);
        let mut nodes = |index: usize, list: &[usize]| {
            list.iter().filter_map(|&node| self.node(index, node)).for_each(&mut each);
        };
        match place {
            Place::Level | Place::World => {}
            Place::Instance(i) => self.placed_points(i, &mut each),
            Place::Link(i) => {
                let link = self.level.links.get(i);
                link.iter().flat_map(|link| [link.a, link.b]).filter_map(|end| self.link_end(end)).for_each(each);
            }
            Place::Marker(i) => {
                let points = self.level.markers.get(i).map(|marker| marker.shape.points()).unwrap_or_default();
                points.into_iter().for_each(|point| each(point.into()));
            }
            Place::Body(index) => {
                let count = body(index).map_or(0, |body| body.nodes.len());
                (0..count).for_each(|node| nodes(index, &[node]));
            }
            Place::Node(index, node) => nodes(index, &[node]),
            Place::Spring(index, i) => {
                body(index).and_then(|b| b.springs.get(i)).iter().for_each(|s| nodes(index, &[s.a, s.b]));
            }
            Place::Stick(index, i) => {
                body(index).and_then(|b| b.sticks.get(i)).iter().for_each(|s| nodes(index, &[s.a, s.b]));
            }
            Place::HullEdge(index, i) => body(index).and_then(|b| b.hull.get(i)).iter().for_each(|e| nodes(index, *e)),
            Place::Triangle(index, i) => {
                body(index).and_then(|b| b.triangles.get(i)).iter().for_each(|t| nodes(index, *t));
            }
            Place::Disc(i) => self.disc(i).into_iter().for_each(|(center, _)| each(center)),
            Place::Obstacle(i) => match self.level.obstacles.get(i).map(|obstacle| obstacle.shape) {
                Some(ObstacleShape::Segment(a, b)) => [a, b].into_iter().for_each(|end| each(end.into())),
                Some(ObstacleShape::Line(point, _)) => each(point.into()),
                Some(ObstacleShape::Circle { center, .. }) => each(center.into()),
                None => {}
            },
        }
    }

    /// Points of the parts of an instance; its position if it has none.
    fn placed_points(&self, instance: usize, each: &mut dyn FnMut(DVec2)) {
        let mut has_some = false;
        let mut pass = |point: DVec2| {
            has_some = true;
            each(point);
        };
        for body in self.placed.bodies(instance) {
            let count = self.placed.level.bodies.get(body).map_or(0, |body| body.nodes.len());
            (0..count).filter_map(|node| self.node(body, node)).for_each(&mut pass);
        }
        for (center, radius) in self.placed.discs(instance).filter_map(|disc| self.disc(disc)) {
            [-radius, radius].into_iter().for_each(|corner| pass(center + DVec2::splat(corner)));
        }
        for shape in self.placed.obstacles(instance).filter_map(|i| self.placed.level.obstacles.get(i)) {
            match shape.shape {
                ObstacleShape::Segment(a, b) => [a, b].into_iter().for_each(|end| pass(end.into())),
                ObstacleShape::Line(point, _) => pass(point.into()),
                ObstacleShape::Circle { center, radius } => {
                    for corner in [-radius, radius] {
                        pass(DVec2::from(center) + DVec2::splat(corner));
                    }
                }
            }
        }
        if !has_some {
            self.level.instances.get(instance).iter().for_each(|instance| each(instance.position.into()));
        }
    }

    /// Bounding box of places, including radii.
    pub fn bounds(&self, places: &[Place]) -> Aabb {
        let mut bounds = Aabb::EMPTY;
        for &place in places {
            let radius = match place {
                Place::Disc(i) => self.disc(i).map_or(0.0, |(_, radius)| radius),
                Place::Obstacle(i) => match self.level.obstacles.get(i).map(|obstacle| obstacle.shape) {
                    Some(ObstacleShape::Circle { radius, .. }) => radius,
                    _ => 0.0,
                },
                _ => 0.0,
            };
            let mut around = Aabb::EMPTY;
            self.each_point(place, |point| around.include(point));
            if !around.is_empty() {
                bounds = bounds.union(around.expanded(radius));
            }
        }
        bounds
    }

    /// The part of a line between two level points that is near the canvas, in the window.
    pub fn line_on_screen(&self, ends: [DVec2; 2]) -> Option<[Pos2; 2]> {
        const MARGIN: f64 = 100.0;
        let limits = |side: f32| [-MARGIN, f64::from(side) + MARGIN];
        let turned = |ends: [DVec2; 2]| ends.map(|end| DVec2::new(end.y, end.x));
        let pixels = ends.map(|end| self.viewport.screen_from_world(end));
        let inside = segment_between(pixels, limits(self.rect.height()))?;
        let inside = turned(segment_between(turned(inside), limits(self.rect.width()))?);
        Some(inside.map(|at| self.rect.min + egui::vec2(at.x as f32, at.y as f32)))
    }

    /// A window position limited to values that can be painted.
    pub fn paintable(&self, point: DVec2) -> Pos2 {
        let at = self.screen_from_world(point);
        pos2(at.x.clamp(-1e5, 1e5), at.y.clamp(-1e5, 1e5))
    }
}
