//! The decoded images of a level's skins.

use crate::level::{Level, Skin, Texture};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Maximum size of all decoded images of a level, in bytes.
pub const MOST_BYTES: usize = 256 << 20;

/// Images by their path in the level.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skins {
    images: BTreeMap<String, Result<Arc<Texture>, String>>,
    bytes: usize,
}

impl Skins {
    /// Adds an image, or the reason why there is none. Beyond [`MOST_BYTES`] it counts as missing.
    pub fn insert(&mut self, image: &str, read: Result<Arc<Texture>, String>) {
        let bytes = read.as_ref().map_or(0, |texture| texture.pixels().len());
        let fits = self.bytes + bytes <= MOST_BYTES;
        self.bytes += if fits { bytes } else { 0 };
        let too_many =
            || Err(format!("is one too many: the images of a level have at most {} MB in memory", MOST_BYTES >> 20));
        self.images.insert(image.to_owned(), if fits { read } else { too_many() });
    }

    /// The image of a skin: a checkerboard if it cannot be read, `None` while it has not been read.
    pub fn texture(&self, skin: &Skin) -> Option<Arc<Texture>> {
        self.image(&skin.image)
    }

    /// The image with this path; as [`Self::texture`].
    pub fn image(&self, image: &str) -> Option<Arc<Texture>> {
        match self.images.get(image)? {
            Ok(texture) => Some(texture.clone()),
            Err(_) => Some(Texture::checkerboard()),
        }
    }

    /// True if the image was read, successfully or not.
    pub fn is_known(&self, image: &str) -> bool {
        self.images.contains_key(image)
    }

    /// Why an image cannot be read; `None` if it was read or not tried.
    pub fn reason(&self, image: &str) -> Option<&str> {
        self.images.get(image)?.as_ref().err().map(String::as_str)
    }
}

/// Paths of the images of a level, each once.
pub fn images(level: &Level) -> impl Iterator<Item = &str> {
    let names: std::collections::BTreeSet<&str> =
        level.bodies.iter().filter_map(|body| body.skin.as_ref()).map(|skin| skin.image.as_str()).collect();
    names.into_iter()
}
