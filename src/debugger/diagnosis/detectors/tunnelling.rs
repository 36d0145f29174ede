//! Detector: points that passed an obstacle or a whole body within one substep without a contact. Compares positions
//! before and after a substep.

use crate::debugger::diagnosis::examiner::{Detect, DetectorContext, DetectorNeeds};
use crate::debugger::diagnosis::finding::Detection;
use crate::debugger::diagnosis::support::{free_nodes, hull, passage};
use crate::debugger::diagnosis::{Detector, Harm, Problem, remedies, who};
use crate::debugger::probes::Scope;
use crate::debugger::why::brief;
use crate::engine::{Layout, Phase, PhaseKind, State, Touched};
use crate::geometry::{Aabb, BoxTree, DVec2, cross, polygon};
use crate::level::{ObstacleShape, Place};

pub(super) const DETECTOR: Detector = Detector {
    problem: Problem::Tunnelling,
    id: Problem::Tunnelling.id(),
    letter: 'T',
    title: "Tunnelling",
    plural: "passages through walls",
    explanation: "A node or a disc's centre was on one side of an obstacle before a substep and is on the other side \
        after it, and its path crosses the obstacle. Or it entered a hull and left it by another part within one \
        substep, so no contact was found. Clipping a corner is not reported: in by one edge and out by the adjacent \
        one.",
    why: "Contacts are detected at the end of a substep. A point that travels further than the thickness of the wall in \
        one substep is never found inside. For obstacles the path is tested, but the response of one wall may put a \
        point behind the next one.",
    source: "003 (static resolution); remedy for discs in 002 §1.ii",
    span: Problem::Tunnelling.span(),
    harm: Harm::Any,
    is_cause: false,
    overlay: Some("velocities"),
    consequences: &[
        Problem::Tunnelling,
        Problem::Interpenetration,
        Problem::WrongEdge,
        Problem::NoEdge,
        Problem::Sticking,
        Problem::Repositioning,
    ],
    event: None,
    numbers: &["way", "thickness"],
    describe: |finding, level| {
        let [way, thickness, ..] = finding.numbers;
        let (own, wall) = (who(level, finding.place), finding.other.map_or(String::new(), |wall| who(level, wall)));
        if thickness > 0.0 {
            let (way, thickness) = (brief(way), brief(thickness));
            format!("{own}: passed through {wall}, {thickness} thick there, on a path of {way} in one substep")
        } else {
            format!("{own}: passed through {wall}, on a path of {} in one substep", brief(way))
        }
    },
    remedies: |level, found| {
        // Enough substeps that the path in a substep is half of the thickness.
        let [way, thickness, ..] = found.worst.numbers;
        let times = if thickness > 0.0 { (2.0 * way / thickness - 1e-6).clamp(2.0, 16.0) } else { 4.0 };
        let finer =
            remedies::substeps(level, times.ceil(), "in a shorter substep the path is shorter than the wall is thick");
        vec![remedies::swept_discs(), finer]
    },
    make: || Box::new(Tunnelling::default()),
};

/// The detector.
#[derive(Debug, Default)]
struct Tunnelling {
    nodes: Vec<DVec2>,
    discs: Vec<DVec2>,
    /// Nodes and discs that a contact found inside a hull in this substep, with that body.
    met: Vec<(Point, usize)>,
    tree: BoxTree,
    swept: Swept,
}

/// Swept bounding boxes of each hull and each of its edges in a substep.
#[derive(Debug, Default)]
struct Swept {
    hulls: Vec<Aabb>,
    edges: Vec<Aabb>,
    /// Bodies near the one whose nodes are tested.
    near: Vec<usize>,
    /// Edges near the tested path.
    near_edges: Vec<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Point {
    Node(usize),
    Disc(usize),
}

impl Point {
    fn place(self, layout: &Layout) -> Place {
        match self {
            Self::Node(node) => Scope::Node.place(layout, node),
            Self::Disc(disc) => Place::Disc(disc),
        }
    }

    /// True unless filters or links exclude contacts with a body.
    fn meets(self, sight: &DetectorContext, body: usize) -> bool {
        match self {
            Self::Node(node) => sight.layout.filters.bodies_collide(sight.body_of(node), body),
            Self::Disc(disc) => sight.layout.filters.disc_meets_body(disc, body),
        }
    }
}

impl Detect for Tunnelling {
    fn needs(&self) -> DetectorNeeds {
        DetectorNeeds::Phases
    }

