//! The resource `BlobsmithLevel`: the text of a level, instances included.

use crate::paths::{join, split};
use blobsmith_engine::level::flatten::flatten;
use blobsmith_engine::level::format::{self, FormatError, TextFormat};
use blobsmith_engine::level::{Level, ids};
use blobsmith_engine::play::{PlayError, PlayWorld, Prefab};
use godot::classes::IResource;
use godot::classes::file_access::ModeFlags;
use godot::prelude::*;
use godot::tools::GFile;
use std::io::Read;
use std::path::Path;

/// A level: a text in RON or JSON, formats 1 and 2, without instances. Levels that are imported or read from files have theirs
/// resolved.
#[derive(GodotClass)]
#[class(tool, init, base = Resource)]
pub struct BlobsmithLevel {
    /// The text of the level.
    #[export(multiline)]
    pub text: GString,
    base: Base<Resource>,
}

#[godot_api]
impl IResource for BlobsmithLevel {}

#[godot_api]
impl BlobsmithLevel {
    /// Reads a level file, `.ron` or `.json`, and the files of its instances. Null with an error in the log if it is not a level.
    #[func]
    fn from_file(path: GString) -> Option<Gd<Self>> {
        read_level(&path.to_string()).map(|text| Self::of_text(&text)).map_err(|error| godot_error!("{error}")).ok()
    }

    /// Takes over a text. Null with an error in the log if it is not a level.
    #[func]
    fn from_text(text: GString) -> Option<Gd<Self>> {
        let checked = PlayWorld::from_text(&text.to_string());
        checked.map(|_| Self::of_text(&text.to_string())).map_err(|error| godot_error!("{error}")).ok()
    }

    /// Why the text is not a level, with place, line and column; empty if it is one.
    #[func]
    fn error(&self) -> GString {
        GString::from(&self.world().err().map_or(String::new(), |error| error.to_string()))
    }
}

impl BlobsmithLevel {
    /// A resource with this text.
    pub fn of_text(text: &str) -> Gd<Self> {
        Gd::from_init_fn(|base| Self { text: GString::from(text), base })
    }

    /// The level as a world at frame 0.
    pub fn world(&self) -> Result<PlayWorld, PlayError> {
        PlayWorld::from_text(&self.text.to_string())
    }

    /// The level as parts to spawn.
    pub fn prefab(&self) -> Result<Prefab, PlayError> {
        Prefab::from_text(&self.text.to_string())
    }
}

/// Reads a level file through Godot, and returns the text of the level without instances.
pub fn read_level(path: &str) -> Result<String, FormatError> {
    flat_text(path, &mut |path| {
        let mut bytes = Vec::new();
        let mut file = GFile::open(path, ModeFlags::READ).map_err(|error| error.to_string())?;
        file.read_to_end(&mut bytes).map_err(|error| error.to_string())?;
        Ok(bytes)
    })
}

/// The same with any function that reads files.
fn flat_text(path: &str, read: &mut dyn FnMut(&str) -> Result<Vec<u8>, String>) -> Result<String, FormatError> {
    let (scheme, inner) = split(path);
    let bytes = read(path).map_err(|reason| unread(path, &reason))?;
    let named = |error: FormatError| FormatError { file: Some(path.into()), ..error };
    let mut level = format::read_bytes(&bytes, inner).map_err(named)?;
    ids::assign(&mut level);
    let mut load = |inner: &Path| -> Result<Level, FormatError> {
        let path = join(scheme, inner);
        let bytes = read(&path).map_err(|reason| unread(&path, &reason))?;
        format::read_bytes(&bytes, inner).map_err(|error| FormatError { file: Some(path), ..error })
    };
    let flat = flatten(level, inner, &mut load).map_err(|error| match error.file {
        None => named(format::located(error, &String::from_utf8_lossy(&bytes))),
        Some(_) => error,
    })?;
    Ok(format::write(&flat, TextFormat::Json))
}

fn unread(path: &str, reason: &str) -> FormatError {
    let reason = format!("cannot be read: {reason}");
    FormatError { file: Some(path.into()), place: String::new(), position: None, reason }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEVEL: &str =
        "{\"format\": 2, \"instances\": [\n{\"id\": \"a\", \"source\": \"../parts/ball.json\", \"position\": [3, 4]}]}";
    const BALL: &str = r#"{"format": 2, "discs": [{"id": "ball", "position": [0, 0], "radius": 1}]}"#;

    fn files(path: &str) -> Result<Vec<u8>, String> {
        match path {
            "res://levels/one.json" | "res://levels/lost/one.json" => Ok(LEVEL.into()),
            "res://parts/ball.json" => Ok(BALL.into()),
            "res://bad.json" => Ok("{\"format\": 2, \"name\": 3}".into()),
            _ => Err("no such file".into()),
        }
    }

    #[test]
    fn instances_are_read_from_the_same_scheme() {
        let text = flat_text("res://levels/one.json", &mut files).unwrap();
        let world = PlayWorld::from_text(&text).unwrap();
        let ball = world.disc("a/ball").unwrap();
        assert_eq!(world.disc_position(ball).unwrap().to_array(), [3.0, 4.0]);
    }

    #[test]
    fn errors_have_the_path_of_godot_and_the_place() {
        let error = |path: &str| flat_text(path, &mut files).unwrap_err().to_string();
        assert_eq!(error("res://none.ron"), "res://none.ron: cannot be read: no such file");
        assert!(error("res://bad.json").starts_with("res://bad.json:1:23: name: "), "{}", error("res://bad.json"));
        let lost = error("res://levels/lost/one.json");
        assert!(lost.starts_with("res://levels/lost/one.json:2:23: instances[0].source: "), "{lost}");
        assert!(lost.ends_with("res://levels/parts/ball.json: cannot be read: no such file"), "{lost}");
    }
}
