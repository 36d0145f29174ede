//! Worlds of loaded levels, and of levels whose file has changed.

use crate::{BlobLevel, BlobReloaded, BlobWorld, LevelAsset};
use bevy_asset::{AssetEvent, Assets};
use bevy_ecs::entity::Entity;
use bevy_ecs::message::{MessageReader, MessageWriter};
use bevy_ecs::query::Without;
use bevy_ecs::system::{Commands, Query, Res};

/// Makes worlds of levels that have been loaded.
pub fn start_loaded(
    mut commands: Commands,
    levels: Res<Assets<LevelAsset>>,
    waiting: Query<(Entity, &BlobLevel), Without<BlobWorld>>,
) {
    for (entity, level) in &waiting {
        if let Some(level) = levels.get(&level.0) {
            commands.entity(entity).insert(BlobWorld::new(level.world().clone()));
        }
    }
}

/// Reloads worlds whose level has changed.
pub fn reload_changed(
    mut changes: MessageReader<AssetEvent<LevelAsset>>,
    levels: Res<Assets<LevelAsset>>,
    mut worlds: Query<(Entity, &BlobLevel, &mut BlobWorld)>,
    mut reloaded: MessageWriter<BlobReloaded>,
) {
    for change in changes.read() {
        let AssetEvent::Modified { id } = change else { continue };
        let Some(level) = levels.get(*id) else { continue };
        for (entity, _, mut world) in worlds.iter_mut().filter(|(_, own, _)| own.0.id() == *id) {
            let old = std::mem::replace(&mut world.start, level.world().clone());
            let went_on = world.reload(&old, level.world());
            world.contacts.clear();
            reloaded.write(BlobReloaded { world: entity, went_on });
        }
    }
}
