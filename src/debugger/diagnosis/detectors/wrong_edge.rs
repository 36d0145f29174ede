//! Detector: contacts that push a node, or a disc whose centre is inside, out of another edge than the one by which it
//! entered.
//!
//! It uses positions only: those at the start of the substep and those at detection, with linear motion of node and
//! edges in between.
//!
//! A contact puts its node on the line of its edge. So at rest every substep begins with the node on the edge up to
//! rounding, or slightly inside after other contacts. The entry edge is therefore remembered as long as the node is
//! found inside in consecutive substeps.

use crate::debugger::diagnosis::examiner::{Detect, DetectorContext, DetectorNeeds};
use crate::debugger::diagnosis::finding::Detection;
use crate::debugger::diagnosis::support::{edge_within, passage};
use crate::debugger::diagnosis::{Detector, Harm, Problem, consequences, remedies, who};
use crate::debugger::probes::Scope;
use crate::debugger::why::brief;
use crate::engine::{Layout, Phase, PhaseKind, Touched};
use crate::geometry::{DVec2, cross, polygon};
use crate::level::Place;
use std::ops::Range;

pub(super) const DETECTOR: Detector = Detector {
    problem: Problem::WrongEdge,
    id: Problem::WrongEdge.id(),
    letter: 'W',
    title: "Wrong edge",
    plural: "wrong edges",
    explanation: "A contact pushed a node, or a disc whose centre is inside, out of another hull edge than the one by \
        which it entered; node and edges are both in motion. Or a diagonal selected another edge. After entry through \
        a corner, both edges there are right, and so are two edges that are almost collinear. If a corner of the hull \
        entered through an edge of the node's own hull, the edge beside that corner is right. A disc whose centre is \
        outside is pushed away from the nearest edge, which is right. There is no verdict on points that were inside \
        from the start, because they have no entry edge; on points inside for more than 64 substeps without being put \
        onto an edge, because a finding must not depend on an older past; and on penalty decor, which chooses again \
        in every substep and repositions nothing.",
    why: "The rules use the position of the node only. Near a corner the nearest edge need not be the one that it \
        crossed. Then the node is pushed along the face that it hit, and nothing stops it there.",
    source: "000 §D.1.c, §E.2",
    span: Problem::WrongEdge.span(),
    harm: Harm::Overlap,
    is_cause: false,
    overlay: Some("contacts"),
    consequences: consequences::CONTACTS,
    event: None,
    numbers: &["edge_crossed", "depth_below_crossed", "depth_below_chosen"],
    describe: |finding, level| {
        let Some(Place::HullEdge(other, chosen)) = finding.other else { return String::new() };
        format!(
            "{}: entered {} by edge {} ({} deep), but was pushed out of edge {chosen} ({} deep)",
            who(level, finding.place),
            level.quoted_body(other),
            finding.numbers[0],
            brief(finding.numbers[1]),
            brief(finding.numbers[2]),
        )
    },
    remedies: |level, _| {
        let finer = remedies::substeps(level, 2.0, "the node is found before the wrong edge becomes the nearest");
        vec![remedies::entry_edge(), remedies::barycentre_rule(), finer]
    },
    make: || Box::new(WrongEdges::default()),
};

/// Adjacent edges with a smaller angle (its tangent) count as one wall.
const STRAIGHT: f64 = 0.2;

/// Substeps for which the entry edge is remembered.
pub(in crate::debugger::diagnosis) const REMEMBERED: u64 = 64;

/// Distance up to which a point counts as on a side, as a part of the side's length.
const ON_A_SIDE: f64 = 1e-2;

/// Part of an edge at each end that counts as the corner.
const CORNER: f64 = 1e-4;

/// Margin around the bounding box of an edge for its corners, as a part of the box; greater than [`CORNER`].
const ROUND_CORNERS: f64 = 1e-3;

