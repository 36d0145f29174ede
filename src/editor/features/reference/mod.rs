//! The reference image behind the level: choosing, moving and hiding it.

pub(crate) mod panel;

use crate::editor::actions::Action;
use crate::editor::document::Edit;
use crate::editor::features::inspector::panel::gesture;
use crate::level::texture::{folder_of, relative_path};
use crate::level::{Level, Place, ReferenceImage, View};
use std::path::Path;

/// Width of a new image as a fraction of the view.
const PART: f64 = 0.8;

/// The reference image of a level.
pub fn reference_of(level: &Level) -> Option<&ReferenceImage> {
    level.editor.as_ref()?.reference.as_ref()
}

/// Gives the level this image; it gets the place of the last one, or the middle of the view. `level` is the file of the
/// level, if it has one; `aspect` is the width of the view as a multiple of its height.
pub fn choose(level: Option<&Path>, file: &Path, view: View, aspect: f64) -> Edit {
    let image = relative_path(level.map(folder_of), file);
    Edit::new("Choose a reference image", move |level| {
        let reference = &mut level.editor.get_or_insert_default().reference;
        let width = view.height * aspect.min(1.0) * PART;
        let new = || ReferenceImage { center: view.center, width, ..ReferenceImage::default() };
        let reference = reference.get_or_insert_with(new);
        (reference.image, reference.visible) = (image, true);
        Ok(())
    })
}

/// Changes the image; equal names in a row merge while the gesture lasts.
pub fn change(name: &str, change: impl FnOnce(&mut ReferenceImage) + 'static) -> Action {
    let edit = Edit::new(name, move |level| {
        let reference = level.editor.as_mut().and_then(|extra| extra.reference.as_mut());
        change(reference.ok_or("the level has no reference image")?);
        Ok(())
    });
    Action::Edit(edit.within(gesture(Place::Level, name)))
}

/// An edit that shows or hides the image.
pub fn toggle(level: &Level) -> Option<Edit> {
    let visible = !reference_of(level)?.visible;
    let name = if visible { "Show the reference image" } else { "Hide the reference image" };
    Some(Edit::new(name, move |level| {
        let reference = level.editor.as_mut().and_then(|extra| extra.reference.as_mut());
        reference.ok_or("the level has no reference image")?.visible = visible;
        Ok(())
    }))
}
