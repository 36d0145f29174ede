//! Resolves named places to whole bodies, single nodes, discs, obstacles, links and markers, and stores the changed ones.

use super::places::{all_there, in_list};
use crate::level::{Body, Disc, Level, Marker, Obstacle, Place, Role, UvMap, format};
use std::collections::{BTreeMap, BTreeSet};

/// Resolved places. A body whose masses are all named is named as a whole.
pub(super) struct Targets {
    pub bodies: BTreeSet<usize>,
    /// By body, for bodies that are not named as a whole.
    pub nodes: BTreeMap<usize, BTreeSet<usize>>,
    pub discs: BTreeSet<usize>,
    pub obstacles: BTreeSet<usize>,
    pub links: BTreeSet<usize>,
    pub markers: BTreeSet<usize>,
    pub instances: BTreeSet<usize>,
    /// The same as places, in the order in which they were named.
    pub in_order: Vec<Place>,
}

/// Body and indices of the nodes of a part; None for parts without a body.
pub(super) fn nodes_of(level: &Level, place: Place) -> Option<Vec<(usize, usize)>> {
    let index = place.body()?;
    let body = level.bodies.get(index)?;
    let nodes = match place {
        Place::Body(_) => (0..body.nodes.len()).collect(),
        Place::Node(_, node) => vec![node],
        Place::Spring(_, i) => body.springs.get(i).map(|spring| vec![spring.a, spring.b])?,
        Place::Stick(_, i) => body.sticks.get(i).map(|stick| vec![stick.a, stick.b])?,
        Place::HullEdge(_, i) => body.hull.get(i)?.to_vec(),
        _ => in_list(place).and_then(|(_, _, i)| body.triangles.get(i))?.to_vec(),
    };
    Some(nodes.into_iter().map(|node| (index, node)).collect())
}

impl Targets {
    /// # Errors
    /// If nothing is named, or a place does not exist or is the level or world.
    pub fn of(level: &Level, places: &[Place]) -> Result<Self, String> {
        all_there(level, places)?;
        let mut found = Self {
            bodies: BTreeSet::new(),
            nodes: BTreeMap::new(),
            discs: BTreeSet::new(),
            obstacles: BTreeSet::new(),
            links: BTreeSet::new(),
            markers: BTreeSet::new(),
            instances: BTreeSet::new(),
            in_order: Vec::new(),
        };
        for &place in places {
            match place {
                Place::Level | Place::World => return Err(format!("the {place} as a whole is not a part")),
                Place::Body(body) => drop(found.bodies.insert(body)),
                Place::Disc(disc) => drop(found.discs.insert(disc)),
                Place::Obstacle(obstacle) => drop(found.obstacles.insert(obstacle)),
                Place::Link(link) => drop(found.links.insert(link)),
                Place::Marker(marker) => drop(found.markers.insert(marker)),
                Place::Instance(instance) => drop(found.instances.insert(instance)),
                _ => {
                    for (body, node) in nodes_of(level, place).unwrap_or_default() {
                        found.nodes.entry(body).or_default().insert(node);
                    }
                }
            }
        }
        for (&index, nodes) in &found.nodes {
            let masses = level.bodies[index].nodes.iter().enumerate().filter(|(_, node)| node.role != Role::Barycentre);
            let masses: Vec<usize> = masses.map(|(node, _)| node).collect();
            if !masses.is_empty() && masses.iter().all(|node| nodes.contains(node)) {
                found.bodies.insert(index);
            }
        }
        found.nodes.retain(|body, _| !found.bodies.contains(body));
        let mut seen = BTreeSet::new();
        for &place in places {
            let parts = match place.body() {
                Some(body) if found.bodies.contains(&body) => vec![Place::Body(body)],
                Some(_) => {
                    let nodes = nodes_of(level, place).unwrap_or_default();
                    nodes.into_iter().map(|(body, node)| Place::Node(body, node)).collect()
                }
                None => vec![place],
            };
            found.in_order.extend(parts.into_iter().filter(|&part| seen.insert(part)));
        }
        Ok(found)
    }
}

/// Changed parts, each with its index.
#[derive(Default)]
pub(super) struct Changed {
    pub bodies: Vec<(usize, Body)>,
    pub discs: Vec<(usize, Disc)>,
    pub obstacles: Vec<(usize, Obstacle)>,
    pub markers: Vec<(usize, Marker)>,
}

/// Labels and pairs of texture coordinates, which [`super::tracked`] makes consistent after the edit.
struct Deferred {
    labels: Vec<String>,
    uv: Option<UvMap>,
}

impl Deferred {
    fn take(body: &mut Body) -> Self {
        let has_labels = body.nodes.iter().any(|node| !node.label.is_empty());
        let nodes = body.nodes.iter_mut().filter(|_| has_labels);
        Self {
            labels: nodes.map(|node| std::mem::take(&mut node.label)).collect(),
            uv: body.skin.as_mut().map(|skin| std::mem::take(&mut skin.uv)),
        }
    }

    fn put_back(self, body: &mut Body) {
        body.nodes.iter_mut().zip(self.labels).for_each(|(node, label)| node.label = label);
        if let (Some(skin), Some(uv)) = (&mut body.skin, self.uv) {
            skin.uv = uv;
        }
    }
}

/// Replaces the old parts by the changed ones, if the format accepts all of them.
pub(super) fn put(level: &mut Level, changed: Changed) -> Result<(), String> {
    let (bodies, new_bodies) = changed.bodies.into_iter().unzip();
    let (discs, new_discs) = changed.discs.into_iter().unzip();
    let (obstacles, new_obstacles) = changed.obstacles.into_iter().unzip();
    let (markers, new_markers) = changed.markers.into_iter().unzip();
    let mut alone = Level {
        bodies: new_bodies,
        discs: new_discs,
        obstacles: new_obstacles,
        markers: new_markers,
        ..Level::default()
    };
    let deferred: Vec<Deferred> = alone.bodies.iter_mut().map(Deferred::take).collect();
    format::validate(&alone).map_err(|error| {
        // The place begins with an index in the list of changed parts.
        let found = error.place.split_once('[').and_then(|(list, rest)| {
            let (number, inside) = rest.split_once(']')?;
            let indices: &Vec<usize> = match list {
                "bodies" => &bodies,
                "discs" => &discs,
                "markers" => &markers,
                _ => &obstacles,
            };
            Some(format!("{list}[{}]{inside}: {}", indices.get(number.parse::<usize>().ok()?)?, error.reason))
        });
        found.unwrap_or_else(|| error.to_string())
    })?;
    alone.bodies.iter_mut().zip(deferred).for_each(|(body, deferred)| deferred.put_back(body));
    bodies.into_iter().zip(alone.bodies).for_each(|(index, body)| level.bodies[index] = body);
    discs.into_iter().zip(alone.discs).for_each(|(index, disc)| level.discs[index] = disc);
    obstacles.into_iter().zip(alone.obstacles).for_each(|(index, obstacle)| level.obstacles[index] = obstacle);
    markers.into_iter().zip(alone.markers).for_each(|(index, marker)| level.markers[index] = marker);
    Ok(())
}

/// Replaces a body by the changed one, if the format accepts it.
pub(super) fn put_body(level: &mut Level, index: usize, body: Body) -> Result<(), String> {
    put(level, Changed { bodies: vec![(index, body)], ..Changed::default() })
}
