//! Finds batches of small equal bodies by a hash of their description, and checks equality exactly.

use super::LANES;
use crate::engine::data::Layout;
use crate::engine::data::layout::BodyLayout;
use crate::geometry::SortCopies;
use crate::geometry::hashing::BitHasher;

/// Maximum number of nodes of a batched body: eight bodies (384 bytes per node) fit in the L1 cache.
const MOST_NODES: usize = 96;

/// Minimum number of bodies in a group: with half of the lanes in use, a group is faster than single bodies.
const FEWEST: usize = LANES / 2;

/// Bodies that differ only in positions, velocities, rest lengths and the amount of gas. Node indices are local to the body.
#[derive(Clone, Debug)]
pub(in crate::engine) struct BodyBatch {
    /// Mass and inverse mass of each node.
    pub masses: Vec<[f64; 2]>,
    /// True for hull nodes.
    pub is_of_hull: Vec<bool>,
    /// Springs in file order.
    pub springs: Vec<BatchSpring>,
    /// Terms of the area; None without gas.
    pub area: Option<AreaTerms>,
    /// Hull edges on which gas pushes, in file order.
    pub edges: Vec<[u32; 2]>,
    /// The bodies in groups of eight, ascending, so that groups cover disjoint ranges of bodies.
    pub groups: Vec<LaneGroup>,
    /// Rest lengths per group and spring; empty if all bodies have the same.
    pub rest_lengths: Vec<[f64; LANES]>,
}

/// A spring of all bodies of a batch.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct BatchSpring {
    pub a: u32,
    pub b: u32,
    pub stiffness: f64,
    pub damping: f64,
    /// Rest length in the first body.
    pub rest_length: f64,
}

/// Terms of [`Layout::doubled_area`].
#[derive(Clone, Debug)]
pub(in crate::engine) enum AreaTerms {
    /// Hull edges, relative to a node.
    Hull { origin: u32, sides: Vec<HullSide> },
    /// Triangles.
    Triangles(Vec<[u32; 3]>),
}

/// A hull edge from its lower to its higher node.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct HullSide {
    pub low: u32,
    pub high: u32,
    /// 1 if the edge leads from `low` to `high`, else -1.
    pub sign: f64,
}

/// One body per lane. Unused lanes repeat the last body; computing it twice gives the same result.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct LaneGroup {
    pub bodies: [u32; LANES],
    /// First node of each body, as an index into the level.
    pub nodes: [u32; LANES],
    /// Gas of each body.
    pub gas: [f64; LANES],
}

impl BodyBatch {
    /// True if all node indices are in range and the lists have the expected lengths; kernels rely on it.
    pub fn is_sound(&self, node_count: usize) -> bool {
        let is_ascending = |pair: &[LaneGroup]| {
            let (last, next) = (pair[0].bodies[LANES - 1], pair[1].bodies[0]);
            let end = pair[0].nodes[LANES - 1] as usize + self.masses.len();
            last < next && end <= pair[1].nodes[0] as usize
        };
        let are_ascending = self.groups.iter().all(|group| group.bodies.is_sorted() && group.nodes.is_sorted());
        if !are_ascending || !self.groups.windows(2).all(is_ascending) {
            return false;
        }
        let count = self.masses.len();
        let is_there = |node: u32| (node as usize) < count;
        let has_area = match &self.area {
            None => true,
            Some(AreaTerms::Hull { origin, sides }) => {
                is_there(*origin) && sides.iter().all(|side| is_there(side.low) && is_there(side.high))
            }
            Some(AreaTerms::Triangles(triangles)) => triangles.as_flattened().iter().all(|&corner| is_there(corner)),
        };
        has_area
            && self.is_of_hull.len() == count
            && self.springs.iter().all(|spring| is_there(spring.a) && is_there(spring.b))
            && self.edges.as_flattened().iter().all(|&end| is_there(end))
            && self.groups.iter().all(|group| group.nodes.iter().all(|&first| first as usize + count <= node_count))
            && [0, self.groups.len() * self.springs.len()].contains(&self.rest_lengths.len())
    }
}