/// The detector.
#[derive(Debug, Default)]
struct WrongEdges {
    /// Number of observed substeps.
    clock: u64,
    /// Positions of all nodes, then of the centres of all discs, at the start of this substep.
    start: Vec<DVec2>,
    /// The same for the previous substep; empty if unknown.
    before: Vec<DVec2>,
    /// Contacts of this substep, in the order of resolution.
    now: Vec<InsideHull>,
    /// Contacts of the previous substep, sorted by point and body.
    last: Vec<InsideHull>,
    wrong: Vec<Detection>,
}

/// A point that a contact found inside a hull.
#[derive(Clone, Copy, Debug)]
struct InsideHull {
    /// Node index, or the number of nodes plus the disc index.
    point: usize,
    other: usize,
    /// The entry, if known.
    entry: Option<EntryPath>,
}

/// The entry of a point into a hull.
#[derive(Clone, Copy, Debug)]
struct EntryPath {
    gate: Gate,
    /// Substep of the entry.
    since: u64,
}

/// The part of a hull that a point crossed.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Gate {
    /// Index over all hull edges.
    edge: usize,
    /// The node of the corner. None within the edge.
    corner: Option<usize>,
}

impl Gate {
    /// The gate at a position along an edge (0 to 1). None beyond its ends.
    fn at(edge: usize, [a, b]: [usize; 2], along: f64) -> Option<Self> {
        let corner = match along {
            _ if !(-CORNER..=1.0 + CORNER).contains(&along) => return None,
            _ if along < CORNER => Some(a),
            _ if along > 1.0 - CORNER => Some(b),
            _ => None,
        };
        Some(Self { edge, corner })
    }

    /// True if pushing out of an edge is right for this gate.
    fn allows(&self, edge: usize, ends: [usize; 2]) -> bool {
        self.edge == edge || self.corner.is_some_and(|corner| ends.contains(&corner))
    }
}

impl Detect for WrongEdges {
    fn needs(&self) -> DetectorNeeds {
        DetectorNeeds::Phases
    }

    fn begin(&mut self, &DetectorContext { state, .. }: &DetectorContext) {
        self.clock += 1;
        std::mem::swap(&mut self.before, &mut self.start);
        self.start.clone_from(&state.positions);
        self.start.extend_from_slice(&state.disc_positions);
        if self.before.len() != self.start.len() {
            self.before.clear();
        }
        std::mem::swap(&mut self.last, &mut self.now);
        self.last.sort_by_key(|inside| (inside.point, inside.other));
        self.now.clear();
        self.wrong.clear();
    }

    fn see(&mut self, phase: Phase, touched: Touched<'_>, sight: &DetectorContext) {
        match (phase.kind, touched) {
            (PhaseKind::Impulse, Touched::Few(&[a, b, node], None)) => self.judge(sight, node, [a, b]),
            (PhaseKind::Reposition, Touched::Few(&[a, b, node], None)) => self.put_back(sight, node, [a, b]),
            (PhaseKind::Impulse, Touched::Few(&[a, b], Some(disc))) => {
                self.judge(sight, sight.layout.node_count + disc, [a, b]);
            }
            (PhaseKind::Diagonal, Touched::Few(&[node, a, b], None)) => self.judge(sight, node, [a, b]),
            _ => {}
        }
    }

    fn end(&mut self, _: &DetectorContext, emit: &mut dyn FnMut(Detection)) {
        self.wrong.drain(..).for_each(emit);
    }

    fn forget(&mut self) {
        *self = Self::default();
    }
}

