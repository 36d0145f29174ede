//! Every level that the format accepts can be checked and fixed without a panic, and the format accepts the result.

use crate::fixtures_joints::{link, spring_link};
use blobsmith::level::checks::{self, Severity};
use blobsmith::level::*;

/// A generator of numbers that depends on nothing but its seed (Marsaglia's xorshift).
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.roll() % limit as u64) as usize
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// Mostly small whole numbers, so that things coincide; now and then an extreme.
    fn coordinate(&mut self) -> f64 {
        if self.one_in(60) {
            return self.pick(&[1e308, -1e308, 1e160, 1e100, -1e90, 5e-324, 1e-200, 1e17, -0.0]);
        }
        if self.one_in(4) { self.below(1000) as f64 / 97.0 } else { self.below(6) as f64 }
    }

    fn positive(&mut self) -> f64 {
        self.pick(&[1.0, 1.0, 1.0, 0.2, 2.5, 1000.0, 1e-3, 5e-324, 1e-200, 1e200, 1.7e308])
    }

    fn strength(&mut self) -> f64 {
        if self.one_in(3) { 0.0 } else { self.positive() }
    }

    fn point(&mut self) -> [f64; 2] {
        [self.coordinate(), self.coordinate()]
    }

    fn motion(&mut self) -> Motion {
        match self.below(5) {
            0 => Motion::Fixed,
            1 => Motion::Driven(Path { points: vec![self.point()], period: self.positive() }),
            _ => Motion::Dynamic,
        }
    }
}

fn body(dice: &mut Dice) -> Body {
    let masses = dice.below(9);
    let mut nodes: Vec<Node> = (0..masses)
        .map(|_| Node {
            position: dice.point(),
            velocity: if dice.one_in(5) { dice.point() } else { [0.0, 0.0] },
            role: Role::Mass(if dice.one_in(5) { dice.positive() } else { 1.0 }),
            pinned: dice.one_in(6),
            ..Node::default()
        })
        .collect();
    if dice.one_in(3) {
        nodes.push(Node { role: Role::Barycentre, ..Node::at(dice.point()) });
    }
    let mut body = Body { motion: dice.motion(), gas: dice.strength(), ..Body::default() };
    if dice.one_in(9) {
        let (image, tint) = (if dice.one_in(2) { "a.png" } else { "" }.to_owned(), "#ffffffff".to_owned());
        body.skin = Some(Skin { image, uv: UvMap::Planar, tint, layer: 0 });
    }
    body.friction = dice.strength();
    body.restitution = dice.strength();
    if masses > 0 {
        for _ in 0..dice.below(8) {
            let (rest_length, stiffness, damping) = (dice.strength(), dice.strength(), dice.strength());
            body.springs.push(Spring { a: dice.below(masses), b: dice.below(masses), rest_length, stiffness, damping });
        }
        for _ in 0..dice.below(3) {
            let (a, b) = (dice.below(masses), dice.below(masses));
            body.sticks.push(Stick { a, b, length: dice.positive(), hidden: dice.one_in(2) });
        }
        if dice.one_in(2) {
            body.hull = (0..masses).map(|i| [i, (i + 1) % masses]).collect();
        }
        for _ in 0..dice.below(4) {
            body.hull.push([dice.below(masses), dice.below(masses)]);
        }
        for _ in 0..dice.below(6) {
            body.triangles.push([dice.below(nodes.len()), dice.below(nodes.len()), dice.below(nodes.len())]);
        }
    }
    body.nodes = nodes;
    body
}

