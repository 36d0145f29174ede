//! Sums of directed edges between numbered points (1-chains), in which an edge and its reverse cancel.
//!
//! Two edge sets with equal sums enclose the same area for any positions of the points.

use super::SortCopies;

/// An edge from the lower to the higher number, and its count; edges in the opposite direction count negative.
pub type Net = ([u32; 2], i32);

/// Sums directed edges, an edge and its reverse cancelling. The result is sorted, contains each pair of points once and
/// no zero count. Ignores edges from a point to itself.
pub fn net(edges: impl IntoIterator<Item = [u32; 2]>) -> Vec<Net> {
    let signed = |[a, b]: [u32; 2]| if a < b { ([a, b], 1) } else { ([b, a], -1) };
    let mut all = sorted(edges.into_iter().filter(|[a, b]| a != b).map(signed).collect());
    let mut kept = 0;
    for next in 0..all.len() {
        let (ends, count) = all[next];
        if kept > 0 && all[kept - 1].0 == ends {
            all[kept - 1].1 += count;
            continue;
        }
        // Overwrites an edge whose sum is 0.
        kept -= usize::from(kept > 0 && all[kept - 1].1 == 0);
        all[kept] = (ends, count);
        kept += 1;
    }
    kept -= usize::from(kept > 0 && all[kept - 1].1 == 0);
    all.truncate(kept);
    all
}

/// Sorts edges by their ends: a counting sort by the lower end, then a comparison sort of the few edges of each point.
fn sorted(mut all: Vec<Net>) -> Vec<Net> {
    let low = |&([low, _], _): &Net| low;
    let (first, last) = (all.iter().map(low).min().unwrap_or(0), all.iter().map(low).max().unwrap_or(0));
    let span = (last - first) as usize + 1;
    if span > 4 * all.len() {
        all.sort_copies_by_key(|&(ends, _)| ends);
        return all;
    }
    // Start of the edges of each lower end; after filling, their end.
    let mut place = vec![0usize; span + 1];
    all.iter().for_each(|edge| place[(low(edge) - first) as usize + 1] += 1);
    for at in 1..=span {
        place[at] += place[at - 1];
    }
    let mut out = vec![([0; 2], 0); all.len()];
    for edge in all {
        let at = &mut place[(low(&edge) - first) as usize];
        out[*at] = edge;
        *at += 1;
    }
    let mut start = 0;
    for &end in &place[..span] {
        out[start..end].sort_copies_by_key(|&([_, high], _)| high);
        start = end;
    }
    out
}

/// The three edges of each triangle, one after the other.
pub fn borders(triangles: &[[u32; 3]]) -> impl Iterator<Item = [u32; 2]> + '_ {
    triangles.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]])
}

/// True if the border of the triangles is exactly these edges, so both enclose the same area for any positions. False
/// for an empty list of triangles.
pub fn tiles(triangles: &[[u32; 3]], edges: &[[u32; 2]]) -> bool {
    !triangles.is_empty() && net(borders(triangles)) == net(edges.iter().copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_accepts_two_halves_or_a_fan_of_a_square() {
        let hull = [[0, 1], [1, 2], [2, 3], [3, 0]];
        assert!(tiles(&[[0, 1, 2], [0, 2, 3]], &hull));
        assert!(tiles(&[[4, 0, 1], [1, 2, 4], [2, 3, 4], [3, 0, 4]], &hull));
        assert!(tiles(&[[0, 1, 2], [0, 2, 3], [1, 1, 2]], &hull), "a degenerate triangle adds nothing");
        assert!(!tiles(&[[0, 1, 2]], &hull), "half of it");
        assert!(!tiles(&[[0, 2, 1], [0, 3, 2]], &hull), "the wrong way round");
        assert!(!tiles(&[[0, 1, 2], [0, 2, 3], [0, 1, 2]], &hull), "one twice");
        assert!(!tiles(&[[0, 1, 2], [0, 2, 3]], &hull[..3]), "an open hull");
        assert!(!tiles(&[], &hull) && !tiles(&[], &[]));
    }

    #[test]
    fn net_cancels_opposites_and_counts_repeated_edges() {
        assert_eq!(net([[0, 1], [1, 0], [2, 1], [2, 1], [3, 3]]), [([1, 2], -2)]);
        assert_eq!(net(borders(&[[0, 1, 2], [0, 2, 3]])), [([0, 1], 1), ([0, 3], -1), ([1, 2], 1), ([2, 3], 1)]);
        assert_eq!(net([[0, 1], [5, 7], [1, 0]]), [([5, 7], 1)]);
        assert_eq!(net([[0, 1], [1, 0]]), []);
        assert_eq!(net([]), []);
    }

    /// Reference: sums in a sorted map, one edge at a time.
    #[test]
    fn net_agrees_with_a_map_of_sums() {
        let mut seed = 1u32;
        let mut random = move |below: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            ((u64::from(seed >> 8) * u64::from(below)) >> 24) as u32
        };
        for (count, points, spread) in [(3, 3, 1), (400, 40, 1), (400, 40, 90_000_000), (5000, 900, 1), (60, 4, 7)] {
            for _ in 0..20 {
                let edges: Vec<[u32; 2]> =
                    (0..count).map(|_| [random(points) * spread + 5, random(points) * spread + 5]).collect();
                let mut sums = std::collections::BTreeMap::new();
                for &[a, b] in edges.iter().filter(|[a, b]| a != b) {
                    *sums.entry([a.min(b), a.max(b)]).or_insert(0) += if a < b { 1 } else { -1 };
                }
                let expected: Vec<Net> = sums.into_iter().filter(|&(_, sum)| sum != 0).collect();
                assert_eq!(net(edges), expected);
            }
        }
    }
}
