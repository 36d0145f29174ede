//! Every case of the rule against hand calculation. M is a corner of a square of side 2. It enters a square 0..2 x 0..2 with sides
//! 0 (below), 1 (right), 2 (above) and 3 (left).

use super::*;
use crate::engine::data::State;
use crate::engine::reference::contact::narrow_phase;
use crate::level::{Body, EdgeChoice, Level, Node};
use glam::DVec2;

const SQUARE: [[f64; 2]; 4] = [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]];

/// Corners of M's own square.
const LOWER_RIGHT: usize = 1;
const UPPER_RIGHT: usize = 2;

/// M and its body move from `from` to `to`; the square moves by `shift`.
struct Case {
    corner: usize,
    from: [f64; 2],
    to: [f64; 2],
    shift: [f64; 2],
    /// The hull that M enters.
    other: &'static [[f64; 2]],
    /// True if M's body is inverted.
    is_turned_over: bool,
    is_disc: bool,
}

fn case(corner: usize, from: [f64; 2], to: [f64; 2]) -> Case {
    Case { corner, from, to, shift: [0.0, 0.0], other: &SQUARE, is_turned_over: false, is_disc: false }
}

impl Case {
    fn evaluate<T>(&self, select: impl Fn(&Layout, &State, &PointQuery) -> T) -> T {
        let body = |corners: &[[f64; 2]]| {
            let hull = (0..corners.len()).map(|a| [a, (a + 1) % corners.len()]).collect();
            Body { nodes: corners.iter().copied().map(Node::at).collect(), hull, ..Body::default() }
        };
        let [x, y] = SQUARE[self.corner];
        let own = SQUARE.map(|[u, v]| {
            let [dx, dy] = [u - x, v - y];
            // Mirrored at M: the body is below instead of above, and its hull runs clockwise.
            let dy = if self.is_turned_over { -dy } else { dy };
            [self.from[0] + dx, self.from[1] + dy]
        });
        let before: Vec<_> = self.other.iter().map(|[u, v]| [u - self.shift[0], v - self.shift[1]]).collect();
        let first = before.len();
        let level = Level { bodies: vec![body(&before), body(&own)], ..Level::default() };
        let layout = Layout::new(&level);
        let old = State::new(&level, &layout);
        let mut state = old.clone();
        let path = DVec2::from(self.to) - DVec2::from(self.from);
        for node in 0..first + 4 {
            let change = if node < first { DVec2::from(self.shift) } else { path };
            state.set_position(node, old.position(node) + change);
        }
        let m = first + self.corner;
        let (point, old_point) = (DVec2::from(self.to), DVec2::from(self.from));
        let node = (!self.is_disc).then_some(m);
        let (choice, old) = (EdgeChoice::EntryEdge, Some(old.positions.as_slice()));
        select(&layout, &state, &PointQuery { point, node, old_point, other: 0, barycentre: None, choice, old })
    }

    fn chosen(&self) -> Option<(usize, EntryCase)> {
        self.evaluate(select_edge)
    }

    fn time(&self, edge: usize) -> Option<f64> {
        self.evaluate(|layout, state, query| entry_time(layout, state, query, edge))
    }
}

#[test]
fn entry_edge_is_the_edge_crossed_between_its_ends() {
    // From 0.5 left of the left side to 1.5 right of it: the crossing is at a quarter of the substep.
    let fast = case(LOWER_RIGHT, [-0.5, 1.0], [1.5, 1.5]);
    assert_eq!((fast.chosen(), fast.time(3), fast.time(0)), (Some((3, EntryCase::Crossed)), Some(0.25), None));
    // M rests at 0.1. The square moves left by 0.4, its left side from 0.4 to 0: the crossing is at 3/4.
    let swept = Case { shift: [-0.4, 0.0], ..case(LOWER_RIGHT, [0.1, 0.01], [0.1, 0.01]) };
    assert_eq!(swept.chosen(), Some((3, EntryCase::Crossed)));
    assert!((swept.time(3).unwrap() - 0.75).abs() < 1e-12);
    // Both move by the same vector: M stays outside of the left side and inside of the lower one.
    let along = Case { shift: [1.0, 0.0], ..case(LOWER_RIGHT, [-2.0, 1.0], [-1.0, 1.0]) };
    assert_eq!(along.chosen(), None);
    // From (0, -0.1) to (0.8, 0.3): M passes below the corner and crosses the lower side at (0.2, 0), a quarter of the path. The
    // lower side counts although it does not face M.
    let below = case(LOWER_RIGHT, [0.0, -0.1], [0.8, 0.3]);
    assert_eq!((below.chosen(), below.time(0)), (Some((0, EntryCase::Crossed)), Some(0.25)));
}

