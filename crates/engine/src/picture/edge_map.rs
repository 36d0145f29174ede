//! Edge-choice map: colours the inside of a hull by the edge that a rule chooses for a node approaching from a given
//! side (000 §D.1.c, §E.2).

use super::{Align, Item, Palette, Picture, Rgba, Scene, Stroke};
use crate::engine::World;
use crate::engine::contact::{Approach, EdgeAt, Setting};
use crate::engine::trace::{Candidate, ContactTrace};
use crate::geometry::SortCopies;
use crate::geometry::regions::Border;
use crate::geometry::{Aabb, Regions, polygon};
use crate::level::Level;
use glam::DVec2;
use std::cmp::Ordering;

/// Options of the edge-choice map; missing ones follow from the contact in focus, or from the positions of the bodies.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct EdgeMapOptions {
    /// Index of the body whose hull is mapped.
    pub hull: Option<usize>,
    /// Side from which nodes approach.
    pub side: Option<Side>,
    /// Rule of edge choice; `None` uses the level's.
    pub setting: Option<Setting>,
}

/// The side from which a node approaches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Side {
    /// From the present position of this body.
    Body(usize),
    /// From this direction: radians counter-clockwise from the right.
    Angle(f64),
}

/// Default number of cells along the longer side of the hull's box.
pub const CELLS: usize = 128;

/// The map of one hull.
#[derive(Clone, Debug, PartialEq)]
pub struct EdgeMap {
    /// Index of the body whose hull is mapped.
    pub body: usize,
    /// The rule of edge choice.
    pub setting: Setting,
    /// Approach of the node.
    pub approach: Approach,
    /// Regions inside the hull, and the outside.
    pub regions: Regions<EdgeAt>,
    /// Ends of each hull edge.
    edges: Vec<[DVec2; 2]>,
}

/// Fractions of the inside, 0..=1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Shares {
    /// No edge is eligible: a node remains inside.
    pub stuck: f64,
    /// The chosen edge pushes a node onward in its direction of travel, out at the far side.
    pub far_side: f64,
}

/// The approach of a node to a hull: straight, over any distance. If the body moves towards the hull, the direction is
/// its relative velocity, otherwise the line between the barycentres.
pub fn approach(world: &World, hull: usize, side: Side) -> Approach {
    let hull_box = world.hull_box(hull);
    let (middle, reach) = (hull_box.center(), hull_box.size().length());
    match side {
        Side::Body(other) if other != hull && other < world.layout().bodies.len() => {
            let barycentre = world.barycentre(other);
            let to_hull = middle - barycentre;
            let closing = mean_velocity(world, other) - mean_velocity(world, hull);
            let comes = closing.length_squared() > 0.0 && closing.dot(to_hull) > 0.0;
            let direction = if comes { closing } else { to_hull }.normalize_or(DVec2::X);
            Approach { barycentre, way: direction * (2.0 * reach) }
        }
        Side::Body(_) => Approach { barycentre: middle - DVec2::X * reach, way: DVec2::X * (2.0 * reach) },
        Side::Angle(angle) => {
            let from = DVec2::from_angle(angle);
            Approach { barycentre: middle + from * reach, way: -from * (2.0 * reach) }
        }
    }
}

fn mean_velocity(world: &World, body: usize) -> DVec2 {
    let nodes = world.layout().bodies[body].nodes.clone();
    let count = nodes.len().max(1) as f64;
    nodes.map(|node| world.velocity(node)).sum::<DVec2>() / count
}

