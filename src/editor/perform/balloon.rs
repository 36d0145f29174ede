//! Performs the commands of the Balloon tab.

use crate::editor::app::App;
use crate::editor::document::Edit;
use crate::editor::features::balloon::*;
use crate::editor::perform::edit_level;
use crate::editor::tools::gone;
use crate::level::Place;

/// Performs a command of the panel.
pub fn perform(app: &mut App, command: BalloonCommand) {
    let Some(body) = app.features.balloon.body() else { return };
    match command {
        BalloonCommand::Drop => app.features.balloon.drop_proof(),
        BalloonCommand::Prove => app.features.balloon.prove(&app.run, body),
        BalloonCommand::Take(triangles) => {
            let edit = Edit::new("Retriangulate", move |level| {
                let parts = level.bodies.get_mut(body).ok_or_else(|| gone(Place::Body(body)))?;
                let count = parts.nodes.len();
                let triangles: Vec<[usize; 3]> = triangles.iter().map(|t| t.map(|node| node as usize)).collect();
                if triangles.iter().flatten().any(|&node| node >= count) {
                    return Err("the nodes of the body have changed".to_owned());
                }
                parts.triangles = triangles;
                Ok(())
            });
            edit_level(app, edit);
        }
    }
}
