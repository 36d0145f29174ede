//! Images of bodies: choosing one, its tint and layer, and where each node lies in it.

pub(crate) mod panel;
pub(crate) mod uv;

use crate::editor::actions::Action;
use crate::editor::document::Edit;
use crate::editor::tools::gone;
use crate::level::texture::{folder_of, relative_path};
use crate::level::{Body, Place, Skin, UvMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

/// A skin with this image, mapped to the box of the body.
pub fn skin_of(image: String) -> Skin {
    Skin { image, uv: UvMap::Planar, tint: "#ffffffff".to_owned(), layer: 0 }
}

/// Gives bodies the image of this file. `level` is the file of the level, if it has one.
pub fn choose(level: Option<&Path>, bodies: Vec<usize>, file: &Path) -> Edit {
    let folder = level.map(folder_of);
    let image = relative_path(folder, file);
    Edit::new("Choose an image", move |level| {
        for index in bodies {
            let body = level.bodies.get_mut(index).ok_or_else(|| gone(Place::Body(index)))?;
            match &mut body.skin {
                Some(skin) => skin.image.clone_from(&image),
                None => body.skin = Some(skin_of(image.clone())),
            }
        }
        Ok(())
    })
}

/// Changes the skins of these bodies as one step; equal names in a row merge while the gesture lasts.
fn change(bodies: &[usize], name: &str, change: impl Fn(&mut Body) + 'static) -> Action {
    let mut hasher = DefaultHasher::new();
    (bodies, name).hash(&mut hasher);
    let bodies = bodies.to_vec();
    let edit = Edit::new(name, move |level| {
        for index in bodies {
            change(level.bodies.get_mut(index).ok_or_else(|| gone(Place::Body(index)))?);
        }
        Ok(())
    });
    Action::Edit(edit.within(hasher.finish()))
}
