//! Every case of the rule, by hand: a square 0..2 x 0..2 with its sides 0 (below), 1 (right), 2 (above) and 3 (left), into
//! which M comes, a corner of a square of side 2 of its own.

use super::*;
use crate::engine::data::State;
use crate::level::{Body, EdgeChoice, Level, Node};
use glam::DVec2;

const SQUARE: [[f64; 2]; 4] = [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]];

/// Which corner of its own square M is.
const LOWER_RIGHT: usize = 1;
const UPPER_RIGHT: usize = 2;

/// M goes from one place to another, and its body with it; the square moves by `shift`.
struct Case {
    corner: usize,
    from: [f64; 2],
    to: [f64; 2],
    shift: [f64; 2],
    /// The outline into which M comes.
    other: &'static [[f64; 2]],
    /// M's body is inside out.
    is_turned_over: bool,
    is_disc: bool,
}

fn case(corner: usize, from: [f64; 2], to: [f64; 2]) -> Case {
    Case { corner, from, to, shift: [0.0, 0.0], other: &SQUARE, is_turned_over: false, is_disc: false }
}

impl Case {
    fn ask<T>(&self, ask: impl Fn(&Layout, &State, &PointQuery) -> T) -> T {
        let body = |corners: &[[f64; 2]]| {
            let hull = (0..corners.len()).map(|a| [a, (a + 1) % corners.len()]).collect();
            Body { nodes: corners.iter().copied().map(Node::at).collect(), hull, ..Body::default() }
        };
        let [x, y] = SQUARE[self.corner];
        let own = SQUARE.map(|[u, v]| {
            let [dx, dy] = [u - x, v - y];
            // Mirrored in M: what was above is below, and the outline runs clockwise.
            let dy = if self.is_turned_over { -dy } else { dy };
            [self.from[0] + dx, self.from[1] + dy]
        });
        let before: Vec<_> = self.other.iter().map(|[u, v]| [u - self.shift[0], v - self.shift[1]]).collect();
        let first = before.len();
        let level = Level { bodies: vec![body(&before), body(&own)], ..Level::default() };
        let layout = Layout::new(&level);
        let old = State::new(&level, &layout);
        let mut state = old.clone();
        let way = DVec2::from(self.to) - DVec2::from(self.from);
        for node in 0..first + 4 {
            let change = if node < first { DVec2::from(self.shift) } else { way };
            state.set_position(node, old.position(node) + change);
        }
        let m = first + self.corner;
        let (point, old_point) = (DVec2::from(self.to), DVec2::from(self.from));
        let node = (!self.is_disc).then_some(m);
        let (choice, old) = (EdgeChoice::EntryEdge, Some(old.positions.as_slice()));
        ask(&layout, &state, &PointQuery { point, node, old_point, other: 0, barycentre: None, choice, old })
    }

    fn chosen(&self) -> Option<(usize, EntryCase)> {
        self.ask(select_edge)
    }

    fn time(&self, edge: usize) -> Option<f64> {
        self.ask(|layout, state, query| entry_time(layout, state, query, edge))
    }
}

#[test]
fn entry_edge_is_the_edge_crossed_between_its_ends() {
    // From 1 left of the left side to 3 right of it would take a whole substep: it is passed after a quarter.
    let fast = case(LOWER_RIGHT, [-0.5, 1.0], [1.5, 1.5]);
    assert_eq!((fast.chosen(), fast.time(3), fast.time(0)), (Some((3, EntryCase::Crossed)), Some(0.25), None));
    // M rests, the square comes from the right by 0.4: its left side is at 0.4 before, M at 0.1: after 3/4.
    let swept = Case { shift: [-0.4, 0.0], ..case(LOWER_RIGHT, [0.1, 0.01], [0.1, 0.01]) };
    assert_eq!(swept.chosen(), Some((3, EntryCase::Crossed)));
    assert!((swept.time(3).unwrap() - 0.75).abs() < 1e-12);
    // Both move by the same: M stays outside of the left side all the time, and inside of the lower one.
    let along = Case { shift: [1.0, 0.0], ..case(LOWER_RIGHT, [-2.0, 1.0], [-1.0, 1.0]) };
    assert_eq!(along.chosen(), None);
    // It passes 0.1 below the corner and comes in from below, at (0.2, 0): the lower side, though its corner does not
    // face it. A quarter of the way is x = 0.2: from (0, -0.1) to (0.8, 0.3).
    let below = case(LOWER_RIGHT, [0.0, -0.1], [0.8, 0.3]);
    assert_eq!((below.chosen(), below.time(0)), (Some((0, EntryCase::Crossed)), Some(0.25)));
}

