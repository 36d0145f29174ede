//! Whole bodies on both sides: copies, cuts, outlines and their halves.

use crate::mirroring::*;
use crate::support::*;
use blobsmith::geometry::{DVec2, polygon};
use blobsmith::level::edit::symmetry::*;
use blobsmith::level::{Body, Level, Place, Role};

fn area_of_triangles(body: &Body) -> f64 {
    let at = |node: usize| DVec2::from_array(body.nodes[node].position);
    let doubled = body.triangles.iter().map(|&[a, b, c]| polygon::doubled_triangle_area(at(a), at(b), at(c)));
    0.5 * doubled.inspect(|doubled| assert!(*doubled > 0.0, "counter-clockwise")).sum::<f64>()
}

#[test]
fn duplicate_both_copies_on_both_sides() {
    let mut level = two_squares();
    let made = duplicate_both(&mut level, &[Place::Body(0)], [-3.0, 1.0], BETWEEN).unwrap();
    assert_eq!(made.places, [Place::Body(2), Place::Body(3)]);
    assert_eq!((xs(&level.bodies[2]), xs(&level.bodies[3])), ((-3.0, -1.0), (7.0, 9.0)));
    // A new part that exists once only.
    let mut level = of(vec![square()]);
    level.discs.push(disc(0.0, 9.0));
    let new = [Place::Body(0), Place::Disc(0)];
    assert_eq!(complete(&mut level, &new, BETWEEN).unwrap(), [Place::Body(1), Place::Disc(1)]);
    assert_eq!(level.bodies[1].name, "square 2");
    assert_eq!(
        (xs(&level.bodies[1]), doubled_area(&level.bodies[1])),
        ((4.0, 6.0), 8.0),
        "the outside is still outside"
    );
    assert_eq!(area_of_triangles(&level.bodies[1]), 4.0);
    assert_eq!(level.discs[1].position, [6.0, 9.0]);
    assert_eq!(complete(&mut level, &new, BETWEEN).unwrap(), [], "they have images");
    assert_eq!(
        complete(&mut level, &new, MirrorAxis { x: 0.5, tolerance: 1e-6 }).unwrap(),
        [Place::Disc(2)],
        "the body lies across"
    );
}

#[test]
fn knife_both_cuts_on_both_sides() {
    let spans = |level: &Level| {
        let mut spans: Vec<_> = level.bodies.iter().map(xs).collect();
        spans.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        spans
    };
    let mut level = two_squares();
    let done = knife_both(&mut level, &[0], [0.5, 3.0], [0.5, -1.0], BETWEEN).unwrap();
    assert_eq!(spans(&level), [(0.0, 0.5), (0.5, 2.0), (4.0, 5.5), (5.5, 6.0)]);
    assert_eq!(done.bodies, [0, 1, 2, 3]);
    assert!(done.said.starts_with("1 body cut into 2 parts on either side"), "{}", done.said);
    level.bodies.iter().for_each(|body| assert_eq!(2.0 * area_of_triangles(body), doubled_area(body)));
    // A body across the axis is cut in both places, whatever the direction of the cut.
    for (from, to) in [([0.5, 3.0], [0.5, -1.0]), ([1.5, -1.0], [1.5, 3.0])] {
        let mut level = of(vec![square()]);
        knife_both(&mut level, &[], from, to, MIDDLE).unwrap();
        assert_eq!(spans(&level), [(0.0, 0.5), (0.5, 1.5), (1.5, 2.0)]);
    }
    // Its own image: once. Along the axis, and across it.
    for (from, to) in [([1.0, 3.0], [1.0, -1.0]), ([-1.0, 0.75], [3.0, 0.75])] {
        let mut level = of(vec![square()]);
        knife_both(&mut level, &[], from, to, MIDDLE).unwrap();
        assert_eq!(level.bodies.len(), 2);
    }
    // A level cut of one side goes on to the other edge, and is its own image by that.
    let mut level = of(vec![square()]);
    knife_both(&mut level, &[], [-1.0, 0.75], [0.25, 0.75], MIDDLE).unwrap();
    assert_eq!(level.bodies.len(), 2);
    // Across the axis: crosswise.
    let mut level = of(vec![square()]);
    let done = knife_both(&mut level, &[], [-1.0, 0.0], [3.0, 2.0], MIDDLE).unwrap();
    assert!(done.said.contains("crosswise"), "{}", done.said);
    let mut areas: Vec<f64> = level.bodies.iter().map(|body| 0.5 * doubled_area(body)).collect();
    areas.sort_by(f64::total_cmp);
    // y = (x + 1) / 2 and its image leave triangles of height 1 on sides of length 1, and the rest above and below.
    assert_eq!(areas.len(), 4);
    for (area, expected) in areas.iter().zip([0.5, 0.5, 1.5, 1.5]) {
        assert!((area - expected).abs() < 1e-9, "{areas:?}");
    }
    // All or nothing.
    let mut level = two_squares();
    level.bodies[1].hull.pop();
    let before = level.clone();
    assert!(knife_both(&mut level, &[0], [0.5, 3.0], [0.5, -1.0], BETWEEN).unwrap_err().contains("image"));
    assert_eq!(level, before);
}

