//! With the mirror on, a symmetric level stays symmetric after every edit: compared with its mirror image by positions.

use super::random::Random;
use blobsmith::editor::document::{Document, Edit};
use blobsmith::level::edit::symmetry::*;
use blobsmith::level::edit::{Made, Transform};
use blobsmith::level::*;

impl Random {
    /// An eighth between -8 and 8.
    fn eighth(&mut self) -> f64 {
        self.below(129) as f64 / 8.0 - 8.0
    }

    fn spot(&mut self) -> Point {
        [self.eighth(), self.eighth()]
    }

    /// Never brings a node beside the axis onto it: of two that lie there it is unknown which is which.
    fn small(&mut self) -> Point {
        [self.eighth() / 7.92, self.eighth() / 8.0]
    }
}

const X: f64 = 0.3;

fn spring(a: usize, b: usize) -> Spring {
    Spring { a, b, rest_length: 1.0, stiffness: 2.0, damping: 0.1 }
}

/// A hexagon round its middle, with spokes, symmetric about the axis where that goes through it.
fn wheel(x: f64, y: f64) -> Body {
    let rim = [[-2.0, 0.0], [-1.0, -1.0], [1.0, -1.0], [2.0, 0.0], [1.0, 1.0], [-1.0, 1.0]];
    let mut nodes = vec![Node::at([x, y])];
    nodes.extend(rim.map(|[dx, dy]| Node::at([x + dx, y + dy])));
    let next = |i: usize| i % 6 + 1;
    let springs = (1..7).flat_map(|i| [spring(0, i), spring(i, next(i))]).collect();
    Body {
        nodes,
        springs,
        hull: (1..7).map(|i| [i, next(i)]).collect(),
        triangles: (1..7).map(|i| [0, i, next(i)]).collect(),
        sticks: vec![Stick { a: 1, b: 4, length: 4.0, hidden: false }],
        gas: 1.0,
        ..Body::default()
    }
}

/// One across the axis and two beside it, of which the second was made by hand; discs and obstacles.
fn seed() -> Level {
    let mut right = wheel(6.35, 1.0);
    // The other way round, as a mirror has it: its nodes are numbered from the other side.
    right.nodes[1..].reverse();
    right.springs = (1..7).flat_map(|i| [spring(0, i), spring(i, i % 6 + 1)]).collect();
    right.hull = (1..7).map(|i| [i % 6 + 1, i]).collect();
    right.triangles = (1..7).map(|i| [0, i % 6 + 1, i]).collect();
    // Nodes 6 and 3 are the outermost now.
    right.sticks = vec![Stick { a: 3, b: 6, length: 4.0, hidden: false }];
    let disc = |x: f64, y: f64| Disc {
        name: String::new(),
        position: [x, y],
        velocity: [0.0; 2],
        radius: 0.5,
        mass: 1.0,
        restitution: 1.0,
        friction: 0.0,
        motion: Motion::Dynamic,
        ..Disc::default()
    };
    let obstacle = |shape| Obstacle { name: String::new(), shape, restitution: 0.5, ..Obstacle::default() };
    Level {
        bodies: vec![wheel(X, -4.0), wheel(-5.75, 1.0), right],
        discs: vec![disc(-3.0, 6.0), disc(3.6, 6.0), disc(X, 7.0)],
        obstacles: vec![
            obstacle(ObstacleShape::Segment([-7.0, -7.0], [7.6, -7.0])),
            obstacle(ObstacleShape::Segment([-8.0, 0.0], [-8.0, 3.0])),
            obstacle(ObstacleShape::Segment([8.6, 0.0], [8.6, 3.0])),
            obstacle(ObstacleShape::Circle { center: [-4.0, -5.0], radius: 0.75 }),
            obstacle(ObstacleShape::Circle { center: [4.6, -5.0], radius: 0.75 }),
            obstacle(ObstacleShape::Line([-9.0, 0.0], [1.0, 2.0])),
            obstacle(ObstacleShape::Line([9.6, 0.0], [-1.0, 2.0])),
        ],
        ..Level::default()
    }
}

