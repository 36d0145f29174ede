//! A body under construction: first points, links, loops and triangles; then masses and materials.

use crate::geometry::cross;
use crate::level::{Body, Motion, Node, Point, Role, Spring, Stick, World};
use glam::DVec2;
use std::collections::{BTreeMap, BTreeSet};
use std::f64::consts::TAU;

/// Physical properties of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Material {
    /// Mass of the nodes.
    pub masses: MassDistribution,
    /// Stiffness of every spring, force per length.
    pub stiffness: f64,
    /// Damping of every spring, force per velocity.
    pub damping: f64,
    /// Elasticity of contacts.
    pub restitution: f64,
    /// Friction of contacts.
    pub friction: f64,
    /// K of P·V = K (000 §C.3); 0 = no gas.
    pub gas: f64,
}

impl Default for Material {
    /// Soft, and stable on a floor with the format's default gravity and substeps.
    fn default() -> Self {
        Self {
            masses: MassDistribution::PerNode(1.0),
            stiffness: 6.0,
            damping: 0.3,
            restitution: 0.5,
            friction: 0.3,
            gas: 0.0,
        }
    }
}

impl Material {
    /// For bodies under another gravity: stiffer in proportion to the weight, so that they sag by as much.
    pub fn under(gravity: Point) -> Self {
        Self::default().carrying(gravity)
    }

    /// Multiplies stiffness and damping for bodies under another gravity, so that they sag by as much.
    pub fn carrying(self, gravity: Point) -> Self {
        let ratio = weight_ratio(gravity);
        self.springy(self.stiffness * ratio, self.damping * ratio.sqrt())
    }

    /// For fixed bodies: only the contact properties matter.
    pub fn decor() -> Self {
        Self { restitution: 0.5, friction: 0.5, ..Self::default() }
    }

    /// Sets stiffness and damping.
    pub fn springy(self, stiffness: f64, damping: f64) -> Self {
        Self { stiffness, damping, ..self }
    }

    /// Sets the gas.
    pub fn filled(self, gas: f64) -> Self {
        Self { gas, ..self }
    }

    /// Sets the mass per node.
    pub fn weighing(self, mass_per_node: f64) -> Self {
        Self { masses: MassDistribution::PerNode(mass_per_node), ..self }
    }

    /// Sets the contact properties.
    pub fn touching(self, restitution: f64, friction: f64) -> Self {
        Self { restitution, friction, ..self }
    }
}

/// Gravity as a multiple of the format's default, at least 1.
pub fn weight_ratio(gravity: Point) -> f64 {
    let length = |vector: Point| DVec2::from_array(vector).length();
    let ratio = length(gravity) / length(World::default().gravity);
    if ratio.is_finite() { ratio.max(1.0) } else { 1.0 }
}

/// Distribution of mass over the nodes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MassDistribution {
    /// The same for every node.
    PerNode(f64),
    /// Mass per area: every triangle divides its mass among its corners, except the barycentre. For a node without
    /// triangles it is the mass itself.
    Density(f64),
}

/// A body under construction.
#[derive(Default)]
pub(super) struct Draft {
    pub points: Vec<DVec2>,
    pub pinned: BTreeSet<usize>,
    links: Vec<(usize, usize)>,
    linked: BTreeSet<(usize, usize)>,
    hull: Vec<[usize; 2]>,
    pub triangles: Vec<[usize; 3]>,
    has_barycentre: bool,
}

impl Draft {
    pub fn node(&mut self, point: DVec2) -> usize {
        self.points.push(point);
        self.points.len() - 1
    }

    /// Nodes at equal angles from `start_rad` on, counter-clockwise.
    pub fn circle(&mut self, radius: f64, count: usize, start_rad: f64) -> Vec<usize> {
        (0..count).map(|i| self.node(polar(radius, start_rad + TAU * i as f64 / count as f64))).collect()
    }

    /// Adds a spring, unless the two are linked already.
    pub fn spring(&mut self, a: usize, b: usize) {
        if a != b && self.linked.insert((a.min(b), a.max(b))) {
            self.links.push((a, b));
        }
    }

    pub fn is_linked(&self, a: usize, b: usize) -> bool {
        self.linked.contains(&(a.min(b), a.max(b)))
    }

    /// Adds springs from each node of the loop to the one `span` further on.
    pub fn spring_loop(&mut self, nodes: &[usize], span: usize) {
        for (i, &a) in nodes.iter().enumerate() {
            self.spring(a, nodes[(i + span) % nodes.len()]);
        }
    }

    pub fn edge(&mut self, a: usize, b: usize) {
        self.hull.push([a, b]);
    }

    /// Adds a closed loop of hull edges: counter-clockwise for an outline, clockwise for a hole.
    pub fn hull_loop(&mut self, nodes: &[usize]) {
        for (i, &a) in nodes.iter().enumerate() {
            self.edge(a, nodes[(i + 1) % nodes.len()]);
        }
    }

