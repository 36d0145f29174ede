//! Images of skins: decoding with limits, and the path policy.
//!
//! Only PNG. A level file names images relative to its own folder; `..` leads to a neighbouring folder. Absolute paths are
//! refused, so that a level from elsewhere shows nothing but files beside it. Only a level that has no file yet uses
//! absolute paths, since there is nothing that they could be relative to.

use super::format::plain_path;
use super::format::read_bounded;
use super::{Level, Texture};
use png::{ColorType, Decoder, Limits, Transformations};
use std::io::Cursor;
use std::path::{Path, PathBuf};

/// Maximum size of an image file, in bytes.
pub const MOST_FILE_BYTES: u64 = 64 << 20;
/// Maximum size of a decoded image, in bytes; a pixel has four.
pub const MOST_DECODED_BYTES: usize = 64 << 20;

/// Decodes a PNG file.
///
/// # Errors
/// If it is not a PNG, broken, or larger than [`MOST_DECODED_BYTES`].
pub fn decode(bytes: &[u8]) -> Result<Texture, String> {
    if !bytes.starts_with(&[0x89, b'P', b'N', b'G']) {
        return Err("is not a PNG image".to_owned());
    }
    let broken = |error: png::DecodingError| format!("is not a sound PNG image: {error}");
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), Limits { bytes: 2 * MOST_DECODED_BYTES });
    decoder.set_transformations(Transformations::normalize_to_color8() | Transformations::ALPHA);
    let mut reader = decoder.read_info().map_err(broken)?;
    let (width, height) = (reader.info().width, reader.info().height);
    if u64::from(width) * u64::from(height) * 4 > MOST_DECODED_BYTES as u64 {
        let megabytes = MOST_DECODED_BYTES >> 20;
        return Err(format!("has {width} x {height} pixels; an image has at most {megabytes} MB in memory"));
    }
    let mut data = vec![0; reader.output_buffer_size().ok_or("is too large")?];
    let shape = reader.next_frame(&mut data).map_err(broken)?;
    data.truncate(shape.buffer_size());
    let pixels = match shape.color_type {
        ColorType::Rgba => data,
        ColorType::GrayscaleAlpha => data.chunks_exact(2).flat_map(|p| [p[0], p[0], p[0], p[1]]).collect(),
        ColorType::Rgb => data.chunks_exact(3).flat_map(|p| [p[0], p[1], p[2], 255]).collect(),
        ColorType::Grayscale => data.iter().flat_map(|&p| [p, p, p, 255]).collect(),
        ColorType::Indexed => return Err("has a palette that cannot be read".to_owned()),
    };
    Texture::new(width, height, pixels).ok_or_else(|| "is empty".to_owned())
}

/// Reads a PNG file.
///
/// # Errors
/// As [`decode`], or if the file is missing or too long; the text continues the path of the file.
pub fn read(path: &Path) -> Result<Texture, String> {
    decode(&read_bounded(path, MOST_FILE_BYTES, "an image")?)
}

/// Folder of a level file; empty, the working directory, for a bare file name.
pub fn folder_of(file: &Path) -> &Path {
    file.parent().unwrap_or(Path::new(""))
}

/// Path of an image of a level in this folder; `None`: the level has no file yet.
///
/// # Errors
/// If the image has no path, or an absolute one although the level has a file.
pub fn image_path(folder: Option<&Path>, image: &str) -> Result<PathBuf, String> {
    let is_drive = image.as_bytes().get(1) == Some(&b':');
    let is_absolute = Path::new(image).is_absolute() || image.starts_with(['/', '\\']) || is_drive;
    match folder {
        _ if image.is_empty() => Err("no image is chosen".to_owned()),
        _ if image.contains("://") => Err("is a web address; images are files beside the level".to_owned()),
        Some(_) if is_absolute => Err("has an absolute path; write it relative to the level file".to_owned()),
        Some(folder) => Ok(folder.join(image)),
        None if is_absolute => Ok(PathBuf::from(image)),
        None => Err("is relative, but the level has no file yet".to_owned()),
    }
}

/// Path of a file as a level in this folder names it: relative, with `/` between folders. Absolute if the level has no
/// file, or if both have no common root.
pub fn relative_path(folder: Option<&Path>, path: &Path) -> String {
    let absolute =
        |path: &Path| std::path::absolute(path).map(|path| plain_path(&path)).unwrap_or_else(|_| plain_path(path));
    let to = absolute(path);
    // The parent of `level.ron` is empty: the working directory.
    let here = |folder: &Path| if folder.as_os_str().is_empty() { absolute(Path::new(".")) } else { absolute(folder) };
    let Some(from) = folder.map(here) else { return to.to_string_lossy().into_owned() };
    let (from, parts): (Vec<_>, Vec<_>) = (from.components().collect(), to.components().collect());
    let shared = from.iter().zip(&parts).take_while(|(a, b)| a == b).count();
    if shared == 0 {
        return to.to_string_lossy().into_owned();
    }
    let names = parts[shared..].iter().map(|part| part.as_os_str().to_string_lossy().into_owned());
    let names: Vec<String> = std::iter::repeat_n("..".to_owned(), from.len() - shared).chain(names).collect();
    names.join("/")
}

