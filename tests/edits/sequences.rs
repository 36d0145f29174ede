//! Thousands of random sequences of edits: no panic, every level is accepted by the format and runs, only deleted masses
//! are lost, and the history restores every bit.

use super::random::Random;
use super::support::{align, distribute};
use blobsmith::editor::document::{Document, Edit};
use blobsmith::engine::World;
use blobsmith::level::edit::clipboard::{copy, fragment, parse, paste, paste_into};
use blobsmith::level::edit::orient::{hull_from_triangles, orient, turn, turn_hull};
use blobsmith::level::edit::symmetry::{
    Mirror, MirrorAxis as Middle, NewLink, complete, disc_both, duplicate_both, knife_both, link_both, marker_both,
    move_both, node_both, obstacle_both, pin_both, remove_both, split_both, transform_both,
};
use blobsmith::level::edit::*;
use blobsmith::level::format::{TextFormat, read, validate, write};
use blobsmith::level::{Body, Disc, Level, MarkerShape, Motion, Node, ObstacleShape, Place, Point, Role, gallery, ids};
use std::collections::BTreeMap;

impl Random {
    /// Mostly within the size of levels; sometimes extreme.
    fn number(&mut self) -> f64 {
        if self.one_in(100) {
            return [0.0, -0.0, f64::NAN, f64::INFINITY, 1e308, -1e-308, 1e60][self.below(7)];
        }
        self.below(2000) as f64 / 100.0 - 10.0
    }

    fn point(&mut self) -> Point {
        [self.number(), self.number()]
    }

    /// A number of one of `count` items; sometimes of none.
    fn index(&mut self, count: usize) -> usize {
        if self.one_in(80) { [count, usize::MAX, count + 7][self.below(3)] } else { self.below(count) }
    }

    fn body(&mut self, level: &Level) -> usize {
        self.index(level.bodies.len())
    }

    fn node(&mut self, level: &Level, body: usize) -> usize {
        self.index(level.bodies.get(body).map_or(0, |body| body.nodes.len()))
    }

    fn place(&mut self, level: &Level) -> Place {
        let b = self.body(level);
        let of = |count: fn(&Body) -> usize| level.bodies.get(b).map_or(0, count);
        match self.below(14) {
            0 => Place::Body(b),
            1 => Place::Disc(self.index(level.discs.len())),
            2 if self.one_in(2) => Place::Marker(self.index(level.markers.len())),
            2 => Place::Obstacle(self.index(level.obstacles.len())),
            3 | 4 => Place::Spring(b, self.index(of(|body| body.springs.len()))),
            5 => Place::Stick(b, self.index(of(|body| body.sticks.len()))),
            6 | 7 => Place::HullEdge(b, self.index(of(|body| body.hull.len()))),
            8 => Place::Triangle(b, self.index(of(|body| body.triangles.len()))),
            9 if self.one_in(20) => [Place::Level, Place::World][self.below(2)],
            _ => Place::Node(b, self.node(level, b)),
        }
    }

    fn places(&mut self, level: &Level) -> Vec<Place> {
        let count = [0, 1, 1, 2, 2, 3, 4, 6][self.below(8)];
        // Mostly what is there, else nearly all long selections would be refused.
        let mut places: Vec<Place> = (0..count).map(|_| self.place(level)).collect();
        if !self.one_in(8) {
            places.retain(|&place| level.has(place));
        }
        places
    }

    fn nodes(&mut self, level: &Level, body: usize) -> Vec<usize> {
        let count = 2 + self.below(5);
        (0..count).map(|_| self.node(level, body)).collect()
    }

    fn transform(&mut self) -> Transform {
        match self.below(5) {
            0 => Transform::Move(self.point()),
            1 => Transform::Rotate { pivot: self.point(), angle_rad: self.number() },
            2 => Transform::Scale { pivot: self.point(), factors: [self.number(), self.number()] },
            3 => Transform::MirrorX(self.number()),
            _ => Transform::MirrorY(self.number()),
        }
    }

    fn middle(&mut self) -> Middle {
        Middle { x: self.number(), tolerance: [1e-6, 0.5, 2.0][self.below(3)] }
    }
}

/// Masses by value: how often each is there.
fn masses(level: &Level) -> BTreeMap<u64, usize> {
    let mut found = BTreeMap::new();
    for node in level.bodies.iter().flat_map(|body| &body.nodes) {
        if let Role::Mass(mass) = node.role {
            *found.entry(mass.to_bits()).or_default() += 1;
        }
    }
    found
}