/// Finds all batches of a level; sets `is_taken` for each batched body. Cost: linear in the size of the level, plus a sort of the bodies.
pub(in crate::engine) fn find(layout: &Layout, is_taken: &mut [bool]) -> Vec<BodyBatch> {
    let mut words = Vec::new();
    let mut candidates: Vec<(u64, u32)> = Vec::new();
    for (index, body) in layout.bodies.iter().enumerate() {
        let is_alone = body.is_dynamic && !layout.links.is_sprung(index);
        if is_alone && (1..=MOST_NODES).contains(&body.nodes.len()) {
            describe(layout, body, &mut words);
            let mut hasher = BitHasher::new();
            words.iter().for_each(|&word| hasher.word(word));
            candidates.push((hasher.finish(), index as u32));
        }
    }
    candidates.sort_copies();
    let mut batches = Vec::new();
    let mut of_first = Vec::new();
    for alike in candidates.chunk_by(|one, next| one.0 == next.0).filter(|alike| alike.len() >= FEWEST) {
        describe(layout, &layout.bodies[alike[0].1 as usize], &mut of_first);
        // If two shapes share a hash, bodies of the second one are not batched.
        let is_equal = |&index: &u32| {
            describe(layout, &layout.bodies[index as usize], &mut words);
            words == of_first
        };
        let mut bodies: Vec<u32> = alike.iter().map(|&(_, index)| index).filter(is_equal).collect();
        if bodies.len() % LANES < FEWEST {
            bodies.truncate(bodies.len() / LANES * LANES);
        }
        if !bodies.is_empty() {
            bodies.iter().for_each(|&body| is_taken[body as usize] = true);
            batches.push(batch(layout, &bodies));
        }
    }
    // In file order, which is the order in memory.
    batches.sort_unstable_by_key(|batch| batch.groups[0].bodies[0]);
    batches
}

/// True if gas pushes in a body with positive area.
pub(in crate::engine) fn has_gas(body: &BodyLayout) -> bool {
    body.gas != 0.0 && !body.triangles.is_empty()
}

/// Writes the properties that bodies of a batch share, as words.
fn describe(layout: &Layout, body: &BodyLayout, words: &mut Vec<u64>) {
    let local = |&node: &u32| u64::from(node) - body.nodes.start as u64;
    words.clear();
    words.extend([body.nodes.len() as u64, body.springs.len() as u64]);
    for numbers in [&layout.mass[body.nodes.clone()], &layout.inverse_mass[body.nodes.clone()]] {
        words.extend(numbers.iter().map(|number| number.to_bits()));
    }
    let springs = &layout.springs;
    for ends in [&springs.a[body.springs.clone()], &springs.b[body.springs.clone()]] {
        words.extend(ends.iter().map(local));
    }
    for numbers in [&springs.stiffness, &springs.damping] {
        words.extend(numbers.part(body.springs.clone()).map(f64::to_bits));
    }
    words.push(u64::from(has_gas(body)));
    words.push(body.hull_edges.len() as u64);
    words.extend(layout.hull_edges[body.hull_edges.clone()].as_flattened().iter().map(local));
    if has_gas(body) {
        words.push(u64::from(body.tiles_hull));
        if !body.tiles_hull {
            words.extend(layout.triangles[body.triangles.clone()].as_flattened().iter().map(local));
        }
    }
}

