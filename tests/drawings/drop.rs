//! Drops the bodies of a level on a floor and measures what becomes of them.

use blobsmith::engine::World;
use blobsmith::geometry::{DVec2, polygon};
use blobsmith::level::mesh::{DrawnOutline, MeshOptions, decor};
use blobsmith::level::{Level, Motion};

/// Frames of a drop.
pub const FRAMES: u32 = 600;
/// Most by which the area of a body may change, relative to it.
const AREA_CHANGE: f64 = 0.2;
/// The hull is tested for crossings once in so many frames, and at the end.
const EVERY: u32 = 5;

/// Why a body does not hold, and in which frame.
#[derive(Clone, Debug, PartialEq)]
pub enum Failure {
    Flip(u32),
    Area(u32, f64),
    Overlap(u32),
    NotFinite(u32),
}

struct Watched {
    first: usize,
    hull: Vec<[usize; 2]>,
    triangles: Vec<[usize; 3]>,
    area: f64,
}

/// The level with a floor so far below its lowest node.
pub fn above_floor(level: &Level, height: f64) -> Level {
    let mut level = level.clone();
    let nodes = level.bodies.iter().flat_map(|body| body.nodes.iter().map(|node| DVec2::from_array(node.position)));
    let (low, high) = nodes.fold((DVec2::MAX, DVec2::MIN), |(low, high), at| (low.min(at), high.max(at)));
    let (size, top) = (high - low, low.y - height);
    let (left, right) = (low.x - 2.0 * size.max_element(), high.x + 2.0 * size.max_element());
    let corners = [(left, top - 10.0), (right, top - 10.0), (right, top), (left, top)];
    let outline = DrawnOutline::of(corners.map(|(x, y)| DVec2::new(x, y)).to_vec());
    level.bodies.push(decor(&outline, &MeshOptions::default()).expect("a rectangle"));
    level.editor = None;
    level
}

/// Drops the bodies of a level from a height.
pub fn drop_from(level: &Level, height: f64) -> Result<(), Failure> {
    let level = above_floor(level, height);
    let mut world = World::new(&level).expect("the import makes valid levels");
    let mut first = 0;
    let mut watched = Vec::new();
    for body in &level.bodies {
        if body.motion == Motion::Dynamic {
            let at = |node: usize| DVec2::from_array(body.nodes[node].position);
            let area =
                body.triangles.iter().map(|&[a, b, c]| polygon::doubled_triangle_area(at(a), at(b), at(c))).sum();
            watched.push(Watched { first, hull: body.hull.clone(), triangles: body.triangles.clone(), area });
        }
        first += body.nodes.len();
    }
    for frame in 1..=FRAMES {
        world.step_frame();
        watched.iter().try_for_each(|body| body.verify(&world, frame))?;
    }
    Ok(())
}

impl Watched {
    fn verify(&self, world: &World, frame: u32) -> Result<(), Failure> {
        let at = |node: usize| world.position(self.first + node);
        let mut area = 0.0;
        let mut flips = 0;
        for &[a, b, c] in &self.triangles {
            let doubled = polygon::doubled_triangle_area(at(a), at(b), at(c));
            flips += usize::from(doubled <= 0.0);
            area += doubled;
        }
        let ratio = area / self.area;
        if !ratio.is_finite() {
            return Err(Failure::NotFinite(frame));
        }
        if flips > 0 {
            return Err(Failure::Flip(frame));
        }
        if (ratio - 1.0).abs() > AREA_CHANGE {
            return Err(Failure::Area(frame, ratio));
        }
        let is_due = frame.is_multiple_of(EVERY) || frame == FRAMES;
        if is_due && crosses(&self.hull.iter().map(|&[a, b]| (a, b, at(a), at(b))).collect::<Vec<_>>()) {
            return Err(Failure::Overlap(frame));
        }
        Ok(())
    }
}

/// Whether two edges without a common node cross: a sweep along x.
fn crosses(edges: &[(usize, usize, DVec2, DVec2)]) -> bool {
    let mut order: Vec<usize> = (0..edges.len()).collect();
    let left = |i: usize| edges[i].2.x.min(edges[i].3.x);
    order.sort_by(|&i, &j| left(i).total_cmp(&left(j)));
    let mut open: Vec<usize> = Vec::new();
    for i in order {
        let (a, b, p, q) = edges[i];
        open.retain(|&j| edges[j].2.x.max(edges[j].3.x) >= left(i));
        for &j in &open {
            let (c, d, r, s) = edges[j];
            if a != c && a != d && b != c && b != d && polygon::segments_cross(p, q, r, s) {
                return true;
            }
        }
        open.push(i);
    }
    false
}