impl WrongEdges {
    /// Judges a point that is about to be pushed out of an edge, or was just moved by a diagonal.
    fn judge(&mut self, sight: &DetectorContext, point: usize, ends: [usize; 2]) {
        let DetectorContext { layout, state, before, .. } = *sight;
        let Some((other, edge)) = edge_of(sight, ends) else { return };
        let now = Now { nodes: &before.positions, discs: &state.disc_positions };
        let disc = point.checked_sub(layout.node_count);
        if disc.is_some() && !polygon::contains(now.hull(layout, other), now.at(point)) {
            return;
        }
        let entry = self.entry(layout, &now, point, other);
        if let Some(EntryPath { gate, since }) = entry
            && self.clock - since < REMEMBERED
            && !gate.allows(edge, ends)
            && !goes_on_straight(layout, &now, gate.edge, ends)
            && !is_past_a_corner(layout, |node| now.at(node), point, [crossed(layout, gate.edge), ends])
        {
            let first = layout.bodies[other].hull_edges.start;
            let crossed = crossed(layout, gate.edge);
            let depths = [crossed, ends].map(|ends| depth(&now, point, ends));
            // Gravity 1: a depth behind the crossed edge of one edge length.
            let [a, b] = crossed.map(|node| now.at(node));
            let gravity = depths[0] / (b - a).length();
            let place = disc.map_or_else(|| Scope::Node.place(layout, point), Place::Disc);
            let detection = Detection::of(place).with(Place::HullEdge(other, edge - first));
            self.wrong.push(detection.measuring(gravity, [(gate.edge - first) as f64, depths[0], depths[1]]));
        }
        self.now.push(InsideHull { point, other, entry });
    }

    /// The entry of a point that is inside now.
    fn entry(&self, layout: &Layout, now: &Now, point: usize, other: usize) -> Option<EntryPath> {
        let edges = layout.bodies[other].hull_edges.clone();
        let way = |point: usize| [self.start[point], now.at(point)];
        if let Some(gate) = gate(layout, edges.clone(), point, way) {
            return Some(EntryPath { gate, since: self.clock });
        }
        let known = self.last.binary_search_by_key(&(point, other), |inside| (inside.point, inside.other));
        if let Ok(index) = known {
            return self.last[index].entry;
        }
        // It was outside when it was tested, and later contacts pushed it in.
        if self.before.is_empty() {
            return None;
        }
        let way = |point: usize| [self.before[point], self.start[point]];
        gate(layout, edges, point, way).map(|gate| EntryPath { gate, since: self.clock })
    }

    /// Records that a node was put on the line of an edge. If it is on the edge itself, that becomes its entry edge.
    fn put_back(&mut self, sight: &DetectorContext, node: usize, ends: [usize; 2]) {
        let DetectorContext { state, .. } = *sight;
        let clock = self.clock;
        let Some(inside) = self.now.last_mut().filter(|inside| inside.point == node) else { return };
        let Some((_, edge)) = edge_of(sight, ends) else { return };
        let [a, b] = ends.map(|end| state.position(end));
        let along = (b - a).dot(state.position(node) - a) / (b - a).length_squared();
        if let Some(gate) = Gate::at(edge, ends, along) {
            inside.entry = Some(EntryPath { gate, since: clock });
        }
    }
}

/// Positions at detection.
struct Now<'a> {
    nodes: &'a [DVec2],
    discs: &'a [DVec2],
}

impl Now<'_> {
    fn at(&self, point: usize) -> DVec2 {
        self.nodes.get(point).copied().unwrap_or_else(|| self.discs[point - self.nodes.len()])
    }

    fn hull(&self, layout: &Layout, body: usize) -> impl Iterator<Item = (DVec2, DVec2)> + Clone {
        let edges = layout.hull_edges[layout.bodies[body].hull_edges.clone()].iter();
        edges.map(|edge| {
            let [a, b] = edge.map(|node| self.nodes[node as usize]);
            (a, b)
        })
    }
}

/// Depth of a point behind the line of an edge.
fn depth(now: &Now, point: usize, [a, b]: [usize; 2]) -> f64 {
    let ab = now.at(b) - now.at(a);
    cross(ab, now.at(point) - now.at(a)) / ab.length()
}

/// Body of a hull edge, and the index of the edge over all hull edges.
fn edge_of(sight: &DetectorContext, ends: [usize; 2]) -> Option<(usize, usize)> {
    let body = sight.body_of(ends[0]);
    let edge = edge_within(sight.layout, body, ends)?;
    Some((body, sight.layout.bodies[body].hull_edges.start + edge))
}

/// True if two edges share an end and are almost collinear.
fn goes_on_straight(layout: &Layout, now: &Now, edge: usize, ends: [usize; 2]) -> bool {
    let own = layout.hull_edges[edge].map(|node| node as usize);
    let way = |[a, b]: [usize; 2]| now.at(b) - now.at(a);
    let (first, second) = (way(own), way(ends));
    (own[1] == ends[0] || own[0] == ends[1]) && cross(first, second).abs() < STRAIGHT * first.dot(second)
}