/// Builds a batch of equal bodies.
fn batch(layout: &Layout, bodies: &[u32]) -> BodyBatch {
    let first = &layout.bodies[bodies[0] as usize];
    let local = |node: u32| node - first.nodes.start as u32;
    let springs = &layout.springs;
    let spring = |index: usize| BatchSpring {
        a: local(springs.a[index]),
        b: local(springs.b[index]),
        stiffness: springs.stiffness[index],
        damping: springs.damping[index],
        rest_length: springs.rest_length[index],
    };
    let groups: Vec<LaneGroup> = bodies.chunks(LANES).map(|bodies| group(layout, bodies)).collect();
    let has_gas = has_gas(first);
    let hull = if has_gas { first.hull_edges.clone() } else { 0..0 };
    let mut is_of_hull = vec![false; first.nodes.len()];
    let hull_nodes = &layout.hull_nodes[first.hull_nodes.clone()];
    hull_nodes.iter().for_each(|&node| is_of_hull[local(node) as usize] = true);
    BodyBatch {
        masses: first.nodes.clone().map(|node| [layout.mass[node], layout.inverse_mass[node]]).collect(),
        is_of_hull,
        springs: first.springs.clone().map(spring).collect(),
        area: has_gas.then(|| area(layout, first)),
        edges: layout.hull_edges[hull].iter().map(|edge| edge.map(local)).collect(),
        rest_lengths: if have_same_lengths(layout, bodies) { Vec::new() } else { rest_lengths(layout, &groups) },
        groups,
    }
}

fn group(layout: &Layout, bodies: &[u32]) -> LaneGroup {
    let bodies: [u32; LANES] = std::array::from_fn(|lane| bodies[lane.min(bodies.len() - 1)]);
    let body = |index: u32| &layout.bodies[index as usize];
    LaneGroup {
        bodies,
        nodes: bodies.map(|index| body(index).nodes.start as u32),
        gas: bodies.map(|index| body(index).gas),
    }
}

/// Terms of [`Layout::doubled_area`] for a body.
fn area(layout: &Layout, body: &BodyLayout) -> AreaTerms {
    let local = |node: u32| node - body.nodes.start as u32;
    if !body.tiles_hull {
        let triangles = layout.triangles[body.triangles.clone()].iter();
        return AreaTerms::Triangles(triangles.map(|corners| corners.map(local)).collect());
    }
    let edges = &layout.hull_edges[body.hull_edges.clone()];
    let side = |&[a, b]: &[u32; 2]| HullSide {
        low: local(a.min(b)),
        high: local(a.max(b)),
        sign: if a < b { 1.0 } else { -1.0 },
    };
    AreaTerms::Hull {
        origin: edges.first().map_or(0, |&[a, b]| local(a.min(b))),
        sides: edges.iter().map(side).collect(),
    }
}

fn lengths(layout: &Layout, body: u32) -> &[f64] {
    &layout.springs.rest_length[layout.bodies[body as usize].springs.clone()]
}

fn have_same_lengths(layout: &Layout, bodies: &[u32]) -> bool {
    let of_first = lengths(layout, bodies[0]);
    bodies.iter().all(|&body| {
        let pairs = lengths(layout, body).iter().zip(of_first);
        pairs.into_iter().all(|(length, first)| length.to_bits() == first.to_bits())
    })
}

