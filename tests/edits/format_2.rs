//! Random edits of documents of format 2 lose nothing: ids, labels, tags, properties, skins, links and markers follow, both
//! text forms, the clipboard, the conversion and the history keep every bit, and nothing of this changes a state.

use super::random::Random;
use super::scenes::format_2::{self as scene, NUMBER, SOURCE, format_2};
use super::scenes::random::Random as SceneRandom;
use super::sequences::edit;
use blobsmith::editor::document::{Document, Edit};
use blobsmith::engine::World;
use blobsmith::level::edit::links::with_length;
use blobsmith::level::edit::{Made, clipboard};
use blobsmith::level::format::{self, TextFormat};
use blobsmith::level::{
    CollisionFilter, Level, Link, LinkEnd, LinkKind, ObstacleShape, Place, Properties, PropertyValue, UvMap, flatten,
    ids,
};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Edits of one document before the next one.
const SEQUENCE: usize = 20;

/// What an edit changed on purpose.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// Geometry: user data must stay.
    Shape,
    /// The user data of one part.
    UserData,
    /// Links, markers or filters.
    Parts,
}

/// An edit of what format 2 adds.
fn edit_parts(random: &mut Random, level: &mut Level) -> Result<Kind, String> {
    let mut seeded = SceneRandom::new(random.below(1 << 30) as u64);
    let (body, link, marker) =
        (random.below(level.bodies.len()), random.below(level.links.len()), random.below(level.markers.len()));
    let nothing = || "there is none".to_owned();
    match random.below(9) {
        0 => {
            let new = scene::link(&mut seeded, level, random.below(90)).ok_or_else(nothing)?;
            let is_taken = ids::all(level).any(|id| id == new.id);
            level
                .links
                .push(blobsmith::level::Link { id: if is_taken { String::new() } else { new.id.clone() }, ..new });
        }
        1 if !level.links.is_empty() => drop(level.links.remove(link)),
        2 => level.markers.push(blobsmith::level::Marker { id: String::new(), ..scene::marker(&mut seeded, marker) }),
        3 if !level.markers.is_empty() => drop(level.markers.remove(marker)),
        4 => {
            let body = level.bodies.get_mut(body).ok_or_else(nothing)?;
            body.collision = scene::filter(&mut seeded, 0.2);
        }
        5 => {
            let body = level.bodies.get_mut(body).ok_or_else(nothing)?;
            body.skin = random.one_in(2).then(|| scene::skin(&mut seeded, body));
        }
        6 => {
            let link = level.links.get_mut(link).ok_or_else(nothing)?;
            link.kind = LinkKind::Spring { rest_length: 1.0, stiffness: 0.05, damping: 0.0 };
        }
        7 => {
            let body = level.bodies.get_mut(body).ok_or_else(nothing)?;
            (body.tags, body.properties) = (scene::tags(&mut seeded), scene::properties(&mut seeded, 0));
            return Ok(Kind::UserData);
        }
        _ => {
            level.properties.insert(format!("k{}", random.below(4)), scene::value(&mut seeded, 0));
            return Ok(Kind::UserData);
        }
    }
    Ok(Kind::Parts)
}

/// Number of a node, which it keeps as a property.
fn number(properties: &Properties) -> Option<i64> {
    match properties.get(NUMBER) {
        Some(PropertyValue::Integer(number)) => Some(*number),
        _ => None,
    }
}

/// Tags and properties of the parts with an id.
fn user_data(level: &Level) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut add = |id: &str, tags: &[String], properties: &Properties| {
        found.insert(id.to_owned(), format!("{tags:?} {properties:?}"));
    };
    level.bodies.iter().for_each(|body| add(&body.id, &body.tags, &body.properties));
    level.discs.iter().for_each(|disc| add(&disc.id, &disc.tags, &disc.properties));
    level.obstacles.iter().for_each(|obstacle| add(&obstacle.id, &obstacle.tags, &obstacle.properties));
    level.links.iter().for_each(|link| add(&link.id, &link.tags, &link.properties));
    level.markers.iter().for_each(|marker| add(&marker.id, &marker.tags, &marker.properties));
    level.instances.iter().for_each(|instance| add(&instance.id, &instance.tags, &instance.properties));
    found
}