/// Default map: hull and other body of the contact in focus, else of the first contact, else the first body with a hull
/// and the nearest other body. `None` if no body has a hull.
pub fn usual(scene: &Scene, focus: Option<(usize, usize)>) -> Option<(usize, Side)> {
    let contacts = scene.trace.map_or(&[][..], |trace| &trace.contacts[..]);
    let bodies = &scene.world.layout().bodies;
    let is_meant = |(body, node): (usize, usize)| contacts.iter().find(|c| (c.body, c.node) == (body, node));
    // The trace may belong to another level.
    let exists = |contact: &&ContactTrace| contact.body.max(contact.other) < bodies.len();
    if let Some(contact) = focus.and_then(is_meant).or(contacts.first()).filter(exists) {
        return Some((contact.other, Side::Body(contact.body)));
    }
    let has_hull = |body: &usize| bodies[*body].hull_edges.len() > 2;
    let hull = focus.map(|focus| focus.0).filter(|body| *body < bodies.len() && has_hull(body));
    let hull = hull.or_else(|| (0..bodies.len()).find(|body| bodies[*body].is_dynamic && has_hull(body)));
    let hull = hull.or_else(|| (0..bodies.len()).find(has_hull))?;
    Some((hull, nearest_side(scene.world, hull)))
}

/// Hull, side and rule of a map; missing options follow from [`usual`] and the level. `None` if no body has a hull.
pub fn subject(scene: &Scene, focus: Option<(usize, usize)>, asked: EdgeMapOptions) -> Option<(usize, Side, Setting)> {
    let usual = usual(scene, focus);
    let hull = asked.hull.filter(|&hull| hull < scene.world.layout().bodies.len());
    let hull = hull.or(usual.map(|(hull, _)| hull))?;
    let side = asked.side.or(usual.filter(|usual| usual.0 == hull).map(|usual| usual.1));
    let setting = asked.setting.unwrap_or(Setting::of(&scene.level.world.contact));
    Some((hull, side.unwrap_or_else(|| nearest_side(scene.world, hull)), setting))
}

/// The other body with the nearest barycentre; without one, the left side.
pub fn nearest_side(world: &World, hull: usize) -> Side {
    let middle = world.hull_box(hull).center();
    let others = (0..world.layout().bodies.len()).filter(|&body| body != hull);
    let distance = |body: &usize| world.barycentre(*body).distance_squared(middle);
    let nearest = others.min_by(|a, b| distance(a).total_cmp(&distance(b)));
    nearest.map_or(Side::Angle(std::f64::consts::PI), Side::Body)
}

impl EdgeMap {
    /// Maps a body's hull in its present position, with `cells` along the longer side of its box.
    pub fn new(world: &World, body: usize, setting: Setting, approach: Approach, cells: usize) -> Self {
        let around = box_of(&ends(world, body));
        // Expanded slightly, so that no edge lies on the rim.
        let area = around.expanded(around.size().max_element() / cells.max(8) as f64);
        Self::over(world, body, setting, approach, area, cells)
    }

    /// Maps a rectangle, with `cells` along its longer side.
    pub fn over(world: &World, body: usize, setting: Setting, approach: Approach, area: Aabb, cells: usize) -> Self {
        let edges = ends(world, body);
        let size = area.size();
        let cells = cells.max(8) as f64;
        let count = |side: f64| ((side / size.max_element() * cells).ceil() as usize).max(4);
        let sound = !area.is_empty() && area.is_finite() && size.max_element() > 0.0 && box_of(&edges).is_finite();
        let (columns, rows) = (count(size.x), count(size.y));
        let atlas = world.edge_map(body, setting, &approach).filter(|_| sound);
        let mut regions = atlas.map(|mut atlas| Regions::of(area, columns, rows, &mut atlas)).unwrap_or_default();
        regions.pieces.remove(&EdgeAt::Outside);
        Self { body, setting, approach, regions, edges }
    }

    /// Fractions of the inside where the rule fails.
    pub fn shares(&self) -> Shares {
        let mut shares = Shares::default();
        let mut inside = 0.0;
        for &label in self.regions.pieces.keys() {
            let area = self.regions.area(label);
            inside += area;
            match label {
                EdgeAt::Stuck => shares.stuck += area,
                EdgeAt::Edge(edge) if self.drives_on(edge) => shares.far_side += area,
                _ => {}
            }
        }
        if inside > 0.0 {
            shares.stuck /= inside;
            shares.far_side /= inside;
        }
        shares
    }

