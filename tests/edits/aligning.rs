//! Aligning and distributing: positions of sides, middles and gaps.

use crate::support::*;
use blobsmith::level::edit::{Align, Anchor, Axis, extent, extent_of_all};
use blobsmith::level::{Body, Disc, Level, Motion, Node, Place};

fn boxed(low: [f64; 2], high: [f64; 2]) -> Body {
    Body { nodes: vec![Node::at(low), Node::at(high)], ..Body::default() }
}

fn disc(position: [f64; 2], radius: f64) -> Disc {
    Disc {
        name: String::new(),
        position,
        velocity: [0.0, 0.0],
        radius,
        mass: 1.0,
        restitution: 1.0,
        friction: 0.0,
        motion: Motion::Dynamic,
        ..Disc::default()
    }
}

/// A body from (0,0) to (2,2), one from (5,1) to (6,5), and a disc of radius 1 about (10,3).
fn three() -> Level {
    Level {
        discs: vec![disc([10.0, 3.0], 1.0)],
        ..of(vec![boxed([0.0, 0.0], [2.0, 2.0]), boxed([5.0, 1.0], [6.0, 5.0])])
    }
}

const ALL: [Place; 3] = [Place::Body(1), Place::Body(0), Place::Disc(0)];

/// Lower left corners of body 0 and 1, and the middle of the disc.
fn corners(level: &Level) -> [[f64; 2]; 3] {
    [level.bodies[0].nodes[0].position, level.bodies[1].nodes[0].position, level.discs[0].position]
}

#[test]
fn extent_is_the_bounding_box_of_a_part() {
    let level = three();
    assert_eq!(extent(&level, Place::Disc(0)).unwrap().min.to_array(), [9.0, 2.0]);
    let all = extent_of_all(&level, &ALL).unwrap();
    assert_eq!((all.min.to_array(), all.max.to_array()), ([0.0, 0.0], [11.0, 5.0]));
    assert_eq!(extent(&level, Place::Body(2)), None);
    assert_eq!(extent(&of(vec![Body::default()]), Place::Body(0)), None);
}

#[test]
fn align_within_the_box_of_all_matches_hand_calculation() {
    let cases = [
        (Align::Left, [[0.0, 0.0], [0.0, 1.0], [1.0, 3.0]]),
        (Align::Center, [[4.5, 0.0], [5.0, 1.0], [5.5, 3.0]]),
        (Align::Right, [[9.0, 0.0], [10.0, 1.0], [10.0, 3.0]]),
        (Align::Top, [[0.0, 3.0], [5.0, 1.0], [10.0, 4.0]]),
        (Align::Middle, [[0.0, 1.5], [5.0, 0.5], [10.0, 2.5]]),
        (Align::Bottom, [[0.0, 0.0], [5.0, 0.0], [10.0, 1.0]]),
    ];
    for (how, expected) in cases {
        let mut level = three();
        align(&mut level, &ALL, how, Anchor::All).unwrap();
        assert_eq!(corners(&level), expected, "{how:?}");
    }
}

#[test]
fn align_with_the_first_or_last_matches_hand_calculation() {
    let mut level = three();
    align(&mut level, &ALL, Align::Left, Anchor::First).unwrap();
    assert_eq!(corners(&level), [[5.0, 0.0], [5.0, 1.0], [6.0, 3.0]]);
    let mut level = three();
    align(&mut level, &ALL, Align::Top, Anchor::Last).unwrap();
    assert_eq!(corners(&level), [[0.0, 2.0], [5.0, 0.0], [10.0, 3.0]]);
    assert!(align(&mut level, &[Place::Body(0)], Align::Top, Anchor::Last).is_err());
}

#[test]
fn align_moves_single_nodes() {
    let mut level = of(vec![square()]);
    let places = [Place::Node(0, 0), Place::Node(0, 2)];
    align(&mut level, &places, Align::Right, Anchor::All).unwrap();
    assert_eq!(level.bodies[0].nodes[0].position, [2.0, 0.0]);
    assert_eq!(level.bodies[0].springs, square().springs);
}

#[test]
fn distribute_by_gaps_matches_hand_calculation() {
    // The gaps of 3 are even already; move the body between.
    let mut level = three();
    for node in &mut level.bodies[1].nodes {
        node.position[0] -= 2.0;
    }
    distribute(&mut level, &ALL, Axis::X).unwrap();
    assert_eq!(corners(&level), [[0.0, 0.0], [5.0, 1.0], [10.0, 3.0]]);
    // From 0 to 11 less widths 2, 1 and 2: gaps of 3, so that the one between begins at 5.
    level.bodies[1].nodes[1].position[0] = 8.0;
    distribute(&mut level, &ALL, Axis::X).unwrap();
    // Widths are 2, 3 and 2 now: gaps of 2.
    assert_eq!(corners(&level), [[0.0, 0.0], [4.0, 1.0], [10.0, 3.0]]);
    // Upwards the middles are 1, 3 and 3: the disc, named last, is the upper end.
    distribute(&mut level, &ALL, Axis::Y).unwrap();
    assert_eq!(corners(&level), [[0.0, 0.0], [4.0, 0.0], [10.0, 3.0]]);
    assert!(distribute(&mut level, &ALL[..2], Axis::Y).unwrap_err().contains("three"));
}
