//! Distributes the mass of a body over its nodes; the total is conserved.

use super::fill::points;
use crate::geometry::polygon;
use crate::level::checks::support::{measure, tell};
use crate::level::{Body, Role};

/// Minimum mass of a node, as a fraction of the mean; lighter nodes would require a very short step.
const LIGHTEST: f64 = 0.25;

/// Gives every mass node the same mass. Returns a description.
///
/// # Errors
/// If there is no mass node, or all masses are equal already.
pub fn uniform(body: &mut Body) -> Result<String, String> {
    let count = count(body)?;
    put(body, |total, _| total / count as f64)
}

/// Gives every mass node its share of the area: each triangle divides its mass among its corners that are masses. Nodes
/// below a quarter of the mean get that. Returns a description.
///
/// # Errors
/// If there is no mass node or no area, or all have that mass already.
pub fn by_area(body: &mut Body) -> Result<String, String> {
    let (_, shares) = area_shares(body)?;
    put(body, |mass, node| mass * shares[node])
}

/// Area of the triangles, and the fraction of the mass that each node gets in [`by_area`].
///
/// # Errors
/// If there is no mass node or no area.
pub(super) fn area_shares(body: &Body) -> Result<(f64, Vec<f64>), String> {
    let at = points(body)?;
    let count = count(body)?;
    let (mut shares, mut whole) = (vec![0.0; at.len()], 0.0);
    for triangle in &body.triangles {
        let [a, b, c] = triangle.map(|node| at[node]);
        let area = 0.5 * polygon::doubled_triangle_area(a, b, c).abs();
        whole += area;
        let corners: Vec<usize> =
            triangle.iter().copied().filter(|&node| measure::mass(body.nodes[node].role).is_some()).collect();
        corners.iter().for_each(|&node| shares[node] += area / corners.len() as f64);
    }
    let total: f64 = shares.iter().sum();
    if !(total > 0.0 && total.is_finite()) {
        return Err("its triangles have no area: fill it first".to_owned());
    }
    let least = LIGHTEST * total / count as f64;
    let is_mass = |node: usize| measure::mass(body.nodes[node].role).is_some();
    let shares: Vec<f64> =
        shares.iter().enumerate().map(|(node, &share)| if is_mass(node) { share.max(least) } else { 0.0 }).collect();
    let total: f64 = shares.iter().sum();
    Ok((whole, shares.iter().map(|share| share / total).collect()))
}

fn count(body: &Body) -> Result<usize, String> {
    match body.nodes.iter().filter(|node| measure::mass(node.role).is_some()).count() {
        0 => Err("it has no masses".to_owned()),
        count => Ok(count),
    }
}

/// Sets the mass of every mass node from its index, and moves the barycentre accordingly.
pub(super) fn set_masses(body: &mut Body, mass: impl Fn(usize) -> f64) {
    for (index, node) in body.nodes.iter_mut().enumerate() {
        if let Role::Mass(own) = &mut node.role {
            *own = mass(index);
        }
    }
    if let (Some(hub), Some(mean)) = (measure::barycentre(body), measure::mean(body)) {
        body.nodes[hub].position = mean.to_array();
    }
}

/// Sets the mass of every mass node from the total and its index, and moves the barycentre accordingly.
fn put(body: &mut Body, mass: impl Fn(f64, usize) -> f64) -> Result<String, String> {
    let total: f64 = body.nodes.iter().filter_map(|node| measure::mass(node.role)).sum();
    let mut changed = body.clone();
    set_masses(&mut changed, |node| mass(total, node));
    let near = |a: Role, b: Role| match (measure::mass(a), measure::mass(b)) {
        (Some(a), Some(b)) => (a - b).abs() <= 1e-12 * a.abs(),
        _ => true,
    };
    if changed.nodes.iter().zip(&body.nodes).all(|(new, old)| near(new.role, old.role)) {
        return Err("its masses are distributed that way already".to_owned());
    }
    *body = changed;
    Ok(format!("{} redistributed", tell::num(total)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Node;

    fn masses(body: &Body) -> Vec<f64> {
        body.nodes.iter().filter_map(|node| measure::mass(node.role)).collect()
    }

    #[test]
    fn by_area_divides_by_corners_and_conserves_the_total() {
        // Triangles of area 6 and 3 that share the side 1-2; the total is 4.
        let nodes = [[0.0, 0.0], [4.0, 0.0], [0.0, 3.0], [4.0, 1.5]].map(Node::at).to_vec();
        let mut body = Body { nodes, triangles: vec![[0, 1, 2], [1, 3, 2]], ..Body::default() };
        assert_eq!(by_area(&mut body), Ok("4 redistributed".to_owned()));
        let expected = [2.0, 3.0, 3.0, 1.0].map(|share| share * 4.0 / 9.0);
        assert!(masses(&body).iter().zip(expected).all(|(mass, expected)| (mass - expected).abs() < 1e-12));
        assert!(by_area(&mut body).is_err());
        assert_eq!(uniform(&mut body), Ok("4 redistributed".to_owned()));
        assert!(masses(&body).iter().all(|mass| (mass - 1.0).abs() < 1e-12));
    }

    #[test]
    fn by_area_gives_the_barycentre_no_mass() {
        let mut nodes = [[0.0, 0.0], [2.0, 0.0], [0.0, 2.0]].map(Node::at).to_vec();
        nodes[0].role = Role::Mass(10.0);
        nodes.push(Node { role: Role::Barycentre, ..Node::at([0.5, 0.5]) });
        let mut body = Body { nodes, ..Body::default() };
        assert!(by_area(&mut body).is_err_and(|reason| reason.contains("fill it first")));
        assert!(uniform(&mut body).is_ok());
        assert_eq!(masses(&body), [4.0; 3]);
        let mean = body.nodes[3].position;
        assert!((mean[0] - 2.0 / 3.0).abs() < 1e-12 && (mean[1] - 2.0 / 3.0).abs() < 1e-12);
        assert_eq!(uniform(&mut Body::default()), Err("it has no masses".to_owned()));
    }
}
