//! Keys of cells: equal for equal cells of any grids, so that results of another sweep can be reused.

use super::{Measure, Sweep};
use crate::geometry::hashing::BitHasher;
use crate::level::format::to_json;
use crate::level::{Level, ids};

/// Start of the second half of a key, so that the halves are different hashes.
const SECOND: u64 = 2;

/// Makes the keys of a sweep's cells.
#[derive(Clone, Copy, Debug)]
pub struct CellKeys {
    halves: [BitHasher; 2],
}

impl Sweep {
    /// Hashes what all cells have in common. Cost: linear in the size of the level.
    pub fn keys(&self) -> CellKeys {
        let mut text = simulated(&self.level);
        for part in self.measures.iter().map(Measure::identity) {
            text.push('\n');
            text.push_str(&part);
        }
        let halves = [1, SECOND].map(|half| {
            let mut hasher = BitHasher::new();
            hasher.word(half);
            hasher.word(self.frames);
            for part in [env!("CARGO_PKG_VERSION"), &text] {
                add_text(&mut hasher, part);
            }
            hasher
        });
        CellKeys { halves }
    }
}

impl CellKeys {
    /// The key of a cell, 32 hexadecimal digits: a hash of the flattened level without name, notes and editor data, the measures,
    /// the number of frames, the program version, and the values of the cell in the order of the axes.
    pub fn key(&self, sweep: &Sweep, cell: usize) -> String {
        let mut halves = self.halves;
        for (axis, at) in sweep.axes.iter().zip(sweep.place(cell)) {
            let value = format!("{}={}", axis.target(), axis.values()[at]);
            halves.iter_mut().for_each(|half| add_text(half, &value));
        }
        let [first, second] = halves.map(|half| half.finish());
        format!("{first:016x}{second:016x}")
    }
}

/// The level as JSON, without what no simulation depends on, and with the ids that its parts get on the first edit.
pub(super) fn simulated(level: &Level) -> String {
    let mut level = Level { name: String::new(), notes: String::new(), editor: None, ..Level::clone(level) };
    ids::assign(&mut level);
    to_json(&level)
}

/// Adds length and bytes.
pub(super) fn add_text(hasher: &mut BitHasher, text: &str) {
    hasher.word(text.len() as u64);
    for bytes in text.as_bytes().chunks(8) {
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        hasher.word(u64::from_le_bytes(word));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::debugger::sweep::Axis;
    use crate::level::Disc;
    use std::collections::BTreeSet;
    use std::sync::Arc;

    fn sweep(axes: &[&str], measure: &str, frames: u64, name: &str) -> Sweep {
        let level = Level { name: name.to_owned(), discs: vec![Disc::default()], ..Level::default() };
        let axes = axes.iter().map(|text| Axis::parse(text).unwrap()).collect();
        let measure = Measure::parse(measure, &level, None).unwrap();
        Sweep::new(Arc::new(level), axes, vec![measure], frames).unwrap()
    }

    fn keys(sweep: &Sweep) -> Vec<String> {
        let keys = sweep.keys();
        (0..sweep.cells()).map(|cell| keys.key(sweep, cell)).collect()
    }

    #[test]
    fn keys_are_equal_for_equal_cells_of_different_grids() {
        let small = keys(&sweep(&["world.substeps=1,2,4"], "time", 5, "one"));
        let large = keys(&sweep(&["world.substeps=2,3,4"], "time", 5, "another name"));
        assert_eq!((&small[1], &small[2]), (&large[0], &large[2]));
        assert!(small.iter().all(|key| key.len() == 32 && key[..16] != key[16..]));
    }

    #[test]
    fn keys_differ_for_other_values_measures_and_frames() {
        let sweeps = [
            sweep(&["world.substeps=1,2"], "time", 5, ""),
            sweep(&["world.substeps=1,2"], "max: time", 5, ""),
            sweep(&["world.substeps=1,2"], "time", 6, ""),
            sweep(&["discs[0].radius=1,2"], "time", 5, ""),
            sweep(&["discs[0].radius*=1,2"], "time", 5, ""),
            sweep(&["world.substeps=1,2", "discs[0].radius*=1,2"], "time", 5, ""),
        ];
        let all: Vec<String> = sweeps.iter().flat_map(keys).collect();
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
    }
}
