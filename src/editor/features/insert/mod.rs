//! The Insert menu: a command for every shape, and its picture.

mod picture;

pub use picture::thumbnail;

use crate::editor::actions::Command;
use crate::level::shapes::{self, ShapeGenerator};

/// The shapes with their commands, in the order of the menu.
const SHAPES: [(Command, &str); 18] = [
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
    fn every_shape_has_its_command_in_the_order_of_the_list() {
        let ids: Vec<&str> = SHAPES.iter().map(|(_, id)| *id).collect();
        assert_eq!(ids, shapes::ALL.iter().map(|shape| shape.id).collect::<Vec<_>>());
        for (command, id) in SHAPES {
            assert_eq!((command.menu(), command.row().id), (Menu::Insert, format!("insert-{id}").as_str()));
        }
    }
}
