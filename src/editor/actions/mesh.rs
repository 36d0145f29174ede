//! Rows of the Mesh menu: hull, triangles, rest shape and masses of the selected bodies.

use super::{Command, CommandRow, SHIFT, group, key, row};
use egui::Key;

/// Rows in menu order.
pub const ROWS: &[CommandRow] = &[
    row(Command::Remesh, "remesh", "Mesh anew…", "polygon", &[key(SHIFT, Key::M)]),
    group(row(Command::FillHull, "fill-hull", "Fill the hull with triangles", "triangle", &[])),
    row(Command::BalloonFan, "balloon-fan", "Triangles from the barycentre", "asterisk", &[]),
    row(
        Command::OrientTriangles,
        "orient-triangles",
        "Fix the orientation of hull and triangles",
        "arrows-counter-clockwise",
        &[],
    ),
    group(row(
        Command::HullOfTriangles,
        "hull-of-triangles",
        "Hull from the boundary of the triangles",
        "selection",
        &[],
    )),
    row(Command::TurnHull, "turn-hull", "Reverse the hull", "swap", &[]),
    group(row(Command::PoseToRest, "pose-to-rest", "Use the pose as rest shape", "person-arms-spread", &[])),
    row(Command::RestAsDrawn, "rest-as-drawn", "Lengths as drawn", "ruler", &[]),
    group(row(Command::MassesByArea, "masses-by-area", "Masses by area", "scales", &[])),
    row(Command::MassesUniform, "masses-uniform", "Equal masses", "equals", &[]),
];
