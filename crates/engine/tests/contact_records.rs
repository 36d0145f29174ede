//! Recorded contacts: by hand, against the change of momentum, and equal in every mode.

use blobsmith_engine::engine::{ContactRecord, InstructionSet, Threads, Trace, World};
use blobsmith_engine::geometry::{DVec2, cross};
use blobsmith_engine::level::{
    Body, Bounds, Contact, ContactMethod, ContactResponse, Decor, Disc, DiscMethod, EdgeChoice, Integrator, Level,
    Motion, Node, Obstacle, ObstacleShape, Path, Place, Role, Spring, flatten,
};

const INTEGRATORS: [Integrator; 3] = [Integrator::SemiImplicitEuler, Integrator::ExplicitEuler, Integrator::Verlet];
const CHOICES: [EdgeChoice; 4] =
    [EdgeChoice::Projection, EdgeChoice::Wedge45, EdgeChoice::Distance, EdgeChoice::EntryEdge];

/// Without gravity, with substeps of 0.1.
fn level() -> Level {
    let mut level = Level::default();
    (level.world.gravity, level.world.substeps) = ([0.0; 2], 10);
    level
}

fn recording(level: &Level) -> World {
    let mut world = World::new(level).unwrap();
    world.set_contact_recording(true);
    world
}

/// The contacts of the first substep.
fn first_contacts(level: &Level) -> Vec<ContactRecord> {
    let mut world = recording(level);
    world.step_substep();
    world.take_contacts()
}

/// A polygon of nodes of mass 1 without forces, counter-clockwise; restitution 0.5, friction 0.3.
fn polygon(points: &[[f64; 2]], velocity: [f64; 2]) -> Body {
    let nodes = points.iter().map(|&at| Node { velocity, ..Node::at(at) }).collect();
    let hull = (0..points.len()).map(|index| [index, (index + 1) % points.len()]).collect();
    Body { nodes, hull, gas: 0.0, ..Body::default() }
}

fn block(min: [f64; 2], max: [f64; 2], velocity: [f64; 2]) -> Body {
    polygon(&[min, [max[0], min[1]], max, [min[0], max[1]]], velocity)
}

fn fixed(body: Body) -> Body {
    Body { motion: Motion::Fixed, ..body }
}

fn obstacle(shape: ObstacleShape) -> Obstacle {
    Obstacle { shape, restitution: 0.8, ..Obstacle::default() }
}

fn disc(position: [f64; 2], velocity: [f64; 2], mass: f64) -> Disc {
    Disc { position, velocity, mass, radius: 0.5, restitution: 0.5, ..Disc::default() }
}

/// What a contact changes in the momentum of `moving`.
fn momentum(record: &ContactRecord) -> DVec2 {
    record.normal * record.impulse + record.tangent() * record.friction
}

/// Tests the parts, and within rounding point, normal, impulse and friction.
fn assert_is(record: &ContactRecord, parts: [Place; 2], [point, normal]: [[f64; 2]; 2], [impulse, friction]: [f64; 2]) {
    assert_eq!([record.moving, record.other], parts);
    let errors = [record.point - DVec2::from(point), record.normal - DVec2::from(normal)].map(DVec2::length);
    let errors = [errors[0], errors[1], record.impulse - impulse, record.friction - friction];
    assert!(errors.iter().all(|error| error.abs() < 1e-12), "{errors:?} off: {record:?}");
}

/// Bits of a reproducible sequence.
fn random(seed: u64) -> impl FnMut() -> f64 {
    let mut bits = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(99);
    move || {
        bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (bits >> 33) as f64 / (1u64 << 31) as f64
    }
}

