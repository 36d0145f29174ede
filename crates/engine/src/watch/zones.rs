//! Resolves zones, and parts that touch or are in zones.

use super::error::WatchError;
use super::names::Names;
use super::suggest::nearest;
use super::tree::{Node, Tree};
use crate::level::{Level, MarkerShape, Place};
use crate::probes::{Occupant, Scope, Toucher, Zone};
use std::ops::Range;

/// Parts that a name of a zone can mean: markers by name, then bodies, discs and obstacles by name (sensors first), then all of
/// them by id. Empty if there is none; several if the name is ambiguous.
pub(super) fn called(level: &Level, text: &str) -> Vec<Place> {
    let is = |own: &str| !own.is_empty() && own == text;
    let markers = |by: fn(&crate::level::Marker) -> &str| {
        let found = level.markers.iter().enumerate().filter(move |(_, marker)| is(by(marker)));
        found.map(|(index, _)| Place::Marker(index)).collect::<Vec<_>>()
    };
    let named = markers(|marker| &marker.name);
    if !named.is_empty() {
        return named;
    }
    let named: Vec<Place> = parts(level).filter(|part| is(part.name)).map(|part| part.place).collect();
    let sensors: Vec<Place> = named.iter().copied().filter(|&place| is_sensor(level, place)).collect();
    if !sensors.is_empty() {
        return sensors;
    }
    if !named.is_empty() {
        return named;
    }
    let by_id = parts(level).filter(|part| is(part.id)).map(|part| part.place);
    markers(|marker| &marker.id).into_iter().chain(by_id).collect()
}

/// A body, disc or obstacle with its names.
struct NamedPart<'a> {
    place: Place,
    name: &'a str,
    id: &'a str,
}

fn parts(level: &Level) -> impl Iterator<Item = NamedPart<'_>> {
    let bodies = level.bodies.iter().enumerate();
    let bodies = bodies.map(|(index, body)| NamedPart { place: Place::Body(index), name: &body.name, id: &body.id });
    let discs = level.discs.iter().enumerate();
    let discs = discs.map(|(index, disc)| NamedPart { place: Place::Disc(index), name: &disc.name, id: &disc.id });
    let obstacles = level.obstacles.iter().enumerate().map(|(index, obstacle)| NamedPart {
        place: Place::Obstacle(index),
        name: &obstacle.name,
        id: &obstacle.id,
    });
    bodies.chain(discs).chain(obstacles)
}

fn is_sensor(level: &Level, place: Place) -> bool {
    match place {
        Place::Body(index) => level.bodies.get(index).is_some_and(|body| body.collision.sensor),
        Place::Disc(index) => level.discs.get(index).is_some_and(|disc| disc.collision.sensor),
        Place::Obstacle(index) => level.obstacles.get(index).is_some_and(|obstacle| obstacle.collision.sensor),
        _ => false,
    }
}

/// Names that a zone can have, for suggestions: of markers with an area and of sensors; the id of those without a name.
pub(super) fn names(level: &Level) -> Vec<(String, Place)> {
    let text = |name: &str, id: &str| if name.is_empty() { id.to_owned() } else { name.to_owned() };
    let has_area = |shape: &MarkerShape| matches!(shape, MarkerShape::Rect(..) | MarkerShape::Polygon(_));
    let markers = level.markers.iter().enumerate().filter(|(_, marker)| has_area(&marker.shape));
    let markers = markers.map(|(index, marker)| (text(&marker.name, &marker.id), Place::Marker(index)));
    let sensors = parts(level).filter(|part| is_sensor(level, part.place));
    let sensors = sensors.map(|part| (text(part.name, part.id), part.place));
    markers.chain(sensors).filter(|(name, _)| !name.is_empty()).collect()
}

