//! Where one looks when a level opens. What the user last saw of a file is remembered by the program, since saving must
//! not change a file by how it was looked at; a view that belongs to the level is put into it by a command.

use crate::editor::app::App;
use crate::editor::canvas::ViewCommand;
use crate::editor::document::Edit;
use crate::editor::perform::{edit_level, first_view};
use crate::level::View;

/// What the canvas shows; none before it was drawn.
fn view(app: &App) -> Option<View> {
    let (rect, camera) = (app.canvas.rect?, app.canvas.camera);
    Some(View { center: camera.center.into(), height: f64::from(rect.height()) / camera.scale })
}

/// Remembers what is seen of the file that is open, unless that is just all of it.
pub fn remember_view(app: &mut App) {
    let Some(path) = app.document.path.clone() else { return };
    let view = view(app).filter(|_| !app.canvas.camera.is_fitted);
    app.settings.remember_view(&path, view);
}

/// Where to look when a level opens: where one looked last, else where its file says, else at everything.
pub fn opening_view(app: &App) -> ViewCommand {
    let remembered = app.document.path.as_ref().and_then(|path| app.settings.view_of(path));
    remembered.map_or_else(|| first_view(app), ViewCommand::View)
}

/// Makes what is seen a part of the level: everyone who opens it begins there.
pub fn keep_view(app: &mut App) {
    let Some(view) = view(app) else { return };
    edit_level(
        app,
        Edit::new("Keep the view", move |level| {
            level.editor.get_or_insert_default().view = Some(view);
            Ok(())
        }),
    );
    app.notices.success("The level opens with this view from now on");
}