    fn begin(&mut self, &DetectorContext { state, .. }: &DetectorContext) {
        self.nodes.clone_from(&state.positions);
        self.discs.clone_from(&state.disc_positions);
        self.met.clear();
    }

    fn see(&mut self, phase: Phase, touched: Touched<'_>, sight: &DetectorContext) {
        match (phase.kind, touched) {
            (PhaseKind::Reposition, Touched::Few(&[a, _, node], None)) => {
                self.met.push((Point::Node(node), sight.body_of(a)));
            }
            (PhaseKind::Reposition, Touched::Few(&[a, _], Some(disc))) => {
                self.met.push((Point::Disc(disc), sight.body_of(a)));
            }
            _ => {}
        }
    }

    fn end(&mut self, sight: &DetectorContext, emit: &mut dyn FnMut(Detection)) {
        let DetectorContext { layout, state, .. } = *sight;
        if !layout.obstacles.is_empty() {
            let nodes =
                free_nodes(layout, state).map(|node| (Point::Node(node), [self.nodes[node], state.position(node)]));
            for (point, way) in nodes.chain(self.moving_discs(sight)).filter(|(_, way)| way[0] != way[1]) {
                through_obstacles(sight, point, way, emit);
            }
        }
        self.through_hulls(sight, emit);
    }

    fn forget(&mut self) {}
}

/// Tolerance for rounding, as a part of an obstacle's size: a point on a wall counts for neither side.
const ON_WALL: f64 = 1e-9;

fn through_obstacles(sight: &DetectorContext, point: Point, way: [DVec2; 2], emit: &mut dyn FnMut(Detection)) {
    let layout = sight.layout;
    for (index, obstacle) in layout.obstacles.iter().enumerate() {
        let thickness = match obstacle.shape {
            ObstacleShape::Segment(a, b) => crosses(a.into(), DVec2::from(b) - DVec2::from(a), true, way),
            ObstacleShape::Line(at, along) => crosses(at.into(), along.into(), false, way),
            ObstacleShape::Circle { center, radius } => enters(center.into(), radius, way),
        };
        let collide = || match point {
            Point::Node(node) => layout.filters.body_meets_obstacle(sight.body_of(node), index),
            Point::Disc(disc) => layout.filters.disc_meets_obstacle(disc, index),
        };
        if let Some(thickness) = thickness.filter(|_| collide()) {
            let length = (way[1] - way[0]).length();
            let detection = Detection::of(point.place(layout)).with(Place::Obstacle(index));
            emit(detection.measuring(1.0, [length, thickness]));
        }
    }
}

/// True if a path crosses a line through a point; for a segment, only within the length of `along`.
fn crosses(at: DVec2, along: DVec2, has_ends: bool, way: [DVec2; 2]) -> Option<f64> {
    let length = along.length();
    let sides = way.map(|point| cross(along, point - at) / length);
    let slack = ON_WALL * (length + (way[1] - way[0]).length());
    if sides[0] * sides[1] >= 0.0 || sides[1].abs() <= slack || sides[0].abs() <= slack {
        return None;
    }
    let met = way[0] + (way[1] - way[0]) * (sides[0] / (sides[0] - sides[1]));
    let part = along.dot(met - at) / (length * length);
    (!has_ends || (0.0..=1.0).contains(&part)).then_some(0.0)
}

/// Length of the path inside a circle. None unless it enters, leaves, or passes by at least half of the radius.
fn enters(center: DVec2, radius: f64, way: [DVec2; 2]) -> Option<f64> {
    let slack = ON_WALL * radius;
    let heights = way.map(|point| (point - center).length() - radius);
    if heights[0] * heights[1] < 0.0 && heights.iter().all(|height| height.abs() > slack) {
        return Some(0.0);
    }
    if heights.iter().any(|&height| height < 0.0) {
        return None;
    }
    let nearest = polygon::distance_to_segment(center, way[0], way[1]);
    let chord = 2.0 * (radius * radius - nearest * nearest).max(0.0).sqrt();
    (nearest < radius && chord > radius).then_some(chord)
}

impl Tunnelling {
    /// The free discs, with the path of each.
    fn moving_discs<'a>(&'a self, sight: &DetectorContext<'a>) -> impl Iterator<Item = (Point, [DVec2; 2])> + 'a {
        let DetectorContext { layout, state, .. } = *sight;
        (0..self.discs.len())
            .filter(|&disc| layout.discs.is_dynamic(disc) && !state.disc_blown_up[disc])
            .map(|disc| (Point::Disc(disc), [self.discs[disc], state.disc_positions[disc]]))
    }

