//! Nodes without a contact: the reason, and the edge that would be chosen.

use super::support::{level, levels, over_some_frames};
use blobsmith::debugger::why::{self, Barred, Standing};
use blobsmith::engine::World;
use blobsmith::level::{ContactMethod, Level, format};

/// A square from (0, 0) to (2, 2), a triangle whose node 0 is 1 right of it at half its height, and a node on no hull.
fn beside() -> Level {
    let text = "(format: 1, world: (gravity: (0, 0)), bodies: [
        (gas: 0, nodes: [(position: (0, 0)), (position: (2, 0)), (position: (2, 2)), (position: (0, 2)), (position: (1, 1))],
         hull: [(0, 1), (1, 2), (2, 3), (3, 0)]),
        (gas: 0, nodes: [(position: (3, 1)), (position: (5, 0)), (position: (5, 2))], hull: [(0, 1), (1, 2), (2, 0)])])";
    format::read(text, format::TextFormat::Ron).expect("sound")
}

#[test]
fn node_outside_the_box_matches_hand_calculation() {
    let world = World::new(&beside()).expect("sound");
    assert_eq!(why::barred(&world, 1, 0), None);
    let neighbours = why::neighbours(&world, 1, 0);
    assert_eq!(neighbours.len(), 1);
    assert_eq!((neighbours[0].other, neighbours[0].standing, neighbours[0].distance), (0, Standing::OutsideBox, 1.0));
    // The ray to the left meets the sides x = 2 and x = 0.
    let query = world.query_contact(1, 0, 0).expect("another body with a hull");
    assert_eq!(query.crossings().len(), 2);
    assert_eq!(query.crossings().iter().map(|&(edge, at)| (edge, at.x)).collect::<Vec<_>>(), [(1, 2.0), (3, 0.0)]);
    // If it were inside, all edges but the right one would have it on their left. |BM| of the lower edge is √2, as is
    // |AM| of the upper one: the first wins.
    assert_eq!(query.chosen, Some(0));
    assert_eq!(why::rows(&query)[0].candidate.edge, 0);
    assert_eq!(query.response, None);
}

#[test]
fn barred_nodes_have_a_reason() {
    let level = beside();
    let world = World::new(&level).expect("sound");
    assert_eq!(why::barred(&world, 0, 4), Some(Barred::NotOnHull));
    let mut alone = level.clone();
    alone.bodies.truncate(1);
    let world = World::new(&alone).expect("sound");
    assert_eq!(why::barred(&world, 0, 0), Some(Barred::Alone));
    assert!(why::neighbours(&world, 0, 0).is_empty() && why::neighbours(&world, 7, 0).is_empty());
    let mut diagonals = level;
    diagonals.world.contact.method = ContactMethod::Diagonals;
    let world = World::new(&diagonals).expect("sound");
    assert_eq!(why::barred(&world, 1, 0), Some(Barred::Diagonals));
    assert!(
        world.query_contact(0, 0, 0).is_none()
            && world.query_contact(0, 9, 1).is_none()
            && world.query_contact(0, 0, 2).is_none()
    );
}

#[test]
fn node_in_the_box_can_be_outside_the_hull() {
    let level = level("12-notch-projection");
    let mut seen = false;
    over_some_frames(&level, |_, trace, after| {
        for (body, parts) in level.bodies.iter().enumerate() {
            for node in 0..parts.nodes.len() {
                let is_in_contact = trace.contacts.iter().any(|c| (c.body, c.node) == (body, node));
                for row in why::neighbours(after, body, node) {
                    if let Standing::OutsideHull(crossings) = row.standing {
                        assert_eq!(crossings % 2, 0);
                        seen |= !is_in_contact && crossings > 0;
                    }
                }
            }
        }
    });
    assert!(seen, "the square over the notch is in the bar's box");
}

/// A query next to a contact gives the same rows as the contact, if nothing moved since.
#[test]
fn query_equals_the_trace() {
    let mut agreed = 0;
    for (id, level) in levels().filter(|(id, _)| ["04", "07", "15", "21"].iter().any(|start| id.starts_with(start))) {
        over_some_frames(&level, |before, _, _| {
            for (body, parts) in level.bodies.iter().enumerate() {
                for node in 0..parts.nodes.len().min(8) {
                    for other in 0..level.bodies.len() {
                        let Some(query) = before.query_contact(body, node, other) else { continue };
                        assert_eq!(query.candidates.len(), level.bodies[other].hull.len(), "{id}");
                        let eligible = query.candidates.iter().filter(|c| c.distance.is_some()).count();
                        assert_eq!(query.chosen.is_some(), eligible > 0, "{id}");
                        agreed += 1;
                    }
                }
            }
        });
    }
    assert!(agreed > 100, "{agreed}");
}