fn whole(value: f64) -> i64 {
    // Away from the values that typed numbers have.
    (value * 1e4 + 0.1234).round() as i64
}

/// Everything in a level by its place, seen from the left or as the mirror shows it. `with_triangles`: else without.
fn reported(level: &Level, is_mirrored: bool, with_triangles: bool) -> Vec<String> {
    let x = |x: f64| whole(if is_mirrored { 2.0 * X - x } else { x });
    let at = |[px, py]: Point| (x(px), whole(py));
    let mut all = Vec::new();
    for body in &level.bodies {
        let node = |node: usize| at(body.nodes[node].position);
        let sorted = |a: usize, b: usize| (node(a).min(node(b)), node(a).max(node(b)));
        let mut own: Vec<String> = Vec::new();
        for found in &body.nodes {
            let mass = if let Role::Mass(mass) = found.role { whole(mass) } else { -1 };
            own.push(format!("node {:?} {mass} {}", at(found.position), found.pinned));
        }
        for s in &body.springs {
            own.push(format!(
                "spring {:?} {} {} {}",
                sorted(s.a, s.b),
                whole(s.rest_length),
                whole(s.stiffness),
                whole(s.damping)
            ));
        }
        own.extend(body.sticks.iter().map(|s| format!("stick {:?} {}", sorted(s.a, s.b), whole(s.length))));
        for &[a, b] in &body.hull {
            let is_on_axis = [a, b].iter().all(|&n| (body.nodes[n].position[0] - X).abs() < 1e-6);
            // The mirror turns an edge round; one on the axis has its outside on one side whatever is done.
            let (from, to) = if is_mirrored { (node(b), node(a)) } else { (node(a), node(b)) };
            own.push(if is_on_axis { format!("edge {:?}", sorted(a, b)) } else { format!("edge {from:?} {to:?}") });
        }
        for &[a, b, c] in body.triangles.iter().filter(|_| with_triangles) {
            let mut corners = if is_mirrored { [node(a), node(c), node(b)] } else { [node(a), node(b), node(c)] };
            let least = (0..3).min_by_key(|&i| corners[i]).unwrap();
            corners.rotate_left(least);
            own.push(format!("triangle {corners:?}"));
        }
        own.sort();
        all.push(format!("body {} {own:#?}", whole(body.gas)));
    }
    all.extend(level.discs.iter().map(|disc| format!("disc {:?} {}", at(disc.position), whole(disc.radius))));
    all.extend(level.obstacles.iter().map(|obstacle| match obstacle.shape {
        ObstacleShape::Segment(a, b) => format!("segment {:?}", (at(a).min(at(b)), at(a).max(at(b)))),
        ObstacleShape::Circle { center, radius } => format!("circle {:?} {}", at(center), whole(radius)),
        ObstacleShape::Line([px, py], [dx, dy]) => {
            // Where it crosses y = 0 (or at which height it is level), and its slope.
            let dx = if is_mirrored { -dx } else { dx };
            let px = if is_mirrored { 2.0 * X - px } else { px };
            if dy == 0.0 {
                format!("level {}", whole(py))
            } else {
                format!("line {} {}", whole(px - py * dx / dy), whole(dx / dy))
            }
        }
    }));
    all.sort();
    all
}

fn assert_symmetric(level: &Level, with_triangles: bool, words: &str) {
    let (left, right) = (reported(level, false, with_triangles), reported(level, true, with_triangles));
    if let Some((left, right)) = left.iter().zip(&right).find(|(left, right)| left != right) {
        panic!("{words}: not symmetric\n{left}\n{right}");
    }
}

/// True if two nodes are in one place: which image belongs to which is then ambiguous.
fn has_coincident_nodes(body: &Body) -> bool {
    let positions: std::collections::BTreeSet<_> = body.nodes.iter().map(|node| node.position.map(whole)).collect();
    positions.len() < body.nodes.len()
}

