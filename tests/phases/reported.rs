//! An observer that follows the state from the reported changes alone, and equal bits with and without it.

use crate::scenes::linked::linked;
use crate::{gallery_levels, world};
use blobsmith::engine::{Layout, Observer, Phase, PhaseKind, State, Touched, Trace};
use blobsmith::level::Level;

/// Copies only the parts that each phase reports as changed.
struct Mirror {
    state: Option<State>,
    wants_all: bool,
    kinds: [u64; PhaseKind::ALL.len()],
}

impl Mirror {
    fn new(wants_all: bool) -> Self {
        Self { state: None, wants_all, kinds: [0; PhaseKind::ALL.len()] }
    }

    fn copy_node(&mut self, from: &State, node: usize) {
        let state = self.state.as_mut().unwrap();
        state.positions[node] = from.positions[node];
        state.velocities[node] = from.velocities[node];
        if !from.previous.is_empty() {
            state.previous[node] = from.previous[node];
        }
    }

    fn copy_disc(&mut self, from: &State, disc: usize) {
        let state = self.state.as_mut().unwrap();
        state.disc_positions[disc] = from.disc_positions[disc];
        state.disc_velocities[disc] = from.disc_velocities[disc];
    }
}

impl Observer for Mirror {
    fn begin(&mut self, _: &Layout, state: &State) {
        if let Some(known) = &self.state {
            assert_motions_equal(known, state, "the substep before reported everything");
        }
        self.state = Some(state.clone());
    }

    fn see(&mut self, phase: Phase, touched: Touched<'_>, layout: &Layout, state: &State) {
        self.kinds[PhaseKind::ALL.iter().position(|&kind| kind == phase.kind).unwrap()] += 1;
        match touched {
            Touched::Nothing => {}
            Touched::AllNodes => (0..layout.node_count).for_each(|node| self.copy_node(state, node)),
            Touched::AllDiscs => (0..layout.discs.count()).for_each(|disc| self.copy_disc(state, disc)),
            Touched::All => {
                (0..layout.node_count).for_each(|node| self.copy_node(state, node));
                (0..layout.discs.count()).for_each(|disc| self.copy_disc(state, disc));
            }
            Touched::Few(nodes, disc) => {
                nodes.iter().for_each(|&node| self.copy_node(state, node));
                disc.into_iter().for_each(|disc| self.copy_disc(state, disc));
            }
            Touched::Discs(discs) => discs.iter().for_each(|&disc| self.copy_disc(state, disc)),
        }
    }

    fn wants_all(&self) -> bool {
        self.wants_all
    }
}

fn bits(list: &[glam::DVec2]) -> Vec<[u64; 2]> {
    list.iter().map(|v| [v.x.to_bits(), v.y.to_bits()]).collect()
}

fn assert_motions_equal(a: &State, b: &State, what: &str) {
    assert_eq!(bits(&a.positions), bits(&b.positions), "{what}: positions");
    assert_eq!(bits(&a.velocities), bits(&b.velocities), "{what}: velocities");
    assert_eq!(bits(&a.previous), bits(&b.previous), "{what}: previous");
    assert_eq!(bits(&a.disc_positions), bits(&b.disc_positions), "{what}: disc positions");
    assert_eq!(bits(&a.disc_velocities), bits(&b.disc_velocities), "{what}: disc velocities");
}

/// Tested substeps of each level: the first ones, and some after contacts have begun.
/// The diagonals of level 30 cross edges in frames 20 to 23.
const STRETCHES: [(u64, u32); 4] = [(0, 20), (22, 20), (40, 20), (110, 20)];

/// Compares an observed run with a plain one at each of [`STRETCHES`] up to a frame; adds the phases to `seen`.
fn assert_reported(id: &str, level: &Level, last: u64, seen: &mut [u64]) {
    let mut plain = world(level);
    for (frame, substeps) in STRETCHES.into_iter().filter(|&(frame, _)| frame <= last) {
        while plain.state().frame < frame {
            plain.step_frame();
        }
        let mut observed = [plain.clone(), plain.clone(), plain.clone()];
        let mut mirrors = [Mirror::new(true), Mirror::new(false), Mirror::new(true)];
        let mut trace = Trace::default();
        for _ in 0..substeps {
            plain.step_substep();
            for (which, (world, mirror)) in observed.iter_mut().zip(&mut mirrors).enumerate() {
                world.step_substep_observed((which == 2).then_some(&mut trace), mirror);
                assert_motions_equal(world.state(), plain.state(), id);
                assert_eq!(world.hash(), plain.hash(), "{id}");
                assert_motions_equal(mirror.state.as_ref().unwrap(), plain.state(), id);
            }
        }
        assert_eq!(mirrors[0].kinds, mirrors[1].kinds, "{id}: the same phases, whatever is wanted of the discs");
        assert_eq!(mirrors[0].kinds, mirrors[2].kinds, "{id}: the same phases, traced or not");
        seen.iter_mut().zip(mirrors[0].kinds).for_each(|(sum, count)| *sum += count);
    }
}

#[test]
fn observers_report_every_change_and_alter_no_bit() {
    let mut seen = [0_u64; PhaseKind::ALL.len()];
    for (id, level) in gallery_levels() {
        assert_reported(id, &level, u64::MAX, &mut seen);
    }
    for (kind, count) in PhaseKind::ALL.iter().zip(seen) {
        // The hand holds nothing in a level of the gallery.
        assert_eq!(count > 0, kind.title() != "hand", "{kind:?}");
    }
}

#[test]
fn observers_of_levels_with_links_report_every_change() {
    let mut seen = [0_u64; PhaseKind::ALL.len()];
    for seed in 0..24 {
        assert_reported(&format!("linked {seed}"), &linked(seed), 22, &mut seen);
    }
}