    /// True if the outside of an edge points in the direction of travel.
    pub fn drives_on(&self, edge: usize) -> bool {
        let (outward, way) = (outward(self.edges[edge]), self.approach.way);
        outward.dot(way) > AHEAD * outward.length() * way.length()
    }

    /// Draws regions and edges in the colours of the edges, and the inner borders with a width that grows with the
    /// angle between the two normals.
    pub fn draw(&self, scene: &Scene, picture: &mut Picture) {
        let palette = scene.palette;
        for (&label, pieces) in &self.regions.pieces {
            let corners = pieces.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
            let fill = self.color(palette, label).alpha(FILL);
            picture.items.push(Item::Triangles { corners, fill });
        }
        for (edge, &ends) in self.edges.iter().enumerate() {
            let stroke = Stroke::new(self.color(palette, EdgeAt::Edge(edge)), 4.0);
            picture.items.push(Item::Lines { segments: vec![ends], stroke });
        }
        let (gentle, sharp): (Vec<_>, Vec<_>) = self.jumps().partition(|&(_, is_sharp)| !is_sharp);
        let ends = |borders: Vec<(&Border<EdgeAt>, bool)>| borders.iter().map(|(border, _)| border.ends).collect();
        let ground = Stroke::new(palette.background, 4.0);
        let sharp: Vec<[DVec2; 2]> = ends(sharp);
        picture.items.push(Item::Lines { segments: ends(gentle), stroke: Stroke::new(palette.text.alpha(120), 1.0) });
        picture.items.push(Item::Lines { segments: sharp.clone(), stroke: ground });
        picture.items.push(Item::Lines { segments: sharp, stroke: Stroke::new(palette.error, 2.0) });
        self.numbers(scene, picture);
    }

    /// Draws the path of approach from the other body's side to the hull.
    pub fn draw_way(&self, scene: &Scene, picture: &mut Picture) {
        let around = box_of(&self.edges);
        let direction = self.approach.way.normalize_or(DVec2::X);
        let from_px = (scene.px_from_world(around.size().max_element()) * 0.2).clamp(14.0, 46.0);
        let reach = scene.world_from_px(from_px);
        let ahead = |point: &DVec2| (around.center() - *point).dot(direction);
        let nearest = self.edges.iter().flatten().map(ahead).fold(0.0, f64::max);
        let tip = around.center() - direction * (nearest + scene.world_from_px(6.0));
        let stroke = Stroke::new(scene.palette.velocity, 3.0);
        picture.items.push(Item::Arrows { arrows: vec![[tip - direction * reach, tip]], stroke });
    }

    /// Inner borders, each with true if the normals differ by more than 60° or one side has no edge.
    fn jumps(&self) -> impl Iterator<Item = (&Border<EdgeAt>, bool)> {
        self.regions.borders.iter().filter_map(|border| match border.labels {
            [EdgeAt::Outside, _] => None,
            [EdgeAt::Edge(a), EdgeAt::Edge(b)] => {
                let (a, b) = (outward(self.edges[a]), outward(self.edges[b]));
                Some((border, a.dot(b) < 0.5 * a.length() * b.length()))
            }
            _ => Some((border, true)),
        })
    }

    /// Writes the number outside each edge that is long enough.
    fn numbers(&self, scene: &Scene, picture: &mut Picture) {
        for (edge, &ends) in self.edges.iter().enumerate() {
            if scene.px_from_world(ends[0].distance(ends[1])) < SHORTEST_NUMBERED_PX {
                continue;
            }
            let away = outward(ends).normalize_or_zero() * 11.0;
            picture.items.push(Item::Text {
                at: (ends[0] + ends[1]) * 0.5,
                offset_px: [away.x as f32, -away.y as f32],
                align: Align::Center,
                text: edge.to_string(),
                size_px: 12.0,
                color: scene.palette.text,
            });
        }
    }

    /// Colour of a region.
    pub fn color(&self, palette: &Palette, label: EdgeAt) -> Rgba {
        color(palette, label, self.edges.len())
    }
}

