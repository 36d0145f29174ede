//! A second, direct implementation of the simulation in LEVEL_FORMAT.md: arrays of structs, all pairs, no optimisation.
//! The engine is compared with it (tests/agreement.rs) and timed against it (benches/step.rs).
//!
//! It reads the level types, and from the engine only the names of events and of the hand.
//!
//! Cases that LEVEL_FORMAT.md ("the page") does not define are resolved here as follows:
//!
//! 1.  *Velocity of what cannot move.* A pinned node and a node of a `Fixed` body keep the velocity of the level
//!     file for ever (step 2 touches free nodes only). It counts in damping and in contacts: a conveyor belt.
//! 2.  *Driven velocity* is (offset at t+h - offset at t)/h, also in the first substep; before it, the file's.
//!     Frame 0 shows the file's positions, even where the first point of the path is not (0, 0).
//! 3.  *Barycentre nodes* keep position and velocity of the file until the first step 6, and change in step 6 only:
//!     contacts of the same substep move nodes, not the barycentre. Its velocity is the mass-weighted mean too.
//! 4.  *G of the barycentre rule* is that of step 6, as are the boxes; the rule gates the candidates, never parity.
//! 5.  *Entry edge.* M, A and B move linearly from the start of the substep to now; crossings are the roots in
//!     [0, 1] of cross(AB, AM)(t) where it rises, with M(t) on the closed edge; edges must have M on their left now, and
//!     pass the barycentre rule. The latest wins, the first in file order on a tie. None: `Distance`. What 1e-9 of an
//!     edge's length is less than is rounding, and there: M that starts on an edge came in by it at 0; if it is on it now it
//!     lies on it, which counts if it crossed no other. At an end of the edge the one that meets it there is asked too: M's
//!     own corner (the inward unit normals of its two edges, added; none if dented by more than 1e-3 or folded flat)
//!     must not turn its back on the edge's outside (a cosine below -0.2); if both pass, the one that M went deeper
//!     behind in this substep. M that slides along an edge that faces it past a corner lies on that one. An edge that M
//!     starts on or lies on, and that does not face it, is replaced by the nearest neighbour that does, if one of M's own
//!     neighbours is seven times as far outside of it as M is inside.
//! 6.  *Contact between two immovables* (a pinned node in fixed decor): found, but not resolved and not counted.
//! 7.  *Verlet.* The velocity that a contact reads is (x - prev)/h at that moment, so that it sees the moves of
//!     earlier contacts of the same substep. Bounds: velocity first (read before the clamp), then the clamp.
//! 8.  *Obstacles.* A point on the line counts as being on the positive side, one on the circle as inside.
//!     Each pass tests the way from the start of the substep to the corrected position; bounds come after them.
//! 9.  *Penalty.* Barycentre rule and edge choice apply as in contacts, G as the positions at the start of the
//!     substep give it; there is no way in to sweep yet, so that `EntryEdge` means `Distance`. No edge: no force
//!     and, this not being a contact, no event. Edge velocity is the mean of A's and B's. Nothing is counted as a contact.
//! 10. *Events* are raised in every substep in which their cause holds, but a blow-up once a body. A body with a
//!     number that is not finite after step 5 takes no part in contacts, decor reaction, energy from then on.
//! 11. *Energy.* A spring counts when at least one of its ends is free. Gas counts for `Dynamic` bodies, 0 when
//!     S or S0 is not positive.
//! 12. *Zero-length* sticks, springs and edges do nothing; a zero-length edge is never chosen.
//! 13. *Penalty and pairs.* "Free body" is a `Dynamic` one; its pair with decor takes a colour and does nothing.
//! 14. *Retention* comes after both lines of a scheme: the move of the same substep is not slowed yet. (Then the
//!     semi-implicit scheme and Verlet's make the same way.)
//! 15. *Diagonals.* 004's three moves, resolved edge by edge in file order, as the nodes lie by then; p1 is the
//!     barycentre of step 6, the normal is not of unit length, as printed. Positions only: in the Euler schemes no
//!     velocity (the page adds it for sticks, and says nothing here). An edge with an immovable end does not move;
//!     what moves takes the whole depth then. A pair whose decor pushes by force is left to the force.
//! 16. *Discs, step 8*: gravity and retention; flight and impacts (or the discrete correction); hulls; bounds. A disc
//!     meets what lies in its way whatever the penalty says: that replaces contacts of step 7 only.
//! 17. *Fixed discs* have no velocity, whatever the file says; that of driven ones is as in 2, and they start from
//!     where the path is at the start of the substep.
//! 18. *Contact of swept discs.* They close in, and touch at the smaller root in [0, what is left of h]; at once where
//!     they touch or overlap already. Two discs of radius 0 never meet (there would be no normal).
//! 19. *Kinds* in ties are in the page's order: disc, line, segment with its ends, circle.
//! 20. *Segments*: a face where the foot of the centre at that time is on it, else an end, the earliest. A disc that
//!     touches or overlaps it now meets its nearest point or nothing.
//! 21. *Sides.* A disc is on the side of a line or circle that its centre is on; it stays there until the centre is
//!     clearly (1e-9) beyond, so that a particle does not fall through by rounding.
//! 22. *Weak impacts.* A closing speed below 2e-15 of the fastest disc's is none. Below 1e-10 it may be rounding's: how
//!     many contacts there are is not compared from then on, what comes of them is. A pile without restitution takes
//!     as many impacts as it needs, up to 20,000 a substep.
//! 23. *Sliding inside a circle* is a contact without end, of which the page says nothing: all but flat touches use the
//!     margin up.
//! 24. *Discrete discs*: obstacles first, disc by disc, as in step 5 with the disc's point nearest to the obstacle
//!     (003 knows points only), hit when that point comes through or deeper in than it was; the ends of a segment are
//!     circles of radius 0 for discs that have one. Then pairs that overlap and close in exchange, (i, j) in order,
//!     without being moved.
//! 25. *Hulls.* Discs in file order, bodies in file order, each resolved at once, at most one contact for each two;
//!     boxes of step 6. With the centre in the hull the edge choice judges the centre, without the barycentre rule (a
//!     disc has none). Outside, the nearest edge counts (the first of equals) if nearer than r; at an end of it, the
//!     normal points from there to the centre, and the edge is taken as standing across it. M = centre - r·normal.
//! 26. *Bounds for discs* too large for them: held at the middle.
//! 27. *The hand on a disc*: its pull, by the formula of step 1, changes the velocity together with gravity.
//! 28. *Links.* The velocity of an end is that of items 1, 2 and 17. In step 4 a driven disc is where step 3 puts it,
//!     at the end of the substep, although its motion in step 8 starts where the substep started. A link with an end that is not finite
//!     does nothing. The energy of a spring counts when one of its ends can move and is not a sensor.
//! 29. *Pairs that do not collide*, by filter or by a link, have no penalty either (step 1).
//! 30. *Sensors* that are bodies pass through obstacles, but not through the bounds. They have no contacts with themselves.
//!     A sensor can be inside another one. What cannot move is reported like everything else.