/// M's way is longer than the square is wide, and longer than M's own body: it is near the far side when it is found, and
/// deeper behind the near one than its own body is long.
#[test]
fn entry_edge_of_fast_bodies_is_the_first_one_crossed() {
    // 2.5 long, and the left side is passed after 0.51 of that.
    let fast = case(LOWER_RIGHT, [-0.51, 1.0], [1.99, 1.0]);
    assert_eq!(fast.chosen(), Some((3, EntryCase::Crossed)));
    assert!((fast.time(3).unwrap() - 0.51 / 2.5).abs() < 1e-15);
    assert_eq!(fast.time(1), None);
    // Both fast, head on: M makes 1.25 to the right, the square 0.75 to the left. M is 0.5 left of it before: at 1/4.
    let head_on = Case { shift: [-0.75, 0.0], ..case(LOWER_RIGHT, [0.25, 1.0], [1.5, 1.0]) };
    assert_eq!((head_on.chosen(), head_on.time(3)), (Some((3, EntryCase::Crossed)), Some(0.25)));
    // From below through the lower side, up to where the left one is 0.1 away and the upper one 0.5.
    let below = case(UPPER_RIGHT, [0.1, -1.5], [0.1, 1.5]);
    assert_eq!((below.chosen(), below.time(0)), (Some((0, EntryCase::Crossed)), Some(0.5)));
}

/// M was inside at the start, by what no rounding makes, so that it has come in nowhere.
#[test]
fn entry_edge_for_a_node_inside_at_the_start() {
    // The lower side is the nearest and turns its outside to M, an upper corner: `Distance` decides.
    assert_eq!(case(UPPER_RIGHT, [0.2, 0.1], [0.3, 0.1]).chosen(), None);
    assert_eq!(case(UPPER_RIGHT, [0.3, 0.00001], [0.3, 0.1]).chosen(), None);
    // A lower corner has its body above it, so that it has not come from below. M's lower side, 2 long, comes in through the
    // left one, with 0.1 of it: that is meant.
    assert_eq!(case(LOWER_RIGHT, [0.1, 0.06], [0.1, 0.06]).chosen(), Some((3, EntryCase::Inside)));
    // If it is more than twice as far, or with more than an eighth of M's side, the rule does not apply.
    assert_eq!(case(LOWER_RIGHT, [0.1, 0.04], [0.1, 0.04]).chosen(), None);
    assert_eq!(case(LOWER_RIGHT, [0.26, 0.2], [0.26, 0.2]).chosen(), None);
    let disc = Case { is_disc: true, ..case(LOWER_RIGHT, [0.1, 0.06], [0.1, 0.06]) };
    assert_eq!(disc.chosen(), None);
}

/// M, with its body above it, is pressed past the middle of a wall of 0.2 that lies from 0 to 8: 0.08 above its lower side,
/// 0.12 below the upper one, by which alone it can have come.
#[test]
fn entry_edge_for_a_node_past_the_middle_of_a_thin_wall() {
    let wall = |corner, y| {
        let other = &[[0.0, 0.0], [8.0, 0.0], [8.0, 0.2], [0.0, 0.2]];
        Case { other, ..case(corner, [4.0, y], [4.0, y]) }
    };
    assert_eq!(wall(LOWER_RIGHT, 0.08).chosen(), Some((2, EntryCase::Inside)));
    // Nearest to the right one, or with its body below, `Distance` says the same; 0.15 is more than twice 0.05.
    assert_eq!(wall(LOWER_RIGHT, 0.12).chosen(), None);
    assert_eq!(wall(UPPER_RIGHT, 0.08).chosen(), None);
    assert_eq!(wall(LOWER_RIGHT, 0.05).chosen(), None);
}

