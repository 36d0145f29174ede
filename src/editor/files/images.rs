//! Images of the open level, read in a background thread, which checks every two seconds whether the files have
//! changed.

use super::reader::FileReader;
use crate::level::texture::{self, folder_of, image_path};
use crate::level::{Level, Texture, gallery};
use crate::picture::Skins;
use crate::picture::skins::images;
use egui::Context;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// An image as the level names it, and its file or the reason why it has none.
type WantedImage = (String, Result<PathBuf, String>);

/// Paths of the images that the window shows: those of skins, and the reference image.
fn shown(level: &Level) -> BTreeSet<&str> {
    let reference = level.editor.as_ref().and_then(|extra| extra.reference.as_ref());
    images(level).chain(reference.map(|reference| reference.image.as_str())).collect()
}

/// The images of the open level.
#[derive(Default)]
pub struct Images {
    level: Option<(Arc<Level>, Option<PathBuf>)>,
    wanted: Vec<WantedImage>,
    skins: Arc<Skins>,
    reader: FileReader<Texture>,
}

impl Images {
    /// What has been read so far; the same until something changes.
    pub fn skins(&self) -> &Arc<Skins> {
        &self.skins
    }

    /// True if all images of the level have been read or found missing.
    pub fn is_complete(&self) -> bool {
        self.wanted.iter().all(|(image, _)| self.skins.is_known(image))
    }

    /// Follows the level, which is stored at `path`; called once per UI frame. True if an image has arrived.
    pub fn update(&mut self, ctx: &Context, level: &Arc<Level>, path: Option<&Path>) -> bool {
        let is_same = self.level.as_ref().is_some_and(|(old, file)| Arc::ptr_eq(old, level) && file.as_deref() == path);
        let mut has_changed = false;
        if !is_same {
            self.level = Some((level.clone(), path.map(Path::to_owned)));
            let folder = path.map(folder_of);
            let wanted: Vec<WantedImage> =
                shown(level).into_iter().map(|image| (image.to_owned(), image_path(folder, image))).collect();
            if wanted != self.wanted {
                self.wanted = wanted;
                let paths = self.wanted.iter().filter_map(|(_, path)| path.clone().ok()).collect();
                self.reader.ask(ctx, paths, texture::read);
                has_changed = true;
            }
        }
        has_changed |= !self.reader.news().is_empty();
        if has_changed {
            let mut skins = Skins::default();
            for (image, path) in &self.wanted {
                match path {
                    Err(reason) => skins.insert(image, gallery::image(image).ok_or_else(|| reason.clone())),
                    Ok(path) => {
                        if let Some(read) = self.reader.read(path) {
                            skins.insert(image, read);
                        }
                    }
                }
            }
            self.skins = Arc::new(skins);
        }
        has_changed
    }
}
