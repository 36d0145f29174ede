//! Static support of a disc: selects the steepest normal on each side of it, and tests if gravity lies between these two.

use crate::geometry::cross;
use glam::DVec2;

/// Sine below which two directions count as parallel: 2^-30, about 1e-9 rad, far above rounding (1e-16) and far below
/// any visible slope.
const ALIGNED: f64 = 1.0 / (1u64 << 30) as f64;

/// On each side of a disc, the normal nearest to the direction against gravity, and its supporter.
pub(super) struct SupportNormals {
    up: DVec2,
    left: Option<(DVec2, u32)>,
    right: Option<(DVec2, u32)>,
}

impl SupportNormals {
    /// Empty; `up` is the direction against gravity.
    pub fn new(up: DVec2) -> Self {
        Self { up, left: None, right: None }
    }

    /// Adds a normal and its supporter.
    pub fn add(&mut self, normal: DVec2, supporter: u32) {
        let (height, lean) = (normal.dot(self.up), cross(self.up, normal));
        let better = |side: &Option<(DVec2, u32)>| side.is_none_or(|(other, _)| height > other.dot(self.up));
        if height.is_nan() {
            return;
        }
        let is_under = lean.abs() <= ALIGNED && height > 0.0;
        if (lean > 0.0 || is_under) && better(&self.left) {
            self.left = Some((normal, supporter));
        }
        if (lean < 0.0 || is_under) && better(&self.right) {
            self.right = Some((normal, supporter));
        }
    }

    /// The supporters on both sides, if gravity lies between them.
    pub fn supporters(&self) -> Option<[u32; 2]> {
        let ((left, first), (right, second)) = (self.left?, self.right?);
        let is_under = |normal: DVec2| cross(self.up, normal).abs() <= ALIGNED && normal.dot(self.up) > 0.0;
        (is_under(left) || is_under(right) || cross(right, left) > ALIGNED).then_some([first, second])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn carried(normals: &[[f64; 2]]) -> bool {
        let mut support = SupportNormals::new(DVec2::Y);
        for &normal in normals {
            support.add(DVec2::from(normal).normalize(), 0);
        }
        support.supporters().is_some()
    }

    #[test]
    fn support_needs_gravity_between_two_normals() {
        assert!(carried(&[[0.0, 1.0]]), "on a floor");
        assert!(carried(&[[0.5, 1.0], [-1.0, 0.5]]), "between two others");
        assert!(!carried(&[[0.5, 1.0], [1.0, 0.5]]), "on a slope of two");
        assert!(!carried(&[[1.0, 0.0], [-1.0, 0.0]]), "between two walls");
        assert!(!carried(&[[0.0, -1.0], [0.5, -1.0], [-0.5, -1.0]]), "under others");
        assert!(carried(&[[1.0, 2.0], [-1.0, 0.0]]), "on a slope against a wall");
        // Pushed against the slope by a disc above: it cannot move.
        assert!(carried(&[[1.0, 2.0], [-2.0, -1.0]]));
        assert!(!carried(&[[1.0, 1.0], [-1.0, -2.0]]));
    }
}
