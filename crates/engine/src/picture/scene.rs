//! A level at one moment, as input of the drawing code in [`super::layers`] and [`super::overlays`].

use super::history::History;
use super::{Layers, Palette, Picture, Rgba, Skins, Viewport, layers};
use crate::engine::{Trace, World};
use crate::geometry::{Aabb, SortCopies};
use crate::level::{Level, LinkEnd, Motion, ObstacleShape, Place};
use glam::DVec2;

/// Everything that a drawing depends on.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// Names, roles and indices.
    pub level: &'a Level,
    /// Positions and velocities.
    pub world: &'a World,
    /// Trace of the last substep, if available.
    pub trace: Option<&'a Trace>,
    /// Other frames, if overlays that show them are on.
    pub history: Option<&'a History<'a>>,
    /// Colours.
    pub palette: &'a Palette,
    /// Visible part of the plane; determines spacings and the smallest visible size.
    pub viewport: Viewport,
    /// Layers to draw.
    pub layers: Layers,
    /// Images of skins; bodies are drawn without them if `None`.
    pub skins: Option<&'a Skins>,
    /// True if parts hidden in edit mode are omitted.
    pub hides: bool,
    /// Distance between grid lines; `None` follows the zoom.
    pub grid: Option<f64>,
    /// [`Scene::spacing_px`] of each body, if it is known.
    pub spacings: Option<&'a [f64]>,
}

/// [`bounds`] ignores coordinates beyond this, so that a diverging node does not shrink the view.
const FARTHEST: f64 = 1e9;

/// Maximum number of links whose lengths [`Scene::spacing_px`] compares.
const SPACING_SAMPLES: usize = 15;

impl<'a> Scene<'a> {
    /// A scene without a trace, with the default layers.
    pub fn new(level: &'a Level, world: &'a World, palette: &'a Palette, viewport: Viewport) -> Self {
        let layers = Layers::default();
        Self {
            level,
            world,
            trace: None,
            history: None,
            palette,
            viewport,
            layers,
            skins: None,
            hides: false,
            grid: None,
            spacings: None,
        }
    }

    /// True if the part is drawn.
    pub fn shows(&self, place: Place) -> bool {
        !(self.hides && self.level.is_hidden(place))
    }

    /// True if the body of this node (global numbering) is drawn.
    pub fn shows_node(&self, node: usize) -> bool {
        let layout = self.world.layout();
        !self.hides || (node < layout.node_count && self.shows(Place::Body(layout.body_of(node).0)))
    }

    /// Global number of a body's node; `None` if level and world disagree or the body is not drawn.
    pub fn node_number(&self, body: usize, node: usize) -> Option<usize> {
        let nodes = &self.world.layout().bodies.get(body)?.nodes;
        (node < nodes.len() && self.shows(Place::Body(body))).then(|| nodes.start + node)
    }

    /// Position of a body's node; `None` if it is not finite.
    pub fn node(&self, body: usize, node: usize) -> Option<DVec2> {
        let at = self.world.position(self.node_number(body, node)?);
        at.is_finite().then_some(at)
    }

    /// Ends of a link between two nodes of a body.
    pub fn link(&self, body: usize, a: usize, b: usize) -> Option<[DVec2; 2]> {
        Some([self.node(body, a)?, self.node(body, b)?])
    }

    /// Position of an end of a link between bodies, discs and points; `None` if it is not finite or not drawn.
    pub fn link_end(&self, end: LinkEnd) -> Option<DVec2> {
        match end {
            LinkEnd::Node([body, node]) => self.node(body, node),
            LinkEnd::Disc(disc) => self.disc(disc).map(|(center, _)| center).filter(|center| center.is_finite()),
            LinkEnd::Point(point) => Some(point.into()),
        }
    }

    /// Ends of a link between bodies, discs and points; `None` if the link or an end is not drawn.
    pub fn link_ends(&self, link: usize) -> Option<[DVec2; 2]> {
        let parts = self.level.links.get(link).filter(|_| self.shows(Place::Link(link)))?;
        Some([self.link_end(parts.a)?, self.link_end(parts.b)?])
    }

    /// Corners of a triangle of a body.
    pub fn triangle(&self, body: usize, [a, b, c]: [usize; 3]) -> Option<[DVec2; 3]> {
        Some([self.node(body, a)?, self.node(body, b)?, self.node(body, c)?])
    }

    /// Fill of a body: the level's own colour, else the decor colour, else the palette's colour for its id.
    pub fn body_fill(&self, body: usize) -> Rgba {
        let own = self.level.editor.as_ref().and_then(|extra| extra.body_colors.get(body));
        let parts = self.level.bodies.get(body);
        self.fill(own, parts.map(|b| &b.motion), self.palette.body(parts.map_or("", |b| &b.id), body))
    }

    /// Fill of a disc by the same rule.
    pub fn disc_fill(&self, disc: usize) -> Rgba {
        let own = self.level.editor.as_ref().and_then(|extra| extra.disc_colors.get(disc));
        let parts = self.level.discs.get(disc);
        self.fill(own, parts.map(|d| &d.motion), self.palette.disc(parts.map_or("", |d| &d.id), disc))
    }

