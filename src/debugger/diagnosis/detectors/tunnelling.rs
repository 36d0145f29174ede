//! Detector: what is on the other side of an obstacle, or of a whole body, after a substep, and met nothing on its way.
//!
//! It compares where things were with where they are.

use crate::debugger::diagnosis::examiner::{Detect, DetectorContext, DetectorNeeds};
use crate::debugger::diagnosis::finding::Told;
use crate::debugger::diagnosis::support::{free_nodes, hull, passage};
use crate::debugger::diagnosis::{Detector, Harm, Illness, Span, remedies, who};
use crate::debugger::probes::Scope;
use crate::debugger::why::number;
use crate::engine::{Layout, Phase, PhaseKind, State, Touched};
use crate::geometry::{Aabb, BoxTree, DVec2, cross, polygon};
use crate::level::{ObstacleShape, Place};

pub(super) const DETECTOR: Detector = Detector {
    illness: Illness::Tunnelling,
    id: "tunnelling",
    letter: 'T',
    title: "Tunnelling",
    plural: "passages through walls",
    explanation: "A node, or a disc's centre, was on one side of an obstacle before a substep and is on the other side after it, \
                  and its way leads across; or it went into a hull and out of it by another part of it within one substep, so \
                  that no contact was ever found. Clipping a corner is not told: in by one edge and out by its neighbour.",
    why: "Contacts are looked for where things are at the end of a substep. What goes farther in it than the wall is thick is \
          never seen inside. Against obstacles the way is looked at, but what a wall sends back may be put behind the next one.",
    source: "003 (static resolution); 002 §1.ii has the remedy for discs",
    span: Span::Substeps,
    harm: Harm::Any,
    is_cause: false,
    event: None,
    numbers: &["way", "thickness"],
    describe: |finding, level| {
        let [way, thickness, ..] = finding.numbers;
        let (own, wall) = (who(level, finding.place), finding.other.map_or(String::new(), |wall| who(level, wall)));
        if thickness > 0.0 {
            let (way, thickness) = (number(way), number(thickness));
            format!("{own}: went through {wall}, {thickness} thick there, on a way of {way} in one substep")
        } else {
            format!("{own}: went through {wall}, on a way of {} in one substep", number(way))
        }
    },
    remedies: |level, found| {
        // So many that the way in a substep is half of what it went through.
        let [way, thickness, ..] = found.worst.numbers;
        let times = if thickness > 0.0 { (2.0 * way / thickness - 1e-6).clamp(2.0, 16.0) } else { 4.0 };
        let finer = remedies::substeps(level, times.ceil(), "in a shorter substep it does not get through the wall");
        vec![remedies::swept_discs(), finer]
    },
    make: || Box::new(Tunnelling::default()),
};

/// See the module.
#[derive(Debug, Default)]
struct Tunnelling {
    nodes: Vec<DVec2>,
    discs: Vec<DVec2>,
    /// Nodes and discs that some contact found inside a hull in this substep: those were met.
    met: Vec<(Point, usize)>,
    tree: BoxTree,
    swept: Swept,
}

/// What each hull, and each of its edges, went over in a substep.
#[derive(Debug, Default)]
struct Swept {
    hulls: Vec<Aabb>,
    edges: Vec<Aabb>,
    /// Bodies near the one whose nodes are tested.
    near: Vec<usize>,
    /// Edges near the way that is tested.
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

    fn end(&mut self, sight: &DetectorContext, tell: &mut dyn FnMut(Told)) {
        let DetectorContext { layout, state, .. } = *sight;
        if !layout.obstacles.is_empty() {
            let nodes =
                free_nodes(layout, state).map(|node| (Point::Node(node), [self.nodes[node], state.position(node)]));
            for (point, way) in nodes.chain(self.moving_discs(sight)).filter(|(_, way)| way[0] != way[1]) {
                through_obstacles(layout, point, way, tell);
            }
        }
        self.through_hulls(sight, tell);
    }

    fn forget(&mut self) {}
}

/// A part of an obstacle's size that rounding may come to: what was put on a wall is neither before nor behind it.
const ON_WALL: f64 = 1e-9;

fn through_obstacles(layout: &Layout, point: Point, way: [DVec2; 2], tell: &mut dyn FnMut(Told)) {
    for (index, obstacle) in layout.obstacles.iter().enumerate() {
        let thickness = match obstacle.shape {
            ObstacleShape::Segment(a, b) => crosses(a.into(), DVec2::from(b) - DVec2::from(a), true, way),
            ObstacleShape::Line(at, along) => crosses(at.into(), along.into(), false, way),
            ObstacleShape::Circle { center, radius } => enters(center.into(), radius, way),
        };
        if let Some(thickness) = thickness {
            let length = (way[1] - way[0]).length();
            let told = Told::of(point.place(layout)).with(Place::Obstacle(index));
            tell(told.measuring(1.0, [length, thickness]));
        }
    }
}

