//! Keeps what refers to nodes, discs and bodies valid across any edit: links, texture coordinates and ids.
//!
//! Before the edit every node gets a number that is copied with it; afterwards the numbers tell where each node went. This
//! holds for edits that renumber, split, merge or move nodes between bodies, without their help.

use super::membership;
use crate::level::{Body, Level, Link, LinkEnd, Point, UvMap, ids};
use glam::{DMat3, DVec2, DVec3};
use std::collections::BTreeMap;

/// Runs an edit. Afterwards links follow their nodes and discs, links with a deleted end are deleted, per-node texture
/// coordinates follow their nodes, and every part has a unique id.
///
/// # Errors
/// Those of the edit.
pub fn tracked<T>(level: &mut Level, edit: impl FnOnce(&mut Level) -> Result<T, String>) -> Result<T, String> {
    let needs_nodes = !level.links.is_empty() || level.bodies.iter().any(has_node_uv);
    let before = needs_nodes.then(|| Before::of(level));
    let result = edit(level);
    if let Some(before) = before {
        before.restore(level);
    }
    membership::assign_ids(level);
    result
}

fn has_node_uv(body: &Body) -> bool {
    body.skin.as_ref().is_some_and(|skin| matches!(skin.uv, UvMap::PerNode(_)))
}

/// What the level referred to before the edit.
struct Before {
    links: BTreeMap<String, [LinkEnd; 2]>,
    /// First tracking number of each body.
    firsts: Vec<u32>,
    discs: Vec<String>,
    /// Texture coordinates by tracking number.
    uv: BTreeMap<u32, Point>,
}

impl Before {
    /// Numbers the nodes from 1.
    fn of(level: &mut Level) -> Self {
        ids::assign(level);
        let (mut next, mut firsts, mut uv) = (1, Vec::with_capacity(level.bodies.len()), BTreeMap::new());
        for body in &mut level.bodies {
            firsts.push(next);
            if let Some(UvMap::PerNode(pairs)) = body.skin.as_ref().map(|skin| &skin.uv) {
                uv.extend((next..).zip(pairs.iter().copied()));
            }
            for node in &mut body.nodes {
                node.tracking = next;
                next += 1;
            }
        }
        Self {
            links: level.links.iter().map(|link| (link.id.clone(), [link.a, link.b])).collect(),
            firsts,
            discs: level.discs.iter().map(|disc| disc.id.clone()).collect(),
            uv,
        }
    }

    fn restore(&self, level: &mut Level) {
        let mut nodes: BTreeMap<u32, [usize; 2]> = BTreeMap::new();
        for (index, body) in level.bodies.iter().enumerate() {
            for (node, parts) in body.nodes.iter().enumerate().filter(|(_, node)| node.tracking != 0) {
                // Of copies the first in the order of the file counts.
                nodes.entry(parts.tracking).or_insert([index, node]);
            }
        }
        let discs: BTreeMap<&str, usize> =
            level.discs.iter().enumerate().map(|(index, disc)| (disc.id.as_str(), index)).collect();
        let moved = |end: LinkEnd| match end {
            LinkEnd::Node([body, node]) => {
                let tracking = self.firsts.get(body)? + node as u32;
                nodes.get(&tracking).copied().map(LinkEnd::Node)
            }
            LinkEnd::Disc(disc) => discs.get(self.discs.get(disc)?.as_str()).copied().map(LinkEnd::Disc),
            LinkEnd::Point(_) => Some(end),
        };
        let kept = |mut link: Link| {
            // A link that the edit has added or changed refers to the new indices already.
            if self.links.get(&link.id) == Some(&[link.a, link.b]) {
                (link.a, link.b) = (moved(link.a)?, moved(link.b)?);
            }
            Some(link)
        };
        level.links = std::mem::take(&mut level.links).into_iter().filter_map(kept).collect();
        level.bodies.iter_mut().for_each(|body| self.restore_uv(body));
        level.bodies.iter_mut().flat_map(|body| &mut body.nodes).for_each(|node| node.tracking = 0);
    }

    /// Texture coordinates of the nodes as they are now. New nodes get those of the affine map that fits the others best.
    fn restore_uv(&self, body: &mut Body) {
        if !has_node_uv(body) {
            return;
        }
        let known: Vec<Option<Point>> = body.nodes.iter().map(|node| self.uv.get(&node.tracking).copied()).collect();
        let pairs = body.nodes.iter().zip(&known).filter_map(|(node, uv)| Some((DVec2::from(node.position), (*uv)?)));
        let fit = if known.contains(&None) { affine_fit(pairs) } else { None };
        let at = |position: Point| fit.map(|rows| rows.map(|row| row.dot(DVec2::from(position).extend(1.0))));
        let uv: Option<Vec<Point>> =
            body.nodes.iter().zip(known).map(|(node, uv)| uv.or_else(|| at(node.position))).collect();
        if let Some(skin) = &mut body.skin {
            skin.uv = uv.map_or(UvMap::Planar, UvMap::PerNode);
        }
    }
}

/// Rows of the affine map from positions to pairs with the least squared error. None if the positions lie on a line.
fn affine_fit(pairs: impl Iterator<Item = (DVec2, Point)>) -> Option<[DVec3; 2]> {
    let (mut normal, mut right) = (DMat3::ZERO, [DVec3::ZERO; 2]);
    for (position, uv) in pairs {
        let row = position.extend(1.0);
        normal += DMat3::from_cols(row * row.x, row * row.y, row * row.z);
        for (sum, value) in right.iter_mut().zip(uv) {
            *sum += row * value;
        }
    }
    let size = normal.col(0).x.max(normal.col(1).y).max(normal.col(2).z);
    let is_sound = normal.determinant().abs() > 1e-12 * size * size * size;
    is_sound.then(|| right.map(|sum| normal.inverse() * sum))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::edit::{join, remove};
    use crate::level::{Disc, LinkKind, Node, Place, Skin, Spring};

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
}
