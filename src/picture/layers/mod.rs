//! What the level itself is drawn of, one layer a file.

mod bounds;
mod coordinates;
mod discs;
mod fill;
pub mod grid;
mod hull;
mod nodes;
mod obstacles;
mod paths;
mod scale_bar;
mod springs;
mod sticks;
mod triangles;

use super::{Picture, Scene};

/// A part of the level's drawing that can be switched on and off.
pub struct Layer {
    /// Stable id in kebab-case: the command line and the editor's settings use it.
    pub id: &'static str,
    /// Title for people.
    pub title: &'static str,
    /// What one sees, in a sentence.
    pub explanation: &'static str,
    /// Whether it is on unless said otherwise.
    pub on_at_first: bool,
    /// Adds its items.
    pub draw: fn(&Scene, &mut Picture),
}

/// Every layer, in the order in which they are painted and listed.
pub const ALL: &[Layer] = &[
    grid::LAYER,
    bounds::LAYER,
    obstacles::LAYER,
    paths::LAYER,
    fill::LAYER,
    triangles::SOUND,
    triangles::FLIPPED,
    springs::LAYER,
    sticks::LAYER,
    hull::LAYER,
    discs::LAYER,
    nodes::LAYER,
    scale_bar::LAYER,
    coordinates::LAYER,
];

/// Which layers are on: a set of ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layers {
    on: [bool; ALL.len()],
}

impl Default for Layers {
    /// Those that are on at first.
    fn default() -> Self {
        let mut layers = Self::NONE;
        for (switch, layer) in layers.on.iter_mut().zip(ALL) {
            *switch = layer.on_at_first;
        }
        layers
    }
}

impl Layers {
    /// No layer at all.
    pub const NONE: Self = Self { on: [false; ALL.len()] };

    /// Whether a layer is on; false for an unknown id.
    pub fn is_on(&self, id: &str) -> bool {
        ALL.iter().zip(self.on).any(|(layer, on)| on && layer.id == id)
    }

    /// Switches a layer; false when there is none of that id.
    pub fn set(&mut self, id: &str, on: bool) -> bool {
        let Some(index) = ALL.iter().position(|layer| layer.id == id) else { return false };
        self.on[index] = on;
        true
    }

    /// The same set with one layer switched; unknown ids change nothing.
    pub fn with(mut self, id: &str, on: bool) -> Self {
        self.set(id, on);
        self
    }
}
