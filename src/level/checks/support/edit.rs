//! Changes shared by several fixes: removing, renumbering, retriangulating.

use super::cover::{Cover, Seams};
use super::measure;
use super::outline::{HullLoop, HullOutline, crossings};
use crate::geometry::{DVec2, polygon};
use crate::level::{Body, Role, mesh};

/// Removes the items at these indices (ascending) and returns their number.
pub fn leave_out<T>(items: &mut Vec<T>, indices: &[usize]) -> usize {
    let before = items.len();
    let mut index = 0;
    items.retain(|_| {
        let stays = indices.binary_search(&index).is_err();
        index += 1;
        stays
    });
    before - items.len()
}

/// Replaces every node reference by its new index; elements that refer to a removed node are removed.
pub fn renumber(body: &mut Body, new_index: &[Option<usize>]) {
    let new = |node: usize| new_index.get(node).copied().flatten();
    body.springs.retain_mut(|spring| match (new(spring.a), new(spring.b)) {
        (Some(a), Some(b)) => {
            (spring.a, spring.b) = (a, b);
            true
        }
        _ => false,
    });
    body.sticks.retain_mut(|stick| match (new(stick.a), new(stick.b)) {
        (Some(a), Some(b)) => {
            (stick.a, stick.b) = (a, b);
            true
        }
        _ => false,
    });
    body.hull.retain_mut(|edge| renumbered(edge, &new));
    body.triangles.retain_mut(|triangle| renumbered(triangle, &new));
}

fn renumbered<const N: usize>(nodes: &mut [usize; N], new: &impl Fn(usize) -> Option<usize>) -> bool {
    nodes.iter_mut().all(|node| match new(*node) {
        Some(index) => {
            *node = index;
            true
        }
        None => false,
    })
}

/// Removes these nodes (ascending) and every element that refers to them.
pub fn remove_nodes(body: &mut Body, nodes: &[usize]) {
    let mut next = 0;
    let new_index: Vec<Option<usize>> = (0..body.nodes.len())
        .map(|node| {
            let stays = nodes.binary_search(&node).is_err();
            next += usize::from(stays);
            stays.then(|| next - 1)
        })
        .collect();
    leave_out(&mut body.nodes, nodes);
    renumber(body, &new_index);
}

/// True if every edge of the loop is visible from `center` on its inside: a fan from there has no flipped triangle.
pub fn is_star_shaped(found: &HullLoop, points: &[DVec2], center: DVec2) -> bool {
    let nodes = found.nodes_outside_right();
    let tolerance = measure::tolerance(points);
    (0..nodes.len()).all(|i| {
        let (a, b) = (points[nodes[i]], points[nodes[(i + 1) % nodes.len()]]);
        polygon::doubled_triangle_area(a, b, center) > tolerance * a.distance(b)
    })
}

/// Returns triangles from each edge of the loop to `center` (000 §E.1), counter-clockwise, in file order of the edges.
pub fn fan(body: &Body, found: &HullLoop, center: usize) -> Vec<[usize; 3]> {
    let wrong = found.wrong_edges();
    let mut edges = found.edges.clone();
    edges.sort_unstable();
    edges
        .into_iter()
        .map(|edge| {
            let [a, b] = body.hull[edge];
            if wrong.binary_search(&edge).is_ok() { [b, a, center] } else { [a, b, center] }
        })
        .collect()
}

/// Returns triangles that cover exactly the area inside the hull. They are a fan from the barycentre if the body has one
/// and its masses all lie on one star-shaped loop; else a constrained Delaunay triangulation through the inner nodes. Fails
/// with a reason if the hull is not closed or crosses itself.
pub fn triangles_in_hull(body: &Body) -> Result<Vec<[usize; 3]>, String> {
    let points = measure::points(body).ok_or("its coordinates are too large")?;
    let outline = HullOutline::of(body, &points);
    if !outline.is_closed() {
        return Err("its hull is not closed".to_string());
    }
    if !crossings(body, &points, 1).is_empty() {
        return Err("its hull crosses itself".to_string());
    }
    let mut on_hull = vec![false; body.nodes.len()];
    let edges: Vec<[usize; 2]> =
        outline.loops.iter().flat_map(|found| &found.edges).map(|&edge| body.hull[edge]).collect();
    edges.iter().flatten().for_each(|&node| on_hull[node] = true);
    let inner: Vec<usize> = inner_nodes(body).into_iter().filter(|&node| !on_hull[node]).collect();
    if let (Some(found), Some(center)) = (outline.only_loop(), measure::barycentre(body))
        && inner == [center]
        && is_star_shaped(found, &points, points[center])
    {
        return Ok(fan(body, found, center));
    }
    let triangles = mesh::fill(&points, &edges, &inner)?;
    let filled = Body { triangles, ..body.clone() };
    let cover = Cover::of(&filled, &points, &outline);
    if cover.flat.is_empty() && cover.fits(&filled, &points) == Some(true) && Seams::of(&filled, &cover).are_tight() {
        Ok(filled.triangles)
    } else {
        Err("a node lies on a hull edge".to_string())
    }
}

