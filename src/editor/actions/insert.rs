//! Rows of the Insert menu: shapes, each with a dialog, and markers.

use super::{Command, CommandRow, group, row, within};

const MORE: &str = "More shapes";
const MARKER: &str = "Marker";

/// Rows in menu order: solid shapes, of which rarer ones are in a submenu, shells, fixed and driven shapes, decor, sensors, markers.
pub const ROWS: &[CommandRow] = &[
    row(Command::InsertRectangle, "insert-rectangle", "Rectangle…", "rectangle", &[]),
    row(Command::InsertDisc, "insert-disc", "Soft disc…", "circle", &[]),
    row(Command::InsertCrate, "insert-crate", "Crate…", "package", &[]),
    row(Command::InsertGear, "insert-gear", "Gear…", "gear", &[]),
    within(row(Command::InsertStar, "insert-star", "Star…", "star", &[]), MORE),
    within(row(Command::InsertL, "insert-l", "L shape…", "arrow-elbow-down-right", &[]), MORE),
    within(row(Command::InsertU, "insert-u", "U shape…", "magnet", &[]), MORE),
    within(row(Command::InsertC, "insert-c", "C shape…", "copyright", &[]), MORE),
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
    group(row(Command::InsertSensor, "insert-sensor", "Sensor zone…", "flag-checkered", &[])),
    group(within(row(Command::MarkPoint, "mark-point", "Marker: a point", "map-pin", &[]), MARKER)),
    within(row(Command::MarkRectangle, "mark-rectangle", "Marker: a rectangle", "rectangle-dashed", &[]), MARKER),
    within(row(Command::MarkPolygon, "mark-polygon", "Marker: a polygon", "polygon", &[]), MARKER),
    within(row(Command::MarkPath, "mark-path", "Marker: a path", "path", &[]), MARKER),
];
