//! Coverage of a body's hull by its triangles.

use super::measure;
use super::outline::{HullOutline, crossings, distinct_edges};
use crate::geometry::{DVec2, polygon};
use crate::level::Body;

/// A triangle is flat if its doubled area is below this fraction of its longest side squared.
const FLAT: f64 = 1e-9;

/// Properties of a body's triangles. All areas are doubled, as in 000 §C.3.
#[derive(Clone, Debug)]
pub struct Cover {
    /// Triangles without repetitions of an earlier one.
    pub distinct: Vec<usize>,
    /// Distinct triangles without area or with a repeated node.
    pub flat: Vec<usize>,
    /// Distinct triangles that run clockwise.
    pub clockwise: Vec<usize>,
    /// True if the clockwise triangles compensate others that extend outside the hull, so that the sum is right (000 §E.1).
    pub is_folded: bool,
    /// Sum over `distinct`; clockwise ones count as positive unless folded.
    pub sum: f64,
    /// Area enclosed by the hull; None if it is not closed.
    pub hull: Option<f64>,
    /// Areas that differ by less are equal.
    pub tolerance: f64,
}

impl Cover {
    /// Classifies all triangles of the body.
    pub fn of(body: &Body, points: &[DVec2], outline: &HullOutline) -> Self {
        let distinct = distinct_triangles(body);
        let area = |i: usize| {
            let [a, b, c] = body.triangles[i].map(|node| points[node]);
            polygon::doubled_triangle_area(a, b, c)
        };
        let flat: Vec<usize> = distinct.iter().copied().filter(|&i| is_flat(body, points, i)).collect();
        let clockwise: Vec<usize> =
            distinct.iter().copied().filter(|&i| area(i) < 0.0 && flat.binary_search(&i).is_err()).collect();
        let hull = outline.doubled_area();
        let size = measure::size(points);
        let tolerance = measure::RELATIVE_TOLERANCE * size * size;
        let signed: f64 = distinct.iter().map(|&i| area(i)).sum();
        let is_folded = !clockwise.is_empty() && hull.is_some_and(|hull| (signed - hull).abs() <= tolerance);
        let turned: f64 = clockwise.iter().map(|&i| -2.0 * area(i)).sum();
        let sum = if is_folded { signed } else { signed + turned };
        Self { distinct, flat, clockwise, is_folded, sum, hull, tolerance }
    }

    /// True if the sum equals the area enclosed by the hull. None if the hull is open or crosses itself.
    pub fn fits(&self, body: &Body, points: &[DVec2]) -> Option<bool> {
        let differs = (self.sum - self.hull?).abs() > self.tolerance;
        if differs && !crossings(body, points, 1).is_empty() { None } else { Some(!differs) }
    }
}

fn is_flat(body: &Body, points: &[DVec2], triangle: usize) -> bool {
    let [a, b, c] = body.triangles[triangle].map(|node| points[node]);
    let longest = a.distance_squared(b).max(b.distance_squared(c)).max(c.distance_squared(a));
    polygon::doubled_triangle_area(a, b, c).abs() <= FLAT * longest
}

/// Triangles that do not repeat the three nodes of an earlier one, in ascending order.
pub fn distinct_triangles(body: &Body) -> Vec<usize> {
    let key = |i: usize| {
        let mut nodes = body.triangles[i];
        nodes.sort_unstable();
        nodes
    };
    let mut triangles: Vec<usize> = (0..body.triangles.len()).collect();
    triangles.sort_by_key(|&i| (key(i), i));
    triangles.dedup_by_key(|i| key(*i));
    triangles.sort_unstable();
    triangles
}

/// Places where triangles do not meet edge to edge.
#[derive(Clone, Debug, Default)]
pub struct Seams {
    /// Triangles on the same side of an edge as an earlier one, in ascending order.
    pub overlapping: Vec<usize>,
    /// Hull edges without a triangle on their inside, in ascending order.
    pub bare: Vec<usize>,
    /// Triangles with a side that is neither shared nor on the hull, in ascending order.
    pub loose: Vec<usize>,
}

