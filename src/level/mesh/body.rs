//! Bodies from outlines: nodes on the hull and inside, triangles, springs along their sides, masses by area.

use super::crossing::crossing;
use super::lattice::inner_nodes;
use super::outline::{Clean, DrawnOutline};
use super::resample::{resample, simplify};
use super::{MeshError, fill};
use crate::geometry::{DVec2, polygon};
use crate::level::{Body, Motion, Node, Role};

/// Where inner nodes go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lattice {
    /// Rows set off by half a spacing: equally stiff in all directions.
    #[default]
    Hexagonal,
    /// Rows and columns.
    Square,
    /// Nowhere: hull nodes only.
    None,
}

/// Which triangle sides get a shear spring: one between the two corners across, which keeps them from folding over the side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Across {
    /// None.
    None,
    /// Those from hull to hull: in tips and thin parts, where no inner node keeps the sides apart.
    #[default]
    Thin,
    /// All inner ones.
    All,
}

/// Which nodes get a brace spring: one to the second next in a line, which keeps the line straight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Along {
    /// None.
    #[default]
    None,
    /// Those of the hull, except at corners: the skin stays smooth.
    Hull,
    /// Inner ones too.
    All,
}

/// How an outline becomes a body. Lengths in level units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshOptions {
    /// Target distance of neighbouring nodes, > 0; tight curves and corners get shorter edges.
    pub spacing: f64,
    /// Where inner nodes go.
    pub lattice: Lattice,
    /// Least distance of inner nodes from the hull, in spacings, 0.1..=2.
    pub margin: f64,
    /// How far the hull may be off the outline where that saves nodes, in spacings, 0..=0.5.
    pub detail: f64,
    /// Whether tips sharper than 40° are cut off where the shape is about half a spacing wide.
    pub is_blunt: bool,
    /// Mass per area, > 0.
    pub density: f64,
    /// Stiffness of structural springs, those along the sides of triangles, force per length, > 0. In a plane lattice it does not depend on the spacing how
    /// stiff the body is.
    pub stiffness: f64,
    /// Damping of the springs as a part of the critical damping of a spring between two mean nodes, >= 0: as with the
    /// stiffness, what it does then does not depend on the spacing.
    pub damping: f64,
    /// Where there are shear springs.
    pub shear: Across,
    /// Stiffness of shear springs as a part of `stiffness`, > 0.
    pub shear_stiffness: f64,
    /// Where there are brace springs.
    pub brace: Along,
    /// Stiffness of brace springs as a part of `stiffness`, > 0.
    pub brace_stiffness: f64,
    /// Pressure of the gas at the drawn area, force per length, >= 0; 0 = no gas.
    pub pressure: f64,
    /// Elasticity of contacts.
    pub restitution: f64,
    /// Friction of contacts.
    pub friction: f64,
    /// More nodes than this are refused.
    pub most_nodes: usize,
}

impl Default for MeshOptions {
    /// Firm enough for a body ten units high under the format's gravity (0.02) to sag by about 5 %.
    fn default() -> Self {
        Self {
            spacing: 0.6,
            lattice: Lattice::Hexagonal,
            margin: 0.6,
            detail: 0.01,
            is_blunt: false,
            density: 1.0,
            stiffness: 4.0,
            damping: 0.15,
            shear: Across::Thin,
            shear_stiffness: 0.5,
            brace: Along::None,
            brace_stiffness: 0.25,
            pressure: 0.1,
            restitution: 0.5,
            friction: 0.3,
            most_nodes: 20_000,
        }
    }
}

