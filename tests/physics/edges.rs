//! The chosen edge in the cases that the source discusses (000 §D.1.c, §E.2), by hand calculation.

use super::subject::{Subject, choosing, for_both, loose, mass, near, spike};
use crate::scenes::{block, decor, level};
use blobsmith::engine::EventKind;
use blobsmith::level::{Body, EdgeChoice, Level, Point};

for_both!(
    acute_corner_is_assigned_by_distance_or_by_the_entry,
    acute_corner_is_corrected_by_the_barycentre_rule,
    barycentre_rule_is_wrong_for_a_concave_body,
    notch_has_no_edge_by_projection,
    wedge_includes_its_border,
    entry_edge_is_the_last_one_crossed,
    entry_edge_is_swept_relative_to_a_moving_hull,
    entry_edge_without_an_entry_is_the_nearest,
    entry_edge_is_found_after_an_exit_within_the_substep,
    entry_edge_stays_the_same_under_a_lasting_push,
    entry_edge_of_corners_on_one_line_is_the_side,
    entry_edge_leaves_a_body_that_slides_on_top,
    entry_edge_of_two_vertices_is_the_side_crossed_faster,
);

const ALL: [EdgeChoice; 4] = [EdgeChoice::Projection, EdgeChoice::Wedge45, EdgeChoice::Distance, EdgeChoice::EntryEdge];

/// 000 §E.2: a square that comes from the left by 0.5 a step and stands 0.1 higher than the other, so that its lower
/// right corner ends at (0.3, 0.1) and the upper one at (0.3, 1.6), in the square 0..2.
fn pushed_square() -> Body {
    let corners = [[-1.2, 0.1], [0.3, 0.1], [0.3, 1.6], [-1.2, 1.6]];
    let mut body = loose(corners.map(|[x, y]| mass([x - 0.5, y], 1.0)).to_vec());
    for node in &mut body.nodes {
        node.velocity = [0.5, 0.0];
    }
    body.hull = vec![[0, 1], [1, 2], [2, 3], [3, 0]];
    body
}

/// The lower corner is 0.1 from the bottom edge and 0.3 from the left one, and projects on both: all three of the
/// source's choices throw it out through the floor, to (0.3, 0). It crossed the left edge: the entry edge puts it at
/// (0, 0.1). The upper corner is 0.3 from the left edge and 0.4 from the top: (0, 1.6) for all.
fn acute_corner_is_assigned_by_distance_or_by_the_entry<S: Subject>() {
    for edge_choice in ALL {
        let bodies = vec![pushed_square(), block([0.0, 0.0], [2.0, 2.0])];
        let mut subject = S::start(&Level { world: choosing(edge_choice), ..level(bodies) });
        subject.substep();
        let expected = if edge_choice == EdgeChoice::EntryEdge { [0.0, 0.1] } else { [0.3, 0.0] };
        near(subject.x(0, 1), expected);
        near(subject.x(0, 2), [0.0, 1.6]);
        assert_eq!(subject.contacts(), 2);
    }
}

/// G = (-0.45, 0.85) is left of the bottom edge (inside), right of the left edge (outside): only the left one counts.
fn acute_corner_is_corrected_by_the_barycentre_rule<S: Subject>() {
    for edge_choice in ALL {
        let mut world = choosing(edge_choice);
        world.contact.barycentre_rule = true;
        let bodies = vec![pushed_square(), block([0.0, 0.0], [2.0, 2.0])];
        let mut subject = S::start(&Level { world, ..level(bodies) });
        subject.substep();
        near(subject.x(0, 1), [0.0, 0.1]);
        near(subject.x(0, 2), [0.0, 1.6]);
    }
}

