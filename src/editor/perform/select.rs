//! Selects parts: by a query, along the structure of bodies, all of them.

use crate::editor::actions::Command;
use crate::editor::app::App;
use crate::editor::canvas::entered::Entered;
use crate::editor::reach;
use crate::editor::selection::Selection;
use crate::level::Place;
use crate::level::user_data::find as queries;

/// Selects the parts that match a query, and moves the view to them.
pub fn find(app: &mut App, text: &str) {
    let found = queries::find(app.document.level(), &queries::PartQuery::parse(text));
    if found.is_empty() {
        return app.notices.warning(format!("No part matches {text}"));
    }
    let count = if found.len() == 1 { "1 part".to_owned() } else { format!("{} parts", found.len()) };
    app.notices.success(format!("{count} selected"));
    app.canvas.entered = reach::body_of_parts(&found).and_then(|body| Entered::new(app.document.level(), body));
    app.selection = found.clone().into();
    app.look_at(found);
}

/// Extends or changes the selection along the structure of its bodies.
pub fn select_related(app: &mut App, command: Command) {
    app.selection = reach::changed(&app.selection, app.document.level(), command);
    app.canvas.entered = reach::body_of_parts(&app.selection).and_then(|body| Entered::new(app.document.level(), body));
}

/// Everything; in an entered body its nodes.
pub fn all(app: &App) -> Selection {
    let level = app.document.level();
    let Some(body) = app.canvas.entered.and_then(|entered| entered.body(level, &app.selection)) else {
        return Selection::everything(level);
    };
    (0..level.bodies[body].nodes.len()).map(|node| Place::Node(body, node)).collect::<Vec<_>>().into()
}

/// The body to select when Escape leaves its parts.
pub fn leaves(app: &App) -> Option<Place> {
    let entered = app.canvas.entered.and_then(|entered| entered.body(app.document.level(), &app.selection));
    entered.or_else(|| reach::body_of_parts(&app.selection)).map(Place::Body)
}
