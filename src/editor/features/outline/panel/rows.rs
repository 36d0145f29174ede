//! The rows of the outline tree as a list, so that only visible rows are drawn.

use super::TreeState;
use crate::level::edit::links::kind_name;
use crate::level::{Level, Motion, ObstacleShape, Place};

/// A row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TreeRow {
    /// A body, disc or obstacle.
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

/// Name of a body, disc or obstacle; kind and index if it has none.
pub fn name(level: &Level, place: Place) -> String {
    let (name, blank) = match place {
        Place::Body(i) => (level.bodies.get(i).map(|body| &body.name), format!("body {i}")),
        Place::Disc(i) => (level.discs.get(i).map(|disc| &disc.name), format!("disc {i}")),
        Place::Obstacle(i) => (level.obstacles.get(i).map(|obstacle| &obstacle.name), format!("obstacle {i}")),
        Place::Instance(i) => (level.instances.get(i).map(|instance| &instance.id), format!("instance {i}")),
        other => return crate::editor::tools::describe(other),
    };
    name.filter(|name| !name.is_empty()).cloned().unwrap_or(blank)
}

/// Kind of a part in a word or two; empty for dynamic bodies.
pub fn kind(level: &Level, place: Place) -> &'static str {
    let motion = |motion: &Motion, usual: &'static str| match motion {
        Motion::Dynamic => usual,
        Motion::Fixed => "fixed",
        Motion::Driven(_) => "driven",
    };
    match place {
        Place::Body(i) => level.bodies.get(i).map_or("", |body| motion(&body.motion, "")),
        Place::Disc(i) => level
            .discs
            .get(i)
            .map_or("", |disc| motion(&disc.motion, if disc.radius == 0.0 { "particle" } else { "disc" })),
        Place::Obstacle(i) => level.obstacles.get(i).map_or("", |obstacle| match obstacle.shape {
            ObstacleShape::Segment(..) => "segment",
            ObstacleShape::Line(..) => "line",
            ObstacleShape::Circle { .. } => "circle",
        }),
        Place::Link(i) => level.links.get(i).map_or("", |link| kind_name(link.kind)),
        Place::Instance(_) => "instance",
        _ => "",
    }
}

fn has_words(level: &Level, place: Place, words: &str) -> bool {
    if words.is_empty() {
        return true;
    }
    let sort = match place {
        Place::Body(_) => "body",
        Place::Disc(_) => "disc",
        Place::Link(_) => "link",
        _ => "obstacle",
    };
    let hidden = if level.is_hidden(place) { "hidden" } else { "" };
    let locked = if level.is_locked(place) { "locked" } else { "" };
    let all = format!("{} {} {sort} {hidden} {locked}", name(level, place), kind(level, place)).to_lowercase();
    words.split_whitespace().all(|word| all.contains(word))
}

/// All rows, in order.
pub(super) fn rows(level: &Level, kept: &TreeState) -> Vec<TreeRow> {
    let words = kept.words.to_lowercase();
    let mut rows = Vec::new();
    for body in (0..level.bodies.len()).filter(|&body| has_words(level, Place::Body(body), &words)) {
        rows.push(TreeRow::Part(Place::Body(body)));
        if !kept.open.contains(&body) {
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
    let others = others.chain((0..level.instances.len()).map(Place::Instance));
    rows.extend(others.filter(|&place| has_words(level, place, &words)).map(TreeRow::Part));
    let links: Vec<Place> =
        (0..level.links.len()).map(Place::Link).filter(|&place| has_words(level, place, &words)).collect();
    if !links.is_empty() {
        rows.push(TreeRow::Links(links.len()));
        if kept.shows_links || !words.is_empty() {
            rows.extend(links.into_iter().map(TreeRow::Item));
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Body, Node};

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
