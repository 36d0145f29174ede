//! Updates breakpoints, watches and expectations after an edit that renumbers or deletes parts.

use super::{Expression, renumber};
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
    use crate::level::edit::remove;
    use crate::level::{
        Body, Breakpoint, Each, EditorExtra, Expectation, Link, LinkEnd, LinkKind, Marker, MarkerShape, Node,
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
