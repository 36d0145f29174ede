//! Sums of directed edges between numbered points, in which an edge and its opposite cancel.
//!
//! Must never know: where the points are, whose edges they are. Two sums that are equal here enclose the same area,
//! wherever the points go.

/// An edge from the lower to the higher number, and how often it is there: against that direction counts negative.
pub type Net = ([u32; 2], i32);

/// What is left of directed edges when each cancels its opposite: ascending, every pair of points once, none with 0.
/// Edges from a point to itself are nothing.
pub fn net(edges: impl IntoIterator<Item = [u32; 2]>) -> Vec<Net> {
    let signed = |[a, b]: [u32; 2]| if a < b { ([a, b], 1) } else { ([b, a], -1) };
    let mut all: Vec<Net> = edges.into_iter().filter(|[a, b]| a != b).map(signed).collect();
    all.sort_unstable();
    let mut net: Vec<Net> = Vec::new();
    for (ends, count) in all {
        match net.last_mut() {
            Some(last) if last.0 == ends => last.1 += count,
            _ => net.push((ends, count)),
        }
    }
    net.retain(|&(_, count)| count != 0);
    net
}

/// The three edges of each triangle, one after the other.
pub fn borders(triangles: &[[u32; 3]]) -> impl Iterator<Item = [u32; 2]> + '_ {
    triangles.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]])
}

/// Whether the border of the triangles is exactly these edges, so that both enclose the same area however the points
/// move; never for no triangles.
pub fn tiles(triangles: &[[u32; 3]], edges: &[[u32; 2]]) -> bool {
    !triangles.is_empty() && net(borders(triangles)) == net(edges.iter().copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_is_tiled_by_its_halves_and_by_a_fan() {
        let hull = [[0, 1], [1, 2], [2, 3], [3, 0]];
        assert!(tiles(&[[0, 1, 2], [0, 2, 3]], &hull));
        assert!(tiles(&[[4, 0, 1], [1, 2, 4], [2, 3, 4], [3, 0, 4]], &hull));
        assert!(tiles(&[[0, 1, 2], [0, 2, 3], [1, 1, 2]], &hull), "what is flat by its numbers is nothing");
        assert!(!tiles(&[[0, 1, 2]], &hull), "half of it");
        assert!(!tiles(&[[0, 2, 1], [0, 3, 2]], &hull), "the wrong way round");
        assert!(!tiles(&[[0, 1, 2], [0, 2, 3], [0, 1, 2]], &hull), "one twice");
        assert!(!tiles(&[[0, 1, 2], [0, 2, 3]], &hull[..3]), "an open hull");
        assert!(!tiles(&[], &hull) && !tiles(&[], &[]));
    }

    #[test]
    fn opposites_cancel_and_what_is_there_twice_counts_twice() {
        assert_eq!(net([[0, 1], [1, 0], [2, 1], [2, 1], [3, 3]]), [([1, 2], -2)]);
        assert_eq!(net(borders(&[[0, 1, 2], [0, 2, 3]])), [([0, 1], 1), ([0, 3], -1), ([1, 2], 1), ([2, 3], 1)]);
    }
}
