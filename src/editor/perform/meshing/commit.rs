//! Inserts the body of a preview into the level as one history step.

use crate::editor::app::App;
use crate::editor::document::Edit;
use crate::editor::features::meshing::{MeshingSource, Preview};
use crate::editor::perform::edit_level;
use crate::editor::tools::gone;
use crate::level::edit::{add, folders};
use crate::level::import::hold::Holding;
use crate::level::texture::{folder_of, relative_path};
use crate::level::{Body, Level, Obstacle, Place, World};
use std::path::Path;
use std::sync::Arc;

/// Inserts or replaces bodies; closes the dialog on success.
pub(super) fn commit(app: &mut App) {
    let Some(maker) = &app.features.maker else { return };
    let mut parts = maker.preview.placed(&maker.subject, maker.at, maker.mirror);
    let folder = app.document.path.as_deref().map(folder_of);
    if matches!(&maker.subject, MeshingSource::Sketch(_)) {
        // The skins of a traced picture have its absolute path.
        for skin in parts.iter_mut().filter_map(|(body, _)| body.skin.as_mut()) {
            skin.image = relative_path(folder, Path::new(&skin.image));
        }
    }
    if let Err(reason) = &maker.preview.parts {
        app.notices.error(reason.clone());
        return;
    }
    let obstacles = Preview::obstacles(&maker.subject, maker.at);
    let (verb, facts, memory) = (maker.verb(), maker.preview.facts, maker.memory());
    let is_import = matches!(&maker.subject, MeshingSource::Sketch(sketch) if sketch.is_import);
    let holding = (is_import && !maker.keeps_settings).then(|| maker.preview.holding.clone());
    let size = maker.size.as_ref().map(|sizing| sizing.choice);
    let before = app.document.level().clone();
    let count = parts.len();
    let drawing = if let MeshingSource::Sketch(sketch) = &maker.subject { sketch.name.clone() } else { String::new() };
    let (edit, places): (Edit, Vec<Place>) = match maker.subject {
        MeshingSource::Body(index) => {
            let Some((body, _)) = parts.into_iter().next() else { return };
            (Edit::new(verb.clone(), move |level| replace(level, index, body)), vec![Place::Body(index)])
        }
        MeshingSource::Shape(_) | MeshingSource::Sketch(_) => {
            let first = before.bodies.len();
            let lines = (0..obstacles.len()).map(|i| Place::Obstacle(before.obstacles.len() + i));
            let places = (first..first + count).map(Place::Body).chain(lines).collect();
            (Edit::new(verb.clone(), move |level| insert(level, parts, (&drawing, obstacles), holding)), places)
        }
    };
    edit_level(app, edit);
    if Arc::ptr_eq(&before, app.document.level()) {
        return;
    }
    app.features.maker = None;
    app.selection = places.into();
    if let Some((id, values)) = memory {
        app.settings.made_with.insert(id.to_owned(), values);
    }
    if let Some(size) = size {
        app.settings.drawing_size = size;
    }
    let mut message = format!("{verb}: {} nodes, {} springs, {} triangles", facts.nodes, facts.links, facts.triangles);
    message += &world_changes(&before.world, &app.document.level().world);
    app.notices.success(message);
}

/// Text on world settings that the bodies of a drawing required.
fn world_changes(before: &World, after: &World) -> String {
    let mut message = String::new();
    if after.contact.self_contact && !before.contact.self_contact {
        message += "; self-contact enabled";
    }
    if after.substeps > before.substeps {
        message += &format!("; substeps raised from {} to {}", before.substeps, after.substeps);
    }
    message
}

fn replace(level: &mut Level, index: usize, body: Body) -> Result<(), String> {
    *level.bodies.get_mut(index).ok_or_else(|| gone(Place::Body(index)))? = body;
    Ok(())
}

fn insert(
    level: &mut Level,
    parts: Vec<(Body, String)>,
    (drawing, obstacles): (&str, Vec<Obstacle>),
    holding: Option<Holding>,
) -> Result<(), String> {
    for (body, color) in parts {
        add::body(level, body, &color)?;
    }
    let first = level.obstacles.len();
    level.obstacles.extend(obstacles);
    folders::group_obstacles(level, first, drawing);
    if let Some(holding) = holding {
        holding.finish(level);
    }
    Ok(())
}
