//! Components: levels, running worlds, their settings, and the entities of their parts.

use crate::LevelAsset;
use bevy_asset::{AsAssetId, AssetId, Handle};
use bevy_camera::visibility::Visibility;
use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::world::DeferredWorld;
use bevy_transform::components::Transform;
use blobsmith_engine::play::{BodyHandle, ContactEvent, DiscHandle, PartHandle, PlayWorld};
use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};

/// Runs a level: as soon as the asset is loaded, the entity gets a [`BlobWorld`]. Another handle starts another level.
///
/// When the file changes and Bevy watches it (feature `file_watcher` of `bevy`), the world takes over the new level; see
/// [`PlayWorld::update_level`] for what is kept, and [`BlobReloaded`](crate::BlobReloaded).
#[derive(Component, Clone, Debug)]
#[require(BlobSettings, Transform, Visibility)]
pub struct BlobLevel(pub Handle<LevelAsset>);

impl AsAssetId for BlobLevel {
    type Asset = LevelAsset;

    fn as_asset_id(&self) -> AssetId<LevelAsset> {
        self.0.id()
    }
}

/// How a world runs.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct BlobSettings {
    /// True to stand still.
    pub paused: bool,
    /// How many frames a fixed step runs.
    pub pacing: Pacing,
    /// True to write a [`BlobContact`](crate::BlobContact) per pair of touching parts and frame; costs about 10 % of the contact stage.
    /// By default false.
    pub contacts: bool,
    /// True to move entities smoothly between two frames, up to one frame behind the simulation. By default true.
    pub interpolate: bool,
}

impl Default for BlobSettings {
    fn default() -> Self {
        Self { paused: false, pacing: Pacing::default(), contacts: false, interpolate: true }
    }
}

/// How many frames of a level a fixed step runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Pacing {
    /// One frame. Bevy runs 64 fixed steps per second by default; insert `Time::<Fixed>::from_hz(60.0)` for another rate.
    #[default]
    FramePerStep,
    /// Those that are due: a frame takes [`PlayWorld::seconds_per_frame`], by default 1/60 s, whatever the rate of the fixed steps.
    RealTime,
}

/// A level that runs: dereferences to its [`PlayWorld`], with all that this can do.
///
/// Bodies and discs have an entity each, children of this one; see [`BlobWorld::entity`]. They go when the component is removed or
/// replaced. The settings of interpolation and contact events are those of [`BlobSettings`]. The plugin takes the events and writes them
/// as messages.
#[derive(Component, Debug)]
#[component(on_discard = despawn_parts)]
#[require(BlobSettings, Transform, Visibility)]
pub struct BlobWorld {
    play: PlayWorld,
    /// The asset that it comes from.
    pub(crate) level: Option<AssetId<LevelAsset>>,
    /// Part of the next frame that has passed in the world's own clock.
    pub(crate) passed: f64,
    pub(crate) alpha: f64,
    pub(crate) entities: BTreeMap<PartHandle, Entity>,
    pub(crate) contacts: Vec<ContactEvent>,
    /// The settings that were applied last.
    pub(crate) is_reporting: bool,
    pub(crate) is_interpolating: bool,
}

impl BlobWorld {
    /// A world that is not an asset.
    pub fn new(play: PlayWorld) -> Self {
        Self {
            play,
            level: None,
            passed: 0.0,
            alpha: 1.0,
            entities: BTreeMap::new(),
            contacts: Vec::new(),
            is_reporting: false,
            is_interpolating: false,
        }
    }

    /// The entity of a body or disc. Parts get their entity before the next step, and lose it when they are removed.
    pub fn entity(&self, part: impl Into<PartHandle>) -> Option<Entity> {
        self.entities.get(&part.into()).copied()
    }

    /// Weight of the present frame against the one before it, 0 to 1, with which entities are drawn; see
    /// [`PlayWorld::interpolated`].
    pub fn alpha(&self) -> f64 {
        self.alpha
    }

    /// The contacts of the last frame, if [`BlobSettings::contacts`] is on.
    pub fn contacts(&self) -> &[ContactEvent] {
        &self.contacts
    }
}

fn despawn_parts(mut world: DeferredWorld, context: HookContext) {
    let parts = world.get::<BlobWorld>(context.entity).map(|own| own.entities.values().copied().collect::<Vec<_>>());
    for part in parts.into_iter().flatten() {
        world.commands().entity(part).try_despawn();
    }
}

impl Deref for BlobWorld {
    type Target = PlayWorld;

    fn deref(&self) -> &PlayWorld {
        &self.play
    }
}

impl DerefMut for BlobWorld {
    fn deref_mut(&mut self) -> &mut PlayWorld {
        &mut self.play
    }
}

/// A body. The plugin sets x and y of its `Transform` to the barycentre, and the rotation to the rotation of its shape (the least-squares
/// fit, relative to the shape that it had when the entity was made). z and scale are yours.
#[derive(Component, Clone, Debug)]
#[require(Transform, Visibility)]
pub struct BlobBody {
    /// The entity with the [`BlobWorld`].
    pub world: Entity,
    /// Its handle there.
    pub body: BodyHandle,
    /// Positions relative to the barycentre when the entity was made.
    pub(crate) shape: Vec<[f64; 2]>,
}

/// A disc. The plugin sets x and y of its `Transform` to the centre. z, rotation and scale are yours.
#[derive(Component, Clone, Copy, Debug)]
#[require(Transform, Visibility)]
pub struct BlobDisc {
    /// The entity with the [`BlobWorld`].
    pub world: Entity,
    /// Its handle there.
    pub disc: DiscHandle,
}
