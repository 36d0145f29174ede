//! Closed loops of a set of edges.

use super::SortCopies;
use glam::DVec2;

/// A closed outline: loops of points, the last joined to the first. The even-odd rule decides what is inside, so loops
/// may nest, cross themselves and have either orientation.
pub type Loops = Vec<Vec<DVec2>>;

/// Decomposes edges into closed loops that use every edge once (Hierholzer). `None` if an odd number of edges ends at a
/// node, because the edges then bound no area.
pub fn of_edges(edges: &[[u32; 2]]) -> Option<Vec<Vec<u32>>> {
    let mut ends: Vec<(u32, u32)> =
        edges.iter().enumerate().flat_map(|(edge, &[a, b])| [(a, edge as u32), (b, edge as u32)]).collect();
    ends.sort_copies();
    if ends.chunk_by(|a, b| a.0 == b.0).any(|same| same.len() % 2 != 0) {
        return None;
    }
    // First end of the node in the list, and the first end that may still have an unused edge.
    let first = |node: u32| ends.partition_point(|end| end.0 < node);
    let mut next: Vec<usize> = ends.iter().map(|end| first(end.0)).collect();
    let mut is_used = vec![false; edges.len()];
    let mut all = Vec::new();
    for edge in 0..edges.len() {
        while !is_used[edge] {
            // If every node has an even number of edges, a walk ends only where it started.
            let (start, mut node, mut points) = (edges[edge][0], edges[edge][0], Vec::new());
            loop {
                let slot = first(node);
                while is_used[ends[next[slot]].1 as usize] {
                    next[slot] += 1;
                }
                let taken = ends[next[slot]].1 as usize;
                is_used[taken] = true;
                points.push(node);
                node = if edges[taken][0] == node { edges[taken][1] } else { edges[taken][0] };
                if node == start {
                    break;
                }
            }
            if points.len() > 2 {
                all.push(points);
            }
        }
    }
    Some(all)
}