/// True if a corner of the other hull entered through an edge of M's own hull. Then M's hull continues to the inside of
/// the crossed edge and to the outside of the adjacent, chosen edge, and the corner between them lies between M's sides
/// or was just put onto one of them. In this case the chosen edge is right. Does not apply if either hull is concave
/// there.
fn is_past_a_corner(
    layout: &Layout,
    at: impl Fn(usize) -> DVec2,
    m: usize,
    [crossed, chosen]: [[usize; 2]; 2],
) -> bool {
    let Some([before, after]) = layout.hull_sides(m) else { return false };
    let [first, second] = match () {
        () if crossed[1] == chosen[0] => [crossed, chosen],
        () if crossed[0] == chosen[1] => [chosen, crossed],
        () => return false,
    };
    let way = |[a, b]: [usize; 2]| at(b) - at(a);
    let sides = [[before as usize, m], [m, after as usize]];
    let inward = way(sides[1]).normalize_or_zero() - way(sides[0]).normalize_or_zero();
    let goes_in = |edge: [usize; 2]| cross(way(edge), inward) > 0.0;
    let corner = at(second[0]);
    let is_on_inside = |[a, b]: [usize; 2]| {
        let along = at(b) - at(a);
        cross(along, corner - at(a)) >= -ON_A_SIDE * along.length_squared()
    };
    let are_points = cross(way(sides[0]), way(sides[1])) > 0.0 && cross(way(first), way(second)) > 0.0;
    are_points && goes_in(crossed) && !goes_in(chosen) && sides.into_iter().all(is_on_inside)
}

/// The ends of a hull edge.
fn crossed(layout: &Layout, edge: usize) -> [usize; 2] {
    layout.hull_edges[edge].map(|node| node as usize)
}

/// True if the bounding boxes of M's path and of the swept edge with its corners overlap.
fn may_meet(m: [DVec2; 2], a: [DVec2; 2], b: [DVec2; 2]) -> bool {
    let (low, high) = (a[0].min(a[1]).min(b[0].min(b[1])), a[0].max(a[1]).max(b[0].max(b[1])));
    let slack = (high - low).element_sum() * ROUND_CORNERS;
    let (from, to) = (m[0].min(m[1]), m[0].max(m[1]));
    from.x <= high.x + slack && from.y <= high.y + slack && low.x - slack <= to.x && low.y - slack <= to.y
}

/// Last gate by which a point entered a hull, with linear motion of the point and of each node.
fn gate(layout: &Layout, edges: Range<usize>, point: usize, way: impl Fn(usize) -> [DVec2; 2]) -> Option<Gate> {
    let mut latest: Option<(f64, Gate)> = None;
    let m = way(point);
    for edge in edges {
        let [a, b] = layout.hull_edges[edge];
        let ends = [a as usize, b as usize];
        let [a, b] = [way(ends[0]), way(ends[1])];
        if !may_meet(m, a, b) {
            continue;
        }
        let Some((time, along)) = passage(a, b, m) else { continue };
        if let Some(gate) = Gate::at(edge, ends, along)
            && latest.is_none_or(|(known, _)| time > known)
        {
            latest = Some((time, gate));
        }
    }
    latest.map(|(_, gate)| gate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gate_at_a_corner_allows_both_edges() {
        let corner = Gate::at(3, [7, 8], 1.0 - CORNER / 2.0).unwrap();
        assert!(corner.allows(3, [7, 8]) && corner.allows(4, [8, 9]) && !corner.allows(5, [9, 7]));
        let middle = Gate::at(3, [7, 8], 0.5).unwrap();
        assert!(middle.allows(3, [7, 8]) && !middle.allows(4, [8, 9]));
        assert_eq!(Gate::at(3, [7, 8], 1.0 + 2.0 * CORNER), None);
        assert_eq!(Gate::at(3, [7, 8], f64::NAN), None);
    }
}
