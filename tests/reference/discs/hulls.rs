//! Discs against hulls: a node M at the disc's deepest point.

use super::super::contact::{Found, find_edge, margin};
use super::super::response::Intruder;
use super::super::{Body, Node, Reference};
use super::{Disc, Impact};
use blobsmith_engine::engine::EventKind;
use blobsmith_engine::engine::trace::DiscImpact as Kind;
use blobsmith_engine::geometry::DVec2;
use blobsmith_engine::level::{EdgeChoice, Place};

/// An edge as it stands to a disc: a point of it, the way along it, the unit normal out of the hull.
struct Face {
    edge: usize,
    origin: DVec2,
    along: DVec2,
    normal: DVec2,
}

impl Reference {
    pub(super) fn meet_hulls(&mut self) {
        for disc in 0..self.discs.len() {
            for body in 0..self.bodies.len() {
                let can_move = self.discs[disc].inverse_mass > 0.0 || self.bodies[body].is_dynamic();
                if can_move
                    && self.disc_touches_body(disc, body)
                    && !self.discs[disc].is_broken
                    && !self.bodies[body].is_broken
                {
                    self.meet_hull(disc, body);
                }
            }
        }
    }

    fn meet_hull(&mut self, disc: usize, body: usize) {
        let (radius, c) = (self.discs[disc].data.radius, self.discs[disc].x);
        let hull = &self.bodies[body];
        let is_near = hull.low.x - radius <= c.x
            && c.x <= hull.high.x + radius
            && hull.low.y - radius <= c.y
            && c.y <= hull.high.y + radius;
        if !is_near {
            return;
        }
        let choice = self.world.contact.edge_choice;
        let centre = self.centre_node(disc);
        let found = find_edge(&centre, None, hull, choice, None);
        let (nearest, distance) = nearest_face(c, hull);
        let gap = gap_to_the_next(c, hull, distance);
        if let Some(least) = &mut self.margin {
            *least = least.min((distance - radius).abs()).min(gap);
            if found != Found::Outside {
                *least = least.min(margin(c, hull, EdgeChoice::Distance)).min(margin(c, hull, choice));
            }
        }
        let face = match found {
            Found::NoEdge => {
                self.events.push((self.steps, EventKind::NoEdge, Place::Disc(disc)));
                return;
            }
            Found::Edge(edge) => whole_face(edge, hull),
            Found::Outside if distance < radius => nearest.expect("an edge at that distance"),
            Found::Outside => return,
        };
        self.answer_hull(disc, body, &face);
    }

    /// The disc's centre as a node that the edge choice judges.
    fn centre_node(&self, disc: usize) -> Node {
        let Disc { x, v, old, inverse_mass, data, .. } = &self.discs[disc];
        Node {
            x: *x,
            v: *v,
            previous: *old,
            start: *old,
            old: *old,
            force: DVec2::ZERO,
            mass: data.mass,
            inverse_mass: *inverse_mass,
            is_barycentre: false,
        }
    }

    fn answer_hull(&mut self, disc: usize, body: usize, face: &Face) {
        let Disc { x, v, inverse_mass, data, .. } = &self.discs[disc];
        let m = Intruder {
            at: *x - face.normal * data.radius,
            from_edge: *x - face.normal * data.radius - face.origin,
            v: *v,
            inverse_mass: *inverse_mass,
            restitution: data.restitution,
            friction: data.friction,
        };
        if let Some((impulse, change)) = self.expel(m, body, face.edge, face.along) {
            if self.discs[disc].inverse_mass > 0.0 {
                self.discs[disc].v += impulse;
                self.discs[disc].x += change;
            }
            self.impacts.push(Impact { kind: Kind::Hull, disc, other: body, time: self.h });
        }
    }
}

fn whole_face(edge: usize, hull: &Body) -> Face {
    let [a, b] = hull.data.hull[edge].map(|node| hull.nodes[node].x);
    let along = b - a;
    Face { edge, origin: a, along, normal: DVec2::new(along.y, -along.x) / along.length() }
}

/// The nearest edge and its distance; where an end is nearest it stands across the way from there to the point.
fn nearest_face(x: DVec2, hull: &Body) -> (Option<Face>, f64) {
    let (mut face, mut least) = (None, f64::INFINITY);
    for (edge, &ends) in hull.data.hull.iter().enumerate() {
        let [a, b] = ends.map(|node| hull.nodes[node].x);
        let (ab, part) = (b - a, (x - a).dot(b - a) / (b - a).dot(b - a));
        let end = if part < 0.0 { a } else { b };
        let is_end = !(0.0..=1.0).contains(&part);
        let distance = if is_end { (x - end).length() } else { (x - a - ab * part).length() };
        if distance < least {
            least = distance;
            face = Some(if is_end {
                let normal = (x - end) / distance;
                Face { edge, origin: end, along: DVec2::new(-normal.y, normal.x) * ab.length(), normal }
            } else {
                whole_face(edge, hull)
            });
        }
    }
    (face, least)
}

/// By how much the nearest edge is nearer than the next one that is not equally near: below rounding it may be either.
fn gap_to_the_next(x: DVec2, hull: &Body, least: f64) -> f64 {
    let ends = hull.data.hull.iter().map(|ends| ends.map(|node| hull.nodes[node].x));
    let gaps = ends.map(|[a, b]| {
        let (ab, part) = (b - a, ((x - a).dot(b - a) / (b - a).dot(b - a)).clamp(0.0, 1.0));
        (x - a - ab * part).length() - least
    });
    gaps.filter(|gap| *gap > 0.0).fold(f64::INFINITY, f64::min)
}
