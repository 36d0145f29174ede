//! Rows of the Arrange menu: rotate, mirror, align, distribute and nudge.

use super::{ALT, CTRL, Command, CommandRow, NONE, SHIFT, SHIFT_ALT, group, key, row, within};
use egui::Key;

const ALIGN: &str = "Align";
const NUDGE: &str = "Nudge";
const COPIES: &str = "Copies";
const COMBINE: &str = "Combine";

/// Rows in menu order.
pub const ROWS: &[CommandRow] = &[
    row(
        Command::TurnLeft,
        "turn-left",
        "Turn by 90° to the left",
        "arrow-counter-clockwise",
        &[key(CTRL, Key::OpenBracket)],
    ),
    row(
        Command::TurnRight,
        "turn-right",
        "Turn by 90° to the right",
        "arrow-clockwise",
        &[key(CTRL, Key::CloseBracket)],
    ),
    row(
        Command::MirrorHorizontally,
        "mirror-horizontally",
        "Mirror left and right",
        "flip-horizontal",
        &[key(SHIFT, Key::H)],
    ),
    row(
        Command::MirrorVertically,
        "mirror-vertically",
        "Mirror above and below",
        "flip-vertical",
        &[key(SHIFT, Key::V)],
    ),
    group(within(row(Command::AlignLeft, "align-left", "Left sides", "align-left", &[key(ALT, Key::A)]), ALIGN)),
    within(
        row(
            Command::AlignCenter,
            "align-center",
            "Centres on a vertical line",
            "align-center-horizontal",
            &[key(ALT, Key::H)],
        ),
        ALIGN,
    ),
    within(row(Command::AlignRight, "align-right", "Right sides", "align-right", &[key(ALT, Key::D)]), ALIGN),
    within(row(Command::AlignTop, "align-top", "Tops", "align-top", &[key(ALT, Key::W)]), ALIGN),
    within(
        row(
            Command::AlignMiddle,
            "align-middle",
            "Centres on a horizontal line",
            "align-center-vertical",
            &[key(ALT, Key::V)],
        ),
        ALIGN,
    ),
    within(row(Command::AlignBottom, "align-bottom", "Bottoms", "align-bottom", &[key(ALT, Key::S)]), ALIGN),
    row(
        Command::DistributeHorizontally,
        "distribute-horizontally",
        "Equal gaps from left to right",
        "columns",
        &[key(SHIFT_ALT, Key::H)],
    ),
    row(
        Command::DistributeVertically,
        "distribute-vertically",
        "Equal gaps from bottom to top",
        "rows",
        &[key(SHIFT_ALT, Key::V)],
    ),
    group(within(
        row(Command::NudgeLeft, "nudge-left", "One cell to the left", "arrow-left", &[key(ALT, Key::ArrowLeft)]),
        NUDGE,
    )),
    within(
        row(Command::NudgeRight, "nudge-right", "One cell to the right", "arrow-right", &[key(ALT, Key::ArrowRight)]),
        NUDGE,
    ),
    within(row(Command::NudgeUp, "nudge-up", "One cell up", "arrow-up", &[key(ALT, Key::ArrowUp)]), NUDGE),
    within(row(Command::NudgeDown, "nudge-down", "One cell down", "arrow-down", &[key(ALT, Key::ArrowDown)]), NUDGE),
    within(
        row(
            Command::NudgeFarLeft,
            "nudge-far-left",
            "Ten cells to the left",
            "arrow-left",
            &[key(SHIFT_ALT, Key::ArrowLeft)],
        ),
        NUDGE,
    ),
    within(
        row(
            Command::NudgeFarRight,
            "nudge-far-right",
            "Ten cells to the right",
            "arrow-right",
            &[key(SHIFT_ALT, Key::ArrowRight)],
        ),
        NUDGE,
    ),
    within(
        row(Command::NudgeFarUp, "nudge-far-up", "Ten cells up", "arrow-up", &[key(SHIFT_ALT, Key::ArrowUp)]),
        NUDGE,
    ),
    within(
        row(Command::NudgeFarDown, "nudge-far-down", "Ten cells down", "arrow-down", &[key(SHIFT_ALT, Key::ArrowDown)]),
        NUDGE,
    ),
    group(row(Command::GroupParts, "group-parts", "Put into a new folder", "folder-plus", &[key(CTRL, Key::G)])),
    group(within(row(Command::LinearArray, "linear-array", "Linear array…", "columns", &[]), COPIES)),
    within(row(Command::CircularArray, "circular-array", "Circular array…", "circle-dashed", &[]), COPIES),
    within(row(Command::Scatter, "scatter", "Scatter copies…", "dots-six", &[]), COPIES),
    within(row(Command::UniteBodies, "unite", "Unite bodies…", "stack-simple", &[]), COMBINE),
    within(row(Command::SubtractBodies, "subtract", "Subtract bodies…", "minus-circle", &[]), COMBINE),
    within(row(Command::IntersectBodies, "intersect", "Intersect bodies…", "intersect", &[]), COMBINE),
    within(row(Command::MergeBodies, "merge-bodies", "Merge bodies into one", "stack", &[]), COMBINE),
    within(
        row(Command::SeparateBody, "separate-body", "Separate unconnected parts", "arrows-horizontal", &[]),
        COMBINE,
    ),
    within(row(Command::WeldNodes, "weld-nodes", "Weld nodes into one", "dot-outline", &[]), COMBINE),
    within(row(Command::WeldNear, "weld-near", "Weld nodes by distance…", "circles-three", &[]), COMBINE),
    group(row(Command::ToggleSnap, "snap", "Snap", "magnet-straight", &[key(SHIFT, Key::G)])),
    row(Command::ToggleMirror, "mirror", "Live mirror", "perspective", &[key(NONE, Key::Y)]),
];
