//! What happened in a frame, as messages.

use bevy_ecs::entity::Entity;
use bevy_ecs::message::Message;
use blobsmith_engine::engine::EventKind;
use blobsmith_engine::play::{ContactEvent, LevelUpdate, PartHandle};

/// Two parts touch, or no longer touch; see [`ContactEvent::phase`]. Only with [`BlobSettings::contacts`](crate::BlobSettings).
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct BlobContact {
    /// The entity with the [`BlobWorld`](crate::BlobWorld).
    pub world: Entity,
    /// The frame: 0 for the step from frame 0 to frame 1.
    pub frame: u64,
    /// First substep of the contact in that frame; 0 at its end.
    pub substep: u32,
    /// Parts, phase, point, normal, impulse.
    pub contact: ContactEvent,
    /// Entity of the first part, if it is a body or disc.
    pub first: Option<Entity>,
    /// Entity of the second part, if it is a body or disc.
    pub second: Option<Entity>,
}

/// A body or disc entered or left a sensor.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlobSensor {
    /// The entity with the [`BlobWorld`](crate::BlobWorld).
    pub world: Entity,
    /// The frame: 0 for the step from frame 0 to frame 1.
    pub frame: u64,
    /// Substep of that frame, from 0.
    pub substep: u32,
    /// True if it entered, false if it left.
    pub entered: bool,
    /// Body, disc or obstacle that is the sensor.
    pub sensor: PartHandle,
    /// The body or disc that entered or left.
    pub other: PartHandle,
    /// Entity of `other`.
    pub entity: Option<Entity>,
}

/// A body or disc collapsed, blew up, reached its impact limit, or is inside a hull without an eligible edge.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlobFault {
    /// The entity with the [`BlobWorld`](crate::BlobWorld).
    pub world: Entity,
    /// The frame: 0 for the step from frame 0 to frame 1.
    pub frame: u64,
    /// Substep of that frame, from 0.
    pub substep: u32,
    /// What is wrong.
    pub fault: EventKind,
    /// The body or disc.
    pub part: PartHandle,
    /// Index of the node in the body, if it is one.
    pub node: Option<usize>,
    /// Entity of the part.
    pub entity: Option<Entity>,
}

/// A world has taken over the new version of its level.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlobReloaded {
    /// The entity with the [`BlobWorld`](crate::BlobWorld).
    pub world: Entity,
    /// Numbers of kept, added and removed parts.
    pub updated: LevelUpdate,
}
