//! Order of distance constraints: groups of eight that share no node, with the bits of file order.
//!
//! Algorithm: list scheduling of a dependency graph. A constraint moves its two nodes and reads nothing else, so only its order among the
//! constraints of these nodes decides its bits. Each constraint of each pass goes into the first group that has room and lies behind the
//! groups of the earlier constraints at its nodes; full groups are found by path halving as in union-find (Tarjan & van Leeuwen 1984).
//! Several passes are scheduled together, each behind the one before, so that one pass finds the data of the last in cache, and the
//! passes of a rope, whose sticks all depend on each other, fill the lanes.
//! Why not colouring: it would change the order at a node, and so the bits.

use crate::engine::data::Layout;

/// Sticks per group.
pub(in crate::engine) const LANES: usize = 8;
/// Minimum distance in groups between two sticks of one node; the groups between hide the latency of the first.
const MIN_DISTANCE: u32 = 2;
/// Maximum number of passes in one schedule.
const MAX_PASSES: u32 = 16;
/// Maximum of sticks times passes in one schedule; two passes are always scheduled together.
const MAX_ENTRIES: usize = 1 << 20;

/// Schedule of all sticks; rebuilt when the set of blown-up bodies changes.
#[derive(Clone, Debug, Default)]
pub(in crate::engine) struct ConstraintBatches {
    /// Groups of passes over the sticks of bodies without stick links and pin joints, and how often each is repeated.
    pub pass_groups: Vec<(PassGroup, u32)>,
    /// One pass over the sticks of all other bodies; none if they have no sticks.
    pub linked_pass: Option<PassGroup>,
    /// Number of nodes of the layout.
    pub nodes: usize,
    /// Bodies with sticks, and whether they are excluded as blown up.
    bodies: Vec<(u32, bool)>,
    /// Number of bodies of the layout.
    body_count: usize,
    /// Number of bodies with stick links or pin joints.
    linked_count: usize,
    /// Sticks in the schedule, and those of them that were added since it was built.
    sticks: [usize; 2],
    is_made: bool,
}

/// A stick with the constant factors of its formula.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::engine) struct DistanceConstraint {
    /// Doubled node indices of the ends: offsets of their coordinates.
    pub ends: [u32; 2],
    pub length: f64,
    /// Fractions of the excess length by which the ends move.
    pub shares: [f64; 2],
}

/// Schedule of consecutive passes over all sticks.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::engine) struct PassGroup {
    /// Alternating counts of groups of eight and of single constraints.
    runs: Vec<[u32; 2]>,
    groups: Vec<ConstraintGroup>,
    alone: Vec<DistanceConstraint>,
    pub numbers: ConstraintNumbers,
}

/// Eight sticks that share no node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::engine) struct ConstraintGroup {
    pub ends: [[u32; 2]; LANES],
    /// Index into [`ConstraintNumbers::lengths`].
    pub lengths: u32,
    /// Index into [`ConstraintNumbers::shares`].
    pub shares: u32,
}

/// Lengths and shares of groups; consecutive groups with equal numbers share one entry.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::engine) struct ConstraintNumbers {
    pub lengths: Vec<[f64; LANES]>,
    /// Shares of the first ends, then of the second ends.
    pub shares: Vec<[[f64; LANES]; 2]>,
}

impl ConstraintBatches {
    /// Builds the schedule unless it exists for the current set of blown-up bodies. Bodies that were added since then get a schedule of
    /// their own, until their sticks outweigh a quarter of all.
    pub fn prepare(&mut self, layout: &Layout, blown_up: &[bool]) {
        let is_current = self.is_made
            && self.linked_count == layout.links.constrained_bodies().len()
            && self.bodies.iter().all(|&(body, is_out)| blown_up[body as usize] == is_out);
        if is_current && self.body_count == layout.bodies.len() {
            return;
        }
        if is_current && self.sticks[1] <= self.sticks[0] / 4 {
            self.sticks[1] += self.add(layout, blown_up, self.body_count);
        } else {
            *self = Self { is_made: true, ..Self::default() };
            self.sticks = [self.add(layout, blown_up, 0), 0];
        }
    }

