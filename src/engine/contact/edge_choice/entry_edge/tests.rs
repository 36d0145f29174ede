//! Every case of the rule, by hand: a square 0..2 x 0..2 with its sides 0 (below), 1 (right), 2 (above) and 3 (left), into
//! which M comes, a corner of a square of side 2 of its own.
//!
//! Must never know: responses.

use super::*;
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
    /// M's body is inside out.
    is_turned_over: bool,
    is_disc: bool,
}

fn case(corner: usize, from: [f64; 2], to: [f64; 2]) -> Case {
    Case { corner, from, to, shift: [0.0, 0.0], is_turned_over: false, is_disc: false }
}

impl Case {
    fn ask<T>(&self, ask: impl Fn(&Layout, &State, &Query) -> T) -> T {
        let hull = || (0..4).map(|a| [a, (a + 1) % 4]).collect();
        let body =
            |corners: [[f64; 2]; 4]| Body { nodes: corners.map(Node::at).to_vec(), hull: hull(), ..Body::default() };
        let [x, y] = SQUARE[self.corner];
        let own = SQUARE.map(|[u, v]| {
            let [dx, dy] = [u - x, v - y];
            // Mirrored in M: what was above is below, and the outline runs clockwise.
            let dy = if self.is_turned_over { -dy } else { dy };
            [self.from[0] + dx, self.from[1] + dy]
        });
        let before = SQUARE.map(|[u, v]| [u - self.shift[0], v - self.shift[1]]);
        let level = Level { bodies: vec![body(before), body(own)], ..Level::default() };
        let layout = Layout::new(&level);
        let old = State::new(&level, &layout);
        let mut state = old.clone();
        for node in 0..4 {
            state.set_position(node, old.position(node) + DVec2::from(self.shift));
            let way = DVec2::from(self.to) - DVec2::from(self.from);
            state.set_position(4 + node, old.position(4 + node) + way);
        }
        let m = 4 + self.corner;
        let (point, old_point) = (DVec2::from(self.to), DVec2::from(self.from));
        let node = (!self.is_disc).then_some(m);
        let (choice, old) = (EdgeChoice::EntryEdge, Some(old.positions.as_slice()));
        ask(&layout, &state, &Query { point, node, old_point, other: 0, barycentre: None, choice, old })
    }

    fn chosen(&self) -> Option<(usize, EntryCase)> {
        self.ask(choose)
    }

    fn time(&self, edge: usize) -> Option<f64> {
        self.ask(|layout, state, query| entry_time(layout, state, query, edge))
    }
}

#[test]
fn crossed_between_the_ends() {
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

#[test]
fn inside_already_no_way_in_is_known() {
    assert_eq!(case(LOWER_RIGHT, [0.2, 0.1], [0.3, 0.1]).chosen(), None);
    // Deeper, by what no rounding makes.
    assert_eq!(case(LOWER_RIGHT, [0.3, 0.00001], [0.3, 0.1]).chosen(), None);
}

#[test]
fn at_rest_on_an_edge() {
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
fn past_a_corner_on_the_inside() {
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

/// The mirror image: M slides along the upper side, on which its body stands. Nothing is in its way.
#[test]
fn past_a_corner_on_the_outside() {
    assert_eq!(case(LOWER_RIGHT, [-0.5, 2.0], [0.25, 2.0]).chosen(), Some((2, EntryCase::Touching)));
}

/// Corner into corner: both sides face M. The way (2, 1) goes in by 2 through the left side and by 1 through the lower
/// one; (1, 2) the other way round; on (2, 2) the first in the file.
#[test]
fn vertex_through_vertex() {
    assert_eq!(case(UPPER_RIGHT, [-1.0, -0.5], [1.0, 0.5]).chosen(), Some((3, EntryCase::Corner)));
    assert_eq!(case(UPPER_RIGHT, [-0.5, -1.0], [0.5, 1.0]).chosen(), Some((0, EntryCase::Corner)));
    assert_eq!(case(UPPER_RIGHT, [-1.0, -1.0], [1.0, 1.0]).chosen(), Some((0, EntryCase::Corner)));
    // A disc has no corner that could be faced: its way alone decides, even along a side.
    let disc = |from, to| Case { is_disc: true, ..case(UPPER_RIGHT, from, to) };
    assert_eq!(disc([-1.0, -0.5], [1.0, 0.5]).chosen(), Some((3, EntryCase::Corner)));
    assert_eq!(disc([0.01, 0.0], [0.02, 0.0]).chosen(), Some((0, EntryCase::Touching)));
}

/// A body that is inside out cannot say where its inside is: M stays with the edge that it lies on.
#[test]
fn a_corner_that_is_turned_over_has_no_say() {
    let turned = Case { is_turned_over: true, ..case(UPPER_RIGHT, [0.01, 0.0], [0.02, 0.0]) };
    assert_eq!(turned.chosen(), Some((0, EntryCase::Touching)));
}

#[test]
fn the_barycentre_rule_strikes_edges_out_here_too() {
    let swept = case(LOWER_RIGHT, [-0.5, 1.0], [0.5, 1.0]);
    assert_eq!(swept.chosen(), Some((3, EntryCase::Crossed)));
    // G, at (1, -5), is on the inside of the left side's line.
    let barycentre = Some(DVec2::new(1.0, -5.0));
    assert_eq!(swept.ask(|layout, state, query| choose(layout, state, &Query { barycentre, ..*query })), None);
}

/// B swings from (2, 2) to (2, -1) about A while M rests at (1, 0): AB passes it when B.y = 2 - 3t = 0, at t = 2/3.
#[test]
fn a_turning_edge() {
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
    let query = Query { point, node: Some(2), old_point: point, other: 0, barycentre: None, choice, old };
    assert!((entry_time(&layout, &state, &query, 0).unwrap() - 2.0 / 3.0).abs() < 1e-15);
}