fn level(dice: &mut Dice) -> Level {
    let mut level = Level { bodies: (0..dice.below(4)).map(|_| body(dice)).collect(), ..Level::default() };
    for _ in 0..dice.below(3) {
        let (position, radius) = (dice.point(), dice.strength());
        let (friction, restitution, motion) = (dice.strength(), dice.strength(), dice.motion());
        let name = String::new();
        level.discs.push(Disc {
            name,
            position,
            velocity: [0.0; 2],
            radius,
            mass: 1.0,
            restitution,
            friction,
            motion,
            ..Disc::default()
        });
    }
    if dice.one_in(9) {
        let path = if dice.one_in(2) { "world.substeps" } else { "bodies[0].gas" };
        let overrides = [(path.to_owned(), PropertyValue::Integer(4))].into_iter().collect();
        level.instances.push(Instance {
            id: String::new(),
            source: "part.ron".to_owned(),
            position: dice.point(),
            angle_deg: 0.0,
            mirror: dice.one_in(2),
            overrides,
            tags: Vec::new(),
            properties: Properties::default(),
        });
    }
    for _ in 0..dice.below(2) {
        let shape = match dice.below(3) {
            0 => ObstacleShape::Segment(dice.point(), dice.point()),
            1 => ObstacleShape::Line(dice.point(), dice.point()),
            _ => ObstacleShape::Circle { center: dice.point(), radius: dice.positive() },
        };
        level.obstacles.push(Obstacle {
            name: String::new(),
            shape,
            restitution: dice.strength(),
            ..Obstacle::default()
        });
    }
    let world = &mut level.world;
    world.integrator = dice.pick(&[Integrator::SemiImplicitEuler, Integrator::ExplicitEuler, Integrator::Verlet]);
    world.velocity_retention = dice.pick(&[1.0, 1.0, 0.99, 0.0, 5e-324]);
    world.substeps = dice.pick(&[1, 16, 100_000]);
    world.frame_time = dice.pick(&[1.0, 1e-6, 1e300]);
    world.contact.barycentre_rule = dice.one_in(2);
    world.contact.method = dice.pick(&[ContactMethod::Hull, ContactMethod::Diagonals]);
    world.contact.self_contact = dice.one_in(2);
    if dice.one_in(3) {
        world.contact.decor = Decor::Penalty { stiffness: dice.strength(), viscosity: dice.strength() };
    }
    if dice.one_in(3) {
        let [x, y] = dice.point();
        world.bounds = Some(Bounds { min: [x, y], max: [x + 3.0, y + 4.0], restitution: dice.strength() });
    }
    if dice.one_in(8) {
        let path =
            dice.pick(&["bodies[0].gas", "bodies[*].nodes[0].pinned", "world.substeps", "discs[1]", "bodies", "?"]);
        let set = vec![TwinSet { path: path.to_owned(), value: dice.strength().into() }];
        level.editor = Some(EditorExtra { twin: Some(Twin { set, ..Twin::default() }), ..EditorExtra::default() });
    }
    level
}

fn link_end(dice: &mut Dice, level: &Level) -> LinkEnd {
    let with_masses =
        |body: usize| level.bodies[body].nodes.iter().take_while(|node| node.role != Role::Barycentre).count();
    match dice.below(4) {
        0 if !level.discs.is_empty() => LinkEnd::Disc(dice.below(level.discs.len())),
        1 => LinkEnd::Point(dice.point()),
        _ if level.bodies.is_empty() => LinkEnd::Point(dice.point()),
        _ => match dice.below(level.bodies.len()) {
            body if with_masses(body) > 0 => LinkEnd::Node([body, dice.below(with_masses(body))]),
            _ => LinkEnd::Point(dice.point()),
        },
    }
}

fn filter(dice: &mut Dice) -> CollisionFilter {
    let (category, mask) = (dice.pick(&[0, 1, 1, 2, 3]), dice.pick(&[0, 1, 2, u32::MAX, u32::MAX]));
    CollisionFilter { category, mask, sensor: dice.one_in(3) }
}