/// A node of mass 2 moves by (0.2, -0.3) to 0.1 below the edge. e = 0.5·0.8, μ = 0.5·0.6: the impulse is 2·1.4·3, and the friction
/// 2·0.3·2 against the motion, along the normal turned by -90°, which is (1, 0).
#[test]
fn node_on_a_fixed_edge_by_hand() {
    let mut tip = polygon(&[[0.0, 0.2], [1.0, 2.0], [-1.0, 2.0]], [2.0, -3.0]);
    (tip.nodes[0].role, tip.restitution, tip.friction) = (Role::Mass(2.0), 0.5, 0.5);
    let floor = Body { restitution: 0.8, friction: 0.6, ..fixed(block([-5.0, -5.0], [5.0, 0.0], [0.0; 2])) };
    let level = Level { bodies: vec![floor, tip], ..level() };
    let contacts = first_contacts(&level);
    assert_eq!(contacts.len(), 1);
    assert_eq!((contacts[0].frame, contacts[0].substep), (0, 0));
    let parts = [Place::Node(1, 0), Place::HullEdge(0, 2)];
    assert_is(&contacts[0], parts, [[0.2, -0.1], [0.0, 1.0]], [8.4, -1.2]);
    assert_eq!(contacts[0].tangent(), DVec2::X);
}

/// Both ends of the lower edge, of mass 1 each, fall at 3 onto a fixed tip at 1/3 of the edge. With e = 0.5·0.5 the impulse is 1.25·3
/// divided by the inverse mass: 1/2 for `Source`, (2/3)² + (1/3)² for `Weighted`. It acts on the tip, so it points down.
#[test]
fn fixed_node_in_a_moving_edge_by_hand() {
    for (response, inverse_mass) in [(ContactResponse::Source, 0.5), (ContactResponse::Weighted, 5.0 / 9.0)] {
        let tip = fixed(polygon(&[[-1.0, -2.0], [1.0, -2.0], [0.0, 0.0]], [0.0; 2]));
        let mut level = Level { bodies: vec![tip, block([-1.0, 0.2], [2.0, 3.0], [0.0, -3.0])], ..level() };
        level.world.contact.response = response;
        let contacts = first_contacts(&level);
        assert_eq!(contacts.len(), 1);
        let parts = [Place::Node(0, 2), Place::HullEdge(1, 0)];
        assert_is(&contacts[0], parts, [[0.0, 0.0], [0.0, -1.0]], [1.25 * 3.0 / inverse_mass, 0.0]);
    }
}

/// Normals point to the side that the node comes from; the impulse is m(1 + e)v with e = 0.5·0.8.
#[test]
fn nodes_on_obstacles_by_hand() {
    let [left, right] = [[-1.0, 0.0], [1.0, 0.0]];
    let around = |y: f64, radius: f64| ObstacleShape::Circle { center: [0.0, y], radius };
    for (shape, is_below) in [
        (ObstacleShape::Line([0.0, 0.0], right), false),
        (ObstacleShape::Line([0.0, 0.0], left), false),
        (ObstacleShape::Segment(left, right), false),
        (ObstacleShape::Segment(right, left), true),
        (around(-3.0, 3.0), false),
        (around(3.0, 3.0), false),
        (around(-3.0, 3.0), true),
    ] {
        let side = if is_below { -1.0 } else { 1.0 };
        for integrator in INTEGRATORS {
            let node = Node { velocity: [0.0, -3.0 * side], role: Role::Mass(2.0), ..Node::at([0.0, 0.2 * side]) };
            let body = Body { nodes: vec![node], gas: 0.0, ..Body::default() };
            let mut level = Level { bodies: vec![body], obstacles: vec![obstacle(shape)], ..level() };
            level.world.integrator = integrator;
            let contacts = first_contacts(&level);
            assert_eq!(contacts.len(), 1, "{shape:?}");
            let parts = [Place::Node(0, 0), Place::Obstacle(0)];
            assert_is(&contacts[0], parts, [[0.0, 0.0], [0.0, side]], [2.0 * 1.4 * 3.0, 0.0]);
        }
    }
}

