//! Reads the images of a level's skins.

use crate::level::texture::{self, folder_of, image_path};
use crate::level::{Level, gallery};
use std::path::Path;
use std::sync::Arc;

pub use blobsmith_engine::picture::skins::*;

/// Reads the images of a level that is stored in this folder. Without a folder, those of the gallery are known.
pub fn load(level: &Level, folder: Option<&Path>) -> Skins {
    let mut skins = Skins::default();
    for image in images(level) {
        let read = image_path(folder, image).and_then(|path| texture::read(&path));
        let built_in = || gallery::image(image).filter(|_| folder.is_none());
        skins.insert(image, read.map(Arc::new).or_else(|reason| built_in().ok_or(reason)));
    }
    skins
}

/// Reads the images of a level file.
pub fn beside(level: &Level, file: &Path) -> Skins {
    load(level, Some(folder_of(file)))
}
