//! Bodies from outlines: nodes on the hull and inside, triangles, springs along their sides, masses by area.

use super::crossing::crossing;
use super::lattice::{clear_nodes, inner_nodes};
use super::outline::{Clean, DrawnOutline};
use super::resample::{resample, simplify};
use super::{MeshError, fill};
use crate::geometry::{DVec2, polygon};
use crate::level::{Body, Motion, Node, Role};
use serde::{Deserialize, Serialize};

/// Placement of inner nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Lattice {
    /// Rows offset by half a spacing: isotropic stiffness.
    #[default]
    Hexagonal,
    /// Rows and columns.
    Square,
    /// Hull nodes only.
    None,
}

/// Triangle sides that get a shear spring: one between the two opposite corners, which keeps the triangles from folding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Across {
    /// None.
    None,
    /// Sides from hull to hull: in tips and thin parts without inner nodes.
    #[default]
    Thin,
    /// All inner sides.
    All,
}

/// Nodes that get a brace spring: one to the second next in a line, which keeps the line straight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Along {
    /// None.
    #[default]
    None,
    /// Hull nodes, except at corners: the skin stays smooth.
    Hull,
    /// Inner nodes too.
    All,
}

/// Options for making a body from an outline. Lengths in level units.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MeshOptions {
    /// Target distance of neighbouring nodes, > 0; tight curves and corners get shorter edges.
    pub spacing: f64,
    /// Placement of inner nodes.
    pub lattice: Lattice,
    /// Minimum distance of inner nodes from the hull, in spacings, 0.1..=2.
    pub margin: f64,
    /// Maximum deviation of the hull from the outline, to save nodes, in spacings, 0..=0.5.
    pub detail: f64,
    /// True to cut off tips sharper than 40° up to a width of about half a spacing.
    pub is_blunt: bool,
    /// Mass per area, > 0.
    pub density: f64,
    /// Stiffness of structural springs (triangle sides), force per length, > 0. In a plane lattice the stiffness of the
    /// body is independent of the spacing.
    pub stiffness: f64,
    /// Damping of the springs as a fraction of the critical damping of a spring between two mean nodes, >= 0. Its effect is
    /// independent of the spacing, like that of the stiffness.
    pub damping: f64,
    /// Placement of shear springs.
    pub shear: Across,
    /// Stiffness of shear springs as a fraction of `stiffness`, > 0.
    pub shear_stiffness: f64,
    /// Placement of brace springs.
    pub brace: Along,
    /// Stiffness of brace springs as a fraction of `stiffness`, > 0.
    pub brace_stiffness: f64,
    /// Pressure of the gas at the drawn area, force per length, >= 0; 0 = no gas.
    pub pressure: f64,
    /// Elasticity of contacts.
    pub restitution: f64,
    /// Friction of contacts.
    pub friction: f64,
    /// Maximum number of nodes.
    pub most_nodes: usize,
}