    /// Adds the bodies from this one on; returns the number of their sticks.
    fn add(&mut self, layout: &Layout, blown_up: &[bool], first: usize) -> usize {
        let has_sticks = |body: &usize| layout.bodies[*body].is_dynamic && !layout.bodies[*body].sticks.is_empty();
        let added = self.bodies.len();
        self.bodies.extend((first..layout.bodies.len()).filter(has_sticks).map(|body| (body as u32, blown_up[body])));
        let solved = self.bodies[added..].iter().filter(|(_, is_out)| !is_out);
        let is_linked = |body: u32| layout.links.constrained_bodies().binary_search(&(body as usize)).is_ok();
        let (linked, others): (Vec<u32>, Vec<u32>) = solved.map(|&(body, _)| body).partition(|&body| is_linked(body));
        let of_bodies = |bodies: Vec<u32>| -> Vec<DistanceConstraint> {
            let sticks = bodies.into_iter().flat_map(|body| layout.bodies[body as usize].sticks.clone());
            sticks.filter_map(|stick| constraint(layout, stick)).collect()
        };
        (self.nodes, self.body_count) = (layout.node_count, layout.bodies.len());
        self.linked_count = layout.links.constrained_bodies().len();
        let (others, linked) = (of_bodies(others), of_bodies(linked));
        self.pass_groups.extend(pass_groups(&others, self.nodes, layout.settings.stick_iterations));
        if !linked.is_empty() {
            self.linked_pass = Some(pass_group(&linked, self.nodes, 1));
        }
        others.len() + linked.len()
    }
}

/// None if both ends are pinned.
fn constraint(layout: &Layout, stick: usize) -> Option<DistanceConstraint> {
    let sticks = &layout.sticks;
    let ends = [sticks.a[stick], sticks.b[stick]];
    let [weight_a, weight_b] = ends.map(|node| layout.inverse_mass[node as usize]);
    let weight = weight_a + weight_b;
    let shares = [weight_a / weight, -weight_b / weight];
    (weight != 0.0).then(|| DistanceConstraint {
        ends: ends.map(|node| 2 * node),
        length: sticks.length[stick],
        shares,
    })
}

/// Schedules of all passes.
fn pass_groups(constraints: &[DistanceConstraint], nodes: usize, passes: u32) -> Vec<(PassGroup, u32)> {
    if constraints.is_empty() || passes == 0 {
        return Vec::new();
    }
    let together = passes_per_schedule(constraints.len(), passes);
    let mut pass_groups = vec![(pass_group(constraints, nodes, together), passes / together)];
    if !passes.is_multiple_of(together) {
        pass_groups.push((pass_group(constraints, nodes, passes % together), 1));
    }
    pass_groups
}

/// Number of passes per schedule: the maximum, or a divisor of `passes` between half the maximum and the maximum.
fn passes_per_schedule(sticks: usize, passes: u32) -> u32 {
    let most = ((MAX_ENTRIES / sticks) as u32).clamp(2, MAX_PASSES).min(passes);
    (most.div_ceil(2)..=most).rev().find(|&some| passes.is_multiple_of(some)).unwrap_or(most)
}

/// Builds the schedule of `passes` passes over all constraints.
fn pass_group(constraints: &[DistanceConstraint], nodes: usize, passes: u32) -> PassGroup {
    let [places, order] = in_groups(constraints, nodes, passes);
    let mut pass_group = PassGroup { runs: vec![[0, 0]], ..PassGroup::default() };
    for group in places.windows(2) {
        let group = &order[group[0] as usize..group[1] as usize];
        let last = pass_group.runs.last_mut().expect("there is one from the start");
        if group.len() < LANES {
            last[1] += group.len() as u32;
            pass_group.alone.extend(group.iter().map(|&constraint| constraints[constraint as usize]));
            continue;
        }
        match last {
            [groups, 0] => *groups += 1,
            _ => pass_group.runs.push([1, 0]),
        }
        let group = std::array::from_fn(|lane| constraints[group[lane] as usize]);
        pass_group.groups.push(pass_group.numbers.group(&group));
    }
    pass_group.groups.shrink_to_fit();
    pass_group.alone.shrink_to_fit();
    pass_group
}

impl PassGroup {
    /// Groups of eight and single constraints, alternating.
    #[inline(always)]
    pub fn runs(&self) -> impl Iterator<Item = (&[ConstraintGroup], &[DistanceConstraint])> {
        let mut behind = [0; 2];
        self.runs.iter().map(move |run| {
            let from = behind;
            behind = [0, 1].map(|kind| from[kind] + run[kind] as usize);
            (&self.groups[from[0]..behind[0]], &self.alone[from[1]..behind[1]])
        })
    }
}

impl ConstraintNumbers {
    /// A stick of a group.
    pub fn constraint(&self, group: &ConstraintGroup, lane: usize) -> DistanceConstraint {
        let shares = &self.shares[group.shares as usize];
        DistanceConstraint {
            ends: group.ends[lane],
            length: self.lengths[group.lengths as usize][lane],
            shares: [shares[0][lane], shares[1][lane]],
        }
    }