fn rest_lengths(layout: &Layout, groups: &[LaneGroup]) -> Vec<[f64; LANES]> {
    let count = lengths(layout, groups[0].bodies[0]).len();
    let mut rows = Vec::with_capacity(groups.len() * count);
    for group in groups {
        let lanes = group.bodies.map(|body| lengths(layout, body));
        rows.extend((0..count).map(|spring| lanes.map(|lengths| lengths[spring])));
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Body, Level, Node, Role, Spring};

    /// A triangle with gas whose first node has this mass.
    fn triangle(index: usize, mass: f64) -> Body {
        let x = index as f64 * 10.0;
        let mut nodes = vec![Node::at([x, 0.0]), Node::at([x + 1.0, 0.0]), Node::at([x, 1.0])];
        nodes[0].role = Role::Mass(mass);
        let hull = vec![[0, 1], [1, 2], [2, 0]];
        let spring = |[a, b]: [usize; 2]| Spring { a, b, rest_length: 1.0, stiffness: 2.0, damping: 0.5 };
        let springs = hull.iter().copied().map(spring).collect();
        Body { nodes, springs, hull, triangles: vec![[0, 1, 2]], gas: 1.0, ..Body::default() }
    }

    fn found(masses: &[f64], change: impl Fn(&mut Vec<Body>)) -> (Vec<BodyBatch>, Vec<bool>) {
        let mut bodies = masses.iter().enumerate().map(|(index, &mass)| triangle(index, mass)).collect();
        change(&mut bodies);
        let layout = Layout::new(&Level { bodies, ..Level::default() });
        let mut is_taken = vec![false; layout.bodies.len()];
        let batches = find(&layout, &mut is_taken);
        assert!(batches.iter().all(|batch| batch.is_sound(layout.node_count)));
        (batches, is_taken)
    }

    fn bodies(batch: &BodyBatch) -> Vec<[u32; LANES]> {
        batch.groups.iter().map(|group| group.bodies).collect()
    }

    /// Two alternating shapes: twelve bodies of one form a group and a half; three of the other are too few.
    #[test]
    fn body_batches_group_equal_bodies_by_eight() {
        let masses: Vec<f64> = (0..15).map(|index| if index % 5 == 1 { 2.0 } else { 1.0 }).collect();
        let (batches, is_taken) = found(&masses, |_| ());
        assert_eq!(batches.len(), 1);
        assert_eq!(bodies(&batches[0]), [[0, 2, 3, 4, 5, 7, 8, 9], [10, 12, 13, 14, 14, 14, 14, 14]]);
        assert_eq!(batches[0].groups[1].nodes, [30, 36, 39, 42, 42, 42, 42, 42]);
        assert!(masses.iter().zip(is_taken).all(|(&mass, is_taken)| is_taken == (mass == 1.0)));
        assert_eq!(batches[0].masses, [[1.0, 1.0]; 3]);
        assert!(batches[0].rest_lengths.is_empty(), "they have all the same");
    }

    /// Fewer than half of the lanes are left out.
    #[test]
    fn body_batches_drop_groups_below_half() {
        for (count, taken) in [(3, 0), (4, 4), (8, 8), (11, 8), (12, 12)] {
            let (batches, is_taken) = found(&vec![1.0; count], |_| ());
            assert_eq!(is_taken.iter().filter(|&&is_taken| is_taken).count(), taken);
            assert_eq!(batches.iter().map(|batch| batch.groups.len()).sum::<usize>(), taken.div_ceil(LANES));
        }
    }

    /// Rest lengths and gas may differ between lanes; a body without gas is not batched.
    #[test]
    fn body_batches_allow_different_lengths_and_gas() {
        let (batches, is_taken) = found(&[1.0; 9], |bodies| {
            bodies[3].springs[1].rest_length = 1.5;
            bodies[5].gas = 7.0;
            bodies[6].gas = 0.0;
        });
        assert_eq!(bodies(&batches[0]), [[0, 1, 2, 3, 4, 5, 7, 8]]);
        assert!(!is_taken[6]);
        assert_eq!(batches[0].groups[0].gas, [1.0, 1.0, 1.0, 1.0, 1.0, 7.0, 1.0, 1.0]);
        assert_eq!(batches[0].rest_lengths, [[1.0; 8], [1.0, 1.0, 1.0, 1.5, 1.0, 1.0, 1.0, 1.0], [1.0; 8]]);
    }

    #[test]
    fn body_batches_exclude_fixed_and_large_bodies() {
        let fixed =
            |bodies: &mut Vec<Body>| bodies.iter_mut().for_each(|body| body.motion = crate::level::Motion::Fixed);
        assert!(found(&[1.0; 8], fixed).0.is_empty());
        let large =
            |bodies: &mut Vec<Body>| bodies.iter_mut().for_each(|body| body.nodes.resize(97, Node::at([0.0; 2])));
        assert!(found(&[1.0; 8], large).0.is_empty());
    }
}
