//! The rows of the outline tree as a list, so that only visible rows are drawn.

use super::TreeState;
use crate::level::edit::folders::{everything, folder_of, folders};
use crate::level::user_data::find::{self, PartQuery};
use crate::level::{Level, Place};
use crate::search::contains_words;
use std::collections::BTreeMap;

/// A row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TreeRow {
    /// A folder, by index.
    Folder(usize),
    /// A body, disc, obstacle, marker or instance.
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
            Self::List(..) | Self::Links(_) | Self::Folder(_) => None,
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

/// A part with its nodes that a search finds.
type FoundPart = (Place, Vec<Place>);

/// All rows, in order: the folders with their parts, then the parts outside of folders, each in file order by kind. A search
/// finds the matching parts, and matching nodes below their body. While searching, a folder shows its matching parts, or all
/// of them if its own name matches.
pub(super) fn rows(level: &Level, kept: &TreeState) -> Vec<TreeRow> {
    let (query, words) = (PartQuery::parse(&kept.words), kept.words.to_lowercase());
    let mut of_folders: BTreeMap<usize, Vec<FoundPart>> = BTreeMap::new();
    let mut outside: Vec<FoundPart> = Vec::new();
    let has_folders = !folders(level).is_empty();
    for place in everything(level) {
        // Ids are looked up only if there are folders.
        let folder = if has_folders { level.id_of(place).and_then(|id| folder_of(level, id)) } else { None };
        let is_of_folder = folder.is_some_and(|folder| is_named(level, folder, &words));
        let nodes = found_nodes(level, place, &query);
        if is_of_folder || !nodes.is_empty() || query.matches(level, place) {
            folder.map_or(&mut outside, |folder| of_folders.entry(folder).or_default()).push((place, nodes));
        }
    }
    let mut rows = Vec::new();
    for folder in 0..folders(level).len() {
        let parts = of_folders.remove(&folder).unwrap_or_default();
        if parts.is_empty() && !query.is_empty() && !is_named(level, folder, &words) {
            continue;
        }
        rows.push(TreeRow::Folder(folder));
        if kept.is_open_folder(&folders(level)[folder].name) {
            parts.into_iter().for_each(|part| push_part(level, kept, part, &mut rows));
        }
    }
    outside.into_iter().for_each(|part| push_part(level, kept, part, &mut rows));
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

/// Nodes of a body that a search finds.
fn found_nodes(level: &Level, place: Place, query: &PartQuery) -> Vec<Place> {
    let Place::Body(body) = place else { return Vec::new() };
    let count = if query.is_empty() { 0 } else { level.bodies[body].nodes.len() };
    (0..count).map(|node| Place::Node(body, node)).filter(|&node| query.matches(level, node)).collect()
}

fn is_named(level: &Level, folder: usize, words: &str) -> bool {
    let name = &folders(level)[folder].name;
    !words.is_empty() && contains_words(name, words)
}

/// The row of a part and, if it is expanded, of its lists and their items; else of its found nodes.
fn push_part(level: &Level, kept: &TreeState, (place, nodes): FoundPart, rows: &mut Vec<TreeRow>) {
    rows.push(TreeRow::Part(place));
    let Place::Body(body) = place else { return };
    if !kept.open.contains(&body) {
        return rows.extend(nodes.into_iter().map(TreeRow::Item));
    }
    for (number, (title, count, place)) in lists(level, body).into_iter().enumerate().filter(|(_, list)| list.1 > 0) {
        rows.push(TreeRow::List(body, number, title, count));
        if kept.lists.contains(&(body, number)) {
            rows.extend((0..count).map(|index| TreeRow::Item(place(body, index))));
        }
    }
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

    #[test]
    fn outline_lists_folders_before_other_parts() {
        let mut level = level();
        crate::level::edit::folders::add(&mut level, "Toys", &[Place::Body(1)]).unwrap();
        let found = |words: &str, closed: &[&str]| {
            let closed = closed.iter().map(|&name| name.to_owned()).collect();
            rows(&level, &TreeState { words: words.to_owned(), closed, ..TreeState::default() })
        };
        let (folder, one, two) = (TreeRow::Folder(0), TreeRow::Part(Place::Body(1)), TreeRow::Part(Place::Body(0)));
        assert_eq!(found("", &[]), [folder, one, two]);
        assert_eq!(found("", &["Toys"]), [folder, two]);
        assert_eq!(found("toy", &[]), [folder, one], "a name of a folder stands for its parts");
        assert_eq!(found("jelly", &[]), [two]);
        assert_eq!(found("fixed", &["Toys"]), [folder, one], "a search opens the folder");
    }
}
