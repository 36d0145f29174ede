//! Commands of the Arrange menu.

use crate::editor::actions::Command;
use crate::editor::app::App;
use crate::editor::context::ViewContext;
use crate::editor::document::Edit;
use crate::editor::features::arrange::ArrangeDialog;
use crate::editor::features::arrange::commands::ArrangeCommand;
use crate::editor::mirror::{self, Mirror, axis_in};
use crate::editor::perform::{edit_level, meshing, time};
use crate::editor::snap;
use crate::editor::widgets;
use crate::geometry::{Aabb, DVec2};
use crate::level::edit::operations::{self, Operation};
use crate::level::edit::symmetry::{move_both, shift_both, transform_both};
use crate::level::edit::{self, Align, Anchor, Axis, Made, Transform};
use crate::level::{Level, Place};
use egui::Context;

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
        Command::MergeBodies | Command::UniteBodies | Command::SubtractBodies | Command::IntersectBodies => {
            bodies(view.selection).len() > 1
        }
        Command::SeparateBody => bodies(view.selection).len() == 1,
        Command::WeldNodes => view.selection.iter().filter(|place| matches!(place, Place::Node(..))).count() > 1,
        Command::WeldNear => !bodies(view.selection).is_empty(),
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
        _ if operation(command).is_some() => open(app, command),
        Command::MergeBodies => join(app, command, |level, places| edit::merge(level, &bodies(places))),
        Command::SeparateBody => join(app, command, |level, places| match bodies(places)[..] {
            [body] => edit::separate(level, body),
            _ => Err("select one body".to_owned()),
        }),
        Command::WeldNodes => join(app, command, |level, places| {
            let is_node = |place: &&Place| matches!(place, Place::Node(..));
            edit::weld(level, &places.iter().filter(is_node).copied().collect::<Vec<_>>())
        }),
        _ => arrange(app, command),
    }
}

/// Bodies that are selected or have selected parts, in the order of the selection.
fn bodies(selection: &[Place]) -> Vec<usize> {
    let bodies: crate::editor::selection::Selection =
        selection.iter().filter_map(|place| place.body()).map(Place::Body).collect::<Vec<_>>().into();
    bodies.iter().filter_map(|place| place.body()).collect()
}

/// The operation whose dialog a command opens.
fn operation(command: Command) -> Option<&'static Operation> {
    operations::operation(match command {
        Command::LinearArray => "linear-array",
        Command::CircularArray => "circular-array",
        Command::Scatter => "scatter",
        Command::UniteBodies => "unite",
        Command::SubtractBodies => "subtract",
        Command::IntersectBodies => "intersect",
        Command::WeldNear => "weld-near",
        _ => return None,
    })
}

/// Opens the dialog of an operation for the selection.
fn open(app: &mut App, command: Command) {
    if let Some(operation) = operation(command) {
        app.features.maker = None;
        // The preview is that of the level, which is the run at frame 0.
        if app.run.moment() != (0, 0) || app.playback.is_playing {
            time::go(app, (0, 0));
        }
        let mut dialog = ArrangeDialog::new(operation, &app.document, &app.selection);
        dialog.update(&app.document, &app.selection, false);
        let bounds = dialog.shown();
        app.features.arranging = Some(dialog);
        meshing::bring_into_view(app, bounds);
    }
}

/// Changes the selected parts as one step.
fn join(app: &mut App, command: Command, change: fn(&mut Level, &[Place]) -> Result<Made, String>) {
    let places = app.selection.to_vec();
    edit_level(app, Edit::making(command.row().name, move |level| change(level, &places)));
}

/// Updates the open dialog, if any, before drawing. The dialog of another kind replaces it.
pub fn update(app: &mut App, ctx: &Context) {
    if app.features.maker.is_some() {
        app.features.arranging = None;
    }
    let Some(dialog) = &mut app.features.arranging else { return };
    let is_down = ctx.input(|i| i.pointer.any_down());
    dialog.update(&app.document, &app.selection, is_down);
}

/// Performs a command of the dialog.
pub fn perform(app: &mut App, command: ArrangeCommand) {
    let Some(mut dialog) = app.features.arranging.take() else { return };
    if command == ArrangeCommand::Leave {
        return;
    }
    dialog.update(&app.document, &app.selection, false);
    if let Err(reason) = &dialog.preview {
        app.notices.warning(widgets::sentence(reason));
        app.features.arranging = Some(dialog);
        return;
    }
    let (operation, bounds) = (dialog.operation, dialog.bounds);
    let (places, values) = (dialog.places, dialog.chosen.values);
    let change = move |level: &mut Level| operation.apply(level, &places, bounds, &values);
    edit_level(app, Edit::making(operation.verb, change));
}

fn toggle_mirror(app: &mut App) {
    let x = mirror::middle(app.document.level(), &app.selection);
    let mirror = &mut app.toolbox.mirror;
    *mirror = if mirror.is_on { Mirror { is_on: false, ..*mirror } } else { Mirror { is_on: true, x } };
    if mirror.is_on {
        app.notices.success("Live mirror is on. Edits on one side of the axis are repeated on the other");
    }
}

fn arrange(app: &mut App, command: Command) {
    let places = parts(&app.selection);
    if let Some(direction) = direction(command) {
        return nudge(app, &places, direction);
    }
    let (label, x, placed) = (command.row().name, app.toolbox.mirror.axis(), app.document.placed().clone());
    let extents = move |level: &Level, place| placed.extent(level, place);
    if let Some(how) = alignment(command) {
        let label = format!("Align: {label}");
        let change = move |level: &mut Level| {
            let moves = edit::aligned(level, &places, how, Anchor::All, &extents)?;
            let axis = axis_in(level, x);
            shift_both(level, &moves, axis)
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
            let moves = edit::distributed(level, &places, axis, &extents)?;
            let axis = axis_in(level, x);
            shift_both(level, &moves, axis)
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
        transform_both(level, &places, how, axis)
    };
    edit_level(app, Edit::making(label, change));
}

/// Moves parts by grid cells, and their mirror images if the mirror is on.
fn nudge(app: &mut App, places: &[Place], direction: DVec2) {
    let cell = snap::grid_step(&app.settings.tools.snap, 1.0 / app.canvas.camera.scale).unwrap_or(1.0);
    let by = direction * cell;
    let (places, selected, x) = (places.to_vec(), app.selection.to_vec(), app.toolbox.mirror.axis());
    let edit = Edit::making("Nudge", move |level| {
        let axis = axis_in(level, x);
        let made = move_both(level, &places, by.into(), axis)?;
        Ok(Made { places: selected, ..made })
    });
    edit_level(app, edit.within(NUDGES));
}