/// 000 §E.2's warning: M, the tip of a hook, comes up 0.2 into a bar 0..10 x 0..1 from below, at (5, 0.2). The hook
/// reaches round the right end, its heavy part above: G = (1·5 + 1·12 + 9·12, 1·0.2 + 1·(-3) + 9·8)/11
/// = (11.36.., 6.29..). The bottom edge, 0.2 away, has G on its inside; the top edge (G above it) is 0.8 away: M leaves
/// at (5, 1), through the bar, rather than at (5, 0). The right edge counts too, but is 5 away.
fn barycentre_rule_is_wrong_for_a_concave_body<S: Subject>() {
    for (barycentre_rule, expected) in [(false, [5.0, 0.0]), (true, [5.0, 1.0])] {
        let mut hook = loose(vec![mass([5.0, 0.2 - 0.3], 1.0), mass([12.0, -3.0], 1.0), mass([12.0, 8.0], 9.0)]);
        hook.nodes[0].velocity = [0.0, 0.3];
        // Only the nodes matter here: a sliver of a hull below and right of the bar.
        hook.nodes.push(mass([11.9, -3.0], 1e-9));
        hook.hull = vec![[0, 3], [3, 1], [1, 2], [2, 1], [1, 0]];
        let mut world = choosing(EdgeChoice::Distance);
        world.contact.barycentre_rule = barycentre_rule;
        let mut subject = S::start(&Level { world, ..level(vec![hook, block([0.0, 0.0], [10.0, 1.0])]) });
        subject.substep();
        near(subject.x(0, 0), expected);
    }
}

/// Four spikes around a narrow middle. Tips (±4, 3) and (±4, -3.2); notches N (0,0), W (-0.1,-0.1), S (0,-0.2),
/// E (0.1,-0.1). The first edge runs from the upper right tip to N, the second from N to the upper left tip.
fn star() -> Body {
    decor(&[[4.0, 3.0], [0.0, 0.0], [-4.0, 3.0], [-0.1, -0.1], [-4.0, -3.2], [0.0, -0.2], [4.0, -3.2], [0.1, -0.1]])
}

/// M = (0.01, -0.08) is beyond an end of every edge (000 §D.1.c's "V"): for the first, AB = (-4,-3), AM = (-3.99,-3.08),
/// dot = 25.2 > 25; for the second, AB = (-4,3), AM = (0.01,-0.08), dot = -0.28 < 0; the other six likewise.
/// * Projection: no edge, no response, an event.
/// * Wedge45: first edge: cross = 12.32 - 11.97 = 0.35, 25.2 <= 25.35: 0.35/5 = 0.07. Second: cross = 0.29,
///   -0.29 <= -0.28: 0.058, the nearest (E to its tip: 0.357/4.98 = 0.072). Outwards (0.6, 0.8):
///   M = (0.01 + 0.0348, -0.08 + 0.0464).
/// * Distance: the end N is nearest, |NM| = 0.0806 for both of its edges; the first in file order stays. Outwards
///   (-0.6, 0.8), by 0.07: M = (0.01 - 0.042, -0.08 + 0.056).
fn notch_has_no_edge_by_projection<S: Subject>() {
    let cases: [(EdgeChoice, Point, u64); 3] = [
        (EdgeChoice::Projection, [0.01, -0.08], 0),
        (EdgeChoice::Wedge45, [0.0448, -0.0336], 1),
        (EdgeChoice::Distance, [-0.032, -0.024], 1),
    ];
    for (edge_choice, expected, contacts) in cases {
        let bodies = vec![spike([0.01, -0.08], [0.0, 0.0], 1.0, [0.01, 9.0]), star()];
        let mut subject = S::start(&Level { world: choosing(edge_choice), ..level(bodies) });
        subject.substep();
        near(subject.x(0, 0), expected);
        assert_eq!(subject.contacts(), contacts);
        let events = subject.kinds();
        assert_eq!(events, if contacts == 0 { vec![EventKind::NoEdge] } else { vec![] });
    }
}

/// An L with its inner corner at (0,0): edges P = (2,0)->(0,0) and Q = (0,0)->(0,2), the bottom 2 below.
/// * M = (-0.5,-0.5), on the border of both wedges: for P cross = 1, dot = 5 = 4 + 1; for Q cross = 1, dot = -1 = -1.
///   Both are 0.5 away; P comes first: M goes up, to (-0.5, 0).
/// * M = (-0.5,-0.75): for Q dot = -1.5 < -1, out. P: cross 1.5, dot = 5 <= 5.5, 0.75 away: (-0.5, 0).
/// * M = (-0.75,-0.5): for P cross = 1, dot = 5.5 > 5, out. Q: cross 1.5, dot = -1, 0.75 away: (0, -0.5).
fn wedge_includes_its_border<S: Subject>() {
    let corner = [[-2.0, -2.0], [2.0, -2.0], [2.0, 0.0], [0.0, 0.0], [0.0, 2.0], [-2.0, 2.0]];
    let cases = [([-0.5, -0.5], [-0.5, 0.0]), ([-0.5, -0.75], [-0.5, 0.0]), ([-0.75, -0.5], [0.0, -0.5])];
    for (from, to) in cases {
        let bodies = vec![spike(from, [0.0, 0.0], 1.0, [from[0], 9.0]), decor(&corner)];
        let mut subject = S::start(&Level { world: choosing(EdgeChoice::Wedge45), ..level(bodies) });
        subject.substep();
        near(subject.x(0, 0), to);
    }
}

