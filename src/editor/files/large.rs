//! Which files and levels are large. Work on a small one takes at most a tenth of a second and runs at once, work on a
//! large one runs in the background (see `task`).

use crate::level::{Body, Level, Motion};
use std::path::Path;

/// Bytes of the largest small file or text.
pub const SMALL_BYTES: u64 = 256 << 10;
/// Rows of a level (nodes, springs, edges and so on) that make a file of [`SMALL_BYTES`] bytes.
const SMALL_ROWS: usize = 3000;
/// Bytes of text that count as a row.
const ROW_BYTES: usize = 80;

/// True if a file that exists is large.
pub fn is_large_file(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|about| about.len() > SMALL_BYTES)
}

/// True if a level makes a large file.
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
    fn files_are_large_beyond_a_number_of_bytes() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("level.ron");
        for (bytes, expected) in [(SMALL_BYTES, false), (SMALL_BYTES + 1, true)] {
            std::fs::write(&file, vec![b' '; bytes as usize]).unwrap();
            assert_eq!(is_large_file(&file), expected);
        }
        assert!(!is_large_file(&folder.path().join("missing.ron")), "that is an error at once");
    }

    #[test]
    fn levels_are_large_beyond_a_number_of_rows_or_with_long_notes() {
        let level = |nodes: usize| {
            let nodes = vec![Node::at([0.0, 0.0]); nodes];
            Level { bodies: vec![Body { nodes, ..Body::default() }], ..Level::default() }
        };
        assert!(!is_large(&level(SMALL_ROWS)) && is_large(&level(SMALL_ROWS + 1)));
        let notes = |bytes: usize| Level { notes: "x".repeat(bytes), ..Level::default() };
        assert!(!is_large(&notes(1000)) && is_large(&notes(300 << 10)));
    }
}
