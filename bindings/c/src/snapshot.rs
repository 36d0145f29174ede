//! Snapshots: the whole world at one moment, to go back to.

use super::error::{blobsmith_status, guard, guard_status};
use super::load::blobsmith_world;
use super::memory::{free, give, play, shared, unique};
use blobsmith_engine::play::PlaySnapshot;
use std::ptr::null_mut;

/// A moment of a world.
pub struct blobsmith_snapshot {
    moment: PlaySnapshot,
}

/// Copies the present moment. Returns NULL after an error. Free it with blobsmith_snapshot_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_snapshot(world: *const blobsmith_world) -> *mut blobsmith_snapshot {
    guard(null_mut(), || Ok(give(blobsmith_snapshot { moment: play(world)?.snapshot() })))
}

/// Goes back (or forward) to a moment of this world or of a copy of it. Handles of parts that exist then are valid again; those of
/// parts that were added later are stale. Events that are not taken yet are discarded. The snapshot can be used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_restore(
    world: *mut blobsmith_world,
    snapshot: *const blobsmith_snapshot,
) -> blobsmith_status {
    guard_status(|| {
        let (world, snapshot) = (unique(world, "world")?, shared(snapshot, "snapshot")?);
        world.play.restore(&snapshot.moment);
        world.events.clear();
        Ok(())
    })
}

/// Frame of a snapshot; 0 after an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_snapshot_frame(snapshot: *const blobsmith_snapshot) -> u64 {
    guard(0, || Ok(shared(snapshot, "snapshot")?.moment.frame()))
}

/// Hash of a snapshot, see blobsmith_world_hash; 0 after an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_snapshot_hash(snapshot: *const blobsmith_snapshot) -> u64 {
    guard(0, || Ok(shared(snapshot, "snapshot")?.moment.hash()))
}

/// Frees a snapshot; nothing for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_snapshot_free(snapshot: *mut blobsmith_snapshot) {
    free(snapshot);
}