/// Below the bottom (2, 1) of a notch whose walls rise at 45 degrees, edge 2 on its right and 3 on its left. The bottom is
/// nearest of both. (-0.05, -0.1) from there M is (0.1 - 0.05)/√2 behind the right wall and (0.1 + 0.05)/√2 behind the left
/// one; (0.05, -0.1) from there the other way round, which the order of the file gives too.
#[test]
fn entry_edge_below_the_bottom_of_a_notch() {
    let below = |x| {
        let other = &[[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [2.0, 1.0], [0.0, 3.0]];
        Case { other, ..case(LOWER_RIGHT, [x, 0.9], [x, 0.9]) }
    };
    assert_eq!(below(1.95).ask(narrow_phase::select_edge), Some(3));
    assert_eq!(below(1.95).chosen(), Some((3, EntryCase::Inside)));
    assert_eq!(below(2.05).ask(narrow_phase::select_edge), Some(2));
    // This needs no corner of M's own.
    let disc = Case { is_disc: true, ..below(1.95) };
    assert_eq!(disc.ask(narrow_phase::select_edge), Some(3));
}

/// What is left to `Distance` goes to the first of equals, in the order of the file.
#[test]
fn entry_edge_prefers_the_first_of_equal_distances() {
    // In the middle all four sides are 1 away; at (1, 0.5) it is the lower one alone; on the diagonal left and upper.
    let nearest = |at: [f64; 2]| case(UPPER_RIGHT, at, at).ask(narrow_phase::select_edge);
    assert_eq!([[1.0, 1.0], [1.0, 0.5], [0.5, 1.5]].map(nearest), [Some(0), Some(0), Some(2)]);
    // The same for crossings at one moment: through the corner along the diagonal, both sides at once and as fast.
    let corner = case(UPPER_RIGHT, [-0.5, -0.5], [0.5, 0.5]);
    assert_eq!([corner.time(0), corner.time(3)], [Some(0.5); 2]);
    assert_eq!(corner.chosen(), Some((0, EntryCase::Corner)));
}

#[test]
fn entry_edge_for_a_node_at_rest_on_an_edge() {
    // On the upper side, and pressed in; a rounding inside or outside of it to begin with; and sliding along.
    for start in [2.0, 2.0 - 1e-15, 2.0 + 1e-15] {
        let pressed = case(LOWER_RIGHT, [1.0, start], [1.0, 1.99]);
        assert_eq!(pressed.chosen(), Some((2, EntryCase::Pressed)), "{start}");
        assert!(pressed.time(2).unwrap() < 1e-9);
        assert_eq!(case(LOWER_RIGHT, [0.5, start], [0.6, 2.0 - 1e-15]).chosen(), Some((2, EntryCase::Touching)));
    }
}

/// 000 §E.2 on one floor: the lower corners are at one height. M slides along the lower side's line, past the corner: the
/// lower side has M's body on its inside.
#[test]
fn entry_edge_for_a_node_that_slides_past_a_corner_inside() {
    assert_eq!(case(LOWER_RIGHT, [-0.5, 0.0], [0.25, 0.0]).chosen(), Some((3, EntryCase::Corner)));
    // Not found in that substep, because rounding had it below; or pushed back in by a neighbour.
    assert_eq!(case(LOWER_RIGHT, [0.01, 0.0], [0.02, 0.0]).chosen(), Some((3, EntryCase::Beside)));
    assert_eq!(case(LOWER_RIGHT, [0.01, -1e-16], [0.02, 0.005]).chosen(), Some((3, EntryCase::Beside)));
    // The floor has just put it there, from above or from below.
    assert_eq!(case(LOWER_RIGHT, [0.01, 0.001], [0.02, 0.0]).chosen(), Some((3, EntryCase::Beside)));
    assert_eq!(case(LOWER_RIGHT, [0.01, -0.001], [0.02, 0.0]).chosen(), Some((3, EntryCase::Beside)));
    // More than an eighth of M's lower side, which is 2 long, has come through: no corner that has just slid in.
    assert_eq!(case(LOWER_RIGHT, [0.24, 0.0], [0.24, 0.0]).chosen(), Some((3, EntryCase::Beside)));
    assert_eq!(case(LOWER_RIGHT, [0.26, 0.0], [0.26, 0.0]).chosen(), Some((0, EntryCase::Touching)));
}

/// The other's corner (0, 0) has gone in through M's right side, 0.005 above M; then M comes up through the lower side from
/// behind: in the middle of its way, at (0.02, 0), a hundredth of the side from the corner.
#[test]
fn entry_edge_for_a_node_that_enters_beside_a_corner() {
    let past = case(LOWER_RIGHT, [0.01, -0.005], [0.03, 0.005]);
    assert_eq!((past.chosen(), past.time(0)), (Some((3, EntryCase::Beside)), Some(0.5)));
    // An upper corner there has its body below: it has come from below.
    let under = case(UPPER_RIGHT, [0.01, -0.005], [0.03, 0.005]);
    assert_eq!(under.chosen(), Some((0, EntryCase::Crossed)));
    // A disc has no sides.
    let disc = Case { is_disc: true, ..case(LOWER_RIGHT, [0.01, -0.005], [0.03, 0.005]) };
    assert_eq!(disc.chosen(), Some((0, EntryCase::Crossed)));
}

/// The mirror image: M slides along the upper side, on which its body stands. Nothing is in its way.
#[test]
fn entry_edge_for_a_node_that_slides_past_a_corner_outside() {
    assert_eq!(case(LOWER_RIGHT, [-0.5, 2.0], [0.25, 2.0]).chosen(), Some((2, EntryCase::Touching)));
}

/// Corner into corner: both sides face M. The way (2, 1) goes in by 2 through the left side and by 1 through the lower
/// one; (1, 2) the other way round; on (2, 2) the first in the file.
#[test]
fn entry_edge_for_a_vertex_through_a_vertex() {
    assert_eq!(case(UPPER_RIGHT, [-1.0, -0.5], [1.0, 0.5]).chosen(), Some((3, EntryCase::Corner)));
    assert_eq!(case(UPPER_RIGHT, [-0.5, -1.0], [0.5, 1.0]).chosen(), Some((0, EntryCase::Corner)));
    assert_eq!(case(UPPER_RIGHT, [-1.0, -1.0], [1.0, 1.0]).chosen(), Some((0, EntryCase::Corner)));
    // A disc has no corner that could be faced: its way alone decides, even along a side.
    let disc = |from, to| Case { is_disc: true, ..case(UPPER_RIGHT, from, to) };
    assert_eq!(disc([-1.0, -0.5], [1.0, 0.5]).chosen(), Some((3, EntryCase::Corner)));
    assert_eq!(disc([0.01, 0.0], [0.02, 0.0]).chosen(), Some((0, EntryCase::Touching)));
}

/// For a body that is inside out the inside is unknown: M stays with the edge that it lies on.
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
        swept.ask(|layout, state, query| select_edge(layout, state, &PointQuery { barycentre, ..*query })),
        None
    );
}

/// B swings from (2, 2) to (2, -1) about A while M rests at (1, 0): AB passes it when B.y = 2 - 3t = 0, at t = 2/3.
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
/// 0.25 + 1.5t) = 1 - 6t + 8t², below zero from 1/4 to 1/2. M was inside, goes out and comes in again at 1/2.
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