    /// Sorts individually added hull edges into their loops; each node starts at most one edge.
    pub fn order_hull(&mut self) {
        let mut next: BTreeMap<usize, usize> = self.hull.drain(..).map(|[a, b]| (a, b)).collect();
        while let Some((&start, _)) = next.first_key_value() {
            let mut a = start;
            while let Some(b) = next.remove(&a) {
                self.hull.push([a, b]);
                a = b;
            }
        }
    }

    /// Adds triangles from a centre to each side of the loop.
    pub fn fan(&mut self, center: usize, nodes: &[usize]) {
        for (i, &a) in nodes.iter().enumerate() {
            self.triangles.push([center, a, nodes[(i + 1) % nodes.len()]]);
        }
    }

    /// Adds triangles between two loops of equal count and direction.
    pub fn band(&mut self, inner: &[usize], outer: &[usize]) {
        let count = inner.len();
        for i in 0..count {
            let j = (i + 1) % count;
            self.triangles.push([inner[i], outer[i], outer[j]]);
            self.triangles.push([inner[i], outer[j], inner[j]]);
        }
    }

    /// Adds springs along and across the band, with both diagonals of each cell.
    pub fn brace_band(&mut self, inner: &[usize], outer: &[usize]) {
        let count = inner.len();
        for i in 0..count {
            let j = (i + 1) % count;
            self.spring(inner[i], outer[i]);
            self.spring(inner[i], outer[j]);
            self.spring(outer[i], inner[j]);
        }
    }

    /// Adds the body's barycentre (000 §E.1) as the last node, with a fan to the outline.
    pub fn barycentre_fan(&mut self, outline: &[usize], masses: MassDistribution) {
        let center = self.node(DVec2::ZERO);
        self.has_barycentre = true;
        self.fan(center, outline);
        let weights = self.weights(masses);
        let total: f64 = weights[..center].iter().sum();
        let sum: DVec2 = weights[..center].iter().zip(&self.points).map(|(&weight, &point)| point * weight).sum();
        self.points[center] = sum / total;
    }

    /// Index of the barycentre, which is the last node if there is one.
    fn barycentre(&self) -> Option<usize> {
        self.has_barycentre.then(|| self.points.len() - 1)
    }

    fn weights(&self, masses: MassDistribution) -> Vec<f64> {
        let density = match masses {
            MassDistribution::PerNode(mass) => return vec![mass; self.points.len()],
            MassDistribution::Density(density) => density,
        };
        let barycentre = self.barycentre();
        let mut weights = vec![0.0; self.points.len()];
        for &[a, b, c] in &self.triangles {
            let area = 0.5 * cross(self.points[b] - self.points[a], self.points[c] - self.points[a]);
            let corners: Vec<usize> = [a, b, c].into_iter().filter(|&node| Some(node) != barycentre).collect();
            for &node in &corners {
                weights[node] += area * density / corners.len() as f64;
            }
        }
        weights.into_iter().map(|weight| if weight > 0.0 { weight } else { density }).collect()
    }

    /// Returns the body, with springs of their drawn lengths.
    pub fn body(self, name: &str, material: &Material) -> Body {
        let barycentre = self.barycentre();
        let weights = self.weights(material.masses);
        let nodes = (0..self.points.len())
            .map(|node| Node {
                role: if Some(node) == barycentre { Role::Barycentre } else { Role::Mass(weights[node]) },
                pinned: self.pinned.contains(&node),
                ..Node::at(self.points[node].to_array())
            })
            .collect();
        let springs = self
            .links
            .iter()
            .map(|&(a, b)| Spring {
                a,
                b,
                rest_length: self.points[a].distance(self.points[b]),
                stiffness: material.stiffness,
                damping: material.damping,
            })
            .collect();
        Body {
            name: name.into(),
            motion: Motion::Dynamic,
            restitution: material.restitution,
            friction: material.friction,
            gas: material.gas,
            nodes,
            springs,
            sticks: Vec::new(),
            hull: self.hull,
            triangles: self.triangles,
            ..Body::default()
        }
    }

    /// Returns the body with sticks in place of springs (004).
    pub fn body_of_sticks(self, name: &str, material: &Material) -> Body {
        let mut body = self.body(name, material);
        let stick = |spring: Spring| Stick { a: spring.a, b: spring.b, length: spring.rest_length, hidden: false };
        body.sticks = body.springs.drain(..).map(stick).collect();
        body
    }

    /// Returns a fixed body.
    pub fn decor(self, name: &str, material: &Material) -> Body {
        let mut body = self.body(name, material);
        body.motion = Motion::Fixed;
        body.gas = 0.0;
        body.springs.clear();
        body
    }
}

/// Point at an angle and a distance from the origin; `libm` gives the same bits on every machine.
pub(super) fn polar(radius: f64, angle_rad: f64) -> DVec2 {
    DVec2::new(radius * libm::cos(angle_rad), radius * libm::sin(angle_rad))
}

/// Clamps a number to a minimum; NaN becomes the minimum.
pub(super) fn at_least(value: f64, smallest: f64) -> f64 {
    if value > smallest { value } else { smallest }
}

/// A point as a vector.
pub(super) fn vector(point: Point) -> DVec2 {
    DVec2::from_array(point)
}
