//! Recorded impulses against the change of momentum and of angular momentum.

use super::*;

/// Free, fixed and driven polygons of nodes without forces that fly into each other.
fn crowd(seed: u64, contact: Contact, integrator: Integrator) -> Level {
    let mut random = random(seed);
    let mut between = |low: f64, high: f64| low + (high - low) * random();
    let mut bodies = Vec::new();
    for index in 0..12 {
        let (x, y) = (2.0 * (index % 4) as f64, 2.0 * (index / 4) as f64);
        let mut at = |dx: f64, dy: f64| [x + dx + between(-0.3, 0.3), y + dy + between(-0.3, 0.3)];
        let points = [at(0.0, 0.0), at(2.0, 0.0), at(2.1, 1.0), at(2.0, 2.0), at(0.0, 2.0)];
        let mut body = polygon(&points, [between(-0.4, 0.4), between(-0.4, 0.4)]);
        body.nodes.iter_mut().for_each(|node| node.role = Role::Mass(between(0.5, 3.0)));
        (body.restitution, body.friction) = (between(0.3, 1.0), between(0.0, 0.8));
        body.motion = match index {
            5 => Motion::Fixed,
            6 => Motion::Driven(Path { points: vec![[0.0, 0.0], [0.3, 0.2], [0.0, 0.4]], period: 9.0 }),
            _ => Motion::Dynamic,
        };
        bodies.push(body);
    }
    let mut level = Level { bodies, ..level() };
    (level.world.contact, level.world.integrator) = (contact, integrator);
    level
}

/// Momenta of all bodies, then of all discs.
fn momenta(world: &World) -> Vec<DVec2> {
    let layout = world.layout();
    let of_body = |nodes: std::ops::Range<usize>| nodes.map(|node| world.velocity(node) * layout.mass[node]).sum();
    let bodies = layout.bodies.iter().map(|body| of_body(body.nodes.clone()));
    let discs = (0..layout.discs.count()).map(|disc| world.disc_velocity(disc) * layout.discs.mass[disc]);
    bodies.chain(discs).collect()
}

/// Runs a level without other forces: over every substep the momentum of each free part changes by the sum of its impulses, and that of
/// its partners by the opposite. Returns the number of contacts.
fn assert_momentum(name: &str, level: &Level, substeps: usize) -> usize {
    let mut world = recording(level);
    let count = level.bodies.len();
    let index = |place: Place| match place {
        Place::Disc(disc) => Some(count + disc),
        place => place.body(),
    };
    let motions = level.bodies.iter().map(|body| &body.motion).chain(level.discs.iter().map(|disc| &disc.motion));
    let is_free: Vec<bool> = motions.map(|motion| *motion == Motion::Dynamic).collect();
    let mut contacts = 0;
    for substep in 0..substeps {
        let before = momenta(&world);
        world.step_substep();
        let mut expected = before.clone();
        let records = world.take_contacts();
        for record in &records {
            assert!((record.normal.length() - 1.0).abs() < 1e-12, "{record:?}");
            index(record.moving).into_iter().for_each(|part| expected[part] += record.momentum());
            index(record.other).into_iter().for_each(|part| expected[part] -= record.momentum());
        }
        contacts += records.len();
        for (part, after) in momenta(&world).into_iter().enumerate().filter(|&(part, _)| is_free[part]) {
            let error = (after - expected[part]).length();
            assert!(error < 1e-10, "{name}, substep {substep}, part {part}: off by {error:e}, {records:?}");
        }
    }
    contacts
}

#[test]
fn hull_contacts_change_momentum_by_their_impulses() {
    for integrator in INTEGRATORS {
        for (response, edge_choice) in [ContactResponse::Source, ContactResponse::Weighted]
            .into_iter()
            .flat_map(|response| CHOICES.map(|choice| (response, choice)))
        {
            for approaching_only in [false, true] {
                let contact = Contact { response, edge_choice, approaching_only, ..Contact::default() };
                let name = format!("{integrator:?}, {contact:?}");
                let contacts = assert_momentum(&name, &crowd(4, contact, integrator), 30);
                assert!(contacts > 50, "{name}: only {contacts} contacts");
            }
        }
    }
}

/// Fixed and driven bodies push by force, the others by impulse.
#[test]
fn penalty_forces_change_momentum_by_their_impulses() {
    for integrator in INTEGRATORS {
        let contact = Contact { decor: Decor::Penalty { stiffness: 3.0, viscosity: 0.15 }, ..Contact::default() };
        let level = crowd(9, contact, integrator);
        assert!(assert_momentum(&format!("{integrator:?}"), &level, 30) > 50);
        let is_pushed = |contact: &ContactRecord| matches!(contact.other.body(), Some(5 | 6));
        assert!(first_contacts(&level).iter().any(is_pushed), "{integrator:?}");
    }
}