    /// Computes the swept boxes of hulls and edges.
    fn sweep(&self, sight: &DetectorContext, swept: &mut Swept) {
        let DetectorContext { layout, state, .. } = *sight;
        let way = |node: u32| [self.nodes[node as usize], state.position(node as usize)];
        swept.hulls.clear();
        swept.hulls.extend(layout.bodies.iter().map(|body| {
            let nodes = layout.hull_nodes[body.hull_nodes.clone()].iter();
            Aabb::around(nodes.flat_map(|&node| way(node)))
        }));
        swept.edges.clear();
        swept.edges.extend(layout.hull_edges.iter().map(|&[a, b]| Aabb::around(way(a).into_iter().chain(way(b)))));
    }

    /// Tests for points that entered and left a hull in one substep.
    fn through_hulls(&mut self, sight: &DetectorContext, emit: &mut dyn FnMut(Detection)) {
        let DetectorContext { layout, state, .. } = *sight;
        let mut swept = std::mem::take(&mut self.swept);
        self.sweep(sight, &mut swept);
        self.tree.rebuild(swept.hulls.iter().copied());
        self.met.sort_unstable();
        for (own, body) in layout.bodies.iter().enumerate().filter(|&(own, _)| !state.blown_up[own]) {
            // A box that is not finite overlaps nothing; its nodes are tested individually.
            let is_finite = swept.hulls[own].is_finite();
            self.find_near(&swept.hulls[own], &mut swept.near);
            swept.near.retain(|&other| other != own);
            if is_finite && swept.near.is_empty() {
                continue;
            }
            for &node in &layout.hull_nodes[body.hull_nodes.clone()] {
                let node = node as usize;
                let way = [self.nodes[node], state.position(node)];
                if layout.inverse_mass[node] == 0.0 || way[0] == way[1] {
                    continue;
                }
                if !is_finite {
                    self.find_near(&Aabb::around(way), &mut swept.near);
                    swept.near.retain(|&other| other != own);
                }
                self.test(sight, &mut swept, (Point::Node(node), way), emit);
            }
        }
        for (point, way) in self.moving_discs(sight).filter(|(_, way)| way[0] != way[1]) {
            self.find_near(&Aabb::around(way), &mut swept.near);
            self.test(sight, &mut swept, (point, way), emit);
        }
        self.swept = swept;
    }

    /// Bodies whose swept hull overlaps a box, ascending.
    fn find_near(&self, bounds: &Aabb, near: &mut Vec<usize>) {
        near.clear();
        self.tree.for_each(bounds, |body| near.push(body));
        near.sort_unstable();
    }

    /// Tests a point against all bodies near it.
    fn test(
        &self,
        sight: &DetectorContext,
        swept: &mut Swept,
        (point, way): (Point, [DVec2; 2]),
        emit: &mut dyn FnMut(Detection),
    ) {
        let DetectorContext { layout, state, .. } = *sight;
        let own = Aabb::around(way);
        for index in 0..swept.near.len() {
            let body = swept.near[index];
            if !swept.hulls[body].overlaps(&own) || state.blown_up[body] || !point.meets(sight, body) {
                continue;
            }
            let edges = layout.bodies[body].hull_edges.clone();
            swept.near_edges.clear();
            swept.near_edges.extend(edges.filter(|&edge| own.overlaps(&swept.edges[edge])));
            if !has_opposite_edges(layout, &swept.near_edges) || self.met.binary_search(&(point, body)).is_ok() {
                continue;
            }
            if let Some((edge, thickness)) = self.through(layout, state, (body, &swept.near_edges), way) {
                let length = (way[1] - way[0]).length();
                let detection = Detection::of(point.place(layout)).with(Place::HullEdge(body, edge));
                emit(detection.measuring(1.0, [length, thickness]));
            }
        }
    }

