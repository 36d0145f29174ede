//! The Insert menu: one command per shape, with a thumbnail.

mod picture;

pub use picture::thumbnail;

use crate::editor::actions::Command;
use crate::level::shapes::{self, ShapeGenerator};

/// Commands and shape ids, in menu order.
const SHAPES: [(Command, &str); 19] = [
    (Command::InsertRectangle, "rectangle"),
    (Command::InsertDisc, "disc"),
    (Command::InsertCrate, "crate"),
    (Command::InsertL, "l"),
    (Command::InsertU, "u"),
    (Command::InsertC, "c"),
    (Command::InsertStar, "star"),
    (Command::InsertGear, "gear"),
    (Command::InsertBalloon, "balloon"),
    (Command::InsertRing, "ring"),
    (Command::InsertWheel, "wheel"),
    (Command::InsertRope, "rope"),
    (Command::InsertCloth, "cloth"),
    (Command::InsertBridge, "bridge"),
    (Command::InsertFloor, "floor"),
    (Command::InsertTerrain, "terrain"),
    (Command::InsertNotch, "notch"),
    (Command::InsertContainer, "container"),
    (Command::InsertSensor, "sensor"),
];

/// The shape that a command inserts.
pub fn shape(command: Command) -> Option<&'static ShapeGenerator> {
    let (_, id) = SHAPES.iter().find(|(known, _)| *known == command)?;
    shapes::shape(id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editor::actions::Menu;

    #[test]
    fn insert_commands_match_the_list_of_shapes() {
        let ids: Vec<&str> = SHAPES.iter().map(|(_, id)| *id).collect();
        assert_eq!(ids, shapes::ALL.iter().map(|shape| shape.id).collect::<Vec<_>>());
        for (command, id) in SHAPES {
            assert_eq!((command.menu(), command.row().id), (Menu::Insert, format!("insert-{id}").as_str()));
        }
    }
}
