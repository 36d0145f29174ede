//! Laws that hold for every impact under any formula: bounce heights, energy, momentum, angular momentum.
//! Expected values come from mechanics, not from the engine or its reference.

use crate::scenes::level;
use crate::scenes::random::meeting;
use crate::subject::loose;
use blobsmith::engine::{Layout, Observer, Phase, PhaseKind, Row, State, Touched, World};
use blobsmith::geometry::{DVec2, cross};
use blobsmith::level::{
    Body, Bounds, Contact, ContactResponse, Disc, DiscMethod, Integrator, Level, Motion, Node, Obstacle, ObstacleShape,
    Stick, World as Settings,
};

const INTEGRATORS: [Integrator; 3] = [Integrator::SemiImplicitEuler, Integrator::ExplicitEuler, Integrator::Verlet];
const RESPONSES: [ContactResponse; 2] = [ContactResponse::Source, ContactResponse::Weighted];
const GRAVITY: f64 = 0.02;
const DROP: f64 = 4.0;

/// What is dropped; its lowest point starts at the drop height, and so does its highest afterwards.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Dropped {
    Node,
    Sticks,
    Particle,
    Disc,
}

/// What it falls on; the surface below it is at y = 0.
#[derive(Clone, Copy, Debug)]
enum Floor {
    Line,
    Segment,
    /// From outside, onto its top.
    Circle,
    /// From inside, onto its bottom.
    Bowl,
    Bounds,
    /// A fixed body.
    Hull,
}

const DROPPED: [Dropped; 4] = [Dropped::Node, Dropped::Sticks, Dropped::Particle, Dropped::Disc];
const FLOORS: [Floor; 6] = [Floor::Line, Floor::Segment, Floor::Circle, Floor::Bowl, Floor::Bounds, Floor::Hull];

fn drop_scene(dropped: Dropped, floor: Floor, (e_body, e_floor): (f64, f64), world: Settings) -> Level {
    let mut scene = Level { world, ..level(Vec::new()) };
    let at = |x: f64, y: f64| Node::at([x, DROP + y]);
    match dropped {
        Dropped::Node => scene.bodies.push(with_hull(loose(vec![at(0.0, 0.0)]), floor)),
        Dropped::Sticks => {
            let mut body = loose(vec![at(-0.5, 0.0), at(0.5, 0.0), at(0.5, 1.0), at(-0.5, 1.0)]);
            let pairs = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3)];
            let length = |a: usize, b: usize| if a + 2 == b { 2f64.sqrt() } else { 1.0 };
            body.sticks = pairs.into_iter().map(|(a, b)| Stick { a, b, length: length(a, b), hidden: false }).collect();
            scene.bodies.push(Body { hull: vec![[0, 1], [1, 2], [2, 3], [3, 0]], ..body });
        }
        Dropped::Particle | Dropped::Disc => {
            let radius = if dropped == Dropped::Disc { 0.5 } else { 0.0 };
            scene.discs.push(Disc { position: [0.0, DROP + radius], radius, ..disc() });
        }
    }
    scene.bodies.iter_mut().for_each(|body| (body.restitution, body.friction) = (e_body, 0.0));
    scene.discs.iter_mut().for_each(|disc| disc.restitution = e_body);
    let obstacle = |shape| vec![Obstacle { name: String::new(), shape, restitution: e_floor }];
    match floor {
        Floor::Line => scene.obstacles = obstacle(ObstacleShape::Line([0.0, 0.0], [1.0, 0.0])),
        Floor::Segment => scene.obstacles = obstacle(ObstacleShape::Segment([-9.0, 0.0], [9.0, 0.0])),
        Floor::Circle => scene.obstacles = obstacle(ObstacleShape::Circle { center: [0.0, -1000.0], radius: 1000.0 }),
        Floor::Bowl => scene.obstacles = obstacle(ObstacleShape::Circle { center: [0.0, 1000.0], radius: 1000.0 }),
        Floor::Bounds => {
            let bounds = Bounds { min: [-99.0, 0.0], max: [99.0, 999.0], restitution: e_floor };
            scene.world.bounds = Some(bounds);
        }
        Floor::Hull => {
            let corners = [[-9.0, -5.0], [9.0, -5.0], [9.0, 0.0], [-9.0, 0.0]];
            let nodes = corners.map(Node::at).to_vec();
            let hull = vec![[0, 1], [1, 2], [2, 3], [3, 0]];
            scene.bodies.push(Body {
                motion: Motion::Fixed,
                nodes,
                hull,
                restitution: e_floor,
                gas: 0.0,
                ..Body::default()
            });
        }
    }
    scene
}