/// In a corner each wall has its contact.
#[test]
fn nodes_and_discs_on_bounds_by_hand() {
    let bounds = Bounds { min: [-4.0, -1.0], max: [4.0, 9.0], restitution: 0.8 };
    let node = Node { velocity: [2.0, -3.0], role: Role::Mass(2.0), ..Node::at([3.9, -0.9]) };
    let mut level = Level { bodies: vec![Body { nodes: vec![node], ..Body::default() }], ..level() };
    level.discs.push(disc([-3.45, 0.0], [-2.0, 1.0], 3.0));
    level.world.bounds = Some(bounds);
    let contacts = first_contacts(&level);
    assert_eq!(contacts.len(), 3);
    let [node, disc] = [Place::Node(0, 0), Place::Disc(0)];
    assert_is(&contacts[0], [node, Place::World], [[4.0, -1.0], [-1.0, 0.0]], [2.0 * 1.4 * 2.0, 0.0]);
    assert_is(&contacts[1], [node, Place::World], [[4.0, -1.0], [0.0, 1.0]], [2.0 * 1.4 * 3.0, 0.0]);
    assert_is(&contacts[2], [disc, Place::World], [[-4.0, 0.1], [1.0, 0.0]], [3.0 * 1.4 * 2.0, 0.0]);
}

/// A disc that drops to a floor gets m(1 + e)v, with e = 0.5·0.8. Swept, it touches after 0.2/4 of time.
#[test]
fn discs_on_a_floor_by_hand() {
    let methods = [(DiscMethod::Swept, 0.05), (DiscMethod::Discrete, 0.1)];
    let lines = [ObstacleShape::Line([0.0; 2], [1.0, 0.0]), ObstacleShape::Line([0.0; 2], [-1.0, 0.0])];
    let circle = ObstacleShape::Circle { center: [0.0, -5.0], radius: 5.0 };
    for ((method, x), radius) in methods.into_iter().flat_map(|method| [0.5, 0.0].map(|radius| (method, radius))) {
        for (shape, velocity) in [(lines[0], [1.0, -4.0]), (lines[1], [1.0, -4.0]), (circle, [0.0, -4.0])] {
            let falling = Disc { radius, ..disc([0.0, radius + 0.2], velocity, 2.0) };
            let mut level = Level { discs: vec![falling], obstacles: vec![obstacle(shape)], ..level() };
            level.world.discs = method;
            let contacts = first_contacts(&level);
            assert_eq!(contacts.len(), 1, "{shape:?}, {method:?}");
            let parts = [Place::Disc(0), Place::Obstacle(0)];
            let point = [x * velocity[0], 0.0];
            assert_is(&contacts[0], parts, [point, [0.0, 1.0]], [2.0 * 1.4 * 4.0, 0.0]);
        }
    }
}

/// Masses 1 and 3 approach at 3 with e = 0.25: the impulse is 1.25·3·(1·3/4), or 1.25·3·3 if the first cannot move. It pushes the
/// first one to the left.
#[test]
fn discs_on_discs_by_hand() {
    let path = Path { points: vec![[0.0, 0.0], [20.0, 0.0]], period: 20.0 };
    for method in [DiscMethod::Swept, DiscMethod::Discrete] {
        for motion in [Motion::Dynamic, Motion::Fixed, Motion::Driven(path.clone())] {
            let is_free = motion == Motion::Dynamic;
            // Driven, the first one moves by 20 in half the period: at 2, as the free one.
            let speed = if motion == Motion::Fixed { -3.0 } else { -1.0 };
            let first = Disc { motion, ..disc([0.0, 0.0], [2.0, 0.0], 1.0) };
            let mut level = Level { discs: vec![first, disc([1.1, 0.0], [speed, 0.0], 3.0)], ..level() };
            level.world.discs = method;
            let contacts = first_contacts(&level);
            assert_eq!(contacts.len(), 1, "{method:?}");
            let (order, normal, impulse) =
                if is_free { ([0, 1], -1.0, 1.25 * 3.0 * 0.75) } else { ([1, 0], 1.0, 1.25 * 3.0 * 3.0) };
            assert_eq!([contacts[0].moving, contacts[0].other], order.map(Place::Disc));
            assert_eq!((contacts[0].normal, contacts[0].friction), (DVec2::new(normal, 0.0), 0.0));
            assert!((contacts[0].impulse - impulse).abs() < 1e-12, "{method:?}: {contacts:?}");
        }
    }
}

