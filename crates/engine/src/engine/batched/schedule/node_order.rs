//! Node order of a sweep: as numbered, or breadth first if the numbering scatters the neighbours of a large mesh.
//!
//! Breadth-first numbering reduces the bandwidth as in Cuthill & McKee (1969), without their sort by degree.

use crate::engine::data::Layout;
use crate::engine::data::layout::BodyLayout;

/// Bodies with fewer nodes fit in the L1 cache in any order.
const SMALL: usize = 512;

/// Nodes of the given bodies in the order of the sweep.
pub(in crate::engine) fn nodes<'a>(layout: &'a Layout, bodies: impl Iterator<Item = &'a BodyLayout>) -> Vec<u32> {
    let mut order = Vec::new();
    for body in bodies {
        if is_scattered(layout, body) {
            breadth_first(layout, body, &mut order);
        } else {
            order.extend(body.nodes.clone().map(|node| node as u32));
        }
    }
    order
}

/// True if the indices of spring ends differ by much more than the rows of a mesh would require.
fn is_scattered(layout: &Layout, body: &BodyLayout) -> bool {
    let (nodes, springs) = (body.nodes.len(), body.springs.len());
    if nodes < SMALL || springs == 0 {
        return false;
    }
    let spans = || {
        let span = |spring| ends(layout, spring, 0).abs_diff(ends(layout, spring, 1)) as usize;
        body.springs.clone().map(span)
    };
    let mean = spans().sum::<usize>() / springs;
    // A mesh of n nodes has rows of about √n. With random numbering springs span n/3 on average, with many different spans; a beam
    // numbered lengthwise has few different spans.
    mean * mean > 256 * nodes || (mean > nodes / 5 && has_many_spans(spans(), nodes))
}

/// True if most neighbouring springs have different spans.
fn has_many_spans(spans: impl Iterator<Item = usize>, nodes: usize) -> bool {
    let (mut is_known, mut kinds) = (vec![false; nodes], 0);
    for span in spans {
        kinds += usize::from(!std::mem::replace(&mut is_known[span], true));
    }
    kinds > nodes / 16
}

fn ends(layout: &Layout, spring: usize, end: usize) -> u32 {
    [&layout.springs.a, &layout.springs.b][end][spring]
}

/// Breadth-first order from the first node of each connected component: neighbours are about the width of the mesh apart.
fn breadth_first(layout: &Layout, body: &BodyLayout, order: &mut Vec<u32>) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Body, Level, Node, Spring};

    /// Whether a lattice is reordered; `number` maps a place to the index of its node.
    fn is_reordered(columns: usize, rows: usize, number: impl Fn(usize) -> usize) -> bool {
        let count = columns * rows;
        let place = |column: usize, row: usize| row * columns + column;
        let across = (0..rows).flat_map(|row| (1..columns).map(move |column| [(column - 1, row), (column, row)]));
        let up = (1..rows).flat_map(|row| (0..columns).map(move |column| [(column, row - 1), (column, row)]));
        let spring = |ends: [(usize, usize); 2]| {
            let [a, b] = ends.map(|(column, row)| number(place(column, row)));
            Spring { a, b, rest_length: 1.0, stiffness: 1.0, damping: 0.0 }
        };
        let springs = across.chain(up).map(spring).collect();
        let body = Body { nodes: vec![Node::at([0.0, 0.0]); count], springs, ..Body::default() };
        let layout = Layout::new(&Level { bodies: vec![body], ..Level::default() });
        let order = nodes(&layout, layout.bodies.iter());
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, (0..count as u32).collect::<Vec<_>>(), "every node once");
        order != sorted
    }

    #[test]
    fn node_order_changes_only_scattered_numbering() {
        let shuffled: Vec<usize> = {
            let mut numbers: Vec<usize> = (0..1024).collect();
            numbers.sort_by_key(|&place| (place * 397 + place * place * 211) % 1021);
            numbers
        };
        assert!(is_reordered(32, 32, |place| shuffled[place]));
        assert!(!is_reordered(32, 32, |place| place), "rows");
        assert!(!is_reordered(400, 3, |place| place), "a beam lengthwise: its springs span few numbers");
        let few: Vec<usize> = shuffled.iter().copied().filter(|&number| number < 256).collect();
        assert!(!is_reordered(16, 16, |place| few[place]), "small");
    }
}
