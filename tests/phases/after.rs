//! Every "after" in a row of the trace is the state after that phase, bit for bit.

use crate::scenes::linked::linked;
use crate::scenes::mixed::mixed;
use crate::scenes::random::meeting;
use crate::{gallery_levels, world};
use blobsmith::engine::trace::{DiscEvent, DiscImpact};
use blobsmith::engine::{Layout, Observer, Phase, PhaseKind, Row, State, Touched, Trace, World};
use blobsmith::geometry::DVec2;
use blobsmith::level::{Level, Place};
use std::collections::BTreeMap;

/// Positions and velocities of nodes and discs.
struct Motions {
    nodes: Vec<(DVec2, DVec2)>,
    discs: Vec<(DVec2, DVec2)>,
}

impl Motions {
    fn of(layout: &Layout, state: &State) -> Self {
        let node = |node| (state.positions[node], state.live_velocity(layout, node));
        let discs = state.disc_positions.iter().copied().zip(state.disc_velocities.iter().copied());
        Self { nodes: (0..layout.node_count).map(node).collect(), discs: discs.collect() }
    }

    fn at(&self, layout: &Layout, place: Place) -> (DVec2, DVec2) {
        match place {
            Place::Node(body, node) => self.nodes[layout.bodies[body].nodes.start + node],
            Place::Disc(disc) => self.discs[disc],
            other => panic!("{other} has no motion"),
        }
    }
}

/// Keeps the state after the last phase of each row.
#[derive(Default)]
struct LastOfEachRow(BTreeMap<String, Motions>);

fn key(row: Row) -> String {
    format!("{row:?}")
}

impl Observer for LastOfEachRow {
    fn begin(&mut self, _: &Layout, _: &State) {}

    fn see(&mut self, phase: Phase, _: Touched<'_>, layout: &Layout, state: &State) {
        if phase.row != Row::None && phase.kind != PhaseKind::Detect {
            self.0.insert(key(phase.row), Motions::of(layout, state));
        }
    }
}

/// How many rows of each kind were compared.
#[derive(Debug, Default)]
struct Counts {
    obstacles: usize,
    clamps: usize,
    contacts: usize,
    own: usize,
    sticks: usize,
    discs: usize,
    hulls: usize,
}

/// Makes one substep and compares all its rows.
fn compare(name: &str, world: &mut World, counts: &mut Counts) {
    let (mut trace, mut seen) = (Trace::default(), LastOfEachRow::default());
    world.step_substep_observed(Some(&mut trace), &mut seen);
    let layout = world.layout();
    let after = |row: Row| seen.0.get(&key(row)).unwrap_or_else(|| panic!("{name}: no phase of {row:?}"));
    for (index, hit) in trace.obstacle_hits.iter().enumerate() {
        let found = after(Row::ObstacleHit(index as u32)).at(layout, Place::Node(hit.body, hit.node));
        assert_eq!((hit.corrected, hit.velocity_after), found, "{name}: {hit:?}");
        counts.obstacles += 1;
    }
    for (index, clamp) in trace.clamps.iter().enumerate() {
        let found = after(Row::Clamp(index as u32)).at(layout, clamp.place);
        assert_eq!((clamp.position_after, clamp.velocity_after), found, "{name}: {clamp:?}");
        counts.clamps += 1;
    }
    for (index, contact) in trace.contacts.iter().enumerate() {
        let (Some(edge), Some(row)) = (contact.chosen, contact.after) else { continue };
        let motions = after(Row::Contact(index as u32));
        let [a, b] = ends(layout, contact.other, edge).map(|node| motions.nodes[node]);
        assert_eq!(
            (row.position_m, row.velocity_m),
            motions.at(layout, Place::Node(contact.body, contact.node)),
            "{name}"
        );
        assert_eq!([(row.position_a, row.velocity_a), (row.position_b, row.velocity_b)], [a, b], "{name}: {contact:?}");
        counts.contacts += 1;
        counts.own += usize::from(contact.body == contact.other);
    }
    for (index, event) in trace.disc_events.iter().enumerate() {
        compare_disc(name, layout, event, after(Row::DiscEvent(index as u32)), counts);
    }
    compare_sticks(name, world, &trace, &seen, counts);
    for (path, &end) in trace.disc_paths.iter().zip(&world.state().disc_positions) {
        assert_eq!(path.end, end, "{name}");
    }
}

fn compare_sticks(name: &str, world: &World, trace: &Trace, seen: &LastOfEachRow, counts: &mut Counts) {
    let layout = world.layout();
    let Some(last) = trace.stick_passes.len().checked_sub(1) else { return };
    let motions = &seen.0[&key(Row::StickPass(last as u32))];
    for row in &trace.sticks {
        let stick = layout.bodies[row.body].sticks.start + row.stick;
        let [a, b] = [&layout.sticks.a, &layout.sticks.b].map(|ends| motions.nodes[ends[stick] as usize].0);
        assert_eq!((b - a).length() - row.length, row.excess_after, "{name}: {row:?}");
        counts.sticks += 1;
    }
}

fn ends(layout: &Layout, body: usize, edge: usize) -> [usize; 2] {
    layout.hull_edges[layout.bodies[body].hull_edges.start + edge].map(|node| node as usize)
}

fn compare_disc(name: &str, layout: &Layout, event: &DiscEvent, motions: &Motions, counts: &mut Counts) {
    assert_eq!(event.velocity_after, motions.discs[event.disc].1, "{name}: {event:?}");
    if event.kind == DiscImpact::Disc {
        assert_eq!(event.other_velocity_after, motions.discs[event.other].1, "{name}: {event:?}");
    }
    if let Some(hull) = &event.hull {
        let [a, b] = ends(layout, event.other, hull.edge).map(|node| motions.nodes[node]);
        let row = &hull.after;
        assert_eq!((row.position_m, row.velocity_m), motions.discs[event.disc], "{name}: {event:?}");
        assert_eq!([(row.position_a, row.velocity_a), (row.position_b, row.velocity_b)], [a, b], "{name}: {event:?}");
        counts.hulls += 1;
    }
    counts.discs += 1;
}

/// One substep of each frame is compared, another one each time.
fn run(name: &str, level: &Level, frames: u64, counts: &mut Counts) {
    let mut world = world(level);
    for frame in 0..frames {
        let chosen = (frame * 5) as u32 % level.world.substeps;
        for substep in 0..level.world.substeps {
            if substep == chosen {
                compare(&format!("{name}, frame {frame}, substep {substep}"), &mut world, counts);
            } else {
                world.step_substep();
            }
        }
    }
}

#[test]
fn trace_rows_have_the_state_after_their_phase_on_every_gallery_level() {
    let mut counts = Counts::default();
    for (id, level) in gallery_levels() {
        run(id, &level, 40, &mut counts);
    }
    let Counts { obstacles, clamps, contacts, sticks, discs, hulls, .. } = counts;
    assert!([obstacles, clamps, contacts, sticks, discs, hulls].iter().all(|&count| count > 10), "{counts:?}");
}

#[test]
fn trace_rows_have_the_state_after_their_phase_on_random_levels() {
    let mut counts = Counts::default();
    for seed in 0..60 {
        run(&format!("meeting {seed}"), &meeting(seed), 40, &mut counts);
        run(&format!("mixed {seed}"), &mixed(seed), 40, &mut counts);
        run(&format!("linked {seed}"), &linked(seed), 20, &mut counts);
    }
    let Counts { obstacles, clamps, contacts, own, sticks, discs, hulls } = counts;
    assert!([obstacles, clamps, contacts, own, sticks, discs, hulls].iter().all(|&count| count > 10), "{counts:?}");
}