fn place(random: &mut Random, level: &Level) -> Option<Place> {
    let b = random.below(level.bodies.len());
    let of = |count: fn(&Body) -> usize| level.bodies.get(b).map_or(0, count);
    let found = match random.below(12) {
        0 => Place::Body(b),
        1 => Place::Disc(random.below(level.discs.len())),
        2 => Place::Obstacle(random.below(level.obstacles.len())),
        3 | 4 => Place::Spring(b, random.below(of(|body| body.springs.len()))),
        5 => Place::Stick(b, random.below(of(|body| body.sticks.len()))),
        6 => Place::HullEdge(b, random.below(of(|body| body.hull.len()))),
        7 => Place::Triangle(b, random.below(of(|body| body.triangles.len()))),
        _ => Place::Node(b, random.below(of(|body| body.nodes.len()))),
    };
    level.has(found).then_some(found)
}

fn linked(random: &mut Random, level: &mut Level, b: usize, axis: MirrorAxis) -> Result<Made, String> {
    let count = level.bodies.get(b).map_or(0, |body| body.nodes.len());
    let nodes: Vec<usize> = (0..3).map(|_| random.below(count)).collect();
    match random.below(4) {
        0 => link_both(level, NewLink::Spring(Some(spring(0, 1))), b, &nodes[..2], axis),
        1 => link_both(level, NewLink::Stick(false), b, &nodes[..2], axis),
        2 => link_both(level, NewLink::Triangle, b, &nodes, axis),
        _ => neighbours_both(level, b, &nodes, 3.0, Some(&spring(0, 1)), axis),
    }
}

/// One random edit; what it is called.
fn edit(random: &mut Random, level: &mut Level) -> (&'static str, Result<Made, String>) {
    let axis = MirrorAxis::of(level, X);
    let count = 1 + random.below(4);
    let places: Vec<Place> = (0..count).filter_map(|_| place(random, level)).collect();
    let b = random.below(level.bodies.len());
    match random.below(16) {
        0 => ("remove", remove_both(level, &places[..places.len().min(1)], axis)),
        1..=3 => ("move", move_both(level, &places, random.small(), axis)),
        4 => {
            let movable: Vec<_> = places.iter().filter(|p| matches!(p, Place::Node(..) | Place::Disc(_))).collect();
            let moves: Vec<_> = movable.into_iter().map(|&place| (place, random.small())).collect();
            ("shift", shift_both(level, &moves, axis))
        }
        5 => ("turn", transform_both(level, &places, Transform::Rotate { pivot: random.spot(), angle_rad: 0.3 }, axis)),
        6 => {
            let factors = [[0.5, 1.0], [1.5, 1.25], [-1.0, 1.0], [1.0, -0.75]][random.below(4)];
            ("scale", transform_both(level, &places, Transform::Scale { pivot: random.spot(), factors }, axis))
        }
        7 => {
            let how = if random.below(2) == 0 {
                Transform::MirrorX(random.eighth())
            } else {
                Transform::MirrorY(random.eighth())
            };
            ("mirror", transform_both(level, &places, how, axis))
        }
        8 => {
            let nodes: Vec<Place> = places.into_iter().filter(|place| matches!(place, Place::Node(..))).collect();
            ("pin", pin_both(level, &nodes, random.below(3) > 0, axis))
        }
        9 => {
            let at = if random.below(4) == 0 { [X, random.eighth()] } else { random.spot() };
            ("node", node_both(level, if random.below(3) == 0 { None } else { Some(b) }, at, axis))
        }
        10 => {
            let body = level.bodies.get(b).filter(|body| !body.springs.is_empty());
            let number = body.map_or(0, |body| random.below(body.springs.len()));
            let at = body.map_or([0.0; 2], |body| {
                let [a, b] = [body.springs[number].a, body.springs[number].b].map(|node| body.nodes[node].position);
                let t = random.below(9) as f64 / 8.0;
                [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t]
            });
            ("split", split_both(level, Place::Spring(b, number), at, axis))
        }
        11 | 12 => ("link", linked(random, level, b, axis)),
        13 => {
            let shape = match random.below(3) {
                0 => ObstacleShape::Segment(random.spot(), random.spot()),
                1 => ObstacleShape::Circle { center: random.spot(), radius: 0.5 },
                _ => ObstacleShape::Line(random.spot(), random.small()),
            };
            ("obstacle", obstacle_both(level, shape, axis))
        }
        14 => {
            let disc = Disc { position: random.spot(), ..seed().discs[0].clone() };
            ("disc", disc_both(level, disc, axis))
        }
        _ => ("duplicate", duplicate_both(level, &places[..places.len().min(1)], random.small(), axis)),
    }
}

