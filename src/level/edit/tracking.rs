//! Keeps what refers to nodes, discs and bodies valid across any edit: links, texture coordinates, labels and ids.
//!
//! Before the edit every node gets a number that is copied with it; afterwards the numbers tell where each node went. This
//! holds for edits that renumber, split, merge or move nodes between bodies, without their help. A level that the edit
//! replaces by another document is left as it is.

use super::membership;
use super::texture::OldTextures;
use crate::geometry::DVec2;
use crate::level::ids::IdMarks;
use crate::level::{Body, Level, Link, LinkEnd, Place, Point, Role, ids};
use std::collections::{BTreeMap, BTreeSet};

/// Runs an edit. Afterwards links follow their nodes and discs, links with a deleted end are deleted, texture coordinates
/// follow their nodes, labels are unique within their body, and every part has a unique id.
///
/// # Errors
/// Those of the edit.
pub fn tracked<T>(level: &mut Level, edit: impl FnOnce(&mut Level) -> Result<T, String>) -> Result<T, String> {
    tracked_with(level, &mut IdMarks::default(), edit)
}

/// As [`tracked`]; new ids are beyond those that `marks` has seen, so that the ids of deleted parts are not used again.
///
/// # Errors
/// Those of the edit.
pub fn tracked_with<T>(
    level: &mut Level,
    marks: &mut IdMarks,
    edit: impl FnOnce(&mut Level) -> Result<T, String>,
) -> Result<T, String> {
    ids::assign(level);
    marks.see(level);
    let needs_nodes = !level.links.is_empty() || level.bodies.iter().any(|body| body.skin.is_some());
    let before = needs_nodes.then(|| Before::of(level));
    level.id_marks = Some(marks.clone());
    let result = edit(level);
    let used = level.id_marks.take();
    // A level that the edit has replaced has no marks. Without ids it gets those that it would get on load.
    let is_loaded = used.is_none() && ids::all(level).all(str::is_empty);
    if let Some(used) = used {
        *marks = used;
    }
    if let Some(before) = before {
        before.restore(level);
    }
    level.bodies.iter_mut().for_each(number_labels);
    membership::settle(level, |level| if is_loaded { ids::assign(level) } else { marks.assign(level) });
    result
}

/// Gives repeated labels of a body a number: `hand`, `hand 2`.
pub(super) fn number_labels(body: &mut Body) {
    if body.nodes.iter().all(|node| node.label.is_empty()) {
        return;
    }
    let mut taken: BTreeSet<String> = body.nodes.iter().map(|node| node.label.clone()).collect();
    let mut seen = BTreeSet::new();
    for node in body.nodes.iter_mut().filter(|node| !node.label.is_empty()) {
        if !seen.insert(node.label.clone()) {
            let is_free = |label: &String| !taken.contains(label);
            node.label = (2..).map(|number| format!("{} {number}", node.label)).find(is_free).unwrap_or_default();
            taken.insert(node.label.clone());
            seen.insert(node.label.clone());
        }
    }
}

/// What the level referred to before the edit.
struct Before {
    links: BTreeMap<String, [LinkEnd; 2]>,
    /// Positions of the ends at nodes.
    positions: BTreeMap<[usize; 2], Point>,
    /// Ids of the bodies.
    bodies: Vec<String>,
    /// First tracking number of each body.
    firsts: Vec<u32>,
    discs: Vec<String>,
    /// Ids of the links, by index.
    link_order: Vec<String>,
    textures: OldTextures,
}

impl Before {
    /// Numbers the nodes from 1.
    fn of(level: &mut Level) -> Self {
        let (mut next, mut firsts) = (1, Vec::with_capacity(level.bodies.len()));
        for body in &mut level.bodies {
            firsts.push(next);
            for node in &mut body.nodes {
                node.tracking = next;
                next += 1;
            }
        }
        level.is_tracked = true;
        let at_node = |end: LinkEnd| match end {
            LinkEnd::Node([body, node]) => Some(([body, node], level.bodies.get(body)?.nodes.get(node)?.position)),
            LinkEnd::Disc(_) | LinkEnd::Point(_) => None,
        };
        Self {
            links: level.links.iter().map(|link| (link.id.clone(), [link.a, link.b])).collect(),
            positions: level.links.iter().flat_map(|link| [link.a, link.b]).filter_map(at_node).collect(),
            bodies: level.bodies.iter().map(|body| body.id.clone()).collect(),
            firsts,
            discs: level.discs.iter().map(|disc| disc.id.clone()).collect(),
            link_order: level.links.iter().map(|link| link.id.clone()).collect(),
            textures: OldTextures::of(level),
        }
    }

