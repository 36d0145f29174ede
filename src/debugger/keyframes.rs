//! State storage of a run under a memory budget: keyframes at equal distances, whose spacing doubles when the budget is
//! exceeded, and states between two keyframes near the present, so that stepping back does not repeat them.

use super::run::Moment;
use crate::engine::State;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Default budget of a run, in bytes.
pub const BUDGET: usize = 256 << 20;
/// Divisor of the budget for states between keyframes.
const BETWEEN: usize = 8;

/// Memory in use and allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryUse {
    /// Frames between keyframes. After the budget grew, older frames get their keyframes when they are visited.
    pub spacing: u64,
    /// Number of keyframes.
    pub keyframes: usize,
    /// Number of states between keyframes.
    pub between: usize,
    /// Bytes in use.
    pub used: usize,
    /// Bytes allowed. Frame 0 is always kept.
    pub budget: usize,
}

/// States at multiples of the spacing, always including frame 0, and some states between.
#[derive(Debug)]
pub(super) struct Keyframes {
    /// Shared with second runs of the same past.
    states: BTreeMap<u64, Arc<State>>,
    between: BTreeMap<Moment, Box<State>>,
    spacing: u64,
    budget: usize,
    /// Bytes of one state, equal for all states of a level.
    each: usize,
}

impl Keyframes {
    pub fn new(first: State) -> Self {
        let each = bytes(&first);
        let states = BTreeMap::from([(0, Arc::new(first))]);
        Self { states, between: BTreeMap::new(), spacing: 1, budget: BUDGET, each }
    }

    /// The same keyframes for another run, without a copy.
    pub fn shared(&self) -> Self {
        Self { states: self.states.clone(), between: BTreeMap::new(), ..*self }
    }

    pub fn first(&self) -> &State {
        // Frame 0 is never dropped.
        &self.states[&0]
    }

    pub fn memory(&self) -> MemoryUse {
        let (keyframes, between) = (self.states.len(), self.between.len());
        MemoryUse {
            spacing: self.spacing,
            keyframes,
            between,
            used: (keyframes + between) * self.each,
            budget: self.budget,
        }
    }

    /// Stores the state of a frame's start if it is a multiple of the spacing.
    pub fn offer(&mut self, state: &State) {
        if !state.frame.is_multiple_of(self.spacing) || self.states.contains_key(&state.frame) {
            return;
        }
        self.states.insert(state.frame, Arc::new(state.clone()));
        self.thin_out();
    }

    /// Stores a state on the way to `short` (the moment before the target) if stepping back further would need it: the
    /// last substep of each frame, and all of the last frame. `substeps` is the number per frame.
    pub fn pass(&mut self, state: &State, short: Moment, substeps: u32) {
        let room = self.room_between();
        let is_wanted = state.substep + 1 == substeps || state.frame == short.0;
        let moment = (state.frame, state.substep);
        // Of a distance that exceeds the room only the end is kept: the next states when stepping back.
        if !is_wanted || short.0 - state.frame >= room as u64 || self.between.contains_key(&moment) {
            return;
        }
        let mut place = None;
        while self.between.len() >= room {
            place = self.drop_one(short);
        }
        let kept = match place {
            Some(mut old) => {
                (*old).clone_from(state);
                old
            }
            None => Box::new(state.clone()),
        };
        self.between.insert(moment, kept);
    }

    fn room_between(&self) -> usize {
        self.budget / BETWEEN / self.each
    }

    /// Drops a state: the latest one beyond the moment, else the earliest.
    fn drop_one(&mut self, short: Moment) -> Option<Box<State>> {
        let is_beyond = self.between.last_key_value()?.0 > &short;
        let dropped = if is_beyond { self.between.pop_last() } else { self.between.pop_first() };
        dropped.map(|(_, state)| state)
    }

    /// The latest stored state at or before a moment.
    pub fn at_or_before(&self, moment: Moment) -> &State {
        let keyframe = self.states.range(..=moment.0).next_back().map(|(&frame, state)| ((frame, 0), &**state));
        let between = self.between.range(..=moment).next_back().map(|(&moment, state)| (moment, &**state));
        let latest = [keyframe, between].into_iter().flatten().max_by_key(|(moment, _)| *moment);
        latest.map_or_else(|| self.first(), |(_, state)| state)
    }

    /// Drops states after a moment; also that of the moment itself, unless it is the start of a frame.
    pub fn forget_beyond(&mut self, moment: Moment) {
        self.states.split_off(&(moment.0 + 1));
        self.between.split_off(&moment);
        self.spacing = self.fitting();
    }

    /// Sets the budget in bytes. Frees the excess at once.
    pub fn set_budget(&mut self, budget: usize) {
        if budget == self.budget {
            return;
        }
        let has_grown = budget > self.budget;
        self.budget = budget;
        if has_grown {
            self.spacing = self.fitting();
        }
        self.thin_out();
        let room = self.room_between();
        while self.between.len() > room {
            self.between.pop_first();
        }
    }

