//! Regressions found by the comparison with the reference, each in a small level.

use crate::support::*;
use blobsmith::engine::World;
use blobsmith::engine::trace::DiscImpact;
use blobsmith::level::{Body, Disc, Level, Motion, Node, ObstacleShape};
use glam::DVec2;

/// A block with its corners counter-clockwise from the lower left.
fn block(min: [f64; 2], max: [f64; 2], motion: Motion) -> Body {
    Body {
        nodes: [min, [max[0], min[1]], max, [min[0], max[1]]].map(Node::at).to_vec(),
        hull: vec![[0, 1], [1, 2], [2, 3], [3, 0]],
        motion,
        restitution: 1.0,
        friction: 0.0,
        ..Body::default()
    }
}

/// The bodies near a disc were looked up once, at its position before the first of them moved it.
#[test]
fn disc_pushed_by_one_body_collides_with_the_next() {
    // C = (-0.1, 0) is 0.1 inside the left block: M = C - 0.5·(1, 0) is brought to its right side, C to (0.5, 0). The
    // small block at 0.95, 0.05 less than a radius away, pushes it back to 0.45.
    let bodies =
        vec![block([-3.0, -1.0], [0.0, 1.0], Motion::Fixed), block([0.95, -0.05], [1.05, 0.05], Motion::Fixed)];
    let mut world = world(&Level { bodies, ..level(vec![disc([-0.1, 0.0], [0.0, 0.0], 0.5)], vec![]) });
    let events = step(&mut world);
    assert_eq!(events.iter().map(|event| event.other).collect::<Vec<_>>(), [0, 1]);
    assert!((world.disc_position(0) - DVec2::new(0.45, 0.0)).length() < 1e-15);
}

/// The distances to a corner along its two edges differed by rounding, which decided the edge.
#[test]
fn disc_at_a_corner_pushes_the_first_of_its_edges() {
    let mut numbers = Numbers(7);
    for _ in 0..100 {
        let corner = [numbers.between(0.5, 3.0), numbers.between(0.5, 3.0)];
        let square = block([numbers.between(-1.0, 0.0), numbers.between(-1.0, 0.0)], corner, Motion::Dynamic);
        let round = disc([corner[0] + 0.3, corner[1] + 0.3], [-0.1, -0.1], 0.5);
        let mut world = world(&Level { bodies: vec![square], ..level(vec![round], vec![]) });
        assert_eq!(step(&mut world).len(), 1);
        // Node 2, between the edges 1 = (1, 2) and 2 = (2, 3).
        let is_pushed = |node: usize| world.velocity(node) != DVec2::ZERO;
        assert_eq!([0, 1, 2, 3].map(is_pushed), [false, true, true, false], "corner {corner:?}");
    }
}

/// By rounding such a disc approached again at once; after 64 impacts it was stopped and lost all its speed.
#[test]
fn plastic_disc_slides_along_a_peg_and_a_slope() {
    let mut numbers = Numbers(3);
    for _ in 0..200 {
        let angle = numbers.between(0.0, 6.0);
        let normal = DVec2::new(libm::cos(angle), libm::sin(angle));
        let foot = DVec2::new(numbers.between(-9.0, 9.0), numbers.between(-9.0, 9.0));
        let (along, radius) = (normal.perp() * 0.3, numbers.between(0.0, 1.0));
        let start = foot + normal * (radius + 1e-6);
        let peg = ObstacleShape::Circle { center: (foot - normal * 0.7).to_array(), radius: 0.7 };
        let slope = ObstacleShape::Segment((foot - along * 30.0).to_array(), (foot + along * 30.0).to_array());
        for shape in [peg, slope] {
            let dull = Disc { restitution: 0.0, ..disc(start.to_array(), (along - normal * 0.1).to_array(), radius) };
            let mut world = world(&level(vec![dull], vec![obstacle(shape, 1.0)]));
            let events = step(&mut world);
            assert!(!events.is_empty() && events.len() <= 2, "{shape:?}: {} impacts", events.len());
            assert!((world.disc_velocity(0) - along).length() < 1e-4, "{shape:?}: {}", world.disc_velocity(0));
        }
    }
}

/// Small closing speeds were ignored from the 16th impact on: the three kept different speeds.
#[test]
fn plastic_discs_in_a_row_move_with_their_centre_of_mass() {
    let row = [(0.5, 0.0), (1.5, 0.0), (2.5, -1.0)];
    let discs = row.map(|(y, v)| Disc { restitution: 0.0, ..disc([0.0, y], [0.0, v], 0.5) });
    let mut world = world(&level(discs.to_vec(), vec![]));
    step(&mut world);
    for (index, (y, _)) in row.into_iter().enumerate() {
        assert!((world.disc_velocity(index) - DVec2::new(0.0, -1.0 / 3.0)).length() < 1e-13);
        assert!((world.disc_position(index) - DVec2::new(0.0, y - 1.0 / 3.0)).length() < 1e-13);
    }
}

/// It was put on a chord of 1/1024 rad at the first flat touch already.
#[test]
fn flat_touch_inside_a_circle_reflects_with_restitution() {
    // The lowest point of a disc of radius 1 in a circle of radius 5 is 0 at (0, -4). v = (1, -1/8192), e = ½.
    let round = Disc { restitution: 0.5, ..disc([0.0, -4.0], [1.0, -1.0 / 8192.0], 1.0) };
    let hollow = obstacle(ObstacleShape::Circle { center: [0.0, 0.0], radius: 5.0 }, 1.0);
    let mut short = level(vec![round], vec![hollow]);
    // The next touch is 2·4/16384 away.
    short.world.frame_time = 1e-4;
    let mut world: World = world(&short);
    let events = step(&mut world);
    assert_eq!((events.len(), events[0].kind), (1, DiscImpact::Circle));
    assert_eq!(world.disc_velocity(0), DVec2::new(1.0, 1.0 / 16384.0));
}
