//! Size limits of background work. Small files and levels are processed at once, in at most 0.1 s; large ones in a
//! thread (see `task`).

use crate::level::{Body, Level, Motion};
use std::path::Path;

/// Size limit of a small file or text, in bytes.
pub const SMALL_BYTES: u64 = 256 << 10;
/// Number of level rows (nodes, springs, edges and so on) in a file of [`SMALL_BYTES`] bytes.
const SMALL_ROWS: usize = 3000;
/// Bytes of text that count as one row.
const ROW_BYTES: usize = 80;

/// Size of a file in bytes.
///
/// # Errors
/// The system's message.
pub fn file_bytes(path: &Path) -> Result<u64, String> {
    #[cfg(target_arch = "wasm32")]
    let bytes = crate::level::format::page_files::size(path).ok_or("the page has no such file".to_owned());
    #[cfg(not(target_arch = "wasm32"))]
    let bytes = std::fs::metadata(path).map(|about| about.len()).map_err(|error| error.to_string());
    bytes
}

/// True if the file exists and is large.
pub fn is_large_file(path: &Path) -> bool {
    file_bytes(path).is_ok_and(|bytes| bytes > SMALL_BYTES)
}

/// True if the file of this level would be large.
pub fn is_large(level: &Level) -> bool {
    let bodies: usize = level.bodies.iter().map(rows).sum();
    let discs: usize = level.discs.iter().map(|disc| 1 + points(&disc.motion)).sum();
    bodies + discs + level.obstacles.len() + level.notes.len() / ROW_BYTES > SMALL_ROWS
}

fn rows(body: &Body) -> usize {
    let Body { nodes, springs, sticks, hull, triangles, motion, .. } = body;
    nodes.len() + springs.len() + sticks.len() + hull.len() + triangles.len() + points(motion)
}

fn points(motion: &Motion) -> usize {
    match motion {
        Motion::Driven(path) => path.points.len(),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Node;

    #[test]
    fn is_large_file_compares_the_number_of_bytes() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("level.ron");
        for (bytes, expected) in [(SMALL_BYTES, false), (SMALL_BYTES + 1, true)] {
            std::fs::write(&file, vec![b' '; bytes as usize]).unwrap();
            assert_eq!(is_large_file(&file), expected);
        }
        assert!(!is_large_file(&folder.path().join("missing.ron")), "that is an error at once");
    }

    #[test]
    fn is_large_counts_rows_and_notes() {
        let level = |nodes: usize| {
            let nodes = vec![Node::at([0.0, 0.0]); nodes];
            Level { bodies: vec![Body { nodes, ..Body::default() }], ..Level::default() }
        };
        assert!(!is_large(&level(SMALL_ROWS)) && is_large(&level(SMALL_ROWS + 1)));
        let notes = |bytes: usize| Level { notes: "x".repeat(bytes), ..Level::default() };
        assert!(!is_large(&notes(1000)) && is_large(&notes(300 << 10)));
    }
}