/// A node meets a hull only as part of one.
fn with_hull(body: Body, floor: Floor) -> Body {
    if matches!(floor, Floor::Hull) { Body { hull: vec![[0, 0]], ..body } } else { body }
}

/// Height of what was dropped above the floor; the lowest node of a box.
fn height(world: &World) -> f64 {
    let nodes = world.layout().bodies.iter().filter(|body| body.is_dynamic).flat_map(|body| body.nodes.clone());
    let lowest = nodes.map(|node| world.position(node).y).fold(f64::INFINITY, f64::min);
    let discs =
        (0..world.layout().discs.count()).map(|disc| world.disc_position(disc).y - world.layout().discs.radius[disc]);
    discs.fold(lowest, f64::min)
}

/// Apex heights after the first bounces.
fn bounces(scene: &Level, frames: u64) -> Vec<f64> {
    let mut world = World::new(scene).unwrap();
    let (mut apexes, mut last, mut is_rising, mut has_hit) = (Vec::new(), height(&world), false, false);
    for _ in 0..frames * u64::from(scene.world.substeps) {
        world.step_substep();
        let now = height(&world);
        has_hit |= now < 0.2;
        if now < last {
            if is_rising && has_hit {
                apexes.push(last);
                has_hit = false;
            }
            is_rising = false;
        }
        is_rising |= now > last;
        last = now;
    }
    apexes
}

#[test]
fn bounce_height_is_restitution_squared_under_every_integrator() {
    let substeps = 64;
    let h = 1.0 / f64::from(substeps);
    let fastest = (2.0 * GRAVITY * DROP).sqrt();
    let mut bounced = 0;
    for integrator in INTEGRATORS {
        for (dropped, floor) in DROPPED.into_iter().flat_map(|dropped| FLOORS.map(|floor| (dropped, floor))) {
            for (response, discs) in [(RESPONSES[0], DiscMethod::Swept), (RESPONSES[1], DiscMethod::Discrete)] {
                for pair in [(1.0, 0.8), (1.0, 1.0), (0.7, 0.5)] {
                    let contact = Contact { response, ..Contact::default() };
                    let gravity = [0.0, -GRAVITY];
                    let world = Settings { integrator, substeps, gravity, contact, discs, ..Settings::default() };
                    let apexes = bounces(&drop_scene(dropped, floor, pair, world), 120);
                    let what =
                        format!("{integrator:?} {dropped:?} {floor:?} {response:?} {discs:?} {pair:?}: {apexes:?}");
                    let e = pair.0 * pair.1;
                    // A hit is noticed up to v·h below the surface, and 003 mirrors that depth.
                    let slack = 2.0 * (1.0 + e) * fastest * h;
                    let mut before = DROP;
                    for &apex in &apexes {
                        assert!(apex <= before + slack, "{what}");
                        // The lowest node of a box that turns rises and falls between bounces.
                        before = if dropped == Dropped::Sticks { DROP } else { apex };
                    }
                    if dropped != Dropped::Sticks && !apexes.is_empty() {
                        assert!((apexes[0] - e * e * DROP).abs() < slack + 0.02 * DROP, "{what}");
                        bounced += 1;
                    }
                }
            }
        }
    }
    assert!(bounced > 200, "{bounced}");
}

#[test]
fn particle_of_restitution_0_8_bounces_lower_under_every_integrator() {
    for integrator in INTEGRATORS {
        for dropped in [Dropped::Node, Dropped::Particle] {
            let world = Settings { integrator, ..Settings::default() };
            let apexes = bounces(&drop_scene(dropped, Floor::Line, (1.0, 0.8), world), 300);
            assert!(apexes.len() >= 6, "{integrator:?} {apexes:?}");
            assert!(
                apexes[0] < 0.7 * DROP && apexes[..6].windows(2).all(|pair| pair[1] < pair[0]),
                "{integrator:?} {apexes:?}"
            );
        }
    }
}

/// Sums over everything that moves freely.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    kinetic: f64,
    momentum: DVec2,
    angular: f64,
}