impl Names<'_> {
    /// Resolves the arguments of `inside`: a zone, and a body, disc or node.
    pub fn zone_and_part(&self, zone: &Tree, part: &Tree) -> Result<(Zone, Occupant), WatchError> {
        let (found, occupant) = (self.zone(zone)?, self.occupant(part)?);
        let own = match occupant {
            Occupant::Body(body) => Place::Body(body),
            Occupant::Disc(disc) => Place::Disc(disc),
            Occupant::Node(_) => Place::Level,
        };
        match found {
            Zone::Sensor(_) if matches!(occupant, Occupant::Node(_)) => {
                let hint = "ask for the body, or draw a marker";
                Err(WatchError::hinted(part.at.clone(), "a sensor reports bodies and discs, not single nodes", hint))
            }
            Zone::Sensor(sensor) if sensor == own => {
                Err(WatchError::new(part.at.clone(), "a sensor does not report itself"))
            }
            _ => Ok((found, occupant)),
        }
    }

    fn zone(&self, tree: &Tree) -> Result<Zone, WatchError> {
        let place = match &tree.node {
            Node::Text(text) => self.zone_called(text, &tree.at)?,
            Node::Call(word, arguments, fields) if fields.is_empty() && word.text == "body" => {
                Place::Body(self.part(Scope::Body, word, arguments)?)
            }
            Node::Call(word, arguments, fields) if fields.is_empty() && word.text == "disc" => {
                Place::Disc(self.part(Scope::Disc, word, arguments)?)
            }
            _ => {
                let message = "expected a zone: the name of a marker or sensor, in quotes";
                return Err(WatchError::new(tree.at.clone(), message));
            }
        };
        if let Place::Marker(index) = place {
            return match self.level.markers[index].shape {
                MarkerShape::Rect(..) | MarkerShape::Polygon(_) => Ok(Zone::Marker(index)),
                MarkerShape::Point(_) | MarkerShape::Path(_) => {
                    let message = "this marker is a point or path, which has no inside";
                    Err(WatchError::hinted(tree.at.clone(), message, "draw a rectangle or polygon"))
                }
            };
        }
        if is_sensor(self.level, place) {
            return Ok(Zone::Sensor(place));
        }
        let hint = "make it a sensor in the inspector, or draw a marker";
        Err(WatchError::hinted(tree.at.clone(), format!("{place} is not a sensor"), hint))
    }

    fn zone_called(&self, text: &str, at: &Range<usize>) -> Result<Place, WatchError> {
        match called(self.level, text)[..] {
            [only] => Ok(only),
            [first, second, ..] => {
                let message = format!("several zones are called \"{text}\": {first}, {second} …");
                Err(WatchError::hinted(at.clone(), message, "use the id, or rename one"))
            }
            [] => {
                let (message, known) = (format!("there is no zone \"{text}\""), names(self.level));
                match nearest(text, known.iter().map(|(name, _)| name.as_str())) {
                    Some(near) => Err(WatchError::meant(at.clone(), message, Some(format!("\"{near}\"")))),
                    None if known.is_empty() => {
                        let hint = "the level has no sensor and no marker with an area";
                        Err(WatchError::hinted(at.clone(), message, hint))
                    }
                    None => {
                        let list: Vec<String> = known.iter().take(6).map(|(name, _)| format!("\"{name}\"")).collect();
                        Err(WatchError::hinted(at.clone(), message, format!("zones are called {}", list.join(", "))))
                    }
                }
            }
        }
    }

    fn occupant(&self, tree: &Tree) -> Result<Occupant, WatchError> {
        if let Node::Call(word, arguments, fields) = &tree.node
            && fields.is_empty()
            && word.text == "node"
        {
            return Ok(Occupant::Node(self.part(Scope::Node, word, arguments)?));
        }
        Ok(match self.toucher(tree)? {
            Toucher::Body(body) => Occupant::Body(body),
            Toucher::Disc(disc) => Occupant::Disc(disc),
        })
    }

    /// Resolves `body(…)`, `disc(…)`, or a name alone: that of a body, else that of a disc.
    pub fn toucher(&self, tree: &Tree) -> Result<Toucher, WatchError> {
        match &tree.node {
            Node::Call(word, arguments, fields) if fields.is_empty() && word.text == "disc" => {
                Ok(Toucher::Disc(self.part(Scope::Disc, word, arguments)?))
            }
            Node::Call(word, arguments, fields) if fields.is_empty() && word.text == "body" => {
                Ok(Toucher::Body(self.part(Scope::Body, word, arguments)?))
            }
            Node::Text(_) => match (self.body(tree), self.disc(tree)) {
                (Ok(body), _) => Ok(Toucher::Body(body)),
                (Err(_), Ok(disc)) => Ok(Toucher::Disc(disc)),
                (Err(error), Err(_)) => Err(error),
            },
            _ => Ok(Toucher::Body(self.body(tree)?)),
        }
    }
}