    fn restore(&self, level: &mut Level) {
        if std::mem::take(&mut level.is_tracked) {
            self.restore_links(level);
            self.restore_twin(level);
            level.bodies.iter_mut().for_each(|body| self.textures.restore(body));
        }
        level.bodies.iter_mut().flat_map(|body| &mut body.nodes).for_each(|node| node.tracking = 0);
    }

    fn restore_links(&self, level: &mut Level) {
        if level.links.is_empty() {
            return;
        }
        let places = Places::of(level);
        let kept = |mut link: Link| {
            if let Some(&[a, b]) = self.links.get(&link.id) {
                // An end that the edit has changed refers to the new indices already.
                let had_ends = a != b;
                link.a = if link.a == a { self.moved(a, level, &places)? } else { link.a };
                link.b = if link.b == b { self.moved(b, level, &places)? } else { link.b };
                if had_ends && link.a == link.b {
                    return None;
                }
            }
            Some(link)
        };
        level.links = level.links.clone().into_iter().filter_map(kept).collect();
    }

    /// Parameters of the twin follow their links, and are removed with them.
    fn restore_twin(&self, level: &mut Level) {
        let Some(twin) = level.editor.as_mut().and_then(|extra| extra.twin.as_mut()) else { return };
        let now: BTreeMap<&str, usize> =
            level.links.iter().enumerate().map(|(index, link)| (link.id.as_str(), index)).collect();
        let new = |place: Place| match place {
            Place::Link(old) => Some(Place::Link(*now.get(self.link_order.get(old)?.as_str())?)),
            _ => Some(place),
        };
        twin.set.retain_mut(|set| set.follow(new));
    }

    /// The end after the edit; None if it was deleted.
    fn moved(&self, end: LinkEnd, level: &Level, places: &Places) -> Option<LinkEnd> {
        match end {
            LinkEnd::Node([body, node]) => {
                let tracking = self.firsts.get(body)? + node as u32;
                let place = places.nodes.get(&tracking).copied();
                place.or_else(|| self.nearest([body, node], level, places)).map(LinkEnd::Node)
            }
            LinkEnd::Disc(disc) => {
                let place = places.discs.get(self.discs.get(disc)?).copied();
                place.or_else(|| self.renamed(disc, level)).map(LinkEnd::Disc)
            }
            LinkEnd::Point(_) => Some(end),
        }
    }

    /// The disc at the same index, if the edit has given it another id.
    fn renamed(&self, disc: usize, level: &Level) -> Option<usize> {
        let id = &level.discs.get(disc)?.id;
        let is_renamed = level.discs.len() == self.discs.len() && !id.is_empty() && !self.discs.contains(id);
        is_renamed.then_some(disc)
    }

    /// The nearest mass, if the edit has given the body all new nodes, as a new mesh does.
    fn nearest(&self, old: [usize; 2], level: &Level, places: &Places) -> Option<[usize; 2]> {
        let index = *places.bodies.get(self.bodies.get(old[0])?)?;
        let nodes = &level.bodies[index].nodes;
        if nodes.iter().any(|node| node.tracking != 0) {
            return None;
        }
        let at = DVec2::from_array(*self.positions.get(&old)?);
        let masses = nodes.iter().enumerate().filter(|(_, node)| node.role != Role::Barycentre);
        let off = |(_, node): &(usize, &crate::level::Node)| DVec2::from_array(node.position).distance_squared(at);
        let nearest = masses.min_by(|a, b| off(a).total_cmp(&off(b)))?;
        Some([index, nearest.0])
    }
}

/// Where nodes, bodies and discs are after the edit.
struct Places {
    /// By tracking number.
    nodes: BTreeMap<u32, [usize; 2]>,
    /// By id.
    bodies: BTreeMap<String, usize>,
    discs: BTreeMap<String, usize>,
}

