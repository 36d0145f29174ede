//! The scenes of docs/edge-choice.md, and how overlap is measured there.

#[path = "../../examples/edges/measure.rs"]
#[allow(dead_code)]
mod measure;
#[path = "../../examples/edges/scenes.rs"]
#[allow(dead_code)]
mod scenes;

pub use measure::overlap_of_all as common_area_of;
pub use scenes::{Family, tower};

pub fn families() -> &'static [Family] {
    scenes::ALL
}
