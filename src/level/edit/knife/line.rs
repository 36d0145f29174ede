//! Intersection of a line with a body: side of each node, cut links, and chords of the line inside the hull.

use super::CutRefusal;
use crate::geometry::{DVec2, cross};
use crate::level::{Body, Role};

/// Nodes nearer to the line than this fraction of their shortest link are snapped to it.
const SNAP: f64 = 0.2;
/// Links that cross the line outside the hull, but nearer to it than this fraction of the typical node distance, are cut
/// with the hull.
const NEAR: f64 = 0.5;

/// A directed line; the drawn cut spans 0 to `length` along it.
pub(super) struct Line {
    start: DVec2,
    direction: DVec2,
    pub length: f64,
}

impl Line {
    /// Line through two points, shifted to the left; None if they coincide or are not finite.
    pub fn through(from: DVec2, to: DVec2, shift: f64) -> Option<Self> {
        let length = from.distance(to);
        let direction = (to - from) / length;
        let start = from + direction.perp() * shift;
        (length > 0.0 && direction.is_finite() && start.is_finite()).then_some(Self { start, direction, length })
    }

    /// Signed distance of a point to the left of the line.
    fn side(&self, point: DVec2) -> f64 {
        cross(self.direction, point - self.start)
    }

    /// Coordinate of a point along the line.
    fn along(&self, point: DVec2) -> f64 {
        self.direction.dot(point - self.start)
    }
}

/// Lists of a body whose links can be cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum List {
    Hull,
    Springs,
    Sticks,
}

/// A cut link.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crossing {
    pub list: List,
    /// Its index in the list.
    pub index: usize,
    /// Its end on the left.
    pub left: usize,
    /// Its end on the right.
    pub right: usize,
    /// Coordinate of the cut along the line.
    pub along: f64,
    /// Position of the cut.
    pub at: DVec2,
    /// The chord that contains it; None outside the hull.
    pub chord: Option<usize>,
}

/// A part of the line inside the hull that is cut, from its entry to its exit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chord {
    pub start: f64,
    pub end: f64,
}

/// Relation of a line to a body.
pub(super) struct Seam {
    /// True for nodes on the left; nodes on the line count as left.
    pub is_left: Vec<bool>,
    /// True for nodes on the line.
    pub is_on: Vec<bool>,
    pub chords: Vec<Chord>,
    pub crossings: Vec<Crossing>,
    pub is_extended: bool,
    /// Unit vector to the left.
    pub to_left: DVec2,
    along: Vec<f64>,
    side: Vec<f64>,
}

impl Seam {
    pub fn of(body: &Body, at: &[DVec2], line: &Line, spacing: f64) -> Result<Self, CutRefusal> {
        let side: Vec<f64> = at.iter().map(|&point| line.side(point)).collect();
        let along: Vec<f64> = at.iter().map(|&point| line.along(point)).collect();
        let reach = reaches(body, at);
        let is_on: Vec<bool> = side.iter().zip(&reach).map(|(side, reach)| side.abs() <= SNAP * reach).collect();
        let is_left = side.iter().zip(&is_on).map(|(&side, &is_on)| is_on || side > 0.0).collect();
        let mut seam = Self {
            is_left,
            is_on,
            chords: Vec::new(),
            crossings: Vec::new(),
            is_extended: false,
            to_left: line.direction.perp(),
            along,
            side,
        };
        seam.settle_hull(body, at, line)?;
        let hull: Vec<(usize, usize)> = body.hull.iter().map(|&[a, b]| (a, b)).collect();
        let mut edges = seam.crossing(List::Hull, &hull, at);
        edges.sort_by(|a, b| a.along.total_cmp(&b.along).then(is_entry(body, a).cmp(&is_entry(body, b))));
        for pair in edges.chunks(2) {
            let &[entry, exit] = pair else { return Err(unfit()) };
            if !is_entry(body, &entry) || is_entry(body, &exit) {
                return Err(unfit());
            }
            let chord = Chord { start: entry.along, end: exit.along };
            if chord.start < line.length && chord.end > 0.0 {
                let number = Some(seam.chords.len());
                seam.crossings.extend([Crossing { chord: number, ..entry }, Crossing { chord: number, ..exit }]);
                seam.is_extended |= chord.start < 0.0 || chord.end > line.length;
                seam.chords.push(chord);
            }
        }
        let springs: Vec<(usize, usize)> = body.springs.iter().map(|spring| (spring.a, spring.b)).collect();
        let sticks: Vec<(usize, usize)> = body.sticks.iter().map(|stick| (stick.a, stick.b)).collect();
        for (list, links) in [(List::Springs, springs), (List::Sticks, sticks)] {
            for mut found in seam.crossing(list, &links, at) {
                found.chord = seam.chord_near(found.along, NEAR * spacing);
                if let Some(chord) = found.chord.map(|number| seam.chords[number]) {
                    found.along = found.along.clamp(chord.start, chord.end);
                }
                if found.chord.is_some() || (0.0..=line.length).contains(&found.along) {
                    seam.crossings.push(found);
                }
            }
        }
        Ok(seam)
    }