/// Labels of the nodes with each number, and the tags of the first of them. Copies of a node have its number.
fn nodes(level: &Level) -> BTreeMap<i64, (Vec<String>, Vec<String>)> {
    let mut found: BTreeMap<i64, (Vec<String>, Vec<String>)> = BTreeMap::new();
    for node in level.bodies.iter().flat_map(|body| &body.nodes) {
        if let Some(number) = number(&node.properties) {
            let (labels, _) = found.entry(number).or_insert_with(|| (Vec::new(), node.tags.clone()));
            labels.push(node.label.clone());
        }
    }
    found
}

/// What a link ends at: the number of a node, the id of a disc, or a point.
fn end_name(level: &Level, end: LinkEnd) -> Option<String> {
    Some(match end {
        LinkEnd::Node([body, node]) => format!("node {}", number(&level.bodies[body].nodes[node].properties)?),
        LinkEnd::Disc(disc) => level.discs[disc].id.clone(),
        LinkEnd::Point(point) => format!("{point:?}"),
    })
}

/// Distance of the ends of a link, by their positions.
fn distance(level: &Level, link: &Link) -> f64 {
    let [a, b] = [link.a, link.b].map(|end| match end {
        LinkEnd::Node([body, node]) => level.bodies[body].nodes[node].position,
        LinkEnd::Disc(disc) => level.discs[disc].position,
        LinkEnd::Point(point) => point,
    });
    (a[0] - b[0]).hypot(a[1] - b[1])
}

/// A length stays, except that a link is set to its drawn length, or scaled together with both of its ends.
fn is_length_explained((before, old): (&Level, &Link), (after, new): (&Level, &Link)) -> bool {
    let length = |kind| match kind {
        LinkKind::Spring { rest_length, .. } => rest_length,
        LinkKind::Stick { length } => length,
        LinkKind::Pin => 0.0,
    };
    let (was, is) = (length(old.kind), length(new.kind));
    let (apart, drawn) = (distance(before, old), distance(after, new));
    let is_near = |a: f64, b: f64| (a - b).abs() <= 1e-9 * a.abs().max(b.abs());
    was == is || is_near(is, drawn) || is_near(is * apart, was * drawn)
}

/// Every id is unique and kept; user data, labels and ends of links stay with their parts.
/// The knife deletes the links that it cuts through.
fn assert_followed(before: &Level, after: &Level, (kind, is_cut): (Kind, bool), words: &str) {
    let ids: Vec<&str> = ids::all(after).collect();
    assert!(ids.iter().all(|id| !id.is_empty()), "{words}: a part has no id");
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "{words}: an id occurs twice");
    let (old, new) = (user_data(before), user_data(after));
    if kind != Kind::UserData {
        for (id, data) in &old {
            assert!(new.get(id).is_none_or(|now| now == data), "{words}: user data of {id} has changed");
        }
        assert_eq!((&before.tags, &before.properties), (&after.tags, &after.properties), "{words}");
    }
    let (old_nodes, new_nodes) = (nodes(before), nodes(after));
    for (number, (labels, tags)) in &new_nodes {
        let (old_labels, old_tags) = &old_nodes[number];
        for label in labels {
            let is_it = |old: &String| {
                label.strip_prefix(old.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
            };
            assert!(old_labels.iter().any(is_it), "{words}: labels {old_labels:?} are now {labels:?}");
        }
        assert_eq!(tags, old_tags, "{words}");
    }
    if kind == Kind::Parts {
        return;
    }
    for marker in &before.markers {
        let now = after.markers.iter().find(|now| now.id == marker.id);
        assert!(now.is_none_or(|now| now.name == marker.name), "{words}: name of marker {}", marker.id);
    }
    assert_eq!(
        format!("{:?}", before.instances),
        format!("{:?}", &after.instances[..before.instances.len()]),
        "{words}"
    );
    let is_there = |name: &str| match name.strip_prefix("node ") {
        Some(number) => new_nodes.contains_key(&number.parse().expect("a number")),
        None => name.starts_with('[') || ids.contains(&name),
    };
    for link in &before.links {
        let ends = [link.a, link.b].map(|end| end_name(before, end));
        let [Some(a), Some(b)] = &ends else { continue };
        // A number that several nodes have does not identify one.
        let is_unique = |name: &String| match name.strip_prefix("node ") {
            Some(number) => old_nodes[&number.parse::<i64>().expect("a number")].0.len() == 1,
            None => true,
        };
        if !is_unique(a) || !is_unique(b) || !is_there(a) || !is_there(b) {
            continue;
        }
        let now = after.links.iter().find(|now| now.id == link.id);
        let Some(now) = now else {
            assert!(is_cut, "{words}: link {} from {a} to {b} is lost", link.id);
            continue;
        };
        assert_eq!([now.a, now.b].map(|end| end_name(after, end)), ends, "{words}: link {}", link.id);
        assert_eq!(with_length(now.kind, 1.0), with_length(link.kind, 1.0), "{words}");
        assert_eq!(now.collide, link.collide, "{words}");
        assert!(is_length_explained((before, link), (after, now)), "{words}: {:?} is now {:?}", link.kind, now.kind);
    }
}

