//! Another order of the same pairs: body after body as they lie, and of each body as the colours have it. Whatever a pair finds, it finds the
//! same; but neighbours follow each other, so that what one pair has brought into the cache is still there for the next. Colour
//! by colour, every pair of a large level would find its bodies gone from it.
//!
//! Must never know: colours other than by their order, what is done with a pair.

use crate::engine::Layout;

/// See the module.
#[derive(Clone, Debug, Default)]
pub(in crate::engine) struct Chains {
    /// Where the pairs of each moving body begin, and the end; those that are done are passed over.
    begins: Vec<u32>,
    ends: Vec<u32>,
    /// Pairs of each moving body, by colour.
    pairs: Vec<u32>,
    waiting: Vec<u32>,
    order: Vec<[u32; 2]>,
}

impl Chains {
    /// Puts pairs in order, that come colour by colour; the bodies of all pairs, those that are near each other together.
    pub fn order(
        &mut self,
        layout: &Layout,
        by_colour: &[[u32; 2]],
        bodies: impl Iterator<Item = usize>,
    ) -> &[[u32; 2]] {
        let moving = |pair: u32| {
            let bodies = by_colour[pair as usize].map(|body| body as usize);
            bodies.into_iter().filter(|&body| layout.bodies[body].is_dynamic)
        };
        let all = || 0..by_colour.len() as u32;
        self.begins.clear();
        self.begins.resize(layout.bodies.len() + 1, 0);
        for pair in all() {
            moving(pair).for_each(|body| self.begins[body + 1] += 1);
        }
        for body in 1..self.begins.len() {
            self.begins[body] += self.begins[body - 1];
        }
        self.ends.clone_from(&self.begins);
        self.pairs.clear();
        self.pairs.resize(self.begins.last().map_or(0, |&count| count as usize), 0);
        for pair in all() {
            for body in moving(pair) {
                let end = &mut self.ends[body];
                self.pairs[*end as usize] = pair;
                *end += 1;
            }
        }
        self.order.clear();
        for body in bodies {
            while self.begins[body] < self.ends[body] {
                self.waiting.push(self.pairs[self.begins[body] as usize]);
                self.settle(&moving, by_colour);
            }
        }
        &self.order
    }

    /// Whoever waits, after all that its bodies have to do before.
    fn settle<I: Iterator<Item = usize>>(&mut self, moving: &impl Fn(u32) -> I, by_colour: &[[u32; 2]]) {
        while let Some(&pair) = self.waiting.last() {
            let next = |body: usize| self.pairs[self.begins[body] as usize];
            // Of a lower colour: this comes to an end.
            if let Some(body) = moving(pair).find(|&body| next(body) != pair) {
                self.waiting.push(next(body));
                continue;
            }
            moving(pair).for_each(|body| self.begins[body] += 1);
            self.order.push(by_colour[pair as usize]);
            self.waiting.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::contact::colour::Colours;
    use crate::level::{Body, Level, Motion};

    /// Every pair once, and of each moving body in the order of the colours.
    #[test]
    fn each_body_meets_the_others_as_the_colours_have_it() {
        let mut bits = 5u64;
        let mut below = |count: u64| {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (bits >> 33) % count
        };
        for count in [2, 5, 30, 200] {
            let motion = |index: u64| if index.is_multiple_of(6) { Motion::Fixed } else { Motion::Dynamic };
            let bodies = (0..count).map(|index| Body { motion: motion(index), ..Body::default() }).collect();
            let layout = Layout::new(&Level { bodies, ..Level::default() });
            let moves = |body: u32| layout.bodies[body as usize].is_dynamic;
            let any: Vec<[u32; 2]> = (0..4 * count).map(|_| [below(count) as u32, below(count) as u32]).collect();
            let mut pairs: Vec<[u32; 2]> = any.into_iter().filter(|[i, j]| i < j && (moves(*i) || moves(*j))).collect();
            pairs.sort_unstable();
            pairs.dedup();
            let mut colours = Colours::default();
            colours.assign(&layout, &pairs);
            let by_colour: Vec<[u32; 2]> = colours.order().map(|(pair, _)| pairs[pair]).collect();
            let mut chains = Chains::default();
            // Twice: nothing is left over from before.
            chains.order(&layout, &by_colour, 0..count as usize);
            let order = chains.order(&layout, &by_colour, (0..count as usize).rev()).to_vec();
            let mut sorted = order.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, pairs);
            for body in (0..count as u32).filter(|&body| moves(body)) {
                let of =
                    |list: &[[u32; 2]]| list.iter().copied().filter(|pair| pair.contains(&body)).collect::<Vec<_>>();
                assert_eq!(of(&order), of(&by_colour), "body {body} of {count}");
            }
        }
    }
}
