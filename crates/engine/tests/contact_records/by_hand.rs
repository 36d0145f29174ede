//! One contact of each kind, by hand calculation.

use super::*;

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
