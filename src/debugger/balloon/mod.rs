//! Compares the painted area of three triangulations of a body: the present one, a fan from its barycentre, and a new
//! triangulation of the present hull (000 §E.1). Read-only.

mod proof;
mod words;

pub use proof::{Difference, Proof, pair, prove};
pub(in crate::debugger) use words::share;
pub use words::{BalloonVerdict, verdict};

use crate::engine::World;
use crate::geometry::cover::{self, Cover, Fill};
use crate::geometry::{DVec2, polygon};
use crate::level::{Level, edit, mesh};

/// A triangulation of a hull.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Triangulation {
    /// The present triangles of the body.
    Present,
    /// A fan from the barycentre to every hull edge.
    Fan,
    /// A new triangulation of the present hull, for display.
    New,
}

impl Triangulation {
    /// In the order of display.
    pub const ALL: [Self; 3] = [Self::Present, Self::Fan, Self::New];

    /// Title for the UI.
    pub fn title(self) -> &'static str {
        match self {
            Self::Present => "As they are",
            Self::Fan => "Barycentre fan",
            Self::New => "Retriangulated",
        }
    }
}

/// A triangulation with its painted area.
#[derive(Clone, Debug, PartialEq)]
pub struct Paint {
    /// Positions; the body's nodes come first.
    pub points: Vec<DVec2>,
    /// Hull edges, as indices into `points`.
    pub hull: Vec<[u32; 2]>,
    /// Corners, as indices into `points`.
    pub triangles: Vec<[u32; 3]>,
    /// Number of triangles that are not counter-clockwise.
    pub flipped: usize,
    /// Painted area without flipped triangles.
    pub cover: Cover,
    /// Spill and unpainted area if flipped triangles are painted too.
    pub filled: [f64; 2],
}

/// Report on a body.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Index of the body.
    pub body: usize,
    /// Number of its nodes.
    pub nodes: usize,
    /// Covered area of its hull, by the even-odd rule.
    pub area: f64,
    /// Source of its area, in words.
    pub area_source: &'static str,
    /// True if it has triangles.
    pub has_triangles: bool,
    /// True if its triangles are a fan from its barycentre.
    pub is_fan: bool,
    /// Its barycentre.
    pub barycentre: DVec2,
    /// Hull edges with the barycentre on their outside.
    pub hidden: Vec<usize>,
    /// The triangulations, in the order of [`Triangulation::ALL`]; or the reason why there is none.
    pub triangulations: [Result<Paint, String>; 3],
}

impl Report {
    /// One triangulation. None if it does not exist.
    pub fn paint(&self, triangulation: Triangulation) -> Option<&Paint> {
        self.triangulations[triangulation as usize].as_ref().ok()
    }
}

impl Paint {
    fn new(points: Vec<DVec2>, hull: Vec<[u32; 2]>, triangles: Vec<[u32; 3]>) -> Result<Self, String> {
        let lost = || "a node is not at a finite position, or the hull is too tangled".to_owned();
        let cover = cover::cover(&points, &hull, &triangles, Fill::Culled).ok_or_else(lost)?;
        let all = cover::areas(&points, &hull, &triangles, Fill::All).ok_or_else(lost)?;
        let is_flipped = |corners: &&[u32; 3]| {
            let [a, b, c] = corners.map(|node| points[node as usize]);
            polygon::doubled_triangle_area(a, b, c) <= 0.0
        };
        let flipped = triangles.iter().filter(is_flipped).count();
        Ok(Self { flipped, cover, filled: [all.spill, all.unpainted], points, hull, triangles })
    }

    /// True if it paints exactly the hull.
    pub fn is_exact(&self) -> bool {
        self.flipped == 0 && self.cover.spill == 0.0 && self.cover.unpainted == 0.0
    }
}

/// Examines a body in its present state. None if the body does not exist or the world belongs to another level.
pub fn examine(level: &Level, world: &World, body: usize) -> Option<Report> {
    let (parts, layout) = (level.bodies.get(body)?, world.layout().bodies.get(body)?);
    let first = layout.nodes.start as u32;
    if layout.nodes.len() != parts.nodes.len() {
        return None;
    }
    let points: Vec<DVec2> = layout.nodes.clone().map(|node| world.position(node)).collect();
    let edges = &world.layout().hull_edges[layout.hull_edges.clone()];
    let hull: Vec<[u32; 2]> = edges.iter().map(|ends| ends.map(|node| node - first)).collect();
    let triangles = world.layout().triangles[layout.triangles.clone()].iter();
    let triangles: Vec<[u32; 3]> = triangles.map(|corners| corners.map(|node| node - first)).collect();
    let has_triangles = !triangles.is_empty();
    let no_hull = || "the body has no hull".to_owned();
    let as_is = match (hull.is_empty(), has_triangles) {
        (true, _) => Err(no_hull()),
        (_, false) => Err("the body has no triangles".to_owned()),
        _ => Paint::new(points.clone(), hull.clone(), triangles),
    };
    let (barycentre, is_fan) = (world.barycentre(body), edit::balloon::is_fan(parts));
    // The barycentre node has its position of the end of the motion; contacts came after it.
    let middle = edit::balloon::hub(parts).filter(|_| is_fan).map_or(barycentre, |hub| points[hub]);
    let fan = edit::balloon::rim(parts).and_then(|rim| fan(&points, &hull, middle, &rim));
    let new = if hull.is_empty() { Err(no_hull()) } else { mesh::retriangulate(&points, &hull) };
    let new = new.and_then(|made| Paint::new(made.points, hull.clone(), made.triangles));
    Some(Report {
        body,
        nodes: points.len(),
        area: cover::areas(&points, &hull, &[], Fill::All).map_or(f64::NAN, |cover| cover.hull),
        area_source: world.layout().area_source(body),
        has_triangles,
        is_fan,
        barycentre,
        hidden: world.hidden_edges(body).collect(),
        triangulations: [as_is, fan, new],
    })
}

/// A fan from an additional point to every edge of the rim.
fn fan(points: &[DVec2], hull: &[[u32; 2]], middle: DVec2, rim: &[usize]) -> Result<Paint, String> {
    let hub = points.len() as u32;
    let mut points = points.to_vec();
    points.push(middle);
    let pairs = rim.iter().zip(rim.iter().cycle().skip(1));
    Paint::new(points, hull.to_vec(), pairs.map(|(&a, &b)| [hub, a as u32, b as u32]).collect())
}