#[test]
fn symmetric_edits_keep_a_level_symmetric() {
    assert_symmetric(&seed(), true, "seed");
    let mut done = std::collections::BTreeMap::new();
    for sequence in 0..600_u64 {
        let mut random = Random(0x9e37_79b9_7f4a_7c15 ^ (sequence + 1).wrapping_mul(0xbf58_476d_1ce4_e5b9));
        let mut document = Document::new(seed(), None);
        let mut with_triangles = true;
        for step in 0..12 {
            let before = document.level().clone();
            let mut after = Level::clone(&before);
            let (what, made) = edit(&mut random, &mut after);
            let words = format!("sequence {sequence}, edit {step}: {what}");
            let Ok(made) = made else {
                assert!(after == *before, "{words} was refused, but the level has changed");
                continue;
            };
            // Of a triangle across the axis that is split on both sides a four-sided part is left, with one diagonal.
            let mirror = Mirror::new(&before, MirrorAxis::of(&before, X)).unwrap();
            let is_across = made
                .places
                .iter()
                .filter_map(|place| place.body())
                .any(|body| mirror.of(Place::Body(body)) == Some(Place::Body(body)));
            with_triangles &= what != "split" || !is_across;
            if after.bodies.iter().any(has_coincident_nodes) {
                break;
            }
            assert_symmetric(&after, with_triangles, &words);
            *done.entry(what).or_insert(0) += 1;
            let change = Edit::making(what, move |level| {
                *level = after;
                Ok(made)
            });
            if document.apply(change).unwrap() {
                document.undo();
                assert!(**document.level() == *before, "{words}: undone in one step");
                document.redo();
            }
        }
    }
    for (what, count) in &done {
        assert!(*count > 60, "{what} was done {count} times only");
    }
    assert_eq!(done.len(), 13, "{done:?}");
}

#[test]
fn symmetric_cuts_keep_a_level_symmetric() {
    let mut done = 0;
    for sequence in 0..400_u64 {
        let mut random = Random(0x1234_5678_9abc_def1 ^ (sequence + 1).wrapping_mul(0xbf58_476d_1ce4_e5b9));
        let mut level = seed();
        // Through one of the bodies beside the axis, at any angle.
        let (a, b) = (random.spot(), random.spot());
        let middle = [[-5.75 + a[0] / 5.0, 1.0 + a[1] / 9.0], [6.35 + a[0] / 5.0, 1.0 + a[1] / 9.0]][random.below(2)];
        let [from, to] = [[middle[0] + b[0] / 4.0, middle[1] + b[1]], [middle[0] - b[0] / 4.0, middle[1] - b[1]]];
        let before = level.clone();
        let axis = MirrorAxis::of(&level, X);
        match knife_both(&mut level, &[1, 2][..1 + random.below(2)], from, to, axis) {
            Ok(_) => {
                done += 1;
                // The library that fills the pieces may take either diagonal of a square.
                assert_symmetric(&level, false, &format!("cut {sequence} from {from:?} to {to:?}"));
            }
            Err(_) => assert!(level == before),
        }
    }
    assert!(done > 250, "{done} cuts were made");
}