/// e = 0.25; the inverse masses are 1/2 of the disc and 1/2 of the edge, or 0 if it is fixed. At a corner the normal points to the
/// centre; a central hit has no friction.
#[test]
fn discs_on_hulls_by_hand() {
    let edge = Place::HullEdge(0, 2);
    for radius in [0.5, 0.0] {
        for is_fixed in [false, true] {
            let body = block([-4.0, -2.0], [4.0, 0.0], [0.0; 2]);
            let body = if is_fixed { fixed(body) } else { body };
            let falling = Disc { radius, friction: 0.5, ..disc([0.0, radius + 0.2], [1.0, -4.0], 2.0) };
            let contacts = first_contacts(&Level { bodies: vec![body], discs: vec![falling], ..level() });
            assert_eq!(contacts.len(), 1);
            let inverse_mass = if is_fixed { 0.5 } else { 1.0 };
            let impulses = [1.25 * 4.0, -0.15].map(|impulse| impulse / inverse_mass);
            assert_is(&contacts[0], [Place::Disc(0), edge], [[0.1, -0.2], [0.0, 1.0]], impulses);
        }
    }
    // From (0.6, 0.8) to a distance of 0.4 from the corner: at 6, straight to it.
    let body = fixed(block([-4.0, -2.0], [0.0, 0.0], [0.0; 2]));
    let slanted = Disc { friction: 0.5, ..disc([0.6, 0.8], [-3.6, -4.8], 2.0) };
    let contacts = first_contacts(&Level { bodies: vec![body], discs: vec![slanted], ..level() });
    assert_eq!(contacts.len(), 1);
    let parts = [Place::Disc(0), contacts[0].other];
    assert!(matches!(contacts[0].other, Place::HullEdge(0, 1 | 2)));
    assert_is(&contacts[0], parts, [[-0.06, -0.08], [0.6, 0.8]], [2.0 * 1.25 * 6.0, 0.0]);
}

/// Depth 0.1, stiffness 3, viscosity 0.15 and the velocity (2, -1), for a substep of 0.1.
#[test]
fn penalty_force_of_decor_by_hand() {
    let tip = polygon(&[[0.0, -0.1], [1.0, 2.0], [-1.0, 2.0]], [2.0, -1.0]);
    let mut level = Level { bodies: vec![fixed(block([-5.0, -5.0], [5.0, 0.0], [0.0; 2])), tip], ..level() };
    level.world.contact.decor = Decor::Penalty { stiffness: 3.0, viscosity: 0.15 };
    let contacts = first_contacts(&level);
    assert_eq!(contacts.len(), 1);
    let parts = [Place::Node(1, 0), Place::HullEdge(0, 2)];
    assert_is(&contacts[0], parts, [[0.0, -0.1], [0.0, 1.0]], [0.1 * (3.0 * 0.1 + 0.15), -0.1 * 0.15 * 2.0]);
}

/// A tip crosses an edge of its own hull.
#[test]
fn contact_of_a_body_with_itself_names_it_twice() {
    let mut body = block([-4.0, -2.0], [4.0, 0.0], [0.0; 2]);
    body.nodes[3] = Node::at([-4.0, 2.0]);
    let tip = Node { velocity: [0.0, -3.0], ..Node::at([0.0, 0.2]) };
    body.nodes.extend([Node::at([3.9, 2.0]), tip, Node::at([-1.0, 2.0])]);
    body.hull = vec![[0, 1], [1, 2], [2, 4], [4, 5], [5, 6], [6, 3], [3, 0]];
    // The tip points down at the edge from node 0 to node 1 of a notch; raise that edge to y = 0.
    (body.nodes[0], body.nodes[1]) = (Node::at([-4.0, 0.0]), Node::at([4.0, 0.0]));
    body.nodes[2] = Node::at([4.0, 2.0]);
    let mut level = Level { bodies: vec![body], ..level() };
    level.world.contact.self_contact = true;
    assert!(first_contacts(&level).is_empty(), "the tip leaves the hull by an edge; it does not enter");
    // Hollow: the inside is above y = 0 no more.
    level.bodies[0].hull.iter_mut().for_each(|edge| edge.reverse());
    let contacts = first_contacts(&level);
    assert_eq!(contacts.len(), 1);
    let parts = [Place::Node(0, 5), Place::HullEdge(0, 0)];
    assert_is(&contacts[0], parts, [[0.0, -0.1], [0.0, 1.0]], [1.25 * 3.0 / 1.5, 0.0]);
}

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
            index(record.moving).into_iter().for_each(|part| expected[part] += momentum(record));
            index(record.other).into_iter().for_each(|part| expected[part] -= momentum(record));
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
                let turn = cross(record.point, momentum(&record));
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