/// M goes in one step from (-2, -0.5) to (1.2, 0.3), slope 1/4: into the thin wall 0..0.1 x -3..3 and out again, then
/// into the block behind it by its left side x = 1; both are one hull. The last way in is that side: M ends at
/// (1, 0.3), though the block's bottom (y = 0.2) is nearer.
fn entry_edge_is_the_last_one_crossed<S: Subject>() {
    let mut hull = block([0.0, -3.0], [0.1, 3.0]);
    let behind = block([1.0, 0.2], [5.0, 2.0]);
    hull.nodes.extend(behind.nodes);
    hull.hull.extend([[4, 5], [5, 6], [6, 7], [7, 4]]);
    let bodies = vec![spike([1.2, 0.3], [3.2, 0.8], 1.0, [-9.0, 0.3]), hull];
    let mut subject = S::start(&Level { world: choosing(EdgeChoice::EntryEdge), ..level(bodies) });
    subject.substep();
    near(subject.x(0, 0), [1.0, 0.3]);
}

/// M stands at (0.3, 0.1), the square comes from the right by 0.5: its left side sweeps over M. M and the square share
/// the move: M to the left, the side's two nodes to the right, until M is on it.
/// m_M = 1, m_AB = 2: depth 0.3 is shared 2/3 to 1/3: M.x = 0.3 - 0.2, side.x = 0.1.
fn entry_edge_is_swept_relative_to_a_moving_hull<S: Subject>() {
    let corners = [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]];
    let mut square = loose(corners.map(|[x, y]| mass([x + 0.5, y], 1.0)).to_vec());
    for node in &mut square.nodes {
        node.velocity = [-0.5, 0.0];
    }
    square.hull = vec![[0, 1], [1, 2], [2, 3], [3, 0]];
    let bodies = vec![square, spike([0.3, 0.1], [0.0, 0.0], 1.0, [-9.0, 0.1])];
    let mut subject = S::start(&Level { world: choosing(EdgeChoice::EntryEdge), ..level(bodies) });
    subject.substep();
    near(subject.x(1, 0), [0.1, 0.1]);
    near(subject.x(0, 0), [0.1, 0.0]);
    near(subject.x(0, 3), [0.1, 2.0]);
    near(subject.x(0, 1), [2.0, 0.0]);
}

/// M was inside already: the nearest edge, the bottom.
fn entry_edge_without_an_entry_is_the_nearest<S: Subject>() {
    let bodies = vec![spike([0.3, 0.1], [0.1, 0.0], 1.0, [-9.0, 0.1]), block([0.0, 0.0], [2.0, 2.0])];
    let mut subject = S::start(&Level { world: choosing(EdgeChoice::EntryEdge), ..level(bodies) });
    subject.substep();
    near(subject.x(0, 0), [0.3, 0.0]);
}

/// A = (0,0) stays, B goes from (4,0) to (4,4), M, inside, from (3,0.25) to (1,1.75): cross(AB, AM)(t) =
/// 1 - 6t + 8t², negative between 1/4 and 1/2: M leaves by AB and comes back in through its middle, AM(1/2) = (2,1).
/// The wall x = 0.9 is only 0.1 away at the end; AB is 3/√32 away and M's way in. Outwards (1,-1)/√2, M takes 2/3 of it
/// (m_M = 1, m_AB = 2): (1,-1)·3/8·2/3, A and B the other third.
fn entry_edge_is_found_after_an_exit_within_the_substep<S: Subject>() {
    let corners = [[0.0, 0.0], [4.0, 0.0], [4.0, 9.0], [0.9, 9.0], [0.9, 1.5]];
    let mut hull = loose(corners.map(|corner| mass(corner, 1.0)).to_vec());
    hull.nodes[1].velocity = [0.0, 4.0];
    hull.hull = vec![[0, 1], [1, 2], [2, 3], [3, 4], [4, 0]];
    let bodies = vec![spike([1.0, 1.75], [-2.0, 1.5], 1.0, [9.0, -9.0]), hull];
    let mut subject = S::start(&Level { world: choosing(EdgeChoice::EntryEdge), ..level(bodies) });
    subject.substep();
    near(subject.x(0, 0), [1.25, 1.5]);
    near(subject.x(1, 0), [-0.125, 0.125]);
    near(subject.x(1, 1), [3.875, 4.125]);
}