/// Adapts the paths of images and of the sources of instances to a new folder of the level; true if any has changed.
/// `old` is `None` if the level had no file; its absolute paths become relative.
pub fn rebase_paths(level: &mut Level, old: Option<&Path>, new: &Path) -> bool {
    let skins = level.bodies.iter_mut().filter_map(|body| body.skin.as_mut()).map(|skin| &mut skin.image);
    let reference = level.editor.iter_mut().filter_map(|extra| extra.reference.as_mut());
    let images = skins.chain(reference.map(|reference| &mut reference.image));
    let sources = level.instances.iter_mut().map(|instance| &mut instance.source);
    let mut has_changed = false;
    for name in images.chain(sources) {
        // A path that leads nowhere stays as it is.
        let Ok(path) = image_path(old, name) else { continue };
        let is_plain = !Path::new(name.as_str()).is_absolute() && old == Some(new);
        let rebased = if is_plain { name.clone() } else { relative_path(Some(new), &path) };
        has_changed |= rebased != *name;
        *name = rebased;
    }
    has_changed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn image_path_refuses_absolute_paths_of_level_files() {
        let folder = Path::new("/games/one");
        assert_eq!(image_path(Some(folder), "art/a.png"), Ok(PathBuf::from("/games/one/art/a.png")));
        for bad in ["/etc/a.png", "C:\\a.png", "\\\\host\\a.png", "https://host/a.png", ""] {
            assert!(image_path(Some(folder), bad).is_err(), "{bad}");
        }
        assert!(image_path(None, "a.png").is_err());
    }

    #[test]
    #[cfg(unix)]
    fn relative_path_leads_from_the_level_to_the_file() {
        let name = |path: &str| relative_path(Some(Path::new("/games/one")), Path::new(path));
        assert_eq!(name("/games/one/art/a.png"), "art/a.png");
        assert_eq!(name("/games/one/../shared/a.png"), "../shared/a.png");
        assert_eq!(relative_path(None, Path::new("/games/a.png")), "/games/a.png");
        // The folder of a level that is named without one.
        assert_eq!(relative_path(Some(Path::new("")), Path::new("art/a.png")), "art/a.png");
    }

    #[test]
    #[cfg(unix)]
    fn rebase_paths_keeps_the_files_when_the_level_moves() {
        use crate::level::{Body, ReferenceImage, Skin, UvMap};
        let image_of = |name: &str| Skin { image: name.into(), uv: UvMap::Planar, tint: "#ffffffff".into(), layer: 0 };
        let mut level =
            Level { bodies: vec![Body { skin: Some(image_of("art/a.png")), ..Body::default() }], ..Level::default() };
        let name = |level: &Level| level.bodies[0].skin.as_ref().map(|skin| skin.image.clone()).unwrap_or_default();
        assert!(rebase_paths(&mut level, Some(Path::new("/games/one")), Path::new("/games/two")));
        assert_eq!(name(&level), "../one/art/a.png");
        assert!(!rebase_paths(&mut level, Some(Path::new("/games/two")), Path::new("/games/two")));
        level.editor.get_or_insert_default().reference =
            Some(ReferenceImage { image: "b.png".into(), ..ReferenceImage::default() });
        assert!(rebase_paths(&mut level, Some(Path::new("/games/one")), Path::new("/games")));
        assert_eq!(
            level.editor.as_ref().and_then(|extra| Some(extra.reference.as_ref()?.image.as_str())),
            Some("one/b.png")
        );
        level.bodies[0].skin = Some(image_of("/games/one/art/a.png"));
        assert!(rebase_paths(&mut level, None, Path::new("/games/one")));
        assert_eq!(name(&level), "art/a.png");
    }

    #[test]
    fn texture_refuses_what_is_not_a_png_or_too_large() {
        assert!(decode(b"GIF89a").unwrap_err().contains("not a PNG"));
        // The header of an image of 100,000 x 100,000 pixels.
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, 100_000, 100_000);
        encoder.set_color(ColorType::Rgba);
        encoder.write_header().unwrap().write_chunk(png::chunk::IDAT, &[0]).unwrap();
        let reason = decode(&file).unwrap_err();
        assert!(reason.contains("100000 x 100000"), "{reason}");
    }
}