#[test]
fn half_cuts_an_outline_at_the_axis() {
    let points = |list: &[[f64; 2]]| list.iter().map(|&at| DVec2::from_array(at)).collect::<Vec<_>>();
    let half = |list: &[[f64; 2]]| image::half(&points(list), 0.0, 0.1);
    let beside = [[-3.0, 0.0], [-1.0, 0.0], [-1.0, 2.0]];
    assert_eq!(half(&beside).unwrap(), points(&beside));
    // Corners nearly on the axis come to lie on it.
    assert_eq!(half(&[[-3.0, 0.0], [-0.05, 0.0], [0.1, 2.0]]).unwrap(), points(&[[-3.0, 0.0], [0.0, 0.0], [0.0, 2.0]]));
    // A triangle from -2 to 2, begun on the left: the left half of it.
    let across = [[-2.0, 0.0], [2.0, 0.0], [-2.0, 4.0]];
    assert_eq!(half(&across).unwrap(), points(&[[-2.0, 0.0], [0.0, 0.0], [0.0, 2.0], [-2.0, 4.0]]));
    // Begun on the right, the right one.
    assert_eq!(half(&[[2.0, 0.0], [-2.0, 4.0], [-2.0, 0.0]]).unwrap(), points(&[[2.0, 0.0], [0.0, 2.0], [0.0, 0.0]]));
    let comb = [
        [-1.0, 0.0],
        [1.0, 0.0],
        [1.0, 1.0],
        [-1.0, 1.0],
        [-1.0, 2.0],
        [1.0, 2.0],
        [1.0, 3.0],
        [-2.0, 3.0],
        [-2.0, 0.0],
    ];
    assert!(half(&comb).unwrap_err().contains("more than twice"));
}

#[test]
fn doubled_joins_halves_that_share_an_edge_on_the_axis() {
    let mut half = square();
    (half.gas, half.nodes[1].role) = (3.0, Role::Mass(1.5));
    let axis = MirrorAxis { x: 2.0, tolerance: 1e-6 };
    let Doubled::Joined(whole) = doubled(&half, axis, true).unwrap() else { panic!("it has an edge on the axis") };
    let at: Vec<_> = whole.nodes.iter().map(|node| node.position).collect();
    assert_eq!(at, [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0], [4.0, 0.0], [4.0, 2.0]]);
    let masses: Vec<_> = whole.nodes.iter().map(|node| node.role).collect();
    assert_eq!(masses[..3], [Role::Mass(1.0), Role::Mass(3.0), Role::Mass(2.0)], "half of it on either side");
    assert_eq!((whole.springs.len(), whole.hull.len(), whole.gas), (11, 6, 6.0));
    assert_eq!((doubled_area(&whole), area_of_triangles(&whole)), (16.0, 8.0));
    let level = of(vec![whole]);
    let mirror = Mirror::new(&level, axis).unwrap();
    assert!((0..6).all(|node| mirror.of(Place::Node(0, node)).is_some()));
    assert!((0..11).all(|spring| mirror.of(Place::Spring(0, spring)).is_some()));
    assert!((0..6).all(|edge| mirror.of(Place::HullEdge(0, edge)).is_some()));
    assert!((0..4).all(|triangle| mirror.of(Place::Triangle(0, triangle)).is_some()));
    assert!(matches!(doubled(&half, axis, false).unwrap(), Doubled::Beside(_)));
    assert!(matches!(doubled(&half, BETWEEN, true).unwrap(), Doubled::Beside(_)));
    assert_eq!(doubled(&half, MirrorAxis { x: 0.5, tolerance: 1e-6 }, true).unwrap(), Doubled::Alone);
}
