//! Spawning and removing parts while a world runs, against fresh worlds of the parts that remain.

use blobsmith_engine::engine::{Hand, Held, State, Threads, World};
use blobsmith_engine::level::format::{TextFormat, read};
use blobsmith_engine::level::{
    Body, Disc, Integrator, Level, Link, LinkEnd, LinkKind, Motion, Obstacle, ObstacleShape,
};
use std::fs;

const INTEGRATORS: [Integrator; 3] = [Integrator::SemiImplicitEuler, Integrator::ExplicitEuler, Integrator::Verlet];

/// Deterministic pseudo-random numbers (a linear congruential generator).
struct Random(u64);

impl Random {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as f64 / (1_u64 << 31) as f64
    }

    fn below(&mut self, count: usize) -> usize {
        (self.unit() * count as f64) as usize
    }
}

/// Bodies of the gallery that are small enough to be spawned often, moved to the origin, without ids.
fn shapes() -> Vec<Body> {
    let mut files: Vec<_> = fs::read_dir("../../levels").unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut shapes: Vec<Body> = Vec::new();
    for file in files.iter().filter(|file| file.extension().is_some_and(|own| own == "ron")) {
        let Ok(level) = read(&fs::read_to_string(file).unwrap(), TextFormat::Ron) else { continue };
        for mut body in level.bodies.into_iter().filter(|body| (3..40).contains(&body.nodes.len())).take(2) {
            let at = body.nodes[0].position;
            for node in &mut body.nodes {
                node.position = [node.position[0] - at[0], node.position[1] - at[1]];
            }
            body.id.clear();
            let is_new =
                shapes.iter().all(|shape| shape.nodes.len() != body.nodes.len() || shape.springs != body.springs);
            if is_new {
                shapes.push(body);
            }
        }
    }
    assert!(shapes.len() > 20, "few bodies in the gallery");
    shapes
}

/// The parts that are in the world, as documents, in the order of the world.
#[derive(Clone, Default)]
struct Parts {
    bodies: Vec<(usize, Body)>,
    discs: Vec<Disc>,
    obstacles: Vec<Obstacle>,
    /// Index in the world, ends as of the world, and whether it is switched on.
    links: Vec<(usize, Link, bool)>,
}

impl Parts {
    /// A level of the present parts; links that are off are left out.
    fn level(&self, settings: &Level) -> Level {
        let local = |end: LinkEnd| match end {
            LinkEnd::Node([body, node]) => {
                LinkEnd::Node([self.bodies.iter().position(|&(index, _)| index == body).unwrap(), node])
            }
            other => other,
        };
        let links = self.links.iter().filter(|(.., is_on)| *is_on);
        Level {
            bodies: self.bodies.iter().map(|(_, body)| body.clone()).collect(),
            discs: self.discs.clone(),
            obstacles: self.obstacles.clone(),
            links: links.map(|(_, link, _)| Link { a: local(link.a), b: local(link.b), ..link.clone() }).collect(),
            ..settings.clone()
        }
    }

    fn remove_links(&mut self, is_end: impl Fn(LinkEnd) -> bool) {
        self.links.retain(|(_, link, _)| !is_end(link.a) && !is_end(link.b));
    }
}

/// A fresh world of the parts in the state of `world`.
fn fresh(world: &World, parts: &Parts, settings: &Level) -> World {
    let mut fresh = World::new(&parts.level(settings)).unwrap();
    let (old, mut state) = (world.state(), fresh.state().clone());
    let nodes = || parts.bodies.iter().flat_map(|&(body, _)| world.layout().bodies[body].nodes.clone());
    let hands = old.hands.iter().map(|hand| match hand.held {
        Held::Node(body, node) => {
            let held = Held::Node(parts.bodies.iter().position(|&(index, _)| index == body).unwrap(), node);
            Hand { held, ..*hand }
        }
        Held::Disc(_) => *hand,
    });
    state = State {
        frame: old.frame,
        substep: old.substep,
        hands: hands.collect(),
        positions: nodes().map(|node| old.positions[node]).collect(),
        velocities: nodes().map(|node| old.velocities[node]).collect(),
        previous: if old.previous.is_empty() { Vec::new() } else { nodes().map(|node| old.previous[node]).collect() },
        collapsed: parts.bodies.iter().map(|&(body, _)| old.collapsed[body]).collect(),
        blown_up: parts.bodies.iter().map(|&(body, _)| old.blown_up[body]).collect(),
        disc_positions: old.disc_positions.clone(),
        disc_velocities: old.disc_velocities.clone(),
        disc_blown_up: old.disc_blown_up.clone(),
        disc_asleep: old.disc_asleep.clone(),
        ..state
    };
    fresh.restore(&state);
    fresh
}