// Each test binary uses a part of it.
#![allow(dead_code)]

mod contact;
mod diagonals;
pub mod discs;
mod energy;
mod entry;
mod forces;
pub mod judge;
mod links;
mod motion;
mod obstacle;
mod response;
mod self_contact;
mod sensors;

use blobsmith_engine::engine::{Energy, EventKind, Hand};
use blobsmith_engine::geometry::DVec2;
use blobsmith_engine::level::{self, ContactMethod, Integrator, Level, Motion, Place, Role};
use discs::{Disc, Impact};
use std::collections::BTreeSet;

/// `u.x*v.y - u.y*v.x`.
pub fn cross(u: DVec2, v: DVec2) -> f64 {
    u.x * v.y - u.y * v.x
}

/// Small numbers at random (a linear congruence), the same for the same seed.
#[derive(Clone, Copy, Debug)]
pub struct Noise(pub u64);

impl Noise {
    /// Evenly within low..high.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        low + (high - low) * ((self.0 >> 11) as f64 / (1u64 << 53) as f64)
    }
}

/// One node with all that is known of it.
#[derive(Clone, Debug)]
pub struct Node {
    pub x: DVec2,
    /// Velocity; for free nodes under Verlet unused, see [`Reference::velocity_of`].
    pub v: DVec2,
    /// Verlet's previous position.
    pub previous: DVec2,
    /// Position in the level file.
    pub start: DVec2,
    /// Position at the start of the substep.
    pub old: DVec2,
    pub force: DVec2,
    /// 0 for a barycentre.
    pub mass: f64,
    /// 0 for what cannot be pushed.
    pub inverse_mass: f64,
    pub is_barycentre: bool,
}