/// Adds links, markers, filters, skins and reference images.
fn join(dice: &mut Dice, level: &mut Level) {
    for _ in 0..dice.below(5) {
        let (a, b) = (link_end(dice, level), link_end(dice, level));
        let kind = match dice.below(4) {
            0 => LinkKind::Pin,
            1 => LinkKind::Stick { length: dice.positive() },
            _ => spring_link(dice.strength(), dice.strength(), dice.strength()),
        };
        level.links.push(Link { collide: dice.one_in(2), ..link(a, b, kind) });
    }
    for index in 0..dice.below(3) {
        let shape = match dice.below(4) {
            0 => MarkerShape::Point(dice.point()),
            1 => MarkerShape::Rect(dice.point(), dice.point()),
            2 => MarkerShape::Polygon((0..4).map(|_| dice.point()).collect()),
            _ => MarkerShape::Path((0..3).map(|_| dice.point()).collect()),
        };
        let (id, name) = (format!("m-{index}"), dice.pick(&["", "goal", "start"]).to_owned());
        level.markers.push(Marker { id, name, shape, tags: Vec::new(), properties: Properties::default() });
    }
    if dice.one_in(3) {
        level.bodies.iter_mut().for_each(|body| body.collision = filter(dice));
        level.discs.iter_mut().for_each(|disc| disc.collision = filter(dice));
    }
    if dice.one_in(6) {
        for body in &mut level.bodies {
            let (image, tint) =
                (dice.pick(&["art/blob.png", "/art/blob.png", "..\\blob.png"]).to_owned(), "#ffffffff".to_owned());
            body.skin = Some(Skin { image, uv: UvMap::Planar, tint, layer: 0 });
        }
    }
    if dice.one_in(20) {
        let image = dice.pick(&["art/sketch.png", "/art/sketch.png", ""]).to_owned();
        level.editor.get_or_insert_default().reference = Some(ReferenceImage { image, ..ReferenceImage::default() });
    }
}

#[test]
fn checks_and_fixes_keep_random_levels_valid() {
    let mut dice = Dice(0x5eed_ba11);
    let mut found = std::collections::BTreeSet::new();
    let mut accepted = 0;
    for _ in 0..6_000 {
        let mut garbage = level(&mut dice);
        join(&mut dice, &mut garbage);
        ids::assign(&mut garbage);
        if format::validate(&garbage).is_err() {
            continue;
        }
        accepted += 1;
        let findings = checks::check(&garbage);
        for finding in &findings {
            found.insert(finding.rule);
            assert!(!finding.message.contains("NaN"), "{finding:?}");
            let mut fixed = garbage.clone();
            match checks::fix(&mut fixed, finding) {
                Ok(_) => assert_eq!(format::validate(&fixed), Ok(()), "{finding:?}\n{garbage:?}"),
                Err(_) => assert_eq!(fixed, garbage),
            }
        }
        let mut fixed = garbage.clone();
        checks::fix_all_from(&mut fixed, Severity::Hint);
        assert_eq!(format::validate(&fixed), Ok(()));
    }
    assert!(accepted > 3_000, "only {accepted} levels were accepted");
    for rule in checks::ALL {
        assert!(found.contains(rule.id), "garbage never came near {}", rule.id);
    }
}

#[test]
fn fix_of_another_level_is_refused_or_keeps_the_level_valid() {
    let mut dice = Dice(0xca11_ab1e);
    let mut stale = Vec::new();
    for _ in 0..300 {
        let mut garbage = level(&mut dice);
        join(&mut dice, &mut garbage);
        ids::assign(&mut garbage);
        if format::validate(&garbage).is_err() {
            continue;
        }
        let before = garbage.clone();
        for finding in &stale {
            if checks::fix(&mut garbage, finding).is_err() {
                assert_eq!(garbage, before);
            }
            // The rule itself must not panic either.
            if let Some(fix) = checks::rule(finding.rule).and_then(|rule| rule.fix) {
                let mut other = before.clone();
                match edit::tracked(&mut other, |level| fix(level, finding)) {
                    Ok(_) => assert_eq!(format::validate(&other), Ok(()), "{finding:?}"),
                    Err(_) => assert_eq!(other, before, "{finding:?}"),
                }
            }
            garbage = before.clone();
        }
        stale = checks::check(&garbage);
    }
}