/// Adds one random part or several.
fn spawn(world: &mut World, parts: &mut Parts, shapes: &[Body], random: &mut Random) {
    let mut part = Level::default();
    for _ in 0..1 + random.below(2) {
        let mut body = shapes[random.below(shapes.len())].clone();
        let by = [24.0 * random.unit() - 12.0, 14.0 * random.unit()];
        for node in &mut body.nodes {
            node.position = [node.position[0] + by[0], node.position[1] + by[1]];
        }
        if let Motion::Driven(_) = body.motion {
            body.motion = Motion::Dynamic;
        }
        part.bodies.push(body);
    }
    if random.below(3) == 0 {
        let position = [20.0 * random.unit() - 10.0, 14.0 * random.unit()];
        part.discs.push(Disc { radius: 0.2 + random.unit(), position, ..Disc::default() });
    }
    if random.below(8) == 0 {
        let center = [20.0 * random.unit() - 10.0, -2.0 * random.unit()];
        let shape = ObstacleShape::Circle { center, radius: 1.0 + random.unit() };
        part.obstacles.push(Obstacle { shape, restitution: 0.5, ..Obstacle::default() });
    }
    if part.bodies.len() == 2 && random.below(3) == 0 {
        part.links.push(link(LinkEnd::Node([0, 0]), LinkEnd::Node([1, 1]), random));
    }
    let spawned = world.spawn(&part).unwrap();
    parts.bodies.extend(spawned.bodies.clone().zip(part.bodies));
    parts.discs.extend(part.discs);
    parts.obstacles.extend(part.obstacles);
    for (index, mut link) in spawned.links.zip(part.links) {
        for end in [&mut link.a, &mut link.b] {
            if let LinkEnd::Node([body, _]) = end {
                *body += spawned.bodies.start;
            }
        }
        parts.links.push((index, link, true));
    }
}

fn link(a: LinkEnd, b: LinkEnd, random: &mut Random) -> Link {
    let kind = match random.below(3) {
        0 => LinkKind::Spring { rest_length: 2.0, stiffness: 0.05, damping: 0.01 },
        1 => LinkKind::Stick { length: 3.0 },
        _ => LinkKind::Pin,
    };
    let collide = random.below(2) == 0;
    Link { id: String::new(), a, b, kind, collide, tags: Vec::new(), properties: Default::default() }
}

/// Changes the world in one random way.
fn change(world: &mut World, parts: &mut Parts, shapes: &[Body], random: &mut Random) {
    // A held node is computed by the reference engine: release it, so that most frames are batched.
    world.set_hand(None);
    match random.below(14) {
        0..=4 => spawn(world, parts, shapes, random),
        5 | 6 if parts.bodies.len() > 3 => {
            let (body, _) = parts.bodies.remove(random.below(parts.bodies.len()));
            assert!(world.remove_body(body) && !world.remove_body(body));
            parts.remove_links(|end| matches!(end, LinkEnd::Node([other, _]) if other == body));
        }
        7 if !parts.discs.is_empty() => {
            let disc = random.below(parts.discs.len());
            parts.discs.remove(disc);
            assert!(world.remove_disc(disc));
            parts.remove_links(|end| end == LinkEnd::Disc(disc));
            for end in parts.links.iter_mut().flat_map(|(_, link, _)| [&mut link.a, &mut link.b]) {
                if let LinkEnd::Disc(other) = end {
                    *other -= usize::from(*other > disc);
                }
            }
        }
        8 if parts.obstacles.len() > 1 => {
            parts.obstacles.pop();
            assert!(world.remove_obstacle(parts.obstacles.len()));
        }
        9 if parts.bodies.len() > 1 => {
            let [first, second] = [0, 1].map(|_| parts.bodies[random.below(parts.bodies.len())].0);
            let b = if parts.discs.is_empty() { LinkEnd::Node([second, 0]) } else { LinkEnd::Disc(0) };
            let new = link(LinkEnd::Node([first, 0]), b, random);
            if let Ok(index) = world.add_link(&new) {
                parts.links.push((index, new, true));
            }
        }
        10 if !parts.links.is_empty() => {
            let (index, _, is_on) = &mut parts.links[0];
            *is_on = !*is_on;
            assert!(world.switch_link(*index, *is_on));
        }
        11 if !parts.links.is_empty() => {
            let (index, ..) = parts.links.remove(0);
            assert!(world.remove_link(index) && !world.remove_link(index) && !world.switch_link(index, true));
        }
        12 if !parts.bodies.is_empty() => {
            let held = Held::Node(parts.bodies[random.below(parts.bodies.len())].0, 1);
            let hands = [held].into_iter().filter_map(|held| world.hand_for(held, [0.0, 5.0]).ok()).collect::<Vec<_>>();
            world.set_hands(hands);
        }
        _ => {
            let new = world.compact();
            parts.bodies.iter_mut().for_each(|(index, _)| *index = new.bodies[*index].unwrap());
            for (index, link, _) in &mut parts.links {
                *index = new.links[*index].unwrap();
                for end in [&mut link.a, &mut link.b] {
                    if let LinkEnd::Node([body, _]) = end {
                        *body = new.bodies[*body].unwrap();
                    }
                }
            }
        }
    }
}

