//! The view of an opened level. The last view of each file is stored in the settings, so that looking at a level does
//! not change its file. A command saves the view in the level.

use crate::editor::app::App;
use crate::editor::canvas::ViewCommand;
use crate::editor::document::Edit;
use crate::editor::perform::{edit_level, first_view};
use crate::level::View;

/// The canvas view; `None` before the first drawing.
pub(in crate::editor::perform) fn view(app: &App) -> Option<View> {
    let (rect, camera) = (app.canvas.rect?, app.canvas.camera);
    Some(View { center: camera.center.into(), height: f64::from(rect.height()) / camera.scale })
}

/// Stores the view of the open file, unless it shows the whole level.
pub fn remember_view(app: &mut App) {
    let Some(path) = app.document.path.clone() else { return };
    let view = view(app).filter(|_| !app.canvas.camera.is_fitted);
    app.settings.remember_view(&path, view);
}

/// The initial view: the last view of the file, else the view saved in the level, else the whole level.
pub fn opening_view(app: &App) -> ViewCommand {
    let remembered = app.document.path.as_ref().and_then(|path| app.settings.view_of(path));
    remembered.map_or_else(|| first_view(app), ViewCommand::View)
}

/// Saves the view in the level as its initial view.
pub fn keep_view(app: &mut App) {
    let Some(view) = view(app) else { return };
    edit_level(
        app,
        Edit::new("Save the view", move |level| {
            level.editor.get_or_insert_default().view = Some(view);
            Ok(())
        }),
    );
    app.notices.success("The level now opens with this view");
}
