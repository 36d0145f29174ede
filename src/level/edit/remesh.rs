//! Remeshes a body with its hull as the outline; name, motion and contact properties are kept.

use super::fill::{closed_hull, points};
use super::texture;
use crate::geometry::{Aabb, DVec2, polygon};
use crate::level::checks::support::{measure, tell};
use crate::level::mesh::{DrawnOutline, Recipe};
use crate::level::{Body, Motion, Node, Point, Skin, UvMap};

/// Outline of a body's hull.
///
/// # Errors
/// If the hull is not closed, or has several outer loops.
pub fn outline(body: &Body) -> Result<DrawnOutline, String> {
    let at = points(body)?;
    let hull = closed_hull(body, &at)?;
    let corners = |nodes: &[usize]| nodes.iter().map(|&node| at[node]).collect::<Vec<_>>();
    let (holes, outer): (Vec<_>, Vec<_>) = hull.loops.iter().partition(|found| found.is_hole);
    let [outer] = outer[..] else {
        return Err(format!("its hull has {} outer loops: separate them first", outer.len()));
    };
    Ok(DrawnOutline { outer: corners(&outer.nodes), holes: holes.iter().map(|hole| corners(&hole.nodes)).collect() })
}

/// Recipe that approximates a body: mean stiffness and damping, density, pressure, node distance.
pub fn recipe(body: &Body) -> Recipe {
    let bounds = Aabb::around(body.nodes.iter().map(|node| DVec2::from_array(node.position)));
    let mut recipe = Recipe::fitting(bounds.size().max_element());
    let options = &mut recipe.options;
    (options.restitution, options.friction) = (body.restitution, body.friction);
    recipe.is_soft = body.motion == Motion::Dynamic;
    let Ok(at) = points(body) else { return recipe };
    let area =
        0.5 * body.triangles.iter().map(|t| polygon::doubled_triangle_area(at[t[0]], at[t[1]], at[t[2]])).sum::<f64>();
    let hull_area = 0.5 * polygon::doubled_area_of_edges(body.hull.iter().map(|&[a, b]| (at[a], at[b])), DVec2::ZERO);
    let area = if area > 0.0 { area } else { hull_area.abs() };
    let mass: f64 = body.nodes.iter().filter_map(|node| measure::mass(node.role)).sum();
    let mean = |sum: f64, count: usize| (count > 0).then(|| sum / count as f64).filter(|mean| *mean > 0.0);
    let hull_length = body.hull.iter().map(|&[a, b]| at[a].distance(at[b])).sum();
    if let Some(spacing) = mean(hull_length, body.hull.len()) {
        options.spacing = spacing;
    }
    if let Some(stiffness) = mean(body.springs.iter().map(|s| s.stiffness).sum(), body.springs.len()) {
        options.stiffness = stiffness;
        // Relative to the critical damping of a spring between two mean nodes, as in the mesh.
        let critical = 2.0 * (stiffness * 0.5 * mass / body.nodes.len() as f64).sqrt();
        let damping = body.springs.iter().map(|s| s.damping).sum::<f64>() / body.springs.len() as f64;
        if critical > 0.0 {
            options.damping = damping / critical;
        }
    }
    if area > 0.0 && area.is_finite() {
        if mass > 0.0 {
            options.density = mass / area;
        }
        options.pressure = body.gas / area;
    }
    // Clamp to the parameters' ranges.
    for parameter in recipe.parameters() {
        if let crate::level::parameter::Kind::Number(min, max) = parameter.kind
            && !parameter.admits(parameter.default)
        {
            let value = if parameter.default.is_nan() { min } else { parameter.default.clamp(min, max) };
            let values = [(parameter.id.to_owned(), value)].into();
            recipe = recipe.tamed(&values);
        }
    }
    recipe
}

/// Gives a new mesh the name, id, collision filter, tags, properties, skin and motion of the body that it replaces.
pub(super) fn dress(new: &mut Body, body: &Body, is_soft: bool) {
    new.name.clone_from(&body.name);
    new.id.clone_from(&body.id);
    (new.collision, new.tags, new.properties) = (body.collision, body.tags.clone(), body.properties.clone());
    new.skin = body.skin.clone().map(|skin| {
        let known = body.texture_coordinates().unwrap_or_default();
        Skin { uv: remapped(new, body, &known, &skin), ..skin }
    });
    // A body that becomes decor is fixed; one that becomes soft is dynamic, unless it was driven.
    let stays = is_soft == (body.motion == Motion::Dynamic) || matches!(body.motion, Motion::Driven(_));
    if stays {
        new.motion = body.motion.clone();
    }
}

