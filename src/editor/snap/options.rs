//! What the pointer snaps to, as the user wants it.

use serde::{Deserialize, Serialize};

/// Kept with the settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SnapOptions {
    /// Whether anything snaps.
    pub is_on: bool,
    /// Kinds that are left out, by id.
    pub left_out: Vec<String>,
    /// Distance between the lines of the grid; 0: what the zoom shows.
    pub grid: f64,
}

impl Default for SnapOptions {
    fn default() -> Self {
        Self { is_on: true, left_out: Vec::new(), grid: 0.0 }
    }
}

impl SnapOptions {
    /// Whether a kind is wanted.
    pub fn has(&self, id: &str) -> bool {
        !self.left_out.iter().any(|out| out == id)
    }

    /// Leaves a kind out, or not any more.
    pub fn toggle(&mut self, id: &str) {
        if self.has(id) {
            self.left_out.push(id.to_owned());
        } else {
            self.left_out.retain(|out| out != id);
        }
    }

    /// The distance of the grid's lines that the user typed, if it makes a grid.
    pub fn typed_grid(&self) -> Option<f64> {
        (self.grid > 0.0 && self.grid.is_finite()).then_some(self.grid)
    }
}
