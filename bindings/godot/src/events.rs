//! Signals of a step.

use crate::axes::direction;
use crate::parts::{id, side};
use crate::world::BlobsmithWorld;
use blobsmith_engine::engine::EventKind;
use blobsmith_engine::play::{ContactEvent, ContactPhase, PlayEventKind};
use godot::prelude::*;

impl BlobsmithWorld {
    /// Emits what happened since the last call. Receivers may call this node.
    pub(crate) fn emit_events(&mut self) {
        for event in self.take_events() {
            match event.kind {
                PlayEventKind::Contact(contact) => self.emit_contact(&contact),
                PlayEventKind::SensorEntered { sensor, other } => {
                    let [sensor, other] = [sensor, other].map(|part| self.text_of(|world| id(world, part)));
                    self.signals().sensor_entered().emit(&sensor, &other);
                }
                PlayEventKind::SensorLeft { sensor, other } => {
                    let [sensor, other] = [sensor, other].map(|part| self.text_of(|world| id(world, part)));
                    self.signals().sensor_left().emit(&sensor, &other);
                }
                PlayEventKind::Fault { fault, part, node } => {
                    let part = self.text_of(|world| id(world, part));
                    let node = node.map_or(-1, |node| node as i64);
                    self.signals().fault().emit(&part, &GString::from(name(fault)), node);
                }
            }
        }
    }

    fn emit_contact(&mut self, contact: &ContactEvent) {
        let [first, second] = [contact.first, contact.second].map(|own| self.text_of(|world| side(world, own)));
        let axes = self.axes();
        match contact.phase {
            ContactPhase::Begin => {
                let (point, normal) = (axes.local(contact.point.to_array()), direction(contact.normal.to_array()));
                let impulse = contact.impulse * axes.scale;
                self.signals().contact_begun().emit(&first, &second, point, normal, impulse);
            }
            ContactPhase::End => self.signals().contact_ended().emit(&first, &second),
            ContactPhase::Persist => {}
        }
    }

    fn text_of(&self, text: impl FnOnce(&blobsmith_engine::play::PlayWorld) -> String) -> GString {
        GString::from(&self.running_level().map_or(String::new(), text))
    }
}

/// Name of a fault, as in the other front ends.
fn name(fault: EventKind) -> &'static str {
    match fault {
        EventKind::Collapsed => "collapsed",
        EventKind::BlowUp => "blow_up",
        EventKind::ManyImpacts => "many_impacts",
        EventKind::NoEdge => "no_edge",
    }
}