impl Sums {
    fn of(layout: &Layout, state: &State) -> Self {
        let mut sums = Self::default();
        let mut add = |mass: f64, at: DVec2, v: DVec2| {
            sums.kinetic += 0.5 * mass * v.length_squared();
            sums.momentum += v * mass;
            sums.angular += mass * cross(at, v);
        };
        for node in (0..layout.node_count).filter(|&node| layout.inverse_mass[node] != 0.0) {
            add(layout.mass[node], state.positions[node], state.live_velocity(layout, node));
        }
        for disc in (0..layout.discs.count()).filter(|&disc| layout.discs.is_dynamic(disc)) {
            add(layout.discs.mass[disc], state.disc_positions[disc], state.disc_velocities[disc]);
        }
        sums
    }
}

/// Checks every impact of a run by the sums before and after it.
struct Referee {
    name: String,
    before: Sums,
    at_detection: Sums,
    impacts: u64,
}

impl Referee {
    fn new(name: String) -> Self {
        Self { name, before: Sums::default(), at_detection: Sums::default(), impacts: 0 }
    }

    fn judge(&mut self, phase: Phase, free: bool, is_passive: bool, layout: &Layout, now: &Sums) {
        let Self { name, before, at_detection, .. } = self;
        let rounding = 1e-10 * (1e-6 + before.kinetic);
        let size = now.angular.abs() + now.momentum.length() * 100.0 + 1e-3;
        match phase.kind {
            PhaseKind::Detect => *at_detection = *before,
            PhaseKind::Impulse | PhaseKind::Friction => {
                let is_less = now.kinetic <= at_detection.kinetic + rounding;
                assert!(is_less || !is_passive, "{name}: {phase:?} {at_detection:?} {now:?}");
                let change = (now.momentum - at_detection.momentum).length();
                assert!(!free || change <= 1e-11 * size, "{name}: {phase:?} momentum changed by {change:e}");
            }
            PhaseKind::Reposition => {
                let change = (now.kinetic - before.kinetic).abs();
                assert!(change <= rounding, "{name}: repositioning changed the kinetic energy by {change:e}");
            }
            PhaseKind::Obstacle | PhaseKind::Bounds => {
                assert!(now.kinetic <= before.kinetic + rounding, "{name}: {phase:?} {before:?} {now:?}");
            }
            PhaseKind::DiscImpact => {
                let most = before.kinetic + rounding + disc_drive(layout);
                assert!(now.kinetic <= most, "{name}: {phase:?} {before:?} {now:?}");
            }
            _ => return,
        }
        self.impacts += 1;
    }
}

/// Whether the formulas promise that the impact makes no energy. 000's takes the plain mean of the ends' velocities for that
/// of the edge, so its ends must weigh the same or both stand still. `Weighted` promises it always.
fn is_passive(layout: &Layout, touched: Touched<'_>) -> bool {
    let Touched::Few([a, b, ..], _) = touched else { return true };
    layout.settings.contact.response == ContactResponse::Weighted || layout.inverse_mass[*a] == layout.inverse_mass[*b]
}

/// Driven discs bring energy from outside.
fn disc_drive(layout: &Layout) -> f64 {
    let has_drive = layout.discs.count() > 0 && (0..layout.discs.count()).any(|disc| !layout.discs.is_dynamic(disc));
    if has_drive { f64::INFINITY } else { 0.0 }
}

impl Observer for Referee {
    fn begin(&mut self, layout: &Layout, state: &State) {
        self.before = Sums::of(layout, state);
    }

    fn see(&mut self, phase: Phase, touched: Touched<'_>, layout: &Layout, state: &State) {
        let now = Sums::of(layout, state);
        // Contacts with what is driven take energy from it; they are left to other tests.
        let is_free = match touched {
            Touched::Few(nodes, disc) => {
                nodes.iter().all(|&node| layout.inverse_mass[node] != 0.0)
                    && disc.is_none_or(|disc| layout.discs.is_dynamic(disc))
            }
            _ => false,
        };
        let is_with_drive = match touched {
            Touched::Few(nodes, _) => nodes.iter().any(|&node| layout.bodies[layout.body_of(node).0].path.is_some()),
            _ => false,
        };
        if !is_with_drive {
            self.judge(phase, is_free, is_passive(layout, touched), layout, &now);
        }
        self.before = now;
    }
}