    fn fill(&self, own: Option<&String>, motion: Option<&Motion>, automatic: Rgba) -> Rgba {
        match (own.and_then(|text| Rgba::parse(text)), motion) {
            (Some(own), _) => own.alpha(automatic.3),
            (None, Some(Motion::Dynamic) | None) => automatic,
            (None, Some(_)) => self.palette.decor,
        }
    }

    /// Colour of a body's lines: its fill, opaque and mixed with the hull's colour.
    pub fn body_line(&self, body: usize) -> Rgba {
        self.body_fill(body).opaque().mix(self.palette.hull, 0.25)
    }

    /// Centre and radius of a disc; `None` if level and world disagree or it is not drawn.
    pub fn disc(&self, disc: usize) -> Option<(DVec2, f64)> {
        let radius = *self.world.layout().discs.radius.get(disc)?;
        self.shows(Place::Disc(disc)).then(|| (self.world.disc_position(disc), radius))
    }

    /// World length of a number of pixels.
    pub fn world_from_px(&self, px: f64) -> f64 {
        px / self.viewport.scale
    }

    /// Length in pixels of a world length.
    pub fn px_from_world(&self, length: f64) -> f64 {
        length * self.viewport.scale
    }

    /// Median length in pixels of a sample of a body's hull edges, springs and sticks: the room for its marks.
    pub fn spacing_px(&self, body: usize) -> f64 {
        self.spacings.and_then(|known| known.get(body).copied()).unwrap_or_else(|| self.measured_spacing_px(body))
    }

    fn measured_spacing_px(&self, body: usize) -> f64 {
        let Some(parts) = self.level.bodies.get(body) else { return 0.0 };
        let Some(nodes) = self.world.layout().bodies.get(body).map(|body| body.nodes.clone()) else {
            return f64::INFINITY;
        };
        if !self.shows(Place::Body(body)) {
            return f64::INFINITY;
        }
        let at = |node: usize| {
            let position = (node < nodes.len()).then(|| self.world.position(nodes.start + node));
            position.filter(|position| position.is_finite())
        };
        let links = parts.hull.iter().map(|&[a, b]| (a, b)).chain(parts.springs.iter().map(|s| (s.a, s.b)));
        let links = links.chain(parts.sticks.iter().map(|s| (s.a, s.b)));
        let link_count = parts.hull.len() + parts.springs.len() + parts.sticks.len();
        let lengths = links
            .step_by(link_count.div_ceil(SPACING_SAMPLES).max(1))
            .filter_map(|(a, b)| Some(at(a)?.distance(at(b)?)));
        let (mut sorted, mut count) = ([0.0; SPACING_SAMPLES], 0);
        for (place, length) in sorted.iter_mut().zip(lengths) {
            *place = length;
            count += 1;
        }
        sorted[..count].sort_copies_by(f64::total_cmp);
        if count == 0 { f64::INFINITY } else { self.px_from_world(sorted[count / 2]) }
    }
}

/// The box around everything that is drawn; an infinite line counts with its point.
pub fn bounds(level: &Level, world: &World) -> Aabb {
    bounds_of(level, world, |_| true)
}

/// As [`bounds`], of all obstacles, links, markers and bounds, but only of those nodes and discs whose position `counts`.
pub fn bounds_of(level: &Level, world: &World, counts: impl Fn(DVec2) -> bool) -> Aabb {
    let mut around = Aabb::EMPTY;
    let mut include = |point: DVec2, radius: f64| {
        if point.abs().max_element() <= FARTHEST && radius <= FARTHEST {
            around.include(point - DVec2::splat(radius));
            around.include(point + DVec2::splat(radius));
        }
    };
    let nodes = (0..world.layout().node_count).map(|node| (world.position(node), 0.0));
    let discs = world.layout().discs.radius.iter().enumerate();
    let discs = discs.map(|(disc, &radius)| (world.disc_position(disc), radius));
    nodes.chain(discs).filter(|(at, _)| counts(*at)).for_each(|(at, radius)| include(at, radius));
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
    for end in level.links.iter().flat_map(|link| [link.a, link.b]) {
        if let LinkEnd::Point(point) = end {
            include(point.into(), 0.0);
        }
    }
    level.markers.iter().flat_map(|marker| marker.shape.points()).for_each(|point| include(point.into(), 0.0));
    if let Some(bounds) = level.world.bounds {
        include(bounds.min.into(), 0.0);
        include(bounds.max.into(), 0.0);
    }
    around
}

/// Draws every active layer in order.
pub fn draw_level(scene: &Scene, picture: &mut Picture) {
    // Several layers need them.
    let spacings: Vec<f64> = (0..scene.level.bodies.len()).map(|body| scene.spacing_px(body)).collect();
    let scene = &Scene { spacings: Some(&spacings), ..*scene };
    for layer in layers::ALL {
        if scene.layers.is_on(layer.id) {
            (layer.draw)(scene, picture);
        }
    }
}
