//! Events as plain objects.

use crate::World;
use crate::part::number;
use crate::value::{object, pair};
use blobsmith_engine::engine::EventKind;
use blobsmith_engine::play::{ContactEvent, ContactPhase, ContactSide, PlayEvent, PlayEventKind};
use js_sys::{Array, Object};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
impl World {
    /// Returns and removes the events since the last call, in order of time.
    #[wasm_bindgen(js_name = takeEvents, unchecked_return_type = "PlayEvent[]")]
    pub fn take_events(&mut self) -> Array {
        self.play.take_events().into_iter().map(event).collect()
    }

    /// Number of events since the last `takeEvents` that were dropped, because 100,000 were waiting.
    #[wasm_bindgen(getter, js_name = droppedEvents)]
    pub fn dropped_events(&self) -> f64 {
        self.play.dropped_events() as f64
    }

    /// Reports the contacts of later frames as events, or stops reporting them. By default they are not reported.
    #[wasm_bindgen(js_name = setContactEvents)]
    pub fn set_contact_events(&mut self, is_on: bool) {
        self.play.set_contact_events(is_on);
    }
}

fn event(event: PlayEvent) -> Object {
    let kind =
        |name: &str| (("kind", name.into()), ("frame", (event.frame as f64).into()), ("substep", event.substep.into()));
    match event.kind {
        PlayEventKind::SensorEntered { sensor, other } => {
            let (kind, frame, substep) = kind("sensorEntered");
            object([kind, frame, substep, ("sensor", number(sensor).into()), ("other", number(other).into())])
        }
        PlayEventKind::SensorLeft { sensor, other } => {
            let (kind, frame, substep) = kind("sensorLeft");
            object([kind, frame, substep, ("sensor", number(sensor).into()), ("other", number(other).into())])
        }
        PlayEventKind::Fault { fault, part, node } => {
            let (kind, frame, substep) = kind("fault");
            let node = node.map_or(JsValue::UNDEFINED, |node| (node as f64).into());
            object([
                kind,
                frame,
                substep,
                ("fault", fault_name(fault).into()),
                ("part", number(part).into()),
                ("node", node),
            ])
        }
        PlayEventKind::Contact(contact) => {
            let (kind, frame, substep) = kind("contact");
            contact_object(kind, frame, substep, &contact)
        }
    }
}

type Field = (&'static str, JsValue);

fn contact_object(kind: Field, frame: Field, substep: Field, contact: &ContactEvent) -> Object {
    let phase = match contact.phase {
        ContactPhase::Begin => "begin",
        ContactPhase::Persist => "persist",
        ContactPhase::End => "end",
    };
    object([
        kind,
        frame,
        substep,
        ("phase", phase.into()),
        ("first", side(contact.first)),
        ("second", side(contact.second)),
        ("point", pair(contact.point.into()).into()),
        ("normal", pair(contact.normal.into()).into()),
        ("impulse", contact.impulse.into()),
        ("friction", contact.friction.into()),
    ])
}

/// A part; null for the bounds of the world.
fn side(side: ContactSide) -> JsValue {
    match side {
        ContactSide::Part(part) => number(part).into(),
        ContactSide::Bounds => JsValue::NULL,
    }
}

fn fault_name(fault: EventKind) -> &'static str {
    match fault {
        EventKind::Collapsed => "collapsed",
        EventKind::BlowUp => "blowUp",
        EventKind::ManyImpacts => "manyImpacts",
        EventKind::NoEdge => "noEdge",
    }
}