    fn share(&self) -> usize {
        self.budget - self.budget / BETWEEN
    }

    /// The least spacing with which the frames so far fit.
    fn fitting(&self) -> u64 {
        let span = self.states.last_key_value().map_or(0, |(&frame, _)| frame);
        let most = (self.share() / self.each).max(1) as u64;
        let mut spacing = 1;
        while span / spacing + 1 > most && spacing <= span {
            spacing *= 2;
        }
        spacing
    }

    fn thin_out(&mut self) {
        while self.states.len() > 1 && self.states.len() * self.each > self.share() {
            self.spacing *= 2;
            let spacing = self.spacing;
            self.states.retain(|frame, _| frame.is_multiple_of(spacing));
        }
    }

    /// Changes the state of a keyframe, to test the hash check.
    #[cfg(test)]
    pub fn corrupt(&mut self, frame: u64) {
        let state = Arc::make_mut(self.states.get_mut(&frame).expect("a keyframe"));
        state.positions[0].x = f64::from_bits(state.positions[0].x.to_bits() + 1);
        self.between.clear();
    }
}

/// Bytes of a state in memory, including the overhead of its lists.
fn bytes(state: &State) -> usize {
    /// Upper bound of the overhead of an allocation, in bytes.
    const EXTRA: usize = 32;
    // All fields by name, so that the compiler reports a missing list.
    let State {
        frame: _,
        substep: _,
        contacts: _,
        disc_impacts: _,
        obstacle_hits: _,
        hands,
        positions,
        velocities,
        previous,
        collapsed,
        blown_up,
        without_edge,
        disc_positions,
        disc_velocities,
        disc_blown_up,
        disc_asleep,
        disc_impact_limit_reached,
        disc_without_edge,
        sensor_contacts,
        sensor_counts,
    } = state;
    let vectors = [positions, velocities, previous, disc_positions, disc_velocities].map(|list| size_of_val(&list[..]));
    let flags =
        [collapsed, blown_up, without_edge, disc_blown_up, disc_asleep, disc_impact_limit_reached, disc_without_edge];
    let flags = flags.map(|list| list.len());
    let others = [size_of_val(&hands[..]), size_of_val(&sensor_contacts[..]), size_of_val(&sensor_counts[..])];
    let lists: usize =
        vectors.into_iter().chain(flags).chain(others).filter(|&size| size > 0).map(|size| size + EXTRA).sum();
    // The state itself and its entry in the map, which may be half empty.
    lists + size_of::<State>() + EXTRA + 64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::debugger::Run;
    use crate::engine::World;
    use crate::level::{Body, Level, Node};

    fn state() -> State {
        let body = Body { nodes: vec![Node::at([0.0, 0.0]); 10], ..Body::default() };
        let level = Level { bodies: vec![body], ..Level::default() };
        World::new(&level).unwrap().state().clone()
    }

    fn at(frame: u64, substep: u32) -> State {
        State { frame, substep, ..state() }
    }

    /// Keyframes with room for 8 (7 and 1 between) times `eighths` states.
    fn with_room(eighths: usize) -> Keyframes {
        let mut keyframes = Keyframes::new(state());
        keyframes.set_budget(8 * eighths * keyframes.each);
        keyframes
    }

    #[test]
    fn spacing_doubles_within_the_budget() {
        let mut keyframes = with_room(2);
        for frame in 1..=1000 {
            keyframes.offer(&at(frame, 0));
            let memory = keyframes.memory();
            assert!(memory.keyframes <= 14 && memory.used <= memory.budget);
            let found = keyframes.at_or_before((frame, 0)).frame;
            assert!(found <= frame && frame - found < memory.spacing);
        }
        // 1000 frames in 14 places: a spacing of at least 72, and a power of two.
        assert_eq!(keyframes.memory().spacing, 128);
        keyframes.forget_beyond((300, 0));
        assert_eq!(keyframes.at_or_before((1000, 0)).frame, 256);
        assert_eq!(keyframes.first().frame, 0);
    }

    #[test]
    fn budget_change_drops_and_refills_keyframes() {
        let mut keyframes = with_room(16);
        (1..=100).for_each(|frame| keyframes.offer(&at(frame, 0)));
        assert_eq!((keyframes.memory().spacing, keyframes.memory().keyframes), (1, 101));
        keyframes.set_budget(16 * keyframes.each);
        // 14 places for frames 0 to 100: every eighth, 13 of them.
        assert_eq!((keyframes.memory().spacing, keyframes.memory().keyframes), (8, 13));
        keyframes.set_budget(64 * keyframes.each);
        // 56 places for frames 0 to 96, the last that is kept: every second.
        assert_eq!(keyframes.memory().spacing, 2);
        (0..=100).for_each(|frame| keyframes.offer(&at(frame, 0)));
        assert_eq!(keyframes.memory().keyframes, 51);
        assert_eq!(keyframes.at_or_before((51, 3)).frame, 50);
        for budget in [0, 1, keyframes.each] {
            keyframes.set_budget(budget);
            assert_eq!(keyframes.memory().keyframes, 1, "frame 0 stays");
            (0..=100).for_each(|frame| keyframes.offer(&at(frame, 0)));
            assert_eq!(keyframes.memory().keyframes, 1);
            keyframes.pass(&at(5, 3), (5, 3), 4);
            assert_eq!(keyframes.memory().between, 0);
        }
    }

    #[test]
    fn states_between_keyframes_are_those_for_stepping_back() {
        let mut keyframes = with_room(5);
        // From frame 0 to the substep before (3, 2), with four substeps per frame.
        let mut moment = (0, 0);
        while moment <= (3, 1) {
            keyframes.pass(&at(moment.0, moment.1), (3, 1), 4);
            moment = if moment.1 == 3 { (moment.0 + 1, 0) } else { (moment.0, moment.1 + 1) };
        }
        assert_eq!(keyframes.between.keys().copied().collect::<Vec<_>>(), [(0, 3), (1, 3), (2, 3), (3, 0), (3, 1)]);
        let found = |keyframes: &Keyframes, moment| {
            let state = keyframes.at_or_before(moment);
            (state.frame, state.substep)
        };
        assert_eq!(found(&keyframes, (3, 0)), (3, 0));
        assert_eq!(found(&keyframes, (2, 2)), (1, 3));
        // Full: the latest state beyond the moment is dropped.
        keyframes.pass(&at(1, 2), (1, 2), 4);
        assert_eq!(found(&keyframes, (3, 3)), (3, 0));
        assert_eq!(found(&keyframes, (1, 2)), (1, 2));
        keyframes.forget_beyond((1, 3));
        assert_eq!(keyframes.between.keys().copied().collect::<Vec<_>>(), [(0, 3), (1, 2)]);
        // Of a distance longer than the room, the end is kept.
        let mut keyframes = with_room(5);
        (0..100).for_each(|frame| keyframes.pass(&at(frame, 3), (99, 3), 4));
        assert_eq!(keyframes.between.first_key_value().unwrap().0, &(95, 3));
    }

    /// Two falling squares, four substeps per frame.
    fn run(frames: u64) -> Run {
        let corner = |x: f64, y: f64| Node { velocity: [0.01 * x, 0.02], ..Node::at([x, y]) };
        let nodes = vec![corner(0.0, 0.0), corner(1.0, 0.0), corner(1.0, 1.0), corner(0.0, 1.0)];
        let mut level = Level { bodies: vec![Body { nodes, ..Body::default() }; 2], ..Level::default() };
        level.world.substeps = 4;
        let mut run = Run::new(level.into()).unwrap();
        (0..frames).for_each(|_| run.step_frame());
        run
    }

    #[test]
    fn divergence_reports_a_changed_frame() {
        let mut run = run(40);
        run.seek(20);
        assert_eq!(run.divergence(), None);
        run.corrupt_keyframe(12);
        run.seek(30);
        assert_eq!(run.divergence(), None, "nothing was stepped from that keyframe");
        run.seek(13);
        assert_eq!(run.divergence(), Some(12), "the keyframe itself is checked");
        run.seek(20);
        assert_eq!(run.divergence(), Some(12), "the first that was noticed stays");
    }

    #[test]
    fn stepping_back_repeats_every_frame_once() {
        let mut run = run(400);
        let hashes: Vec<u64> = run.samples().iter().map(|sample| sample.hash).collect();
        // Room for 84 keyframes, so every eighth frame, and for 12 states between them.
        run.set_memory_budget(96 * run.memory().used / 401);
        assert_eq!((run.memory().spacing, run.memory().keyframes), (8, 51));
        let mut steps = 0;
        for frame in (0..400).rev() {
            assert!(run.approach((frame, 0), || {
                steps += 1;
                true
            }));
            assert_eq!(run.world().hash(), hashes[frame as usize]);
            assert!(run.memory().used <= run.memory().budget);
        }
        // One substep of each frame is stepped on arrival there.
        assert!(steps <= 400 * 4, "{steps} substeps");
        assert_eq!(run.divergence(), None);
    }

    #[test]
    fn stepping_back_by_substeps_repeats_every_substep_once() {
        let mut run = run(32);
        run.set_memory_budget(128 * run.memory().used / 33);
        let mut straight = World::new(run.level()).unwrap();
        let mut hashes = Vec::new();
        (0..128).for_each(|_| {
            hashes.push(straight.hash());
            straight.step_substep();
        });
        let mut steps = 0;
        for hash in hashes.into_iter().rev() {
            let target = run.moment_before(run.moment()).unwrap();
            run.approach(target, || {
                steps += 1;
                true
            });
            assert_eq!(run.world().hash(), hash, "{target:?}");
        }
        assert_eq!(run.moment(), (0, 0));
        assert!(steps <= 128, "{steps} substeps");
    }
}
