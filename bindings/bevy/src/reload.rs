//! Worlds of loaded levels, and of levels whose file has changed.

use crate::{BlobLevel, BlobReloaded, BlobWorld, LevelAsset};
use bevy_asset::{AssetEvent, Assets};
use bevy_ecs::entity::Entity;
use bevy_ecs::message::{MessageReader, MessageWriter};
use bevy_ecs::system::{Commands, Query, Res};

/// Makes worlds of levels that have been loaded.
pub fn start_loaded(
    mut commands: Commands,
    levels: Res<Assets<LevelAsset>>,
    worlds: Query<(Entity, &BlobLevel, Option<&BlobWorld>)>,
) {
    for (entity, BlobLevel(handle), world) in &worlds {
        let is_started = world.is_some_and(|world| world.level == Some(handle.id()));
        if let Some(level) = levels.get(handle).filter(|_| !is_started) {
            let mut world = BlobWorld::new(level.world().clone());
            world.level = Some(handle.id());
            commands.entity(entity).insert(world);
        }
    }
}

/// Reloads worlds whose level has changed.
pub fn reload_changed(
    mut changes: MessageReader<AssetEvent<LevelAsset>>,
    levels: Res<Assets<LevelAsset>>,
    mut worlds: Query<(Entity, &mut BlobWorld)>,
    mut reloaded: MessageWriter<BlobReloaded>,
) {
    for change in changes.read() {
        let AssetEvent::Modified { id } = change else { continue };
        let Some(level) = levels.get(*id) else { continue };
        for (entity, mut world) in worlds.iter_mut().filter(|(_, world)| world.level == Some(*id)) {
            // A loaded level is valid.
            let Ok(updated) = world.update_level(level.world().level()) else { continue };
            world.contacts.clear();
            reloaded.write(BlobReloaded { world: entity, updated });
        }
    }
}
