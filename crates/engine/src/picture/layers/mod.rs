//! The layers of the level drawing, one per file.

mod bounds;
mod coordinates;
mod discs;
mod fill;
pub mod grid;
mod hull;
pub(super) mod links;
mod markers;
mod nodes;
mod obstacles;
mod paths;
mod scale_bar;
mod sensors;
mod skins;
mod springs;
mod sticks;
mod triangles;

use super::{Picture, Scene};

/// A part of the level drawing that can be switched on and off.
pub struct Layer {
    /// Stable id in kebab-case, used on the command line and in the editor's settings.
    pub id: &'static str,
    /// Display title.
    pub title: &'static str,
    /// Description in one sentence.
    pub explanation: &'static str,
    /// True if it is on by default.
    pub on_at_first: bool,
    /// Appends its items.
    pub draw: fn(&Scene, &mut Picture),
}

/// All layers in order of painting and listing.
pub const ALL: &[Layer] = &[
    grid::LAYER,
    bounds::LAYER,
    obstacles::LAYER,
    sensors::LAYER,
    markers::LAYER,
    paths::LAYER,
    fill::LAYER,
    skins::LAYER,
    triangles::SOUND,
    triangles::FLIPPED,
    springs::LAYER,
    sticks::LAYER,
    hull::LAYER,
    discs::LAYER,
    links::LAYER,
    nodes::LAYER,
    scale_bar::LAYER,
    coordinates::LAYER,
];

/// The set of active layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layers {
    on: [bool; ALL.len()],
}

impl Default for Layers {
    /// The layers that are on by default.
    fn default() -> Self {
        let mut layers = Self::NONE;
        for (switch, layer) in layers.on.iter_mut().zip(ALL) {
            *switch = layer.on_at_first;
        }
        layers
    }
}

impl Layers {
    /// No layer.
    pub const NONE: Self = Self { on: [false; ALL.len()] };

    /// True if the layer is on; false for an unknown id.
    pub fn is_on(&self, id: &str) -> bool {
        ALL.iter().zip(self.on).any(|(layer, on)| on && layer.id == id)
    }

    /// Switches a layer; false if the id is unknown.
    pub fn set(&mut self, id: &str, on: bool) -> bool {
        let Some(index) = ALL.iter().position(|layer| layer.id == id) else { return false };
        self.on[index] = on;
        true
    }

    /// The set with one layer switched; unknown ids have no effect.
    pub fn with(mut self, id: &str, on: bool) -> Self {
        self.set(id, on);
        self
    }
}