    /// The chord at a coordinate along the line, or one that ends within `near` of it. A cut that bends through a node
    /// meets a link along the hull slightly beside the chord.
    fn chord_near(&self, along: f64, near: f64) -> Option<usize> {
        let off = |chord: &Chord| (chord.start - along).max(along - chord.end).max(0.0);
        let found = self.chords.iter().enumerate().map(|(number, chord)| (number, off(chord)));
        found.filter(|(_, off)| *off <= near).min_by(|a, b| a.1.total_cmp(&b.1)).map(|(number, _)| number)
    }

    /// The chord at a coordinate along the line.
    pub fn chord_at(&self, along: f64) -> Option<usize> {
        self.chords.iter().position(|chord| {
            let slack = 1e-9 * (chord.end - chord.start);
            (chord.start - slack..=chord.end + slack).contains(&along)
        })
    }

    /// Coordinate of the cut between a node and one on the other side.
    pub fn cut_along(&self, left: usize, right: usize) -> f64 {
        if self.is_on[left] {
            return self.along[left];
        }
        let part = self.side[left] / (self.side[left] - self.side[right]);
        self.along[left] + (self.along[right] - self.along[left]) * part
    }

    fn crossing(&self, list: List, links: &[(usize, usize)], at: &[DVec2]) -> Vec<Crossing> {
        let cut = links.iter().enumerate().filter(|(_, (a, b))| self.is_left[*a] != self.is_left[*b]);
        cut.map(|(index, &(a, b))| {
            let (left, right) = if self.is_left[a] { (a, b) } else { (b, a) };
            let part = if self.is_on[left] { 0.0 } else { self.side[left] / (self.side[left] - self.side[right]) };
            let along = self.cut_along(left, right);
            Crossing { list, index, left, right, along, at: at[left].lerp(at[right], part), chord: None }
        })
        .collect()
    }

    /// Assigns hull nodes on the line: if the hull only touches the line there, they belong to the side that the hull comes
    /// from, unless the cut grazes it.
    fn settle_hull(&mut self, body: &Body, at: &[DVec2], line: &Line) -> Result<(), CutRefusal> {
        let count = at.len();
        let (mut next, mut previous) = (vec![usize::MAX; count], vec![usize::MAX; count]);
        for &[a, b] in &body.hull {
            if next[a] != usize::MAX || previous[b] != usize::MAX {
                return Err(CutRefusal::Unfit(
                    "two of its hull edges leave the same node: repair the hull first".to_owned(),
                ));
            }
            (next[a], previous[b]) = (b, a);
        }
        if (0..count).any(|node| (next[node] == usize::MAX) != (previous[node] == usize::MAX)) {
            return Err(unfit());
        }
        for first in 0..count {
            // Runs of nodes on the line, each from its first node.
            if !self.is_on[first] || next[first] == usize::MAX || self.is_on[previous[first]] {
                continue;
            }
            let mut run = vec![first];
            while self.is_on[next[run[run.len() - 1]]] {
                run.push(next[run[run.len() - 1]]);
            }
            let last = run[run.len() - 1];
            let (before, after) = (previous[first], next[last]);
            if self.is_left[before] != self.is_left[after] {
                continue;
            }
            let is_left = self.is_left[before];
            // The inside is on the left of the hull: does it lie on the side from which the hull comes?
            let is_convex = if run.len() == 1 {
                cross(at[first] - at[before], at[after] - at[first]) > 0.0
            } else {
                (line.along(at[last]) > line.along(at[first])) == is_left
            };
            if !is_convex {
                let reason = format!("the cut passes too close to node {first} of the hull: move the cut slightly");
                return Err(CutRefusal::Grazes(reason));
            }
            for node in run {
                (self.is_on[node], self.is_left[node]) = (false, is_left);
            }
        }
        Ok(())
    }
}

/// True if the line enters the hull there: from the right of an edge to its left, so that the edge runs from the line's
/// left to its right.
fn is_entry(body: &Body, crossing: &Crossing) -> bool {
    body.hull[crossing.index][0] == crossing.left
}

fn unfit() -> CutRefusal {
    CutRefusal::Unfit("its hull is not closed or runs the wrong way round: repair it first (see Problems)".to_owned())
}

/// Length of the shortest link at every node; 0 without any.
fn reaches(body: &Body, at: &[DVec2]) -> Vec<f64> {
    let mut reach = vec![f64::INFINITY; at.len()];
    let links = body.springs.iter().map(|s| (s.a, s.b)).chain(body.sticks.iter().map(|s| (s.a, s.b)));
    for (a, b) in links.chain(body.hull.iter().map(|&[a, b]| (a, b))) {
        let length = at[a].distance(at[b]);
        reach[a] = reach[a].min(length);
        reach[b] = reach[b].min(length);
    }
    let is_mass = |node: usize| matches!(body.nodes[node].role, Role::Mass(_));
    (0..at.len()).map(|node| if reach[node].is_finite() && is_mass(node) { reach[node] } else { 0.0 }).collect()
}
