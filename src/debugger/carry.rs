//! Updates breakpoints, watches and expectations after an edit that renumbers or deletes parts.

use super::watch::{Expression, renumber};
use crate::level::{Level, Place};
use std::collections::BTreeMap;

/// Most expressions quoted in the message; further ones are counted.
const NAMED: usize = 2;

/// Updates breakpoints, watches and expectations; `follow` maps the old place of a part to its new one. Removes those
/// that name a deleted part and returns their texts. Texts that were invalid before the edit are kept.
pub fn carry(before: &Level, after: &mut Level, follow: impl Fn(Place) -> Option<Place>) -> Vec<String> {
    let mut lost = Vec::new();
    let ids = KeptIds::of(before, after);
    let Some(extra) = &mut after.editor else { return lost };
    let follow = |place: Place| match place {
        Place::Link(link) => ids.links.get(link).copied().flatten().map(Place::Link),
        Place::Marker(marker) => ids.markers.get(marker).copied().flatten().map(Place::Marker),
        _ => follow(place),
    };
    let mut stays = |text: &mut String| match renumber(text, before, follow) {
        Some(new) => {
            *text = new;
            true
        }
        None if Expression::new(text, before).is_err() => true,
        None => {
            lost.push(text.clone());
            false
        }
    };
    extra.watches.retain_mut(&mut stays);
    extra.breakpoints.retain_mut(|breakpoint| stays(&mut breakpoint.condition));
    extra.expect.retain_mut(|claim| stays(&mut claim.condition));
    lost
}

/// New index of each old link and marker, by id; None if it was removed.
struct KeptIds {
    links: Vec<Option<usize>>,
    markers: Vec<Option<usize>>,
}

impl KeptIds {
    fn of(before: &Level, after: &Level) -> Self {
        let links = |level: &Level| level.links.iter().map(|link| link.id.clone()).collect();
        let markers = |level: &Level| level.markers.iter().map(|marker| marker.id.clone()).collect();
        Self { links: kept(links(before), links(after)), markers: kept(markers(before), markers(after)) }
    }
}

fn kept(before: Vec<String>, after: Vec<String>) -> Vec<Option<usize>> {
    let new: BTreeMap<&str, usize> = after.iter().enumerate().map(|(index, id)| (id.as_str(), index)).collect();
    before.iter().map(|id| new.get(id.as_str()).copied()).collect()
}