    fn group(&mut self, constraints: &[DistanceConstraint; LANES]) -> ConstraintGroup {
        ConstraintGroup {
            ends: constraints.map(|constraint| constraint.ends),
            lengths: index_of(&mut self.lengths, constraints.map(|constraint| constraint.length)),
            shares: index_of(&mut self.shares, [0, 1].map(|end| constraints.map(|constraint| constraint.shares[end]))),
        }
    }
}

/// Index of `value` if it is the last entry, else of a new entry.
fn index_of<T: PartialEq>(list: &mut Vec<T>, value: T) -> u32 {
    if list.last() != Some(&value) {
        list.push(value);
    }
    list.len() as u32 - 1
}

/// Assigns constraints to groups. Returns the start of each group in the order, with the end of the last one, and the order.
fn in_groups(constraints: &[DistanceConstraint], nodes: usize, passes: u32) -> [Vec<u32>; 2] {
    let (count, passes) = (constraints.len(), passes as usize);
    let lag = lag(constraints, nodes);
    let mut open_groups = OpenGroups::default();
    // First group that the next stick of each node may join.
    let mut next = vec![0u32; nodes];
    let mut groups = Vec::with_capacity(count * passes);
    // Each pass runs `lag` sticks behind the previous one.
    for step in 0..count + (passes - 1) * lag {
        for pass in (step + 1).saturating_sub(count).div_ceil(lag)..=(step / lag).min(passes - 1) {
            let constraint = step - pass * lag;
            let ends = constraints[constraint].ends.map(|end| end as usize / 2);
            let group = open_groups.take(next[ends[0]].max(next[ends[1]]));
            next[ends[0]] = group + MIN_DISTANCE;
            next[ends[1]] = group + MIN_DISTANCE;
            groups.push([group, constraint as u32]);
        }
    }
    let mut places = vec![0u32; open_groups.taken.len() + 1];
    groups.iter().for_each(|&[group, _]| places[group as usize + 1] += 1);
    (1..places.len()).for_each(|group| places[group] += places[group - 1]);
    let mut order = vec![0u32; groups.len()];
    for [group, constraint] in groups {
        let left = &mut open_groups.taken[group as usize];
        *left -= 1;
        order[(places[group as usize + 1] - 1 - u32::from(*left)) as usize] = constraint;
    }
    [places, order]
}

/// Number of constraints by which a pass lags behind the previous one, so that all constraints that share a node are done.
fn lag(constraints: &[DistanceConstraint], nodes: usize) -> usize {
    let mut spans = vec![[u32::MAX, 0]; nodes];
    for (index, constraint) in (0..).zip(constraints) {
        for end in constraint.ends {
            let [first, last] = &mut spans[end as usize / 2];
            (*first, *last) = (index.min(*first), index);
        }
    }
    let longest = spans.iter().map(|[first, last]| last.saturating_sub(*first)).max();
    1 + longest.unwrap_or(0) as usize
}

/// Groups with room, as a union-find forest.
#[derive(Default)]
struct OpenGroups {
    taken: Vec<u8>,
    /// A later group for a full group; the group itself if it has room.
    next: Vec<u32>,
}

impl OpenGroups {
    /// Takes a place in the first group with room, from `from` on; returns the group.
    fn take(&mut self, from: u32) -> u32 {
        let mut group = from;
        self.extend_to(group);
        while self.next[group as usize] != group {
            let behind = self.next[group as usize];
            self.extend_to(behind);
            // Path halving.
            self.next[group as usize] = self.next[behind as usize];
            group = self.next[group as usize];
            self.extend_to(group);
        }
        self.taken[group as usize] += 1;
        if usize::from(self.taken[group as usize]) == LANES {
            self.next[group as usize] = group + 1;
        }
        group
    }