fn settings(integrator: Integrator) -> Level {
    let mut settings = Level::default();
    settings.world.integrator = integrator;
    settings.world.gravity = [0.0, -0.02];
    settings.world.substeps = 4;
    settings.world.stick_iterations = 3;
    settings
}

fn floor() -> Obstacle {
    let shape = ObstacleShape::Line([0.0, -3.0], [0.0, 1.0]);
    Obstacle { shape, restitution: 0.4, ..Obstacle::default() }
}

/// After each change the world goes on like a fresh world of the same parts in the same state.
#[test]
fn spawn_and_remove_equal_a_fresh_world_of_the_remaining_parts() {
    let shapes = shapes();
    for (seed, integrator) in INTEGRATORS.into_iter().enumerate() {
        let settings = settings(integrator);
        let mut random = Random(seed as u64 + 5);
        let mut parts = Parts { obstacles: vec![floor()], ..Parts::default() };
        let mut world = World::new(&parts.level(&settings)).unwrap();
        if seed == 1 {
            world.set_threads(Threads::new(2));
        }
        for step in 0..150 {
            change(&mut world, &mut parts, &shapes, &mut random);
            let mut fresh = fresh(&world, &parts, &settings);
            for frame in 0..3 {
                assert_eq!(world.hash(), fresh.hash(), "{integrator:?}, change {step}, frame {frame}");
                world.step_frame();
                fresh.step_frame();
            }
        }
        assert!(parts.bodies.len() > 5, "the script has removed nearly all");
    }
}

/// A world that gains and loses a body per frame stays as large as at the start.
#[test]
fn spawn_and_remove_keep_memory_bounded() {
    let shapes = shapes();
    let level = Level { bodies: vec![shapes[0].clone(); 1], obstacles: vec![floor()], ..settings(Integrator::Verlet) };
    let mut world = World::new(&level).unwrap();
    let mut newest = 0;
    for frame in 0..2000 {
        let body = shapes[frame % shapes.len()].clone();
        let added = world.spawn(&Level { bodies: vec![body], ..Level::default() }).unwrap();
        assert!(world.remove_body(newest));
        newest = added.bodies.start;
        if world.wants_compaction() {
            newest = world.compact().bodies[newest].unwrap();
        }
        world.step_frame();
        assert!(world.layout().node_count < 700, "{} nodes at frame {frame}", world.layout().node_count);
    }
}

/// A snapshot and its layout bring back a world that has changed since.
#[test]
fn snapshots_restore_across_spawn_and_remove() {
    let shapes = shapes();
    for integrator in INTEGRATORS {
        let settings = settings(integrator);
        let mut random = Random(77);
        let mut parts = Parts { obstacles: vec![floor()], ..Parts::default() };
        let mut world = World::new(&parts.level(&settings)).unwrap();
        for _ in 0..30 {
            change(&mut world, &mut parts, &shapes, &mut random);
            world.step_frame();
            let (layout, state) = (world.shared_layout().clone(), world.state().clone());
            let course = |world: &mut World| {
                let step = |_| {
                    world.step_frame();
                    world.hash()
                };
                (0..5).map(step).collect::<Vec<u64>>()
            };
            let expected = course(&mut world);
            let mut copy = parts.clone();
            for _ in 0..4 {
                change(&mut world, &mut copy, &shapes, &mut random);
                world.step_frame();
            }
            world.restore_under(&layout, &state);
            assert_eq!(course(&mut world), expected);
            world.restore_under(&layout, &state);
        }
    }
}