fn hash(level: &Level, frames: usize) -> u64 {
    let flat = flatten::flatten(level.clone(), Path::new("level.ron"), &mut |path| {
        assert_eq!(path, Path::new(SOURCE));
        Ok(scene::source())
    });
    let mut world = World::new(&flat.expect("a level")).expect("a world");
    (0..frames).for_each(|_| world.step_frame());
    world.hash()
}

/// The level without what the engine ignores.
fn plain(level: &Level) -> Level {
    let mut level = level.clone();
    for body in &mut level.bodies {
        (body.tags, body.properties, body.skin) = (Vec::new(), Properties::default(), None);
        for node in &mut body.nodes {
            (node.label, node.tags, node.properties) = (String::new(), Vec::new(), Properties::default());
        }
    }
    (level.markers, level.tags, level.properties, level.editor) = (Vec::new(), Vec::new(), Properties::default(), None);
    level
}

/// Texts, clipboard and conversion keep every bit and the state.
fn assert_kept(level: &Level, words: &str) {
    let same = |other: &Level, way: &str| assert_eq!(format!("{other:?}"), format!("{level:?}"), "{words}: {way}");
    for form in [TextFormat::Ron, TextFormat::Json] {
        let text = format::write(level, form);
        same(&format::read(&text, form).unwrap_or_else(|error| panic!("{words}: {error}")), "text");
    }
    if let Ok(old) = format::downgrade(level.clone()) {
        let text = format::write(&old, TextFormat::Json);
        let mut again = format::read(&text, TextFormat::Json).expect("format 1");
        again.bodies.iter_mut().zip(&level.bodies).for_each(|(body, known)| body.id.clone_from(&known.id));
        again.discs.iter_mut().zip(&level.discs).for_each(|(disc, known)| disc.id.clone_from(&known.id));
        again.obstacles.iter_mut().zip(&level.obstacles).for_each(|(new, known)| new.id.clone_from(&known.id));
        same(&again, "format 1");
    }
    let bodies = (0..level.bodies.len()).map(Place::Body);
    let others = (0..level.discs.len()).map(Place::Disc).chain((0..level.obstacles.len()).map(Place::Obstacle));
    let places: Vec<Place> = bodies.chain(others).collect();
    if places.is_empty() {
        return;
    }
    let copied = clipboard::parse(&clipboard::copy(level, &places).expect("copied")).expect("parsed");
    let lists = |level: &Level| format!("{:?}", (&level.bodies, &level.discs, &level.obstacles));
    assert_eq!(lists(&copied), lists(level), "{words}: clipboard");
    let is_fixed = |end: LinkEnd| matches!(end, LinkEnd::Point(_));
    let links: Vec<_> = level.links.iter().filter(|link| !(is_fixed(link.a) && is_fixed(link.b))).collect();
    assert_eq!(format!("{:?}", copied.links), format!("{links:?}"), "{words}: links in the clipboard");
}