/// Whether a way leads from one side of a line through a point to the other; within the length of `along` where that is an end.
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

/// Whether a way leads into a circle, out of it, or through it by at least half of its radius; how far it is inside of it.
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
    /// Discs that are free, with the way of each.
    fn moving_discs<'a>(&'a self, sight: &DetectorContext<'a>) -> impl Iterator<Item = (Point, [DVec2; 2])> + 'a {
        let DetectorContext { layout, state, .. } = *sight;
        (0..self.discs.len())
            .filter(|&disc| layout.discs.is_dynamic(disc) && !state.disc_blown_up[disc])
            .map(|disc| (Point::Disc(disc), [self.discs[disc], state.disc_positions[disc]]))
    }

    /// Boxes around all that hulls went over.
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

    /// Into a hull and out of it in one substep.
    fn through_hulls(&mut self, sight: &DetectorContext, tell: &mut dyn FnMut(Told)) {
        let DetectorContext { layout, state, .. } = *sight;
        let mut swept = std::mem::take(&mut self.swept);
        self.sweep(sight, &mut swept);
        self.tree.rebuild(swept.hulls.iter().copied());
        self.met.sort_unstable();
        for (own, body) in layout.bodies.iter().enumerate().filter(|&(own, _)| !state.blown_up[own]) {
            // A box that is not finite is near to nothing; its nodes are tested one by one.
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
                self.test(sight, &mut swept, (Point::Node(node), way), tell);
            }
        }
        for (point, way) in self.moving_discs(sight).filter(|(_, way)| way[0] != way[1]) {
            self.find_near(&Aabb::around(way), &mut swept.near);
            self.test(sight, &mut swept, (point, way), tell);
        }
        self.swept = swept;
    }

    /// Bodies whose hull went over a part of a box, ascending.
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
        tell: &mut dyn FnMut(Told),
    ) {
        let DetectorContext { layout, state, .. } = *sight;
        let own = Aabb::around(way);
        for index in 0..swept.near.len() {
            let body = swept.near[index];
            if !swept.hulls[body].overlaps(&own) || state.blown_up[body] {
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
                let told = Told::of(point.place(layout)).with(Place::HullEdge(body, edge));
                tell(told.measuring(1.0, [length, thickness]));
            }
        }
    }

    /// Whether a point went in and out of the hull of a body, not by two neighbours: the edge by which it went in, and how far it
    /// was to the one by which it came out. Only edges near its way are given.
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

/// Whether two of these edges have no end in common: only by such does anything go through.
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
    fn walls_are_crossed_between_their_ends() {
        let wall = |way| crosses(v(0.0, 0.0), v(4.0, 0.0), true, way).is_some();
        assert!(wall([v(1.0, 1.0), v(2.0, -1.0)]));
        assert!(!wall([v(1.0, 1.0), v(2.0, 0.5)]), "not so far");
        assert!(!wall([v(5.0, 1.0), v(5.0, -1.0)]), "beyond the end");
        assert!(crosses(v(0.0, 0.0), v(4.0, 0.0), false, [v(5.0, 1.0), v(5.0, -1.0)]).is_some(), "a line has none");
        assert!(!wall([v(1.0, 1.0), v(1.0, 0.0)]), "put on it");
        assert!(!wall([v(1.0, 1e-12), v(1.0, -1.0)]), "it was on it");
    }

    #[test]
    fn circles_are_entered_left_and_shot_through() {
        let circle = |way| enters(v(0.0, 0.0), 1.0, way);
        assert_eq!(circle([v(-2.0, 0.0), v(0.0, 0.0)]), Some(0.0));
        assert_eq!(circle([v(0.5, 0.0), v(3.0, 0.0)]), Some(0.0));
        // A chord at height 0.6 is 2·0.8 long; at 0.99, 0.28.
        let chord = circle([v(-5.0, 0.6), v(5.0, 0.6)]).unwrap();
        assert!((chord - 1.6).abs() < 1e-12);
        assert_eq!(circle([v(-5.0, 0.99), v(5.0, 0.99)]), None, "it grazes");
        assert_eq!(circle([v(-5.0, 1.6), v(5.0, 1.6)]), None);
        assert_eq!(circle([v(0.1, 0.0), v(0.2, 0.0)]), None, "inside all along");
    }
}
