//! The rows of the outline tree as a list, so that only visible rows are drawn.

use super::TreeState;
use crate::level::user_data::find::{self, PartQuery};
use crate::level::{Level, Place};

/// A row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TreeRow {
    /// A body, disc, obstacle or marker.
    Part(Place),
    /// A part list of a body: body, list index, title, length.
    List(usize, usize, &'static str, usize),
    /// The links of the level: their number.
    Links(usize),
    /// An item of a part list, or a link.
    Item(Place),
}

impl TreeRow {
    /// The part of the row.
    pub fn place(&self) -> Option<Place> {
        match *self {
            Self::Part(place) | Self::Item(place) => Some(place),
            Self::List(..) | Self::Links(_) => None,
        }
    }
}

/// Title, length, and the place of an item by body and index.
type PartList = (&'static str, usize, fn(usize, usize) -> Place);

/// Part lists of a body.
pub fn lists(level: &Level, body: usize) -> [PartList; 5] {
    let parts = level.bodies.get(body);
    let count = |count: fn(&crate::level::Body) -> usize| parts.map_or(0, count);
    [
        ("Nodes", count(|body| body.nodes.len()), Place::Node),
        ("Springs", count(|body| body.springs.len()), Place::Spring),
        ("Sticks", count(|body| body.sticks.len()), Place::Stick),
        ("Hull", count(|body| body.hull.len()), Place::HullEdge),
        ("Triangles", count(|body| body.triangles.len()), Place::Triangle),
    ]
}

/// Name of a part; kind and index if it has none.
pub fn name(level: &Level, place: Place) -> String {
    find::name(level, place).unwrap_or_else(|| crate::editor::tools::describe(place))
}

/// All rows, in order. A search finds the matching parts, and matching nodes below their body.
pub(super) fn rows(level: &Level, kept: &TreeState) -> Vec<TreeRow> {
    let query = PartQuery::parse(&kept.words);
    let mut rows = Vec::new();
    for body in 0..level.bodies.len() {
        let node_count = if query.is_empty() { 0 } else { level.bodies[body].nodes.len() };
        let nodes = (0..node_count).map(|node| Place::Node(body, node)).filter(|&node| query.matches(level, node));
        let nodes: Vec<Place> = nodes.collect();
        if nodes.is_empty() && !query.matches(level, Place::Body(body)) {
            continue;
        }
        rows.push(TreeRow::Part(Place::Body(body)));
        if !kept.open.contains(&body) {
            rows.extend(nodes.into_iter().map(TreeRow::Item));
            continue;
        }
        for (number, (title, count, place)) in lists(level, body).into_iter().enumerate().filter(|(_, list)| list.1 > 0)
        {
            rows.push(TreeRow::List(body, number, title, count));
            if kept.lists.contains(&(body, number)) {
                rows.extend((0..count).map(|index| TreeRow::Item(place(body, index))));
            }
        }
    }
    let discs = (0..level.discs.len()).map(Place::Disc);
    let others = discs.chain((0..level.obstacles.len()).map(Place::Obstacle));
    let others = others.chain((0..level.markers.len()).map(Place::Marker));
    let others = others.chain((0..level.instances.len()).map(Place::Instance));
    rows.extend(others.filter(|&place| query.matches(level, place)).map(TreeRow::Part));
    let links = (0..level.links.len()).map(Place::Link).filter(|&place| query.matches(level, place));
    let links: Vec<Place> = links.collect();
    if !links.is_empty() {
        rows.push(TreeRow::Links(links.len()));
        if kept.shows_links || !query.is_empty() {
            rows.extend(links.into_iter().map(TreeRow::Item));
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Body, Motion, Node};

    fn level() -> Level {
        let body = |name: &str, motion| Body {
            name: name.to_owned(),
            motion,
            nodes: vec![Node::at([0.0, 0.0]); 2],
            ..Body::default()
        };
        Level { bodies: vec![body("Jelly", Motion::Dynamic), body("", Motion::Fixed)], ..Level::default() }
    }

    #[test]
    fn outline_search_matches_names_and_kinds() {
        let found = |words: &str| {
            let kept = TreeState { words: words.to_owned(), ..TreeState::default() };
            rows(&level(), &kept).iter().filter_map(TreeRow::place).collect::<Vec<_>>()
        };
        assert_eq!(found(""), [Place::Body(0), Place::Body(1)]);
        assert_eq!(found("jel"), [Place::Body(0)]);
        assert_eq!(found("fixed body"), [Place::Body(1)]);
        assert!(found("disc").is_empty());
    }

    #[test]
    fn outline_shows_lists_and_items_of_open_rows() {
        let kept = TreeState { open: [0].into(), lists: [(0, 0)].into(), ..TreeState::default() };
        let rows = rows(&level(), &kept);
        assert_eq!(rows[1], TreeRow::List(0, 0, "Nodes", 2));
        assert_eq!(rows[2..4], [TreeRow::Item(Place::Node(0, 0)), TreeRow::Item(Place::Node(0, 1))]);
        assert_eq!(rows.len(), 5);
    }
}
