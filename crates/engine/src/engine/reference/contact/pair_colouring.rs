//! Greedy graph colouring of pairs (Welsh & Powell 1967, first fit in file order): pairs of one colour share no moving body.
//!
//! Invariant: the order of resolution is by colour, and lexicographic within a colour. Cost: O(n) for n pairs, with up to 64 colours
//! per body.

use crate::engine::data::Layout;

/// Colours of pairs, and the pairs sorted by colour. A pair has the smallest colour that no earlier pair with a common `Dynamic` body
/// has.
#[derive(Clone, Debug, Default)]
pub(in crate::engine) struct PairColours {
    /// One per pair.
    colours: Vec<u32>,
    /// Pairs by colour; within a colour in the given order.
    order: Vec<u32>,
    /// Bit set of the first 64 colours used at each body.
    taken: Vec<u64>,
    /// Bit sets of further colours, for the few bodies with more.
    taken_more: Vec<Vec<u64>>,
    /// Bodies with an entry in `taken_more`.
    with_more: Vec<u32>,
    /// Next position of each colour in `order`, during the sort.
    starts: Vec<u32>,
}

impl PairColours {
    /// Colours the pairs in the given order.
    pub fn assign(&mut self, layout: &Layout, pairs: &[[u32; 2]]) {
        let bodies = layout.bodies.len();
        self.taken.clear();
        // Immovable bodies use no colour.
        self.taken.resize(bodies, 0);
        self.taken_more.resize(bodies, Vec::new());
        for body in self.with_more.drain(..) {
            self.taken_more[body as usize].clear();
        }
        self.colours.clear();
        for &[first, second] in pairs {
            let both = [first as usize, second as usize];
            let mut colour = (!(self.taken[both[0]] | self.taken[both[1]])).trailing_zeros();
            let mut word = 0;
            while colour == 64 * (word as u32 + 1) {
                word += 1;
                let taken = self.more(both[0], word) | self.more(both[1], word);
                colour += (!taken).trailing_zeros();
            }
            for body in both.into_iter().filter(|&body| layout.moves[body]) {
                self.take(body, colour);
            }
            self.colours.push(colour);
        }
        self.sort();
    }

    fn more(&self, body: usize, word: usize) -> u64 {
        self.taken_more[body].get(word - 1).copied().unwrap_or(0)
    }

    fn take(&mut self, body: usize, colour: u32) {
        let (word, bit) = ((colour / 64) as usize, 1u64 << (colour % 64));
        if word == 0 {
            self.taken[body] |= bit;
        } else {
            let more = &mut self.taken_more[body];
            if more.is_empty() {
                self.with_more.push(body as u32);
            }
            more.resize(more.len().max(word), 0);
            more[word - 1] |= bit;
        }
    }

    /// Sorts the pairs by colour with a counting sort, which is stable and linear.
    fn sort(&mut self) {
        let count = self.colours.iter().max().map_or(0, |&colour| colour as usize + 1);
        self.starts.clear();
        self.starts.resize(count + 1, 0);
        for &colour in &self.colours {
            self.starts[colour as usize + 1] += 1;
        }
        for colour in 0..count {
            self.starts[colour + 1] += self.starts[colour];
        }
        self.order.clear();
        self.order.resize(self.colours.len(), 0);
        for (pair, &colour) in self.colours.iter().enumerate() {
            let place = &mut self.starts[colour as usize];
            self.order[*place as usize] = pair as u32;
            *place += 1;
        }
    }

    /// Iterates over pair index and colour, colour by colour.
    pub fn order(&self) -> impl Iterator<Item = (usize, u32)> {
        self.order.iter().map(|&pair| (pair as usize, self.colours[pair as usize]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Body, Level, Motion};

    fn coloured(motions: &[Motion], pairs: &[[u32; 2]]) -> Vec<(usize, u32)> {
        let body = |motion: &Motion| Body { motion: motion.clone(), ..Body::default() };
        let level = Level { bodies: motions.iter().map(body).collect(), ..Level::default() };
        let mut colours = PairColours::default();
        colours.assign(&Layout::new(&level), pairs);
        colours.order().collect()
    }

    #[test]
    fn pair_colouring_of_a_chain_takes_two_colours_and_decor_none() {
        let chain = coloured(&vec![Motion::Dynamic; 4], &[[0, 1], [1, 2], [2, 3]]);
        assert_eq!(chain, [(0, 0), (2, 0), (1, 1)]);
        let mut motions = vec![Motion::Dynamic; 4];
        motions[0] = Motion::Fixed;
        // All bodies touch the floor 0; only 1 and 2 touch each other.
        let on_floor = coloured(&motions, &[[0, 1], [0, 2], [0, 3], [1, 2]]);
        assert_eq!(on_floor, [(0, 0), (1, 0), (2, 0), (3, 1)]);
    }

    #[test]
    fn pair_colouring_of_a_hub_takes_a_colour_per_neighbour() {
        let pairs: Vec<[u32; 2]> = (1..=200).map(|other| [0, other]).collect();
        let order = coloured(&vec![Motion::Dynamic; 201], &pairs);
        assert_eq!(order, (0..200).map(|pair| (pair, pair as u32)).collect::<Vec<_>>());
    }
}