/// The path of M is longer than the square and longer than M's own body. At detection M is near the far side, and deeper behind the
/// near side than its own body is long.
#[test]
fn entry_edge_of_fast_bodies_is_the_first_one_crossed() {
    // The path is 2.5 long, and M crosses the left side after 0.51.
    let fast = case(LOWER_RIGHT, [-0.51, 1.0], [1.99, 1.0]);
    assert_eq!(fast.chosen(), Some((3, EntryCase::Crossed)));
    assert!((fast.time(3).unwrap() - 0.51 / 2.5).abs() < 1e-15);
    assert_eq!(fast.time(1), None);
    // Opposite motions: M moves 1.25 to the right, the square 0.75 to the left. The initial gap is 0.5, so the crossing is at 1/4.
    let head_on = Case { shift: [-0.75, 0.0], ..case(LOWER_RIGHT, [0.25, 1.0], [1.5, 1.0]) };
    assert_eq!((head_on.chosen(), head_on.time(3)), (Some((3, EntryCase::Crossed)), Some(0.25)));
    // From below through the lower side, up to 0.1 from the left side and 0.5 from the upper one.
    let below = case(UPPER_RIGHT, [0.1, -1.5], [0.1, 1.5]);
    assert_eq!((below.chosen(), below.time(0)), (Some((0, EntryCase::Crossed)), Some(0.5)));
}

/// M was inside at the start, by more than rounding, so no crossing is known.
#[test]
fn entry_edge_for_a_node_inside_at_the_start() {
    // The lower side is the nearest and turns its outside to M, an upper corner: `Distance` decides.
    assert_eq!(case(UPPER_RIGHT, [0.2, 0.1], [0.3, 0.1]).chosen(), None);
    assert_eq!(case(UPPER_RIGHT, [0.3, 0.00001], [0.3, 0.1]).chosen(), None);
    // The body of a lower corner is above it, so M cannot have entered from below. A part of 0.1 of M's lower side, 2 long, is behind
    // the left side. The left side counts.
    assert_eq!(case(LOWER_RIGHT, [0.1, 0.06], [0.1, 0.06]).chosen(), Some((3, EntryCase::Inside)));
    // The rule does not apply at more than twice the distance, or with more than an eighth of M's side inside.
    assert_eq!(case(LOWER_RIGHT, [0.1, 0.04], [0.1, 0.04]).chosen(), None);
    assert_eq!(case(LOWER_RIGHT, [0.26, 0.2], [0.26, 0.2]).chosen(), None);
    let disc = Case { is_disc: true, ..case(LOWER_RIGHT, [0.1, 0.06], [0.1, 0.06]) };
    assert_eq!(disc.chosen(), None);
}

/// M, with its body above, is pressed past the middle of a wall 0.2 thick and 8 long: 0.08 above its lower side and 0.12 below the
/// upper one. M can only have entered by the upper side.
#[test]
fn entry_edge_for_a_node_past_the_middle_of_a_thin_wall() {
    let wall = |corner, y| {
        let other = &[[0.0, 0.0], [8.0, 0.0], [8.0, 0.2], [0.0, 0.2]];
        Case { other, ..case(corner, [4.0, y], [4.0, y]) }
    };
    assert_eq!(wall(LOWER_RIGHT, 0.08).chosen(), Some((2, EntryCase::Inside)));
    // `Distance` selects the same edge if that one is nearest or the body is below; 0.15 is more than twice 0.05.
    assert_eq!(wall(LOWER_RIGHT, 0.12).chosen(), None);
    assert_eq!(wall(UPPER_RIGHT, 0.08).chosen(), None);
    assert_eq!(wall(LOWER_RIGHT, 0.05).chosen(), None);
}

