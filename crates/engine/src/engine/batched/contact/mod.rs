//! Stage "contacts" of the batched engine: same pairs and order as the reference stage, eight nodes or edges at a time, on several threads.

mod hull_columns;
mod hull_topology;
mod narrow_phase;
mod pair_records;
mod pair_schedule;
mod shared;
mod simd_edges;

use crate::engine::data::World;
use crate::engine::data::contact_record::ContactLog;
use crate::engine::data::observer::Watch;
use crate::engine::reference::contact;
use crate::engine::reference::contact::broad_phase::BroadPhase;
use hull_columns::HullColumns;
use narrow_phase::{NarrowPhaseContext, PairsOutcome, ResolvePairs};
use pair_records::ThreadRecords;
use pair_schedule::PairSchedule;
use shared::SharedNodes;

/// Data of the stage that lives between substeps.
#[derive(Clone, Debug, Default)]
struct ContactWorkspace {
    schedule: PairSchedule,
    hulls: HullColumns,
    records: ThreadRecords,
}

/// Resolves the contacts between bodies.
pub(in crate::engine) fn stage(world: &mut World, watch: &mut Watch) {
    let World { layout, scratch, .. } = world;
    let mut broad: BroadPhase = scratch.workspaces.take();
    broad.update(layout, &scratch.boxes);
    // With one body there are no pairs.
    if layout.bodies.len() > 1 {
        resolve_pairs(world, &broad, &mut watch.contacts);
    }
    world.scratch.workspaces.put(broad);
    contact::end(world, watch);
}

/// Below this number of pairs one thread is faster: waking another one costs about 50 µs.
const FEW_PAIRS: usize = 1024;

fn resolve_pairs(world: &mut World, broad: &BroadPhase, log: &mut ContactLog) {
    let World { layout, state, scratch, instructions, threads, .. } = world;
    let pairs = broad.ordered();
    let count = if pairs.len() < FEW_PAIRS { 1 } else { threads.at_hand() };
    let ContactWorkspace { schedule, hulls, records } = scratch.workspaces.get();
    schedule.assign(layout, pairs, broad.slots(), count);
    hulls.prepare(layout, state);
    let context = NarrowPhaseContext {
        layout,
        nodes: SharedNodes::new(layout, state),
        hulls: hulls.share(),
        boxes: &scratch.boxes,
        barycentres: &scratch.barycentres,
        old_positions: &scratch.old_positions,
    };
    let resolve = |(part, records)| {
        instructions.run(ResolvePairs { part, context, records }).expect("an instruction set of this machine")
    };
    let mut contacts = 0;
    let parts = schedule.parts().zip(records.begin(count, log));
    threads.share(parts, resolve, |mut outcome: PairsOutcome<'_>| {
        contacts += outcome.contacts;
        scratch.stuck.append(&mut outcome.stuck);
    });
    records.merge(pairs.len(), log);
    state.contacts += contacts;
}

/// Number of threads that resolved pairs in the last substep.
pub(in crate::engine) fn shared_threads(world: &World) -> usize {
    world.scratch.workspaces.peek::<ContactWorkspace>().map_or(1, |contacts| contacts.schedule.threads())
}