impl Places {
    fn of(level: &Level) -> Self {
        let mut nodes = BTreeMap::new();
        for (index, body) in level.bodies.iter().enumerate() {
            for (node, parts) in body.nodes.iter().enumerate().filter(|(_, node)| node.tracking != 0) {
                // Of copies the first in the order of the file counts.
                nodes.entry(parts.tracking).or_insert([index, node]);
            }
        }
        // The same for copies of bodies and discs, which have the same id until they get their own.
        let first = |ids: Vec<&String>| {
            let mut places = BTreeMap::new();
            for (index, id) in ids.into_iter().enumerate() {
                places.entry(id.clone()).or_insert(index);
            }
            places
        };
        Self {
            nodes,
            bodies: first(level.bodies.iter().map(|body| &body.id).collect()),
            discs: first(level.discs.iter().map(|disc| &disc.id).collect()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::edit::{join, remove};
    use crate::level::{Disc, LinkKind, Node, Place, Skin, Spring, UvMap};

    fn body(x: f64) -> Body {
        let nodes = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]].map(|[dx, y]| Node::at([x + dx, y])).to_vec();
        let spring = |a: usize, b: usize| Spring { a, b, rest_length: 1.0, stiffness: 1.0, damping: 0.0 };
        let springs = vec![spring(0, 1), spring(1, 2), spring(2, 3), spring(3, 0)];
        Body { nodes, springs, hull: vec![[0, 1], [1, 2], [2, 3], [3, 0]], ..Body::default() }
    }

    fn link(a: LinkEnd, b: LinkEnd) -> Link {
        let (tags, properties) = (Vec::new(), Default::default());
        Link { id: String::new(), a, b, kind: LinkKind::Pin, collide: true, tags, properties }
    }

    /// Three bodies and two discs, with links between all of them.
    fn level() -> Level {
        let links = vec![
            link(LinkEnd::Node([0, 1]), LinkEnd::Node([2, 3])),
            link(LinkEnd::Node([1, 2]), LinkEnd::Disc(1)),
            link(LinkEnd::Node([2, 0]), LinkEnd::Point([0.0, 5.0])),
        ];
        let discs = vec![Disc::default(); 2];
        Level { bodies: vec![body(0.0), body(3.0), body(6.0)], discs, links, ..Level::default() }
    }

    fn ends(level: &Level) -> Vec<[LinkEnd; 2]> {
        level.links.iter().map(|link| [link.a, link.b]).collect()
    }

    #[test]
    fn links_follow_deleted_bodies_nodes_and_discs() {
        let mut edited = level();
        tracked(&mut edited, |level| remove::remove(level, &[Place::Body(1), Place::Disc(0)])).unwrap();
        let expected =
            [[LinkEnd::Node([0, 1]), LinkEnd::Node([1, 3])], [LinkEnd::Node([1, 0]), LinkEnd::Point([0.0, 5.0])]];
        assert_eq!(ends(&edited), expected, "the link of the deleted body is gone");
        let mut edited = level();
        tracked(&mut edited, |level| remove::remove(level, &[Place::Node(0, 0), Place::Disc(0)])).unwrap();
        assert_eq!(
            ends(&edited)[..2],
            [[LinkEnd::Node([0, 0]), LinkEnd::Node([2, 3])], [LinkEnd::Node([1, 2]), LinkEnd::Disc(0)]]
        );
    }

    #[test]
    fn links_follow_merged_bodies() {
        let mut edited = level();
        tracked(&mut edited, |level| join::merge(level, &[0, 2])).unwrap();
        assert_eq!(ends(&edited)[0], [LinkEnd::Node([0, 1]), LinkEnd::Node([0, 7])]);
        assert_eq!(ends(&edited)[1][0], LinkEnd::Node([1, 2]));
    }

    #[test]
    fn links_that_the_edit_adds_keep_their_ends() {
        let mut edited = level();
        let new = [LinkEnd::Node([0, 0]), LinkEnd::Node([1, 0])];
        tracked(&mut edited, |level| {
            remove::remove(level, &[Place::Body(0)])?;
            level.links.push(link(new[0], new[1]));
            Ok(())
        })
        .unwrap();
        assert_eq!(ends(&edited).last(), Some(&new));
    }

    #[test]
    fn texture_coordinates_follow_their_nodes_and_fit_new_ones() {
        let mut level = level();
        // u = x / 2, v = 1 - y.
        let uv = UvMap::PerNode(vec![[0.0, 1.0], [0.5, 1.0], [0.5, 0.0], [0.0, 0.0]]);
        level.bodies[0].skin = Some(Skin { image: "a.png".into(), uv, tint: "#ffffffff".into(), layer: 0 });
        tracked(&mut level, |level| {
            level.bodies[0].nodes.remove(0);
            level.bodies[0].nodes.push(Node::at([0.5, 0.5]));
            level.bodies[0].springs.clear();
            level.bodies[0].hull.clear();
            Ok(())
        })
        .unwrap();
        let Some(Skin { uv: UvMap::PerNode(pairs), .. }) = &level.bodies[0].skin else {
            panic!("{:?}", level.bodies[0])
        };
        assert_eq!(pairs[..3], [[0.5, 1.0], [0.5, 0.0], [0.0, 0.0]]);
        assert!((pairs[3][0] - 0.25).abs() < 1e-12 && (pairs[3][1] - 0.5).abs() < 1e-12, "{pairs:?}");
    }

    #[test]
    fn copies_get_new_ids() {
        let mut edited = level();
        tracked(&mut edited, |level| {
            let copy = level.bodies[0].clone();
            level.bodies.push(copy);
            Ok(())
        })
        .unwrap();
        assert_eq!(edited.bodies[0].id, "body-0");
        assert_eq!(edited.bodies[3].id, "body-3");
        assert!(edited.bodies.iter().flat_map(|body| &body.nodes).all(|node| node.tracking == 0));
    }

    #[test]
    fn texture_coordinates_that_an_edit_sets_are_kept() {
        let mut level = level();
        let skin = Skin { image: "a.png".into(), uv: UvMap::Planar, tint: "#ffffffff".into(), layer: 0 };
        level.bodies[0].skin = Some(skin);
        let own = UvMap::PerNode(vec![[0.1, 0.2]; 4]);
        for uv in [own.clone(), UvMap::Planar, own] {
            tracked(&mut level, |level| {
                level.bodies[0].skin.as_mut().unwrap().uv = uv.clone();
                Ok(())
            })
            .unwrap();
            assert_eq!(level.bodies[0].skin.as_ref().unwrap().uv, uv);
        }
    }

    #[test]
    fn links_of_a_new_mesh_end_at_the_nearest_node() {
        let mut edited = level();
        tracked(&mut edited, |level| {
            let id = level.bodies[0].id.clone();
            let nodes = [[1.0, 1.0], [0.9, 0.1], [0.0, 0.0]].map(Node::at).to_vec();
            level.bodies[0] = Body { id, nodes, ..Body::default() };
            Ok(())
        })
        .unwrap();
        // The link was at node 1, (1, 0).
        assert_eq!(ends(&edited)[0], [LinkEnd::Node([0, 1]), LinkEnd::Node([2, 3])]);
    }

    #[test]
    fn links_of_another_document_are_left_alone() {
        let mut other = level();
        other.bodies[0].nodes.iter_mut().for_each(|node| node.position[0] += 0.4);
        ids::assign(&mut other);
        let mut edited = level();
        tracked(&mut edited, |level| {
            *level = other.clone();
            Ok(())
        })
        .unwrap();
        assert_eq!(edited, other);
    }

    #[test]
    fn ids_of_another_document_are_those_of_its_loading() {
        let mut edited = Level { bodies: vec![Body::default(); 4], ..Level::default() };
        let without_ids = Level { bodies: vec![Body::default(); 2], ..Level::default() };
        let mut marks = IdMarks::default();
        // Repeatedly, as while a handle is dragged.
        for _ in 0..3 {
            tracked_with(&mut edited, &mut marks, |level| {
                *level = without_ids.clone();
                Ok(())
            })
            .unwrap();
            assert_eq!(ids::all(&edited).collect::<Vec<_>>(), ["body-0", "body-1"]);
        }
        // The ids of the first four are still not used again.
        edited.bodies.push(Body::default());
        marks.assign(&mut edited);
        assert_eq!(edited.bodies[2].id, "body-4");
    }

    #[test]
    fn links_follow_welded_nodes() {
        let mut edited = level();
        tracked(&mut edited, |level| join::weld(level, &[Place::Node(0, 2), Place::Node(1, 2), Place::Node(2, 3)]))
            .unwrap();
        // Node 1 of body 0 stays node 1; the ends at the welded nodes are node 2, where the three are now.
        let expected = [[LinkEnd::Node([0, 1]), LinkEnd::Node([0, 2])], [LinkEnd::Node([0, 2]), LinkEnd::Disc(1)]];
        assert_eq!(ends(&edited)[..2], expected);
        assert_eq!(edited.bodies.len(), 1);
    }

    #[test]
    fn repeated_labels_get_numbers() {
        let mut edited = level();
        edited.bodies[0].nodes[0].label = "hand".into();
        edited.bodies[1].nodes[3].label = "hand".into();
        edited.bodies[1].nodes[2].label = "hand 2".into();
        tracked(&mut edited, |level| join::merge(level, &[0, 1])).unwrap();
        let labels: Vec<&str> = edited.bodies[0].nodes.iter().map(|node| node.label.as_str()).collect();
        assert_eq!(labels, ["hand", "", "", "", "", "", "hand 2", "hand 3"]);
    }
}