/// Blobs of a frame of gas and springs that overlap each other, with obstacles, bounds and discs: 900 bodies, more than 1,024 pairs, so
/// that threads share them.
fn pile(seed: u64, integrator: Integrator) -> Level {
    let mut random = random(seed);
    let mut bodies = vec![fixed(block([-2.0, -3.0], [32.0, 0.3], [0.0; 2]))];
    for index in 0..900 {
        let corner = [(index % 30) as f64 + 0.2 * random(), (index / 30) as f64 + 0.2 * random()];
        let velocity = [random() - 0.5, random() - 0.5];
        let mut body = block(corner, [corner[0] + 1.05, corner[1] + 1.05], velocity);
        let spring = |[a, b]: [usize; 2]| Spring { a, b, rest_length: 1.05, stiffness: 0.2, damping: 0.02 };
        body.springs = body.hull.iter().copied().map(spring).collect();
        body.triangles = vec![[0, 1, 2], [0, 2, 3]];
        body.gas = 0.1;
        bodies.push(body);
    }
    let discs = (0..40).map(|index| disc([0.8 * index as f64, 31.5 + random()], [0.0, -1.0], 2.0)).collect();
    let obstacles = vec![obstacle(ObstacleShape::Segment([-1.0, 4.0], [31.0, 12.0]))];
    let mut level = Level { bodies, discs, obstacles, ..level() };
    (level.world.integrator, level.world.substeps) = (integrator, 5);
    level.world.bounds = Some(Bounds { min: [0.0, -9.0], max: [31.0, 40.0], restitution: 0.5 });
    level
}

/// In every mode: the plain instruction set is the reference engine, the others are the batched one; a trace needs the reference again.
#[test]
fn records_have_the_same_bits_in_every_mode() {
    for (seed, integrator) in INTEGRATORS.into_iter().enumerate() {
        let mut level = pile(seed as u64, integrator);
        level.world.contact.edge_choice = CHOICES[seed + 1];
        level.world.contact.self_contact = seed == 1;
        let with = |set, threads| {
            let mut world = recording(&level);
            assert!(world.set_instruction_set(set));
            world.set_threads(Threads::new(threads));
            world
        };
        let mut reference = with(InstructionSet::Plain, 1);
        let mut others: Vec<World> = InstructionSet::available().map(|set| with(set, 1)).collect();
        others.extend([2, 3].map(|threads| with(InstructionSet::best(), threads)));
        let (mut traced, mut trace) = (with(InstructionSet::best(), 2), Trace::default());
        let mut silent = World::new(&level).unwrap();
        for substep in 0..6 {
            reference.step_substep();
            let records = reference.take_contacts();
            let orders = records.windows(2).filter(|two| two[0].moving.body() > two[1].moving.body()).count();
            assert!(records.len() > 1000 && orders < 20, "{} records, {orders} descents", records.len());
            for world in &mut others {
                world.step_substep();
                assert!(world.take_contacts() == records, "{integrator:?}, {substep}, {:?}", world.instruction_set());
            }
            traced.step_substep_traced(&mut trace);
            assert!(traced.take_contacts() == records, "{integrator:?}, {substep}, traced");
            assert!(trace.pairs.len() > 1024);
            silent.step_substep();
            assert!([&reference, &traced].into_iter().chain(&others).all(|world| world.hash() == silent.hash()));
        }
    }
}

