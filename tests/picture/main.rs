//! Pictures: pixels by hand calculation, painters against each other, every layer and overlay, and bad input.

mod agreement;
mod colours;
mod fills;
mod heatmap;
mod items;
mod layers;
mod limits;
mod overlays;
mod overlays_in_games;
mod overlays_of_forces;
mod overlays_of_joints;
mod overlays_of_systems;
mod pair;
mod scale_bar;
mod skins;
mod support;
mod svg_reader;
mod views;