/// Draws a verdict over a map: the chosen edge, the distances of the `nearest` other eligible edges, and the parity
/// ray. The map already numbers the edges.
pub fn draw_verdict(contact: &ContactTrace, nearest: usize, palette: &Palette, picture: &mut Picture) {
    let m = contact.point;
    let foot = |edge: &Candidate| polygon::closest_on_segment(m, edge.a_position, edge.b_position);
    let crossings = contact.crossings();
    if let Some(&(_, last)) = crossings.last() {
        let ray = Stroke::dashed(palette.normal, 1.3);
        picture.items.push(Item::Lines { segments: vec![[m, last]], stroke: ray });
        let centers = crossings.iter().map(|&(_, at)| at).collect();
        let outline = Some(Stroke::new(palette.normal, 1.5));
        picture.items.push(Item::Dots { centers, radius_px: 3.0, fill: palette.background, outline });
    }
    let is_other = |edge: &&Candidate| edge.is_eligible() && Some(edge.edge) != contact.chosen;
    let mut others: Vec<&Candidate> = contact.candidates.iter().filter(is_other).collect();
    others.sort_copies_by(|a, b| a.distance.partial_cmp(&b.distance).unwrap_or(Ordering::Equal));
    let feet: Vec<DVec2> = others.into_iter().take(nearest).map(foot).collect();
    let ways = feet.iter().map(|&foot| [m, foot]).collect();
    picture.items.push(Item::Lines { segments: ways, stroke: Stroke::dashed(palette.warning, 1.3) });
    let outline = Some(Stroke::new(palette.warning, 1.5));
    picture.items.push(Item::Dots { centers: feet, radius_px: 2.6, fill: palette.background, outline });
    if let Some(winner) = contact.winner() {
        let (edge, foot) = ([winner.a_position, winner.b_position], foot(winner));
        for (width, color) in [(10.0, palette.background), (6.0, palette.contact)] {
            picture.items.push(Item::Lines { segments: vec![edge], stroke: Stroke::new(color, width) });
        }
        for (width, color) in [(4.0, palette.background), (2.2, palette.contact)] {
            picture.items.push(Item::Lines { segments: vec![[m, foot]], stroke: Stroke::new(color, width) });
        }
    }
    let outline = Some(Stroke::new(palette.background, 2.0));
    picture.items.push(Item::Dots { centers: vec![m], radius_px: 4.5, fill: palette.contact, outline });
}

/// Colour of a region of a hull with `edges` edges. Neighbours differ, also where the loop closes.
pub fn color(palette: &Palette, label: EdgeAt, edges: usize) -> Rgba {
    let turns = palette.bodies.len();
    match label {
        EdgeAt::Edge(edge) if edge > 0 && edge + 1 == edges && edge % turns == 0 => palette.bodies[turns / 2].opaque(),
        EdgeAt::Edge(edge) => palette.bodies[edge % turns].opaque(),
        EdgeAt::Stuck | EdgeAt::Outside => palette.error,
    }
}

/// Ends of each hull edge of a body.
fn ends(world: &World, body: usize) -> Vec<[DVec2; 2]> {
    let layout = world.layout();
    let hull = layout.bodies.get(body).map_or(0..0, |body| body.hull_edges.clone());
    hull.map(|edge| layout.hull_edges[edge].map(|node| world.position(node as usize))).collect()
}

fn box_of(edges: &[[DVec2; 2]]) -> Aabb {
    Aabb::around(edges.iter().flatten().copied())
}

/// Cosine of the angle between normal and travel above which an edge pushes onward.
const AHEAD: f64 = 0.25;
/// Opacity of a region's fill, 0..=255.
const FILL: u8 = 140;
/// Shorter edges get no number.
const SHORTEST_NUMBERED_PX: f64 = 16.0;

fn outward([a, b]: [DVec2; 2]) -> DVec2 {
    DVec2::new(b.y - a.y, a.x - b.x)
}

/// Display text of a side.
pub fn side_title(level: &Level, side: Side) -> String {
    match side {
        Side::Body(body) => format!("from {}", level.body_title(body)),
        Side::Angle(angle) => format!("from {:.0}°", angle.to_degrees().rem_euclid(360.0)),
    }
}
