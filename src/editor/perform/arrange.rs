//! Commands of the Arrange menu.

use crate::editor::actions::Command;
use crate::editor::app::App;
use crate::editor::context::ViewContext;
use crate::editor::document::Edit;
use crate::editor::mirror::{self, Mirror, axis_in};
use crate::editor::perform::edit_level;
use crate::editor::snap;
use crate::geometry::{Aabb, DVec2};
use crate::level::edit::symmetry::{move_both, shift_both, transform_both};
use crate::level::edit::{self, Align, Anchor, Axis, Rest, Spread, Transform};
use crate::level::{Level, Place};

/// History key that merges successive nudges into one entry.
const NUDGES: u64 = 0x0D6E_0000;
/// Distance of a far nudge, in grid cells.
const FAR: f64 = 10.0;

/// Parts that Arrange commands move: bodies, nodes, discs, obstacles, markers and instances. Links and triangles are replaced by their
/// body.
fn parts(selection: &[Place]) -> Vec<Place> {
    let part = |place: &Place| match *place {
        Place::Level | Place::World => None,
        Place::Spring(body, _) | Place::Stick(body, _) | Place::HullEdge(body, _) | Place::Triangle(body, _) => {
            Some(Place::Body(body))
        }
        place => Some(place),
    };
    let all: crate::editor::selection::Selection = selection.iter().filter_map(part).collect::<Vec<_>>().into();
    all.to_vec()
}

/// True if the command can change anything.
pub fn is_possible(view: &ViewContext, command: Command) -> bool {
    let count = parts(view.selection).len();
    match command {
        Command::ToggleSnap | Command::ToggleMirror => true,
        Command::DistributeHorizontally | Command::DistributeVertically => count > 2,
        _ => direction(command).map_or(count > usize::from(alignment(command).is_some()), |_| count > 0),
    }
}

fn direction(command: Command) -> Option<DVec2> {
    Some(match command {
        Command::NudgeLeft => DVec2::NEG_X,
        Command::NudgeRight => DVec2::X,
        Command::NudgeUp => DVec2::Y,
        Command::NudgeDown => DVec2::NEG_Y,
        Command::NudgeFarLeft => DVec2::NEG_X * FAR,
        Command::NudgeFarRight => DVec2::X * FAR,
        Command::NudgeFarUp => DVec2::Y * FAR,
        Command::NudgeFarDown => DVec2::NEG_Y * FAR,
        _ => return None,
    })
}

fn alignment(command: Command) -> Option<Align> {
    Some(match command {
        Command::AlignLeft => Align::Left,
        Command::AlignCenter => Align::Center,
        Command::AlignRight => Align::Right,
        Command::AlignTop => Align::Top,
        Command::AlignMiddle => Align::Middle,
        Command::AlignBottom => Align::Bottom,
        _ => return None,
    })
}

/// Performs an Arrange command.
pub fn command(app: &mut App, command: Command) {
    match command {
        Command::ToggleSnap => {
            let snap = &mut app.settings.tools.snap;
            snap.is_on = !snap.is_on;
            app.notices.success(if snap.is_on { "Snapping is on. Hold Alt to suspend it" } else { "Snapping is off" });
        }
        Command::ToggleMirror => toggle_mirror(app),
        _ if !is_possible(&app.view(), command) => {}
        _ => arrange(app, command),
    }
}

fn toggle_mirror(app: &mut App) {
    let x = mirror::middle(app.document.level(), &app.selection);
    app.mirror = if app.mirror.is_on { Mirror { is_on: false, ..app.mirror } } else { Mirror { is_on: true, x } };
    if app.mirror.is_on {
        app.notices.success("Live mirror is on. Edits on one side of the axis are repeated on the other");
    }
}

fn arrange(app: &mut App, command: Command) {
    let places = parts(&app.selection);
    if let Some(direction) = direction(command) {
        return nudge(app, &places, direction);
    }
    let (label, x, placed) = (command.row().name, app.mirror.axis(), app.document.placed().clone());
    let extents = move |level: &Level, place| placed.extent(level, place);
    if let Some(how) = alignment(command) {
        let label = format!("Align: {label}");
        let change = move |level: &mut Level| {
            let moves = edit::aligned(level, &places, how, Anchor::All, &extents)?;
            let axis = axis_in(level, x);
            shift_both(level, &moves, axis, Rest::Keep)
        };
        return edit_level(app, Edit::making(label, change));
    }
    let axis = match command {
        Command::DistributeHorizontally => Some(Axis::X),
        Command::DistributeVertically => Some(Axis::Y),
        _ => None,
    };
    if let Some(axis) = axis {
        let change = move |level: &mut Level| {
            let moves = edit::distributed(level, &places, axis, Spread::Gaps, &extents)?;
            let axis = axis_in(level, x);
            shift_both(level, &moves, axis, Rest::Keep)
        };
        return edit_level(app, Edit::making(label, change));
    }
    let all = places.iter().filter_map(|&place| extents(app.document.level(), place));
    let Some(bounds) = all.reduce(Aabb::union) else { return };
    let middle = bounds.center();
    let quarter = std::f64::consts::FRAC_PI_2;
    let how = match command {
        Command::TurnLeft => Transform::Rotate { pivot: middle.into(), angle_rad: quarter },
        Command::TurnRight => Transform::Rotate { pivot: middle.into(), angle_rad: -quarter },
        Command::MirrorHorizontally => Transform::MirrorX(middle.x),
        _ => Transform::MirrorY(middle.y),
    };
    let change = move |level: &mut Level| {
        let axis = axis_in(level, x);
        transform_both(level, &places, how, axis, Rest::Keep)
    };
    edit_level(app, Edit::making(label, change));
}

/// Moves parts by grid cells, and their mirror images if the mirror is on.
fn nudge(app: &mut App, places: &[Place], direction: DVec2) {
    let cell = snap::grid_step(&app.settings.tools.snap, 1.0 / app.canvas.camera.scale).unwrap_or(1.0);
    let by = direction * cell;
    let (places, selected, x) = (places.to_vec(), app.selection.to_vec(), app.mirror.axis());
    let edit = Edit::making("Nudge", move |level| {
        let axis = axis_in(level, x);
        let made = move_both(level, &places, by.into(), axis, Rest::Keep)?;
        Ok(edit::Made { places: selected, ..made })
    });
    edit_level(app, edit.within(NUDGES));
}