/// A field of 0.5 presses M squarely against the slanted left side of a block, at height 0.25, step after step:
/// restitution 0 stops it, the next step carries it 0.5 in again, deeper than the bottom is away. It is to come out by
/// the side that it went in by, every time, though rounding leaves it now a little left, now a little right of it.
fn entry_edge_stays_the_same_under_a_lasting_push<S: Subject>() {
    for tilt in [0.1, 0.3, -0.2, 0.7] {
        let side = (tilt * tilt + 9.0_f64).sqrt();
        let inwards = [3.0 / side, -tilt / side];
        let start = [tilt * 0.25 / 3.0 - 0.3 * inwards[0], 0.25 - 0.3 * inwards[1]];
        let mut body = spike(start, [0.0, 0.0], 1.0, [-9.0, 0.25]);
        (body.restitution, body.friction) = (0.0, 0.0);
        for tail in &mut body.nodes[1..] {
            tail.pinned = true;
        }
        let mut world = choosing(EdgeChoice::EntryEdge);
        world.gravity = inwards.map(|x| 0.5 * x);
        let block = decor(&[[0.0, 0.0], [9.0, 0.0], [9.0, 3.0], [tilt, 3.0]]);
        let mut subject = S::start(&Level { world, ..level(vec![body, block]) });
        for step in 1..=20 {
            subject.substep();
            near(subject.x(0, 0), [tilt * 0.25 / 3.0, 0.25]);
            assert_eq!(subject.contacts(), step);
        }
    }
}

/// A square 0..2 that does not move, and one of side 2 whose lower right corner goes from (x, y) by `way`.
fn beside_a_block<S: Subject>(x: f64, y: f64, way: Point) -> S {
    let corners = [[x - 2.0, y], [x, y], [x, y + 2.0], [x - 2.0, y + 2.0]];
    let mut body = loose(corners.map(|corner| mass(corner, 1.0)).to_vec());
    for node in &mut body.nodes {
        node.velocity = way;
    }
    body.hull = vec![[0, 1], [1, 2], [2, 3], [3, 0]];
    let bodies = vec![body, block([0.0, 0.0], [2.0, 2.0])];
    S::start(&Level { world: choosing(EdgeChoice::EntryEdge), ..level(bodies) })
}

/// 000 §E.2 to the letter: both squares stand on the line y = 0. The lower corner comes by 0.3 along it, through the
/// other's corner, and lies 0.1 in, at no distance from the lower side: it goes back out of the left one. So does one
/// that was there before and goes on along the line.
fn entry_edge_of_corners_on_one_line_is_the_side<S: Subject>() {
    for start in [-0.2, 0.05] {
        let mut subject: S = beside_a_block(start, 0.0, [0.1 - start, 0.0]);
        subject.substep();
        near(subject.x(0, 1), [0.0, 0.0]);
    }
}

/// The same along the upper side, on which the square stands: it is left where it is.
fn entry_edge_leaves_a_body_that_slides_on_top<S: Subject>() {
    let mut subject: S = beside_a_block(-0.2, 2.0, [0.3, 0.0]);
    subject.substep();
    near(subject.x(0, 1), [0.1, 2.0]);
}

/// A tip that comes from the upper left goes through the square's corner (0, 2), on the way (0.5, -0.25) to (0.25, 1.875):
/// 0.5 deeper behind the left side and 0.25 behind the upper one. On the way (0.25, -0.5) it is the other way round.
fn entry_edge_of_two_vertices_is_the_side_crossed_faster<S: Subject>() {
    for (way, expected) in [([0.5, -0.25], [0.0, 1.875]), ([0.25, -0.5], [0.125, 2.0])] {
        let tip = spike([0.5 * way[0], 2.0 + 0.5 * way[1]], way, 1.0, [-9.0, 11.0]);
        let bodies = vec![tip, block([0.0, 0.0], [2.0, 2.0])];
        let mut subject = S::start(&Level { world: choosing(EdgeChoice::EntryEdge), ..level(bodies) });
        subject.substep();
        near(subject.x(0, 0), expected);
    }
}