impl MeshOptions {
    fn verify(&self) -> Result<(), MeshError> {
        let demands = [
            (self.spacing > 0.0 && self.spacing.is_finite(), "the spacing must be above 0"),
            ((0.1..=2.0).contains(&self.margin), "the margin must be between 0.1 and 2 spacings"),
            ((0.0..=0.5).contains(&self.detail), "the detail must be between 0 and 0.5 spacings"),
            (self.density > 0.0 && self.density.is_finite(), "the density must be above 0"),
            (self.stiffness > 0.0 && self.stiffness.is_finite(), "the stiffness must be above 0"),
            (self.damping >= 0.0 && self.damping.is_finite(), "the damping must not be negative"),
            (
                self.shear_stiffness > 0.0 && self.shear_stiffness.is_finite(),
                "the stiffness of shear springs must be above 0",
            ),
            (
                self.brace_stiffness > 0.0 && self.brace_stiffness.is_finite(),
                "the stiffness of brace springs must be above 0",
            ),
            (self.pressure >= 0.0 && self.pressure.is_finite(), "the pressure must not be negative"),
            (self.restitution >= 0.0 && self.restitution.is_finite(), "the restitution must not be negative"),
            (self.friction >= 0.0 && self.friction.is_finite(), "the friction must not be negative"),
        ];
        match demands.into_iter().find(|(is_met, _)| !is_met) {
            Some((_, demand)) => Err(MeshError::Option(demand)),
            None => Ok(()),
        }
    }
}

/// Attempts with half the spacing and tolerance before the hull follows every drawn point.
const REFINEMENTS: u32 = 5;
/// Attempts with half the spacing to get a node inside a thin body.
const INNER_REFINEMENTS: u32 = 3;
/// No node is lighter than this part of the mean: at a sharp tip the share of area would be so small that the
/// step had to be very short (the bound goes with stiffness / mass).
const LIGHTEST: f64 = 0.5;

/// A soft body: hull nodes first, loop by loop, then the inner nodes row by row; springs along the sides of all
/// triangles, as long as drawn. Hull and triangles are oriented as the format wants, whatever the outline's direction.
///
/// # Errors
/// See [`MeshError`].
pub fn soft(outline: &DrawnOutline, options: &MeshOptions) -> Result<Body, MeshError> {
    options.verify()?;
    let clean = outline.clean()?;
    let loops = hull_loops(&clean, options)?;
    let mut inner = Vec::new();
    for attempt in 0..=INNER_REFINEMENTS {
        let spacing = options.spacing * part(attempt);
        inner = inner_nodes(&loops, options.lattice, spacing, options.margin * spacing, options.most_nodes)?;
        if !inner.is_empty() || options.lattice == Lattice::None {
            break;
        }
    }
    let mesh = Mesh::of(&loops, &inner, options)?;
    let masses = mesh.masses(options.density);
    let nodes = mesh.points.iter().zip(masses);
    let nodes = nodes.map(|(point, mass)| Node { role: Role::Mass(mass), ..Node::at(point.to_array()) }).collect();
    Ok(Body {
        restitution: options.restitution,
        friction: options.friction,
        gas: options.pressure * mesh.area(),
        nodes,
        springs: mesh.springs(options),
        hull: mesh.hull,
        triangles: mesh.triangles,
        ..Body::default()
    })
}

/// A body that nothing moves: the outline with as few nodes as `detail` allows, no springs, no gas.
///
/// # Errors
/// See [`MeshError`].
pub fn decor(outline: &DrawnOutline, options: &MeshOptions) -> Result<Body, MeshError> {
    options.verify()?;
    let clean = outline.clean()?;
    let mut loops = clean.loops.clone();
    for attempt in 0..=REFINEMENTS {
        let tolerance = tolerance(&clean, options) * part(attempt);
        let simple: Vec<Vec<DVec2>> = clean.loops.iter().map(|points| simplify(points, tolerance)).collect();
        if crossing(&simple)?.is_none() {
            loops = simple;
            break;
        }
    }
    let mesh = Mesh::of(&loops, &[], options)?;
    Ok(Body {
        motion: Motion::Fixed,
        restitution: options.restitution,
        friction: options.friction,
        gas: 0.0,
        nodes: mesh.points.iter().map(|point| Node::at(point.to_array())).collect(),
        hull: mesh.hull,
        triangles: mesh.triangles,
        ..Body::default()
    })
}

/// 1, 1/2, 1/4, …
fn part(attempt: u32) -> f64 {
    1.0 / f64::from(1u32 << attempt)
}

/// Never less than rounding, so that points on a straight line go.
fn tolerance(clean: &Clean, options: &MeshOptions) -> f64 {
    (options.detail * options.spacing).max(1e-7 * clean.size)
}