impl Seams {
    /// Finds the violations of the rule: every inner edge has a triangle on each side, and all other edges are the hull.
    pub fn of(body: &Body, cover: &Cover) -> Self {
        let sides = sorted_sides(body, cover);
        let has = |[a, b]: [usize; 2]| sides.binary_search_by_key(&(undirected([a, b]), a > b), |s| (s.0, s.1)).is_ok();
        let hull_edges = distinct_edges(body);
        let mut hull: Vec<[usize; 2]> = hull_edges.iter().map(|&edge| undirected(body.hull[edge])).collect();
        hull.sort_unstable();
        let mut seams = Self::default();
        for along in alongside(&sides) {
            for (i, &(_, way, triangle)) in along.iter().enumerate() {
                if i > 0 && along[i - 1].1 == way {
                    seams.overlapping.push(triangle);
                }
            }
            if !is_shared(along) && hull.binary_search(&along[0].0).is_err() {
                seams.loose.extend(along.iter().map(|side| side.2));
            }
        }
        seams.bare = hull_edges
            .into_iter()
            .filter(|&edge| {
                let [a, b] = body.hull[edge];
                has([a, b]) == has([b, a])
            })
            .collect();
        for list in [&mut seams.overlapping, &mut seams.loose] {
            list.sort_unstable();
            list.dedup();
        }
        seams
    }

    /// True if all triangles meet edge to edge.
    pub fn are_tight(&self) -> bool {
        self.overlapping.is_empty() && self.bare.is_empty() && self.loose.is_empty()
    }

    /// Describes the violations; empty if there are none.
    pub fn words(&self) -> Vec<String> {
        use super::tell;
        let mut words = Vec::new();
        if !self.overlapping.is_empty() {
            let verb = if self.overlapping.len() == 1 { "overlaps" } else { "overlap" };
            words.push(format!("{} {verb} others", tell::list("triangle", &self.overlapping)));
        }
        if !self.bare.is_empty() {
            let verb = if self.bare.len() == 1 { "has" } else { "have" };
            words.push(format!("{} {verb} no triangle inside", tell::list("hull edge", &self.bare)));
        }
        if !self.loose.is_empty() {
            let verb = if self.loose.len() == 1 { "borders" } else { "border" };
            words.push(format!("{} {verb} on a gap", tell::list("triangle", &self.loose)));
        }
        words
    }
}

fn undirected([a, b]: [usize; 2]) -> [usize; 2] {
    [a.min(b), a.max(b)]
}

/// A side of a triangle: its nodes in ascending order, whether the triangle runs against that order, the triangle.
type TriangleSide = ([usize; 2], bool, usize);

/// Sorted sides of all distinct triangles that are not flat; clockwise ones are reversed unless they are folded.
fn sorted_sides(body: &Body, cover: &Cover) -> Vec<TriangleSide> {
    let mut sides = Vec::with_capacity(3 * cover.distinct.len());
    for &i in &cover.distinct {
        if cover.flat.binary_search(&i).is_ok() {
            continue;
        }
        let [a, mut b, mut c] = body.triangles[i];
        if !cover.is_folded && cover.clockwise.binary_search(&i).is_ok() {
            std::mem::swap(&mut b, &mut c);
        }
        sides.extend([[a, b], [b, c], [c, a]].map(|[a, b]| (undirected([a, b]), a > b, i)));
    }
    sides.sort_unstable();
    sides
}

/// Groups of sides between the same two nodes.
fn alongside(sides: &[TriangleSide]) -> impl Iterator<Item = &[TriangleSide]> {
    sides.chunk_by(|one, other| one.0 == other.0)
}

/// True if there is a triangle on each side of it.
fn is_shared(along: &[TriangleSide]) -> bool {
    along.first().map(|side| side.1) != along.last().map(|side| side.1)
}

/// True if a node occurs twice in the triangle.
pub fn has_node_twice([a, b, c]: [usize; 3]) -> bool {
    a == b || b == c || c == a
}

/// Directed sides that belong to one triangle only: the border, outside on the right, by triangle.
pub fn border(body: &Body, cover: &Cover) -> Vec<[usize; 2]> {
    let sides = sorted_sides(body, cover);
    let directed = |&([a, b], is_back, triangle): &TriangleSide| (triangle, if is_back { [b, a] } else { [a, b] });
    let mut border: Vec<(usize, [usize; 2])> =
        alongside(&sides).filter(|along| !is_shared(along)).flatten().map(directed).collect();
    border.sort_unstable();
    border.into_iter().map(|(_, side)| side).collect()
}
