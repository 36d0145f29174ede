//! Updates a path after parts of the level have moved.

use super::{DocumentPath, PathStep};
use crate::level::Place;

impl DocumentPath {
    /// Path to the same part, with `to` giving the new place of each part; None if the part was removed. A path that names
    /// no single part is unchanged.
    pub fn follow(&self, to: impl Fn(Place) -> Option<Place>) -> Option<Self> {
        let mut steps = self.steps.clone();
        match &mut steps[..] {
            [PathStep::Key(list), PathStep::Index(body), PathStep::Key(items), PathStep::Index(item), ..]
                if list == "bodies" =>
            {
                let place: fn(usize, usize) -> Place = match items.as_str() {
                    "nodes" => Place::Node,
                    "springs" => Place::Spring,
                    "sticks" => Place::Stick,
                    "hull" => Place::HullEdge,
                    "triangles" => Place::Triangle,
                    _ => return Some(self.clone()),
                };
                match to(place(*body, *item))? {
                    Place::Node(b, i)
                    | Place::Spring(b, i)
                    | Place::Stick(b, i)
                    | Place::HullEdge(b, i)
                    | Place::Triangle(b, i) => (*body, *item) = (b, i),
                    _ => return None,
                }
            }
            [PathStep::Key(list), PathStep::Index(index), ..] => {
                let place = match list.as_str() {
                    "bodies" => Place::Body(*index),
                    "discs" => Place::Disc(*index),
                    "obstacles" => Place::Obstacle(*index),
                    "links" => Place::Link(*index),
                    "markers" => Place::Marker(*index),
                    "instances" => Place::Instance(*index),
                    _ => return Some(self.clone()),
                };
                match to(place)? {
                    Place::Body(new)
                    | Place::Disc(new)
                    | Place::Obstacle(new)
                    | Place::Link(new)
                    | Place::Marker(new)
                    | Place::Instance(new) => *index = new,
                    _ => return None,
                }
            }
            _ => {}
        }
        Some(Self { steps })
    }
}
