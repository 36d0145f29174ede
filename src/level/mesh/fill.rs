//! Constrained Delaunay triangulation of the area inside hull edges, using the library `spade`.

use glam::DVec2;
use spade::handles::FixedVertexHandle;
use spade::{ConstrainedDelaunayTriangulation, Point2, Triangulation};

/// Covers the area that `edges` enclose by parity (inner loops are holes) with a constrained Delaunay triangulation of the
/// ends of `edges` and the nodes `inner`.
///
/// `edges` and `inner` are indices of `points`; the direction of edges is irrelevant, and inner nodes outside the area are
/// ignored. The triangles run counter-clockwise, each from its lowest index, sorted.
///
/// # Errors
/// If nodes coincide, edges cross, or a coordinate is outside the library's range (about 1e-43 to 1e60).
pub fn fill(points: &[DVec2], edges: &[[usize; 2]], inner: &[usize]) -> Result<Vec<[usize; 3]>, String> {
    let mut nodes: Vec<usize> = edges.iter().flatten().chain(inner).copied().collect();
    nodes.sort_unstable();
    nodes.dedup();
    let mut mesh = ConstrainedDelaunayTriangulation::<Point2<f64>>::new();
    let mut handles = vec![None; points.len()];
    let mut node_of_vertex = Vec::with_capacity(nodes.len());
    for node in nodes {
        let DVec2 { x, y } = points[node];
        let handle = mesh
            .insert(Point2::new(x, y))
            .map_err(|_| format!("node {node} has a coordinate too small or too large to triangulate"))?;
        if handle.index() < node_of_vertex.len() {
            return Err(format!("nodes {} and {node} coincide", node_of_vertex[handle.index()]));
        }
        handles[node] = Some(handle);
        node_of_vertex.push(node);
    }
    for &[a, b] in edges {
        let (Some(from), Some(to)) = (handles[a], handles[b]) else { continue };
        add_edge(&mut mesh, from, to).map_err(|()| format!("edge {a}–{b} crosses another"))?;
    }
    let mut triangles = inside(&mesh, &node_of_vertex);
    triangles.sort_unstable();
    Ok(triangles)
}

fn add_edge(
    mesh: &mut ConstrainedDelaunayTriangulation<Point2<f64>>,
    from: FixedVertexHandle,
    to: FixedVertexHandle,
) -> Result<(), ()> {
    if from == to || !mesh.can_add_constraint(from, to) {
        return Err(());
    }
    mesh.add_constraint(from, to);
    Ok(())
}

/// Flood fill from the outer face; crossing a constraint changes sides.
fn inside(mesh: &ConstrainedDelaunayTriangulation<Point2<f64>>, node_of_vertex: &[usize]) -> Vec<[usize; 3]> {
    let mut is_inside: Vec<Option<bool>> = vec![None; mesh.num_all_faces()];
    let mut neighbours: Vec<Vec<(usize, bool)>> = vec![Vec::new(); mesh.num_all_faces()];
    for edge in mesh.directed_edges() {
        let changes = mesh.is_constraint_edge(edge.as_undirected().fix());
        neighbours[edge.face().fix().index()].push((edge.rev().face().fix().index(), changes));
    }
    let outer = mesh.outer_face().fix().index();
    is_inside[outer] = Some(false);
    let mut stack = vec![(outer, false)];
    while let Some((face, side)) = stack.pop() {
        for &(next, changes) in &neighbours[face] {
            if is_inside[next].is_none() {
                is_inside[next] = Some(side != changes);
                stack.push((next, side != changes));
            }
        }
    }
    mesh.inner_faces()
        .filter(|face| is_inside[face.fix().index()] == Some(true))
        .map(|face| {
            let mut nodes = face.vertices().map(|vertex| node_of_vertex[vertex.fix().index()]);
            let lowest = (0..3).min_by_key(|&i| nodes[i]).unwrap_or(0);
            nodes.rotate_left(lowest);
            nodes
        })
        .collect()
}