/// Connected inner nodes in ascending order: those with a spring, a stick or a triangle, and the barycentre.
fn inner_nodes(body: &Body) -> Vec<usize> {
    let mut is_used = vec![false; body.nodes.len()];
    let springs = body.springs.iter().flat_map(|spring| [spring.a, spring.b]);
    let sticks = body.sticks.iter().flat_map(|stick| [stick.a, stick.b]);
    let corners = body.triangles.iter().flatten().copied();
    springs.chain(sticks).chain(corners).chain(measure::barycentre(body)).for_each(|node| is_used[node] = true);
    (0..body.nodes.len()).filter(|&node| is_used[node]).collect()
}

/// Fills the hull with new triangles and describes the change; the body is unchanged on failure.
pub fn refill(body: &mut Body) -> Result<String, String> {
    let triangles = triangles_in_hull(body)?;
    let message = format!("filled the hull with {}", super::tell::count(triangles.len(), "triangle"));
    body.triangles = triangles;
    Ok(message)
}

/// Describes the effect of [`refill`], if it is possible.
pub fn refill_offer(body: &Body) -> Option<String> {
    let triangles = triangles_in_hull(body).ok()?;
    Some(format!("Fill the hull with {}", super::tell::count(triangles.len(), "triangle")))
}

/// Merges the nodes of each pair, transitively. The lowest node remains, with the sum of the masses and the mean velocity.
/// Links within a merged node are removed, and links that become equal are kept once.
pub fn merge_nodes(body: &mut Body, pairs: &[(usize, usize)]) {
    let mut parts = Parts::new(body.nodes.len());
    pairs.iter().for_each(|&(a, b)| parts.join(a, b));
    let mut merged = body.nodes.clone();
    let mut new_index = vec![None; body.nodes.len()];
    let mut kept = Vec::new();
    for node in 0..body.nodes.len() {
        let root = parts.root(node);
        if root == node {
            new_index[node] = Some(kept.len());
            kept.push(node);
        } else {
            new_index[node] = new_index[root];
            let (first, second) = (merged[root].clone(), &body.nodes[node]);
            if let (Role::Mass(m), Role::Mass(n)) = (first.role, second.role)
                && (m + n).is_finite()
            {
                let share = n / (m + n);
                merged[root].role = Role::Mass(m + n);
                for axis in 0..2 {
                    merged[root].velocity[axis] += (second.velocity[axis] - first.velocity[axis]) * share;
                }
            }
            merged[root].pinned |= second.pinned;
        }
    }
    body.nodes = kept.into_iter().map(|node| merged[node].clone()).collect();
    renumber(body, &new_index);
    body.springs.retain(|spring| spring.a != spring.b);
    body.sticks.retain(|stick| stick.a != stick.b);
    body.hull.retain(|[a, b]| a != b);
    body.triangles.retain(|&triangle| !super::cover::has_node_twice(triangle));
}

/// Connected components of nodes (disjoint sets; the root is the lowest of its set).
pub struct Parts(Vec<usize>);

impl Parts {
    /// Starts without connections.
    pub fn new(nodes: usize) -> Self {
        Self((0..nodes).collect())
    }

    /// Returns the lowest node of this node's component.
    pub fn root(&mut self, mut node: usize) -> usize {
        while self.0[node] != node {
            self.0[node] = self.0[self.0[node]];
            node = self.0[node];
        }
        node
    }

    /// Joins the components of both nodes.
    pub fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b)] = a.min(b);
    }
}

/// Removes repeated springs, sticks and triangles, and pairs of opposite hull edges: a seam between joined parts is no
/// longer hull.
pub fn leave_out_repeated(body: &mut Body) {
    let pair = |a: usize, b: usize| (a.min(b), a.max(b));
    let springs = repeated((0..body.springs.len()).collect(), |i| pair(body.springs[i].a, body.springs[i].b));
    leave_out(&mut body.springs, &springs);
    let sticks = repeated((0..body.sticks.len()).collect(), |i| pair(body.sticks[i].a, body.sticks[i].b));
    leave_out(&mut body.sticks, &sticks);
    let distinct = super::cover::distinct_triangles(body);
    let mut index = 0;
    body.triangles.retain(|_| {
        index += 1;
        distinct.binary_search(&(index - 1)).is_ok()
    });
    let mut sorted = body.hull.clone();
    sorted.sort_unstable();
    body.hull.retain(|&[a, b]| sorted.binary_search(&[b, a]).is_err());
}

/// Returns those of `items` (ascending) whose key occurs earlier, in ascending order.
pub fn repeated<K: Ord>(items: Vec<usize>, key: impl Fn(usize) -> K) -> Vec<usize> {
    let mut sorted: Vec<(K, usize)> = items.into_iter().map(|i| (key(i), i)).collect();
    sorted.sort_unstable();
    let mut repeated: Vec<usize> =
        sorted.windows(2).filter(|pair| pair[0].0 == pair[1].0).map(|pair| pair[1].1).collect();
    repeated.sort_unstable();
    repeated
}
