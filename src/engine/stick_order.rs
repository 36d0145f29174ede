//! In which order sticks are solved where nobody looks on: the bits are those of file order.
//!
//! Must never know: the formula's result, the trace. A stick moves its two nodes and reads nothing else. So its place among the
//! sticks of these two nodes decides its bits, in this pass and from pass to pass, and its place among all others decides
//! nothing. One that comes right after its neighbour in a chain has to wait for the root and the division of that one; so
//! sticks are put in *levels*: a stick's level is one above the highest of the earlier sticks at its nodes. Those of one
//! level share no node, and the processor works on several at once. Where levels hold few (in a rope only one), some
//! passes are put in levels together: the next pass follows through the rope two sticks behind.

use super::{Layout, State};
use glam::DVec2;

/// Passes that are put in levels together at most.
const TOGETHER: u32 = 8;
/// Sticks in a level of one pass, on average, that are enough.
const WIDE: usize = 8;
/// Levels of one pass go no further than over so many sticks at a time, so that what they work on stays in the cache.
const BLOCK: usize = 8192;

/// See the module. It is made anew when other bodies are blown up.
#[derive(Clone, Debug, Default)]
pub(super) struct StickOrder {
    /// In file order.
    links: Vec<Link>,
    /// Executions of some passes, and how often these come.
    rounds: Vec<(Vec<u32>, u32)>,
    /// Bodies of sticks, and whether they are left out.
    bodies: Vec<(u32, bool)>,
    is_made: bool,
}

/// A stick, with what of the formula never changes.
#[derive(Clone, Copy, Debug)]
struct Link {
    a: u32,
    b: u32,
    length: f64,
    /// Parts of the excess that the ends are moved by.
    share_a: f64,
    share_b: f64,
}

impl StickOrder {
    /// All passes.
    pub fn run(&mut self, layout: &Layout, state: &mut State) {
        if !self.is_made || self.bodies.iter().any(|&(body, is_out)| state.blown_up[body as usize] != is_out) {
            self.make(layout, &state.blown_up);
        }
        let per_time = 1.0 / layout.substep_time;
        let State { positions, velocities, .. } = state;
        for (links, times) in &self.rounds {
            for _ in 0..*times {
                if layout.is_verlet() {
                    self.solve(links, positions, |_, _| ());
                } else {
                    self.solve(links, positions, |node, by| velocities[node] += by * per_time);
                }
            }
        }
    }

    /// The formula of `sticks::pass`, term by term; `tell` has the moves, which do not wait for each other.
    #[inline(always)]
    fn solve(&self, order: &[u32], positions: &mut [DVec2], mut tell: impl FnMut(usize, DVec2)) {
        for &link in order {
            let Link { a, b, length: kept, share_a, share_b } = self.links[link as usize];
            let (a, b) = (a as usize, b as usize);
            let d = positions[b] - positions[a];
            let length = d.length();
            if length == 0.0 {
                continue;
            }
            let excess = d * ((length - kept) / length);
            for (node, by) in [(a, excess * share_a), (b, excess * share_b)] {
                positions[node] += by;
                tell(node, by);
            }
        }
    }

    fn make(&mut self, layout: &Layout, blown_up: &[bool]) {
        let has_sticks = |body: &usize| layout.bodies[*body].is_dynamic && !layout.bodies[*body].sticks.is_empty();
        let bodies = (0..layout.bodies.len()).filter(has_sticks);
        self.bodies = bodies.map(|body| (body as u32, blown_up[body])).collect();
        let sticks = &layout.sticks;
        let solved = self.bodies.iter().filter(|(_, is_out)| !is_out);
        let all = solved.flat_map(|&(body, _)| layout.bodies[body as usize].sticks.clone());
        let links = all.filter_map(|stick| {
            let (a, b) = (sticks.a[stick], sticks.b[stick]);
            let (weight_a, weight_b) = (layout.inverse_mass[a as usize], layout.inverse_mass[b as usize]);
            let weight = weight_a + weight_b;
            let link =
                Link { a, b, length: sticks.length[stick], share_a: weight_a / weight, share_b: -weight_b / weight };
            // With both ends held there is nothing to project.
            (weight != 0.0).then_some(link)
        });
        self.links = links.collect();
        self.rounds = rounds(&self.links, layout.node_count, layout.settings.stick_iterations);
        if let [(order, _)] = self.rounds.as_mut_slice()
            && order.len() == self.links.len()
        {
            // One pass at a time: they lie in the order in which they are read.
            self.links = order.iter().map(|&link| self.links[link as usize]).collect();
            order.iter_mut().zip(0..).for_each(|(link, place)| *link = place);
        }
        self.is_made = true;
    }
}