/// The masses that a deletion of these places may take.
fn doomed(level: &Level, places: &[Place]) -> BTreeMap<u64, usize> {
    let is_named =
        |body: usize, node: usize| places.contains(&Place::Body(body)) || places.contains(&Place::Node(body, node));
    let mut found = BTreeMap::new();
    for (b, body) in level.bodies.iter().enumerate() {
        for (_, node) in body.nodes.iter().enumerate().filter(|&(n, _)| is_named(b, n)) {
            if let Role::Mass(mass) = node.role {
                *found.entry(mass.to_bits()).or_default() += 1;
            }
        }
    }
    found
}

/// One random edit, and the masses that it may take away; none where it gives nodes other masses, and takes none away.
pub fn edit(random: &mut Random, level: &mut Level) -> Result<(Made, Option<BTreeMap<u64, usize>>), String> {
    let is_large = level.bodies.iter().map(|body| body.nodes.len()).sum::<usize>() > 400 || level.discs.len() > 100;
    let kind = if is_large { random.below(19) } else { random.below(41) };
    let places = random.places(level);
    let b = random.body(level);
    let nodes = random.nodes(level, b);
    let pair = [nodes[0], nodes[1]];
    let mut gone = BTreeMap::new();
    let made = match kind {
        0..=3 => {
            gone = doomed(level, &places);
            remove(level, &places)
        }
        4 => {
            let middle = random.middle();
            let mirror = Mirror::new(level, middle);
            gone = mirror.map(|mirror| doomed(level, &mirror.both(&places))).unwrap_or_default();
            remove_both(level, &places, middle)
        }
        5 | 6 => transform(level, &places, random.transform()),
        7 => {
            let moves: Vec<(Place, Point)> = places.iter().map(|&place| (place, random.point())).collect();
            shift(level, &moves)
        }
        8 if random.one_in(3) => {
            let count = level.bodies.get(b).map_or(0, |body| body.nodes.len());
            let pose: Vec<_> = (0..count).map(|_| random.point().into()).collect();
            rest::pose(level, b, &pose)
        }
        8 => rest::as_drawn(level, &places),
        9 => {
            let ways = [Align::Left, Align::Center, Align::Right, Align::Top, Align::Middle, Align::Bottom];
            let anchors = [Anchor::All, Anchor::First, Anchor::Last];
            align(level, &places, ways[random.below(6)], anchors[random.below(3)])
        }
        10 => distribute(level, &places, if random.one_in(2) { Axis::X } else { Axis::Y }),
        11 if random.one_in(4) => turn_hull(level, b),
        11 => turn(level, &places),
        12 => orient(level, b),
        13 | 14 => hull_from_triangles(level, b),
        15 => move_both(level, &places, random.point(), random.middle()),
        16 => {
            let chosen: Vec<Place> =
                nodes[..2 + random.below(nodes.len() - 1)].iter().map(|&node| Place::Node(b, node)).collect();
            let chosen = if random.one_in(3) { places } else { chosen };
            gone = doomed(level, &chosen);
            weld(level, &chosen)
        }
        17 => {
            // Which are near each other only the function knows: all of what is named may go.
            let whole: Vec<Place> = places.iter().filter_map(|place| place.body().map(Place::Body)).collect();
            gone = doomed(level, &whole);
            weld_near(level, &places, random.number())
        }
        18 => {
            let other = random.body(level);
            merge(level, &[b, other])
        }
        19 => separate(level, b),
        20 if random.one_in(2) => {
            let points: Vec<Point> = (0..4).map(|_| random.point()).collect();
            let shape = match random.below(4) {
                0 => MarkerShape::Point(points[0]),
                1 => MarkerShape::rect(points[0], points[1]),
                2 => MarkerShape::Polygon(points),
                _ => MarkerShape::Path(points),
            };
            marker_both(level, &shape, random.middle())
        }
        20 => add::node(level, if random.one_in(4) { None } else { Some(b) }, random.point()),
        21 => add::spring(level, b, pair, None),
        22 => add::stick(level, b, pair, random.one_in(2)),
        23 => add::hull_edge(level, b, pair),
        24 => add::hull_loop(level, b, &nodes),
        25 => add::triangle(level, b, [nodes[0], nodes[1], nodes[nodes.len() - 1]]),
        26 => add::neighbours(level, b, &nodes, random.number(), None),
        27 => add::barycentre(level, b),
        28 => split_at(level, random.place(level), random.point()),
        29 => split(level, random.place(level), random.below(100) as f64 / 99.0),
        30 => match copy(level, &places) {
            Ok(text) => paste(level, &parse(&text)?, random.point()),
            Err(reason) => Err(reason),
        },
        31 => match fragment(level, &places) {
            Ok(part) => paste_into(level, &part, b, random.point()),
            Err(reason) => Err(reason),
        },
        32 => duplicate(level, &places, random.point()),
        33 => putting_in(random, level, b, &nodes),
        // The knife shares masses out.
        34..=36 => return on_both_sides(random, level, b, &places).map(|made| (made, None)),
        _ => return within_a_body(random, level, b).map(|made| (made, None)),
    }?;
    Ok((made, Some(gone)))
}

