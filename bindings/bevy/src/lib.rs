//! Blobsmith in Bevy: levels as assets, their worlds as components, their bodies and discs as entities.
//!
//! ```
//! use bevy::prelude::*;
//! use bevy_blobsmith::prelude::*;
//!
//! # let mut app = App::new();
//! # app.add_plugins((MinimalPlugins, AssetPlugin::default()));
//! app.add_plugins(BlobsmithPlugin).add_systems(Startup, load).add_systems(FixedUpdate, push.before(BlobSystems::Step));
//!
//! fn load(mut commands: Commands, assets: Res<AssetServer>) {
//!     commands.spawn(BlobLevel(assets.load("hello.blob.ron")));
//! }
//!
//! fn push(mut worlds: Query<&mut BlobWorld>) -> Result {
//!     for mut world in &mut worlds {
//!         if let Some(hero) = world.body("hero") {
//!             world.apply_force(hero, [0.1, 0.0])?;
//!         }
//!     }
//!     Ok(())
//! }
//! # app.update();
//! ```
//!
//! | what | where |
//! | --- | --- |
//! | level files (`.ron`, `.json`), hot reload | [`LevelAsset`], [`BlobLevel`] |
//! | a running level: everything that [`PlayWorld`](blobsmith_engine::play::PlayWorld) can do | [`BlobWorld`] |
//! | pause, pacing, interpolation, contact messages | [`BlobSettings`] |
//! | an entity with a `Transform` per body and disc | [`BlobBody`], [`BlobDisc`] |
//! | what happened | [`BlobContact`], [`BlobSensor`], [`BlobFault`], [`BlobReloaded`] |
//! | lines for debugging | [`BlobGizmosPlugin`] |
//!
//! Level units are the units of the world entity's `Transform`; levels with units of some pixels need a scale.

#![warn(missing_docs)]
#![forbid(unsafe_code)]

mod asset;
mod gizmos;
mod messages;
mod reload;
mod step;
mod sync;
mod world;

pub use asset::{LevelAsset, LevelLoader};
pub use blobsmith_engine;
pub use gizmos::{BlobGizmos, BlobGizmosPlugin, draw, draw_overlays};
pub use messages::{BlobContact, BlobFault, BlobReloaded, BlobSensor};
pub use world::{BlobBody, BlobDisc, BlobLevel, BlobSettings, BlobWorld, Pacing};

/// What most games need, the types of the engine's runtime API included.
pub mod prelude {
    pub use crate::{
        BlobBody, BlobContact, BlobDisc, BlobFault, BlobGizmos, BlobGizmosPlugin, BlobLevel, BlobReloaded, BlobSensor,
        BlobSettings, BlobSystems, BlobWorld, BlobsmithPlugin, LevelAsset, Pacing,
    };
    pub use blobsmith_engine::play::{
        BodyHandle, ContactEvent, ContactPhase, ContactSide, DiscHandle, LevelUpdate, PartHandle, Placement, PlayError,
        PlayWorld, Prefab, QueryFilter,
    };
}

use bevy_app::{App, FixedUpdate, Plugin, PreUpdate, RunFixedMainLoop, RunFixedMainLoopSystems};
use bevy_asset::{AssetApp, AssetTrackingSystems};
use bevy_ecs::schedule::{IntoScheduleConfigs, SystemSet};

/// Loads levels, steps their worlds in `FixedUpdate`, keeps entities and transforms up to date, and writes messages.
///
/// Needs Bevy's `AssetPlugin` and `TimePlugin`, which `DefaultPlugins` contains; add it after them.
pub struct BlobsmithPlugin;

/// The plugin's systems, in the order in which they run.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BlobSystems {
    /// In `PreUpdate`: makes worlds of levels that have been loaded, and reloads changed ones.
    Load,
    /// In `FixedUpdate`: makes entities of new parts, steps all worlds, writes messages. Systems that act on a [`BlobWorld`] run
    /// before it, systems that read messages after it.
    Step,
    /// In `RunFixedMainLoop`, after the fixed steps: moves the entities.
    Sync,
}

impl Plugin for BlobsmithPlugin {
    fn build(&self, app: &mut App) {
        app.init_asset::<LevelAsset>()
            .register_asset_loader(LevelLoader)
            .add_message::<BlobContact>()
            .add_message::<BlobSensor>()
            .add_message::<BlobFault>()
            .add_message::<BlobReloaded>()
            .configure_sets(PreUpdate, BlobSystems::Load.after(AssetTrackingSystems))
            .configure_sets(RunFixedMainLoop, BlobSystems::Sync.in_set(RunFixedMainLoopSystems::AfterFixedMainLoop))
            .add_systems(
                PreUpdate,
                (reload::reload_changed, reload::start_loaded, sync::sync_parts).chain().in_set(BlobSystems::Load),
            )
            .add_systems(FixedUpdate, (sync::sync_parts, step::step).chain().in_set(BlobSystems::Step))
            .add_systems(
                RunFixedMainLoop,
                (sync::sync_parts, sync::set_alpha, sync::move_bodies, sync::move_discs)
                    .chain()
                    .in_set(BlobSystems::Sync),
            );
    }
}
