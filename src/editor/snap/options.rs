//! User options of snapping.

use serde::{Deserialize, Serialize};

/// Snap options, stored with the settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SnapOptions {
    /// Whether snapping is on.
    pub is_on: bool,
    /// Disabled kinds, by id.
    pub left_out: Vec<String>,
    /// Grid spacing; 0: the visible grid.
    pub grid: f64,
}

impl Default for SnapOptions {
    fn default() -> Self {
        Self { is_on: true, left_out: Vec::new(), grid: 0.0 }
    }
}

impl SnapOptions {
    /// True if a kind is enabled.
    pub fn has(&self, id: &str) -> bool {
        !self.left_out.iter().any(|out| out == id)
    }

    /// Toggles a kind.
    pub fn toggle(&mut self, id: &str) {
        if self.has(id) {
            self.left_out.push(id.to_owned());
        } else {
            self.left_out.retain(|out| out != id);
        }
    }

    /// The typed grid spacing, if valid.
    pub fn typed_grid(&self) -> Option<f64> {
        (self.grid > 0.0 && self.grid.is_finite()).then_some(self.grid)
    }
}