/// One body.
#[derive(Clone, Debug)]
pub struct Body {
    pub data: level::Body,
    pub nodes: Vec<Node>,
    /// Nodes on the hull, ascending.
    pub hull_nodes: Vec<usize>,
    /// S of the level.
    pub start_area: f64,
    /// Box of step 6.
    pub low: DVec2,
    pub high: DVec2,
    /// Barycentre of step 6.
    pub centre: DVec2,
    /// Some number of it is not finite.
    pub is_broken: bool,
}

impl Body {
    pub fn is_dynamic(&self) -> bool {
        matches!(self.data.motion, Motion::Dynamic)
    }

    /// Mass-weighted mean of `f` over the masses.
    fn mean(&self, f: impl Fn(&Node) -> DVec2) -> DVec2 {
        let mut sum = DVec2::ZERO;
        let mut mass = 0.0;
        for node in &self.nodes {
            sum += f(node) * node.mass;
            mass += node.mass;
        }
        sum / mass
    }

    /// The nodes before and after one on the hull, where there is one of each.
    fn sides(&self, node: usize) -> Option<[DVec2; 2]> {
        let at = |index: usize| self.nodes[index].x;
        let before: Vec<usize> = self.data.hull.iter().filter(|edge| edge[1] == node).map(|edge| edge[0]).collect();
        let after: Vec<usize> = self.data.hull.iter().filter(|edge| edge[0] == node).map(|edge| edge[1]).collect();
        if let ([before], [after]) = (&before[..], &after[..]) { Some([at(*before), at(*after)]) } else { None }
    }

    /// S: twice the signed area of the triangles.
    pub fn doubled_area(&self) -> f64 {
        let mut sum = 0.0;
        for &[a, b, c] in &self.data.triangles {
            sum += cross(self.nodes[b].x - self.nodes[a].x, self.nodes[c].x - self.nodes[a].x);
        }
        sum
    }
}

/// A running level.
#[derive(Clone, Debug)]
pub struct Reference {
    pub world: level::World,
    pub bodies: Vec<Body>,
    pub discs: Vec<Disc>,
    obstacles: Vec<level::Obstacle>,
    links: Vec<level::Link>,
    /// Forces of links on discs, of step 1.
    disc_forces: Vec<DVec2>,
    /// Sensor and what is inside.
    inside: BTreeSet<(Place, Place)>,
    /// Sensor, other, and whether it entered; those of the last substep.
    pub sensor_events: Vec<(Place, Place, bool)>,
    pub hand: Option<Hand>,
    pub h: f64,
    /// Substeps done in all.
    pub steps: u64,
    /// Contacts resolved in all.
    pub contacts: u64,
    /// Those of the last substep in order: body and node of M, body and edge that it left by.
    pub resolved: Vec<[usize; 4]>,
    /// Impacts of discs of the last substep in order.
    pub impacts: Vec<Impact>,
    /// Node hits on obstacles and moves by sticks in all.
    pub hits: u64,
    pub projections: u64,
    /// Contacts by diagonals in all.
    pub crossings: u64,
    /// An impact was so weak that it may come from rounding: the number of contacts is no longer compared.
    pub is_count_vague: bool,
    /// On request: the smallest margin of a verdict so far, inside or nearest edge. Below rounding the verdict is uncertain.
    pub margin: Option<f64>,
    /// On request: the largest random change of the distances between discs.
    pub doubts: Option<(Noise, f64)>,
    /// Closing speeds of discs up to this are none.
    weak: f64,
    /// Substep (of all), what, where.
    pub events: Vec<(u64, EventKind, Place)>,
}

impl Reference {
    pub fn new(level: &Level) -> Self {
        let h = level.world.frame_time / f64::from(level.world.substeps);
        let mut bodies: Vec<Body> = level.bodies.iter().map(|body| new_body(body, h)).collect();
        for body in &mut bodies {
            body.start_area = body.doubled_area();
        }
        Self {
            world: level.world.clone(),
            bodies,
            discs: level.discs.iter().map(|disc| Disc::new(disc, level.obstacles.len())).collect(),
            obstacles: level.obstacles.clone(),
            links: level.links.clone(),
            disc_forces: Vec::new(),
            inside: BTreeSet::new(),
            sensor_events: Vec::new(),
            hand: None,
            h,
            steps: 0,
            contacts: 0,
            resolved: Vec::new(),
            impacts: Vec::new(),
            hits: 0,
            projections: 0,
            crossings: 0,
            is_count_vague: false,
            margin: None,
            doubts: None,
            weak: 0.0,
            events: Vec::new(),
        }
    }

    pub fn step_frame(&mut self) {
        for _ in 0..self.world.substeps {
            self.step_substep();
        }
    }