/// The message about removed expressions. None if there are none.
pub fn lost_message(lost: &[String]) -> Option<String> {
    let (first, rest) = (lost.get(..NAMED.min(lost.len()))?, lost.len().saturating_sub(NAMED));
    let quoted: Vec<String> = first.iter().map(|text| format!("`{text}`")).collect();
    let (who, verb) = match (&quoted[..], rest) {
        ([], _) => return None,
        ([only], 0) => (only.clone(), "names"),
        (all, 0) => (all.join(" and "), "name"),
        (all, rest) => (format!("{} and {rest} more", all.join(", ")), "name"),
    };
    let (pronoun, are) = if lost.len() == 1 { ("It", "is") } else { ("They", "are") };
    Some(format!("{who} {verb} a part that is gone. {pronoun} {are} no longer watched; undo brings both back"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::edit::{join, knife, remove, tracked};
    use crate::level::{
        Body, Breakpoint, Each, EditorExtra, Expectation, Link, LinkEnd, LinkKind, Marker, MarkerShape, Node, Spring,
    };

    /// Three bodies of four nodes; the watches refer to them.
    fn level(watches: &[&str], condition: &str) -> Level {
        let body = |name: &str| Body {
            name: name.to_owned(),
            nodes: (0..4).map(|x| Node::at([f64::from(x), 0.0])).collect(),
            ..Body::default()
        };
        let expect = Expectation { condition: condition.to_owned(), ..Expectation::default() };
        let editor = EditorExtra {
            watches: watches.iter().map(|&text| text.to_owned()).collect(),
            breakpoints: vec![Breakpoint::new(condition, Each::Frame)],
            expect: vec![expect],
            ..EditorExtra::default()
        };
        Level { bodies: ["a", "b", "c"].map(body).to_vec(), editor: Some(editor), ..Level::default() }
    }

    fn without(level: &Level, places: &[Place]) -> (EditorExtra, Vec<String>) {
        let mut after = level.clone();
        let made = remove(&mut after, places).unwrap();
        let lost = carry(level, &mut after, |place| made.remap.follow(place));
        (after.editor.unwrap(), lost)
    }

    #[test]
    fn carry_updates_indices_and_removes_references_to_deleted_parts() {
        let level =
            level(&["node(1, 3).x - node(1, 0).x", "body(\"b\").right", "node(1, 2).y", "1 +"], "node(2, 3).x > 4");
        let (extra, lost) = without(&level, &[Place::Node(1, 2)]);
        assert_eq!(extra.watches, ["node(1, 2).x - node(1, 0).x", "body(\"b\").right", "1 +"]);
        assert_eq!(lost, ["node(1, 2).y"]);
        assert_eq!(extra.breakpoints[0].condition, "node(2, 3).x > 4", "another body");
        // Deleting a body removes the expressions that name it, by number or by name; later bodies move up.
        let (extra, lost) = without(&level, &[Place::Body(1)]);
        assert_eq!(extra.watches, ["1 +"]);
        assert_eq!(lost.len(), 3);
        assert_eq!(extra.breakpoints[0].condition, "node(1, 3).x > 4");
        assert_eq!(extra.expect[0].condition, "node(1, 3).x > 4");
        let (extra, lost) = without(&level, &[Place::Node(2, 3)]);
        assert!(extra.breakpoints.is_empty() && extra.expect.is_empty());
        assert_eq!(lost, ["node(2, 3).x > 4", "node(2, 3).x > 4"]);
    }

    /// A square of nodes 0 to 3 is cut at x = 0.5: nodes 0 and 3 are nodes 0 and 1 of its left half, nodes 1 and 2 those of the new
    /// body.
    #[test]
    fn carry_follows_nodes_and_springs_through_a_cut_and_keeps_markers() {
        let spring = |a: usize, b: usize| Spring { a, b, rest_length: 1.0, stiffness: 0.1, damping: 0.0 };
        let nodes = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]].map(Node::at).to_vec();
        let springs = vec![spring(0, 1), spring(1, 2), spring(2, 3), spring(3, 0)];
        let hull = vec![[0, 1], [1, 2], [2, 3], [3, 0]];
        let square = Body { name: "left".to_owned(), nodes, springs, hull, ..Body::default() };
        let goal = Marker {
            id: "marker-0".to_owned(),
            name: "goal".to_owned(),
            shape: MarkerShape::Rect([0.2, 0.2], [0.8, 0.8]),
            tags: vec!["goal".to_owned()],
            properties: Default::default(),
        };
        let watches = [
            "node(0, 1).x + node(0, 3).x",
            "node(\"left\", 2).y",
            "node(\"left\", 0).y",
            "spring(0, 1).length",
            "spring(0, 3).length",
            "spring(0, 0).length",
            "inside(\"goal\", node(0, 2)) or entered(\"goal\", body(\"left\"))",
        ];
        let mut level = level(&watches, "inside(\"goal\", body(0))");
        (level.bodies, level.markers) = (vec![square], vec![goal]);
        let mut after = level.clone();
        let knifed = tracked(&mut after, |level| knife::knife(level, &[], [0.5, -1.0], [0.5, 2.0])).unwrap();
        assert_eq!(after.markers, level.markers, "a cut through a marker leaves it as it is");
        let lost = carry(&level, &mut after, |place| knifed.remap.follow(place));
        let of = |body: usize, node: usize| after.bodies[body].nodes[node].position;
        assert_eq!([of(1, 0), of(1, 1), of(0, 0), of(0, 1)], [[1.0, 0.0], [1.0, 1.0], [0.0, 0.0], [0.0, 1.0]]);
        let ends = |body: usize, spring: usize| {
            let Spring { a, b, .. } = after.bodies[body].springs[spring];
            [a.min(b), a.max(b)]
        };
        let between = |body: usize, nodes: [usize; 2]| (0..).find(|&spring| ends(body, spring) == nodes).unwrap();
        assert_eq!(lost, ["spring(0, 0).length"], "cut through");
        let expected = [
            "node(1, 0).x + node(0, 1).x".to_owned(),
            "node(1, 1).y".to_owned(),
            "node(\"left\", 0).y".to_owned(),
            format!("spring(1, {}).length", between(1, [0, 1])),
            format!("spring(0, {}).length", between(0, [0, 1])),
            "inside(\"goal\", node(1, 1)) or entered(\"goal\", body(\"left\"))".to_owned(),
        ];
        let extra = after.editor.as_ref().unwrap();
        assert_eq!(extra.watches, expected);
        assert!(extra.watches.iter().all(|text| Expression::new(text, &after).is_ok()));
        assert_eq!(extra.breakpoints[0].condition, "inside(\"goal\", body(0))");
    }

    /// Nodes 2 and 3 become nodes 0 and 1 of a new body, the spring between them its only one.
    #[test]
    fn carry_follows_nodes_into_a_separated_body() {
        let spring = |a: usize, b: usize| Spring { a, b, rest_length: 1.0, stiffness: 0.1, damping: 0.0 };
        let watches = ["node(\"a\", 1).x", "node(\"a\", 3).x", "spring(0, 1).length", "node(1, 3).x"];
        let mut level = level(&watches, "spring(0, 0).length > 2");
        level.bodies[0].springs = vec![spring(0, 1), spring(2, 3)];
        let mut after = level.clone();
        let made = join::separate(&mut after, 0).unwrap();
        assert!(carry(&level, &mut after, |place| made.remap.follow(place)).is_empty());
        let extra = after.editor.unwrap();
        assert_eq!(extra.watches, ["node(\"a\", 1).x", "node(3, 1).x", "spring(3, 0).length", "node(1, 3).x"]);
        assert_eq!(extra.breakpoints[0].condition, "spring(0, 0).length > 2");
    }

    #[test]
    fn carry_follows_links_and_markers_by_id() {
        let link = |id: &str, node: usize| Link {
            id: id.to_owned(),
            a: LinkEnd::Node([0, node]),
            b: LinkEnd::Point([0.0, 0.0]),
            kind: LinkKind::Pin,
            collide: true,
            tags: Vec::new(),
            properties: Default::default(),
        };
        let goal = Marker {
            id: "marker-0".to_owned(),
            name: "goal".to_owned(),
            shape: MarkerShape::Rect([0.0, 0.0], [1.0, 1.0]),
            tags: Vec::new(),
            properties: Default::default(),
        };
        let watches = ["link(1).length", "link(\"rope\").length", "entered(\"goal\", body(\"c\"))", "link.strain"];
        let mut level = level(&watches, "inside(\"goal\", node(1, 3))");
        level.links = vec![link("rope", 0), link("chain", 3)];
        level.markers = vec![goal];
        let mut after = level.clone();
        after.links.remove(0);
        assert_eq!(carry(&level, &mut after, Some), ["link(\"rope\").length"]);
        assert_eq!(after.editor.unwrap().watches[0], "link(0).length");
        let mut after = level.clone();
        after.markers.clear();
        assert_eq!(carry(&level, &mut after, Some).len(), 3);
    }

    #[test]
    fn lost_message_quotes_the_first_expressions() {
        let of = |texts: &[&str]| lost_message(&texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>());
        assert_eq!(of(&[]), None);
        let one = of(&["node(0, 1).x"]).unwrap();
        assert!(one.starts_with("`node(0, 1).x` names a part that is gone. It is no longer watched"), "{one}");
        let many = of(&["a", "b", "c", "d"]).unwrap();
        assert!(many.starts_with("`a`, `b` and 2 more name a part that is gone. They are"), "{many}");
    }
}