    /// Adds empty groups up to `group`.
    fn extend_to(&mut self, group: u32) {
        while self.next.len() <= group as usize {
            self.next.push(self.next.len() as u32);
            self.taken.push(0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn constraint([a, b]: [u32; 2]) -> DistanceConstraint {
        DistanceConstraint { ends: [2 * a, 2 * b], length: f64::from(a), shares: [0.5, -0.5] }
    }

    #[test]
    fn rope_of_three_sticks_in_two_passes_matches_hand_calculation() {
        // Pass 1 has groups 0, 2 and 4. In pass 2, 0-1 follows 1-2 of pass 1: group 4, beside 2-3; then 6 and 8.
        let constraints = [[0, 1], [1, 2], [2, 3]].map(constraint);
        assert_eq!(lag(&constraints, 4), 2);
        let [places, order] = in_groups(&constraints, 4, 2);
        assert_eq!((places, order), (vec![0, 1, 1, 2, 2, 4, 4, 5, 5, 6], vec![0, 1, 2, 0, 1, 2]));
        let alone = pass_group(&constraints, 4, 2);
        assert_eq!((alone.runs, alone.groups.len(), alone.alone.len()), (vec![[0, 6]], 0, 6));
    }

    #[test]
    fn groups_contain_constraints_without_shared_nodes() {
        // A star, and pairs beside it: 0-1 0-2 0-3, 4-5 6-7.
        let constraints = [[0, 1], [0, 2], [0, 3], [4, 5], [6, 7]].map(constraint);
        assert_eq!(in_groups(&constraints, 8, 1), [vec![0, 3, 3, 4, 4, 5], vec![0, 3, 4, 1, 2]]);
        // Twenty pairs: two groups of eight and four single sticks.
        let many: Vec<DistanceConstraint> = (0..20).map(|index| constraint([2 * index, 2 * index + 1])).collect();
        let pass_group = pass_group(&many, 40, 1);
        assert_eq!((pass_group.runs, pass_group.alone.as_slice()), (vec![[2, 4]], &many[16..]));
        assert_eq!(pass_group.numbers.lengths[1], [16.0, 18.0, 20.0, 22.0, 24.0, 26.0, 28.0, 30.0]);
        assert_eq!(
            (pass_group.numbers.shares.len(), pass_group.groups[1].shares, pass_group.groups[1].lengths),
            (1, 0, 1)
        );
    }

    #[test]
    fn together_divides_passes_by_the_number_of_sticks() {
        assert_eq!([1, 3, 16, 17, 20, 32].map(|passes| passes_per_schedule(1000, passes)), [1, 3, 16, 16, 10, 16]);
        // Few sticks make no difference, many do, and two always go.
        assert_eq!([1 << 17, 200_000, 1 << 20, 1 << 30].map(|sticks| passes_per_schedule(sticks, 16)), [8, 4, 2, 2]);
        assert!(pass_groups(&[], 0, 3).is_empty() && pass_groups(&[constraint([0, 1])], 2, 0).is_empty());
        let times = |passes| -> Vec<u32> {
            pass_groups(&[constraint([0, 1])], 2, passes)
                .iter()
                .map(|(pass_group, times)| pass_group.alone.len() as u32 * times)
                .collect()
        };
        assert_eq!([times(5), times(17)], [vec![5], vec![16, 1]]);
    }

    /// Random sticks: each occurs once per pass, the sticks of a group share no node, and each node keeps file order.
    #[test]
    fn batches_keep_the_file_order_at_every_node() {
        let mut seed = 1u64;
        let mut below = |end: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % end
        };
        for turn in 0..200 {
            let (nodes, passes) = (2 + below(80) as usize, 1 + below(9) as u32);
            let near = if turn % 2 == 0 { nodes as u64 } else { 3 };
            let ends = |a: u64, by: u64| [a as u32, (a + by).min(nodes as u64 - 1) as u32];
            let mut all: Vec<[u32; 2]> = (0..below(200)).map(|_| ends(below(nodes as u64), below(near))).collect();
            if turn % 3 == 0 {
                all.sort_unstable();
            }
            let constraints: Vec<DistanceConstraint> = all.into_iter().map(constraint).collect();
            if constraints.is_empty() {
                continue;
            }
            let [places, order] = in_groups(&constraints, nodes, passes);
            assert_eq!(*places.last().unwrap() as usize, order.len());
            let mut seen = vec![Vec::new(); nodes];
            for group in places.windows(2) {
                let mut there = vec![false; nodes];
                for &stick in &order[group[0] as usize..group[1] as usize] {
                    let [a, b] = constraints[stick as usize].ends.map(|end| end as usize / 2);
                    assert!(!there[a] && !there[b]);
                    (there[a], there[b]) = (true, true);
                    seen[a].push(stick);
                    if a != b {
                        seen[b].push(stick);
                    }
                }
            }
            for (node, seen) in seen.into_iter().enumerate() {
                let of_file =
                    (0..).zip(&constraints).filter(|(_, constraint)| constraint.ends.contains(&(2 * node as u32)));
                let of_file: Vec<u32> = of_file.map(|(stick, _)| stick).collect();
                assert_eq!(seen, of_file.repeat(passes as usize));
            }
        }
    }
}