impl Default for MeshOptions {
    /// Stiff enough that a body ten units high sags by about 5 % under the format's gravity (0.02).
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

/// Attempts with halved spacing and tolerance before the hull follows every drawn point.
const REFINEMENTS: u32 = 5;
/// Attempts with halved spacing to get a node inside a thin body.
const INNER_REFINEMENTS: u32 = 3;
/// Minimum distance of lattice nodes from kept nodes, in spacings.
const APART: f64 = 0.75;
/// Minimum mass of a node as a fraction of the mean. At a sharp tip the share of area would be so small that the step had
/// to be very short (its bound is proportional to stiffness / mass).
const LIGHTEST: f64 = 0.5;

/// Makes a soft body: hull nodes loop by loop, then the inner nodes row by row; springs along the sides of all triangles,
/// with drawn lengths. Hull and triangles have the format's orientation, whatever the outline's direction.
///
/// # Errors
/// See [`MeshError`].
pub fn soft(outline: &DrawnOutline, options: &MeshOptions) -> Result<Body, MeshError> {
    Ok(soft_and_cut(outline, options)?.0)
}

/// Returns also the area that was cut off at sharp tips.
pub(super) fn soft_and_cut(outline: &DrawnOutline, options: &MeshOptions) -> Result<(Body, f64), MeshError> {
    soft_around(outline, options, &[])
}

/// As [`soft`], with inner nodes at the `kept` points that are inside and not too close to the hull; the lattice fills what
/// they leave. Returns also the area that was cut off at sharp tips.
pub(in crate::level) fn soft_around(
    outline: &DrawnOutline,
    options: &MeshOptions,
    kept: &[DVec2],
) -> Result<(Body, f64), MeshError> {
    options.verify()?;
    let clean = outline.clean()?;
    let (loops, cut_area) = hull_loops(&clean, options)?;
    let mut inner = clear_nodes(&loops, kept, options.margin * options.spacing);
    for attempt in 0..=INNER_REFINEMENTS {
        let spacing = options.spacing * part(attempt);
        let mut filling = inner_nodes(&loops, options.lattice, spacing, options.margin * spacing, options.most_nodes)?;
        let room = APART * spacing;
        filling.retain(|at| inner.iter().all(|kept| kept.distance_squared(*at) >= room * room));
        inner.append(&mut filling);
        if !inner.is_empty() || options.lattice == Lattice::None {
            break;
        }
    }
    let mesh = Mesh::of(&loops, &inner, options)?;
    let masses = mesh.masses(options.density);
    let nodes = mesh.points.iter().zip(masses);
    let nodes = nodes.map(|(point, mass)| Node { role: Role::Mass(mass), ..Node::at(point.to_array()) }).collect();
    let body = Body {
        restitution: options.restitution,
        friction: options.friction,
        gas: options.pressure * mesh.area(),
        nodes,
        springs: mesh.springs(options),
        hull: mesh.hull,
        triangles: mesh.triangles,
        ..Body::default()
    };
    Ok((body, cut_area))
}

/// Makes a fixed body: the outline with as few nodes as `detail` allows, no springs, no gas.
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

/// At least the rounding error, so that points on a straight line are removed.
fn tolerance(clean: &Clean, options: &MeshOptions) -> f64 {
    (options.detail * options.spacing).max(1e-7 * clean.size)
}

/// Returns the loops of the hull, and the area cut off at sharp tips. Edges of the target length may cross between two near
/// parts of the outline; then shorter ones are used.
fn hull_loops(clean: &Clean, options: &MeshOptions) -> Result<(Vec<Vec<DVec2>>, f64), MeshError> {
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
        let (loops, cut_areas): (Vec<Vec<DVec2>>, Vec<f64>) = clean.loops.iter().map(cut).unzip();
        if crossing(&loops)?.is_none() && keeps_area(clean, &loops) {
            return Ok((loops, cut_areas.iter().sum()));
        }
    }
    Ok((clean.loops.clone(), 0.0))
}

/// Maximum relative difference between the area of a body and that of its outline.
const AREA_ERROR: f64 = 0.007;

/// True if the loops conserve the total area, and nearly that of each loop. A loop that is small compared with the spacing
/// may vanish.
fn keeps_area(clean: &Clean, loops: &[Vec<DVec2>]) -> bool {
    let doubled = |loops: &[Vec<DVec2>]| loops.iter().map(|points| polygon::doubled_area(points)).sum::<f64>();
    let ratio = doubled(loops) / doubled(&clean.loops);
    (ratio - 1.0).abs() <= AREA_ERROR
        && clean.loops.iter().zip(loops).all(|(old, new)| {
            let (old, new) = (polygon::doubled_area(old), polygon::doubled_area(new));
            new / old > 0.8 && new / old < 1.2
        })
}

/// Points, hull and triangles before masses and springs. Hull nodes come first.
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

    /// Divides each triangle's mass among its corners; light nodes are raised, and the total is conserved.
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
