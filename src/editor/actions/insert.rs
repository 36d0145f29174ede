//! Commands of the Insert menu: a shape each, with its dialog.

use super::{Command, CommandRow, group, row};

/// In the order of the menu: solids, then shells, then things that are held, then decor.
pub const ROWS: &[CommandRow] = &[
    row(Command::InsertRectangle, "insert-rectangle", "Rectangle…", "rectangle", &[]),
    row(Command::InsertDisc, "insert-disc", "Soft disc…", "circle", &[]),
    row(Command::InsertCrate, "insert-crate", "Crate…", "package", &[]),
    row(Command::InsertL, "insert-l", "L shape…", "arrow-elbow-down-right", &[]),
    row(Command::InsertU, "insert-u", "U shape…", "magnet", &[]),
    row(Command::InsertC, "insert-c", "C shape…", "copyright", &[]),
    row(Command::InsertStar, "insert-star", "Star…", "star", &[]),
    row(Command::InsertGear, "insert-gear", "Gear…", "gear", &[]),
    group(row(Command::InsertBalloon, "insert-balloon", "Balloon…", "balloon", &[])),
    row(Command::InsertRing, "insert-ring", "Ring…", "record", &[]),
    row(Command::InsertWheel, "insert-wheel", "Wheel…", "steering-wheel", &[]),
    group(row(Command::InsertRope, "insert-rope", "Rope…", "wave-sine", &[])),
    row(Command::InsertCloth, "insert-cloth", "Cloth…", "grid-four", &[]),
    row(Command::InsertBridge, "insert-bridge", "Bridge…", "bridge", &[]),
    group(row(Command::InsertFloor, "insert-floor", "Floor…", "minus", &[])),
    row(Command::InsertTerrain, "insert-terrain", "Terrain…", "mountains", &[]),
    row(Command::InsertNotch, "insert-notch", "V notch…", "caret-double-down", &[]),
    row(Command::InsertContainer, "insert-container", "Container…", "frame-corners", &[]),
];