/// Returns the body with a new mesh. Pinned nodes pin the nearest new node; each new node gets the velocity of the nearest
/// old one. Also returns a description.
///
/// # Errors
/// If the hull is no outline, or cannot be meshed that way.
pub fn remesh(body: &Body, recipe: &Recipe) -> Result<(Body, String), String> {
    let mut new = recipe.body(&outline(body)?).map_err(|error| error.to_string())?;
    dress(&mut new, body, recipe.is_soft);
    let nearest = |list: &[crate::level::Node], at: [f64; 2]| {
        let distance =
            |node: &crate::level::Node| DVec2::from_array(node.position).distance_squared(DVec2::from_array(at));
        (0..list.len()).min_by(|&a, &b| distance(&list[a]).total_cmp(&distance(&list[b])))
    };
    let masses: Vec<crate::level::Node> =
        body.nodes.iter().filter(|node| measure::mass(node.role).is_some()).cloned().collect();
    if masses.iter().any(|node| node.velocity != [0.0, 0.0]) {
        for node in &mut new.nodes {
            if let Some(old) = nearest(&masses, node.position) {
                node.velocity = masses[old].velocity;
            }
        }
    }
    for old in masses.iter().filter(|node| !node.label.is_empty()) {
        if let Some(node) = nearest(&new.nodes, old.position) {
            let node = &mut new.nodes[node];
            if node.label.is_empty() {
                (node.label, node.tags, node.properties) =
                    (old.label.clone(), old.tags.clone(), old.properties.clone());
            }
        }
    }
    let mut pinned = 0;
    for old in masses.iter().filter(|node| node.pinned) {
        if let Some(node) = nearest(&new.nodes, old.position) {
            pinned += usize::from(!new.nodes[node].pinned);
            new.nodes[node].pinned = true;
        }
    }
    let mut said = format!(
        "{} and {} instead of {} and {}",
        tell::count(new.nodes.len(), "node"),
        tell::count(new.springs.len(), "spring"),
        body.nodes.len(),
        body.springs.len()
    );
    if pinned > 0 {
        said += &format!(", {pinned} pinned where some were");
    }
    Ok((new, said))
}

/// Texture map of the new nodes: planar stays planar, else that of the affine map that fits the old pairs best.
fn remapped(new: &Body, body: &Body, known: &[Point], skin: &Skin) -> UvMap {
    if skin.uv == UvMap::Planar {
        return UvMap::Planar;
    }
    let old = body.nodes.iter().zip(known).map(|(node, &pair)| (node.clone(), Some(pair)));
    let both = old.chain(new.nodes.iter().map(|node| (node.clone(), None)));
    let (nodes, pairs): (Vec<Node>, Vec<Option<Point>>) = both.unzip();
    match texture::completed(&Body { nodes, ..Body::default() }, pairs) {
        UvMap::PerNode(mut pairs) => UvMap::PerNode(pairs.split_off(known.len())),
        UvMap::Planar => UvMap::Planar,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::shapes::{Container, DiscShape, Rectangle};
    use crate::level::{Level, Role, format};

    fn mass(body: &Body) -> f64 {
        body.nodes.iter().map(|node| if let Role::Mass(mass) = node.role { mass } else { 0.0 }).sum()
    }

    #[test]
    fn remesh_keeps_outline_mass_and_material() {
        // 4 x 3 cells of 0.5, 20 nodes of mass 1: 2 x 1.5, area 3.
        let mut body = Rectangle::default().body().named("block").launched([1.0, 2.0]);
        body.nodes[0].pinned = true;
        (body.restitution, body.friction) = (0.25, 0.75);
        let recipe = recipe(&body);
        assert!((recipe.options.density - 20.0 / 3.0).abs() < 1e-12 && recipe.is_soft);
        assert_eq!((recipe.options.stiffness, recipe.options.spacing), (6.0, 0.5));
        let (new, said) = remesh(&body, &recipe).unwrap_or_default();
        assert!(said.contains("instead of 20 and"), "{said}");
        assert!((mass(&new) - 20.0).abs() < 1e-9);
        assert_eq!((new.name.as_str(), new.restitution, new.friction), ("block", 0.25, 0.75));
        assert!(new.nodes.iter().all(|node| node.velocity == [1.0, 2.0]));
        let pinned: Vec<_> = new.nodes.iter().filter(|node| node.pinned).map(|node| node.position).collect();
        assert_eq!(pinned, [[-1.0, -0.75]]);
        let finer = recipe.with(&[("spacing".to_owned(), 0.25)].into()).unwrap_or_default();
        let (finer, _) = remesh(&body, &finer).unwrap_or_default();
        assert!(finer.nodes.len() > 2 * new.nodes.len() && (mass(&finer) - 20.0).abs() < 1e-9);
    }

    #[test]
    fn remesh_keeps_holes_and_decor() {
        let frame = Container::default().body();
        let (new, _) = remesh(&frame, &recipe(&frame)).unwrap_or_default();
        assert_eq!((new.motion.clone(), new.nodes.len(), new.springs.len()), (Motion::Fixed, 8, 0));
        // 11.2 x 8.2 less 10 x 7.
        let at = |node: usize| DVec2::from_array(new.nodes[node].position);
        let doubled = polygon::doubled_area_of_edges(new.hull.iter().map(|&[a, b]| (at(a), at(b))), DVec2::ZERO);
        assert!((0.5 * doubled - (11.2 * 8.2 - 70.0)).abs() < 1e-9);
        let soft = Recipe { is_soft: true, ..recipe(&frame) };
        let (soft, _) = remesh(&frame, &soft).unwrap_or_default();
        assert_eq!(soft.motion, Motion::Dynamic);
        assert!(format::validate(&Level { bodies: vec![soft], ..Level::default() }).is_ok());
    }

    #[test]
    fn remesh_keeps_driven_bodies_and_refuses_open_hulls() {
        let driven = DiscShape::default().body().driven(vec![[0.0, 0.0], [1.0, 0.0]], 5.0);
        let (new, _) = remesh(&driven, &recipe(&driven)).unwrap_or_default();
        assert_eq!(new.motion, driven.motion);
        let mut open = DiscShape::default().body();
        open.hull.pop();
        assert!(remesh(&open, &recipe(&open)).is_err_and(|reason| reason.contains("not closed")));
        assert!(outline(&Body::default()).is_err());
    }
}
