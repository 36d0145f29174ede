//! Keyframes of a run under a memory budget: when it is full, every second one goes and the spacing doubles.
//!
//! Must never know: how states are made.

use crate::engine::State;

/// Bytes that all keyframes together may take.
const BUDGET: usize = 128 << 20;

/// States at frames that are multiples of a spacing; frame 0 always among them.
#[derive(Debug)]
pub(super) struct Keyframes {
    states: Vec<State>,
    spacing: u64,
    budget: usize,
}

impl Keyframes {
    pub fn new(first: State) -> Self {
        Self { states: vec![first], spacing: 1, budget: BUDGET }
    }

    pub fn first(&self) -> &State {
        &self.states[0]
    }

    /// Keeps the state if its frame is the next in the spacing.
    pub fn offer(&mut self, state: &State) {
        if state.frame != self.states.len() as u64 * self.spacing {
            return;
        }
        self.states.push(state.clone());
        if self.states.len() > 2 && self.states.len() * bytes(state) > self.budget {
            let mut index = 0;
            self.states.retain(|_| {
                index += 1;
                index % 2 == 1
            });
            self.spacing *= 2;
        }
    }

    /// The latest keyframe at or before the start of a frame.
    pub fn at_or_before(&self, frame: u64) -> &State {
        let index = ((frame / self.spacing) as usize).min(self.states.len() - 1);
        &self.states[index]
    }

    /// Forgets the keyframes after a frame.
    pub fn forget_beyond(&mut self, frame: u64) {
        self.states.truncate((frame / self.spacing) as usize + 1);
    }
}

fn bytes(state: &State) -> usize {
    let vectors = [&state.positions, &state.velocities, &state.previous, &state.disc_positions, &state.disc_velocities];
    let flags = state.collapsed.len() + state.blown_up.len() + state.without_edge.len() + 4 * state.disc_blown_up.len();
    size_of::<State>() + vectors.iter().map(|list| size_of_val(list.as_slice())).sum::<usize>() + flags
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::World;
    use crate::level::{Body, Level, Node};

    #[test]
    fn the_spacing_doubles_and_the_budget_holds() {
        let body = Body { nodes: vec![Node::at([0.0, 0.0]); 10], ..Body::default() };
        let level = Level { bodies: vec![body], ..Level::default() };
        let mut state = World::new(&level).unwrap().state().clone();
        let mut keyframes = Keyframes::new(state.clone());
        keyframes.budget = 10 * bytes(&state);
        for frame in 1..=1000 {
            state.frame = frame;
            keyframes.offer(&state);
            assert!(keyframes.states.len() <= 10);
            let found = keyframes.at_or_before(frame).frame;
            assert!(found <= frame && frame - found < 2 * keyframes.spacing);
        }
        // 1000 frames in 10 places: a spacing of at least 100, and a power of two.
        assert_eq!(keyframes.spacing, 128);
        keyframes.forget_beyond(300);
        assert_eq!(keyframes.at_or_before(1000).frame, 256);
        assert_eq!(keyframes.first().frame, 0);
    }
}