    /// If a point entered and left a body's hull by two edges that are not adjacent: the entry edge and the distance to
    /// the exit edge. Only edges near its path are given.
    fn through(
        &self,
        layout: &Layout,
        state: &State,
        (body, near): (usize, &[usize]),
        way: [DVec2; 2],
    ) -> Option<(usize, f64)> {
        let first = layout.bodies[body].hull_edges.start;
        let [mut entry, mut exit]: [Option<(f64, usize)>; 2] = [None; 2];
        for &edge in near {
            let ends = layout.hull_edges[edge].map(|node| node as usize);
            let [a, b] = ends.map(|node| [self.nodes[node], state.position(node)]);
            let is_on = |&(_, along): &(f64, f64)| (0.0..=1.0).contains(&along);
            if let Some((time, _)) = passage(a, b, way).filter(is_on)
                && entry.is_none_or(|(known, _)| time < known)
            {
                entry = Some((time, edge));
            }
            if let Some((time, _)) = passage(b, a, way).filter(is_on)
                && exit.is_none_or(|(known, _)| time > known)
            {
                exit = Some((time, edge));
            }
        }
        let ((entered, gate), (left, back)) = (entry?, exit?);
        let [gate_ends, back_ends] = [gate, back].map(|edge| layout.hull_edges[edge]);
        let are_neighbours = gate_ends.iter().any(|end| back_ends.contains(end));
        let is_inside = |at: DVec2| polygon::contains(hull(layout, state, body), at);
        (left > entered && !are_neighbours && !is_inside(way[1]))
            .then(|| (gate - first, (left - entered) * (way[1] - way[0]).length()))
    }
}

/// True if two of these edges share no end: only those can be entry and exit.
fn has_opposite_edges(layout: &Layout, edges: &[usize]) -> bool {
    let are_neighbours = |first: usize, second: usize| {
        let [own, other] = [first, second].map(|edge| layout.hull_edges[edge]);
        own.iter().any(|end| other.contains(end))
    };
    edges.iter().enumerate().any(|(index, &edge)| edges[..index].iter().any(|&other| !are_neighbours(edge, other)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn v(x: f64, y: f64) -> DVec2 {
        DVec2::new(x, y)
    }

    #[test]
    fn crosses_detects_a_passage_between_the_ends_only() {
        let wall = |way| crosses(v(0.0, 0.0), v(4.0, 0.0), true, way).is_some();
        assert!(wall([v(1.0, 1.0), v(2.0, -1.0)]));
        assert!(!wall([v(1.0, 1.0), v(2.0, 0.5)]), "ends before the wall");
        assert!(!wall([v(5.0, 1.0), v(5.0, -1.0)]), "beyond the end");
        assert!(crosses(v(0.0, 0.0), v(4.0, 0.0), false, [v(5.0, 1.0), v(5.0, -1.0)]).is_some(), "a line has no ends");
        assert!(!wall([v(1.0, 1.0), v(1.0, 0.0)]), "ends on it");
        assert!(!wall([v(1.0, 1e-12), v(1.0, -1.0)]), "starts on it");
    }

    #[test]
    fn enters_detects_entry_exit_and_passage() {
        let circle = |way| enters(v(0.0, 0.0), 1.0, way);
        assert_eq!(circle([v(-2.0, 0.0), v(0.0, 0.0)]), Some(0.0));
        assert_eq!(circle([v(0.5, 0.0), v(3.0, 0.0)]), Some(0.0));
        // A chord at height 0.6 is 2·0.8 long; at 0.99, 0.28.
        let chord = circle([v(-5.0, 0.6), v(5.0, 0.6)]).unwrap();
        assert!((chord - 1.6).abs() < 1e-12);
        assert_eq!(circle([v(-5.0, 0.99), v(5.0, 0.99)]), None, "too short a chord");
        assert_eq!(circle([v(-5.0, 1.6), v(5.0, 1.6)]), None);
        assert_eq!(circle([v(0.1, 0.0), v(0.2, 0.0)]), None, "inside throughout");
    }
}