/// Levels in which every impact must lose energy: no product of restitutions is above 1, friction factors are at most 1.
fn passive(seed: u64, integrator: Integrator, response: ContactResponse) -> Level {
    let mut scene = meeting(seed);
    scene.world.integrator = integrator;
    scene.world.contact.response = response;
    for body in &mut scene.bodies {
        (body.restitution, body.friction) = (body.restitution.min(1.0), body.friction.min(1.0));
        let is_still = body.motion == Motion::Fixed;
        body.nodes.iter_mut().filter(|node| is_still || node.pinned).for_each(|node| node.velocity = [0.0, 0.0]);
    }
    scene
}

#[test]
fn impacts_add_no_energy_and_conserve_momentum() {
    for integrator in INTEGRATORS {
        for response in RESPONSES {
            let mut impacts = 0;
            for seed in 0..25 {
                let mut world = World::new(&passive(seed, integrator, response)).unwrap();
                let mut referee = Referee::new(format!("{integrator:?} {response:?} {seed}"));
                while world.state().frame < 40 && world.state().blown_up.iter().all(|&blown| !blown) {
                    world.step_substep_observed(None, &mut referee);
                }
                impacts += referee.impacts;
            }
            assert!(impacts > 1000, "{integrator:?} {response:?}: {impacts}");
        }
    }
}

/// A node on a free square that turns: impulse along the normal through the point of contact.
#[test]
fn weighted_response_conserves_angular_momentum_of_the_impulse() {
    struct Spin {
        before: f64,
        worst: [f64; 2],
        count: u64,
    }
    impl Observer for Spin {
        fn begin(&mut self, _: &Layout, _: &State) {}
        fn see(&mut self, phase: Phase, _: Touched<'_>, layout: &Layout, state: &State) {
            let sums = Sums::of(layout, state);
            match phase.kind {
                PhaseKind::Detect => self.before = sums.angular,
                PhaseKind::Impulse if matches!(phase.row, Row::Contact(_)) => {
                    let change = (sums.angular - self.before).abs();
                    self.worst[0] = self.worst[0].max(change);
                    self.worst[1] = self.worst[1].max(sums.angular.abs());
                    self.count += 1;
                }
                _ => {}
            }
        }
    }
    let corners = |x: f64, y: f64| [[x, y], [x + 2.0, y], [x + 2.0, y + 2.0], [x, y + 2.0]].map(Node::at);
    let body = |x: f64, y: f64, velocity: [f64; 2]| {
        let nodes = corners(x, y).map(|node| Node { velocity, ..node }).to_vec();
        let pairs = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3)];
        let springs = pairs.map(|(a, b)| blobsmith::level::Spring {
            a,
            b,
            rest_length: if a + 2 == b { 8f64.sqrt() } else { 2.0 },
            stiffness: 1.0,
            damping: 0.05,
        });
        let hull = vec![[0, 1], [1, 2], [2, 3], [3, 0]];
        Body { nodes, springs: springs.to_vec(), hull, gas: 0.0, friction: 0.0, restitution: 0.6, ..Body::default() }
    };
    let changes = RESPONSES.map(|response| {
        let contact = Contact { response, ..Contact::default() };
        let world = Settings { gravity: [0.0, 0.0], contact, ..Settings::default() };
        let bodies = vec![body(0.0, 0.0, [0.0, 0.0]), body(1.3, 2.2, [0.0, -0.2])];
        let mut world = World::new(&Level { world, ..level(bodies) }).unwrap();
        let mut spin = Spin { before: 0.0, worst: [0.0; 2], count: 0 };
        (0..400).for_each(|_| world.step_substep_observed(None, &mut spin));
        assert!(spin.count > 0);
        spin.worst[0] / spin.worst[1]
    });
    assert!(changes[0] > 1e-3, "the source's response turns them: {changes:?}");
    assert!(changes[1] < 1e-12, "{changes:?}");
}

/// A disc at rest, without friction.
fn disc() -> Disc {
    Disc {
        name: String::new(),
        position: [0.0, 0.0],
        velocity: [0.0, 0.0],
        radius: 0.5,
        mass: 1.0,
        restitution: 1.0,
        friction: 0.0,
        motion: Motion::Dynamic,
    }
}
