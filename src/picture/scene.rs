//! A level at one moment: what there is to draw, and where. The drawing itself is in [`super::layers`] and
//! [`super::overlays`].

use super::history::History;
use super::{Layers, Palette, Picture, Rgba, Viewport, layers};
use crate::engine::{Trace, World};
use crate::geometry::Aabb;
use crate::level::{Level, Motion, ObstacleShape, Place};
use glam::DVec2;

/// What is to be drawn.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// Names, roles and indices.
    pub level: &'a Level,
    /// Where everything is.
    pub world: &'a World,
    /// Why the last substep did what it did, where known.
    pub trace: Option<&'a Trace>,
    /// Other frames than the present one, where overlays that show them are on.
    pub history: Option<&'a History<'a>>,
    /// Colours.
    pub palette: &'a Palette,
    /// What is seen: decides spacings, and what would be too small to see.
    pub viewport: Viewport,
    /// What of the level itself is drawn.
    pub layers: Layers,
    /// Whether what the level's author has hidden while editing is left out.
    pub hides: bool,
    /// Distance between the lines of the grid; none: what the zoom shows.
    pub grid: Option<f64>,
}

/// Coordinates beyond this do not count for [`bounds`]: a blown-up node must not shrink the rest to a dot.
const FARTHEST: f64 = 1e9;

impl<'a> Scene<'a> {
    /// A scene without a trace, with the usual layers.
    pub fn new(level: &'a Level, world: &'a World, palette: &'a Palette, viewport: Viewport) -> Self {
        let layers = Layers::default();
        Self { level, world, trace: None, history: None, palette, viewport, layers, hides: false, grid: None }
    }

    /// Whether a part is to be drawn.
    pub fn shows(&self, place: Place) -> bool {
        !(self.hides && self.level.is_hidden(place))
    }

    /// The same for a node of the global numbering: whether its body is.
    pub fn shows_node(&self, node: usize) -> bool {
        let layout = self.world.layout();
        !self.hides || (node < layout.node_count && self.shows(Place::Body(layout.body_of(node).0)))
    }

    /// Global number of a body's node; none where level and world do not agree on it, or the body is not drawn.
    pub fn node_number(&self, body: usize, node: usize) -> Option<usize> {
        let nodes = &self.world.layout().bodies.get(body)?.nodes;
        (node < nodes.len() && self.shows(Place::Body(body))).then(|| nodes.start + node)
    }

    /// Where a body's node is; none where that is not finite.
    pub fn node(&self, body: usize, node: usize) -> Option<DVec2> {
        let at = self.world.position(self.node_number(body, node)?);
        at.is_finite().then_some(at)
    }

    /// Ends of a link between two nodes of a body.
    pub fn link(&self, body: usize, a: usize, b: usize) -> Option<[DVec2; 2]> {
        Some([self.node(body, a)?, self.node(body, b)?])
    }

    /// Corners of a triangle of a body.
    pub fn triangle(&self, body: usize, [a, b, c]: [usize; 3]) -> Option<[DVec2; 3]> {
        Some([self.node(body, a)?, self.node(body, b)?, self.node(body, c)?])
    }

    /// Fill of a body: the level's own colour, else decor's, else the palette's in turn.
    pub fn body_fill(&self, body: usize) -> Rgba {
        let own = self.level.editor.as_ref().and_then(|extra| extra.body_colors.get(body));
        self.fill(own, self.level.bodies.get(body).map(|b| &b.motion), body)
    }

    /// Fill of a disc, by the same rule; the palette goes on where the bodies end.
    pub fn disc_fill(&self, disc: usize) -> Rgba {
        let own = self.level.editor.as_ref().and_then(|extra| extra.disc_colors.get(disc));
        self.fill(own, self.level.discs.get(disc).map(|d| &d.motion), self.level.bodies.len() + disc)
    }

    fn fill(&self, own: Option<&String>, motion: Option<&Motion>, turn: usize) -> Rgba {
        let turn = self.palette.bodies[turn % self.palette.bodies.len()];
        match (own.and_then(|text| Rgba::parse(text)), motion) {
            (Some(own), _) => own.alpha(turn.3),
            (None, Some(Motion::Dynamic) | None) => turn,
            (None, Some(_)) => self.palette.decor,
        }
    }

    /// Colour of a body's lines: its fill, opaque, and a little towards the hull's colour.
    pub fn body_line(&self, body: usize) -> Rgba {
        self.body_fill(body).opaque().mix(self.palette.hull, 0.25)
    }

    /// Centre and radius of a disc; none where level and world do not agree on it, or it is not drawn.
    pub fn disc(&self, disc: usize) -> Option<(DVec2, f64)> {
        let radius = *self.world.layout().discs.radius.get(disc)?;
        self.shows(Place::Disc(disc)).then(|| (self.world.disc_position(disc), radius))
    }

    /// World length of so many pixels.
    pub fn world_from_px(&self, px: f64) -> f64 {
        px / self.viewport.scale
    }

    /// Pixels of a world length.
    pub fn px_from_world(&self, length: f64) -> f64 {
        length * self.viewport.scale
    }

    /// Median length of a body's hull edges and springs in pixels: how much room its marks have.
    pub fn spacing_px(&self, body: usize) -> f64 {
        let Some(parts) = self.level.bodies.get(body) else { return 0.0 };
        let links = parts.hull.iter().map(|&[a, b]| (a, b)).chain(parts.springs.iter().map(|s| (s.a, s.b)));
        let links = links.chain(parts.sticks.iter().map(|s| (s.a, s.b)));
        let mut lengths: Vec<f64> =
            links.filter_map(|(a, b)| self.link(body, a, b)).map(|[a, b]| a.distance(b)).take(48).collect();
        lengths.sort_by(f64::total_cmp);
        lengths.get(lengths.len() / 2).map_or(f64::INFINITY, |&length| self.px_from_world(length))
    }
}

/// The box around everything that a level shows at one moment; lines without end count with their point.
pub fn bounds(level: &Level, world: &World) -> Aabb {
    let mut around = Aabb::EMPTY;
    let mut include = |point: DVec2, radius: f64| {
        if point.abs().max_element() <= FARTHEST && radius <= FARTHEST {
            around.include(point - DVec2::splat(radius));
            around.include(point + DVec2::splat(radius));
        }
    };
    for node in 0..world.layout().node_count {
        include(world.position(node), 0.0);
    }
    let discs = world.layout().discs.radius.iter().enumerate();
    discs.for_each(|(disc, &radius)| include(world.disc_position(disc), radius));
    for obstacle in &level.obstacles {
        match obstacle.shape {
            ObstacleShape::Segment(a, b) => {
                include(a.into(), 0.0);
                include(b.into(), 0.0);
            }
            ObstacleShape::Line(point, _) => include(point.into(), 0.0),
            ObstacleShape::Circle { center, radius } => include(center.into(), radius),
        }
    }
    if let Some(bounds) = level.world.bounds {
        include(bounds.min.into(), 0.0);
        include(bounds.max.into(), 0.0);
    }
    around
}

/// The level itself, without overlays: every layer that is switched on, in order.
pub fn draw_level(scene: &Scene, picture: &mut Picture) {
    for layer in layers::ALL {
        if scene.layers.is_on(layer.id) {
            (layer.draw)(scene, picture);
        }
    }
}
