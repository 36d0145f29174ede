//! Paths of Godot: `res://` and `user://` in front of a relative path.

use std::path::Path;

/// Splits `res://a/b.ron` into `res://` and `a/b.ron`; the first is empty for a path of the operating system.
pub fn split(path: &str) -> (&str, &Path) {
    match path.find("://") {
        Some(at) => (&path[..at + 3], Path::new(&path[at + 3..])),
        None => ("", Path::new(path)),
    }
}

/// The reverse; separators are slashes.
pub fn join(scheme: &str, path: &Path) -> String {
    format!("{scheme}{}", path.display().to_string().replace('\\', "/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_split_and_join() {
        for (path, scheme, rest) in [
            ("res://a/b.ron", "res://", "a/b.ron"),
            ("user://x.json", "user://", "x.json"),
            ("/a/b.ron", "", "/a/b.ron"),
        ] {
            assert_eq!(split(path), (scheme, Path::new(rest)));
            assert_eq!(join(scheme, Path::new(rest)), path);
        }
    }
}