/// The executions of all passes.
fn rounds(links: &[Link], nodes: usize, passes: u32) -> Vec<(Vec<u32>, u32)> {
    let (one, levels) = in_levels(links, nodes, 1, BLOCK);
    if links.len() >= WIDE * levels {
        return vec![(one, passes)];
    }
    let together = passes.clamp(1, TOGETHER);
    let mut rounds = vec![(in_levels(links, nodes, together, usize::MAX).0, passes / together)];
    let left = passes % together;
    if left > 0 {
        rounds.push((in_levels(links, nodes, left, usize::MAX).0, 1));
    }
    rounds
}

/// So many passes over all, level by level, a block of sticks after the other; and how many levels there are.
fn in_levels(links: &[Link], nodes: usize, passes: u32, block: usize) -> (Vec<u32>, usize) {
    // Of each node the level that its next stick may have.
    let mut next = vec![0u32; nodes];
    let mut counts: Vec<u32> = Vec::new();
    let mut levels = Vec::with_capacity(links.len() * passes as usize);
    for _ in 0..passes {
        let mut least = 0;
        for (index, link) in links.iter().enumerate() {
            if index > 0 && index.is_multiple_of(block) {
                least = counts.len() as u32;
            }
            let (a, b) = (link.a as usize, link.b as usize);
            let level = next[a].max(next[b]).max(least);
            (next[a], next[b]) = (level + 1, level + 1);
            if counts.len() == level as usize {
                counts.push(0);
            }
            counts[level as usize] += 1;
            levels.push(level);
        }
    }
    let mut start = 0;
    for count in &mut counts {
        start += std::mem::replace(count, start);
    }
    let mut order = vec![0; levels.len()];
    for (execution, &level) in levels.iter().enumerate() {
        let place = &mut counts[level as usize];
        order[*place as usize] = (execution % links.len()) as u32;
        *place += 1;
    }
    (order, counts.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link([a, b]: [u32; 2]) -> Link {
        Link { a, b, length: 1.0, share_a: 0.5, share_b: -0.5 }
    }

    #[test]
    fn a_rope_of_three_in_two_passes() {
        // Levels of pass 1: 0 1 2. Of pass 2: 0-1 waits for 1-2 of pass 1: 2; then 3 and 4.
        let links = [[0, 1], [1, 2], [2, 3]].map(link);
        let (order, levels) = in_levels(&links, 4, 2, usize::MAX);
        assert_eq!((order, levels), (vec![0, 1, 2, 0, 1, 2], 5));
        assert_eq!(
            rounds(&links, 4, 20).iter().map(|(order, times)| (order.len(), *times)).collect::<Vec<_>>(),
            [(24, 2), (12, 1)]
        );
    }

    #[test]
    fn what_shares_no_node_is_in_one_level() {
        // A star, and pairs beside it: 0-1 0-2 0-3, 4-5 6-7.
        let links = [[0, 1], [0, 2], [0, 3], [4, 5], [6, 7]].map(link);
        assert_eq!(in_levels(&links, 8, 1, usize::MAX), (vec![0, 3, 4, 1, 2], 3));
        // Two at a time: 0-1, then 0-2; 0-3 and 4-5; 6-7.
        assert_eq!(in_levels(&links, 8, 1, 2), (vec![0, 1, 2, 3, 4], 4));
        let many: Vec<Link> = (0..40).map(|index| link([2 * index, 2 * index + 1])).collect();
        assert_eq!(rounds(&many, 80, 7), [((0..40).collect(), 7)]);
        assert_eq!(rounds(&[], 0, 3), [(vec![], 3)]);
    }
}
