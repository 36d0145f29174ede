//! What tools see: the level as it stands on the canvas right now.

use crate::editor::selection::Selection;
use crate::editor::tools::ToolOptions;
use crate::engine::World;
use crate::geometry::{Aabb, DVec2};
use crate::level::{Level, ObstacleShape, Place};
use crate::picture::{Palette, Viewport};
use egui::{Pos2, Rect, pos2};
use std::sync::Arc;

/// The level on the canvas.
#[derive(Clone, Copy)]
pub struct Stage<'a> {
    /// The level.
    pub level: &'a Arc<Level>,
    /// Where everything is.
    pub world: &'a World,
    /// What is seen.
    pub viewport: Viewport,
    /// Where on the window.
    pub rect: Rect,
    /// What is selected.
    pub selection: &'a Selection,
    /// The body whose parts are picked one by one.
    pub entered: Option<usize>,
    /// Whether the run is at its very beginning: then the level itself can be moved about.
    pub is_at_start: bool,
    /// Whether time goes on.
    pub is_playing: bool,
    /// Colours.
    pub palette: &'a Palette,
    /// What tools remember from one use to the next.
    pub options: &'a ToolOptions,
    /// Where the axis of the live mirror is, while that is on.
    pub mirror: Option<f64>,
}

impl Stage<'_> {
    /// Whether the pointer may take a part: neither it nor its body is hidden or locked.
    pub fn is_pickable(&self, place: Place) -> bool {
        !self.level.is_hidden(place) && !self.level.is_locked(place)
    }

    /// Point of the window where a world point is drawn.
    pub fn screen_from_world(&self, point: DVec2) -> Pos2 {
        let pixel = self.viewport.screen_from_world(point);
        self.rect.min + egui::vec2(pixel.x as f32, pixel.y as f32)
    }

    /// World point under a point of the window.
    pub fn world_from_screen(&self, at: Pos2) -> DVec2 {
        let pixel = at - self.rect.min;
        self.viewport.world_from_screen(DVec2::new(f64::from(pixel.x), f64::from(pixel.y)))
    }

    /// Where a node is now; none where that is not finite or there is no such node.
    pub fn node(&self, body: usize, node: usize) -> Option<DVec2> {
        let nodes = &self.world.layout().bodies.get(body)?.nodes;
        let number = (node < nodes.len()).then(|| nodes.start + node)?;
        let at = self.world.position(number);
        at.is_finite().then_some(at)
    }

    /// Where a disc is now, and its radius; none where there is no such disc.
    pub fn disc(&self, disc: usize) -> Option<(DVec2, f64)> {
        let radius = *self.world.layout().discs.radius.get(disc)?;
        Some((self.world.disc_position(disc), radius))
    }

    /// Points that mark a place: one for a node, two for a link, three for a triangle, all nodes of a body.
    pub fn points(&self, place: Place) -> Vec<DVec2> {
        let mut points = Vec::new();
        self.each_point(place, |point| points.push(point));
        points
    }

    /// The same one by one: of ten thousand places each would want a list of its own.
    fn each_point(&self, place: Place, mut each: impl FnMut(DVec2)) {
        let body = |body: usize| self.level.bodies.get(body);
        let mut nodes = |index: usize, list: &[usize]| {
            list.iter().filter_map(|&node| self.node(index, node)).for_each(&mut each);
        };
        match place {
            Place::Level | Place::World => {}
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

    /// Box around places, with room for what has a radius.
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

    /// A window point from world coordinates that may be huge, for painting.
    pub fn paintable(&self, point: DVec2) -> Pos2 {
        let at = self.screen_from_world(point);
        pos2(at.x.clamp(-1e5, 1e5), at.y.clamp(-1e5, 1e5))
    }
}