fn assert_same_state(level: &Level, words: &str) {
    let expected = hash(level, 2);
    let text = format::write(level, TextFormat::Ron);
    assert_eq!(hash(&format::read(&text, TextFormat::Ron).expect("written"), 2), expected, "{words}: hash of the text");
    assert_eq!(hash(&plain(level), 2), expected, "{words}: user data change the state");
}

/// Bodies and discs small enough for the sequence.
fn seed_level(seed: u64) -> Level {
    let mut level = format_2(seed);
    ids::assign(&mut level);
    format::validate(&level).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    level
}

/// Performs so many edits; returns how many changed a document.
fn run(edits: usize) -> usize {
    let mut done = 0;
    for sequence in 0..edits.div_ceil(SEQUENCE) {
        let mut random = Random(0x2545_f491_4f6c_dd1d ^ (sequence as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let first = seed_level(sequence as u64);
        let mut document = Document::new(first.clone(), None);
        for step in 0..SEQUENCE {
            let words = format!("sequence {sequence}, edit {step}");
            let before = Level::clone(document.level());
            let state = random.0;
            let kind = std::rc::Rc::new(std::cell::Cell::new((Kind::Shape, false)));
            let shared = kind.clone();
            let change = Edit::making(words.clone(), move |level| {
                let mut random = Random(state);
                if random.one_in(4) {
                    shared.set((edit_parts(&mut random, level)?, false));
                    return Ok(Made::default());
                }
                let (made, _) = edit(&mut random, level)?;
                shared.set((Kind::Shape, made.said.contains("cut through")));
                Ok(made)
            });
            let result = document.apply(change);
            random.below(2);
            match result {
                Err(reason) => assert!(!reason.is_empty() && before == **document.level(), "{words}: {reason}"),
                Ok(_) => {
                    done += 1;
                    assert_followed(&before, document.level(), kind.get(), &words);
                    if step % 5 == 4 {
                        assert_kept(document.level(), &words);
                    }
                }
            }
        }
        assert_same_state(document.level(), &format!("sequence {sequence}"));
        let last = format!("{:?}", document.level());
        while document.undo().is_some() {}
        assert_eq!(
            format!("{:?}", document.level()),
            format!("{:?}", std::sync::Arc::new(first)),
            "sequence {sequence}"
        );
        while document.redo().is_some() {}
        assert_eq!(format!("{:?}", document.level()), last, "sequence {sequence}");
    }
    done
}

#[test]
fn random_edits_of_format_2_lose_nothing() {
    let done = run(3_000);
    assert!(done > 1_500, "{done} edits were done");
}

#[test]
#[ignore = "takes minutes"]
fn hundred_thousand_random_edits_of_format_2_lose_nothing() {
    let done = run(100_000);
    assert!(done > 50_000, "{done} edits were done");
}

#[test]
fn format_2_scenes_have_every_part_of_the_format() {
    let levels: Vec<Level> = (0..60).map(format_2).collect();
    let any = |has: fn(&Level) -> bool| levels.iter().filter(|level| has(level)).count() >= 5;
    assert!(any(|level| level.links.iter().any(|link| matches!(link.kind, LinkKind::Spring { .. }))));
    assert!(any(|level| level.links.iter().any(|link| matches!(link.a, LinkEnd::Disc(_)))));
    assert!(any(|level| level.bodies.iter().any(|body| body.collision.sensor)));
    assert!(any(|level| level.bodies.iter().any(|body| body.collision.mask != u32::MAX)));
    let has_pairs =
        |level: &Level| level.bodies.iter().any(|body| body.skin.as_ref().is_some_and(|skin| skin.uv != UvMap::Planar));
    assert!(any(has_pairs));
    assert!(any(|level| !level.markers.is_empty()) && any(|level| !level.instances.is_empty()));
    let is_ring = |level: &Level| {
        let mut rings = level.obstacles.iter().filter(|one| matches!(one.shape, ObstacleShape::Circle { .. }));
        rings.any(|ring| ring.collision != CollisionFilter::default())
    };
    assert!(any(is_ring));
}
