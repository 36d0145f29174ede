//! Triangulates the even-odd area of rings by trapezoidal decomposition, for renderers that draw only triangles. Rings
//! may cross themselves and each other.

use super::Px;
use crate::geometry::SortCopies;

/// Thinner slabs, in pixels, are merged with their neighbours.
const THINNEST: f32 = 0.1;
/// Maximum number of subdivisions of a slab in which edges cross.
const MAX_CUTS: u32 = 8;

/// A non-horizontal edge from its upper to its lower end.
#[derive(Clone, Copy)]
struct Edge {
    top: Px,
    bottom: Px,
}

impl Edge {
    fn x_at(&self, y: f32) -> f32 {
        let t = (y - self.top[1]) / (self.bottom[1] - self.top[1]);
        self.top[0] + (self.bottom[0] - self.top[0]) * t.clamp(0.0, 1.0)
    }
}

/// Triangles that cover the even-odd area of the rings, within about a tenth of a pixel.
pub fn triangles(rings: &[Vec<Px>]) -> Vec<[Px; 3]> {
    if let [ring] = rings
        && is_convex(ring)
    {
        return ring[1..].windows(2).map(|pair| [ring[0], pair[0], pair[1]]).collect();
    }
    let mut edges = edges(rings);
    edges.sort_copies_by(|a, b| a.top[1].total_cmp(&b.top[1]));
    let levels = levels(&edges);
    let mut out = Vec::new();
    let mut active: Vec<Edge> = Vec::new();
    let mut waiting = edges.into_iter().peekable();
    for slab in levels.windows(2) {
        let (top, bottom) = (slab[0], slab[1]);
        let middle = 0.5 * (top + bottom);
        while let Some(edge) = waiting.next_if(|edge| edge.top[1] < middle) {
            active.push(edge);
        }
        active.retain(|edge| edge.bottom[1] > middle);
        fill_slab(top, bottom, &mut active, MAX_CUTS, &mut out);
    }
    out
}

/// True if a ring has at least three corners, turns in one direction only, and turns around once.
fn is_convex(ring: &[Px]) -> bool {
    if ring.len() < 3 {
        return false;
    }
    let side = |index: usize| {
        let (from, to) = (ring[index % ring.len()], ring[(index + 1) % ring.len()]);
        [to[0] - from[0], to[1] - from[1]]
    };
    let sides = || (0..ring.len()).map(side);
    let turns = sides().zip(sides().cycle().skip(1)).map(|([x, y], [u, v])| x * v - y * u);
    let (has_left, has_right) =
        turns.fold((false, false), |(left, right), turn| (left || turn > 0.0, right || turn < 0.0));
    // A ring that turns around once goes to the right and back.
    let mut directions = sides().filter(|&[x, _]| x != 0.0).map(|[x, _]| x > 0.0);
    let mut last = directions.next();
    let reversals = directions.filter(|&is_right| last.replace(is_right) != Some(is_right)).count();
    has_left != has_right && reversals <= 2
}

fn edges(rings: &[Vec<Px>]) -> Vec<Edge> {
    let mut edges = Vec::new();
    for ring in rings {
        for (index, &from) in ring.iter().enumerate() {
            let to = ring[(index + 1) % ring.len()];
            if from[1] < to[1] {
                edges.push(Edge { top: from, bottom: to });
            } else if from[1] > to[1] {
                edges.push(Edge { top: to, bottom: from });
            }
        }
    }
    edges
}

/// Heights at which edges begin or end.
fn levels(edges: &[Edge]) -> Vec<f32> {
    let mut all: Vec<f32> = edges.iter().flat_map(|edge| [edge.top[1], edge.bottom[1]]).collect();
    all.sort_copies_by(f32::total_cmp);
    let last = all.last().copied();
    let mut kept: Vec<f32> = Vec::with_capacity(all.len());
    for y in all {
        if kept.last().is_none_or(|&previous| y - previous >= THINNEST) {
            kept.push(y);
        }
    }
    // The lowest level counts even if it is close to the previous one.
    if let Some(last) = last {
        if kept.len() > 1 {
            kept.pop();
        }
        kept.push(last);
    }
    kept
}

fn fill_slab(top: f32, bottom: f32, active: &mut [Edge], cuts: u32, out: &mut Vec<[Px; 3]>) {
    let ends = |edge: &Edge| (edge.x_at(top), edge.x_at(bottom));
    active.sort_copies_by(|a, b| {
        let ((a0, a1), (b0, b1)) = (ends(a), ends(b));
        (a0 + a1).total_cmp(&(b0 + b1))
    });
    if cuts > 0 && bottom - top > THINNEST {
        let crossing = active.windows(2).find_map(|pair| {
            let ((a0, a1), (b0, b1)) = (ends(&pair[0]), ends(&pair[1]));
            let (before, after) = (b0 - a0, b1 - a1);
            ((before < -0.01 && after > 0.01) || (before > 0.01 && after < -0.01))
                .then(|| top + (bottom - top) * before / (before - after))
        });
        if let Some(y) = crossing.filter(|&y| y > top && y < bottom) {
            fill_slab(top, y, active, cuts - 1, out);
            fill_slab(y, bottom, active, cuts - 1, out);
            return;
        }
    }
    for pair in active.chunks_exact(2) {
        let ((a0, a1), (b0, b1)) = (ends(&pair[0]), ends(&pair[1]));
        if b0 != a0 {
            out.push([[a0, top], [b0, top], [b1, bottom]]);
        }
        if b1 != a1 {
            out.push([[a0, top], [b1, bottom], [a1, bottom]]);
        }
    }
}
