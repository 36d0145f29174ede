//! Events of the frames since they were last taken: faults, sensors, contacts.

use super::error::{blobsmith_status, guard, guard_status};
use super::load::blobsmith_world;
use super::memory::{play, play_mut, unique, write};
use super::types::{blobsmith_part, blobsmith_vec2, vec2};
use blobsmith_engine::engine::EventKind;
use blobsmith_engine::play::{ContactEvent, ContactPhase, PartHandle, PlayEvent, PlayEventKind};
use std::ptr::null;

/// Kind of an event.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum blobsmith_event_kind {
    /// `other` entered the sensor `part`.
    SensorEntered = 0,
    /// `other` left the sensor `part`.
    SensorLeft = 1,
    /// The signed area of a body is not positive: it has no gas force until it is positive again.
    Collapsed = 2,
    /// A position or velocity is not finite: the body or disc has no contacts from now on.
    BlowUp = 3,
    /// A disc reached its impact limit.
    ManyImpacts = 4,
    /// A node or disc is inside a hull without an eligible edge: no response.
    NoEdge = 5,
    /// `part` and `other` touch, and did not in the previous frame.
    ContactBegin = 6,
    /// They still touch.
    ContactPersist = 7,
    /// They no longer touch; a handle may be stale.
    ContactEnd = 8,
}

/// Something that happened in a frame.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct blobsmith_event {
    /// The frame: 0 for the step from frame 0 to frame 1.
    pub frame: u64,
    /// Substep of that frame, from 0; of contacts the first one, and 0 at their end.
    pub substep: u32,
    /// What happened.
    pub kind: blobsmith_event_kind,
    /// The sensor; or the body, node or disc that is faulty; or one side of the contact.
    pub part: blobsmith_part,
    /// What entered or left; or the other side of the contact; none for a fault.
    pub other: blobsmith_part,
    /// Contacts: mean of the points, weighted by their impulses.
    pub point: blobsmith_vec2,
    /// Contacts: unit vector from `other` to `part`.
    pub normal: blobsmith_vec2,
    /// Contacts: sum of the impulses along the normals, mass times velocity; 0 at the end.
    pub impulse: f64,
    /// Contacts: sum of the impulses of friction; 0 at the end.
    pub friction: f64,
}

impl From<PlayEvent> for blobsmith_event {
    fn from(event: PlayEvent) -> Self {
        let (frame, substep) = (event.frame, event.substep);
        let of = |kind, part: blobsmith_part, other: blobsmith_part| {
            let zero = blobsmith_vec2::default();
            Self { frame, substep, kind, part, other, point: zero, normal: zero, impulse: 0.0, friction: 0.0 }
        };
        match event.kind {
            PlayEventKind::SensorEntered { sensor, other } => {
                of(blobsmith_event_kind::SensorEntered, sensor.into(), other.into())
            }
            PlayEventKind::SensorLeft { sensor, other } => {
                of(blobsmith_event_kind::SensorLeft, sensor.into(), other.into())
            }
            PlayEventKind::Fault { fault, part, node } => {
                of(fault_kind(fault), faulty_part(part, node), blobsmith_part::NONE)
            }
            PlayEventKind::Contact(contact) => {
                let ContactEvent { phase, first, second, point, normal, impulse, friction } = contact;
                let event = of(contact_kind(phase), first.into(), second.into());
                Self { point: vec2(point), normal: vec2(normal), impulse, friction, ..event }
            }
        }
    }
}

fn fault_kind(fault: EventKind) -> blobsmith_event_kind {
    match fault {
        EventKind::Collapsed => blobsmith_event_kind::Collapsed,
        EventKind::BlowUp => blobsmith_event_kind::BlowUp,
        EventKind::ManyImpacts => blobsmith_event_kind::ManyImpacts,
        EventKind::NoEdge => blobsmith_event_kind::NoEdge,
    }
}

fn faulty_part(part: PartHandle, node: Option<usize>) -> blobsmith_part {
    match (part, node) {
        (PartHandle::Body(body), Some(node)) => blobsmith_part::of_node(body, node),
        _ => part.into(),
    }
}

fn contact_kind(phase: ContactPhase) -> blobsmith_event_kind {
    match phase {
        ContactPhase::Begin => blobsmith_event_kind::ContactBegin,
        ContactPhase::Persist => blobsmith_event_kind::ContactPersist,
        ContactPhase::End => blobsmith_event_kind::ContactEnd,
    }
}

/// Reports the contacts of later frames as events, or stops reporting them. By default they are not reported.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_set_contact_events(
    world: *mut blobsmith_world,
    is_on: bool,
) -> blobsmith_status {
    guard_status(|| {
        play_mut(world)?.set_contact_events(is_on);
        Ok(())
    })
}

/// Returns and removes the events since the last call, in order of time; `count` gets their number. The pointer is valid until the
/// next call that takes the world without const. NULL after an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_take_events(
    world: *mut blobsmith_world,
    count: *mut usize,
) -> *const blobsmith_event {
    guard(null(), || {
        let world = unique(world, "world")?;
        write(count, "count", 0)?;
        world.events.clear();
        world.events.extend(world.play.take_events().into_iter().map(blobsmith_event::from));
        write(count, "count", world.events.len())?;
        Ok(world.events.as_ptr())
    })
}

/// Number of events since the last blobsmith_world_take_events that were dropped, because 100,000 were waiting.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_dropped_events(world: *const blobsmith_world) -> u64 {
    guard(0, || Ok(play(world)?.dropped_events()))
}
