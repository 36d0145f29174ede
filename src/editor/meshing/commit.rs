//! Taking over what a preview shows, as one step of the history.
//!
//! Must never know: widgets.

use super::{Preview, Subject};
use crate::editor::app::App;
use crate::editor::document::Edit;
use crate::editor::perform::edit_level;
use crate::level::edit::add;
use crate::level::{Body, Level, Obstacle, Place};
use std::sync::Arc;

/// Inserts, or replaces; the dialog closes if that went well.
pub(super) fn commit(app: &mut App) {
    let Some(maker) = &app.maker else { return };
    let parts = maker.preview.placed(&maker.subject, maker.at, maker.mirror);
    if let Err(reason) = &maker.preview.parts {
        app.notices.error(reason.clone());
        return;
    }
    let obstacles = Preview::obstacles(&maker.subject, maker.at);
    let (verb, facts, memory) = (maker.verb(), maker.preview.facts, maker.memory());
    let before = app.document.level().clone();
    let count = parts.len();
    let (edit, places): (Edit, Vec<Place>) = match maker.subject {
        Subject::Body(index) => {
            let Some((body, _)) = parts.into_iter().next() else { return };
            (Edit::new(verb.clone(), move |level| replace(level, index, body)), vec![Place::Body(index)])
        }
        Subject::Shape(_) | Subject::Sketch(_) => {
            let first = before.bodies.len();
            let lines = (0..obstacles.len()).map(|i| Place::Obstacle(before.obstacles.len() + i));
            let places = (first..first + count).map(Place::Body).chain(lines).collect();
            (Edit::new(verb.clone(), move |level| insert(level, parts, obstacles)), places)
        }
    };
    edit_level(app, edit);
    if Arc::ptr_eq(&before, app.document.level()) {
        return;
    }
    app.maker = None;
    app.selection = places.into();
    if let Some((id, values)) = memory {
        app.settings.made_with.insert(id.to_owned(), values);
    }
    app.notices
        .success(format!("{verb}: {} nodes, {} springs, {} triangles", facts.nodes, facts.links, facts.triangles));
}

fn replace(level: &mut Level, index: usize, body: Body) -> Result<(), String> {
    *level.bodies.get_mut(index).ok_or("the body is not there any more")? = body;
    Ok(())
}

fn insert(level: &mut Level, parts: Vec<(Body, String)>, obstacles: Vec<Obstacle>) -> Result<(), String> {
    for (body, color) in parts {
        add::body(level, body, &color)?;
    }
    level.obstacles.extend(obstacles);
    Ok(())
}