/// Sixty frames of every gallery level: recording changes no bit, and each resolved contact has its record.
#[test]
fn gallery_has_the_same_bits_and_a_record_per_counted_contact() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "ron"));
    assert!(files.len() > 60);
    for file in files {
        let level = flatten::load_flat(&file).unwrap();
        let (mut silent, mut world) = (World::new(&level).unwrap(), recording(&level));
        let mut counted = 0;
        for _ in 0..60 {
            silent.step_frame();
            world.step_frame();
            let mut records = world.take_contacts();
            if level.world.contact.decor != Decor::Impulse {
                // Penalty forces are not counted.
                let is_free = |place: Place| place.body().is_none_or(|body| world.layout().bodies[body].is_dynamic);
                records.retain(|record| is_free(record.moving) && is_free(record.other));
            }
            // The bounds count once for both coordinates of a node, and not for discs.
            let is_clamp = |record: &ContactRecord| record.other == Place::World;
            records.retain(|record| !is_clamp(record) || !matches!(record.moving, Place::Disc(_)));
            records.dedup_by(|next, record| {
                is_clamp(next) && is_clamp(record) && next.moving == record.moving && next.substep == record.substep
            });
            counted += records.len() as u64;
        }
        let counts = world.counts();
        assert_eq!(counted, counts.contacts + counts.obstacle_hits, "{}", file.display());
        assert_eq!(world.hash(), silent.hash(), "{}", file.display());
        assert!(silent.take_contacts().is_empty());
    }
}

/// The first 100,000 records are kept; the later ones are dropped until they are taken.
#[test]
fn records_that_are_not_taken_are_bounded() {
    let mut level = pile(1, Integrator::Verlet);
    level.world.substeps = 100;
    let (mut kept, mut taken) = (recording(&level), recording(&level));
    let mut all = Vec::new();
    while all.len() <= 110_000 {
        kept.step_substep();
        taken.step_substep();
        all.extend(taken.take_contacts());
    }
    let records = kept.take_contacts();
    assert_eq!(records.len(), 100_000);
    assert!(records == all[..100_000]);
    kept.step_substep();
    taken.step_substep();
    assert!(kept.take_contacts() == taken.take_contacts());
}

#[test]
fn records_are_off_by_default_and_cleared_by_restore() {
    let tip = polygon(&[[0.0, 0.2], [1.0, 2.0], [-1.0, 2.0]], [2.0, -3.0]);
    let level = Level { bodies: vec![fixed(block([-5.0, -5.0], [5.0, 0.0], [0.0; 2])), tip], ..level() };
    let mut world = World::new(&level).unwrap();
    let start = world.state().clone();
    let layout = world.shared_layout().clone();
    world.step_substep();
    assert!(!world.records_contacts() && world.take_contacts().is_empty());
    world.set_contact_recording(true);
    assert!(world.records_contacts());
    let other_layout = World::new(&level).unwrap().shared_layout().clone();
    for layout in [&layout, &other_layout] {
        world.restore_under(layout, &start);
        world.step_substep();
        world.restore(&start);
        assert!(world.records_contacts() && world.take_contacts().is_empty(), "restored");
        world.step_substep();
        world.restore_under(layout, &start);
        assert!(world.records_contacts() && world.take_contacts().is_empty(), "restored under a layout");
    }
    world.step_substep();
    world.set_contact_recording(false);
    world.restore_under(&layout, &start);
    world.step_substep();
    assert!(world.take_contacts().is_empty(), "switched off");
    world.set_contact_recording(true);
    world.restore(&start);
    world.step_substep();
    world.set_contact_recording(false);
    assert_eq!(world.take_contacts().len(), 1, "recorded before it was switched off");
}

/// Body, disc and obstacle as sensors have no contact.
#[test]
fn sensors_are_no_contacts() {
    let tip = polygon(&[[0.0, 0.2], [1.0, 2.0], [-1.0, 2.0]], [2.0, -3.0]);
    let floor = fixed(block([-5.0, -5.0], [5.0, 0.0], [0.0; 2]));
    let circle = obstacle(ObstacleShape::Circle { center: [8.0, 0.0], radius: 1.0 });
    let discs = vec![disc([3.0, 0.6], [0.0, -3.0], 1.0), disc([8.0, 1.6], [0.0, -3.0], 1.0)];
    let mut level = Level { bodies: vec![floor, tip], discs, obstacles: vec![circle], ..level() };
    assert_eq!(first_contacts(&level).len(), 3);
    level.bodies[0].collision.sensor = true;
    level.obstacles[0].collision.sensor = true;
    assert!(first_contacts(&level).is_empty());
}
