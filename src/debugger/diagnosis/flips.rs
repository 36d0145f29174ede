//! Detector: triangles that turn over.
//!
//! Must never know: what turned them, and what the gas makes of it.

use super::{Detect, Detector, Illness, What};
use crate::debugger::probes::Scope;
use crate::engine::{Layout, State};
use crate::geometry::polygon::doubled_triangle_area;
use crate::level::Place;

pub(super) const DETECTOR: Detector = Detector {
    illness: Illness::Flip,
    id: "flip",
    title: "Triangle turned over",
    plural: "triangles turned over",
    explanation: "A triangle's signed area was positive and no longer is: from then on it counts negative in its body's \
                  area, and with it in the pressure. One that is turned over from the start, and one that blew up, are \
                  not told.",
    make: || Box::new(Flips::default()),
};

/// See the module.
#[derive(Debug, Default)]
struct Flips {
    /// Whether the signed area was positive at the end of the last substep; empty where that is not known.
    upright: Vec<bool>,
}

impl Detect for Flips {
    fn begin(&mut self, layout: &Layout, state: &State) {
        if self.upright.len() != layout.triangles.len() {
            let areas = layout.triangles.iter().map(|corners| doubled_area(state, corners));
            self.upright = areas.map(|area| area > 0.0).collect();
        }
    }

    fn end(&mut self, layout: &Layout, state: &State, tell: &mut dyn FnMut(Place, What)) {
        for (index, (corners, upright)) in layout.triangles.iter().zip(&mut self.upright).enumerate() {
            let area = doubled_area(state, corners);
            if std::mem::replace(upright, area > 0.0) && area <= 0.0 {
                tell(Scope::Triangle.place(layout, index), What::Flip);
            }
        }
    }

    fn forget(&mut self) {
        self.upright.clear();
    }
}

fn doubled_area(state: &State, corners: &[u32; 3]) -> f64 {
    let [a, b, c] = corners.map(|node| state.position(node as usize));
    doubled_triangle_area(a, b, c)
}
