//! What is inside a zone: a sensor, as the engine reports it, or a marker with an area, by positions.
//!
//! The rule of sensors holds for both: a body is inside if at least one hull node is, a disc if its centre is.

use super::ProbeSample;
use crate::geometry::DVec2;
use crate::level::Place;

/// An area that parts can be in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Zone {
    /// A marker, by its index.
    Marker(usize),
    /// A body, disc or obstacle that is a sensor.
    Sensor(Place),
}

/// A part that can be in a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Occupant {
    /// A body.
    Body(usize),
    /// A node, global numbering. Only markers hold single nodes.
    Node(usize),
    /// A disc.
    Disc(usize),
}

/// The pair that the engine reports for a part in a sensor. None for a marker, and for a node.
pub(crate) fn sensor_pair(zone: Zone, occupant: Occupant) -> Option<[Place; 2]> {
    let Zone::Sensor(sensor) = zone else { return None };
    match occupant {
        Occupant::Body(body) => Some([sensor, Place::Body(body)]),
        Occupant::Disc(disc) => Some([sensor, Place::Disc(disc)]),
        Occupant::Node(_) => None,
    }
}

/// True if the part is in the zone at the moment.
pub(crate) fn is_inside(look: &ProbeSample, zone: Zone, occupant: Occupant) -> bool {
    match zone {
        Zone::Sensor(_) => sensor_pair(zone, occupant)
            .is_some_and(|pair| look.world.state().sensor_contacts.binary_search(&pair).is_ok()),
        Zone::Marker(marker) => {
            let Some(marker) = look.level.markers.get(marker) else { return false };
            let contains = |point: DVec2| point.is_finite() && marker.shape.contains(point.to_array());
            let layout = look.world.layout();
            match occupant {
                Occupant::Disc(disc) => contains(look.world.disc_position(disc)),
                Occupant::Node(node) => contains(look.world.position(node)),
                Occupant::Body(body) => {
                    let nodes = &layout.hull_nodes[layout.bodies[body].hull_nodes.clone()];
                    nodes.iter().any(|&node| contains(look.world.position(node as usize)))
                }
            }
        }
    }
}