/// The loops of the hull. Edges of the wanted length may cut off what separates two near parts of the outline, so
/// that they cross; then shorter ones are taken.
fn hull_loops(clean: &Clean, options: &MeshOptions) -> Result<Vec<Vec<DVec2>>, MeshError> {
    let most = options.most_nodes;
    let perimeter = |points: &Vec<DVec2>| -> f64 {
        (0..points.len()).map(|i| points[i].distance(points[(i + 1) % points.len()])).sum()
    };
    let steps = clean.loops.iter().map(perimeter).sum::<f64>() / options.spacing;
    for attempt in 0..=REFINEMENTS {
        let is_bearable = steps / part(attempt) <= most as f64;
        if !is_bearable {
            return Err(MeshError::TooManyNodes { most });
        }
        let tolerance = tolerance(clean, options) * part(attempt);
        let step = options.spacing * part(attempt);
        let cut = |points: &Vec<DVec2>| {
            resample(&simplify(points, tolerance), step, polygon::doubled_area(points), options.is_blunt)
        };
        let loops: Vec<Vec<DVec2>> = clean.loops.iter().map(cut).collect();
        if crossing(&loops)?.is_none() && keeps_area(clean, &loops) {
            return Ok(loops);
        }
    }
    Ok(clean.loops.clone())
}

/// Most by which the area of a body may differ from that of its outline, relative to it.
const AREA_ERROR: f64 = 0.007;

/// Whether the loops together enclose what they did, and each nearly; a loop that is small against the spacing may shrink to nothing.
fn keeps_area(clean: &Clean, loops: &[Vec<DVec2>]) -> bool {
    let doubled = |loops: &[Vec<DVec2>]| loops.iter().map(|points| polygon::doubled_area(points)).sum::<f64>();
    let ratio = doubled(loops) / doubled(&clean.loops);
    (ratio - 1.0).abs() <= AREA_ERROR
        && clean.loops.iter().zip(loops).all(|(old, new)| {
            let (old, new) = (polygon::doubled_area(old), polygon::doubled_area(new));
            new / old > 0.8 && new / old < 1.2
        })
}

/// Points, hull and triangles, before they are made of anything. The nodes of the hull come first.
pub(super) struct Mesh {
    pub points: Vec<DVec2>,
    pub hull: Vec<[usize; 2]>,
    pub triangles: Vec<[usize; 3]>,
}

impl Mesh {
    fn of(loops: &[Vec<DVec2>], inner: &[DVec2], options: &MeshOptions) -> Result<Self, MeshError> {
        let mut points: Vec<DVec2> = Vec::new();
        let mut hull = Vec::new();
        for corners in loops {
            let start = points.len();
            let count = corners.len();
            hull.extend((0..count).map(|i| [start + i, start + (i + 1) % count]));
            points.extend(corners);
        }
        let hull_count = points.len();
        points.extend(inner);
        if points.len() > options.most_nodes {
            return Err(MeshError::TooManyNodes { most: options.most_nodes });
        }
        let inner: Vec<usize> = (hull_count..points.len()).collect();
        let triangles = fill(&points, &hull, &inner).map_err(MeshError::Triangulation)?;
        Ok(Self { points, hull, triangles })
    }

    fn doubled_area(&self, [a, b, c]: [usize; 3]) -> f64 {
        polygon::doubled_triangle_area(self.points[a], self.points[b], self.points[c])
    }

    pub fn area(&self) -> f64 {
        self.triangles.iter().map(|&triangle| 0.5 * self.doubled_area(triangle)).sum()
    }

    /// Every triangle shares its mass among its corners; light nodes are brought up, and the total is kept.
    fn masses(&self, density: f64) -> Vec<f64> {
        let mut masses = vec![0.0; self.points.len()];
        for &triangle in &self.triangles {
            let share = density * self.doubled_area(triangle) / 6.0;
            triangle.into_iter().for_each(|node| masses[node] += share);
        }
        let total: f64 = masses.iter().sum();
        let lightest = LIGHTEST * total / masses.len() as f64;
        masses.iter_mut().for_each(|mass| *mass = mass.max(lightest));
        let factor = total / masses.iter().sum::<f64>();
        masses.iter_mut().for_each(|mass| *mass *= factor);
        masses
    }
}