/// Changes that are made of a body as a whole.
fn within_a_body(random: &mut Random, level: &mut Level, b: usize) -> Result<Made, String> {
    if random.one_in(3) {
        let only = if random.one_in(2) { vec![] } else { vec![b] };
        return knife::knife(level, &only, random.point(), random.point())
            .map(|knifed| Made { said: knifed.said, ..Made::default() });
    }
    let changes = [fill::fill, balloon::balloon, masses::uniform, masses::by_area];
    let body = level.bodies.get_mut(b).ok_or("no such body")?;
    let mut changed = body.clone();
    changes[random.below(changes.len())](&mut changed)?;
    *body = changed;
    Ok(Made::default())
}

fn putting_in(random: &mut Random, level: &mut Level, b: usize, nodes: &[usize]) -> Result<Made, String> {
    match random.below(5) {
        0 => node_both(level, if random.one_in(3) { None } else { Some(b) }, random.point(), random.middle()),
        1 => {
            let links =
                [NewLink::Spring(None), NewLink::Stick(false), NewLink::HullEdge, NewLink::HullLoop, NewLink::Triangle];
            link_both(
                level,
                links[random.below(5)],
                b,
                &nodes[..2 + random.below(2).min(nodes.len() - 2)],
                random.middle(),
            )
        }
        2 => add::obstacle(level, ObstacleShape::Segment(random.point(), random.point())),
        3 => add::obstacle(level, ObstacleShape::Circle { center: random.point(), radius: random.number() }),
        _ => {
            let (position, radius) = (random.point(), random.number());
            let motion = Motion::Dynamic;
            let name = "ball".to_owned();
            let disc = Disc {
                name,
                position,
                velocity: [0.0; 2],
                radius,
                mass: 1.0,
                restitution: 1.0,
                friction: 0.0,
                motion,
                ..Disc::default()
            };
            disc_both(level, disc, if random.one_in(2) { Some(random.middle()) } else { None })
        }
    }
}

/// What the live mirror does beside deleting and moving.
fn on_both_sides(random: &mut Random, level: &mut Level, b: usize, places: &[Place]) -> Result<Made, String> {
    let axis = random.middle();
    match random.below(8) {
        0 => pin_both(level, places, random.one_in(2), axis),
        1 | 2 => transform_both(level, places, random.transform(), axis),
        3 => split_both(level, random.place(level), random.point(), axis),
        4 => duplicate_both(level, places, random.point(), axis),
        5 => complete(level, &places[..places.len().min(2)], axis).map(Made::at),
        6 => obstacle_both(level, ObstacleShape::Line(random.point(), random.point()), axis),
        _ => {
            let only = if random.one_in(2) { vec![] } else { vec![b] };
            knife_both(level, &only, random.point(), random.point(), axis)
                .map(|knifed| Made { said: knifed.said, ..Made::default() })
        }
    }
}

/// A level of the gallery with masses of its own, with colours and with something hidden and locked.
fn marked(id: usize, mut level: Level) -> Level {
    let mut count = 0;
    for node in level.bodies.iter_mut().flat_map(|body| &mut body.nodes) {
        if let Role::Mass(mass) = &mut node.role {
            count += 1;
            *mass = 1.0 + f64::from(count) / 1024.0;
        }
    }
    let (bodies, discs) = (level.bodies.len(), level.discs.len());
    let extra = level.editor.get_or_insert_default();
    extra.body_colors = (0..bodies).map(|body| format!("#{body:06x}")).collect();
    extra.hidden = (0..bodies).filter(|body| body % 3 == id % 3).map(Place::Body).collect();
    extra.locked = (0..discs).filter(|disc| disc % 2 == 0).map(Place::Disc).collect();
    ids::assign(&mut level);
    level
}

fn assert_fine(level: &Level, words: &str) {
    validate(level).unwrap_or_else(|error| panic!("{words}: {error}"));
    World::new(level).unwrap_or_else(|error| panic!("{words}: {error}"));
    if let Some(extra) = &level.editor {
        let is_there = |place: Place| level.has(place);
        assert!(extra.hidden.iter().all(is_there) && extra.locked.iter().all(is_there), "{words}");
        assert!(extra.body_colors.len() <= level.bodies.len(), "{words}: more colours than bodies");
        assert!(extra.disc_colors.len() <= level.discs.len(), "{words}: more colours than discs");
    }
}

