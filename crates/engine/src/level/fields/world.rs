//! Number fields of the world.

use super::{NumberField, Range, VectorField};
use crate::level::{Decor, World};

/// Maximum number of substeps per frame and of passes over the sticks; larger numbers would block a frame.
pub const MOST_PASSES: u32 = 100_000;

/// Fields of forces that act everywhere, in the order in which they are shown.
pub const FORCES: &[VectorField<World>] =
    &[VectorField { path: "gravity", name: "Gravity", format: 1, axes: [GRAVITY_X, GRAVITY_Y] }];

/// All others, in file order.
pub const ALL: &[&NumberField<World>] = &[
    &FRAME_TIME,
    &SUBSTEPS,
    &RETENTION,
    &STICK_PASSES,
    &DECOR_STIFFNESS,
    &DECOR_VISCOSITY,
    &REPOSITIONING_FRACTION,
    &REPOSITIONING_SLOP,
];

const GRAVITY_X: NumberField<World> = NumberField {
    path: "gravity[0]",
    name: "Gravity x",
    hint: "Acceleration of all bodies and discs, length per time²; y points up.",
    unit: "length/time²",
    range: Range::Any,
    usual: Some(0.0),
    get: |world| world.gravity[0],
    set: |world, x| world.gravity[0] = x,
};
const GRAVITY_Y: NumberField<World> = NumberField {
    path: "gravity[1]",
    name: "Gravity y",
    usual: Some(-0.02),
    get: |world| world.gravity[1],
    set: |world, y| world.gravity[1] = y,
    ..GRAVITY_X
};
/// Length of a frame.
pub const FRAME_TIME: NumberField<World> = NumberField {
    path: "frame_time",
    name: "Frame time",
    hint: "Duration of a frame. In the sources the frame is the unit of time.",
    unit: "time",
    range: Range::AboveZero,
    usual: Some(1.0),
    get: |world| world.frame_time,
    set: |world, value| world.frame_time = value,
};
/// Substeps per frame.
pub const SUBSTEPS: NumberField<World> = NumberField {
    path: "substeps",
    name: "Substeps",
    hint: "Steps per frame, usually 8 to 64. More are more stable and slower.",
    unit: "",
    range: Range::Count { least: 1, most: MOST_PASSES },
    usual: Some(16.0),
    get: |world| world.substeps as f64,
    set: |world, value| world.substeps = value as u32,
};
/// Factor on velocities.
pub const RETENTION: NumberField<World> = NumberField {
    path: "velocity_retention",
    name: "Retention",
    hint: "Factor on the velocity per substep, 0 to 1: linear drag. 1 is no loss; 0.999 with 16 substeps leaves 38 % after 60 frames.",
    unit: "",
    range: Range::Portion,
    usual: Some(1.0),
    get: |world| world.velocity_retention,
    set: |world, value| world.velocity_retention = value,
};
/// Passes over the sticks.
pub const STICK_PASSES: NumberField<World> = NumberField {
    path: "stick_iterations",
    name: "Stick iterations",
    hint: "Passes over all sticks per substep, usually 1 to 10. More make sticks stiffer.",
    unit: "",
    range: Range::Count { least: 0, most: MOST_PASSES },
    usual: Some(3.0),
    get: |world| world.stick_iterations as f64,
    set: |world, value| world.stick_iterations = value as u32,
};
/// Stiffness of decor that pushes by force.
pub const DECOR_STIFFNESS: NumberField<World> = NumberField {
    path: "contact.decor.Penalty.stiffness",
    name: "Decor stiffness",
    hint: "Force per depth. Bodies sink in by weight divided by stiffness.",
    unit: "mass/time²",
    range: Range::AtLeastZero,
    usual: None,
    get: |world| penalty(world).0,
    set: |world, value| world.contact.decor = Decor::Penalty { stiffness: value, viscosity: penalty(world).1 },
};
/// Viscosity of decor that pushes by force.
pub const DECOR_VISCOSITY: NumberField<World> = NumberField {
    path: "contact.decor.Penalty.viscosity",
    name: "Decor viscosity",
    hint: "Force per speed towards the decor.",
    unit: "mass/time",
    range: Range::AtLeastZero,
    usual: None,
    get: |world| penalty(world).1,
    set: |world, value| world.contact.decor = Decor::Penalty { stiffness: penalty(world).0, viscosity: value },
};
/// Part of the depth that repositioning removes.
pub const REPOSITIONING_FRACTION: NumberField<World> = NumberField {
    path: "contact.repositioning.fraction",
    name: "Correction",
    hint: "Fraction of the depth beyond the slop that one contact removes, dimensionless. 1 is the source's full correction.",
    unit: "",
    range: Range::Portion,
    usual: Some(1.0),
    get: |world| world.contact.repositioning.fraction,
    set: |world, fraction| world.contact.repositioning.fraction = fraction,
};
/// Depth that repositioning leaves.
pub const REPOSITIONING_SLOP: NumberField<World> = NumberField {
    path: "contact.repositioning.slop",
    name: "Slop",
    hint: "Penetration depth that is not corrected, a length. Reduces energy gain of resting bodies.",
    unit: "length",
    range: Range::AtLeastZero,
    usual: Some(0.0),
    get: |world| world.contact.repositioning.slop,
    set: |world, slop| world.contact.repositioning.slop = slop,
};

/// Decor that begins to push by force has these.
pub const PENALTY: (f64, f64) = (3.0, 0.15);

/// Stiffness and viscosity of decor that pushes by force; what decor has that begins to.
pub fn penalty(world: &World) -> (f64, f64) {
    match world.contact.decor {
        Decor::Penalty { stiffness, viscosity } => (stiffness, viscosity),
        Decor::Impulse => PENALTY,
    }
}
