//! Coordinates: levels have y up and their own unit, Godot has y down and pixels.

use godot::builtin::Vector2;

/// Maps between level units and the local coordinates of a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axes {
    /// Pixels per level unit.
    pub scale: f64,
}

impl Axes {
    /// A point, velocity, force or impulse of the level in local coordinates.
    pub fn local(self, [x, y]: [f64; 2]) -> Vector2 {
        Vector2::new((x * self.scale) as f32, (-y * self.scale) as f32)
    }

    /// The reverse.
    pub fn level(self, local: Vector2) -> [f64; 2] {
        [f64::from(local.x) / self.scale, -f64::from(local.y) / self.scale]
    }

    /// A length in level units.
    pub fn level_length(self, local: f64) -> f64 {
        local / self.scale
    }
}

/// A direction of the level in local coordinates.
pub fn direction([x, y]: [f64; 2]) -> Vector2 {
    Vector2::new(x as f32, -y as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_flip_y_and_scale() {
        let axes = Axes { scale: 50.0 };
        assert_eq!(axes.local([2.0, 3.0]), Vector2::new(100.0, -150.0));
        assert_eq!(axes.level(Vector2::new(100.0, -150.0)), [2.0, 3.0]);
        assert_eq!((axes.level_length(25.0), direction([0.0, 1.0])), (0.5, Vector2::new(0.0, -1.0)));
    }
}
