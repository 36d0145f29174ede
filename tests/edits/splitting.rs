//! A node on a line: everything along the line is split, and two springs in a row do what the one did.

use crate::support::*;
use blobsmith::level::edit::{split, split_at};
use blobsmith::level::{Node, Place, Role, Stick};

#[test]
fn split_of_a_square_side_at_a_quarter_matches_hand_calculation() {
    let mut level = of(vec![square()]);
    level.bodies[0].sticks.push(Stick { a: 1, b: 0, length: 2.0, hidden: true });
    level.bodies[0].nodes[0].role = Role::Mass(3.0);
    level.bodies[0].nodes[1].velocity = [4.0, 8.0];
    let made = split(&mut level, Place::HullEdge(0, 0), 0.25).unwrap();
    assert_eq!(made.places, [Place::Node(0, 4)]);
    let body = &level.bodies[0];
    // Mass 3·¾ + 1·¼, velocity a quarter of (4, 8).
    let expected = Node { velocity: [1.0, 2.0], role: Role::Mass(2.5), ..Node::at([0.5, 0.0]) };
    assert_eq!(body.nodes[4], expected);
    assert_eq!(body.hull, [[0, 4], [4, 1], [1, 2], [2, 3], [3, 0]]);
    assert_eq!(body.triangles, [[0, 4, 2], [0, 2, 3], [4, 1, 2]]);
    let (first, second) = (body.springs[0], body.springs[6]);
    assert_eq!((first.a, first.b, first.rest_length), (0, 4, 0.5));
    assert_eq!((second.a, second.b, second.rest_length), (4, 1, 1.5));
    // 6 / ¼ and 6 / ¾; one after the other 1/(1/24 + 1/8) = 6 again. Damping ½ likewise.
    assert_eq!((first.stiffness, second.stiffness), (24.0, 8.0));
    assert_eq!(first.damping, 2.0);
    assert!((1.0 / (1.0 / first.damping + 1.0 / second.damping) - 0.5).abs() < 1e-15);
    let stick = |a, b, length| Stick { a, b, length, hidden: true };
    assert_eq!(body.sticks, [stick(1, 4, 1.5), stick(4, 0, 0.5)]);
    assert_sound(&level);
}

#[test]
fn split_of_a_diagonal_splits_both_triangles() {
    let mut level = of(vec![square()]);
    split_at(&mut level, Place::Spring(0, 4), [1.0, 1.0]).unwrap();
    let body = &level.bodies[0];
    assert_eq!(body.nodes[4].position, [1.0, 1.0]);
    assert_eq!(body.hull, square().hull);
    let area = |[a, b, c]: [usize; 3]| {
        let [p, q, r] = [a, b, c].map(|node| body.nodes[node].position);
        (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
    };
    assert_eq!(body.triangles.iter().map(|&triangle| area(triangle)).collect::<Vec<_>>(), [2.0; 4]);
    // The other diagonal crosses the new node, but does not end there.
    assert_eq!(springs(body)[5], (1, 3));
}

#[test]
fn split_at_a_point_off_the_line_uses_the_nearest_point() {
    let mut level = of(vec![square()]);
    split_at(&mut level, Place::Spring(0, 1), [3.0, 0.5]).unwrap();
    assert_eq!(level.bodies[0].nodes[4].position, [2.0, 0.5]);
    assert_eq!(level.bodies[0].springs[1].rest_length, 0.5);
}

#[test]
fn split_refuses_invalid_positions_and_changes_nothing() {
    let mut level = of(vec![square()]);
    level.bodies[0].nodes[1].position = [0.0, 0.0];
    let before = level.clone();
    assert!(split(&mut level, Place::Spring(0, 0), 0.5).unwrap_err().contains("coincide"));
    assert!(split_at(&mut level, Place::Spring(0, 0), [1.0, 1.0]).is_err());
    for t in [0.0, 1.0, -3.0, f64::NAN, f64::INFINITY] {
        assert!(split(&mut level, Place::HullEdge(0, 1), t).is_err());
    }
    assert!(split(&mut level, Place::Node(0, 1), 0.5).is_err());
    assert!(split(&mut level, Place::Stick(0, 0), 0.5).is_err());
    assert_eq!(level, before);
}
