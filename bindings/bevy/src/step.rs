//! Stepping, and the messages of a step.

use crate::{BlobContact, BlobFault, BlobSensor, BlobSettings, BlobWorld, Pacing};
use bevy_ecs::entity::Entity;
use bevy_ecs::message::MessageWriter;
use bevy_ecs::system::{Query, Res, SystemParam};
use bevy_time::{Fixed, Time};
use blobsmith_engine::play::{ContactPhase, ContactSide, PlayEvent, PlayEventKind};

/// Writers of all messages.
#[derive(SystemParam)]
pub struct Writers<'w> {
    contacts: MessageWriter<'w, BlobContact>,
    sensors: MessageWriter<'w, BlobSensor>,
    faults: MessageWriter<'w, BlobFault>,
}

/// Steps all worlds that are not paused. Worlds do not act on each other, so their order does not matter.
pub fn step(time: Res<Time<Fixed>>, mut worlds: Query<(Entity, &mut BlobWorld, &BlobSettings)>, mut writers: Writers) {
    for (entity, mut world, settings) in &mut worlds {
        world.apply(settings);
        let frame = world.frame();
        match settings.pacing {
            // An editor that is attached is served all the same.
            _ if settings.paused => world.step(0),
            Pacing::FramePerStep => world.step(1),
            Pacing::RealTime => {
                // A duration is finite and not negative.
                let advanced = world.advance(time.timestep().as_secs_f64()).unwrap_or_default();
                world.passed = advanced.alpha;
            }
        }
        if world.frame() != frame {
            world.contacts.clear();
        }
        for event in world.take_events() {
            writers.write(entity, &mut world, event);
        }
    }
}

impl BlobWorld {
    fn apply(&mut self, settings: &BlobSettings) {
        if self.is_reporting != settings.contacts {
            self.is_reporting = settings.contacts;
            self.set_contact_events(settings.contacts);
            self.contacts.clear();
        }
        if self.is_interpolating != settings.interpolate {
            self.is_interpolating = settings.interpolate;
            self.set_interpolation(settings.interpolate);
        }
    }
}

impl Writers<'_> {
    fn write(&mut self, entity: Entity, world: &mut BlobWorld, event: PlayEvent) {
        let PlayEvent { frame, substep, kind } = event;
        match kind {
            PlayEventKind::Contact(contact) => {
                if contact.phase != ContactPhase::End && frame + 1 == world.frame() {
                    world.contacts.push(contact);
                }
                let of = |side| if let ContactSide::Part(part) = side { world.entity(part) } else { None };
                let (first, second) = (of(contact.first), of(contact.second));
                self.contacts.write(BlobContact { world: entity, frame, substep, contact, first, second });
            }
            PlayEventKind::SensorEntered { sensor, other } | PlayEventKind::SensorLeft { sensor, other } => {
                let entered = matches!(kind, PlayEventKind::SensorEntered { .. });
                let part = world.entity(other);
                self.sensors.write(BlobSensor { world: entity, frame, substep, entered, sensor, other, entity: part });
            }
            PlayEventKind::Fault { fault, part, node } => {
                let own = world.entity(part);
                self.faults.write(BlobFault { world: entity, frame, substep, fault, part, node, entity: own });
            }
        }
    }
}
