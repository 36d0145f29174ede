//! Springs of a mesh: structural ones along the sides of triangles, shear springs across them, brace springs to the second
//! next node of a line.

use super::body::{Across, Along, Mesh, MeshOptions};
use crate::geometry::{DVec2, polygon};
use crate::level::Spring;

/// Cosine of the maximum bend (about 15°) of an inner line of nodes.
const STRAIGHT: f64 = 0.966;
/// Cosine of the bend (45°) above which the hull has a corner.
const SMOOTH: f64 = 0.707;

impl Mesh {
    /// Returns the sides of triangles, ascending; then shear springs in the order of the sides that they cross; then
    /// braces, ascending. At most one between two nodes.
    pub(super) fn springs(&self, options: &MeshOptions) -> Vec<Spring> {
        // Each side with its opposite corner; the two triangles of an inner side are adjacent.
        let mut sides: Vec<([usize; 2], usize)> = self
            .triangles
            .iter()
            .flat_map(|&[a, b, c]| [([a, b], c), ([b, c], a), ([c, a], b)])
            .map(|([a, b], across)| ([a.min(b), a.max(b)], across))
            .collect();
        sides.sort_unstable();
        let mut links: Vec<[usize; 2]> = sides.iter().map(|&(side, _)| side).collect();
        links.dedup();
        let shear = self.shear(&sides, &links, options.shear);
        let brace = self.brace(&links, &shear, options.brace);
        let mean_mass = options.density * self.area() / self.points.len() as f64;
        let spring = |[a, b]: [usize; 2], part: f64| {
            let stiffness = part * options.stiffness;
            let rest_length = self.points[a].distance(self.points[b]);
            // Two masses m on a spring oscillate like one of m / 2.
            let damping = options.damping * 2.0 * (stiffness * 0.5 * mean_mass).sqrt();
            Spring { a, b, rest_length, stiffness, damping }
        };
        let structural = links.iter().map(|&link| spring(link, 1.0));
        let shear = shear.iter().map(|&link| spring(link, options.shear_stiffness));
        let brace = brace.iter().map(|&link| spring(link, options.brace_stiffness));
        structural.chain(shear).chain(brace).collect()
    }

    fn shear(&self, sides: &[([usize; 2], usize)], links: &[[usize; 2]], which: Across) -> Vec<[usize; 2]> {
        let hull_count = self.hull.len();
        let is_wanted = |[a, b]: [usize; 2]| match which {
            Across::None => false,
            Across::Thin => a < hull_count && b < hull_count,
            Across::All => true,
        };
        let inner_sides = sides.windows(2).filter(|pair| pair[0].0 == pair[1].0 && is_wanted(pair[0].0));
        let across = inner_sides.filter_map(|pair| {
            let ([a, b], c, d) = (pair[0].0, pair[0].1, pair[1].1);
            let link = [c.min(d), c.max(d)];
            let [p, q, r, s] = [a, b, c, d].map(|node| self.points[node]);
            (polygon::segments_cross(p, q, r, s) && links.binary_search(&link).is_err()).then_some(link)
        });
        across.collect()
    }

    fn brace(&self, links: &[[usize; 2]], shear: &[[usize; 2]], which: Along) -> Vec<[usize; 2]> {
        if which == Along::None {
            return Vec::new();
        }
        let direction = |from: usize, to: usize| (self.points[to] - self.points[from]).normalize_or(DVec2::ZERO);
        let goes_on = |a: usize, b: usize, c: usize, cosine: f64| direction(a, b).dot(direction(b, c)) >= cosine;
        let mut found: Vec<[usize; 2]> = Vec::new();
        let mut next = vec![usize::MAX; self.points.len()];
        self.hull.iter().for_each(|&[a, b]| next[a] = b);
        let corners = self.hull.iter().map(|&[a, b]| [a, b, next[b]]);
        found.extend(corners.filter(|&[a, b, c]| goes_on(a, b, c, SMOOTH)).map(|[a, _, c]| [a.min(c), a.max(c)]));
        if which == Along::All {
            let mut around: Vec<Vec<usize>> = vec![Vec::new(); self.points.len()];
            for &[a, b] in links {
                around[a].push(b);
                around[b].push(a);
            }
            for (middle, ends) in around.iter().enumerate() {
                for (i, &a) in ends.iter().enumerate() {
                    let lines = ends[i + 1..].iter().filter(|&&c| goes_on(a, middle, c, STRAIGHT));
                    found.extend(lines.map(|&c| [a.min(c), a.max(c)]));
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        let mut taken = shear.to_vec();
        taken.sort_unstable();
        found.retain(|link| link[0] != link[1]);
        found.retain(|link| links.binary_search(link).is_err() && taken.binary_search(link).is_err());
        found
    }
}
