//! In which order the nodes are taken: as they are numbered, unless that scatters neighbours all over a large mesh.
//!
//! Must never know: slots, chunks.

use crate::engine::Layout;
use crate::engine::layout::BodyLayout;

/// Bodies of fewer nodes fit into the cache in whatever order.
const SMALL: usize = 4096;

/// All nodes of these bodies in the order of the sweep.
pub(super) fn nodes<'a>(layout: &'a Layout, bodies: impl Iterator<Item = &'a BodyLayout>) -> Vec<u32> {
    let mut order = Vec::new();
    for body in bodies {
        if is_scattered(layout, body) {
            along_springs(layout, body, &mut order);
        } else {
            order.extend(body.nodes.clone().map(|node| node as u32));
        }
    }
    order
}

/// Whether the ends of its springs are numbered much further apart than the rows of a mesh would have them.
fn is_scattered(layout: &Layout, body: &BodyLayout) -> bool {
    let (nodes, springs) = (body.nodes.len(), body.springs.len());
    if nodes < SMALL || springs == 0 {
        return false;
    }
    let apart: u64 =
        body.springs.clone().map(|spring| u64::from(ends(layout, spring, 0).abs_diff(ends(layout, spring, 1)))).sum();
    let mean = apart / springs as u64;
    // A mesh of n nodes has rows of about √n.
    mean * mean > 256 * nodes as u64
}

fn ends(layout: &Layout, spring: usize, end: usize) -> u32 {
    [&layout.springs.a, &layout.springs.b][end][spring]
}

/// Breadth first from the first node of each piece: neighbours end up about as near as the mesh is wide.
fn along_springs(layout: &Layout, body: &BodyLayout, order: &mut Vec<u32>) {
    let first = body.nodes.start as u32;
    let count = body.nodes.len();
    let mut begin = vec![0_u32; count + 1];
    for spring in body.springs.clone() {
        for end in 0..2 {
            begin[(ends(layout, spring, end) - first) as usize + 1] += 1;
        }
    }
    for node in 0..count {
        begin[node + 1] += begin[node];
    }
    let mut free = begin.clone();
    let mut neighbours = vec![0_u32; 2 * body.springs.len()];
    for spring in body.springs.clone() {
        for end in 0..2 {
            let place = &mut free[(ends(layout, spring, end) - first) as usize];
            neighbours[*place as usize] = ends(layout, spring, 1 - end) - first;
            *place += 1;
        }
    }
    let mut is_taken = vec![false; count];
    for root in 0..count {
        if std::mem::replace(&mut is_taken[root], true) {
            continue;
        }
        let mut next = order.len();
        order.push(first + root as u32);
        while next < order.len() {
            let node = (order[next] - first) as usize;
            next += 1;
            for &neighbour in &neighbours[begin[node] as usize..begin[node + 1] as usize] {
                if !std::mem::replace(&mut is_taken[neighbour as usize], true) {
                    order.push(first + neighbour);
                }
            }
        }
    }
}