#[test]
fn diagonals_change_momentum_by_their_impulses() {
    for (integrator, pushes) in INTEGRATORS.into_iter().zip([false, false, true]) {
        // Of two free bodies each takes its own share, so that one is fixed: the upper one with the tip, or the lower one with the edge.
        for immovable in [0, 1] {
            let edge = block([-3.0, -1.0], [2.0, 1.0], [0.1, 0.4]);
            let mut bodies = vec![edge, polygon(&[[0.3, 1.02], [1.5, 2.6], [-0.8, 2.4]], [0.4, -0.5])];
            bodies[1].nodes[0].role = Role::Mass(2.5);
            bodies[immovable] = fixed(bodies[immovable].clone());
            let mut level = Level { bodies, ..level() };
            (level.world.integrator, level.world.contact.method) = (integrator, ContactMethod::Diagonals);
            assert!(assert_momentum(&format!("{integrator:?}"), &level, 2) > 0);
            let contact = first_contacts(&level)[0];
            assert_eq!([contact.moving, contact.other], [Place::Node(1, 0), Place::HullEdge(0, 2)]);
            assert_eq!((contact.impulse > 0.0, contact.normal), (pushes, DVec2::Y), "{integrator:?}");
        }
    }
}

#[test]
fn discs_obstacles_and_bounds_change_momentum_by_their_impulses() {
    for (method, integrator) in
        [DiscMethod::Swept, DiscMethod::Discrete].into_iter().flat_map(|method| INTEGRATORS.map(|own| (method, own)))
    {
        let mut level = crowd(11, Contact::default(), integrator);
        let mut random = random(5);
        for index in 0..24 {
            let position = [0.4 + (index % 8) as f64, 7.0 + (index / 8) as f64];
            let velocity = [random() - 0.5, -2.0 * random()];
            let radius = if index % 5 == 0 { 0.0 } else { 0.2 + 0.25 * random() };
            let motion = if index == 12 { Motion::Fixed } else { Motion::Dynamic };
            let friction = 0.4;
            level.discs.push(Disc { radius, motion, friction, ..disc(position, velocity, 0.5 + random()) });
        }
        level.world.discs = method;
        level.world.bounds = Some(Bounds { min: [-0.5, -0.5], max: [9.0, 11.0], restitution: 0.6 });
        let circle = ObstacleShape::Circle { center: [4.0, 3.0], radius: 6.5 };
        let shapes =
            [ObstacleShape::Segment([0.0, 7.4], [3.0, 6.4]), ObstacleShape::Line([0.0, 0.2], [9.0, 0.1]), circle];
        level.obstacles.extend(shapes.map(obstacle));
        let name = format!("{method:?}, {integrator:?}");
        let contacts = assert_momentum(&name, &level, 60);
        assert!(contacts > 200, "{name}: only {contacts} contacts");
    }
}

/// Semi-implicit, without friction and repositioning. `Weighted` impulses act along the line of the contact, so the contact's point is
/// the lever arm of both bodies. `Source` halves the impulse wherever the contact is, so that there it is not.
#[test]
fn weighted_contacts_change_angular_momentum_by_their_impulses() {
    let error_of = |response| {
        let tip = polygon(&[[0.3, 1.02], [1.5, 2.6], [-0.8, 2.4]], [0.4, -0.5]);
        let mut wide = block([-3.0, -1.0], [2.0, 1.0], [0.1, 0.2]);
        wide.nodes[2].role = Role::Mass(2.5);
        let bodies = [tip, wide].map(|body| Body { friction: 0.0, ..body }).to_vec();
        let mut level = Level { bodies, ..level() };
        (level.world.contact.response, level.world.contact.repositioning.fraction) = (response, 0.0);
        let (mut world, mut greatest, mut contacts) = (recording(&level), 0.0f64, 0);
        let angular = |world: &World| {
            let of_node = |node: usize| cross(world.position(node), world.velocity(node)) * world.layout().mass[node];
            [0, 1].map(|body: usize| world.layout().bodies[body].nodes.clone().map(of_node).sum::<f64>())
        };
        for _ in 0..5 {
            let mut expected = angular(&world);
            world.step_substep();
            for record in world.take_contacts() {
                let turn = cross(record.point, record.momentum());
                expected[record.moving.body().unwrap()] += turn;
                expected[record.other.body().unwrap()] -= turn;
                contacts += 1;
            }
            let errors = angular(&world).into_iter().zip(expected).map(|(now, expected)| (now - expected).abs());
            greatest = errors.fold(greatest, f64::max);
        }
        assert!(contacts > 0);
        greatest
    };
    assert!(error_of(ContactResponse::Weighted) < 1e-13);
    assert!(error_of(ContactResponse::Source) > 0.1);
}