/// M is below the bottom (2, 1) of a notch whose walls rise at 45°, edge 2 on the right and 3 on the left. The bottom is the nearest
/// point of both. At (-0.05, -0.1) from it M is (0.1 - 0.05)/√2 behind the right wall and (0.1 + 0.05)/√2 behind the left one. At
/// (0.05, -0.1) it is the reverse, and the file order gives the same edge.
#[test]
fn entry_edge_below_the_bottom_of_a_notch() {
    let below = |x| {
        let other = &[[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [2.0, 1.0], [0.0, 3.0]];
        Case { other, ..case(LOWER_RIGHT, [x, 0.9], [x, 0.9]) }
    };
    assert_eq!(below(1.95).evaluate(narrow_phase::select_edge), Some(3));
    assert_eq!(below(1.95).chosen(), Some((3, EntryCase::Inside)));
    assert_eq!(below(2.05).evaluate(narrow_phase::select_edge), Some(2));
    // This does not depend on M's own corner.
    let disc = Case { is_disc: true, ..below(1.95) };
    assert_eq!(disc.evaluate(narrow_phase::select_edge), Some(3));
}

/// Of equally distant edges, `Distance` selects the first in file order.
#[test]
fn entry_edge_prefers_the_first_of_equal_distances() {
    // In the middle all four sides are at distance 1; at (1, 0.5) the lower side is nearest; on the diagonal the left and upper ones.
    let nearest = |at: [f64; 2]| case(UPPER_RIGHT, at, at).evaluate(narrow_phase::select_edge);
    assert_eq!([[1.0, 1.0], [1.0, 0.5], [0.5, 1.5]].map(nearest), [Some(0), Some(0), Some(2)]);
    // The same for simultaneous crossings: along the diagonal through the corner, both sides at the same speed.
    let corner = case(UPPER_RIGHT, [-0.5, -0.5], [0.5, 0.5]);
    assert_eq!([corner.time(0), corner.time(3)], [Some(0.5); 2]);
    assert_eq!(corner.chosen(), Some((0, EntryCase::Corner)));
}

#[test]
fn entry_edge_for_a_node_at_rest_on_an_edge() {
    // M starts on the upper side, within rounding, and is pressed in or slides along.
    for start in [2.0, 2.0 - 1e-15, 2.0 + 1e-15] {
        let pressed = case(LOWER_RIGHT, [1.0, start], [1.0, 1.99]);
        assert_eq!(pressed.chosen(), Some((2, EntryCase::Pressed)), "{start}");
        assert!(pressed.time(2).unwrap() < 1e-9);
        assert_eq!(case(LOWER_RIGHT, [0.5, start], [0.6, 2.0 - 1e-15]).chosen(), Some((2, EntryCase::Touching)));
    }
}

/// 000 §E.2 with two boxes on one floor: the lower corners are at the same height. M slides along the line of the lower side, past
/// the corner. M's body is on the inside of the lower side.
#[test]
fn entry_edge_for_a_node_that_slides_past_a_corner_inside() {
    assert_eq!(case(LOWER_RIGHT, [-0.5, 0.0], [0.25, 0.0]).chosen(), Some((3, EntryCase::Corner)));
    // Rounding left M below in the previous substep, or a neighbour pushes M back in.
    assert_eq!(case(LOWER_RIGHT, [0.01, 0.0], [0.02, 0.0]).chosen(), Some((3, EntryCase::Beside)));
    assert_eq!(case(LOWER_RIGHT, [0.01, -1e-16], [0.02, 0.005]).chosen(), Some((3, EntryCase::Beside)));
    // A contact with the floor has just moved M there, from above or from below.
    assert_eq!(case(LOWER_RIGHT, [0.01, 0.001], [0.02, 0.0]).chosen(), Some((3, EntryCase::Beside)));
    assert_eq!(case(LOWER_RIGHT, [0.01, -0.001], [0.02, 0.0]).chosen(), Some((3, EntryCase::Beside)));
    // Up to an eighth of M's lower side, which is 2 long, may be inside; beyond it the lower side counts.
    assert_eq!(case(LOWER_RIGHT, [0.24, 0.0], [0.24, 0.0]).chosen(), Some((3, EntryCase::Beside)));
    assert_eq!(case(LOWER_RIGHT, [0.26, 0.0], [0.26, 0.0]).chosen(), Some((0, EntryCase::Touching)));
}

/// The other's corner (0, 0) has crossed M's right side, 0.005 above M. Then M crosses the lower side, which does not face it, in
/// the middle of its path at (0.02, 0), a hundredth of the side from the corner.
#[test]
fn entry_edge_for_a_node_that_enters_beside_a_corner() {
    let past = case(LOWER_RIGHT, [0.01, -0.005], [0.03, 0.005]);
    assert_eq!((past.chosen(), past.time(0)), (Some((3, EntryCase::Beside)), Some(0.5)));
    // The body of an upper corner is below, so M has entered from below.
    let under = case(UPPER_RIGHT, [0.01, -0.005], [0.03, 0.005]);
    assert_eq!(under.chosen(), Some((0, EntryCase::Crossed)));
    // A disc has no corner.
    let disc = Case { is_disc: true, ..case(LOWER_RIGHT, [0.01, -0.005], [0.03, 0.005]) };
    assert_eq!(disc.chosen(), Some((0, EntryCase::Crossed)));
}

/// The mirror image: M slides along the upper side, on which its body rests. Only the upper side counts.
#[test]
fn entry_edge_for_a_node_that_slides_past_a_corner_outside() {
    assert_eq!(case(LOWER_RIGHT, [-0.5, 2.0], [0.25, 2.0]).chosen(), Some((2, EntryCase::Touching)));
}

/// A corner enters a corner: both sides face M. On the path (2, 1) the depth grows by 2 behind the left side and by 1 behind the
/// lower one. On (1, 2) it is the reverse. On (2, 2) the first side in file order counts.
#[test]
fn entry_edge_for_a_vertex_through_a_vertex() {
    assert_eq!(case(UPPER_RIGHT, [-1.0, -0.5], [1.0, 0.5]).chosen(), Some((3, EntryCase::Corner)));
    assert_eq!(case(UPPER_RIGHT, [-0.5, -1.0], [0.5, 1.0]).chosen(), Some((0, EntryCase::Corner)));
    assert_eq!(case(UPPER_RIGHT, [-1.0, -1.0], [1.0, 1.0]).chosen(), Some((0, EntryCase::Corner)));
    // A disc has no corner, so only its path counts, even along a side.
    let disc = |from, to| Case { is_disc: true, ..case(UPPER_RIGHT, from, to) };
    assert_eq!(disc([-1.0, -0.5], [1.0, 0.5]).chosen(), Some((3, EntryCase::Corner)));
    assert_eq!(disc([0.01, 0.0], [0.02, 0.0]).chosen(), Some((0, EntryCase::Touching)));
}

/// The inside of an inverted body is unknown, so the edge that M is on counts.
#[test]
fn entry_edge_ignores_corners_that_are_turned_over() {
    let turned = Case { is_turned_over: true, ..case(UPPER_RIGHT, [0.01, 0.0], [0.02, 0.0]) };
    assert_eq!(turned.chosen(), Some((0, EntryCase::Touching)));
}

#[test]
fn entry_edge_obeys_the_barycentre_rule() {
    let swept = case(LOWER_RIGHT, [-0.5, 1.0], [0.5, 1.0]);
    assert_eq!(swept.chosen(), Some((3, EntryCase::Crossed)));
    // G, at (1, -5), is on the inside of the left side's line.
    let barycentre = Some(DVec2::new(1.0, -5.0));
    assert_eq!(
        swept.evaluate(|layout, state, query| select_edge(layout, state, &PointQuery { barycentre, ..*query })),
        None
    );
}

/// B moves from (2, 2) to (2, -1) and A and M = (1, 0) rest: AB crosses M when B.y = 2 - 3t = 0, at t = 2/3.
#[test]
fn entry_time_of_a_rotating_edge_matches_hand_calculation() {
    let nodes = [[0.0, 0.0], [2.0, 2.0], [1.0, 0.0]].map(Node::at).to_vec();
    let body = Body { nodes, hull: vec![[0, 1]], ..Body::default() };
    let level = Level { bodies: vec![body], ..Level::default() };
    let layout = Layout::new(&level);
    let old = State::new(&level, &layout);
    let mut state = old.clone();
    state.set_position(1, DVec2::new(2.0, -1.0));
    let point = old.position(2);
    let old = Some(old.positions.as_slice());
    let choice = EdgeChoice::EntryEdge;
    let query = PointQuery { point, node: Some(2), old_point: point, other: 0, barycentre: None, choice, old };
    assert!((entry_time(&layout, &state, &query, 0).unwrap() - 2.0 / 3.0).abs() < 1e-15);
    assert_eq!(select_edge(&layout, &state, &query), Some((0, EntryCase::Crossed)));
}

/// A = (0, 0) stays, B goes from (4, 0) to (4, 4), M from (3, 0.25) to (1, 1.75): cross(AB, AM)(t) = (4, 4t) x (3 - 2t,
/// 0.25 + 1.5t) = 1 - 6t + 8t², negative from 1/4 to 1/2. M starts inside, leaves at 1/4 and enters again at 1/2.
#[test]
fn entry_time_of_a_second_passage_matches_hand_calculation() {
    let nodes = [[0.0, 0.0], [4.0, 0.0], [3.0, 0.25]].map(Node::at).to_vec();
    let level = Level { bodies: vec![Body { nodes, hull: vec![[0, 1]], ..Body::default() }], ..Level::default() };
    let layout = Layout::new(&level);
    let old = State::new(&level, &layout);
    let mut state = old.clone();
    state.set_position(1, DVec2::new(4.0, 4.0));
    let (point, old_point) = (DVec2::new(1.0, 1.75), old.position(2));
    let (choice, old) = (EdgeChoice::EntryEdge, Some(old.positions.as_slice()));
    let query = PointQuery { point, node: None, old_point, other: 0, barycentre: None, choice, old };
    assert_eq!(entry_time(&layout, &state, &query, 0), Some(0.5));
    assert_eq!(select_edge(&layout, &state, &query), Some((0, EntryCase::Crossed)));
}