/// No mass is gone but those that may be (where that is known: else there are at least as many).
fn assert_none_lost(before: &Level, after: &Level, gone: Option<&BTreeMap<u64, usize>>, words: &str) {
    let (then, now) = (masses(before), masses(after));
    let Some(gone) = gone else {
        assert!(now.values().sum::<usize>() >= then.values().sum(), "{words}: a mass is lost");
        return;
    };
    for (mass, count) in then {
        let of = |found: &BTreeMap<u64, usize>| found.get(&mass).copied().unwrap_or(0);
        assert!(of(&now) + of(gone) >= count, "{words}: a mass of {} is lost", f64::from_bits(mass));
    }
}

fn seeds() -> Vec<Level> {
    let small = |level: &Level| {
        level.bodies.iter().map(|body| body.nodes.len()).sum::<usize>() <= 120 && level.discs.len() <= 60
    };
    let levels = gallery::ALL.iter().map(|entry| read(entry.text, TextFormat::Ron).unwrap()).filter(small);
    levels.enumerate().map(|(id, level)| marked(id, level)).collect()
}

#[test]
fn random_edit_sequences_keep_levels_valid_and_undo_exactly() {
    let seeds = seeds();
    assert!(seeds.len() >= 20, "{} levels are small enough", seeds.len());
    let (mut done, mut refused) = (0, 0);
    for sequence in 0..2500 {
        let mut random = Random(0x9e37_79b9_7f4a_7c15 ^ (sequence as u64 + 1).wrapping_mul(0xbf58_476d_1ce4_e5b9));
        let mut document = Document::new(seeds[sequence % seeds.len()].clone(), None);
        let first = write(document.level(), TextFormat::Ron);
        for step in 0..10 {
            let words = format!("sequence {sequence}, edit {step}");
            let before = document.level().clone();
            let mut after = Level::clone(&before);
            let untouched = |level: &mut Level| {
                let start = level.clone();
                edit(&mut random, level)
                    .inspect_err(|reason| assert!(*level == start, "{words}: {reason}, but the level has changed"))
            };
            match tracked(&mut after, untouched) {
                Err(reason) => {
                    assert!(!reason.is_empty(), "{words}");
                    refused += 1;
                }
                Ok((made, gone)) => {
                    done += 1;
                    assert_fine(&after, &words);
                    assert!(made.places.iter().all(|&place| after.has(place)), "{words}: {:?}", made.places);
                    assert_none_lost(&before, &after, gone.as_ref(), &words);
                    let gesture = random.below(3) as u64;
                    let change = Edit::making(words.clone(), move |level| {
                        *level = after;
                        Ok(made)
                    });
                    document.apply(if random.one_in(3) { change.within(gesture) } else { change }).unwrap();
                }
            }
            wander(&mut random, &mut document);
        }
        let last = document.entries().count() - 1;
        document.jump(last);
        let newest = write(document.level(), TextFormat::Ron);
        while document.undo().is_some() {
            assert_fine(document.level(), "undone");
        }
        assert!(write(document.level(), TextFormat::Ron) == first, "sequence {sequence}: not the first level");
        while document.redo().is_some() {}
        assert!(write(document.level(), TextFormat::Ron) == newest, "sequence {sequence}: not the last level");
    }
    // The test is meaningful only if most edits succeed.
    assert!(done > 10_000, "{done} edits were done, {refused} refused");
}

/// Sometimes back a step, sometimes forward, sometimes the end of a gesture.
fn wander(random: &mut Random, document: &mut Document) {
    match random.below(12) {
        0 => drop(document.undo()),
        1 => drop(document.redo()),
        2 => document.end_gesture(),
        _ => {}
    }
}

#[test]
fn random_edits_of_empty_bodies_keep_levels_valid() {
    let barycentre = Node { role: Role::Barycentre, ..Node::at([0.0, 0.0]) };
    let bodies = vec![Body::default(), Body { nodes: vec![barycentre], ..Body::default() }];
    for seed in 1..3000 {
        let mut random = Random(seed);
        let mut level = Level { bodies: bodies.clone(), ..Level::default() };
        for _ in 0..3 {
            let before = level.clone();
            if edit(&mut random, &mut level).is_err() {
                assert!(level == before, "seed {seed}");
            }
            assert_fine(&level, &format!("seed {seed}"));
        }
    }
}