    /// The page's order.
    pub fn step_substep(&mut self) {
        for body in &mut self.bodies {
            for node in &mut body.nodes {
                node.old = node.x;
            }
        }
        self.compute_forces(); // 1
        self.integrate(); // 2
        self.drive(); // 3
        self.resolve_sticks(); // 4
        self.resolve_obstacles(); // 5
        self.find_broken();
        self.derive(); // 6
        self.resolved.clear();
        self.resolve_contacts(); // 7
        if self.world.contact.self_contact && !self.uses_diagonals() {
            self.resolve_self_contacts();
        }
        self.impacts.clear();
        self.move_discs(); // 8
        self.look_at_sensors();
        self.steps += 1;
    }

    pub fn position(&self, body: usize, node: usize) -> DVec2 {
        self.bodies[body].nodes[node].x
    }

    pub fn velocity(&self, body: usize, node: usize) -> DVec2 {
        self.velocity_of(&self.bodies[body].nodes[node])
    }

    fn uses_diagonals(&self) -> bool {
        self.world.contact.method == ContactMethod::Diagonals
    }

    pub fn energy(&self) -> Energy {
        energy::measure(self)
    }

    /// Velocity of a node as of now.
    fn velocity_of(&self, node: &Node) -> DVec2 {
        if self.is_verlet() && node.inverse_mass > 0.0 { (node.x - node.previous) / self.h } else { node.v }
    }

    fn is_verlet(&self) -> bool {
        self.world.integrator == Integrator::Verlet
    }

    /// Changes a node's velocity by an impulse.
    fn push(&mut self, body: usize, node: usize, change: DVec2) {
        let (is_verlet, h) = (self.is_verlet(), self.h);
        let node = &mut self.bodies[body].nodes[node];
        if is_verlet {
            node.previous -= change * h;
        } else {
            node.v += change;
        }
    }

    fn raise(&mut self, kind: EventKind, body: usize) {
        self.events.push((self.steps, kind, Place::Body(body)));
    }

    fn find_broken(&mut self) {
        for index in 0..self.bodies.len() {
            let is_finite =
                self.bodies[index].nodes.iter().all(|node| node.x.is_finite() && self.velocity_of(node).is_finite());
            if !is_finite && !self.bodies[index].is_broken {
                self.bodies[index].is_broken = true;
                self.raise(EventKind::BlowUp, index);
            }
        }
    }

    /// Step 6.
    fn derive(&mut self) {
        let (is_verlet, h) = (self.is_verlet(), self.h);
        for body in &mut self.bodies {
            body.refresh_barycentre(|node| {
                if is_verlet && node.inverse_mass > 0.0 { (node.x - node.previous) / h } else { node.v }
            });
            body.low = DVec2::INFINITY;
            body.high = DVec2::NEG_INFINITY;
            for &index in &body.hull_nodes {
                body.low = body.low.min(body.nodes[index].x);
                body.high = body.high.max(body.nodes[index].x);
            }
        }
    }
}

impl Body {
    fn refresh_barycentre(&mut self, velocity: impl Fn(&Node) -> DVec2) {
        self.centre = self.mean(|node| node.x);
        let velocity = self.mean(velocity);
        for node in &mut self.nodes {
            if node.is_barycentre {
                node.x = self.centre;
                node.v = velocity;
            }
        }
    }
}

fn new_body(data: &level::Body, h: f64) -> Body {
    let is_dynamic = matches!(data.motion, Motion::Dynamic);
    let nodes = data.nodes.iter().map(|node| {
        let x = DVec2::from_array(node.position);
        let v = DVec2::from_array(node.velocity);
        let (mass, is_barycentre) = match node.role {
            Role::Mass(mass) => (mass, false),
            Role::Barycentre => (0.0, true),
        };
        let is_free = is_dynamic && !node.pinned && !is_barycentre;
        Node {
            x,
            v,
            previous: x - v * h,
            start: x,
            old: x,
            force: DVec2::ZERO,
            mass,
            inverse_mass: if is_free { 1.0 / mass } else { 0.0 },
            is_barycentre,
        }
    });
    let mut hull_nodes: Vec<usize> = data.hull.iter().flatten().copied().collect();
    hull_nodes.sort_unstable();
    hull_nodes.dedup();
    Body {
        nodes: nodes.collect(),
        hull_nodes,
        start_area: 0.0,
        low: DVec2::ZERO,
        high: DVec2::ZERO,
        centre: DVec2::ZERO,
        is_broken: false,
        data: data.clone(),
    }
}
