//! Performs the commands of the Mesh menu on the selected bodies.

use super::{bodies, open_body};
use crate::editor::actions::{Action, Command};
use crate::editor::app::App;
use crate::editor::context::ViewContext;
use crate::editor::document::Edit;
use crate::editor::mirror::axis_in;
use crate::editor::perform::{edit_level, perform};
use crate::editor::tools::gone;
use crate::geometry::DVec2;
use crate::level::edit::{Mirror, balloon, fill, masses, orient, rest};
use crate::level::{Body, Level, Place, Role};
use std::sync::Arc;

/// Applies a command to a body and returns a message. On failure returns the reason; the level is then unchanged.
fn change(command: Command, level: &mut Level, index: usize) -> Result<String, String> {
    let made = match command {
        Command::OrientTriangles => orient::orient(level, index),
        Command::HullOfTriangles => orient::hull_from_triangles(level, index),
        Command::TurnHull => orient::turn_hull(level, index),
        Command::RestAsDrawn => rest::as_drawn(level, &[Place::Body(index)]),
        _ => return change_body(command, level, index),
    };
    made.map(|made| made.said)
}

/// Commands that change only the body itself.
fn change_body(command: Command, level: &mut Level, index: usize) -> Result<String, String> {
    let change = match command {
        Command::FillHull => fill::fill,
        Command::BalloonFan => balloon::balloon,
        Command::MassesByArea => masses::by_area,
        Command::MassesUniform => masses::uniform,
        _ => return Err("this command does not apply to a body".to_owned()),
    };
    let body = level.bodies.get_mut(index).ok_or_else(|| gone(Place::Body(index)))?;
    let mut changed = body.clone();
    let text = change(&mut changed)?;
    *body = changed;
    Ok(text)
}

/// True if a command has something to work on.
pub fn is_possible(view: &ViewContext, command: Command) -> bool {
    let level = view.document.level();
    let selected = bodies(view);
    let mut selected = selected.iter().filter_map(|&index| level.bodies.get(index));
    let has_link = |body: &Body| !body.springs.is_empty() || !body.sticks.is_empty();
    selected.any(|body| match command {
        Command::Remesh | Command::FillHull | Command::BalloonFan | Command::TurnHull => !body.hull.is_empty(),
        Command::OrientTriangles => !body.hull.is_empty() || !body.triangles.is_empty(),
        Command::HullOfTriangles | Command::MassesByArea => !body.triangles.is_empty(),
        Command::RestAsDrawn => has_link(body),
        Command::PoseToRest => view.run.moment() != (0, 0) || has_link(body),
        _ => body.nodes.iter().any(|node| matches!(node.role, Role::Mass(_))),
    })
}

/// Performs a command of the menu.
pub fn command(app: &mut App, ctx: &egui::Context, command: Command) {
    if command == Command::Remesh {
        return open_body(app);
    }
    if command == Command::PoseToRest {
        let world = app.run.world().clone();
        let is_done = on_each(app, command, |level, index| {
            let nodes = world.layout().bodies.get(index).map(|layout| layout.nodes.clone()).unwrap_or_default();
            let positions: Vec<DVec2> = nodes.map(|node| world.position(node)).collect();
            rest::pose(level, index, &positions).map(|made| made.said)
        });
        if is_done {
            // The new rest pose applies at frame 0, so the run restarts there.
            perform(app, ctx, Action::Command(Command::Restart));
        }
        return;
    }
    on_each(app, command, |level, index| change(command, level, index));
}

/// Selected bodies, with their mirror images while the mirror is on, in ascending order.
fn both_sides(view: &ViewContext) -> Vec<usize> {
    let level = view.document.level();
    let mut all = bodies(view);
    let mirror = axis_in(level, view.mirror.axis()).and_then(|axis| Mirror::new(level, axis).ok());
    if let Some(mirror) = mirror {
        let images = all.iter().filter_map(|&body| mirror.of(Place::Body(body))?.body()).collect::<Vec<_>>();
        all.extend(images);
        all.sort_unstable();
        all.dedup();
    }
    all
}

/// Changes each selected body, on both sides of the mirror, in one history step, and reports the results. Returns true
/// if any body changed.
fn on_each(app: &mut App, command: Command, change: impl Fn(&mut Level, usize) -> Result<String, String>) -> bool {
    let level = app.document.level().clone();
    let mut changed = Level::clone(&level);
    let (mut said, mut refused) = (Vec::new(), Vec::new());
    for index in both_sides(&app.view()) {
        let Some(body) = level.bodies.get(index) else { continue };
        let name = if body.name.is_empty() { format!("Body {index}") } else { body.name.clone() };
        match change(&mut changed, index) {
            Ok(text) => said.push(format!("{name}: {text}")),
            Err(reason) => refused.push(format!("{name}: {reason}")),
        }
    }
    let label = command.row().name;
    if !said.is_empty() {
        let edit = Edit::new(label, move |level| {
            *level = changed;
            Ok(())
        });
        edit_level(app, edit);
        if !Arc::ptr_eq(&level, app.document.level()) {
            app.notices.success(several(&said));
        }
    }
    if !refused.is_empty() {
        app.notices.warning(format!("{label}: not possible. {}", several(&refused)));
    }
    !Arc::ptr_eq(&level, app.document.level())
}

/// A few messages, and the number of the others.
fn several(sentences: &[String]) -> String {
    const FEW: usize = 3;
    let shown = sentences.iter().take(FEW).cloned().collect::<Vec<_>>().join("; ");
    match sentences.len().saturating_sub(FEW) {
        0 => shown,
        more => format!("{shown}; and {more} more"),
    }
}
