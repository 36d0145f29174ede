//! Commands of the Mesh menu: what the selected bodies are made of.

use super::{Command, CommandRow, SHIFT, group, key, row};
use egui::Key;

/// In the order of the menu.
pub const ROWS: &[CommandRow] = &[
    row(Command::Remesh, "remesh", "Mesh anew…", "polygon", &[key(SHIFT, Key::M)]),
    group(row(Command::FillHull, "fill-hull", "Fill the hull with triangles", "triangle", &[])),
    row(Command::BalloonFan, "balloon-fan", "Balloon: triangles from the barycentre", "asterisk", &[]),
    row(
        Command::OrientTriangles,
        "orient-triangles",
        "Turn hull and triangles the right way round",
        "arrows-counter-clockwise",
        &[],
    ),
    group(row(
        Command::HullOfTriangles,
        "hull-of-triangles",
        "Hull from the border of the triangles",
        "selection",
        &[],
    )),
    row(Command::TurnHull, "turn-hull", "Turn the hull inside out", "swap", &[]),
    group(row(Command::PoseToRest, "pose-to-rest", "Pose becomes the rest shape", "person-arms-spread", &[])),
    row(Command::RestAsDrawn, "rest-as-drawn", "Rest lengths as drawn", "ruler", &[]),
    group(row(Command::MassesByArea, "masses-by-area", "Masses by area", "scales", &[])),
    row(Command::MassesUniform, "masses-uniform", "Masses all alike", "equals", &[]),
];
